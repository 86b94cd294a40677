// SPDX-License-Identifier: MIT
// A user's program of the mesh library alone: a pad with a wound, its figures.
#include <sutura/mesh.h>

#include <stdio.h>

int main(void) {
    sut_pad_def pad = {.size = {0.04, 0.03, 0.006},
                       .cells = {8, 6, 2},
                       .wound = {.kind = SUT_WOUND_STRAIGHT, .length = 0.02}};
    sut_mesh_error error;
    sut_mesh *m = sut_mesh_pad(&pad, &error);
    sut_mesh_figures f;
    if (m == NULL || !sut_mesh_measure(m, &f)) {
        fprintf(stderr, "no mesh\n");
        return 1;
    }
    printf("%d nodes, %d elements, %.17g m^3\n", m->node_count, sut_mesh_element_count(m),
           f.volume);
    sut_mesh_free(m);
    return 0;
}
