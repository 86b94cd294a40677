// SPDX-License-Identifier: MIT
#include "output/balance.h"

#include <math.h>

static sut_vec3 add(sut_vec3 a, sut_vec3 b) {
    return (sut_vec3){a.x + b.x, a.y + b.y, a.z + b.z};
}

static double size_of(sut_vec3 v) {
    return hypot(hypot(v.x, v.y), v.z);
}

static sut_vec3 momentum(const sut_source *src) {
    sut_vec3 sum = {0.0, 0.0, 0.0};
    sut_tissue_figures f;
    for (int i = 0; i < src->tissue_count; i++) {
        if (sut_tissue_get_figures(src->world, src->tissues[i].id, &f) == SUT_OK) {
            sum = add(sum, f.momentum);
        }
    }
    sut_needle_figures needle;
    for (int i = 0; i < src->needle_count; i++) {
        if (sut_needle_get_figures(src->world, src->needles[i].id, &needle) == SUT_OK) {
            sum = add(sum, needle.momentum);
        }
    }
    sut_thread_figures thread;
    for (int i = 0; i < src->thread_count; i++) {
        if (sut_thread_get_figures(src->world, src->ids[i], &thread) == SUT_OK) {
            sum = add(sum, thread.momentum);
        }
    }
    return sum;
}

void sut_balance_start(sut_balance_tally *b, const sut_source *src) {
    *b = (sut_balance_tally){.momentum = momentum(src), .time = sut_world_time(src->world)};
    sut_thread_figures f;
    for (int i = 0; i < src->thread_count; i++) {
        // forces of such a thread are not those of the end of a step
        if (sut_thread_get_figures(src->world, src->ids[i], &f) != SUT_OK) {
            b->error_max = nan("");
        }
    }
}

// force of everything that is fixed to the world, and the largest single one
static sut_vec3 external_of_tissues(const sut_source *src, double *largest) {
    sut_vec3 sum = {0.0, 0.0, 0.0};
    sut_tissue_figures f;
    sut_support_view s;
    for (int i = 0; i < src->tissue_count; i++) {
        if (sut_tissue_get_figures(src->world, src->tissues[i].id, &f) == SUT_OK) {
            sum = add(sum, add(f.external_force, f.support_force));
            *largest = fmax(*largest, size_of(f.support_force));
        }
        for (int k = 0; sut_source_support(src, i, k, &s); k++) {
            *largest = fmax(*largest, size_of(s.force));
        }
    }
    return sum;
}

// the same of threads: weight and losses, hands; jaws that hold them, or a tissue
static sut_vec3 external_of_threads(const sut_source *src, double *largest) {
    sut_vec3 sum = {0.0, 0.0, 0.0};
    sut_thread_figures f;
    for (int i = 0; i < src->thread_count; i++) {
        if (sut_thread_get_figures(src->world, src->ids[i], &f) == SUT_OK) {
            sum = add(sum, f.external_force);
        }
    }
    sut_hold_view h;
    for (int i = 0; sut_source_hold(src, i, &h); i++) {
        sum = h.active ? add(sum, h.force) : sum;
        *largest = fmax(*largest, size_of(h.force));
    }
    sut_tool_view tool;
    for (int i = 0; i < src->tool_count; i++) {
        bool there = sut_tool_get_view(src->world, src->tools[i].id, &tool) == SUT_OK;
        for (int k = 0; there && k < tool.grip_count; k++) {
            sut_vec3 of = tool.grip[k].force; // on the tool
            sum = add(sum, (sut_vec3){-of.x, -of.y, -of.z});
            *largest = fmax(*largest, size_of(of));
        }
        if (there) {
            sut_vec3 of = add(tool.tissue_grip.force, tool.let_go_force);
            sum = add(sum, (sut_vec3){-of.x, -of.y, -of.z});
            *largest = fmax(*largest, size_of(of));
        }
    }
    return sum;
}

// of needles: weight and hands
static sut_vec3 external_of_needles(const sut_source *src, double *largest) {
    sut_vec3 sum = {0.0, 0.0, 0.0};
    sut_needle_figures f;
    for (int i = 0; i < src->needle_count; i++) {
        if (sut_needle_get_figures(src->world, src->needles[i].id, &f) == SUT_OK) {
            sum = add(sum, f.external_force);
            *largest = fmax(*largest, size_of(f.external_force));
        }
    }
    return sum;
}

static double largest_of_holes(const sut_source *src) {
    double largest = 0.0;
    sut_hole_view v;
    for (int i = sut_hole_slots(src->world) - 1; i >= 0; i--) {
        largest = sut_source_hole(src, i, &v) ? fmax(largest, size_of(v.force)) : largest;
    }
    return largest;
}

static sut_vec3 external_of_contacts(const sut_source *src, double *largest) {
    sut_vec3 sum = {0.0, 0.0, 0.0};
    int count = 0;
    const sut_contact_view *c = sut_world_contacts(src->world, &count);
    for (int i = 0; i < count; i++) {
        bool fixed = c[i].obstacle.index1 != 0 || c[i].tool.index1 != 0;
        sum = fixed ? add(sum, c[i].force) : sum;
        *largest = fmax(*largest, size_of(c[i].force));
    }
    return sum;
}

// moves nodes without a force
static bool any_limited(const sut_source *src) {
    sut_tissue_figures f;
    bool any = false;
    for (int i = 0; i < src->tissue_count; i++) {
        any = any ||
              (sut_tissue_get_figures(src->world, src->tissues[i].id, &f) == SUT_OK && f.limited);
    }
    return any;
}

void sut_balance_step(sut_balance_tally *b, const sut_source *src) {
    if (src->tissue_count + src->needle_count == 0) {
        return;
    }
    sut_stats stats = sut_world_stats(src->world);
    sut_vec3 now = momentum(src);
    double t = sut_world_time(src->world);
    double dt = t - b->time;
    sut_vec3 force =
        add(add(external_of_tissues(src, &b->force_max), external_of_needles(src, &b->force_max)),
            add(external_of_threads(src, &b->force_max), external_of_contacts(src, &b->force_max)));
    b->force_max = fmax(b->force_max, largest_of_holes(src));
    // forces are those of the last part: steps in parts cannot be judged from outside either
    bool whole = stats.guard_shortened == 0 && stats.substeps == 1 && dt > 0.0 && !any_limited(src);
    b->left_out += whole ? 0 : 1;
    if (whole && !isnan(b->error_max)) {
        sut_vec3 error = {force.x - (now.x - b->momentum.x) / dt,
                          force.y - (now.y - b->momentum.y) / dt,
                          force.z - (now.z - b->momentum.z) / dt};
        b->error_max = fmax(b->error_max, size_of(error));
    }
    b->momentum = now;
    b->time = t;
}
