// SPDX-License-Identifier: MIT
#include "trainer/server/frame.h"

#include "trainer/server/grasp.h"

#include "sutura/scene.h"

#include <math.h>
#include <string.h>

//---- sections ------------------------------------------------------------------------------------

// where the size of the section is to be filled in
static size_t section_begin(sut_bytes *out, unsigned type, int index) {
    sut_bytes_u16(out, type);
    sut_bytes_u16(out, (unsigned)index);
    sut_bytes_u32(out, 0);
    return out->size;
}

static void section_end(sut_bytes *out, size_t begin) {
    sut_bytes_align4(out);
    if (out->failed) {
        return;
    }
    size_t size = out->size - begin;
    for (unsigned i = 0; i < 4; i++) {
        out->data[begin - 4 + i] = (uint8_t)(size >> 8U * i & 255U);
    }
}

//---- threads -------------------------------------------------------------------------------------

// units that fit the largest of the numbers into 16 bits
static double unit_of(const double *value, int count) {
    double most = 0.0;
    for (int i = 0; i < count; i++) {
        most = fmax(most, fabs(value[i]));
    }
    return most > 0.0 && isfinite(most) ? most / 32767.0 : 1.0;
}

static void put_in_units(sut_bytes *out, double value, double unit) {
    double n = round(value / unit);
    n = n > 32767.0 ? 32767.0 : n < -32767.0 ? -32767.0 : n;
    sut_bytes_u16(out, (unsigned)(int)n & 65535U);
}

// Edges that were cut.
static void put_cuts(sut_bytes *out, const sut_thread_view *v) {
    uint32_t count = 0;
    for (int i = 0; v->cut != NULL && i < v->vertex_count - 1; i++) {
        count += v->cut[i] > 0.5 ? 1U : 0U;
    }
    sut_bytes_u32(out, count);
    for (int i = 0; count > 0 && i < v->vertex_count - 1; i++) {
        if (v->cut[i] > 0.5) {
            sut_bytes_u32(out, (uint32_t)i);
        }
    }
}

static int put_thread(sut_bytes *out, const sut_world *w, int index) {
    sut_thread_view v;
    if (sut_thread_get_view(w, sut_scene_thread_id(index), &v) != SUT_OK) {
        return 0;
    }
    int n = v.vertex_count;
    double tension_unit = unit_of(v.tension, n - 1);
    double twist_unit = unit_of(v.twist, n - 1);
    size_t begin = section_begin(out, SUT_SECTION_THREAD, index);
    sut_bytes_reserve(out, (size_t)n * 16U + 32U);
    sut_bytes_u32(out, (uint32_t)n);
    sut_bytes_f32(out, v.radius);
    sut_bytes_f32(out, tension_unit);
    sut_bytes_f32(out, twist_unit);
    for (int i = 0; i < n; i++) {
        sut_bytes_vec3(out, v.position[i]);
    }
    for (int i = 0; i < n; i++) {
        put_in_units(out, i < n - 1 ? v.tension[i] : 0.0, tension_unit);
    }
    for (int i = 0; i < n; i++) {
        put_in_units(out, v.twist[i < n - 1 ? i : n - 2], twist_unit);
    }
    put_cuts(out, &v);
    section_end(out, begin);
    return 1;
}

//---- tools ---------------------------------------------------------------------------------------

static void put_pose(sut_bytes *out, const sut_pose *p, double jaw) {
    sut_bytes_vec3(out, p->position);
    sut_bytes_f32(out, p->rotation.x);
    sut_bytes_f32(out, p->rotation.y);
    sut_bytes_f32(out, p->rotation.z);
    sut_bytes_f32(out, p->rotation.w);
    sut_bytes_f32(out, jaw);
}

static void put_grip(sut_bytes *out, const sut_tool_grip *g) {
    sut_bytes_u32(out, g != NULL ? g->thread.index1 - 1U : UINT32_MAX);
    sut_bytes_u32(out, g != NULL ? (uint32_t)g->vertex : UINT32_MAX);
    sut_bytes_vec3(out, g != NULL ? g->where : (sut_vec3){0});
    sut_bytes_vec3(out, g != NULL ? g->force : (sut_vec3){0});
    sut_bytes_u32(out, g != NULL && g->slipping ? 1U : 0U);
}

