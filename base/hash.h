/* SPDX-License-Identifier: MIT */
/* hash.h: SHA-256 (FIPS 180-4) and base64 (RFC 4648), by libsodium. Digests are written in
 * lower-case hex; they are no secrets, and neither is where two of them differ. */
#ifndef BASE_HASH_H
#define BASE_HASH_H

#include "text.h"

#define DIGEST_BYTES 32
#define DIGEST_HEX_BYTES 65 /* with the NUL */

struct digest {
	uint8_t bytes[DIGEST_BYTES];
};

/*
 * For those who are about to hash much: from here on this process hashes by OpenSSL's libcrypto,
 * five times as fast where the processor has instructions for it. Loading it takes about a
 * millisecond and opens files, so a process calls this before it confines itself. Where the library
 * is not there nothing changes. Safe to call again, and from any thread.
 */
bool hash_for_bulk(void); /* is it so now? */

struct hasher; /* for what comes in pieces */

void digest_of(struct str bytes, struct digest *out);
/* HMAC-SHA256 (RFC 2104) of `bytes` under `key`. */
void digest_keyed(struct str key, struct str bytes, struct digest *out);
void digest_hex_of(struct str bytes, char out[DIGEST_HEX_BYTES]);                /* both in one */
void digest_of_parts(const struct str *parts, size_t count, struct digest *out); /* end to end */
bool digest_eq(const struct digest *a, const struct digest *b);
void digest_hex(const struct digest *d, char out[DIGEST_HEX_BYTES]);
bool digest_read(struct str hex, struct digest *out); /* false for anything but 64 such digits */

void base64_write(const void *p, size_t n, struct buf *out);
/* The one text of n bytes, with its padding; false for any other. */
bool base64_read(struct str text, void *out, size_t n);

struct hasher *hasher_new(void); /* NULL when out of memory */
void hasher_add(struct hasher *h, const void *p, size_t n);
void hasher_finish(struct hasher *h, struct digest *out); /* frees it */

/* Random bytes from the kernel; aborts where it has none to give. */
void random_bytes(void *p, size_t n);

#endif
