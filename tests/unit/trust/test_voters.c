/* SPDX-License-Identifier: MIT */
/* Who votes, with which key, in which role, and what he says. */
#include "scene.h"

/* Ann's vote, said to be by bob's key. */
static void
swap_keyid(struct scene *s)
{
	char *text = arena_text(s->a, s->envelopes[0]);
	char *keyid = strstr(text, s->keys[ANN].id);

	memcpy(keyid, s->keys[BOB].id, KEYID_BYTES - 1);
	s->envelopes[0] = str_from(text);
}

/* Ann's vote with her signature of another text. */
static void
swap_signature(struct scene *s)
{
	struct str other = scene_envelope(s, ANN, STR("another text"));
	char *to = arena_text(s->a, s->envelopes[0]), *from = arena_text(s->a, other);

	memcpy(strstr(to, "\"sig\":"), strstr(from, "\"sig\":"), strlen("\"sig\":") + 88);
	s->envelopes[0] = str_from(to);
}

static void
give_two_keys(struct scene *s)
{
	static struct person_key keys[2];

	keys[0] = s->keys[ANN];
	keys[1] = s->keys[CYD];
	s->people[ANN].keys = keys;
	s->people[ANN].key_count = 2;
	s->people[CYD].key_count = 0;
}

static void
two_needs(struct scene *s)
{
	s->needs[0].n = 1;
	s->needs[1] = (struct approval_need){STR("others"), STR("approver"), STR("*"), 1};
	s->rule.need_count = 2;
}

static void
a_key_of_tomorrow(struct scene *s)
{
	s->keys[ANN].from_us = VOTED_US + 1;
}

static void
a_key_of_yesterday(struct scene *s)
{
	s->keys[ANN].until_us = VOTED_US;
}

static void
a_key_that_ended_after_its_vote(struct scene *s)
{
	s->keys[ANN].until_us = VOTED_US + 1;
}

static void
a_key_revoked_before_its_vote(struct scene *s)
{
	s->keys[ANN].revoked_us = VOTED_US;
}

static void
a_key_revoked_after_its_vote(struct scene *s)
{
	s->keys[ANN].revoked_us = VOTED_US + 1;
}

static void
a_key_revoked_this_moment(struct scene *s)
{
	s->keys[ANN].revoked_us = NOW_US;
}

static void
a_key_to_be_revoked_later(struct scene *s)
{
	s->keys[ANN].revoked_us = NOW_US + 1;
}

static void
a_key_of_another_person(struct scene *s)
{
	s->signers[0] = CYD;
}

static void
a_key_of_nobody(struct scene *s)
{
	s->trust.people = s->people + 1;
	s->trust.count = PEOPLE - 1;
}

static void
a_key_id_that_is_swapped(struct scene *s)
{
	swap_keyid(s);
}

static void
a_signature_of_another_text(struct scene *s)
{
	swap_signature(s);
}

static void
a_printed_name_that_lies(struct scene *s)
{
	s->votes[0].printed_name = STR("Bob Example");
}

static void
a_role_that_is_missing(struct scene *s)
{
	scene_vote_as(s, 1, DAN);
}

static void
a_person_without_roles(struct scene *s)
{
	s->people[ANN].role_count = 0;
}

static void
a_role_for_another_scope(struct scene *s)
{
	s->roles[ANN].scope = STR("finance");
}

static void
a_role_for_this_scope(struct scene *s)
{
	s->roles[ANN].scope = STR("data-analysis");
}

static void
a_need_with_a_scope_of_its_own(struct scene *s)
{
	s->needs[0].scope = STR("finance");
	s->roles[ANN].scope = STR("data-analysis");
}

static void
a_role_that_began_later(struct scene *s)
{
	s->roles[ANN].from_us = VOTED_US + 1;
}

static void
a_role_that_was_over(struct scene *s)
{
	s->roles[ANN].until_us = VOTED_US;
}

static void
a_need_that_the_rule_has_not(struct scene *s)
{
	s->votes[0].need = STR("friends");
}

static void
one_vote_of_two(struct scene *s)
{
	s->vote_count = 1;
}

static void
no_votes(struct scene *s)
{
	s->vote_count = 0;
}

static void
the_same_vote_twice(struct scene *s)
{
	s->envelopes[1] = s->envelopes[0];
}

static void
the_same_person_twice(struct scene *s)
{
	scene_vote_as(s, 1, ANN);
	s->votes[1].voted_us++;
}

static void
the_same_person_with_two_keys(struct scene *s)
{
	give_two_keys(s);
	s->signers[1] = CYD;
	s->votes[1].voter = STR("ann");
	s->votes[1].printed_name = s->people[ANN].name;
}

static void
one_person_for_two_needs(struct scene *s)
{
	two_needs(s);
	s->votes[1].need = STR("others");
	scene_vote_as(s, 1, ANN);
}

