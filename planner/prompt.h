/* SPDX-License-Identifier: MIT */
/*
 * prompt.h: the messages of each request.
 *
 * The system message is the same from request to request. The user message has one section for each
 * thing that a step needs, in a fixed order, and depends on nothing but the task, the plan and the
 * feedback.
 */
#ifndef PLANNER_PROMPT_H
#define PLANNER_PROMPT_H

#include "feedback.h"
#include "provider.h"
#include "stage.h"

/* The parts of a request as they are written, for whoever counts them. */
struct parts {
	struct planner_part items[PLANNER_PARTS_MAX];
	size_t count;
};

/* Rules, policy, limits and output schema: the system message of all stages that lead to a program.
 * It stands first, so that a provider can keep it. */
bool prompt_system(struct arena *a, const struct planner_task *task, struct parts *parts,
    struct str *out, struct err *err);
/* Inputs and goal: the sections with which each question begins. */
bool prompt_task(struct arena *a, const struct planner_task *task, struct parts *parts,
    struct str *out, struct err *err);
/*
 * The instructions of a stage: its prompt; then the schema if the request does not carry it,
 * and, if it is allowed, the free form for models that can't put code into JSON.
 */
bool prompt_step(
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
