/* SPDX-License-Identifier: MIT */
/* mcp_methods.c: the methods of each era; a message came through mcp_hear. */
#include "mcp.h"

#include <stdio.h>

#define TASKS "io.modelcontextprotocol/tasks"
#define LIST_TTL_MS 60000

extern const char api_mcp_tools[], api_mcp_templates[];

static const char *const LEGACY[] = {MCP_LEGACY_LAST, "2025-06-18", "2025-03-26", "2024-11-05"};

bool
mcp_legacy_known(struct str version)
{
	for (size_t i = 0; i < ARRAY_LENGTH(LEGACY); i++)
		if (str_is(version, LEGACY[i]))
			return true;
	return false;
}

static void
put_capabilities(struct json_writer *w, bool modern)
{
	json_name(w, "capabilities");
	json_raw(w, modern
			? STR("{\"tools\":{},\"resources\":{},\"extensions\":{\"" TASKS "\":{}}}")
			: STR("{\"tools\":{},\"resources\":{}}"));
	json_put_text(w, "instructions",
	    "Programs run under a policy: call describe_policy before you write one. A refusal is final: change the "
	    "program, do not hide what it does. A run in state awaiting_approval waits for a person, who decides "
	    "elsewhere: ask get_run again later. open_session keeps what your programs make for the next one.");
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

/* -- methods: the members of a result -------------------------------------------------------- */

typedef bool method(
    struct request *r, const struct mcp_message *m, struct json_writer *w, struct err *err);

static bool
put_initialize(
    struct request *r, const struct mcp_message *m, struct json_writer *w, struct err *err)
{
	struct str wanted = json_get_text(&m->doc, m->params, "protocolVersion", STR(""));
	const char *version = MCP_LEGACY_LAST;

	(void)r;
	(void)err;
	for (size_t i = 0; i < ARRAY_LENGTH(LEGACY); i++)
		if (str_is(wanted, LEGACY[i]))
			version = LEGACY[i];
	json_put_text(w, "protocolVersion", version);
	put_capabilities(w, false);
	mcp_server_put(w, "serverInfo");
	return true;
}

static bool
put_discovery(
    struct request *r, const struct mcp_message *m, struct json_writer *w, struct err *err)
{
	(void)r;
	(void)m;
	(void)err;
	put_versions(w, "supportedVersions");
	put_capabilities(w, true);
	return true;
}

/* Each request of a client says anew whether it takes tasks. */
static bool
takes_tasks(const struct mcp_message *m)
{
	const struct json_node *extensions =
	    json_get(&m->doc, mcp_meta(m, META_CAPABILITIES), "extensions");
	const struct json_node *tasks = json_get(&m->doc, extensions, TASKS);

	return m->modern && tasks && tasks->kind == JSON_OBJECT;
}

/* A person's decision never comes by tasks/update: no task asks its client for anything. */
static bool
put_task(struct request *r, const struct mcp_message *m, struct json_writer *w, struct err *err)
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
		       err_set(err, ERR_INPUT, "'inputResponses' must be an object");
	return !run_state_is_open(run.state) ||
	       request_cancel_own(r, &run, STR("the client cancelled it"), err);
}

static enum mcp_heard
refuse_task(struct mcp_message *m, struct buf *out)
{
	m->http_status = 400;
	mcp_error(out, mcp_id(m), MCP_NO_CAPABILITY, "the client does not declare '" TASKS "'",
	    STR("{\"requiredCapabilities\":{\"extensions\":{\"" TASKS "\":{}}}}"));
	return MCP_REFUSED;
}

