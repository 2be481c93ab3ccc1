/* SPDX-License-Identifier: MIT */
/*
 * lsp.h: a language server for policies, their suites, and programs under a policy.
 *
 * It speaks the Language Server Protocol 3.17 over standard input and output: one message after the
 * other, one thread, no state but the open files and the last results of tests. Lines and
 * characters of the protocol count from 0, characters in UTF-16 units.
 */
#ifndef CLI_LSP_H
#define CLI_LSP_H

#include "cli.h"

#include "suite.h"

#include <stdio.h>

#define LSP_MESSAGE_BYTES_MAX ((size_t)16 << 20)
#define LSP_FILES_MAX 256
#define LSP_LENSES_MAX 512
#define LSP_ITEMS_MAX 500 /* of one completion */

enum lsp_kind { LSP_OTHER = 0, LSP_POLICY, LSP_SUITE, LSP_PROGRAM };

struct lsp_file { /* that the editor has open; its own memory */
	char *uri, *path;
	char *text;
	size_t n;
	enum lsp_kind kind;
};

struct lsp_outcome { /* of a policy's tests, when they were last run */
	char *path;  /* the policy's */
	struct lsp_lens {
		char rule[64]; /* "" of all */
		unsigned run, failed;
	} lenses[LSP_LENSES_MAX];
	size_t count;
};

struct lsp {
	const char *policy; /* that programs are judged by, or NULL */
	FILE *in, *out;
	struct lsp_file files[LSP_FILES_MAX];
	size_t file_count;
	struct lsp_outcome outcome;
	struct verdict_cache *verdicts;
	bool began, ended;
};

/* One request or notification while it is served. */
struct lsp_call {
	struct lsp *server;
	struct arena *a;
	const struct json_doc *d;
	const struct json_node *params;
	struct err err; /* what could not be had: it is left out */
};

/* -- messages (lsp_wire.c) ------------------------------------------------------------------- */

/* False at the end of the input (ERR_NONE) and where the framing is broken. */
bool lsp_read(FILE *in, struct arena *a, struct str *body, struct err *err);
/* Sends and releases the buffer. False where the client is gone. */
bool lsp_send(struct lsp *server, struct buf *message);
/* A notification: opens the message up to its params, which the caller writes, and closes it. */
void lsp_notify_begin(struct json_writer *w, struct buf *message, const char *method);
bool lsp_notify_end(struct lsp *server, struct json_writer *w, struct buf *message);

/* -- files and places (lsp_file.c) ----------------------------------------------------------- */

/* False (ERR_LIMIT, ERR_MEMORY) where it can't be kept. */
bool lsp_file_put(struct lsp *server, struct str uri, struct str text, struct err *err);
void lsp_file_drop(struct lsp *server, struct str uri);
void lsp_files_free(struct lsp *server);
/* The file that a call's textDocument names, or NULL. */
struct lsp_file *lsp_file_of(const struct lsp_call *c);
struct str lsp_file_text(const struct lsp_file *f);
/* The open files, as texts that stand for what is on the disk. */
bool lsp_texts(const struct lsp_call *c, struct policy_texts *out);
/* The policy of the file: its own, or the one that the suite is beside. NULL: there is none. */
const char *lsp_policy_path(struct arena *a, const struct lsp_file *f);

/* The names of these bits, with commas between them. */
void lsp_put_capabilities(struct buf *out, unsigned capabilities);
/* The byte offset of the call's position in the text. */
size_t lsp_offset(const struct lsp_call *c, struct str text);
void lsp_put_range(struct json_writer *w, struct str text, size_t at, size_t end);

/* -- where the cursor stands in YAML (lsp_place.c) ------------------------------------------- */

#define LSP_DEPTH_MAX 16

struct lsp_place {
	struct str keys[LSP_DEPTH_MAX]; /* from the root; list items have no part in it */
	size_t depth;
	struct str word;   /* around the cursor, of letters, digits, `_`, `.`, `-` */
	struct str prefix; /* of it, before the cursor */
	struct str module; /* the value of `module` beside it, or empty */
	bool is_key;       /* a key can stand here; in a block, a list's item too */
};
/* By a light scan that does not mind a text that is not whole yet. */
void lsp_place_find(struct str text, size_t at, struct lsp_place *out);

/* -- schemas (lsp_schema.c) ------------------------------------------------------------------ */

#define LSP_SCHEMAS_MAX 24

struct lsp_schema { /* what may stand at a place */
	struct json_doc *doc;
	const struct json_node *nodes[LSP_SCHEMAS_MAX];
	size_t count;
};
bool lsp_schema_at(struct arena *a, struct str schema, const struct str *keys, size_t depth,
    struct lsp_schema *out, struct err *err);
/* Calls `each` for the keys of objects there; `says` is the description, or empty. */
void lsp_schema_keys(const struct lsp_schema *s,
    void (*each)(void *context, struct str key, struct str says), void *context);
/* For the values that are listed. */
void lsp_schema_values(
    const struct lsp_schema *s, void (*each)(void *context, struct str value), void *context);
struct str lsp_schema_says(const struct lsp_schema *s);

/* -- what is asked for ----------------------------------------------------------------------- */

/* Publishes what is wrong with an open file. */
bool lsp_diagnose(struct lsp_call *c, const struct lsp_file *f); /* lsp_diagnose.c */
bool lsp_diagnose_all(struct lsp_call *c);
/* Each writes the result of its request. */
void lsp_hover(struct lsp_call *c, struct json_writer *w);    /* lsp_hover.c */
void lsp_complete(struct lsp_call *c, struct json_writer *w); /* lsp_complete.c */
void lsp_lenses(struct lsp_call *c, struct json_writer *w);   /* lsp_lens.c */
void lsp_execute(struct lsp_call *c, struct json_writer *w);

#endif
