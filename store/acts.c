/* SPDX-License-Identifier: MIT */
#include "acts.h"
#include "record.h"

#include <stdio.h>

#define SQL_BYTES_MAX 4096
#define REASON_MIN 10
#define TERMS_BYTES_MAX ((size_t)1 << 16)
#define CHANGE_BYTES_MAX ((size_t)64 << 20)

/* -- coming in ------------------------------------------------------------------------------- */

static bool
keep(struct str from, char *to, size_t size, const char *what, struct err *err)
{
	if (from.n >= size)
		return err_set(
		    err, ERR_INPUT, "the act's %s is longer than %zu bytes", what, size - 1);
	memcpy(to, from.p, from.n);
	to[from.n] = '\0';
	return true;
}

static bool
judge(struct store *s, struct arena *a, struct act_entry *e, enum act_kind kind, struct err *err)
{
	struct signer signer;
	struct str origin;
	int64_t now;

	if (!ledger_origin(s->db, a, &origin, err) ||
	    !db_number(s->db, "SELECT now_us()", NULL, 0, 0, &now, err) ||
	    !act_counts(a, s->trust, e->envelope, origin, now, &e->act, err) ||
	    !envelope_signer(a, s->trust, e->envelope, &signer, err))
		return false;
	memcpy(e->keyid, signer.key->id, sizeof(e->keyid));
	if (e->act.kind != kind)
		return err_set(err, ERR_REFUSED, "the act is a '%s', not a '%s'",
		    act_rule(e->act.kind)->name, act_rule(kind)->name);
	return act_is_fresh(s->trust, &e->act, now, err);
}

bool
act_open(struct store *s, struct arena *a, enum act_kind kind, struct str envelope,
    struct act_entry *out, struct err *err)
{
	*out = (struct act_entry){.envelope = envelope};
	if (!s->trust) {
		err_set(err, ERR_USAGE, "there is no trust file, so nobody can sign acts here");
		return err_help(err, "name one with --trust or SLUICE_TRUST");
	}
	return judge(s, a, out, kind, err) &&
	       keep(out->act.by, out->by, sizeof(out->by), "author", err) &&
	       keep(out->act.target, out->target, sizeof(out->target), "target", err) &&
	       content_put_open(s, envelope, "application/vnd.dsse+json", out->sha256, err);
}

static bool
insert(struct db *db, const struct act_entry *e, struct err *err)
{
	char id[STORE_ID_BYTES];

	store_id("act", id);
	return db_change_one(db,
	    "INSERT INTO act (id, kind, target, by_id, keyid, envelope_sha256, made_us, stored_us)"
	    " VALUES ($1, $2, $3, $4, $5, $6, $7, now_us())",
	    VALUES(db_zero(id), db_zero(act_rule(e->act.kind)->name), db_zero(e->target),
		db_zero(e->by), db_zero(e->keyid), db_zero(e->sha256), db_int(e->act.made_us)),
	    ERR_INTERNAL, "can't store the act", err);
}

bool
act_store(
    struct db *db, struct act_entry *e, const char *run, const char *approval, struct err *err)
{
	int64_t there;

	if (!db_number(db, "SELECT count(*) FROM act WHERE envelope_sha256 = $1",
		VALUES(db_zero(e->sha256)), 0, &there, err))
		return false;
	e->known = there > 0;
	return e->known ||
	       (insert(db, e, err) && content_use_in(db, run, CLASS_EVIDENCE, e->sha256, err) &&
		   ledger_note(db,
		       &(struct event_note){.kind = EVENT_ACT_MADE,
			   .actor = e->by,
			   .run = run,
			   .approval = approval,
			   EVENT_VALUES({.name = "envelope", .text = str_from(e->sha256)},
			       {.name = "keyid", .text = str_from(e->keyid)},
			       {.name = "kind", .text = str_from(act_rule(e->act.kind)->name)},
			       {.name = "target", .text = str_from(e->target)})},
		       err));
}

bool
act_do(struct store *s, enum act_kind kind, struct str envelope, db_work *work, const void *more,
    struct err *err)
{
	struct act_change c = {.a = arena_new(CHANGE_BYTES_MAX), .trust = s->trust, .more = more};

	if (!c.a)
		return err_memory(err);
	bool good = act_open(s, c.a, kind, envelope, &c.act, err) && db_do(s->db, work, &c, err);
	arena_free(c.a);
	return good;
}

bool
act_gives_reason(const struct act *act, struct err *err)
{
	return utf8_length(str_trim(act->reason)) >= REASON_MIN ||
	       err_set(err, ERR_INPUT, "say why, in at least %d characters", REASON_MIN);
}

bool
act_terms(
    struct arena *a, const struct form *form, const void *terms, struct str *out, struct err *err)
{
	return record_text(a, form, terms, TERMS_BYTES_MAX, out, err);
}

bool
act_terms_read(
    struct arena *a, const struct act *act, const struct form *form, void *out, struct err *err)
{
	struct json_doc *d = arena_alloc(a, sizeof(*d));

	if (!d)
		return err_memory(err);
	return (json_parse(a, act->terms, NULL, &JSON_LIMITS, d, NULL, err) &&
		   record_read(a, d, json_root(d), form, out, err)) ||
	       err_wrap(err, "the act's terms");
}

/* -- reading --------------------------------------------------------------------------------- */

struct reading {
	struct arena *a;
	const struct trust *trust;
	struct str origin;
	int64_t now_us;
	struct stored_act *items;
	size_t count, capacity;
	struct err *err;
};

/* The row is an index: one that says something else than its envelope is no act's. */
static bool
fits(const struct stored_act *s, struct err *err)
{
	return (s->act.kind == s->kind && str_eq(s->act.by, s->by) &&
		   str_eq(s->act.target, s->target) && s->act.made_us == s->made_us) ||
	       err_set(err, ERR_REFUSED, "its row differs from what was signed");
}

