// SPDX-License-Identifier: MIT
#include "output/report.h"

#include "output/needle_report.h"
#include "output/scale.h"
#include "output/tissue_report.h"

#include <inttypes.h>
#include <jansson.h>
#include <math.h>
#include <string.h>

//---- JSON ----------------------------------------------------------------------------------------
// Jansson takes null for "no memory" everywhere and hands it on, so one check at the end is enough.

static json_t *number(double x) {
    return isfinite(x) ? json_real(x) : json_null();
}

// a path need not be UTF-8; JSON must be
static json_t *text_value(const char *text) {
    json_t *value = json_string(text);
    if (value != NULL) {
        return value;
    }
    char plain[512];
    size_t n = 0;
    for (; text[n] != '\0' && n + 1 < sizeof plain; n++) {
        plain[n] = (unsigned char)text[n] < 0x80 ? text[n] : '?';
    }
    plain[n] = '\0';
    return json_string(plain);
}

static json_t *vector(sut_vec3 v) {
    return json_pack("[o, o, o]", number(v.x), number(v.y), number(v.z));
}

static json_t *percentiles(const sut_histogram *h) {
    return json_pack("{s:o, s:o, s:o, s:o}", "median", number(sut_histogram_quantile(h, 0.5)),
                     "p99", number(sut_histogram_quantile(h, 0.99)), "p999",
                     number(sut_histogram_quantile(h, 0.999)), "max", number(sut_histogram_max(h)));
}

static json_t *stages(const sut_tally *tally) {
    json_t *object = json_object();
    for (int i = 0; i < SUT_STAGE_COUNT; i++) {
        json_object_set_new(object, sut_stage_name((sut_stage)i),
                            number(sut_histogram_quantile(&tally->stages[i], 0.5)));
    }
    return object;
}

static double current_length(const sut_thread_view *v) {
    double sum = 0.0;
    for (int i = 0; i + 1 < v->vertex_count; i++) {
        sut_vec3 a = v->position[i];
        sut_vec3 b = v->position[i + 1];
        double dx = b.x - a.x;
        double dy = b.y - a.y;
        double dz = b.z - a.z;
        sum += sqrt(dx * dx + dy * dy + dz * dz);
    }
    return sum;
}

static double rest_length(const sut_thread_view *v) {
    double sum = 0.0;
    for (int i = 0; i + 1 < v->vertex_count; i++) {
        sum += v->rest_length[i];
    }
    return sum;
}

static double total(const sut_energy *e) {
    return e->kinetic + e->stretch + e->bend + e->twist + e->gravity;
}

static json_t *text_or_null(const char *text) {
    return text[0] != '\0' ? json_string(text) : json_null();
}

// as `sutura knot` writes them
static void set_knot(json_t *object, const sut_knot_label *l) {
    json_t *throws = json_array();
    for (int i = 0; i < l->throws.count; i++) {
        const sut_knot_throw *t = &l->throws.list[i];
        json_array_append_new(throws, json_pack("{s:i, s:s}", "turns", t->turns, "hand",
                                                t->hand > 0 ? "right" : "left"));
    }
    json_object_set_new(object, "knot", text_or_null(l->name));
    json_object_set_new(object, "surgical", text_or_null(l->throws.surgical));
    json_object_set_new(object, "throws", throws);
    json_object_set_new(object, "word", text_or_null(l->throws.word));
}

static json_t *bend(const sut_knots *k) {
    if (!k->joined) {
        return json_null();
    }
    json_t *object = json_object();
    set_knot(object, &k->bend);
    return object;
}

// of a thread that was cut: what each of its pieces is
static void set_pieces(json_t *object, const sut_knots *k, int thread) {
    json_t *list = json_array();
    for (int i = 0; i < k->piece_count; i++) {
        const sut_knot_piece *p = &k->pieces[i];
        if (p->thread == thread) {
            json_t *piece = json_pack("{s:i, s:i}", "first", p->first, "last", p->last);
            set_knot(piece, &p->label);
            json_array_append_new(list, piece);
        }
    }
    if (json_array_size(list) > 0) {
        json_object_set(object, "pieces", list);
    }
    json_decref(list);
}

