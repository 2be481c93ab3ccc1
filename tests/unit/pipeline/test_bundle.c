/* SPDX-License-Identifier: MIT */
/* Bundles: one text, believed only as it was signed, by whom and for as long as the trust file
 * says. */
#include "bundle_scene.h"

static void
what_is_written_is_read(void **state)
{
	struct scene s;
	struct bundle b;

	(void)state;
	scene_begin(&s);
	assert_true(bundle_parse(s.a, scene_signed(&s), "x.bundle", &b, &s.err));
	assert_str_equal(b.name.id, "team");
	assert_int_equal(b.name.revision, 7);
	assert_string_equal(b.name.sha256, s.b.name.sha256);
	assert_int_equal(b.count, 4);
	assert_str_equal(b.files[1].name, "programs/math.py");
	assert_int_equal(b.envelope.count, 2);
	assert_true(bundle_trusted(&b, &s.trust, NOW_US, &s.err));
	scene_end(&s);
}

static void
the_digest_is_the_statements_whoever_signed(void **state)
{
	struct scene s;
	struct bundle draft, b;

	(void)state;
	scene_begin(&s);
	scene_write(&s);
	assert_true(bundle_parse(s.a, scene_file(&s), "x.bundle", &draft, &s.err));
	assert_int_equal(draft.envelope.count, 0);
	scene_sign(&s, DESK);
	assert_true(bundle_parse(s.a, scene_file(&s), "x.bundle", &b, &s.err));
	assert_string_equal(draft.name.sha256, b.name.sha256);
	assert_false(envelope_add(&b.envelope, s.keys[DESK], &s.err));
	assert_string_equal(s.err.message, "this key has already signed it");
	scene_end(&s);
}

/* Read and believed: both, or it was noticed. */
static bool
is_believed(struct scene *s, struct str bytes)
{
	struct arena *own = arena_new((size_t)64 << 20);
	struct bundle b;

	assert_non_null(own);
	bool good = bundle_parse(own, bytes, "x.bundle", &b, &s->err) &&
		    bundle_trusted(&b, &s->trust, NOW_US, &s->err);
	arena_free(own);
	return good;
}

static void
every_flipped_byte_is_noticed(void **state)
{
	struct scene s;

	(void)state;
	scene_begin(&s);
	struct str file = scene_signed(&s);
	char *bytes = arena_alloc(s.a, file.n);
	assert_non_null(bytes);
	memcpy(bytes, file.p, file.n);
	assert_true(is_believed(&s, (struct str){bytes, file.n}));
	for (size_t i = 0; i < file.n; i++)
		for (unsigned bit = 0; bit < 8; bit += 3) {
			bytes[i] = (char)(bytes[i] ^ (1 << bit));
			if (is_believed(&s, (struct str){bytes, file.n}))
				fail_msg("byte %zu, bit %u", i, bit);
			bytes[i] = (char)(bytes[i] ^ (1 << bit));
		}
	for (size_t n = 0; n < file.n; n += 7)
		assert_false(is_believed(&s, (struct str){bytes, n}));
	scene_end(&s);
}

/* Each allocation fails in turn. */
static void
without_memory_nothing_is_believed(void **state)
{
	bool good = false;
	struct scene s;
	struct bundle b;

	(void)state;
	scene_begin(&s);
	struct str file = scene_signed(&s);
	for (size_t nth = 1; !good; nth++) {
		struct arena *own = arena_new((size_t)64 << 20);

		assert_non_null(own);
		assert_true(nth < 10000);
		arena_fail_at(own, nth);
		s.err.code = ERR_NONE;
		good = bundle_parse(own, file, "x.bundle", &b, &s.err) &&
		       bundle_trusted(&b, &s.trust, NOW_US, &s.err);
		assert_true(good || s.err.code != ERR_NONE);
		assert_true(good || nth > 1 || s.err.code == ERR_MEMORY);
		arena_free(own);
	}
	scene_end(&s);
}

/* -- who signed ------------------------------------------------------------------------------ */

static void
key_of_another_purpose(struct scene *s)
{
	s->services[SECOND].purpose = SERVICE_RECEIPT;
}

