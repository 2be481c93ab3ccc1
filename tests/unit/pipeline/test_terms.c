/* SPDX-License-Identifier: MIT */
/* A rule asks for what the policy asks, or nothing runs by it. */
#include "test.h"

#include "file.h"
#include "terms.h"

#include <stdlib.h>
#include <unistd.h>

#define POLICY                                                                                     \
	"apiVersion: sluice/v1\nid: p\nrevision: 1\nbuiltins: {allow: [print]}\nescalation:\n"     \
	"  needs:\n    - {name: peers, role: approver, n: 2}\n"                                    \
	"    - {name: control, role: controller, scope: finance}\n"                                \
	"    - {role: break_glass}\n"                                                              \
	"  use: 10m\n  reason: {min: 20, ticket: '^CHG-[0-9]+$'}\n"
#define NOBODY "apiVersion: sluice/v1\nid: p\nrevision: 1\nbuiltins: {allow: [print]}\n"

static struct policy *
policy_of(struct arena *a, const char *text)
{
	char path[] = "/tmp/sluice-terms-XXXXXX";
	struct err_list errs = {.count = 0};
	struct policy *p = NULL;
	struct err err;
	int fd = mkstemp(path);

	assert_true(fd >= 0);
	close(fd);
	assert_true(file_write(path, str_from(text), &err));
	if (!policy_load(a, path, NULL, NULL, &p, &errs))
		fail_msg("%s", errs.items[0].message);
	unlink(path);
	return p;
}

struct scene {
	struct arena *a;
	struct policy *policy;
	struct approval_rule rule;
	struct approval_need needs[3];
};

static void
begin(struct scene *s, const char *text)
{
	struct err err;

	*s = (struct scene){.a = arena_new((size_t)64 << 20)};
	s->policy = policy_of(s->a, text);
	assert_true(terms_write(s->a, s->policy, &s->rule, &err));
	s->rule.kind = STR("execute");
	memcpy(s->needs, s->rule.needs, s->rule.need_count * sizeof(*s->needs));
	s->rule.needs = s->needs;
}

static void
the_policys_terms_are_written_without_the_emergency(void **state)
{
	struct scene s;
	struct err err;

	(void)state;
	begin(&s, POLICY);
	assert_int_equal(s.rule.need_count, 2);
	assert_str_equal(s.rule.needs[0].name, "peers");
	assert_int_equal(s.rule.needs[0].n, 2);
	assert_str_equal(s.rule.needs[1].scope, "finance");
	assert_int_equal(s.rule.reason_min, 20);
	assert_str_equal(s.rule.ticket, "^CHG-[0-9]+$");
	assert_int_equal(s.rule.use_for_us, INT64_C(600000000));
	assert_str_equal(s.rule.scope, "p");
	assert_true(terms_hold(s.policy, &s.rule, &err));
	arena_free(s.a);
}

static void
fewer_people(struct scene *s)
{
	s->needs[0].n = 1;
}

static void
one_need_less(struct scene *s)
{
	s->rule.need_count = 1;
}

static void
another_role(struct scene *s)
{
	s->needs[1].role = STR("approver");
}

static void
another_scope(struct scene *s)
{
	s->needs[1].scope = STR("*");
}

static void
a_short_reason(struct scene *s)
{
	s->rule.reason_min = 1;
}

static void
no_ticket(struct scene *s)
{
	s->rule.ticket = STR("");
}

static void
longer_use(struct scene *s)
{
	s->rule.use_for_us++;
}

static void
another_policy(struct scene *s)
{
	s->rule.scope = STR("q");
}

static void
another_kind(struct scene *s)
{
	s->rule.kind = STR("exception");
}

static void
more_people(struct scene *s)
{
	s->needs[0].n = 3;
	s->rule.use_for_us--;
	s->rule.reason_min++;
}

static void
an_emergency(struct scene *s)
{
	s->rule.kind = STR("break_glass");
	s->needs[0] = (struct approval_need){STR("emergency"), STR("break_glass"), STR("*"), 1};
	s->rule.need_count = 1;
}

static void
a_long_emergency(struct scene *s)
{
	an_emergency(s);
	s->rule.use_for_us = INT64_C(16) * 60000000;
}

static void
an_emergency_of_another(struct scene *s)
{
	an_emergency(s);
	s->needs[0].role = STR("approver");
}

static void
an_emergency_elsewhere(struct scene *s)
{
	an_emergency(s);
	s->needs[0].scope = STR("finance");
}

static const struct {
	void (*change)(struct scene *s);
	const char *words; /* NULL: it holds */
} CASES[] = {
    {fewer_people, "the approval's rule does not ask for the policy's need 'peers'"},
    {one_need_less, "the approval's rule does not ask for the policy's need 'control'"},
    {another_role, "the approval's rule does not ask for the policy's need 'control'"},
    {another_scope, "the approval's rule does not ask for the policy's need 'control'"},
    {a_short_reason, "the approval's rule asks for less of a reason than the policy"},
    {no_ticket, "the approval's rule asks for less of a reason than the policy"},
    {longer_use, "the approval may be used for longer than the policy allows"},
    {another_policy, "the approval's rule is for another policy"},
    {another_kind, "an approval of kind 'exception' can't let a program run"},
    {more_people, NULL},
    {an_emergency, NULL},
    {a_long_emergency, "the emergency's rule differs from the policy's"},
    {an_emergency_of_another, "the emergency's rule differs from the policy's"},
    {an_emergency_elsewhere, "the emergency's rule differs from the policy's"},
};

static void
a_rule_that_asks_for_less_than_the_policy_lets_nothing_run(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(CASES); i++) {
		struct scene s;
		struct err err = {.code = ERR_NONE};
		begin(&s, POLICY);
		CASES[i].change(&s);
		bool holds = terms_hold(s.policy, &s.rule, &err);
		assert_int_equal(holds, CASES[i].words == NULL);
		if (CASES[i].words) {
			assert_string_equal(err.message, CASES[i].words);
			assert_int_equal(err.code, ERR_REFUSED);
		}
		arena_free(s.a);
	}
}

static void
a_policy_without_people_asks_nobody(void **state)
{
	static const struct approval_need need = {
	    {"emergency", 9}, {"break_glass", 11}, {"*", 1}, 1};
	struct arena *a = arena_new((size_t)64 << 20);
	struct policy *p = policy_of(a, NOBODY);
	struct approval_rule rule = {.kind = STR("execute"), .scope = STR("p")};
	struct err err;

	(void)state;
	assert_false(terms_write(a, p, &rule, &err));
	assert_string_equal(err.message, "the policy 'p' names no one who may approve");
	assert_false(terms_hold(p, &rule, &err));
	assert_string_equal(err.message, "the policy 'p' names no one who may approve");
	rule.kind = STR("break_glass");
	rule.needs = &need;
	rule.need_count = 1;
	assert_false(terms_hold(p, &rule, &err));
	assert_string_equal(err.message, "the policy 'p' allows no emergency approval");
	arena_free(a);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(the_policys_terms_are_written_without_the_emergency),
	    cmocka_unit_test(a_rule_that_asks_for_less_than_the_policy_lets_nothing_run),
	    cmocka_unit_test(a_policy_without_people_asks_nobody),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
