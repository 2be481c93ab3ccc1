/* SPDX-License-Identifier: MIT */
/*
 * body.c: a task out of a request. The body has the members of a task file, but that
 *
 * - `inputs` bring their bytes: {"name", "text"} or {"name", "base64"}, with `sensitive`, `about` and
 *   `columns` as there;
 * - `code` is the program itself, so no model is asked;
 * - `policy` is a name that this service offers, never a path;
 * - there is no `model`: the service's operator chooses it;
 * - `tool` publishes one (its `source` is in it), and `retire`, {"tool", "reason"}, ends the use of one: then task and
 *   program follow from that, as `sluice tool` makes them;
 * - `idempotency_key` does what the header Idempotency-Key does;
 * - `request` is the envelope of a signed request (api_requests.c).
 *
 * It is written as a task file that lies nowhere, so that one loader judges both.
 */
#include "serving.h"

#include "tools_kept.h"

#define INPUTS_MAX 64

struct writing {
	struct request *r;
	struct json_doc doc;
	struct json_writer w;
	struct policy_source *files; /* the task, the code, the inputs, the replies */
	size_t count;
	bool has_goal, has_output, has_code, has_tool;
	struct str policy;
	struct err *err;
};

static bool
is_copied(struct str name)
{
	static const char *const NAMES[] = {"goal", "profile", "data", "output", "limits",
	    "budgets", "review", "explain", "tools", "tool"};

	for (size_t i = 0; i < ARRAY_LENGTH(NAMES); i++)
		if (str_is(name, NAMES[i]))
			return true;
	return false;
}

static bool
add_file(struct writing *q, struct str name, struct str text)
{
	if (!name.p)
		return err_memory(q->err);
	q->files[q->count++] = (struct policy_source){.name = name, .text = text};
	return true;
}

static bool
decode(struct writing *q, const struct json_node *n, struct str *out)
{
	struct str text = n->text;
	size_t padding = str_ends(text, STR("==")) ? 2 : str_ends(text, STR("=")) ? 1 : 0;
	size_t size = text.n / 4 * 3 - (text.n >= 4 ? padding : 0);
	char *bytes = arena_alloc(q->r->a, size + 1);

	if (!bytes)
		return err_memory(q->err);
	if (n->kind != JSON_STRING || !base64_read(text, bytes, size))
		return json_err(&q->doc, n, q->err, "'base64' is not valid base64 (RFC 4648)");
	*out = (struct str){bytes, size};
	return true;
}

static bool
take_input(struct writing *q, const struct json_node *n, size_t nth)
{
	static const char *const words[] = {"sensitive", "about", "columns"};
	const struct json_node *text = json_get(&q->doc, n, "text");
	const struct json_node *base64 = json_get(&q->doc, n, "base64");
	size_t more = 0;
	struct str bytes = STR("");
	char *path = arena_printf(q->r->a, "inputs/%zu", nth);

	for (size_t i = 0; i < ARRAY_LENGTH(words); i++)
		more += json_get(&q->doc, n, words[i]) != NULL;
	if (n->kind != JSON_OBJECT || !text == !base64 || n->count != 2u + more ||
	    !json_get(&q->doc, n, "name"))
		return json_err(&q->doc, n, q->err,
		    "an input needs a 'name' and either 'text' or 'base64'; 'sensitive', 'about' and 'columns' are optional");
	if (text && text->kind != JSON_STRING)
		return json_err(&q->doc, text, q->err, "'text' must be a string");
	if (text)
		bytes = text->text;
	else if (!decode(q, base64, &bytes))
		return false;
	json_format(&q->w, "{path: %s", path);
	json_name(&q->w, "name");
	json_tree(&q->w, &q->doc, json_get(&q->doc, n, "name"));
	for (size_t i = 0; i < ARRAY_LENGTH(words); i++)
		if (json_get(&q->doc, n, words[i])) {
			json_name(&q->w, words[i]);
			json_tree(&q->w, &q->doc, json_get(&q->doc, n, words[i]));
		}
	json_end_object(&q->w);
	return add_file(q, str_from(path), bytes);
}

