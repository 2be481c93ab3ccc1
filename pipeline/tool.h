/* SPDX-License-Identifier: MIT */
/*
 * tool.h: a function that tasks may use because people approved it. Its publication is a run: the task's
 * member `tool` says what the function is, and program, output schema and review of that task follow from it alone:
 *
 *	{"name": "share_of", "version": 1, "source": "def share_of(part, whole): ...",
 *	 "arguments": SCHEMA, "result": SCHEMA, "tests": [{"arguments": {..}, "result": ..}]}
 *
 * The program defines the function and prints what it gives for the arguments of each test; the output schema is exactly what
 * the tests expect. So a run that was approved and answered is a function that people read and that passed its tests.
 *
 * A task that uses the tool has its source before its own program, as a session has earlier cells: the policy judges
 * both as one text, under the task's own policy, and the digest of the code covers both. Private to this folder, the
 * command line and the service.
 */
#ifndef PIPELINE_TOOL_H
#define PIPELINE_TOOL_H

#include "run.h"

#define TOOLS_MAX 16 /* that a task uses */
#define TOOL_VERSION_MAX 999
#define TOOL_BYTES_MAX ((size_t)64 << 10) /* of its source */

struct tool {
	struct str
	    name; /* lower-case words with '_' between, at least two: no builtin or keyword is called so */
	int64_t version;
	struct str source, arguments, result, tests; /* but for the source, JSON */
	struct str doc;                /* the function's docstring, as it stands in the source */
	char sha256[DIGEST_HEX_BYTES]; /* of all of this, as tool_json writes it */
	struct str run;                /* of a task that uses it: what published it */
};

/* The errors stand at their places in `doc`. Tests must fit the schemas. */
bool tool_read(struct arena *a, const struct json_doc *doc, const struct json_node *n,
    struct tool *out, struct err_list *errs);
void tool_json(
    const struct tool *t, struct json_writer *w); /* an object; `run` where there is one */
/* The program that its publication runs, and the schema of that program's output. */
bool tool_program(struct arena *a, const struct tool *t, struct str *code, struct err *err);
bool tool_schema(struct arena *a, const struct tool *t, struct str *schema, struct err *err);
/* "share_of@2": the name and the version; 0 where none is said. False where it is no such word. */
bool tool_wanted(struct str word, struct str *name, int64_t *version);

/* Before a program of this task is judged: its tools stand before it. */
bool tools_before(struct run *run, struct err *err);
/* Why the policy does not admit one of the task's tools; empty: it admits all. */
struct str tools_refused(struct arena *a, const struct task *task);
void tools_list_json(const struct task *task, struct json_writer *w); /* "tools": [..] */
void tools_prompt(const struct task *task, struct buf *out); /* what a model is told of them */

#endif