static void
two_people_for_two_needs(struct scene *s)
{
	two_needs(s);
	s->votes[1].need = STR("others");
}

static void
two_people_for_one_of_two_needs(struct scene *s)
{
	two_needs(s);
}

static void
a_rejection(struct scene *s)
{
	s->votes[1].decision = VOTE_REJECT;
}

static void
a_rejection_beside_enough_approvals(struct scene *s)
{
	scene_vote(s, CYD)->decision = VOTE_REJECT;
}

static void
a_request_for_changes(struct scene *s)
{
	scene_vote(s, CYD)->decision = VOTE_REQUEST_CHANGES;
}

static void
an_abstention_does_not_count(struct scene *s)
{
	s->votes[1].decision = VOTE_ABSTAIN;
}

static void
an_abstention_does_not_harm(struct scene *s)
{
	scene_vote(s, CYD)->decision = VOTE_ABSTAIN;
}

static void
a_person_who_abstains_and_approves(struct scene *s)
{
	scene_vote(s, ANN)->decision = VOTE_ABSTAIN;
}

static void
a_reason_of_a_dot(struct scene *s)
{
	s->votes[0].reason = STR(".");
}

static void
no_reason(struct scene *s)
{
	s->votes[0].reason = STR("");
}

static void
a_reason_of_blanks(struct scene *s)
{
	s->votes[0].reason = STR("               ");
}

static void
a_reason_of_invisible_characters(struct scene *s)
{
	s->votes[0].reason = STR("\xe2\x80\x8b\xe2\x80\x8b\xe2\x80\x8b\xe2\x80\x8b\xe2\x80\x8b\xe2"
				 "\x80\x8b\xe2\x80\x8b\xe2\x80\x8b\xe2\x80\x8b\xe2\x80\x8b");
}

static void
a_reason_of_dots(struct scene *s)
{
	s->votes[0].reason = STR(". . . . . . . .");
}

static void
a_reason_in_code_points(struct scene *s)
{
	s->votes[0].reason =
	    STR("\xc3\xa4\xc3\xb6\xc3\xbc\xc3\xa4\xc3\xb6\xc3\xbc\xc3\xa4\xc3\xb6\xc3\xbc");
}

static void
a_ticket_of_another_form(struct scene *s)
{
	s->votes[0].ticket = STR("CHG-x");
}

static void
no_ticket(struct scene *s)
{
	s->votes[0].ticket = STR("");
}

static void
a_rule_without_ticket_asks_for_none(struct scene *s)
{
	s->rule.ticket = STR("");
	s->votes[0].ticket = STR("");
}

