/* SPDX-License-Identifier: MIT */
/* log_steps.h: a log that is written and verified in a test. */
#ifndef LOG_STEPS_H
#define LOG_STEPS_H

#include "store_fixture.h"

/* So many events in one transaction, in their places and signed. */
void log_write(struct fixture *f, int count);
/* Fails the test at the first problem; how many events there are. */
int64_t log_must_verify(struct fixture *f);

#endif
