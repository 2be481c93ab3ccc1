/* SPDX-License-Identifier: MIT */
/* refusals.h: refused system calls, in words. */
#ifndef EXECUTOR_REFUSALS_H
#define EXECUTOR_REFUSALS_H

#include "executor.h"
#include "wire.h"

/* A call that harmless libraries make at times: pandas asks `uname -p`, matplotlib `fc-list`,
 * getpwuid a name server. */
bool refusal_is_noise(const struct wire_refusal *r);
bool refusal_describe(
    struct arena *a, const struct wire_refusal *r, struct box_violation *out, struct err *err);

#endif
