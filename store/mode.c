/* SPDX-License-Identifier: MIT */
/*
 * mode.c: the switch. One operator stops everything; after a stop, two let it go on, so that the
 * hand that made the mistake is not the one that calls it mended.
 */
#include "approval.h"
#include "ledger_parts.h"

#define WISH_US (INT64_C(24) * 3600 * 1000000)
#define REASON_MIN 10

static const char *const MODE_NAMES[] = {
    [STORE_HALT] = "halt", [STORE_DRAIN] = "drain", [STORE_RUN] = "run"};

static bool
take_mode(void *context, const struct db_row *row)
{
	enum store_mode *mode = context;

	*mode = STORE_HALT;
	for (size_t i = 0; i < ARRAY_LENGTH(MODE_NAMES); i++)
		if (str_is(db_column_text(row, 0), MODE_NAMES[i]))
			*mode = (enum store_mode)i;
	return true;
}

bool
mode_read(struct db *db, enum store_mode *mode, struct err *err)
{
	*mode = STORE_HALT;
	return db_query(
	    db, "SELECT value FROM meta WHERE name = 'mode'", NULL, 0, take_mode, mode, err);
}

bool
store_mode_get(struct store *s, enum store_mode *mode, struct err *err)
{
	return mode_read(s->db, mode, err);
}

struct switching {
	enum store_mode mode;
	const char *actor;
	struct str reason;
	bool done;
};

static bool
write_mode(struct db *db, const struct switching *w, struct err *err)
{
	return db_change_one(db, "UPDATE meta SET value = $1 WHERE name = 'mode'",
	    VALUES(db_zero(MODE_NAMES[w->mode])), ERR_INTERNAL, "the store has no mode", err);
}

static bool
insert_change(struct db *db, const struct switching *w, bool done, struct err *err)
{
	char id[STORE_ID_BYTES];

	store_id("mod", id);
	return db_change_one(db,
	    "INSERT INTO mode_change (id, mode, asked_by, reason, asked_us, done_us) VALUES"
	    " ($1, $2, $3, $4, now_us(), CASE CAST($5 AS BIGINT) WHEN 1 THEN now_us() END)",
	    VALUES(db_zero(id), db_zero(MODE_NAMES[w->mode]), db_zero(w->actor), db_text(w->reason),
		db_int(done)),
	    ERR_INTERNAL, "the change of mode was not stored", err);
}

static bool
note_mode(struct db *db, enum event_kind kind, const struct switching *w, struct err *err)
{
	return ledger_note(db,
	    &(struct event_note){.kind = kind,
		.actor = w->actor,
		EVENT_VALUES({.name = "mode", .text = str_from(MODE_NAMES[w->mode])},
		    {.name = "reason", .text = w->reason})},
	    err);
}

/* Another's wish for the same, younger than the halt and not forgotten. */
#define WISH                                                                                       \
	" mode = $1 AND done_us IS NULL AND asked_us > now_us() - CAST($3 AS BIGINT)"              \
	" AND asked_us >= COALESCE((SELECT max(h.done_us) FROM mode_change h"                      \
	" WHERE h.mode = 'halt'), 0)"

static bool
second(struct db *db, struct switching *w, struct err *err)
{
	int64_t changed, mine;
	const char *mode = MODE_NAMES[w->mode];

	if (!db_change(db,
		"UPDATE mode_change SET seconded_by = $2, done_us = now_us() WHERE id = (SELECT id"
		" FROM mode_change WHERE asked_by <> $2 AND" WISH " ORDER BY asked_us LIMIT 1)",
		VALUES(db_zero(mode), db_zero(w->actor), db_int(WISH_US)), &changed, err))
		return false;
	w->done = changed == 1;
	if (w->done)
		return write_mode(db, w, err) && note_mode(db, EVENT_MODE_CHANGED, w, err);
	return db_number(db, "SELECT count(*) FROM mode_change WHERE asked_by = $2 AND" WISH,
		   VALUES(db_zero(mode), db_zero(w->actor), db_int(WISH_US)), 0, &mine, err) &&
	       (mine > 0 ||
		   (insert_change(db, w, false, err) && note_mode(db, EVENT_MODE_ASKED, w, err)));
}

static bool
switch_work(struct db *db, void *context, struct err *err)
{
	struct switching *w = context;
	enum store_mode now = STORE_HALT;

	w->done = false;
	if (!db_query(db, "SELECT value FROM meta WHERE name = 'mode' FOR UPDATE", NULL, 0,
		take_mode, &now, err) ||
	    !operator_required(db, w->actor, err))
		return false;
	if (now == STORE_HALT && w->mode != STORE_HALT)
		return second(db, w, err);
	w->done = true;
	return now == w->mode || (insert_change(db, w, true, err) && write_mode(db, w, err) &&
				     note_mode(db, EVENT_MODE_CHANGED, w, err));
}

bool
store_mode_set(struct store *s, enum store_mode mode, const char *actor, struct str reason,
    bool *done, struct err *err)
{
	struct switching w = {.mode = mode, .actor = actor, .reason = str_trim(reason)};

	*done = false;
	if ((size_t)mode >= ARRAY_LENGTH(MODE_NAMES))
		return err_set(err, ERR_INPUT, "there is no such mode");
	if (utf8_length(w.reason) < REASON_MIN)
		return err_set(err, ERR_INPUT, "say why, in at least %d characters", REASON_MIN);
	if (!db_do(s->db, switch_work, &w, err))
		return false;
	*done = w.done;
	return true;
}
