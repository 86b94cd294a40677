// SPDX-License-Identifier: MIT
// rod_sweep.c -- the first linearisation of a step, and its commit, piece by piece along the rod.
//
// Stage after stage over 30 000 vertices is bound by memory: each stage writes arrays that have
// left the caches before the next one reads them. But nearly every step needs one linearisation
// only, and then nothing of the trial shape is needed twice. So a rod goes through all stages up to
// the elimination in pieces that stay in the caches, and again at the commit. A piece is a small
// rod of its own, a window: its state are places in the long arrays, its scratch the first places
// of the long scratch arrays, and the stages do not know the difference. Windows overlap, since the
// turns at their ends are not those of the rod. All results are those of the stages, bit for bit.
// If the step turns out to need more, unfolding makes the scratch that the stages would have left.
// docs/theory/solve.md
#include "rod/rod.h"

#include "base/clock.h"
#include "math/vec3.h"

#include <string.h>

enum {
    PIECE = 256,
    HALO = 3 // a row of the matrix depends on the turns next to it, these on edges one further
};

//---- windows -------------------------------------------------------------------------------------
static sut_soa3 shifted(sut_soa3 a, int by) {
    sut_soa3 s = {a.x + by, a.y + by, a.z + by};
    return s;
}

// Holds of a window are those of the rod, with its own numbers as long as the window is open.
static void number_holds(sut_rod *w, int by) {
    for (int k = 0; k < w->chain.pin_count; k++) {
        w->chain.pins[k].vertex += by;
    }
    for (int k = 0; k < w->work.plane_count; k++) {
        w->work.planes[k].vertex += by;
    }
    for (int k = 0; k < w->work.load_count; k++) {
        w->work.loads[k].vertex += by;
    }
}

// All three lists are sorted by vertex.
static void take_holds(sut_rod *w, int from, int to) {
    int all = w->chain.pin_count;
    for (w->chain.pin_count = 0; all > 0 && w->chain.pins->vertex < from; all--) {
        w->chain.pins++;
    }
    while (w->chain.pin_count < all && w->chain.pins[w->chain.pin_count].vertex < to) {
        w->chain.pin_count++;
    }
    all = w->work.plane_count;
    for (w->work.plane_count = 0; all > 0 && w->work.planes->vertex < from; all--) {
        w->work.planes++;
    }
    while (w->work.plane_count < all && w->work.planes[w->work.plane_count].vertex < to) {
        w->work.plane_count++;
    }
    all = w->work.load_count;
    for (w->work.load_count = 0; all > 0 && w->work.loads->vertex < from; all--) {
        w->work.loads++;
    }
    while (w->work.load_count < all && w->work.loads[w->work.load_count].vertex < to) {
        w->work.load_count++;
    }
}

// The rod from vertex `from` to `to`, both included as far as they exist. Returns the first one.
static int open_window(const sut_rod *r, sut_rod *w, int from, int to) {
    int a = from > 0 ? from : 0;
    int b = to < r->body.n - 1 ? to : r->body.n - 1;
    *w = *r;
    w->body.n = b - a + 1;
    w->def.rest += a;
    w->def.per_rest += a;
    w->def.cell += a;
    w->def.mass += a;
    w->work.bend += a;
    w->work.tension += a;
    w->body.position += a;
    w->state.velocity += a;
    w->state.edge = shifted(r->state.edge, a);
    w->state.bent = shifted(r->state.bent, a);
    w->body.move = shifted(r->body.move, a);
    w->work.inverse += a; // the solve and the guard still ask for it
    w->work.band.block += (size_t)a * SUT_BAND_BLOCK;
    w->work.band.n = w->body.n;
    w->work.framed = false;
    w->work.torqued = false;
    w->work.torque = r->work.spin_push; // a rod with uniform twist has no other use for it: zeros
    take_holds(w, a, b + 1);
    number_holds(w, -a);
    return a;
}

static void close_window(sut_rod *w, int a) {
    number_holds(w, a);
}

