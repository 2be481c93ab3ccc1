/* SPDX-License-Identifier: MIT */
/* stage.h: what the planner asks a model for: for each stage a prompt, a reply schema and a judge
 * of what the schema can't say. */
#ifndef PLANNER_STAGE_H
#define PLANNER_STAGE_H

#include "embedded.h"
#include "planner.h"

enum stage {
	STAGE_PLAN = 0,
	STAGE_GENERATE,
	STAGE_CELL,
	STAGE_REPAIR,
	STAGE_EXPLAIN,
	STAGE_COUNT,
};

struct stage_kind {
	const char *name;         /* "plan" */
	const char *request_name; /* "plan_1": name and version */
	unsigned version;         /* goes up whenever the prompt or the schema changes */
	struct embedded prompt, schema;
	struct embedded
	    way_out; /* for models that are free to answer with a block; where code_member is set */
	/* The member that one fenced block of Python stands for, or NULL. */
	const char *code_member;
	/* False puts a sentence for the model into `why`. */
	bool (*judge)(const struct json_doc *reply, struct buf *why);
};

const struct stage_kind *stage_kind(enum stage stage);
/* Hex SHA-256 of prompt, schema and way out. */
void stage_digest(enum stage stage, char out[65]);

#endif
