/* SPDX-License-Identifier: MIT */
/*
 * ledger_rotate.c: replaces the log's key.
 *
 * Theory: (1) a new key is made beside the old one; (2) an event announces it; (3) the old key
 * signs a checkpoint that covers the announcement: its last; (4) the new key's file replaces the
 * old one, which destroys the old key; (5) the store names the new key. After a crash between two
 * steps, the next call continues from there. A machine with another copy of the old key can no
 * longer sign.
 */
#include "ledger_parts.h"

#include "file.h"

#include <stdio.h>
#include <unistd.h>

#define NEXT_SUFFIX ".next"

struct rotation {
	struct store *store;
	const struct log_rotating *how;
	char old[STORE_KEY_BYTES], next[STORE_KEY_BYTES];
	char next_path[PATH_MAX + 8];
};

static bool
read_keys(struct db *db, struct rotation *r, struct err *err)
{
	return db_one_copy(db, "SELECT value FROM meta WHERE name = 'log_key'", NULL, 0, r->old,
		   sizeof(r->old), err) &&
	       db_one_copy(db, "SELECT value FROM meta WHERE name = 'log_key_next'", NULL, 0,
		   r->next, sizeof(r->next), err);
}

static bool
public_of(const char *path, char out[STORE_KEY_BYTES], struct err *err)
{
	struct secret_key *k;
	struct buf text;

	if (!log_key_open(path, &k, err))
		return err_wrap(err, "the log's key");
	buf_init(&text, STORE_KEY_BYTES);
	public_key_write(key_public(k), &text);
	key_free(k);
	snprintf(out, STORE_KEY_BYTES, "%.*s", STR_ARG(buf_view(&text)));
	buf_release(&text);
	return true;
}

static bool
set_meta(struct db *db, const char *name, const char *value, struct err *err)
{
	return db_change(db,
	    "INSERT INTO meta (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value "
	    "= "
	    "excluded.value",
	    VALUES(db_zero(name), db_text(str_from(value))), NULL, err);
}

static bool
announce(struct db *db, void *context, struct err *err)
{
	struct rotation *r = context;
	char made[STORE_KEY_BYTES];

	memcpy(made, r->next, sizeof(made));
	if (!db_query(db, "SELECT 1 FROM meta WHERE name = 'origin' FOR UPDATE", NULL, 0, NULL,
		NULL, err) ||
	    !read_keys(db, r, err))
		return false;
	if (r->next[0])
		return strcmp(r->next, made) == 0 ||
		       err_set(err, ERR_REFUSED, "another change of the log's key is in progress");
	memcpy(r->next, made, sizeof(made));
	return set_meta(db, "log_key_next", made, err) &&
	       ledger_note(db,
		   &(struct event_note){.kind = EVENT_LOG_KEY,
		       .actor = r->how->actor,
		       EVENT_VALUES({.name = "envelope", .text = r->how->act},
			   {.name = "key", .text = str_from(made)},
			   {.name = "old_key", .text = str_from(r->old)},
			   {.name = "reason", .text = str_trim(r->how->reason)})},
		   err);
}

/* The old key's last checkpoint covers the announcement. */
static bool
sign_it(struct rotation *r, struct err *err)
{
	return ledger_tend(r->store, true, err) &&
	       db_some(r->store->db,
		   "SELECT 1 FROM ledger_checkpoint WHERE size > (SELECT max(seq) FROM "
		   "ledger_event WHERE type = 'log.key_changed')",
		   NULL, 0, err, ERR_REFUSED, "the change of the log's key is not signed yet");
}

static bool
switch_over(struct db *db, void *context, struct err *err)
{
	const struct rotation *r = context;

	return set_meta(db, "log_key", r->next, err) && set_meta(db, "log_key_next", "", err);
}

static bool
put_in_place(struct rotation *r, struct err *err)
{
	char there[STORE_KEY_BYTES];

	if (!public_of(r->store->log_key_path, there, err))
		return false;
	if (strcmp(there, r->next) == 0)
		return true;
	if (strcmp(there, r->old) != 0)
		return err_set(err, ERR_REFUSED, "the key in '%s' is not this log's key",
		    r->store->log_key_path);
	return sign_it(r, err) && (rename(r->next_path, r->store->log_key_path) == 0 ||
				      err_sys(err, "can't put the new key in place"));
}

static bool
make_next(struct rotation *r, struct err *err)
{
	return (file_exists(r->next_path) || log_key_make(r->next_path, err)) &&
	       public_of(r->next_path, r->next, err);
}

static bool
begin(struct rotation *r, struct err *err)
{
	struct store *s = r->store;

	if (!s->log_key_path[0] || !file_exists(s->log_key_path)) {
		err_set(err, ERR_USAGE, "this machine does not have the log's key");
		return err_help(err, "SLUICE_LOG_KEY names its file");
	}
	snprintf(r->next_path, sizeof(r->next_path), "%s" NEXT_SUFFIX, s->log_key_path);
	return read_keys(s->db, r, err);
}

bool
ledger_key_next(struct store *s, struct public_key *out, struct err *err)
{
	struct rotation r = {.store = s};

	return begin(&r, err) && (r.next[0] || make_next(&r, err)) &&
	       public_key_read(str_from(r.next), out, err);
}

static bool
is_the_next(const struct rotation *r, struct err *err)
{
	return str_is(r->how->key, r->next) ||
	       err_set(err, ERR_REFUSED,
		   "the signed statement names a different key from the next one on this machine");
}

/* A change that is already announced was signed by the process that announced it. */
static bool
rotate(struct rotation *r, struct err *err)
{
	struct store *s = r->store;

	if (!r->next[0] && (!ledger_tend(s, true, err) || !make_next(r, err) ||
			       !is_the_next(r, err) || !db_do(s->db, announce, r, err)))
		return false;
	return put_in_place(r, err) && db_do(s->db, switch_over, r, err);
}

bool
ledger_key_rotate(
    struct store *s, const struct log_rotating *how, struct log_rotation *out, struct err *err)
{
	struct rotation r = {.store = s, .how = how};

	if (utf8_length(str_trim(how->reason)) < RETENTION_REASON_MIN)
		return err_set(
		    err, ERR_INPUT, "say why, in at least %d characters", RETENTION_REASON_MIN);
	if (!begin(&r, err) || !rotate(&r, err))
		return false;
	out->at_us = store_now_us(s);
	return public_key_read(str_from(r.old), &out->old_key, err) &&
	       public_key_read(str_from(r.next), &out->new_key, err);
}
