/* SPDX-License-Identifier: MIT */
/* A receipt of a verdict that rests on a wall of the box holds only where the sandbox showed it. */
#include "receipt_scene.h"

#define OWED                                                                                       \
	"\"obligations\":[{\"column\":1,\"line\":2,\"rule\":\"r\",\"wall\":\"files\","             \
	"\"what\":\"w\"}],"
#define HELD(outcome, guarantee, state)                                                            \
	"{\"execution\":{\"outcome\":\"" outcome                                                   \
	"\",\"exit_code\":0,\"guarantees\":[{\"guarantee\":\"" guarantee "\",\"state\":\"" state   \
	"\",\"by\":\"us\",\"bound\":0}]},\"output\":{\"framing\":\"json\",\"channel\":\"stdout\"}" \
	",\"validation\":{\"verdict\":\"valid\"}}"

static const char unheld[] = "the verdict rests on 'files', which the sandbox did not enforce";
static const char foreign[] =
    "the decision covers obligations, or a version of them, from elsewhere";

static const struct {
	int version;
	const char *owed, *record;
	const char *words; /* NULL: it holds */
} cases[] = {
    {1, "", HELD("ok", "seccomp", "enforced"), NULL},
    {3, OWED, HELD("ok", "files", "enforced"), NULL},
    {3, OWED, HELD("ok", "files", "partial"), unheld},
    {3, OWED, HELD("ok", "files", "absent"), unheld},
    {3, OWED, HELD("ok", "seccomp", "enforced"), unheld},
    {3, "", HELD("ok", "files", "enforced"), foreign},
    {3, "\"obligations\":[],", HELD("ok", "files", "enforced"), foreign},
    {3, "\"obligations\":{\"wall\":\"files\"},", HELD("ok", "files", "enforced"), foreign},
    {2, OWED, HELD("ok", "files", "enforced"), foreign},
    {1, OWED, HELD("ok", "files", "enforced"), foreign},
    {3, "\"obligations\":[{}],", HELD("ok", "files", "enforced"), "the verdict rests on ''"},
};

static void
a_wall_that_was_not_shown_holds_nothing(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
		struct receipt_finding found[RECEIPT_FINDINGS_MAX];
		const struct receipt_finding *first = NULL;
		struct err err = {0};
		struct scene s;
		size_t count;

		scene_begin(&s);
		s.version = cases[i].version;
		s.owed = cases[i].owed;
		s.record = cases[i].record;
		bool good = receipt_verify(s.a, scene_receipt(&s), &s.trust, found, &count, &err);
		for (size_t k = 0; !first && k < count; k++)
			first = found[k].good ? NULL : &found[k];
		if (good != !cases[i].words)
			fail_msg("case %zu: %s", i, good ? "it holds" : first->detail.p);
		if (first && (strcmp(first->what, "contents") != 0 ||
				 !str_starts(first->detail, str_from(cases[i].words))))
			fail_msg("case %zu: %s: %.*s", i, first->what, STR_ARG(first->detail));
		arena_free(s.a);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(a_wall_that_was_not_shown_holds_nothing),
	};

	if (!scene_keys_make())
		return 1;
	int failed = cmocka_run_group_tests(tests, NULL, NULL);
	scene_keys_free();
	return failed;
}
