// SPDX-License-Identifier: MIT
// island.c -- views of a world that its islands are stepped by: input, results.
#include "step/island.h"

#include "data/data.h"
#include "drive/drive.h"

#include <string.h>

//---- room for contacts ---------------------------------------------------------------------------
// By vertices, and by what touched: in powers of two, so that it seldom changes.
static double share_of(const sut_island *k) {
    enum { PER_TOUCH = 16 };
    int touches = 0;
    while (touches < k->touches) {
        touches = touches > 0 ? 2 * touches : 1;
    }
    return (double)k->vertices + (double)PER_TOUCH * touches;
}

// Contacts of a thread that comes to lie on a solid all at once: each vertex, each edge.
static double landing_of(const sut_island *k) {
    return 2.0 * k->vertices;
}

// First what all need that land, where there is so much, then by what touched.
bool sut_islands_share_contacts(sut_world *w) {
    sut_island_set *set = w->islands;
    double all = 0.0;
    double landing = 0.0;
    bool fit = true;
    for (int i = 0; i < set->count; i++) {
        all += share_of(&set->island[i]);
        landing += landing_of(&set->island[i]);
    }
    double room = w->def.capacity.contacts;
    double first = landing < room ? 1.0 : 0.0;
    for (int i = 0; i < set->count; i++) {
        sut_island *k = &set->island[i];
        double rest = share_of(k) / all * (room - first * landing);
        k->contacts = (int)(first * landing_of(k) + rest);
        fit = fit && k->contacts >= k->touches;
    }
    return fit;
}

// True: islands are those of the step before, where their lists are still good.
static bool are_the_same(sut_world *w) {
    sut_island_set *set = w->islands;
    bool same = set->laid_out;
    for (int i = 0; i < set->count; i++) {
        same = same && set->island[i].contacts == set->island[i].laid;
        set->island[i].laid = set->island[i].contacts;
    }
    for (int i = 0; i < w->def.capacity.threads; i++) {
        int island = w->threads[i].used ? w->threads[i].island : 0;
        same = same && set->laid[i] == island;
        set->laid[i] = island;
    }
    set->laid_out = true;
    return same;
}

static sut_contact_capacity capacity_of(const sut_world *w, const sut_island *k) {
    double nodes = (double)SUT_CONTACT_NODES * k->vertices / w->vertex_count;
    return (sut_contact_capacity){.rods = k->view.bodies.rods,
                                  .bodies = k->view.bodies.bodies,
                                  .vertices = k->vertices,
                                  .nodes = nodes < k->vertices ? (int)nodes + 1 : k->vertices,
                                  .contacts = k->contacts};
}

static void lay_out(sut_world *w) {
    sut_island_set *set = w->islands;
    char *at = set->contacts;
    for (int i = 0; i < set->count; i++) {
        sut_contact_capacity c = capacity_of(w, &set->island[i]);
        sut_contact_lay_out(&set->island[i].view, &c, at);
        at += sut_memory_lines(sut_contact_bytes(&set->island[i].view, &c));
    }
}

//---- views ---------------------------------------------------------------------------------------
// Number of a solid in one row of bodies and in another.
static int body_in(const sut_world *to, const sut_world *from, int body) {
    int solid = body - from->bodies.bodies;
    return solid >= 0 ? to->bodies.bodies + solid : body;
}

static void make_view(sut_world *w, int number) {
    sut_island *k = &w->islands->island[number];
    sut_contacts contacts = k->view.contacts;
    sut_contact_bodies bodies = k->view.bodies;
    k->view = *w;
    sut_world *v = &k->view;
    v->island = number + 1;
    v->whole = w;
    v->contacts = contacts;
    v->bodies = bodies;
    sut_capacity *c = &v->def.capacity;
    c->tools = c->needles = c->tissues = c->supports = c->holes = 0;
    c->contacts = k->contacts;
    v->def.on_part = NULL;
    v->bodies.rods = v->bodies.bodies = c->threads;
    v->event_count = 0;
    v->events = &w->islands->events[(ptrdiff_t)number * c->events];
    memset(&v->stats, 0, sizeof v->stats);
    // one whose bodies move did not stand still
    v->stalls = k->moves ? 0 : w->stalls;
    k->failed = k->stood = false;
}

// Each its own stretch of the lists that holds are put into.
static void share_lists(sut_world *w) {
    int holds = 0;
    int contacts = 0;
    for (int i = 0; i < w->islands->count; i++) {
        sut_island *k = &w->islands->island[i];
        k->view.pins = &w->pins[holds];
        k->view.planes = &w->planes[holds];
        k->view.loads = &w->loads[holds];
        k->view.order = &w->order[holds];
        k->view.saved_touches = &w->islands->saved[contacts];
        holds += k->holds;
        contacts += k->contacts;
    }
}

// What a quiet step takes goes to all, and what is left of a budget to those with contacts.
static void share_budget(sut_world *w) {
    enum { QUIET = 4 }; // linearisations
    const sut_island_set *set = w->islands;
    double budget = 1e6 * w->def.contact.budget;
    double quiet = 0.0;
    double hard = 0.0;
    for (int i = 0; i < set->count; i++) {
        quiet += QUIET * set->island[i].cost;
        hard += set->island[i].touches > 0 ? set->island[i].cost : 0.0;
    }
    for (int i = 0; i < set->count && budget > 0.0; i++) {
        sut_island *k = &w->islands->island[i];
        double first = QUIET * k->cost * (budget < quiet ? budget / quiet : 1.0);
        double left = budget > quiet ? budget - quiet : 0.0;
        bool takes = k->touches > 0 || hard == 0.0;
        double rest = takes ? left * k->cost / (hard > 0.0 ? hard : quiet / QUIET) : 0.0;
        k->view.def.contact.budget = 1e-6 * (first + rest);
    }
}

