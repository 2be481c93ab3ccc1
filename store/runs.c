/* SPDX-License-Identifier: MIT */
#include "asked.h"
#include "parts.h"

#include <stdio.h>

#define TITLE_BYTES_MAX 200
#define KEY_BYTES_MAX 200
#define LIST_SQL_BYTES_MAX 4096
#define LIST_DEFAULT 100
#define LIST_MAX 10000

#define RUN_COLUMNS                                                                                \
	"SELECT id, state, revision, version, task_sha256, plan_sha256, code_sha256, "             \
	"findings_sha256, policy_sha256, subject_sha256, output_sha256, record_sha256, "           \
	"result_sha256, receipt_sha256, exit_code, created_us, updated_us, deadline_us, "          \
	"cancel_requested, "                                                                       \
	"tenant, requester_id, title, policy, verdict, reason FROM "

/* -- reading --------------------------------------------------------------------------------- */

#define M(member) MEMBER(struct stored_run, member)
FORM(run_form, struct stored_run, M(id),
    MEMBER_WORD("state", struct stored_run, state, run_state_name, run_state_of), M(revision),
    M(version), M(task_sha256), M(plan_sha256), M(code_sha256), M(findings_sha256),
    M(policy_sha256), M(subject_sha256), M(output_sha256), M(record_sha256), M(result_sha256),
    M(receipt_sha256), M(exit_code), M(created_us), M(updated_us), M(deadline_us),
    M(cancel_requested), M(tenant), M(requester), M(title), M(policy), M(verdict), M(reason));

static bool
one_run(struct db *db, struct arena *a, const char *id, struct stored_run *out, struct err *err)
{
	bool found;

	return db_item(db, a, RUN_COLUMNS "run WHERE id = $1", VALUES(db_zero(id)), &run_form, out,
		   &found, err) &&
	       (found || run_unknown(id, err));
}

bool
runs_get(struct store *s, struct arena *a, const char *id, struct stored_run *out, struct err *err)
{
	return one_run(s->db, a, id, out, err);
}

bool
runs_of_key(struct store *s, struct arena *a, const char *tenant, const char *key,
    struct stored_run *out, bool *found, struct err *err)
{
	return db_item(s->db, a, RUN_COLUMNS "run WHERE tenant = $1 AND idempotency_key = $2",
	    VALUES(db_zero(tenant ? tenant : "default"), db_zero(key)), &run_form, out, found, err);
}

struct filtering {
	struct buf sql;
	struct db_value values[12];
	size_t count;
};

static void
narrow(struct filtering *f, const char *condition, const char *text)
{
	if (!text)
		return;
	f->values[f->count++] = db_text(str_from(text));
	buf_printf(&f->sql, "%s%s $%zu", f->count == 1 ? "WHERE " : " AND ", condition, f->count);
}

static void
narrow_all(struct filtering *f, const struct run_filter *filter)
{
	narrow(f, "tenant =", filter->tenant);
	narrow(f, "requester_id =", filter->requester);
	narrow(f, "policy =", filter->policy);
	narrow(f, "id <", filter->before);
	if (filter->key) {
		narrow(f, "substr(idempotency_key, 1, length(", filter->key);
		buf_printf(&f->sql, ")) = $%zu", f->count);
	}
	if (filter->state != STATE_NONE)
		narrow(f, "state =", run_state_name(filter->state));
	if (filter->open_only) {
		buf_text(&f->sql, f->count ? " AND state IN (''" : "WHERE state IN (''");
		for (int state = STATE_NONE; state < STATE_COUNT; state++)
			if (run_state_is_open((enum run_state)state))
				buf_printf(
				    &f->sql, ", '%s'", run_state_name((enum run_state)state));
		buf_char(&f->sql, ')');
	}
}

static bool
begins_an_id(const char *words)
{
	return strncmp(words, "run_", 4) == 0 &&
	       words[4 + strspn(words + 4, "0123456789abcdefghijklmnopqrstuvwxyz")] == '\0';
}