/* Notes the owner of the key that signed exactly this, at any time. */
static void
note_signer(const struct reading *r, struct stored_act *s, struct str json)
{
	struct stored_act told = *s;
	struct signer signer;
	struct err ignored;

	if (!envelope_signer(r->a, r->trust, json, &signer, &ignored) ||
	    !act_read(r->a, signer.envelope.payload, &told.act, &ignored) ||
	    !str_eq(told.act.by, signer.person->id) || !str_eq(told.act.store, r->origin) ||
	    !fits(&told, &ignored))
		return;
	s->said = signer.person->id;
	memcpy(s->keyid, signer.key->id, sizeof(s->keyid));
}

static bool
take_act(void *context, const struct db_row *row)
{
	struct reading *r = context;
	struct stored_act *s = arena_push(r->a, &r->items, &r->count, &r->capacity, sizeof(*s));
	struct str json = STR("");

	if (!s)
		return err_memory(r->err);
	*s = (struct stored_act){
	    .kind = act_kind_of(db_column_text(row, 1)), .made_us = db_column_int(row, 4)};
	db_column_copy(row, 0, s->id, sizeof(s->id));
	db_column_copy(row, 5, s->sha256, sizeof(s->sha256));
	if (!db_column_keep(r->a, row, 2, &s->target, r->err) ||
	    !db_column_keep(r->a, row, 3, &s->by, r->err) ||
	    !db_column_keep(r->a, row, 6, &json, r->err))
		return false;
	s->counts = act_counts(r->a, r->trust, json, r->origin, r->now_us, &s->act, &s->why) &&
		    fits(s, &s->why);
	note_signer(r, s, json);
	if (!s->counts)
		s->act = (struct act){.kind = ACT_NONE};
	return s->counts || s->why.code != ERR_MEMORY || err_memory(r->err);
}

static void
write_query(const enum act_kind *kinds, bool any, struct buf *sql)
{
	buf_text(sql,
	    "SELECT t.id, t.kind, t.target, t.by_id, t.made_us, t.envelope_sha256, c.bytes "
	    "FROM act t JOIN content c ON c.sha256 = t.envelope_sha256 WHERE t.kind IN (");
	for (size_t i = 0; kinds[i] != ACT_NONE; i++)
		buf_printf(sql, "%s'%s'", i > 0 ? ", " : "", act_rule(kinds[i])->name);
	buf_text(sql,
	    any ? ") ORDER BY t.made_us, t.id" : ") AND t.target = $1 ORDER BY t.made_us, t.id");
	buf_char(sql, '\0');
}

bool
acts_read_in(struct db *db, const struct trust *t, struct arena *a, const enum act_kind *kinds,
    const char *target, struct stored_act **out, size_t *count, struct err *err)
{
	struct reading r = {.a = a, .trust = t, .err = err};
	struct db_value about = db_zero(target);
	struct buf sql;

	buf_init(&sql, SQL_BYTES_MAX);
	write_query(kinds, !target, &sql);
	bool good = !sql.failed || err_memory(err);
	good = good && ledger_origin(db, a, &r.origin, err) &&
	       db_number(db, "SELECT now_us()", NULL, 0, 0, &r.now_us, err) &&
	       db_query(db, sql.p, &about, target ? 1 : 0, take_act, &r, err);
	buf_release(&sql);
	*out = r.items;
	*count = r.count;
	return good;
}

bool
acts_read(struct store *s, struct arena *a, const enum act_kind *kinds, const char *target,
    struct stored_act **out, size_t *count, struct err *err)
{
	return acts_read_in(s->db, s->trust, a, kinds, target, out, count, err);
}

bool
act_last_in(struct db *db, const struct trust *t, struct arena *a, enum act_kind kind,
    const char *target, struct stored_act *out, struct err *err)
{
	struct stored_act *all;
	size_t count;

	*out = (struct stored_act){.counts = false};
	if (!acts_read_in(db, t, a, ACTS(kind), target, &all, &count, err))
		return false;
	for (size_t i = count; i-- > 0 && !out->counts;)
		if (all[i].counts)
			*out = all[i];
	return true;
}

bool
act_last(struct store *s, struct arena *a, enum act_kind kind, const char *target,
    struct stored_act *out, struct err *err)
{
	return act_last_in(s->db, s->trust, a, kind, target, out, err);
}

static bool
agrees(const struct stored_act *act, const struct agreement *of)
{
	return act->counts && act->kind == of->kind && act->made_us > of->since_us &&
	       !str_eq(act->by, of->without[0]) && !str_eq(act->by, of->without[1]);
}

size_t
acts_people(const struct stored_act *acts, size_t count, const struct agreement *of)
{
	size_t people = 0;

	for (size_t i = 0; i < count; i++) {
		bool fresh = agrees(&acts[i], of);
		for (size_t k = 0; fresh && k < i; k++)
			fresh = !(agrees(&acts[k], of) && str_eq(acts[k].by, acts[i].by));
		people += fresh;
	}
	return people;
}

bool
acts_people_about(struct db *db, const struct trust *t, struct arena *a, const char *target,
    const struct agreement *of, size_t *people, struct err *err)
{
	struct stored_act *acts;
	size_t count;

	if (!acts_read_in(db, t, a, ACTS(of->kind), target, &acts, &count, err))
		return false;
	*people = acts_people(acts, count, of);
	return true;
}

bool
act_by_role(const struct trust *t, const struct act *act, const char *role)
{
	const struct person *p = t ? trust_person(t, act->by) : NULL;

	return p && person_holds(p, str_from(role), STR("*"), act->made_us);
}
