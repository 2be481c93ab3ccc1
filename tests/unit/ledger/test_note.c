/* SPDX-License-Identifier: MIT */
/* Signed notes: one form, every other refused by what is wrong with it; keys by name and hash. */
#include "test.h"

#include "note.h"

#include <sodium.h>
#include <stdio.h>

#define DASH "\xe2\x80\x94 "
#define ROOT "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="
#define TEXT "log.example.org/1\n7\n" ROOT "\n"
/* Four bytes of a key's hash and one of a signature: the shortest. */
#define LINE DASH "log.example.org/1 AAAAAAE=\n"

static int
setup(void **state)
{
	*state = arena_new((size_t)4 << 20);
	return *state ? 0 : -1;
}

static int
teardown(void **state)
{
	arena_free(*state);
	return 0;
}

static struct secret_key *
fresh_key(void)
{
	struct err err = {0};
	struct secret_key *k = key_new(&err);

	assert_non_null(k);
	return k;
}

/* -- reading --------------------------------------------------------------------------------- */

static void
a_checkpoint_is_read(void **state)
{
	struct checkpoint c;
	struct err err = {0};

	assert_true(checkpoint_read(
	    *state, STR(TEXT "\n" LINE DASH "witness.example.net AAAAAAEC\n"), &c, &err));
	assert_str_equal(c.text, TEXT);
	assert_str_equal(c.origin, "log.example.org/1");
	assert_int_equal(c.size, 7);
	for (size_t i = 0; i < DIGEST_BYTES; i++)
		assert_int_equal(c.root.bytes[i], i);
	assert_int_equal(c.count, 2);
	assert_str_equal(c.signatures[1].name, "witness.example.net");
	assert_int_equal(c.signatures[1].signature.n, 2);
	assert_int_equal(c.signatures[1].signature.p[1], 2);
}

static void
every_malformed_note_is_refused_by_name(void **state)
{
	const struct {
		struct str note;
		const char *says;
	} cases[] = {
	    {STR(""), "it is not a text followed by signatures"},
	    {STR(TEXT), "it is not a text followed by signatures"},
	    {STR(TEXT LINE), "it is not a text followed by signatures"},
	    {STR("\n\n"), "its first line is not a log name"},
	    {STR("\n7\n" ROOT "\n\n" LINE), "its first line is not a log name"},
	    {STR("a log\n7\n" ROOT "\n\n" LINE), "its first line is not a log name"},
	    {STR("a+log\n7\n" ROOT "\n\n" LINE), "its first line is not a log name"},
	    {STR("a\xe2\x80\x8blog\n7\n" ROOT "\n\n" LINE), "its first line is not a log name"},
	    {STR("log\n\n" LINE), "its second line is not a number of events"},
	    {STR("log\n07\n" ROOT "\n\n" LINE), "its second line is not a number of events"},
	    {STR("log\n-7\n" ROOT "\n\n" LINE), "its second line is not a number of events"},
	    {STR("log\n+7\n" ROOT "\n\n" LINE), "its second line is not a number of events"},
	    {STR("log\n7 \n" ROOT "\n\n" LINE), "its second line is not a number of events"},
	    {STR("log\n0x7\n" ROOT "\n\n" LINE), "its second line is not a number of events"},
	    {STR("log\n1234567890123456789\n" ROOT "\n\n" LINE),
		"its second line is not a number of events"},
	    {STR("log\n7\n\n" LINE), "its third line is not a root"},
	    {STR("log\n7\nAAEC\n\n" LINE), "its third line is not a root"},
	    {STR("log\n7\nAAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh9=\n\n" LINE),
		"its third line is not a root"},
	    {STR("log\n7\nAAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8\n\n" LINE),
		"its third line is not a root"},
	    {STR(TEXT "more\n\n" LINE), "it has more than three lines"},
	    {STR("log\r\n7\n" ROOT "\n\n" LINE), "it contains a control character"},
	    {STR(TEXT "\n" DASH "a\tb AAAAAAE=\n"), "it contains a control character"},
	    {STR("log\xff\n7\n" ROOT "\n\n" LINE), "it is not a text followed by signatures"},
	    {STR(TEXT "\n"), "its last line has no line feed"},
	    {STR(TEXT "\n" DASH "log AAAAAAE="), "its last line has no line feed"},
	    {STR(TEXT "\n" LINE "\n"), "a signature line does not begin with a dash"},
	    {STR(TEXT "\n- log AAAAAAE=\n"), "a signature line does not begin with a dash"},
	    {STR(TEXT "\n" DASH "AAAAAAE=\n"), "a signature is not base64"},
	    {STR(TEXT "\n" DASH " AAAAAAE=\n"), "a signature has no name"},
	    {STR(TEXT "\n" DASH "a+b AAAAAAE=\n"), "a signature has no name"},
	    {STR(TEXT "\n" DASH "log \n"), "a signature is not base64"},
	    {STR(TEXT "\n" DASH "log AAAAAA==\n"), "a signature is not base64"},
	    {STR(TEXT "\n" DASH "log AAAAAAE\n"), "a signature is not base64"},
	    {STR(TEXT "\n" DASH "log AAAAAAF=\n"), "a signature is not base64"},
	    {STR(TEXT "\n" DASH "log AAAAAAE= \n"), "a signature is not base64"},
	    {STR(TEXT "\n" DASH "log AAAA_AE=\n"), "a signature is not base64"},
	};

	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
		char wanted[120];
		struct checkpoint c;
		struct err err = {0};
		if (checkpoint_read(*state, cases[i].note, &c, &err))
			fail_msg("case %zu was read", i);
		snprintf(
		    wanted, sizeof(wanted), "this is not a signed checkpoint: %s", cases[i].says);
		if (strcmp(err.message, wanted) != 0)
			fail_msg("case %zu: %s", i, err.message);
		assert_int_equal(err.code, ERR_INPUT);
	}
}

