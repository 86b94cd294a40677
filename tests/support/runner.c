// SPDX-License-Identifier: MIT
// runner.c -- main of every test executable.
//
//     x_test                 run all tests
//     x_test TEXT...         run those whose full name contains one of the texts
//     x_test =FILE.NAME      run exactly this one
//     x_test --list          print the full names, one per line
//     x_test --verbose ...   also name every test before it runs
//
// The full name is the test file without "_test.c", a dot, and the test's own name. The exit code
// is 1 when a check failed, when a test did not end or when no test ran, else 0.
#include "check.h"

#include <inttypes.h>
#include <math.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

enum { NAME_SIZE = 256 };
static char time_up_text[NAME_SIZE + 128];

static check_case *first_case;
static const check_case *current_case;
static int failed_checks; // of the current test
static char case_name[NAME_SIZE];

static void full_name(const check_case *c, char out[NAME_SIZE]) {
    const char *slash = strrchr(c->file, '/');
    const char *base = slash != NULL ? slash + 1 : c->file;
    const char *end = strstr(base, "_test.c");
    size_t length = end != NULL ? (size_t)(end - base) : strlen(base);
    snprintf(out, NAME_SIZE, "%.*s.%s", (int)length, base, c->name);
}

// order of files, then of lines: constructors run in an order that depends on the linker
static bool comes_before(const check_case *a, const check_case *b) {
    int by_file = strcmp(a->file, b->file);
    return by_file != 0 ? by_file < 0 : a->line < b->line;
}

void check_register(check_case *c) {
    check_case **at = &first_case;
    while (*at != NULL && comes_before(*at, c)) {
        at = &(*at)->next;
    }
    c->next = *at;
    *at = c;
}

double check_tolerance_scale(void) {
    const char *text = getenv("SUT_TEST_TOL");
    if (text == NULL || *text == '\0') {
        return 1.0;
    }
    char *end = NULL;
    double scale = strtod(text, &end);
    if (*end != '\0' || !(scale >= 0.0)) {
        fprintf(stderr, "SUT_TEST_TOL=%s is not a number >= 0\n", text);
        exit(2);
    }
    return scale;
}

// start the report of a failed check: place, test, then the caller's words
static void report(check_place at) {
    char name[NAME_SIZE] = "(outside of a test)";
    if (current_case != NULL) {
        full_name(current_case, name);
    }
    failed_checks++;
    printf("%s:%d: %s%s%s%s: ", at.file, at.line, name, case_name[0] != '\0' ? " [" : "", case_name,
           case_name[0] != '\0' ? "]" : "");
}

int check_case_begin(const char *format, ...) {
    int before = (int)strlen(case_name);
    int at = before;
    if (before > 0) {
        at += snprintf(case_name + at, sizeof case_name - (size_t)at, ", ");
    }
    if (at < (int)sizeof case_name) {
        va_list args;
        va_start(args, format);
        vsnprintf(case_name + at, sizeof case_name - (size_t)at, format, args);
        va_end(args);
    }
    return before;
}

void check_case_end(const int *before) {
    case_name[*before] = '\0';
}

bool check_true(check_place at, bool holds, const char *text) {
    if (!holds) {
        report(at);
        printf("%s does not hold\n", text);
    }
    return holds;
}

bool check_le(check_place at, double a, double b, const char *text_a, const char *text_b) {
    double bound = b * check_tolerance_scale();
    bool holds = a <= bound;
    if (!holds) {
        report(at);
        printf("%s = %.17g is not <= %s = %.17g\n", text_a, a, text_b, bound);
    }
    return holds;
}

bool check_near(check_place at, double a, double b, double tol, const char *text) {
    double bound = tol * check_tolerance_scale();
    bool holds = fabs(a - b) <= bound;
    if (!holds) {
        report(at);
        printf("%s = %.17g, expected %.17g, off by %.3g, allowed %.3g\n", text, a, b, fabs(a - b),
               bound);
    }
    return holds;
}

