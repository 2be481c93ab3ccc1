/* SPDX-License-Identifier: MIT */
/*
 * filter.h: which system calls the program may make.
 *
 * Two filters, made of guest/calls.def. The first is loaded by sluice-init before the program's
 * process executes anything: it allows, or refuses what is harmless, and asks sluice-init about
 * all else, foreign architectures' calls and unknown ones with it. The second is loaded by
 * sluice-python once the interpreter runs, and takes away what only the start needed. Nothing is
 * killed.
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
