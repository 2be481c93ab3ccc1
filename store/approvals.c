/* SPDX-License-Identifier: MIT */
/* approvals.c: what is asked of people, read with all that was said about it. */
#include "approval.h"

#include <stdio.h>

#define LIST_USUAL 100

struct reading {
	struct arena *a;
	struct stored_approval *out;
	size_t vote_capacity, comment_capacity;
	struct err *err;
};

static bool
take_approval(void *context, const struct db_row *row)
{
	struct reading *r = context;
	struct stored_approval *out = r->out;

	db_column_copy(row, 0, out->id, sizeof(out->id));
	db_column_copy(row, 1, out->run, sizeof(out->run));
	db_column_copy(row, 2, out->rule_sha256, sizeof(out->rule_sha256));
	db_column_copy(row, 3, out->subject_sha256, sizeof(out->subject_sha256));
	out->state = approval_state_of(db_column_text(row, 5));
	out->decided_us = db_column_int(row, 6);
	out->use_until_us = db_column_int(row, 7);
	out->consumed_us = db_column_int(row, 8);
	return db_column_keep(r->a, row, 4, &out->rule, r->err);
}

static enum vote_decision
decision_of(struct str name)
{
	for (int d = VOTE_APPROVE; d <= VOTE_ABSTAIN; d++)
		if (str_is(name, vote_decision_name((enum vote_decision)d)))
			return (enum vote_decision)d;
	return VOTE_NONE;
}

static bool
take_vote(void *context, const struct db_row *row)
{
	struct reading *r = context;
	struct stored_vote *v =
	    arena_push(r->a, &r->out->votes, &r->out->vote_count, &r->vote_capacity, sizeof(*v));

	if (!v)
		return err_memory(r->err);
	db_column_copy(row, 0, v->id, sizeof(v->id));
	v->decision = decision_of(db_column_text(row, 6));
	v->voted_us = db_column_int(row, 7);
	v->withdrawn_us = db_column_int(row, 8);
	db_column_copy(row, 9, v->envelope_sha256, sizeof(v->envelope_sha256));
	return db_column_keep(r->a, row, 1, &v->voter, r->err) &&
	       db_column_keep(r->a, row, 2, &v->need, r->err) &&
	       db_column_keep(r->a, row, 3, &v->on_behalf, r->err) &&
	       db_column_keep(r->a, row, 4, &v->reason, r->err) &&
	       db_column_keep(r->a, row, 5, &v->ticket, r->err) &&
	       db_column_keep(r->a, row, 10, &v->envelope, r->err);
}

static bool
take_comment(void *context, const struct db_row *row)
{
	struct reading *r = context;
	struct stored_comment *c = arena_push(
	    r->a, &r->out->comments, &r->out->comment_count, &r->comment_capacity, sizeof(*c));

	if (!c)
		return err_memory(r->err);
	db_column_copy(row, 0, c->id, sizeof(c->id));
	c->line_from = db_column_int(row, 3);
	c->line_to = db_column_int(row, 4);
	c->must_resolve = db_column_int(row, 5) != 0;
	c->created_us = db_column_int(row, 6);
	c->resolved_us = db_column_int(row, 7);
	return db_column_keep(r->a, row, 1, &c->author, r->err) &&
	       db_column_keep(r->a, row, 2, &c->body, r->err);
}

static bool
read_whole(
    struct db *db, struct arena *a, const char *id, struct stored_approval *out, struct err *err)
{
	struct reading r = {.a = a, .out = out, .err = err};

	*out = (struct stored_approval){.state = APPROVAL_NONE};
	return db_query(db,
		   "SELECT id, run_id, rule_sha256, subject_sha256, rule, state, decided_us,"
		   " use_until_us, consumed_us FROM approval WHERE id = $1",
		   VALUES(db_zero(id)), take_approval, &r, err) &&
	       db_query(db,
		   "SELECT v.id, v.voter_id, v.need, v.on_behalf_id, v.reason, v.ticket,"
		   " v.decision, v.voted_us, v.withdrawn_us, v.envelope_sha256, c.bytes"
		   " FROM approval_vote v JOIN content c ON c.sha256 = v.envelope_sha256"
		   " WHERE v.approval_id = $1 ORDER BY v.voted_us, v.id",
		   VALUES(db_zero(id)), take_vote, &r, err) &&
	       db_query(db,
		   "SELECT id, author_id, body, line_from, line_to, must_resolve, made_us,"
		   " resolved_us FROM approval_comment WHERE approval_id = $1 ORDER BY made_us, id",
		   VALUES(db_zero(id)), take_comment, &r, err) &&
	       approval_rule_read(a, out->rule, &out->asked, err);
}

