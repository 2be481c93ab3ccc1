/* SPDX-License-Identifier: MIT */
/* author.h: what the actions of `sluice policy` share. */
#ifndef CLI_AUTHOR_H
#define CLI_AUTHOR_H

#include "cli.h"

#define AUTHOR_BYTES_MAX ((size_t)2 << 30)
#define AUTHOR_REPORT_BYTES_MAX ((size_t)256 << 20)

struct author_options {
	struct option_values words; /* the action's name first */
	struct option_values disable;
	const char *template, *title; /* of `new` */
	const char *format, *threshold, *policy, *rule, *since, *explain;
	bool json, watch, coverage, list;
};

struct author {
	const struct verb *verb;
	const struct author_options *o;
	struct arena *a;
	bool colour;
};

/* Each returns the exit code: 0 good, 1 something was found, 2 something is broken. */
typedef int author_action(struct author *w);
author_action policy_list, policy_show, policy_test, policy_mutate, policy_explain, policy_render,
    policy_schema, policy_new, policy_lsp, policy_repl, policy_lint;

struct author_target { /* a policy's file, and the suites that are run on it */
	const char *path;
	const char **suites;
	size_t count;
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
bool author_targets(struct author *w, const char *const *words, size_t count,
    struct author_targets *out, struct err_list *errs);
struct suite;
/* The policy with all tests of a target; NULL where something is broken. */
struct suite *author_suite(struct author *w, const struct author_target *t, struct err_list *errs);
/* --threshold, 0 without; false (said) where it is no whole number up to 100. */
bool author_threshold(const struct author *w, unsigned *percent);

/* Begins to watch the folders of the targets; a descriptor, or -1. */
int author_watch(const struct author_targets *targets, struct err *err);
/* Sleeps until a policy, suite or program in the watched folders was written since. */
bool author_wait(int fd, struct err *err);

#endif
