// SPDX-License-Identifier: MIT
// channel.c -- needles inside of solids. docs/theory/piercing.md
//
// The tip is a hole whose friction is between 0 and `cut`, as one before a surface is between 0 and
// `entry`. What it slides by in a step it has cut: after the step its material point is the one
// that the tip is in now, found by a walk through the mesh as it lies, with the force that it had.
// Behind it points of the channel stay on the needle as guides. Where the skin is just ahead the
// tip presses on that from inside, up to `exit`, and what breaks is another hole.
#include "attach/channel.h"

#include "attach/pierce.h"
#include "data/data.h"

#include "geom/triangle.h"
#include "math/scalar.h"
#include "math/vec3.h"

#include <math.h>
#include <string.h>

// Guides are as far apart as the mesh can tell them apart, and no nearer than this in radii.
static const double guide_radii = 8.0;
// The skin is just ahead within that share of the radius, or of what the last step went by.
static const double near_skin = 0.1;
static const double next_step = 1.5;

static sut_tissue_slot *tissue_of(const sut_world *w, const sut_hole *k) {
    return &w->tissues[k->tissue - w->bodies.rods];
}

static const sut_needle_slot *needle_of(const sut_world *w, const sut_hole *k) {
    return &w->needles[k->body - w->def.capacity.threads];
}

static const sut_piercing_def *piercing_of(const sut_world *w, const sut_hole *k) {
    return &sut_tissue_def_of(tissue_of(w, k)->tissue)->piercing;
}

static uint32_t number_of(const sut_world *w, const sut_hole *k) {
    return (uint32_t)(k->body - w->def.capacity.threads) + 1;
}

//---- lists ---------------------------------------------------------------------------------------
int sut_channel_next_passage(const sut_world *w) {
    int most = 0;
    for (int i = 0; i < w->def.capacity.holes; i++) {
        const sut_hole *k = &w->holes[i].hole;
        most = w->holes[i].used && k->passage > most ? k->passage : most;
    }
    return most + 1;
}

// The skin that a needle is through next behind its tip; null: none.
static const sut_hole *lowest_skin(const sut_world *w, int body, int tissue) {
    const sut_hole *best = NULL;
    for (int i = 0; i < w->def.capacity.holes; i++) {
        const sut_hole *k = &w->holes[i].hole;
        bool counts = w->holes[i].used && !k->out && k->body == body && k->tissue == tissue &&
                      (k->leads != 0 || k->tip);
        best = counts && (!best || k->kept.s < best->kept.s) ? k : best;
    }
    return best;
}

static bool has_tip(const sut_world *w, int body, int tissue) {
    for (int i = 0; i < w->def.capacity.holes; i++) {
        const sut_hole *k = &w->holes[i].hole;
        if (w->holes[i].used && !k->out && k->tip && k->body == body && k->tissue == tissue) {
            return true;
        }
    }
    return false;
}

bool sut_channel_is_in(const sut_world *w, int body, int tissue) {
    const sut_hole *k = lowest_skin(w, body, tissue);
    return has_tip(w, body, tissue) || (k && k->leads < 0);
}

double sut_channel_last_exit(const sut_world *w, int body, int tissue) {
    const sut_hole *k = lowest_skin(w, body, tissue);
    return k && !k->tip && k->leads > 0 ? k->kept.s : HUGE_VAL;
}

double sut_channel_behind_tip(const sut_world *w, int needle, const sut_hole *k) {
    if (sut_hole_on_needle(w, k)) {
        return k->kept.s;
    }
    const sut_needle_slot *n = &w->needles[needle];
    const sut_rod *r = &w->threads[n->thread].rod;
    double arc = sut_hole_arc(r, k->kept.s);
    return n->needle->form.length + (n->last ? r->def.total - arc : arc);
}

//---- places --------------------------------------------------------------------------------------
static sut_vec3 place_on(const sut_world *w, const sut_hole *k, double s, sut_vec3 *back) {
    sut_vec3 slope;
    sut_vec3 x = sut_hole_curve_place(&k->curve, w->bodies.body[k->body]->position, s, &slope);
    *back = v3_normalized(slope);
    return x;
}

