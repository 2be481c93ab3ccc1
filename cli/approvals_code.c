/* SPDX-License-Identifier: MIT */
/*
 * The code as it is, and not as it looks: nothing in it may move the cursor, hide, or look like
 * something else. What the gate found and what people said stands below the lines that it is about.
 */
#include "approver.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#define COLUMNS 80
#define GUTTER 7 /* "1234 | " */
#define RED "\033[31m"
#define YELLOW "\033[33m"
#define CYAN "\033[36m"
#define REVERSE "\033[7m"
#define RESET "\033[0m"
#define FACTS_MAX 4096
#define PRINT_DIGITS 12 /* of a fingerprint: enough to name it by */

/* One character as plain text, and how many columns that takes. */
static size_t
draw_character(const struct call *w, int32_t c, uint8_t byte, struct buf *out)
{
	char box[24];
	int n;

	if (c >= ' ' && c < 0x7f) {
		buf_char(out, (char)c);
		return 1;
	}
	if (c < 0)
		n = snprintf(box, sizeof(box), "[byte %02X]", byte);
	else
		n = snprintf(box, sizeof(box), "[U+%04X]", (unsigned)c);
	buf_printf(out, "%s%s%s", w->colour ? REVERSE : "", box, w->colour ? RESET : "");
	return (size_t)n;
}

static size_t
width_of(int32_t c)
{
	return c >= ' ' && c < 0x7f ? 1 : c < 0 ? 9 : c > 0xfffff ? 10 : c > 0xffff ? 9 : 8;
}

static void
draw_line(const struct call *w, size_t number, struct str line, struct buf *out)
{
	size_t column = GUTTER, at = 0;

	buf_printf(out, "%4zu | ", number);
	while (at < line.n) {
		size_t before = at;
		int32_t c = utf8_next(line, &at);
		if (column + width_of(c) > COLUMNS) {
			buf_text(out, "\n     : ");
			column = GUTTER;
		}
		column += draw_character(w, c, (uint8_t)line.p[before], out);
	}
	buf_char(out, '\n');
}

static void
draw_below(struct buf *out, const char *mark, struct str text)
{
	buf_printf(out, "     %s ", mark);
	text_wrap(out, text, 1000, GUTTER, GUTTER);
	buf_char(out, '\n');
}

/* Why a finding is no part of the question. */
static void
draw_standing(const struct json_doc *d, const struct json_node *f, struct buf *out)
{
	struct str expired = json_get_text(d, f, "expired_waiver", STR(""));

	if (json_get(d, f, "shadow"))
		buf_printf(out, " (only in shadow, of %.*s)",
		    STR_ARG(json_get_text(d, f, "policy", STR("?"))));
	if (json_get(d, f, "waived"))
		buf_printf(
		    out, " (waived by %.*s)", STR_ARG(json_get_text(d, f, "waiver", STR("?"))));
	if (expired.n > 0)
		buf_printf(out, " (its waiver %.*s has expired)", STR_ARG(expired));
}

static void
draw_finding(
    const struct call *w, const struct json_doc *d, const struct json_node *f, struct buf *out)
{
	struct str decision = json_get_text(d, f, "decision", STR("deny"));
	struct str remedy = json_get_text(d, f, "remedy", STR(""));
	struct str print = json_get_text(d, f, "fingerprint", STR(""));
	bool apart = json_get(d, f, "shadow") || json_get(d, f, "waived");
	const char *colour = apart ? CYAN : str_is(decision, "deny") ? RED : YELLOW;
	struct buf text;

	buf_init(&text, 1 << 16);
	buf_str(&text, decision);
	draw_standing(d, f, &text);
	buf_printf(&text, ", %.*s: %.*s", STR_ARG(json_get_text(d, f, "rule", STR("?"))),
	    STR_ARG(json_get_text(d, f, "message", STR(""))));
	if (remedy.n > 0)
		buf_printf(&text, " (%.*s)", STR_ARG(remedy));
	if (print.n > PRINT_DIGITS)
		buf_printf(&text, " [%.*s]", PRINT_DIGITS, print.p);
	buf_text(out, w->colour ? colour : "");
	draw_below(out, "^", buf_view(&text));
	buf_text(out, w->colour ? RESET : "");
	buf_release(&text);
}

