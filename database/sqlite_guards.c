/* SPDX-License-Identifier: MIT */
#include "sqlite_guards.h"

#include <stdint.h>

/* The values outlive the call: nothing is copied. */
static int
bind(sqlite3_stmt *st, int at, sqlite3_value *value)
{
	int n = sqlite3_value_bytes(value);

	switch (sqlite3_value_type(value)) {
	case SQLITE_TEXT:
		return sqlite3_bind_text(
		    st, at, (const char *)sqlite3_value_text(value), n, SQLITE_STATIC);
	case SQLITE_BLOB:
		return sqlite3_bind_blob(st, at, sqlite3_value_blob(value), n, SQLITE_STATIC);
	default:
		return sqlite3_bind_value(st, at, value);
	}
}

static void
answer(sqlite3_context *context, sqlite3_stmt *st)
{
	int code = sqlite3_step(st);

	if (code != SQLITE_ROW) {
		sqlite3_result_error_code(context, code == SQLITE_DONE ? SQLITE_ERROR : code);
	} else if (sqlite3_column_type(st, 0) == SQLITE_NULL) {
		sqlite3_result_int(context, 1);
	} else {
		sqlite3_result_error(context, (const char *)sqlite3_column_text(st, 0), -1);
		sqlite3_result_error_code(context, SQLITE_CONSTRAINT_TRIGGER);
	}
}

static void
guard(sqlite3_context *context, int count, sqlite3_value **values)
{
	struct sqlite_guards *g = sqlite3_user_data(context);
	int64_t number = count > 0 ? sqlite3_value_int64(values[0]) : -1;
	int code = SQLITE_MISUSE;

	if (number >= 0 && number < (int64_t)sqlite_guard_count)
		code = g->asked[number] ? SQLITE_OK
					: sqlite3_prepare_v3(sqlite3_context_db_handle(context),
					      sqlite_guard_list[number].query, -1,
					      SQLITE_PREPARE_PERSISTENT, &g->asked[number], NULL);
	if (code == SQLITE_OK && sqlite3_bind_parameter_count(g->asked[number]) != count - 1)
		code = SQLITE_MISUSE;
	for (int i = 1; code == SQLITE_OK && i < count; i++)
		code = bind(g->asked[number], i, values[i]);
	if (code != SQLITE_OK) {
		sqlite3_result_error_code(context, code);
		return;
	}
	answer(context, g->asked[number]);
	sqlite3_reset(g->asked[number]);
	sqlite3_clear_bindings(g->asked[number]);
}

int
sqlite_guards_add(sqlite3 *handle, struct sqlite_guards *g)
{
	return sqlite3_create_function_v2(
	    handle, "guard", -1, SQLITE_UTF8 | SQLITE_INNOCUOUS, g, guard, NULL, NULL, NULL);
}

void
sqlite_guards_release(struct sqlite_guards *g)
{
	for (size_t i = 0; i < SQLITE_GUARDS_MAX; i++)
		sqlite3_finalize(g->asked[i]);
}
