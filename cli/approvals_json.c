/* SPDX-License-Identifier: MIT */
/* The same page for a program. */
#include "approver.h"
#include "request_sign.h"

static void
put_vote(struct json_writer *j, const struct stored_vote *v)
{
	json_object(j);
	json_put_text(j, "vote", v->id);
	json_put_str(j, "voter", v->voter);
	json_put_str(j, "need", v->need);
	json_put_str(j, "on_behalf", v->on_behalf);
	json_put_text(j, "decision", vote_decision_name(v->decision));
	json_put_str(j, "reason", v->reason);
	json_put_str(j, "ticket", v->ticket);
	json_put_number(j, "voted_us", v->voted_us);
	json_put_bool(j, "withdrawn", v->withdrawn_us != 0);
	json_put_text(j, "envelope_sha256", v->envelope_sha256);
	json_end_object(j);
}

static void
put_comment(struct json_writer *j, const struct stored_comment *c)
{
	json_object(j);
	json_put_text(j, "comment", c->id);
	json_put_str(j, "author", c->author);
	json_put_str(j, "body", c->body);
	json_put_number(j, "line_from", c->line_from);
	json_put_number(j, "line_to", c->line_to);
	json_put_bool(j, "must_resolve", c->must_resolve);
	json_put_bool(j, "resolved", c->resolved_us != 0);
	json_put_number(j, "created_us", c->created_us);
	json_end_object(j);
}

static void
put_said(const struct call *w, const struct question *q, struct json_writer *j)
{
	const struct stored_approval *a = &q->approval;
	bool shows = question_shows_votes(w, q);

	json_put_bool(j, "votes_hidden", !shows);
	json_open_array(j, "votes");
	for (size_t i = 0; shows && i < a->vote_count; i++)
		put_vote(j, &a->votes[i]);
	json_end_array(j);
	json_open_array(j, "comments");
	for (size_t i = 0; i < a->comment_count; i++)
		put_comment(j, &a->comments[i]);
	json_end_array(j);
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
