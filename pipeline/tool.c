/* SPDX-License-Identifier: MIT */
#include "tool.h"

#include "pipeline.h"
#include "record.h"

#include <stdio.h>

#define TEXT_BYTES_MAX ((size_t)4 << 20)
#define NAME_BYTES_MAX 60
#define BETWEEN                                                                                    \
	"pass\n" /* no line of a program goes on with a statement of a tool (executor/session.c) */

static bool
is_name(struct str name)
{
	bool word = false;
	size_t words = 0;

	if (name.n > NAME_BYTES_MAX)
		return false;
	for (size_t i = 0; i < name.n; i++) {
		char c = name.p[i];
		bool letter = c >= 'a' && c <= 'z', digit = c >= '0' && c <= '9';
		if (c == '_' && !word)
			return false;
		if (!letter && c != '_' && (!digit || !word))
			return false;
		words += letter && !word;
		word = c != '_';
	}
	return word && words >= 2;
}

bool
tool_wanted(struct str word, struct str *name, int64_t *version)
{
	bool one = str_find(word, STR("@"), 0) == SIZE_MAX;

	*version = 0;
	(void)str_cut(&word, '@', name);
	return is_name(*name) &&
	       (one || (str_number(word, version) && *version > 0 && *version <= TOOL_VERSION_MAX));
}

/* -- reading --------------------------------------------------------------------------------- */

static bool
take_json(struct arena *a, const struct json_doc *doc, const struct json_node *n, struct str *out)
{
	return json_tree_text(a, doc, n, false, TEXT_BYTES_MAX, out);
}

/* Whether each member `member` of the tests fits the schema. */
static bool
tests_fit(struct arena *a, const struct tool *t, const char *member, struct str schema_text,
    struct err_list *errs)
{
	struct schema *schema;
	struct json_doc tests, one;
	struct err err;

	if (!schema_of_text(a, schema_text, member, &schema, errs))
		return false;
	if (!json_parse(a, t->tests, "the tool's tests", &JSON_LIMITS, &tests, NULL, &err))
		return err_list_add(errs, &err);
	for (const struct json_node *n = json_first(&tests, json_root(&tests)); n;
	     n = json_next(&tests, n)) {
		const struct json_node *value = json_get(&tests, n, member);
		struct str text;
		if (!take_json(a, &tests, value, &text) ||
		    !json_parse(a, text, "a test of the tool", &JSON_LIMITS, &one, NULL, &err))
			return err_list_memory(errs);
		if (!schema_fits(schema, a, &one, errs))
			return false;
	}
	return true;
}

/* The docstring is the first string behind the head; what it says is the gate's and people's to judge. */
static struct str
docstring(struct str source)
{
	size_t at = str_find(source, STR("\"\"\""), 0), end;

	if (at == SIZE_MAX)
		return STR("");
	end = str_find(source, STR("\"\"\""), at + 3);
	return end == SIZE_MAX ? STR("") : str_trim(str_slice(source, at + 3, end));
}

/* A line at the left margin that may be part of the function: its head, the bracket that ends its parameters, a comment. */
static bool
is_of_function(struct str line, struct str name)
{
	struct str rest = str_slice(line, line.n < 4 ? line.n : 4, line.n);

	if (line.n == 0 || strchr(" \t#)", line.p[0]))
		return line.n == 0 || line.p[0] != '\0';
	return str_starts(line, STR("def ")) && str_starts(rest, name) && rest.n > name.n &&
	       rest.p[name.n] == '(';
}

/* Another name than the function's, by `:=` in its head or declared global in its body. */
static bool
binds_more(const struct tool *t, struct str facts)
{
	char own[NAME_BYTES_MAX + 8];
	struct str line;

	snprintf(own, sizeof(own), " in /%.*s", STR_ARG(t->name));
	while (facts.n > 0 && str_cut(&facts, '\n', &line)) {
		bool stores = line.n > 2 && line.p[0] == 'n' && strchr("sdc", line.p[1]);
		if (stores && str_find(line, str_from(own), 0) == SIZE_MAX)
			return true;
		if (str_starts(line, STR("ng ")) &&
		    str_find(t->source, STR("global"), 0) != SIZE_MAX)
			return true;
	}
	return false;
}

