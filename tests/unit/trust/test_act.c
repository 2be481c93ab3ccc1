/* SPDX-License-Identifier: MIT */
/* Acts: written and read strictly, and judged by who signed them. */
#include "scene.h"

#include "secret.h"

#define STORE "example.org/prod"

static struct person_role operator_role = {
    {"operator", 8}, {"*", 1}, OPENED_US, OPENED_US + DAY_US};

struct told { /* an act on its way to the judge, spoiled somewhere */
	struct scene s;
	struct act act;
	int signer;
	const char *origin;
	int64_t now_us;
	struct str statement, envelope;
};

static void
begin(struct told *t)
{
	scene_begin(&t->s);
	t->s.people[ANN].roles = &operator_role;
	t->act = (struct act){.kind = ACT_HALT,
	    .store = STR(STORE),
	    .by = STR("ann"),
	    .printed_name = STR("Ann Example"),
	    .target = STR("store"),
	    .terms = STR("{}"),
	    .reason = STR("something is wrong"),
	    .nonce = STR("n1"),
	    .made_us = VOTED_US};
	t->signer = ANN;
	t->origin = STORE;
	t->now_us = NOW_US;
}

static void
sign(struct told *t)
{
	struct err err;

	if (!t->statement.p)
		assert_true(act_sign_text(t->s.a, &t->act, &t->statement, &err));
	if (!t->envelope.p)
		t->envelope = scene_envelope(&t->s, t->signer, t->statement);
}

static void
every_kind_is_written_and_read(void **state)
{
	struct told t = {.signer = 0};
	struct str text;
	struct act read;
	struct err err;

	(void)state;
	begin(&t);
	for (int k = ACT_NONE + 1; k < ACT_COUNT; k++) {
		enum act_kind kind = (enum act_kind)k;
		t.act.kind = kind;
		assert_int_equal(act_kind_of(str_from(act_rule(kind)->name)), kind);
		assert_true(*act_rule(kind)->about && *act_rule(kind)->meaning);
		if (kind == ACT_VOTE || kind == ACT_DELEGATION) {
			assert_false(act_sign_text(t.s.a, &t.act, &text, &err));
			continue;
		}
		t.act.terms = STR("{\"n\":1,\"word\":\"so\"}");
		assert_true(act_sign_text(t.s.a, &t.act, &text, &err));
		assert_true(act_read(t.s.a, text, &read, &err));
		assert_int_equal(read.kind, kind);
		assert_str_equal(read.meaning, act_rule(kind)->meaning);
		assert_str_equal(read.terms, "{\"n\":1,\"word\":\"so\"}");
		assert_str_equal(read.target, "store");
	}
	assert_int_equal(act_kind_of(STR("")), ACT_NONE);
	scene_end(&t.s);
}

/* -- what is spoiled ------------------------------------------------------------------------- */

static void
nothing(struct told *t)
{
	(void)t;
}

static void
another_signer(struct told *t)
{
	t->signer = BOB;
}

static void
in_anothers_name(struct told *t)
{
	t->act.by = STR("bob");
}

static void
for_another_store(struct told *t)
{
	t->act.store = STR("example.org/staging");
}

static void
no_role(struct told *t)
{
	t->s.people[ANN].roles = &t->s.roles[ANN];
}

static void
a_role_for_one_scope(struct told *t)
{
	static struct person_role narrow;

	narrow = operator_role;
	narrow.scope = STR("data-analysis");
	t->s.people[ANN].roles = &narrow;
}

static void
before_the_role(struct told *t)
{
	t->act.made_us = OPENED_US - 1;
	t->s.keys[ANN].from_us = 0;
}

static void
after_the_role(struct told *t)
{
	t->act.made_us = OPENED_US + DAY_US;
	t->now_us = t->act.made_us;
	t->s.keys[ANN].until_us = t->now_us + DAY_US;
}

static void
a_key_that_was_over(struct told *t)
{
	t->s.keys[ANN].until_us = VOTED_US;
}

static void
a_key_that_is_over_by_now(struct told *t)
{
	t->s.keys[ANN].until_us = VOTED_US + 1;
}

