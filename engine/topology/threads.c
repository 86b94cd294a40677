// SPDX-License-Identifier: MIT
// What the caller gives, made fit for closing: checked, without repeated points, in the unit ball.
#include "math/vec3.h"
#include "topology/closing.h"

// largest coordinate, or -1 when one is not finite
static double largest(const sut_knot_thread *threads, int count) {
    double most = 0.0;
    for (int k = 0; k < count; k++) {
        for (int i = 0; i < threads[k].vertex_count; i++) {
            sut_vec3 p = threads[k].positions[i];
            if (!v3_is_finite(p)) {
                return -1.0;
            }
            most = fmax(most, fmax(fabs(p.x), fmax(fabs(p.y), fabs(p.z))));
        }
    }
    return most;
}

static bool same_point(sut_vec3 a, sut_vec3 b) {
    // exactly: a repeated line of a file; points that merely come close are left alone
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

// points of one thread without repetitions, scaled; false when too few are left
static bool add_thread(sut_threads *t, int k, const sut_knot_thread *thread, double scale) {
    int begin = t->n;
    for (int i = 0; i < thread->vertex_count; i++) {
        sut_vec3 p = v3_scale(thread->positions[i], scale);
        if (t->n == begin || !same_point(p, t->points[t->n - 1])) {
            t->points[t->n++] = p;
        }
    }
    if (thread->closed && t->n - begin > 1 && same_point(t->points[begin], t->points[t->n - 1])) {
        t->n--;
    }
    t->start[k] = begin;
    t->start[k + 1] = t->n;
    t->closed[k] = thread->closed;
    return t->n - begin >= (thread->closed ? 3 : 2);
}

// middle of all points to the origin, everything into the unit ball; false: all in one place
static bool fit_into_ball(sut_threads *t) {
    sut_vec3 sum = v3_zero();
    for (int i = 0; i < t->n; i++) {
        sum = v3_add(sum, t->points[i]);
    }
    sut_vec3 middle = v3_scale(sum, 1.0 / t->n);
    double far = 0.0;
    for (int i = 0; i < t->n; i++) {
        t->points[i] = v3_sub(t->points[i], middle);
        far = fmax(far, v3_norm(t->points[i]));
    }
    if (!(far > 1e-13)) {
        return false;
    }
    for (int i = 0; i < t->n; i++) {
        t->points[i] = v3_scale(t->points[i], 1.0 / far);
    }
    return true;
}

sut_result sut_threads_make(sut_threads *t, const sut_knot_thread *threads, int count,
                            sut_pool *pool) {
    size_t n = 0;
    for (int k = 0; k < count; k++) {
        if (threads[k].positions == NULL || threads[k].vertex_count < 1) {
            return SUT_E_ARGUMENT;
        }
        n += (size_t)threads[k].vertex_count;
    }
    double most = largest(threads, count);
    if (!(most > 0x1p-1000) || n > INT32_MAX / 4) {
        return SUT_E_ARGUMENT;
    }
    size_t c = (size_t)count;
    t->count = count;
    t->n = 0;
    t->points = sut_pool_take(pool, n, sizeof *t->points);
    t->start = sut_pool_take(pool, c + 1, sizeof *t->start);
    t->closed = sut_pool_take(pool, c, sizeof *t->closed);
    t->outward = sut_pool_take(pool, 2 * c, sizeof *t->outward);
    t->free_end = sut_pool_take(pool, 2 * c, sizeof *t->free_end);
    if (t->points == NULL || t->start == NULL || t->closed == NULL || t->outward == NULL ||
        t->free_end == NULL) {
        return SUT_E_MEMORY;
    }
    for (int k = 0; k < count; k++) {
        if (!add_thread(t, k, &threads[k], 1.0 / most)) {
            return SUT_E_ARGUMENT;
        }
    }
    if (!fit_into_ball(t)) {
        return SUT_E_ARGUMENT;
    }
    sut_threads_find_ends(t, pool->work);
    return SUT_OK;
}
