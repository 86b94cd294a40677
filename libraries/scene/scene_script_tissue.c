// SPDX-License-Identifier: MIT
// scene_script_tissue.c -- commands for tools at tissue: reach for it, pull at it, cut it.
#include "scene_script.h"

#include "math/vec3.h"
#include "scene_tissue.h"
#include "scene_turn.h"
#include "sutura/tissue.h"

#include <math.h>
#include <string.h>

//---- reading -------------------------------------------------------------------------------------

static bool find_tissue(const sut_script_reading *m, const sut_node *n) {
    const char *name = NULL;
    if (!sut_read_text(m->r, n, &name)) {
        return false;
    }
    int i = 0;
    while (i < m->s->tissue_count && strcmp(m->s->tissues[i].name, name) != 0) {
        i++;
    }
    m->c->tissue = i;
    if (i == m->s->tissue_count) {
        return sut_fail(m->r, n, "is %s; must be the name of an entry of \"tissues\"",
                        sut_value_text(n).text);
    }
    return m->s->tissues[i].shape.mesh->triangle_count > 0 ||
           sut_fail(m->r, n, "is a tube, which no tool takes; name a tissue with a surface");
}

static bool read_node(const sut_script_reading *m, const sut_node *n, const sut_mesh *mesh) {
    double index = json_is_integer(n->json) ? (double)json_integer_value(n->json) : (double)NAN;
    index = index < 0.0 ? index + mesh->node_count : index;
    if (!(index >= 0.0 && index < mesh->node_count)) {
        return sut_fail(m->r, n, "is %s; must be a whole number from %d to %d",
                        sut_value_text(n).text, -mesh->node_count, mesh->node_count - 1);
    }
    m->c->node[0] = (int)index;
    m->c->weight[0] = 1.0;
    return true;
}

// Weights of the place on the edge a b that is nearest to p.
static double along_edge(sut_vec3 a, sut_vec3 b, sut_vec3 p) {
    sut_vec3 way = v3_sub(b, a);
    double length2 = v3_norm2(way);
    double s = length2 > 0.0 ? v3_dot(v3_sub(p, a), way) / length2 : 0.0;
    return s < 0.0 ? 0.0 : (s > 1.0 ? 1.0 : s);
}

// Distance of p from a triangle, and the weights of its corners at the nearest place: inside of it
// where the foot of p is, else on its nearest edge.
static double to_triangle(const sut_vec3 x[3], sut_vec3 p, double weight[3]) {
    sut_vec3 normal = v3_cross(v3_sub(x[1], x[0]), v3_sub(x[2], x[0]));
    double size2 = v3_norm2(normal);
    bool inside = size2 > 0.0;
    for (int k = 0; inside && k < 3; k++) {
        sut_vec3 a = x[(k + 1) % 3];
        sut_vec3 b = x[(k + 2) % 3];
        weight[k] = v3_dot(v3_cross(v3_sub(b, a), v3_sub(p, a)), normal) / size2;
        inside = weight[k] >= 0.0;
    }
    if (inside) {
        return fabs(v3_dot(v3_sub(p, x[0]), normal)) / sqrt(size2);
    }
    double best = HUGE_VAL;
    for (int k = 0; k < 3; k++) {
        int next = (k + 1) % 3;
        double s = along_edge(x[k], x[next], p);
        double far = v3_distance(p, v3_lerp(x[k], x[next], s));
        if (far < best) {
            best = far;
            weight[k] = 1.0 - s;
            weight[next] = s;
            weight[(k + 2) % 3] = 0.0;
        }
    }
    return best;
}

// The nearest place of the surface as it starts.
static bool read_at(const sut_script_reading *m, const sut_node *n, const sut_mesh *mesh) {
    sut_vec3 at = v3_zero();
    if (!sut_read_vec3(m->r, n, SUT_Q_LENGTH, &at)) {
        return false;
    }
    double best = HUGE_VAL;
    double spacing = 0.0;
    for (int t = 0; t < mesh->triangle_count; t++) {
        sut_vec3 x[3];
        for (int k = 0; k < 3; k++) {
            x[k] = mesh->nodes[mesh->triangles[t][k]];
        }
        double weight[3];
        double far = to_triangle(x, at, weight);
        if (far < best) {
            best = far;
            spacing = v3_distance(x[0], x[1]) + v3_distance(x[1], x[2]);
            memcpy(m->c->node, mesh->triangles[t], sizeof m->c->node);
            memcpy(m->c->weight, weight, sizeof m->c->weight);
        }
    }
    return best <= 0.5 * spacing ||
           sut_fail(m->r, n, "is %.4g m from the tissue's surface as it starts; must be on it",
                    best);
}

bool sut_script_read_tissue(const sut_script_reading *m) {
    sut_node tissue = sut_node_member(m->n, "tissue");
    sut_node node = sut_node_member(m->n, "node");
    sut_node at = sut_node_member(m->n, "at");
    sut_node thread = sut_node_member(m->n, "thread");
    sut_node vertex = sut_node_member(m->n, "vertex");
    const sut_node *odd = thread.json != NULL ? &thread : &vertex;
    if (odd->json != NULL) {
        return sut_fail(m->r, odd, "is given beside tissue; use one of them");
    }
    if (node.json != NULL && at.json != NULL) {
        return sut_fail(m->r, &at, "is given beside node; use one of them");
    }
    if (!find_tissue(m, &tissue)) {
        return false;
    }
    const sut_mesh *mesh = m->s->tissues[m->c->tissue].shape.mesh;
    if (node.json == NULL) {
        return sut_check_present(m->r, &at, "give a place on the tissue, or \"node\"") &&
               read_at(m, &at, mesh);
    }
    return read_node(m, &node, mesh);
}

