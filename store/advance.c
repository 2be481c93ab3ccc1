/* SPDX-License-Identifier: MIT */
/* advance.c: what a change writes: the run's row, its authors, what happens at most once, its
 * history. */
#include "parts.h"

#include <stdio.h>

#define UPDATE_BYTES_MAX 2048
#define UPDATE_VALUES 16

/* In the order in which a run comes by them. */
static const struct {
	const char *column;
	size_t at;                   /* in struct run_change */
	bool of_revision, of_worker; /* emptied with the next; written by workers alone */
	enum content_class class_of; /* NONE: it is no content of the store */
} DIGESTS[] = {
    {"policy_sha256", offsetof(struct run_change, policy_sha256), false, false, CLASS_NONE},
    {"plan_sha256", offsetof(struct run_change, plan_sha256), false, false, CLASS_RECORD},
    {"code_sha256", offsetof(struct run_change, code_sha256), false, false, CLASS_CODE},
    {"subject_sha256", offsetof(struct run_change, subject_sha256), true, false, CLASS_EVIDENCE},
    {"findings_sha256", offsetof(struct run_change, findings_sha256), true, false, CLASS_RECORD},
    {"output_sha256", offsetof(struct run_change, output_sha256), true, false, CLASS_OUTPUT},
    {"record_sha256", offsetof(struct run_change, record_sha256), false, true, CLASS_RECORD},
    {"result_sha256", offsetof(struct run_change, result_sha256), true, false, CLASS_EVIDENCE},
    {"receipt_sha256", offsetof(struct run_change, receipt_sha256), false, true, CLASS_EVIDENCE},
};

static const char *
digest_in(const struct run_change *change, size_t which)
{
	const char *digest;

	memcpy(&digest, (const char *)change + DIGESTS[which].at, sizeof(digest));
	return digest;
}

/* -- the row --------------------------------------------------------------------------------- */

/*
 * Theory: to prepare a change of a run costs more than to make it, because the guards of its table are
 * compiled with it. So the steps of a run share two texts: a column with nothing new keeps its value,
 * or is emptied where another revision begins. Record and receipt, which only a worker may write, are
 * in that of the steps under a lease.
 */
struct update {
	struct buf sql;
	struct db_value values[UPDATE_VALUES];
	size_t count;
};

static bool
is_revision(const struct run_head *head, const struct run_change *change)
{
	return change->to == STATE_GENERATED ||
	       (change->code_sha256 && strcmp(change->code_sha256, head->code_sha256) != 0);
}

static void
set(struct update *u, const char *column, struct db_value value, bool of_revision)
{
	if (u->count == UPDATE_VALUES)
		u->sql.failed = true;
	else
		u->values[u->count++] = value;
	buf_printf(&u->sql,
	    of_revision ? ", %s = COALESCE($%zu, CASE WHEN CAST($3 AS BIGINT) = 0 THEN %s END)"
			: ", %s = COALESCE($%zu, %s)",
	    column, u->count, column);
}

static void
set_digests(struct update *u, const struct run_change *change, bool by_worker)
{
	for (size_t i = 0; i < ARRAY_LENGTH(DIGESTS); i++)
		if (by_worker || !DIGESTS[i].of_worker)
			set(u, DIGESTS[i].column, db_zero(digest_in(change, i)),
			    DIGESTS[i].of_revision);
}

static struct db_value
exit_code_of(const struct run_change *change)
{
	if (run_state_is_open(change->to))
		return db_null();
	return db_int(change->exit_code ? change->exit_code : run_state_exit_code(change->to));
}

