// SPDX-License-Identifier: MIT
// world.h -- what a world is made of. The folders above engine/data see this.
#ifndef SUT_DATA_WORLD_H
#define SUT_DATA_WORLD_H

#include "base/arena.h"
#include "base/memory.h"
#include "body/tets.h"
#include "contact/contact.h"
#include "data/follower.h"
#include "geom/shape.h"
#include "needle/needle.h"
#include "rod/rod.h"
#include "sutura/hole.h"
#include "sutura/needle.h"
#include "sutura/query.h"
#include "sutura/state.h"
#include "sutura/tool.h"
#include "tissue/tissue.h"
#include "tissue/tissue_remake.h"

#define SUT_COOKIE_WORLD 0x53574f31u
#define SUT_COOKIE_THREAD 0x53544831u
#define SUT_COOKIE_HOLD 0x53484f31u
#define SUT_COOKIE_OBSTACLE 0x534f4231u
#define SUT_COOKIE_TOOL 0x53544f31u
#define SUT_COOKIE_NEEDLE 0x534e4431u

#define SUT_STALLS 6u         // after so many stalls in a row any forces are taken
#define SUT_PATIENCE 2u       // so often a step after a stall has twice the budget
#define SUT_FRICTION_MOST 1e6 // largest coefficient of any body

typedef struct sut_thread_slot {
    uint32_t generation; // state: 0 never used, else counted up by every creation
    bool used;           // state
    sut_rod rod;         // definition, state and scratch of the thread

    // scratch of a step that is made by islands (step/island.h)
    int island;    // that steps it, from 1
    double margin; // m, how far a vertex may go without meeting another island
    double path;   // m, how far one has gone at most
} sut_thread_slot;

typedef struct sut_hold_slot {
    // definition
    uint32_t generation;
    bool used;
    uint32_t thread; // index of its slot
    int vertex;      // not negative any more
    sut_hold_kind kind;
    int first_key, key_count; // in sut_world.keys
    double from, until, max_force;

    // state
    bool active;    // holding since the last step
    bool saturated; // max_force reached
    bool steered;   // sut_hold_set_target was called: key 0 is all there is
    sut_follower follower;
    sut_plane plane; // direction0, director0, spin0, angle0, curvature0 (clamp and twist)

    // what a view shows
    sut_vec3 target, force;
    double spin, spin_torque;

    // scratch: where this hold stands in the lists of its rod in this (sub)step, -1: nowhere
    int pin_at, plane_at, load_at;
    int beside_at[2]; // pins of a grip before and after its own
    bool letting_go;  // pulled too hard in this step
} sut_hold_slot;

typedef struct sut_obstacle_slot {
    // definition
    uint32_t generation;
    bool used;
    sut_shape shape; // as its def has it
    double friction;
    int key_count; // at least one: without motion the key is where the def has it
    sut_obstacle_key keys[SUT_OBSTACLE_KEYS];

    // state
    bool steered;                // sut_obstacle_set_pose was called: key 0 is all there is
    sut_vec3 position, rotation; // where it is, which may be behind its key frames
    sut_follower follower;

    // scratch of a (sub)step
    sut_vec3 next_position, next_rotation; // where it goes
    sut_shape now, next;
    sut_vec3 saved_position, saved_rotation; // at the start of the step
    sut_follower saved_follower;
} sut_obstacle_slot;

// A strand between the jaws of a tool, in the tool's frame. Which vertex of which thread it is
// stands in the hold that keeps it there: hold number capacity.holds + SUT_TOOL_GRIPS tool + k.
// Edges that lead to this vertex between the faces lie still as well: their other ends are held
// with it, unless the strand slides.
typedef struct sut_grip {
    sut_vec3 place;     // where the vertex is to be
    sut_vec3 direction; // unit tangent of the thread
    sut_vec3 across;    // unit, across it: turns with the tool and tells the spin
    double spin;        // rad, since it was taken
    bool slips;
    bool with[2];       // is the vertex before, the one after, held with it?
    sut_vec3 beside[2]; // where these are to be

    // scratch of a (sub)step
    double next_spin;
    sut_vec3 next_beside[2]; // m, in the world
    sut_vec3 couple;         // N m, of the pulls at these about the vertex
} sut_grip;

