// SPDX-License-Identifier: MIT
#include "commands/progress.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

static double read_clock(clockid_t id) {
    struct timespec t;
    clock_gettime(id, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

double sut_clock_now(void) {
    return read_clock(CLOCK_MONOTONIC);
}

double sut_clock_cpu(void) {
    return read_clock(CLOCK_THREAD_CPUTIME_ID);
}

static bool speaks_utf8(void) {
    static const char *const names[] = {"LC_ALL", "LC_CTYPE", "LANG"};
    for (int i = 0; i < 3; i++) {
        const char *value = getenv(names[i]);
        if (value != NULL && value[0] != '\0') {
            return strstr(value, "UTF-8") != NULL || strstr(value, "utf8") != NULL;
        }
    }
    return false;
}

static int terminal_width(void) {
    struct winsize size;
    if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) {
        return size.ws_col;
    }
    return 80;
}

void sut_progress_start(sut_progress *p, bool quiet, double now) {
    *p = (sut_progress){.started = now, .updated = now};
    p->on = !quiet && isatty(STDERR_FILENO) == 1;
    p->blocks = p->on && speaks_utf8();
}

// "3 s", "2:05 min": what is left, roughly
static void put_duration(char *out, size_t size, double s) {
    if (!isfinite(s) || s > 359999.0) {
        snprintf(out, size, "long");
    } else if (s < 60.0) {
        snprintf(out, size, "%.0f s", ceil(s));
    } else if (s < 3600.0) {
        snprintf(out, size, "%d:%02d min", (int)s / 60, (int)s % 60);
    } else {
        snprintf(out, size, "%d:%02d h", (int)s / 3600, (int)s / 60 % 60);
    }
}

static void draw_bar(const sut_progress *p, double share, int width) {
    int full = (int)(share * width + 0.5);
    for (int i = 0; i < width; i++) {
        const char *filled = p->blocks ? "\xe2\x96\x88" : "#";
        const char *empty = p->blocks ? "\xe2\x96\x91" : ".";
        fputs(i < full ? filled : empty, stderr);
    }
}

bool sut_progress_is_due(const sut_progress *p, double now) {
    return p->on && now - p->updated >= 0.1;
}

void sut_progress_note(sut_progress *p, const char *text) {
    snprintf(p->note, sizeof p->note, "%s", text);
}

void sut_progress_update(sut_progress *p, double now, double done, double all) {
    if (!sut_progress_is_due(p, now)) {
        return;
    }
    p->updated = now;
    p->shown = true;
    double share = all > 0.0 ? fmin(done / all, 1.0) : 1.0;
    double elapsed = now - p->started;
    char left[32];
    put_duration(left, sizeof left, share > 0.0 ? elapsed * (1.0 - share) / share : HUGE_VAL);
    char text[256];
    int n =
        snprintf(text, sizeof text, " %3.0f %%  %.3g of %.3g s, %.3g times real time, %s left%s%s",
                 100.0 * share, done, all, elapsed > 0.0 ? done / elapsed : 0.0, left,
                 p->note[0] != '\0' ? ": " : "", p->note);
    int room = terminal_width() - n - 2;
    fputs("\r\033[K", stderr);
    draw_bar(p, share, room < 0 ? 0 : (room > 30 ? 30 : room));
    // a line that wraps could not be taken back
    fprintf(stderr, "%.*s", terminal_width() - 1, text);
    fflush(stderr);
}

void sut_progress_text(sut_progress *p, const char *text) {
    if (!p->on) {
        return;
    }
    p->shown = true;
    fprintf(stderr, "\r\033[K%.*s", terminal_width() - 1, text);
    fflush(stderr);
}

void sut_progress_end(sut_progress *p) {
    if (p->shown) {
        fputs("\r\033[K", stderr);
        fflush(stderr);
    }
    p->on = false;
    p->shown = false;
}
