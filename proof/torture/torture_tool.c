// SPDX-License-Identifier: MIT
// Instruments of the torture: they go for a thread, close, pull, turn and open, at up to 1 m/s, and
// care about nothing. The certificate sees their arms as solids.
#include "torture_scene.h"

#include "math/quat.h"

//---- what they are -------------------------------------------------------------------------------
// Sizes of the default ones belong to a thread of 0.2 mm.
static sut_tool_def choose_tool(torture_scene *s) {
    torture_random *r = &s->random;
    double which = torture_share(r);
    sut_tool_kind kind = which < 0.7   ? SUT_TOOL_FORCEPS
                         : which < 0.9 ? SUT_TOOL_NEEDLE_DRIVER
                                       : SUT_TOOL_POINT;
    sut_tool_def d = sut_default_tool_def(kind);
    double size = s->thread[0].radius / 1e-4 * torture_scale(r, 0.5, 2.0);
    d.tip_radius *= size;
    d.base_radius *= size;
    d.length *= size;
    d.opening *= size;
    d.grip_length *= size;
    d.handle_length *= size;
    d.handle_radius *= size;
    d.reach *= size;
    d.friction = torture_share(r);
    d.grip_force *= torture_scale(r, 0.01, 1.0);
    d.stiffness = torture_chance(r, 0.3) ? (double)INFINITY : torture_scale(r, 50.0, 5000.0);
    d.angular_stiffness = torture_chance(r, 0.3) ? (double)INFINITY : torture_scale(r, 0.01, 5.0);
    d.max_force = torture_scale(r, 0.1, 10.0);
    d.jaw = torture_scale(r, 0.1, 1.0);
    return d;
}

// The rotation whose z is `z` and whose x is as near to `x` as can be.
static sut_quat facing(sut_vec3 z, sut_vec3 x) {
    sut_vec3 turn = v3_cross(v3(0.0, 0.0, 1.0), z);
    double sine = v3_norm(turn);
    sut_vec3 axis = sine > 1e-9 ? v3_scale(turn, 1.0 / sine) : v3(1.0, 0.0, 0.0);
    sut_quat q = q_exp(v3_scale(axis, atan2(sine, z.z)));
    sut_vec3 own = q_rotate(q, v3(1.0, 0.0, 0.0));
    sut_vec3 other = q_rotate(q, v3(0.0, 1.0, 0.0));
    double about = atan2(v3_dot(x, other), v3_dot(x, own));
    return q_normalized(q_mul(q_exp(v3_scale(z, about)), q));
}

// From above, where the board is not.
static sut_vec3 from_above(torture_random *r) {
    sut_vec3 z = torture_direction(r);
    z.z = fabs(z.z) + 0.3;
    return v3_normalized(z);
}

//---- what they do --------------------------------------------------------------------------------
// A place on a thread, with the jaws across it; sometimes any place, any way round.
static void aim_at_thread(torture_scene *s, torture_tool *t) {
    torture_random *r = &s->random;
    sut_thread_view view;
    t->thread = torture_pick(r, s->thread_count);
    if (sut_thread_get_view(s->world, s->thread[t->thread].id, &view) != SUT_OK) {
        return;
    }
    t->edge = torture_pick(r, view.vertex_count - 1);
    sut_vec3 along = v3_sub(view.position[t->edge + 1], view.position[t->edge]);
    sut_vec3 z = from_above(r);
    sut_vec3 across = v3_cross(along, z);
    bool careful = torture_chance(r, 0.85) && v3_norm(across) > 1e-12;
    t->goal.rotation = facing(z, careful ? v3_normalized(across) : torture_direction(r));
    // between the jaws, or only somewhere near
    t->beside = v3_scale(z, -torture_scale(r, 0.02, 0.8) * t->def.grip_length);
    if (!careful) {
        t->beside = v3_add(t->beside, torture_in_ball(r, t->def.opening));
    }
}

// A place between tips and end of the other instrument, from any side.
static void aim_at_tool(torture_scene *s, torture_tool *t) {
    torture_random *r = &s->random;
    const torture_tool *other = &s->tool[t == &s->tool[0] ? 1 : 0];
    t->height = torture_share(r) * (other->def.length + other->def.handle_length);
    t->goal.rotation = facing(from_above(r), torture_direction(r));
    // tips first, or with some place of its own
    double own = torture_chance(r, 0.5) ? 0.0 : t->def.length + t->def.handle_length;
    t->beside = q_rotate(t->goal.rotation, v3(0.0, 0.0, -own * torture_share(r)));
    t->beside = v3_add(t->beside, torture_in_ball(r, t->def.opening));
}

