/* SPDX-License-Identifier: MIT */
/* A verdict that was kept is the one that would be given again, and nobody else's. */
#include "policy_fixture.h"
#include "verdict_cache.h"
#include "waive.h"

#define HEAD "apiVersion: sluice/v1\nid: p\nrevision: 1\n"
#define HELD HEAD "builtins: {allow: [open]}\nfiles: {read: [inputs]}\n"

struct fixture {
	struct arena *a;
	struct verdict_cache *cache;
	struct check_setting at;
};

static void
set_up(struct fixture *f)
{
	f->a = arena_new(FIXTURE_ARENA);
	f->cache = verdict_cache_new();
	assert_non_null(f->cache);
	f->at = (struct check_setting){.now_us = 0};
}

static void
tear_down(struct fixture *f)
{
	verdict_cache_free(f->cache);
	arena_free(f->a);
}

static struct policy *
load(struct fixture *f, const char *yaml)
{
	struct err_list errs = {0};
	struct policy *p = load_text(f->a, yaml, &errs);

	assert_non_null(p);
	return p;
}

static struct policy_verdict
judge(struct fixture *f, const struct policy *p, const char *code)
{
	struct policy_verdict v;
	struct err err = {0};

	assert_true(verdict_check(f->cache, p, f->a, str_from(code), &f->at, &v, &err));
	return v;
}

static bool
is_kept(struct fixture *f, const struct policy *p, const char *code)
{
	struct policy_verdict v;

	return verdict_recall(f->cache, p, f->a, str_from(code), &f->at, &v);
}

static void
what_is_kept_is_the_same(void **state)
{
	static const char code[] = "def f(n):\n    open(n)\nopen('/x')\nf\n";
	struct fixture f;

	(void)state;
	set_up(&f);
	struct policy *p = load(&f, HELD);
	struct policy_verdict first = judge(&f, p, code), again;
	assert_true(is_kept(&f, p, code));
	again = judge(&f, p, code);
	assert_int_equal(again.decision, DECISION_DENY);
	assert_int_equal(again.count, first.count);
	assert_int_equal(again.obligation_count, 1);
	assert_ptr_not_equal(again.findings, first.findings);
	assert_true(str_eq(again.findings[0].remedy, first.findings[0].remedy));
	assert_int_equal(again.findings[0].line, 3);
	assert_true(str_eq(again.obligations[0].message, first.obligations[0].message));
	assert_string_equal(again.code_sha256, first.code_sha256);
	again.findings[0].decision = DECISION_ALLOW; /* a caller's copy is the caller's */
	assert_int_equal(judge(&f, p, code).findings[0].decision, DECISION_DENY);
	tear_down(&f);
}

static void
another_policy_or_place_is_another_verdict(void **state)
{
	static const char code[] = "def f(n):\n    open(n)\nf\n";
	struct fixture f;

	(void)state;
	set_up(&f);
	struct policy *held = load(&f, HELD), *closed = load(&f, HEAD);
	assert_int_equal(judge(&f, held, code).decision, DECISION_ALLOW);
	assert_false(is_kept(&f, closed, code));
	assert_int_equal(judge(&f, closed, code).decision, DECISION_DENY);
	f.at.without_box = true;
	assert_false(is_kept(&f, held, code));
	assert_int_equal(judge(&f, held, code).decision, DECISION_ESCALATE);
	f.at.without_box = false;
	assert_int_equal(judge(&f, held, code).decision, DECISION_ALLOW);
	assert_false(is_kept(&f, held, "def f(n):\n    open(n)\nf \n"));
	tear_down(&f);
}

static void
what_hangs_on_more_is_not_kept(void **state)
{
	struct fixture f;

	(void)state;
	set_up(&f);
	struct policy *p = load(&f, HELD), *other = load(&f, HEAD);
	const struct policy *trials[] = {other};
	struct waivers none = {.count = 0};

	f.at.trials = trials;
	f.at.trial_count = 1;
	(void)judge(&f, p, "x = 1\n");
	assert_false(is_kept(&f, p, "x = 1\n"));
	f.at.trial_count = 0;
	f.at.waivers = &none;
	(void)judge(&f, p, "x = 1\n");
	assert_false(is_kept(&f, p, "x = 1\n"));
	f.at.waivers = NULL;
	assert_false(is_kept(&f, p, "x = 1\n"));
	tear_down(&f);
}

static void
it_is_bounded(void **state)
{
	struct fixture f;
	struct buf big;

	(void)state;
	set_up(&f);
	struct policy *p = load(&f, HEAD "builtins: {allow: [print]}\n");
	(void)judge(&f, p, "first = 1\n");
	(void)judge(&f, p, "second = 1\n");
	for (unsigned i = 0; i < VERDICT_CACHE_MAX - 1; i++) {
		(void)judge(&f, p, arena_printf(f.a, "x = %u\n", i));
		(void)judge(&f, p, "first = 1\n"); /* used, so it stays */
	}
	assert_true(is_kept(&f, p, "first = 1\n"));
	assert_false(is_kept(&f, p, "second = 1\n"));
	buf_init(&big, VERDICT_BYTES_MAX * 4);
	for (unsigned i = 0; i < 9000; i++)
		buf_printf(&big, "n%u = '%u'\n", i, i);
	const char *text = arena_text(f.a, buf_view(&big));
	assert_true(judge(&f, p, text).facts.n > VERDICT_BYTES_MAX);
	assert_false(is_kept(&f, p, text));
	buf_release(&big);
	tear_down(&f);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(what_is_kept_is_the_same),
	    cmocka_unit_test(another_policy_or_place_is_another_verdict),
	    cmocka_unit_test(what_hangs_on_more_is_not_kept),
	    cmocka_unit_test(it_is_bounded),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
