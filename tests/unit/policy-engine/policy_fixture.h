/* SPDX-License-Identifier: MIT */
/* policy_fixture.h: a policy from a text, and verdicts as one line. */
#ifndef POLICY_FIXTURE_H
#define POLICY_FIXTURE_H

#include "file.h"
#include "policy.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

#define FIXTURE_ARENA ((size_t)512 << 20)

static inline char *
source_path(struct arena *a, const char *name)
{
	const char *root = getenv("SLUICE_SOURCE_DIR");

	return path_join(a, root != NULL ? root : "../..", name);
}

/* Writes `yaml` beside nothing else and loads it; NULL where it is refused. */
static inline struct policy *
load_text(struct arena *a, const char *yaml, struct err_list *errs)
{
	char folder[] = "/tmp/sluice-policy-XXXXXX";
	struct policy *p = NULL;
	struct err err = {0};
	char *path;

	assert_non_null(mkdtemp(folder));
	path = path_join(a, folder, "p.yaml");
	assert_true(file_write(path, str_from(yaml), &err));
	policy_load(a, path, source_path(a, "policies"), NULL, &p, errs);
	unlink(path);
	rmdir(folder);
	return p;
}

static inline struct policy *
load_shipped(struct arena *a, const char *name)
{
	struct err_list errs = {0};
	struct policy *p = NULL;

	if (!policy_load(a, source_path(a, name), source_path(a, "policies"), NULL, &p, &errs))
		fail_msg("%s: %u:%u: %s", name, errs.items[0].line, errs.items[0].column,
		    errs.items[0].message);
	return p;
}

/* "deny 1:5 call.denied; held 2:6 files.read", or "allow". */
static inline char *
verdict_line(struct arena *a, const struct policy *p, struct str code)
{
	struct policy_verdict v;
	struct err err = {0};
	char *line = arena_printf(a, "%s", "");

	assert_true(policy_check(p, a, code, &v, &err));
	for (size_t i = 0; i < v.count; i++)
		line = arena_printf(a, "%s%s%s %u:%u %.*s", line, i == 0 ? "" : "; ",
		    decision_name(v.findings[i].decision), v.findings[i].line, v.findings[i].column,
		    STR_ARG(v.findings[i].rule));
	for (size_t i = 0; i < v.obligation_count; i++)
		line = arena_printf(a, "%s%sheld %u:%u %.*s", line, *line == '\0' ? "" : "; ",
		    v.obligations[i].line, v.obligations[i].column, STR_ARG(v.obligations[i].rule));
	return *line == '\0' ? arena_printf(a, "%s", decision_name(v.decision)) : line;
}

#endif
