/* SPDX-License-Identifier: MIT */
/* Votes in another's place, and the one person who is alone. */
#include "scene.h"

static struct delegation *
delegate(struct scene *s)
{
	return scene_lend(s, BOB);
}

/* Ann alone, who asked for the run of her own code. */
static void
solo(struct scene *s)
{
	s->trust.count = 1;
	s->trust.solo = s->rule.solo = true;
	s->rule.requester = s->authors[0] = STR("ann");
	s->needs[0].n = 1;
	s->vote_count = 1;
}

static void
a_delegate_votes(struct scene *s)
{
	delegate(s);
}

static void
a_delegate_votes_again_for_himself(struct scene *s)
{
	delegate(s);
	scene_vote(s, DAN);
}

static void
a_delegate_who_is_counted_already(struct scene *s)
{
	delegate(s);
	s->votes[0] = s->votes[1];
	s->signers[0] = DAN;
}

static void
a_delegator_who_votes_too(struct scene *s)
{
	delegate(s);
	s->votes[0].voter = STR("bob");
	s->votes[0].printed_name = STR("Bob Example");
	s->signers[0] = BOB;
}

static void
a_delegate_votes_for_two(struct scene *s)
{
	delegate(s);
	scene_delegate(s, ANN, DAN);
	s->votes[0] = s->votes[1];
	s->votes[0].on_behalf = STR("ann");
	s->signers[0] = DAN;
}

static void
no_delegation(struct scene *s)
{
	delegate(s);
	s->delegation_count = 0;
}

static void
a_delegation_to_another(struct scene *s)
{
	delegate(s)->to = STR("cyd");
}

static void
a_delegation_of_another(struct scene *s)
{
	delegate(s)->from = STR("cyd");
}

static void
a_delegation_of_another_role(struct scene *s)
{
	delegate(s)->role = STR("control");
}

static void
a_delegation_for_another_scope(struct scene *s)
{
	delegate(s)->scope = STR("finance");
}

static void
a_delegation_that_is_over(struct scene *s)
{
	delegate(s)->until_us = VOTED_US;
}

static void
a_delegation_that_begins_later(struct scene *s)
{
	delegate(s)->from_us = VOTED_US + 1;
}

static void
a_delegation_of_31_days(struct scene *s)
{
	delegate(s)->until_us = OPENED_US + 30 * DAY_US;
}

static void
a_delegation_of_no_time(struct scene *s)
{
	delegate(s)->until_us = s->delegations[0].from_us;
}

static void
a_delegation_signed_by_the_delegate(struct scene *s)
{
	delegate(s);
	s->delegation_signers[0] = DAN;
}

static void
a_delegation_by_a_revoked_key(struct scene *s)
{
	delegate(s);
	s->keys[BOB].revoked_us = NOW_US;
}

static void
a_delegation_by_an_old_key(struct scene *s)
{
	delegate(s);
	s->keys[BOB].until_us = VOTED_US;
}

static void
a_delegation_that_is_passed_on(struct scene *s)
{
	delegate(s);
	s->people[BOB].role_count = 0;
	scene_delegate(s, CYD, BOB);
}

static void
a_delegation_by_the_requester(struct scene *s)
{
	scene_lend(s, RAE);
}

static void
a_delegation_by_an_author(struct scene *s)
{
	scene_lend(s, AUT);
}

static void
a_delegation_to_the_requester(struct scene *s)
{
	delegate(s)->to = STR("rae");
	scene_vote_as(s, 1, RAE);
	s->votes[1].on_behalf = STR("bob");
}

static void
a_vote_on_ones_own_behalf(struct scene *s)
{
	s->votes[0].on_behalf = STR("ann");
}

static void
a_vote_on_behalf_of_nobody(struct scene *s)
{
	s->votes[0].on_behalf = STR("eve");
}

static void
a_delegation_that_can_not_be_read(struct scene *s)
{
	s->request.delegations = s->envelopes;
	s->request.delegation_count = 1;
}

static void
one_good_delegation_of_two(struct scene *s)
{
	delegate(s)->until_us = VOTED_US;
	scene_delegate(s, BOB, DAN);
}

static void
one_person_alone(struct scene *s)
{
	solo(s);
}

static void
one_person_alone_by_the_rule_only(struct scene *s)
{
	solo(s);
	s->trust.solo = false;
}

static void
one_person_alone_by_the_trust_only(struct scene *s)
{
	solo(s);
	s->rule.solo = false;
}

static void
solo_with_two_people(struct scene *s)
{
	solo(s);
	s->trust.count = 2;
}

static void
solo_by_another_requester(struct scene *s)
{
	solo(s);
	s->rule.requester = STR("rae");
	s->rule.authors = s->authors;
	s->authors[0] = STR("ann");
}

static void
solo_still_needs_its_number(struct scene *s)
{
	solo(s);
	s->needs[0].n = 2;
}

