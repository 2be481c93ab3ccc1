/* SPDX-License-Identifier: MIT */
/*
 * sluice init: from a table to a task that runs. Questions at a terminal, or as many options:
 * which file, which columns must not leave, who writes the program and at which address, what is asked, and what
 * the answer is made of. Without a model the first program is ours: it counts.
 */
#include "actions.h"
#include "starter.h"

#include "cells.h"
#include "file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define HEAD_BYTES_MAX ((size_t)256 << 20)
#define COLUMNS_MAX 1000
#define COUNTS "the number of rows, and the number of filled cells in each column"
#define NONE "none"
#define MODEL_WORDS 3

extern const char template_init_task[], template_init_policy[], template_init_test[],
    template_init_program[];

struct beginning {
	struct call *c;
	const char *file; /* the table, as it was named */
	struct str text;
	char separator;
	struct str columns[COLUMNS_MAX];
	size_t column_count;
	const char *id, *folder;
	char path[STARTER_ANSWER_BYTES], goal[STARTER_ANSWER_BYTES], hidden[STARTER_ANSWER_BYTES],
	    model[STARTER_ANSWER_BYTES], url[STARTER_ANSWER_BYTES], answer[STARTER_ANSWER_BYTES];
	bool short_of_memory; /* a text may lack a part: nothing is written */
	struct err *err;
};

/* -- the table ------------------------------------------------------------------------------- */

static bool
read_columns(struct beginning *b)
{
	struct cells cells;
	struct buf cell;
	bool last = false;

	cells_open(&cells, b->text);
	b->separator = cells.separator;
	while (!last && b->column_count < COLUMNS_MAX) {
		buf_init(&cell, HEAD_BYTES_MAX);
		last = cells_next(&cells, &cell);
		if (!buf_keep(&cell, b->c->a, &b->columns[b->column_count++]))
			return err_memory(b->err);
	}
	if (last && b->columns[0].n > 0)
		return true;
	err_set(b->err, ERR_INPUT, "'%s' is not a table with a row of names at its top", b->file);
	return err_help(b->err, "save it as CSV, with a name above each column");
}

static bool
read_table(struct beginning *b)
{
	if (!file_read(b->c->a, b->file, HEAD_BYTES_MAX, &b->text, b->err))
		return false;
	if (b->text.n > 0 && str_find(b->text, (struct str){"", 1}, 0) == SIZE_MAX)
		return read_columns(b);
	err_set(b->err, ERR_INPUT, "'%s' is %s", b->file, b->text.n > 0 ? "not text" : "empty");
	return err_help(b->err, "save the table as CSV");
}

static bool
is_column(const struct beginning *b, struct str name)
{
	for (size_t i = 0; i < b->column_count; i++)
		if (str_eq(b->columns[i], name))
			return true;
	return false;
}

/* The name of the folder, or of the file without its ending, as a name of a policy. */
static const char *
id_of(struct beginning *b)
{
	const char *out = b->c->o->out, *folder = out ? path_base(out) : "";
	const char *base = *folder ? folder : path_base(b->file);
	const char *dot = *folder ? NULL : strrchr(base, '.');
	size_t n = dot && dot != base ? (size_t)(dot - base) : strlen(base);
	char *id = arena_text(b->c->a, (struct str){base, n > 60 ? 60 : n});

	for (char *p = id; p && *p; p++) {
		if (*p >= 'A' && *p <= 'Z')
			*p = (char)(*p - 'A' + 'a');
		else if (!starter_is_name((struct str){p, 1}) && (*p != '-' || p == id))
			*p = p == id ? 't' : '-';
	}
	return id;
}

/* -- asking ---------------------------------------------------------------------------------- */

