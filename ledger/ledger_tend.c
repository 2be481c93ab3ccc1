/* SPDX-License-Identifier: MIT */
/*
 * ledger_tend.c: what waits gets its place, and a checkpoint is signed.
 *
 * Theory: a checkpoint is a promise, made to whoever keeps a copy, that the log only grows. The
 * last one that was signed here is also kept in a file beside the key. A store that is behind that
 * file, or another than it, is an older copy or a forged one: nothing is signed for it and no run
 * starts.
 */
#include "ledger_parts.h"
#include "note.h"

#include "dialect.h"
#include "file.h"

#include <stdio.h>
#include <time.h>

#define BATCH_MAX 1000
#define BATCH_BYTES_MAX ((size_t)128 << 20)
#define CHECKPOINT_EVENTS 1000
#define CHECKPOINT_US (INT64_C(60) * 1000000)
#define STALE_US (INT64_C(5) * 60 * 1000000)
#define SETTLE_TRIES 2000
#define SETTLE_PAUSE_NS 5000000

/* -- places for what waits ------------------------------------------------------------------- */

struct batch {
	struct arena *a;
	struct event_row *rows;
	size_t count, capacity;
	struct err *err;
	bool mine; /* nobody else orders now */
};

static bool
take_waiting(void *context, const struct db_row *row)
{
	struct batch *b = context;
	struct event_row *e = arena_push(b->a, &b->rows, &b->count, &b->capacity, sizeof(*b->rows));
	struct str *const texts[] = {e ? &e->writer : NULL, e ? &e->boot : NULL,
	    e ? &e->type : NULL, e ? &e->actor : NULL, e ? &e->run : NULL, e ? &e->approval : NULL,
	    e ? &e->data : NULL};

	if (!e)
		return err_memory(b->err);
	for (size_t i = 0; i < ARRAY_LENGTH(texts); i++)
		if (!db_column_keep(b->a, row, i, texts[i], b->err))
			return false;
	e->writer_seq = db_column_int(row, 7);
	e->time_us = db_column_int(row, 8);
	e->mono_us = db_column_int(row, 9);
	return true;
}

/* The right to order and to sign: one transaction has it, and nobody waits for it. */
static bool
lock_log(struct db *db, bool *mine, struct err *err)
{
	return db_any(db, "SELECT 1 FROM meta WHERE name = 'origin' FOR UPDATE SKIP LOCKED", NULL,
	    0, mine, err);
}

static bool
order_batch(struct db *db, void *context, struct err *err)
{
	struct batch *b = context;
	struct log_head head;

	b->count = b->capacity = 0;
	b->rows = NULL;
	b->err = err;
	if (!lock_log(db, &b->mine, err))
		return false;
	if (!b->mine)
		return true;
	return db_query(db,
		   "SELECT writer, boot, type, actor, run_id, approval_id, body, writer_seq, "
		   "time_us, mono_us FROM ledger_pending ORDER BY time_us, writer, writer_seq "
		   "LIMIT $1",
		   VALUES(db_int(BATCH_MAX)), take_waiting, b, err) &&
	       (b->count == 0 ||
		   (ledger_head_read(db, &head, err) &&
		       ledger_append(db, &head, b->rows, b->count, err) &&
		       db_change(db,
			   "DELETE FROM ledger_pending WHERE EXISTS (SELECT 1 FROM ledger_event e "
			   "WHERE e.writer = ledger_pending.writer AND e.writer_seq = "
			   "ledger_pending.writer_seq)",
			   NULL, 0, NULL, err)));
}

bool
ledger_order(struct store *s, struct err *err)
{
	bool good = true, more = !s->db->engine->dialect->one_writer;

	while (good && more) {
		struct batch b = {.a = arena_new(BATCH_BYTES_MAX)};
		if (!b.a)
			return err_memory(err);
		good = db_do(s->db, order_batch, &b, err);
		more = b.mine && b.count == BATCH_MAX;
		arena_free(b.a);
	}
	return good;
}

/* -- a checkpoint ---------------------------------------------------------------------------- */

struct standing { /* how far the log is signed */
	int64_t size, signed_size, made_us, now_us;
	int64_t waits_since_us; /* of the first event that no checkpoint covers; 0: there is none */
};

static bool
take_standing(void *context, const struct db_row *row)
{
	struct standing *st = context;

	st->size = db_column_int(row, 0) + 1;
	st->signed_size = db_column_int(row, 1);
	st->made_us = db_column_int(row, 2);
	st->now_us = db_column_int(row, 3);
	return true;
}

static bool
read_standing(struct db *db, struct standing *st, struct err *err)
{
	int64_t waiting;

	*st = (struct standing){.size = 0};
	return db_query(db,
		   "SELECT COALESCE((SELECT max(seq) FROM ledger_event), -1), COALESCE((SELECT "
		   "max(size) FROM ledger_checkpoint), 0), COALESCE((SELECT made_us FROM "
		   "ledger_checkpoint ORDER BY size DESC LIMIT 1), 0), now_us()",
		   NULL, 0, take_standing, st, err) &&
	       db_number(db, "SELECT time_us FROM ledger_event WHERE seq = $1",
		   VALUES(db_int(st->signed_size)), 0, &st->waits_since_us, err) &&
	       db_number(db, "SELECT COALESCE(min(time_us), 0) FROM ledger_pending", NULL, 0, 0,
		   &waiting, err) &&
	       (waiting == 0 ||
		   (st->waits_since_us = st->waits_since_us == 0 || waiting < st->waits_since_us
					     ? waiting
					     : st->waits_since_us));
}