// length of thread from a grip to the nearer end
static double tail_of(const sut_world *w, const sut_tool_grip *g) {
    sut_thread_view v;
    if (sut_thread_get_view(w, g->thread, &v) != SUT_OK) {
        return 0.0;
    }
    double before = 0.0, after = 0.0;
    for (int i = 0; i < v.vertex_count - 1; i++) {
        *(i < g->vertex ? &before : &after) += v.rest_length[i];
    }
    return fmin(before, after);
}

static unsigned tool_flags(const sut_tool_view *v, bool candidate) {
    bool slips = false;
    for (int i = 0; i < v->grip_count; i++) {
        slips = slips || v->grip[i].slipping;
    }
    return (v->blocked ? 1U : 0U) |
           (v->grip_count > 0 || v->needle_grip.needle.index1 > 0 ? 2U : 0U) |
           (candidate ? 4U : 0U) | (slips ? 8U : 0U);
}

static int put_tool(sut_bytes *out, const sut_world *w, int index, const sut_frame_cast *cast) {
    sut_tool_id id = sut_scene_tool_id(index);
    sut_tool_view v;
    if (sut_tool_get_view(w, id, &v) != SUT_OK) {
        return 0;
    }
    sut_tool_grip near = {0};
    bool candidate = v.grip_count == 0 && v.needle_grip.needle.index1 == 0 &&
                     sut_grasp_find(w, id, cast->reach, cast->keep, &near);
    size_t begin = section_begin(out, SUT_SECTION_TOOL, index);
    unsigned who = (cast->device_tools >> (unsigned)index) & 1U ? 64U : cast->tool_flags;
    sut_bytes_u32(out, tool_flags(&v, candidate) | who);
    put_pose(out, &v.proxy, v.jaw);
    put_pose(out, &v.target, v.jaw_target);
    sut_bytes_vec3(out, v.force);
    sut_bytes_vec3(out, v.torque);
    sut_bytes_vec3(out, v.hand_force);
    sut_bytes_vec3(out, v.hand_torque);
    sut_bytes_u32(out, candidate ? near.thread.index1 - 1U : UINT32_MAX);
    sut_bytes_u32(out, candidate ? (uint32_t)near.vertex : UINT32_MAX);
    sut_bytes_vec3(out, near.where);
    sut_bytes_u32(out, v.grip_count > 2 ? 2U : (uint32_t)v.grip_count);
    put_grip(out, v.grip_count > 0 ? &v.grip[0] : NULL);
    put_grip(out, v.grip_count > 1 ? &v.grip[1] : NULL);
    sut_bytes_f32(out, v.grip_count > 0 ? tail_of(w, &v.grip[0]) : 0.0);
    section_end(out, begin);
    return 1;
}

static int put_parts(sut_bytes *out, const sut_world *w, int index) {
    sut_tool_part part[SUT_TOOL_PARTS];
    int count = sut_tool_get_parts(w, sut_scene_tool_id(index), part);
    size_t begin = section_begin(out, SUT_SECTION_TOOL_PARTS, index);
    sut_bytes_u32(out, (uint32_t)count);
    for (int i = 0; i < count; i++) {
        sut_bytes_vec3(out, part[i].tip);
        sut_bytes_vec3(out, part[i].base);
        sut_bytes_vec3(out, part[i].face);
        sut_bytes_f32(out, part[i].tip_radius);
        sut_bytes_f32(out, part[i].base_radius);
    }
    section_end(out, begin);
    return 1;
}

//---- the rest ------------------------------------------------------------------------------------

static int put_obstacle(sut_bytes *out, const sut_world *w, int index) {
    sut_vec3 position, rotation;
    if (sut_obstacle_get_pose(w, sut_scene_obstacle_id(index), &position, &rotation) != SUT_OK) {
        return 0;
    }
    size_t begin = section_begin(out, SUT_SECTION_OBSTACLE, index);
    sut_bytes_vec3(out, position);
    sut_bytes_vec3(out, rotation);
    section_end(out, begin);
    return 1;
}

