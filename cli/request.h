/* SPDX-License-Identifier: MIT */
/* request.h: what is asked for, of the verbs that take a task. */
#ifndef CLI_REQUEST_H
#define CLI_REQUEST_H

#include "actions.h"

/* The task that the word and the options describe, then the store. Each -1 to go on, else the exit
 * code, and it was said why. */
int call_task(struct call *c, struct task **out);
int call_store(struct call *c);

#endif