static const struct scene_case cases[] = {
    {"a_delegate_votes", a_delegate_votes, BEFORE, NULL},
    {"a_delegate_votes_again_for_himself", a_delegate_votes_again_for_himself, BEFORE,
	"vote 3 of 3: the vote of 'dan': 'dan' does not hold the role 'approver' for "
	"'data-analysis'"},
    {"a_delegate_who_is_counted_already", a_delegate_who_is_counted_already, BEFORE,
	"'dan' votes twice"},
    {"a_delegator_who_votes_too", a_delegator_who_votes_too, BEFORE, "'bob' votes twice"},
    {"a_delegate_votes_for_two", a_delegate_votes_for_two, BEFORE, "'dan' votes twice"},
    {"no_delegation", no_delegation, BEFORE,
	"vote 2 of 2: the vote of 'dan': 'bob' has not delegated the role 'approver' to 'dan'"},
    {"a_delegation_to_another", a_delegation_to_another, BEFORE,
	"vote 2 of 2: the vote of 'dan': 'bob' has not delegated the role 'approver' to 'dan'"},
    {"a_delegation_of_another", a_delegation_of_another, BEFORE,
	"vote 2 of 2: the vote of 'dan': 'bob' has not delegated the role 'approver' to 'dan'"},
    {"a_delegation_of_another_role", a_delegation_of_another_role, BEFORE,
	"vote 2 of 2: the vote of 'dan': 'bob' has not delegated the role 'approver' to 'dan'"},
    {"a_delegation_for_another_scope", a_delegation_for_another_scope, BEFORE,
	"vote 2 of 2: the vote of 'dan': the delegation 'del_1': it is for another scope: 'finance'"},
    {"a_delegation_that_is_over", a_delegation_that_is_over, BEFORE,
	"vote 2 of 2: the vote of 'dan': the delegation 'del_1': it is over"},
    {"a_delegation_that_begins_later", a_delegation_that_begins_later, BEFORE,
	"vote 2 of 2: the vote of 'dan': the delegation 'del_1': it begins after the vote"},
    {"a_delegation_of_31_days", a_delegation_of_31_days, BEFORE,
	"vote 2 of 2: the vote of 'dan': the delegation 'del_1': it lasts more than 30 days, or no time at all"},
    {"a_delegation_of_no_time", a_delegation_of_no_time, BEFORE,
	"vote 2 of 2: the vote of 'dan': the delegation 'del_1': it lasts more than 30 days, or no time at all"},
    {"a_delegation_signed_by_the_delegate", a_delegation_signed_by_the_delegate, BEFORE,
	"vote 2 of 2: the vote of 'dan': the delegation 'del_1': the person who delegates did not sign it"},
    {"a_delegation_by_a_revoked_key", a_delegation_by_a_revoked_key, BEFORE,
	"vote 2 of 2: the vote of 'dan': the delegation 'del_1': its key has been revoked since"},
    {"a_delegation_by_an_old_key", a_delegation_by_an_old_key, BEFORE,
	"vote 2 of 2: the vote of 'dan': the delegation 'del_1': the key e3c1b362c0df36f6 of 'bob' "
	"is not valid since 2024-10-04T00:10:00.000000Z"},
    {"a_delegation_that_is_passed_on", a_delegation_that_is_passed_on, BEFORE,
	"vote 2 of 2: the vote of 'dan': 'bob' does not hold the role 'approver' for "
	"'data-analysis'"},
    {"a_delegation_by_the_requester", a_delegation_by_the_requester, BEFORE,
	"vote 2 of 2: the vote of 'dan': 'rae' asked for this run"},
    {"a_delegation_by_an_author", a_delegation_by_an_author, BEFORE,
	"vote 2 of 2: the vote of 'dan': 'aut' is an author of this code"},
    {"a_delegation_to_the_requester", a_delegation_to_the_requester, BEFORE,
	"vote 2 of 2: the vote of 'rae': 'rae' asked for this run"},
    {"a_vote_on_ones_own_behalf", a_vote_on_ones_own_behalf, AFTER,
	"vote 1 of 2: the vote of 'ann': a person can't vote on their own behalf"},
    {"a_vote_on_behalf_of_nobody", a_vote_on_behalf_of_nobody, AFTER,
	"vote 1 of 2: the vote of 'ann': 'eve' is not in the trust file"},
    {"a_delegation_that_can_not_be_read", a_delegation_that_can_not_be_read, SIGNED,
	"delegation 1 of 1: the delegation can't be read: the statement is not of the type "
	"'urn:sluice:delegation:v1'"},
    {"one_good_delegation_of_two", one_good_delegation_of_two, BEFORE, NULL},
    {"one_person_alone", one_person_alone, BEFORE, NULL},
    {"one_person_alone_by_the_rule_only", one_person_alone_by_the_rule_only, BEFORE,
	"the rule is for one person, but the trust file lists several"},
    {"one_person_alone_by_the_trust_only", one_person_alone_by_the_trust_only, BEFORE,
	"vote 1 of 1: the vote of 'ann': 'ann' asked for this run"},
    {"solo_with_two_people", solo_with_two_people, BEFORE,
	"the rule is for one person, but the trust file lists several"},
    {"solo_by_another_requester", solo_by_another_requester, BEFORE,
	"vote 1 of 1: the vote of 'ann': 'ann' is an author of this code"},
    {"solo_still_needs_its_number", solo_still_needs_its_number, BEFORE,
	"the need 'peers' has 1 of 2 approvals"},
};

static void
a_vote_is_lent_for_a_time_by_one_who_has_it(void **state)
{
	(void)state;
	scene_judge(cases, ARRAY_LENGTH(cases), 3);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(a_vote_is_lent_for_a_time_by_one_who_has_it),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
