/* SPDX-License-Identifier: MIT */
#include "scene.h"

#include "envelope.h"

#define KEYID "abababababababababababababababababababababababababababababababab"
#define KEYID0 "0bababababababababababababababababababababababababababababababab"
#define SIG                                                                                        \
	"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=="
#define TYPE "\"payloadType\":\"application/vnd.in-toto+json\""
#define ONE(keyid, sig) "{\"keyid\":\"" keyid "\",\"sig\":\"" sig "\"}"
#define WHOLE(payload, signatures)                                                                 \
	"{\"payload\":\"" payload "\"," TYPE ",\"signatures\":[" signatures "]}"

/* The example of DSSE's protocol.md. */
static void
what_is_signed_names_its_type(void **state)
{
	struct buf out;
	struct err err;

	(void)state;
	assert_true(
	    envelope_pae(STR("http://example.com/HelloWorld"), STR("hello world"), &out, &err));
	assert_string_equal(out.p, "DSSEv1 29 http://example.com/HelloWorld 11 hello world");
	buf_release(&out);
	assert_true(envelope_pae(STR(""), STR(""), &out, &err));
	assert_string_equal(out.p, "DSSEv1 0  0 ");
	buf_release(&out);
}

static void
an_envelope_has_one_form(void **state)
{
	static const struct {
		const char *text, *message;
	} cases[] = {
	    {WHOLE("eHl6", ONE(KEYID, SIG)), NULL},
	    {WHOLE("eHk=", ONE(KEYID, SIG)), NULL},
	    {WHOLE("", ONE(KEYID, SIG)), NULL},
	    {WHOLE("+/+/", ONE(KEYID, SIG)), NULL},
	    {WHOLE("-_-_", ONE(KEYID, SIG)), "the payload is not in standard base64"},
	    {WHOLE("eHk", ONE(KEYID, SIG)), "the payload is not in standard base64"},
	    {WHOLE("eHk==", ONE(KEYID, SIG)), "the payload is not in standard base64"},
	    {WHOLE("eHl=", ONE(KEYID, SIG)), "the payload is not in standard base64"},
	    {WHOLE("eHl6=", ONE(KEYID, SIG)), "the payload is not in standard base64"},
	    {WHOLE("eH l6", ONE(KEYID, SIG)), "the payload is not in standard base64"},
	    {WHOLE("eHl6\\n", ONE(KEYID, SIG)), "the payload is not in standard base64"},
	    {WHOLE("eHl6", ""), "an envelope must have 1 to 8 signatures"},
	    {WHOLE("eHl6", ONE(KEYID, SIG) "," ONE(KEYID, SIG)), "each key may sign only once"},
	    {WHOLE("eHl6", ONE(KEYID0, SIG) "," ONE(KEYID, SIG)), NULL},
	    {WHOLE("eHl6", ONE(KEYID, SIG) "," ONE(KEYID0, SIG)),
		"signatures must be in the order of their key ids"},
	    {WHOLE("eHl6", ONE("AB", SIG)), "a key id must be a SHA-256 in lower-case hex"},
	    {WHOLE("eHl6", ONE(KEYID, "AAAA")),
		"a signature must be 64 bytes, or 69 of a security key, in standard base64"},
	    {WHOLE("eHl6", ONE(KEYID, "")),
		"a signature must be 64 bytes, or 69 of a security key, in standard base64"},
	    {WHOLE("eHl6", "{\"keyid\":\"" KEYID "\"}"),
		"a signature must have 'keyid' and 'sig' only"},
	    {WHOLE("eHl6", "{\"cert\":\"\",\"keyid\":\"" KEYID "\",\"sig\":\"" SIG "\"}"),
		"a signature must have 'keyid' and 'sig' only"},
	    {WHOLE("eHl6", "1"), "a signature must have 'keyid' and 'sig' only"},
	    {"{\"payload\":\"eHl6\",\"payloadType\":\"text/plain\",\"signatures\":[" ONE(
		 KEYID, SIG) "]}",
		"the payload is not of the type application/vnd.in-toto+json"},
	    {"{\"payload\":\"eHl6\"," TYPE "," TYPE ",\"signatures\":[" ONE(KEYID, SIG) "]}",
		"duplicate name 'payloadType'"},
	    {"{\"payload\":\"eHl6\"," TYPE ",\"signatures\":[" ONE(KEYID, SIG) "],\"x\":1}",
		"an envelope must have 'payload', 'payloadType' and 'signatures' only"},
	    {"{" TYPE ",\"payload\":\"eHl6\",\"signatures\":[" ONE(KEYID, SIG) "]}",
		"this is not canonical JSON"},
	    {"{\"payload\": \"eHl6\"," TYPE ",\"signatures\":[" ONE(KEYID, SIG) "]}",
		"this is not canonical JSON"},
	    {"{\"payload\":\"eH\\u006c6\"," TYPE ",\"signatures\":[" ONE(KEYID, SIG) "]}",
		"this is not canonical JSON"},
	    {"{\"payload\":1," TYPE ",\"signatures\":[" ONE(KEYID, SIG) "]}",
		"the payload is not in standard base64"},
	    {"[]", "an envelope must have 'payload', 'payloadType' and 'signatures' only"},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
		struct arena *a = arena_new(1 << 20);
		struct err err = {.code = ERR_NONE};
		struct envelope e;
		bool good = envelope_read(a, str_from(cases[i].text), &e, &err);
		assert_int_equal(good, cases[i].message == NULL);
		assert_int_equal(e.count > 0, good);
		if (!good) {
			const char *said = strstr(err.message, "can't be read: ");
			assert_non_null(said);
			assert_string_equal(said + strlen("can't be read: "), cases[i].message);
		}
		arena_free(a);
	}
}

