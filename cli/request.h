/* SPDX-License-Identifier: MIT */
/* request.h: what is asked for, of the verbs that take a task. */
#ifndef CLI_REQUEST_H
#define CLI_REQUEST_H

#include "actions.h"

/* The task that the word and the options describe; the store; both in turn. Each returns -1 to go on,
 * else the exit code, and has said why. */
int call_task(struct call *c, struct task **out);
int call_store(struct call *c);
int call_task_and_store(struct call *c, struct task **out);
/* Tells of a run that was put into the queue; `note` stands behind its state. Returns the exit code. */
int call_submitted(struct call *c, const struct stored_run *run, bool fresh, const char *note);

#endif
