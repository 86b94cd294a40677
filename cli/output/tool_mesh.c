// SPDX-License-Identifier: MIT
#include "output/tool_mesh.h"

#include "output/source.h"

#include <math.h>

_Static_assert(SUT_MESH_POINTS == SUT_MESH_ROWS * SUT_MESH_COLUMNS, "all points of the grid");

static const double PI = 3.14159265358979323846;

bool sut_tool_part_is_halved(const sut_tool_part *part) {
    return part->face.x != 0.0 || part->face.y != 0.0 || part->face.z != 0.0;
}

// Distance from the axis and place along it of a row: an arc of each ball, up to the line that
// touches both.
static void profile(const sut_tool_part *part, double length, int row, double *out, double *along) {
    enum { HALF = SUT_MESH_ROWS / 2 };
    double slope = length > 0.0 ? (part->tip_radius - part->base_radius) / length : 0.0;
    double bend = asin(fmin(fmax(slope, -1.0), 1.0)); // of the line's normal towards the base
    bool at_tip = row < HALF;
    double share = at_tip ? (double)row / (HALF - 1) : (double)(row - HALF) / (HALF - 1);
    double from = at_tip ? -0.5 * PI : bend;
    double to = at_tip ? bend : 0.5 * PI;
    double angle = from + share * (to - from);
    double radius = at_tip ? part->tip_radius : part->base_radius;
    *out = radius * cos(angle);
    *along = radius * sin(angle) + (at_tip ? 0.0 : length);
}

void sut_tool_mesh(const sut_tool_part *part, sut_vec3 out[SUT_MESH_POINTS]) {
    sut_certificate_pose pose = sut_source_part_pose(part);
    double length = hypot(hypot(part->base.x - part->tip.x, part->base.y - part->tip.y),
                          part->base.z - part->tip.z);
    bool halved = sut_tool_part_is_halved(part);
    for (int r = 0; r < SUT_MESH_ROWS; r++) {
        double off;
        double along;
        profile(part, length, r, &off, &along);
        for (int c = 0; c < SUT_MESH_COLUMNS; c++) {
            // the half that is there has negative x
            double share = (double)c / (SUT_MESH_COLUMNS - 1);
            double turn = halved ? 0.5 * PI + PI * share : 2.0 * PI * share;
            // the rims of the face are where its inclined plane has them
            bool rim = halved && (c == 0 || c == SUT_MESH_COLUMNS - 1) && length > 0.0;
            double out_x = rim ? part->rise * fmin(fmax(along / length, 0.0), 1.0) : 0.0;
            sut_vec3 own = {out_x + off * cos(turn), off * sin(turn), along};
            sut_vec3 v = sut_source_turn(pose.rotation, own);
            out[r * SUT_MESH_COLUMNS + c] =
                (sut_vec3){part->tip.x + v.x, part->tip.y + v.y, part->tip.z + v.z};
        }
    }
}
