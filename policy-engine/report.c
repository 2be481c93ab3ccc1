/* SPDX-License-Identifier: MIT */
/* Reports over whole files. */
#include "report.h"

static void
report_human(const struct check_result *results, size_t count, bool colour, struct buf *out)
{
	for (size_t i = 0; i < count; i++) {
		const struct check_result *r = &results[i];

		for (size_t k = 0; k < r->verdict.count; k++) {
			finding_render(&r->verdict.findings[k], r->path, r->source, colour, out);
			buf_char(out, '\n');
		}
		buf_visible(out, str_from(r->path), 4096);
		buf_printf(out, ": %s", decision_name(r->verdict.decision));
		if (r->verdict.count > 0)
			buf_printf(out, ", %zu finding%s", r->verdict.count,
			    r->verdict.count == 1 ? "" : "s");
		buf_char(out, '\n');
	}
}

static void
report_json(
    const struct policy *p, const struct check_result *results, size_t count, struct buf *out)
{
	struct json_writer w;

	json_writer_init(&w, out, true);
	json_object(&w);
	json_name(&w, "policy");
	json_object(&w);
	json_put_str(&w, "name", policy_id(p));
	json_put_number(&w, "revision", policy_revision(p));
	json_put_text(&w, "sha256", policy_digest(p));
	json_end_object(&w);
	json_name(&w, "files");
	json_array(&w);
	for (size_t i = 0; i < count; i++) {
		const struct policy_verdict *v = &results[i].verdict;

		json_object(&w);
		json_put_text(&w, "path", results[i].path);
		json_put_text(&w, "sha256", v->code_sha256);
		json_put_text(&w, "verdict", decision_name(v->decision));
		json_name(&w, "findings");
		json_array(&w);
		for (size_t k = 0; k < v->count; k++)
			finding_json(&v->findings[k], &w);
		json_end_array(&w);
		json_end_object(&w);
	}
	json_end_array(&w);
	json_end_object(&w);
	buf_char(out, '\n');
}

bool
check_format_find(const char *name, enum check_format *out)
{
	static const char *const names[] = {[CHECK_HUMAN] = "human",
	    [CHECK_JSON] = "json",
	    [CHECK_SARIF] = "sarif",
	    [CHECK_JUNIT] = "junit",
	    [CHECK_GITHUB] = "github",
	    [CHECK_GITLAB] = "gitlab"};

	for (size_t i = 0; i < ARRAY_LENGTH(names); i++)
		if (strcmp(names[i], name) == 0) {
			*out = (enum check_format)i;
			return true;
		}
	return false;
}

void
check_report(const struct policy *p, const struct check_result *results, size_t count,
    enum check_format format, bool colour, struct buf *out)
{
	switch (format) {
	case CHECK_JSON:
		report_json(p, results, count, out);
		break;
	case CHECK_SARIF:
		report_sarif(p, results, count, out);
		break;
	case CHECK_JUNIT:
		report_junit(p, results, count, out);
		break;
	case CHECK_GITHUB:
		report_github(results, count, out);
		break;
	case CHECK_GITLAB:
		report_gitlab(results, count, out);
		break;
	case CHECK_HUMAN:
	default:
		report_human(results, count, colour, out);
		break;
	}
}
