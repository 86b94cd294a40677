// SPDX-License-Identifier: MIT
// The signed number of zeros of F inside the cube is the number of times that the image of the
// cube's surface wraps around the origin, and that is counted along any ray from the origin: every
// piece of the surface that the ray meets adds the side it is met from. Two pieces of the surface
// are parallelograms (start and end), four are bilinear patches (a vertex of one edge against the
// other edge). The patch between an edge and vertex i is the same for both edges that end in i,
// which is why nothing slips through between two edges and nothing is counted twice. After root
// parity: T. Brochu, E. Edwards, R. Bridson, Efficient geometrically exact continuous collision
// detection (2012); here with signs, and in integers.
#include "topology/certificate_cross.h"

#include <stdint.h>

sut_face sut_face_make(const sut_vec3 t0[3], const sut_vec3 t1[3], sut_vec3 q0, sut_vec3 q1) {
    sut_face x;
    for (int k = 0; k < 3; k++) {
        x.corner[k] = v3_sub(t0[k], q0);
        x.corner[3 + k] = v3_sub(t1[k], q1);
    }
    return x;
}

sut_cross sut_cross_make(const sut_vec3 p0[2], const sut_vec3 p1[2], const sut_vec3 q0[2],
                         const sut_vec3 q1[2]) {
    sut_cross x;
    for (int k = 0; k < 4; k++) {
        x.corner[k] = v3_sub(p0[k & 1], q0[k >> 1]);
        x.corner[4 + k] = v3_sub(p1[k & 1], q1[k >> 1]);
    }
    return x;
}

//---- proof that they stay apart, in doubles ------------------------------------------------------

static double clamp01(double x) {
    return x < 0.0 ? 0.0 : (x > 1.0 ? 1.0 : x);
}

// The shortest vector from the second edge to the first, for corners of one moment. It is only a
// proposal: how exact it is does not matter.
static sut_vec3 shortest(const sut_vec3 f[4]) {
    sut_vec3 u = v3_sub(f[1], f[0]);
    sut_vec3 v = v3_sub(f[0], f[2]);
    double a = v3_norm2(u);
    double b = v3_dot(u, v);
    double c = v3_norm2(v);
    double d = v3_dot(u, f[0]);
    double e = v3_dot(v, f[0]);
    double den = a * c - b * b;
    double s = den > 1e-12 * a * c ? clamp01((b * e - c * d) / den) : 0.0;
    double r = c > 0.0 ? clamp01((b * s + e) / c) : 0.0;
    s = a > 0.0 ? clamp01((b * r - d) / a) : 0.0;
    return v3_madd(v3_madd(f[0], s, u), -r, v);
}

// All on the positive side of the plane across n, through the origin? Twice the rounding error of
// a sum of three products is left free.
static bool all_beyond(const sut_vec3 *f, int count, sut_vec3 n) {
    for (int k = 0; k < count; k++) {
        double size = fabs(n.x * f[k].x) + fabs(n.y * f[k].y) + fabs(n.z * f[k].z);
        if (!(v3_dot(n, f[k]) > 1e-15 * size)) {
            return false;
        }
    }
    return true;
}

// The nearest point of the line piece a b to the origin.
static sut_vec3 nearest_on_line(sut_vec3 a, sut_vec3 b) {
    sut_vec3 e = v3_sub(b, a);
    double ee = v3_norm2(e);
    double t = ee > 0.0 ? clamp01(-v3_dot(a, e) / ee) : 0.0;
    return v3_madd(a, t, e);
}

sut_vec3 sut_face_nearest(const sut_vec3 f[3]) {
    sut_vec3 n = v3_cross(v3_sub(f[1], f[0]), v3_sub(f[2], f[0]));
    double nn = v3_norm2(n);
    bool inside = nn > 0.0;
    for (int k = 0; k < 3; k++) {
        inside = inside && v3_dot(n, v3_cross(f[k], f[(k + 1) % 3])) >= 0.0;
    }
    if (inside) {
        return v3_scale(n, v3_dot(n, f[0]) / nn);
    }
    sut_vec3 best = nearest_on_line(f[0], f[1]);
    for (int k = 1; k < 3; k++) {
        sut_vec3 x = nearest_on_line(f[k], f[(k + 1) % 3]);
        best = v3_norm2(x) < v3_norm2(best) ? x : best;
    }
    return best;
}

