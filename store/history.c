/* SPDX-License-Identifier: MIT */
#include "ledger_parts.h"
#include "parts.h"

#include <stdio.h>

#define STEPS_MAX 100000

/* The first `max` bytes at most, without half a character at the end. */
static struct str
cut(struct str s, size_t max)
{
	if (s.n <= max)
		return s;
	while (max > 0 && ((unsigned char)s.p[max] & 0xc0) == 0x80)
		max--;
	return str_slice(s, 0, max);
}

bool
history_write(struct db *db, const struct history_line *line, struct err *err)
{
	return db_change(db,
	    "INSERT INTO run_step (run_id, seq, at_us, actor, src, dst, note, sha256) "
	    "SELECT $1, COALESCE(max(seq), 0) + 1, now_us(), $2, $3, $4, $5, $6 "
	    "FROM run_step WHERE run_id = $1",
	    VALUES(db_zero(line->run), db_zero(line->actor),
		db_text(str_from(run_state_name(line->from))),
		db_text(str_from(run_state_name(line->to))),
		db_text(cut(line->note, HISTORY_NOTE_BYTES)), db_zero(line->sha256)),
	    NULL, err);
}

static const enum event_kind KIND_OF_STATE[STATE_COUNT] = {
    [STATE_RECEIVED] = EVENT_RUN_SUBMITTED,
    [STATE_PLANNED] = EVENT_RUN_PLANNED,
    [STATE_GENERATED] = EVENT_RUN_GENERATED,
    [STATE_CHECKED] = EVENT_RUN_CHECKED,
    [STATE_AWAITING_APPROVAL] = EVENT_RUN_WAITING,
    [STATE_APPROVED] = EVENT_RUN_APPROVED,
    [STATE_RUNNING] = EVENT_RUN_STARTED,
    [STATE_RAN] = EVENT_RUN_RAN,
    [STATE_VALIDATED] = EVENT_RUN_VALIDATED,
    [STATE_ANSWERED] = EVENT_RUN_ANSWERED,
    [STATE_REFUSED] = EVENT_RUN_REFUSED,
    [STATE_REJECTED] = EVENT_RUN_REJECTED,
    [STATE_FAILED] = EVENT_RUN_FAILED,
    [STATE_EXPIRED] = EVENT_RUN_EXPIRED,
    [STATE_CANCELLED] = EVENT_RUN_CANCELLED,
    [STATE_HALTED] = EVENT_RUN_HALTED,
    [STATE_QUARANTINED] = EVENT_RUN_QUARANTINED,
};

static const char *
word_of(enum run_state from)
{
	return from == STATE_NONE ? "none" : run_state_name(from);
}

bool
history_add_step(struct db *db, const struct history_line *line, const struct history_step *step,
    struct err *err)
{
	const struct run_change *c = step->change;
	const struct event_value values[] = {
	    {.name = "authors", .items = c->authors, .count = c->author_count},
	    {.name = "code", .text = str_from(c->code_sha256)},
	    {.name = "exit_code", .number = c->exit_code},
	    {.name = "findings", .text = str_from(c->findings_sha256)},
	    {.name = "from", .text = str_from(word_of(line->from))},
	    {.name = "note", .text = cut(line->note, HISTORY_NOTE_BYTES)},
	    {.name = "output", .text = str_from(c->output_sha256)},
	    {.name = "plan", .text = str_from(c->plan_sha256)},
	    {.name = "policy", .text = str_from(c->policy_sha256)},
	    {.name = "receipt", .text = str_from(c->receipt_sha256)},
	    {.name = "record", .text = str_from(c->record_sha256)},
	    {.name = "result", .text = str_from(c->result_sha256)},
	    {.name = "revision", .number = step->revision},
	    {.name = "subject", .text = str_from(c->subject_sha256)},
	    {.name = "token", .number = step->token},
	    {.name = "verdict", .text = str_from(c->verdict)},
	    {.name = "violations", .number = c->violations},
	};
	const struct event_note note = {.kind = KIND_OF_STATE[line->to],
	    .actor = line->actor,
	    .run = line->run,
	    .values = values,
	    .count = ARRAY_LENGTH(values)};

	return history_write(db, line, err) && ledger_note(db, &note, err);
}

bool
history_add(struct db *db, const struct history_line *line, struct err *err)
{
	bool refused = str_starts(line->note, STR("refused: "));
	bool same = line->from == line->to;
	const struct event_value values[] = {
	    {.name = "from", .text = str_from(word_of(line->from))},
	    {.name = "note", .text = cut(line->note, HISTORY_NOTE_BYTES)},
	    {.name = "task", .text = same ? STR("") : str_from(line->sha256)},
	};
	const struct event_note note = {.kind = !same     ? KIND_OF_STATE[line->to]
						: refused ? EVENT_RUN_DENIED
							  : EVENT_RUN_NOTED,
	    .actor = line->actor,
	    .run = line->run,
	    .values = values,
	    .count = ARRAY_LENGTH(values)};

	return history_write(db, line, err) && ledger_note(db, &note, err);
}

/* -- refused attempts ------------------------------------------------------------------------ */

static bool
add_refusal(struct db *db, void *context, struct err *err)
{
	const struct refusal *r = context;
	struct run_head head;

	return run_lock(db, r->run, &head, err) &&
	       history_add(db,
		   &(struct history_line){
		       head.id, r->actor, head.state, head.state, str_from(r->note), NULL},
		   err);
}

void
refusal_write(struct store *s)
{
	struct err ignored;

	if (s->refusal.run[0] && !s->db->in_transaction) {
		db_do(s->db, add_refusal, &s->refusal, &ignored);
		s->refusal.run[0] = '\0';
	}
}

void
refusal_note(
    struct store *s, const char *run, const char *actor, const char *wish, const struct err *why)
{
	struct refusal *r = &s->refusal;

	snprintf(r->run, sizeof(r->run), "%s", run);
	snprintf(r->actor, sizeof(r->actor), "%s", actor);
	snprintf(r->note, sizeof(r->note), "refused: %s: %s", wish, why->message);
	refusal_write(s);
}

/* -- reading --------------------------------------------------------------------------------- */

#define M(member) MEMBER(struct run_step, member)
FORM(step_form, struct run_step, M(seq), M(at_us), M(actor), M(from), M(to), M(note), M(sha256));

bool
runs_history(struct store *s, struct arena *a, const char *id, struct run_step **out, size_t *count,
    struct err *err)
{
	return db_list(s->db, a,
		   "SELECT seq, at_us, actor, src, dst, note, sha256 FROM run_step WHERE run_id = "
		   "$1 ORDER BY seq LIMIT $2",
		   VALUES(db_zero(id), db_int(STEPS_MAX)), &step_form, out, count, err) &&
	       (*count > 0 || run_unknown(id, err));
}
