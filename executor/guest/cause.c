/* SPDX-License-Identifier: MIT */
/*
 * The owner of code is known by identity. The program's code objects are marked when it has been
 * compiled, a library's when the import machinery executes it; the mark lies in a place of the code
 * object that no Python code reaches (PEP 523), and a copy does not have it. Code without a mark is
 * foreign.
 *
 * Packages bring more code than marking is worth there, and their native code makes this a tripwire
 * in any case: then a library is told by the file that its code names.
 */
#include "guard.h"

#include <opcode.h>
#include <string.h>

#define DEPTH_MAX 64 /* functions within functions */

static Py_ssize_t slot = -1;
static char program_mark, library_mark, made_mark;

bool
cause_open(void)
{
	slot = PyUnstable_Eval_RequestCodeExtraIndex(NULL);
	return slot >= 0;
}

static bool
mark_one(PyObject *code, void *mark)
{
	return PyUnstable_Code_SetExtra(code, slot, mark) == 0 &&
	       (mark != &program_mark || !rulebook_has(RULE_PRIVATE) || classes_note(code));
}

/* Iterative: a stack of code objects, each with the constant that is looked at next. */
bool
cause_walk(PyObject *code, bool (*visit)(PyObject *code, void *context), void *context)
{
	struct {
		PyObject *code;
		Py_ssize_t next;
	} stack[DEPTH_MAX];
	int depth = 0;

	if (!visit(code, context))
		return false;
	stack[depth].code = code;
	stack[depth++].next = 0;
	while (depth > 0) {
		PyObject *constants = ((PyCodeObject *)stack[depth - 1].code)->co_consts;
		if (stack[depth - 1].next >= PyTuple_GET_SIZE(constants)) {
			depth--;
			continue;
		}
		PyObject *inner = PyTuple_GET_ITEM(constants, stack[depth - 1].next++);
		if (!PyCode_Check(inner))
			continue;
		if (depth == DEPTH_MAX || !visit(inner, context))
			return false;
		stack[depth].code = inner;
		stack[depth++].next = 0;
	}
	return true;
}

bool
cause_mark_program(PyObject *code)
{
	return !code || cause_walk(code, mark_one, &program_mark);
}

void
cause_mark_library(PyObject *code)
{
	if (!cause_walk(code, mark_one, &library_mark))
		PyErr_Clear(); /* unmarked code is foreign, and that is the stricter */
}

void
cause_mark_made(PyObject *code)
{
	if (!cause_walk(code, mark_one, &made_mark))
		PyErr_Clear();
}

static void *
mark_of(PyCodeObject *code)
{
	void *mark = NULL;

	return PyUnstable_Code_GetExtra((PyObject *)code, slot, &mark) == 0 ? mark : NULL;
}

bool
cause_is_program_code(PyObject *code)
{
	void *mark = mark_of((PyCodeObject *)code);

	return mark == &program_mark || mark == &made_mark;
}

static bool
is_library_file(const char *file)
{
	return strncmp(file, GUARD_LIBRARY, strlen(GUARD_LIBRARY)) == 0 ||
	       strncmp(file, "<frozen ", 8) == 0 || strncmp(file, "<__array_function__", 19) == 0;
}

/* The import machinery itself is there before anything can be marked. */
static bool
is_machinery(const char *file)
{
	return strcmp(file, "<frozen importlib._bootstrap>") == 0 ||
	       strcmp(file, "<frozen importlib._bootstrap_external>") == 0;
}

static enum causer
causer_of(PyCodeObject *code, const char *file, bool pure)
{
	void *mark = mark_of(code);

	if (mark == &program_mark || mark == &made_mark)
		return BY_PROGRAM;
	if (mark == &library_mark)
		return BY_LIBRARY;
	if (pure ? is_machinery(file) : is_library_file(file))
		return BY_LIBRARY;
	return BY_FOREIGN;
}

static struct cause
cause_of(PyFrameObject *frame_object, bool pure)
{
	struct cause cause = {"", "", BY_PROGRAM};

	if (!frame_object)
		return cause;
	PyCodeObject *code = PyFrame_GetCode(frame_object);
	const char *file = PyUnicode_AsUTF8(code->co_filename);
	const char *function = PyUnicode_AsUTF8(code->co_name);
	if (file && function)
		cause = (struct cause){file, function, causer_of(code, file, pure)};
	else
		PyErr_Clear();
	Py_DECREF(code); /* the frame holds it */
	return cause;
}

struct cause
cause_find(bool pure)
{
	return cause_of(PyEval_GetFrame(), pure);
}

bool
cause_is_from(const struct cause *cause, const char *file)
{
	size_t n = strlen(cause->file), m = strlen(file);

	return n >= m && strcmp(cause->file + n - m, file) == 0;
}

struct cause
cause_behind(const char *const *files, bool pure)
{
	PyFrameObject *at = PyEval_GetFrame();
	struct cause cause;
	bool passed;

	Py_XINCREF(at);
	do {
		cause = cause_of(at, pure);
		passed = false;
		for (size_t i = 0; at && files[i] && cause.by == BY_LIBRARY; i++)
			passed = passed || cause_is_from(&cause, files[i]);
		PyFrameObject *outer = passed ? PyFrame_GetBack(at) : NULL;
		Py_XDECREF(at); /* the stack holds it, and its code */
		at = outer;
	} while (passed);
	return cause;
}

