/* SPDX-License-Identifier: MIT */
/* Stores to what objects of libraries keep for themselves: a path that is read later, whether LaTeX
 * draws a text. Objects of the file may use the same names. */
#include "fold.h"
#include "judge.h"

static bool
is_bound_by_class(const struct facts *f, uint32_t name)
{
	for (size_t i = 0; i < f->bindings_count; i++)
		if (f->bindings[i].name == name &&
		    f->scopes[f->bindings[i].scope].kind == SCOPE_CLASS)
			return true;
	return false;
}

/* Those by which a path or a text of a chart is another one: of whatever object. */
bool
is_weighty_name(struct str name)
{
	return str_is_one_of(name, "_str _drv _root _parts _cparts _usetex _file _fontproperties "
				   "get_usetex get_file");
}

static bool
is_of_library(const struct value *v)
{
	return value_find(v, ATOM_RESULT) != NULL || value_find(v, ATOM_PATH) != NULL ||
	       value_find(v, ATOM_LISTING) != NULL;
}

bool
is_private_store(const struct judge *j, uint32_t object, uint32_t name_id)
{
	const struct facts *f = j->facts;
	struct str name = facts_name(f, name_id);

	if (name.n < 2 || (name.p[0] != '_' && !is_weighty_name(name)) || is_dunder(name) ||
	    is_own_object(j, object) || fold_is_number(facts_value(f, object)))
		return false;
	if (is_weighty_name(name))
		return true;
	if (facts_is_self(f, object) || table_attribute(name).kind == ATTRIBUTE_UNKNOWN)
		return false;
	return is_of_library(facts_value(f, object)) || !is_bound_by_class(f, name_id);
}
