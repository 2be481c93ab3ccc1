/* SPDX-License-Identifier: MIT */
/*
 * What the service's role can write, with all guards standing, and what comes of it: nothing is
 * erased by a row that nobody signed.
 */
#include "voters.h"

#include "acts.h"
#include "retention.h"

#include <stdio.h>

#define MANY_YEARS "300000000000000"

/* A row of `act` with these bytes as its envelope. */
static void
forge(const char *kind, const char *target, const char *by, struct str envelope)
{
	char id[STORE_ID_BYTES], sha256[DIGEST_HEX_BYTES];

	store_id("act", id);
	assert_done(
	    content_put_open(fixture.s, envelope, "application/vnd.dsse+json", sha256, err));
	fixture_sql(&fixture,
	    "INSERT INTO act (id, kind, target, by_id, keyid, envelope_sha256, made_us, stored_us) "
	    "VALUES ('%s', '%s', '%s', '%s', 'key', '%s', now_us(), now_us()) ON CONFLICT DO "
	    "NOTHING",
	    id, kind, target, by, sha256);
}

/* A content that a run which is over has put out, `long_ago` before. */
static void
output(const char *run, const char *text, const char *long_ago, char sha256[DIGEST_HEX_BYTES])
{
	fixture_content(&fixture, text, sha256);
	fixture_run(&fixture, run, "rae");
	fixture_forced(&fixture, "UPDATE run SET state = 'failed' WHERE id = '%s'", run);
	assert_done(content_use(fixture.s, run, CLASS_OUTPUT, sha256, err));
	fixture_forced(&fixture,
	    "UPDATE content SET made_us = made_us - %s WHERE sha256 = '%s'; UPDATE content_use SET "
	    "made_us = made_us - %s, floor_until_us = floor_until_us - %s WHERE sha256 = '%s'",
	    long_ago, sha256, long_ago, long_ago, sha256);
}

static void
is_there(const char *sha256)
{
	struct str out;

	assert_done(content_get(fixture.s, fixture.a, sha256, &out, err));
}

static void
sweeps_nothing(const char *words)
{
	struct sweep_report report;
	struct swept swept;

	assert_refused(retention_sweep(fixture.s, "jon", 100, &swept, err), words);
	assert_done(store_sweep(fixture.s, &report, err));
}

static void
place(const char *run, char id[STORE_ID_BYTES])
{
	struct legal_hold hold = {.matter = STR("case-7"), .run = str_from(run)};
	struct str terms;

	store_id("hld", id);
	assert_done(hold_terms(fixture.a, &hold, &terms, err));
	assert_done(holds_place(fixture.s, fixture.a,
	    acted(&voters, IDA, ACT_HOLD, id, arena_text(fixture.a, terms), "a court asks for it"),
	    &hold, err));
}

static void
lift_row(const char *id, const char *who)
{
	fixture_sql(&fixture,
	    "UPDATE legal_hold SET lifted_by = '%s', lifted_us = now_us(), lift_reason = 'the case "
	    "is closed' WHERE id = '%s'",
	    who, id);
}

