/* SPDX-License-Identifier: MIT */
/* vote_row.c: a vote between its envelope and its row. */
#include "approval.h"
#include "ledger_parts.h"

/* Signed delegations to a person that stand now. */
static bool
delegations_to(struct db *db, struct arena *a, struct str person, const struct str **out,
    size_t *count, struct err *err)
{
	return db_list(db, a,
	    "SELECT c.bytes FROM delegation d JOIN content c ON c.sha256 = d.envelope_sha256"
	    " WHERE d.to_id = $1 AND d.revoked_us IS NULL AND d.until_us > now_us()"
	    " AND c.bytes IS NOT NULL ORDER BY d.id LIMIT 256",
	    VALUES(db_text(person)), &db_texts, out, count, err);
}

static bool
keep_name(struct str name, char *out, size_t size, struct err *err)
{
	if (name.n >= size)
		return err_set(err, ERR_INPUT, "'%.60s...' is too long for a name", name.p);
	memcpy(out, name.p, name.n);
	out[name.n] = '\0';
	return true;
}

bool
vote_open(
    struct store *s, struct arena *a, struct str envelope, struct vote_entry *out, struct err *err)
{
	struct envelope e;

	*out = (struct vote_entry){.envelope = envelope};
	if (!envelope_read(a, envelope, &e, err) || !vote_read(a, e.payload, &out->vote, err))
		return false;
	if (e.count != 1)
		return err_set(err, ERR_INPUT, "a vote must have one signature");
	memcpy(out->keyid, e.signatures[0].keyid, sizeof(out->keyid));
	return keep_name(out->vote.approval, out->approval, sizeof(out->approval), err) &&
	       keep_name(out->vote.voter, out->voter, sizeof(out->voter), err) &&
	       content_put_open(
		   s, envelope, "application/vnd.dsse+json", out->envelope_sha256, err);
}

bool
vote_judge(struct db *db, struct arena *a, const struct trust *t, const struct approval_row *r,
    struct vote_entry *entry, struct err *err)
{
	struct quorum_request q = {
	    .trust = t, .rule = r->rule, .subject_sha256 = r->subject_sha256};

	if (!database_now(db, &q.now_us, err) ||
	    !delegations_to(db, a, entry->vote.voter, &q.delegations, &q.delegation_count, err))
		return false;
	return vote_counts(a, &q, entry->envelope, &entry->vote, err);
}

bool
vote_is_stored(struct db *db, const struct vote_entry *entry, bool *there, struct err *err)
{
	return db_any(db, "SELECT 1 FROM approval_vote WHERE envelope_sha256 = $1",
	    VALUES(db_zero(entry->envelope_sha256)), there, err);
}

bool
vote_insert(
    struct db *db, const struct approval_row *r, const struct vote_entry *entry, struct err *err)
{
	const struct vote *v = &entry->vote;
	struct db_value on_behalf = v->on_behalf.n > 0 ? db_text(v->on_behalf) : db_null();
	char id[STORE_ID_BYTES];

	store_id("vot", id);
	return db_change_one(db,
		   "INSERT INTO approval_vote (id, approval_id, requester_id, solo, subject_sha256,"
		   " voter_id, on_behalf_id, delegation_id, need, decision, reason, ticket, keyid,"
		   " envelope_sha256, voted_us) SELECT CAST($1 AS TEXT), a.id, a.requester_id, "
		   "a.solo,"
		   " a.subject_sha256, CAST($3 AS TEXT), CAST($4 AS TEXT), (SELECT d.id FROM "
		   "delegation d"
		   " WHERE d.to_id = $3 AND d.from_id = $4 AND d.role = n.role AND d.revoked_us IS "
		   "NULL"
		   " AND d.scope IN ('*', CASE n.scope WHEN '*' THEN a.scope ELSE n.scope END)"
		   " AND d.from_us <= now_us() AND d.until_us > now_us() ORDER BY d.id LIMIT 1),"
		   " n.name, CAST($6 AS TEXT), CAST($7 AS TEXT), CAST($8 AS TEXT), CAST($9 AS "
		   "TEXT),"
		   " CAST($10 AS TEXT), now_us() FROM approval a JOIN approval_need n"
		   " ON n.approval_id = a.id AND n.name = $5 WHERE a.id = $2",
		   VALUES(db_zero(id), db_zero(r->id), db_text(v->voter), on_behalf,
		       db_text(v->need), db_zero(vote_decision_name(v->decision)),
		       db_text(v->reason), db_text(v->ticket), db_zero(entry->keyid),
		       db_zero(entry->envelope_sha256)),
		   ERR_REFUSED, "the rule has no such need", err) &&
	       content_use_in(db, r->run_id, CLASS_EVIDENCE, entry->envelope_sha256, err) &&
	       ledger_note(db,
		   &(struct event_note){.kind = EVENT_APPROVAL_VOTED,
		       .actor = entry->voter,
		       .run = r->run_id,
		       .approval = r->id,
		       EVENT_VALUES(
			   {.name = "decision", .text = str_from(vote_decision_name(v->decision))},
			   {.name = "envelope", .text = str_from(entry->envelope_sha256)},
			   {.name = "keyid", .text = str_from(entry->keyid)},
			   {.name = "need", .text = v->need},
			   {.name = "on_behalf", .text = v->on_behalf},
			   {.name = "subject", .text = str_from(r->subject_sha256)})},
		   err);
}
