/* SPDX-License-Identifier: MIT */
/* backup.c: a store into a file and back, and the keys of its contents under a recovery key. */
#include "backup.h"
#include "migrate.h"
#include "parts.h"
#include "vault.h"

#include "file.h"

#include <limits.h>
#include <stdio.h>
#include <unistd.h>

#define KEYS_MAGIC "sluice keys\n"
#define KEYS_BYTES_MAX ((size_t)1 << 30)

static bool
keys_path(const char *path, char out[PATH_MAX], struct err *err)
{
	int n = snprintf(out, PATH_MAX, "%s.keys", path);

	return (n > 0 && n < PATH_MAX) || err_set(err, ERR_USAGE, "'%s' is too long", path);
}

/* -- out ------------------------------------------------------------------------------------- */

static bool
seal_keys(struct arena *a, struct str plain, const struct public_key *recovery, const char *path,
    struct err *err)
{
	struct str sealed;
	struct buf file;

	if (!recovery_seal(a, recovery, plain, &sealed, err))
		return false;
	buf_init(&file, KEYS_BYTES_MAX);
	buf_text(&file, KEYS_MAGIC);
	buf_str(&file, sealed);
	bool good =
	    (!file.failed || err_memory(err)) && file_write_private(path, buf_view(&file), err);
	buf_release(&file);
	return good;
}

/* Behind the rows: each key that one of them names is there by now. */
static bool
save_keys(struct store *s, const struct public_key *recovery, const char *path, struct err *err)
{
	struct arena *a = arena_new(KEYS_BYTES_MAX);
	char keys[PATH_MAX];
	struct buf plain;

	if (!a)
		return err_memory(err);
	buf_init(&plain, KEYS_BYTES_MAX);
	bool good = keys_path(path, keys, err) && vault_keys_write(s->db, &plain, err) &&
		    seal_keys(a, buf_view(&plain), recovery, keys, err);
	secret_wipe(buf_view(&plain));
	buf_release(&plain);
	arena_free(a);
	return good;
}

bool
store_backup(struct store *s, const char *path, const struct public_key *recovery, struct err *err)
{
	if (!backup_write(s->db, path, err))
		return false;
	if (!recovery || save_keys(s, recovery, path, err))
		return true;
	unlink(path);
	return false;
}

/* -- back ------------------------------------------------------------------------------------ */

struct restoring {
	struct db *db;
	const struct store_restoring *how;
	struct backup rows;
	struct arena *a;
	struct buf survived; /* the keys of a vault that was not lost */
};

static bool
open_keys(struct restoring *r, struct err *err)
{
	char path[PATH_MAX];
	struct str file;

	if (!keys_path(r->how->from, path, err) ||
	    !file_read_private(r->a, path, KEYS_BYTES_MAX, &file, err))
		return false;
	if (!str_starts(file, STR(KEYS_MAGIC))) {
		err_set(err, ERR_INPUT, "this file does not hold the contents' keys");
		return err_place(err, path, 0, 0, 0);
	}
	return recovery_open(r->a, r->how->recovery, str_slice(file, strlen(KEYS_MAGIC), file.n),
	    &r->rows.keys, err);
}

static bool
find_keys(struct restoring *r, struct err *err)
{
	if (r->how->without_keys)
		return true;
	if (r->how->recovery)
		return open_keys(r, err);
	if (!vault_keys_write(r->db, &r->survived, err))
		return false;
	r->rows.keys = buf_view(&r->survived);
	return true;
}

static bool
restore(struct restoring *r, struct err *err)
{
	return backup_check(&r->rows, err) && engine_open(r->how->where, &r->db, err) &&
	       vault_new(r->how->where, &r->db->vault, err) && find_keys(r, err) &&
	       store_remake(r->db, &r->rows, err);
}

bool
store_restore(const struct store_restoring *how, int64_t *lost, struct err *err)
{
	struct restoring r = {.how = how,
	    .a = arena_new(KEYS_BYTES_MAX),
	    .rows = {.path = how->from,
		.without = how->without_keys,
		.brings_keys = how->recovery != NULL}};

	if (!r.a)
		return err_memory(err);
	buf_init(&r.survived, KEYS_BYTES_MAX);
	bool good = restore(&r, err);
	*lost = r.rows.lost;
	secret_wipe(r.rows.keys);
	if (r.db) {
		vault_free(r.db->vault);
		r.db->engine->close(r.db);
	}
	buf_release(&r.survived);
	arena_free(r.a);
	return good;
}
