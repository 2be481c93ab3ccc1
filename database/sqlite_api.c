/* SPDX-License-Identifier: MIT */
#include "sqlite_api.h"

#include <assert.h>

struct sqlite_api lite;

static const char *const names[] = {SQLITE_API_LIST(LATE_NAME)};

bool
sqlite_api_load(struct err *err)
{
	static_assert(sizeof(lite) == sizeof(names), "a table of function pointers alone");
	struct late_library library = {"libsqlite3.so.0", "libsqlite3-0", names,
	    (late_function **)(void *)&lite, ARRAY_LENGTH(names)};

	return late_load(&library, err);
}