bool sut_script_read_pull(const sut_script_reading *m) {
    sut_scene_command *c = m->c;
    sut_node direction = sut_node_member(m->n, "direction");
    sut_node force = sut_node_member(m->n, "force");
    const sut_tool_def *d = &m->s->tools[c->tool].def;
    c->speed = 0.02;
    if (!sut_check_present(m->r, &direction, "give where to, for example [0, 0, 1]") ||
        !sut_read_direction_of(m->r, m->n, "direction", &c->axis) ||
        !sut_check_present(m->r, &force, "give how hard, for example \"0.5 N\"") ||
        !sut_read_number(m->r, &force, SUT_Q_FORCE, SUT_POSITIVE, &c->force) ||
        !sut_read_number_of(m->r, m->n, "speed", SUT_Q_SPEED, SUT_POSITIVE, &c->speed)) {
        return false;
    }
    return c->force <= d->max_force ||
           sut_fail(m->r, &force,
                    "is %g N, more than the coupling of the tool gives, %g N; must "
                    "be no more",
                    c->force, d->max_force);
}

bool sut_script_read_cut(const sut_script_reading *m) {
    const sut_scene_command *c = m->c;
    sut_tool_kind kind = m->s->tools[c->tool].def.kind;
    sut_node way = sut_node_member(m->n, c->has_to ? "to" : "by");
    if (kind == SUT_TOOL_BLADE) {
        return c->has_to || c->has_by ||
               sut_fail(m->r, m->n, "moves nothing; give to or by, along which the blade cuts");
    }
    return way.json == NULL ||
           sut_fail(m->r, &way, "does not belong to a tool that is no blade; leave it out");
}

//---- doing ---------------------------------------------------------------------------------------

void sut_script_reach_tissue(const sut_scene_command *c, const sut_world *w,
                             const sut_script_bit *b, sut_script_hand *h) {
    sut_tissue_view v;
    if (sut_tissue_get_view(w, sut_scene_tissue_id(c->tissue), &v) != SUT_OK) {
        return;
    }
    sut_vec3 place = v3_zero();
    for (int k = 0; k < 3; k++) {
        place = v3_madd(place, c->weight[k], v.position[c->node[k]]);
    }
    sut_quat turn = h->pose.rotation;
    if (c->has_turn) {
        turn = c->rotation;
    } else if (c->has_pointing) {
        sut_vec3 now = sut_turn_apply(turn, v3(0.0, 0.0, -1.0));
        turn = sut_turn_then(turn, sut_turn_quat(sut_turn_between(now, c->pointing)));
    }
    sut_vec3 tips = sut_turn_apply(turn, v3(0.0, 0.0, -c->depth));
    sut_vec3 goal = v3_add(v3_add(place, c->where), tips);
    h->pose.position = v3_lerp(h->pose.position, goal, b->share);
    h->pose.rotation = sut_turn_part(h->pose.rotation, turn, b->share);
}

// The hand has no memory but its target: this goes on by what the force still lacks, no faster than
// the speed. What the coupling adds on the way is no more than its stiffness times the way, so that
// the force is not overshot.
bool sut_script_pull(const sut_scene_command *c, const sut_world *w, const sut_script_bit *b,
                     sut_script_hand *h) {
    sut_tool_view v;
    if (sut_tool_get_view(w, h->id, &v) != SUT_OK ||
        (v.grip_count == 0 && v.tissue_grip.node_count == 0 && v.needle_grip.needle.index1 == 0)) {
        return false;
    }
    double lacks = c->force + v3_dot(v.hand_force, c->axis);
    double most = c->speed * b->dt;
    // a rigid hand feels only what is there: it slows down over the last tenth
    double way =
        isinf(h->def->stiffness) ? most * lacks / (0.1 * c->force) : lacks / h->def->stiffness;
    way = way > most ? most : (way < -most ? -most : way);
    h->pose.position = v3_madd(h->pose.position, way, c->axis);
    return true;
}

bool sut_script_cut(const sut_scene_command *c, const sut_script_bit *b, sut_script_hand *h) {
    if (h->def->kind == SUT_TOOL_SCISSORS) {
        double open = fabs(1.0 - 2.0 * b->s1);
        bool closes = b->s1 <= 0.5 && h->jaw < open;
        h->jaw = closes ? h->jaw : open;
        return true;
    }
    if (h->def->kind != SUT_TOOL_BLADE) {
        return false;
    }
    if (c->has_to) {
        h->pose.position = v3_lerp(h->pose.position, c->where, b->share);
    } else {
        h->pose.position = v3_madd(h->pose.position, b->s1 - b->s0, c->where);
    }
    h->jaw = b->s1 < 1.0 ? 0.0 : 1.0;
    return true;
}
