// SPDX-License-Identifier: MIT
// number.h -- doubles as text, exactly as printf's "%.17g" in the C locale writes them, faster.
#ifndef SUT_OUTPUT_NUMBER_H
#define SUT_OUTPUT_NUMBER_H

// Room that either function needs at most, without a terminating zero.
enum { SUT_NUMBER_MAX = 32 };

// Write the text of `x` at `at` and return its end. No terminating zero.
char *sut_put_double(char *at, double x);
char *sut_put_uint(char *at, unsigned long long x);
// The same with a text as it is.
char *sut_put_text(char *at, const char *text);

#endif
