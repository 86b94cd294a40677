// SPDX-License-Identifier: MIT
#include "output/vtp.h"

#include "output/number.h"
#include "output/tool_mesh.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BUFFER = 1 << 20, INDEX_BUFFER = 4096 };

// sizes of one block, and where each array begins in the appended bytes
typedef struct vtp_layout {
    long long points, lines;
    long long thread_points; // first of all points
    long long mesh_points;   // of tools, behind those of the threads
    long long tissue_points; // of tissues, behind those
    long long thread_lines;  // first of all lines, one per piece of a thread; then tubes
    long long line_points;   // of threads that lie on lines: all but lone ones
    long long tube_points;   // of tubes, among those of tissues
    long long tool_polys;    // first of all polygons; then tissues
    long long needle_points; // last of all points
    long long needle_lines;  // last of all lines
    long long polys, poly_points;
    long long offset; // of the array that is declared next
} vtp_layout;

static const char *byte_order(void) {
    const uint16_t one = 1;
    unsigned char first;
    memcpy(&first, &one, 1);
    return first == 1 ? "LittleEndian" : "BigEndian";
}

//---- the list of files ---------------------------------------------------------------------------

static const char index_tail[] = "  </Collection>\n</VTKFile>\n";

bool sut_vtp_open(sut_vtp *vtp, const sut_source *src, const char *folder, sut_fault *fault) {
    *vtp = (sut_vtp){.folder = folder, .index = {.fd = -1}};
    size_t points = 0;
    for (int i = 0; i < src->thread_count; i++) {
        sut_thread_view view;
        if (sut_thread_get_view(src->world, src->ids[i], &view) == SUT_OK) {
            points += (size_t)view.vertex_count;
        }
    }
    vtp->scratch_count = points + (size_t)src->thread_count + 1;
    vtp->scratch = malloc(vtp->scratch_count * sizeof *vtp->scratch);
    char *path = sut_path_join(folder, "scene.pvd");
    if (vtp->scratch == NULL || path == NULL) {
        sut_fault_set(fault, "%s: out of memory", folder);
        free(path);
        sut_vtp_abandon(vtp);
        return false;
    }
    bool ok = sut_writer_open(&vtp->index, path, INDEX_BUFFER, fault);
    free(path);
    if (!ok) {
        sut_vtp_abandon(vtp);
    }
    return ok;
}

void sut_vtp_begin(sut_vtp *vtp) {
    char head[256];
    int n = snprintf(head, sizeof head,
                     "<?xml version=\"1.0\"?>\n"
                     "<VTKFile type=\"Collection\" version=\"0.1\" byte_order=\"%s\">\n"
                     "  <Collection>\n",
                     byte_order());
    sut_writer_begin(&vtp->index);
    sut_writer_put(&vtp->index, head, (size_t)n);
    sut_writer_put(&vtp->index, index_tail, sizeof index_tail - 1);
    vtp->index_end = n;
    sut_writer_flush(&vtp->index);
}

// one more entry in front of the closing tags
static void index_add(sut_vtp *vtp, double t, const char *file) {
    char time[SUT_NUMBER_MAX + 1];
    *sut_put_double(time, t) = '\0';
    char entry[256];
    int n =
        snprintf(entry, sizeof entry,
                 "    <DataSet timestep=\"%s\" group=\"\" part=\"0\" file=\"%s\"/>\n", time, file);
    sut_writer_seek(&vtp->index, vtp->index_end);
    sut_writer_put(&vtp->index, entry, (size_t)n);
    sut_writer_put(&vtp->index, index_tail, sizeof index_tail - 1);
    sut_writer_flush(&vtp->index);
    vtp->index_end += n;
}

void sut_vtp_abandon(sut_vtp *vtp) {
    if (vtp->index.fd >= 0) {
        sut_writer_abandon(&vtp->index);
    }
    free(vtp->scratch);
    *vtp = (sut_vtp){.index = {.fd = -1}};
}

bool sut_vtp_close(sut_vtp *vtp, sut_fault *fault) {
    bool ok = !vtp->failed;
    if (!ok) {
        *fault = vtp->fault;
    }
    ok = sut_writer_close(&vtp->index, fault) && ok;
    free(vtp->scratch);
    *vtp = (sut_vtp){.index = {.fd = -1}};
    return ok;
}

