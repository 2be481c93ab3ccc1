/* SPDX-License-Identifier: MIT */
/* Delegations, exceptions, emergencies and the halt switch. */
#include "voters.h"
#include "queue.h"

#include <stdio.h>

#define DAY_US (INT64_C(86400) * 1000000)

static bool
add(struct voters *v, struct str envelope, struct err *err)
{
	return delegations_add(fixture.s, &v->trust, fixture.a, envelope, err);
}

static void
for_ann(struct vote *v)
{
	v->on_behalf = STR("ann");
}

static void
a_delegate_votes_for_the_one_who_lent_the_role(void **state)
{
	struct voters *v = *state;
	int64_t soon = store_now_us(fixture.s) + DAY_US;
	enum approval_state now;
	struct str *envelopes;
	struct waiting w;
	size_t count;

	waiting_new(v, &w, 1);
	struct str vote = ballot(v, &w, DAN, VOTE_APPROVE, for_ann);
	assert_refused(approvals_vote(fixture.s, fixture.a, &v->trust, vote, &now, err),
	    "the vote of 'dan': 'ann' has not delegated the role 'approver' to 'dan'");
	assert_done(add(v, delegated(v, ANN, DAN, soon), err));
	assert_done(approvals_vote(fixture.s, fixture.a, &v->trust, vote, &now, err));
	assert_int_equal(now, APPROVAL_APPROVED);
	waiting_reload(v, &w);
	assert_str_equal(w.stored.votes[0].on_behalf, "ann");
	assert_done(delegations_list(fixture.s, fixture.a, "dan", &envelopes, &count, err));
	assert_int_equal(count, 1);
	assert_done(delegations_list(fixture.s, fixture.a, "bob", &envelopes, &count, err));
	assert_int_equal(count, 0);
	assert_done(delegations_list(fixture.s, fixture.a, NULL, &envelopes, &count, err));
	assert_int_equal(count, 1);
}

static void
a_delegation_is_of_a_role_that_is_held_and_for_a_month(void **state)
{
	struct voters *v = *state;
	int64_t now = store_now_us(fixture.s);

	assert_refused(add(v, delegated(v, ANN, DAN, now + 31 * DAY_US), err),
	    "a delegation may last 30 days at most");
	assert_refused(
	    add(v, delegated(v, ANN, DAN, now - 1), err), "the delegation has already ended");
	assert_refused(add(v, delegated(v, DAN, ANN, now + DAY_US), err),
	    "'dan' does not hold the role 'approver' for '*'");
	assert_refused(add(v, delegated(v, ANN, ANN, now + DAY_US), err),
	    "a person can't delegate to themselves");
	struct str good = delegated(v, ANN, DAN, now + DAY_US);
	v->people[ANN].id = STR("bob");
	assert_refused(add(v, good, err), "the person who delegates must sign the delegation");
	v->people[ANN].id = STR("ann");
	assert_done(add(v, good, err));
	assert_done(add(v, good, err));
	assert_int_equal(fixture_number(&fixture, "SELECT count(*) FROM delegation"), 1);
}

static void
take_id(char out[STORE_ID_BYTES])
{
	struct str *envelopes;
	struct envelope e;
	struct delegation d;
	size_t count;

	assert_done(delegations_list(fixture.s, fixture.a, NULL, &envelopes, &count, err));
	assert_int_equal(count, 1);
	assert_done(envelope_read(fixture.a, envelopes[0], &e, err));
	assert_done(delegation_read(fixture.a, e.payload, &d, err));
	snprintf(out, STORE_ID_BYTES, "%.*s", STR_ARG(d.id));
}

static void
a_delegation_that_is_revoked_carries_no_vote(void **state)
{
	struct voters *v = *state;
	int64_t soon = store_now_us(fixture.s) + DAY_US;
	enum approval_state now;
	char id[STORE_ID_BYTES];
	struct waiting w;

	waiting_new(v, &w, 2);
	assert_done(add(v, delegated(v, ANN, DAN, soon), err));
	assert_done(approvals_vote(
	    fixture.s, fixture.a, &v->trust, ballot(v, &w, DAN, VOTE_APPROVE, for_ann), &now, err));
	take_id(id);
	assert_refused(delegations_revoke(
			   fixture.s, acted(&voters, BOB, ACT_END_DELEGATION, id, NULL, ""), err),
	    "only one of its two people or an operator can revoke a delegation");
	assert_done(delegations_revoke(
	    fixture.s, acted(&voters, ANN, ACT_END_DELEGATION, id, NULL, ""), err));
	assert_int_equal(must_cast(v, &w, BOB, VOTE_APPROVE), APPROVAL_PENDING);
	assert_refused(delegations_revoke(fixture.s,
			   acted(&voters, ANN, ACT_END_DELEGATION, "del_none", NULL, ""), err),
	    "there is no delegation 'del_none'");
}

