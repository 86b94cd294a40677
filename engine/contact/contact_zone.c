// SPDX-License-Identifier: MIT
// contact_zone.c -- the system of all bodies that touch something, condensed to the vertices that
// contacts act on.
//
// Each kind of body chooses its nodes, couples them and writes its condensed matrix (body/body.h);
// contacts couple nodes of different bodies. docs/theory/contact.md
#include "contact/contact.h"

#include <string.h>

static sut_body *touched_at(const sut_contact_bodies *b, int i) {
    return b->body[i] && b->body[i]->touched ? b->body[i] : NULL;
}

//---- nodes ---------------------------------------------------------------------------------------
static void number_bodies(sut_contacts *c, const sut_contact_bodies *b) {
    c->nodes = 0;
    for (int i = 0; i < b->bodies; i++) {
        sut_body *body = b->body[i];
        if (!body) {
            continue;
        }
        bool was = body->touched;
        body->first_node = c->nodes;
        body->node_count = body->kind->number(body);
        c->nodes += body->node_count;
        body->touched = body->node_count > 0;
        if (body->touched || was || body->pushed) {
            memset(body->push, 0, 3 * (size_t)body->n * sizeof(double));
        }
    }
}

static void choose_nodes(sut_contacts *c, const sut_contact_bodies *b) {
    for (int i = 0; i < b->bodies; i++) {
        sut_body *body = b->body[i];
        if (body) {
            body->kind->clear(body);
        }
    }
    for (int i = 0; i < c->count; i++) {
        const sut_contact *k = &c->contact[i];
        for (int v = 0; v < k->count; v++) {
            sut_body *body = b->body[k->owner[v]];
            body->kind->mark(body, k->vertex[v]);
        }
    }
    for (int i = 0; i < c->holes; i++) {
        const sut_hole *k = c->hole[i];
        for (int v = 0; v < k->vertices; v++) {
            sut_body *body = b->body[k->owner[v]];
            body->kind->mark(body, k->vertex[v]);
        }
    }
    number_bodies(c, b);
}

//---- holes ---------------------------------------------------------------------------------------
// Each has a node for its place on the curve, behind those of all bodies. The numbers of its nodes:
// vertices, its own one, that of the hole before it.
static void number_holes(sut_contacts *c, const sut_contact_bodies *b) {
    int first = c->nodes;
    for (int i = 0; i < c->holes; i++) {
        sut_hole *k = c->hole[i];
        for (int v = 0; v < k->vertices; v++) {
            const sut_body *body = b->body[k->owner[v]];
            k->node[v] = body->kind->node_of(body, k->vertex[v]);
        }
        k->count = k->vertices;
        k->node[k->count++] = first + i;
        if (k->follows) {
            k->node[k->count++] = first + i - 1;
        }
    }
    c->nodes += c->holes;
}

static void couple_holes(sut_contacts *c) {
    for (int i = 0; i < c->holes; i++) {
        const sut_hole *k = c->hole[i];
        for (int v = 0; v < k->count; v++) {
            c->fixed[k->node[v]] = false;
            for (int u = 0; u < v; u++) {
                sut_sparse_couple(&c->sparse, k->node[u], k->node[v]);
            }
        }
    }
}

static void look_up_holes(sut_contacts *c) {
    for (int i = 0; i < c->holes; i++) {
        const sut_hole *k = c->hole[i];
        double **entry = &c->hole_entry[(ptrdiff_t)SUT_HOLE_NODES * SUT_HOLE_NODES * i];
        for (int v = 0; v < k->count; v++) {
            for (int u = 0; u < k->count; u++) {
                *entry++ = sut_sparse_block(&c->sparse, k->node[v], k->node[u]);
            }
        }
    }
}

// The place has one unknown of the three that a node has: the others are idle.
static void clear_holes(sut_contacts *c) {
    for (int i = 0; i < c->holes; i++) {
        int s = c->hole[i]->node[c->hole[i]->vertices];
        double *block = sut_sparse_block(&c->sparse, s, s);
        block[SUT_SPARSE_ROW + 1] = 1.0;
        block[2 * SUT_SPARSE_ROW + 2] = 1.0;
    }
}

//---- pattern -------------------------------------------------------------------------------------
static void number_nodes(sut_contacts *c, const sut_contact_bodies *b) {
    for (int i = 0; i < c->count; i++) {
        sut_contact *k = &c->contact[i];
        for (int v = 0; v < k->count; v++) {
            const sut_body *body = b->body[k->owner[v]];
            k->node[v] = body->kind->node_of(body, k->vertex[v]);
        }
    }
}

