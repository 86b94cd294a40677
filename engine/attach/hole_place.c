// SPDX-License-Identifier: MIT
// hole_place.c -- where a hole is on its thread and in its tissue, and which nodes carry it.
#include "attach/hole.h"

#include "geom/triangle.h"
#include "math/vec3.h"

#include <math.h>
#include <string.h>

//---- on the thread -------------------------------------------------------------------------------

sut_vec3 sut_hole_curve_place(const sut_curve *c, const sut_vec3 *x, double s, sut_vec3 *slope) {
    sut_curve_point p;
    sut_curve_at(c, s, &p);
    sut_vec3 at = v3_zero();
    *slope = v3_zero();
    for (int k = 0; k < p.count; k++) {
        at = v3_madd(at, p.weight[k], x[p.vertex[k]]);
        *slope = v3_madd(*slope, p.slope[k], x[p.vertex[k]]);
    }
    return at;
}

// The place of the curve nearest to a point, beyond `after`; from the nearest edge on. Off the
// centre line is what is off the edges: the curve is smooth and cuts their corners.
double sut_hole_on_thread(const sut_rod *r, const sut_curve *c, sut_vec3 at, double after,
                          double *distance) {
    enum { MOST = 20 };
    double best = HUGE_VAL;
    double s = 0.0;
    double arc = 0.0;
    for (int e = 0; e < r->body.n - 1; e++) {
        sut_vec3 a = r->body.position[e];
        sut_vec3 d = v3_sub(r->body.position[e + 1], a);
        double u = v3_dot(v3_sub(at, a), d) / v3_norm2(d);
        u = u < 0.0 ? 0.0 : (u > 1.0 ? 1.0 : u);
        double far = v3_distance(at, v3_madd(a, u, d));
        if (far < best && arc + u * r->def.rest[e] > after) {
            best = far;
            s = e + u;
        }
        arc += r->def.rest[e];
    }
    sut_vec3 slope;
    for (int i = 0; i < MOST; i++) {
        sut_vec3 x = sut_hole_curve_place(c, r->body.position, s, &slope);
        double ds = v3_dot(v3_sub(at, x), slope) / v3_norm2(slope);
        s += ds > 0.5 ? 0.5 : (ds < -0.5 ? -0.5 : ds);
        s = s < sut_curve_start(c) ? sut_curve_start(c) : fmin(s, sut_curve_end(c));
    }
    *distance = best;
    return s;
}

double sut_hole_arc(const sut_rod *r, double s) {
    int e = s > 0.0 ? (s < r->body.n - 2 ? (int)s : r->body.n - 2) : 0;
    double arc = (s - e) * r->def.rest[e];
    for (int i = 0; i < e; i++) {
        arc += r->def.rest[i];
    }
    return arc;
}

//---- on the tissue -------------------------------------------------------------------------------
static void nearest_triangle(const sut_tissue_view *v, sut_vec3 at, sut_tissue_point *p) {
    p->distance = HUGE_VAL;
    for (int t = 0; t < v->triangle_count; t++) {
        sut_vec3 x[3];
        for (int k = 0; k < 3; k++) {
            x[k] = v->position[v->triangles[t][k]];
        }
        sut_triangle_near n = sut_triangle_point(x, at);
        if (n.distance < p->distance) {
            p->distance = n.distance;
            p->triangle = t;
            p->normal = v3_cross(v3_sub(x[1], x[0]), v3_sub(x[2], x[0]));
            p->site.count = 3;
            for (int k = 0; k < 3; k++) {
                p->site.vertex[k] = v->triangles[t][k];
                p->site.weight[k] = n.weight[k];
            }
        }
    }
}

static bool inside_tet(const sut_tissue_view *v, int tet, sut_vec3 at, double weight[4]) {
    sut_vec3 x[4];
    for (int k = 0; k < 4; k++) {
        x[k] = v->position[v->tets[tet][k]];
    }
    sut_vec3 a = v3_sub(x[1], x[0]);
    sut_vec3 b = v3_sub(x[2], x[0]);
    sut_vec3 c = v3_sub(x[3], x[0]);
    sut_vec3 p = v3_sub(at, x[0]);
    double volume = v3_dot(v3_cross(a, b), c);
    weight[1] = v3_dot(v3_cross(p, b), c) / volume;
    weight[2] = v3_dot(v3_cross(a, p), c) / volume;
    weight[3] = v3_dot(v3_cross(a, b), p) / volume;
    weight[0] = 1.0 - (weight[1] + weight[2] + weight[3]);
    const double border = -1e-9; // the neighbour would say the same
    return weight[0] >= border && weight[1] >= border && weight[2] >= border && weight[3] >= border;
}