// Tissue between the jaws of a tool. docs/theory/tools.md
typedef struct sut_tissue_grip {
    // state, with the count and the nodes of the hand
    int tissue;     // slot + 1, 0: none
    double jaw;     // where the jaws were when they took it
    double margin;  // m, how far beside the room between the jaws its nodes were then
    bool slips;     // it slides: drawn towards the places with what the jaws grip
    sut_vec3 force; // N, on the tissue, in the last step
    sut_vec3 place[SUT_TISSUE_GRIP_NODES]; // m, of the nodes in the frame of the tool
    sut_tissue_hand hand;

    // scratch of a part
    bool letting_go; // pulled too hard
    sut_vec3 pull;   // unit, in the frame of the tool: in which direction
    double ease;     // share of the lag that makes the springs pull as hard as the jaws grip
    int tries;       // solves for that
} sut_tissue_grip;

// A needle between the jaws of a tool. docs/theory/tools.md
typedef struct sut_needle_grip {
    // state
    int needle;    // slot + 1, 0: none
    double s;      // m behind the tip, of the place that is held
    double margin; // m, how far beside the room between the jaws that was when it was taken
    bool slips;
    sut_pose place;         // in the frame of the tool: of that place, and the turn of the needle
    sut_vec3 force, torque; // N and N m about the place, on the needle in the last part
    // scratch of a part
    int jaws; // of the needle's, -1: it has no place for them
} sut_needle_grip;

// The slit that a blade makes.
typedef struct sut_tool_cut {
    bool sunk;           // the blade has cut and is not solid until nothing is left in it
    int tissue;          // slot + 1, 0: its edge goes through none
    int node;            // where the slit ends so far, -1: it has not begun
    sut_vec3 from, last; // m, where the edge went in, and where it was in the last step
    double at;           // share of its length
} sut_tool_cut;

// Solids of a tool: its arms, the inclined planes of these, its handle; those that it has in a row.
#define SUT_TOOL_SOLIDS 5

#define SUT_TOOL_TURNS 2 // so many in a row are no chance

typedef struct sut_tool_slot {
    // definition: its numbers are those of the def, whose keys and pose are not used
    uint32_t generation;
    bool used;
    sut_tool_def def;
    int key_count;
    sut_tool_key keys[SUT_TOOL_KEYS];

    // state
    bool steered;   // sut_tool_set_target was called: key 0 is all there is
    bool adrift;    // sut_tool_release was called: no hand leads it
    bool closed;    // a grasping point that has tried to grasp
    bool blocked;   // something is in its way
    sut_pose proxy; // where it is
    double jaw;     // and how far open
    sut_follower follower;
    sut_vec3 velocity;               // m/s, of the proxy
    sut_vec3 force;                  // N, what threads do to it, at its origin
    sut_vec3 torque;                 // N m, about its origin
    sut_vec3 solid_force;            // N, what tools and obstacles do to it, likewise
    sut_vec3 solid_torque;           // N m
    double felt[2];                  // N/m and N m/rad: how stiff the world felt lately
    sut_vec3 last_way[2];            // m and rad, what it went by in the last step
    sut_vec3 last_bend[2];           // and how that differed from the one before
    int by_turns[2];                 // steps in a row in which that turned round
    sut_shape part[SUT_TOOL_SOLIDS]; // where its parts are
    sut_grip grip[SUT_TOOL_GRIPS];
    sut_vec3 let_go; // N, of strands on it that it let go or lost as the last step ended
    sut_tissue_grip tissue_grip;
    sut_needle_grip needle_grip;
    sut_tool_cut cut;

    // scratch of a step
    bool idle;   // to be told after it
    bool halted; // another tool or an obstacle is in the way of the part
    sut_pose goal, next;
    double goal_jaw, next_jaw;
    sut_shape next_part[SUT_TOOL_SOLIDS];
    sut_vec3 impulse,
        angular_impulse; // N s and N m s, explicit models: of contacts, so far, at its origin
    double felt_time;    // s, of the parts so far
} sut_tool_slot;

// Room for changes of a mesh within a step: the tissue lives in one arena, and is made anew with
// its changed mesh in the other one.
typedef struct sut_tissue_room {
    sut_tissue_edit edit;
    sut_arena arena[2];
    int current; // arena that it lives in
    bool made;
    bool told; // of a cut that it had no room for
} sut_tissue_room;

typedef struct sut_tissue_slot {
    uint32_t generation; // state
    bool used;           // state
    sut_tissue *tissue;  // definition, state and scratch
    sut_tissue_room room;
    sut_surface surface; // its triangles, as contacts see them
    void *surface_memory;
    size_t surface_size;
    sut_tet_mesh tets; // of a solid that can be pierced
    double thinness;   // m, at rest: its smallest extent
    uint8_t *image;    // [image_size] scratch: its state as bytes
    size_t image_size;
} sut_tissue_slot;

