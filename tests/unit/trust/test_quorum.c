/* SPDX-License-Identifier: MIT */
/* What is voted on, under which rule, and when: each way in which an approval does not hold, by
 * itself. */
#include "scene.h"

#define OTHER "6666666666666666666666666666666666666666666666666666666666666666"

/* The rule is another when the votes have been cast. */
static void
rewrite_rule(struct scene *s)
{
	struct err err;

	assert_true(approval_rule_write(s->a, &s->rule, &s->request.rule, &err));
}

static struct str
spaced(struct scene *s, struct str text)
{
	return str_from(arena_printf(s->a, "{ %.*s", (int)text.n - 1, text.p + 1));
}

static void
sign_delegation_as_vote(struct scene *s)
{
	struct str statement;
	struct err err;

	assert_true(delegation_statement(s->a, &s->delegations[0], &statement, &err));
	s->envelopes[0] = scene_envelope(s, ANN, statement);
}

static void
two_approve(struct scene *s)
{
	(void)s;
}

static void
the_requester_votes(struct scene *s)
{
	s->votes[1] = s->votes[0];
	scene_vote_as(s, 1, RAE);
}

static void
an_author_votes(struct scene *s)
{
	scene_vote_as(s, 1, AUT);
}

static void
a_second_author_votes(struct scene *s)
{
	s->authors[1] = STR("bob");
	s->rule.author_count = 2;
}

static void
another_subject(struct scene *s)
{
	s->votes[0].subject_sha256[0] = '6';
}

static void
the_subject_has_changed(struct scene *s)
{
	s->request.subject_sha256 = OTHER;
}

static void
another_round(struct scene *s)
{
	s->votes[0].round = 2;
}

static void
an_old_round(struct scene *s)
{
	s->rule.round = 2;
}

static void
another_nonce(struct scene *s)
{
	s->votes[0].nonce = STR("nonce-2");
}

static void
another_approval(struct scene *s)
{
	s->votes[0].approval = STR("apr_2");
}

static void
another_run(struct scene *s)
{
	s->votes[0].run = STR("run_2");
}

static void
another_kind(struct scene *s)
{
	s->votes[0].kind = STR("release_output");
}

static void
a_rule_with_a_lower_number(struct scene *s)
{
	s->needs[0].n = 1;
	rewrite_rule(s);
}

static void
a_rule_with_a_later_end(struct scene *s)
{
	s->rule.decide_by_us += DAY_US;
	rewrite_rule(s);
}

static void
a_rule_that_may_be_used_longer(struct scene *s)
{
	s->rule.use_for_us += DAY_US;
	rewrite_rule(s);
}

static void
a_rule_without_its_author(struct scene *s)
{
	s->rule.author_count = 0;
	rewrite_rule(s);
}

static void
a_rule_with_another_requester(struct scene *s)
{
	s->rule.requester = STR("dan");
	rewrite_rule(s);
}

static void
a_rule_without_its_ticket(struct scene *s)
{
	s->rule.ticket = STR("");
	rewrite_rule(s);
}

static void
a_rule_that_is_not_canonical(struct scene *s)
{
	s->request.rule = spaced(s, s->request.rule);
}

static void
no_rule(struct scene *s)
{
	s->request.rule = STR("");
}

static void
an_empty_rule(struct scene *s)
{
	s->request.rule = STR("{}");
}

static void
no_trust(struct scene *s)
{
	s->request.trust = NULL;
}

static void
no_subject(struct scene *s)
{
	s->request.subject_sha256 = "";
}

static void
no_time(struct scene *s)
{
	s->request.now_us = 0;
}

static void
nobody_is_trusted(struct scene *s)
{
	s->trust.count = 0;
}

static void
a_vote_before_the_opening(struct scene *s)
{
	s->votes[0].voted_us = OPENED_US - 1;
}

static void
a_vote_at_the_opening(struct scene *s)
{
	s->votes[0].voted_us = OPENED_US;
}

static void
a_vote_after_the_end(struct scene *s)
{
	s->votes[0].voted_us = DECIDE_BY_US + 1;
	s->votes[0].expires_us = DECIDE_BY_US + 1;
}

