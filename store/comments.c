/* SPDX-License-Identifier: MIT */
/* comments.c: what is said about an approval, at lines; some of it must be resolved first. */
#include "acts.h"
#include "approval.h"
#include "ledger_parts.h"

#include <stdio.h>

#define COMMENT_BYTES_MAX 10000
#define COMMENT_LINE_MAX 10000000

struct resolved {
	char id[STORE_ID_BYTES], author[STORE_ID_BYTES];
};

FORM(resolved_form, struct resolved, MEMBER(struct resolved, id), MEMBER(struct resolved, author));

/* An act about `target` by that person or, where `operators`, by one of those. */
static bool
is_signed(struct db *db, struct arena *a, const struct trust *t, enum act_kind kind,
    const char *target, const char *person, bool operators, bool *out, struct err *err)
{
	struct stored_act *acts;
	size_t count;

	*out = false;
	if (!acts_read_in(db, t, a, ACTS(kind), target, &acts, &count, err))
		return false;
	for (size_t i = 0; i < count; i++)
		*out = *out || (acts[i].counts &&
				   (str_is(acts[i].by, person) ||
				       (operators && act_by_role(t, &acts[i].act, "operator"))));
	return true;
}

/* How many of these rows no act explains. */
static bool
count_unsigned(struct db *db, struct arena *a, const struct trust *t, const char *sql,
    const char *approval, enum act_kind kind, int64_t *count, struct err *err)
{
	struct resolved *rows;
	size_t n;
	bool good;

	if (!db_list(db, a, sql, VALUES(db_zero(approval)), &resolved_form, &rows, &n, err))
		return false;
	for (size_t i = 0; i < n; i++) {
		const char *about = kind == ACT_RESOLVE ? rows[i].id : approval;
		if (!is_signed(
			db, a, t, kind, about, rows[i].author, kind == ACT_RESOLVE, &good, err))
			return false;
		*count += !good;
	}
	return true;
}

bool
comments_unresolved(struct db *db, struct arena *a, const struct trust *t, const char *approval,
    int64_t *count, struct err *err)
{
	return db_number(db,
		   "SELECT count(*) FROM approval_comment WHERE approval_id = $1 AND must_resolve "
		   "= 1 AND resolved_us IS NULL",
		   VALUES(db_zero(approval)), 0, count, err) &&
	       count_unsigned(db, a, t,
		   "SELECT id, author_id FROM approval_comment WHERE approval_id = $1 AND "
		   "must_resolve = 1 AND resolved_us IS NOT NULL ORDER BY id",
		   approval, ACT_RESOLVE, count, err);
}

bool
approval_obstacles(struct db *db, struct arena *a, const struct trust *t, const char *approval,
    int64_t *count, struct err *err)
{
	return comments_unresolved(db, a, t, approval, count, err) &&
	       count_unsigned(db, a, t,
		   "SELECT id, voter_id FROM approval_vote WHERE approval_id = $1 AND decision IN "
		   "('reject', 'request_changes') AND withdrawn_us IS NOT NULL ORDER BY id",
		   approval, ACT_WITHDRAW_VOTE, count, err);
}

