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

#include "model.h"
#include "tree.h"

#define PATTERN_BYTES_MAX 2000
#define PATTERN_NODES_MAX 400
#define PATTERN_NAMES_MAX 16 /* metavariables of one rule */

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

/* Whether a node of the kind holds statements. */
bool pattern_is_statement_list(enum kind k);

#endif
