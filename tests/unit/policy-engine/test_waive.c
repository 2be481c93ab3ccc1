/* SPDX-License-Identifier: MIT */
#include "policy_fixture.h"
#include "waive.h"

#define DAY INT64_C(86400000000)
#define SHA_A "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
#define SHA_B "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb"

static void
globs_stay_below_their_folder(void **state)
{
	static const struct {
		const char *glob, *path;
		bool matches;
	} cases[] = {
	    {"a.py", "a.py", true},
	    {"a.py", "./a.py", true},
	    {"a.py", "././a.py", true},
	    {"a.py", "b.py", false},
	    {"a.py", "x/a.py", false},
	    {"a.py", "a.py/", false},
	    {"*.py", "a.py", true},
	    {"*.py", ".py", true},
	    {"*.py", "x/a.py", false},
	    {"?.py", "a.py", true},
	    {"?.py", "ab.py", false},
	    {"x?a.py", "x/a.py", false},
	    {"x/*", "x/a.py", true},
	    {"x/*", "x/y/a.py", false},
	    {"x/**", "x/y/a.py", true},
	    {"x/**", "x/", false},
	    {"**/a.py", "x/y/a.py", true},
	    {"**/a.py", "a.py", false},
	    {"**a.py", "a.py", true},
	    {"x/**/z/*.py", "x/y/q/z/a.py", true},
	    {"x/**/z/*.py", "x/y/q/z/w/a.py", false},
	    {"x/**/z/*.py", "x/y/z/w/z/a.py", true},
	    {"a*b*c/d", "axbxbxc/d", true},
	    {"a*b*c/d", "axbx/c/d", false},
	    {"a*b**c", "aab/x/bc", true},
	    {"***", "x/y", true},
	    /* what leads elsewhere is matched by nothing */
	    {"**", "/etc/a.py", false},
	    {"**", "../a.py", false},
	    {"**", "x/../a.py", false},
	    {"**", "x/..", false},
	    {"**", "..", false},
	    {"**", "x//a.py", false},
	    {"**", "~/a.py", false},
	    {"**", "", false},
	    {"**", "./", false},
	    {"x/*", "x/../y/a.py", false},
	    {"x/**", "x/../../a.py", false},
	    {"../**", "../a.py", false},
	    {"/etc/*", "/etc/a.py", false},
	    {"", "", false},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++)
		if (path_matches(str_from(cases[i].glob), str_from(cases[i].path)) !=
		    cases[i].matches)
			fail_msg("'%s' and '%s'", cases[i].glob, cases[i].path);
}

/* A name of the longest kind against the worst of globs is still told at once, and so is a longer
 * one, which matches nothing. */
static void
no_path_takes_long(void **state)
{
	char path[1026];

	(void)state;
	memset(path, 'a', sizeof(path) - 1);
	path[sizeof(path) - 1] = '\0';
	assert_false(path_matches(STR("**a*a*a*a*a*b"), (struct str){path, 1024}));
	assert_true(path_matches(STR("**a*a*a*a*a*a"), (struct str){path, 1024}));
	assert_false(path_matches(STR("**"), str_from(path)));
}

static struct waiver
usual(void)
{
	return (struct waiver){.id = STR("W-1"),
	    .rule = STR("open-scope"),
	    .code = STR(SHA_A),
	    .owner = STR("ann"),
	    .approver = STR("bob"),
	    .from_us = 10 * DAY,
	    .until_us = 20 * DAY};
}

static struct finding
found(void)
{
	return (struct finding){
	    .rule = STR("open-scope"), .decision = DECISION_ESCALATE, .waivable = true};
}

enum { NOTHING, WAIVED, EXPIRED };

static int
tried(struct waiver *w, struct finding *f, const struct waiver_case *c)
{
	struct waivers list = {w, 1, 1};

	waivers_apply(&list, c, f, 1);
	if (f->waived)
		assert_ptr_equal(f->waiver, w);
	return f->waived ? WAIVED : f->waiver != NULL ? EXPIRED : NOTHING;
}

