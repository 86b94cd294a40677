// SPDX-License-Identifier: MIT
// vrml_parse.c -- the syntax that VRML 1.0 and 2.0 share: nodes "Type { field value ... }", DEF,
// USE, lists, comments. Which fields a type has need not be known: a word before a brace is a node,
// any other word a field.
#include "vrml.h"

#include <stdlib.h>
#include <string.h>

enum { DEEPEST = 200, MOST_NAMES = 100000, MOST_USES = 10000 };

typedef struct named {
    sut_word name;
    int node;
} named;

typedef struct parser {
    sut_vrml *v;
    sut_text t;
    named *names;
    size_t name_count, name_capacity;
    int uses, depth;
} parser;

//---- tokens --------------------------------------------------------------------------------------

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == ',';
}

static void skip_blanks(parser *p) {
    while (p->t.at < p->t.end && (is_blank(*p->t.at) || *p->t.at == '#')) {
        if (*p->t.at == '#') {
            sut_text_next_line(&p->t);
        } else {
            p->t.line += *p->t.at == '\n';
            p->t.at++;
        }
    }
}

static const char *end_of_text(parser *p) {
    const char *q = p->t.at + 1;
    while (q < p->t.end && *q != '"') {
        p->t.line += *q == '\n';
        q += *q == '\\' && q + 1 < p->t.end ? 2 : 1;
    }
    return q < p->t.end ? q + 1 : p->t.end;
}

// a bracket, a text in quotes, or a word; false at the end
static bool token(parser *p, sut_word *out) {
    skip_blanks(p);
    const char *from = p->t.at;
    if (from >= p->t.end) {
        return false;
    }
    if (*from == '"') {
        p->t.at = end_of_text(p);
    } else if (strchr("{}[]", *from) != NULL && *from != '\0') {
        p->t.at++;
    } else {
        while (p->t.at < p->t.end && !is_blank(*p->t.at) &&
               (*p->t.at == '\0' || strchr("{}[]\"#", *p->t.at) == NULL)) {
            p->t.at++;
        }
    }
    *out = (sut_word){from, (size_t)(p->t.at - from)};
    return true;
}

static bool followed_by(parser *p, char c) {
    skip_blanks(p);
    return p->t.at < p->t.end && *p->t.at == c;
}

static bool fail_end(const parser *p) {
    return sut_text_fail_end(&p->t, "a node", "a closing brace");
}

//---- tree ----------------------------------------------------------------------------------------

static int new_node(parser *p, sut_vrml_type type) {
    sut_vrml *v = p->v;
    sut_vrml_node *larger =
        sut_mesh_grown(v->nodes, &v->node_capacity, v->node_count + 1, sizeof *larger);
    if (larger == NULL) {
        sut_mesh_fail_memory(v->error);
        return -1;
    }
    v->nodes = larger;
    v->nodes[v->node_count] = (sut_vrml_node){.type = type, .child = -1, .next = -1, .used = -1};
    return (int)v->node_count++;
}

static sut_vrml_type type_of(sut_word w) {
    static const struct {
        const char *name;
        sut_vrml_type type;
    } types[] = {{"Separator", SUT_VRML_SEPARATOR},    {"TransformSeparator", SUT_VRML_SEPARATOR},
                 {"Transform", SUT_VRML_TRANSFORM},    {"Translation", SUT_VRML_TRANSLATION},
                 {"Rotation", SUT_VRML_ROTATION},      {"Scale", SUT_VRML_SCALE},
                 {"MatrixTransform", SUT_VRML_MATRIX}, {"Coordinate3", SUT_VRML_COORDINATE},
                 {"Coordinate", SUT_VRML_COORDINATE},  {"IndexedFaceSet", SUT_VRML_FACES},
                 {"Switch", SUT_VRML_SWITCH},          {"LOD", SUT_VRML_LOD},
                 {"LevelOfDetail", SUT_VRML_LOD}};
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
        if (sut_word_is(w, types[i].name)) {
            return types[i].type;
        }
    }
    return SUT_VRML_OTHER;
}

