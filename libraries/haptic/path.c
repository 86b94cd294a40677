// SPDX-License-Identifier: MIT
// path.c -- where a path of key frames is at a time.
#include "haptic_types.h"

// the last key at or before t, or the first
static int find(const sut_tool_key *keys, int count, double t) {
    int low = 0;
    int high = count;
    while (high - low > 1) {
        int middle = low + (high - low) / 2;
        if (keys[middle].t <= t) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return low;
}

sut_tool_key sut_path_at(const sut_tool_key *keys, int count, double t) {
    int i = find(keys, count, t);
    sut_tool_key k = keys[i];
    k.t = t;
    k.pose.rotation = q_normalized(k.pose.rotation);
    if (i + 1 == count || t <= keys[i].t) {
        return k;
    }
    const sut_tool_key *next = &keys[i + 1];
    double s = (t - keys[i].t) / (next->t - keys[i].t);
    k.pose.position = v3_lerp(k.pose.position, next->pose.position, s);
    k.pose.rotation = q_mix(k.pose.rotation, q_normalized(next->pose.rotation), s);
    k.jaw += s * (next->jaw - k.jaw);
    return k;
}
