/* SPDX-License-Identifier: MIT */
#include "run_steps.h"
#include "queue.h"

#include <stdio.h>
#include <stdlib.h>

#define HOUR_US INT64_C(3600000000)

bool
steps_contents(struct store *s, const char *salt, struct steps_digests *d, struct err *err)
{
	static const char *const kinds[] = {
	    "task", "code", "findings", "policy", "subject", "output", "record"};
	char *const digests[] = {
	    d->task, d->code, d->findings, d->policy, d->subject, d->output, d->record};
	char text[256];

	for (size_t i = 0; i < ARRAY_LENGTH(kinds); i++) {
		snprintf(text, sizeof(text), "%s %s", kinds[i], salt);
		if (!content_put(s, str_from(text), "text/plain", digests[i], err))
			return false;
	}
	return true;
}

struct run_change
steps_change(const struct steps_digests *d, enum run_state to, const char *verdict)
{
	static const char *const authors[] = {"ann"};
	struct run_change change = {.to = to};

	if (to == STATE_GENERATED) {
		change.code_sha256 = d->code;
		change.authors = authors;
		change.author_count = 1;
	} else if (to == STATE_CHECKED) {
		change.findings_sha256 = d->findings;
		change.policy_sha256 = d->policy;
		change.subject_sha256 = d->subject;
		change.verdict = verdict;
	} else if (to == STATE_RAN) {
		change.output_sha256 = d->output;
		change.record_sha256 = d->record;
	} else if (to == STATE_ANSWERED) {
		change.record_sha256 = change.receipt_sha256 = d->record;
	}
	return change;
}

bool
steps_submit(struct store *s, struct arena *a, const char *key, const char *worker,
    struct stored_run *out, struct job *job, bool *fresh, struct err *err)
{
	struct run_submission wish = {.requester = "ann",
	    .idempotency_key = key,
	    .title = STR("add up the sales\nof last year"),
	    .policy = STR("data-analysis"),
	    .time_us = HOUR_US,
	    .priority = 100,
	    .claim_for = worker};
	struct steps_digests d;

	if (!steps_contents(s, key ? key : "a run", &d, err))
		return false;
	wish.task_sha256 = d.task;
	return runs_submit(s, a, &wish, out, job, fresh, err);
}

void
steps_ann(struct fixture *f)
{
	static const char *const none[] = {NULL};

	fixture_person(f, "ann", none);
}

bool
steps_resume(struct store *s, struct job *job, enum run_state from, enum run_state to,
    void (*reached)(enum run_state now), struct err *err)
{
	static const enum run_state way[] = {STATE_RECEIVED, STATE_GENERATED, STATE_CHECKED,
	    STATE_RUNNING, STATE_RAN, STATE_VALIDATED, STATE_ANSWERED};
	struct steps_digests d;
	size_t i = 0;

	if (!steps_contents(s, job->run, &d, err))
		return false;
	while (i < ARRAY_LENGTH(way) && way[i] != from)
		i++;
	if (from == STATE_RUNNING)
		i--; /* lost while it ran: it runs again */
	while (++i < ARRAY_LENGTH(way)) {
		struct run_change change = steps_change(&d, way[i], "allow");
		if (!runs_advance(s, job, &change, err))
			return false;
		if (reached)
			reached(way[i]);
		if (way[i] == to)
			return true;
	}
	return err_set(err, ERR_USAGE, "the usual way does not lead from %s to %s",
	    run_state_name(from), run_state_name(to));
}

bool
steps_to(struct store *s, struct job *job, enum run_state to, struct err *err)
{
	return steps_resume(s, job, STATE_RECEIVED, to, NULL, err);
}

enum run_state
steps_state(struct fixture *f, const char *run)
{
	struct stored_run stored;
	struct err err;

	if (!runs_get(f->s, f->a, run, &stored, &err))
		fail_msg("%s", err.message);
	return stored.state;
}

struct approval_rule
steps_rule(int64_t remind_us, int64_t decide_us, int64_t use_us)
{
	static const struct approval_need needs[] = {
	    {{"approver", 8}, {"approver", 8}, {"*", 1}, 1}};

	return (struct approval_rule){.kind = STR("execute"),
	    .scope = STR("data-analysis"),
	    .reason_min = 10,
	    .remind_us = remind_us,
	    .decide_by_us = decide_us,
	    .use_for_us = use_us,
	    .needs = needs,
	    .need_count = 1};
}

void
steps_assert_sane(struct fixture *f)
{
	static const char *const none[] = {
	    "SELECT count(*) FROM job j JOIN run r ON r.id = j.run_id WHERE r.state IN "
	    "('answered', 'refused', 'rejected', 'failed', 'expired', 'cancelled', 'halted', "
	    "'quarantined', 'awaiting_approval')",
	    "SELECT count(*) FROM run r WHERE r.state NOT IN ('answered', 'refused', 'rejected', "
	    "'failed', 'expired', 'cancelled', 'halted', 'quarantined', 'awaiting_approval') "
	    "AND NOT EXISTS (SELECT 1 FROM job j WHERE j.run_id = r.id)",
	    "SELECT count(*) FROM run r WHERE r.state <> (SELECT s.dst FROM run_step s WHERE "
	    "s.run_id = r.id ORDER BY s.seq DESC LIMIT 1)",
	    "SELECT count(*) FROM run_step s WHERE s.src <> s.dst AND s.seq > 1 AND NOT EXISTS "
	    "(SELECT 1 FROM run_edge e WHERE e.src = s.src AND e.dst = s.dst)",
	    "SELECT count(*) FROM run_step s WHERE s.seq > 1 AND s.src <> (SELECT p.dst FROM "
	    "run_step p WHERE p.run_id = s.run_id AND p.seq = s.seq - 1)",
	    "SELECT count(*) FROM run r WHERE r.state = 'answered' AND (SELECT count(*) FROM "
	    "effect e WHERE e.run_id = r.id AND e.state = 'done') <> 2",
	    "SELECT count(*) FROM (SELECT run_id FROM run_step WHERE dst = 'answered' "
	    "GROUP BY run_id HAVING count(*) > 1) twice",
	};

	for (size_t i = 0; i < ARRAY_LENGTH(none); i++)
		if (fixture_number(f, none[i]) != 0)
			fail_msg("%s", none[i]);
}

struct stored_run
steps_fresh(struct fixture *f, const char *key, const char *worker, struct job *job)
{
	struct stored_run run;
	struct err err = {0};
	bool fresh;

	if (!steps_submit(f->s, f->a, key, worker, &run, job, &fresh, &err))
		fail_msg("%s", err.message);
	assert_true(fresh);
	return run;
}

void
steps_must_reach(struct fixture *f, struct job *job, enum run_state to)
{
	struct err err = {0};

	if (!steps_to(f->s, job, to, &err))
		fail_msg("%s", err.message);
}

size_t
steps_count(struct fixture *f, const char *run)
{
	struct run_step *steps;
	struct err err = {0};
	size_t count;

	if (!runs_history(f->s, f->a, run, &steps, &count, &err))
		fail_msg("%s", err.message);
	return count;
}

int
steps_begin(void **state)
{
	static struct fixture f;

	fixture_new(&f);
	steps_ann(&f);
	*state = &f;
	return 0;
}

int
steps_end(void **state)
{
	fixture_free(*state);
	return 0;
}