static void
key_of_a_person(struct scene *s)
{
	static struct person_key key;
	static struct person ann = {.keys = &key, .key_count = 1};

	ann.id = STR("ann");
	memcpy(key.id, s->services[SECOND].id, sizeof(key.id));
	s->trust.people = &ann;
	s->trust.count = 1;
	s->trust.service_count = 1;
}

static void
key_of_nobody(struct scene *s)
{
	s->trust.service_count = 1;
}

static void
key_of_another_scope(struct scene *s)
{
	s->services[SECOND].scope = STR("tea");
}

/* A bundle of the right name, which would give the shipped policy another meaning. */
static void
policy_of_another_scope(struct scene *s)
{
	s->services[SECOND].scope = STR("team");
	s->b.policies[0].id = STR("data-analysis");
}

static void
policy_that_only_begins_so(struct scene *s)
{
	s->services[SECOND].scope = STR("team");
	s->b.policies[0].id = STR("team-b");
}

static void
key_that_ended(struct scene *s)
{
	s->services[SECOND].until_us = NOW_US;
}

static void
key_that_was_revoked(struct scene *s)
{
	s->services[SECOND].revoked_us = 1;
}

static void
two_keys_of_one_signer(struct scene *s)
{
	s->services[SECOND].name = STR("desk");
}

static void
three_signers_wanted(struct scene *s)
{
	s->trust.policies.signatures = 3;
}

static void
signature_of_another_bundle(struct scene *s)
{
	memset(s->b.envelope.signatures[0].signature.bytes, 1, SIGNATURE_BYTES);
	memset(s->b.envelope.signatures[1].signature.bytes, 1, SIGNATURE_BYTES);
	s->services[SECOND].name = STR("desk");
}

static void
nobody_signed(struct scene *s)
{
	s->b.envelope.count = 0;
}

static void
expired(struct scene *s)
{
	s->b.not_after_us = NOW_US;
}

static void
not_yet_valid(struct scene *s)
{
	s->b.not_before_us = NOW_US + 1;
}

static void
made_tomorrow(struct scene *s)
{
	s->b.made_us = NOW_US + DAY_US / 2;
}

static void
other_table(struct scene *s)
{
	s->b.table_sha256 = STR("00");
}

static void
one_is_enough_but_one_is_unknown(struct scene *s)
{
	s->trust.policies.signatures = 1;
	s->trust.service_count = 1;
}

/* Each is refused by name. KEY stands for the beginning of a key's id. */
static void
what_is_not_as_the_trust_file_says_is_refused(void **state)
{
	static const struct {
		void (*spoil)(struct scene *s);
		const char *message;
	} cases[] = {{key_of_another_purpose, "' has the purpose 'receipt', not 'policy'"},
	    {key_of_a_person, " is 'ann's own, not one for policies"},
	    {key_of_nobody, " is not in the trust file"},
	    {one_is_enough_but_one_is_unknown, " is not in the trust file"},
	    {key_of_another_scope, "the key of 'second' signs bundles 'tea', not 'team'"},
	    {policy_of_another_scope,
		"the key of 'second' signs policies 'team', not 'data-analysis'"},
	    {policy_that_only_begins_so, "the key of 'second' signs policies 'team', not 'team-b'"},
	    {key_that_ended, " of 'second' is not valid since 2024-10-04T00:00:00.000000Z"},
	    {key_that_was_revoked, " of 'second' was revoked at 1970-01-01T00:00:00.000001Z"},
	    {two_keys_of_one_signer, "it is signed by 1 of the 2 signers that are needed"},
	    {three_signers_wanted, "it is signed by 2 of the 3 signers that are needed"},
	    {signature_of_another_bundle, "the signature of 'desk' does not belong to this bundle"},
	    {nobody_signed, "it is not signed"},
	    {expired, "it expired at 2024-10-04T00:00:00.000000Z"},
	    {not_yet_valid, "it is not valid before 2024-10-04T00:00:00.000001Z"},
	    {made_tomorrow, "it was made at 2024-10-04T12:00:00.000000Z, which is in the future"},
	    {other_table, "it was made for a table of names that differs from this program's"}};

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
		struct scene s;

		scene_begin(&s);
		(void)scene_signed(&s);
		assert_true(bundle_trusted(&s.b, &s.trust, NOW_US, &s.err));
		cases[i].spoil(&s);
		assert_false(bundle_trusted(&s.b, &s.trust, NOW_US, &s.err));
		assert_int_equal(s.err.code, ERR_REFUSED);
		if (!strstr(s.err.message, cases[i].message) ||
		    !strstr(s.err.message, "the bundle 'team' revision 7 is refused: "))
			fail_msg("case %zu: %s", i, s.err.message);
		scene_end(&s);
	}
}

