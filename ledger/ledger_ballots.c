/* SPDX-License-Identifier: MIT */
/*
 * ledger_ballots.c: the vote or the act that an event tells of is the one that a person signed.
 *
 * This is the one thing in the log that nobody on the server can make, whatever keys of machines
 * he has: the person's key is not there.
 */
#include "ledger_verify.h"

#include "clock.h"

#include <inttypes.h>

/* It was signed before, and stands; who reads the log wants to know how long before. */
static void
tell_revoked(struct ledger_walk *w, const struct event_row *e, const char *what,
    const struct person_key *key)
{
	char stamp[CLOCK_STAMP_BYTES];

	if (key->revoked_us == 0)
		return;
	clock_stamp_of(key->revoked_us, stamp);
	ledger_note_tell(w, e->seq, "revoked",
	    "the %s of '%.*s' was signed by a key that was revoked at %s", what, STR_ARG(e->actor),
	    stamp);
}

/* Does an event of this type tell of something that somebody signs? */
static bool
is_signed(const struct event_row *e)
{
	return str_is(e->type, event_type(EVENT_APPROVAL_VOTED)) ||
	       str_is(e->type, event_type(EVENT_ACT_MADE)) || ledger_word_is_signed(e);
}

void
ballot_compare(struct ledger_walk *w, const struct event_row *e, struct str envelope)
{
	const struct trust *t = w->check->trust;
	struct str store = w->era[0] ? str_from(w->era) : w->origin;
	bool vote = str_is(e->type, event_type(EVENT_APPROVAL_VOTED)),
	     word = ledger_word_is_signed(e);
	const char *kind = vote   ? "vote"
			   : word ? str_is(e->type, event_type(EVENT_LOG_KEY)) ? "key" : "name"
				  : "act";
	struct signer by;
	struct err why = {0};

	if (!t || !is_signed(e))
		return;
	if (!word && envelope.n == 0) {
		ledger_problem_tell(w, e->seq, "vote", "the signed envelope is missing");
		return;
	}
	if (word   ? !ledger_word_holds(w->a, t, e, store, envelope, &why)
	    : vote ? !vote_told(w->a, t, e, envelope, &by, &why)
		   : !act_told(w->a, t, e, store, envelope, e->time_us, &by, &why))
		ledger_problem_tell(w, e->seq, kind, "%s", why.message);
	else if (!word)
		tell_revoked(w, e, kind, by.key);
}

bool
ballot_pass(struct ledger_walk *w, const struct event_row *e, struct err *err)
{
	struct str envelope;

	if (!w->check->trust || !is_signed(e))
		return true;
	if (!db_one(w->db, w->a, "SELECT bytes FROM content WHERE sha256 = $1",
		VALUES(db_text(event_said(e, "envelope"))), &envelope, err))
		return false;
	ballot_compare(w, e, envelope);
	return true;
}

/* -- what the store makes of the votes ------------------------------------------------------- */

static bool
take_gone(void *context, const struct db_row *row)
{
	ledger_problem_tell(context, db_column_int(row, 0), "vote",
	    "the approval no longer has this vote of '%.*s', or has it with a different time",
	    STR_ARG(db_column_text(row, 1)));
	return true;
}

static bool
take_overruled(void *context, const struct db_row *row)
{
	ledger_problem_tell(context, db_column_int(row, 0), "vote",
	    "it was approved despite the valid vote of '%.*s' (event %" PRId64 ")",
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
