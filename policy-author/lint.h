/* SPDX-License-Identifier: MIT */
/*
 * lint.h: what a policy says that its author can hardly mean.
 *
 * A policy that loads is well formed; lint says where it decides nothing, decides more than it
 * seems to, contradicts itself, or asks for what the sandbox can't give. One table (lint_checks.c)
 * defines all checks; docs/policy-lint.md is printed from it. Entries that a policy inherits are
 * its parents' business. A note fails nothing.
 */
#ifndef POLICY_LINT_H
#define POLICY_LINT_H

#include "model.h"

/* What a check's findings are: deny for an error, escalate for a warning, allow for a note. */
#define LINT_ERROR DECISION_DENY
#define LINT_WARNING DECISION_ESCALATE
#define LINT_NOTE DECISION_ALLOW

struct lint;

struct lint_check {
	const char *id; /* kebab case, its group first */
	enum decision level;
	const char *what, *why, *remedy; /* one line each, without a full stop */
	void (*look)(struct lint *l);
};
/* By group. */
const struct lint_check *lint_checks(size_t *count);
const struct lint_check *lint_check_find(struct str id); /* or NULL */
const char *lint_level_name(unsigned level);             /* "error", "warning", "note" */

struct lint_subject {
	const struct policy *policy;
	const char *path, *folder;        /* as it was loaded from; of the shipped ones, or NULL */
	const struct policy_texts *texts; /* with which it was loaded */
	const struct words *guarantees;   /* that an executor can name; NULL: any name is taken */
	const struct words *disabled;     /* ids of checks */
	int64_t now_us;                   /* UTC, for what expires; 0: nothing does */
	struct str before;                /* an earlier text of the file; p is NULL: none */
};

/*
 * Findings by place, then check. What lives in the result is the arena's. False where the world failed, or (told in errs) the earlier text can't be read.
 */
bool lint_run(struct arena *a, const struct lint_subject *s, struct check_result *out,
    struct err_list *errs, struct err *err);
void lint_report(const struct check_result *results, size_t count, enum check_format format,
    bool colour, struct buf *out);

/* The table for a person, as JSON, as the page of the documentation; one check at length. */
void lint_list(struct buf *out);
void lint_list_json(struct buf *out);
void lint_page(struct buf *out);
void lint_explain(const struct lint_check *c, struct buf *out);

#endif
