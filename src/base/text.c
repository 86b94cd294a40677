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

#if defined(__clang__)
#define COMPILER "clang " __clang_version__
#elif defined(__GNUC__)
#define COMPILER "gcc " __VERSION__
#else
#define COMPILER "unknown compiler"
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

sut_version_info sut_version(void) {
    sut_version_info v = {0, 1, 0, COMPILER OPTIMISED CHECKED ", no fused multiply-add"};
    return v;
}