// Two edges have four corners at a moment, a point and a triangle three. The halves of integers
// below 2^39 are exact in doubles, and so are theirs, 14 times.
static bool apart_between(const sut_vec3 *start, const sut_vec3 *end, int corners, int depth) {
    sut_vec3 middle[4];
    for (int k = 0; k < corners; k++) {
        middle[k] = v3_scale(v3_add(start[k], end[k]), 0.5);
    }
    sut_vec3 n = corners == 3 ? sut_face_nearest(middle) : shortest(middle);
    if (all_beyond(start, corners, n) && all_beyond(end, corners, n)) {
        return true;
    }
    // a plane that does not even part the middle will not be found by cutting
    if (depth == 0 || !all_beyond(middle, corners, n)) {
        return false;
    }
    return apart_between(start, middle, corners, depth - 1) &&
           apart_between(middle, end, corners, depth - 1);
}

bool sut_cross_apart(const sut_cross *x) {
    return apart_between(x->corner, x->corner + 4, 4, 6);
}

bool sut_face_apart(const sut_face *x) {
    return apart_between(x->corner, x->corner + 3, 3, 6);
}

//---- the exact count -----------------------------------------------------------------------------

__extension__ typedef __int128 int128;
__extension__ typedef unsigned __int128 uint128;

typedef struct ivec {
    int64_t x, y, z;
} ivec;

// What a piece of surface adds to the count. Other answers mean that there is none.
enum { ON_SURFACE = 100, OTHER_RAY = 101 };

static int sign_of(int128 x) {
    return (x > 0) - (x < 0);
}

// Components below 2^39: the sum is below 2^120.
static int128 det(const ivec *a, const ivec *b, const ivec *c) {
    int128 x = (int128)b->y * c->z - (int128)b->z * c->y;
    int128 y = (int128)b->z * c->x - (int128)b->x * c->z;
    int128 z = (int128)b->x * c->y - (int128)b->y * c->x;
    return a->x * x + a->y * y + a->z * z;
}

// The ray lies inside the cone of a, b, c if it is on the same side of its three walls.
static int ray_triangle(const ivec *ray, const ivec *a, const ivec *b, const ivec *c) {
    int ab = sign_of(det(ray, a, b));
    int bc = sign_of(det(ray, b, c));
    int ca = sign_of(det(ray, c, a));
    bool some_left = ab > 0 || bc > 0 || ca > 0;
    bool some_right = ab < 0 || bc < 0 || ca < 0;
    if (some_left && some_right) {
        return 0;
    }
    if (ab == 0 || bc == 0 || ca == 0) {
        return OTHER_RAY;
    }
    int side = sign_of(det(a, b, c));
    if (side == 0) {
        return ON_SURFACE;
    }
    return side == ab ? side : 0;
}

static int ray_two_triangles(const ivec *ray, const ivec *a, const ivec *b, const ivec *c,
                             const ivec *d) {
    int first = ray_triangle(ray, a, b, c);
    if (first >= ON_SURFACE) {
        return first;
    }
    int second = ray_triangle(ray, a, c, d);
    return second >= ON_SURFACE ? second : first + second;
}

static uint128 magnitude(int128 x) {
    return x < 0 ? (uint128)-x : (uint128)x;
}

// Sign of |a c| - |b d|; products have up to 240 bits.
static int compare_products(int128 a, int128 c, int128 b, int128 d) {
    uint128 high[2];
    uint128 low[2];
    const int128 pair[2][2] = {{a, c}, {b, d}};
    for (int k = 0; k < 2; k++) {
        uint128 p = magnitude(pair[k][0]);
        uint128 q = magnitude(pair[k][1]);
        uint128 mask = UINT64_MAX;
        uint128 ll = (p & mask) * (q & mask);
        uint128 lh = (p & mask) * (q >> 64);
        uint128 hl = (p >> 64) * (q & mask);
        uint128 carry = (ll >> 64) + (lh & mask) + (hl & mask);
        low[k] = (carry << 64) | (ll & mask);
        high[k] = (p >> 64) * (q >> 64) + (lh >> 64) + (hl >> 64) + (carry >> 64);
    }
    if (high[0] != high[1]) {
        return high[0] > high[1] ? 1 : -1;
    }
    return low[0] == low[1] ? 0 : (low[0] > low[1] ? 1 : -1);
}

