// SPDX-License-Identifier: MIT
#include "output/haptic_report.h"

#include "output/scale.h"
#include "sutura/sutura.h"

#include <inttypes.h>
#include <jansson.h>
#include <math.h>

//---- JSON ----------------------------------------------------------------------------------------
// Jansson takes null for "no memory" everywhere and hands it on.

static const char *event_name(sut_haptic_event_type type) {
    static const char *const names[] = {"engaged", "clutched", "lost", "released"};
    return names[type];
}

static json_t *number(double x) {
    return isfinite(x) ? json_real(x) : json_null();
}

static json_t *text_value(const char *text) {
    json_t *value = json_string(text);
    return value != NULL ? value : json_string("?"); // a file name need not be UTF-8
}

static json_t *timing(const sut_timing *t) {
    return json_pack("{s:o, s:o, s:o, s:o}", "median", number(t->median), "p99", number(t->p99),
                     "p999", number(t->p999), "max", number(t->max));
}

static json_t *faults(const sut_hand_status *s) {
    json_t *o = json_object();
    for (int f = SUT_FAULT_NONE + 1; f < SUT_FAULT_COUNT; f++) {
        json_object_set_new(o, sut_hand_fault_name((sut_hand_fault)f), json_integer(s->faults[f]));
    }
    return o;
}

static json_t *hand(const sut_haptic_facts *facts, int i) {
    sut_hand_status s;
    if (sut_haptic_status(facts->loop, i, &s) != SUT_OK) {
        return json_null();
    }
    json_t *o = json_pack("{s:o, s:o, s:s, s:s}", "tool", text_value(facts->tools[i]), "device",
                          text_value(facts->devices[i]), "state", sut_hand_state_name(s.state),
                          "fault", sut_hand_fault_name(s.fault));
    json_t *force = json_pack("{s:o, s:o, s:o, s:o, s:I}", "max", number(s.force_max), "rms",
                              number(s.force_rms), "jump_max", number(s.jump_max), "jump_allowed",
                              number(s.jump_allowed), "limited", (json_int_t)s.limited);
    json_object_set_new(o, "force", force);
    json_t *energy = json_pack("{s:o, s:o, s:o, s:o, s:o}", "in", number(s.energy_in), "out",
                               number(s.energy_out), "tool", number(s.energy_tool), "lowest",
                               number(s.energy_lowest), "unseen", number(s.energy_unseen));
    json_object_set_new(o, "energy", energy);
    json_object_set_new(o, "faults", faults(&s));
    json_object_set_new(o, "losses", json_integer(s.losses));
    json_object_set_new(o, "recoveries", json_integer(s.recoveries));
    return o;
}

static json_t *passivity(const sut_haptic *loop) {
    sut_passivity p = sut_haptic_passivity(loop);
    return json_pack("{s:b, s:o, s:o, s:o, s:I, s:o}", "passive", p.passive, "balance",
                     number(p.balance), "lowest", number(p.lowest), "reserve", number(p.reserve),
                     "held_back", (json_int_t)p.held_back, "held_back_max", number(p.held_back_n));
}

static json_t *events(const sut_haptic_facts *facts) {
    json_t *list = json_array();
    for (int i = 0; i < facts->event_count; i++) {
        const sut_haptic_event *e = &facts->events[i];
        json_t *o = json_pack("{s:o, s:o, s:s, s:s}", "t", number(e->time), "tool",
                              text_value(facts->tools[e->hand]), "event", event_name(e->type),
                              "fault", sut_hand_fault_name(e->fault));
        json_array_append_new(list, o);
    }
    return list;
}

char *sut_haptic_report_json(const sut_haptic_facts *facts) {
    const sut_runner_stats *r = facts->run;
    const sut_world *w = sut_haptic_world(facts->loop);
    double period = sut_haptic_period(facts->loop);
    json_t *o =
        json_pack("{s:o, s:o, s:s, s:o, s:o, s:I}", "scene", text_value(facts->scene), "file",
                  text_value(facts->file), "clock", facts->virtual_time ? "virtual" : "real",
                  "period", number(period), "seconds", number((double)r->periods * period),
                  "periods", (json_int_t)r->periods);
    json_object_set_new(o, "wall_s", number(r->wall_s));
    json_object_set_new(o, "missed", json_integer(r->missed));
    json_object_set_new(o, "overrun", json_integer(r->overrun));
    json_object_set_new(o, "skipped", json_integer(r->skipped));
    json_object_set_new(o, "failed", json_integer(r->failed));
    json_object_set_new(o, "jitter_us", timing(&r->jitter));
    json_object_set_new(o, "work_us", timing(&r->work));
    json_object_set_new(o, "cpu_us", timing(&r->cpu));
    json_object_set_new(o, "fifo", json_boolean(r->fifo));
    json_object_set_new(o, "message", text_value(r->message));
    json_t *hands = json_array();
    for (int i = 0; i < sut_haptic_hand_count(facts->loop); i++) {
        json_array_append_new(hands, hand(facts, i));
    }
    json_object_set_new(o, "hands", hands);
    json_object_set_new(o, "passivity", passivity(facts->loop));
    json_object_set_new(o, "events", events(facts));
    json_object_set_new(o, "events_left_out", json_integer(facts->events_left_out));
    json_object_set_new(o, "knots", text_value(facts->knots));
    json_object_set_new(o, "interrupted", json_boolean(facts->interrupted));
    char hash[24];
    snprintf(hash, sizeof hash, "%016" PRIx64, sut_world_hash(w));
    json_object_set_new(o, "hash", json_string(hash));
    char *text = json_dumps(o, JSON_INDENT(2) | JSON_REAL_PRECISION(17));
    json_decref(o);
    return text;
}