static sut_tet_place on_skin(const sut_tissue_slot *t, const sut_hole *k) {
    const sut_surface *f = &t->surface;
    const int *v = f->triangle[k->triangle];
    const sut_vec3 x[3] = {f->rest[v[0]], f->rest[v[1]], f->rest[v[2]]};
    sut_triangle_near n = sut_triangle_point(x, k->rest);
    return sut_tet_mesh_on_skin(&t->tets, v, k->triangle, n.weight);
}

// Where it is in the material, whatever nodes share its force.
static sut_tet_place point_of(const sut_tissue_slot *slot, const sut_hole *k) {
    if (k->triangle >= 0) {
        return on_skin(slot, k);
    }
    const sut_tet_mesh *t = &slot->tets;
    sut_tet_place p = {.tet = k->tet, .triangle = -1};
    for (int i = 0; i < k->site.count; i++) {
        for (int c = 0; c < 4; c++) {
            p.weight[c] =
                t->corner[k->tet][c] == k->site.vertex[i] ? k->site.weight[i] : p.weight[c];
        }
    }
    return p;
}

static void put_at(const sut_world *w, sut_hole *k, const sut_tet_place *p) {
    const sut_tissue_slot *t = tissue_of(w, k);
    k->tet = p->tet;
    k->triangle = -1;
    k->site.count = 4;
    for (int c = 0; c < 4; c++) {
        k->site.vertex[c] = t->tets.corner[p->tet][c];
        k->site.weight[c] = p->weight[c];
    }
    k->rest = sut_tet_mesh_where(&t->tets, t->surface.rest, p);
}

// Weights of the corners of the triangle that a place is on.
static void skin_weights(const sut_tissue_slot *t, const sut_tet_place *p, double weight[3]) {
    const int *v = t->surface.triangle[p->triangle];
    for (int i = 0; i < 3; i++) {
        weight[i] = 0.0;
        for (int c = 0; c < 4; c++) {
            weight[i] += t->tets.corner[p->tet][c] == v[i] ? p->weight[c] : 0.0;
        }
    }
}

static double depth_at(const sut_surface *f, sut_vec3 rest) {
    double least = HUGE_VAL;
    for (int t = 0; t < f->triangle_count; t++) {
        sut_vec3 x[3];
        for (int c = 0; c < 3; c++) {
            x[c] = f->rest[f->triangle[t][c]];
        }
        least = fmin(least, sut_triangle_point(x, rest).distance);
    }
    return least;
}

//---- guides --------------------------------------------------------------------------------------
static double spacing_of(const sut_world *w, const sut_hole *k) {
    return fmax(tissue_of(w, k)->surface.spacing, guide_radii * k->radius);
}

// The place of the passage that follows the tip along needle and thread.
static double next_behind(const sut_world *w, const sut_hole *tip) {
    int needle = tip->body - w->def.capacity.threads;
    double best = w->needles[needle].needle->form.length;
    bool found = false;
    for (int i = 0; i < w->def.capacity.holes; i++) {
        const sut_hole *k = &w->holes[i].hole;
        if (w->holes[i].used && !k->out && !k->tip && k->passage == tip->passage &&
            k->tissue == tip->tissue) {
            double s = sut_channel_behind_tip(w, needle, k);
            best = !found || s < best ? s : best;
            found = true;
        }
    }
    return best;
}

// Slots that are left for the way out and back in must not go to guides.
static bool has_room_for_guides(const sut_world *w) {
    enum { KEPT = 3 };
    int free = 0;
    for (int i = 0; i < w->def.capacity.holes; i++) {
        free += !w->holes[i].used;
    }
    return free > KEPT;
}

