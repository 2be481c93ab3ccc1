/* SPDX-License-Identifier: MIT */
/*
 * HTTP/1.1 with one message each way, as the service's own socket speaks it, or with an answer that comes a
 * line at a time. A library would take longer to load than a run takes.
 */
#include "remote.h"

#include "file.h"

#include <errno.h>
#include <poll.h>
#include <strings.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#define REPLY_BYTES_MAX ((size_t)256 << 20)
#define HEAD_BYTES_MAX ((size_t)16 << 10)
#define WAIT_S 60

static bool
lost(const struct service *s, struct err *err)
{
	return err_sys(err, "the service at 'unix:%.100s' does not answer", s->socket);
}

static bool
open_socket(struct service *s, struct err *err)
{
	struct sockaddr_un at = {.sun_family = AF_UNIX};

	if (strlen(s->socket) >= sizeof(at.sun_path))
		return err_set(err, ERR_USAGE, "the path of the service's socket is too long");
	memcpy(at.sun_path, s->socket, strlen(s->socket));
	s->fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
	if (s->fd >= 0 && connect(s->fd, (const struct sockaddr *)&at, sizeof(at)) == 0)
		return true;
	lost(s, err);
	file_close(&s->fd);
	return err_help(err, "`sluice serve --listen unix:PATH` starts one");
}

/* A service that refuses a request may close the connection early; its answer tells why. */
static void
send_all(const struct service *s, struct str bytes)
{
	while (bytes.n > 0) {
		ssize_t n = send(s->fd, bytes.p, bytes.n, MSG_NOSIGNAL);

		if (n < 0 && errno != EINTR)
			return;
		bytes = str_slice(bytes, n < 0 ? 0 : (size_t)n, bytes.n);
	}
}

/* Waits for more of the answer, or its end; an interrupt stops it. */
static bool
read_more(struct service *s, struct buf *into, bool *over, struct err *err)
{
	struct pollfd at = {.fd = s->fd, .events = POLLIN};
	char block[16384];
	ssize_t n = poll(&at, 1, -1) < 0 ? -1 : read(s->fd, block, sizeof(block));

	*over = n == 0;
	if (n > 0)
		buf_str(into, (struct str){block, (size_t)n});
	else if (n < 0 && errno != EINTR)
		return lost(s, err);
	if (!*over && call_is_interrupted(NULL))
		return err_set(err, ERR_SYSTEM, "interrupted");
	return !into->failed || err_memory(err);
}

static bool
receive_all(struct service *s, struct buf *out, struct err *err)
{
	for (bool over = false; !over;)
		if (!read_more(s, out, &over, err))
			return false;
	return true;
}

/* The value of a header of that name, or an empty text. */
static struct str
header(struct str head, const char *name)
{
	struct str line, key;

	while (str_cut(&head, '\n', &line))
		if (str_cut(&line, ':', &key) && key.n == strlen(name) &&
		    strncasecmp(key.p, name, key.n) == 0)
			return str_trim(line);
	return STR("");
}

/* An answer's head: the status is set. */
static bool
take_status(struct service *s, struct str head, struct err *err)
{
	return (str_starts(head, STR("HTTP/1.")) &&
		   str_number(str_slice(head, 9, 12), &s->status)) ||
	       err_set(err, ERR_SYSTEM,
		   "the program that answers at 'unix:%.100s' is not a Sluice service", s->socket);
}

static bool
take_reply(struct service *s, struct str all, struct err *err)
{
	size_t end = str_find(all, STR("\r\n\r\n"), 0);
	struct str head = str_slice(all, 0, end == SIZE_MAX ? all.n : end), body;
	int64_t length;

	if (!take_status(s, end == SIZE_MAX ? STR("") : head, err))
		return false;
	body = str_slice(all, end + 4, all.n);
	if (!str_number(header(head, "Content-Length"), &length) || (size_t)length != body.n)
		return err_set(err, ERR_SYSTEM, "the service's answer is truncated");
	return arena_copy(s->call->a, body, &s->body) || err_memory(err);
}

