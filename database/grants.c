/* SPDX-License-Identifier: MIT */
/* grants.c: the roles of a store in PostgreSQL, as SQL for its administrator. */
#include "database.h"

#include "embedded.h"

#include <string.h>

bool
store_roles(const char *schema_name, const char *prefix, struct buf *out, struct err *err)
{
	struct str rest = {grants, grants_bytes}, before;
	static const char letters[] = "abcdefghijklmnopqrstuvwxyz_0123456789";

	for (const char *const *name = (const char *const[]){schema_name, prefix, NULL}; *name;
	     name++)
		if (!**name || strlen(*name) > 40 || (*name)[strspn(*name, letters)] ||
		    strchr("0123456789", **name))
			return err_set(err, ERR_USAGE,
			    "'%.60s' is not a valid name: use at most 40 of a-z, 0-9 and _", *name);
	while (str_cut(&rest, '@', &before)) {
		buf_str(out, before);
		if (!rest.p)
			break;
		if (str_starts(rest, STR("schema"))) {
			buf_text(out, schema_name);
			rest = str_slice(rest, 6, rest.n);
		} else {
			buf_printf(out, "%s_", prefix);
		}
	}
	return !out->failed || err_memory(err);
}
