// SPDX-License-Identifier: MIT
// sutura knot: name the knots in a file of polygons.
#include "commands/args.h"
#include "commands/commands.h"
#include "commands/input.h"
#include "commands/knot_file.h"
#include "commands/message.h"
#include "sutura/sutura.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char help[] =
    "usage: sutura knot FILE [--json]\n"
    "\n"
    "Name the knot in a polygon. FILE ('-': standard input) holds one vertex per line, 'x y z' or\n"
    "'x,y,z'; an empty line separates components; '# closed' on a line of its own closes the\n"
    "component before it. Open components are closed far away. Of a thread_NAME.csv that\n"
    "`sutura run --out` wrote the last block is taken.\n"
    "\n"
    "  --json   one JSON value\n"
    "\n"
    "Names are those of Rolfsen's table: 0_1 is no knot, 3_1 the trefoil, 3_1#m3_1 a sum. An m in\n"
    "front marks the mirror image of Rolfsen's picture: 3_1 is the left-handed trefoil (signature\n"
    "+2), m3_1 the right-handed one. 4_1, 6_3, 8_3, 8_9, 8_12, 8_17 and 8_18 are their own mirror\n"
    "images. Other tables draw some knots in the other hand.\n"
    "\n"
    "A tangle takes work, which is limited to some seconds: 'unknown' then says 'work limit "
    "reached'.\n"
    "\n"
    "Throws are listed from the first one tied: 2=1 means two turns, then one turn with the other\n"
    "hand; 2x1 the same with equal hands. '# standing first' (or last) tells which end of a "
    "thread\n"
    "is loaded: only that tells a reef in two threads from a thief knot.\n";

//---- JSON ----------------------------------------------------------------------------------------
// Jansson takes null for "no memory" everywhere and hands it on, so one check at the end is enough.

static json_t *coefficients_json(const sut_knot_polynomial *p) {
    if (p->count == 0) {
        return json_null();
    }
    json_t *list = json_array();
    for (int i = 0; i < p->count; i++) {
        json_array_append_new(list, json_integer((json_int_t)p->coefficients[i]));
    }
    return list;
}

static json_t *jones_json(const sut_knot_loop *l) {
    if (l->jones.count == 0) {
        return json_null();
    }
    return json_pack("{s:i, s:o}", "low", l->jones.low, "coefficients",
                     coefficients_json(&l->jones));
}

static json_t *throws_json(const sut_knot_throws *t) {
    json_t *list = json_array();
    for (int i = 0; i < t->count; i++) {
        json_array_append_new(list, json_pack("{s:i, s:s}", "turns", t->list[i].turns, "hand",
                                              t->list[i].hand > 0 ? "right" : "left"));
    }
    return list;
}

static json_t *text_or_null(const char *text) {
    return text[0] != '\0' ? json_string(text) : json_null();
}

static json_t *loop_value(const sut_knot_loop *l, int key) {
    switch (key) {
    case 0:
        return json_string(l->name);
    case 1:
        return l->crossings >= 0 ? json_integer(l->crossings) : json_null();
    case 2:
        return coefficients_json(&l->alexander);
    case 3:
        return jones_json(l);
    case 4:
        return l->has_signature ? json_integer(l->signature) : json_null();
    case 5:
        return throws_json(&l->throws);
    case 6:
        return text_or_null(l->throws.word);
    case 7:
        return json_boolean(l->certain);
    default:
        return l->diagram_crossings >= 0 ? json_integer(l->diagram_crossings) : json_null();
    }
}

// A value per component: itself if there is one, else a list.
static void set_per_loop(json_t *o, const sut_knot *k) {
    static const char *const keys[] = {"knot",  "crossings", "alexander",
                                       "jones", "signature", "throws",
                                       "word",  "certain",   "diagram_crossings"};
    for (int key = 0; key < (int)(sizeof keys / sizeof keys[0]); key++) {
        json_t *value = json_array();
        for (int i = 0; i < k->count; i++) {
            json_array_append_new(value, loop_value(&k->loops[i], key));
        }
        json_object_set(o, keys[key], k->count == 1 ? json_array_get(value, 0) : value);
        json_decref(value);
    }
}

