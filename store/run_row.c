/* SPDX-License-Identifier: MIT */
/* run_row.c: a run's row, locked and read. */
#include "parts.h"

#define M(member) MEMBER(struct run_head, member)
FORM(head_form, struct run_head, M(id), M(requester),
    MEMBER_WORD("state", struct run_head, state, run_state_name, run_state_of), M(revision),
    M(version), M(subject_sha256), M(code_sha256), M(cancel_requested));

#define HEAD_COLUMNS                                                                               \
	"SELECT run.id, requester_id, run.state, revision, version, subject_sha256, code_sha256, " \
	"cancel_requested FROM run "

bool
run_unknown(const char *id, struct err *err)
{
	err_set(err, ERR_INPUT, "there is no run '%s'", id);
	return err_help(err, "`sluice runs list` lists them");
}

bool
run_lock(struct db *db, const char *id, struct run_head *out, struct err *err)
{
	*out = (struct run_head){.state = STATE_NONE};
	if (!db_item(db, NULL, HEAD_COLUMNS "WHERE id = $1 FOR UPDATE", VALUES(db_zero(id)),
		&head_form, out, NULL, err))
		return false;
	return out->state != STATE_NONE || run_unknown(id, err);
}

/* A run with a worker is leased; asking for the state besides would lead PostgreSQL over every lease
 * that ever was. */
bool
run_lock_leased(struct db *db, const struct job *job, struct run_head *out, struct err *err)
{
	*out = (struct run_head){.state = STATE_NONE};
	if (!db_item(db, NULL,
		HEAD_COLUMNS
		"JOIN job ON job.run_id = run.id WHERE run.id = $1 AND job.id = $2 AND token = $3 "
		"AND worker = $4 FOR UPDATE",
		VALUES(
		    db_zero(job->run), db_zero(job->id), db_int(job->token), db_zero(job->worker)),
		&head_form, out, NULL, err))
		return false;
	return out->state != STATE_NONE || job_fenced(job, err);
}

bool
run_end_asked(struct db *db, const struct run_head *head, struct err *err)
{
	return head->cancel_requested ||
	       db_change_one(db,
		   "UPDATE run SET cancel_requested = 1, version = version + 1 WHERE id = $1",
		   VALUES(db_zero(head->id)), ERR_INTERNAL, "the run is gone", err);
}
