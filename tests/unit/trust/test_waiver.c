/* SPDX-License-Identifier: MIT */
/* The one form of an entry: what people sign is written in one way, and read in no other. */
#include "test.h"

#include "trust.h"

#define PRINT "f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1"
#define TEXT(policy, more)                                                                          \
	"{\"created\":\"2026-01-01T00:00:00.000000Z\",\"expires\":\"2026-02-01T00:00:00.000000Z\"," \
	"\"id\":\"exc_1\",\"owner\":\"bob\"," policy                                                \
	"\"proposed_by\":\"ann\",\"reason\":\"the monthly totals need a table in memory\","         \
	"\"rule\":\"import.escalated\",\"scope\":{\"fingerprint\":\"" PRINT "\"}" more "}"
#define USUAL TEXT("\"policy\":\"data\",", ",\"uses\":5")

static void
what_is_signed_has_one_form(void **state)
{
	static const struct {
		const char *text;
		bool good;
	} cases[] = {
	    {USUAL, true},
	    {TEXT("\"policy\":\"*\",", ",\"ticket\":\"T-7\",\"uses\":5"), true},
	    {"", false},
	    {" " USUAL, false},
	    {USUAL "," USUAL, false}, /* two entries */
	    {USUAL "],\"waivers\":[" USUAL, false},
	    {TEXT("", ",\"uses\":5"), false}, /* no policy, no uses, none at all */
	    {TEXT("\"policy\":\"data\",", ""), false},
	    {TEXT("\"policy\":\"data\",", ",\"uses\":0"), false},
	    {TEXT("\"policy\":\"data\",", ",\"uses\":1000001"), false},
	    {TEXT("\"policy\":\"data\",", ",\"uses\":5,\"v\":1"), false},
	    {"{\"approver\":\"bob\"," /* it says who approves it */
	     "\"created\":\"2026-01-01T00:00:00.000000Z\",\"expires\":\"2026-02-01T00:00:00.000000Z\","
	     "\"id\":\"exc_1\",\"owner\":\"carl\",\"policy\":\"data\",\"proposed_by\":\"ann\","
	     "\"reason\":\"the monthly totals need a table in memory\",\"rule\":\"import.escalated\","
	     "\"scope\":{\"fingerprint\":\"" PRINT "\"},\"uses\":5}",
		false},
	    {"{\"created\":\"2026-01-01\"," /* the same moment, said otherwise */
	     "\"expires\":\"2026-02-01T00:00:00.000000Z\","
	     "\"id\":\"exc_1\",\"owner\":\"bob\",\"policy\":\"data\",\"proposed_by\":\"ann\","
	     "\"reason\":\"the monthly totals need a table in memory\",\"rule\":\"import.escalated\","
	     "\"scope\":{\"fingerprint\":\"" PRINT "\"},\"uses\":5}",
		false},
	    {"{\"created\":\"2026-01-01T00:00:00.000000Z\",\"expires\":\"2026-02-01T00:00:00.000000Z\","
	     "\"id\":\"exc_1\",\"owner\":\"bob\",\"policy\":\"data\",\"proposed_by\":\"ann\","
	     "\"reason\":\"the monthly totals need a table in memory\",\"rule\":\"import.escalated\","
	     "\"scope\":{\"path\":\"**\"},\"uses\":5}",
		false},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
		struct arena *a = arena_new((size_t)16 << 20);
		struct waiver w;
		struct str again;
		struct err err;

		if (exception_read(a, str_from(cases[i].text), &w, &err) != cases[i].good)
			fail_msg("case %zu: %s", i, cases[i].good ? err.message : "it is read");
		if (cases[i].good) {
			assert_int_equal(w.max_uses, 5);
			assert_int_equal(w.approver.n, 0);
			assert_true(exception_write(a, &w, &again, &err));
			assert_true(str_is(again, cases[i].text));
		}
		arena_free(a);
	}
}

static void
an_entry_is_approved_by_a_name_or_by_signatures(void **state)
{
	static const struct {
		const char *more, *message;
	} cases[] = {
	    {"approver: bob", NULL},
	    {"evidence: '{}'", NULL},
	    {"ticket: T-7", "waiver 'W-1' has neither 'approver' nor 'evidence'"},
	    {"approver: bob, evidence: '{}'", "waiver 'W-1' has both 'approver' and 'evidence'"},
	    {"approver: bob, proposed_by: carl",
		"waiver 'W-1' has 'proposed_by' without 'evidence'"},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
		struct arena *a = arena_new((size_t)16 << 20);
		struct err_list errs = {.count = 0};
		struct waivers w = {.count = 0};
		const char *text = arena_printf(a,
		    "apiVersion: sluice-waivers/v1\nwaivers:\n  - {id: W-1, rule: r, scope: {path: a.py}, "
		    "reason: the file is ours, owner: ann, created: 2026-01-01, expires: 2026-03-01, %s}\n",
		    cases[i].more);

		assert_int_equal(
		    waivers_read(a, str_from(text), "w.yaml", &w, &errs), cases[i].message == NULL);
		if (cases[i].message != NULL) {
			assert_string_equal(errs.items[0].message, cases[i].message);
			assert_int_equal(errs.items[0].line, 3);
		}
		arena_free(a);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(what_is_signed_has_one_form),
	    cmocka_unit_test(an_entry_is_approved_by_a_name_or_by_signatures),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
