/* SPDX-License-Identifier: MIT */
/* Writes a task's instructions for the model: the policy in words, the limits, the form of the output, and what
 * else it must meet. */
#include "pipeline.h"

#include "tool.h"
#include "words.h"

#include <inttypes.h>

#define WORDS_BYTES_MAX ((size_t)256 << 10)
#define KIB 1024.0
#define MIB 1048576.0

#define NOT_ONE_DOCUMENT "This takes the place of every rule about one JSON document.\n"
#define NOT_PRINTED                                                                                \
	"This takes the place of every rule about what the program prints: standard output is a log, which nobody reads as the output. The last line of the program is an expression, at the left margin, whose value is a str: that text is the output. "

/* The words for a framing: of what is printed, and of an output that is not. The prompts' own rules are those of JSON on
 * standard output. */
static const struct {
	const char *printed, *result;
} FRAMINGS[] = {
    [OUTPUT_JSON] = {"", NOT_PRINTED "It is exactly one JSON document: json.dumps(result)."},
    [OUTPUT_NDJSON] = {NOT_ONE_DOCUMENT
	"The program prints one JSON document a line, each with print(json.dumps(record)) and no indent, at least one, and no blank lines. The output schema is that of each record.",
	NOT_PRINTED
	"It is one JSON document a line, as in '\\n'.join(json.dumps(r) for r in records), at least one, and the output schema is that of each record."},
    [OUTPUT_CSV] = {NOT_ONE_DOCUMENT
	"The program prints a table with csv.writer(sys.stdout): a header row, then rows of as many cells, and nothing else. The table is read as an array with an object for each row, and the output schema is that of this array: a cell becomes a number, true or false where the schema's type wants one and it is written as in JSON, null where that is allowed and it is empty, and else a string.",
	NOT_PRINTED
	"It is a table, as csv.writer writes it to an io.StringIO (getvalue()): a header row, then rows of as many cells. It is read as an array with an object for each row, and the output schema is that of this array: a cell becomes a number, true or false where the schema's type wants one and it is written as in JSON, null where that is allowed and it is empty, and else a string."},
    [OUTPUT_TEXT] = {NOT_ONE_DOCUMENT
	"The program prints plain text in UTF-8. All of it, a last newline included, is one string, and the output schema is that of this string.",
	NOT_PRINTED
	"It is one string of plain text, and the output schema is that of this string."},
};

static void
put_limits(const struct limits *l, struct buf *out)
{
	buf_printf(out, "%g s, %g s of processor time, %g MB of memory, %g KB of output.\n",
	    (double)l->wall_ms / 1000, (double)l->cpu_ms / 1000, (double)l->memory_bytes / MIB,
	    (double)l->output_bytes / KIB);
	if (l->artifacts > 0)
		buf_printf(out,
		    "Files that the program leaves in the working directory are handed on with its "
		    "answer: at most %" PRId64 ", together %g MB.\n",
		    l->artifacts, (double)l->artifact_bytes / MIB);
}

static void
put_artifact(const struct task_artifact *f, struct buf *out)
{
	buf_printf(out, "- the file '%.*s'%s", STR_ARG(f->name), f->optional ? ", or none" : "");
	if (f->type.n > 0)
		buf_printf(out, ", as %.*s", STR_ARG(f->type));
	for (size_t i = 0; i < f->column_count; i++)
		buf_printf(out, "%s%.*s", i == 0 ? ", columns " : ", ", STR_ARG(f->columns[i]));
	if (f->schema_text.n > 0)
		buf_printf(out, ", which fits %.*s", STR_ARG(f->schema_text));
	buf_char(out, '\n');
}

static void
put_checks(const struct task *task, struct buf *out)
{
	for (size_t i = 0; i < task->invariant_count; i++) {
		const struct task_invariant *v = &task->invariants[i];
		buf_printf(out, "%s- `%.*s`",
		    i == 0 ? "Of the output (`out`) and the inputs (`in`) this holds:\n" : "",
		    STR_ARG(v->text));
		if (v->message.n > 0)
			buf_printf(out, ": %.*s", STR_ARG(v->message));
		buf_char(out, '\n');
	}
	tools_prompt(task, out);
	if (task->artifact_count > 0)
		buf_printf(out, "The program leaves these files%s:\n",
		    task->artifacts_listed ? " and no others" : "");
	for (size_t i = 0; i < task->artifact_count; i++)
		put_artifact(&task->artifacts[i], out);
	if (task_has_sensitive(task))
		buf_text(out,
		    "Compute with columns marked `sensitive` as you need, but let none of their values "
		    "stand in the output, in a file or in an error.\n");
}

/* JSON without the blanks between its tokens: they cost, and say nothing. */
static void
put_compact(struct str json, struct buf *out)
{
	bool quoted = false;

	for (size_t i = 0; i < json.n; i++) {
		char c = json.p[i];
		if (!quoted && strchr(" \t\r\n", c) && c)
			continue;
		if (c == '"')
			quoted = !quoted;
		buf_char(out, c);
		if (quoted && c == '\\' && i + 1 < json.n)
			buf_char(out, json.p[++i]);
	}
}

