/* SPDX-License-Identifier: MIT */
/* delegations.c: a role in another's hands for a while, signed by the one who holds it. */
#include "acts.h"
#include "approval.h"
#include "ledger_parts.h"

#define DELEGATION_US_MAX (INT64_C(30) * 86400 * 1000000)

struct adding {
	struct arena *a;
	const struct trust *t;
	struct delegation d;
	struct envelope envelope;
	char envelope_sha256[DIGEST_HEX_BYTES];
};

static bool
signed_by_giver(const struct adding *w, int64_t now, struct err *err)
{
	const struct person_key *key;
	const struct person *p;

	if (w->envelope.count != 1)
		return err_set(err, ERR_REFUSED, "a delegation must have one signature");
	p = trust_key(w->t, w->envelope.signatures[0].keyid, now, &key, err);
	if (!p) {
		err->code = ERR_REFUSED;
		return false;
	}
	if (!envelope_verify(&w->envelope, 0, &key->key))
		return err_set(err, ERR_REFUSED, "the delegation's signature does not hold");
	return str_eq(p->id, w->d.from) ||
	       err_set(err, ERR_REFUSED, "the person who delegates must sign the delegation");
}

static bool
makes_sense(const struct adding *w, int64_t now, struct err *err)
{
	const struct delegation *d = &w->d;
	const struct person *from = trust_person(w->t, d->from);

	if (!trust_person(w->t, d->to))
		return err_set(err, ERR_REFUSED, "'%.*s' is not in the trust file", STR_ARG(d->to));
	if (str_eq(d->from, d->to))
		return err_set(err, ERR_REFUSED, "a person can't delegate to themselves");
	if (d->until_us <= d->from_us || d->until_us - d->from_us > DELEGATION_US_MAX)
		return err_set(err, ERR_REFUSED, "a delegation may last 30 days at most");
	if (d->until_us <= now)
		return err_set(err, ERR_REFUSED, "the delegation has already ended");
	return (from && person_holds(from, d->role, d->scope, now)) ||
	       err_set(err, ERR_REFUSED, "'%.*s' does not hold the role '%.*s' for '%.*s'",
		   STR_ARG(d->from), STR_ARG(d->role), STR_ARG(d->scope));
}

static bool
note_delegation(struct db *db, const struct adding *w, struct err *err)
{
	const char *from = arena_text(w->a, w->d.from);

	if (!from)
		return err_memory(err);
	return ledger_note(db,
	    &(struct event_note){.kind = EVENT_DELEGATION_GIVEN,
		.actor = from,
		EVENT_VALUES({.name = "delegation", .text = w->d.id},
		    {.name = "envelope", .text = str_from(w->envelope_sha256)},
		    {.name = "to", .text = w->d.to})},
	    err);
}

static bool
add_work(struct db *db, void *context, struct err *err)
{
	const struct adding *w = context;
	const struct delegation *d = &w->d;
	int64_t now, there;

	if (!database_now(db, &now, err) || !signed_by_giver(w, now, err) ||
	    !makes_sense(w, now, err) ||
	    !db_number(db, "SELECT count(*) FROM delegation WHERE envelope_sha256 = $1",
		VALUES(db_zero(w->envelope_sha256)), 0, &there, err))
		return false;
	return there > 0 ||
	       (db_change_one(db,
		    "INSERT INTO delegation (id, from_id, to_id, role, scope, envelope_sha256,"
		    " from_us, until_us) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
		    VALUES(db_text(d->id), db_text(d->from), db_text(d->to), db_text(d->role),
			db_text(d->scope), db_zero(w->envelope_sha256), db_int(d->from_us),
			db_int(d->until_us)),
		    ERR_INTERNAL, "can't store the delegation", err) &&
		   content_use_in(db, NULL, CLASS_EVIDENCE, w->envelope_sha256, err) &&
		   note_delegation(db, w, err));
}

bool
delegations_add(
    struct store *s, const struct trust *t, struct arena *a, struct str envelope, struct err *err)
{
	struct adding w = {.a = a, .t = t};

	return envelope_read(a, envelope, &w.envelope, err) &&
	       delegation_read(a, w.envelope.payload, &w.d, err) &&
	       content_put_open(s, envelope, "application/vnd.dsse+json", w.envelope_sha256, err) &&
	       db_do(s->db, add_work, &w, err);
}

static bool
revoke_work(struct db *db, void *context, struct err *err)
{
	struct act_change *c = context;
	int64_t theirs;

	if (!db_number(db,
		"SELECT CASE WHEN $2 IN (from_id, to_id) THEN 1 ELSE 0 END FROM delegation"
		" WHERE id = $1",
		VALUES(db_zero(c->act.target), db_zero(c->act.by)), -1, &theirs, err))
		return false;
	if (theirs < 0)
		return err_set(err, ERR_INPUT, "there is no delegation '%.60s'", c->act.target);
	if (theirs == 0 && !act_by_role(c->trust, &c->act.act, "operator"))
		return err_set(err, ERR_REFUSED,
		    "only one of its two people or an operator can revoke a delegation");
	if (!act_store(db, &c->act, NULL, NULL, err) || c->act.known)
		return c->act.known;
	return db_change(db,
		   "UPDATE delegation SET revoked_us = now_us() WHERE id = $1 AND revoked_us IS "
		   "NULL",
		   VALUES(db_zero(c->act.target)), NULL, err) &&
	       ledger_note(db,
		   &(struct event_note){.kind = EVENT_DELEGATION_REVOKED,
		       .actor = c->act.by,
		       EVENT_VALUES({.name = "delegation", .text = str_from(c->act.target)})},
		   err);
}

bool
delegations_revoke(struct store *s, struct str envelope, struct err *err)
{
	return act_do(s, ACT_END_DELEGATION, envelope, revoke_work, NULL, err);
}

bool
delegations_list(struct store *s, struct arena *a, const char *person, struct str **envelopes,
    size_t *count, struct err *err)
{
	return db_list(s->db, a,
	    "SELECT c.bytes FROM delegation d JOIN content c ON c.sha256 = d.envelope_sha256"
	    " WHERE COALESCE($1, d.from_id) IN (d.from_id, d.to_id) AND d.revoked_us IS NULL"
	    " AND d.until_us > now_us() AND c.bytes IS NOT NULL ORDER BY d.until_us, d.id",
	    VALUES(db_zero(person)), &db_texts, envelopes, count, err);
}
