// SPDX-License-Identifier: MIT
// needle_step.c -- one substep of a rigid body, as a kind of body.
//
//   m (w / h - v) = h (F + m g),      I(half way) p / h - L = h T
//
// w is the displacement of the centre of mass, p the rotation vector of the substep, F and T force
// and torque where the substep ends. The inertia of half the way keeps the energy of a body that
// turns freely, and L is what is kept: momentum is exact. A force on an arm that turns has a
// stiffness, which at a pull of the thread is far above the inertia: it is in the matrix.
// docs/theory/needle.md
#include "needle/needle.h"

#include <math.h>
#include <string.h>

static sut_needle *needle_of(sut_body *b) {
    return (sut_needle *)(void *)b; // its first member
}

static const sut_needle *needle_in(const sut_body *b) {
    return (const sut_needle *)(const void *)b;
}

//---- 3 x 3 ---------------------------------------------------------------------------------------
static sut_vec3 times(const double m[9], sut_vec3 v) {
    return v3(m[0] * v.x + m[1] * v.y + m[2] * v.z, m[3] * v.x + m[4] * v.y + m[5] * v.z,
              m[6] * v.x + m[7] * v.y + m[8] * v.z);
}

// m^-1 v of a positive definite one, by the adjugate.
static bool solve3(const double m[9], sut_vec3 v, sut_vec3 *x) {
    sut_vec3 a = v3(m[0], m[3], m[6]);
    sut_vec3 b = v3(m[1], m[4], m[7]);
    sut_vec3 c = v3(m[2], m[5], m[8]);
    sut_vec3 bc = v3_cross(b, c);
    double det = v3_dot(a, bc);
    double two = m[0] * m[4] - m[1] * m[3];
    if (!(m[0] > 0.0 && two > 0.0 && det > 0.0)) {
        return false;
    }
    *x = v3_scale(v3(v3_dot(bc, v), v3_dot(v3_cross(c, a), v), v3_dot(v3_cross(a, b), v)),
                  1.0 / det);
    return true;
}

// The moment of inertia in world axes of a body with that turn.
static void moment_at(const sut_needle *n, sut_quat turn, double out[9]) {
    sut_vec3 axis[3] = {v3(1.0, 0.0, 0.0), v3(0.0, 1.0, 0.0), v3(0.0, 0.0, 1.0)};
    for (int c = 0; c < 3; c++) {
        sut_vec3 column = q_rotate(turn, times(n->moment, q_rotate_back(turn, axis[c])));
        out[c] = column.x;
        out[3 + c] = column.y;
        out[6 + c] = column.z;
    }
    // rounding must not make it unsymmetric
    out[3] = out[1] = 0.5 * (out[1] + out[3]);
    out[6] = out[2] = 0.5 * (out[2] + out[6]);
    out[7] = out[5] = 0.5 * (out[5] + out[7]);
}

//---- the motion ----------------------------------------------------------------------------------
static sut_quat turn_after(const sut_needle *n, double share) {
    return q_mul(q_exp(v3_scale(n->swing, share)), n->state.turn);
}

static void measure_middle(sut_needle *n) {
    moment_at(n, turn_after(n, 0.5), n->middle);
}

// Displacements of all vertices, from where they are now.
static void follow(sut_needle *n) {
    sut_quat turn = turn_after(n, 1.0);
    sut_vec3 to = v3_add(n->state.place, n->way);
    for (int i = 0; i < n->body.n; i++) {
        sut_vec3 x = v3_add(to, q_rotate(turn, n->rest[i]));
        sut_soa3_set(&n->body.move, i, v3_sub(x, n->body.position[i]));
    }
}

static sut_vec3 arm_of(const sut_needle *n, int i) {
    sut_vec3 at = v3_add(n->body.position[i], sut_soa3_get(&n->body.move, i));
    return v3_sub(at, v3_add(n->state.place, n->way));
}

// Force and torque about the centre of mass of what acts on the vertices.
static sut_needle_pair wrench_of(const sut_needle *n, const double *load) {
    sut_needle_pair sum = {v3_zero(), v3_zero()};
    for (int i = 0; i < n->body.n; i++) {
        sut_vec3 f = v3(load[3 * i], load[3 * i + 1], load[3 * i + 2]);
        sum.line = v3_add(sum.line, f);
        sum.turn = v3_add(sum.turn, v3_cross(arm_of(n, i), f));
    }
    return sum;
}

