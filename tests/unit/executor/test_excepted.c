/* SPDX-License-Identifier: MIT */
/* A box that runs by the policy's word and an exception: what people signed, and for this finding. */
#include "executor.h"
#include "clock.h"
#include "trust.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define DAY_US (INT64_C(86400) * 1000000)
#define PRINT "5f1e5f1e5f1e5f1e5f1e5f1e5f1e5f1e5f1e5f1e5f1e5f1e5f1e5f1e5f1e5f1e"
#define FINDING(standing, rule, print)                                                             \
	"[{\"decision\":\"escalate\",\"fingerprint\":\"" print "\",\"rule\":\"" rule "\"" standing \
	"}]"
#define WAIVED ",\"waived\":true,\"waiver\":\"exc_1\""

struct scene {
	struct arena *a;
	struct box_spec spec;
	struct waiver terms;
	struct evidence grant;
	struct str envelope;
	struct secret_key *bob;
	const char *requester;
	char folder[64], trust[96];
	struct err err;
};

static void
sign(struct scene *s)
{
	const struct approval_need needs[] = {{STR("peer"), STR("approver"), STR("*"), 1}};
	const struct str authors[] = {STR("ann"), STR("rita")};
	int64_t now = clock_utc_us();
	const struct approval_rule rule = {.approval = STR("apr_1"),
	    .run = STR("run_1"),
	    .kind = STR("exception"),
	    .nonce = STR("nonce-1"),
	    .requester = STR("rita"),
	    .scope = s->terms.policy,
	    .round = 1,
	    .reason_min = 10,
	    .opened_us = now - 10000000,
	    .remind_us = now,
	    .decide_by_us = now + 60000000,
	    .use_for_us = 60000000,
	    .authors = authors,
	    .author_count = 2,
	    .needs = needs,
	    .need_count = 1};
	struct vote v = {.approval = rule.approval,
	    .run = rule.run,
	    .nonce = rule.nonce,
	    .kind = rule.kind,
	    .round = 1,
	    .voter = STR("bob"),
	    .printed_name = STR("Bob"),
	    .need = STR("peer"),
	    .decision = VOTE_APPROVE,
	    .meaning = STR("it may pass"),
	    .reason = STR("read line by line"),
	    .voted_us = now - 2000000,
	    .expires_us = now + 60000000};
	struct str statement;
	struct buf out;

	assert_true(exception_write(s->a, &s->terms, &s->grant.subject, &s->err));
	assert_true(approval_rule_write(s->a, &rule, &s->grant.rule, &s->err));
	digest_hex_of(s->grant.subject, v.subject_sha256);
	digest_hex_of(s->grant.rule, v.rule_sha256);
	assert_true(vote_statement(s->a, &v, &statement, &s->err));
	buf_init(&out, ENVELOPE_BYTES_MAX);
	assert_true(envelope_sign(s->bob, statement, &out, &s->err));
	assert_true(arena_copy(s->a, buf_view(&out), &s->envelope));
	buf_release(&out);
	s->grant.envelopes = &s->envelope;
	s->grant.envelope_count = 1;
	s->grant.decided_us = now - 1000000;
}

static void
decide(struct scene *s, const char *policy, const char *findings)
{
	struct box_authority *by = &s->spec.authority;
	char sha256[DIGEST_HEX_BYTES];
	struct str box;

	assert_true(box_describe(s->a, &s->spec, &box, &s->err));
	digest_hex_of(str_from(findings), sha256);
	by->subject = str_from(arena_printf(s->a,
	    "{\"box\":%.*s,\"exceptions\":[\"exc_1\"],\"findings\":\"%s\",\"policy\":{\"id\":"
	    "\"%s\"},\"requester\":\"%s\",\"verdict\":\"allow\"}",
	    STR_ARG(box), sha256, policy, s->requester));
	by->findings = str_from(findings);
}

