/* SPDX-License-Identifier: MIT */
/*
 * A schema and a document, with a NUL between them. Both modes of the engine must agree, and so
 * must a run that remembers every verdict from its first step; the schema and the document written
 * anew give the same verdict; what is invalid has a cause with a place, and the specification's
 * outputs are JSON that says the same.
 */
#include "run.h"
#include "tape.h"

#define ARENA_BYTES_MAX (256u << 20)
#define OUTPUT_BYTES_MAX (64u << 20)

static const struct json_limits OUTPUT_LIMITS = {OUTPUT_BYTES_MAX, 512, 4000000, 4000};

/* Where both know, they know the same. */
static void
check_same(enum truth x, enum truth y)
{
	MUST(x == y || x == UNKNOWN || y == UNKNOWN);
}

static enum truth
remembering(struct arena *a, const struct schema *s, const struct json_doc *doc)
{
	struct run r;
	run_init(&r, s, a, doc, false);
	r.remember_below = UINT64_MAX;
	enum truth t = machine_run(&r);
	return r.failed ? UNKNOWN : t;
}

static void
check_report(struct arena *a, const struct schema *s, const struct json_doc *doc, enum truth flag)
{
	struct schema_report report;
	struct err err = {0};
	if (!schema_check(s, a, doc, &report, &err))
		return;
	MUST((report.verdict == SCHEMA_INVALID) == (report.count > 0));
	check_same(flag, report.verdict == SCHEMA_VALID     ? YES
			 : report.verdict == SCHEMA_INVALID ? NO
							    : UNKNOWN);
	for (size_t i = 0; i < report.count; i++) {
		const struct schema_issue *issue = &report.issues[i];
		MUST(issue->message.n > 0 && issue->line > 0 && issue->column > 0);
		MUST(utf8_invalid_at(issue->message) == issue->message.n);
		MUST(utf8_invalid_at(issue->help) == issue->help.n);
	}
}

static bool
rewrite(struct arena *a, const struct json_doc *doc, struct json_doc *out)
{
	struct json_writer w;
	struct err err = {0};
	struct str text;
	struct buf b;
	buf_init(&b, OUTPUT_BYTES_MAX);
	json_writer_init(&w, &b, true);
	write_tape(doc, &w);
	bool ok = !b.failed && arena_copy(a, buf_view(&b), &text) &&
		  json_parse(a, text, "again", &OUTPUT_LIMITS, out, NULL, &err);
	buf_release(&b);
	return ok;
}

static void
check_rewritten(struct arena *a, const struct schema_options *options,
    const struct json_doc *schema_doc, const struct json_doc *doc, enum truth flag)
{
	struct json_doc schema_again, doc_again;
	struct schema *s = NULL;
	static struct err_list errs;
	memset(&errs, 0, sizeof(errs));
	if (!rewrite(a, schema_doc, &schema_again) || !rewrite(a, doc, &doc_again))
		return;
	if (schema_compile(a, &schema_again, options, &s, &errs))
		check_same(flag, schema_truth(s, a, &doc_again, false));
	else
		MUST(errs.items[0].code == ERR_MEMORY);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct str text = {(const char *)data, size}, schema;
	struct json_doc schema_doc, doc;
	struct schema *s = NULL;
	struct err err = {0};
	static struct err_list errs;
	struct schema_options options = {.assert_formats = true, .dialect = SCHEMA_2020_12};
	struct arena *a = arena_new(ARENA_BYTES_MAX);
	if (!a || !str_cut(&text, '\0', &schema)) {
		arena_free(a);
		return 0;
	}
	options.strict = schema.n % 2 == 0;
	memset(&errs, 0, sizeof(errs));
	if (json_parse(a, schema, "schema", &JSON_LIMITS, &schema_doc, NULL, &err) &&
	    json_parse(a, text, "document", &JSON_LIMITS, &doc, NULL, &err)) {
		if (schema_compile(a, &schema_doc, &options, &s, &errs)) {
			enum truth flag = schema_truth(s, a, &doc, false);
			check_same(flag, schema_truth(s, a, &doc, true));
			check_same(flag, remembering(a, s, &doc));
			check_report(a, s, &doc, flag);
			check_rewritten(a, &options, &schema_doc, &doc, flag);
		} else {
			MUST(errs.count > 0);
		}
	}
	arena_free(a);
	return 0;
}
