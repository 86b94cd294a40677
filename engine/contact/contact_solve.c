// SPDX-License-Identifier: MIT
// contact_solve.c -- the contact problem of one linearisation: its data, its solution, its effect.
//
// The rods come with corrections that already answer the forces which the contacts had so far. What
// is left to find is by how much those forces have to change.
#include "contact/contact.h"

#include "contact/contact_newton.h"
#include "math/vec3.h"

#include <string.h>

//---- displacements and forces --------------------------------------------------------------------
static sut_vec3 corrected_move(const sut_contact_bodies *b, const sut_site *s) {
    return s->count == 0 ? s->prescribed : sut_site_corrected_move(b->body[s->body], s);
}

static sut_vec3 relative_motion(const sut_contact *k, const sut_contact_bodies *b) {
    return v3_sub(corrected_move(b, &k->site[0]), corrected_move(b, &k->site[1]));
}

void sut_contact_push(const sut_contacts *c, const sut_contact_bodies *b) {
    for (int k = 0; k < b->bodies; k++) {
        sut_body *body = b->body[k];
        // one that is held wherever it is touched has no node, and is pushed all the same
        if (body && (body->touched || body->pushed)) {
            memset(body->push, 0, 3 * (size_t)body->n * sizeof(double));
        }
        if (body) {
            body->pushed = false;
        }
    }
    for (int i = 0; i < c->count; i++) {
        const sut_contact *k = &c->contact[i];
        if (k->force[0] == 0.0 && !k->bond) {
            continue;
        }
        sut_vec3 force = sut_contact_force(k);
        for (int side = 0; side < 2; side++) {
            const sut_site *site = &k->site[side];
            if (!sut_site_is_rigid(site)) {
                sut_body *body = b->body[site->body];
                body->pushed = true;
                sut_site_push(body, site, side == 0 ? force : v3_scale(force, -1.0));
            }
        }
    }
    sut_holes_push(c, b);
}

//---- no contact force ----------------------------------------------------------------------------
bool sut_contact_idle(const sut_contacts *c) {
    for (int i = 0; i < c->count; i++) {
        if (c->contact[i].force[0] != 0.0 || c->contact[i].bond) {
            return false;
        }
    }
    return c->holes == 0;
}

// Gap and slack after the motion, along the normal.
static double gap_after(const sut_contact *k, const sut_contact_bodies *b) {
    sut_vec3 own = sut_contact_site_move(b, &k->site[0]);
    sut_vec3 other = sut_contact_site_move(b, &k->site[1]);
    return k->gap + k->slack + v3_dot(k->frame[0], v3_sub(own, other));
}

bool sut_contact_stays_open(sut_contacts *c, const sut_contact_bodies *b) {
    for (int i = 0; i < c->count + c->inactive; i++) {
        if (c->contact[i].bond || gap_after(&c->contact[i], b) < 0.0) {
            return false;
        }
    }
    return true;
}

//---- twist ---------------------------------------------------------------------------------------
// The twist of a rod couples all its vertices; it changes the answer of the rod to forces by one
// column per span. What contacts see of a column is its relative displacement at each of them.
static void add_column(sut_contacts *c, const sut_chain *r, int rod, int column) {
    double *to = c->column[c->columns];
    for (int i = 0; i < c->count; i++) {
        const sut_contact *k = &c->contact[i];
        sut_vec3 d = v3_zero();
        for (int v = 0; v < k->count; v++) {
            if (k->owner[v] == rod) {
                const double *x = &r->column[column][3 * k->vertex[v]];
                d = v3_madd(d, k->weight[v], v3(x[0], x[1], x[2]));
            }
        }
        for (int a = 0; a < 3; a++) {
            to[3 * i + a] = v3_dot(k->frame[a], d);
        }
    }
    for (int i = 0; i < c->holes; i++) {
        const sut_hole *k = c->hole[i];
        double *row = &to[sut_hole_row(c, i)];
        memset(row, 0, SUT_HOLE_ROWS * sizeof *row);
        for (int v = 0; v < k->vertices; v++) {
            const double *x = &r->column[column][3 * k->vertex[v]];
            for (int a = 0; k->owner[v] == rod && a < 3; a++) {
                row[a] += k->weight[v] * x[a];
                row[3 + a] += k->slope[v] * x[a];
            }
        }
    }
    c->column_factor[c->columns++] = r->column_factor[column];
}

static void gather_columns(sut_contacts *c, const sut_contact_bodies *b) {
    c->columns = 0;
    for (int k = 0; k < b->rods; k++) {
        const sut_chain *r = b->chain[k];
        for (int i = 0; r && b->body[k]->touched && i < r->column_count; i++) {
            if (c->columns < SUT_CONTACT_COLUMNS) {
                add_column(c, r, k, i);
            }
        }
    }
}

//---- the normal law ------------------------------------------------------------------------------
static sut_contact_normal normal_at(const sut_contact *k, double depth) {
    return sut_contact_normal_at(k->hard, k->room, depth);
}

// Newton's method has straight lines: this one is made to fit the law around a force.
static void make_line(sut_contact *k, double force) {
    double depth = sut_contact_depth_of(k->hard, k->room, force);
    double late = depth;
    k->kn = normal_at(k, depth).slope;
    late -= force / k->kn;
    k->q[0] += late - k->late;
    k->late = late;
}

static double room_of(const sut_contact *k) {
    return sut_contact_room(k->reach, k->slack);
}

// The first one is around the force so far.
static void make_normal_law(sut_contact *k) {
    if (k->bond) {
        return; // it is straight
    }
    k->room = room_of(k);
    k->late = 0.0;
    make_line(k, k->force[0]);
}

