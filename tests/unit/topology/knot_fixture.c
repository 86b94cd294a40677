// SPDX-License-Identifier: MIT
#include "knot_fixture.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// clang-format off
const braid braids[BRAID_COUNT] = {
    {"3_1", {-1, -1, -1, 0}},
    {"4_1", {1, -2, 1, -2, 0}},
    {"5_1", {-1, -1, -1, -1, -1, 0}},
    {"5_2", {-1, -1, -1, -2, 1, -2, 0}},
    {"6_1", {-1, -1, -2, 1, 3, -2, 3, 0}},
    {"6_2", {-1, -1, -1, 2, -1, 2, 0}},
    {"6_3", {1, 1, -2, 1, -2, -2, 0}},
    {"7_1", {-1, -1, -1, -1, -1, -1, -1, 0}},
    {"7_2", {-1, -1, -1, -2, 1, -2, -3, 2, -3, 0}},
    {"7_3", {1, 1, 1, 1, 1, 2, -1, 2, 0}},
    {"7_4", {1, 1, 2, -1, 2, 2, 3, -2, 3, 0}},
    {"7_5", {-1, -1, -1, -1, -2, 1, -2, -2, 0}},
    {"7_6", {-1, -1, 2, -1, -3, 2, -3, 0}},
    {"7_7", {1, -2, 1, -2, 3, -2, 3, 0}},
    {"8_1", {-1, -1, -2, 1, -2, -3, 2, 4, -3, 4, 0}},
    {"8_2", {-1, -1, -1, -1, -1, 2, -1, 2, 0}},
    {"8_3", {1, 1, 2, -1, -3, 2, -3, -4, 3, -4, 0}},
    {"8_4", {-1, -1, -1, 2, -1, 2, 3, -2, 3, 0}},
    {"8_5", {1, 1, 1, -2, 1, 1, 1, -2, 0}},
    {"8_6", {-1, -1, -1, -1, -2, 1, 3, -2, 3, 0}},
    {"8_7", {1, 1, 1, 1, -2, 1, -2, -2, 0}},
    {"8_8", {1, 1, 1, 2, -1, -3, 2, -3, -3, 0}},
    {"8_9", {1, 1, 1, -2, 1, -2, -2, -2, 0}},
    {"8_10", {1, 1, 1, -2, 1, 1, -2, -2, 0}},
    {"8_11", {-1, -1, -2, 1, -2, -2, 3, -2, 3, 0}},
    {"8_12", {1, -2, 1, 3, -2, -4, 3, -4, 0}},
    {"8_13", {-1, -1, 2, -1, 2, 2, 3, -2, 3, 0}},
    {"8_14", {-1, -1, -1, -2, 1, -2, 3, -2, 3, 0}},
    {"8_15", {-1, -1, 2, -1, -3, -2, -2, -2, -3, 0}},
    {"8_16", {-1, -1, 2, -1, -1, 2, -1, 2, 0}},
    {"8_17", {1, 1, -2, 1, -2, 1, -2, -2, 0}},
    {"8_18", {1, -2, 1, -2, 1, -2, 1, -2, 0}},
    {"8_19", {1, 1, 1, 2, 1, 1, 1, 2, 0}},
    {"8_20", {1, 1, 1, -2, -1, -1, -1, -2, 0}},
    {"8_21", {-1, -1, -1, -2, 1, 1, -2, -2, 0}},
    {"9_1", {-1, -1, -1, -1, -1, -1, -1, -1, -1, 0}},
};
// clang-format on

#define PI 3.14159265358979323846

int braid_length(const braid *b) {
    int n = 0;
    while (b->word[n] != 0) {
        n++;
    }
    return n;
}

int braid_strands(const braid *b) {
    int most = 0;
    for (int i = 0; b->word[i] != 0; i++) {
        most = abs(b->word[i]) > most ? abs(b->word[i]) : most;
    }
    return most + 1;
}

braid braid_mirror(braid b) {
    for (int i = 0; b.word[i] != 0; i++) {
        b.word[i] = -b.word[i];
    }
    return b;
}

braid braid_sum(braid a, braid b) {
    int n = braid_length(&a);
    int shift = braid_strands(&a) - 1;
    for (int i = 0; b.word[i] != 0; i++) {
        a.word[n++] = b.word[i] > 0 ? b.word[i] + shift : b.word[i] - shift;
    }
    a.word[n] = 0;
    return a;
}

