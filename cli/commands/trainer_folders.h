// SPDX-License-Identifier: MIT
// trainer_folders.h -- where the trainer finds its page and tasks and keeps its records.
#ifndef SUT_CLI_TRAINER_FOLDERS_H
#define SUT_CLI_TRAINER_FOLDERS_H

#include <stdbool.h>

enum { SUT_FOLDER_SIZE = 1024 };

typedef struct sut_trainer_folders {
    // PREFIX/share/sutura/page and tasks; of a program that was not installed, what the build wrote
    // into trainer_folders.txt beside it
    char page[SUT_FOLDER_SIZE], tasks[SUT_FOLDER_SIZE];
    char data[SUT_FOLDER_SIZE]; // $XDG_DATA_HOME/sutura, or ~/.local/share/sutura
} sut_trainer_folders;

// False: `data` could not be found out (no home).
bool sut_trainer_find_folders(sut_trainer_folders *out);
bool sut_trainer_is_folder(const char *path);
// Make a folder with its parents, readable by its owner only.
bool sut_trainer_make_folder(const char *path);

#endif