static bool leave_guide(sut_world *w, const sut_hole *tip, double s) {
    const sut_tissue_slot *t = tissue_of(w, tip);
    sut_vec3 back;
    sut_tet_place p = point_of(t, tip);
    const sut_vec3 *x = w->bodies.body[tip->tissue]->position;
    if (!has_room_for_guides(w) ||
        !sut_tet_mesh_walk(&t->tets, x, &p, place_on(w, tip, s, &back)) || p.triangle >= 0) {
        return false;
    }
    sut_hole_slot *h = sut_pierce_take_slot(w);
    sut_pierce_fill(w, h, tip->body - w->def.capacity.threads, tip->tissue - w->bodies.rods, 1.0);
    sut_hole *k = &h->hole;
    put_at(w, k, &p);
    k->kept.s = s;
    k->kept.slips = tip->kept.slips;
    k->pinch = k->mu = 0.0; // what rubs inside is `grip`
    k->edge = HUGE_VAL;
    k->angle = -1.0;
    k->passage = tip->passage;
    k->depth = depth_at(&t->surface, k->rest);
    return true;
}

static void leave_guides(sut_world *w, const sut_hole *tip) {
    const double ahead = 1.5; // the tip that is drawn back a little does not come to the last one
    double spacing = spacing_of(w, tip);
    double length = needle_of(w, tip)->needle->form.length;
    double next = next_behind(w, tip);
    while (next - tip->kept.s > ahead * spacing && next - spacing < length) {
        next -= spacing;
        if (!leave_guide(w, tip, next)) {
            return;
        }
    }
}

// The tip was drawn back past them.
static void drop_guides(sut_world *w, const sut_hole *tip) {
    for (int i = 0; i < w->def.capacity.holes; i++) {
        const sut_hole *k = &w->holes[i].hole;
        if (w->holes[i].used && k->body == tip->body && k->passage == tip->passage && !k->tip &&
            k->triangle < 0 && k->kept.s < 0.0) {
            w->holes[i].used = false;
        }
    }
}

//---- the tip begins ------------------------------------------------------------------------------
static void start_cutting(sut_world *w, const sut_hole *entry, const sut_tet_place *p, double s) {
    sut_hole_slot *h = sut_pierce_take_slot(w);
    if (!h) {
        return; // the needle slides in by its hole, and nothing leads its tip
    }
    sut_pierce_fill(w, h, entry->body - w->def.capacity.threads, entry->tissue - w->bodies.rods,
                    1.0);
    sut_hole *k = &h->hole;
    put_at(w, k, p);
    k->kept.s = s;
    k->kept.slips = 1;
    k->tip = true;
    k->inner = SUT_INNER_CUTS;
    k->entry = piercing_of(w, k)->cut;
    k->leads = 1;
    k->edge = HUGE_VAL;
    k->angle = -1.0;
    k->passage = entry->passage;
}

// On the skin that bears the entry: a tip that presses one lip of a wound against the other has
// both ahead.
static bool find_skin(const sut_world *w, const sut_hole *entry, double back, double ahead,
                      sut_tet_place *p, double *s) {
    const sut_tissue_slot *t = tissue_of(w, entry);
    sut_pierce_hit at;
    if (!sut_pierce_find(needle_of(w, entry), &t->surface, &entry->site, back, ahead, &at)) {
        return false;
    }
    *p = sut_tet_mesh_on_skin(&t->tets, t->surface.triangle[at.triangle], at.triangle, at.weight);
    *s = -at.way;
    return true;
}

void sut_channel_begin(sut_world *w, const sut_hole_slot *entry) {
    const sut_hole *k = &entry->hole;
    sut_tet_place p;
    double s;
    double far = 4.0 * fmax(k->lead, k->margin);
    if (find_skin(w, k, far, far, &p, &s)) {
        start_cutting(w, k, &p, s);
    }
}

void sut_channel_resume(sut_world *w, const sut_hole_slot *entry) {
    const sut_hole *k = &entry->hole;
    sut_tet_place p;
    double s;
    if (!has_tip(w, k->body, k->tissue) && lowest_skin(w, k->body, k->tissue) == k &&
        find_skin(w, k, k->kept.s + 4.0 * fmax(k->lead, k->margin), 0.0, &p, &s)) {
        start_cutting(w, k, &p, s);
    }
}

