/* SPDX-License-Identifier: MIT */
#include "schema_sources.h"

#include "hash.h"

#define SNIPPET_BYTES 120

static bool
issue_finding(struct arena *a, const struct json_doc *doc, const struct schema_issue *issue,
    struct finding *out)
{
	struct str where = issue->instance.n > 0 ? issue->instance : STR("the root");
	char *rule = arena_printf(a, "schema.%.*s", STR_ARG(issue->keyword)),
	     *message = arena_printf(a, "%.*s, at %.*s", STR_ARG(issue->message), STR_ARG(where));
	size_t at = text_at(doc->source, issue->line, issue->column),
	       end = text_at(doc->source, issue->line, issue->column + issue->width);

	if (!rule || !message)
		return false;
	*out = (struct finding){.rule = str_from(rule),
	    .decision = DECISION_DENY,
	    .severity = SEVERITY_HIGH,
	    .message = str_from(message),
	    .remedy = issue->help,
	    .line = issue->line,
	    .column = issue->column,
	    .end_line = issue->line,
	    .end_column = issue->column + issue->width,
	    .at = (uint32_t)at,
	    .end = (uint32_t)end,
	    .snippet =
		str_slice(doc->source, at, end < at + SNIPPET_BYTES ? end : at + SNIPPET_BYTES)};
	return true;
}

bool
schema_result(struct arena *a, const char *path, const struct json_doc *doc,
    const struct schema_report *r, struct check_result *out, struct err *err)
{
	const struct schema_issue unknown = {
	    .keyword = STR("limit"), .message = r->reason, .line = 1, .column = 1, .width = 1};
	bool undecided = r->verdict == SCHEMA_INDETERMINATE;
	struct policy_verdict *v = &out->verdict;

	*out = (struct check_result){.path = path, .source = doc->source};
	digest_hex_of(doc->source, v->code_sha256);
	v->decision = r->verdict == SCHEMA_VALID ? DECISION_ALLOW : DECISION_DENY;
	v->findings = arena_array(a, r->count + 1, sizeof(*v->findings));
	if (!v->findings)
		return err_memory(err);
	for (size_t i = 0; i < r->count; i++)
		if (!issue_finding(a, doc, &r->issues[i], &v->findings[v->count++]))
			return err_memory(err);
	return !undecided || issue_finding(a, doc, &unknown, &v->findings[v->count++]) ||
	       err_memory(err);
}

static void
describe(struct str rule, struct str *about, struct str *help)
{
	(void)rule;
	*about = STR("a document must fit its JSON Schema");
	*help = STR("change the document, or the schema if it asks for too much");
}

void
schema_results_print(
    enum check_format format, const struct check_result *results, size_t count, struct buf *out)
{
	static const struct report_kind kind = {
	    "schema validate", "sluice.schema.validate", "json", describe};

	report_kind_as(format, &kind, results, count, out);
}
