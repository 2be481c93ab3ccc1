/* SPDX-License-Identifier: MIT */
/* folder.h: the files below a folder. */
#ifndef CLI_FOLDER_H
#define CLI_FOLDER_H

#include "cli.h"

#define FOLDER_FILES_MAX 100000

bool folder_is(const char *path); /* or a link to one */
/* Adds a path. False (ERR_LIMIT) where there are too many. */
bool folder_add(struct arena *a, struct option_values *files, const char *path, struct err *err);
/* Adds the files below the folder whose names end so, by their paths from where the folder is seen.
 * Links and hidden names are passed over. */
bool folder_walk(struct arena *a, const char *folder, const char *ending,
    struct option_values *files, struct err *err);

#endif
