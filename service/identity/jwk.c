/* SPDX-License-Identifier: MIT */
/* jwk.c: RSA and the curve P-256 by OpenSSL's libcrypto, loaded late; Ed25519 by libsodium. */
#include "jwk.h"

#include "late.h"

#include <assert.h>
#include <openssl/core_names.h>
#include <openssl/evp.h>
#include <sodium.h>

#define RSA_BYTES_MIN 256
#define RSA_BYTES_MAX 1024
#define EXPONENT_BYTES_MAX 8
#define P256_BYTES 32

#define EVP_LIST(X)                                                                                \
	X(EVP_PKEY_CTX_new_from_name)                                                              \
	X(EVP_PKEY_CTX_free)                                                                       \
	X(EVP_PKEY_fromdata_init)                                                                  \
	X(EVP_PKEY_fromdata)                                                                       \
	X(EVP_PKEY_free)                                                                           \
	X(EVP_MD_CTX_new)                                                                          \
	X(EVP_MD_CTX_free)                                                                         \
	X(EVP_DigestVerifyInit_ex)                                                                 \
	X(EVP_DigestVerify)

bool
base64url_read(struct arena *a, struct str text, struct str *out)
{
	unsigned char *bytes = arena_alloc(a, text.n + 1);
	const char *end;
	size_t n = 0;

	if (!bytes || text.n == 0 ||
	    sodium_base642bin(bytes, text.n + 1, text.p, text.n, NULL, &n, &end,
		sodium_base64_VARIANT_URLSAFE_NO_PADDING) != 0 ||
	    end != text.p + text.n)
		return false;
	*out = (struct str){(const char *)bytes, n};
	return true;
}

static struct {
	EVP_LIST(LATE_MEMBER)
} evp;

static bool
evp_load(struct err *err)
{
	static const char *const names[] = {EVP_LIST(LATE_NAME)};
	const struct late_library library = {"libcrypto.so.3", "libssl3", names,
	    (late_function **)(void *)&evp, ARRAY_LENGTH(names)};

	static_assert(sizeof(evp) == sizeof(names), "a table of function pointers alone");
	return late_load(&library, err);
}

static bool
refuse(struct err *err)
{
	return err_set(err, ERR_REFUSED, "the signature is wrong");
}

static bool
member(struct arena *a, const struct json_doc *d, const struct json_node *key, const char *name,
    struct str *out)
{
	return base64url_read(a, json_get_text(d, key, name, STR("")), out);
}

static bool
check(const char *type, OSSL_PARAM *params, struct str text, struct str signature)
{
	EVP_PKEY_CTX *making = evp.EVP_PKEY_CTX_new_from_name(NULL, type, NULL);
	EVP_MD_CTX *context = evp.EVP_MD_CTX_new();
	EVP_PKEY *key = NULL;
	bool good =
	    making && context && evp.EVP_PKEY_fromdata_init(making) == 1 &&
	    evp.EVP_PKEY_fromdata(making, &key, EVP_PKEY_PUBLIC_KEY, params) == 1 &&
	    evp.EVP_DigestVerifyInit_ex(context, NULL, "SHA256", NULL, NULL, key, NULL) == 1 &&
	    evp.EVP_DigestVerify(context, (const unsigned char *)signature.p, signature.n,
		(const unsigned char *)text.p, text.n) == 1;

	evp.EVP_PKEY_free(key);
	evp.EVP_MD_CTX_free(context);
	evp.EVP_PKEY_CTX_free(making);
	return good;
}

/* OpenSSL's parameters hold numbers in the order of the machine, which is the other way round. */
static bool
turned(struct arena *a, struct str number, struct str *out)
{
	unsigned char *bytes = arena_alloc(a, number.n);

	for (size_t i = 0; bytes && i < number.n; i++)
		bytes[i] = (unsigned char)number.p[number.n - 1 - i];
	*out = (struct str){(const char *)bytes, number.n};
	return bytes != NULL;
}

static OSSL_PARAM
param(const char *name, unsigned type, struct str bytes)
{
	return (OSSL_PARAM){name, type, (void *)(uintptr_t)bytes.p, bytes.n, 0};
}

