// SPDX-License-Identifier: MIT
#include "output/needle_report.h"

#include "output/scale.h"

json_t *sut_needle_report(const sut_source *src, const sut_tally *tally) {
    json_t *list = json_array();
    sut_needle_view v;
    for (int i = 0; i < src->needle_count && i < SUT_TALLY_NEEDLES; i++) {
        if (sut_needle_get_view(src->world, src->needles[i].id, &v) != SUT_OK) {
            continue;
        }
        int thread = sut_source_find(src, v.thread);
        json_t *of = thread >= 0 ? json_string(src->names[thread]) : json_null();
        const char *tool = sut_source_tool_name(src, v.tool);
        json_t *holder = *tool != '\0' ? json_string(tool) : json_null();
        json_array_append_new(list, json_pack("{s:s, s:o, s:f, s:I, s:I, s:i, s:i, s:o}", "name",
                                              src->needles[i].name, "thread", of, "force_max",
                                              tally->needle_force_max[i], "entries",
                                              (json_int_t)tally->events.entries[i], "exits",
                                              (json_int_t)tally->events.exits[i], "grasps",
                                              tally->needle_grasps[i], "drops",
                                              tally->needle_drops[i], "tool", holder));
    }
    return list;
}

void sut_needle_report_print(const sut_source *src, const sut_tally *tally, FILE *out) {
    enum { LISTED = 8 };
    sut_needle_view v;
    for (int i = 0; i < src->needle_count && i < LISTED; i++) {
        if (sut_needle_get_view(src->world, src->needles[i].id, &v) != SUT_OK) {
            continue;
        }
        char force[32];
        char length[32];
        sut_scale_quantity(force, sizeof force, tally->needle_force_max[i], "N");
        sut_scale_quantity(length, sizeof length, v.length, "m");
        fprintf(out, "  %-12s needle of %s, force up to %s\n", src->needles[i].name, length, force);
    }
    if (src->needle_count > LISTED) {
        fprintf(out, "  and %d needles more\n", src->needle_count - LISTED);
    }
}
