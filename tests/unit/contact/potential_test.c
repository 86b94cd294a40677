// SPDX-License-Identifier: MIT
// Line search of rods in contact: the residual is the gradient of its potential.
#include "contact_fixture.h"
#include "drive/drive.h"
#include "step/contact.h"

#include "check.h"
#include "math/vec3.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { RODS = 2 };

static const double dt = 1e-3;

static double random_in(uint64_t *state, double low, double high) {
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return low + (high - low) * ((double)(*state >> 11) * 0x1p-53);
}

// A knot that is pulled tight, and a bar that is pressed onto its lead, against a ball.
static sut_world *make_scene(void) {
    sut_world *w = empty_world();
    if (!w) {
        return NULL;
    }
    shape s = shape_overhand(12, 20);
    sut_thread_id knot = shape_add(w, &s);
    sut_vec3 on = s.x[12 + 41 + 8];
    double below = on.z - 2.02 * SHAPE_RADIUS;
    shape o =
        shape_line(31, (sut_vec3){on.x, on.y - 3e-3, below}, (sut_vec3){on.x, on.y + 3e-3, below});
    sut_thread_id bar = shape_add(w, &o);
    sut_obstacle_def ball = sut_default_obstacle_def();
    ball.kind = SUT_OBSTACLE_SPHERE;
    ball.radius = 5e-4;
    ball.center = (sut_vec3){on.x, on.y, on.z + ball.radius + 1.02 * SHAPE_RADIUS};
    sut_obstacle_id id;
    (void)sut_obstacle_create(w, &ball, &id);
    (void)hold_moving(w, knot, SUT_HOLD_PIN, 0, (sut_vec3){0.05, 0.05, 0.0}, 0.0);
    (void)hold_moving(w, knot, SUT_HOLD_PIN, s.n - 1, (sut_vec3){0.05, -0.05, 0.0}, 0.0);
    (void)hold_moving(w, bar, SUT_HOLD_PIN, 0, (sut_vec3){0.0, 0.0, 0.01}, 0.0);
    (void)hold_moving(w, bar, SUT_HOLD_PIN, 30, (sut_vec3){0.0, 0.0, 0.01}, 0.0);
    return w;
}

// The middle of a step: contacts found, forces solved once, nothing taken over yet.
static bool enter_step(sut_world *w, linear_problem *p) {
    double t = w->time + dt;
    w->step_end = t;
    sut_obstacle_gather(w, t, dt);
    sut_hold_gather(w, t, dt);
    for (int k = 0; k < RODS; k++) {
        sut_rod *r = &w->threads[k].rod;
        r->work.dt = dt;
        r->work.lambda = 1.0;
        sut_rod_predict(r);
    }
    sut_contact_begin(w, false);
    return linear_make(w, dt, p);
}

static double potential(sut_world *w) {
    double sum = sut_contact_potential(&w->contacts, &w->bodies);
    for (int k = 0; k < RODS; k++) {
        sut_rod *r = &w->threads[k].rod;
        sut_rod_kinematics(r);
        sut_rod_twist(r);
        sum += sut_rod_potential(r);
    }
    return sum;
}

//---- directions ----------------------------------------------------------------------------------
typedef struct direction {
    sut_vec3 v[RODS][SHAPE_MOST];
} direction;

static bool is_held(const sut_rod *r, int vertex) {
    for (int i = 0; i < r->chain.pin_count; i++) {
        if (r->chain.pins[i].vertex == vertex) {
            return true;
        }
    }
    return false;
}

static void random_direction(sut_world *w, uint64_t *state, direction *d) {
    for (int k = 0; k < RODS; k++) {
        const sut_rod *r = &w->threads[k].rod;
        for (int i = 0; i < r->body.n; i++) {
            double x = random_in(state, -1.0, 1.0);
            double y = random_in(state, -1.0, 1.0);
            double z = random_in(state, -1.0, 1.0);
            d->v[k][i] = is_held(r, i) ? v3_zero() : v3(x, y, z);
        }
    }
}

static void go_along(sut_world *w, const direction *d, double far) {
    for (int k = 0; k < RODS; k++) {
        sut_rod *r = &w->threads[k].rod;
        for (int i = 0; i < r->body.n; i++) {
            sut_soa3_set(&r->body.move, i,
                         v3_madd(sut_soa3_get(&r->body.move, i), far, d->v[k][i]));
        }
    }
}

static sut_vec3 at_place(const sut_contact *c, int side, const sut_vec3 *v) {
    return v3_lerp(v[c->site[side].vertex[0]], v[c->site[side].vertex[0] + 1],
                   c->site[side].weight[1]);
}

