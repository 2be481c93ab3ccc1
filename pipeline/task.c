/* SPDX-License-Identifier: MIT */
/*
 * Task files and requests. The document is judged by task.schema.json first; what is read after
 * that has the right shape, so that the code below only takes values over and checks what a schema
 * can't say: names, files, the policy's ceilings.
 */
#include "sluice.h"

#include "file.h"
#include "yaml.h"

#include <inttypes.h>

#define INPUT_BYTES_MAX ((size_t)64 << 20)
#define CODE_BYTES_MAX ((size_t)1 << 20)
#define SCHEMA_BYTES_MAX ((size_t)4 << 20)
#define INPUTS_MAX 32
#define ATTEMPTS_DEFAULT 3
#define WALL_MS_DEFAULT 600000
#define MODEL_TIMEOUT_MS_DEFAULT 120000
#define MODEL_TOKENS_DEFAULT 4096

extern const char task_schema[];
extern const size_t task_schema_bytes;

struct loader {
	struct arena *arena;
	const struct task_request *request;
	struct task *task;
	struct err_list *errs;
	struct json_doc doc; /* the task file; no nodes where there is none */
	const struct json_node *root;
};

static bool
add(struct loader *l, struct err *err)
{
	return err_list_add(l->errs, err);
}

static bool
add_memory(struct loader *l)
{
	struct err err;

	err_memory(&err);
	return add(l, &err);
}

/* Sets the error at a node of the task file, or in the request where the node is NULL. */
static bool
add_at(struct loader *l, const struct json_node *n, struct err *err)
{
	unsigned line, column;

	if (n) {
		text_place(l->doc.source, n->at, &line, &column);
		struct str written = json_source(&l->doc, n);
		err_place(err, l->doc.file, line, column, (unsigned)utf8_length(written));
	}
	return add(l, err);
}

const char *
policies_folder(struct arena *a)
{
	return path_of_part(a, "policies");
}

bool
policy_open(struct arena *a, const char *name, const char *beside, struct policy **out,
    struct err_list *errs)
{
	const char *folder = policies_folder(a);
	struct err err;

	if (strchr(name, '/') || str_ends(str_from(name), STR(".yaml"))) {
		char *path = beside ? path_beside(a, beside, name) : arena_text(a, str_from(name));
		if (path)
			return policy_load(a, path, folder, out, errs);
		err_memory(&err);
		return err_list_add(errs, &err);
	}
	char *path = folder ? arena_printf(a, "%s/%s.yaml", folder, name) : NULL;
	if (path && file_exists(path))
		return policy_load(a, path, folder, out, errs);
	err_set(&err, ERR_INPUT, "policy '%s' is not known", name);
	if (folder)
		err_help(&err,
		    "`sluice policy list` names the shipped ones; a file's path ends in .yaml");
	else
		err_help(&err, "the folder of shipped policies is not beside this program; give a "
			       "file's path");
	return err_list_add(errs, &err);
}

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

/* Writes a node as JSON; the depth is bounded by the reader's. */
static void
write_node(struct json_writer *w, const struct json_doc *d, const struct json_node *n)
{
	switch ((enum json_kind)n->kind) {
	case JSON_OBJECT:
		json_object(w);
		for (const struct json_node *m = json_first(d, n); m; m = json_next(d, m)) {
			json_name_str(w, m->text);
			write_node(w, d, m + 1);
		}
		json_end_object(w);
		break;
	case JSON_ARRAY:
		json_array(w);
		for (const struct json_node *m = json_first(d, n); m; m = json_next(d, m))
			write_node(w, d, m);
		json_end_array(w);
		break;
	case JSON_STRING:
		json_str(w, n->text);
		break;
	case JSON_NUMBER:
		json_raw(w, n->text);
		break;
	case JSON_TRUE:
	case JSON_FALSE:
		json_bool(w, n->kind == JSON_TRUE);
		break;
	case JSON_NULL:
	case JSON_NONE:
	default:
		json_null(w);
		break;
	}
}

static bool
compile_schema(struct loader *l, const struct json_doc *doc)
{
	const struct schema_options options = {.strict = true, .assert_formats = true};
	struct json_doc *kept = arena_alloc(l->arena, sizeof(*kept));
	struct json_writer w;
	struct buf text;

	if (!kept)
		return add_memory(l);
	*kept = *doc;
	buf_init(&text, SCHEMA_BYTES_MAX);
	json_writer_init(&w, &text, true);
	write_node(&w, kept, json_root(kept));
	bool good = !text.failed && arena_copy(l->arena, buf_view(&text), &l->task->schema_text);
	buf_release(&text);
	return good ? schema_compile(l->arena, kept, &options, &l->task->schema, l->errs)
		    : add_memory(l);
}