/* -- exceptions ------------------------------------------------------------------------------ */

#define PRINT "f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1"

static struct waiver
an_exception(void)
{
	return (struct waiver){.rule = STR("import.escalated"),
	    .policy = STR("data-analysis"),
	    .fingerprint = STR(PRINT),
	    .owner = STR("bob"),
	    .proposed_by = STR("ann"),
	    .reason = STR("the monthly report needs a table in memory"),
	    .from_us = store_now_us(fixture.s),
	    .until_us = store_now_us(fixture.s) + DAY_US,
	    .max_uses = 2};
}

/* Signed by ann, whatever it says. */
static bool
propose(const struct waiting *w, struct waiver *e, char id[STORE_ID_BYTES], struct err *err)
{
	struct approval_rule rule = w->stored.asked;
	struct str text;

	rule.decide_by_us -= rule.opened_us;
	rule.remind_us -= rule.opened_us;
	store_id("exc", id);
	e->id = str_from(id);
	if (!exception_write(fixture.a, e, &text, err))
		return false;
	struct str envelope = acted(&voters, ANN, ACT_EXCEPTION, id, arena_text(fixture.a, text),
	    "the monthly report needs it");
	return exceptions_propose(fixture.s, envelope, &rule, err);
}

static void
an_exception_makes_sense_or_is_not_proposed(void **state)
{
	struct voters *v = *state;
	struct waiver e = an_exception();
	char id[STORE_ID_BYTES];
	struct waiting w;

	waiting_new(v, &w, 1);
	e.owner = STR("ann");
	assert_refused(propose(&w, &e, id, err),
	    "the owner of an exception can't be the person who proposes it");
	e = an_exception();
	e.reason = STR("because");
	assert_refused(propose(&w, &e, id, err), "say why, in at least 30 characters");
	e = an_exception();
	e.until_us += 91 * DAY_US;
	assert_refused(propose(&w, &e, id, err), "an exception may last 90 days at most");
	e = an_exception();
	e.until_us = e.from_us = 1;
	struct err late;
	assert_false(propose(&w, &e, id, &late));
	assert_true(str_ends(str_from(late.message), STR("expires before it begins")));
	e.from_us = 1, e.until_us = 2;
	assert_refused(
	    propose(&w, &e, id, err), "an exception must end after it begins, and in the future");
	e = an_exception();
	e.proposed_by = STR("cyd");
	assert_refused(propose(&w, &e, id, err), "the act is about another exception");
	e = an_exception();
	e.max_uses = 0;
	assert_refused(propose(&w, &e, id, err), "an exception must allow 1 to 1000000 uses");
	e = an_exception();
	e.fingerprint = STR("");
	assert_refused(propose(&w, &e, id, err),
	    "an exception is for a finding by its fingerprint, and says for which policy");
}

