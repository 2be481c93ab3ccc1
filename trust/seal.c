/* SPDX-License-Identifier: MIT */
/* seal.c: encrypts bytes under a separate key, so that destroying the key erases the bytes. */
#include "secret.h"

#include <sodium.h>

#define NONCE_BYTES crypto_aead_xchacha20poly1305_ietf_NPUBBYTES
#define TAG_BYTES crypto_aead_xchacha20poly1305_ietf_ABYTES

_Static_assert(SEAL_KEY_BYTES == crypto_aead_xchacha20poly1305_ietf_KEYBYTES, "a key's length");
_Static_assert(SEAL_EXTRA_BYTES == NONCE_BYTES + TAG_BYTES, "what a seal adds");

bool
seal_key_new(uint8_t key[SEAL_KEY_BYTES], struct err *err)
{
	if (!sodium_ready(err))
		return false;
	crypto_aead_xchacha20poly1305_ietf_keygen(key);
	return true;
}

void
seal_key_wipe(uint8_t key[SEAL_KEY_BYTES])
{
	sodium_memzero(key, SEAL_KEY_BYTES);
}

bool
seal_put(const uint8_t key[SEAL_KEY_BYTES], struct str name, struct str plain, struct arena *a,
    struct str *out, struct err *err)
{
	uint8_t *sealed = arena_alloc(a, plain.n + SEAL_EXTRA_BYTES);

	if (!sealed)
		return err_memory(err);
	if (!sodium_ready(err))
		return false;
	randombytes_buf(sealed, NONCE_BYTES);
	crypto_aead_xchacha20poly1305_ietf_encrypt(sealed + NONCE_BYTES, NULL,
	    (const uint8_t *)plain.p, plain.n, (const uint8_t *)name.p, name.n, NULL, sealed, key);
	*out = (struct str){(const char *)sealed, plain.n + SEAL_EXTRA_BYTES};
	return true;
}

bool
seal_open(const uint8_t key[SEAL_KEY_BYTES], struct str name, struct str sealed, struct arena *a,
    struct str *out, struct err *err)
{
	const uint8_t *bytes = (const uint8_t *)sealed.p;

	if (!sodium_ready(err))
		return false;
	if (sealed.n < SEAL_EXTRA_BYTES)
		return err_set(err, ERR_INPUT, "its sealed data is cut off");
	uint8_t *plain = arena_alloc(a, sealed.n - SEAL_EXTRA_BYTES + 1);
	if (!plain)
		return err_memory(err);
	if (crypto_aead_xchacha20poly1305_ietf_decrypt(plain, NULL, NULL, bytes + NONCE_BYTES,
		sealed.n - NONCE_BYTES, (const uint8_t *)name.p, name.n, bytes, key) != 0)
		return err_set(err, ERR_INPUT, "its sealed data was changed");
	*out = (struct str){(const char *)plain, sealed.n - SEAL_EXTRA_BYTES};
	return true;
}
