/* SPDX-License-Identifier: MIT */
/* mcp.c: messages of JSON-RPC 2.0: which era, which method, and what is wrong with one. */
#include "mcp.h"

#include <stdio.h>

static const char *const LEGACY[] = {MCP_LEGACY_LAST, "2025-06-18", "2025-03-26", "2024-11-05"};

bool
mcp_legacy_known(struct str version)
{
	for (size_t i = 0; i < ARRAY_LENGTH(LEGACY); i++)
		if (str_is(version, LEGACY[i]))
			return true;
	return false;
}

#define META_VERSION "io.modelcontextprotocol/protocolVersion"
#define META_CAPABILITIES "io.modelcontextprotocol/clientCapabilities"
#define TASKS "io.modelcontextprotocol/tasks"
#define LIST_TTL_MS 60000

/* -- what goes out --------------------------------------------------------------------------- */

void
mcp_error(struct buf *out, struct str id, int code, const char *message, struct str extra)
{
	struct json_writer w;

	json_writer_init(&w, out, false);
	json_object(&w);
	json_put_text(&w, "jsonrpc", "2.0");
	json_name(&w, "id");
	json_raw(&w, id.n > 0 ? id : STR("null"));
	json_open_object(&w, "error");
	json_put_number(&w, "code", code);
	json_put_text(&w, "message", message);
	if (extra.n > 0) {
		json_name(&w, "data");
		json_raw(&w, extra);
	}
	json_end_object(&w);
	json_end_object(&w);
	buf_char(out, '\n');
}

void
mcp_result_begin(struct json_writer *w, struct buf *out, struct str id, const char *type)
{
	json_writer_init(w, out, false);
	json_object(w);
	json_put_text(w, "jsonrpc", "2.0");
	json_name(w, "id");
	json_raw(w, id);
	json_open_object(w, "result");
	if (type)
		json_put_text(w, "resultType", type);
}

static void
put_server(struct json_writer *w, const char *name)
{
	json_open_object(w, name);
	json_put_text(w, "name", "sluice");
	json_put_text(w, "version", SLUICE_VERSION);
	json_end_object(w);
}

void
mcp_result_end(struct json_writer *w, bool modern)
{
	if (modern) {
		json_open_object(w, "_meta");
		put_server(w, "io.modelcontextprotocol/serverInfo");
		json_end_object(w);
	}
	json_end_object(w);
	json_end_object(w);
	buf_char(w->out, '\n');
}

static void
put_capabilities(struct json_writer *w, bool modern)
{
	json_open_object(w, "capabilities");
	json_open_object(w, "tools");
	json_end_object(w);
	json_open_object(w, "resources");
	json_end_object(w);
	if (modern) {
		json_open_object(w, "extensions");
		json_open_object(w, TASKS);
		json_end_object(w);
		json_end_object(w);
	}
	json_end_object(w);
	json_put_text(w, "instructions",
	    "Programs run under a policy: call describe_policy before you write one. A refusal is final: change the "
	    "program, do not hide what it does. A run in state awaiting_approval waits for a person, who decides "
	    "elsewhere: ask get_run again later.");
}

static void
put_cache(struct json_writer *w, bool modern, const char *scope)
{
	if (!modern)
		return;
	json_put_number(w, "ttlMs", LIST_TTL_MS);
	json_put_text(w, "cacheScope", scope);
}

/* -- what comes in --------------------------------------------------------------------------- */

static struct str
id_text(const struct mcp_message *m)
{
	return m->id ? json_source(&m->doc, m->id) : STR("");
}

static const char *
complete(const struct mcp_message *m)
{
	return m->modern ? MCP_COMPLETE : NULL;
}

static enum mcp_heard
refuse(struct mcp_message *m, struct buf *out, int code, unsigned status, const char *message)
{
	m->http_status = status;
	mcp_error(out, id_text(m), code, message, STR(""));
	return MCP_REFUSED;
}

/* In place of a result that was begun. What failed inside is told in the log alone. */
static enum mcp_heard
refuse_failed(
    struct request *r, struct mcp_message *m, struct buf *out, int code, const struct err *err)
{
	struct answer unsaid = {.status = 0};