static bool
schema_from_file(struct loader *l, const char *path, const struct json_node *named_at)
{
	struct json_doc doc;
	struct str text;
	struct err err;

	if (!path)
		return add_memory(l);
	if (!file_read(l->arena, path, SCHEMA_BYTES_MAX, &text, &err))
		return add_at(l, named_at, &err);
	if (str_ends(str_from(path), STR(".yaml")) || str_ends(str_from(path), STR(".yml")))
		return yaml_parse(l->arena, text, path, &doc, l->errs) && compile_schema(l, &doc);
	if (!json_parse(l->arena, text, path, &JSON_LIMITS, &doc, NULL, &err))
		return add(l, &err);
	return compile_schema(l, &doc);
}

/* Without a schema (only where the caller brings the code): any one JSON text. */
static bool
schema_of_anything(struct loader *l)
{
	struct json_doc doc;
	struct err err;

	if (!json_parse(l->arena, STR("true"), NULL, &JSON_LIMITS, &doc, NULL, &err))
		return add(l, &err);
	bool good = compile_schema(l, &doc);
	l->task->schema_text = STR("");
	return good;
}

static bool
load_schema(struct loader *l)
{
	const struct json_node *output = json_get(&l->doc, l->root, "output");
	const struct json_node *schema = json_get(&l->doc, output, "schema");
	struct json_doc doc;
	struct err err;

	if (l->request->schema)
		return schema_from_file(l, l->request->schema, NULL);
	if (schema && schema->kind == JSON_OBJECT)
		return subdocument(l->arena, &l->doc, schema, &doc) ? compile_schema(l, &doc)
								    : add_memory(l);
	if (schema) {
		char *name = arena_text(l->arena, schema->text);
		return schema_from_file(
		    l, name ? path_beside(l->arena, l->doc.file, name) : NULL, schema);
	}
	if (l->request->code)
		return schema_of_anything(l);
	err_set(&err, ERR_USAGE, "no output schema was given");
	err_help(&err,
	    "nothing that a program prints is believed until it fits a schema: add --schema FILE");
	return add(l, &err);
}

static bool
input_name_is_taken(const struct loader *l, struct str name)
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
add_input(struct loader *l, const char *path, struct str name, const struct json_node *named_at)
{
	struct task_input *input = &l->task->inputs[l->task->input_count];
	struct digest d;
	struct err err;

	if (!path)
		return add_memory(l);
	if (l->task->input_count == INPUTS_MAX) {
		err_set(&err, ERR_LIMIT, "more than %d inputs", INPUTS_MAX);
		return add_at(l, named_at, &err);
	}
	if (!input_name_is_plain(name)) {
		err_set(&err, ERR_INPUT, "'%.*s' is no name for an input", STR_ARG(name));
		err_help(&err,
		    "use a plain file name, without folders and not beginning with '.' or '-'");
		return add_at(l, named_at, &err);
	}
	if (input_name_is_taken(l, name)) {
		err_set(&err, ERR_INPUT, "two inputs are named '%.*s'", STR_ARG(name));
		err_help(&err, "give one of them another 'name'");
		return add_at(l, named_at, &err);
	}
	if (!file_read(l->arena, path, INPUT_BYTES_MAX, &input->bytes, &err))
		return add_at(l, named_at, &err);
	input->name = name;
	digest_of(input->bytes, &d);
	digest_hex(&d, input->sha256);
	l->task->input_count++;
	return true;
}

static void
load_inputs(struct loader *l)
{
	const struct json_node *list = json_get(&l->doc, l->root, "inputs");

	for (const struct json_node *n = json_first(&l->doc, list); n; n = json_next(&l->doc, n)) {
		struct str path =
		    n->kind == JSON_OBJECT ? json_get_text(&l->doc, n, "path", STR("")) : n->text;
		char *written = arena_text(l->arena, path);
		struct str name = str_from(written ? path_base(written) : "");
		if (n->kind == JSON_OBJECT)
			name = json_get_text(&l->doc, n, "name", name);
		(void)add_input(
		    l, written ? path_beside(l->arena, l->doc.file, written) : NULL, name, n);
	}
	for (size_t i = 0; i < l->request->input_count; i++)
		(void)add_input(
		    l, l->request->inputs[i], str_from(path_base(l->request->inputs[i])), NULL);
}

