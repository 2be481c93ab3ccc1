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

/* One that was begun goes on, though the time to use the decision is over by now. */
static bool
votes_hold(struct store *s, struct arena *a, const struct redaction *r,
    const struct stored_approval *approval, struct err *err)
{
	int64_t now_us = r->begun_us != 0 ? r->begun_us : store_now_us(s);
	struct evidence e;

	return approvals_evidence(s, a, approval, &e, err) &&
	       (evidence_holds(a, s->trust, &e, now_us, 0, err) ||
		   err_wrap(err, "the votes for the redaction"));
}

#define LIST(as, items, counter)                                                                   \
	{                                                                                          \
		.name = (as), .kind = FIELD_DIGESTS,                                               \
		.at = offsetof(struct redaction_subject, items),                                   \
		.count_at = offsetof(struct redaction_subject, counter),                           \
		.most = REDACTION_ITEMS_MAX                                                        \
	}
#define M(member) MEMBER(struct redaction_subject, member)
FORM(subject_form, struct redaction_subject, LIST("contents", contents, content_count),
    M(proposed_by), M(reason), M(redaction), M(run), {.name = "v", .kind = FIELD_VERSION},
    LIST("words", words, word_count));
const struct form *const redaction_subject_form = &subject_form;

static void
take_items(struct redaction_items *l, const struct str *digests, size_t count, bool words)
{
	for (size_t i = 0; i < count; i++) {
		struct redaction_item *one = &l->items[l->count++];
		*one = (struct redaction_item){.words = words};
		memcpy(one->sha256, digests[i].p, digests[i].n);
	}
}

static bool
read_subject(struct store *s, struct arena *a, const struct redaction *r, struct redaction_items *l,
    struct err *err)
{
	struct redaction_subject said;
	struct str text;
	struct json_doc d;

	if (!content_get(s, a, r->subject_sha256, &text, err) ||
	    !json_parse_canonical(a, text, "the redaction", &JSON_LIMITS, &d, err) ||
	    !record_read(a, &d, json_root(&d), &subject_form, &said, err))
		return false;
	if (!str_is(said.redaction, r->id) || !str_is(said.run, r->run))
		return err_set(err, ERR_REFUSED, "the decision is about another redaction");
	if ((int64_t)(said.content_count + said.word_count) != r->items)
		return err_set(err, ERR_REFUSED, "the decision is about another list");
	l->items = arena_array(a, said.content_count + said.word_count + 1, sizeof(*l->items));
	if (!l->items)
		return err_memory(err);
	take_items(l, said.contents, said.content_count, false);
	take_items(l, said.words, said.word_count, true);
	return true;
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
