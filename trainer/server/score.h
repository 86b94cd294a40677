// SPDX-License-Identifier: MIT
// score.h -- what an attempt is measured by. Every figure follows from the state of the world; none
// is a rating.
#ifndef SUT_TRAINER_SCORE_H
#define SUT_TRAINER_SCORE_H

#include "trainer/server/sample.h"

#include <jansson.h>

typedef enum sut_metric_id {
    SUT_METRIC_TIME,
    SUT_METRIC_IDLE,
    SUT_METRIC_PATH_LEFT,
    SUT_METRIC_PATH_RIGHT,
    SUT_METRIC_ECONOMY,
    SUT_METRIC_MOVEMENTS_LEFT,
    SUT_METRIC_MOVEMENTS_RIGHT,
    SUT_METRIC_SMOOTH_LEFT,
    SUT_METRIC_SMOOTH_RIGHT,
    SUT_METRIC_TURN_LEFT,
    SUT_METRIC_TURN_RIGHT,
    SUT_METRIC_VOLUME,
    SUT_METRIC_BOTH,
    SUT_METRIC_FORCE_LEFT,
    SUT_METRIC_FORCE_RIGHT,
    SUT_METRIC_FORCE_MEAN,
    SUT_METRIC_FORCE_OVER,
    SUT_METRIC_TENSION,
    SUT_METRIC_GRASPS,
    SUT_METRIC_DROPS,
    SUT_METRIC_BLOCKED,
    SUT_METRIC_UNMEASURED,
    SUT_METRIC_KNOT,
    SUT_METRIC_THROWS,
    SUT_METRIC_TAIL_SHORT,
    SUT_METRIC_TAIL_LONG,
    SUT_METRIC_LOOSENESS,
    SUT_METRIC_TENSIOMETER,
    SUT_METRIC_FAILURE,
    SUT_METRIC_CONTACT_TIME,
    SUT_METRIC_TRACE,
    SUT_METRIC_MISSES,
    SUT_METRIC_LOST,
    SUT_METRIC_ENTRY_OFF,
    SUT_METRIC_EXIT_OFF,
    SUT_METRIC_ENTRY_ANGLE,
    SUT_METRIC_LOADED_AT,
    SUT_METRIC_HOLES,
    SUT_METRIC_BITE_LEFT,
    SUT_METRIC_BITE_RIGHT,
    SUT_METRIC_BITE_UNEVEN,
    SUT_METRIC_DEPTH,
    SUT_METRIC_OBLIQUE,
    SUT_METRIC_SPACING,
    SUT_METRIC_SPACING_UNEVEN,
    SUT_METRIC_LATERAL,
    SUT_METRIC_OFF_ARC,
    SUT_METRIC_ENTRIES,
    SUT_METRIC_BACKS,
    SUT_METRIC_AT_TIP,
    SUT_METRIC_AT_SWAGE,
    SUT_METRIC_NEEDLE_DROPS,
    SUT_METRIC_TEARS,
    SUT_METRIC_TORN,
    SUT_METRIC_GAP,
    SUT_METRIC_GAP_MOST,
    SUT_METRIC_LEAK,
    SUT_METRIC_TAIL_EXIT,
    SUT_METRIC_CUT,
    SUT_METRIC_COUNT
} sut_metric_id;

typedef struct sut_metric_info {
    const char *id, *label, *unit;
    const char *better; // "lower", "higher", "none"
    const char *meaning;
    const char *reference; // null: none published that fits
    double reference_value; // NaN: only a text
    const char *source;
} sut_metric_info;

extern const sut_metric_info sut_metrics[SUT_METRIC_COUNT];

typedef struct sut_score {
    bool has[SUT_METRIC_COUNT];
    double value[SUT_METRIC_COUNT];
    char knot[128];   // "" : none
    char failure[16]; // how the knot gave way in the tensiometer; "" : not tested
} sut_score;

// All samples of an attempt.
typedef struct sut_track {
    sut_sample *at;
    int count, room;
} sut_track;

bool sut_track_add(sut_track *t, const sut_sample *s); // false: out of memory, the sample is lost
void sut_track_free(sut_track *t);

typedef struct sut_score_frame {
    double from, until; // s simulated, of the attempt
    double force_limit; // N
    double ideal_path;  // m, the shortest way that does the task; 0: not known
    bool quick;         // without smoothness, which is the costly part
} sut_score_frame;

// Everything that hands and forces say. Costs some milliseconds for minutes of samples.
void sut_score_compute(const sut_track *t, const sut_score_frame *f, sut_score *out);

int sut_metric_find(const char *id); // -1: unknown
json_t *sut_metrics_describe(void);  // list of METRIC
// The metrics named by `ids` (a list of texts; null: all) as a list of { id, value, unit } ...
json_t *sut_score_list(const sut_score *s, const json_t *ids);
// ... or as one object.
json_t *sut_score_object(const sut_score *s, const json_t *ids);

#endif
