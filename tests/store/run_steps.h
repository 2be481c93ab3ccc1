/* SPDX-License-Identifier: MIT */
/*
 * run_steps.h: a run's life by hand, for tests: what a worker would write, without a sandbox. The
 * functions assert where they don't return.
 */
#ifndef RUN_STEPS_H
#define RUN_STEPS_H

#include "store_fixture.h"

struct steps_digests {
	char task[DIGEST_HEX_BYTES], code[DIGEST_HEX_BYTES], findings[DIGEST_HEX_BYTES],
	    policy[DIGEST_HEX_BYTES], subject[DIGEST_HEX_BYTES], output[DIGEST_HEX_BYTES],
	    record[DIGEST_HEX_BYTES];
};
/* Contents for all of a run's steps; `salt` makes them another run's. */
bool steps_contents(struct store *s, const char *salt, struct steps_digests *d, struct err *err);

/* The change that leads to `to`, as ann's; `verdict` is the check's. What it points at lives as
 * long as `d`. */
struct run_change steps_change(
    const struct steps_digests *d, enum run_state to, const char *verdict);

/* A run of ann's with this key (NULL: a fresh one), an hour to live, claimed where worker is not
 * NULL. */
bool steps_submit(struct store *s, struct arena *a, const char *key, const char *worker,
    struct stored_run *out, struct job *job, bool *fresh, struct err *err);
/* The same, that nobody has submitted before, or the test fails. */
struct stored_run steps_fresh(
    struct fixture *f, const char *key, const char *worker, struct job *job);
void steps_ann(struct fixture *f); /* makes ann */

/* A test's `setup` and `teardown`: a store of its own, a struct fixture, that knows ann. */
int steps_begin(void **state);
int steps_end(void **state);
#define STEPS_CASE(name) cmocka_unit_test_setup_teardown(name, steps_begin, steps_end)

/* Takes the run to `to` by the usual way: generated, checked (allowed), running, ran, validated,
 * answered. False where a step failed. */
bool steps_to(struct store *s, struct job *job, enum run_state to, struct err *err);
void steps_must_reach(struct fixture *f, struct job *job, enum run_state to);
/* Goes on from where the run stands; each state that is reached is told to `reached`, if not NULL.
 */
bool steps_resume(struct store *s, struct job *job, enum run_state from, enum run_state to,
    void (*reached)(enum run_state now), struct err *err);
enum run_state steps_state(struct fixture *f, const char *run);
size_t steps_count(struct fixture *f, const char *run); /* of its history */
/* What holds whatever happened: jobs belong to runs that want one, history has no gap and ends
 * where the run stands, what happens once happened once. */
void steps_assert_sane(struct fixture *f);
/* A rule that one person with the role `approver` meets, with these spans. */
struct approval_rule steps_rule(int64_t remind_us, int64_t decide_us, int64_t use_us);

#endif
