/* SPDX-License-Identifier: MIT */
/*
 * ledger_ballots.c: the vote or the act that an event tells of is the one that a person signed.
 *
 * This is the one thing in the log that nobody on the server can make, whatever keys of machines
 * he has: the person's key is not there.
 */
#include "ledger_verify.h"

#include "clock.h"
#include "json.h"

#include <inttypes.h>

static bool
field_is(const struct json_doc *d, const char *name, struct str value)
{
	struct buf word;

	buf_init(&word, WORD_BYTES_MAX + 1);
	event_word(value, &word);
	bool same = str_eq(json_get_text(d, json_root(d), name, STR("")), buf_view(&word));
	buf_release(&word);
	return same;
}

/* Does what was signed say what the event says? */
static bool
says_the_same(const struct event_row *e, const struct json_doc *d, const struct vote *v)
{
	return str_eq(v->approval, e->approval) && str_eq(v->run, e->run) &&
	       str_eq(v->voter, e->actor) && field_is(d, "need", v->need) &&
	       field_is(d, "on_behalf", v->on_behalf) &&
	       field_is(d, "decision", str_from(vote_decision_name(v->decision))) &&
	       field_is(d, "subject", str_from(v->subject_sha256));
}

/* It was cast before, and stands; who reads the log wants to know how long before. */
static void
tell_revoked(struct ledger_walk *w, const struct event_row *e, const char *what,
    const struct person_key *key)
{
	char stamp[CLOCK_STAMP_BYTES];

	clock_stamp_of(key->revoked_us, stamp);
	ledger_note_tell(w, e->seq, "revoked",
	    "the %s of '%.*s' is by a key that was revoked at %s", what, STR_ARG(e->actor), stamp);
}

static bool
is_voters(struct ledger_walk *w, const struct envelope *envelope, const struct event_row *e,
    struct err *why)
{
	const struct person_key *key;
	const struct person *p =
	    envelope->count == 1
		? trust_key(w->check->trust, envelope->signatures[0].keyid, e->time_us, &key, why)
		: NULL;

	if (envelope->count != 1)
		return err_set(why, ERR_REFUSED, "it is not signed by one key");
	if (!p)
		return false;
	if (!str_eq(p->id, e->actor) || !envelope_verify(envelope, 0, &key->key))
		return err_set(why, ERR_REFUSED, "its signature is not '%.*s's", STR_ARG(e->actor));
	if (key->revoked_us != 0)
		tell_revoked(w, e, "vote", key);
	return true;
}

static void
judge_vote(
    struct ledger_walk *w, const struct event_row *e, const struct json_doc *d, struct str json)
{
	struct envelope envelope;
	struct err why = {0};
	struct digest digest;
	char hex[DIGEST_HEX_BYTES];
	struct vote vote;

	digest_of(json, &digest);
	digest_hex(&digest, hex);
	if (!field_is(d, "envelope", str_from(hex)))
		ledger_problem_tell(w, e->seq, "vote", "the vote's envelope was changed");
	else if (!envelope_read(w->a, json, &envelope, &why) ||
		 !vote_read(w->a, envelope.payload, &vote, &why) ||
		 !is_voters(w, &envelope, e, &why))
		ledger_problem_tell(w, e->seq, "vote", "the vote does not hold: %s", why.message);
	else if (!says_the_same(e, d, &vote))
		ledger_problem_tell(w, e->seq, "vote",
		    "the event says something else than the vote that was signed");
}

static void
judge_act(
    struct ledger_walk *w, const struct event_row *e, const struct json_doc *d, struct str json)
{
	struct str store = w->era[0] ? str_from(w->era) : w->origin;
	char hex[DIGEST_HEX_BYTES];
	struct err why = {0};
	struct signer signer;
	struct act act;

	digest_hex_of(json, hex);
	if (!field_is(d, "envelope", str_from(hex))) {
		ledger_problem_tell(w, e->seq, "act", "the act's envelope was changed");
		return;
	}
	if (!envelope_signer(w->a, w->check->trust, json, &signer, &why) ||
	    !act_counts(w->a, w->check->trust, json, store, e->time_us, &act, &why)) {
		ledger_problem_tell(w, e->seq, "act", "the act does not hold: %s", why.message);
		return;
	}
	if (!str_eq(act.by, e->actor) || !field_is(d, "target", act.target) ||
	    !field_is(d, "kind", str_from(act_rule(act.kind)->name)))
		ledger_problem_tell(
		    w, e->seq, "act", "the event says something else than the act that was signed");
	else if (signer.key->revoked_us != 0)
		tell_revoked(w, e, "act", signer.key);
}