//---- its hold ------------------------------------------------------------------------------------
static bool is_rigid(const sut_needle *n) {
    return n->hand.holds && isinf(n->hand.force);
}

// What is left of its way.
static sut_needle_pair hold_way(const sut_needle *n) {
    sut_vec3 to = v3_add(n->state.place, n->way);
    sut_vec3 turn = q_way(turn_after(n, 1.0), n->hand.turn);
    return (sut_needle_pair){v3_sub(n->hand.place, to), turn};
}

// A spring that gives `room` at its limit; over the way that is left.
static double grip_at(double most, double room, double way) {
    return way > room ? most / way : most / room;
}

static sut_needle_pair hold_load(sut_needle *n) {
    n->grip[0] = n->grip[1] = 0.0;
    sut_needle_pair jaws = sut_needle_jaws_load(n);
    if (!n->hand.holds || is_rigid(n)) {
        return jaws;
    }
    sut_needle_pair way = hold_way(n);
    double room = 0.01 * n->form.diameter;
    double line = grip_at(n->hand.force, room, v3_norm(way.line));
    double turn = grip_at(n->hand.torque, 2.0 * room / n->form.length, v3_norm(way.turn));
    n->grip[0] += line;
    n->grip[1] += turn;
    return (sut_needle_pair){v3_madd(jaws.line, line, way.line),
                             v3_madd(jaws.turn, turn, way.turn)};
}

static double spring_energy(double most, double room, double way) {
    return way > room ? most * (way - 0.5 * room) : 0.5 * most / room * way * way;
}

static double hold_energy(const sut_needle *n) {
    double jaws = sut_needle_jaws_energy(n);
    if (!n->hand.holds || is_rigid(n)) {
        return jaws;
    }
    sut_needle_pair way = hold_way(n);
    double room = 0.01 * n->form.diameter;
    return jaws + spring_energy(n->hand.force, room, v3_norm(way.line)) +
           spring_energy(n->hand.torque, 2.0 * room / n->form.length, v3_norm(way.turn));
}

static void predict(sut_body *b, const sut_substep *s) {
    enum { ROUNDS = 4 };
    sut_needle *n = needle_of(b);
    n->part = *s;
    n->rounds = 0;
    n->last = 0.0;
    n->scaled = n->failed = false;
    b->led = is_rigid(n);
    if (b->led) {
        n->way = n->swing = v3_zero();
        sut_needle_pair all = hold_way(n);
        n->way = all.line;
        n->swing = all.turn;
        n->scaled = true; // momenta follow the motion
        measure_middle(n);
        follow(n);
        return;
    }
    n->way = v3_scale(v3_madd(n->state.velocity, s->h, s->gravity), s->h);
    n->swing = v3_zero();
    for (int i = 0; i < ROUNDS; i++) {
        measure_middle(n);
        (void)solve3(n->middle, v3_scale(n->state.momentum, s->h), &n->swing);
    }
    follow(n);
}

//---- Newton --------------------------------------------------------------------------------------
// What loads on turning arms add to the matrix of the rotation: (r . f) 1 - sym(r f^T).
static void add_arms(const sut_needle *n, double m[9]) {
    const double *p = n->body.push;
    for (int i = 0; n->body.touched && i < n->body.n; i++) {
        sut_vec3 r = arm_of(n, i);
        sut_vec3 f = v3(p[3 * i], p[3 * i + 1], p[3 * i + 2]);
        const double a[3] = {r.x, r.y, r.z};
        const double c[3] = {f.x, f.y, f.z};
        double dot = v3_dot(r, f);
        for (int e = 0; e < 9; e++) {
            int x = e / 3;
            int y = e % 3;
            m[e] += (x == y ? dot : 0.0) - 0.5 * (a[x] * c[y] + a[y] * c[x]);
        }
    }
}