/* A limit in the task's file, in the unit of its name, against the policy's. */
static void
take_limit(struct loader *l, const struct json_node *limits, const char *name, int64_t unit,
    int64_t *value)
{
	const struct json_node *n = json_get(&l->doc, limits, name);
	int64_t wanted = 0;
	struct err err;

	if (!n || !json_int(n, &wanted))
		return;
	if (wanted * unit > *value) {
		err_set(&err, ERR_INPUT, "'%s: %" PRId64 "' is more than the policy's %" PRId64,
		    name, wanted, *value / unit);
		err_help(&err, "a task may lower the policy's limits, not raise them");
		(void)add_at(l, n, &err);
		return;
	}
	*value = wanted * unit;
}

static void
load_limits(struct loader *l)
{
	const struct policy_limits *p = policy_limits_of(l->task->policy);
	const struct json_node *limits = json_get(&l->doc, l->root, "limits");
	struct box_limits *b = &l->task->limits;

	*b = (struct box_limits){.wall_ms = p->wall_ms,
	    .cpu_ms = p->cpu_ms,
	    .memory_bytes = p->memory_bytes,
	    .processes = p->processes,
	    .open_files = p->open_files,
	    .file_bytes = p->file_bytes,
	    .disk_bytes = p->disk_bytes,
	    .disk_inodes = p->disk_inodes,
	    .output_bytes = p->output_bytes,
	    .artifacts = p->artifacts,
	    .artifact_bytes = p->artifact_bytes};
	take_limit(l, limits, "wall_s", 1000, &b->wall_ms);
	take_limit(l, limits, "cpu_s", 1000, &b->cpu_ms);
	take_limit(l, limits, "memory_mb", 1 << 20, &b->memory_bytes);
	take_limit(l, limits, "processes", 1, &b->processes);
	take_limit(l, limits, "open_files", 1, &b->open_files);
	take_limit(l, limits, "file_mb", 1 << 20, &b->file_bytes);
	take_limit(l, limits, "files_mb", 1 << 20, &b->disk_bytes);
	take_limit(l, limits, "inodes", 1, &b->disk_inodes);
	take_limit(l, limits, "output_kb", 1 << 10, &b->output_bytes);
	take_limit(l, limits, "artifacts", 1, &b->artifacts);
	take_limit(l, limits, "artifacts_mb", 1 << 20, &b->artifact_bytes);
}

static bool
load_policy(struct loader *l)
{
	const struct json_node *n = json_get(&l->doc, l->root, "policy");
	char *name = n ? arena_text(l->arena, n->text) : NULL;
	size_t before = l->errs->count;
	struct err err;

	if (l->request->policy)
		return policy_open(l->arena, l->request->policy, NULL, &l->task->policy, l->errs);
	if (!n) {
		err_set(&err, ERR_USAGE, "no policy was given");
		err_help(&err, "add --policy NAME; `sluice policy list` names the shipped ones");
		return add(l, &err);
	}
	if (!name)
		return add_memory(l);
	if (policy_open(l->arena, name, l->doc.file, &l->task->policy, l->errs))
		return true;
	if (l->errs->count == before + 1 && l->errs->items[before].line == 0) {
		unsigned line, column;
		text_place(l->doc.source, n->at, &line, &column);
		err_place(
		    &l->errs->items[before], l->doc.file, line, column, (unsigned)(n->end - n->at));
	}
	return false;
}

static int64_t
amount(const struct loader *l, const struct json_node *object, const char *name, int64_t unit,
    int64_t otherwise)
{
	const struct json_node *n = json_get(&l->doc, object, name);
	int64_t value = 0;

	return n && json_int(n, &value) ? value * unit : otherwise;
}

static struct str
path_setting(struct loader *l, const struct json_node *object, const char *name)
{
	struct str written = json_get_text(&l->doc, object, name, STR(""));
	char *path = written.n > 0 ? arena_text(l->arena, written) : NULL;

	return str_from(path ? path_beside(l->arena, l->doc.file, path) : NULL);
}