#define SHEETS_MAX 64

/* The sheets of a spreadsheet, the tables of a database; of a file that can't be read, none. */
static bool
read_sheets(struct arena *a, struct planner_input *out, struct err *err)
{
	struct planner_table *tables = arena_array(a, SHEETS_MAX, sizeof(*tables));
	struct str text, one;

	if (!tables)
		return err_memory(err);
	if (!tables_read(a, out->bytes, false, &text, err))
		return err->code == ERR_INPUT;
	while (str_cut(&text, '\f', &one) && out->table_count < SHEETS_MAX) {
		struct planner_table *t = &tables[out->table_count];
		if (!str_cut(&one, '\n', &t->name))
			continue; /* before the first */
		t->text = one.p ? one : STR("");
		out->table_count += t->name.n > 0;
	}
	out->tables = tables;
	return true;
}

/* A text in another encoding is shown as what it says, and named. */
static bool
read_encoding(struct arena *a, struct planner_input *out)
{
	static const char *const texts[] = {".csv", ".tsv", ".json", ".ndjson", ".jsonl", ".txt"};
	bool is_text = false;

	for (size_t i = 0; i < ARRAY_LENGTH(texts); i++)
		is_text = is_text || str_ends(out->name, str_from(texts[i]));
	if (!is_text || utf8_invalid_at(out->bytes) == out->bytes.n)
		return true;
	bool wide =
	    str_starts(out->bytes, STR("\xff\xfe")) || str_starts(out->bytes, STR("\xfe\xff"));
	if (!wide && memchr(out->bytes.p, 0, out->bytes.n))
		return true;
	out->encoding = wide ? "utf-16" : "not UTF-8: latin-1 or cp1252";
	return text_as_utf8(a, &out->bytes);
}

static bool
tell_input(struct arena *a, const struct task *task, const struct task_input *input,
    struct planner_input *out, struct err *err)
{
	*out = (struct planner_input){.name = input->name,
	    .bytes = input->bytes,
	    .sensitive = input->sensitive,
	    .sensitive_count = input->sensitive_count,
	    .about = input->about,
	    .meanings = input->meanings,
	    .meaning_count = input->meaning_count};
	if (str_starts(input->bytes, STR("PAR1")) &&
	    policy_settings_of(task->policy)->venv.n == 0) {
		err_set(err, ERR_INPUT,
		    "the input '%.*s' is Parquet, and nothing in the sandbox reads it",
		    STR_ARG(input->name));
		return err_help(
		    err, "give it as CSV or JSON, or use a policy whose executor.venv has pyarrow");
	}
	if (str_ends(input->name, STR(".xlsx")) || str_ends(input->name, STR(".xlsm")) ||
	    str_starts(input->bytes, STR("SQLite format 3")))
		return read_sheets(a, out, err);
	return read_encoding(a, out) || err_memory(err);
}

static bool
tell_inputs(struct arena *a, const struct task *task, struct planner_task *words, struct err *err)
{
	struct planner_input *inputs = arena_array(a, task->input_count + 1, sizeof(*inputs));

	if (!inputs)
		return err_memory(err);
	for (size_t i = 0; i < task->input_count; i++)
		if (!tell_input(a, task, &task->inputs[i], &inputs[i], err))
			return false;
	words->inputs = inputs;
	words->input_count = task->input_count;
	return true;
}

bool
task_planner(struct arena *a, const struct task *task, struct planner **out, struct err *err)
{
	struct planner_task words = {.goal = task->goal};
	struct buf policy, limits, checks, schema;

	words.sample_rows = (size_t)policy_settings_of(task->policy)->sample_rows;
	words.framing_text =
	    str_from(task->channel == CHANNEL_RESULT ? FRAMINGS[task->framing].result
						     : FRAMINGS[task->framing].printed);
	buf_init(&policy, WORDS_BYTES_MAX);
	buf_init(&limits, WORDS_BYTES_MAX);
	buf_init(&checks, WORDS_BYTES_MAX);
	buf_init(&schema, task->schema_text.n + 1);
	policy_prompt_always(task->policy, &policy);
	put_limits(&task->limits, &limits);
	put_checks(task, &checks);
	put_compact(task->schema_text, &schema);
	bool good = buf_keep(&policy, a, &words.policy_text);
	good = buf_keep(&limits, a, &words.limits_text) && good;
	good = buf_keep(&checks, a, &words.checks_text) && good;
	good = buf_keep(&schema, a, &words.schema_text) && good;
	if (!good)
		return err_memory(err);
	return tell_inputs(a, task, &words, err) && planner_new(a, &task->model, &words, out, err);
}

bool
task_tell_imports(struct arena *a, const struct task *task, struct plan *plan, struct err *err)
{
	struct buf words;

	buf_init(&words, WORDS_BYTES_MAX);
	policy_prompt_imports(task->policy, plan->imports, plan->import_count, &words);
	return buf_keep(&words, a, &plan->told) || err_memory(err);
}