//---- one block -----------------------------------------------------------------------------------

static void declare(sut_writer *w, vtp_layout *l, const char *name, const char *type,
                    int components, long long count) {
    long long bytes = count * components * (strcmp(type, "Int32") == 0 ? 4 : 8);
    sut_writer_print(w,
                     "        <DataArray type=\"%s\" Name=\"%s\" NumberOfComponents=\"%d\" "
                     "format=\"appended\" offset=\"%lld\"/>\n",
                     type, name, components, l->offset);
    l->offset += 8 + bytes;
}

// the declarations fix the order in which put_arrays writes
static void put_header(sut_writer *w, double t, vtp_layout *l) {
    char time[SUT_NUMBER_MAX + 1];
    *sut_put_double(time, t) = '\0';
    sut_writer_print(w,
                     "<?xml version=\"1.0\"?>\n"
                     "<VTKFile type=\"PolyData\" version=\"1.0\" byte_order=\"%s\" "
                     "header_type=\"UInt64\">\n  <PolyData>\n    <FieldData>\n"
                     "      <DataArray type=\"Float64\" Name=\"TimeValue\" NumberOfTuples=\"1\" "
                     "format=\"ascii\">%s</DataArray>\n    </FieldData>\n",
                     byte_order(), time);
    sut_writer_print(w,
                     "    <Piece NumberOfPoints=\"%lld\" NumberOfVerts=\"0\" "
                     "NumberOfLines=\"%lld\" NumberOfStrips=\"0\" NumberOfPolys=\"%lld\">\n",
                     l->points, l->lines, l->polys);
    sut_writer_print(w, "      <PointData Scalars=\"tension\" Vectors=\"velocity\">\n");
    declare(w, l, "radius", "Float64", 1, l->points);
    declare(w, l, "tension", "Float64", 1, l->points);
    declare(w, l, "twist", "Float64", 1, l->points);
    declare(w, l, "strain", "Float64", 1, l->points);
    declare(w, l, "velocity", "Float64", 3, l->points);
    sut_writer_print(w, "      </PointData>\n      <CellData Scalars=\"thread\">\n");
    declare(w, l, "thread", "Int64", 1, l->lines + l->polys);
    declare(w, l, "tool", "Int64", 1, l->lines + l->polys);
    declare(w, l, "tissue", "Int64", 1, l->lines + l->polys);
    declare(w, l, "needle", "Int64", 1, l->lines + l->polys);
    sut_writer_print(w, "      </CellData>\n      <Points>\n");
    declare(w, l, "Points", "Float64", 3, l->points);
    sut_writer_print(w, "      </Points>\n      <Lines>\n");
    declare(w, l, "connectivity", "Int64", 1, l->line_points + l->tube_points + l->needle_points);
    declare(w, l, "offsets", "Int64", 1, l->lines);
    sut_writer_print(w, "      </Lines>\n      <Polys>\n");
    declare(w, l, "connectivity", "Int64", 1, l->poly_points);
    declare(w, l, "offsets", "Int64", 1, l->polys);
    sut_writer_print(w, "      </Polys>\n    </Piece>\n  </PolyData>\n"
                        "  <AppendedData encoding=\"raw\">\n_");
}

// value per vertex from values per edge: the mean of those beside it that were not cut
static void to_vertices(const sut_thread_view *v, const double *edge, double *out) {
    int edges = v->vertex_count - 1;
    for (int i = 0; i < v->vertex_count; i++) {
        bool before = i > 0 && !(v->cut[i - 1] > 0.0);
        bool behind = i < edges && !(v->cut[i] > 0.0);
        double sum = (before ? edge[i - 1] : 0.0) + (behind ? edge[i] : 0.0);
        out[i] = before && behind ? 0.5 * sum : sum;
    }
}

typedef enum vtp_value { VALUE_RADIUS, VALUE_TENSION, VALUE_TWIST } vtp_value;

static void put_zeros(sut_writer *w, long long count) {
    const double zero = 0.0;
    for (long long k = 0; k < count; k++) {
        sut_writer_put(w, &zero, sizeof zero);
    }
}

