/* SPDX-License-Identifier: MIT */
#include "test.h"

#include "yaml.h"

#include <stdio.h>

#define ARENA_BYTES ((size_t)64 << 20)

struct text {
	struct arena *arena;
	struct json_doc doc;
	struct err_list errs;
};

static bool
parse_str(struct text *t, struct str source)
{
	*t = (struct text){.arena = arena_new(ARENA_BYTES)};
	assert_non_null(t->arena);
	return yaml_parse(t->arena, source, "x.yaml", &t->doc, &t->errs);
}

static bool
parse(struct text *t, const char *z)
{
	return parse_str(t, str_from(z));
}

static void
release(struct text *t)
{
	arena_free(t->arena);
}

/* The document on one line, kinds as JSON has them; names and texts in quotes, plain ones in '~'.
 */
static void
put_node(const struct json_doc *d, const struct json_node *n, struct json_writer *w)
{
	const struct json_node *open[64];
	size_t depth = 0;

	for (uint32_t i = json_index(d, n); i < d->count; i++) {
		const struct json_node *here = &d->nodes[i];
		while (depth > 0 && here->at >= open[depth - 1]->end) {
			depth--;
			if (open[depth]->kind == JSON_OBJECT)
				json_end_object(w);
			else
				json_end_array(w);
		}
		if (here->flags & JSON_NAME)
			json_name_str(w, here->text);
		else if (here->kind == JSON_STRING)
			json_str(w, here->text);
		else if (here->kind == JSON_OBJECT)
			json_object(w);
		else if (here->kind == JSON_ARRAY)
			json_array(w);
		else if (here->kind == JSON_NUMBER)
			json_raw(w, here->text);
		else
			json_raw(w, str_from(json_kind_name((enum json_kind)here->kind)));
		if (here->kind >= JSON_ARRAY)
			open[depth++] = here;
	}
	while (depth-- > 0)
		if (open[depth]->kind == JSON_OBJECT)
			json_end_object(w);
		else
			json_end_array(w);
}

static void
means(const char *source, const char *json)
{
	struct text t;
	struct buf b;
	struct json_writer w;

	if (!parse(&t, source))
		fail_msg("%s: %s", source, t.errs.items[0].message);
	assert_int_equal(t.errs.count, 0);
	buf_init(&b, 1 << 16);
	json_writer_init(&w, &b, false);
	put_node(&t.doc, json_root(&t.doc), &w);
	assert_str_equal(buf_view(&b), json);
	buf_release(&b);
	release(&t);
}

static void
the_subset_is_read(void **state)
{
	(void)state;
	means("a: 1\nb:\n  - x\n  - [y, {z: null}]\nc: {}\nd: []\n",
	    "{\"a\":1,\"b\":[\"x\",[\"y\",{\"z\":null}]],\"c\":{},\"d\":[]}");
	means("# comment\ntext\n", "\"text\"");
	means("'it''s': \"a\\tb\\u00e9\\0\"\n", "{\"it's\":\"a\\tbé\\u0000\"}");
	means("a: |\n  x\n   y\n\nb: >-\n  p\n  q\n", "{\"a\":\"x\\n y\\n\",\"b\":\"p q\"}");
	means("a: plain\n  goes on\n", "{\"a\":\"plain goes on\"}");
	means("- a: 1\n  b: 2\n-\n  - x\n- y\n", "[{\"a\":1,\"b\":2},[\"x\"],\"y\"]");
	means("a:\n- 1\n- 2\n", "{\"a\":[1,2]}");
	means("--- # c\na: 1\n...\n", "{\"a\":1}");
	means("%YAML 1.2\n---\na: 1\n", "{\"a\":1}");
	means("%YAML 1.1\n---\na: 1\n", "{\"a\":1}");
	means("a: 1\r\nb: |\r\n  x\r\n", "{\"a\":1,\"b\":\"x\\n\"}");
	means("\"a\": 1 # tab\there\n", "{\"a\":1}");
	means("{\"json\": [1, true, \"x\\n\"]}", "{\"json\":[1,true,\"x\\n\"]}");
	means("? a\n: 1\n", "{\"a\":1}");
	means("é: [😀]\n", "{\"é\":[\"😀\"]}");
	means("1: a\ntrue: b\nnull: c\n\"<<\": d\n",
	    "{\"1\":\"a\",\"true\":\"b\",\"null\":\"c\",\"<<\":\"d\"}");
}

