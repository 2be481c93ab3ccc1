/* SPDX-License-Identifier: MIT */
/* What can use up the machine, as far as the text says it: endless loops, huge numbers, huge
 * repetitions. The limits hold the rest. */
#include "judge.h"

#define EXPONENT_MAX 100000
#define REPEAT_MAX 100000000
#define HASH_MODULUS 2305843009213693951 /* sys.hash_info.modulus: its multiples have one hash */

/* An endless loop that nothing in it can leave. */
static void
judge_loops(struct judge *j)
{
	const struct tree *t = j->tree;
	unsigned which;

	if (capabilities_decide(j->policy, CAP_EXHAUST, &which) == DECISION_ALLOW)
		return;
	for (uint32_t i = 1; i < t->count && !j->failed; i++) {
		uint32_t condition =
		    t->nodes[i].kind == K_WHILE_STATEMENT ? tree_child(t, i, F_CONDITION) : 0;
		bool leaves = false;
		struct ruling r;

		if (condition == 0 ||
		    (t->nodes[condition].kind != K_TRUE && t->nodes[condition].kind != K_INTEGER))
			continue;
		for (uint32_t k = i + 1; k < t->nodes[i].after; k++) {
			enum kind kind = (enum kind)t->nodes[k].kind;

			leaves = leaves || kind == K_BREAK_STATEMENT ||
				 kind == K_RETURN_STATEMENT || kind == K_RAISE_STATEMENT ||
				 kind == K_YIELD || kind == K_AWAIT || kind == K_CALL ||
				 kind == K_SUBSCRIPT;
		}
		if (leaves)
			continue;
		r = ruling_of(j, DECISION_ESCALATE, "exhaust.loop", "give the loop an end",
		    "a loop that nothing can leave");
		judge_node(j, i, &r);
	}
}

static void
too_much(struct judge *j, uint32_t node, const char *what)
{
	struct ruling r =
	    ruling_of(j, DECISION_ESCALATE, "exhaust.size", "use smaller numbers", "%s", what);

	judge_node(j, node, &r);
}

static bool
is_sequence(const struct value *v)
{
	return value_find(v, ATOM_STRING) != NULL || value_find(v, ATOM_BYTES) != NULL ||
	       value_find(v, ATOM_LITERAL) != NULL || value_find(v, ATOM_TEXT) != NULL;
}

/* 9 ** 9 ** 9: an exponent that is itself a power too large to compute here. */
static bool
is_tower(const struct judge *j, uint32_t node)
{
	const struct tree *t = j->tree;
	int64_t n;

	node = facts_bare(j->facts, node);
	return t->nodes[node].kind == K_BINARY_OPERATOR &&
	       t->nodes[tree_child(t, node, F_OPERATOR)].kind == K_T_POWER &&
	       value_only(facts_value(j->facts, node), ATOM_PLAIN) != NULL &&
	       fold_integer(j->facts, facts_value(j->facts, tree_child(t, node, F_LEFT)), &n);
}

/* x * (2 ** 61 - 1): as keys of a set or dictionary such numbers all collide. */
static bool
is_colliding(const struct facts *f, const struct value *left, const struct value *right)
{
	int64_t n;

	return (fold_integer(f, left, &n) || fold_integer(f, right, &n)) && n != 0 &&
	       n % HASH_MODULUS == 0 && !(fold_integer(f, left, &n) && fold_integer(f, right, &n));
}

static void
judge_operator(struct judge *j, uint32_t node)
{
	const struct tree *t = j->tree;
	const struct facts *f = j->facts;
	const struct value *left = facts_value(f, tree_child(t, node, F_LEFT)),
			   *right = facts_value(f, tree_child(t, node, F_RIGHT));
	enum kind op = (enum kind)t->nodes[tree_child(t, node, F_OPERATOR)].kind;
	int64_t n;

	if (op == K_T_POWER && ((fold_integer(f, right, &n) && n > EXPONENT_MAX) ||
				   is_tower(j, tree_child(t, node, F_RIGHT))))
		too_much(j, node, "a power with a huge exponent");
	else if (op == K_T_LEFT && fold_integer(f, right, &n) && n > 100 * EXPONENT_MAX)
		too_much(j, node, "a number of very many bits");
	else if (op == K_T_STAR &&
		 ((is_sequence(left) && fold_integer(f, right, &n) && n > REPEAT_MAX) ||
		     (is_sequence(right) && fold_integer(f, left, &n) && n > REPEAT_MAX)))
		too_much(j, node, "a repetition of enormous length");
	else if (op == K_T_STAR && is_colliding(f, left, right))
		too_much(j, node, "numbers of one hash");
}

static void
judge_size(struct judge *j, const struct call *c)
{
	const struct atom *a = value_find(facts_value(j->facts, c->function), ATOM_SYMBOL);
	bool spread;
	uint32_t first;
	int64_t n;

	if (a == NULL || !effects_have(facts_effects(j->facts, a->id), EFFECT_ALLOCATES))
		return;
	first = facts_find_argument(j->facts, c->arguments, 0, STR(""), &spread);
	if (first != 0 && fold_integer(j->facts, facts_value(j->facts, first), &n) &&
	    n > REPEAT_MAX)
		too_much(j, c->node, "a buffer of enormous length");
}

/* decimal's context: getcontext().prec = 10 ** 8 */
static void
judge_precision(struct judge *j, const struct attribute *a)
{
	const struct tree *t = j->tree;
	uint32_t up = t->nodes[a->node].parent,
		 right = t->nodes[up].kind == K_ASSIGNMENT ? tree_child(t, up, F_RIGHT) : 0;
	int64_t n;

	if (a->role == ROLE_STORE && right != 0 &&
	    effects_have(
		effects_of_method_named(facts_name(j->facts, a->name)), EFFECT_ALLOCATES) &&
	    fold_integer(j->facts, facts_value(j->facts, right), &n) && n > EXPONENT_MAX)
		too_much(j, up, "a precision of very many digits");
}

void
judge_exhaust(struct judge *j)
{
	for (uint32_t i = 1; i < j->tree->count && !j->failed; i++)
		if (j->tree->nodes[i].kind == K_BINARY_OPERATOR)
			judge_operator(j, i);
	for (size_t i = 0; i < j->facts->calls_count && !j->failed; i++)
		judge_size(j, &j->facts->calls[i]);
	for (size_t i = 0; i < j->facts->attributes_count && !j->failed; i++)
		judge_precision(j, &j->facts->attributes[i]);
	judge_loops(j);
}