// tools and tissues have neither tension nor twist, and no radius of their own
static void put_scalars(sut_vtp *vtp, sut_writer *w, const sut_source *src, const vtp_layout *l,
                        vtp_value value) {
    size_t n = 0;
    for (int i = 0; i < src->thread_count; i++) {
        sut_thread_view v;
        if (sut_thread_get_view(src->world, src->ids[i], &v) != SUT_OK) {
            continue;
        }
        double *out = vtp->scratch + n;
        if (value == VALUE_RADIUS) {
            for (int k = 0; k < v.vertex_count; k++) {
                out[k] = v.radius;
            }
        } else {
            to_vertices(&v, value == VALUE_TENSION ? v.tension : v.twist, out);
        }
        n += (size_t)v.vertex_count;
    }
    uint64_t total = (uint64_t)l->points * sizeof *vtp->scratch;
    sut_writer_put(w, &total, sizeof total);
    sut_writer_put(w, vtp->scratch, n * sizeof *vtp->scratch);
    put_zeros(w, l->mesh_points + l->tissue_points);
    sut_needle_view needle;
    for (int i = 0; i < src->needle_count; i++) {
        bool there = sut_needle_get_view(src->world, src->needles[i].id, &needle) == SUT_OK;
        double of = there && value == VALUE_RADIUS ? 0.5 * needle.diameter : 0.0;
        for (int k = 0; there && k < needle.point_count; k++) {
            sut_writer_put(w, &of, sizeof of);
        }
    }
}

//---- tools ---------------------------------------------------------------------------------------

// What a walk over all parts of all tools does with one of them.
typedef void part_visitor(void *context, const sut_tool_part *part, int tool);

static void visit_parts(const sut_source *src, part_visitor *visit, void *context) {
    for (int i = 0; i < src->tool_count; i++) {
        sut_tool_part parts[SUT_TOOL_PARTS];
        int count = sut_tool_get_parts(src->world, src->tools[i].id, parts);
        for (int k = 0; k < count; k++) {
            visit(context, &parts[k], i);
        }
    }
}

// four corners for each field of the grid, and the flat face as one polygon
enum { FIELDS = (SUT_MESH_ROWS - 1) * (SUT_MESH_COLUMNS - 1), FACE = 2 * SUT_MESH_ROWS };

static void measure_part(void *context, const sut_tool_part *part, int tool) {
    vtp_layout *l = context;
    (void)tool;
    int face = sut_tool_part_is_halved(part) ? 1 : 0;
    l->mesh_points += SUT_MESH_POINTS;
    l->tool_polys += FIELDS + face;
    l->poly_points += 4 * FIELDS + face * FACE;
}

static void put_part_points(void *context, const sut_tool_part *part, int tool) {
    sut_vec3 mesh[SUT_MESH_POINTS];
    (void)tool;
    sut_tool_mesh(part, mesh);
    sut_writer_put(context, mesh, sizeof mesh);
}

static void put_int(sut_writer *w, long long x) {
    int64_t value = x;
    sut_writer_put(w, &value, sizeof value);
}

static void put_part_tool(void *context, const sut_tool_part *part, int tool) {
    int cells = FIELDS + (sut_tool_part_is_halved(part) ? 1 : 0);
    for (int k = 0; k < cells; k++) {
        put_int(context, tool);
    }
}

// A writer and how far it has come.
typedef struct poly_walk {
    sut_writer *w;
    long long at; // first point of the next part, or end of the last polygon
} poly_walk;

static void put_part_corners(void *context, const sut_tool_part *part, int tool) {
    poly_walk *p = context;
    (void)tool;
    for (int r = 0; r + 1 < SUT_MESH_ROWS; r++) {
        for (int c = 0; c + 1 < SUT_MESH_COLUMNS; c++) {
            long long k = p->at + (long long)r * SUT_MESH_COLUMNS + c;
            put_int(p->w, k);
            put_int(p->w, k + 1);
            put_int(p->w, k + 1 + SUT_MESH_COLUMNS);
            put_int(p->w, k + SUT_MESH_COLUMNS);
        }
    }
    for (int k = 0; sut_tool_part_is_halved(part) && k < FACE; k++) {
        bool back = k >= SUT_MESH_ROWS;
        long long row = back ? FACE - 1 - k : k;
        put_int(p->w, p->at + row * SUT_MESH_COLUMNS + (back ? SUT_MESH_COLUMNS - 1 : 0));
    }
    p->at += SUT_MESH_POINTS;
}

