/* SPDX-License-Identifier: MIT */
/* recovery.c: encrypts bytes to a public key, so that the writer can't decrypt them again. */
#include "secret.h"

#include <sodium.h>

_Static_assert(crypto_box_PUBLICKEYBYTES == PUBLIC_KEY_BYTES, "a key's length");

bool
recovery_seal(struct arena *a, const struct public_key *to, struct str plain, struct str *out,
    struct err *err)
{
	uint8_t box[crypto_box_PUBLICKEYBYTES], *sealed;

	if (!sodium_ready(err))
		return false;
	if (!(sealed = arena_alloc(a, plain.n + crypto_box_SEALBYTES)))
		return err_memory(err);
	if (crypto_sign_ed25519_pk_to_curve25519(box, to->bytes) != 0 ||
	    crypto_box_seal(sealed, (const uint8_t *)plain.p, plain.n, box) != 0)
		return err_set(err, ERR_INPUT, "nothing can be sealed to this key");
	*out = (struct str){(const char *)sealed, plain.n + crypto_box_SEALBYTES};
	return true;
}

bool
recovery_open(struct arena *a, const struct secret_key *with, struct str sealed, struct str *out,
    struct err *err)
{
	uint8_t box[crypto_box_PUBLICKEYBYTES], secret[crypto_box_SECRETKEYBYTES], *plain;

	if (with->token) {
		err_set(err, ERR_USAGE, "a key in a token can't be a recovery key");
		return err_help(err, "keep the recovery key in a file (docs/key-ceremony.md)");
	}
	if (sealed.n < crypto_box_SEALBYTES)
		return err_set(err, ERR_INPUT, "its sealed data is cut off");
	if (!(plain = arena_alloc(a, sealed.n - crypto_box_SEALBYTES + 1)))
		return err_memory(err);
	bool good =
	    crypto_sign_ed25519_pk_to_curve25519(box, key_public(with)->bytes) == 0 &&
	    crypto_sign_ed25519_sk_to_curve25519(secret, with->bytes) == 0 &&
	    crypto_box_seal_open(plain, (const uint8_t *)sealed.p, sealed.n, box, secret) == 0;
	sodium_memzero(secret, sizeof(secret));
	*out = (struct str){(const char *)plain, good ? sealed.n - crypto_box_SEALBYTES : 0};
	return good || err_set(err, ERR_REFUSED, "the contents' keys are sealed to another key");
}
