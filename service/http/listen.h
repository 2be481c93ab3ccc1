/* SPDX-License-Identifier: MIT */
/* listen.h: where the service is heard. Private to this folder. */
#ifndef SERVICE_LISTEN_H
#define SERVICE_LISTEN_H

#include "err.h"

struct serving;
struct http_daemon {
	void *daemon;
};

/* A socket that listens at ADDRESS:PORT, [ADDRESS]:PORT or unix:PATH (mode 0600; one that nobody
 * listens at any more is replaced). `where` gets the place as it is, with the port that 0 became. */
bool listen_at(const char *place, int *out, bool *local, char where[160], struct err *err);

/* Owns the socket from then on. `certificate`, `key`: PEM, NUL-terminated; empty: no TLS. */
bool http_start(struct serving *s, int listening, struct str certificate, struct str key,
    struct http_daemon *out, struct err *err);
void http_stop(struct http_daemon *d); /* waits for what is being answered */

#endif