// A node of a tissue, or beyond it: tips first, which would end on its other side.
static void aim_at_tissue(torture_scene *s, torture_tool *t) {
    torture_random *r = &s->random;
    sut_vec3 z = from_above(r);
    sut_vec3 at = v3_zero();
    t->thread = -1;
    (void)sut_torture_node(s, torture_pick(r, TORTURE_TISSUES) % s->tissue_count,
                           torture_pick(r, 1000), &at);
    t->goal.rotation = facing(z, torture_direction(r));
    t->goal.position = v3_madd(at, -torture_between(r, 0.0, 2.0) * t->def.grip_length, z);
}

static void follow_tool(torture_scene *s, torture_tool *t) {
    sut_tool_view view;
    const torture_tool *other = &s->tool[t == &s->tool[0] ? 1 : 0];
    if (t->phase == TORTURE_APPROACH && sut_tool_get_view(s->world, other->id, &view) == SUT_OK) {
        sut_vec3 there = pose_to_world(view.proxy, v3(0.0, 0.0, t->height));
        t->goal.position = v3_add(there, t->beside);
    }
}

// The thread may have moved.
static void follow_thread(torture_scene *s, torture_tool *t) {
    sut_thread_view view;
    if (t->phase == TORTURE_APPROACH && t->thread >= 0 &&
        sut_thread_get_view(s->world, s->thread[t->thread].id, &view) == SUT_OK) {
        sut_vec3 middle = v3_lerp(view.position[t->edge], view.position[t->edge + 1], 0.5);
        t->goal.position = v3_add(middle, t->beside);
    }
}

static void choose_speed(torture_scene *s, torture_tool *t) {
    torture_random *r = &s->random;
    // the way to a thread is only the beginning
    double least = t->phase == TORTURE_APPROACH ? 0.2 : 0.01;
    t->speed = torture_scale(r, least, 1.0) * s->hurry;
    t->turning = torture_scale(r, 50.0 * least, 50.0) * s->hurry;
}

static void next_phase(torture_scene *s, torture_tool *t) {
    torture_random *r = &s->random;
    switch (t->phase) {
    case TORTURE_OPEN:
        t->phase = TORTURE_APPROACH;
        if (s->family == SUT_TORTURE_DUEL && torture_chance(r, 0.9)) {
            t->thread = -1;
            aim_at_tool(s, t);
        } else if (sut_torture_has_tissue(s) && torture_chance(r, 0.7)) {
            aim_at_tissue(s, t);
        } else {
            aim_at_thread(s, t);
        }
        break;
    case TORTURE_APPROACH:
        t->phase = TORTURE_CLOSE;
        t->jaw = 0.0;
        t->goal = t->target;
        break;
    case TORTURE_CLOSE:
    case TORTURE_HAUL:
        t->phase = torture_chance(r, 0.3) && t->phase == TORTURE_HAUL ? TORTURE_OPEN : TORTURE_HAUL;
        t->goal.position = v3_add(s->ring, torture_in_ball(r, s->size));
        t->goal.rotation = torture_chance(r, 0.5) ? t->target.rotation
                                                  : facing(from_above(r), torture_direction(r));
        if (t->phase == TORTURE_OPEN) {
            t->goal = t->target;
            t->jaw = torture_scale(r, 0.1, 1.0);
        }
        break;
    }
    choose_speed(s, t);
}

bool sut_torture_add_tools(torture_scene *s) {
    enum { TRIES = 20 };
    torture_random *r = &s->random;
    for (int i = 0; i < s->tool_count; i++) {
        torture_tool *t = &s->tool[i];
        t->def = choose_tool(s);
        sut_result made = SUT_E_CONFLICT;
        // no two in one place
        for (int k = 0; k < TRIES && made == SUT_E_CONFLICT; k++) {
            sut_vec3 z = from_above(r);
            double out = 1.2 * s->radius_of_all + 4.0 * t->def.tip_radius;
            t->def.pose.position = v3_madd(s->ring, out, z);
            t->def.pose.rotation = facing(z, torture_direction(r));
            made = sut_tool_create(s->world, &t->def, &t->id);
        }
        t->target = t->def.pose;
        t->jaw = t->def.jaw;
        t->phase = TORTURE_OPEN;
        next_phase(s, t);
        if (made != SUT_OK) {
            return false;
        }
    }
    return true;
}

