/* SPDX-License-Identifier: MIT */
/*
 * program.h: a hostile program and what must come of it.
 *
 * Its first line is `# claim -- outcome,outcome ...`; a second line `# with: key=value ...
 * packages` changes limits. `guard` gives rules for the interpreter; `modules=a,b` admits more,
 * `results=*.csv,out/x*` are the names of files that may be left, `attributes` adds a list of
 * attributes, `nofiles` lets no file be opened. `rule=R` and `line=N` are what the last violation
 * must say; `what=a,b` are calls that must all be told as violations; `int80` says
 * that it needs a kernel with a 32-bit table of calls. It prints ESCAPED where its
 * attack worked; one that ends as `ok` prints `contained`, so that a program that broke before its
 * attack is not taken for one that failed.
 */
#ifndef SANDBOX_PROGRAM_H
#define SANDBOX_PROGRAM_H

#include "executor.h"

struct program {
	struct str name, claim, expected;
	struct str rule;  /* of the last violation; empty: any */
	struct str what;  /* separated by commas; empty: any */
	int64_t line;     /* 0: any */
	bool foreign;     /* it makes calls of the 32-bit table, which not every kernel has */
	struct str rules; /* the interpreter's, as text; empty: none */
	struct box_spec spec;
};

bool program_load(struct arena *a, const char *path, struct program *out, struct err *err);
/* It said so, or brought out what it must not. */
bool program_escaped(const struct box_result *r);
/* Empty where the result is what the program must meet; else what is wrong. */
struct str program_judge(struct arena *a, const struct program *p, const struct box_result *r);

#endif