static void
a_signed_envelope_is_verified(void **state)
{
	struct scene s;
	struct envelope e;
	struct err err;

	(void)state;
	scene_begin(&s);
	struct str text = scene_envelope(&s, ANN, STR("{\"a\":1}"));
	assert_true(envelope_read(s.a, text, &e, &err));
	assert_str_equal(e.payload, "{\"a\":1}");
	assert_int_equal(e.count, 1);
	assert_string_equal(e.signatures[0].keyid, s.keys[ANN].id);
	assert_true(envelope_verify(&e, 0, &s.keys[ANN].key));
	assert_false(envelope_verify(&e, 1, &s.keys[ANN].key));
	assert_false(envelope_verify(&e, 0, &s.keys[BOB].key));
	e.payload = STR("{\"a\":2}");
	assert_false(envelope_verify(&e, 0, &s.keys[ANN].key));
	scene_end(&s);
}

static void
signatures_are_added_in_the_order_of_their_keys(void **state)
{
	struct scene s;
	struct envelope e, again;
	struct str text;
	struct buf out;
	struct err err;

	(void)state;
	scene_begin(&s);
	assert_true(envelope_read(s.a, scene_envelope(&s, ANN, STR("x")), &e, &err));
	for (int i = BOB; i < PEOPLE; i++)
		assert_true(envelope_add(&e, s.secrets[i], &err));
	assert_false(envelope_add(&e, s.secrets[BOB], &err));
	assert_string_equal(err.message, "this key has already signed it");
	buf_init(&out, ENVELOPE_BYTES_MAX);
	assert_true(envelope_write(&e, &out, &err));
	assert_true(arena_copy(s.a, buf_view(&out), &text));
	buf_release(&out);
	assert_true(envelope_read(s.a, text, &again, &err));
	assert_int_equal(again.count, PEOPLE);
	for (size_t i = 0; i < PEOPLE; i++)
		for (int k = ANN; k < PEOPLE; k++)
			assert_int_equal(envelope_verify(&again, i, &s.keys[k].key),
			    strcmp(again.signatures[i].keyid, s.keys[k].id) == 0);
	scene_end(&s);
}

static void
an_envelope_has_room_for_eight(void **state)
{
	struct envelope e = {.payload = STR("x")};
	struct secret_key *key;
	struct err err;

	(void)state;
	for (int i = 0; i < ENVELOPE_SIGNATURES_MAX + 1; i++) {
		assert_non_null(key = key_new(&err));
		assert_int_equal(envelope_add(&e, key, &err), i < ENVELOPE_SIGNATURES_MAX);
		key_free(key);
	}
	assert_string_equal(err.message, "an envelope may have at most 8 signatures");
	assert_int_equal(e.count, ENVELOPE_SIGNATURES_MAX);
}

/* The key signs the type with the text: the text alone, signed, is no envelope's signature. */
static void
a_bare_signature_is_no_envelope(void **state)
{
	struct scene s;
	struct envelope e;
	struct err err;

	(void)state;
	scene_begin(&s);
	assert_true(envelope_read(s.a, scene_envelope(&s, ANN, STR("x")), &e, &err));
	assert_true(key_sign(s.secrets[ANN], STR("x"), e.signatures[0].signature.bytes, &err));
	assert_false(envelope_verify(&e, 0, &s.keys[ANN].key));
	scene_end(&s);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(what_is_signed_names_its_type),
	    cmocka_unit_test(an_envelope_has_one_form),
	    cmocka_unit_test(a_signed_envelope_is_verified),
	    cmocka_unit_test(signatures_are_added_in_the_order_of_their_keys),
	    cmocka_unit_test(an_envelope_has_room_for_eight),
	    cmocka_unit_test(a_bare_signature_is_no_envelope),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