int
cause_line(void)
{
	PyFrameObject *at = Py_IsInitialized() ? PyEval_GetFrame() : NULL;
	int line = 0;

	Py_XINCREF(at);
	while (at && line == 0) {
		PyCodeObject *code = PyFrame_GetCode(at);
		PyFrameObject *outer = PyFrame_GetBack(at);
		if (slot >= 0 && mark_of(code) == &program_mark)
			line = PyFrame_GetLineNumber(at);
		Py_DECREF(code);
		Py_DECREF(at);
		at = outer;
	}
	Py_XDECREF(at);
	return line > 0 ? line : 0;
}

bool
cause_is_module_body(void)
{
	PyFrameObject *at = PyEval_GetFrame();
	struct cause cause = {"", "", BY_LIBRARY};
	bool body = false;

	Py_XINCREF(at);
	while (at && !body && cause.by == BY_LIBRARY) {
		cause = cause_of(at, false);
		bool is_module = strcmp(cause.function, "<module>") == 0;
		PyFrameObject *outer = PyFrame_GetBack(at);
		Py_DECREF(at);
		at = outer;
		body =
		    is_module && cause.by == BY_LIBRARY && is_machinery(cause_of(at, false).file);
	}
	Py_XDECREF(at);
	PyErr_Clear();
	return body;
}

static bool
is_among(PyObject *tuple, PyObject *object)
{
	for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(tuple); i++)
		if (PyTuple_GET_ITEM(tuple, i) == object)
			return true;
	return false;
}

bool
cause_has(PyObject *object)
{
	PyFrameObject *at = PyEval_GetFrame();
	bool found = false;

	Py_XINCREF(at);
	while (at && !found) {
		PyCodeObject *code = PyFrame_GetCode(at);
		PyFrameObject *outer = NULL;
		if (mark_of(code) == &library_mark) {
			found =
			    is_among(code->co_consts, object) || is_among(code->co_names, object);
			outer = PyFrame_GetBack(at);
		}
		Py_DECREF(code);
		Py_DECREF(at);
		at = outer;
	}
	Py_XDECREF(at);
	return found;
}

/* The index in its code's names of the attribute that an instruction names; -1: none. */
static Py_ssize_t
attribute_of(unsigned char operation, Py_ssize_t argument)
{
	switch (operation) {
	case STORE_ATTR:
	case DELETE_ATTR:
		return argument;
#if PY_VERSION_HEX < 0x030c0000
	case LOAD_ATTR:
	case LOAD_METHOD:
		return argument;
#else
	case LOAD_ATTR:
		return argument >> 1;
	case LOAD_SUPER_ATTR:
		return argument >> 2;
#endif
	default:
		return -1;
	}
}

bool
cause_names(const char *name)
{
	PyFrameObject *innermost = PyEval_GetFrame();
	PyCodeObject *code = innermost ? PyFrame_GetCode(innermost) : NULL;
	PyObject *bytes = code ? PyCode_GetCode(code) : NULL;
	int at = bytes ? PyFrame_GetLasti(innermost) : -1;
	bool named = false;

	if (at >= 0 && at + 1 < PyBytes_GET_SIZE(bytes)) {
		const unsigned char *b = (const unsigned char *)PyBytes_AS_STRING(bytes);
		Py_ssize_t index = b[at + 1];
		for (int back = at - 2, shift = 8;
		     back >= 0 && b[back] == EXTENDED_ARG && shift < 32; back -= 2, shift += 8)
			index |= (Py_ssize_t)b[back + 1] << shift;
		index = attribute_of(b[at], index);
		if (index >= 0 && index < PyTuple_GET_SIZE(code->co_names))
			named = PyUnicode_CompareWithASCIIString(
				    PyTuple_GET_ITEM(code->co_names, index), name) == 0;
	}
	PyErr_Clear();
	Py_XDECREF(bytes);
	Py_XDECREF(code);
	return named;
}

PyObject *
cause_local(PyFrameObject *at, const char *name)
{
	PyObject *all = at ? PyFrame_GetLocals(at) : NULL;
	PyObject *found = all ? PyMapping_GetItemString(all, name) : NULL;

	PyErr_Clear();
	Py_XDECREF(all);
	return found;
}

/* The frames from the innermost outward are the machinery's own up to the function that an import
 * statement enters. */
bool
cause_is_import(PyObject **name)
{
	static const char *const entries[] = {"_find_and_load", "_handle_fromlist", "_gcd_import"};
	static const char own_import[] = "get_resource_reader"; /* has an import statement itself */
	PyFrameObject *at = PyEval_GetFrame();
	bool entered = false, own = true;

	Py_XINCREF(at);
	while (at && own) {
		PyCodeObject *code = PyFrame_GetCode(at);
		PyFrameObject *outer = PyFrame_GetBack(at);
		const char *file = PyUnicode_AsUTF8(code->co_filename);
		const char *function = PyUnicode_AsUTF8(code->co_name);
		own = file && function && is_machinery(file) &&
		      (!mark_of(code) || mark_of(code) == &library_mark);
		if (own && entered && strcmp(function, own_import) == 0)
			own = false;
		if (own)
			entered = false;
		for (size_t i = 0; own && i < sizeof(entries) / sizeof(*entries); i++)
			entered = entered || strcmp(entries[i], function) == 0;
		if (own && entered && name) {
			PyObject *found = cause_local(at, "name"); /* not all have one */
			if (found)
				Py_XSETREF(*name, found);
		}
		Py_DECREF(code);
		Py_DECREF(at);
		at = outer;
	}
	Py_XDECREF(at);
	PyErr_Clear();
	return entered;
}
