/* SPDX-License-Identifier: MIT */
/*
 * mcp_tools.c: each tool is a handler of the HTTP interface, called with the tool's arguments as its
 * body: what may be asked and what is told is said once.
 */
#include "mcp.h"
#include "routes.h"

#include "clock.h"

#include <stdio.h>

#define WAIT_MOST_S 50

typedef bool tool(struct request *r, const struct mcp_message *m, struct mcp_call *call,
    struct answer *out, struct err *err);

static const struct json_node *
argument(const struct mcp_message *m, const char *name)
{
	return json_get(&m->doc, json_get(&m->doc, m->params, "arguments"), name);
}

static struct str
text_argument(const struct mcp_message *m, const char *name)
{
	return json_get_text(&m->doc, json_get(&m->doc, m->params, "arguments"), name, STR(""));
}

static bool
code_argument(const struct mcp_message *m, struct str *out, struct err *err)
{
	const struct json_node *code = argument(m, "code");

	*out = code ? code->text : STR("");
	return (code && code->kind == JSON_STRING) ||
	       err_set(err, ERR_INPUT, "'code' is missing or not a string");
}

/* Only what is there is known here: a misspelt limit must not be no limit. */
static bool
only_these(const struct mcp_message *m, const char *first, const char *second, struct err *err)
{
	const struct json_node *all = json_get(&m->doc, m->params, "arguments");

	for (const struct json_node *n = json_first(&m->doc, all); n; n = json_next(&m->doc, n))
		if (!str_is(n->text, first ? first : "") &&
		    !str_is(n->text, second ? second : "")) {
			err_set(err, ERR_INPUT, "unknown member '%.*s'",
			    n->text.n > 60 ? 60 : (int)n->text.n, n->text.p);
			return err_help(err, "tools/list gives the arguments of each tool");
		}
	return true;
}

/* -- the tools ------------------------------------------------------------------------------- */

static void
await(struct mcp_call *call, const struct stored_run *run)
{
	memcpy(call->run, run->id, sizeof(call->run));
	call->owner = true;
	call->until_us =
	    clock_us() + (int64_t)(call->takes_task ? MCP_TASK_AFTER_S : MCP_WAIT_S) * 1000000;
}

static bool
begin_run(struct request *r, struct mcp_call *call, struct answer *out, struct err *err)
{
	struct stored_run run;

	if (!request_submit(r, out, &run, err))
		return false;
	await(call, &run);
	return true;
}

static bool
run_task_tool(struct request *r, const struct mcp_message *m, struct mcp_call *call,
    struct answer *out, struct err *err)
{
	if (argument(m, "code"))
		return err_set(
		    err, ERR_INPUT, "run_task takes no 'code': use execute_code to run a program");
	if (text_argument(m, "goal").n == 0)
		return err_set(
		    err, ERR_INPUT, "'goal' is missing: say in words what the program is to do");
	return begin_run(r, call, out, err);
}

static bool
execute_tool(struct request *r, const struct mcp_message *m, struct mcp_call *call,
    struct answer *out, struct err *err)
{
	struct str code;

	return code_argument(m, &code, err) && begin_run(r, call, out, err);
}

static void
put_session(const struct interpreter_told *told, struct buf *out)
{
	struct json_writer w;

	json_writer_init(&w, out, false);
	json_format(
	    &w, "{session_id: %s, open: %d, cells: %ld}", told->id, !told->over[0], told->cells);
}

static bool
open_tool(struct request *r, const struct mcp_message *m, struct mcp_call *call, struct answer *out,
    struct err *err)
{
	struct interpreter_told told;

	(void)m;
	(void)call;
	if (!interpreter_begin(r, out, &told, err))
		return false;
	put_session(&told, &out->body);
	return true;
}

static bool
cell_tool(struct request *r, const struct mcp_message *m, struct mcp_call *call, struct answer *out,
    struct err *err)
{
	struct stored_run run;
	struct str code;

	if (!only_these(m, "session_id", "code", err) || !code_argument(m, &code, err) ||
	    !interpreter_cell(r, out, text_argument(m, "session_id"), code, &run, err))
		return false;
	await(call, &run);
	return true;
}

static bool
close_tool(struct request *r, const struct mcp_message *m, struct mcp_call *call,
    struct answer *out, struct err *err)
{
	struct interpreter_told told = {.over = "it was closed"};
	struct str id = text_argument(m, "session_id");

	(void)call;
	if (!only_these(m, "session_id", NULL, err) ||
	    !interpreter_close(r, out, id, false, &told.cells, err))
		return false;
	snprintf(told.id, sizeof(told.id), "%.*s", STR_ARG(id));
	put_session(&told, &out->body);
	return true;
}

static bool
check_tool(struct request *r, const struct mcp_message *m, struct mcp_call *call,
    struct answer *out, struct err *err)
{
	(void)call;
	return only_these(m, "code", "policy", err) && check_http(r, out, err);
}

