/* SPDX-License-Identifier: MIT */
/* exceptions.c: a finding that may pass for a while, so many times. */
#include "acts.h"
#include "approval.h"
#include "ledger_parts.h"

#include <stdio.h>

struct proposing {
	struct arena *a;
	const struct trust *trust;
	struct act_entry act;
	struct waiver e; /* what was signed with it, and will be voted on */
	struct approval_rule rule;
	char subject_sha256[DIGEST_HEX_BYTES];
};

static bool
insert(struct db *db, const struct waiver *e, const char *approval, struct err *err)
{
	return db_change_one(db,
	    "INSERT INTO exception (id, rule, policy, fingerprint, owner_id, proposed_by, approval_id,"
	    " reason, from_us, until_us, uses_max) VALUES ($1, $2, $3, $4, $5, $6, $7, $8,"
	    " $9, $10, $11)",
	    VALUES(db_text(e->id), db_text(e->rule), db_text(e->policy), db_text(e->fingerprint),
		db_text(e->owner), db_text(e->proposed_by), db_zero(approval), db_text(e->reason),
		db_int(e->from_us), db_int(e->until_us), db_int(e->max_uses)),
	    ERR_INTERNAL, "can't store the exception", err);
}

static bool
note_proposal(struct db *db, const struct proposing *w, const char *run, const char *approval,
    struct err *err)
{
	return ledger_note(db,
	    &(struct event_note){.kind = EVENT_EXCEPTION_PROPOSED,
		.actor = w->act.by,
		.run = run,
		.approval = approval,
		EVENT_VALUES({.name = "exception", .text = w->e.id},
		    {.name = "subject", .text = str_from(w->subject_sha256)})},
	    err);
}

static bool
propose_work(struct db *db, void *context, struct err *err)
{
	struct proposing *w = context;
	const char *run = arena_text(w->a, w->rule.run);
	char approval[STORE_ID_BYTES];
	struct run_head head;
	int64_t waiting;

	if (!run)
		return err_memory(err);
	if (!run_lock(db, run, &head, err) ||
	    !db_number(db,
		"SELECT count(*) FROM approval WHERE run_id = $1 AND kind = 'exception'"
		" AND state IN ('pending', 'changes_requested')",
		VALUES(db_zero(run)), 0, &waiting, err))
		return false;
	if (waiting > 0)
		return err_set(err, ERR_REFUSED,
		    "an exception for this run is already waiting for a decision");
	return approval_open(db, w->trust, run, &w->rule, w->subject_sha256, approval, err) &&
	       act_store(db, &w->act, run, approval, err) && insert(db, &w->e, approval, err) &&
	       note_proposal(db, w, run, approval, err) && outbox_add(db, "opened", approval, err);
}

/* The terms stand in the act; they are about its target, and the author is who signed it. */
static bool
read_terms(struct store *s, struct proposing *w, struct str envelope, struct err *err)
{
	const struct act *act = &w->act.act;
	int64_t now;

	if (!act_open(s, w->a, ACT_EXCEPTION, envelope, &w->act, err) ||
	    !exception_read(w->a, act->terms, &w->e, err) || !database_now(s->db, &now, err))
		return false;
	if (!str_eq(w->e.id, act->target) || !str_eq(w->e.proposed_by, act->by))
		return err_set(err, ERR_REFUSED, "the act is about another exception");
	return w->e.until_us > now ||
	       err_set(err, ERR_INPUT, "an exception must end after it begins, and in the future");
}

static bool
propose(struct store *s, struct proposing *w, struct str envelope, struct err *err)
{
	struct str *author = arena_array(w->a, w->rule.author_count + 1, sizeof(*author));

	if (!author)
		return err_memory(err);
	if (!read_terms(s, w, envelope, err))
		return false;
	for (size_t i = 0; i < w->rule.author_count; i++)
		author[i + 1] = w->rule.authors[i];
	author[0] = w->e.proposed_by;
	w->rule.kind = STR("exception");
	w->rule.scope = w->e.policy; /* who grants it for all policies may do so for all */
	w->rule.authors = author;
	w->rule.author_count++;
	return content_put_open(s, w->act.act.terms, "application/json", w->subject_sha256, err) &&
	       db_do(s->db, propose_work, w, err);
}

bool
exceptions_propose(
    struct store *s, struct str envelope, const struct approval_rule *rule, struct err *err)
{
	struct proposing w = {
	    .a = arena_new(APPROVAL_ARENA_BYTES), .trust = s->trust, .rule = *rule};

	if (!w.a)
		return err_memory(err);
	bool good = propose(s, &w, envelope, err);
	arena_free(w.a);
	return good;
}

