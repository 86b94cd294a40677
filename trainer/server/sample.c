// SPDX-License-Identifier: MIT
#include "trainer/server/sample.h"

void sut_sample_push(sut_sample_ring *r, const sut_sample *s) {
    unsigned written = atomic_load_explicit(&r->written, memory_order_relaxed);
    unsigned read = atomic_load_explicit(&r->read, memory_order_acquire);
    if (written - read == SUT_SAMPLE_RING) {
        atomic_fetch_add_explicit(&r->lost, 1, memory_order_relaxed);
        return;
    }
    r->at[written % SUT_SAMPLE_RING] = *s;
    atomic_store_explicit(&r->written, written + 1U, memory_order_release);
}

bool sut_sample_pop(sut_sample_ring *r, sut_sample *out) {
    unsigned read = atomic_load_explicit(&r->read, memory_order_relaxed);
    if (read == atomic_load_explicit(&r->written, memory_order_acquire)) {
        return false;
    }
    *out = r->at[read % SUT_SAMPLE_RING];
    atomic_store_explicit(&r->read, read + 1U, memory_order_release);
    return true;
}
