/* SPDX-License-Identifier: MIT */
/* processes.h: who started whom, as /proc tells it. */
#ifndef SANDBOX_PROCESSES_H
#define SANDBOX_PROCESSES_H

#include <stddef.h>
#include <sys/types.h>

#define PROCESSES_MAX 64

/* The processes that `supervisor` started, and those that they started, at most so deep. */
size_t processes_below(pid_t supervisor, int deep, pid_t found[PROCESSES_MAX]);
/* And waits: a process 1 takes everything below it along before it is dead. */
void process_kill_wholly(pid_t victim);

#endif
