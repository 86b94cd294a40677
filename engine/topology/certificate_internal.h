// SPDX-License-Identifier: MIT
// certificate_internal.h -- the parts of a certificate, for the files that share the work:
// certificate.c (life, threads, steps), certificate_pairs.c (threads against threads),
// certificate_solid.c (threads against solids), certificate_meeting.c (solids against solids),
// certificate_surface.c (surfaces: life and tree), certificate_sheet.c (threads and surfaces
// against surfaces), certificate_press.c (solids against surfaces).
#ifndef SUT_TOPOLOGY_CERTIFICATE_INTERNAL_H
#define SUT_TOPOLOGY_CERTIFICATE_INTERNAL_H

#include "base/memory.h"
#include "math/vec3.h"
#include "sutura/certificate.h"

// A block that only grows.
typedef struct sut_cert_block {
    void *mem;
    size_t size; // bytes
} sut_cert_block;

typedef struct sut_cert_component {
    int first_vertex, vertex_count;
    int first_edge, edge_count;
    double radius;
    bool closed;
    bool fresh; // not judged yet: its start may still be snapped in another way
} sut_cert_component;

typedef struct sut_cert_edge {
    int a, b; // vertices, counted over all components
    int component;
} sut_cert_edge;

typedef struct sut_cert_box {
    sut_vec3 low, high;
} sut_cert_box;

typedef struct sut_cert_solid {
    sut_certificate_solid shape;
    sut_certificate_pose from, to;
    uint64_t changes;
    sut_cert_block inside;  // one byte per edge: was in the solid at the end of the last step
    sut_cert_block pressed; // the same per triangle
} sut_cert_solid;

// Two solids that are watched against each other.
typedef struct sut_cert_meeting {
    int first, second;
    bool inside; // they overlapped at the end of the last step
} sut_cert_meeting;

enum { SUT_CERT_LEVELS = 32 };

// A triangle. Every vertex and every edge of a surface is looked at with one of its triangles, the
// one that owns it.
typedef struct sut_cert_triangle {
    int v[3]; // counted over all surfaces
    int surface;
    int number;         // in the order given; here they are sorted in space
    uint8_t own_vertex; // bit k: vertex k
    uint8_t own_edge;   // bit k: the edge from vertex k to the next
} sut_cert_triangle;

typedef struct sut_cert_surface {
    int first_vertex, vertex_count;
    int first_triangle, triangle_count;
    int first_box; // tree of boxes over its triangles
    int level_count;
    int level_first[SUT_CERT_LEVELS], level_size[SUT_CERT_LEVELS];
    double scale;
    bool fresh;
    uint64_t changes, pending;
} sut_cert_surface;

// A thread in a hole, for one step.
typedef struct sut_cert_hole {
    int component, surface, triangle;
    double from, to;
} sut_cert_hole;

enum {
    SUT_CERT_COMPONENT,
    SUT_CERT_EDGE,
    SUT_CERT_FROM,
    SUT_CERT_TO,
    SUT_CERT_PLACE,
    SUT_CERT_PLACE_END,
    SUT_CERT_BOX,
    SUT_CERT_TOUCHED,
    SUT_CERT_CHANGES,
    SUT_CERT_PENDING,
    SUT_CERT_SOLID,
    SUT_CERT_MEETING,
    SUT_CERT_SURFACE,
    SUT_CERT_TRIANGLE,
    SUT_CERT_SHEET_FROM,
    SUT_CERT_SHEET_TO,
    SUT_CERT_SHEET_PLACE,
    SUT_CERT_SHEET_END,
    SUT_CERT_SHEET_OFFSET,
    SUT_CERT_SHEET_BOX,
    SUT_CERT_SHEET_TOUCHED,
    SUT_CERT_GROUP,
    SUT_CERT_HOLE,
    SUT_CERT_BLOCKS
};

struct sut_certificate {
    sut_memory memory;
    // grid: a point is (x - center)/unit, rounded, plus its own constant jitter
    sut_vec3 center;
    double unit;
    uint64_t salt; // chooses the jitter of the next state
    // threads
    int component_count, vertex_count, edge_count;
    double radius_min;
    sut_cert_component *component;
    sut_cert_edge *edge;
    sut_vec3 *from, *to;         // in the grid
    sut_vec3 *place, *place_end; // in the scene
    // tree of boxes over runs of edges; level 0 is the edges
    sut_cert_box *box;
    int level_count;
    int level_first[SUT_CERT_LEVELS], level_size[SUT_CERT_LEVELS];
    // solids
    int solid_count;
    sut_cert_solid *solid;
    sut_cert_meeting *meeting;
    int meeting_count;
    uint8_t *touched; // one per edge, in this step
    // surfaces
    int surface_count, sheet_vertices, triangle_count;
    sut_cert_surface *surface;
    sut_cert_triangle *triangle;
    sut_vec3 *sheet_from, *sheet_to;   // in the grid
    sut_vec3 *sheet_place, *sheet_end; // in the scene
    sut_vec3 *sheet_offset; // m, parts vertices that begin in one place: lips of a closed wound
    double offset_most;     // m, size of the largest
    sut_cert_box *sheet_box;
    uint8_t *sheet_touched; // one per triangle
    int *group;             // one per vertex of a surface
    sut_cert_hole *hole;
    int hole_count;
    uint64_t explained, explained_pending;
    // answers
    uint64_t steps, changes;
    uint64_t *pair_changes; // of a >= b at a (a + 1)/2 + b
    uint64_t *pair_pending; // of the step being judged
    uint64_t pending;
    bool undecided;        // a pair touched in a corner case
    bool accept_undecided; // the last try: count it
    sut_certificate_event *event;
    int event_count, event_pending;
    // how much work the last step was
    int pairs_near, pairs_exact;
    // the blocks behind the pointers above
    sut_cert_block blocks[SUT_CERT_BLOCKS];
};