static void
a_revoked_key(struct told *t)
{
	t->s.keys[ANN].revoked_us = NOW_US - 1;
}

static void
nobodys_key(struct told *t)
{
	sign(t);
	t->s.people[ANN].key_count = 0;
}

static void
from_the_future(struct told *t)
{
	t->act.made_us = NOW_US + ACT_FRESH_US + 1;
}

/* The envelope of one act with the statement of another. */
static void
a_swapped_statement(struct told *t)
{
	struct buf out;
	struct envelope e;
	struct err err;
	struct str other;

	sign(t);
	assert_true(envelope_read(t->s.a, t->envelope, &e, &err));
	t->act.kind = ACT_RESUME;
	assert_true(act_sign_text(t->s.a, &t->act, &other, &err));
	e.payload = other;
	buf_init(&out, ENVELOPE_BYTES_MAX);
	assert_true(envelope_write(&e, &out, &err));
	assert_true(arena_copy(t->s.a, buf_view(&out), &t->envelope));
	buf_release(&out);
}

static void
two_signatures(struct told *t)
{
	struct buf out;
	struct envelope e;
	struct err err;

	sign(t);
	assert_true(envelope_read(t->s.a, t->envelope, &e, &err));
	assert_true(envelope_add(&e, t->s.secrets[BOB], &err));
	buf_init(&out, ENVELOPE_BYTES_MAX);
	assert_true(envelope_write(&e, &out, &err));
	assert_true(arena_copy(t->s.a, buf_view(&out), &t->envelope));
	buf_release(&out);
}

static void
a_vote_in_its_place(struct told *t)
{
	struct err err;

	scene_write_rule(&t->s);
	assert_true(vote_statement(t->s.a, &t->s.votes[0], &t->statement, &err));
}

/* Bytes that mean the same and are written in another way. */
static void
written_otherwise(struct told *t)
{
	struct buf out;
	struct err err;

	assert_true(act_sign_text(t->s.a, &t->act, &t->statement, &err));
	buf_init(&out, 1 << 16);
	buf_text(&out, " ");
	buf_str(&out, t->statement);
	assert_true(arena_copy(t->s.a, buf_view(&out), &t->statement));
	buf_release(&out);
}

/* The same members with another kind's name, or another digest as its subject. */
static void
replaced(struct told *t, const char *what, const char *with)
{
	struct buf out;
	struct err err;

	assert_true(act_sign_text(t->s.a, &t->act, &t->statement, &err));
	size_t at = str_find(t->statement, str_from(what), 0);
	assert_true(at != SIZE_MAX);
	buf_init(&out, 1 << 16);
	buf_str(&out, str_slice(t->statement, 0, at));
	buf_text(&out, with);
	buf_str(&out, str_slice(t->statement, at + strlen(what), t->statement.n));
	assert_true(arena_copy(t->s.a, buf_view(&out), &t->statement));
	buf_release(&out);
}

static void
a_kind_that_is_none(struct told *t)
{
	replaced(t, "\"kind\":\"halt\"", "\"kind\":\"stop\"");
}

static void
a_vote_as_a_kind(struct told *t)
{
	replaced(t, "\"kind\":\"halt\"", "\"kind\":\"vote\"");
}

static void
another_digest(struct told *t)
{
	replaced(t, "{\"sha256\":\"", "{\"sha256\":\"0000");
}

static void
one_member_more(struct told *t)
{
	replaced(t, "\"made_us\"", "\"made\":1,\"made_us\"");
}

static void
terms_that_are_no_object(struct told *t)
{
	replaced(t, "\"terms\":\"{}\"", "\"terms\":\"[]\"");
}

static void
garbage(struct told *t)
{
	t->envelope = STR("{}");
}

