/* SPDX-License-Identifier: MIT */
/* ledger.c: an event is written. */
#include "ledger_parts.h"
#include "vault.h"

#include "clock.h"
#include "dialect.h"
#include "file.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define DATA_BYTES_MAX ((size_t)1 << 16)
#define BODY_BYTES_MAX (DATA_BYTES_MAX + 4096)
#define VALUES_MAX 24
#define WORDS_ARENA_BYTES ((size_t)64 << 20)
#define BOOT_BYTES 9
#define BULK_EVENTS 200

/* -- giving a place -------------------------------------------------------------------------- */

static struct db_value
or_null(struct str s)
{
	return s.n > 0 ? db_text(s) : db_null();
}

#define EVENT_COLUMNS 11
#define EVENTS_TOGETHER 5 /* rows a statement: what a statement's parameters hold */
#define EVENT_INSERT                                                                               \
	"INSERT INTO ledger_event (seq, time_us, type, actor, run_id, approval_id, writer, "       \
	"writer_seq, prev_sha256, leaf_sha256, body) VALUES "

static const char *
insert_of(size_t count)
{
	static const char *const statements[EVENTS_TOGETHER + 1] = {
	    [1] = EVENT_INSERT "($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)",
	    [EVENTS_TOGETHER] =
		EVENT_INSERT "($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11), "
			     "($12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22), "
			     "($23, $24, $25, $26, $27, $28, $29, $30, $31, $32, $33), "
			     "($34, $35, $36, $37, $38, $39, $40, $41, $42, $43, $44), "
			     "($45, $46, $47, $48, $49, $50, $51, $52, $53, $54, $55)"};

	return statements[count];
}

struct written { /* events with their bodies, on their way into one statement */
	struct buf bodies;
	struct digest *hashes; /* one for each event, of all statements */
	size_t count;
	char leaves[EVENTS_TOGETHER][DIGEST_HEX_BYTES], prevs[EVENTS_TOGETHER][DIGEST_HEX_BYTES];
	size_t ends[EVENTS_TOGETHER];
};

static void
place(struct written *w, size_t i, struct log_head *head, struct event_row *e)
{
	struct digest leaf;
	size_t from = w->bodies.n;

	e->seq = head->size++;
	memcpy(w->prevs[i], head->leaf_sha256, DIGEST_HEX_BYTES);
	e->prev_sha256 = str_from(w->prevs[i]);
	event_body(e, &w->bodies);
	w->ends[i] = w->bodies.n;
	tree_leaf(str_slice(buf_view(&w->bodies), from, w->bodies.n), &leaf);
	w->hashes[w->count++] = leaf;
	digest_hex(&leaf, head->leaf_sha256);
	memcpy(w->leaves[i], head->leaf_sha256, DIGEST_HEX_BYTES);
}

static void
columns_of(const struct written *w, size_t i, const struct event_row *e, struct db_value *out)
{
	const struct db_value columns[EVENT_COLUMNS] = {db_int(e->seq), db_int(e->time_us),
	    db_text(e->type), db_text(e->actor), or_null(e->run), or_null(e->approval),
	    db_text(e->writer), db_int(e->writer_seq), db_zero(w->prevs[i]), db_zero(w->leaves[i]),
	    db_text(str_slice(buf_view(&w->bodies), i > 0 ? w->ends[i - 1] : 0, w->ends[i]))};

	memcpy(out, columns, sizeof(columns));
}

static bool
insert_together(struct db *db, struct written *w, struct log_head *head, struct event_row *rows,
    size_t count, struct err *err)
{
	struct db_value values[EVENTS_TOGETHER * EVENT_COLUMNS];

	buf_clear(&w->bodies);
	for (size_t i = 0; i < count; i++)
		place(w, i, head, &rows[i]);
	if (w->bodies.failed)
		return err_memory(err);
	for (size_t i = 0; i < count; i++)
		columns_of(w, i, &rows[i], values + i * EVENT_COLUMNS);
	for (size_t i = 0; i < count; i++)
		rows[i].prev_sha256 = STR("");
	return db_change(db, insert_of(count), values, count * EVENT_COLUMNS, NULL, err);
}

/* The first few are hashed sooner than a faster way is set up. */
static void
expect(size_t count)
{
	static _Thread_local size_t appended;

	if (appended < BULK_EVENTS && appended + count >= BULK_EVENTS)
		(void)hash_for_bulk();
	appended += count;
}

bool
ledger_append(
    struct db *db, struct log_head *head, struct event_row *rows, size_t count, struct err *err)
{
	struct written w = {.hashes = malloc((count + 1) * sizeof(*w.hashes))};
	int64_t old_size = head->size;
	bool good = w.hashes || err_memory(err);