static json_t *thread(const sut_source *src, const sut_tally *tally, const sut_knots *knots,
                      int i) {
    sut_thread_view v;
    sut_energy e = {0};
    double stretch = nan("");
    if (sut_thread_get_view(src->world, src->ids[i], &v) != SUT_OK) {
        return json_null();
    }
    sut_thread_get_energy(src->world, src->ids[i], &e);
    sut_thread_get_peak_stretch(src->world, src->ids[i], &stretch);
    json_t *parts = json_pack("{s:o, s:o, s:o, s:o, s:o}", "kinetic", number(e.kinetic), "stretch",
                              number(e.stretch), "bend", number(e.bend), "twist", number(e.twist),
                              "gravity", number(e.gravity));
    json_t *object = json_pack(
        "{s:s, s:s, s:i, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "name", src->names[i], "model",
        src->models[i], "vertices", v.vertex_count, "length", number(rest_length(&v)),
        "current_length", number(current_length(&v)), "stretch_max", number(stretch), "tension_max",
        number(tally->tension_max[i]), "tip", vector(v.position[v.vertex_count - 1]), "energy",
        number(total(&e)), "energy_parts", parts);
    set_knot(object, &knots->threads[i]);
    json_object_set_new(object, "certain", json_boolean(knots->threads[i].certain));
    const char *reason = knots->threads[i].reason;
    if (reason != NULL && reason[0] != '\0') {
        json_object_set_new(object, "reason", json_string(reason));
    }
    set_pieces(object, knots, i);
    return object;
}

static json_t *threads(const sut_source *src, const sut_tally *tally, const sut_knots *knots) {
    json_t *list = json_array();
    for (int i = 0; i < src->thread_count; i++) {
        json_array_append_new(list, thread(src, tally, knots, i));
    }
    return list;
}

static json_t *holds(const sut_source *src) {
    json_t *list = json_array();
    sut_hold_view h;
    for (int i = 0; sut_source_hold(src, i, &h); i++) {
        int t = sut_source_find(src, h.thread);
        json_t *entry =
            json_pack("{s:s?, s:i, s:b, s:b, s:o, s:o, s:o}", "thread",
                      t < 0 ? NULL : src->names[t], "vertex", h.vertex, "active", h.active,
                      "saturated", h.saturated, "lag", number(sut_source_lag(src, &h)), "force",
                      vector(h.force), "spin_torque", number(h.spin_torque));
        json_array_append_new(list, entry);
    }
    return list;
}

static json_t *tools(const sut_source *src, const sut_tally *tally) {
    static const char *const kinds[] = {"point", "forceps", "needle-driver", "scissors", "blade"};
    json_t *list = json_array();
    for (int i = 0; i < tally->tool_count; i++) {
        const sut_tool_tally *t = &tally->tools[i];
        sut_tool_view v;
        bool there = sut_tool_get_view(src->world, src->tools[i].id, &v) == SUT_OK;
        json_t *entry =
            json_pack("{s:s, s:s?, s:o, s:o, s:o, s:o, s:o, s:o, s:I, s:I, s:I, s:I, s:b}", "name",
                      src->tools[i].name, "type", there ? kinds[v.kind] : NULL, "force_max",
                      number(t->force_max), "torque_max", number(t->torque_max), "solid_force_max",
                      number(t->solid_max), "hand_force_max", number(t->hand_max), "lag_max",
                      number(t->lag_max), "path", number(t->path), "grasps", (json_int_t)t->grasps,
                      "drops", (json_int_t)t->drops, "slips", (json_int_t)t->slips, "blocked",
                      (json_int_t)t->blocked, "holding",
                      there && (v.grip_count > 0 || v.tissue_grip.node_count > 0 ||
                                v.needle_grip.needle.index1 > 0));
        json_array_append_new(list, entry);
    }
    return list;
}

