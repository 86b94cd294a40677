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
    for (int k = 0; k < w->plane_count; k++) {
        w->planes[k].vertex += by;
    }
    for (int k = 0; k < w->load_count; k++) {
        w->loads[k].vertex += by;
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
    all = w->plane_count;
    for (w->plane_count = 0; all > 0 && w->planes->vertex < from; all--) {
        w->planes++;
    }
    while (w->plane_count < all && w->planes[w->plane_count].vertex < to) {
        w->plane_count++;
    }
    all = w->load_count;
    for (w->load_count = 0; all > 0 && w->loads->vertex < from; all--) {
        w->loads++;
    }
    while (w->load_count < all && w->loads[w->load_count].vertex < to) {
        w->load_count++;
    }
}

// The rod from vertex `from` to `to`, both included as far as they exist. Returns the first one.
static int open_window(const sut_rod *r, sut_rod *w, int from, int to) {
    int a = from > 0 ? from : 0;
    int b = to < r->n - 1 ? to : r->n - 1;
    *w = *r;
    w->n = w->body.n = b - a + 1;
    w->rest += a;
    w->per_rest += a;
    w->cell += a;
    w->mass += a;
    w->bend += a;
    w->tension += a;
    w->body.position += a;
    w->velocity += a;
    w->edge = shifted(r->edge, a);
    w->bent = shifted(r->bent, a);
    w->body.move = shifted(r->body.move, a);
    w->inverse += a; // the solve and the guard still ask for it
    w->band.block += (size_t)a * SUT_BAND_BLOCK;
    w->band.n = w->n;
    w->framed = false;
    w->torqued = false;
    w->torque = r->spin_push; // a rod with uniform twist has no other use for it: zeros
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
    for (int k = 0; k < r->plane_count; k++) {
        count += r->planes[k].spin_held ? 1 : 0;
    }
    return count > 1 && r->mat.GJ > 0.0;
}

// Twist that couples the whole rod, or spins of their own, need the stages one after the other, and
// a rod in contact is solved together with others.
static bool comes_apart(const sut_rod *r) {
    return !r->body.touched && !r->curved && !has_span(r) && !r->portals;
}

bool sut_rod_can_sweep(const sut_rod *r) {
    return comes_apart(r) && r->lambda == 1.0 && r->mat.model == SUT_MODEL_IMPLICIT;
}

// What judging the correction asks for.
static void note_extremes(sut_rod *r, const sut_rod *w, int from, int to) {
    double turn = r->sweep_turn;
    double pull = r->sweep_pull;
    for (int i = from; i < to; i++) {
        double x = w->binormal.x[i];
        double y = w->binormal.y[i];
        double z = w->binormal.z[i];
        double k2 = (x * x + y * y) + z * z;
        bool inner = i > 0 && i < w->n - 1;
        turn = inner && k2 > turn ? k2 : turn;
        double p = fabs(w->pull[i]);
        pull = i < w->n - 1 && p > pull ? p : pull;
    }
    r->sweep_turn = turn;
    r->sweep_pull = pull;
}

// Time since *last belongs to stage s.
static void lap(sut_rod *r, sut_stage s, double *last) {
    double now = sut_clock_us();
    r->lap_us[s] += now - *last;
    *last = now;
}

static void sweep_piece(sut_rod *r, int from, int to) {
    double time = sut_clock_us();
    sut_rod w;
    int a = open_window(r, &w, from - HALO, to - 1 + HALO);
    w.residual = r->start_force; // a fully implicit step has no other use for it
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
        to_solve[i] = -w.residual[shift + (size_t)i];
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
    double *const state[] = {r->edge.x,      r->edge.y,      r->edge.z,      r->rest,
                             r->per_rest,    r->cell,        r->mass,        r->bend,
                             r->body.move.x, r->body.move.y, r->body.move.z, r->inverse};
    fetch(state, (int)(sizeof state / sizeof state[0]), i);
    double *const bent[] = {r->bent.x, r->bent.y, r->bent.z};
    fetch(bent, r->viscous_bend > 0.0 ? 3 : 0, i);
    for (int k = 0; k < 3; k++) {
        double *const vectors[] = {&r->velocity[i].x, &r->body.correction[3 * (size_t)i]};
        fetch(vectors, 2, k * SUT_BAND_LINE);
    }
}

static void clear_torques(sut_rod *r) {
    for (int k = 0; k < r->plane_count; k++) {
        r->planes[k].side_torque[0] = 0.0;
        r->planes[k].side_torque[1] = 0.0;
    }
    r->torqued = false;
    int most = PIECE + 2 * HALO;
    memset(r->spin_push, 0, (size_t)(r->n < most ? r->n : most) * sizeof(double));
}

bool sut_rod_sweep(sut_rod *r) {
    sut_rod_begin(r);
    clear_torques(r);
    r->fresh = true;
    r->swept = true;
    r->mixed_known = false;
    r->sweep_turn = 0.0;
    r->sweep_pull = 0.0;
    memset(r->lap_us, 0, sizeof r->lap_us);
    sut_band_filler source = {fill, soon, r};
    return sut_rod_solve_from(r, &source);
}