	expect(count);
	buf_init(&w.bodies, EVENTS_TOGETHER * BODY_BYTES_MAX);
	for (size_t i = 0, n; good && i < count; i += n) {
		n = count - i >= EVENTS_TOGETHER ? EVENTS_TOGETHER : 1;
		good = insert_together(db, &w, head, rows + i, n, err);
	}
	good = good && ledger_tree_grow(db, old_size, w.hashes, count, err);
	buf_release(&w.bodies);
	free(w.hashes);
	return good;
}

/* -- a writer -------------------------------------------------------------------------------- */

struct writer {
	char id[STORE_ID_BYTES];
	int64_t seq, now_us;
};

FORM(writer_form, struct writer, MEMBER(struct writer, id), MEMBER(struct writer, seq),
    MEMBER(struct writer, now_us));

static bool
writer_make(struct db *db, struct writer *w, struct err *err)
{
	store_id("wrt", w->id);
	return db_item(db, NULL,
		   "INSERT INTO ledger_writer (id, seq, last_us) VALUES ($1, 1, now_us()) "
		   "RETURNING id, seq, last_us",
		   VALUES(db_zero(w->id)), &writer_form, w, NULL, err) &&
	       (w->seq == 1 || err_set(err, ERR_INTERNAL, "the ledger has no writer"));
}

/* One that no other transaction has now; a writer's times never go back. One that wrote while the
 * clock was wrong rests until its time has come, once an operator has set the clock right. */
static bool
writer_take(struct db *db, struct writer *w, struct err *err)
{
	*w = (struct writer){.seq = 0};
	if (!db_item(db, NULL,
		"UPDATE ledger_writer SET seq = seq + 1, last_us = CASE WHEN now_us() > last_us "
		"THEN now_us() ELSE last_us END WHERE id = (SELECT id FROM ledger_writer w WHERE "
		"w.last_us <= now_us() + 60000000 OR NOT EXISTS (SELECT 1 FROM act t WHERE t.kind = "
		"'clock' AND t.stored_us < w.last_us) ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED) RETURNING id, seq, last_us",
		NULL, 0, &writer_form, w, NULL, err))
		return false;
	return w->seq > 0 || writer_make(db, w, err);
}

