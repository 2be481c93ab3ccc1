/* SPDX-License-Identifier: MIT */
/* The same page for a program. */
#include "approver.h"
#include "request_sign.h"

#include "record.h"

#define VOTE struct stored_vote
FORM(vote_form, VOTE, MEMBER_AS("vote", VOTE, id), MEMBER(VOTE, voter), MEMBER(VOTE, need),
    MEMBER(VOTE, on_behalf), MEMBER_WORD("decision", VOTE, decision, vote_decision_name, NULL),
    MEMBER(VOTE, reason), MEMBER(VOTE, ticket), MEMBER(VOTE, voted_us),
    MEMBER_OF("withdrawn", FIELD_SET, VOTE, withdrawn_us), MEMBER(VOTE, envelope_sha256));

#define COMMENT struct stored_comment
FORM(comment_form, COMMENT, MEMBER_AS("comment", COMMENT, id), MEMBER(COMMENT, author),
    MEMBER(COMMENT, body), MEMBER(COMMENT, line_from), MEMBER(COMMENT, line_to),
    MEMBER(COMMENT, must_resolve), MEMBER_OF("resolved", FIELD_SET, COMMENT, resolved_us),
    MEMBER(COMMENT, created_us));

static void
put_said(const struct call *w, const struct question *q, struct json_writer *j)
{
	const struct stored_approval *a = &q->approval;
	bool shows = question_shows_votes(w, q);

	json_put_bool(j, "votes_hidden", !shows);
	record_put_list(j, "votes", &vote_form, a->votes, shows ? a->vote_count : 0);
	record_put_list(j, "comments", &comment_form, a->comments, a->comment_count);
}

void
question_json(const struct call *w, const struct question *q, struct json_writer *j)
{
	const struct stored_approval *a = &q->approval;
	struct request_told told;

	request_look(w->a, &w->place, &q->run, &told);
	json_object(j);
	json_put_text(j, "approval", a->id);
	json_put_text(j, "run", a->run);
	request_json(&told, a->asked.solo, j);
	json_put_text(j, "state", approval_state_name(a->state));
	json_put_str(j, "goal", q->goal);
	json_put_text(j, "subject_sha256", a->subject_sha256);
	json_put_text(j, "words", q->words);
	json_name(j, "rule");
	json_raw(j, a->rule);
	json_put_text(j, "rule_sha256", a->rule_sha256);
	json_name(j, "subject");
	json_raw(j, q->subject);
	if (q->about_code) {
		json_put_str(j, "code", q->code);
		json_name(j, "findings");
		json_raw(j, q->findings);
	}
	json_put_number(j, "decided_us", a->decided_us);
	json_put_number(j, "use_until_us", a->use_until_us);
	put_said(w, q, j);
	json_end_object(j);
}
