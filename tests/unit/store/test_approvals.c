/* SPDX-License-Identifier: MIT */
/* What people decide, and what follows from it in the same moment. */
#include "voters.h"
#include "queue.h"

#include <stdio.h>

static int64_t
jobs_of(const struct waiting *w)
{
	char sql[160];

	snprintf(sql, sizeof(sql), "SELECT count(*) FROM job WHERE run_id = '%s'", w->run);
	return fixture_number(&fixture, sql);
}

static int64_t
notices_of(const struct waiting *w, const char *kind)
{
	char sql[200];

	snprintf(sql, sizeof(sql),
	    "SELECT count(*) FROM outbox WHERE kind = '%s' AND body LIKE '%%%s%%'", kind,
	    w->approval);
	return fixture_number(&fixture, sql);
}

static void
an_approval_opens_with_its_rule_written_down(void **state)
{
	struct voters *v = *state;
	struct waiting w;

	waiting_new(v, &w, 2);
	assert_int_equal(w.stored.state, APPROVAL_PENDING);
	assert_str_equal(w.stored.asked.requester, "rae");
	assert_int_equal(w.stored.asked.author_count, 1);
	assert_str_equal(w.stored.asked.authors[0], "aut");
	assert_int_equal(w.stored.asked.round, 1);
	assert_int_equal(w.stored.asked.nonce.n, 32);
	assert_int_equal(
	    w.stored.asked.decide_by_us - w.stored.asked.opened_us, INT64_C(3600000000));
	assert_string_equal(w.stored.subject_sha256, w.subject);
	assert_int_equal(run_state_now(v, w.run), STATE_AWAITING_APPROVAL);
	assert_int_equal(jobs_of(&w), 0);
	assert_int_equal(notices_of(&w, "opened"), 1);
}

static void
a_quorum_approves_the_run_and_gives_it_a_job(void **state)
{
	struct voters *v = *state;
	struct waiting w;

	waiting_new(v, &w, 2);
	assert_int_equal(must_cast(v, &w, ANN, VOTE_APPROVE), APPROVAL_PENDING);
	assert_int_equal(run_state_now(v, w.run), STATE_AWAITING_APPROVAL);
	assert_int_equal(jobs_of(&w), 0);
	assert_int_equal(must_cast(v, &w, BOB, VOTE_APPROVE), APPROVAL_APPROVED);
	assert_int_equal(run_state_now(v, w.run), STATE_APPROVED);
	assert_int_equal(jobs_of(&w), 1);
	assert_int_equal(notices_of(&w, "decided"), 1);
	waiting_reload(v, &w);
	assert_int_equal(w.stored.vote_count, 2);
	assert_int_equal(w.stored.use_until_us - w.stored.decided_us, w.stored.asked.use_for_us);
}

static void
one_rejection_rejects(void **state)
{
	struct voters *v = *state;
	struct stored_run run;
	struct waiting w;

	waiting_new(v, &w, 2);
	must_cast(v, &w, ANN, VOTE_APPROVE);
	assert_int_equal(must_cast(v, &w, BOB, VOTE_REJECT), APPROVAL_REJECTED);
	assert_done(runs_get(fixture.s, fixture.a, w.run, &run, err));
	assert_int_equal(run.state, STATE_REJECTED);
	assert_int_equal(run.exit_code, 12);
	assert_str_equal(run.reason, "rejected by 'bob': it reads two files and sums them");
	assert_int_equal(jobs_of(&w), 0);
	assert_refused(
	    cast_vote(v, &w, CYD, VOTE_APPROVE, err), "the approval is not open: it is rejected");
}

static void
an_abstention_fills_no_need(void **state)
{
	struct voters *v = *state;
	struct waiting w;

	waiting_new(v, &w, 1);
	assert_int_equal(must_cast(v, &w, ANN, VOTE_ABSTAIN), APPROVAL_PENDING);
	assert_int_equal(must_cast(v, &w, BOB, VOTE_APPROVE), APPROVAL_APPROVED);
}

static void
the_same_envelope_again_is_the_same_vote(void **state)
{
	struct voters *v = *state;
	enum approval_state now;
	struct waiting w;

	waiting_new(v, &w, 2);
	struct str envelope = ballot(v, &w, ANN, VOTE_APPROVE, NULL);
	assert_done(approvals_vote(fixture.s, fixture.a, &v->trust, envelope, &now, err));
	assert_done(approvals_vote(fixture.s, fixture.a, &v->trust, envelope, &now, err));
	assert_int_equal(now, APPROVAL_PENDING);
	waiting_reload(v, &w);
	assert_int_equal(w.stored.vote_count, 1);
}

