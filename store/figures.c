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

#define M(member) MEMBER(struct store_figures, member)
FORM(figures_form, struct store_figures, M(queue_age_us), M(queued), M(events_waiting),
    M(event_age_us), M(approvals_open), M(approval_age_us), M(notices_late), M(notices_given_up));

static const char FIGURES[] =
    "SELECT (SELECT coalesce(now_us() - min(r.created_us), 0) FROM job j JOIN run r ON r.id = "
    "j.run_id WHERE j.state = 'ready'), (SELECT count(*) FROM job WHERE state = 'ready'), "
    "e.n, e.age, a.n, a.age, (SELECT count(*) FROM outbox WHERE sent_us IS NULL AND given_up_us "
    "IS NULL AND last_error IS NOT NULL), (SELECT count(*) FROM outbox WHERE given_up_us IS NOT "
    "NULL AND last_error IS NOT NULL) FROM (SELECT count(*) AS n, coalesce(now_us() - "
    "min(time_us), 0) AS age FROM ledger_pending WHERE aside IS NULL) e, (SELECT count(*) AS n, "
    "coalesce(now_us() - min(opened_us), 0) AS age FROM approval WHERE state = 'pending') a";

bool
store_figures(struct store *s, struct store_figures *out, struct err *err)
{
	*out = (struct store_figures){.approvals_open = 0};
	return db_query(s->db, "SELECT state, count(*) FROM run GROUP BY state", NULL, 0,
		   take_state, out->runs, err) &&
	       db_item(s->db, NULL, FIGURES, NULL, 0, &figures_form, out, NULL, err);
}
