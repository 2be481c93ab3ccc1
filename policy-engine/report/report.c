/* SPDX-License-Identifier: MIT */
/* Reports over whole files. */
#include "report.h"

#include <inttypes.h>

/* Writes the findings that decide first, then the others. */
static void
render_some(const struct check_result *r, bool deciding, bool colour, struct buf *out)
{
	const struct finding *f;

	for (size_t k = 0; (f = report_finding(&r->verdict, k)) != NULL; k++) {
		if (finding_decides(f) != deciding)
			continue;
		finding_render(f, r->path, r->source, colour, out);
		buf_char(out, '\n');
	}
}

static void
sum_up(const struct policy_verdict *v, struct buf *out)
{
	size_t deciding = 0, waived = 0, shadow = 0;

	for (size_t k = 0; k < v->count; k++) {
		deciding += finding_decides(&v->findings[k]);
		waived += v->findings[k].waived && !v->findings[k].shadow;
		shadow += v->findings[k].shadow;
	}
	if (deciding > 0)
		buf_printf(out, ", %zu finding%s", deciding, deciding == 1 ? "" : "s");
	if (v->obligation_count > 0)
		buf_printf(out, ", %zu obligation%s", v->obligation_count,
		    v->obligation_count == 1 ? "" : "s");
	if (waived > 0)
		buf_printf(out, ", %zu waived", waived);
	if (shadow > 0)
		buf_printf(out, ", %zu in shadow", shadow);
	for (size_t i = 0; i < v->trial_count; i++)
		buf_printf(out, "; %.*s@%" PRId64 ": %s", STR_ARG(v->trials[i].policy),
		    v->trials[i].revision, decision_name(v->trials[i].decision));
}

static void
report_human(const struct report *of, struct buf *out)
{
	for (size_t i = 0; i < of->count; i++) {
		const struct check_result *r = &of->results[i];

		render_some(r, true, of->colour, out);
		render_some(r, false, of->colour, out);
		buf_visible(out, str_from(r->path), 4096);
		buf_printf(out, ": %s", decision_name(r->verdict.decision));
		sum_up(&r->verdict, out);
		buf_char(out, '\n');
	}
}

static void
report_json(const struct report *of, struct buf *out)
{
	struct json_writer w;

	json_writer_init(&w, out, true);
	json_object(&w);
	policy_identity_json(of->policy, &w);
	json_open_array(&w, "files");
	for (size_t i = 0; i < of->count; i++) {
		const struct policy_verdict *v = &of->results[i].verdict;

		json_format(&w, "{path: %s, sha256: %s, verdict: %s, findings: [",
		    of->results[i].path, v->code_sha256, decision_name(v->decision));
		for (size_t k = 0; k < v->count; k++)
			finding_json(&v->findings[k], &w);
		json_end_array(&w);
		obligations_json(v, &w);
		trials_json(v, &w);
		json_end_object(&w);
	}
	json_format(&w, "]}");
	buf_char(out, '\n');
}

static const struct {
	const char *name;
	void (*write)(const struct report *r, struct buf *out);
} FORMATS[] = {[CHECK_HUMAN] = {"human", report_human},
    [CHECK_JSON] = {"json", report_json},
    [CHECK_SARIF] = {"sarif", report_sarif},
    [CHECK_JUNIT] = {"junit", report_junit},
    [CHECK_GITHUB] = {"github", report_github}};

bool
check_format_find(const char *name, enum check_format *out)
{
	for (size_t i = 0; i < ARRAY_LENGTH(FORMATS); i++)
		if (strcmp(FORMATS[i].name, name) == 0) {
			*out = (enum check_format)i;
			return true;
		}
	return false;
}

void
check_report(const struct policy *p, const struct check_result *results, size_t count,
    enum check_format format, bool colour, struct buf *out)
{
	FORMATS[format].write(&(struct report){p, NULL, results, count, colour}, out);
}

void
report_kind_as(enum check_format format, const struct report_kind *kind,
    const struct check_result *results, size_t count, struct buf *out)
{
	FORMATS[format].write(&(struct report){NULL, kind, results, count, false}, out);
}
