/* SPDX-License-Identifier: MIT */
/*
 * receipt_votes.c: the people's part of a receipt. Each vote is verified again from the voter's key
 * in the trust file, under the rule that stands in the receipt, for the subject that stands in it,
 * at the time when the decision was used. That a key was revoked later does not undo what its owner
 * signed before; the log, and its witnesses, say when that was.
 */
#include "receipt_parts.h"

struct decided { /* one approval of the receipt */
	const struct receipt_approval *said;
	const struct json_node *subject;
	struct json_doc doc; /* its subject */
	struct approval_rule rule;
	struct waiver terms; /* of an exception that was granted; else empty */
	bool used;
};

struct table {
	struct receipt_judge *j;
	struct decided *items;
	size_t count, votes;
};

/* -- one approval ---------------------------------------------------------------------------- */

static bool
vote_holds_alone(struct table *t, const struct evidence *by, struct str envelope, struct err *err)
{
	char subject[DIGEST_HEX_BYTES];
	struct quorum_request q = evidence_request(t->j->trust, by, subject);
	struct envelope e;
	struct vote vote;

	if (!envelope_read(t->j->a, envelope, &e, err) ||
	    !vote_read(t->j->a, e.payload, &vote, err))
		return false;
	q.now_us = vote.voted_us;
	return vote_counts(t->j->a, &q, envelope, &vote, err);
}

/* A grant is used when the run is: no key of those who signed it was revoked by then. */
static bool
grant_holds(struct table *t, struct decided *a, struct err *err)
{
	const struct receipt *r = &t->j->r;
	const struct evidence *by = &a->said->by;
	int64_t created_us = r->said.run.created_us,
		now_us = created_us > by->decided_us ? created_us : by->decided_us;

	if (!exception_holds(t->j->a, t->j->trust, by, now_us, &a->terms, err))
		return false;
	return (a->terms.from_us <= r->said.made_us && created_us < a->terms.until_us) ||
	       err_set(err, ERR_REFUSED, "it was not in force at the time of the run");
}

/* An approval that was used needs its quorum; of the rest (rejected, expired, superseded) each vote is one that
 * was cast. */
static bool
votes_hold(struct table *t, struct decided *a, struct err *err)
{
	const struct evidence *by = &a->said->by;
	int64_t used_us = a->said->used_us;

	t->votes += by->envelope_count;
	if (a->used && str_is(a->rule.kind, "exception"))
		return grant_holds(t, a, err);
	if (a->used)
		return evidence_holds(
		    t->j->a, t->j->trust, by, used_us > 0 ? used_us : by->decided_us, 0, err);
	for (size_t i = 0; i < by->envelope_count; i++)
		if (!vote_holds_alone(t, by, by->envelopes[i], err))
			return false;
	return true;
}

static bool
is_of_this_run(const struct table *t, const struct decided *a, struct err *err)
{
	struct str run = t->j->r.said.run.id;

	if (!str_eq(a->rule.approval, a->said->id))
		return err_set(err, ERR_REFUSED, "its rule belongs to another approval");
	if (str_is(a->rule.kind, "exception"))
		return true;
	return (str_eq(a->rule.run, run) &&
		   str_eq(json_get_text(&a->doc, a->subject, "run", STR("")), run)) ||
	       err_set(err, ERR_REFUSED, "it is for another run");
}

static bool
read_approval(
    struct table *t, const struct receipt_approval *said, struct decided *out, struct err *err)
{
	out->said = said;
	if (!approval_rule_read(t->j->a, said->by.rule, &out->rule, err) ||
	    !json_parse_canonical(
		t->j->a, said->by.subject, "the subject", &JSON_LIMITS, &out->doc, err))
		return false;
	out->subject = json_root(&out->doc);
	out->used = str_is(said->state, "consumed") ||
		    (str_is(said->state, "approved") && str_is(out->rule.kind, "exception"));
	return is_of_this_run(t, out, err) && votes_hold(t, out, err);
}

/* -- what a run needs ------------------------------------------------------------------------ */

/* The decision on the code leaves the output out, which was not there yet. */
static bool
is_about_the_code(const struct receipt *r, const struct decided *a)
{
	static const char *const members[] = {"box", "code", "findings", "policy", "task"};
	const struct json_doc *d = &r->doc;

	for (size_t i = 0; i < ARRAY_LENGTH(members); i++) {
		const struct json_node *x = json_get(d, r->decided, members[i]),
				       *y = json_get(&a->doc, a->subject, members[i]);
		if (!x || !y || !str_eq(json_source(d, x), json_source(&a->doc, y)))
			return false;
	}
	return str_is(a->rule.kind, "execute") || str_is(a->rule.kind, "break_glass");
}

static bool
is_about_the_output(const struct receipt *r, const struct decided *a)
{
	return str_is(a->rule.kind, "release_output") &&
	       str_eq(a->said->by.subject, r->said.subject);
}

