// SPDX-License-Identifier: MIT
// Stitches and needles of the torture: threads that start through sheets of tissue and are pulled
// by fast hands, needles that are driven at random through one or two sheets. Some sheets tear.
// The certificate learns of every hole what may slide through it, and starts again where a mesh
// became another one.
#include "torture_scene.h"

#include "geom/triangle.h"
#include "math/quat.h"

bool sut_torture_has_stitches(const torture_scene *s) {
    return s->family == SUT_TORTURE_STITCH || s->family == SUT_TORTURE_NEEDLE;
}

//---- threads through a sheet ---------------------------------------------------------------------
// A wave about the plane z = 0 that goes through it at every multiple of the bite, level before and
// behind. Threads lie beside each other.
static sut_vec3 on_wave(const torture_stitches *p, int thread, double t) {
    double first = -0.5 * p->bite;
    double last = (p->holes - 0.5) * p->bite;
    double at = t < first ? first : (t > last ? last : t);
    double shift = 0.5 * (p->holes - 1) * p->bite;
    return v3(t - shift, p->side[thread], p->height * sin(SUT_PI * at / p->bite));
}

// Vertices at equal steps of the curve's own length.
static void lay_wave(torture_scene *s, int thread) {
    torture_thread *t = &s->thread[thread];
    const torture_stitches *p = &s->stitches;
    enum { FINE = 4000 };
    double from = -0.5 * p->bite - p->tail;
    double to = (p->holes - 0.5) * p->bite + p->tail;
    double length = 0.0;
    sut_vec3 x = on_wave(p, thread, from);
    for (int k = 1; k <= FINE; k++) {
        sut_vec3 next = on_wave(p, thread, from + (to - from) * k / FINE);
        length += v3_distance(x, next);
        x = next;
    }
    int most = s->small ? 2 * TORTURE_FEW : TORTURE_VERTICES;
    int count = 1 + (int)ceil(length / t->edge);
    t->count = count < 12 ? 12 : (count > most ? most : count);
    t->edge = length / (t->count - 1);
    double gone = 0.0;
    int placed = 0;
    x = on_wave(p, thread, from);
    t->start[placed++] = x;
    for (int k = 1; k <= FINE && placed < t->count; k++) {
        sut_vec3 next = on_wave(p, thread, from + (to - from) * k / FINE);
        gone += v3_distance(x, next);
        x = next;
        if (gone >= placed * t->edge * (1.0 - 1e-12) || k == FINE) {
            t->start[placed++] = x;
        }
    }
}

static void plan_stitches(torture_scene *s) {
    torture_random *r = &s->random;
    torture_stitches *p = &s->stitches;
    double radius = s->thread[0].radius;
    p->holes = 1 + torture_pick(r, s->small ? 4 : 8);
    p->bite = torture_scale(r, 20.0, 120.0) * radius;
    p->height = torture_between(r, 0.2, 0.8) * p->bite;
    p->tail = torture_between(r, 0.5, 4.0) * p->bite;
    s->thread_count = 1 + torture_pick(r, 2);
    for (int i = 0; i < s->thread_count; i++) {
        s->thread[i].radius = radius;
        s->thread[i].edge = fmax(radius, torture_scale(r, 0.04, 0.3) * p->bite);
        p->side[i] = (i == 0 ? 0.3 : -0.4) * p->bite + 0.1 * p->bite * torture_share(r);
    }
    for (int i = 0; i < s->thread_count; i++) {
        lay_wave(s, i);
    }
    s->radius_of_all = 0.5 * p->bite * (p->holes + 2) + p->tail;
    s->size = 1.2 * s->radius_of_all;
    s->hand_count = 1 + torture_pick(r, 2 * s->thread_count + 1);
}

//---- a needle over sheets ------------------------------------------------------------------------
static sut_vec3 behind_tip(const sut_needle_def *d, double s) {
    if (d->arc <= 0.0) {
        return v3(-s, 0.0, 0.0);
    }
    double bend = d->length / (2.0 * SUT_PI * d->arc);
    return v3(-bend * sin(s / bend), bend - bend * cos(s / bend), 0.0);
}

