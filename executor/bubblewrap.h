/* SPDX-License-Identifier: MIT */
/* bubblewrap.h: parts of that backend that its tests look at. */
#ifndef EXECUTOR_BUBBLEWRAP_H
#define EXECUTOR_BUBBLEWRAP_H

#include "arena.h"
#include "err.h"

/* Its command line, NULL-terminated, which is the same for all boxes but for the virtual environment; NULL
 * when out of memory. */
const char *const *bubblewrap_words(struct arena *a, const char *program, bool venv);

#endif
