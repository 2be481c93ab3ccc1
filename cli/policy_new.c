/* SPDX-License-Identifier: MIT */
/* sluice policy new: a policy to begin with, and its tests. */
#include "author.h"

#include "file.h"

#define POLICY_TEXT                                                                                \
	"# What this policy is for, and for whom.\n"                                               \
	"apiVersion: sluice/v1\n"                                                                  \
	"id: %.*s\n"                                                                               \
	"title: say in one line what programs may do\n"                                            \
	"revision: 1\n"                                                                            \
	"extends: [pure-compute]\n"                                                                \
	"\n"                                                                                       \
	"imports:\n"                                                                               \
	"  deny:\n"                                                                                \
	"    - {module: random, message: \"results must be the same every time\"}\n"               \
	"\n"                                                                                       \
	"limits: {wall_s: 3, cpu_s: 3}\n"

#define SUITE_TEXT                                                                                 \
	"# What %.*s allows and refuses; `sluice policy test` runs it.\n"                          \
	"apiVersion: sluice-test/v1\n"                                                             \
	"policy: %.*s\n"                                                                           \
	"limits: {wall_s: 3, cpu_s: 3}\n"                                                          \
	"cases:\n"                                                                                 \
	"  - name: calculation is allowed\n"                                                       \
	"    code: |\n"                                                                            \
	"      import math\n"                                                                      \
	"      print(math.sqrt(2))\n"                                                              \
	"    expect: allow\n"                                                                      \
	"  - name: chance is not\n"                                                                \
	"    code: |\n"                                                                            \
	"      import random\n"                                                                    \
	"    expect: deny\n"                                                                       \
	"    findings: {import.denied: 1}\n"

static bool
is_name(struct str s)
{
	for (size_t i = 0; i < s.n; i++) {
		char c = s.p[i];
		bool plain = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
		if (!plain && (c != '-' || i == 0))
			return false;
	}
	return s.n > 0 && s.n <= 80;
}

static bool
write_new(const char *path, const char *text, struct err *err)
{
	if (!path || !text)
		return err_memory(err);
	if (!file_exists(path))
		return file_write(path, str_from(text), err);
	err_set(err, ERR_INPUT, "'%s' is there already", path);
	return err_help(err, "give the new policy another name");
}

int
policy_new(struct author *w)
{
	struct str name = str_from(w->o->words.values[1]);
	struct err err;

	if (!is_name(name))
		return usage_error(w->verb,
		    "'%s' is no name for a policy: small letters, digits and dashes",
		    w->o->words.values[1]);
	const char *policy = arena_printf(w->a, "%.*s.yaml", STR_ARG(name));
	const char *suite = arena_printf(w->a, "%.*s.test.yaml", STR_ARG(name));
	const char *text = arena_printf(w->a, POLICY_TEXT, STR_ARG(name));
	const char *tests = arena_printf(w->a, SUITE_TEXT, STR_ARG(name), STR_ARG(name));
	if (!write_new(policy, text, &err) || !write_new(suite, tests, &err))
		return print_error(&err);
	struct buf out;
	buf_init(&out, AUTHOR_REPORT_BYTES_MAX);
	buf_printf(&out, "%s\n%s\nnext: sluice policy test %s\n", policy, suite, policy);
	return print_buf(&out) ? EXIT_ANSWERED : EXIT_INTERNAL;
}
