/* SPDX-License-Identifier: MIT */
/*
 * approval.h: declarations shared by the files about approvals. Private to this folder.
 *
 * A decision about an approval locks the run's row first, then the approval's row, and only then
 * reads its inputs, all inside one transaction of the caller.
 */
#ifndef STORE_APPROVAL_H
#define STORE_APPROVAL_H

#include "parts.h"

#define APPROVAL_ARENA_BYTES ((size_t)64 << 20)
#define DELEGATIONS_MAX 256
/* The exit codes of a run that people end. */
#define RUN_EXIT_REJECTED 12
#define RUN_EXIT_CANCELLED 17

struct approval_row {
	char id[STORE_ID_BYTES], run_id[STORE_ID_BYTES];
	char rule_sha256[DIGEST_HEX_BYTES], subject_sha256[DIGEST_HEX_BYTES];
	struct str requester, kind, rule, scope;
	enum approval_state state;
	int64_t use_until_us, consumed_token;
	struct run_head run; /* locked */
};

/* By the approval's id, or a run's (see store.h); ERR_INPUT where there is none. */
bool approval_find(struct db *db, const char *id, char approval[STORE_ID_BYTES], struct err *err);
/* The run's row, then the approval's; `id` as approval_find takes it. */
bool approval_lock(
    struct db *db, struct arena *a, const char *id, struct approval_row *out, struct err *err);
/* ERR_REFUSED where it takes no votes any more. */
bool approval_must_be_open(const struct approval_row *r, struct err *err);
/* Is it about the run itself? An exception's and a redaction's only refer to one. */
bool approval_moves_run(const struct approval_row *r);
/* Along an edge, from the state in which the row was read. */
bool approval_move(struct db *db, const struct approval_row *r, const char *actor,
    enum approval_state to, struct err *err);
/* Its event, behind a change of its state. */
bool approval_moved(
    struct db *db, const char *id, const char *actor, enum approval_state from, struct err *err);
/* A line of history that changes no state. */
bool approval_note(struct db *db, const struct approval_row *r, const char *actor, struct str note,
    const char *sha256, struct err *err);
/* A refused attempt is history as well (refusal_note), of the approval's run. */
void approval_note_refusal(
    struct store *s, const char *id, const char *what, const struct err *why);
bool database_now(struct db *db, int64_t *now_us, struct err *err);

/* Supersedes the run's open approvals: of this kind, or of every kind that moves a run
 * where it is empty; never `but` (or NULL). */
bool approval_replace(
    struct db *db, const char *run, struct str kind, const char *but, struct err *err);

/* Do the standing votes decide it, by trust.h? */
bool approval_quorum(struct db *db, struct arena *a, const struct trust *t,
    const struct approval_row *r, bool *met, struct err *err);
/* PENDING -> APPROVED, the run with it, its job and its notice; what else waits for the run is
 * superseded. */
bool approval_grant(
    struct db *db, struct approval_row *r, const char *actor, struct str note, struct err *err);

/* A vote on its way in. */
struct vote_entry {
	struct vote vote;
	struct str envelope;
	char envelope_sha256[DIGEST_HEX_BYTES], keyid[KEYID_BYTES];
	char approval[STORE_ID_BYTES], voter[256]; /* as text that ends */
};
/* Reads the envelope and stores its bytes; judges nothing. */
bool vote_open(
    struct store *s, struct arena *a, struct str envelope, struct vote_entry *out, struct err *err);
/* ERR_REFUSED where the vote does not count, by trust.h. */
bool vote_judge(struct db *db, struct arena *a, const struct trust *t, const struct approval_row *r,
    struct vote_entry *entry, struct err *err);
bool vote_insert(
    struct db *db, const struct approval_row *r, const struct vote_entry *entry, struct err *err);
bool vote_is_stored(struct db *db, const struct vote_entry *entry, bool *there, struct err *err);

struct comment {
	const char *id; /* NULL: a new one */
	struct str author, body;
	int64_t line_from, line_to; /* from 1; 0: about the whole */
	bool must_resolve;
};
bool comment_insert(
    struct db *db, const struct approval_row *r, const struct comment *c, struct err *err);
/* Counts the comments that must be resolved and are not, by an act that counts. */
bool comments_unresolved(struct db *db, struct arena *a, const struct trust *t,
    const char *approval, int64_t *count, struct err *err);
/* Those, and vetoes that a row calls withdrawn and their voters never withdrew. */
bool approval_obstacles(struct db *db, struct arena *a, const struct trust *t, const char *approval,
    int64_t *count, struct err *err);
/* CHANGES_REQUESTED -> PENDING where nothing that was asked for stands any more. */
bool comments_settle(struct db *db, struct arena *a, const struct trust *t,
    const struct approval_row *r, const char *actor, struct err *err);

#endif