static void
a_vote_of_the_future(struct scene *s)
{
	s->request.now_us = s->request.decided_us = VOTED_US;
	s->votes[0].voted_us = VOTED_US + MINUTE_US + 1;
}

static void
a_vote_by_a_clock_a_minute_ahead(struct scene *s)
{
	s->request.now_us = s->request.decided_us = VOTED_US;
	s->votes[0].voted_us = VOTED_US + MINUTE_US;
}

static void
a_vote_that_expires_before_it_is_cast(struct scene *s)
{
	s->votes[0].expires_us = VOTED_US - 1;
}

static void
a_vote_that_had_expired(struct scene *s)
{
	s->votes[0].expires_us = DECIDED_US - 1;
}

static void
a_vote_after_the_decision(struct scene *s)
{
	s->request.decided_us = VOTED_US - MINUTE_US - 1;
}

static void
a_decision_before_the_opening(struct scene *s)
{
	s->request.decided_us = OPENED_US - 1;
}

static void
no_decision(struct scene *s)
{
	s->request.decided_us = 0;
}

static void
a_decision_after_the_end(struct scene *s)
{
	s->request.decided_us = DECIDE_BY_US + 1;
	s->request.now_us = DECIDE_BY_US + 2;
}

static void
a_decision_of_the_future(struct scene *s)
{
	s->request.decided_us = NOW_US + 1;
}

static void
a_use_too_late(struct scene *s)
{
	s->request.now_us = DECIDED_US + 30 * MINUTE_US + 1;
}

static void
a_use_at_the_last_moment(struct scene *s)
{
	s->request.now_us = DECIDED_US + 30 * MINUTE_US;
}

static void
a_clock_set_far_ahead(struct scene *s)
{
	s->request.now_us = INT64_MAX;
}

static void
a_clock_set_back(struct scene *s)
{
	s->request.now_us = 1;
}

static void
an_envelope_that_is_none(struct scene *s)
{
	s->envelopes[0] = STR("{}");
}

static void
an_empty_envelope(struct scene *s)
{
	s->envelopes[0] = STR("");
}

static void
a_delegation_in_place_of_a_vote(struct scene *s)
{
	scene_delegate(s, ANN, CYD);
	sign_delegation_as_vote(s);
}

