/* SPDX-License-Identifier: MIT */
/*
 * voters.h: people with real keys, in the store and in a trust file, and a run that waits for them.
 *
 * Rae asks, aut wrote the code; ann, bob and cyd may approve, dan holds another role, gus may break
 * the glass, opa and opb run the place,
 * ida and jon are custodians, kim and lou redactors.
 */
#ifndef VOTERS_H
#define VOTERS_H

#include "store_fixture.h"

enum { ANN, BOB, CYD, DAN, GUS, OPA, OPB, RAE, AUT, IDA, JON, KIM, LOU, PEOPLE };

struct voters {
	struct fixture *f;
	struct trust trust;
	struct person people[PEOPLE];
	struct person_key keys[PEOPLE];
	struct person_role roles[PEOPLE];
	struct secret_key *secrets[PEOPLE];
	/* What somebody does to a run whose code was made just now; NULL: nothing. */
	void (*generated)(struct voters *v, const char *run);
};

/* Of a program that needs them once at a time: what its tests begin and end with. */
extern struct fixture fixture;
extern struct voters voters;
int voters_set_up(void **state); /* *state: the voters */
int voters_tear_down(void **state);
void voters_new(struct voters *v, struct fixture *f);
void voters_free(struct voters *v);
const char *voter_id(int person);

struct waiting { /* a run whose code two approvers and nobody else have to allow */
	char run[STORE_ID_BYTES], approval[STORE_ID_BYTES];
	char subject[DIGEST_HEX_BYTES], code[DIGEST_HEX_BYTES];
	struct stored_approval stored;
};
/* A run that has begun, and its lease. */
void leased_new(struct voters *v, struct job *job);
/* `n` people of the role approver; blank: a new run each time. */
void waiting_new(struct voters *v, struct waiting *w, int64_t n);
void waiting_reload(struct voters *v, struct waiting *w);

/* A vote as that person would sign it; `change` spoils it before it is signed, or is NULL. */
struct str ballot(struct voters *v, const struct waiting *w, int person,
    enum vote_decision decision, void (*change)(struct vote *vote));
/* Casts it; the approval's state after, or APPROVAL_NONE with `err`. */
enum approval_state cast_vote(struct voters *v, const struct waiting *w, int person,
    enum vote_decision decision, struct err *err);
/* The same, where it has to work. */
enum approval_state must_cast(
    struct voters *v, const struct waiting *w, int person, enum vote_decision decision);
struct str delegated(struct voters *v, int from, int to, int64_t until_us);
/* An act of that person, signed now; NULL for no terms. */
struct str acted(struct voters *v, int person, enum act_kind kind, const char *target,
    const char *terms, const char *reason);
/* A comment, and an edit of the code that waits, as that person signs them. */
bool commented(struct voters *v, int person, const char *approval, const struct comment_words *w,
    struct err *err);
bool edited(
    struct voters *v, int person, const char *approval, const char *code_sha256, struct err *err);
/* A worker's claim of the run's job; asserts that there is one. */
void claim(struct voters *v, const struct waiting *w, struct job *job);
enum run_state run_state_now(struct voters *v, const char *run);

#define assert_refused(call, words)                                                                \
	do {                                                                                       \
		struct err err_ = {0};                                                             \
		struct err *err = &err_;                                                           \
		assert_false(call);                                                                \
		assert_string_equal(err_.message, words);                                          \
	} while (0)
#define assert_done(call)                                                                          \
	do {                                                                                       \
		struct err err_ = {0};                                                             \
		struct err *err = &err_;                                                           \
		if (!(call))                                                                       \
			fail_msg("%s", err_.message);                                              \
	} while (0)

#endif
