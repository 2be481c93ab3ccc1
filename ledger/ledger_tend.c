/* SPDX-License-Identifier: MIT */
/*
 * ledger_tend.c: signs checkpoints, and lets runs wait for them.
 *
 * Theory: a checkpoint is a promise to everyone who keeps a copy that the log only grows. The last
 * checkpoint signed on this machine is also kept in a file next to the key. A store that is behind
 * that file or disagrees with it is an older copy or forged: nothing is signed for it and no run
 * starts.
 */
#include "ledger_parts.h"
#include "note.h"

#include "file.h"

#include <stdio.h>
#include <time.h>

#define CHECKPOINT_EVENTS 1000
#define CHECKPOINT_US (INT64_C(60) * 1000000)
#define STALE_US (INT64_C(5) * 60 * 1000000)
#define SETTLE_TRIES 2000
#define SETTLE_PAUSE_NS 5000000

/* -- a checkpoint ---------------------------------------------------------------------------- */

struct standing { /* how far the log is signed */
	int64_t size, signed_size, made_us, now_us;
	int64_t waits_since_us; /* of the first event that no checkpoint covers; 0: there is none */
};

#define M(member) MEMBER(struct standing, member)
FORM(standing_form, struct standing, M(size), M(signed_size), M(made_us), M(now_us));

static bool
read_standing(struct db *db, struct standing *st, struct err *err)
{
	int64_t waiting;

	*st = (struct standing){.size = 0};
	return db_item(db, NULL,
		   "SELECT COALESCE((SELECT max(seq) FROM ledger_event), -1) + 1, COALESCE((SELECT "
		   "max(size) FROM ledger_checkpoint), 0), COALESCE((SELECT made_us FROM "
		   "ledger_checkpoint ORDER BY size DESC LIMIT 1), 0), now_us()",
		   NULL, 0, &standing_form, st, NULL, err) &&
	       db_number(db, "SELECT time_us FROM ledger_event WHERE seq = $1",
		   VALUES(db_int(st->signed_size)), 0, &st->waits_since_us, err) &&
	       db_number(db,
		   "SELECT COALESCE(min(time_us), 0) FROM ledger_pending WHERE aside IS "
		   "NULL",
		   NULL, 0, 0, &waiting, err) &&
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
		    "the ledger has %lld events, but a checkpoint of %lld was signed: this is an older copy of the store",
		    (long long)size, (long long)seen);
	else
		err_set(err, ERR_REFUSED,
		    "the ledger's first %lld events differ from the signed ones", (long long)seen);
	return err_help(err,
	    "after restoring a backup, `sluice ledger adopt NAME --reason WORDS` continues the log under a new name, on the record (docs/ledger.md: after a restore)");
}

static bool
is_signed(struct store *s, struct arena *a, const struct ledger_opening *o, struct err *err)
{
	struct str envelope;

	if (!s->trust || o->seq < 0 || !ledger_word_is_signed(&o->event))
		return true;
	return db_one(s->db, a, "SELECT bytes FROM content WHERE sha256 = $1",
		   VALUES(db_text(event_said(&o->event, "envelope"))), &envelope, err) &&
	       ledger_word_holds(a, s->trust, &o->event, STR(""), envelope, err);
}

/*
 * Another log was signed with this key before: a store that is gone, or the one that this log says
 * it follows. A name that was changed in the database alone is neither.
 */
static bool
is_declared(struct store *s, struct arena *a, struct str origin, const struct checkpoint *seen,
    struct err *err)
{
	struct ledger_opening o;
	struct buf now, before;

	if (!ledger_opening_last(s->db, a, &o, err) || !is_signed(s, a, &o, err))
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
	    "the store names its log '%.*s', but no event records that name", STR_ARG(origin));
}

/* Does the log grow out of what was signed here last? Its size is asked behind that: others sign and
 * write meanwhile. */
static bool
grows_from_seen(struct store *s, struct arena *a, struct err *err)
{
	struct checkpoint seen;
	struct digest root;
	struct str note, origin;
	int64_t size;

	if (!ledger_seen_read(s, a, &note, err) || !ledger_origin(s->db, a, &origin, err) ||
	    !db_number(s->db, "SELECT COALESCE(max(seq), -1) + 1 FROM ledger_event", NULL, 0, 0,
		&size, err))
		return false;
	if (note.n == 0)
		return true;
	if (!checkpoint_read(a, note, &seen, err)) {
		err_wrap(err, "%s.seen", s->log_key_path);
		return err_help(err,
		    "a power cut may have truncated it: make sure that the store is not an older copy, then delete that file (docs/ledger.md)");
	}
	if (!str_eq(seen.origin, origin))
		return is_declared(s, a, origin, &seen, err);
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
	bool same =
	    db_some(db, DB_AHEAD("SELECT 1 FROM meta WHERE name = 'log_key' AND value = $1"),
		VALUES(db_text(buf_view(&text))), err, ERR_REFUSED,
		"the key in SLUICE_LOG_KEY is not this log's key");
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
	if (!ledger_lock(db, &mine, err) || !read_standing(db, &st, err))
		return false;
	if (!mine || !is_due(&st, g->now))
		return true;
	if (!is_the_key(db, g->key, err) || !grows_from_seen(g->store, g->a, err) ||
	    !ledger_origin(db, g->a, &origin, err) ||
	    !ledger_tree_root(db, 0, st.size, &root, err) ||
	    !write_note(g, origin, st.size, &root, err))
		return false;
	digest_hex(&root, root_hex);
	return db_change(db,
	    DB_AHEAD(
		"INSERT INTO ledger_checkpoint (size, root_sha256, note, made_us) VALUES ($1, $2, $3, "
		"now_us())"),
	    VALUES(db_int(st.size), db_zero(root_hex), db_text(g->note)), NULL, err);
}