static void share_touches(sut_world *w) {
    for (int i = 0; i < w->contacts.touches; i++) {
        sut_touch t = w->contacts.touch[i];
        sut_world *v = &w->islands->island[w->threads[t.body[0]].island - 1].view;
        t.body[1] = body_in(v, w, t.body[1]);
        v->contacts.touch[v->contacts.touches++] = t;
    }
}

// Solids rest where they are, and not where the last step that moved them began.
static void place_solids(sut_world *w) {
    for (int i = 0; i < w->def.capacity.obstacles; i++) {
        if (w->obstacles[i].used) {
            sut_obstacle_place(&w->obstacles[i]);
        }
    }
}

// Views first, then room for contacts where the islands are other ones, then threads, budget and
// touches shared out.
void sut_islands_take(sut_world *w) {
    sut_island_set *set = w->islands;
    place_solids(w);
    bool looks = sut_contact_looks(w);
    bool same = are_the_same(w);
    for (int i = 0; i < set->count; i++) {
        make_view(w, i);
    }
    if (looks && !same) {
        lay_out(w);
    }
    for (int i = 0; i < w->def.capacity.threads; i++) {
        w->threads[i].path = 0.0;
    }
    share_lists(w);
    share_budget(w);
    for (int i = 0; i < set->count; i++) {
        sut_world *v = &set->island[i].view;
        memset(&v->contacts.figures, 0, sizeof v->contacts.figures);
        v->contacts.touches = v->contacts.count = 0;
        if (looks) {
            sut_contact_settings_refresh(v);
        }
        if (looks && !same) {
            sut_contact_refresh(v);
        }
    }
    if (looks) {
        share_touches(w);
    }
    for (int i = 0; i < set->count; i++) {
        sut_touch_save(&set->island[i].view);
    }
}

//---- work ----------------------------------------------------------------------------------------
typedef struct work {
    sut_island_set *set;
    sut_task_fn *task;
    void *data;
} work;

static void run_one(void *data, int place) {
    const work *all = data;
    all->task(all->data, all->set->order[place]);
}

// The dearest first, so that none of them is what the others wait for.
static void sort_islands(sut_island_set *set) {
    for (int i = 0; i < set->count; i++) {
        int at = i;
        for (; at > 0 && share_of(&set->island[set->order[at - 1]]) < share_of(&set->island[i]);
             at--) {
            set->order[at] = set->order[at - 1];
        }
        set->order[at] = i;
    }
}

void sut_islands_run(sut_world *w, sut_task_fn *task, void *data) {
    work all = {w->islands, task, data};
    sort_islands(w->islands);
    const sut_executor *e = &w->def.executor;
    if (e->run) {
        e->run(e->ctx, run_one, &all, w->islands->count);
        return;
    }
    for (int i = 0; i < w->islands->count; i++) {
        run_one(&all, i);
    }
}

//---- results -------------------------------------------------------------------------------------
static void take_larger(double *to, double from) {
    *to = from > *to ? from : *to;
}

static void gather_stats(sut_stats *to, const sut_stats *from) {
    for (int s = 0; s < SUT_STAGE_COUNT; s++) {
        to->stage_us[s] += from->stage_us[s];
    }
    to->substeps = from->substeps > to->substeps ? from->substeps : to->substeps;
    to->linearisations += from->linearisations;
    to->corrections += from->corrections;
    to->guard_hits += from->guard_hits;
    to->guard_shortened += from->guard_shortened;
    take_larger(&to->lag_max, from->lag_max);
    take_larger(&to->lost_way, from->lost_way);
    to->hurried = to->hurried || from->hurried;
    to->unsolved += from->unsolved;
    to->stood += from->stood;
}

static void gather_figures(sut_contact_figures *to, const sut_contact_figures *from) {
    to->solves += from->solves;
    to->iterations += from->iterations;
    take_larger(&to->residual, from->residual);
    take_larger(&to->found, from->found);
    take_larger(&to->last, from->last);
    to->followed += from->followed;
    to->windows += from->windows;
}

static void gather_contacts(sut_world *w, const sut_world *v) {
    sut_contacts *to = &w->contacts;
    const sut_contacts *from = &v->contacts;
    for (int i = 0; i < from->count; i++) {
        sut_contact *k = &to->contact[to->count++];
        *k = from->contact[i];
        k->site[1].body = body_in(w, v, k->site[1].body);
    }
    for (int i = 0; i < from->touches; i++) {
        sut_touch *t = &to->touch[to->touches++];
        *t = from->touch[i];
        t->body[1] = body_in(w, v, t->body[1]);
    }
    gather_figures(&to->figures, &from->figures);
}

void sut_islands_gather(sut_world *w) {
    bool looks = sut_contact_looks(w);
    w->contacts.touches = w->contacts.count = w->contacts.lost = 0;
    for (int i = 0; i < w->islands->count; i++) {
        const sut_world *v = &w->islands->island[i].view;
        gather_stats(&w->stats, &v->stats);
        for (int e = 0; e < v->event_count; e++) {
            const sut_event *n = &v->events[e];
            sut_world_event_between(w, n->type, n->a, n->b, n->where, n->amount);
        }
        if (looks) {
            gather_contacts(w, v);
        }
        w->budget.spent += v->budget.spent;
    }
}
