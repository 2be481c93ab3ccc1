/* SPDX-License-Identifier: MIT */
/*
 * A receipt that holds, and what an attacker does to it: who has the store, who has the service's
 * key, who has a voter's. Each is made in memory, spoiled in one place, and judged.
 */
#include "receipt_scene.h"

/* -- cases ----------------------------------------------------------------------------------- */

static void
as_it_is(struct scene *s)
{
	(void)s;
}
static void
vote_for_another_run(struct scene *s)
{
	s->votes[1].run = STR("run_2");
}
static void
vote_for_another_subject(struct scene *s)
{
	s->other_subject = HEX("55");
}
static void
vote_by_another_key(struct scene *s)
{
	s->signers[1] = OTHER;
}
static void
vote_of_another_round(struct scene *s)
{
	s->votes[1].round = 2;
}
static void
one_vote_too_few(struct scene *s)
{
	s->vote_count = 1;
}
static void
a_veto(struct scene *s)
{
	s->votes[1].decision = VOTE_REJECT;
}
static void
a_key_revoked_before(struct scene *s)
{
	s->person_keys[1].revoked_us = VOTED;
}
static void
a_key_revoked_later(struct scene *s)
{
	s->person_keys[1].revoked_us = USED + 1;
}
static void
a_key_that_was_over(struct scene *s)
{
	s->person_keys[1].until_us = VOTED;
}
static void
nobody_knows_bob(struct scene *s)
{
	s->trust.count = 1;
}
static void
a_role_that_was_over(struct scene *s)
{
	s->roles[1].until_us = VOTED;
}
static void
another_log_key(struct scene *s)
{
	s->log_key = OTHER;
}
static void
another_receipt_key(struct scene *s)
{
	s->receipt_key = OTHER;
}
static void
a_voter_signs_the_receipt(struct scene *s)
{
	s->receipt_key = ANN;
}
static void
a_log_key_revoked(struct scene *s)
{
	s->services[0].revoked_us = MADE + 1;
}
static void
a_log_key_revoked_after_a_witness(struct scene *s)
{
	s->services[0].revoked_us = MADE + 1;
	s->witnessed = true;
}
/* One witness alone could say so afterwards, too. */
static void
a_log_key_revoked_after_one_witness_of_two(struct scene *s)
{
	a_log_key_revoked_after_a_witness(s);
	s->trust.witnesses = 2;
}
static void
a_receipt_key_revoked(struct scene *s)
{
	s->services[1].revoked_us = MADE - 1;
}
static void
a_receipt_key_of_another_log(struct scene *s)
{
	s->services[1].name = STR("x");
}
static void
an_old_checkpoint(struct scene *s)
{
	s->size = FIRST + EVENTS - 2;
}
static void
another_log(struct scene *s)
{
	s->m.origin = STR("example.org/test");
}
static void
events_of_another_run(struct scene *s)
{
	s->event_run = "run_2";
}
static void
the_log_says_another_output(struct scene *s)
{
	s->data[7] = "\"from\":\"running\",\"output\":\"" HEX("99") "\"";
}
static void
the_log_says_another_code(struct scene *s)
{
	s->data[1] = s->data[2] = "\"code\":\"" HEX("99") "\",\"from\":\"planned\"";
}
static void
the_log_says_that_it_failed(struct scene *s)
{
	s->types[8] = "run.failed";
}
static void
the_log_says_no_start(struct scene *s)
{
	s->types[5] = "run.noted";
}
static void
the_policy_denied_it(struct scene *s)
{
	s->verdict = "deny";
}
static void
a_rule_for_another_approval(struct scene *s)
{
	s->rule.approval = s->votes[0].approval = s->votes[1].approval = STR("apr_2");
}
static void
a_release_is_no_permit(struct scene *s)
{
	s->rule.kind = s->votes[0].kind = s->votes[1].kind = STR("release_output");
}
static void
solo_in_secret(struct scene *s)
{
	s->m.run.state = STATE_ANSWERED;
	s->rule.solo = true;
}
static void
another_code(struct scene *s)
{
	memcpy(s->m.run.code_sha256, HEX("99"), 65);
}
static void
another_size_of_the_code(struct scene *s)
{
	s->m.code_bytes = 11;
}
static void
an_open_state(struct scene *s)
{
	s->m.run.state = STATE_RUNNING;
}
static void
another_end(struct scene *s)
{
	s->m.run.state = STATE_REFUSED;
}
static void
two_witnesses_are_asked_for(struct scene *s)
{
	s->trust.witnesses = 2;
	s->witnessed = true;
}
static void
one_witness_is_asked_for(struct scene *s)
{
	s->trust.witnesses = 1;
}
static void
one_witness_saw_it(struct scene *s)
{
	s->trust.witnesses = 1;
	s->witnessed = true;
}