/* Goes on while the machine sleeps. */
static int64_t
steady_us(void)
{
	struct timespec t;

	clock_gettime(CLOCK_BOOTTIME, &t);
	return (int64_t)t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

/* Which start of the machine this is: the first digits of the kernel's random number for it. */
static const char *
boot_id(void)
{
	static _Thread_local char boot[BOOT_BYTES];
	FILE *file;

	if (boot[0])
		return boot;
	file = fopen("/proc/sys/kernel/random/boot_id", "re");
	if (!file || fread(boot, 1, BOOT_BYTES - 1, file) != BOOT_BYTES - 1)
		memcpy(boot, "unknown", sizeof("unknown"));
	if (file)
		fclose(file);
	return boot;
}

/* -- words that people wrote ----------------------------------------------------------------- */

/* Salt and words are one sealed text: who destroys its key has erased both. */
static bool
seal_words(struct arena *a, const struct vault_key *key, const char *sha256,
    const uint8_t salt[COMMIT_SALT_BYTES], struct str words, struct str *out, struct err *err)
{
	char *plain = arena_alloc(a, COMMIT_SALT_BYTES + words.n);

	if (!plain)
		return err_memory(err);
	memcpy(plain, salt, COMMIT_SALT_BYTES);
	if (words.n > 0)
		memcpy(plain + COMMIT_SALT_BYTES, words.p, words.n);
	return seal_put(key->bytes, str_from(sha256),
	    (struct str){plain, COMMIT_SALT_BYTES + words.n}, a, out, err);
}

static bool
commit(struct db *db, const struct event_note *note, struct str words,
    char sha256[DIGEST_HEX_BYTES], struct err *err)
{
	struct arena *a = arena_new(WORDS_ARENA_BYTES);
	uint8_t salt[COMMIT_SALT_BYTES];
	struct digest digest;
	struct vault_key key;
	struct str sealed;

	if (!a)
		return err_memory(err);
	random_bytes(salt, sizeof(salt));
	event_commit(salt, words, &digest);
	digest_hex(&digest, sha256);
	bool good =
	    vault_key_new(db, &key, err) &&
	    seal_words(a, &key, sha256, salt, words, &sealed, err) &&
	    db_change(db,
		DB_AHEAD(
		    "INSERT INTO ledger_words (sha256, salt, words, made_us, key_id, run_id, actor, "
		    "floor_until_us) VALUES ($1, $2, '', now_us(), $3, $4, $5, now_us() + (SELECT "
		    "k.floor_us FROM retention_class k WHERE k.name = 'words'))"),
		VALUES(db_zero(sha256), db_blob(sealed), db_zero(key.id), db_zero(note->run),
		    db_zero(note->actor)),
		NULL, err);
	seal_key_wipe(key.bytes);
	arena_free(a);
	return good;
}

static bool
is_commitment(enum event_kind k, const char *name)
{
	size_t count;
	const struct event_field *fields = event_fields(k, &count);

	for (size_t i = 0; i < count; i++)
		if (strcmp(fields[i].name, name) == 0)
			return fields[i].kind == DATA_COMMIT;
	return false;
}

static bool
write_data(struct db *db, const struct event_note *note, struct buf *out, struct err *err)
{
	char hex[VALUES_MAX][DIGEST_HEX_BYTES];
	struct event_value values[VALUES_MAX];

	if (note->count > VALUES_MAX)
		return err_set(err, ERR_INTERNAL, "an event has too many values");
	for (size_t i = 0; i < note->count; i++) {
		values[i] = note->values[i];
		if (values[i].text.n == 0 || !is_commitment(note->kind, values[i].name))
			continue;
		if (!commit(db, note, values[i].text, hex[i], err))
			return false;
		values[i].text = str_from(hex[i]);
	}
	return event_data(note->kind, values, note->count, out, err);
}

/* -- an event -------------------------------------------------------------------------------- */

static bool
leave(struct db *db, const struct event_row *e, struct err *err)
{
	return db_change(db,
	    "INSERT INTO ledger_pending (writer, writer_seq, time_us, mono_us, boot, type, actor, "
	    "run_id, approval_id, body) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
	    VALUES(db_text(e->writer), db_int(e->writer_seq), db_int(e->time_us),
		db_int(e->mono_us), db_text(e->boot), db_text(e->type), db_text(e->actor),
		or_null(e->run), or_null(e->approval), db_text(e->data)),
	    NULL, err);
}

struct words_of { /* an event's names, as a body may hold them */
	struct buf text;
	size_t ends[3];
};

static void
write_names(struct words_of *w, const struct event_note *note, struct event_row *e)
{
	const char *const names[] = {note->actor, note->run, note->approval};
	struct str *const out[] = {&e->actor, &e->run, &e->approval};

	buf_init(&w->text, 3 * WORD_BYTES_MAX + 16);
	for (size_t i = 0; i < ARRAY_LENGTH(names); i++) {
		event_word(str_from(names[i]), &w->text);
		w->ends[i] = w->text.n;
	}
	for (size_t i = 0, from = 0; i < ARRAY_LENGTH(names); from = w->ends[i++])
		*out[i] = str_slice(buf_view(&w->text), from, w->ends[i]);
}

static bool
write_event(struct db *db, struct event_row *e, bool at_once, struct err *err)
{
	struct log_head head;
	struct writer writer = {.seq = 0};

	/* A new writer: none of its events waits, which would have to stand before this one. */
	if (at_once ? !writer_make(db, &writer, err) : !writer_take(db, &writer, err))
		return false;
	e->writer = str_from(writer.id);
	e->writer_seq = writer.seq;
	e->time_us = writer.now_us;
	e->mono_us = steady_us();
	e->boot = str_from(boot_id());
	if (!at_once && !db->engine->dialect->one_writer)
		return leave(db, e, err);
	return ledger_head_read(db, &head, err) && ledger_append(db, &head, e, 1, err);
}

static bool
write_note(struct db *db, const struct event_note *note, bool at_once, struct err *err)
{
	struct words_of words;
	struct buf data;
	struct event_row e = {.type = str_from(event_type(note->kind))};

	buf_init(&data, DATA_BYTES_MAX);
	write_names(&words, note, &e);
	bool good = !words.text.failed || err_memory(err);
	good = good && write_data(db, note, &data, err);
	e.data = buf_view(&data);
	good = good && write_event(db, &e, at_once, err);
	buf_release(&data);
	buf_release(&words.text);
	return good;
}

static bool
note_work(struct db *db, void *context, struct err *err)
{
	return write_note(db, context, false, err);
}

bool
ledger_note_at_once(struct db *db, const struct event_note *note, struct err *err)
{
	return write_note(db, note, true, err);
}

bool
ledger_note(struct db *db, const struct event_note *note, struct err *err)
{
	struct event_note copy = *note;

	return db_do(db, note_work, &copy, err);
}
