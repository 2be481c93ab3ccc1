/* SPDX-License-Identifier: MIT */
/* Signed acts in the store: how they come in, what they move, and what a row without a signature
 * does not. */
#include "voters.h"

#include "acts.h"

#include <stdio.h>

static struct str
wish(struct voters *v, enum store_mode mode, int person)
{
	return acted(v, person, store_mode_act(mode), "store", NULL, "a reason of some length");
}

static bool
turn(struct voters *v, enum store_mode mode, int person, bool *done, struct err *err)
{
	return store_mode_set(fixture.s, fixture.a, mode, wish(v, mode, person), done, err);
}

static enum store_mode
mode_now(void)
{
	enum store_mode mode;

	assert_done(store_mode_get(fixture.s, &mode, err));
	return mode;
}

/* -- the switch ------------------------------------------------------------------------------ */

static void
one_operator_halts_and_two_go_on(void **state)
{
	struct voters *v = *state;
	bool done;

	assert_int_equal(mode_now(), STORE_RUN);
	assert_refused(turn(v, STORE_HALT, ANN, &done, err),
	    "the act 'halt' of 'ann': 'ann' does not hold the role 'operator' for all scopes");
	assert_refused(store_mode_set(fixture.s, fixture.a, STORE_HALT,
			   acted(v, OPA, ACT_HALT, "store", NULL, "why not"), &done, err),
	    "say why, in at least 10 characters");
	assert_done(turn(v, STORE_DRAIN, OPA, &done, err));
	assert_true(done);
	assert_done(turn(v, STORE_RUN, OPA, &done, err));
	assert_true(done);
	assert_int_equal(mode_now(), STORE_RUN);
	assert_done(turn(v, STORE_HALT, OPA, &done, err));
	assert_int_equal(mode_now(), STORE_HALT);
	for (size_t i = 0; i < 2; i++) {
		assert_done(turn(v, STORE_RUN, OPA, &done, err));
		assert_false(done);
		assert_int_equal(mode_now(), STORE_HALT);
	}
	assert_done(turn(v, STORE_DRAIN, OPB, &done, err));
	assert_false(done);
	assert_done(turn(v, STORE_RUN, OPB, &done, err));
	assert_true(done);
	assert_int_equal(mode_now(), STORE_RUN);
}

static void
a_wish_from_before_a_halt_does_not_count_behind_it(void **state)
{
	struct voters *v = *state;
	bool done;

	assert_done(turn(v, STORE_HALT, OPA, &done, err));
	assert_done(turn(v, STORE_RUN, OPA, &done, err));
	assert_done(turn(v, STORE_RUN, OPB, &done, err));
	assert_true(done);
	assert_done(turn(v, STORE_HALT, OPB, &done, err));
	assert_done(turn(v, STORE_RUN, OPB, &done, err));
	assert_false(done);
	assert_int_equal(mode_now(), STORE_HALT);
}

/* -- how acts come in ------------------------------------------------------------------------ */

static void
the_same_envelope_is_one_act(void **state)
{
	struct voters *v = *state;
	struct str halt = wish(v, STORE_HALT, OPA), a = wish(v, STORE_RUN, OPA);
	bool done;

	assert_done(store_mode_set(fixture.s, fixture.a, STORE_HALT, halt, &done, err));
	a = wish(v, STORE_RUN, OPA);
	for (int i = 0; i < 3; i++) {
		assert_done(store_mode_set(fixture.s, fixture.a, STORE_RUN, a, &done, err));
		assert_false(done);
	}
	assert_int_equal(fixture_number(&fixture, "SELECT count(*) FROM act"), 2);
	assert_done(turn(v, STORE_RUN, OPB, &done, err));
	assert_true(done);
	/* The halt of before is known: said again, it stops nothing. */
	assert_done(store_mode_set(fixture.s, fixture.a, STORE_HALT, halt, &done, err));
	assert_int_equal(mode_now(), STORE_RUN);
	assert_int_equal(fixture_number(&fixture,
			     "SELECT (SELECT count(*) FROM ledger_event WHERE type = 'act.made') + "
			     "(SELECT count(*) FROM ledger_pending WHERE type = 'act.made')"),
	    3);
}

static struct str
bent(struct voters *v, void (*bend)(struct act *act), int signer)
{
	struct act act = {.kind = ACT_RESUME,
	    .by = STR("opa"),
	    .printed_name = STR("Opa Example"),
	    .target = STR("store"),
	    .terms = STR("{}"),
	    .reason = STR("a reason of some length"),
	    .nonce = STR("n"),
	    .made_us = store_now_us(fixture.s)};
	struct str text, envelope = STR("");
	struct buf out;

	assert_done(ledger_origin(fixture.s->db, fixture.a, &act.store, err));
	bend(&act);
	assert_done(act_sign_text(fixture.a, &act, &text, err));
	buf_init(&out, ENVELOPE_BYTES_MAX);
	assert_done(envelope_sign(v->secrets[signer], text, &out, err));
	assert_true(arena_copy(fixture.a, buf_view(&out), &envelope));
	buf_release(&out);
	return envelope;
}

