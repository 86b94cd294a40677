// SPDX-License-Identifier: MIT
// check.c -- is a def one that a world can be asked for? Each answer is one sentence that
// names the field and what would be right.
#include "data/data.h"

#include "math/vec3.h"

#include <stdio.h>

static const char *check_contact_def(const sut_contact_def *d) {
    if ((int)d->solver < 0 || d->solver > SUT_CONTACT_PGS) {
        return "contact.solver is not one of its values";
    }
    if (d->iterations < 1 || d->iterations > 10000) {
        return "contact.iterations is not in 1..10000";
    }
    if (!(d->tolerance > 0.0) || d->tolerance > 0.1) {
        return "contact.tolerance is not in (0, 0.1]";
    }
    if (!(d->budget >= 0.0) || d->budget > 1000.0) {
        return "contact.budget is not in 0..1000 s";
    }
    if (!(d->stiffness > 0.0) || d->stiffness > 1e6) {
        return "contact.stiffness is not in (0, 1e6]";
    }
    return NULL;
}

// Bounds of every capacity: what a world cannot do without, and what no memory holds.
static const char *check_capacity(const sut_capacity *c) {
    const struct {
        int value, least, most;
    } all[] = {
        {c->threads, 1, 1000000},  {c->vertices, 2, 100000000}, {c->holds, 0, 100000000},
        {c->events, 0, 100000000}, {c->obstacles, 0, 1000000},  {c->hold_keys, 0, 100000000},
        {c->tools, 0, 10000},      {c->contacts, 1, 10000000},  {c->tissues, 0, 10000},
        {c->needles, 0, 10000},    {c->supports, 0, 1000000},   {c->holes, 0, 100000},
    };
    const char *bad = NULL;
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        if (all[i].value < all[i].least) {
            return "a capacity is below its least value";
        }
        bad = all[i].value > all[i].most ? "a capacity is beyond reason" : bad;
    }
    return bad;
}

const char *sut_check_world_def(const sut_world_def *d) {
    if (!v3_is_finite(d->gravity)) {
        return "gravity is not finite";
    }
    const char *bad = check_capacity(&d->capacity);
    if (bad) {
        return bad;
    }
    if (d->max_linearisations < 1 || d->max_linearisations > 100) {
        return "max_linearisations is not in 1..100";
    }
    if (d->max_halvings < 0 || d->max_halvings > 20) {
        return "max_halvings is not in 0..20";
    }
    if (!(d->tolerance > 0.0) || d->tolerance > 1e-2) {
        return "tolerance is not in (0, 1e-2]";
    }
    return check_contact_def(&d->contact);
}

//---- threads -------------------------------------------------------------------------------------
typedef struct range {
    const char *name;
    double value, low, high;
    bool low_allowed;
} range;

static const char *check_ranges(const range *list, size_t count, char *text, size_t size) {
    for (size_t i = 0; i < count; i++) {
        const range *f = &list[i];
        bool above = f->low_allowed ? f->value >= f->low : f->value > f->low;
        if (!above || !(f->value <= f->high)) {
            (void)snprintf(text, size, "%s is %g; it must be %s %g and at most %g", f->name,
                           f->value, f->low_allowed ? "at least" : "above", f->low, f->high);
            return text;
        }
    }
    return NULL;
}

// Beyond these a double cannot hold the squares and products of the step any more.
static const double big = 1e18;

static const char *check_material(const sut_thread_def *d, char *text, size_t size) {
    const range list[] = {
        {"radius", d->radius, 0.0, 1e6, false},
        {"EI", d->EI, 0.0, big, true},
        {"GJ", d->GJ, 0.0, big, true},
        {"EA", d->EA, 0.0, big, false},
        {"mass_per_length", d->mass_per_length, 0.0, big, false},
        {"friction", d->friction, 0.0, SUT_FRICTION_MOST, true},
        {"natural_curvature[0]", d->natural_curvature[0], -1e9, 1e9, true},
        {"natural_curvature[1]", d->natural_curvature[1], -1e9, 1e9, true},
        {"natural_twist", d->natural_twist, -1e9, 1e9, true},
        {"damping_bend", d->damping_bend, 0.0, 1e9, true},
        {"damping_twist", d->damping_twist, 0.0, 1e9, true},
        {"damping_stretch", d->damping_stretch, 0.0, 1e9, true},
        {"damping_linear", d->damping_linear, 0.0, big, true},
        {"drag", d->drag, 0.0, big, true},
        {"mobility", d->mobility, 0.0, big, false},
        {"implicitness", d->implicitness, 0.5, 1.0, true},
    };
    return check_ranges(list, sizeof list / sizeof list[0], text, size);
}