static void put_part_ends(void *context, const sut_tool_part *part, int tool) {
    poly_walk *p = context;
    (void)tool;
    for (int k = 0; k < FIELDS; k++) {
        put_int(p->w, p->at += 4);
    }
    if (sut_tool_part_is_halved(part)) {
        put_int(p->w, p->at += FACE);
    }
}

//---- tissues -------------------------------------------------------------------------------------

static bool is_tube(const sut_tissue_view *v) {
    return v->model == SUT_TISSUE_TUBE;
}

static bool tissue_view(const sut_source *src, int i, sut_tissue_view *v) {
    return sut_tissue_get_view(src->world, src->tissues[i].id, v) == SUT_OK;
}

static void measure_tissues(const sut_source *src, vtp_layout *l) {
    sut_tissue_view v;
    for (int i = 0; i < src->tissue_count; i++) {
        if (!tissue_view(src, i, &v)) {
            continue;
        }
        l->tissue_points += v.node_count;
        l->tube_points += is_tube(&v) ? v.node_count : 0;
        l->lines += is_tube(&v) ? 1 : 0;
        l->polys += v.triangle_count;
        l->poly_points += 3LL * v.triangle_count;
    }
}

static void put_strain(sut_writer *w, const sut_source *src, const vtp_layout *l) {
    put_int(w, l->points * (long long)sizeof(double));
    put_zeros(w, l->thread_points + l->mesh_points);
    sut_tissue_view v;
    for (int i = 0; i < src->tissue_count; i++) {
        if (!tissue_view(src, i, &v)) {
            continue;
        }
        if (v.strain != NULL) {
            sut_writer_put(w, v.strain, (size_t)v.node_count * sizeof *v.strain);
        } else {
            put_zeros(w, v.node_count);
        }
    }
    put_zeros(w, l->needle_points);
}

static void put_tissue_corners(sut_writer *w, const sut_source *src, long long first) {
    sut_tissue_view v;
    for (int i = 0; i < src->tissue_count; i++) {
        if (!tissue_view(src, i, &v)) {
            continue;
        }
        for (int t = 0; t < v.triangle_count; t++) {
            for (int k = 0; k < 3; k++) {
                put_int(w, first + v.triangles[t][k]);
            }
        }
        first += v.node_count;
    }
}

// which tissue each cell shows: tubes among the lines, triangles among the polygons
static void put_tissue_cells(sut_writer *w, const sut_source *src, const vtp_layout *l) {
    sut_tissue_view v;
    put_int(w, (l->lines + l->polys) * (long long)sizeof(int64_t));
    for (long long k = 0; k < l->thread_lines; k++) {
        put_int(w, -1);
    }
    for (int i = 0; i < src->tissue_count; i++) {
        if (tissue_view(src, i, &v) && is_tube(&v)) {
            put_int(w, i);
        }
    }
    for (long long k = 0; k < l->needle_lines; k++) {
        put_int(w, -1);
    }
    for (long long k = 0; k < l->tool_polys; k++) {
        put_int(w, -1);
    }
    for (int i = 0; i < src->tissue_count; i++) {
        for (int t = 0; tissue_view(src, i, &v) && t < v.triangle_count; t++) {
            put_int(w, i);
        }
    }
}

//---- cells ---------------------------------------------------------------------------------------

static void put_polys(sut_writer *w, const sut_source *src, const vtp_layout *l) {
    put_int(w, l->poly_points * (long long)sizeof(int64_t));
    poly_walk corners = {w, l->thread_points};
    visit_parts(src, put_part_corners, &corners);
    put_tissue_corners(w, src, l->thread_points + l->mesh_points);
    put_int(w, l->polys * (long long)sizeof(int64_t));
    poly_walk ends = {w, 0};
    visit_parts(src, put_part_ends, &ends);
    for (long long k = l->tool_polys; k < l->polys; k++) {
        put_int(w, ends.at += 3);
    }
}

// What a walk over all pieces of all threads does with one of them; lone vertices are none.
typedef struct thread_piece {
    int thread;
    long long first; // point
    long long count;
} thread_piece;
typedef void piece_visitor(void *context, const thread_piece *piece);

