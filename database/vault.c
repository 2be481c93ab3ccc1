/* SPDX-License-Identifier: MIT */
#include "vault.h"

#include "dialect.h"
#include "file.h"
#include "hash.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#define STATEMENT_KEYS 16 /* two parameters each; an engine tells 32 of them apart */
#define POOL_MAX 512      /* statements of keys */
#define SPARE_TAKEN 4     /* what a run alone needs */
#define SPARE_MADE 64     /* by the one process in so many that waits for the disk */
#define HERE_BYTES 128
#define FILL_SQL_BYTES_MAX 512
#define LOG_PAGES 64 /* of some five a run */
#define PLACE_BYTES 4096

struct vault {
	char place[PLACE_BYTES]; /* as store_open takes it */
	struct db
	    *db; /* NULL until it is needed; the store's own where the vault is in its tables */
	bool own;
	bool doubt; /* a transaction was undone in which this vault was named, or keys were made */
	char id[STORE_ID_BYTES], wanted[STORE_ID_BYTES]; /* wanted: the id of one that is made */
	bool known;            /* the store names this vault, as it was committed */
	char here[HERE_BYTES]; /* which spare keys are this process's to take; empty: none */
	struct vault_key pool[POOL_MAX];
	size_t count, next; /* how many are left, and how many are made next */
	bool leaves;        /* of those made next, all but SPARE_TAKEN for other processes */
};

bool
vault_new(const char *where, struct vault **out, struct err *err)
{
	const char *set = getenv("SLUICE_VAULT");
	bool named = set && *set, lite = strncmp(where, "sqlite:", 7) == 0;
	struct vault *v = calloc(1, sizeof(*v));

	if (!v)
		return err_memory(err);
	int n = snprintf(v->place, sizeof(v->place), "%s%s", named ? set : where,
	    !named && lite ? ".vault" : "");
	if (n < 0 || n >= (int)sizeof(v->place)) {
		free(v);
		return err_set(err, ERR_USAGE, "the vault's place is too long");
	}
	v->own = !named && !lite;
	*out = v;
	return true;
}

void
vault_free(struct vault *v)
{
	if (!v)
		return;
	for (size_t i = 0; i < POOL_MAX; i++)
		seal_key_wipe(v->pool[i].bytes);
	if (v->db && !v->own)
		v->db->engine->close(v->db);
	free(v);
}

/* -- opening --------------------------------------------------------------------------------- */

static bool
make_id(struct db *db, void *context, struct err *err)
{
	struct vault *v = context;

	if (!v->wanted[0])
		store_id("vlt", v->wanted);
	return db_change(db,
		   "INSERT INTO vault (one, id) VALUES (1, $1) ON CONFLICT (one) DO NOTHING",
		   VALUES(db_zero(v->wanted)), NULL, err) &&
	       db_one_copy(db, "SELECT id FROM vault", NULL, 0, v->id, sizeof(v->id), err);
}

static bool
read_id(struct vault *v, struct err *err)
{
	return db_one_copy(v->db, "SELECT id FROM vault", NULL, 0, v->id, sizeof(v->id), err) &&
	       (v->id[0] || db_do(v->db, make_id, v, err));
}

/* A role that may not create tables finds them already created. */
static bool
make_tables(struct vault *v, struct err *err)
{
	static const char lite[] =
	    "PRAGMA secure_delete = ON; CREATE TABLE IF NOT EXISTS vault (one INTEGER PRIMARY KEY "
	    "CHECK (one = 1), id TEXT NOT NULL) STRICT; CREATE TABLE IF NOT EXISTS content_key (id "
	    "TEXT PRIMARY KEY, bytes BLOB NOT NULL CHECK (length(bytes) = 32)) STRICT; CREATE "
	    "TABLE IF NOT EXISTS spare (id TEXT PRIMARY KEY, here TEXT NOT NULL) STRICT";
	static const char large[] =
	    "CREATE TABLE IF NOT EXISTS vault (one INTEGER PRIMARY KEY CHECK (one = 1), id TEXT "
	    "NOT "
	    "NULL); CREATE TABLE IF NOT EXISTS content_key (id TEXT PRIMARY KEY, bytes BYTEA NOT "
	    "NULL CHECK (length(bytes) = 32))";
	struct err ignored;

	if (v->db->read_only)
		return true;
	if (v->db->engine->dialect->one_writer)
		return v->db->engine->script(v->db, lite, err);
	return db_one_copy(
		   v->db, "SELECT id FROM vault", NULL, 0, v->id, sizeof(v->id), &ignored) ||
	       v->db->engine->script(v->db, large, err);
}

/* Only with the kernel is a write lost that was not synced: where this start of it, and this file, are
 * the same, all processes see what each has taken. A copy may have the number of the file whose place it
 * took, but not its birth. */
