// SPDX-License-Identifier: MIT
#include "output/haptic_trace.h"

#include <stdlib.h>
#include <string.h>

enum { BUFFER = 1 << 18 };
static const double most_rows = 1e8;

bool sut_haptic_trace_init(sut_haptic_trace *t, double periods, int hands) {
    double rows = periods * hands;
    *t = (sut_haptic_trace){0};
    if (!(rows < most_rows)) {
        return false;
    }
    t->capacity = (size_t)rows + 1;
    size_t size = t->capacity * sizeof *t->rows;
    t->rows = malloc(size);
    if (t->rows != NULL) {
        // touched now, so that no page is missing later
        memset(t->rows, 0, size);
    }
    return t->rows != NULL;
}

void sut_haptic_trace_free(sut_haptic_trace *t) {
    free(t->rows);
    *t = (sut_haptic_trace){0};
}

void sut_haptic_trace_add(sut_haptic_trace *t, const sut_haptic *h) {
    sut_hand_status s;
    for (int i = 0; t->rows != NULL && i < sut_haptic_hand_count(h); i++) {
        if (t->count == t->capacity || sut_haptic_status(h, i, &s) != SUT_OK) {
            return;
        }
        t->rows[t->count++] = (sut_haptic_row){.t = sut_world_time(sut_haptic_world(h)),
                                               .hand = i,
                                               .state = s.state,
                                               .target = s.target,
                                               .jaw = s.jaw,
                                               .force = s.wrench.force};
    }
}

bool sut_haptic_trace_write(const sut_haptic_trace *t, const char *path, const char *const *tools,
                            sut_fault *fault) {
    sut_writer w;
    if (!sut_writer_open(&w, path, BUFFER, fault)) {
        return false;
    }
    sut_writer_begin(&w);
    sut_writer_print(&w, "t,tool,x,y,z,qx,qy,qz,qw,jaw,fx,fy,fz,state\n");
    for (size_t i = 0; i < t->count; i++) {
        const sut_haptic_row *r = &t->rows[i];
        const sut_pose *p = &r->target;
        sut_writer_print(&w, "%.9g,%s,%.9g,%.9g,%.9g,%.9g,%.9g,%.9g,%.9g,%.6g,%.9g,%.9g,%.9g,%s\n",
                         r->t, tools[r->hand], p->position.x, p->position.y, p->position.z,
                         p->rotation.x, p->rotation.y, p->rotation.z, p->rotation.w, r->jaw,
                         r->force.x, r->force.y, r->force.z, sut_hand_state_name(r->state));
    }
    return sut_writer_close(&w, fault);
}
