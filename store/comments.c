/* SPDX-License-Identifier: MIT */
/* comments.c: what is said about an approval, at lines; some of it must be resolved first. */
#include "approval.h"
#include "ledger_parts.h"

#include <stdio.h>

#define COMMENT_BYTES_MAX 10000
#define COMMENT_LINE_MAX 10000000

bool
comments_unresolved(struct db *db, const char *approval, int64_t *count, struct err *err)
{
	return db_number(db,
	    "SELECT count(*) FROM approval_comment WHERE approval_id = $1 AND must_resolve = 1"
	    " AND resolved_us IS NULL",
	    VALUES(db_zero(approval)), 0, count, err);
}

bool
comments_settle(struct db *db, const struct approval_row *r, const char *actor, struct err *err)
{
	int64_t unresolved, standing;

	if (r->state != APPROVAL_CHANGES_REQUESTED)
		return true;
	if (!comments_unresolved(db, r->id, &unresolved, err) ||
	    !db_number(db,
		"SELECT count(*) FROM approval_vote WHERE approval_id = $1"
		" AND decision = 'request_changes' AND withdrawn_us IS NULL",
		VALUES(db_zero(r->id)), 0, &standing, err))
		return false;
	return unresolved > 0 || standing > 0 || approval_move(db, r, actor, APPROVAL_PENDING, err);
}

bool
comment_insert(
    struct db *db, const struct approval_row *r, const struct comment *c, struct err *err)
{
	char id[STORE_ID_BYTES], author[WORD_BYTES_MAX];
	struct db_value from = c->line_from > 0 ? db_int(c->line_from) : db_null();
	struct db_value to = c->line_from > 0 ? db_int(c->line_to) : db_null();

	store_id("cmt", id);
	snprintf(author, sizeof(author), "%.*s", STR_ARG(c->author));
	return db_change_one(db,
		   "INSERT INTO approval_comment (id, approval_id, author_id, body, line_from, "
		   "line_to,"
		   " must_resolve, made_us) VALUES ($1, $2, $3, $4, $5, $6, $7, now_us())",
		   VALUES(db_zero(id), db_zero(r->id), db_text(c->author), db_text(c->body), from,
		       to, db_int(c->must_resolve)),
		   ERR_INTERNAL, "the comment was not stored", err) &&
	       ledger_note(db,
		   &(struct event_note){.kind = EVENT_APPROVAL_COMMENTED,
		       .actor = author,
		       .run = r->run_id,
		       .approval = r->id,
		       EVENT_VALUES({.name = "comment", .text = str_from(id)},
			   {.name = "must_resolve", .number = c->must_resolve},
			   {.name = "text", .text = c->body})},
		   err);
}

struct commenting {
	struct arena *a;
	const char *approval;
	struct comment comment;
};

static bool
comment_work(struct db *db, void *context, struct err *err)
{
	const struct commenting *c = context;
	struct approval_row r;

	if (!approval_lock(db, c->a, c->approval, &r, err))
		return false;
	if (c->comment.must_resolve && !approval_must_be_open(&r, err))
		return false;
	return comment_insert(db, &r, &c->comment, err);
}

bool
approvals_comment(struct store *s, const char *approval, const char *author, struct str body,
    int64_t line_from, int64_t line_to, bool must_resolve, struct err *err)
{
	struct str said = str_trim(body);
	struct commenting c = {.approval = approval,
	    .comment = {str_from(author), said, line_from, line_to, must_resolve}};

	if (said.n == 0 || said.n > COMMENT_BYTES_MAX || utf8_invalid_at(said) < said.n)
		return err_set(
		    err, ERR_INPUT, "a comment has 1 to %d bytes of text", COMMENT_BYTES_MAX);
	if (line_from < 0 || line_to < line_from || line_to > COMMENT_LINE_MAX ||
	    (line_from == 0 && line_to != 0))
		return err_set(err, ERR_INPUT, "lines go from a smaller number to a larger one");
	c.a = arena_new(APPROVAL_ARENA_BYTES);
	if (!c.a)
		return err_memory(err);
	bool good = db_do(s->db, comment_work, &c, err);
	arena_free(c.a);
	return good;
}

struct resolving {
	struct arena *a;
	const char *comment, *actor;
	char approval[STORE_ID_BYTES];
	struct str author;
	bool resolved;
	struct err *err;
};

static bool
take_comment(void *context, const struct db_row *row)
{
	struct resolving *r = context;

	db_column_copy(row, 0, r->approval, sizeof(r->approval));
	r->resolved = db_column_int(row, 2) != 0;
	return db_column_keep(r->a, row, 1, &r->author, r->err);
}

/* Whoever asked is the one to say that it is done; an operator where he can't be reached. */
static bool
may_resolve(struct db *db, const struct resolving *r, struct err *err)
{
	bool runs_it = false;

	if (str_is(r->author, r->actor))
		return true;
	if (!operator_is(db, r->actor, &runs_it, err))
		return false;
	return runs_it || err_set(err, ERR_REFUSED,
			      "a comment is resolved by its author, '%.*s', or an operator",
			      STR_ARG(r->author));
}

static bool
resolve_work(struct db *db, void *context, struct err *err)
{
	struct resolving *r = context;
	struct approval_row row;

	r->approval[0] = '\0';
	r->err = err;
	if (!db_query(db,
		"SELECT approval_id, author_id, resolved_us FROM approval_comment WHERE id = $1",
		VALUES(db_zero(r->comment)), take_comment, r, err))
		return false;
	if (!r->approval[0])
		return err_set(err, ERR_INPUT, "there is no comment '%.60s'", r->comment);
	if (r->resolved)
		return true;
	return approval_lock(db, r->a, r->approval, &row, err) && may_resolve(db, r, err) &&
	       db_change_one(db,
		   "UPDATE approval_comment SET resolved_us = now_us(), resolved_by = $1"
		   " WHERE id = $2 AND resolved_us IS NULL",
		   VALUES(db_zero(r->actor), db_zero(r->comment)), ERR_REFUSED,
		   "the comment was resolved by somebody else just now", err) &&
	       ledger_note(db,
		   &(struct event_note){.kind = EVENT_APPROVAL_RESOLVED,
		       .actor = r->actor,
		       .run = row.run_id,
		       .approval = row.id,
		       EVENT_VALUES({.name = "comment", .text = str_from(r->comment)})},
		   err) &&
	       comments_settle(db, &row, r->actor, err);
}

bool
approvals_resolve(struct store *s, const char *comment, const char *actor, struct err *err)
{
	struct resolving r = {
	    .a = arena_new(APPROVAL_ARENA_BYTES), .comment = comment, .actor = actor};

	if (!r.a)
		return err_memory(err);
	bool good = db_do(s->db, resolve_work, &r, err);
	arena_free(r.a);
	return good;
}
