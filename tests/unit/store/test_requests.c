/* SPDX-License-Identifier: MIT */
/* Who asked for a run is whoever signed that: what rows say besides is refused, or has no effect. */
#include "voters.h"

#include "acts.h"

#include <inttypes.h>
#include <stdio.h>

#define POLICY STR("data-analysis")

static char task[DIGEST_HEX_BYTES], other_task[DIGEST_HEX_BYTES];

static int
set_up(void **state)
{
	(void)voters_set_up(state);
	fixture_content(&fixture, "{}", task);
	fixture_content(&fixture, "{\"other\":1}", other_task);
	return 0;
}

static struct str
request(int person, const char *run, const char *about)
{
	struct str terms;

	assert_done(request_terms(fixture.a, about, &terms, err));
	return acted(&voters, person, ACT_REQUEST, run, arena_text(fixture.a, terms), "");
}

static bool
submit(const char *who, struct str envelope, char run[STORE_ID_BYTES], struct err *err)
{
	const struct run_submission asked = {.requester = who,
	    .title = STR("a run"),
	    .policy = POLICY,
	    .task_sha256 = task,
	    .time_us = 1000000,
	    .request = envelope};
	struct stored_run stored;
	bool fresh;

	if (!runs_submit(fixture.s, fixture.a, &asked, &stored, NULL, &fresh, err))
		return false;
	snprintf(run, STORE_ID_BYTES, "%s", stored.id);
	return true;
}

/* A run that rae has signed for. */
static void
asked_by_rae(char run[STORE_ID_BYTES])
{
	char id[STORE_ID_BYTES];

	store_id("run", id);
	assert_done(submit("rae", request(RAE, id, task), run, err));
	assert_string_equal(run, id);
}

static void
is_raes(const char *run)
{
	struct run_asked asked;

	assert_done(runs_asked(fixture.s, fixture.a, run, POLICY, &asked, err));
	assert_true(asked.is_signed);
	assert_string_equal(asked.requester, "rae");
	assert_string_equal(asked.keyid, voters.keys[RAE].id);
	assert_int_equal(strlen(asked.request_sha256), DIGEST_HEX_BYTES - 1);
	assert_str_equal(asked.name, "Rae Example");
}

static void
is_refused(const char *run, const char *words)
{
	struct run_asked asked;
	struct err err = {0};

	assert_false(runs_asked(fixture.s, fixture.a, run, POLICY, &asked, &err));
	assert_int_equal(err.code, ERR_REFUSED);
	if (!strstr(err.message, words))
		fail_msg("'%s' and not '%s'", err.message, words);
}

/* As the act says it, where it is one. */
static int64_t
made_us(struct str envelope)
{
	struct envelope e;
	struct act act;
	struct err ignored;

	return envelope_read(fixture.a, envelope, &e, &ignored) &&
		       act_read(fixture.a, e.payload, &act, &ignored)
		   ? act.made_us
		   : store_now_us(fixture.s);
}

static void
forge(const char *target, const char *by, struct str envelope)
{
	char id[STORE_ID_BYTES], sha256[DIGEST_HEX_BYTES];

	store_id("act", id);
	assert_done(
	    content_put_open(fixture.s, envelope, "application/vnd.dsse+json", sha256, err));
	fixture_sql(&fixture,
	    "INSERT INTO act (id, kind, target, by_id, keyid, envelope_sha256, made_us, stored_us) "
	    "VALUES ('%s', 'request', '%s', '%s', 'key', '%s', %" PRId64 ", now_us())",
	    id, target, by, sha256, made_us(envelope));
}

