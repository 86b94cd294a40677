// SPDX-License-Identifier: MIT
// What a seed means: sizes, materials, threads, solids and hands.
#include "torture_scene.h"

#include <stdio.h>

const char *const sut_torture_names[SUT_TORTURE_FAMILIES] = {
    "hands", "tangle", "knot",   "threads", "obstacles", "squeeze", "instruments",
    "duel",  "sheet",  "vessel", "pads",    "fold",      "stitch",  "needle",
};

//---- threads -------------------------------------------------------------------------------------
static int count_threads(torture_scene *s) {
    switch (s->family) {
    case SUT_TORTURE_HANDS:
        return 1;
    case SUT_TORTURE_THREADS:
        return 2 + torture_pick(&s->random, TORTURE_THREADS - 1);
    default:
        return 1 + torture_pick(&s->random, 2);
    }
}

// Edges in radii: mostly as in real scenes, sometimes far finer than the thread is thick.
static double choose_edge(torture_random *r) {
    return torture_chance(r, 0.15) ? torture_scale(r, 0.5, 3.0) : torture_scale(r, 2.0, 40.0);
}

// 0.02 to 0.5 mm thick.
static void plan_sizes(torture_scene *s) {
    torture_random *r = &s->random;
    double radius = torture_scale(r, 1e-5, 2.5e-4);
    bool alike = torture_chance(r, 0.6);
    double edge = choose_edge(r);
    for (int i = 0; i < s->thread_count; i++) {
        torture_thread *t = &s->thread[i];
        t->radius = alike ? radius : torture_scale(r, 1e-5, 2.5e-4);
        t->edge = t->radius * (alike ? edge : choose_edge(r));
        // a knot of few vertices is no knot any more
        int least = s->family == SUT_TORTURE_KNOT && s->small ? 30 : 12;
        int most = (s->small ? TORTURE_FEW : TORTURE_VERTICES) / (s->thread_count > 2 ? 2 : 1);
        t->count = least + torture_pick(r, most - 12);
    }
}

// The ball in which walks are grown: wide, or as dense as a tangle is.
static void plan_room(torture_scene *s) {
    double longest = 0.0;
    double volume = 0.0;
    for (int i = 0; i < s->thread_count; i++) {
        const torture_thread *t = &s->thread[i];
        double length = t->edge * (t->count - 1);
        longest = fmax(longest, length);
        volume += SUT_PI * t->radius * t->radius * length;
    }
    bool dense = s->family == SUT_TORTURE_TANGLE || torture_chance(&s->random, 0.2);
    double share = torture_scale(&s->random, 0.01, 0.1);
    double ball = cbrt(volume / share * 3.0 / (4.0 * SUT_PI));
    s->radius_of_all =
        dense ? fmin(ball, 0.5 * longest) : torture_between(&s->random, 0.2, 0.5) * longest;
    s->size = 0.6 * longest;
}

// Where threads lie; where nothing can be found the scene is given up.
static bool plan_shapes(torture_scene *s) {
    torture_random *r = &s->random;
    double apart =
        torture_chance(r, 0.3) ? torture_between(r, 0.6, 1.0) : torture_between(r, 1.01, 2.0);
    if (sut_torture_has_stitches(s)) {
        return sut_torture_lay_needle(s);
    }
    if (s->family == SUT_TORTURE_KNOT) {
        apart = torture_chance(r, 0.2) ? 1.02 : torture_scale(r, 1.1, 4.0);
        if (s->thread_count == 1) {
            return sut_torture_knot(s, 0, apart);
        }
        return torture_chance(r, 0.5) ? sut_torture_reef(s, 0, apart)
                                      : sut_torture_pair(s, 0, apart);
    }
    for (int i = 0; i < s->thread_count; i++) {
        if (!sut_torture_walk(s, i, apart)) {
            return false;
        }
    }
    return true;
}

