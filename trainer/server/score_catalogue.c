// SPDX-License-Identifier: MIT
// score_catalogue.c -- the metrics with their meaning and what has been published about them. A
// figure of another exercise or another thread is no reference: such ones are left out.
#include "trainer/server/score.h"

#include <math.h>
#include <string.h>

#define NONE ((double)NAN) // no number was published
#define FORCE_REFERENCE "0.59 to 6.09 N while a knot is tightened on a drain, from novices to staff"
#define FORCE_SOURCE "doi:10.1089/lap.2017.0293"
#define PATH_REFERENCE                                                                             \
    "tells students from attendings in micro-anastomosis, residents less so; no limit published"
#define PATH_SOURCE "doi:10.1055/a-2491-3249"
#define SPARC_REFERENCE "-1.41 for one smooth bell-shaped movement; more negative is less smooth"
#define SPARC_SOURCE "Balasubramanian et al. 2015, and its reference implementation"

const sut_metric_info sut_metrics[SUT_METRIC_COUNT] = {
    [SUT_METRIC_TIME] = {"time", "Time", "s", "lower",
                         "From the first movement of a hand to the end of the attempt.", NULL, NONE,
                         NULL},
    [SUT_METRIC_IDLE] = {"idle", "Idle time", "s", "lower",
                         "Time in which no hand moves faster than 2 mm/s.", NULL, NONE, NULL},
    [SUT_METRIC_PATH_LEFT] = {"path_left", "Path of the left hand", "m", "lower",
                              "Length of the way of the tool's tip, filtered at 10 Hz.",
                              PATH_REFERENCE, NONE, PATH_SOURCE},
    [SUT_METRIC_PATH_RIGHT] = {"path_right", "Path of the right hand", "m", "lower",
                               "Length of the way of the tool's tip, filtered at 10 Hz.",
                               PATH_REFERENCE, NONE, PATH_SOURCE},
    [SUT_METRIC_ECONOMY] = {"economy", "Economy", "", "higher",
                            "Shortest way that does the task over the way of both hands; of "
                            "attempts that reached the goal.",
                            NULL, NONE, NULL},
    [SUT_METRIC_MOVEMENTS_LEFT] = {"movements_left", "Movements of the left hand", "", "lower",
                                   "How often its speed rises above 10 mm/s after it was below "
                                   "5 mm/s.",
                                   NULL, NONE, NULL},
    [SUT_METRIC_MOVEMENTS_RIGHT] = {"movements_right", "Movements of the right hand", "", "lower",
                                    "How often its speed rises above 10 mm/s after it was below "
                                    "5 mm/s.",
                                    NULL, NONE, NULL},
    [SUT_METRIC_SMOOTH_LEFT] = {"smooth_left", "Smoothness of the left hand", "", "higher",
                                "Spectral arc length of the speed (SPARC), mean of all gestures "
                                "longer than 0.3 s.",
                                SPARC_REFERENCE, -1.41403, SPARC_SOURCE},
    [SUT_METRIC_SMOOTH_RIGHT] = {"smooth_right", "Smoothness of the right hand", "", "higher",
                                 "Spectral arc length of the speed (SPARC), mean of all gestures "
                                 "longer than 0.3 s.",
                                 SPARC_REFERENCE, -1.41403, SPARC_SOURCE},
    [SUT_METRIC_TURN_LEFT] = {"turn_left", "Turning of the left hand", "rad", "lower",
                              "Sum of all rotations of the tool.", NULL, NONE, NULL},
    [SUT_METRIC_TURN_RIGHT] = {"turn_right", "Turning of the right hand", "rad", "lower",
                               "Sum of all rotations of the tool.", NULL, NONE, NULL},
    [SUT_METRIC_VOLUME] = {"volume", "Working volume", "m^3", "lower",
                           "Volume of the boxes around the ways of the tips.", PATH_REFERENCE, NONE,
                           PATH_SOURCE},
    [SUT_METRIC_BOTH] = {"both", "Both hands", "", "none",
                         "Share of the moving time in which both hands move.", NULL, NONE, NULL},
    [SUT_METRIC_FORCE_LEFT] = {"force_left", "Largest force, left", "N", "lower",
                               "Of threads on the tool, as far as it reaches the hand.",
                               FORCE_REFERENCE, NONE, FORCE_SOURCE},
    [SUT_METRIC_FORCE_RIGHT] = {"force_right", "Largest force, right", "N", "lower",
                                "Of threads on the tool, as far as it reaches the hand.",
                                FORCE_REFERENCE, NONE, FORCE_SOURCE},
    [SUT_METRIC_FORCE_MEAN] = {"force_mean", "Mean force", "N", "lower",
                               "Of threads on a tool while it holds one.", NULL, NONE, NULL},
    [SUT_METRIC_FORCE_OVER] = {"force_over", "Time above the limit", "s", "lower",
                               "Time in which a tool is pulled harder than the limit of the task.",
                               NULL, NONE, NULL},
    [SUT_METRIC_TENSION] =
        {"tension", "Largest tension", "N", "lower",
         "In any thread, outside of jaws. The material's knot-pull limit is in the list of "
         "materials.",
         NULL, NONE, NULL},
    [SUT_METRIC_GRASPS] = {"grasps", "Grasps", "", "lower", "How often a tool grasped a thread.",
                           NULL, NONE, NULL},
    [SUT_METRIC_DROPS] = {"drops", "Drops", "", "lower",
                          "How often a thread was pulled out of closed jaws.", NULL, NONE, NULL},
    [SUT_METRIC_BLOCKED] = {"blocked", "Time against solids", "s", "lower",
                            "Time in which a tool could not follow its hand.", NULL, NONE, NULL},
    [SUT_METRIC_UNMEASURED] =
        {"unmeasured", "Not measured", "s", "none",
         "Time in which the forces could not be found within the work budget; it "
         "is left out of all figures about forces.",
         NULL, NONE, NULL},
    [SUT_METRIC_KNOT] = {"knot", "Knot", "", "none",
                         "Its name, found from the shape of the thread.", NULL, NONE, NULL},
    [SUT_METRIC_THROWS] = {"throws", "Throws", "", "none", "Half knots and double half knots.",
                           "6 for monofilaments, 4 to 5 for braids to be secure", NONE,
                           "preprints 202309.0029"},
    [SUT_METRIC_TAIL_SHORT] = {"tail_short", "Shorter tail", "m", "none",
                               "Length of thread that can be cut off before the knot is another "
                               "one.",
                               NULL, NONE, NULL},
    [SUT_METRIC_TAIL_LONG] = {"tail_long", "Longer tail", "m", "none", "The same at the other end.",
                              NULL, NONE, NULL},
    [SUT_METRIC_LOOSENESS] = {"looseness", "Looseness", "m", "lower",
                              "Thread in the knot and its loop beyond one turn around the post. "
                              "Not 0 even in the tightest knot, which takes some itself.",
                              NULL, NONE, NULL},
    [SUT_METRIC_TENSIOMETER] = {"tensiometer", "Tensiometer", "N", "higher",
                                "A copy of the knot is pulled by its loop (or its long ends) until "
                                "they have slipped by 3 mm or the thread breaks: the force then.",
                                NULL, NONE, NULL},
    [SUT_METRIC_FAILURE] = {"failure", "The knot", "", "none",
                            "What happens in the tensiometer: it slips, or it holds until the "
                            "thread breaks at the knot-pull limit of its material.",
                            "20 % of flat reef knots slip, all that are tied under tension", NONE,
                            "BMJ Simulation & Technology Enhanced Learning, table 1"},
    [SUT_METRIC_CONTACT_TIME] = {"contact_time", "First to last contact", "s", "lower",
                                 "From the first target that was touched to the last one.", NULL,
                                 NONE, NULL},
    [SUT_METRIC_TRACE] = {"trace", "Away from the line", "m", "lower",
                          "Mean distance of a tip from the line between the target it touched last "
                          "and its next one.",
                          NULL, NONE, NULL},
    [SUT_METRIC_MISSES] = {"misses", "Missed", "", "lower", "How often jaws closed on nothing.",
                           NULL, NONE, NULL},
    [SUT_METRIC_LOST] = {"lost", "Put beside", "", "lower",
                         "How often a piece was let go and did not come to lie in the tray.", NULL,
                         NONE, NULL},
    [SUT_METRIC_ENTRY_OFF] = {"entry_off", "Entry off the dot", "m", "lower",
                              "From the dot to where the needle went in, on the tissue at rest.",
                              "at most 1 mm in the FLS suture exercises", 1e-3, "SAGES FLS"},
    [SUT_METRIC_EXIT_OFF] = {"exit_off", "Exit off the dot", "m", "lower",
                             "From the dot to where the needle came out, on the tissue at rest.",
                             "at most 1 mm in the FLS suture exercises", 1e-3, "SAGES FLS"},
    [SUT_METRIC_ENTRY_ANGLE] = {"entry_angle", "Angle of entry", "rad", "none",
                                "Between needle and surface where it went in.", NULL, NONE, NULL},
    [SUT_METRIC_LOADED_AT] = {"loaded_at", "Needle held at", "%", "none",
                              "Share of the needle's arc from the tip to the jaws at the end.",
                              NULL, NONE, NULL},
    [SUT_METRIC_HOLES] = {"holes", "Holes", "", "lower",
                          "Places where the needle or its thread goes through tissue at the end.",
                          NULL, NONE, NULL},
    [SUT_METRIC_BITE_LEFT] = {"bite_left", "Bite on the left", "m", "none",
                              "From the edge of the wound to the hole on its left, on the tissue "
                              "at rest; mean of all stitches.",
                              NULL, NONE, NULL},
    [SUT_METRIC_BITE_RIGHT] = {"bite_right", "Bite on the right", "m", "none",
                               "From the edge of the wound to the hole on its right, on the "
                               "tissue at rest; mean of all stitches.",
                               NULL, NONE, NULL},
    [SUT_METRIC_BITE_UNEVEN] = {"bite_uneven", "Bites uneven by", "m", "lower",
                                "Difference of the bites of a stitch; the largest of all stitches.",
                                "at most 1 mm of accuracy in the FLS suture exercises", 1e-3,
                                "SAGES FLS"},
    [SUT_METRIC_DEPTH] = {"depth", "Depth", "m", "none",
                          "Deepest place of needle or thread below the surface, on the tissue at "
                          "rest.",
                          NULL, NONE, NULL},
    [SUT_METRIC_OBLIQUE] = {"oblique", "Askew by", "rad", "lower",
                            "Angle between the line through both holes and that through both dots; "
                            "the largest of all stitches.",
                            "oblique stitches are one of ten errors of the Anastomosis Lapse Index",
                            NONE, "Ghanem et al. 2016"},
    [SUT_METRIC_SPACING] = {"spacing", "Between stitches", "m", "none",
                            "Distance of the middles of stitches that follow each other, mean.",
                            NULL, NONE, NULL},
    [SUT_METRIC_SPACING_UNEVEN] = {"spacing_uneven", "Spacing uneven by", "m", "lower",
                                   "Largest less smallest distance of stitches.", NULL, NONE, NULL},
    [SUT_METRIC_LATERAL] = {"lateral", "Largest force across the needle", "N", "lower",
                            "Of tissue on the needle across its tangent, at the hole where it is "
                            "most, filtered at 10 Hz.",
                            NULL, NONE, NULL},
    [SUT_METRIC_OFF_ARC] = {"off_arc", "Work off the arc", "J", "lower",
                            "What moves the centre of the needle's arc against the resistance of "
                            "the tissue. Turning about that centre takes none.",
                            NULL, NONE, NULL},
    [SUT_METRIC_ENTRIES] = {"entries", "Punctures", "", "lower",
                            "How often the needle went into tissue.", NULL, NONE, NULL},
    [SUT_METRIC_BACKS] = {"backs", "Drawn back", "", "lower",
                          "How often the needle was drawn back out of a hole.", NULL, NONE, NULL},
    [SUT_METRIC_AT_TIP] = {"at_tip", "Taken at the tip", "", "lower",
                           "Grasps of the needle on its point, within 4 diameters of the tip, which "
                           "dulls it.",
                           NULL, NONE, NULL},
    [SUT_METRIC_AT_SWAGE] = {"at_swage", "Taken at the thread", "", "lower",
                             "Grasps within the last tenth of its arc, where a needle bends.",
                             NULL, NONE, NULL},
    [SUT_METRIC_NEEDLE_DROPS] = {"needle_drops", "Needle lost from jaws", "", "lower",
                                 "How often the needle slid out of jaws.", NULL, NONE, NULL},
    [SUT_METRIC_TEARS] = {"tears", "Tears", "", "lower", "Holes that began to tear.", NULL, NONE,
                          NULL},
    [SUT_METRIC_TORN] = {"torn", "Torn", "m", "lower",
                         "Way that the holes have torn through the tissue, all together.", NULL,
                         NONE, NULL},
    [SUT_METRIC_GAP] = {"gap", "Gap left", "m", "lower",
                        "Mean distance between the lips at the end.",
                        "at most 1 mm in the FLS suture exercises", 1e-3, "SAGES FLS"},
    [SUT_METRIC_GAP_MOST] = {"gap_most", "Widest gap", "m", "lower",
                             "Largest distance between the lips at the end.", NULL, NONE, NULL},
    [SUT_METRIC_LEAK] = {"leak", "Open between the walls", "mm^2", "lower",
                         "Area between the rims of two vessels that is wider than walls that touch, without "
                         "pressure: what would leak.",
                         NULL, NONE, NULL},
    [SUT_METRIC_TAIL_EXIT] = {"tail_exit", "End left at the tissue", "m", "none",
                              "Thread from the hole to its end without the needle.", NULL, NONE,
                              NULL},
    [SUT_METRIC_CUT] = {"cut", "Cut", "m", "none", "Length that blades have cut into tissue.",
                        NULL, NONE, NULL},
};

