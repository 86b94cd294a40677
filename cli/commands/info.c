// SPDX-License-Identifier: MIT
// sutura info: version, build, what this build can do, and the tables of materials.
#include "commands/args.h"
#include "commands/commands.h"
#include "commands/message.h"
#include "sutura/scene.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char help[] =
    "usage: sutura info [--materials] [--json]\n"
    "\n"
    "Version, build and what this build can do.\n"
    "\n"
    "  --materials   the tables of suture materials, tissues and needles, with sources\n"
    "  --json        one JSON value\n";

static const char *const models[] = {
    "implicit",  "implicit-simplified", "variational", "springs-1",
    "springs-2", "springs-3",           "springs-4",   "springs-5"};
static const char *const formats[] = {"csv", "vtp", "svg", "series"};
static const char *const commands[] = {
    "run",      "replay", "info", "knot", "haptic", "sweep", "mesh",
#if defined(SUT_HAVE_CHECKS)
    "validate",
#endif
#if defined(SUT_HAVE_BENCH)
    "bench",
#endif
#if defined(SUT_HAVE_TRAINER)
    "trainer",
#endif
};
// of this build; the last place ends the list
static const char *const missing[] = {
#if !defined(SUT_HAVE_TRAINER)
    "trainer",
#endif
#if !defined(SUT_HAVE_CHECKS)
    "validate",
#endif
#if !defined(SUT_HAVE_BENCH)
    "bench",
#endif
    NULL,
};
#define COUNT(list) ((int)(sizeof(list) / sizeof(list)[0]))
#define MISSING (COUNT(missing) - 1)

static const double pi = 3.14159265358979323846;

// stiffnesses of a size: a solid round section, softened in bending where it is a braid
static double bending_stiffness(const sut_material *m) {
    double r = 0.5 * m->diameter;
    return m->bend_factor * m->young * pi * r * r * r * r / 4.0;
}

static double stretching_stiffness(const sut_material *m) {
    double r = 0.5 * m->diameter;
    return m->young * pi * r * r;
}

//---- text ----------------------------------------------------------------------------------------

static void print_words(const char *label, const char *const *words, int count) {
    printf("%-10s", label);
    for (int i = 0; i < count; i++) {
        printf("%s%s", i > 0 ? ", " : "", words[i]);
    }
    printf("\n");
}

static void print_about(void) {
    sut_version_info v = sut_version();
    printf("sutura    %d.%d.%d\n", v.major, v.minor, v.patch);
    printf("build     %s\n", v.build);
    print_words("commands", commands, COUNT(commands));
    if (MISSING > 0) {
        print_words("not built", missing, MISSING);
    }
    print_words("models", models, COUNT(models));
    print_words("formats", formats, COUNT(formats));
    printf("threads   2 to 10000000 vertices each\n");
    printf("steps     up to 50 ms\n");
    printf("materials %d of threads, %d of tissues, see 'sutura info --materials'\n",
           sut_material_count(), sut_tissue_material_count());
}

// sources are long and shared by many sizes: numbered below the table
static int source_number(const char **sources, int *count, const char *source) {
    for (int i = 0; i < *count; i++) {
        if (strcmp(sources[i], source) == 0) {
            return i + 1;
        }
    }
    sources[(*count)++] = source;
    return *count;
}

static void print_tissues(void) {
    printf("\n%-9s %7s %7s %7s %8s %6s %6s %6s %6s %7s %8s %5s  %s\n", "tissue", "E", "poisson",
           "density", "friction", "entry", "cut", "exit", "grip", "pinch", "strength", "bite",
           "source");
    printf("%-9s %7s %7s %7s %8s %6s %6s %6s %6s %7s %8s %5s\n", "", "kPa", "", "kg/m^3", "", "N",
           "N", "N", "N/m", "N", "N", "mm");
    for (int i = 0; i < sut_tissue_material_count(); i++) {
        const sut_tissue_material *m = sut_tissue_material_at(i);
        char bite[16] = "any";
        if (m->floor < 1.0) {
            snprintf(bite, sizeof bite, "%g", m->bite * 1e3);
        }
        printf("%-9s %7g %7g %7g %8g %6g %6g %6g %6g %7g %8g %5s  %s\n", m->name, m->young * 1e-3,
               m->poisson, m->density, m->friction, m->entry, m->cut, m->exit, m->grip, m->pinch,
               m->strength, bite, m->source);
    }
}

