/* SPDX-License-Identifier: MIT */
/* parts.h: Sluice's own programs inside a box, and Python: found, and held open. */
#ifndef EXECUTOR_PARTS_H
#define EXECUTOR_PARTS_H

#include "arena.h"
#include "err.h"

struct parts {
	int init, python; /* held open, so that no folder on the way must be readable inside */
};
extern const struct parts PARTS_NONE;

struct parts_places { /* where to look; tests give others */
	const char *stdlib;
	const char *init, *python; /* NULL: beside the running program */
};
extern const struct parts_places PARTS_PLACES;

bool parts_open(
    struct arena *a, const struct parts_places *places, struct parts *out, struct err *err);
void parts_close(struct parts *p);

#endif