static void
old(struct act *act)
{
	act->made_us -= ACT_FRESH_US + 1000000;
}

static void
early(struct act *act)
{
	act->made_us += ACT_FRESH_US + 10000000;
}

static void
elsewhere(struct act *act)
{
	act->store = STR("example.org/staging");
}

static void
renamed(struct act *act)
{
	act->printed_name = STR("Opal Example");
}

static void
another_meaning(struct act *act)
{
	act->meaning = STR("nothing happens");
}

static void
another_kind(struct act *act)
{
	act->kind = ACT_HALT;
}

static void
as_it_is(struct act *act)
{
	(void)act;
}

static void
an_act_that_does_not_fit_does_not_come_in(void **state)
{
	static const struct {
		void (*bend)(struct act *act);
		int signer;
		const char *words;
	} cases[] = {
	    {old, OPA, "the act's time is"},
	    {early, OPA, "it was made in the future"},
	    {elsewhere, OPA, "it is for another store, 'example.org/staging'"},
	    {renamed, OPA, "the printed name differs from the one in the trust file"},
	    {another_meaning, OPA, "the signature's meaning is not that of 'resume'"},
	    {another_kind, OPA, "the act is a 'halt', not a 'resume'"},
	    {as_it_is, OPB, "the key of 'opb' signed it"},
	    {as_it_is, ANN, "the key of 'ann' signed it"},
	};
	struct voters *v = *state;
	bool done;

	assert_done(turn(v, STORE_HALT, OPA, &done, err));
	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
		struct err why = {0};
		assert_false(store_mode_set(fixture.s, fixture.a, STORE_RUN,
		    bent(v, cases[i].bend, cases[i].signer), &done, &why));
		if (!strstr(why.message, cases[i].words))
			fail_msg("'%s' and not '%s'", why.message, cases[i].words);
		assert_int_equal(why.code, ERR_REFUSED);
	}
	assert_int_equal(fixture_number(&fixture, "SELECT count(*) FROM act"), 1);
	store_believe(fixture.s, NULL);
	assert_refused(turn(v, STORE_RUN, OPA, &done, err),
	    "there is no trust file, so nobody can sign acts here");
}

/* -- forged rows, by the service's role and past all guards ------------------------------------ */

/* A row of `act` with these bytes as its envelope. */
static void
forge(const char *kind, const char *by, struct str envelope)
{
	char id[STORE_ID_BYTES], sha256[DIGEST_HEX_BYTES];

	store_id("act", id);
	assert_done(
	    content_put_open(fixture.s, envelope, "application/vnd.dsse+json", sha256, err));
	fixture_sql(&fixture,
	    "INSERT INTO act (id, kind, target, by_id, keyid, envelope_sha256, made_us, stored_us) "
	    "VALUES ('%s', '%s', 'store', '%s', 'key', '%s', now_us(), now_us()) ON CONFLICT DO "
	    "NOTHING",
	    id, kind, by, sha256);
}

static void
note(const char *mode)
{
	fixture_sql(&fixture, "UPDATE meta SET value = '%s' WHERE name = 'mode'", mode);
}

static void
nothing_goes_on(struct voters *v)
{
	static const char words[] = "the store was halted, and no valid act resumes it";
	struct stored_run run;
	struct job job;
	bool fresh;

	assert_int_equal(mode_now(), STORE_HALT);
	assert_refused(queue_claim(fixture.s, "wrk_one", &job, err), words);
	const struct run_submission submission = {.requester = "rae",
	    .title = STR("a run"),
	    .policy = STR("data-analysis"),
	    .task_sha256 = v->keys[0].id,
	    .time_us = 1000000};
	assert_refused(
	    runs_submit(fixture.s, fixture.a, &submission, &run, NULL, &fresh, err), words);
}

/* Each forgery has two rows, as a resumption has two operators. */
static void
a_halt_is_not_lifted_by_rows(void **state)
{
	struct voters *v = *state;
	struct str halt = wish(v, STORE_HALT, OPA);
	bool done;

	assert_done(store_mode_set(fixture.s, fixture.a, STORE_HALT, halt, &done, err));
	/* Bytes of no act; the halt's own envelope with other columns; a resumption by people who
	 * are no operators; one operator twice; acts for another store. */
	forge("resume", "opa", STR("{}"));
	forge("resume", "opb", STR("{\"a\":1}"));
	forge("resume", "opa", halt);
	forge("resume", "ann", acted(v, ANN, ACT_RESUME, "store", NULL, "let it go on, now"));
	forge("resume", "bob", acted(v, BOB, ACT_RESUME, "store", NULL, "let it go on, now"));
	forge("resume", "opa", acted(v, OPA, ACT_RESUME, "store", NULL, "let it go on, now"));
	forge("resume", "opb", acted(v, OPA, ACT_RESUME, "store", NULL, "let it go on, again"));
	forge("resume", "opb", bent(v, elsewhere, OPA));
	forge("resume", "opb", acted(v, OPB, ACT_DRAIN, "store", NULL, "drained, not resumed"));
	forge("resume", "opb", bent(v, old, OPA));
	note("run");
	nothing_goes_on(v);
}