static json_t *linking_json(const sut_knot *k) {
    json_t *rows = json_array();
    for (int a = 0; a < k->count; a++) {
        json_t *row = json_array();
        for (int b = 0; b < k->count; b++) {
            json_array_append_new(row, json_integer(k->linking[a * k->count + b]));
        }
        json_array_append_new(rows, row);
    }
    return rows;
}

// Keys that are there only where they say something.
static void set_where_it_applies(json_t *o, const sut_knot *k) {
    bool ambiguous = false;
    bool surgical = false;
    bool apart = false;
    bool unknown = false;
    json_t *reasons = json_array();
    json_t *confidence = json_array();
    json_t *runner_up = json_array();
    json_t *names = json_array();
    json_t *beside = json_array();
    for (int i = 0; i < k->count; i++) {
        const sut_knot_loop *l = &k->loops[i];
        ambiguous = ambiguous || l->ambiguous;
        surgical = surgical || l->throws.surgical[0] != '\0';
        apart = apart || l->throws.apart[0] != '\0';
        unknown = unknown || l->reason[0] != '\0';
        json_array_append_new(reasons, text_or_null(l->reason));
        json_array_append_new(confidence, json_real(l->confidence));
        json_array_append_new(runner_up, text_or_null(l->runner_up));
        json_array_append_new(names, text_or_null(l->throws.surgical));
        json_array_append_new(beside, text_or_null(l->throws.apart));
    }
    bool one = k->count == 1;
    if (unknown) {
        json_object_set(o, "reason", one ? json_array_get(reasons, 0) : reasons);
    }
    if (k->spent) {
        json_object_set_new(o, "work_limit", json_integer((json_int_t)SUT_KNOT_WORK_THOROUGH));
    }
    if (k->bend.surgical[0] != '\0') {
        json_object_set_new(o, "surgical", json_string(k->bend.surgical));
    } else if (surgical) {
        json_object_set(o, "surgical", one ? json_array_get(names, 0) : names);
    }
    if (apart) {
        json_object_set(o, "apart", one ? json_array_get(beside, 0) : beside);
    }
    if (ambiguous) {
        json_object_set(o, "confidence", one ? json_array_get(confidence, 0) : confidence);
        json_object_set(o, "runner_up", one ? json_array_get(runner_up, 0) : runner_up);
    }
    json_decref(reasons);
    json_decref(confidence);
    json_decref(runner_up);
    json_decref(names);
    json_decref(beside);
    if (k->link[0] != '\0') {
        json_object_set_new(o, "link", json_string(k->link));
    }
    if (k->bend.count > 0) {
        json_object_set_new(o, "bend",
                            json_pack("{s:s, s:o, s:s}", "knot", k->bend_name, "throws",
                                      throws_json(&k->bend), "word", k->bend.word));
    }
}

static int print_json(const sut_knot *k) {
    json_t *o = json_pack("{s:i}", "components", k->count);
    set_per_loop(o, k);
    json_object_set_new(o, "linking",
                        k->has_linking || k->count == 1 ? linking_json(k) : json_null());
    set_where_it_applies(o, k);
    char *dump = json_dumps(o, JSON_INDENT(2) | JSON_REAL_PRECISION(12));
    json_decref(o);
    if (dump == NULL) {
        return sut_cli_fail("knot: out of memory");
    }
    puts(dump);
    free(dump);
    return SUT_EXIT_DONE;
}

//---- text ----------------------------------------------------------------------------------------

static void print_polynomial(const char *label, const sut_knot_polynomial *p) {
    printf("  %-10s", label);
    if (p->count == 0) {
        printf("not computed\n");
        return;
    }
    bool first = true;
    for (int i = 0; i < p->count; i++) {
        long long c = (long long)p->coefficients[i];
        int power = p->low + i;
        if (c == 0) {
            continue;
        }
        printf("%s", first ? (c < 0 ? "-" : "") : (c < 0 ? " - " : " + "));
        long long size = c < 0 ? -c : c;
        if (size != 1 || power == 0) {
            printf("%lld%s", size, power != 0 ? " " : "");
        }
        if (power != 0) {
            printf(power == 1 ? "t" : "t^%d", power);
        }
        first = false;
    }
    printf("\n");
}

