// SPDX-License-Identifier: MIT
#include "output/tally.h"

#include <math.h>
#include <stdlib.h>

//---- histogram -----------------------------------------------------------------------------------

// 0..1023 ns have a bin each; above, every octave has 512
static int bin_of(uint64_t ns) {
    int shift = 0;
    while ((ns >> shift) >= 1024) {
        shift++;
    }
    if (shift == 0) {
        return (int)ns;
    }
    return 1024 + (shift - 1) * 512 + (int)((ns >> shift) - 512);
}

// middle of a bin, ns
static double bin_value(int bin) {
    if (bin < 1024) {
        return (double)bin;
    }
    int shift = (bin - 1024) / 512 + 1;
    double low = ldexp((double)((bin - 1024) % 512 + 512), shift);
    return low + 0.5 * ldexp(1.0, shift);
}

void sut_histogram_add(sut_histogram *h, double microseconds) {
    double ns = microseconds * 1000.0;
    if (!(ns >= 0.0)) {
        ns = 0.0;
    }
    // a step that lasts longer than 2^62 ns (146 years) counts as that
    uint64_t value = ns < 4.6e18 ? (uint64_t)(ns + 0.5) : UINT64_C(1) << 62;
    h->count++;
    h->max = value > h->max ? value : h->max;
    h->bins[bin_of(value)]++;
}

double sut_histogram_quantile(const sut_histogram *h, double q) {
    if (h->count == 0) {
        return nan("");
    }
    double wanted = ceil(q * (double)h->count);
    uint64_t seen = 0;
    int bin = 0;
    for (; bin < SUT_HISTOGRAM_BINS - 1; bin++) {
        seen += h->bins[bin];
        if (seen > 0 && (double)seen >= wanted) {
            break;
        }
    }
    return fmin(bin_value(bin), (double)h->max) / 1000.0;
}

double sut_histogram_max(const sut_histogram *h) {
    return h->count == 0 ? nan("") : (double)h->max / 1000.0;
}

//---- tally ---------------------------------------------------------------------------------------

bool sut_tally_init(sut_tally *t, int thread_count, int tool_count) {
    *t = (sut_tally){.thread_count = thread_count, .tool_count = tool_count};
    t->tension_max = malloc(((size_t)thread_count + 1) * sizeof *t->tension_max);
    t->step = calloc(1, sizeof *t->step);
    t->cpu = calloc(1, sizeof *t->cpu);
    t->stages = calloc(SUT_STAGE_COUNT, sizeof *t->stages);
    t->tools = calloc((size_t)tool_count + 1, sizeof *t->tools);
    if (t->tension_max == NULL || t->step == NULL || t->cpu == NULL || t->stages == NULL ||
        t->tools == NULL) {
        sut_tally_free(t);
        return false;
    }
    for (int i = 0; i < thread_count; i++) {
        t->tension_max[i] = -HUGE_VAL;
    }
    return true;
}

void sut_tally_free(sut_tally *t) {
    free(t->tension_max);
    free(t->step);
    free(t->cpu);
    free(t->stages);
    free(t->tools);
    *t = (sut_tally){0};
}

static void note_tensions(sut_tally *t, const sut_source *src) {
    t->last_tension = -HUGE_VAL;
    for (int i = 0; i < t->thread_count; i++) {
        sut_thread_view v;
        if (sut_thread_get_view(src->world, src->ids[i], &v) != SUT_OK) {
            continue;
        }
        double peak = -HUGE_VAL;
        for (int k = 0; k + 1 < v.vertex_count; k++) {
            peak = v.tension[k] > peak ? v.tension[k] : peak;
        }
        t->tension_max[i] = peak > t->tension_max[i] ? peak : t->tension_max[i];
        t->last_tension = peak > t->last_tension ? peak : t->last_tension;
    }
}

void sut_tally_start(sut_tally *t, const sut_source *src) {
    note_tensions(t, src);
    sut_balance_start(&t->balance, src);
    t->last_stretch = sut_world_stats(src->world).max_stretch;
    for (int i = 0; i < t->tool_count; i++) {
        sut_tool_tally_start(&t->tools[i], src, i);
    }
}

static void note_touches(sut_touches *t, const sut_stats *stats) {
    t->most = stats->contacts > t->most ? stats->contacts : t->most;
    t->sum += stats->contacts;
    t->residual_max = fmax(t->residual_max, stats->contact_residual);
    t->overlap_max = fmax(t->overlap_max, stats->overlap_max);
    t->hits += stats->guard_hits;
    t->shortened += stats->guard_shortened > 0;
    t->lag_max = fmax(t->lag_max, stats->lag_max);
}

static void note_budget(sut_over_budget *b, const sut_stats *stats) {
    if (stats->hurried) {
        b->steps++;
        b->force_error = fmax(b->force_error, stats->contact_residual);
        b->lost_way = fmax(b->lost_way, stats->lost_way);
    }
}

static void note_grasps(sut_tally *t, const sut_source *src) {
    int count = 0;
    const sut_event *e = sut_world_events(src->world, &count);
    for (int i = 0; i < count; i++) {
        bool grasped = e[i].type == SUT_EV_NEEDLE_GRASPED;
        bool dropped = e[i].type == SUT_EV_NEEDLE_DROPPED;
        for (int k = 0; (grasped || dropped) && k < src->needle_count && k < SUT_TALLY_NEEDLES;
             k++) {
            bool this_one = src->needles[k].id.index1 == e[i].b;
            t->needle_grasps[k] += grasped && this_one ? 1 : 0;
            t->needle_drops[k] += dropped && this_one ? 1 : 0;
        }
    }
}

void sut_tally_step(sut_tally *t, const sut_source *src, const sut_step_cost *cost) {
    sut_stats stats = sut_world_stats(src->world);
    // hooks are called when a part of the step has been taken over
    stats.stage_us[SUT_STAGE_INTEGRATE] -= cost->hook_wall_us;
    t->steps++;
    t->substeps += stats.substeps;
    t->slow.steps += stats.lost_time > 0.0;
    t->slow.lost += stats.lost_time;
    t->linearisations += stats.linearisations;
    t->substeps_max = stats.substeps > t->substeps_max ? stats.substeps : t->substeps_max;
    t->last_stretch = stats.max_stretch;
    t->hook_us += cost->hook_cpu_us;
    note_touches(&t->touches, &stats);
    note_budget(&t->over_budget, &stats);
    sut_histogram_add(t->step, cost->wall_us);
    sut_histogram_add(t->cpu, cost->cpu_us);
    for (int i = 0; i < SUT_STAGE_COUNT; i++) {
        sut_histogram_add(&t->stages[i], stats.stage_us[i]);
    }
    note_tensions(t, src);
    sut_needle_view needle;
    for (int i = 0; i < src->needle_count && i < SUT_TALLY_NEEDLES; i++) {
        if (sut_needle_get_view(src->world, src->needles[i].id, &needle) == SUT_OK) {
            double force = hypot(hypot(needle.force.x, needle.force.y), needle.force.z);
            t->needle_force_max[i] = fmax(t->needle_force_max[i], force);
        }
    }
    note_grasps(t, src);
    sut_event_counts_step(&t->events, src);
    sut_balance_step(&t->balance, src);
    for (int i = 0; i < t->tool_count; i++) {
        sut_tool_tally_step(&t->tools[i], src, i);
    }
}
