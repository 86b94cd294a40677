// SPDX-License-Identifier: MIT
// A user's program of the scene library: read a scene from memory, step it, print its hash.
#include <sutura/scene.h>

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const char text[] = "{ \"sutura\": 1, \"dt\": \"1 ms\", \"seconds\": 0.01,"
                           "  \"threads\": [ { \"material\": \"nylon 6-0\", \"vertices\": 11,"
                           "    \"length\": \"50 mm\","
                           "    \"shape\": { \"type\": \"straight\", \"from\": [0, 0, 0],"
                           "                 \"direction\": [1, 0, 0] },"
                           "    \"hold\": [ { \"vertex\": 0, \"how\": \"pin\" } ] } ] }";

int main(void) {
    sut_scene_error error = {{0}};
    sut_scene *scene = sut_scene_read_text(text, strlen(text), "text", NULL, &error);
    if (scene == NULL) {
        fprintf(stderr, "%s\n", error.text);
        return 1;
    }
    sut_world *w = NULL;
    sut_result r = sut_scene_build(scene, NULL, &w, &error);
    for (int i = 0; r == SUT_OK && i < 10; i++) {
        r = sut_world_step(w, sut_scene_dt(scene));
    }
    if (r == SUT_OK) {
        printf("%016" PRIx64 "\n", sut_world_hash(w));
    } else {
        fprintf(stderr, "%s %s\n", sut_result_text(r), error.text);
    }
    sut_world_destroy(w);
    sut_scene_free(scene);
    return r == SUT_OK ? 0 : 1;
}