int sut_metric_find(const char *id) {
    for (int i = 0; i < SUT_METRIC_COUNT; i++) {
        if (strcmp(sut_metrics[i].id, id) == 0) {
            return i;
        }
    }
    return -1;
}

json_t *sut_metrics_describe(void) {
    json_t *out = json_array();
    for (int i = 0; i < SUT_METRIC_COUNT; i++) {
        const sut_metric_info *m = &sut_metrics[i];
        json_t *reference = json_null();
        if (m->reference != NULL) {
            json_t *value = isnan(m->reference_value) ? json_null() : json_real(m->reference_value);
            reference = json_pack("{s:s, s:o, s:s}", "text", m->reference, "value", value, "source",
                                  m->source);
        }
        json_array_append_new(out, json_pack("{s:s, s:s, s:s, s:s, s:s, s:o}", "id", m->id, "label",
                                             m->label, "unit", m->unit, "better", m->better,
                                             "meaning", m->meaning, "reference", reference));
    }
    return out;
}

static json_t *value_of(const sut_score *s, int i) {
    if (i == SUT_METRIC_KNOT) {
        return s->knot[0] != '\0' ? json_string(s->knot) : json_null();
    }
    if (i == SUT_METRIC_FAILURE) {
        return s->failure[0] != '\0' ? json_string(s->failure) : json_null();
    }
    return s->has[i] ? json_real(s->value[i]) : json_null();
}

static bool wanted(const json_t *ids, const char *id) {
    size_t i;
    const json_t *item;
    json_array_foreach(ids, i, item) {
        const char *text = json_string_value(item);
        if (text != NULL && strcmp(text, id) == 0) {
            return true;
        }
    }
    return ids == NULL;
}

json_t *sut_score_list(const sut_score *s, const json_t *ids) {
    json_t *out = json_array();
    for (int i = 0; i < SUT_METRIC_COUNT; i++) {
        if (wanted(ids, sut_metrics[i].id)) {
            json_array_append_new(out,
                                  json_pack("{s:s, s:o, s:s}", "id", sut_metrics[i].id, "value",
                                            value_of(s, i), "unit", sut_metrics[i].unit));
        }
    }
    return out;
}

json_t *sut_score_object(const sut_score *s, const json_t *ids) {
    json_t *out = json_object();
    for (int i = 0; i < SUT_METRIC_COUNT; i++) {
        if (wanted(ids, sut_metrics[i].id)) {
            json_object_set_new(out, sut_metrics[i].id, value_of(s, i));
        }
    }
    return out;
}
