// SPDX-License-Identifier: MIT
#include "output/outputs.h"

#include "output/claims.h"

#include <stdlib.h>

static const sut_outputs nothing = {.last_block = -1,
                                    .events = {.events = {.fd = -1}},
                                    .holes = {.file = {.fd = -1}},
                                    .contacts = {.fd = -1},
                                    .vtp = {.index = {.fd = -1}},
                                    .series = {.file = {.fd = -1}}};

static bool open_picture(sut_outputs *out, const sut_source *src, const sut_output_plan *plan,
                         sut_fault *fault) {
    out->picture = sut_path_join(plan->folder, "picture.svg");
    if (out->picture == NULL || !sut_film_init(&out->film, src, plan->steps, plan->contacts)) {
        sut_fault_set(fault, "%s: out of memory", plan->folder);
        return false;
    }
    return sut_file_is_writable(out->picture, fault) && sut_claim_output(out->picture, fault);
}

bool sut_outputs_open(sut_outputs *out, const sut_source *src, const sut_output_plan *plan,
                      sut_fault *fault) {
    *out = nothing;
    out->every = plan->every;
    if (plan->formats == 0) {
        return true;
    }
    bool ok = sut_folder_open(&out->folder, plan->folder, fault);
    if (ok && (plan->formats & SUT_FORMAT_CSV) != 0) {
        ok = sut_csv_open(&out->csv, src, plan->folder, fault) &&
             sut_tool_csv_open(&out->tools, src, plan->folder, fault) &&
             sut_tissue_csv_open(&out->tissues, src, plan->folder, fault) &&
             sut_needle_csv_open(&out->needles, src, plan->folder, fault) &&
             (src->tissue_count + src->needle_count == 0 ||
              (sut_event_csv_open(&out->events, plan->folder, fault) &&
               sut_holes_csv_open(&out->holes, plan->folder, fault)));
    }
    if (ok && plan->contacts) {
        ok = out->with_contacts = sut_contact_csv_open(&out->contacts, plan->folder, fault);
    }
    if (ok && (plan->formats & SUT_FORMAT_VTP) != 0) {
        ok = sut_vtp_open(&out->vtp, src, plan->folder, fault);
    }
    if (ok && (plan->formats & SUT_FORMAT_SVG) != 0) {
        ok = open_picture(out, src, plan, fault);
    }
    if (ok && (plan->formats & SUT_FORMAT_SERIES) != 0) {
        ok = sut_series_open(&out->series, src, plan->folder, plan->probes, plan->probe_count,
                             fault);
    }
    if (!ok) {
        sut_outputs_abandon(out);
        return false;
    }
    out->formats = plan->formats;
    return true;
}

void sut_outputs_abandon(sut_outputs *out) {
    sut_csv_abandon(&out->csv);
    sut_tool_csv_abandon(&out->tools);
    sut_tissue_csv_abandon(&out->tissues);
    sut_needle_csv_abandon(&out->needles);
    sut_event_csv_abandon(&out->events);
    sut_holes_csv_abandon(&out->holes);
    if (out->with_contacts) {
        sut_writer_abandon(&out->contacts);
    }
    sut_vtp_abandon(&out->vtp);
    sut_series_abandon(&out->series);
    sut_film_free(&out->film);
    free(out->picture);
    sut_folder_abandon(&out->folder);
    *out = nothing;
}

static bool block(sut_outputs *out, const sut_source *src, long long step) {
    bool ok = true;
    if ((out->formats & SUT_FORMAT_CSV) != 0) {
        sut_csv_block(&out->csv, src);
        sut_tool_csv_block(&out->tools, src);
        sut_tissue_csv_block(&out->tissues, src);
        sut_needle_csv_block(&out->needles, src);
        sut_holes_csv_block(&out->holes, src);
        ok = !sut_csv_failed(&out->csv) && !sut_tool_csv_failed(&out->tools) &&
             !sut_tissue_csv_failed(&out->tissues) && !sut_needle_csv_failed(&out->needles) &&
             !sut_event_csv_failed(&out->events) && !sut_holes_csv_failed(&out->holes);
    }
    if (out->with_contacts) {
        sut_contact_csv_block(&out->contacts, src);
        ok = ok && out->contacts.error == 0;
    }
    if ((out->formats & SUT_FORMAT_VTP) != 0) {
        sut_vtp_block(&out->vtp, src);
        ok = ok && !out->vtp.failed;
    }
    if ((out->formats & SUT_FORMAT_SERIES) != 0) {
        sut_series_block(&out->series, src);
        ok = ok && !sut_series_failed(&out->series);
    }
    out->last_block = step;
    return ok;
}

bool sut_outputs_begin(sut_outputs *out, const sut_source *src, const sut_tally *tally) {
    if ((out->formats & SUT_FORMAT_SVG) != 0) {
        sut_film_start(&out->film, src, tally);
    }
    if ((out->formats & SUT_FORMAT_CSV) != 0) {
        sut_csv_begin(&out->csv);
        sut_tool_csv_begin(&out->tools);
        sut_tissue_csv_begin(&out->tissues);
        sut_needle_csv_begin(&out->needles);
        sut_event_csv_begin(&out->events);
        sut_holes_csv_begin(&out->holes);
    }
    if (out->with_contacts) {
        sut_contact_csv_begin(&out->contacts, src);
    }
    if ((out->formats & SUT_FORMAT_VTP) != 0) {
        sut_vtp_begin(&out->vtp);
    }
    if ((out->formats & SUT_FORMAT_SERIES) != 0) {
        sut_series_begin(&out->series);
    }
    return block(out, src, 0);
}

bool sut_outputs_step(sut_outputs *out, const sut_source *src, const sut_tally *tally) {
    if ((out->formats & SUT_FORMAT_SVG) != 0) {
        sut_film_step(&out->film, src, tally);
    }
    sut_event_csv_step(&out->events, src);
    return tally->steps % out->every != 0 || block(out, src, tally->steps);
}

bool sut_outputs_close(sut_outputs *out, const sut_source *src, const sut_tally *tally,
                       const sut_picture_text *text, sut_fault *fault) {
    bool ok = true;
    if (out->last_block != tally->steps) {
        block(out, src, tally->steps);
    }
    if ((out->formats & SUT_FORMAT_CSV) != 0) {
        ok = sut_csv_close(&out->csv, fault);
        ok = sut_tool_csv_close(&out->tools, fault) && ok;
        ok = sut_tissue_csv_close(&out->tissues, fault) && ok;
        ok = sut_needle_csv_close(&out->needles, fault) && ok;
        ok = sut_event_csv_close(&out->events, fault) && ok;
        ok = sut_holes_csv_close(&out->holes, fault) && ok;
    }
    if (out->with_contacts) {
        ok = sut_writer_close(&out->contacts, fault) && ok;
    }
    if ((out->formats & SUT_FORMAT_VTP) != 0) {
        ok = sut_vtp_close(&out->vtp, fault) && ok;
    }
    if ((out->formats & SUT_FORMAT_SERIES) != 0) {
        ok = sut_series_close(&out->series, text, fault) && ok;
    }
    if ((out->formats & SUT_FORMAT_SVG) != 0) {
        sut_film_end(&out->film, src, tally);
        ok = sut_picture_write(&out->film, text, out->picture, fault) && ok;
        sut_film_free(&out->film);
    }
    free(out->picture);
    *out = nothing;
    return ok;
}
