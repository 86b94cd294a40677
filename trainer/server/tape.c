// SPDX-License-Identifier: MIT
#include "trainer/server/tape.h"

void sut_tape_open(sut_tape *t, size_t limit) {
    *t = (sut_tape){.limit = limit};
    pthread_mutex_init(&t->lock, NULL);
}

void sut_tape_close(sut_tape *t) {
    sut_bytes_free(&t->bytes);
    pthread_mutex_destroy(&t->lock);
}

bool sut_tape_write(void *tape, const void *bytes, size_t size) {
    sut_tape *t = tape;
    pthread_mutex_lock(&t->lock);
    t->full = t->full || size > t->limit - t->bytes.size;
    if (!t->full) {
        sut_bytes_put(&t->bytes, bytes, size);
        t->full = t->bytes.failed;
    }
    bool good = !t->full;
    pthread_mutex_unlock(&t->lock);
    return good;
}

void sut_tape_take(sut_tape *t, sut_bytes *out) {
    sut_bytes_clear(out);
    pthread_mutex_lock(&t->lock);
    sut_bytes mine = *out;
    *out = t->bytes;
    t->bytes = mine;
    pthread_mutex_unlock(&t->lock);
}

bool sut_tape_full(sut_tape *t) {
    pthread_mutex_lock(&t->lock);
    bool full = t->full;
    pthread_mutex_unlock(&t->lock);
    return full;
}
