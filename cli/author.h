/* SPDX-License-Identifier: MIT */
/* author.h: what the actions of `sluice policy` share. */
#ifndef CLI_AUTHOR_H
#define CLI_AUTHOR_H

#include "actions.h"

#define AUTHOR_BYTES_MAX ((size_t)2 << 30)
#define AUTHOR_REPORT_BYTES_MAX ((size_t)256 << 20)

struct author_target { /* a policy's file, and the suites that are run on it */
	const char *path;
	const char **suites;
	size_t count, capacity;
	bool rules; /* the inline tests too */
};

struct author_targets {
	struct author_target *items;
	size_t count, capacity;
};

/*
 * Each word is a policy's name or file, a folder of policies, or a suite's file; without words the
 * working directory. False where one is not found, or a suite in a folder belongs to no policy.
 */
bool author_targets(
    struct call *w, const char *const *words, size_t count, struct author_targets *out);
struct suite;
/* The policy with all tests of a target; NULL where something is broken. */
struct suite *author_suite(struct call *w, const struct author_target *t);

struct comparison;
/* policy_diff_runs.c: judges the code of the store's past runs, newest first, identical code once. */
bool diff_over_runs(struct call *w, struct comparison *c);

/* Begins to watch the folders of the targets; a descriptor, or -1. */
int author_watch(struct call *w, const struct author_targets *targets);
/* Sleeps until a policy, suite or program in the watched folders was written since. */
bool author_wait(int fd, struct err *err);

#endif
