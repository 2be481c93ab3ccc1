/* SPDX-License-Identifier: MIT */
/*
 * The import machinery is Python and makes code: it compiles, unmarshals and executes. It may do so
 * where an import statement set it to work and nobody else stands between, and what it makes code
 * of must be what lies in the library's own file: a loader's parts can be replaced.
 */
#include "guard.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#define BYTECODE_HEAD 16

static bool
is_library_path(const char *path)
{
	char *real = realpath(path, NULL);
	bool good = real && strncmp(real, GUARD_LIBRARY, strlen(GUARD_LIBRARY)) == 0;

	free(real);
	return good;
}

/* Whether the file, from `skip` on, is these bytes. */
static bool
is_content(const char *path, size_t skip, const char *bytes, size_t n)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	bool same = false;
	struct stat st;

	if (fd < 0)
		return false;
	if (fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && (size_t)st.st_size == skip + n && n > 0) {
		char *p = mmap(NULL, skip + n, PROT_READ, MAP_PRIVATE, fd, 0);
		same = p != MAP_FAILED && memcmp(p + skip, bytes, n) == 0;
		if (p != MAP_FAILED)
			munmap(p, skip + n);
	}
	close(fd);
	return same;
}

/* compile(source, file name) */
static bool
compiles_its_file(PyObject *args)
{
	PyObject *source = PyTuple_GET_SIZE(args) == 2 ? PyTuple_GET_ITEM(args, 0) : NULL;
	PyObject *file = source ? PyTuple_GET_ITEM(args, 1) : NULL;
	const char *path = file && PyUnicode_Check(file) ? PyUnicode_AsUTF8(file) : NULL;

	return path && PyBytes_CheckExact(source) && is_library_path(path) &&
	       is_content(path, 0, PyBytes_AS_STRING(source), (size_t)PyBytes_GET_SIZE(source));
}

/* marshal.loads(what stands behind the head of a bytecode file) */
static bool
loads_its_file(PyObject *args)
{
	PyObject *bytes = PyTuple_GET_SIZE(args) == 1 ? PyTuple_GET_ITEM(args, 0) : NULL;
	PyObject *file = cause_local(PyEval_GetFrame(), "bytecode_path");
	const char *path = file && PyUnicode_Check(file) ? PyUnicode_AsUTF8(file) : NULL;
	bool good = path && bytes && PyBytes_Check(bytes) && is_library_path(path) &&
		    is_content(path, BYTECODE_HEAD, PyBytes_AS_STRING(bytes),
			(size_t)PyBytes_GET_SIZE(bytes));

	PyErr_Clear();
	Py_XDECREF(file);
	return good;
}

/* CPython's own, and in no header for everybody. */
extern const struct _frozen *_PyImport_FrozenBootstrap, *_PyImport_FrozenStdlib;

/* marshal.loads(a module that is built into the interpreter); before 3.12 that was no event */
static bool
loads_frozen(PyObject *args)
{
	const struct _frozen *const lists[] = {_PyImport_FrozenBootstrap, _PyImport_FrozenStdlib};
	PyObject *bytes = PyTuple_GET_SIZE(args) == 1 ? PyTuple_GET_ITEM(args, 0) : NULL;

	if (!bytes || !PyBytes_CheckExact(bytes))
		return false;
	for (size_t i = 0; i < sizeof(lists) / sizeof(*lists); i++)
		for (const struct _frozen *m = lists[i]; m->name; m++)
			if (m->size == PyBytes_GET_SIZE(bytes) &&
			    memcmp(m->code, PyBytes_AS_STRING(bytes), (size_t)m->size) == 0)
				return true;
	return false;
}

/* exec(code): compiled or unmarshalled a step before, or frozen into the interpreter. */
static bool
executes_library(PyObject *args)
{
	PyObject *code = PyTuple_GET_SIZE(args) > 0 ? PyTuple_GET_ITEM(args, 0) : NULL;
	const char *file = code && PyCode_Check(code)
			       ? PyUnicode_AsUTF8(((PyCodeObject *)code)->co_filename)
			       : NULL;

	PyErr_Clear();
	return file && !cause_is_program_code(code) &&
	       (strncmp(file, "<frozen ", 8) == 0 || is_library_path(file));
}

/* importlib.import_module and its kin have no audit event, where an import statement has one. */
static void
judge_name(PyObject *name)
{
	const char *text = name && PyUnicode_Check(name) ? PyUnicode_AsUTF8(name) : NULL;

	PyErr_Clear();
	if (guard_imports_for_caller() &&
	    (!text || (!rulebook_allows_module(text) && !guard_is_harmless_module(text))))
		guard_violation(NULL, "import", text ? text : "a name that is not text");
}

bool
machinery_may(const char *event, PyObject *args)
{
	PyObject *name = NULL;

	if (!cause_is_import(&name))
		return false;
	judge_name(name);
	Py_XDECREF(name);
	if (strcmp(event, "compile") == 0)
		return compiles_its_file(args);
	if (strcmp(event, "marshal.loads") == 0)
		return loads_its_file(args) || loads_frozen(args);
	return executes_library(args);
}
