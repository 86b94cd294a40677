// SPDX-License-Identifier: MIT
// What the torture counts: passages seen by the certificate, distances, lags.
#include "torture_scene.h"

enum { DISTANCES_EVERY = 5 }; // steps; looking at all pairs costs as much as a step

//---- the certificate -----------------------------------------------------------------------------
// Rotation vectors as unit quaternions w, v, so that two can be applied one after the other.
typedef struct turning {
    double w;
    sut_vec3 v;
} turning;

static turning turning_of(sut_vec3 rotation) {
    double angle = v3_norm(rotation);
    if (!(angle > 1e-12)) {
        return (turning){1.0, v3_scale(rotation, 0.5)};
    }
    return (turning){cos(0.5 * angle), v3_scale(rotation, sin(0.5 * angle) / angle)};
}

static sut_vec3 both(sut_vec3 first, sut_vec3 second) {
    turning a = turning_of(second);
    turning b = turning_of(first);
    double w = a.w * b.w - v3_dot(a.v, b.v);
    sut_vec3 v = v3_add(v3_madd(v3_scale(b.v, a.w), b.w, a.v), v3_cross(a.v, b.v));
    if (w < 0.0) {
        w = -w;
        v = v3_scale(v, -1.0);
    }
    double half = v3_norm(v);
    return half > 1e-12 ? v3_scale(v, 2.0 * atan2(half, w) / half) : v3_scale(v, 2.0);
}

static sut_certificate_pose pose_of(const torture_solid *o, sut_vec3 position, sut_vec3 rotation) {
    sut_certificate_pose pose = {position, o->def.rotation};
    if (o->def.kind != SUT_OBSTACLE_BOX) {
        pose = sut_certificate_pose_along(position, o->def.axis);
    }
    pose.rotation = both(pose.rotation, rotation);
    return pose;
}

static bool watch_solid(torture_scene *s, torture_solid *o) {
    static const sut_certificate_solid_kind kinds[5] = {
        [SUT_OBSTACLE_PLANE] = SUT_CERTIFICATE_PLANE,
        [SUT_OBSTACLE_SPHERE] = SUT_CERTIFICATE_SPHERE,
        [SUT_OBSTACLE_CYLINDER] = SUT_CERTIFICATE_CYLINDER,
        [SUT_OBSTACLE_CAPSULE] = SUT_CERTIFICATE_CAPSULE,
        [SUT_OBSTACLE_BOX] = SUT_CERTIFICATE_BOX,
    };
    sut_certificate_solid solid = {
        .kind = kinds[o->def.kind], .radius = o->def.radius, .half = v3_scale(o->def.size, 0.5)};
    if (o->def.kind != SUT_OBSTACLE_BOX) {
        solid.half.z = 0.5 * o->def.length;
    }
    sut_certificate_pose pose = pose_of(o, o->position, o->rotation);
    return sut_certificate_obstacle(s->certificate, &solid, &pose, NULL) == SUT_OK;
}

bool sut_torture_judge_start(torture_scene *s) {
    double far = 8.0 * s->size;
    if (sut_certificate_create(v3(-far, -far, -far), v3(far, far, far), NULL, &s->certificate) !=
        SUT_OK) {
        return false;
    }
    torture_row row[TORTURE_ROWS];
    int rows = sut_torture_rows(s, s->world, row);
    for (int i = 0; i < rows; i++) {
        if (sut_certificate_add(s->certificate, row[i].position, row[i].count, row[i].radius, false,
                                NULL) != SUT_OK) {
            return false;
        }
    }
    sut_torture_note_holes(s);
    (void)sut_torture_mesh_changed(s, s->world);
    for (int i = 0; i < s->solid_count; i++) {
        if (!watch_solid(s, &s->solid[i])) {
            return false;
        }
    }
    return sut_torture_watch_tissues(s) && sut_torture_watch_tools(s);
}

void sut_torture_close_certificate(torture_scene *s) {
    s->passed += s->certificate != NULL ? (int64_t)sut_certificate_changes(s->certificate) : 0;
    sut_certificate_destroy(s->certificate);
    s->certificate = NULL;
    s->passages = 0;
}

// Where a mesh tore another certificate goes on: what is through it then is not held against it.
static void see_tears(torture_scene *s) {
    if (sut_torture_has_stitches(s) && sut_torture_mesh_changed(s, s->world)) {
        sut_torture_close_certificate(s);
        s->counts->non_finite += sut_torture_judge_start(s) ? 0 : 1;
    }
}

