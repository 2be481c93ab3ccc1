/* SPDX-License-Identifier: MIT */
/*
 * Keywords of packages that only a pack describes. A function was reviewed with the parameters of
 * its own text. One that takes any keyword hands them on to something else: what a person did not
 * admit by name is refused.
 */
#include "judge.h"

static void
refuse(struct judge *j, uint32_t node, struct str keyword, struct str what, bool known)
{
	struct ruling r = ruling_of(j, DECISION_DENY, "argument.unreviewed",
	    "leave the argument out, or give it by its place; `sluice library review` admits "
	    "keywords: keywords NAME KEYWORD ...",
	    known ? "the pack names no parameter '%.*s' of '%.*s'"
		  : "the pack names no parameters, and so no '%.*s', of '%.*s'",
	    STR_ARG(keyword), STR_ARG(what));

	judge_node(j, node, &r);
}

static struct ruling
unseen(struct judge *j, struct str what)
{
	return ruling_of(j, DECISION_ESCALATE, "argument.unreviewed", "write the keywords out",
	    "'%.*s' takes any keyword, and the text doesn't show which it gets", STR_ARG(what));
}

static void
judge_taken(
    struct judge *j, const struct call *c, const struct takes *takes, size_t count, struct str what)
{
	bool open = false, known = false;
	uint32_t at = 0;
	struct argument a;
	struct ruling r;

	for (size_t i = 0; i < count; i++) {
		open = open || takes[i].open || !takes[i].known;
		known = known || takes[i].known;
	}
	while (facts_argument(j->facts, c->arguments, &at, &a)) {
		bool taken = a.name == 0;

		for (size_t i = 0; i < count && !taken; i++)
			taken = takes_name(&takes[i], facts_name(j->facts, a.name));
		if (a.double_star && open) {
			r = unseen(j, what);
			judge_node(j, a.node, &r);
		} else if (!a.double_star && !taken) {
			refuse(j, a.node, facts_name(j->facts, a.name), what, known);
		}
	}
}

#define METHODS_MAX 32 /* of one name; what more classes take is not taken */

/* A method of something that the package gave: as its classes have it, whichever it is. */
static void
judge_method(struct judge *j, const struct call *c, uint32_t function)
{
	struct str method = tree_text(j->tree, tree_child(j->tree, function, F_ATTRIBUTE));
	const struct value *v = facts_value(j->facts, tree_child(j->tree, function, F_OBJECT));
	struct takes takes[METHODS_MAX];
	size_t count = 0;

	for (unsigned i = 0; i < v->count; i++) {
		const struct pack *p =
		    v->atoms[i].kind == ATOM_RESULT
			? pack_of_symbol(j->policy, facts_name(j->facts, v->atoms[i].id))
			: NULL;

		for (size_t at = 0; p != NULL && count < METHODS_MAX &&
				    pack_next_method(p, method, &at, &takes[count]);)
			count++;
	}
	if (count > 0)
		judge_taken(j, c, takes, count, method);
}

static void
judge_call(struct judge *j, const struct call *c)
{
	uint32_t function = facts_bare(j->facts, c->function);
	const struct value *v = facts_value(j->facts, function);

	for (unsigned i = 0; i < v->count; i++) {
		struct str symbol = facts_name(j->facts, v->atoms[i].id);
		const struct pack *p =
		    v->atoms[i].kind == ATOM_SYMBOL ? pack_of_symbol(j->policy, symbol) : NULL;
		struct takes takes = p != NULL ? pack_takes(p, symbol) : (struct takes){0};

		if (takes.listed)
			judge_taken(j, c, &takes, 1, symbol);
	}
	if (j->tree->nodes[function].kind == K_ATTRIBUTE)
		judge_method(j, c, function);
}

/* What gets the function may give it keywords. */
static void
judge_mention(struct judge *j, uint32_t node)
{
	const struct value *v = facts_value(j->facts, node);

	for (unsigned i = 0; i < v->count; i++) {
		struct str symbol = facts_name(j->facts, v->atoms[i].id);
		const struct pack *p =
		    v->atoms[i].kind == ATOM_SYMBOL ? pack_of_symbol(j->policy, symbol) : NULL;
		struct ruling r;

		if (p == NULL || !pack_takes(p, symbol).open || !is_handed_on(j, node))
			continue;
		r = unseen(j, symbol);
		judge_node(j, node, &r);
	}
}

void
judge_packs(struct judge *j)
{
	const struct tree *t = j->tree;

	if (j->policy->pack_count == 0)
		return;
	for (size_t i = 0; i < j->facts->calls_count && !j->failed; i++) {
		j->mention = j->facts->calls[i].node;
		judge_call(j, &j->facts->calls[i]);
	}
	for (uint32_t i = 0; i < t->count && !j->failed; i++) {
		enum kind up = (enum kind)t->nodes[t->nodes[i].parent].kind;

		if ((t->nodes[i].kind != K_IDENTIFIER && t->nodes[i].kind != K_ATTRIBUTE) ||
		    up == K_DOTTED_NAME || up == K_ALIASED_IMPORT)
			continue;
		j->mention = i;
		judge_mention(j, i);
	}
}
