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

/* rulebook.c: the rules, as the supervisor wrote them. */
enum rule_kind { RULE_MODULE, RULE_BUILTIN, RULE_READ, RULE_WRITE, RULE_EVENT, RULE_KINDS };
void rulebook_read(int fd);             /* -1: there are none */
bool rulebook_guards(void);             /* are there any rules at all? */
bool rulebook_has(enum rule_kind kind); /* is there a list of this kind? */
bool rulebook_names(enum rule_kind kind, const char *word);
/* Does `name`, or a package above it, stand in the list of modules? */
bool rulebook_allows_module(const char *name);
/* Is the absolute path `path` in one of the folders of the list? */
bool rulebook_allows_path(enum rule_kind kind, const char *path);

/* imports.c */
bool guard_builtins(
    PyObject *globals); /* gives the program its builtins; false: a Python exception is set */
bool guard_is_harmless_module(const char *name);
void guard_import_ahead(
    PyObject *code); /* imports what the code will, while nothing is guarded yet */

/* guard.c */
bool guard_add_hook(void);
void guard_arm(bool packages);
_Noreturn void guard_violation(const char *what, const char *detail);

#endif
