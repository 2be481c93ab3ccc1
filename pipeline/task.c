/* SPDX-License-Identifier: MIT */
/*
 * Task files and requests. The document is judged by task.schema.json first; what is read after
 * that has the right shape, so that the code below only takes values over and checks what a schema
 * can't say: names, files, the policy's ceilings.
 */
#include "task_loader.h"

#include "file.h"
#include "yaml.h"

#include <inttypes.h>
#include <stdio.h>

#define INPUT_BYTES_MAX ((size_t)64 << 20)
#define CODE_BYTES_MAX ((size_t)1 << 20)
#define INPUTS_MAX 64 /* as many as the sandbox takes */
#define TRIALS_MAX 4

extern const char task_schema[];
extern const size_t task_schema_bytes;

struct str
task_schema_text(void)
{
	return (struct str){task_schema, task_schema_bytes};
}

bool
task_add(struct task_loader *l, struct err *err)
{
	return err_list_add(l->errs, err);
}

bool
task_memory(struct task_loader *l)
{
	return err_list_memory(l->errs);
}

/* Sets the error at a node of the task file, or in the request where the node is NULL. */
bool
task_add_at(struct task_loader *l, const struct json_node *n, struct err *err)
{
	unsigned line, column;

	if (n) {
		text_place(l->doc.source, n->at, &line, &column);
		struct str written = json_source(&l->doc, n);
		err_place(err, l->doc.file, line, column, (unsigned)utf8_length(written));
	}
	return task_add(l, err);
}

bool
task_refuse(
    struct task_loader *l, const struct json_node *n, const char *help, const char *format, ...)
{
	char words[ERR_MESSAGE_BYTES];
	struct err err;
	va_list args;

	va_start(args, format);
	(void)vsnprintf(words, sizeof(words), format, args);
	va_end(args);
	err_set(&err, n ? ERR_INPUT : ERR_USAGE, "%s", words);
	if (help)
		err_help(&err, "%s", help);
	return task_add_at(l, n, &err);
}

bool
task_int(struct task_loader *l, const struct json_node *n, int64_t *out)
{
	struct str written;

	if (!n || json_int(n, out))
		return n != NULL;
	written = json_source(&l->doc, n);
	return task_refuse(l, n, "write it without a fraction or exponent, in at most 18 digits",
	    "the number %.*s is not a plain integer", STR_ARG(written));
}

bool
task_read(struct task_loader *l, const char *path, size_t max, struct str *out, struct err *err)
{
	const struct task_stored *stored = l->stored;

	if (!stored)
		return file_read(l->arena, path, max, out, err);
	for (size_t i = 0; i < stored->count; i++)
		if (str_is(stored->files[i].name, path)) {
			*out = stored->files[i].text;
			return out->n <= max ||
			       err_set(err, ERR_LIMIT, "'%s' is larger than %zu bytes", path, max);
		}
	return err_set(err, ERR_INPUT, "the stored task has no file '%s'", path);
}

static bool
input_name_is_taken(const struct task_loader *l, struct str name)
{
	for (size_t i = 0; i < l->task->input_count; i++)
		if (str_eq(l->task->inputs[i].name, name))
			return true;
	return false;
}

/* A name is one that no program and no person can misread: no folder, no leading dot or dash,
 * nothing invisible. */
static bool
input_name_is_plain(struct str name)
{
	if (name.n == 0 || name.n > 128 || name.p[0] == '.' || name.p[0] == '-' ||
	    utf8_invalid_at(name) != name.n)
		return false;
	for (size_t at = 0; at < name.n;) {
		int32_t c = utf8_next(name, &at);
		if (c == '/' || c == '\\' || codepoint_is_invisible((uint32_t)c))
			return false;
	}
	return true;
}

static bool
add_input(
    struct task_loader *l, const char *path, struct str name, const struct json_node *named_at)
{
	struct task_input *input = &l->task->inputs[l->task->input_count];
	struct err err;