static const struct waiver *
granted(const struct table *t, struct str exception)
{
	for (size_t i = 0; i < t->count; i++)
		if (t->items[i].terms.id.n > 0 && str_eq(t->items[i].terms.id, exception))
			return &t->items[i].terms;
	return NULL;
}

/* Each finding that an exception let pass is the one that people signed for. */
static bool
excepted_fit(const struct table *t, const struct receipt_findings *f, struct err *err)
{
	const struct receipt_policy *p = t->j->r.said.policy;

	for (size_t i = 0; i < f->excepted_count; i++) {
		const struct receipt_excepted *e = &f->excepted[i];
		const struct waiver *terms = granted(t, e->exception);
		if (!terms || !exception_covers(terms, p ? p->id : STR(""),
				  t->j->r.said.run.requester, e->rule, e->fingerprint))
			return err_set(err, ERR_REFUSED,
			    "the exception '%.*s' is not for the finding that it let pass",
			    STR_ARG(e->exception));
	}
	return true;
}

/* By the summary of the findings, too: "escalate, waived by exc_1" of a rule that it is for. */
static bool
summary_fits(const struct table *t, const struct receipt_findings *f, struct err *err)
{
	for (size_t k = 0; k < f->rule_count; k++)
		for (size_t i = 0; i < t->count; i++) {
			struct str id = t->items[i].terms.id;
			if (id.n > 0 && str_ends(f->rules[k].decision, id) &&
			    !str_eq(f->rules[k].rule, t->items[i].terms.rule))
				return err_set(err, ERR_REFUSED,
				    "the exception '%.*s' is for another rule", STR_ARG(id));
		}
	return true;
}

static bool
exceptions_fit(const struct table *t, struct err *err)
{
	const struct receipt *r = &t->j->r;
	const struct json_node *list = json_get(&r->doc, r->decided, "exceptions");

	for (const struct json_node *n = json_first(&r->doc, list); n; n = json_next(&r->doc, n))
		if (!granted(t, n->text))
			return err_set(err, ERR_REFUSED, "nobody granted the exception '%.*s'",
			    STR_ARG(n->text));
	return !r->said.findings ||
	       (excepted_fit(t, r->said.findings, err) && summary_fits(t, r->said.findings, err));
}

static bool
somebody_allowed(
    const struct table *t, bool (*about)(const struct receipt *r, const struct decided *a))
{
	for (size_t i = 0; i < t->count; i++)
		if (t->items[i].used && about(&t->j->r, &t->items[i]))
			return true;
	return false;
}

/* Has the code run, by the receipt? Then all that lets it run must be there. */
static bool
needs_are_met(const struct table *t, struct err *err)
{
	const struct receipt *r = &t->j->r;
	struct str verdict = receipt_decided(r, "verdict");

	if (!str_is(r->said.run.state, "answered"))
		return true;
	if (!r->decided)
		return err_set(err, ERR_REFUSED, "an answer must have a subject");
	if (!exceptions_fit(t, err))
		return false;
	if (str_is(verdict, "escalate") && !somebody_allowed(t, is_about_the_code))
		return err_set(err, ERR_REFUSED, "the code ran without an approval");
	if (!str_is(verdict, "escalate") && !str_is(verdict, "allow"))
		return err_set(err, ERR_REFUSED, "the code ran without a policy that allowed it");
	return !json_get(&r->doc, r->decided, "output") ||
	       somebody_allowed(t, is_about_the_output) ||
	       err_set(err, ERR_REFUSED, "the output left without being released");
}

static bool
solo_is_told(const struct table *t, struct err *err)
{
	bool solo = false;

	for (size_t i = 0; i < t->count; i++)
		solo = solo || t->items[i].rule.solo;
	return solo == t->j->r.said.solo ||
	       err_set(err, ERR_REFUSED, "it does not say whether duties were separated");
}

bool
judge_approvals(struct receipt_judge *j, struct err *err)
{
	const struct receipt_said *p = &j->r.said;
	struct table t = {.j = j};

	if (p->approval_count > RECEIPT_APPROVALS_MAX)
		return err_set(err, ERR_LIMIT, "more than %d approvals", RECEIPT_APPROVALS_MAX);
	t.items = arena_array(j->a, p->approval_count + 1, sizeof(*t.items));
	if (!t.items)
		return err_memory(err);
	for (; t.count < p->approval_count; t.count++)
		if (!read_approval(&t, &p->approvals[t.count], &t.items[t.count], err))
			return err_wrap(
			    err, "the approval '%.*s'", STR_ARG(p->approvals[t.count].id));
	if (!needs_are_met(&t, err) || !solo_is_told(&t, err))
		return false;
	j->detail = t.count == 0 ? STR("none; the policy decided alone")
				 : str_from(arena_printf(j->a, "%zu with %zu signed vote%s",
				       t.count, t.votes, t.votes == 1 ? "" : "s"));
	return true;
}