static void
one_witness_signed_another_log(struct scene *s)
{
	one_witness_saw_it(s);
	s->witness_saw_another = true;
}

static struct str
with_a_member_more(struct scene *s, struct str t)
{
	size_t at = str_find(t, STR("\"predicateType\""), 0);

	return joined(
	    s, "%.*s,\"zzz\":1},%.*s", (int)(at - 2), t.p, STR_ARG(str_slice(t, at, t.n)));
}
static void
a_member_more(struct scene *s)
{
	s->respell = with_a_member_more;
}

static struct str
of_another_type(struct scene *s, struct str t)
{
	size_t at = str_find(t, STR("execution-receipt"), 0);

	return joined(
	    s, "%.*sapproval-vote%.*s", (int)at, t.p, STR_ARG(str_slice(t, at + 17, t.n)));
}
static void
another_predicate(struct scene *s)
{
	s->respell = of_another_type;
}

static struct str
with_a_blank(struct scene *s, struct str t)
{
	return joined(s, "%.*s ", STR_ARG(t));
}
static void
not_canonical(struct scene *s)
{
	s->respell = with_a_blank;
}

static struct str
without_signatures(struct scene *s, struct str t)
{
	size_t at = str_find(t, STR("\"signatures\":["), 0);

	return joined(s, "%.*s\"signatures\":[]}", (int)at, t.p);
}
static void
a_stripped_signature(struct scene *s)
{
	s->rewrap = without_signatures;
}

static struct str
with_two(struct scene *s, struct str t)
{
	size_t at = str_find(t, STR("\"keyid\":\""), 0);
	struct str one = str_slice(t, at - 1, t.n - 2);

	return joined(s, "%.*s,{\"keyid\":\"" HEX("ff") "\"%.*s]}", (int)(t.n - 2), t.p,
	    STR_ARG(str_slice(one, 75, one.n)));
}
static void
two_signatures(struct scene *s)
{
	s->rewrap = with_two;
}

static struct str
with_another_path(struct scene *s, struct str t)
{
	size_t at = str_find(t, STR("\"path\":[\""), 0) + 9;

	return joined(
	    s, "%.*s" HEX("00") "%.*s", (int)at, t.p, STR_ARG(str_slice(t, at + 64, t.n)));
}
static void
a_proof_of_another_leaf(struct scene *s)
{
	s->respell = with_another_path;
}

static void
a_vote_that_the_log_has_not(struct scene *s)
{
	s->types[VOTES_FROM + 1] = "run.noted";
}
static void
the_log_says_another_decision(struct scene *s)
{
	s->told_decision = "abstain";
}
static void
an_event_of_no_form(struct scene *s)
{
	s->data[6] = "\"from\":\"running\",\"hue\":\"blue\"";
}
static void
a_vote_of_another_approval(struct scene *s)
{
	s->ballot_approval = "apr_2";
}
static void
a_vote_that_was_withdrawn(struct scene *s)
{
	s->types[VOTES_FROM + 2] = "approval.vote_withdrawn";
}
static void
an_approval_never_used(struct scene *s)
{
	s->types[VOTES_FROM + 2] = "run.noted";
}
static void
a_vote_is_left_out(struct scene *s)
{
	static const struct approval_need one = {{"peer", 4}, {"approver", 8}, {"*", 1}, 1};

	s->rule.needs = &one;
	s->vote_count = 1;
}

