/* SPDX-License-Identifier: MIT */
/*
 * ledger_parts.h: what the ledger's files do for each other and for the rest of this folder.
 * Private.
 *
 * Theory: a change and its event are one transaction. In SQLite, where a write transaction has the
 * store to itself, the event gets its place in the log at once. In PostgreSQL writers would wait
 * for each other there, so they leave their events in ledger_pending, and one of them at a time
 * (it holds the row 'origin' of meta) gives all that wait their places: many writers' events are
 * one transaction then. A writer's numbers have no holes; each transaction takes a writer that no
 * other has now, so there are as many as there were transactions at once.
 */
#ifndef STORE_LEDGER_PARTS_H
#define STORE_LEDGER_PARTS_H

#include "events.h"
#include "inside.h"
#include "tree.h"

/* -- writing (ledger.c) ---------------------------------------------------------------------- */

struct event_note {
	enum event_kind kind;
	const char *actor, *run, *approval; /* NULL: of none */
	const struct event_value *values;   /* a COMMIT's text is the words themselves */
	size_t count;
};
#define EVENT_VALUES(...)                                                                          \
	.values = (const struct event_value[]){__VA_ARGS__},                                       \
	.count = sizeof((const struct event_value[]){__VA_ARGS__}) / sizeof(struct event_value)

/* Appends the event in the caller's transaction. */
bool ledger_note(struct db *db, const struct event_note *note, struct err *err);

/* The same, but with its place in the log at once, on both engines: the caller has the right to
 * order (the row 'origin' of meta). */
bool ledger_note_at_once(struct db *db, const struct event_note *note, struct err *err);

struct log_head {
	int64_t size;
	char leaf_sha256[DIGEST_HEX_BYTES]; /* of the last event; zeros before the first */
};
bool ledger_head_read(struct db *db, struct log_head *out, struct err *err);
/* Gives events their places: fills seq and prev_sha256, moves the head. */
bool ledger_append(
    struct db *db, struct log_head *head, struct event_row *rows, size_t count, struct err *err);

/* -- the tree in the store (ledger_tree.c) --------------------------------------------------- */

/* After an append of these leaves behind `old_size`: whole subtrees' roots. */
bool ledger_tree_grow(
    struct db *db, int64_t old_size, const struct digest *leaves, size_t count, struct err *err);
/* The root over leaves [from, to): `from` is a multiple of the smallest power of two that is not
 * below their number. */
bool ledger_tree_root(struct db *db, int64_t from, int64_t to, struct digest *out, struct err *err);
/* ledger_inclusion for one event after another: `known` holds the proof before, of a tree of the same
 * size, and begins with a count of 0. */
struct tree_known {
	struct tree_span spans[TREE_DEPTH_MAX];
	size_t count;
	struct tree_proof proof;
};
bool ledger_inclusion_next(struct store *s, int64_t seq, int64_t size, struct tree_known *known,
    struct tree_proof *out, struct err *err);

/* -- the log's name and key (ledger_open.c, machine_keys.c) ---------------------------------- */

void machine_key_forget(struct machine_key *k);
bool key_folders_make(const char *path, struct err *err); /* those that the path is in */

/* Opens the log, where the store has none yet: its name, its key, its first event. */
bool ledger_open(struct store *s, const char *where, struct err *err);
/* The stored note of that many events, with its witnesses' lines; empty where there is none. */
bool ledger_note_text(
    struct db *db, struct arena *a, int64_t size, struct str *out, struct err *err);
bool ledger_origin(struct db *db, struct arena *a, struct str *out, struct err *err);
/* The last checkpoint that was signed from here (a note in a file beside the key), or empty. */
bool ledger_seen_read(struct store *s, struct arena *a, struct str *note, struct err *err);
/* Inside a transaction: kept until ledger_seen_settle. A file that is behind the log only notices
 * less, so nobody waits for its way to the disk; one that is ahead of it would stop the store. */
bool ledger_seen_write(struct store *s, struct str note, struct err *err);
/* The transaction is over: what it signed is written to the file, or forgotten where it was not `done`. */
bool ledger_seen_settle(struct store *s, bool done, struct err *err);
/* The key of a log whose name changed, where its place has the name in it: there under the new one
 * too. */
bool ledger_key_follow(struct store *s, struct str name, struct err *err);

/* -- a log that follows another (ledger_opening.c) --------------------------------------------- */

struct ledger_opening { /* what an event 'log.opened' says */
	struct arena *a;
	int64_t seq; /* -1: there is none */
	struct str body, origin, follows;
	struct event_row event;   /* of ledger_opening_last */
	int64_t size, known_size; /* of what is here, and of what was known; 0: it follows none */
	struct digest root, known_root;
	struct err *err;
};
void ledger_opening_read(const struct event_row *e, struct ledger_opening *o);
bool ledger_opening_last(
    struct db *db, struct arena *a, struct ledger_opening *out, struct err *err);
/* Must somebody have signed what this event says of the log's name or key? Not of its first. */
bool ledger_word_is_signed(const struct event_row *e);
/* Does the envelope hold an act that agrees with the event, made for the log that the event ends,
 * by the person that it names, with a key valid at that time? ERR_REFUSED says what is wrong. */
bool ledger_word_holds(struct arena *a, const struct trust *t, const struct event_row *e,
    struct str origin, struct str envelope, struct err *err);

/* -- order (ledger_order.c, ledger_tend.c) --------------------------------------------------- */

/* Gives what waits its place; what can have none is set aside, and told by a verification. */
bool ledger_order(struct store *s, struct err *err);
/* The right to order and to sign, until the transaction's end; *mine is false where another has it. */
bool ledger_lock(struct db *db, bool *mine, struct err *err);
/* ERR_REFUSED while a witness refuses the log, and the trust file wants witnesses. */
bool ledger_witnesses_let(struct store *s, struct arena *a, struct err *err);
/* A run starts: refused where the ledger can't follow. */
bool ledger_start(struct store *s, const char *run, struct err *err);
/* Behind the transaction that started it: its event has its place when this is true. */
bool ledger_settle(struct store *s, struct err *err);
/* Each event of the run stands below a signed checkpoint when this is true; ERR_REFUSED where that
 * takes more than ten seconds. */
bool ledger_cover(struct store *s, const char *run, struct err *err);

/* The checkpoint of that size (0: the newest) with the witnesses' lines; ERR_INPUT where there is
 * none. */
bool ledger_note_at(
    struct store *s, struct arena *a, int64_t size, struct str *out, struct err *err);

#endif
