/* SPDX-License-Identifier: MIT */
/* What the interface refuses, whoever asks, and by which words. */
#include "voters.h"
#include "queue.h"

#include <stdio.h>

static struct waiting waiting, other;

static int
set_up(void **state)
{
	(void)voters_set_up(state);
	waiting_new(&voters, &waiting, 2);
	waiting_new(&voters, &other, 2);
	return 0;
}

static void
other_subject(struct vote *v)
{
	memcpy(v->subject_sha256, other.subject, sizeof(v->subject_sha256));
}

static void
other_rule(struct vote *v)
{
	memcpy(v->rule_sha256, other.stored.rule_sha256, sizeof(v->rule_sha256));
}

static void
other_run(struct vote *v)
{
	v->run = other.stored.asked.run;
}

static void
other_round(struct vote *v)
{
	v->round = 2;
}

static void
other_nonce(struct vote *v)
{
	v->nonce = other.stored.asked.nonce;
}

static void
other_kind(struct vote *v)
{
	v->kind = STR("release_output");
}

static void
other_name(struct vote *v)
{
	v->printed_name = STR("Ann");
}

static void
other_voter(struct vote *v)
{
	v->voter = STR("bob");
}

static void
other_need(struct vote *v)
{
	v->need = STR("control");
}

static void
in_the_future(struct vote *v)
{
	v->voted_us += 120 * INT64_C(1000000);
}

static void
long_ago(struct vote *v)
{
	v->voted_us -= 120 * INT64_C(1000000);
}

static void
over(struct vote *v)
{
	v->expires_us = v->voted_us;
}

static void
without_words(struct vote *v)
{
	v->reason = STR("ok");
}

static void
with_one_letter(struct vote *v)
{
	v->reason = STR("............");
}

static void
for_cyd(struct vote *v)
{
	v->on_behalf = STR("cyd");
}

static void
for_himself(struct vote *v)
{
	v->on_behalf = STR("ann");
}

static void
for_the_requester(struct vote *v)
{
	v->on_behalf = STR("rae");
}

static void
for_a_stranger(struct vote *v)
{
	v->on_behalf = STR("zoe");
}

static const struct {
	int person;
	void (*change)(struct vote *v);
	const char *words;
} BALLOTS[] = {
    {RAE, NULL, "the vote of 'rae': 'rae' asked for this run"},
    {AUT, NULL, "the vote of 'aut': 'aut' is an author of this code"},
    {DAN, NULL, "the vote of 'dan': 'dan' does not hold the role 'approver' for 'data-analysis'"},
    {OPA, NULL, "the vote of 'opa': 'opa' does not hold the role 'approver' for 'data-analysis'"},
    {GUS, NULL, "the vote of 'gus': 'gus' does not hold the role 'approver' for 'data-analysis'"},
    {ANN, other_subject, "the vote of 'ann': it is for another subject"},
    {ANN, other_rule, "the vote of 'ann': it was cast under another rule"},
    {ANN, other_run, "the vote of 'ann': it is for another run"},
    {ANN, other_round, "the vote of 'ann': it is for another round"},
    {ANN, other_nonce, "the vote of 'ann': its nonce is another approval's"},
    {ANN, other_kind, "the vote of 'ann': it is for another kind of approval"},
    {ANN, other_name, "the vote of 'ann': the printed name differs from the one in the trust file"},
    {ANN, other_voter, "the vote of 'bob': the key of 'ann' signed it"},
    {ANN, other_need, "the vote of 'ann': the rule has no need 'control'"},
    {ANN, in_the_future, "the vote of 'ann': it was cast in the future"},
    {ANN, long_ago, "the vote of 'ann': it was cast before the approval opened"},
    {ANN, over, "the vote of 'ann': it has expired"},
    {ANN, without_words, "the vote of 'ann': the reason has 2 characters; the rule requires 10"},
    {ANN, with_one_letter, "the vote of 'ann': the reason repeats one character"},
    {ANN, for_cyd, "the vote of 'ann': 'cyd' has not delegated the role 'approver' to 'ann'"},
    {ANN, for_himself, "the vote of 'ann': a person can't vote on their own behalf"},
    {ANN, for_the_requester,
	"the vote of 'ann': 'rae' has not delegated the role 'approver' to 'ann'"},
    {ANN, for_a_stranger, "the vote of 'ann': 'zoe' is not in the trust file"},
};

