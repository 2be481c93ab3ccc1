/* SPDX-License-Identifier: MIT */
/*
 * sensitive.c: the values of the inputs that must not leave. They are read with the task, so that a
 * name that means nothing, a file that can't be read or too many of them is an error before anything
 * runs. CSV, TSV, JSON and NDJSON are read here; spreadsheets and databases by Python, in a box of
 * its own, for they are files of strangers.
 */
#include "pipeline.h"
#include "task_loader.h"

#include "ascii.h"
#include "cells.h"

#define VALUES_MAX 200000
#define VALUE_SLOTS (1u << 19) /* of their hash: two megabytes, where there is any */
#define PATH_BYTES_MAX 512     /* of a member's dotted path; behind that it counts by its end */
#define NAMES_MAX 1000         /* that are sensitive, of one input */
#define PATTERNS_MAX 512
#define CELL_BYTES_MAX ((size_t)1 << 20)
#define TABLES_BYTES_MAX ((size_t)256 << 20)

extern const char read_tables[];
extern const size_t read_tables_bytes;

struct pattern {
	struct str text;
	const struct json_node *node; /* of the task file; NULL: the policy's */
	bool matched, is_path;        /* is_path: it has a dot, as "customer.*" */
};

struct gathering {
	struct task_loader *l;
	struct pattern patterns[PATTERNS_MAX];
	size_t pattern_count, own;   /* own: the first of those that only the input in hand has */
	struct str names[NAMES_MAX]; /* of the input in hand that are sensitive */
	size_t name_count;
	struct str seen[NAMES_MAX]; /* some names that it has, for the error */
	size_t seen_count;
	size_t capacity;
	uint32_t *slots; /* of values, by their hash: a value's number, from 1 */
	bool failed, has_paths;
};

/* -- names ----------------------------------------------------------------------------------- */

/* * and ? stand for characters; case does not matter. */
bool
name_fits(struct str pattern, struct str name)
{
	size_t p = 0, n = 0, star = SIZE_MAX, from = 0;

	while (n < name.n) {
		if (p < pattern.n && pattern.p[p] == '*') {
			star = p++;
			from = n;
		} else if (p < pattern.n &&
			   (pattern.p[p] == '?' ||
			       ascii_to_lower(pattern.p[p]) == ascii_to_lower(name.p[n]))) {
			p++;
			n++;
		} else if (star != SIZE_MAX) {
			p = star + 1;
			n = ++from;
		} else {
			return false;
		}
	}
	while (p < pattern.n && pattern.p[p] == '*')
		p++;
	return p == pattern.n;
}

static bool
is_listed(const struct str *list, size_t count, struct str name)
{
	for (size_t i = 0; i < count; i++)
		if (str_eq(list[i], name))
			return true;
	return false;
}

/* "customer.*" fits customer.name wherever it stands: the path, or its end from a dot on. */
static bool
path_fits(struct str pattern, struct str path)
{
	for (size_t at = 0; at < path.n; at++)
		if ((at == 0 || path.p[at - 1] == '.') &&
		    name_fits(pattern, str_slice(path, at, path.n)))
			return true;
	return false;
}

/* `path` is empty where there is none but the name. */
static bool
is_sensitive(struct gathering *g, struct str name, struct str path)
{
	bool fit = false;

	for (size_t i = 0; i < g->pattern_count; i++) {
		struct pattern *p = &g->patterns[i];

		if (name_fits(p->text, name) || (p->is_path && path_fits(p->text, path)))
			fit = p->matched = true;
	}
	if (g->seen_count < NAMES_MAX && !is_listed(g->seen, g->seen_count, name))
		g->seen[g->seen_count++] = name;
	if (!fit || is_listed(g->names, g->name_count, name))
		return fit;
	if (g->name_count < NAMES_MAX)
		g->names[g->name_count++] = name;
	return true;
}

/* -- values ---------------------------------------------------------------------------------- */

/* The slot of the value, which is empty where it is new; VALUE_SLOTS where memory ran out. */
static uint32_t
slot_of(struct gathering *g, struct str value)
{
	const struct task *t = g->l->task;
	uint32_t at = 2166136261u;

	if (!g->slots)
		g->slots = arena_array(g->l->arena, VALUE_SLOTS, sizeof(*g->slots));
	if (!g->slots)
		return VALUE_SLOTS;
	for (size_t i = 0; i < value.n; i++)
		at = (at ^ (unsigned char)value.p[i]) * 16777619u;
	for (at = (at ^ at >> 15) % VALUE_SLOTS; g->slots[at] != 0; at = (at + 1) % VALUE_SLOTS)
		if (str_eq(t->sensitive[g->slots[at] - 1], value))
			break;
	return at;
}