static void make_matrix(sut_needle *n) {
    double per = 1.0 / (n->part.h * n->part.h);
    double with[9];
    for (int e = 0; e < 9; e++) {
        n->stiff[e] = per * n->middle[e];
        with[e] = n->stiff[e];
    }
    add_arms(n, with);
    // a push on the needle's end is not stable by itself: then with its inertia alone
    sut_vec3 none;
    if (solve3(with, v3_zero(), &none)) {
        memcpy(n->stiff, with, sizeof with);
    }
    for (int e = 0; e < 9; e += 4) {
        n->stiff[e] += n->grip[1];
    }
    for (int e = 0; e < 9; e++) {
        n->stiff[e] += n->bite[e];
    }
}

static double line_stiffness(const sut_needle *n) {
    return n->mass / (n->part.h * n->part.h) + n->grip[0];
}

static bool respond_to(const sut_needle *n, sut_needle_pair load, sut_needle_pair *out) {
    if (n->body.led) {
        *out = (sut_needle_pair){v3_zero(), v3_zero()};
        return true;
    }
    double line = line_stiffness(n);
    out->line = v3_scale(load.line, 1.0 / line);
    if (!(v3_norm2(n->lever) > 0.0)) {
        return solve3(n->stiff, load.turn, &out->turn);
    }
    // jaws on an arm c / k tie the two together: L u - c x p = f, c x u + S p = t
    const double c[3] = {n->lever.x, n->lever.y, n->lever.z};
    double schur[9];
    for (int e = 0; e < 9; e++) {
        double unit = e % 4 == 0 ? v3_norm2(n->lever) : 0.0;
        schur[e] = n->stiff[e] - (unit - c[e / 3] * c[e % 3]) / line;
    }
    if (!solve3(schur, v3_sub(load.turn, v3_cross(n->lever, out->line)), &out->turn)) {
        return false;
    }
    out->line = v3_madd(out->line, 1.0 / line, v3_cross(n->lever, out->turn));
    return true;
}

static void add_correction(sut_needle *n, sut_needle_pair d) {
    n->change.line = v3_add(n->change.line, d.line);
    n->change.turn = v3_add(n->change.turn, d.turn);
    for (int i = 0; i < n->body.n; i++) {
        sut_vec3 x = v3_add(n->change.line, v3_cross(n->change.turn, arm_of(n, i)));
        n->body.correction[3 * i] = x.x;
        n->body.correction[3 * i + 1] = x.y;
        n->body.correction[3 * i + 2] = x.z;
    }
}

// Residual of the equations of motion, with the loads of links.
static sut_needle_pair lack_of(const sut_needle *n, sut_needle_pair hand) {
    double h = n->part.h;
    sut_needle_pair r = hand;
    if (n->body.touched) {
        sut_needle_pair links = wrench_of(n, n->body.push);
        r.line = v3_add(r.line, links.line);
        r.turn = v3_add(r.turn, links.turn);
    }
    sut_vec3 free = v3_madd(n->state.velocity, h, n->part.gravity);
    r.line = v3_madd(r.line, n->mass / h, v3_sub(free, v3_scale(n->way, 1.0 / h)));
    sut_vec3 kept = v3_sub(n->state.momentum, v3_scale(times(n->middle, n->swing), 1.0 / h));
    r.turn = v3_madd(r.turn, 1.0 / h, kept);
    return r;
}

static bool linearise(sut_body *b) {
    sut_needle *n = needle_of(b);
    measure_middle(n);
    sut_needle_pair hand = hold_load(n);
    make_matrix(n);
    n->change = (sut_needle_pair){v3_zero(), v3_zero()};
    sut_needle_pair d;
    bool fine = respond_to(n, lack_of(n, hand), &d);
    b->broken = !fine || !v3_is_finite(d.line) || !v3_is_finite(d.turn);
    if (!b->broken) {
        add_correction(n, d);
    }
    return true;
}

static void respond(sut_body *b) {
    sut_needle *n = needle_of(b);
    sut_needle_pair d;
    if (respond_to(n, wrench_of(n, b->answer), &d)) {
        add_correction(n, d);
    }
}

// A rotation is linearised: half a radian at a time.
static double step_limit(sut_body *b) {
    const double most = 0.5;
    double turn = v3_norm(needle_of(b)->change.turn);
    return turn > most ? most / turn : 1.0;
}