/* Takes the answer from the command line, else from the terminal, else the default. */
static bool
settle(struct beginning *b, const char *given, const char *question, const char *usual,
    char out[STARTER_ANSWER_BYTES])
{
	if (!given && isatty(STDIN_FILENO)) {
		if (starter_ask(question, usual, out))
			return true;
		return err_set(b->err, ERR_USAGE, "no answer was given");
	}
	if (snprintf(out, STARTER_ANSWER_BYTES, "%s", given ? given : usual) < STARTER_ANSWER_BYTES)
		return true;
	return err_set(
	    b->err, ERR_USAGE, "an answer may have at most %d bytes", STARTER_ANSWER_BYTES - 1);
}

static void
show_columns(const struct beginning *b)
{
	struct buf line;

	if (!isatty(STDIN_FILENO))
		return;
	buf_init(&line, 1 << 16);
	for (size_t i = 0; i < b->column_count; i++) {
		buf_text(&line, i > 0 ? ", " : "  its columns: ");
		buf_visible(&line, b->columns[i], 60);
	}
	fprintf(stderr, "%.*s\n", (int)line.n, line.p ? line.p : "");
	buf_release(&line);
}

/* How many words name the model; the first three of them. */
static size_t
model_words(const struct beginning *b, struct str parts[MODEL_WORDS])
{
	struct str rest = str_from(b->model), one;
	size_t count = 0;

	while (str_cut(&rest, ' ', &one)) {
		if (one.n > 0 && count < MODEL_WORDS)
			parts[count] = one;
		count += one.n > 0;
	}
	return count;
}

static bool
ask_all(struct beginning *b)
{
	const struct options *o = b->c->o;
	const char *file = word(b->c, 0);

	if (!settle(b, file, "which file, a table as CSV", "", b->path))
		return false;
	b->file = b->path;
	if (!*b->file)
		return err_set(b->err, ERR_USAGE, "no file was named") ||
		       err_help(b->err, "sluice init sales.csv");
	if (!read_table(b))
		return false;
	show_columns(b);
	if (!settle(b, o->sensitive, "which columns' values must not leave, separated by commas",
		NONE, b->hidden) ||
	    !settle(b, o->model_words,
		"which model writes the program: PROVIDER MODEL KEY_FILE, or none", NONE, b->model))
		return false;
	bool alone = strcmp(b->model, NONE) == 0;
	size_t words = model_words(b, (struct str[MODEL_WORDS]){{0}});
	if (!alone && (words < 2 || words > MODEL_WORDS)) {
		err_set(b->err, ERR_USAGE, "a model takes two or three words, not %zu", words);
		return err_help(b->err, "PROVIDER MODEL KEY_FILE; docs/models.md lists providers");
	}
	if (alone && o->url) {
		err_set(b->err, ERR_USAGE, "--url is the address of a model's API");
		return err_help(b->err, "name the model with --model");
	}
	if (alone && (o->goal || o->answer)) {
		err_set(b->err, ERR_USAGE, "without a model, Sluice can only count rows");
		return err_help(b->err, "name one: --model 'openai gpt-5 openai.key'");
	}
	if (alone)
		return settle(b, COUNTS, "", "", b->goal) &&
		       settle(b, "rows:integer,columns:list", "", "", b->answer);
	return settle(b, o->url, "at which address is it, or none for the provider's own", NONE,
		   b->url) &&
	       settle(b, o->goal, "what do you want to know", COUNTS, b->goal) &&
	       settle(b, o->answer,
		   "what does the answer consist of, as NAME:TYPE, separated by commas",
		   "rows:integer,columns:list", b->answer);
}

/* -- what the files say ---------------------------------------------------------------------- */

/* Without memory nothing, which begin() refuses. */
static struct str
quoted(struct beginning *b, struct str text)
{
	struct json_writer w;
	struct buf out;
	struct str kept;

	buf_init(&out, STARTER_FILE_BYTES_MAX);
	json_writer_init(&w, &out, false);
	json_str(&w, text);
	if (buf_keep(&out, b->c->a, &kept))
		return kept;
	b->short_of_memory = true;
	return STR("");
}