// A guide deep inside of a solid; what is nearer to the skin than the radius is a hole in that.
static void look_inside(const sut_tissue_view *v, sut_vec3 at, double radius, sut_tissue_point *p) {
    for (int t = 0; t < v->tet_count && p->distance > radius; t++) {
        double weight[4];
        if (inside_tet(v, t, at, weight)) {
            p->depth = p->distance;
            p->distance = 0.0;
            p->triangle = -1;
            p->site.count = 4;
            memcpy(p->site.vertex, v->tets[t], 4 * sizeof(int));
            memcpy(p->site.weight, weight, sizeof weight);
            return;
        }
    }
}

sut_tissue_point sut_hole_on_tissue(const sut_tissue_view *v, sut_vec3 at, double radius) {
    sut_tissue_point p;
    memset(&p, 0, sizeof p);
    nearest_triangle(v, at, &p);
    if (v->tet_count > 0) {
        look_inside(v, at, radius, &p);
    }
    p.rest = v3_zero();
    for (int k = 0; k < p.site.count; k++) {
        p.rest = v3_madd(p.rest, p.site.weight[k], v->initial[p.site.vertex[k]]);
    }
    return p;
}

//---- spread --------------------------------------------------------------------------------------
// Solve the symmetric m x = r; directions without stiffness (a plane has one) get nothing.
static void solve_semidefinite(double m[4][4], double r[4]) {
    bool done[4] = {false, false, false, false};
    int order[4] = {0, 0, 0, 0};
    int rank = 0;
    double most = 0.0;
    for (int k = 0; k < 4; k++) {
        most = m[k][k] > most ? m[k][k] : most;
    }
    for (; rank < 4; rank++) {
        int pivot = -1;
        for (int k = 0; k < 4; k++) {
            if (!done[k] && (pivot < 0 || m[k][k] > m[pivot][pivot])) {
                pivot = k;
            }
        }
        if (!(m[pivot][pivot] > 1e-9 * most)) {
            break;
        }
        done[pivot] = true;
        order[rank] = pivot;
        for (int i = 0; i < 4; i++) {
            if (i == pivot || done[i]) {
                continue;
            }
            double f = m[i][pivot] / m[pivot][pivot];
            for (int j = 0; j < 4; j++) {
                m[i][j] -= f * m[pivot][j];
            }
            r[i] -= f * r[pivot];
        }
    }
    for (int k = rank - 1; k >= 0; k--) {
        int p = order[k];
        for (int j = k + 1; j < rank; j++) {
            r[p] -= m[p][order[j]] * r[order[j]];
        }
        r[p] /= m[p][p];
    }
    for (int k = 0; k < 4; k++) {
        r[k] = done[k] ? r[k] : 0.0;
    }
}

// 1 and the place of a node from the hole's, in spreads.
static void row_of(const sut_tissue_view *v, sut_vec3 rest, double spread, int node,
                   double row[4]) {
    sut_vec3 d = v3_scale(v3_sub(v->initial[node], rest), 1.0 / spread);
    row[0] = 1.0;
    row[1] = d.x;
    row[2] = d.y;
    row[3] = d.z;
}

// By how much sum and first moment of the weights miss those of the hole.
static double find_error(const sut_tissue_view *v, sut_vec3 rest, double spread,
                         const sut_spread *site, double error[4]) {
    double row[4];
    error[0] = 1.0;
    error[1] = error[2] = error[3] = 0.0;
    for (int k = 0; k < site->count; k++) {
        row_of(v, rest, spread, site->vertex[k], row);
        for (int i = 0; i < 4; i++) {
            error[i] -= site->weight[k] * row[i];
        }
    }
    double most = 0.0;
    for (int i = 0; i < 4; i++) {
        most = fmax(most, fabs(error[i]));
    }
    return most;
}

