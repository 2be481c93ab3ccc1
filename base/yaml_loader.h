/* SPDX-License-Identifier: MIT */
/* yaml_loader.h: the state of yaml_parse, shared by its parts. Private to base. */
#ifndef BASE_YAML_LOADER_H
#define BASE_YAML_LOADER_H

#include "json_tape.h"
#include "yaml.h"

/* libyaml's header has the name of ours, which the compiler would find first. */
#include <../include/yaml.h>

struct loader {
	struct arena *arena;
	struct str source;
	/*
	 * What libyaml reads: the source, or a copy of the same length in which refused bytes were
	 * replaced, so that it can be searched for more errors.
	 */
	struct str text;
	char *copy;     /* NULL while text is the source */
	size_t skipped; /* bytes of a byte order mark in front, which libyaml doesn't see */
	const char *file;
	struct err_list *errs;
	struct tape tape;
	size_t mark_index, mark_byte; /* one known pair of libyaml's characters and our bytes */
	size_t documents;
	size_t key_depth; /* open collections of a key that is skipped */
};

/* Adds an error at `at`, which means `bytes`; returns false. */
bool loader_refuse(struct loader *l, size_t at, size_t bytes, const char *help, const char *format,
    ...) __attribute__((format(printf, 5, 6)));
/* `what` is `too many values`; the message gets the maximum behind it. */
bool loader_refuse_limit(
    struct loader *l, size_t at, const char *help, const char *what, size_t max);
bool loader_memory(struct loader *l);
/* libyaml counts characters, we count bytes. */
size_t loader_byte(struct loader *l, yaml_mark_t mark);

/* Takes an event to the tape. False ends the reading: at the end, or where going on is no use. */
bool loader_take(struct loader *l, const yaml_event_t *e);

/* Refuses bytes and characters, and sets l->text. False where there is no sense in going on. */
bool yaml_text_check(struct loader *l);

enum yaml_where {
	YAML_HERE = 0,  /* the problem's mark */
	YAML_HERE_FROM, /* the same; the help ends with the place of its context */
	YAML_CONTEXT,   /* the context's mark: the cause is there */
};

/* The message and the help for one of libyaml's problems. */
struct yaml_problem {
	const char *problem, *message, *help;
	enum yaml_where where;
};
/* `context` and `problem` are libyaml's and may be NULL. */
const struct yaml_problem *yaml_problem_of(const char *context, const char *problem);

#endif