//---- solids --------------------------------------------------------------------------------------
static void plan_solid(torture_scene *s, torture_solid *o) {
    torture_random *r = &s->random;
    sut_obstacle_def *d = &o->def;
    *d = sut_default_obstacle_def();
    d->kind = (sut_obstacle_kind)torture_pick(r, 5);
    d->axis = torture_direction(r);
    d->rotation = torture_in_ball(r, 3.0);
    d->radius = torture_scale(r, 0.02, 0.6) * s->radius_of_all;
    d->length = torture_between(r, 0.1, 3.0) * s->radius_of_all;
    if (d->kind == SUT_OBSTACLE_CYLINDER && torture_chance(r, 0.4)) {
        d->length = (double)INFINITY;
    }
    d->size = v3(torture_scale(r, 0.02, 1.5) * s->radius_of_all,
                 torture_scale(r, 0.02, 1.5) * s->radius_of_all,
                 torture_scale(r, 0.02, 1.5) * s->radius_of_all);
    d->center = d->kind == SUT_OBSTACLE_PLANE ? v3_scale(d->axis, -1.1 * s->radius_of_all)
                                              : torture_in_ball(r, 1.2 * s->radius_of_all);
    d->friction = torture_share(r);
    if (torture_chance(r, 0.6)) {
        o->plan = TORTURE_WANDER;
        o->way = torture_in_ball(r, 2.0 * s->radius_of_all);
        o->speed = torture_scale(r, 0.01, 1.0) * s->hurry;
        if (torture_chance(r, 0.5)) {
            o->spin = torture_in_ball(r, torture_scale(r, 1.0, 60.0) * s->hurry);
        }
    }
}

// Two boxes or planes that close over the threads and open again.
static void plan_jaws(torture_scene *s) {
    torture_random *r = &s->random;
    sut_vec3 axis = torture_direction(r);
    double out = 1.3 * s->radius_of_all;
    bool planes = torture_chance(r, 0.5);
    double speed = torture_scale(r, 0.01, 1.0) * s->hurry;
    for (int k = 0; k < 2; k++) {
        torture_solid *o = &s->solid[s->solid_count++];
        double side = k == 0 ? 1.0 : -1.0;
        sut_obstacle_def *d = &o->def;
        *d = sut_default_obstacle_def();
        d->kind = planes ? SUT_OBSTACLE_PLANE : SUT_OBSTACLE_BOX;
        d->axis = v3_scale(axis, -side);
        sut_vec3 turn = v3_cross(v3(0.0, 0.0, 1.0), axis);
        double angle = acos(axis.z);
        d->rotation = v3_norm(turn) > 1e-9 ? v3_scale(v3_normalized(turn), angle) : v3_zero();
        d->size = v3(2.0 * out, 2.0 * out, 0.4 * out);
        d->center = v3_scale(axis, side * (planes ? out : 1.2 * out));
        d->friction = torture_share(r);
        bool moves = k == 0 || torture_chance(r, 0.5);
        o->plan = moves ? TORTURE_WANDER : TORTURE_STAY;
        o->way = v3_scale(axis, -side * out);
        o->speed = moves ? speed : 0.0;
    }
}

// A board with up to two posts on it, or other things that stay.
static void plan_board(torture_scene *s) {
    torture_random *r = &s->random;
    torture_solid *board = &s->solid[s->solid_count++];
    plan_solid(s, board);
    board->def.kind = SUT_OBSTACLE_PLANE;
    board->def.axis = v3(0.0, 0.0, 1.0);
    board->def.center = v3(0.0, 0.0, -1.1 * s->radius_of_all);
    for (int i = torture_pick(r, 3); i > 0; i--) {
        plan_solid(s, &s->solid[s->solid_count++]);
    }
    for (int i = 0; i < s->solid_count; i++) {
        s->solid[i].plan = TORTURE_STAY;
    }
}

static void plan_solids(torture_scene *s) {
    int count = 0;
    if (s->family == SUT_TORTURE_OBSTACLES) {
        count = 1 + torture_pick(&s->random, TORTURE_SOLIDS);
    } else if (s->family == SUT_TORTURE_SQUEEZE) {
        plan_jaws(s);
    } else if (s->family == SUT_TORTURE_TOOLS || s->family == SUT_TORTURE_DUEL) {
        plan_board(s);
    } else if (s->family != SUT_TORTURE_KNOT && !sut_torture_has_tissue(s) &&
               !sut_torture_has_stitches(s) && torture_chance(&s->random, 0.15)) {
        count = 1;
    }
    while (count-- > 0) {
        plan_solid(s, &s->solid[s->solid_count++]);
    }
}

sut_torture_family sut_torture_family_of(uint64_t seed, const sut_torture_options *opt) {
    return opt->family >= 0 ? (sut_torture_family)opt->family
                            : (sut_torture_family)(seed % SUT_TORTURE_USUAL);
}

