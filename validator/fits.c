/* SPDX-License-Identifier: MIT */
/* fits.c: files of settings, judged by schemas that are built into the program. */
#include "validator.h"

bool
schema_of_text(
    struct arena *a, struct str text, const char *name, struct schema **out, struct err_list *errs)
{
	const struct schema_options options = {.strict = true, .assert_formats = true};
	struct json_doc *doc = arena_alloc(a, sizeof(*doc));
	struct err err = {0};

	if (!doc)
		return err_list_memory(errs);
	if (!json_parse(a, text, name, &JSON_LIMITS, doc, NULL, &err))
		return err_list_add(errs, &err);
	return schema_compile(a, doc, &options, out, errs);
}

bool
schema_fits(
    const struct schema *s, struct arena *a, const struct json_doc *doc, struct err_list *errs)
{
	struct schema_report report;
	struct err err = {0};

	if (!schema_check(s, a, doc, &report, &err))
		return err_list_add(errs, &err);
	if (report.verdict == SCHEMA_VALID)
		return true;
	if (report.verdict == SCHEMA_INVALID) {
		schema_report_errors(&report, doc, errs);
		return false;
	}
	err_set(&err, ERR_LIMIT, "'%s' is too large to be checked", doc->file ? doc->file : "it");
	err_help(&err, "split it, or shorten its lists");
	return err_list_add(errs, &err);
}
