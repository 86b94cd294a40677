// SPDX-License-Identifier: MIT
#include "output/knots.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The end that holds pull twice as hard as the other one; unknown where none does.
static sut_knot_end standing_end(const sut_source *src, sut_thread_id id, int vertex_count) {
    double pull[2] = {0.0, 0.0};
    sut_hold_view h;
    for (int i = 0; sut_source_hold(src, i, &h); i++) {
        bool same = h.thread.index1 == id.index1 && h.thread.generation == id.generation;
        if (same && h.active) {
            double force =
                sqrt(h.force.x * h.force.x + h.force.y * h.force.y + h.force.z * h.force.z);
            pull[2 * h.vertex >= vertex_count] += force;
        }
    }
    if (pull[0] > 2.0 * pull[1]) {
        return SUT_KNOT_END_FIRST;
    }
    return pull[1] > 2.0 * pull[0] ? SUT_KNOT_END_LAST : SUT_KNOT_END_UNKNOWN;
}

// The longest piece of a thread: what was cut of it has a knot of its own.
static int longest_piece(const sut_thread_view *v, int *first) {
    int best = 0;
    for (int begin = 0; begin < v->vertex_count;) {
        int end = sut_source_piece_end(v, begin);
        if (end - begin > best) {
            best = end - begin;
            *first = begin;
        }
        begin = end;
    }
    return best;
}

static bool describe(const sut_source *src, int i, sut_knot_thread *out) {
    sut_thread_view v;
    if (sut_thread_get_view(src->world, src->ids[i], &v) != SUT_OK ||
        v.vertex_count > SUT_KNOTS_VERTICES) {
        return false;
    }
    int first = 0;
    int count = longest_piece(&v, &first);
    *out = (sut_knot_thread){.positions = v.position + first, .vertex_count = count};
    return count >= 2;
}

static void copy_loop(const sut_knot_loop *loop, sut_knot_label *out) {
    memcpy(out->name, loop->name, sizeof out->name);
    out->reason = loop->reason;
    out->certain = loop->certain;
    out->throws = loop->throws;
}

// Two threads may be joined by a knot, so they are looked at together.
static sut_result name_pair(sut_knots *k, const sut_source *src, sut_knot_effort effort) {
    sut_knot_thread threads[2];
    for (int i = 0; i < 2; i++) {
        if (!describe(src, i, &threads[i])) {
            return SUT_E_ARGUMENT;
        }
        threads[i].standing = standing_end(src, src->ids[i], threads[i].vertex_count);
    }
    sut_knot knot;
    sut_result r = sut_knot_name(threads, 2, effort, &knot);
    if (r == SUT_OK) {
        copy_loop(&knot.loops[0], &k->threads[0]);
        copy_loop(&knot.loops[1], &k->threads[1]);
        k->joined = knot.bend.count > 0;
        memcpy(k->bend.name, knot.bend_name, sizeof k->bend.name);
        k->bend.throws = knot.bend;
        sut_knot_free(&knot);
    }
    return r;
}

static sut_result name_one(sut_knots *k, const sut_source *src, int i, sut_knot_effort effort) {
    sut_knot_thread thread;
    sut_knot knot;
    if (!describe(src, i, &thread)) {
        return SUT_E_ARGUMENT;
    }
    sut_result r = sut_knot_name(&thread, 1, effort, &knot);
    if (r == SUT_OK) {
        copy_loop(&knot.loops[0], &k->threads[i]);
        sut_knot_free(&knot);
    }
    return r;
}

// Pieces of at least two vertices of all threads that have more than one, into `out` if it is
// there.
static int find_pieces(const sut_source *src, sut_knot_piece *out) {
    int count = 0;
    sut_thread_view v;
    for (int i = 0; i < src->thread_count; i++) {
        bool seen = sut_thread_get_view(src->world, src->ids[i], &v) == SUT_OK &&
                    v.vertex_count <= SUT_KNOTS_VERTICES;
        if (!seen || sut_source_piece_end(&v, 0) == v.vertex_count) {
            continue;
        }
        for (int begin = 0, end; begin < v.vertex_count; begin = end) {
            end = sut_source_piece_end(&v, begin);
            if (end - begin >= 2 && out != NULL) {
                out[count] = (sut_knot_piece){.thread = i, .first = begin, .last = end - 1};
            }
            count += end - begin >= 2 ? 1 : 0;
        }
    }
    return count;
}

static sut_result name_piece(const sut_source *src, sut_knot_piece *p) {
    sut_thread_view v;
    sut_knot knot;
    if (sut_thread_get_view(src->world, src->ids[p->thread], &v) != SUT_OK) {
        return SUT_E_ARGUMENT;
    }
    sut_knot_thread thread = {.positions = v.position + p->first,
                              .vertex_count = p->last - p->first + 1};
    sut_result r = sut_knot_name(&thread, 1, SUT_KNOT_THOROUGH, &knot);
    if (r == SUT_OK) {
        copy_loop(&knot.loops[0], &p->label);
        sut_knot_free(&knot);
    }
    return r;
}

static sut_result name_pieces(sut_knots *k, const sut_source *src) {
    k->piece_count = find_pieces(src, NULL);
    k->pieces = calloc((size_t)k->piece_count + 1, sizeof *k->pieces);
    if (k->pieces == NULL) {
        return SUT_E_MEMORY;
    }
    (void)find_pieces(src, k->pieces);
    sut_result r = SUT_OK;
    for (int i = 0; i < k->piece_count && r != SUT_E_MEMORY; i++) {
        r = name_piece(src, &k->pieces[i]);
    }
    return r;
}

bool sut_knots_name(sut_knots *k, const sut_source *src, sut_knot_effort effort) {
    *k = (sut_knots){.thread_count = src->thread_count};
    k->threads = calloc((size_t)src->thread_count + 1, sizeof *k->threads);
    if (k->threads == NULL) {
        return false;
    }
    sut_result r = src->thread_count == 2 ? name_pair(k, src, effort) : SUT_E_ARGUMENT;
    for (int i = 0; r != SUT_OK && r != SUT_E_MEMORY && i < src->thread_count; i++) {
        if (name_one(k, src, i, effort) == SUT_E_MEMORY) {
            r = SUT_E_MEMORY;
        }
    }
    if (r != SUT_E_MEMORY && effort == SUT_KNOT_THOROUGH) {
        r = name_pieces(k, src);
    }
    if (r == SUT_E_MEMORY) {
        sut_knots_free(k);
        return false;
    }
    return true;
}

void sut_knots_free(sut_knots *k) {
    free(k->threads);
    free(k->pieces);
    *k = (sut_knots){0};
}

static size_t add_word(char *out, size_t size, size_t used, const sut_knot_label *l) {
    const char *word = l->throws.surgical[0] != '\0' ? l->throws.surgical : l->name;
    if (l->name[0] == '\0' || strcmp(word, "0_1") == 0 || used >= size) {
        return used;
    }
    int n = snprintf(out + used, size - used, "%s%s", used > 0 ? ", " : "", word);
    return n < 0 ? used : used + (size_t)n;
}

void sut_knots_text(const sut_knots *k, char *out, size_t size) {
    size_t used = 0;
    out[0] = '\0';
    if (k->joined) {
        used = add_word(out, size, used, &k->bend);
    }
    for (int i = 0; i < k->thread_count; i++) {
        used = add_word(out, size, used, &k->threads[i]);
    }
}
