/* SPDX-License-Identifier: MIT */
/*
 * receipt_ballots.c: the votes of a receipt are the votes of the log, all of them and no other.
 *
 * Signatures say that a person once decided so. Only the log says when that was, that the vote
 * stood until the end, and that no other vote was left out of the receipt.
 */
#include "receipt_parts.h"

struct cast { /* a vote that the log tells of */
	const struct event_row *told;
	bool withdrawn, shown;
};

struct ballots {
	struct receipt_judge *j;
	struct cast *items;
	size_t count;
	struct str *used; /* approvals that were used, by the log */
	size_t used_count;
	struct str *others; /* approvals that do not move the run, by the log */
	size_t other_count;
};

static bool
has(const struct str *list, size_t count, struct str approval)
{
	for (size_t i = 0; i < count; i++)
		if (str_eq(list[i], approval))
			return true;
	return false;
}

/* Only the log, before a vote comes in, says that the vote is not about the run. */
static void
hear_vote(struct ballots *b, const struct event_row *e)
{
	if (!has(b->others, b->other_count, e->approval))
		b->items[b->count++] = (struct cast){.told = e};
}

static void
withdraw(struct ballots *b, const struct event_row *by)
{
	for (size_t i = b->count; i-- > 0;)
		if (str_eq(b->items[i].told->approval, by->approval) &&
		    str_eq(b->items[i].told->actor, by->actor)) {
			b->items[i].withdrawn = true;
			return;
		}
}

static void
hear_event(struct ballots *b, const struct event_row *e)
{
	if (str_is(e->type, event_type(EVENT_APPROVAL_OPENED))) {
		if (!approval_kind_moves_run(event_said(e, "kind")))
			b->others[b->other_count++] = e->approval;
	} else if (str_is(e->type, event_type(EVENT_APPROVAL_VOTED)))
		hear_vote(b, e);
	else if (str_is(e->type, event_type(EVENT_APPROVAL_VOTE_WITHDRAWN)))
		withdraw(b, e);
	else if (str_is(e->type, event_type(EVENT_APPROVAL_USED)))
		b->used[b->used_count++] = e->approval;
}

static bool
hear_log(struct ballots *b, struct err *err)
{
	size_t count = b->j->r.said.log.event_count;

	b->items = arena_array(b->j->a, count + 1, sizeof(*b->items));
	b->used = arena_array(b->j->a, count + 1, sizeof(*b->used));
	b->others = arena_array(b->j->a, count + 1, sizeof(*b->others));
	if (!b->items || !b->used || !b->others)
		return err_memory(err);
	if (!receipt_events(b->j, err))
		return false;
	for (size_t i = 0; i < count; i++)
		hear_event(b, &b->j->events[i]);
	return true;
}

/* Its event says what it says. */
static bool
was_cast(struct ballots *b, struct str approval, struct str vote, struct err *err)
{
	struct signer by;

	for (size_t i = 0; i < b->count; i++) {
		struct cast *c = &b->items[i];
		if (!c->withdrawn && !c->shown && str_eq(c->told->approval, approval) &&
		    receipt_digest_is(vote, event_said(c->told, "envelope"))) {
			c->shown = true;
			return vote_told(b->j->a, b->j->trust, c->told, vote, &by, err);
		}
	}
	return err_set(err, ERR_REFUSED, "the log does not know it");
}

/* An exception was granted before the run, in events that are not the run's. */
static bool
is_the_runs(struct arena *a, const struct receipt_approval *approval)
{
	struct approval_rule rule;
	struct err ignored;

	return !approval_rule_read(a, approval->by.rule, &rule, &ignored) ||
	       !str_is(rule.kind, "exception");
}

static bool
compare_approval(struct ballots *b, const struct receipt_approval *approval, struct err *err)
{
	struct str id = approval->id;

	for (size_t i = 0; i < approval->by.envelope_count; i++)
		if (!was_cast(b, id, approval->by.envelopes[i], err))
			return err_wrap(err, "vote %zu of the approval '%.*s'", i + 1, STR_ARG(id));
	return !str_is(approval->state, "consumed") || has(b->used, b->used_count, id) ||
	       err_set(err, ERR_REFUSED, "the log does not say that the approval '%.*s' was used",
		   STR_ARG(id));
}

bool
judge_ballots(struct receipt_judge *j, struct err *err)
{
	const struct receipt_said *p = &j->r.said;
	struct ballots b = {.j = j};

	if (!hear_log(&b, err))
		return false;
	for (size_t i = 0; i < p->approval_count; i++)
		if (is_the_runs(j->a, &p->approvals[i]) &&
		    !compare_approval(&b, &p->approvals[i], err))
			return false;
	for (size_t i = 0; i < b.count; i++)
		if (!b.items[i].withdrawn && !b.items[i].shown)
			return err_set(err, ERR_REFUSED,
			    "the receipt lacks the vote of '%.*s' on the approval '%.*s', which the log has",
			    STR_ARG(b.items[i].told->actor), STR_ARG(b.items[i].told->approval));
	j->detail = b.count == 0 ? STR("none, as in the log") : STR("exactly the votes in the log");
	return true;
}