#define EXCEPTION_COLUMNS                                                                          \
	"SELECT e.id, e.rule, e.policy, e.fingerprint, e.owner_id, e.proposed_by, e.reason,"       \
	" e.from_us, e.until_us, e.uses_max, e.uses, e.revoked_us,"                                \
	" CASE a.state WHEN 'consumed' THEN 1 ELSE 0 END, e.approval_id"                           \
	" FROM exception e JOIN approval a ON a.id = e.approval_id"

#define M(member) MEMBER(struct stored_exception, member)
FORM(exception_form, struct stored_exception, M(terms.id), M(terms.rule), M(terms.policy),
    M(terms.fingerprint), M(terms.owner), M(terms.proposed_by), M(terms.reason), M(terms.from_us),
    M(terms.until_us), M(terms.max_uses), M(uses), M(revoked_us), M(granted), M(approval));

bool
exceptions_list(struct store *s, struct arena *a, const char *policy, struct stored_exception **out,
    size_t *count, struct err *err)
{
	return db_list(s->db, a,
	    EXCEPTION_COLUMNS " WHERE e.policy IN ('*', COALESCE($1, e.policy)) ORDER BY e.id",
	    VALUES(db_zero(policy)), &exception_form, out, count, err);
}

bool
exceptions_evidence(struct store *s, struct arena *a, const struct stored_exception *of,
    struct evidence *out, struct err *err)
{
	char *id = arena_text(a, of->terms.id);
	struct stored_approval approval;
	struct stored_act act;

	if (!id)
		return err_memory(err);
	return approvals_get(s, a, of->approval, &approval, err) &&
	       approvals_evidence(s, a, &approval, out, err) &&
	       act_last(s, a, ACT_EXCEPTION, id, &act, err) &&
	       (!act.counts || content_get(s, a, act.sha256, &out->proposal, err));
}

struct exception_use {
	struct arena *a;
	const struct job *job;
	const struct waiver *terms; /* that people signed */
	struct str id;
};

static bool
lock_exception(
    struct db *db, const struct exception_use *u, struct stored_exception *out, struct err *err)
{
	bool found;

	return db_item(db, u->a, EXCEPTION_COLUMNS " WHERE e.id = $1 FOR UPDATE OF e",
		   VALUES(db_text(u->id)), &exception_form, out, &found, err) &&
	       (found || err_set(err, ERR_INPUT, "there is no exception '%.*s'", STR_ARG(u->id)));
}

/* The ledger's events about it count beside the rows. */
#define EVENTS_OF(type)                                                                            \
	" FROM (SELECT run_id, body FROM ledger_event WHERE type = '" type "' UNION ALL SELECT "   \
	"run_id, body FROM ledger_pending WHERE type = '" type "') e WHERE e.body LIKE '%' || "    \
	"CAST($1 AS TEXT) || '%'"

static bool
may_be_used(
    struct db *db, const struct exception_use *u, const struct stored_exception *e, struct err *err)
{
	int64_t now, revoked;

	if (!database_now(db, &now, err) ||
	    !db_number(db, "SELECT count(*)" EVENTS_OF("exception.revoked"),
		VALUES(db_text(e->terms.id)), 0, &revoked, err))
		return false;
	if (!e->granted)
		return err_set(
		    err, ERR_REFUSED, "the exception '%.*s' is not granted", STR_ARG(e->terms.id));
	if (e->revoked_us != 0 || revoked > 0)
		return err_set(
		    err, ERR_REFUSED, "the exception '%.*s' was revoked", STR_ARG(e->terms.id));
	if (now < u->terms->from_us || now < e->terms.from_us)
		return err_set(
		    err, ERR_REFUSED, "the exception '%.*s' has not begun", STR_ARG(e->terms.id));
	return (now < u->terms->until_us && now < e->terms.until_us) ||
	       err_set(err, ERR_REFUSED, "the exception '%.*s' is over", STR_ARG(e->terms.id));
}

static bool
note_exception(struct db *db, enum event_kind kind, const char *actor, const char *run,
    struct str id, struct err *err)
{
	return ledger_note(db,
	    &(struct event_note){.kind = kind,
		.actor = actor,
		.run = run,
		EVENT_VALUES({.name = "exception", .text = id})},
	    err);
}

static bool
is_in_scope(struct db *db, const struct exception_use *u, const char *run, struct err *err)
{
	struct str policy = u->terms->policy;

	return db_some(db, "SELECT 1 FROM run WHERE id = $1 AND $2 IN ('*', policy)",
	    VALUES(db_zero(run), db_text(policy)), err, ERR_REFUSED,
	    "the exception '%.*s' is for '%.*s' alone", STR_ARG(u->id), STR_ARG(policy));
}

