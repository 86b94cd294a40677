// SPDX-License-Identifier: MIT
// query.h -- objects of any kind: lists, user pointers, forces, what is near and what a ray meets.
#ifndef SUTURA_QUERY_H
#define SUTURA_QUERY_H

#include "sutura/world.h"

#ifdef __cplusplus
extern "C" {
#endif

//---- objects -------------------------------------------------------------------------------------
static inline sut_object sut_thread_object(sut_thread_id id) {
    sut_object o = {SUT_OBJECT_THREAD, id.index1, id.generation};
    return o;
}
static inline sut_object sut_tissue_object(sut_tissue_id id) {
    sut_object o = {SUT_OBJECT_TISSUE, id.index1, id.generation};
    return o;
}
static inline sut_object sut_obstacle_object(sut_obstacle_id id) {
    sut_object o = {SUT_OBJECT_OBSTACLE, id.index1, id.generation};
    return o;
}
static inline sut_object sut_tool_object(sut_tool_id id) {
    sut_object o = {SUT_OBJECT_TOOL, id.index1, id.generation};
    return o;
}
static inline sut_object sut_hold_object(sut_hold_id id) {
    sut_object o = {SUT_OBJECT_HOLD, id.index1, id.generation};
    return o;
}
static inline sut_object sut_support_object(sut_support_id id) {
    sut_object o = {SUT_OBJECT_SUPPORT, id.index1, id.generation};
    return o;
}

static inline sut_object sut_needle_object(sut_needle_id id) {
    sut_object o = {SUT_OBJECT_NEEDLE, id.index1, id.generation};
    return o;
}
static inline sut_object sut_hole_object(sut_hole_id id) {
    sut_object o = {SUT_OBJECT_HOLE, id.index1, id.generation};
    return o;
}

// "thread", "tissue", ..; static text, "" for what is no type.
SUT_API const char *sut_object_type_name(sut_object_type type);
SUT_API bool sut_object_is_valid(const sut_world *w, sut_object object);
// The objects of a type, by their index; the first `room` of them go into `out` (null is fine with
// 0). Returns how many there are.
SUT_API int sut_world_objects(const sut_world *w, sut_object_type type, sut_object *out, int room);

// A pointer of yours that goes with an object until it is destroyed; null at first. The engine
// never looks at it. It belongs to the world and not to its state: images, recordings and hashes do
// not have it, and a restore leaves it with the object of that id. SUT_E_ID.
SUT_API sut_result sut_object_set_user(sut_world *w, sut_object object, void *user);
SUT_API void *sut_object_user(const sut_world *w, sut_object object); // null where there is none

//---- forces --------------------------------------------------------------------------------------
typedef struct sut_contact_wrench {
    sut_vec3 force;  // N
    sut_vec3 torque; // N m, about the point that was asked for
    int contacts;    // that it is the sum of
} sut_contact_wrench;
// What all contacts of the last step do to a thread, tissue, obstacle, tool or needle. The views of
// tools and holds have what they feel besides. SUT_E_ID; SUT_E_ARGUMENT: holds, supports and holes
// have none.
SUT_API sut_result sut_object_get_contact_force(const sut_world *w, sut_object object,
                                                sut_vec3 about, sut_contact_wrench *out);

//---- geometry ------------------------------------------------------------------------------------
typedef struct sut_hit {
    sut_object object;
    int feature;     // edge of a thread or needle, triangle of a tissue, part of a tool; else 0
    sut_vec3 where;  // m, on the surface
    sut_vec3 normal; // unit, outwards there; of a triangle: towards the asking point
    double distance; // m: of the point, negative inside of a thread or a solid; along the ray
} sut_hit;
// The surface nearest to a point, of threads, needles, tissues (the skin itself, without
// thickness), obstacles and tools, no further than `within` (m, >= 0, may be infinite). *found
// false: there is none. Looks at everything: some 20 ns per edge or triangle. SUT_E_ARGUMENT.
SUT_API sut_result sut_world_nearest(const sut_world *w, sut_vec3 point, double within,
                                     sut_hit *out, bool *found);
// What a ray meets first, from `from` along `direction` (any length but zero), no further than
// `within`. One that starts inside of a thread or a solid meets it at once.
SUT_API sut_result sut_world_ray(const sut_world *w, sut_vec3 from, sut_vec3 direction,
                                 double within, sut_hit *out, bool *found);

//---- frames --------------------------------------------------------------------------------------
// Material frame of every edge of a thread: tangent and a director across it, which turns with the
// material, so that a texture keeps its place. The third axis is their cross product. `director`
// and `tangent`, either may be null, have vertex_count - 1 places. SUT_E_ID.
SUT_API sut_result sut_thread_get_frames(const sut_world *w, sut_thread_id id, sut_vec3 *tangent,
                                         sut_vec3 *director);

#ifdef __cplusplus
}
#endif
#endif