const char *sut_report_model(const sut_source *src) {
    for (int i = 1; i < src->thread_count; i++) {
        if (strcmp(src->models[i], src->models[0]) != 0) {
            return "mixed";
        }
    }
    return src->thread_count > 0 ? src->models[0] : NULL;
}

static json_t *tensiometer(const sut_tensiometer *t) {
    json_t *out = json_pack(
        "{s:o, s:o, s:b, s:b, s:o, s:o, s:o, s:o, s:o}", "force", number(t->force), "slip",
        number(t->slip), "slipped", t->slipped, "broke", t->broke, "time", number(t->time),
        "opening", number(t->opening), "force_max", number(t->force_max), "friction",
        number(t->friction), "strength", t->strength > 0.0 ? number(t->strength) : json_null());
    const sut_tensiometer_reading *o = &t->onset;
    json_t *onset = t->sliding ? json_pack("{s:o, s:o, s:o, s:o}", "time", number(o->time), "force",
                                           number(o->force), "slip", number(o->slip), "friction",
                                           number(o->friction))
                               : json_null();
    json_object_set_new(out, "onset", onset);
    return out;
}

static void add_contacts(json_t *report, const sut_source *src, const sut_tally *tally) {
    const sut_touches *t = &tally->touches;
    double mean = tally->steps > 0 ? (double)t->sum / (double)tally->steps : 0.0;
    json_object_set_new(report, "contacts",
                        json_pack("{s:i, s:o, s:o, s:o, s:o}", "max", t->most, "mean", number(mean),
                                  "residual_max", number(t->residual_max), "overlap_max",
                                  number(t->overlap_max), "energy",
                                  number(sut_world_contact_energy(src->world))));
    json_object_set_new(report, "guard",
                        json_pack("{s:I, s:I, s:o}", "hits", (json_int_t)t->hits, "shortened_steps",
                                  (json_int_t)t->shortened, "lag_max", number(t->lag_max)));
    json_object_set_new(report, "topology_changes",
                        tally->passages < 0 ? json_null() : json_integer(tally->passages));
}

static void add_run(json_t *report, const sut_run_facts *facts, const sut_source *src,
                    const sut_tally *tally) {
    double seconds = (double)tally->steps * facts->dt;
    sut_version_info version = sut_version();
    char text[48];
    snprintf(text, sizeof text, "%d.%d.%d", version.major, version.minor, version.patch);
    json_object_set_new(report, "sutura", json_string(text));
    json_object_set_new(report, "scene", text_value(facts->scene));
    json_object_set_new(report, "file", text_value(facts->file));
    json_object_set_new(report, "model", json_pack("s?", sut_report_model(src)));
    json_object_set_new(report, "dt", number(facts->dt));
    json_object_set_new(report, "seconds", number(seconds));
    json_object_set_new(report, "steps", json_integer(tally->steps));
    json_object_set_new(report, "workers", json_integer(facts->workers));
    json_object_set_new(report, "wall_s", number(facts->wall_s));
    json_object_set_new(report, "realtime_factor", number(seconds / facts->wall_s));
}

static void add_steps(json_t *report, const sut_tally *tally) {
    json_object_set_new(report, "step_us", percentiles(tally->step));
    json_object_set_new(report, "step_cpu_us", percentiles(tally->cpu));
    json_object_set_new(report, "stage_us", stages(tally));
    json_object_set_new(
        report, "substeps",
        json_pack("{s:I, s:i}", "total", (json_int_t)tally->substeps, "max", tally->substeps_max));
    json_object_set_new(report, "slow_motion",
                        json_pack("{s:I, s:o}", "steps", (json_int_t)tally->slow.steps, "lost_s",
                                  number(tally->slow.lost)));
    const sut_over_budget *b = &tally->over_budget;
    json_object_set_new(report, "over_budget",
                        json_pack("{s:I, s:o, s:o}", "steps", (json_int_t)b->steps, "force_error",
                                  number(b->force_error), "lost_way", number(b->lost_way)));
    json_object_set_new(report, "linearisations", json_integer(tally->linearisations));
    json_object_set_new(report, "certificate_us",
                        number(tally->steps > 0 ? tally->hook_us / (double)tally->steps : 0.0));
}

