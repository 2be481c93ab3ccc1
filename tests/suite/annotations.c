/* SPDX-License-Identifier: MIT */
/*
 * suite_annotations DIALECT: the official tests of annotations, by the basic output. An assertion
 * names a value, a keyword, and what each place of the schema must say of it; nothing else may.
 */
#include "suite_files.h"
#include "value.h"

#include <stdio.h>
#include <stdlib.h>

enum {
	SKIPPED = 77,
	EXTERNALS_MAX = 8,
};
#define BYTES_MAX (256u << 20)
#define OUTPUT_BYTES_MAX (1u << 20)

struct suite {
	struct arena *a;
	enum schema_dialect dialect;
	unsigned release; /* 7, 2019 or 2020 */
	size_t passed, total, left;
};

/* "7", "<=2019", "=2020", and several with commas between them. */
static bool
is_for(const struct suite *s, struct str compatibility)
{
	struct str one;
	while (str_cut(&compatibility, ',', &one)) {
		bool most = str_starts(one, STR("<=")), only = !most && str_starts(one, STR("="));
		one = str_slice(one, most ? 2 : only ? 1 : 0, one.n);
		unsigned release = 0;
		for (size_t i = 0; i < one.n && i < 4; i++)
			release = release * 10 + (unsigned)(one.p[i] - '0');
		if (most   ? s->release > release
		    : only ? s->release != release
			   : s->release < release)
			return false;
	}
	return true;
}

static bool
part(struct arena *a, const struct json_doc *doc, const struct json_node *n, struct json_doc *out)
{
	struct err err = {0};
	return n && json_parse(a, json_source(doc, n), "part", &JSON_LIMITS, out, NULL, &err);
}

static struct schema *
compile(struct suite *s, const struct json_doc *doc, const struct json_node *test_case)
{
	struct schema_source items[EXTERNALS_MAX];
	struct schema_registry registry = {items, 0};
	struct schema_options options = {.dialect = s->dialect, .registry = &registry};
	const struct json_node *externals = json_get(doc, test_case, "externalSchemas");
	struct json_doc *schema_doc = arena_alloc(s->a, sizeof(*schema_doc));
	struct schema *schema = NULL;
	struct err_list errs = {0};
	const struct json_node *n = externals ? json_first(doc, externals) : NULL;
	for (; n && registry.count < EXTERNALS_MAX; n = json_next(doc, n)) {
		struct json_doc *external = arena_alloc(s->a, sizeof(*external));
		if (external && part(s->a, doc, n + 1, external))
			items[registry.count++] = (struct schema_source){n->text, external};
	}
	if (!schema_doc || !part(s->a, doc, json_get(doc, test_case, "schema"), schema_doc))
		return NULL;
	if (!schema_compile(s->a, schema_doc, &options, &schema, &errs))
		printf("not compiled: %s\n", errs.items[0].message);
	return schema;
}

/* The place without the keyword; NULL-free where it is of another keyword. */
static bool
place_of(struct str location, struct str keyword, struct str *place)
{
	size_t n = keyword.n + 1;
	if (location.n < n || location.p[location.n - n] != '/' || !str_ends(location, keyword))
		return false;
	*place = str_slice(location, 0, location.n - n);
	return true;
}

/* Within a resource of its own, places are seen from there; the suite sees all from the root. */
static const struct json_node *
expected_at(const struct json_doc *doc, const struct json_node *expected, struct str place)
{
	struct str fragment = place, resource;
	if (str_starts(place, STR("#")) || !str_cut(&fragment, '#', &resource))
		return json_get_str(doc, expected, place);
	for (const struct json_node *n = json_first(doc, expected); n; n = json_next(doc, n))
		if (str_ends(n->text, fragment))
			return n + 1;
	return NULL;
}

static bool
same(struct arena *a, const struct json_doc *x, const struct json_node *xn,
    const struct json_doc *y, const struct json_node *yn)
{
	uint64_t fuel = 1000000;
	return value_compare(a, (struct value){x, json_index(x, xn)},
		   (struct value){y, json_index(y, yn)}, &fuel) == VALUE_EQUAL;
}

