/* SPDX-License-Identifier: MIT */
/* approvals.c: what is asked of people, read with all that was said about it. */
#include "approval.h"

#include <stdio.h>

#define LIST_USUAL 100

#define M(member) MEMBER(struct stored_approval, member)
FORM(approval_form, struct stored_approval, M(id), M(run), M(rule_sha256), M(subject_sha256),
    M(rule),
    MEMBER_WORD("state", struct stored_approval, state, approval_state_name, approval_state_of),
    M(decided_us), M(use_until_us), M(consumed_us));
#undef M

static enum vote_decision
decision_of(struct str name)
{
	for (int d = VOTE_APPROVE; d <= VOTE_ABSTAIN; d++)
		if (str_is(name, vote_decision_name((enum vote_decision)d)))
			return (enum vote_decision)d;
	return VOTE_NONE;
}

#define M(member) MEMBER(struct stored_vote, member)
FORM(vote_form, struct stored_vote, M(id), M(voter), M(need), M(on_behalf), M(reason), M(ticket),
    MEMBER_WORD("decision", struct stored_vote, decision, vote_decision_name, decision_of),
    M(voted_us), M(withdrawn_us), M(envelope_sha256), M(envelope));
#undef M

#define M(member) MEMBER(struct stored_comment, member)
FORM(comment_form, struct stored_comment, M(id), M(author), M(body), M(line_from), M(line_to),
    M(must_resolve), M(created_us), M(resolved_us));

static bool
read_whole(
    struct db *db, struct arena *a, const char *id, struct stored_approval *out, struct err *err)
{
	*out = (struct stored_approval){.state = APPROVAL_NONE};
	return db_item(db, a,
		   "SELECT id, run_id, rule_sha256, subject_sha256, rule, state, decided_us,"
		   " use_until_us, consumed_us FROM approval WHERE id = $1",
		   VALUES(db_zero(id)), &approval_form, out, NULL, err) &&
	       db_list(db, a,
		   "SELECT v.id, v.voter_id, v.need, v.on_behalf_id, v.reason, v.ticket,"
		   " v.decision, v.voted_us, v.withdrawn_us, v.envelope_sha256, c.bytes"
		   " FROM approval_vote v JOIN content c ON c.sha256 = v.envelope_sha256"
		   " WHERE v.approval_id = $1 ORDER BY v.voted_us, v.id",
		   VALUES(db_zero(id)), &vote_form, &out->votes, &out->vote_count, err) &&
	       db_list(db, a,
		   "SELECT id, author_id, body, line_from, line_to, must_resolve, made_us,"
		   " resolved_us FROM approval_comment WHERE approval_id = $1 ORDER BY made_us, id",
		   VALUES(db_zero(id)), &comment_form, &out->comments, &out->comment_count, err) &&
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

static bool
leans_on(const struct stored_vote *v, const struct delegation *d)
{
	return v->withdrawn_us == 0 && v->on_behalf.n > 0 && str_eq(d->from, v->on_behalf) &&
	       str_eq(d->to, v->voter);
}

/* Does a vote that stands lean on this delegation? */
static bool
is_needed(struct arena *a, const struct stored_approval *of, struct str delegation)
{
	bool needed = false;
	struct delegation d;
	struct envelope e;
	struct err ignored;

	if (!envelope_read(a, delegation, &e, &ignored) ||
	    !delegation_read(a, e.payload, &d, &ignored))
		return false;
	for (size_t i = 0; i < of->vote_count && !needed; i++)
		needed = leans_on(&of->votes[i], &d);
	return needed;
}

bool
approvals_evidence(struct store *s, struct arena *a, const struct stored_approval *of,
    struct evidence *out, struct err *err)
{
	struct str *votes = arena_array(a, of->vote_count + 1, sizeof(*votes)), *lent = NULL;
	size_t lent_count = 0;
	bool any = false;

	*out =
	    (struct evidence){.rule = of->rule, .envelopes = votes, .decided_us = of->decided_us};
	if (!votes)
		return err_memory(err);
	for (size_t i = 0; i < of->vote_count; i++) {
		any = any || of->votes[i].on_behalf.n > 0;
		if (of->votes[i].withdrawn_us == 0)
			votes[out->envelope_count++] = of->votes[i].envelope;
	}
	if (any && !delegations_list(s, a, NULL, &lent, &lent_count, err))
		return false;
	for (size_t i = 0; i < lent_count; i++)
		if (is_needed(a, of, lent[i]))
			lent[out->delegation_count++] = lent[i];
	out->delegations = lent;
	return content_get(s, a, of->subject_sha256, &out->subject, err);
}

/*
 * The people that a need still waits for: they hold its role directly or by delegation, are not
 * authors of the code, and have not voted. The trust file, not this copy of it, decides whether a
 * vote counts.
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
		return db_list(
		    db, a, WAITS_FOR, VALUES(db_zero(f->for_person)), &db_texts, out, count, err);
	if (f->run) /* each run's receipt asks: not for a look at all approvals */
		return db_list(db, a,
		    DB_AHEAD(
			"SELECT id FROM approval WHERE run_id = $1 AND state = COALESCE($2, state)"
			" ORDER BY opened_us DESC, id DESC LIMIT 1000"),
		    VALUES(db_zero(f->run), db_zero(state)), &db_texts, out, count, err);
	return db_list(db, a,
	    "SELECT id FROM approval WHERE state = COALESCE($1, state)"
	    " ORDER BY opened_us DESC, id DESC LIMIT 1000",
	    VALUES(db_zero(state)), &db_texts, out, count, err);
}

bool
approvals_waiting(struct store *s, struct arena *a, const char *person, struct str **out,
    size_t *count, struct err *err)
{
	return ids_of(s->db, a, &(struct approval_filter){.for_person = person}, out, count, err);
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
