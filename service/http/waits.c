/* SPDX-License-Identifier: MIT */
/*
 * waits.c: requests that wait for a run, with one answer in the end or a stream.
 *
 * Each has a thread, so their number has a ceiling, for all and for each caller. None keeps a store
 * while it pauses, and none continues after its client has closed the connection: POLLRDHUP shows
 * that, also behind TLS, since a client that sends its FIN has nothing more to say.
 */
#include "lives.h"
#include "microhttpd_api.h"
#include "serving.h"

#include "clock.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>

#define LOOK_MS_MIN 2
#define LOOK_MS_MAX 100
#define QUIET_US 10000000
#define STREAM_BLOCK 32768
#define STREAM_WAITING_MAX ((size_t)4 << 20)

void
waits_begin(struct waits *w)
{
	*w = (struct waits){.count = 0};
	pthread_mutex_init(&w->lock, NULL);
}

/* -- places ---------------------------------------------------------------------------------- */

static size_t
places_of(const struct waits *w, const char *id)
{
	size_t count = 0;

	for (size_t i = 0; i < w->count; i++)
		count += strcmp(w->who[i], id) == 0;
	return count;
}

static unsigned
take_place(struct waits *w, const char *id)
{
	unsigned refused = 0;

	pthread_mutex_lock(&w->lock);
	if (w->count == WAITS_MAX)
		refused = 503;
	else if (places_of(w, id) == WAITS_OF_ONE_MAX)
		refused = 429;
	else
		snprintf(w->who[w->count++], CALLER_ID_BYTES, "%s", id);
	pthread_mutex_unlock(&w->lock);
	return refused;
}

bool
request_may_wait(struct request *r, struct answer *out, struct err *err)
{
	if (!r->connection || r->waits)
		return true;
	unsigned refused = take_place(&r->serving->waits, r->who->id);
	r->waits = refused == 0;
	if (r->waits)
		return true;
	out->status = refused;
	if (refused == 503)
		return err_set(err, ERR_SYSTEM, "%d requests wait already", WAITS_MAX);
	err_set(
	    err, ERR_LIMIT, "'%s' already has %d waiting requests", r->who->id, WAITS_OF_ONE_MAX);
	return err_help(err, "close unread streams, or ask again without waiting");
}

void
request_waited(struct request *r)
{
	struct waits *w = &r->serving->waits;

	if (!r->waits)
		return;
	pthread_mutex_lock(&w->lock);
	for (size_t i = 0; i < w->count; i++)
		if (strcmp(w->who[i], r->who->id) == 0) {
			w->count--;
			memmove(w->who[i], w->who[w->count], CALLER_ID_BYTES);
			break;
		}
	pthread_mutex_unlock(&w->lock);
	r->waits = false;
}

/* -- rests ----------------------------------------------------------------------------------- */

/* The next check comes after a quarter of the time passed so far: quick results are reported quickly,
 * and slow ones are checked rarely. It comes at once when a worker of this service has left the run; of all
 * threads that wait for the pipe, one reads it, and the others find in `lives` what it read. False: the client
 * disconnected, or the service ends. */
static bool
rest(const struct serving *s, struct MHD_Connection *connection, int64_t since_us, const char *run,
    int64_t *left_after)
{
	int64_t ms = (clock_us() - since_us) / 4000;
	const union MHD_ConnectionInfo *at =
	    connection ? mhd.MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD)
		       : NULL;
	struct pollfd seen[] = {{.fd = at ? at->connect_fd : -1, .events = POLLRDHUP},
	    {.fd = run ? s->lives->from : -1, .events = POLLIN}};

	ms = ms < LOOK_MS_MIN ? LOOK_MS_MIN : ms > LOOK_MS_MAX ? LOOK_MS_MAX : ms;
	const int64_t until_us = clock_us() + ms * 1000;
	while (!*s->stop && !(run && lives_left(s->lives, run, left_after))) {
		int64_t left_us = until_us - clock_us();
		if (left_us <= 0)
			break;
		if (poll(seen, 2, (int)((left_us + 999) / 1000)) > 0 && seen[0].revents)
			return false;
	}
	return !*s->stop;
}

bool
request_rest(struct request *r, const char *run)
{
	request_give_store(r);
	if (r->rests_since_us == 0)
		r->rests_since_us = clock_us();
	return rest(r->serving, r->connection, r->rests_since_us, run, &r->left_after);
}

/* -- streams --------------------------------------------------------------------------------- */

struct flow { /* of one stream */
	struct stream stream;
	const struct serving *serving;
	struct MHD_Connection *connection;
	struct buf waiting;
	size_t sent;
	bool over;
};

/* Nothing waits then where it is over. False: it breaks off. */
static bool
fill(struct flow *f)
{
	int64_t quiet_since_us = clock_us();

	buf_clear(&f->waiting);
	f->sent = 0;
	while (!f->over) {
		if (!f->stream.look(f->stream.context, &f->waiting, &f->over) || f->waiting.failed)
			return false;
		if (f->waiting.n > 0 || f->over)
			return true;
		if (!rest(f->serving, f->connection, quiet_since_us, NULL, NULL))
			return *f->serving->stop != 0;
		if (clock_us() - quiet_since_us > QUIET_US) {
			buf_text(&f->waiting, f->stream.quiet);
			return true;
		}
	}
	return true;
}

static ssize_t
read_stream(void *context, uint64_t position, char *to, size_t room)
{
	struct flow *f = context;
	size_t n;

	(void)position;
	if (f->sent == f->waiting.n && !fill(f))
		return MHD_CONTENT_READER_END_WITH_ERROR;
	if (f->sent == f->waiting.n)
		return MHD_CONTENT_READER_END_OF_STREAM;
	n = f->waiting.n - f->sent < room ? f->waiting.n - f->sent : room;
	memcpy(to, f->waiting.p + f->sent, n);
	f->sent += n;
	return (ssize_t)n;
}

/* A service that ends leaves runs to the workers that come after it. */
static void
end_stream(void *context)
{
	struct flow *f = context;

	f->stream.end(f->stream.context, !f->over && !*f->serving->stop);
	buf_release(&f->waiting);
	free(f);
}

struct MHD_Response *
stream_response(const struct request *r, const struct stream *stream)
{
	struct flow *f = calloc(1, sizeof(*f));

	if (!f)
		return NULL;
	*f = (struct flow){.stream = *stream, .serving = r->serving, .connection = r->connection};
	buf_init(&f->waiting, STREAM_WAITING_MAX);
	struct MHD_Response *response = mhd.MHD_create_response_from_callback(
	    MHD_SIZE_UNKNOWN, STREAM_BLOCK, read_stream, f, end_stream);
	if (!response)
		free(f);
	return response;
}