//---- to the skin, and through it -----------------------------------------------------------------
static void press_skin(sut_world *w, sut_hole *k, const sut_tet_place *p) {
    const sut_tissue_slot *t = tissue_of(w, k);
    const sut_surface *f = &t->surface;
    sut_vec3 back;
    sut_vec3 tip = place_on(w, k, 0.0, &back);
    const int *v = f->triangle[p->triangle];
    put_at(w, k, p);
    k->triangle = p->triangle;
    k->inner = SUT_INNER_SKIN;
    k->entry = piercing_of(w, k)->exit;
    const sut_vec3 *x = f->body->position;
    sut_vec3 n = v3_cross(v3_sub(x[v[1]], x[v[0]]), v3_sub(x[v[2]], x[v[0]]));
    double sine = fabs(v3_dot(back, n)) / v3_norm(n);
    double cosine2 = 1.0 - sine * sine;
    k->angle = sut_atan2(sine, cosine2 > 0.0 ? sqrt(cosine2) : 0.0);
    k->margin = sut_pierce_margin(k, f, sine);
    k->edge = sut_hole_edge_distance(f, k->rest);
    // with the force that it has: x(s) + f / kn is the point
    k->site.count = 3;
    for (int c = 0; c < 3; c++) {
        k->site.vertex[c] = v[c];
    }
    skin_weights(t, p, k->site.weight);
    sut_pierce_spread(w, k, v3_madd(tip, 1.0 / k->kn, k->kept.force), back);
}

static void break_out(sut_world *w, sut_hole_slot *h) {
    sut_hole *k = &h->hole;
    double along = sut_hole_along(w, k);
    k->tip = false;
    k->inner = SUT_INNER_NONE;
    k->second = true;
    k->lead = k->radius - k->kept.s;
    h->slipped = 1;
    sut_world_event_between(w, SUT_EV_EXITED, (uint32_t)(h - w->holes) + 1, number_of(w, k),
                            sut_hole_place(k, w->bodies.body[k->tissue]), along);
}

// The material point is where the tip is, with the force that it has.
static void go_on(sut_world *w, sut_hole_slot *h, double way) {
    sut_hole *k = &h->hole;
    const sut_tissue_slot *t = tissue_of(w, k);
    const sut_vec3 *x = w->bodies.body[k->tissue]->position;
    sut_vec3 back;
    sut_vec3 to = v3_madd(place_on(w, k, 0.0, &back), 1.0 / k->kn, k->kept.force);
    sut_tet_place p = point_of(t, k);
    if (!sut_tet_mesh_walk(&t->tets, x, &p, to)) {
        return; // it waits until the mesh has come to rest
    }
    if (p.triangle >= 0 && way < 0.0) {
        h->used = false; // drawn out by the way it came
        return;
    }
    sut_tet_place ahead = p;
    double look = fmax(near_skin * k->radius, next_step * way);
    if (p.triangle < 0 && way >= 0.0 &&
        (!sut_tet_mesh_walk(&t->tets, x, &ahead, v3_madd(to, -look, back)))) {
        ahead = p;
    }
    if (ahead.triangle >= 0) {
        press_skin(w, k, &ahead);
        if (k->kept.s > k->margin) {
            break_out(w, h); // led so fast that it is through the skin before that was felt
        }
        return;
    }
    put_at(w, k, &p);
    k->kept.s = 0.0;
    k->depth = fmax(k->depth, depth_at(&t->surface, k->rest));
}

static void go_inside(const sut_world *w, sut_hole *k) {
    k->tip = true;
    k->inner = SUT_INNER_CUTS;
    k->second = false;
    k->entry = piercing_of(w, k)->cut;
    k->angle = -1.0;
    k->edge = HUGE_VAL;
}

