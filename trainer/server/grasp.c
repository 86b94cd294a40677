// SPDX-License-Identifier: MIT
#include "trainer/server/grasp.h"

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

void sut_grasp_lead(sut_hand *h, const sut_world *w, sut_tool_id tool, double reach,
                    const sut_hand_jaws *jaws) {
    bool closing = h->jaw_to < 0.5;
    // where the thread is with respect to the jaws is not known before
    h->inside = h->inside && !(closing && !h->closing);
    sut_tool_view v;
    sut_tool_grip near;
    if (closing && h->jaw > 0.05 && sut_tool_get_view(w, tool, &v) == SUT_OK &&
        v.grip_count == 0 &&
        sut_grasp_find(w, tool, reach, sut_grasp_keep(jaws->grip_length), &near)) {
        sut_hand_snap(h, near.where, direction_at(w, &near), jaws);
    } else if (!closing && h->closing) {
        sut_hand_unsnap(h);
    }
    h->closing = closing;
}