//---- the first linearisation ---------------------------------------------------------------------
static bool has_span(const sut_rod *r) {
    int count = 0;
    for (int k = 0; k < r->work.plane_count; k++) {
        count += r->work.planes[k].spin_held ? 1 : 0;
    }
    return count > 1 && r->def.GJ > 0.0;
}

// Twist that couples the whole rod, or spins of their own, need the stages one after the other, and
// a rod in contact is solved together with others.
static bool comes_apart(const sut_rod *r) {
    return !r->body.touched && !r->def.curved && !has_span(r) && !r->work.portals;
}

bool sut_rod_can_sweep(const sut_rod *r) {
    return comes_apart(r) && r->work.lambda == 1.0 && r->def.model == SUT_MODEL_IMPLICIT;
}

// What judging the correction asks for.
static void note_extremes(sut_rod *r, const sut_rod *w, int from, int to) {
    double turn = r->work.sweep_turn;
    double pull = r->work.sweep_pull;
    for (int i = from; i < to; i++) {
        double x = w->work.binormal.x[i];
        double y = w->work.binormal.y[i];
        double z = w->work.binormal.z[i];
        double k2 = (x * x + y * y) + z * z;
        bool inner = i > 0 && i < w->body.n - 1;
        turn = inner && k2 > turn ? k2 : turn;
        double p = fabs(w->work.pull[i]);
        pull = i < w->body.n - 1 && p > pull ? p : pull;
    }
    r->work.sweep_turn = turn;
    r->work.sweep_pull = pull;
}

// Time since *last belongs to stage s.
static void lap(sut_rod *r, sut_stage s, double *last) {
    double now = sut_clock_us();
    r->work.lap_us[s] += now - *last;
    *last = now;
}

static void sweep_piece(sut_rod *r, int from, int to) {
    double time = sut_clock_us();
    sut_rod w;
    int a = open_window(r, &w, from - HALO, to - 1 + HALO);
    w.work.residual = r->work.start_force; // a fully implicit step has no other use for it
    sut_rod_guess(&w);
    lap(r, SUT_STAGE_PREDICT, &time);
    sut_rod_kinematics(&w);
    lap(r, SUT_STAGE_KINEMATICS, &time);
    sut_rod_forces(&w);
    lap(r, SUT_STAGE_FORCES, &time);
    note_extremes(r, &w, from - a, to - a);
    lap(r, SUT_STAGE_CHECK, &time);
    sut_rod_assemble_part(&w, from - a, to - a);
    lap(r, SUT_STAGE_ASSEMBLY, &time);
    double *to_solve = &r->body.correction[3 * (size_t)from];
    size_t shift = 3 * (size_t)(from - a);
    for (int i = 0; i < 3 * (to - from); i++) {
        to_solve[i] = -w.work.residual[shift + (size_t)i];
    }
    for (int k = 0; k < w.chain.pin_count; k++) {
        int i = w.chain.pins[k].vertex + a;
        if (i >= from && i < to) {
            memset(&r->body.correction[3 * (size_t)i], 0, 3 * sizeof(double));
        }
    }
    close_window(&w, a);
}

static void fill(void *ctx, int from, int to) {
    for (int i = from; i < to; i += PIECE) {
        sweep_piece(ctx, i, i + PIECE < to ? i + PIECE : to);
    }
}

static void fetch(double *const lines[], int count, int i) {
    for (int k = 0; k < count; k++) {
        __builtin_prefetch(lines[k] + i, 0, 2);
    }
}

// The arrays a piece reads and those it writes, a line of each; three lines where a vertex has
// three values.
static void soon(void *ctx, int i) {
    const sut_rod *r = ctx;
    double *const state[] = {r->state.edge.x, r->state.edge.y, r->state.edge.z, r->def.rest,
                             r->def.per_rest, r->def.cell,     r->def.mass,     r->work.bend,
                             r->body.move.x,  r->body.move.y,  r->body.move.z,  r->work.inverse};
    fetch(state, (int)(sizeof state / sizeof state[0]), i);
    double *const bent[] = {r->state.bent.x, r->state.bent.y, r->state.bent.z};
    fetch(bent, r->work.viscous_bend > 0.0 ? 3 : 0, i);
    for (int k = 0; k < 3; k++) {
        double *const vectors[] = {&r->state.velocity[i].x, &r->body.correction[3 * (size_t)i]};
        fetch(vectors, 2, k * SUT_BAND_LINE);
    }
}

