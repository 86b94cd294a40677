// SPDX-License-Identifier: MIT
// iterative.h -- the published way to find contact forces: sweeps over a dense coupling.
//
// Kept beside the engine's own solver for comparison. Contact i has the force f_i = (normal, two
// tangential) and the displacement q_i without contact forces; forces move it by u = Q f. The law
// is
//     f_n = kn max(0, -(q_n + u_n)),   p = memory - kt (q_t + u_t),
//     f_t = p if |p| <= mu f_n, else mu f_n p / |p|
//
// Three methods (docs/theory/contact-iterative.md):
//   pgs       projected Gauss-Seidel: normal force, then both tangential ones, clipped to the cone
//   nncg      non-smooth non-linear conjugate gradients on top of pgs
//   gs_exact  Gauss-Seidel whose every visit solves the law of that contact exactly
//
// One sweep costs about 9 count^2 multiplications. Nothing is allocated. No method fails: what it
// reached is in the report.
#ifndef SUT_CONTACT_ITERATIVE_H
#define SUT_CONTACT_ITERATIVE_H

#include <stddef.h>

typedef struct sut_dense_contact {
    double mu;        // >= 0
    double kn, kt;    // N/m, >= 0
    double q[3];      // m, gap and tangential displacement without contact forces
    double memory[2]; // N, friction force of the step before
} sut_dense_contact;

typedef struct sut_dense_contacts {
    int count;
    const double *coupling;           // [3 count * 3 count] m/N, symmetric, positive semidefinite
    const sut_dense_contact *contact; // [count]
    double *force; // [3 count] N, in: where to start (any finite values); out: the answer
    void *work;    // sut_dense_contacts_memory(count) bytes, aligned to 64
} sut_dense_contacts;

typedef struct sut_iterative_report {
    int iterations;  // sweeps done
    double residual; // of the forces returned, see sut_contact_residual
} sut_iterative_report;

size_t sut_dense_contacts_memory(int count);

// At most `iterations` sweeps, fewer if the residual falls to `tolerance` (0: all of them).
sut_iterative_report sut_contact_pgs(const sut_dense_contacts *c, int iterations, double tolerance);
sut_iterative_report sut_contact_nncg(const sut_dense_contacts *c, int iterations,
                                      double tolerance);
sut_iterative_report sut_contact_gs_exact(const sut_dense_contacts *c, int iterations,
                                          double tolerance);

// What the law asks for at the displacement u = (normal, two tangential).
void sut_contact_law_force(const sut_dense_contact *k, const double u[3], double f[3]);

// Largest component of |f - law(Q f)| over the largest normal force of either; 0 if there is none.
// Uses work.
double sut_contact_residual(const sut_dense_contacts *c);

#endif
