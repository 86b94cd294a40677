// SPDX-License-Identifier: MIT
// scene_script.c -- what the hands do: commands for tools in time, and their evaluation.
//
// Every command has a start and an end that are known when the file is read. What it does in a step
// depends on nothing but the time and the world: the target that the tool has now is its memory.
// Of the way that is left to the goal at time t the share
//
//     (s(t + dt) - s(t)) / (1 - s(t)),    s from 0 at the start to 1 at the end,
//
// is made in a step. For a goal that rests that is the motion s itself; a goal that moves, like the
// vertex of a thread, is met at the end all the same.
#include "scene_script.h"

#include "math/vec3.h"
#include "scene_turn.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// in the order of sut_scene_deed, which is that of sut_scene_act
static const char *const deeds[] = {"move",   "grasp", "release", "reach", "wait",
                                    "circle", "pull",  "cut",     "drive", NULL};

static const double JAWS_TIME = 0.2; // s, to close or open them
static const double MOVE_TIME = 0.5;

void sut_scene_script_free(sut_scene *s) {
    for (int i = 0; i < s->command_count; i++) {
        free(s->commands[i].say);
    }
    free(s->commands);
}

//---- reading: which, when --------------------------------------------------------------------------

typedef sut_script_reading reading;

static int find_tool(const sut_scene *s, const char *name) {
    for (int i = 0; i < s->tool_count; i++) {
        if (strcmp(s->tools[i].name, name) == 0) {
            return i;
        }
    }
    return -1;
}

static bool read_tool(const reading *m) {
    sut_node n = sut_node_member(m->n, "tool");
    if (n.json == NULL && m->s->tool_count == 1) {
        m->c->tool = 0;
    } else {
        const char *name = NULL;
        if (!sut_check_present(m->r, &n, "give the name of a tool") ||
            !sut_read_text(m->r, &n, &name)) {
            return false;
        }
        m->c->tool = find_tool(m->s, name);
        if (m->c->tool < 0) {
            return sut_fail(m->r, &n, "is %s; must be the name of an entry of \"tools\"",
                            sut_value_text(&n).text);
        }
    }
    if (m->s->tools[m->c->tool].def.key_count > 0) {
        return sut_fail(m->r, &n, "is a tool with key frames of its own; remove its \"motion\"");
    }
    return true;
}

// After the commands of the same tool, and where "after" asks for it after the one before.
static bool read_times(const reading *m, const sut_scene_command *before, double tool_end) {
    sut_node t = sut_node_member(m->n, "t");
    sut_node after = sut_node_member(m->n, "after");
    sut_node over = sut_node_member(m->n, "over");
    sut_scene_command *c = m->c;
    double delay = 0.0;
    c->start = tool_end;
    bool jaws = c->deed == SUT_DEED_GRASP || c->deed == SUT_DEED_RELEASE;
    double duration = jaws ? JAWS_TIME : MOVE_TIME;
    if (t.json != NULL && after.json != NULL) {
        return sut_fail(m->r, &after, "is given beside t; use one of them");
    }
    if ((t.json != NULL && !sut_read_number(m->r, &t, SUT_Q_TIME, SUT_NOT_NEGATIVE, &c->start)) ||
        (after.json != NULL &&
         !sut_read_number(m->r, &after, SUT_Q_TIME, SUT_NOT_NEGATIVE, &delay)) ||
        (c->deed == SUT_DEED_WAIT && !sut_check_present(m->r, &over, "give the time to wait")) ||
        (over.json != NULL && !sut_read_number(m->r, &over, SUT_Q_TIME, SUT_POSITIVE, &duration))) {
        return false;
    }
    if (c->start < tool_end) {
        return sut_fail(m->r, &t,
                        "is %g s, but the tool is busy until %g s; use a later time, or \"after\"",
                        c->start, tool_end);
    }
    if (after.json != NULL) {
        c->start = fmax(c->start, (before != NULL ? before->end : 0.0) + delay);
    }
    c->end = c->start + duration;
    return true;
}

//---- reading: what -------------------------------------------------------------------------------

