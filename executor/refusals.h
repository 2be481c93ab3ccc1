/* SPDX-License-Identifier: MIT */
/* refusals.h: refused system calls, in words. */
#ifndef EXECUTOR_REFUSALS_H
#define EXECUTOR_REFUSALS_H

#include "executor.h"
#include "wire.h"

bool refusal_describe(
    struct arena *a, const struct wire_refusal *r, struct box_violation *out, struct err *err);

#endif
