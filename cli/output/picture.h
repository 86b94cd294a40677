// SPDX-License-Identifier: MIT
// picture.h -- one picture of a whole run, as SVG.
//
//     +--------------------------------------------------+
//     | title                                            |
//     | +-----------------------------+  tension  [bar]  |
//     | | shapes, faint to strong,    |  strain   [bar]  |
//     | | the last one by tension     |  time     ---    |
//     | +-----------------------------+                  |
//     | kinetic energy | largest tension | largest stretch|
//     +--------------------------------------------------+
//
// Motion in a plane gets one panel, motion in space a front and a side view, surfaces a view aslant
// and one along an axis. The same run gives the same bytes.
#ifndef SUT_OUTPUT_PICTURE_H
#define SUT_OUTPUT_PICTURE_H

#include "output/film.h"
#include "output/svg.h"
#include "output/writer.h"

typedef struct sut_picture_text {
    const char *title;
    const char *subtitle;
} sut_picture_text;

// Draw the film into `path`.
bool sut_picture_write(const sut_film *film, const sut_picture_text *text, const char *path,
                       sut_fault *fault);

// The style sheet of all pictures: classes ink, mute, grid, axis, panel, ...
const char *sut_picture_style(void);

//---- parts of the picture, one file each ---------------------------------------------------------
typedef struct sut_box {
    double x, y, w, h; // pixels
} sut_box;

// Tension of the last frame as colour. A flat range shows one colour and one number.
typedef struct sut_tension_range {
    double low, high; // N
} sut_tension_range;
sut_tension_range sut_picture_range(const sut_film *film);
double sut_picture_share(const sut_tension_range *range, double tension); // 0 .. 1

// How strong frame k of count is drawn, faint to strong.
double sut_picture_opacity(int k, int count);

// Axes of a view from the front, the right and above: across the picture, up it, to the viewer.
enum { SUT_ASLANT_RIGHT = 3, SUT_ASLANT_UP, SUT_ASLANT_NEAR };
double sut_picture_component(sut_vec3 v, int axis); // 0..2: of space

// Views into space that share one scale.
typedef struct sut_panel {
    sut_box box;
    int across, up;   // axes of space, 0..2, or SUT_ASLANT_RIGHT and SUT_ASLANT_UP
    double center[2]; // m, in the middle of the panel
    double pixels;    // per metre
    double bar;       // m, length of the scale bar and step of the grid
    const char *name;
    bool labels; // the names of the threads go here
} sut_panel;
// Panels for the picked frames inside of `room` (its height is the most they may take); returns how
// many, 1 or 2.
int sut_panels_plan(const sut_film *film, const int *picks, int count, sut_box room,
                    sut_panel panels[2]);
void sut_panel_draw(sut_svg *svg, const sut_panel *panel, const sut_film *film, const int *picks,
                    int count);

typedef struct sut_pixel {
    double x, y;
} sut_pixel;
sut_pixel sut_panel_project(const sut_panel *panel, sut_vec3 v);
double sut_panel_depth(const sut_panel *panel, sut_vec3 v); // m, towards the viewer

// Obstacles and contacts of the last picked frame inside of a panel.
void sut_solids_draw(sut_svg *svg, const sut_panel *panel, const sut_film *film, const int *picks,
                     int count);
void sut_tools_draw(sut_svg *svg, const sut_panel *panel, const sut_film *film, const int *picks,
                    int count);
// Surfaces as they are at the end, by strain; with `start` the outlines of their beginning too.
void sut_tissues_draw(sut_svg *svg, const sut_panel *panel, const sut_film *film, bool start);
// Centre lines of tubes in all picked frames.
void sut_tubes_draw(sut_svg *svg, const sut_panel *panel, const sut_film *film, const int *picks,
                    int count);
void sut_contacts_draw(sut_svg *svg, const sut_panel *panel, const sut_film *film);
double sut_contact_largest(const sut_film *film); // N, force of the largest contact

void sut_legend_draw(sut_svg *svg, sut_box box, const sut_film *film, const int *picks, int count);
void sut_charts_draw(sut_svg *svg, sut_box box, const sut_film *film, const int *picks, int count);

#endif
