/* SPDX-License-Identifier: MIT */
/*
 * jwt.h: a signed JSON Web Token (RFC 7515, 7519) and the set of keys that it is checked by (RFC
 * 7517). RS256, ES256 and EdDSA with Ed25519; nothing else, so neither `none` nor a secret that is
 * shared. Private to this folder.
 */
#ifndef SERVICE_JWT_H
#define SERVICE_JWT_H

#include "json.h"

/* The token's claims, if one of `keys` signed it; the caller judges the claims. ERR_REFUSED
 * where it is none, or not signed by any of them. */
bool jwt_verify(struct arena *a, struct str token, const struct json_doc *keys,
    struct json_doc *claims, struct err *err);

#endif