static void
look_where(struct vault *v)
{
	struct statx st = {.stx_mask = 0};
	int fd = open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC);
	char boot[36];

	if (fd >= 0 && read(fd, boot, sizeof(boot)) == (ssize_t)sizeof(boot) &&
	    statx(AT_FDCWD, v->place + 7, 0, STATX_INO | STATX_BTIME, &st) == 0 &&
	    (st.stx_mask & STATX_BTIME))
		snprintf(v->here, sizeof(v->here), "%.36s %x:%x %ju %jd.%u", boot, st.stx_dev_major,
		    st.stx_dev_minor, (uintmax_t)st.stx_ino, (intmax_t)st.stx_btime.tv_sec,
		    st.stx_btime.tv_nsec);
	if (fd >= 0)
		close(fd);
}

static bool
is_missing(const struct vault *v)
{
	return strncmp(v->place, "sqlite:", 7) == 0 && !file_exists(v->place + 7);
}

static bool
open_vault(struct db *store, bool wanted, struct err *err)
{
	struct vault *v = store->vault;
	bool lite = strncmp(v->place, "sqlite:", 7) == 0;

	if (v->own) {
		v->db = store;
		return read_id(v, err) || err_wrap(err, "the vault");
	}
	if (v->db)
		return true;
	if (wanted && is_missing(v)) {
		err_set(err, ERR_REFUSED,
		    "the vault with the keys of this store's contents is not there");
		err_place(err, v->place + 7, 0, 0, 0);
		return err_help(
		    err, "SLUICE_VAULT names it where it is elsewhere (docs/retention.md)");
	}
	if (!(lite ? sqlite_open(v->place + 7, &v->db, err)
		   : postgres_open(v->place, &v->db, err)) ||
	    !make_tables(v, err) || !read_id(v, err)) {
		if (v->db)
			v->db->engine->close(v->db);
		v->db = NULL;
		return err_wrap(err, "the vault");
	}
	if (lite)
		look_where(v);
	return true;
}

/* The vault that this store names, or the one that it names from now on. */
static bool
vault_get(struct db *store, struct vault **out, struct err *err)
{
	struct vault *v = *out = store->vault;
	char named[STORE_ID_BYTES] = "";

	if (!v)
		return err_set(err, ERR_INTERNAL, "the store was opened without its vault");
	if (v->doubt) {
		v->known = v->doubt = false;
		v->count = 0;
	}
	if (v->known)
		return true;
	if (!db_one_copy(store, "SELECT value FROM meta WHERE name = 'vault'", NULL, 0, named,
		sizeof(named), err) ||
	    !open_vault(store, named[0] != '\0', err))
		return false;
	if (v->own)
		store->doubt = &v->doubt;
	if (!named[0])
		return !store->in_transaction ||
		       db_change(store,
			   "INSERT INTO meta (name, value) VALUES ('vault', $1) ON CONFLICT (name) "
			   "DO NOTHING",
			   VALUES(db_zero(v->id)), NULL, err);
	if (strcmp(named, v->id) != 0) {
		err_set(err, ERR_REFUSED,
		    "this vault is not the one with the keys of this store's contents");
		return err_help(
		    err, "SLUICE_VAULT names it where it is elsewhere (docs/retention.md)");
	}
	v->known = true;
	return true;
}

bool
vault_begin(struct db *store, struct err *err)
{
	struct vault *v;

	return vault_get(store, &v, err);
}

/* -- keys ------------------------------------------------------------------------------------ */

static bool
put_keys(struct db *db, const struct vault_key *keys, struct err *err)
{
	struct db_value values[2 * STATEMENT_KEYS];
	struct buf sql;

	buf_init(&sql, FILL_SQL_BYTES_MAX);
	buf_text(&sql, "INSERT INTO content_key (id, bytes) VALUES ");
	for (size_t i = 0; i < STATEMENT_KEYS; i++) {
		const struct vault_key *k = &keys[i];
		values[2 * i] = db_zero(k->id);
		values[2 * i + 1] = db_blob((struct str){(const char *)k->bytes, sizeof(k->bytes)});
		buf_printf(&sql, "%s($%zu, $%zu)", i > 0 ? ", " : "", 2 * i + 1, 2 * i + 2);
	}
	bool good = sql.failed ? err_memory(err)
			       : db_change(db, sql.p, values, ARRAY_LENGTH(values), NULL, err);
	buf_release(&sql);
	return good;
}

/* All but the first of what was just made. Those of another start of the kernel, or of a copy of this
 * file, may be in use: they stay, and nobody takes them. */