/* A machine without the key orders what waits, and leaves signing to one that has it. */
static bool
may_sign(const struct store *s)
{
	return !s->db->no_order && s->log_key_path[0] && file_exists(s->log_key_path);
}

static bool
sign_due(struct store *s, bool now, struct err *err)
{
	struct signing g = {.store = s, .now = now};
	const struct secret_key *key;
	struct standing st;

	if (!may_sign(s))
		return true;
	if (!read_standing(s->db, &st, err))
		return false;
	if (!is_due(&st, now))
		return true;
	if (!log_key(s, &key, err))
		return false;
	g.key = key;
	g.a = arena_new((size_t)4 << 20);
	bool good = g.a ? db_do(s->db, sign_work, &g, err) : err_memory(err);
	if (good && g.note.n > 0)
		good = ledger_seen_write(s, g.note, err);
	arena_free(g.a);
	return good;
}

bool
ledger_tend(struct store *s, bool now, struct err *err)
{
	return ledger_order(s, err) && sign_due(s, now, err);
}

/* -- before and behind a start --------------------------------------------------------------- */

/* Tends the log until nothing that `waits` counts is left, since another process may have the log in
 * its hands. */
static bool
settle(struct store *s, bool sign, const char *waits, const struct db_value *values, size_t count,
    int64_t *left, struct err *err)
{
	const struct timespec pause = {0, SETTLE_PAUSE_NS};
	int tries = s->db->in_transaction ? 1 : SETTLE_TRIES; /* then nobody else can change it */

	*left = 1;
	for (int i = 0; *left > 0 && i < tries; i++) {
		if (i > 0)
			(void)nanosleep(&pause, NULL);
		if (!ledger_order(s, err) || (sign && !sign_due(s, true, err)) ||
		    !db_number(s->db, waits, values, count, 0, left, err))
			return false;
	}
	return true;
}

static bool
is_fresh(const struct standing *st, struct err *err)
{
	int64_t waits = st->waits_since_us > 0 ? st->now_us - st->waits_since_us : 0;

	if (waits <= STALE_US)
		return true;
	err_set(err, ERR_REFUSED,
	    "the ledger's events have waited %lld s for a checkpoint, so nothing starts",
	    (long long)(waits / 1000000));
	return err_help(err,
	    "run a worker on a machine that has the log's key; `sluice ledger verify` gives details");
}

/* A server that is away is no refusal: it is waited for. */
static bool
can_not_continue(const struct store *s, struct err *err)
{
	if (!s->db->lost)
		err->code = ERR_REFUSED;
	return err_wrap(err, "the ledger can't continue");
}

/*
 * A log whose events are never signed could be rewritten: so nothing is added where they have waited
 * for long. They may be late because nobody was there to sign them, or because the clock was set
 * forward since: then a machine with the key signs them now, and only where the log grows out of
 * what was signed last. A transaction signs nothing: it is undone, and made again behind a signature.
 */
static bool
late_are_signed(struct store *s, struct err *err)
{
	struct standing st;
	int64_t left;

	if (!read_standing(s->db, &st, err))
		return false;
	s->is_late = !is_fresh(&st, err);
	if (!s->is_late)
		return true;
	if (s->db->in_transaction || !may_sign(s))
		return false;
	if (!settle(s, true,
		"SELECT (SELECT count(*) FROM ledger_pending WHERE aside IS NULL AND time_us < now_us() - $1) + "
		"(SELECT count(*) FROM ledger_event WHERE seq >= COALESCE((SELECT max(size) FROM ledger_checkpoint), 0) "
		"AND time_us < now_us() - $1)",
		VALUES(db_int(STALE_US)), &left, err))
		return can_not_continue(s, err);
	s->is_late = left > 0;
	return !s->is_late;
}

static bool
stands_on_seen(struct store *s, struct err *err)
{
	struct arena *a = arena_new((size_t)1 << 20);

	if (!a)
		return err_memory(err);
	bool good = grows_from_seen(s, a, err) && ledger_witnesses_let(s, a, err);
	arena_free(a);
	return good;
}

bool
ledger_may_go_on(struct store *s, struct err *err)
{
	if (!s->db->in_transaction && !ledger_tend(s, false, err))
		return can_not_continue(s, err);
	return stands_on_seen(s, err) && late_are_signed(s, err);
}

bool
ledger_start(struct store *s, const char *run, struct err *err)
{
	if (s->start_asked != ASKED && !ledger_may_go_on(s, err))
		return false;
	s->start_asked = s->start_asked == ASK_EACH ? ASK_EACH : ASKED;
	snprintf(s->started, sizeof(s->started), "%s", run);
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
	if (!settle(s, false, "SELECT count(*) FROM ledger_pending WHERE run_id = $1",
		VALUES(db_zero(run)), &waiting, err))
		return false;
	return waiting == 0 || err_set(err, ERR_REFUSED,
				   "the start of run '%s' is not recorded in the ledger", run);
}

bool
ledger_cover(struct store *s, const char *run, struct err *err)
{
	int64_t waiting;

	if (!settle(s, true,
		DB_AHEAD(
		    "SELECT (SELECT count(*) FROM ledger_pending WHERE run_id = $1 AND aside IS NULL) + "
		    "(SELECT count(*) FROM ledger_event WHERE run_id = $1 AND seq >= COALESCE((SELECT max(size) FROM "
		    "ledger_checkpoint), 0))"),
		VALUES(db_zero(run)), &waiting, err))
		return false;
	return waiting == 0 ||
	       err_set(err, ERR_REFUSED,
		   "events of run '%s' are not yet recorded or covered by a checkpoint", run);
}