char *sut_report_json(const sut_run_facts *facts, const sut_source *src, const sut_tally *tally) {
    json_t *report = json_object();
    add_run(report, facts, src, tally);
    add_steps(report, tally);
    json_object_set_new(report, "threads", threads(src, tally, &facts->knots));
    json_object_set_new(report, "bend", bend(&facts->knots));
    json_object_set_new(report, "holds", holds(src));
    json_object_set_new(report, "tools", tools(src, tally));
    add_contacts(report, src, tally);
    sut_tissue_report_add(report, src, tally, &facts->gaps);
    if (facts->tensiometer != NULL) {
        json_object_set_new(report, "tensiometer", tensiometer(facts->tensiometer));
    }
    json_object_set_new(report, "diverged_steps", json_integer(tally->diverged));
    json_object_set_new(report, "interrupted", json_boolean(facts->interrupted));
    char hash[24];
    snprintf(hash, sizeof hash, "%016" PRIx64, sut_world_hash(src->world));
    json_object_set_new(report, "hash", json_string(hash));

    char *text = json_dumps(report, JSON_INDENT(2) | JSON_REAL_PRECISION(17));
    json_decref(report);
    return text;
}

//---- for people ----------------------------------------------------------------------------------

enum { LISTED_THREADS = 12 };
static const double ON_TARGET = 1e-9; // m, what a held vertex may be off

static void print_thread(const sut_source *src, const sut_tally *tally, int i, FILE *out) {
    sut_thread_view v;
    double stretch = 0.0;
    if (sut_thread_get_view(src->world, src->ids[i], &v) != SUT_OK) {
        return;
    }
    sut_thread_get_peak_stretch(src->world, src->ids[i], &stretch);
    sut_vec3 tip = v.position[v.vertex_count - 1];
    double length = rest_length(&v);
    tip.x = sut_scale_without_noise(tip.x, length);
    tip.y = sut_scale_without_noise(tip.y, length);
    tip.z = sut_scale_without_noise(tip.z, length);
    stretch = sut_scale_without_noise(stretch, 1.0);
    char tension[32];
    sut_scale_quantity(tension, sizeof tension, tally->tension_max[i], "N");
    fprintf(out,
            "  %-12s %d vertices, tip (%.6g, %.6g, %.6g) m, tension up to %s, stretch up to"
            " %.3g %%\n",
            src->names[i], v.vertex_count, tip.x, tip.y, tip.z, tension, stretch * 100.0);
}

static void print_times(const sut_tally *tally, FILE *out) {
    const double values[] = {sut_histogram_quantile(tally->step, 0.5),
                             sut_histogram_quantile(tally->step, 0.999),
                             sut_histogram_max(tally->step)};
    char text[3][32];
    for (int i = 0; i < 3; i++) {
        sut_scale_quantity(text[i], sizeof text[i], values[i] * 1e-6, "s");
    }
    fprintf(out, "  step: median %s, 99.9 %% within %s, longest %s\n", text[0], text[1], text[2]);
}

static void print_touches(const sut_run_facts *facts, const sut_tally *tally, FILE *out) {
    const sut_touches *t = &tally->touches;
    if (t->most > 0) {
        fprintf(out, "  contacts: %.3g on average, %d at most; deepest overlap %.2g of a radius",
                (double)t->sum / (double)tally->steps, t->most,
                sut_scale_without_noise(t->overlap_max, 1.0));
        if (t->shortened > 0) {
            fprintf(out, "; the guard shortened %lld steps", t->shortened);
        }
        fprintf(out, "\n");
    }
    char knots[256];
    sut_knots_text(&facts->knots, knots, sizeof knots);
    if (knots[0] != '\0') {
        fprintf(out, "  knots: %s\n", knots);
    }
    if (tally->passages > 0) {
        fprintf(out, "  topology: %lld passages through threads or solids\n", tally->passages);
    } else {
        fprintf(out, "  topology: %s\n",
                tally->passages == 0 ? "nothing passed through anything" : "not certified");
    }
}

