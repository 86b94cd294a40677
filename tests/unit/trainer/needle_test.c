// SPDX-License-Identifier: MIT
// Tasks with a needle as their demonstrations do them: sections of the frame, holes, rules, tools
// that keep clear of each other.
#include "check.h"
#include "trainer/server/physics_look.h"
#include "trainer/server/rules.h"

#include <math.h>
#include <string.h>

static uint32_t u32_at(const uint8_t *p) {
    return (uint32_t)p[0] | (uint32_t)p[1] << 8U | (uint32_t)p[2] << 16U | (uint32_t)p[3] << 24U;
}

static double f32_at(const uint8_t *p) {
    uint32_t bits = u32_at(p);
    float value;
    memcpy(&value, &bits, sizeof value);
    return (double)value;
}

// the payload of the first section of a type; null: there is none
static const uint8_t *section(const sut_bytes *b, int count, unsigned type) {
    size_t at = 0;
    for (int i = 0; i < count; i++) {
        const uint8_t *s = b->data + at;
        if ((s[0] | (unsigned)s[1] << 8U) == type) {
            return s + 8;
        }
        at += 8U + u32_at(s + 4);
    }
    return NULL;
}

static sut_play *demo_of(sut_task_list *tasks, const char *task) {
    sut_task_error error;
    CHECK(sut_tasks_read(SUT_TEST_SOURCE_DIR "/trainer/tasks", tasks, &error));
    sut_scene_error why;
    sut_play_wish wish = {.mode = SUT_PLAY_DEMO, .task = sut_tasks_find(tasks, task)};
    CHECK(wish.task != NULL);
    return sut_play_make(&wish, &why);
}

static void run(sut_play *p, double until) {
    while (sut_world_time(p->world) < until - 1e-9) { // half a step is far more
        CHECK(sut_scene_drive(p->scene, p->world, p->dt) == SUT_OK);
        CHECK(sut_world_step(p->world, p->dt) == SUT_OK);
    }
}

TEST(frames_show_a_needle_in_its_holder_and_then_its_holes) {
    sut_task_list tasks = {0};
    sut_play *p = demo_of(&tasks, "bite");
    CHECK(p != NULL);
    CHECK_EQ_INT(p->cast.needle_count, 1);
    sut_bytes b = {0};
    int count = sut_frame_body(&b, p->world, &p->cast);
    const uint8_t *needle = section(&b, count, SUT_SECTION_NEEDLE);
    const uint8_t *holes = section(&b, count, SUT_SECTION_HOLES);
    CHECK(needle != NULL && holes != NULL);
    CHECK_EQ_INT((int)u32_at(needle + 4), 1); // the right tool
    double held = f32_at(needle + 8) / 0.02;  // where the task has it held
    CHECK(held > 0.55 && held < 0.85);
    CHECK_EQ_INT((int)u32_at(holes), 0);
    run(p, 5.0);
    sut_bytes_free(&b);
    b = (sut_bytes){0};
    count = sut_frame_body(&b, p->world, &p->cast);
    holes = section(&b, count, SUT_SECTION_HOLES);
    CHECK_EQ_INT((int)u32_at(holes), 2);
    // first the entry, on the right; its place at rest is 1 mm from the dot at most, as the rule
    // wants it
    CHECK(fabs(f32_at(holes + 4 + 28) - 0.0045) < 1e-3);
    CHECK(fabs(f32_at(holes + 4 + 64 + 28) + 0.0045) < 1e-3);

    sut_look look = {0};
    sut_sight sight = sut_sight_of(p);
    sut_look_fill(&look, &sight);
    CHECK_EQ_INT(look.hole_count, 2);
    sut_verdict v = {0};
    for (int i = 0; i < 3 * 6; i++) {
        look.time += 0.1;
        sut_verdict_judge(&v, p->task, p->scene, &look);
    }
    CHECK(v.success);
    sut_look_free(&look);
    sut_bytes_free(&b);
    sut_play_drop(p);
    sut_tasks_free(&tasks);
}

