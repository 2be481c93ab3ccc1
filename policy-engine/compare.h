/* SPDX-License-Identifier: MIT */
/*
 * compare.h: what one policy decides otherwise than another.
 *
 * Not the files are compared but their decisions: on each module, name, builtin, attribute, class
 * of authority and call that either of them speaks of, on rules, limits and settings. What lets
 * more through, or can't be told to let no more through, is loosened.
 */
#ifndef POLICY_COMPARE_H
#define POLICY_COMPARE_H

#include "policy.h"

enum change_direction { CHANGE_LOOSENED = 0, CHANGE_TIGHTENED };

struct decision_change {
	enum change_direction direction;
	struct str what, before, after; /* "import 'os'", "deny", "allow" */
	unsigned from, to;              /* ranks: how much each lets through */
};

struct verdict_flip {
	const char *path;
	enum decision before, after;
};

struct comparison {
	const struct policy *a, *b;
	struct decision_change *items; /* loosened first, of them deny to allow; then by what */
	size_t count, capacity, loosened;
	struct verdict_flip *flips; /* deny to allow first, then by path */
	size_t flip_count, flip_capacity, flips_loosened;
	size_t programs; /* that were judged */
};

bool compare_policies(struct arena *a, const struct policy *before, const struct policy *after,
    struct comparison *out, struct err *err);
/* Judges one program by both; the texts of its verdicts are not kept. */
bool compare_program(
    struct arena *a, struct comparison *c, const char *path, struct str code, struct err *err);
void compare_finish(struct comparison *c); /* sorts the flips */
void compare_render(const struct comparison *c, struct buf *out);
void compare_json(const struct comparison *c, struct buf *out);

#endif
