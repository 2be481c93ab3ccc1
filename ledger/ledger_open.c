/* SPDX-License-Identifier: MIT */
/* ledger_open.c: a log's name, its key, and what was seen of it last. */
#include "ledger_parts.h"
#include "note.h"
#include "vault.h"

#include "file.h"

#include <errno.h>
#include <fcntl.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#define SEEN_TRIES 8
#define SEEN_SUFFIX ".seen"

/* -- the name -------------------------------------------------------------------------------- */

bool
ledger_origin(struct db *db, struct arena *a, struct str *out, struct err *err)
{
	return db_one(db, a, "SELECT value FROM meta WHERE name = 'origin'", NULL, 0, out, err);
}

/* Ours by the environment, else one that no other log has. */
static bool
choose_origin(char *out, size_t size, struct err *err)
{
	const char *set = getenv("SLUICE_ORIGIN");
	char id[STORE_ID_BYTES];

	store_id("log", id);
	int n = set && *set ? snprintf(out, size, "%s", set)
			    : snprintf(out, size, "sluice.local/%s", id + 4);
	if (n < 0 || (size_t)n >= size || !note_name_is_good(str_from(out)))
		return err_set(
		    err, ERR_USAGE, "'%.60s' is not a name for a log (SLUICE_ORIGIN)", out);
	return true;
}

/* -- where the key is ------------------------------------------------------------------------ */

/* Beside a SQLite file; else in the user's state folder, by the log's name. */
static bool
key_place(struct store *s, const char *where, struct str origin, struct err *err)
{
	const char *set = getenv("SLUICE_LOG_KEY"), *state = getenv("XDG_STATE_HOME"),
		   *home = getenv("HOME");
	const struct passwd *who = home ? NULL : getpwuid(getuid());
	char *out = s->log_key_path;
	size_t size = sizeof(s->log_key_path);

	if (set && *set)
		return snprintf(out, size, "%s", set) < (int)size ||
		       err_set(err, ERR_USAGE, "SLUICE_LOG_KEY is too long");
	if (strncmp(where, "sqlite:", 7) == 0)
		return snprintf(out, size, "%s.key", where + 7) < (int)size ||
		       err_set(err, ERR_USAGE, "the store's path is too long");
	if (state && *state == '/')
		snprintf(out, size, "%s/sluice", state);
	else if (home && *home == '/')
		snprintf(out, size, "%s/.local/state/sluice", home);
	else if (who)
		snprintf(out, size, "%s/.local/state/sluice", who->pw_dir);
	else
		return true;
	size_t n = strlen(out);
	if (n + origin.n + 16 > size)
		return err_set(err, ERR_USAGE, "the state folder's path is too long");
	n += (size_t)snprintf(out + n, size - n, "/log-");
	for (size_t i = 0; i < origin.n; i++)
		out[n++] = origin.p[i] == '/' ? '_' : origin.p[i];
	snprintf(out + n, size - n, ".key");
	return true;
}

bool
ledger_key_follow(struct store *s, struct str name, struct err *err)
{
	char old_path[sizeof(s->log_key_path)];
	struct store copy = {.db = NULL};

	if (getenv("SLUICE_LOG_KEY") || strcmp(s->db->engine->name, "sqlite") == 0)
		return true;
	memcpy(old_path, s->log_key_path, sizeof(old_path));
	if (!key_place(&copy, "", name, err))
		return false;
	if (link(old_path, copy.log_key_path) != 0 && errno != EEXIST && errno != ENOENT)
		return err_sys(err, "can't keep the log's key as '%s'", copy.log_key_path);
	memcpy(s->log_key_path, copy.log_key_path, sizeof(s->log_key_path));
	return true;
}

static bool
need_key(struct store *s, char *public_text, size_t size, struct err *err)
{
	const struct secret_key *k;
	struct buf text;

	if (!s->log_key_path[0]) {
		err_set(err, ERR_USAGE, "there is no place for the log's key");
		return err_help(err, "name a file for it in SLUICE_LOG_KEY");
	}
	if (!file_exists(s->log_key_path) &&
	    (!key_folders_make(s->log_key_path, err) || !log_key_make(s->log_key_path, err)))
		return false;
	if (!log_key(s, &k, err))
		return false;
	buf_init(&text, size);
	public_key_write(key_public(k), &text);
	snprintf(public_text, size, "%.*s", STR_ARG(buf_view(&text)));
	buf_release(&text);
	return true;
}