/* An id has its place in the index; other words are looked for in so many rows and no more. */
static void
search(struct filtering *f, const struct run_filter *filter)
{
	if (begins_an_id(filter->words)) {
		buf_text(&f->sql, "run ");
		narrow(f, "id >=", filter->words);
		narrow(f, "id <", filter->words);
		buf_text(&f->sql, " || 'zzzz'");
		narrow_all(f, filter);
		return;
	}
	buf_text(&f->sql, "(SELECT * FROM run ");
	narrow_all(f, filter);
	f->values[f->count++] = db_text(str_from(filter->words));
	buf_printf(&f->sql,
	    " ORDER BY id DESC LIMIT %d) AS newest WHERE (state = lower($%zu) OR"
	    " lower(policy) = lower($%zu) OR replace(lower(title), lower($%zu), '') <> lower(title)"
	    " OR requester_id IN (SELECT p.id FROM principal p WHERE lower($%zu) IN"
	    " (lower(p.id), lower(p.name))))",
	    RUNS_SEARCHED_MAX, f->count, f->count, f->count, f->count);
}

bool
runs_list(struct store *s, struct arena *a, const struct run_filter *filter,
    struct stored_run **out, size_t *count, struct err *err)
{
	struct filtering f = {.count = 0};
	size_t limit = filter->limit > LIST_MAX ? LIST_MAX : filter->limit;

	buf_init(&f.sql, LIST_SQL_BYTES_MAX);
	buf_text(&f.sql, RUN_COLUMNS);
	if (filter->words && filter->words[0]) {
		search(&f, filter);
	} else {
		buf_text(&f.sql, "run ");
		narrow_all(&f, filter);
	}
	f.values[f.count++] = db_int(limit ? (int64_t)limit : LIST_DEFAULT);
	buf_printf(&f.sql, " ORDER BY id DESC LIMIT $%zu", f.count);
	bool good = !f.sql.failed || err_set(err, ERR_INTERNAL, "a statement is too long");
	good = good && db_list(s->db, a, f.sql.p, f.values, f.count, &run_form, out, count, err);
	buf_release(&f.sql);
	return good;
}

/* -- submitting ------------------------------------------------------------------------------ */

struct submission {
	struct arena *a;
	const struct run_submission *asked;
	const char *tenant;
	char id[STORE_ID_BYTES], job[STORE_ID_BYTES], key[KEY_BYTES_MAX + 1];
	struct stored_run out;
	struct job leased;
	struct act_entry act; /* the request; empty where nobody signed it */
	bool fresh;
};

/* Its first line, cut between characters. */
static struct str
title_of(struct str goal)
{
	struct str line = str_trim(goal);
	const char *end = line.n ? memchr(line.p, '\n', line.n) : NULL;
	size_t n = end ? (size_t)(end - line.p) : line.n;

	if (n > TITLE_BYTES_MAX)
		for (n = TITLE_BYTES_MAX; n > 0 && ((unsigned char)line.p[n] & 0xc0) == 0x80;)
			n--;
	return str_trim(str_slice(line, 0, n));
}

static bool
takes_runs(struct db *db, struct err *err)
{
	enum store_mode mode;

	if (!mode_read(db, &mode, err))
		return false;
	if (mode == STORE_HALT)
		return err_set(err, ERR_REFUSED, "the store is halted and takes no runs");
	return mode == STORE_RUN ||
	       err_set(err, ERR_REFUSED, "the store is draining and takes no runs");
}

static bool
insert_run(struct db *db, const struct submission *w, int64_t *inserted, struct err *err)
{
	const struct run_submission *asked = w->asked;

	return db_change(db,
	    "INSERT INTO run (id, tenant, requester_id, idempotency_key, title, policy, state, "
	    "version, task_sha256, created_us, updated_us, time_us, deadline_us) "
	    "VALUES ($1, $2, $3, $4, $5, $6, 'received', 1, $7, now_us(), now_us(), $8, "
	    "now_us() + $8) ON CONFLICT (tenant, idempotency_key) DO NOTHING",
	    VALUES(db_zero(w->id), db_zero(w->tenant), db_zero(asked->requester), db_zero(w->key),
		db_text(title_of(asked->title)), db_text(asked->policy),
		db_zero(asked->task_sha256), db_int(asked->time_us)),
	    inserted, err);
}