/* It is that function alone: nothing else is bound before a program, and nothing goes on into it. */
static const char *
wrong_source(struct arena *a, const struct tool *t)
{
	struct str rest = t->source, line, facts;
	size_t heads = 0;
	bool only = str_find(rest, STR("\f"), 0) == SIZE_MAX; /* it begins a line anew */
	struct err err;

	if (t->source.n == 0 || t->source.n > TOOL_BYTES_MAX)
		return "the source of a tool is empty, or longer than 64 KiB";
	while (rest.n > 0 && str_cut(&rest, '\n', &line)) {
		only = only && is_of_function(line, t->name);
		heads += str_starts(line, STR("def "));
	}
	if (!only || heads != 1)
		return "the source of a tool is one function of its name, and nothing else stands at "
		       "the left margin";
	if (!policy_facts(a, t->source, &facts, &err))
		return "the source of a tool is no Python that the gate can read";
	if (binds_more(t, facts))
		return "the function binds names outside of itself";
	return t->doc.n == 0 ? "the function has no docstring in three double quotes" : NULL;
}

bool
tool_read(struct arena *a, const struct json_doc *doc, const struct json_node *n, struct tool *out,
    struct err_list *errs)
{
	const struct json_node *source = json_get(doc, n, "source");
	struct json_writer w;
	struct buf text;

	*out = (struct tool){.name = json_get_text(doc, n, "name", STR("")),
	    .version = json_get_number(doc, n, "version", 0),
	    .source = json_get_text(doc, n, "source", STR("")),
	    .run = json_get_text(doc, n, "run", STR(""))};
	out->doc = docstring(out->source);
	if (!is_name(out->name))
		return json_complain(doc, n, errs, "share_of, mean_by_day",
		    "a tool's name is lower-case words, at least two, with '_' between");
	if (!take_json(a, doc, json_get(doc, n, "arguments"), &out->arguments) ||
	    !take_json(a, doc, json_get(doc, n, "result"), &out->result) ||
	    !take_json(a, doc, json_get(doc, n, "tests"), &out->tests))
		return err_list_memory(errs);
	const char *why = wrong_source(a, out);
	if (why)
		return json_complain(doc, source ? source : n, errs, NULL, "%s", why);
	if (!tests_fit(a, out, "arguments", out->arguments, errs) ||
	    !tests_fit(a, out, "result", out->result, errs))
		return false;
	json_begin(&w, &text, TEXT_BYTES_MAX);
	struct tool bare = *out;
	bare.run = STR("");
	tool_json(&bare, &w);
	digest_hex_of(buf_view(&text), out->sha256);
	bool good = !text.failed || err_list_memory(errs);
	buf_release(&text);
	return good;
}

void
tool_json(const struct tool *t, struct json_writer *w)
{
	json_format(w,
	    "{name: %.*s, version: %ld, source: %.*s, arguments: =%.*s, result: =%.*s, tests: =%.*s, run: ?%.*s}",
	    STR_ARG(t->name), t->version, STR_ARG(t->source), STR_ARG(t->arguments),
	    STR_ARG(t->result), STR_ARG(t->tests), STR_ARG(t->run));
}

/* -- publishing ------------------------------------------------------------------------------ */

static void
put_source(struct buf *out, struct str source)
{
	buf_str(out, source);
	buf_text(out, source.n > 0 && source.p[source.n - 1] == '\n' ? BETWEEN : "\n" BETWEEN);
}

/* JSON is Python where three names mean what JSON means by them. */
bool
tool_program(struct arena *a, const struct tool *t, struct str *code, struct err *err)
{
	struct json_doc tests;
	struct buf out;

	if (!json_parse(a, t->tests, "the tool's tests", &JSON_LIMITS, &tests, NULL, err))
		return false;
	buf_init(&out, TEXT_BYTES_MAX);
	put_source(&out, t->source);
	buf_text(&out, "import json\ntrue, false, null = True, False, None\nprint(json.dumps([\n");
	for (const struct json_node *n = json_first(&tests, json_root(&tests)); n;
	     n = json_next(&tests, n)) {
		struct str arguments = json_source(&tests, json_get(&tests, n, "arguments"));
		buf_printf(&out, "    %.*s(**%.*s),\n", STR_ARG(t->name), STR_ARG(arguments));
	}
	buf_text(&out, "]))\n");
	return buf_keep(&out, a, code) || err_memory(err);
}

