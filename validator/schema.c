/* SPDX-License-Identifier: MIT */
#include "report.h"

void
run_init(
    struct run *r, const struct schema *s, struct arena *a, const struct json_doc *doc, bool report)
{
	/* All but the inline frames, which are written before they are read. */
	memset(r, 0, offsetof(struct run, inline_frames));
	r->s = s;
	r->a = a;
	r->scratch.a = a;
	r->d = doc;
	r->report = report;
	r->fuel = RUN_FUEL;
	uint64_t ordinary = 20000 + 16 * (uint64_t)doc->count;
	r->remember_below = ordinary < RUN_FUEL ? RUN_FUEL - ordinary : 0;
}

enum truth
schema_truth(const struct schema *s, struct arena *a, const struct json_doc *doc, bool report)
{
	struct run r;
	run_init(&r, s, a, doc, report);
	enum truth t = machine_run(&r);
	return r.failed ? UNKNOWN : t;
}

static enum schema_verdict
verdict_of(enum truth t)
{
	return t == YES ? SCHEMA_VALID : t == NO ? SCHEMA_INVALID : SCHEMA_INDETERMINATE;
}

static bool
indeterminate(const struct run *r, struct schema_report *out)
{
	out->verdict = SCHEMA_INDETERMINATE;
	out->reason = str_from(r->reason ? r->reason : "a limit was met");
	return true;
}

/* Most documents are valid: the quick run says so, and only the others are run again for their
 * causes. */
bool
schema_check(const struct schema *s, struct arena *a, const struct json_doc *doc,
    struct schema_report *out, struct err *err)
{
	struct run r;
	*out = (struct schema_report){0};
	run_init(&r, s, a, doc, false);
	enum truth t = machine_run(&r);
	if (r.failed)
		return err_memory(err);
	if (t == UNKNOWN)
		return indeterminate(&r, out);
	out->verdict = verdict_of(t);
	if (t == YES)
		return true;
	run_init(&r, s, a, doc, true);
	t = machine_run(&r);
	if (r.failed)
		return err_memory(err);
	/* The verdict stands even where a limit cut the causes short. */
	if (t != NO)
		out->reason = str_from(r.reason);
	if (!report_build(&r, out))
		return err_memory(err);
	if (out->count > 0)
		return true;
	static struct schema_issue nameless = {
	    .message = {"it does not fit the schema", 26}, .line = 1, .column = 1, .width = 1};
	out->issues = &nameless;
	out->count = 1;
	return true;
}

bool
schema_accepts(const struct schema *s, struct arena *a, const struct json_doc *doc,
    enum schema_verdict *out, struct err *err)
{
	struct run r;
	run_init(&r, s, a, doc, false);
	*out = verdict_of(machine_run(&r));
	return !r.failed || err_memory(err);
}

void
schema_report_errors(
    const struct schema_report *r, const struct json_doc *doc, struct err_list *errs)
{
	for (size_t i = 0; i < r->count; i++) {
		const struct schema_issue *issue = &r->issues[i];
		struct err err = {0};
		err_set(&err, ERR_INPUT, "%.*s", STR_ARG(issue->message));
		err_place(&err, doc->file, issue->line, issue->column, issue->width);
		if (issue->help.n > 0)
			err_help(&err, "%.*s", STR_ARG(issue->help));
		err_list_add(errs, &err);
	}
	errs->more += r->more;
	if (r->verdict != SCHEMA_INDETERMINATE)
		return;
	struct err err = {0};
	err_set(&err, ERR_LIMIT, "nobody can say whether this is valid: %.*s", STR_ARG(r->reason));
	err_place(&err, doc->file, 1, 1, 1);
	err_list_add(errs, &err);
}

const char *
schema_verdict_name(enum schema_verdict v)
{
	return v == SCHEMA_VALID ? "valid" : v == SCHEMA_INVALID ? "invalid" : "indeterminate";
}
