/* SPDX-License-Identifier: MIT */
/* A FIDO2 security key's votes, made here as its device and an agent make them, and attacks on them. */
#include "scene.h"

#include "ssh_key.h"

#include "envelope.h"

enum { PRESENT = 1, VERIFIED = 4 };

/* What the device says and signs, and what the envelope then tells. */
struct touch {
	const char *application;
	uint8_t flags;
	uint32_t counter;
};

static void
put_touch(const struct touch *t, uint8_t out[TOUCH_BYTES])
{
	out[0] = t->flags;
	for (int i = 0; i < 4; i++)
		out[1 + i] = (uint8_t)(t->counter >> (24 - 8 * i) & 0xff);
}

static void
sign_touch(
    struct scene *s, int who, const struct touch *t, struct str statement, struct signature *out)
{
	uint8_t message[2 * DIGEST_BYTES + TOUCH_BYTES];
	struct digest application, text;
	struct buf pae;
	struct err err;

	assert_true(envelope_pae(STR(ENVELOPE_PAYLOAD_TYPE), statement, &pae, &err));
	digest_of(str_from(t->application), &application);
	digest_of(buf_view(&pae), &text);
	memcpy(message, application.bytes, DIGEST_BYTES);
	put_touch(t, message + DIGEST_BYTES);
	memcpy(message + DIGEST_BYTES + TOUCH_BYTES, text.bytes, DIGEST_BYTES);
	assert_true(key_sign(s->secrets[who], (struct str){(const char *)message, sizeof(message)},
	    out->bytes, &err));
	put_touch(t, out->bytes + SIGNATURE_BYTES);
	out->n = SIGNATURE_BYTES_MAX;
	buf_release(&pae);
}

static struct str
wrap(struct scene *s, const struct public_key *k, const struct signature *signature,
    struct str statement)
{
	struct str envelope = STR("");
	struct buf out;
	struct err err;

	buf_init(&out, ENVELOPE_BYTES_MAX);
	assert_true(envelope_wrap(statement, k, signature, &out, &err));
	assert_true(arena_copy(s->a, buf_view(&out), &envelope));
	buf_release(&out);
	return envelope;
}

static void
enrol(struct scene *s, int who)
{
	memcpy(s->keys[who].key.application, "ssh:", 4);
	public_key_id(&s->keys[who].key, s->keys[who].id);
}

/* -- attacks --------------------------------------------------------------------------------- */

static const struct touch TOUCHED = {"ssh:", PRESENT, 7};

static void
as_it_should_be(struct signature *g)
{
	(void)g;
}

static void
presence_added(struct signature *g)
{
	g->bytes[SIGNATURE_BYTES] |= PRESENT;
}

static void
verification_added(struct signature *g)
{
	g->bytes[SIGNATURE_BYTES] |= VERIFIED;
}

static void
counter_changed(struct signature *g)
{
	g->bytes[SIGNATURE_BYTES_MAX - 1]++;
}

static void
signature_changed(struct signature *g)
{
	g->bytes[0] ^= 1;
}

static void
touch_cut_off(struct signature *g)
{
	g->n = SIGNATURE_BYTES;
}

static const struct attack {
	const char *name;
	struct touch touch;
	void (*change)(struct signature *g);
	bool verify, holds;
} attacks[] = {
    {"touched", {"ssh:", PRESENT, 7}, as_it_should_be, false, true},
    {"counter zero", {"ssh:", PRESENT, 0}, as_it_should_be, false, true},
    {"counter at its end", {"ssh:", PRESENT, UINT32_MAX}, as_it_should_be, false, true},
    {"verified too", {"ssh:", PRESENT | VERIFIED, 7}, as_it_should_be, false, true},
    {"verified as asked", {"ssh:", PRESENT | VERIFIED, 7}, as_it_should_be, true, true},
    {"nobody present", {"ssh:", 0, 7}, as_it_should_be, false, false},
    {"verified by nobody present", {"ssh:", VERIFIED, 7}, as_it_should_be, false, false},
    {"verified by nobody present, as asked", {"ssh:", VERIFIED, 7}, as_it_should_be, true, false},
    {"presence added", {"ssh:", 0, 7}, presence_added, false, false},
    {"not verified", {"ssh:", PRESENT, 7}, as_it_should_be, true, false},
    {"verification added", {"ssh:", PRESENT, 7}, verification_added, true, false},
    {"other application", {"ssh:other", PRESENT, 7}, as_it_should_be, false, false},
    {"a web page's", {"example.org", PRESENT, 7}, as_it_should_be, false, false},
    {"no application", {"", PRESENT, 7}, as_it_should_be, false, false},
    {"counter changed", {"ssh:", PRESENT, 7}, counter_changed, false, false},
    {"signature changed", {"ssh:", PRESENT, 7}, signature_changed, false, false},
    {"touch cut off", {"ssh:", PRESENT, 7}, touch_cut_off, false, false},
};