/* The most that any count of it says: a row that is gone was used all the same. */
static bool
uses_of(struct db *db, const struct stored_exception *e, int64_t *out, struct err *err)
{
	int64_t rows, events;

	if (!db_number(db, "SELECT count(*) FROM exception_use WHERE exception_id = $1",
		VALUES(db_text(e->terms.id)), 0, &rows, err) ||
	    !db_number(db, "SELECT count(DISTINCT e.run_id)" EVENTS_OF("exception.used"),
		VALUES(db_text(e->terms.id)), 0, &events, err))
		return false;
	*out = e->uses > rows ? e->uses : rows;
	*out = *out > events ? *out : events;
	return true;
}

static bool
count_use(struct db *db, const struct exception_use *u, const struct stored_exception *e,
    const char *run, struct err *err)
{
	int64_t counted, uses;

	if (!db_number(db,
		"SELECT count(*) FROM exception_use WHERE exception_id = $1 AND run_id = $2",
		VALUES(db_text(e->terms.id), db_zero(run)), 0, &counted, err))
		return false;
	if (counted > 0)
		return true;
	if (!uses_of(db, e, &uses, err))
		return false;
	if (uses >= u->terms->max_uses || uses >= e->terms.max_uses)
		return err_set(
		    err, ERR_REFUSED, "the exception '%.*s' is used up", STR_ARG(e->terms.id));
	return db_change(db,
		   "INSERT INTO exception_use (exception_id, run_id, used_us)"
		   " VALUES ($1, $2, now_us())",
		   VALUES(db_text(e->terms.id), db_zero(run)), NULL, err) &&
	       db_change_one(db,
		   "UPDATE exception SET uses = uses + 1 WHERE id = $1 AND uses < uses_max",
		   VALUES(db_text(e->terms.id)), ERR_REFUSED, "the exception is used up", err) &&
	       note_exception(db, EVENT_EXCEPTION_USED, u->job->worker, run, e->terms.id, err);
}

static bool
use_work(struct db *db, void *context, struct err *err)
{
	const struct exception_use *u = context;
	struct stored_exception e;
	struct run_head head;

	return run_lock(db, u->job->run, &head, err) && job_holds(db, u->job, err) &&
	       lock_exception(db, u, &e, err) && may_be_used(db, u, &e, err) &&
	       is_in_scope(db, u, head.id, err) && count_use(db, u, &e, head.id, err);
}

bool
exceptions_use(struct store *s, const struct job *job, const struct waiver *terms, struct err *err)
{
	struct exception_use u = {
	    .a = arena_new(APPROVAL_ARENA_BYTES), .job = job, .terms = terms, .id = terms->id};

	bool good = u.a ? db_do(s->db, use_work, &u, err) : err_memory(err);
	arena_free(u.a);
	return good;
}

/* The exception's owner, its proposer, its voters and operators may end it. */
static bool
may_end(
    struct db *db, const struct act_change *c, const struct stored_exception *e, struct err *err)
{
	int64_t votes;

	if (str_is(e->terms.owner, c->act.by) || str_is(e->terms.proposed_by, c->act.by))
		return true;
	if (!db_number(db,
		"SELECT count(*) FROM approval_vote WHERE approval_id = $1 AND voter_id = $2"
		" AND withdrawn_us IS NULL",
		VALUES(db_zero(e->approval), db_zero(c->act.by)), 0, &votes, err))
		return false;
	return votes > 0 || act_by_role(c->trust, &c->act.act, "operator") ||
	       err_set(err, ERR_REFUSED, "'%.60s' has no part in the exception", c->act.by);
}

static bool
revoke_work(struct db *db, void *context, struct err *err)
{
	struct act_change *c = context;
	struct exception_use u = {.a = c->a, .id = str_from(c->act.target)};
	struct stored_exception e;

	if (!lock_exception(db, &u, &e, err) || !may_end(db, c, &e, err))
		return false;
	return e.revoked_us != 0 ||
	       (act_store(db, &c->act, NULL, e.approval, err) &&
		   db_change(db,
		       "UPDATE exception SET revoked_us = now_us() WHERE id = $1"
		       " AND revoked_us IS NULL",
		       VALUES(db_text(e.terms.id)), NULL, err) &&
		   note_exception(db, EVENT_EXCEPTION_REVOKED, c->act.by, NULL, e.terms.id, err));
}

bool
exceptions_revoke(struct store *s, struct str envelope, struct err *err)
{
	return act_do(s, ACT_END_EXCEPTION, envelope, revoke_work, NULL, err);
}
