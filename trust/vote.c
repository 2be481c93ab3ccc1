/* SPDX-License-Identifier: MIT */
#include "statement.h"

/* The predicate of a vote; its decision is a word there, its run and digest are the
 * statement's subject. */
struct vote_record {
	struct vote vote;
	struct str decision;
};

#define AT(member) offsetof(struct vote_record, member)

FORM(vote_form, struct vote_record, {.name = "approval", .kind = FIELD_ID, .at = AT(vote.approval)},
    {.name = "decision", .kind = FIELD_ID, .at = AT(decision)},
    MEMBER_TEXTS(
	"displayed", FIELD_DIGESTS, struct vote_record, vote.displayed, vote.displayed_count),
    {.name = "expires_us", .kind = FIELD_NUMBER, .at = AT(vote.expires_us)},
    {.name = "kind", .kind = FIELD_ID, .at = AT(vote.kind)},
    {.name = "meaning", .kind = FIELD_ID, .at = AT(vote.meaning)},
    {.name = "need", .kind = FIELD_ID, .at = AT(vote.need)},
    {.name = "nonce", .kind = FIELD_ID, .at = AT(vote.nonce)},
    {.name = "on_behalf", .kind = FIELD_TEXT, .at = AT(vote.on_behalf)},
    {.name = "printed_name", .kind = FIELD_ID, .at = AT(vote.printed_name)},
    {.name = "reason", .kind = FIELD_TEXT, .at = AT(vote.reason)},
    {.name = "round", .kind = FIELD_NUMBER, .at = AT(vote.round)},
    {.name = "rule_sha256", .kind = FIELD_DIGEST, .at = AT(vote.rule_sha256)},
    {.name = "ticket", .kind = FIELD_TEXT, .at = AT(vote.ticket)},
    {.name = "voted_us", .kind = FIELD_NUMBER, .at = AT(vote.voted_us)},
    {.name = "voter", .kind = FIELD_ID, .at = AT(vote.voter)});

static const char *const decision_names[] = {
    [VOTE_NONE] = "none",
    [VOTE_APPROVE] = "approve",
    [VOTE_REJECT] = "reject",
    [VOTE_REQUEST_CHANGES] = "request_changes",
    [VOTE_ABSTAIN] = "abstain",
};

const char *
vote_decision_name(enum vote_decision d)
{
	return (size_t)d < ARRAY_LENGTH(decision_names) ? decision_names[d] : decision_names[0];
}

static enum vote_decision
find_decision(struct str name)
{
	for (size_t i = VOTE_APPROVE; i < ARRAY_LENGTH(decision_names); i++)
		if (str_is(name, decision_names[i]))
			return (enum vote_decision)i;
	return VOTE_NONE;
}

bool
vote_statement(struct arena *a, const struct vote *v, struct str *out, struct err *err)
{
	struct vote_record record = {*v, str_from(vote_decision_name(v->decision))};
	struct statement s = {.subject = v->run, .type = VOTE_PREDICATE_TYPE, .form = &vote_form};

	if (find_decision(record.decision) == VOTE_NONE)
		return err_set(err, ERR_INPUT, "a vote must decide something");
	memcpy(s.sha256, v->subject_sha256, sizeof(s.sha256));
	return statement_write(a, &s, &record, out, err) || err_wrap(err, "the vote");
}

static bool
read_vote(struct arena *a, struct str statement, struct vote *out, struct err *err)
{
	struct statement s = {.type = VOTE_PREDICATE_TYPE, .form = &vote_form};
	struct vote_record record = {.decision = STR("")};
	struct str again;

	if (!statement_read(a, statement, &s, &record, err))
		return false;
	record.vote.run = s.subject;
	memcpy(record.vote.subject_sha256, s.sha256, sizeof(s.sha256));
	record.vote.decision = find_decision(record.decision);
	if (record.vote.decision == VOTE_NONE)
		return err_set(err, ERR_INPUT,
		    "'decision' must be approve, reject, request_changes or abstain");
	if (!vote_statement(a, &record.vote, &again, err))
		return false;
	if (!str_eq(again, statement))
		return err_set(err, ERR_INPUT, "its form is not that of a vote");
	*out = record.vote;
	return true;
}

bool
vote_read(struct arena *a, struct str statement, struct vote *out, struct err *err)
{
	*out = (struct vote){.decision = VOTE_NONE};
	return read_vote(a, statement, out, err) || err_wrap(err, "the vote can't be read");
}
