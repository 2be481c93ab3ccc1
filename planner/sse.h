/* SPDX-License-Identifier: MIT */
/* sse.h: server-sent events (WHATWG HTML, section 9.2) out of a whole body. */
#ifndef PLANNER_SSE_H
#define PLANNER_SSE_H

#include "arena.h"

struct sse_event {
	struct str name; /* empty where none was given */
	struct str data; /* lines joined by \n; borrowed from the body or the arena */
};

/* Takes the next event that has data off the front of *rest. False at the end, or (rest->p then is
 * not NULL) out of memory. */
bool sse_next(struct arena *a, struct str *rest, struct sse_event *out);

#endif
