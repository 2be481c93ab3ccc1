/* SPDX-License-Identifier: MIT */
/* artifacts_save.h: the files that a program left, into a folder of the caller's. */
#ifndef CLI_ARTIFACTS_SAVE_H
#define CLI_ARTIFACTS_SAVE_H

#include "cli.h"

/* Replaces nothing. What can't be saved is told, and keeps none of the others from it; false where
 * there was any. */
bool artifacts_save(
    struct arena *a, const char *folder, const struct box_artifact *files, size_t count);

#endif
