// SPDX-License-Identifier: MIT
// Tissues of the torture: a sheet under threads and fast instruments, a vessel between jaws, pads
// that are thrown at each other, a sheet that is folded over itself. Threads are grown in a ball
// about the origin; tissues begin outside of it.
#include "torture_scene.h"

#include "math/quat.h"

enum { KEYS = 12 };

bool sut_torture_has_tissue(const torture_scene *s) {
    return s->family >= SUT_TORTURE_SHEET && s->family <= SUT_TORTURE_FOLD;
}

//---- what they are -------------------------------------------------------------------------------
static sut_mesh *make_sheet(torture_scene *s, double x, double y) {
    torture_random *r = &s->random;
    int most = s->small ? 6 : 12;
    sut_sheet_def d = {.size = {x, y}, .cells = {3 + torture_pick(r, most), 3}};
    d.cells[1] = 3 + torture_pick(r, most);
    if (s->family == SUT_TORTURE_SHEET && d.cells[0] % 2 == 0 && torture_chance(r, 0.3)) {
        d.wound = (sut_wound_def){.kind = SUT_WOUND_STRAIGHT, .length = 0.4 * y};
    }
    sut_mesh_error error;
    return sut_mesh_sheet(&d, &error);
}

static sut_mesh *make_vessel(torture_scene *s, double radius, double length) {
    torture_random *r = &s->random;
    sut_vessel_def d = {.radius = radius, .length = length, .cells = {6, 3}};
    d.cells[0] += 2 * torture_pick(r, s->small ? 3 : 6);
    d.cells[1] += torture_pick(r, s->small ? 5 : 12);
    sut_mesh_error error;
    return sut_mesh_vessel(&d, &error);
}

static sut_mesh *make_pad(torture_scene *s, double x, double y, double z) {
    torture_random *r = &s->random;
    int most = s->small ? 3 : 6;
    sut_pad_def d = {.size = {x, y, z}, .cells = {2 + torture_pick(r, most), 2, 1}};
    d.cells[1] += torture_pick(r, most);
    d.cells[2] += torture_pick(r, most);
    sut_mesh_error error;
    return sut_mesh_pad(&d, &error);
}

// Softer than fat to as stiff as rubber; thin and thick walls, of cells of this size.
static sut_tissue_def choose_material(torture_scene *s, sut_tissue_model model, double cell) {
    torture_random *r = &s->random;
    sut_tissue_def d = sut_default_tissue_def();
    d.model = model;
    d.young = torture_scale(r, 3e3, 3e6);
    d.poisson = torture_between(r, 0.0, 0.49);
    d.density = torture_between(r, 900.0, 1200.0);
    d.friction = torture_chance(r, 0.2) ? 0.0 : torture_share(r);
    d.damping_strain = torture_chance(r, 0.3) ? 0.0 : torture_scale(r, 1e-4, 1e-2);
    d.damping_linear = torture_chance(r, 0.5) ? 0.0 : torture_scale(r, 0.1, 10.0);
    if (model != SUT_TISSUE_SOLID) {
        d.thickness = cell * torture_scale(r, 0.02, 0.3);
    }
    if (model == SUT_TISSUE_MEMBRANE) {
        d.membrane.stiffness = torture_scale(r, 1.0, 1e3);
        d.membrane.home = torture_chance(r, 0.3) ? torture_scale(r, 1e-2, 10.0) : 0.0;
        d.membrane.damper = torture_chance(r, 0.5) ? torture_scale(r, 1e-4, 1e-2) : 0.0;
        d.membrane.limit = torture_chance(r, 0.3) ? 1.2 : 0.0;
    }
    double rest = torture_chance(r, 0.3) ? torture_between(r, 0.85, 1.1) : 1.0;
    for (int k = 0; k < 3; k++) {
        d.rest[k] = rest;
    }
    return d;
}

static double cell_of(const sut_mesh *m) {
    const int *t = m->triangles[0];
    return v3_distance(m->nodes[t[0]], m->nodes[t[1]]);
}

