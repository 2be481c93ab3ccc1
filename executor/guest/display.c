/* SPDX-License-Identifier: MIT */
/*
 * Theory of operation. The forms are methods of the value's type, as in a notebook, and run as the
 * program does: under its limits, its filters and the armed hook. One that raises or returns
 * something else has nothing to show. What does not fit is left whole, since half a picture is
 * none, and the supervisor is told so.
 *
 * Modules that the program may not import are taken before it begins.
 */
#include "python.h"

#include <string.h>

#define FIGURES_MAX 10

static PyObject *bytes_io, *json_dumps; /* NULL where they can't be needed */
static long long room, whole_room;
static int shown;

void
display_prepare(long long bytes)
{
	room = whole_room = bytes;
	bytes_io = python_object("_io", "BytesIO");
	PyErr_Clear();
}

void
display_look(PyObject *source)
{
	const char *text = source ? PyUnicode_AsUTF8(source) : NULL;

	if (!source || (text && strstr(text, "_repr_json_")))
		json_dumps = python_object("json", "dumps");
	PyErr_Clear();
}

void
display_again(void)
{
	PyObject *pyplot = PyDict_GetItemString(PyImport_GetModuleDict(), "matplotlib.pyplot");
	PyObject *done = pyplot ? PyObject_CallMethod(pyplot, "close", "s", "all") : NULL;

	Py_XDECREF(done);
	PyErr_Clear();
	room = whole_room;
	shown = 0;
}

static void
show_bytes(enum display_kind kind, PyObject *object)
{
	Py_ssize_t n = PyBytes_GET_SIZE(object);

	if (n == 0)
		return;
	if (shown >= WIRE_DISPLAYS_MAX || n > room) {
		frame_display(DISPLAY_LEFT, "", 0);
		return;
	}
	shown++;
	room -= n;
	frame_display(kind, PyBytes_AS_STRING(object), (size_t)n);
}

/* A str, or bytes; anything else has nothing to show. */
static void
show(enum display_kind kind, PyObject *object)
{
	PyObject *bytes = NULL;

	if (object && PyUnicode_Check(object) && kind != DISPLAY_PNG)
		bytes = PyUnicode_AsEncodedString(object, "utf-8", "backslashreplace");
	else if (object && PyBytes_Check(object) && kind == DISPLAY_PNG)
		bytes = Py_NewRef(object);
	if (bytes)
		show_bytes(kind, bytes);
	Py_XDECREF(bytes);
	PyErr_Clear();
}

/* Of the type: an object that answers to every name has no forms. */
static bool
type_has(PyObject *value, const char *name)
{
	PyObject *method = PyObject_GetAttrString((PyObject *)Py_TYPE(value), name);
	bool has = method && method != Py_None;

	Py_XDECREF(method);
	PyErr_Clear();
	return has;
}

/* A JSON form is a str, or what json can write. */
static void
show_json(PyObject *form)
{
	PyObject *text = NULL;

	if (form && PyUnicode_Check(form))
		text = Py_NewRef(form);
	else if (form && json_dumps && (PyDict_Check(form) || PyList_Check(form)))
		text = PyObject_CallOneArg(json_dumps, form);
	PyErr_Clear();
	show(DISPLAY_JSON, text);
	Py_XDECREF(text);
}

void
display_value(PyObject *value)
{
	static const struct {
		const char *method;
		enum display_kind kind;
	} forms[] = {{"_repr_html_", DISPLAY_HTML}, {"_repr_markdown_", DISPLAY_MARKDOWN},
	    {"_repr_svg_", DISPLAY_SVG}, {"_repr_png_", DISPLAY_PNG},
	    {"_repr_latex_", DISPLAY_LATEX}, {"_repr_json_", DISPLAY_JSON}};

	PyErr_Clear();
	for (size_t i = 0; i < sizeof(forms) / sizeof(*forms); i++) {
		if (!type_has(value, forms[i].method))
			continue;
		PyObject *form = PyObject_CallMethod(value, forms[i].method, NULL);
		PyErr_Clear();
		if (forms[i].kind == DISPLAY_JSON)
			show_json(form);
		else
			show(forms[i].kind, form);
		Py_XDECREF(form);
		PyErr_Clear();
	}
}

/* As PNG, whatever the program set as the usual format. */
static PyObject *
save_png(PyObject *figure, PyObject *file)
{
	PyObject *method = PyObject_GetAttrString(figure, "savefig");
	PyObject *arguments = Py_BuildValue("(O)", file);
	PyObject *keywords = Py_BuildValue("{s:s}", "format", "png");
	PyObject *done =
	    method && arguments && keywords ? PyObject_Call(method, arguments, keywords) : NULL;

	Py_XDECREF(keywords);
	Py_XDECREF(arguments);
	Py_XDECREF(method);
	return done;
}

static void
show_figure(PyObject *pyplot, PyObject *number)
{
	PyObject *figure = PyObject_CallMethod(pyplot, "figure", "O", number);
	PyObject *file = figure && bytes_io ? PyObject_CallNoArgs(bytes_io) : NULL;
	PyObject *done = file ? save_png(figure, file) : NULL;
	PyObject *bytes = done ? PyObject_CallMethod(file, "getvalue", NULL) : NULL;

	PyErr_Clear();
	show(DISPLAY_PNG, bytes);
	Py_XDECREF(bytes);
	Py_XDECREF(done);
	Py_XDECREF(file);
	Py_XDECREF(figure);
	PyErr_Clear();
}

void
display_figures(void)
{
	PyObject *pyplot = PyDict_GetItemString(PyImport_GetModuleDict(), "matplotlib.pyplot");

	if (!pyplot)
		return;
	Py_INCREF(pyplot);
	PyObject *numbers = PyObject_CallMethod(pyplot, "get_fignums", NULL);
	Py_ssize_t n = numbers && PyList_Check(numbers) ? PyList_GET_SIZE(numbers) : 0;
	PyErr_Clear();
	for (Py_ssize_t i = 0; i < n && i < FIGURES_MAX; i++) {
		/* The list may shrink meanwhile, for the program's own code may run. */
		PyObject *number = PyList_GetItem(numbers, i);
		if (!number)
			break;
		Py_INCREF(number);
		show_figure(pyplot, number);
		Py_DECREF(number);
	}
	if (n > FIGURES_MAX)
		frame_display(DISPLAY_LEFT, "", 0);
	Py_XDECREF(numbers);
	Py_DECREF(pyplot);
	PyErr_Clear();
}
