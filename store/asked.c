/* SPDX-License-Identifier: MIT */
/*
 * asked.c: who requested a run and who edited its code, according to their signatures.
 *
 * A request is an act about a run's id, with the digest of the task in its terms, so it covers this
 * task, once. Rows only say where to look. If a run has a signed request, a requester that differs
 * from its signer is refused. An author without a signed edit does not count.
 */
#include "acts.h"
#include "asked.h"

#define RUN_ID_LETTERS 26

FORM(task_form, struct str, {.name = "task", .kind = FIELD_STRING});

bool
request_terms(struct arena *a, const char *task_sha256, struct str *out, struct err *err)
{
	const struct str task = str_from(task_sha256);

	return act_terms(a, &task_form, &task, out, err);
}

static bool
is_for_task(struct arena *a, const struct act *act, const char *task_sha256)
{
	struct err ignored;
	struct str task;

	return act_terms_read(a, act, &task_form, &task, &ignored) && str_is(task, task_sha256);
}

FORM(code_form, struct str, {.name = "code", .kind = FIELD_STRING});

bool
edit_terms(struct arena *a, const char *code_sha256, struct str *out, struct err *err)
{
	const struct str code = str_from(code_sha256);

	return act_terms(a, &code_form, &code, out, err);
}

bool
edit_terms_read(struct arena *a, const struct act *act, struct str *code, struct err *err)
{
	return act_terms_read(a, act, &code_form, code, err);
}

/* -- coming in ------------------------------------------------------------------------------- */

/* It must have the form of store_id, since the signer chooses it. */
static bool
is_run_id(const char *id)
{
	size_t n =
	    strncmp(id, "run_", 4) == 0 ? strspn(id + 4, "0123456789abcdefghjkmnpqrstvwxyz") : 0;

	return n == RUN_ID_LETTERS && id[4 + n] == '\0';
}

bool
request_open(struct store *s, struct arena *a, const struct run_submission *asked,
    struct act_entry *out, struct err *err)
{
	*out = (struct act_entry){.known = false};
	if (asked->request.n == 0)
		return !s->trust || request_is_allowed(s->trust, NULL, asked->policy, err);
	if (!act_open(s, a, ACT_REQUEST, asked->request, out, err))
		return false;
	if (!is_run_id(out->target))
		return err_set(err, ERR_INPUT, "'%.60s' is not a run's id", out->target);
	if (!is_for_task(a, &out->act, asked->task_sha256))
		return err_set(err, ERR_REFUSED, "the request is for another task");
	if (strcmp(out->by, asked->requester) != 0)
		return err_set(err, ERR_REFUSED, "the request is signed by '%s'", out->by);
	return request_is_allowed(s->trust, &out->act, asked->policy, err);
}

/* -- who asked ------------------------------------------------------------------------------- */

struct asked_row {
	char requester[STORE_ID_BYTES], task[DIGEST_HEX_BYTES];
};

FORM(asked_form, struct asked_row, MEMBER(struct asked_row, requester),
    MEMBER(struct asked_row, task));

static bool
read_asked(struct db *db, const char *run, struct asked_row *out, struct err *err)
{
	*out = (struct asked_row){.task = ""};
	return db_item(db, NULL, "SELECT requester_id, task_sha256 FROM run WHERE id = $1",
		   VALUES(db_zero(run)), &asked_form, out, NULL, err) &&
	       (out->task[0] || err_set(err, ERR_INPUT, "there is no run '%s'", run));
}

/* The one that explains the row; else the last that is somebody's at all, else the last. */
static const struct stored_act *
choose(struct arena *a, const struct stored_act *acts, size_t count, const struct asked_row *row)
{
	const struct stored_act *best = NULL;

	for (size_t i = 0; i < count; i++) {
		const struct stored_act *s = &acts[i];
		bool holds = s->counts && is_for_task(a, &s->act, row->task);
		if (holds && str_is(s->by, row->requester))
			return s;
		if (!best || !best->counts || s->counts)
			best = s;
	}
	return best;
}

