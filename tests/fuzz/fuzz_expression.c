/* SPDX-License-Identifier: MIT */
/*
 * An invariant and a document, with a NUL between them. Errors have a place in the expression;
 * failures have a message; a second evaluation says the same; `!(e)` says the opposite, `e && true`
 * and `e || false` say the same, and what nobody knows of `e` nobody knows of these.
 */
#include "tape.h"
#include "validator.h"

#define ARENA_BYTES_MAX (256u << 20)
#define WRAPPED_BYTES_MAX (INVARIANT_BYTES_MAX + 64)

static const char *const NEGATED[] = {"!(", ")"}, *const AND_TRUE[] = {"(", ") && true"},
			 *const OR_FALSE[] = {"(", ") || false"};

static bool
evaluate(
    struct arena *a, struct str expression, const struct json_doc *doc, struct invariant_result *r)
{
	struct invariant *i = NULL;
	struct err err = {0};
	*r = (struct invariant_result){0};
	if (!invariant_compile(a, NULL, NULL, expression, &i, &err)) {
		MUST(err.code == ERR_MEMORY ||
		     (err.column > 0 && err.column <= expression.n + 1 && err.message[0]));
		return false;
	}
	if (!invariant_check(i, a, doc, doc, r, &err))
		return false;
	MUST(r->verdict == SCHEMA_VALID || r->message.n > 0);
	MUST(utf8_invalid_at(r->message) == r->message.n);
	return true;
}

static enum schema_verdict
opposite(enum schema_verdict v)
{
	return v == SCHEMA_VALID     ? SCHEMA_INVALID
	       : v == SCHEMA_INVALID ? SCHEMA_VALID
				     : SCHEMA_INDETERMINATE;
}

static void
check_wrapped(const char *const around[2], struct str expression, const struct json_doc *doc,
    enum schema_verdict expected)
{
	char wrapped[WRAPPED_BYTES_MAX];
	struct arena *a = arena_new(ARENA_BYTES_MAX);
	struct invariant_result r;
	int n = snprintf(
	    wrapped, sizeof(wrapped), "%s%.*s%s", around[0], STR_ARG(expression), around[1]);
	bool fits = n > 0 && (size_t)n < sizeof(wrapped);
	if (fits && evaluate(a, (struct str){wrapped, (size_t)n}, doc, &r))
		MUST(r.verdict == expected);
	arena_free(a);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct str text = {(const char *)data, size}, expression;
	struct json_doc doc;
	struct invariant_result first, second;
	struct err err = {0};
	struct arena *a = arena_new(ARENA_BYTES_MAX);
	if (a && str_cut(&text, '\0', &expression) && utf8_invalid_at(expression) == expression.n &&
	    json_parse(a, text, "document", &JSON_LIMITS, &doc, NULL, &err) &&
	    evaluate(a, expression, &doc, &first)) {
		MUST(evaluate(a, expression, &doc, &second));
		MUST(first.verdict == second.verdict && str_eq(first.message, second.message));
		check_wrapped(NEGATED, expression, &doc, opposite(first.verdict));
		check_wrapped(AND_TRUE, expression, &doc, first.verdict);
		check_wrapped(OR_FALSE, expression, &doc, first.verdict);
	}
	arena_free(a);
	return 0;
}
