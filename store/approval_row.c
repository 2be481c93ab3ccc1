/* SPDX-License-Identifier: MIT */
#include "approval.h"
#include "ledger_parts.h"

static const char *const STATE_NAMES[] = {
    [APPROVAL_NONE] = "none",
    [APPROVAL_PENDING] = "pending",
    [APPROVAL_CHANGES_REQUESTED] = "changes_requested",
    [APPROVAL_APPROVED] = "approved",
    [APPROVAL_REJECTED] = "rejected",
    [APPROVAL_EXPIRED] = "expired",
    [APPROVAL_SUPERSEDED] = "superseded",
    [APPROVAL_WITHDRAWN] = "withdrawn",
    [APPROVAL_CONSUMED] = "consumed",
    [APPROVAL_REVOKED] = "revoked",
};

const char *
approval_state_name(enum approval_state s)
{
	return (size_t)s < ARRAY_LENGTH(STATE_NAMES) ? STATE_NAMES[s] : STATE_NAMES[0];
}

enum approval_state
approval_state_of(struct str name)
{
	for (size_t i = 1; i < ARRAY_LENGTH(STATE_NAMES); i++)
		if (str_is(name, STATE_NAMES[i]))
			return (enum approval_state)i;
	return APPROVAL_NONE;
}

bool
approval_must_be_open(const struct approval_row *r, struct err *err)
{
	return r->state == APPROVAL_PENDING || r->state == APPROVAL_CHANGES_REQUESTED ||
	       err_set(err, ERR_REFUSED, "the approval is not open: it is %s",
		   approval_state_name(r->state));
}

bool
approval_moves_run(const struct approval_row *r)
{
	return approval_kind_moves_run(r->kind);
}

bool
database_now(struct db *db, int64_t *now_us, struct err *err)
{
	return db_number(db, "SELECT now_us()", NULL, 0, 0, now_us, err);
}

struct names { /* of an approval and its run */
	char approval[STORE_ID_BYTES], run[STORE_ID_BYTES];
};

FORM(names_form, struct names, MEMBER(struct names, approval), MEMBER(struct names, run));

/* Of a run's: the one that may be used, else the one that waits, else the newest; one that was
 * superseded, or is about an exception, only where there is no other. */
static bool
find(struct db *db, const char *id, struct names *out, struct err *err)
{
	*out = (struct names){.run = ""};
	if (!db_item(db, NULL,
		"SELECT id, run_id FROM approval WHERE id = $1 OR run_id = $1 ORDER BY"
		" CASE WHEN kind IN ('exception', 'redaction') THEN 1 ELSE 0 END, CASE state WHEN "
		"'approved' THEN 0"
		" WHEN 'pending' THEN 1 WHEN 'changes_requested' THEN 1 WHEN 'superseded' THEN 3"
		" ELSE 2 END, CASE kind WHEN 'break_glass' THEN 1 ELSE 0 END, opened_us DESC,"
		" id DESC LIMIT 1",
		VALUES(db_text(str_from(id))), &names_form, out, NULL, err))
		return false;
	if (out->approval[0])
		return true;
	err_set(err, ERR_INPUT, "there is no approval '%.60s'", id);
	return err_help(err, "`sluice approvals list` lists those that wait");
}

bool
approval_find(struct db *db, const char *id, char approval[STORE_ID_BYTES], struct err *err)
{
	struct names names;
	bool found = find(db, id, &names, err);

	memcpy(approval, names.approval, STORE_ID_BYTES);
	return found;
}

#define M(member) MEMBER(struct approval_row, member)
#define STATE(type) MEMBER_WORD("state", type, state, approval_state_name, approval_state_of)
FORM(row_form, struct approval_row, M(id), M(run_id), M(rule_sha256), M(subject_sha256),
    M(requester), M(kind), M(rule), M(scope), STATE(struct approval_row), M(use_until_us),
    M(consumed_token));

bool
approval_lock(
    struct db *db, struct arena *a, const char *id, struct approval_row *out, struct err *err)
{
	struct names names;

	*out = (struct approval_row){.state = APPROVAL_NONE};
	return find(db, id, &names, err) && run_lock(db, names.run, &out->run, err) &&
	       db_item(db, a,
		   "SELECT id, run_id, rule_sha256, subject_sha256, requester_id, kind, rule, "
		   "scope,"
		   " state, use_until_us, consumed_token FROM approval WHERE id = $1 FOR UPDATE",
		   VALUES(db_zero(names.approval)), &row_form, out, NULL, err);
}

static const enum event_kind KIND_OF_STATE[] = {
    [APPROVAL_PENDING] = EVENT_APPROVAL_REOPENED,
    [APPROVAL_CHANGES_REQUESTED] = EVENT_APPROVAL_CHANGES,
    [APPROVAL_APPROVED] = EVENT_APPROVAL_GRANTED,
    [APPROVAL_REJECTED] = EVENT_APPROVAL_REFUSED,
    [APPROVAL_EXPIRED] = EVENT_APPROVAL_OVER,
    [APPROVAL_SUPERSEDED] = EVENT_APPROVAL_REPLACED,
    [APPROVAL_WITHDRAWN] = EVENT_APPROVAL_WITHDRAWN,
    [APPROVAL_CONSUMED] = EVENT_APPROVAL_USED,
    [APPROVAL_REVOKED] = EVENT_APPROVAL_REVOKED,
};

struct moved {
	char run[STORE_ID_BYTES], subject[DIGEST_HEX_BYTES];
	enum approval_state state;
};

FORM(moved_form, struct moved, MEMBER(struct moved, run), MEMBER(struct moved, subject),
    STATE(struct moved));

bool
approval_moved(
    struct db *db, const char *id, const char *actor, enum approval_state from, struct err *err)
{
	struct moved m;
	bool found;

	if (!db_item(db, NULL, "SELECT run_id, subject_sha256, state FROM approval WHERE id = $1",
		VALUES(db_zero(id)), &moved_form, &m, &found, err))
		return false;
	if (!found)
		return err_set(err, ERR_INTERNAL, "the approval '%s' is gone", id);
	return ledger_note(db,
	    &(struct event_note){.kind = KIND_OF_STATE[m.state],
		.actor = actor,
		.run = m.run,
		.approval = id,
		EVENT_VALUES({.name = "from", .text = str_from(approval_state_name(from))},
		    {.name = "subject", .text = str_from(m.subject)})},
	    err);
}

bool
approval_move(struct db *db, const struct approval_row *r, const char *actor,
    enum approval_state to, struct err *err)
{
	return db_change_one(db, "UPDATE approval SET state = $1 WHERE id = $2 AND state = $3",
		   VALUES(db_zero(approval_state_name(to)), db_zero(r->id),
		       db_zero(approval_state_name(r->state))),
		   ERR_REFUSED, "the approval's state has changed", err) &&
	       approval_moved(db, r->id, actor, r->state, err);
}

bool
approval_note(struct db *db, const struct approval_row *r, const char *actor, struct str note,
    const char *sha256, struct err *err)
{
	const struct history_line line = {.run = r->run_id,
	    .actor = actor,
	    .from = r->run.state,
	    .to = r->run.state,
	    .note = note,
	    .sha256 = sha256};

	return history_write(db, &line, err);
}

void
approval_note_refusal(struct store *s, const char *id, const char *what, const struct err *why)
{
	struct names names;
	struct err ignored;

	if (why->code == ERR_REFUSED && find(s->db, id, &names, &ignored))
		refusal_note(s, names.run, "store", what, why);
}