static void visit_pieces(const sut_source *src, piece_visitor *visit, void *context) {
    long long point = 0;
    for (int i = 0; i < src->thread_count; i++) {
        sut_thread_view v;
        if (sut_thread_get_view(src->world, src->ids[i], &v) != SUT_OK) {
            continue;
        }
        for (int first = 0; first < v.vertex_count;) {
            int end = sut_source_piece_end(&v, first);
            thread_piece piece = {i, point + first, end - first};
            if (piece.count > 1) {
                visit(context, &piece);
            }
            first = end;
        }
        point += v.vertex_count;
    }
}

static void measure_piece(void *context, const thread_piece *piece) {
    vtp_layout *l = context;
    l->thread_lines++;
    l->line_points += piece->count;
}

static void put_piece_thread(void *context, const thread_piece *piece) {
    put_int(context, piece->thread);
}

static void put_piece_points(void *context, const thread_piece *piece) {
    for (long long k = 0; k < piece->count; k++) {
        put_int(context, piece->first + k);
    }
}

static void put_piece_end(void *context, const thread_piece *piece) {
    poly_walk *p = context;
    put_int(p->w, p->at += piece->count);
}

// which thread, tool and tissue a cell shows, -1: none
static void put_cells(sut_writer *w, const sut_source *src, const vtp_layout *l) {
    long long bytes = (l->lines + l->polys) * (long long)sizeof(int64_t);
    put_int(w, bytes);
    visit_pieces(src, put_piece_thread, w);
    for (long long k = l->thread_lines; k < l->lines + l->polys; k++) {
        put_int(w, -1);
    }
    put_int(w, bytes);
    for (long long k = 0; k < l->lines; k++) {
        put_int(w, -1);
    }
    visit_parts(src, put_part_tool, w);
    for (long long k = l->tool_polys; k < l->polys; k++) {
        put_int(w, -1);
    }
    put_tissue_cells(w, src, l);
    put_int(w, bytes);
    for (long long k = 0; k < l->lines + l->polys; k++) {
        long long needle = k - (l->lines - l->needle_lines);
        put_int(w, needle >= 0 && k < l->lines ? needle : -1);
    }
}

//---- threads -------------------------------------------------------------------------------------

// a point of a rigid body
static sut_vec3 velocity_at(const sut_needle_view *v, sut_vec3 x) {
    const sut_vec3 *o = &v->pose.position;
    const sut_vec3 r = {x.x - o->x, x.y - o->y, x.z - o->z};
    const sut_vec3 *s = &v->spin;
    return (sut_vec3){v->velocity.x + (s->y * r.z - s->z * r.y),
                      v->velocity.y + (s->z * r.x - s->x * r.z),
                      v->velocity.z + (s->x * r.y - s->y * r.x)};
}

static void put_needle_points(sut_writer *w, const sut_source *src, bool velocity) {
    sut_needle_view v;
    for (int i = 0; i < src->needle_count; i++) {
        bool there = sut_needle_get_view(src->world, src->needles[i].id, &v) == SUT_OK;
        for (int k = 0; there && k < v.point_count; k++) {
            sut_vec3 x = velocity ? velocity_at(&v, v.point[k]) : v.point[k];
            sut_writer_put(w, &x, sizeof x);
        }
    }
}

// positions and velocities are already as VTK wants them
static void put_vectors(sut_writer *w, const sut_source *src, const vtp_layout *l, bool velocity) {
    uint64_t total = (uint64_t)l->points * sizeof(sut_vec3);
    sut_writer_put(w, &total, sizeof total);
    for (int i = 0; i < src->thread_count; i++) {
        sut_thread_view v;
        if (sut_thread_get_view(src->world, src->ids[i], &v) == SUT_OK) {
            sut_writer_put(w, velocity ? v.velocity : v.position,
                           (size_t)v.vertex_count * sizeof(sut_vec3));
        }
    }
    if (velocity) {
        put_zeros(w, 3 * l->mesh_points);
    } else {
        visit_parts(src, put_part_points, w);
    }
    sut_tissue_view v;
    for (int i = 0; i < src->tissue_count; i++) {
        if (tissue_view(src, i, &v)) {
            sut_writer_put(w, velocity ? v.velocity : v.position,
                           (size_t)v.node_count * sizeof(sut_vec3));
        }
    }
    put_needle_points(w, src, velocity);
}