static void
a_forged_lift_is_no_lift(void **state)
{
	char sha256[DIGEST_HEX_BYTES], id[STORE_ID_BYTES], other[STORE_ID_BYTES];
	struct swept swept;

	output("run_held", "a held output", MANY_YEARS, sha256);
	place("run_held", id);
	place("run_held", other);
	lift_row(id, "jon");
	lift_row(other, "jon");
	const char *words = arena_printf(
	    fixture.a, "nothing was erased: no valid act by a custodian lifts the hold '%s'", id);
	sweeps_nothing(words);
	/* Bytes of no act; one that is about another hold; by who placed it; by no custodian; for
	 * something else; with columns of somebody else. */
	forge("lift", id, "jon", STR("{}"));
	forge("lift", id, "jon", acted(&voters, JON, ACT_LIFT, other, NULL, "the case is closed"));
	forge("lift", id, "ida", acted(&voters, IDA, ACT_LIFT, id, NULL, "the case is closed"));
	forge("lift", id, "ann", acted(&voters, ANN, ACT_LIFT, id, NULL, "the case is closed"));
	forge("lift", id, "jon", acted(&voters, JON, ACT_HOLD, id, NULL, "the case is closed"));
	forge("lift", id, "jon", acted(&voters, IDA, ACT_LIFT, id, NULL, "the case is closed."));
	sweeps_nothing(words);
	is_there(sha256);
	/* A custodian may sign what the row says already. */
	assert_refused(holds_lift(fixture.s, fixture.a,
			   acted(&voters, IDA, ACT_LIFT, id, NULL, "the case is closed"), err),
	    "the person who placed a hold can't lift it");
	assert_done(holds_lift(fixture.s, fixture.a,
	    acted(&voters, JON, ACT_LIFT, id, NULL, "the case is closed"), err));
	assert_done(holds_lift(fixture.s, fixture.a,
	    acted(&voters, JON, ACT_LIFT, other, NULL, "the case is closed"), err));
	assert_done(retention_sweep(fixture.s, "jon", 100, &swept, err));
	assert_int_equal(swept.erased, 1);
	(void)state;
}

/* Two years old, and kept for seven until a row says that a day is enough. */
static void
a_forged_time_is_no_time(void **state)
{
	static const char two_years[] = "63072000000000";
	const struct retention_rule day = {.floor_us = 0, .keep_us = INT64_C(86400000000)};
	static const char words[] =
	    "nothing was erased: no valid act by a custodian sets how long 'output' is kept";
	char sha256[DIGEST_HEX_BYTES];
	struct swept swept;
	struct str terms;

	(void)state;
	output("run_young", "a young output", two_years, sha256);
	fixture_forced(&fixture, "UPDATE content_use SET floor_until_us = 0");
	assert_done(retention_sweep(fixture.s, "jon", 100, &swept, err));
	assert_int_equal(swept.erased, 0);
	fixture_sql(&fixture,
	    "UPDATE retention_class SET floor_us = 0, keep_us = 86400000000 WHERE name = 'output'");
	sweeps_nothing(words);
	assert_done(retention_terms(fixture.a, &day, &terms, err));
	const char *text = arena_text(fixture.a, terms);
	forge("retention", "output", "ida", STR("{}"));
	forge("retention", "output", "ann",
	    acted(&voters, ANN, ACT_RETENTION, "output", text, "a day is enough"));
	forge("retention", "output", "ida",
	    acted(&voters, IDA, ACT_RETENTION, "input", text, "a day is enough"));
	forge("retention", "output", "jon",
	    acted(&voters, IDA, ACT_RETENTION, "output", text, "a day is enough"));
	forge("retention", "output", "ida",
	    acted(&voters, IDA, ACT_RETENTION, "output", NULL, "as long as it was"));
	sweeps_nothing(words);
	is_there(sha256);
	assert_refused(
	    retention_set(fixture.s, fixture.a,
		acted(&voters, IDA, ACT_RETENTION, "output",
		    "{\"floor_us\":0,\"keep_us\":86400000000,\"more\":1,\"redact_us\":0}",
		    "a day is enough, we decided"),
		err),
	    "the act's terms: there is a member that has no meaning");
	assert_done(retention_set(fixture.s, fixture.a,
	    acted(&voters, IDA, ACT_RETENTION, "output", text, "a day is enough, we decided"),
	    err));
	assert_done(retention_sweep(fixture.s, "jon", 100, &swept, err));
	assert_int_equal(swept.erased, 1);
}

/* The row of an erasure that was begun: a worker that comes by would destroy the key. */
static void
an_erasure_that_a_row_begins_is_not_finished(void **state)
{
	static const char two_years[] = "63072000000000";
	char sha256[DIGEST_HEX_BYTES];
	struct sweep_report report;
	size_t finished;

	(void)state;
	output("run_begun", "an output of two years", two_years, sha256);
	fixture_forced(&fixture, "UPDATE content_use SET floor_until_us = 0");
	fixture_sql(&fixture,
	    "UPDATE retention_class SET floor_us = 0, keep_us = 86400000000 WHERE name = 'output'");
	fixture_sql(&fixture,
	    "INSERT INTO erasure (id, kind, sha256, class, key_id, actor, begun_us) SELECT "
	    "'ers_x', 'content', sha256, 'output', key_id, 'ida', now_us() FROM content WHERE "
	    "sha256 = '%s'",
	    sha256);
	assert_refused(erasures_finish(fixture.s, &finished, err),
	    "nothing was erased: no valid act by a custodian sets how long 'output' is kept");
	assert_done(store_sweep(fixture.s, &report, err));
	is_there(sha256);
}