void sut_rod_unfold(sut_rod *r) {
    if (!r->swept) {
        return;
    }
    size_t bytes = (size_t)r->n * sizeof(double);
    double *kept = r->chain.column[0]; // made anew by the next linear solve
    memcpy(kept, r->body.move.x, bytes);
    memcpy(kept + r->n, r->body.move.y, bytes);
    memcpy(kept + 2 * (size_t)r->n, r->body.move.z, bytes);
    sut_rod_guess(r);
    sut_rod_kinematics(r);
    sut_rod_twist(r);
    if (r->viscous_bend > 0.0) {
        r->kernel->memory(r); // planes have kept theirs
    }
    memcpy(r->body.move.x, kept, bytes);
    memcpy(r->body.move.y, kept + r->n, bytes);
    memcpy(r->body.move.z, kept + 2 * (size_t)r->n, bytes);
    r->fresh = false;
    r->swept = false;
}

//---- commit --------------------------------------------------------------------------------------
// Reaction of a held vertex, from the few vertices around it.
static sut_vec3 reaction(sut_rod *r, int vertex) {
    sut_rod w;
    int a = open_window(r, &w, vertex - HALO, vertex + HALO);
    if (r->viscous_bend == 0.0) {
        w.give = w.size = w.axis.x = w.axis.y = w.axis.z = w.torque; // nothing is damped
    }
    if (r->swept) {
        sut_rod guess = w;
        guess.body.move = r->force; // not asked for here, and made anew where it is
        sut_rod_guess(&guess);
        if (r->viscous_bend > 0.0) {
            guess.kernel->edges(&guess);
            guess.kernel->vertices(&guess);
            guess.kernel->memory(&guess);
        }
    } else {
        w.axis = shifted(r->axis, a);
        w.give = r->give + a;
        w.size = r->size + a;
        w.inertia += a;
        w.start_force += 3 * (size_t)a;
    }
    sut_rod_kinematics(&w);
    sut_vec3 lack = sut_rod_residual_at(&w, vertex - a);
    close_window(&w, a);
    return v3_scale(lack, r->lambda);
}

// Planes at the accepted shape. Angles are measured against the twist-free frame, which is carried
// along from the first edge: as far as the last plane.
static void look_at_planes(sut_rod *r) {
    if (!r->framed) {
        for (int k = 0; k < r->plane_count; k++) {
            sut_rod w;
            int a = open_window(r, &w, r->planes[k].vertex - HALO, r->planes[k].vertex + HALO);
            sut_rod_kinematics(&w);
            close_window(&w, a);
        }
        sut_rod w;
        int a = open_window(r, &w, 0, HALO);
        sut_rod_kinematics(&w); // leaves the first tangent
        close_window(&w, a);
        return;
    }
    int enough = r->planes[r->plane_count - 1].vertex + 1 + HALO;
    sut_rod front = *r;
    front.n = enough < r->n ? enough : r->n;
    sut_rod_kinematics(&front);
}

// The one plane that holds the spin holds it for the whole rod.
static void commit_spin(sut_rod *r) {
    int k = 0;
    while (k < r->plane_count && !r->planes[k].spin_held) {
        k++;
    }
    if (!r->framed || k == r->plane_count) {
        return;
    }
    double spin = r->planes[k].spin + r->planes[k].angle;
    for (int e = 0; e < r->n - 1; e++) {
        r->spin[e] = spin;
        r->twist[e] = 0.0;
    }
}

// Lengths and turns of edges from .. to-1. Place 0 of `tangent` belongs to the edge before.
static void commit_turns(const sut_rod *r, sut_rod *w, int from, int to) {
    w->n = w->body.n = to - from + 1;
    w->edge = shifted(r->edge, from);
    w->body.move = shifted(r->body.move, from);
    w->tangent = shifted(r->tangent, 1);
    w->kernel->edges(w);
    sut_rod turns = *w;
    int before = from > 0 ? 1 : 0;
    turns.n = w->n + before;
    turns.tangent = shifted(w->tangent, -before);
    turns.binormal = shifted(r->bent, from - before);
    w->kernel->vertices(&turns);
    sut_soa3_set(&r->tangent, 0, sut_soa3_get(&w->tangent, to - from - 1));
}

static double commit_views(sut_rod *r, const sut_rod *w, int from, int to) {
    double most = 0.0;
    const double ea = r->mat.EA;
    for (int i = from; !r->cut && i < to; i++) {
        double longer = (w->length[i - from] - r->rest[i]) * r->per_rest[i];
        r->tension[i] = ea * longer;
    }
    for (int i = from; i < to; i++) {
        double strain = fabs(w->length[i - from] - r->rest[i]) * r->per_rest[i];
        most = strain > most ? strain : most;
    }
    return most;
}

void sut_rod_sweep_commit(sut_rod *r) {
    clear_torques(r);
    look_at_planes(r);
    sut_vec3 tangent = sut_soa3_get(&r->tangent, 0);
    for (int k = 0; k < r->load_count; k++) {
        r->loads[k].force = sut_rod_load_force(r, &r->loads[k]);
    }
    for (int k = 0; k < r->chain.pin_count; k++) {
        r->chain.pins[k].force = reaction(r, r->chain.pins[k].vertex);
    }
    commit_spin(r);
    if (r->framed) {
        r->director = sut_soa3_get(&r->frame, 0);
    } else {
        sut_rod_carry_director(r, tangent);
    }
    sut_rod_plane_commit(r);
    const int edges = r->n - 1;
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
    r->swept = false;
    r->shown = !r->cut;
    // between the parts of a step the tensions stay what they were, and are shown at its end
    if (r->cut) {
        sut_rod_measure_edges(r);
    }
}

bool sut_rod_commits_by_sweep(const sut_rod *r) {
    return comes_apart(r);
}
