/* SPDX-License-Identifier: MIT */
/* Whether the arguments of a call meet a rule's conditions. What can't be told is TRUTH_UNKNOWN,
 * never yes. */
#include "judge.h"

#include <stdio.h>

static enum truth
both(enum truth a, enum truth b)
{
	return a < b ? a : b;
}

static bool
is_dotted_name(struct str s)
{
	for (size_t i = 0; i < s.n; i++)
		if (s.p[i] != '.' && !is_name_character(s.p[i]))
			return false;
	return s.n > 0;
}

/* Whether its pattern and `none_of` let the text through. */
static bool
predicate_admits(const struct predicate *p, struct str text)
{
	return (!p->has_matches || glob_matches(p->matches, text, false)) &&
	       !words_have(&p->none_of, text);
}

static bool
predicate_asks_text(const struct predicate *p)
{
	return p->has_matches || p->one_of.count > 0 || p->none_of.count > 0 ||
	       (p->is & (IS_SAFE_ATTRIBUTE | IS_EXPRESSION | IS_DOTTED_NAME | IS_FORMULA)) != 0;
}

static enum truth
test_text(struct judge *j, const struct predicate *p, struct str text)
{
	enum truth met = TRUTH_YES;

	if (!predicate_admits(p, text) || (p->one_of.count > 0 && !words_have(&p->one_of, text)))
		return TRUTH_NO;
	if ((p->is & IS_SAFE_ATTRIBUTE) != 0)
		met = names_safe_attribute(j, text);
	if ((p->is & IS_DOTTED_NAME) != 0 && !is_dotted_name(text))
		return TRUTH_NO;
	if ((p->is & IS_EXPRESSION) != 0)
		met = is_plain_expression(j, text);
	if ((p->is & IS_FORMULA) != 0)
		met = is_plain_formula(j, text);
	return met;
}

static enum truth
test_number(const struct predicate *p, int64_t n)
{
	char digits[24];

	if (p->has_below && n >= p->below)
		return TRUTH_NO;
	snprintf(digits, sizeof(digits), "%lld", (long long)n);
	if (words_have(&p->none_of, str_from(digits)))
		return TRUTH_NO;
	if (p->one_of.count == 0)
		return p->has_below || p->none_of.count > 0 ||
			       (p->is & (IS_NUMBER | IS_CONSTANT)) != 0
			   ? TRUTH_YES
			   : TRUTH_NO;
	return words_have(&p->one_of, str_from(digits)) ? TRUTH_YES : TRUTH_NO;
}

static enum truth test_value(struct judge *j, const struct predicate *p, uint32_t node,
    const struct value *v, unsigned depth);

static enum truth
test_element(struct judge *j, const struct predicate *p, uint32_t node, unsigned depth)
{
	enum field side = (p->is & IS_KEYS) != 0 ? F_KEY : F_VALUE;

	if (j->tree->nodes[node].kind == K_PAIR)
		node = tree_child(j->tree, node, side);
	return test_value(j, p, node, value_at(j, node), depth - 1);
}

/* [*rows]: each of the elements. */
static enum truth
test_spread_element(struct judge *j, const struct predicate *p, uint32_t node, unsigned depth)
{
	struct value elements = flow_take(j->facts, value_at(j, node));

	return test_value(j, p, node, &elements, depth - 1);
}

/* A literal that is written where it is handed over (is_fresh) holds what is written in it: nobody
 * has had it before. Every element of a literal must hold where a choice of texts is asked for; a
 * dictionary's values, a pair's second. */
static enum truth
test_literal(
    struct judge *j, const struct predicate *p, uint32_t node, bool is_fresh, unsigned depth)
{
	const struct tree *t = j->tree;
	enum truth met = TRUTH_YES;
	enum kind k = (enum kind)t->nodes[node].kind;

