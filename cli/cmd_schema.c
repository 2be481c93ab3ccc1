/* SPDX-License-Identifier: MIT */
/* sluice schema: check, validate, test and measure JSON Schemas: as tasks use them (strict, formats
 * asserted), unless told otherwise. */
#include "schema_sources.h"

#include "file.h"
#include "record.h"
#include "strength.h"
#include "suite.h"
#include "trust.h"
#include "waiver.h"

static struct schema_sources sources;

/* Prints the judgements even if something else could not be read. */
static int
finish(struct call *t, int code)
{
	if (!print_buf(&t->out))
		return EXIT_INTERNAL;
	return t->errs.count > 0 ? call_fail(t) : code;
}

/* A warning where the schema asks for what nothing can meet: it is valid all the same. */
static bool
warn_of_doubts(struct call *t, const struct schema *s)
{
	struct schema_doubt *doubts;
	struct err place, err;
	size_t count;

	if (!schema_doubts(s, t->a, &doubts, &count, &err))
		return err_list_add(&sources.call->errs, &err);
	for (size_t i = 0; i < count; i++) {
		const struct json_doc *doc = doubts[i].doc;
		json_err(
		    doc, &doc->nodes[doubts[i].node], &place, "%.*s", STR_ARG(doubts[i].message));
		buf_printf(&t->out, "%s:%u:%u: warning: ", place.file, place.line, place.column);
		buf_line(&t->out, "", doubts[i].message, 400);
		caret_render(doc->source, place.line, place.column, place.width, "", &t->out);
	}
	return true;
}

/* Every schema is compiled; an error is a finding, for that is what was asked. */
int
schema_check_files(struct call *t)
{
	struct schema *s;

	call_begin(t);
	if (!schema_sources_open(&sources, t))
		return finish(t, EXIT_USAGE);
	for (size_t i = 0; i < t->words.count; i++)
		if (schema_open(&sources, word(t, i), &s)) {
			buf_printf(&t->out, "%s: a valid schema\n", word(t, i));
			(void)warn_of_doubts(t, s);
		}
	if (t->errs.count == 0)
		return finish(t, EXIT_ANSWERED);
	(void)call_fail(t);
	return print_buf(&t->out) ? EXIT_FINDINGS : EXIT_INTERNAL;
}

static void
tell_issue(
    struct call *t, const char *path, const struct json_doc *doc, const struct schema_issue *issue)
{
	buf_printf(&t->out, "%s:%u:%u: ", path, issue->line, issue->column);
	buf_visible(&t->out, issue->message, 400);
	buf_line(&t->out, issue->instance.n > 0 ? ", at " : ", at the root", issue->instance, 400);
	caret_render(doc->source, issue->line, issue->column, issue->width, "", &t->out);
	if (issue->help.n > 0)
		buf_printf(&t->out, "help: %.*s\n", STR_ARG(issue->help));
}

/* How the verdicts are told: to a person, as JSON, or as reports that other programs read. */
struct telling {
	enum check_format format;
	struct check_result *results;
	size_t count;
	bool valid; /* all of them, so far */
};

#define ISSUE struct schema_issue
FORM(issue_form, ISSUE, MEMBER(ISSUE, instance), MEMBER(ISSUE, keyword), MEMBER(ISSUE, schema),
    MEMBER(ISSUE, message), MEMBER(ISSUE, help), MEMBER(ISSUE, line), MEMBER(ISSUE, column));

static void
tell_json(struct call *t, const char *path, const struct schema_report *r)
{
	json_object(&t->j);
	json_put_text(&t->j, "path", path);
	json_put_text(&t->j, "verdict", schema_verdict_name(r->verdict));
	record_put_list(&t->j, "issues", &issue_form, r->issues, r->count);
	json_end_object(&t->j);
}

static void
tell_person(
    struct call *t, const char *path, const struct json_doc *doc, const struct schema_report *r)
{
	size_t untold;

	buf_printf(&t->out, "%s: %s\n", path, schema_verdict_name(r->verdict));
	for (size_t i = 0; i < r->count; i++) {
		if (!schema_issue_is_told(r, i, &untold))
			continue;
		tell_issue(t, path, doc, &r->issues[i]);
		if (untold > 0)
			buf_printf(&t->out, "and the same at %zu more places\n", untold);
	}
	if (r->more > 0)
		buf_printf(&t->out, "… and %zu more\n", r->more);
}

static bool
validate_one(struct call *t, const struct schema *s, const char *path, struct telling *told)
{
	struct schema_report r;
	struct json_doc doc;

	if (!schema_document(&sources, path, &doc))
		return false;
	if (!schema_check(s, t->a, &doc, &r, &t->err))
		return err_list_add(&sources.call->errs, &t->err);
	told->valid = told->valid && r.verdict == SCHEMA_VALID;
	if (told->format == CHECK_JSON)
		tell_json(t, path, &r);
	else if (told->format == CHECK_HUMAN)
		tell_person(t, path, &doc, &r);
	else
		return schema_result(
			   t->a, path, &doc, &r, &told->results[told->count++], &t->err) ||
		       err_list_add(&sources.call->errs, &t->err);
	return true;
}

