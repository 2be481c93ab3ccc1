/* SPDX-License-Identifier: MIT */
/*
 * artifacts.h: the files that a program left, read after all its processes are dead.
 *
 * Regular files with one link only, under plain names, never through a link or into another file
 * system; what is left behind is listed with its reason. Bytes are taken as they are: never
 * unpacked, never rendered.
 */
#ifndef EXECUTOR_ARTIFACTS_H
#define EXECUTOR_ARTIFACTS_H

#include "executor.h"
#include "rules.h"

/* The files that were left and fit no pattern of the policy's results. */
struct misfits {
	const struct rules *rules; /* the patterns */
	struct str *names;         /* visible characters only; the first MISFITS_MAX */
	size_t count, capacity, more;
};

/* Fills artifacts and rejected of *out, and *misfits. `workdir` is an open folder; names of inputs
 * are passed over. */
bool artifacts_collect(struct arena *a, int workdir, const struct box_spec *spec,
    struct misfits *misfits, struct box_result *out, struct err *err);
/* By the first bytes; "application/octet-stream" or "text/plain" for what has no mark. */
const char *mime_of(struct str bytes);

#endif