static bool
take_inputs(struct writing *q, const struct json_node *list)
{
	size_t nth = 0;

	if (list->kind != JSON_ARRAY || list->count > INPUTS_MAX)
		return json_err(&q->doc, list, q->err,
		    "'inputs' must be a list of at most %d files", INPUTS_MAX);
	json_open_array(&q->w, "inputs");
	for (const struct json_node *n = json_first(&q->doc, list); n; n = json_next(&q->doc, n))
		if (!take_input(q, n, nth++))
			return false;
	json_end_array(&q->w);
	return true;
}

/* As a text, byte for byte, or as an object, of which there is one canonical text. */
static bool
take_request(struct writing *q, const struct json_node *n, struct str *out)
{
	struct buf text;

	if (n->kind != JSON_STRING && n->kind != JSON_OBJECT)
		return json_err(&q->doc, n, q->err, "'request' must be an envelope or its text");
	if (n->kind == JSON_STRING) {
		*out = n->text;
		return n->text.n > 0 ||
		       json_err(&q->doc, n, q->err, "'request' must be an envelope or its text");
	}
	buf_init(&text, ENVELOPE_BYTES_MAX);
	if (json_canonical(&q->doc, n, &text, q->err))
		return request_keep(q->r, &text, out, q->err);
	buf_release(&text);
	return false;
}

/* A version is named, so that what is signed says which. */
static bool
take_retire(struct writing *q, const struct json_node *n, struct sent_task *sent)
{
	struct str word = json_get_text(&q->doc, n, "tool", STR(""));
	struct str reason = str_trim(json_get_text(&q->doc, n, "reason", STR("")));
	struct tool tool = {.version = 0};

	if (n->kind != JSON_OBJECT || n->count != 2 || reason.n < TOOL_REASON_MIN ||
	    !tool_wanted(word, &tool.name, &tool.version) || tool.version == 0)
		return json_err(&q->doc, n, q->err,
		    "'retire' is {\"tool\": NAME@VERSION, \"reason\": at least %d characters}",
		    TOOL_REASON_MIN);
	if (q->has_goal || q->has_output || q->has_code || q->has_tool)
		return json_err(&q->doc, n, q->err, "a task that retires a tool does nothing else");
	char *goal = tool_retiring_goal(q->r->a, &tool, reason);
	if (!goal)
		return err_memory(q->err);
	sent->retires = word;
	json_format(&q->w, "goal: %s, output: =%s", goal, TOOL_RETIRING_OUTPUT);
	q->has_goal = q->has_output = q->has_code = true;
	return add_file(q, STR("program.py"), STR(TOOL_RETIRING_PROGRAM));
}

static bool
take_member(struct writing *q, const struct json_node *name, struct sent_task *sent)
{
	const struct json_node *value = name + 1;
	bool beside = str_is(name->text, "request") || str_is(name->text, "policy");

	if (sent->retires.n > 0 && !beside)
		return json_err(
		    &q->doc, name, q->err, "a task that retires a tool does nothing else");
	if (str_is(name->text, "inputs"))
		return take_inputs(q, value);
	if (is_copied(name->text)) {
		q->has_goal = q->has_goal || str_is(name->text, "goal");
		q->has_output = q->has_output || str_is(name->text, "output");
		q->has_tool = q->has_tool || str_is(name->text, "tool");
		json_name_str(&q->w, name->text);
		json_tree(&q->w, &q->doc, value);
		return true;
	}
	if (str_is(name->text, "request"))
		return take_request(q, value, &sent->request);
	if (str_is(name->text, "retire"))
		return take_retire(q, value, sent);
	if (value->kind != JSON_STRING)
		return json_err(&q->doc, value, q->err, "'%.*s' is unknown or not a string",
		    STR_ARG(name->text));
	if (str_is(name->text, "code")) {
		q->has_code = true;
		return add_file(q, STR("program.py"), value->text);
	}
	if (str_is(name->text, "policy")) {
		q->policy = value->text;
		return true;
	}
	if (str_is(name->text, "idempotency_key")) {
		sent->idempotency_key = arena_text(q->r->a, value->text);
		return sent->idempotency_key || err_memory(q->err);
	}
	json_err(&q->doc, name, q->err, "unknown member '%.*s'", STR_ARG(name->text));
	return err_help(q->err, "docs/service.md describes a task's members");
}

