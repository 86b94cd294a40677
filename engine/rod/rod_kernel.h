// SPDX-License-Identifier: MIT
// rod_kernel.h -- the loops over all vertices that a step spends its time in.
//
// Each is a plain loop over independent elements, without reductions, so a compiler may take two
// or four at a time and every element still gets the same operations in the same order: the bits
// do not depend on the vector width. rod_kernel.c is compiled twice, for the baseline and for
// AVX2, and the machine decides which one a rod uses.
#ifndef SUT_ROD_KERNEL_H
#define SUT_ROD_KERNEL_H

struct sut_rod;

typedef struct sut_rod_kernel {
    const char *name;
    void (*edges)(struct sut_rod *r);     // w -> length, inverse, tangent
    void (*vertices)(struct sut_rod *r);  // tangent -> opening, binormal
    void (*curvature)(struct sut_rod *r); // binormal, frame -> z
    void (*memory)(struct sut_rod *r);    // binormal, bent -> axis, give, size
    void (*moments)(struct sut_rod *r);   // binormal, bent, axis, give, size -> moment
    void (*forces)(struct sut_rod *r);    // all of these -> pull, force
    void (*residual)(struct sut_rod *r);  // force, w -> residual
    void (*assemble)(struct sut_rod *r, int from, int to); // -> blocks from .. to-1 of the band
    void (*tension)(struct sut_rod *r);                    // length -> tension
    void (*exact)(struct sut_rod *r); // adds the exact second derivatives of bend and twist
} sut_rod_kernel;

// rod_exact.c
void sut_rod_exact_blocks_plain(struct sut_rod *r);
void sut_rod_exact_blocks_avx2(struct sut_rod *r);

const sut_rod_kernel *sut_rod_kernel_best(void);
const sut_rod_kernel *sut_rod_kernel_baseline(void);

#endif
