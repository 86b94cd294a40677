// SPDX-License-Identifier: MIT
#include "output/source.h"

bool sut_source_hold(const sut_source *src, int i, sut_hold_view *out) {
    sut_hold_id id = {.index1 = (uint32_t)i + 1, .generation = 1};
    return sut_hold_is_valid(src->world, id) && sut_hold_get_view(src->world, id, out) == SUT_OK;
}

int sut_source_hold_count(const sut_source *src) {
    int count = 0;
    sut_hold_view view;
    while (sut_source_hold(src, count, &view)) {
        count++;
    }
    return count;
}

int sut_source_find(const sut_source *src, sut_thread_id id) {
    for (int i = 0; i < src->thread_count; i++) {
        if (src->ids[i].index1 == id.index1 && src->ids[i].generation == id.generation) {
            return i;
        }
    }
    return -1;
}