/* -- the first event ------------------------------------------------------------------------- */

struct beginning {
	struct store *store;
	char origin[NOTE_NAME_BYTES_MAX], key[64];
};

/* Of the processes that open a new store at the same time, only the one that inserts the row
 * creates the key. */
static bool
begin(struct db *db, void *context, struct err *err)
{
	struct beginning *b = context;
	char salt[DIGEST_HEX_BYTES];
	struct digest chance;
	int64_t fresh;

	if (!db_change(db,
		"INSERT INTO meta (name, value) VALUES ('origin', $1) ON CONFLICT (name) DO "
		"NOTHING",
		VALUES(db_zero(b->origin)), &fresh, err))
		return false;
	if (fresh == 0)
		return true;
	random_bytes(&chance, sizeof(chance));
	digest_hex(&chance, salt);
	return need_key(b->store, b->key, sizeof(b->key), err) && vault_begin(db, err) &&
	       db_change(db, "INSERT INTO meta (name, value) VALUES ('account_salt', $1)",
		   VALUES(db_zero(salt)), NULL, err) &&
	       db_change(db, "INSERT INTO meta (name, value) VALUES ('log_key', $1)",
		   VALUES(db_zero(b->key)), NULL, err) &&
	       ledger_note(db,
		   &(struct event_note){.kind = EVENT_LOG_OPENED,
		       .actor = "sluice",
		       EVENT_VALUES({.name = "key", .text = str_from(b->key)},
			   {.name = "origin", .text = str_from(b->origin)})},
		   err);
}

bool
ledger_open(struct store *s, const char *where, struct err *err)
{
	struct arena *a = arena_new((size_t)1 << 20);
	struct beginning b = {.store = s};
	struct str origin;

	if (!a)
		return err_memory(err);
	bool good = ledger_origin(s->db, a, &origin, err);
	if (good && origin.n == 0)
		good = choose_origin(b.origin, sizeof(b.origin), err) &&
		       key_place(s, where, str_from(b.origin), err) &&
		       db_do(s->db, begin, &b, err) && ledger_origin(s->db, a, &origin, err);
	good = good && key_place(s, where, origin, err);
	arena_free(a);
	return good;
}

/* -- what was seen --------------------------------------------------------------------------- */

static bool
seen_path(const struct store *s, char *out, size_t size)
{
	return s->log_key_path[0] &&
	       snprintf(out, size, "%s" SEEN_SUFFIX, s->log_key_path) < (int)size;
}

bool
ledger_seen_read(struct store *s, struct arena *a, struct str *note, struct err *err)
{
	char path[sizeof(s->log_key_path) + 8];

	*note = STR("");
	if (!seen_path(s, path, sizeof(path)) || !file_exists(path))
		return true;
	/* One that is being overwritten is read again. */
	for (int i = 0; i < SEEN_TRIES; i++) {
		struct str again;
		if (!file_read(a, path, NOTE_BYTES_MAX, note, err) ||
		    !file_read(a, path, NOTE_BYTES_MAX, &again, err))
			return false;
		if (str_eq(*note, again))
			break;
	}
	return true;
}

/* In its place, for a new file a run would be dear; and nobody waits for the disk. */
static bool
overwrite(const char *path, struct str bytes)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0644);
	struct stat st;

	if (fd < 0)
		return false;
	bool good = fstat(fd, &st) == 0 && pwrite(fd, bytes.p, bytes.n, 0) == (ssize_t)bytes.n &&
		    (st.st_size <= (off_t)bytes.n || ftruncate(fd, (off_t)bytes.n) == 0);
	return close(fd) == 0 && good;
}

bool
ledger_seen_write(struct store *s, struct str note, struct err *err)
{
	char path[sizeof(s->log_key_path) + 8];

	if (s->db->in_transaction) {
		free(s->signed_note);
		s->signed_note = strndup(note.p, note.n);
		return s->signed_note || err_memory(err);
	}
	return !seen_path(s, path, sizeof(path)) || overwrite(path, note) ||
	       err_sys(err, "can't write '%s'", path);
}

bool
ledger_seen_settle(struct store *s, bool done, struct err *err)
{
	if (!s->signed_note || s->db->in_transaction)
		return true;
	char *note = s->signed_note;
	s->signed_note = NULL;
	bool good = !done || ledger_seen_write(s, str_from(note), err);
	free(note);
	return good;
}
