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

#include "backend.h"
#include "cgroup.h"
#include "executor.h"
#include "rules.h"

struct machine { /* what a box's guarantees depend on */
	const struct backend *backend;
	const struct limits *limits;
	enum box_start start; /* as the policy lets it be, whatever it then is */
	enum cgroup_kind group;
	bool divides_cpu; /* the group has the cpu controller */
	const char *why_no_group;
};

bool guarantees_list(struct arena *a, const struct machine *m, struct guarantee **out,
    size_t *count, struct err *err);
/* Adds the guarantees that these rules ask for; the list has room for them.
 * `native`: there is native code, which can write the interpreter's memory. */
void guarantees_add_walls(
    struct guarantee *list, size_t *count, const struct rules *rules, bool native);
/* ERR_SANDBOX where a wall that the verdict rests on is not enforced, or is none that a box has. */
bool guarantees_bear(const struct guarantee *list, size_t count, const struct str *obligations,
    size_t obligation_count, struct err *err);
/* ERR_SANDBOX where one of `require` is not enforced, ERR_INPUT where it is not the name of any. */
bool guarantees_require(const struct guarantee *list, size_t count, const struct str *require,
    size_t require_count, struct err *err);

#endif
