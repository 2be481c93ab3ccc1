/* SPDX-License-Identifier: MIT */
/* undelivered.c: notices that nobody took, and sending one again. */
#include "parts.h"
#include "outbox.h"

#include <stdio.h>

#define KEY_BYTES 96

#define M(member) MEMBER(struct undelivered, member)
FORM(form, struct undelivered, M(id), M(kind), M(body), M(why), M(attempt), M(made_us), M(next_us),
    M(given_up_us));
#undef M

bool
outbox_undelivered(struct store *s, struct arena *a, size_t limit, struct undelivered **out,
    size_t *count, struct err *err)
{
	return db_list(s->db, a,
	    "SELECT id, kind, body, COALESCE(last_error, ''), attempt, made_us, next_us, "
	    "COALESCE(given_up_us, 0) FROM outbox WHERE sent_us IS NULL AND last_error IS NOT NULL "
	    "ORDER BY made_us DESC, id DESC LIMIT $1",
	    VALUES(db_int((int64_t)limit)), &form, out, count, err);
}

/* A notice that was given up stays so; this one says the same. */
static bool
again(struct db *db, void *context, struct err *err)
{
	const char *old = context;
	char id[STORE_ID_BYTES], key[KEY_BYTES];
	int64_t changed = 0;

	store_id("note", id);
	snprintf(key, sizeof(key), "again:%s", id);
	if (!db_change(db,
		"INSERT INTO outbox (id, dedupe_key, kind, body, made_us, next_us) "
		"SELECT $1, $2, kind, body, now_us(), now_us() FROM outbox "
		"WHERE id = $3 AND given_up_us IS NOT NULL",
		VALUES(db_zero(id), db_zero(key), db_zero(old)), &changed, err))
		return false;
	return changed == 1 || err_set(err, ERR_INPUT, "no notice '%.60s' was given up", old);
}

bool
outbox_again(struct store *s, const char *id, struct err *err)
{
	char copy[STORE_ID_BYTES];

	snprintf(copy, sizeof(copy), "%s", id);
	return db_do(s->db, again, copy, err);
}