// The least change of the weights, each measured by itself, that makes their sum one and their
// first moment the place of the hole. False: there is none.
static bool correct_moments(const sut_tissue_view *v, sut_vec3 rest, double spread,
                            sut_spread *site) {
    double sum = 0.0;
    for (int k = 0; k < site->count; k++) {
        sum += site->weight[k];
    }
    double m[4][4];
    double r[4];
    double row[4];
    memset(m, 0, sizeof m);
    for (int k = 0; k < site->count; k++) {
        site->weight[k] /= sum;
        row_of(v, rest, spread, site->vertex[k], row);
        for (int i = 0; i < 4; i++) {
            for (int j = 0; j < 4; j++) {
                m[i][j] += site->weight[k] * row[i] * row[j];
            }
        }
    }
    (void)find_error(v, rest, spread, site, r);
    solve_semidefinite(m, r);
    for (int k = 0; k < site->count; k++) {
        row_of(v, rest, spread, site->vertex[k], row);
        site->weight[k] *= 1.0 + (r[0] + (r[1] * row[1] + r[2] * row[2] + r[3] * row[3]));
    }
    return find_error(v, rest, spread, site, r) < 1e-6;
}

// By the element where the spread has too few nodes.
void sut_hole_spread(const sut_surface *f, const sut_tissue_view *v, double spread,
                     sut_tissue_point *p) {
    sut_spread wide;
    memset(&wide, 0, sizeof wide);
    if (spread > 0.0 && p->triangle >= 0 && sut_hole_nodes_near(f, v, p, spread, &wide) &&
        correct_moments(v, p->rest, spread, &wide)) {
        p->site = wide;
    }
}

// Where curve and tissue sut_hole_meet: from one to the nearest place of the other, to and fro.
sut_tissue_point sut_hole_meet(const sut_rod *r, const sut_tissue_view *v, sut_tissue_point p,
                               const sut_curve *c, double *s) {
    enum { MOST = 100 };
    for (int i = 0; i < MOST; i++) {
        sut_vec3 at = v3_zero();
        for (int k = 0; k < p.site.count; k++) {
            at = v3_madd(at, p.site.weight[k], v->position[p.site.vertex[k]]);
        }
        sut_vec3 slope;
        double ds =
            v3_dot(v3_sub(at, sut_hole_curve_place(c, r->body.position, *s, &slope)), slope) /
            v3_norm2(slope);
        *s += ds;
        sut_vec3 x = sut_hole_curve_place(c, r->body.position, *s, &slope);
        sut_tissue_point next = sut_hole_on_tissue(v, x, p.triangle < 0 ? 0.0 : r->def.radius);
        if (next.triangle < 0 && p.triangle >= 0) {
            break;
        }
        p = next;
        if (p.distance < 1e-9 * r->def.radius) {
            break;
        }
    }
    return p;
}

//---- distances -----------------------------------------------------------------------------------
static sut_vec3 rest_normal(const sut_surface *f, int t) {
    const int *v = f->triangle[t];
    return v3_normalized(
        v3_cross(v3_sub(f->rest[v[1]], f->rest[v[0]]), v3_sub(f->rest[v[2]], f->rest[v[0]])));
}

// Of a solid where its skin turns by more than this: edges of a block and lips of a wound do by a
// right angle, meshes of round bodies far less.
bool sut_hole_is_free_edge(const sut_surface *f, int edge) {
    const double turn = 0.7; // cosine of 45 degrees
    if (sut_surface_is_rim(f, edge)) {
        return true;
    }
    const int *t = f->beside[edge];
    return f->solid && v3_dot(rest_normal(f, t[0]), rest_normal(f, t[1])) < turn;
}

double sut_hole_distance_to(const sut_surface *f, int edge, sut_vec3 rest) {
    sut_vec3 a = f->rest[f->edge[edge][0]];
    sut_vec3 d = v3_sub(f->rest[f->edge[edge][1]], a);
    double u = v3_dot(v3_sub(rest, a), d) / v3_norm2(d);
    u = u > 0.0 ? (u < 1.0 ? u : 1.0) : 0.0;
    return v3_distance(rest, v3_madd(a, u, d));
}

double sut_hole_edge_distance(const sut_surface *f, sut_vec3 rest) {
    double least = HUGE_VAL;
    for (int e = 0; e < f->edge_count; e++) {
        double far = sut_hole_distance_to(f, e, rest);
        if (far < least && sut_hole_is_free_edge(f, e)) {
            least = far;
        }
    }
    return least;
}

double sut_hole_depth(const sut_rod *r, const sut_tissue_view *v, double from, double to) {
    double most = 0.0;
    for (int i = (int)from + 1; i < to; i++) {
        sut_tissue_point p;
        nearest_triangle(v, r->body.position[i], &p);
        most = p.distance > most ? p.distance : most;
    }
    return most;
}
