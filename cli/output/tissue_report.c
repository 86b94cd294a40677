// SPDX-License-Identifier: MIT
#include "output/tissue_report.h"

#include "output/needle_report.h"
#include "output/scale.h"
#include "output/stitch_report.h"

#include <math.h>

enum { LISTED = 12 };

static json_t *number(double x) {
    return isfinite(x) ? json_real(x) : json_null();
}

static json_t *vector(sut_vec3 v) {
    return json_pack("[o, o, o]", number(v.x), number(v.y), number(v.z));
}

//---- JSON ----------------------------------------------------------------------------------------

static int element_count(const sut_tissue_view *v) {
    switch (v->model) {
    case SUT_TISSUE_SOLID:
        return v->tet_count;
    case SUT_TISSUE_TUBE:
        return v->node_count - 1;
    default:
        return v->triangle_count;
    }
}

static json_t *supports(const sut_source *src, int i) {
    static const char *const kinds[] = {"pin", "spring", "force"};
    json_t *list = json_array();
    sut_support_view s;
    for (int k = 0; sut_source_support(src, i, k, &s); k++) {
        json_array_append_new(list, json_pack("{s:s, s:i, s:b, s:o, s:o}", "how", kinds[s.kind],
                                              "nodes", s.node_count, "active", s.active, "force",
                                              vector(s.force), "lag", number(s.lag)));
    }
    return list;
}

static json_t *wound(const sut_gap *g) {
    if (g->node_count == 0) {
        return json_null();
    }
    return json_pack("{s:o, s:o, s:o}", "start", number(g->start.mean), "end", number(g->end.mean),
                     "max", number(g->end.most));
}

static json_t *tissue(const sut_source *src, const sut_gaps *gaps, const sut_event_counts *c,
                      int i) {
    sut_tissue_view v;
    sut_tissue_energy e = {0.0, 0.0, 0.0};
    sut_tissue_figures f = {.strain_max = nan(""), .displacement_max = nan("")};
    const sut_source_tissue *t = &src->tissues[i];
    if (sut_tissue_get_view(src->world, t->id, &v) != SUT_OK) {
        return json_null();
    }
    sut_tissue_get_energy(src->world, t->id, &e);
    sut_tissue_get_figures(src->world, t->id, &f);
    json_t *parts = json_pack("{s:o, s:o, s:o}", "kinetic", number(e.kinetic), "elastic",
                              number(e.elastic), "gravity", number(e.gravity));
    json_t *object = json_pack("{s:s, s:s, s:i, s:i, s:o, s:o, s:i, s:b}", "name", t->name, "model",
                               t->model, "nodes", v.node_count, "elements", element_count(&v),
                               "mass", number(v.mass), "measure", number(v.measure), "components",
                               sut_tissue_components(&v), "manifold", sut_tissue_is_manifold(&v));
    json_object_set_new(object, "energy", number(e.kinetic + e.elastic + e.gravity));
    json_object_set_new(object, "energy_parts", parts);
    json_object_set_new(object, "strain_max", number(f.strain_max));
    json_object_set_new(object, "displacement_max", number(f.displacement_max));
    json_object_set_new(object, "support_force", vector(f.support_force));
    json_object_set_new(object, "holds", supports(src, i));
    json_object_set_new(object, "wound", wound(&gaps->wounds[i]));
    json_object_set_new(object, "holes", json_integer(sut_stitch_holes(src, i)));
    sut_tears torn = sut_stitch_tears(src, i);
    json_object_set_new(object, "tears", json_integer(torn.count));
    json_object_set_new(object, "tear_area", json_real(torn.area));
    json_object_set_new(object, "cut_length",
                        json_real(i < SUT_EVENT_TISSUES ? c->cut_length[i] : 0.0));
    return object;
}

