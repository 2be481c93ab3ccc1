/* SPDX-License-Identifier: MIT */
#include "test.h"

#include "secret.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <sodium.h>

static char folder[] = "/tmp/sluice-test-XXXXXX";

static void
unhex(const char *hex, uint8_t *out, size_t n)
{
	assert_int_equal(sodium_hex2bin(out, n, hex, strlen(hex), NULL, NULL, NULL), 0);
}

/* RFC 8032, 7.1: TEST 1 to 3. */
static void
signatures_are_those_of_rfc_8032(void **state)
{
	static const struct {
		const char *seed, *public_key, *message, *signature;
	} cases[] = {
	    {"9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
		"d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a", "",
		"e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e06522490155"
		"5fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b"},
	    {"4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
		"3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c", "72",
		"92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
		"085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"},
	    {"c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
		"fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025", "af82",
		"6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac"
		"18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a"},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
		uint8_t seed[KEY_SEED_BYTES], wanted[SIGNATURE_BYTES], made[SIGNATURE_BYTES];
		uint8_t public_key[PUBLIC_KEY_BYTES], message[4];
		struct err err;
		unhex(cases[i].seed, seed, sizeof(seed));
		unhex(cases[i].public_key, public_key, sizeof(public_key));
		unhex(cases[i].signature, wanted, sizeof(wanted));
		unhex(cases[i].message, message, sizeof(message));
		struct str bytes = {(const char *)message, strlen(cases[i].message) / 2};
		struct secret_key *k = key_of_seed(seed, &err);
		assert_memory_equal(key_public(k)->bytes, public_key, sizeof(public_key));
		assert_true(key_sign(k, bytes, made, &err));
		assert_memory_equal(made, wanted, sizeof(wanted));
		assert_true(key_verify(key_public(k), bytes, made));
		for (size_t b = 0; b < 8 * sizeof(made); b++) {
			made[b / 8] ^= (uint8_t)(1 << b % 8);
			assert_false(key_verify(key_public(k), bytes, made));
			made[b / 8] ^= (uint8_t)(1 << b % 8);
		}
		assert_false(key_verify(key_public(k), STR("other"), made));
		key_free(k);
	}
}

/* S + L verifies where nobody looks whether S is less than L. */
static void
a_signature_has_one_form(void **state)
{
	static const uint8_t order[32] = {0xed, 0xd3, 0xf5, 0x5c, 0x1a, 0x63, 0x12, 0x58, 0xd6,
	    0x9c, 0xf7, 0xa2, 0xde, 0xf9, 0xde, 0x14, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
	    0x10};
	uint8_t signature[SIGNATURE_BYTES];
	struct err err;
	struct secret_key *k = key_new(&err);

	(void)state;
	assert_true(key_sign(k, STR("text"), signature, &err));
	assert_true(key_verify(key_public(k), STR("text"), signature));
	sodium_add(signature + 32, order, sizeof(order));
	assert_false(key_verify(key_public(k), STR("text"), signature));
	key_free(k);
}

/* Signatures that are remembered don't stand for each other, and those that are forgotten are calculated again. */
static void
each_signature_is_of_its_own_text_and_key(void **state)
{
	enum { MANY = 80 };
	uint8_t signatures[MANY][SIGNATURE_BYTES];
	struct err err;
	struct secret_key *k = key_new(&err), *other = key_new(&err);

	(void)state;
	for (uint8_t i = 0; i < MANY; i++)
		assert_true(key_sign(k, (struct str){(const char *)&i, 1}, signatures[i], &err));
	for (uint8_t i = 0; i < MANY; i++) {
		uint8_t next = (uint8_t)((i + 1) % MANY);
		struct str text = {(const char *)&i, 1};
		for (int again = 0; again < 2; again++) {
			assert_true(key_verify(key_public(k), text, signatures[i]));
			assert_false(key_verify(key_public(k), text, signatures[next]));
			assert_false(key_verify(key_public(other), text, signatures[i]));
			signatures[i][63] ^= 1;
			assert_false(key_verify(key_public(k), text, signatures[i]));
			signatures[i][63] ^= 1;
		}
	}
	key_free(other);
	key_free(k);
}

