/* SPDX-License-Identifier: MIT */
/* suite_output DIALECT: the official tests of the output formats; each expected output is itself a
 * schema. */
#include "suite_files.h"

#include <stdio.h>

enum {
	SKIPPED = 77,
};
#define BYTES_MAX (256u << 20)
#define OUTPUT_BYTES_MAX (1u << 20)

struct suite {
	struct arena *a;
	struct schema_options options;
	size_t passed, total;
};

static bool
part(struct arena *a, const struct json_doc *doc, const struct json_node *n, struct json_doc *out)
{
	struct err err = {0};
	return n && json_parse(a, json_source(doc, n), "part", &JSON_LIMITS, out, NULL, &err);
}

static struct schema *
compile(struct suite *s, const struct json_doc *doc, const struct json_node *n)
{
	struct json_doc *part_doc = arena_alloc(s->a, sizeof(*part_doc));
	struct schema *schema = NULL;
	struct err_list errs = {0};
	if (!part_doc || !part(s->a, doc, n, part_doc))
		return NULL;
	if (!schema_compile(s->a, part_doc, &s->options, &schema, &errs))
		printf("not compiled: %s\n", errs.items[0].message);
	return schema;
}

static bool
fits(struct suite *s, struct str output, const struct schema *expected)
{
	struct json_doc doc;
	struct err err = {0};
	enum schema_verdict verdict = SCHEMA_INDETERMINATE;
	return json_parse(s->a, output, "output", &JSON_LIMITS, &doc, NULL, &err) &&
	       schema_accepts(expected, s->a, &doc, &verdict, &err) && verdict == SCHEMA_VALID;
}

static void
run_test(struct suite *s, const struct schema *schema, const struct json_doc *doc,
    const struct json_node *test)
{
	struct json_doc instance;
	struct buf out;
	struct err err = {0};
	const struct json_node *basic = json_get(doc, json_get(doc, test, "output"), "basic");
	buf_init(&out, OUTPUT_BYTES_MAX);
	s->total++;
	struct schema *expected = basic ? compile(s, doc, basic) : NULL;
	bool ok = expected && part(s->a, doc, json_get(doc, test, "data"), &instance) &&
		  schema_output(schema, s->a, &instance, SCHEMA_OUTPUT_BASIC, &out, &err) &&
		  fits(s, buf_view(&out), expected);
	s->passed += ok;
	if (!ok)
		printf("not passed: %.*s: %s\n",
		    STR_ARG(json_get_text(doc, test, "description", STR(""))), out.p ? out.p : "");
	buf_release(&out);
}

static bool
run_file(struct suite *s, const char *path)
{
	struct json_doc doc;
	if (!suite_parse(s->a, path, &doc))
		return false;
	for (const struct json_node *g = json_first(&doc, json_root(&doc)); g;
	     g = json_next(&doc, g)) {
		struct schema *schema = compile(s, &doc, json_get(&doc, g, "schema"));
		const struct json_node *t =
		    schema ? json_first(&doc, json_get(&doc, g, "tests")) : NULL;
		if (!schema)
			return false;
		for (; t; t = json_next(&doc, t))
			run_test(s, schema, &doc, t);
	}
	return true;
}

static bool
run_dialect(struct arena *a, const char *suite, const char *dialect)
{
	struct json_doc doc;
	struct schema_source item = {.doc = &doc};
	struct schema_registry registry = {&item, 1};
	struct suite s = {.a = a, .options = {.registry = &registry}};
	char *folder = arena_printf(a, "%s/output-tests/%s", suite, dialect);
	char **files = suite_list(a, path_join(a, folder, "content"));
	bool ok = files && suite_parse(a, path_join(a, folder, "output-schema.json"), &doc);
	item.uri = ok ? json_get_text(&doc, json_root(&doc), "$id", STR("")) : STR("");
	for (size_t i = 0; ok && files[i]; i++)
		ok = run_file(&s, files[i]);
	printf("output/%-21s %zu of %zu\n", dialect, s.passed, s.total);
	return ok && s.total > 0 && s.passed == s.total;
}

int
main(int argc, char **argv)
{
	struct arena *a = arena_new(BYTES_MAX);
	const char *suite = a ? suite_folder(a) : NULL;
	if (argc != 2 || !a)
		return 2;
	if (!suite)
		printf(
		    "skipped: the JSON Schema test suite is not here (set SLUICE_SHARED_DATA)\n");
	int status = !suite ? SKIPPED : run_dialect(a, suite, argv[1]) ? 0 : 1;
	arena_free(a);
	return status;
}
