// SPDX-License-Identifier: MIT
// bench_problem.h -- contact problems of running worlds, as the engine has them and as the
// published methods want them: dense.
//
// After a step a world still holds the last contact problem that it solved: contacts with their
// frames and gaps, the forces that the solve started from, and the matrix of the threads condensed
// to the vertices that touch. From these the coupling Q = J A^-1 J^T follows by one solve per
// contact and direction.
#ifndef SUT_BENCH_PROBLEM_H
#define SUT_BENCH_PROBLEM_H

#include "bench_thread.h"
#include "contact/contact.h"
#include "contact/iterative.h"

typedef struct sut_bench_problem {
    int count;                  // contacts
    int bearing;                // of them with a force in the engine's answer
    double *coupling;           // [3 count * 3 count] m/N
    sut_dense_contact *contact; // [count]
    double *start;              // [3 count] N, forces of the step before
    double *q;                  // [3 count] m, gap and slip when these act
    double *force;              // [3 count] scratch of the solvers
    void *work;
    sut_dense_contacts dense; // the above as a solver takes them
} sut_bench_problem;

// What the last step of the world has left; null when it had no problem of the simple kind (the
// guard added contacts after the solve, or twist couples them).
sut_contacts *sut_bench_problem_of(sut_world *w);

// The same, also where twist couples the contacts: their coupling then lacks the part of the twist,
// which is good enough for times only.
sut_contacts *sut_bench_problem_any(sut_world *w);

// False without memory, or when the matrix has no factor.
bool sut_bench_problem_take(sut_bench_problem *p, sut_contacts *c);
void sut_bench_problem_free(sut_bench_problem *p);

// Error of forces, 3 per contact: as sut_contact_residual, but from what differs from the start, so
// that rounding does not hide small ones (Q f is the small difference of large displacements).
double sut_bench_problem_error(const sut_bench_problem *p, const double *force);

// The engine's solver from the same start: at most `iterations`, stopping at `tolerance`. Answers
// the microseconds it took (CPU time of the thread); forces are in c->y, the error that it believes
// to have left is in *error (may be null).
double sut_bench_newton_us(sut_contacts *c, int iterations, double tolerance, double *error);

// A published method for a number of sweeps, from the forces of the step before or, if cold, from
// none. Answers the microseconds; forces are in p->force.
typedef sut_iterative_report sut_bench_method(const sut_dense_contacts *c, int iterations,
                                              double tolerance);
double sut_bench_sweeps_us(sut_bench_problem *p, sut_bench_method *method, int sweeps, bool cold);

// Build the coupling once more; answers the microseconds.
double sut_bench_coupling_us(sut_bench_problem *p, sut_contacts *c);

#endif
