/* SPDX-License-Identifier: MIT */
/*
 * filter.h: which system calls the program may make.
 *
 * Two filters, both allowlists. The first is loaded by sluice-init before the program's process
 * executes anything; what it refuses and a reviewer wants to know of is answered by sluice-init,
 * which reports it by number. The second is loaded by sluice-python once the interpreter runs, and
 * takes away what only the start needed. Unknown calls get ENOSYS, so that libraries fall back;
 * nothing is ever killed without a word, but for foreign architectures.
 */
#ifndef EXECUTOR_FILTER_H
#define EXECUTOR_FILTER_H

#include "arena.h"
#include "err.h"
#include "hash.h"

struct filter {
	struct str program; /* BPF instructions */
	struct digest digest;
};

enum filter_stage { FILTER_START, FILTER_RUN_SINGLE, FILTER_RUN_MANY };

/* Compiled once a process and kept for its life; thread-safe. */
bool filter_get(enum filter_stage stage, struct filter *out, struct err *err);
/* The call's name on this machine, "call 999" where it has none. */
char *filter_call_name(struct arena *a, int call);

#endif
