// SPDX-License-Identifier: MIT
// contact_newton.c -- forces of all contacts by a semismooth Newton method.
//
// With e the displacements that a change of the contact forces brings about,
//     A e = J^T (y - start),   u = J e,   y = law(q + u),
// the law of each contact is one of three linear ones, y = g - H u: open, sticking, slipping. Given
// these, e follows from (A + J^T H J) e = J^T (g - start). A is condensed to the vertices that
// touch (contact_zone.c), so one iteration is a sparse factorisation of those. Slipping couples the
// friction to the normal force: H is not symmetric, and nothing is left out.
//
// The plain step is taken where it halves the error at least. Elsewhere the bounds of the friction
// are held fixed for a while at mu times the normal forces of the moment: that problem is the
// minimum of a convex function, and steps with an exact search along them always get there; the
// plain step then starts from a better place. docs/theory/contact.md
#include "contact/contact_newton.h"

#include "contact/contact_law.h"
#include "contact/contact_linear.h"

#include <string.h>

//---- with bounds held fixed ----------------------------------------------------------------------
// Slope of the convex function at share s of the step: sum of (y - law) . du.
static double slope(const sut_contacts *c, double s) {
    double sum = 0.0;
    for (int i = 0; i < c->count; i++) {
        const double *y0 = &c->y[3 * i];
        const double *u0 = &c->u[3 * i];
        double u[3];
        double f[3];
        for (int a = 0; a < 3; a++) {
            u[a] = u0[a] + s * (c->u_next[3 * i + a] - u0[a]);
        }
        sut_contact_law_force(&c->rule[i], u, c->bound[i], f);
        for (int a = 0; a < 3; a++) {
            double y = y0[a] + s * (c->y_next[3 * i + a] - y0[a]);
            sum += (y - f[a]) * (c->u_next[3 * i + a] - u0[a]);
        }
    }
    for (int i = 0; i < c->holes; i++) {
        int row = sut_hole_row(c, i);
        double u[SUT_HOLE_ROWS];
        double f[SUT_HOLE_ROWS];
        for (int a = 0; a < SUT_HOLE_ROWS; a++) {
            u[a] = c->u[row + a] + s * (c->u_next[row + a] - c->u[row + a]);
        }
        sut_hole_law_force(c->hole[i], u, c->hole[i]->bound, f);
        for (int a = 0; a < SUT_HOLE_ROWS; a++) {
            double y = c->y[row + a] + s * (c->y_next[row + a] - c->y[row + a]);
            sum += (y - f[a]) * (c->u_next[row + a] - c->u[row + a]);
        }
    }
    return sum;
}

// Zero of the slope in [0, 1] by a secant kept between bounds.
static double search(const sut_contacts *c) {
    enum { LOOKS = 20 };
    double low = 0.0;
    double high = 1.0;
    double at_low = slope(c, 0.0);
    double at_high = slope(c, 1.0);
    if (at_low >= 0.0) {
        return 0.0; // there already
    }
    if (at_high <= 0.0) {
        return 1.0;
    }
    double s = 1.0;
    const double flat = 1e-6 * at_high;
    for (int look = 0; look < LOOKS && high - low > 1e-4 * high; look++) {
        s = low - at_low * (high - low) / (at_high - at_low);
        double edge = 0.1 * (high - low);
        s = s < low + edge ? low + edge : (s > high - edge ? high - edge : s);
        double here = slope(c, s);
        if (fabs(here) < flat) {
            break;
        }
        if (here < 0.0) {
            low = s;
            at_low = here;
        } else {
            high = s;
            at_high = here;
        }
    }
    return s;
}

static void advance(sut_contacts *c, double s) {
    for (int e = 0; e < sut_contact_rows(c); e++) {
        c->y[e] += s * (c->y_next[e] - c->y[e]);
        c->u[e] += s * (c->u_next[e] - c->u[e]);
    }
}