static const struct {
	void (*spoil)(struct told *t);
	const char *words; /* that the refusal holds; NULL: it counts */
} CASES[] = {
    {nothing, NULL},
    {a_key_that_is_over_by_now, NULL},
    {another_signer, "the key of 'bob' signed it"},
    {in_anothers_name, "the key of 'ann' signed it"},
    {for_another_store, "it is for another store, 'example.org/staging'"},
    {no_role, "'ann' does not hold the role 'operator' for all scopes"},
    {a_role_for_one_scope, "'ann' does not hold the role 'operator' for all scopes"},
    {before_the_role, "'ann' does not hold the role 'operator' for all scopes"},
    {after_the_role, "'ann' does not hold the role 'operator' for all scopes"},
    {a_key_that_was_over, "is not valid since"},
    {a_revoked_key, "its key has been revoked since"},
    {nobodys_key, "belongs to no one in the trust file"},
    {from_the_future, "it was made in the future"},
    {a_swapped_statement, "the signature does not hold"},
    {two_signatures, "it must have exactly one signature"},
    {a_vote_in_its_place, "is not of the type 'urn:sluice:act:v1'"},
    {written_otherwise, "the act can't be read"},
    {a_kind_that_is_none, "there is no such kind of act"},
    {a_vote_as_a_kind, "there is no such kind of act"},
    {another_digest, "the act can't be read"},
    {one_member_more, "there is a member that has no meaning"},
    {terms_that_are_no_object, "'terms' must be the text of a JSON object"},
    {garbage, "the envelope can't be read"},
};

static void
an_act_counts_by_its_signature_alone(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(CASES); i++) {
		struct told t = {.signer = 0};
		struct err err = {.code = ERR_NONE};
		struct act out;

		begin(&t);
		CASES[i].spoil(&t);
		sign(&t);
		bool counts = act_counts(
		    t.s.a, &t.s.trust, t.envelope, str_from(t.origin), t.now_us, &out, &err);
		if (counts != !CASES[i].words)
			fail_msg("case %zu: %s", i, err.message);
		if (!counts && !strstr(err.message, CASES[i].words))
			fail_msg("case %zu: '%s' and not '%s'", i, err.message, CASES[i].words);
		assert_int_equal(counts ? ERR_NONE : ERR_REFUSED, counts ? ERR_NONE : err.code);
		assert_int_equal(out.kind, counts ? ACT_HALT : ACT_NONE);
		scene_end(&t.s);
	}
}

static void
nobody_is_believed_without_a_trust_file(void **state)
{
	struct told t = {.signer = 0};
	struct act out;
	struct err err;

	(void)state;
	begin(&t);
	sign(&t);
	assert_false(act_counts(t.s.a, NULL, t.envelope, STR(STORE), NOW_US, &out, &err));
	assert_string_equal(err.message, "there is no trust file to check it against");
	scene_end(&t.s);
}

static void
what_comes_in_is_made_now(void **state)
{
	struct told t = {.signer = 0};
	struct act a;
	struct err err;

	(void)state;
	begin(&t);
	t.act.meaning = str_from(act_rule(ACT_HALT)->meaning);
	assert_true(act_is_fresh(&t.s.trust, &t.act, VOTED_US + ACT_FRESH_US, &err));
	assert_false(act_is_fresh(&t.s.trust, &t.act, VOTED_US + ACT_FRESH_US + 1, &err));
	assert_non_null(strstr(err.message, "the act's time is"));
	assert_false(act_is_fresh(&t.s.trust, &t.act, VOTED_US - ACT_FRESH_US - 1, &err));
	a = t.act;
	a.printed_name = STR("Anna Example");
	assert_false(act_is_fresh(&t.s.trust, &a, VOTED_US, &err));
	assert_string_equal(err.message, "the printed name differs from the one in the trust file");
	a = t.act;
	a.meaning = STR("nothing happens");
	assert_false(act_is_fresh(&t.s.trust, &a, VOTED_US, &err));
	assert_string_equal(err.message, "the signature's meaning is not that of 'halt'");
	t.s.people[ANN].roles = &t.s.roles[ANN];
	assert_false(act_is_fresh(&t.s.trust, &t.act, VOTED_US, &err));
	scene_end(&t.s);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(every_kind_is_written_and_read),
	    cmocka_unit_test(an_act_counts_by_its_signature_alone),
	    cmocka_unit_test(nobody_is_believed_without_a_trust_file),
	    cmocka_unit_test(what_comes_in_is_made_now),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