static void
asked_changes_stand_until_they_are_resolved_and_the_vote_is_withdrawn(void **state)
{
	struct voters *v = *state;
	enum approval_state now;
	struct waiting w;

	waiting_new(v, &w, 1);
	assert_int_equal(must_cast(v, &w, ANN, VOTE_REQUEST_CHANGES), APPROVAL_CHANGES_REQUESTED);
	waiting_reload(v, &w);
	assert_int_equal(w.stored.comment_count, 1);
	assert_true(w.stored.comments[0].must_resolve);
	assert_str_equal(w.stored.comments[0].body, "it reads two files and sums them");
	assert_refused(cast_vote(v, &w, BOB, VOTE_APPROVE, err),
	    "changes were requested and are not resolved");
	assert_refused(
	    approvals_resolve(fixture.s,
		acted(&voters, RAE, ACT_RESOLVE, w.stored.comments[0].id, NULL, ""), err),
	    "only its author, 'ann', or an operator can resolve a comment");
	assert_done(approvals_resolve(
	    fixture.s, acted(&voters, ANN, ACT_RESOLVE, w.stored.comments[0].id, NULL, ""), err));
	waiting_reload(v, &w);
	assert_int_equal(w.stored.state, APPROVAL_CHANGES_REQUESTED);
	assert_done(approvals_withdraw_vote(fixture.s,
	    acted(&voters, ANN, ACT_WITHDRAW_VOTE, w.approval, NULL, "it is done"), err));
	waiting_reload(v, &w);
	assert_int_equal(w.stored.state, APPROVAL_PENDING);
	assert_int_equal(must_cast(v, &w, BOB, VOTE_APPROVE), APPROVAL_APPROVED);
	assert_done(
	    approvals_decide(fixture.s, fixture.a, &v->trust, w.approval, "ann", &now, err));
	assert_int_equal(now, APPROVAL_APPROVED);
}

static void
what_must_be_resolved_holds_a_quorum_back(void **state)
{
	struct voters *v = *state;
	enum approval_state now;
	struct waiting w;

	waiting_new(v, &w, 1);
	assert_done(commented(&voters, BOB, w.approval,
	    &(struct comment_words){.body = STR("where does 7 come from?"),
		.line_from = 1,
		.line_to = 1,
		.must_resolve = true},
	    err));
	assert_int_equal(must_cast(v, &w, ANN, VOTE_APPROVE), APPROVAL_PENDING);
	waiting_reload(v, &w);
	assert_int_equal(w.stored.comments[0].line_from, 1);
	assert_done(approvals_resolve(
	    fixture.s, acted(&voters, BOB, ACT_RESOLVE, w.stored.comments[0].id, NULL, ""), err));
	assert_done(
	    approvals_decide(fixture.s, fixture.a, &v->trust, w.approval, "bob", &now, err));
	assert_int_equal(now, APPROVAL_APPROVED);
	assert_int_equal(jobs_of(&w), 1);
}

static void
a_comment_is_text_at_lines(void **state)
{
	struct voters *v = *state;
	struct waiting w;

	waiting_new(v, &w, 1);
	assert_refused(
	    commented(&voters, BOB, w.approval,
		&(struct comment_words){
		    .body = STR("  \n"), .line_from = 0, .line_to = 0, .must_resolve = false},
		err),
	    "a comment must have 1 to 10000 bytes of text");
	assert_refused(
	    commented(&voters, BOB, w.approval,
		&(struct comment_words){
		    .body = STR("so"), .line_from = 3, .line_to = 2, .must_resolve = false},
		err),
	    "the first line number must not be larger than the second");
	assert_refused(
	    commented(&voters, BOB, "apr_none",
		&(struct comment_words){
		    .body = STR("so"), .line_from = 0, .line_to = 0, .must_resolve = false},
		err),
	    "there is no approval 'apr_none'");
	assert_done(commented(&voters, RAE, w.run,
	    &(struct comment_words){
		.body = STR("see the plan"), .line_from = 0, .line_to = 0, .must_resolve = false},
	    err));
}

