/* SPDX-License-Identifier: MIT */
/*
 * Tracebacks are written here and not by the traceback module: it would take ten milliseconds to
 * import, and it reads files by the names that code objects give.
 */
#include "python.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define TRACE_HEAD 10
#define TRACE_TAIL 20
#define CHAIN_MAX 4
#define TRACE_CHARS_MAX 32768

struct trace {
	PyObject *source; /* str */
	PyObject *parts;  /* list of str */
	long line;        /* of the program, where the exception came from */
};

static void
say(struct trace *t, PyObject *text)
{
	if (!text || PyList_Append(t->parts, text) != 0)
		PyErr_Clear();
	Py_XDECREF(text);
}

/* Line `number` of the program without its indentation; NULL where there is none. */
static PyObject *
source_line(PyObject *source, long number)
{
	Py_ssize_t n;
	const char *text = source ? PyUnicode_AsUTF8AndSize(source, &n) : NULL;

	for (long line = 1; text && line < number; line++) {
		text = strchr(text, '\n');
		text = text ? text + 1 : NULL;
	}
	if (!text || number < 1)
		return NULL;
	text += strspn(text, " \t\f");
	size_t length = strcspn(text, "\r\n");
	return length > 0 ? PyUnicode_DecodeUTF8(text, (Py_ssize_t)length, "replace") : NULL;
}

static long
number_of(PyObject *object, const char *attribute)
{
	PyObject *value = PyObject_GetAttrString(object, attribute);
	long number = value && PyLong_Check(value) ? PyLong_AsLong(value) : 0;

	Py_XDECREF(value);
	PyErr_Clear();
	return number;
}

static void
say_place(struct trace *t, PyObject *file, PyObject *function, long line)
{
	PyObject *text = NULL;

	if (function)
		say(t,
		    PyUnicode_FromFormat("  File \"%U\", line %ld, in %U\n", file, line, function));
	else
		say(t, PyUnicode_FromFormat("  File \"%U\", line %ld\n", file, line));
	if (PyUnicode_CompareWithASCIIString(file, PROGRAM_NAME) == 0) {
		t->line = line;
		text = source_line(t->source, line);
	}
	if (text)
		say(t, PyUnicode_FromFormat("    %U\n", text));
	Py_XDECREF(text);
	PyErr_Clear();
}

static void
say_frame(struct trace *t, PyTracebackObject *step)
{
	PyCodeObject *code = PyFrame_GetCode(step->tb_frame);

	say_place(t, code->co_filename, code->co_name, number_of((PyObject *)step, "tb_lineno"));
	Py_DECREF(code);
}

static void
say_frames(struct trace *t, PyObject *trace)
{
	long count = 0, at = 0;

	if (!trace || !PyTraceBack_Check(trace))
		return;
	say(t, PyUnicode_FromString("Traceback (most recent call last):\n"));
	for (PyTracebackObject *s = (PyTracebackObject *)trace; s; s = s->tb_next)
		count++;
	for (PyTracebackObject *s = (PyTracebackObject *)trace; s; s = s->tb_next, at++) {
		if (at < TRACE_HEAD || at >= count - TRACE_TAIL)
			say_frame(t, s);
		else if (at == TRACE_HEAD)
			say(t, PyUnicode_FromFormat(
				   "  [%ld more frames]\n", count - TRACE_HEAD - TRACE_TAIL));
	}
}

static PyObject *
name_of(PyObject *exception)
{
	PyTypeObject *type = Py_TYPE(exception);
	PyObject *name = PyType_GetQualName(type);
	PyObject *module = PyObject_GetAttrString((PyObject *)type, "__module__");

	if (name && module && PyUnicode_Check(module) &&
	    PyUnicode_CompareWithASCIIString(module, "builtins") != 0 &&
	    PyUnicode_CompareWithASCIIString(module, "__main__") != 0) {
		PyObject *full = PyUnicode_FromFormat("%U.%U", module, name);
		Py_DECREF(name);
		name = full;
	}
	Py_XDECREF(module);
	PyErr_Clear();
	return name ? name : PyUnicode_FromString("Exception");
}

static bool
is_syntax_error(PyObject *exception)
{
	return PyObject_TypeCheck(exception, (PyTypeObject *)PyExc_SyntaxError);
}

/* Without a terminal's colours (ESC [ 1;31 m): some libraries write them into what they raise, and what
 * leaves may not have such characters. */
static PyObject *
plain(PyObject *text)
{
	Py_ssize_t n;
	const char *from = PyUnicode_AsUTF8AndSize(text, &n), *end = from ? from + n : NULL;
	PyObject *bytes = from ? PyBytes_FromStringAndSize(NULL, n) : NULL, *out = NULL;
	char *to = bytes ? PyBytes_AS_STRING(bytes) : NULL;

	while (to && from < end) {
		size_t colour =
		    strncmp(from, "\x1b[", 2) == 0 ? 2 + strspn(from + 2, "0123456789;") : 0;

		if (colour > 0 && from[colour] == 'm')
			from += colour + 1;
		else
			*to++ = *from++;
	}
	if (to)
		out = PyUnicode_DecodeUTF8(
		    PyBytes_AS_STRING(bytes), to - PyBytes_AS_STRING(bytes), "strict");
	Py_XDECREF(bytes);
	PyErr_Clear();
	if (!out)
		return text;
	Py_DECREF(text);
	return out;
}

