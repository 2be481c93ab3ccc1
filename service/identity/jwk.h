/* SPDX-License-Identifier: MIT */
/* jwk.h: signatures by the keys of a set (RFC 7518, 8037). Private to jwt.c. */
#ifndef SERVICE_JWK_H
#define SERVICE_JWK_H

#include "json.h"

struct jwk_kind {
	const char *alg, *type, *curve; /* curve: NULL where it has none */
	/* ERR_SYSTEM where the library is not there, ERR_REFUSED where the signature is wrong. */
	bool (*verify)(struct arena *a, const struct json_doc *d, const struct json_node *key,
	    struct str text, struct str signature, struct err *err);
};
const struct jwk_kind *jwk_kind_of(struct str alg); /* NULL: not taken here */

/* RFC 4648, section 5, without padding; empty is false. */
bool base64url_read(struct arena *a, struct str text, struct str *out);

#endif
