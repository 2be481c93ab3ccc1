/* SPDX-License-Identifier: MIT */
#include "secret.h"
#include "ssh_key.h"
#include "token.h"

#include <sodium.h>
#include <sys/mman.h>

#define PUBLIC_KEY_PREFIX STR("ed25519:")
#define PUBLIC_KEY_TEXT_BYTES 44 /* 43 characters and the NUL */

/* Digests of signatures that this thread made or found good, and of points that it found valid: the same
 * bytes are not calculated again. Whatever differs by a bit, as what was changed in a store, is. */
#define PROVED_MAX 32

static _Thread_local struct {
	struct digest list[PROVED_MAX];
	size_t next;
} proved;

static void
name_proof(const struct public_key *k, struct str bytes, struct str signature, struct digest *out)
{
	const struct str parts[] = {{(const char *)k->bytes, sizeof(k->bytes)}, signature, bytes};

	digest_of_parts(parts, 3, out);
}

static bool
is_proved(const struct digest *proof)
{
	for (size_t i = 0; i < PROVED_MAX; i++)
		if (digest_eq(&proved.list[i], proof))
			return true;
	return false;
}

static bool
prove(const struct digest *proof)
{
	proved.list[proved.next++ % PROVED_MAX] = *proof;
	return true;
}

/* Canonical, on the curve, in the prime-order group, so not of small order. */
static bool
is_valid_point(const struct public_key *k)
{
	struct digest proof;

	name_proof(k, STR(""), STR(""), &proof);
	return is_proved(&proof) ||
	       (crypto_core_ed25519_is_valid_point(k->bytes) == 1 && prove(&proof));
}

bool
sodium_ready(struct err *err)
{
	if (sodium_init() >= 0)
		return true;
	return err_set(err, ERR_SYSTEM, "can't start the cryptographic library");
}

bool
public_key_read(struct str text, struct public_key *out, struct err *err)
{
	size_t n = 0;
	struct str coded = str_slice(text, PUBLIC_KEY_PREFIX.n, text.n);

	*out = (struct public_key){.verify = false};
	/* libsodium takes some bytes past ASCII for digits. */
	if (!str_starts(text, PUBLIC_KEY_PREFIX) || !str_is_ascii(coded) ||
	    sodium_base642bin(out->bytes, sizeof(out->bytes), coded.p, coded.n, NULL, &n, NULL,
		sodium_base64_VARIANT_URLSAFE_NO_PADDING) != 0 ||
	    n != PUBLIC_KEY_BYTES) {
		*out = (struct public_key){.verify = false};
		err_set(err, ERR_INPUT, "this is not a public key");
		return err_help(err,
		    "write 'ed25519:' and 43 characters of base64url; `sluice keys public` prints a key in this form");
	}
	if (!is_valid_point(out)) {
		*out = (struct public_key){.verify = false};
		return err_set(err, ERR_INPUT, "this public key is not a valid point of the curve");
	}
	return true;
}

bool
public_key_is_security(const struct public_key *k)
{
	return k->application[0] != '\0';
}

void
public_key_write(const struct public_key *k, struct buf *out)
{
	char text[PUBLIC_KEY_TEXT_BYTES], blob[SSH_KEY_BYTES_MAX];

	if (public_key_is_security(k)) {
		buf_str(out, ssh_algorithm(k));
		buf_char(out, ' ');
		base64_write(blob, ssh_key_blob(k, blob), out);
		return;
	}
	sodium_bin2base64(text, sizeof(text), k->bytes, sizeof(k->bytes),
	    sodium_base64_VARIANT_URLSAFE_NO_PADDING);
	buf_str(out, PUBLIC_KEY_PREFIX);
	buf_text(out, text);
}

void
public_key_id(const struct public_key *k, char out[KEYID_BYTES])
{
	char blob[SSH_KEY_BYTES_MAX];

	if (public_key_is_security(k))
		digest_hex_of((struct str){blob, ssh_key_blob(k, blob)}, out);
	else
		digest_hex_of((struct str){(const char *)k->bytes, sizeof(k->bytes)}, out);
}

static struct secret_key *
new_secret(struct err *err)
{
	if (!sodium_ready(err))
		return NULL;
	struct secret_key *k = sodium_malloc(sizeof(*k));
	if (!k) {
		err_memory(err);
		return NULL;
	}
	/* sodium_malloc asks for locked memory and keeps silent where it gets none; ask again, so
	 * that key_is_locked can tell. */
	k->locked = mlock(k, sizeof(*k)) == 0;
	k->token = NULL;
	k->public_key = (struct public_key){.verify = false};
	return k;
}

struct secret_key *
key_of_token(struct token *t, struct err *err)
{
	struct secret_key *k = new_secret(err);

	if (!k)
		return NULL;
	sodium_memzero(k->seed, sizeof(k->seed));
	sodium_memzero(k->bytes, sizeof(k->bytes));
	k->public_key = *token_public(t);
	k->token = t;
	sodium_mprotect_readonly(k);
	return k;
}

struct secret_key *
key_of_seed(const uint8_t seed[KEY_SEED_BYTES], struct err *err)
{
	struct secret_key *k = new_secret(err);

	if (!k)
		return NULL;
	memcpy(k->seed, seed, sizeof(k->seed));
	crypto_sign_seed_keypair(k->public_key.bytes, k->bytes, seed);
	sodium_mprotect_readonly(k);
	return k;
}

struct secret_key *
key_new(struct err *err)
{
	uint8_t seed[KEY_SEED_BYTES];

	if (!sodium_ready(err))
		return NULL;
	randombytes_buf(seed, sizeof(seed));
	struct secret_key *k = key_of_seed(seed, err);
	sodium_memzero(seed, sizeof(seed));
	return k;
}

const struct public_key *
key_public(const struct secret_key *k)
{
	return &k->public_key;
}

bool
key_is_locked(const struct secret_key *k)
{
	return k->locked;
}

bool
key_in_token(const struct secret_key *k)
{
	return k->token != NULL;
}

void
key_free(struct secret_key *k)
{
	sodium_free(k);
}

static struct str
signature_text(const uint8_t signature[SIGNATURE_BYTES])
{
	return (struct str){(const char *)signature, SIGNATURE_BYTES};
}

bool
key_sign(
    const struct secret_key *k, struct str bytes, uint8_t out[SIGNATURE_BYTES], struct err *err)
{
	struct digest proof;

	if (k->token)
		return token_sign(k->token, bytes, out, err);
	crypto_sign_detached(out, NULL, (const unsigned char *)bytes.p, bytes.n, k->bytes);
	name_proof(&k->public_key, bytes, signature_text(out), &proof);
	return prove(&proof);
}

bool
key_verify(const struct public_key *k, struct str bytes, const uint8_t signature[SIGNATURE_BYTES])
{
	struct digest proof;

	if (public_key_is_security(k))
		return false;
	name_proof(k, bytes, signature_text(signature), &proof);
	return is_proved(&proof) ||
	       (is_valid_point(k) &&
		   crypto_sign_verify_detached(
		       signature, (const unsigned char *)bytes.p, bytes.n, k->bytes) == 0 &&
		   prove(&proof));
}

void
secret_wipe(struct str secret)
{
	if (secret.n > 0)
		sodium_memzero((void *)(uintptr_t)secret.p, secret.n);
}
