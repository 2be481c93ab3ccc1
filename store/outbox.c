/* SPDX-License-Identifier: MIT */
/*
 * Theory: a notice is written in the transaction of the change that it reports, so neither exists
 * without the other. Delivery is at least once: a sender leases the notice for a minute, and the
 * receiver recognises duplicates by their id.
 */
#include "parts.h"
#include "outbox.h"

#include "clock.h"

#include <stdio.h>

#define BODY_BYTES_MAX 8192
#define TOLD_BYTES_MAX ((size_t)1 << 20)
#define KEY_BYTES 160
#define HOLD_US 60000000
#define PAUSE_FIRST_US 10000000
#define PAUSE_MAX_US 3600000000
#define GIVE_UP_US 259200000000 /* three days */
#define FORGET_US 7776000000000 /* ninety days: longer than anything waits for people */

/* -- writing --------------------------------------------------------------------------------- */

struct telling {
	const char *kind;
	struct buf body;
	char key[KEY_BYTES];
};

struct told { /* of an approval */
	char id[STORE_ID_BYTES], subject_sha256[DIGEST_HEX_BYTES];
	struct str kind, state, run, policy;
	int64_t decide_by_us, use_until_us;
};

#define M(member) MEMBER(struct told, member)
FORM(told_form, struct told, M(id), M(kind), M(state), M(subject_sha256), M(decide_by_us),
    M(use_until_us), M(run), M(policy));
FORM(body_form, struct told, MEMBER_AS("approval", struct told, id),
    MEMBER_AS("asked", struct told, kind), M(state), M(run), M(policy));
#undef M

static void
tell(struct telling *t, const void *told)
{
	const struct told *a = told;
	char words[DIGEST_WORDS_BYTES] = "", stamp[CLOCK_STAMP_BYTES];
	bool pending = str_is(a->state, "pending");
	struct json_writer w;

	digest_words(a->subject_sha256, words);
	snprintf(t->key, sizeof(t->key), "%s:%s:%.*s", t->kind, a->id, STR_ARG(a->state));
	json_writer_init(&w, &t->body, false);
	json_object(&w);
	json_put_number(&w, "v", 1);
	json_put_text(&w, "kind", t->kind);
	record_put(&w, &body_form, a);
	json_put_text(&w, "words", words);
	/* When something has to happen: the decision, or the use of what was decided. */
	if (pending || str_is(a->state, "approved")) {
		clock_stamp_of(pending ? a->decide_by_us : a->use_until_us, stamp);
		json_put_text(&w, "due", stamp);
	}
	json_end_object(&w);
}

static bool
insert(struct db *db, const struct telling *t, struct err *err)
{
	char id[STORE_ID_BYTES];

	if (t->body.failed)
		return err_set(err, ERR_LIMIT, "a notice is larger than %d bytes", BODY_BYTES_MAX);
	store_id("note", id);
	return db_change(db,
	    DB_AHEAD(
		"INSERT INTO outbox (id, dedupe_key, kind, body, made_us, next_us) "
		"VALUES ($1, $2, $3, $4, now_us(), now_us()) ON CONFLICT (dedupe_key) DO NOTHING"),
	    VALUES(db_zero(id), db_zero(t->key), db_zero(t->kind), db_text(buf_view(&t->body))),
	    NULL, err);
}

struct run_told {
	char run[STORE_ID_BYTES];
	struct str policy, state;
	int64_t exit_code, version;
};

#define M(member) MEMBER(struct run_told, member)
FORM(run_told_form, struct run_told, M(run), M(policy), M(state), M(exit_code), M(version));
FORM(run_body_form, struct run_told, M(run), M(policy), M(state));
#undef M

/* A run ends once, and may come to rest more than once: each has its version. */
static void
tell_run(struct telling *t, const void *told)
{
	const struct run_told *r = told;
	struct json_writer w;

	snprintf(t->key, sizeof(t->key), "%s:%s:%lld", t->kind, r->run, (long long)r->version);
	json_writer_init(&w, &t->body, false);
	json_object(&w);
	json_put_number(&w, "v", 1);
	json_put_text(&w, "kind", t->kind);
	record_put(&w, &run_body_form, r);
	if (strcmp(t->kind, "ended") == 0)
		json_put_number(&w, "exit_code", r->exit_code);
	json_end_object(&w);
}

struct source { /* what is told, and how it is read and written */
	const char *noun, *sql;
	const struct form *form;
	void (*tell)(struct telling *t, const void *told);
};

static bool
add(struct db *db, const struct source *s, const char *kind, const char *id, void *told,
    struct err *err)
{
	struct arena *a = arena_new(TOLD_BYTES_MAX);
	struct telling t = {.kind = kind};
	bool found;