int
schema_validate_files(struct call *t)
{
	struct telling told = {.valid = true};
	struct schema *s;

	call_begin(t);
	if (t->o->report && !check_format_find(t->o->report, &told.format))
		return EXIT_INTERNAL; /* the option has no other words */
	if (t->o->json)
		told.format = CHECK_JSON;
	t->o->json = told.format == CHECK_JSON;
	told.results = arena_array(t->a, t->words.count, sizeof(*told.results));
	if (!told.results)
		return print_no_memory();
	if (!schema_sources_open(&sources, t) || !schema_open(&sources, word(t, 0), &s))
		return finish(t, EXIT_USAGE);
	if (told.format == CHECK_JSON)
		json_array(&t->j);
	for (size_t i = 1; i < t->words.count; i++)
		(void)validate_one(t, s, word(t, i), &told);
	if (told.format == CHECK_JSON) {
		json_end_array(&t->j);
		buf_char(&t->out, '\n');
	} else if (told.format != CHECK_HUMAN) {
		schema_results_print(told.format, told.results, told.count, &t->out);
	}
	return finish(t, told.valid ? EXIT_ANSWERED : EXIT_FINDINGS);
}

struct tally {
	size_t passed, failed;
};

/* A node of the case file as a document of its own: its text is the source's. */
static bool
case_document(
    struct call *t, const struct json_doc *cases, const struct json_node *n, struct json_doc *out)
{
	return json_parse(
		   t->a, json_source(cases, n), cases->file, &JSON_LIMITS, out, NULL, &t->err) ||
	       err_list_add(&sources.call->errs, &t->err);
}

/* `valid`, and where it is false and `at` is given: an issue at each of those pointers, and at no
 * other. */
static bool
case_holds(const struct json_doc *cases, const struct json_node *c, const struct schema_report *r)
{
	const struct json_node *valid = json_get(cases, c, "valid"), *at = json_get(cases, c, "at");
	size_t matched = 0;

	if ((valid->kind == JSON_TRUE) != (r->verdict == SCHEMA_VALID))
		return false;
	if (!at)
		return true;
	for (size_t i = 0; i < r->count; i++) {
		bool known = false;
		JSON_EACH(p, cases, at)
			known = known || str_eq(p->text, r->issues[i].instance);
		if (!known)
			return false;
	}
	JSON_EACH(p, cases, at)
		for (size_t i = 0; i < r->count; i++)
			if (str_eq(p->text, r->issues[i].instance)) {
				matched++;
				break;
			}
	return matched == at->count;
}

static const struct json_node *
case_name(const struct json_doc *cases, const struct json_node *c)
{
	const struct json_node *name = json_get(cases, c, "name");

	return name ? name : json_get(cases, c, "description");
}

static bool
case_is_formed(const struct json_doc *cases, const struct json_node *c)
{
	const struct json_node *valid = json_get(cases, c, "valid"), *at = json_get(cases, c, "at");
	struct err err;

	if (case_name(cases, c) && json_get(cases, c, "data") && valid &&
	    (valid->kind == JSON_TRUE || valid->kind == JSON_FALSE) &&
	    (!at || at->kind == JSON_ARRAY))
		return true;
	json_err(cases, c, &err,
	    "a case needs 'name', 'data' and 'valid' (true or false); 'at' is optional");
	err_help(&err, "'at' lists the JSON Pointers of all issues that an invalid case has");
	return err_list_add(&sources.call->errs, &err);
}

static bool
run_case(struct call *t, const struct schema *s, const struct json_doc *cases,
    const struct json_node *c, struct tally *tally)
{
	struct schema_report r;
	struct json_doc doc;

	if (!case_is_formed(cases, c) || !case_document(t, cases, json_get(cases, c, "data"), &doc))
		return false;
	if (!schema_check(s, t->a, &doc, &r, &t->err))
		return err_list_add(&sources.call->errs, &t->err);
	bool holds = case_holds(cases, c, &r);
	tally->passed += holds;
	tally->failed += !holds;
	buf_printf(&t->out, "%s %zu - ", holds ? "ok" : "not ok", tally->passed + tally->failed);
	buf_visible(&t->out, case_name(cases, c)->text, 200);
	buf_printf(&t->out, "%s%s\n", holds ? "" : "  # the verdict was ",
	    holds ? "" : schema_verdict_name(r.verdict));
	for (size_t i = 0; !holds && i < r.count; i++) {
		buf_printf(&t->out, "#   '%.*s': ", STR_ARG(r.issues[i].instance));
		buf_line(&t->out, "", r.issues[i].message, 300);
	}
	return true;
}

