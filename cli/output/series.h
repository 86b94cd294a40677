// SPDX-License-Identifier: MIT
// series.h -- quantities of a run over time: series.csv with a line per block, and series.svg with
// their curves. Energies by kind, distance of the ends, forces and torques of holds, what hands
// feel, contacts, and the forces on chosen vertices by kind.
#ifndef SUT_OUTPUT_SERIES_H
#define SUT_OUTPUT_SERIES_H

#include "output/picture.h"
#include "output/source.h"
#include "output/writer.h"

enum { SUT_SERIES_PROBES = 16 };

// A vertex whose forces are written by kind.
typedef struct sut_probe {
    int thread; // index of the source
    int vertex; // 0 .. vertex_count - 1
} sut_probe;

// Which picture a column is drawn in.
typedef enum sut_series_chart {
    SUT_SERIES_NONE, // in the table only
    SUT_SERIES_ENERGY,
    SUT_SERIES_DISTANCE,
    SUT_SERIES_HOLD,
    SUT_SERIES_TORQUE,
    SUT_SERIES_SPIN, // what the torque before it is drawn against
    SUT_SERIES_TWIST,
    SUT_SERIES_AXIAL,
    SUT_SERIES_HAND,
    SUT_SERIES_DEVICE,
    SUT_SERIES_CONTACT,
    SUT_SERIES_PROBE, // one per probe, in their order
} sut_series_chart;

// Curves keep the smallest and the largest value of at most this many stretches of time.
enum { SUT_SERIES_BINS = 1024 };

typedef struct sut_series_column {
    char name[112];     // "thread.suture.bend"
    int chart;          // sut_series_chart, or SUT_SERIES_PROBE + number of the probe
    double *low, *high; // [SUT_SERIES_BINS]; null: it is not drawn
} sut_series_column;

typedef struct sut_series {
    sut_writer file;
    char *picture; // path of series.svg
    int probe_count;
    sut_probe probes[SUT_SERIES_PROBES];
    sut_series_column *columns; // [count]
    int count, capacity;
    double *now;                  // [count] of the block that is being written
    int at;                       // next column; -1: columns are being listed
    bool failed;                  // no memory
    double time[SUT_SERIES_BINS]; // s, of the first block of a bin
    double end;                   // s, of the last block
    int bins;
    long long blocks, per_bin;
} sut_series;

// `probes` are copied. Nothing is touched before begin.
bool sut_series_open(sut_series *s, const sut_source *src, const char *folder,
                     const sut_probe *probes, int probe_count, sut_fault *fault);
void sut_series_abandon(sut_series *s);
void sut_series_begin(sut_series *s);
void sut_series_block(sut_series *s, const sut_source *src);
bool sut_series_failed(const sut_series *s);
bool sut_series_close(sut_series *s, const sut_picture_text *text, sut_fault *fault);

// series_chart.c: the picture.
bool sut_series_draw(const sut_series *s, const sut_picture_text *text, const char *path,
                     sut_fault *fault);

#endif