// A pose `way` further along its own curve.
static sut_pose advanced(const sut_needle_def *d, const sut_pose *pose, double way) {
    sut_pose next = *pose;
    double turn = d->arc > 0.0 ? way * 2.0 * SUT_PI * d->arc / d->length : 0.0;
    next.position = v3_add(pose->position, q_rotate(pose->rotation, behind_tip(d, -way)));
    next.rotation = q_normalized(q_mul(pose->rotation, q_exp(v3(0.0, 0.0, turn))));
    return next;
}

static sut_vec3 place_on(const sut_needle_def *d, double s) {
    return v3_add(d->pose.position, q_rotate(d->pose.rotation, behind_tip(d, s)));
}

// Above the sheet, mostly with the tip down; the thread goes on straight from its end.
static bool lay_needle(torture_scene *s) {
    torture_random *r = &s->random;
    sut_needle_def *d = &s->needle.def;
    torture_thread *t = &s->thread[0];
    double clear = 3.0 * fmax(d->diameter, 2.0 * t->radius) + s->stitches.height;
    for (int tries = 0; tries < 200; tries++) {
        d->pose.rotation = q_exp(torture_in_ball(r, SUT_PI));
        d->pose.position = v3_zero();
        double low = HUGE_VAL;
        for (int k = 0; k <= 24; k++) {
            low = fmin(low, place_on(d, d->length * k / 24.0).z);
        }
        d->pose.position = torture_in_ball(r, 0.3 * s->stitches.bite);
        d->pose.position.z = clear - low + torture_share(r) * 0.5 * d->length;
        sut_vec3 tip = q_rotate(d->pose.rotation, v3(1.0, 0.0, 0.0));
        sut_vec3 end = place_on(d, d->length);
        sut_vec3 away = v3_normalized(v3_sub(end, place_on(d, 0.999 * d->length)));
        if (away.z < 0.05 || (tip.z > -0.3 && tries < 150)) {
            continue;
        }
        sut_vec3 from = s->needle.swaged ? end : v3_madd(end, 3.0 * clear, away);
        for (int k = 0; k < t->count; k++) {
            t->start[k] = v3_madd(from, k * t->edge, away);
        }
        return true;
    }
    return false;
}

static void choose_plan(torture_scene *s) {
    torture_random *r = &s->random;
    torture_needle *n = &s->needle;
    static const torture_drive drives[6] = {TORTURE_DRIVE, TORTURE_DRIVE, TORTURE_DRIVE,
                                            TORTURE_BACK,  TORTURE_THROW, TORTURE_REST};
    n->drive = drives[torture_pick(r, 6)];
    n->speed = torture_scale(r, 1e-3, 1.0) * s->hurry;
    n->way = torture_direction(r);
    n->turn =
        v3_scale(torture_direction(r), torture_chance(r, 0.5) ? 0.0 : torture_scale(r, 0.1, 30.0));
}

static bool plan_needle(torture_scene *s) {
    torture_random *r = &s->random;
    torture_stitches *p = &s->stitches;
    torture_thread *t = &s->thread[0];
    torture_needle *n = &s->needle;
    sut_needle_def *d = &n->def;
    *d = sut_default_needle_def();
    d->arc = torture_chance(r, 0.2) ? 0.0 : torture_between(r, 0.1, 0.75);
    // no thinner than its thread
    d->diameter = 2.0 * t->radius * fmax(torture_scale(r, 0.8, 3.0), 1.0);
    d->length = d->diameter * torture_scale(r, 12.0, 60.0);
    d->friction = torture_chance(r, 0.2) ? 0.0 : torture_share(r);
    d->max_force = torture_chance(r, 0.5) ? torture_scale(r, 0.05, 20.0) : (double)INFINITY;
    n->swaged = !s->opt->disabled && torture_chance(r, 0.85);
    s->thread_count = 1;
    s->hand_count = torture_pick(r, 2);
    t->count = 12 + torture_pick(r, s->small ? TORTURE_FEW : TORTURE_VERTICES - 12);
    t->edge = t->radius * torture_scale(r, 2.0, 20.0);
    p->bite = fmax(d->length, 0.3 * t->edge * (t->count - 1));
    p->height = 0.0;
    p->sheets = 1 + torture_pick(r, 2);
    s->radius_of_all = p->bite;
    s->size = 2.0 * p->bite;
    return true;
}