static void
judge_vote(struct scene *s, const struct attack *t)
{
	struct signature signature;
	struct str statement;
	struct vote vote;
	struct err err = {0};

	enrol(s, ANN);
	s->keys[ANN].key.verify = t->verify;
	scene_write_rule(s);
	scene_sign(s);
	assert_true(vote_statement(s->a, &s->votes[0], &statement, &err));
	sign_touch(s, ANN, &t->touch, statement, &signature);
	t->change(&signature);
	s->envelopes[0] = wrap(s, &s->keys[ANN].key, &signature, statement);
	if (scene_holds(s, &err) != t->holds)
		fail_msg("%s: %s", t->name, err.message);
	if (!t->holds) {
		assert_int_equal(err.code, ERR_REFUSED);
		assert_non_null(strstr(err.message, "the signature does not hold"));
		assert_non_null(strstr(err.help, "touch"));
	}
	if (vote_counts(s->a, &s->request, s->envelopes[0], &vote, &err) != t->holds)
		fail_msg("%s, as it comes in: %s", t->name, err.message);
}

static void
a_vote_needs_a_touch(void **state)
{
	struct scene s;

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(attacks); i++) {
		scene_begin(&s);
		judge_vote(&s, &attacks[i]);
		scene_end(&s);
	}
}

/* Ann votes by a plain key on behalf of cyd, whose security key signed the delegation. */
static void
judge_delegation(struct scene *s, const struct attack *t)
{
	struct signature signature;
	struct str statement;
	struct err err = {0};

	scene_lend(s, CYD);
	enrol(s, CYD);
	s->keys[CYD].key.verify = t->verify;
	scene_write_rule(s);
	scene_sign(s);
	assert_true(delegation_statement(s->a, &s->delegations[0], &statement, &err));
	sign_touch(s, CYD, &t->touch, statement, &signature);
	t->change(&signature);
	s->delegation_envelopes[0] = wrap(s, &s->keys[CYD].key, &signature, statement);
	if (scene_holds(s, &err) != t->holds)
		fail_msg("%s: %s", t->name, err.message);
}

static void
a_delegation_needs_a_touch(void **state)
{
	struct scene s;

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(attacks); i++) {
		scene_begin(&s);
		judge_delegation(&s, &attacks[i]);
		scene_end(&s);
	}
}

static void
an_act_needs_a_touch(void **state)
{
	struct act act = {.kind = ACT_WITHDRAW,
	    .store = STR("example.org/log"),
	    .by = STR("ann"),
	    .printed_name = STR("Ann Example"),
	    .target = STR("apr_1"),
	    .terms = STR("{}"),
	    .meaning = STR(""),
	    .reason = STR("asked again under another policy"),
	    .nonce = STR("say_1"),
	    .made_us = NOW_US};
	struct signature signature;
	struct str statement;
	struct scene s;
	struct act read;
	struct err err = {0};

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(attacks); i++) {
		const struct attack *t = &attacks[i];
		scene_begin(&s);
		enrol(&s, ANN);
		s.keys[ANN].key.verify = t->verify;
		assert_true(act_sign_text(s.a, &act, &statement, &err));
		sign_touch(&s, ANN, &t->touch, statement, &signature);
		t->change(&signature);
		if (act_counts(s.a, &s.trust, wrap(&s, &s.keys[ANN].key, &signature, statement),
			act.store, NOW_US, &read, &err) != t->holds)
			fail_msg("%s: %s", t->name, err.message);
		scene_end(&s);
	}
}

