/* SPDX-License-Identifier: MIT */
#include "acts.h"
#include "ledger_parts.h"
#include "migrate.h"
#include "parts.h"
#include "vault.h"

#include "clock.h"
#include "file.h"

#include <ctype.h>
#include <pwd.h>
#include <stdlib.h>
#include <unistd.h>

#define LOG_PAGES 512 /* of some 130 a run */

bool
clock_note(struct db *db, struct err *err)
{
	int64_t now, seen;

	if (!db_number(db, "SELECT now_us()", NULL, 0, 0, &now, err) ||
	    !db_number(db, "SELECT CAST(value AS BIGINT) FROM meta WHERE name = 'clock_us'", NULL,
		0, 0, &seen, err))
		return false;
	if (now < seen - CLOCK_SLACK_US) {
		char is[CLOCK_STAMP_BYTES], was[CLOCK_STAMP_BYTES];
		clock_stamp_of(now, is);
		clock_stamp_of(seen, was);
		err_set(err, ERR_REFUSED, "the clock shows %s, but the store has already seen %s",
		    is, was);
		return err_help(err,
		    "correct the clock. If it is right now and was ahead before, an operator must sign `sluice ledger clock accept`");
	}
	return db->no_clock || now < seen + 1000000 ||
	       db_change(db,
		   "UPDATE meta SET value = CAST(now_us() AS TEXT) WHERE name = 'clock_us' AND "
		   "CAST(value AS BIGINT) < now_us()",
		   NULL, 0, NULL, err);
}

static bool
note_clock(struct db *db, void *context, struct err *err)
{
	(void)context;
	return clock_note(db, err);
}

bool
engine_open(const char *where, struct db **db, struct err *err)
{
	if (strncmp(where, "sqlite:", 7) == 0)
		return sqlite_open(where + 7, db, err);
	if (strncmp(where, "postgresql://", 13) == 0 || strncmp(where, "postgres://", 11) == 0 ||
	    strchr(where, '='))
		return postgres_open(where, db, err);
	err_set(err, ERR_USAGE, "'%s' is not a store's address", where);
	return err_help(
	    err, "write sqlite:PATH, postgresql://HOST/DATABASE or libpq's key=value form");
}

static bool
look_at_clock(struct db *db, bool any_time, struct err *err)
{
	if (any_time)
		return true;
	if (db->read_only)
		return clock_note(db, err);
	db->full = false;
	if (db_do_soon(db, note_clock, NULL, err))
		return true;
	if (!db->full)
		return false;
	db->owed =
	    note_clock; /* a full disk can be read; the clock is noted before the next write */
	return true;
}

static bool
open_at(struct arena *a, const char *where, bool any_time, struct store **out, struct err *err)
{
	struct store *s = calloc(1, sizeof(*s));

	if (!where && !(where = store_default(a))) {
		free(s);
		return err_memory(err);
	}
	if (!s)
		return err_memory(err);
	if (!engine_open(where, &s->db, err) || !s->db) {
		free(s);
		return false;
	}
	if (!vault_new(where, &s->db->vault, err) || !store_migrate(s->db, err) ||
	    !look_at_clock(s->db, any_time, err) || !ledger_open(s, where, err)) {
		store_close(s);
		return false;
	}
	s->db->engine->seal(s->db);
	*out = s;
	return true;
}

bool
store_open(struct arena *a, const char *where, struct store **out, struct err *err)
{
	return open_at(a, where, false, out, err);
}

bool
store_open_at_any_time(struct arena *a, const char *where, struct store **out, struct err *err)
{
	return open_at(a, where, true, out, err);
}

static bool
accept_work(struct db *db, void *context, struct err *err)
{
	struct act_change *c = context;

	return act_gives_reason(&c->act.act, err) && act_store(db, &c->act, NULL, NULL, err) &&
	       db_change(db,
		   "UPDATE meta SET value = CAST(now_us() AS TEXT) WHERE name = 'clock_us'", NULL,
		   0, NULL, err) &&
	       db_change(db,
		   "UPDATE job SET lease_until_us = now_us() WHERE state = 'leased' AND "
		   "lease_until_us > now_us() + 660000000",
		   NULL, 0, NULL, err);
}

bool
store_clock_accept(struct store *s, struct str envelope, struct err *err)
{
	return act_do(s, ACT_CLOCK, envelope, accept_work, NULL, err);
}

void
store_meanwhile(struct store *s)
{
	if (s->db->read_only || s->db->in_transaction)
		return;
	vault_stock(s->db);
	if (s->db->engine->tidy)
		(void)s->db->engine->tidy(
		    s->db, s->db->log_pages > 0 ? s->db->log_pages : LOG_PAGES);
	if (s->db->engine->ahead)
		s->db->engine->ahead(s->db);
}

void
store_close(struct store *s)
{
	if (!s)
		return;
	if (s->db) {
		vault_free(s->db->vault);
		s->db->engine->close(s->db);
	}
	free(s->signed_note);
	joint_free(s->joint);
	machine_key_forget(&s->log_key);
	machine_key_forget(&s->worker_key);
	free(s);
}

void
store_leave(struct store *s)
{
	if (!s || !s->db->engine->ends_with_process) {
		store_close(s);
		return;
	}
	vault_free(s->db->vault);
	s->db->vault = NULL;
}

static const char *
home_folder(void)
{
	const char *home = getenv("HOME");
	const struct passwd *account = home && *home == '/' ? NULL : getpwuid(geteuid());

	return account ? account->pw_dir : home && *home == '/' ? home : "";
}

char *
store_default(struct arena *a)
{
	const char *named = getenv("SLUICE_STORE"), *state = getenv("XDG_STATE_HOME");

	if (named && *named)
		return arena_printf(a, "%s", named);
	if (state && *state == '/')
		return arena_printf(a, "sqlite:%s/sluice/store.db", state);
	return arena_printf(a, "sqlite:%s/.local/state/sluice/store.db", home_folder());
}

void
store_believe(struct store *s, const struct trust *t)
{
	s->trust = t;
}

bool
store_is_read_only(const struct store *s)
{
	return s->db->read_only;
}

const char *
store_engine(const struct store *s)
{
	return s->db->engine->name;
}
