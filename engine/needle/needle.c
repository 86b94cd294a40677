// SPDX-License-Identifier: MIT
// needle.c -- shape, mass and memory of a needle.
#include "needle/needle.h"

#include "math/scalar.h"

#include <math.h>
#include <string.h>

//---- the arc -------------------------------------------------------------------------------------
// Less than that of a circle is straight: its rise is a hundred thousandth of its length.
static const double least_arc = 1e-5;

sut_vec3 sut_needle_place(const sut_needle *n, double s) {
    if (n->bend == 0.0) {
        return v3(-s, 0.0, 0.0);
    }
    double sine;
    double cosine;
    sut_sincos(s / n->bend, &sine, &cosine);
    return v3(-n->bend * sine, n->bend * (1.0 - cosine), 0.0);
}

sut_vec3 sut_needle_tangent(const sut_needle *n, double s) {
    if (n->bend == 0.0) {
        return v3(1.0, 0.0, 0.0);
    }
    double sine;
    double cosine;
    sut_sincos(s / n->bend, &sine, &cosine);
    return v3(cosine, -sine, 0.0);
}

// Chords leave the arc by no more than a fiftieth of the diameter, and are no longer than four
// diameters, so that what is far from one of them is soon left alone.
static int edges_of(const sut_needle *n) {
    double chord = 4.0 * n->form.diameter;
    if (n->bend > 0.0) {
        double most = sqrt(8.0 * n->bend * n->form.diameter / 50.0);
        chord = most < chord ? most : chord;
    }
    double edges = ceil(n->form.length / chord);
    return edges < SUT_NEEDLE_EDGES ? (int)edges : SUT_NEEDLE_EDGES;
}

//---- mass ----------------------------------------------------------------------------------------
// A thin arc of round section: xx, yy and xy are second moments per mass in its plane, about the
// centre of mass.
static void set_mass(sut_needle *n) {
    const sut_needle_form *f = &n->form;
    double r2 = 0.25 * f->diameter * f->diameter;
    n->mass = f->density * SUT_PI * r2 * f->length;
    double thick = 0.25 * r2; // of a disc about a diameter, per mass
    double xx = f->length * f->length / 12.0;
    double yy = thick;
    double xy = 0.0;
    n->centre = v3(-0.5 * f->length, 0.0, 0.0);
    if (n->bend > 0.0) {
        double a = f->length / n->bend;
        double sine;
        double cosine;
        sut_sincos(a, &sine, &cosine);
        // about the centre of the circle, then about the centre of mass
        double b2 = n->bend * n->bend * (1.0 + thick / (n->bend * n->bend));
        double cx = -n->bend * (1.0 - cosine) / a;
        double cy = -n->bend * sine / a;
        xx = b2 * (0.5 - 0.5 * sine * cosine / a) - cx * cx;
        yy = b2 * (0.5 + 0.5 * sine * cosine / a) - cy * cy;
        xy = b2 * (0.5 * sine * sine / a) - cx * cy;
        n->centre = v3(cx, n->bend + cy, 0.0);
    }
    const double m[9] = {yy + thick, -xy, 0.0, -xy, xx + thick, 0.0, 0.0, 0.0, xx + yy};
    for (int i = 0; i < 9; i++) {
        n->moment[i] = n->mass * m[i];
    }
}

//---- vertices ------------------------------------------------------------------------------------
static const double corner[SUT_NEEDLE_CARRIERS][3] = {
    {1.0, 1.0, 1.0}, {1.0, -1.0, -1.0}, {-1.0, 1.0, -1.0}, {-1.0, -1.0, 1.0}};

_Static_assert((int)SUT_NEEDLE_CARRIERS == (int)SUT_SITE_VERTICES,
               "a site has room for all carriers");

static void place_vertices(sut_needle *n) {
    n->arm = 0.25 * n->form.length;
    double chord = n->form.length / (n->chain - 1);
    for (int i = 0; i < n->body.n; i++) {
        int c = i - (n->chain + 1);
        sut_vec3 place = i < n->chain ? sut_needle_place(n, chord * i) : v3_zero();
        if (i == n->chain) {
            place = v3_madd(sut_needle_place(n, n->form.length), -chord,
                            sut_needle_tangent(n, n->form.length));
        }
        n->rest[i] = c < 0
                         ? v3_sub(place, n->centre)
                         : v3(n->arm * corner[c][0], n->arm * corner[c][1], n->arm * corner[c][2]);
        for (int k = 0; k < SUT_NEEDLE_CARRIERS; k++) {
            sut_vec3 e = v3(corner[k][0], corner[k][1], corner[k][2]);
            double weight = 0.25 + v3_dot(e, n->rest[i]) / (4.0 * n->arm);
            n->carried[i][k] = c < 0 ? weight : (c == k ? 1.0 : 0.0);
        }
    }
}

