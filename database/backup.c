/* SPDX-License-Identifier: MIT */
#include "backup.h"

#include "dialect.h"
#include "hash.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define MAGIC "sluice store\n"
#define NAME_BYTES_MAX 64
#define NAMES_BYTES_MAX ((size_t)1 << 20)
#define SQL_BYTES_MAX ((size_t)1 << 16)
#define VALUE_BYTES_MAX ((size_t)300 << 20) /* the largest content, sealed */
#define PIECE_BYTES ((size_t)1 << 16)

struct names {
	struct str *items;
	size_t count;
};

static bool
read_names(struct db *db, struct arena *a, const char *sql, const char *of, struct names *out,
    struct err *err)
{
	struct db_value table = db_zero(of);

	return db_list(db, a, sql, &table, of ? 1 : 0, &db_texts, &out->items, &out->count, err);
}

/* -- writing --------------------------------------------------------------------------------- */

struct writing {
	struct db *db;
	struct arena *a;
	const char *path;
	FILE *file;
	struct hasher *hasher;
};

static bool
put(struct writing *w, const void *p, size_t n)
{
	hasher_add(w->hasher, p, n);
	return n == 0 || fwrite(p, 1, n, w->file) == n;
}

static bool
put_number(struct writing *w, int64_t n)
{
	uint8_t bytes[8];

	for (int i = 0; i < 8; i++)
		bytes[i] = (uint8_t)((uint64_t)n >> (56 - 8 * i));
	return put(w, bytes, sizeof(bytes));
}

static bool
put_text(struct writing *w, struct str text)
{
	return put_number(w, (int64_t)text.n) && put(w, text.p, text.n);
}

static bool
put_value(struct writing *w, const struct db_value *v)
{
	uint8_t kind = (uint8_t)v->kind;

	if (!put(w, &kind, 1))
		return false;
	if (v->kind == DB_INT)
		return put_number(w, v->number);
	return v->kind == DB_NULL || put_text(w, v->text);
}

static bool
put_row(void *context, const struct db_row *row)
{
	struct writing *w = context;

	if (!put(w, "R", 1))
		return false;
	for (size_t i = 0; i < row->count; i++)
		if (!put_value(w, &row->columns[i]))
			return false;
	return true;
}

static bool
not_written(struct writing *w, struct err *err)
{
	err_sys(err, "can't write the backup");
	return err_place(err, w->path, 0, 0, 0);
}

/* Fetches rows a few at a time, since an engine may hand over all rows of a query at once. */
static bool
put_rows(struct writing *w, const char *select, const char *table, struct err *err)
{
	const char *fetch = arena_printf(w->a, "FETCH 16 FROM all_%s", table);
	const char *declare =
	    arena_printf(w->a, "DECLARE all_%s NO SCROLL CURSOR FOR %s", table, select);
	int64_t got = 16;

	if (!fetch || !declare)
		return err_memory(err);
	if (w->db->engine->dialect->one_writer)
		return db_query(w->db, select, NULL, 0, put_row, w, err);
	if (!w->db->engine->script(w->db, declare, err))
		return false;
	while (got > 0)
		if (!w->db->engine->execute(w->db, fetch, NULL, 0, put_row, w, &got, err))
			return false;
	return true;
}

static bool
put_table(struct writing *w, const char *table, struct err *err)
{
	struct names columns;
	struct buf sql;

	if (!read_names(w->db, w->a, w->db->engine->dialect->columns, table, &columns, err))
		return false;
	buf_init(&sql, SQL_BYTES_MAX);
	bool good =
	    put(w, "T", 1) && put_number(w, (int64_t)columns.count) && put_text(w, str_from(table));
	for (size_t i = 0; good && i < columns.count; i++) {
		buf_printf(&sql, "%s\"%.*s\"", i > 0 ? ", " : "SELECT ", STR_ARG(columns.items[i]));
		good = put_text(w, columns.items[i]);
	}
	buf_printf(&sql, " FROM \"%s\"", table);
	*err = (struct err){0};
	good = good && (!sql.failed || err_memory(err)) && put_rows(w, sql.p, table, err);
	buf_release(&sql);
	return good || (err->code != ERR_NONE ? false : not_written(w, err));
}