#define OPENING(KIND)                                                                              \
	"\"kind\":\"" KIND "\",\"round\":1,\"rule\":\"" TASK "\",\"subject\":\"" TASK "\""

static void
a_vote_is_left_out_of_what_was_opened(struct scene *s)
{
	a_vote_is_left_out(s);
	s->types[6] = "approval.opened";
	s->data[6] = OPENING("execute");
}

/* Nor does an approval to run become an exception's, whose votes no receipt lists. */
static void
an_exception_was_opened(struct scene *s)
{
	s->types[6] = "approval.opened";
	s->data[6] = OPENING("exception");
}

static void
no_worker_signed(struct scene *s)
{
	s->unsigned_result = true;
}
static void
another_worker_signed(struct scene *s)
{
	s->worker_key = OTHER;
}
static void
the_log_s_key_is_no_worker(struct scene *s)
{
	s->worker_key = SERVICE;
}
static void
a_worker_s_key_revoked(struct scene *s)
{
	s->services[3].revoked_us = MADE + 1;
}
static void
a_worker_s_key_that_was_over(struct scene *s)
{
	s->services[3].until_us = USED;
}
static void
no_worker_is_named(struct scene *s)
{
	s->worker_key = OTHER;
	s->trust.service_count = 3;
}
static void
a_worker_of_another_log(struct scene *s)
{
	s->came.origin = STR("example.org/test");
}
static void
it_signed_another_run(struct scene *s)
{
	s->came.run = STR("run_2");
}
static void
it_signed_another_revision(struct scene *s)
{
	s->came.revision = 2;
}
static void
it_signed_another_output(struct scene *s)
{
	memcpy(s->came.output_sha256, HEX("55"), DIGEST_HEX_BYTES);
}
static void
it_signed_another_sandbox(struct scene *s)
{
	memcpy(s->came.sandbox_sha256, HEX("55"), DIGEST_HEX_BYTES);
}
static void
it_signed_another_subject(struct scene *s)
{
	memcpy(s->came.subject_sha256, HEX("55"), DIGEST_HEX_BYTES);
}