/* Each once, and one more than may be: then there are too many. */
static void
keep_value(struct gathering *g, struct str value)
{
	struct task *t = g->l->task;
	uint32_t slot;

	if (str_trim(value).n == 0 || g->failed)
		return;
	if (str_trim(value).n < LEAK_VALUE_BYTES_MIN) {
		t->sensitive_short++;
		return;
	}
	slot = slot_of(g, value);
	if (t->sensitive_count > VALUES_MAX || (slot < VALUE_SLOTS && g->slots[slot] != 0))
		return;
	struct str *one = slot == VALUE_SLOTS
			      ? NULL
			      : arena_push(g->l->arena, &t->sensitive, &t->sensitive_count,
				    &g->capacity, sizeof(*one));
	g->failed = !one || !arena_copy(g->l->arena, value, one);
	if (!g->failed)
		g->slots[slot] = (uint32_t)t->sensitive_count;
}

static bool
read_table(struct gathering *g, struct str text)
{
	struct arena *a = g->l->arena;
	bool *wanted = arena_array(a, NAMES_MAX, sizeof(*wanted));
	size_t columns = 0;
	struct cells c;
	struct buf cell;

	if (!wanted)
		return false;
	cells_open(&c, text);
	buf_init(&cell, CELL_BYTES_MAX);
	for (bool last = false; !last && !cells_end(&c); columns++) {
		struct str name;
		last = cells_next(&c, &cell);
		g->failed = g->failed || !arena_copy(a, str_trim(buf_view(&cell)), &name);
		if (columns < NAMES_MAX && !g->failed)
			wanted[columns] = is_sensitive(g, name, STR(""));
	}
	while (!cells_end(&c) && !g->failed) {
		bool last = false;
		for (size_t i = 0; !last; i++) {
			last = cells_next(&c, &cell);
			if (i < NAMES_MAX && wanted[i])
				keep_value(g, buf_view(&cell));
		}
	}
	buf_release(&cell);
	return !g->failed;
}

/* All texts and numbers in what a sensitive member has. */
static void
keep_tree(struct gathering *g, const struct json_doc *d, const struct json_node *n)
{
	if (n->kind == JSON_STRING || n->kind == JSON_NUMBER)
		keep_value(g, n->text);
	if (n->kind != JSON_ARRAY && n->kind != JSON_OBJECT)
		return;
	for (const struct json_node *m = json_first(d, n); m; m = json_next(d, m))
		keep_tree(g, d, n->kind == JSON_OBJECT ? m + 1 : m);
}

/* "customer.address.zip" of the member: names from the outside in, lists passed over. */
static struct str
path_of(const struct json_doc *d, uint32_t name, char room[PATH_BYTES_MAX])
{
	size_t at = PATH_BYTES_MAX;

	for (uint32_t n = name;;) {
		struct str part = d->nodes[n].text;
		uint32_t up = d->nodes[n].parent;

		if (part.n + 1 > at)
			break;
		if (at < PATH_BYTES_MAX)
			room[--at] = '.';
		memcpy(&room[at -= part.n], part.p, part.n);
		while (up != 0 && !(d->nodes[up - 1].flags & JSON_NAME))
			up = d->nodes[up].parent;
		if (up == 0)
			break;
		n = up - 1;
	}
	return (struct str){&room[at], PATH_BYTES_MAX - at};
}

static bool
read_document(struct gathering *g, struct str text, struct err *err)
{
	char room[PATH_BYTES_MAX];
	const struct json_limits limits = {TABLES_BYTES_MAX, 64, 4000000, 400};
	struct json_doc d;

	if (!json_parse(g->l->arena, text, NULL, &limits, &d, NULL, err))
		return false;
	for (uint32_t i = 0; i + 1 < d.count && !g->failed; i++)
		if ((d.nodes[i].flags & JSON_NAME) &&
		    is_sensitive(g, d.nodes[i].text, g->has_paths ? path_of(&d, i, room) : STR("")))
			keep_tree(g, &d, &d.nodes[i + 1]);
	return true;
}