// What the contacts give beyond the forces that the residuals of the rods know, times the way.
static double contact_slope(sut_world *w, const direction *d, int *active) {
    double sum = 0.0;
    *active = 0;
    for (int i = 0; i < w->contacts.count; i++) {
        const sut_contact *c = &w->contacts.contact[i];
        sut_vec3 way = at_place(c, 0, d->v[c->site[0].body]);
        sut_vec3 gone = v3_zero();
        for (int side = 0; side < (sut_site_is_rigid(&c->site[1]) ? 1 : 2); side++) {
            const sut_rod *r = &w->threads[c->site[side].body].rod;
            sut_vec3 m = v3_lerp(sut_soa3_get(&r->body.move, c->site[side].vertex[0]),
                                 sut_soa3_get(&r->body.move, c->site[side].vertex[0] + 1),
                                 c->site[side].weight[1]);
            gone = v3_madd(gone, side == 0 ? 1.0 : -1.0, m);
        }
        if (sut_site_is_rigid(&c->site[1])) {
            gone = v3_sub(gone, c->site[1].prescribed);
        } else {
            way = v3_sub(way, at_place(c, 1, d->v[c->site[1].body]));
        }
        double depth = -(c->gap + c->slack + v3_dot(c->frame[0], gone)) - c->late;
        double force = depth > 0.0 ? c->kn * depth : 0.0;
        sum -= (force - c->force[0]) * v3_dot(c->frame[0], way);
        *active += depth > 0.0 && c->force[0] > 0.0 ? 1 : 0;
    }
    return sum;
}

static double residual_slope(sut_world *w, const direction *d, double *size) {
    double sum = 0.0;
    *size = 0.0;
    for (int k = 0; k < RODS; k++) {
        sut_rod *r = &w->threads[k].rod;
        sut_rod_kinematics(r);
        sut_rod_twist(r);
        sut_rod_forces(r);
        for (int i = 0; i < r->body.n; i++) {
            double part = v3_dot(sut_rod_residual_at(r, i), d->v[k][i]);
            sum += part;
            *size += fabs(part);
        }
    }
    return sum;
}

TEST(the_coupled_potential_has_the_residual_as_its_slope) {
    sut_world *w = make_scene();
    REQUIRE(w != NULL);
    uint64_t state = 3;
    int most_active = 0;
    for (int stop = 0; stop < 12; stop++) {
        CASE("stop %d", stop);
        REQUIRE(go(w, 5, dt));
        linear_problem p;
        REQUIRE(enter_step(w, &p));
        for (int trial = 0; trial < 5; trial++) {
            CASE("trial %d", trial);
            static direction d;
            random_direction(w, &state, &d);
            double size = 0.0;
            int active = 0;
            double slope = residual_slope(w, &d, &size);
            slope += contact_slope(w, &d, &active);
            most_active = active > most_active ? active : most_active;
            // far above rounding of the sums, far below what changes curvatures and contacts
            const double far = 1e-5 * SHAPE_RADIUS;
            go_along(w, &d, far);
            double up = potential(w);
            go_along(w, &d, -2.0 * far);
            double down = potential(w);
            go_along(w, &d, far);
            CHECK_NEAR((up - down) / (2.0 * far), slope, 1e-5 * size);
        }
        linear_free(&p);
    }
    CHECK(most_active > 5);
    sut_world_destroy(w);
}

// The correction that a solve of the contacts leads to is a descent direction, with and without
// what it makes of the contacts.
TEST(corrections_of_rods_in_contact_point_downhill) {
    sut_world *w = make_scene();
    REQUIRE(w != NULL);
    for (int stop = 0; stop < 8; stop++) {
        CASE("stop %d", stop);
        REQUIRE(go(w, 8, dt));
        linear_problem p;
        REQUIRE(enter_step(w, &p));
        static direction d;
        for (int k = 0; k < RODS; k++) {
            sut_rod *r = &w->threads[k].rod;
            sut_rod_add_answer(r);
            for (int i = 0; i < r->body.n; i++) {
                const double *c = &r->body.correction[3 * i];
                d.v[k][i] = v3(c[0], c[1], c[2]);
            }
        }
        double size = 0.0;
        int active = 0;
        double slope = residual_slope(w, &d, &size);
        slope += contact_slope(w, &d, &active);
        CHECK(active > 0);
        CHECK(slope < 0.0);
        linear_free(&p);
    }
    sut_world_destroy(w);
}