static void put_count(sut_writer *w, long long from, long long count) {
    for (long long k = from; k < from + count; k++) {
        int64_t value = k;
        sut_writer_put(w, &value, sizeof value);
    }
}

static void put_lines(sut_writer *w, const sut_source *src, const vtp_layout *l) {
    uint64_t total =
        (uint64_t)(l->line_points + l->tube_points + l->needle_points) * sizeof(int64_t);
    sut_writer_put(w, &total, sizeof total);
    visit_pieces(src, put_piece_points, w);
    long long first = l->thread_points + l->mesh_points;
    sut_tissue_view t;
    for (int i = 0; i < src->tissue_count; i++) {
        if (tissue_view(src, i, &t)) {
            put_count(w, first, is_tube(&t) ? t.node_count : 0);
            first += t.node_count;
        }
    }
    put_count(w, first, l->needle_points);

    total = (uint64_t)l->lines * sizeof(int64_t);
    sut_writer_put(w, &total, sizeof total);
    poly_walk ends = {w, 0};
    visit_pieces(src, put_piece_end, &ends);
    int64_t end = ends.at;
    for (int i = 0; i < src->tissue_count; i++) {
        if (tissue_view(src, i, &t) && is_tube(&t)) {
            end += t.node_count;
            sut_writer_put(w, &end, sizeof end);
        }
    }
    sut_needle_view needle;
    for (int i = 0; i < src->needle_count; i++) {
        if (sut_needle_get_view(src->world, src->needles[i].id, &needle) == SUT_OK) {
            end += needle.point_count;
            sut_writer_put(w, &end, sizeof end);
        }
    }
}

static void put_arrays(sut_vtp *vtp, sut_writer *w, const sut_source *src, const vtp_layout *l) {
    put_scalars(vtp, w, src, l, VALUE_RADIUS);
    put_scalars(vtp, w, src, l, VALUE_TENSION);
    put_scalars(vtp, w, src, l, VALUE_TWIST);
    put_strain(w, src, l);
    put_vectors(w, src, l, true);
    put_cells(w, src, l);
    put_vectors(w, src, l, false);
    put_lines(w, src, l);
    put_polys(w, src, l);
    sut_writer_print(w, "\n  </AppendedData>\n</VTKFile>\n");
}

static bool put_file(sut_vtp *vtp, const sut_source *src, const char *path) {
    vtp_layout layout = {0};
    for (int i = 0; i < src->thread_count; i++) {
        sut_thread_view v;
        if (sut_thread_get_view(src->world, src->ids[i], &v) == SUT_OK) {
            layout.thread_points += v.vertex_count;
        }
    }
    visit_pieces(src, measure_piece, &layout);
    visit_parts(src, measure_part, &layout);
    layout.lines = layout.thread_lines;
    layout.polys = layout.tool_polys;
    measure_tissues(src, &layout);
    sut_needle_view needle;
    for (int i = 0; i < src->needle_count; i++) {
        if (sut_needle_get_view(src->world, src->needles[i].id, &needle) == SUT_OK) {
            layout.needle_points += needle.point_count;
            layout.needle_lines++;
        }
    }
    layout.lines += layout.needle_lines;
    layout.points =
        layout.thread_points + layout.mesh_points + layout.tissue_points + layout.needle_points;
    sut_writer w;
    if (!sut_writer_open(&w, path, BUFFER, &vtp->fault)) {
        return false;
    }
    sut_writer_begin(&w);
    put_header(&w, sut_world_time(src->world), &layout);
    put_arrays(vtp, &w, src, &layout);
    return sut_writer_close(&w, &vtp->fault);
}

void sut_vtp_block(sut_vtp *vtp, const sut_source *src) {
    if (vtp->failed) {
        return;
    }
    char file[32];
    snprintf(file, sizeof file, "scene_%06d.vtp", vtp->blocks);
    char *path = sut_path_join(vtp->folder, file);
    if (path == NULL) {
        sut_fault_set(&vtp->fault, "%s: out of memory", vtp->folder);
    }
    vtp->failed = path == NULL || !put_file(vtp, src, path);
    free(path);
    if (!vtp->failed) {
        index_add(vtp, sut_world_time(src->world), file);
        vtp->blocks++;
    }
}