	if (!is_fresh && flow_is_changed(j->facts, node))
		return TRUTH_UNKNOWN;
	if (!predicate_asks_text(p))
		return (p->is & IS_LITERAL) != 0 ? TRUTH_YES : TRUTH_NO;
	if ((p->is & IS_LITERAL) == 0 || depth == 0)
		return TRUTH_NO;
	if (k == K_LIST_COMPREHENSION || k == K_SET_COMPREHENSION ||
	    k == K_DICTIONARY_COMPREHENSION)
		return test_element(j, p, tree_child(t, node, F_BODY), depth);
	if (k != K_LIST && k != K_TUPLE && k != K_DICTIONARY && k != K_SET)
		return TRUTH_UNKNOWN;
	for (uint32_t c = tree_first(t, node); c != 0; c = tree_next(t, c))
		met = both(met, facts_is_star(t, c) ? test_spread_element(j, p, c, depth)
						    : test_element(j, p, c, depth));
	return met;
}

/* A constant, as it stands there. */
static bool
is_written(const struct tree *t, uint32_t node)
{
	enum kind k = (enum kind)t->nodes[node].kind;

	return k == K_NONE || k == K_TRUE || k == K_FALSE || k == K_FLOAT;
}

static enum truth
test_atom(struct judge *j, const struct predicate *p, uint32_t node, struct atom a, unsigned depth)
{
	struct str name = name_of(j, a.id);

	if ((p->is & IS_ANY) != 0)
		return TRUTH_YES;
	switch (a.kind) {
	case ATOM_STRING:
		return predicate_asks_text(p)                   ? test_text(j, p, name)
		       : (p->is & (IS_TEXT | IS_CONSTANT)) != 0 ? TRUTH_YES
								: TRUTH_NO;
	case ATOM_BYTES:
		return !predicate_asks_text(p) && (p->is & (IS_CONSTANT | IS_TEXT)) != 0 ? TRUTH_YES
											 : TRUTH_NO;
	case ATOM_PREFIX:
	case ATOM_TEXT:
	case ATOM_BINARY:
		return (p->is & IS_TEXT) != 0 && !predicate_asks_text(p) ? TRUTH_YES
									 : TRUTH_UNKNOWN;
	case ATOM_INTEGER:
		return test_number(p, facts_integer(j->facts, a.id));
	case ATOM_FUNCTION:
	case ATOM_CLASS:
	case ATOM_METHOD:
		return (p->is & IS_FUNCTION) != 0 ? TRUTH_YES : TRUTH_NO;
	case ATOM_SYMBOL:
		return (p->is & IS_FUNCTION) != 0 &&
			       !effects_have(facts_effects(j->facts, a.id), EFFECT_STREAM)
			   ? TRUTH_YES
			   : TRUTH_NO;
	case ATOM_RESULT:
		return (p->is & IS_FUNCTION) != 0 &&
			       effects_have(facts_effects(j->facts, a.id), EFFECT_FUNCTION)
			   ? TRUTH_YES
			   : TRUTH_UNKNOWN;
	case ATOM_OBJECT:
		return (p->is & IS_OWN_OBJECT) != 0 && !j->facts->scopes[a.id].has_bases
			   ? TRUTH_YES
			   : TRUTH_UNKNOWN;
	case ATOM_LITERAL:
		return test_literal(j, p, a.id, a.id == node, depth);
	case ATOM_PLAIN:
		if (a.id == PLAIN_NONE && (p->is & IS_NONE) != 0)
			return TRUTH_YES;
		if (p->one_of.count > 0 && words_have(&p->one_of, tree_text(j->tree, node)))
			return TRUTH_YES;
		if (p->has_below && a.id != PLAIN_NONE && !is_written(j->tree, node))
			return TRUTH_UNKNOWN; /* some number */
		return (p->is & (IS_NUMBER | IS_CONSTANT)) != 0 &&
			       j->tree->nodes[node].kind != K_NONE
			   ? TRUTH_YES
			   : TRUTH_NO;
	default:
		return TRUTH_UNKNOWN;
	}
}

