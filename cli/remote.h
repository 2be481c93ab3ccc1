/* SPDX-License-Identifier: MIT */
/*
 * remote.h: what `sluice run --service` is made of: one call to a service of this machine, and the
 * task as its body.
 */
#ifndef CLI_REMOTE_H
#define CLI_REMOTE_H

#include "call.h"

struct service {
	struct call *call;
	const char *socket; /* its path */
	struct str token;
	int fd;
	int64_t status; /* of the last answer, and its body */
	struct str body;
	struct json_doc reply; /* the last that was JSON */
};

/* remote_call.c: one request and its answer, at `path`: status and body are set. False: there was no
 * whole answer, or the caller was interrupted. GET waits for a run's end, a minute at most. */
bool remote_exchange(
    struct service *s, const char *method, const char *path, struct str body, struct err *err);
/* The same, of an answer that is JSON: `reply` is set. */
bool remote_ask(
    struct service *s, const char *method, const char *path, struct str body, struct err *err);

/* remote_task.c: the body of POST /v1/runs, out of the call's task file and options. False: what is
 * wrong is in `errs`. */
bool remote_task(struct call *c, struct buf *out, struct err_list *errs);

#endif