static bool convex_phase(sut_contacts *c, int *left, double until) {
    enum { MOST = 4 }; // better bounds soon than the best forces for these
    for (int i = 0; i < c->count; i++) {
        double normal = c->y[3 * i];
        c->bound[i] = normal > 0.0 ? c->rule[i].mu * normal : 0.0;
    }
    for (int i = 0; i < c->holes; i++) {
        int row = sut_hole_row(c, i);
        c->hole[i]->bound = sut_hole_limit(c->hole[i], &c->y[row], &c->u[row]);
    }
    for (int n = 0; n < MOST && 0 < *left; n++) {
        for (int i = 0; i < c->count; i++) {
            sut_contact_linearise_bounded(&c->rule[i], &c->u[3 * i], c->bound[i], &c->law[i]);
        }
        for (int i = 0; i < c->holes; i++) {
            const double *y = &c->y[sut_hole_row(c, i)];
            const double *u = &c->u[sut_hole_row(c, i)];
            int state = sut_hole_state(c->hole[i], y, u);
            sut_hole_linearise(c->hole[i], y, u, state, false, c->hole[i]->bound);
        }
        c->figures.iterations++;
        (*left)--;
        if (!sut_contact_step_to(c)) {
            return false;
        }
        advance(c, search(c));
        if (sut_contact_residual_of(c, c->bound, c->y, c->u).worst < until) {
            break;
        }
    }
    return true;
}

//---- iterate -------------------------------------------------------------------------------------
static void choose_laws(sut_contacts *c, bool first) {
    for (int i = 0; i < c->count; i++) {
        const sut_contact_rule *k = &c->rule[i];
        if (first && (c->start[3 * i] > 0.0 || k->bond)) {
            sut_contact_linearise_force(k, &c->start[3 * i], &c->law[i]);
        } else if (first) {
            memset(&c->law[i], 0, sizeof c->law[i]); // open until then
        } else {
            sut_contact_linearise(k, &c->y[3 * i], &c->u[3 * i], &c->law[i]);
        }
    }
    for (int i = 0; i < c->holes; i++) {
        sut_hole *k = c->hole[i];
        const double *y = &c->y[sut_hole_row(c, i)];
        const double *u = &c->u[sut_hole_row(c, i)];
        // at first as they were: displacements say little about what slips
        int state = first ? k->slips : sut_hole_state(k, y, u);
        sut_hole_linearise(k, y, u, state, first, -1.0);
    }
}

bool sut_contact_factor_found(sut_contacts *c) {
    choose_laws(c, false);
    return sut_contact_step_to(c);
}

// Do all contacts still do what their linear laws were made for: stay open, stick, slip?
static bool laws_fit(const sut_contacts *c) {
    for (int i = 0; i < c->count; i++) {
        const sut_contact_rule *k = &c->rule[i];
        const double *u = &c->u[3 * i];
        if (k->bond) {
            continue;
        }
        double normal = -k->kn * (k->q[0] + u[0]);
        bool open = c->law[i].h[0] == 0.0;
        if (open != !(normal > 0.0)) {
            return false;
        }
        double p[2];
        sut_contact_tangential(k, u, p);
        bool slips = k->mu > 0.0 && sqrt(p[0] * p[0] + p[1] * p[1]) > k->mu * normal;
        bool slipped = c->law[i].h[3] != 0.0 || c->law[i].h[6] != 0.0;
        if (!open && slips != slipped) {
            return false;
        }
    }
    for (int i = 0; i < c->holes; i++) {
        if (!sut_hole_state_holds(c->hole[i], &c->u[sut_hole_row(c, i)])) {
            return false;
        }
    }
    return true;
}

// One more step with the matrix of the last one, which is most of the work of a step. Directions of
// slip have turned a little since, so it does not end at once, but it gets on.
static bool step_with_old_matrix(sut_contacts *c) {
    int size = sut_contact_rows(c);
    for (int i = 0; i < c->count; i++) {
        double f[3];
        sut_contact_law_force(&c->rule[i], &c->u[3 * i], -1.0, f);
        for (int a = 0; a < 3; a++) {
            c->change[3 * i + a] = f[a] - c->y[3 * i + a];
        }
    }
    for (int i = 0; i < c->holes; i++) {
        int row = sut_hole_row(c, i);
        double f[SUT_HOLE_ROWS];
        sut_hole_law_force(c->hole[i], &c->u[row], -1.0, f);
        for (int a = 0; a < SUT_HOLE_ROWS; a++) {
            c->change[row + a] = f[a] - c->y[row + a];
        }
    }
    sut_contact_answer(c, c->change, c->u_next);
    if (c->columns > 0 && !sut_contact_add_twist(c, false, c->change, c->u_next)) {
        return false;
    }
    sut_contact_apply_laws(c, c->u_next, false, c->y_next);
    for (int e = 0; e < size; e++) {
        c->y_next[e] = c->y[e] + (c->change[e] - c->y_next[e]);
        c->u_next[e] = c->u[e] + c->u_next[e];
    }
    return true;
}