void sut_needle_refresh(sut_needle *n) {
    for (int i = 0; i < n->body.n; i++) {
        n->body.position[i] = v3_add(n->state.place, q_rotate(n->state.turn, n->rest[i]));
        sut_soa3_set(&n->body.move, i, v3_zero());
    }
}

//---- memory --------------------------------------------------------------------------------------
static void *hand_out(char *base, size_t *used, size_t count, size_t size) {
    void *at = base ? base + *used : NULL;
    *used += (count * size + 63) / 64 * 64;
    return at;
}

static size_t lay_out(sut_needle *n, char *base) {
    size_t count = (size_t)n->body.n;
    size_t used = 0;
    sut_body *b = &n->body;
    b->position = hand_out(base, &used, count, sizeof(sut_vec3));
    b->move.x = hand_out(base, &used, count, sizeof(double));
    b->move.y = hand_out(base, &used, count, sizeof(double));
    b->move.z = hand_out(base, &used, count, sizeof(double));
    b->correction = hand_out(base, &used, 3 * count, sizeof(double));
    b->push = hand_out(base, &used, 3 * count, sizeof(double));
    b->answer = hand_out(base, &used, 3 * count, sizeof(double));
    n->rest = hand_out(base, &used, count, sizeof *n->rest);
    n->carried = hand_out(base, &used, count, sizeof *n->carried);
    return used;
}

// The body, its arrays in one block, masses and vertices, then the pose.
sut_needle *sut_needle_make(const sut_needle_form *form, const sut_pose *pose, sut_memory *m) {
    sut_needle *n = sut_memory_take(m, sizeof *n);
    if (!n) {
        return NULL;
    }
    memset(n, 0, sizeof *n);
    n->form = *form;
    n->bend = form->arc > least_arc ? form->length / (2.0 * SUT_PI * form->arc) : 0.0;
    n->chain = edges_of(n) + 1;
    n->body.kind = &sut_needle_kind;
    n->body.n = n->chain + 1 + SUT_NEEDLE_CARRIERS;
    n->memory_size = lay_out(n, NULL);
    n->memory = sut_memory_take(m, n->memory_size);
    if (!n->memory) {
        sut_memory_give(m, n, sizeof *n);
        return NULL;
    }
    memset(n->memory, 0, n->memory_size);
    (void)lay_out(n, n->memory);
    n->price = SUT_NEEDLE_PRICE * form->hard;
    n->body.carried = (const double(*)[SUT_SITE_VERTICES])n->carried;
    set_mass(n);
    place_vertices(n);
    n->state.turn = q_normalized(pose->rotation);
    n->state.place = v3_add(pose->position, q_rotate(n->state.turn, n->centre));
    sut_needle_refresh(n);
    return n;
}

void sut_needle_free(sut_needle *n, sut_memory *m) {
    sut_memory_give(m, n->memory, n->memory_size);
    sut_memory_give(m, n, sizeof *n);
}

void sut_needle_copy(sut_needle *to, const sut_needle *from) {
    void *memory = to->memory;
    *to = *from;
    to->memory = memory;
    (void)lay_out(to, memory);
    to->body.carried = (const double(*)[SUT_SITE_VERTICES])to->carried;
    to->body.timer = NULL;
    memcpy(memory, from->memory, from->memory_size);
}

sut_pose sut_needle_pose(const sut_needle *n) {
    sut_pose p = {v3_sub(n->state.place, q_rotate(n->state.turn, n->centre)), n->state.turn};
    return p;
}

sut_vec3 sut_needle_torque_at_tip(const sut_needle *n, sut_needle_pair load) {
    sut_vec3 arm = q_rotate(n->state.turn, n->centre); // from the tip to the centre of mass
    return v3_add(load.turn, v3_cross(arm, load.line));
}

void sut_needle_lead(sut_needle *n, const sut_pose *pose, double force) {
    n->hand.holds = true;
    n->hand.turn = q_normalized(pose->rotation);
    n->hand.place = v3_add(pose->position, q_rotate(n->hand.turn, n->centre));
    n->hand.force = force;
    n->hand.torque = 0.5 * n->form.length * force;
}