/* A path would be read from this machine. */
static bool
take_policy(struct writing *q, const char **out)
{
	const char *usual = q->r->serving->o->policy;

	if (q->policy.n == 0 && !usual) {
		err_set(q->err, ERR_INPUT, "the task names no policy");
		return err_help(q->err, "GET /v1/policies lists this service's policies");
	}
	*out = q->policy.n > 0 ? arena_text(q->r->a, q->policy) : usual;
	if (!*out)
		return err_memory(q->err);
	if (q->policy.n == 0 || (!strchr(*out, '/') && !str_ends(q->policy, STR(".yaml"))))
		return true;
	err_set(q->err, ERR_INPUT, "'policy' must be a name here, not a path");
	return err_help(q->err, "GET /v1/policies lists this service's policies");
}

static bool
put_model(struct writing *q)
{
	const struct serving *s = q->r->serving;

	if (q->has_code || q->has_tool)
		return true;
	if (s->model.count == 0) {
		err_set(q->err, ERR_INPUT, "this service has no model");
		return err_help(
		    q->err, "send the program as 'code', or start the service with --model");
	}
	json_name(&q->w, "model");
	json_tree(&q->w, &s->model, json_root(&s->model));
	return !s->model_file || add_file(q, str_from(s->model_file), s->model_replies);
}

static bool
write_task(struct writing *q, struct sent_task *sent)
{
	const struct json_node *root = json_root(&q->doc);

	if (root->kind != JSON_OBJECT)
		return json_err(&q->doc, root, q->err, "a task must be an object");
	json_object(&q->w);
	for (const struct json_node *n = json_first(&q->doc, root); n; n = json_next(&q->doc, n))
		if (!take_member(q, n, sent))
			return false;
	if (!q->has_goal && q->has_code)
		json_put_text(&q->w, "goal", "no goal was given");
	if (!q->has_output && !q->has_tool)
		json_format(&q->w, "output: {schema: {}}");
	json_put_text(&q->w, "policy", "by-name");
	if (!put_model(q))
		return false;
	json_end_object(&q->w);
	return true;
}

/* All that is wrong with it; the first one leads. Its places are of a text that nobody has. */
static bool
tell(struct err_list *errs, struct answer *answer, struct err *err)
{
	for (size_t i = 0; i < errs->count; i++) {
		errs->items[i].file[0] = '\0';
		errs->items[i].line = 0;
	}
	*err = errs->items[0];
	answer->errors = errs;
	answer->status = fault_is_own(err) ? 503 : 422;
	return false;
}

bool
body_task(struct request *r, struct sent_task *out, struct answer *answer, struct err *err)
{
	struct writing q = {.r = r, .err = err};
	struct err_list *errs = arena_alloc(r->a, sizeof(*errs));
	struct task_request ask = {
	    .path = "task.json", .trust = r->serving->trust_path, .loads = &r->loads};
	struct err ignored;
	struct buf text;
	struct str kept;

	*out = (struct sent_task){.task = NULL};
	q.files = arena_array(r->a, INPUTS_MAX + 3, sizeof(*q.files));
	if (!errs || !q.files)
		return err_memory(err);
	if (!json_parse(r->a, r->body, "body", &JSON_LIMITS, &q.doc, NULL, err))
		return false;
	json_begin(&q.w, &text, TASK_BYTES_MAX * 2);
	bool good = write_task(&q, out) && take_policy(&q, &ask.policy);
	if (!request_keep(r, &text, &kept, good ? err : &ignored) || !good)
		return false;
	(void)add_file(&q, STR("task.json"), kept);
	ask.code = q.has_code ? "program.py" : NULL;
	return task_load_sent(r->a, &ask, q.files, q.count, &out->task, errs) ||
	       tell(errs, answer, err);
}