static void
a_scope_holds_below_its_id(void **state)
{
	struct scene s;

	(void)state;
	scene_begin(&s);
	(void)scene_signed(&s);
	s.services[SECOND].scope = STR("team");
	assert_true(bundle_trusted(&s.b, &s.trust, NOW_US, &s.err));
	s.b.policies[0].id = STR("team.night");
	assert_true(bundle_trusted(&s.b, &s.trust, NOW_US, &s.err));
	scene_end(&s);
}

static void
no_number_of_signers_means_one_and_not_none(void **state)
{
	struct scene s;

	(void)state;
	scene_begin(&s);
	scene_write(&s);
	s.trust.policies.signatures = 0;
	assert_false(bundle_trusted(&s.b, &s.trust, NOW_US, &s.err));
	scene_sign(&s, DESK);
	assert_true(bundle_trusted(&s.b, &s.trust, NOW_US, &s.err));
	scene_end(&s);
}

/* -- the form -------------------------------------------------------------------------------- */

static struct str
swap(struct scene *s, struct str text, const char *from, const char *to)
{
	size_t at = str_find(text, str_from(from), 0);
	struct buf out;
	struct str kept;

	assert_int_not_equal(at, SIZE_MAX);
	buf_init(&out, BUNDLE_LIST_BYTES_MAX);
	buf_str(&out, str_slice(text, 0, at));
	buf_text(&out, to);
	buf_str(&out, str_slice(text, at + strlen(from), text.n));
	assert_true(arena_copy(s->a, buf_view(&out), &kept));
	buf_release(&out);
	return kept;
}