static const char *check_vertex(const sut_thread_def *d, int i, char *text, size_t size) {
    if (!v3_is_finite(d->positions[i]) || v3_norm(d->positions[i]) > 1e9) {
        (void)snprintf(text, size, "position %d is not finite or beyond 1e9 m", i);
        return text;
    }
    if (d->velocities && (!v3_is_finite(d->velocities[i]) || v3_norm(d->velocities[i]) > 1e9)) {
        (void)snprintf(text, size, "velocity %d is not finite or beyond 1e9 m/s", i);
        return text;
    }
    if (d->extra_mass && (!(d->extra_mass[i] >= 0.0) || d->extra_mass[i] > 1e12)) {
        (void)snprintf(text, size, "extra_mass %d is not in 0..1e12 kg", i);
        return text;
    }
    return NULL;
}

static const char *check_edge(const sut_thread_def *d, int i, char *text, size_t size) {
    double l = v3_distance(d->positions[i + 1], d->positions[i]);
    if (!(l > 1e-12)) {
        (void)snprintf(text, size, "vertices %d and %d are at the same place; they must be apart",
                       i, i + 1);
        return text;
    }
    if (!d->rest_lengths) {
        return NULL;
    }
    double rest = d->rest_lengths[i];
    if (!(rest > 1e-12) || rest > 1e9) {
        (void)snprintf(text, size, "rest_lengths %d is %g m; it must be above 1e-12", i, rest);
        return text;
    }
    return NULL;
}

// Folding right back has no defined twist-free frame and infinite bending energy.
static const char *check_fold(const sut_thread_def *d, int i, char *text, size_t size) {
    sut_vec3 a = v3_normalized(v3_sub(d->positions[i], d->positions[i - 1]));
    sut_vec3 b = v3_normalized(v3_sub(d->positions[i + 1], d->positions[i]));
    if (1.0 + v3_dot(a, b) < 1e-6) {
        (void)snprintf(text, size, "the thread folds right back onto itself at vertex %d", i);
        return text;
    }
    return NULL;
}

static const char *check_explicit(const sut_thread_def *d) {
    if (d->inertia != SUT_INERTIA_MASS) {
        return "explicit models (variational, springs) need mass; inertia must be mass";
    }
    if (d->twist != SUT_TWIST_QUASI_STATIC) {
        return "explicit models have no inertia of spin; twist must be quasi-static";
    }
    if (d->implicitness != 1.0) { // exactly: the default
        return "the model is explicit; leave implicitness at 1";
    }
    if (d->damping_twist != 0.0) { // exactly: the default
        return "explicit models do not damp twist; leave damping_twist at 0";
    }
    return NULL;
}

static const char *check_variational(const sut_thread_def *d) {
    const sut_variational_def *v = &d->variational;
    bool known = (int)v->solver >= 0 && v->solver <= SUT_MULTIPLIERS_NEWTON &&
                 (int)v->contact >= 0 && v->contact <= SUT_VARIATIONAL_GLOBAL;
    if (!known || !(v->penalty >= 0.0) || v->penalty > 1e12 || !(v->dissipation >= 0.0) ||
        v->dissipation > 1e9) {
        return "variational: solver or contact is not one of its values, or penalty not in "
               "0..1e12 N/m, or dissipation not in 0..1e9 J s";
    }
    return NULL;
}

static const char *check_springs(const sut_thread_def *d, char *text, size_t size) {
    const sut_springs_def *s = &d->springs;
    const double most = 1e12;
    const range all[] = {
        {"springs.stretch", s->stretch, -1.0, most, true},
        {"springs.stretch_damper", s->stretch_damper, -1.0, most, true},
        {"springs.torsion", s->torsion, -1.0, most, true},
        {"springs.torsion_damper", s->torsion_damper, -1.0, most, true},
        {"springs.swivel_damper", s->swivel_damper, -1.0, most, true},
        {"springs.repulsion", s->repulsion, 0.0, most, true},
        {"springs.repulsion_damper", s->repulsion_damper, 0.0, most, true},
        {"springs.full_strain", s->full_strain, 0.0, 1e3, false},
        {"springs.shortest", s->shortest, -1.0, 1.0, true},
        {"springs.longest", s->longest, -1.0, 1e3, true},
    };
    bool shaped = d->natural_curvature[0] != 0.0 || d->natural_curvature[1] != 0.0 ||
                  d->natural_twist != 0.0; // exactly: the default
    if (shaped) {
        return "the spring models are straight at rest; leave natural_curvature and natural_twist "
               "at 0";
    }
    bool limits = s->shortest < 1.0 && (s->longest > 1.0 || s->longest < 0.0);
    if (!limits || s->stretch == 0.0) { // exactly: no spring at all
        return "springs.shortest is not below 1, springs.longest is not above 1, or "
               "springs.stretch is 0";
    }
    return check_ranges(all, sizeof all / sizeof all[0], text, size);
}

