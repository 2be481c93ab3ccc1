/* SPDX-License-Identifier: MIT */
/*
 * soft_security_key.c: a security key in software, for OpenSSH's own programs (SSH_SK_PROVIDER).
 *
 * The interface is that of OpenSSH's PROTOCOL.u2f, "Middleware", version 10. The handle is the seed
 * itself. A touch is what the file named by SLUICE_TEST_TOUCH says: the flags as one digit; without
 * the file nobody touches. It protects nothing.
 */
#include <sodium.h>

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { VERSION = 0x000a0000, ED25519 = 1, GENERAL = -1, UNSUPPORTED = -2 };

struct sk_option;

struct enrolled {
	uint8_t flags;
	uint8_t *public_key;
	size_t public_key_len;
	uint8_t *key_handle;
	size_t key_handle_len;
	uint8_t *signature;
	size_t signature_len;
	uint8_t *certificate;
	size_t certificate_len;
	uint8_t *authdata;
	size_t authdata_len;
};

struct touched {
	uint8_t flags;
	uint32_t counter;
	uint8_t *sig_r;
	size_t sig_r_len;
	uint8_t *sig_s;
	size_t sig_s_len;
};

uint32_t sk_api_version(void);
int sk_enroll(uint32_t alg, const uint8_t *challenge, size_t challenge_len, const char *application,
    uint8_t flags, const char *pin, struct sk_option **options, struct enrolled **out);
int sk_sign(uint32_t alg, const uint8_t *text, size_t length, const char *application,
    const uint8_t *handle, size_t handle_len, uint8_t flags, const char *pin,
    struct sk_option **options, struct touched **out);
int sk_load_resident_keys(const char *pin, struct sk_option **options, void *out, size_t *count);

uint32_t
sk_api_version(void)
{
	return VERSION;
}

int
sk_enroll(uint32_t alg, const uint8_t *challenge, size_t challenge_len, const char *application,
    uint8_t flags, const char *pin, struct sk_option **options, struct enrolled **out)
{
	uint8_t secret[crypto_sign_SECRETKEYBYTES];
	struct enrolled *e = calloc(1, sizeof(*e));

	(void)challenge, (void)challenge_len, (void)application, (void)pin, (void)options;
	if (alg != ED25519 || !e || sodium_init() < 0)
		return UNSUPPORTED;
	e->flags = flags;
	e->public_key = malloc(e->public_key_len = crypto_sign_PUBLICKEYBYTES);
	e->key_handle = malloc(e->key_handle_len = crypto_sign_SEEDBYTES);
	randombytes_buf(e->key_handle, e->key_handle_len);
	crypto_sign_seed_keypair(e->public_key, secret, e->key_handle);
	*out = e;
	return 0;
}

static int
touch(void)
{
	const char *path = getenv("SLUICE_TEST_TOUCH");
	FILE *f = path ? fopen(path, "r") : NULL;
	int flags = f ? fgetc(f) - '0' : -1;

	if (f)
		fclose(f);
	return flags;
}

int
sk_sign(uint32_t alg, const uint8_t *text, size_t length, const char *application,
    const uint8_t *handle, size_t handle_len, uint8_t flags, const char *pin,
    struct sk_option **options, struct touched **out)
{
	uint8_t public[crypto_sign_PUBLICKEYBYTES], secret[crypto_sign_SECRETKEYBYTES], message[69],
	    signature[crypto_sign_BYTES];
	struct touched *s = calloc(1, sizeof(*s));
	int said = touch();

	(void)flags, (void)pin, (void)options;
	if (alg != ED25519 || !s || sodium_init() < 0 || handle_len != crypto_sign_SEEDBYTES ||
	    said < 0)
		return GENERAL;
	s->flags = (uint8_t)said;
	s->counter = 0x01020304;
	crypto_hash_sha256(message, (const unsigned char *)application, strlen(application));
	memcpy(message + 32, (const uint8_t[]){s->flags, 1, 2, 3, 4}, 5);
	crypto_hash_sha256(message + 37, text, length);
	crypto_sign_seed_keypair(public, secret, handle);
	crypto_sign_detached(signature, NULL, message, sizeof(message), secret);
	s->sig_r = malloc(s->sig_r_len = sizeof(signature));
	memcpy(s->sig_r, signature, sizeof(signature));
	*out = s;
	return 0;
}

int
sk_load_resident_keys(const char *pin, struct sk_option **options, void *out, size_t *count)
{
	(void)pin, (void)options, (void)out, (void)count;
	return UNSUPPORTED;
}
