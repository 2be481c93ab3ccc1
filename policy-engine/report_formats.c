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
static size_t
failures_of(const struct policy_verdict *v)
{
	size_t count = 0;

	for (size_t k = 0; k < v->count; k++)
		count += v->findings[k].decision != DECISION_ALLOW;
	return count;
}

static void
junit_case(const struct check_result *r, const char *class, struct buf *out)
{
	size_t failures = failures_of(&r->verdict);

	buf_printf(out, "    <testcase classname=\"%s\" name=\"", class);
	xml_text(out, str_from(r->path));
	buf_text(out, failures == 0 ? "\"/>\n" : "\">\n");
	for (size_t k = 0; k < r->verdict.count; k++) {
		const struct finding *f = &r->verdict.findings[k];

		if (f->decision == DECISION_ALLOW)
			continue;
		buf_text(out, "      <failure type=\"");
		xml_text(out, f->rule);
		buf_printf(out, "\" message=\"line %u: ", f->line);
		xml_text(out, f->message);
		buf_text(out, "\">");
		xml_text(out, f->snippet);
		buf_text(out, "</failure>\n");
	}
	if (failures > 0)
		buf_text(out, "    </testcase>\n");
}

void
report_junit(
    const struct policy *p, const struct check_result *results, size_t count, struct buf *out)
{
	size_t failures = 0;

	for (size_t i = 0; i < count; i++)
		failures += failures_of(&results[i].verdict) > 0;
	buf_text(
	    out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n  <testsuite name=\"");
	xml_text(out, p != NULL ? policy_id(p) : STR("policy lint"));
	buf_printf(out, "\" tests=\"%zu\" failures=\"%zu\">\n", count, failures);
	for (size_t i = 0; i < count; i++)
		junit_case(&results[i], p != NULL ? "sluice.check" : "sluice.policy.lint", out);
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

void
report_github(const struct check_result *results, size_t count, struct buf *out)
{
	for (size_t i = 0; i < count; i++)
		for (size_t k = 0; k < results[i].verdict.count; k++) {
			const struct finding *f = &results[i].verdict.findings[k];

			buf_printf(out, "::%s file=",
			    f->decision == DECISION_ALLOW ? "notice" : report_level(f));
			github_text(out, str_from(results[i].path), true);
			buf_printf(out, ",line=%u,col=%u,endLine=%u,title=", f->line, f->column,
			    f->end_line);
			github_text(out, f->rule, true);
			buf_text(out, "::");
			github_text(out, f->message, false);
			buf_char(out, '\n');
		}
}
