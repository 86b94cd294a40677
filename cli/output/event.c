// SPDX-License-Identifier: MIT
#include "output/event.h"

#include "output/number.h"

#include <stdlib.h>
#include <string.h>

enum { BUFFER = 1 << 14, NAMES = 5 * 65 };

// What the numbers a and b of an event mean.
typedef enum event_cast {
    CAST_NOBODY,
    CAST_TOOL,          // a is a tool
    CAST_TOOL_THREAD,   // a is a tool, b a thread
    CAST_HOLE_THREAD,   // a is a hole, b a thread
    CAST_NEEDLE_TISSUE, // a is a needle, b a tissue
    CAST_HOLE,          // a is a hole, b the thread or the needle that it is on
    CAST_TOOL_TISSUE,   // a is a tool, b a tissue
    CAST_TOOL_NEEDLE,   // a is a tool, b a needle
    CAST_TISSUE         // a is a tissue
} event_cast;

static const struct {
    const char *name;
    event_cast cast;
} types[SUT_EVENT_TYPES] = {
    [SUT_EV_SUBSTEPS] = {"substeps", CAST_NOBODY},
    [SUT_EV_HOLD_SATURATED] = {"hold_saturated", CAST_NOBODY},
    [SUT_EV_HOLD_RECOVERED] = {"hold_recovered", CAST_NOBODY},
    [SUT_EV_GUARD] = {"guard", CAST_NOBODY},
    [SUT_EV_HOLD_BLOCKED] = {"hold_blocked", CAST_NOBODY},
    [SUT_EV_CONTACTS_LOST] = {"contacts_lost", CAST_NOBODY},
    [SUT_EV_EVENTS_LOST] = {"events_lost", CAST_NOBODY},
    [SUT_EV_GRASPED] = {"grasped", CAST_TOOL_THREAD},
    [SUT_EV_RELEASED] = {"released", CAST_TOOL_THREAD},
    [SUT_EV_GRIP_SLIPS] = {"grip_slips", CAST_TOOL_THREAD},
    [SUT_EV_GRIP_LOST] = {"grip_lost", CAST_TOOL_THREAD},
    [SUT_EV_TOOL_BLOCKED] = {"tool_blocked", CAST_TOOL},
    [SUT_EV_TOOL_FREE] = {"tool_free", CAST_TOOL},
    [SUT_EV_SLIPPED] = {"slipped", CAST_HOLE},
    [SUT_EV_STUCK] = {"stuck", CAST_HOLE},
    [SUT_EV_PULLED_OUT] = {"pulled_out", CAST_HOLE},
    [SUT_EV_TISSUE_GRASPED] = {"tissue_grasped", CAST_TOOL_TISSUE},
    [SUT_EV_TISSUE_RELEASED] = {"tissue_released", CAST_TOOL_TISSUE},
    [SUT_EV_TISSUE_SLIPS] = {"tissue_slips", CAST_TOOL_TISSUE},
    [SUT_EV_TISSUE_LOST] = {"tissue_lost", CAST_TOOL_TISSUE},
    [SUT_EV_CUT] = {"cut", CAST_TOOL_TISSUE},
    [SUT_EV_CUT_THREAD] = {"cut_thread", CAST_TOOL_THREAD},
    [SUT_EV_IDLE] = {"idle", CAST_TOOL},
    [SUT_EV_NO_ROOM] = {"no_room", CAST_TOOL_TISSUE},
    [SUT_EV_PINS_BLOCKED] = {"pins_blocked", CAST_TISSUE},
    [SUT_EV_PINS_FREE] = {"pins_free", CAST_TISSUE},
    [SUT_EV_INVERTED] = {"inverted", CAST_TISSUE},
    [SUT_EV_UPRIGHT] = {"upright", CAST_TISSUE},
    [SUT_EV_PIERCED] = {"pierced", CAST_HOLE},
    [SUT_EV_BACKED_OUT] = {"backed_out", CAST_HOLE},
    [SUT_EV_TOO_LARGE] = {"too_large", CAST_NEEDLE_TISSUE},
    [SUT_EV_PASSED] = {"passed", CAST_HOLE_THREAD},
    [SUT_EV_TORE_INTO] = {"tore_into", CAST_HOLE},
    [SUT_EV_TORE_THROUGH] = {"tore_through", CAST_HOLE},
    [SUT_EV_NEEDLE_GRASPED] = {"needle_grasped", CAST_TOOL_NEEDLE},
    [SUT_EV_NEEDLE_RELEASED] = {"needle_released", CAST_TOOL_NEEDLE},
    [SUT_EV_NEEDLE_DROPPED] = {"needle_dropped", CAST_TOOL_NEEDLE},
    [SUT_EV_EXITED] = {"exited", CAST_HOLE},
};

