/* SPDX-License-Identifier: MIT */
/*
 * Any bytes as a document for others: what the strict scanner takes, cJSON must read as the same
 * document, but for what cJSON is known not to hold; what is handed out is the scanner's tape; and
 * written from the tape it is taken again.
 */
#include "tape.h"
#include "validator.h"

#include <math.h>

#define ARENA_BYTES_MAX ((size_t)256 << 20)
#define NUMBER_BYTES_MAX 1024 /* more than the scanner's digits and exponent */

/* A NUL within a string, a number that no double holds. */
static bool
beyond_cjson(const struct json_node *n)
{
	char digits[NUMBER_BYTES_MAX] = "";
	if (n->kind == JSON_STRING)
		return n->text.n > 0 && memchr(n->text.p, '\0', n->text.n);
	if (n->kind != JSON_NUMBER)
		return false;
	MUST(n->text.n < sizeof(digits));
	memcpy(digits, n->text.p, n->text.n);
	return !isfinite(strtod(digits, NULL));
}

static bool
any_beyond_cjson(const struct json_doc *d)
{
	for (uint32_t i = 0; i < d->count; i++)
		if (beyond_cjson(&d->nodes[i]))
			return true;
	return false;
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct str source = {(const char *)data, size};
	struct arena *a = arena_new(ARENA_BYTES_MAX);
	struct json_doc strict, shared;
	struct err err = {0};
	bool scanned = json_parse(a, source, "x", &JSON_LIMITS, &strict, NULL, &err);
	bool read = document_read(a, source, "x", &shared, &err);
	MUST(scanned || !read);
	MUST(read || !scanned || any_beyond_cjson(&strict));
	if (read) {
		MUST(!any_beyond_cjson(&strict) && shared.count == strict.count);
		check_tape(&shared);
		check_round_trip(&shared, size % 2);
	} else {
		check_error(&err, source);
	}
	arena_free(a);
	return 0;
}
