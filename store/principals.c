/* SPDX-License-Identifier: MIT */
/*
 * principals.c: which trust file is in force, and who there is. These rows are a copy of the file's,
 * so that the guards can ask; nobody who verifies a signature believes them. What the file no longer says ends now and is never forgotten: old votes point at
 * it.
 */
#include "acts.h"
#include "people_events.h"

#include "dialect.h"

#include <stdio.h>

/* Ends all people, keys and roles that the file no longer lists; the listed ones are restored
 * below. A key that is left out is not revoked, so it can come back; a revoked key can't. */
static bool
end_all(struct db *db, struct err *err)
{
	return db_change(db,
		   "UPDATE principal SET disabled_us = now_us(), login = NULL"
		   " WHERE trusted = 1 AND disabled_us IS NULL",
		   NULL, 0, NULL, err) &&
	       db_change(db,
		   "UPDATE principal_key SET until_us = CASE WHEN from_us < now_us() THEN now_us()"
		   " ELSE from_us + 1 END WHERE until_us > now_us()",
		   NULL, 0, NULL, err) &&
	       db_change(db, "DELETE FROM role_grant", NULL, 0, NULL, err);
}

static bool
put_keys(struct db *db, const struct person *p, struct err *err)
{
	for (size_t i = 0; i < p->key_count; i++) {
		const struct person_key *k = &p->keys[i];
		struct buf text;
		buf_init(&text, 256);
		public_key_write(&k->key, &text);
		bool good = db_change(db,
		    "INSERT INTO principal_key (keyid, principal_id, public_key, from_us, until_us,"
		    " revoked_us) VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (keyid) DO UPDATE SET"
		    " principal_id = excluded.principal_id, from_us = excluded.from_us,"
		    " until_us = excluded.until_us, revoked_us = "
		    "COALESCE(principal_key.revoked_us, excluded.revoked_us)",
		    VALUES(db_zero(k->id), db_text(p->id), db_text(buf_view(&text)),
			db_int(k->from_us), db_int(k->until_us),
			k->revoked_us > 0 ? db_int(k->revoked_us) : db_null()),
		    NULL, err);
		buf_release(&text);
		if (!good)
			return false;
	}
	return true;
}

static bool
put_roles(struct db *db, const struct trust *t, const struct person *p, struct err *err)
{
	for (size_t i = 0; i < p->role_count; i++) {
		const struct person_role *r = &p->roles[i];
		if (!db_change(db,
			"INSERT INTO role_grant (principal_id, role, scope, from_us, until_us,"
			" trust_sha256) VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING",
			VALUES(db_text(p->id), db_text(r->role), db_text(r->scope),
			    db_int(r->from_us), db_int(r->until_us), db_zero(t->sha256)),
			NULL, err))
			return false;
	}
	return true;
}

/* An account that was used before the file gave it to somebody is his from now on. */
static bool
put_person(struct db *db, const struct trust *t, const struct person *p, struct err *err)
{
	struct db_value login = p->login.n > 0 ? db_text(p->login) : db_null();

	return db_change(db, "UPDATE principal SET login = NULL WHERE login = $1 AND id <> $2",
		   VALUES(login, db_text(p->id)), NULL, err) &&
	       db_change(db,
		   "INSERT INTO principal (id, kind, name, login, trusted, made_us)"
		   " VALUES ($1, 'human', $2, $3, 1, now_us()) ON CONFLICT (id) DO UPDATE SET"
		   " name = excluded.name, login = excluded.login, trusted = 1, disabled_us = NULL",
		   VALUES(db_text(p->id), db_text(p->name), login), NULL, err) &&
	       put_keys(db, p, err) && put_roles(db, t, p, err);
}

/* So that a run has somebody who asked for it; no guard takes a service's vote. */
static bool
put_agents(struct db *db, const struct trust *t, struct err *err)
{
	for (size_t i = 0; i < t->agent_count; i++)
		if (!db_change(db,
			"INSERT INTO principal (id, kind, name, login, trusted, made_us)"
			" VALUES ($1, 'service', $2, NULL, 1, now_us()) ON CONFLICT (id) DO UPDATE "
			"SET name = excluded.name, trusted = 1, disabled_us = NULL",
			VALUES(db_text(t->agents[i].id), db_text(t->agents[i].name)), NULL, err))
			return false;
	return true;
}

static bool
replace_all(struct db *db, const struct trust *t, struct err *err)
{
	if (!db_change(db,
		"INSERT INTO meta (name, value) VALUES ('trust', $1)"
		" ON CONFLICT (name) DO UPDATE SET value = excluded.value",
		VALUES(db_zero(t->sha256)), NULL, err) ||
	    !db_change(db,
		"INSERT INTO meta (name, value) VALUES ('trust_revision', CAST($1 AS TEXT))"
		" ON CONFLICT (name) DO UPDATE SET value = excluded.value",
		VALUES(db_int(t->revision)), NULL, err) ||
	    !end_all(db, err))
		return false;
	for (size_t i = 0; i < t->count; i++)
		if (!put_person(db, t, &t->people[i], err))
			return false;
	return put_agents(db, t, err);
}