// "to" or "by".
static bool read_way(const reading *m) {
    sut_node to = sut_node_member(m->n, "to");
    sut_node by = sut_node_member(m->n, "by");
    sut_scene_command *c = m->c;
    c->has_to = to.json != NULL;
    c->has_by = by.json != NULL;
    if (c->has_to && c->has_by) {
        return sut_fail(m->r, &by, "is given beside to; use one of them");
    }
    return sut_read_vec3_of(m->r, m->n, "to", SUT_Q_LENGTH, &c->where) &&
           sut_read_vec3_of(m->r, m->n, "by", SUT_Q_LENGTH, &c->where);
}

static bool read_goal(const reading *m) {
    sut_scene_command *c = m->c;
    if (!read_way(m) ||
        !sut_read_number_of(m->r, m->n, "spin", SUT_Q_ANGLE, SUT_ANY_SIGN, &c->angle) ||
        !sut_scene_read_turn(m->r, m->n, &c->has_turn, &c->rotation)) {
        return false;
    }
    sut_node spin = sut_node_member(m->n, "spin");
    if (c->has_turn && spin.json != NULL) {
        return sut_fail(m->r, &spin, "is given beside an orientation; use one of them");
    }
    bool any = c->has_to || c->has_by || c->has_turn || spin.json != NULL || !isnan(c->jaw);
    return any ||
           sut_fail(m->r, m->n, "moves nothing; give to, by, pointing, rotation, spin or jaw");
}

static bool read_thread(const reading *m) {
    sut_node n = sut_node_member(m->n, "thread");
    m->c->thread = 0;
    if (n.json == NULL) {
        return m->s->thread_count == 1 || sut_check_present(m->r, &n, "give the name of a thread");
    }
    const char *name = NULL;
    if (!sut_read_text(m->r, &n, &name)) {
        return false;
    }
    while (m->c->thread < m->s->thread_count &&
           strcmp(m->s->threads[m->c->thread].name, name) != 0) {
        m->c->thread++;
    }
    return m->c->thread < m->s->thread_count ||
           sut_fail(m->r, &n, "is %s; must be the name of an entry of \"threads\"",
                    sut_value_text(&n).text);
}

static bool read_reach(const reading *m) {
    sut_scene_command *c = m->c;
    sut_node pointing = sut_node_member(m->n, "pointing");
    sut_node roll = sut_node_member(m->n, "roll");
    const sut_tool_def *d = &m->s->tools[c->tool].def;
    c->depth = d->kind != SUT_TOOL_POINT ? 0.5 * d->grip_length : 0.0;
    bool found = false;
    if (sut_node_member(m->n, "needle").json != NULL) {
        found = sut_script_read_needle(m);
    } else if (sut_node_member(m->n, "tissue").json != NULL) {
        found = sut_script_read_tissue(m);
    } else {
        found = read_thread(m) &&
                sut_read_vertex_of(m->r, m->n, m->s->threads[c->thread].shape.vertices, &c->vertex);
    }
    if (!found || !sut_read_vec3_of(m->r, m->n, "offset", SUT_Q_LENGTH, &c->where) ||
        !sut_read_number_of(m->r, m->n, "depth", SUT_Q_LENGTH, SUT_ANY_SIGN, &c->depth) ||
        !sut_scene_read_turn(m->r, m->n, &c->has_turn, &c->rotation) ||
        !sut_read_direction_of(m->r, m->n, "pointing", &c->pointing)) {
        return false;
    }
    // with a direction alone the jaws lie across the strand
    c->has_pointing = pointing.json != NULL && roll.json == NULL;
    c->has_turn = c->has_turn && !c->has_pointing;
    return true;
}

static bool read_circle(const reading *m) {
    sut_scene_command *c = m->c;
    sut_node center = sut_node_member(m->n, "center");
    sut_node angle = sut_node_member(m->n, "angle");
    sut_node axis = sut_node_member(m->n, "axis");
    c->has_center = center.json != NULL;
    c->turns = !c->has_center;
    return sut_check_present(m->r, &axis, "give the axis to go around, for example [0, 0, 1]") &&
           sut_read_direction_of(m->r, m->n, "axis", &c->axis) &&
           sut_check_present(m->r, &angle, "give how far, for example \"1 turn\"") &&
           sut_read_number(m->r, &angle, SUT_Q_ANGLE, SUT_ANY_SIGN, &c->angle) &&
           sut_read_vec3_of(m->r, m->n, "center", SUT_Q_LENGTH, &c->center) &&
           sut_read_bool_of(m->r, m->n, "turn", &c->turns);
}

