/* SPDX-License-Identifier: MIT */
/*
 * login_key.c: signing in with the key that the trust file gives a person.
 *
 * The page carries a challenge; the browser's key signs it together with the name of the host and the
 * person, so a text that was signed for one service, or for another person, is of no use here. A
 * challenge is a time and a MAC under a key of this process: nothing is kept until it is used.
 */
#include "login.h"

#include "clock.h"

#include <sodium.h>
#include <stdio.h>

#define CHALLENGE_US INT64_C(600000000)
#define TEXT_BYTES_MAX 1024

struct challenge {
	uint8_t nonce[16];
	int64_t until_us; /* of clock_us */
	uint8_t mac[crypto_auth_BYTES];
};
#define BASE64URL sodium_base64_VARIANT_URLSAFE_NO_PADDING
_Static_assert(sodium_base64_ENCODED_LEN(sizeof(struct challenge), BASE64URL) <= CHALLENGE_BYTES,
    "the challenge's text is too long");

static void
mac_of(struct serving *s, const struct challenge *c, uint8_t out[crypto_auth_BYTES])
{
	crypto_auth(out, (const unsigned char *)c, offsetof(struct challenge, mac), s->oidc.seal);
}

void
login_challenge(struct serving *s, char out[CHALLENGE_BYTES])
{
	struct challenge c = {.until_us = clock_us() + CHALLENGE_US};

	random_bytes(c.nonce, sizeof(c.nonce));
	mac_of(s, &c, c.mac);
	sodium_bin2base64(out, CHALLENGE_BYTES, (const unsigned char *)&c, sizeof(c), BASE64URL);
}

static bool
is_ours(struct serving *s, struct str text)
{
	uint8_t mac[crypto_auth_BYTES];
	struct challenge c;
	size_t n;

	if (sodium_base642bin(
		(unsigned char *)&c, sizeof(c), text.p, text.n, NULL, &n, NULL, BASE64URL) != 0 ||
	    n != sizeof(c))
		return false;
	mac_of(s, &c, mac);
	return sodium_memcmp(mac, c.mac, sizeof(mac)) == 0 && clock_us() < c.until_us;
}

static bool
signed_by(struct request *r, const struct public_key *key, struct str id, struct str challenge,
    struct str signature)
{
	uint8_t bytes[SIGNATURE_BYTES];
	struct buf text;

	if (!base64_read(signature, bytes, sizeof(bytes)))
		return false;
	buf_init(&text, TEXT_BYTES_MAX);
	buf_printf(&text, "Sluice sign-in v1\n%s\n%.*s\n%.*s\n", request_header(r, "Host"),
	    STR_ARG(id), STR_ARG(challenge));
	bool good = !text.failed && key_verify(key, buf_view(&text), bytes);
	buf_release(&text);
	return good;
}

bool
login_by_key(struct request *r, const struct form_field *form, struct caller *who,
    struct answer *out, struct err *fault)
{
	struct str id = str_trim(form_get(form, "id")), challenge = form_get(form, "challenge");
	const struct trust *t = r->trust;
	int64_t now_us = clock_utc_us();
	char keyid[KEYID_BYTES];
	const struct person *person;
	struct public_key key;
	struct err ignored;

	if (!login_may_try(r, STR(""), out, fault))
		return false;
	bool good = t && access_id_is_plain(id) && is_ours(r->serving, challenge) &&
		    public_key_read(form_get(form, "key"), &key, &ignored);
	if (good)
		public_key_id(&key, keyid);
	good = good && key_held(t, keyid, now_us, now_us, &person, &ignored) &&
	       str_eq(person->id, id) &&
	       signed_by(r, &key, id, challenge, form_get(form, "signature")) &&
	       door_key(&r->serving->door, id, who) && oidc_is_first(&r->serving->oidc, challenge);
	if (good)
		return true;
	login_failed(r, STR(""));
	out->status = 403;
	return err_set(fault, ERR_REFUSED,
	    "This key can't sign you in. The trust file must list it as yours, and the token file must allow signing in with it.");
}
