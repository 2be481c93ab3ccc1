/* SPDX-License-Identifier: MIT */
/*
 * ledger_adopt.c: a log goes on behind a restored backup, under another name.
 *
 * Theory: what was restored is an honest beginning of the log that was lost. Its events stay where
 * they are, as evidence; the event behind them opens the log again under a new name, and says which
 * log it follows, how far that one was known, and how much of it is here. Witnesses know no log of
 * this name yet and accept it; those who hold checkpoints of the old one see, signed, from which
 * event on their log and this one are two.
 */
#include "ledger_parts.h"
#include "note.h"

#include "file.h"

#include <errno.h>
#include <stdio.h>
#include <unistd.h>

#define REASON_BYTES_MIN 10
#define SEEN_KEPT_MAX 100

struct adopting {
	struct store *store;
	struct arena *a;
	const struct ledger_adoption *how;
	struct log_identity identity;
	struct checkpoint known;
	struct err *err;
};

/* -- may it ---------------------------------------------------------------------------------- */

static bool
read_known(struct adopting *g, struct err *err)
{
	struct str note = g->how->known;
	struct err why;
	int64_t ignored;

	if (note.n == 0 && !ledger_seen_read(g->store, g->a, &note, err))
		return false;
	if (note.n == 0) {
		err_set(err, ERR_USAGE, "this machine has no checkpoint of the lost log");
		return err_help(err, "pass a file with one by --seen; a witness keeps it");
	}
	if (!checkpoint_read(g->a, note, &g->known, err))
		return false;
	if (!str_eq(g->known.origin, g->identity.origin))
		return err_set(err, ERR_INPUT, "the checkpoint belongs to another log, '%.*s'",
		    STR_ARG(g->known.origin));
	if (!checkpoint_verify(&g->known, g->known.origin, &g->identity.key, &ignored, &why))
		return err_set(err, ERR_REFUSED, "the checkpoint: %s", why.message);
	return true;
}

static bool
name_is_fresh(struct adopting *g, struct db *db, struct err *err)
{
	char like[NOTE_NAME_BYTES_MAX + 32];
	struct buf word;

	if (!note_name_is_good(g->how->name))
		return err_set(
		    err, ERR_USAGE, "'%.*s' is not a name for a log", STR_ARG(g->how->name));
	buf_init(&word, WORD_BYTES_MAX + 1);
	event_word(g->how->name, &word);
	snprintf(like, sizeof(like), "\"origin\":\"%.*s\"", STR_ARG(buf_view(&word)));
	buf_release(&word);
	return db_none(db,
	    "SELECT 1 FROM ledger_event WHERE type = 'log.opened' AND replace(body, $1, '') <> "
	    "body",
	    VALUES(db_zero(like)), err, ERR_USAGE, "the log already had the name '%.*s' once",
	    STR_ARG(g->how->name));
}

/* With a trust file in force, an operator must sign. */
static bool
may_adopt(struct adopting *g, struct db *db, struct err *err)
{
	bool people;

	if (g->how->reason.n < REASON_BYTES_MIN)
		return err_set(
		    err, ERR_USAGE, "give a reason of at least %d bytes", REASON_BYTES_MIN);
	if (!db_any(db, "SELECT 1 FROM principal WHERE trusted = 1 AND disabled_us IS NULL", NULL,
		0, &people, err))
		return false;
	if ((people || g->store->trust) && g->how->act.n == 0) {
		err_set(
		    err, ERR_REFUSED, "no operator signed that the log continues under a new name");
		return err_help(err, "an operator must sign it, with --key");
	}
	return name_is_fresh(g, db, err);
}

/* -- the event ------------------------------------------------------------------------------- */

static bool
is_behind(struct adopting *g, struct db *db, const struct log_head *head, struct err *err)
{
	struct digest root;

	if (head->size < g->known.size)
		return true;
	if (!ledger_tree_root(db, 0, g->known.size, &root, err))
		return false;
	return !digest_eq(&root, &g->known.root) ||
	       err_set(err, ERR_REFUSED,
		   "the log extends that checkpoint, so there is nothing to adopt");
}

static bool
open_again(struct adopting *g, struct db *db, const struct log_head *head, struct err *err)
{
	char root_hex[DIGEST_HEX_BYTES], known_hex[DIGEST_HEX_BYTES];
	struct digest root;
	struct buf key;

	if (!ledger_tree_root(db, 0, head->size, &root, err))
		return false;
	digest_hex(&root, root_hex);
	digest_hex(&g->known.root, known_hex);
	buf_init(&key, 128);
	public_key_write(&g->identity.key, &key);
	bool good = ledger_note_at_once(db,
	    &(struct event_note){.kind = EVENT_LOG_OPENED,
		.actor = g->how->actor,
		EVENT_VALUES({.name = "envelope", .text = g->how->act},
		    {.name = "follows", .text = g->identity.origin},
		    {.name = "key", .text = buf_view(&key)},
		    {.name = "known_root", .text = str_from(known_hex)},
		    {.name = "known_size", .number = g->known.size},
		    {.name = "origin", .text = g->how->name},
		    {.name = "reason", .text = g->how->reason},
		    {.name = "root", .text = str_from(root_hex)},
		    {.name = "size", .number = head->size})},
	    err);
	buf_release(&key);
	return good;
}

static bool
adopt(struct db *db, void *context, struct err *err)
{
	struct adopting *g = context;
	struct log_head head;

	return db_some(db, "SELECT 1 FROM meta WHERE name = 'origin' AND value = $1 FOR UPDATE",
		   VALUES(db_text(g->identity.origin)), err, ERR_REFUSED,
		   "the log has been renamed meanwhile") &&
	       may_adopt(g, db, err) && ledger_head_read(db, &head, err) &&
	       is_behind(g, db, &head, err) && open_again(g, db, &head, err) &&
	       db_change_one(db, "UPDATE meta SET value = $1 WHERE name = 'origin'",
		   VALUES(db_text(g->how->name)), ERR_INTERNAL, "the log has no name", err);
}

/* Keeps the last signed checkpoint of the lost log beside the key, under a number. */
static bool
keep_seen(struct store *s, struct err *err)
{
	char from[sizeof(s->log_key_path) + 8], to[sizeof(s->log_key_path) + 16];

	snprintf(from, sizeof(from), "%s.seen", s->log_key_path);
	for (int i = 1; i < SEEN_KEPT_MAX && file_exists(from); i++) {
		snprintf(to, sizeof(to), "%s.%d", from, i);
		if (!file_exists(to))
			return rename(from, to) == 0 || err_sys(err, "can't rename '%s'", from);
	}
	return true;
}

bool
ledger_adopt(struct store *s, struct arena *a, const struct ledger_adoption *how, struct err *err)
{
	struct adopting g = {.store = s, .a = a, .how = how};

	return ledger_order(s, err) && ledger_identity(s, a, &g.identity, err) &&
	       read_known(&g, err) && db_do(s->db, adopt, &g, err) && keep_seen(s, err) &&
	       ledger_key_follow(s, how->name, err) && ledger_tend(s, true, err);
}
