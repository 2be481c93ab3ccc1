/* SPDX-License-Identifier: MIT */
/*
 * x.agg(list): pandas reads the names of functions that it is given and keeps none, so a list that
 * stands there stays as it was written. That x is pandas' is not known; but nobody else has a
 * method of this name, unless the file gives one to something, by a name or by a text.
 */
#include "facts.h"

/* Makes objects with attributes whose names may be data. */
static bool
names_attributes(struct str name)
{
	return str_is_one_of(name,
	    "SimpleNamespace namedtuple NamedTuple Namespace ArgumentParser makeLogRecord "
	    "LogRecord LoggerAdapter extra recarray record rec fromarrays fromrecords "
	    "format_parser asrecarray rec_append_fields rec_drop_fields rec_join to_records "
	    "itertuples enum Enum IntEnum StrEnum Flag IntFlag ReprEnum metaclass");
}

static bool
is_aggregate(struct str name)
{
	return str_is_one_of(name, "agg aggregate");
}

static bool
may_name_attributes(const struct facts *f)
{
	for (size_t i = 0; i < f->imports_count; i++)
		if (names_attributes(facts_name(f, f->imports[i].member)) ||
		    names_attributes(facts_name(f, f->imports[i].module)))
			return true;
	for (size_t i = 0; i < f->attributes_count; i++)
		if (names_attributes(facts_name(f, f->attributes[i].name)))
			return true;
	for (size_t i = 0; i < f->texts_count && f->names_by_text; i++)
		if (names_attributes(facts_name(f, f->texts[i].text)))
			return true;
	for (uint32_t i = 0; i < f->tree->count; i++)
		if (f->role[i] == ROLE_KEYWORD && names_attributes(facts_name(f, f->fact_of[i])))
			return true;
	return false;
}

bool
facts_only_pandas_aggregates(const struct facts *f)
{
	for (size_t i = 0; i < f->bindings_count; i++)
		if (is_aggregate(facts_name(f, f->bindings[i].name)) &&
		    (f->bindings[i].is_field ||
			f->scopes[f->bindings[i].scope].kind == SCOPE_CLASS))
			return false;
	for (size_t i = 0; i < f->attributes_count; i++)
		if (is_aggregate(facts_name(f, f->attributes[i].name)) &&
		    (f->attributes[i].role != ROLE_LOAD || f->attributes[i].object == 0))
			return false;
	return !may_name_attributes(f);
}

/* The argument `node` of x.agg(node), x.agg(func=node), x.agg(**node). */
bool
facts_is_aggregated(const struct facts *f, uint32_t node)
{
	const struct tree *t = f->tree;
	uint32_t up = t->nodes[node].parent,
		 list = t->nodes[up].kind == K_ARGUMENT_LIST ? up : t->nodes[up].parent, function;

	if (!f->only_pandas_aggregates || t->nodes[list].kind != K_ARGUMENT_LIST ||
	    t->nodes[t->nodes[list].parent].kind != K_CALL)
		return false;
	function = tree_child(t, t->nodes[list].parent, F_FUNCTION);
	if (t->nodes[function].kind != K_ATTRIBUTE ||
	    !is_aggregate(tree_text(t, tree_child(t, function, F_ATTRIBUTE))))
		return false;
	if (t->nodes[up].kind == K_KEYWORD_ARGUMENT)
		return str_is(tree_text(t, tree_child(t, up, F_NAME)), "func");
	return t->nodes[up].kind == K_DICTIONARY_SPLAT || tree_first(t, list) == node;
}