typedef struct sut_support_slot {
    uint32_t generation; // state
    bool used;           // state
    int tissue;          // slot
    int number;          // of the tissue's own supports
} sut_support_slot;

typedef struct sut_needle_slot {
    uint32_t generation; // state
    bool used;           // state

    // definition
    sut_needle *needle; // with its state
    double friction, max_force;
    sut_pose start; // of its frame; where `advance` counts from
    int thread;     // slot of the thread that is swaged to its end, -1: none
    bool last;      // with its last vertex, else with its first
    bool advances;
    int key_count; // 0: no hand leads it
    sut_needle_key keys[SUT_NEEDLE_KEYS];
    sut_chain chain; // its arc as a row of edges
    void *chain_memory;
    size_t chain_size;

    // state
    bool steered; // sut_needle_set_target was called: key 0 is all there is
    bool lags;    // behind where its hand wants it
    sut_follower follower;
    int refused; // tissue (index1) that it was said to be too thick for, 0: none

    // scratch of a step
    sut_pose goal; // where its hand takes it in this part
    sut_follower saved_follower;
    bool saved_lags;
} sut_needle_slot;
typedef struct sut_hole_slot {
    uint32_t generation; // state
    bool used;           // state
    sut_hole hole;       // definition, state and scratch
    sut_hole_kept saved; // at the start of the step
    bool saved_out;
    int slipped;          // what events know: 0 it sticks, 1 slips, 2 is out
    sut_portal portal;    // scratch of a substep, of one that is a portal
    sut_tissue_drag drag; // the same
} sut_hole_slot;

// Something that threads touch and that is no thread: an obstacle or a part of a tool. Solids are
// numbered: obstacles by their slots, then the parts of the tools.
typedef struct sut_solid {
    const sut_shape *now, *next;
    double friction;
} sut_solid;

// What a caller keeps with an object; with another generation it belongs to one that is gone.
typedef struct sut_user_slot {
    uint32_t generation;
    void *user;
} sut_user_slot;

struct sut_world {
    sut_memory memory;
    sut_world_def def; // hooks, limits, gravity (state)
    double time;       // state, s
    double time_low;   // state, what rounding left of the sum of the steps
    uint64_t steps;    // state
    uint32_t stalls;   // state: steps in a row in which all stood still for a while
    double step_end;   // s, end of the step that is being made
    sut_budget budget; // of the step that is being made
    double energy_due; // J, explicit models: energy of all threads by balance; NaN: not known

    sut_thread_slot *threads;     // [def.capacity.threads]
    sut_hold_slot *holds;         // [sut_hold_slots] those of the user, then the grips of tools
    sut_hold_key *keys;           // [sut_hold_keys] likewise
    sut_obstacle_slot *obstacles; // [def.capacity.obstacles]
    sut_tool_slot *tools;         // [def.capacity.tools]
    sut_tool_slot *saved_tools;   // [def.capacity.tools] at the start of the step
    sut_tissue_slot *tissues;     // [def.capacity.tissues]
    sut_support_slot *supports;   // [def.capacity.supports]
    sut_needle_slot *needles;     // [def.capacity.needles]
    sut_hole_slot *holes;         // [def.capacity.holes]
    int vertex_count, key_count;
    int hold_top; // no hold at or above this index is used: a step looks no further

    // input of a (sub)step, by thread and then by vertex; rods point into these
    sut_pin *pins;              // [sut_pin_slots]
    sut_plane *planes;          // [sut_hold_slots]
    sut_load *loads;            // [sut_hold_slots]
    int *order;                 // [sut_hold_slots] active holds by thread, vertex, index
    sut_hold_slot *saved_holds; // [sut_hold_slots] at the start of the step

    sut_contacts contacts;           // contact/contact.h; its touch list is state
    sut_contact_bodies bodies;       // arrays of it are laid out with the contacts' memory
    sut_contact_view *contact_views; // [def.capacity.contacts] of the last step
    int contact_view_count;
    sut_touch *saved_touches; // [def.capacity.contacts] at the start of the step
    int saved_touch_count;

    sut_event *events; // [def.capacity.events]
    int event_count;
    sut_stats stats;
    char refusal[160];
    sut_user_slot *users[SUT_OBJECT_TYPES]; // [sut_world_places] of the caller; no state

    sut_record_sink sink; // recording: write is null when none runs
    bool sink_failed;

