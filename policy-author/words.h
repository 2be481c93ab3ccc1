/* SPDX-License-Identifier: MIT */
/* words.h: a policy in words for a model, and as JSON for people and programs. */
#ifndef POLICY_WORDS_H
#define POLICY_WORDS_H

#include "policy.h"

/* The policy's words for a model: modules, calls and builtins that are allowed, what is refused and
 * what to use instead. */
void policy_prompt(const struct policy *p, struct buf *out);
/* The part that each program needs, which is the same in all requests; and the part that matters to
 * programs with these imports. */
void policy_prompt_always(const struct policy *p, struct buf *out);
void policy_prompt_imports(
    const struct policy *p, const struct str *imports, size_t count, struct buf *out);
/* Why the policy does not let this program pass: its name, and the first findings with lines and
 * remedies. What the program brought is shown by buf_visible. */
void policy_reason(const struct policy *p, const struct policy_verdict *v, struct buf *out);
/* The members name, revision and sha256. */
void policy_put_name(const struct policy *p, struct json_writer *w);
/* The effective policy as JSON (an object). */
void policy_json(const struct policy *p, struct json_writer *w);

#endif