// The skin as it is now. Places are 16 bits of the box around it: of a pad of 60 mm a micrometre.
static int put_tissue(sut_bytes *out, const sut_world *w, int index) {
    sut_tissue_view v;
    if (sut_tissue_get_view(w, sut_scene_tissue_id(index), &v) != SUT_OK) {
        return 0;
    }
    sut_vec3 low = v.position[0], high = low;
    for (int i = 1; i < v.node_count; i++) {
        sut_vec3 p = v.position[i];
        low = (sut_vec3){fmin(low.x, p.x), fmin(low.y, p.y), fmin(low.z, p.z)};
        high = (sut_vec3){fmax(high.x, p.x), fmax(high.y, p.y), fmax(high.z, p.z)};
    }
    sut_vec3 middle = {0.5 * (low.x + high.x), 0.5 * (low.y + high.y), 0.5 * (low.z + high.z)};
    double span = fmax(high.x - low.x, fmax(high.y - low.y, high.z - low.z));
    double unit = span > 0.0 ? 0.5 * span / 32767.0 : 1.0;
    size_t begin = section_begin(out, SUT_SECTION_TISSUE, index);
    sut_bytes_reserve(out, (size_t)v.node_count * 8U + 32U);
    sut_bytes_u32(out, (uint32_t)v.node_count);
    sut_bytes_u32(out, v.mesh_changes);
    sut_bytes_vec3(out, middle);
    sut_bytes_f32(out, unit);
    for (int i = 0; i < v.node_count; i++) {
        put_in_units(out, v.position[i].x - middle.x, unit);
        put_in_units(out, v.position[i].y - middle.y, unit);
        put_in_units(out, v.position[i].z - middle.z, unit);
    }
    for (int i = 0; i < v.node_count; i++) {
        // thousandths
        put_in_units(out, v.strain[i], 1e-3);
    }
    section_end(out, begin);
    return 1;
}

// the place of the needle in the jaws of a tool, m behind its tip; negative: it is not there
static double held_at(const sut_world *w, const sut_needle_view *v, sut_needle_id id) {
    sut_tool_view t;
    if (v->tool.index1 == 0 || sut_tool_get_view(w, v->tool, &t) != SUT_OK ||
        t.needle_grip.needle.index1 != id.index1) {
        return -1.0;
    }
    return t.needle_grip.s;
}

static int put_needle(sut_bytes *out, const sut_world *w, int index) {
    sut_needle_id id = sut_scene_needle_id(index);
    sut_needle_view v;
    if (sut_needle_get_view(w, id, &v) != SUT_OK) {
        return 0;
    }
    size_t begin = section_begin(out, SUT_SECTION_NEEDLE, index);
    sut_bytes_u32(out, v.lags ? 1U : 0U);
    sut_bytes_u32(out, v.tool.index1 - 1U); // of no tool: -1
    sut_bytes_f32(out, held_at(w, &v, id));
    sut_bytes_vec3(out, v.pose.position);
    sut_bytes_f32(out, v.pose.rotation.x);
    sut_bytes_f32(out, v.pose.rotation.y);
    sut_bytes_f32(out, v.pose.rotation.z);
    sut_bytes_f32(out, v.pose.rotation.w);
    sut_bytes_vec3(out, v.force);
    sut_bytes_f32(out, v.resistance);
    section_end(out, begin);
    return 1;
}

// Where needles and threads go through tissue.
static int put_holes(sut_bytes *out, const sut_world *w) {
    int slots = sut_hole_slots(w);
    uint32_t count = 0;
    size_t begin = section_begin(out, SUT_SECTION_HOLES, 0);
    sut_bytes_u32(out, 0);
    for (int i = 0; i < slots && count < SUT_FRAME_HOLES_MAX; i++) {
        sut_hole_view h;
        sut_hole_id id = sut_hole_at(w, i);
        if (id.index1 == 0 || sut_hole_get_view(w, id, &h) != SUT_OK || h.tip || h.out ||
            h.triangle < 0) {
            continue;
        }
        sut_bytes_u32(out, h.needle.index1 - 1U);
        sut_bytes_u32(out, h.thread.index1 - 1U);
        sut_bytes_u32(out, h.tissue.index1 - 1U);
        sut_bytes_u32(out, h.slipping ? 1U : 0U);
        sut_bytes_vec3(out, h.position);
        sut_bytes_vec3(out, h.rest);
        sut_bytes_vec3(out, h.force);
        sut_bytes_f32(out, h.s);
        sut_bytes_f32(out, h.angle);
        sut_bytes_f32(out, h.torn);
        count++;
    }
    for (unsigned i = 0; i < 4 && !out->failed; i++) {
        out->data[begin + i] = (uint8_t)(count >> 8U * i & 255U);
    }
    section_end(out, begin);
    return 1;
}

