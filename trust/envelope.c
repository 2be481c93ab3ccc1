/* SPDX-License-Identifier: MIT */
/*
 * envelope.c: DSSE, read strictly.
 *
 * One statement has one envelope a signature (or list of them): canonical JSON, standard base64
 * with its padding and no spare bits, lower-case key ids. So a digest of the envelope means
 * something, and no byte of it can change without being seen.
 */
#include "envelope.h"

#include "secret.h"

#include <sodium.h>

#define SIGNATURES_MAX ((size_t)ENVELOPE_SIGNATURES_MAX)
#define PAE_HEAD_BYTES 256

bool
envelope_pae(struct str type, struct str payload, struct buf *out, struct err *err)
{
	buf_init(out, ENVELOPE_BYTES_MAX + PAE_HEAD_BYTES);
	buf_printf(out, "DSSEv1 %zu %.*s %zu ", type.n, STR_ARG(type), payload.n);
	buf_str(out, payload);
	if (!out->failed)
		return true;
	buf_release(out);
	return err_set(err, ERR_LIMIT, "a statement of more than %zu bytes", ENVELOPE_BYTES_MAX);
}

static bool
put_base64(struct arena *a, struct json_writer *w, const char *name, struct str bytes)
{
	size_t room = sodium_base64_ENCODED_LEN(bytes.n, sodium_base64_VARIANT_ORIGINAL);
	char *text = arena_alloc(a, room);

	if (!text)
		return false;
	sodium_bin2base64(
	    text, room, (const unsigned char *)bytes.p, bytes.n, sodium_base64_VARIANT_ORIGINAL);
	json_put_text(w, name, text);
	return true;
}

/* The members in the order of canonical JSON. */
static bool
put_envelope(struct arena *a, struct json_writer *w, const struct envelope *e)
{
	json_object(w);
	bool good = put_base64(a, w, "payload", e->payload);
	json_put_text(w, "payloadType", ENVELOPE_PAYLOAD_TYPE);
	json_open_array(w, "signatures");
	for (size_t i = 0; i < e->count; i++) {
		const struct signature *s = &e->signatures[i].signature;
		json_object(w);
		json_put_text(w, "keyid", e->signatures[i].keyid);
		good = good && put_base64(a, w, "sig", (struct str){(const char *)s->bytes, s->n});
		json_end_object(w);
	}
	json_end_array(w);
	json_end_object(w);
	return good;
}

bool
envelope_write(const struct envelope *e, struct buf *out, struct err *err)
{
	struct arena *a = arena_new(2 * ENVELOPE_BYTES_MAX);
	struct json_writer w;

	if (!a)
		return err_memory(err);
	json_writer_init(&w, out, false);
	bool good = put_envelope(a, &w, e);
	arena_free(a);
	return (good && !out->failed) || err_memory(err);
}

bool
envelope_wrap(struct str statement, const struct public_key *k, const struct signature *signature,
    struct buf *out, struct err *err)
{
	struct envelope e = {.payload = statement, .count = 1};

	public_key_id(k, e.signatures[0].keyid);
	e.signatures[0].signature = *signature;
	return envelope_write(&e, out, err);
}

static bool
sign(const struct secret_key *k, struct str statement, struct signature *out, struct err *err)
{
	struct buf pae;

	if (!envelope_pae(STR(ENVELOPE_PAYLOAD_TYPE), statement, &pae, err))
		return false;
	*out = (struct signature){.n = SIGNATURE_BYTES};
	bool good = key_sign(k, buf_view(&pae), out->bytes, err);
	buf_release(&pae);
	return good;
}

bool
envelope_sign(const struct secret_key *k, struct str statement, struct buf *out, struct err *err)
{
	struct signature signature;

	return sign(k, statement, &signature, err) &&
	       envelope_wrap(statement, key_public(k), &signature, out, err);
}

bool
envelope_add(struct envelope *e, const struct secret_key *k, struct err *err)
{
	struct signature signature;
	char keyid[KEYID_BYTES];
	size_t at = 0;

	public_key_id(key_public(k), keyid);
	while (at < e->count && strcmp(e->signatures[at].keyid, keyid) < 0)
		at++;
	if (at < e->count && strcmp(e->signatures[at].keyid, keyid) == 0)
		return err_set(err, ERR_INPUT, "this key has already signed it");
	if (e->count == SIGNATURES_MAX)
		return err_set(
		    err, ERR_LIMIT, "an envelope may have at most %zu signatures", SIGNATURES_MAX);
	if (!sign(k, e->payload, &signature, err))
		return false;
	memmove(
	    &e->signatures[at + 1], &e->signatures[at], (e->count - at) * sizeof(e->signatures[0]));
	memcpy(e->signatures[at].keyid, keyid, sizeof(keyid));
	e->signatures[at].signature = signature;
	e->count++;
	return true;
}

/* The reader accepts one text for each sequence of bytes: libsodium's refuses spare bits, wrong
 * padding and foreign characters. */
