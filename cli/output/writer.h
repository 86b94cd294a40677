// SPDX-License-Identifier: MIT
// writer.h -- output files: opened all or none, written through one large buffer, errors kept until
// it is asked for.
#ifndef SUT_OUTPUT_WRITER_H
#define SUT_OUTPUT_WRITER_H

#include <stdbool.h>
#include <stddef.h>

// Why a file could not be had: "PATH: what is wrong; what would be right".
typedef struct sut_fault {
    char text[1024];
} sut_fault;
__attribute__((format(printf, 2, 3))) void sut_fault_set(sut_fault *fault, const char *format, ...);

typedef struct sut_writer {
    char *path;
    int fd;
    bool created; // the file was not there before
    int error;    // errno of the first failed write, 0: none
    char *buffer;
    size_t used, size;
} sut_writer;

// Open `path` for writing without touching what it holds, so that a later refusal can still leave
// everything as it was: go on with begin or with abandon.
bool sut_writer_open(sut_writer *w, const char *path, size_t buffer_size, sut_fault *fault);
void sut_writer_begin(sut_writer *w);   // empty the file
void sut_writer_abandon(sut_writer *w); // close it, remove it if open made it

// Pointer to at least `size` free bytes (size <= the buffer's); say afterwards where you stopped.
char *sut_writer_room(sut_writer *w, size_t size);
void sut_writer_used(sut_writer *w, const char *end);
void sut_writer_put(sut_writer *w, const void *bytes, size_t size); // any size
__attribute__((format(printf, 2, 3))) void sut_writer_print(sut_writer *w, const char *format, ...);
bool sut_writer_flush(sut_writer *w);
bool sut_writer_seek(sut_writer *w, long long offset); // flushes; from the start of the file

// Flush and close. False with *fault when any write since the start failed.
bool sut_writer_close(sut_writer *w, sut_fault *fault);

// Write a whole file at once: to a temporary name beside it, then renamed, so that a reader never
// sees half of it. A symbolic link stays, what it leads to is written. Devices and pipes are
// written directly. Like sut_writer_open it refuses what the command reads (output/claims.h).
bool sut_write_file(const char *path, const void *bytes, size_t size, sut_fault *fault);
// Could sut_write_file work? Creates nothing.
bool sut_file_is_writable(const char *path, sut_fault *fault);

//---- the output folder ---------------------------------------------------------------------------
typedef struct sut_folder {
    const char *path;
    bool created;
} sut_folder;
// Make the folder if it is missing (not its parents) and make sure that files can be made in it.
bool sut_folder_open(sut_folder *f, const char *path, sut_fault *fault);
void sut_folder_abandon(sut_folder *f); // remove it if open made it

// The folder that holds `path`, to be freed; null without memory.
char *sut_path_parent(const char *path);
// "FOLDER/NAME", to be freed; null without memory.
char *sut_path_join(const char *folder, const char *name);

#endif
