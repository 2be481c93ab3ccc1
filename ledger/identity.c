/* SPDX-License-Identifier: MIT */
/* identity.c: what a stranger must know of this log to verify what it signs. */
#include "ledger_parts.h"

bool
ledger_identity(struct store *s, struct arena *a, struct log_identity *out, struct err *err)
{
	struct str key;

	if (!ledger_origin(s->db, a, &out->origin, err) ||
	    !db_one(s->db, a, "SELECT value FROM meta WHERE name = 'log_key'", NULL, 0, &key, err))
		return false;
	return public_key_read(key, &out->key, err) || err_wrap(err, "the log's key");
}

bool
ledger_opened(struct store *s, int64_t *us, struct err *err)
{
	return db_number(s->db,
	    "SELECT COALESCE(min(at_us), now_us()) FROM (SELECT min(time_us) AS at_us FROM "
	    "ledger_event UNION ALL SELECT min(time_us) FROM ledger_pending) AS first",
	    NULL, 0, 0, us, err);
}
