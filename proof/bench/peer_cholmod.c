// SPDX-License-Identifier: MIT
#include "peer_cholmod.h"

#include <cholmod.h>
#include <stdlib.h>
#include <string.h>

struct sut_peer_cholmod {
    cholmod_common common;
    cholmod_sparse matrix;
    cholmod_factor *factor;
    cholmod_dense *rhs;
    // what the solution is kept in, from call to call
    cholmod_dense *x, *work, *more;
};

sut_peer_cholmod *sut_peer_cholmod_open(int n, const int *first, const int *row,
                                        const double *value, bool supernodal) {
    sut_peer_cholmod *c = calloc(1, sizeof *c);
    if (c == NULL) {
        return NULL;
    }
    cholmod_start(&c->common);
    c->common.supernodal = supernodal ? CHOLMOD_SUPERNODAL : CHOLMOD_SIMPLICIAL;
    c->common.final_ll = 1;
    c->common.nmethods = 1;
    c->common.method[0].ordering = CHOLMOD_AMD;
    c->common.print = 0;
    c->matrix = (cholmod_sparse){.nrow = (size_t)n,
                                 .ncol = (size_t)n,
                                 .nzmax = (size_t)first[n],
                                 .p = (void *)(size_t)first,
                                 .i = (void *)(size_t)row,
                                 .x = (void *)(size_t)value,
                                 .stype = -1,
                                 .itype = CHOLMOD_INT,
                                 .xtype = CHOLMOD_REAL,
                                 .dtype = CHOLMOD_DOUBLE,
                                 .sorted = 1,
                                 .packed = 1};
    c->factor = cholmod_analyze(&c->matrix, &c->common);
    c->rhs = cholmod_zeros((size_t)n, 1, CHOLMOD_REAL, &c->common);
    if (c->factor == NULL || c->rhs == NULL) {
        sut_peer_cholmod_close(c);
        return NULL;
    }
    return c;
}

bool sut_peer_cholmod_factor(sut_peer_cholmod *c) {
    return cholmod_factorize(&c->matrix, c->factor, &c->common) && c->common.status == CHOLMOD_OK;
}

bool sut_peer_cholmod_solve(sut_peer_cholmod *c, const double *rhs, double *x) {
    size_t bytes = c->matrix.nrow * sizeof(double);
    memcpy(c->rhs->x, rhs, bytes);
    bool good = cholmod_solve2(CHOLMOD_A, c->factor, c->rhs, NULL, &c->x, NULL, &c->work, &c->more,
                               &c->common);
    if (good) {
        memcpy(x, c->x->x, bytes);
    }
    return good;
}

void sut_peer_cholmod_close(sut_peer_cholmod *c) {
    if (c == NULL) {
        return;
    }
    cholmod_free_dense(&c->rhs, &c->common);
    cholmod_free_dense(&c->x, &c->common);
    cholmod_free_dense(&c->work, &c->common);
    cholmod_free_dense(&c->more, &c->common);
    cholmod_free_factor(&c->factor, &c->common);
    cholmod_finish(&c->common);
    free(c);
}

const char *sut_peer_cholmod_name(void) {
    return "CHOLMOD";
}
