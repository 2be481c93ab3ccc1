/* SPDX-License-Identifier: MIT */
/*
 * api_guardrail.c: LiteLLM's generic guardrail API: a gateway shows what a model has answered, and is
 * told whether it may go on. Judged is the Python of it, as code that no box of Sluice's will hold:
 * an argument `code` of a tool call, at any depth, and blocks of Markdown that say that they are Python.
 *
 * The policy is the service's own. The parameters that come with a call may be the client's, who
 * would choose a kinder one. What can't be read is blocked.
 */
#include "routes.h"
#include "serving.h"

#include "clock.h"
#include "words.h"

#include <strings.h>

#define PROGRAMS_MAX 128
#define REASON_BYTES_MAX 16384

struct guardrail {
	struct request *r;
	struct policy *policy;
	size_t programs;
	bool blocked;
	struct buf reason;
};

static bool
block(struct guardrail *g, const char *why)
{
	g->blocked = true;
	if (g->reason.n > 0)
		buf_char(&g->reason, '\n');
	buf_text(&g->reason, why);
	return true;
}

/* False: the judgement could not be made. */
static bool
judge_program(struct guardrail *g, struct str code, struct err *err)
{
	struct check_setting at = {.now_us = clock_utc_us(), .without_box = true};
	struct policy_verdict v = {.decision = DECISION_DENY};

	if (g->programs++ >= PROGRAMS_MAX)
		return block(g, "one answer holds too many programs");
	if (!policy_check_at(g->policy, g->r->a, code, &at, &v, err))
		return false;
	if (v.decision == DECISION_ALLOW)
		return true;
	block(g, "");
	policy_reason(g->policy, &v, &g->reason);
	return true;
}

/* -- tool calls ------------------------------------------------------------------------------ */

/* Every `code` below `n`, which is an object or a list. */
static bool
judge_arguments(
    struct guardrail *g, const struct json_doc *d, const struct json_node *n, struct err *err)
{
	for (const struct json_node *m = json_first(d, n); m; m = json_next(d, m)) {
		const struct json_node *value = n->kind == JSON_OBJECT ? m + 1 : m;
		bool is_code = n->kind == JSON_OBJECT && str_is(m->text, "code");
		bool holds = value->kind == JSON_OBJECT || value->kind == JSON_ARRAY;
		if (is_code && value->kind != JSON_STRING && value->kind != JSON_NULL)
			return block(g, "a tool call has an argument 'code' that is not a string");
		if (is_code && value->kind == JSON_STRING && !judge_program(g, value->text, err))
			return false;
		if (holds && !judge_arguments(g, d, value, err))
			return false;
	}
	return true;
}

static bool
judge_call(
    struct guardrail *g, const struct json_doc *d, const struct json_node *call, struct err *err)
{
	const struct json_node *function = json_get(d, call, "function");
	const struct json_node *arguments = function ? json_get(d, function, "arguments") : NULL;
	struct json_doc inner;
	struct err wrong;

	if (!arguments)
		return block(g, "a tool call has no function with arguments and can't be checked");
	if (arguments->kind == JSON_OBJECT)
		return judge_arguments(g, d, arguments, err);
	if (arguments->kind != JSON_STRING)
		return block(g, "a tool call's arguments are not an object and can't be checked");
	if (str_trim(arguments->text).n == 0)
		return true;
	if (!json_parse(
		g->r->a, arguments->text, "arguments", &JSON_LIMITS, &inner, NULL, &wrong) ||
	    json_root(&inner)->kind != JSON_OBJECT)
		return block(
		    g, "a tool call's arguments are not a JSON object and can't be checked");
	return judge_arguments(g, &inner, json_root(&inner), err);
}

/* -- blocks of a text ------------------------------------------------------------------------- */

struct fence {
	char mark;
	size_t length, indent;
	struct str info;
};

/* A line that opens or closes a block (CommonMark 4.5); in lists and quotes it may stand further in. */
static bool
fence_of(struct str line, struct fence *out)
{
	size_t at = 0, from;

	while (at < line.n && (line.p[at] == ' ' || line.p[at] == '\t' || line.p[at] == '>'))
		at++;
	from = at;
	if (at == line.n || (line.p[at] != '`' && line.p[at] != '~'))
		return false;
	while (at < line.n && line.p[at] == line.p[from])
		at++;
	*out = (struct fence){.mark = line.p[from],
	    .length = at - from,
	    .indent = from,
	    .info = str_trim(str_slice(line, at, line.n))};
	return out->length >= 3;
}

