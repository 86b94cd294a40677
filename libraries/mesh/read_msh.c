// SPDX-License-Identifier: MIT
// read_msh.c -- Gmsh 2.2 and 4.1, ascii: nodes, triangles, tetrahedra; points and lines for their
// groups.
#include "msh.h"

#include <stdlib.h>
#include <string.h>

typedef struct element_type {
    long long type;
    sut_soup_kind kind;
    int corners, dimension;
} element_type;

static const element_type types[] = {{1, SUT_SOUP_LOOSE, 2, 1},
                                     {2, SUT_SOUP_TRIANGLES, 3, 2},
                                     {4, SUT_SOUP_TETS, 4, 3},
                                     {15, SUT_SOUP_LOOSE, 1, 0}};

static const element_type *type_of(long long type) {
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
        if (types[i].type == type) {
            return &types[i];
        }
    }
    return NULL;
}

//---- nodes ---------------------------------------------------------------------------------------

static bool add_tag(sut_msh *m, long long tag) {
    long long *larger =
        sut_mesh_grown(m->node_tags, &m->tag_capacity, m->tag_count + 1, sizeof *larger);
    if (larger == NULL) {
        return sut_mesh_fail_memory(m->s->error);
    }
    m->node_tags = larger;
    m->node_tags[m->tag_count++] = tag;
    return true;
}

static bool read_tag(sut_msh *m) {
    long long tag = 0;
    return sut_text_integer(&m->t, &tag, "the nodes", "their numbers") && add_tag(m, tag);
}

static bool read_place(sut_msh *m, int parameters) {
    sut_vec3 p = {0.0, 0.0, 0.0};
    double unused = 0.0;
    if (!sut_text_point(&m->t, &p, "the nodes", "x, y and z of each")) {
        return false;
    }
    int line = m->t.line;
    for (int i = 0; i < parameters; i++) {
        if (!sut_text_number(&m->t, &unused, "the nodes", "their parameters")) {
            return false;
        }
    }
    return sut_soup_node(m->s, p, line);
}

static bool read_node_block(sut_msh *m) {
    long long head[4] = {0, 0, 0, 0}; // dimension, entity, parametric, count
    for (int i = 0; i < 4; i++) {
        if (!sut_text_integer(&m->t, &head[i], "the nodes", "every block")) {
            return false;
        }
    }
    int parameters = head[2] == 1 && head[0] >= 0 && head[0] <= 3 ? (int)head[0] : 0;
    for (long long i = 0; i < head[3]; i++) {
        if (!read_tag(m)) {
            return false;
        }
    }
    for (long long i = 0; i < head[3]; i++) {
        if (!read_place(m, parameters)) {
            return false;
        }
    }
    return true;
}

static bool read_nodes(sut_msh *m) {
    long long count = 0;
    if (!sut_text_integer(&m->t, &count, "the nodes", "their number")) {
        return false;
    }
    if (m->blocks) {
        sut_text_next_line(&m->t); // number of nodes, least and largest tag
    }
    bool fine = true;
    for (long long i = 0; fine && i < count; i++) {
        fine = m->blocks ? read_node_block(m) : read_tag(m) && read_place(m, 0);
    }
    return fine;
}

//---- elements ------------------------------------------------------------------------------------

// corners of one element; those of points and lines are loose nodes
static bool read_corners(sut_msh *m, const element_type *type) {
    int corners[4] = {0, 0, 0, 0};
    int line = m->t.line;
    for (int k = 0; k < type->corners; k++) {
        long long named = 0;
        if (!sut_text_integer(&m->t, &named, "the elements", "the nodes of each")) {
            return false;
        }
        line = m->t.line;
        corners[k] = sut_soup_index(m->s, named, line);
        if (type->kind == SUT_SOUP_LOOSE &&
            !sut_soup_element(m->s, SUT_SOUP_LOOSE, &corners[k], line)) {
            return false;
        }
    }
    return type->kind == SUT_SOUP_LOOSE || sut_soup_element(m->s, type->kind, corners, line);
}

// 2.2: number, type, tags with the physical one first, nodes
static bool read_element(sut_msh *m) {
    long long head[3] = {0, 0, 0};
    for (int i = 0; i < 3; i++) {
        if (!sut_text_integer(&m->t, &head[i], "the elements", "number, type and tags of each")) {
            return false;
        }
    }
    const element_type *type = type_of(head[1]);
    if (type == NULL) {
        sut_text_next_line(&m->t);
        return true;
    }
    long long physical = 0;
    for (long long i = 0; i < head[2]; i++) {
        long long tag = 0;
        if (!sut_text_integer(&m->t, &tag, "the elements", "the tags of each")) {
            return false;
        }
        physical = i == 0 ? tag : physical;
    }
    size_t first = m->s->lists[type->kind].count;
    return read_corners(m, type) && sut_msh_belong(m, type->dimension, physical, type->kind, first,
                                                   m->s->lists[type->kind].count);
}

static bool read_element_block(sut_msh *m) {
    long long head[4] = {0, 0, 0, 0}; // dimension, entity, type, count
    for (int i = 0; i < 4; i++) {
        if (!sut_text_integer(&m->t, &head[i], "the elements", "every block")) {
            return false;
        }
    }
    const element_type *type = type_of(head[2]);
    size_t first = type != NULL ? m->s->lists[type->kind].count : 0;
    if (type == NULL) {
        sut_text_next_line(&m->t);
    }
    for (long long i = 0; i < head[3]; i++) {
        if (type == NULL && m->t.at < m->t.end) {
            sut_text_next_line(&m->t);
            continue;
        }
        long long number = 0;
        if (!sut_text_integer(&m->t, &number, "the elements", "the number of each") ||
            type == NULL || !read_corners(m, type)) {
            return type == NULL && sut_text_fail_end(&m->t, "the elements", "all of them");
        }
    }
    return type == NULL || sut_msh_belong_entity(m, type->dimension, head[1], type->kind, first,
                                                 m->s->lists[type->kind].count);
}

