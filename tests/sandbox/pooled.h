/* SPDX-License-Identifier: MIT */
/* pooled.h: what the parts of sandbox_pooled share. */
#ifndef SANDBOX_POOLED_H
#define SANDBOX_POOLED_H

#include "executor.h"

#define ARENA_BYTES ((size_t)64 << 20)

/* Tells what is wrong; the program ends with 1 then. */
void pooled_fail(const char *format, ...) __attribute__((format(printf, 1, 2)));
void pooled_wait_us(int64_t us);
/* A spec of the tier that is tried, with room for ordinary programs. */
struct box_spec pooled_usual(struct str code);

/* Nothing of another run was ever in it, so it serves whoever asks; but for one requester's forked boxes. */
void begun_serves_its_run(void);
/* Begun before its spec was known, it may turn out to be of no use, or be killed: the run has another one. */
void begun_may_be_lost(void);

#endif