struct lookup {
	struct arena *a;
	const char *id;
	struct stored_approval *out;
};

static bool
get_work(struct db *db, void *context, struct err *err)
{
	const struct lookup *l = context;
	char id[STORE_ID_BYTES];

	return approval_find(db, l->id, id, err) && read_whole(db, l->a, id, l->out, err);
}

bool
approvals_get(
    struct store *s, struct arena *a, const char *id, struct stored_approval *out, struct err *err)
{
	struct lookup l = {a, id, out};

	return db_read(s->db, get_work, &l, err);
}

/*
 * Whom a need still waits for: somebody who holds its role himself or by delegation, has no part in
 * the code, and has not voted. Whether a vote then counts is judged by the trust file and not by
 * this copy of it.
 */
static const char WAITS_FOR[] =
    "SELECT a.id FROM approval a"
    " WHERE a.state = 'pending' AND (a.solo = 1 OR (a.requester_id <> $1 AND"
    " replace(rule_text(a.rule, 'authors'), '\"' || $1 || '\"', '') = rule_text(a.rule, 'authors')"
    ")) AND NOT EXISTS (SELECT 1 FROM approval_vote v"
    " WHERE v.approval_id = a.id AND v.withdrawn_us IS NULL"
    " AND (v.voter_id = $1 OR v.on_behalf_id = $1)) AND EXISTS (SELECT 1 FROM approval_need n"
    " JOIN role_grant g ON g.role = n.role AND g.from_us <= now_us() AND g.until_us > now_us()"
    " AND g.scope IN ('*', CASE n.scope WHEN '*' THEN a.scope ELSE n.scope END)"
    " WHERE n.approval_id = a.id AND n.n > (SELECT count(*) FROM approval_vote v"
    " WHERE v.approval_id = a.id AND v.need = n.name AND v.decision = 'approve'"
    " AND v.withdrawn_us IS NULL) AND (g.principal_id = $1 OR EXISTS (SELECT 1"
    " FROM delegation d WHERE d.to_id = $1 AND d.from_id = g.principal_id"
    " AND d.role = n.role AND d.revoked_us IS NULL AND d.from_us <= now_us()"
    " AND d.until_us > now_us()"
    " AND d.scope IN ('*', CASE n.scope WHEN '*' THEN a.scope ELSE n.scope END))))"
    " ORDER BY a.decide_by_us, a.id LIMIT 1000";

static bool
ids_of(struct db *db, struct arena *a, const struct approval_filter *f, struct str **out,
    size_t *count, struct err *err)
{
	const char *state = f->state == APPROVAL_NONE ? NULL : approval_state_name(f->state);

	if (f->for_person)
		return db_list(db, a, WAITS_FOR, VALUES(db_zero(f->for_person)), db_fill_text,
		    sizeof(**out), out, count, err);
	return db_list(db, a,
	    "SELECT id FROM approval WHERE run_id = COALESCE($1, run_id)"
	    " AND state = COALESCE($2, state) ORDER BY opened_us DESC, id DESC LIMIT 1000",
	    VALUES(db_zero(f->run), db_zero(state)), db_fill_text, sizeof(**out), out, count, err);
}

struct listing {
	struct arena *a;
	const struct approval_filter *filter;
	struct stored_approval *items;
	size_t count;
};

static bool
fits(const struct approval_filter *f, const struct stored_approval *one)
{
	return (!f->run || strcmp(one->run, f->run) == 0) &&
	       (f->state == APPROVAL_NONE || one->state == f->state);
}

static bool
list_work(struct db *db, void *context, struct err *err)
{
	struct listing *l = context;
	const struct approval_filter *f = l->filter;
	size_t limit = f->limit == 0 ? LIST_USUAL : f->limit, count;
	struct str *ids;

	l->count = 0;
	if (!ids_of(db, l->a, f, &ids, &count, err))
		return false;
	l->items = arena_array(l->a, count + 1, sizeof(*l->items));
	if (!l->items)
		return err_memory(err);
	for (size_t i = 0; i < count && l->count < limit; i++) {
		const char *id = arena_text(l->a, ids[i]);
		if (!id)
			return err_memory(err);
		if (!read_whole(db, l->a, id, &l->items[l->count], err))
			return false;
		l->count += fits(f, &l->items[l->count]);
	}
	return true;
}

bool
approvals_list(struct store *s, struct arena *a, const struct approval_filter *filter,
    struct stored_approval **out, size_t *count, struct err *err)
{
	struct listing l = {.a = a, .filter = filter};

	*out = NULL;
	*count = 0;
	if (!db_read(s->db, list_work, &l, err))
		return false;
	*out = l.items;
	*count = l.count;
	return true;
}
