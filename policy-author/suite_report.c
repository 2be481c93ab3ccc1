/* SPDX-License-Identifier: MIT */
/* Results of tests: for a person, and as JUnit XML and JSON. */
#include "coverage.h"

#include "file.h"
#include "record.h"
#include "report.h"
#include "words.h"

#include <inttypes.h>

#define GREEN "\033[32m"
#define RED "\033[1;31m"
#define RESET "\033[0m"

static const char *
outcome_name(unsigned o)
{
	return o == SAMPLE_PASSED ? "passed" : o == SAMPLE_FAILED ? "failed" : "broken";
}

static void
quote_code(struct str code, struct buf *out)
{
	struct str line;
	unsigned number = 0;

	while (str_cut(&code, '\n', &line)) {
		if (line.n == 0 && code.n == 0)
			break;
		buf_printf(out, "  %4u | ", ++number);
		buf_line(out, "", line, 200);
	}
}

static void
human_failure(const struct sample_result *e, bool colour, struct buf *out)
{
	buf_printf(out, "%sfailed%s ", colour ? RED : "", colour ? RESET : "");
	buf_visible(out, e->name, 160);
	buf_printf(out, " (%s:%u)\n  want %.*s\n  got  %.*s\n", e->file, e->line, STR_ARG(e->want),
	    STR_ARG(e->got));
	if (e->sample == NULL)
		return;
	if (e->verdict.count == 0)
		quote_code(e->sample->code, out);
	for (size_t i = 0; i < e->verdict.count; i++)
		finding_render(&e->verdict.findings[i], "code", e->sample->code, colour, out);
	buf_char(out, '\n');
}

static void
report_human(const struct suite_report *r, bool colour, struct buf *out)
{
	size_t tests = r->result->count, bad = r->result->failed, broken = r->result->broken;

	for (size_t i = 0; i < tests; i++)
		if (r->result->items[i].outcome == SAMPLE_FAILED)
			human_failure(&r->result->items[i], colour, out);
	buf_printf(out, "%.*s: %zu test%s, %s", STR_ARG(policy_id(r->suite->policy)), tests,
	    tests == 1 ? "" : "s", bad + broken == 0 && colour ? GREEN : "");
	if (bad + broken == 0)
		buf_printf(out, "all passed%s\n", colour ? RESET : "");
	else if (broken == 0)
		buf_printf(out, "%zu failed\n", bad);
	else
		buf_printf(out, "%zu failed, %zu broken\n", bad, broken);
	if (r->coverage != NULL)
		coverage_render(r->suite, r->coverage, out);
}

static void
junit_case(struct str policy, const struct sample_result *e, struct buf *out)
{
	buf_text(out, "    <testcase classname=\"");
	xml_text(out, policy);
	buf_text(out, "\" name=\"");
	xml_text(out, e->name);
	buf_text(out, "\" file=\"");
	xml_text(out, str_from(e->file));
	buf_printf(out, "\" line=\"%u\"", e->line);
	if (e->outcome == SAMPLE_PASSED) {
		buf_text(out, "/>\n");
		return;
	}
	const char *kind = e->outcome == SAMPLE_FAILED ? "failure" : "error";
	buf_printf(out, ">\n      <%s message=\"want ", kind);
	xml_text(out, e->want);
	buf_text(out, "; got ");
	xml_text(out, e->got);
	buf_printf(out, "\"/>\n    </testcase>\n");
}

static void
report_junit_tests(const struct suite_report *reports, size_t count, struct buf *out)
{
	buf_text(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n");
	for (size_t i = 0; i < count; i++) {
		const struct suite_result *result = reports[i].result;
		struct str policy = policy_id(reports[i].suite->policy);

		buf_text(out, "  <testsuite name=\"");
		xml_text(out, policy);
		buf_printf(out, "\" tests=\"%zu\" failures=\"%zu\" errors=\"%zu\">\n",
		    result->count, result->failed, result->broken);
		for (size_t k = 0; k < result->count; k++)
			junit_case(policy, &result->items[k], out);
		buf_text(out, "  </testsuite>\n");
	}
	buf_text(out, "</testsuites>\n");
}

#define RESULT struct sample_result
FORM(result_form, RESULT, MEMBER(RESULT, name),
    MEMBER_WORD("result", RESULT, outcome, outcome_name, NULL), MEMBER(RESULT, file),
    MEMBER(RESULT, line), MEMBER(RESULT, want), MEMBER(RESULT, got));
FORM(results_form, struct suite_result, MEMBER_AS("tests", struct suite_result, count),
    MEMBER(struct suite_result, failed), MEMBER(struct suite_result, broken));

static void
json_entry(const struct sample_result *e, struct json_writer *w)
{
	json_object(w);
	record_put(w, &result_form, e);
	if (e->sample != NULL && e->outcome != SAMPLE_PASSED) {
		json_open_array(w, "findings");
		for (size_t i = 0; i < e->verdict.count; i++)
			finding_json(&e->verdict.findings[i], w);
		json_end_array(w);
	}
	json_end_object(w);
}

static void
report_json_tests(const struct suite_report *reports, size_t count, struct buf *out)
{
	struct json_writer w;

	json_writer_init(&w, out, true);
	json_object(&w);
	json_open_array(&w, "policies");
	for (size_t i = 0; i < count; i++) {
		const struct suite_result *result = reports[i].result;

		json_object(&w);
		policy_put_name(reports[i].suite->policy, &w);
		record_put(&w, &results_form, result);
		if (reports[i].coverage != NULL) {
			json_name(&w, "coverage");
			coverage_json(reports[i].coverage, &w);
		}
		json_open_array(&w, "results");
		for (size_t k = 0; k < result->count; k++)
			json_entry(&result->items[k], &w);
		json_end_array(&w);
		json_end_object(&w);
	}
	json_end_array(&w);
	json_end_object(&w);
	buf_char(out, '\n');
}

void
suite_report(const struct suite_report *reports, size_t count, enum suite_format format,
    bool colour, struct buf *out)
{
	switch (format) {
	case SUITE_JUNIT:
		report_junit_tests(reports, count, out);
		break;
	case SUITE_JSON:
		report_json_tests(reports, count, out);
		break;
	case SUITE_HUMAN:
	default:
		for (size_t i = 0; i < count; i++)
			report_human(&reports[i], colour, out);
		break;
	}
}