	if (!path)
		return task_memory(l);
	if (l->task->input_count == INPUTS_MAX)
		return task_refuse(l, named_at, NULL, "more than %d inputs", INPUTS_MAX);
	if (!input_name_is_plain(name))
		return task_refuse(l, named_at,
		    "use a plain file name, without folders and not beginning with '.' or '-'",
		    "'%.*s' is not a name for an input", STR_ARG(name));
	if (input_name_is_taken(l, name))
		return task_refuse(l, named_at, "give one of them another 'name'",
		    "two inputs are named '%.*s'", STR_ARG(name));
	if (!task_read(l, path, INPUT_BYTES_MAX, &input->bytes, &err))
		return task_add_at(l, named_at, &err);
	input->name = name;
	digest_hex_of(input->bytes, input->sha256);
	l->task->input_count++;
	return true;
}

/* The data dictionary: what the file is, and what its columns mean. */
static bool
take_words(struct task_loader *l, const struct json_node *n, struct task_input *input)
{
	const struct json_node *columns = json_get(&l->doc, n, "columns");

	input->about = json_get_text(&l->doc, n, "about", STR(""));
	if (!columns)
		return true;
	input->meanings = arena_array(l->arena, columns->count, sizeof(*input->meanings));
	if (!input->meanings)
		return task_memory(l);
	for (const struct json_node *c = json_first(&l->doc, columns); c; c = json_next(&l->doc, c))
		input->meanings[input->meaning_count++] =
		    (struct planner_meaning){c->text, c[1].text, false};
	return true;
}

static void
load_inputs(struct task_loader *l)
{
	const struct json_node *list = json_get(&l->doc, l->root, "inputs");

	for (const struct json_node *n = json_first(&l->doc, list); n; n = json_next(&l->doc, n)) {
		struct str path =
		    n->kind == JSON_OBJECT ? json_get_text(&l->doc, n, "path", STR("")) : n->text;
		char *written = arena_text(l->arena, path);
		struct str name = str_from(written ? path_base(written) : "");
		char *seen = written ? path_beside(l->arena, l->doc.file, written) : NULL;
		if (n->kind == JSON_OBJECT)
			name = json_get_text(&l->doc, n, "name", name);
		if (add_input(l, seen, name, n) && n->kind == JSON_OBJECT)
			(void)take_words(l, n, &l->task->inputs[l->task->input_count - 1]);
	}
	for (size_t i = 0; i < l->request->input_count; i++)
		(void)add_input(
		    l, l->request->inputs[i], str_from(path_base(l->request->inputs[i])), NULL);
}

/* The policy's limits, and what the task's file lowers of them. */
static void
load_limits(struct task_loader *l)
{
	const struct json_node *limits = json_get(&l->doc, l->root, "limits");

	l->task->limits = policy_settings_of(l->task->policy)->limits;
	for (size_t i = 0; i < LIMITS; i++) {
		const struct limit *one = &LIMIT_LIST[i];
		const struct json_node *n = json_get(&l->doc, limits, one->name);
		int64_t wanted, most = limits_get(&l->task->limits, i);

		if (!task_int(l, n, &wanted))
			continue;
		if (!limit_is_more(i, wanted * one->unit, most)) {
			limits_set(&l->task->limits, i, wanted * one->unit);
			continue;
		}
		(void)task_refuse(l, n, "a task may lower the policy's limits, not raise them",
		    "'%s: %" PRId64 "' is more than the policy's %" PRId64, one->name, wanted,
		    most / one->unit);
	}
}

static bool
judge_framing(struct task_loader *l)
{
	const struct json_node *output = json_get(&l->doc, l->root, "output");
	struct str only = policy_settings_of(l->task->policy)->framing;

	if (only.n == 0 || str_is(only, output_framing_name(l->task->framing)))
		return true;
	return task_refuse(l, json_get(&l->doc, output, "framing"),
	    "a task may not choose another one than its policy names",
	    "the policy wants the framing '%.*s'", STR_ARG(only));
}

