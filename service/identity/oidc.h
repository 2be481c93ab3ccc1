/* SPDX-License-Identifier: MIT */
/*
 * oidc.h: signing in at an identity provider: OpenID Connect Core 1.0, the authorization code flow
 * with PKCE (RFC 7636), the provider's name in the answer (RFC 9207). Private to this folder.
 */
#ifndef SERVICE_OIDC_H
#define SERVICE_OIDC_H

#include "access.h"

#include <pthread.h>

#define OIDC_WORD_BYTES 44 /* 32 random bytes as base64url, with the NUL */
#define OIDC_USED_MAX 1024
#define OIDC_BUSY_MAX 4

/* The service's memory of sign-ins at a provider. */
struct oidc {
	pthread_mutex_t lock;
	uint8_t seal[32];                  /* of the cookie that a sign-in is begun with */
	struct digest used[OIDC_USED_MAX]; /* answers that were taken, the oldest written over */
	size_t used_count;
	unsigned busy;
	/* The provider's discovery document as it was read; for the settings of this digest. */
	struct buf said;
	struct digest said_of;
	int64_t said_us;
};
void oidc_begin(struct oidc *o);
void oidc_end(struct oidc *o);

/* True the first time for each text that is taken once: a state, a challenge. */
bool oidc_is_first(struct oidc *o, struct str text);

/* The provider's endpoints; from its discovery document. */
struct oidc_places {
	struct str authorization, token, keys, userinfo,
	    end_session;   /* the last two may be empty */
	bool names_itself; /* its answers say who gives them */
	bool secret_in_body;
};
bool oidc_discover(struct oidc *o, struct arena *a, const struct access_provider *p,
    struct oidc_places *out, struct err *err);

struct oidc_answer { /* to one sign-in */
	struct str code, nonce, verifier;
};
/* Takes the code to the provider, judges the token that it gives, and says who it is and what his
 * groups allow. ERR_REFUSED where any of it is not as it must be. */
bool oidc_exchange(struct arena *a, const struct access_provider *p, const struct oidc_places *at,
    const struct oidc_answer *answer, struct caller *out, struct err *err);

/* As in application/x-www-form-urlencoded. */
void form_encode(struct buf *out, struct str text);

#endif
