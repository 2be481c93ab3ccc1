/* SPDX-License-Identifier: MIT */
/*
 * content.c: contents, addressed by their digest.
 *
 * Theory: a content is encrypted under a key in the vault, with its digest as associated data. The
 * digest is of the plaintext, so equal contents are stored once. Evidence is not encrypted. After
 * an erasure the row keeps the digest and names the erasure (erase.c). The same bytes may be stored
 * again, as a new content under a new key, which decrypts no old copy.
 */
#include "parts.h"
#include "vault.h"

#include "clock.h"

#include <stdio.h>

#define SEALING_BYTES_MAX (CONTENT_BYTES_MAX + ((size_t)1 << 20))

static const char *const CLASS_NAMES[CLASS_COUNT] = {
    [CLASS_NONE] = "none",
    [CLASS_EVIDENCE] = "evidence",
    [CLASS_RECORD] = "record",
    [CLASS_CODE] = "code",
    [CLASS_INPUT] = "input",
    [CLASS_OUTPUT] = "output",
    [CLASS_WORDS] = "words",
};

const char *
content_class_name(enum content_class c)
{
	return (size_t)c < CLASS_COUNT ? CLASS_NAMES[c] : CLASS_NAMES[CLASS_NONE];
}

enum content_class
content_class_of(struct str name)
{
	for (int c = CLASS_NONE + 1; c < CLASS_COUNT; c++)
		if (str_is(name, CLASS_NAMES[c]))
			return (enum content_class)c;
	return CLASS_NONE;
}

/* -- storing --------------------------------------------------------------------------------- */

struct content {
	struct str bytes;
	const char *media_type, *sha256;
	bool open; /* not sealed */
};

struct lying { /* what is there of a content */
	bool there, erased;
};

FORM(lying_form, struct lying, MEMBER(struct lying, erased));

static bool
look(struct db *db, const char *sha256, struct lying *out, struct err *err)
{
	*out = (struct lying){.there = false};
	return db_item(db, NULL, "SELECT erased_us FROM content WHERE sha256 = $1",
	    VALUES(db_zero(sha256)), &lying_form, out, &out->there, err);
}

static bool
insert(struct db *db, const struct content *c, struct str bytes, const char *key, bool again,
    struct err *err)
{
	if (again)
		return db_change(db,
		    "UPDATE content SET bytes = $2, key_id = $3, made_us = now_us(), erased_us = "
		    "NULL, erased_by = NULL WHERE sha256 = $1 AND erased_us IS NOT NULL",
		    VALUES(db_zero(c->sha256), db_blob(bytes), db_zero(key)), NULL, err);
	return db_change(db,
	    "INSERT INTO content (sha256, size, media_type, bytes, key_id, made_us) "
	    "VALUES ($1, $2, $3, $4, $5, now_us()) ON CONFLICT (sha256) DO NOTHING",
	    VALUES(db_zero(c->sha256), db_int((int64_t)c->bytes.n), db_zero(c->media_type),
		db_blob(bytes), db_zero(key)),
	    NULL, err);
}

static bool
insert_sealed(struct db *db, const struct content *c, bool again, struct err *err)
{
	struct vault_key key;
	struct arena *a;
	struct str sealed;

	if (!vault_key_new(db, &key, err))
		return false;
	if (!(a = arena_new(SEALING_BYTES_MAX)))
		return err_memory(err);
	bool good = seal_put(key.bytes, str_from(c->sha256), c->bytes, a, &sealed, err) &&
		    insert(db, c, sealed, key.id, again, err);
	seal_key_wipe(key.bytes);
	arena_free(a);
	return good;
}

static bool
put(struct db *db, void *context, struct err *err)
{
	const struct content *c = context;
	struct lying lying;

	if (!look(db, c->sha256, &lying, err))
		return false;
	if (lying.there && !lying.erased)
		return true;
	return c->open ? insert(db, c, c->bytes, NULL, lying.there, err)
		       : insert_sealed(db, c, lying.there, err);
}

static bool
keep(struct db *db, struct content *c, char sha256[DIGEST_HEX_BYTES], struct err *err)
{
	if (c->bytes.n > CONTENT_BYTES_MAX)
		return err_set(err, ERR_LIMIT,
		    "a content of %zu bytes is larger than the store's limit of %zu", c->bytes.n,
		    CONTENT_BYTES_MAX);
	if (!c->sha256) {
		digest_hex_of(c->bytes, sha256);
		c->sha256 = sha256;
	}
	return db_do_soon(db, put, c, err); /* alone it is nothing: what names it comes behind it */
}

bool
content_put_in(struct db *db, struct str bytes, const char *media_type,
    char sha256[DIGEST_HEX_BYTES], struct err *err)
{
	return keep(db, &(struct content){.bytes = bytes, .media_type = media_type}, sha256, err);
}

bool
content_put(struct store *s, struct str bytes, const char *media_type,
    char sha256[DIGEST_HEX_BYTES], struct err *err)
{
	return content_put_in(s->db, bytes, media_type, sha256, err);
}

bool
content_put_known(
    struct store *s, struct str bytes, const char *media_type, const char *sha256, struct err *err)
{
	struct content c = {.bytes = bytes, .media_type = media_type, .sha256 = sha256};

	return keep(s->db, &c, NULL, err);
}

bool
content_put_open(struct store *s, struct str bytes, const char *media_type,
    char sha256[DIGEST_HEX_BYTES], struct err *err)
{
	struct content c = {.bytes = bytes, .media_type = media_type, .open = true};

	return keep(s->db, &c, sha256, err);
}