static void
judge_word(
    struct ledger_walk *w, const struct event_row *e, const struct json_doc *d, struct str json)
{
	struct str store = w->era[0] ? str_from(w->era) : w->origin;
	struct err why = {0};

	if (ledger_word_is_signed(e->type, d) &&
	    !ledger_word_holds(w->a, w->check->trust, e, d, store, json, e->time_us, &why))
		ledger_problem_tell(w, e->seq,
		    str_is(e->type, event_type(EVENT_LOG_KEY)) ? "key" : "name", "%s", why.message);
}

/* How an event of this type is judged; NULL: nobody signed what it tells of. */
static void (*judge_of(struct str type))(
    struct ledger_walk *, const struct event_row *, const struct json_doc *, struct str)
{
	return str_is(type, event_type(EVENT_APPROVAL_VOTED)) ? judge_vote
	       : str_is(type, event_type(EVENT_ACT_MADE))     ? judge_act
	       : str_is(type, event_type(EVENT_LOG_OPENED)) ||
		       str_is(type, event_type(EVENT_LOG_KEY))
		   ? judge_word
		   : NULL;
}

bool
ballot_compare(
    struct ledger_walk *w, const struct event_row *e, struct str envelope, struct err *err)
{
	struct json_doc d;

	if (!w->check->trust || !judge_of(e->type))
		return true;
	if (!json_parse(w->a, e->data, "data", &JSON_LIMITS, &d, NULL, err))
		return false;
	if (envelope.n > 0 || judge_of(e->type) == judge_word)
		judge_of(e->type)(w, e, &d, envelope);
	else
		ledger_problem_tell(
		    w, e->seq, "vote", "what was signed is not there: its envelope is gone");
	return true;
}

bool
ballot_pass(struct ledger_walk *w, const struct event_row *e, struct err *err)
{
	struct str envelope;
	struct json_doc d;

	if (!w->check->trust || !judge_of(e->type))
		return true;
	return json_parse(w->a, e->data, "data", &JSON_LIMITS, &d, NULL, err) &&
	       db_one(w->db, w->a, "SELECT bytes FROM content WHERE sha256 = $1",
		   VALUES(db_text(json_get_text(&d, json_root(&d), "envelope", STR("")))),
		   &envelope, err) &&
	       ballot_compare(w, e, envelope, err);
}

/* -- what the store makes of the votes ------------------------------------------------------- */

static bool
take_gone(void *context, const struct db_row *row)
{
	ledger_problem_tell(context, db_column_int(row, 0), "vote",
	    "the vote of '%.*s' that came in here is gone from the approval, or has another time there",
	    STR_ARG(db_column_text(row, 1)));
	return true;
}

static bool
take_overruled(void *context, const struct db_row *row)
{
	ledger_problem_tell(context, db_column_int(row, 0), "vote",
	    "it was approved against the standing vote of '%.*s' (event %" PRId64 ")",
	    STR_ARG(db_column_text(row, 1)), db_column_int(row, 2));
	return true;
}

bool
ballots_end(struct ledger_walk *w, struct err *err)
{
	return db_query(w->db,
		   "SELECT e.seq, e.actor FROM ledger_event e WHERE e.type = 'approval.voted' AND "
		   "NOT EXISTS (SELECT 1 FROM approval_vote v WHERE v.approval_id = e.approval_id "
		   "AND e.body LIKE '%\"envelope\":\"' || v.envelope_sha256 || '\"%' AND v.voted_us "
		   "BETWEEN e.time_us - 60000000 AND e.time_us + 60000000) ORDER BY e.seq LIMIT "
		   "20",
		   NULL, 0, take_gone, w, err) &&
	       db_query(w->db,
		   "SELECT a.seq, e.actor, e.seq FROM ledger_event e JOIN ledger_event a ON "
		   "a.run_id = e.run_id AND a.approval_id = e.approval_id AND a.seq > e.seq WHERE "
		   "e.type = 'approval.voted' AND a.type IN ('approval.approved', "
		   "'approval.consumed') AND (e.body LIKE '%\"decision\":\"reject\"%' OR e.body "
		   "LIKE '%\"decision\":\"request_changes\"%') AND NOT EXISTS (SELECT 1 FROM "
		   "ledger_event t WHERE t.run_id = e.run_id AND t.approval_id = e.approval_id AND "
		   "t.type = 'approval.vote_withdrawn' AND t.actor = e.actor AND t.seq > e.seq AND "
		   "t.seq < a.seq) ORDER BY a.seq LIMIT 20",
		   NULL, 0, take_overruled, w, err);
}