static bool
put_all(struct db *db, void *context, struct err *err)
{
	struct writing *w = context;
	struct names tables;
	int64_t version;

	if (!db_number(db, "SELECT CAST(value AS BIGINT) FROM meta WHERE name = 'version'", NULL, 0,
		0, &version, err) ||
	    !read_names(db, w->a, db->engine->dialect->tables, NULL, &tables, err))
		return false;
	if (!put(w, MAGIC, strlen(MAGIC)) || !put_number(w, version))
		return not_written(w, err);
	for (size_t i = 0; i < tables.count; i++) {
		const char *name = arena_text(w->a, tables.items[i]);
		if (!name)
			return err_memory(err);
		if (!put_table(w, name, err))
			return false;
	}
	return true;
}

static bool
put_end(struct writing *w, struct err *err)
{
	struct digest d;

	hasher_finish(w->hasher, &d);
	w->hasher = NULL;
	return (fputc('E', w->file) != EOF &&
		   fwrite(d.bytes, 1, sizeof(d.bytes), w->file) == sizeof(d.bytes) &&
		   fflush(w->file) == 0 && fsync(fileno(w->file)) == 0) ||
	       not_written(w, err);
}

static bool
open_new(struct writing *w, struct err *err)
{
	int fd = open(w->path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);

	if (fd < 0)
		return errno == EEXIST ? err_set(err, ERR_USAGE, "'%s' already exists", w->path)
				       : err_sys(err, "can't make '%s'", w->path);
	w->file = fdopen(fd, "wb");
	if (!w->file)
		close(fd);
	return w->file || err_memory(err);
}

bool
backup_write(struct db *db, const char *path, struct err *err)
{
	struct writing w = {.db = db, .path = path, .a = arena_new(NAMES_BYTES_MAX)};

	if (!w.a || !(w.hasher = hasher_new())) {
		arena_free(w.a);
		return err_memory(err);
	}
	bool made = open_new(&w, err);
	bool good = made && db_read(db, put_all, &w, err) && put_end(&w, err);
	if (w.hasher)
		hasher_finish(w.hasher, &(struct digest){0});
	if (w.file)
		fclose(w.file);
	if (made && !good)
		unlink(path);
	arena_free(w.a);
	return good;
}

/* -- is it whole ----------------------------------------------------------------------------- */

struct reading {
	struct db *db;
	struct backup *b;
	struct arena *a;
	FILE *file;
	struct err *err;
	char *bytes[DB_COLUMNS_MAX]; /* of the row that is read */
};

static bool
damaged(const struct reading *r)
{
	err_set(r->err, ERR_INPUT, "the file is damaged or not a backup of a store");
	return err_place(r->err, r->b->path, 0, 0, 0);
}

static bool
get(struct reading *r, void *p, size_t n)
{
	return n == 0 || fread(p, 1, n, r->file) == n || damaged(r);
}

static bool
get_number(struct reading *r, int64_t *out)
{
	uint8_t bytes[8];
	uint64_t n = 0;

	if (!get(r, bytes, sizeof(bytes)))
		return false;
	for (int i = 0; i < 8; i++)
		n = n << 8 | bytes[i];
	*out = (int64_t)n;
	return true;
}

static bool
digest_holds(struct reading *r, off_t size)
{
	static char piece[PIECE_BYTES];
	struct hasher *h = hasher_new();
	struct digest made, told;

	if (!h)
		return err_memory(r->err);
	for (off_t left = size - 1 - DIGEST_BYTES; left > 0;) {
		size_t n = left < (off_t)PIECE_BYTES ? (size_t)left : PIECE_BYTES;
		if (fread(piece, 1, n, r->file) != n)
			break;
		hasher_add(h, piece, n);
		left -= (off_t)n;
	}
	hasher_finish(h, &made);
	return (fgetc(r->file) == 'E' &&
		   fread(told.bytes, 1, sizeof(told.bytes), r->file) == sizeof(told.bytes) &&
		   digest_eq(&made, &told)) ||
	       damaged(r);
}

