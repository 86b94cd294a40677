// SPDX-License-Identifier: MIT
#include "knot_fixture.h"

#include "math/vec3.h"
#include "scene_start.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_CROSSINGS = 400 };
static const int64_t PRIME = 2147483647;

// One way through a crossing.
typedef struct passage {
    int edge;
    double along; // the edge
    int crossing;
    bool over;
} passage;

typedef struct diagram {
    passage pass[2 * MOST_CROSSINGS];
    int crossings, writhe;
} diagram;

static int by_place(const void *a, const void *b) {
    const passage *x = a;
    const passage *y = b;
    if (x->edge != y->edge) {
        return x->edge < y->edge ? -1 : 1;
    }
    return x->along < y->along ? -1 : x->along > y->along;
}

// edges i and j of the projected polyline (height in z)
static void cross(diagram *d, const sut_vec3 *p, int count, int i, int j) {
    sut_vec3 a = p[i];
    sut_vec3 r = v3_sub(p[(i + 1) % count], a);
    sut_vec3 c = p[j];
    sut_vec3 s = v3_sub(p[(j + 1) % count], c);
    sut_vec3 w = v3_sub(c, a);
    double det = r.x * s.y - r.y * s.x;
    // parallel edges do not cross; on straight leads the determinant is nothing but rounding
    if (fabs(det) < 1e-9 * sqrt((r.x * r.x + r.y * r.y) * (s.x * s.x + s.y * s.y))) {
        return;
    }
    double t = (w.x * s.y - w.y * s.x) / det;
    double u = (w.x * r.y - w.y * r.x) / det;
    if (t < 0.0 || t >= 1.0 || u < 0.0 || u >= 1.0) {
        return;
    }
    if (d->crossings == MOST_CROSSINGS) {
        abort();
    }
    bool over = a.z + t * r.z > c.z + u * s.z;
    passage *at = &d->pass[2 * d->crossings];
    at[0] = (passage){i, t, d->crossings, over};
    at[1] = (passage){j, u, d->crossings, !over};
    d->crossings++;
    d->writhe += (det > 0.0) == over ? 1 : -1;
}

static int64_t power(int64_t base, int64_t exponent) {
    int64_t result = 1;
    for (; exponent > 0; exponent /= 2) {
        result = exponent % 2 == 1 ? result * base % PRIME : result;
        base = base * base % PRIME;
    }
    return result;
}

// determinant modulo a prime, by elimination; `m` is size x size
static int64_t eliminate(int64_t *m, int size) {
    int64_t det = 1;
    for (int i = 0; i < size; i++) {
        int pivot = i;
        while (pivot < size && m[pivot * size + i] == 0) {
            pivot++;
        }
        if (pivot == size) {
            return 0;
        }
        for (int k = 0; pivot != i && k < size; k++) {
            int64_t swap = m[pivot * size + k];
            m[pivot * size + k] = m[i * size + k];
            m[i * size + k] = swap;
        }
        // the sign of a swap does not matter: the determinant of a knot has none
        det = det * m[i * size + i] % PRIME;
        int64_t inverse = power(m[i * size + i], PRIME - 2);
        for (int j = i + 1; j < size; j++) {
            int64_t f = m[j * size + i] * inverse % PRIME;
            for (int k = i; f != 0 && k < size; k++) {
                int64_t v = (m[j * size + k] - f * m[i * size + k]) % PRIME;
                m[j * size + k] = v < 0 ? v + PRIME : v;
            }
        }
    }
    return det;
}

// Arcs run from one passage below to the next; at every crossing twice the arc above equals the sum
// of those below (Fox's colourings). Any minor of these equations is the determinant.
static int determinant(const diagram *d) {
    int count = d->crossings;
    int size = count - 1;
    if (count < 2) {
        return 1;
    }
    int64_t *m = calloc((size_t)size * (size_t)size + 1, sizeof *m);
    if (m == NULL) {
        abort();
    }
    int arc = 0;
    for (int i = 0; i < 2 * count; i++) {
        const passage *q = &d->pass[i];
        int arcs[2] = {arc % count, (arc + 1) % count};
        for (int k = 0; k < 2 && q->crossing < size; k++) {
            int64_t *entry = &m[q->crossing * size + arcs[k]];
            if (!q->over && arcs[k] < size) {
                *entry = (*entry + PRIME - 1) % PRIME;
            } else if (q->over && k == 0 && arcs[0] < size) {
                *entry = (*entry + 2) % PRIME;
            }
        }
        arc += q->over ? 0 : 1;
    }
    int64_t det = eliminate(m, size);
    free(m);
    return (int)(det > PRIME / 2 ? PRIME - det : det);
}

knot_diagram knot_seen_along(const sut_vec3 *p, int count, sut_vec3 view) {
    sut_vec3 z = v3_normalized(view);
    sut_vec3 x = v3_any_normal(z);
    sut_vec3 y = v3_cross(z, x);
    sut_vec3 *seen = malloc((size_t)count * sizeof *seen);
    diagram *d = calloc(1, sizeof *d);
    if (seen == NULL || d == NULL) {
        abort();
    }
    for (int i = 0; i < count; i++) {
        seen[i] = v3(v3_dot(p[i], x), v3_dot(p[i], y), v3_dot(p[i], z));
    }
    for (int i = 0; i < count; i++) {
        for (int j = i + 2; j < count - (i == 0 ? 1 : 0); j++) {
            cross(d, seen, count, i, j);
        }
    }
    qsort(d->pass, 2 * (size_t)d->crossings, sizeof *d->pass, by_place);
    knot_diagram k = {d->crossings, d->writhe, determinant(d)};
    free(d);
    free(seen);
    return k;
}

double least_distance(const sut_vec3 *p, int count, const sut_vec3 *q, int other, double apart) {
    bool same = q == NULL;
    q = same ? p : q;
    other = same ? count : other;
    double best = HUGE_VAL;
    for (int i = 0; i + 1 < count; i++) {
        double way = 0.0;
        for (int j = same ? i + 1 : 0; j + 1 < other; j++) {
            bool near = same && way < apart;
            way += v3_distance(q[j], q[j + 1]);
            if (!near) {
                sut_closest c = sut_segment_closest(p[i], p[i + 1], q[j], q[j + 1]);
                best = fmin(best, sqrt(c.distance2));
            }
        }
    }
    return best;
}
