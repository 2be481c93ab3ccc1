/* SPDX-License-Identifier: MIT */
/* parts.h: the programs that a box is made of: found, looked at and held open. */
#ifndef EXECUTOR_PARTS_H
#define EXECUTOR_PARTS_H

#include "arena.h"
#include "err.h"

#define PARTS_BUBBLEWRAP "/usr/bin/bwrap"
#define PARTS_STDLIB "/usr/lib/python3.11"

struct parts {
	const char *bubblewrap;
	int init,
	    python; /* open descriptors, so that no folder on the way must be readable inside */
};

struct parts_places { /* where to look; tests give others */
	const char *bubblewrap, *stdlib;
	const char *init, *python; /* NULL: beside the running program */
};
extern const struct parts_places PARTS_PLACES;

bool parts_open(
    struct arena *a, const struct parts_places *places, struct parts *out, struct err *err);
void parts_close(struct parts *p);

#endif