/* -- who uses it ----------------------------------------------------------------------------- */

#define USE_SQL_BYTES_MAX 1024
#define USE_COLUMNS 2

struct uses {
	const char *run;
	const struct content_as *of;
	size_t count;
};

/* One statement for all, with a row for each. */
static bool
note_uses(struct db *db, void *context, struct err *err)
{
	struct db_value values[1 + USE_COLUMNS * CONTENT_USES_MAX];
	const struct uses *u = context;
	struct buf sql;

	buf_init(&sql, USE_SQL_BYTES_MAX);
	buf_text(&sql, "INSERT INTO content_use (sha256, class, run_id, made_us, floor_until_us) "
		       "VALUES ");
	values[0] = db_zero(u->run);
	for (size_t i = 0; i < u->count; i++) {
		size_t at = 1 + USE_COLUMNS * i;
		values[at] = db_zero(u->of[i].sha256);
		values[at + 1] = db_zero(content_class_name(u->of[i].class_of));
		buf_printf(&sql,
		    "%s($%zu, $%zu, COALESCE($1, ''), now_us(), now_us() + (SELECT k.floor_us FROM "
		    "retention_class k WHERE k.name = $%zu))",
		    i > 0 ? ", " : "", at + 1, at + 2, at + 2);
	}
	buf_text(&sql, " ON CONFLICT DO NOTHING");
	bool good = sql.failed
			? err_memory(err)
			: db_change(db, sql.p, values, 1 + USE_COLUMNS * u->count, NULL, err);
	buf_release(&sql);
	return good;
}

bool
content_uses_in(
    struct db *db, const char *run, const struct content_as *of, size_t count, struct err *err)
{
	struct uses u = {run, of, count};

	if (count > CONTENT_USES_MAX)
		return err_set(err, ERR_INTERNAL, "too many uses of contents at once");
	return count == 0 || db_do(db, note_uses, &u, err);
}

bool
content_use_in(
    struct db *db, const char *run, enum content_class c, const char *sha256, struct err *err)
{
	return content_uses_in(db, run, &(struct content_as){sha256, c}, 1, err);
}

bool
content_use(
    struct store *s, const char *run, enum content_class c, const char *sha256, struct err *err)
{
	return content_use_in(s->db, run, c, sha256, err);
}

/* -- reading --------------------------------------------------------------------------------- */

struct fetched {
	struct str bytes, key_id;
	int64_t erased_us;
	char erasure[STORE_ID_BYTES];
};

#define M(member) MEMBER(struct fetched, member)
FORM(fetched_form, struct fetched, M(bytes), M(key_id), M(erased_us), M(erasure));
#undef M

static bool
unseal(struct db *db, struct arena *a, struct fetched *f, const char *sha256, struct err *err)
{
	struct vault_key key;

	if (f->key_id.n == 0)
		return true;
	if (!vault_key_get(db, f->key_id, &key, err))
		return err->code == ERR_INPUT
			   ? err_set(err, ERR_INPUT,
				 "the content '%s' was erased: its key was destroyed", sha256)
			   : false;
	bool good = seal_open(key.bytes, str_from(sha256), f->bytes, a, &f->bytes, err);
	seal_key_wipe(key.bytes);
	if (!good && err->code == ERR_INPUT)
		err_set(err, ERR_INTERNAL, "the content '%s' is damaged: its seal does not hold",
		    sha256);
	return good;
}

/* Says that `what` was erased, when and why: by the erasure's id. */
static bool
erased_say(struct db *db, const char *what, const char *erasure, int64_t erased_us, struct err *err)
{
	char approval[STORE_ID_BYTES], stamp[CLOCK_STAMP_BYTES];

	if (!db_one_copy(db,
		"SELECT r.approval_id FROM erasure e JOIN redaction r ON r.id = e.redaction_id "
		"WHERE e.id = $1",
		VALUES(db_zero(erasure)), approval, sizeof(approval), err))
		return false;
	clock_stamp_of(erased_us, stamp);
	if (!erasure[0])
		return err_set(err, ERR_INPUT,
		    "the content '%s' is lost: its key was not there when the store was restored on %.10s",
		    what, stamp);
	return approval[0]
		   ? err_set(err, ERR_INPUT,
			 "the content '%s' was redacted on %.10s by approval %s", what, stamp,
			 approval)
		   : err_set(err, ERR_INPUT,
			 "the content '%s' was erased on %.10s: its time was over", what, stamp);
}

bool
content_get(struct store *s, struct arena *a, const char *sha256, struct str *out, struct err *err)
{
	char hex[DIGEST_HEX_BYTES];
	struct fetched f;
	bool found;

	if (!db_item(s->db, a,
		DB_AHEAD(
		    "SELECT bytes, key_id, erased_us, erased_by FROM content WHERE sha256 = $1"),
		VALUES(db_zero(sha256)), &fetched_form, &f, &found, err))
		return false;
	if (!found)
		return err_set(err, ERR_INPUT, "the store has no content '%s'", sha256);
	if (f.erased_us != 0)
		return erased_say(s->db, sha256, f.erasure, f.erased_us, err);
	if (!unseal(s->db, a, &f, sha256, err))
		return false;
	digest_hex_of(f.bytes, hex);
	*out = f.bytes;
	return strcmp(hex, sha256) == 0 ||
	       err_set(err, ERR_INTERNAL, "the content '%s' is damaged: its digest is '%s'", sha256,
		   hex);
}