static bool
insert_job(struct db *db, const struct submission *w, struct err *err)
{
	const char *worker = w->asked->claim_for;

	return db_change_one(db,
	    "INSERT INTO job (id, run_id, state, priority, due_us, attempt, worker, token, "
	    "lease_until_us, deadline_us) SELECT $1, id, $3, $4, created_us, $5, $6, $5, "
	    "created_us + $7, deadline_us FROM run WHERE id = $2",
	    VALUES(db_zero(w->job), db_zero(w->id), db_zero(worker ? "leased" : "ready"),
		db_int(w->asked->priority), db_int(worker ? 1 : 0), db_zero(worker),
		worker ? db_int(LEASE_US) : db_null()),
	    ERR_INTERNAL, "the run has no job", err);
}

/* The same key again: the same run, if it is the same wish of the same person. */
static bool
find_earlier(struct db *db, struct submission *w, struct err *err)
{
	char id[STORE_ID_BYTES];

	if (!db_one_copy(db, "SELECT id FROM run WHERE tenant = $1 AND idempotency_key = $2",
		VALUES(db_zero(w->tenant), db_zero(w->key)), id, sizeof(id), err) ||
	    !one_run(db, w->a, id, &w->out, err))
		return false;
	if (strcmp(w->out.task_sha256, w->asked->task_sha256) != 0)
		return err_set(err, ERR_INPUT,
		    "the idempotency key '%s' was already used for another task", w->key);
	return str_is(w->out.requester, w->asked->requester) ||
	       err_set(err, ERR_INPUT,
		   "the idempotency key '%s' was already used by another person", w->key);
}

static bool
note_submission(struct db *db, struct submission *w, struct err *err)
{
	struct history_line line = {.run = w->id,
	    .actor = w->asked->requester,
	    .to = STATE_RECEIVED,
	    .sha256 = w->asked->task_sha256};

	if (!insert_job(db, w, err) || !history_add(db, &line, err) ||
	    !one_run(db, w->a, w->id, &w->out, err))
		return false;
	w->leased = (struct job){.token = 0};
	if (!w->asked->claim_for)
		return true;
	snprintf(w->leased.id, sizeof(w->leased.id), "%s", w->job);
	snprintf(w->leased.run, sizeof(w->leased.run), "%s", w->id);
	snprintf(w->leased.worker, sizeof(w->leased.worker), "%s", w->asked->claim_for);
	w->leased.token = w->leased.attempt = 1;
	w->leased.lease_until_us = w->out.created_us + LEASE_US;
	return true;
}

static bool
submit(struct db *db, void *context, struct err *err)
{
	struct submission *w = context;
	int64_t inserted = 0;

	if (!takes_runs(db, err) || !insert_run(db, w, &inserted, err))
		return false;
	w->fresh = inserted == 1;
	if (!w->fresh)
		return find_earlier(db, w, err);
	return content_use_in(db, w->id, CLASS_INPUT, w->asked->task_sha256, err) &&
	       note_submission(db, w, err) &&
	       (w->act.act.kind == ACT_NONE || act_store(db, &w->act, w->id, NULL, err));
}

static bool
is_whole(const struct run_submission *asked, struct err *err)
{
	if (!asked->requester || !asked->task_sha256)
		return err_set(err, ERR_USAGE, "a run needs a requester and a task");
	if (asked->time_us < 1)
		return err_set(err, ERR_USAGE, "a run needs a time limit");
	if (asked->claim_for &&
	    (!asked->claim_for[0] || strlen(asked->claim_for) >= STORE_ID_BYTES))
		return err_set(err, ERR_USAGE, "'%s' is not a worker's name", asked->claim_for);
	size_t n = asked->idempotency_key ? strlen(asked->idempotency_key) : 1;
	return (n >= 1 && n <= KEY_BYTES_MAX) ||
	       err_set(err, ERR_USAGE, "an idempotency key must have 1 to %d bytes", KEY_BYTES_MAX);
}

