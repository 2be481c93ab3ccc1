/* SPDX-License-Identifier: MIT */
#include "tape.h"

/* Places and texts of JSON are exactly what stands in the source. */
static void
check_sources(const struct json_doc *d)
{
	static const char first[] = {[JSON_NULL] = 'n',
	    [JSON_FALSE] = 'f',
	    [JSON_TRUE] = 't',
	    [JSON_STRING] = '"',
	    [JSON_ARRAY] = '[',
	    [JSON_OBJECT] = '{'};

	for (uint32_t i = 0; i < d->count; i++) {
		const struct json_node *n = &d->nodes[i];
		struct str written = json_source(d, n);
		MUST(written.n > 0);
		if (n->kind == JSON_NUMBER)
			MUST(n->text.p == written.p && n->text.n == written.n);
		else
			MUST(written.p[0] == first[n->kind]);
		if (n->kind == JSON_STRING && !(n->flags & JSON_ESCAPED))
			MUST(n->text.p == written.p + 1 && n->text.n + 2 == written.n);
	}
}

/* A part of a good text is good by itself. */
static void
check_part(const struct json_doc *d, const struct json_node *n)
{
	struct arena *a = arena_new((size_t)64 << 20);
	struct json_doc part;
	struct err err;

	MUST(json_parse(a, json_source(d, n), NULL, &JSON_LIMITS, &part, NULL, &err));
	MUST(part.nodes[0].kind == n->kind && part.nodes[0].count == n->count);
	arena_free(a);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct str source = {(const char *)data, size};
	const struct json_limits small = {4096, 8, 200, 20};
	const struct json_limits *limits = size > 0 && data[0] == ' ' ? &small : &JSON_LIMITS;
	struct arena *a = arena_new((size_t)64 << 20);
	struct json_problem problem;
	struct json_doc d;
	struct err err = {0};

	if (json_parse(a, source, "x", limits, &d, &problem, &err)) {
		MUST(problem.fault == JSON_OK);
		check_tape(&d);
		check_sources(&d);
		check_part(&d, &d.nodes[d.count - 1]);
		check_round_trip(&d, size % 2);
	} else {
		MUST(problem.fault != JSON_OK && problem.at <= size && d.count == 0);
		check_error(&err, source);
	}
	arena_free(a);
	return 0;
}
