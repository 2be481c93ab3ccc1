/* SPDX-License-Identifier: MIT */
/*
 * ndjson. The lines are joined to one array, a line of it for each of theirs, and read at once;
 * each of its elements must then fill its line. Only where that fails is each line read by itself,
 * for the first that is at fault.
 */
#include "framing.h"

#include "diagnose.h"

#define SCRATCH_BYTES_MAX ((size_t)512 << 20)
#define SCRATCH_KEPT_MAX ((size_t)1 << 20)
#define LINE_HINT "print each record on one line, with print(json.dumps(record)) and no indent"

static const struct framing_fault EMPTY = {"empty", "the output is empty",
    "print at least one record; where there may be none, print one JSON text or a table instead"};
static const struct framing_fault BLANK_LINE = {
    "blank-line", "a line is blank", "print one record a line and no line between them"};
static const struct framing_fault NO_LINES = {
    "not-json", "the output is not one JSON text a line", LINE_HINT};
static const struct framing_fault TOO_MANY = {
    "too-large", "there are more than 1000000 records", "print fewer records"};

/* Advice for each of json's diagnoses when each line is a text of its own. */
static const struct {
	const char *code, *hint;
} HINTS[] = {
    {"truncated", LINE_HINT},
    {"not-json", LINE_HINT},
    {"bad-escape", LINE_HINT},
    {"bad-number", LINE_HINT},
    {"multiple-documents", "print each record on a line of its own"},
    {"leading-text", "write messages to sys.stderr; each line of standard output is one record"},
    {"trailing-text", "write messages to sys.stderr; each line of standard output is one record"},
    {"fence", "print the records alone, without ``` around them"},
};

static bool
is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\r';
}

static struct str
trim(struct str line)
{
	while (line.n > 0 && is_blank(line.p[0]))
		line = str_slice(line, 1, line.n);
	while (line.n > 0 && is_blank(line.p[line.n - 1]))
		line.n--;
	return line;
}

/* The last line's end begins no line. */
static bool
next_line(struct str *rest, struct str *line)
{
	return rest->n > 0 && str_cut(rest, '\n', line);
}

static size_t
offset_of(const struct framed *f, struct str line)
{
	return (size_t)(line.p - f->text.p);
}

/* True where the lines are in `json`; else why not is in `out`, or in `err`. */
static bool
join(const struct framed *f, struct buf *json, struct output_report *out, struct err *err)
{
	struct str rest = f->text, line;
	size_t count = 0;

	buf_char(json, '[');
	while (next_line(&rest, &line)) {
		struct str record = trim(line);
		if (record.n == 0 || count == FRAMED_RECORDS_MAX) {
			framing_refuse(f, offset_of(f, line),
			    record.n == 0 ? &BLANK_LINE : &TOO_MANY, out, err);
			return false;
		}
		if (count++ > 0)
			buf_text(json, ",\n");
		buf_str(json, record);
	}
	buf_char(json, ']');
	return true;
}

/* Whether each element is a whole line: else `"a` and `b"` would join to one. */
static bool
is_line_by_line(const struct framed *f, const struct json_doc *doc)
{
	const struct json_node *n = json_first(doc, json_root(doc));
	struct str rest = f->text, line;
	size_t at = 1;

	while (next_line(&rest, &line)) {
		size_t end = at + trim(line).n;
		if (!n || n->at != at || n->end != end)
			return false;
		n = json_next(doc, n);
		at = end + 2;
	}
	return !n;
}

static bool
diagnose_line(const struct framed *f, struct str line, unsigned number,
    const struct json_problem *problem, struct err *found, struct output_report *out)
{
	found->line = number;
	if (!diagnose(f->a, line, problem, found, out))
		return false;
	for (size_t i = 0; i < ARRAY_LENGTH(HINTS); i++)
		if (str_is(out->code, HINTS[i].code))
			out->hint = str_from(HINTS[i].hint);
	return true;
}

/* Fills out->code for the first line that is no JSON text; leaves it empty where all are. */
static bool
find_fault(const struct framed *f, struct output_report *out, struct err *err)
{
	struct json_limits limits = FRAMED_LIMITS;
	struct str rest = f->text, line;
	struct arena *scratch = NULL;
	unsigned number = 0;
	bool good = true;

	limits.depth--;
	while (good && out->code.n == 0 && next_line(&rest, &line)) {
		struct json_problem problem = {0};
		struct json_doc ignored;
		struct err found = {0};
		number++;
		if (scratch && arena_used(scratch) > SCRATCH_KEPT_MAX) {
			arena_free(scratch);
			scratch = NULL;
		}
		scratch = scratch ? scratch : arena_new(SCRATCH_BYTES_MAX);
		if (scratch && json_parse(scratch, line, NULL, &limits, &ignored, &problem, &found))
			continue;
		good = scratch && problem.fault != JSON_FAULT_MEMORY &&
		       diagnose_line(f, line, number, &problem, &found, out);
	}
	arena_free(scratch);
	return good || err_memory(err);
}

bool
framing_lines(struct framed *f, struct output_report *out, struct err *err)
{
	struct output_report joined = {0};
	struct buf json;

	if (f->text.n == 0)
		return framing_refuse(f, 0, &EMPTY, out, err);
	buf_init(&json, FRAMED_LIMITS.bytes);
	if (!join(f, &json, out, err)) {
		buf_release(&json);
		return out->message.n > 0;
	}
	if (!framing_take(f, &json, &joined, err))
		return false;
	if (joined.code.n == 0 && is_line_by_line(f, &joined.doc)) {
		out->doc = joined.doc;
		return true;
	}
	if (!find_fault(f, out, err))
		return false;
	if (out->code.n > 0)
		return true;
	if (joined.code.n == 0)
		return framing_refuse(f, 0, &NO_LINES, out, err);
	*out = joined;
	return true;
}

static void
go_to(struct line_walk *walk, struct str text, unsigned line)
{
	if (line < walk->line)
		*walk = (struct line_walk){0, 1};
	while (walk->line < line) {
		size_t end = str_find(text, STR("\n"), walk->at);
		if (end == SIZE_MAX)
			return;
		walk->at = end + 1;
		walk->line++;
	}
}

void
framing_lines_places(const struct framed *f, struct schema_report *out)
{
	struct line_walk walk = {0, 1};

	for (size_t i = 0; i < out->count; i++) {
		struct schema_issue *issue = &out->issues[i];
		if (issue->instance.n == 0)
			continue;
		go_to(&walk, f->text, issue->line);
		size_t at = walk.at;
		while (at < f->text.n && is_blank(f->text.p[at]))
			at++;
		unsigned bracket = issue->line == 1;
		issue->column = issue->column - bracket + (unsigned)(at - walk.at);
	}
}
