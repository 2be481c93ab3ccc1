/* SPDX-License-Identifier: MIT */
/* rules.h: the interpreter's rules, from JSON (executor.h has its shape) to the lines that
 * sluice-python reads. */
#ifndef EXECUTOR_RULES_H
#define EXECUTOR_RULES_H

#include "json.h"

#define RULES_BYTES_MAX ((size_t)256 << 10)

/* One rule a line: its kind, a blank, its word. A kind that has a list, though empty, comes first
 * as a line of its own. */
bool rules_write(struct arena *a, const struct json_doc *doc, struct str *out, struct err *err);

#endif