/* A model that may not see a program's output can't explain it. */
static bool
judge_explain(struct task_loader *l, const struct json_node *explain)
{
	if (!l->task->explain || policy_settings_of(l->task->policy)->program_output)
		return true;
	return task_refuse(l, explain,
	    "remove 'explain'; it needs 'prompt: {program_output: true}' in the policy",
	    "the policy does not let the model see the answer");
}

/* An error of a policy that stands at no place is told where the task names that policy. */
static void
place_error(struct task_loader *l, size_t before, const struct json_node *n)
{
	unsigned line, column;

	if (l->errs->count != before + 1 || l->errs->items[before].line != 0)
		return;
	text_place(l->doc.source, n->at, &line, &column);
	err_place(&l->errs->items[before], l->doc.file, line, column, (unsigned)(n->end - n->at));
}

static bool
load_stored_policy(struct task_loader *l, const char *name)
{
	char *path = path_beside(l->arena, l->doc.file, name ? name : "");

	if (!path)
		return task_memory(l);
	return policy_take_again(
	    l->arena, l->request->trust, &l->stored->policy, path, &l->task->policy, l->errs);
}

static bool
load_policy(struct task_loader *l)
{
	const struct json_node *n = json_get(&l->doc, l->root, "policy");
	char *name = n ? arena_text(l->arena, n->text) : NULL;
	size_t before = l->errs->count;

	if (l->stored && !l->stored->policy_by_name)
		return load_stored_policy(l, name);
	if (l->request->policy)
		return policy_take(l->arena, l->request->trust, l->request->policy, NULL,
		    l->request->loads, &l->task->policy, l->errs);
	if (!n)
		return task_refuse(l, NULL,
		    "add --policy NAME; `sluice policy list` names the shipped ones",
		    "no policy was given");
	if (!name)
		return task_memory(l);
	if (policy_take(
		l->arena, l->request->trust, name, l->doc.file, NULL, &l->task->policy, l->errs))
		return true;
	place_error(l, before, n);
	return false;
}

/* The policy's settings for this kind of task, where the task or its caller names them. */
static bool
choose_profile(struct task_loader *l)
{
	const struct json_node *n = json_get(&l->doc, l->root, "profile");
	const char *asked = l->request->profile;
	struct str name = asked ? str_from(asked) : n ? n->text : STR("");
	struct policy *chosen;
	struct err err;

	if (name.n == 0 && !asked)
		return true;
	chosen = policy_profile(l->task->policy, name);
	if (!chosen) {
		(void)policy_unknown_profile(l->arena, l->task->policy, name, &err);
		return task_add_at(l, asked ? NULL : n, &err);
	}
	l->task->policy = chosen;
	return true;
}

static bool
load_trial(struct task_loader *l, const char *name, struct policy **out)
{
	char *path = l->stored ? path_beside(l->arena, l->doc.file, name) : NULL;

	if (!l->stored)
		return policy_open(l->arena, name, l->doc.file, out, l->errs);
	return path ? policy_try_again(l->arena, &l->stored->policy, path, out, l->errs)
		    : task_memory(l);
}

/* Policies that are tried beside the one in force. Anyone may try some: they decide nothing. */
static bool
load_trials(struct task_loader *l)
{
	const struct json_node *list = json_get(&l->doc, l->root, "shadow");
	struct task *t = l->task;

	if (!list)
		return true;
	t->trials = arena_array(l->arena, TRIALS_MAX, sizeof(*t->trials));
	if (!t->trials)
		return task_memory(l);
	for (const struct json_node *n = json_first(&l->doc, list);
	     n && t->trial_count < TRIALS_MAX; n = json_next(&l->doc, n)) {
		char *name = arena_text(l->arena, n->text);
		size_t before = l->errs->count;
		if (!name)
			return task_memory(l);
		if (load_trial(l, name, &t->trials[t->trial_count]))
			t->trial_count++;
		else
			place_error(l, before, n);
	}
	return true;
}