/* How many of the annotations at `location` by `keyword` are expected, or none where one is not. */
static size_t
count_expected(struct suite *s, const struct json_doc *out, const struct json_doc *doc,
    const struct json_node *assertion)
{
	struct str at = json_get_text(doc, assertion, "location", STR(""));
	struct str keyword = json_get_text(doc, assertion, "keyword", STR(""));
	const struct json_node *expected = json_get(doc, assertion, "expected");
	const struct json_node *list = json_get(out, json_root(out), "annotations");
	size_t found = 0;
	for (const struct json_node *n = list ? json_first(out, list) : NULL; n;
	     n = json_next(out, n)) {
		struct str place;
		if (!str_eq(json_get_text(out, n, "instanceLocation", STR("?")), at) ||
		    !place_of(
			json_get_text(out, n, "absoluteKeywordLocation", STR("")), keyword, &place))
			continue;
		const struct json_node *value = expected_at(doc, expected, place);
		if (!value || !same(s->a, out, json_get(out, n, "annotation"), doc, value))
			return SIZE_MAX;
		found++;
	}
	return found;
}

static void
run_test(struct suite *s, const struct schema *schema, const struct json_doc *doc,
    const struct json_node *test, struct str name)
{
	struct json_doc instance, output;
	struct buf out;
	struct err err = {0};
	buf_init(&out, OUTPUT_BYTES_MAX);
	bool ok = part(s->a, doc, json_get(doc, test, "instance"), &instance) &&
		  schema_output(schema, s->a, &instance, SCHEMA_OUTPUT_BASIC, &out, &err) &&
		  json_parse(s->a, buf_view(&out), "output", &JSON_LIMITS, &output, NULL, &err);
	const struct json_node *a = json_first(doc, json_get(doc, test, "assertions"));
	for (; a; a = json_next(doc, a)) {
		s->total++;
		if (ok &&
		    count_expected(s, &output, doc, a) == json_get(doc, a, "expected")->count) {
			s->passed++;
			continue;
		}
		struct str written = json_source(doc, a);
		printf("not passed: %.*s: %.*s\n  of %.*s\n", STR_ARG(name), STR_ARG(written),
		    STR_ARG(buf_view(&out)));
	}
	buf_release(&out);
}

static bool
run_file(struct suite *s, const char *path)
{
	struct json_doc doc;
	if (!suite_parse(s->a, path, &doc))
		return false;
	const struct json_node *list = json_get(&doc, json_root(&doc), "suite");
	for (const struct json_node *g = json_first(&doc, list); g; g = json_next(&doc, g)) {
		if (!is_for(s, json_get_text(&doc, g, "compatibility", STR("")))) {
			s->left++;
			continue;
		}
		struct schema *schema = compile(s, &doc, g);
		if (!schema)
			return false;
		const struct json_node *t = json_first(&doc, json_get(&doc, g, "tests"));
		for (; t; t = json_next(&doc, t))
			run_test(
			    s, schema, &doc, t, json_get_text(&doc, g, "description", STR("")));
	}
	return true;
}

static bool
run_dialect(struct arena *a, const char *suite, const char *dialect)
{
	struct suite s = {.a = a, .release = 2020};
	if (strcmp(dialect, "draft7") == 0) {
		s.dialect = SCHEMA_DRAFT_07;
		s.release = 7;
	} else if (strcmp(dialect, "draft2019-09") == 0) {
		s.dialect = SCHEMA_2019_09;
		s.release = 2019;
	}
	char **files = suite_list(a, path_join(a, suite, "annotations/tests"));
	bool ok = files && files[0];
	for (size_t i = 0; ok && files[i]; i++)
		ok = run_file(&s, files[i]);
	printf("annotations/%-16s %zu of %zu assertions; %zu cases are for other dialects\n",
	    dialect, s.passed, s.total, s.left);
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
