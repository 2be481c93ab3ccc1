/* SPDX-License-Identifier: MIT */
/* What lets a box run: tried by asking, and (once) by running. */
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

#define TEXT(literal)                                                                              \
	{                                                                                          \
		literal, sizeof(literal) - 1                                                       \
	}

static const struct box_input INPUTS[] = {{TEXT("a.csv"), TEXT("1,2\n")}};
static const struct str REQUIRE[] = {TEXT("network_none")};

/* A box, a subject about it, and two people's votes on that. */
struct scene {
	struct arena *a;
	struct box_spec spec;
	struct str envelopes[2];
	struct evidence decided;
	char folder[64], trust[96];
	struct err err;
};

static struct box_spec
box(void)
{
	return (struct box_spec){.code = STR("print(6 * 7)\n"),
	    .inputs = INPUTS,
	    .input_count = 1,
	    .limits = {.wall_ms = 5000,
		.cpu_ms = 5000,
		.memory_bytes = (int64_t)256 << 20,
		.processes = 1,
		.open_files = 64,
		.file_bytes = 1 << 20,
		.disk_bytes = 4 << 20,
		.disk_inodes = 64,
		.output_bytes = 65536}};
}

static struct str
subject(struct scene *s, const char *verdict)
{
	struct str described;

	assert_true(box_describe(s->a, &s->spec, &described, &s->err));
	char *text =
	    arena_printf(s->a, "{\"box\":%.*s,\"verdict\":\"%s\"}", STR_ARG(described), verdict);
	assert_non_null(text);
	return str_from(text);
}

static struct secret_key *
person(struct scene *s, const char *id, struct buf *people)
{
	struct secret_key *k = key_new(&s->err);

	assert_non_null(k);
	buf_printf(
	    people, "  - id: %s\n    name: The person %s\n    keys:\n      - {public: \"", id, id);
	public_key_write(key_public(k), people);
	buf_text(people,
	    "\", from: 2020-01-01, until: 2099-01-01}\n    roles:\n"
	    "      - {role: approver, scope: \"*\", from: 2020-01-01, until: 2099-01-01}\n");
	return k;
}

static void
write_trust(struct scene *s, const struct buf *people)
{
	FILE *f;

	snprintf(s->folder, sizeof(s->folder), "/tmp/authority-XXXXXX");
	assert_non_null(mkdtemp(s->folder));
	snprintf(s->trust, sizeof(s->trust), "%s/trust.yaml", s->folder);
	f = fopen(s->trust, "w");
	assert_non_null(f);
	fprintf(f, "apiVersion: sluice/v1\npeople:\n%s", people->p);
	assert_int_equal(fclose(f), 0);
}

static void
vote_as(struct scene *s, size_t i, const char *id, const struct secret_key *k)
{
	const struct evidence *by = &s->decided;
	struct vote v = {.approval = STR("apr_1"),
	    .run = STR("run_1"),
	    .nonce = STR("nonce-1"),
	    .kind = STR("execute"),
	    .round = 1,
	    .voter = str_from(id),
	    .printed_name = str_from(arena_printf(s->a, "The person %s", id)),
	    .need = STR("approver"),
	    .decision = VOTE_APPROVE,
	    .meaning = STR("reviewed, and may run"),
	    .reason = STR("read line by line"),
	    .voted_us = by->decided_us - 1000000,
	    .expires_us = by->decided_us + 60000000};
	struct str statement;
	struct digest d;
	struct buf out;

	digest_of(s->spec.authority.subject, &d);
	digest_hex(&d, v.subject_sha256);
	digest_of(by->rule, &d);
	digest_hex(&d, v.rule_sha256);
	assert_true(vote_statement(s->a, &v, &statement, &s->err));
	buf_init(&out, ENVELOPE_BYTES_MAX);
	assert_true(envelope_sign(k, statement, &out, &s->err));
	assert_true(arena_copy(s->a, buf_view(&out), &s->envelopes[i]));
	buf_release(&out);
}

static void
write_rule(struct scene *s)
{
	const struct approval_need needs[] = {{STR("approver"), STR("approver"), STR("*"), 2}};
	const struct str authors[] = {STR("rita")};
	int64_t now = clock_utc_us();
	const struct approval_rule rule = {.approval = STR("apr_1"),
	    .run = STR("run_1"),
	    .kind = STR("execute"),
	    .nonce = STR("nonce-1"),
	    .requester = STR("rita"),
	    .scope = STR("data-analysis"),
	    .round = 1,
	    .reason_min = 10,
	    .opened_us = now - 10000000,
	    .remind_us = now,
	    .decide_by_us = now + 60000000,
	    .use_for_us = 60000000,
	    .authors = authors,
	    .author_count = 1,
	    .needs = needs,
	    .need_count = 1};

	s->decided.decided_us = now - 1000000;
	assert_true(approval_rule_write(s->a, &rule, &s->decided.rule, &s->err));
}

