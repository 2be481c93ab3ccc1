/* SPDX-License-Identifier: MIT */
/* answer.h: what sluice-init answers to system calls that wait for it. */
#ifndef GUEST_ANSWER_H
#define GUEST_ANSWER_H

#include "calls.h"
#include "wire.h"

#include <sys/types.h>

struct answers {
	pid_t program;
	int listener; /* -1 when nobody is left under the filter */
	bool packages;
	bool started, tightened;     /* sluice-python: executed, and under its second filter */
	int locks, questions, again; /* again: told of a row that was told before */
	bool told[CALL_ROWS_MAX];
	struct wire_done *done;
};

/* Of the call that waits at the listener. */
void answer_call(struct answers *a);

#endif
