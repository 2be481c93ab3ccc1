/* SPDX-License-Identifier: MIT */
/*
 * program.h: a hostile program and what must come of it.
 *
 * Its first line is `# claim -- outcome,outcome ...`; a second line `# with: key=value ...
 * packages` changes limits
 * (`guard`: with rules for the interpreter). It prints ESCAPED where its attack worked; one that
 * ends as `ok` prints `contained`, so that a program that broke before its attack is not taken for
 * one that failed.
 */
#ifndef SANDBOX_PROGRAM_H
#define SANDBOX_PROGRAM_H

#include "executor.h"

struct program {
	struct str name, claim, expected;
	struct box_spec spec;
};

bool program_load(struct arena *a, const char *path, struct program *out, struct err *err);
/* Empty where the result is what the program must meet; else what is wrong. */
struct str program_judge(struct arena *a, const struct program *p, const struct box_result *r);

#endif