static bool create_as(torture_scene *s, sut_mesh *mesh, sut_tissue_model model, sut_vec3 place,
                      sut_vec3 velocity, void (*plan)(torture_scene *, sut_tissue_def *)) {
    if (mesh == NULL) {
        return false;
    }
    torture_tissue *t = &s->tissue[s->tissue_count++];
    t->mesh = mesh;
    sut_mesh_place(mesh, q_exp(v3_zero()), place);
    sut_tissue_def d = choose_material(s, model, cell_of(mesh));
    d.nodes = mesh->nodes;
    d.node_count = mesh->node_count;
    d.triangles = (const int(*)[3])mesh->triangles;
    d.triangle_count = mesh->triangle_count;
    d.tets = (const int(*)[4])mesh->tets;
    d.tet_count = mesh->tet_count;
    d.velocity = velocity;
    if (plan != NULL) {
        plan(s, &d);
    }
    t->def = d;
    t->scale = d.thickness > 0.0 ? 0.5 * d.thickness : s->thread[0].radius;
    return sut_tissue_create(s->world, &d, &t->id) == SUT_OK;
}

static bool create(torture_scene *s, sut_mesh *mesh, sut_tissue_model model, sut_vec3 place,
                   sut_vec3 velocity) {
    return create_as(s, mesh, model, place, velocity, NULL);
}

bool sut_torture_create_tissue(torture_scene *s, sut_mesh *mesh, sut_tissue_model model,
                               sut_vec3 place, void (*plan)(torture_scene *, sut_tissue_def *)) {
    return create_as(s, mesh, model, place, v3_zero(), plan);
}

//---- what holds and moves them -------------------------------------------------------------------
static bool hold(torture_scene *s, int tissue, const char *name, const sut_support_key *keys,
                 int key_count) {
    const torture_tissue *t = &s->tissue[tissue];
    const sut_mesh_group *g = sut_mesh_group_find(t->mesh, name);
    if (g == NULL || g->node_count == 0) {
        return false;
    }
    sut_support_def d = sut_default_support_def();
    d.nodes = g->nodes;
    d.node_count = g->node_count;
    d.keys = key_count > 0 ? keys : NULL;
    d.key_count = key_count;
    for (int i = 0; i < g->node_count; i++) {
        d.center = v3_madd(d.center, 1.0 / g->node_count, t->mesh->nodes[g->nodes[i]]);
    }
    return sut_support_create(s->world, t->id, &d, &s->support[s->support_count++]) == SUT_OK;
}

bool sut_torture_hold_tissue(torture_scene *s, int tissue, const char *group) {
    return hold(s, tissue, group, NULL, 0);
}

// s, until everything rests.
static double moving_time(const torture_scene *s) {
    int resting = s->opt->steps / 5;
    return s->dt * (s->opt->steps - resting);
}

// From one place to the next at its own speed, turning as it goes, until everything rests.
static int plan_way(torture_scene *s, sut_support_key *keys, double reach) {
    torture_random *r = &s->random;
    double end = moving_time(s);
    double t = s->dt;
    int count = 0;
    keys[count++] = (sut_support_key){.t = t};
    while (t < end && count < KEYS) {
        sut_support_key next = {.offset = torture_in_ball(r, reach)};
        next.rotation = torture_chance(r, 0.5) ? torture_in_ball(r, 2.0) : keys[count - 1].rotation;
        double speed = torture_scale(r, 0.02, 1.0) * s->hurry;
        double way = v3_distance(next.offset, keys[count - 1].offset);
        next.t = t + fmax(s->dt, way / speed);
        // the last one is cut where the rest begins
        double share = next.t > end ? (end - t) / (next.t - t) : 1.0;
        next.offset = v3_lerp(keys[count - 1].offset, next.offset, share);
        next.rotation = v3_lerp(keys[count - 1].rotation, next.rotation, share);
        t = fmin(next.t, end);
        next.t = t;
        keys[count++] = next;
        if (share < 1.0) {
            break;
        }
    }
    return count;
}