static json_t *distances(const sut_source *src, const sut_gaps *gaps) {
    json_t *list = json_array();
    for (int i = 0; i < gaps->count; i++) {
        const sut_gap *g = &gaps->gaps[i];
        json_array_append_new(list,
                              json_pack("{s:s, s:o, s:o, s:o, s:o, s:o}", "name", src->gaps[i].name,
                                        "start", number(g->start.mean), "end", number(g->end.mean),
                                        "min", number(g->end.least), "max", number(g->end.most),
                                        "leak", number(g->end.leak)));
    }
    return list;
}

static json_t *events(const sut_event_counts *c) {
    json_t *object = json_object();
    for (int i = 0; i < SUT_EVENT_TYPES; i++) {
        if (c->count[i] > 0) {
            json_object_set_new(object, sut_event_name((sut_event_type)i),
                                json_integer(c->count[i]));
        }
    }
    if (c->knots > 0) {
        json_object_set_new(object, "knot", json_integer(c->knots));
    }
    return object;
}

static json_t *balance(const sut_balance_tally *b) {
    return json_pack("{s:o, s:o, s:I}", "error_max", number(b->error_max), "force_max",
                     number(b->force_max), "left_out", (json_int_t)b->left_out);
}

void sut_tissue_report_add(json_t *report, const sut_source *src, const sut_tally *tally,
                           const sut_gaps *gaps) {
    if (src->tissue_count + src->needle_count == 0 || gaps->wounds == NULL) {
        return;
    }
    json_t *list = json_array();
    for (int i = 0; i < src->tissue_count; i++) {
        json_array_append_new(list, tissue(src, gaps, &tally->events, i));
    }
    json_object_set_new(report, "tissues", list);
    json_object_set_new(report, "needles", sut_needle_report(src, tally));
    json_object_set_new(report, "stitches", sut_stitch_report(src));
    json_object_set_new(report, "gaps", distances(src, gaps));
    json_object_set_new(report, "balance", balance(&tally->balance));
    json_object_set_new(report, "events", events(&tally->events));
}

//---- for people ----------------------------------------------------------------------------------

static void print_tissue(const sut_source *src, const sut_gap *lips, int i, FILE *out) {
    sut_tissue_view v;
    sut_tissue_figures f;
    const sut_source_tissue *t = &src->tissues[i];
    if (sut_tissue_get_view(src->world, t->id, &v) != SUT_OK ||
        sut_tissue_get_figures(src->world, t->id, &f) != SUT_OK) {
        return;
    }
    char way[32];
    sut_scale_quantity(way, sizeof way, f.displacement_max, "m");
    fprintf(out, "  %-12s %s, %d nodes, %d elements, moved up to %s, strain up to %.3g %%", t->name,
            t->model, v.node_count, element_count(&v), way,
            100.0 * sut_scale_without_noise(f.strain_max, 1.0));
    if (lips->node_count > 0) {
        char from[32];
        char to[32];
        sut_scale_quantity(from, sizeof from, lips->start.mean, "m");
        sut_scale_quantity(to, sizeof to, lips->end.mean, "m");
        fprintf(out, ", wound %s to %s", from, to);
    }
    fprintf(out, "\n");
}

void sut_tissue_report_print(const sut_source *src, const sut_tally *tally, const sut_gaps *gaps,
                             FILE *out) {
    (void)tally;
    for (int i = 0; gaps->wounds != NULL && i < src->tissue_count && i < LISTED; i++) {
        print_tissue(src, &gaps->wounds[i], i, out);
    }
    if (src->tissue_count > LISTED) {
        fprintf(out, "  and %d tissues more\n", src->tissue_count - LISTED);
    }
    for (int i = 0; i < gaps->count; i++) {
        char text[2][32];
        sut_scale_quantity(text[0], sizeof text[0], gaps->gaps[i].start.mean, "m");
        sut_scale_quantity(text[1], sizeof text[1], gaps->gaps[i].end.mean, "m");
        fprintf(out, "  gap %-8s %s to %s\n", src->gaps[i].name, text[0], text[1]);
    }
}
