// SPDX-License-Identifier: MIT
#include "trainer/server/measure.h"

#include <math.h>

static double norm(sut_vec3 v) {
    return sqrt(v.x * v.x + v.y * v.y + v.z * v.z);
}

bool sut_measure_counts(const sut_stats *s, double tension, double most) {
    // a tenth of the largest force is what a hand tells apart
    const double residual_most = 0.1;
    // a fifth above what the hands give together is left to the inertia of the thread
    const double beyond = 1.2;
    return !(s->hurried && s->contact_residual > residual_most) && tension <= beyond * most;
}

double sut_measure_pull(const sut_tool_view *v) {
    // threads alone: a hand that pushes against a solid does not pull; and what the coupling cannot
    // give is an error of a step
    return fmin(norm(v->force), norm(v->hand_force));
}

static bool beside_grip(int edge, sut_thread_id thread, const sut_tool_view *tools, int count) {
    for (int i = 0; i < count; i++) {
        for (int k = 0; k < tools[i].grip_count; k++) {
            const sut_tool_grip *g = &tools[i].grip[k];
            if (g->thread.index1 == thread.index1 && (edge == g->vertex || edge == g->vertex - 1)) {
                return true;
            }
        }
    }
    return false;
}

double sut_measure_tension(const sut_thread_view *v, sut_thread_id thread,
                           const sut_tool_view *tools, int tool_count) {
    double most = 0.0;
    for (int i = 0; i < v->vertex_count - 1; i++) {
        if (v->tension[i] > most && !beside_grip(i, thread, tools, tool_count)) {
            most = v->tension[i];
        }
    }
    return most;
}
