/* SPDX-License-Identifier: MIT */
/* suite DIALECT: runs the official tests of a dialect, in flag and in report mode; names each case
 * that is not passed. */
#include "run.h"
#include "suite_files.h"

#include <stdio.h>

enum {
	SKIPPED = 77,
};
#define GROUP_BYTES_MAX (256u << 20)

struct totals {
	size_t passed, total;
};

struct suite {
	struct schema_registry registry;
	struct schema_options options;
	struct totals all;
	const char *file;
};

static bool
part(struct arena *a, const struct json_doc *doc, const struct json_node *n, struct json_doc *out)
{
	struct err err = {0};
	return n && json_parse(a, json_source(doc, n), "schema", &JSON_LIMITS, out, NULL, &err);
}

static const char *
verdict_name(enum truth t)
{
	return t == YES ? "valid" : t == NO ? "invalid" : "indeterminate";
}

static void
complain(const struct suite *s, struct str group, struct str test, const char *what)
{
	printf("not passed: %s: %.*s: %.*s: %s\n", s->file, STR_ARG(group), STR_ARG(test), what);
}

static bool
passes(const struct suite *s, struct arena *a, const struct schema *schema,
    const struct json_doc *doc, const struct json_node *test, struct str group)
{
	struct json_doc instance;
	struct schema_report report = {0};
	struct err err = {0};
	struct str name = json_get_text(doc, test, "description", STR(""));
	enum truth expected = json_get(doc, test, "valid")->kind == JSON_TRUE ? YES : NO;
	if (!part(a, doc, json_get(doc, test, "data"), &instance)) {
		complain(s, group, name, "the data can't be read");
		return false;
	}
	enum truth flag = schema_truth(schema, a, &instance, false),
		   full = schema_truth(schema, a, &instance, true);
	bool checked = schema_check(schema, a, &instance, &report, &err);
	if (flag != expected)
		complain(s, group, name, verdict_name(flag));
	else if (full != flag)
		complain(s, group, name, "the two modes differ");
	else if (!checked || (expected == NO && report.count == 0))
		complain(s, group, name, "no cause is reported");
	return flag == expected && full == flag && checked && (expected == YES || report.count > 0);
}

static void
run_group(
    struct suite *s, const struct json_doc *doc, const struct json_node *group, struct totals *t)
{
	struct arena *a = arena_new(GROUP_BYTES_MAX);
	struct json_doc schema_doc;
	struct schema *schema = NULL;
	struct err_list errs = {0};
	struct str name = json_get_text(doc, group, "description", STR(""));
	const struct json_node *tests = json_get(doc, group, "tests");
	t->total += tests->count;
	bool ok = a && part(a, doc, json_get(doc, group, "schema"), &schema_doc) &&
		  schema_compile(a, &schema_doc, &s->options, &schema, &errs);
	if (!ok)
		complain(s, name, STR("all"),
		    errs.count > 0 ? errs.items[0].message : "the schema can't be read");
	for (const struct json_node *n = ok ? json_first(doc, tests) : NULL; n;
	     n = json_next(doc, n))
		t->passed += passes(s, a, schema, doc, n, name);
	arena_free(a);
}

static bool
run_file(struct suite *s, const char *path, struct totals *t)
{
	struct arena *a = arena_new(GROUP_BYTES_MAX);
	struct json_doc doc;
	bool ok = a && suite_parse(a, path, &doc);
	s->file = path_base(path);
	const struct json_node *group = ok ? json_first(&doc, json_root(&doc)) : NULL;
	for (; group; group = json_next(&doc, group))
		run_group(s, &doc, group, t);
	arena_free(a);
	return ok;
}

static bool
run_folder(struct suite *s, struct arena *a, const char *folder, const char *name)
{
	struct totals t = {0};
	char **files = suite_list(a, folder);
	bool ok = files && files[0];
	for (size_t i = 0; ok && files[i]; i++)
		ok = run_file(s, files[i], &t);
	printf("%-28s %zu of %zu\n", name, t.passed, t.total);
	s->all.passed += t.passed;
	s->all.total += t.total;
	return ok;
}

static bool
run_dialect(struct arena *a, const char *suite, const char *dialect)
{
	struct suite s = {0};
	s.options.registry = &s.registry;
	s.options.dialect = strcmp(dialect, "draft7") == 0         ? SCHEMA_DRAFT_07
			    : strcmp(dialect, "draft2019-09") == 0 ? SCHEMA_2019_09
								   : SCHEMA_2020_12;
	char *root = arena_printf(a, "%s/tests/%s", suite, dialect);
	char *optional = path_join(a, root, "optional"),
	     *format = path_join(a, root, "optional/format");
	bool ok = suite_registry(a, suite, &s.registry) && run_folder(&s, a, root, "required") &&
		  run_folder(&s, a, optional, "optional");
	s.options.assert_formats = true;
	ok = ok && run_folder(&s, a, format, "optional/format");
	printf("%-28s %zu of %zu\n", dialect, s.all.passed, s.all.total);
	return ok && s.all.total > 0 && s.all.passed == s.all.total;
}

int
main(int argc, char **argv)
{
	struct arena *a = arena_new(GROUP_BYTES_MAX);
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