	buf_clear(out);
	buf_init(&unsaid.body, 65536);
	answer_problem(&unsaid, err, &r->trace);
	bool inside = unsaid.status >= 500;
	buf_release(&unsaid.body);
	return refuse(m, out, inside ? MCP_INTERNAL : code, m->modern ? 400 : 200,
	    inside ? "the service's own log says what failed" : err->message);
}

static const struct json_node *
meta_of(const struct mcp_message *m, const char *name)
{
	return json_get(&m->doc, json_get(&m->doc, m->params, "_meta"), name);
}

static bool
is_id(const struct json_doc *d, const struct json_node *n)
{
	return (n->kind == JSON_STRING || n->kind == JSON_NUMBER) &&
	       json_source(d, n).n < MCP_ID_BYTES;
}

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
	    (id && !is_id(&m->doc, id)) || (m->params && m->params->kind != JSON_OBJECT)) {
		mcp_error(out, STR(""), MCP_INVALID, "this is no request of JSON-RPC 2.0", STR(""));
		return false;
	}
	m->id = id;
	const struct json_node *version = meta_of(m, META_VERSION);
	m->modern = version != NULL;
	m->version = version && version->kind == JSON_STRING ? version->text : STR("");
	m->subject = json_get_text(&m->doc, m->params, "name", STR(""));
	if (m->subject.n == 0)
		m->subject = json_get_text(&m->doc, m->params, "uri", STR(""));
	if (str_starts(m->method, STR("tasks/")))
		m->subject = json_get_text(&m->doc, m->params, "taskId", STR(""));
	return true;
}

struct str
mcp_taken_back(const struct mcp_message *m)
{
	const struct json_node *id = json_get(&m->doc, m->params, "requestId");

	return str_is(m->method, "notifications/cancelled") && id && is_id(&m->doc, id)
		   ? json_source(&m->doc, id)
		   : STR("");
}

static void
put_versions(struct json_writer *w, const char *name)
{
	json_open_array(w, name);
	json_text(w, MCP_MODERN);
	for (size_t i = 0; i < ARRAY_LENGTH(LEGACY); i++)
		json_text(w, LEGACY[i]);
	json_end_array(w);
}

static enum mcp_heard
refuse_version(struct mcp_message *m, struct buf *out)
{
	struct json_writer w;
	struct buf extra;

	buf_init(&extra, 4096);
	json_writer_init(&w, &extra, false);
	json_object(&w);
	json_open_array(&w, "supported");
	json_text(&w, MCP_MODERN);
	json_end_array(&w);
	json_put_str(&w, "requested", str_slice(m->version, 0, 64));
	json_end_object(&w);
	m->http_status = 400;
	mcp_error(out, id_text(m), MCP_NO_VERSION,
	    "this version of the protocol is not spoken here", buf_view(&extra));
	buf_release(&extra);
	return MCP_REFUSED;
}

/* -- methods --------------------------------------------------------------------------------- */

typedef enum mcp_heard method(
    struct request *r, struct mcp_message *m, struct mcp_call *call, struct buf *out);

static enum mcp_heard
say_initialize(struct request *r, struct mcp_message *m, struct mcp_call *call, struct buf *out)
{
	struct str wanted = json_get_text(&m->doc, m->params, "protocolVersion", STR(""));
	const char *version = MCP_LEGACY_LAST;
	struct json_writer w;

	(void)r;
	(void)call;
	for (size_t i = 0; i < ARRAY_LENGTH(LEGACY); i++)
		if (str_is(wanted, LEGACY[i]))
			version = LEGACY[i];
	mcp_result_begin(&w, out, id_text(m), NULL);
	json_put_text(&w, "protocolVersion", version);
	put_capabilities(&w, false);
	put_server(&w, "serverInfo");
	mcp_result_end(&w, false);
	return MCP_ANSWERED;
}

static enum mcp_heard
say_discover(struct request *r, struct mcp_message *m, struct mcp_call *call, struct buf *out)
{
	struct json_writer w;

	(void)r;
	(void)call;
	mcp_result_begin(&w, out, id_text(m), MCP_COMPLETE);
	put_versions(&w, "supportedVersions");
	put_capabilities(&w, true);
	put_cache(&w, true, "public");
	mcp_result_end(&w, true);
	return MCP_ANSWERED;
}