// Threads as they will lie; what the seed chose of them before goes for nothing.
bool sut_torture_plan_stitches(torture_scene *s) {
    s->hurry = 3.0 * s->opt->hurry;
    s->dt = torture_scale(&s->random, 5e-4, 5e-3);
    s->stitches.sheets = 1;
    if (s->family == SUT_TORTURE_NEEDLE) {
        return plan_needle(s);
    }
    plan_stitches(s);
    return true;
}

//---- tissue --------------------------------------------------------------------------------------
static void plan_piercing(torture_scene *s, sut_tissue_def *d) {
    torture_random *r = &s->random;
    const torture_stitches *p = &s->stitches;
    // walls are thinner than a wave is high, and than a needle is long
    d->thickness = fmin(d->thickness, 0.2 * (p->height > 0.0 ? p->height : s->needle.def.length));
    d->piercing.enabled = !s->opt->disabled;
    d->piercing.entry = torture_scale(r, 1e-3, 0.5);
    d->piercing.cut = torture_between(r, 0.1, 0.9) * d->piercing.entry;
    d->piercing.exit = torture_between(r, 0.2, 1.0) * d->piercing.entry;
    d->piercing.grip = torture_scale(r, 0.1, 30.0);
    d->piercing.pinch = torture_chance(r, 0.2) ? 0.0 : torture_scale(r, 1e-4, 0.2);
    d->piercing.friction = torture_chance(r, 0.2) ? 0.0 : torture_share(r);
    d->piercing.spread = torture_chance(r, 0.3) ? 0.0 : torture_between(r, 0.1, 1.0) * p->bite;
    if (torture_chance(r, 0.4)) {
        d->tearing.enabled = !s->opt->disabled;
        d->tearing.strength = torture_scale(r, 0.02, 5.0);
        d->tearing.bite = torture_between(r, 0.5, 2.0) * p->bite;
    }
}

static bool add_sheet(torture_scene *s, double z) {
    torture_random *r = &s->random;
    const torture_stitches *p = &s->stitches;
    double x = torture_between(r, 1.2, 2.0) * s->radius_of_all;
    double y = torture_between(r, 1.5, 4.0) * p->bite;
    int most = s->small ? 6 : 12;
    sut_sheet_def d = {.size = {2.0 * x, y}, .cells = {4 + torture_pick(r, most), 3}};
    d.cells[1] += torture_pick(r, most);
    sut_mesh_error error;
    int tissue = s->tissue_count;
    // the middle is no node
    sut_vec3 place = v3(1e-3 * p->bite, 2e-3 * p->bite, z);
    sut_tissue_model model = torture_chance(r, 0.5) ? SUT_TISSUE_SHELL : SUT_TISSUE_MEMBRANE;
    return sut_torture_create_tissue(s, sut_mesh_sheet(&d, &error), model, place, plan_piercing) &&
           (torture_chance(r, 0.4) ? sut_torture_hold_tissue(s, tissue, "boundary")
                                   : sut_torture_hold_tissue(s, tissue, "x-") &&
                                         sut_torture_hold_tissue(s, tissue, "x+"));
}

bool sut_torture_add_sheets(torture_scene *s) {
    double apart = s->needle.def.length * torture_between(&s->random, 0.3, 0.8);
    for (int i = 0; i < s->stitches.sheets; i++) {
        if (!add_sheet(s, -i * apart)) {
            return false;
        }
    }
    return true;
}

bool sut_torture_lay_needle(torture_scene *s) {
    return s->family != SUT_TORTURE_NEEDLE || lay_needle(s);
}

static bool add_holes(torture_scene *s) {
    torture_random *r = &s->random;
    const torture_stitches *p = &s->stitches;
    for (int i = 0; i < s->thread_count; i++) {
        for (int k = 0; k < p->holes; k++) {
            sut_hole_def d = sut_default_hole_def();
            sut_hole_id id;
            d.thread = s->thread[i].id;
            d.tissue = s->tissue[0].id;
            d.at = on_wave(p, i, k * p->bite);
            d.pinch = torture_chance(r, 0.2) ? 0.0 : torture_scale(r, 1e-4, 0.2);
            if (sut_hole_create(s->world, &d, &id) != SUT_OK) {
                return false;
            }
        }
        if (sut_thread_check(s->world, s->thread[i].id) != SUT_OK) {
            return false;
        }
    }
    return true;
}

