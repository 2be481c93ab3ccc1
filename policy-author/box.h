/* SPDX-License-Identifier: MIT */
/* box.h: what a policy asks of the box, and what the box says of a program that broke it. */
#ifndef POLICY_BOX_H
#define POLICY_BOX_H

#include "policy.h"

/*
 * Writes the rules that the interpreter enforces on a program with this verdict, as the object that
 * executor.h's `interpreter` describes. False, and nothing written, where the policy leaves
 * imports, builtins or capabilities open, says nothing of files, and the verdict rests on no wall.
 * If memory runs out, the writer's buffer fails.
 */
bool policy_interpreter(struct arena *a, const struct policy *p,
    const struct policy_verdict *verdict, struct json_writer *w);

/* Turns what the box stopped into a finding: of the rule whose obligation is at the line,
 * else of the gate's own. False where the rule is none that a wall knows. */
struct broken_rule {
	struct str code, rule; /* rule: "files.read", "capability.code" ... */
	int64_t line;          /* from 1; 0: not known */
};
bool policy_breach(
    const struct policy_verdict *v, const struct broken_rule *b, struct finding *out);

#endif
