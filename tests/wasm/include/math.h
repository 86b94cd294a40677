// SPDX-License-Identifier: MIT
// math.h -- of a machine without a C library: what engine/linalg asks for.
#ifndef SUT_WASM_MATH_H
#define SUT_WASM_MATH_H

#define INFINITY __builtin_inff()

#endif
