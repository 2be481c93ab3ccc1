/* SPDX-License-Identifier: MIT */
/*
 * reply.h: from a model's words to a document that fits its stage's schema, or a sentence that says
 * why not.
 *
 * The ladder: the whole text is JSON; else, where the provider is free-form, what stands behind the
 * thoughts (<think>) is JSON, or holds exactly one fenced block, of JSON or (where the stage asks for
 * code) of Python, or ends with an object that begins a line. Two blocks are refused:
 * nobody chooses between them. Nothing is repaired.
 */
#ifndef PLANNER_REPLY_H
#define PLANNER_REPLY_H

#include "stage.h"

enum reply_verdict {
	REPLY_UNUSABLE = 0,
	REPLY_GOOD,
};

struct reply {
	enum reply_verdict verdict;
	struct json_doc doc; /* REPLY_GOOD: an object that fits */
	struct str why;      /* REPLY_UNUSABLE: one sentence, for the model and for a person */
};

/* False only where the world failed (memory). */
bool reply_read(struct arena *a, const struct stage_kind *stage, const struct schema *schema,
    bool free_form, struct str text, struct reply *out, struct err *err);

#endif
