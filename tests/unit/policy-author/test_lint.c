/* SPDX-License-Identifier: MIT */
/* Each check on a policy that it is about and on a near one: lint_cases.yaml. */
#include "../policy-engine/policy_fixture.h"

#include "clock.h"
#include "lint.h"
#include "yaml.h"

#define HEAD "apiVersion: sluice/v1\nid: p\nrevision: 2\n"

struct bench { /* a folder with one case's files */
	struct arena *a;
	char folder[32];
	const struct json_doc *doc;
	const struct json_node *entry;
};

static struct str
get(const struct bench *b, const char *name)
{
	return json_get_text(b->doc, b->entry, name, (struct str){NULL, 0});
}

static const char *
put(const struct bench *b, const char *name, struct str text)
{
	const char *path = path_join(b->a, b->folder, name);
	struct err err = {0};

	assert_true(file_write(path, text, &err));
	return path;
}

static void
put_more(const struct bench *b)
{
	const struct json_node *more = json_get(b->doc, b->entry, "more");

	for (const struct json_node *n = json_first(b->doc, more); n; n = json_next(b->doc, n))
		(void)put(b, arena_text(b->a, n->text), n[1].text);
}

/* A pack of 'figures' is installed. */
static bool
find_pack(void *context, struct arena *a, struct str package, struct str *text, struct err *err)
{
	(void)context, (void)a, (void)err;
	*text = str_is(package, "figures") ? STR("package figures 1.0\n") : STR("");
	return true;
}

/* Lines of what the check says: "8:14 message". */
static struct str
said(const struct bench *b, const char *key, const char *file, struct str id)
{
	static const char *const names[] = {"network_none", "landlock", "memory_total"};
	static const struct policy_texts none = {.find_pack = find_pack};
	struct lint_subject s = {
	    .folder = source_path(b->a, "policies"), .texts = &none, .before = get(b, "since")};
	const char *today = "2026-06-01";
	struct words guarantees = {.count = 0};
	struct check_result result;
	struct err_list errs = {0};
	struct policy *p;
	struct err err = {0};
	struct str out;
	struct buf lines;

	s.path = put(b, file, str_from(arena_printf(b->a, HEAD "%.*s", STR_ARG(get(b, key)))));
	if (!policy_load(b->a, s.path, s.folder, NULL, &p, &errs))
		fail_msg("%.*s: %s", STR_ARG(id), errs.items[0].message);
	assert_true(clock_read(today, strlen(today), &s.now_us));
	s.policy = p;
	for (size_t i = 0; i < ARRAY_LENGTH(names); i++)
		assert_true(words_add(b->a, &guarantees, str_from(names[i])));
	s.guarantees = &guarantees;
	assert_true(lint_run(b->a, &s, &result, &errs, &err));
	buf_init(&lines, 1 << 16);
	for (size_t k = 0; k < result.verdict.count; k++) {
		const struct finding *f = &result.verdict.findings[k];

		if (str_eq(f->rule, id))
			buf_printf(&lines, "%u:%u %.*s\n", f->line, f->column, STR_ARG(f->message));
	}
	assert_true(arena_copy(b->a, buf_view(&lines), &out));
	buf_release(&lines);
	unlink(s.path);
	return out;
}

static struct str
wanted(const struct bench *b)
{
	const struct json_node *says = json_get(b->doc, b->entry, "says");
	struct str out = {"", 0};

	for (const struct json_node *n = json_first(b->doc, says); n; n = json_next(b->doc, n))
		out = str_from(arena_printf(b->a, "%.*s%.*s\n", STR_ARG(out), STR_ARG(n->text)));
	return out;
}

static void
try_case(const struct json_doc *doc, const struct json_node *entry)
{
	struct bench b = {.a = arena_new(FIXTURE_ARENA),
	    .folder = "/tmp/sluice-lint-XXXXXX",
	    .doc = doc,
	    .entry = entry};
	struct str id, want, got, near;

	assert_non_null(mkdtemp(b.folder));
	id = get(&b, "check");
	put_more(&b);
	want = wanted(&b);
	got = said(
	    &b, "policy", arena_text(b.a, json_get_text(doc, entry, "file", STR("p.yaml"))), id);
	near = said(&b, "near", "p.yaml", id);
	if (want.n == 0 || !str_eq(want, got))
		fail_msg("%.*s says:\n%.*swanted:\n%.*s", STR_ARG(id), STR_ARG(got), STR_ARG(want));
	if (near.n > 0)
		fail_msg("%.*s says of the near one:\n%.*s", STR_ARG(id), STR_ARG(near));
	const struct json_node *more = json_get(doc, entry, "more");
	for (const struct json_node *n = json_first(doc, more); n; n = json_next(doc, n))
		unlink(path_join(b.a, b.folder, arena_text(b.a, n->text)));
	assert_int_equal(rmdir(b.folder), 0);
	arena_free(b.a);
}

static void
read_cases(struct arena *a, struct json_doc *doc)
{
	const char *path = source_path(a, "tests/unit/policy-author/lint_cases.yaml");
	struct err_list errs = {0};
	struct err err = {0};
	struct str text;

	assert_true(file_read(a, path, 1 << 20, &text, &err));
	if (!yaml_parse(a, text, path, doc, &errs))
		fail_msg("%u: %s", errs.items[0].line, errs.items[0].message);
}