static void
an_approval_is_used_once_by_its_run_and_subject(void **state)
{
	struct voters *v = *state;
	struct waiting w;
	struct job job, other;

	waiting_new(v, &w, 1);
	must_cast(v, &w, ANN, VOTE_APPROVE);
	claim(v, &w, &job);
	other = job;
	snprintf(other.run, sizeof(other.run), "run_other");
	assert_refused(approvals_consume(fixture.s, &job, w.approval, w.code, err),
	    "the approval is for another subject");
	assert_refused(approvals_consume(fixture.s, &other, w.approval, w.subject, err),
	    "there is no run 'run_other'");
	assert_done(approvals_consume(fixture.s, &job, w.approval, w.subject, err));
	assert_int_equal(run_state_now(v, w.run), STATE_RUNNING);
	waiting_reload(v, &w);
	assert_int_equal(w.stored.state, APPROVAL_CONSUMED);
	assert_true(w.stored.consumed_us > 0);
	assert_done(approvals_consume(fixture.s, &job, w.approval, w.subject, err));
	assert_done(runs_advance(
	    fixture.s, &job, &(struct run_change){.to = STATE_RAN, .output_sha256 = w.code}, err));
	assert_refused(approvals_consume(fixture.s, &job, w.approval, w.subject, err),
	    "the approval was already used");
}

static void
a_crash_behind_the_use_leaves_it_to_the_next_worker(void **state)
{
	struct voters *v = *state;
	struct job job, next;
	struct waiting w;

	waiting_new(v, &w, 1);
	must_cast(v, &w, ANN, VOTE_APPROVE);
	claim(v, &w, &job);
	assert_done(approvals_consume(fixture.s, &job, w.approval, w.subject, err));
	fixture_sql(&fixture, "UPDATE job SET lease_until_us = 0 WHERE run_id = '%s'", w.run);
	fixture_sql(&fixture,
	    "UPDATE job SET worker = 'wrk_two', token = token + 1 WHERE run_id = '%s'", w.run);
	next = job;
	next.token++;
	snprintf(next.worker, sizeof(next.worker), "wrk_two");
	assert_done(approvals_consume(fixture.s, &next, w.approval, w.subject, err));
	assert_int_equal(run_state_now(v, w.run), STATE_RUNNING);
	assert_false(approvals_consume(fixture.s, &job, w.approval, w.subject, &(struct err){0}));
}

static void
nothing_is_used_while_the_store_is_halted(void **state)
{
	struct voters *v = *state;
	struct waiting w;
	struct job job;
	bool done;

	waiting_new(v, &w, 1);
	must_cast(v, &w, ANN, VOTE_APPROVE);
	claim(v, &w, &job);
	assert_done(store_mode_set(fixture.s, fixture.a, STORE_HALT,
	    acted(v, OPA, ACT_HALT, "store", NULL, "something is wrong"), &done, err));
	assert_refused(
	    approvals_consume(fixture.s, &job, w.approval, w.subject, err), "the store is halted");
}

static void
what_is_approved_can_be_revoked_until_it_is_used(void **state)
{
	struct voters *v = *state;
	struct waiting w;

	waiting_new(v, &w, 1);
	assert_refused(approvals_revoke(fixture.s,
			   acted(&voters, ANN, ACT_REVOKE, w.approval, NULL, "a mistake"), err),
	    "only an unused approval can be revoked: this one is pending");
	must_cast(v, &w, ANN, VOTE_APPROVE);
	assert_refused(approvals_revoke(fixture.s,
			   acted(&voters, BOB, ACT_REVOKE, w.approval, NULL, "a mistake"), err),
	    "'bob' neither voted for it nor holds the role 'operator'");
	assert_done(approvals_revoke(
	    fixture.s, acted(&voters, ANN, ACT_REVOKE, w.approval, NULL, "a mistake"), err));
	assert_int_equal(run_state_now(v, w.run), STATE_REJECTED);
	assert_int_equal(jobs_of(&w), 0);
	waiting_new(v, &w, 1);
	must_cast(v, &w, ANN, VOTE_APPROVE);
	assert_done(approvals_revoke(
	    fixture.s, acted(&voters, OPB, ACT_REVOKE, w.approval, NULL, "a freeze"), err));
	waiting_reload(v, &w);
	assert_int_equal(w.stored.state, APPROVAL_REVOKED);
}

static void
the_requester_withdraws_and_nobody_else(void **state)
{
	struct voters *v = *state;
	struct waiting w;

	waiting_new(v, &w, 1);
	assert_refused(approvals_withdraw(fixture.s,
			   acted(&voters, ANN, ACT_WITHDRAW, w.approval, NULL, "no more"), err),
	    "only its requester, 'rae', can withdraw it");
	assert_done(approvals_withdraw(
	    fixture.s, acted(&voters, RAE, ACT_WITHDRAW, w.approval, NULL, "no more"), err));
	assert_int_equal(run_state_now(v, w.run), STATE_CANCELLED);
	assert_refused(
	    cast_vote(v, &w, ANN, VOTE_APPROVE, err), "the approval is not open: it is withdrawn");
}