    int island; // 0: all of the world, else the part of it that this view steps (step/island.h)
    const sut_world *whole;         // of an island's view: the world
    struct sut_island_set *islands; // null: there has been no second thread yet
};

// Threads and holds that this view of the world steps.
static inline bool sut_thread_here(const sut_world *w, int slot) {
    const sut_thread_slot *t = &w->threads[slot];
    return t->used && (w->island == 0 || t->island == w->island);
}
static inline bool sut_hold_here(const sut_world *w, const sut_hold_slot *h) {
    return h->used && (w->island == 0 || sut_thread_here(w, (int)h->thread));
}

// Slots of holds, and of their keys: each tool has SUT_TOOL_GRIPS of its own behind those of the
// user, each with one key.
static inline int sut_hold_slots(const sut_capacity *c) {
    return c->holds + SUT_TOOL_GRIPS * c->tools;
}
// A grip pins the vertices beside its own too.
static inline int sut_pin_slots(const sut_capacity *c) {
    return c->holds + 3 * SUT_TOOL_GRIPS * c->tools;
}
static inline int sut_hold_keys(const sut_capacity *c) {
    return c->hold_keys + SUT_TOOL_GRIPS * c->tools;
}
static inline bool sut_hold_is_grip(const sut_world *w, const sut_hold_slot *h) {
    return h - w->holds >= w->def.capacity.holds;
}
// The tool that a grip belongs to.
static inline sut_tool_slot *sut_grip_tool(const sut_world *w, const sut_hold_slot *h) {
    return &w->tools[(h - w->holds - w->def.capacity.holds) / SUT_TOOL_GRIPS];
}
static inline sut_grip *sut_grip_of(const sut_world *w, const sut_hold_slot *h) {
    return &sut_grip_tool(w, h)->grip[(h - w->holds - w->def.capacity.holds) % SUT_TOOL_GRIPS];
}
int sut_world_places(const sut_capacity *c, sut_object_type type); // world/object.c
static inline int sut_solid_count(const sut_world *w) {
    return w->def.capacity.obstacles + SUT_TOOL_SOLIDS * w->def.capacity.tools;
}
bool sut_solid_at(const sut_world *w, int solid, sut_solid *out); // false: there is none
// Of a place from its surface, as it is now; negative: inside. The normal (or null) points out.
double sut_solid_distance(const sut_world *w, int solid, sut_vec3 x, sut_vec3 *normal);

// Growth of the speed limit of a follower after a substep of that length: 1.5. With explicit
// models after a step, whose substeps may be thousands.
double sut_follower_growth(const sut_world *w, double dt);
// Time of a step was lost. What is led live must not make up for it at once: what is left of its
// way it goes no faster than so far. (Key frames wait for the world's time, tools have a speed of
// their own.)
void sut_hold_fall_behind(sut_world *w, double lost, double done);
void sut_obstacle_fall_behind(sut_world *w, double lost);

// All its threads are of explicit models (a world has no others beside them).
bool sut_world_explicit(const sut_world *w);

// lookup: null when the id is not valid
sut_thread_slot *sut_world_thread(const sut_world *w, sut_thread_id id);
sut_hold_slot *sut_world_hold(const sut_world *w, sut_hold_id id);
sut_obstacle_slot *sut_world_obstacle(const sut_world *w, sut_obstacle_id id);
// A changing call begins: what was refused before belongs to another one.
static inline void sut_world_ask(sut_world *w) {
    if (w) {
        w->refusal[0] = '\0';
    }
}
// What many calls refuse with.
extern const char sut_null_pointer[], sut_stale_thread[], sut_stale_hold[], sut_stale_obstacle[],
    sut_stale_tool[], sut_stale_tissue[], sut_stale_support[];
// Keep why a changing call was refused, tell the log, and answer `r`; w may be null.
sut_result sut_world_refuse(sut_world *w, sut_result r, const char *why);

// data/check.c: null if a def is fine, else one sentence about what is wrong with it
const char *sut_check_world_def(const sut_world_def *def);
const char *sut_check_thread_def(const sut_thread_def *def, char *text, size_t size);
const char *sut_check_hold_def(const sut_hold_def *def, int vertex_count, char *text, size_t size);
const char *sut_check_obstacle_def(const sut_obstacle_def *def, char *text, size_t size);
const char *sut_check_tool_def(const sut_tool_def *def, char *text, size_t size);
bool sut_tool_pose_fits(const sut_pose *pose);
bool sut_obstacle_pose_fits(sut_vec3 position, sut_vec3 rotation); // finite and within reason