//---- where threads are ---------------------------------------------------------------------------
// Walks may leave their ball. What is to lie below them does so; `top` is where they end above.
static void lift_threads(torture_scene *s) {
    double low = HUGE_VAL;
    double high = -HUGE_VAL;
    for (int i = 0; i < s->thread_count; i++) {
        const torture_thread *t = &s->thread[i];
        for (int k = 0; k < t->count; k++) {
            low = fmin(low, t->start[k].z - t->radius);
            high = fmax(high, t->start[k].z + t->radius);
        }
    }
    double up = fmax(0.0, s->floor + 0.2 * s->radius_of_all - low);
    for (int i = 0; i < s->thread_count; i++) {
        for (int k = 0; k < s->thread[i].count; k++) {
            s->thread[i].start[k].z += up;
        }
    }
    s->top = high + up;
}

//---- families ------------------------------------------------------------------------------------
static sut_tissue_model surface_model(torture_scene *s) {
    return torture_chance(&s->random, 0.5) ? SUT_TISSUE_SHELL : SUT_TISSUE_MEMBRANE;
}

// Below the ball of the threads, held at two or all borders, one of which may wander.
static bool add_sheet(torture_scene *s) {
    torture_random *r = &s->random;
    double size = s->radius_of_all;
    sut_mesh *m =
        make_sheet(s, torture_between(r, 1.5, 3.0) * size, torture_between(r, 1.5, 3.0) * size);
    sut_vec3 place = v3(0.0, 0.0, s->floor);
    if (!create(s, m, surface_model(s), place, v3_zero())) {
        return false;
    }
    sut_support_key keys[KEYS];
    int count = torture_chance(r, 0.4) ? plan_way(s, keys, 0.3 * size) : 0;
    return torture_chance(r, 0.3) ? hold(s, 0, "boundary", NULL, 0)
                                  : hold(s, 0, "x-", NULL, 0) && hold(s, 0, "x+", keys, count);
}

// Between jaws that close across it; its ends are held, one of them may wander.
static bool add_vessel(torture_scene *s) {
    torture_random *r = &s->random;
    double radius = s->vessel_radius;
    sut_mesh *m = make_vessel(s, radius, torture_between(r, 3.0, 8.0) * radius);
    sut_vec3 place = v3(0.0, 0.0, s->floor - 1.5 * radius);
    if (!create(s, m, surface_model(s), place, v3_zero())) {
        return false;
    }
    sut_support_key keys[KEYS];
    int count = torture_chance(r, 0.5) ? plan_way(s, keys, radius) : 0;
    return hold(s, 0, "start", NULL, 0) &&
           (torture_chance(r, 0.3) || hold(s, 0, "end", keys, count));
}

// One lies below the threads, the other is thrown or pressed down on them.
static bool add_pads(torture_scene *s) {
    torture_random *r = &s->random;
    double size = s->radius_of_all;
    double height = torture_between(r, 0.3, 1.0) * size;
    sut_mesh *low = make_pad(s, 2.0 * size, 2.0 * size, height);
    if (!create(s, low, SUT_TISSUE_SOLID, v3(0.0, 0.0, s->floor), v3_zero()) ||
        !hold(s, 0, "z-", NULL, 0)) {
        return false;
    }
    bool thrown = torture_chance(r, 0.5);
    sut_vec3 fall = v3(0.0, 0.0, thrown ? -torture_scale(r, 0.1, 1.0) * s->hurry : 0.0);
    sut_mesh *high = make_pad(s, torture_between(r, 0.5, 1.5) * size, size, height);
    sut_vec3 place = v3(0.3 * size, -0.2 * size, s->top + 0.2 * size + height);
    if (!create(s, high, SUT_TISSUE_SOLID, place, fall)) {
        return false;
    }
    sut_support_key keys[KEYS];
    int count = plan_way(s, keys, 2.5 * size);
    return thrown || hold(s, 1, "z+", keys, count);
}

