// SPDX-License-Identifier: MIT
// film.h -- what the picture of a run is drawn from: the run as a film of at most a few hundred
// frames of thinned threads, kept while it goes.
#ifndef SUT_OUTPUT_FILM_H
#define SUT_OUTPUT_FILM_H

#include "output/film_tissue.h"
#include "output/source.h"
#include "output/tally.h"

enum {
    SUT_FILM_FRAMES = 241,  // at most, the first and the last included
    SUT_FILM_HOLDS = 64,    // held vertices that are followed
    SUT_FILM_PICTURES = 10, // frames that are drawn, at most
    SUT_FILM_OBSTACLES = 64,
    SUT_FILM_CONTACTS = 1024, // that are drawn, at most
    SUT_FILM_TOOLS = 16,
};

typedef struct sut_film_thread {
    const char *name; // the source's
    int first;        // index of its first point in a frame
    int points;       // that are kept of its vertices
    int vertices;
    double radius;
} sut_film_thread;

// A needle: all of its points are kept.
typedef struct sut_film_needle {
    const char *name; // the source's
    int first, points;
    double radius;
} sut_film_needle;

typedef struct sut_film_frame {
    double t;
    double tension; // N, largest of any edge since the frame before
    double stretch; // largest strain since the frame before
    double kinetic; // J, of threads and tissues
    double elastic; // J, of tissues
    double strain;  // largest of any tissue at that moment
} sut_film_frame;

typedef struct sut_film_hold {
    int thread, vertex;
    bool is_load;   // a force, not a place
    bool active;    // at the end
    sut_vec3 force; // on the thread at the end
} sut_film_hold;

typedef struct sut_film_contact {
    sut_vec3 where;
    sut_vec3 force; // N, on the first of the two
    bool slipping;
} sut_film_contact;

// A tool in one frame.
typedef struct sut_film_tool {
    sut_vec3 tip; // m, where the proxy's origin is
    bool holds;
    int part_count;
    sut_tool_part parts[SUT_TOOL_PARTS];
} sut_film_tool;

typedef struct sut_film {
    long long steps; // that the run will have
    long long next;  // step of the next frame
    int thread_count;
    sut_film_thread *threads; // [thread_count]
    int tissue_count;
    sut_film_tissue *tissues; // [tissue_count]
    int needle_count;
    sut_film_needle *needles; // [needle_count]
    int point_count;          // of all threads, behind them of all tissues, and of all needles
    int hold_count;
    sut_film_hold holds[SUT_FILM_HOLDS];
    int obstacle_count;
    const sut_source_obstacle *obstacles; // the source's
    int tool_count;

    int frame_count;
    sut_film_frame frames[SUT_FILM_FRAMES];
    sut_vec3 *points;            // [SUT_FILM_FRAMES][point_count]
    sut_vec3 *held;              // [SUT_FILM_FRAMES][hold_count], NaN where the hold was not active
    sut_certificate_pose *poses; // [SUT_FILM_FRAMES][obstacle_count]
    sut_film_tool *tools;        // [SUT_FILM_FRAMES][tool_count]
    bool with_contacts;
    int contact_count;
    sut_film_contact *contacts; // [contact_count] at the end
    double *tension;            // [point_count] at the end, of the edges after each kept point;
                                // NaN: the thread is cut there
    double peak_tension, peak_stretch; // since the last frame
} sut_film;

// False without memory. The world must be at its start. `contacts`: those of the end are kept too.
bool sut_film_init(sut_film *film, const sut_source *src, long long steps, bool contacts);
void sut_film_free(sut_film *film);
// The start, and every accepted step.
void sut_film_start(sut_film *film, const sut_source *src, const sut_tally *tally);
void sut_film_step(sut_film *film, const sut_source *src, const sut_tally *tally);
// The run ended here, perhaps early.
void sut_film_end(sut_film *film, const sut_source *src, const sut_tally *tally);

// Frames to draw, from the first to the last, spaced by how far the threads moved rather than by
// time: a thread that falls and rests shows its fall. Returns how many.
int sut_film_pick(const sut_film *film, int picks[SUT_FILM_PICTURES]);

bool sut_film_has_surfaces(const sut_film *film);
double sut_film_strain(const sut_film *film); // largest of any tissue at the end
const sut_vec3 *sut_film_points(const sut_film *film, int frame);
sut_vec3 sut_film_held(const sut_film *film, int frame, int hold);
sut_certificate_pose sut_film_pose(const sut_film *film, int frame, int obstacle);
const sut_film_tool *sut_film_tool_at(const sut_film *film, int frame, int tool);

#endif
