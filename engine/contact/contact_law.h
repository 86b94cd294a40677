// SPDX-License-Identifier: MIT
// contact_law.h -- the law of a contact as Newton's method sees it: straight lines, and a cone.
#ifndef SUT_CONTACT_LAW_H
#define SUT_CONTACT_LAW_H

#include "contact/contact.h"

#include <math.h>

// Residual of the forces. The two are measured differently: whether forces are found is judged by
// the law with its full stiffness, whether an iteration gets on by a residual in which a wrong
// displacement counts with what the thread, not the contact, would make of it (SUT_CONTACT_CHI).
typedef struct sut_contact_residual {
    double worst; // largest error of a force, against the largest normal force
    double size;  // root of the sum of the squares of all scaled residuals, N
} sut_contact_residual;

// Stiffness by which an iteration weighs displacements, against that of the contact: about that of
// a thread. Between 0.003 and 0.03 iterations need the same time. docs/theory/contact.md
#define SUT_CONTACT_CHI 0.01

// The errors of all forces, added up: the largest, the largest force, the largest that is none, and
// the squares of the scaled residuals.
typedef struct sut_contact_lack {
    double most, scale, least, squares;
} sut_contact_lack;

// Forces and displacements: at y and u, or at a share of the way from there to the next ones.
typedef struct sut_contact_place {
    const double *y, *u, *y_next, *u_next; // the last two null: at y and u
    double share;
} sut_contact_place;

// contact_lack.c: add the errors of all contacts, but not of holes
void sut_contact_lack_plain(const sut_contacts *c, const sut_contact_place *at, const double *bound,
                            sut_contact_lack *s);
void sut_contact_lack_avx2(const sut_contacts *c, const sut_contact_place *at, const double *bound,
                           sut_contact_lack *s);

void sut_contact_gather_rules(sut_contacts *c);

// Force of a contact at u; `bound` >= 0: the friction may be that long, else mu times the force.
static inline void sut_contact_law_force(const sut_contact_rule *k, const double u[3], double bound,
                                         double f[3]) {
    double depth = -(k->q[0] + u[0]);
    f[0] = depth > 0.0 || k->bond ? k->kn * depth : 0.0;
    f[1] = k->memory[0] - k->kt * (k->q[1] + u[1]);
    f[2] = k->memory[1] - k->kt * (k->q[2] + u[2]);
    double most = bound >= 0.0 ? bound : k->mu * f[0];
    double size = sqrt(f[1] * f[1] + f[2] * f[2]);
    // no branch: slipping is hard to foresee, and a quotient that is not used costs less
    double ratio = most / size;
    double scale = size > most && !k->bond ? ratio : 1.0;
    f[1] *= scale;
    f[2] *= scale;
}

// How the friction would pull if nothing gave way.
static inline void sut_contact_tangential(const sut_contact_rule *k, const double u[3],
                                          double p[2]) {
    p[0] = k->memory[0] - k->kt * (k->q[1] + u[1]);
    p[1] = k->memory[1] - k->kt * (k->q[2] + u[2]);
}

// Force and displacement together, as the augmented Lagrangian of Alart and Curnier has them:
// y - r gamma, with r = chi times the stiffness and gamma the residual of y and u in the law, as a
// displacement. Contacts are open, stick or slip by it: the range of displacements in which a light
// contact sticks is far smaller than the motion of an iteration, so that displacements alone turn
// the direction of slip to and fro.
static inline void sut_contact_augmented(const sut_contact_rule *k, const double y[3],
                                         const double u[3], double p[3]) {
    const double chi = SUT_CONTACT_CHI;
    p[0] = (1.0 - chi) * y[0] - chi * k->kn * (k->q[0] + u[0]);
    p[1] = (1.0 - chi) * y[1] + chi * (k->memory[0] - k->kt * (k->q[1] + u[1]));
    p[2] = (1.0 - chi) * y[2] + chi * (k->memory[1] - k->kt * (k->q[2] + u[2]));
}

// The linear law that holds around y and u.
void sut_contact_linearise(const sut_contact_rule *k, const double y[3], const double u[3],
                           sut_contact_law *l);

// The same with a friction of at most `bound`, whatever the normal force: symmetric.
void sut_contact_linearise_bounded(const sut_contact_rule *k, const double u[3], double bound,
                                   sut_contact_law *l);

// Contacts are stiff: the displacements that a solve starts from say little about what is in
// contact and what slips. The forces of the last step say more: friction inside the cone sticks,
// friction on it slips the way it did. `f` bears on the contact.
void sut_contact_linearise_force(const sut_contact_rule *k, const double f[3], sut_contact_law *l);

// Residual of c->y against what the laws give at c->u; with bounds (null: none) the friction is
// measured against those. Contacts between held vertices load the holds alone.
sut_contact_residual sut_contact_residual_of(const sut_contacts *c, const double *bound,
                                             const double *y, const double *u);
// At a share of the way from y and u to y_next and u_next.
sut_contact_residual sut_contact_residual_at(const sut_contacts *c, double share);

#endif
