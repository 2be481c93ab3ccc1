/* SPDX-License-Identifier: MIT */
/*
 * why.h: why a text gets its verdict, and why a rule did not fire.
 *
 * An explanation has the mentions in the text that the policy was asked about: each with the way by
 * which its name came (`s` <- `from os import system as s`), what it is then, and the entries that
 * decided, those of rules with their conditions and predicates. docs/policy-tools.md shows both
 * forms.
 */
#ifndef POLICY_WHY_H
#define POLICY_WHY_H

#include "judge.h"
#include "outline.h"

#define WHY_LINKS_MAX 8

struct why_link { /* a statement that a name came by */
	struct str text;
	unsigned line;
};

struct why_step { /* an entry that was asked, in order */
	const struct entry *entry;
	unsigned outcome;  /* see struct watch */
	bool first_failed; /* of a predicate: the first of its condition that does not hold */
	struct str value;  /* of a predicate: the argument as it is known, or empty: not given */
};

struct why_mention {
	uint32_t node;
	unsigned line, column;
	struct str text;
	struct why_link links[WHY_LINKS_MAX];
	size_t link_count;
	struct str symbols; /* "os.system", "os.system or math.sin"; may be empty */
	struct why_step *steps;
	size_t step_count, step_capacity;
};

struct why {
	int64_t now_us; /* UTC, before the call: 0, and no waiver holds */
	const struct policy *policy;
	struct outline outline;
	const char *path;
	struct str code;
	struct policy_verdict verdict;
	struct why_mention *mentions; /* by place */
	size_t count, capacity;
	struct words packages; /* that the text imports */
	unsigned line;         /* 0: all */
	struct str rule;       /* empty: all */
};

bool why_find(struct arena *a, const struct policy *p, const char *path, struct str code,
    unsigned line, struct str rule, struct why *out, struct err_list *errs, struct err *err);
void why_render(const struct why *e, bool colour, struct buf *out);
void why_json(const struct why *e, struct json_writer *w);

#endif
