/* SPDX-License-Identifier: MIT */
/* jobs.c: a run's job is made, taken away, and held under a lease. */
#include "parts.h"

bool
job_make(struct db *db, const char *run, int64_t priority, struct err *err)
{
	char id[STORE_ID_BYTES];

	store_id("job", id);
	return db_change_one(db,
	    "INSERT INTO job (id, run_id, state, priority, due_us, deadline_us) "
	    "SELECT $1, id, 'ready', $3, now_us() + CASE WHEN substr(idempotency_key, 1, "
	    "length($4)) = $4 THEN $5 ELSE 0 END, deadline_us FROM run WHERE id = $2 ON CONFLICT "
	    "(run_id) DO UPDATE SET state = 'ready', worker = NULL, lease_until_us = NULL, token = "
	    "job.token + 1, due_us = excluded.due_us, deadline_us = excluded.deadline_us",
	    VALUES(db_zero(id), db_zero(run), db_int(priority), db_zero(SESSION_KEY),
		db_int(SESSION_MOMENT_US)),
	    ERR_INPUT, "there is no such run", err);
}

bool
job_drop(struct db *db, const char *run, struct err *err)
{
	return db_change(
	    db, DB_AHEAD("DELETE FROM job WHERE run_id = $1"), VALUES(db_zero(run)), NULL, err);
}

bool
job_fenced(const struct job *job, struct err *err)
{
	return err_set(err, ERR_FENCED, "the lease of run '%s' is gone", job->run);
}

bool
job_holds(struct db *db, const struct job *job, struct err *err)
{
	bool found;

	return db_any(db,
		   "SELECT 1 FROM job WHERE id = $1 AND run_id = $2 AND token = $3 "
		   "AND worker = $4 FOR UPDATE",
		   VALUES(db_zero(job->id), db_zero(job->run), db_int(job->token),
		       db_zero(job->worker)),
		   &found, err) &&
	       (found || job_fenced(job, err));
}