static int write_pattern(const sut_contacts *c, const sut_contact_bodies *b) {
    int *p = c->pattern_new;
    *p++ = c->nodes;
    for (int i = 0; i < b->bodies; i++) {
        const sut_body *body = touched_at(b, i);
        *p++ = body ? body->node_count : 0;
    }
    for (int i = 0; i < c->count; i++) {
        const sut_contact *k = &c->contact[i];
        *p++ = k->count;
        for (int v = 0; v < k->count; v++) {
            *p++ = k->node[v];
        }
    }
    for (int i = 0; i < c->holes; i++) {
        const sut_hole *k = c->hole[i];
        *p++ = k->count;
        for (int v = 0; v < k->count; v++) {
            *p++ = k->node[v];
        }
    }
    return (int)(p - c->pattern_new);
}

static void couple_contacts(sut_contacts *c) {
    for (int i = 0; i < c->count; i++) {
        const sut_contact *k = &c->contact[i];
        for (int v = 0; v < k->count; v++) {
            c->fixed[k->node[v]] = false;
            for (int u = 0; u < v; u++) {
                if (k->node[u] != k->node[v]) {
                    sut_sparse_couple(&c->sparse, k->node[u], k->node[v]);
                }
            }
        }
    }
}

static void couple_all(sut_contacts *c, const sut_contact_bodies *b) {
    for (int i = 0; i < c->nodes; i++) {
        c->fixed[i] = true;
    }
    for (int i = 0; i < b->bodies; i++) {
        const sut_body *body = touched_at(b, i);
        if (body) {
            body->kind->couple(body, &c->sparse);
        }
    }
    couple_contacts(c);
    couple_holes(c);
    for (int i = 0; i < b->bodies; i++) {
        const sut_body *body = touched_at(b, i);
        if (body) {
            body->kind->separate(body, c->fixed);
        }
    }
}

static double **blocks_of(const sut_contacts *c, const sut_body *body) {
    return &c->link[SUT_BODY_BLOCKS * (ptrdiff_t)body->first_node];
}

static void look_up_bodies(sut_contacts *c, const sut_contact_bodies *b) {
    for (int i = 0; i < b->bodies; i++) {
        const sut_body *body = touched_at(b, i);
        if (body) {
            body->kind->look_up(body, &c->sparse, blocks_of(c, body));
        }
    }
}

static void look_up_entries(sut_contacts *c) {
    for (int i = 0; i < c->count; i++) {
        const sut_contact *k = &c->contact[i];
        for (int v = 0; v < k->count; v++) {
            for (int u = 0; u < k->count; u++) {
                c->entry[SUT_CONTACT_ENTRIES * (ptrdiff_t)i + k->count * v + u] =
                    sut_sparse_block(&c->sparse, k->node[v], k->node[u]);
            }
        }
    }
}

// False: there are more nodes or blocks than there is room for.
static bool analyse(sut_contacts *c, const sut_contact_bodies *b) {
    if (c->nodes + c->holes > c->max_nodes) {
        return false;
    }
    number_nodes(c, b);
    number_holes(c, b);
    int size = write_pattern(c, b);
    size_t bytes = (size_t)size * sizeof *c->pattern;
    if (size == c->pattern_size && memcmp(c->pattern, c->pattern_new, bytes) == 0) {
        return true;
    }
    c->pattern_size = 0;
    sut_sparse_begin(&c->sparse, c->nodes);
    couple_all(c, b);
    if (!sut_sparse_analyse(&c->sparse, c->fixed)) {
        return false;
    }
    look_up_entries(c);
    look_up_holes(c);
    look_up_bodies(c, b);
    memcpy(c->pattern, c->pattern_new, bytes);
    c->pattern_size = size;
    return true;
}

void sut_contact_zones(sut_contacts *c, const sut_contact_bodies *b) {
    choose_nodes(c, b);
    c->unfit = false;
    // too much at once: the guard alone looks after those that are left out
    while (c->count + c->holes > 0 && !analyse(c, b)) {
        if (c->count == 0) {
            c->unfit = true;
            return;
        }
        int fewer = c->count / 2;
        c->lost += c->count - fewer;
        memmove(&c->contact[fewer], &c->contact[c->count],
                (size_t)c->inactive * sizeof *c->contact);
        c->count = fewer;
        choose_nodes(c, b);
    }
}

//---- values --------------------------------------------------------------------------------------
bool sut_contact_condense(sut_contacts *c, const sut_contact_bodies *b) {
    c->condensed = false;
    sut_sparse_clear(&c->sparse);
    for (int i = 0; i < b->bodies; i++) {
        const sut_body *body = touched_at(b, i);
        if (body && !body->kind->condense(body, &c->sparse, blocks_of(c, body))) {
            return false;
        }
    }
    clear_holes(c);
    c->condensed = sut_sparse_factor_fixed(&c->sparse);
    return c->condensed;
}
