/* SPDX-License-Identifier: MIT */
/* next_version.c: the program whose schema has one step more, which the upgrade is tried with: these
 * take the places of database/versions.c. */
#include "migrate.h"

#include "embedded.h"

int
store_version(void)
{
	return STORE_FIRST + 1;
}

const char *
store_step(int64_t from)
{
	return from == 0 ? schema
			 : "ALTER TABLE run ADD COLUMN colour TEXT NOT NULL DEFAULT 'none';\n";
}
