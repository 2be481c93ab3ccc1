/* SPDX-License-Identifier: MIT */
/* ledger_verify.c: the walk. */
#include "ledger_verify.h"

#include "clock.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#define PAGE 500
#define PAGE_BYTES_MAX ((size_t)256 << 20)
#define CLOCK_JUMP_US (INT64_C(60) * 1000000)

/* -- one event ------------------------------------------------------------------------------- */

static bool
same_columns(const struct db_row *row, const struct event_row *e)
{
	return db_column_int(row, 1) == e->time_us && str_eq(db_column_text(row, 2), e->type) &&
	       str_eq(db_column_text(row, 3), e->actor) && str_eq(db_column_text(row, 4), e->run) &&
	       str_eq(db_column_text(row, 5), e->approval) &&
	       str_eq(db_column_text(row, 6), e->writer) &&
	       db_column_int(row, 7) == e->writer_seq &&
	       str_eq(db_column_text(row, 8), e->prev_sha256) && db_column_int(row, 0) == e->seq;
}

/* Others were placed before it while it waited: its transaction took its time, or the clock jumped
 * meanwhile. Which clock has been set back, the steady one tells (check_clock). */
static bool
is_late(const struct ledger_walk *w, const struct event_row *e)
{
	return e->time_us < w->latest_us - LEDGER_BACK_US;
}

#define JUMP_WORDS "the clock moved % " PRId64 " s more than the machine's monotonic clock"

/* Kept until its end is known: an operator may have set the clock right. */
static void
note_jump(struct ledger_walk *w, struct clock_jump jump)
{
	if (w->jump_count < JUMPS_MAX)
		w->jumps[w->jump_count++] = jump;
	else
		ledger_problem_tell(w, jump.seq, "clock", JUMP_WORDS, jump.drift_us / 1000000);
}

void
ledger_walk_end(struct ledger_walk *w)
{
	for (size_t i = 0; i < w->jump_count; i++)
		ledger_problem_tell(
		    w, w->jumps[i].seq, "clock", JUMP_WORDS, w->jumps[i].drift_us / 1000000);
	w->jump_count = 0;
}

/* The machine's steady clock and the time must have gone on alike. */
static void
check_clock(struct ledger_walk *w, int64_t seq, const struct event_row *e)
{
	bool same_boot = str_is(e->boot, w->boot);
	int64_t drift = (e->time_us - w->boot_time_us) - (e->mono_us - w->boot_mono_us);

	if (is_late(w, e) && (!same_boot || e->mono_us < w->boot_mono_us))
		return;
	if (same_boot && (drift > CLOCK_JUMP_US || drift < -CLOCK_JUMP_US))
		note_jump(w, (struct clock_jump){seq, drift});
	snprintf(
	    w->boot, sizeof(w->boot), "%.*s", (int)(e->boot.n < 15 ? e->boot.n : 15), e->boot.p);
	w->boot_time_us = e->time_us;
	w->boot_mono_us = e->mono_us;
}

static void
check_time(struct ledger_walk *w, int64_t seq, const struct event_row *e)
{
	if (is_late(w, e))
		ledger_note_tell(w, seq, "late",
		    "its time is %" PRId64 " s earlier than that of event %" PRId64,
		    (w->latest_us - e->time_us) / 1000000, w->latest_seq);
	if (e->time_us > w->latest_us) {
		w->latest_us = e->time_us;
		w->latest_seq = seq;
	}
}

static void
check_chain(struct ledger_walk *w, int64_t seq, const struct event_row *e)
{
	static const struct digest zeros;
	struct digest prev;

	if (!digest_read(e->prev_sha256, &prev) ||
	    !digest_eq(&prev, w->size == 0 ? &zeros : &w->leaf))
		ledger_problem_tell(w, seq, "chain", "its hash of the previous event is wrong");
}

/* From here on the times before it don't count: an operator has said so. Whether he signed it is
 * judged with all acts. */
static void
take_acceptance(struct ledger_walk *w, int64_t seq, const struct event_row *e)
{
	if (!str_is(e->type, event_type(EVENT_ACT_MADE)) ||
	    !str_is(event_said(e, "kind"), act_rule(ACT_CLOCK)->name))
		return;
	for (size_t i = 0; i < w->jump_count; i++)
		ledger_note_tell(
		    w, w->jumps[i].seq, "clock", JUMP_WORDS, w->jumps[i].drift_us / 1000000);
	w->jump_count = 0;
	ledger_note_tell(w, seq, "clock", "an operator accepted the clock");
	w->boot[0] = '\0';
	w->latest_us = e->time_us;
	w->latest_seq = seq;
}

/* The hashes of the levels that the store keeps, of whole subtrees that this leaf ends: the range has only what they are
 * part of then. */
static void
note_whole(struct ledger_walk *w)
{
	struct digest sum = w->leaf;
	unsigned level = 0;

	for (size_t i = w->range.count; i > 0 && w->range.levels[i - 1] == level;) {
		tree_node(&w->range.hashes[--i], &sum, &sum);
		if (++level % NODE_LEVELS == 0)
			w->whole[level / NODE_LEVELS] = sum;
	}
}

