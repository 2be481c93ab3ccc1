/* SPDX-License-Identifier: MIT */
#include "inside.h"

struct content {
	struct str bytes;
	const char *media_type, *sha256;
};

static bool
put(struct db *db, void *context, struct err *err)
{
	const struct content *c = context;

	return db_change(db,
	    "INSERT INTO content (sha256, size, media_type, bytes, made_us) "
	    "VALUES ($1, $2, $3, $4, now_us()) ON CONFLICT (sha256) DO NOTHING",
	    VALUES(db_zero(c->sha256), db_int((int64_t)c->bytes.n), db_zero(c->media_type),
		db_blob(c->bytes)),
	    NULL, err);
}

bool
content_put_in(struct db *db, struct str bytes, const char *media_type,
    char sha256[DIGEST_HEX_BYTES], struct err *err)
{
	struct content c = {bytes, media_type, sha256};

	if (bytes.n > CONTENT_BYTES_MAX)
		return err_set(err, ERR_LIMIT, "a content of %zu bytes is past the store's %zu",
		    bytes.n, CONTENT_BYTES_MAX);
	digest_hex_of(bytes, sha256);
	return db_do(db, put, &c, err);
}

bool
content_put(struct store *s, struct str bytes, const char *media_type,
    char sha256[DIGEST_HEX_BYTES], struct err *err)
{
	return content_put_in(s->db, bytes, media_type, sha256, err);
}

struct fetched {
	struct arena *a;
	struct str *out;
	bool found, whole, kept;
};

static bool
take_bytes(void *context, const struct db_row *row)
{
	struct fetched *f = context;

	f->found = true;
	f->whole = row->columns[0].kind == DB_BLOB;
	f->kept = arena_copy(f->a, db_column_text(row, 0), f->out);
	return true;
}

bool
content_get(struct store *s, struct arena *a, const char *sha256, struct str *out, struct err *err)
{
	struct fetched f = {a, out, false, false, false};
	char hex[DIGEST_HEX_BYTES];

	if (!db_query(s->db, "SELECT bytes FROM content WHERE sha256 = $1", VALUES(db_zero(sha256)),
		take_bytes, &f, err))
		return false;
	if (!f.found)
		return err_set(err, ERR_INPUT, "the store has no content '%s'", sha256);
	if (!f.whole)
		return err_set(err, ERR_INPUT, "the content '%s' was erased", sha256);
	if (!f.kept)
		return err_memory(err);
	digest_hex_of(*out, hex);
	return strcmp(hex, sha256) == 0 ||
	       err_set(err, ERR_INTERNAL, "the content '%s' is damaged: its digest is '%s'", sha256,
		   hex);
}
