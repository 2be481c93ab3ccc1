/* SPDX-License-Identifier: MIT */
/*
 * cgroup.h: a control group for one run, where this process may make one.
 *
 * Version 2 where the memory and pids controllers are there, else version 1. Where the limits want it, the cpu controller too. A group is locked (flock
 * on its folder) while its maker lives; where that is killed, the box ends with it, and the next run
 * takes the empty group away. Where none can be made, `kind` is CGROUP_NONE and `why` says what to
 * do; the run then has resource limits only.
 */
#ifndef EXECUTOR_CGROUP_H
#define EXECUTOR_CGROUP_H

#include "executor.h"

#define CGROUP_FOLDERS_MAX 4

enum cgroup_kind { CGROUP_NONE = 0, CGROUP_V1, CGROUP_V2 };

struct cgroup {
	enum cgroup_kind kind;
	size_t count;
	char *paths[CGROUP_FOLDERS_MAX];
	int locks[CGROUP_FOLDERS_MAX]; /* the folders, open and locked */
	int joins
	    [CGROUP_FOLDERS_MAX]; /* their tasks, or cgroup.procs: who writes "0" is moved in */
	/* The folder that counts CPU time and the one that divides it; -1: none does. */
	int counts, divides;
	const char *why;
};

struct cgroup_usage {
	int64_t oom_kills, peak_bytes, cpu_us; /* -1 where unknown */
};

/* For tests: false makes every later run do without. */
void cgroup_use(bool yes);
/* Makes it and sets its limits. False only where it was half made and can't be used. */
bool cgroup_open(struct arena *a, const struct limits *limits, struct cgroup *out, struct err *err);
void cgroup_read(const struct cgroup *g, struct cgroup_usage *out);
int64_t cgroup_cpu_us(const struct cgroup *g); /* -1 where it does not count */
/* Kills what is left (version 2), waits until it is empty and takes it away. */
void cgroup_close(struct cgroup *g);

#endif