bool
ledger_walk_event(struct ledger_walk *w, struct str body, int64_t seq, struct event_row *out)
{
	struct err why = {0};
	bool good = event_read(w->a, body, out, &why);

	if (good) {
		check_chain(w, seq, out);
		take_acceptance(w, seq, out);
		check_clock(w, seq, out);
		check_time(w, seq, out);
		if (str_is(out->type, event_type(EVENT_LOG_OPENED)))
			marks_opened(w, out);
		keys_pass(w, out);
	} else {
		if (why.code == ERR_MEMORY)
			w->failed = !err_memory(w->err);
		ledger_problem_tell(w, seq, "form", "%s", why.message);
	}
	tree_leaf(body, &w->leaf);
	if ((seq + 1) % (1 << NODE_LEVELS) == 0)
		note_whole(w);
	tree_range_add(&w->range, &w->leaf, 0);
	w->size = seq + 1;
	return good;
}

static void
check_leaf(struct ledger_walk *w, const struct db_row *row, int64_t seq)
{
	struct digest stored;

	if (!digest_read(db_column_text(row, 9), &stored) || !digest_eq(&w->leaf, &stored))
		ledger_problem_tell(
		    w, seq, "rewritten", "its stored hash differs from the hash of its body");
}

/* The tree's stored hashes are only a help to prove quickly, but a wrong one would spoil proofs. */
static bool
check_nodes(struct ledger_walk *w, struct err *err)
{
	char wanted[DIGEST_HEX_BYTES];
	int64_t same;

	for (unsigned level = NODE_LEVELS;
	     level < TREE_DEPTH_MAX - NODE_LEVELS && w->size % (INT64_C(1) << level) == 0;
	     level += NODE_LEVELS) {
		digest_hex(&w->whole[level / NODE_LEVELS], wanted);
		if (!db_number(w->db,
			"SELECT count(*) FROM ledger_node WHERE level = $1 AND place = $2 AND "
			"sha256 "
			"= $3",
			VALUES(db_int(level), db_int((w->size >> level) - 1), db_zero(wanted)), 0,
			&same, err))
			return false;
		if (same == 0)
			ledger_problem_tell(w, w->size - 1, "tree",
			    "the stored hash of level %u differs from the hash of the events",
			    level);
	}
	return true;
}

static bool
take_event(void *context, const struct db_row *row)
{
	struct ledger_walk *w = context;
	int64_t seq = db_column_int(row, 0);
	struct event_row e;

	if (seq != w->size)
		ledger_problem_tell(w, seq, "gap", "events %" PRId64 " to %" PRId64 " are missing",
		    w->size, seq - 1);
	if (ledger_walk_event(w, db_column_text(row, 10), seq, &e)) {
		if (!same_columns(row, &e))
			ledger_problem_tell(
			    w, seq, "rewritten", "its columns differ from its body");
		if (!ballot_pass(w, &e, w->err))
			w->failed = true;
	}
	check_leaf(w, row, seq);
	return !w->failed;
}

/* -- the walk -------------------------------------------------------------------------------- */

/* A row is judged where it lies; what is asked of the database meanwhile is another statement. */
static bool
pass_event(void *context, const struct db_row *row)
{
	struct ledger_walk *w = context;

	w->on_page++;
	return take_event(w, row) && check_nodes(w, w->err) && marks_pass(w, w->err);
}

static bool
walk_page(struct ledger_walk *w, bool *more, struct err *err)
{
	w->on_page = 0;
	if (!db_query(w->db,
		"SELECT seq, time_us, type, actor, run_id, approval_id, writer, writer_seq, "
		"prev_sha256, leaf_sha256, body FROM ledger_event WHERE seq >= $1 ORDER BY seq "
		"LIMIT $2",
		VALUES(db_int(w->size), db_int(PAGE)), pass_event, w, err))
		return false;
	*more = w->on_page == PAGE;
	return true;
}

static bool
walk(struct db *db, void *context, struct err *err)
{
	struct ledger_walk *w = context;
	bool good, more = true;

	w->db = db;
	w->err = err;
	if (!db_number(db, "SELECT count(*) FROM ledger_event", NULL, 0, 0, &w->total, err) ||
	    !marks_begin(w, err))
		return false;
	for (good = true; good && more;) {
		w->a = arena_new(PAGE_BYTES_MAX);
		if (!w->a)
			return err_memory(err);
		good = walk_page(w, &more, err);
		arena_free(w->a);
		if (good && w->check->progress)
			w->check->progress(w->check->context, w->size, w->total);
	}
	ledger_walk_end(w);
	return good && marks_end(w, err) && acts_end(w, err);
}

bool
ledger_verify(struct store *s, struct arena *a, const struct ledger_check *check, int64_t *events,
    size_t *problems, struct err *err)
{
	struct ledger_walk *w = arena_alloc(a, sizeof(*w));

	if (!w)
		return err_memory(err);
	(void)hash_for_bulk();
	w->store = s;
	w->check = check;
	bool good = db_read(s->db, walk, w, err);
	*events = w->size;
	*problems = w->problems;
	return good;
}
