/* SPDX-License-Identifier: MIT */
/* roles.c: who may, by the store's copy of the trust file. */
#include "inside.h"

bool
role_required(struct db *db, const char *person, const char *role, struct err *err)
{
	return db_some(db,
	    "SELECT 1 FROM role_grant g JOIN principal p ON p.id = g.principal_id WHERE "
	    "g.principal_id = $1 AND g.role = $2 AND g.from_us <= now_us() AND now_us() < "
	    "g.until_us AND p.trusted = 1 AND p.disabled_us IS NULL",
	    VALUES(db_zero(person), db_zero(role)), err, ERR_REFUSED,
	    "'%.60s' does not hold the role '%s'", person, role);
}
