/* SPDX-License-Identifier: MIT */
/*
 * break_glass.c: an emergency, in which one person decides instead of several.
 *
 * It is a separate approval next to the waiting one. Its only need is the policy's emergency role,
 * so the code that verifies a quorum also verifies it. It reduces only the number of people. A
 * denial stays a denial, and a halted store stays halted. The person must have the emergency
 * reviewed before declaring another.
 */
#include "acts.h"
#include "approval.h"
#include "ledger_parts.h"

#define MINUTES_15_US (INT64_C(15) * 60 * 1000000)
#define DAY_US (INT64_C(86400) * 1000000)
#define REASON_MIN 30
#define INCIDENT_MIN 3

struct emergency {
	struct arena *a;
	const struct trust *t;
	struct vote_entry entry;
	const char *approval, *actor, *incident;
	const struct approval_need *need;
	char id[STORE_ID_BYTES];
};

static bool
open_rule(struct arena *a, const struct approval_row *r, const struct approval_need *need,
    struct approval_rule *out, struct err *err)
{
	if (!approval_rule_read(a, r->rule, out, err))
		return false;
	out->kind = STR("break_glass");
	out->needs = need;
	out->need_count = 1;
	out->ticket = STR("");
	out->blind = false;
	out->decide_by_us = out->remind_us = out->use_for_us = MINUTES_15_US;
	if (out->reason_min < REASON_MIN)
		out->reason_min = REASON_MIN;
	return true;
}

static bool
open_work(struct db *db, void *context, struct err *err)
{
	struct emergency *g = context;
	struct approval_rule rule;
	struct approval_row r;

	if (!approval_lock(db, g->a, g->approval, &r, err) || !approval_must_be_open(&r, err))
		return false;
	if (!str_is(r.kind, "execute"))
		return err_set(err, ERR_REFUSED,
		    "an emergency can only be declared for code that waits to run");
	return open_rule(g->a, &r, g->need, &rule, err) &&
	       approval_open(db, g->t, r.run_id, &rule, r.subject_sha256, g->id, err) &&
	       outbox_add(db, "opened", g->id, err) &&
	       approval_note(db, &r, g->actor, STR("an emergency was declared"), NULL, err);
}

bool
break_glass_open(struct store *s, const char *approval, const char *actor,
    const struct approval_need *need, char id[STORE_ID_BYTES], struct err *err)
{
	struct emergency g = {.t = s->trust, .approval = approval, .actor = actor, .need = need};

	id[0] = '\0';
	if (!str_is(need->role, BREAK_GLASS_ROLE) || need->n != 1)
		return err_set(err, ERR_REFUSED,
		    "an emergency is decided by one person with the role '" BREAK_GLASS_ROLE "'");
	g.a = arena_new(APPROVAL_ARENA_BYTES);
	if (!g.a)
		return err_memory(err);
	bool good = db_do(s->db, open_work, &g, err);
	arena_free(g.a);
	if (good)
		memcpy(id, g.id, sizeof(g.id));
	return good;
}

static bool
nothing_denied(struct db *db, const struct approval_row *r, struct err *err)
{
	return db_some(db, "SELECT 1 FROM run WHERE id = $1 AND verdict = 'escalate'",
	    VALUES(db_zero(r->run_id)), err, ERR_REFUSED,
	    "nobody can approve what the policy denies");
}

/* A review counts by the act of another person than `invoker`, whatever its row says. */
static bool
was_reviewed(struct db *db, const struct trust *t, struct arena *a, const char *approval,
    const char *invoker, bool *out, struct err *err)
{
	const struct agreement review = {.kind = ACT_REVIEW, .without = {str_from(invoker)}};
	size_t people = 0;
	bool good = acts_people_about(db, t, a, approval, &review, &people, err);

	*out = people > 0;
	return good;
}

static bool
answered_for_the_last(struct db *db, const struct emergency *g, struct err *err)
{
	struct str *past;
	size_t count;
	bool reviewed;

	if (!db_list(db, g->a, "SELECT approval_id FROM break_glass WHERE invoker_id = $1",
		VALUES(db_zero(g->entry.voter)), &db_texts, &past, &count, err))
		return false;
	for (size_t i = 0; i < count; i++) {
		const char *id = arena_text(g->a, past[i]);
		if (!id)
			return err_memory(err);
		if (!was_reviewed(db, g->t, g->a, id, g->entry.voter, &reviewed, err))
			return false;
		if (!reviewed)
			return err_set(err, ERR_REFUSED,
			    "'%s' has an emergency that still waits for its review",
			    g->entry.voter);
	}
	return true;
}

static bool
may_break(struct db *db, const struct emergency *g, const struct approval_row *r, struct err *err)
{
	enum store_mode mode;

	if (!str_is(r->kind, "break_glass"))
		return err_set(err, ERR_REFUSED, "this approval is not for an emergency");
	if (!approval_must_be_open(r, err) || !mode_read(db, &mode, err))
		return false;
	if (mode == STORE_HALT)
		return err_set(err, ERR_REFUSED, "the store is halted");
	if (g->entry.vote.on_behalf.n > 0)
		return err_set(
		    err, ERR_REFUSED, "an emergency can't be declared on another person's behalf");
	return nothing_denied(db, r, err) && answered_for_the_last(db, g, err);
}

