/* SPDX-License-Identifier: MIT */
/*
 * If a tree was compared with the gate's facts, that tree is compiled, not the text.
 *
 * The value of a last expression is reported, so the last statement is compiled apart where it is
 * an expression. Splitting the syntax tree does that always, but costs a millisecond the first
 * time; so the usual form is tried first: the text from the last line that begins in column 1
 * compiles as an expression, and the text before it as a program. Then that line is a statement of
 * its own, because a text that is complete leaves nothing open that the next line could belong to.
 */
#include "agree.h"
#include "guard.h"

#include <string.h>

static PyObject *
compile(PyObject *source, int start)
{
	PyCompilerFlags flags = {
	    .cf_flags = PROGRAM_COMPILER_FLAGS, .cf_feature_version = PY_MINOR_VERSION};
	const char *text = PyUnicode_AsUTF8(source);

	guard_let_compile();
	return text ? Py_CompileStringExFlags(text, PROGRAM_NAME, start, &flags, -1) : NULL;
}

enum tail { TAIL_NONE, TAIL_PERHAPS, TAIL_UNCLEAR };

/* Finds the last line that starts in column 1 with anything but a comment. */
static enum tail
find_tail(const char *text, size_t n, size_t *at)
{
	size_t line = n;

	for (;;) {
		while (line > 0 && text[line - 1] != '\n')
			line--;
		if (line < n && !strchr(" \t\r\n\f#", text[line]))
			break;
		if (line == 0)
			return TAIL_NONE;
		line--;
	}
	*at = line;
	const char *tail = text + line;
	if (strchr(")]}\"'", *tail) || strchr(tail, ';') || strstr(tail, "\"\"\"") ||
	    strstr(tail, "'''"))
		return TAIL_UNCLEAR;
	return TAIL_PERHAPS;
}

/* The tail behind as many line ends as come before it, so that its lines keep their numbers. */
static PyObject *
padded(const char *text, size_t at)
{
	size_t lines = 0;

	for (size_t i = 0; i < at; i++)
		lines += text[i] == '\n';
	PyObject *ends = PyUnicode_New((Py_ssize_t)lines, 127);
	if (!ends)
		return NULL;
	if (lines > 0)
		memset(PyUnicode_1BYTE_DATA(ends), '\n', lines);
	PyObject *whole = PyUnicode_FromFormat("%U%s", ends, text + at);
	Py_DECREF(ends);
	return whole;
}

static bool
split_text(struct program *p, const char *text, size_t at)
{
	PyObject *tail = padded(text, at);
	PyObject *head = PyUnicode_FromStringAndSize(text, (Py_ssize_t)at);

	p->last = tail ? compile(tail, Py_eval_input) : NULL;
	p->body = p->last && head ? compile(head, Py_file_input) : NULL;
	if (!p->body)
		Py_CLEAR(p->last);
	Py_XDECREF(tail);
	Py_XDECREF(head);
	PyErr_Clear();
	return p->body != NULL;
}

/* As they are before any program: a cell of a session could put others in their places. */
static PyObject *compiler, *ast;

static bool
find_compiler(void)
{
	if (!compiler) {
		compiler = PyDict_GetItemString(PyEval_GetBuiltins(), "compile");
		ast = PyImport_ImportModule("_ast");
		Py_XINCREF(compiler);
	}
	return compiler && ast;
}

/* Takes the last statement out of the module where it is an expression; a new reference to that. */
static PyObject *
take_last(PyObject *module)
{
	PyObject *value = NULL, *wrapped = NULL;
	PyObject *statements = PyObject_GetAttrString(module, "body");
	PyObject *kind = PyObject_GetAttrString(ast, "Expr");
	Py_ssize_t n = statements && PyList_Check(statements) ? PyList_GET_SIZE(statements) : 0;

	if (kind && n > 0 && PyObject_IsInstance(PyList_GET_ITEM(statements, n - 1), kind) == 1) {
		value = PyObject_GetAttrString(PyList_GET_ITEM(statements, n - 1), "value");
		if (value && PyList_SetSlice(statements, n - 1, n, NULL) == 0)
			wrapped = PyObject_CallMethod(ast, "Expression", "O", value);
	}
	Py_XDECREF(value);
	Py_XDECREF(kind);
	Py_XDECREF(statements);
	return wrapped;
}

static PyObject *
compile_tree(PyObject *tree, const char *mode)
{
	guard_let_compile();
	return PyObject_CallFunction(compiler, "Oss", tree, PROGRAM_NAME, mode);
}

/* Takes out the statements that begin up to this line. */
static bool
leave_out(PyObject *module, long from)
{
	PyObject *statements = PyObject_GetAttrString(module, "body");
	Py_ssize_t n = statements && PyList_Check(statements) ? PyList_GET_SIZE(statements) : 0,
		   i = 0;
	bool before = true;

	while (i < n && before) {
		PyObject *line = PyObject_GetAttrString(PyList_GET_ITEM(statements, i), "lineno");
		before = line && PyLong_Check(line) && PyLong_AsLong(line) <= from;
		Py_XDECREF(line);
		i += before;
	}
	bool good = !PyErr_Occurred() && PyList_SetSlice(statements, 0, i, NULL) == 0;
	Py_XDECREF(statements);
	return good;
}

static bool
split_tree(struct program *p, PyObject *module, long from)
{
	PyObject *last = NULL;

	if (module && find_compiler() && (from == 0 || leave_out(module, from))) {
		last = take_last(module);
		if (!PyErr_Occurred())
			p->body = compile_tree(module, "exec");
		if (p->body && last)
			p->last = compile_tree(last, "eval");
	}
	Py_XDECREF(last);
	return p->body && (p->last || !last);
}

static bool
split_by_tree(struct program *p, long from)
{
	PyObject *module = agree_parse(p->source);
	bool good = split_tree(p, module, from);

	Py_XDECREF(module);
	return good;
}

bool
program_compile(struct program *p, PyObject *source, PyObject *tree, long from)
{
	Py_ssize_t n;
	size_t at = 0;
	const char *text = PyUnicode_AsUTF8AndSize(source, &n);

	*p = (struct program){.source = source};
	Py_INCREF(source);
	if (!text)
		return false;
	if (tree)
		return split_tree(p, tree, from);
	if (strlen(text) != (size_t)n) {
		PyErr_SetString(PyExc_SyntaxError, "source code cannot contain null bytes");
		return false;
	}
	if (from > 0)
		return split_by_tree(p, from);
	switch (find_tail(text, (size_t)n, &at)) {
	case TAIL_PERHAPS:
		if (split_text(p, text, at))
			return true;
		break;
	case TAIL_UNCLEAR:
		return split_by_tree(p, 0);
	case TAIL_NONE:
		break;
	}
	p->body = compile(source, Py_file_input);
	return p->body != NULL;
}

void
program_release(struct program *p)
{
	Py_CLEAR(p->body);
	Py_CLEAR(p->last);
	Py_CLEAR(p->source);
}
