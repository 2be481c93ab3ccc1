/* SPDX-License-Identifier: MIT */
#include "cgroup.h"
#include "guarantees.h"
#include "spec.h"

static const struct box_limits defaults = {.wall_ms = 5000,
    .cpu_ms = 5000,
    .memory_bytes = (int64_t)256 << 20,
    .processes = 1,
    .open_files = 64,
    .file_bytes = (int64_t)8 << 20,
    .disk_bytes = (int64_t)16 << 20,
    .disk_inodes = 256,
    .output_bytes = 65536,
    .artifacts = 8,
    .artifact_bytes = (int64_t)8 << 20};

/* A guarantee is no more than the box that is to give it: so one is run. */
bool
box_probe(struct arena *a, const struct box_limits *limits, struct guarantee **out, size_t *count,
    struct err *err)
{
	struct box_spec spec = {
	    .code = STR("print(6 * 7)\n"), .limits = limits ? *limits : defaults};
	struct box_result result;
	const char *why;

	if (!limits_check(&spec.limits, err))
		return false;
	enum cgroup_kind group = cgroup_kind_here(a, &why);
	if (!guarantees_list(a, &spec.limits, group, why, out, count, err) ||
	    !box_run(a, &spec, &result, err))
		return false;
	if (result.outcome == BOX_OK && str_is(result.out.bytes, "42\n"))
		return true;
	return err_set(err, ERR_SANDBOX, "a program that prints 42 ended with '%s': %.*s",
	    box_outcome_name(result.outcome), STR_ARG(result.detail));
}
