/* SPDX-License-Identifier: MIT */
/* tools_kept.h: the tools of a store (tool.h) as the command line and the service show, publish and retire them. */
#ifndef PIPELINE_TOOLS_KEPT_H
#define PIPELINE_TOOLS_KEPT_H

#include "tool.h"
#include "work.h"

struct kept_tool {
	struct tool tool;
	struct stored_run run; /* its publication */
	struct str owner; /* of its name; empty: not asked, for the version itself does not hold */
	struct err why;   /* why it can't be used; ERR_NONE: it can */
};

const char *kept_tool_standing(const struct kept_tool *k); /* "usable", "waits", "no" */
/* Every version that somebody has published or wants to, the newest first. */
bool kept_tools_list(
    struct arena *a, const struct work *w, struct kept_tool **out, size_t *count, struct err *err);
/* "share_of@2", or "share_of": the newest that can be used. A named version is found whether or not it can. ERR_INPUT
 * where nobody has published it. */
bool kept_tool_find(
    struct arena *a, const struct work *w, struct str word, struct kept_tool *out, struct err *err);

/* The idempotency key of the request to publish it. Versions have no gaps, so that the newest is found by counting. */
bool tool_publish_key(struct arena *a, const struct work *w, const struct tool *t,
    char key[TOOL_KEY_BYTES], struct err *err);
/* The same of the next request to retire it. What such a run says and does says nothing more than its goal. */
bool tool_retire_key(struct arena *a, const struct work *w, const struct tool *t,
    char key[TOOL_KEY_BYTES], struct err *err);
#define TOOL_REASON_MIN 8
#define TOOL_RETIRING_PROGRAM "print('retired')\n"
#define TOOL_RETIRING_OUTPUT "{\"framing\":\"text\",\"schema\":{}}"
/* NULL: no memory. */
char *tool_retiring_goal(struct arena *a, const struct tool *t, struct str reason);

#endif