static bool
is_due(const struct standing *st, bool now)
{
	return st->size > st->signed_size &&
	       (now || st->size - st->signed_size >= CHECKPOINT_EVENTS ||
		   st->now_us - st->made_us >= CHECKPOINT_US);
}

static bool
older_copy(int64_t size, int64_t seen, struct err *err)
{
	if (size < seen)
		err_set(err, ERR_REFUSED,
		    "the ledger has %lld events, and a checkpoint of %lld was signed: this is an "
		    "older copy of the store",
		    (long long)size, (long long)seen);
	else
		err_set(err, ERR_REFUSED,
		    "the ledger's first %lld events are not those that were signed",
		    (long long)seen);
	return err_help(err,
	    "if a backup was restored, `sluice ledger adopt NAME --reason WORDS` goes "
	    "on under a new name, on the record (docs/ledger.md: after a restore)");
}

/*
 * Another log was signed with this key before: a store that is gone, or the one that this log says
 * it follows. A name that was changed in the database alone is neither.
 */
static bool
is_declared(struct db *db, struct arena *a, struct str origin, const struct checkpoint *seen,
    struct err *err)
{
	struct ledger_opening o;
	struct buf now, before;

	if (!ledger_opening_last(db, a, &o, err))
		return false;
	buf_init(&now, WORD_BYTES_MAX + 1);
	buf_init(&before, WORD_BYTES_MAX + 1);
	event_word(origin, &now);
	event_word(seen->origin, &before);
	bool named = o.seq < 0 || str_eq(o.origin, buf_view(&now));
	bool follows =
	    o.seq <= 0 || (str_eq(o.follows, buf_view(&before)) && o.known_size >= seen->size &&
			      (o.known_size > seen->size || digest_eq(&o.known_root, &seen->root)));
	buf_release(&now);
	buf_release(&before);
	if (named && follows)
		return true;
	return err_set(err, ERR_REFUSED,
	    "the store calls its log '%.*s', and no event of it says so", STR_ARG(origin));
}

/* Does the log grow out of what was signed here last? */
static bool
grows_from_seen(struct store *s, struct arena *a, int64_t size, struct err *err)
{
	struct checkpoint seen;
	struct digest root;
	struct str note, origin;

	if (!ledger_seen_read(s, a, &note, err) || !ledger_origin(s->db, a, &origin, err))
		return false;
	if (note.n == 0)
		return true;
	if (!checkpoint_read(a, note, &seen, err))
		return err_wrap(err, "%s.seen", s->log_key_path);
	if (!str_eq(seen.origin, origin))
		return is_declared(s->db, a, origin, &seen, err);
	if (seen.size > size)
		return older_copy(size, seen.size, err);
	return ledger_tree_root(s->db, 0, seen.size, &root, err) &&
	       (digest_eq(&root, &seen.root) || older_copy(size, seen.size, err));
}

static bool
is_the_key(struct db *db, const struct secret_key *k, struct err *err)
{
	struct buf text;

	buf_init(&text, 128);
	public_key_write(key_public(k), &text);
	bool same = db_some(db, "SELECT 1 FROM meta WHERE name = 'log_key' AND value = $1",
	    VALUES(db_text(buf_view(&text))), err, ERR_REFUSED,
	    "the key in SLUICE_LOG_KEY is not this log's");
	buf_release(&text);
	return same;
}

struct signing {
	struct store *store;
	struct arena *a;
	const struct secret_key *key;
	struct str note; /* empty: nothing was to be signed */
	bool now;
};

static bool
write_note(
    struct signing *g, struct str origin, int64_t size, const struct digest *root, struct err *err)
{
	struct buf note;

	buf_init(&note, NOTE_BYTES_MAX);
	checkpoint_text(origin, size, root, &note);
	struct str text;
	bool good = arena_copy(g->a, buf_view(&note), &text) || err_memory(err);
	buf_char(&note, '\n');
	good = good && note_sign_log(g->key, origin, text, &note, err) &&
	       (arena_copy(g->a, buf_view(&note), &g->note) || err_memory(err));
	buf_release(&note);
	return good;
}