static const struct scene_case cases[] = {
    {"two_approve", two_approve, AFTER, NULL},
    {"the_requester_votes", the_requester_votes, AFTER,
	"vote 2 of 2: the vote of 'rae': 'rae' asked for this run"},
    {"an_author_votes", an_author_votes, AFTER,
	"vote 2 of 2: the vote of 'aut': 'aut' is an author of this code"},
    {"a_second_author_votes", a_second_author_votes, BEFORE,
	"vote 2 of 2: the vote of 'bob': 'bob' is an author of this code"},
    {"another_subject", another_subject, AFTER,
	"vote 1 of 2: the vote of 'ann': it is for another subject"},
    {"the_subject_has_changed", the_subject_has_changed, SIGNED,
	"vote 1 of 2: the vote of 'ann': it is for another subject"},
    {"another_round", another_round, AFTER,
	"vote 1 of 2: the vote of 'ann': it is for another round"},
    {"an_old_round", an_old_round, BEFORE,
	"vote 1 of 2: the vote of 'ann': it is for another round"},
    {"another_nonce", another_nonce, AFTER,
	"vote 1 of 2: the vote of 'ann': its nonce is another approval's"},
    {"another_approval", another_approval, AFTER,
	"vote 1 of 2: the vote of 'ann': it is for another approval"},
    {"another_run", another_run, AFTER, "vote 1 of 2: the vote of 'ann': it is for another run"},
    {"another_kind", another_kind, AFTER,
	"vote 1 of 2: the vote of 'ann': it is for another kind of approval"},
    {"a_rule_with_a_lower_number", a_rule_with_a_lower_number, SIGNED,
	"vote 1 of 2: the vote of 'ann': it was cast under another rule"},
    {"a_rule_with_a_later_end", a_rule_with_a_later_end, SIGNED,
	"vote 1 of 2: the vote of 'ann': it was cast under another rule"},
    {"a_rule_that_may_be_used_longer", a_rule_that_may_be_used_longer, SIGNED,
	"vote 1 of 2: the vote of 'ann': it was cast under another rule"},
    {"a_rule_without_its_author", a_rule_without_its_author, SIGNED,
	"vote 1 of 2: the vote of 'ann': it was cast under another rule"},
    {"a_rule_with_another_requester", a_rule_with_another_requester, SIGNED,
	"vote 1 of 2: the vote of 'ann': it was cast under another rule"},
    {"a_rule_without_its_ticket", a_rule_without_its_ticket, SIGNED,
	"vote 1 of 2: the vote of 'ann': it was cast under another rule"},
    {"a_rule_that_is_not_canonical", a_rule_that_is_not_canonical, SIGNED,
	"the approval's rule: this is not canonical JSON"},
    {"no_rule", no_rule, SIGNED, "the approval's rule: the text is empty"},
    {"an_empty_rule", an_empty_rule, SIGNED, "the approval's rule: 'approval' is missing"},
    {"no_trust", no_trust, SIGNED,
	"a quorum is asked of a trust file, a subject's SHA-256 and a time"},
    {"no_subject", no_subject, SIGNED,
	"a quorum is asked of a trust file, a subject's SHA-256 and a time"},
    {"no_time", no_time, SIGNED,
	"a quorum is asked of a trust file, a subject's SHA-256 and a time"},
    {"nobody_is_trusted", nobody_is_trusted, SIGNED,
	"vote 1 of 2: its key belongs to no one in the trust file"},
    {"a_vote_before_the_opening", a_vote_before_the_opening, AFTER,
	"vote 1 of 2: the vote of 'ann': it was cast before the approval opened"},
    {"a_vote_at_the_opening", a_vote_at_the_opening, AFTER, NULL},
    {"a_vote_after_the_end", a_vote_after_the_end, AFTER,
	"vote 1 of 2: the vote of 'ann': it was cast after the time to decide"},
    {"a_vote_of_the_future", a_vote_of_the_future, AFTER,
	"vote 1 of 2: the vote of 'ann': it was cast in the future"},
    {"a_vote_by_a_clock_a_minute_ahead", a_vote_by_a_clock_a_minute_ahead, AFTER, NULL},
    {"a_vote_that_expires_before_it_is_cast", a_vote_that_expires_before_it_is_cast, AFTER,
	"vote 1 of 2: the vote of 'ann': it expired before it was cast"},
    {"a_vote_that_had_expired", a_vote_that_had_expired, AFTER,
	"the vote of 'ann' had expired by the time of the decision"},
    {"a_vote_after_the_decision", a_vote_after_the_decision, SIGNED,
	"the vote of 'ann' was cast after the decision"},
    {"a_decision_before_the_opening", a_decision_before_the_opening, SIGNED,
	"it was decided before it opened"},
    {"no_decision", no_decision, SIGNED, "it was decided before it opened"},
    {"a_decision_after_the_end", a_decision_after_the_end, SIGNED,
	"it was decided after the time to decide"},
    {"a_decision_of_the_future", a_decision_of_the_future, SIGNED, "it was decided in the future"},
    {"a_use_too_late", a_use_too_late, SIGNED, "the time to use the decision is over"},
    {"a_use_at_the_last_moment", a_use_at_the_last_moment, SIGNED, NULL},
    {"a_clock_set_far_ahead", a_clock_set_far_ahead, SIGNED,
	"the time to use the decision is over"},
    {"a_clock_set_back", a_clock_set_back, SIGNED, "it was decided in the future"},
    {"an_envelope_that_is_none", an_envelope_that_is_none, SIGNED,
	"vote 1 of 2: the envelope can't be read: an envelope must have 'payload', 'payloadType' and 'signatures' only"},
    {"an_empty_envelope", an_empty_envelope, SIGNED,
	"vote 1 of 2: the envelope can't be read: the text is empty"},
    {"a_delegation_in_place_of_a_vote", a_delegation_in_place_of_a_vote, SIGNED,
	"vote 1 of 2: the vote can't be read: the statement is not of the type "
	"'urn:sluice:approval-vote:v1'"},
};

static void
an_approval_is_of_this_subject_under_this_rule_in_its_time(void **state)
{
	(void)state;
	scene_judge(cases, ARRAY_LENGTH(cases), 4);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(an_approval_is_of_this_subject_under_this_rule_in_its_time),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
