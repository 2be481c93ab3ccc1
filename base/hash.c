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

void
digest_of_parts(const struct str *parts, size_t count, struct digest *out)
{
	crypto_hash_sha256_state state;

	crypto_hash_sha256_init(&state);
	for (size_t i = 0; i < count; i++)
		crypto_hash_sha256_update(&state, (const unsigned char *)parts[i].p, parts[i].n);
	crypto_hash_sha256_final(&state, out->bytes);
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

bool
digest_read(struct str hex, struct digest *out)
{
	size_t n;

	for (size_t i = 0; i < hex.n; i++)
		if (hex.p[i] >= 'A' && hex.p[i] <= 'F')
			return false;
	return sodium_hex2bin(out->bytes, DIGEST_BYTES, hex.p, hex.n, NULL, &n, NULL) == 0 &&
	       n == DIGEST_BYTES && hex.n == DIGEST_HEX_BYTES - 1;
}

void
base64_write(const void *p, size_t n, struct buf *out)
{
	char text[96 * 4 / 3 + 1];

	/* Whole groups of three bytes, but for the last. */
	for (size_t at = 0; at < n; at += 96) {
		size_t now = n - at < 96 ? n - at : 96;
		sodium_bin2base64(text, sizeof(text), (const unsigned char *)p + at, now,
		    sodium_base64_VARIANT_ORIGINAL);
		buf_text(out, text);
	}
}

/* libsodium takes some bytes past ASCII for digits. */
static bool
is_base64(struct str text)
{
	for (size_t i = 0; i < text.n; i++) {
		char c = text.p[i];
		bool digit = (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
			     (c >= '0' && c <= '9') || c == '+' || c == '/' || c == '=';
		if (!digit)
			return false;
	}
	return true;
}

bool
base64_read(struct str text, void *out, size_t n)
{
	size_t got;

	return is_base64(text) &&
	       sodium_base642bin(
		   out, n, text.p, text.n, NULL, &got, NULL, sodium_base64_VARIANT_ORIGINAL) == 0 &&
	       got == n;
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
