// SPDX-License-Identifier: MIT
// data.h -- what is in a world: found by ids, checked, put into slots, laid out for contacts.
#ifndef SUT_DATA_DATA_H
#define SUT_DATA_DATA_H

#include "data/world.h"

// lookup.c
// What many calls refuse with.
extern const char sut_null_pointer[], sut_stale_thread[], sut_stale_hold[], sut_stale_obstacle[],
    sut_stale_tool[], sut_stale_tissue[], sut_stale_support[];
// All its threads are of explicit models (a world has no others beside them).
bool sut_world_explicit(const sut_world *w);
// Null when the id is not valid
sut_thread_slot *sut_world_thread(const sut_world *w, sut_thread_id id);
sut_hold_slot *sut_world_hold(const sut_world *w, sut_hold_id id);
sut_obstacle_slot *sut_world_obstacle(const sut_world *w, sut_obstacle_id id);
// Keep why a changing call was refused, tell the log, and answer `r`; w may be null.
sut_result sut_world_refuse(sut_world *w, sut_result r, const char *why);
sut_tool_slot *sut_world_tool(const sut_world *w, sut_tool_id id);
sut_tissue_slot *sut_world_tissue(const sut_world *w, sut_tissue_id id);
bool sut_world_has_tissues(const sut_world *w);
sut_needle_slot *sut_world_needle(const sut_world *w, sut_needle_id id);
bool sut_world_has_needles(const sut_world *w);
int sut_world_places(const sut_capacity *c, sut_object_type type); // slots of that type

// follower.c
// Growth of the speed limit of a follower after a substep of that length: 1.5. With explicit
// models after a step, whose substeps may be thousands.
double sut_follower_growth(const sut_world *w, double dt);

// check.c
// Null if a def is fine, else one sentence about what is wrong with it
const char *sut_check_world_def(const sut_world_def *def);
const char *sut_check_thread_def(const sut_thread_def *def, char *text, size_t size);
const char *sut_check_hold_def(const sut_hold_def *def, int vertex_count, char *text, size_t size);
const char *sut_check_obstacle_def(const sut_obstacle_def *def, char *text, size_t size);
const char *sut_check_tool_def(const sut_tool_def *def, char *text, size_t size);
bool sut_tool_pose_fits(const sut_pose *pose);
bool sut_obstacle_pose_fits(sut_vec3 position, sut_vec3 rotation); // finite and within reason

// hold_planes.c
// Has the vertex of a hold that let it lag all but caught up?
bool sut_hold_within_reach(const sut_world *w, const sut_hold_slot *h, double dt);
// List the planes of all holds that are active, as the last step left them: what energies ask for
// between two steps. To be called after anything but a step has changed which holds there are.
// No allocation; holds are sorted by insertion.
void sut_hold_list_planes(sut_world *w);

// solid.c
bool sut_solid_at(const sut_world *w, int solid, sut_solid *out); // false: there is none
// Of a place from its surface, as it is now; negative: inside. The normal (or null) points out.
double sut_solid_distance(const sut_world *w, int solid, sut_vec3 x, sut_vec3 *normal);
void sut_obstacle_place(sut_obstacle_slot *o); // shapes of the pose that it has
// Does that part of a tool belong to the one that holds the needle?
bool sut_needle_grip_owns(const sut_world *w, int needle, const sut_shape *part);

// tool_shape.c
sut_tool_key sut_tool_key_at(const sut_tool_slot *tool, double t);
int sut_tool_part_count(const sut_tool_def *d);
// Its parts at a pose and a jaw; returns their number.
int sut_tool_shapes(const sut_tool_def *d, const sut_pose *pose, double jaw,
                    sut_shape out[SUT_TOOL_SOLIDS]);
double sut_tool_widest(const sut_tool_def *d); // rad, turn of each arm when open
bool sut_tool_cuts(const sut_tool_def *d);
bool sut_world_has_cutters(const sut_world *w);
bool sut_tool_is_sunk(const sut_tool_slot *tool); // a blade that cuts: it is not solid