/* `", sensitive: [..]"` of the input, and the same for the policy; both empty where all may leave. */
static bool
put_hidden(struct beginning *b, struct buf *input, struct buf *policy)
{
	struct str rest = str_from(b->hidden), name;
	bool first = true;

	if (strcmp(b->hidden, NONE) == 0)
		return true;
	while (str_cut(&rest, ',', &name)) {
		name = str_trim(name);
		if (!is_column(b, name)) {
			err_set(
			    b->err, ERR_INPUT, "'%s' has no column '%.*s'", b->file, STR_ARG(name));
			return err_help(b->err, "the first row lists the columns' names");
		}
		buf_text(input, first ? "\n    sensitive: [" : ", ");
		buf_text(policy, first ? "data: {sensitive: [" : ", ");
		buf_str(input, quoted(b, name));
		buf_str(policy, quoted(b, name));
		first = false;
	}
	buf_text(input, "]");
	buf_text(policy, "]}   # these values never leave in an answer, file, error or prompt");
	return true;
}

/* `{provider: .., model: .., key_file: .., url: ..}` of what was given. */
static bool
put_model(struct beginning *b, struct buf *out)
{
	static const char *const names[MODEL_WORDS] = {"provider", "model", "key_file"};
	struct str parts[MODEL_WORDS];

	if (strcmp(b->model, NONE) == 0) {
		buf_text(out, "{provider: script, file: replies.json}");
		return true;
	}
	size_t count = model_words(b, parts);
	for (size_t i = 0; i < count; i++) {
		struct str one = parts[i];
		bool relative = i == 2 && one.p[0] != '/' && !str_starts(one, STR("credential:")) &&
				!str_starts(one, STR("fd:"));
		char *key = relative ? realpath(arena_text(b->c->a, one), NULL) : NULL;
		if (relative && !key) {
			err_sys(b->err,
			    "the key file of --model"); /* the word may be a key: it is not shown */
			return err_help(
			    b->err, "the third word is the path of a file that holds the key");
		}
		buf_printf(out, "%s%s: ", i > 0 ? ", " : "{", names[i]);
		buf_str(out, quoted(b, key ? str_from(key) : one));
		free(key);
	}
	if (strcmp(b->url, NONE) != 0) {
		buf_text(out, ", url: ");
		buf_str(out, quoted(b, str_from(b->url)));
	}
	buf_char(out, '}');
	return true;
}

static const struct {
	const char *word, *schema;
} TYPES[] = {
    {"text", "{\"type\": \"string\"}"},
    {"number", "{\"type\": \"number\"}"},
    {"integer", "{\"type\": \"integer\"}"},
    {"yes-or-no", "{\"type\": \"boolean\"}"},
    {"date", "{\"type\": \"string\", \"format\": \"date\"}"},
    {"list", "{\"type\": \"array\", \"items\": {\"type\": \"object\"}}"},
    {"object", "{\"type\": \"object\"}"},
};

static const char *
schema_of(struct str type)
{
	for (size_t i = 0; i < ARRAY_LENGTH(TYPES); i++)
		if (str_is(type, TYPES[i].word))
			return TYPES[i].schema;
	return NULL;
}

static bool
put_schema(struct beginning *b, struct buf *out)
{
	struct str rest = str_from(b->answer), one, name;
	struct buf required;
	size_t count = 0;

	buf_init(&required, STARTER_FILE_BYTES_MAX);
	buf_text(out,
	    "{\n  \"$schema\": \"https://json-schema.org/draft/2020-12/schema\",\n  "
	    "\"type\": \"object\",\n  \"additionalProperties\": false,\n  \"properties\": {");
	while (str_cut(&rest, ',', &one)) {
		str_cut(&one, ':', &name);
		name = str_trim(name);
		const char *schema = schema_of(str_trim(one));
		if (name.n == 0 || !schema) {
			buf_release(&required);
			err_set(b->err, ERR_USAGE, "'%s' is not a list of NAME:TYPE", b->answer);
			return err_help(b->err,
			    "types are text, number, integer, yes-or-no, date, list "
			    "and object: total:number,days:list");
		}
		buf_printf(out, "%s\n    ", count > 0 ? "," : "");
		buf_str(out, quoted(b, name));
		buf_printf(out, ": %s", schema);
		buf_text(&required, count++ > 0 ? ", " : "");
		buf_str(&required, quoted(b, name));
	}
	buf_text(out, "\n  },\n  \"required\": [");
	buf_str(out, buf_view(&required));
	buf_text(out, "]\n}\n");
	b->short_of_memory = b->short_of_memory || required.failed;
	buf_release(&required);
	return true;
}