static sut_vrml_field field_of(sut_word w) {
    static const struct {
        const char *name;
        sut_vrml_field field;
    } fields[] = {{"point", SUT_VRML_POINT},         {"coordIndex", SUT_VRML_INDEX},
                  {"translation", SUT_VRML_MOVE},    {"rotation", SUT_VRML_TURN},
                  {"scale", SUT_VRML_STRETCH},       {"scaleFactor", SUT_VRML_STRETCH},
                  {"center", SUT_VRML_CENTER},       {"scaleOrientation", SUT_VRML_STRETCH_TURN},
                  {"matrix", SUT_VRML_MATRIX_FIELD}, {"whichChoice", SUT_VRML_WHICH},
                  {"whichChild", SUT_VRML_WHICH}};
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++) {
        if (sut_word_is(w, fields[i].name)) {
            return fields[i].field;
        }
    }
    return SUT_VRML_FIELDS;
}

static bool add_number(parser *p, int node, sut_vrml_field field, double value) {
    sut_vrml *v = p->v;
    double *pool = sut_mesh_grown(v->pool, &v->pool_capacity, v->pool_count + 1, sizeof *pool);
    v->pool = pool != NULL ? pool : v->pool;
    int *lines = sut_mesh_grown(v->pool_lines, &v->line_capacity, v->pool_count + 1, sizeof *lines);
    v->pool_lines = lines != NULL ? lines : v->pool_lines;
    if (pool == NULL || lines == NULL) {
        return sut_mesh_fail_memory(v->error);
    }
    v->pool[v->pool_count] = value;
    v->pool_lines[v->pool_count++] = p->t.line;
    v->nodes[node].fields[field].count++;
    return true;
}

static bool keep_name(parser *p, sut_word name, int node) {
    if (p->name_count >= MOST_NAMES) {
        return sut_mesh_fail(p->v->error, p->t.line, "has too many names; must have at most %d",
                             MOST_NAMES);
    }
    named *larger = sut_mesh_grown(p->names, &p->name_capacity, p->name_count + 1, sizeof *larger);
    if (larger == NULL) {
        return sut_mesh_fail_memory(p->v->error);
    }
    p->names = larger;
    p->names[p->name_count++] = (named){name, node};
    return true;
}

//---- grammar -------------------------------------------------------------------------------------

// Where the body of a node is being read: what the next number belongs to.
typedef struct body {
    int node, last_child;
    sut_vrml_field field;
    char field_name[16]; // for words that are values
    int brackets;
} body;

static bool parse_body(parser *p, int node);

static void append(parser *p, body *b, int child) {
    if (b->last_child >= 0) {
        p->v->nodes[b->last_child].next = child;
    } else {
        p->v->nodes[b->node].child = child;
    }
    b->last_child = child;
}

// "Type {" with the type already read
static bool parse_node(parser *p, body *b, sut_word type, const sut_word *name) {
    sut_word brace;
    if (!token(p, &brace)) {
        return fail_end(p);
    }
    if (!sut_word_is(brace, "{")) {
        return sut_text_fail_word(&p->t, brace, "a brace behind the type of a node");
    }
    int child = new_node(p, type_of(type));
    if (child < 0) {
        return false;
    }
    append(p, b, child);
    // known by its name when it is complete: no node holds itself
    return parse_body(p, child) && (name == NULL || keep_name(p, *name, child));
}

static bool parse_use(parser *p, body *b) {
    sut_word name;
    if (!token(p, &name)) {
        return fail_end(p);
    }
    if (++p->uses > MOST_USES) {
        return sut_mesh_fail(p->v->error, p->t.line, "has USE too often; must be at most %d times",
                             MOST_USES);
    }
    for (size_t i = p->name_count; i-- > 0;) {
        const named *n = &p->names[i];
        if (n->name.length == name.length && memcmp(n->name.text, name.text, name.length) == 0) {
            int child = new_node(p, SUT_VRML_USE);
            if (child < 0) {
                return false;
            }
            p->v->nodes[child].used = n->node;
            append(p, b, child);
            return true;
        }
    }
    return sut_text_fail_word(&p->t, name, "a name that DEF gave before");
}

// behind brackets or braces of any depth
static bool skip_group(parser *p) {
    int depth = 0;
    sut_word w;
    do {
        if (!token(p, &w)) {
            return fail_end(p);
        }
        depth += sut_word_is(w, "{") || sut_word_is(w, "[");
        depth -= sut_word_is(w, "}") || sut_word_is(w, "]");
    } while (depth > 0);
    return true;
}

// a prototype: its name, its fields, and a body that is no part of the scene
static bool skip_prototype(parser *p, bool external) {
    sut_word name;
    return (token(p, &name) || fail_end(p)) && skip_group(p) && (external || skip_group(p));
}