static void
an_exception_is_granted_by_votes_and_used_so_many_times(void **state)
{
	struct voters *v = *state;
	struct stored_exception *all;
	struct waiver e = an_exception();
	struct waiting w, asked;
	char id[STORE_ID_BYTES];
	struct job jobs[4];
	size_t count;

	waiting_new(v, &w, 1);
	assert_done(propose(&w, &e, id, err));
	assert_refused(propose(&w, &e, (char[STORE_ID_BYTES]){0}, err),
	    "an exception for this run is already waiting for a decision");
	for (size_t i = 0; i < 4; i++)
		leased_new(v, &jobs[i]);
	e.id = str_from(id);
	char words[128];
	snprintf(words, sizeof(words), "the exception '%s' is not granted", id);
	assert_refused(exceptions_use(fixture.s, &jobs[0], &e, err), words);
	assert_done(exceptions_list(fixture.s, fixture.a, "data-analysis", &all, &count, err));
	assert_int_equal(count, 1);
	assert_false(all[0].granted);
	asked = (struct waiting){.run = ""};
	snprintf(asked.approval, sizeof(asked.approval), "%s", all[0].approval);
	waiting_reload(v, &asked);
	assert_str_equal(asked.stored.asked.kind, "exception");
	assert_refused(cast_vote(v, &asked, ANN, VOTE_APPROVE, err),
	    "the vote of 'ann': 'ann' is an author of this code");
	assert_int_equal(must_cast(v, &asked, CYD, VOTE_APPROVE), APPROVAL_CONSUMED);
	assert_int_equal(run_state_now(v, w.run), STATE_AWAITING_APPROVAL);
	for (size_t i = 0; i < 2; i++)
		for (size_t again = 0; again < 2; again++)
			assert_done(exceptions_use(fixture.s, &jobs[i], &e, err));
	snprintf(words, sizeof(words), "the exception '%s' is used up", id);
	assert_refused(exceptions_use(fixture.s, &jobs[2], &e, err), words);
	assert_done(exceptions_list(fixture.s, fixture.a, NULL, &all, &count, err));
	assert_int_equal(all[0].uses, 2);
	assert_refused(
	    exceptions_revoke(fixture.s, acted(&voters, DAN, ACT_END_EXCEPTION, id, NULL, ""), err),
	    "'dan' has no part in the exception");
	assert_done(exceptions_revoke(
	    fixture.s, acted(&voters, BOB, ACT_END_EXCEPTION, id, NULL, ""), err));
	snprintf(words, sizeof(words), "the exception '%s' was revoked", id);
	assert_refused(exceptions_use(fixture.s, &jobs[3], &e, err), words);
}

/* -- emergencies ----------------------------------------------------------------------------- */

static const struct approval_need EMERGENCY = {{"emergency", 9}, {"break_glass", 11}, {"*", 1}, 1};

static void
long_reason(struct vote *v)
{
	v->reason = STR("the payment run at six fails without this report");
}

static bool
glass(struct voters *v, const struct waiting *g, int person, const char *incident, struct err *err)
{
	return break_glass_use(fixture.s, fixture.a, &v->trust,
	    ballot(v, g, person, VOTE_APPROVE, long_reason), incident, err);
}

static void
declare(struct voters *v, const struct waiting *w, struct waiting *g)
{
	*g = (struct waiting){.run = ""};
	assert_done(break_glass_open(fixture.s, w->approval, "gus", &EMERGENCY, g->approval, err));
	waiting_reload(v, g);
}

static void
one_person_breaks_the_glass_once_until_it_is_reviewed(void **state)
{
	struct voters *v = *state;
	struct waiting w, g, next, again;
	struct job job;

	waiting_new(v, &w, 2);
	waiting_new(v, &next, 2);
	declare(v, &w, &g);
	assert_refused(glass(v, &g, ANN, "INC-1", err),
	    "the vote of 'ann': 'ann' does not hold the role 'break_glass' for 'data-analysis'");
	assert_refused(glass(v, &g, GUS, "", err), "an emergency needs an incident's number");
	assert_refused(cast_vote(v, &g, GUS, VOTE_APPROVE, err), "nobody votes on an emergency");
	assert_done(glass(v, &g, GUS, "INC-1", err));
	assert_int_equal(run_state_now(v, w.run), STATE_APPROVED);
	waiting_reload(v, &w);
	assert_int_equal(w.stored.state, APPROVAL_SUPERSEDED);
	assert_done(approvals_get(fixture.s, fixture.a, w.run, &w.stored, err));
	assert_string_equal(w.stored.id, g.approval);
	waiting_reload(v, &g);
	assert_int_equal(g.stored.use_until_us - g.stored.decided_us, 15 * INT64_C(60000000));
	claim(v, &w, &job);
	assert_done(approvals_consume(fixture.s, &job, g.approval, w.subject, err));
	assert_int_equal(run_state_now(v, w.run), STATE_RUNNING);
	declare(v, &next, &again);
	assert_refused(glass(v, &again, GUS, "INC-2", err),
	    "'gus' has an emergency that still waits for its review");
	assert_refused(break_glass_review(fixture.s,
			   acted(&voters, GUS, ACT_REVIEW, g.approval, "{\"justified\":1}",
			       "it was right to do so"),
			   err),
	    "another person must review the emergency");
	assert_refused(break_glass_review(fixture.s,
			   acted(&voters, RAE, ACT_REVIEW, g.approval, "{\"justified\":1}",
			       "it was right to do so"),
			   err),
	    "another person must review the emergency");
	assert_refused(
	    break_glass_review(fixture.s,
		acted(&voters, ANN, ACT_REVIEW, g.approval, "{\"justified\":1}", "ok"), err),
	    "say why, in at least 10 characters");
	assert_done(break_glass_review(fixture.s,
	    acted(
		&voters, ANN, ACT_REVIEW, g.approval, "{\"justified\":1}", "it was right to do so"),
	    err));
	assert_refused(break_glass_review(fixture.s,
			   acted(&voters, BOB, ACT_REVIEW, g.approval, "{\"justified\":0}",
			       "it was not right"),
			   err),
	    "this emergency was already reviewed");
	assert_done(glass(v, &again, GUS, "INC-2", err));
}