static bool
get_base64(struct arena *a, const struct json_node *n, struct str *out)
{
	size_t padding = str_ends(n->text, STR("==")) ? 2 : str_ends(n->text, STR("=")) ? 1 : 0;
	size_t whole = n->text.n / 4 * 3, count = whole >= padding ? whole - padding : 0;
	char *bytes = arena_alloc(a, count + 1);

	if (!bytes || n->kind != JSON_STRING || !base64_read(n->text, bytes, count))
		return false;
	*out = (struct str){bytes, count};
	return true;
}

static bool
has_members(const struct json_doc *d, const struct json_node *object, const char *const *names,
    size_t count)
{
	if (object->kind != JSON_OBJECT || object->count != count)
		return false;
	for (size_t i = 0; i < count; i++)
		if (!json_get(d, object, names[i]))
			return false;
	return true;
}

static bool
read_signature(struct arena *a, const struct json_doc *d, const struct json_node *n,
    struct envelope *out, struct err *err)
{
	static const char *const members[] = {"keyid", "sig"};
	struct str keyid = json_get_text(d, n, "keyid", STR("")), bytes;

	if (!has_members(d, n, members, ARRAY_LENGTH(members)))
		return err_set(err, ERR_INPUT, "a signature must have 'keyid' and 'sig' only");
	if (!is_digest(keyid))
		return err_set(err, ERR_INPUT, "a key id must be a SHA-256 in lower-case hex");
	if (!get_base64(a, json_get(d, n, "sig"), &bytes) ||
	    (bytes.n != SIGNATURE_BYTES && bytes.n != SIGNATURE_BYTES_MAX))
		return err_set(err, ERR_INPUT,
		    "a signature must be 64 bytes, or 69 of a security key, in standard base64");
	for (size_t i = 0; i < out->count; i++)
		if (str_is(keyid, out->signatures[i].keyid))
			return err_set(err, ERR_INPUT, "each key may sign only once");
	if (out->count > 0 &&
	    str_compare(keyid, str_from(out->signatures[out->count - 1].keyid)) < 0)
		return err_set(err, ERR_INPUT, "signatures must be in the order of their key ids");
	memcpy(out->signatures[out->count].keyid, keyid.p, keyid.n);
	out->signatures[out->count].keyid[keyid.n] = '\0';
	out->signatures[out->count].signature.n = bytes.n;
	memcpy(out->signatures[out->count].signature.bytes, bytes.p, bytes.n);
	out->count++;
	return true;
}

static bool
read_signatures(struct arena *a, const struct json_doc *d, struct envelope *out, struct err *err)
{
	const struct json_node *list = json_get(d, json_root(d), "signatures");

	if (list->kind != JSON_ARRAY || list->count == 0 || list->count > SIGNATURES_MAX)
		return err_set(
		    err, ERR_INPUT, "an envelope must have 1 to %zu signatures", SIGNATURES_MAX);
	for (const struct json_node *n = json_first(d, list); n; n = json_next(d, n))
		if (!read_signature(a, d, n, out, err))
			return false;
	return true;
}

static bool
read_envelope(struct arena *a, struct str json, struct envelope *out, struct err *err)
{
	static const char *const members[] = {"payload", "payloadType", "signatures"};
	const struct json_limits limits = {ENVELOPE_BYTES_MAX, 4, 64, 20};
	struct json_doc d;

	if (!json_parse_canonical(a, json, NULL, &limits, &d, err))
		return false;
	const struct json_node *root = json_root(&d);
	if (!has_members(&d, root, members, ARRAY_LENGTH(members)))
		return err_set(err, ERR_INPUT,
		    "an envelope must have 'payload', 'payloadType' and 'signatures' only");
	if (!str_is(json_get_text(&d, root, "payloadType", STR("")), ENVELOPE_PAYLOAD_TYPE))
		return err_set(
		    err, ERR_INPUT, "the payload is not of the type " ENVELOPE_PAYLOAD_TYPE);
	if (!get_base64(a, json_get(&d, root, "payload"), &out->payload))
		return err_set(err, ERR_INPUT, "the payload is not in standard base64");
	return read_signatures(a, &d, out, err);
}

bool
envelope_read(struct arena *a, struct str json, struct envelope *out, struct err *err)
{
	*out = (struct envelope){.count = 0};
	if (read_envelope(a, json, out, err))
		return true;
	*out = (struct envelope){.count = 0};
	return err_wrap(err, "the envelope can't be read");
}

bool
envelope_verify(const struct envelope *e, size_t signature, const struct public_key *k)
{
	char keyid[KEYID_BYTES];
	struct buf pae;
	struct err err;

	public_key_id(k, keyid);
	if (signature >= e->count || strcmp(keyid, e->signatures[signature].keyid) != 0 ||
	    !envelope_pae(STR(ENVELOPE_PAYLOAD_TYPE), e->payload, &pae, &err))
		return false;
	bool good = signature_holds(k, buf_view(&pae), &e->signatures[signature].signature);
	buf_release(&pae);
	return good;
}
