// SPDX-License-Identifier: MIT
// world.h -- what a world is made of. data/data.h has how it is found, checked and laid out.
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

    // scratch: where this hold stands in the lists of its rod in this substep, -1: nowhere
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

    // scratch of a substep
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

    // scratch of a substep
    double next_spin;
    sut_vec3 next_beside[2]; // m, in the world
    sut_vec3 couple;         // N m, of the pulls at these about the vertex
} sut_grip;

// Tissue between the jaws of a tool. docs/theory/tools.md
typedef struct sut_tissue_grip {
    // state, with the count and the nodes of the grip
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
    bool adrift;    // sut_tool_release was called: it has no target
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
    uint8_t *image;    // [2 image_size] scratch: its state as bytes
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
    int key_count; // 0: it has no target
    sut_needle_key keys[SUT_NEEDLE_KEYS];
    sut_chain chain; // its arc as a row of edges
    void *chain_memory;
    size_t chain_size;

    // state
    bool steered; // sut_needle_set_target was called: key 0 is all there is
    bool lags;    // behind its target
    sut_follower follower;
    int refused; // tissue (index1) that it was said to be too thick for, 0: none

    // scratch of a step
    sut_pose goal; // its target in this substep
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
    // what there was before a restore, should the image turn out to be none
    sut_hold_key *saved_keys;
    sut_obstacle_slot *saved_obstacles;
    sut_needle_slot *saved_needles;
    sut_support_slot *saved_supports;
    sut_hole_slot *saved_holes;
    int vertex_count, key_count;
    int hold_top; // no hold at or above this index is used: a step looks no further

    // input of a substep, by thread and then by vertex; rods point into these
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

static inline int sut_solid_count(const sut_world *w) {
    return w->def.capacity.obstacles + SUT_TOOL_SOLIDS * w->def.capacity.tools;
}
// A changing call begins: what was refused before belongs to another one.
static inline void sut_world_ask(sut_world *w) {
    if (w) {
        w->refusal[0] = '\0';
    }
}
// The body in a slot; null: there is none.
static inline sut_body *sut_tissue_slot_body(const sut_tissue_slot *t) {
    return t->used ? sut_tissue_body(t->tissue) : NULL;
}
// The body in a slot; null: there is none.
static inline sut_body *sut_needle_slot_body(const sut_needle_slot *s) {
    return s->used ? &s->needle->body : NULL;
}
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

#endif
