/* SPDX-License-Identifier: MIT */
/* watch.h: whoever wants to hear how a request goes, while it goes. */
#ifndef PLANNER_WATCH_H
#define PLANNER_WATCH_H

#include "planner.h"

struct watch {
	void (*hear)(void *context, const struct planner_progress *progress); /* NULL: nobody */
	void *context;
	const char *stage;
};

static inline void
watch_tell(const struct watch *w, enum planner_progress_kind kind, int64_t amount)
{
	const struct planner_progress progress = {
	    .kind = kind, .stage = w ? w->stage : NULL, .amount = amount};

	if (w && w->hear)
		w->hear(w->context, &progress);
}

#endif
