/* SPDX-License-Identifier: MIT */
/*
 * Theory: libsodium's SHA-256 is portable C. libcrypto's uses the processor's instructions, but a
 * program that hashes a policy and ends would wait longer for the library than for the hash. Its
 * one-shot functions for SHA-256 are part of its ABI 3 and need none of the set-up (providers, a
 * configuration file, locks) that its newer interface brings; they are taken only where they agree
 * with libsodium.
 */
#define OPENSSL_SUPPRESS_DEPRECATED
#include "hash.h"

#include "late.h"

#include <assert.h>
#include <openssl/sha.h>
#include <sodium.h>
#include <stdatomic.h>
#include <stdlib.h>

#define CRYPTO_LIST(X) X(SHA256_Init) X(SHA256_Update) X(SHA256_Final)

static struct {
	CRYPTO_LIST(LATE_MEMBER)
} crypto;
static atomic_bool bulk; /* crypto is loaded, and agrees */

struct hasher {
	bool bulk; /* as it was at the start */
	union {
		crypto_hash_sha256_state sodium;
		SHA256_CTX crypto;
	} state;
};

static void
begin(struct hasher *h)
{
	h->bulk = atomic_load_explicit(&bulk, memory_order_acquire);
	if (h->bulk)
		crypto.SHA256_Init(&h->state.crypto);
	else
		crypto_hash_sha256_init(&h->state.sodium);
}

static void
end(struct hasher *h, struct digest *out)
{
	if (h->bulk)
		crypto.SHA256_Final(out->bytes, &h->state.crypto);
	else
		crypto_hash_sha256_final(&h->state.sodium, out->bytes);
}

static bool
agrees(void)
{
	static const char text[] = "of which more than one block of sixty-four bytes is made, so "
				   "that all of it is tried";
	struct digest by_sodium, by_crypto;
	SHA256_CTX state;

	crypto_hash_sha256(by_sodium.bytes, (const unsigned char *)text, sizeof(text));
	return crypto.SHA256_Init(&state) && crypto.SHA256_Update(&state, text, sizeof(text)) &&
	       crypto.SHA256_Final(by_crypto.bytes, &state) && digest_eq(&by_sodium, &by_crypto);
}

bool
hash_for_bulk(void)
{
	static const char *const names[] = {CRYPTO_LIST(LATE_NAME)};
	const struct late_library library = {"libcrypto.so.3", "libssl3", names,
	    (late_function **)(void *)&crypto, ARRAY_LENGTH(names)};
	struct err ignored;

	static_assert(sizeof(crypto) == sizeof(names), "a table of function pointers alone");
	if (!atomic_load_explicit(&bulk, memory_order_acquire) && late_load(&library, &ignored) &&
	    agrees())
		atomic_store_explicit(&bulk, true, memory_order_release);
	return atomic_load_explicit(&bulk, memory_order_acquire);
}

void
digest_of(struct str bytes, struct digest *out)
{
	digest_of_parts(&bytes, 1, out);
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
	struct hasher h;

	begin(&h);
	for (size_t i = 0; i < count; i++)
		hasher_add(&h, parts[i].p, parts[i].n);
	end(&h, out);
}

bool
digest_eq(const struct digest *a, const struct digest *b)
{
	return sodium_memcmp(a->bytes, b->bytes, DIGEST_BYTES) == 0;
}

void
digest_hex(const struct digest *d, char out[DIGEST_HEX_BYTES])
{
	static const char digits[] = "0123456789abcdef";

	for (size_t i = 0; i < DIGEST_BYTES; i++) {
		out[2 * i] = digits[d->bytes[i] >> 4];
		out[2 * i + 1] = digits[d->bytes[i] & 15];
	}
	out[DIGEST_HEX_BYTES - 1] = '\0';
}

void
digest_hex_of(struct str bytes, char out[DIGEST_HEX_BYTES])
{
	struct digest d;

	digest_of(bytes, &d);
	digest_hex(&d, out);
}

/* 16 for what is no digit. */
static unsigned
hex_value(char c)
{
	if (c >= '0' && c <= '9')
		return (unsigned)(c - '0');
	return c >= 'a' && c <= 'f' ? (unsigned)(c - 'a' + 10) : 16;
}

bool
digest_read(struct str hex, struct digest *out)
{
	unsigned bad = 0;

	if (hex.n != DIGEST_HEX_BYTES - 1)
		return false;
	for (size_t i = 0; i < DIGEST_BYTES; i++) {
		unsigned high = hex_value(hex.p[2 * i]), low = hex_value(hex.p[2 * i + 1]);
		bad |= (high | low) & 16;
		out->bytes[i] = (uint8_t)(high << 4 | low);
	}
	return bad == 0;
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
		begin(h);
	return h;
}

void
hasher_add(struct hasher *h, const void *p, size_t n)
{
	if (h->bulk)
		crypto.SHA256_Update(&h->state.crypto, p, n);
	else
		crypto_hash_sha256_update(&h->state.sodium, p, n);
}

void
hasher_finish(struct hasher *h, struct digest *out)
{
	end(h, out);
	free(h);
}

void
random_bytes(void *p, size_t n)
{
	randombytes_buf(p, n);
}