static void clear_torques(sut_rod *r) {
    for (int k = 0; k < r->work.plane_count; k++) {
        r->work.planes[k].side_torque[0] = 0.0;
        r->work.planes[k].side_torque[1] = 0.0;
    }
    r->work.torqued = false;
    int most = PIECE + 2 * HALO;
    memset(r->work.spin_push, 0, (size_t)(r->body.n < most ? r->body.n : most) * sizeof(double));
}

bool sut_rod_sweep(sut_rod *r) {
    sut_rod_begin(r);
    clear_torques(r);
    r->work.fresh = true;
    r->work.swept = true;
    r->work.mixed_known = false;
    r->work.sweep_turn = 0.0;
    r->work.sweep_pull = 0.0;
    memset(r->work.lap_us, 0, sizeof r->work.lap_us);
    sut_band_filler source = {fill, soon, r};
    return sut_rod_solve_from(r, &source);
}

void sut_rod_unfold(sut_rod *r) {
    if (!r->work.swept) {
        return;
    }
    size_t bytes = (size_t)r->body.n * sizeof(double);
    double *kept = r->chain.column[0]; // made anew by the next linear solve
    memcpy(kept, r->body.move.x, bytes);
    memcpy(kept + r->body.n, r->body.move.y, bytes);
    memcpy(kept + 2 * (size_t)r->body.n, r->body.move.z, bytes);
    sut_rod_guess(r);
    sut_rod_kinematics(r);
    sut_rod_twist(r);
    if (r->work.viscous_bend > 0.0) {
        r->def.kernel->memory(r); // planes have kept theirs
    }
    memcpy(r->body.move.x, kept, bytes);
    memcpy(r->body.move.y, kept + r->body.n, bytes);
    memcpy(r->body.move.z, kept + 2 * (size_t)r->body.n, bytes);
    r->work.fresh = false;
    r->work.swept = false;
}

//---- commit --------------------------------------------------------------------------------------
// Reaction of a held vertex, from the few vertices around it.
static sut_vec3 reaction(sut_rod *r, int vertex) {
    sut_rod w;
    int a = open_window(r, &w, vertex - HALO, vertex + HALO);
    if (r->work.viscous_bend == 0.0) {
        w.work.give = w.work.size = w.work.axis.x = w.work.axis.y = w.work.axis.z =
            w.work.torque; // nothing is damped
    }
    if (r->work.swept) {
        sut_rod guess = w;
        guess.body.move = r->work.force; // not asked for here, and made anew where it is
        sut_rod_guess(&guess);
        if (r->work.viscous_bend > 0.0) {
            guess.def.kernel->edges(&guess);
            guess.def.kernel->vertices(&guess);
            guess.def.kernel->memory(&guess);
        }
    } else {
        w.work.axis = shifted(r->work.axis, a);
        w.work.give = r->work.give + a;
        w.work.size = r->work.size + a;
        w.work.inertia += a;
        w.work.start_force += 3 * (size_t)a;
    }
    sut_rod_kinematics(&w);
    sut_vec3 lack = sut_rod_residual_at(&w, vertex - a);
    close_window(&w, a);
    return v3_scale(lack, r->work.lambda);
}

// Planes at the accepted shape. Angles are measured against the twist-free frame, which is carried
// along from the first edge: as far as the last plane.
static void look_at_planes(sut_rod *r) {
    if (!r->work.framed) {
        for (int k = 0; k < r->work.plane_count; k++) {
            sut_rod w;
            int a = open_window(r, &w, r->work.planes[k].vertex - HALO,
                                r->work.planes[k].vertex + HALO);
            sut_rod_kinematics(&w);
            close_window(&w, a);
        }
        sut_rod w;
        int a = open_window(r, &w, 0, HALO);
        sut_rod_kinematics(&w); // leaves the first tangent
        close_window(&w, a);
        return;
    }
    int enough = r->work.planes[r->work.plane_count - 1].vertex + 1 + HALO;
    sut_rod front = *r;
    front.body.n = enough < r->body.n ? enough : r->body.n;
    sut_rod_kinematics(&front);
}

