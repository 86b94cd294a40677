// SPDX-License-Identifier: MIT
#include "trainer/server/grasp.h"

#include "sutura/needle.h"

#include <math.h>

enum { NEEDLES = 4 };

double sut_grasp_keep(double grip_length) {
    return grip_length;
}

// the vertex nearest to `vertex` with at least `keep` of thread on both sides; negative: none
static int away_from_ends(const sut_thread_view *v, int vertex, double keep) {
    int low = 0, high = v->vertex_count - 1;
    double before = 0.0, after = 0.0;
    while (low < v->vertex_count - 1 && before < keep) {
        before += v->rest_length[low++];
    }
    while (high > 0 && after < keep) {
        after += v->rest_length[--high];
    }
    if (low > high) {
        return -1;
    }
    return vertex < low ? low : vertex > high ? high : vertex;
}

bool sut_grasp_find(const sut_world *w, sut_tool_id tool, double reach, double keep,
                    sut_tool_grip *out) {
    sut_thread_view v;
    if (!sut_tool_candidate(w, tool, reach, out) ||
        sut_thread_get_view(w, out->thread, &v) != SUT_OK) {
        return false;
    }
    int vertex = away_from_ends(&v, out->vertex, keep);
    if (vertex < 0) {
        return false;
    }
    out->vertex = vertex;
    out->where = v.position[vertex];
    return true;
}

// the direction of a thread at the vertex that would be grasped
static sut_vec3 direction_at(const sut_world *w, const sut_tool_grip *g) {
    sut_thread_view v;
    if (sut_thread_get_view(w, g->thread, &v) != SUT_OK) {
        return (sut_vec3){0.0, 0.0, 0.0};
    }
    int a = g->vertex > 0 ? g->vertex - 1 : 0;
    int b = g->vertex < v.vertex_count - 1 ? g->vertex + 1 : g->vertex;
    return (sut_vec3){v.position[b].x - v.position[a].x, v.position[b].y - v.position[a].y,
                      v.position[b].z - v.position[a].z};
}

static double apart(sut_vec3 a, sut_vec3 b) {
    return sqrt((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y) + (a.z - b.z) * (a.z - b.z));
}

// the tool's own z axis, to its handle
static sut_vec3 axis_of(sut_quat q) {
    return (sut_vec3){2.0 * (q.x * q.z + q.w * q.y), 2.0 * (q.y * q.z - q.w * q.x),
                      1.0 - 2.0 * (q.x * q.x + q.y * q.y)};
}

// From the line in the middle of gripping faces, which begins at the tips: a needle that lies on something is reached with
// the tips.
static double from_faces(sut_vec3 at, sut_vec3 tip, sut_vec3 z, double length) {
    double along =
        (at.x - tip.x) * z.x + (at.y - tip.y) * z.y + (at.z - tip.z) * z.z;
    along = fmin(fmax(along, 0.0), length);
    return apart(at, (sut_vec3){tip.x + along * z.x, tip.y + along * z.y, tip.z + along * z.z});
}

bool sut_grasp_find_needle(const sut_world *w, const sut_tool_view *tool, double reach,
                           double grip_length, sut_vec3 *where, sut_vec3 *along) {
    sut_needle_id id[NEEDLES];
    int count = sut_world_needles(w, id, NEEDLES);
    sut_vec3 z = axis_of(tool->proxy.rotation), p = tool->proxy.position;
    double least = reach;
    bool found = false;
    for (int i = 0; i < count && i < NEEDLES && tool->needle_grip.needle.index1 == 0; i++) {
        sut_needle_view n;
        if (sut_needle_get_view(w, id[i], &n) != SUT_OK || n.point_count < 2) {
            continue;
        }
        for (int k = 0; k < n.point_count; k++) {
            double far = from_faces(n.point[k], p, z, grip_length);
            if (far <= least) {
                int a = k > 0 ? k - 1 : 0, b = k < n.point_count - 1 ? k + 1 : k;
                least = far;
                found = true;
                *where = n.point[k];
                *along = (sut_vec3){n.point[b].x - n.point[a].x, n.point[b].y - n.point[a].y,
                                    n.point[b].z - n.point[a].z};
            }
        }
    }
    return found;
}

static void lead_to_nearer(sut_hand *h, const sut_world *w, sut_tool_id tool,
                           const sut_tool_view *v, double reach, const sut_hand_jaws *jaws) {
    sut_tool_grip near;
    sut_vec3 where, along, p = v->proxy.position;
    bool thread = sut_grasp_find(w, tool, reach, sut_grasp_keep(jaws->grip_length), &near);
    bool needle = sut_grasp_find_needle(w, v, reach, jaws->grip_length, &where, &along);
    if (needle && !(thread && apart(near.where, p) < apart(where, p))) {
        // well between the faces: tips alone pinch a round needle without holding it, and press on the other jaws
        const double inside = 0.4;
        sut_vec3 z = axis_of(v->proxy.rotation);
        double deeper = inside * jaws->grip_length;
        where = (sut_vec3){where.x - deeper * z.x, where.y - deeper * z.y, where.z - deeper * z.z};
        sut_hand_snap(h, where, along, jaws);
    } else if (thread) {
        sut_hand_snap(h, near.where, direction_at(w, &near), jaws);
    }
}

void sut_grasp_lead(sut_hand *h, const sut_world *w, sut_tool_id tool, double reach,
                    const sut_hand_jaws *jaws) {
    bool closing = h->jaw_to < 0.5;
    // where the thread is with respect to the jaws is not known before
    h->inside = h->inside && !(closing && !h->closing);
    sut_tool_view v;
    if (closing && h->jaw > 0.05 && sut_tool_get_view(w, tool, &v) == SUT_OK &&
        v.grip_count == 0 && v.needle_grip.needle.index1 == 0) {
        lead_to_nearer(h, w, tool, &v, reach, jaws);
    } else if (!closing && h->closing) {
        sut_hand_unsnap(h);
    }
    h->closing = closing;
}
