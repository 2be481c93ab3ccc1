/* SPDX-License-Identifier: MIT */
/*
 * cli.h: what the verbs share. One table of options a verb gives the parser, its help and its
 * errors. Results go to standard output, everything else to standard error.
 */
#ifndef CLI_H
#define CLI_H

#include "sluice.h"

enum option_kind {
	OPTION_FLAG, /* bool */
	OPTION_TEXT, /* const char * */
	OPTION_MANY, /* struct option_values: may be given more than once */
};

/* More files than one command line of xargs or pre-commit (128 KiB) usually holds. */
#define OPTION_VALUES_MAX 16384

struct option_values {
	const char *values[OPTION_VALUES_MAX];
	size_t count;
};

struct option {
	const char *name;  /* "--json" */
	const char *value; /* the value's name in the help, NULL for a flag */
	const char *help;
	enum option_kind kind;
	void *target;
};

struct verb {
	const char *name;
	const char *summary; /* one line */
	const char *usage;   /* behind "sluice " */
	const char *example;
	int (*run)(const struct verb *verb, int argc, char **argv);
};

extern const struct verb VERB_RUN, VERB_SUBMIT, VERB_WORKER, VERB_SERVE, VERB_RUNS, VERB_APPROVALS,
    VERB_RECEIPT, VERB_LEDGER, VERB_WITNESS, VERB_HALT, VERB_DRAIN, VERB_RESUME, VERB_RETENTION, VERB_STORE,
    VERB_HOLD, VERB_REDACT, VERB_CHECK, VERB_POLICY, VERB_POLICY_BUNDLE, VERB_POLICY_DIFF,
    VERB_STORE, VERB_SCHEMA, VERB_MODEL, VERB_KEYS, VERB_TRUST, VERB_DOCTOR, VERB_VERSION;

/*
 * Parses the words behind the verb. Positional arguments go to `words`. Returns -1 to go on, or the
 * exit code: 0 where the help was asked for and printed, 2 where something is wrong and was said.
 */
int options_parse(const struct verb *verb, const struct option *options, size_t count, int argc,
    char **argv, struct option_values *words);
int usage_error(const struct verb *verb, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* A date, or RFC 3339, in microseconds since 1970; NULL: `otherwise`. */
bool option_moment(const char *text, int64_t otherwise, int64_t *out, struct err *err);

bool colour_wanted(int fd); /* a terminal, and no NO_COLOR */
/* Writes the buffer to standard output; false (said on standard error) where that fails. */
bool print_buf(struct buf *out);
/* Prints the errors with their source lines; returns the exit code. */
int print_errors(const struct err_list *errs);
int print_error(const struct err *err);

/*
 * Hostile text, visible (buf_visible), which begins at `column` of the line and goes on at `indent`
 * of the next ones, so that no line is longer than 80 columns.
 */
void text_wrap(
    struct buf *out, struct str text, size_t max_codepoints, size_t column, size_t indent);

/* JSON as a person likes to read it: scalars as lines, lists of objects as tables. */
void answer_render(const struct json_doc *doc, bool colour, struct buf *out);

/* Draws a run's stages as they come (progress) and its end. */
struct run_view {
	bool colour, live; /* live: standard output is a terminal */
};
void run_view_event(void *view, const struct run *run, const struct run_event *event);
void run_view_end(const struct run_view *view, const struct run *run, struct buf *out);

#endif