static enum truth
test_value(struct judge *j, const struct predicate *p, uint32_t node, const struct value *v,
    unsigned depth)
{
	enum truth met = v->count > 0 || v->unknown ? TRUTH_YES : TRUTH_UNKNOWN;

	node = unwrapped(j, node);
	VALUE_EACH(a, v)
		met = both(met, test_atom(j, p, node, *a, depth));
	if ((v->unknown || j->facts->unsettled) && (p->is & IS_ANY) == 0)
		met = both(met, TRUTH_UNKNOWN);
	return met;
}

/* `**x`, `*x`: what a literal holds. */
static enum truth
test_spread(struct judge *j, const struct predicate *p, const struct argument *a)
{
	const struct value *v = value_at(j, a->node);

	if ((p->is & IS_LITERAL) != 0 && value_only(v, ATOM_LITERAL) != NULL)
		return test_value(j, p, a->node, v, 3);
	return TRUTH_UNKNOWN;
}

static enum truth
test_each(struct judge *j, const struct predicate *p, uint32_t arguments)
{
	enum truth met = TRUTH_YES;

	for (struct argument a = {0}; facts_argument(j->facts, arguments, &a);)
		met = both(met, a.spread ? test_spread(j, p, &a)
					 : test_value(j, p, a.node, value_at(j, a.node), 3));
	return met;
}

/* f(**options), where the keys of every dictionary are known and none is the keyword. */
static bool
spread_lacks(const struct judge *j, uint32_t arguments, struct str keyword)
{
	for (struct argument a = {0}; facts_argument(j->facts, arguments, &a);)
		if (a.star || (a.double_star && !keys_lack(j, a.node, keyword)))
			return false;
	return keyword.n > 0;
}

static enum truth
test_predicate(struct judge *j, const struct predicate *p, uint32_t object, uint32_t arguments,
    uint32_t *tested)
{
	bool spread;
	uint32_t node;

	*tested = p->place == -3 ? object : 0;
	if (p->place == -2)
		return test_each(j, p, arguments);
	if (p->place == -3)
		return object == 0 ? TRUTH_UNKNOWN
				   : test_value(j, p, object, value_at(j, object), 3);
	if (arguments != 0 &&
	    j->tree->nodes[arguments].kind == K_SUBSCRIPT) { /* x[key]: the key is argument 0 */
		node = tree_child(j->tree, arguments, F_SUBSCRIPT);
		*tested = p->place == 0 ? node : 0;
		return p->place == 0 ? test_value(j, p, node, value_at(j, node), 3) : TRUTH_YES;
	}
	node = facts_find_argument(
	    j->facts, arguments, p->place < 0 ? 1000000u : (unsigned)p->place, p->keyword, &spread);
	*tested = node;
	if (node == 0 && spread && !spread_lacks(j, arguments, p->keyword))
		return TRUTH_UNKNOWN;
	if (p->absent)
		return node == 0 ? TRUTH_YES : TRUTH_NO;
	if (node == 0)
		return p->optional ? TRUTH_YES : TRUTH_NO;
	return test_value(j, p, node, value_at(j, node), 3);
}

enum truth
rule_met(struct judge *j, const struct policy_rule *r, uint32_t object, uint32_t arguments)
{
	enum truth best = TRUTH_NO;

	for (size_t i = 0; i < r->unless_count; i++) {
		const struct condition *c = &r->unless[i];
		enum truth met = TRUTH_YES;

		for (size_t k = 0; k < c->count; k++) {
			uint32_t tested;
			enum truth one =
			    test_predicate(j, &c->predicates[k], object, arguments, &tested);

			judge_tell_at(j, &c->predicates[k], tested, one);
			met = both(met, one);
		}
		judge_tell(j, c, met);
		if (met > best)
			best = met;
	}
	return best;
}