/* Runs the exception's own __str__, which may fail. */
static PyObject *
value_of(PyObject *exception)
{
	PyObject *text = is_syntax_error(exception) ? PyObject_GetAttrString(exception, "msg")
						    : PyObject_Str(exception);

	if (!text || !PyUnicode_Check(text)) {
		Py_XDECREF(text);
		text = PyUnicode_FromString("<exception str() failed>");
	}
	PyErr_Clear();
	return text ? plain(text) : NULL;
}

static void
say_syntax(struct trace *t, PyObject *exception)
{
	PyObject *file = PyObject_GetAttrString(exception, "filename");

	if (file && PyUnicode_Check(file))
		say_place(t, file, NULL, number_of(exception, "lineno"));
	Py_XDECREF(file);
	PyErr_Clear();
}

static void
say_exception(struct trace *t, PyObject *exception)
{
	PyObject *trace = PyException_GetTraceback(exception);
	PyObject *name = name_of(exception), *value = value_of(exception);

	say_frames(t, trace);
	if (is_syntax_error(exception))
		say_syntax(t, exception);
	if (name && value && PyUnicode_GET_LENGTH(value) > 0)
		say(t, PyUnicode_FromFormat("%U: %U\n", name, value));
	else if (name)
		say(t, PyUnicode_FromFormat("%U\n", name));
	Py_XDECREF(value);
	Py_XDECREF(name);
	Py_XDECREF(trace);
	PyErr_Clear();
}

/* Oldest first, as Python does it. */
static void
say_chain(struct trace *t, PyObject *exception)
{
	PyObject *chain[CHAIN_MAX] = {exception};
	bool caused[CHAIN_MAX] = {false};
	size_t n = 1;

	Py_INCREF(exception);
	for (; n < CHAIN_MAX; n++) {
		PyBaseExceptionObject *last = (PyBaseExceptionObject *)chain[n - 1];
		chain[n] = PyException_GetCause(chain[n - 1]);
		caused[n] = chain[n] != NULL;
		if (!chain[n] && !last->suppress_context)
			chain[n] = PyException_GetContext(chain[n - 1]);
		if (!chain[n])
			break;
	}
	while (n-- > 0) {
		say_exception(t, chain[n]);
		Py_DECREF(chain[n]);
		if (n > 0 && caused[n])
			say(t, PyUnicode_FromString(
				   "\nThe above exception was the direct cause of the "
				   "following exception:\n\n"));
		else if (n > 0)
			say(t, PyUnicode_FromString(
				   "\nDuring handling of the above exception, another "
				   "exception occurred:\n\n"));
	}
}

static void
to_stderr(PyObject *text)
{
	PyObject *bytes = PyUnicode_AsEncodedString(text, "utf-8", "backslashreplace");

	if (bytes)
		python_write(
		    STDERR_FILENO, PyBytes_AS_STRING(bytes), (size_t)PyBytes_GET_SIZE(bytes));
	Py_XDECREF(bytes);
	PyErr_Clear();
}

static PyObject *
joined(PyObject *parts)
{
	PyObject *nothing = PyUnicode_FromString("");
	PyObject *whole = nothing ? PyUnicode_Join(nothing, parts) : NULL;
	PyObject *cut = whole ? PyUnicode_Substring(whole, 0, TRACE_CHARS_MAX) : NULL;

	Py_XDECREF(nothing);
	Py_XDECREF(whole);
	return cut;
}

static enum guest_claim
claim_of(PyObject *exception)
{
	if (PyErr_GivenExceptionMatches(exception, PyExc_MemoryError))
		return CLAIM_MEMORY;
	if (PyErr_GivenExceptionMatches(exception, PyExc_OSError)) {
		long number = number_of(exception, "errno");
		if (number == EFBIG || number == ENOSPC || number == EDQUOT)
			return CLAIM_FILE;
	}
	return CLAIM_NONE;
}

/* sys.exit: None is 0, a number is itself, anything else is printed and 1. */
static int
exit_code(PyObject *exception)
{
	PyObject *code = PyObject_GetAttrString(exception, "code");
	int result = 1;

	if (!code || code == Py_None) {
		result = 0;
	} else if (PyLong_Check(code)) {
		result = (int)(PyLong_AsLong(code) & 0xff);
	} else {
		PyObject *text = PyUnicode_FromFormat("%S\n", code);
		if (text)
			to_stderr(text);
		Py_XDECREF(text);
	}
	Py_XDECREF(code);
	PyErr_Clear();
	return result;
}

static void
report(PyObject *exception, PyObject *source)
{
	struct trace t = {.source = source, .parts = PyList_New(0)};
	PyObject *name = name_of(exception), *value = value_of(exception), *whole = NULL;

	if (t.parts) {
		say_chain(&t, exception);
		whole = joined(t.parts);
	}
	if (whole)
		to_stderr(whole);
	frame_text(FRAME_ERROR_NAME, name);
	frame_text(FRAME_ERROR_VALUE, value);
	frame_text(FRAME_ERROR_TRACEBACK, whole);
	frame_number(FRAME_ERROR_LINE, t.line);
	frame_number(FRAME_CLAIM, claim_of(exception));
	Py_XDECREF(whole);
	Py_XDECREF(value);
	Py_XDECREF(name);
	Py_XDECREF(t.parts);
}

int
exception_report(PyObject *source)
{
	PyObject *type, *value, *trace;
	int code = 1;

	PyErr_Fetch(&type, &value, &trace);
	PyErr_NormalizeException(&type, &value, &trace);
	if (value && trace)
		PyException_SetTraceback(value, trace);
	if (value && PyErr_GivenExceptionMatches(value, PyExc_SystemExit))
		code = exit_code(value);
	else if (value)
		report(value, source);
	Py_XDECREF(trace);
	Py_XDECREF(value);
	Py_XDECREF(type);
	return code;
}
