/* SPDX-License-Identifier: MIT */
/*
 * Keywords of libraries' functions: parameters that somebody reviewed, which the table lists
 * for the packages that it describes, and a pack for any other. A function that takes any keyword
 * hands them on to something else: it gets those that its package knows. A method of an unknown
 * object gets what any class has for a method of the name. Parameters of which some values are
 * harmless (effects.txt: usetex, backend) are judged by the value, in judge_keyword.c.
 */
#include "judge.h"

#define CALLED_MAX 32 /* functions that may be called at one place; what more take is not taken */

struct called {
	struct takes takes[CALLED_MAX];
	size_t count;
	struct str what;
};

/* Also of step__parameter, which scikit-learn hands on to the step. */
static bool
is_taken(const struct called *c, struct str keyword)
{
	size_t under = str_find(keyword, STR("__"), 1);
	uint64_t effects = effects_of_keyword(keyword);

	if (effects_have(effects, EFFECT_AUTHORITY | EFFECT_SAFEGUARD))
		return true;
	for (size_t i = 0; i < c->count; i++)
		if (takes_name(&c->takes[i], keyword) ||
		    (under < keyword.n && c->takes[i].open &&
			is_taken(c, str_slice(keyword, under + 2, keyword.n))))
			return true;
	return false;
}

/* Another finding says as much of the call. */
static bool
is_found(const struct judge *j, const struct call *call, enum decision d)
{
	const struct node *n = &j->tree->nodes[call->node];

	for (size_t i = 0; i < j->found.count; i++)
		if (j->found.items[i].decision <= d && j->found.items[i].at >= n->start &&
		    j->found.items[i].end <= n->end)
			return true;
	return false;
}

static void
refuse(struct judge *j, uint32_t node, struct str keyword, const struct called *c)
{
	judge_find(j, node, DECISION_DENY, "argument.unreviewed",
	    c->takes[0].of_table
		? "leave the argument out, or check its spelling"
		: "leave the argument out, or give it by its place; `sluice library review` admits "
		  "keywords: keywords NAME KEYWORD ...",
	    "'%.*s' is no reviewed parameter of '%.*s'", STR_ARG(keyword), STR_ARG(c->what));
}

static void
judge_unseen(struct judge *j, uint32_t node, struct str what)
{
	judge_find(j, node, DECISION_ESCALATE, "argument.unreviewed", "write the keywords out",
	    "'%.*s' takes any keyword, and the text doesn't show which it gets", STR_ARG(what));
}

/* The parameter at this place, where nobody reviewed it: np.load(name, None, True). */
static struct str
unreviewed_at(const struct called *c, unsigned place)
{
	struct str rest = c->takes[0].places, word, number;
	int64_t at;

	while (c->count == 1 && rest.n > 0 && str_cut(&rest, ',', &word))
		if (str_cut(&word, '=', &number) && str_number(number, &at) && at == (int64_t)place)
			return word;
	return (struct str){"", 0};
}

/* A class or an object of the program may have the method, too. */
static bool
is_own_method(const struct judge *j, uint32_t function)
{
	const struct facts *f = j->facts;
	uint32_t fact = f->fact_of[function], name = fact == NOWHERE ? 0 : f->attributes[fact].name;

	FACTS_EACH(a, f, attributes)
		if (a->name == name && a->role == ROLE_STORE)
			return true;
	FACTS_EACH(s, f, scopes)
		if (s->name == name && s->kind == SCOPE_FUNCTION &&
		    f->scopes[s->parent].kind == SCOPE_CLASS)
			return true;
	return is_own_object(j, tree_child(j->tree, function, F_OBJECT));
}

