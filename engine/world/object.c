// SPDX-License-Identifier: MIT
// object.c -- objects of any kind: lists, user pointers, contact forces.
#include "data/data.h"

#include "math/vec3.h"

const char *sut_object_type_name(sut_object_type type) {
    static const char *const names[SUT_OBJECT_TYPES] = {
        "", "thread", "tissue", "obstacle", "tool", "hold", "support", "needle", "hole"};
    return (int)type > 0 && type < SUT_OBJECT_TYPES ? names[type] : "";
}

// Generation of what is in a place; 0: it is empty.
static uint32_t generation_at(const sut_world *w, sut_object_type type, int place) {
    switch (type) {
    case SUT_OBJECT_THREAD:
        return w->threads[place].used ? w->threads[place].generation : 0;
    case SUT_OBJECT_TISSUE:
        return w->tissues[place].used ? w->tissues[place].generation : 0;
    case SUT_OBJECT_OBSTACLE:
        return w->obstacles[place].used ? w->obstacles[place].generation : 0;
    case SUT_OBJECT_TOOL:
        return w->tools[place].used ? w->tools[place].generation : 0;
    case SUT_OBJECT_HOLD:
        return w->holds[place].used ? w->holds[place].generation : 0;
    case SUT_OBJECT_SUPPORT:
        return w->supports[place].used ? w->supports[place].generation : 0;
    case SUT_OBJECT_NEEDLE:
        return w->needles[place].used ? w->needles[place].generation : 0;
    case SUT_OBJECT_HOLE:
        return w->holes[place].used ? w->holes[place].generation : 0;
    case SUT_OBJECT_NONE:
    case SUT_OBJECT_TYPES:
        break;
    }
    return 0;
}

bool sut_object_is_valid(const sut_world *w, sut_object o) {
    if (!w || o.index1 == 0 || (int)o.type < 0) {
        return false;
    }
    uint32_t places = (uint32_t)sut_world_places(&w->def.capacity, o.type);
    return o.index1 <= places && o.generation > 0 &&
           generation_at(w, o.type, (int)o.index1 - 1) == o.generation;
}

int sut_world_objects(const sut_world *w, sut_object_type type, sut_object *out, int room) {
    int count = 0;
    int places = w && (int)type >= 0 ? sut_world_places(&w->def.capacity, type) : 0;
    for (int i = 0; i < places; i++) {
        uint32_t generation = generation_at(w, type, i);
        if (generation == 0) {
            continue;
        }
        if (out && count < room) {
            out[count] = (sut_object){type, (uint32_t)i + 1, generation};
        }
        count++;
    }
    return count;
}

sut_result sut_object_set_user(sut_world *w, sut_object o, void *user) {
    sut_world_ask(w);
    if (!sut_object_is_valid(w, o)) {
        return sut_world_refuse(w, SUT_E_ID,
                                "there is no such object: it is null or of one that is gone");
    }
    w->users[o.type][o.index1 - 1] = (sut_user_slot){o.generation, user};
    return SUT_OK;
}

void *sut_object_user(const sut_world *w, sut_object o) {
    if (!sut_object_is_valid(w, o)) {
        return NULL;
    }
    const sut_user_slot *u = &w->users[o.type][o.index1 - 1];
    return u->generation == o.generation ? u->user : NULL;
}

//---- forces --------------------------------------------------------------------------------------
static bool is_same(sut_object a, sut_object b) {
    return a.type == b.type && a.index1 == b.index1 && a.generation == b.generation;
}

sut_result sut_object_get_contact_force(const sut_world *w, sut_object o, sut_vec3 about,
                                        sut_contact_wrench *out) {
    if (!sut_object_is_valid(w, o)) {
        return SUT_E_ID;
    }
    if (!out || o.type == SUT_OBJECT_HOLD || o.type == SUT_OBJECT_SUPPORT ||
        o.type == SUT_OBJECT_HOLE) {
        return SUT_E_ARGUMENT;
    }
    *out = (sut_contact_wrench){v3_zero(), v3_zero(), 0};
    for (int i = 0; i < w->contact_view_count; i++) {
        const sut_contact_view *v = &w->contact_views[i];
        for (int side = 0; side < 2; side++) {
            if (is_same(v->body[side], o)) {
                sut_vec3 f = side == 0 ? v->force : v3_neg(v->force);
                out->force = v3_add(out->force, f);
                out->torque = v3_add(out->torque, v3_cross(v3_sub(v->where, about), f));
                out->contacts++;
            }
        }
    }
    return SUT_OK;
}