static bool put_hold(sut_bytes *out, const sut_world *w, sut_hold_id id, unsigned kind) {
    sut_hold_view h;
    sut_thread_view v;
    if (sut_hold_get_view(w, id, &h) != SUT_OK || !h.active ||
        sut_thread_get_view(w, h.thread, &v) != SUT_OK) {
        return false;
    }
    sut_bytes_u32(out, h.thread.index1 - 1U);
    sut_bytes_u32(out, (uint32_t)h.vertex);
    sut_bytes_u32(out, (h.saturated ? 1U : 0U) | kind);
    sut_bytes_vec3(out, v.position[h.vertex]);
    sut_bytes_vec3(out, h.force);
    return true;
}

static int put_holds(sut_bytes *out, const sut_world *w, const sut_frame_cast *cast) {
    int count = cast->hold_count;
    const sut_park *park = cast->park;
    bool parked = false;
    for (int i = 0; park != NULL && i < SUT_PARK_HOLDS; i++) {
        parked = parked || park->hold[i].used;
    }
    if (count == 0 && !parked) {
        return 0;
    }
    size_t begin = section_begin(out, SUT_SECTION_HOLDS, 0);
    sut_bytes_u32(out, 0);
    uint32_t active = 0;
    for (int i = 0; i < count; i++) {
        active += put_hold(out, w, (sut_hold_id){(uint32_t)i + 1U, 1}, 0) ? 1U : 0U;
    }
    for (int i = 0; park != NULL && i < SUT_PARK_HOLDS; i++) {
        unsigned kind = i == SUT_PARK_TOOLS ? SUT_FRAME_HOLD_CLIP : SUT_FRAME_HOLD_PARKED;
        const sut_park_hold *h = &park->hold[i];
        active += h->used && put_hold(out, w, h->id, kind) ? 1U : 0U;
    }
    for (unsigned i = 0; i < 4 && !out->failed; i++) {
        out->data[begin + i] = (uint8_t)(active >> 8U * i & 255U);
    }
    section_end(out, begin);
    return 1;
}

int sut_frame_body(sut_bytes *out, const sut_world *w, const sut_frame_cast *cast) {
    int sections = 0;
    for (int i = 0; i < cast->thread_count; i++) {
        sections += put_thread(out, w, i);
    }
    for (int i = 0; i < cast->tool_count; i++) {
        sections += put_tool(out, w, i, cast);
        sections += put_parts(out, w, i);
    }
    for (int i = 0; i < cast->obstacle_count; i++) {
        sections += cast->obstacle_moves[i] ? put_obstacle(out, w, i) : 0;
    }
    for (int i = 0; i < cast->tissue_count; i++) {
        sections += put_tissue(out, w, i);
    }
    for (int i = 0; i < cast->needle_count; i++) {
        sections += put_needle(out, w, i);
    }
    sections += cast->needle_count > 0 ? put_holes(out, w) : 0;
    return sections + put_holds(out, w, cast);
}

