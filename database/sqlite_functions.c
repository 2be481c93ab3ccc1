/* SPDX-License-Identifier: MIT */
#include "sqlite_functions.h"

#include "arena.h"
#include "hash.h"
#include "json.h"

#define RULE_ARENA_BYTES ((size_t)1 << 20)

static struct str
text_of(sqlite3_value *value)
{
	const char *text = (const char *)sqlite3_value_text(value);

	return (struct str){text ? text : "", text ? (size_t)sqlite3_value_bytes(value) : 0};
}

static void
now_us(sqlite3_context *context, int count, sqlite3_value **values)
{
	(void)count;
	(void)values;
	sqlite3_result_int64(context, *(const int64_t *)sqlite3_user_data(context));
}

static void
sha256_hex(sqlite3_context *context, int count, sqlite3_value **values)
{
	char hex[DIGEST_HEX_BYTES];

	(void)count;
	if (sqlite3_value_type(values[0]) == SQLITE_NULL)
		return;
	const char *bytes = sqlite3_value_blob(values[0]);
	int n = sqlite3_value_bytes(values[0]);
	digest_hex_of((struct str){bytes ? bytes : "", (size_t)n}, hex);
	sqlite3_result_text(context, hex, -1, SQLITE_TRANSIENT);
}

/* A rule that can't be read gives NULL, which no guard takes for a yes. */
static void
with_rule(sqlite3_context *context, sqlite3_value **values,
    void (*work)(sqlite3_context *context, const struct json_doc *rule, sqlite3_value **values))
{
	struct arena *a = arena_new(RULE_ARENA_BYTES);
	struct json_doc doc;
	struct err ignored;

	if (a && json_parse(a, text_of(values[0]), NULL, &JSON_LIMITS, &doc, NULL, &ignored))
		work(context, &doc, values);
	arena_free(a);
}

static void
member_text(sqlite3_context *context, const struct json_doc *rule, sqlite3_value **values)
{
	const struct json_node *member = json_get_str(rule, json_root(rule), text_of(values[1]));

	if (!member)
		return;
	struct str text = json_is_text(member) ? member->text : json_source(rule, member);
	sqlite3_result_text(context, text.p, (int)text.n, SQLITE_TRANSIENT);
}

static void
rule_text(sqlite3_context *context, int count, sqlite3_value **values)
{
	(void)count;
	with_rule(context, values, member_text);
}

static void
needs_counted(sqlite3_context *context, const struct json_doc *rule, sqlite3_value **values)
{
	const struct json_node *needs = json_get(rule, json_root(rule), "needs");

	(void)values;
	if (needs)
		sqlite3_result_int64(context, needs->count);
}

static void
rule_needs(sqlite3_context *context, int count, sqlite3_value **values)
{
	(void)count;
	with_rule(context, values, needs_counted);
}

static bool
member_is(const struct json_doc *rule, const struct json_node *need, const char *name,
    sqlite3_value *value)
{
	const struct json_node *member = json_get(rule, need, name);

	return member && json_is_text(member) && str_eq(member->text, text_of(value));
}

static void
needs_matched(sqlite3_context *context, const struct json_doc *rule, sqlite3_value **values)
{
	const struct json_node *needs = json_get(rule, json_root(rule), "needs");
	int64_t found = 0, n;

	for (const struct json_node *need = needs ? json_first(rule, needs) : NULL; need;
	     need = json_next(rule, need)) {
		const struct json_node *people = json_get(rule, need, "n");
		found += people && json_int(people, &n) && n == sqlite3_value_int64(values[4]) &&
			 member_is(rule, need, "name", values[1]) &&
			 member_is(rule, need, "role", values[2]) &&
			 member_is(rule, need, "scope", values[3]);
	}
	sqlite3_result_int64(context, found);
}

static void
rule_asks(sqlite3_context *context, int count, sqlite3_value **values)
{
	(void)count;
	with_rule(context, values, needs_matched);
}

/* Always true: access to the file is access to everything in it. */
static void
may(sqlite3_context *context, int count, sqlite3_value **values)
{
	(void)count;
	(void)values;
	sqlite3_result_int64(context, 1);
}

int
sqlite_functions_add(sqlite3 *handle, const int64_t *now)
{
	static const struct {
		const char *name;
		int parameters;
		void (*call)(sqlite3_context *, int, sqlite3_value **);
	} functions[] = {
	    {"now_us", 0, now_us},
	    {"sha256_hex", 1, sha256_hex},
	    {"may", 1, may},
	    {"rule_text", 2, rule_text},
	    {"rule_needs", 1, rule_needs},
	    {"rule_asks", 5, rule_asks},
	};
	union {
		const int64_t *read;
		void *given;
	} clock = {.read = now};
	int code = SQLITE_OK;

	for (size_t i = 0; code == SQLITE_OK && i < ARRAY_LENGTH(functions); i++)
		code = sqlite3_create_function_v2(handle, functions[i].name,
		    functions[i].parameters, SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS,
		    clock.given, functions[i].call, NULL, NULL, NULL);
	return code;
}
