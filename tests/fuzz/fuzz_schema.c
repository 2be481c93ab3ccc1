/* SPDX-License-Identifier: MIT */
/*
 * A schema and a document, with a NUL between them. Both modes of the engine must agree, what is
 * invalid must have a cause, and the specification's output must be JSON.
 */
#include "run.h"

#include <stdlib.h>

#define ARENA_BYTES_MAX (256u << 20)
#define OUTPUT_BYTES_MAX (64u << 20)

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static void
check(struct arena *a, const struct schema *s, const struct json_doc *doc)
{
	static const struct json_limits limits = {OUTPUT_BYTES_MAX, 64, 1000000, 400};
	struct schema_report report;
	struct json_doc output;
	struct err err = {0};
	struct buf b;
	enum truth flag = schema_truth(s, a, doc, false), full = schema_truth(s, a, doc, true);
	if (flag != full && flag != UNKNOWN && full != UNKNOWN)
		abort();
	if (!schema_check(s, a, doc, &report, &err))
		return;
	if ((report.verdict == SCHEMA_INVALID) != (flag == NO) || (flag == NO && report.count == 0))
		abort();
	buf_init(&b, OUTPUT_BYTES_MAX);
	bool written = schema_output(s, a, doc, SCHEMA_OUTPUT_BASIC, &b, &err);
	struct json_problem problem = {0};
	if (written && !json_parse(a, buf_view(&b), "output", &limits, &output, &problem, &err) &&
	    problem.fault != JSON_FAULT_LIMIT && problem.fault != JSON_FAULT_MEMORY)
		abort();
	buf_release(&b);
}

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	struct str text = {(const char *)bytes, size}, schema;
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
		if (schema_compile(a, &schema_doc, &options, &s, &errs))
			check(a, s, &doc);
		else if (errs.count == 0)
			abort();
	}
	arena_free(a);
	return 0;
}
