/* SPDX-License-Identifier: MIT */
/* Findings of lint for people and programs, and its table of checks. */
#include "lint.h"

#include "record.h"
#include "report.h"

#define RED "\033[1;31m"
#define YELLOW "\033[1;33m"
#define CYAN "\033[1;36m"
#define RESET "\033[0m"

static void
put_finding(const struct check_result *r, const struct finding *f, bool colour, struct buf *out)
{
	static const char *const paints[] = {
	    [LINT_ERROR] = RED, [LINT_WARNING] = YELLOW, [LINT_NOTE] = CYAN};
	const struct lint_check *c = lint_check_find(f->rule);
	const char *paint = colour ? paints[f->decision] : "";
	size_t width = utf8_length(f->snippet);

	buf_visible(out, str_from(r->path), 4096);
	buf_printf(out, ":%u:%u: %s%s%s: ", f->line, f->column, paint, lint_level_name(f->decision),
	    *paint ? RESET : "");
	buf_visible(out, f->message, 400);
	buf_printf(out, " [%s]\n", c->id);
	caret_render(r->source, f->line, f->column, width > 0 ? (unsigned)width : 1, paint, out);
	buf_printf(out, "why: %s\nhelp: %s\n\n", c->why, c->remedy);
}

static void
report_human(const struct check_result *results, size_t count, bool colour, struct buf *out)
{
	size_t counts[LINT_NOTE + 1] = {0};

	for (size_t i = 0; i < count; i++)
		for (size_t k = 0; k < results[i].verdict.count; k++) {
			put_finding(&results[i], &results[i].verdict.findings[k], colour, out);
			counts[results[i].verdict.findings[k].decision]++;
		}
	for (unsigned i = LINT_ERROR; i <= LINT_NOTE; i++)
		buf_printf(out, "%s%zu %s%s", i == 0 ? "" : ", ", counts[i], lint_level_name(i),
		    counts[i] == 1 ? "" : "s");
	buf_char(out, '\n');
}

#define FINDING struct finding
FORM(place_form, FINDING, MEMBER(FINDING, line), MEMBER(FINDING, column), MEMBER(FINDING, end_line),
    MEMBER(FINDING, end_column), MEMBER(FINDING, snippet));

static void
finding_put(const struct finding *f, struct json_writer *w)
{
	const struct lint_check *c = lint_check_find(f->rule);

	json_object(w);
	json_put_text(w, "check", c->id);
	json_put_text(w, "level", lint_level_name(f->decision));
	json_put_str(w, "message", f->message);
	json_put_text(w, "why", c->why);
	json_put_text(w, "remedy", c->remedy);
	record_put(w, &place_form, f);
	json_end_object(w);
}

static void
report_json(const struct check_result *results, size_t count, struct buf *out)
{
	struct json_writer w;

	json_writer_init(&w, out, true);
	json_object(&w);
	json_open_array(&w, "files");
	for (size_t i = 0; i < count; i++) {
		json_object(&w);
		json_put_text(&w, "path", results[i].path);
		json_put_text(&w, "sha256", results[i].verdict.code_sha256);
		json_open_array(&w, "findings");
		for (size_t k = 0; k < results[i].verdict.count; k++)
			finding_put(&results[i].verdict.findings[k], &w);
		json_end_array(&w);
		json_end_object(&w);
	}
	json_end_array(&w);
	json_end_object(&w);
	buf_char(out, '\n');
}

static void
describe(struct str rule, struct str *about, struct str *help)
{
	const struct lint_check *c = lint_check_find(rule);

	*about = str_from(c->why);
	*help = str_from(c->remedy);
}

void
lint_report(const struct check_result *results, size_t count, enum check_format format, bool colour,
    struct buf *out)
{
	static const struct report_kind kind = {
	    "policy lint", "sluice.policy.lint", "yaml", describe};

	if (format == CHECK_HUMAN)
		report_human(results, count, colour, out);
	else if (format == CHECK_JSON)
		report_json(results, count, out);
	else
		report_kind_as(format, &kind, results, count, out);
}

void
lint_list(struct buf *out)
{
	size_t count;
	const struct lint_check *c = lint_checks(&count);

	for (size_t i = 0; i < count; i++)
		buf_printf(out, "%-30s %-8s %s\n", c[i].id, lint_level_name(c[i].level), c[i].what);
}

#define CHECK struct lint_check
FORM(check_form, CHECK, MEMBER(CHECK, id),
    MEMBER_WORD("level", CHECK, level, lint_level_name, NULL), MEMBER(CHECK, what),
    MEMBER(CHECK, why), MEMBER(CHECK, remedy));

void
lint_list_json(struct buf *out)
{
	struct json_writer w;
	size_t count;
	const struct lint_check *c = lint_checks(&count);

	json_writer_init(&w, out, true);
	json_array(&w);
	for (size_t i = 0; i < count; i++)
		record_put_item(&w, &check_form, &c[i]);
	json_end_array(&w);
	buf_char(out, '\n');
}

void
lint_explain(const struct lint_check *c, struct buf *out)
{
	buf_printf(out, "%s, %s %s: %s\nwhy: %s\nhelp: %s\n", c->id,
	    c->level == LINT_ERROR ? "an" : "a", lint_level_name(c->level), c->what, c->why,
	    c->remedy);
}

/* In a table's cell a bar would end it. */
static void
put_cell(const char *text, struct buf *out)
{
	for (; *text != '\0'; text++)
		buf_printf(out, *text == '|' ? "\\%c" : "%c", *text);
}

void
lint_page(struct buf *out)
{
	size_t count;
	const struct lint_check *c = lint_checks(&count);

	buf_text(out,
	    "<!-- made by `sluice policy lint --list --format page`; don't edit it by hand -->\n"
	    "# Checks of `sluice policy lint`\n\n"
	    "`docs/policy-tools.md` explains how to run them. With an error or a warning, the command ends "
	    "with exit code 1, with\nnotes alone with 0.\n\n"
	    "| check | level | what is wrong | why it matters | what to do |\n"
	    "| --- | --- | --- | --- | --- |\n");
	for (size_t i = 0; i < count; i++) {
		buf_printf(out, "| `%s` | %s | ", c[i].id, lint_level_name(c[i].level));
		put_cell(c[i].what, out);
		buf_text(out, " | ");
		put_cell(c[i].why, out);
		buf_text(out, " | ");
		put_cell(c[i].remedy, out);
		buf_text(out, " |\n");
	}
}
