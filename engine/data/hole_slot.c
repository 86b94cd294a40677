// SPDX-License-Identifier: MIT
// hole_slot.c -- the row that a hole slides along, and whether it does.
#include "data/data.h"

#include "math/vec3.h"

#include <string.h>

int sut_hole_motion(const sut_hole *k) {
    return k->out ? 2 : (k->kept.slips != 0 ? 1 : 0);
}

sut_curve sut_hole_curve(const sut_rod *r, double s) {
    int e = s > 0.0 ? (s < r->body.n - 2 ? (int)s : r->body.n - 2) : 0;
    int first = e;
    int last = e + 1;
    while (first > 0 && !sut_chain_is_parted(&r->chain, first - 1)) {
        first--;
    }
    while (last < r->body.n - 1 && !sut_chain_is_parted(&r->chain, last)) {
        last++;
    }
    return (sut_curve){.kind = SUT_CURVE_SPLINE, .first = first, .n = last - first + 1};
}

bool sut_hole_on_needle(const sut_world *w, const sut_hole *k) {
    return k->body >= w->def.capacity.threads;
}

sut_curve sut_pierce_curve(const sut_needle *n) {
    sut_curve c;
    memset(&c, 0, sizeof c);
    c.kind = SUT_CURVE_ARC;
    c.first = n->chain + 1;
    c.length = n->form.length;
    c.curvature = n->bend > 0.0 ? 1.0 / n->bend : 0.0;
    // weights 1/4 + e . r / (4 arm), r from the centre of mass
    for (int k = 0; k < SUT_NEEDLE_CARRIERS; k++) {
        sut_vec3 e = v3_scale(n->rest[c.first + k], 1.0 / (4.0 * n->arm * n->arm));
        c.affine[k][0] = 0.25 - v3_dot(e, n->centre);
        c.affine[k][1] = e.x;
        c.affine[k][2] = e.y;
        c.affine[k][3] = e.z;
    }
    return c;
}

bool sut_portal_is(const sut_world *w, const sut_hole *k) {
    if (w->def.contact.holes != SUT_HOLES_PORTALS || k->body >= w->def.capacity.threads) {
        return false;
    }
    const sut_rod *r = &w->threads[k->body].rod;
    double s = k->kept.s;
    return s > 0.0 && s < r->body.n - 1 && sut_rod_is_cut(r, (int)s);
}

// An image knows of cut edges only.
void sut_portal_restore(sut_world *w) {
    for (int i = 0; i < w->def.capacity.holes; i++) {
        const sut_hole *k = &w->holes[i].hole;
        if (w->holes[i].used && !k->out && sut_portal_is(w, k)) {
            sut_rod_open(&w->threads[k->body].rod, (int)k->kept.s);
        }
    }
}
