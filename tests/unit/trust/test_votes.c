/* SPDX-License-Identifier: MIT */
/* Votes as bytes, and one vote before it is kept. */
#include "scene.h"

/* No byte of an envelope, of a delegation or of the rule can be another one. */
static void
spoil_each_byte(struct scene *s, struct str *text)
{
	struct str whole = *text;
	char *copy = arena_text(s->a, whole);
	struct err err;

	*text = (struct str){copy, whole.n};
	assert_true(scene_holds(s, &err));
	for (size_t i = 0; i < whole.n; i++) {
		static const unsigned char masks[] = {0x01, 0x20, 0x80, 0xff};
		for (size_t k = 0; k < ARRAY_LENGTH(masks); k++) {
			struct scene one = *s;
			one.a = arena_new((size_t)4 << 20);
			copy[i] = (char)((unsigned char)whole.p[i] ^ masks[k]);
			if (scene_holds(&one, &err))
				fail_msg("byte %zu of '%.*s'", i, STR_ARG(*text));
			assert_true(err.code != ERR_NONE && err.message[0]);
			arena_free(one.a);
		}
		copy[i] = whole.p[i];
	}
	*text = whole;
}

static void
no_byte_can_change(void **state)
{
	struct scene s;

	(void)state;
	scene_begin(&s);
	scene_lend(&s, BOB);
	scene_write_rule(&s);
	scene_sign(&s);
	spoil_each_byte(&s, &s.request.rule);
	spoil_each_byte(&s, &s.envelopes[0]);
	spoil_each_byte(&s, &s.delegation_envelopes[0]);
	scene_end(&s);
}

static void
no_byte_can_be_missing_or_added(void **state)
{
	struct scene s;

	(void)state;
	scene_begin(&s);
	scene_write_rule(&s);
	scene_sign(&s);
	for (int which = 0; which < 2; which++) {
		struct str *text = which ? &s.request.rule : &s.envelopes[0], whole = *text;
		struct err err;
		for (size_t n = 0; n < whole.n; n++) {
			*text = str_slice(whole, 0, n);
			assert_false(scene_holds(&s, &err));
		}
		*text = str_from(arena_printf(s.a, "%.*s\n", STR_ARG(whole)));
		assert_false(scene_holds(&s, &err));
		*text = str_from(arena_printf(s.a, " %.*s", STR_ARG(whole)));
		assert_false(scene_holds(&s, &err));
		*text = whole;
		assert_true(scene_holds(&s, &err));
	}
	scene_end(&s);
}

/* -- one vote, before it is kept -- */

static void
nothing(struct scene *s)
{
	(void)s;
}

static void
reason_is_a_dot(struct scene *s)
{
	s->votes[0].reason = STR(".");
}

static void
ends(struct scene *s)
{
	s->request.now_us = DECIDE_BY_US + 1;
}

static void
expires(struct scene *s)
{
	s->votes[0].expires_us = NOW_US - 1;
}

static void
key_has_ended(struct scene *s)
{
	s->keys[ANN].until_us = NOW_US;
}

static void
role_has_ended(struct scene *s)
{
	s->roles[ANN].until_us = NOW_US;
}

static void
rejects_without_ticket(struct scene *s)
{
	s->votes[0].decision = VOTE_REJECT;
	s->votes[0].ticket = STR("");
}

static void
abstains_without_reason(struct scene *s)
{
	s->votes[0].decision = VOTE_ABSTAIN;
	s->votes[0].reason = STR("");
}

static void
delegation_has_ended(struct scene *s)
{
	scene_vote_as(s, 0, DAN);
	s->votes[0].on_behalf = s->people[BOB].id;
	scene_delegate(s, BOB, DAN)->until_us = NOW_US;
}

static void
a_vote_that_comes_in_counts_now(void **state)
{
	static const struct {
		void (*change)(struct scene *s);
		const char *message;
	} single[] = {
	    {nothing, NULL},
	    {rejects_without_ticket, NULL},
	    {abstains_without_reason, NULL},
	    {ends, "the vote of 'ann': the time to decide is over"},
	    {expires, "the vote of 'ann': it has expired"},
	    {key_has_ended, "the vote of 'ann': the key fa4d86c3b551aa6c of 'ann' is not valid "
			    "since 2024-10-04T00:30:00.000000Z"},
	    {role_has_ended,
		"the vote of 'ann': 'ann' does not hold the role 'approver' for 'data-analysis'"},
	    {delegation_has_ended, "the vote of 'dan': the delegation 'del_1': it is over"},
	    {reason_is_a_dot,
		"the vote of 'ann': the reason has 1 characters; the rule requires 10"},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(single); i++) {
		struct err err = {.code = ERR_NONE};
		struct scene s;
		struct vote v;
		scene_begin(&s);
		single[i].change(&s);
		scene_write_rule(&s);
		scene_sign(&s);
		bool counts = vote_counts(s.a, &s.request, s.envelopes[0], &v, &err);
		assert_string_equal(err.message, single[i].message ? single[i].message : "");
		assert_int_equal(counts, single[i].message == NULL);
		assert_int_equal(v.decision != VOTE_NONE, counts);
		scene_end(&s);
	}
}

static void
memory_that_ends_is_no_quorum(void **state)
{
	size_t nth = 1;
	struct scene s;
	struct err err;

	(void)state;
	scene_begin(&s);
	scene_lend(&s, BOB);
	scene_write_rule(&s);
	scene_sign(&s);
	for (;; nth++) {
		struct arena *a = arena_new((size_t)16 << 20), *kept = s.a;
		arena_fail_at(a, nth);
		s.a = a;
		bool holds = scene_holds(&s, &err);
		s.a = kept;
		arena_free(a);
		if (holds)
			break;
		assert_true(err.code != ERR_NONE && err.message[0]);
	}
	assert_true(nth > 20);
	scene_end(&s);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(no_byte_can_change),
	    cmocka_unit_test(no_byte_can_be_missing_or_added),
	    cmocka_unit_test(a_vote_that_comes_in_counts_now),
	    cmocka_unit_test(memory_that_ends_is_no_quorum),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