static bool
verify_rsa(struct arena *a, const struct json_doc *d, const struct json_node *key, struct str text,
    struct str signature, struct err *err)
{
	struct str n, e;

	if (!evp_load(err))
		return false;
	if (!member(a, d, key, "n", &n) || !member(a, d, key, "e", &e) || n.p[0] == '\0' ||
	    n.n < RSA_BYTES_MIN || n.n > RSA_BYTES_MAX || e.n > EXPONENT_BYTES_MAX ||
	    !turned(a, n, &n) || !turned(a, e, &e))
		return refuse(err);
	OSSL_PARAM params[] = {param(OSSL_PKEY_PARAM_RSA_N, OSSL_PARAM_UNSIGNED_INTEGER, n),
	    param(OSSL_PKEY_PARAM_RSA_E, OSSL_PARAM_UNSIGNED_INTEGER, e), OSSL_PARAM_END};
	return check("RSA", params, text, signature) || refuse(err);
}

/* A number of a signature in DER: without zeros in front, but for one that keeps it positive. */
static size_t
put_integer(const char *bytes, unsigned char *out)
{
	size_t skip = 0, n = 2;

	while (skip < P256_BYTES - 1 && bytes[skip] == '\0')
		skip++;
	out[0] = 0x02;
	if ((unsigned char)bytes[skip] & 0x80)
		out[n++] = 0;
	memcpy(out + n, bytes + skip, P256_BYTES - skip);
	n += P256_BYTES - skip;
	out[1] = (unsigned char)(n - 2);
	return n;
}

static bool
verify_p256(struct arena *a, const struct json_doc *d, const struct json_node *key, struct str text,
    struct str signature, struct err *err)
{
	unsigned char point[1 + 2 * P256_BYTES] = {4}, der[2 + 2 * (P256_BYTES + 3)];
	struct str x, y;

	if (!evp_load(err))
		return false;
	if (!member(a, d, key, "x", &x) || !member(a, d, key, "y", &y) || x.n != P256_BYTES ||
	    y.n != P256_BYTES || signature.n != (size_t)2 * P256_BYTES)
		return refuse(err);
	memcpy(point + 1, x.p, P256_BYTES);
	memcpy(point + 1 + P256_BYTES, y.p, P256_BYTES);
	size_t n = 2 + put_integer(signature.p, der + 2);
	n += put_integer(signature.p + P256_BYTES, der + n);
	der[0] = 0x30;
	der[1] = (unsigned char)(n - 2);
	OSSL_PARAM params[] = {
	    param(OSSL_PKEY_PARAM_GROUP_NAME, OSSL_PARAM_UTF8_STRING, STR("prime256v1")),
	    param(OSSL_PKEY_PARAM_PUB_KEY, OSSL_PARAM_OCTET_STRING,
		(struct str){(const char *)point, sizeof(point)}),
	    OSSL_PARAM_END};
	return check("EC", params, text, (struct str){(const char *)der, n}) || refuse(err);
}

static bool
verify_ed25519(struct arena *a, const struct json_doc *d, const struct json_node *key,
    struct str text, struct str signature, struct err *err)
{
	struct str x;

	if (!member(a, d, key, "x", &x) || x.n != crypto_sign_PUBLICKEYBYTES ||
	    signature.n != crypto_sign_BYTES)
		return refuse(err);
	return crypto_sign_verify_detached((const unsigned char *)signature.p,
		   (const unsigned char *)text.p, text.n, (const unsigned char *)x.p) == 0 ||
	       refuse(err);
}

const struct jwk_kind *
jwk_kind_of(struct str alg)
{
	static const struct jwk_kind KINDS[] = {
	    {"RS256", "RSA", NULL, verify_rsa},
	    {"ES256", "EC", "P-256", verify_p256},
	    {"EdDSA", "OKP", "Ed25519", verify_ed25519},
	};

	for (size_t i = 0; i < ARRAY_LENGTH(KINDS); i++)
		if (str_is(alg, KINDS[i].alg))
			return &KINDS[i];
	return NULL;
}