const char *sut_event_name(sut_event_type type) {
    return (int)type >= 0 && (int)type < SUT_EVENT_TYPES ? types[type].name : NULL;
}

void sut_event_counts_step(sut_event_counts *c, const sut_source *src) {
    int count = 0;
    const sut_event *e = sut_world_events(src->world, &count);
    for (int i = 0; i < count; i++) {
        if (sut_event_name(e[i].type) != NULL) {
            c->count[e[i].type]++;
        }
        bool in = e[i].type == SUT_EV_PIERCED;
        bool out = e[i].type == SUT_EV_EXITED;
        for (int k = 0; (in || out) && k < src->needle_count; k++) {
            bool this_one = k < SUT_EVENT_NEEDLES && src->needles[k].id.index1 == e[i].b;
            c->entries[k] += in && this_one;
            c->exits[k] += out && this_one;
        }
        for (int k = 0; e[i].type == SUT_EV_CUT && k < src->tissue_count; k++) {
            bool this_one = k < SUT_EVENT_TISSUES && src->tissues[k].id.index1 == e[i].b;
            c->cut_length[k] += this_one ? e[i].amount : 0.0;
        }
    }
}

//---- files ---------------------------------------------------------------------------------------

static bool open_one(sut_writer *w, const char *folder, const char *name, sut_fault *fault) {
    char *path = sut_path_join(folder, name);
    if (path == NULL) {
        sut_fault_set(fault, "%s: out of memory", folder);
        return false;
    }
    bool ok = sut_writer_open(w, path, BUFFER, fault);
    free(path);
    return ok;
}

bool sut_event_csv_open(sut_event_csv *csv, const char *folder, sut_fault *fault) {
    *csv = (sut_event_csv){.events = {.fd = -1}};
    csv->open = open_one(&csv->events, folder, "events.csv", fault);
    if (!csv->open) {
        sut_event_csv_abandon(csv);
    }
    return csv->open;
}

void sut_event_csv_begin(sut_event_csv *csv) {
    static const char events[] = "t,event,tissue,thread,needle,tool,hole,x,y,z,amount\n";
    if (csv->open) {
        sut_writer_begin(&csv->events);
        sut_writer_put(&csv->events, events, sizeof events - 1);
    }
}

void sut_event_csv_abandon(sut_event_csv *csv) {
    if (csv->events.fd >= 0 && csv->events.path != NULL) {
        sut_writer_abandon(&csv->events);
    }
    *csv = (sut_event_csv){.events = {.fd = -1}};
}

static char *put_text(char *at, const char *text) {
    at = sut_put_text(at, text);
    *at++ = ',';
    return at;
}

static const char *thread_name(const sut_source *src, uint32_t index1) {
    for (int i = 0; i < src->thread_count; i++) {
        if (src->ids[i].index1 == index1) {
            return src->names[i];
        }
    }
    return "";
}

// A hole is where it was at the end of the step: on a needle or not. One that passed in this step
// has its event for the thread.
static bool is_on_needle(const sut_source *src, uint32_t hole1) {
    sut_hole_view v;
    sut_hole_id id = sut_hole_at(src->world, (int)hole1 - 1);
    return sut_hole_get_view(src->world, id, &v) == SUT_OK && v.needle.index1 != 0;
}

static const char *tissue_name(const sut_source *src, uint32_t index1) {
    for (int i = 0; i < src->tissue_count; i++) {
        if (src->tissues[i].id.index1 == index1) {
            return src->tissues[i].name;
        }
    }
    return "";
}

static const char *needle_name(const sut_source *src, uint32_t index1) {
    for (int i = 0; i < src->needle_count; i++) {
        if (src->needles[i].id.index1 == index1) {
            return src->needles[i].name;
        }
    }
    return "";
}

static const char *tool_name(const sut_source *src, uint32_t index1) {
    for (int i = 0; i < src->tool_count; i++) {
        if (src->tools[i].id.index1 == index1) {
            return src->tools[i].name;
        }
    }
    return "";
}