static const char *check_model(const sut_thread_def *d, char *text, size_t size) {
    const char *bad = NULL;
    if ((int)d->model < 0 || d->model > SUT_MODEL_SPRINGS_5 || (int)d->inertia < 0 ||
        d->inertia > SUT_INERTIA_LOW_MASS || (int)d->twist < 0 || d->twist > SUT_TWIST_DYNAMIC) {
        bad = "model, inertia or twist is not one of its values";
    }
    if (!bad && sut_model_is_explicit(d->model)) {
        bad = check_explicit(d);
    }
    if (!bad && d->model == SUT_MODEL_VARIATIONAL) {
        bad = check_variational(d);
    }
    if (!bad && sut_model_is_springs(d->model)) {
        bad = check_springs(d, text, size);
    }
    return bad;
}

// Material, model, then vertices, edges and folds one by one.
const char *sut_check_thread_def(const sut_thread_def *d, char *text, size_t size) {
    if (d->vertex_count < 2 || !d->positions) {
        return "a thread needs at least 2 positions";
    }
    const char *bad = check_material(d, text, size);
    bad = bad ? bad : check_model(d, text, size);
    for (int i = 0; !bad && i < d->vertex_count; i++) {
        bad = check_vertex(d, i, text, size);
    }
    for (int i = 0; !bad && i < d->vertex_count - 1; i++) {
        bad = check_edge(d, i, text, size);
    }
    for (int i = 1; !bad && i < d->vertex_count - 1; i++) {
        bad = check_fold(d, i, text, size);
    }
    return bad;
}

//---- holds ---------------------------------------------------------------------------------------
static const char *check_key(const sut_hold_def *d, int i, char *text, size_t size) {
    const sut_hold_key *k = &d->keys[i];
    const char *bad = NULL;
    bool tangent = d->kind == SUT_HOLD_CLAMP || d->kind == SUT_HOLD_TWIST;
    if (!isfinite(k->t)) {
        bad = "time is not finite";
    } else if (i > 0 && !(k->t > d->keys[i - 1].t)) {
        bad = "time is not after the key before";
    } else if (d->kind == SUT_HOLD_FORCE) {
        bad = v3_is_finite(k->force) ? NULL : "force is not finite";
    } else if (!v3_is_finite(k->position) || v3_norm(k->position) > 1e9) {
        bad = "position is not finite or beyond 1e9 m";
    } else if (tangent && (!v3_is_finite(k->direction) || !(v3_norm(k->direction) > 1e-150) ||
                           v3_norm(k->direction) > 1e150)) {
        bad = "direction is zero or not finite";
    } else if (d->kind == SUT_HOLD_TWIST && !(fabs(k->spin) <= 1e9)) {
        bad = "spin is not within 1e9 rad";
    }
    if (bad) {
        (void)snprintf(text, size, "key %d: %s", i, bad);
        return text;
    }
    return NULL;
}

const char *sut_check_hold_def(const sut_hold_def *d, int vertex_count, char *text, size_t size) {
    if (d->vertex >= vertex_count || d->vertex < -vertex_count) {
        (void)snprintf(text, size, "vertex %d is not in a thread of %d vertices", d->vertex,
                       vertex_count);
        return text;
    }
    if ((int)d->kind < 0 || d->kind > SUT_HOLD_FORCE) {
        return "kind is not one of its values";
    }
    if (!(d->until > d->from)) {
        return "until is not after from";
    }
    if (!(d->max_force > 0.0)) {
        return "max_force is not above 0";
    }
    if (d->key_count < 0 || (d->key_count > 0 && !d->keys)) {
        return "keys are missing";
    }
    const char *bad = NULL;
    for (int i = 0; !bad && i < d->key_count; i++) {
        bad = check_key(d, i, text, size);
    }
    return bad;
}

