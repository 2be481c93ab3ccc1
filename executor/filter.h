/* SPDX-License-Identifier: MIT */
/*
 * filter.h: which system calls the program may make.
 *
 * Two filters, made of guest/calls.def when Sluice is built (embed_filters.c). The first is loaded
 * by sluice-init before the program's process executes anything: it allows, or refuses what is
 * harmless, and asks sluice-init about all else, foreign architectures' calls and unknown ones with
 * it. The second is loaded by sluice-python once the interpreter runs, and takes away what only the
 * start needed. Nothing is killed.
 */
#ifndef EXECUTOR_FILTER_H
#define EXECUTOR_FILTER_H

#include "text.h"

enum filter_stage { FILTER_START = 0, FILTER_RUN_SINGLE, FILTER_RUN_MANY };
#define FILTER_STAGES 3

struct str filter_of(enum filter_stage stage); /* BPF instructions */

#endif
