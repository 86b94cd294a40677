// SPDX-License-Identifier: MIT
#define _GNU_SOURCE
#include "peer_lapack.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef SUT_BENCH_LIB_DIR
#define SUT_BENCH_LIB_DIR "/usr/lib"
#endif

// Function pointers come out of dlsym as object pointers; POSIX allows the way through memory.
static bool find(void *library, const char *symbol, void *function) {
    void *address = dlsym(library, symbol);
    if (address == NULL) {
        return false;
    }
    memcpy(function, &address, sizeof address);
    return true;
}

// The reference BLAS must be there before LAPACK is opened: the loader then takes it for the
// libblas.so.3 that LAPACK asks for, whatever the alternatives say.
static bool open_reference(sut_peer_lapack *p) {
    p->blas = dlopen(SUT_BENCH_LIB_DIR "/blas/libblas.so.3", RTLD_NOW | RTLD_GLOBAL);
    p->lapack = dlopen(SUT_BENCH_LIB_DIR "/lapack/liblapack.so.3", RTLD_NOW | RTLD_LOCAL);
    return p->blas != NULL && p->lapack != NULL;
}

static bool open_any(sut_peer_lapack *p) {
    p->lapack = dlopen("liblapack.so.3", RTLD_NOW | RTLD_LOCAL);
    return p->lapack != NULL;
}

static void version_text(const sut_peer_lapack *p, char *text, size_t size) {
    void (*ilaver)(int *, int *, int *) = NULL;
    int v[3] = {0, 0, 0};
    if (find(p->lapack, "ilaver_", &ilaver)) {
        ilaver(&v[0], &v[1], &v[2]);
    }
    snprintf(text, size, "%d.%d.%d", v[0], v[1], v[2]);
}

// The file that the symbol really came from, symbolic links followed.
static void library_file(void *library, char *file, size_t size) {
    void *address = dlsym(library, "dpbsv_");
    Dl_info info;
    file[0] = '\0';
    if (address == NULL || dladdr(address, &info) == 0 || info.dli_fname == NULL) {
        return;
    }
    char *real = realpath(info.dli_fname, NULL);
    const char *path = real != NULL ? real : info.dli_fname;
    const char *slash = strrchr(path, '/');
    snprintf(file, size, "%s", slash != NULL ? slash + 1 : path);
    free(real);
}

bool sut_peer_lapack_open(sut_peer_lapack *p) {
    memset(p, 0, sizeof *p);
    bool reference = open_reference(p);
    if (!reference) {
        sut_peer_lapack_close(p);
        memset(p, 0, sizeof *p);
    }
    if ((!reference && !open_any(p)) || !find(p->lapack, "dpbsv_", &p->dpbsv)) {
        sut_peer_lapack_close(p);
        snprintf(p->name, sizeof p->name, "LAPACK not found (Debian: liblapack3)");
        return false;
    }

    // an optimised library exports its own name
    bool openblas = dlsym(p->lapack, "openblas_get_config") != NULL;
    char version[32];
    version_text(p, version, sizeof version);
    library_file(p->lapack, p->file, sizeof p->file);
    snprintf(p->name, sizeof p->name, "LAPACK %s dpbsv (%s)", version,
             reference  ? "reference"
             : openblas ? "OpenBLAS"
                        : "system default");
    return true;
}

void sut_peer_lapack_close(sut_peer_lapack *p) {
    if (p->lapack != NULL) {
        dlclose(p->lapack);
    }
    if (p->blas != NULL) {
        dlclose(p->blas);
    }
    p->lapack = p->blas = NULL;
    p->dpbsv = NULL;
}

int sut_peer_lapack_solve(const sut_peer_lapack *p, int n, int kd, double *ab, double *b) {
    int one = 1;
    int lead = kd + 1;
    int info = 0;
    p->dpbsv("L", &n, &kd, &one, ab, &lead, b, &n, &info, 1);
    return info;
}