static void
a_waiver_holds_from_its_creation_to_its_expiry(void **state)
{
	static const struct {
		int64_t now;
		int result;
	} cases[] = {{0, NOTHING}, {-5, NOTHING}, {1, NOTHING}, {10 * DAY - 1, NOTHING},
	    {10 * DAY, WAIVED}, {20 * DAY - 1, WAIVED}, {20 * DAY, EXPIRED}, {900 * DAY, EXPIRED}};

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
		struct waiver_case c = {.now_us = cases[i].now, .code_sha256 = SHA_A};
		struct waiver w = usual();
		struct finding f = found();

		assert_int_equal(tried(&w, &f, &c), cases[i].result);
	}
}

static void
what_may_not_be_waived_is_not(void **state)
{
	struct waiver_case c = {.now_us = 15 * DAY, .code_sha256 = SHA_A};
	struct waiver w = usual();
	struct finding f = found();

	(void)state;
	f.waivable = false;
	assert_int_equal(tried(&w, &f, &c), NOTHING);
	f = found();
	f.evasion = true;
	assert_int_equal(tried(&w, &f, &c), NOTHING);
	f = found();
	f.rule = STR("open-scopes");
	assert_int_equal(tried(&w, &f, &c), NOTHING);
	f = found();
	c.code_sha256 = SHA_B;
	assert_int_equal(tried(&w, &f, &c), NOTHING);
	c.code_sha256 = NULL;
	assert_int_equal(tried(&w, &f, &c), NOTHING);
}

static void
who_approved_a_waiver_can_not_ask_for_the_run(void **state)
{
	struct waiver_case c = {.now_us = 15 * DAY, .code_sha256 = SHA_A};
	struct waiver w = usual();
	struct finding f = found();

	(void)state;
	c.requester = STR("bob");
	assert_int_equal(tried(&w, &f, &c), NOTHING);
	c.requester = STR("BOB");
	assert_int_equal(tried(&w, &f, &c), NOTHING);
	c.requester = STR("login:bob");
	assert_int_equal(tried(&w, &f, &c), NOTHING);
	c.requester = STR("ann");
	assert_int_equal(tried(&w, &f, &c), WAIVED);
}

static void
a_name_that_is_written_otherwise_is_nobody_else(void **state)
{
	static const struct {
		const char *a, *b;
		bool same;
	} cases[] = {
	    {"ann", "Ann", true},
	    {"ann", "login:ANN", true},
	    {"ann.lee", "ann_lee", true},
	    {"ann.lee", "annlee", true},
	    {"Ann Lee", "ann-lee.", true},
	    {"ann", "ann@example.org", true},
	    {"ann@a.example", "ann@b.example", true},
	    {"ann", "anna", false},
	    {"ann", "an", false},
	    {"ann1", "ann2", false},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
		struct str a = str_from(cases[i].a), b = str_from(cases[i].b);
		if (waiver_same_person(a, b) != cases[i].same ||
		    waiver_same_person(b, a) != cases[i].same)
			fail_msg("'%s' and '%s'", cases[i].a, cases[i].b);
	}
}

/* The trust file gives Bob's account to "b.miller"; what he asked for before is of a pseudonym. */
static void
one_person_under_two_names_approves_nothing_of_his_own(void **state)
{
	const struct waiver_person items[] = {{STR("b.miller"), STR("bob"), STR("Robert Miller")},
	    {STR("acc_17"), STR(""), STR("bob")}, {STR("ann"), STR("al"), STR("Ann Lee")}};
	const struct waiver_people people = {items, ARRAY_LENGTH(items)};
	struct waiver_case c = {
	    .now_us = 15 * DAY, .code_sha256 = SHA_A, .requester = STR("ann"), .people = &people};
	struct waiver w = usual();
	struct finding f = found();

	(void)state;
	assert_int_equal(tried(&w, &f, &c), WAIVED);
	f = found();
	static const char *const his[] = {"bob", "b.miller", "B_Miller", "Robert.Miller", "acc_17"};
	for (size_t i = 0; i < ARRAY_LENGTH(his); i++)
		for (size_t k = 0; k < 2; k++) {
			w.approver = str_from(his[i]);
			w.owner = STR("carl");
			c.requester = items[k].id;
			assert_int_equal(tried(&w, &f, &c), NOTHING);
			w.owner = items[k].id;
			c.requester = STR("ann");
			assert_int_equal(tried(&w, &f, &c), NOTHING);
			w.owner = STR("carl");
			assert_int_equal(tried(&w, &f, &c), WAIVED);
			f = found();
		}
}