// The one plane that holds the spin holds it for the whole rod.
static void commit_spin(sut_rod *r) {
    int k = 0;
    while (k < r->work.plane_count && !r->work.planes[k].spin_held) {
        k++;
    }
    if (!r->work.framed || k == r->work.plane_count) {
        return;
    }
    double spin = r->work.planes[k].spin + r->work.planes[k].angle;
    for (int e = 0; e < r->body.n - 1; e++) {
        r->state.spin[e] = spin;
        r->work.twist[e] = 0.0;
    }
}

// Lengths and turns of edges from .. to-1. Place 0 of `tangent` belongs to the edge before.
static void commit_turns(const sut_rod *r, sut_rod *w, int from, int to) {
    w->body.n = to - from + 1;
    w->state.edge = shifted(r->state.edge, from);
    w->body.move = shifted(r->body.move, from);
    w->work.tangent = shifted(r->work.tangent, 1);
    w->def.kernel->edges(w);
    sut_rod turns = *w;
    int before = from > 0 ? 1 : 0;
    turns.body.n = w->body.n + before;
    turns.work.tangent = shifted(w->work.tangent, -before);
    turns.work.binormal = shifted(r->state.bent, from - before);
    w->def.kernel->vertices(&turns);
    sut_soa3_set(&r->work.tangent, 0, sut_soa3_get(&w->work.tangent, to - from - 1));
}

static double commit_views(sut_rod *r, const sut_rod *w, int from, int to) {
    double most = 0.0;
    const double ea = r->def.EA;
    for (int i = from; !r->work.cut && i < to; i++) {
        double longer = (w->work.length[i - from] - r->def.rest[i]) * r->def.per_rest[i];
        r->work.tension[i] = ea * longer;
    }
    for (int i = from; i < to; i++) {
        double strain = fabs(w->work.length[i - from] - r->def.rest[i]) * r->def.per_rest[i];
        most = strain > most ? strain : most;
    }
    return most;
}

void sut_rod_sweep_commit(sut_rod *r) {
    clear_torques(r);
    look_at_planes(r);
    sut_vec3 tangent = sut_soa3_get(&r->work.tangent, 0);
    for (int k = 0; k < r->work.load_count; k++) {
        r->work.loads[k].force = sut_rod_load_force(r, &r->work.loads[k]);
    }
    for (int k = 0; k < r->chain.pin_count; k++) {
        r->chain.pins[k].force = reaction(r, r->chain.pins[k].vertex);
    }
    commit_spin(r);
    if (r->work.framed) {
        r->state.director = sut_soa3_get(&r->work.frame, 0);
    } else {
        sut_rod_carry_director(r, tangent);
    }
    sut_rod_plane_commit(r);
    const int edges = r->body.n - 1;
    double stretch = 0.0;
    double kinetic = 0.0;
    sut_rod w = *r;
    for (int from = 0; from < edges; from += PIECE) {
        int to = from + PIECE < edges ? from + PIECE : edges;
        commit_turns(r, &w, from, to);
        double most = commit_views(r, &w, from, to);
        stretch = most > stretch ? most : stretch;
        kinetic = sut_rod_commit_motion(r, from, to, kinetic);
    }
    sut_rod_commit_peaks(r, stretch, kinetic);
    r->work.swept = false;
    r->work.shown = !r->work.cut;
    // between the parts of a step the tensions stay what they were, and are shown at its end
    if (r->work.cut) {
        sut_rod_measure_edges(r);
    }
}

bool sut_rod_commits_by_sweep(const sut_rod *r) {
    return comes_apart(r);
}
