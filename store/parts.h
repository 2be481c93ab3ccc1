/* SPDX-License-Identifier: MIT */
/*
 * parts.h: what runs, queue, approvals and outbox do for each other inside one transaction. Private
 * to this folder.
 *
 * Every function here runs in a transaction of its caller. Rows are locked in this order, so that
 * two transactions don't wait for each other: run, job, approval, the rest.
 */
#ifndef STORE_PARTS_H
#define STORE_PARTS_H

#include "inside.h"
#include "queue.h"

bool engine_open(const char *where, struct db **db, struct err *err); /* store.c */

struct joint;
void joint_free(struct joint *j); /* joint.c */

/* -- the clock (store.c) -------------------------------------------------------------------- */

/* Notes the database's time as seen; ERR_REFUSED where it stands more than CLOCK_SLACK_US before
 * what was seen already. The sweep calls it in its transaction. */
#define CLOCK_SLACK_US 5000000
bool clock_note(struct db *db, struct err *err);

/* -- contents (content.c) -------------------------------------------------------------------- */

/* content_put inside a transaction of the caller. */
bool content_put_in(struct db *db, struct str bytes, const char *media_type,
    char sha256[DIGEST_HEX_BYTES], struct err *err);
/* The run (NULL: no run) uses these contents, which are there, each as what its class says: at most
 * CONTENT_USES_MAX at once. What is noted already stays as it was. */
#define CONTENT_USES_MAX 9
struct content_as {
	const char *sha256;
	enum content_class class_of;
};
bool content_uses_in(
    struct db *db, const char *run, const struct content_as *of, size_t count, struct err *err);
bool content_use_in(
    struct db *db, const char *run, enum content_class c, const char *sha256, struct err *err);

/* -- runs (run_row.c, advance.c, step.c)
 * ------------------------------------------------------------------------ */

struct run_head {
	char id[STORE_ID_BYTES], requester[STORE_ID_BYTES];
	enum run_state state;
	int64_t revision, version;
	char subject_sha256[DIGEST_HEX_BYTES], code_sha256[DIGEST_HEX_BYTES];
	bool cancel_requested;
};
/* Reads the run and keeps its row for this transaction; ERR_INPUT where there is none. */
/* The error of a run that is not there. */
bool run_unknown(const char *id, struct err *err);
bool run_lock(struct db *db, const char *id, struct run_head *out, struct err *err);
/* Writes that somebody asked for its end, once: a run is cancelled behind that alone. */
bool run_end_asked(struct db *db, const struct run_head *head, struct err *err);
/* Both the run and the job that leases it: what run_lock and job_holds do, at once. */
bool run_lock_leased(struct db *db, const struct job *job, struct run_head *out, struct err *err);

/*
 * Changes the run, once the caller has checked the right to do so: `actor` is a principal or a
 * worker, `token` is the lease's, or 0 outside a lease (a decision, a cancellation, the clock).
 * Writes the run, its authors, its effects and a line of history; `head` is what it is after. A new
 * revision (GENERATED, or other code) keeps the authors of the one before, and forgets its verdict,
 * findings, subject and output. After a wait for people the deadline is later by as much. Knows
 * nothing of the job and opens no approval.
 */
bool run_apply(struct db *db, struct run_head *head, const char *actor, int64_t token,
    const struct run_change *change, struct err *err);

/* -- history (history.c) --------------------------------------------------------------------- */

struct history_line {
	const char *run, *actor; /* the run's row is locked */
	enum run_state from, to; /* the same twice where the state did not change */
	struct str note;         /* cut to HISTORY_NOTE_BYTES */
	const char *sha256;      /* or NULL */
};
/* The further members of a run's step in the ledger. */
struct history_step {
	const struct run_change *change;
	int64_t revision, token;
};
#define HISTORY_NOTE_BYTES 1000
bool history_add(struct db *db, const struct history_line *line, struct err *err);
bool history_add_step(struct db *db, const struct history_line *line,
    const struct history_step *step, struct err *err);
