/* SPDX-License-Identifier: MIT */
/*
 * regex_oracle.h: what a pattern finds in a short text, from its tree alone. Up to 63 code points
 * have 64 places, and a set of places is a word: each part of the pattern maps the places where it
 * may begin to those where it may end. No program, no thread, no choice is shared with the matchers
 * that it judges. Back references are beyond it.
 */
#ifndef FUZZ_REGEX_ORACLE_H
#define FUZZ_REGEX_ORACLE_H

#include "regex_program.h"

#define ORACLE_PLACES_MAX 64
#define ORACLE_STEPS_MAX 200000

struct oracle {
	const struct regex_parser *p;
	uint32_t text[ORACLE_PLACES_MAX];
	unsigned count; /* of code points */
	unsigned steps;
	bool lost;
};

static uint64_t oracle_ends(struct oracle *o, uint32_t tree, uint64_t from);

static bool
oracle_word(const struct oracle *o, unsigned i)
{
	return i < o->count && regex_is_word((int32_t)o->text[i]);
}

static uint64_t
oracle_edges(const struct oracle *o, uint64_t from, bool negated)
{
	uint64_t out = 0;
	for (unsigned i = 0; i <= o->count; i++) {
		bool edge = (i > 0 && oracle_word(o, i - 1)) != oracle_word(o, i);
		if ((from >> i & 1) && edge != negated)
			out |= UINT64_C(1) << i;
	}
	return out;
}

static uint64_t
oracle_set(const struct oracle *o, const struct charset *set, uint64_t from)
{
	uint64_t out = 0;
	for (unsigned i = 0; i < o->count; i++)
		for (size_t k = 0; (from >> i & 1) && k < set->count; k++)
			if (o->text[i] >= set->ranges[k].first && o->text[i] <= set->ranges[k].last)
				out |= UINT64_C(2) << i;
	return out;
}

/* What looks behind holds where some beginning leads here. */
static uint64_t
oracle_look(struct oracle *o, const struct tree *t, uint64_t from)
{
	uint64_t out = 0;
	for (unsigned i = 0; i <= o->count; i++) {
		uint64_t here = UINT64_C(1) << i;
		bool found = false;
		if (!(from & here))
			continue;
		if (!t->behind)
			found = oracle_ends(o, t->left, here) != 0;
		for (unsigned k = 0; t->behind && k <= i && !found; k++)
			found = oracle_ends(o, t->left, UINT64_C(1) << k) & here;
		out |= found != t->negated ? here : 0;
	}
	return out;
}

static uint64_t
oracle_repeat(struct oracle *o, const struct tree *t, uint64_t from)
{
	for (uint32_t i = 0; i < t->min && from && !o->lost; i++)
		from = oracle_ends(o, t->left, from);
	uint64_t all = from, next = from;
	for (uint32_t i = t->min; i < t->max && next && !o->lost; i++) {
		next = oracle_ends(o, t->left, next) & ~all;
		all |= next;
	}
	return all;
}

static uint64_t
oracle_ends(struct oracle *o, uint32_t tree, uint64_t from)
{
	const struct tree *t = &o->p->trees[tree];
	if (o->lost || ++o->steps > ORACLE_STEPS_MAX) {
		o->lost = true;
		return 0;
	}
	switch ((enum tree_kind)t->kind) {
	case TREE_EMPTY:
		return from;
	case TREE_SET:
		return oracle_set(o, &o->p->sets[t->set], from);
	case TREE_SEQUENCE:
		return oracle_ends(o, t->right, oracle_ends(o, t->left, from));
	case TREE_EITHER:
		return oracle_ends(o, t->left, from) | oracle_ends(o, t->right, from);
	case TREE_REPEAT:
		return oracle_repeat(o, t, from);
	case TREE_GROUP:
		return oracle_ends(o, t->left, from);
	case TREE_LOOK:
		return oracle_look(o, t, from);
	case TREE_BEGIN:
		return from & 1;
	case TREE_END:
		return from & UINT64_C(1) << o->count;
	case TREE_WORD_EDGE:
		return oracle_edges(o, from, t->negated);
	case TREE_BACK:
		break;
	}
	o->lost = true;
	return 0;
}

/* REGEX_UNKNOWN where the text is too long or the pattern is beyond the oracle. */
static enum regex_result
oracle_search(struct arena *a, struct str pattern, struct str text)
{
	struct regex_problem problem = {0};
	struct regex_parser p = {.a = a, .pattern = pattern, .problem = &problem};
	struct oracle o = {.p = &p};
	uint32_t root = regex_parse(&p);
	if (root == NO_TREE)
		return REGEX_UNKNOWN;
	for (size_t at = 0; at < text.n;) {
		if (o.count == ORACLE_PLACES_MAX - 1)
			return REGEX_UNKNOWN;
		o.text[o.count++] = (uint32_t)utf8_next(text, &at);
	}
	uint64_t everywhere = UINT64_MAX >> (ORACLE_PLACES_MAX - 1 - o.count);
	bool found = oracle_ends(&o, root, everywhere) != 0;
	return o.lost ? REGEX_UNKNOWN : found ? REGEX_MATCH : REGEX_NO;
}

#endif