bool sut_torture_add_stitches(torture_scene *s) {
    if (s->family == SUT_TORTURE_STITCH) {
        return s->opt->disabled || add_holes(s);
    }
    if (s->family != SUT_TORTURE_NEEDLE) {
        return true;
    }
    torture_needle *n = &s->needle;
    n->def.thread = n->swaged ? s->thread[0].id : (sut_thread_id){0, 0};
    n->target = n->def.pose;
    n->led = true;
    n->there = sut_needle_create(s->world, &n->def, &n->id) == SUT_OK &&
               sut_needle_set_target(s->world, n->id, &n->target) == SUT_OK;
    choose_plan(s);
    return n->there;
}

//---- what the hand of a needle does --------------------------------------------------------------
void sut_torture_move_needle(torture_scene *s) {
    torture_random *r = &s->random;
    torture_needle *n = &s->needle;
    sut_needle_view v;
    if (!n->there || sut_needle_get_view(s->world, n->id, &v) != SUT_OK) {
        return;
    }
    if (n->led && torture_chance(r, 0.003)) {
        n->led = false;
        (void)sut_needle_release(s->world, n->id);
        return;
    }
    if (!n->led && !torture_chance(r, 0.05)) {
        return;
    }
    if (!n->led || v3_distance(n->target.position, v.pose.position) > n->def.length) {
        n->target = v.pose; // taken where it lies, or given up
        n->led = true;
    }
    if (torture_chance(r, 0.03) || v3_norm(n->target.position) > 2.0 * s->size) {
        choose_plan(s);
    }
    double way = n->speed * s->dt;
    if (n->drive == TORTURE_DRIVE || n->drive == TORTURE_BACK) {
        n->target = advanced(&n->def, &n->target, n->drive == TORTURE_DRIVE ? way : -way);
    } else if (n->drive == TORTURE_THROW) {
        n->target.position = v3_madd(n->target.position, way, n->way);
    }
    n->target.rotation = q_normalized(q_mul(q_exp(v3_scale(n->turn, s->dt)), n->target.rotation));
    (void)sut_needle_set_target(s->world, n->id, &n->target);
}

void sut_torture_stop_needle(torture_scene *s) {
    torture_needle *n = &s->needle;
    sut_needle_view v;
    if (n->there && n->led && sut_needle_get_view(s->world, n->id, &v) == SUT_OK) {
        n->target = v.pose;
        (void)sut_needle_set_target(s->world, n->id, &n->target);
    }
}

// A hand that lets its needle lag does work while it catches up.
bool sut_torture_needle_works(torture_scene *s) {
    torture_needle *n = &s->needle;
    sut_needle_view v;
    if (!n->there || !n->led || sut_needle_get_view(s->world, n->id, &v) != SUT_OK) {
        return false;
    }
    double turn = v3_norm(q_log(q_mul(v.pose.rotation, q_conjugate(n->seen.rotation))));
    bool moved = v3_distance(v.pose.position, n->seen.position) > 1e-9 * n->def.length ||
                 turn > 1e-9; // above rounding
    n->seen = v.pose;
    return moved || v.lags;
}

double sut_torture_needle_energy(const torture_scene *s, double *kinetic) {
    sut_needle_figures f;
    *kinetic = 0.0;
    if (!s->needle.there || sut_needle_get_figures(s->world, s->needle.id, &f) != SUT_OK) {
        return 0.0;
    }
    *kinetic = f.kinetic;
    return f.gravity;
}

//---- as the certificate sees them ----------------------------------------------------------------
// A swaged needle and its thread are one row, tip first. A needle by itself comes behind all.
int sut_torture_rows(torture_scene *s, const sut_world *w, torture_row row[TORTURE_ROWS]) {
    int count = 0;
    sut_needle_view n = {0};
    bool there = s->needle.there && sut_needle_get_view(w, s->needle.id, &n) == SUT_OK;
    for (int i = 0; i < s->thread_count; i++) {
        sut_thread_view v;
        if (sut_thread_get_view(w, s->thread[i].id, &v) != SUT_OK) {
            return -1;
        }
        torture_row *o = &row[count++];
        *o = (torture_row){v.position, v.vertex_count, v.radius};
        if (i == 0 && there && s->needle.swaged) {
            int at = 0;
            for (int k = 0; k < n.point_count && at < TORTURE_JOINED; k++) {
                s->needle.joined[at++] = n.point[k];
            }
            for (int k = 1; k < v.vertex_count && at < TORTURE_JOINED; k++) {
                s->needle.joined[at++] = v.position[k];
            }
            *o = (torture_row){s->needle.joined, at, v.radius};
        }
    }
    if (there && !s->needle.swaged) {
        row[count++] = (torture_row){n.point, n.point_count, 0.5 * n.diameter};
    }
    return count;
}

