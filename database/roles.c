/* SPDX-License-Identifier: MIT */
/* roles.c: who may, by the store's copy of the trust file. */
#include "inside.h"

bool
role_required(struct db *db, const char *person, const char *role, struct err *err)
{
	int64_t holds;

	if (!db_number(db,
		"SELECT count(*) FROM role_grant g JOIN principal p ON p.id = g.principal_id WHERE "
		"g.principal_id = $1 AND g.role = $2 AND g.from_us <= now_us() AND now_us() < "
		"g.until_us AND p.trusted = 1 AND p.disabled_us IS NULL",
		VALUES(db_zero(person), db_zero(role)), 0, &holds, err))
		return false;
	return holds > 0 ||
	       err_set(err, ERR_REFUSED, "'%.60s' does not hold the role '%s'", person, role);
}

bool
operator_is(struct db *db, const char *actor, bool *yes, struct err *err)
{
	int64_t count;

	if (!db_number(db,
		"SELECT count(*) FROM role_grant g JOIN principal p ON p.id = g.principal_id"
		" WHERE g.principal_id = $1 AND g.role = 'operator' AND p.disabled_us IS NULL"
		" AND g.from_us <= now_us() AND g.until_us > now_us()",
		VALUES(db_text(str_from(actor))), 0, &count, err))
		return false;
	*yes = count > 0;
	return true;
}

bool
operator_required(struct db *db, const char *actor, struct err *err)
{
	bool yes;

	if (!operator_is(db, actor, &yes, err))
		return false;
	return yes || err_set(err, ERR_REFUSED, "'%.60s' does not hold the role 'operator'", actor);
}
