/* SPDX-License-Identifier: MIT */
/* holds.c: what a court, an authority or a dispute wants kept, whatever its time. */
#include "retention_parts.h"

#include <stdio.h>

struct placing {
	struct legal_hold *hold;
	const char *actor;
};

static struct db_value
or_null(struct str s)
{
	return s.n > 0 ? db_text(s) : db_null();
}

static struct db_value
time_or_null(int64_t us)
{
	return us != 0 ? db_int(us) : db_null();
}

static bool
note(struct db *db, enum event_kind kind, const char *actor, const struct legal_hold *h,
    struct str reason, struct err *err)
{
	return ledger_note(db,
	    &(struct event_note){.kind = kind,
		.actor = actor,
		EVENT_VALUES({.name = "hold", .text = str_from(h->id)},
		    {.name = "matter", .text = h->matter}, {.name = "reason", .text = reason})},
	    err);
}

static bool
lock(struct db *db, struct err *err)
{
	return db_query(
	    db, "SELECT 1 FROM meta WHERE name = 'holds' FOR UPDATE", NULL, 0, NULL, NULL, err);
}

static bool
place_work(struct db *db, void *context, struct err *err)
{
	const struct placing *w = context;
	const struct legal_hold *h = w->hold;

	return lock(db, err) && role_required(db, w->actor, "custodian", err) &&
	       db_change(db,
		   "INSERT INTO legal_hold (id, matter, run_id, actor_id, from_us, until_us, "
		   "reason, "
		   "placed_by, placed_us) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, now_us())",
		   VALUES(db_zero(h->id), db_text(h->matter), or_null(h->run), or_null(h->actor),
		       time_or_null(h->from_us), time_or_null(h->until_us), db_text(h->reason),
		       db_zero(w->actor)),
		   NULL, err) &&
	       note(db, EVENT_HOLD_PLACED, w->actor, h, h->reason, err);
}

static bool
is_there(struct db *db, const char *sql, struct str id, const char *what, struct err *err)
{
	int64_t count;

	if (id.n == 0)
		return true;
	if (!db_number(db, sql, VALUES(db_text(id)), 0, &count, err))
		return false;
	return count > 0 || err_set(err, ERR_INPUT, "there is no %s '%.*s'", what, STR_ARG(id));
}

bool
holds_place(struct store *s, struct legal_hold *hold, const char *actor, struct err *err)
{
	struct placing w = {hold, actor};

	hold->reason = str_trim(hold->reason);
	if (hold->matter.n == 0 || hold->matter.n > 100)
		return err_set(
		    err, ERR_INPUT, "a hold names its matter, in at most 100 characters");
	if (utf8_length(hold->reason) < RETENTION_REASON_MIN)
		return err_set(
		    err, ERR_INPUT, "say why, in at least %d characters", RETENTION_REASON_MIN);
	if (hold->run.n == 0 && hold->actor.n == 0 && hold->until_us == 0)
		return err_set(err, ERR_INPUT, "a hold is on a run, on a person, or on a time");
	if (hold->until_us != 0 && hold->until_us <= hold->from_us)
		return err_set(err, ERR_INPUT, "the time of a hold ends after it begins");
	if (!is_there(s->db, "SELECT count(*) FROM run WHERE id = $1", hold->run, "run", err) ||
	    !is_there(
		s->db, "SELECT count(*) FROM principal WHERE id = $1", hold->actor, "person", err))
		return false;
	store_id("hld", hold->id);
	return db_do(s->db, place_work, &w, err);
}

/* -- lifting --------------------------------------------------------------------------------- */

#define HOLD_COLUMNS                                                                               \
	"SELECT id, matter, run_id, actor_id, reason, placed_by, lifted_by, lift_reason, "         \
	"from_us, "                                                                                \
	"until_us, placed_us, lifted_us FROM legal_hold "

struct hold_list {
	struct arena *a;
	struct legal_hold *items;
	size_t count, capacity;
	struct err *err;
};

static bool
take_hold(void *context, const struct db_row *row)
{
	struct hold_list *l = context;
	struct legal_hold *h = arena_push(l->a, &l->items, &l->count, &l->capacity, sizeof(*h));
	struct str *const texts[] = {h ? &h->matter : NULL, h ? &h->run : NULL,
	    h ? &h->actor : NULL, h ? &h->reason : NULL, h ? &h->placed_by : NULL,
	    h ? &h->lifted_by : NULL, h ? &h->lift_reason : NULL};

	if (!h)
		return err_memory(l->err);
	db_column_copy(row, 0, h->id, sizeof(h->id));
	for (size_t i = 0; i < ARRAY_LENGTH(texts); i++)
		if (!db_column_keep(l->a, row, i + 1, texts[i], l->err))
			return false;
	h->from_us = db_column_int(row, 8);
	h->until_us = db_column_int(row, 9);
	h->placed_us = db_column_int(row, 10);
	h->lifted_us = db_column_int(row, 11);
	return true;
}

struct lifting {
	struct arena *a;
	const char *id, *actor;
	struct str reason;
};

static bool
may_lift(const struct legal_hold *h, const char *actor, struct err *err)
{
	if (h->lifted_us != 0)
		return err_set(err, ERR_REFUSED, "the hold '%s' is lifted already", h->id);
	return !str_is(h->placed_by, actor) ||
	       err_set(err, ERR_REFUSED, "a hold is lifted by another than who placed it");
}

static bool
lift_work(struct db *db, void *context, struct err *err)
{
	const struct lifting *w = context;
	struct hold_list l = {.a = w->a, .err = err};

	if (!lock(db, err) || !role_required(db, w->actor, "custodian", err) ||
	    !db_query(db, HOLD_COLUMNS "WHERE id = $1", VALUES(db_zero(w->id)), take_hold, &l, err))
		return false;
	if (l.count == 0)
		return err_set(err, ERR_INPUT, "there is no hold '%.60s'", w->id);
	return may_lift(&l.items[0], w->actor, err) &&
	       db_change_one(db,
		   "UPDATE legal_hold SET lifted_by = $2, lifted_us = now_us(), lift_reason = $3 "
		   "WHERE "
		   "id = $1 AND lifted_us IS NULL",
		   VALUES(db_zero(w->id), db_zero(w->actor), db_text(w->reason)), ERR_REFUSED,
		   "the hold is lifted already", err) &&
	       note(db, EVENT_HOLD_LIFTED, w->actor, &l.items[0], w->reason, err);
}

bool
holds_lift(struct store *s, const char *id, const char *actor, struct str reason, struct err *err)
{
	struct lifting w = {arena_new((size_t)1 << 20), id, actor, str_trim(reason)};

	if (!w.a)
		return err_memory(err);
	bool good = utf8_length(w.reason) >= RETENTION_REASON_MIN
			? db_do(s->db, lift_work, &w, err)
			: err_set(err, ERR_INPUT, "say why, in at least %d characters",
			      RETENTION_REASON_MIN);
	arena_free(w.a);
	return good;
}

bool
holds_list(struct store *s, struct arena *a, bool all, struct legal_hold **out, size_t *count,
    struct err *err)
{
	struct hold_list l = {.a = a, .err = err};

	if (!db_query(s->db,
		all ? HOLD_COLUMNS "ORDER BY id"
		    : HOLD_COLUMNS "WHERE lifted_us IS NULL ORDER BY id",
		NULL, 0, take_hold, &l, err))
		return false;
	*out = l.items;
	*count = l.count;
	return true;
}