static void
a_request_comes_in_with_its_run(void **state)
{
	char run[STORE_ID_BYTES], id[STORE_ID_BYTES];

	(void)state;
	asked_by_rae(run);
	is_raes(run);
	assert_int_equal(
	    fixture_number(&fixture, "SELECT count(*) FROM act WHERE kind = 'request'"), 1);
	store_id("run", id);
	assert_refused(submit("rae", request(RAE, id, other_task), run, err),
	    "the request is for another task");
	assert_refused(
	    submit("rae", request(BOB, id, task), run, err), "the request is signed by 'bob'");
	assert_refused(
	    submit("rae", request(RAE, "run_1", task), run, err), "'run_1' is not a run's id");
	assert_refused(submit("rae", acted(&voters, RAE, ACT_CANCEL, id, NULL, ""), run, err),
	    "the act is a 'cancel', not a 'request'");
	assert_int_equal(fixture_number(&fixture, "SELECT count(*) FROM run"), 1);
	/* The same bytes again ask for nothing more. */
	store_id("run", id);
	struct str once = request(RAE, id, task);
	assert_done(submit("rae", once, run, err));
	(void)submit("rae", once, run, &(struct err){0});
	assert_int_equal(fixture_number(&fixture, "SELECT count(*) FROM run"), 2);
}

static void
the_trust_file_says_who_may_ask(void **state)
{
	char run[STORE_ID_BYTES], open[STORE_ID_BYTES], id[STORE_ID_BYTES];
	struct run_asked asked;

	(void)state;
	assert_done(submit("rae", STR(""), open, err));
	assert_done(runs_asked(fixture.s, fixture.a, open, POLICY, &asked, err));
	assert_false(asked.is_signed);
	assert_string_equal(asked.requester, "rae");
	voters.trust.requests_signed = true;
	assert_refused(submit("rae", STR(""), run, err),
	    "the request is not signed, and the trust file requires a signature");
	is_refused(open, "the request is not signed");
	asked_by_rae(run);
	is_raes(run);
	voters.trust.requests_signed = false;
	voters.roles[RAE].role = STR("requester");
	voters.roles[RAE].scope = STR("data-analysis");
	assert_refused(submit("rae", STR(""), id, err),
	    "the request is not signed, and the trust file restricts who may ask for runs");
	is_raes(run);
	store_id("run", id);
	assert_refused(submit("bob", request(BOB, id, task), id, err),
	    "'bob' may not ask for runs under the policy 'data-analysis'");
	voters.roles[RAE].scope = STR("other");
	is_refused(run, "'rae' may not ask for runs under the policy 'data-analysis'");
}

static void
a_row_that_was_changed_is_refused(void **state)
{
	char run[STORE_ID_BYTES];

	(void)state;
	asked_by_rae(run);
	fixture_forced(&fixture, "UPDATE run SET requester_id = 'ann' WHERE id = '%s'", run);
	is_refused(run, "the run names 'ann' as its requester, but 'rae' signed the request");
	fixture_forced(&fixture, "UPDATE run SET requester_id = 'rae' WHERE id = '%s'", run);
	is_raes(run);
	fixture_forced(
	    &fixture, "UPDATE run SET task_sha256 = '%s' WHERE id = '%s'", other_task, run);
	is_refused(run, "the run's request is for another task");
}

static void
a_request_of_a_revoked_key_counts_no_longer(void **state)
{
	char run[STORE_ID_BYTES];

	(void)state;
	asked_by_rae(run);
	voters.keys[RAE].revoked_us = store_now_us(fixture.s);
	is_refused(run, "its key has been revoked since");
	voters.keys[RAE].revoked_us = 0;
	voters.trust.count = RAE; /* the file names her no longer */
	is_refused(run, "belongs to no one in the trust file");
	voters.trust.count = PEOPLE;
}