static void move_tool(torture_scene *s, torture_tool *t) {
    torture_random *r = &s->random;
    follow_thread(s, t);
    if (t->thread < 0 && !sut_torture_has_tissue(s)) {
        follow_tool(s, t);
    }
    double far = v3_distance(t->target.position, t->goal.position);
    double turn = v3_norm(q_way(t->target.rotation, t->goal.rotation));
    double reach = t->speed * s->dt;
    double most = t->turning * s->dt;
    bool waits = t->phase == TORTURE_CLOSE || t->phase == TORTURE_OPEN;
    bool there = far <= reach && turn <= most;
    if (torture_chance(r, waits ? 0.05 : 0.005) || (there && !waits)) {
        next_phase(s, t);
    } else if (s->teleports && torture_chance(r, 0.01)) {
        t->target.position = v3_add(t->target.position, torture_in_ball(r, 0.7 * s->size));
    } else {
        double share = far > reach ? reach / far : 1.0;
        t->target.position = v3_lerp(t->target.position, t->goal.position, share);
        t->target.rotation =
            q_between(t->target.rotation, t->goal.rotation, turn > most ? most / turn : 1.0);
    }
    (void)sut_tool_set_target(s->world, t->id, &t->target, t->jaw);
}

void sut_torture_move_tools(torture_scene *s) {
    for (int i = 0; i < s->tool_count; i++) {
        move_tool(s, &s->tool[i]);
    }
}

// Each wants to be where it is, with its jaws as they are.
void sut_torture_stop_tools(torture_scene *s) {
    for (int i = 0; i < s->tool_count; i++) {
        sut_tool_view view;
        if (sut_tool_get_view(s->world, s->tool[i].id, &view) == SUT_OK) {
            (void)sut_tool_set_target(s->world, s->tool[i].id, &view.proxy, view.jaw);
        }
    }
}

void sut_torture_count_events(torture_scene *s) {
    int count = 0;
    const sut_event *e = sut_world_events(s->world, &count);
    for (int i = 0; i < count; i++) {
        s->counts->grasps += e[i].type == SUT_EV_GRASPED ? 1 : 0;
        s->counts->slid += e[i].type == SUT_EV_SLIPPED ? 1 : 0;
        s->counts->pierced += e[i].type == SUT_EV_PIERCED ? 1 : 0;
        s->counts->tears += e[i].type == SUT_EV_TORE_INTO || e[i].type == SUT_EV_TORE_THROUGH;
    }
}

//---- as the certificate sees them ----------------------------------------------------------------
static bool is_halved(const sut_tool_part *p) {
    return v3_norm2(p->face) > 0.0;
}

// An arm of the certificate begins at the tip, goes along z and has its face towards x.
static sut_certificate_pose pose_of_part(const sut_tool_part *p) {
    sut_vec3 z = v3_normalized(v3_sub(p->base, p->tip));
    return (sut_certificate_pose){p->tip, q_log(facing(z, p->side))};
}

bool sut_torture_watch_tools(torture_scene *s) {
    for (int i = 0; i < s->tool_count; i++) {
        sut_tool_part parts[SUT_TOOL_PARTS];
        int count = sut_tool_get_parts(s->world, s->tool[i].id, parts);
        for (int k = 0; k < count; k++) {
            sut_certificate_solid solid = {
                .kind = SUT_CERTIFICATE_ARM,
                .radius = parts[k].tip_radius,
                .radius_end = parts[k].base_radius,
                .half = {0.0, 0.0, v3_distance(parts[k].tip, parts[k].base)},
                .halved = is_halved(&parts[k])};
            sut_certificate_pose pose = pose_of_part(&parts[k]);
            int number;
            if (sut_certificate_obstacle(s->certificate, &solid, &pose, &number) != SUT_OK) {
                return false;
            }
            s->tool[i].solid[k] = number;
            // against all obstacles and the tools before it
            for (int other = 0; other < number - k; other++) {
                if (sut_certificate_watch(s->certificate, number, other) != SUT_OK) {
                    return false;
                }
            }
        }
        s->tool[i].parts = count;
    }
    return true;
}

void sut_torture_show_tools(torture_scene *s, const sut_world *w) {
    for (int i = 0; i < s->tool_count; i++) {
        const torture_tool *t = &s->tool[i];
        sut_tool_part parts[SUT_TOOL_PARTS];
        int count = sut_tool_get_parts(w, t->id, parts);
        for (int k = 0; k < count && k < t->parts; k++) {
            sut_certificate_pose pose = pose_of_part(&parts[k]);
            (void)sut_certificate_obstacle_pose(s->certificate, t->solid[k], &pose);
        }
    }
}
