/* SPDX-License-Identifier: MIT */
/* request.h: what is asked for, of the verbs that take a task. */
#ifndef CLI_REQUEST_H
#define CLI_REQUEST_H

#include "actions.h"

/* Reads the task that the word and the options describe, then opens the store. -1 to go on, else
 * the exit code, and it was said why. */
int request_take(struct call *c, struct task **out);

#endif