int sut_frame_contacts(sut_bytes *out, const sut_world *w) {
    int count;
    const sut_contact_view *c = sut_world_contacts(w, &count);
    count = count > SUT_FRAME_CONTACTS_MAX ? SUT_FRAME_CONTACTS_MAX : count;
    size_t begin = section_begin(out, SUT_SECTION_CONTACTS, 0);
    sut_bytes_u32(out, (uint32_t)count);
    for (int i = 0; i < count; i++) {
        bool thread = c[i].thread[1].index1 != 0;
        bool tool = c[i].tool.index1 != 0;
        sut_bytes_vec3(out, c[i].where);
        sut_bytes_vec3(out, c[i].force);
        sut_bytes_u16(out, c[i].thread[0].index1 - 1U);
        sut_bytes_u16(out, (unsigned)c[i].edge[0]);
        sut_bytes_u16(out, thread ? c[i].thread[1].index1 - 1U : 65535U);
        sut_bytes_u16(out,
                      (c[i].slipping ? 1U : 0U) | (tool ? 2U : 0U) | (!thread && !tool ? 4U : 0U));
    }
    section_end(out, begin);
    return 1;
}

//---- for one page --------------------------------------------------------------------------------

void sut_frame_header_put(sut_bytes *out, const sut_frame_header *h, int sections) {
    double speed = round(h->speed * 1000.0);
    sut_bytes_put(out, "SUTF", 4);
    sut_bytes_u16(out, SUT_FRAME_VERSION);
    sut_bytes_u16(out, (unsigned)sections);
    sut_bytes_u32(out, h->frame);
    sut_bytes_u32(out, h->scene);
    sut_bytes_f64(out, h->time);
    sut_bytes_f64(out, h->clock);
    sut_bytes_u32(out, h->seq);
    sut_bytes_u16(out, h->flags);
    sut_bytes_u16(out, speed > 65535.0 ? 65535U : (unsigned)speed);
}

void sut_frame_events_put(sut_bytes *out, const sut_frame_event *events, int count) {
    size_t begin = section_begin(out, SUT_SECTION_EVENTS, 0);
    sut_bytes_u32(out, (uint32_t)count);
    for (int i = 0; i < count; i++) {
        sut_bytes_u16(out, events[i].type);
        sut_bytes_u16(out, events[i].object);
        sut_bytes_u32(out, events[i].thread);
        sut_bytes_vec3(out, events[i].where);
        sut_bytes_f32(out, events[i].amount);
        sut_bytes_f64(out, events[i].time);
    }
    section_end(out, begin);
}

void sut_frame_statistics_put(sut_bytes *out, const sut_frame_statistics *s) {
    size_t begin = section_begin(out, SUT_SECTION_STATISTICS, 0);
    sut_bytes_f32(out, s->step_median_us);
    sut_bytes_f32(out, s->step_max_us);
    sut_bytes_f32(out, s->period_us);
    sut_bytes_u32(out, s->steps);
    sut_bytes_u32(out, s->late);
    sut_bytes_u32(out, s->contacts);
    sut_bytes_u32(out, s->substeps);
    sut_bytes_u32(out, s->guard_hits);
    sut_bytes_u32(out, s->dropped);
    sut_bytes_f32(out, s->realtime);
    sut_bytes_u32(out, s->undos);
    section_end(out, begin);
}

bool sut_frame_event_of(const sut_event *e, double time, sut_frame_event *out) {
    static const struct {
        sut_event_type engine;
        unsigned page;
    } known[] = {
        {SUT_EV_GRASPED, 1},         {SUT_EV_RELEASED, 2},         {SUT_EV_GRIP_SLIPS, 3},
        {SUT_EV_TOOL_BLOCKED, 4},    {SUT_EV_TOOL_FREE, 5},        {SUT_EV_HOLD_SATURATED, 6},
        {SUT_EV_HOLD_RECOVERED, 7},  {SUT_EV_HOLD_BLOCKED, 8},     {SUT_EV_GRIP_LOST, 9},
        {SUT_EV_NEEDLE_GRASPED, 10}, {SUT_EV_NEEDLE_RELEASED, 11}, {SUT_EV_NEEDLE_DROPPED, 12},
        {SUT_EV_PIERCED, 13},        {SUT_EV_BACKED_OUT, 14},      {SUT_EV_PASSED, 15}};
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        if (known[i].engine == e->type) {
            *out = (sut_frame_event){.type = known[i].page,
                                     .object = e->a > 0 ? e->a - 1U : 0,
                                     .thread = e->b > 0 ? e->b - 1U : 0,
                                     .where = e->where,
                                     .amount = e->amount,
                                     .time = time};
            return true;
        }
    }
    return false;
}