static void
a_public_key_is_read_as_it_is_written(void **state)
{
	struct public_key k = {.verify = false};
	char id[KEYID_BYTES];
	struct buf out;
	struct err err;

	(void)state;
	buf_init(&out, 100);
	unhex("d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a", k.bytes, 32);
	public_key_write(&k, &out);
	assert_string_equal(out.p, "ed25519:11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo");
	public_key_id(&k, id);
	assert_string_equal(id, "21fe31dfa154a261626bf854046fd2271b7bed4b6abe45aa58877ef47f9721b9");
	k = (struct public_key){.verify = false};
	assert_true(public_key_read(buf_view(&out), &k, &err));
	buf_clear(&out);
	public_key_write(&k, &out);
	assert_string_equal(out.p, "ed25519:11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo");
	buf_release(&out);
}

static void
what_is_no_public_key_is_refused(void **state)
{
	static const char *const cases[] = {"",
	    "ed25519:", "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo",
	    "ED25519:11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo",
	    "ed25519:11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo=",
	    "ed25519:11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo",
	    "ed25519:11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURp",
	    "ed25519:11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHUR",
	    "ed25519:11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURoA",
	    "ed25519: 11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo",
	    "ed25519:11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo\n"};

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
		struct public_key k;
		struct err err;
		assert_false(public_key_read(str_from(cases[i]), &k, &err));
		assert_string_equal(err.message, "this is not a public key");
		assert_true(sodium_is_zero(k.bytes, sizeof(k.bytes)));
	}
}

/* The eight points of small order, their forms that are not canonical, a point that is off the
 * curve and one with a part of small order. */
static void
points_that_no_key_has_are_refused(void **state)
{
	static const char *const cases[] = {
	    "0000000000000000000000000000000000000000000000000000000000000000",
	    "0100000000000000000000000000000000000000000000000000000000000000",
	    "0000000000000000000000000000000000000000000000000000000000000080",
	    "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
	    "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85",
	    "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
	    "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa",
	    "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
	    "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
	    "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
	    "0100000000000000000000000000000000000000000000000000000000000080",
	    "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
	    "0200000000000000000000000000000000000000000000000000000000000000",
	};
	static const uint8_t zero[SIGNATURE_BYTES];

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
		struct public_key k = {.verify = false}, read;
		struct buf text;
		struct err err;
		unhex(cases[i], k.bytes, sizeof(k.bytes));
		buf_init(&text, 100);
		public_key_write(&k, &text);
		assert_false(public_key_read(buf_view(&text), &read, &err));
		assert_string_equal(
		    err.message, "this public key is not a valid point of the curve");
		assert_false(key_verify(&k, STR(""), zero));
		buf_release(&text);
	}
}

static void
digests_match(struct arena *a, const char *path, const struct secret_key *k)
{
	struct secret_key *opened;
	struct key_file file;
	struct err err;

	assert_true(key_look(a, path, &file, &err));
	assert_str_equal(file.owner, "ann");
	assert_memory_equal(&file.public_key, key_public(k), sizeof(file.public_key));
	assert_true(key_open(a, path, STR("a good passphrase"), &opened, &err));
	assert_memory_equal(opened->seed, k->seed, sizeof(k->seed));
	key_free(opened);
	assert_false(key_open(a, path, STR("a bad passphrase"), &opened, &err));
	assert_non_null(strstr(err.message, "the passphrase does not open '"));
	assert_null(opened);
}

/* The file with `from` in it made `to`, in a file of its own. */
static void
changed(struct arena *a, const char *path, const char *from, const char *to, const char *message)
{
	char *text, *other = arena_printf(a, "%s.changed", path);
	struct secret_key *k = NULL;
	struct err err = {.code = ERR_NONE};
	FILE *f = fopen(path, "r");
	char bytes[4096] = {0};

	assert_true(fread(bytes, 1, sizeof(bytes) - 1, f) > 0);
	fclose(f);
	char *at = strstr(bytes, from);
	assert_non_null(at);
	text = arena_printf(a, "%.*s%s%s", (int)(at - bytes), bytes, to, at + strlen(from));
	f = fopen(other, "w");
	assert_int_equal(fwrite(text, 1, strlen(text), f), strlen(text));
	fclose(f);
	assert_int_equal(chmod(other, 0600), 0);
	assert_false(key_open(a, other, STR("a good passphrase"), &k, &err));
	if (!strstr(err.message, message))
		fail_msg("'%s', not '%s'", err.message, message);
	unlink(other);
}

