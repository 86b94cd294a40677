// SPDX-License-Identifier: MIT
// hello.c -- the first program: hang a thread by one end and watch its tip settle.
//
//     cc hello.c $(pkg-config --cflags --libs sutura) -o hello
#include <sutura/sutura.h>

#include <stdio.h>

enum { VERTICES = 41 };

// a straight, level thread of 40 mm, held at its first vertex
static sut_result add_thread(sut_world *w, sut_thread_id *thread) {
    sut_vec3 positions[VERTICES];
    for (int i = 0; i < VERTICES; i++) {
        positions[i] = (sut_vec3){0.001 * i, 0.0, 0.0};
    }
    sut_thread_def def = sut_default_thread_def();
    def.positions = positions;
    def.vertex_count = VERTICES;
    // nylon, 0.1 mm thick: Young's modulus, Poisson's ratio, density, radius
    sut_thread_def_set_round(&def, 2e9, 0.4, 1140.0, 5e-5);
    sut_result r = sut_thread_create(w, &def, thread);
    if (r != SUT_OK) {
        return r;
    }
    sut_hold_def hold = sut_default_hold_def();
    hold.vertex = 0;
    hold.kind = SUT_HOLD_PIN;
    sut_hold_id unused;
    return sut_hold_create(w, *thread, &hold, &unused);
}

// two seconds in steps of a millisecond, with a line every quarter of a second
static sut_result swing(sut_world *w, sut_thread_id thread) {
    for (int step = 0; step <= 2000; step++) {
        if (step % 250 == 0) {
            sut_thread_view v;
            sut_result r = sut_thread_get_view(w, thread, &v);
            if (r != SUT_OK) {
                return r;
            }
            sut_vec3 tip = v.position[v.vertex_count - 1];
            printf("t = %.2f s   tip at x = %7.3f mm, z = %7.3f mm   tension %.3g N\n",
                   sut_world_time(w), 1e3 * tip.x, 1e3 * tip.z, v.tension[0]);
        }
        sut_result r = sut_world_step(w, 0.001);
        if (r != SUT_OK) {
            return r;
        }
    }
    return SUT_OK;
}

int main(void) {
    sut_world_def def = sut_default_world_def();
    sut_world *w = NULL;
    sut_result r = sut_world_create(&def, &w);
    sut_thread_id thread = {0};
    if (r == SUT_OK) {
        r = add_thread(w, &thread);
    }
    if (r == SUT_OK) {
        r = swing(w, thread);
    }
    if (r != SUT_OK) {
        fprintf(stderr, "hello: %s\n", sut_result_text(r));
    }
    sut_world_destroy(w);
    return r == SUT_OK ? 0 : 1;
}