	if (!a)
		return err_memory(err);
	buf_init(&t.body, BODY_BYTES_MAX);
	bool good = db_item(db, a, s->sql, VALUES(db_zero(id)), s->form, told, &found, err) &&
		    (found || err_set(err, ERR_INTERNAL, "there is no %s '%s'", s->noun, id));
	if (good)
		s->tell(&t, told);
	good = good && insert(db, &t, err);
	buf_release(&t.body);
	arena_free(a);
	return good;
}

bool
outbox_add_run(struct db *db, const char *kind, const char *run, struct err *err)
{
	static const struct source source = {"run",
	    "SELECT id, policy, state, exit_code, version FROM run WHERE id = $1", &run_told_form,
	    tell_run};

	return add(db, &source, kind, run, &(struct run_told){.version = 0}, err);
}

bool
outbox_add(struct db *db, const char *kind, const char *approval, struct err *err)
{
	static const struct source source = {"approval",
	    "SELECT a.id, a.kind, a.state, a.subject_sha256, a.decide_by_us, a.use_until_us, "
	    "a.run_id, r.policy FROM approval a JOIN run r ON r.id = a.run_id WHERE a.id = $1",
	    &told_form, tell};

	return add(db, &source, kind, approval, &(struct told){.decide_by_us = 0}, err);
}

/* -- delivering ------------------------------------------------------------------------------ */

struct taking {
	struct arena *a;
	struct notice *out;
};

#define M(member) MEMBER(struct notice, member)
FORM(notice_form, struct notice, M(id), M(kind), M(body), M(attempt), M(created_us));

static bool
next(struct db *db, void *context, struct err *err)
{
	struct taking *t = context;

	*t->out = (struct notice){.attempt = 0};
	return db_item(db, t->a,
	    "UPDATE outbox SET attempt = attempt + 1, next_us = now_us() + $1 "
	    "WHERE id = (SELECT id FROM outbox WHERE sent_us IS NULL AND given_up_us IS NULL "
	    "AND next_us <= now_us() ORDER BY next_us, id LIMIT 1 FOR UPDATE SKIP LOCKED) "
	    "RETURNING id, kind, body, attempt, made_us",
	    VALUES(db_int(HOLD_US)), &notice_form, t->out, NULL, err);
}

bool
outbox_next(struct store *s, struct arena *a, struct notice *out, struct err *err)
{
	struct taking t = {a, out};

	return db_do(s->db, next, &t, err) &&
	       (out->id[0] || err_set(err, ERR_NONE, "there is no notice to deliver"));
}

static bool
done(struct db *db, void *context, struct err *err)
{
	return db_change(db,
	    "UPDATE outbox SET sent_us = now_us(), last_error = NULL "
	    "WHERE id = $1 AND sent_us IS NULL",
	    VALUES(db_zero(context)), NULL, err);
}

bool
outbox_done(struct store *s, const char *id, struct err *err)
{
	char copy[STORE_ID_BYTES];

	snprintf(copy, sizeof(copy), "%s", id);
	return db_do(s->db, done, copy, err);
}

struct failing {
	const char *id;
	struct str why;
};

static int64_t
pause_after(int64_t attempt)
{
	int64_t pause = PAUSE_FIRST_US;

	for (int64_t i = 1; i < attempt && pause < PAUSE_MAX_US; i++)
		pause *= 2;
	return pause < PAUSE_MAX_US ? pause : PAUSE_MAX_US;
}

static bool
fail(struct db *db, void *context, struct err *err)
{
	const struct failing *f = context;
	int64_t attempt;

	return db_number(db,
		   "SELECT attempt FROM outbox WHERE id = $1 AND sent_us IS NULL FOR UPDATE",
		   VALUES(db_zero(f->id)), 0, &attempt, err) &&
	       db_change(db,
		   "UPDATE outbox SET last_error = $2, next_us = now_us() + $3, given_up_us = "
		   "CASE WHEN made_us + $4 < now_us() THEN now_us() ELSE NULL END "
		   "WHERE id = $1 AND sent_us IS NULL AND given_up_us IS NULL",
		   VALUES(db_zero(f->id),
		       db_text(str_slice(f->why, 0, f->why.n < 500 ? f->why.n : 500)),
		       db_int(pause_after(attempt)), db_int(GIVE_UP_US)),
		   NULL, err);
}

bool
outbox_failed(struct store *s, const char *id, struct str why, struct err *err)
{
	struct failing f = {id, why};

	return db_do(s->db, fail, &f, err);
}

bool
outbox_give_up(struct db *db, struct err *err)
{
	return db_change(db,
		   "DELETE FROM outbox WHERE sent_us < now_us() - $1 OR given_up_us < now_us() - $1",
		   VALUES(db_int(FORGET_US)), NULL, err) &&
	       db_change(db,
		   "UPDATE outbox SET given_up_us = now_us() WHERE sent_us IS NULL "
		   "AND given_up_us IS NULL AND made_us + $1 < now_us()",
		   VALUES(db_int(GIVE_UP_US)), NULL, err);
}
