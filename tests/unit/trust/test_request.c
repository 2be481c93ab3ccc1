/* SPDX-License-Identifier: MIT */
/* Who may ask for runs, and what an agent's key is good for. */
#include "scene.h"

#define STORE "example.org/prod"

struct asking {
	struct scene s;
	struct person agent;
	struct person_key key;
	struct person_role role;
	struct secret_key *secret;
};

static void
begin(struct asking *q)
{
	struct err err;

	scene_begin(&q->s);
	q->secret = key_new(&err);
	assert_non_null(q->secret);
	q->key = (struct person_key){
	    .key = *key_public(q->secret), .from_us = OPENED_US, .until_us = OPENED_US + DAY_US};
	public_key_id(&q->key.key, q->key.id);
	q->role = (struct person_role){
	    STR("requester"), STR("data-analysis"), q->key.from_us, q->key.until_us};
	q->agent = (struct person){.id = STR("nightly"),
	    .name = STR("nightly"),
	    .keys = &q->key,
	    .key_count = 1,
	    .roles = &q->role,
	    .role_count = 1};
	q->s.trust.agents = &q->agent;
	q->s.trust.agent_count = 1;
}

static void
end(struct asking *q)
{
	key_free(q->secret);
	scene_end(&q->s);
}

static struct str
agents_act(struct asking *q, enum act_kind kind, const char *by)
{
	const struct act act = {.kind = kind,
	    .store = STR(STORE),
	    .by = str_from(by),
	    .printed_name = STR("nightly"),
	    .target = STR("run_1"),
	    .terms = STR("{}"),
	    .reason = STR("it is night"),
	    .nonce = STR("n1"),
	    .made_us = VOTED_US};
	struct str text, envelope;
	struct buf out;
	struct err err;

	buf_init(&out, ENVELOPE_BYTES_MAX);
	assert_true(act_sign_text(q->s.a, &act, &text, &err));
	assert_true(envelope_sign(q->secret, text, &out, &err));
	assert_true(arena_copy(q->s.a, buf_view(&out), &envelope));
	buf_release(&out);
	return envelope;
}

static void
judged(struct asking *q, enum act_kind kind, const char *by, int64_t now_us, const char *words)
{
	struct act act;
	struct err err = {0};
	bool counts = act_counts(
	    q->s.a, &q->s.trust, agents_act(q, kind, by), STR(STORE), now_us, &act, &err);

	if (counts != !words || (words && !strstr(err.message, words)))
		fail_msg("%s: %s", act_rule(kind)->name, err.message);
}

static void
an_agent_asks_and_cancels_and_signs_nothing_else(void **state)
{
	struct asking q;

	(void)state;
	begin(&q);
	for (int k = ACT_DELEGATION + 1; k < ACT_COUNT; k++)
		judged(&q, (enum act_kind)k, "nightly", NOW_US,
		    k == ACT_REQUEST || k == ACT_CANCEL
			? NULL
			: "an agent may sign only requests and cancellations");
	judged(&q, ACT_REQUEST, "ann", NOW_US, "the key of 'nightly' signed it");
	q.key.revoked_us = NOW_US;
	judged(&q, ACT_REQUEST, "nightly", NOW_US, "its key has been revoked since");
	q.key.revoked_us = 0;
	q.key.until_us = VOTED_US;
	judged(&q, ACT_REQUEST, "nightly", NOW_US, "is not valid since");
	end(&q);
}

static void
allowed(struct asking *q, const char *by, const char *policy, int64_t made_us, const char *words)
{
	const struct act act = {
	    .kind = ACT_REQUEST, .by = by ? str_from(by) : STR(""), .made_us = made_us};
	struct err err = {0};
	bool good = request_is_allowed(&q->s.trust, by ? &act : NULL, str_from(policy), &err);

	if (good != !words || (words && strcmp(err.message, words) != 0))
		fail_msg("%s: %s", by ? by : "nobody", err.message);
}

static void
who_is_named_asks_and_nobody_else(void **state)
{
	struct asking q;

	(void)state;
	begin(&q);
	allowed(&q, "nightly", "data-analysis", VOTED_US, NULL);
	allowed(&q, "nightly", "other", VOTED_US,
	    "'nightly' may not ask for runs under the policy 'other'");
	allowed(&q, "nightly", "data-analysis", OPENED_US + DAY_US,
	    "'nightly' may not ask for runs under the policy 'data-analysis'");
	allowed(&q, "ann", "data-analysis", VOTED_US,
	    "'ann' may not ask for runs under the policy 'data-analysis'");
	allowed(&q, NULL, "data-analysis", VOTED_US,
	    "the request is not signed, and the trust file restricts who may ask for runs");
	/* Nobody is named. */
	q.s.trust.agent_count = 0;
	assert_false(requests_are_restricted(&q.s.trust));
	allowed(&q, "ann", "data-analysis", VOTED_US, NULL);
	allowed(&q, NULL, "data-analysis", VOTED_US, NULL);
	q.s.trust.requests_signed = true;
	allowed(&q, "ann", "data-analysis", VOTED_US, NULL);
	allowed(&q, NULL, "data-analysis", VOTED_US,
	    "the request is not signed, and the trust file requires a signature");
	/* A person is named whose role is over: that opens nothing to others. */
	q.s.trust.requests_signed = false;
	q.s.roles[RAE] = (struct person_role){STR("requester"), STR("*"), 1, 2};
	allowed(&q, NULL, "data-analysis", VOTED_US,
	    "the request is not signed, and the trust file restricts who may ask for runs");
	allowed(&q, "rae", "data-analysis", VOTED_US,
	    "'rae' may not ask for runs under the policy 'data-analysis'");
	end(&q);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(an_agent_asks_and_cancels_and_signs_nothing_else),
	    cmocka_unit_test(who_is_named_asks_and_nobody_else),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