/* -- redactions ------------------------------------------------------------------------------- */

static void
a_redaction_is_proposed_by_a_custodian(void **state)
{
	char sha256[DIGEST_HEX_BYTES], id[STORE_ID_BYTES];
	const struct redaction_wish wish = {.run = "run_old"};
	struct redaction d;
	struct str terms;

	(void)state;
	output("run_old", "an output", "0", sha256);
	store_id("rdc", id);
	assert_done(redaction_terms(fixture.a, &wish, &terms, err));
	const char *text = arena_text(fixture.a, terms);
	assert_refused(
	    redactions_propose(fixture.s, fixture.a,
		acted(&voters, ANN, ACT_REDACTION, id, text, "nothing of it stays"), &d, err),
	    "the act 'redaction' of 'ann': 'ann' does not hold the role 'custodian' for all "
	    "scopes");
	assert_refused(redactions_propose(fixture.s, fixture.a,
			   acted(&voters, IDA, ACT_REDACTION, id, text, "nothing"), &d, err),
	    "say why, in at least 10 characters");
	assert_refused(redactions_execute(fixture.s, fixture.a, "rdc_none", "ann", &d, err),
	    "'ann' does not hold the role 'custodian'");
}

/* All rows of a redaction that two people are said to have decided, and no vote. */
static void
a_redaction_that_rows_decide_erases_nothing(void **state)
{
	char sha256[DIGEST_HEX_BYTES], subject[DIGEST_HEX_BYTES];
	struct sweep_report report;
	struct redaction d;
	size_t finished;
	struct err why = {0};

	(void)state;
	output("run_old", "an output", "0", sha256);
	const struct approval_need need = {STR("redactor"), STR("redactor"), STR("*"), 2};
	struct str rule;
	char rule_sha256[DIGEST_HEX_BYTES];
	int64_t now = store_now_us(fixture.s);
	const struct approval_rule asked = {.approval = STR("apr_x"),
	    .run = STR("run_old"),
	    .kind = STR("redaction"),
	    .nonce = STR("nonce-x"),
	    .requester = STR("rae"),
	    .scope = STR("*"),
	    .ticket = STR(""),
	    .round = 1,
	    .opened_us = now,
	    .remind_us = now + 1000000,
	    .decide_by_us = now + 3600000000,
	    .use_for_us = 3600000000,
	    .needs = &need,
	    .need_count = 1};
	assert_done(approval_rule_write(fixture.a, &asked, &rule, err));
	digest_hex_of(rule, rule_sha256);
	assert_done(content_put_open(fixture.s,
	    str_from(arena_printf(fixture.a,
		"{\"contents\":[\"%s\"],\"redaction\":\"rdc_x\",\"run\":\"run_old\",\"v\":1,"
		"\"words\":[]}",
		sha256)),
	    "application/json", subject, err));
	fixture_forced(&fixture,
	    "INSERT INTO approval (id, run_id, requester_id, kind, round, nonce, rule, rule_sha256,"
	    " subject_sha256, scope, solo, state, opened_us, remind_us, decide_by_us, use_for_us, "
	    "decided_us, use_until_us, consumed_us, consumed_token) VALUES ('apr_x', 'run_old', "
	    "'rae', 'redaction', 1, 'nonce-x', '%s', '%s', '%s', '*', 0, 'consumed', %lld, %lld, "
	    "%lld, 3600000000, %lld, %lld, %lld, 0); INSERT INTO redaction (id, run_id, "
	    "approval_id, subject_sha256, asked_by, asked_us, begun_us) VALUES ('rdc_x', "
	    "'run_old', 'apr_x', '%s', 'ida', %lld, %lld); INSERT INTO redaction_item "
	    "(redaction_id, kind, sha256) VALUES ('rdc_x', 'content', '%s')",
	    arena_text(fixture.a, rule), rule_sha256, subject, (long long)now, (long long)now + 1,
	    (long long)now + 3600000000, (long long)now, (long long)now + 3600000000,
	    (long long)now, subject, (long long)now, (long long)now, sha256);
	fixture_sql(&fixture,
	    "INSERT INTO erasure (id, kind, sha256, class, key_id, redaction_id, actor, begun_us) "
	    "SELECT 'ers_x', 'content', sha256, 'output', key_id, 'rdc_x', 'ida', now_us() FROM "
	    "content WHERE sha256 = '%s'",
	    sha256);
	assert_false(erasures_finish(fixture.s, &finished, &why));
	assert_int_equal(why.code, ERR_REFUSED);
	assert_non_null(
	    strstr(why.message, "nothing was erased: the redaction 'rdc_x': the votes for the"));
	assert_false(redactions_execute(fixture.s, fixture.a, "rdc_x", "ida", &d, &why));
	assert_done(store_sweep(fixture.s, &report, err));
	is_there(sha256);
}

