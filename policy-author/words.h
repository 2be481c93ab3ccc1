/* SPDX-License-Identifier: MIT */
/* words.h: a policy in words for a model, and as JSON for people and programs. */
#ifndef POLICY_WORDS_H
#define POLICY_WORDS_H

#include "policy.h"

/* The policy's words for a model: modules, calls and builtins that are allowed, what is denied and
 * what to use instead. */
void policy_prompt(const struct policy *p, struct buf *out);
/* The effective policy as JSON (an object). */
void policy_json(const struct policy *p, struct json_writer *w);

#endif
