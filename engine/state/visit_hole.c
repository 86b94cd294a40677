// SPDX-License-Identifier: MIT
// visit_hole.c -- holes as an image or a recording holds them.
#include "state/visit.h"

#include "data/data.h"

#include <limits.h>

void sut_visit_hole_counts(sut_stream *s, sut_image_counts *c) {
    sut_stream_int(s, &c->holes, 0, 100000);
}

void sut_visit_hole_def(sut_stream *s, sut_hole_def *d) {
    sut_stream_u32(s, &d->thread.index1);
    sut_stream_u32(s, &d->thread.generation);
    sut_stream_u32(s, &d->tissue.index1);
    sut_stream_u32(s, &d->tissue.generation);
    sut_stream_vec3(s, &d->at);
    sut_stream_bound(s, &d->after);
    sut_stream_number(s, &d->pinch);
    sut_stream_number(s, &d->friction);
    sut_stream_number(s, &d->spread);
}

//---- slot ----------------------------------------------------------------------------------------
// Weights that add up to one, on nodes that there are.
static void visit_site(sut_stream *s, sut_spread *site, int nodes) {
    sut_stream_int(s, &site->count, 1, SUT_SPREAD_VERTICES);
    double sum = 0.0;
    for (int i = 0; i < site->count && !s->failed; i++) {
        sut_stream_int(s, &site->vertex[i], 0, nodes - 1);
        sut_stream_number(s, &site->weight[i]);
        sum += site->weight[i];
    }
    s->failed = s->failed || !(fabs(sum - 1.0) < 1e-6); // as sut_hole_create allows
}

// Laws: all of them above or at least zero.
static void visit_laws(sut_stream *s, sut_hole *k) {
    double *above[] = {&k->kn, &k->kt, &k->viscous, &k->radius};
    double *least[] = {&k->pinch, &k->mu, &k->spacing, &k->margin};
    for (int i = 0; i < 4; i++) {
        sut_stream_number(s, above[i]);
        sut_stream_number(s, least[i]);
        s->failed = s->failed || !(*above[i] > 0.0) || !(*least[i] >= 0.0);
    }
}

static void visit_kept(sut_stream *s, sut_hole_kept *k) {
    sut_stream_number(s, &k->s);
    sut_stream_vec3(s, &k->force);
    sut_stream_number(s, &k->memory);
    sut_stream_number(s, &k->order);
    sut_stream_number(s, &k->slid);
    sut_stream_int(s, &k->slips, -1, 1);
}

// Threads by their slots, needles below zero.
static void visit_body(sut_stream *s, const sut_world *w, sut_hole *k) {
    int threads = w->def.capacity.threads;
    int body = k->body < threads ? k->body : threads - 1 - k->body;
    sut_stream_int(s, &body, -w->def.capacity.needles, threads - 1);
    if (s->failed) {
        return;
    }
    if (sut_stream_reads(s)) {
        k->body = body >= 0 ? body : threads - 1 - body;
    }
    s->failed = body >= 0 ? !w->threads[body].used : !w->needles[-1 - body].used;
}

// `tets` of its tissue; what cannot be pierced has none.
static void visit_tip(sut_stream *s, sut_hole *k, int tets) {
    int inner = (int)k->inner;
    sut_stream_flag(s, &k->tip);
    sut_stream_number(s, &k->entry);
    sut_stream_number(s, &k->lead);
    sut_stream_int(s, &inner, SUT_INNER_NONE, SUT_INNER_SKIN);
    sut_stream_int(s, &k->tet, 0, tets > 0 ? tets - 1 : 0);
    k->inner = (sut_inner)inner;
    bool fits = inner == SUT_INNER_NONE ||
                (k->tip && tets > 0 && (inner == SUT_INNER_CUTS) == (k->triangle < 0));
    s->failed = s->failed || !(k->entry >= 0.0) || !fits;
}

// A tip inside has its point in the tetrahedron that it says.
static void check_tet(sut_stream *s, const sut_hole *k, const sut_tet_mesh *t) {
    if (s->failed || k->inner != SUT_INNER_CUTS) {
        return;
    }
    s->failed = k->site.count != 4;
    for (int i = 0; i < 4 && !s->failed; i++) {
        s->failed = k->site.vertex[i] != t->corner[k->tet][i];
    }
}