/* Each kind of key signs in its own form alone, under whichever id the envelope names. */
static void
no_key_counts_as_one_of_the_other_kind(void **state)
{
	struct signature plain = {.n = SIGNATURE_BYTES}, longer, touched;
	struct public_key security, bare;
	struct str text = STR("{}");
	struct scene s;
	struct envelope e;
	struct buf pae;
	struct err err;

	(void)state;
	scene_begin(&s);
	bare = s.keys[ANN].key;
	enrol(&s, ANN);
	security = s.keys[ANN].key;
	assert_true(envelope_pae(STR(ENVELOPE_PAYLOAD_TYPE), text, &pae, &err));
	assert_true(key_sign(s.secrets[ANN], buf_view(&pae), plain.bytes, &err));
	longer = plain;
	longer.n = SIGNATURE_BYTES_MAX;
	sign_touch(&s, ANN, &TOUCHED, text, &touched);
	const struct {
		const struct public_key *named, *judged;
		const struct signature *signature;
		bool holds;
	} cases[] = {{&bare, &bare, &plain, true}, {&security, &security, &touched, true},
	    {&security, &security, &plain, false}, {&bare, &security, &plain, false},
	    {&bare, &security, &touched, false}, {&bare, &bare, &touched, false},
	    {&security, &bare, &touched, false}, {&security, &bare, &plain, false},
	    {&bare, &bare, &longer, false}, {&security, &security, &longer, false}};

	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
		assert_true(envelope_read(
		    s.a, wrap(&s, cases[i].named, cases[i].signature, text), &e, &err));
		assert_int_equal(envelope_verify(&e, 0, cases[i].judged), cases[i].holds);
	}
	assert_false(key_verify(&security, buf_view(&pae), plain.bytes));
	assert_false(key_verify(&security, buf_view(&pae), touched.bytes));
	/* What is behind the end is no part of it. */
	assert_true(signature_holds(&security, buf_view(&pae), &touched));
	for (touched.n = 0; touched.n < SIGNATURE_BYTES_MAX; touched.n++)
		assert_false(signature_holds(&security, buf_view(&pae), &touched));
	for (plain.n = 0; plain.n <= SIGNATURE_BYTES_MAX; plain.n++)
		assert_int_equal(
		    signature_holds(&bare, buf_view(&pae), &plain), plain.n == SIGNATURE_BYTES);
	buf_release(&pae);
	scene_end(&s);
}

static void
only_two_lengths_can_be_read(void **state)
{
	struct signature signature;
	struct scene s;
	struct envelope e;
	struct err err;

	(void)state;
	scene_begin(&s);
	enrol(&s, ANN);
	sign_touch(&s, ANN, &TOUCHED, STR("{}"), &signature);
	for (size_t n = 0; n <= SIGNATURE_BYTES_MAX; n++) {
		signature.n = n;
		bool read =
		    envelope_read(s.a, wrap(&s, &s.keys[ANN].key, &signature, STR("{}")), &e, &err);
		assert_int_equal(read, n == SIGNATURE_BYTES || n == SIGNATURE_BYTES_MAX);
		assert_int_equal(
		    read && envelope_verify(&e, 0, &s.keys[ANN].key), n == SIGNATURE_BYTES_MAX);
	}
	scene_end(&s);
}

/* -- the key's text -------------------------------------------------------------------------- */

#define NAME "sk-ssh-ed25519@openssh.com "

static void
append(char *blob, size_t *n, const char *p, size_t length)
{
	const char head[4] = {0, 0, 0, (char)length};

	memcpy(blob + *n, head, 4);
	memcpy(blob + *n + 4, p, length);
	*n += 4 + length;
}

static struct str
text_of(struct scene *s, const char *algorithm, size_t point, const char *application, size_t cut)
{
	char blob[512];
	size_t n = 0;
	struct str text;
	struct buf out;

	append(blob, &n, algorithm, strlen(algorithm));
	append(blob, &n, (const char *)s->keys[ANN].key.bytes, point);
	append(blob, &n, application, strlen(application));
	buf_init(&out, 1024);
	buf_text(&out, NAME);
	base64_write(blob, n - cut, &out);
	assert_true(arena_copy(s->a, buf_view(&out), &text));
	buf_release(&out);
	return text;
}