static bool
sign_work(struct db *db, void *context, struct err *err)
{
	struct signing *g = context;
	char root_hex[DIGEST_HEX_BYTES];
	struct standing st;
	struct digest root;
	struct str origin;
	bool mine;

	g->note = STR("");
	if (!lock_log(db, &mine, err) || !read_standing(db, &st, err))
		return false;
	if (!mine || !is_due(&st, g->now))
		return true;
	if (!is_the_key(db, g->key, err) || !grows_from_seen(g->store, g->a, st.size, err) ||
	    !ledger_origin(db, g->a, &origin, err) ||
	    !ledger_tree_root(db, 0, st.size, &root, err) ||
	    !write_note(g, origin, st.size, &root, err))
		return false;
	digest_hex(&root, root_hex);
	return db_change(db,
	    "INSERT INTO ledger_checkpoint (size, root_sha256, note, made_us) VALUES ($1, $2, $3, "
	    "now_us())",
	    VALUES(db_int(st.size), db_zero(root_hex), db_text(g->note)), NULL, err);
}

/* A machine without the key orders what waits, and leaves signing to one that has it. */
static bool
sign_due(struct store *s, bool now, struct err *err)
{
	struct signing g = {.store = s, .now = now};
	struct secret_key *key;
	struct standing st;

	if (!read_standing(s->db, &st, err))
		return false;
	if (!is_due(&st, now) || !s->log_key_path[0] || !file_exists(s->log_key_path))
		return true;
	if (!log_key_open(s->log_key_path, &key, err))
		return err_wrap(err, "the log's key");
	g.key = key;
	g.a = arena_new((size_t)4 << 20);
	bool good = g.a ? db_do(s->db, sign_work, &g, err) : err_memory(err);
	if (good && g.note.n > 0 && !s->db->in_transaction)
		good = ledger_seen_write(s, g.note, err);
	arena_free(g.a);
	key_free(key);
	return good;
}

bool
ledger_tend(struct store *s, bool now, struct err *err)
{
	return ledger_order(s, err) && sign_due(s, now, err);
}

/* -- before and behind a start --------------------------------------------------------------- */

static bool
is_fresh(const struct standing *st, struct err *err)
{
	int64_t waits = st->waits_since_us > 0 ? st->now_us - st->waits_since_us : 0;

	if (waits <= STALE_US)
		return true;
	err_set(err, ERR_REFUSED,
	    "the ledger's events wait for a checkpoint since %lld s: nothing starts",
	    (long long)(waits / 1000000));
	return err_help(err, "`sluice ledger verify` tells more; a machine with the log's key must "
			     "run a worker");
}

static bool
stands_on_seen(struct store *s, int64_t size, struct err *err)
{
	struct arena *a = arena_new((size_t)1 << 20);

	if (!a)
		return err_memory(err);
	bool good = grows_from_seen(s, a, size, err) && ledger_witnesses_let(s, a, err);
	arena_free(a);
	return good;
}

/* Inside of a transaction nothing is signed: its owner has asked before. A server that is away is
 * no refusal: it is waited for. */
bool
ledger_may_go_on(struct store *s, struct err *err)
{
	struct standing st;

	if (!s->db->in_transaction && !ledger_tend(s, false, err)) {
		if (!s->db->lost)
			err->code = ERR_REFUSED;
		return err_wrap(err, "the ledger can't go on");
	}
	return read_standing(s->db, &st, err) && stands_on_seen(s, st.size, err) &&
	       is_fresh(&st, err);
}

bool
ledger_start(struct store *s, const char *run, struct err *err)
{
	if (!ledger_may_go_on(s, err))
		return false;
	snprintf(s->started, sizeof(s->started), "%s", run);
	return true;
}

/* Tends the log until nothing that `waits` counts for the run is left, since another process may
 * have the log in its hands. */
static bool
settle(
    struct store *s, const char *run, bool sign, const char *waits, int64_t *left, struct err *err)
{
	const struct timespec pause = {0, SETTLE_PAUSE_NS};

	*left = 1;
	for (int i = 0; *left > 0 && i < SETTLE_TRIES; i++) {
		if (i > 0)
			(void)nanosleep(&pause, NULL);
		if (!ledger_order(s, err) || (sign && !sign_due(s, true, err)) ||
		    !db_number(s->db, waits, VALUES(db_zero(run)), 0, left, err))
			return false;
	}
	return true;
}

bool
ledger_settle(struct store *s, struct err *err)
{
	char run[STORE_ID_BYTES];
	int64_t waiting;

	if (!s->started[0] || s->db->in_transaction)
		return true;
	memcpy(run, s->started, sizeof(run));
	s->started[0] = '\0';
	if (!settle(s, run, false, "SELECT count(*) FROM ledger_pending WHERE run_id = $1",
		&waiting, err))
		return false;
	return waiting == 0 ||
	       err_set(err, ERR_REFUSED, "the start of run '%s' has no place in the ledger", run);
}

bool
ledger_cover(struct store *s, const char *run, struct err *err)
{
	int64_t waiting;

	if (!settle(s, run, true,
		"SELECT (SELECT count(*) FROM ledger_pending WHERE run_id = $1) + (SELECT count(*) "
		"FROM ledger_event WHERE run_id = $1 AND seq >= COALESCE((SELECT max(size) FROM "
		"ledger_checkpoint), 0))",
		&waiting, err))
		return false;
	return waiting == 0 || err_set(err, ERR_REFUSED,
				   "events of run '%s' wait for a place or a checkpoint", run);
}
