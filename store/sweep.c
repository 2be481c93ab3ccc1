/* SPDX-License-Identifier: MIT */
/*
 * sweep.c: what time alone decides. Nothing here believes what it saw a moment ago: each row is
 * asked again, under its lock, in the transaction that changes it, so that any number of sweepers
 * may work at once.
 */
#include "approval.h"
#include "retention.h"
#include "ledger.h"

#define LOOK_MAX 16
#define LOOKS_MAX 1024

struct due { /* an approval whose time has come */
	char id[STORE_ID_BYTES], run[STORE_ID_BYTES];
	bool done;
};

struct look {
	struct due items[LOOK_MAX];
	size_t count;
};

static bool
take_due(void *context, const struct db_row *row)
{
	struct look *look = context;
	struct due *due = &look->items[look->count++];

	db_column_copy(row, 0, due->id, sizeof(due->id));
	db_column_copy(row, 1, due->run, sizeof(due->run));
	return true;
}

/* `sql` finds them, `work` settles one; `count` is how many were. */
static bool
settle_all(struct db *db, const char *sql, db_work *work, size_t *count, struct err *err)
{
	for (int i = 0; i < LOOKS_MAX; i++) {
		struct look look = {.count = 0};
		if (!db_query(db, sql, VALUES(db_int(LOOK_MAX)), take_due, &look, err))
			return false;
		for (size_t j = 0; j < look.count; j++) {
			if (!db_do(db, work, &look.items[j], err))
				return false;
			*count += look.items[j].done;
		}
		if (look.count < LOOK_MAX)
			return true;
	}
	return true;
}

/* -- expiry ---------------------------------------------------------------------------------- */

/* The run waited for this approval, or for its use; one that went on meanwhile is left alone. */
static bool
expire_run(struct db *db, struct run_head *head, struct err *err)
{
	struct run_change end = {.to = STATE_EXPIRED};

	if (head->state == STATE_AWAITING_APPROVAL)
		end.reason = STR("nobody decided in time");
	else if (head->state == STATE_APPROVED)
		end.reason = STR("the approval was not used in time");
	else
		return true;
	return run_apply(db, head, "sweep", 0, &end, err) && job_drop(db, head->id, err);
}

static bool
take_state(void *context, const struct db_row *row)
{
	*(enum approval_state *)context = approval_state_of(db_column_text(row, 0));
	return true;
}

static bool
expire(struct db *db, void *context, struct err *err)
{
	struct due *due = context;
	enum approval_state from = APPROVAL_NONE;
	struct run_head head;
	int64_t waited_for;

	due->done = false;
	if (!run_lock(db, due->run, &head, err) ||
	    !db_query(db,
		"SELECT state FROM approval WHERE id = $1 AND "
		"(state IN ('pending', 'changes_requested') AND decide_by_us < now_us() "
		"OR state = 'approved' AND use_until_us < now_us()) FOR UPDATE",
		VALUES(db_zero(due->id)), take_state, &from, err))
		return false;
	if (from == APPROVAL_NONE)
		return true;
	due->done = true;
	return db_change(db, "UPDATE approval SET state = 'expired' WHERE id = $1",
		   VALUES(db_zero(due->id)), NULL, err) &&
	       approval_moved(db, due->id, "sweep", from, err) &&
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

	due->done = false;
	if (!db_change(db,
		"UPDATE approval SET reminded_us = now_us() WHERE id = $1 AND state = 'pending' "
		"AND reminded_us IS NULL AND remind_us <= now_us()",
		VALUES(db_zero(due->id)), &changed, err))
		return false;
	due->done = changed == 1;
	return changed == 0 || outbox_add(db, "reminded", due->id, err);
}

static bool
escalate(struct db *db, void *context, struct err *err)
{
	struct due *due = context;

	due->done = true;
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
	    "SELECT id, run_id FROM approval WHERE state IN ('pending', 'changes_requested') "
	    "AND decide_by_us < now_us() ORDER BY decide_by_us LIMIT $1";
	static const char unused[] = "SELECT id, run_id FROM approval WHERE state = 'approved' "
				     "AND use_until_us < now_us() ORDER BY use_until_us LIMIT $1";
	static const char unreminded[] =
	    "SELECT id, run_id FROM approval WHERE state = 'pending' AND reminded_us IS NULL "
	    "AND remind_us <= now_us() ORDER BY id LIMIT $1";
	/* Half of the time that the reminder left is gone. */
	static const char unheard[] =
	    "SELECT id, run_id FROM approval WHERE state = 'pending' AND reminded_us IS NOT NULL "
	    "AND now_us() > reminded_us + (decide_by_us - reminded_us) / 2 AND NOT EXISTS "
	    "(SELECT 1 FROM outbox WHERE dedupe_key = 'escalated:' || approval.id || ':pending') "
	    "ORDER BY id LIMIT $1";

	size_t erased;

	*out = (struct sweep_report){.expired = 0};
	return db_do(s->db, note_time, NULL, err) && leases_reclaim(s->db, out, err) &&
	       jobs_expire(s->db, out, err) &&
	       settle_all(s->db, undecided, expire, &out->expired, err) &&
	       settle_all(s->db, unused, expire, &out->expired, err) &&
	       settle_all(s->db, unreminded, remind, &out->reminded, err) &&
	       settle_all(s->db, unheard, escalate, &out->reminded, err) &&
	       (erasures_finish(s, &erased, err) || err->code == ERR_REFUSED) &&
	       ledger_tend(s, false, err);
}
