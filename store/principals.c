/* SPDX-License-Identifier: MIT */
/*
 * principals.c: who there is. The trust file is the source; these rows are its copy, so that the
 * guards can ask. What the file no longer says ends now and is never forgotten: old votes point at
 * it.
 */
#include "people_events.h"

#include <stdio.h>

static bool
same_file(struct db *db, const struct trust *t, bool *same, struct err *err)
{
	return db_any(db, "SELECT 1 FROM meta WHERE name = 'trust' AND value = $1",
	    VALUES(db_zero(t->sha256)), same, err);
}

/* Whoever the file does not name any more, every key and role, ends; the file's come back below. A
 * key is not revoked by being left out, so that it can come back; one that was revoked can't. */
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

static bool
replace_all(struct db *db, const struct trust *t, struct err *err)
{
	if (!db_change(db,
		"INSERT INTO meta (name, value) VALUES ('trust', $1)"
		" ON CONFLICT (name) DO UPDATE SET value = excluded.value",
		VALUES(db_zero(t->sha256)), NULL, err) ||
	    !end_all(db, err))
		return false;
	for (size_t i = 0; i < t->count; i++)
		if (!put_person(db, t, &t->people[i], err))
			return false;
	return true;
}

static bool
sync(struct db *db, void *context, struct err *err)
{
	const struct trust *t = context;
	struct held_list before = {.a = NULL};
	bool same;

	if (!same_file(db, t, &same, err))
		return false;
	if (same)
		return true;
	bool good = held_read(db, &before, err) && replace_all(db, t, err) &&
		    ledger_note(db,
			&(struct event_note){.kind = EVENT_TRUST_CHANGED,
			    .actor = "sluice",
			    EVENT_VALUES({.name = "trust", .text = str_from(t->sha256)})},
			err) &&
		    held_note_changes(db, &before, err) && services_note_changes(db, t, err);
	held_release(&before);
	return good;
}

bool
principals_sync(struct store *s, const struct trust *t, struct err *err)
{
	struct trust copy = *t;

	for (size_t i = 0; i < t->count; i++)
		if (t->people[i].id.n >= STORE_ID_BYTES)
			return err_set(err, ERR_LIMIT, "the id '%.*s' is longer than %d bytes",
			    STR_ARG(t->people[i].id), STORE_ID_BYTES - 1);
	return db_do(s->db, sync, &copy, err);
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
	char salt[DIGEST_HEX_BYTES], fresh[DIGEST_HEX_BYTES], hex[DIGEST_HEX_BYTES];
	struct digest chance, keyed;

	random_bytes(&chance, sizeof(chance));
	digest_hex(&chance, fresh);
	if (!db_change(db,
		"INSERT INTO meta (name, value) VALUES ('account_salt', $1) ON CONFLICT (name) DO "
		"NOTHING",
		VALUES(db_zero(fresh)), NULL, err) ||
	    !db_one_copy(db, "SELECT value FROM meta WHERE name = 'account_salt'", NULL, 0, salt,
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

	if (!db_one_copy(db, "SELECT id FROM principal WHERE login = $1 AND disabled_us IS NULL",
		VALUES(db_zero(account->login)), account->id, STORE_ID_BYTES, err))
		return false;
	if (account->id[0])
		return true;
	return write_pseudonym(db, account, err) &&
	       db_change(db,
		   "INSERT INTO principal (id, kind, name, login, trusted, made_us)"
		   " VALUES ($1, 'human', $2, $2, 0, now_us())"
		   " ON CONFLICT (id) DO UPDATE SET login = excluded.login, disabled_us = NULL",
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

static bool
fill_person(struct arena *a, const struct db_row *row, void *item, struct err *err)
{
	struct stored_person *p = item;

	return db_column_keep(a, row, 0, &p->id, err) &&
	       db_column_keep(a, row, 1, &p->login, err) &&
	       db_column_keep(a, row, 2, &p->name, err);
}

bool
principals_list(
    struct store *s, struct arena *a, struct stored_person **out, size_t *count, struct err *err)
{
	return db_list(s->db, a,
	    "SELECT id, COALESCE(login, ''), name FROM principal WHERE kind = 'human' ORDER BY id",
	    NULL, 0, fill_person, sizeof(**out), out, count, err);
}