static bool
load_model(struct loader *l)
{
	const struct json_node *m = json_get(&l->doc, l->root, "model");
	struct model_spec *spec = &l->task->model;
	struct err err;

	spec->timeout_ms = amount(l, m, "timeout_s", 1000, MODEL_TIMEOUT_MS_DEFAULT);
	spec->max_tokens = amount(l, m, "max_tokens", 1, MODEL_TOKENS_DEFAULT);
	if (l->request->model_file) {
		spec->provider = STR("script");
		spec->file = str_from(l->request->model_file);
		return true;
	}
	if (!m) {
		err_set(&err, ERR_USAGE, "no model was given");
		err_help(&err,
		    "add a 'model:' block to the task file, or bring the program with --code FILE");
		return add(l, &err);
	}
	spec->provider = json_get_text(&l->doc, m, "provider", STR(""));
	spec->url = json_get_text(&l->doc, m, "url", STR(""));
	spec->model = json_get_text(&l->doc, m, "model", STR(""));
	spec->file = path_setting(l, m, "file");
	spec->key_file = path_setting(l, m, "key_file");
	spec->ca_file = path_setting(l, m, "ca_file");
	return true;
}

static void
load_budgets(struct loader *l)
{
	const struct json_node *b = json_get(&l->doc, l->root, "budgets");
	struct task_budgets *budgets = &l->task->budgets;

	budgets->attempts = amount(l, b, "attempts", 1, ATTEMPTS_DEFAULT);
	budgets->wall_ms = amount(l, b, "wall_s", 1000, WALL_MS_DEFAULT);
	for (size_t i = 0; i < ARRAY_LENGTH(budgets->by_cause); i++)
		budgets->by_cause[i] = 2;
	budgets->by_cause[FEEDBACK_NONE] = 0;
}

static bool
load_code(struct loader *l)
{
	struct err err;

	if (!l->request->code)
		return load_model(l);
	l->task->has_code = true;
	return file_read(l->arena, l->request->code, CODE_BYTES_MAX, &l->task->code, &err) ||
	       add(l, &err);
}

/* The task file, judged by its schema. True where there is none. */
static bool
load_document(struct loader *l)
{
	const struct schema_options options = {.strict = true, .assert_formats = true};
	struct json_doc rules;
	struct schema_report report;
	struct schema *schema;
	struct str text;
	struct err err;

	if (!l->request->path)
		return true;
	if (!file_read(l->arena, l->request->path, YAML_BYTES_MAX, &text, &err))
		return add(l, &err);
	if (!yaml_parse(l->arena, text, l->request->path, &l->doc, l->errs))
		return false;
	if (!json_parse(l->arena, (struct str){task_schema, task_schema_bytes}, "task.schema.json",
		&JSON_LIMITS, &rules, NULL, &err))
		return add(l, &err);
	if (!schema_compile(l->arena, &rules, &options, &schema, l->errs))
		return false;
	if (!schema_check(schema, l->arena, &l->doc, &report, &err))
		return add(l, &err);
	schema_report_errors(&report, &l->doc, l->errs);
	l->root = json_root(&l->doc);
	return report.verdict == SCHEMA_VALID;
}

static bool
load_goal(struct loader *l)
{
	struct err err;

	l->task->goal = json_get_text(&l->doc, l->root, "goal", STR(""));
	if (l->request->goal)
		l->task->goal = str_from(l->request->goal);
	if (l->task->goal.n > 0 || l->request->code)
		return true;
	err_set(&err, ERR_USAGE, "no goal was given");
	err_help(&err, "name a task file, or say the goal with --goal 'WORDS'");
	return add(l, &err);
}

bool
task_load(
    struct arena *a, const struct task_request *request, struct task **out, struct err_list *errs)
{
	struct loader l = {.arena = a, .request = request, .errs = errs};

	*errs = (struct err_list){.count = 0};
	l.task = arena_alloc(a, sizeof(*l.task));
	if (!l.task || !(l.task->inputs = arena_array(a, INPUTS_MAX, sizeof(*l.task->inputs))))
		return add_memory(&l);
	if (!load_document(&l))
		return false;
	(void)load_goal(&l);
	load_inputs(&l);
	(void)load_code(&l);
	(void)load_schema(&l);
	load_budgets(&l);
	if (load_policy(&l))
		load_limits(&l);
	err_list_sort(errs);
	*out = l.task;
	return errs->count == 0;
}