static void
a_security_key_has_one_text(void **state)
{
	static const char sk[] = "sk-ssh-ed25519@openssh.com",
			  longest[] =
			      "ssh:aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa";
	static const struct {
		const char *algorithm;
		size_t point;
		const char *application;
		size_t cut;
		bool good;
	} cases[] = {{sk, 32, "ssh:", 0, true}, {sk, 32, "ssh:desk", 0, true},
	    {sk, 32, longest, 0, true},
	    {sk, 32, "ssh:aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", 0, false},
	    {sk, 32, "", 0, false}, {sk, 32, "example.org", 0, false}, {sk, 32, "ssh: ", 0, false},
	    {sk, 32, "ssh:\x01", 0, false}, {sk, 32, "ssh:\xc3\xa4", 0, false},
	    {sk, 31, "ssh:", 0, false}, {sk, 0, "ssh:", 0, false},
	    {"ssh-ed25519", 32, "ssh:", 0, false},
	    {"sk-ecdsa-sha2-nistp256@openssh.com", 32, "ssh:", 0, false},
	    {sk, 32, "ssh:", 1, false}, {sk, 32, "ssh:", 4, false}, {sk, 32, "ssh:", 8, false},
	    {sk, 32, "ssh:", 40, false}, {sk, 32, "ssh:", 74, false}};
	struct public_key k;
	struct scene s;
	struct buf again;
	struct err err;

	(void)state;
	scene_begin(&s);
	assert_int_equal(strlen(longest), APPLICATION_BYTES - 1);
	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
		struct str text = text_of(
		    &s, cases[i].algorithm, cases[i].point, cases[i].application, cases[i].cut);
		bool read = person_key_read(text, &k, &err);
		if (read != cases[i].good)
			fail_msg("case %zu", i);
		assert_int_equal(read, public_key_is_security(&k));
		assert_false(public_key_read(text, &k, &err)); /* a person's alone */
		if (!read)
			continue;
		assert_true(person_key_read(text, &k, &err));
		buf_init(&again, 1024);
		public_key_write(&k, &again);
		assert_true(str_eq(buf_view(&again), text));
		buf_release(&again);
	}
	scene_end(&s);
}

static void
what_is_beside_the_text_is_refused(void **state)
{
	static const char *const bad[] = {"", "sk-ssh-ed25519@openssh.com", NAME, NAME "AAAA",
	    NAME "=", NAME " ", "sk-ssh-ed25519@openssh.comAAAA", "ssh-ed25519 AAAA"};
	struct public_key k;
	struct scene s;
	struct err err;

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(bad); i++)
		assert_false(person_key_read(str_from(bad[i]), &k, &err));
	scene_begin(&s);
	struct str text = text_of(&s, "sk-ssh-ed25519@openssh.com", 32, "ssh:", 0);
	const char *ends[] = {" ann", "\n", " ", "=", "A"};
	for (size_t i = 0; i < ARRAY_LENGTH(ends); i++) {
		const char *longer = arena_printf(s.a, "%.*s%s", STR_ARG(text), ends[i]);
		assert_false(person_key_read(str_from(longer), &k, &err));
	}
	/* Of small order: no point that anybody has the secret of. */
	memset(s.keys[ANN].key.bytes, 0, PUBLIC_KEY_BYTES);
	text = text_of(&s, "sk-ssh-ed25519@openssh.com", 32, "ssh:", 0);
	assert_false(person_key_read(text, &k, &err));
	scene_end(&s);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(a_vote_needs_a_touch),
	    cmocka_unit_test(a_delegation_needs_a_touch),
	    cmocka_unit_test(an_act_needs_a_touch),
	    cmocka_unit_test(no_key_counts_as_one_of_the_other_kind),
	    cmocka_unit_test(only_two_lengths_can_be_read),
	    cmocka_unit_test(a_security_key_has_one_text),
	    cmocka_unit_test(what_is_beside_the_text_is_refused),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
