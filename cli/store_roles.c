/* SPDX-License-Identifier: MIT */
#include "store_roles.h"

#define SQL_BYTES_MAX ((size_t)1 << 16)

int
store_roles_print(const char *schema, const char *prefix)
{
	struct buf out;
	struct err err;

	buf_init(&out, SQL_BYTES_MAX);
	bool good = store_roles(schema ? schema : "sluice", prefix ? prefix : "sluice", &out, &err);
	if (!good)
		buf_release(&out);
	return !good ? print_error(&err) : print_buf(&out) ? EXIT_ANSWERED : EXIT_INTERNAL;
}