static void print_throws(const sut_knot_throws *t) {
    if (t->surgical[0] != '\0') {
        printf("  %-10s%s\n", "surgical", t->surgical);
    }
    if (t->count > 0) {
        printf("  %-10s%s:", "throws", t->word);
        for (int i = 0; i < t->count; i++) {
            printf("%s %d turn%s %s-handed", i > 0 ? "," : "", t->list[i].turns,
                   t->list[i].turns == 1 ? "" : "s", t->list[i].hand > 0 ? "right" : "left");
        }
        printf("\n");
    }
    if (t->apart[0] != '\0') {
        printf("  %-10s%s, in a tail\n", "apart", t->apart);
    }
}

static void print_loop(const sut_knot_loop *l, const sut_knot_thread *thread, int index) {
    printf("component %d: %s, %s, %d vertices\n", index + 1, l->name,
           thread->closed ? "closed" : "open", thread->vertex_count);
    if (l->reason[0] != '\0') {
        printf("  %-10s%s\n", "reason", l->reason);
        if (l->crossings >= 0) {
            printf("  %-10s%d in the smallest diagram found\n", "crossings", l->crossings);
        }
    } else {
        printf("  %-10s%d, %s\n", "crossings", l->crossings,
               l->certain ? "proven"
                          : "probable: the diagram is too large to exclude a knot like it");
    }
    if (l->ambiguous) {
        printf("  %-10s %.0f %% of the ways to close it%s%s\n", "confidence", 100.0 * l->confidence,
               l->runner_up[0] != '\0' ? "; next " : "", l->runner_up);
    }
    print_throws(&l->throws);
    print_polynomial("Alexander", &l->alexander);
    print_polynomial("Jones", &l->jones);
    if (l->has_signature) {
        printf("  %-10s%d\n", "signature", l->signature);
    }
}

static void print_text(const sut_knot *k, const sut_knot_file *file) {
    for (int i = 0; i < k->count; i++) {
        print_loop(&k->loops[i], &file->threads[i], i);
    }
    for (int a = 0; a < k->count && k->has_linking; a++) {
        for (int b = a + 1; b < k->count; b++) {
            printf("linking number of %d and %d: %d\n", a + 1, b + 1, k->linking[a * k->count + b]);
        }
    }
    if (k->link[0] != '\0') {
        printf("link: %s\n", k->link);
    }
    if (k->bend.count > 0) {
        printf("joined by: %s\n", k->bend_name);
        print_throws(&k->bend);
    }
    if (k->spent) {
        printf("the work limit of %.3g operations was reached: what is unknown or missing here may "
               "exist\n",
               (double)SUT_KNOT_WORK_THOROUGH);
    }
}

//---- the command ---------------------------------------------------------------------------------

static int name_file(const char *path, bool json) {
    sut_fault unread = {""};
    FILE *stream = sut_input_open(path, "a text file with a vertex 'x y z' per line", &unread);
    if (stream == NULL) {
        return sut_cli_refuse("%s", unread.text);
    }
    sut_knot_file file;
    sut_knot_fault fault = {""};
    bool read = sut_knot_file_read(&file, stream, path, &fault);
    sut_input_close(stream);
    if (!read) {
        return sut_cli_refuse("%s", fault.text);
    }
    sut_knot knot;
    int code = SUT_EXIT_DONE;
    switch (sut_knot_name(file.threads, file.count, SUT_KNOT_THOROUGH, &knot)) {
    case SUT_OK:
        if (json) {
            code = print_json(&knot);
        } else {
            print_text(&knot, &file);
        }
        sut_knot_free(&knot);
        code = sut_cli_finish(code);
        break;
    case SUT_E_MEMORY:
        code = sut_cli_fail("knot: out of memory");
        break;
    default:
        code = sut_cli_refuse("%s: the curve meets itself, or all of it is in one place; a curve "
                              "without double points",
                              path);
        break;
    }
    sut_knot_file_free(&file);
    return code;
}

static bool want_json(void *ctx, const sut_arg *option) {
    (void)option; // there is only one
    *(bool *)ctx = true;
    return true;
}

int sut_command_knot(int argc, char **argv) {
    static const sut_option options[] = {{"--json", NULL}};
    sut_args args = {
        .command = "knot", .argc = argc, .argv = argv, .options = options, .option_count = 1};
    bool json = false;
    const char *path = NULL;
    int code = sut_args_file(&args, help, "file", "FILE", want_json, &json, &path);
    return code >= 0 ? code : name_file(path, json);
}