// The patch lies in the tetrahedron of its corners, where it is the set of points whose weights
// fulfil w_a w_c = w_b w_d. Outside of the tetrahedron it counts as the two triangles abc, acd do.
// From inside, on the side of the edge ac, the triangles are met where the patch is not, or the
// other way round.
static int ray_patch(const ivec *ray, const ivec *a, const ivec *b, const ivec *c, const ivec *d) {
    int count = ray_two_triangles(ray, a, b, c, d);
    if (count >= ON_SURFACE) {
        return count;
    }
    int128 wa = det(b, c, d);
    int128 wb = -det(a, c, d);
    int128 wc = det(a, b, d);
    int128 wd = -det(a, b, c);
    bool some_left = wa > 0 || wb > 0 || wc > 0 || wd > 0;
    bool some_right = wa < 0 || wb < 0 || wc < 0 || wd < 0;
    if (some_left && some_right) {
        return count;
    }
    if (!some_left && !some_right) {
        // flat, in a plane with the origin: harmless if that is in none of the four triangles
        int other = ray_two_triangles(ray, b, c, d, a);
        return other >= ON_SURFACE ? other : count;
    }
    // a point of the walls abc and acd has been noticed above; the other two are the far side
    int side = compare_products(wa, wc, wb, wd);
    if (side == 0) {
        return ON_SURFACE;
    }
    return side > 0 ? count + sign_of(wd) : count;
}

// Corners of the six sides of the cube, seen from outside in the positive sense; the sides 0 and 1
// are the start and the end.
static const int SIDE[6][4] = {
    {0, 2, 3, 1}, {4, 5, 7, 6}, {0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4}, {2, 6, 7, 3},
};

static bool still(const ivec *f, int corners) {
    for (int k = 0; k < corners; k++) {
        const ivec *a = &f[k];
        const ivec *b = &f[k + corners];
        if (a->x != b->x || a->y != b->y || a->z != b->z) {
            return false;
        }
    }
    return true;
}

static int wraps_cube(const ivec *f, const ivec *ray) {
    int sum = 0;
    for (int k = 0; k < 6; k++) {
        const int *i = SIDE[k];
        int count = k < 2 ? ray_two_triangles(ray, &f[i[0]], &f[i[1]], &f[i[2]], &f[i[3]])
                          : ray_patch(ray, &f[i[0]], &f[i[1]], &f[i[2]], &f[i[3]]);
        if (count >= ON_SURFACE) {
            return count;
        }
        if (k == 0 && still(f, 4)) {
            return 0; // start and end cancel, and the patches have no area
        }
        sum += count;
    }
    return sum;
}

// The prism of a triangle and the time: start and end are triangles, the others patches of a border
// of the triangle and the point.
static int wraps_prism(const ivec *f, const ivec *ray) {
    int sum = ray_triangle(ray, &f[0], &f[2], &f[1]);
    if (sum >= ON_SURFACE || still(f, 3)) {
        return sum >= ON_SURFACE ? sum : 0;
    }
    for (int k = 0; k < 4; k++) {
        int next = (k + 1) % 3;
        int count = k == 3 ? ray_triangle(ray, &f[3], &f[4], &f[5])
                           : ray_patch(ray, &f[k], &f[next], &f[next + 3], &f[k + 3]);
        if (count >= ON_SURFACE) {
            return count;
        }
        sum += count;
    }
    return sum;
}

typedef int wraps_fn(const ivec *f, const ivec *ray);

// Along the first ray that decides; the corners are whole numbers.
static bool count_wraps(const sut_vec3 *corner, int corners, wraps_fn *wraps, int *sum) {
    // any ray will do; these have no pattern and at most 20 bits
    static const ivec rays[] = {
        {714025, 366913, -592897},  {-150889, 880703, 401411}, {623437, -745943, 262153},
        {-377477, -501229, 938431}, {91009, 653831, 818017},   {-969011, 219533, -333667},
    };
    ivec f[8];
    for (int k = 0; k < corners; k++) {
        f[k] = (ivec){(int64_t)corner[k].x, (int64_t)corner[k].y, (int64_t)corner[k].z};
    }
    *sum = 0;
    for (size_t k = 0; k < sizeof rays / sizeof rays[0]; k++) {
        int count = wraps(f, &rays[k]);
        if (count == ON_SURFACE) {
            return false;
        }
        if (count != OTHER_RAY) {
            *sum = count;
            return true;
        }
    }
    return false;
}

bool sut_cross_degree(const sut_cross *x, int *degree) {
    int count;
    bool decided = count_wraps(x->corner, 8, wraps_cube, &count);
    // F grows along s, u, t like p' x -q' . w; the crossing's sign changes like p' x q' . w
    *degree = -count;
    return decided;
}

bool sut_face_degree(const sut_face *x, int *degree) {
    int count;
    bool decided = count_wraps(x->corner, 6, wraps_prism, &count);
    // F grows along t like the triangle moves against the point
    *degree = -count;
    return decided;
}