static void
the_ceilings_hold(void **state)
{
	struct buf note;
	struct checkpoint c;
	struct err err = {0};

	buf_init(&note, 4 * NOTE_BYTES_MAX);
	buf_text(&note, TEXT "\n");
	for (int i = 0; i < 16; i++)
		buf_text(&note, LINE);
	assert_true(checkpoint_read(*state, buf_view(&note), &c, &err));
	assert_int_equal(c.count, 16);
	buf_text(&note, LINE);
	assert_false(checkpoint_read(*state, buf_view(&note), &c, &err));
	assert_string_equal(
	    err.message, "this is not a signed checkpoint: it has too many signatures");
	buf_clear(&note);
	buf_repeat(&note, 'a', NOTE_BYTES_MAX + 1);
	assert_false(checkpoint_read(*state, buf_view(&note), &c, &err));
	assert_string_equal(err.message, "this is not a signed checkpoint: it is too long");
	buf_clear(&note);
	buf_text(&note, TEXT "\n" DASH "log ");
	buf_repeat(&note, 'A', 516);
	buf_char(&note, '\n');
	assert_false(checkpoint_read(*state, buf_view(&note), &c, &err));
	assert_string_equal(
	    err.message, "this is not a signed checkpoint: a signature is not base64");
	buf_release(&note);
}

static void
only_some_names_are_good(void **state)
{
	const struct {
		struct str name;
		bool good;
	} cases[] = {{STR("log.example.org/prod/2026"), true}, {STR("a"), true},
	    {STR("größe"), true}, {STR(""), false}, {STR("a b"), false}, {STR("a+b"), false},
	    {STR("a\nb"), false}, {STR("a\x7f"), false}, {STR("a\xc2\xa0"), false},
	    {STR("a\xc2\x85"), false}, {STR("a\xe3\x80\x80"), false}, {STR("\xff"), false},
	    {STR("a\xed\xa0\x80"), false}};
	char longest[NOTE_NAME_BYTES_MAX + 1];

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++)
		if (note_name_is_good(cases[i].name) != cases[i].good)
			fail_msg("'%.*s'", STR_ARG(cases[i].name));
	memset(longest, 'a', sizeof(longest));
	assert_true(note_name_is_good((struct str){longest, NOTE_NAME_BYTES_MAX}));
	assert_false(note_name_is_good((struct str){longest, NOTE_NAME_BYTES_MAX + 1}));
}

/* -- keys ------------------------------------------------------------------------------------ */

/* SHA-256(name || 0x0A || type || key)[:4], computed here by libsodium itself. */
static void
a_keys_hash_is_of_its_name_and_kind(void **state)
{
	struct public_key key;
	unsigned char text[3 + 2 + 32], digest[32];
	uint8_t hash[4];

	(void)state;
	memset(key.bytes, 0x5a, sizeof(key.bytes));
	for (int kind = NOTE_LOG; kind <= NOTE_COSIGNATURE; kind += NOTE_COSIGNATURE - NOTE_LOG) {
		memcpy(text, "log\n", 4);
		text[4] = (unsigned char)kind;
		memset(text + 5, 0x5a, 32);
		crypto_hash_sha256(digest, text, sizeof(text));
		note_keyhash(STR("log"), (enum note_kind)kind, &key, hash);
		assert_memory_equal(hash, digest, 4);
	}
}

/* A note with the log's line, a witness's, and lines of whom nobody knows around them. */
static void
signed_by_all(struct buf *note, const struct secret_key *log, const struct secret_key *witness)
{
	struct err err;

	buf_init(note, NOTE_BYTES_MAX);
	buf_text(note, TEXT "\n" DASH "unknown.example.org AAAAAAE=\n");
	assert_true(note_sign_log(log, STR("log.example.org/1"), STR(TEXT), note, &err));
	buf_text(note, DASH "log.example.org/1 AAAAAAE=\n");
	assert_true(
	    note_cosign(witness, STR("witness"), INT64_C(1795225949999999), STR(TEXT), note, &err));
}

