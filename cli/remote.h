/* SPDX-License-Identifier: MIT */
/*
 * remote.h: what `sluice run --service` and `sluice runs watch --service` are made of: calls to a service of
 * this machine, and the task as a body.
 */
#ifndef CLI_REMOTE_H
#define CLI_REMOTE_H

#include "call.h"

struct service {
	struct call *call;
	struct err *err;    /* the call's */
	const char *socket; /* its path */
	struct str token;
	int fd;
	int64_t status; /* of the last answer, and its body */
	struct str body;
	struct json_doc reply; /* the last that was JSON */
};

/* remote_call.c: one request and its answer, at `path`: status and body are set. False: there was no
 * whole answer, or the caller was interrupted. GET waits for a run's end, a minute at most. */
bool remote_exchange(struct service *s, const char *method, const char *path, struct str body);
/* The same, of an answer that is JSON: `reply` is set. */
bool remote_ask(struct service *s, const char *method, const char *path, struct str body);

/* The lines of GET `path` as they come, each without its end, until there are no more or `take` is false. A
 * refusal (status 400 and up) is no line: `reply` is set. */
typedef bool remote_line(void *context, struct str line, struct err *err);
bool remote_follow(struct service *s, const char *path, remote_line *take, void *context);

/* run_remote.c: the service that is named `where`, its token read, signals noted; -1 to go on, else the exit
 * code. And what a refusal in `reply` says, told; the exit code. */
int service_begin(struct call *c, const char *where, struct service *out);
int service_problem(const struct service *s);

/* remote_task.c: the body of POST /v1/runs, out of the call's task file and options. */
bool remote_task(struct call *c, struct buf *out);

#endif
