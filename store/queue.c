/* SPDX-License-Identifier: MIT */
/*
 * Theory: a job is a small row that says "this run wants a worker". A claim leases it for LEASE_US
 * and adds one to its token; every write of a worker names the token, so that one whose lease was
 * lost, and given to another, writes nothing. A run that waits for people, or is over, has no job.
 */
#include "migrate.h"
#include "parts.h"

#include "file.h"

#include <stdio.h>

#define PAST_DEADLINE_US 60000000 /* that a lease may be held past its run's deadline */

/* -- claim and renew ------------------------------------------------------------------------- */

#define M(member) MEMBER(struct job, member)
FORM(job_form, struct job, M(id), M(run), M(worker), M(token), M(attempt), M(lease_until_us),
    M(cancel_requested));
FORM(lease_form, struct job, M(lease_until_us), M(cancel_requested));

struct claiming {
	struct job *job;
	const char *run;
	bool signs; /* an answer needs a receipt, and that the log's key */
};

/* Which job of those that may be given out: one that is ready, in time, and not only in want of the log's key. */
#define CLAIM(which)                                                                                     \
	"UPDATE job SET state = 'leased', worker = $1, token = token + 1, attempt = attempt + 1, "       \
	"lease_until_us = now_us() + $2 WHERE id = (SELECT id FROM job WHERE state = 'ready' AND " which \
	" AND deadline_us > now_us() AND ($3 = 1 OR NOT EXISTS (SELECT 1 FROM run r WHERE "              \
	"r.id = job.run_id AND r.state = 'validated')) "                                                 \
	"ORDER BY priority, due_us, id LIMIT 1 FOR UPDATE SKIP LOCKED) "                                 \
	"AND EXISTS (SELECT 1 FROM meta WHERE name = 'mode' AND value = 'run') "                         \
	"RETURNING id, run_id, worker, token, attempt, lease_until_us, "                                 \
	"(SELECT cancel_requested FROM run WHERE run.id = job.run_id)"

static bool
claim(struct db *db, void *context, struct err *err)
{
	const struct claiming *c = context;

	return store_version_stands(db, err) &&
	       db_item(db, NULL, CLAIM("due_us <= now_us()"),
		   VALUES(db_zero(c->job->worker), db_int(LEASE_US), db_int(c->signs)), &job_form,
		   c->job, NULL, err);
}

static bool
claim_run(struct db *db, void *context, struct err *err)
{
	const struct claiming *c = context;

	return store_version_stands(db, err) &&
	       db_item(db, NULL, CLAIM("run_id = $4"),
		   VALUES(db_zero(c->job->worker), db_int(LEASE_US), db_int(c->signs),
		       db_zero(c->run)),
		   &job_form, c->job, NULL, err);
}

static bool
begin_claim(struct store *s, const char *worker, struct claiming *c, struct err *err)
{
	c->signs = s->log_key_path[0] && file_exists(s->log_key_path);
	*c->job = (struct job){.token = 0};
	if (!worker[0] || strlen(worker) >= sizeof(c->job->worker))
		return err_set(err, ERR_USAGE, "'%s' is not a worker's name", worker);
	snprintf(c->job->worker, sizeof(c->job->worker), "%s", worker);
	return mode_is_signed(s, err);
}

bool
queue_claim_run(
    struct store *s, const char *worker, const char *run, struct job *out, struct err *err)
{
	struct claiming c = {.job = out, .run = run};

	return begin_claim(s, worker, &c, err) && db_do_soon(s->db, claim_run, &c, err) &&
	       (out->id[0] || err_set(err, ERR_NONE, "the run is not to be had"));
}

/* If a power cut undoes the claim, another worker can claim the run: code runs only after the start,
 * which makes the claim durable as well. */
bool
queue_claim(struct store *s, const char *worker, struct job *out, struct err *err)
{
	struct claiming c = {.job = out};

	if (!begin_claim(s, worker, &c, err) || !db_do_soon(s->db, claim, &c, err))
		return false;
	if (out->id[0])
		return true;
	struct sweep_report report = {0};
	if (!leases_reclaim(s->db, &report, err))
		return false;
	if (report.reclaimed > 0 && !db_do_soon(s->db, claim, &c, err))
		return false;
	return out->id[0] || err_set(err, ERR_NONE, "there is nothing to do");
}

static bool
renew(struct db *db, void *context, struct err *err)
{
	struct job *job = context;

	job->lease_until_us = 0;
	return db_item(db, NULL,
		   "UPDATE job SET lease_until_us = CASE WHEN now_us() + $4 < deadline_us + $5 "
		   "THEN now_us() + $4 ELSE deadline_us + $5 END "
		   "WHERE id = $1 AND token = $2 AND worker = $3 AND state = 'leased' "
		   "AND now_us() < deadline_us + $5 RETURNING lease_until_us, "
		   "(SELECT cancel_requested FROM run WHERE run.id = job.run_id)",
		   VALUES(db_zero(job->id), db_int(job->token), db_zero(job->worker),
		       db_int(LEASE_US), db_int(PAST_DEADLINE_US)),
		   &lease_form, job, NULL, err) &&
	       (job->lease_until_us > 0 || job_fenced(job, err));
}

static bool
look_at_mode(struct store *s, struct job *job, struct err *err)
{
	enum store_mode mode;

	if (!store_mode_get(s, &mode, err))
		return false;
	job->halted = mode == STORE_HALT;
	return true;
}

bool
queue_renew(struct store *s, struct job *job, struct err *err)
{
	struct job renewed = *job;

	if (!db_do(s->db, renew, &renewed, err) || !look_at_mode(s, &renewed, err))
		return false;
	*job = renewed;
	return true;
}

bool
queue_look(struct store *s, struct job *job, struct err *err)
{
	struct job seen = *job;

	seen.lease_until_us = 0;
	if (!db_item(s->db, NULL,
		"SELECT lease_until_us, (SELECT cancel_requested FROM run WHERE run.id = "
		"job.run_id) FROM job WHERE id = $1 AND token = $2 AND worker = $3 AND state = "
		"'leased'",
		VALUES(db_zero(job->id), db_int(job->token), db_zero(job->worker)), &lease_form,
		&seen, NULL, err))
		return false;
	if (seen.lease_until_us == 0)
		return job_fenced(job, err);
	if (!look_at_mode(s, &seen, err))
		return false;
	*job = seen;
	return true;
}