static bool
get_head(struct reading *r)
{
	char magic[sizeof(MAGIC) - 1];

	rewind(r->file);
	return get(r, magic, sizeof(magic)) &&
	       (memcmp(magic, MAGIC, sizeof(magic)) == 0 || damaged(r)) &&
	       get_number(r, &r->b->version);
}

static bool
open_backup(struct reading *r)
{
	r->file = fopen(r->b->path, "rbe");
	return r->file || err_sys(r->err, "can't open '%s'", r->b->path);
}

bool
backup_check(struct backup *b, struct err *err)
{
	struct reading r = {.b = b, .err = err};

	if (!open_backup(&r))
		return false;
	bool good = fseeko(r.file, 0, SEEK_END) == 0;
	off_t size = ftello(r.file);
	rewind(r.file);
	good = (good && size > (off_t)(sizeof(MAGIC) + DIGEST_BYTES)) || damaged(&r);
	good = good && digest_holds(&r, size) && get_head(&r);
	fclose(r.file);
	return good;
}

/* -- loading --------------------------------------------------------------------------------- */

static bool
get_name(struct reading *r, char out[NAME_BYTES_MAX])
{
	int64_t n;

	if (!get_number(r, &n))
		return false;
	if (n < 1 || n >= NAME_BYTES_MAX)
		return damaged(r);
	out[n] = '\0';
	return get(r, out, (size_t)n);
}

static bool
has_name(const struct names *names, const char *name)
{
	for (size_t i = 0; i < names->count; i++)
		if (str_is(names->items[i], name))
			return true;
	return false;
}

/* The statement for a row of the table that the file tells of: a name goes into it only where the
 * schema has it. */
static bool
get_table(struct reading *r, struct buf *sql, size_t *count)
{
	char table[NAME_BYTES_MAX], name[NAME_BYTES_MAX];
	struct names tables, columns;
	int64_t n;

	if (!get_number(r, &n) || !get_name(r, table) ||
	    !read_names(r->db, r->a, r->db->engine->dialect->tables, NULL, &tables, r->err) ||
	    !read_names(r->db, r->a, r->db->engine->dialect->columns, table, &columns, r->err))
		return false;
	if (!has_name(&tables, table) || n != (int64_t)columns.count || n > DB_COLUMNS_MAX)
		return damaged(r);
	*count = (size_t)n;
	buf_clear(sql);
	buf_printf(sql, "DELETE FROM \"%s\"", table);
	if (!db_change(r->db, sql->p, NULL, 0, NULL, r->err))
		return false;
	buf_clear(sql);
	buf_printf(sql, "INSERT INTO \"%s\" (", table);
	for (size_t i = 0; i < *count; i++) {
		if (!get_name(r, name))
			return false;
		if (!has_name(&columns, name))
			return damaged(r);
		buf_printf(sql, "%s\"%s\"", i > 0 ? ", " : "", name);
	}
	for (size_t i = 0; i < *count; i++)
		buf_printf(sql, "%s$%zu", i > 0 ? ", " : ") VALUES (", i + 1);
	buf_char(sql, ')');
	return !sql->failed || err_memory(r->err);
}

static bool
get_value(struct reading *r, size_t at, struct db_value *out)
{
	uint8_t kind;
	int64_t n;

	*out = db_null();
	if (!get(r, &kind, 1))
		return false;
	if (kind == DB_NULL)
		return true;
	if (kind > DB_BLOB || !get_number(r, &n))
		return damaged(r);
	if (kind == DB_INT) {
		*out = db_int(n);
		return true;
	}
	if (n < 0 || n > (int64_t)VALUE_BYTES_MAX)
		return damaged(r);
	if (!(r->bytes[at] = malloc((size_t)n + 1)))
		return err_memory(r->err);
	*out = (struct db_value){.kind = (enum db_kind)kind, .text = {r->bytes[at], (size_t)n}};
	return get(r, r->bytes[at], (size_t)n);
}