static enum mcp_heard
say_nothing(struct request *r, struct mcp_message *m, struct mcp_call *call, struct buf *out)
{
	struct json_writer w;

	(void)r;
	(void)call;
	mcp_result_begin(&w, out, id_text(m), complete(m));
	mcp_result_end(&w, m->modern);
	return MCP_ANSWERED;
}

static enum mcp_heard
say_tools(struct request *r, struct mcp_message *m, struct mcp_call *call, struct buf *out)
{
	struct json_writer w;
	struct err err;

	(void)call;
	mcp_result_begin(&w, out, id_text(m), complete(m));
	bool good = mcp_tools_put(r->a, &w, &err);
	put_cache(&w, m->modern, "public");
	mcp_result_end(&w, m->modern);
	return good ? MCP_ANSWERED : refuse_failed(r, m, out, MCP_INTERNAL, &err);
}

static enum mcp_heard
say_templates(struct request *r, struct mcp_message *m, struct mcp_call *call, struct buf *out)
{
	struct json_writer w;

	(void)r;
	(void)call;
	mcp_result_begin(&w, out, id_text(m), complete(m));
	mcp_templates_put(&w);
	put_cache(&w, m->modern, "public");
	mcp_result_end(&w, m->modern);
	return MCP_ANSWERED;
}

static enum mcp_heard
say_resources(struct request *r, struct mcp_message *m, struct mcp_call *call, struct buf *out)
{
	struct json_writer w;
	struct err err;

	(void)call;
	mcp_result_begin(&w, out, id_text(m), complete(m));
	bool good = mcp_resources_put(r, &w, &err);
	put_cache(&w, m->modern, "private");
	mcp_result_end(&w, m->modern);
	return good ? MCP_ANSWERED : refuse_failed(r, m, out, MCP_INTERNAL, &err);
}

static enum mcp_heard
say_resource(struct request *r, struct mcp_message *m, struct mcp_call *call, struct buf *out)
{
	struct json_writer w;
	struct err err = {.code = ERR_NONE};

	(void)call;
	mcp_result_begin(&w, out, id_text(m), complete(m));
	bool good =
	    mcp_resource_read(r, json_get_text(&m->doc, m->params, "uri", STR("")), &w, &err);
	put_cache(&w, m->modern, "private");
	mcp_result_end(&w, m->modern);
	return good ? MCP_ANSWERED
		    : refuse_failed(r, m, out, m->modern ? MCP_BAD_PARAMS : MCP_NO_RESOURCE, &err);
}

/* Each request of a client says anew whether it takes tasks. */
static bool
takes_tasks(const struct mcp_message *m)
{
	const struct json_node *extensions =
	    json_get(&m->doc, meta_of(m, META_CAPABILITIES), "extensions");
	const struct json_node *tasks = json_get(&m->doc, extensions, TASKS);

	return m->modern && tasks && tasks->kind == JSON_OBJECT;
}

/* A person's decision never comes by tasks/update: no task asks its client for anything. */
static bool
do_task(struct request *r, const struct mcp_message *m, struct json_writer *w, struct err *err)
{
	const struct json_node *responses = json_get(&m->doc, m->params, "inputResponses");
	bool looks = str_is(m->method, "tasks/get");
	unsigned right = looks ? RIGHT_READ : RIGHT_SUBMIT;
	struct answer unsaid = {.status = 0};
	struct stored_run run;

	if ((r->who->rights & right) == 0)
		return err_set(err, ERR_REFUSED, "the token of '%s' may not do this", r->who->id);
	r->parts[0] = m->subject;
	if (!request_run(r, &unsaid, &run, err))
		return false;
	if (looks)
		return mcp_task_put(r, &run, w, err);
	if (str_is(m->method, "tasks/update"))
		return (responses && responses->kind == JSON_OBJECT) ||
		       err_set(err, ERR_INPUT, "'inputResponses' is an object");
	return !run_state_is_open(run.state) ||
	       request_cancel_own(r, &run, STR("the client cancelled it"), err);
}