static void
a_fingerprint_is_of_an_escalation_alone(void **state)
{
	struct waiver_case c = {.now_us = 15 * DAY, .code_sha256 = SHA_A};
	struct waiver w = usual();
	struct finding f = found();

	(void)state;
	w.code = STR("");
	w.fingerprint = STR(SHA_B);
	assert_int_equal(tried(&w, &f, &c), NOTHING);
	memcpy(f.fingerprint, SHA_B, sizeof(f.fingerprint));
	f.decision = DECISION_DENY;
	assert_int_equal(tried(&w, &f, &c), NOTHING);
	f.decision = DECISION_ESCALATE;
	assert_int_equal(tried(&w, &f, &c), WAIVED);
}

static void
a_path_is_of_a_file_that_has_one(void **state)
{
	struct waiver_case c = {.now_us = 15 * DAY, .code_sha256 = SHA_A};
	struct waiver w = usual();
	struct finding f = found();

	(void)state;
	w.code = STR("");
	assert_int_equal(tried(&w, &f, &c), NOTHING);
	w.path = STR("**");
	assert_int_equal(tried(&w, &f, &c), NOTHING);
	c.path = STR("a.py");
	assert_int_equal(tried(&w, &f, &c), WAIVED);
}

static void
one_that_holds_goes_before_one_that_does_not(void **state)
{
	struct waiver_case c = {.now_us = 15 * DAY, .code_sha256 = SHA_A};
	struct waiver both[] = {usual(), usual()};
	struct waivers list = {both, 2, 2};
	struct finding f = found();

	(void)state;
	both[0].until_us = 14 * DAY;
	waivers_apply(&list, &c, &f, 1);
	assert_true(f.waived);
	assert_ptr_equal(f.waiver, &both[1]);
}

static void
those_that_are_over_are_told_at_their_places(void **state)
{
	struct waiver all[] = {usual(), usual()};
	struct waivers list = {all, 2, 2};
	struct err_list errs = {.count = 0};

	(void)state;
	all[1].until_us = 12 * DAY;
	all[1].file = "w.yaml";
	all[1].line = 7;
	all[1].column = 5;
	assert_false(waivers_not_expired(&list, 15 * DAY, &errs));
	assert_int_equal(errs.count, 1);
	assert_string_equal(errs.items[0].message, "waiver 'W-1' has expired");
	assert_int_equal(errs.items[0].line, 7);
}

#define HEAD "apiVersion: sluice-waivers/v1\nwaivers:\n  - {id: W-1, rule: open-scope, "
#define REST                                                                                       \
	"reason: the file is ours, owner: ann, approver: bob, created: 2026-01-01, expires: "      \
	"2026-03-01}\n"

