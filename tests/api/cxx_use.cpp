// SPDX-License-Identifier: MIT
// The public headers in a C++ program: values, a world, a step. Only the language boundary is
// tested here, the behaviour elsewhere.
#include <sutura/scene.h>

#include <cstdio>

namespace {

bool run() {
    sut_world_def world_def = sut_default_world_def();
    sut_world *world = nullptr;
    if (sut_world_create(&world_def, &world) != SUT_OK) {
        return false;
    }
    const sut_vec3 line[2] = {{0.0, 0.0, 0.0}, {0.01, 0.0, 0.0}};
    sut_thread_def thread_def = sut_default_thread_def();
    thread_def.positions = line;
    thread_def.vertex_count = 2;
    sut_thread_id thread = {0, 0};
    bool good = sut_thread_create(world, &thread_def, &thread) == SUT_OK;
    good = good && sut_world_step(world, 0.001) == SUT_OK;

    // a free thread falls
    sut_thread_view view = {};
    good = good && sut_thread_get_view(world, thread, &view) == SUT_OK;
    good = good && view.vertex_count == 2 && view.position[1].z < 0.0;
    sut_world_destroy(world);
    return good;
}

} // namespace

int main() {
    bool good = run();
    std::puts(good ? "C++ sees the engine" : "C++ could not step a thread");
    return good ? 0 : 1;
}