static sut_vec3 turned_by(sut_vec3 first, sut_vec3 then) {
    return q_log(q_mul(q_exp(then), q_exp(first)));
}

static void apply_from(sut_needle *n, double fraction) {
    n->way = v3_madd(n->before.line, fraction, n->change.line);
    n->swing = turned_by(n->before.turn, v3_scale(n->change.turn, fraction));
    measure_middle(n);
    follow(n);
}

static void apply(sut_body *b, double fraction) {
    sut_needle *n = needle_of(b);
    n->before = (sut_needle_pair){n->way, n->swing};
    n->last = fraction * (v3_norm(n->change.line) + 0.5 * n->form.length * v3_norm(n->change.turn));
    n->rounds++;
    apply_from(n, fraction);
}

// Searches halve what is left: as much is given back as stays.
static void step_back(sut_body *b, double fraction) {
    apply_from(needle_of(b), fraction);
}

static sut_judgement judge(sut_body *b, const sut_round *round) {
    sut_needle *n = needle_of(b);
    double way = v3_norm(n->way) + 0.5 * n->form.length * v3_norm(n->swing);
    // a billionth of the diameter is far below what is visible
    double least = round->tolerance * way + 1e-9 * n->form.diameter;
    bool late = n->rounds > 3 * round->max_linearisations;
    sut_judgement j = {n->rounds > 0 && n->last <= least, n->failed || late || b->broken};
    return j;
}

static sut_body_progress progress(const sut_body *b) {
    const sut_needle *n = needle_in(b);
    return (sut_body_progress){.failed = n->failed || b->broken, .corrections = n->rounds};
}

static bool moves(const sut_body *b) {
    return sut_needle_kinetic(needle_in(b)) > 0.0;
}

// Half of a turn is not a turn by half, and the guard follows vertices in straight lines.
static bool turns_little(const sut_body *b) {
    const double most = 0.3; // rad; an arc then leaves its chord by one percent of the arm
    return v3_norm(needle_in(b)->swing) <= most;
}

// What is left of a motion that was not found.
static void stay(sut_body *b) {
    needle_of(b)->way = needle_of(b)->swing = v3_zero();
    needle_of(b)->scaled = true;
    measure_middle(needle_of(b));
    follow(needle_of(b));
}

static double potential(sut_body *b) {
    sut_needle *n = needle_of(b);
    double h = n->part.h;
    sut_vec3 off = v3_sub(n->way, v3_scale(v3_madd(n->state.velocity, h, n->part.gravity), h));
    double sum = 0.5 * n->mass / (h * h) * v3_norm2(off);
    sum += 0.5 / (h * h) * v3_dot(n->swing, times(n->middle, n->swing));
    sum -= v3_dot(n->swing, n->state.momentum) / h;
    sum += hold_energy(n);
    for (int i = 0; b->touched && i < b->n; i++) {
        sut_vec3 f = v3(b->push[3 * i], b->push[3 * i + 1], b->push[3 * i + 2]);
        sum -= v3_dot(f, sut_soa3_get(&b->move, i));
    }
    return sum;
}

//---- nodes ---------------------------------------------------------------------------------------
static void clear(sut_body *b) {
    needle_of(b)->marked = false;
}

static void mark(sut_body *b, int vertex) {
    (void)vertex; // links act on carriers, and all four have a part in each
    needle_of(b)->marked = true;
}

static int number(sut_body *b) {
    return needle_of(b)->marked ? SUT_NEEDLE_CARRIERS : 0;
}

static int node_of(const sut_body *b, int vertex) {
    return b->first_node + (vertex - (needle_in(b)->chain + 1));
}

static void couple(const sut_body *b, sut_sparse *s) {
    for (int i = 0; i < SUT_NEEDLE_CARRIERS; i++) {
        for (int j = 0; j < i; j++) {
            sut_sparse_couple(s, b->first_node + j, b->first_node + i);
        }
    }
}

static void separate(const sut_body *b, bool *fixed) {
    for (int i = 0; i < SUT_NEEDLE_CARRIERS; i++) {
        fixed[b->first_node + i] = false;
    }
}