static double solid_force(const sut_play *p, int tool) {
    sut_tool_view v;
    CHECK(sut_tool_get_view(p->world, sut_scene_tool_id(tool), &v) == SUT_OK);
    return sqrt(v.solid_force.x * v.solid_force.x + v.solid_force.y * v.solid_force.y +
                v.solid_force.z * v.solid_force.z);
}

// Forceps that draw a needle on turn through half of the field: a holder led away into their path
// stops a hand, and the needle with it.
TEST(the_holder_is_led_away_from_where_the_forceps_draw_the_needle) {
    enum { LEFT, RIGHT };
    sut_task_list tasks = {0};
    sut_play *p = demo_of(&tasks, "needle-rings");
    CHECK(p != NULL);
    sut_needle_id id;
    CHECK_EQ_INT(sut_world_needles(p->world, &id, 1), 1);
    double most = 0.0, taken = -1.0;
    for (int i = 0; sut_world_time(p->world) < 11.0; i++) {
        run(p, (i + 1) * p->dt);
        most = fmax(most, fmax(solid_force(p, LEFT), solid_force(p, RIGHT)));
        sut_tool_view left;
        CHECK(sut_tool_get_view(p->world, sut_scene_tool_id(LEFT), &left) == SUT_OK);
        bool first = taken < 0.0 && left.needle_grip.needle.index1 != 0;
        taken = first ? left.needle_grip.s : taken;
    }
    CHECK(most < 1e-3);                       // a touch of the shafts is hundreds of times as much
    CHECK(fabs(taken - 0.09 * 0.026) < 1e-3); // where the task says, to half of the faces' width
    sut_needle_view n;
    CHECK(sut_needle_get_view(p->world, id, &n) == SUT_OK);
    CHECK(n.point[n.point_count - 1].x < -0.004); // its end is out of the second ring too
    sut_play_drop(p);
    sut_tasks_free(&tasks);
}

// A thread that was cut is judged by the piece that holds the tissue together, however long the
// others are.
TEST(of_a_thread_that_was_cut_the_piece_in_the_tissue_is_looked_at) {
    sut_task_list tasks = {0};
    sut_play *p = demo_of(&tasks, "vessel-tie");
    CHECK(p != NULL);
    sut_thread_id thread = sut_scene_thread_id(0);
    sut_look look = {0};
    sut_sight sight = sut_sight_of(p);
    sut_look_fill(&look, &sight);
    sut_look_thread *t = &look.thread[0];
    int whole = t->vertex_count;
    CHECK(!t->cut && t->first == 0 && look.hole_count == 2);
    // the first hole is that of the smaller place
    double s = fmin(look.hole[0].s, look.hole[1].s);
    double edge = t->length / (whole - 1);
    int before = (int)(s / edge) - 10,
        behind = (int)(fmax(look.hole[0].s, look.hole[1].s) / edge) + 10;
    sut_bytes b = {0};
    CHECK(sut_frame_body(&b, p->world, &p->cast) > 0);
    size_t plain = u32_at(section(&b, 1, SUT_SECTION_THREAD) - 4);
    CHECK(sut_thread_cut(p->world, thread, before) == SUT_OK);
    CHECK(sut_thread_cut(p->world, thread, behind) == SUT_OK);
    sut_look_fill(&look, &sight);
    CHECK(t->cut);
    CHECK_EQ_INT(t->first, before + 1);
    CHECK_EQ_INT(t->vertex_count, behind - before);
    // short as it is: the pieces beside it are longer
    CHECK(t->length < t->begin);
    CHECK(fabs(t->whole - edge * (whole - 1)) < 1e-9 * t->whole);
    // pages are told where
    sut_bytes_free(&b);
    b = (sut_bytes){0};
    CHECK(sut_frame_body(&b, p->world, &p->cast) > 0);
    const uint8_t *payload = section(&b, 1, SUT_SECTION_THREAD);
    CHECK_EQ_INT((int)(u32_at(payload - 4) - plain), 8);
    CHECK_EQ_INT((int)u32_at(payload + plain - 4), 2);
    CHECK_EQ_INT((int)u32_at(payload + plain), before);
    CHECK_EQ_INT((int)u32_at(payload + plain + 4), behind);
    sut_look_free(&look);
    sut_bytes_free(&b);
    sut_play_drop(p);
    sut_tasks_free(&tasks);
}