// where a strand is after generator g, and whether it passed on top (1), below (-1) or not at all
static int step_strand(int g, int strand, int *level) {
    int i = abs(g) - 1;
    *level = 0;
    if (strand == i) {
        *level = g > 0 ? 1 : -1;
        return i + 1;
    }
    if (strand == i + 1) {
        *level = g > 0 ? -1 : 1;
        return i;
    }
    return strand;
}

bool braid_diagram(const braid *b, sut_diagram *d, sut_pool *pool) {
    int n = braid_length(b);
    int strands = braid_strands(b);
    int loop_of[BRAID_LENGTH_MAX];
    int loops = 0;
    for (int s = 0; s < strands; s++) {
        loop_of[s] = -1;
    }
    int level;
    for (int s = 0; s < strands; s++) {
        for (int t = s; loop_of[t] < 0;) {
            loop_of[t] = loops;
            for (int k = 0; k < n; k++) {
                t = step_strand(b->word[k], t, &level);
            }
        }
        loops = loop_of[s] == loops ? loops + 1 : loops;
    }
    if (!sut_diagram_make(d, pool, 2 * n + 8, loops)) {
        return false;
    }
    for (int k = 0; k < n; k++) {
        sut_diagram_new_crossing(d, b->word[k] > 0 ? 1 : -1);
    }
    for (int loop = 0; loop < loops; loop++) {
        int start = 0;
        while (loop_of[start] != loop) {
            start++;
        }
        int s = start;
        do {
            for (int k = 0; k < n; k++) {
                s = step_strand(b->word[k], s, &level);
                if (level != 0) {
                    sut_diagram_append(d, loop, 2 * k + (level > 0 ? 0 : 1));
                }
            }
        } while (s != start);
    }
    return true;
}

// Strand s is a circle of radius 3 + s about the z axis, run through counter-clockwise; outwards is
// to the right, so a strand that goes outwards on top makes a right-handed crossing.
sut_vec3 *braid_curve(const braid *b, int vertex_count) {
    int n = braid_length(b);
    int strands = braid_strands(b);
    sut_vec3 *points = malloc((size_t)vertex_count * sizeof *points);
    if (points == NULL) {
        abort();
    }
    double rounds = strands;
    for (int i = 0; i < vertex_count; i++) {
        double u = rounds * n * i / vertex_count; // generators passed
        int whole = (int)floor(u);
        double part = u - whole;
        int strand = 0;
        int level = 0;
        for (int k = 0; k < whole; k++) {
            strand = step_strand(b->word[k % n], strand, &level);
        }
        int after = step_strand(b->word[whole % n], strand, &level);
        double smooth = part * part * (3.0 - 2.0 * part);
        double radius = 3.0 + strand + (after - strand) * smooth;
        double angle = 2.0 * PI * u / n;
        points[i].x = radius * cos(angle);
        points[i].y = radius * sin(angle);
        points[i].z = 0.4 * level * sin(PI * part);
    }
    return points;
}

//---- throws --------------------------------------------------------------------------------------

enum { CONTROLS_MAX = 4096 };

typedef struct line {
    sut_vec3 p[CONTROLS_MAX];
    int n;
} line;

static void line_to(line *l, double x, double y, double z) {
    l->p[l->n++] = (sut_vec3){x, y, z};
}

// One of the two strands from the loop upwards. In throw k it winds about the x axis at height 4 k,
// from side `side` (-1 left, +1 right) to the other, from the bottom to the top; both strands make
// the same rotation about x, half a turn apart.
static void strand_up(line *l, const int *turns, int count, double side) {
    for (int k = 0; k < count; k++) {
        int half_turns = 2 * abs(turns[k]) + 1;
        double hand = turns[k] > 0 ? 1.0 : -1.0;
        int steps = 12 * half_turns;
        line_to(l, 1.8 * side, 0.0, 4.0 * k - 1.2);
        for (int i = 0; i <= steps; i++) {
            double part = (double)i / steps;
            double angle = -0.5 * PI - side * hand * PI * half_turns * part;
            line_to(l, side * (1.0 - 2.0 * part), 0.5 * cos(angle), 4.0 * k + 0.5 * sin(angle));
        }
        side = -side;
        line_to(l, 1.8 * side, 0.0, 4.0 * k + 1.2);
        if (k + 1 < count) {
            line_to(l, 2.4 * side, 0.0, 4.0 * k + 2.0);
        }
    }
    line_to(l, 6.0 * side, 0.0, 4.0 * count + 2.0);
    line_to(l, 12.0 * side, 0.0, 4.0 * count + 4.0);
}

