/* SPDX-License-Identifier: MIT */
#include "microhttpd_api.h"

#include <assert.h>

struct microhttpd_api mhd;

static const char *const names[] = {MICROHTTPD_API_LIST(LATE_NAME)};

bool
microhttpd_load(struct err *err)
{
	static_assert(sizeof(mhd) == sizeof(names), "a table of function pointers alone");
	const struct late_library library = {"libmicrohttpd.so.12", "libmicrohttpd12", names,
	    (late_function **)(void *)&mhd, ARRAY_LENGTH(names)};

	return late_load(&library, err);
}
