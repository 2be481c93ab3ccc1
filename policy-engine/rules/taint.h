/* SPDX-License-Identifier: MIT */
/*
 * taint.h: which expressions may hold what came from a source.
 *
 * For one rule with a `flow`. Sources are mentions of what `from` names; from there a value goes on
 * by names, elements, attributes, arguments, results, formatting and mutation, through the
 * program's own functions where the facts know them, and through any other call from its arguments
 * and its object to its result. A call of what `through` names ends it. The order of statements
 * counts for nothing, what can't be told counts as flow, and conditions carry nothing.
 */
#ifndef POLICY_TAINT_H
#define POLICY_TAINT_H

#include "uses.h"

#define TAINT_ROUNDS_MAX 400
#define TAINT_STEPS_MAX 6000000u /* of a whole check */

enum taint_mark { TAINT_SOURCE = 1, TAINT_SINK = 2, TAINT_CLEAN = 4 };

struct taint {
	struct judge *judge;
	const struct policy_rule *rule;
	uint8_t *marks;    /* by node: what a mention there is */
	uint32_t *order;   /* nodes, children before parents, otherwise as they stand */
	uint32_t *flow_at; /* by node: the first of facts' flows from it, or NOWHERE */
	uint32_t *flow_next;
	uint32_t *call_at; /* by node: the call, or NOWHERE */
	/* Each the node of the first source that it may come from, or 0. */
	uint32_t *node, *binding;
	uint32_t *changed;  /* by binding: what was put into its object */
	uint32_t *field;    /* by name: what was stored as an attribute */
	uint32_t *returned; /* by scope */
	uint32_t *made;     /* by scope of a class: what its objects hold */
	uint32_t first;     /* the first source */
	uint32_t raised;    /* what an exception may hold */
	uint32_t any_field; /* what some attribute holds */
	uint32_t steps;     /* left */
	uint8_t *given;     /* by name: some call has a keyword argument of it */
	bool again, has_sources, has_sinks, sink_escapes, has_stream;
	bool has_special; /* own classes have methods that Python calls by itself */
	bool has_makers;  /* of objects whose members are named while it runs */
};

/* False where memory ran out; at 0 steps the work is not done. */
bool taint_run(struct taint *t, const struct uses *uses);

/* taint_call.c */
/* What Python hands to methods of the program's own classes: operators, x[k]. */
void taint_operator(struct taint *t, uint32_t node);
uint32_t taint_of_call(struct taint *t, const struct call *c);
/* What a call is given: its arguments and the object of its method. */
uint32_t taint_of_arguments(const struct taint *t, const struct call *c, bool for_print);
/* The marks of what is certainly (TAINT_CLEAN) or possibly called. */
unsigned taint_marks_of_call(const struct taint *t, const struct call *c);
/* What is handed to the call by a name, or as the first to map and its like, may be any function.
 */
bool taint_hands_unknown(const struct taint *t, const struct call *c);
bool taint_add(struct taint *t, uint32_t *to, uint32_t from);
/* What the expression stands for may have got something: the name in front of it. */
void taint_change(struct taint *t, uint32_t node, uint32_t from);

#endif
