/* SPDX-License-Identifier: MIT */
/* holds.c: what a court, an authority or a dispute wants kept, whatever its time. */
#include "acts.h"
#include "retention_parts.h"

#include <stdio.h>

struct placing {
	struct act_entry act;
	struct legal_hold *hold;
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

bool
holds_lock(struct db *db, struct err *err)
{
	return db_query(
	    db, "SELECT 1 FROM meta WHERE name = 'holds' FOR UPDATE", NULL, 0, NULL, NULL, err);
}

static bool
place_work(struct db *db, void *context, struct err *err)
{
	struct placing *w = context;
	const struct legal_hold *h = w->hold;

	if (!holds_lock(db, err) || !act_store(db, &w->act, NULL, NULL, err))
		return false;
	return w->act.known ||
	       (db_change(db,
		    "INSERT INTO legal_hold (id, matter, run_id, actor_id, from_us, until_us, "
		    "reason, placed_by, placed_us) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, "
		    "now_us())",
		    VALUES(db_zero(h->id), db_text(h->matter), or_null(h->run), or_null(h->actor),
			time_or_null(h->from_us), time_or_null(h->until_us), db_text(h->reason),
			db_zero(w->act.by)),
		    NULL, err) &&
		   note(db, EVENT_HOLD_PLACED, w->act.by, h, h->reason, err));
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

#define M(member) MEMBER(struct legal_hold, member)
FORM(terms_form, struct legal_hold, M(actor), M(from_us), M(matter), M(run), M(until_us));

bool
hold_terms(struct arena *a, const struct legal_hold *h, struct str *out, struct err *err)
{
	return act_terms(a, &terms_form, h, out, err);
}

static bool
read_hold(struct arena *a, const struct act_entry *e, struct legal_hold *out, struct err *err)
{
	*out = (struct legal_hold){.reason = str_trim(e->act.reason)};
	snprintf(out->id, sizeof(out->id), "%.*s", STORE_ID_BYTES - 1, e->target);
	return act_terms_read(a, &e->act, &terms_form, out, err);
}

static bool
makes_sense(struct db *db, const struct legal_hold *h, struct err *err)
{
	if (strncmp(h->id, "hld_", 4) != 0)
		return err_set(err, ERR_INPUT, "'%s' is not a hold's id", h->id);
	if (h->matter.n == 0 || h->matter.n > 100)
		return err_set(
		    err, ERR_INPUT, "a hold must name its matter, in at most 100 characters");
	if (h->from_us < 0 || h->until_us < 0)
		return err_set(
		    err, ERR_INPUT, "a hold needs both a beginning and an end, or neither");
	if (h->run.n == 0 && h->actor.n == 0 && h->until_us == 0)
		return err_set(err, ERR_INPUT, "a hold must be on a run, a person or a time");
	if (h->until_us != 0 && h->until_us <= h->from_us)
		return err_set(err, ERR_INPUT, "the time of a hold must end after it begins");
	return is_there(db, "SELECT count(*) FROM run WHERE id = $1", h->run, "run", err) &&
	       is_there(
		   db, "SELECT count(*) FROM principal WHERE id = $1", h->actor, "person", err);
}

bool
holds_place(
    struct store *s, struct arena *a, struct str envelope, struct legal_hold *out, struct err *err)
{
	struct placing w = {.hold = out};

	return act_open(s, a, ACT_HOLD, envelope, &w.act, err) &&
	       act_gives_reason(&w.act.act, err) && read_hold(a, &w.act, out, err) &&
	       makes_sense(s->db, out, err) && db_do(s->db, place_work, &w, err);
}

/* -- lifting --------------------------------------------------------------------------------- */

#define HOLD_COLUMNS                                                                               \
	"SELECT id, matter, run_id, actor_id, reason, placed_by, lifted_by, lift_reason, "         \
	"from_us, "                                                                                \
	"until_us, placed_us, lifted_us FROM legal_hold "

FORM(hold_form, struct legal_hold, M(id), M(matter), M(run), M(actor), M(reason), M(placed_by),
    M(lifted_by), M(lift_reason), M(from_us), M(until_us), M(placed_us), M(lifted_us));

struct lifting {
	struct arena *a;
	const struct trust *trust;
	struct act_entry act;
};

/* The signer must not be the person who signed the hold, or, for an unsigned hold, the person in
 * its row. An unsigned lift that the row already has may still be signed. */
static bool
lift_is_signed(struct db *db, const struct trust *t, struct arena *a, const struct legal_hold *h,
    bool *out, struct err *err)
{
	struct stored_act placed;
	size_t people = 0;

	if (!act_last_in(db, t, a, ACT_HOLD, h->id, &placed, err))
		return false;
	const struct agreement lift = {
	    .kind = ACT_LIFT, .without = {h->placed_by, placed.counts ? placed.by : STR("")}};
	bool good = acts_people_about(db, t, a, h->id, &lift, &people, err);
	*out = people > 0;
	return good;
}

static bool
may_lift(struct db *db, const struct lifting *w, const struct legal_hold *h, struct err *err)
{
	struct stored_act placed;
	bool is_signed;

	if (!act_last_in(db, w->trust, w->a, ACT_HOLD, h->id, &placed, err) ||
	    !lift_is_signed(db, w->trust, w->a, h, &is_signed, err))
		return false;
	if (h->lifted_us != 0 && is_signed)
		return err_set(err, ERR_REFUSED, "the hold '%s' was already lifted", h->id);
	return (!str_is(h->placed_by, w->act.by) &&
		   !(placed.counts && str_is(placed.by, w->act.by))) ||
	       err_set(err, ERR_REFUSED, "the person who placed a hold can't lift it");
}

static bool
lift_work(struct db *db, void *context, struct err *err)
{
	struct lifting *w = context;
	struct str reason = str_trim(w->act.act.reason);
	struct legal_hold hold;
	bool found;

	if (!holds_lock(db, err) ||
	    !db_item(db, w->a, HOLD_COLUMNS "WHERE id = $1", VALUES(db_zero(w->act.target)),
		&hold_form, &hold, &found, err))
		return false;
	if (!found)
		return err_set(err, ERR_INPUT, "there is no hold '%.60s'", w->act.target);
	if (!may_lift(db, w, &hold, err) || !act_store(db, &w->act, NULL, NULL, err))
		return false;
	return hold.lifted_us != 0 ||
	       (db_change_one(db,
		    "UPDATE legal_hold SET lifted_by = $2, lifted_us = now_us(), lift_reason = $3 "
		    "WHERE id = $1 AND lifted_us IS NULL",
		    VALUES(db_zero(w->act.target), db_zero(w->act.by), db_text(reason)),
		    ERR_REFUSED, "the hold was already lifted", err) &&
		   note(db, EVENT_HOLD_LIFTED, w->act.by, &hold, reason, err));
}

bool
holds_lift(struct store *s, struct arena *a, struct str envelope, struct err *err)
{
	struct lifting w = {.a = a, .trust = s->trust};

	return act_open(s, a, ACT_LIFT, envelope, &w.act, err) &&
	       act_gives_reason(&w.act.act, err) && db_do(s->db, lift_work, &w, err);
}

bool
lifts_are_signed(struct store *s, struct arena *a, struct err *err)
{
	struct legal_hold *lifted;
	bool is_signed = true;
	size_t count;

	if (!db_list(s->db, a, HOLD_COLUMNS "WHERE lifted_us IS NOT NULL ORDER BY id", NULL, 0,
		&hold_form, &lifted, &count, err))
		return false;
	for (size_t i = 0; i < count; i++) {
		if (!lift_is_signed(s->db, s->trust, a, &lifted[i], &is_signed, err))
			return false;
		if (is_signed)
			continue;
		err_set(err, ERR_REFUSED,
		    "nothing was erased: no valid act by a custodian lifts the hold '%s'",
		    lifted[i].id);
		return err_help(err, "sign it with `sluice hold lift`, or place the hold again");
	}
	return true;
}

bool
holds_list(struct store *s, struct arena *a, bool all, struct legal_hold **out, size_t *count,
    struct err *err)
{
	return db_list(s->db, a,
	    all ? HOLD_COLUMNS "ORDER BY id" : HOLD_COLUMNS "WHERE lifted_us IS NULL ORDER BY id",
	    NULL, 0, &hold_form, out, count, err);
}