static bool read_elements(sut_msh *m) {
    long long count = 0;
    if (!sut_text_integer(&m->t, &count, "the elements", "their number")) {
        return false;
    }
    if (m->blocks) {
        sut_text_next_line(&m->t);
    }
    bool fine = true;
    for (long long i = 0; fine && i < count; i++) {
        fine = m->blocks ? read_element_block(m) : read_element(m);
    }
    return fine;
}

//---- numbers of nodes ----------------------------------------------------------------------------

typedef struct tagged {
    long long tag;
    int index;
} tagged;

static int compare(const void *a, const void *b) {
    const tagged *p = a;
    const tagged *q = b;
    if (p->tag != q->tag) {
        return p->tag < q->tag ? -1 : 1;
    }
    return (p->index > q->index) - (p->index < q->index);
}

static void resolve_list(sut_soup *s, sut_soup_list *l, const tagged *sorted, size_t count) {
    for (size_t i = 0; i < (size_t)l->size * l->count; i++) {
        tagged key = {l->corners[i], 0};
        size_t lo = 0;
        size_t left = count;
        while (left > 0) {
            size_t half = left / 2;
            bool before = sorted[lo + half].tag < key.tag;
            lo = before ? lo + half + 1 : lo;
            left = before ? left - half - 1 : half;
        }
        bool found = lo < count && sorted[lo].tag == key.tag;
        int line = l->lines[i / (size_t)l->size];
        if (!found && (!s->bad_index || line < s->bad_line)) {
            s->bad_index = true;
            s->bad_named = key.tag;
            s->bad_line = line;
        }
        l->corners[i] = found ? sorted[lo].index : 0;
    }
}

bool sut_msh_resolve(sut_msh *m) {
    sut_soup *s = m->s;
    size_t count = s->node_count;
    tagged *sorted = sut_mesh_array(count, sizeof *sorted);
    if (sorted == NULL) {
        return sut_mesh_fail_memory(s->error);
    }
    for (size_t i = 0; i < count; i++) {
        sorted[i] = (tagged){m->node_tags[i], (int)i};
    }
    if (count > 0) {
        qsort(sorted, count, sizeof *sorted, compare);
        s->least = sorted[0].tag;
        s->largest = sorted[count - 1].tag;
    }
    bool fine = true;
    for (size_t i = 1; fine && i < count; i++) {
        if (sorted[i].tag == sorted[i - 1].tag) {
            fine = sut_mesh_fail(s->error, 0, "has node %lld twice; must have each once",
                                 sorted[i].tag);
        }
    }
    for (int k = 0; fine && k < SUT_SOUP_KINDS; k++) {
        resolve_list(s, &s->lists[k], sorted, count);
    }
    s->sparse = true;
    free(sorted);
    return fine;
}

//---- sections ------------------------------------------------------------------------------------

static bool read_format(sut_msh *m) {
    sut_word version;
    long long binary = 0;
    if (!sut_text_word(&m->t, &version)) {
        return sut_text_fail_end(&m->t, "the format", "version and 0 for ascii");
    }
    if (!sut_text_integer(&m->t, &binary, "the format", "version and 0 for ascii")) {
        return false;
    }
    m->blocks = sut_word_is(version, "4.1");
    if (!m->blocks && !sut_word_is(version, "2.2")) {
        return sut_text_fail_word(&m->t, version, "version 2.2 or 4.1, save it as such");
    }
    return binary == 0 ||
           sut_mesh_fail(m->s->error, m->t.line, "is binary; must be ascii, save it as such");
}

static bool skip_section(sut_msh *m) {
    sut_word w;
    for (; m->t.at < m->t.end; sut_text_next_line(&m->t)) {
        if (sut_text_word_in_line(&m->t, &w) && w.length > 4 && memcmp(w.text, "$End", 4) == 0) {
            return true;
        }
    }
    return sut_text_fail_end(&m->t, "a section", "its $End");
}

static bool read_section(sut_msh *m, sut_word name, bool *formatted) {
    static const struct {
        const char *name;
        bool (*read)(sut_msh *m);
    } sections[] = {{"$MeshFormat", read_format},
                    {"$PhysicalNames", sut_msh_names},
                    {"$Entities", sut_msh_entities},
                    {"$Nodes", read_nodes},
                    {"$Elements", read_elements}};
    for (size_t i = 0; i < sizeof sections / sizeof sections[0]; i++) {
        if (sut_word_is(name, sections[i].name)) {
            *formatted = *formatted || i == 0;
            return (*formatted || sut_text_fail_word(&m->t, name, "$MeshFormat first")) &&
                   sections[i].read(m) && skip_section(m);
        }
    }
    return skip_section(m);
}

bool sut_read_msh(sut_soup *s, const unsigned char *bytes, size_t size) {
    sut_msh m = {.s = s, .t = sut_text_start(bytes, size, s->error)};
    bool fine = true;
    bool formatted = false;
    sut_word w = {"", 0};
    while (fine && sut_text_word(&m.t, &w)) {
        fine = w.text[0] == '$' ? read_section(&m, w, &formatted)
                                : sut_text_fail_word(&m.t, w, "a section such as $Nodes");
    }
    if (fine && !formatted) {
        fine = sut_text_fail_word(&m.t, w, "$MeshFormat first");
    }
    fine = fine && sut_msh_resolve(&m);
    free(m.names.tags);
    free(m.entities.tags);
    free(m.pool);
    free(m.node_tags);
    return fine;
}