static void
a_key_file_gives_its_key_to_the_passphrase_alone(void **state)
{
	struct arena *a = arena_new(1 << 20);
	struct secret_key *k, *opened;
	struct stat st;
	char path[128];
	struct err err;

	(void)state;
	snprintf(path, sizeof(path), "%s/ann.key", folder);
	k = key_new(&err);
	assert_false(key_save(k, path, STR("ann"), STR(""), &err));
	assert_string_equal(err.message, "a key must have a passphrase");
	assert_false(key_save(k, path, STR(""), STR("x"), &err));
	assert_true(key_save(k, path, STR("ann"), STR("a good passphrase"), &err));
	assert_int_equal(stat(path, &st), 0);
	assert_int_equal(st.st_mode & 07777, 0600);
	digests_match(a, path, k);
	changed(a, path, "\"owner\": \"ann\"", "\"owner\": \"bob\"",
	    "its owner or public key differs from the sealed one");
	changed(a, path, "\"memlimit\": 268435456", "\"memlimit\": 8192",
	    "is sealed in an unknown way");
	changed(a, path, "\"v\": 1", "\"v\": 2", "is sealed in an unknown way");
	changed(a, path, "\"kind\": \"sluice-key\"", "\"kind\": \"other\"", "is not a key file");
	changed(a, path, "\"v\": 1,", "\"v\": 1, \"more\": 1,", "is not a key file");
	assert_int_equal(chmod(path, 0640), 0);
	assert_false(key_open(a, path, STR("a good passphrase"), &opened, &err));
	assert_non_null(strstr(err.message, "others may read or write"));
	unlink(path);
	key_free(k);
	arena_free(a);
}

static void
a_passphrase_comes_from_a_descriptor(void **state)
{
	struct arena *a = arena_new(1 << 20);
	char number[16];
	struct str secret;
	struct err err;
	int ends[2];

	(void)state;
	assert_int_equal(pipe(ends), 0);
	snprintf(number, sizeof(number), "%d", ends[0]);
	setenv("SLUICE_PASSPHRASE_FD", number, 1);
	assert_int_equal(write(ends[1], "first\nsecond", 12), 12);
	close(ends[1]);
	assert_true(passphrase_ask(a, "", true, &secret, &err));
	assert_str_equal(secret, "first");
	assert_true(passphrase_ask(a, "", false, &secret, &err));
	assert_str_equal(secret, "second");
	assert_false(passphrase_ask(a, "", false, &secret, &err));
	assert_string_equal(err.message, "no passphrase was given");
	close(ends[0]);
	setenv("SLUICE_PASSPHRASE_FD", "3x", 1);
	assert_false(passphrase_ask(a, "", false, &secret, &err));
	assert_string_equal(
	    err.message, "SLUICE_PASSPHRASE_FD is not the number of a file descriptor");
	unsetenv("SLUICE_PASSPHRASE_FD");
	arena_free(a);
}

static int
make_folder(void **state)
{
	(void)state;
	return mkdtemp(folder) && sodium_init() >= 0 ? 0 : -1;
}

static int
remove_folder(void **state)
{
	(void)state;
	return rmdir(folder);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(signatures_are_those_of_rfc_8032),
	    cmocka_unit_test(a_signature_has_one_form),
	    cmocka_unit_test(each_signature_is_of_its_own_text_and_key),
	    cmocka_unit_test(a_public_key_is_read_as_it_is_written),
	    cmocka_unit_test(what_is_no_public_key_is_refused),
	    cmocka_unit_test(points_that_no_key_has_are_refused),
	    cmocka_unit_test(a_key_file_gives_its_key_to_the_passphrase_alone),
	    cmocka_unit_test(a_passphrase_comes_from_a_descriptor),
	};
	return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