//---- obstacles -----------------------------------------------------------------------------------
static const double far_away = 1e9; // m, and rad: beyond it rounding is visible

static bool is_near(sut_vec3 x) {
    return v3_is_finite(x) && v3_norm(x) <= far_away;
}

bool sut_obstacle_pose_fits(sut_vec3 position, sut_vec3 rotation) {
    return is_near(position) && is_near(rotation);
}

static const char *check_size(const sut_obstacle_def *d, char *text, size_t size) {
    bool box = d->kind == SUT_OBSTACLE_BOX;
    bool round = !box && d->kind != SUT_OBSTACLE_PLANE;
    // only a cylinder may go on for ever
    bool endless = isinf(d->length) && d->length > 0.0;
    bool measured =
        d->kind == SUT_OBSTACLE_CAPSULE || (d->kind == SUT_OBSTACLE_CYLINDER && !endless);
    const range all[] = {
        {"friction", d->friction, 0.0, SUT_FRICTION_MOST, true},
        {"radius", round ? d->radius : 1.0, 0.0, far_away, false},
        {"length", measured ? d->length : 1.0, 0.0, far_away, false},
        {"size.x", box ? d->size.x : 1.0, 0.0, far_away, false},
        {"size.y", box ? d->size.y : 1.0, 0.0, far_away, false},
        {"size.z", box ? d->size.z : 1.0, 0.0, far_away, false},
    };
    return check_ranges(all, sizeof all / sizeof all[0], text, size);
}

static const char *check_solid(const sut_obstacle_def *d, char *text, size_t size) {
    if ((int)d->kind < 0 || d->kind > SUT_OBSTACLE_BOX) {
        return "kind is not one of its values";
    }
    if (!is_near(d->center)) {
        return "center is not finite or beyond 1e9 m";
    }
    bool turned = d->kind == SUT_OBSTACLE_BOX;
    bool directed = !turned && d->kind != SUT_OBSTACLE_SPHERE;
    if (directed &&
        (!v3_is_finite(d->axis) || !(v3_norm(d->axis) > 1e-150) || v3_norm(d->axis) > 1e150)) {
        return "axis is zero or not finite";
    }
    if (turned && !is_near(d->rotation)) {
        return "rotation is not within 1e9 rad";
    }
    return check_size(d, text, size);
}

static const char *check_obstacle_key(const sut_obstacle_def *d, int i, char *text, size_t size) {
    const sut_obstacle_key *k = &d->keys[i];
    const char *bad = NULL;
    if (!(fabs(k->t) <= 1e15)) {
        bad = "time is not within 1e15 s";
    } else if (i > 0 && !(k->t > d->keys[i - 1].t)) {
        bad = "time is not after the key before";
    } else if (!is_near(k->position)) {
        bad = "position is not finite or beyond 1e9 m";
    } else if (!is_near(k->rotation)) {
        bad = "rotation is not within 1e9 rad";
    }
    if (bad) {
        (void)snprintf(text, size, "key %d: %s", i, bad);
        return text;
    }
    return NULL;
}

// How far from the center the motion may begin: half of what is thinnest. A plane has no size; it
// may begin anywhere in itself, to rounding.
static double most_off(const sut_obstacle_def *d, double *off) {
    sut_vec3 way = v3_sub(d->keys[0].position, d->center);
    *off = v3_norm(way);
    if (d->kind == SUT_OBSTACLE_PLANE) {
        *off = fabs(v3_dot(v3_normalized(d->axis), way));
        return 1e-9 * (v3_norm(d->keys[0].position) + v3_norm(d->center));
    }
    if (d->kind == SUT_OBSTACLE_BOX) {
        return 0.5 * fmin(d->size.x, fmin(d->size.y, d->size.z));
    }
    return d->radius;
}

static const char *check_start(const sut_obstacle_def *d, char *text, size_t size) {
    double off = 0.0;
    double most = most_off(d, &off);
    if (off > most) {
        (void)snprintf(text, size,
                       "key 0: position is %g m off the center; it must be within %g m of it", off,
                       most);
        return text;
    }
    return NULL;
}