// The curve is known by the body.
static void make_curve(const sut_world *w, sut_hole *k) {
    if (sut_hole_on_needle(w, k)) {
        k->curve = sut_pierce_curve(w->needles[k->body - w->def.capacity.threads].needle);
    } else {
        k->curve = sut_hole_curve(&w->threads[k->body].rod, k->kept.s);
        k->tip = false;
        k->inner = SUT_INNER_NONE;
    }
}

static void visit_slit(sut_stream *s, sut_hole *k, int triangles) {
    sut_stream_int(s, &k->slit_count, 0, SUT_SLIT_MARKS);
    for (int i = 0; i < k->slit_count && !s->failed; i++) {
        sut_slit_mark *m = &k->slit[i];
        sut_stream_int(s, &m->triangle, 0, triangles - 1);
        for (int c = 0; c < 3; c++) {
            sut_stream_number(s, &m->weight[c]);
        }
    }
    sut_stream_number(s, &k->open);
    s->failed = s->failed || !(k->open >= 0.0);
}

static void visit_tear(sut_stream *s, sut_hole *k, int nodes) {
    sut_stream_int(s, &k->slit_tip, -1, nodes - 1);
    sut_stream_int(s, &k->slit_from, -1, nodes - 1);
    sut_stream_number(s, &k->torn);
    sut_stream_flag(s, &k->tears);
    sut_stream_flag(s, &k->through);
    sut_stream_flag(s, &k->leaves);
    s->failed = s->failed || (k->slit_from >= 0 && k->slit_tip < 0) || !(k->torn >= 0.0) ||
                (k->through && !k->out) || (k->leaves && !k->through);
}

void sut_visit_hole(sut_stream *s, sut_world *w, sut_hole_slot *h) {
    sut_hole *k = &h->hole;
    sut_stream_u32(s, &h->generation);
    sut_stream_flag(s, &h->used);
    s->failed = s->failed || (h->used && h->generation == 0);
    if (!h->used || s->failed) {
        return;
    }
    visit_body(s, w, k);
    int slot = k->tissue - w->bodies.rods; // numbers of bodies depend on the room for threads
    sut_stream_int(s, &slot, 0, w->def.capacity.tissues - 1);
    const sut_tissue_slot *tissue = s->failed ? NULL : &w->tissues[slot];
    if (!tissue || !tissue->used) {
        s->failed = true;
        return;
    }
    if (sut_stream_reads(s)) {
        k->tissue = w->bodies.rods + slot;
    }
    sut_tissue_view v;
    sut_tissue_get(tissue->tissue, &v);
    visit_site(s, &k->site, v.node_count);
    sut_stream_vec3(s, &k->rest);
    sut_stream_bound(s, &k->edge);
    sut_stream_number(s, &k->depth);
    sut_stream_int(s, &k->triangle, -1, v.triangle_count - 1);
    sut_stream_int(s, &k->leads, -1, 1);
    sut_stream_int(s, &k->passage, 0, INT_MAX - 1);
    sut_stream_flag(s, &k->second);
    visit_laws(s, k);
    sut_stream_flag(s, &k->out);
    sut_stream_number(s, &k->angle);
    visit_kept(s, &k->kept);
    visit_tear(s, k, v.node_count);
    visit_slit(s, k, v.triangle_count);
    bool needle = sut_hole_on_needle(w, k);
    if (needle) {
        visit_tip(s, k, tissue->tets.count);
        check_tet(s, k, &tissue->tets);
    }
    if (sut_stream_reads(s) && !s->failed) {
        make_curve(w, k);
    }
    bool on = k->inner != SUT_INNER_NONE ||
              (k->kept.s >= (needle ? -k->lead : sut_curve_start(&k->curve)) &&
               k->kept.s <= sut_curve_end(&k->curve));
    s->failed = s->failed || (!k->out && !on);
    if (sut_stream_reads(s)) {
        h->slipped = sut_hole_motion(k);
    }
}
