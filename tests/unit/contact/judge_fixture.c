// SPDX-License-Identifier: MIT
#include "judge_fixture.h"

#include <stdio.h>
#include <string.h>

static void look_at_part(void *ctx, const sut_world *w) {
    judge *j = ctx;
    if (!j->certificate) {
        return;
    }
    const sut_vec3 *position[JUDGE_THREADS];
    for (int i = 0; i < j->threads; i++) {
        sut_thread_view v;
        memset(&v, 0, sizeof v);
        (void)sut_thread_get_view(w, j->thread[i], &v);
        position[i] = v.position;
    }
    j->parts++;
    j->refused += sut_certificate_advance(j->certificate, position) != SUT_OK ? 1 : 0;
}

sut_world_def judged_def(judge *j) {
    memset(j, 0, sizeof *j);
    sut_world_def def = sut_default_world_def();
    def.gravity = (sut_vec3){0.0, 0.0, 0.0};
    def.on_part = look_at_part;
    def.on_part_ctx = j;
    return def;
}

bool judge_begin(judge *j, const sut_world *w, const sut_thread_id *thread, int threads) {
    const sut_vec3 low = {-0.05, -0.05, -0.05};
    const sut_vec3 high = {0.05, 0.05, 0.05};
    bool fine = sut_certificate_create(low, high, NULL, &j->certificate) == SUT_OK;
    j->threads = threads;
    for (int i = 0; fine && i < threads; i++) {
        sut_thread_view v;
        j->thread[i] = thread[i];
        fine = sut_thread_get_view(w, thread[i], &v) == SUT_OK &&
               sut_certificate_add(j->certificate, v.position, v.vertex_count, v.radius, false,
                                   NULL) == SUT_OK;
    }
    return fine;
}

bool judge_is_content(const judge *j) {
    uint64_t changes = sut_certificate_changes(j->certificate);
    if (changes > 0 || j->refused > 0) {
        printf("    %d parts, %d refused, %d changes\n", j->parts, j->refused, (int)changes);
    }
    return j->parts > 0 && j->refused == 0 && changes == 0;
}

void judge_end(judge *j) {
    sut_certificate_destroy(j->certificate);
    memset(j, 0, sizeof *j);
}
