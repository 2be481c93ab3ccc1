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

struct flip_reason { /* a finding that decided the stricter of two verdicts */
	struct str rule, message;
	unsigned line, column; /* from 1; 0: not known any more */
};

#define FLIP_REASONS_MAX 3
#define FLIP_RUNS_MAX 20

struct verdict_flip {
	struct str path; /* a program's file; empty: code of runs */
	char code_sha256[65];
	enum decision before, after;
	struct flip_reason reasons[FLIP_REASONS_MAX]; /* the first of them */
	size_t reason_count;                          /* of all */
	struct str runs[FLIP_RUNS_MAX]; /* ids of runs that had this code; the first */
	size_t run_count;               /* of all */
	bool acknowledged;
};

struct compare_runs { /* of a store, whose code was judged again */
	bool asked;
	size_t runs;     /* whose code was looked at */
	size_t unjudged; /* that had no code, or no verdict to compare with */
	size_t erased;   /* whose code is not there any more */
	bool cut;        /* there are more, past the limit */
};

/* A program, and what was said of it where there is no policy to say it again. */
struct compare_case {
	struct str path, code;
	enum decision recorded;
	struct str findings; /* that were recorded: JSON, a list as of finding_json */
};

struct comparison {
	const struct policy *a, *b;    /* a: NULL where verdicts are compared with recorded ones */
	struct decision_change *items; /* loosened first, of them deny to allow; then by what */
	size_t count, capacity, loosened;
	struct verdict_flip *flips; /* deny to allow first, then by path */
	size_t flip_count, flip_capacity;
	size_t programs; /* that were judged: identical code of runs is one */
	int64_t now_us;  /* at which the policies' waivers hold; 0: none does */
	struct compare_runs over;
};

bool compare_policies(struct arena *a, const struct policy *before, const struct policy *after,
    struct comparison *out, struct err *err);
/* Without a policy before: of it, only the verdicts that were recorded are known. */
void compare_recorded(const struct policy *after, struct comparison *out);
/* Judges one program; the texts of its verdicts are not kept, but of a flip the reasons. *flip is
 * its index, or SIZE_MAX where the verdict is the same. */
bool compare_program(struct arena *a, struct comparison *c, const struct compare_case *program,
    size_t *flip, struct err *err);
/* Flips that let more through and that nobody has acknowledged. */
size_t compare_loosened(const struct comparison *c);
void compare_finish(struct comparison *c); /* sorts the flips */
void compare_render(const struct comparison *c, struct buf *out);
void compare_json(const struct comparison *c, struct json_writer *w);

#endif