/* Writes a model's replies, so that the first run needs no model. */
static bool
put_replies(struct beginning *b, struct buf *out)
{
	const bool utf8 = utf8_invalid_at(b->text) == b->text.n;
	const struct starter_mark marks[] = {{"@FILE@", quoted(b, str_from(path_base(b->file)))},
	    {"@ENCODING@", utf8 ? STR("\"utf-8-sig\"") : STR("\"latin-1\"")},
	    {"@SEPARATOR@", quoted(b, (struct str){&b->separator, 1})}, {NULL, STR("")}};
	const char *program = starter_fill(b->c->a, template_init_program, marks);
	struct json_writer w;

	if (!program)
		return err_memory(b->err);
	buf_text(out,
	    "{\"replies\": [\n  {\"understanding\": \"the rows and filled cells are counted\", "
	    "\"steps\": [\"Read the table\", \"Count its rows and the filled cells of each "
	    "column\"],\n   \"imports\": [\"csv\", \"json\"], \"inputs_used\": [");
	buf_str(out, quoted(b, str_from(path_base(b->file))));
	buf_text(out,
	    "], \"output_shape\": \"rows and columns\",\n   \"risks\": [], \"feasible\": true, "
	    "\"why_not\": null},\n  {\"rationale\": \"plain counting\", \"code\": ");
	json_writer_init(&w, out, false);
	json_str(&w, str_from(program));
	buf_text(out, "}\n]}\n");
	return true;
}

/* -- writing --------------------------------------------------------------------------------- */

static bool
write_in(struct beginning *b, const char *name, const char *text)
{
	return starter_write(name ? path_join(b->c->a, b->folder, name) : NULL, text, b->err);
}

/* The folder was not there before: the next try may make it. */
static bool
take_back(const struct beginning *b)
{
	const char *id = b->id, *folder = b->folder;
	const char *const files[][2] = {{"task", ".yaml"}, {id, ".yaml"}, {id, ".test.yaml"},
	    {"schema", ".json"}, {"replies", ".json"}};
	char path[4096];

	for (size_t i = 0; i < ARRAY_LENGTH(files); i++)
		if (snprintf(path, sizeof(path), "%s/%s%s", folder, files[i][0], files[i][1]) <
		    (int)sizeof(path))
			(void)unlink(path);
	(void)rmdir(folder);
	return false;
}

static bool
make_folder(struct beginning *b)
{
	const char *given = b->c->o->out;

	b->folder = given ? given : path_beside(b->c->a, b->file, b->id);
	if (!b->folder)
		return err_memory(b->err);
	if (mkdir(b->folder, 0700) == 0)
		return true;
	if (errno != EEXIST)
		return err_sys(b->err, "can't make the folder '%s'", b->folder);
	err_set(b->err, ERR_INPUT, "'%s' already exists", b->folder);
	return err_help(b->err, "edit the files in it, or name another folder with --out");
}

struct texts {
	struct buf input, policy, model, schema, replies;
};

