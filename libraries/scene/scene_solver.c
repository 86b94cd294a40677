// SPDX-License-Identifier: MIT
// scene_solver.c -- how contacts are solved.
#include "scene_types.h"

static const int MOST_ITERATIONS = 10000;
static const double LARGEST_TOLERANCE = 0.1;
static const double LONGEST_BUDGET = 1000.0;
static const double LARGEST_STIFFNESS = 1e6;

static bool check_most(const sut_reader *r, const sut_node *solver, const char *key, double value,
                       double most, const char *unit) {
    sut_node n = sut_node_member(solver, key);
    return value <= most ||
           sut_fail(r, &n, "is %s; must be at most %g%s", sut_value_text(&n).text, most, unit);
}

bool sut_scene_read_solver(const sut_reader *r, const sut_node *root, sut_contact_def *out) {
    static const char *const keys[] = {"contact", "iterations", "tolerance", "budget", "stiffness",
                                       "guard",   "contacts",   "holes",     NULL};
    // in the order of sut_contact_solver
    static const char *const solvers[] = {"default", "nncg", "pgs", NULL};
    *out = sut_default_world_def().contact;
    sut_node n = sut_node_member(root, "solver");
    if (n.json == NULL) {
        return true;
    }
    static const char *const holes[] = {"anchors", "portals", NULL}; // as sut_hole_way
    int way = 0;
    int solver = SUT_CONTACT_DEFAULT;
    bool guard = true;
    bool contacts = true;
    sut_node count = sut_node_member(&n, "iterations");
    sut_node budget = sut_node_member(&n, "budget");
    bool limited = budget.json != NULL && !json_is_null(budget.json);
    if (!sut_check_object(r, &n, keys) || !sut_read_word_of(r, &n, "contact", solvers, &solver) ||
        !sut_read_word_of(r, &n, "holes", holes, &way) ||
        (count.json != NULL && !sut_read_int(r, &count, 1, MOST_ITERATIONS, &out->iterations)) ||
        !sut_read_number_of(r, &n, "tolerance", SUT_Q_NUMBER, SUT_POSITIVE, &out->tolerance) ||
        (limited && !sut_read_number(r, &budget, SUT_Q_TIME, SUT_POSITIVE, &out->budget)) ||
        !sut_read_number_of(r, &n, "stiffness", SUT_Q_NUMBER, SUT_POSITIVE, &out->stiffness) ||
        !sut_read_bool_of(r, &n, "guard", &guard) ||
        !sut_read_bool_of(r, &n, "contacts", &contacts)) {
        return false;
    }
    out->solver = (sut_contact_solver)solver;
    out->holes = (sut_hole_way)way;
    out->unguarded = !guard;
    out->disabled = !contacts;
    return check_most(r, &n, "tolerance", out->tolerance, LARGEST_TOLERANCE, "") &&
           check_most(r, &n, "budget", out->budget, LONGEST_BUDGET, " s") &&
           check_most(r, &n, "stiffness", out->stiffness, LARGEST_STIFFNESS, "");
}
