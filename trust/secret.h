/* SPDX-License-Identifier: MIT */
/* secret.h: what a secret key is made of; for the files of trust that make, keep and lend it. */
#ifndef TRUST_SECRET_H
#define TRUST_SECRET_H

#include "trust.h"

#define KEY_SEED_BYTES 32

/* In sodium_malloc's memory: between guard pages, left out of core files, read-only once made. */
struct secret_key {
	struct public_key public_key;
	bool locked;
	struct token *token; /* where it signs, if not here: then what follows is empty (token.h) */
	uint8_t seed[KEY_SEED_BYTES];
	uint8_t bytes[64]; /* libsodium's form: the seed and the public key */
};

bool sodium_ready(struct err *err);
struct secret_key *key_of_seed(const uint8_t seed[KEY_SEED_BYTES], struct err *err);

#endif
