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
is_failure(const struct finding *f)
{
	return f->decision != DECISION_ALLOW && finding_decides(f);
}

static size_t
failures_of(const struct policy_verdict *v)
{
	size_t count = 0;

	for (size_t k = 0; k < v->count; k++)
		count += is_failure(&v->findings[k]);
	return count;
}

/* Waived and shadow findings go into a test's output. */
static void
junit_rest(const struct policy_verdict *v, struct buf *out)
{
	struct buf text;

	buf_init(&text, (size_t)1 << 20);
	for (size_t k = 0; k < v->count; k++) {
		const struct finding *f = &v->findings[k];

		if (finding_decides(f))
			continue;
		buf_printf(&text, "line %u: %s", f->line, decision_name(f->decision));
		finding_standing(f, &text);
		buf_printf(&text, ": %.*s [%.*s]\n", STR_ARG(f->message), STR_ARG(f->rule));
	}
	out->failed = out->failed || text.failed;
	if (text.n > 0) {
		buf_text(out, "      <system-out>");
		xml_text(out, buf_view(&text));
		buf_text(out, "</system-out>\n");
	}
	buf_release(&text);
}

static void
junit_case(const struct check_result *r, const char *class, struct buf *out)
{
	bool empty = r->verdict.count == 0;

	buf_printf(out, "    <testcase classname=\"%s\" name=\"", class);
	xml_text(out, str_from(r->path));
	buf_text(out, empty ? "\"/>\n" : "\">\n");
	for (size_t k = 0; k < r->verdict.count; k++) {
		const struct finding *f = &r->verdict.findings[k];

		if (!is_failure(f))
			continue;
		buf_text(out, "      <failure type=\"");
		xml_text(out, f->rule);
		buf_printf(out, "\" message=\"line %u: ", f->line);
		xml_text(out, f->message);
		buf_text(out, "\">");
		xml_text(out, f->snippet);
		buf_text(out, "</failure>\n");
	}
	junit_rest(&r->verdict, out);
	if (!empty)
		buf_text(out, "    </testcase>\n");
}

void
report_junit(const struct policy *p, const struct report_kind *kind,
    const struct check_result *results, size_t count, struct buf *out)
{
	size_t failures = 0;

	for (size_t i = 0; i < count; i++)
		failures += failures_of(&results[i].verdict) > 0;
	buf_text(
	    out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n  <testsuite name=\"");
	xml_text(out, kind == NULL ? policy_id(p) : str_from(kind->suite));
	buf_printf(out, "\" tests=\"%zu\" failures=\"%zu\">\n", count, failures);
	for (size_t i = 0; i < count; i++)
		junit_case(&results[i], kind == NULL ? "sluice.check" : kind->class, out);
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
github_standing(const struct finding *f, struct buf *out)
{
	struct buf text;

	buf_init(&text, 1 << 12);
	finding_standing(f, &text);
	github_text(out, buf_view(&text), false);
	buf_release(&text);
}

void
report_github(const struct check_result *results, size_t count, struct buf *out)
{
	for (size_t i = 0; i < count; i++)
		for (size_t k = 0; k < results[i].verdict.count; k++) {
			const struct finding *f = &results[i].verdict.findings[k];

			const char *level = report_level(f);

			buf_printf(
			    out, "::%s file=", strcmp(level, "note") == 0 ? "notice" : level);
			github_text(out, str_from(results[i].path), true);
			buf_printf(out, ",line=%u,col=%u,endLine=%u,title=", f->line, f->column,
			    f->end_line);
			github_text(out, f->rule, true);
			buf_text(out, "::");
			github_text(out, f->message, false);
			github_standing(f, out);
			buf_char(out, '\n');
		}
}

void
report_kind_as(enum check_format format, const struct report_kind *kind,
    const struct check_result *results, size_t count, struct buf *out)
{
	if (format == CHECK_SARIF)
		report_sarif(NULL, kind, results, count, out);
	else if (format == CHECK_JUNIT)
		report_junit(NULL, kind, results, count, out);
	else
		report_github(results, count, out);
}