static void
a_request_is_for_one_run(void **state)
{
	char run[STORE_ID_BYTES], second[STORE_ID_BYTES];
	struct str envelope;
	struct str sha256;

	(void)state;
	asked_by_rae(run);
	assert_done(submit("rae", STR(""), second, err));
	assert_done(db_one(
	    fixture.s->db, fixture.a, "SELECT envelope_sha256 FROM act", NULL, 0, &sha256, err));
	assert_done(
	    content_get(fixture.s, fixture.a, arena_text(fixture.a, sha256), &envelope, err));
	/* Its row points at the second run. */
	fixture_forced(&fixture, "UPDATE act SET target = '%s'", second);
	is_refused(second, "its row differs from what was signed");
	fixture_forced(&fixture, "UPDATE act SET target = '%s'", run);
	is_raes(run);
	/* The same act in another writing, so that it is another content. */
	forge(second, "rae",
	    (struct str){arena_printf(fixture.a, "%.*s ", STR_ARG(envelope)), envelope.n + 1});
	is_refused(second, "the run's request is not valid");
}

static void
what_stands_beside_a_request_changes_nothing(void **state)
{
	char run[STORE_ID_BYTES], open[STORE_ID_BYTES];

	(void)state;
	asked_by_rae(run);
	forge(run, "rae", STR("{}"));
	forge(run, "bob", request(BOB, run, task));
	forge(run, "rae", request(RAE, run, other_task));
	is_raes(run);
	/* Where nobody asked by a signature, a row that pretends to one is no request of anybody. */
	assert_done(submit("rae", STR(""), open, err));
	forge(open, "rae", STR("{} "));
	is_refused(open, "the run's request is not valid");
	assert_done(submit("rae", STR(""), open, err));
	forge(open, "bob", request(BOB, open, task));
	is_refused(open, "the run names 'rae' as its requester, but 'bob' signed the request");
}

static void
name_bob(struct voters *v, const char *run)
{
	fixture_sql(v->f,
	    "INSERT INTO run_author (run_id, revision, principal_id) VALUES ('%s', 1, 'bob')", run);
}

static void
a_forged_author_keeps_his_vote(void **state)
{
	struct waiting w;

	(void)state;
	voters.generated = name_bob;
	waiting_new(&voters, &w, 1);
	assert_int_equal(w.stored.asked.author_count, 1);
	assert_int_equal(must_cast(&voters, &w, BOB, VOTE_APPROVE), APPROVAL_APPROVED);
}

static void
who_signed_the_request_does_not_vote(void **state)
{
	struct waiting w;

	(void)state;
	waiting_new(&voters, &w, 1);
	/* Bob signed for this very run, whatever its row says. */
	forge(w.run, "bob", request(BOB, w.run, task));
	assert_refused(cast_vote(&voters, &w, BOB, VOTE_APPROVE, err),
	    "the run names 'rae' as its requester, but 'bob' signed the request");
	assert_refused(cast_vote(&voters, &w, ANN, VOTE_APPROVE, err),
	    "the run names 'rae' as its requester, but 'bob' signed the request");
	voters.trust.requests_signed = true;
	assert_done(approvals_get(fixture.s, fixture.a, w.approval, &w.stored, err));
	assert_int_equal(w.stored.state, APPROVAL_PENDING);
}

static void
nobody_votes_on_what_nobody_signed_where_that_is_asked(void **state)
{
	struct waiting w;

	(void)state;
	waiting_new(&voters, &w, 1);
	voters.trust.requests_signed = true;
	assert_refused(cast_vote(&voters, &w, ANN, VOTE_APPROVE, err),
	    "the request is not signed, and the trust file requires a signature");
	voters.trust.requests_signed = false;
	assert_int_equal(must_cast(&voters, &w, ANN, VOTE_APPROVE), APPROVAL_APPROVED);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, voters_tear_down)

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    TEST(a_request_comes_in_with_its_run),
	    TEST(the_trust_file_says_who_may_ask),
	    TEST(a_row_that_was_changed_is_refused),
	    TEST(a_request_of_a_revoked_key_counts_no_longer),
	    TEST(a_request_is_for_one_run),
	    TEST(what_stands_beside_a_request_changes_nothing),
	    TEST(a_forged_author_keeps_his_vote),
	    TEST(who_signed_the_request_does_not_vote),
	    TEST(nobody_votes_on_what_nobody_signed_where_that_is_asked),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