static const struct scene_case cases[] = {
    {"a_key_of_tomorrow", a_key_of_tomorrow, AFTER,
	"vote 1 of 2: the vote of 'ann': the key fa4d86c3b551aa6c of 'ann' is not valid before "
	"2024-10-04T00:10:00.000001Z"},
    {"a_key_of_yesterday", a_key_of_yesterday, AFTER,
	"vote 1 of 2: the vote of 'ann': the key fa4d86c3b551aa6c of 'ann' is not valid since "
	"2024-10-04T00:10:00.000000Z"},
    {"a_key_that_ended_after_its_vote", a_key_that_ended_after_its_vote, AFTER, NULL},
    {"a_key_revoked_before_its_vote", a_key_revoked_before_its_vote, AFTER,
	"vote 1 of 2: the vote of 'ann': the key fa4d86c3b551aa6c of 'ann' was revoked at "
	"2024-10-04T00:10:00.000000Z"},
    {"a_key_revoked_after_its_vote", a_key_revoked_after_its_vote, AFTER,
	"vote 1 of 2: the vote of 'ann': its key has been revoked since"},
    {"a_key_revoked_this_moment", a_key_revoked_this_moment, AFTER,
	"vote 1 of 2: the vote of 'ann': its key has been revoked since"},
    {"a_key_to_be_revoked_later", a_key_to_be_revoked_later, AFTER, NULL},
    {"a_key_of_another_person", a_key_of_another_person, AFTER,
	"vote 1 of 2: the vote of 'ann': the key of 'cyd' signed it"},
    {"a_key_of_nobody", a_key_of_nobody, SIGNED,
	"vote 1 of 2: its key belongs to no one in the trust file"},
    {"a_key_id_that_is_swapped", a_key_id_that_is_swapped, SIGNED,
	"vote 1 of 2: the signature does not hold"},
    {"a_signature_of_another_text", a_signature_of_another_text, SIGNED,
	"vote 1 of 2: the signature does not hold"},
    {"a_printed_name_that_lies", a_printed_name_that_lies, AFTER,
	"vote 1 of 2: the vote of 'ann': the printed name differs from the one in the trust file"},
    {"a_role_that_is_missing", a_role_that_is_missing, AFTER,
	"vote 2 of 2: the vote of 'dan': 'dan' does not hold the role 'approver' for "
	"'data-analysis'"},
    {"a_person_without_roles", a_person_without_roles, AFTER,
	"vote 1 of 2: the vote of 'ann': 'ann' does not hold the role 'approver' for "
	"'data-analysis'"},
    {"a_role_for_another_scope", a_role_for_another_scope, AFTER,
	"vote 1 of 2: the vote of 'ann': 'ann' does not hold the role 'approver' for "
	"'data-analysis'"},
    {"a_role_for_this_scope", a_role_for_this_scope, AFTER, NULL},
    {"a_need_with_a_scope_of_its_own", a_need_with_a_scope_of_its_own, BEFORE,
	"vote 1 of 2: the vote of 'ann': 'ann' does not hold the role 'approver' for 'finance'"},
    {"a_role_that_began_later", a_role_that_began_later, AFTER,
	"vote 1 of 2: the vote of 'ann': 'ann' does not hold the role 'approver' for "
	"'data-analysis'"},
    {"a_role_that_was_over", a_role_that_was_over, AFTER,
	"vote 1 of 2: the vote of 'ann': 'ann' does not hold the role 'approver' for "
	"'data-analysis'"},
    {"a_need_that_the_rule_has_not", a_need_that_the_rule_has_not, AFTER,
	"vote 1 of 2: the vote of 'ann': the rule has no need 'friends'"},
    {"one_vote_of_two", one_vote_of_two, AFTER, "the need 'peers' has 1 of 2 approvals"},
    {"no_votes", no_votes, AFTER, "the need 'peers' has 0 of 2 approvals"},
    {"the_same_vote_twice", the_same_vote_twice, SIGNED, "'ann' votes twice"},
    {"the_same_person_twice", the_same_person_twice, AFTER, "'ann' votes twice"},
    {"the_same_person_with_two_keys", the_same_person_with_two_keys, AFTER, "'ann' votes twice"},
    {"one_person_for_two_needs", one_person_for_two_needs, BEFORE, "'ann' votes twice"},
    {"two_people_for_two_needs", two_people_for_two_needs, BEFORE, NULL},
    {"two_people_for_one_of_two_needs", two_people_for_one_of_two_needs, BEFORE,
	"the need 'others' has 0 of 1 approvals"},
    {"a_rejection", a_rejection, AFTER, "'bob' rejected it"},
    {"a_rejection_beside_enough_approvals", a_rejection_beside_enough_approvals, BEFORE,
	"'cyd' rejected it"},
    {"a_request_for_changes", a_request_for_changes, BEFORE, "'cyd' asked for changes"},
    {"an_abstention_does_not_count", an_abstention_does_not_count, AFTER,
	"the need 'peers' has 1 of 2 approvals"},
    {"an_abstention_does_not_harm", an_abstention_does_not_harm, BEFORE, NULL},
    {"a_person_who_abstains_and_approves", a_person_who_abstains_and_approves, BEFORE,
	"'ann' votes twice"},
    {"a_reason_of_a_dot", a_reason_of_a_dot, AFTER,
	"vote 1 of 2: the vote of 'ann': the reason has 1 characters; the rule requires 10"},
    {"no_reason", no_reason, AFTER,
	"vote 1 of 2: the vote of 'ann': the reason has 0 characters; the rule requires 10"},
    {"a_reason_of_blanks", a_reason_of_blanks, AFTER,
	"vote 1 of 2: the vote of 'ann': the reason has 0 characters; the rule requires 10"},
    {"a_reason_of_invisible_characters", a_reason_of_invisible_characters, AFTER,
	"vote 1 of 2: the vote of 'ann': the reason has 0 characters; the rule requires 10"},
    {"a_reason_of_dots", a_reason_of_dots, AFTER,
	"vote 1 of 2: the vote of 'ann': the reason repeats one character"},
    {"a_reason_in_code_points", a_reason_in_code_points, AFTER,
	"vote 1 of 2: the vote of 'ann': the reason has 9 characters; the rule requires 10"},
    {"a_ticket_of_another_form", a_ticket_of_another_form, AFTER,
	"vote 1 of 2: the vote of 'ann': the ticket 'CHG-x' does not match '^CHG-[0-9]+$'"},
    {"no_ticket", no_ticket, AFTER,
	"vote 1 of 2: the vote of 'ann': the ticket '' does not match '^CHG-[0-9]+$'"},
    {"a_rule_without_ticket_asks_for_none", a_rule_without_ticket_asks_for_none, BEFORE, NULL},
};

static void
a_vote_is_of_one_person_who_may_and_says_why(void **state)
{
	(void)state;
	scene_judge(cases, ARRAY_LENGTH(cases), 6);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(a_vote_is_of_one_person_who_may_and_says_why),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