static const struct {
	void (*spoil)(struct scene *s);
	const char *what, *words; /* NULL: it holds; words: how the detail begins */
} cases[] = {
    {as_it_is, NULL, ""},
    {vote_for_another_run, "approvals",
	"the approval 'apr_1': vote 2 of 2: the vote of 'bob': it is for another run"},
    {vote_for_another_subject, "approvals",
	"the approval 'apr_1': vote 1 of 2: the vote of 'ann': it is for another subject"},
    {vote_by_another_key, "approvals",
	"the approval 'apr_1': vote 2 of 2: its key belongs to no one"},
    {vote_of_another_round, "approvals",
	"the approval 'apr_1': vote 2 of 2: the vote of 'bob': it is for another round"},
    {one_vote_too_few, "approvals", "the approval 'apr_1': the need 'peer' has 1 of 2 approvals"},
    {a_veto, "approvals", "the approval 'apr_1': 'bob' rejected it"},
    {a_key_revoked_before, "approvals",
	"the approval 'apr_1': vote 2 of 2: the vote of 'bob': the key"},
    {a_key_revoked_later, NULL, ""},
    {a_key_that_was_over, "approvals",
	"the approval 'apr_1': vote 2 of 2: the vote of 'bob': the key"},
    {nobody_knows_bob, "approvals", "the approval 'apr_1': vote 2 of 2: its key belongs to no one"},
    {a_role_that_was_over, "approvals",
	"the approval 'apr_1': vote 2 of 2: the vote of 'bob': 'bob' does not hold"},
    {another_log_key, "checkpoint",
	"no key of the log 'example.org/prod' in the trust file signed it"},
    {another_receipt_key, "signature", "it is signed by key "},
    {a_voter_signs_the_receipt, "signature", "it is signed by key "},
    {a_log_key_revoked, "checkpoint", "the key"},
    {a_log_key_revoked_after_a_witness, NULL, ""},
    {a_log_key_revoked_after_one_witness_of_two, "checkpoint", "the key"},
    {a_receipt_key_revoked, "key", "the key"},
    {a_receipt_key_of_another_log, "key",
	"its key signs no receipts of the log 'example.org/prod'"},
    {an_old_checkpoint, "inclusion", "event 12 is not in the log of the checkpoint"},
    {another_log, "key", "its key signs no receipts of the log 'example.org/test'"},
    {events_of_another_run, "log", "an event belongs to another run"},
    {the_log_says_another_output, "log", "the log differs on the run's output"},
    {the_log_says_another_code, "log", "the log differs on the run's code"},
    {the_log_says_that_it_failed, "log",
	"the log does not record that the run started and ended successfully"},
    {the_log_says_no_start, "log",
	"the log does not record that the run started and ended successfully"},
    {the_policy_denied_it, "log", "the log differs on the run's verdict"},
    {a_rule_for_another_approval, "approvals",
	"the approval 'apr_1': its rule belongs to another approval"},
    {a_release_is_no_permit, "approvals", "the code ran without an approval"},
    {solo_in_secret, "approvals",
	"the approval 'apr_1': the rule is for one person, but the trust file lists several"},
    {another_code, "contents", "the decision covers another code"},
    {another_size_of_the_code, "contents", "the decision covers another code"},
    {an_open_state, "contents", "'running' is not a final state of a run"},
    {another_end, "log", "the log says that the run was validated"},
    {a_vote_that_the_log_has_not, "votes",
	"vote 2 of the approval 'apr_1': the log does not know it"},
    {a_vote_of_another_approval, "votes",
	"vote 1 of the approval 'apr_1': the log does not know it"},
    {a_vote_that_was_withdrawn, "votes",
	"vote 2 of the approval 'apr_1': the log does not know it"},
    {the_log_says_another_decision, "votes",
	"vote 1 of the approval 'apr_1': the event differs from the signed vote"},
    {an_event_of_no_form, "log", "an event: the event 'run.noted' has unknown fields"},
    {an_approval_never_used, "votes", "the log does not say that the approval 'apr_1' was used"},
    {a_vote_is_left_out, "votes",
	"the receipt lacks the vote of 'bob' on the approval 'apr_1', which the log has"},
    {a_vote_is_left_out_of_what_was_opened, "votes",
	"the receipt lacks the vote of 'bob' on the approval 'apr_1', which the log has"},
    {an_exception_was_opened, "votes", "vote 1 of the approval 'apr_1': the log does not know it"},
    {one_witness_is_asked_for, "witnesses",
	"unwitnessed: 0 of the 1 witnesses that the trust file asks for"},
    {two_witnesses_are_asked_for, "witnesses",
	"unwitnessed: 1 of the 2 witnesses that the trust file asks for"},
    {one_witness_saw_it, NULL, ""},
    {one_witness_signed_another_log, "witnesses",
	"the signature of 'witness.example.net' is not valid"},
    {no_worker_signed, "result", "no worker signed the run's result"},
    {another_worker_signed, "result", "the run's result: it is signed by key "},
    {the_log_s_key_is_no_worker, "result", "the run's result: it is signed by key "},
    {a_worker_s_key_revoked, "result", "the key"},
    {a_worker_s_key_that_was_over, "result", "the key"},
    {no_worker_is_named, NULL, ""},
    {a_worker_of_another_log, "result", "the worker signed another value for the run's log"},
    {it_signed_another_run, "result", "the worker signed another value for the run's run"},
    {it_signed_another_revision, "result",
	"the worker signed another value for the run's revision"},
    {it_signed_another_output, "result", "the worker signed another value for the run's output"},
    {it_signed_another_sandbox, "result", "the worker signed another value for the run's sandbox"},
    {it_signed_another_subject, "result", "the worker signed another value for the run's subject"},
    {a_member_more, "form", "the statement: "},
    {another_predicate, "form", "the statement: the statement is not a receipt"},
    {not_canonical, "form", "the statement: "},
    {a_stripped_signature, "envelope",
	"the envelope can't be read: an envelope must have 1 to 8 signatures"},
    {two_signatures, "signature", "it must have exactly one signature"},
    {a_proof_of_another_leaf, "inclusion", "event 2 is not in the log of the checkpoint"},
};

