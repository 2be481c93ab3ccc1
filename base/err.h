/* SPDX-License-Identifier: MIT */
/*
 * err.h: the world failed. Not for verdicts (those are data) and not for bugs (those abort).
 *
 * A function that can fail returns bool and takes `struct err *err` last; the err_* functions
 * return false, so that a failure is one line: `return err_set(err, ERR_INPUT, "policy '%s' is not
 * known", name);`. A struct err is a plain value and needs no allocation. Messages are lower case,
 * without a full stop, the subject in 'single quotes'; `help` says what to do. Loaders take a
 * `struct err_list` and report all that they find, sorted by place.
 */
#ifndef BASE_ERR_H
#define BASE_ERR_H

#include "text.h"

enum err_code {
	ERR_NONE = 0,
	ERR_USAGE,    /* the call or the command line is wrong */
	ERR_INPUT,    /* a file, document or setting is wrong */
	ERR_LIMIT,    /* a ceiling was met */
	ERR_MEMORY,   /* out of memory, or an arena's ceiling */
	ERR_SYSTEM,   /* a system call failed */
	ERR_SANDBOX,  /* a guarantee of the sandbox can't be given here */
	ERR_PROVIDER, /* the model or the way to it failed */
	ERR_REFUSED,  /* a guard of the store or of the trust said no */
	ERR_FENCED,   /* the lease is gone: somebody else does this now */
	ERR_INTERNAL, /* Sluice contradicts itself: the run stops */
};

#define ERR_FILE_BYTES 256
#define ERR_MESSAGE_BYTES 512
#define ERR_HELP_BYTES 320
#define ERR_LIST_MAX 20

struct err {
	enum err_code code;
	int sys;                   /* errno, or 0 */
	char file[ERR_FILE_BYTES]; /* empty where there is no place */
	unsigned line, column;     /* from 1, columns in code points; 0 where there is none */
	unsigned width;            /* how much of the line is meant, in code points */
	char message[ERR_MESSAGE_BYTES];
	char help[ERR_HELP_BYTES];
};

struct err_list {
	struct err items[ERR_LIST_MAX];
	size_t count;
	size_t more; /* found, but past the maximum */
};

bool err_set(struct err *err, enum err_code code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* The same with errno's text behind it. */
bool err_sys(struct err *err, const char *format, ...) __attribute__((format(printf, 2, 3)));
bool err_memory(struct err *err);
/* Puts `what: ` before the message that is there. */
bool err_wrap(struct err *err, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Adds the place; keeps one that is there already. */
bool err_place(struct err *err, const char *file, unsigned line, unsigned column, unsigned width);
bool err_help(struct err *err, const char *format, ...) __attribute__((format(printf, 2, 3)));

bool err_list_memory(struct err_list *list); /* adds that memory is out; false */
bool err_list_add(
    struct err_list *list, const struct err *err); /* false, so that a caller can return it */
void err_list_sort(struct err_list *list);         /* by place, stable */

/*
 * Appends `file:line:column: error: message`, the line of `source` with carets where there is a
 * place and source is not empty, and `help: ...`. `colour` uses ANSI colours.
 */
void err_render(const struct err *err, struct str source, bool colour, struct buf *out);
/* One line of source text with carets below it, as err_render draws them; columns and width in code
 * points. */
void caret_render(struct str source, unsigned line, unsigned column, unsigned width,
    const char *colour, struct buf *out);

#define UNREACHABLE() unreachable_at(__FILE__, __LINE__)
_Noreturn void unreachable_at(const char *file, int line);

#endif