// One end goes over to the other, turning over, and on from there.
static bool add_fold(torture_scene *s) {
    torture_random *r = &s->random;
    double x = torture_between(r, 1.0, 3.0) * s->radius_of_all;
    sut_mesh *m = make_sheet(s, x, torture_between(r, 0.5, 1.5) * s->radius_of_all);
    if (!create(s, m, surface_model(s), v3(0.0, 0.0, s->floor), v3_zero())) {
        return false;
    }
    sut_support_key keys[KEYS];
    int count = plan_way(s, keys, 0.7 * x);
    // the first way of them is the fold: over to the other end, half a turn about y
    sut_support_key fold = {.t = s->dt + x / (torture_scale(r, 0.05, 1.0) * s->hurry)};
    fold.offset = v3(-torture_between(r, 0.6, 1.2) * x, 0.0, torture_between(r, -0.1, 0.1) * x);
    fold.rotation = v3(0.0, -torture_between(r, 2.5, 4.0), 0.0);
    double end = moving_time(s);
    if (fold.t < end) {
        keys[1] = fold;
        count = 2;
    }
    return hold(s, 0, "x-", NULL, 0) && hold(s, 0, "x+", keys, count);
}

void sut_torture_make_room(torture_scene *s) {
    if (sut_torture_has_tissue(s)) {
        lift_threads(s);
    }
}

bool sut_torture_add_tissues(torture_scene *s) {
    switch (s->family) {
    case SUT_TORTURE_SHEET:
        return add_sheet(s);
    case SUT_TORTURE_VESSEL:
        return add_vessel(s);
    case SUT_TORTURE_PADS:
        return add_pads(s);
    case SUT_TORTURE_FOLD:
        return add_fold(s);
    case SUT_TORTURE_STITCH:
    case SUT_TORTURE_NEEDLE:
        return sut_torture_add_sheets(s);
    default:
        return true;
    }
}

//---- solids --------------------------------------------------------------------------------------
// Boxes from both sides of the vessel, which meet in its middle.
static void plan_vessel_jaws(torture_scene *s) {
    torture_random *r = &s->random;
    double radius = s->vessel_radius;
    double speed = torture_scale(r, 0.02, 1.0) * s->hurry;
    double half = torture_scale(r, 0.2, 1.3) * radius; // of the box, along the vessel
    for (int k = 0; k < 2; k++) {
        torture_solid *o = &s->solid[s->solid_count++];
        double side = k == 0 ? 1.0 : -1.0;
        o->def = sut_default_obstacle_def();
        bool blunt = torture_chance(r, 0.5);
        o->def.kind = blunt ? SUT_OBSTACLE_BOX : SUT_OBSTACLE_CAPSULE;
        o->def.size = v3(2.0 * half, radius, 2.6 * radius);
        o->def.radius = torture_scale(r, 0.1, 0.5) * radius;
        o->def.length = 1.5 * radius;
        o->def.axis = v3(0.0, 0.0, 1.0);
        o->def.friction = torture_share(r);
        o->def.center = v3(0.0, side * 2.2 * radius, s->floor - 1.5 * radius);
        o->plan = TORTURE_WANDER;
        o->way = v3(0.0, -side * 2.2 * radius, 0.0);
        o->speed = k == 0 || torture_chance(r, 0.7) ? speed : 0.0;
    }
}

// Something that comes up from below the sheet, and goes on.
static void plan_fist(torture_scene *s) {
    torture_random *r = &s->random;
    double size = s->radius_of_all;
    torture_solid *o = &s->solid[s->solid_count++];
    o->def = sut_default_obstacle_def();
    o->def.kind = (sut_obstacle_kind)(1 + torture_pick(r, 4));
    o->def.axis = torture_direction(r);
    o->def.rotation = torture_in_ball(r, 3.0);
    o->def.radius = torture_scale(r, 0.05, 0.3) * size;
    o->def.length = torture_between(r, 0.1, 0.5) * size;
    o->def.size = v3(torture_scale(r, 0.05, 0.5) * size, torture_scale(r, 0.05, 0.5) * size,
                     torture_scale(r, 0.05, 0.5) * size);
    o->def.friction = torture_share(r);
    o->def.center = v3(torture_between(r, -0.4, 0.4) * size, 0.0, s->floor - 0.8 * size);
    o->plan = TORTURE_WANDER;
    o->way = v3_add(v3(0.0, 0.0, 1.5 * size), torture_in_ball(r, 0.5 * size));
    o->speed = torture_scale(r, 0.02, 1.0) * s->hurry;
    if (torture_chance(r, 0.5)) {
        o->spin = torture_in_ball(r, torture_scale(r, 1.0, 60.0));
    }
}