/* The table's path from the task's folder, so that both can move together. NULL: errno says why. */
static const char *
path_of_table(struct beginning *b)
{
	char *table = realpath(b->file, NULL), *real = realpath(b->folder, NULL);
	const char *folder = arena_printf(b->c->a, "%s/", real ? real : ""), *path = NULL;
	size_t same = 0;

	if (table && real && folder) {
		for (size_t i = 0; folder[i] && folder[i] == table[i]; i++)
			same = folder[i] == '/' ? i + 1 : same;
		path = table + same;
		for (const char *up = folder + same; path && (up = strchr(up, '/')); up++)
			path = arena_printf(b->c->a, "../%s", path);
		path = path ? arena_text(b->c->a, str_from(path)) : NULL;
	}
	free(table);
	free(real);
	return path;
}

static bool
write_files(struct beginning *b, struct texts *t)
{
	const char *beside = path_of_table(b);
	struct str path = beside ? quoted(b, str_from(beside)) : STR("");
	const char *title = arena_printf(b->c->a, "what programs of the task '%s' may do", b->id);
	const struct starter_mark marks[] = {{"@ID@", str_from(b->id)},
	    {"@DIR@", str_from(b->folder)}, {"@GOAL@", quoted(b, str_from(b->goal))},
	    {"@PATH@", path}, {"@SENSITIVE@", buf_view(&t->input)},
	    {"@MODEL@", buf_view(&t->model)}, {"@TITLE@", quoted(b, str_from(title ? title : ""))},
	    {"@DATA@", buf_view(&t->policy)}, {"@FILE@", quoted(b, str_from(path_base(b->file)))},
	    {NULL, STR("")}};
	struct arena *a = b->c->a;

	if (!beside)
		return err_sys(b->err, "'%s' can't be resolved", b->file);
	if (b->short_of_memory || !title)
		return err_memory(b->err);
	return write_in(b, "task.yaml", starter_fill(a, template_init_task, marks)) &&
	       write_in(b, arena_printf(a, "%s.yaml", b->id),
		   starter_fill(a, template_init_policy, marks)) &&
	       write_in(b, arena_printf(a, "%s.test.yaml", b->id),
		   starter_fill(a, template_init_test, marks)) &&
	       write_in(b, "schema.json", arena_text(a, buf_view(&t->schema))) &&
	       (t->replies.n == 0 ||
		   write_in(b, "replies.json", arena_text(a, buf_view(&t->replies))));
}

static bool
begin(struct beginning *b)
{
	struct texts t;
	struct buf *const all[] = {&t.input, &t.policy, &t.model, &t.schema, &t.replies};

	for (size_t i = 0; i < ARRAY_LENGTH(all); i++)
		buf_init(all[i], STARTER_FILE_BYTES_MAX);
	bool good = (b->id = id_of(b)) != NULL && put_hidden(b, &t.input, &t.policy) &&
		    put_model(b, &t.model) && put_schema(b, &t.schema) &&
		    (strcmp(b->model, NONE) != 0 || put_replies(b, &t.replies));
	for (size_t i = 0; i < ARRAY_LENGTH(all); i++)
		b->short_of_memory = b->short_of_memory || all[i]->failed;
	good = good && (!b->short_of_memory || err_memory(b->err)) && make_folder(b) &&
	       (write_files(b, &t) || take_back(b));
	for (size_t i = 0; i < ARRAY_LENGTH(all); i++)
		buf_release(all[i]);
	return good;
}

int
init_task(struct call *c)
{
	struct beginning b = {.c = c, .err = &c->err};

	if (!ask_all(&b) || !begin(&b))
		return print_error(
		    c->err.code == ERR_NONE ? (err_memory(&c->err), &c->err) : &c->err);
	const char *task = path_join(c->a, b.folder, "task.yaml");
	const char *const words[] = {"sluice", "run", task, NULL};
	printf("%s: the task, its policy with tests, and the schema of its answer\n"
	       "again: sluice run %s\n       sluice policy test %s/%s.yaml\n\n",
	    b.folder, task, b.folder, b.id);
	fflush(stdout);
	/* execv does not write to its words. */
	execv("/proc/self/exe", (char *const *)(uintptr_t)words);
	err_sys(&c->err, "'%s' can't be run", task);
	return call_fail(c);
}
