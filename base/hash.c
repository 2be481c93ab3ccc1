/* SPDX-License-Identifier: MIT */
#include "hash.h"

#include <sodium.h>
#include <stdlib.h>

struct hasher {
	crypto_hash_sha256_state state;
};

void
digest_of(struct str bytes, struct digest *out)
{
	crypto_hash_sha256(out->bytes, (const unsigned char *)bytes.p, bytes.n);
}

void
digest_keyed(struct str key, struct str bytes, struct digest *out)
{
	crypto_auth_hmacsha256_state state;

	crypto_auth_hmacsha256_init(&state, (const unsigned char *)key.p, key.n);
	crypto_auth_hmacsha256_update(&state, (const unsigned char *)bytes.p, bytes.n);
	crypto_auth_hmacsha256_final(&state, out->bytes);
	sodium_memzero(&state, sizeof(state));
}

bool
digest_eq(const struct digest *a, const struct digest *b)
{
	return sodium_memcmp(a->bytes, b->bytes, DIGEST_BYTES) == 0;
}

void
digest_hex(const struct digest *d, char out[DIGEST_HEX_BYTES])
{
	sodium_bin2hex(out, DIGEST_HEX_BYTES, d->bytes, DIGEST_BYTES);
}

void
digest_hex_of(struct str bytes, char out[DIGEST_HEX_BYTES])
{
	struct digest d;

	digest_of(bytes, &d);
	digest_hex(&d, out);
}

struct hasher *
hasher_new(void)
{
	struct hasher *h = malloc(sizeof(*h));

	if (h)
		crypto_hash_sha256_init(&h->state);
	return h;
}

void
hasher_add(struct hasher *h, const void *p, size_t n)
{
	crypto_hash_sha256_update(&h->state, p, n);
}

void
hasher_finish(struct hasher *h, struct digest *out)
{
	crypto_hash_sha256_final(&h->state, out->bytes);
	free(h);
}

void
random_bytes(void *p, size_t n)
{
	randombytes_buf(p, n);
}
