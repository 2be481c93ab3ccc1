/* SPDX-License-Identifier: MIT */
/* sqlite_api.h: the functions of SQLite that are used, loaded late (late.h). Private to sqlite.c.
 */
#ifndef STORE_SQLITE_API_H
#define STORE_SQLITE_API_H

#include "late.h"

#include <sqlite3.h>

#define SQLITE_API_LIST(F)                                                                         \
	F(sqlite3_bind_blob64)                                                                     \
	F(sqlite3_bind_int64)                                                                      \
	F(sqlite3_bind_null)                                                                       \
	F(sqlite3_bind_parameter_count)                                                            \
	F(sqlite3_bind_text64)                                                                     \
	F(sqlite3_busy_handler)                                                                    \
	F(sqlite3_changes64)                                                                       \
	F(sqlite3_clear_bindings)                                                                  \
	F(sqlite3_close)                                                                           \
	F(sqlite3_column_blob)                                                                     \
	F(sqlite3_column_bytes)                                                                    \
	F(sqlite3_column_count)                                                                    \
	F(sqlite3_column_int64)                                                                    \
	F(sqlite3_column_text)                                                                     \
	F(sqlite3_column_type)                                                                     \
	F(sqlite3_create_function_v2)                                                              \
	F(sqlite3_db_config)                                                                       \
	F(sqlite3_errcode)                                                                         \
	F(sqlite3_errmsg)                                                                          \
	F(sqlite3_errstr)                                                                          \
	F(sqlite3_exec)                                                                            \
	F(sqlite3_finalize)                                                                        \
	F(sqlite3_get_autocommit)                                                                  \
	F(sqlite3_limit)                                                                           \
	F(sqlite3_open_v2)                                                                         \
	F(sqlite3_prepare_v3)                                                                      \
	F(sqlite3_reset)                                                                           \
	F(sqlite3_result_int64)                                                                    \
	F(sqlite3_result_text)                                                                     \
	F(sqlite3_set_authorizer)                                                                  \
	F(sqlite3_step)                                                                            \
	F(sqlite3_stmt_readonly)                                                                   \
	F(sqlite3_system_errno)                                                                    \
	F(sqlite3_user_data)                                                                       \
	F(sqlite3_value_blob)                                                                      \
	F(sqlite3_value_bytes)                                                                     \
	F(sqlite3_value_int64)                                                                     \
	F(sqlite3_value_text)                                                                      \
	F(sqlite3_value_type)

struct sqlite_api {
	SQLITE_API_LIST(LATE_MEMBER)
};

extern struct sqlite_api lite;
bool sqlite_api_load(struct err *err); /* fills it */

#endif
