/* SPDX-License-Identifier: MIT */
/* python.h: the parts of sluice-python, which embeds CPython and runs one program. */
#ifndef GUEST_PYTHON_H
#define GUEST_PYTHON_H

#define PY_SSIZE_T_CLEAN
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpedantic"
#include <Python.h>
#pragma GCC diagnostic pop

/* Under their newer names, what CPython has renamed. */
#if PY_VERSION_HEX < 0x030c0000
#define PyUnstable_Eval_RequestCodeExtraIndex _PyEval_RequestCodeExtraIndex
#define PyUnstable_Code_GetExtra _PyCode_GetExtra
#define PyUnstable_Code_SetExtra _PyCode_SetExtra
#define PyType_GetDict(type) Py_XNewRef((type)->tp_dict)
#define SHA256_MODULE "_sha256"
#else
#define SHA256_MODULE "_sha2"
#endif

#include "wire.h"

#include <stdbool.h>

#define PROGRAM_NAME "main.py" /* what tracebacks call the program */

/* What a module holds by that name: a new reference, or NULL with an exception. */
static inline PyObject *
python_object(const char *module_name, const char *name)
{
	PyObject *module = PyImport_ImportModule(module_name);
	PyObject *object = module ? PyObject_GetAttrString(module, name) : NULL;

	Py_XDECREF(module);
	return object;
}

/* frames.c: the report to the supervisor; what does not fit is cut. */
void frames_open(void); /* only the process that calls it reports */
#define FRAME_BYTES_MAX ((size_t)64 << 10)
void python_write(int fd, const char *at, size_t n); /* all of it, or as much as is taken */
void frame(enum frame_kind kind, const char *bytes, size_t n);
void frame_number(enum frame_kind kind, long number);
void frame_text(enum frame_kind kind,
    PyObject *text); /* a str, or NULL; clears the exception that it may raise */
/* Kind and bytes, whole or not at all. */
void frame_display(enum display_kind kind, const char *bytes, size_t n);
_Noreturn void setup_fail(
    const char *what); /* reports it, with the Python exception that is set, and ends */

/* program.c: the code, compiled as one str, so that no cookie or byte of it is read in another way.
 */
#define PROGRAM_COMPILER_FLAGS (PyCF_SOURCE_IS_UTF8 | PyCF_IGNORE_COOKIE)
struct program {
	PyObject *source; /* str */
	PyObject *body;   /* all, or all but the last expression */
	PyObject *last;   /* the last statement where it is an expression; else NULL */
};
/* Of `tree`, which may be NULL and is taken apart, else of the text; statements up to the line `from` are
 * left out. False: a Python exception is set. */
bool program_compile(struct program *p, PyObject *source, PyObject *tree, long from);
void program_release(struct program *p);

/* display.c: what a notebook would show, as far as it fits; no exception is left set. */
void display_prepare(long long room);
/* For what it may need, before any of it runs; NULL: for all that any program may. */
void display_look(PyObject *source);
void display_again(
    void); /* a cell is over: its figures are closed, and the next one has its own room */
void display_value(PyObject *value);
void display_figures(void);

/* interpreter.c: with sluice-init's arguments; under the rules of GUEST_RULES, which are read first. */
extern const struct _frozen frozen_modules[]; /* made by embed_modules.py */
void python_start(char **argv);
void python_warm(void); /* compiler and parser, whose parts are made when they are first used */

/* python.c: what follows once the interpreter is there; first in the process that runs the program. */
void python_open_report(void);
_Noreturn void python_begin(void); /* second filter, GO, the program, the end */

/* exception.c: writes the exception that is set to standard error and to the report. Returns the
 * exit code. */
int exception_report(PyObject *source);

#endif