static void look_up(const sut_body *b, sut_sparse *s, double **block) {
    for (int i = 0; i < SUT_NEEDLE_CARRIERS; i++) {
        for (int j = 0; j < SUT_NEEDLE_CARRIERS; j++) {
            block[SUT_NEEDLE_CARRIERS * i + j] =
                sut_sparse_block(s, b->first_node + i, b->first_node + j);
        }
    }
}

// m = [r]x: m v = r cross v
static void cross_matrix(sut_vec3 r, double m[9]) {
    const double c[9] = {0.0, -r.z, r.y, r.z, 0.0, -r.x, -r.y, r.x, 0.0};
    memcpy(m, c, sizeof c);
}

// out = [r_i]x^T (m [r_j]x)
static void between_arms(const double ri[9], const double m[9], const double rj[9], double out[9]) {
    double mr[9];
    for (int x = 0; x < 3; x++) {
        for (int y = 0; y < 3; y++) {
            mr[3 * x + y] = m[3 * x] * rj[y] + m[3 * x + 1] * rj[3 + y] + m[3 * x + 2] * rj[6 + y];
        }
    }
    for (int x = 0; x < 3; x++) {
        for (int y = 0; y < 3; y++) {
            out[3 * x + y] = ri[x] * mr[y] + ri[3 + x] * mr[3 + y] + ri[6 + x] * mr[6 + y];
        }
    }
}

// The rigid part of displacements d of the carriers is their mean and the turn sum r x d / (2 c),
// c = sum of r r^T, the same in all directions; what is left of them has its price.
static bool condense(const sut_body *b, sut_sparse *s, double **block) {
    (void)s;
    const sut_needle *n = needle_in(b);
    const double unit[9] = {1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0};
    double per = 1.0 / (8.0 * n->arm * n->arm); // 1 / (2 c)
    double line = line_stiffness(n) / 16.0;
    bool tied = v3_norm2(n->lever) > 0.0;
    double lever[9];
    cross_matrix(n->lever, lever);
    double arm[SUT_NEEDLE_CARRIERS][9];
    for (int i = 0; i < SUT_NEEDLE_CARRIERS; i++) {
        cross_matrix(arm_of(n, n->chain + 1 + i), arm[i]);
    }
    for (int i = 0; i < SUT_NEEDLE_CARRIERS; i++) {
        for (int j = 0; j < SUT_NEEDLE_CARRIERS; j++) {
            double turn[9];
            double rigid[9];
            between_arms(arm[i], n->stiff, arm[j], turn);
            between_arms(arm[i], unit, arm[j], rigid);
            double *to = block[SUT_NEEDLE_CARRIERS * i + j];
            if (tied) {
                double first[9];
                double second[9];
                between_arms(lever, unit, arm[j], first);
                between_arms(arm[i], unit, lever, second);
                for (int e = 0; e < 9; e++) {
                    turn[e] += (first[e] + second[e]) / (4.0 * per);
                }
            }
            for (int e = 0; e < 9; e++) {
                double own = i == j ? unit[e] : 0.0;
                to[SUT_SPARSE_ROW * (e / 3) + e % 3] +=
                    line * unit[e] + per * per * turn[e] +
                    n->price * (own - 0.25 * unit[e] - per * rigid[e]);
            }
        }
    }
    return true;
}

//---- the end of a substep ------------------------------------------------------------------------
static void scale(sut_body *b, double fraction) {
    sut_needle *n = needle_of(b);
    n->way = fraction > 0.0 ? v3_scale(n->way, fraction) : v3_zero();
    n->swing = fraction > 0.0 ? v3_scale(n->swing, fraction) : v3_zero();
    n->scaled = true;
    measure_middle(n);
    follow(n);
}

sut_vec3 sut_needle_spin(const sut_needle *n) {
    double moment[9];
    sut_vec3 spin = v3_zero();
    moment_at(n, n->state.turn, moment);
    (void)solve3(moment, n->state.momentum, &spin);
    return spin;
}

double sut_needle_kinetic(const sut_needle *n) {
    return 0.5 * n->mass * v3_norm2(n->state.velocity) +
           0.5 * v3_dot(n->state.momentum, sut_needle_spin(n));
}