static void
an_edit_makes_a_new_revision_and_its_editor_an_author(void **state)
{
	struct voters *v = *state;
	char code[DIGEST_HEX_BYTES];
	struct stored_run run;
	struct waiting w;

	waiting_new(v, &w, 2);
	must_cast(v, &w, ANN, VOTE_APPROVE);
	fixture_content(&fixture, "print(8)\n", code);
	assert_refused(
	    edited(&voters, BOB, w.approval, w.code, err), "this code is already waiting");
	assert_done(edited(&voters, BOB, w.approval, code, err));
	waiting_reload(v, &w);
	assert_int_equal(w.stored.state, APPROVAL_SUPERSEDED);
	assert_done(runs_get(fixture.s, fixture.a, w.run, &run, err));
	assert_int_equal(run.state, STATE_GENERATED);
	assert_int_equal(run.revision, 2);
	assert_string_equal(run.code_sha256, code);
	assert_string_equal(run.subject_sha256, "");
	assert_int_equal(jobs_of(&w), 1);
	char sql[160];
	snprintf(sql, sizeof(sql),
	    "SELECT count(*) FROM run_author WHERE run_id = '%s' AND revision = 2", w.run);
	assert_int_equal(fixture_number(&fixture, sql), 2);
	assert_refused(
	    cast_vote(v, &w, CYD, VOTE_APPROVE, err), "the approval is not open: it is superseded");
}

static void
the_inbox_has_what_waits_for_a_person(void **state)
{
	static const struct {
		int person;
		size_t before, after; /* ann's vote */
	} cases[] = {{ANN, 2, 1}, {BOB, 2, 2}, {RAE, 0, 0}, {AUT, 0, 0}, {DAN, 0, 0}, {OPA, 0, 0}};
	struct voters *v = *state;
	struct stored_approval *found;
	struct waiting one, two;
	size_t count;

	waiting_new(v, &one, 2);
	waiting_new(v, &two, 2);
	for (size_t pass = 0; pass < 2; pass++) {
		for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
			const struct approval_filter f = {.for_person = voter_id(cases[i].person)};
			assert_done(approvals_list(fixture.s, fixture.a, &f, &found, &count, err));
			assert_int_equal(count, pass == 0 ? cases[i].before : cases[i].after);
		}
		if (pass == 0)
			must_cast(v, &one, ANN, VOTE_APPROVE);
	}
	const struct approval_filter of_run = {.run = one.run};
	assert_done(approvals_list(fixture.s, fixture.a, &of_run, &found, &count, err));
	assert_int_equal(count, 1);
	assert_string_equal(found[0].id, one.approval);
	const struct approval_filter decided = {.state = APPROVAL_APPROVED};
	assert_done(approvals_list(fixture.s, fixture.a, &decided, &found, &count, err));
	assert_int_equal(count, 0);
}

static void
every_state_has_a_name(void **state)
{
	static const char *const names[] = {"none", "pending", "changes_requested", "approved",
	    "rejected", "expired", "superseded", "withdrawn", "consumed", "revoked"};

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(names); i++)
		assert_string_equal(approval_state_name((enum approval_state)i), names[i]);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, voters_set_up, voters_tear_down)

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    TEST(an_approval_opens_with_its_rule_written_down),
	    TEST(a_quorum_approves_the_run_and_gives_it_a_job),
	    TEST(one_rejection_rejects),
	    TEST(an_abstention_fills_no_need),
	    TEST(the_same_envelope_again_is_the_same_vote),
	    TEST(asked_changes_stand_until_they_are_resolved_and_the_vote_is_withdrawn),
	    TEST(what_must_be_resolved_holds_a_quorum_back),
	    TEST(a_comment_is_text_at_lines),
	    TEST(an_approval_is_used_once_by_its_run_and_subject),
	    TEST(a_crash_behind_the_use_leaves_it_to_the_next_worker),
	    TEST(nothing_is_used_while_the_store_is_halted),
	    TEST(what_is_approved_can_be_revoked_until_it_is_used),
	    TEST(the_requester_withdraws_and_nobody_else),
	    TEST(an_edit_makes_a_new_revision_and_its_editor_an_author),
	    TEST(the_inbox_has_what_waits_for_a_person),
	    TEST(every_state_has_a_name),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
