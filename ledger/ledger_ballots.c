/* SPDX-License-Identifier: MIT */
/*
 * ledger_ballots.c: the vote that an event tells of is the vote that a person signed.
 *
 * This is the one thing in the log that nobody on the server can make, whatever keys of machines
 * he has: the voter's key is not there.
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
tell_revoked(struct ledger_walk *w, const struct event_row *e, const struct person_key *key)
{
	char stamp[CLOCK_STAMP_BYTES];

	clock_stamp_of(key->revoked_us, stamp);
	ledger_note_tell(w, e->seq, "revoked",
	    "the vote of '%.*s' is by a key that was revoked at %s", STR_ARG(e->actor), stamp);
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
		tell_revoked(w, e, key);
	return true;
}

static void
judge(struct ledger_walk *w, const struct event_row *e, const struct json_doc *d, struct str json)
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

bool
ballot_compare(
    struct ledger_walk *w, const struct event_row *e, struct str envelope, struct err *err)
{
	struct json_doc d;

	if (!json_parse(w->a, e->data, "data", &JSON_LIMITS, &d, NULL, err))
		return false;
	judge(w, e, &d, envelope);
	return true;
}

bool
ballot_pass(struct ledger_walk *w, const struct event_row *e, struct err *err)
{
	struct str envelope;
	struct json_doc d;

	if (!w->check->trust || !str_is(e->type, event_type(EVENT_APPROVAL_VOTED)))
		return true;
	if (!json_parse(w->a, e->data, "data", &JSON_LIMITS, &d, NULL, err) ||
	    !db_one(w->db, w->a, "SELECT bytes FROM content WHERE sha256 = $1",
		VALUES(db_text(json_get_text(&d, json_root(&d), "envelope", STR("")))), &envelope,
		err))
		return false;
	if (envelope.n > 0)
		judge(w, e, &d, envelope);
	else
		ledger_problem_tell(w, e->seq, "vote", "the vote's envelope is not there");
	return true;
}