const char *sut_check_obstacle_def(const sut_obstacle_def *d, char *text, size_t size) {
    const char *bad = check_solid(d, text, size);
    if (bad) {
        return bad;
    }
    if (d->key_count < 0 || d->key_count > SUT_OBSTACLE_KEYS) {
        (void)snprintf(text, size, "key_count is %d; it must be in 0..%d", d->key_count,
                       SUT_OBSTACLE_KEYS);
        return text;
    }
    if (d->key_count > 0 && !d->keys) {
        return "keys are missing";
    }
    for (int i = 0; !bad && i < d->key_count; i++) {
        bad = check_obstacle_key(d, i, text, size);
    }
    return bad || d->key_count == 0 ? bad : check_start(d, text, size);
}

//---- tools ---------------------------------------------------------------------------------------
bool sut_tool_pose_fits(const sut_pose *pose) {
    const sut_quat *q = &pose->rotation;
    double norm2 = (q->x * q->x + q->y * q->y) + (q->z * q->z + q->w * q->w);
    return is_near(pose->position) && norm2 > 1e-12 && norm2 < 1e12;
}

// Infinite is fine where a coupling is rigid or has no limit.
static bool is_positive(double x) {
    return x > 0.0;
}

static const char *check_body(const sut_tool_def *d, char *text, size_t size) {
    bool point = d->kind == SUT_TOOL_POINT;
    const range all[] = {
        {"jaw", d->jaw, 0.0, 1.0, true},
        {"friction", d->friction, 0.0, SUT_FRICTION_MOST, true},
        {"reach", point ? d->reach : 1.0, 0.0, far_away, true},
        {"tip_radius", point ? 1.0 : d->tip_radius, 0.0, far_away, false},
        {"length", point ? 1.0 : d->length, 0.0, far_away, false},
        {"opening", point ? 1.0 : d->opening, 0.0, point ? 2.0 : d->length, false},
        {"grip_length", point ? 1.0 : d->grip_length, 0.0, point ? 2.0 : 0.9 * d->length, false},
        {"incline", point ? 0.0 : d->incline, 0.0, point ? 1.0 : d->base_radius, true},
        {"handle_length", point ? 1.0 : d->handle_length, 0.0, far_away, true},
        {"handle_radius", point ? 1.0 : d->handle_radius, 0.0, far_away, false},
        {"base_radius", point ? 1.0 : d->base_radius, point ? 0.0 : d->tip_radius,
         point ? 2.0 : d->tip_radius + 0.5 * d->length, true},
    };
    return check_ranges(all, sizeof all / sizeof all[0], text, size);
}

static const char *check_tool_key(const sut_tool_def *d, int i, char *text, size_t size) {
    const sut_tool_key *k = &d->keys[i];
    const char *bad = NULL;
    if (!(fabs(k->t) <= 1e15)) {
        bad = "time is not within 1e15 s";
    } else if (i > 0 && !(k->t > d->keys[i - 1].t)) {
        bad = "time is not after the key before";
    } else if (!sut_tool_pose_fits(&k->pose)) {
        bad = "position is beyond 1e9 m, or rotation is zero or not finite";
    } else if (!(k->jaw >= 0.0 && k->jaw <= 1.0)) {
        bad = "jaw is not in 0..1";
    }
    if (bad) {
        (void)snprintf(text, size, "key %d: %s", i, bad);
        return text;
    }
    return NULL;
}

const char *sut_check_tool_def(const sut_tool_def *d, char *text, size_t size) {
    if ((int)d->kind < 0 || d->kind > SUT_TOOL_BLADE) {
        return "kind is not one of its values";
    }
    if (!sut_tool_pose_fits(&d->pose)) {
        return "pose is beyond 1e9 m, or its rotation is zero or not finite";
    }
    if (!is_positive(d->grip_force) || !is_positive(d->stiffness) ||
        !is_positive(d->angular_stiffness) || !is_positive(d->max_force) ||
        !is_positive(d->max_torque)) {
        return "grip_force, stiffness, angular_stiffness, max_force or max_torque is not above 0";
    }
    const char *bad = check_body(d, text, size);
    if (bad) {
        return bad;
    }
    if (d->key_count < 0 || d->key_count > SUT_TOOL_KEYS || (d->key_count > 0 && !d->keys)) {
        (void)snprintf(text, size, "key_count is %d; it must be in 0..%d, with keys", d->key_count,
                       SUT_TOOL_KEYS);
        return text;
    }
    for (int i = 0; !bad && i < d->key_count; i++) {
        bad = check_tool_key(d, i, text, size);
    }
    return bad;
}
