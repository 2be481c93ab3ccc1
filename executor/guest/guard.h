/* SPDX-License-Identifier: MIT */
/*
 * guard.h: the wall inside the interpreter: an audit hook (PEP 578), a guarded import and reduced
 * builtins, all in C.
 *
 * The hook is added before the interpreter starts, so Python code can neither see nor remove it,
 * and sleeps until it is armed. What it refuses is reported and ends the process at once: an
 * exception could be caught.
 */
#ifndef GUEST_GUARD_H
#define GUEST_GUARD_H

#include "python.h"

#define GUARD_LIBRARY "/usr/lib/python3" /* what lies below is a library */

/* rulebook.c: the rules, as the supervisor wrote them. */
enum rule_kind {
	RULE_MODULE,
	RULE_BUILTIN,
	RULE_READ,
	RULE_WRITE,
	RULE_RESULT,
	RULE_EVENT,
	RULE_PRIVATE,
	RULE_DENY,
	RULE_WARM, /* modules to be imported before the program comes; says nothing of it */
	RULE_LIVE, /* alone: standard output and error are written line by line */
	RULE_KINDS
};
void rulebook_read(int fd);
/* The word at *at of this kind, counted from 0; NULL at the end. */
const char *rulebook_next(enum rule_kind kind, size_t *at);
bool rulebook_guards(void);             /* are there any rules at all? */
bool rulebook_has(enum rule_kind kind); /* is there a list of this kind? */
bool rulebook_names(enum rule_kind kind, const char *word);
/* Does `name`, or a package above it, stand in the list of modules? */
bool rulebook_allows_module(const char *name);
/* Is the absolute path `path` in one of the folders of the list? */
bool rulebook_allows_path(enum rule_kind kind, const char *path);
/* May a file be left under this path, which is relative to the working directory? */
bool rulebook_allows_result(const char *path);
bool rulebook_any(enum rule_kind kind); /* no list of this kind, or one that holds something */

/* cause.c: whose code acts? */
enum causer { BY_FOREIGN = 0, BY_PROGRAM, BY_LIBRARY };
struct cause {
	const char *file, *function; /* of the innermost Python frame; empty where there is none */
	enum causer by;
};
bool cause_open(void); /* when the interpreter's core is there, before any module is loaded */
/* A code object and all within it; false where `visit` is, or where they lie too deep. */
bool cause_walk(PyObject *code, bool (*visit)(PyObject *code, void *context), void *context);
bool cause_mark_program(PyObject *code); /* false: a Python exception is set; NULL is allowed */
void cause_mark_library(PyObject *code);
void cause_mark_made(PyObject *code); /* by a library, for the program: acts as the program */
struct cause cause_find(bool pure);
/* Of the innermost frame that is not of one of these files, which end so. */
struct cause cause_behind(const char *const *files, bool pure);
bool cause_is_from(const struct cause *cause, const char *file);
int cause_line(void); /* of the program's innermost frame; 0: it has none here */
/* Is the import machinery at work, started by an import, and nobody but it? *name, where it is not
 * NULL, becomes a new reference to what is imported, or NULL. */
bool cause_is_import(PyObject **name);
/* Does a library's code, from the innermost frame out to the program's, have this very object as a
 * constant or a name? */
bool cause_has(PyObject *object);
/* Does the body of a library's module run, on its first import, with no frame of the program in
 * between? It then does the same for every importer. File names decide, as for packages. */
bool cause_is_module_body(void);
/* Is the innermost frame at an attribute that stands under this name in its text? */
bool cause_names(const char *name);
PyObject *cause_local(PyFrameObject *at, const char *name); /* new reference, or NULL */
bool cause_is_program_code(PyObject *code);

/* machinery.c: may the import machinery make this code? */
bool machinery_may(const char *event, PyObject *args);

/* imports.c */
bool guard_builtins(
    PyObject *globals); /* gives the program its builtins; false: a Python exception is set */
PyObject *guard_main_globals(void);  /* of the program's module */
bool guard_imports_for_caller(void); /* is an import on behalf of the program at work? */
bool guard_is_harmless_module(const char *name);
void guard_import_ahead(
    PyObject *code); /* imports what the code will, while nothing is guarded yet */

/* attributes.c, formats.c: functions that take computed names. False: something of the interpreter
 * is not as it should be, and perhaps an exception is set. */
bool attributes_guard(PyObject *all, PyObject *few, bool pure); /* builtins: all, the program's */
bool formats_guard(void);

/* names.c: `text` is the name's text, `object` the object whose attribute it is. */
enum treatment { NAME_LET, NAME_JUDGE, NAME_REFUSE };
enum treatment name_treat(PyObject *name, const char *text, PyObject *object);
/* A violation unless the lists have it or the object (NULL: not known yet) is the program's own. */
void name_judge(const char *what, PyObject *object, const char *text, bool stores);
_Noreturn void name_refuse(const char *what, const char *text, bool stores);
bool attribute_is_listed(const char *name);

/* classes.c */
void classes_open(void);             /* before the interpreter starts */
bool classes_note(PyObject *code);   /* the names of one of the program's code objects */
bool classes_name(const char *name); /* does the program's text name it, outside of strings? */
PyObject *type_member(PyTypeObject *type, const char *name); /* its own; borrowed, or NULL */
bool class_is_own(PyObject *type);     /* made by the program; `type` is a type */
bool class_is_all_own(PyObject *type); /* and so is all that it inherits from, but object */
/* Makes a violation of names that a match statement may not look up. */
void class_judge_match_args(PyObject *type, PyObject *names);

/* paths.c */
void paths_judge_open(PyObject *args, const struct cause *cause);
void paths_judge_database(PyObject *args, const struct cause *cause);
/* False: this event names no path. */
bool paths_judge_event(const char *event, PyObject *args, const struct cause *cause);

/* guard.c */
/* The text of an event's argument, or NULL where it is none. */
const char *guard_text(PyObject *args, Py_ssize_t at);
bool guard_lists(const char *word, const char *const *list); /* up to NULL */
bool guard_add_hook(bool packages);                          /* before the interpreter starts */
void guard_arm(void);
void guard_disarm(void);
void guard_let_compile(void); /* the next code that is compiled is Sluice's own doing */
bool guard_is_armed(void);
bool guard_is_pure(void); /* no native code but the interpreter's own */

/* violation.c: reports and ends. `rule` may be NULL: the one that this event breaks. */
_Noreturn void guard_violation(const char *rule, const char *what, const char *detail);
/* Of an audit event that is let through: tells the address that its arguments name, if there is one. */
void guard_note_address(const char *event, PyObject *args);
/* Of an audit event, with the address that its arguments name. */
_Noreturn void guard_violation_of(const char *event, PyObject *args);

#endif