static void
no_such_ballot_is_stored(void **state)
{
	struct voters *v = *state;

	for (size_t i = 0; i < ARRAY_LENGTH(BALLOTS); i++) {
		struct str envelope =
		    ballot(v, &waiting, BALLOTS[i].person, VOTE_APPROVE, BALLOTS[i].change);
		enum approval_state now;
		struct err err = {0};
		assert_false(approvals_vote(fixture.s, fixture.a, &v->trust, envelope, &now, &err));
		assert_string_equal(err.message, BALLOTS[i].words);
		assert_int_equal(err.code, ERR_REFUSED);
		assert_int_equal(now, APPROVAL_NONE);
	}
	assert_int_equal(fixture_number(&fixture, "SELECT count(*) FROM approval_vote"), 0);
	assert_int_equal(run_state_now(v, waiting.run), STATE_AWAITING_APPROVAL);
	assert_int_equal(fixture_number(&fixture,
			     "SELECT count(*) FROM run_step WHERE note LIKE 'refused: a vote: %'"),
	    ARRAY_LENGTH(BALLOTS));
}

static bool
vote_with(struct voters *v, struct str envelope, struct err *err)
{
	enum approval_state now;

	return approvals_vote(fixture.s, fixture.a, &v->trust, envelope, &now, err);
}

static void
nobody_votes_twice(void **state)
{
	struct voters *v = *state;
	int64_t later = store_now_us(fixture.s) + INT64_C(1000000000);

	assert_done(
	    delegations_add(fixture.s, &v->trust, fixture.a, delegated(v, CYD, ANN, later), err));
	must_cast(v, &waiting, ANN, VOTE_APPROVE);
	assert_refused(
	    cast_vote(v, &waiting, ANN, VOTE_APPROVE, err), "this person has already voted");
	assert_refused(vote_with(v, ballot(v, &waiting, ANN, VOTE_APPROVE, for_cyd), err),
	    "this person has already voted");
	assert_done(vote_with(v, ballot(v, &other, ANN, VOTE_APPROVE, for_cyd), err));
	assert_refused(
	    cast_vote(v, &other, CYD, VOTE_APPROVE, err), "this person has already voted");
	assert_refused(
	    cast_vote(v, &other, ANN, VOTE_APPROVE, err), "this person has already voted");
}

static void
an_envelope_that_was_touched_does_not_hold(void **state)
{
	struct voters *v = *state;
	struct str good = ballot(v, &waiting, ANN, VOTE_APPROVE, NULL);
	struct str cut = str_slice(good, 0, good.n - 1);
	size_t at = str_find(good, STR("\"sig\":\""), 0);
	char *bent = arena_text(fixture.a, good);
	struct err why = {0};

	assert_true(at < good.n);
	bent[at + 12] = bent[at + 12] == 'A' ? 'B' : 'A';
	assert_refused(vote_with(v, str_from(bent), err), "the signature does not hold");
	assert_false(vote_with(v, cut, &why));
	assert_false(vote_with(v, STR("{}"), &why));
	assert_false(vote_with(v, STR(""), &why));
	assert_int_equal(fixture_number(&fixture, "SELECT count(*) FROM approval_vote"), 0);
}

static void
a_key_that_is_revoked_or_unknown_decides_nothing(void **state)
{
	struct voters *v = *state;
	struct err why = {0};

	struct str envelope = ballot(v, &waiting, ANN, VOTE_APPROVE, NULL);
	v->keys[ANN].revoked_us = store_now_us(fixture.s) - 1000000;
	assert_false(vote_with(v, envelope, &why));
	assert_int_equal(why.code, ERR_REFUSED);
	v->keys[ANN].revoked_us = 0;
	must_cast(v, &waiting, ANN, VOTE_APPROVE);
	v->keys[ANN].revoked_us = store_now_us(fixture.s);
	assert_int_equal(must_cast(v, &waiting, BOB, VOTE_APPROVE), APPROVAL_PENDING);
	v->trust.count = 0;
	why = (struct err){0};
	assert_false(cast_vote(v, &waiting, CYD, VOTE_APPROVE, &why) != APPROVAL_NONE);
	v->trust.count = PEOPLE;
	assert_int_equal(run_state_now(v, waiting.run), STATE_AWAITING_APPROVAL);
}

