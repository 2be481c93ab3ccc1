/* SPDX-License-Identifier: MIT */
/* An invariant and a document, with a NUL between them. Errors have a place in the expression;
 * failures have a message. */
#include "validator.h"

#include <stdlib.h>

#define ARENA_BYTES_MAX (256u << 20)

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static void
check(struct arena *a, struct str expression, const struct json_doc *doc)
{
	struct invariant *i = NULL;
	struct invariant_result r;
	struct err err = {0};
	if (!invariant_compile(a, NULL, NULL, expression, &i, &err)) {
		if (err.code != ERR_MEMORY && (err.column == 0 || err.column > expression.n + 1))
			abort();
		return;
	}
	if (!invariant_check(i, a, doc, doc, &r, &err))
		return;
	if (r.verdict != SCHEMA_VALID && r.message.n == 0)
		abort();
}

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	struct str text = {(const char *)bytes, size}, expression;
	struct json_doc doc;
	struct err err = {0};
	struct arena *a = arena_new(ARENA_BYTES_MAX);
	if (a && str_cut(&text, '\0', &expression) &&
	    json_parse(a, text, "document", &JSON_LIMITS, &doc, NULL, &err))
		check(a, expression, &doc);
	arena_free(a);
	return 0;
}