static bool check_keys(const reading *m) {
    static const char *const all[] = {"tool", "do", "t", "after", "over", "say", "ease", NULL};
    static const char *const own[][14] = {
        [SUT_DEED_MOVE] = {"to", "by", "rotation", "pointing", "roll", "spin", "jaw", NULL},
        [SUT_DEED_GRASP] = {"jaw", NULL},
        [SUT_DEED_RELEASE] = {"jaw", NULL},
        [SUT_DEED_REACH] = {"thread", "vertex", "offset", "depth", "rotation", "pointing", "roll",
                            "jaw", "tissue", "node", "at", "needle", "along", NULL},
        [SUT_DEED_WAIT] = {NULL},
        [SUT_DEED_CIRCLE] = {"center", "axis", "angle", "turn", "jaw", NULL},
        [SUT_DEED_PULL] = {"direction", "force", "speed", NULL},
        [SUT_DEED_CUT] = {"to", "by", NULL},
        [SUT_DEED_DRIVE] = {"by", "angle", NULL}};
    const char *keys[sizeof all / sizeof all[0] + 14];
    size_t n = 0;
    for (size_t i = 0; all[i] != NULL; i++) {
        keys[n++] = all[i];
    }
    for (size_t i = 0; own[m->c->deed][i] != NULL; i++) {
        keys[n++] = own[m->c->deed][i];
    }
    keys[n] = NULL;
    return sut_check_object(m->r, m->n, keys);
}

static bool read_say(const reading *m) {
    sut_node n = sut_node_member(m->n, "say");
    const char *text = NULL;
    if (n.json == NULL) {
        return true;
    }
    if (!sut_read_text(m->r, &n, &text)) {
        return false;
    }
    size_t size = strlen(text) + 1;
    m->c->say = malloc(size);
    if (m->c->say == NULL) {
        return sut_fail_memory(m->r, &n);
    }
    memcpy(m->c->say, text, size);
    return true;
}

static bool read_deed(const reading *m) {
    sut_scene_command *c = m->c;
    sut_node n = sut_node_member(m->n, "do");
    int deed = 0;
    if (!json_is_object(m->n->json)) {
        return sut_fail(m->r, m->n, "is %s; must be an object { \"tool\": ..., \"do\": ... }",
                        sut_value_text(m->n).text);
    }
    if (!sut_check_present(m->r, &n,
                           "must be \"move\", \"grasp\", \"release\", \"reach\", \"wait\", "
                           "\"circle\", \"pull\", \"cut\" or \"drive\"") ||
        !sut_read_word(m->r, &n, deeds, &deed)) {
        return false;
    }
    c->deed = (sut_scene_deed)deed;
    c->tissue = -1;
    c->needle = -1;
    c->eased = true;
    c->jaw = c->deed == SUT_DEED_GRASP ? 0.0 : c->deed == SUT_DEED_RELEASE ? 1.0 : (double)NAN;
    return check_keys(m) && read_say(m) && sut_read_bool_of(m->r, m->n, "ease", &c->eased) &&
           sut_scene_read_jaw(m->r, m->n, &c->jaw);
}

static bool read_command(const reading *m, const sut_scene_command *before, double *tool_end) {
    if (!read_deed(m) || !read_tool(m) || !read_times(m, before, tool_end[m->c->tool])) {
        return false;
    }
    tool_end[m->c->tool] = m->c->end;
    switch (m->c->deed) {
    case SUT_DEED_MOVE:
        return read_goal(m);
    case SUT_DEED_REACH:
        return read_reach(m);
    case SUT_DEED_CIRCLE:
        return read_circle(m);
    case SUT_DEED_PULL:
        return sut_script_read_pull(m);
    case SUT_DEED_CUT:
        return read_way(m) && sut_script_read_cut(m);
    case SUT_DEED_DRIVE:
        return sut_script_read_drive(m);
    default:
        return true;
    }
}

