/* SPDX-License-Identifier: MIT */
#include "policy_fixture.h"

#include "region.h"
#include "table.h"
#include "tree.h"

/* tree-sitter-python's scanner takes its 40 bytes by calloc itself: they are lost when memory runs
 * out within a parse. */
const char *__lsan_default_suppressions(void);
const char *
__lsan_default_suppressions(void)
{
	return "leak:tree_sitter_python_external_scanner_create\n";
}

static void
children_follow_their_parents(void **state)
{
	struct arena *a = arena_new(FIXTURE_ARENA);
	struct tree t;

	(void)state;
	assert_true(tree_parse(a, STR("x = f(1, y=2)  # c\nclass A(B):\n    pass\n"), &t));
	assert_int_equal(t.fault, TREE_OK);
	assert_int_equal(t.nodes[0].after, t.count);
	for (uint32_t i = 1; i < t.count; i++) {
		const struct node *up = &t.nodes[t.nodes[i].parent];

		assert_true(t.nodes[i].parent < i);
		assert_true(t.nodes[i].after > i && t.nodes[i].after <= up->after);
		assert_true(t.nodes[i].start >= up->start && t.nodes[i].end <= up->end);
	}
	arena_free(a);
}

static void
the_parser_survives_every_failing_allocation(void **state)
{
	struct arena *a = arena_new(FIXTURE_ARENA);
	struct tree t = {.fault = TREE_MEMORY};

	(void)state;
	for (size_t nth = 1; t.fault == TREE_MEMORY; nth++) {
		assert_true(nth < 100000);
		region_fail_at(nth);
		assert_true(tree_parse(a,
		    STR("def f(x):\n    return [y for y in x if y]\nprint(f'{f([1])!r:>{3}}')\n"),
		    &t));
	}
	assert_int_equal(t.fault, TREE_OK);
	arena_free(a);
}

static void
depth_has_a_ceiling(void **state)
{
	struct arena *a = arena_new(FIXTURE_ARENA);
	struct tree t;
	char text[1024];

	(void)state;
	memset(text, '(', 500);
	text[500] = '1';
	memset(text + 501, ')', 500);
	assert_true(tree_parse(a, (struct str){text, 1001}, &t));
	assert_int_equal(t.fault, TREE_DEEP);
	arena_free(a);
}

static void
the_table_knows_the_interpreter(void **state)
{
	struct table_member m = table_member(STR("random"), STR("_os"));

	(void)state;
	assert_int_equal(m.kind, MEMBER_MODULE);
	assert_true(m.is_private);
	assert_true(str_is(m.target, "os"));
	assert_int_equal(table_member(STR("os"), STR("system")).capabilities, CAP_PROCESS);
	assert_int_equal(table_member(STR("io"), STR("open")).capabilities, CAP_READ | CAP_WRITE);
	assert_int_equal(table_member(STR("math"), STR("sqrt")).kind, MEMBER_VALUE);
	assert_int_equal(table_member(STR("math"), STR("sqrtt")).kind, MEMBER_NONE);
	assert_int_equal(table_module(STR("subprocess")).capabilities, CAP_PROCESS);
	assert_false(table_module(STR("no_such_module")).known);
	assert_int_equal(table_attribute(STR("append")).kind, ATTRIBUTE_SAFE);
	assert_int_equal(table_attribute(STR("gi_frame")).kind, ATTRIBUTE_AUTHORITY);
	assert_int_equal(table_attribute(STR("__globals__")).kind, ATTRIBUTE_DUNDER);
	assert_int_equal(table_attribute(STR("handle_payroll")).kind, ATTRIBUTE_UNKNOWN);
	assert_true(str_starts(table_versions(), STR("python=" SLUICE_PYTHON ".")));
}

static size_t
end_of_name(struct str word)
{
	size_t n = 0;

	while (n < word.n && strchr("!^@:=(", word.p[n]) == NULL)
		n++;
	return n;
}

/* What the build found in the table is all of it. */
static void
every_line_of_the_table_is_found(void **state)
{
	struct str rest = table_text(), line, name, found, word;
	size_t modules = 0, at = 0, words;

	(void)state;
	while (str_cut(&rest, '\n', &line)) {
		if (line.n == 0 || line.p[0] != 'm')
			continue;
		line = str_slice(line, 2, line.n);
		str_cut(&line, '\t', &name);
		assert_true(table_next_module(STR(""), &at, &found));
		assert_true(str_eq(found, name));
		assert_true(table_module(name).known);
		str_cut(&line, '\t', &found);
		for (words = 0; line.n > 0 && str_cut(&line, ' ', &word); words++) {
			struct table_member m =
			    table_member(name, str_slice(word, 0, end_of_name(word)));

			assert_int_not_equal(m.kind, MEMBER_NONE);
			assert_int_equal(
			    m.kind == MEMBER_MODULE, str_find(word, STR("@"), 0) < word.n);
			assert_int_equal(m.is_private, str_find(word, STR("!"), 0) < word.n);
			assert_true(m.target.n == 0 || str_find(word, m.target, 0) < word.n);
		}
		assert_int_equal(table_module(name).members, words);
		modules++;
	}
	assert_true(modules > 1000);
	assert_false(table_next_module(STR(""), &at, &found));
	assert_false(table_module(STR("")).known);
	assert_false(table_module(STR("io\t-")).known);
	assert_false(table_module(STR("i")).known);
	assert_false(table_module(STR("ioo")).known);
}

/* By the number behind its letter, the group whose line has that number. */
static void
every_attribute_has_the_packages_of_its_group(void **state)
{
	struct str all = table_text(), rest = str_slice(all, 2, str_find(all, STR("\n"), 0)), word,
		   name, packages;
	struct table_attribute known;
	size_t count = 0, found = 0;

	(void)state;
	while (str_cut(&rest, ' ', &word)) {
		struct table_attribute a;

		str_cut(&word, '/', &name);
		a = table_attribute(name);
		packages = table_packages(&a);
		assert_int_equal(a.kind == ATTRIBUTE_SAFE, word.p[0] == 's');
		assert_int_equal(a.capabilities != 0, str_find(word, STR(":"), 0) != SIZE_MAX);
		assert_true(str_cut(&packages, ' ', &name) && name.n > 0);
		count++;
	}
	assert_true(count > 10000);
	known = table_attribute(STR("groupby"));
	assert_true(str_is(table_packages(&known), "pandas xarray"));
	for (size_t at = 0; table_next_attribute(STR("groupb"), &at, &name, &known); found++)
		assert_true(str_starts(name, STR("groupb")));
	assert_int_equal(found, 4);
	assert_int_equal(table_attribute(STR("groupby/s12")).kind, ATTRIBUTE_UNKNOWN);
	assert_int_equal(table_attribute(STR("groupb")).kind, ATTRIBUTE_UNKNOWN);
	assert_int_equal(table_attribute(STR("")).kind, ATTRIBUTE_UNKNOWN);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(children_follow_their_parents),
	    cmocka_unit_test(the_parser_survives_every_failing_allocation),
	    cmocka_unit_test(depth_has_a_ceiling),
	    cmocka_unit_test(the_table_knows_the_interpreter),
	    cmocka_unit_test(every_line_of_the_table_is_found),
	    cmocka_unit_test(every_attribute_has_the_packages_of_its_group),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
