/* SPDX-License-Identifier: MIT */
/*
 * verdicts: reads lines {"schema": ..., "data": [...]} and answers each with a line of letters, one
 * a document: v, i or u (valid, invalid, nobody knows), of flag mode; a capital where report mode
 * says another; or `e` and why, where the schema is refused.
 */
#include "run.h"

#include <stdio.h>
#include <stdlib.h>

#define LINE_BYTES_MAX ((size_t)64 << 20)

static bool
part(struct arena *a, const struct json_doc *doc, const struct json_node *n, struct json_doc *out)
{
	struct err err = {0};
	return n && json_parse(a, json_source(doc, n), "part", &JSON_LIMITS, out, NULL, &err);
}

static char
letter(struct arena *a, const struct schema *s, const struct json_doc *doc)
{
	static const char LETTERS[] = {[UNKNOWN] = 'u', [NO] = 'i', [YES] = 'v'};
	enum truth flag = schema_truth(s, a, doc, false), full = schema_truth(s, a, doc, true);
	char c = LETTERS[flag];
	return flag == full ? c : (char)(c - 'a' + 'A');
}

static void
judge(struct arena *a, struct str line)
{
	const struct schema_options options = {.assert_formats = true};
	struct json_doc doc, schema_doc, data;
	struct schema *s = NULL;
	static struct err_list errs;
	struct err err = {0};
	memset(&errs, 0, sizeof(errs));
	if (!json_parse(a, line, "line", &JSON_LIMITS, &doc, NULL, &err) ||
	    !part(a, &doc, json_get(&doc, json_root(&doc), "schema"), &schema_doc)) {
		printf("e the line can't be read: %s\n", err.message);
		return;
	}
	if (!schema_compile(a, &schema_doc, &options, &s, &errs)) {
		printf("e %s\n", errs.items[0].message);
		return;
	}
	const struct json_node *list = json_get(&doc, json_root(&doc), "data");
	for (const struct json_node *n = json_first(&doc, list); n; n = json_next(&doc, n))
		putchar(part(a, &doc, n, &data) ? letter(a, s, &data) : '?');
	putchar('\n');
}

int
main(void)
{
	char *line = NULL;
	size_t capacity = 0;
	ssize_t n;
	while ((n = getline(&line, &capacity, stdin)) > 0 && (size_t)n < LINE_BYTES_MAX) {
		struct arena *a = arena_new((size_t)256 << 20);
		if (!a)
			return 2;
		judge(a, (struct str){line, (size_t)n});
		arena_free(a);
	}
	free(line);
	return fflush(stdout) == 0 ? 0 : 2;
}