// Jaws need 50 ms to close: no steps shorter than that takes. Hands hold an end or none.
static void plan_tools(torture_scene *s) {
    torture_random *r = &s->random;
    s->tool_count = TORTURE_TOOLS;
    s->hand_count = torture_pick(r, 3);
    s->dt = torture_scale(r, 5e-4, 5e-3);
    s->budget = s->small && torture_chance(r, 0.1) ? 0.0 : s->budget;
    // over the threads, or where none is in the way
    if (s->family == SUT_TORTURE_DUEL && torture_chance(r, 0.5)) {
        s->ring = v3(0.0, 0.0, 6.0 * s->size);
    }
}

//---- all -----------------------------------------------------------------------------------------
void sut_torture_plan_scene(torture_scene *s, uint64_t seed) {
    torture_random *r = &s->random;
    s->seed = seed;
    r->state = seed * 0xd1342543de82ef95u;
    s->family = sut_torture_family_of(seed, s->opt);
    s->hurry = s->opt->hurry;
    // most scenes are small ones: they are as mean as large ones, and there are ten times as many
    s->small = torture_chance(r, 0.9);
    s->budget = s->small ? torture_scale(r, 1e-4, 2e-3) : 2e-3;
    s->dt = torture_scale(r, 1e-4, 5e-3);
    s->gravity = torture_chance(r, 0.5) ? v3(0.0, 0.0, -9.81) : v3_zero();
    s->teleports = torture_chance(r, 0.3);
    s->thread_count = count_threads(s);
    plan_sizes(s);
    plan_room(s);
    plan_solids(s);
    s->hand_count = s->family == SUT_TORTURE_HANDS ? 1 + torture_pick(r, 3)
                                                   : torture_pick(r, TORTURE_HANDS + 1);
    if (s->family == SUT_TORTURE_KNOT && s->hand_count < 2) {
        s->hand_count = 2 * s->thread_count;
    }
    if (s->family == SUT_TORTURE_TOOLS || s->family == SUT_TORTURE_DUEL) {
        plan_tools(s);
    }
    if (sut_torture_has_tissue(s)) {
        sut_torture_plan_tissues(s);
    }
    if (sut_torture_has_stitches(s)) {
        (void)sut_torture_plan_stitches(s);
    }
    for (int i = 0; i < s->solid_count; i++) {
        s->solid[i].home = s->solid[i].position = s->solid[i].def.center;
    }
}

// Soft as silicone to stiff as nylon; some braided, some without any stiffness in bending.
static void choose_material(torture_scene *s, sut_thread_def *d, double radius) {
    torture_random *r = &s->random;
    double young = torture_scale(r, 1e6, 5e9);
    sut_thread_def_set_round(d, young, 0.4, torture_between(r, 900.0, 1500.0), radius);
    double bending = torture_share(r);
    if (bending < 0.2) {
        d->EI = 0.0;
    } else if (bending < 0.5) {
        d->EI *= torture_scale(r, 1e-3, 1.0);
        d->GJ = torture_chance(r, 0.5) ? d->EI : d->GJ;
    }
    if (torture_chance(r, 0.1)) {
        d->GJ = 0.0;
    }
    d->friction = torture_chance(r, 0.2) ? 0.0 : torture_share(r);
    d->damping_bend = torture_chance(r, 0.5) ? d->damping_bend : 0.0;
    d->damping_stretch = torture_chance(r, 0.3) ? 1e-3 : 0.0;
    d->drag = torture_chance(r, 0.3) ? torture_scale(r, 1e-5, 1e-2) : 0.0;
    if (torture_chance(r, 0.1)) {
        d->natural_curvature[0] = torture_between(r, -0.05, 0.05) / radius;
    }
    d->twist = torture_chance(r, 0.15) ? SUT_TWIST_DYNAMIC : SUT_TWIST_QUASI_STATIC;
    d->inertia = torture_chance(r, 0.1) ? SUT_INERTIA_LOW_MASS : SUT_INERTIA_MASS;
    d->implicitness = torture_chance(r, 0.15) ? 0.5 : 1.0;
}