static int
set_up(void **state)
{
	struct scene *s = calloc(1, sizeof(*s));
	struct buf people;

	s->a = arena_new((size_t)64 << 20);
	s->spec = box();
	buf_init(&people, 1 << 16);
	struct secret_key *ann = person(s, "ann", &people), *bob = person(s, "bob", &people);
	write_trust(s, &people);
	buf_release(&people);
	s->spec.authority.kind = AUTHORITY_APPROVAL;
	s->spec.authority.approval = &s->decided;
	s->spec.authority.subject = subject(s, "escalate");
	write_rule(s);
	vote_as(s, 0, "ann", ann);
	vote_as(s, 1, "bob", bob);
	key_free(ann);
	key_free(bob);
	s->decided.envelopes = s->envelopes;
	s->decided.envelope_count = 2;
	s->spec.authority.trust = s->trust;
	*state = s;
	return 0;
}

static int
tear_down(void **state)
{
	struct scene *s = *state;

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

#define OTHER "nothing runs: the box differs from the one that was decided on"

static void
zero_is_refusal(void **state)
{
	struct scene *s = *state;

	s->spec.authority = (struct box_authority){.kind = AUTHORITY_NONE};
	refused(s, "nothing runs: neither the policy nor people allowed it");
}

static void
a_refused_box_never_starts(void **state)
{
	struct scene *s = *state;
	struct box_result r;

	s->spec.authority = (struct box_authority){.kind = AUTHORITY_NONE};
	assert_false(box_run(s->a, &s->spec, &r, &s->err));
	assert_int_equal(s->err.code, ERR_REFUSED);
	assert_int_equal(r.outcome, BOX_NEVER_STARTED);
	assert_string_equal(r.detail.p, "checking the authority");
}

static void
two_votes_for_these_very_bytes_let_it_run(void **state)
{
	struct scene *s = *state;

	if (!box_may_run(s->a, &s->spec, &s->err))
		fail_msg("%s", s->err.message);
}

static void
a_policys_word_is_not_enough_for_an_escalation(void **state)
{
	struct scene *s = *state;

	s->spec.authority.kind = AUTHORITY_POLICY;
	refused(s, "nothing runs: the subject has a different verdict");
}

static void
votes_are_no_way_round_the_policys_word(void **state)
{
	struct scene *s = *state;

	s->spec.authority.subject = subject(s, "deny");
	refused(s, "nothing runs: the subject has a different verdict");
}

static void
whatever_is_changed_after_the_votes_is_refused(void **state)
{
	static const struct box_input other[] = {{TEXT("a.csv"), TEXT("1,3\n")}};
	static const struct box_input renamed[] = {{TEXT("b.csv"), TEXT("1,2\n")}};
	struct scene *s = *state;
	const struct box_spec as_voted = s->spec;

	s->spec.code = STR("print(6 * 8)\n");
	refused(s, OTHER);
	s->spec = as_voted;
	s->spec.inputs = other;
	refused(s, OTHER);
	s->spec.inputs = renamed;
	refused(s, OTHER);
	s->spec = as_voted;
	s->spec.input_count = 0;
	refused(s, OTHER);
	s->spec = as_voted;
	s->spec.limits.wall_ms++;
	refused(s, OTHER);
	s->spec = as_voted;
	s->spec.limits.memory_bytes++;
	refused(s, OTHER);
	s->spec = as_voted;
	s->spec.packages = true;
	refused(s, OTHER);
	s->spec = as_voted;
	s->spec.result_apart = true;
	refused(s, OTHER);
	s->spec = as_voted;
	s->spec.facts = STR("import os\n");
	refused(s, OTHER);
	s->spec = as_voted;
	s->spec.require = REQUIRE;
	s->spec.require_count = 1;
	refused(s, OTHER);
	s->spec = as_voted;
	s->spec.backend = STR("oci");
	refused(s, OTHER);
}

static void
a_description_can_be_read_back(void **state)
{
	struct scene *s = *state;
	struct box_spec back;
	struct json_doc doc;
	struct str text;

	s->spec.backend = STR("oci");
	s->spec.packages = true;
	s->spec.require = REQUIRE;
	s->spec.require_count = 1;
	assert_true(box_describe(s->a, &s->spec, &text, &s->err));
	assert_true(json_parse(s->a, text, "box", &JSON_LIMITS, &doc, NULL, &s->err));
	assert_true(box_described(s->a, &doc, json_root(&doc), &back, &s->err));
	assert_memory_equal(&back.limits, &s->spec.limits, sizeof(back.limits));
	assert_true(str_is(back.backend, "oci"));
	assert_true(back.packages);
	assert_int_equal(back.require_count, 1);
	assert_true(str_eq(back.require[0], REQUIRE[0]));
	assert_int_equal(back.venv.n, 0);
	assert_true(json_parse(s->a, STR("{}"), "box", &JSON_LIMITS, &doc, NULL, &s->err));
	assert_false(box_described(s->a, &doc, json_root(&doc), &back, &s->err));
}

/* A subject that fits the changed box is another subject: the votes are not for it. */
static void
a_subject_that_was_made_to_fit_has_no_votes(void **state)
{
	struct scene *s = *state;

	s->spec.code = STR("print(6 * 8)\n");
	s->spec.authority.subject = subject(s, "escalate");
	assert_false(box_may_run(s->a, &s->spec, &s->err));
	assert_int_equal(s->err.code, ERR_REFUSED);
}

static void
every_byte_of_the_subject_counts(void **state)
{
	struct scene *s = *state;
	struct str whole = s->spec.authority.subject;

	for (size_t i = 0; i < whole.n; i++) {
		struct str bent;
		assert_true(arena_copy(s->a, whole, &bent));
		((char *)(uintptr_t)bent.p)[i] ^= 1;
		s->spec.authority.subject = bent;
		assert_false(box_may_run(s->a, &s->spec, &s->err));
	}
}

static void
one_vote_of_two_is_not_enough(void **state)
{
	struct scene *s = *state;

	s->decided.envelope_count = 1;
	assert_false(box_may_run(s->a, &s->spec, &s->err));
	assert_int_equal(s->err.code, ERR_REFUSED);
	s->envelopes[1] = s->envelopes[0];
	s->decided.envelope_count = 2;
	assert_false(box_may_run(s->a, &s->spec, &s->err));
}

static void
without_a_trust_file_nobody_counts(void **state)
{
	struct scene *s = *state;

	s->spec.authority.trust = NULL;
	refused(s, "nothing runs: there is no trust file to check the approval against");
	s->spec.authority.trust = "/nowhere/trust.yaml";
	assert_false(box_may_run(s->a, &s->spec, &s->err));
}

static void
an_approval_runs_out(void **state)
{
	struct scene *s = *state;

	s->decided.decided_us -= 3600000000;
	assert_false(box_may_run(s->a, &s->spec, &s->err));
	assert_int_equal(s->err.code, ERR_REFUSED);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test_setup_teardown(zero_is_refusal, set_up, tear_down),
	    cmocka_unit_test_setup_teardown(a_refused_box_never_starts, set_up, tear_down),
	    cmocka_unit_test_setup_teardown(
		two_votes_for_these_very_bytes_let_it_run, set_up, tear_down),
	    cmocka_unit_test_setup_teardown(
		a_policys_word_is_not_enough_for_an_escalation, set_up, tear_down),
	    cmocka_unit_test_setup_teardown(
		votes_are_no_way_round_the_policys_word, set_up, tear_down),
	    cmocka_unit_test_setup_teardown(
		whatever_is_changed_after_the_votes_is_refused, set_up, tear_down),
	    cmocka_unit_test_setup_teardown(a_description_can_be_read_back, set_up, tear_down),
	    cmocka_unit_test_setup_teardown(a_description_can_be_read_back, set_up, tear_down),
	    cmocka_unit_test_setup_teardown(
		a_subject_that_was_made_to_fit_has_no_votes, set_up, tear_down),
	    cmocka_unit_test_setup_teardown(every_byte_of_the_subject_counts, set_up, tear_down),
	    cmocka_unit_test_setup_teardown(one_vote_of_two_is_not_enough, set_up, tear_down),
	    cmocka_unit_test_setup_teardown(without_a_trust_file_nobody_counts, set_up, tear_down),
	    cmocka_unit_test_setup_teardown(an_approval_runs_out, set_up, tear_down),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
