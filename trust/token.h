/* SPDX-License-Identifier: MIT */
/*
 * token.h: keys that live in hardware, and sign there (PKCS#11 v3: Ed25519 by CKM_EDDSA). Private
 * to trust.
 *
 * A key in a token is named by a URI of RFC 7512, which has to name the module too:
 *
 *	pkcs11:token=desk;object=ann?module-path=/usr/lib/softhsm/libsofthsm2.so
 *
 * One login a process: a token stays open, and what it refused as a PIN is not tried again, since a
 * few wrong ones lock it.
 */
#ifndef TRUST_TOKEN_H
#define TRUST_TOKEN_H

#include "trust.h"

struct token;

/* The one key that the URI names, behind a login. ERR_INPUT where none or several fit, where it
 * could be copied out of its token, or where the PIN is wrong. Stays open until the process ends.
 */
bool token_open(const char *uri, struct str pin, struct token **out, struct err *err);
const struct public_key *token_public(const struct token *t);
/* ERR_SYSTEM where the token does not sign, or what it gives is no signature of its key. */
bool token_sign(struct token *t, struct str bytes, uint8_t out[SIGNATURE_BYTES], struct err *err);
/* The PIN for a machine's key: from the file that `pin-source` names, else from the descriptor that
 * SLUICE_PIN_FD names. The caller wipes it. */
bool token_pin(struct arena *a, const char *uri, struct str *out, struct err *err);

/* A secret key that signs in its token. */
struct secret_key *key_of_token(struct token *t, struct err *err);

/* token_file.c: a key file that says where the key is. */
struct token_file {
	struct str owner; /* empty: a machine's */
	struct public_key public_key;
	const char *uri;
};
/* *is_token false where it is another kind of file: then nothing is read. */
bool token_file_read(
    struct arena *a, const char *path, bool *is_token, struct token_file *out, struct err *err);
/* The key that the file says, which must be the one whose public key it has. */
bool token_file_open(const char *path, const struct token_file *file, struct str pin,
    struct secret_key **out, struct err *err);

/* passphrase.c: a line from the descriptor whose number the variable has. */
bool secret_from(
    struct arena *a, const char *variable, const char *number, struct str *out, struct err *err);

#endif
