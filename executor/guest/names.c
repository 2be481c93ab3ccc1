/* SPDX-License-Identifier: MIT */
/* Decides to whom a name belongs, and whether it may be asked for. */
#include "guard.h"

#include <string.h>

/* The program's own object: all that it inherits from is the program's, or is object itself, so
 * that every name leads to what the program put there or to a method of object. */
static bool
is_own(PyObject *object)
{
	return !PyType_Check(object) && class_is_all_own((PyObject *)Py_TYPE(object));
}

/* Of a class of that kind only such names: others lead to the metaclass. */
static bool
is_own_class(PyObject *object, const char *name)
{
	return PyType_Check(object) && name[0] == '_' && name[1] != '_' &&
	       Py_IS_TYPE(object, &PyType_Type) && class_is_all_own(object);
}

bool
attribute_is_listed(const char *name)
{
	return name[0] == '_' ? rulebook_names(RULE_PRIVATE, name)
			      : !rulebook_names(RULE_DENY, name);
}

_Noreturn void
name_refuse(const char *what, const char *name, bool stores)
{
	guard_violation(stores                        ? "attribute.store"
			: strncmp(name, "__", 2) == 0 ? "attribute.dunder"
			: name[0] == '_'              ? "attribute.unreviewed"
						      : "attribute.denied",
	    what, name);
}

void
name_judge(const char *what, PyObject *object, const char *name, bool stores)
{
	bool special = stores && strncmp(name, "__", 2) == 0;

	if (!attribute_is_listed(name) &&
	    !(object && ((!special && is_own(object)) || is_own_class(object, name))))
		name_refuse(what, name, stores);
}

/* If a library function asks for a name that its caller gives: the name that it uses itself, or NULL if this
 * is no such place. */
static const char *
own_name_of_conduit(const struct cause *cause)
{
	static const struct {
		const char *file, *function, *own;
	} conduits[] = {
	    {"/string.py", "get_field", ""},
	    {"/copy.py", "_reconstruct", "__setstate__"},
	    {"/argparse.py", "__call__", "_unrecognized_args"},
	    {"/argparse.py", "parse_known_args", "_unrecognized_args"},
	    {"/argparse.py", "_parse_known_args2", "_unrecognized_args"},
	    {"/argparse.py", "_parse_known_args", ""},
	    {"/enum.py", "__get__", ""},
	    {"/optparse.py", "take_action", ""},
	    {"/pkgutil.py", "resolve_name", ""},
	    {"/unittest/loader.py", "loadTestsFromName", ""},
	    {"/unittest/mock.py", "get_original", ""},
	};

	for (size_t i = 0; i < sizeof(conduits) / sizeof(*conduits); i++)
		if (cause_is_from(cause, conduits[i].file) &&
		    strcmp(cause->function, conduits[i].function) == 0)
			return conduits[i].own;
	return NULL;
}

/* Private names that libraries go through in loops: methods, and what describes a thing. None of
 * them leads from an object to code, to globals or to other classes. */
static bool
is_described(const char *name)
{
	static const char *const names[] = {"__abs__", "__add__", "__and__", "__annotations__",
	    "__bool__", "__contains__", "__dataclass_fields__", "__dataclass_params__",
	    "__delattr__", "__doc__", "__eq__", "__float__", "__format__", "__ge__",
	    "__getnewargs__", "__getnewargs_ex__", "__getstate__", "__gt__", "__hash__", "__init__",
	    "__int__", "__invert__", "__iter__", "__le__", "__len__", "__lt__", "__match_args__",
	    "__module__", "__name__", "__ne__", "__neg__", "__new__", "__new_member__", "__or__",
	    "__orig_bases__", "__post_init__", "__qualname__", "__rand__", "__reduce__",
	    "__reduce_ex__", "__repr__", "__ror__", "__rxor__", "__setattr__", "__setstate__",
	    "__str__", "__sub__", "__type_params__", "__wrapped__", "__xor__", NULL};

	return guard_lists(name, names);
}

/*
 * A library asks for a name that is no constant of its own. One that begins with '_' was perhaps
 * put together by the program; and of a module a library asks what it knows by name.
 */
static enum treatment
of_library(const struct cause *cause, const char *name, PyObject *object)
{
	static const char *const streams[] = {"stdout", "stderr", "stdin", NULL};

	if (strncmp(cause->file, "<frozen importlib", 17) == 0)
		return NAME_LET;
	if (PyModule_Check(object) && PyModule_GetDict(object) != guard_main_globals())
		return guard_lists(name, streams) ? NAME_LET : NAME_REFUSE;
	if (name[0] != '_' || is_described(name) ||
	    (name[1] != '_' && cause_is_from(cause, "/dataclasses.py")) ||
	    strncmp(name, "_handle_conflict_", 17) == 0 ||
	    (strstr(name, "__in_progress") && cause_is_from(cause, "/enum.py")))
		return NAME_LET;
	return NAME_JUDGE;
}

enum treatment
name_treat(PyObject *name, const char *text, PyObject *object)
{
	const struct cause cause = cause_find(true);
	const char *own = own_name_of_conduit(&cause);

	if (cause.by != BY_LIBRARY)
		return NAME_JUDGE;
	if (own)
		return strcmp(own, text) == 0 ? NAME_LET : NAME_JUDGE;
	/* functools.wraps copies what describes a function, and all attributes; a module's are not
	 * for everybody. */
	if (strcmp(cause.function, "update_wrapper") == 0 && cause_is_from(&cause, "/functools.py"))
		return strcmp(text, "__dict__") == 0
			   ? PyModule_Check(object) ? NAME_REFUSE : NAME_LET
		       : is_described(text) ? NAME_LET
					    : NAME_JUDGE;
	return cause_has(name) ? NAME_LET : of_library(&cause, text, object);
}
