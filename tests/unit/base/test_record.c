/* SPDX-License-Identifier: MIT */
/* A struct by its form: what is written is read again, and nothing else is. */
#include "arena.h"
#include "record.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>

enum colour { COLOUR_NONE = 0, COLOUR_RED, COLOUR_BLUE };

static const char *
colour_name(enum colour c)
{
	return c == COLOUR_RED ? "red" : c == COLOUR_BLUE ? "blue" : "none";
}

struct leaf {
	struct str name;
	int64_t size;
};
FORM(leaf_form, struct leaf, MEMBER_OF("name", FIELD_ID, struct leaf, name),
    MEMBER_OF("size", FIELD_NUMBER, struct leaf, size));

struct whole {
	struct str id, text, any, json;
	int64_t number, integer;
	int small;
	size_t count;
	bool flag;
	char digest[DIGEST_HEX_BYTES], chars[8];
	const struct str *ids, *jsons;
	size_t id_count, json_count;
	struct leaf *leaves, *leaf, inside;
	size_t leaf_count;
};

#define W struct whole
FORM(whole_form, W, MEMBER_AS("any", W, any), MEMBER(W, chars), MEMBER(W, count),
    MEMBER_OF("digest", FIELD_DIGEST, W, digest), MEMBER(W, flag), MEMBER_OF("id", FIELD_ID, W, id),
    MEMBER_TEXTS("ids", FIELD_IDS, W, ids, id_count), MEMBER_PART("inside", W, inside, leaf_form),
    MEMBER(W, integer), MEMBER_OF("json", FIELD_JSON, W, json),
    MEMBER_TEXTS("jsons", FIELD_JSONS, W, jsons, json_count),
    MEMBER_OBJECT("leaf", W, leaf, leaf_form),
    MEMBER_LIST("leaves", W, leaves, leaf_count, leaf_form),
    MEMBER_OF("number", FIELD_NUMBER, W, number), MEMBER_OR_MISSING("small", W, small),
    MEMBER_OF("text", FIELD_TEXT, W, text), {.name = "v", .kind = FIELD_VERSION});

#define SHA "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
static const char GOOD[] =
    "{\"any\":\"\\u0000 x\",\"chars\":\"1234567\",\"count\":9,\"digest\":\"" SHA
    "\",\"flag\":true,\"id\":\"ann\",\"ids\":[\"a\",\"b\"],\"inside\":{\"name\":\"in\",\"size\":1},"
    "\"integer\":-5,\"json\":{\"x\":[1]},\"jsons\":[{},{\"y\":null}],\"leaf\":{\"name\":\"l\","
    "\"size\":0},\"leaves\":[{\"name\":\"m\",\"size\":2}],\"number\":7,\"small\":-3,\"text\":\"\","
    "\"v\":1}";

static bool
read_text(struct arena *a, const char *text, const struct form *form, void *out, struct err *err)
{
	struct json_doc d;

	return json_parse(a, str_from(text), NULL, &JSON_LIMITS, &d, NULL, err) &&
	       record_read(a, &d, json_root(&d), form, out, err);
}

static void
assert_written(struct arena *a, const struct form *form, const void *record, const char *wanted)
{
	struct json_writer w;
	struct err err = {0};
	struct buf out;

	buf_init(&out, 1 << 16);
	json_writer_init(&w, &out, false);
	assert_true(record_write(&w, form, record, &err));
	assert_int_equal(out.n, strlen(wanted));
	assert_memory_equal(out.p, wanted, out.n);
	buf_clear(&out);
	json_writer_init(&w, &out, false);
	record_put_item(&w, form, record);
	assert_memory_equal(out.p, wanted, out.n);
	buf_release(&out);
	(void)a;
}

static void
what_is_read_is_written_again(void **state)
{
	struct arena *a = arena_new(1 << 20);
	struct whole whole = {.small = 0};
	struct err err = {0};

	(void)state;
	assert_true(read_text(a, GOOD, &whole_form, &whole, &err));
	assert_int_equal(whole.leaf_count, 1);
	assert_int_equal(whole.leaves[0].size, 2);
	assert_int_equal(whole.small, -3);
	assert_int_equal(whole.any.n, 3);
	assert_true(str_is(whole.json, "{\"x\":[1]}"));
	assert_true(str_is(whole.inside.name, "in"));
	assert_written(a, &whole_form, &whole, GOOD);
	arena_free(a);
}

static const struct {
	const char *from, *to, *says;
} WRONG[] = {
    {"\"id\":\"ann\"", "\"id\":\"\"", "'id' must be"},
    {"\"id\":\"ann\"", "\"id\":\"a\\u202eb\"", "'id' must be"},
    {"\"id\":\"ann\"", "\"id\":null", "'id' must be"},
    {"\"id\":\"ann\",", "", "'id' is missing"},
    {"\"id\":\"ann\"", "\"id\":\"ann\",\"more\":1", "no meaning"},
    {"\"text\":\"\"", "\"text\":\"\\u0000\"", "'text' must be"},
    {"\"digest\":\"a", "\"digest\":\"A", "'digest' must be"},
    {"\"chars\":\"1234567\"", "\"chars\":\"12345678\"", "'chars' must be"},
    {"\"count\":9", "\"count\":-1", "'count' must be"},
    {"\"count\":9", "\"count\":\"9\"", "'count' must be"},
    {"\"number\":7", "\"number\":-7", "'number' must be"},
    {"\"number\":7", "\"number\":7.5", "'number' must be"},
    {"\"integer\":-5", "\"integer\":9223372036854775808", "'integer' must be"},
    {"\"small\":-3", "\"small\":2147483648", "'small' must be"},
    {"\"flag\":true", "\"flag\":1", "'flag' must be"},
    {"\"ids\":[\"a\"", "\"ids\":[\"\"", "'ids' must be"},
    {"\"ids\":[\"a\",\"b\"]", "\"ids\":{}", "'ids' must be"},
    {"\"json\":{\"x\":[1]}", "\"json\":[1]", "'json' must be"},
    {"\"jsons\":[{}", "\"jsons\":[1", "'jsons' must be"},
    {"\"inside\":{\"name\":\"in\",", "\"inside\":{", "'name' is missing"},
    {"\"leaf\":{\"name\":\"l\",", "\"leaf\":{\"name\":\"l\",\"x\":1,", "no meaning"},
    {"\"leaves\":[{\"name\":\"m\"", "\"leaves\":[{\"name\":\"\"", "'name' must be"},
    {"\"leaves\":[", "\"leaves\":[3,", "an object is missing"},
    {"\"v\":1", "\"v\":2", "'v' must be"},
};