bool
runs_submit(struct store *s, struct arena *a, const struct run_submission *submission,
    struct stored_run *out, struct job *job, bool *fresh, struct err *err)
{
	struct submission w = {.a = a, .asked = submission};

	if (!is_whole(submission, err) || !mode_is_signed(s, err) ||
	    !request_open(s, a, submission, &w.act, err))
		return false;
	w.tenant = submission->tenant ? submission->tenant : "default";
	store_id("run", w.id);
	if (w.act.act.kind != ACT_NONE)
		memcpy(w.id, w.act.target, sizeof(w.id));
	store_id("job", w.job);
	snprintf(w.key, sizeof(w.key), "%s",
	    submission->idempotency_key ? submission->idempotency_key : w.id);
	if (!db_do(s->db, submit, &w, err))
		return false;
	*out = w.out;
	*fresh = w.fresh;
	if (job)
		*job = w.fresh ? w.leased : (struct job){.token = 0};
	return true;
}

/* -- cancelling ------------------------------------------------------------------------------ */

struct cancelling {
	const char *id, *actor;
	struct str reason;
	enum run_state now;
};

static bool
cancel_now(struct db *db, struct run_head *head, struct cancelling *w, struct err *err)
{
	struct run_change end = {.to = STATE_CANCELLED, .reason = w->reason};

	w->now = STATE_CANCELLED;
	return run_end_asked(db, head, err) && run_apply(db, head, w->actor, 0, &end, err) &&
	       job_drop(db, head->id, err) && approval_supersede(db, head->id, err);
}

/* Once asked for, it stays asked for. */
static bool
ask_to_end(struct db *db, const struct run_head *head, const struct cancelling *w, struct err *err)
{
	struct history_line line = {head->id, w->actor, head->state, head->state,
	    w->reason.n ? w->reason : STR("asked to end"), NULL};

	return head->cancel_requested ||
	       (run_end_asked(db, head, err) && history_add(db, &line, err));
}

static bool
cancel(struct db *db, void *context, struct err *err)
{
	struct cancelling *w = context;
	struct run_head head;
	bool leased;

	if (!run_lock(db, w->id, &head, err))
		return false;
	w->now = head.state;
	if (head.state == STATE_CANCELLED)
		return true;
	if (!run_state_is_open(head.state))
		return err_set(
		    err, ERR_REFUSED, "run '%s' is over: %s", w->id, run_state_name(head.state));
	if (!db_any(db, "SELECT 1 FROM job WHERE run_id = $1 AND state = 'leased' FOR UPDATE",
		VALUES(db_zero(w->id)), &leased, err))
		return false;
	return head.state == STATE_RUNNING && leased ? ask_to_end(db, &head, w, err)
						     : cancel_now(db, &head, w, err);
}

bool
runs_cancel(struct store *s, const char *id, const char *actor, struct str reason,
    enum run_state *now, struct err *err)
{
	struct cancelling w = {.id = id, .actor = actor, .reason = reason};

	if (!db_do(s->db, cancel, &w, err))
		return false;
	*now = w.now;
	return true;
}

/* The run's requester, or an operator. */
static bool
cancel_by_act(struct db *db, void *context, struct err *err)
{
	struct act_change *c = context;
	struct cancelling *const *out = c->more, *w = *out;
	struct run_head head;

	w->id = c->act.target;
	w->actor = c->act.by;
	w->reason = str_trim(c->act.act.reason);
	if (!run_lock(db, w->id, &head, err))
		return false;
	if (strcmp(head.requester, w->actor) != 0 &&
	    !act_by_role(c->trust, &c->act.act, "operator"))
		return err_set(err, ERR_REFUSED,
		    "'%.60s' neither asked for this run nor holds the role 'operator'", w->actor);
	return act_store(db, &c->act, w->id, NULL, err) && cancel(db, w, err);
}

bool
runs_cancel_signed(struct store *s, struct str envelope, enum run_state *now, struct err *err)
{
	struct cancelling w = {.now = STATE_NONE}, *at = &w;

	if (!act_do(s, ACT_CANCEL, envelope, cancel_by_act, &at, err))
		return false;
	*now = w.now;
	return true;
}