static bool
load_code(struct task_loader *l)
{
	struct err err;

	if (l->task->tool)
		return true;
	if (!l->request->code && !l->request->session)
		return task_model(l);
	l->task->has_code = true;
	if (l->request->session)
		return task_names_model(l) ? task_model(l) : true;
	return task_read(l, l->request->code, CODE_BYTES_MAX, &l->task->code, &err) ||
	       task_add(l, &err);
}

static bool
parse_document(struct task_loader *l, struct str text)
{
	const char *path = l->request->path;
	struct err err;

	if (!str_ends(str_from(path), STR(".json")))
		return yaml_parse(l->arena, text, path, &l->doc, l->errs);
	return json_parse(l->arena, text, path, &JSON_LIMITS, &l->doc, NULL, &err) ||
	       task_add(l, &err);
}

/* The task file, judged by its schema. True where there is none. */
static bool
load_document(struct task_loader *l)
{
	const struct str rules = task_schema_text();
	struct schema *schema;
	struct str text;
	struct err err;

	if (!l->request->path)
		return true;
	if (!task_read(l, l->request->path, YAML_BYTES_MAX, &text, &err))
		return task_add(l, &err);
	if (!parse_document(l, text) ||
	    !loads_schema(l->request->loads, l->arena, rules, "task.schema.json", &schema, l->errs))
		return false;
	l->root = json_root(&l->doc);
	if (schema_fits(schema, l->arena, &l->doc, l->errs))
		return true;
	task_explain(l->errs);
	return false;
}

static bool
load_goal(struct task_loader *l)
{
	l->task->goal = json_get_text(&l->doc, l->root, "goal", STR(""));
	if (l->request->goal)
		l->task->goal = str_from(l->request->goal);
	if (l->task->goal.n > 0)
		return true;
	if (l->request->code || l->request->session) {
		l->task->goal = STR("no goal was given");
		return true;
	}
	return task_refuse(
	    l, NULL, "name a task file, or give the goal with --goal 'WORDS'", "no goal was given");
}

bool
task_load(
    struct arena *a, const struct task_request *request, struct task **out, struct err_list *errs)
{
	return task_load_stored(a, request, NULL, out, errs);
}

bool
task_load_stored(struct arena *a, const struct task_request *request,
    const struct task_stored *stored, struct task **out, struct err_list *errs)
{
	struct task_loader l = {.arena = a, .request = request, .stored = stored, .errs = errs};

	*errs = (struct err_list){.count = 0};
	l.task = arena_alloc(a, sizeof(*l.task));
	if (!l.task || !(l.task->inputs = arena_array(a, INPUTS_MAX, sizeof(*l.task->inputs))))
		return task_memory(&l);
	if (!load_document(&l))
		return false;
	(void)load_goal(&l);
	load_inputs(&l);
	(void)task_tools(&l);
	(void)load_code(&l);
	(void)task_output(&l);
	task_budgets(&l);
	const struct json_node *explain = json_get(&l.doc, l.root, "explain");
	l.task->explain = explain && explain->kind == JSON_TRUE;
	const struct json_node *review = json_get(&l.doc, l.root, "review");
	l.task->review = l.task->tool || (review && review->kind == JSON_TRUE);
	if (load_policy(&l) && choose_profile(&l) && judge_framing(&l) &&
	    judge_explain(&l, explain)) {
		load_limits(&l);
		if (errs->count == 0)
			(void)task_sensitive(&l);
	}
	(void)load_trials(&l);
	err_list_sort(errs);
	*out = l.task;
	return errs->count == 0;
}

bool
task_load_sent(struct arena *a, const struct task_request *request, struct policy_source *files,
    size_t count, struct task **out, struct err_list *errs)
{
	const struct task_stored sent = {.policy_by_name = true, .files = files, .count = count};

	return task_load_stored(a, request, &sent, out, errs);
}
