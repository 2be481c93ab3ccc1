/* SPDX-License-Identifier: MIT */
/* Limits against each other, against the packages, and against what the shipped policies give. */
#include "lint_parts.h"

#include "outline.h"

#define PACKAGES_MEMORY_MB 256

/* Eight times the most that a shipped policy gives, in the order of limits.def. */
static const int64_t HIGH[LIMITS] = {
    160, 160, 8192, 256, 2048, 256, 512, 4096, 8192, 400, 256};

static const struct json_node *
own(const struct lint *l, const char *name)
{
	return lint_get(l, "limits", name);
}

/* The place of a finding about two limits; NULL where the parents said both. */
static const struct json_node *
either(const struct lint *l, const char *a, const char *b)
{
	return own(l, a) != NULL ? own(l, a) : own(l, b);
}

void
look_limit_zero(struct lint *l)
{
	for (size_t i = 0; i < LIMITS; i++) {
		const char *name = LIMIT_LIST[i].name;

		if (limits_get(&l->policy->settings.limits, i) < LIMIT_LIST[i].least)
			lint_say(l,
			    own(l, name) != NULL ? own(l, name)
						 : json_get(l->doc, l->root, "limits"),
			    "the limit '%s' is 0", name);
	}
}

void
look_limit_wall(struct lint *l)
{
	const struct limits *p = &l->policy->settings.limits;
	const struct json_node *at = either(l, "wall_s", "cpu_s");

	if (at != NULL && p->wall_ms < p->cpu_ms && p->processes <= 1)
		lint_say(l, at, "'wall_s' is %lld, and 'cpu_s' %lld: that much is never used",
		    (long long)(p->wall_ms / 1000), (long long)(p->cpu_ms / 1000));
}

void
look_limit_memory(struct lint *l)
{
	const struct json_node *at = own(l, "memory_mb");
	int64_t megabytes = l->policy->settings.limits.memory_bytes >> 20;

	if (at == NULL)
		at = lint_get(l, "executor", "packages");
	if (at != NULL && l->policy->packages && megabytes > 0 && megabytes < PACKAGES_MEMORY_MB)
		lint_say(
		    l, at, "'memory_mb' is %lld, and packages are mounted", (long long)megabytes);
}

void
look_limit_output(struct lint *l)
{
	const struct limits *p = &l->policy->settings.limits;
	const struct json_node *at = either(l, "output_kb", "memory_mb");

	if (at != NULL && p->output_bytes > p->memory_bytes)
		lint_say(l, at, "'output_kb' is more than 'memory_mb'");
}

void
look_limit_file(struct lint *l)
{
	const struct limits *p = &l->policy->settings.limits;
	const struct json_node *at = either(l, "file_mb", "files_mb");

	if (at != NULL && p->file_bytes > p->disk_bytes)
		lint_say(l, at, "'file_mb' is %lld, and all files together 'files_mb' %lld",
		    (long long)(p->file_bytes >> 20), (long long)(p->disk_bytes >> 20));
}

void
look_limit_artifacts(struct lint *l)
{
	const struct limits *p = &l->policy->settings.limits;
	const struct json_node *at = either(l, "artifacts", "artifacts_mb");

	if (at == NULL)
		at = own(l, "files_mb");
	if (at == NULL)
		return;
	if (p->artifacts > 0 && p->disk_bytes == 0)
		lint_say(
		    l, at, "%lld artifacts are kept, and 'files_mb' is 0", (long long)p->artifacts);
	else if (p->artifacts > 0 && p->artifact_bytes == 0)
		lint_say(l, at, "%lld artifacts are kept, and 'artifacts_mb' is 0",
		    (long long)p->artifacts);
	else if (p->artifacts == 0 && p->artifact_bytes > 0)
		lint_say(l, at, "'artifacts_mb' is %lld, and no artifacts are kept",
		    (long long)(p->artifact_bytes >> 20));
	else if (p->artifacts > p->disk_inodes)
		lint_say(l, at, "%lld artifacts are kept, and 'inodes' is %lld",
		    (long long)p->artifacts, (long long)p->disk_inodes);
}

void
look_limit_processes(struct lint *l)
{
	const struct json_node *at = own(l, "processes");
	unsigned which;

	if (at != NULL && l->policy->settings.limits.processes > 1 &&
	    capabilities_decide(l->policy, CAP_PROCESS, &which) == DECISION_DENY)
		lint_say(l, at, "'processes' is %lld, and starting one is denied",
		    (long long)l->policy->settings.limits.processes);
}

void
look_limit_high(struct lint *l)
{
	for (size_t i = 0; i < LIMITS; i++) {
		const char *name = LIMIT_LIST[i].name;
		int64_t amount =
		    limits_get(&l->policy->settings.limits, i) / LIMIT_LIST[i].unit;

		if (own(l, name) != NULL && amount > HIGH[i])
			lint_say(l, own(l, name),
			    "'%s' is %lld, and no policy that ships gives more than %lld", name,
			    (long long)amount, (long long)(HIGH[i] / 8));
	}
}