static bool
load_row(struct reading *r, const char *sql, size_t count)
{
	struct db_value values[DB_COLUMNS_MAX];
	bool good = true;

	memset(r->bytes, 0, sizeof(r->bytes));
	for (size_t i = 0; good && i < count; i++)
		good = get_value(r, i, &values[i]);
	good = good && db_change(r->db, sql, values, count, NULL, r->err);
	for (size_t i = 0; i < count; i++)
		free(r->bytes[i]);
	return good;
}

static bool
load_rows(struct reading *r, struct buf *sql)
{
	size_t count = 0;

	for (int tag; (tag = fgetc(r->file)) != 'E';) {
		if (tag != 'T' && (tag != 'R' || count == 0))
			return damaged(r);
		if (tag == 'T' ? !get_table(r, sql, &count) : !load_row(r, sql->p, count))
			return false;
	}
	return true;
}

/* -- what has lost its key ------------------------------------------------------------------- */

static const char no_content[] =
    "UPDATE content SET bytes = NULL, erased_us = now_us() WHERE key_id IS NOT NULL AND erased_us "
    "IS NULL AND NOT EXISTS (SELECT 1 FROM key_there k WHERE k.id = key_id)";
static const char no_words[] =
    "UPDATE ledger_words SET salt = NULL, words = NULL, erased_us = now_us() WHERE key_id IS NOT "
    "NULL AND erased_us IS NULL AND NOT EXISTS (SELECT 1 FROM key_there k WHERE k.id = key_id)";

static bool
keys_are_its(struct db *db, struct backup *b, struct str id, struct err *err)
{
	bool sealed;

	if (b->without)
		return db_change(db, "DELETE FROM meta WHERE name = 'vault'", NULL, 0, NULL, err);
	if (b->keys.n > 0)
		return db_none(db, "SELECT 1 FROM meta WHERE name = 'vault' AND value <> $1",
		    VALUES(db_text(id)), err, ERR_REFUSED,
		    "these keys do not belong to this backup's contents");
	if (!db_any(db, "SELECT 1 FROM content WHERE key_id IS NOT NULL AND erased_us IS NULL",
		NULL, 0, &sealed, err) ||
	    !sealed)
		return err->code == ERR_NONE;
	err_set(err, ERR_REFUSED, "the keys of this backup's contents are missing");
	return err_help(err,
	    "put the vault back in its place, or name the recovery key with --recovery; --without-keys gives up the sealed contents");
}

static bool
list_keys(struct db *db, struct str rest, struct err *err)
{
	struct str line, id;

	if (!db->engine->script(db, "CREATE TEMPORARY TABLE key_there (id TEXT PRIMARY KEY)", err))
		return false;
	while (str_cut(&rest, '\n', &line))
		if (str_cut(&line, ' ', &id) &&
		    !db_change(db, "INSERT INTO key_there (id) VALUES ($1)", VALUES(db_text(id)),
			NULL, err))
			return false;
	return true;
}

static bool
mark_lost(struct db *db, struct backup *b, struct err *err)
{
	int64_t contents, words;
	struct str keys = b->without ? STR("") : b->keys, id = STR("");

	(void)str_cut(&keys, '\n', &id);
	*err = (struct err){0};
	if (!keys_are_its(db, b, id, err) || !list_keys(db, keys, err) ||
	    !db_change(db, no_content, NULL, 0, &contents, err) ||
	    !db_change(db, no_words, NULL, 0, &words, err))
		return false;
	b->lost = contents + words;
	return db->engine->script(db, "DROP TABLE key_there", err);
}

bool
backup_load(struct db *db, struct backup *b, struct err *err)
{
	struct reading r = {.db = db, .b = b, .err = err, .a = arena_new(NAMES_BYTES_MAX * 16)};
	struct buf sql;

	if (!r.a)
		return err_memory(err);
	buf_init(&sql, SQL_BYTES_MAX);
	bool good = open_backup(&r) && get_head(&r) && load_rows(&r, &sql) && mark_lost(db, b, err);
	if (r.file)
		fclose(r.file);
	buf_release(&sql);
	arena_free(r.a);
	return good;
}