// Hands that are not where they should be: too weak, or something is in their way.
static void print_lags(const sut_source *src, FILE *out) {
    sut_hold_view h;
    int behind = 0;
    sut_hold_view worst = {0};
    double lag_max = 0.0;
    for (int i = 0; sut_source_hold(src, i, &h); i++) {
        double lag = sut_source_lag(src, &h);
        behind += lag > ON_TARGET;
        if (lag > lag_max) {
            lag_max = lag;
            worst = h;
        }
    }
    if (behind == 0) {
        return;
    }
    int t = sut_source_find(src, worst.thread);
    char text[32];
    sut_scale_quantity(text, sizeof text, lag_max, "m");
    fprintf(out, "  holds: %d behind target, vertex %d of %s by %s (%s)\n", behind, worst.vertex,
            t < 0 ? "?" : src->names[t], text,
            worst.saturated ? "it pulls with its max_force" : "it cannot go on");
}

static void print_tool(const sut_source *src, const sut_tally *tally, int i, FILE *out) {
    const sut_tool_tally *t = &tally->tools[i];
    char force[32];
    char lag[32];
    char path[32];
    sut_scale_quantity(force, sizeof force, t->force_max, "N");
    sut_scale_quantity(lag, sizeof lag, t->lag_max, "m");
    sut_scale_quantity(path, sizeof path, t->path, "m");
    fprintf(out,
            "  %-12s %lld grasps, %lld drops, %lld slips; way %s, force up to %s, lag up to %s\n",
            src->tools[i].name, t->grasps, t->drops, t->slips, path, force, lag);
}

static void print_tensiometer(const sut_tensiometer *t, FILE *out) {
    char force[32];
    char slip[32];
    char time[32];
    sut_scale_quantity(force, sizeof force, t->force, "N");
    sut_scale_quantity(slip, sizeof slip, t->slip, "m");
    sut_scale_quantity(time, sizeof time, t->time, "s");
    const char *what =
        t->broke ? "the thread breaks" : (t->slipped ? "the knot slips" : "it holds");
    fprintf(out, "  tensiometer: %s at %s, slip %s, %s\n", what, force, slip, time);
}

void sut_report_print(const sut_run_facts *facts, const sut_source *src, const sut_tally *tally,
                      FILE *out) {
    double seconds = (double)tally->steps * facts->dt;
    char dt[32];
    char simulated[32];
    sut_scale_quantity(dt, sizeof dt, facts->dt, "s");
    sut_scale_quantity(simulated, sizeof simulated, seconds, "s");
    fprintf(out, "%s: %lld steps of %s, %s simulated in %.3g s", facts->scene, tally->steps, dt,
            simulated, facts->wall_s);
    if (facts->wall_s > 0.0 && tally->steps > 0) {
        fprintf(out, " (%.3g times real time)", seconds / facts->wall_s);
    }
    fprintf(out, "\n");
    if (tally->steps > 0) {
        print_times(tally, out);
    }
    for (int i = 0; i < src->thread_count && i < LISTED_THREADS; i++) {
        print_thread(src, tally, i, out);
    }
    if (src->thread_count > LISTED_THREADS) {
        fprintf(out, "  and %d threads more\n", src->thread_count - LISTED_THREADS);
    }
    sut_tissue_report_print(src, tally, &facts->gaps, out);
    sut_needle_report_print(src, tally, out);
    for (int i = 0; i < tally->tool_count && i < LISTED_THREADS; i++) {
        print_tool(src, tally, i, out);
    }
    print_lags(src, out);
    print_touches(facts, tally, out);
    if (facts->tensiometer != NULL) {
        print_tensiometer(facts->tensiometer, out);
    }
    fprintf(out, "  hash %016" PRIx64 "\n", sut_world_hash(src->world));
}
