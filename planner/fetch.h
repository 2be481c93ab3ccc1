/* SPDX-License-Identifier: MIT */
/*
 * fetch.h: one POST or GET by libcurl, for the program sluice-model alone.
 *
 * HTTPS with its certificate verified; plain HTTP only to a loopback address, whatever its name
 * says. No redirect is followed, no proxy but the one named, no netrc, cookie or credential of the
 * surroundings is used, and no more than `reply_bytes_max` is kept.
 */
#ifndef PLANNER_FETCH_H
#define PLANNER_FETCH_H

#include "arena.h"
#include "err.h"

struct fetch_request {
	const char *url;
	const char *const *headers; /* "name: value", NULL-terminated; one may hold the key */
	struct str ca, client_cert, client_key; /* PEM; each may be empty: the system's, none */
	const char *pinned_key, *proxy;         /* each may be "": none */
	const char *proxy_key;                  /* "user:password"; may be "" */
	/* If `sign` is not "", AWS signature version 4 by this key: "aws:amz:REGION:SERVICE". */
	const char *sign, *sign_id, *sign_secret;
	struct str body;
	bool get;                             /* then there is no body */
	long timeout_ms, connect_ms, idle_ms; /* idle: 0 for none */
	void (*progress)(size_t received);    /* may be NULL; a few times a second at most */
	size_t reply_bytes_max;
};

struct fetch_reply {
	const char *failure; /* "" where a whole reply came, else its class (transport.h) */
	char message[ERR_MESSAGE_BYTES];
	long status;
	struct buf body; /* released by the caller */
	int64_t retry_after_ms;
	char should_retry[8], request_id[128];
	int64_t elapsed_ms;
};

void fetch(const struct fetch_request *request, struct fetch_reply *out);

#endif