static bool
get_run_tool(struct request *r, const struct mcp_message *m, struct mcp_call *call,
    struct answer *out, struct err *err)
{
	const struct json_node *wait = argument(m, "wait_s");
	struct stored_run run;
	int64_t seconds = 0;

	if (!only_these(m, "run_id", "wait_s", err))
		return false;
	if (wait && (!json_int(wait, &seconds) || seconds < 0 || seconds > WAIT_MOST_S))
		return err_set(err, ERR_INPUT, "'wait_s' must be from 0 to %d", WAIT_MOST_S);
	r->parts[0] = text_argument(m, "run_id");
	if (!request_run(r, out, &run, err))
		return false;
	memcpy(call->run, run.id, sizeof(call->run));
	call->knows_wait = run.state == STATE_AWAITING_APPROVAL;
	call->until_us = clock_us() + seconds * 1000000;
	return true;
}

static bool
cancel_tool(struct request *r, const struct mcp_message *m, struct mcp_call *call,
    struct answer *out, struct err *err)
{
	struct stored_run run;

	if (!only_these(m, "run_id", NULL, err))
		return false;
	r->parts[0] = text_argument(m, "run_id");
	if (!request_run(r, out, &run, err) ||
	    !request_cancel_own(r, &run, STR("its requester cancelled it"), err))
		return false;
	memcpy(call->run, run.id, sizeof(call->run));
	call->until_us = clock_us() + (int64_t)WAIT_MOST_S * 1000000;
	return true;
}

static const struct {
	const char *name;
	unsigned right;
	tool *run;
	handler *http; /* without `run`: of what the argument `of` names, if there is one */
	const char *of;
} TOOLS[] = {
    {"run_task", RIGHT_SUBMIT, .run = run_task_tool},
    {"execute_code", RIGHT_SUBMIT, .run = execute_tool},
    {"open_session", RIGHT_SUBMIT, .run = open_tool},
    {"run_cell", RIGHT_SUBMIT, .run = cell_tool},
    {"close_session", RIGHT_SUBMIT, .run = close_tool},
    {"check_code", RIGHT_CHECK, .run = check_tool},
    {"get_run", RIGHT_READ, .run = get_run_tool},
    {"cancel_run", RIGHT_SUBMIT, .run = cancel_tool},
    {"list_policies", RIGHT_READ, .http = policies_list_http},
    {"describe_policy", RIGHT_READ, .http = policies_show_http, .of = "policy"},
    {"list_tools", RIGHT_READ, .http = tools_list_http},
    {"describe_tool", RIGHT_READ, .http = tools_show_http, .of = "tool"},
};

bool
mcp_tool_known(struct str name)
{
	for (size_t i = 0; i < ARRAY_LENGTH(TOOLS); i++)
		if (str_is(name, TOOLS[i].name))
			return true;
	return false;
}

/* -- calling --------------------------------------------------------------------------------- */

static bool
ask_http(struct request *r, const struct mcp_message *m, handler *http, const char *of,
    struct answer *out, struct err *err)
{
	if (of)
		r->parts[0] = text_argument(m, of);
	return only_these(m, of, NULL, err) && http(r, out, err);
}

static bool
run_tool(struct request *r, const struct mcp_message *m, struct mcp_call *call,
    struct answer *answer, struct err *err)
{
	struct str name = json_get_text(&m->doc, m->params, "name", STR(""));
	const struct json_node *arguments = json_get(&m->doc, m->params, "arguments");

	r->body = arguments ? json_source(&m->doc, arguments) : STR("{}");
	for (size_t i = 0; i < ARRAY_LENGTH(TOOLS); i++) {
		if (!str_is(name, TOOLS[i].name))
			continue;
		if ((r->who->rights & TOOLS[i].right) == TOOLS[i].right)
			return TOOLS[i].run
				   ? TOOLS[i].run(r, m, call, answer, err)
				   : ask_http(r, m, TOOLS[i].http, TOOLS[i].of, answer, err);
		answer->status = 403;
		return err_set(err, ERR_REFUSED, "the token of '%s' may not do this", r->who->id);
	}
	return err_set(err, ERR_INPUT, "unknown tool");
}

bool
mcp_tool_call(
    struct request *r, const struct mcp_message *m, struct mcp_call *call, struct buf *out)
{
	struct answer answer = {.status = 0};
	struct err err = {.code = ERR_NONE};

	buf_init(&answer.body, MCP_ANSWER_BYTES_MAX);
	bool good = run_tool(r, m, call, &answer, &err);
	if (!good)
		answer_problem(&answer, &err, &r->trace);
	bool waits = good && call->run[0];
	if (!waits)
		mcp_answer_put(r->a, call, &answer, !good, NULL, out);
	buf_release(&answer.body);
	return !waits;
}