/* A group of the official suite: {"description", "schema", "tests": [{"description", "data",
 * "valid"}]}. */
static bool
run_group(struct call *t, const struct json_doc *cases, const struct json_node *group,
    struct tally *tally)
{
	const struct json_node *schema = json_get(cases, group, "schema"),
			       *tests = json_get(cases, group, "tests");
	struct json_doc *doc = arena_alloc(t->a, sizeof(*doc));
	struct schema *s;

	if (!schema || !tests || tests->kind != JSON_ARRAY) {
		json_err(cases, group, &t->err, "a group needs 'schema' and 'tests'");
		return err_list_add(&sources.call->errs, &t->err);
	}
	if (!doc || !case_document(t, cases, schema, doc) ||
	    !schema_compile(t->a, doc, &sources.options, &s, &sources.call->errs)) {
		tally->failed += tests->count;
		return false;
	}
	JSON_EACH(c, cases, tests)
		(void)run_case(t, s, cases, c, tally);
	return true;
}

/* A case file is JSON: {"schema": "x.json", "cases": [{"name", "data", "valid", "at"}]}. Printed as
 * TAP. */
static bool
test_file(struct call *t, const char *path, struct tally *tally)
{
	struct json_doc cases;
	struct schema *s;

	if (!schema_document(&sources, path, &cases))
		return false;
	if (json_root(&cases)->kind == JSON_ARRAY) {
		JSON_EACH(group, &cases, json_root(&cases))
			(void)run_group(t, &cases, group, tally);
		return true;
	}
	struct str schema = json_get_text(&cases, json_root(&cases), "schema", STR(""));
	const struct json_node *list = json_get(&cases, json_root(&cases), "cases");
	if (schema.n == 0 || !list || list->kind != JSON_ARRAY || list->count == 0) {
		err_set(&t->err, ERR_INPUT, "'%s' contains no cases", path);
		err_help(&t->err, "write JSON: {\"schema\": \"x.json\", \"cases\": [{\"name\", "
				  "\"data\", \"valid\"}]}");
		return err_list_add(&sources.call->errs, &t->err);
	}
	char *name = arena_text(t->a, schema);
	if (!name || !schema_open(&sources, path_beside(t->a, path, name), &s))
		return false;
	JSON_EACH(c, &cases, list)
		(void)run_case(t, s, &cases, c, tally);
	return true;
}

int
schema_test_files(struct call *t)
{
	struct tally tally = {0, 0};

	call_begin(t);
	if (!schema_sources_open(&sources, t))
		return finish(t, EXIT_USAGE);
	buf_text(&t->out, "TAP version 14\n");
	for (size_t i = 0; i < t->words.count; i++)
		(void)test_file(t, word(t, i), &tally);
	buf_printf(&t->out, "1..%zu\n# %zu passed, %zu failed\n", tally.passed + tally.failed,
	    tally.passed, tally.failed);
	return finish(t, tally.failed == 0 ? EXIT_ANSWERED : EXIT_FINDINGS);
}

static bool
measure(struct call *t, const struct schema *s, const char *path)
{
	struct schema_strength strength;
	struct json_doc example;

	if (!schema_document(&sources, path, &example))
		return false;
	if (!schema_strength(s, t->a, &example, &strength, &t->err))
		return err_list_add(&sources.call->errs, &t->err);
	buf_printf(
	    &t->out, "%s: %zu of %zu mutants are caught\n", path, strength.caught, strength.tried);
	for (size_t i = 0; i < strength.count; i++) {
		buf_text(&t->out, "  still valid: '");
		buf_visible(&t->out, strength.survivors[i].instance, 200);
		buf_printf(&t->out, "' %s\n", strength.survivors[i].change);
	}
	return true;
}

int
schema_measure(struct call *t)
{
	struct schema *s;

	call_begin(t);
	if (!schema_sources_open(&sources, t) || !schema_open(&sources, word(t, 0), &s))
		return finish(t, EXIT_USAGE);
	for (size_t i = 1; i < t->words.count; i++)
		(void)measure(t, s, word(t, i));
	return finish(t, EXIT_ANSWERED);
}

int
schema_print(struct call *t)
{
	static const struct {
		const char *name;
		struct str (*text)(void);
	} kinds[] = {{"policy", policy_schema_text}, {"test", suite_schema},
	    {"waivers", waivers_schema}, {"task", task_schema_text}, {"trust", trust_schema_text}};

	call_begin(t);
	for (size_t i = 0; i < ARRAY_LENGTH(kinds); i++)
		if (strcmp(word(t, 0), kinds[i].name) == 0) {
			buf_str(&t->out, kinds[i].text());
			return finish(t, EXIT_ANSWERED);
		}
	return call_error(t,
	    "there are schemas for 'policy', 'test', 'waivers', 'task' and 'trust', not for '%s'",
	    word(t, 0));
}