// vertex_count points at equal distances along the line
static sut_vec3 *resample(const line *l, int vertex_count) {
    sut_vec3 *points = malloc((size_t)vertex_count * sizeof *points);
    double total = 0.0;
    if (points == NULL) {
        abort();
    }
#define DISTANCE(a, b)                                                                             \
    sqrt(((a).x - (b).x) * ((a).x - (b).x) + ((a).y - (b).y) * ((a).y - (b).y) +                   \
         ((a).z - (b).z) * ((a).z - (b).z))
    for (int i = 0; i + 1 < l->n; i++) {
        total += DISTANCE(l->p[i], l->p[i + 1]);
    }
    int at = 0;
    double before = 0.0;
    for (int i = 0; i < vertex_count; i++) {
        double s = total * i / (vertex_count - 1);
        double edge = DISTANCE(l->p[at], l->p[at + 1]);
        while (at + 2 < l->n && before + edge < s) {
            before += edge;
            at++;
            edge = DISTANCE(l->p[at], l->p[at + 1]);
        }
        double part = (s - before) / edge;
        sut_vec3 a = l->p[at];
        sut_vec3 b = l->p[at + 1];
        points[i] = (sut_vec3){a.x + part * (b.x - a.x), a.y + part * (b.y - a.y),
                               a.z + part * (b.z - a.z)};
    }
    return points;
}

static void reverse_line(line *l) {
    for (int i = 0, j = l->n - 1; i < j; i++, j--) {
        sut_vec3 swap = l->p[i];
        l->p[i] = l->p[j];
        l->p[j] = swap;
    }
}

sut_vec3 *throws_curve(const int *turns, int count, int vertex_count) {
    line l = {.n = 0};
    strand_up(&l, turns, count, -1.0);
    reverse_line(&l);
    line_to(&l, -3.0, 0.0, -4.0);
    line_to(&l, 0.0, 0.0, -6.0);
    line_to(&l, 3.0, 0.0, -4.0);
    strand_up(&l, turns, count, 1.0);
    return resample(&l, vertex_count);
}

int throw_count(const int *turns) {
    int n = 0;
    while (turns[n] != 0) {
        n++;
    }
    return n;
}

void bend_curves(const int *turns, int count, int vertex_count, sut_vec3 *threads[2]) {
    for (int k = 0; k < 2; k++) {
        double side = k == 0 ? -1.0 : 1.0;
        line l = {.n = 0};
        line_to(&l, 40.0 * side, 0.0, -16.0);
        line_to(&l, 6.0 * side, 0.0, -3.0);
        strand_up(&l, turns, count, side);
        reverse_line(&l);
        threads[k] = resample(&l, vertex_count);
    }
}

//---- deformations --------------------------------------------------------------------------------

static double random_signed(uint64_t *state) {
    sut_random r = {*state};
    double x = sut_random_signed(&r);
    *state = r.state;
    return x;
}

static void rotate(sut_vec3 *points, int count, uint64_t *state) {
    double q[4];
    double norm = 0.0;
    for (int k = 0; k < 4; k++) {
        q[k] = random_signed(state);
        norm += q[k] * q[k];
    }
    double s = 2.0 / norm;
    double w = q[0];
    double x = q[1];
    double y = q[2];
    double z = q[3];
    for (int i = 0; i < count; i++) {
        sut_vec3 p = points[i];
        points[i].x =
            p.x - s * (y * y + z * z) * p.x + s * (x * y - w * z) * p.y + s * (x * z + w * y) * p.z;
        points[i].y =
            p.y + s * (x * y + w * z) * p.x - s * (x * x + z * z) * p.y + s * (y * z - w * x) * p.z;
        points[i].z =
            p.z + s * (x * z - w * y) * p.x + s * (y * z + w * x) * p.y - s * (x * x + y * y) * p.z;
    }
}

void deform(sut_vec3 *points, int count, int shears, double amplitude, uint64_t seed) {
    uint64_t state = seed;
    for (int k = 0; k < shears; k++) {
        double a = amplitude * random_signed(&state);
        double f = 0.8 * random_signed(&state);
        double g = 0.8 * random_signed(&state);
        double phase = PI * random_signed(&state);
        for (int i = 0; i < count; i++) {
            sut_vec3 *p = &points[i];
            double *x[3] = {&p->x, &p->y, &p->z};
            *x[k % 3] += a * sin(f * *x[(k + 1) % 3] + g * *x[(k + 2) % 3] + phase);
        }
    }
    rotate(points, count, &state);
}
