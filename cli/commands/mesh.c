// SPDX-License-Identifier: MIT
// sutura mesh: what a mesh file or the shape of a tissue is like, and the mesh in other formats.
#include "commands/args.h"
#include "commands/commands.h"
#include "commands/mesh_report.h"
#include "commands/message.h"
#include "output/claims.h"
#include "output/mesh_file.h"
#include "output/writer.h"
#include "sutura/scene.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char help[] =
    "usage: sutura mesh FILE [OPTION]...\n"
    "       sutura mesh --shape JSON [OPTION]...\n"
    "\n"
    "Reads and checks a mesh as a scene would, and says what it is like: nodes, elements,\n"
    "groups, size, worst element. FILE is obj, stl, ply, wrl, msh or vtk; JSON is the shape\n"
    "of a tissue, for example '{\"type\": \"vessel\", \"radius\": \"1 mm\", ...}'.\n"
    "\n"
    "  --model MODEL     solid, shell, membrane or tube: what it is needed for\n"
    "  --scale LENGTH    one unit of FILE: metres, or with m, cm, mm, um (default 1)\n"
    "  --weld LENGTH     nodes within it become one (default 0)\n"
    "  --flip            turn every element inside out\n"
    "  --write FILE      .vtk (with its groups), .obj or .svg; may be given several times\n"
    "  --json            one JSON value\n";

enum { MODEL, SHAPE, SCALE, WELD, FLIP, WRITE, JSON, OPTIONS, MOST_FILES = 8 };

typedef struct choice {
    const char *file, *shape, *model;
    sut_mesh_import how;
    bool imports, json;
    const char *write[MOST_FILES];
    int write_count;
} choice;

//---- arguments -----------------------------------------------------------------------------------

static bool read_length(const char *option, const char *text, bool zero, double *out) {
    static const struct {
        const char *unit;
        double size;
    } units[] = {{"", 1.0}, {"m", 1.0}, {"cm", 1e-2}, {"mm", 1e-3}, {"um", 1e-6}};
    const char *end = sut_decimal_end(text);
    double value = end != NULL ? strtod(text, NULL) : -1.0;
    for (; end != NULL && *end == ' '; end++) {
    }
    for (size_t i = 0; end != NULL && i < sizeof units / sizeof units[0]; i++) {
        double length = value * units[i].size;
        bool right = isfinite(length) && (length > 0.0 || (zero && length >= 0.0));
        if (strcmp(end, units[i].unit) == 0 && right) {
            *out = length;
            return true;
        }
    }
    sut_cli_refuse("mesh: %s is '%s'; must be a length %s, for example '1 mm'", option, text,
                   zero ? "of 0 or more" : "above 0");
    return false;
}

static bool is_model(const char *word) {
    static const char *const models[] = {"solid", "shell", "membrane", "tube"};
    for (int i = 0; i < 4; i++) {
        if (strcmp(word, models[i]) == 0) {
            return true;
        }
    }
    sut_cli_refuse("mesh: --model is '%s'; must be solid, shell, membrane or tube", word);
    return false;
}

static const char *ending(const char *path) {
    const char *dot = strrchr(path, '.');
    return dot != NULL ? dot : "";
}

static bool add_file(choice *c, const char *path) {
    const char *end = ending(path);
    if (strcmp(end, ".vtk") != 0 && strcmp(end, ".obj") != 0 && strcmp(end, ".svg") != 0) {
        sut_cli_refuse("mesh: --write is '%s'; must end in .vtk, .obj or .svg", path);
        return false;
    }
    if (c->write_count == MOST_FILES) {
        sut_cli_refuse("mesh: --write is given more than %d times; must be fewer", MOST_FILES);
        return false;
    }
    c->write[c->write_count++] = path;
    return true;
}

static bool take_option(choice *c, const sut_arg *arg) {
    switch (arg->option) {
    case MODEL:
        c->model = arg->value;
        return is_model(arg->value);
    case SHAPE:
        c->shape = arg->value;
        return true;
    case SCALE:
        c->imports = true;
        return read_length("--scale", arg->value, false, &c->how.scale);
    case WELD:
        c->imports = true;
        return read_length("--weld", arg->value, true, &c->how.weld);
    case FLIP:
        c->imports = true;
        c->how.flip = true;
        return true;
    case WRITE:
        return add_file(c, arg->value);
    default:
        c->json = true;
        return true;
    }
}

// nothing that is read is written, and all that is to be written can be
static bool claim_files(const choice *c) {
    json_t *shape = c->shape != NULL ? json_loads(c->shape, 0, NULL) : NULL;
    const char *file =
        c->file != NULL ? c->file : json_string_value(json_object_get(shape, "file"));
    if (file != NULL) {
        sut_claim_input(file);
    }
    json_decref(shape);
    for (int i = 0; i < c->write_count; i++) {
        sut_fault fault;
        if (!sut_claim_output(c->write[i], &fault) || !sut_file_is_writable(c->write[i], &fault)) {
            sut_cli_refuse("%s", fault.text);
            return false;
        }
    }
    return true;
}

