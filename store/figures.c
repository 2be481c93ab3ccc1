/* SPDX-License-Identifier: MIT */
/* figures.c: how much there is, for metrics. */
#include "parts.h"

static bool
take_state(void *context, const struct db_row *row)
{
	int64_t *counts = context;
	char name[40];

	db_column_copy(row, 0, name, sizeof(name));
	counts[run_state_of(str_from(name))] = db_column_int(row, 1);
	return true;
}

bool
runs_count(struct store *s, const char *requester, int64_t counts[STATE_COUNT], struct err *err)
{
	const struct db_value values[] = {db_int(RUNS_SEARCHED_MAX), db_zero(requester)};

	memset(counts, 0, STATE_COUNT * sizeof(*counts));
	return db_query(s->db,
	    requester ? "SELECT state, count(*) FROM (SELECT state FROM run WHERE requester_id = $2"
			" ORDER BY id DESC LIMIT $1) AS newest GROUP BY state"
		      : "SELECT state, count(*) FROM (SELECT state FROM run ORDER BY id DESC"
			" LIMIT $1) AS newest GROUP BY state",
	    values, requester ? 2 : 1, take_state, counts, err);
}

bool
store_figures(struct store *s, struct store_figures *out, struct err *err)
{
	*out = (struct store_figures){.approvals_open = 0};
	return db_query(s->db, "SELECT state, count(*) FROM run GROUP BY state", NULL, 0,
		   take_state, out->runs, err) &&
	       db_number(s->db,
		   "SELECT coalesce(now_us() - min(r.created_us), 0) FROM job j JOIN run r ON "
		   "r.id = j.run_id WHERE j.state = 'ready'",
		   NULL, 0, 0, &out->queue_age_us, err) &&
	       db_number(s->db, "SELECT count(*) FROM job WHERE state = 'ready'", NULL, 0, 0,
		   &out->queued, err) &&
	       db_number(s->db, "SELECT count(*) FROM ledger_pending WHERE aside IS NULL", NULL, 0,
		   0, &out->events_waiting, err) &&
	       db_number(s->db,
		   "SELECT coalesce(now_us() - min(time_us), 0) FROM ledger_pending WHERE aside IS NULL",
		   NULL, 0, 0, &out->event_age_us, err) &&
	       db_number(s->db, "SELECT count(*) FROM approval WHERE state = 'pending'", NULL, 0, 0,
		   &out->approvals_open, err) &&
	       db_number(s->db,
		   "SELECT coalesce(now_us() - min(opened_us), 0) FROM approval WHERE state = "
		   "'pending'",
		   NULL, 0, 0, &out->approval_age_us, err) &&
	       db_number(s->db,
		   "SELECT count(*) FROM outbox WHERE sent_us IS NULL AND given_up_us IS NULL "
		   "AND last_error IS NOT NULL",
		   NULL, 0, 0, &out->notices_late, err) &&
	       db_number(s->db,
		   "SELECT count(*) FROM outbox WHERE given_up_us IS NOT NULL AND last_error IS NOT NULL",
		   NULL, 0, 0, &out->notices_given_up, err);
}
