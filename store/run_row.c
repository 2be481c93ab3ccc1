/* SPDX-License-Identifier: MIT */
/* run_row.c: a run's row, locked and read. */
#include "parts.h"

static bool
take_head(void *context, const struct db_row *row)
{
	struct run_head *head = context;

	db_column_copy(row, 0, head->id, sizeof(head->id));
	db_column_copy(row, 1, head->requester, sizeof(head->requester));
	head->state = run_state_of(db_column_text(row, 2));
	head->revision = db_column_int(row, 3);
	head->version = db_column_int(row, 4);
	db_column_copy(row, 5, head->subject_sha256, sizeof(head->subject_sha256));
	db_column_copy(row, 6, head->code_sha256, sizeof(head->code_sha256));
	head->cancel_requested = db_column_int(row, 7) != 0;
	return true;
}

#define HEAD_COLUMNS                                                                               \
	"SELECT run.id, requester_id, run.state, revision, version, subject_sha256, code_sha256, " \
	"cancel_requested FROM run "

bool
run_lock(struct db *db, const char *id, struct run_head *out, struct err *err)
{
	*out = (struct run_head){.state = STATE_NONE};
	if (!db_query(db, HEAD_COLUMNS "WHERE id = $1 FOR UPDATE", VALUES(db_zero(id)), take_head,
		out, err))
		return false;
	return out->state != STATE_NONE || err_set(err, ERR_INPUT, "there is no run '%s'", id);
}

/* Who has a worker is leased; asking for the state besides would lead PostgreSQL over every lease
 * that ever was. */
bool
run_lock_leased(struct db *db, const struct job *job, struct run_head *out, struct err *err)
{
	*out = (struct run_head){.state = STATE_NONE};
	if (!db_query(db,
		HEAD_COLUMNS
		"JOIN job ON job.run_id = run.id WHERE run.id = $1 AND job.id = $2 AND token = $3 "
		"AND worker = $4 FOR UPDATE",
		VALUES(
		    db_zero(job->run), db_zero(job->id), db_int(job->token), db_zero(job->worker)),
		take_head, out, err))
		return false;
	return out->state != STATE_NONE || job_fenced(job, err);
}