static bool
update_run(struct db *db, const struct run_head *head, int64_t token,
    const struct run_change *change, struct err *err)
{
	bool by_worker = token > 0 || change->record_sha256 || change->receipt_sha256;
	bool waited = head->state == STATE_AWAITING_APPROVAL && run_state_is_open(change->to);
	struct update u = {
	    .values = {db_text(str_from(head->id)), db_text(str_from(run_state_name(change->to))),
		db_int(is_revision(head, change)), db_int(waited)},
	    .count = 4};

	buf_init(&u.sql, UPDATE_BYTES_MAX);
	buf_text(&u.sql,
	    "UPDATE run SET state = $2, version = version + 1, updated_us = now_us(), revision = "
	    "revision + $3, deadline_us = deadline_us + CASE WHEN CAST($4 AS BIGINT) = 0 THEN 0 "
	    "ELSE now_us() - updated_us END");
	set_digests(&u, change, by_worker);
	set(&u, "verdict", db_zero(change->verdict), true);
	set(&u, "reason", change->reason.n > 0 ? db_text(change->reason) : db_null(), false);
	set(&u, "exit_code", exit_code_of(change), false);
	buf_text(&u.sql, " WHERE id = $1");
	bool good = !u.sql.failed || err_set(err, ERR_INTERNAL, "a statement is too long");
	good = good && db_change_one(db, u.sql.p, u.values, u.count, ERR_INTERNAL,
			   "another process has changed the run", err);
	buf_release(&u.sql);
	return good;
}

/* The authors of the code that this one was made from are authors of this one too. */
static bool
add_authors(struct db *db, const struct run_head *head, const struct run_change *change,
    int64_t revision, struct err *err)
{
	if (revision > head->revision && head->revision > 0 &&
	    !db_change(db,
		"INSERT INTO run_author (run_id, revision, principal_id) "
		"SELECT run_id, $3, principal_id FROM run_author "
		"WHERE run_id = $1 AND revision = $2",
		VALUES(db_text(str_from(head->id)), db_int(head->revision), db_int(revision)), NULL,
		err))
		return false;
	for (size_t i = 0; i < change->author_count; i++)
		if (!db_change(db,
			"INSERT INTO run_author (run_id, revision, principal_id) "
			"VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
			VALUES(db_text(str_from(head->id)), db_int(revision),
			    db_zero(change->authors[i])),
			NULL, err))
			return false;
	return true;
}

/* -- what happens once ----------------------------------------------------------------------- */

/* The code starts: for the first time, or again under a newer lease after the older was lost. */
static bool
begin_effect(struct db *db, const struct run_head *head, int64_t token, struct err *err)
{
	if (!head->subject_sha256[0])
		return err_set(
		    err, ERR_REFUSED, "run '%s' has no subject, so it can't start", head->id);
	return db_change_one(db,
	    "INSERT INTO effect (run_id, revision, kind, subject_sha256, token, state, begun_us) "
	    "VALUES ($1, $2, 'run', $3, $4, 'begun', now_us()) "
	    "ON CONFLICT (run_id, revision, kind) DO UPDATE "
	    "SET token = excluded.token, begun_us = excluded.begun_us "
	    "WHERE effect.state = 'begun' AND effect.token < excluded.token "
	    "AND effect.subject_sha256 = excluded.subject_sha256",
	    VALUES(db_text(str_from(head->id)), db_int(head->revision),
		db_text(str_from(head->subject_sha256)), db_int(token)),
	    ERR_REFUSED, "this revision has already run", err);
}

/* Only the worker that began the effect may record its outcome. The current holder of the run, or
 * anyone outside a lease, may record that there will be none. */
static bool
end_effect(struct db *db, const struct run_head *head, int64_t token, bool came, struct err *err)
{
	int64_t changed;

	if (!db_change(db,
		DB_AHEAD(
		    "UPDATE effect SET state = 'done', done_us = now_us() WHERE run_id = $1 "
		    "AND revision = $2 AND kind = 'run' AND state = 'begun' "
		    "AND (token = $3 OR CAST($3 AS BIGINT) = 0 OR CAST($4 AS BIGINT) = 0 AND token < "
		    "$3)"),
		VALUES(db_text(str_from(head->id)), db_int(head->revision), db_int(token),
		    db_int(came)),
		&changed, err))
		return false;
	return changed == 1 || token == 0 ||
	       err_set(err, ERR_FENCED, "the run was started under another lease");
}

