/* SPDX-License-Identifier: MIT */
/*
 * sweep.c: what time alone decides. Nothing here believes what it saw a moment ago: each row is
 * asked again, under its lock, in the transaction that changes it, so that any number of sweepers
 * may work at once.
 */
#include "approval.h"
#include "retention.h"
#include "ledger.h"

/* -- expiry ---------------------------------------------------------------------------------- */

/* The run waited for this approval, or for its use; one that went on meanwhile is left alone. */
static bool
expire_run(struct db *db, struct run_head *head, struct err *err)
{
	struct run_change end = {.to = STATE_EXPIRED};

	if (head->state == STATE_AWAITING_APPROVAL)
		end.reason = STR("nobody decided in time");
	else if (head->state == STATE_APPROVED)
		end.reason = STR("the approval expired before it was used");
	else
		return true;
	return run_apply(db, head, "sweep", 0, &end, err) && job_drop(db, head->id, err);
}

static bool
expire(struct db *db, void *context, struct err *err)
{
	struct due *due = context;
	struct run_head head;
	int64_t waited_for;
	char from[24];

	due->count = NULL;
	if (!run_lock(db, due->run, &head, err) ||
	    !db_one_copy(db,
		"SELECT state FROM approval WHERE id = $1 AND "
		"(state IN ('pending', 'changes_requested') AND decide_by_us < now_us() "
		"OR state = 'approved' AND use_until_us < now_us()) FOR UPDATE",
		VALUES(db_zero(due->id)), from, sizeof(from), err))
		return false;
	if (!from[0])
		return true;
	due->count = &due->report->expired;
	return db_change(db, "UPDATE approval SET state = 'expired' WHERE id = $1",
		   VALUES(db_zero(due->id)), NULL, err) &&
	       approval_moved(db, due->id, "sweep", approval_state_of(str_from(from)), err) &&
	       db_number(db,
		   "SELECT count(*) FROM approval WHERE id = $1 "
		   "AND kind IN ('execute', 'release_output')",
		   VALUES(db_zero(due->id)), 0, &waited_for, err) &&
	       (waited_for == 0 || expire_run(db, &head, err)) &&
	       outbox_add(db, "expired", due->id, err);
}

/* -- reminders ------------------------------------------------------------------------------- */

static bool
remind(struct db *db, void *context, struct err *err)
{
	struct due *due = context;
	int64_t changed;

	due->count = NULL;
	if (!db_change(db,
		"UPDATE approval SET reminded_us = now_us() WHERE id = $1 AND state = 'pending' "
		"AND reminded_us IS NULL AND remind_us <= now_us()",
		VALUES(db_zero(due->id)), &changed, err))
		return false;
	due->count = changed == 1 ? &due->report->reminded : NULL;
	return changed == 0 || outbox_add(db, "reminded", due->id, err);
}

static bool
escalate(struct db *db, void *context, struct err *err)
{
	struct due *due = context;

	due->count = &due->report->reminded;
	return outbox_add(db, "escalated", due->id, err);
}

/* -- the sweep ------------------------------------------------------------------------------- */

static bool
note_time(struct db *db, void *context, struct err *err)
{
	(void)context;
	return clock_note(db, err) && outbox_give_up(db, err);
}

bool
store_sweep(struct store *s, struct sweep_report *out, struct err *err)
{
	static const char undecided[] =
	    "SELECT id, run_id, 0 FROM approval WHERE state IN ('pending', 'changes_requested') "
	    "AND decide_by_us < now_us() ORDER BY decide_by_us LIMIT $1";
	static const char unused[] = "SELECT id, run_id, 0 FROM approval WHERE state = 'approved' "
				     "AND use_until_us < now_us() ORDER BY use_until_us LIMIT $1";
	static const char unreminded[] =
	    "SELECT id, run_id, 0 FROM approval WHERE state = 'pending' AND reminded_us IS NULL "
	    "AND remind_us <= now_us() ORDER BY id LIMIT $1";
	/* Half of the time that the reminder left is gone. */
	static const char unheard[] =
	    "SELECT id, run_id, 0 FROM approval WHERE state = 'pending' AND reminded_us IS NOT NULL "
	    "AND now_us() > reminded_us + (decide_by_us - reminded_us) / 2 AND NOT EXISTS "
	    "(SELECT 1 FROM outbox WHERE dedupe_key = 'escalated:' || approval.id || ':pending') "
	    "ORDER BY id LIMIT $1";

	size_t erased;

	*out = (struct sweep_report){.expired = 0};
	return db_do(s->db, note_time, NULL, err) && leases_reclaim(s->db, out, err) &&
	       jobs_expire(s->db, out, err) && settle_all(s->db, undecided, expire, out, err) &&
	       settle_all(s->db, unused, expire, out, err) &&
	       settle_all(s->db, unreminded, remind, out, err) &&
	       settle_all(s->db, unheard, escalate, out, err) &&
	       (erasures_finish(s, &erased, err) || err->code == ERR_REFUSED) &&
	       ledger_tend(s, false, err);
}
