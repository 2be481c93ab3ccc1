/* SPDX-License-Identifier: MIT */
#include "judge.h"

bool
judge_compile(
    struct arena *a, struct embedded text, const char *name, struct schema **out, struct err *err)
{
	const struct schema_options options = {.strict = true};
	struct json_doc *doc = arena_alloc(a, sizeof(*doc));
	struct err_list *errs = arena_alloc(a, sizeof(*errs));

	if (!doc || !errs)
		return err_memory(err);
	if (!json_parse(a, embedded_text(text), name, &JSON_LIMITS, doc, NULL, err))
		return err_wrap(err, "a schema of our own");
	if (schema_compile(a, doc, &options, out, errs))
		return true;
	*err = errs->items[0];
	return err_wrap(err, "a schema of our own");
}

bool
judge_document(struct arena *a, struct str text, const char *file, struct embedded schema_text,
    struct json_doc *out, struct err *err)
{
	struct err_list *errs = arena_alloc(a, sizeof(*errs));
	struct schema_report report;
	struct schema *schema = NULL;

	if (!errs)
		return err_memory(err);
	if (!document_read(a, text, file, out, err) ||
	    !judge_compile(a, schema_text, "schema", &schema, err) ||
	    !schema_check(schema, a, out, &report, err))
		return false;
	if (report.verdict == SCHEMA_VALID)
		return true;
	schema_report_errors(&report, out, errs);
	if (errs->count == 0)
		return err_set(err, ERR_INPUT, "'%s' can't be judged", file);
	*err = errs->items[0];
	return false;
}