// As long as that is worth it.
static sut_contact_residual polish(sut_contacts *c, sut_contact_residual now) {
    enum { MOST = 6 };
    for (int n = 0; n < MOST && now.worst > c->settings.tolerance && laws_fit(c); n++) {
        if (!step_with_old_matrix(c)) {
            break;
        }
        sut_contact_residual next = sut_contact_residual_of(c, NULL, c->y_next, c->u_next);
        if (!(next.worst < 0.3 * now.worst)) {
            break;
        }
        advance(c, 1.0);
        now = next;
    }
    return now;
}

// The best share of the plain step, if any makes the errors smaller. A look costs a tenth of a step
// or less.
static bool take_share(sut_contacts *c, sut_contact_residual whole, sut_contact_residual *now) {
    enum { HALVINGS = 6 };
    double share = 1.0;
    sut_contact_residual best = whole;
    double next = 0.5;
    for (int n = 0; n < HALVINGS; n++, next *= 0.5) {
        sut_contact_residual here = sut_contact_residual_at(c, next);
        if (here.size < best.size) {
            share = next;
            best = here;
        }
    }
    for (int n = 0; n < 2; n++) {
        double beside = n == 0 ? 0.75 * share : 1.5 * share;
        sut_contact_residual here = beside < 1.0 ? sut_contact_residual_at(c, beside) : whole;
        if (here.size < best.size) {
            share = beside;
            best = here;
            break;
        }
    }
    if (!(best.size < (1.0 - 0.1 * share) * now->size)) {
        return false;
    }
    advance(c, share);
    *now = best;
    return true;
}

// A hard problem is given up earlier than an easy one: each few iterations beyond a dozen ask for a
// digit less, down to what a step may be taken over with.
static double good_enough(const sut_contacts *c, int done) {
    enum { EASY = 12, DIGIT = 4 };
    double enough = c->settings.tolerance;
    for (int n = EASY; n <= done && enough < SUT_CONTACT_ERROR; n += DIGIT) {
        enough *= 10.0;
    }
    double most = SUT_CONTACT_ERROR > c->settings.tolerance ? SUT_CONTACT_ERROR : enough;
    return enough < most ? enough : most;
}

// Contacts that hardly bear anything may open and close again and again, or turn the direction in
// which they slip. Once forces are good enough to go on with, steps are worth their while as long
// as they get on, and for the last digits only whole ones are. Without a budget the digits are
// wanted.
static bool is_slow(const sut_contacts *c, sut_contact_residual now, double before) {
    bool crawls = now.size > 0.75 * before;
    return c->settings.hasty && now.worst < (crawls ? SUT_CONTACT_ERROR : 0.1 * SUT_CONTACT_ERROR);
}

static double iterate(sut_contacts *c, int iterations, bool first) {
    sut_contact_gather_rules(c);
    sut_contact_residual now = sut_contact_residual_of(c, NULL, c->y, c->u);
    int left = iterations;
    for (; left > 0 && now.worst > good_enough(c, iterations - left); first = false) {
        choose_laws(c, first);
        c->figures.iterations++;
        left--;
        if (!sut_contact_step_to(c)) {
            return HUGE_VAL;
        }
        sut_contact_residual whole = sut_contact_residual_of(c, NULL, c->y_next, c->u_next);
        if (first || whole.size < 0.5 * now.size) {
            advance(c, 1.0);
            now = polish(c, whole);
            continue;
        }
        double size = now.size;
        if (take_share(c, whole, &now)) {
            if (is_slow(c, now, size)) {
                break;
            }
            continue;
        }
        double before = now.worst;
        if (!convex_phase(c, &left, 0.3 * (before < 1.0 ? before : 1.0))) {
            return HUGE_VAL;
        }
        now = sut_contact_residual_of(c, NULL, c->y, c->u);
        if (fabs(now.worst - before) < 1e-6 * before) {
            break; // not a convex problem at all: a thread is not stable by itself
        }
    }
    return now.worst;
}

double sut_contact_newton(sut_contacts *c, int iterations) {
    size_t bytes = (size_t)sut_contact_rows(c) * sizeof(double);
    memcpy(c->y, c->start, bytes);
    memset(c->u, 0, bytes);
    return iterate(c, iterations, true);
}

double sut_contact_newton_on(sut_contacts *c, int iterations) {
    return iterate(c, iterations, false);
}
