/* SPDX-License-Identifier: MIT */
/*
 * scene.h: an approval that two people have granted, to be spoiled in one place.
 *
 * Rae asked for a run of Aut's code; ann and bob approve it. Cyd could, too; dan holds another
 * role. A scene is set up, changed, then signed and judged.
 */
#ifndef SCENE_H
#define SCENE_H

#include "test.h"

#include "trust.h"

enum { ANN, BOB, CYD, DAN, RAE, AUT, PEOPLE };
enum { VOTES = 4, DELEGATIONS = 3 };

#define DAY_US INT64_C(86400000000)
#define MINUTE_US INT64_C(60000000)
#define OPENED_US (20000 * DAY_US)
#define VOTED_US (OPENED_US + 10 * MINUTE_US)
#define DECIDED_US (OPENED_US + 20 * MINUTE_US)
#define NOW_US (OPENED_US + 30 * MINUTE_US)
#define DECIDE_BY_US (OPENED_US + 60 * MINUTE_US)
#define SUBJECT "5555555555555555555555555555555555555555555555555555555555555555"

struct scene {
	struct arena *a;
	struct trust trust;
	struct person people[PEOPLE];
	struct person_key keys[PEOPLE];
	struct person_role roles[PEOPLE];
	struct secret_key *secrets[PEOPLE];

	struct approval_rule rule;
	struct approval_need needs[2];
	struct str authors[2];
	struct str rule_text;

	struct vote votes[VOTES];
	int signers[VOTES];
	size_t vote_count;
	struct delegation delegations[DELEGATIONS];
	int delegation_signers[DELEGATIONS];
	size_t delegation_count;

	struct str envelopes[VOTES], delegation_envelopes[DELEGATIONS];
	struct quorum_request request;
};

void scene_begin(struct scene *s);
void scene_end(struct scene *s);
/* A vote of `person` for the first need; returns it. */
struct vote *scene_vote(struct scene *s, int person);
struct delegation *scene_delegate(struct scene *s, int from, int to);
/* Writes the rule, and its digest into the votes. */
void scene_write_rule(struct scene *s);
/* Signs what there is, as it is, and fills the request. */
void scene_sign(struct scene *s);
struct str scene_envelope(struct scene *s, int person, struct str statement);
/* Another casts that vote. */
void scene_vote_as(struct scene *s, size_t vote, int person);
/* Dan, who does not hold the role, casts the second vote in the place of `person`. */
struct delegation *scene_lend(struct scene *s, int person);

/* What is spoiled: people and rule before the votes are cast, votes before they are signed, or what
 * the judge is given. */
enum when { BEFORE, AFTER, SIGNED };
struct scene_case {
	const char *name;
	void (*change)(struct scene *s);
	enum when when;
	const char *message; /* NULL: it holds */
};
/* `held` of the cases hold. */
void scene_judge(const struct scene_case *cases, size_t count, size_t held);
/* Judges; `err` where false. */
bool scene_holds(struct scene *s, struct err *err);

#endif