static bool
leave_spares(struct db *db, const struct vault *v, struct err *err)
{
	return db_change(
		   db, "DELETE FROM spare WHERE here <> $1", VALUES(db_zero(v->here)), NULL, err) &&
	       db_change(db,
		   "INSERT INTO spare (id, here) SELECT id, $1 FROM content_key ORDER BY rowid "
		   "DESC LIMIT $2",
		   VALUES(db_zero(v->here), db_int(SPARE_MADE - SPARE_TAKEN)), NULL, err);
}

static bool
fill_pool(struct db *db, void *context, struct err *err)
{
	struct vault *v = context;
	size_t made = v->leaves ? SPARE_MADE : v->next;

	for (size_t i = 0; i < made; i++) {
		store_id("key", v->pool[i].id);
		if (!seal_key_new(v->pool[i].bytes, err))
			return false;
	}
	for (size_t i = 0; i < made; i += STATEMENT_KEYS)
		if (!put_keys(db, &v->pool[i], err))
			return false;
	return !v->leaves || leave_spares(db, v, err);
}

static bool
take_spare(void *context, const struct db_row *row)
{
	struct vault *v = context;
	struct str id = db_column_text(row, 0), bytes = db_column_text(row, 1);
	struct vault_key *k = &v->pool[v->count];

	if (bytes.n != sizeof(k->bytes) || v->count == SPARE_TAKEN)
		return true;
	snprintf(k->id, sizeof(k->id), "%.*s", STR_ARG(id));
	memcpy(k->bytes, bytes.p, sizeof(k->bytes));
	v->count++;
	return true;
}

static bool
take_spares(struct db *db, void *context, struct err *err)
{
	struct vault *v = context;

	v->count = 0;
	return db_query(db,
	    "DELETE FROM spare WHERE id IN (SELECT id FROM spare WHERE here = $1 LIMIT $2) "
	    "RETURNING id, (SELECT bytes FROM content_key k WHERE k.id = spare.id)",
	    VALUES(db_zero(v->here), db_int(SPARE_TAKEN)), take_spare, v, err);
}

/* Twice as many as the last time: who stores one content leaves few keys behind, and who stores
 * many seldom waits for the vault. They are on its disk before the first of them is used. */
static bool
refill(struct vault *v, struct err *err)
{
	struct err ignored;

	v->leaves = v->next == 0 && v->here[0];
	if (v->next == 0)
		v->next = STATEMENT_KEYS;
	if (v->leaves && db_do_soon(v->db, take_spares, v, &ignored) && v->count > 0)
		return true;
	v->count = 0;
	if (v->db->in_transaction)
		v->db->doubt = &v->doubt;
	if (!db_do(v->db, fill_pool, v, err))
		return err_wrap(err, "the vault");
	v->count = v->leaves ? SPARE_TAKEN : v->next;
	if (!v->leaves && v->next < POOL_MAX)
		v->next *= 2;
	return true;
}

void
vault_stock(struct db *store)
{
	struct vault *v;
	struct err ignored;

	if (!vault_get(store, &v, &ignored) || !v->known)
		return;
	if (v->count == 0)
		(void)refill(v, &ignored);
	/* Keys may be all that this process writes there; a head that stays as it is begins the log anew. */
	if (v->db->engine->tidy && v->db->engine->tidy(v->db, LOG_PAGES))
		(void)v->db->engine->script(v->db, "PRAGMA user_version = 0", &ignored);
}

bool
vault_key_new(struct db *store, struct vault_key *out, struct err *err)
{
	struct vault *v;

	if (!vault_get(store, &v, err) || (v->count == 0 && !refill(v, err)))
		return false;
	struct vault_key *k = &v->pool[--v->count];
	*out = *k;
	seal_key_wipe(k->bytes);
	return true;
}

static bool
take_key(void *context, const struct db_row *row)
{
	struct vault_key *k = context;
	struct str bytes = db_column_text(row, 0);

	if (bytes.n == sizeof(k->bytes))
		memcpy(k->bytes, bytes.p, sizeof(k->bytes));
	snprintf(k->id, sizeof(k->id), "key");
	return true;
}

bool
vault_key_get(struct db *store, struct str id, struct vault_key *out, struct err *err)
{
	struct vault *v;

	out->id[0] = '\0';
	if (!vault_get(store, &v, err))
		return false;
	if (v->own && store->no_keys) /* asked, it would break the transaction */
		return err_set(err, ERR_REFUSED,
		    "the vault: permission denied: this role reads no keys of contents");
	if (!db_query(v->db, "SELECT bytes FROM content_key WHERE id = $1", VALUES(db_text(id)),
		take_key, out, err))
		return err_wrap(err, "the vault");
	if (!out->id[0])
		return err_set(err, ERR_INPUT, "its key was destroyed");
	snprintf(out->id, sizeof(out->id), "%.*s", STR_ARG(id));
	return true;
}

static bool
destroy(struct db *db, void *context, struct err *err)
{
	const char *const *id = context;

	return db_change(
	    db, "DELETE FROM content_key WHERE id = $1", VALUES(db_zero(*id)), NULL, err);
}

