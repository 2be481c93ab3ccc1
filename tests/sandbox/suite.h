/* SPDX-License-Identifier: MIT */
/* suite.h: the hostile programs of a folder, each run once, two at a time. */
#ifndef SANDBOX_SUITE_H
#define SANDBOX_SUITE_H

#include "program.h"

#include <pthread.h>

#define PROGRAMS_MAX 600

struct suite {
	struct str backend; /* empty: the default */
	enum box_start
	    start; /* each box waits in a pool before its program is known, unless fresh */
	char *paths[PROGRAMS_MAX];
	size_t count, next;
	pthread_mutex_t lock;
	/* Called for each, by two threads; the path is paths[at]. */
	void (*run)(struct suite *s, size_t at);
	void *context;
};

/* The programs, sorted, whose names begin with one of `wanted`; none: all. False where that is
 * nothing. */
bool suite_list(struct suite *s, const char *folder, char **wanted, int wanted_count);
void suite_run(struct suite *s);

#endif