// Fast hands, up to 3 m/s; instruments in most scenes, solids that press.
void sut_torture_plan_tissues(torture_scene *s) {
    torture_random *r = &s->random;
    s->hurry = 3.0 * s->opt->hurry;
    s->floor = -1.2 * s->radius_of_all;
    s->vessel_radius = torture_between(r, 0.2, 0.6) * s->radius_of_all;
    s->dt = torture_scale(r, 5e-4, 5e-3);
    s->hand_count = torture_pick(r, 3);
    s->tool_count = torture_chance(r, s->family == SUT_TORTURE_SHEET ? 0.9 : 0.4) ? 2 : 0;
    if (s->family == SUT_TORTURE_VESSEL) {
        plan_vessel_jaws(s);
    } else if (s->family == SUT_TORTURE_SHEET && torture_chance(r, 0.5)) {
        plan_fist(s);
    }
}

//---- as instruments and the certificate see them -------------------------------------------------
bool sut_torture_node(const torture_scene *s, int tissue, int node, sut_vec3 *out) {
    sut_tissue_view v;
    if (tissue >= s->tissue_count ||
        sut_tissue_get_view(s->world, s->tissue[tissue].id, &v) != SUT_OK) {
        return false;
    }
    *out = v.position[node % v.node_count];
    return true;
}

bool sut_torture_watch_tissues(torture_scene *s) {
    for (int i = 0; i < s->tissue_count; i++) {
        sut_tissue_view v;
        if (sut_tissue_get_view(s->world, s->tissue[i].id, &v) != SUT_OK ||
            sut_certificate_add_surface(s->certificate, v.position, v.node_count, v.triangles,
                                        v.triangle_count, s->tissue[i].scale, NULL) != SUT_OK) {
            return false;
        }
    }
    return true;
}

void sut_torture_show_tissues(torture_scene *s, const sut_world *w) {
    for (int i = 0; i < s->tissue_count; i++) {
        sut_tissue_view v;
        if (sut_tissue_get_view(w, s->tissue[i].id, &v) == SUT_OK) {
            (void)sut_certificate_surface_positions(s->certificate, i, v.position);
        }
    }
}

bool sut_torture_supports_work(const torture_scene *s) {
    for (int i = 0; i < s->tissue_count; i++) {
        const sut_tissue_def *d = &s->tissue[i].def;
        if (d->model == SUT_TISSUE_MEMBRANE && d->membrane.limit > 0.0) {
            return true;
        }
    }
    for (int i = 0; i < s->support_count; i++) {
        sut_support_view v;
        if (sut_support_get_view(s->world, s->support[i], &v) == SUT_OK && v.lag > 0.0) {
            return true;
        }
    }
    return false;
}

void sut_torture_look_at_tissues(torture_scene *s) {
    for (int i = 0; i < s->tissue_count; i++) {
        sut_tissue_view v;
        if (sut_tissue_get_view(s->world, s->tissue[i].id, &v) != SUT_OK) {
            continue;
        }
        bool finite = true;
        for (int k = 0; k < v.node_count; k++) {
            finite = finite && v3_is_finite(v.position[k]) && v3_is_finite(v.velocity[k]);
            s->counts->speed_max = fmax(s->counts->speed_max, v3_norm(v.velocity[k]));
        }
        s->counts->non_finite += finite ? 0 : 1;
    }
}

void sut_torture_free_tissues(torture_scene *s) {
    for (int i = 0; i < s->tissue_count; i++) {
        sut_mesh_free(s->tissue[i].mesh);
        s->tissue[i].mesh = NULL;
    }
    s->tissue_count = 0;
}