/* ERR_REFUSED where the request is not one for this run as its row has it. */
static bool
explains(struct arena *a, const struct stored_act *s, const struct asked_row *row, struct err *err)
{
	if (!s->counts) {
		*err = s->why;
		return err_wrap(err, "the run's request is not valid");
	}
	if (!is_for_task(a, &s->act, row->task))
		return err_set(err, ERR_REFUSED, "the run's request is for another task");
	return str_is(s->by, row->requester) ||
	       err_set(err, ERR_REFUSED,
		   "the run names '%s' as its requester, but '%.*s' signed the request",
		   row->requester, STR_ARG(s->by));
}

static void
take_signer(const struct trust *t, const struct stored_act *s, struct run_asked *out)
{
	const struct person *p = trust_asker(t, s->by);

	out->is_signed = true;
	memcpy(out->request_sha256, s->sha256, sizeof(out->request_sha256));
	memcpy(out->keyid, s->keyid, sizeof(out->keyid));
	out->name = p ? p->name : s->by;
}

bool
asked_in(struct db *db, const struct trust *t, struct arena *a, const char *run, struct str policy,
    struct run_asked *out, struct err *err)
{
	struct stored_act *acts;
	struct asked_row row;
	size_t count;

	*out = (struct run_asked){.is_signed = false};
	if (!read_asked(db, run, &row, err))
		return false;
	memcpy(out->requester, row.requester, sizeof(out->requester));
	if (!t)
		return true;
	if (!acts_read_in(db, t, a, ACTS(ACT_REQUEST), run, &acts, &count, err))
		return false;
	const struct stored_act *s = choose(a, acts, count, &row);
	if (s && !explains(a, s, &row, err))
		return false;
	if (s)
		take_signer(t, s, out);
	return request_is_allowed(t, s ? &s->act : NULL, policy, err);
}

struct asking {
	const struct trust *trust;
	struct arena *a;
	const char *run;
	struct str policy;
	struct run_asked *out;
};

static bool
asked_work(struct db *db, void *context, struct err *err)
{
	const struct asking *w = context;

	return asked_in(db, w->trust, w->a, w->run, w->policy, w->out, err) &&
	       editors_in(db, w->trust, w->a, w->run, w->out, err);
}

bool
runs_asked(struct store *s, struct arena *a, const char *run, struct str policy,
    struct run_asked *out, struct err *err)
{
	struct asking w = {s->trust, a, run, policy, out};

	return db_read(s->db, asked_work, &w, err);
}

/* -- who has edited it ----------------------------------------------------------------------- */

struct editors {
	struct arena *a;
	struct str *items;
	size_t count, capacity;
	struct str code; /* of the last edit that counts */
};

/* A key that was revoked since wrote the code all the same. */
static bool
add_editors(
    struct db *db, const struct trust *t, struct editors *e, struct str approval, struct err *err)
{
	const char *id = arena_text(e->a, approval);
	struct stored_act *acts;
	size_t count;

	if (!id)
		return err_memory(err);
	if (!acts_read_in(db, t, e->a, ACTS(ACT_EDIT), id, &acts, &count, err))
		return false;
	for (size_t i = 0; i < count; i++) {
		if (acts[i].counts && !edit_terms_read(e->a, &acts[i].act, &e->code, err))
			return false;
		if (acts[i].said.n == 0)
			continue;
		struct str *one =
		    arena_push(e->a, &e->items, &e->count, &e->capacity, sizeof(*one));
		if (!one)
			return err_memory(err);
		*one = acts[i].said;
	}
	return true;
}

bool
editors_in(struct db *db, const struct trust *t, struct arena *a, const char *run,
    struct run_asked *out, struct err *err)
{
	struct editors e = {.a = a};
	struct str *approvals;
	size_t n;

	if (t && !db_list(db, a, "SELECT id FROM approval WHERE run_id = $1 ORDER BY id",
		     VALUES(db_zero(run)), &db_texts, &approvals, &n, err))
		return false;
	for (size_t i = 0; t && i < n; i++)
		if (!add_editors(db, t, &e, approvals[i], err))
			return false;
	out->editors = e.items;
	out->editor_count = e.count;
	if (e.code.n == DIGEST_HEX_BYTES - 1)
		memcpy(out->edited_sha256, e.code.p, e.code.n);
	return true;
}
