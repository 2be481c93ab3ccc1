/* SPDX-License-Identifier: MIT */
/*
 * pattern.h: rules about the form of a program.
 *
 * A pattern is Python in which `$NAME` stands for one node, `$$$NAME` for a run of elements,
 * arguments, parameters or statements, and `$_` and `$$$` for such without a name. It is parsed by
 * the grammar that reads programs. Of its tree a tree-sitter query is made, by which one pass over
 * a program finds the nodes of the right shape for all patterns of a policy; what a query can't
 * say (runs, texts, one metavariable twice, comments in between) is matched on the gate's own tree
 * (tree.h).
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
#define PATTERN_NAMES_MAX 16           /* metavariables of one rule */
#define PATTERN_STEPS_MAX 3000000u     /* of matching, of a whole check */
#define PATTERN_CANDIDATES_MAX 100000u /* nodes that a query finds */
#define PATTERN_STATES_MAX 8192u       /* that a query keeps at a time */
#define PATTERN_QUERY_BYTES_MAX ((size_t)64 << 20)

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
	size_t number; /* among the patterns of the query */
};

/* Parses a pattern. False fills *err's message and help, without a place. */
bool pattern_parse(
    struct arena *a, struct pattern_rule *r, struct str text, struct pattern *out, struct err *err);

/* All patterns of a policy as one query (a TSQuery); immutable, in the arena. */
struct pattern_query {
	const void *query;
	size_t count;
};
/* Patterns are numbered from the rule `first` on, and those before it last: a policy in force and
 * its trial share their rules, and so the numbers. */
bool pattern_query_make(struct arena *a, struct policy *p, size_t first, struct err *err);

struct pattern_candidate {
	uint32_t number, node;
};
struct pattern_candidates {
	struct arena *arena;
	const struct policy *policy;
	struct pattern_candidate *items;
	size_t count, capacity;
	bool is_full, failed; /* a ceiling was met; memory */
};
/* A tree_visit's look; the context is a struct pattern_candidates. */
void pattern_look(void *context, const struct tree *tree, const void *ts_tree);

/* Whether two nodes are the same, modulo layout. `steps` grows by what was compared. */
bool pattern_same(const struct facts *f, uint32_t a, uint32_t b, uint32_t *steps);
/* What stands between a node and its next sibling, without layout: the operators that the tree
 * leaves out. False where it does not fit. */
bool pattern_operator(const struct tree *t, uint32_t node, uint32_t next, char *out, size_t size);

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

#endif