void sut_torture_on_part(void *ctx, const sut_world *w) {
    torture_scene *s = ctx;
    torture_row row[TORTURE_ROWS];
    const sut_vec3 *position[TORTURE_ROWS];
    s->counts->parts++;
    sut_torture_watch_work(s, w);
    if (s->certificate == NULL) {
        return;
    }
    see_tears(s);
    int rows = sut_torture_rows(s, w, row);
    for (int i = 0; i < rows; i++) {
        position[i] = row[i].position;
    }
    for (int i = 0; i < s->solid_count; i++) {
        sut_vec3 at;
        sut_vec3 rotation;
        if (sut_obstacle_get_pose(w, s->solid[i].id, &at, &rotation) == SUT_OK) {
            sut_certificate_pose pose = pose_of(&s->solid[i], at, rotation);
            (void)sut_certificate_obstacle_pose(s->certificate, i, &pose);
        }
    }
    sut_torture_show_tools(s, w);
    sut_torture_show_tissues(s, w);
    sut_torture_show_holes(s, w);
    // refused for positions that are not finite, or so far out that nothing can be said
    if (sut_certificate_advance(s->certificate, position) != SUT_OK) {
        s->counts->non_finite++;
    }
}

static void show_passages(torture_scene *s, int step) {
    int count;
    const sut_certificate_event *e = sut_certificate_events(s->certificate, &count);
    for (; s->passages < count; s->passages++) {
        if (s->opt->passage != NULL) {
            s->opt->passage(s->opt->watch_ctx, step, s->world, &e[s->passages]);
        }
    }
}

//---- after a step --------------------------------------------------------------------------------
static void look_at_thread(torture_scene *s, int i) {
    sut_thread_view view;
    if (sut_thread_get_view(s->world, s->thread[i].id, &view) != SUT_OK) {
        return;
    }
    double fastest = 0.0;
    bool finite = true;
    for (int k = 0; k < view.vertex_count; k++) {
        double speed = v3_norm(view.velocity[k]);
        fastest = speed > fastest ? speed : fastest;
        finite = finite && v3_is_finite(view.position[k]) && v3_is_finite(view.velocity[k]);
        finite = finite && (k + 1 == view.vertex_count ||
                            (isfinite(view.tension[k]) && isfinite(view.twist[k])));
    }
    s->counts->non_finite += finite ? 0 : 1;
    s->counts->speed_max = fmax(s->counts->speed_max, fastest);
}

static void look_at_distances(torture_scene *s) {
    sut_thread_view view[TORTURE_THREADS];
    for (int i = 0; i < s->thread_count; i++) {
        if (sut_thread_get_view(s->world, s->thread[i].id, &view[i]) != SUT_OK) {
            return;
        }
    }
    for (int i = 0; i < s->thread_count; i++) {
        for (int j = i; j < s->thread_count; j++) {
            s->counts->nearest = sut_torture_nearest(
                view[i].position, view[i].vertex_count, view[i].radius, view[j].position,
                view[j].vertex_count, view[j].radius, s->thread[i].edge, s->counts->nearest);
        }
    }
}

static double lag_of(const torture_scene *s, const torture_hand *h) {
    sut_hold_view view;
    sut_hold_key now;
    if (!h->holds || sut_hold_get_view(s->world, h->id, &view) != SUT_OK ||
        sut_thread_key_now(s->world, view.thread, view.vertex, &now) != SUT_OK) {
        return 0.0;
    }
    return v3_distance(view.target, now.position);
}

// Has any vertex moved in this step? Its old place is kept in the scene.
static bool has_moved(torture_scene *s) {
    bool moved = false;
    for (int i = 0; i < s->thread_count; i++) {
        sut_thread_view view;
        if (sut_thread_get_view(s->world, s->thread[i].id, &view) != SUT_OK) {
            return true;
        }
        for (int k = 0; k < view.vertex_count; k++) {
            // exactly the same place: nothing was taken over
            const sut_vec3 *p = &view.position[k];
            const sut_vec3 *q = &s->thread[i].start[k];
            moved = moved || p->x != q->x || p->y != q->y || p->z != q->z;
            s->thread[i].start[k] = *p;
        }
    }
    return moved;
}

void sut_torture_judge_step(torture_scene *s, int step) {
    sut_torture_counts *c = s->counts;
    sut_stats stats = sut_world_stats(s->world);
    c->steps++;
    c->guard_hits += stats.guard_hits;
    c->guard_shortened += stats.guard_shortened;
    c->frozen_steps += has_moved(s) || stats.guard_shortened == 0 ? 0 : 1;
    see_tears(s);
    c->topology_changes = s->passed + (int64_t)sut_certificate_changes(s->certificate);
    show_passages(s, step);
    sut_torture_count_events(s);
    sut_torture_look_at_tissues(s);
    for (int i = 0; i < s->thread_count; i++) {
        look_at_thread(s, i);
    }
    for (int i = 0; i < s->hand_count; i++) {
        if (!isfinite(s->hand[i].max_force)) {
            c->lag_max = fmax(c->lag_max, lag_of(s, &s->hand[i]));
        }
    }
    sut_torture_watch_energy(s);
    sut_torture_judge_forces(s);
    if (step % DISTANCES_EVERY == 0) {
        look_at_distances(s);
    }
}