/* The row says that bob found it right, and bob signed nothing. */
static void
a_review_that_a_row_has_is_none(void **state)
{
	struct voters *v = *state;
	struct waiting w, g, next, again;

	waiting_new(v, &w, 2);
	waiting_new(v, &next, 2);
	declare(v, &w, &g);
	assert_done(glass(v, &g, GUS, "INC-1", err));
	fixture_sql(&fixture,
	    "UPDATE break_glass SET reviewer_id = 'bob', reviewed_us = now_us(), justified = 1, "
	    "review = 'it was right'");
	declare(v, &next, &again);
	assert_refused(glass(v, &again, GUS, "INC-2", err),
	    "'gus' has an emergency that still waits for its review");
	assert_done(break_glass_review(fixture.s,
	    acted(v, BOB, ACT_REVIEW, g.approval, "{\"justified\":1}", "it was right to do so"),
	    err));
	assert_done(glass(v, &again, GUS, "INC-2", err));
}

static void
an_emergency_passes_no_halt_and_no_denial(void **state)
{
	static const struct approval_need peer = {{"peer", 4}, {"approver", 8}, {"*", 1}, 1};
	struct voters *v = *state;
	char id[STORE_ID_BYTES];
	struct waiting w, g;
	bool done;

	waiting_new(v, &w, 2);
	assert_refused(break_glass_open(fixture.s, w.approval, "gus", &peer, id, err),
	    "an emergency is decided by one person with the role 'break_glass'");
	assert_refused(glass(v, &w, GUS, "INC-1", err), "this approval is not for an emergency");
	declare(v, &w, &g);
	assert_done(store_mode_set(fixture.s, fixture.a, STORE_HALT,
	    acted(v, OPA, ACT_HALT, "store", NULL, "something is wrong"), &done, err));
	assert_refused(glass(v, &g, GUS, "INC-1", err), "the store is halted");
	assert_int_equal(run_state_now(v, w.run), STATE_AWAITING_APPROVAL);
}

static void
a_quorum_ends_the_emergency_that_was_declared_beside_it(void **state)
{
	struct voters *v = *state;
	struct waiting w, g;

	waiting_new(v, &w, 1);
	declare(v, &w, &g);
	assert_done(approvals_get(fixture.s, fixture.a, w.run, &w.stored, err));
	assert_string_equal(w.stored.id, w.approval);
	must_cast(v, &w, ANN, VOTE_APPROVE);
	assert_done(approvals_get(fixture.s, fixture.a, w.run, &w.stored, err));
	assert_string_equal(w.stored.id, w.approval);
	assert_refused(
	    glass(v, &g, GUS, "INC-1", err), "the approval is not open: it is superseded");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, voters_set_up, voters_tear_down)

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    TEST(a_delegate_votes_for_the_one_who_lent_the_role),
	    TEST(a_delegation_is_of_a_role_that_is_held_and_for_a_month),
	    TEST(a_delegation_that_is_revoked_carries_no_vote),
	    TEST(an_exception_makes_sense_or_is_not_proposed),
	    TEST(an_exception_is_granted_by_votes_and_used_so_many_times),
	    TEST(one_person_breaks_the_glass_once_until_it_is_reviewed),
	    TEST(a_review_that_a_row_has_is_none),
	    TEST(an_emergency_passes_no_halt_and_no_denial),
	    TEST(a_quorum_ends_the_emergency_that_was_declared_beside_it),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