static void
one_signed_wish_and_a_forged_one_are_one(void **state)
{
	struct voters *v = *state;
	bool done;

	assert_done(turn(v, STORE_HALT, OPA, &done, err));
	assert_done(turn(v, STORE_RUN, OPA, &done, err));
	forge("resume", "opb", STR("{}"));
	note("run");
	nothing_goes_on(v);
	assert_done(turn(v, STORE_RUN, OPB, &done, err));
	assert_true(done);
	assert_int_equal(mode_now(), STORE_RUN);
}

static void
a_halt_that_nobody_signed_is_believed_and_takes_two_to_end(void **state)
{
	struct voters *v = *state;
	bool done;

	note("halt");
	assert_int_equal(mode_now(), STORE_HALT);
	assert_done(turn(v, STORE_RUN, OPA, &done, err));
	assert_false(done);
	assert_int_equal(mode_now(), STORE_HALT);
	assert_done(turn(v, STORE_RUN, OPB, &done, err));
	assert_true(done);
	forge("halt", "opa", STR("{}"));
	assert_int_equal(mode_now(), STORE_HALT);
}

static void
what_is_noted_is_asked_by_who_holds_a_run(void **state)
{
	struct voters *v = *state;
	struct job job;
	bool done;

	leased_new(v, &job);
	assert_done(queue_look(fixture.s, &job, err));
	assert_false(job.halted);
	assert_done(turn(v, STORE_HALT, OPA, &done, err));
	forge("resume", "opa", STR("{}"));
	forge("resume", "opb", STR("{\"a\":1}"));
	note("run");
	assert_done(queue_look(fixture.s, &job, err));
	assert_true(job.halted);
	job.halted = false;
	assert_done(queue_renew(fixture.s, &job, err));
	assert_true(job.halted);
}

static void
a_revoked_key_resumes_nothing(void **state)
{
	struct voters *v = *state;
	bool done;

	assert_done(turn(v, STORE_HALT, OPA, &done, err));
	assert_done(turn(v, STORE_RUN, OPA, &done, err));
	assert_done(turn(v, STORE_RUN, OPB, &done, err));
	assert_int_equal(mode_now(), STORE_RUN);
	v->keys[OPB].revoked_us = store_now_us(fixture.s);
	fixture.s->walked.known = false;
	nothing_goes_on(v);
	store_believe(fixture.s, NULL);
	assert_int_equal(mode_now(), STORE_HALT);
}

static void
an_act_stays_as_it_was_stored(void **state)
{
	struct voters *v = *state;
	bool done;

	assert_done(turn(v, STORE_HALT, OPA, &done, err));
	static const char *const tries[] = {"DELETE FROM act", "UPDATE act SET kind = 'resume'",
	    "UPDATE act SET made_us = made_us - 1", "UPDATE act SET target = 'other'",
	    "UPDATE content SET bytes = NULL WHERE sha256 = (SELECT envelope_sha256 FROM act)",
	    "DELETE FROM content WHERE sha256 = (SELECT envelope_sha256 FROM act)",
	    "UPDATE meta SET value = 'run' WHERE name = 'mode'",
	    "UPDATE meta SET value = 'drain' WHERE name = 'mode'",
	    "DELETE FROM meta WHERE name = 'mode'",
	    "INSERT INTO act (id, kind, target, by_id, keyid, envelope_sha256, made_us, stored_us) "
	    "SELECT 'a', 'resume', 'store', 'opb', 'k', sha256, now_us() - 400000000, now_us() "
	    "FROM content LIMIT 1",
	    "INSERT INTO act (id, kind, target, by_id, keyid, envelope_sha256, made_us, stored_us) "
	    "SELECT 'a', 'resume', 'store', 'opb', 'k', sha256, now_us(), now_us() - 90000000 "
	    "FROM content LIMIT 1"};
	for (size_t i = 0; i < ARRAY_LENGTH(tries); i++) {
		struct err why = {0};
		if (db_change(fixture.s->db, tries[i], NULL, 0, NULL, &why))
			fail_msg("%s", tries[i]);
		assert_int_equal(why.code, ERR_REFUSED);
	}
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, voters_set_up, voters_tear_down)

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    TEST(one_operator_halts_and_two_go_on),
	    TEST(a_wish_from_before_a_halt_does_not_count_behind_it),
	    TEST(the_same_envelope_is_one_act),
	    TEST(an_act_that_does_not_fit_does_not_come_in),
	    TEST(a_halt_is_not_lifted_by_rows),
	    TEST(one_signed_wish_and_a_forged_one_are_one),
	    TEST(a_halt_that_nobody_signed_is_believed_and_takes_two_to_end),
	    TEST(what_is_noted_is_asked_by_who_holds_a_run),
	    TEST(a_revoked_key_resumes_nothing),
	    TEST(an_act_stays_as_it_was_stored),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
