/* SPDX-License-Identifier: MIT */
/* tools_seen.h: the tools of the store that a caller may see: those that can be used, and his own; all, with `read-all`. */
#ifndef SERVICE_TOOLS_SEEN_H
#define SERVICE_TOOLS_SEEN_H

#include "http.h"
#include "tools_kept.h"

/* The newest first; the arena's. */
bool tools_seen(struct request *r, struct kept_tool **out, size_t *count, struct err *err);
/* By NAME or NAME@VERSION. One that he may not see is answered as one that is not there: 404. */
bool tool_seen(
    struct request *r, struct answer *out, struct str word, struct kept_tool *k, struct err *err);

#endif