static void
what_does_not_fit_is_refused_by_name(void **state)
{
	struct arena *a = arena_new(8 << 20);

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(WRONG); i++) {
		struct whole whole = {.small = 0};
		struct err err = {0};
		const char *at = strstr(GOOD, WRONG[i].from);
		assert_non_null(at);
		char *text = arena_printf(
		    a, "%.*s%s%s", (int)(at - GOOD), GOOD, WRONG[i].to, at + strlen(WRONG[i].from));
		assert_false(read_text(a, text, &whole_form, &whole, &err));
		if (!strstr(err.message, WRONG[i].says))
			fail_msg("%s: %s", WRONG[i].to, err.message);
	}
	arena_free(a);
}

static void
a_list_has_an_end(void **state)
{
	struct arena *a = arena_new(8 << 20);
	static const struct member fields[] = {{.name = "ids",
	    .kind = FIELD_IDS,
	    .at = offsetof(struct whole, ids),
	    .count_at = offsetof(struct whole, id_count),
	    .most = 2}};
	static const struct form two = {fields, 1, sizeof(struct whole)};
	struct whole whole = {.small = 0};
	struct err err = {0};
	struct json_writer w;
	struct buf out;

	(void)state;
	assert_true(read_text(a, "{\"ids\":[\"a\",\"b\"]}", &two, &whole, &err));
	assert_false(read_text(a, "{\"ids\":[\"a\",\"b\",\"c\"]}", &two, &whole, &err));
	whole.ids = (const struct str[]){STR("a"), STR("b"), STR("c")};
	whole.id_count = 3;
	buf_init(&out, 1 << 10);
	json_writer_init(&w, &out, false);
	assert_false(record_write(&w, &two, &whole, &err));
	buf_release(&out);
	arena_free(a);
}

static void
what_is_not_there_is_null_or_left_out(void **state)
{
	static const char NONE[] = "{\"leaf\":null,\"text\":null,\"code\":null,\"sha\":null}";
	struct told {
		struct leaf *leaf;
		struct str text, left;
		int code;
		bool flag;
		char sha[4];
		int64_t at_us;
	} told = {.code = -1}, again = {.code = 9};
	FORM(form, struct told, MEMBER_OBJECT("leaf", struct told, leaf, leaf_form),
	    MEMBER_OR_NULL("text", struct told, text), MEMBER_OR_NULL("code", struct told, code),
	    MEMBER_OR_NULL("sha", struct told, sha), MEMBER_OR_MISSING("left", struct told, left),
	    MEMBER_OR_MISSING("flag", struct told, flag));
	struct arena *a = arena_new(1 << 20);
	struct err err = {0};

	(void)state;
	assert_written(a, &form, &told, NONE);
	assert_true(read_text(a, NONE, &form, &again, &err));
	assert_null(again.leaf);
	told.code = 0;
	told.left = STR("x");
	told.flag = true;
	assert_written(a, &form, &told,
	    "{\"leaf\":null,\"text\":null,\"code\":0,\"sha\":null,\"left\":\"x\",\"flag\":true}");
	arena_free(a);
}

static void
words_and_times_are_only_written(void **state)
{
	struct told {
		enum colour colour;
		const char *name;
		int64_t at_us, done_us;
	} told = {COLOUR_BLUE, NULL, 1000000, 0};
	FORM(form, struct told, MEMBER_WORD("colour", struct told, colour, colour_name, NULL),
	    MEMBER(struct told, name), MEMBER_TIME("at", struct told, at_us),
	    MEMBER_TIME("done", struct told, done_us),
	    MEMBER_OF("was", FIELD_SET, struct told, at_us));
	struct arena *a = arena_new(1 << 20);
	struct err err = {0};

	(void)state;
	assert_written(a, &form, &told,
	    "{\"colour\":\"blue\",\"name\":null,\"at\":\"1970-01-01T00:00:01.000000Z\",\"was\":true}");
	assert_false(
	    read_text(a, "{\"colour\":\"blue\",\"name\":\"x\",\"was\":true}", &form, &told, &err));
	arena_free(a);
}

int
main(void)
{
	static const struct CMUnitTest tests[] = {
	    cmocka_unit_test(what_is_read_is_written_again),
	    cmocka_unit_test(what_does_not_fit_is_refused_by_name),
	    cmocka_unit_test(a_list_has_an_end),
	    cmocka_unit_test(what_is_not_there_is_null_or_left_out),
	    cmocka_unit_test(words_and_times_are_only_written),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
