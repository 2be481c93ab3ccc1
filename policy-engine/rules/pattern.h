/* SPDX-License-Identifier: MIT */
/*
 * pattern.h: rules about the form of a program.
 *
 * A pattern is Python in which `$NAME` stands for one node, `$$$NAME` for a run of elements,
 * arguments, parameters or statements, and `$_` and `$$$` for such without a name. It is parsed by
 * the grammar that reads programs, and matched at every node of its root's kind.
 *
 * Two texts are the same modulo layout: blanks, comments, parentheses around, and the way in which
 * a string or an integer is written. A clause that the pattern does not name (else, elif, finally,
 * another except, a decorator, an annotation, async) may be there.
 */
#ifndef POLICY_PATTERN_H
#define POLICY_PATTERN_H

#include "judge.h"

#define PATTERN_BYTES_MAX 2000
#define PATTERN_NODES_MAX 400
#define PATTERN_NAMES_MAX 16        /* metavariables of one rule */
#define PATTERN_STEPS_MAX 10000000u /* of matching, of a whole check */

enum hole { /* in pattern.holes: a metavariable's number, or */
	HOLE_NONE = 0,
	HOLE_ANY = 254,     /* $_ */
	HOLE_ANY_RUN = 255, /* $$$ */
	HOLE_FIRST = 1,     /* of the first metavariable */
};

struct metavariable {
	struct str name;
	bool run;
	bool has_value; /* it stands where an expression does, so that values can be asked for */
	bool is_needed; /* the pattern or `inside` binds it; else `not_inside` alone */
};

struct pattern {
	struct str text;
	struct tree tree;
	uint8_t *holes;    /* by node */
	struct str *texts; /* by node: of a string, what it says */
	uint32_t root;     /* of a sequence: what holds its statements */
	bool is_sequence;  /* more than one statement */
};

struct constraint { /* on one metavariable; of a run, on each of its elements */
	unsigned metavariable;
	bool is_negated; /* what stands under `not` */
	struct predicate predicate;
};

struct pattern_rule {
	struct metavariable names[PATTERN_NAMES_MAX];
	size_t name_count;
	struct pattern has, inside, outside;
	bool has_inside, has_outside;
	struct constraint *where;
	size_t where_count, where_capacity;
};

/* Parses a pattern. False fills *err's message and help, without a place. */
bool pattern_parse(
    struct arena *a, struct pattern_rule *r, struct str text, struct pattern *out, struct err *err);

/* Whether two nodes are the same, modulo layout. `steps` grows by what was compared. */
bool pattern_same(const struct facts *f, uint32_t a, uint32_t b, uint32_t *steps);
/* Whether two nodes have as many operands and the same operators, which the trees leave out. */
bool pattern_same_operators(const struct tree *t, uint32_t a, const struct tree *u, uint32_t b);

/* The expression within its parentheses. */
uint32_t pattern_without_parentheses(const struct tree *t, uint32_t node);

struct pattern_match {
	enum truth truth;
	uint32_t end; /* byte where it ends */
	bool is_met;  /* the form is there; what is asked of it may fail */
};
/* Matches the rule's pattern at a candidate; `steps` is what is left of the budget. */
struct pattern_match pattern_try(
    struct judge *j, const struct pattern_rule *r, uint32_t node, uint32_t *steps);
bool pattern_is_statement_list(enum kind k);
/* A tuple with and without parentheses are two kinds of one thing. */
bool pattern_is_same_kind(enum kind a, enum kind b);

#endif