// m, straight from tip to end.
static double chord_of(const sut_needle_code *n) {
    return n->length * sin(pi * n->arc) / (pi * n->arc);
}

static void print_needles(void) {
    printf("\n%-9s %6s %7s %7s %8s %-16s %s\n%-9s %6s %7s %7s %8s\n", "needle", "arc", "length",
           "chord", "diameter", "point", "source", "", "", "mm", "mm", "mm");
    for (int i = 0; i < sut_needle_code_count(); i++) {
        const sut_needle_code *n = sut_needle_code_at(i);
        printf("%-9s %6g %7g %7.1f %8g %-16s %s\n", n->name, n->arc, n->length * 1e3,
               chord_of(n) * 1e3, n->diameter * 1e3, n->point, n->source);
    }
}

static int print_materials(void) {
    int n = sut_material_count();
    const char **sources = malloc(((size_t)n + 1) * sizeof *sources);
    if (sources == NULL) {
        return sut_cli_fail("info: out of memory");
    }
    int source_count = 0;
    printf("%-16s %-6s %8s %7s %10s %10s %8s %8s %8s  %s\n", "material", "size", "diameter", "E",
           "EI", "EA", "density", "friction", "knot", "source");
    printf("%-16s %-6s %8s %7s %10s %10s %8s %8s %8s\n", "", "", "mm", "GPa", "N m^2", "N",
           "kg/m^3", "", "pull N");
    for (int i = 0; i < n; i++) {
        const sut_material *m = sut_material_at(i);
        char knot[16] = "-";
        if (m->knot_pull > 0.0) {
            snprintf(knot, sizeof knot, "%.3g", m->knot_pull);
        }
        printf("%-16s %-6s %8.4f %7.2f %10.3e %10.3e %8.0f %8.2f %8s  [%d]\n", m->name, m->size,
               m->diameter * 1e3, m->young * 1e-9, bending_stiffness(m), stretching_stiffness(m),
               m->density, m->friction, knot, source_number(sources, &source_count, m->source));
    }
    printf("\nEI counts braids as bundles: a factor below 1 on the solid section.\n");
    for (int i = 0; i < source_count; i++) {
        printf("[%d] %s\n", i + 1, sources[i]);
    }
    free(sources);
    print_tissues();
    print_needles();
    return SUT_EXIT_DONE;
}

//---- JSON ----------------------------------------------------------------------------------------

static json_t *words_json(const char *const *words, int count) {
    json_t *list = json_array();
    for (int i = 0; i < count; i++) {
        json_array_append_new(list, json_string(words[i]));
    }
    return list;
}

static json_t *material_json(const sut_material *m) {
    json_t *o = json_pack("{s:s, s:s}", "name", m->name, "size", m->size);
    const struct {
        const char *key;
        double value;
    } numbers[] = {{"diameter", m->diameter},
                   {"young", m->young},
                   {"bend_factor", m->bend_factor},
                   {"poisson", m->poisson},
                   {"density", m->density},
                   {"friction", m->friction},
                   {"EI", bending_stiffness(m)},
                   {"EA", stretching_stiffness(m)},
                   {"mass_per_length", m->density * pi * m->diameter * m->diameter / 4.0}};
    for (int i = 0; i < COUNT(numbers); i++) {
        json_object_set_new(o, numbers[i].key, json_real(numbers[i].value));
    }
    json_object_set_new(o, "knot_pull", m->knot_pull > 0.0 ? json_real(m->knot_pull) : json_null());
    json_object_set_new(o, "source", json_string(m->source));
    return o;
}

