/* SPDX-License-Identifier: MIT */
/*
 * ledger.h: what happened, so that a stranger can check it offline.
 *
 * Every change of the store appends an event in the same transaction. Events are canonical JSON;
 * each names the digest of the one before (a chain), all are leaves of a Merkle tree (RFC 6962),
 * and a signed note (C2SP tlog-checkpoint) says now and then how large the tree is and what its
 * root. A witness elsewhere signs it too, and only where it grows out of what the witness saw
 * before.
 *
 * Events hold no code, no output, no reason and no name: contents are committed to by
 * SHA-256(salt || 0x00 || bytes), so that a content and its salt can be erased under two people's
 * decision and the proof stands. What a kind of event holds is said once, in events.def: code, page
 * and checks come from it.
 *
 * Sources: RFC 6962 and 9162 (tree, proofs), C2SP signed-note, tlog-checkpoint, tlog-cosignature
 * and tlog-witness (notes), RFC 8785 (bytes).
 */
#ifndef LEDGER_H
#define LEDGER_H

#include "database.h"
#include "json.h"
#include "trust.h"

/* -- the tree -------------------------------------------------------------------------------- */

#define TREE_DEPTH_MAX 64

struct tree_proof {
	struct digest path[TREE_DEPTH_MAX];
	size_t count;
};
void tree_leaf(struct str bytes, struct digest *out); /* SHA-256(0x00 || bytes) */
/* "path": the hashes, in hex, as an array of the object that is being written. */
void tree_proof_put(const struct tree_proof *proof, struct json_writer *w);
bool tree_verify_inclusion(const struct digest *leaf, int64_t index, int64_t size,
    const struct tree_proof *proof, const struct digest *root);
bool tree_verify_consistency(int64_t old_size, const struct digest *old_root, int64_t size,
    const struct digest *root, const struct tree_proof *proof);

/* -- notes ----------------------------------------------------------------------------------- */

struct note_signature {
	struct str name; /* the key's: "example.org/prod", "witness.example.net" */
	uint8_t keyhash[4];
	struct str
	    signature; /* raw bytes, without the key hash; a cosignature has its time in front */
};

struct checkpoint {
	struct str text; /* what is signed: three lines, the last ended */
	struct str origin;
	int64_t size;
	struct digest root;
	struct note_signature signatures[16];
	size_t count;
};
/* Strictly: one text, one note. */
bool checkpoint_read(struct arena *a, struct str note, struct checkpoint *out, struct err *err);
/* The log's own signature (Ed25519 over the text), or a witness's cosignature (over its time and
 * the text): the one that `name` and `key` made. *time_us is a cosignature's, 0 for the log's. ERR_REFUSED:
 * it does not hold; ERR_INPUT: there is none. */
bool checkpoint_verify(const struct checkpoint *c, struct str name, const struct public_key *key,
    int64_t *time_us, struct err *err);

/* -- the log --------------------------------------------------------------------------------- */

struct ledger_event {
	int64_t seq, time_us;
	struct str type, actor, run, approval, body; /* body: the exact bytes */
	char leaf_sha256[DIGEST_HEX_BYTES], prev_sha256[DIGEST_HEX_BYTES];
};

/* Orders what writers left (PostgreSQL), and signs a checkpoint where one is due: after 60 s, 1,000
 * events, or `now`. One process does it at a time; the others find it done. */
bool ledger_tend(struct store *s, bool now, struct err *err);
/* ERR_REFUSED where nothing may start: the ledger can't be written, or events have waited for a
 * checkpoint for more than 5 minutes and can't be signed here and now: there is no key, or the log is
 * not the one that was signed last. Asked before every run's start. */
bool ledger_may_go_on(struct store *s, struct err *err);
bool ledger_head(struct store *s, struct arena *a, struct checkpoint *out, struct err *err);

/*
 * For use after a restore, when the store is behind a signed checkpoint of its log. The log
 * continues under a new name. The next event records which log it follows, that log's last known
 * size, how many of its events were restored, and the reason. If a trust file is in force, a person
 * with the role 'operator' must sign. ERR_REFUSED if the log extends the last known checkpoint:
 * then there is nothing to adopt.
 */