/* Without an event: of an approval, which has its own. */
bool history_write(struct db *db, const struct history_line *line, struct err *err);
/*
 * A refused attempt leaves nothing behind but a line of history, which can only be written when the
 * transaction that was refused is over: at once, or by store_do at its end (refusal_write).
 */
void refusal_note(
    struct store *s, const char *run, const char *actor, const char *wish, const struct err *why);
void refusal_write(struct store *s);

/* -- the queue (jobs.c) ---------------------------------------------------------------------- */

/* A job for the run, ready now; a run has at most one. */
bool job_make(struct db *db, const char *run, int64_t priority, struct err *err);
#define JOB_PRIORITY 100
/* Removes the run's job, even if a worker holds it; a run without a job is no error. */
bool job_drop(struct db *db, const char *run, struct err *err);
/* ERR_FENCED where the lease is another's by now; keeps the job's row for this transaction. */
bool job_holds(struct db *db, const struct job *job, struct err *err);
bool job_fenced(const struct job *job, struct err *err); /* sets ERR_FENCED */

/* -- leases that end without their run (leases.c) -------------------------------------------- */

/* The job comes back after change->retry_after_us, or its run fails where this was the last
 * attempt; run and job are locked, and the lease holds. */
bool job_retry(struct db *db, struct job *job, struct run_head *head,
    const struct run_change *change, struct err *err);
/* Settles what is due, each in a transaction of its own, so that one that can't be settled holds up
 * no other. `sql` finds ids, runs and a job's token, `$1` at most; `work` takes a struct due, asks
 * again, and says what it counts as: NULL where nothing was to be done. */
struct due {
	char id[STORE_ID_BYTES], run[STORE_ID_BYTES];
	int64_t token;
	struct sweep_report *report;
	size_t *count; /* in the report */
};
bool settle_all(
    struct db *db, const char *sql, db_work *work, struct sweep_report *report, struct err *err);
/* Gives lost leases back; ends runs whose time is over while nobody works on them. */
bool leases_reclaim(struct db *db, struct sweep_report *report, struct err *err);
bool jobs_expire(struct db *db, struct sweep_report *report, struct err *err);

/* -- approvals (approvals.c) ----------------------------------------------------------------- */

/* Opens an approval as `asked` says (runs_advance) for the run, whose row is locked. Everyone who
 * edited its code, according to this trust file, is also an author. */
bool approval_open(struct db *db, const struct trust *t, const char *run,
    const struct approval_rule *asked, const char *subject_sha256, char id[STORE_ID_BYTES],
    struct err *err);
/* Whatever approval of the run is still open (pending, changes_requested, approved) is superseded;
 * none is fine. */
bool approval_supersede(struct db *db, const char *run, struct err *err);

/* -- the switch (mode.c) -------------------------------------------------------------------- */

/* As it is noted: within a transaction, where a guard asks the same. */
bool mode_read(struct db *db, enum store_mode *mode, struct err *err);
/* ERR_REFUSED where the note lets the store go on and the acts that people signed do not. Asked
 * before whatever a halt or a drain stops. */
bool mode_is_signed(struct store *s, struct err *err);

/* -- notices (outbox.c) ---------------------------------------------------------------------- */

/*
 * Puts a notice about an approval into the outbox: kind, approval, run, policy, the approval's
 * state as it is now, the words of its digest, when it is due. Never code and never a goal. The
 * same kind and state of one approval is told once.
 */
bool outbox_add(struct db *db, const char *kind, const char *approval, struct err *err);
/* The same about a run: "ended", or "quarantined", where it waits for an operator. */
bool outbox_add_run(struct db *db, const char *kind, const char *run, struct err *err);
/* Nobody took them for three days; and what was sent or given up ninety days ago is forgotten. */
bool outbox_give_up(struct db *db, struct err *err);

#endif