/* -- which file is in force ------------------------------------------------------------------ */

struct force {
	char sha256[DIGEST_HEX_BYTES]; /* empty: none yet */
	int64_t revision;
};

FORM(force_form, struct force, MEMBER(struct force, sha256), MEMBER(struct force, revision));

static bool
read_force(struct db *db, struct force *f, struct err *err)
{
	*f = (struct force){.revision = 0};
	return db_item(db, NULL,
	    "SELECT value, COALESCE((SELECT CAST(value AS BIGINT) FROM meta WHERE name = "
	    "'trust_revision'), 0) FROM meta WHERE name = 'trust'",
	    NULL, 0, &force_form, f, NULL, err);
}

/* It takes force: its people, keys and roles from now on, and events of all that differs. */
static bool
put_in_force(struct db *db, const struct trust *t, const char *by, struct err *err)
{
	struct held_list before = {.a = NULL};
	bool good = held_read(db, &before, err) && replace_all(db, t, err) &&
		    ledger_note(db,
			&(struct event_note){.kind = EVENT_TRUST_CHANGED,
			    .actor = by,
			    EVENT_VALUES({.name = "trust", .text = str_from(t->sha256)})},
			err) &&
		    held_note_changes(db, t, &before, err);

	held_release(&before);
	return good;
}

static bool
ids_fit(const struct trust *t, struct err *err)
{
	for (size_t i = 0; i < t->count + t->agent_count; i++) {
		bool agent = i >= t->count;
		struct str id = agent ? t->agents[i - t->count].id : t->people[i].id;
		if (id.n >= STORE_ID_BYTES)
			return err_set(err, ERR_LIMIT, "%s '%.*s' is longer than %d bytes",
			    agent ? "the agent's name" : "the id", STR_ARG(id), STORE_ID_BYTES - 1);
	}
	return true;
}

struct comparing {
	struct trust trust;
	bool is_first; /* no file is in force: the store's creator provides the first one */
};

static bool
compare(struct db *db, void *context, struct err *err)
{
	struct comparing *c = context;
	const struct trust *t = &c->trust;
	struct force f;

	if (!read_force(db, &f, err))
		return false;
	c->is_first = !f.sha256[0];
	if (c->is_first || strcmp(f.sha256, t->sha256) == 0)
		return true;
	err_set(err, ERR_REFUSED,
	    "this trust file (revision %lld, sha256 %.12s) is not the one in force (revision %lld, "
	    "sha256 %.12s)",
	    (long long)t->revision, t->sha256, (long long)f.revision, f.sha256);
	return err_help(err, "use the file in force; `sluice trust adopt FILE` replaces it");
}

static bool
begin_force(struct db *db, void *context, struct err *err)
{
	struct comparing *c = context;

	return compare(db, c, err) && (!c->is_first || put_in_force(db, &c->trust, "sluice", err));
}

bool
trust_is_in_force(struct store *s, const struct trust *t, struct err *err)
{
	struct comparing c = {.trust = *t};

	if (!db_read(s->db, compare, &c, err))
		return false;
	if (!c.is_first || s->db->read_only)
		return true;
	return ids_fit(t, err) && db_do(s->db, begin_force, &c, err);
}

/* -- another file takes force ---------------------------------------------------------------- */

struct adopting {
	struct store *store;
	struct arena *a;
	const struct trust *next;
	struct act_entry *act; /* NULL: by the store's owner, where no custodian is in force */
	bool done;             /* enough custodians by the file in force have signed it */
};

static bool
grows(const struct force *f, const struct trust *next, struct err *err)
{
	if (next->revision > f->revision)
		return true;
	err_set(err, ERR_REFUSED,
	    "its revision %lld is not higher than %lld, the revision in force",
	    (long long)next->revision, (long long)f->revision);
	return err_help(err, "write `revision: %lld` into the file", (long long)f->revision + 1);
}

static bool
adopt_signed(struct db *db, void *context, struct err *err)
{
	struct adopting *w = context;
	const struct trust *t = w->store->trust;
	struct force f;
	size_t people;

	if (!read_force(db, &f, err) || !grows(&f, w->next, err) ||
	    !act_store(db, w->act, NULL, NULL, err) ||
	    !acts_people_about(db, t, w->a, w->next->sha256,
		&(struct agreement){.kind = ACT_PEOPLE}, &people, err))
		return false;
	w->done = (int64_t)people >= t->custodians;
	return !w->done || put_in_force(db, w->next, w->act->by, err);
}