struct ledger_adoption {
	struct str name; /* one that the log never had */
	const char *actor;
	struct str reason;
	struct str known; /* a checkpoint of the lost log; empty: the last that was signed here */
	/* The content of the act of kind adopt that says so, which counts (ledger_adopt_signed of
	 * store.h); empty: nobody signs, which is refused where a trust file is in force. */
	struct str act;
};
bool ledger_adopt(
    struct store *s, struct arena *a, const struct ledger_adoption *how, struct err *err);

bool ledger_size(
    struct store *s, int64_t *size, struct err *err); /* of the events in their places */
/* The reference of all kinds of events, as Markdown. */
void ledger_events(struct buf *out);
/* The last checkpoint as it is handed on: with its witnesses' lines. ERR_INPUT where there is none
 * yet. */
bool ledger_head_note(struct store *s, struct arena *a, struct str *out, struct err *err);

/* The parts of a log that a trust file names: its origin and the key that signs its checkpoints and
 * receipts.
 */
struct log_identity {
	struct str origin;
	struct public_key key;
};
/* The keys of this machine, open until the store is closed: the log's, and the one for what it says of
 * runs that it drove (SLUICE_WORKER_KEY, else beside the log's; made where there is none). Borrowed
 * until the next call. */
bool log_key(struct store *s, const struct secret_key **out, struct err *err);
bool worker_key(struct store *s, const struct secret_key **out, struct err *err);
bool worker_key_public(struct store *s, struct public_key *out, struct err *err);
bool ledger_identity(struct store *s, struct arena *a, struct log_identity *out, struct err *err);
/* The time of its oldest event, else now; reads all events. */
bool ledger_opened(struct store *s, int64_t *us, struct err *err);

/*
 * Gives the log another key: announced by an event, which the old key's last checkpoint covers;
 * then the old key's file is gone. By a person of the role custodian, on the machine with the key.
 * Goes on where an earlier call was killed.
 */
struct log_rotating {
	const char *actor;
	struct str key; /* the new one, as ledger_key_next says it */
	struct str reason;
	struct str act; /* the content of the act of kind rotate that says so, which counts */
};
struct log_rotation {
	struct public_key old_key, new_key;
	int64_t at_us; /* the old key's last moment, the new one's first */
};
/* The public half of the key that comes next: the file's beside the log's key, made where there is
 * none; or the one that is announced. */
bool ledger_key_next(struct store *s, struct public_key *out, struct err *err);
bool ledger_key_rotate(
    struct store *s, const struct log_rotating *how, struct log_rotation *out, struct err *err);

struct ledger_filter { /* NULL and 0 mean any */
	const char *run, *actor, *type;
	int64_t from_seq, from_us, until_us;
	size_t limit;
};
/* In order, in pages: what is heard is borrowed, and `hear` may ask the store. */
bool ledger_read(struct store *s, struct arena *a, const struct ledger_filter *filter,
    bool (*hear)(void *context, const struct ledger_event *event), void *context, struct err *err);
/* The salt and words of a commitment; both empty if they were erased. The arena's. */
bool ledger_words(struct store *s, struct arena *a, const char *commitment, struct str *salt,
    struct str *words, struct err *err);
bool ledger_inclusion(
    struct store *s, int64_t seq, int64_t size, struct tree_proof *out, struct err *err);
bool ledger_consistency(
    struct store *s, int64_t old_size, int64_t size, struct tree_proof *out, struct err *err);

/* Walks the whole log with flat memory: bytes, chain, tree, writers' gaps, times, checkpoints,
 * votes' envelopes. Each finding is told with its event; false only where the world failed.
 * `progress` may be NULL. */
struct ledger_problem {
	int64_t seq;      /* -1: of no event */
	bool note;        /* only to be known: nothing is wrong with the log */
	const char *kind; /* "rewritten", "chain", "gap", "order", "checkpoint", "rollback" ... */
	struct str message;
};
struct ledger_check {
	const struct trust *trust; /* NULL: signatures are not judged */
	struct str seen;           /* a checkpoint that was seen before, or empty */
	void (*problem)(void *context, const struct ledger_problem *p);
	void (*progress)(void *context, int64_t done, int64_t total);
	void *context;
};
bool ledger_verify(struct store *s, struct arena *a, const struct ledger_check *check,
    int64_t *events, size_t *problems, struct err *err);

#endif