static enum mcp_heard
call_tool(struct request *r, struct mcp_message *m, struct mcp_call *call, struct buf *out)
{
	const struct json_node *arguments = json_get(&m->doc, m->params, "arguments");
	const struct json_node *token = mcp_meta(m, "progressToken");

	if (!mcp_tool_known(json_get_text(&m->doc, m->params, "name", STR(""))))
		return mcp_refuse(m, out, MCP_BAD_PARAMS, m->modern ? 400 : 200,
		    "unknown tool; tools/list lists the tools");
	if (arguments && arguments->kind != JSON_OBJECT)
		return mcp_refuse(
		    m, out, MCP_BAD_PARAMS, m->modern ? 400 : 200, "'arguments' must be an object");
	*call = (struct mcp_call){.modern = m->modern, .takes_task = takes_tasks(m)};
	snprintf(call->id, sizeof(call->id), "%.*s", STR_ARG(mcp_id(m)));
	if (token && mcp_is_id(&m->doc, token))
		snprintf(
		    call->token, sizeof(call->token), "%.*s", STR_ARG(json_source(&m->doc, token)));
	return mcp_tool_call(r, m, call, out) ? MCP_ANSWERED : MCP_WAITS;
}

enum era { ERA_LEGACY = 1, ERA_MODERN = 2, ERA_BOTH = 3 };
struct method_row {
	const char *name;
	enum era era;
	method *put;               /* or NULL */
	const char *member, *json; /* what never changes, made by documents.py; or NULL */
	const char *scope;         /* of caches that may keep the result; NULL: none */
	int fault, old_fault;      /* what a failure is called, and where the older era differs */
	bool of_tasks, calls;      /* calls: it is the call of a tool */
};
static const struct method_row METHODS[] = {
    {"initialize", ERA_LEGACY, .put = put_initialize},
    {"ping", ERA_LEGACY, .put = NULL},
    {"server/discover", ERA_MODERN, .put = put_discovery, .scope = "public"},
    {"tools/list", ERA_BOTH, .member = "tools", .json = api_mcp_tools, .scope = "public"},
    {"tools/call", ERA_BOTH, .calls = true},
    {"resources/list", ERA_BOTH, .put = mcp_resources_put, .scope = "private",
	.fault = MCP_INTERNAL},
    {"resources/templates/list", ERA_BOTH, .member = "resourceTemplates", .json = api_mcp_templates,
	.scope = "public"},
    {"resources/read", ERA_BOTH, .put = mcp_resource_read, .scope = "private",
	.fault = MCP_BAD_PARAMS, .old_fault = MCP_NO_RESOURCE},
    {"tasks/get", ERA_MODERN, .put = put_task, .fault = MCP_BAD_PARAMS, .of_tasks = true},
    {"tasks/update", ERA_MODERN, .put = put_task, .fault = MCP_BAD_PARAMS, .of_tasks = true},
    {"tasks/cancel", ERA_MODERN, .put = put_task, .fault = MCP_BAD_PARAMS, .of_tasks = true},
};

static enum mcp_heard
say(const struct method_row *row, struct request *r, struct mcp_message *m, struct buf *out)
{
	struct err err = {.code = ERR_NONE};
	struct json_writer w;

	mcp_result_begin(&w, out, mcp_id(m), mcp_complete(m));
	bool good = !row->put || row->put(r, m, &w, &err);
	if (row->json) {
		json_name(&w, row->member);
		json_raw(&w, str_from(row->json));
	}
	if (m->modern && row->scope)
		json_format(&w, "ttlMs: %u, cacheScope: %s", LIST_TTL_MS, row->scope);
	mcp_result_end(&w, m->modern);
	return good ? MCP_ANSWERED
		    : mcp_refuse_failed(r, m, out,
			  !m->modern && row->old_fault ? row->old_fault : row->fault, &err);
}

enum mcp_heard
mcp_dispatch(struct request *r, struct mcp_message *m, struct mcp_call *call, struct buf *out)
{
	enum era era = m->modern ? ERA_MODERN : ERA_LEGACY;

	for (size_t i = 0; i < ARRAY_LENGTH(METHODS); i++) {
		const struct method_row *row = &METHODS[i];
		if (!str_is(m->method, row->name) || !(row->era & era))
			continue;
		if (row->of_tasks && !takes_tasks(m))
			return refuse_task(m, out);
		return row->calls ? call_tool(r, m, call, out) : say(row, r, m, out);
	}
	if (!m->modern && str_is(m->method, "server/discover"))
		return mcp_refuse(
		    m, out, MCP_BAD_PARAMS, 400, "'_meta' does not say '" META_VERSION "'");
	return mcp_refuse(m, out, MCP_NO_METHOD, m->modern ? 404 : 200, "there is no such method");
}