bool
trust_adopt(struct store *s, struct arena *a, const struct trust *next, struct str envelope,
    bool *done, struct err *err)
{
	struct act_entry entry;
	struct adopting w = {.store = s, .a = a, .next = next, .act = &entry};

	*done = false;
	if (!s->trust)
		return err_set(err, ERR_USAGE,
		    "name the trust file in force: it lists the custodians who may sign");
	if (!trust_is_in_force(s, s->trust, err) || !ids_fit(next, err) ||
	    !act_open(s, a, ACT_PEOPLE, envelope, &entry, err))
		return false;
	if (strcmp(entry.target, next->sha256) != 0)
		return err_set(err, ERR_REFUSED, "another trust file was signed");
	if (!db_do(s->db, adopt_signed, &w, err))
		return err_wrap(err, "the trust file is not adopted");
	*done = w.done;
	return true;
}

/* For a SQLite file: anyone who may open it. */
static bool
owns_schema(struct db *db, bool *owned, struct err *err)
{
	*owned = true;
	return db->engine->dialect->one_writer ||
	       db_any(db,
		   "SELECT 1 FROM pg_class WHERE oid = CAST('meta' AS regclass) AND "
		   "pg_has_role(current_user, relowner, 'USAGE')",
		   NULL, 0, owned, err);
}

static bool
adopt_owned(struct db *db, void *context, struct err *err)
{
	const struct adopting *w = context;
	bool governed, owned;
	struct force f;

	if (!read_force(db, &f, err) ||
	    !db_any(db,
		"SELECT 1 FROM role_grant WHERE role = 'custodian' AND from_us <= now_us() AND "
		"now_us() < until_us",
		NULL, 0, &governed, err) ||
	    !owns_schema(db, &owned, err))
		return false;
	if (governed) {
		err_set(err, ERR_REFUSED,
		    "the next trust file must be signed by a custodian of the one in force");
		return err_help(err, "sluice trust adopt FILE --key KEY --trust FILE-IN-FORCE");
	}
	if (!owned)
		return err_set(err, ERR_REFUSED,
		    "there is no custodian, so only the schema's owner may adopt a trust file");
	return (!f.sha256[0] || grows(&f, w->next, err)) &&
	       put_in_force(db, w->next, "sluice", err);
}

bool
trust_adopt_owned(struct store *s, const struct trust *next, struct err *err)
{
	struct adopting w = {.next = next};

	return (ids_fit(next, err) && db_do(s->db, adopt_owned, &w, err)) ||
	       err_wrap(err, "the trust file is not adopted");
}

struct account {
	const char *login;
	char *id;
};

/*
 * An id goes into the log for good, and an account's name may be a person's. So an account that the
 * trust file gives to nobody is known by a pseudonym: the name, keyed by a salt of this store's.
 * The name stands beside it, in a row that may be changed.
 */
static bool
write_pseudonym(struct db *db, struct account *account, struct err *err)
{
	char salt[DIGEST_HEX_BYTES], hex[DIGEST_HEX_BYTES];
	struct digest keyed;

	if (!db_one_copy(db, "SELECT value FROM meta WHERE name = 'account_salt'", NULL, 0, salt,
		sizeof(salt), err))
		return false;
	digest_keyed(str_from(salt), str_from(account->login), &keyed);
	digest_hex(&keyed, hex);
	snprintf(account->id, STORE_ID_BYTES, "acc_%.24s", hex);
	return true;
}

static bool
find_or_make(struct db *db, void *context, struct err *err)
{
	struct account *account = context;
	int64_t fresh;

	if (!db_one_copy(db, "SELECT id FROM principal WHERE login = $1 AND disabled_us IS NULL",
		VALUES(db_zero(account->login)), account->id, STORE_ID_BYTES, err))
		return false;
	if (account->id[0])
		return true;
	if (!write_pseudonym(db, account, err) ||
	    !db_change(db,
		"INSERT INTO principal (id, kind, name, login, trusted, made_us) VALUES ($1, 'human', "
		"$2, $2, 0, now_us()) ON CONFLICT (id) DO NOTHING",
		VALUES(db_zero(account->id), db_zero(account->login)), &fresh, err))
		return false;
	return fresh > 0 ||
	       db_change(db, "UPDATE principal SET login = $2, disabled_us = NULL WHERE id = $1",
		   VALUES(db_zero(account->id), db_zero(account->login)), NULL, err);
}

bool
principal_of_login(struct store *s, const char *login, char id[STORE_ID_BYTES], struct err *err)
{
	struct account account = {login, id};

	return db_do(s->db, find_or_make, &account, err);
}

bool
principal_name(struct store *s, struct arena *a, struct str id, struct str *out, struct err *err)
{
	return db_one(
	    s->db, a, "SELECT name FROM principal WHERE id = $1", VALUES(db_text(id)), out, err);
}

FORM(person_form, struct stored_person, MEMBER(struct stored_person, id),
    MEMBER(struct stored_person, login), MEMBER(struct stored_person, name));

bool
principals_list(
    struct store *s, struct arena *a, struct stored_person **out, size_t *count, struct err *err)
{
	return db_list(s->db, a,
	    "SELECT id, COALESCE(login, ''), name FROM principal WHERE kind = 'human' ORDER BY id",
	    NULL, 0, &person_form, out, count, err);
}
