/* SPDX-License-Identifier: MIT */
#include "ssh_key.h"

#include <sodium.h>

#define PLAIN STR("ssh-ed25519")
#define SECURITY STR("sk-ssh-ed25519@openssh.com")
#define APPLICATION_PREFIX STR("ssh:")
#define FILE_BYTES_MAX ((size_t)4 << 10)
#define PERSON_ID_MAX 64

enum { PERSON_PRESENT = 1 << 0, PERSON_VERIFIED = 1 << 2 };

/* -- the form -------------------------------------------------------------------------------- */

struct str
ssh_algorithm(const struct public_key *k)
{
	return public_key_is_security(k) ? SECURITY : PLAIN;
}

bool
ssh_take_number(struct str *rest, size_t *out)
{
	*out = 0;
	if (rest->n < SSH_LENGTH_BYTES)
		return false;
	for (size_t i = 0; i < SSH_LENGTH_BYTES; i++)
		*out = *out << 8 | (unsigned char)rest->p[i];
	*rest = str_slice(*rest, SSH_LENGTH_BYTES, rest->n);
	return true;
}

bool
ssh_take_string(struct str *rest, struct str *out)
{
	size_t n;

	if (!ssh_take_number(rest, &n) || n > rest->n)
		return false;
	*out = str_slice(*rest, 0, n);
	*rest = str_slice(*rest, n, rest->n);
	return true;
}

size_t
ssh_key_blob(const struct public_key *k, char out[SSH_KEY_BYTES_MAX])
{
	const struct str parts[] = {
	    ssh_algorithm(k), {(const char *)k->bytes, PUBLIC_KEY_BYTES}, str_from(k->application)};
	size_t count = public_key_is_security(k) ? 3 : 2, at = 0;

	for (size_t i = 0; i < count; i++) {
		for (int shift = 24; shift >= 0; shift -= 8)
			out[at++] = (char)(parts[i].n >> shift & 0xff);
		memcpy(out + at, parts[i].p, parts[i].n);
		at += parts[i].n;
	}
	return at;
}

/* -- keys ------------------------------------------------------------------------------------ */

/* "ssh:" is what no web page can name as its own, so a browser asks for no signature under it. */
static bool
take_application(struct str name, char out[APPLICATION_BYTES])
{
	if (name.n >= APPLICATION_BYTES || !str_starts(name, APPLICATION_PREFIX))
		return false;
	for (size_t i = 0; i < name.n; i++)
		if (name.p[i] <= ' ' || name.p[i] > '~')
			return false;
	memcpy(out, name.p, name.n);
	return true;
}

static bool
read_blob(struct str coded, struct public_key *out)
{
	struct str algorithm, point, application;
	unsigned char blob[SSH_KEY_BYTES_MAX];
	size_t n;

	if (!str_is_ascii(coded) || sodium_base642bin(blob, sizeof(blob), coded.p, coded.n, NULL,
					&n, NULL, sodium_base64_VARIANT_ORIGINAL) != 0)
		return false;
	struct str rest = {(const char *)blob, n};
	if (!ssh_take_string(&rest, &algorithm) || !str_eq(algorithm, SECURITY) ||
	    !ssh_take_string(&rest, &point) || point.n != PUBLIC_KEY_BYTES ||
	    !ssh_take_string(&rest, &application) || rest.n != 0)
		return false;
	memcpy(out->bytes, point.p, point.n);
	return take_application(application, out->application) &&
	       crypto_core_ed25519_is_valid_point(out->bytes) == 1;
}

bool
person_key_read(struct str text, struct public_key *out, struct err *err)
{
	struct str coded = str_slice(text, SECURITY.n + 1, text.n);

	*out = (struct public_key){.verify = false};
	if (!str_starts(text, SECURITY))
		return public_key_read(text, out, err);
	if (text.n > SECURITY.n && text.p[SECURITY.n] == ' ' && read_blob(coded, out))
		return true;
	*out = (struct public_key){.verify = false};
	err_set(err, ERR_INPUT, "this is not a security key's public key");
	return err_help(err,
	    "write the first two words of the .pub file that `ssh-keygen -t ed25519-sk` made; its application begins with 'ssh:'");
}

/* As the trust file's schema has it. */
static bool
is_person_id(struct str s)
{
	for (size_t i = 0; i < s.n; i++) {
		char c = s.p[i], letter = c | 0x20;
		if (!(letter >= 'a' && letter <= 'z') && !(c >= '0' && c <= '9') &&
		    (i == 0 || (c != '.' && c != '_' && c != '@' && c != '-')))
			return false;
	}
	return s.n > 0 && s.n <= PERSON_ID_MAX;
}

bool
security_key_look(struct arena *a, const char *path, struct key_file *out, struct err *err)
{
	struct str text;

	*out = (struct key_file){.in_token = false};
	if (!ours_read(a, path, "the public key's file", FILE_BYTES_MAX, &text, err))
		return false;
	text = str_trim(text);
	size_t key = text.n > SECURITY.n ? SECURITY.n + 1 : text.n;
	while (key < text.n && text.p[key] != ' ')
		key++;
	if (!str_starts(text, SECURITY)) {
		err_set(err, ERR_INPUT, "'%s' is not a security key's public file", path);
		return err_help(err, "`ssh-keygen -t ed25519-sk -C OWNER` makes one");
	}
	if (!person_key_read(str_slice(text, 0, key), &out->public_key, err))
		return err_wrap(err, "'%s'", path);
	out->owner = str_trim(str_slice(text, key, text.n));
	if (is_person_id(out->owner))
		return true;
	err_set(err, ERR_INPUT, "'%s' has a comment that is no person's id", path);
	return err_help(err, "write the owner's id of the trust file in its place");
}

/* -- signatures ------------------------------------------------------------------------------ */

static bool
touch_holds(const struct public_key *k, struct str bytes, const uint8_t *signature)
{
	uint8_t flags = signature[SIGNATURE_BYTES], wanted = PERSON_PRESENT;
	struct public_key plain = {.verify = false};
	struct digest application, text;
	uint8_t message[2 * DIGEST_BYTES + TOUCH_BYTES];

	if (k->verify)
		wanted |= PERSON_VERIFIED;
	if ((flags & wanted) != wanted)
		return false;
	digest_of(str_from(k->application), &application);
	digest_of(bytes, &text);
	memcpy(message, application.bytes, DIGEST_BYTES);
	memcpy(message + DIGEST_BYTES, signature + SIGNATURE_BYTES, TOUCH_BYTES);
	memcpy(message + DIGEST_BYTES + TOUCH_BYTES, text.bytes, DIGEST_BYTES);
	memcpy(plain.bytes, k->bytes, sizeof(plain.bytes));
	return key_verify(&plain, (struct str){(const char *)message, sizeof(message)}, signature);
}

bool
signature_holds(const struct public_key *k, struct str bytes, const struct signature *s)
{
	if (public_key_is_security(k))
		return s->n == SIGNATURE_BYTES_MAX && touch_holds(k, bytes, s->bytes);
	return s->n == SIGNATURE_BYTES && key_verify(k, bytes, s->bytes);
}
