// SPDX-License-Identifier: MIT
// peer_lapack.h -- LAPACK's banded Cholesky as a peer, found when the benchmark runs.
//
// On Debian several packages provide liblapack.so.3 and an alternative chooses among them; an
// optimised BLAS is slower than the reference at half bandwidth 8. So the reference libraries are
// looked for at their own place first, and the report says what was measured. Nothing is linked:
// the program runs where LAPACK is missing.
#ifndef SUT_PEER_LAPACK_H
#define SUT_PEER_LAPACK_H

#include <stdbool.h>

typedef struct sut_peer_lapack {
    void *blas, *lapack; // handles of the loaded libraries
    void (*dpbsv)(const char *uplo, const int *n, const int *kd, const int *nrhs, double *ab,
                  const int *ldab, double *b, const int *ldb, int *info, unsigned long uplo_length);
    char name[240]; // "LAPACK 3.11.0 dpbsv, reference": version and kind; "" when absent
    char file[240]; // the library file, without its folder
} sut_peer_lapack;

// False when there is no LAPACK; then name says so.
bool sut_peer_lapack_open(sut_peer_lapack *p);
void sut_peer_lapack_close(sut_peer_lapack *p);

// Solve with the lower band (n rows, kd below the diagonal, column i at ab + i (kd + 1)); both
// arrays are overwritten, b by the solution. Returns LAPACK's info: 0 when it worked.
int sut_peer_lapack_solve(const sut_peer_lapack *p, int n, int kd, double *ab, double *b);

#endif