static void
each_check_says_what_is_pinned_and_is_silent_on_the_near_one(void **state)
{
	struct arena *a = arena_new(FIXTURE_ARENA);
	struct json_doc doc;

	(void)state;
	read_cases(a, &doc);
	for (const struct json_node *n = json_first(&doc, json_root(&doc)); n;
	     n = json_next(&doc, n))
		try_case(&doc, n);
	arena_free(a);
}

static void
each_check_has_a_case_and_each_case_a_check(void **state)
{
	struct arena *a = arena_new(FIXTURE_ARENA);
	struct words tried = {.count = 0};
	const struct lint_check *checks;
	struct json_doc doc;
	size_t count;

	(void)state;
	read_cases(a, &doc);
	for (const struct json_node *n = json_first(&doc, json_root(&doc)); n;
	     n = json_next(&doc, n)) {
		struct str id = json_get_text(&doc, n, "check", STR(""));

		assert_non_null(lint_check_find(id));
		assert_true(words_add(a, &tried, id));
	}
	checks = lint_checks(&count);
	assert_int_equal(count, 28);
	assert_int_equal(tried.count, count);
	for (size_t i = 0; i < count; i++)
		assert_true(words_have(&tried, str_from(checks[i].id)));
	arena_free(a);
}

static bool
is_kebab(struct str id)
{
	for (size_t i = 0; i < id.n; i++)
		if ((id.p[i] < 'a' || id.p[i] > 'z') && (id.p[i] != '-' || i == 0))
			return false;
	return memchr(id.p, '-', id.n) != NULL && id.p[id.n - 1] != '-';
}

static void
the_table_is_in_the_house_style(void **state)
{
	size_t count;
	const struct lint_check *checks = lint_checks(&count);

	(void)state;
	for (size_t i = 0; i < count; i++) {
		const char *const texts[] = {checks[i].what, checks[i].why, checks[i].remedy};

		assert_true(is_kebab(str_from(checks[i].id)));
		assert_ptr_equal(lint_check_find(str_from(checks[i].id)), &checks[i]);
		for (size_t k = 0; k < ARRAY_LENGTH(texts); k++) {
			assert_true(strlen(texts[k]) > 0 && strlen(texts[k]) <= 120);
			assert_false(str_ends(str_from(texts[k]), STR(".")));
			assert_null(strchr(texts[k], '\n'));
		}
	}
}

#define MUCH                                                                                       \
	HEAD                                                                                       \
	    "extends: [pure-compute]\noverride: [{what: rules, reason: short one}, {what: "        \
	    "limits, "                                                                             \
	    "reason: short one}]\nimports: {deny: [math, {module: os, message: \"No.\"}]}\n"       \
	    "calls: {deny: [{name: [evel, open], message: no}]}\n"                                 \
	    "rules:\n  - id: r\n    call: [range, open]\n    otherwise: deny\n    unless: {arg: {" \
	    "\"0\": {one_of: [a, 3], below: 3}}}\n    tests: {deny: [\"range(9)\"]}\n"             \
	    "escalation: {reason: {ticket: \"^(?=A)A|B$\"}}\nlimits: {wall_s: 900}\n"              \
	    "attributes: {deny: [to_csvv, to_xlsxx]}\n"

/* Without memory there is no report: never a short one. */
static void
a_report_is_whole_or_not_there(void **state)
{
	const char *path = "/p/p.yaml";
	const struct policy_source file = {.name = STR("/p/p.yaml"), .text = STR(MUCH)};
	const struct policy_texts texts = {.items = &file, .count = 1};
	struct arena *kept = arena_new(FIXTURE_ARENA);
	struct err_list errs = {0};
	struct lint_subject s = {
	    .path = path, .folder = source_path(kept, "policies"), .texts = &texts};
	struct policy *p;
	size_t whole = 0, n = 0;
	bool good = false;

	(void)state;
	if (!policy_load(kept, path, s.folder, &texts, &p, &errs))
		fail_msg("%s", errs.items[0].message);
	s.policy = p;
	for (n = 0; !good; n++) {
		struct arena *a = arena_new(FIXTURE_ARENA);
		struct check_result result;
		struct err err = {0};

		errs = (struct err_list){0};
		if (n > 0)
			arena_fail_at(a, n);
		good = lint_run(a, &s, &result, &errs, &err) && n > 0;
		if (n == 0) {
			whole = result.verdict.count;
			assert_true(whole > 3);
		} else if (good) {
			assert_int_equal(result.verdict.count, whole);
		} else {
			assert_true(err.code == ERR_MEMORY || errs.items[0].code == ERR_MEMORY);
		}
		arena_free(a);
	}
	assert_true(n > 20);
	arena_free(kept);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(each_check_says_what_is_pinned_and_is_silent_on_the_near_one),
	    cmocka_unit_test(each_check_has_a_case_and_each_case_a_check),
	    cmocka_unit_test(the_table_is_in_the_house_style),
	    cmocka_unit_test(a_report_is_whole_or_not_there),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