static void
what_is_decided_takes_no_votes(void **state)
{
	struct voters *v = *state;

	must_cast(v, &waiting, ANN, VOTE_APPROVE);
	must_cast(v, &waiting, BOB, VOTE_APPROVE);
	assert_refused(cast_vote(v, &waiting, CYD, VOTE_REJECT, err),
	    "the approval is not open: it is approved");
	assert_refused(
	    approvals_withdraw_vote(fixture.s,
		acted(&voters, ANN, ACT_WITHDRAW_VOTE, waiting.approval, NULL, "no"), err),
	    "the approval is not open: it is approved");
	assert_refused(approvals_withdraw(fixture.s,
			   acted(&voters, RAE, ACT_WITHDRAW, waiting.approval, NULL, "no"), err),
	    "the approval is not open: it is approved");
	assert_refused(
	    commented(&voters, CYD, waiting.approval,
		&(struct comment_words){
		    .body = STR("wait"), .line_from = 0, .line_to = 0, .must_resolve = true},
		err),
	    "the approval is not open: it is approved");
	must_cast(v, &other, ANN, VOTE_REJECT);
	assert_refused(cast_vote(v, &other, BOB, VOTE_APPROVE, err),
	    "the approval is not open: it is rejected");
	assert_refused(edited(&voters, BOB, other.approval, waiting.code, err),
	    "the approval is not open: it is rejected");
}

static void
nothing_is_used_but_what_is_approved_for_this(void **state)
{
	struct voters *v = *state;
	struct job job, stale;

	must_cast(v, &waiting, ANN, VOTE_APPROVE);
	must_cast(v, &waiting, BOB, VOTE_APPROVE);
	claim(v, &waiting, &job);
	stale = job;
	stale.token--;
	assert_refused(approvals_consume(fixture.s, &job, other.approval, other.subject, err),
	    "the approval is for another run");
	assert_refused(approvals_consume(fixture.s, &job, waiting.approval, other.subject, err),
	    "the approval is for another subject");
	assert_false(approvals_consume(
	    fixture.s, &stale, waiting.approval, waiting.subject, &(struct err){0}));
	assert_done(approvals_revoke(fixture.s,
	    acted(&voters, ANN, ACT_REVOKE, waiting.approval, NULL, "I was wrong"), err));
	assert_false(approvals_consume(
	    fixture.s, &job, waiting.approval, waiting.subject, &(struct err){0}));
	assert_int_equal(run_state_now(v, waiting.run), STATE_REJECTED);
}

static void
nothing_that_was_used_is_edited_or_revoked(void **state)
{
	struct voters *v = *state;
	struct job job;

	must_cast(v, &waiting, ANN, VOTE_APPROVE);
	must_cast(v, &waiting, BOB, VOTE_APPROVE);
	claim(v, &waiting, &job);
	assert_done(approvals_consume(fixture.s, &job, waiting.approval, waiting.subject, err));
	assert_refused(edited(&voters, BOB, waiting.approval, other.code, err),
	    "the approval is not open: it is consumed");
	assert_refused(
	    approvals_revoke(fixture.s,
		acted(&voters, ANN, ACT_REVOKE, waiting.approval, NULL, "I was wrong"), err),
	    "only an unused approval can be revoked: this one is consumed");
}

static void
an_editor_does_not_vote_on_what_he_wrote(void **state)
{
	struct voters *v = *state;
	int64_t count;
	char sql[200];

	assert_done(edited(&voters, BOB, waiting.approval, other.code, err));
	snprintf(sql, sizeof(sql),
	    "SELECT count(*) FROM run_author WHERE run_id = '%s' AND revision = 2"
	    " AND principal_id IN ('aut', 'bob')",
	    waiting.run);
	count = fixture_number(&fixture, sql);
	assert_int_equal(count, 2);
	assert_refused(cast_vote(v, &waiting, BOB, VOTE_APPROVE, err),
	    "the approval is not open: it is superseded");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, voters_tear_down)

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    TEST(no_such_ballot_is_stored),
	    TEST(nobody_votes_twice),
	    TEST(an_envelope_that_was_touched_does_not_hold),
	    TEST(a_key_that_is_revoked_or_unknown_decides_nothing),
	    TEST(what_is_decided_takes_no_votes),
	    TEST(nothing_is_used_but_what_is_approved_for_this),
	    TEST(nothing_that_was_used_is_edited_or_revoked),
	    TEST(an_editor_does_not_vote_on_what_he_wrote),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
