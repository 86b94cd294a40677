// SPDX-License-Identifier: MIT
// Signature from the faces of one colour (C. McA. Gordon and R. A. Litherland, 1978): the faces are
// coloured like a chess board; every crossing joins two white corners with a weight of +1 or -1 by
// the side on which its upper strand lies; the signature of the matrix of these weights is the
// knot's after a correction for the crossings where the shaded surface does not follow the strands.
#include "topology/invariants.h"

#include <math.h>
#include <string.h>

enum { CROSSINGS_MAX = 160, SWEEPS_MAX = 60 };

// Arms of a crossing are numbered counter-clockwise from the lower strand coming in; corner k lies
// between arm k and arm k + 1, to the left when one leaves along arm k.
static int corner_face(const sut_diagram *d, const int *face, int crossing, int k) {
    bool positive = d->sign[crossing] > 0;
    int p = 2 * crossing + ((k & 1) == 0 ? 1 : 0);
    bool out = (k & 1) == 0 ? k == 2 : (k == 1) == positive;
    return out ? face[2 * p] : face[2 * d->prev[p] + 1];
}

static bool colour_faces(const sut_diagram *d, const int *face, const int *any, int count,
                         int8_t *colour, int *stack) {
    memset(colour, -1, (size_t)count);
    int waiting = 0;
    int coloured = 1;
    colour[0] = 0;
    stack[waiting++] = 0;
    while (waiting > 0) {
        int f = stack[--waiting];
        int s = any[f];
        do {
            int g = face[s ^ 1];
            if (colour[g] < 0) {
                colour[g] = (int8_t)(1 - colour[f]);
                stack[waiting++] = g;
                coloured++;
            } else if (colour[g] == colour[f]) {
                return false;
            }
            s = sut_diagram_next_side(d, s);
        } while (s != any[f]);
    }
    return coloured == count;
}

// positive minus negative eigenvalues of the symmetric matrix m
static int matrix_signature(double *m, int n) {
    for (int sweep = 0; sweep < SWEEPS_MAX; sweep++) {
        double off = 0.0;
        double size = 0.0;
        for (int p = 0; p < n; p++) {
            size += m[p * n + p] * m[p * n + p];
            for (int q = p + 1; q < n; q++) {
                off += m[p * n + q] * m[p * n + q];
                if (m[p * n + q] == 0.0) {
                    continue;
                }
                // rotation that makes the entry p, q vanish
                double theta = (m[q * n + q] - m[p * n + p]) / (2.0 * m[p * n + q]);
                double t = (theta < 0.0 ? -1.0 : 1.0) / (fabs(theta) + sqrt(theta * theta + 1.0));
                double c = 1.0 / sqrt(t * t + 1.0);
                double s = t * c;
                for (int k = 0; k < n; k++) {
                    double x = m[k * n + p];
                    double y = m[k * n + q];
                    m[k * n + p] = c * x - s * y;
                    m[k * n + q] = s * x + c * y;
                }
                for (int k = 0; k < n; k++) {
                    double x = m[p * n + k];
                    double y = m[q * n + k];
                    m[p * n + k] = c * x - s * y;
                    m[q * n + k] = s * x + c * y;
                }
            }
        }
        if (off <= 1e-24 * size) {
            break;
        }
    }
    int signature = 0;
    for (int p = 0; p < n; p++) {
        signature += m[p * n + p] > 0.0 ? 1 : -1;
    }
    return signature;
}

// The weights of all crossings into m; returns the correction.
static int add_weights(const sut_diagram *d, const int *face, const int8_t *colour,
                       const int *number, double *m, int n) {
    int correction = 0;
    for (int c = 0; c < d->used; c++) {
        if (d->sign[c] == 0) {
            continue;
        }
        // which corners are white: 0 and 2, or 1 and 3
        int k = colour[corner_face(d, face, c, 0)] == 0 ? 0 : 1;
        int weight = k == 1 ? -1 : 1;
        int i = number[corner_face(d, face, c, k)];
        int j = number[corner_face(d, face, c, k + 2)];
        if (i != j) {
            m[i * n + i] += weight;
            m[j * n + j] += weight;
            m[i * n + j] -= weight;
            m[j * n + i] -= weight;
        }
        // the corners between both strands coming in and both going out
        int along = d->sign[c] > 0 ? 1 : 0;
        correction += along != k ? weight : 0;
    }
    return correction;
}

sut_invariant_result sut_signature(const sut_diagram *d, sut_pool *pool, int *out) {
    *out = 0;
    if (d->crossings == 0) {
        return SUT_INVARIANT_DONE;
    }
    // about 8 sweeps of rotations over a matrix of half the size
    double work = 5.0 * d->crossings * d->crossings * d->crossings;
    if (d->crossings > CROSSINGS_MAX ||
        (!sut_work_take(pool->work, work) && d->crossings > SUT_INVARIANT_SMALL)) {
        return SUT_INVARIANT_TOO_LARGE;
    }
    sut_pool_mark mark = sut_pool_here(pool);
    size_t n = (size_t)d->used;
    int *face = sut_pool_take(pool, 4 * n, sizeof *face);
    int *any = sut_pool_take(pool, 2 * n + 2, sizeof *any);
    int *number = sut_pool_take(pool, 2 * n + 2, sizeof *number);
    int8_t *colour = sut_pool_take(pool, 2 * n + 2, sizeof *colour);
    sut_invariant_result result = SUT_INVARIANT_MEMORY;
    if (face != NULL && any != NULL && number != NULL && colour != NULL) {
        int faces = sut_diagram_faces(d, face, any);
        result = SUT_INVARIANT_WRONG;
        if (faces == d->crossings + 2 && colour_faces(d, face, any, faces, colour, number)) {
            int white = 0;
            for (int f = 0; f < faces; f++) {
                number[f] = colour[f] == 0 ? white++ : -1;
            }
            double *m = sut_pool_take(pool, (size_t)white * (size_t)white, sizeof *m);
            result = m != NULL ? SUT_INVARIANT_DONE : SUT_INVARIANT_MEMORY;
            if (m != NULL) {
                memset(m, 0, (size_t)white * (size_t)white * sizeof *m);
                int correction = add_weights(d, face, colour, number, m, white);
                // without the last face: move the rows together
                int size = white - 1;
                for (int i = 0; i < size; i++) {
                    memmove(m + i * size, m + i * white, (size_t)size * sizeof *m);
                }
                *out = matrix_signature(m, size) - correction;
            }
        }
    }
    sut_pool_release(pool, mark);
    return result;
}