// tissue_slot.c
// Put a tissue of a checked def into a slot; its supports come later. Lips of a wound that lie in
// one place are parted. SUT_E_MEMORY.
sut_result sut_tissue_fill_slot(sut_world *w, sut_tissue_slot *t, const sut_tissue_def *def,
                                bool part_lips);
void sut_tissue_free_slot(sut_tissue_slot *t, sut_memory *memory);
// Its triangles as contacts see them, from `m`; false: no memory.
bool sut_tissue_slot_surface(sut_tissue_slot *t, sut_memory *m);
double sut_tissue_lip_offset(const sut_tissue_def *def); // m, by which lips of a cut are parted
// Room for the bytes of its state, after supports came or went; false: no memory.
bool sut_tissue_reserve_image(sut_tissue_slot *t, sut_memory *memory);
// What a solid that can be pierced needs besides, at its creation; false: no memory.
bool sut_tissue_make_tets(sut_tissue_slot *t, sut_memory *m);
// Room for what a tissue's capacity allows; surfaces only. False: no memory.
bool sut_tissue_reserve_room(sut_world *w, sut_tissue_slot *t);

// needle_slot.c
// Put a needle of a checked def into a slot. SUT_E_MEMORY.
// What a def says beside the body, the thread and the end of it that is swaged.
void sut_needle_take_numbers(sut_needle_slot *s, const sut_needle_def *def);
sut_result sut_needle_fill_slot(sut_world *w, sut_needle_slot *s, const sut_needle_def *def);
void sut_needle_free_slot(sut_needle_slot *s, sut_memory *memory);
// Has one the memory for what the other is? Then become that.
bool sut_needle_slots_alike(const sut_needle_slot *a, const sut_needle_slot *b);
void sut_needle_copy_slot(sut_needle_slot *to, const sut_needle_slot *from);
double sut_needle_arc_radius(const sut_needle_def *def); // m; 0: it is straight
const char *sut_check_needle_def(const sut_needle_def *def, char *text, size_t size);
void sut_needle_lose_thread(sut_world *w, int thread); // it is going: no needle has it any more
void sut_needle_follow(sut_world *w);                  // chains to where the needles are

// hole_slot.c
int sut_hole_motion(const sut_hole *k); // 0: it sticks, 1: slips, 2: is out
// The piece of a thread that a place, in edges, is on: a cut ends it.
sut_curve sut_hole_curve(const sut_rod *r, double s);
bool sut_hole_on_needle(const sut_world *w, const sut_hole *k);
sut_curve sut_pierce_curve(const sut_needle *n);
void sut_portal_restore(sut_world *w); // after a state came from elsewhere
// Is a hole one? Those on needles, and what they leave to threads, are links.
bool sut_portal_is(const sut_world *w, const sut_hole *k);

// contact.c
// How much of everything the bodies need that exist; bytes for that, and where it is in them.
sut_contact_capacity sut_contact_capacity_now(const sut_world *w);
size_t sut_contact_bytes(const sut_world *w, const sut_contact_capacity *most);
void sut_contact_lay_out(sut_world *w, const sut_contact_capacity *most, void *at);
// Lay out what contacts need for the threads and obstacles that exist; false: no memory.
bool sut_contact_reserve(sut_world *w);
void sut_contact_refresh(sut_world *w);          // after threads came or went
void sut_contact_settings_refresh(sut_world *w); // after def.contact changed
bool sut_contact_looks(const sut_world *w);      // are there any? They look at predictors.

// contact_check.c
// Null if a thread (a solid) may be where it is, else why not
const char *sut_contact_check_thread(sut_world *w, int thread);
const char *sut_contact_check_solid(sut_world *w, const sut_shape *shape);
const char *sut_contact_check_tissue(sut_world *w, int tissue);
const char *sut_contact_check_needle(sut_world *w, int needle);

// event.c
void sut_world_event(sut_world *w, sut_event_type type, uint32_t a, sut_vec3 where, double amount);
void sut_world_event_between(sut_world *w, sut_event_type type, uint32_t a, uint32_t b,
                             sut_vec3 where, double amount);

#endif