//---- the mesh ------------------------------------------------------------------------------------

static sut_mesh *read_file(const choice *c) {
    sut_mesh_import how = c->how;
    static const struct {
        const char *model;
        sut_mesh_need need;
    } needs[] = {{"solid", SUT_MESH_NEED_SOLID},
                 {"shell", SUT_MESH_NEED_SHELL},
                 {"membrane", SUT_MESH_NEED_MEMBRANE}};
    for (int i = 0; c->model != NULL && i < 3; i++) {
        how.need = strcmp(c->model, needs[i].model) == 0 ? needs[i].need : how.need;
    }
    sut_mesh_error e;
    sut_mesh *m = sut_mesh_read_file(c->file, &how, &e);
    if (m == NULL && e.line > 0) {
        sut_cli_refuse("%s:%d: %s", c->file, e.line, e.text);
    } else if (m == NULL) {
        sut_cli_refuse("%s: %s", c->file, e.text);
    }
    return m;
}

static sut_mesh *read_shape(const choice *c) {
    sut_scene_error e;
    sut_mesh *m = sut_scene_read_mesh(c->shape, strlen(c->shape), "--shape", c->model, &e);
    if (m == NULL) {
        sut_cli_refuse("%s", e.text);
    }
    return m;
}

static bool write_one(const sut_mesh *m, const char *path) {
    sut_svg text = {NULL, 0, 0, false};
    sut_fault fault;
    bool fine = true;
    if (strcmp(ending(path), ".svg") == 0) {
        fine = sut_mesh_picture(&text, m);
        if (!fine) {
            sut_cli_fail("%s: has too many triangles for a picture; write .vtk instead", path);
        }
    } else if (strcmp(ending(path), ".obj") == 0) {
        sut_mesh_obj(&text, m);
    } else {
        sut_mesh_report_vtk(&text, m);
    }
    if (fine && text.failed) {
        fine = false;
        sut_cli_fail("mesh: out of memory");
    }
    if (fine && !sut_write_file(path, text.text, text.used, &fault)) {
        fine = false;
        sut_cli_fail("%s", fault.text);
    }
    sut_svg_free(&text);
    return fine;
}

static int show(const choice *c) {
    sut_mesh *m = c->file != NULL ? read_file(c) : read_shape(c);
    if (m == NULL) {
        return SUT_EXIT_USAGE;
    }
    bool fine = sut_mesh_report(m, c->json);
    for (int i = 0; fine && i < c->write_count; i++) {
        fine = write_one(m, c->write[i]);
    }
    sut_mesh_free(m);
    return sut_cli_finish(fine ? SUT_EXIT_DONE : SUT_EXIT_FAILED);
}

static int check_choice(const choice *c) {
    if ((c->file == NULL) == (c->shape == NULL)) {
        return sut_cli_refuse("mesh: give one FILE or one --shape; see 'sutura mesh --help'");
    }
    if (c->shape != NULL && c->imports) {
        return sut_cli_refuse("mesh: --scale, --weld and --flip are for FILE; must be in the JSON "
                              "of --shape");
    }
    if (c->file != NULL && c->model != NULL && strcmp(c->model, "tube") == 0) {
        return sut_cli_refuse(
            "mesh: a tube is no file; must be --shape '{\"type\": \"tube\", ...}'");
    }
    return claim_files(c) ? show(c) : SUT_EXIT_USAGE;
}

int sut_command_mesh(int argc, char **argv) {
    static const sut_option options[OPTIONS] = {
        {"--model", "MODEL"}, {"--shape", "JSON"}, {"--scale", "LENGTH"}, {"--weld", "LENGTH"},
        {"--flip", NULL},     {"--write", "FILE"}, {"--json", NULL}};
    sut_args args = {
        .command = "mesh", .argc = argc, .argv = argv, .options = options, .option_count = OPTIONS};
    choice c = {.how = sut_default_mesh_import()};
    for (;;) {
        sut_arg arg;
        switch (sut_args_next(&args, &arg)) {
        case SUT_ARG_END:
            return check_choice(&c);
        case SUT_ARG_HELP:
            fputs(help, stdout);
            return sut_cli_finish(SUT_EXIT_DONE);
        case SUT_ARG_OPTION:
            if (!take_option(&c, &arg)) {
                return SUT_EXIT_USAGE;
            }
            break;
        case SUT_ARG_PLAIN:
            if (c.file != NULL) {
                return sut_cli_refuse(
                    "mesh: takes one file, not '%s' too; see 'sutura mesh --help'", arg.value);
            }
            c.file = arg.value;
            break;
        default:
            return SUT_EXIT_USAGE;
        }
    }
}
