/* SPDX-License-Identifier: MIT */
#include "report.h"

/* The column in UTF-16 code units of a byte offset, from 1. */
static int64_t
utf16_column(struct str source, size_t at)
{
	size_t start = at;
	int64_t column = 1;

	while (start > 0 && source.p[start - 1] != '\n')
		start--;
	while (start < at) {
		int32_t c = utf8_next(source, &start);

		column += c > 0xffff ? 2 : 1;
	}
	return column;
}

static void
sarif_location(struct json_writer *w, const struct check_result *r, const struct finding *f)
{
	json_name(w, "locations");
	json_array(w);
	json_object(w);
	json_name(w, "physicalLocation");
	json_object(w);
	json_name(w, "artifactLocation");
	json_object(w);
	json_put_text(w, "uri", r->path);
	json_end_object(w);
	json_name(w, "region");
	json_object(w);
	json_put_number(w, "startLine", f->line);
	json_put_number(w, "startColumn", utf16_column(r->source, f->at));
	json_put_number(w, "endLine", f->end_line);
	json_put_number(w, "endColumn", utf16_column(r->source, f->end));
	json_name(w, "snippet");
	json_object(w);
	json_put_str(w, "text", f->snippet);
	json_end_object(w);
	json_end_object(w);
	json_end_object(w);
	json_end_object(w);
	json_end_array(w);
}

static void
sarif_result(struct json_writer *w, const struct check_result *r, const struct finding *f)
{
	json_object(w);
	json_put_str(w, "ruleId", f->rule);
	json_put_text(w, "level", f->decision == DECISION_DENY ? "error" : "warning");
	json_name(w, "message");
	json_object(w);
	json_put_str(w, "text", f->message);
	json_end_object(w);
	sarif_location(w, r, f);
	json_name(w, "properties");
	json_object(w);
	json_put_text(w, "decision", decision_name(f->decision));
	json_put_text(w, "severity", severity_name(f->severity));
	json_put_str(w, "remedy", f->remedy);
	json_end_object(w);
	json_end_object(w);
}

static void
sarif_artifacts(struct json_writer *w, const struct check_result *results, size_t count)
{
	json_name(w, "artifacts");
	json_array(w);
	for (size_t i = 0; i < count; i++) {
		json_object(w);
		json_name(w, "location");
		json_object(w);
		json_put_text(w, "uri", results[i].path);
		json_end_object(w);
		json_name(w, "hashes");
		json_object(w);
		json_put_text(w, "sha-256", results[i].verdict.code_sha256);
		json_end_object(w);
		json_end_object(w);
	}
	json_end_array(w);
}

static void
sarif_tool(struct json_writer *w, const struct policy *p)
{
	json_name(w, "tool");
	json_object(w);
	json_name(w, "driver");
	json_object(w);
	json_put_text(w, "name", "sluice");
	json_put_text(w, "version", SLUICE_VERSION);
	json_name(w, "properties");
	json_object(w);
	json_put_str(w, "policy", policy_id(p));
	json_put_number(w, "revision", policy_revision(p));
	json_put_text(w, "sha256", policy_digest(p));
	json_end_object(w);
	json_end_object(w);
	json_end_object(w);
}

void
report_sarif(
    const struct policy *p, const struct check_result *results, size_t count, struct buf *out)
{
	struct json_writer w;

	json_writer_init(&w, out, true);
	json_object(&w);
	json_put_text(&w, "$schema", "https://json.schemastore.org/sarif-2.1.0.json");
	json_put_text(&w, "version", "2.1.0");
	json_name(&w, "runs");
	json_array(&w);
	json_object(&w);
	sarif_tool(&w, p);
	json_put_text(&w, "columnKind", "utf16CodeUnits");
	sarif_artifacts(&w, results, count);
	json_name(&w, "results");
	json_array(&w);
	for (size_t i = 0; i < count; i++)
		for (size_t k = 0; k < results[i].verdict.count; k++)
			sarif_result(&w, &results[i], &results[i].verdict.findings[k]);
	json_end_array(&w);
	json_end_object(&w);
	json_end_array(&w);
	json_end_object(&w);
	buf_char(out, '\n');
}

static void
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

static void
junit_case(const struct check_result *r, struct buf *out)
{
	buf_text(out, "    <testcase classname=\"sluice.check\" name=\"");
	xml_text(out, str_from(r->path));
	buf_text(out, r->verdict.count == 0 ? "\"/>\n" : "\">\n");
	for (size_t k = 0; k < r->verdict.count; k++) {
		const struct finding *f = &r->verdict.findings[k];

		buf_printf(out,
		    "      <failure type=\"%.*s\" message=\"line %u: ", STR_ARG(f->rule), f->line);
		xml_text(out, f->message);
		buf_text(out, "\">");
		xml_text(out, f->snippet);
		buf_text(out, "</failure>\n");
	}
	if (r->verdict.count > 0)
		buf_text(out, "    </testcase>\n");
}

void
report_junit(
    const struct policy *p, const struct check_result *results, size_t count, struct buf *out)
{
	size_t failures = 0;

	for (size_t i = 0; i < count; i++)
		failures += results[i].verdict.count > 0;
	buf_text(
	    out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n  <testsuite name=\"");
	xml_text(out, policy_id(p));
	buf_printf(out, "\" tests=\"%zu\" failures=\"%zu\">\n", count, failures);
	for (size_t i = 0; i < count; i++)
		junit_case(&results[i], out);
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

			buf_printf(
			    out, "::%s file=", f->decision == DECISION_DENY ? "error" : "warning");
			github_text(out, str_from(results[i].path), true);
			buf_printf(out, ",line=%u,col=%u,endLine=%u,title=", f->line, f->column,
			    f->end_line);
			github_text(out, f->rule, true);
			buf_text(out, "::");
			github_text(out, f->message, false);
			buf_char(out, '\n');
		}
}