// drive/hold.c
sut_hold_key sut_hold_at(const sut_world *w, const sut_hold_slot *h, double t);
bool sut_hold_active_at(const sut_hold_slot *h, double t, double dt);
// Share of the way to a live target that belongs to the part [t - dt, t] of a step: all parts of a
// step that is cut go towards it evenly.
double sut_live_share(const sut_world *w, double t, double dt);
void sut_hold_gather(sut_world *w, double t, double dt); // input stage
// Has the vertex of a hold that let it lag all but caught up?
bool sut_hold_within_reach(const sut_world *w, const sut_hold_slot *h, double dt);
// After a solved part: true if a hold must let go because it would pull too hard.
bool sut_hold_saturate(sut_world *w);
// Something is in the way of the hands, or their threads find no shape that follows them: those
// that move go on with a share of their way only. False if none moves.
bool sut_hold_slow_down(sut_world *w, double share, double dt);
// Not solved: nobody knows the forces, and those from before stay.
void sut_hold_commit(sut_world *w, double t, double dt, bool solved);

// drive/hold_planes.c
// List the planes of all holds that are active, as the last step left them: what energies ask for
// between two steps. To be called after anything but a step has changed which holds there are.
// No allocation; holds are sorted by insertion.
void sut_hold_list_planes(sut_world *w);

// drive/obstacle.c
void sut_obstacle_gather(sut_world *w, double t, double dt); // input stage: poses at t
void sut_obstacle_place(sut_obstacle_slot *o);               // shapes of the pose that it has
// Is it where it is meant to be, and stays there for that time?
bool sut_obstacle_rests(const sut_obstacle_slot *o, double from, double to);
// Where a hand at `from` that wants to go to `to` gets: at a solid it slides along the surface.
// `solids`: how many of them it looks at.
sut_vec3 sut_obstacle_keep_out(const sut_world *w, int solids, sut_vec3 from, sut_vec3 to,
                               double radius);
bool sut_obstacle_slow_down(sut_world *w, double share, double dt); // as sut_hold_slow_down
void sut_obstacle_commit(sut_world *w, double share, double dt);
// Where it is, and where it means to be after the step.
void sut_obstacle_ahead(const sut_world *w, const sut_obstacle_slot *o, sut_shape *now,
                        sut_shape *then);
void sut_obstacle_shorten(sut_obstacle_slot *o, double share); // the part's way: a tool is in it
// What a step that fails must give back: the obstacles as the step begins, the touches.
void sut_obstacle_save(sut_world *w);
void sut_touch_save(sut_world *w);
void sut_touch_roll_back(sut_world *w);
// Forget what touched the thread in this slot, or that solid; -1: none.
void sut_touch_forget(sut_world *w, int thread, int solid);

// drive/tool.c
sut_tool_slot *sut_world_tool(const sut_world *w, sut_tool_id id);
sut_tool_key sut_tool_key_at(const sut_tool_slot *tool, double t);
int sut_tool_part_count(const sut_tool_def *d);
// Its parts at a pose and a jaw; returns their number.
int sut_tool_shapes(const sut_tool_def *d, const sut_pose *pose, double jaw,
                    sut_shape out[SUT_TOOL_SOLIDS]);
double sut_tool_widest(const sut_tool_def *d); // rad, turn of each arm when open

// drive/tool_move.c
void sut_tool_begin(sut_world *w, double dt);            // of a step: where each one should go
void sut_tool_gather(sut_world *w, double t, double dt); // input stage: poses at t, grips
bool sut_tool_slow_down(sut_world *w, double share, double dt); // as sut_hold_slow_down
// After a solved part: those that would press a thread harder than it bears go on more slowly, and
// the part is to be solved again. False if none does.
bool sut_tool_yield(sut_world *w, double dt);
void sut_tool_commit(sut_world *w, double share, double dt);
void sut_tool_finish(sut_world *w, double dt); // of a step: what it feels, what it holds

// drive/tool_clear.c
void sut_tool_fit_goals(sut_world *w); // of a step: goals that keep clear of other tools, obstacles
void sut_tool_clear(sut_world *w);     // of a part: shorten the ways that would not
const char *sut_tool_check_apart(const sut_world *w, const sut_tool_slot *tool); // null: it is

