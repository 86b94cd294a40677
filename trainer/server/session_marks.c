// SPDX-License-Identifier: MIT
// session_marks.c -- the judge says when a state is worth going back to, and goes back with the world.
#include "trainer/server/session_judge.h"

#include <stdio.h>

static const double longest = 10.0; // s of play time without a mark

static void ask(sut_session *s, const sut_judge *j, const char *name) {
    sut_order o = {.kind = SUT_ORDER_MARK, .count = j->play->number};
    // a long name is cut; a character of several bytes that is cut is no more than ugly
    (void)snprintf(o.name, sizeof o.name, "%.*s", (int)sizeof o.name - 1, name);
    sut_physics_order(s->physics, &o);
}

// A throw counts when it has been there for three looks: crossings come and go on the way.
static bool new_throw(sut_judge *j, int throws) {
    sut_judge_marks *m = &j->marks;
    m->throws_for = throws == m->throws ? m->throws_for + 1 : 0;
    m->throws = throws;
    bool fresh = m->throws_for == 2 && throws > m->throws_marked;
    m->throws_marked = m->throws_for >= 2 ? throws : m->throws_marked;
    return fresh;
}

static const char *new_rule(sut_judge *j) {
    const sut_task *t = j->play->task;
    const char *name = NULL;
    for (int i = 0; i < t->rule_count; i++) {
        bool done = j->verdict.rule[i].done;
        name = done && !j->marks.done_marked[i] ? t->rules[i].text : name;
        j->marks.done_marked[i] = done;
    }
    return name;
}

// The judgement goes back with the world. What had not been done for long enough begins again now.
static void go_back(sut_judge *j) {
    sut_judge_marks *m = &j->marks;
    uint32_t id = j->look.undo.at, place = id % SUT_UNDO_MARKS;
    j->verdict = m->id[place] == id ? m->verdict[place] : (sut_verdict){0};
    for (int i = 0; i < SUT_TASK_RULES; i++) {
        sut_rule_state *r = &j->verdict.rule[i];
        r->holds = r->holds && r->done;
        r->pulled = false;
        m->done_marked[i] = r->done;
    }
    m->throws = m->throws_for = 0;
    m->throws_marked = 0;
    m->last_time = j->look.time;
}

void sut_judge_before(sut_judge *j) {
    if (j->look.undo.undos != j->marks.undos) {
        j->marks.undos = j->look.undo.undos;
        go_back(j);
    }
}

void sut_judge_after(sut_session *s, sut_judge *j) {
    sut_judge_marks *m = &j->marks;
    const sut_look_undo *u = &j->look.undo;
    if (u->marks != m->last) {
        m->last = u->marks;
        m->last_time = j->look.time;
        m->id[u->marks % SUT_UNDO_MARKS] = u->marks;
        m->verdict[u->marks % SUT_UNDO_MARKS] = j->verdict;
    }
    if (j->play->over || j->play->undo.block == NULL || j->play->first_input < 0.0) {
        return;
    }
    const sut_tied *tied = sut_verdict_knot(&j->verdict, &j->look);
    bool thrown = new_throw(j, tied != NULL ? tied->throws.count : 0);
    const char *rule = new_rule(j);
    if (rule != NULL) {
        ask(s, j, rule);
    } else if (thrown) {
        char name[32];
        snprintf(name, sizeof name, "throw %d", m->throws);
        ask(s, j, name);
    } else if (j->look.time - m->last_time > longest) {
        m->last_time = j->look.time; // asked once, whether or not it fits
        ask(s, j, "some time ago");
    }
}
