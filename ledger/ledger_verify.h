/* SPDX-License-Identifier: MIT */
/*
 * ledger_verify.h: what the parts of a verification share. Private to ledger_verify.c and
 * ledger_marks.c.
 *
 * Theory: one walk over all events, in pages, with one range of the tree as its memory. Beside it
 * goes a cursor over the checkpoints: where the walk has as many events as the next one says, the
 * two roots must be one. What asks for an order of its own (writers' numbers) is asked of the
 * database, once the walk has seen that its columns say what the bodies say.
 */
#ifndef STORE_LEDGER_VERIFY_H
#define STORE_LEDGER_VERIFY_H

#include "ledger_parts.h"
#include "log_rules.h"
#include "note.h"

#define LEDGER_BACK_US (INT64_C(600) * 1000000) /* how long a writer's transaction may take */

#define JUMPS_MAX 16
#define NODE_LEVELS 4 /* every so many levels, the store keeps the tree's hashes */

struct ledger_walk {
	struct store *store;
	struct db *db;
	const struct ledger_check *check;
	struct arena *a; /* of this page */
	struct err *err;
	int64_t size, total, latest_us, latest_seq;
	size_t on_page;     /* rows that this page had */
	struct digest leaf; /* of the event before */
	struct tree_range range;
	struct digest whole[TREE_DEPTH_MAX / NODE_LEVELS]; /* the last of each kept level */
	size_t problems;
	bool failed;

	char boot[16];
	int64_t boot_time_us, boot_mono_us;
	struct clock_jump {
		int64_t seq, drift_us;
	} jumps[JUMPS_MAX]; /* that no operator has set right yet */
	size_t jump_count;

	struct str origin;                   /* the store's name for its log */
	struct public_key log_key, next_key; /* next: announced, and not signed for yet */
	bool has_log_key, has_next_key;
	char origin_bytes[NOTE_NAME_BYTES_MAX + 1];
	char era[WORD_BYTES_MAX + 1]; /* the log's name at this place, as events write it */
	char seen_name[WORD_BYTES_MAX + 1];
	bool seen_is_named; /* the log has, or had, the name that was seen */

	int64_t next_size; /* of the next checkpoint; 0: there is none */
	int64_t witnessed_us, checkpoint_us;
	bool seen_is_read;
	struct checkpoint seen;
};

void ledger_problem_tell(struct ledger_walk *w, int64_t seq, const char *kind, const char *format,
    ...) __attribute__((format(printf, 4, 5)));

/* Something to be known, and no problem. */
void ledger_note_tell(struct ledger_walk *w, int64_t seq, const char *kind, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* Behind the last event: the jumps of the clock that nobody has set right are problems. */
void ledger_walk_end(struct ledger_walk *w);

/*
 * One event's body in its place: its form, the chain, the times; then its leaf is the walk's last.
 * False where the body is no event (a problem), or the world failed (`w->failed`).
 */
bool ledger_walk_event(struct ledger_walk *w, struct str body, int64_t seq, struct event_row *out);

/* A checkpoint as it is stored: its note has the witnesses' lines. */
#define MARK_BYTES_MAX ((size_t)4 << 20) /* an arena for one */
struct ledger_mark {
	int64_t size, made_us;
	char root_sha256[DIGEST_HEX_BYTES]; /* empty: only the note says it */
	struct str note;
};
bool ledger_mark_read(
    struct db *db, struct arena *a, int64_t size, struct ledger_mark *out, struct err *err);
/* *size is the next checkpoint's; 0: there is none. */
bool ledger_mark_after(struct db *db, int64_t behind, int64_t *size, struct err *err);
/* Holds it against the events' root, and its signatures against the trust file. */
void marks_judge(
    struct ledger_walk *w, struct arena *a, const struct ledger_mark *m, const struct digest *root);
/* The marks of an earlier walk: read at the start (only their size and root outlive `a`), compared where the
 * walk has as many events, missed at the end. */
void marks_seen_read(struct ledger_walk *w, struct arena *a);
void marks_seen_pass(struct ledger_walk *w);
void marks_seen_end(struct ledger_walk *w);
void marks_age(struct ledger_walk *w); /* witnesses' last signatures must not be old */

/* The log is opened, or opened again behind a restore (ledger_adopt.c), before this event is
 * counted: from here on it has another name. */
void marks_opened(struct ledger_walk *w, const struct event_row *e);
void marks_name_end(struct ledger_walk *w); /* the last name is the store's */

/* ledger_marks.c */
bool marks_begin(struct ledger_walk *w, struct err *err);
/* After each event: checkpoints and what was seen, where they are of this size. */
bool marks_pass(struct ledger_walk *w, struct err *err);
/* At the end: what is of no size that there is, numbers that are missing. */
bool marks_end(struct ledger_walk *w, struct err *err);

/* ledger_keys.c: an event may name the log's key; a checkpoint is signed by it. */
void keys_pass(struct ledger_walk *w, const struct event_row *e);
void keys_judge(struct ledger_walk *w, const struct checkpoint *c);

/* ledger_ballots.c: the vote or the act that an event tells of is the one that was signed. */
bool ballot_pass(struct ledger_walk *w, const struct event_row *e, struct err *err);
/* At the end: no vote is gone, and nothing was approved against one that stands. */
bool ballots_end(struct ledger_walk *w, struct err *err);
/* The same, of an envelope that is at hand. */
void ballot_compare(struct ledger_walk *w, const struct event_row *e, struct str envelope);

/* ledger_acts.c: at the end, effects that no act explains and acts that no event tells of. */
bool acts_end(struct ledger_walk *w, struct err *err);

#endif