/* A method of something that a package gave, or of an unknown object. */
static void
find_methods(struct judge *j, uint32_t function, struct called *c)
{
	const struct value *v = value_at(j, tree_child(j->tree, function, F_OBJECT));
	struct table_attribute known;

	c->what = tree_attribute(j->tree, function);
	VALUE_EACH(a, v) {
		const struct pack *p =
		    a->kind == ATOM_RESULT ? pack_of_symbol(j->policy, name_of(j, a->id)) : NULL;

		for (size_t at = 0; p != NULL && c->count < CALLED_MAX &&
				    pack_next_method(p, c->what, &at, &c->takes[c->count]);)
			c->count++;
	}
	known = table_attribute(c->what);
	if (c->count == 0 && known.takes > 0 && !j->has_undescribed &&
	    judge_imports_package(j, table_packages(&known)) && !is_own_method(j, function))
		c->takes[c->count++] = table_takes(c->what);
}

/* Nothing where the text doesn't tell what is called, nobody knows what it takes, or it is the
 * program's own. */
static void
find_called(struct judge *j, const struct call *call, struct called *c)
{
	uint32_t function = unwrapped(j, call->function);
	const struct value *v = value_at(j, function);

	c->count = 0;
	VALUE_EACH(a, v) {
		struct str symbol = name_of(j, a->id);
		const struct pack *p =
		    a->kind == ATOM_SYMBOL ? pack_of_symbol(j->policy, symbol) : NULL;

		if (a->kind != ATOM_SYMBOL)
			continue;
		c->what = symbol;
		c->takes[c->count] = p != NULL ? pack_takes(p, symbol) : table_takes(symbol);
		c->count += p != NULL ? c->takes[c->count].listed : c->takes[c->count].known;
	}
	if (v->count == 0 && j->tree->nodes[function].kind == K_ATTRIBUTE)
		find_methods(j, function, c);
}

/* Whatever keywords it gets, each was reviewed or is none of its parameters. */
static bool
are_all_reviewed(const struct called *c)
{
	for (size_t i = 0; i < c->count; i++)
		if (!c->takes[i].known || c->takes[i].open || c->takes[i].partly)
			return false;
	return c->count > 0;
}

static void
judge_call(struct judge *j, const struct call *call)
{
	struct called c;

	find_called(j, call, &c);
	for (struct argument a = {0}; facts_argument(j->facts, call->arguments, &a);) {
		struct str name = name_of(j, a.name);

		if (a.double_star && c.count > 0 && !c.takes[0].of_table &&
		    (c.takes[0].open || !c.takes[0].known)) {
			judge_unseen(j, a.node, c.what);
		} else if (a.double_star && !are_all_reviewed(&c)) {
			judge_spread(j, call, a.node,
			    c.count > 0 && c.takes[0].partly &&
				!is_found(j, call, DECISION_ESCALATE));
		} else if (c.count > 0 && !a.spread) {
			if (a.name == 0)
				name = unreviewed_at(&c, a.place);
			if ((a.name != 0 ? !is_taken(&c, name) : name.n > 0) &&
			    !is_harmless_value(j, name, a.node) &&
			    !is_found(j, call, DECISION_DENY))
				refuse(j, a.at, name, &c);
		}
	}
}

/* Code that gets the function may call it with keywords. */
static void
judge_mention(struct judge *j, uint32_t node)
{
	const struct value *v = value_at(j, node);

	VALUE_EACH(a, v) {
		struct str symbol = name_of(j, a->id);
		const struct pack *p =
		    a->kind == ATOM_SYMBOL ? pack_of_symbol(j->policy, symbol) : NULL;

		if (p != NULL && pack_takes(p, symbol).open && is_handed_on(j, node))
			judge_unseen(j, node, symbol);
	}
}

void
judge_packs(struct judge *j)
{
	const struct tree *t = j->tree;

	FACTS_EACH(c, j->facts, calls) {
		j->mention = c->node;
		judge_call(j, c);
	}
	for (uint32_t i = 0; i < t->count && j->policy->pack_count > 0 && !j->failed; i++) {
		enum kind up = (enum kind)t->nodes[t->nodes[i].parent].kind;

		if ((t->nodes[i].kind != K_IDENTIFIER && t->nodes[i].kind != K_ATTRIBUTE) ||
		    up == K_DOTTED_NAME || up == K_ALIASED_IMPORT)
			continue;
		j->mention = i;
		judge_mention(j, i);
	}
}
