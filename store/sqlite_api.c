/* SPDX-License-Identifier: MIT */
#include "sqlite_api.h"

#include <assert.h>

static const char *const names[] = {SQLITE_API_LIST(LATE_NAME)};

bool
sqlite_api_load(struct sqlite_api *out, struct err *err)
{
	static_assert(sizeof(*out) == sizeof(names), "a table of function pointers alone");
	struct late_library library = {
	    "libsqlite3.so.0", "libsqlite3-0", names, (late_function **)out, ARRAY_LENGTH(names)};

	return late_load(&library, err);
}