static bool
insert(struct db *db, const struct emergency *g, const struct approval_row *r, struct err *err)
{
	return db_change_one(db,
		   "INSERT INTO break_glass (approval_id, invoker_id, incident, reason, "
		   "envelope_sha256,"
		   " used_us, review_due_us) VALUES ($1, $2, $3, $4, $5, now_us(), now_us() +"
		   " CAST($6 AS BIGINT))",
		   VALUES(db_zero(r->id), db_zero(g->entry.voter), db_zero(g->incident),
		       db_text(g->entry.vote.reason), db_zero(g->entry.envelope_sha256),
		       db_int(DAY_US)),
		   ERR_INTERNAL, "can't store the emergency", err) &&
	       content_use_in(db, r->run_id, CLASS_EVIDENCE, g->entry.envelope_sha256, err) &&
	       ledger_note(db,
		   &(struct event_note){.kind = EVENT_GLASS_BROKEN,
		       .actor = g->entry.voter,
		       .run = r->run_id,
		       .approval = r->id,
		       EVENT_VALUES(
			   {.name = "envelope", .text = str_from(g->entry.envelope_sha256)},
			   {.name = "incident", .text = str_from(g->incident)})},
		   err);
}

static bool
use_work(struct db *db, void *context, struct err *err)
{
	struct emergency *g = context;
	struct approval_row r;
	bool there, met;

	if (!approval_lock(db, g->a, g->entry.approval, &r, err) ||
	    !vote_is_stored(db, &g->entry, &there, err))
		return false;
	if (there)
		return true;
	if (!may_break(db, g, &r, err) || !vote_judge(db, g->a, g->t, &r, &g->entry, err) ||
	    !vote_insert(db, &r, &g->entry, err) || !approval_quorum(db, g->a, g->t, &r, &met, err))
		return false;
	if (!met)
		return err_set(err, ERR_REFUSED, "the emergency role has not decided");
	return insert(db, g, &r, err) &&
	       approval_grant(db, &r, g->entry.voter, STR("the glass was broken"), err) &&
	       outbox_add(db, "escalated", r.id, err);
}

bool
break_glass_use(struct store *s, struct arena *a, const struct trust *t, struct str envelope,
    const char *incident, struct err *err)
{
	struct emergency g = {.a = a, .t = t, .incident = incident};

	if (!incident || strlen(incident) < INCIDENT_MIN)
		return err_set(err, ERR_INPUT, "an emergency needs an incident's number");
	if (!mode_is_signed(s, err) || !vote_open(s, a, envelope, &g.entry, err))
		return false;
	if (g.entry.vote.decision != VOTE_APPROVE)
		return err_set(err, ERR_REFUSED, "in an emergency you can only approve");
	return db_do(s->db, use_work, &g, err);
}

struct emergency_row {
	char invoker[STORE_ID_BYTES], requester[STORE_ID_BYTES];
	bool reviewed;
};

#define M(member) MEMBER(struct emergency_row, member)
FORM(emergency_form, struct emergency_row, M(invoker), M(requester), M(reviewed));

/* One that its row calls reviewed may still be, where no act says so. */
static bool
may_review(struct db *db, const struct act_change *c, struct emergency_row *e, struct err *err)
{
	bool is_signed = false;

	if (!act_gives_reason(&c->act.act, err) ||
	    !db_item(db, NULL,
		"SELECT b.invoker_id, a.requester_id, b.reviewed_us FROM break_glass b JOIN "
		"approval a ON a.id = b.approval_id WHERE b.approval_id = $1",
		VALUES(db_zero(c->act.target)), &emergency_form, e, NULL, err))
		return false;
	if (!e->invoker[0])
		return err_set(err, ERR_INPUT, "there is no emergency '%.60s'", c->act.target);
	if (!was_reviewed(db, c->trust, c->a, c->act.target, e->invoker, &is_signed, err))
		return false;
	if (e->reviewed && is_signed)
		return err_set(err, ERR_REFUSED, "this emergency was already reviewed");
	return (strcmp(e->invoker, c->act.by) != 0 && strcmp(e->requester, c->act.by) != 0) ||
	       err_set(err, ERR_REFUSED, "another person must review the emergency");
}

struct verdict {
	int64_t justified; /* 1, or 0 */
};

FORM(terms_form, struct verdict, MEMBER(struct verdict, justified));

bool
review_terms(struct arena *a, bool justified, struct str *out, struct err *err)
{
	const struct verdict said = {justified};

	return act_terms(a, &terms_form, &said, out, err);
}

static bool
review_work(struct db *db, void *context, struct err *err)
{
	struct act_change *c = context;
	struct verdict said;
	struct str reason = str_trim(c->act.act.reason);
	struct emergency_row e = {.reviewed = false};

	if (!act_terms_read(c->a, &c->act.act, &terms_form, &said, err) ||
	    !may_review(db, c, &e, err) || !act_store(db, &c->act, NULL, c->act.target, err))
		return false;
	return e.reviewed ||
	       (db_change_one(db,
		    "UPDATE break_glass SET reviewer_id = $2, reviewed_us = now_us(), justified = "
		    "$3, review = $4 WHERE approval_id = $1 AND reviewed_us IS NULL",
		    VALUES(db_zero(c->act.target), db_zero(c->act.by), db_int(said.justified == 1),
			db_text(reason)),
		    ERR_REFUSED, "this emergency was already reviewed", err) &&
		   ledger_note(db,
		       &(struct event_note){.kind = EVENT_GLASS_REVIEWED,
			   .actor = c->act.by,
			   .approval = c->act.target,
			   EVENT_VALUES({.name = "justified", .number = said.justified == 1},
			       {.name = "reason", .text = reason})},
		       err));
}

bool
break_glass_review(struct store *s, struct str envelope, struct err *err)
{
	return act_do(s, ACT_REVIEW, envelope, review_work, NULL, err);
}