// Is any of a triangle in the part of a wall that a hole spares? Lips of a slit lie on each other
// at rest.
static bool is_spared(const sut_tissue_view *v, int t, const sut_hole_view *h) {
    sut_vec3 x[3];
    for (int k = 0; k < 3; k++) {
        x[k] = v->initial[v->triangles[t][k]];
    }
    return sut_triangle_point(x, h->rest).distance <= h->reach;
}

static int find_tissue(const torture_scene *s, sut_tissue_id id) {
    for (int i = 0; i < s->tissue_count; i++) {
        if (s->tissue[i].id.index1 == id.index1) {
            return i;
        }
    }
    return -1;
}

// Row and place on it of what a hole is on.
static int row_of(const torture_scene *s, const sut_world *w, const sut_hole_view *h,
                  double *place) {
    *place = h->place;
    if (h->needle.index1 != 0) {
        return s->needle.swaged ? 0 : s->thread_count;
    }
    sut_needle_view n;
    for (int i = 0; i < s->thread_count; i++) {
        if (s->thread[i].id.index1 == h->thread.index1) {
            bool joined = i == 0 && s->needle.there && s->needle.swaged &&
                          sut_needle_get_view(w, s->needle.id, &n) == SUT_OK;
            *place += joined ? n.point_count - 1.0 : 0.0;
            return i;
        }
    }
    return -1;
}

// What slid through since, and the edges that do not touch the tissue, go through the wall
// around the hole.
static void explain(torture_scene *s, const sut_world *w, const sut_hole_view *h, double *before) {
    double place;
    int row = row_of(s, w, h, &place);
    int tissue = find_tissue(s, h->tissue);
    sut_tissue_view v;
    if (row < 0 || tissue < 0 || h->triangle < 0 ||
        sut_tissue_get_view(w, h->tissue, &v) != SUT_OK) {
        return;
    }
    bool was_out = isinf(*before);
    if (was_out && !h->open) {
        return; // what has left it stays out
    }
    double last = was_out ? place : *before;
    double from = fmin(last, place) - h->margin;
    double to = fmax(last, place) + h->margin;
    *before = h->out ? HUGE_VAL : place;
    for (int t = 0; t < v.triangle_count; t++) {
        if (is_spared(&v, t, h)) {
            (void)sut_certificate_hole(s->certificate, row, from, to, tissue, t);
        }
    }
}

void sut_torture_show_holes(torture_scene *s, const sut_world *w) {
    int count = sut_torture_has_stitches(s) ? sut_hole_slots(w) : 0;
    for (int i = 0; i < TORTURE_HOLES; i++) {
        sut_hole_view h;
        if (i < count && sut_hole_get_view(w, sut_hole_at(w, i), &h) == SUT_OK) {
            explain(s, w, &h, &s->place[i]);
        } else {
            s->place[i] = 0.0; // another one may come here, which begins at the tip of a needle
        }
    }
}

void sut_torture_note_holes(torture_scene *s) {
    int count = sut_torture_has_stitches(s) ? sut_hole_slots(s->world) : 0;
    for (int i = 0; i < TORTURE_HOLES; i++) {
        sut_hole_view h;
        s->place[i] = 0.0;
        if (i < count && sut_hole_get_view(s->world, sut_hole_at(s->world, i), &h) == SUT_OK) {
            (void)row_of(s, s->world, &h, &s->place[i]);
            s->place[i] = h.out ? HUGE_VAL : s->place[i];
        }
    }
}

bool sut_torture_mesh_changed(torture_scene *s, const sut_world *w) {
    bool changed = false;
    for (int i = 0; i < s->tissue_count; i++) {
        sut_tissue_view v;
        if (sut_tissue_get_view(w, s->tissue[i].id, &v) == SUT_OK) {
            changed = changed || v.mesh_changes != s->tissue[i].changes;
            s->tissue[i].changes = v.mesh_changes;
        }
    }
    return changed;
}