// attach/grip.c
void sut_grip_gather(sut_world *w, int tool, double dt); // where its grips should be after the part
void sut_grip_commit(sut_world *w, int tool, double share);
void sut_grip_update(sut_world *w, int tool); // after a step: take, slide, let go
void sut_grip_drop(sut_world *w, int tool, int k);
bool sut_grip_holds(const sut_world *w, int tool); // anything
// Is a place in the tool's frame between its jaws, or within `margin` of that?
bool sut_grip_is_between(const sut_tool_slot *tool, sut_vec3 x, double margin);

// A strand that blades close over: the edge of it in the middle between them.
typedef struct sut_grip_strand {
    int thread, edge;
} sut_grip_strand;
int sut_grip_strands(const sut_world *w, int tool, sut_grip_strand out[SUT_TOOL_GRIPS]);

// attach/tool_cut.c
bool sut_tool_cuts(const sut_tool_def *d);
bool sut_world_has_cutters(const sut_world *w);
bool sut_tool_reserve_cuts(sut_world *w);         // room for cuts in steps; false: no memory
bool sut_tool_is_sunk(const sut_tool_slot *tool); // a blade that cuts: it is not solid
void sut_tool_cut_update(sut_world *w, int tool); // after a step
// attach/cut.c: along points as sut_tissue_cut, not recorded; *last: the last node of the path.
sut_result sut_tissue_cut_along(sut_world *w, sut_tissue_slot *t, const sut_vec3 *points, int count,
                                double *length, int *last);

// attach/grip_tissue.c: the same of tissue
void sut_tissue_grip_begin(sut_world *w); // of a part
void sut_tissue_grip_gather(sut_world *w, double dt);
bool sut_tissue_grip_saturate(sut_world *w); // as sut_hold_saturate
void sut_tissue_grip_commit(sut_world *w, int tool);
bool sut_tissue_grip_pulls_hard(const sut_world *w, int tool); // against its way, than its coupling
void sut_tissue_grip_update(sut_world *w, int tool);
bool sut_tissue_grip_is_squeezed(const sut_world *w, int tool, int tissue); // by both arms
void sut_tissue_grip_drop(sut_tool_slot *tool);
void sut_tissue_grip_forget(sut_world *w, int tissue);  // a tissue goes
void sut_tissue_grip_take_near(sut_world *w, int tool); // a grasping point closes
sut_tool_tissue_grip sut_tissue_grip_view(const sut_world *w, int tool);
// The least opening that what lies between the jaws leaves, rad of each arm.
double sut_grip_least_turn(const sut_world *w, int tool);
// The part of the segment a b, in the tool's frame, that lies between its jaws, as shares of it;
// `depth`: as far up the arms. And the turn of an arm at which its face touches what is so thick at
// the height z; what jaws hold within, or let go beyond, of such a turn.
bool sut_grip_part_between(const sut_tool_slot *tool, double depth, sut_vec3 a, sut_vec3 b,
                           double margin, double t[2]);
double sut_grip_touching_turn(const sut_tool_def *d, double radius, double z);
extern const double sut_grip_holding, sut_grip_letting;

// attach/grip_needle.c: the same of needles
void sut_needle_grip_gather(sut_world *w); // after the tools' next poses
void sut_needle_grip_commit(sut_world *w, int tool);
void sut_needle_grip_update(sut_world *w, int tool);
void sut_needle_grip_take_near(sut_world *w, int tool); // a grasping point closes
// Does it slide (kind 0) or turn (kind 1) between the jaws? Then in which direction, and how stiff
// the grip is across that: along it more way takes no more force.
bool sut_needle_grip_slides(const sut_world *w, int tool, int kind, sut_vec3 *along,
                            double *across);
// Nearest place of a needle to where a grasping point takes, m; *needle -1: none within reach.
double sut_needle_grip_nearest(const sut_world *w, int tool, int *needle);
double sut_needle_grip_least_turn(const sut_world *w, int tool);
// The tool holds the needle from now on, as it lies. Null, or why it cannot.
const char *sut_needle_grip_take(sut_world *w, int tool, int needle);
void sut_needle_grip_drop(sut_tool_slot *tool);
void sut_needle_grip_forget(sut_world *w, int needle); // it goes
bool sut_needle_grip_owns(const sut_world *w, int needle, const sut_shape *part);
int sut_needle_grip_tool(const sut_world *w, int needle); // the first that holds it, -1: none
sut_tool_needle_grip sut_needle_grip_view(const sut_world *w, int tool);

