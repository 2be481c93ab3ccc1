/* SPDX-License-Identifier: MIT */
/*
 * ask.h: one question of a stage, until its reply can be used.
 *
 * A reply that does not fit is asked for once more, with the reason; one that was cut at the token
 * limit is asked for once more with twice the limit. A refusal, a filter's answer and everything
 * that is still unusable end as ERR_PROVIDER.
 */
#ifndef PLANNER_ASK_H
#define PLANNER_ASK_H

#include "provider.h"
#include "stage.h"

struct question {
	enum stage stage;
	const struct schema *schema; /* the stage's, compiled */
	struct str system, user;
	int64_t max_tokens, deadline_us;
	const struct watch *watch;
};

/* The document lives in `scratch`. */
bool ask(struct provider *p, struct arena *scratch, const struct question *q,
    struct spending *spending, struct json_doc *out, struct err *err);

#endif