static void
draw_comment(const struct stored_comment *c, struct buf *out)
{
	struct buf text;

	buf_init(&text, 1 << 16);
	buf_printf(&text, "%.*s%s: %.*s", STR_ARG(c->author),
	    !c->must_resolve      ? ""
	    : c->resolved_us != 0 ? " (resolved)"
				  : " (must be resolved)",
	    STR_ARG(c->body));
	draw_below(out, "#", buf_view(&text));
	buf_release(&text);
}

static void
draw_notes(const struct call *w, const struct question *q, int64_t line, struct buf *out)
{
	const struct json_doc *d = &q->findings_doc;
	int64_t at;

	JSON_EACH(f, d, json_root(d))
		if (json_int(json_get(d, f, "line"), &at) && at == line)
			draw_finding(w, d, f, out);
	for (size_t i = 0; i < q->approval.comment_count; i++)
		if (q->approval.comments[i].line_to == line)
			draw_comment(&q->approval.comments[i], out);
}

void
draw_code(const struct call *w, const struct question *q, struct buf *out)
{
	struct str rest = q->code, line;
	int64_t number = 0;

	while (rest.n > 0 && str_cut(&rest, '\n', &line)) {
		draw_line(w, (size_t)++number, line, out);
		draw_notes(w, q, number, out);
	}
}

/* -- imports and calls ----------------------------------------------------------------------- */

struct fact {
	struct str what;
	int64_t count;
};

static int
by_name(const void *a, const void *b)
{
	return str_compare(((const struct fact *)a)->what, ((const struct fact *)b)->what);
}

static void
add(struct fact *facts, size_t *count, struct str what, int64_t times)
{
	for (size_t i = 0; i < *count; i++)
		if (str_eq(facts[i].what, what)) {
			facts[i].count += times;
			return;
		}
	if (*count < FACTS_MAX)
		facts[(*count)++] = (struct fact){what, times};
}

/* "im 0 os path - in / 0 1": words, the last of them how often. */
static bool
read_fact(struct call *w, struct str line, struct fact *out, bool *is_import)
{
	struct str words[12], rest = line;
	size_t count = 0;

	while (count < ARRAY_LENGTH(words) && str_cut(&rest, ' ', &words[count]))
		count++;
	if (count < 6)
		return false;
	*is_import = str_is(words[0], "im");
	if (!*is_import && !str_is(words[0], "ca"))
		return false;
	out->count = strtoll(words[count - 1].p, NULL, 10);
	if (!*is_import) {
		out->what = words[1];
		return true;
	}
	const char *text = str_is(words[3], "-") ? arena_text(w->a, words[2])
						 : arena_printf(w->a, "%.*s.%.*s",
						       STR_ARG(words[2]), STR_ARG(words[3]));
	out->what = str_from(text);
	return text != NULL;
}

static void
draw_facts_of(const char *name, struct fact *facts, size_t count, struct buf *out)
{
	struct buf line;

	if (count == 0)
		return;
	qsort(facts, count, sizeof(*facts), by_name);
	buf_init(&line, 1 << 20);
	for (size_t i = 0; i < count; i++) {
		buf_printf(&line, "%s%.*s", i ? ", " : "", STR_ARG(facts[i].what));
		if (facts[i].count > 1)
			buf_printf(&line, " x%" PRId64, facts[i].count);
	}
	draw_field(out, name, buf_view(&line));
	buf_release(&line);
}

void
draw_facts(struct call *w, const struct question *q, struct buf *out)
{
	struct fact *imports = arena_array(w->a, FACTS_MAX, sizeof(*imports));
	struct fact *calls = arena_array(w->a, FACTS_MAX, sizeof(*calls)), one;
	size_t import_count = 0, call_count = 0;
	struct str facts, line;
	bool is_import;

	if (!imports || !calls || !policy_facts(w->a, q->code, &facts, &w->err)) {
		draw_field(out, "imports", STR("the code can't be read as Python"));
		return;
	}
	while (str_cut(&facts, '\n', &line))
		if (read_fact(w, line, &one, &is_import))
			add(is_import ? imports : calls, is_import ? &import_count : &call_count,
			    one.what, one.count);
	draw_facts_of("imports", imports, import_count, out);
	draw_facts_of("calls", calls, call_count, out);
}
