// SPDX-License-Identifier: MIT
#include "msh.h"

#include <stdlib.h>
#include <string.h>

// physical groups of one entity that count; more is no mesh but an attack
enum { MOST_PHYSICALS = 64 };

static int compare(const void *a, const void *b) {
    const sut_msh_tag *p = a;
    const sut_msh_tag *q = b;
    if (p->dimension != q->dimension) {
        return p->dimension < q->dimension ? -1 : 1;
    }
    return (p->tag > q->tag) - (p->tag < q->tag);
}

static const sut_msh_tag *find(const sut_msh_table *t, int dimension, long long tag) {
    sut_msh_tag key = {dimension, tag, 0, 0};
    return t->count > 0 ? bsearch(&key, t->tags, t->count, sizeof key, compare) : NULL;
}

static bool add(sut_msh *m, sut_msh_table *t, sut_msh_tag tag) {
    sut_msh_tag *larger = sut_mesh_grown(t->tags, &t->capacity, t->count + 1, sizeof *larger);
    if (larger == NULL) {
        return sut_mesh_fail_memory(m->s->error);
    }
    t->tags = larger;
    t->tags[t->count++] = tag;
    return true;
}

static void sort(sut_msh_table *t) {
    if (t->count > 0) {
        qsort(t->tags, t->count, sizeof *t->tags, compare);
    }
}

//---- names ---------------------------------------------------------------------------------------

// the rest of the line in double quotes
static bool read_quoted(sut_msh *m, sut_word *out) {
    const char *end = memchr(m->t.at, '\n', (size_t)(m->t.end - m->t.at));
    end = end != NULL ? end : m->t.end;
    const char *from = memchr(m->t.at, '"', (size_t)(end - m->t.at));
    const char *to = from != NULL ? memchr(from + 1, '"', (size_t)(end - from - 1)) : NULL;
    if (to == NULL) {
        return sut_mesh_fail(m->s->error, m->t.line,
                             "has a physical group without a name; must have one in quotes");
    }
    *out = (sut_word){from + 1, (size_t)(to - from - 1)};
    m->t.at = to + 1;
    return true;
}

bool sut_msh_names(sut_msh *m) {
    long long count = 0;
    if (!sut_text_integer(&m->t, &count, "the physical names", "their number")) {
        return false;
    }
    for (long long i = 0; i < count; i++) {
        long long dimension = 0;
        long long tag = 0;
        sut_word name = {"", 0};
        if (!sut_text_integer(&m->t, &dimension, "the physical names", "dimension and number") ||
            !sut_text_integer(&m->t, &tag, "the physical names", "dimension and number") ||
            !read_quoted(m, &name)) {
            return false;
        }
        int group = sut_soup_group(m->s, name.text, name.length);
        if (group < 0 || !add(m, &m->names, (sut_msh_tag){(int)dimension, tag, (size_t)group, 1})) {
            return false;
        }
    }
    sort(&m->names);
    return true;
}

//---- entities ------------------------------------------------------------------------------------

static bool read_count(sut_msh *m, long long *out) {
    return sut_text_integer(&m->t, out, "the entities", "their numbers");
}

static bool skip_numbers(sut_msh *m, long long count) {
    double unused = 0.0;
    for (long long i = 0; i < count; i++) {
        if (!sut_text_number(&m->t, &unused, "the entities", "their numbers")) {
            return false;
        }
    }
    return true;
}

static bool read_physicals(sut_msh *m, sut_msh_tag *e) {
    long long count = 0;
    if (!read_count(m, &count)) {
        return false;
    }
    e->first = m->pool_count;
    for (long long i = 0; i < count; i++) {
        long long tag = 0;
        if (!read_count(m, &tag)) {
            return false;
        }
        if (i >= MOST_PHYSICALS) {
            continue;
        }
        long long *larger =
            sut_mesh_grown(m->pool, &m->pool_capacity, m->pool_count + 1, sizeof *larger);
        if (larger == NULL) {
            return sut_mesh_fail_memory(m->s->error);
        }
        m->pool = larger;
        m->pool[m->pool_count++] = tag;
        e->count++;
    }
    return true;
}

static bool read_entity(sut_msh *m, int dimension) {
    sut_msh_tag e = {dimension, 0, 0, 0};
    long long bounding = 0;
    // points have a place, the others a box and what bounds them
    return read_count(m, &e.tag) && skip_numbers(m, dimension == 0 ? 3 : 6) &&
           read_physicals(m, &e) &&
           (dimension == 0 || (read_count(m, &bounding) && skip_numbers(m, bounding))) &&
           add(m, &m->entities, e);
}

bool sut_msh_entities(sut_msh *m) {
    long long counts[4] = {0, 0, 0, 0};
    for (int d = 0; d < 4; d++) {
        if (!read_count(m, &counts[d])) {
            return false;
        }
    }
    for (int d = 0; d < 4; d++) {
        for (long long i = 0; i < counts[d]; i++) {
            if (!read_entity(m, d)) {
                return false;
            }
        }
    }
    sort(&m->entities);
    return true;
}

bool sut_msh_belong(sut_msh *m, int dimension, long long physical, sut_soup_kind kind, size_t first,
                    size_t last) {
    const sut_msh_tag *name = find(&m->names, dimension, physical);
    return name == NULL || sut_soup_range_add(m->s, (int)name->first, kind, first, last);
}

bool sut_msh_belong_entity(sut_msh *m, int dimension, long long entity, sut_soup_kind kind,
                           size_t first, size_t last) {
    const sut_msh_tag *e = find(&m->entities, dimension, entity);
    for (size_t i = 0; e != NULL && i < e->count; i++) {
        if (!sut_msh_belong(m, dimension, m->pool[e->first + i], kind, first, last)) {
            return false;
        }
    }
    return true;
}