// world/tissue.c
sut_tissue_slot *sut_world_tissue(const sut_world *w, sut_tissue_id id);
bool sut_world_has_tissues(const sut_world *w);
// The body in a slot; null: there is none.
static inline sut_body *sut_tissue_slot_body(const sut_tissue_slot *t) {
    return t->used ? sut_tissue_body(t->tissue) : NULL;
}

// Put a tissue of a checked def into a slot; its supports come later. Lips of a wound that lie in
// one place are parted. SUT_E_MEMORY.
sut_result sut_tissue_fill_slot(sut_world *w, sut_tissue_slot *t, const sut_tissue_def *def,
                                bool part_lips);
void sut_tissue_free_slot(sut_tissue_slot *t, sut_memory *memory);
// Its triangles as contacts see them, from `m`; false: no memory.
bool sut_tissue_slot_surface(sut_tissue_slot *t, sut_memory *m);
double sut_tissue_lip_offset(const sut_tissue_def *def); // m, by which lips of a cut are parted

// drive/needle.c
sut_needle_slot *sut_world_needle(const sut_world *w, sut_needle_id id);
bool sut_world_has_needles(const sut_world *w);
// The body in a slot; null: there is none.
static inline sut_body *sut_needle_slot_body(const sut_needle_slot *s) {
    return s->used ? &s->needle->body : NULL;
}
// Put a needle of a checked def into a slot. SUT_E_MEMORY.
sut_result sut_needle_fill_slot(sut_world *w, sut_needle_slot *s, const sut_needle_def *def);
void sut_needle_free_slot(sut_needle_slot *s, sut_memory *memory);
const char *sut_check_needle_def(const sut_needle_def *def, char *text, size_t size);
void sut_needle_gather(sut_world *w, double t, double dt); // input stage: where hands lead them
bool sut_needle_slow_down(sut_world *w, double share, double dt); // as sut_hold_slow_down
void sut_needle_commit(sut_world *w, double dt);                  // of a part
void sut_needle_save(sut_world *w); // what the input stage changes; and back
void sut_needle_roll_back(sut_world *w);
void sut_needle_lose_thread(sut_world *w, int thread); // it is going: no needle has it any more
void sut_needle_follow(sut_world *w);                  // chains to where the needles are

// All bodies with vertices in one row of places: threads, needles, tissues, each by slot. Contacts
// number bodies by the same row. Null: the slot is empty.
static inline int sut_world_bodies(const sut_world *w) {
    return w->def.capacity.threads + w->def.capacity.needles + w->def.capacity.tissues;
}
static inline sut_body *sut_world_body(const sut_world *w, int place) {
    int threads = w->def.capacity.threads;
    if (place < threads) {
        return sut_thread_here(w, place) ? &w->threads[place].rod.body : NULL;
    }
    int needles = w->def.capacity.needles;
    return place < threads + needles ? sut_needle_slot_body(&w->needles[place - threads])
                                     : sut_tissue_slot_body(&w->tissues[place - threads - needles]);
}

// attach/cut.c: changes of meshes
// Room for what a tissue's capacity allows; surfaces only. False: no memory.
bool sut_tissue_reserve_room(sut_world *w, sut_tissue_slot *t);
// The edit in its room becomes the tissue. False: no room, nothing is changed.
bool sut_tissue_take_edit(sut_world *w, sut_tissue_slot *t);
// Room for the bytes of its state, after supports came or went; false: no memory.
bool sut_tissue_reserve_image(sut_tissue_slot *t, sut_memory *memory);

// step/contact.c: null if a thread (a solid) may be where it is, else why not
const char *sut_contact_check_thread(sut_world *w, int thread);
const char *sut_contact_check_solid(sut_world *w, const sut_shape *shape);
const char *sut_contact_check_tissue(sut_world *w, int tissue);
const char *sut_contact_check_needle(sut_world *w, int needle);
// How much of everything the bodies need that exist; bytes for that, and where it is in them.
sut_contact_capacity sut_contact_capacity_now(const sut_world *w);
size_t sut_contact_bytes(const sut_world *w, const sut_contact_capacity *most);
void sut_contact_lay_out(sut_world *w, const sut_contact_capacity *most, void *at);
// Lay out what contacts need for the threads and obstacles that exist; false: no memory.
bool sut_contact_reserve(sut_world *w);
void sut_contact_refresh(sut_world *w);          // after threads came or went
void sut_contact_settings_refresh(sut_world *w); // after def.contact changed
bool sut_contact_looks(const sut_world *w);      // are there any? They look at first guesses.
// The stages of a (sub)step; see step/step.c.
void sut_contact_begin(sut_world *w, bool keep); // after the first guess of all rods
// How much of the motion keeps everything apart; `add`: a contact for what is in the way.
double sut_contact_iteration_cost(const sut_contacts *c); // us, of one iteration of a solve
double sut_contact_guard_cost(const sut_world *w);        // us, of one look
double sut_contact_share(sut_world *w, bool add, bool brief);
// The motion is another one than the solve's: forces that suit it.
void sut_contact_settle(sut_world *w);
void sut_contact_finish(sut_world *w, double h, double share);
void sut_contact_output(sut_world *w);

