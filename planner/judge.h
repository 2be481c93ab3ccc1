/* SPDX-License-Identifier: MIT */
/* judge.h: a JSON file of the operator's, read strictly and held against one of our own schemas. */
#ifndef PLANNER_JUDGE_H
#define PLANNER_JUDGE_H

#include "embedded.h"
#include "validator.h"

/* The first error at its place. `text` and `file` must outlive the document. */
bool judge_document(struct arena *a, struct str text, const char *file, struct embedded schema,
    struct json_doc *out, struct err *err);
/* One of our own schemas; an error in it is a bug of the build, and is still reported. */
bool judge_compile(
    struct arena *a, struct embedded text, const char *name, struct schema **out, struct err *err);

#endif
