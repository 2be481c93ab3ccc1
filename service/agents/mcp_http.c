/* SPDX-License-Identifier: MIT */
/*
 * mcp_http.c: the Model Context Protocol at one path. Each message is a POST; what waits for a run is
 * a stream of server-sent events where the caller takes one. A caller that closes the connection
 * cancels the run that the call began.
 */
#include "mcp.h"
#include "routes.h"

#include <stdlib.h>

static bool
header_is(const struct request *r, const char *name, struct str wanted)
{
	const char *value = request_header(r, name);

	return value && str_eq(str_trim(str_from(value)), wanted);
}

/* A proxy decides by the headers what the message says: both must be one. */
static bool
headers_agree(struct request *r, const struct mcp_message *m, struct err *err)
{
	const char *version = request_header(r, "MCP-Protocol-Version");

	if (!m->modern && !version)
		return true;
	if (!m->modern && str_is(str_from(version), MCP_MODERN))
		return err_set(err, ERR_USAGE, "'_meta' does not name the protocol version");
	if (!m->modern)
		return mcp_legacy_known(str_from(version)) ||
		       err_set(err, ERR_INPUT,
			   "this service does not support the version that MCP-Protocol-Version names");
	if (!header_is(r, "MCP-Protocol-Version", m->version))
		return err_set(
		    err, ERR_INPUT, "MCP-Protocol-Version differs from the version in '_meta'");
	if (!header_is(r, "Mcp-Method", m->method))
		return err_set(err, ERR_INPUT, "Mcp-Method differs from the message's method");
	return m->subject.n == 0 || header_is(r, "Mcp-Name", m->subject) ||
	       err_set(err, ERR_INPUT, "Mcp-Name differs from the name in the message");
}

struct waiting { /* of one stream */
	struct serving *serving;
	struct caller who;
	struct mcp_call call;
};

static bool
begin_look(struct waiting *w, struct request *r)
{
	if (!request_begin(r, w->serving))
		return false;
	r->caller = w->who;
	r->who = &r->caller;
	return true;
}

static void
put_events(struct str lines, struct buf *out)
{
	struct str line;

	while (str_cut(&lines, '\n', &line))
		if (line.n > 0)
			buf_printf(out, "event: message\ndata: %.*s\n\n", STR_ARG(line));
}

static bool
follow(void *context, struct buf *out, bool *over)
{
	struct waiting *w = context;
	struct request r;
	struct buf lines;

	if (!door_confirm(&w->serving->door, &w->who) || !begin_look(w, &r))
		return false;
	buf_init(&lines, REQUEST_BYTES_MAX);
	*over = mcp_look(&r, &w->call, &lines);
	put_events(buf_view(&lines), out);
	bool good = !lines.failed;
	buf_release(&lines);
	request_end(&r);
	return good;
}

static void
leave(void *context, bool left)
{
	struct waiting *w = context;
	struct request r;

	if (left && begin_look(w, &r)) {
		mcp_drop(&r, &w->call);
		request_end(&r);
	}
	free(w);
}

static bool
wait_in_stream(struct request *r, const struct mcp_call *call, struct answer *out, struct err *err)
{
	struct waiting *w = calloc(1, sizeof(*w));

	if (!w)
		return err_memory(err);
	*w = (struct waiting){.serving = r->serving, .who = r->caller, .call = *call};
	out->media_type = "text/event-stream";
	answer_header(out, "X-Accel-Buffering", "no");
	out->stream = (struct stream){
	    .look = follow, .end = leave, .context = w, .quiet = ": still here\n\n"};
	return true;
}

static void
wait_here(struct request *r, struct mcp_call *call, struct buf *out)
{
	call->token[0] = '\0'; /* there is no place for progress in one answer */
	while (!mcp_look(r, call, out))
		if (!request_rest(r, NULL)) {
			if (!*r->serving->stop)
				mcp_drop(r, call);
			return;
		}
}

bool
mcp_http(struct request *r, struct answer *out, struct err *err)
{
	const char *accept = request_header(r, "Accept");
	struct mcp_message m = {.agrees = headers_agree};
	struct mcp_call call;
	enum mcp_heard heard;

	if (!request_may_wait(r, out, err))
		return false;
	heard = mcp_hear(r, r->body, &m, &call, &out->body);

	out->status = m.http_status;
	if (heard != MCP_WAITS)
		return true;
	if (accept && strstr(accept, "text/event-stream"))
		return wait_in_stream(r, &call, out, err);
	wait_here(r, &call, &out->body);
	return true;
}