static void
plain_scalars_are_what_json_would_call_them(void **state)
{
	static const struct {
		const char *text;
		enum json_kind kind;
	} rows[] = {
	    {"true", JSON_TRUE},
	    {"false", JSON_FALSE},
	    {"null", JSON_NULL},
	    {"0", JSON_NUMBER},
	    {"-0", JSON_NUMBER},
	    {"12", JSON_NUMBER},
	    {"3.10", JSON_NUMBER},
	    {"1e3", JSON_NUMBER},
	    {"-1.5E-2", JSON_NUMBER},
	    {"no", JSON_STRING},
	    {"No", JSON_STRING},
	    {"NO", JSON_STRING},
	    {"yes", JSON_STRING},
	    {"on", JSON_STRING},
	    {"off", JSON_STRING},
	    {"y", JSON_STRING},
	    {"n", JSON_STRING},
	    {"True", JSON_STRING},
	    {"TRUE", JSON_STRING},
	    {"False", JSON_STRING},
	    {"Null", JSON_STRING},
	    {"NULL", JSON_STRING},
	    {"~", JSON_STRING},
	    {"012", JSON_STRING},
	    {"0o12", JSON_STRING},
	    {"0x1f", JSON_STRING},
	    {"0b11", JSON_STRING},
	    {"1_000", JSON_STRING},
	    {"12:30", JSON_STRING},
	    {"12:30:45", JSON_STRING},
	    {"+1", JSON_STRING},
	    {".5", JSON_STRING},
	    {"5.", JSON_STRING},
	    {".inf", JSON_STRING},
	    {"-.inf", JSON_STRING},
	    {".nan", JSON_STRING},
	    {"NaN", JSON_STRING},
	    {"1.2.3", JSON_STRING},
	    {"2024-01-01", JSON_STRING},
	    {"1 2", JSON_STRING},
	    {"nullx", JSON_STRING},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(rows); i++) {
		struct text t;
		char line[100];
		snprintf(line, sizeof(line), "k: %s\nq: \"%s\"\n'%s': 1\n", rows[i].text,
		    rows[i].text, rows[i].text);
		assert_true(parse(&t, line));
		const struct json_node *k = json_get(&t.doc, json_root(&t.doc), "k");
		const struct json_node *q = json_get(&t.doc, json_root(&t.doc), "q");
		assert_int_equal(k->kind, rows[i].kind);
		assert_int_equal(k->flags, JSON_PLAIN);
		assert_str_equal(k->text, rows[i].text);
		assert_true(json_is_text(k));
		assert_int_equal(q->kind, JSON_STRING);
		assert_int_equal(q->flags, 0);
		assert_non_null(json_get(&t.doc, json_root(&t.doc), rows[i].text));
		release(&t);
	}
}

static void
a_value_left_out_is_null_and_no_text(void **state)
{
	struct text t;

	(void)state;
	assert_true(parse(&t, "a:\nb: 1\nc: ''\n"));
	const struct json_node *a = json_get(&t.doc, json_root(&t.doc), "a");
	assert_int_equal(a->kind, JSON_NULL);
	assert_int_equal(a->flags, 0);
	assert_int_equal(a->at, 2);
	assert_int_equal(a->end, 2);
	assert_false(json_is_text(a));
	assert_true(json_is_text(json_get(&t.doc, json_root(&t.doc), "c")));
	release(&t);
}

static void
nodes_keep_their_spans_in_bytes(void **state)
{
	static const struct {
		const char *written;
		unsigned line, column, flags;
	} rows[] = {
	    {"é: [true, \"ü\\n\"]\nb:\n  - 'it''s'\n  - x y\n  - |\n    t\n  - {k: v}\nc: z", 1, 1,
		0},
	    {"é", 1, 1, JSON_NAME | JSON_PLAIN},
	    {"[true, \"ü\\n\"]", 1, 4, 0},
	    {"true", 1, 5, JSON_PLAIN},
	    {"\"ü\\n\"", 1, 11, JSON_ESCAPED},
	    {"b", 2, 1, JSON_NAME | JSON_PLAIN},
	    {"- 'it''s'\n  - x y\n  - |\n    t\n  - {k: v}", 3, 3, 0},
	    {"'it''s'", 3, 5, JSON_ESCAPED},
	    {"x y", 4, 5, JSON_PLAIN},
	    {"|\n    t", 5, 5, 0},
	    {"{k: v}", 7, 5, 0},
	    {"k", 7, 6, JSON_NAME | JSON_PLAIN},
	    {"v", 7, 9, JSON_PLAIN},
	    {"c", 8, 1, JSON_NAME | JSON_PLAIN},
	    {"z", 8, 4, JSON_PLAIN},
	};
	struct text t;

	(void)state;
	assert_true(parse(&t,
	    "é: [true, \"ü\\n\"]\nb:\n  - 'it''s'\n  - x y\n  - |\n    t\n  - {k: v}\nc: z\n\n"));
	assert_int_equal(t.doc.count, ARRAY_LENGTH(rows));
	for (size_t i = 0; i < ARRAY_LENGTH(rows); i++) {
		const struct json_node *n = &t.doc.nodes[i];
		unsigned line, column;
		assert_str_equal(json_source(&t.doc, n), rows[i].written);
		text_place(t.doc.source, n->at, &line, &column);
		assert_int_equal(line, rows[i].line);
		assert_int_equal(column, rows[i].column);
		assert_int_equal(n->flags, rows[i].flags);
	}
	release(&t);
}

static void
texts_are_borrowed_where_they_stand_as_they_are(void **state)
{
	static const char source[] = "a: plain\nb: 'single'\nc: \"double\"\nd: 'it''s'\n";
	struct text t;

	(void)state;
	assert_true(parse(&t, source));
	assert_ptr_equal(json_get(&t.doc, json_root(&t.doc), "a")->text.p, source + 3);
	assert_ptr_equal(json_get(&t.doc, json_root(&t.doc), "b")->text.p, source + 13);
	assert_ptr_equal(json_get(&t.doc, json_root(&t.doc), "c")->text.p, source + 25);
	assert_str_equal(json_get(&t.doc, json_root(&t.doc), "d")->text, "it's");
	release(&t);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(the_subset_is_read),
	    cmocka_unit_test(plain_scalars_are_what_json_would_call_them),
	    cmocka_unit_test(a_value_left_out_is_null_and_no_text),
	    cmocka_unit_test(nodes_keep_their_spans_in_bytes),
	    cmocka_unit_test(texts_are_borrowed_where_they_stand_as_they_are),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