static void
signatures_are_found_among_others(void **state)
{
	struct secret_key *log = fresh_key(), *witness = fresh_key(), *other = fresh_key();
	struct checkpoint c;
	struct buf note;
	int64_t at_us;
	struct err err = {0};

	signed_by_all(&note, log, witness);
	assert_true(checkpoint_read(*state, buf_view(&note), &c, &err));
	assert_int_equal(c.count, 4);
	assert_true(checkpoint_verify(&c, STR("log.example.org/1"), key_public(log), &at_us, &err));
	assert_int_equal(at_us, 0);
	assert_true(checkpoint_verify(&c, STR("witness"), key_public(witness), &at_us, &err));
	assert_int_equal(at_us, INT64_C(1795225949000000));
	assert_false(checkpoint_verify(&c, STR("witness"), key_public(log), &at_us, &err));
	assert_string_equal(err.message, "there is no signature of 'witness' by this key");
	assert_false(
	    checkpoint_verify(&c, STR("log.example.org/1"), key_public(other), &at_us, &err));
	assert_false(checkpoint_verify(&c, STR("log"), key_public(log), &at_us, &err));
	buf_release(&note);
	key_free(log);
	key_free(witness);
	key_free(other);
}

/* Each bit of a signature, of a witness's time, and of the text counts. */
static void
nothing_signed_can_be_changed(void **state)
{
	struct secret_key *log = fresh_key(), *witness = fresh_key();
	struct checkpoint c, changed;
	struct buf note;
	char bytes[128];
	int64_t at_us;
	struct err err = {0};

	signed_by_all(&note, log, witness);
	assert_true(checkpoint_read(*state, buf_view(&note), &c, &err));
	const struct note_signature *const signatures[] = {&c.signatures[1], &c.signatures[3]};
	const struct secret_key *const keys[] = {log, witness};
	for (size_t s = 0; s < 2; s++)
		for (size_t i = 0; i < signatures[s]->signature.n; i++) {
			changed = c;
			changed.count = 1;
			changed.signatures[0] = *signatures[s];
			memcpy(bytes, signatures[s]->signature.p, signatures[s]->signature.n);
			bytes[i] ^= (char)(1 << (i % 8));
			changed.signatures[0].signature.p = bytes;
			assert_false(checkpoint_verify(
			    &changed, signatures[s]->name, key_public(keys[s]), &at_us, &err));
		}
	changed = c;
	changed.text = STR("log.example.org/1\n8\n" ROOT "\n");
	assert_false(
	    checkpoint_verify(&changed, STR("log.example.org/1"), key_public(log), &at_us, &err));
	assert_string_equal(err.message, "the signature of 'log.example.org/1' is not valid");
	buf_release(&note);
	key_free(log);
	key_free(witness);
}

/* A log's signature is none of a witness, and the other way round, whoever holds both keys. */
static void
a_signature_is_of_its_kind(void **state)
{
	struct secret_key *key = fresh_key();
	struct checkpoint c;
	struct buf note;
	uint8_t witness[4];
	int64_t at_us;
	struct err err = {0};

	buf_init(&note, NOTE_BYTES_MAX);
	buf_text(&note, TEXT "\n");
	assert_true(note_sign_log(key, STR("both"), STR(TEXT), &note, &err));
	assert_true(checkpoint_read(*state, buf_view(&note), &c, &err));
	note_keyhash(STR("both"), NOTE_COSIGNATURE, key_public(key), witness);
	memcpy(c.signatures[0].keyhash, witness, sizeof(witness));
	assert_false(checkpoint_verify(&c, STR("both"), key_public(key), &at_us, &err));
	buf_release(&note);
	key_free(key);
}

static void
lines_alone_are_read(void **state)
{
	struct note_signature out[2];
	size_t count;
	struct err err = {0};

	assert_true(note_signatures_read(*state, STR(LINE LINE), out, 2, &count, &err));
	assert_int_equal(count, 2);
	assert_false(note_signatures_read(*state, STR(LINE LINE LINE), out, 2, &count, &err));
	assert_false(note_signatures_read(*state, STR(""), out, 2, &count, &err));
	assert_false(note_signatures_read(*state, STR(TEXT "\n" LINE), out, 2, &count, &err));
}

int
main(void)
{
#define CASE(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
	const struct CMUnitTest tests[] = {
	    CASE(a_checkpoint_is_read),
	    CASE(every_malformed_note_is_refused_by_name),
	    CASE(the_ceilings_hold),
	    CASE(only_some_names_are_good),
	    CASE(a_keys_hash_is_of_its_name_and_kind),
	    CASE(signatures_are_found_among_others),
	    CASE(nothing_signed_can_be_changed),
	    CASE(a_signature_is_of_its_kind),
	    CASE(lines_alone_are_read),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
