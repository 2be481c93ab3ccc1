/* SPDX-License-Identifier: MIT */
/* starter.h: files to begin with: what is asked at a terminal, templates, and what is never written
 * over. */
#ifndef CLI_STARTER_H
#define CLI_STARTER_H

#include "err.h"

#define STARTER_ANSWER_BYTES 400
#define STARTER_FILE_BYTES_MAX ((size_t)1 << 20)

struct arena;

struct starter_mark {
	const char *mark; /* "@NAME@"; NULL ends the list */
	struct str value;
};

/* Small letters, digits and dashes: a policy's name. */
bool starter_is_name(struct str s);
/* One line from the terminal; what is said by just Return is `usual`. False at the end of input. */
bool starter_ask(const char *question, const char *usual, char out[STARTER_ANSWER_BYTES]);
/* The template with the values in the places of their marks, in the arena; NULL: no memory. */
const char *starter_fill(struct arena *a, const char *text, const struct starter_mark *marks);
/* A file that was not there. `path` and `text` may be NULL: there was no memory. */
bool starter_write(const char *path, const char *text, struct err *err);

#endif
