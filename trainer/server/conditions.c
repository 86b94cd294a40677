// SPDX-License-Identifier: MIT
#include "trainer/server/conditions.h"

#include <math.h>

// A machine that cannot keep up shows slow motion too; below this share of real time it counts as
// such, unless the attempt was too short to tell.
static const double slow_machine = 0.5;
static const double shortest = 1.0; // s by the clock

void sut_conditions_step(sut_conditions *c, double dt, double speed) {
    c->simulated += dt;
    // faster than real time is asked for as fast as the machine can
    c->due += dt / fmin(1.0, speed);
    // speeds are asked for in thousandths
    if (fabs(speed - 1.0) > 5e-4) {
        bool first = c->other_speed <= 0.0;
        c->slowest = first ? speed : fmin(c->slowest, speed);
        c->fastest = first ? speed : fmax(c->fastest, speed);
        c->other_speed += dt;
    }
}

void sut_conditions_wait(sut_conditions *c, double seconds, bool still, bool begins) {
    *(still ? &c->paused : &c->wall) += seconds;
    c->pauses += begins ? 1 : 0;
}

void sut_conditions_world(sut_conditions *c, double gravity, double own_gravity, double friction,
                          double own_friction) {
    // set by a person: what is not the same is meant to be another value
    if (fabs(gravity - own_gravity) > 1e-6) {
        c->gravity_changed = true;
        c->gravity = gravity;
    }
    if (fabs(friction - own_friction) > 1e-6) {
        c->friction_changed = true;
        c->friction = friction;
    }
}

json_t *sut_conditions_describe(const sut_conditions *c, const char *material) {
    json_t *out = json_object();
    if (c->other_speed > 0.0) {
        double speed = c->slowest < 1.0 ? c->slowest : c->fastest;
        json_object_set_new(out, "speed", json_real(speed));
        json_object_set_new(out, "speed_share", json_real(c->other_speed / c->simulated));
    }
    if (c->wall > shortest && c->due < slow_machine * c->wall) {
        json_object_set_new(out, "realtime", json_real(c->due / c->wall));
    }
    if (c->pauses > 0) {
        json_object_set_new(out, "pauses", json_integer(c->pauses));
        json_object_set_new(out, "paused", json_real(c->paused));
    }
    if (c->level != SUT_LEVEL_TRAINEE) {
        json_object_set_new(out, "level", json_string(sut_level_help_of(c->level)->name));
    }
    if (c->clipped) {
        json_object_set_new(out, "clip", json_true());
    }
    if (c->undos > 0) {
        json_object_set_new(out, "undos", json_integer(c->undos));
    }
    if (c->gravity_changed) {
        json_object_set_new(out, "gravity", json_real(c->gravity));
    }
    if (c->friction_changed) {
        json_object_set_new(out, "friction", json_real(c->friction));
    }
    if (material != NULL) {
        json_object_set_new(out, "material", json_string(material));
    }
    if (json_object_size(out) > 0) {
        return out;
    }
    json_decref(out);
    return json_null();
}
