/* SPDX-License-Identifier: MIT */
/*
 * flow.h: a whole-program data-flow analysis: constant propagation, points-to and escape in one.
 *
 * Theory of operation. Every expression, name, result and container has a slot that holds a
 * value (value.h). Transfer functions (evaluate.c, call.c) compute a node's value from the slots
 * that it reads and join it into the slots that it writes. Slots only ever grow and the lattice is
 * finite, so evaluating nodes reaches one least fixpoint, in whatever order it is done. All nodes
 * are evaluated again until that changes nothing: a worklist was measured, and saved 2 to 4 % of a
 * check's instructions. The analysis knows no order of statements and no calling context.
 *
 * The invariant that makes it sound under an open world: a value's `unknown` never stands for an
 * object, container or function of the program that has not escaped. Whatever goes where the
 * analysis doesn't look (an argument of a library's function, a field of an object that nobody
 * knows, a kind of node that evaluate.c has no case for) escapes: a container that escaped holds
 * anything, a function that escaped is called with anything, and what they hold or return escapes.
 *
 * A program that takes more than the budget of steps (facts_spend) is `unsettled`, all of its
 * values are unknown, and it is refused.
 */
#ifndef POLICY_FLOW_H
#define POLICY_FLOW_H

#include "effects.h"
#include "facts.h"

#define FOLD_BYTES_MAX 4096    /* of one folded text */
#define FOLD_STEPS_MAX 200000u /* bytes of folded texts, of a whole check */

/* solve.c */
/* Fills facts.values and everything that facts.h marks as flow; false where memory ran out. */
bool flow_solve(struct facts *f);
/* Joins `v` into a slot, or into a value that is being made; what finds no room escapes. */
void flow_join(struct facts *f, struct value *slot, const struct value *v);
void flow_bind(struct facts *f, uint32_t binding, const struct value *v);
void flow_merge(struct facts *f, struct value *into, const struct value *v);
void flow_add(struct facts *f, struct value *into, struct atom a);
/* A flag of a scope, a container or of all facts; never lowered. */
static inline void
flow_raise(struct facts *f, bool *flag)
{
	f->changed = f->changed || !*flag;
	*flag = true;
}

/* escape.c */
void flow_escape(struct facts *f, const struct value *v);
void flow_escape_atom(struct facts *f, struct atom a);
/* Applies what unknown code may do with functions, objects and containers that escaped. */
void flow_open(struct facts *f);
bool flow_open_uncalled(struct facts *f); /* whether there were any */

/* evaluate.c */
struct value flow_evaluate(struct facts *f, uint32_t node);
void flow_escape_children(struct facts *f, uint32_t node);
bool flow_keeps(struct facts *f, uint32_t decorator);

/* statement.c */
struct value flow_statement(struct facts *f, uint32_t node);
/* Into what stands on the left of `=`, `in` or `as`. */
void flow_store(struct facts *f, uint32_t target, const struct value *v);

/* call.c */
struct value flow_call(struct facts *f, uint32_t node);
void flow_escape_arguments(struct facts *f, uint32_t arguments, bool copied);

/* result.c */
uint32_t flow_argument_at(const struct facts *f, uint32_t arguments, unsigned place); /* or 0 */
/* Results that effects.txt names; false where it names none. */
bool flow_add_result(
    struct facts *f, uint32_t call, uint32_t symbol, uint64_t effects, struct value *out);

/* member.c */
struct value flow_attribute(struct facts *f, uint32_t node);
void flow_link_classes(struct facts *f); /* what classes are, their relatives are, too */

/* container.c */
struct container *flow_container(struct facts *f, uint32_t node); /* made where there is none */
struct container *flow_container_of(const struct facts *f, struct atom a); /* or NULL */
/* An element of what is iterated. */
struct value flow_take(struct facts *f, const struct value *v);
void flow_item(struct facts *f, struct atom a, struct value *out); /* of what is indexed */
struct value flow_key(struct facts *f, uint32_t node);             /* of a subscript */
struct value flow_items(struct facts *f, const struct value *v);   /* a dictionary's values */
void flow_fill(struct facts *f, uint32_t node); /* with what a literal is written with */
/* The container that a call makes of its arguments, which it gives back. */
void flow_copy(struct facts *f, uint32_t call, bool is_dictionary, struct value *out);
void flow_open_containers(struct facts *f);

/* text.c: none of these reads more than its arguments */
struct value text_concatenate(struct facts *f, const struct value *a, const struct value *b);
struct value text_string(struct facts *f, uint32_t node); /* a literal, an f-string */
struct value text_joined(struct facts *f, uint32_t node); /* literals side by side */
/* The result of a text's method. */
struct value text_method(struct facts *f, uint32_t attribute);
/* Any operator but `+`. */
struct value text_operator(
    struct facts *f, enum kind op, const struct value *a, const struct value *b);
struct value fold_number(struct facts *f, int64_t n);

/* For those who ask afterwards. */
bool fold_text(const struct facts *f, const struct value *v, struct str *out); /* the only text */
struct str fold_prefix(const struct facts *f, const struct value *v); /* what a text begins with */
static inline bool
fold_is_text(const struct value *v)
{
	return value_is(v, KINDS_TEXT);
}
static inline bool
fold_is_number(const struct value *v)
{
	return value_is(v, KINDS_NUMBER);
}
/* Whether a container may hold more than what is written in it. */
bool flow_is_changed(const struct facts *f, uint32_t literal);

#endif
