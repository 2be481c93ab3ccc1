/* SPDX-License-Identifier: MIT */
/* login.h: what the ways to sign in share. Private to this folder. */
#ifndef SERVICE_LOGIN_H
#define SERVICE_LOGIN_H

#include "serving.h"

/* The first page for a caller with these rights. */
const char *page_home_of(const struct caller *who);
bool show_login(struct request *r, struct answer *out, const struct err *fault, struct err *err);
/* Starts a session for the caller and puts its cookie into the answer. */
bool login_begin(struct request *r, const struct caller *who, struct answer *out, struct err *err);
/* False where this name (none: empty), or this address, failed too often: then the answer is 429 with the time to
 * wait, and `fault` says it. */
bool login_may_try(struct request *r, struct str id, struct answer *out, struct err *fault);
/* A challenge for a key, as text; and who answered one. */
#define CHALLENGE_BYTES 96
void login_challenge(struct serving *s, char out[CHALLENGE_BYTES]);
bool login_by_key(struct request *r, const struct form_field *form, struct caller *who,
    struct answer *out, struct err *fault);
void login_failed(struct request *r, struct str id);
/* The page after signing out. */
bool page_leave(struct request *r, const struct caller *who, struct answer *out, struct err *err);

#endif