bool
tool_schema(struct arena *a, const struct tool *t, struct str *schema, struct err *err)
{
	struct json_doc tests;
	struct buf out;
	size_t i = 0;

	if (!json_parse(a, t->tests, "the tool's tests", &JSON_LIMITS, &tests, NULL, err))
		return false;
	buf_init(&out, TEXT_BYTES_MAX);
	buf_text(&out, "{\"const\":[");
	for (const struct json_node *n = json_first(&tests, json_root(&tests)); n;
	     n = json_next(&tests, n), i++) {
		buf_text(&out, i > 0 ? "," : "");
		buf_str(&out, json_source(&tests, json_get(&tests, n, "result")));
	}
	buf_text(&out, "]}");
	return buf_keep(&out, a, schema) || err_memory(err);
}

/* -- using ----------------------------------------------------------------------------------- */

/* The sources of the tools of a task, which its program has before it. */
static bool
tools_text(struct arena *a, const struct task *task, struct str *out, struct err *err)
{
	struct buf text;

	buf_init(&text, TEXT_BYTES_MAX);
	for (size_t i = 0; i < task->tool_count; i++)
		put_source(&text, task->tools[i].source);
	return buf_keep(&text, a, out) || err_memory(err);
}

/* A program that was stored, edited or is the next cell of a session has them already. */
bool
tools_before(struct run *run, struct err *err)
{
	struct buf whole;
	struct str text;

	if (run->task->tool_count == 0)
		return true;
	if (!tools_text(run->arena, run->task, &text, err))
		return false;
	if (str_starts(run->code, text))
		return true;
	buf_init(&whole, text.n + run->code.n + 1);
	buf_str(&whole, text);
	buf_str(&whole, run->code);
	return buf_keep(&whole, run->arena, &run->code) || err_memory(err);
}

static bool
admits(const struct policy *p, const struct tool *t)
{
	const struct words *list = &policy_settings_of(p)->tools;

	for (size_t i = 0; i < list->count; i++) {
		struct str name;
		int64_t version;
		if (tool_wanted(list->items[i], &name, &version) && str_eq(name, t->name) &&
		    (version == 0 || version == t->version))
			return true;
	}
	return false;
}

struct str
tools_refused(struct arena *a, const struct task *task)
{
	struct str message;

	if (task->tool_count < task->tool_word_count)
		return STR("a task with tools runs from a store, which knows them");
	for (size_t i = 0; i < task->tool_count; i++) {
		const struct tool *t = &task->tools[i];
		const char *what = "the policy does not admit the tool", *why;

		if (admits(task->policy, t)) {
			if (policy_import(task->policy, t->name, &message) == DECISION_DENY)
				continue;
			what = "a module that the policy admits is called as the tool";
		}
		why = arena_printf(
		    a, "%s '%.*s', version %lld", what, STR_ARG(t->name), (long long)t->version);
		return why ? str_from(why) : STR("no memory is left");
	}
	return STR("");
}

#define TOOL struct tool
FORM(told_form, TOOL, MEMBER(TOOL, name), MEMBER(TOOL, version), MEMBER(TOOL, sha256),
    MEMBER(TOOL, run));

void
tools_list_json(const struct task *task, struct json_writer *w)
{
	if (task->tool_count > 0)
		record_put_list(w, "tools", &told_form, task->tools, task->tool_count);
}

void
tools_prompt(const struct task *task, struct buf *out)
{
	int64_t lines = 0;

	if (task->tool_count == 0)
		return;
	buf_text(out,
	    "These functions are defined before the program's first line. Call them by name with keyword "
	    "arguments; do not import, define or bind them:\n");
	for (size_t i = 0; i < task->tool_count; i++) {
		const struct tool *t = &task->tools[i];
		buf_printf(out, "- `%.*s`: ", STR_ARG(t->name));
		buf_visible(out, t->doc, 400);
		buf_printf(out, " Its keyword arguments as one object fit %.*s, its result %.*s\n",
		    STR_ARG(t->arguments), STR_ARG(t->result));
		for (size_t k = 0; k < t->source.n; k++)
			lines += t->source.p[k] == '\n';
		lines += t->source.n > 0 && t->source.p[t->source.n - 1] == '\n' ? 1 : 2;
	}
	buf_printf(out, "Messages count lines with theirs: your first line is line %lld.\n",
	    (long long)lines + 1);
}
