/* SPDX-License-Identifier: MIT */
/*
 * receipt_scene.h: a receipt of a run that two people approved, made in memory, to be spoiled in
 * one place: before it is signed, or behind that.
 */
#ifndef RECEIPT_SCENE_H
#define RECEIPT_SCENE_H

#include "test.h"

#include "note.h"
#include "receipt_parts.h"
#include "receipt_write.h"
#include "tree.h"

#define ORIGIN "example.org/prod"
#define RUN "run_1"
#define HEX(c) c c c c c c c c c c c c c c c c c c c c c c c c c c c c c c c c
#define CODE HEX("c0")
#define OUTPUT HEX("0d")
#define FINDINGS HEX("f1")
#define POLICY HEX("b0")
#define TASK HEX("7a")
#define RECORD HEX("4e")
#define MINUTE INT64_C(60000000)
#define OPENED (INT64_C(20000) * 86400 * 1000000)
#define VOTED (OPENED + MINUTE)
#define DECIDED (OPENED + 2 * MINUTE)
#define USED (OPENED + 3 * MINUTE)
#define MADE (OPENED + 5 * MINUTE)
#define FOREVER (OPENED * 2)
#define SUBJECT                                                                                     \
	"{\"box\":{},\"channel\":\"stdout\",\"code\":\"" CODE                                       \
	"\",\"code_bytes\":10,\"exceptions\":[],\"findings\":\"" FINDINGS                           \
	"\",\"framing\":\"json\",%s\"policy\":{\"id\":\"data\",\"revision\":1,\"sha256\":\"" POLICY \
	"\"},\"requester\":\"rae\",\"run\":\"" RUN "\",\"task\":\"" TASK                            \
	"\",\"v\":%d,\"verdict\":\"%s\"}"

enum { SERVICE, OTHER, WITNESS, ANN, BOB, WORKER, KEYS };
enum { VOTES_FROM = 9, EVENTS = 12, LEAVES = 15, FIRST = 2 };

struct scene {
	struct arena *a;
	struct trust trust;
	struct trust_service services[4]; /* the last is the worker's */
	struct person people[2];
	struct person_key person_keys[2];
	struct person_role roles[2];

	struct approval_rule rule;
	struct vote votes[2];
	size_t vote_count;
	int signers[2];
	const char *data[EVENTS]; /* of the events */
	const char *types[EVENTS];
	const char *told_decision; /* by the events of votes; NULL: as they were cast */
	const char *event_run, *ballot_approval, *verdict, *other_subject;
	int64_t size; /* of the checkpoint */
	int log_key, receipt_key, worker_key;
	struct run_result came; /* that the worker signs; digests that are empty are filled in */
	bool unsigned_result;
	bool witnessed, witness_saw_another;
	struct receipt_material m;
	const char *record;
	const char *owed; /* the subject's member `obligations`, with a comma behind it; or empty */
	int version;      /* of the subject */
	/* Spoils the statement before it is signed, or the envelope behind it; or NULL. */
	struct str (*respell)(struct scene *s, struct str statement);
	struct str (*rewrap)(struct scene *s, struct str envelope);
};

bool scene_keys_make(void);
void scene_keys_free(void);
void scene_begin(struct scene *s); /* the caller frees its arena */
struct str scene_receipt(struct scene *s);
struct str joined(struct scene *s, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