/* -- what is said about an approval ------------------------------------------------------------ */

static void
resolve_row(const char *comment, const char *who)
{
	fixture_sql(&fixture,
	    "UPDATE approval_comment SET resolved_us = now_us(), resolved_by = '%s' WHERE id = "
	    "'%s'",
	    who, comment);
}

static void
a_comment_that_a_row_resolves_stands(void **state)
{
	struct voters *v = *state;
	enum approval_state now;
	struct waiting w, other;
	struct job job;

	waiting_new(v, &other, 1);
	waiting_new(v, &w, 1);
	assert_done(commented(v, BOB, w.approval,
	    &(struct comment_words){.body = STR("where does 7 come from?"), .must_resolve = true},
	    err));
	assert_done(commented(v, BOB, other.approval,
	    &(struct comment_words){.body = STR("and where this?"), .must_resolve = true}, err));
	waiting_reload(v, &w);
	waiting_reload(v, &other);
	const char *comment = w.stored.comments[0].id;
	resolve_row(comment, "bob");
	forge("resolve", comment, "bob", STR("{}"));
	forge("resolve", comment, "rae", acted(v, RAE, ACT_RESOLVE, comment, NULL, ""));
	forge("resolve", comment, "bob", acted(v, RAE, ACT_RESOLVE, comment, NULL, "so"));
	forge("resolve", comment, "bob",
	    acted(v, BOB, ACT_RESOLVE, other.stored.comments[0].id, NULL, ""));
	assert_int_equal(must_cast(v, &w, ANN, VOTE_APPROVE), APPROVAL_PENDING);
	assert_done(
	    approvals_decide(fixture.s, fixture.a, &v->trust, w.approval, "cyd", &now, err));
	assert_int_equal(now, APPROVAL_PENDING);
	/* The database says that it is decided: it is not used either. */
	fixture_forced(&fixture,
	    "UPDATE approval SET state = 'approved', decided_us = now_us(), use_until_us = "
	    "now_us() + use_for_us WHERE id = '%s'; UPDATE run SET state = 'approved' WHERE id = "
	    "'%s'; INSERT INTO job (id, run_id, state, priority, due_us, deadline_us) VALUES "
	    "('job_x', '%s', 'ready', 1, 0, 9000000000000000)",
	    w.approval, w.run, w.run);
	claim(v, &w, &job);
	assert_refused(approvals_consume(fixture.s, &job, w.approval, w.subject, err),
	    "1 comments or vetoes against the approval are not settled by a valid act");
	assert_done(
	    approvals_resolve(fixture.s, acted(v, BOB, ACT_RESOLVE, comment, NULL, ""), err));
	assert_done(approvals_consume(fixture.s, &job, w.approval, w.subject, err));
}

