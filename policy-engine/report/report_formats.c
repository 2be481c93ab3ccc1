/* SPDX-License-Identifier: MIT */
/* JUnit XML and GitHub's workflow commands. */
#include "report.h"

void
xml_text(struct buf *out, struct str s)
{
	for (size_t at = 0; at < s.n;) {
		int32_t c = utf8_next(s, &at);

		if (c == '<')
			buf_text(out, "&lt;");
		else if (c == '>')
			buf_text(out, "&gt;");
		else if (c == '&')
			buf_text(out, "&amp;");
		else if (c == '"')
			buf_text(out, "&quot;");
		else if (c < 32 || codepoint_is_invisible((uint32_t)c) || c == 0xfffe ||
			 c == 0xffff)
			buf_text(out, "\xef\xbf\xbd");
		else
			buf_codepoint(out, (uint32_t)c);
	}
}

/* Notes fail no test. */
static bool
is_note(const struct finding *f)
{
	return strcmp(report_level(f), "note") == 0;
}

static bool
fails(const struct policy_verdict *v)
{
	for (size_t k = 0; k < v->count; k++)
		if (!is_note(&v->findings[k]))
			return true;
	return false;
}

static void
junit_failure(const struct finding *f, struct buf *out)
{
	buf_text(out, "      <failure type=\"");
	xml_text(out, f->rule);
	buf_printf(out, "\" message=\"line %u: ", f->line);
	xml_text(out, f->message);
	buf_text(out, "\">");
	xml_text(out, f->snippet);
	buf_text(out, "</failure>\n");
}

static void
junit_case(const struct check_result *r, const char *class, struct buf *out)
{
	const struct finding *f = report_finding(&r->verdict, 0);
	struct buf notes; /* what decides nothing: a test's output */

	buf_init(&notes, (size_t)1 << 20);
	buf_printf(out, "    <testcase classname=\"%s\" name=\"", class);
	xml_text(out, str_from(r->path));
	buf_text(out, f == NULL ? "\"/>\n" : "\">\n");
	for (size_t k = 0; (f = report_finding(&r->verdict, k)) != NULL; k++) {
		if (!is_note(f))
			junit_failure(f, out);
		if (finding_decides(f))
			continue;
		buf_printf(&notes, "line %u: %s", f->line, decision_name(f->decision));
		finding_standing(f, &notes);
		buf_printf(&notes, ": %.*s [%.*s]\n", STR_ARG(f->message), STR_ARG(f->rule));
	}
	if (notes.n > 0) {
		buf_text(out, "      <system-out>");
		xml_text(out, buf_view(&notes));
		buf_text(out, "</system-out>\n");
	}
	if (report_finding(&r->verdict, 0) != NULL)
		buf_text(out, "    </testcase>\n");
	out->failed = out->failed || notes.failed;
	buf_release(&notes);
}

void
report_junit(const struct report *r, struct buf *out)
{
	size_t failures = 0;

	for (size_t i = 0; i < r->count; i++)
		failures += fails(&r->results[i].verdict);
	buf_text(
	    out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n  <testsuite name=\"");
	xml_text(out, r->kind == NULL ? policy_id(r->policy) : str_from(r->kind->suite));
	buf_printf(out, "\" tests=\"%zu\" failures=\"%zu\">\n", r->count, failures);
	for (size_t i = 0; i < r->count; i++)
		junit_case(&r->results[i], r->kind == NULL ? "sluice.check" : r->kind->class, out);
	buf_text(out, "  </testsuite>\n</testsuites>\n");
}

/* Percent-encoding as the runner undoes it; a colon and a comma only end properties. */
static void
github_text(struct buf *out, struct str s, bool property)
{
	for (size_t i = 0; i < s.n; i++) {
		char c = s.p[i];

		if (c == '%' || c == '\r' || c == '\n' || (property && (c == ':' || c == ',')))
			buf_printf(out, "%%%02X", (unsigned char)c);
		else
			buf_char(out, c);
	}
}

static void
github_finding(const struct finding *f, const char *path, struct buf *out)
{
	struct buf standing;

	buf_init(&standing, 1 << 12);
	finding_standing(f, &standing);
	buf_printf(out, "::%s file=", is_note(f) ? "notice" : report_level(f));
	github_text(out, str_from(path), true);
	buf_printf(out, ",line=%u,col=%u,endLine=%u,title=", f->line, f->column, f->end_line);
	github_text(out, f->rule, true);
	buf_text(out, "::");
	github_text(out, f->message, false);
	github_text(out, buf_view(&standing), false);
	buf_char(out, '\n');
	buf_release(&standing);
}

void
report_github(const struct report *r, struct buf *out)
{
	const struct finding *f;

	for (size_t i = 0; i < r->count; i++)
		for (size_t k = 0; (f = report_finding(&r->results[i].verdict, k)) != NULL; k++)
			github_finding(f, r->results[i].path, out);
}
