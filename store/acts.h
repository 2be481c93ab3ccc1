/* SPDX-License-Identifier: MIT */
/*
 * acts.h: the statements that people signed, as the store keeps them. Private to the store's
 * folders.
 *
 * Theory: one transaction records an act together with the change that it causes: the envelope
 * among the contents, a row of the table `act`, and an event `act.made`. The row is only an index
 * and proves nothing. Code that relies on an act reads the envelope again and verifies it against
 * this process's trust file (acts_read). A row without a valid act permits nothing.
 */
#ifndef STORE_ACTS_H
#define STORE_ACTS_H

#include "ledger_parts.h"
#include "parts.h"

struct act_entry { /* on its way in */
	struct act act;
	struct str envelope;
	char sha256[DIGEST_HEX_BYTES], keyid[KEYID_BYTES];
	char by[STORE_ID_BYTES], target[STORE_ID_BYTES * 2]; /* as texts that end */
	bool known; /* the same envelope is stored already: the change that it causes has been made
		     */
};
/* Reads and judges an act of this kind that comes in now, and stores its bytes. ERR_REFUSED where
 * it does not count, ERR_USAGE where the store was given no trust file. */
bool act_open(struct store *s, struct arena *a, enum act_kind kind, struct str envelope,
    struct act_entry *out, struct err *err);
/* Its row and its event, in the transaction of its effect; fills `known`. `run` and `approval` may
 * be NULL. */
bool act_store(
    struct db *db, struct act_entry *e, const char *run, const char *approval, struct err *err);
/* Opens the act and has `work` done with it, in one transaction: its context is a struct
 * act_change, and it stores the act. `more` is the caller's. */
struct act_change {
	struct arena *a;
	const struct trust *trust;
	struct act_entry act;
	const void *more;
};
bool act_do(struct store *s, enum act_kind kind, struct str envelope, db_work *work,
    const void *more, struct err *err);
/* ERR_INPUT where the act's reason says too little. */
bool act_gives_reason(const struct act *act, struct err *err);

/* What a kind adds to an act, as its form has it: exactly these members. Texts are the arena's. */
bool act_terms(
    struct arena *a, const struct form *form, const void *terms, struct str *out, struct err *err);
bool act_terms_read(
    struct arena *a, const struct act *act, const struct form *form, void *out, struct err *err);

struct stored_act {
	char id[STORE_ID_BYTES], sha256[DIGEST_HEX_BYTES], keyid[KEYID_BYTES];
	struct str said;    /* whose signature holds, though it may count no longer; or empty */
	enum act_kind kind; /* by its row, as these: */
	struct str by, target;
	int64_t made_us;
	bool counts;    /* judged now, by this process's trust file; `act` is what was signed */
	struct act act; /* empty where it does not count */
	struct err why; /* it does not */
};
#define ACTS(...) ((const enum act_kind[]){__VA_ARGS__, ACT_NONE})
/* All of these kinds (ended by ACT_NONE) about `target` (NULL: any), the oldest first, each judged;
 * what does not count is listed, too. */
bool acts_read(struct store *s, struct arena *a, const enum act_kind *kinds, const char *target,
    struct stored_act **out, size_t *count, struct err *err);
/* The same inside a transaction, judged by that trust file. */
bool acts_read_in(struct db *db, const struct trust *t, struct arena *a, const enum act_kind *kinds,
    const char *target, struct stored_act **out, size_t *count, struct err *err);
/* The last act of this kind about `target` that counts; `out->counts` is false where there is none.
 */
bool act_last(struct store *s, struct arena *a, enum act_kind kind, const char *target,
    struct stored_act *out, struct err *err);
bool act_last_in(struct db *db, const struct trust *t, struct arena *a, enum act_kind kind,
    const char *target, struct stored_act *out, struct err *err);

/*
 * How many people agree: different ones, of the kind's role, whose acts of this kind count. An act
 * made at `since_us` or before says nothing any more, and nobody in `without` is counted. All that
 * takes two people, or n, asks this: a store that is resumed, the next trust file, a hold that is
 * lifted, an emergency that is reviewed.
 */
struct agreement {
	enum act_kind kind;
	int64_t since_us;
	struct str without[2]; /* ids, or empty */
};
size_t acts_people(const struct stored_act *acts, size_t count, const struct agreement *of);
/* The same of all acts about `target`. */
bool acts_people_about(struct db *db, const struct trust *t, struct arena *a, const char *target,
    const struct agreement *of, size_t *people, struct err *err);

/* Did that person hold the role for all scopes when he made the act? */
bool act_by_role(const struct trust *t, const struct act *act, const char *role);

#endif