// attach/hole.c: the stages of a (sub)step
void sut_hole_begin(sut_world *w, double h); // after the first guess of all bodies
void sut_hole_commit(sut_world *w);
void sut_hole_save(sut_world *w); // and back to it
void sut_hole_roll_back(sut_world *w);
int sut_hole_motion(const sut_hole *k); // 0: it sticks, 1: slips, 2: is out
void sut_hole_output(sut_world *w);     // events
void sut_hole_cut_thread(sut_world *w, int thread, int edge);
void sut_hole_cut_tissue(sut_world *w, int tissue);         // its mesh is another one
void sut_hole_forget(sut_world *w, int thread, int tissue); // their bodies go; -1: none
// attach/portal.c: holes that are published portal springs
void sut_portal_gather(sut_world *w); // start of a (sub)step
void sut_portal_commit(sut_world *w);
void sut_portal_restore(sut_world *w); // after a state came from elsewhere
void sut_portal_output(sut_world *w);  // vertices go through
// attach/tear.c: holes that give way, after each step
double sut_tear_limit(const sut_world *w, const sut_hole *k); // N; infinite: never
double sut_tear_edge(const sut_world *w, const sut_hole *k);  // m, to the next free edge
void sut_tear_list_leaving(sut_world *w);
void sut_tear_output(sut_world *w);

// data/event.c
void sut_world_event(sut_world *w, sut_event_type type, uint32_t a, sut_vec3 where, double amount);
void sut_world_event_between(sut_world *w, sut_event_type type, uint32_t a, uint32_t b,
                             sut_vec3 where, double amount);

// state/record.c: called by every changing function after it succeeded
void sut_record_thread_create(sut_world *w, const sut_thread_def *def);
void sut_record_thread_destroy(sut_world *w, sut_thread_id id);
void sut_record_hold_create(sut_world *w, sut_thread_id thread, const sut_hold_def *def);
void sut_record_hold_destroy(sut_world *w, sut_hold_id id);
void sut_record_hold_target(sut_world *w, sut_hold_id id, const sut_hold_key *target);
void sut_record_obstacle_create(sut_world *w, const sut_obstacle_def *def);
void sut_record_obstacle_destroy(sut_world *w, sut_obstacle_id id);
void sut_record_obstacle_pose(sut_world *w, sut_obstacle_id id, sut_vec3 position,
                              sut_vec3 rotation);
void sut_record_tool_create(sut_world *w, const sut_tool_def *def);
void sut_record_tool_destroy(sut_world *w, sut_tool_id id);
void sut_record_tool_target(sut_world *w, sut_tool_id id, const sut_pose *pose, double jaw);
void sut_record_tool_release(sut_world *w, sut_tool_id id);
void sut_record_tissue_create(sut_world *w, const sut_tissue_def *def);
void sut_record_tissue_destroy(sut_world *w, sut_tissue_id id);
void sut_record_thread_cut(sut_world *w, sut_thread_id id, int edge);
void sut_record_tissue_cut(sut_world *w, sut_tissue_id id, const sut_vec3 *points, int count);
void sut_record_support_create(sut_world *w, sut_tissue_id tissue, const sut_support_def *def);
void sut_record_support_destroy(sut_world *w, sut_support_id id);
void sut_record_needle_create(sut_world *w, const sut_needle_def *def);
void sut_record_needle_destroy(sut_world *w, sut_needle_id id);
void sut_record_needle_target(sut_world *w, sut_needle_id id, const sut_pose *pose);
void sut_record_needle_release(sut_world *w, sut_needle_id id);
void sut_record_hole_create(sut_world *w, const sut_hole_def *def);
void sut_record_hole_destroy(sut_world *w, sut_hole_id id);
void sut_record_friction(sut_world *w, sut_thread_id id, double friction);
void sut_record_gravity(sut_world *w, sut_vec3 gravity);
void sut_record_budget(sut_world *w, double budget);
void sut_record_step(sut_world *w, double dt);

#endif
