/* SPDX-License-Identifier: MIT */
/*
 * api_approvals.c: what waits for people. Nothing here decides: a vote comes in as the envelope
 * that its voter signed, and is judged as one that the command line brings.
 */
#include "question.h"
#include "routes.h"
#include "serving.h"

#include "record.h"

#define LIST_USUAL 50
#define LIST_MAX 200

#define APPROVAL struct stored_approval
#define TIME_OR_NULL(as, member)                                                                   \
	{                                                                                          \
		.name = (as), .kind = FIELD_TIME, .or_null = true,                                 \
		.at = offsetof(APPROVAL, member)                                                   \
	}
FORM(head_form, APPROVAL, MEMBER_AS("approval_id", APPROVAL, id),
    MEMBER_AS("run_id", APPROVAL, run),
    MEMBER_WORD("state", APPROVAL, state, approval_state_name, NULL),
    MEMBER_AS("kind", APPROVAL, asked.kind), MEMBER_AS("requester", APPROVAL, asked.requester),
    MEMBER_AS("policy", APPROVAL, asked.scope), MEMBER_AS("round", APPROVAL, asked.round),
    TIME_OR_NULL("opened", asked.opened_us), TIME_OR_NULL("decide_by", asked.decide_by_us),
    TIME_OR_NULL("use_until", use_until_us), MEMBER(APPROVAL, subject_sha256),
    MEMBER(APPROVAL, rule_sha256));

static bool
fill_filter(struct request *r, struct approval_filter *f, struct err *err)
{
	const char *state = request_query(r, "state");

	*f = (struct approval_filter){.run = request_query(r, "run"),
	    .for_person = request_query(r, "for"),
	    .state = state ? approval_state_of(str_from(state)) : APPROVAL_PENDING};
	if (!request_limit(r, LIST_USUAL, LIST_MAX, &f->limit, err))
		return false;
	return f->state != APPROVAL_NONE ||
	       err_set(err, ERR_USAGE, "'%.40s' is not a state of an approval", state);
}

bool
approvals_list_http(struct request *r, struct answer *out, struct err *err)
{
	struct store *s = request_store(r, err);
	struct stored_approval *list;
	struct approval_filter filter;
	struct json_writer w;
	size_t count;

	if (!s || !fill_filter(r, &filter, err) ||
	    !approvals_list(s, r->a, &filter, &list, &count, err))
		return false;
	answer_json(out, &w);
	record_put_list(&w, "approvals", &head_form, list, count);
	return answer_json_end(out, &w);
}

bool
request_question(struct request *r, struct answer *out, struct question *q, struct err *err)
{
	struct store *s;
	char *id;

	if (!request_named(r, &s, &id, err))
		return false;
	if (question_read(s, r->a, id, q, err))
		return true;
	return err->code == ERR_INPUT ? answer_missing(out, err, "approval", r->parts[0]) : false;
}

/* Votes are left out: a rule may hide them from who has not voted, and a token votes for nobody. */
bool
approvals_show_http(struct request *r, struct answer *out, struct err *err)
{
	struct json_writer w;
	struct question q;

	if (!request_question(r, out, &q, err))
		return false;
	answer_json(out, &w);
	record_put(&w, &head_form, &q.approval);
	json_format(
	    &w, "rule: =%.*s, subject: =%.*s", STR_ARG(q.approval.rule), STR_ARG(q.subject));
	if (str_is(q.approval.asked.kind, "execute"))
		json_format(
		    &w, "code: %.*s, findings: =%.*s", STR_ARG(q.code), STR_ARG(q.findings));
	return answer_json_end(out, &w);
}

/* The vote names its approval itself; one for another is not taken at this path. */
static bool
is_about(struct request *r, const char *approval, struct err *err)
{
	struct envelope envelope;
	struct vote vote;

	if (!envelope_read(r->a, r->body, &envelope, err) ||
	    !vote_read(r->a, envelope.payload, &vote, err))
		return false;
	return str_is(vote.approval, approval) ||
	       err_set(err, ERR_REFUSED, "the vote is about another approval");
}

bool
approvals_vote_http(struct request *r, struct answer *out, struct err *err)
{
	enum approval_state now;
	struct json_writer w;
	struct question q;

	if (!request_question(r, out, &q, err))
		return false;
	if (!r->trust)
		return err_set(
		    err, ERR_REFUSED, "the service has no trust file, so it accepts no votes");
	if (!is_about(r, q.approval.id, err) ||
	    !approvals_vote(request_store(r, err), r->a, r->trust, r->body, &now, err))
		return false;
	answer_json(out, &w);
	json_format(&w, "approval_id: %s, state: %s", q.approval.id, approval_state_name(now));
	return answer_json_end(out, &w);
}