static void
a_veto_that_a_row_withdraws_stands(void **state)
{
	struct voters *v = *state;
	enum approval_state now;
	struct waiting w;

	waiting_new(v, &w, 1);
	must_cast(v, &w, ANN, VOTE_REQUEST_CHANGES);
	waiting_reload(v, &w);
	assert_done(approvals_resolve(
	    fixture.s, acted(v, ANN, ACT_RESOLVE, w.stored.comments[0].id, NULL, ""), err));
	fixture_sql(
	    &fixture, "UPDATE approval_vote SET withdrawn_us = now_us() WHERE voter_id = 'ann'");
	fixture_sql(&fixture, "UPDATE approval SET state = 'pending' WHERE id = '%s'", w.approval);
	forge("withdraw_vote", w.approval, "ann", STR("{}"));
	forge("withdraw_vote", w.approval, "ann",
	    acted(v, BOB, ACT_WITHDRAW_VOTE, w.approval, NULL, "she agrees"));
	forge("withdraw_vote", w.approval, "bob",
	    acted(v, BOB, ACT_WITHDRAW_VOTE, w.approval, NULL, "we agree"));
	assert_int_equal(must_cast(v, &w, BOB, VOTE_APPROVE), APPROVAL_PENDING);
	assert_done(
	    approvals_decide(fixture.s, fixture.a, &v->trust, w.approval, "cyd", &now, err));
	assert_int_equal(now, APPROVAL_PENDING);
}

static void
what_is_said_is_what_was_signed(void **state)
{
	struct voters *v = *state;
	const struct comment_words words = {.id = "cmt_1", .body = STR("a word")};
	struct str terms, envelope;
	struct waiting w, other;

	waiting_new(v, &w, 2);
	waiting_new(v, &other, 2);
	assert_done(comment_terms(fixture.a, &words, &terms, err));
	envelope = acted(v, ANN, ACT_COMMENT, w.approval, arena_text(fixture.a, terms), "");
	assert_refused(approvals_comment(fixture.s, envelope, STR("another word"), err),
	    "the signature is for another comment");
	assert_done(approvals_comment(fixture.s, envelope, STR("a word"), err));
	assert_done(approvals_comment(fixture.s, envelope, STR("a word"), err));
	waiting_reload(v, &w);
	assert_int_equal(w.stored.comment_count, 1);
	assert_str_equal(w.stored.comments[0].author, "ann");
	/* An act of another kind, by another person, about another approval. */
	assert_refused(approvals_withdraw(
			   fixture.s, acted(v, RAE, ACT_REVOKE, w.approval, NULL, "no more"), err),
	    "the act is a 'revoke', not a 'withdraw'");
	assert_refused(approvals_withdraw(fixture.s,
			   acted(v, ANN, ACT_WITHDRAW, w.approval, NULL, "no more"), err),
	    "only its requester, 'rae', can withdraw it");
	envelope = acted(v, RAE, ACT_WITHDRAW, other.approval, NULL, "no more");
	assert_done(approvals_withdraw(fixture.s, envelope, err));
	assert_refused(approvals_withdraw(fixture.s, envelope, err),
	    "the approval is not open: it is withdrawn");
	assert_int_equal(run_state_now(v, w.run), STATE_AWAITING_APPROVAL);
	must_cast(v, &w, ANN, VOTE_APPROVE);
	must_cast(v, &w, BOB, VOTE_APPROVE);
	assert_refused(approvals_revoke(
			   fixture.s, acted(v, CYD, ACT_REVOKE, w.approval, NULL, "no more"), err),
	    "'cyd' neither voted for it nor holds the role 'operator'");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, voters_set_up, voters_tear_down)

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    TEST(a_forged_lift_is_no_lift),
	    TEST(a_forged_time_is_no_time),
	    TEST(an_erasure_that_a_row_begins_is_not_finished),
	    TEST(a_redaction_is_proposed_by_a_custodian),
	    TEST(a_redaction_that_rows_decide_erases_nothing),
	    TEST(a_comment_that_a_row_resolves_stands),
	    TEST(a_veto_that_a_row_withdraws_stands),
	    TEST(what_is_said_is_what_was_signed),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
