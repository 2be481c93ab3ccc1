/* SPDX-License-Identifier: MIT */
/*
 * guarantees.h: what holds for a run on this machine, known before it starts.
 *
 * Those that every box has are enforced because a box that can't have them is not started: each
 * step of the set-up is an error where it fails. The others depend on the kernel and on what this
 * process may do.
 */
#ifndef EXECUTOR_GUARANTEES_H
#define EXECUTOR_GUARANTEES_H

#include "cgroup.h"
#include "executor.h"

bool guarantees_list(struct arena *a, const struct box_limits *limits, enum cgroup_kind group,
    const char *why_no_group, struct guarantee **out, size_t *count, struct err *err);
/* ERR_SANDBOX where one of `require` is not enforced, ERR_INPUT where it is not the name of any. */
bool guarantees_require(const struct guarantee *list, size_t count, const struct str *require,
    size_t require_count, struct err *err);

#endif