static void
judge(size_t i, struct scene *s, struct str receipt)
{
	struct receipt_finding found[RECEIPT_FINDINGS_MAX];
	const struct receipt_finding *first = NULL;
	struct err err = {0};
	size_t count;
	bool good = receipt_verify(s->a, receipt, &s->trust, found, &count, &err);

	for (size_t k = 0; !first && k < count; k++)
		first = found[k].good ? NULL : &found[k];
	if (err.code != ERR_NONE)
		fail_msg("case %zu: %s", i, err.message);
	if (good != !cases[i].what || (first != NULL) != (cases[i].what != NULL))
		fail_msg("case %zu: %s", i, good ? "it holds" : first->detail.p);
	if (first && (strcmp(first->what, cases[i].what) != 0 ||
			 !str_starts(first->detail, str_from(cases[i].words))))
		fail_msg("case %zu: %s: %.*s", i, first->what, STR_ARG(first->detail));
}

static void
each_attack_is_caught_by_the_part_that_should(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
		struct scene s;
		scene_begin(&s);
		cases[i].spoil(&s);
		judge(i, &s, scene_receipt(&s));
		arena_free(s.a);
	}
}

static bool
holds(const struct trust *t, struct str receipt)
{
	struct receipt_finding found[RECEIPT_FINDINGS_MAX];
	struct arena *a = arena_new((size_t)64 << 20);
	struct err err;
	size_t count;
	bool good = receipt_verify(a, receipt, t, found, &count, &err);

	arena_free(a);
	return good;
}

static void
no_byte_of_a_receipt_can_change(void **state)
{
	struct scene s;

	(void)state;
	scene_begin(&s);
	s.witnessed = true;
	struct str receipt = scene_receipt(&s), copy;
	assert_true(arena_copy(s.a, receipt, &copy));
	char *bytes = (char *)(uintptr_t)copy.p;
	assert_true(holds(&s.trust, copy));
	for (size_t i = 0; i < copy.n; i++) {
		bytes[i] = (char)(receipt.p[i] ^ (1 << i % 8));
		if (holds(&s.trust, copy))
			fail_msg("byte %zu of %zu can change", i, copy.n);
		bytes[i] = receipt.p[i];
	}
	for (size_t n = 0; n < copy.n; n += 7)
		assert_false(holds(&s.trust, str_slice(copy, 0, n)));
	arena_free(s.a);
}

static void
nothing_holds_under_an_empty_trust_file(void **state)
{
	const struct trust nobody = {.count = 0};
	struct scene s;

	(void)state;
	scene_begin(&s);
	assert_false(holds(&nobody, scene_receipt(&s)));
	arena_free(s.a);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(each_attack_is_caught_by_the_part_that_should),
	    cmocka_unit_test(no_byte_of_a_receipt_can_change),
	    cmocka_unit_test(nothing_holds_under_an_empty_trust_file),
	};

	if (!scene_keys_make())
		return 1;
	int failed = cmocka_run_group_tests(tests, NULL, NULL);
	scene_keys_free();
	return failed;
}
