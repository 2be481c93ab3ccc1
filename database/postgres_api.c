/* SPDX-License-Identifier: MIT */
#include "postgres_api.h"

#include <assert.h>

static const char *const names[] = {POSTGRES_API_LIST(LATE_NAME)};

bool
postgres_api_load(struct postgres_api *out, struct err *err)
{
	static_assert(sizeof(*out) == sizeof(names), "a table of function pointers alone");
	struct late_library library = {
	    "libpq.so.5", "libpq5", names, (late_function **)out, ARRAY_LENGTH(names)};

	return late_load(&library, err);
}