/* Whoever signs can write what he likes; a reader takes one form all the same. */
static void
a_signed_text_of_another_form_is_refused(void **state)
{
	static const struct {
		const char *from, *to, *message;
	} cases[] = {{"\"id\":\"team\",", "\"id\":\"team\",\"id\":\"tea\",", "duplicate name 'id'"},
	    {"\"predicate\":{", "\"predicate\":{\"extra\":1,",
		"there is a member that has no meaning"},
	    {"\"subject\":[", "\"q\":1,\"subject\":[", "there is a member that has no meaning"},
	    {"\"predicateType\":\"urn:sluice:policy-bundle:v2\"",
		"\"predicateType\":\"urn:sluice:approval-vote:v1\"",
		"the statement is not of in-toto's version 1 and the type "
		"'urn:sluice:policy-bundle:v2'"},
	    {"Statement/v1", "Statement/v2",
		"the statement is not of in-toto's version 1 and the type '"},
	    {"\"name\":\"base.yaml\"", "\"name\":\"../base.yaml\"",
		"'../base.yaml' is not a name for a file of a bundle"},
	    {"\"name\":\"base.yaml\"", "\"name\":\"/etc/base.yaml\"",
		"'/etc/base.yaml' is not a name for a file of a bundle"},
	    {"\"name\":\"base.yaml\"", "\"name\":\"a/./base.yaml\"",
		"'a/./base.yaml' is not a name for a file of a bundle"},
	    {"\"name\":\"base.yaml\"", "\"name\":\"team.yaml\"",
		"'programs/math.py' is out of the order of names"},
	    {"\"name\":\"programs/math.py\"", "\"name\":\"base.yaml\"",
		"'base.yaml' is in the bundle twice"},
	    {"\"name\":\"base.yaml\"", "\"name\":\"a b\"",
		"'a b' is not a name for a file of a bundle"},
	    {"\"name\":\"base.yaml\"", "\"name\":\"Bundle.json\"",
		"'Bundle.json' is not a name for a file of a bundle"},
	    {"\"name\":\"base.yaml\"", "\"name\":\"Team.yaml\"",
		"'team.yaml' differs from another file's name in case alone"},
	    {"\"sha256\":\"", "\"sha256\":\"\",\"sha512\":\"",
		"'sha256' must be a SHA-256 in lower-case hex"},
	    {"\"revision\":7", "\"revision\":0", "a bundle's revision must be a number from 1"},
	    {"\"revision\":7", "\"revision\":-7",
		"'revision' must be a whole number that is not negative"},
	    {"\"revision\":7", "\"revision\":1000000001",
		"a bundle's revision must be a number from 1"},
	    {"\"id\":\"team\",", "\"id\":\"../team\",", "'../team' is not an id for a bundle"},
	    {"\"id\":\"team\",", "\"id\":\"\",",
		"'id' must be 1 to 400 bytes of characters that can be seen"},
	    {"\"file\":\"team.yaml\"", "\"file\":\"else.yaml\"",
		"the policy 'team' names a file that is not in the bundle"},
	    {"\"not_before_us\":1", "\"not_before_us\":8",
		"the bundle's validity ends before it begins"},
	    {"[{\"file\":\"team.yaml\",\"id\":\"team\",\"revision\":3}]", "[]",
		"the bundle offers no policy"}};

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
		struct scene s;
		struct bundle b;

		scene_begin(&s);
		scene_write(&s);
		s.b.envelope.payload = swap(&s, s.b.envelope.payload, cases[i].from, cases[i].to);
		scene_sign(&s, DESK);
		scene_sign(&s, SECOND);
		assert_false(bundle_parse(s.a, scene_file(&s), "x.bundle", &b, &s.err));
		if (!strstr(s.err.message, cases[i].message) ||
		    !strstr(s.err.message, "'x.bundle' is not a bundle: "))
			fail_msg("case %zu: %s", i, s.err.message);
		assert_int_equal(b.count, 0);
		scene_end(&s);
	}
}

static void
huge_files_and_bombs_are_refused_early(void **state)
{
	struct scene s;
	struct bundle b;
	struct buf out;

	(void)state;
	scene_begin(&s);
	buf_init(&out, 2 * BUNDLE_LIST_BYTES_MAX);
	buf_text(&out, "{\"_type\":");
	buf_repeat(&out, '[', 1000000);
	assert_false(bundle_parse(s.a, buf_view(&out), "x", &b, &s.err));
	buf_clear(&out);
	buf_text(&out, "{\"_type\":\"");
	buf_repeat(&out, 'a', BUNDLE_LIST_BYTES_MAX);
	assert_false(bundle_parse(s.a, buf_view(&out), "x", &b, &s.err));
	assert_string_equal(s.err.message, "'x' is not a bundle: it is larger than 1048576 bytes");
	buf_clear(&out);
	buf_text(&out, "{\"_type\":[0");
	for (size_t i = 0; i < 20000; i++)
		buf_text(&out, ",0");
	buf_text(&out, "]}");
	assert_false(bundle_parse(s.a, buf_view(&out), "x", &b, &s.err));
	assert_int_equal(s.err.code, ERR_LIMIT);
	buf_release(&out);
	scene_end(&s);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(what_is_written_is_read),
	    cmocka_unit_test(the_digest_is_the_statements_whoever_signed),
	    cmocka_unit_test(every_flipped_byte_is_noticed),
	    cmocka_unit_test(without_memory_nothing_is_believed),
	    cmocka_unit_test(what_is_not_as_the_trust_file_says_is_refused),
	    cmocka_unit_test(a_scope_holds_below_its_id),
	    cmocka_unit_test(no_number_of_signers_means_one_and_not_none),
	    cmocka_unit_test(a_signed_text_of_another_form_is_refused),
	    cmocka_unit_test(huge_files_and_bombs_are_refused_early),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