void sut_channel_draw_back(sut_world *w, sut_hole_slot *exit) {
    sut_hole *k = &exit->hole;
    k->kept.memory = 0.0;
    memset(&k->kept.force, 0, sizeof k->kept.force);
    go_inside(w, k);
    go_on(w, exit, -1.0);
}

void sut_channel_settle(sut_world *w, sut_hole_slot *h) {
    sut_hole *k = &h->hole;
    if (k->inner == SUT_INNER_SKIN) {
        if (k->kept.slips > 0) {
            break_out(w, h);
        } else if (k->kept.slips < 0) {
            go_inside(w, k);
            go_on(w, h, -1.0);
        }
        return;
    }
    if (k->kept.slips > 0 && k->kept.s > 0.0) {
        go_on(w, h, k->kept.s);
    } else if (k->kept.slips < 0 && k->kept.s < 0.0) {
        go_on(w, h, -1.0);
    }
    if (h->used) {
        drop_guides(w, k);
        leave_guides(w, k);
    }
}

//---- what rubs -----------------------------------------------------------------------------------
static double on_needle(const sut_hole *k) {
    return fmin(fmax(k->kept.s, 0.0), k->curve.length);
}

// Half of the way to the next place goes to either of them; tips do not bear any of it.
static void share(sut_hole *a, sut_hole *b, double rub) {
    bool first = a && !a->tip;
    bool last = b && !b->tip;
    if (first) {
        a->drag += last ? 0.5 * rub : rub;
    }
    if (last) {
        b->drag += first ? 0.5 * rub : rub;
    }
}

static void share_along(sut_world *w, int from, int tissue) {
    const sut_contacts *c = &w->contacts;
    int body = c->hole[from]->body;
    double grip = piercing_of(w, c->hole[from])->grip;
    sut_hole *last = NULL; // of those that the channel goes on from towards the end
    for (int i = from; i < c->holes && c->hole[i]->body == body; i++) {
        sut_hole *k = c->hole[i];
        if (k->tissue != tissue || (k->tip && k->inner == SUT_INNER_NONE)) {
            continue;
        }
        if (k->leads <= 0) {
            // of the channel itself, which a tip that draws the tissue along does not make longer
            share(last, k, grip * (last ? v3_distance(k->rest, last->rest) : on_needle(k)));
        }
        last = k->leads < 0 ? NULL : k;
    }
    if (last) {
        share(last, NULL, grip * (last->curve.length - on_needle(last)));
    }
}

void sut_channel_share_drag(sut_world *w) {
    const sut_contacts *c = &w->contacts;
    for (int i = 0; i < c->holes; i++) {
        c->hole[i]->drag = 0.0;
    }
    for (int i = 0; i < c->holes; i++) {
        const sut_hole *k = c->hole[i];
        if (!sut_hole_on_needle(w, k) || !tissue_of(w, k)->surface.solid) {
            continue;
        }
        bool first = true;
        for (int j = i - 1; j >= 0 && c->hole[j]->body == k->body; j--) {
            first = first && c->hole[j]->tissue != k->tissue;
        }
        if (first) {
            share_along(w, i, k->tissue);
        }
    }
}

// The place by which the needle comes out of the solid behind this one; its end where there is
// none.
static double end_of_channel(const sut_world *w, const sut_hole *from) {
    double best = from->curve.length;
    for (int i = 0; i < w->def.capacity.holes; i++) {
        const sut_hole *k = &w->holes[i].hole;
        bool after = w->holes[i].used && !k->out && k->body == from->body &&
                     k->tissue == from->tissue && k->leads < 0 && k->kept.s > from->kept.s;
        best = after ? fmin(best, on_needle(k)) : best;
    }
    return best;
}

double sut_channel_inside(const sut_world *w, int needle) {
    double sum = 0.0;
    for (int i = 0; i < w->def.capacity.holes; i++) {
        const sut_hole *k = &w->holes[i].hole;
        if (w->holes[i].used && !k->out && k->leads > 0 &&
            k->body == w->def.capacity.threads + needle) {
            sum += end_of_channel(w, k) - on_needle(k);
        }
    }
    return sum;
}
