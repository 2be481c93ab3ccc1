/* SPDX-License-Identifier: MIT */
/*
 * ledger_order.c: gives pending events their position in the log (PostgreSQL).
 *
 * Theory: any process with write access may insert junk, and the log must continue all the same. A
 * row that is not a well-formed event never gets a position. A row that the database refuses is
 * found by bisection: the failing half of a batch is retried until one row is left. Both kinds are
 * set aside with the reason and kept, and ledger_verify reports them. An event with a future time
 * waits until then.
 */
#include "ledger_parts.h"

#include "dialect.h"

#include <string.h>

#define BATCH_MAX 1000
#define BATCH_BYTES_MAX ((size_t)256 << 20)
#define BODY_BYTES_MAX ((size_t)1 << 20)
#define REASON_BYTES_MAX 200

struct batch {
	struct arena *a;
	struct event_row *rows;
	size_t count, limit;
	bool mine; /* nobody else orders now */
};

#define M(member) MEMBER(struct event_row, member)
FORM(waiting_form, struct event_row, M(writer), M(boot), M(type), M(actor), M(run), M(approval),
    M(data), M(writer_seq), M(time_us), M(mono_us));

/* The right to order and to sign: one transaction has it, and nobody waits for it. */
bool
ledger_lock(struct db *db, bool *mine, struct err *err)
{
	return db_any(db,
	    DB_AHEAD("SELECT 1 FROM meta WHERE name = 'origin' FOR UPDATE SKIP LOCKED"), NULL, 0,
	    mine, err);
}

static bool
read_waiting(struct db *db, struct batch *b, struct err *err)
{
	b->count = 0;
	return ledger_lock(db, &b->mine, err) &&
	       (!b->mine ||
		   db_list(db, b->a,
		       "SELECT writer, boot, type, actor, run_id, approval_id, body, writer_seq, "
		       "time_us, mono_us FROM ledger_pending WHERE aside IS NULL AND time_us <= "
		       "now_us() + 60000000 ORDER BY time_us, writer, writer_seq LIMIT $1",
		       VALUES(db_int((int64_t)b->limit)), &waiting_form, &b->rows, &b->count, err));
}

static bool
set_aside(struct db *db, const struct event_row *e, const char *why, struct err *err)
{
	struct str reason = {why, strnlen(why, REASON_BYTES_MAX)};

	return db_change(db,
	    "UPDATE ledger_pending SET aside = $1 WHERE writer = $2 AND writer_seq = $3",
	    VALUES(db_text(reason), db_text(e->writer), db_int(e->writer_seq)), NULL, err);
}

/* The event as it would stand in the log, read as a verifier reads it. */
static bool
is_event(struct arena *a, struct event_row *e, struct err *why)
{
	static const char zeros[] =
	    "0000000000000000000000000000000000000000000000000000000000000000";
	struct event_row read;
	struct str body;
	struct buf text;

	buf_init(&text, BODY_BYTES_MAX);
	e->prev_sha256 = str_from(zeros);
	event_body(e, &text);
	e->prev_sha256 = STR("");
	bool good = !text.failed ? arena_copy(a, buf_view(&text), &body) || err_memory(why)
				 : err_set(why, ERR_INPUT, "it is too long");
	buf_release(&text);
	return good && event_read(a, body, &read, why);
}

/* Leaves in the batch what are events. */
static bool
sort_out(struct db *db, struct batch *b, struct err *err)
{
	size_t kept = 0;

	for (size_t i = 0; i < b->count; i++) {
		struct err why = {0};
		if (is_event(b->a, &b->rows[i], &why))
			b->rows[kept++] = b->rows[i];
		else if (why.code == ERR_MEMORY ? !err_memory(err)
						: !set_aside(db, &b->rows[i], why.message, err))
			return false;
	}
	b->count = kept;
	return true;
}

static bool
order_batch(struct db *db, void *context, struct err *err)
{
	struct batch *b = context;
	struct log_head head;
	size_t read;

	if (!read_waiting(db, b, err))
		return false;
	if (!b->mine || b->count == 0)
		return true;
	read = b->count;
	if (!sort_out(db, b, err) || !ledger_head_read(db, &head, err) ||
	    !ledger_append(db, &head, b->rows, b->count, err))
		return false;
	b->count = read;
	return db_change(db,
	    "DELETE FROM ledger_pending WHERE aside IS NULL AND EXISTS (SELECT 1 FROM ledger_event "
	    "e WHERE e.writer = ledger_pending.writer AND e.writer_seq = "
	    "ledger_pending.writer_seq)",
	    NULL, 0, NULL, err);
}

struct refused_row {
	struct batch *batch;
	const char *why;
};

static bool
put_first_aside(struct db *db, void *context, struct err *err)
{
	const struct refused_row *r = context;

	return read_waiting(db, r->batch, err) &&
	       (!r->batch->mine || r->batch->count == 0 ||
		   set_aside(db, &r->batch->rows[0], r->why, err));
}

/* One batch, or what of it can have its place; *limit is how many the next one takes. */
static bool
order_some(struct store *s, size_t *limit, bool *more, struct err *err)
{
	struct batch b = {.a = arena_new(BATCH_BYTES_MAX), .limit = *limit};
	struct err why = {0};

	if (!b.a)
		return err_memory(err);
	bool good = db_do(s->db, order_batch, &b, &why);
	*more = b.mine && (!good || b.count == *limit || *limit < BATCH_MAX) && b.count > 0;
	if (good) {
		*limit = *limit * 2 < BATCH_MAX ? *limit * 2 : BATCH_MAX;
	} else if (why.code != ERR_REFUSED || s->db->in_transaction) {
		*err = why;
	} else if (*limit > 1) {
		*limit /= 2;
		good = true;
	} else {
		struct refused_row r = {&b, why.message};
		good = db_do(s->db, put_first_aside, &r, err);
	}
	arena_free(b.a);
	return good;
}

bool
ledger_order(struct store *s, struct err *err)
{
	bool good = true, more = !s->db->engine->dialect->one_writer && !s->db->no_order;
	size_t limit = BATCH_MAX;

	while (good && more)
		good = order_some(s, &limit, &more, err);
	return good;
}
