/* SPDX-License-Identifier: MIT */
/* rules.h: the interpreter's rules, from JSON (executor.h has its shape): the lines that
 * sluice-python reads, and what the supervisor itself must know of them. */
#ifndef EXECUTOR_RULES_H
#define EXECUTOR_RULES_H

#include "executor.h"
#include "json.h"

#define RULES_BYTES_MAX ((size_t)256 << 10)
#define RESULTS_MAX 256

struct rules {
	/* `guard`, or `open` where there are no rules; then one rule a line: its kind, a blank, its
	 * word. A kind that has a list, though empty, comes first as a line of its own. */
	struct str lines;
	const char *const *results; /* patterns, where has_results */
	size_t result_count;
	const struct str *obligations; /* walls that the verdict rests on */
	size_t obligation_count;
	bool has_results, has_attributes;
	bool reads_work, writes_work; /* the working directory */
};

/* The spec's `interpreter` may be NULL: no rules, and everything that the outer walls leave open. */
bool rules_read(struct arena *a, const struct box_spec *spec, struct rules *out, struct err *err);

#endif
