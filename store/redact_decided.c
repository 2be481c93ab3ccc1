/* SPDX-License-Identifier: MIT */
/* redact_decided.c: have two people decided on a redaction, by what they signed? */
#include "approval.h"
#include "retention_parts.h"

/* The rule that was voted under asks for two redactors, and for nobody who is alone. */
static bool
asks_for_two(const struct approval_rule *rule, struct err *err)
{
	for (size_t i = 0; i < rule->need_count; i++)
		if (str_is(rule->needs[i].role, "redactor") && rule->needs[i].n >= 2 && !rule->solo)
			return true;
	return err_set(err, ERR_REFUSED, "its rule does not require two redactors");
}

static bool
votes_hold(struct store *s, struct arena *a, const struct redaction *r,
    const struct stored_approval *approval, struct err *err)
{
	/* One that was begun goes on, though the time to use the decision is over by now. */
	struct quorum_request q = {.trust = s->trust,
	    .rule = approval->rule,
	    .subject_sha256 = approval->subject_sha256,
	    .now_us = r->begun_us != 0 ? r->begun_us : store_now_us(s),
	    .decided_us = approval->decided_us};
	struct str *envelopes = arena_array(a, approval->vote_count + 1, sizeof(*envelopes)),
		   *delegations;

	if (!envelopes)
		return err_memory(err);
	for (size_t i = 0; i < approval->vote_count; i++)
		if (approval->votes[i].withdrawn_us == 0)
			envelopes[q.count++] = approval->votes[i].envelope;
	if (!delegations_list(s, a, NULL, &delegations, &q.delegation_count, err))
		return false;
	q.envelopes = envelopes;
	q.delegations = delegations;
	return quorum_holds(a, &q, err) || err_wrap(err, "the votes for the redaction");
}

static bool
read_digests(struct arena *a, struct redaction_items *l, const struct json_doc *d, const char *name,
    bool words, struct err *err)
{
	const struct json_node *list = json_get(d, json_root(d), name);

	for (const struct json_node *n = list ? json_first(d, list) : NULL; n;
	     n = json_next(d, n)) {
		struct redaction_item *i =
		    arena_push(a, &l->items, &l->count, &l->capacity, sizeof(*i));
		if (!i)
			return err_memory(err);
		if (!json_is_text(n) || n->text.n != DIGEST_HEX_BYTES - 1)
			return err_set(err, ERR_REFUSED, "the decision is not about a redaction");
		i->words = words;
		memcpy(i->sha256, n->text.p, n->text.n);
		i->sha256[n->text.n] = '\0';
	}
	return true;
}

static bool
read_subject(struct store *s, struct arena *a, const struct redaction *r, struct redaction_items *l,
    struct err *err)
{
	struct str text;
	struct json_doc d;

	if (!content_get(s, a, r->subject_sha256, &text, err) ||
	    !json_parse_canonical(a, text, "the redaction", &JSON_LIMITS, &d, err))
		return false;
	const struct json_node *root = json_root(&d);
	if (!str_is(json_get_text(&d, root, "redaction", STR("")), r->id) ||
	    !str_is(json_get_text(&d, root, "run", STR("")), r->run))
		return err_set(err, ERR_REFUSED, "the decision is about another redaction");
	if (!read_digests(a, l, &d, "contents", false, err) ||
	    !read_digests(a, l, &d, "words", true, err))
		return false;
	return (int64_t)l->count == r->items ||
	       err_set(err, ERR_REFUSED, "the decision is about another list");
}

static bool
may_begin(const struct stored_approval *approval, const struct redaction *r, struct err *err)
{
	if (approval->state != APPROVAL_CONSUMED)
		return err_set(err, ERR_REFUSED, "two people have not approved it: it is %s",
		    approval_state_name(approval->state));
	return (str_is(approval->asked.kind, "redaction") &&
		   strcmp(approval->subject_sha256, r->subject_sha256) == 0) ||
	       err_set(err, ERR_REFUSED, "the approval is for something else");
}

bool
redaction_is_decided(struct store *s, struct arena *a, const struct redaction *r,
    struct redaction_items *items, struct err *err)
{
	struct stored_approval approval;

	*items = (struct redaction_items){.count = 0};
	return approvals_get(s, a, r->approval, &approval, err) && may_begin(&approval, r, err) &&
	       asks_for_two(&approval.asked, err) && votes_hold(s, a, r, &approval, err) &&
	       read_subject(s, a, r, items, err);
}