bool check_eq_int(check_place at, long long a, long long b, const char *text_a,
                  const char *text_b) {
    if (a != b) {
        report(at);
        printf("%s = %lld is not %s = %lld\n", text_a, a, text_b, b);
    }
    return a == b;
}

bool check_eq_u64(check_place at, uint64_t a, uint64_t b, const char *text_a, const char *text_b) {
    if (a != b) {
        report(at);
        printf("%s = %016" PRIx64 " is not %s = %016" PRIx64 "\n", text_a, a, text_b, b);
    }
    return a == b;
}

bool check_str(check_place at, const char *a, const char *b, const char *text) {
    bool holds = a != NULL && b != NULL && strcmp(a, b) == 0;
    if (!holds) {
        report(at);
        printf("%s = \"%s\", expected \"%s\"\n", text, a != NULL ? a : "(null)",
               b != NULL ? b : "(null)");
    }
    return holds;
}

static bool wanted(const check_case *c, char **filters, int filter_count) {
    char name[NAME_SIZE];
    full_name(c, name);
    for (int i = 0; i < filter_count; i++) {
        const char *f = filters[i];
        bool match = f[0] == '=' ? strcmp(name, f + 1) == 0 : strstr(name, f) != NULL;
        if (match) {
            return true;
        }
    }
    return filter_count == 0;
}

static void list_cases(void) {
    for (const check_case *c = first_case; c != NULL; c = c->next) {
        char name[NAME_SIZE];
        full_name(c, name);
        printf("%s\n", name);
    }
}

//---- tests that do not end -----------------------------------------------------------------------

static void write_text(const char *text) {
    // nothing else can be done in a signal handler, also when it fails
    ssize_t written = write(STDOUT_FILENO, text, strlen(text));
    (void)written;
}

static void time_is_up(int signal_number) {
    (void)signal_number;
    write_text(time_up_text);
    if (case_name[0] != '\0') {
        write_text("    case: ");
        write_text(case_name);
        write_text("\n");
    }
    _exit(1);
}

// From here on the test has CHECK_SECONDS, or what SUT_TEST_SECONDS says.
static void start_clock(const char *name) {
    const char *given = getenv("SUT_TEST_SECONDS");
    int seconds = given != NULL && atoi(given) > 0 ? atoi(given) : CHECK_SECONDS;
    snprintf(time_up_text, sizeof time_up_text,
             "%s: not done after %d s of processor time; the tests after it did not run\n", name,
             seconds);
    struct sigaction action = {.sa_handler = time_is_up};
    sigemptyset(&action.sa_mask);
    sigaction(SIGPROF, &action, NULL);
    struct itimerval timer = {.it_value = {.tv_sec = seconds}};
    setitimer(ITIMER_PROF, &timer, NULL);
}

// run one test; true when none of its checks failed
static bool run_case(const check_case *c, bool verbose) {
    char name[NAME_SIZE];
    full_name(c, name);
    if (verbose) {
        printf("%s\n", name);
    }
    // a crash must not swallow what was printed so far
    fflush(stdout);
    current_case = c;
    failed_checks = 0;
    case_name[0] = '\0';
    start_clock(name);
    c->run();
    current_case = NULL;
    return failed_checks == 0;
}

int main(int argc, char **argv) {
    bool verbose = false;
    int first = 1;
    if (argc > 1 && strcmp(argv[1], "--list") == 0) {
        list_cases();
        return 0;
    }
    if (argc > 1 && strcmp(argv[1], "--verbose") == 0) {
        verbose = true;
        first = 2;
    }
    if (argc > first && argv[first][0] == '-') {
        fprintf(stderr, "usage: %s [--list | [--verbose] [TEXT | =FILE.NAME]...]\n", argv[0]);
        return 2;
    }

    int passed = 0;
    int failed = 0;
    for (const check_case *c = first_case; c != NULL; c = c->next) {
        if (!wanted(c, argv + first, argc - first)) {
            continue;
        }
        if (run_case(c, verbose)) {
            passed++;
        } else {
            failed++;
        }
    }
    printf("%d passed, %d failed\n", passed, failed);
    return failed > 0 || passed == 0 ? 1 : 0;
}