static int
set_up(void **state)
{
	struct scene *s = calloc(1, sizeof(*s));
	struct buf key;
	FILE *f;

	s->requester = "rita";
	s->a = arena_new((size_t)64 << 20);
	s->bob = key_new(&s->err);
	assert_non_null(s->bob);
	buf_init(&key, 256);
	public_key_write(key_public(s->bob), &key);
	snprintf(s->folder, sizeof(s->folder), "/tmp/excepted-XXXXXX");
	assert_non_null(mkdtemp(s->folder));
	snprintf(s->trust, sizeof(s->trust), "%s/trust.yaml", s->folder);
	f = fopen(s->trust, "w");
	assert_non_null(f);
	fprintf(f,
	    "apiVersion: sluice/v1\npeople:\n  - id: bob\n    name: Bob\n    keys:\n"
	    "      - {public: \"%s\", from: 2020-01-01, until: 2099-01-01}\n    roles:\n"
	    "      - {role: approver, scope: data, from: 2020-01-01, until: 2099-01-01}\n",
	    key.p);
	assert_int_equal(fclose(f), 0);
	buf_release(&key);
	s->terms = (struct waiver){.id = STR("exc_1"),
	    .rule = STR("import.escalated"),
	    .policy = STR("data"),
	    .fingerprint = STR(PRINT),
	    .owner = STR("bob"),
	    .proposed_by = STR("ann"),
	    .reason = STR("the monthly totals need a table in memory"),
	    .from_us = clock_utc_us() - DAY_US,
	    .until_us = clock_utc_us() + DAY_US,
	    .max_uses = 5};
	s->spec = (struct box_spec){.code = STR("print(6 * 7)\n"),
	    .limits = {5000, 5000, 256 << 20, 1, 64, 1 << 20, 4 << 20, 64, 65536, 0, 0, 0, 0}};
	s->spec.authority = (struct box_authority){.kind = AUTHORITY_POLICY,
	    .exceptions = &s->grant,
	    .exception_count = 1,
	    .trust = s->trust};
	sign(s);
	decide(s, "data", FINDING(WAIVED, "import.escalated", PRINT));
	*state = s;
	return 0;
}

static int
tear_down(void **state)
{
	struct scene *s = *state;

	key_free(s->bob);
	unlink(s->trust);
	rmdir(s->folder);
	arena_free(s->a);
	free(s);
	return 0;
}

static void
refused(struct scene *s, const char *words)
{
	assert_false(box_may_run(s->a, &s->spec, &s->err));
	assert_int_equal(s->err.code, ERR_REFUSED);
	assert_string_equal(s->err.message, words);
}

static void
what_was_signed_for_this_finding_lets_it_run(void **state)
{
	struct scene *s = *state;

	if (!box_may_run(s->a, &s->spec, &s->err))
		fail_msg("%s", s->err.message);
}

static void
an_exception_that_nobody_shows_is_none(void **state)
{
	struct scene *s = *state;

	s->spec.authority.exception_count = 0;
	refused(s, "nothing runs: an exception has no proof");
	s->spec.authority.exception_count = 1;
	s->grant.envelope_count = 0;
	refused(s, "nothing runs: the exception 'exc_1': the need 'peer' has 0 of 1 approvals");
	s->grant.envelope_count = 1;
	s->spec.authority.trust = NULL;
	refused(s, "nothing runs: there is no trust file to check the exception against");
}

static void
it_is_for_one_finding_of_one_policy(void **state)
{
	static const char *const others[] = {FINDING(WAIVED, "call.escalated", PRINT),
	    FINDING(WAIVED, "import.escalated", "0000"), FINDING("", "import.escalated", PRINT)};
	struct scene *s = *state;

	for (size_t i = 0; i < ARRAY_LENGTH(others); i++) {
		decide(s, "data", others[i]);
		refused(s, "nothing runs: an exception does not cover its finding");
	}
	decide(s, "other", FINDING(WAIVED, "import.escalated", PRINT));
	refused(s, "nothing runs: an exception does not cover its finding");
	decide(s, "data", "[]");
	s->spec.authority.findings = STR(FINDING(WAIVED, "import.escalated", PRINT));
	refused(s, "nothing runs: the findings differ from those of the subject");
}

static void
who_granted_it_asks_for_nothing_by_it(void **state)
{
	struct scene *s = *state;

	s->requester = "Bob";
	decide(s, "data", FINDING(WAIVED, "import.escalated", PRINT));
	refused(s, "nothing runs: an exception does not cover its finding");
}

static void
it_is_for_a_time_and_the_scope_of_who_granted_it(void **state)
{
	struct scene *s = *state;

	s->terms.until_us = clock_utc_us() - 1000000;
	sign(s);
	refused(s, "nothing runs: an exception is not in force now");
	s->terms.until_us = clock_utc_us() + DAY_US;
	s->terms.policy = STR("*");
	sign(s);
	assert_false(box_may_run(s->a, &s->spec, &s->err));
	assert_true(str_ends(
	    str_from(s->err.message), STR("'bob' does not hold the role 'approver' for '*'")));
}

static void
who_proposed_it_is_no_other(void **state)
{
	struct scene *s = *state;

	s->terms.proposed_by = STR("carl");
	sign(s);
	refused(s,
	    "nothing runs: the exception 'exc_1': the person who proposed it could have granted it alone");
}

int
main(void)
{
#define CASE(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)
	const struct CMUnitTest tests[] = {
	    CASE(what_was_signed_for_this_finding_lets_it_run),
	    CASE(an_exception_that_nobody_shows_is_none),
	    CASE(it_is_for_one_finding_of_one_policy),
	    CASE(who_granted_it_asks_for_nothing_by_it),
	    CASE(it_is_for_a_time_and_the_scope_of_who_granted_it),
	    CASE(who_proposed_it_is_no_other),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