// What an explicit model does not have. Softer threads as well, most of the time: what needs a
// thousand parts in a step hardly moves within a budget, and so meets nothing.
static void suit_model(torture_scene *s, sut_thread_def *d) {
    sut_model model = s->opt->model;
    bool springs = model >= SUT_MODEL_SPRINGS_1;
    d->model = model;
    if (model != SUT_MODEL_VARIATIONAL && !springs) {
        return;
    }
    d->twist = SUT_TWIST_QUASI_STATIC;
    d->inertia = SUT_INERTIA_MASS;
    d->implicitness = 1.0;
    d->damping_twist = 0.0;
    d->natural_curvature[0] = springs ? 0.0 : d->natural_curvature[0];
    torture_random *r = &s->random;
    double softer = torture_chance(r, 0.8) ? torture_scale(r, 1e-5, 1e-2) : 1.0;
    d->EA *= softer;
    d->EI *= softer;
    d->GJ *= softer;
    if (model == SUT_MODEL_VARIATIONAL) {
        d->variational.extensible = torture_chance(r, 0.2);
        d->variational.solver =
            torture_chance(r, 0.5) ? SUT_MULTIPLIERS_NEWTON : SUT_MULTIPLIERS_CONTRACTION;
        d->variational.penalty = torture_chance(r, 0.2) ? torture_scale(r, 1e-2, 1e3) : 0.0;
        d->variational.contact = s->opt->global ? SUT_VARIATIONAL_GLOBAL : SUT_VARIATIONAL_LOCAL;
    } else {
        d->springs.repulsion = torture_chance(r, 0.5) ? torture_scale(r, 1e-2, 1e3) : 0.0;
        d->springs.repulsion_damper = torture_chance(r, 0.5) ? torture_scale(r, 1e-6, 1e-2) : 0.0;
    }
}

static bool create_thread(torture_scene *s, torture_thread *t) {
    sut_thread_def d = sut_default_thread_def();
    choose_material(s, &d, t->radius);
    suit_model(s, &d);
    d.positions = t->start;
    d.pierces = s->family == SUT_TORTURE_STITCH;
    d.vertex_count = t->count;
    double rest[TORTURE_VERTICES];
    t->length = 0.0;
    for (int i = 0; i + 1 < t->count; i++) {
        rest[i] = v3_distance(t->start[i], t->start[i + 1]);
        t->length += rest[i];
    }
    d.rest_lengths = rest;
    t->mass = d.mass_per_length * t->length;
    sut_vec3 speed[TORTURE_VERTICES];
    if (torture_chance(&s->random, 0.2) && !sut_torture_has_stitches(s)) {
        sut_vec3 all = torture_in_ball(&s->random, s->hurry);
        for (int i = 0; i < t->count; i++) {
            speed[i] = all;
        }
        d.velocities = speed;
    }
    t->def = d;
    return sut_thread_create(s->world, &d, &t->id) == SUT_OK;
}

bool sut_torture_build(torture_scene *s) {
    if (!plan_shapes(s)) {
        return false;
    }
    sut_torture_make_room(s);
    sut_world_def d = sut_default_world_def();
    d.gravity = s->gravity;
    d.capacity.threads = TORTURE_THREADS;
    d.capacity.obstacles = TORTURE_SOLIDS;
    d.capacity.tools = s->tool_count;
    d.capacity.tissues = TORTURE_TISSUES;
    d.capacity.supports = 2 * TORTURE_TISSUES;
    d.capacity.needles = s->family == SUT_TORTURE_NEEDLE ? 1 : 0;
    d.capacity.holes = sut_torture_has_stitches(s) ? TORTURE_HOLES : 0;
    d.contact.disabled = s->opt->disabled;
    d.contact.unguarded = s->opt->unguarded;
    d.contact.budget = s->budget; // hard scenes get less exact, not slower
    d.on_part = sut_torture_on_part;
    d.on_part_ctx = s;
    if (sut_world_create(&d, &s->world) != SUT_OK) {
        return false;
    }
    // tissue first where threads start through it
    bool early = sut_torture_has_stitches(s);
    if (early && !sut_torture_add_tissues(s)) {
        return false;
    }
    for (int i = 0; i < s->thread_count; i++) {
        if (!create_thread(s, &s->thread[i])) {
            return false;
        }
    }
    for (int i = 0; i < s->solid_count; i++) {
        if (sut_obstacle_create(s->world, &s->solid[i].def, &s->solid[i].id) != SUT_OK) {
            return false;
        }
    }
    return (early || sut_torture_add_tissues(s)) && sut_torture_add_stitches(s) &&
           sut_torture_add_tools(s) && sut_torture_judge_start(s);
}

void sut_torture_close(torture_scene *s) {
    sut_torture_close_certificate(s);
    sut_world_destroy(s->world);
    sut_torture_free_tissues(s);
    s->world = NULL;
}
