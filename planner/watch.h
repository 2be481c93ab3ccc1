/* SPDX-License-Identifier: MIT */
/* watch.h: whoever wants to hear how a request goes, while it goes. */
#ifndef PLANNER_WATCH_H
#define PLANNER_WATCH_H

#include "planner.h"

struct watch {
	void (*hear)(void *context, const struct planner_progress *progress); /* NULL: nobody */
	void *context;
	const char *stage;
	bool (*cancelled)(void *context); /* NULL: never */
	void *cancelled_context;
};

/* True (and ERR_PROVIDER) where nobody waits for the reply any more. */
static inline bool
watch_is_cancelled(const struct watch *w, struct err *err)
{
	if (!w || !w->cancelled || !w->cancelled(w->cancelled_context))
		return false;
	return !err_set(err, ERR_PROVIDER, "cancelled while the model was asked");
}

static inline void
watch_tell(const struct watch *w, enum planner_progress_kind kind, int64_t amount)
{
	const struct planner_progress progress = {
	    .kind = kind, .stage = w ? w->stage : NULL, .amount = amount};

	if (w && w->hear)
		w->hear(w->context, &progress);
}

#endif
