// SPDX-License-Identifier: MIT
// scene_build_tissue.c -- tissues and what holds them into a world.
#include "scene_tissue.h"

// A node of a surface that lies on something has about one contact.
static int contact_room(const sut_scene *s) {
    int nodes = 0;
    for (int i = 0; i < s->tissue_count; i++) {
        nodes += s->tissues[i].def.no_contact ? 0 : s->tissues[i].def.node_count;
    }
    return nodes < 65536 ? nodes : 65536;
}

void sut_scene_tissue_capacity(const sut_scene *s, sut_capacity *c) {
    c->tissues = s->tissue_count;
    c->supports = 0;
    for (int i = 0; i < s->tissue_count; i++) {
        c->supports += s->tissues[i].hold_count;
    }
    c->contacts += contact_room(s);
    // a tissue can be taken, lost, cut and torn in one step
    c->events += 8 * s->tissue_count;
}

sut_result sut_scene_build_tissue(const sut_reader *r, sut_world *w, const sut_scene *s, int i) {
    sut_node root = sut_node_root(NULL);
    sut_node list = {&root, "tissues", 0, NULL};
    sut_node tissue = {&list, NULL, i, NULL};
    sut_node holds = {&tissue, "hold", 0, NULL};
    const sut_scene_tissue *t = &s->tissues[i];
    sut_tissue_id id;
    sut_result result = sut_tissue_create(w, &t->def, &id);
    if (result != SUT_OK) {
        sut_scene_describe(r, &tissue, w, result,
                           result == SUT_E_CONFLICT
                               ? "nothing may start inside of something else: move one of them"
                               : "change it or what it depends on");
        return result;
    }
    for (int k = 0; result == SUT_OK && k < t->hold_count; k++) {
        sut_support_id unused;
        result = sut_support_create(w, id, &t->holds[k].def, &unused);
        if (result != SUT_OK) {
            sut_node hold = {&holds, NULL, k, NULL};
            sut_scene_describe(r, &hold, w, result, "change it or what it depends on");
        }
    }
    return result;
}
