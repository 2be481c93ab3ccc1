/* SPDX-License-Identifier: MIT */
#include "vote_draft.h"

#define DISPLAYED_MAX 6

static const struct answer {
	const char *name, *meaning;
	enum vote_decision decision;
} ANSWERS[] = {
    {"approve", "I have read what this is and what it is given, and I allow it once, as it is.",
	VOTE_APPROVE},
    {"reject", "I have read what this is, and I do not allow it.", VOTE_REJECT},
    {"request-changes", "I do not allow this until what I ask for is changed.",
	VOTE_REQUEST_CHANGES},
    {"abstain", "I take no part in this decision.", VOTE_ABSTAIN},
    {"break-glass",
	"This is an emergency. I allow this once, alone, and answer for it in a review.",
	VOTE_APPROVE},
};

/* The meaning of an approval, by its kind. */
static const struct {
	const char *kind, *meaning;
} APPROVED[] = {
    {"exception", "I have read what this exception lets through and until when, and I allow it."},
    {"redaction", "I have read what shall be erased and why, and I have it erased, for good."},
    {"release_output", "I have read what came out, and I allow its release, once, as it is."},
};

static const struct answer *
answer_of(const char *name)
{
	for (size_t i = 0; i < ARRAY_LENGTH(ANSWERS); i++)
		if (strcmp(ANSWERS[i].name, name) == 0)
			return &ANSWERS[i];
	return NULL;
}

struct str
vote_meaning(const struct question *q, const char *answer)
{
	const struct answer *a = answer_of(answer);

	for (size_t i = 0; i < ARRAY_LENGTH(APPROVED); i++)
		if (strcmp(answer, "approve") == 0 &&
		    str_is(q->approval.asked.kind, APPROVED[i].kind))
			return str_from(APPROVED[i].meaning);
	return str_from(a ? a->meaning : NULL);
}

static bool
fills(const struct stored_approval *a, const struct approval_need *need, const struct person *p,
    int64_t now_us)
{
	struct str scope = str_is(need->scope, "*") ? a->asked.scope : need->scope;

	return p && person_holds(p, need->role, scope, now_us);
}

static bool
has_a_part(const struct approval_rule *r, struct str id)
{
	if (r->solo)
		return false;
	for (size_t i = 0; i < r->author_count; i++)
		if (str_eq(r->authors[i], id))
			return true;
	return str_eq(r->requester, id);
}

bool
vote_could(const struct stored_approval *a, const struct approval_need *need,
    const struct person *p, int64_t now_us)
{
	return fills(a, need, p, now_us) && !has_a_part(&a->asked, p->id);
}

static bool
choose_need(const struct trust *t, const struct question *q, const struct vote_wish *wish,
    struct str *out, struct err *err)
{
	const struct approval_rule *rule = &q->approval.asked;
	const struct person *p =
	    wish->on_behalf ? trust_person(t, str_from(wish->on_behalf)) : wish->voter;

	for (size_t i = 0; i < rule->need_count; i++) {
		const struct approval_need *need = &rule->needs[i];
		if (wish->need ? !str_is(need->name, wish->need)
			       : !fills(&q->approval, need, p, wish->now_us))
			continue;
		*out = need->name;
		return true;
	}
	if (wish->need)
		return err_set(err, ERR_USAGE, "the rule has no need '%s'", wish->need);
	err_set(err, ERR_REFUSED, "'%.*s' holds no role that this rule asks for",
	    STR_ARG(wish->on_behalf ? str_from(wish->on_behalf) : wish->voter->id));
	return err_help(err, "`sluice trust show` lists who has which role");
}

/* The digests of what question_read has read and hashed. */
static size_t
displayed(const struct question *q, struct str out[DISPLAYED_MAX])
{
	static const char *const NAMES[] = {"code", "task", "findings", "output"};
	const struct json_doc *d = &q->subject_doc;
	size_t count = 0;

	for (size_t i = 0; i < ARRAY_LENGTH(NAMES); i++) {
		struct str sha256 = json_get_text(d, json_root(d), NAMES[i], STR(""));
		if (sha256.n == DIGEST_HEX_BYTES - 1)
			out[count++] = sha256;
	}
	if (q->plan.n > 0)
		out[count++] = str_from(q->run.plan_sha256);
	return count;
}

bool
vote_draft(struct arena *a, const struct trust *t, const struct question *q,
    const struct vote_wish *wish, struct vote *out, struct err *err)
{
	const struct stored_approval *p = &q->approval;
	struct str *shown = arena_array(a, DISPLAYED_MAX, sizeof(*shown));
	const struct answer *answer = answer_of(wish->answer);

	if (!shown)
		return err_memory(err);
	if (!answer)
		return err_set(err, ERR_USAGE, "'%.40s' is not a possible answer", wish->answer);
	*out = (struct vote){.approval = p->asked.approval,
	    .run = p->asked.run,
	    .nonce = p->asked.nonce,
	    .kind = p->asked.kind,
	    .round = p->asked.round,
	    .voter = wish->voter->id,
	    .printed_name = wish->voter->name,
	    .on_behalf = str_from(wish->on_behalf),
	    .decision = answer->decision,
	    .meaning = vote_meaning(q, wish->answer),
	    .reason = wish->reason,
	    .ticket = wish->ticket,
	    .voted_us = wish->now_us,
	    .expires_us = p->asked.decide_by_us,
	    .displayed = shown,
	    .displayed_count = displayed(q, shown)};
	memcpy(out->subject_sha256, p->subject_sha256, sizeof(out->subject_sha256));
	memcpy(out->rule_sha256, p->rule_sha256, sizeof(out->rule_sha256));
	return choose_need(t, q, wish, &out->need, err);
}