static void commit(sut_body *b) {
    sut_needle *n = needle_of(b);
    double h = n->part.h;
    sut_needle_pair load = {v3_zero(), v3_zero()};
    if (b->touched || b->pushed) {
        load = wrench_of(n, b->push);
    }
    n->felt = load;
    n->given = hold_load(n);
    load.line = v3_add(load.line, n->given.line);
    load.turn = v3_add(load.turn, n->given.turn);
    sut_needle_state before = n->state;
    // momenta follow the forces, so that nothing is lost; those of a motion that was shortened
    // follow the motion
    sut_vec3 gain = v3_madd(n->part.gravity, 1.0 / n->mass, load.line);
    n->state.velocity = n->scaled ? v3_scale(n->way, 1.0 / h) : v3_madd(n->state.velocity, h, gain);
    n->state.momentum = n->scaled ? v3_scale(times(n->middle, n->swing), 1.0 / h)
                                  : v3_madd(n->state.momentum, h, load.turn);
    if (b->led) {
        // the force of the hold is not given: it is what the motion took
        sut_vec3 moved = v3_scale(v3_sub(n->state.velocity, before.velocity), n->mass / h);
        moved = v3_madd(moved, -n->mass, n->part.gravity);
        sut_vec3 turned = v3_scale(v3_sub(n->state.momentum, before.momentum), 1.0 / h);
        sut_needle_pair rest = {v3_sub(moved, load.line), v3_sub(turned, load.turn)};
        n->given.line = v3_add(n->given.line, rest.line);
        n->given.turn = v3_add(n->given.turn, rest.turn);
    }
    n->state.turn = q_normalized(turn_after(n, 1.0));
    n->state.place = v3_add(n->state.place, n->way);
    n->way = n->swing = v3_zero();
    sut_needle_refresh(n);
}

static void balance(sut_body *b, sut_body_balance *add) {
    sut_needle *n = needle_of(b);
    double h = n->part.h;
    if (b->led) {
        return; // the hold does all the work
    }
    sut_needle_pair hand = hold_load(n);
    add->input += v3_dot(hand.line, n->way) + v3_dot(hand.turn, n->swing);
    double before = sut_needle_kinetic(n);
    double line = 0.5 * n->mass * v3_norm2(n->way) / (h * h);
    double turn = 0.5 * v3_dot(n->swing, times(n->middle, n->swing)) / (h * h);
    double stored = -n->mass * v3_dot(n->part.gravity, n->way);
    add->kinetic += line + turn - before;
    add->stored += stored;
    add->scale += before + line + turn + fabs(stored);
    add->way += line + turn;
    add->inertia += n->mass / (h * h);
}

static void stop(sut_body *b) {
    needle_of(b)->state.velocity = v3_zero();
    needle_of(b)->state.momentum = v3_zero();
}

static void save(sut_body *b) {
    needle_of(b)->backup = needle_of(b)->state;
}

static void restore(sut_body *b) {
    needle_of(b)->state = needle_of(b)->backup;
    sut_needle_refresh(needle_of(b));
}

static void fail(sut_body *b) {
    needle_of(b)->failed = true;
}

// Microseconds on a common core: a few hundred operations, and some per vertex.
static double cost(sut_body *b) {
    return 0.3 + 0.02 * b->n;
}

const sut_body_kind sut_needle_kind = {
    .name = "needle",
    .clear = clear,
    .mark = mark,
    .number = number,
    .node_of = node_of,
    .couple = couple,
    .separate = separate,
    .look_up = look_up,
    .condense = condense,
    .predict = predict,
    .linearise = linearise,
    .respond = respond,
    .step_limit = step_limit,
    .apply = apply,
    .step_back = step_back,
    .judge = judge,
    .progress = progress,
    .potential = potential,
    .scale = scale,
    .stay = stay,
    .turns_little = turns_little,
    .moves = moves,
    .balance = balance,
    .fail = fail,
    .commit = commit,
    .stop = stop,
    .save = save,
    .restore = restore,
    .cost = cost,
    .evaluation_cost = cost,
};
