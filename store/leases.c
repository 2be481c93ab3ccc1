/* SPDX-License-Identifier: MIT */
/* leases.c: how a lease ends that does not end with its run. */
#include "parts.h"

#define LOOK_MAX 16    /* jobs in one look */
#define LOOKS_MAX 1024 /* in one sweep */

struct spent { /* a job whose lease ends without its run's end */
	int64_t attempt, attempts_max;
	bool late;
};
FORM(spent_form, struct spent, MEMBER(struct spent, attempt), MEMBER(struct spent, attempts_max),
    MEMBER(struct spent, late));

/* The run goes no further. */
static bool
give_up(struct db *db, struct run_head *head, const char *actor, int64_t token,
    const struct run_change *end, struct err *err)
{
	return run_apply(db, head, actor, token, end, err) && job_drop(db, head->id, err) &&
	       approval_supersede(db, head->id, err);
}

bool
job_retry(struct db *db, struct job *job, struct run_head *head, const struct run_change *change,
    struct err *err)
{
	struct spent spent = {0};
	struct run_change end = {.to = STATE_FAILED,
	    .reason = change->reason,
	    .note = STR("it has no attempts left"),
	    .exit_code = change->exit_code};

	if (change->to != STATE_NONE && change->to != head->state)
		return err_set(err, ERR_USAGE, "a run that waits for its next attempt remains '%s'",
		    run_state_name(head->state));
	if (!db_item(db, NULL,
		"UPDATE job SET state = 'ready', worker = NULL, lease_until_us = NULL, "
		"due_us = now_us() + $2, last_error = $3, attempts_max = attempts_max + $4 "
		"WHERE id = $1 RETURNING attempt, attempts_max, 0",
		VALUES(db_zero(job->id), db_int(change->retry_after_us), db_text(change->reason),
		    db_int(change->blameless)),
		&spent_form, &spent, NULL, err))
		return false;
	if (spent.attempt >= spent.attempts_max)
		return give_up(db, head, job->worker, job->token, &end, err);
	return history_add(db,
	    &(struct history_line){head->id, job->worker, head->state, head->state,
		change->note.n ? change->note : change->reason, NULL},
	    err);
}

/* The end of a run whose worker is lost. */
static struct run_change
end_of_lost(const struct run_head *head, const struct spent *spent)
{
	if (head->cancel_requested)
		return (struct run_change){.to = STATE_CANCELLED,
		    .reason = STR("cancelled; its worker was lost before the run could end")};
	if (spent->late)
		return (struct run_change){
		    .to = head->state == STATE_APPROVED ? STATE_EXPIRED : STATE_FAILED,
		    .reason = STR("its time ran out before it was done")};
	if (spent->attempt < spent->attempts_max)
		return (struct run_change){.to = STATE_NONE};
	return (struct run_change){
	    .to = head->state == STATE_RUNNING ? STATE_QUARANTINED : STATE_FAILED,
	    .reason = STR("its worker was lost at every attempt")};
}

/* The counter for the end of its run; NONE: it waits again. */
static size_t *
count_of(struct sweep_report *report, enum run_state end)
{
	if (end == STATE_NONE)
		return &report->reclaimed;
	return end == STATE_QUARANTINED ? &report->quarantined : &report->expired;
}

static bool
settle(struct db *db, void *context, struct err *err)
{
	struct due *loose = context;
	struct spent spent;
	struct run_head head;
	bool found;

	loose->count = NULL;
	if (!run_lock(db, loose->run, &head, err) ||
	    !db_item(db, NULL,
		"UPDATE job SET state = 'ready', worker = NULL, lease_until_us = NULL, last_error "
		"= "
		"CASE WHEN worker IS NULL THEN last_error ELSE 'lost by ' || worker END "
		"WHERE id = $1 AND token = $2 AND (state = 'leased' AND lease_until_us < now_us() "
		"OR state = 'ready' AND deadline_us < now_us()) RETURNING attempt, attempts_max, "
		"CASE WHEN deadline_us < now_us() THEN 1 ELSE 0 END",
		VALUES(db_zero(loose->id), db_int(loose->token)), &spent_form, &spent, &found, err))
		return false;
	if (!found)
		return true;
	struct run_change end = end_of_lost(&head, &spent);
	struct history_line line = {head.id, "sweep", head.state, head.state,
	    STR("the lease was lost; the run returns to the queue"), NULL};
	if (end.to == STATE_NONE ? !history_add(db, &line, err)
				 : !give_up(db, &head, "sweep", 0, &end, err))
		return false;
	loose->count = count_of(loose->report, end.to);
	return true;
}

/* -- what time decides, one by one ----------------------------------------------------------- */

struct look {
	struct due items[LOOK_MAX];
	size_t count;
};

#define M(member) MEMBER(struct due, member)
FORM(due_form, struct due, M(id), M(run), M(token));

static bool
take_due(void *context, const struct db_row *row)
{
	struct look *look = context;
	struct err never;

	return db_take(NULL, row, &due_form, &look->items[look->count++], &never);
}

bool
settle_all(
    struct db *db, const char *sql, db_work *work, struct sweep_report *report, struct err *err)
{
	for (int i = 0; i < LOOKS_MAX; i++) {
		struct look look = {.count = 0};
		if (!db_query(db, sql, VALUES(db_int(LOOK_MAX)), take_due, &look, err))
			return false;
		for (size_t j = 0; j < look.count; j++) {
			struct due *due = &look.items[j];
			due->report = report;
			if (!db_do(db, work, due, err))
				return false;
			if (due->count)
				++*due->count;
		}
		if (look.count < LOOK_MAX)
			return true;
	}
	return true;
}

bool
leases_reclaim(struct db *db, struct sweep_report *report, struct err *err)
{
	return settle_all(db,
	    "SELECT id, run_id, token FROM job WHERE state = 'leased' "
	    "AND lease_until_us < now_us() ORDER BY lease_until_us LIMIT $1",
	    settle, report, err);
}

bool
jobs_expire(struct db *db, struct sweep_report *report, struct err *err)
{
	return settle_all(db,
	    "SELECT id, run_id, token FROM job WHERE state = 'ready' "
	    "AND deadline_us < now_us() ORDER BY deadline_us LIMIT $1",
	    settle, report, err);
}