bool sut_scene_read_script(const sut_reader *r, const sut_node *root, sut_scene *s) {
    sut_node list = sut_node_member(root, "script");
    if (list.json == NULL) {
        return true;
    }
    if (!sut_check_list(r, &list, 0, SUT_SCENE_MAX_COMMANDS, "commands")) {
        return false;
    }
    int count = (int)json_array_size(list.json);
    s->commands = calloc((size_t)count + 1, sizeof *s->commands);
    if (s->commands == NULL) {
        return sut_fail_memory(r, &list);
    }
    s->command_count = count;
    double tool_end[SUT_SCENE_MAX_TOOLS] = {0.0};
    for (int i = 0; i < count; i++) {
        sut_node n = sut_node_element(&list, i);
        reading m = {r, s, &n, &s->commands[i]};
        if (!read_command(&m, i > 0 ? &s->commands[i - 1] : NULL, tool_end)) {
            return false;
        }
    }
    return true;
}

//---- looking -------------------------------------------------------------------------------------

int sut_scene_script_count(const sut_scene *s) {
    return s != NULL ? s->command_count : 0;
}

// Where the tips point at the end of a command.
static sut_vec3 pointing_of(const sut_scene_command *c) {
    const sut_vec3 ahead = {0.0, 0.0, -1.0};
    return c->has_turn ? sut_turn_apply(c->rotation, ahead) : c->pointing;
}

bool sut_scene_script_get(const sut_scene *s, int i, sut_scene_step *out) {
    if (out == NULL || i < 0 || i >= sut_scene_script_count(s)) {
        return false;
    }
    const sut_scene_command *c = &s->commands[i];
    *out = (sut_scene_step){.act = (sut_scene_act)c->deed,
                            .tool = c->tool,
                            .start = c->start,
                            .end = c->end,
                            .has_to = c->has_to,
                            .has_by = c->has_by,
                            .where = c->where,
                            .jaw = c->jaw,
                            .thread = c->thread,
                            .vertex = c->vertex,
                            .has_center = c->has_center,
                            .center = c->center,
                            .axis = c->axis,
                            .angle = c->angle,
                            .turns = c->turns,
                            .needle = c->needle,
                            .along = c->along,
                            .has_pointing = c->has_pointing || c->has_turn,
                            .pointing = pointing_of(c),
                            .force = c->deed == SUT_DEED_PULL ? c->force : 0.0,
                            .say = c->say != NULL ? c->say : ""};
    return true;
}

//---- doing ---------------------------------------------------------------------------------------

// How far a command is at a time, 0 .. 1.
static double progress(const sut_scene_command *c, double t) {
    double u = (t - c->start) / (c->end - c->start);
    u = u < 0.0 ? 0.0 : u;
    // times are sums of steps and of durations; the last step is the one that ends within rounding
    u = u > 1.0 - 1e-9 ? 1.0 : u;
    return c->eased ? u * u * (3.0 - 2.0 * u) : u;
}

typedef sut_script_hand hand;
typedef sut_script_bit bit;

static void reach(const sut_scene_command *c, const sut_world *w, const bit *b, hand *h) {
    sut_hold_key strand;
    if (sut_thread_key_now(w, sut_scene_thread_id(c->thread), c->vertex, &strand) != SUT_OK) {
        return;
    }
    sut_vec3 pointing = c->pointing;
    if (!c->has_pointing) {
        pointing = sut_turn_apply(h->pose.rotation, v3(0.0, 0.0, -1.0));
    }
    sut_quat turn = c->rotation;
    if (!c->has_turn) {
        turn = sut_turn_across(pointing, v3_normalized(strand.direction), h->pose.rotation);
    }
    sut_vec3 tips = sut_turn_apply(turn, v3(0.0, 0.0, -c->depth));
    sut_vec3 goal = v3_add(v3_add(strand.position, c->where), tips);
    h->pose.position = v3_lerp(h->pose.position, goal, b->share);
    h->pose.rotation = sut_turn_part(h->pose.rotation, turn, b->share);
}

static void circle(const sut_scene_command *c, const bit *b, hand *h) {
    sut_quat turn = sut_turn_quat(v3_scale(c->axis, c->angle * (b->s1 - b->s0)));
    if (c->has_center) {
        sut_vec3 arm = sut_turn_apply(turn, v3_sub(h->pose.position, c->center));
        h->pose.position = v3_add(c->center, arm);
    }
    if (c->turns) {
        h->pose.rotation = sut_turn_then(h->pose.rotation, turn);
    }
}