// Make a block at least this large, keeping its contents; false when memory is out.
bool sut_cert_reserve(sut_memory *m, sut_cert_block *b, size_t size);
void sut_cert_release(sut_memory *m, sut_cert_block *b);

// Take the pointers from the blocks, after one of them has grown.
void sut_cert_point(sut_certificate *c);
// The unit in which everything fits and which is fine enough for the radius; 0: there is none.
double sut_cert_fitting_unit(const sut_certificate *c, const sut_vec3 *place, int count,
                             double radius, sut_result *why);
// Make the grid twice as coarse.
void sut_cert_coarsen(sut_certificate *c);
// Grid coordinates of a part of the scene, whose number chooses the jitter; false when one is out
// of the grid or not finite. Offsets (may be null) are added before.
bool sut_cert_snap(const sut_certificate *c, uint64_t number, int count, double unit,
                   const sut_vec3 *place, const sut_vec3 *offset, sut_vec3 *out);

// certificate_pairs.c: lay out the tree for edge_count edges; judge from -> to into the pending
// counts. False: a pair could not be decided, and nothing is pending.
int sut_cert_tree_layout(sut_certificate *c, int edge_count);
bool sut_cert_pairs_judge(sut_certificate *c);

// certificate_solid.c: judge place -> place_end against all solids; mark what is inside `place`.
void sut_cert_solids_judge(sut_certificate *c);
void sut_cert_solid_mark(sut_certificate *c, sut_cert_solid *solid, int first_edge);
// certificate_meeting.c: judge the solids that are watched against each other.
void sut_cert_meetings_judge(sut_certificate *c);
bool sut_cert_overlap(const sut_certificate *c, int first, int second); // where they begin
bool sut_cert_solid_is_good(const sut_certificate_solid *s, const sut_certificate_pose *pose);

// certificate_surface.c: grid coordinates of all surfaces at the end of the motion, `factor` times
// those of a grid `factor` times coarser; the fresh ones again at its start.
void sut_cert_sheets_snap(sut_certificate *c, const sut_vec3 *place, double factor);
void sut_cert_sheets_resnap(sut_certificate *c);
void sut_cert_sheets_fit(sut_certificate *c);    // boxes of the step
void sut_cert_sheets_settle(sut_certificate *c); // the step is over
// certificate_sheet.c: judge from -> to into the pending counts. False: undecided.
bool sut_cert_sheets_judge(sut_certificate *c);
// certificate_press.c: judge surfaces against a solid; mark the triangles from `first` on that are
// in it now.
void sut_cert_press_judge(sut_certificate *c, int solid);
void sut_cert_press_mark(sut_certificate *c, sut_cert_solid *solid, int first);

// Note an event that stays, or, for threads, one that waits for the end of the step.
void sut_cert_note(sut_certificate *c, const sut_certificate_event *e, int *count);

//---- boxes ---------------------------------------------------------------------------------------

static inline double sut_cert_least(double a, double b) {
    return a < b ? a : b;
}

static inline double sut_cert_most(double a, double b) {
    return a > b ? a : b;
}

static inline void sut_cert_box_add(sut_cert_box *box, sut_vec3 p) {
    box->low = v3(sut_cert_least(box->low.x, p.x), sut_cert_least(box->low.y, p.y),
                  sut_cert_least(box->low.z, p.z));
    box->high = v3(sut_cert_most(box->high.x, p.x), sut_cert_most(box->high.y, p.y),
                   sut_cert_most(box->high.z, p.z));
}

// All six comparisons at once: which of them fails first cannot be predicted.
static inline bool sut_cert_boxes_overlap(const sut_cert_box *a, const sut_cert_box *b) {
    double x = sut_cert_most(a->low.x - b->high.x, b->low.x - a->high.x);
    double y = sut_cert_most(a->low.y - b->high.y, b->low.y - a->high.y);
    double z = sut_cert_most(a->low.z - b->high.z, b->low.z - a->high.z);
    return sut_cert_most(x, sut_cert_most(y, z)) <= 0.0;
}

static inline size_t sut_cert_pair_index(int a, int b) {
    size_t high = (size_t)(a > b ? a : b);
    size_t low = (size_t)(a > b ? b : a);
    return high * (high + 1) / 2 + low;
}

#endif
