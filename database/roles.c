/* SPDX-License-Identifier: MIT */
/* roles.c: who may, by the trust file of this process: the database's copy of it proves nothing. */
#include "inside.h"
#include "trust.h"

bool
role_required(struct store *s, const char *person, const char *role, struct err *err)
{
	const struct person *p = s->trust ? trust_person(s->trust, str_from(person)) : NULL;

	return (p && person_holds(p, str_from(role), STR("*"), store_now_us(s))) ||
	       err_set(err, ERR_REFUSED, "'%.60s' does not hold the role '%s'", person, role);
}
