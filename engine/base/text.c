// SPDX-License-Identifier: MIT
// text.c -- names of results and stages, and what this build is.
#include "sutura/types.h"

const char *sut_result_text(sut_result r) {
    switch (r) {
    case SUT_OK:
        return "done";
    case SUT_E_ARGUMENT:
        return "an argument is null, not a number, or outside its range";
    case SUT_E_DEF:
        return "the def was not made by its default function";
    case SUT_E_ID:
        return "the id is null or its object is gone";
    case SUT_E_CAPACITY:
        return "a capacity of the world is reached";
    case SUT_E_MEMORY:
        return "out of memory";
    case SUT_E_FORMAT:
        return "the bytes are not what they should be, or damaged";
    case SUT_E_CONFLICT:
        return "the request contradicts an object that exists";
    case SUT_E_DIVERGED:
        return "the step found no finite state; the world is back at the step's start";
    }
    return "unknown result";
}

const char *sut_stage_name(sut_stage s) {
    static const char *const names[SUT_STAGE_COUNT] = {
        "input", "detect",  "predict", "kinematics", "twist",     "forces", "assembly",
        "solve", "contact", "check",   "guard",      "integrate", "output",
    };
    return (int)s >= 0 && s < SUT_STAGE_COUNT ? names[s] : "unknown stage";
}

//---- the build -----------------------------------------------------------------------------------
// Nothing is claimed that the compiler or a calculation does not say here: flags of a build system
// may be lost on the way.

#define TEXT_OF(x) #x
#define TEXT(x) TEXT_OF(x)

#if defined(__clang__)
#define COMPILER                                                                                   \
    "clang " TEXT(__clang_major__) "." TEXT(__clang_minor__) "." TEXT(__clang_patchlevel__)
#elif defined(__GNUC__)
#define COMPILER "gcc " TEXT(__GNUC__) "." TEXT(__GNUC_MINOR__) "." TEXT(__GNUC_PATCHLEVEL__)
#else
#define COMPILER "unknown compiler"
#endif

#if defined(__x86_64__)
#define MACHINE ", x86-64"
#elif defined(__aarch64__)
#define MACHINE ", arm64"
#elif defined(__wasm__)
#define MACHINE ", wasm"
#else
#define MACHINE ", another machine"
#endif

#ifdef __OPTIMIZE__
#define OPTIMISED ", optimised"
#else
#define OPTIMISED ", not optimised"
#endif

#ifdef SUT_ASSERTS
#define CHECKED ", asserts on"
#else
#define CHECKED ""
#endif

#ifdef __FAST_MATH__
#define FAST ", fast math: other bits"
#else
#define FAST ""
#endif

#define BUILD COMPILER MACHINE OPTIMISED CHECKED FAST

// (1 + e) (1 - e) - 1 is 0 when the product is rounded, and -e^2 when it is not
static bool products_are_fused(void) {
    volatile double above = 1.0 + 0x1p-40;
    volatile double below = 1.0 - 0x1p-40;
    volatile double one = 1.0;
    double x = above;
    double y = below;
    double z = one;
    return x * y - z != 0.0;
}

sut_version_info sut_version(void) {
    sut_version_info v = {0, 1, 0, BUILD ", no fused multiply-add"};
    if (products_are_fused()) {
        v.build = BUILD ", fused multiply-add: other bits";
    }
    return v;
}
