// SPDX-License-Identifier: MIT
// outputs.h -- everything that a run leaves in its output folder.
#ifndef SUT_OUTPUT_OUTPUTS_H
#define SUT_OUTPUT_OUTPUTS_H

#include "output/contact_csv.h"
#include "output/csv.h"
#include "output/event.h"
#include "output/film.h"
#include "output/holes_csv.h"
#include "output/needle_csv.h"
#include "output/picture.h"
#include "output/series.h"
#include "output/tissue_csv.h"
#include "output/tool_csv.h"
#include "output/vtp.h"

enum { SUT_FORMAT_CSV = 1, SUT_FORMAT_VTP = 2, SUT_FORMAT_SVG = 4, SUT_FORMAT_SERIES = 8 };

typedef struct sut_outputs {
    unsigned formats;
    long long every; // steps between two blocks
    sut_folder folder;
    sut_csv csv;
    sut_tool_csv tools;
    sut_tissue_csv tissues;
    sut_needle_csv needles;
    sut_event_csv events; // with tissues or needles
    sut_holes_csv holes;  // likewise
    bool with_contacts;
    sut_writer contacts;
    sut_vtp vtp;
    sut_film film;
    sut_series series;
    char *picture;        // path of picture.svg
    long long last_block; // step of the last block written, -1: none
} sut_outputs;

// Make the folder and the files without touching what is there; refuse and leave no trace when
// something cannot be had.
typedef struct sut_output_plan {
    const char *folder;
    unsigned formats;        // none: nothing is done and `folder` may be null
    long long every;         // steps between two blocks, >= 1
    long long steps;         // of the whole run
    bool contacts;           // contacts.csv, and contacts in the picture
    const sut_probe *probes; // [probe_count] of the series
    int probe_count;
} sut_output_plan;
bool sut_outputs_open(sut_outputs *out, const sut_source *src, const sut_output_plan *plan,
                      sut_fault *fault);
void sut_outputs_abandon(sut_outputs *out);
// From here on old files are gone. Writes the state at the start.
bool sut_outputs_begin(sut_outputs *out, const sut_source *src, const sut_tally *tally);
// After each accepted step. False when a file could not be written; close says which.
bool sut_outputs_step(sut_outputs *out, const sut_source *src, const sut_tally *tally);
// Write the last state if it is not written yet, and close everything.
bool sut_outputs_close(sut_outputs *out, const sut_source *src, const sut_tally *tally,
                       const sut_picture_text *text, sut_fault *fault);

#endif
