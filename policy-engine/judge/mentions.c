/* SPDX-License-Identifier: MIT */
/* Names by which a file sets fields, answers operators or takes methods where nobody sees it. */
#include "facts.h"

static unsigned
find_mention(struct str name)
{
	static const struct {
		unsigned mention;
		const char *words;
	} known[] = {
	    {MENTION_FIELDS,
		"__dict__ setattr vars __setattr__ __reduce__ __reduce_ex__ __getstate__ "
		"__setstate__ __getattr__ __getattribute__ __prepare__ make_dataclass new_class "
		"update_wrapper setLogRecordFactory setp"},
	    {MENTION_OPERATORS,
		"__lt__ __le__ __gt__ __ge__ __eq__ __ne__ __contains__ __neg__ __pos__ "
		"__invert__ __abs__ __round__ __trunc__ __floor__ __ceil__ __add__ __sub__ "
		"__mul__ __matmul__ __truediv__ __floordiv__ __mod__ __divmod__ __pow__ "
		"__lshift__ __rshift__ __and__ __or__ __xor__ __radd__ __rsub__ __rmul__ "
		"__rmatmul__ __rtruediv__ __rfloordiv__ __rmod__ __rdivmod__ __rpow__ "
		"__rlshift__ __rrshift__ __rand__ __ror__ __rxor__ __iadd__ __isub__ __imul__ "
		"__imatmul__ __itruediv__ __ifloordiv__ __imod__ __ipow__ __ilshift__ "
		"__irshift__ __iand__ __ior__ __ixor__"},
	    {MENTION_FORMATS, "__format__"},
	    {MENTION_TEXTS, "getattr methodcaller attrgetter setp __match_args__"},
	    {MENTION_INNER, "__wrapped__ __func__ func fget fset fdel"},
	};
	unsigned out = 0;

	if (name.n == 0 || (name.p[0] != '_' && strchr("svmungf a", name.p[0]) == NULL))
		return 0;
	for (size_t i = 0; i < ARRAY_LENGTH(known); i++)
		if (str_is_one_of(name, known[i].words))
			out |= known[i].mention;
	return out;
}

/* x.__dict__ and vars(x) where they are read and no more: x.__dict__.items(), vars(x) == vars(y).
 */
static bool
is_read_only(const struct tree *t, uint32_t node)
{
	uint32_t up = t->nodes[node].parent;

	if (t->nodes[up].kind == K_CALL && t->nodes[node].field == F_FUNCTION) { /* vars(x) */
		node = up;
		up = t->nodes[node].parent;
	}
	if (t->nodes[up].kind == K_COMPARISON_OPERATOR || t->nodes[up].kind == K_INTERPOLATION)
		return true;
	return t->nodes[up].kind == K_ATTRIBUTE && facts_is_callee(t, up) &&
	       str_is_one_of(
		   tree_text(t, tree_child(t, up, F_ATTRIBUTE)), "items keys values get copy");
}

static bool
is_shown_fields(const struct facts *f, uint32_t node, struct str name)
{
	return str_is_one_of(name, "__dict__ vars") && is_read_only(f->tree, node);
}

/*
 * What was answered so far to a question, which is known by where its words stand. Folding adds to
 * the names, so what is new is looked at, and nothing twice: a hostile text has thousands of names
 * and asks thousands of times.
 */
static struct asked *
asked_before(const struct facts *f, const char *words, struct asked *otherwise)
{
	for (size_t i = 0; i < ASKED_MAX; i++) {
		if (f->asked[i].words == NULL)
			f->asked[i].words = words;
		if (f->asked[i].words == words)
			return &f->asked[i];
	}
	*otherwise = (struct asked){.words = words};
	return otherwise;
}

/* Whether one of the words stands anywhere: as a name, an attribute, or in a text. */
bool
facts_mentions(const struct facts *f, const char *words)
{
	struct asked fresh, *a = asked_before(f, words, &fresh);

	for (; !a->mentioned && a->names < f->names.count; a->names++)
		a->mentioned = str_is_one_of(facts_name(f, a->names), words);
	return a->mentioned;
}

/* Whether one of the words is an attribute, or a text that could name one. */
bool
facts_asks_for(const struct facts *f, const char *words)
{
	struct asked fresh, *a = asked_before(f, words, &fresh);

	for (; !a->asked_for && a->attributes < f->attributes_count; a->attributes++)
		a->asked_for =
		    str_is_one_of(facts_name(f, f->attributes[a->attributes].name), words);
	for (; !a->asked_for && a->texts < f->texts_count; a->texts++)
		a->asked_for = str_is_one_of(facts_name(f, f->texts[a->texts].text), words);
	return a->asked_for;
}

/* What the file mentions, imports or defines. */
unsigned
facts_find_mentions(struct facts *f)
{
	uint8_t *asked = arena_alloc(f->arena, f->names.count + 1);
	unsigned out = 0;

	f->failed = f->failed || asked == NULL;
	for (size_t i = 0; asked != NULL && i < f->attributes_count; i++)
		if (asked[f->attributes[i].name] == 0 &&
		    !is_shown_fields(
			f, f->attributes[i].node, facts_name(f, f->attributes[i].name))) {
			asked[f->attributes[i].name] = 1;
			out |= find_mention(facts_name(f, f->attributes[i].name));
		}
	for (size_t i = 0; asked != NULL && i < f->occurrences_count; i++)
		if (asked[f->occurrences[i].name] == 0 &&
		    !is_shown_fields(
			f, f->occurrences[i].node, facts_name(f, f->occurrences[i].name))) {
			asked[f->occurrences[i].name] = 1;
			out |= find_mention(facts_name(f, f->occurrences[i].name));
		}
	for (size_t i = 0; i < f->imports_count; i++)
		out |= find_mention(facts_name(f, f->imports[i].member));
	return out;
}

/* A date's __format__ asks its strftime, which a class of the file may have. */
bool
facts_binds_strftime(struct facts *f)
{
	uint32_t name = names_add(&f->names, STR("strftime"));

	for (size_t i = 0; i < f->occurrences_count; i++)
		if (f->occurrences[i].name == name && f->occurrences[i].role != ROLE_LOAD)
			return true;
	for (size_t i = 0; i < f->attributes_count; i++)
		if (f->attributes[i].name == name && f->attributes[i].role != ROLE_LOAD)
			return true;
	return false;
}
