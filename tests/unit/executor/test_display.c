/* SPDX-License-Identifier: MIT */
/* What a last expression and open figures leave beside the output; skipped (77) without a box. */
#include "test.h"

#include "can_box.h"

#include <stdio.h>

static const struct limits limits = {.wall_ms = 20000,
    .cpu_ms = 15000,
    .memory_bytes = (int64_t)512 << 20,
    .processes = 1,
    .open_files = 64,
    .file_bytes = 1 << 20,
    .disk_bytes = 4 << 20,
    .disk_inodes = 64,
    .output_bytes = 4096,
    .artifacts = 4,
    .artifact_bytes = 1 << 20};

struct ran {
	struct arena *a;
	struct box_result r;
	struct err err;
};

static struct ran
run(const char *code, bool packages)
{
	struct ran ran = {.a = arena_new((size_t)64 << 20)};
	struct box_spec spec = {.code = str_from(code), .limits = limits, .packages = packages};

	assert_true(box_run_own(ran.a, &spec, &ran.r, &ran.err));
	return ran;
}

/* A class whose method `name` does `body`, as the last expression. */
static struct ran
run_form(const char *name, const char *body)
{
	char code[512];

	snprintf(code, sizeof(code),
	    "class A:\n    def __repr__(self):\n        return 'A'\n"
	    "    def %s(self):\n        %s\nA()\n",
	    name, body);
	return run(code, false);
}

static void
each_form_has_its_mime(void **state)
{
	static const struct {
		const char *name, *body, *mime, *bytes;
	} cases[] = {
	    {"_repr_html_", "return '<b>\\u00e9</b>'", "text/html", "<b>\xc3\xa9</b>"},
	    {"_repr_markdown_", "return '**b**'", "text/markdown", "**b**"},
	    {"_repr_svg_", "return '<svg/>'", "image/svg+xml", "<svg/>"},
	    {"_repr_png_", "return b'any bytes'", "image/png", "any bytes"},
	    {"_repr_latex_", "return '$x$'", "text/latex", "$x$"},
	    {"_repr_json_", "return {'a': [1, None]}", "application/json", "{\"a\": [1, null]}"},
	    {"_repr_json_", "return '[]'", "application/json", "[]"},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
		struct ran ran = run_form(cases[i].name, cases[i].body);
		assert_int_equal(ran.r.outcome, BOX_OK);
		assert_true(str_is(ran.r.value, "A"));
		assert_int_equal(ran.r.display_count, 1);
		assert_str_equal(ran.r.displays[0].mime, cases[i].mime);
		assert_str_equal(ran.r.displays[0].bytes, cases[i].bytes);
		assert_int_equal(strlen(ran.r.displays[0].sha256), 64);
		arena_free(ran.a);
	}
}

static void
a_form_that_fails_shows_nothing_and_keeps_the_outcome(void **state)
{
	static const struct {
		const char *name, *body;
		size_t more;
	} cases[] = {
	    {"_repr_html_", "raise ValueError('no')", 0},
	    {"_repr_html_", "raise SystemExit(3)", 0},
	    {"_repr_html_", "raise KeyboardInterrupt", 0},
	    {"_repr_html_", "return self._repr_html_()", 0},
	    {"_repr_html_", "return 'x' * (1 << 40)", 0},
	    {"_repr_html_", "return 'x' * (4 << 20)", 1},
	    {"_repr_html_", "return b'bytes'", 0},
	    {"_repr_html_", "return 7", 0},
	    {"_repr_html_", "return None", 0},
	    {"_repr_html_", "return ''", 0},
	    {"_repr_png_", "return 'text'", 0},
	    {"_repr_png_", "return bytearray(5)", 0},
	    {"_repr_json_", "return {'a': self}", 0},
	    {"_repr_json_", "a = []; a.append(a); return a", 0},
	    {"__getattr__", "return lambda: 'x'", 0}, /* not of the type */
	    {"_repr_html_", "import builtins; del builtins.__import__; 1 / 0", 0},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
		struct ran ran = run_form(cases[i].name, cases[i].body);
		assert_int_equal(ran.r.outcome, BOX_OK);
		assert_int_equal(ran.r.exit_code, 0);
		assert_true(str_is(ran.r.value, "A"));
		assert_int_equal(ran.r.display_count, 0);
		assert_int_equal(ran.r.displays_more, cases[i].more);
		assert_int_equal(ran.r.error.name.n, 0);
		arena_free(ran.a);
	}
}