static bool
read_lines(struct gathering *g, struct str text, struct err *err)
{
	struct str line;

	while (str_cut(&text, '\n', &line))
		if (str_trim(line).n > 0 && !read_document(g, line, err))
			return false;
	return true;
}

bool
tables_read(struct arena *a, struct str bytes, bool all, struct str *out, struct err *err)
{
	const struct box_input files[] = {{STR("file"), bytes}, {STR("all"), STR("")}};
	const struct box_spec spec = {.code = {read_tables, read_tables_bytes},
	    .inputs = files,
	    .input_count = all ? 2 : 1,
	    .limits = {.wall_ms = 60000,
		.cpu_ms = 60000,
		.memory_bytes = (int64_t)2 << 30,
		.processes = 1,
		.open_files = 64,
		.file_bytes = (int64_t)1 << 20,
		.disk_bytes = (int64_t)64 << 20,
		.disk_inodes = 64,
		.output_bytes = (int64_t)TABLES_BYTES_MAX}};
	struct box_result result;

	if (!box_run_own(a, &spec, &result, err))
		return false;
	if (result.outcome != BOX_OK || result.out.cut)
		return err_set(err, ERR_INPUT, "it can't be read as a table: %.*s",
		    STR_ARG(result.error.name.n > 0 ? result.error.name : result.detail));
	*out = result.out.bytes;
	return true;
}

static bool
read_boxed(struct gathering *g, struct str bytes, struct err *err)
{
	struct str text, table, name;

	if (!tables_read(g->l->arena, bytes, false, &text, err))
		return false;
	while (str_cut(&text, '\f', &table))
		if (str_cut(&table, '\n', &name) && table.n > 0 && !read_table(g, table))
			return err_memory(err);
	return true;
}

/* Data that a program reads and this does not: nothing of it could be held back. */
static bool
is_closed(struct str bytes)
{
	static const char *const MAGIC[] = {"PAR1", "ARROW1", "\xd0\xcf\x11\xe0", "\x1f\x8b", "BZh",
	    ("\xfd"
	     "7zXZ"),
	    "PK\x03\x04", "\x89HDF"};

	for (size_t i = 0; i < ARRAY_LENGTH(MAGIC); i++)
		if (str_starts(bytes, str_from(MAGIC[i])))
			return true;
	return false;
}

static bool
read_text(struct gathering *g, const struct task_input *input, struct err *err)
{
	struct str name = input->name, text = input->bytes;

	if (!text_as_utf8(g->l->arena, &text))
		return err_memory(err);
	if (str_ends(name, STR(".ndjson")) || str_ends(name, STR(".jsonl")))
		return read_lines(g, text, err);
	if (str_ends(name, STR(".json")))
		return read_document(g, text, err);
	if (str_ends(name, STR(".csv")) || str_ends(name, STR(".tsv")))
		return read_table(g, text) || err_memory(err);
	return true;
}

static bool
read_input(struct gathering *g, const struct task_input *input, struct err *err)
{
	bool sheet = str_ends(input->name, STR(".xlsx")) || str_ends(input->name, STR(".xlsm"));

	if (sheet || str_starts(input->bytes, STR("SQLite format 3")))
		return read_boxed(g, input->bytes, err);
	if (is_closed(input->bytes)) {
		err_set(err, ERR_INPUT, "no sensitive values can be found in this format");
		return err_help(err, "give it as CSV, TSV, JSON, NDJSON, XLSX or SQLite");
	}
	return read_text(g, input, err);
}

/* -- the task -------------------------------------------------------------------------------- */

static void
add_pattern(struct gathering *g, struct str text, const struct json_node *node)
{
	bool is_path = memchr(text.p, '.', text.n) != NULL;

	g->has_paths = g->has_paths || is_path;
	if (g->pattern_count < PATTERNS_MAX)
		g->patterns[g->pattern_count++] = (struct pattern){text, node, false, is_path};
}

static void
add_list(struct gathering *g, const struct json_node *list)
{
	const struct json_doc *d = &g->l->doc;

	for (const struct json_node *n = json_first(d, list); n; n = json_next(d, n))
		add_pattern(g, n->text, n);
}

/* A name of the task's that no input has is an error at its place, with a suggestion. */
static void
complain(struct gathering *g, size_t from, const char *where)
{
	struct err err;

	for (size_t i = from; i < g->pattern_count; i++) {
		const struct pattern *p = &g->patterns[i];
		if (p->matched || !p->node)
			continue;
		struct str near = text_closest(p->text, g->seen, g->seen_count);
		err_set(&err, ERR_INPUT, "'%.*s' names no column or member of %s", STR_ARG(p->text),
		    where);
		if (near.n > 0)
			err_help(&err, "did you mean '%.*s'?", STR_ARG(near));
		else
			err_help(&err,
			    "write the name as in the file; case does not matter, and * and ? are wildcards");
		(void)task_add_at(g->l, p->node, &err);
	}
}

