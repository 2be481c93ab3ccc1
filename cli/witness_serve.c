/* SPDX-License-Identifier: MIT */
/*
 * witness_serve.c: a witness that is asked over HTTP (C2SP tlog-witness: POST /add-checkpoint).
 *
 * The one thread of the library answers one request after another; a body has a ceiling, a
 * connection a time, and there are few connections at once. What it says is public; what protects
 * it is that it signs nothing but what has grown.
 */
#include "microhttpd_api.h"
#include "witness_serve.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define BODY_BYTES_MAX ((size_t)80 << 10)
#define ANSWER_BYTES_MAX ((size_t)4 << 20)
#define CONNECTIONS_MAX 32
#define SECONDS_MAX 10

struct upload {
	struct buf body;
};

static enum MHD_Result
send_answer(struct MHD_Connection *connection, unsigned status, const char *type, struct str body)
{
	struct MHD_Response *response = mhd.MHD_create_response_from_buffer(
	    body.n, (void *)(uintptr_t)body.p, MHD_RESPMEM_MUST_COPY);

	if (!response)
		return MHD_NO;
	mhd.MHD_add_response_header(response, "Content-Type", type);
	enum MHD_Result sent = mhd.MHD_queue_response(connection, status, response);
	mhd.MHD_destroy_response(response);
	return sent;
}

static enum MHD_Result
answer_whole(struct witness *w, struct MHD_Connection *connection, struct str request)
{
	struct arena *a = arena_new(ANSWER_BYTES_MAX);
	struct witness_answer answer;
	enum MHD_Result sent;
	struct err err;

	if (a && witness_add(w, a, request, &answer, &err))
		sent = send_answer(
		    connection, (unsigned)answer.status, answer.media_type, answer.body);
	else
		sent = send_answer(connection, 500, "text/plain", STR("the witness failed\n"));
	arena_free(a);
	return sent;
}

static enum MHD_Result
hear(void *context, struct MHD_Connection *connection, const char *url, const char *method,
    const char *version, const char *upload_data, size_t *upload_size, void **kept)
{
	struct upload *u = *kept;

	(void)version;
	if (!u) {
		u = calloc(1, sizeof(*u));
		if (!u)
			return MHD_NO;
		buf_init(&u->body, BODY_BYTES_MAX);
		*kept = u;
		return MHD_YES;
	}
	if (*upload_size > 0) {
		buf_add(&u->body, upload_data, *upload_size);
		*upload_size = 0;
		return MHD_YES;
	}
	if (strcmp(url, "/add-checkpoint") != 0)
		return send_answer(connection, 404, "text/plain", STR("there is nothing here\n"));
	if (strcmp(method, "POST") != 0)
		return send_answer(connection, 405, "text/plain", STR("this wants POST\n"));
	if (u->body.failed)
		return send_answer(connection, 413, "text/plain", STR("too long\n"));
	return answer_whole(context, connection, buf_view(&u->body));
}

static void
forget(void *context, struct MHD_Connection *connection, void **kept,
    enum MHD_RequestTerminationCode why)
{
	struct upload *u = *kept;

	(void)context;
	(void)connection;
	(void)why;
	if (u)
		buf_release(&u->body);
	free(u);
	*kept = NULL;
}

bool
witness_serve(struct witness *w, const char *host, unsigned port, const volatile int *stop,
    void (*said)(const char *line), struct err *err)
{
	const struct timespec pause = {0, 100000000};
	struct sockaddr_in at = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
	struct MHD_Daemon *daemon;
	char line[128];

	if (!microhttpd_load(err))
		return false;
	if (inet_pton(AF_INET, host, &at.sin_addr) != 1)
		return err_set(err, ERR_USAGE, "'%.60s' is not an IPv4 address", host);
	daemon = mhd.MHD_start_daemon(MHD_USE_INTERNAL_POLLING_THREAD, 0, NULL, NULL, hear, w,
	    MHD_OPTION_SOCK_ADDR, (struct sockaddr *)&at, MHD_OPTION_CONNECTION_LIMIT,
	    (unsigned)CONNECTIONS_MAX, MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)SECONDS_MAX,
	    MHD_OPTION_NOTIFY_COMPLETED, forget, NULL, MHD_OPTION_END);
	if (!daemon)
		return err_sys(err, "can't listen at %.60s:%u", host, port);
	snprintf(line, sizeof(line), "the witness listens at http://%.60s:%u/", host, port);
	said(line);
	while (!*stop)
		(void)nanosleep(&pause, NULL);
	mhd.MHD_stop_daemon(daemon);
	return true;
}
