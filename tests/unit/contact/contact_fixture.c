// SPDX-License-Identifier: MIT
#include "contact_fixture.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

//---- shapes --------------------------------------------------------------------------------------
// An open trefoil on a torus whose ends leave it side by side.
shape shape_overhand(int before, int after) {
    const double pi = 3.14159265358979323846;
    const double unit = 2.4 * SHAPE_RADIUS;
    const double open = 0.2; // rad, cut out on either side of the outermost point
    const double lead = 2.5 * SHAPE_RADIUS;
    enum { LOOP = 41 };
    shape s;
    s.n = before + LOOP + after;
    for (int i = 0; i < s.n; i++) {
        double u = open + 2.0 * (pi - open) * (i - before) / (LOOP - 1);
        double out = 0.0;
        if (i < before) {
            u = open;
            out = lead * (before - i);
        } else if (i >= before + LOOP) {
            u = 2.0 * pi - open;
            out = lead * (i - before - LOOP + 1);
        }
        double far = 2.0 + cos(3.0 * u);
        s.x[i] = (sut_vec3){unit * far * cos(2.0 * u) + out, unit * far * sin(2.0 * u),
                            unit * sin(3.0 * u)};
    }
    return s;
}

shape shape_line(int n, sut_vec3 from, sut_vec3 to) {
    shape s;
    s.n = n;
    for (int i = 0; i < n; i++) {
        double u = (double)i / (n - 1);
        s.x[i] = (sut_vec3){from.x + u * (to.x - from.x), from.y + u * (to.y - from.y),
                            from.z + u * (to.z - from.z)};
    }
    return s;
}

//---- worlds --------------------------------------------------------------------------------------
sut_thread_def shape_def(const shape *s) {
    sut_thread_def d = sut_default_thread_def();
    sut_thread_def_set_round(&d, 2e9, 0.3, 1150.0, SHAPE_RADIUS);
    d.positions = s->x;
    d.vertex_count = s->n;
    d.EI *= 1e-3; // limp, like a braided thread
    d.GJ *= 1e-3;
    d.friction = 0.3;
    d.damping_linear = 1e-3;
    return d;
}

sut_thread_id shape_add(sut_world *w, const shape *s) {
    sut_thread_def d = shape_def(s);
    sut_thread_id id = {0, 0};
    (void)sut_thread_create(w, &d, &id);
    return id;
}

sut_world *empty_world(void) {
    sut_world_def def = sut_default_world_def();
    def.gravity = (sut_vec3){0.0, 0.0, 0.0};
    sut_world *w = NULL;
    (void)sut_world_create(&def, &w);
    return w;
}

sut_hold_id hold_moving(sut_world *w, sut_thread_id thread, sut_hold_kind kind, int vertex,
                        sut_vec3 velocity, double spin_rate) {
    sut_hold_key keys[2];
    sut_hold_id id = {0, 0};
    if (sut_thread_key_now(w, thread, vertex, &keys[0]) != SUT_OK) {
        return id;
    }
    const double time = 10.0;
    keys[1] = keys[0];
    keys[1].t += time;
    keys[1].position.x += time * velocity.x;
    keys[1].position.y += time * velocity.y;
    keys[1].position.z += time * velocity.z;
    keys[1].spin += time * spin_rate;
    sut_hold_def d = sut_default_hold_def();
    d.kind = kind;
    d.vertex = vertex;
    d.keys = keys;
    d.key_count = 2;
    (void)sut_hold_create(w, thread, &d, &id);
    return id;
}

bool go(sut_world *w, int steps, double dt) {
    bool done = true;
    for (int i = 0; done && i < steps; i++) {
        done = sut_world_step(w, dt) == SUT_OK;
    }
    return done;
}

sut_thread_view look(const sut_world *w, sut_thread_id thread) {
    sut_thread_view v;
    memset(&v, 0, sizeof v);
    (void)sut_thread_get_view(w, thread, &v);
    return v;
}

double top_speed(const sut_world *w, sut_thread_id thread) {
    sut_thread_view v = look(w, thread);
    double most = 0.0;
    for (int i = 0; i < v.vertex_count; i++) {
        sut_vec3 u = v.velocity[i];
        double speed = sqrt((u.x * u.x + u.y * u.y) + u.z * u.z);
        most = speed > most || isnan(speed) ? speed : most;
    }
    return most;
}

bool saw_event(const sut_world *w, sut_event_type type) {
    int count = 0;
    const sut_event *e = sut_world_events(w, &count);
    for (int i = 0; i < count; i++) {
        if (e[i].type == type) {
            return true;
        }
    }
    return false;
}

//---- copies --------------------------------------------------------------------------------------
sut_world *copy_of(const sut_world *w) {
    size_t size = sut_world_snapshot(w, NULL, 0);
    void *image = malloc(size);
    sut_world *twin = NULL;
    sut_world_def def = sut_default_world_def();
    bool fine = image && sut_world_snapshot(w, image, size) == size &&
                sut_world_create(&def, &twin) == SUT_OK &&
                sut_world_restore(twin, image, size) == SUT_OK;
    free(image);
    if (!fine) {
        sut_world_destroy(twin);
        return NULL;
    }
    return twin;
}

int steps_that_differ(sut_world *a, sut_world *b, int steps, double dt) {
    int different = 0;
    for (int i = 0; i < steps; i++) {
        if (!go(a, 1, dt) || !go(b, 1, dt)) {
            return -1;
        }
        different += sut_world_hash(a) != sut_world_hash(b) ? 1 : 0;
    }
    return different;
}

//---- the linear problem --------------------------------------------------------------------------
static bool make_rod(sut_rod *r, double dt, double **matrix) {
    r->work.dt = dt;
    r->work.lambda = 1.0;
    sut_rod_predict(r);
    sut_rod_kinematics(r);
    sut_rod_twist(r);
    sut_rod_forces(r);
    sut_rod_assemble(r);
    size_t bytes = (size_t)r->body.n * SUT_BAND_BLOCK * sizeof(double);
    *matrix = malloc(bytes);
    if (!*matrix) {
        return false;
    }
    memcpy(*matrix, r->work.band.block, bytes);
    // one that had to be made safe is another matrix than the one that was kept here
    return sut_rod_free_solve(r, true) && !r->work.safe;
}

bool linear_make(sut_world *w, double dt, linear_problem *p) {
    memset(p, 0, sizeof *p);
    bool fine = true;
    for (int i = 0; i < w->def.capacity.threads && i < LINEAR_RODS; i++) {
        if (w->threads[i].used && w->threads[i].rod.body.touched) {
            fine = make_rod(&w->threads[i].rod, dt, &p->matrix[i]) && fine;
        }
    }
    if (!fine || !sut_contact_condense(&w->contacts, &w->bodies)) {
        return false;
    }
    // columns of twist are gathered by the solve
    sut_contact_solve(&w->contacts, &w->bodies);
    return true;
}

void linear_free(linear_problem *p) {
    for (int i = 0; i < LINEAR_RODS; i++) {
        free(p->matrix[i]);
    }
    memset(p, 0, sizeof *p);
}