static enum mcp_heard
say_task(struct request *r, struct mcp_message *m, struct mcp_call *call, struct buf *out)
{
	struct json_writer w;
	struct err err = {.code = ERR_NONE};

	(void)call;
	if (!takes_tasks(m)) {
		m->http_status = 400;
		mcp_error(out, id_text(m), MCP_NO_CAPABILITY,
		    "the client does not declare '" TASKS "'",
		    STR("{\"requiredCapabilities\":{\"extensions\":{\"" TASKS "\":{}}}}"));
		return MCP_REFUSED;
	}
	mcp_result_begin(&w, out, id_text(m), MCP_COMPLETE);
	bool good = do_task(r, m, &w, &err);
	mcp_result_end(&w, true);
	return good ? MCP_ANSWERED : refuse_failed(r, m, out, MCP_BAD_PARAMS, &err);
}

static enum mcp_heard
call_tool(struct request *r, struct mcp_message *m, struct mcp_call *call, struct buf *out)
{
	const struct json_node *arguments = json_get(&m->doc, m->params, "arguments");
	const struct json_node *token = meta_of(m, "progressToken");

	if (!mcp_tool_known(json_get_text(&m->doc, m->params, "name", STR(""))))
		return refuse(m, out, MCP_BAD_PARAMS, m->modern ? 400 : 200,
		    "there is no such tool; tools/list has their names");
	if (arguments && arguments->kind != JSON_OBJECT)
		return refuse(
		    m, out, MCP_BAD_PARAMS, m->modern ? 400 : 200, "'arguments' is an object");
	*call = (struct mcp_call){.modern = m->modern, .takes_task = takes_tasks(m)};
	snprintf(call->id, sizeof(call->id), "%.*s", STR_ARG(id_text(m)));
	if (token && is_id(&m->doc, token))
		snprintf(
		    call->token, sizeof(call->token), "%.*s", STR_ARG(json_source(&m->doc, token)));
	return mcp_tool_call(r, m, call, out) ? MCP_ANSWERED : MCP_WAITS;
}

enum era { ERA_LEGACY = 1, ERA_MODERN = 2, ERA_BOTH = 3 };
static const struct {
	const char *name;
	enum era era;
	method *say;
} METHODS[] = {
    {"initialize", ERA_LEGACY, say_initialize},
    {"ping", ERA_LEGACY, say_nothing},
    {"server/discover", ERA_MODERN, say_discover},
    {"tools/list", ERA_BOTH, say_tools},
    {"tools/call", ERA_BOTH, call_tool},
    {"resources/list", ERA_BOTH, say_resources},
    {"resources/templates/list", ERA_BOTH, say_templates},
    {"resources/read", ERA_BOTH, say_resource},
    {"tasks/get", ERA_MODERN, say_task},
    {"tasks/update", ERA_MODERN, say_task},
    {"tasks/cancel", ERA_MODERN, say_task},
};

static enum mcp_heard
dispatch(struct request *r, struct mcp_message *m, struct mcp_call *call, struct buf *out)
{
	enum era era = m->modern ? ERA_MODERN : ERA_LEGACY;

	for (size_t i = 0; i < ARRAY_LENGTH(METHODS); i++)
		if (str_is(m->method, METHODS[i].name) && (METHODS[i].era & era))
			return METHODS[i].say(r, m, call, out);
	if (!m->modern && str_is(m->method, "server/discover"))
		return refuse(
		    m, out, MCP_BAD_PARAMS, 400, "'_meta' does not say '" META_VERSION "'");
	return refuse(m, out, MCP_NO_METHOD, m->modern ? 404 : 200, "there is no such method");
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
		return refuse(m, out, err.code == ERR_USAGE ? MCP_BAD_PARAMS : MCP_HEADER_MISMATCH,
		    400, err.message);
	if (m->method.n == 0 || !m->id) { /* an answer to what was never asked, or a notification */
		m->http_status = 202;
		return MCP_SILENT;
	}
	if (!m->modern)
		return dispatch(r, m, call, out);
	capabilities = meta_of(m, META_CAPABILITIES);
	if (!capabilities || capabilities->kind != JSON_OBJECT || m->version.n == 0)
		return refuse(
		    m, out, MCP_BAD_PARAMS, 400, "'_meta' does not say '" META_CAPABILITIES "'");
	return str_is(m->version, MCP_MODERN) ? dispatch(r, m, call, out) : refuse_version(m, out);
}