bool
remote_exchange(
    struct service *s, const char *method, const char *path, struct str body, struct err *err)
{
	struct buf head, reply;
	bool done;

	buf_init(&head, HEAD_BYTES_MAX);
	buf_init(&reply, REPLY_BYTES_MAX);
	buf_printf(
	    &head, "%s %s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n", method, path);
	if (strcmp(method, "GET") == 0)
		buf_printf(&head, "Prefer: wait=%d\r\n", WAIT_S);
	buf_printf(&head, "Authorization: Bearer %.*s\r\n", STR_ARG(s->token));
	buf_printf(&head, "Content-Length: %zu\r\n\r\n", body.n);
	done = (!head.failed || err_memory(err)) && open_socket(s, err);
	if (done) {
		send_all(s, buf_view(&head));
		send_all(s, body);
		done = receive_all(s, &reply, err) && take_reply(s, buf_view(&reply), err);
	}
	file_close(&s->fd);
	buf_release(&head);
	buf_release(&reply);
	return done;
}

bool
remote_ask(
    struct service *s, const char *method, const char *path, struct str body, struct err *err)
{
	return remote_exchange(s, method, path, body, err) &&
	       json_parse(
		   s->call->a, s->body, "the service's answer", &JSON_LIMITS, &s->reply, NULL, err);
}

struct lines { /* of an answer that comes a line at a time */
	struct buf buf;
	size_t seen; /* bytes of it in which there is no end of a line */
	bool in_body;
};

/* The whole lines that are there, and what is behind them stays. */
static bool
take_lines(struct service *s, struct lines *l,
    bool (*take)(void *context, struct str line, struct err *err), void *context, struct err *err)
{
	struct str rest = buf_view(&l->buf);

	if (!l->in_body) {
		size_t end = str_find(rest, STR("\r\n\r\n"), 0);
		if (end == SIZE_MAX)
			return rest.n < HEAD_BYTES_MAX || take_status(s, STR(""), err);
		if (!take_status(s, str_slice(rest, 0, end), err))
			return false;
		l->in_body = true;
		rest = str_slice(rest, end + 4, rest.n);
	}
	for (size_t end; s->status < 400 && (end = str_find(rest, STR("\n"), l->seen)) != SIZE_MAX;
	     rest = str_slice(rest, end + 1, rest.n), l->seen = 0)
		if (!take(context, str_slice(rest, 0, end), err))
			return false;
	l->seen = rest.n;
	memmove(l->buf.p, l->buf.p + l->buf.n - l->seen, l->seen);
	l->buf.n = l->seen;
	return true;
}

/* HTTP/1.0 has no chunks: the answer ends with the connection. */
bool
remote_follow(struct service *s, const char *path,
    bool (*take)(void *context, struct str line, struct err *err), void *context, struct err *err)
{
	struct lines l = {.in_body = false};
	struct buf head;
	bool over = false;

	buf_init(&head, HEAD_BYTES_MAX);
	buf_init(&l.buf, REPLY_BYTES_MAX);
	buf_printf(&head,
	    "GET %s HTTP/1.0\r\nHost: localhost\r\nAuthorization: Bearer %.*s\r\n\r\n", path,
	    STR_ARG(s->token));
	bool good = (!head.failed || err_memory(err)) && open_socket(s, err);
	if (good)
		send_all(s, buf_view(&head));
	while (good && !over)
		good = read_more(s, &l.buf, &over, err) &&
		       (over || take_lines(s, &l, take, context, err));
	if (good && !l.in_body)
		good = take_status(s, STR(""), err);
	if (good && s->status >= 400)
		good = arena_copy(s->call->a, buf_view(&l.buf), &s->body)
			   ? json_parse(s->call->a, s->body, "the service's answer", &JSON_LIMITS,
				 &s->reply, NULL, err)
			   : err_memory(err);
	file_close(&s->fd);
	buf_release(&head);
	buf_release(&l.buf);
	return good;
}
