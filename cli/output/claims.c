// SPDX-License-Identifier: MIT
#include "output/claims.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

// A file is known by its inode, or while it does not exist by its folder and its name there.
typedef struct identity {
    bool exists;
    dev_t device, folder_device;
    ino_t inode, folder_inode;
    const char *base; // in the path it was made from; null: no folder
} identity;

typedef struct claim {
    char *path; // as it was given
    bool input;
    identity id;
} claim;

static claim *claims;
static int count;

// the identity of what `path` (which must live as long) leads to
static identity identify(const char *path) {
    identity id = {0};
    struct stat st;
    if (stat(path, &st) == 0) {
        id.exists = true;
        id.device = st.st_dev;
        id.inode = st.st_ino;
    }
    char *folder = sut_path_parent(path);
    const char *slash = strrchr(path, '/');
    if (folder != NULL && stat(folder, &st) == 0) {
        id.folder_device = st.st_dev;
        id.folder_inode = st.st_ino;
        id.base = slash != NULL ? slash + 1 : path;
    }
    free(folder);
    return id;
}

static bool same(const identity *a, const identity *b) {
    if (a->exists && b->exists) {
        return a->device == b->device && a->inode == b->inode;
    }
    return a->base != NULL && b->base != NULL && a->folder_device == b->folder_device &&
           a->folder_inode == b->folder_inode && strcmp(a->base, b->base) == 0;
}

// Without memory a claim is lost, and so is the command that makes it, very soon.
static void add(const char *path, const identity *known, bool input) {
    claim *grown = realloc(claims, ((size_t)count + 1) * sizeof *claims);
    char *copy = strdup(path);
    if (grown != NULL) {
        claims = grown;
    }
    if (grown == NULL || copy == NULL) {
        free(copy);
        return;
    }
    claims[count] = (claim){.path = copy, .input = input};
    claims[count].id = known != NULL ? *known : identify(copy);
    count++;
}

void sut_claim_input(const char *path) {
    add(path, NULL, true);
}

void sut_claim_input_fd(int fd, const char *name) {
    struct stat st;
    if (fstat(fd, &st) == 0) {
        identity id = {.exists = true, .device = st.st_dev, .inode = st.st_ino};
        add(name, &id, true);
    }
}

static bool is_free(const char *path, bool own_claim_counts, sut_fault *fault) {
    identity id = identify(path);
    for (int i = 0; i < count; i++) {
        const claim *c = &claims[i];
        bool own = !c->input && !own_claim_counts && strcmp(c->path, path) == 0;
        if (own || !same(&id, &c->id)) {
            continue;
        }
        if (c->input) {
            sut_fault_set(fault,
                          "%s: is the same file as the input %s; give the output a file of its own",
                          path, c->path);
        } else {
            sut_fault_set(fault,
                          "%s: is the same file as the output %s; give each a file of its own",
                          path, c->path);
        }
        return false;
    }
    return true;
}

bool sut_claim_output(const char *path, sut_fault *fault) {
    struct stat st;
    // a terminal, a pipe or /dev/null may be written to by several
    if (stat(path, &st) == 0 && !S_ISREG(st.st_mode)) {
        return true;
    }
    if (!is_free(path, true, fault)) {
        return false;
    }
    add(path, NULL, false);
    return true;
}

bool sut_claim_allows(const char *path, sut_fault *fault) {
    return is_free(path, false, fault);
}

void sut_claim_hold(const char *path) {
    add(path, NULL, false);
}

void sut_claim_drop(const char *path) {
    for (int i = count - 1; i >= 0; i--) {
        if (!claims[i].input && strcmp(claims[i].path, path) == 0) {
            free(claims[i].path);
            claims[i] = claims[--count];
            return;
        }
    }
}