static bool
release_effect(struct db *db, const struct run_head *head, int64_t token, struct err *err)
{
	if (!head->subject_sha256[0])
		return err_set(
		    err, ERR_REFUSED, "run '%s' has no subject, so it has no answer", head->id);
	return db_change_one(db,
	    DB_AHEAD(
		"INSERT INTO effect (run_id, revision, kind, subject_sha256, token, state, begun_us, "
		"done_us) VALUES ($1, $2, 'release', $3, $4, 'done', now_us(), now_us()) "
		"ON CONFLICT (run_id, revision, kind) DO NOTHING"),
	    VALUES(db_text(str_from(head->id)), db_int(head->revision),
		db_text(str_from(head->subject_sha256)), db_int(token)),
	    ERR_REFUSED, "the answer was already released", err);
}

/* `before` as it stood, `head` as it is now. */
static bool
note_effect(struct db *db, const struct run_head *before, const struct run_head *head,
    int64_t token, struct err *err)
{
	if (before->state == STATE_RUNNING && head->state != STATE_RUNNING &&
	    head->state != STATE_QUARANTINED &&
	    !end_effect(db, before, token, run_state_is_open(head->state), err))
		return false;
	if (head->state == STATE_RUNNING)
		return begin_effect(db, head, token, err);
	if (head->state == STATE_ANSWERED)
		return release_effect(db, head, token, err);
	return true;
}

/* -- a step ---------------------------------------------------------------------------------- */

static const char *
made_by(const struct run_change *change)
{
	const char *made = NULL;

	for (size_t i = 0; i < ARRAY_LENGTH(DIGESTS); i++)
		if (digest_in(change, i))
			made = digest_in(change, i);
	return made;
}

static bool
note_uses(struct db *db, const char *run, const struct run_change *change, struct err *err)
{
	struct content_as of[ARRAY_LENGTH(DIGESTS)];
	size_t count = 0;

	_Static_assert(ARRAY_LENGTH(DIGESTS) <= CONTENT_USES_MAX, "one statement holds them all");
	for (size_t i = 0; i < ARRAY_LENGTH(DIGESTS); i++)
		if (digest_in(change, i) && DIGESTS[i].class_of != CLASS_NONE)
			of[count++] =
			    (struct content_as){digest_in(change, i), DIGESTS[i].class_of};
	return content_uses_in(db, run, of, count, err);
}

static void
follow(struct run_head *head, const struct run_change *change)
{
	if (is_revision(head, change)) {
		head->revision++;
		head->subject_sha256[0] = '\0';
	}
	if (change->code_sha256)
		snprintf(head->code_sha256, sizeof(head->code_sha256), "%s", change->code_sha256);
	if (change->subject_sha256)
		snprintf(head->subject_sha256, sizeof(head->subject_sha256), "%s",
		    change->subject_sha256);
	head->state = change->to;
	head->version++;
}

static bool
tell_outside(struct db *db, const struct run_head *head, struct err *err)
{
	if (!run_state_is_open(head->state))
		return outbox_add_run(db, "ended", head->id, err);
	return head->state != STATE_QUARANTINED || outbox_add_run(db, "quarantined", head->id, err);
}

bool
run_apply(struct db *db, struct run_head *head, const char *actor, int64_t token,
    const struct run_change *change, struct err *err)
{
	struct run_head before = *head;
	struct history_line line = {.run = before.id,
	    .actor = actor,
	    .from = before.state,
	    .to = change->to,
	    .note = change->note.n ? change->note : change->reason,
	    .sha256 = made_by(change)};

	follow(head, change);
	return update_run(db, &before, token, change, err) &&
	       note_uses(db, before.id, change, err) &&
	       add_authors(db, &before, change, head->revision, err) &&
	       note_effect(db, &before, head, token, err) &&
	       history_add_step(
		   db, &line, &(struct history_step){change, head->revision, token}, err) &&
	       tell_outside(db, head, err);
}