static bool take_word(parser *p, body *b, sut_word w) {
    sut_word name;
    sut_word type;
    if (sut_word_is(w, "DEF")) {
        return token(p, &name) && token(p, &type) ? parse_node(p, b, type, &name) : fail_end(p);
    }
    if (sut_word_is(w, "USE")) {
        return parse_use(p, b);
    }
    if (sut_word_is(w, "PROTO") || sut_word_is(w, "EXTERNPROTO")) {
        return skip_prototype(p, sut_word_is(w, "EXTERNPROTO"));
    }
    if (sut_word_is(w, "ROUTE")) {
        return (token(p, &w) && token(p, &w) && token(p, &w)) || fail_end(p);
    }
    if (followed_by(p, '{')) {
        return parse_node(p, b, w, NULL);
    }
    // values that are words, else the name of a field
    bool backwards = (sut_word_is(w, "FALSE") && strcmp(b->field_name, "ccw") == 0) ||
                     (sut_word_is(w, "CLOCKWISE") && strcmp(b->field_name, "vertexOrdering") == 0);
    if (backwards) {
        p->v->nodes[b->node].clockwise = true;
        return true;
    }
    b->field = field_of(w);
    size_t n = w.length < sizeof b->field_name - 1 ? w.length : sizeof b->field_name - 1;
    memcpy(b->field_name, w.text, n);
    b->field_name[n] = '\0';
    if (b->field < SUT_VRML_FIELDS) {
        p->v->nodes[b->node].fields[b->field].first = p->v->pool_count;
        p->v->nodes[b->node].fields[b->field].count = 0;
    }
    return true;
}

static bool starts_number(sut_word w) {
    return (w.text[0] >= '0' && w.text[0] <= '9') || strchr("+-.", w.text[0]) != NULL;
}

static bool take_token(parser *p, body *b, sut_word w) {
    if (w.text[0] == '"') {
        return true;
    }
    if (w.text[0] == '[' || w.text[0] == ']') {
        b->brackets += w.text[0] == '[' ? 1 : -1;
        return b->brackets >= 0 || sut_text_fail_word(&p->t, w, "an opening bracket before it");
    }
    double value = 0.0;
    bool number =
        w.text[0] != '\0' && (starts_number(w) || b->brackets > 0) && sut_word_number(w, &value);
    if (number) {
        return b->field == SUT_VRML_FIELDS || add_number(p, b->node, b->field, value);
    }
    bool expected = b->field < SUT_VRML_FIELDS && (b->brackets > 0 || starts_number(w));
    return expected ? sut_text_fail_number(&p->t, w) : take_word(p, b, w);
}

static bool parse_body(parser *p, int node) {
    if (++p->depth > DEEPEST) {
        return sut_mesh_fail(p->v->error, p->t.line,
                             "is nested too deeply; must be within %d nodes", DEEPEST);
    }
    body b = {.node = node, .last_child = -1, .field = SUT_VRML_FIELDS};
    bool top = node == p->v->root;
    sut_word w;
    for (;;) {
        if (!token(p, &w)) {
            p->depth--;
            return (top && b.brackets == 0) || fail_end(p);
        }
        if (sut_word_is(w, "}")) {
            break;
        }
        if (!(sut_word_is(w, "{") ? sut_text_fail_word(&p->t, w, "the type of a node before it")
                                  : take_token(p, &b, w))) {
            return false;
        }
    }
    p->depth--;
    if (b.brackets > 0) {
        return sut_text_fail_end(&p->t, "a list", "a closing bracket");
    }
    return !top || sut_text_fail_word(&p->t, w, "an opening brace before it");
}

bool sut_vrml_parse(sut_vrml *v, const void *bytes, size_t size) {
    parser p = {.v = v, .t = sut_text_start(bytes, size, v->error)};
    bool one = size >= 10 && memcmp(bytes, "#VRML V1.0", 10) == 0;
    bool two = size >= 10 && memcmp(bytes, "#VRML V2.0", 10) == 0;
    if (!one && !two) {
        return sut_mesh_fail(v->error, 1,
                             "has no header; must have #VRML V1.0 ascii or #VRML V2.0 utf8");
    }
    v->first_version = one;
    v->root = new_node(&p, SUT_VRML_OTHER);
    bool fine = v->root >= 0 && parse_body(&p, v->root);
    free(p.names);
    return fine;
}

void sut_vrml_free(sut_vrml *v) {
    free(v->nodes);
    free(v->pool);
    free(v->pool_lines);
}
