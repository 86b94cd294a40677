// SPDX-License-Identifier: MIT
#include "trainer/server/bite.h"

#include <math.h>

static const double point = 4.2;       // diameters, of the tapered point of a cutting needle
static const double swage_share = 0.9; // of the arc
static const double low_pass = 10.0;   // Hz

static double dot(sut_vec3 a, sut_vec3 b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static sut_vec3 turned(sut_quat q, sut_vec3 v) {
    sut_vec3 u = {q.x, q.y, q.z};
    sut_vec3 c = {u.y * v.z - u.z * v.y + q.w * v.x, u.z * v.x - u.x * v.z + q.w * v.y,
                  u.x * v.y - u.y * v.x + q.w * v.z};
    return (sut_vec3){v.x + 2.0 * (u.y * c.z - u.z * c.y), v.y + 2.0 * (u.z * c.x - u.x * c.z),
                      v.z + 2.0 * (u.x * c.y - u.y * c.x)};
}

//---- events --------------------------------------------------------------------------------------

static void note_grasp(sut_bite *b, const sut_world *w, const sut_event *e) {
    sut_needle_view n;
    if (sut_needle_get_view(w, (sut_needle_id){e->b, 1}, &n) != SUT_OK) {
        return;
    }
    b->at_tip += e->amount < point * n.diameter ? 1 : 0;
    b->at_swage += e->amount > swage_share * n.length ? 1 : 0;
}

static void note_event(sut_bite *b, const sut_world *w, const sut_event *e) {
    switch (e->type) {
    case SUT_EV_PIERCED:
        b->entries++;
        break;
    case SUT_EV_BACKED_OUT:
        b->backs++;
        break;
    case SUT_EV_NEEDLE_GRASPED:
        note_grasp(b, w, e);
        break;
    case SUT_EV_NEEDLE_DROPPED:
        b->dropped++;
        break;
    case SUT_EV_TORE_INTO:
        b->tears++;
        break;
    case SUT_EV_CUT:
        b->cut += e->amount;
        break;
    case SUT_EV_CUT_THREAD:
        b->threads_cut++;
        break;
    case SUT_EV_NO_ROOM:
        b->full = true;
        break;
    default:
        break;
    }
}

//---- forces --------------------------------------------------------------------------------------

typedef struct grasp_of_tissue {
    bool inside;    // the needle is in some
    sut_vec3 force; // N, of all holes and guides on it
    double lateral; // N, the most across it at a hole
} grasp_of_tissue;

// the tangent forward at m behind the tip
static sut_vec3 tangent(const sut_needle_view *n, double s) {
    double a = n->radius > 0.0 ? s / n->radius : 0.0;
    return turned(n->pose.rotation, (sut_vec3){cos(a), -sin(a), 0.0});
}

static grasp_of_tissue look_at_holes(const sut_world *w, int needle, const sut_needle_view *n) {
    grasp_of_tissue g = {0};
    int slots = sut_hole_slots(w);
    for (int i = 0; i < slots; i++) {
        sut_hole_view h;
        sut_hole_id id = sut_hole_at(w, i);
        if (id.index1 == 0 || sut_hole_get_view(w, id, &h) != SUT_OK || h.tip || h.out ||
            (int)h.needle.index1 != needle + 1) {
            continue;
        }
        g.inside = true;
        g.force = (sut_vec3){g.force.x + h.force.x, g.force.y + h.force.y, g.force.z + h.force.z};
        double along = dot(h.force, tangent(n, h.s));
        g.lateral = fmax(g.lateral, sqrt(fmax(0.0, dot(h.force, h.force) - along * along)));
    }
    return g;
}

// A needle that turns about the centre of its arc leaves that where it is. What moves the centre
// against the resistance of the tissue is work on the tissue beside the channel.
static double step_needle(sut_bite *b, const sut_world *w, int i, bool counts) {
    sut_needle_view n;
    if (sut_needle_get_view(w, sut_scene_needle_id(i), &n) != SUT_OK || !(n.radius > 0.0)) {
        b->known[i] = false;
        return 0.0;
    }
    grasp_of_tissue g = look_at_holes(w, i, &n);
    sut_vec3 y = turned(n.pose.rotation, (sut_vec3){0.0, n.radius, 0.0}), p = n.pose.position;
    sut_vec3 centre = {p.x + y.x, p.y + y.y, p.z + y.z}, c = b->centre[i];
    if (g.inside && b->known[i] && counts) {
        sut_vec3 way = {centre.x - c.x, centre.y - c.y, centre.z - c.z};
        b->off_arc += fmax(0.0, -dot(g.force, way));
    }
    b->known[i] = g.inside;
    b->centre[i] = centre;
    return counts ? g.lateral : b->lateral;
}

void sut_bite_step(sut_bite *b, const sut_world *w, int needles, bool counts, double dt) {
    int count;
    const sut_event *e = sut_world_events(w, &count);
    for (int i = 0; i < count; i++) {
        note_event(b, w, &e[i]);
    }
    double lateral = 0.0;
    for (int i = 0; i < needles && i < SUT_BITE_NEEDLES; i++) {
        lateral = fmax(lateral, step_needle(b, w, i, counts));
    }
    double share = 1.0 - exp(-6.283185307179586 * low_pass * dt);
    b->lateral += share * (lateral - b->lateral);
}
