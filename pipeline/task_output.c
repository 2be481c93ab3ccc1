/* SPDX-License-Identifier: MIT */
/* The output's schema: a file, or a block of the task file itself. */
#include "task_loader.h"
#include "tool.h"

#include "file.h"
#include "yaml.h"

#define SCHEMA_BYTES_MAX ((size_t)4 << 20)

/* The subtree at `n` as a document of its own, with the places that it has in the file. */
static bool
subdocument(
    struct arena *a, const struct json_doc *d, const struct json_node *n, struct json_doc *out)
{
	uint32_t base = json_index(d, n), count = 1;

	while (base + count < d->count && d->nodes[base + count].at < n->end)
		count++;
	struct json_node *nodes = arena_array(a, count, sizeof(*nodes));
	if (!nodes)
		return false;
	for (uint32_t i = 0; i < count; i++) {
		nodes[i] = d->nodes[base + i];
		nodes[i].parent = i > 0 ? nodes[i].parent - base : 0;
		nodes[i].next = i > 0 && nodes[i].next ? nodes[i].next - base : 0;
	}
	*out = *d;
	out->nodes = nodes;
	out->count = count;
	return true;
}

/* Its own copy of the document, and the text of it. */
static bool
compile(struct task_loader *l, const struct json_doc *doc, bool indent, struct str *text,
    struct schema **out)
{
	const struct schema_options options = {.strict = true, .assert_formats = true};
	struct json_doc *kept = arena_alloc(l->arena, sizeof(*kept));

	if (!kept)
		return task_memory(l);
	*kept = *doc;
	return json_tree_text(l->arena, kept, json_root(kept), indent, SCHEMA_BYTES_MAX, text)
		   ? schema_compile(l->arena, kept, &options, out, l->errs)
		   : task_memory(l);
}

static bool
compile_schema(struct task_loader *l, const struct json_doc *doc)
{
	return compile(l, doc, true, &l->task->schema_text, &l->task->schema);
}

bool
task_schema_at(
    struct task_loader *l, const struct json_node *n, struct str *text, struct schema **out)
{
	struct json_doc doc;

	return subdocument(l->arena, &l->doc, n, &doc) ? compile(l, &doc, false, text, out)
						       : task_memory(l);
}

static bool
schema_from_file(struct task_loader *l, const char *path, const struct json_node *named_at)
{
	struct json_doc doc;
	struct str text;
	struct err err;

	if (!path)
		return task_memory(l);
	if (!task_read(l, path, SCHEMA_BYTES_MAX, &text, &err))
		return task_add_at(l, named_at, &err);
	if (str_ends(str_from(path), STR(".yaml")) || str_ends(str_from(path), STR(".yml")))
		return yaml_parse(l->arena, text, path, &doc, l->errs) && compile_schema(l, &doc);
	if (!json_parse(l->arena, text, path, &JSON_LIMITS, &doc, NULL, &err))
		return task_add(l, &err);
	return compile_schema(l, &doc);
}

/* Without a schema (only where the caller brings the code): any one JSON text. */
static bool
schema_of_anything(struct task_loader *l)
{
	struct json_doc doc;
	struct err err;

	if (!json_parse(l->arena, STR("{}"), NULL, &JSON_LIMITS, &doc, NULL, &err))
		return task_add(l, &err);
	return compile_schema(l, &doc);
}

static enum invariant_severity
severity_of(struct str word)
{
	if (str_is(word, "warn"))
		return INVARIANT_WARN;
	return str_is(word, "escalate") ? INVARIANT_ESCALATE : INVARIANT_STOP;
}

/* The column that the compiler names is one of the expression; it is told beside the place in the
 * file. */
static bool
take_invariant(struct task_loader *l, const struct schema *out, const struct json_node *n)
{
	struct task_invariant *one = &l->task->invariants[l->task->invariant_count++];
	const struct json_node *expect = json_get(&l->doc, n, "expect");
	struct err err;

	one->text = expect->text;
	one->message = json_get_text(&l->doc, n, "message", STR(""));
	one->severity = severity_of(json_get_text(&l->doc, n, "severity", STR("stop")));
	if (invariant_compile(l->arena, out, NULL, one->text, &one->invariant, &err))
		return true;
	unsigned column = err.column;
	err.file[0] = '\0';
	err.line = err.column = 0;
	if (column > 1)
		err_wrap(&err, "at character %u of the expression", column);
	return task_add_at(l, expect, &err);
}

static bool
take_invariants(struct task_loader *l, const struct json_node *list)
{
	struct schema *out = l->task->schema;
	struct err err;

	if (!list)
		return true;
	if (l->task->framing == OUTPUT_NDJSON &&
	    !schema_of_list(l->task->schema, l->arena, &out, &err))
		return task_add(l, &err);
	l->task->invariants = arena_array(l->arena, list->count + 1, sizeof(*l->task->invariants));
	if (!l->task->invariants)
		return task_memory(l);
	bool good = true;
	for (const struct json_node *n = json_first(&l->doc, list); n; n = json_next(&l->doc, n))
		good = take_invariant(l, out, n) && good;
	return good;
}

/* Exactly what its tests expect. */
static bool
schema_of_tool(struct task_loader *l)
{
	struct str text;
	struct json_doc doc;
	struct err err;

	return tool_schema(l->arena, l->task->tool, &text, &err) &&
		       json_parse(
			   l->arena, text, "what the tests expect", &JSON_LIMITS, &doc, NULL, &err)
		   ? compile_schema(l, &doc)
		   : task_add(l, &err);
}

static bool
take_schema(struct task_loader *l)
{
	const struct json_node *output = json_get(&l->doc, l->root, "output");
	const struct json_node *schema = json_get(&l->doc, output, "schema");
	struct json_doc doc;

	if (l->task->tool)
		return schema_of_tool(l);
	if (l->request->schema)
		return schema_from_file(l, l->request->schema, NULL);
	if (schema && schema->kind == JSON_OBJECT)
		return subdocument(l->arena, &l->doc, schema, &doc) ? compile_schema(l, &doc)
								    : task_memory(l);
	if (schema) {
		char *name = arena_text(l->arena, schema->text);
		return schema_from_file(
		    l, name ? path_beside(l->arena, l->doc.file, name) : NULL, schema);
	}
	if (l->request->code || l->request->session)
		return schema_of_anything(l);
	return task_refuse(l, NULL, "an output counts only if it fits a schema: add --schema FILE",
	    "no output schema was given");
}

const char *
output_channel_name(enum output_channel c)
{
	return c == CHANNEL_RESULT ? "result" : "stdout";
}

bool
task_output(struct task_loader *l)
{
	const struct json_node *output = json_get(&l->doc, l->root, "output");

	/* The task's own schema has let no other name through. */
	output_framing_find(json_get_text(&l->doc, output, "framing",
				l->request->session ? STR("text") : STR("json")),
	    &l->task->framing);
	if (str_is(json_get_text(&l->doc, output, "channel", STR("")),
		output_channel_name(CHANNEL_RESULT)))
		l->task->channel = CHANNEL_RESULT;
	return task_artifacts(l, json_get(&l->doc, output, "artifacts")) && take_schema(l) &&
	       take_invariants(l, json_get(&l->doc, output, "invariants"));
}
