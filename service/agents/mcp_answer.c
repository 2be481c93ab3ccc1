/* SPDX-License-Identifier: MIT */
/* mcp_answer.c: results and errors as the protocol has them. */
#include "mcp.h"

#include <stdio.h>

void
mcp_error(struct buf *out, struct str id, int code, const char *message, struct str extra)
{
	struct json_writer w;

	json_writer_init(&w, out, false);
	id = id.n > 0 ? id : STR("null");
	json_format(&w, "{jsonrpc: 2.0, id: =%.*s, error: {code: %ld, message: %s, data: ?=%.*s}}",
	    STR_ARG(id), (long)code, message, STR_ARG(extra));
	buf_char(out, '\n');
}

void
mcp_result_begin(struct json_writer *w, struct buf *out, struct str id, const char *type)
{
	json_writer_init(w, out, false);
	json_format(w, "{jsonrpc: 2.0, id: =%.*s, result: {resultType: ?%s", STR_ARG(id), type);
}

void
mcp_server_put(struct json_writer *w, const char *name)
{
	json_open_object(w, name);
	json_format(w, "name: sluice, version: %s}", SLUICE_VERSION);
}

void
mcp_result_end(struct json_writer *w, bool modern)
{
	if (modern) {
		json_open_object(w, "_meta");
		mcp_server_put(w, "io.modelcontextprotocol/serverInfo");
		json_end_object(w);
	}
	json_format(w, "}}");
	buf_char(w->out, '\n');
}

/* -- what comes in --------------------------------------------------------------------------- */

struct str
mcp_id(const struct mcp_message *m)
{
	return m->id ? json_source(&m->doc, m->id) : STR("");
}

const char *
mcp_complete(const struct mcp_message *m)
{
	return m->modern ? MCP_COMPLETE : NULL;
}

enum mcp_heard
mcp_refuse(struct mcp_message *m, struct buf *out, int code, unsigned status, const char *message)
{
	const struct json_node *uri = json_get(&m->doc, m->params, "uri");
	struct buf extra; /* which resource is not there */

	m->http_status = status;
	buf_init(&extra, 4096);
	if (uri && str_is(m->method, "resources/read"))
		buf_printf(&extra, "{\"uri\":%.*s}", STR_ARG(json_source(&m->doc, uri)));
	mcp_error(out, mcp_id(m), code, message, extra.failed ? STR("") : buf_view(&extra));
	buf_release(&extra);
	return MCP_REFUSED;
}

/* In place of a result that was begun. What failed inside is told in the log alone. */
enum mcp_heard
mcp_refuse_failed(
    struct request *r, struct mcp_message *m, struct buf *out, int code, const struct err *err)
{
	struct answer unsaid = {.status = 0};

	buf_clear(out);
	buf_init(&unsaid.body, 65536);
	answer_problem(&unsaid, err, &r->trace);
	bool inside = unsaid.status >= 500;
	buf_release(&unsaid.body);
	return mcp_refuse(m, out, inside ? MCP_INTERNAL : code, m->modern ? 400 : 200,
	    inside ? "the service failed, and its log says why" : err->message);
}

const struct json_node *
mcp_meta(const struct mcp_message *m, const char *name)
{
	return json_get(&m->doc, json_get(&m->doc, m->params, "_meta"), name);
}

bool
mcp_is_id(const struct json_doc *d, const struct json_node *n)
{
	return (n->kind == JSON_STRING || n->kind == JSON_NUMBER) &&
	       json_source(d, n).n < MCP_ID_BYTES;
}