static json_t *tissue_json(const sut_tissue_material *m) {
    json_t *o = json_pack("{s:s}", "name", m->name);
    const struct {
        const char *key;
        double value;
    } numbers[] = {{"young", m->young},       {"poisson", m->poisson}, {"density", m->density},
                   {"friction", m->friction}, {"entry", m->entry},     {"cut", m->cut},
                   {"exit", m->exit},         {"grip", m->grip},       {"pinch", m->pinch},
                   {"strength", m->strength}, {"bite", m->bite},       {"floor", m->floor}};
    for (int i = 0; i < COUNT(numbers); i++) {
        json_object_set_new(o, numbers[i].key, json_real(numbers[i].value));
    }
    json_object_set_new(o, "source", json_string(m->source));
    return o;
}

static json_t *needle_json(const sut_needle_code *n) {
    return json_pack("{s:s, s:f, s:f, s:f, s:f, s:s, s:s}", "name", n->name, "arc", n->arc,
                     "length", n->length, "chord", chord_of(n), "diameter", n->diameter, "point",
                     n->point, "source", n->source);
}

static int print_json(bool materials) {
    sut_version_info v = sut_version();
    char text[48];
    snprintf(text, sizeof text, "%d.%d.%d", v.major, v.minor, v.patch);
    json_t *o = json_pack("{s:s, s:s, s:o, s:o, s:o, s:o}", "version", text, "build", v.build,
                          "commands", words_json(commands, COUNT(commands)), "not_yet",
                          words_json(missing, MISSING), "models", words_json(models, COUNT(models)),
                          "formats", words_json(formats, COUNT(formats)));
    if (materials) {
        json_t *list = json_array();
        for (int i = 0; i < sut_material_count(); i++) {
            json_array_append_new(list, material_json(sut_material_at(i)));
        }
        json_object_set_new(o, "materials", list);
        json_t *tissues = json_array();
        for (int i = 0; i < sut_tissue_material_count(); i++) {
            json_array_append_new(tissues, tissue_json(sut_tissue_material_at(i)));
        }
        json_object_set_new(o, "tissue_materials", tissues);
        json_t *needles = json_array();
        for (int i = 0; i < sut_needle_code_count(); i++) {
            json_array_append_new(needles, needle_json(sut_needle_code_at(i)));
        }
        json_object_set_new(o, "needles", needles);
    }
    char *dump = json_dumps(o, JSON_INDENT(2) | JSON_REAL_PRECISION(12));
    json_decref(o);
    if (dump == NULL) {
        return sut_cli_fail("info: out of memory");
    }
    puts(dump);
    free(dump);
    return SUT_EXIT_DONE;
}

int sut_command_info(int argc, char **argv) {
    static const sut_option options[] = {{"--materials", NULL}, {"--json", NULL}};
    sut_args args = {
        .command = "info", .argc = argc, .argv = argv, .options = options, .option_count = 2};
    bool flags[2] = {false, false};
    for (;;) {
        sut_arg arg;
        switch (sut_args_next(&args, &arg)) {
        case SUT_ARG_END: {
            int code = SUT_EXIT_DONE;
            if (flags[1]) {
                code = print_json(flags[0]);
            } else if (flags[0]) {
                code = print_materials();
            } else {
                print_about();
            }
            return sut_cli_finish(code);
        }
        case SUT_ARG_HELP:
            fputs(help, stdout);
            return sut_cli_finish(SUT_EXIT_DONE);
        case SUT_ARG_OPTION:
            flags[arg.option] = true;
            break;
        case SUT_ARG_PLAIN:
            return sut_cli_refuse("info: takes no argument '%s'; see 'sutura info --help'",
                                  arg.value);
        default:
            return SUT_EXIT_USAGE;
        }
    }
}
