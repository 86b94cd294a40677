// SPDX-License-Identifier: MIT
// validate.h -- checks of the engine against closed forms and published experiments, as the command
// line sees them.
//
// A check is a function that runs the engine and adds rows to a log: what was measured, what should
// have come out, how far apart they may be. One row out of tolerance fails the check; so does a
// check that adds no row at all. Nothing in a check is fitted.
//
//     static void run_hanging(sut_check_log *log) {
//         double measured = ...;
//         if (...the engine refused...) {
//             sut_check_fail(log, "the world could not be made");
//             return;
//         }
//         sut_check_row(log, "tension at the pin", 0.140084296, measured, 1e-3, SUT_TOL_REL, "N");
//         sut_check_note(log, "100 edges, gravity 9.81");
//     }
//
// The checks and the registry are compiled into the library target `sutura_checks`; the log is part
// of the command line.
#ifndef SUT_VALIDATE_H
#define SUT_VALIDATE_H

typedef struct sut_check_log sut_check_log;

typedef struct sut_check {
    const char *id;    // "A1"; `sutura validate A` runs all whose id begins with "A"
    const char *title; // "cantilever with a dead tip load"
    void (*run)(sut_check_log *log);
} sut_check;

// In the order in which they are run and listed.
extern const sut_check sut_checks[];
extern const int sut_check_count;

typedef enum sut_tolerance {
    SUT_TOL_ABS, // |measured - expected| <= tolerance
    SUT_TOL_REL, // |measured - expected| <= tolerance |expected|
    SUT_TOL_MAX, // measured <= expected + tolerance: a limit, "at most"
    SUT_TOL_MIN  // measured >= expected - tolerance: "at least"
} sut_tolerance;

// One comparison. Texts are copied. A measured value that is not finite fails. Returns whether it
// holds.
int sut_check_row(sut_check_log *log, const char *quantity, double expected, double measured,
                  double tolerance, sut_tolerance kind, const char *unit);
// A line of explanation below the rows.
void sut_check_note(sut_check_log *log, const char *text);
// How far a long check is, 0 .. 1, for a progress line.
void sut_check_progress(sut_check_log *log, double share);
// Something went wrong that is no comparison: the check fails.
void sut_check_fail(sut_check_log *log, const char *text);

#endif
