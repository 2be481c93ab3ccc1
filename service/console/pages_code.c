/* SPDX-License-Identifier: MIT */
/* pages_code.c: a program on a page: its lines with their colours, what the gate found at them, what people said of
 * them, and what changed between two. */
#include "pages.h"
#include "paint.h"

#include <stdio.h>

#define HITS_MAX 32 /* of a line; a finding more is told and not underlined */

static const char *const PAINTS[] = {[PAINT_NONE] = NULL,
    [PAINT_KEYWORD] = "kw",
    [PAINT_STRING] = "st",
    [PAINT_NUMBER] = "nu",
    [PAINT_COMMENT] = "co",
    [PAINT_NAME] = "na"};

/* The part of a line that a finding is about: from 1, in code points; to its end if the finding goes on. */
struct hit {
	int64_t from, to;
};

static bool
is_hit(const struct hit *hits, size_t count, int64_t column)
{
	for (size_t i = 0; i < count; i++)
		if (column >= hits[i].from && column < hits[i].to)
			return true;
	return false;
}

/* The pieces of a line that have one paint each, and are all or not at all what a finding is about. */
static void
put_spans(struct json_writer *w, struct str line, const uint8_t *paint, const struct hit *hits,
    size_t hit_count)
{
	int64_t column = 1;

	json_open_array(w, "spans");
	for (size_t from = 0, to = 0; paint && from < line.n; from = to) {
		bool hit = is_hit(hits, hit_count, column);
		while (to < line.n && paint[to] == paint[from] &&
		       is_hit(hits, hit_count, column) == hit) {
			(void)utf8_next(line, &to);
			column++;
		}
		json_format(w, "{paint: %s, hit: %d", PAINTS[paint[from]], hit);
		json_put_str(w, "text", str_slice(line, from, to));
		json_end_object(w);
	}
	json_end_array(w);
}

static const char *
icon_of(struct str decision)
{
	return str_is(decision, "deny") ? "deny" : str_is(decision, "allow") ? "allow" : "escalate";
}

static void
put_finding(struct json_writer *w, const struct json_doc *d, const struct json_node *f)
{
	static const char *const NAMES[] = {"rule", "message", "remedy", "severity"};
	struct str decision = json_get_text(d, f, "decision", STR("escalate"));

	json_format(w, "{mark: %s, decision: %.*s", icon_of(decision), STR_ARG(decision));
	for (size_t i = 0; i < ARRAY_LENGTH(NAMES); i++)
		json_put_str(w, NAMES[i], json_get_text(d, f, NAMES[i], STR("")));
	json_end_object(w);
}

/* Those of its findings that begin in this line. */
static size_t
put_findings_at(struct json_writer *w, const struct json_doc *d, const struct json_node *list,
    int64_t line, struct hit hits[HITS_MAX])
{
	const char *mark = NULL;
	size_t count = 0;

	json_open_array(w, "findings");
	for (const struct json_node *f = json_first(d, list); f; f = json_next(d, f)) {
		if (json_get_number(d, f, "line", 0) != line)
			continue;
		put_finding(w, d, f);
		if (count < HITS_MAX)
			hits[count++] = (struct hit){json_get_number(d, f, "column", 1),
			    json_get_number(d, f, "end_line", line) == line
				? json_get_number(d, f, "end_column", 0)
				: INT64_MAX};
		if (!mark || strcmp(mark, "deny") != 0)
			mark = icon_of(json_get_text(d, f, "decision", STR("escalate")));
	}
	json_format(w, "], flagged: %s", mark);
	return count;
}

static void
put_lines_named(struct json_writer *w, const struct stored_comment *c)
{
	char lines[64] = "";

	if (c->line_from > 0 && c->line_from == c->line_to)
		snprintf(lines, sizeof(lines), "line %lld", (long long)c->line_from);
	else if (c->line_from > 0)
		snprintf(lines, sizeof(lines), "lines %lld to %lld", (long long)c->line_from,
		    (long long)c->line_to);
	json_put_text(w, "lines", lines);
}

void
put_remarks(struct json_writer *w, const struct question *q, int64_t line, int64_t now_us)
{
	const struct stored_approval *a = &q->approval;

	json_open_array(w, "remarks");
	for (size_t i = 0; i < a->comment_count; i++) {
		const struct stored_comment *c = &a->comments[i];
		bool unresolved = c->must_resolve && c->resolved_us == 0;
		if (line >= 0 && c->line_to != line)
			continue;
		json_format(w, "{remark: %s, author: %.*s, body: %.*s", c->id, STR_ARG(c->author),
		    STR_ARG(c->body));
		put_lines_named(w, c);
		put_moment(w, "when", c->created_us, now_us);
		json_format(
		    w, "unresolved: %d, resolved: %d", unresolved, c->must_resolve && !unresolved);
		if (unresolved)
			put_act(w, "resolve", "resolve", str_from(c->id));
		json_end_object(w);
	}
	json_end_array(w);
}

void
put_code(struct arena *a, struct json_writer *w, struct str code, const struct code_notes *notes)
{
	const uint8_t *paint = paint_code(a, code);
	struct str rest = code, line;
	struct hit hits[HITS_MAX];

	json_open_array(w, "code");
	for (int64_t n = 1; str_cut(&rest, '\n', &line); n++) {
		if (rest.n == 0 && line.n == 0)
			break;
		json_format(w, "{no: %ld, text: %.*s", n, STR_ARG(line));
		size_t count = put_findings_at(w, notes->findings, notes->list, n, hits);
		put_spans(w, line, paint ? paint + (line.p - code.p) : NULL, hits, count);
		if (notes->question)
			put_remarks(w, notes->question, n, notes->now_us);
		json_end_object(w);
	}
	json_end_array(w);
}

/* Lines as diff_lines writes them. */
void
put_diff(struct json_writer *w, struct str lines)
{
	struct str rest = lines, line;

	json_open_array(w, "changes");
	while (str_cut(&rest, '\n', &line)) {
		char mark = line.n > 0 ? line.p[0] : ' ';
		if (rest.n == 0 && line.n == 0)
			break;
		json_format(w, "{change: %s, gap: %d",
		    mark == '+'   ? "added"
		    : mark == '-' ? "removed"
				  : NULL,
		    mark != '+' && mark != '-' && mark != ' ');
		json_put_str(w, "text", str_slice(line, line.n > 0, line.n));
		json_end_object(w);
	}
	json_end_array(w);
}