static const char *tissue_of_hole(const sut_source *src, int hole) {
    sut_hole_view v;
    bool there = sut_hole_get_view(src->world, sut_hole_at(src->world, hole), &v) == SUT_OK;
    int tissue = there ? sut_source_find_tissue(src, v.tissue) : -1;
    return tissue >= 0 ? src->tissues[tissue].name : "";
}

// Which columns an event of that kind fills.
typedef struct event_columns {
    bool hole, needle, thread, refused, tissue, tool;
} event_columns;

static event_columns columns_of(const sut_source *src, const sut_event *e) {
    event_cast cast = types[e->type].cast;
    event_columns c;
    c.hole = cast == CAST_HOLE_THREAD || cast == CAST_HOLE;
    c.needle = (cast == CAST_HOLE && is_on_needle(src, e->a)) || cast == CAST_TOOL_NEEDLE;
    c.thread = (c.hole && !c.needle) || cast == CAST_TOOL_THREAD;
    c.refused = cast == CAST_NEEDLE_TISSUE;
    c.tissue = cast == CAST_TISSUE || cast == CAST_TOOL_TISSUE || c.refused;
    c.tool = cast == CAST_TOOL_TISSUE || cast == CAST_TOOL || cast == CAST_TOOL_THREAD ||
             cast == CAST_TOOL_NEEDLE;
    return c;
}

static void put_event(sut_writer *w, const sut_source *src, const sut_event *e, double t) {
    event_cast cast = types[e->type].cast;
    event_columns c = columns_of(src, e);
    char *at = sut_writer_room(w, NAMES + (size_t)7 * SUT_NUMBER_MAX);
    at = sut_put_double(at, t);
    *at++ = ',';
    at = put_text(at, types[e->type].name);
    if (c.hole) {
        at = put_text(at, tissue_of_hole(src, (int)e->a - 1));
    } else {
        at = put_text(at, c.tissue ? tissue_name(src, cast == CAST_TISSUE ? e->a : e->b) : "");
    }
    at = put_text(at, c.thread ? thread_name(src, e->b) : "");
    at =
        put_text(at, c.needle ? needle_name(src, e->b) : (c.refused ? needle_name(src, e->a) : ""));
    at = put_text(at, c.tool ? tool_name(src, e->a) : "");
    if (c.hole) {
        at = sut_put_uint(at, e->a - 1);
    }
    *at++ = ',';
    const double numbers[] = {e->where.x, e->where.y, e->where.z, e->amount};
    for (int i = 0; i < 4; i++) {
        at = sut_put_double(at, numbers[i]);
        *at++ = i < 3 ? ',' : '\n';
    }
    sut_writer_used(w, at);
}

void sut_event_csv_step(sut_event_csv *csv, const sut_source *src) {
    int count = 0;
    const sut_event *e = sut_world_events(src->world, &count);
    double t = sut_world_time(src->world);
    for (int i = 0; csv->open && i < count; i++) {
        if (sut_event_name(e[i].type) != NULL) {
            put_event(&csv->events, src, &e[i], t);
        }
    }
}

void sut_event_csv_knot(sut_event_csv *csv, const sut_source *src, int thread, int throws) {
    if (!csv->open) {
        return;
    }
    char *at = sut_writer_room(&csv->events, NAMES + (size_t)2 * SUT_NUMBER_MAX);
    at = sut_put_double(at, sut_world_time(src->world));
    *at++ = ',';
    at = put_text(at, "knot");
    at = put_text(at, ""); // tissue
    at = put_text(at, src->names[thread]);
    for (int i = 0; i < 6; i++) {
        *at++ = ','; // needle, tool, hole; a knot is at no point
    }
    at = sut_put_uint(at, (unsigned)throws);
    *at++ = '\n';
    sut_writer_used(&csv->events, at);
}

bool sut_event_csv_failed(const sut_event_csv *csv) {
    return csv->open && csv->events.error != 0;
}

bool sut_event_csv_close(sut_event_csv *csv, sut_fault *fault) {
    bool ok = true;
    if (csv->open) {
        ok = sut_writer_close(&csv->events, fault);
    }
    *csv = (sut_event_csv){.events = {.fd = -1}};
    return ok;
}