/* The first word of what stands behind the fence, without the braces of some dialects. */
static bool
says_python(struct str info)
{
	static const char *const NAMES[] = {"python", "python3", "py", "py3", "ipython"};
	size_t from = 0, to;

	while (from < info.n && strchr("{. ", info.p[from]))
		from++;
	for (to = from; to < info.n && !strchr(" \t}:,{", info.p[to]);)
		to++;
	for (size_t i = 0; i < ARRAY_LENGTH(NAMES); i++)
		if (to - from == strlen(NAMES[i]) &&
		    strncasecmp(info.p + from, NAMES[i], to - from) == 0)
			return true;
	return false;
}

static void
put_line(struct buf *code, struct str line, size_t indent)
{
	size_t at = 0;

	while (at < line.n && at < indent &&
	       (line.p[at] == ' ' || line.p[at] == '\t' || line.p[at] == '>'))
		at++;
	buf_str(code, str_slice(line, at, line.n));
	buf_char(code, '\n');
}

static bool
judge_block(struct guardrail *g, struct buf *code, struct err *err)
{
	bool good = (!code->failed || err_memory(err)) && judge_program(g, buf_view(code), err);

	buf_clear(code);
	return good;
}

/* A block that nothing closes ends with the text. `plain`: any fence ends a block and may open one, as agents
 * read that look for the next three marks; else as CommonMark has it. */
static bool
judge_blocks(struct guardrail *g, struct str text, bool plain, struct err *err)
{
	struct fence open = {0}, here;
	bool good = true, inside = false, python = false;
	struct str line;
	struct buf code;

	buf_init(&code, TASK_BYTES_MAX * 2);
	while (good && str_cut(&text, '\n', &line)) {
		bool is_fence = fence_of(line, &here);
		bool ends = inside && is_fence &&
			    (plain || (here.mark == open.mark && here.length >= open.length &&
					  here.info.n == 0));
		if (ends && python)
			good = judge_block(g, &code, err);
		else if (inside && !ends && python)
			put_line(&code, line, open.indent);
		if ((!inside && is_fence) || (ends && here.info.n > 0)) {
			open = here;
			python = says_python(here.info);
			inside = true;
		} else if (ends)
			inside = false;
	}
	if (good && inside && python)
		good = judge_block(g, &code, err);
	buf_release(&code);
	return good;
}

/* -- a call ---------------------------------------------------------------------------------- */

static bool
judge_answer(struct guardrail *g, const struct json_doc *d, struct err *err)
{
	const struct json_node *calls = json_get(d, json_root(d), "tool_calls");
	const struct json_node *texts = json_get(d, json_root(d), "texts");

	if ((calls && calls->kind != JSON_ARRAY && calls->kind != JSON_NULL) ||
	    (texts && texts->kind != JSON_ARRAY && texts->kind != JSON_NULL))
		return err_set(err, ERR_INPUT, "'texts' and 'tool_calls' must be lists");
	for (const struct json_node *n = json_first(d, calls); n; n = json_next(d, n))
		if (!judge_call(g, d, n, err))
			return false;
	for (const struct json_node *n = json_first(d, texts); n; n = json_next(d, n)) {
		if (n->kind != JSON_STRING)
			return err_set(err, ERR_INPUT, "'texts' has an entry that is not a string");
		if (!judge_blocks(g, n->text, false, err) ||
		    (!g->blocked && !judge_blocks(g, n->text, true, err)))
			return false;
	}
	return true;
}

static void
put_verdict(const struct guardrail *g, struct buf *out)
{
	struct json_writer w;

	json_writer_init(&w, out, false);
	json_format(&w, "{action: %s", g->blocked ? "BLOCKED" : "NONE");
	if (g->blocked)
		json_put_str(&w, "blocked_reason", buf_view(&g->reason));
	json_end_object(&w);
	buf_char(out, '\n');
}

bool
guardrail_http(struct request *r, struct answer *out, struct err *err)
{
	struct guardrail g = {.r = r};
	struct json_doc body;

	if (!json_parse(r->a, r->body, "body", &JSON_LIMITS, &body, NULL, err))
		return false;
	if (!str_is(json_get_text(&body, json_root(&body), "input_type", STR("")), "response")) {
		out->status = 422;
		err_set(err, ERR_INPUT,
		    "'input_type' is not \"response\": only a model's answers are checked");
		return err_help(
		    err, "in LiteLLM's settings, set this guardrail's mode to post_call");
	}
	if (!request_policy(r, STR(""), &g.policy, out, err))
		return false;
	buf_init(&g.reason, REASON_BYTES_MAX);
	bool good = judge_answer(&g, &body, err);
	if (good)
		put_verdict(&g, &out->body);
	buf_release(&g.reason);
	return good;
}