// What the straight lines were wrong by, against the largest force.
static double error_of_normals(const sut_contacts *c) {
    double most = 0.0;
    double scale = 0.0;
    for (int i = 0; i < c->count; i++) {
        const sut_contact *k = &c->contact[i];
        if (k->count == 0 || k->bond) {
            continue; // between held vertices: it loads the holds alone
        }
        double depth = k->late - (k->q[0] + c->u[3 * i]);
        double force = c->y[3 * i];
        double error = fabs(normal_at(k, depth).force - force);
        most = error > most ? error : most;
        double none = 1e-7 * k->hard * k->reach;
        scale = force > scale ? force : scale;
        scale = none > scale ? none : scale;
    }
    return scale > 0.0 ? most / scale : 0.0;
}

//---- solve ---------------------------------------------------------------------------------------
static void gather(sut_contacts *c, const sut_contact_bodies *b) {
    for (int i = 0; i < c->count; i++) {
        sut_contact *k = &c->contact[i];
        sut_vec3 d = relative_motion(k, b);
        for (int a = 0; a < 3; a++) {
            k->q[a] = v3_dot(k->frame[a], d);
        }
        k->q[0] += k->gap + k->slack;
        make_normal_law(k);
        memcpy(&c->start[3 * i], k->force, sizeof k->force);
    }
    sut_holes_gather(c, b);
    gather_columns(c, b);
}

static void scatter(sut_contacts *c) {
    for (int i = 0; i < c->count; i++) {
        memcpy(c->contact[i].force, &c->y[3 * i], sizeof c->contact[i].force);
        memcpy(c->contact[i].u, &c->u[3 * i], sizeof c->contact[i].u);
    }
    sut_holes_scatter(c);
}

// What lines may be wrong by, against the largest force, without being made anew.
#define BENT_ENOUGH SUT_CONTACT_ERROR

// Lines that the forces have left behind are made anew around these, and the forces found again.
static double solve_default(sut_contacts *c, double *bent) {
    enum { LINES = 2 };
    int most =
        c->settings.iterations < c->settings.most ? c->settings.iterations : c->settings.most;
    int before = c->figures.iterations;
    double residual = sut_contact_newton(c, most);
    *bent = error_of_normals(c);
    for (int n = 0;
         n < LINES && residual <= SUT_CONTACT_ERROR && *bent > BENT_ENOUGH && *bent < 0.1; n++) {
        int left = most - (c->figures.iterations - before);
        if (left <= 0) {
            break;
        }
        for (int i = 0; i < c->count; i++) {
            if (!c->contact[i].bond) {
                make_line(&c->contact[i], c->y[3 * i] > 0.0 ? c->y[3 * i] : 0.0);
            }
        }
        residual = sut_contact_newton_on(c, left);
        *bent = error_of_normals(c);
    }
    return residual;
}

static bool any_bond(const sut_contacts *c) {
    for (int i = 0; i < c->count; i++) {
        if (c->contact[i].bond) {
            return true;
        }
    }
    return false;
}

static void solve(sut_contacts *c) {
    bool published = c->settings.solver != SUT_CONTACT_DEFAULT && c->count <= c->max_dense &&
                     !any_bond(c) && c->holes == 0;
    double bent = 0.0;
    double residual = published ? sut_contact_dense(c) : solve_default(c, &bent);
    // the published solvers stall long before their tolerance; their forces are taken as they are
    c->figures.last = published && residual < HUGE_VAL ? 0.0 : residual;
    c->figures.found = residual;
    c->figures.last = bent > c->figures.last ? bent : c->figures.last;
}

// What is missing in the threads' potentials: they count the forces of the contacts as loads, but a
// contact gives way. With that the correction of a solve is a descent direction. The spring of a
// bond, less what its force as a load would give.
static double bond_potential(const sut_contact *k, const sut_contact_bodies *b) {
    sut_vec3 d =
        v3_sub(sut_contact_site_move(b, &k->site[0]), sut_contact_site_move(b, &k->site[1]));
    double sum = v3_dot(sut_contact_force(k), d);
    double along = k->gap + v3_dot(k->frame[0], d);
    sum += 0.5 * k->kn * along * along;
    for (int a = 0; a < 2; a++) {
        double across = v3_dot(k->frame[1 + a], d) - k->memory[a] / k->kt;
        sum += 0.5 * k->kt * across * across;
    }
    return sum;
}

double sut_contact_potential(const sut_contacts *c, const sut_contact_bodies *b) {
    double sum = 0.0;
    for (int i = 0; i < c->count; i++) {
        const sut_contact *k = &c->contact[i];
        if (k->bond) {
            sum += bond_potential(k, b);
            continue;
        }
        double depth = -(k->late + gap_after(k, b));
        sum -= k->force[0] * depth;
        sum += depth > 0.0 ? 0.5 * k->kn * depth * depth : 0.0;
    }
    return sum;
}

static void keep_push(const sut_contact_bodies *b) {
    for (int k = 0; k < b->bodies; k++) {
        sut_body *body = b->body[k];
        if (body && body->touched) {
            memcpy(body->answer, body->push, 3 * (size_t)body->n * sizeof(double));
        }
    }
}

static void change_of_push(const sut_contact_bodies *b) {
    for (int k = 0; k < b->bodies; k++) {
        sut_body *body = b->body[k];
        for (int i = 0; body && body->touched && i < 3 * body->n; i++) {
            body->answer[i] = body->push[i] - body->answer[i];
        }
    }
}

void sut_contact_solve(sut_contacts *c, const sut_contact_bodies *b) {
    c->figures.solves++;
    gather(c, b);
    solve(c);
    scatter(c);
    keep_push(b);
    sut_contact_push(c, b);
    change_of_push(b);
}
