// SPDX-License-Identifier: MIT
// check.h -- the whole test framework: write TEST(name) { ... } in any *_test.c, link runner.c.
//
// A check that fails prints its place and its values, marks the test as failed and goes on, so that
// one run shows everything that is wrong. Each check is also an expression that is true when it
// holds; REQUIRE leaves the test where going on makes no sense.
//
//     TEST(slack_thread_has_no_tension) {
//         CHECK_NEAR(tension, 0.0, 1e-12); // N, round-off of a force of 1e-3 N
//     }
//
// Where a test runs over several cases, CASE("dt %g", dt) names the one that the checks after it
// are about, to the end of the block it stands in; inside of a block with a case it adds to its
// name. The name is printed when a check fails.
//
// A test that takes more than CHECK_SECONDS of processor time fails and ends the run: a solve that
// never ends is a fault like any other.
//
// Tolerances of CHECK_LE and CHECK_NEAR are multiplied by the environment variable SUT_TEST_TOL
// (default 1). With 0 every inexact check fails and so shows its true error.
#ifndef SUTURA_TESTS_CHECK_H
#define SUTURA_TESTS_CHECK_H

#include <stdbool.h>
#include <stdint.h>

typedef struct check_case {
    const char *name;
    const char *file;
    int line;
    void (*run)(void);
    struct check_case *next;
} check_case;

typedef struct check_place {
    const char *file;
    int line;
} check_place;

// s of processor time that a test may take. The longest takes a tenth of it.
#if defined(SUT_SANITIZED) || !defined(__OPTIMIZE__)
enum { CHECK_SECONDS = 800 }; // everything is five to ten times as slow; ctest waits for 900
#else
enum { CHECK_SECONDS = 200 };
#endif

// Of so many random cases the sanitizers look at a quarter: they take three times as long for each,
// and the builds without them look at all.
#if defined(SUT_SANITIZED)
#define CHECK_SOME(count) ((count) / 4)
#else
#define CHECK_SOME(count) (count)
#endif

void check_register(check_case *c);
// the length of the name before; what the end of the block goes back to
__attribute__((format(printf, 1, 2))) int check_case_begin(const char *format, ...);
void check_case_end(const int *before);
double check_tolerance_scale(void);

// each returns whether the check holds
bool check_true(check_place at, bool holds, const char *text);
bool check_le(check_place at, double a, double b, const char *text_a, const char *text_b);
bool check_near(check_place at, double a, double b, double tol, const char *text);
bool check_eq_int(check_place at, long long a, long long b, const char *text_a, const char *text_b);
bool check_eq_u64(check_place at, uint64_t a, uint64_t b, const char *text_a, const char *text_b);
bool check_str(check_place at, const char *a, const char *b, const char *text);

#define TEST(id)                                                                                   \
    static void test_##id(void);                                                                   \
    static check_case case_##id = {#id, __FILE__, __LINE__, test_##id, 0};                         \
    __attribute__((constructor)) static void register_##id(void) {                                 \
        check_register(&case_##id);                                                                \
    }                                                                                              \
    static void test_##id(void)

#define CHECK_HERE ((check_place){__FILE__, __LINE__})

#define CHECK_JOIN_(a, b) a##b
#define CHECK_JOIN(a, b) CHECK_JOIN_(a, b)
#define CASE(...)                                                                                  \
    __attribute__((cleanup(check_case_end), unused)) const int CHECK_JOIN(check_case_, __LINE__) = \
        check_case_begin(__VA_ARGS__)
#define CHECK(cond) check_true(CHECK_HERE, (cond), #cond)
// a <= b, b being a bound that SUT_TEST_TOL scales; false for NaN
#define CHECK_LE(a, b) check_le(CHECK_HERE, (a), (b), #a, #b)
// |a - b| <= tol; false for NaN
#define CHECK_NEAR(a, b, tol) check_near(CHECK_HERE, (a), (b), (tol), #a)
#define CHECK_EQ_INT(a, b) check_eq_int(CHECK_HERE, (long long)(a), (long long)(b), #a, #b)
// for hashes and other bit patterns, shown in hexadecimal
#define CHECK_EQ_U64(a, b) check_eq_u64(CHECK_HERE, (a), (b), #a, #b)
// equal texts; a null differs from every text
#define CHECK_STR(a, b) check_str(CHECK_HERE, (a), (b), #a)

// like CHECK, and leaves the test when it fails
#define REQUIRE(cond)                                                                              \
    do {                                                                                           \
        if (!CHECK(cond)) {                                                                        \
            return;                                                                                \
        }                                                                                          \
    } while (0)

#endif