//---- for people ----------------------------------------------------------------------------------

static void print_timing(const char *label, const sut_timing *t, FILE *out) {
    const double values[] = {t->median, t->p99, t->p999, t->max};
    char text[4][32];
    for (int i = 0; i < 4; i++) {
        sut_scale_quantity(text[i], sizeof text[i], values[i] * 1e-6, "s");
    }
    fprintf(out, "  %s: median %s, 99 %% %s, 99.9 %% %s, longest %s\n", label, text[0], text[1],
            text[2], text[3]);
}

static void print_hand(const sut_haptic_facts *facts, int i, FILE *out) {
    sut_hand_status s;
    if (sut_haptic_status(facts->loop, i, &s) != SUT_OK) {
        return;
    }
    const double forces[] = {s.force_max, s.force_rms, s.jump_max, s.jump_allowed};
    char text[4][32];
    for (int k = 0; k < 4; k++) {
        sut_scale_quantity(text[k], sizeof text[k], forces[k], "N");
    }
    fprintf(out, "  %s by %s: %s; force up to %s, mean %s, change %s of %s\n", facts->tools[i],
            facts->devices[i], sut_hand_state_name(s.state), text[0], text[1], text[2], text[3]);
    char in[32];
    char back[32];
    sut_scale_quantity(in, sizeof in, s.energy_in, "J");
    sut_scale_quantity(back, sizeof back, s.energy_out, "J");
    fprintf(out, "    put in %s, got %s\n", in, back);
    for (int k = 0; k < facts->event_count; k++) {
        const sut_haptic_event *e = &facts->events[k];
        // taking the tool at the start goes without saying
        if (e->hand == i && (e->fault != SUT_FAULT_NONE || e->time > 0.1)) {
            fprintf(out, "    t = %.3f s: %s%s%s\n", e->time, event_name(e->type),
                    e->fault != SUT_FAULT_NONE ? ", device fault: " : "",
                    e->fault != SUT_FAULT_NONE ? sut_hand_fault_name(e->fault) : "");
        }
    }
}

static void print_passivity(const sut_passivity *p, FILE *out) {
    const double energies[] = {p->balance, p->lowest, p->reserve};
    char text[4][32];
    for (int k = 0; k < 3; k++) {
        sut_scale_quantity(text[k], sizeof text[k], energies[k], "J");
    }
    fprintf(out, "  passivity: %s; balance %s, lowest %s, credit %s",
            p->passive ? "holds" : "VIOLATED", text[0], text[1], text[2]);
    if (p->held_back > 0) {
        sut_scale_quantity(text[3], sizeof text[3], p->held_back_n, "N");
        fprintf(out, "; held back in %ld periods, by %s at most", p->held_back, text[3]);
    }
}

void sut_haptic_report_print(const sut_haptic_facts *facts, FILE *out) {
    const sut_runner_stats *r = facts->run;
    double period = sut_haptic_period(facts->loop);
    fprintf(out, "%s: %ld periods of %g ms, %.4g s in %.4g s%s\n", facts->scene, r->periods,
            period * 1e3, (double)r->periods * period, r->wall_s,
            facts->virtual_time ? " (virtual time)" : "");
    if (!facts->virtual_time) {
        fprintf(out,
                "  missed deadlines: %ld of %ld (%ld by the work of the loop itself), %ld periods "
                "skipped\n",
                r->missed, r->periods, r->overrun, r->skipped);
        print_timing("begin late", &r->jitter, out);
    }
    print_timing("work", &r->work, out);
    print_timing("of it processor time", &r->cpu, out);
    if (r->message[0] != '\0') {
        fprintf(out, "  %s\n", r->message);
    }
    for (int i = 0; i < sut_haptic_hand_count(facts->loop); i++) {
        print_hand(facts, i, out);
    }
    sut_passivity p = sut_haptic_passivity(facts->loop);
    print_passivity(&p, out);
    if (facts->knots[0] != '\0') {
        fprintf(out, "\n  knots: %s", facts->knots);
    }
    fprintf(out, "\n  hash %016" PRIx64 "\n", sut_world_hash(sut_haptic_world(facts->loop)));
}
