/* SPDX-License-Identifier: MIT */
/*
 * str.format and str.format_map walk attributes: '{0.name}'. The template is read as CPython reads
 * it (Objects/stringlib/unicode_format.h), and each name that a field would follow is judged. A
 * template that CPython finds fault with raises there; its fields up to the fault are judged all
 * the same.
 */
#include "guard.h"

#include <string.h>

#define NAME_BYTES 256

struct template
{
	PyObject *text;
	Py_ssize_t at, end;
};

static Py_UCS4
take(struct template *t)
{
	return PyUnicode_READ_CHAR(t->text, t->at++);
}

static void
judge_name(PyObject *text, Py_ssize_t from, Py_ssize_t to)
{
	PyObject *name = PyUnicode_Substring(text, from, to);
	const char *bytes = name ? PyUnicode_AsUTF8(name) : NULL;

	if (bytes && !attribute_is_listed(bytes))
		guard_violation("text.format", "str.format", bytes);
	PyErr_Clear();
	Py_XDECREF(name);
}

/* "0.name[index].name": what stands before the first '.' or '[' is an argument. */
static void
judge_field(PyObject *text, Py_ssize_t at, Py_ssize_t end)
{
	while (at < end) {
		Py_UCS4 c = PyUnicode_READ_CHAR(text, at++);
		Py_ssize_t from = at;
		if (c == '[') {
			while (at < end && PyUnicode_READ_CHAR(text, at) != ']')
				at++;
		} else if (c == '.') {
			while (at < end && PyUnicode_READ_CHAR(text, at) != '.' &&
			       PyUnicode_READ_CHAR(text, at) != '[')
				at++;
			judge_name(text, from, at);
		}
	}
}

/* Behind ':' up to the '}' that ends the field; its own fields are left in *spec. */
static void
pass_spec(struct template *t, struct template *spec)
{
	int open = 1;

	*spec = (struct template){t->text, t->at, t->end};
	while (t->at < t->end && open > 0) {
		Py_UCS4 c = take(t);
		open += (c == '{') - (c == '}');
	}
	spec->end = open == 0 ? t->at - 1 : t->at;
}

/* Behind '{'. */
static void
pass_field(struct template *t, struct template *spec)
{
	Py_ssize_t from = t->at;
	Py_UCS4 c = 0;

	*spec = (struct template){t->text, 0, 0};
	while (t->at < t->end) {
		c = take(t);
		if (c == '[')
			while (t->at < t->end && PyUnicode_READ_CHAR(t->text, t->at) != ']')
				t->at++;
		if (c == '}' || c == ':' || c == '!' || c == '{')
			break;
	}
	judge_field(
	    t->text, from, c == '}' || c == ':' || c == '!' || c == '{' ? t->at - 1 : t->at);
	if (c == '!' && t->at < t->end)
		t->at++; /* the conversion */
	if (c == '!' && t->at < t->end)
		c = take(t);
	if (c == ':')
		pass_spec(t, spec);
}

/* One step of the template: true with the inside of a field's specification, which may be empty. */
static bool
next_field(struct template *t, struct template *spec)
{
	while (t->at < t->end) {
		if (take(t) != '{')
			continue;
		if (t->at < t->end && PyUnicode_READ_CHAR(t->text, t->at) == '{') {
			t->at++;
			continue;
		}
		pass_field(t, spec);
		return true;
	}
	return false;
}

/* CPython goes two levels deep as well. */
static void
judge_template(PyObject *text)
{
	struct template whole = {text, 0, PyUnicode_GET_LENGTH(text)}, spec, none;

	while (next_field(&whole, &spec))
		while (next_field(&spec, &none))
			;
}

/* A library's own template stands among its constants. */
static bool
is_programs(PyObject *text)
{
	return cause_find(true).by != BY_LIBRARY || !cause_has(text);
}

static bool
walks_attributes(PyObject *text)
{
	Py_ssize_t n = PyUnicode_GET_LENGTH(text);

	return PyUnicode_FindChar(text, '{', 0, n, 1) >= 0 &&
	       PyUnicode_FindChar(text, '.', 0, n, 1) >= 0;
}

static PyCFunctionWithKeywords original_format;
static PyCFunction original_format_map;

static void
judge(PyObject *text)
{
	if (guard_is_armed() && PyUnicode_Check(text) && walks_attributes(text) &&
	    is_programs(text))
		judge_template(text);
}

static PyObject *
format(PyObject *self, PyObject *args, PyObject *keywords)
{
	judge(self);
	return original_format(self, args, keywords);
}

static PyObject *
format_map(PyObject *self, PyObject *map)
{
	judge(self);
	return original_format_map(self, map);
}

static PyMethodDef *
method_of_str(const char *name, int flags)
{
	PyObject *d = type_member(&PyUnicode_Type, name);
	PyMethodDef *method =
	    d && Py_IS_TYPE(d, &PyMethodDescr_Type) ? ((PyMethodDescrObject *)d)->d_method : NULL;

	return method && method->ml_flags == flags ? method : NULL;
}

bool
formats_guard(void)
{
	PyMethodDef *by_arguments = method_of_str("format", METH_VARARGS | METH_KEYWORDS);
	PyMethodDef *by_map = method_of_str("format_map", METH_O);

	if (!by_arguments || !by_map)
		return false;
	original_format = (PyCFunctionWithKeywords)(void (*)(void))by_arguments->ml_meth;
	original_format_map = by_map->ml_meth;
	by_arguments->ml_meth = (PyCFunction)(void (*)(void))format;
	by_map->ml_meth = format_map;
	return true;
}
