/* SPDX-License-Identifier: MIT */
/*
 * mcp_stdio.c: the Model Context Protocol over standard input and output: a message a line. One loop
 * hears what comes, and looks at the calls that wait. A client that never reads stops it, and nothing
 * grows; one that goes cancels what it began. Anything else that ends the loop is an error.
 */
#include "lives.h"
#include "mcp_stdio.h"

#include "mcp.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define ARENA_BYTES ((size_t)64 << 20)
#define CALLS_MAX 16
#define READ_BYTES 65536
#define TURN_MS 100
#define IDLE_MS 1000

struct talk {
	struct serving *serving;
	const char *login;
	struct caller who;
	int in, out;
	bool over;
	struct err *err; /* why it is over, where the client has not gone */
	struct buf line;
	bool skips; /* a line that is too long, up to its end */
	struct mcp_call calls[CALLS_MAX];
	size_t count;
};

static bool
begin(struct talk *t, struct request *r)
{
	if (!request_begin(r, t->serving)) {
		t->over = true;
		return err_memory(t->err);
	}
	r->caller = t->who;
	r->who = &r->caller;
	r->login = t->login;
	return true;
}

static void
say(struct talk *t, struct str text)
{
	while (text.n > 0 && !t->over) {
		ssize_t n = write(t->out, text.p, text.n);
		if (n < 0 && errno != EINTR) {
			t->over = true;
			if (errno != EPIPE)
				err_sys(t->err, "can't write to standard output");
		}
		if (n > 0)
			text = str_slice(text, (size_t)n, text.n);
	}
}

static void
say_whole(struct talk *t, struct buf *out)
{
	if (out->failed) {
		t->over = true;
		err_memory(t->err);
	}
	say(t, buf_view(out));
	buf_release(out);
}

static void
forget(struct talk *t, size_t at)
{
	t->calls[at] = t->calls[--t->count];
}

static void
take_back(struct talk *t, struct request *r, struct str id)
{
	for (size_t i = 0; i < t->count; i++)
		if (str_is(id, t->calls[i].id)) {
			mcp_drop(r, &t->calls[i]);
			forget(t, i);
			return;
		}
}

static void
keep(struct talk *t, struct request *r, const struct mcp_call *call, struct buf *out)
{
	if (t->count < CALLS_MAX) {
		t->calls[t->count++] = *call;
		return;
	}
	mcp_drop(r, call);
	mcp_error(out, str_from(call->id), MCP_INTERNAL,
	    "too many calls are already waiting; this one was cancelled", STR(""));
}

static void
hear(struct talk *t, struct str line)
{
	struct mcp_message m = {.http_status = 0};
	struct mcp_call call;
	struct request r;
	struct buf out;

	buf_init(&out, REQUEST_BYTES_MAX);
	if (!begin(t, &r))
		return;
	enum mcp_heard heard = mcp_hear(&r, line, &m, &call, &out);
	struct str back = heard == MCP_SILENT ? mcp_taken_back(&m) : STR("");
	if (back.n > 0)
		take_back(t, &r, back);
	if (heard == MCP_WAITS)
		keep(t, &r, &call, &out);
	say_whole(t, &out);
	request_end(&r);
}

static void
end_line(struct talk *t)
{
	struct str line = str_trim(buf_view(&t->line));
	struct buf out;

	if (t->skips) {
		buf_init(&out, 4096);
		mcp_error(&out, STR(""), MCP_INVALID, "the message is too long", STR(""));
		say(t, buf_view(&out));
		buf_release(&out);
	} else if (line.n > 0) {
		hear(t, line);
	}
	t->skips = false;
	buf_release(&t->line);
	buf_init(&t->line, TASK_BYTES_MAX);
}

static void
read_some(struct talk *t, char *bytes)
{
	ssize_t n = read(t->in, bytes, READ_BYTES);
	struct str rest = {bytes, n > 0 ? (size_t)n : 0};

	if (n < 0 && errno != EINTR && errno != EAGAIN)
		err_sys(t->err, "can't read standard input");
	if (n == 0 || t->err->code != ERR_NONE)
		t->over = true;
	while (rest.n > 0 && !t->over) {
		const char *end = memchr(rest.p, '\n', rest.n);
		size_t length = end ? (size_t)(end - rest.p) : rest.n;
		if (!t->skips)
			buf_add(&t->line, rest.p, length);
		t->skips = t->skips || t->line.failed;
		if (end)
			end_line(t);
		rest = str_slice(rest, length + (end != NULL), rest.n);
	}
}

static void
look_at_all(struct talk *t)
{
	struct request r;
	struct buf out;

	if (t->count == 0 || !begin(t, &r))
		return;
	buf_init(&out, REQUEST_BYTES_MAX);
	for (size_t i = t->count; i > 0; i--)
		if (mcp_look(&r, &t->calls[i - 1], &out))
			forget(t, i - 1);
	say_whole(t, &out);
	request_end(&r);
}

static void
go_on(struct talk *t)
{
	char *bytes = malloc(READ_BYTES);

	if (!bytes)
		err_memory(t->err);
	buf_init(&t->line, TASK_BYTES_MAX);
	while (bytes && !t->over && !*t->serving->stop) {
		struct pollfd in = {.fd = t->in, .events = POLLIN};
		if (poll(&in, 1, t->count > 0 ? TURN_MS : IDLE_MS) > 0)
			read_some(t, bytes);
		look_at_all(t);
		workers_tend(t->serving->workers);
	}
	buf_release(&t->line);
	free(bytes);
}

static void
drop_all(struct talk *t)
{
	struct request r;

	if (t->count == 0 || !begin(t, &r))
		return;
	for (size_t i = 0; i < t->count; i++)
		mcp_drop(&r, &t->calls[i]);
	request_end(&r);
}

/* Whatever prints by mistake must not stand between the messages. */
static bool
take_output(struct talk *t, struct err *err)
{
	t->in = STDIN_FILENO;
	t->out = dup(STDOUT_FILENO);
	return (t->out >= 0 && dup2(STDERR_FILENO, STDOUT_FILENO) >= 0) ||
	       err_sys(err, "standard output");
}

static bool
converse(struct talk *t, struct arena *a, struct err_list *errs)
{
	struct err err = {.code = ERR_NONE};
	struct pooled first;
	char *login;

	t->err = &err;
	t->who = (struct caller){.id = "stdio",
	    .rights = RIGHT_CHECK | RIGHT_SUBMIT | RIGHT_READ,
	    .until_us = INT64_MAX};
	if (!work_login(a, &login, &err) || !stores_take(&t->serving->stores, &first, &err))
		return err_list_add(errs, &err);
	stores_give(&t->serving->stores, first, true);
	t->login = login;
	if (!take_output(t, &err) ||
	    !workers_start(a, t->serving->o, t->serving->lives->to, &t->serving->workers, &err))
		return err_list_add(errs, &err);
	go_on(t);
	drop_all(t);
	close(t->out);
	return err.code == ERR_NONE || err_list_add(errs, &err);
}

bool
mcp_converse(const struct service_options *o, const volatile int *stop, struct err_list *errs)
{
	struct arena *a = arena_new(ARENA_BYTES);
	struct talk t = {.serving = NULL};
	bool good = false;

	*errs = (struct err_list){.count = 0};
	if (!a)
		return err_list_memory(errs);
	t.serving = serving_begin(a, o, stop, errs);
	if (t.serving) {
		good = converse(&t, a, errs);
		serving_end(t.serving);
	}
	arena_free(a);
	return good;
}
