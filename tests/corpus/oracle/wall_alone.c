/* SPDX-License-Identifier: MIT */
/*
 * wall_alone: single walls of the sandbox as a library, which walls.py has an interpreter of the scratch box load before the
 * program's first line. Each function puts one wall around the process for good, and ends it where that can't be done.
 */
#include "filter.h"
#include "init.h"

#include <linux/filter.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <unistd.h>

void wall_files(void);
void wall_calls(void);

_Noreturn void
init_fail(const char *what)
{
	perror(what);
	_exit(70);
}

/* Landlock, with the rights that the program of a run has. */
void
wall_files(void)
{
	const struct wire_setup setup = {.reads_work = 1, .writes_work = 1};
	int abi = confine_landlock_abi();

	if (abi == 0 || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
		init_fail("Landlock");
	confine_landlock(abi, &setup);
}

/* The filter of a running program that may have threads. Nobody answers what the supervisor would be told of: it fails. */
void
wall_calls(void)
{
	const struct str filter = filter_of(FILTER_RUN_MANY);
	struct sock_fprog program = {(unsigned short)(filter.n / sizeof(struct sock_filter)),
	    (struct sock_filter *)(uintptr_t)filter.p};

	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 || prctl(PR_SET_SECCOMP, 2, &program) != 0)
		init_fail("seccomp");
}