bool
vault_key_destroy(struct db *store, const char *id, struct err *err)
{
	struct vault *v;

	if (!vault_get(store, &v, err))
		return false;
	return db_do(v->db, destroy, &id, err) || err_wrap(err, "the vault");
}

/* SQLite has overwritten the rows (secure_delete), and its log is cut here; PostgreSQL removes dead
 * rows where this role may ask for it. */
bool
vault_wipe(struct db *store, struct err *err)
{
	struct err ignored;
	struct vault *v;

	if (!vault_get(store, &v, err))
		return false;
	if (v->db->engine->dialect->one_writer)
		return v->db->engine->script(v->db, "PRAGMA wal_checkpoint(TRUNCATE)", err) ||
		       err_wrap(err, "the vault");
	(void)v->db->engine->script(v->db, "VACUUM content_key", &ignored);
	return true;
}

/* -- all of them ----------------------------------------------------------------------------- */

static bool
write_key(void *context, const struct db_row *row)
{
	struct str bytes = db_column_text(row, 1);
	struct buf *out = context;

	buf_str(out, db_column_text(row, 0));
	buf_char(out, ' ');
	base64_write(bytes.p, bytes.n, out);
	buf_char(out, '\n');
	return true;
}

/* Is it elsewhere than in the store's own tables? */
static bool
is_apart(const struct db *store)
{
	return !store->vault->own;
}

/* Tables of the store's own that are not made yet are no vault. */
static bool
has_vault(struct db *store, bool *has, struct err *err)
{
	*has = !is_missing(store->vault);
	return is_apart(store) ||
	       db_any(store,
		   "SELECT 1 FROM pg_tables WHERE schemaname = current_schema() AND tablename = "
		   "'content_key'",
		   NULL, 0, has, err);
}

bool
vault_keys_write(struct db *store, struct buf *out, struct err *err)
{
	struct vault *v = store->vault;
	bool has;

	if (!has_vault(store, &has, err) || (has && !open_vault(store, true, err)))
		return false;
	if (!has)
		return true;
	buf_printf(out, "%s\n", v->id);
	/* Those of another start of the kernel look unused, and may be in use. */
	bool spares = v->db->engine->dialect->one_writer && v->here[0];
	const char *sql =
	    spares ? "SELECT id, bytes FROM content_key WHERE id NOT IN (SELECT id FROM spare "
		     "WHERE here = $1) ORDER BY id"
		   : "SELECT id, bytes FROM content_key ORDER BY id";
	const struct db_value here = db_zero(v->here);
	return db_query(v->db, sql, &here, spares ? 1 : 0, write_key, out, err) &&
	       (!out->failed || err_memory(err));
}

static bool
read_key(struct db *db, struct str line, struct err *err)
{
	uint8_t bytes[SEAL_KEY_BYTES];
	struct str id;

	if (!str_cut(&line, ' ', &id) || !base64_read(line, bytes, sizeof(bytes)))
		return err_set(err, ERR_INPUT, "the keys of contents are damaged");
	bool good = db_change(db,
	    "INSERT INTO content_key (id, bytes) VALUES ($1, $2) ON CONFLICT (id) DO NOTHING",
	    VALUES(db_text(id), db_blob((struct str){(const char *)bytes, sizeof(bytes)})), NULL,
	    err);
	seal_key_wipe(bytes);
	return good;
}

static bool
read_keys(struct db *db, void *context, struct err *err)
{
	struct str rest = *(const struct str *)context, line;

	while (str_cut(&rest, '\n', &line))
		if (line.n > 0 && !read_key(db, line, err))
			return false;
	return true;
}

static bool
read_apart(struct db *store, struct str *rest, struct err *err)
{
	struct vault *v = store->vault;

	if (!open_vault(store, false, err))
		return false;
	if (strcmp(v->id, v->wanted) != 0) {
		err_set(err, ERR_REFUSED, "there is another vault already at its place");
		return err_help(err, "put it aside, or name another place by SLUICE_VAULT");
	}
	return db_do(v->db, read_keys, rest, err) || err_wrap(err, "the vault");
}

bool
vault_keys_read(struct db *store, struct str text, bool made, struct err *err)
{
	struct vault *v = store->vault;
	struct str rest = text, id;

	if (is_apart(store) == made)
		return true;
	if (!str_cut(&rest, '\n', &id) || id.n >= sizeof(v->wanted))
		return err_set(err, ERR_INPUT, "the keys of contents are damaged");
	snprintf(v->wanted, sizeof(v->wanted), "%.*s", STR_ARG(id));
	return made ? make_id(store, v, err) && read_keys(store, &rest, err)
		    : read_apart(store, &rest, err);
}
