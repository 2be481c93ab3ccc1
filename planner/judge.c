/* SPDX-License-Identifier: MIT */
#include "judge.h"

bool
judge_compile(
    struct arena *a, struct embedded text, const char *name, struct schema **out, struct err *err)
{
	struct err_list *errs = arena_alloc(a, sizeof(*errs));

	if (!errs)
		return err_memory(err);
	if (schema_of_text(a, embedded_text(text), name, out, errs))
		return true;
	*err = errs->items[0];
	return err_wrap(err, "a schema of our own");
}

bool
judge_document(struct arena *a, struct str text, const char *file, struct embedded schema_text,
    struct json_doc *out, struct err *err)
{
	struct err_list *errs = arena_alloc(a, sizeof(*errs));
	struct schema *schema;

	if (!errs)
		return err_memory(err);
	if (!document_read(a, text, file, out, err) ||
	    !judge_compile(a, schema_text, "schema", &schema, err))
		return false;
	if (schema_fits(schema, a, out, errs))
		return true;
	*err = errs->items[0];
	return false;
}