bool
comments_settle(struct db *db, struct arena *a, const struct trust *t, const struct approval_row *r,
    const char *actor, struct err *err)
{
	int64_t unresolved, standing;

	if (r->state != APPROVAL_CHANGES_REQUESTED)
		return true;
	if (!approval_obstacles(db, a, t, r->id, &unresolved, err) ||
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
	if (c->id)
		snprintf(id, sizeof(id), "%s", c->id);
	snprintf(author, sizeof(author), "%.*s", STR_ARG(c->author));
	return db_change_one(db,
		   "INSERT INTO approval_comment (id, approval_id, author_id, body, line_from, "
		   "line_to,"
		   " must_resolve, made_us) VALUES ($1, $2, $3, $4, $5, $6, $7, now_us())",
		   VALUES(db_zero(id), db_zero(r->id), db_text(c->author), db_text(c->body), from,
		       to, db_int(c->must_resolve)),
		   ERR_INTERNAL, "can't store the comment", err) &&
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

/* The text is committed to by a digest, so that it can be erased and the act stays. */
static void
digest_body(struct str id, struct str body, char out[DIGEST_HEX_BYTES])
{
	struct digest d;

	digest_of_parts((const struct str[]){id, {"\0", 1}, body}, 3, &d);
	digest_hex(&d, out);
}

struct said {
	struct str comment, text; /* its id; the text's digest */
	int64_t line_from, line_to, must_resolve;
};

#define M(member) MEMBER(struct said, member)
FORM(terms_form, struct said, M(comment), M(line_from), M(line_to), M(must_resolve), M(text));

bool
comment_terms(struct arena *a, const struct comment_words *w, struct str *out, struct err *err)
{
	char hex[DIGEST_HEX_BYTES];
	struct said said = {.comment = str_from(w->id),
	    .line_from = w->line_from,
	    .line_to = w->line_to,
	    .must_resolve = w->must_resolve};

	digest_body(said.comment, str_trim(w->body), hex);
	said.text = str_from(hex);
	return act_terms(a, &terms_form, &said, out, err);
}

static bool
makes_sense(const struct comment *c, struct err *err)
{
	if (c->body.n == 0 || c->body.n > COMMENT_BYTES_MAX || utf8_invalid_at(c->body) < c->body.n)
		return err_set(
		    err, ERR_INPUT, "a comment must have 1 to %d bytes of text", COMMENT_BYTES_MAX);
	return (c->line_from >= 0 && c->line_to >= c->line_from && c->line_to <= COMMENT_LINE_MAX &&
		   (c->line_from > 0 || c->line_to == 0)) ||
	       err_set(err, ERR_INPUT, "the first line number must not be larger than the second");
}

static bool
comment_work(struct db *db, void *context, struct err *err)
{
	struct act_change *c = context;
	struct comment comment = {
	    .author = c->act.act.by, .body = str_trim(*(const struct str *)c->more)};
	char hex[DIGEST_HEX_BYTES];
	struct approval_row r;
	struct said said;

	if (!act_terms_read(c->a, &c->act.act, &terms_form, &said, err))
		return false;
	if (!(comment.id = arena_text(c->a, said.comment)))
		return err_memory(err);
	comment.line_from = said.line_from;
	comment.line_to = said.line_to;
	comment.must_resolve = said.must_resolve != 0;
	digest_body(said.comment, comment.body, hex);
	if (!makes_sense(&comment, err))
		return false;
	if (!str_is(said.text, hex) || strncmp(comment.id, "cmt_", 4) != 0 ||
	    strlen(comment.id) >= STORE_ID_BYTES)
		return err_set(err, ERR_REFUSED, "the signature is for another comment");
	if (!approval_lock(db, c->a, c->act.target, &r, err))
		return false;
	if (comment.must_resolve && !approval_must_be_open(&r, err))
		return false;
	return act_store(db, &c->act, r.run_id, r.id, err) &&
	       (c->act.known || comment_insert(db, &r, &comment, err));
}

bool
approvals_comment(struct store *s, struct str envelope, struct str body, struct err *err)
{
	return act_do(s, ACT_COMMENT, envelope, comment_work, &body, err);
}

struct commented {
	char approval[STORE_ID_BYTES], author[STORE_ID_BYTES];
	bool resolved;
};

FORM(commented_form, struct commented, MEMBER(struct commented, approval),
    MEMBER(struct commented, author), MEMBER(struct commented, resolved));

/* The comment's author resolves it, or an operator if the author can't be reached. */
static bool
may_resolve(const struct act_change *c, const struct commented *said, struct err *err)
{
	return strcmp(said->author, c->act.by) == 0 ||
	       act_by_role(c->trust, &c->act.act, "operator") ||
	       err_set(err, ERR_REFUSED,
		   "only its author, '%s', or an operator can resolve a comment", said->author);
}

/* One that its row calls resolved already may still be resolved by an act. */
static bool
resolve_work(struct db *db, void *context, struct err *err)
{
	struct act_change *c = context;
	struct commented said;
	struct approval_row row;
	bool found;

	if (!db_item(db, NULL,
		"SELECT approval_id, author_id, resolved_us FROM approval_comment WHERE id = $1",
		VALUES(db_zero(c->act.target)), &commented_form, &said, &found, err))
		return false;
	if (!found)
		return err_set(err, ERR_INPUT, "there is no comment '%.60s'", c->act.target);
	if (!approval_lock(db, c->a, said.approval, &row, err) || !may_resolve(c, &said, err) ||
	    !act_store(db, &c->act, row.run_id, row.id, err))
		return false;
	return (said.resolved ||
		   (db_change_one(db,
			"UPDATE approval_comment SET resolved_us = now_us(), resolved_by = $1"
			" WHERE id = $2 AND resolved_us IS NULL",
			VALUES(db_zero(c->act.by), db_zero(c->act.target)), ERR_REFUSED,
			"someone else has just resolved the comment", err) &&
		       ledger_note(db,
			   &(struct event_note){.kind = EVENT_APPROVAL_RESOLVED,
			       .actor = c->act.by,
			       .run = row.run_id,
			       .approval = row.id,
			       EVENT_VALUES({.name = "comment", .text = str_from(c->act.target)})},
			   err))) &&
	       comments_settle(db, c->a, c->trust, &row, c->act.by, err);
}

bool
approvals_resolve(struct store *s, struct str envelope, struct err *err)
{
	return act_do(s, ACT_RESOLVE, envelope, resolve_work, NULL, err);
}