static void move(const sut_scene_command *c, const bit *b, hand *h) {
    if (c->has_to) {
        h->pose.position = v3_lerp(h->pose.position, c->where, b->share);
    }
    if (c->has_by) {
        h->pose.position = v3_madd(h->pose.position, b->s1 - b->s0, c->where);
    }
    if (c->has_turn) {
        h->pose.rotation = sut_turn_part(h->pose.rotation, c->rotation, b->share);
    } else if (c->angle != 0.0) {
        sut_quat spin = sut_turn_quat(v3(0.0, 0.0, c->angle * (b->s1 - b->s0)));
        h->pose.rotation = sut_turn_then(spin, h->pose.rotation);
    }
}

// The part of a command that falls into the time from `now` to `then`; false: none does.
static bool perform(const sut_scene_command *c, sut_world *w, double now, double then, hand *h) {
    bit b = {progress(c, now), progress(c, then), 1.0, then - now, !(now > c->start)};
    bool acts = true;
    if (!(then > c->start) || !(b.s0 < 1.0)) {
        return false;
    }
    b.share = b.s1 < 1.0 ? (b.s1 - b.s0) / (1.0 - b.s0) : 1.0;
    switch (c->deed) {
    case SUT_DEED_REACH:
        if (c->needle >= 0) {
            sut_script_reach_needle(c, w, &b, h);
        } else if (c->tissue >= 0) {
            sut_script_reach_tissue(c, w, &b, h);
        } else {
            reach(c, w, &b, h);
        }
        break;
    case SUT_DEED_CIRCLE:
        circle(c, &b, h);
        break;
    case SUT_DEED_PULL:
        acts = sut_script_pull(c, w, &b, h);
        break;
    case SUT_DEED_CUT:
        acts = sut_script_cut(c, &b, h);
        break;
    case SUT_DEED_DRIVE:
        acts = sut_script_drive(c, w, &b, h);
        break;
    default:
        move(c, &b, h);
        break;
    }
    if (!acts && b.begins) {
        (void)sut_tool_note_idle(w, h->id);
    }
    if (!isnan(c->jaw)) {
        h->jaw += b.share < 1.0 ? b.share * (c->jaw - h->jaw) : c->jaw - h->jaw;
    }
    return true;
}

static sut_result drive_tool(const sut_scene *s, sut_world *w, int tool, double dt) {
    double now = sut_world_time(w);
    sut_tool_id id = sut_scene_tool_id(tool);
    sut_tool_view v;
    if (sut_tool_get_view(w, id, &v) != SUT_OK) {
        return SUT_OK; // it was taken away
    }
    hand h = {id, &s->tools[tool].def, v.target, v.jaw_target};
    bool any = false;
    for (int i = 0; i < s->command_count; i++) {
        const sut_scene_command *c = &s->commands[i];
        if (c->tool == tool && c->start < now + dt && c->end > now) {
            any = perform(c, w, now, now + dt, &h) || any;
        }
    }
    return any ? sut_tool_set_target(w, id, &h.pose, h.jaw) : SUT_OK;
}

sut_result sut_scene_drive(const sut_scene *s, sut_world *w, double dt) {
    if (s == NULL || w == NULL) {
        return SUT_E_ARGUMENT;
    }
    sut_result result = sut_scene_drive_friction(s, w, dt);
    result = result == SUT_OK ? sut_scene_drive_gravity(s, w, dt) : result;
    for (int i = 0; result == SUT_OK && i < s->tool_count && s->command_count > 0; i++) {
        result = drive_tool(s, w, i, dt);
    }
    return result;
}

double sut_scene_script_end(const sut_scene *s) {
    double end = 0.0;
    for (int i = 0; s != NULL && i < s->command_count; i++) {
        end = fmax(end, s->commands[i].end);
    }
    return end;
}

const char *sut_scene_script_say(const sut_scene *s, double time) {
    const char *text = "";
    double since = -HUGE_VAL;
    for (int i = 0; s != NULL && i < s->command_count; i++) {
        const sut_scene_command *c = &s->commands[i];
        if (c->say != NULL && c->start <= time && c->start >= since) {
            text = c->say;
            since = c->start;
        }
    }
    return text;
}
