/* SPDX-License-Identifier: MIT */
#include "jwt.h"

#include "jwk.h"

#include <sodium.h>

#define TOKEN_BYTES_MAX ((size_t)64 << 10)

static const struct json_limits TOKEN_LIMITS = {TOKEN_BYTES_MAX, 16, 20000, 32};

static bool
refuse(struct err *err, const char *why)
{
	return err_set(err, ERR_REFUSED, "the identity provider's token: %s", why);
}

struct token {
	struct str signed_text, signature;
	struct json_doc header, claims;
};

static bool
read_token(struct arena *a, struct str text, struct token *out, struct err *err)
{
	struct str rest = text, parts[3], header, payload;
	size_t count = 0;

	if (text.n > TOKEN_BYTES_MAX)
		return refuse(err, "it is too long");
	while (count < 3 && str_cut(&rest, '.', &parts[count]))
		count++;
	if (count != 3 || rest.p || !base64url_read(a, parts[0], &header) ||
	    !base64url_read(a, parts[1], &payload) || !base64url_read(a, parts[2], &out->signature))
		return refuse(err, "it is not a signed token of three parts");
	out->signed_text = str_slice(text, 0, parts[0].n + 1 + parts[1].n);
	return (json_parse(a, header, "a token's header", &TOKEN_LIMITS, &out->header, NULL, err) &&
		   json_parse(a, payload, "a token", &TOKEN_LIMITS, &out->claims, NULL, err)) ||
	       refuse(err, "it is not strict JSON");
}

/* One of the set that says nothing against it. */
static bool
suits(const struct json_doc *d, const struct json_node *key, const struct jwk_kind *kind,
    struct str kid)
{
	struct str id = json_get_text(d, key, "kid", STR(""));
	struct str use = json_get_text(d, key, "use", STR("sig"));
	struct str alg = json_get_text(d, key, "alg", str_from(kind->alg));
	struct str curve = json_get_text(d, key, "crv", STR(""));

	return str_is(json_get_text(d, key, "kty", STR("")), kind->type) &&
	       (!kind->curve || str_is(curve, kind->curve)) && str_is(use, "sig") &&
	       str_is(alg, kind->alg) && (kid.n == 0 || str_eq(id, kid));
}

static const struct json_node *
find_key(const struct json_doc *d, const struct jwk_kind *kind, struct str kid)
{
	const struct json_node *list = json_get(d, json_root(d), "keys"), *found = NULL;

	if (!list || list->kind != JSON_ARRAY)
		return NULL;
	for (const struct json_node *k = json_first(d, list); k; k = json_next(d, k)) {
		if (!suits(d, k, kind, kid))
			continue;
		if (found)
			return NULL; /* which of them is meant, nobody says */
		found = k;
	}
	return found;
}

bool
jwt_verify(struct arena *a, struct str token, const struct json_doc *keys, struct json_doc *claims,
    struct err *err)
{
	const struct json_node *header, *key;
	const struct jwk_kind *kind;
	struct token t;

	if (!read_token(a, token, &t, err))
		return false;
	header = json_root(&t.header);
	kind = jwk_kind_of(json_get_text(&t.header, header, "alg", STR("")));
	if (!kind)
		return refuse(err, "it is not signed by RS256, ES256 or EdDSA");
	if (json_get(&t.header, header, "crit") || json_root(&t.claims)->kind != JSON_OBJECT)
		return refuse(err, "it requires an extension that is unknown here");
	key = find_key(keys, kind, json_get_text(&t.header, header, "kid", STR("")));
	if (!key)
		return refuse(err, "the provider has no such key, or several");
	if (!kind->verify(a, keys, key, t.signed_text, t.signature, err))
		return err->code == ERR_SYSTEM ? false : refuse(err, "its signature is wrong");
	*claims = t.claims;
	return true;
}
