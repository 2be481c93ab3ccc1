/* SPDX-License-Identifier: MIT */
/*
 * HTTP/1.0 with one message each way, as the service's own socket speaks it; an answer may come a line at a
 * time. A library would take longer to load than a run takes.
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
lost(const struct service *s)
{
	return err_sys(s->err, "the service at 'unix:%.100s' does not answer", s->socket);
}

static bool
stranger(const struct service *s)
{
	return err_set(s->err, ERR_SYSTEM,
	    "the program that answers at 'unix:%.100s' is not a Sluice service", s->socket);
}

static bool
open_socket(struct service *s)
{
	struct sockaddr_un at = {.sun_family = AF_UNIX};

	if (strlen(s->socket) >= sizeof(at.sun_path))
		return err_set(s->err, ERR_USAGE, "the path of the service's socket is too long");
	memcpy(at.sun_path, s->socket, strlen(s->socket));
	s->fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
	if (s->fd >= 0 && connect(s->fd, (const struct sockaddr *)&at, sizeof(at)) == 0)
		return true;
	lost(s);
	return err_help(s->err, "`sluice serve --listen unix:PATH` starts one");
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
read_more(const struct service *s, struct buf *into, bool *over)
{
	struct pollfd at = {.fd = s->fd, .events = POLLIN};
	char block[16384];
	ssize_t n = poll(&at, 1, -1) < 0 ? -1 : read(s->fd, block, sizeof(block));

	*over = n == 0;
	if (n > 0)
		buf_str(into, (struct str){block, (size_t)n});
	else if (n < 0 && errno != EINTR)
		return lost(s);
	if (!*over && call_is_interrupted(NULL))
		return err_set(s->err, ERR_SYSTEM, "interrupted");
	return !into->failed || err_memory(s->err);
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

struct answer {
	struct buf buf; /* of its body, what is not taken yet; before in_body, of its head */
	size_t seen;    /* bytes of it in which there is no end of a line */
	int64_t length; /* of the body, by the head; -1: it does not say */
	bool in_body;
};

static void
drop(struct answer *a, size_t bytes)
{
	a->buf.n -= bytes;
	memmove(a->buf.p, a->buf.p + bytes, a->buf.n);
}

/* The head, once it is whole. */
static bool
take_head(struct service *s, struct answer *a)
{
	struct str head = buf_view(&a->buf);
	size_t end = str_find(head, STR("\r\n\r\n"), 0);

	if (end == SIZE_MAX)
		return head.n < HEAD_BYTES_MAX || stranger(s);
	head = str_slice(head, 0, end);
	if (!str_starts(head, STR("HTTP/1.")) || !str_number(str_slice(head, 9, 12), &s->status))
		return stranger(s);
	if (!str_number(header(head, "Content-Length"), &a->length))
		a->length = -1;
	drop(a, end + 4);
	a->in_body = true;
	return true;
}

/* The whole lines that are there, and what is behind them stays. */
static bool
take_lines(const struct service *s, struct answer *a, remote_line *take, void *context)
{
	struct str rest = buf_view(&a->buf);

	for (size_t end; (end = str_find(rest, STR("\n"), a->seen)) != SIZE_MAX;
	     rest = str_slice(rest, end + 1, rest.n), a->seen = 0)
		if (!take(context, str_slice(rest, 0, end), s->err))
			return false;
	a->seen = rest.n;
	drop(a, a->buf.n - rest.n);
	return true;
}

/* HTTP/1.0 has no chunks: the answer ends with the connection. */
static bool
receive(struct service *s, struct answer *a, remote_line *take, void *context)
{
	bool over = false, good = true;

	while (good && !over) {
		good = read_more(s, &a->buf, &over) && (a->in_body || take_head(s, a));
		if (good && a->in_body && take && s->status < 400)
			good = take_lines(s, a, take, context);
	}
	if (!good || !a->in_body)
		return good && stranger(s);
	if (!take && a->length != (int64_t)a->buf.n)
		return err_set(s->err, ERR_SYSTEM, "the service's answer is truncated");
	return arena_copy(s->call->a, buf_view(&a->buf), &s->body) || err_memory(s->err);
}

static bool
converse(struct service *s, const char *method, const char *path, struct str body,
    remote_line *take, void *context)
{
	struct answer answer = {.length = -1};
	struct buf head;

	buf_init(&head, HEAD_BYTES_MAX);
	buf_init(&answer.buf, REPLY_BYTES_MAX);
	buf_printf(&head, "%s %s HTTP/1.0\r\nHost: localhost\r\n", method, path);
	if (strcmp(method, "GET") == 0 && !take)
		buf_printf(&head, "Prefer: wait=%d\r\n", WAIT_S);
	buf_printf(&head, "Authorization: Bearer %.*s\r\n", STR_ARG(s->token));
	buf_printf(&head, "Content-Length: %zu\r\n\r\n", body.n);
	bool good = (!head.failed || err_memory(s->err)) && open_socket(s);
	if (good) {
		send_all(s, buf_view(&head));
		send_all(s, body);
		good = receive(s, &answer, take, context);
	}
	file_close(&s->fd);
	buf_release(&head);
	buf_release(&answer.buf);
	return good;
}

static bool
read_reply(struct service *s)
{
	return json_parse(
	    s->call->a, s->body, "the service's answer", &JSON_LIMITS, &s->reply, NULL, s->err);
}

bool
remote_exchange(struct service *s, const char *method, const char *path, struct str body)
{
	return converse(s, method, path, body, NULL, NULL);
}

bool
remote_ask(struct service *s, const char *method, const char *path, struct str body)
{
	return remote_exchange(s, method, path, body) && read_reply(s);
}

bool
remote_follow(struct service *s, const char *path, remote_line *take, void *context)
{
	return converse(s, "GET", path, STR(""), take, context) &&
	       (s->status < 400 || read_reply(s));
}
