/* SPDX-License-Identifier: MIT */
/*
 * prompt.h: the messages of each request.
 *
 * The system message is the stage's file. The user message has one section for each thing that the
 * prompt speaks of, in a fixed order, and depends on nothing but the task, the plan and the
 * feedback.
 */
#ifndef PLANNER_PROMPT_H
#define PLANNER_PROMPT_H

#include "feedback.h"
#include "provider.h"
#include "stage.h"

/* Goal, inputs, policy, limits and output schema: the sections that all stages share. */
bool prompt_task(
    struct arena *a, const struct planner_task *task, struct str *out, struct err *err);
/*
 * The system message: the stage's prompt; behind it the schema where the request does not carry it,
 * and the way out for models that can't put code into JSON where one is allowed.
 */
bool prompt_system(
    struct arena *a, enum stage stage, const struct provider *p, struct str *out, struct err *err);
bool prompt_plan_section(
    struct arena *a, const struct plan *plan, struct str *out, struct err *err);

struct repair_prompt {
	struct str last_code;
	const struct feedback *feedback;
	const struct attempt *tried;
	size_t tried_count;
};
bool prompt_repair_section(
    struct arena *a, const struct repair_prompt *repair, struct str *out, struct err *err);

#endif