static void
nothing_is_displayed_of_a_plain_value(void **state)
{
	struct ran ran = run("[1, 2]\n", false);

	(void)state;
	assert_true(str_is(ran.r.value, "[1, 2]"));
	assert_int_equal(ran.r.display_count + ran.r.displays_more, 0);
	arena_free(ran.a);
}

static void
tables_and_open_figures_are_displayed(void **state)
{
	struct ran ran = run("import matplotlib\nmatplotlib.use('Agg')\n"
			     "import matplotlib.pyplot as plt, pandas as pd\n"
			     "plt.rcParams['savefig.format'] = 'svg'\n"
			     "plt.plot([1, 2, 3])\nplt.figure(figsize=(1, 1))\n"
			     "pd.DataFrame({'a': [1]})\n",
	    true);

	(void)state;
	assert_int_equal(ran.r.outcome, BOX_OK);
	assert_int_equal(ran.r.display_count, 3);
	assert_true(str_is(ran.r.displays[0].mime, "text/html"));
	assert_true(str_find(ran.r.displays[0].bytes, STR("<table"), 0) != SIZE_MAX);
	for (size_t i = 1; i < 3; i++) {
		assert_true(str_is(ran.r.displays[i].mime, "image/png"));
		assert_true(str_starts(ran.r.displays[i].bytes, STR("\x89PNG\r\n\x1a\n")));
	}
	arena_free(ran.a);
}

static void
more_than_ten_figures_are_left(void **state)
{
	struct ran ran = run("import matplotlib\nmatplotlib.use('Agg')\n"
			     "import matplotlib.pyplot as plt\n"
			     "for i in range(12):\n    plt.figure(figsize=(1, 1))\n",
	    true);

	(void)state;
	assert_int_equal(ran.r.outcome, BOX_OK);
	assert_int_equal(ran.r.display_count, 10);
	assert_int_equal(ran.r.displays_more, 1);
	arena_free(ran.a);
}

/* The forms run behind the interpreter's rules, too. */
static void
forms_meet_the_rules(void **state)
{
	static const struct {
		const char *code;
		enum box_outcome outcome;
		size_t displays;
	} cases[] = {
	    {"class A:\n    def _repr_json_(self):\n        return [1]\nA()\n", BOX_OK, 1},
	    {"class A:\n    def _repr_html_(self):\n        import os\nA()\n", BOX_VIOLATION, 0},
	    {"class A:\n    def _repr_png_(self):\n        return b'x' * 1000000\n"
	     "    def _repr_latex_(self):\n        open('/etc/passwd')\nA()\n",
		BOX_VIOLATION, 1},
	};
	struct arena *a = arena_new((size_t)64 << 20);
	struct json_doc rules;
	struct err err = {0};

	(void)state;
	assert_true(
	    json_parse(a, STR("{\"modules\": [\"math\"], \"read\": [\".\"], \"write\": []}"),
		"rules", &JSON_LIMITS, &rules, NULL, &err));
	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
		struct box_spec spec = {
		    .code = str_from(cases[i].code), .limits = limits, .interpreter = &rules};
		struct box_result r;
		assert_true(box_run_own(a, &spec, &r, &err));
		assert_int_equal(r.outcome, cases[i].outcome);
		assert_int_equal(r.display_count, cases[i].displays);
	}
	arena_free(a);
}

static void
the_record_has_sizes_and_no_contents(void **state)
{
	struct ran ran = run_form("_repr_html_", "return '<b>'");
	struct json_writer w;
	struct buf b;

	(void)state;
	buf_init(&b, 1 << 20);
	json_writer_init(&w, &b, false);
	box_result_json(&ran.r, &w);
	assert_true(
	    str_find(buf_view(&b),
		STR("\"displays\":[{\"mime\":\"text/html\",\"bytes\":3,\"sha256\":"
		    "\"507ca5a2742e533022ed641cb7c8d830d815ea5dcd4f37e470c2cd206ac01875\"}],"
		    "\"displays_more\":0"),
		0) != SIZE_MAX);
	buf_release(&b);
	arena_free(ran.a);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(each_form_has_its_mime),
	    cmocka_unit_test(a_form_that_fails_shows_nothing_and_keeps_the_outcome),
	    cmocka_unit_test(nothing_is_displayed_of_a_plain_value),
	    cmocka_unit_test(tables_and_open_figures_are_displayed),
	    cmocka_unit_test(more_than_ten_figures_are_left),
	    cmocka_unit_test(forms_meet_the_rules),
	    cmocka_unit_test(the_record_has_sizes_and_no_contents),
	};

	if (!can_box())
		return 77;
	return cmocka_run_group_tests(tests, NULL, NULL);
}
