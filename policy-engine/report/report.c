/* SPDX-License-Identifier: MIT */
/* Reports over whole files. */
#include "report.h"

#include <inttypes.h>

/* Writes the findings that decide first, then the others. */
static void
render_some(const struct check_result *r, bool deciding, bool colour, struct buf *out)
{
	for (size_t k = 0; k < r->verdict.count; k++) {
		const struct finding *f = &r->verdict.findings[k];

		if (finding_decides(f) != deciding)
			continue;
		finding_render(f, r->path, r->source, colour, out);
		buf_char(out, '\n');
	}
}

static void
sum_up(const struct policy_verdict *v, struct buf *out)
{
	size_t deciding = 0, owed = 0, waived = 0, shadow = 0;

	for (size_t k = 0; k < v->count; k++) {
		deciding += finding_decides(&v->findings[k]);
		owed += v->findings[k].wall != WALL_NONE;
		waived += v->findings[k].waived && !v->findings[k].shadow;
		shadow += v->findings[k].shadow;
	}
	if (deciding > 0)
		buf_printf(out, ", %zu finding%s", deciding, deciding == 1 ? "" : "s");
	if (owed > 0)
		buf_printf(out, ", %zu obligation%s", owed, owed == 1 ? "" : "s");
	if (waived > 0)
		buf_printf(out, ", %zu waived", waived);
	if (shadow > 0)
		buf_printf(out, ", %zu in shadow", shadow);
	for (size_t i = 0; i < v->trial_count; i++)
		buf_printf(out, "; %.*s@%" PRId64 ": %s", STR_ARG(v->trials[i].policy),
		    v->trials[i].revision, decision_name(v->trials[i].decision));
}

static void
report_human(const struct check_result *results, size_t count, bool colour, struct buf *out)
{
	for (size_t i = 0; i < count; i++) {
		const struct check_result *r = &results[i];

		render_some(r, true, colour, out);
		render_some(r, false, colour, out);
		buf_visible(out, str_from(r->path), 4096);
		buf_printf(out, ": %s", decision_name(r->verdict.decision));
		sum_up(&r->verdict, out);
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
	policy_identity_json(p, &w);
	json_open_array(&w, "files");
	for (size_t i = 0; i < count; i++) {
		const struct policy_verdict *v = &results[i].verdict;

		json_object(&w);
		json_put_text(&w, "path", results[i].path);
		json_put_text(&w, "sha256", v->code_sha256);
		json_put_text(&w, "verdict", decision_name(v->decision));
		json_open_array(&w, "findings");
		for (size_t k = 0; k < v->count; k++)
			finding_json(&v->findings[k], &w);
		json_end_array(&w);
		obligations_json(v, &w);
		trials_json(v, &w);
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
	    [CHECK_GITHUB] = "github"};

	for (size_t i = 0; i < ARRAY_LENGTH(names); i++)
		if (strcmp(names[i], name) == 0) {
			*out = (enum check_format)i;
			return true;
		}
	return false;
}

/* The same results with their obligations as notes among the findings. */
static struct check_result *
with_notes(struct arena *a, const struct check_result *results, size_t count)
{
	struct check_result *made = arena_array(a, count + 1, sizeof(*made));

	for (size_t i = 0; made != NULL && i < count; i++) {
		const struct policy_verdict *v = &results[i].verdict;
		struct finding *all =
		    arena_array(a, v->count + v->obligation_count + 1, sizeof(*all));

		if (all == NULL)
			return NULL;
		for (size_t k = 0; k < v->count + v->obligation_count; k++)
			all[k] = k < v->count ? v->findings[k] : v->obligations[k - v->count];
		made[i] = results[i];
		made[i].verdict.findings = all;
		made[i].verdict.count += v->obligation_count;
	}
	return made;
}

static void
report_as(const struct policy *p, const struct check_result *results, size_t count,
    enum check_format format, bool colour, struct buf *out)
{
	switch (format) {
	case CHECK_SARIF:
		report_sarif(p, NULL, results, count, out);
		break;
	case CHECK_JUNIT:
		report_junit(p, NULL, results, count, out);
		break;
	case CHECK_GITHUB:
		report_github(results, count, out);
		break;
	case CHECK_HUMAN:
	case CHECK_JSON:
	default:
		report_human(results, count, colour, out);
		break;
	}
}

void
check_report(const struct policy *p, const struct check_result *results, size_t count,
    enum check_format format, bool colour, struct buf *out)
{
	struct arena *a;
	struct check_result *notes;

	if (format == CHECK_JSON) {
		report_json(p, results, count, out);
		return;
	}
	a = arena_new(REPORT_ARENA_BYTES_MAX);
	notes = a == NULL ? NULL : with_notes(a, results, count);
	if (notes == NULL)
		out->failed = true;
	else
		report_as(p, notes, count, format, colour, out);
	arena_free(a);
}
