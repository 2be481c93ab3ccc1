/* SPDX-License-Identifier: MIT */
/* mcp.c: messages of JSON-RPC 2.0: which era, and what is wrong with one. */
#include "mcp.h"

/* False: it is none, and `out` says so. */
static bool
take_message(struct request *r, struct str text, struct mcp_message *m, struct buf *out)
{
	const struct json_node *root, *id;
	struct err err;

	m->http_status = 400;
	if (!json_parse(r->a, text, "message", &JSON_LIMITS, &m->doc, NULL, &err)) {
		mcp_error(out, STR(""), MCP_PARSE, err.message, STR(""));
		return false;
	}
	root = json_root(&m->doc);
	id = json_get(&m->doc, root, "id");
	m->method = json_get_text(&m->doc, root, "method", STR(""));
	m->params = json_get(&m->doc, root, "params");
	if (root->kind != JSON_OBJECT ||
	    !str_eq(json_get_text(&m->doc, root, "jsonrpc", STR("")), STR("2.0")) ||
	    (id && !mcp_is_id(&m->doc, id)) || (m->params && m->params->kind != JSON_OBJECT)) {
		mcp_error(out, STR(""), MCP_INVALID, "this is not a JSON-RPC 2.0 request", STR(""));
		return false;
	}
	m->id = id;
	const struct json_node *version = mcp_meta(m, META_VERSION);
	m->modern = version != NULL;
	m->version = version && version->kind == JSON_STRING ? version->text : STR("");
	m->subject = json_get_text(&m->doc, m->params, "name", STR(""));
	if (m->subject.n == 0)
		m->subject = json_get_text(&m->doc, m->params, "uri", STR(""));
	if (str_is(m->method, "tasks/get") || str_is(m->method, "tasks/update") ||
	    str_is(m->method, "tasks/cancel"))
		m->subject = json_get_text(&m->doc, m->params, "taskId", STR(""));
	return true;
}

struct str
mcp_taken_back(const struct mcp_message *m)
{
	const struct json_node *id = json_get(&m->doc, m->params, "requestId");

	return str_is(m->method, "notifications/cancelled") && id && mcp_is_id(&m->doc, id)
		   ? json_source(&m->doc, id)
		   : STR("");
}

static enum mcp_heard
refuse_version(struct mcp_message *m, struct buf *out)
{
	struct json_writer w;
	struct buf extra;

	json_begin(&w, &extra, 4096);
	json_format(&w, "{supported: [%s], requested: %.*s}", MCP_MODERN,
	    STR_ARG(str_slice(m->version, 0, 64)));
	m->http_status = 400;
	mcp_error(out, mcp_id(m), MCP_NO_VERSION,
	    "this service does not support that version of the protocol", buf_view(&extra));
	buf_release(&extra);
	return MCP_REFUSED;
}

enum mcp_heard
mcp_hear(struct request *r, struct str text, struct mcp_message *m, struct mcp_call *call,
    struct buf *out)
{
	const struct json_node *capabilities;
	struct err err;

	if (!take_message(r, text, m, out))
		return MCP_REFUSED;
	m->http_status = 200;
	if (m->agrees && !m->agrees(r, m, &err))
		return mcp_refuse(m, out,
		    err.code == ERR_USAGE ? MCP_BAD_PARAMS : MCP_HEADER_MISMATCH, 400, err.message);
	if (m->method.n == 0 || !m->id) { /* an answer to what was never asked, or a notification */
		m->http_status = 202;
		return MCP_SILENT;
	}
	if (!m->modern)
		return mcp_dispatch(r, m, call, out);
	capabilities = mcp_meta(m, META_CAPABILITIES);
	if (!capabilities || capabilities->kind != JSON_OBJECT || m->version.n == 0)
		return mcp_refuse(
		    m, out, MCP_BAD_PARAMS, 400, "'_meta' does not say '" META_CAPABILITIES "'");
	return str_is(m->version, MCP_MODERN) ? mcp_dispatch(r, m, call, out)
					      : refuse_version(m, out);
}
