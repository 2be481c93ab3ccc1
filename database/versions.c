/* SPDX-License-Identifier: MIT */
/* The schema's versions. A step that was released is never edited. */
#include "migrate.h"

#include "embedded.h"

static const char *const steps[] = {schema}; /* to STORE_FIRST, and from there one a version */

int
store_version(void)
{
	return STORE_FIRST + (int)ARRAY_LENGTH(steps) - 1;
}

const char *
store_step(int64_t from)
{
	return steps[from == 0 ? 0 : from - STORE_FIRST + 1];
}
