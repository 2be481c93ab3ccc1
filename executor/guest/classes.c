/* SPDX-License-Identifier: MIT */
/*
 * Every class is made by one function, whether a statement or a call of type() asks for it; it is
 * replaced before the interpreter starts, so that all metaclasses inherit the replacement. It marks
 * the program's own classes, and judges names that the text does not have: special methods under
 * names that were computed, and __match_args__, by which a match statement looks up attributes.
 */
#include "guard.h"

#include <opcode.h>
#include <string.h>

static newfunc original_new;
static PyObject *mark;      /* lies in tp_cache, which CPython has no use for */
static PyObject *defined;   /* set of names with an underscore that the text itself defines */
static PyObject *mentioned; /* set of all names that the text has outside of strings */
static bool judges;

bool
class_is_own(PyObject *type)
{
	return mark && ((PyTypeObject *)type)->tp_cache == mark;
}

static bool
note_definitions(PyCodeObject *code)
{
	PyObject *bytes = PyCode_GetCode(code);
	const unsigned char *at = bytes ? (const unsigned char *)PyBytes_AS_STRING(bytes) : NULL;
	Py_ssize_t n = bytes ? PyBytes_GET_SIZE(bytes) : 0, wide = 0;
	bool good = bytes != NULL;

	for (Py_ssize_t i = 0; good && i + 1 < n; i += 2) {
		Py_ssize_t argument = wide << 8 | at[i + 1];
		wide = at[i] == EXTENDED_ARG ? argument : 0;
		if (at[i] == STORE_NAME && argument < PyTuple_GET_SIZE(code->co_names))
			good = PySet_Add(defined, PyTuple_GET_ITEM(code->co_names, argument)) == 0;
	}
	Py_XDECREF(bytes);
	return good;
}

bool
classes_name(const char *name)
{
	PyObject *text = PyUnicode_FromString(name);
	bool found = mentioned && text && PySet_Contains(mentioned, text) != 0;

	PyErr_Clear();
	Py_XDECREF(text);
	return found;
}

bool
classes_note(PyObject *code)
{
	if (!defined)
		defined = PySet_New(NULL);
	if (!mentioned)
		mentioned = PySet_New(NULL);
	if (!mark)
		mark = PyObject_CallNoArgs((PyObject *)&PyBaseObject_Type);
	judges = true;
	if (!defined || !mentioned || !mark)
		return false;
	PyObject *names = ((PyCodeObject *)code)->co_names;
	for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(names); i++)
		if (PySet_Add(mentioned, PyTuple_GET_ITEM(names, i)) != 0)
			return false;
	return note_definitions((PyCodeObject *)code);
}

static bool
is_usual(const char *name)
{
	static const char *const usual[] = {"__module__", "__qualname__", "__doc__", "__slots__",
	    "__annotations__", "__match_args__", "__classcell__", "__orig_bases__"};

	for (size_t i = 0; i < sizeof(usual) / sizeof(*usual); i++)
		if (strcmp(usual[i], name) == 0)
			return true;
	return false;
}

bool
class_is_all_own(PyObject *type)
{
	PyObject *order = ((PyTypeObject *)type)->tp_mro;

	for (Py_ssize_t i = 0; order && i < PyTuple_GET_SIZE(order); i++) {
		PyObject *one = PyTuple_GET_ITEM(order, i);
		if (one != (PyObject *)&PyBaseObject_Type && !class_is_own(one))
			return false;
	}
	return order != NULL;
}

/* A match statement asks for attributes of these names, of anything that the class, or its
 * metaclass, says to be an instance. */
void
class_judge_match_args(PyObject *type, PyObject *names)
{
	bool own = Py_IS_TYPE(type, &PyType_Type) && class_is_all_own(type);

	if (!PyTuple_CheckExact(names))
		guard_violation(
		    "attribute.dunder", "type", "__match_args__ that is not a plain tuple");
	for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(names); i++) {
		PyObject *name = PyTuple_GET_ITEM(names, i);
		const char *text = PyUnicode_CheckExact(name) ? PyUnicode_AsUTF8(name) : NULL;
		if (!text || (!attribute_is_listed(text) && (!own || strncmp(text, "__", 2) == 0)))
			guard_violation("attribute.dunder", "type", text ? text : "__match_args__");
	}
}

PyObject *
type_member(PyTypeObject *type, const char *name)
{
	PyObject *all = PyType_GetDict(type);
	PyObject *found = all ? PyDict_GetItemString(all, name) : NULL;

	Py_XDECREF(all); /* the type keeps it */
	return found;
}

static bool
makes_metaclass(PyObject *bases)
{
	for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(bases); i++) {
		PyObject *base = PyTuple_GET_ITEM(bases, i);
		if (PyType_Check(base) && PyType_IsSubtype((PyTypeObject *)base, &PyType_Type))
			return true;
	}
	return false;
}

static void
judge_names(PyObject *bases, PyObject *names)
{
	bool meta = makes_metaclass(bases);
	PyObject *name;
	Py_ssize_t at = 0;

	while (PyDict_Next(names, &at, &name, NULL)) {
		const char *text = PyUnicode_CheckExact(name) ? PyUnicode_AsUTF8(name) : NULL;
		if (!text)
			guard_violation(
			    "attribute.dunder", "type", "a name that is not plain text");
		if (meta &&
		    (strcmp(text, "__getattr__") == 0 || strcmp(text, "__getattribute__") == 0))
			guard_violation("attribute.dunder", "type", text);
		if (text[0] == '_' && !is_usual(text) && !attribute_is_listed(text) &&
		    PySet_Contains(defined, name) != 1)
			guard_violation("attribute.dunder", "type", text);
	}
}

/* Whether the program asks for the class, by itself or through a library that makes it for its
 * caller. Packages make classes in foreign code of their own. */
static bool
is_programs(void)
{
	static const char *const makers[] = {"<frozen abc>", "/types.py", "/dataclasses.py", NULL};
	const struct cause cause = cause_behind(makers, guard_is_pure());

	return cause.by == BY_PROGRAM || (guard_is_pure() && cause.by == BY_FOREIGN);
}

static PyObject *
new_class(PyTypeObject *meta, PyObject *args, PyObject *keywords)
{
	PyObject *type;
	bool own = false;

	if (judges && guard_is_armed() && PyTuple_GET_SIZE(args) == 3) {
		PyObject *bases = PyTuple_GET_ITEM(args, 1), *names = PyTuple_GET_ITEM(args, 2);
		const struct cause cause = cause_find(guard_is_pure());
		own = is_programs();
		/* dataclass() makes a class anew, with the methods that it wrote. */
		if (own && !cause_is_from(&cause, "/dataclasses.py") && PyTuple_Check(bases) &&
		    PyDict_Check(names))
			judge_names(bases, names);
	}
	type = original_new(meta, args, keywords);
	if (type && own && PyType_Check(type) && !((PyTypeObject *)type)->tp_cache) {
		Py_INCREF(mark);
		((PyTypeObject *)type)->tp_cache = mark;
		PyObject *asked = type_member((PyTypeObject *)type, "__match_args__");
		if (asked)
			class_judge_match_args(type, asked);
	}
	return type;
}

void
classes_open(void)
{
	original_new = PyType_Type.tp_new;
	PyType_Type.tp_new = new_class;
}
