/* SPDX-License-Identifier: MIT */
/* mcp_methods.c: the methods of each era; a message came through mcp_hear. */
#include "mcp.h"

#include <stdio.h>

#define TASKS "io.modelcontextprotocol/tasks"
#define LIST_TTL_MS 60000

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
	    "elsewhere: ask get_run again later. open_session keeps what your programs make for the next one.");
}

static void
put_cache(struct json_writer *w, bool modern, const char *scope)
{
	if (!modern)
		return;
	json_put_number(w, "ttlMs", LIST_TTL_MS);
	json_put_text(w, "cacheScope", scope);
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
	mcp_result_begin(&w, out, mcp_id(m), NULL);
	json_put_text(&w, "protocolVersion", version);
	put_capabilities(&w, false);
	mcp_server_put(&w, "serverInfo");
	mcp_result_end(&w, false);
	return MCP_ANSWERED;
}

static enum mcp_heard
say_discover(struct request *r, struct mcp_message *m, struct mcp_call *call, struct buf *out)
{
	struct json_writer w;

	(void)r;
	(void)call;
	mcp_result_begin(&w, out, mcp_id(m), MCP_COMPLETE);
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
	mcp_result_begin(&w, out, mcp_id(m), mcp_complete(m));
	mcp_result_end(&w, m->modern);
	return MCP_ANSWERED;
}

static enum mcp_heard
say_tools(struct request *r, struct mcp_message *m, struct mcp_call *call, struct buf *out)
{
	struct json_writer w;
	struct err err;

	(void)call;
	mcp_result_begin(&w, out, mcp_id(m), mcp_complete(m));
	bool good = mcp_tools_put(r->a, &w, &err);
	put_cache(&w, m->modern, "public");
	mcp_result_end(&w, m->modern);
	return good ? MCP_ANSWERED : mcp_refuse_failed(r, m, out, MCP_INTERNAL, &err);
}

static enum mcp_heard
say_templates(struct request *r, struct mcp_message *m, struct mcp_call *call, struct buf *out)
{
	struct json_writer w;

	(void)r;
	(void)call;
	mcp_result_begin(&w, out, mcp_id(m), mcp_complete(m));
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
	mcp_result_begin(&w, out, mcp_id(m), mcp_complete(m));
	bool good = mcp_resources_put(r, &w, &err);
	put_cache(&w, m->modern, "private");
	mcp_result_end(&w, m->modern);
	return good ? MCP_ANSWERED : mcp_refuse_failed(r, m, out, MCP_INTERNAL, &err);
}

static enum mcp_heard
say_resource(struct request *r, struct mcp_message *m, struct mcp_call *call, struct buf *out)
{
	struct json_writer w;
	struct err err = {.code = ERR_NONE};

	(void)call;
	mcp_result_begin(&w, out, mcp_id(m), mcp_complete(m));
	bool good =
	    mcp_resource_read(r, json_get_text(&m->doc, m->params, "uri", STR("")), &w, &err);
	put_cache(&w, m->modern, "private");
	mcp_result_end(&w, m->modern);
	return good ? MCP_ANSWERED
		    : mcp_refuse_failed(
			  r, m, out, m->modern ? MCP_BAD_PARAMS : MCP_NO_RESOURCE, &err);
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
		       err_set(err, ERR_INPUT, "'inputResponses' must be an object");
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
		mcp_error(out, mcp_id(m), MCP_NO_CAPABILITY,
		    "the client does not declare '" TASKS "'",
		    STR("{\"requiredCapabilities\":{\"extensions\":{\"" TASKS "\":{}}}}"));
		return MCP_REFUSED;
	}
	mcp_result_begin(&w, out, mcp_id(m), MCP_COMPLETE);
	bool good = do_task(r, m, &w, &err);
	mcp_result_end(&w, true);
	return good ? MCP_ANSWERED : mcp_refuse_failed(r, m, out, MCP_BAD_PARAMS, &err);
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

enum mcp_heard
mcp_dispatch(struct request *r, struct mcp_message *m, struct mcp_call *call, struct buf *out)
{
	enum era era = m->modern ? ERA_MODERN : ERA_LEGACY;

	for (size_t i = 0; i < ARRAY_LENGTH(METHODS); i++)
		if (str_is(m->method, METHODS[i].name) && (METHODS[i].era & era))
			return METHODS[i].say(r, m, call, out);
	if (!m->modern && str_is(m->method, "server/discover"))
		return mcp_refuse(
		    m, out, MCP_BAD_PARAMS, 400, "'_meta' does not say '" META_VERSION "'");
	return mcp_refuse(m, out, MCP_NO_METHOD, m->modern ? 404 : 200, "there is no such method");
}