static bool
take_input(struct gathering *g, struct task_input *input, const struct json_node *node)
{
	struct arena *a = g->l->arena;
	struct err err;

	g->own = g->pattern_count;
	g->name_count = 0;
	add_list(g, json_get(&g->l->doc, node, "sensitive"));
	if (g->pattern_count == 0)
		return true;
	if (!read_input(g, input, &err)) {
		err_wrap(&err, "input '%.*s'", STR_ARG(input->name));
		return task_add_at(g->l, node, &err);
	}
	if (g->failed)
		return task_memory(g->l);
	complain(g, g->own, "this input");
	g->pattern_count = g->own;
	struct str *names = arena_array(a, g->name_count + 1, sizeof(*names));
	if (!names)
		return task_memory(g->l);
	memcpy(names, g->names, g->name_count * sizeof(*names));
	input->sensitive = names;
	input->sensitive_count = g->name_count;
	return true;
}

/* Nothing would be held back, and nobody would see it: the name may be misspelt, or the input's. */
static void
complain_of_policy(struct gathering *g, struct str name)
{
	struct str near = text_closest(name, g->seen, g->seen_count);
	struct err err;

	err_set(&err, ERR_INPUT,
	    "the policy calls '%.*s' sensitive, and no input has a column or member of that name",
	    STR_ARG(name));
	err_help(&err,
	    "%s%.*s%sa policy whose tasks do not all have it says so by a pattern: '%.*s*'",
	    near.n > 0 ? "an input has '" : "", STR_ARG(near), near.n > 0 ? "'; " : "",
	    STR_ARG(name));
	(void)task_add(g->l, &err);
}

/* Handles the policy's names that no input has. A pattern may match in other tasks: it is a note. A name is
 * an error, unless the task has no input at all. */
static bool
note_absent(struct gathering *g, size_t from)
{
	struct task *t = g->l->task;

	t->sensitive_absent =
	    arena_array(g->l->arena, g->pattern_count - from + 1, sizeof(*t->sensitive_absent));
	for (size_t i = from; t->sensitive_absent && i < g->pattern_count; i++) {
		struct str name = g->patterns[i].text;

		if (g->patterns[i].matched)
			continue;
		if (t->input_count == 0 || memchr(name.p, '*', name.n) ||
		    memchr(name.p, '?', name.n))
			t->sensitive_absent[t->sensitive_absent_count++] = name;
		else
			complain_of_policy(g, name);
	}
	return t->sensitive_absent != NULL;
}

bool
task_has_sensitive(const struct task *task)
{
	bool has = task->sensitive_count > 0 || task->sensitive_short > 0;

	for (size_t i = 0; i < task->input_count; i++)
		has = has || task->inputs[i].sensitive_count > 0;
	return has;
}

bool
task_sensitive(struct task_loader *l)
{
	const struct words *of_policy = &policy_settings_of(l->task->policy)->sensitive;
	const struct json_node *list = json_get(&l->doc, l->root, "inputs");
	const struct json_node *n = json_first(&l->doc, list);
	struct gathering *g = arena_alloc(l->arena, sizeof(*g));

	if (!g)
		return task_memory(l);
	g->l = l;
	add_list(g, json_get(&l->doc, json_get(&l->doc, l->root, "data"), "sensitive"));
	size_t of_task = g->pattern_count;
	for (size_t i = 0; i < of_policy->count; i++)
		add_pattern(g, of_policy->items[i], NULL);
	for (size_t i = 0; i < l->task->input_count; i++) {
		if (!take_input(g, &l->task->inputs[i], n))
			return false;
		n = n ? json_next(&l->doc, n) : NULL;
	}
	if (!note_absent(g, of_task))
		return task_memory(l);
	g->pattern_count = of_task;
	complain(g, 0, "any input");
	if (l->task->sensitive_count <= VALUES_MAX)
		return true;
	return task_refuse(l, NULL, "mark fewer columns as sensitive, or split the inputs",
	    "the inputs have more than %d different sensitive values, which is the most",
	    VALUES_MAX);
}