static void
each_mistake_is_told_at_its_place(void **state)
{
	static const struct {
		const char *text, *message;
		unsigned line, column;
	} cases[] = {
	    {HEAD "scope: {code: " SHA_A "}, " REST, NULL, 0, 0},
	    {HEAD "scope: {path: 'a/*.py'}, " REST, NULL, 0, 0},
	    {HEAD REST, "missing 'scope'", 3, 5},
	    {HEAD "scope: {}, " REST, "expected at least 1 key, found 0", 3, 40},
	    {HEAD "scope: {code: " SHA_A ", path: a}, " REST, "expected at most 1 key, found 2", 3,
		40},
	    {HEAD "scope: {code: zz}, " REST,
		"expected text that matches the pattern '^[0-9a-f]{64}$', found the string 'zz'", 3,
		47},
	    {HEAD "scope: {path: ''}, " REST, "expected at least 1 character, found 0", 3, 47},
	    {HEAD "scope: {path: ../a.py}, " REST, "'../a.py' is not a plain path", 3, 47},
	    {HEAD "scope: {path: a/../b.py}, " REST, "'a/../b.py' is not a plain path", 3, 47},
	    {HEAD "scope: {path: /a.py}, " REST, "'/a.py' is not a plain path", 3, 47},
	    {HEAD "scope: {path: ./a.py}, " REST, "'./a.py' is not a plain path", 3, 47},
	    {HEAD "scope: {path: 'a[b].py'}, " REST, "'a[b].py' is not a plain path", 3, 47},
	    {HEAD "scope: {path: a.py}, reason: the file is ours, owner: ann, approver: Ann, "
		  "created: 2026-01-01, expires: 2026-03-01}\n",
		"the owner of waiver 'W-1' also approves it", 3, 102},
	    {HEAD "scope: {path: a.py}, reason: the file is ours, owner: ann, approver: bob, "
		  "created: 2026-01-01}\n",
		"missing 'expires'", 3, 5},
	    {HEAD "scope: {path: a.py}, reason: the file is ours, owner: ann, approver: bob, "
		  "created: 2026-01-01, expires: 2026-02-30}\n",
		"'2026-02-30' is not a date or time", 3, 137},
	    {HEAD "scope: {path: a.py}, reason: the file is ours, owner: ann, approver: bob, "
		  "created: 2026-03-01, expires: 2026-03-01}\n",
		"waiver 'W-1' expires before it begins", 3, 137},
	    {HEAD "scope: {path: a.py}, reason: short, owner: ann, approver: bob, "
		  "created: 2026-01-01, expires: 2026-03-01}\n",
		"expected at least 10 characters, found 5", 3, 62},
	    {HEAD "scope: {path: a.py}, forever: true, " REST, "unknown key 'forever'", 3, 54},
	    {"waivers: []\n", "missing 'apiVersion'", 1, 1},
	    {"apiVersion: sluice-waivers/v1\nwaivers: []\n", NULL, 0, 0},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
		struct arena *a = arena_new(FIXTURE_ARENA);
		struct waivers w = {.count = 0};
		struct err_list errs = {.count = 0};
		bool good = waivers_read(a, str_from(cases[i].text), "w.yaml", &w, &errs);
		const struct err *e = &errs.items[0];

		if (good != (cases[i].message == NULL))
			fail_msg("case %zu: %s", i, e->message);
		if (!good &&
		    (e->line != cases[i].line || e->column != cases[i].column ||
			(cases[i].message[0] && strcmp(e->message, cases[i].message) != 0)))
			fail_msg("case %zu: %u:%u: %s", i, e->line, e->column, e->message);
		arena_free(a);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(globs_stay_below_their_folder),
	    cmocka_unit_test(no_path_takes_long),
	    cmocka_unit_test(a_waiver_holds_from_its_creation_to_its_expiry),
	    cmocka_unit_test(what_may_not_be_waived_is_not),
	    cmocka_unit_test(who_approved_a_waiver_can_not_ask_for_the_run),
	    cmocka_unit_test(a_name_that_is_written_otherwise_is_nobody_else),
	    cmocka_unit_test(one_person_under_two_names_approves_nothing_of_his_own),
	    cmocka_unit_test(a_fingerprint_is_of_an_escalation_alone),
	    cmocka_unit_test(a_path_is_of_a_file_that_has_one),
	    cmocka_unit_test(one_that_holds_goes_before_one_that_does_not),
	    cmocka_unit_test(those_that_are_over_are_told_at_their_places),
	    cmocka_unit_test(each_mistake_is_told_at_its_place),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
