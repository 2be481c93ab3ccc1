/* SPDX-License-Identifier: MIT */
/* Submitting, reading, listing, advancing. */
#include "run_steps.h"
#include "queue.h"
#include "outbox.h"

#include <stdio.h>

static void
state_names_go_both_ways(void **state)
{
	(void)state;
	for (int s = STATE_NONE + 1; s < STATE_COUNT; s++)
		assert_int_equal(
		    run_state_of(str_from(run_state_name((enum run_state)s))), (enum run_state)s);
	assert_int_equal(run_state_of(STR("")), STATE_NONE);
	assert_int_equal(run_state_of(STR("Running")), STATE_NONE);
	assert_string_equal(run_state_name(STATE_COUNT), "");
	assert_false(run_state_is_open(STATE_NONE));
	assert_true(run_state_is_open(STATE_QUARANTINED));
	assert_int_equal(run_state_exit_code(STATE_ANSWERED), 0);
	assert_int_equal(run_state_exit_code(STATE_CANCELLED), 17);
	assert_int_equal(run_state_exit_code(STATE_RUNNING), 70);
}

static void
every_state_of_the_schema_is_known(void **state)
{
	struct fixture *f = *state;
	char sql[256];
	int64_t known = 0;

	for (int s = STATE_NONE + 1; s < STATE_COUNT; s++) {
		snprintf(sql, sizeof(sql),
		    "SELECT count(*) FROM run_edge WHERE src = '%s' OR dst = '%s'",
		    run_state_name((enum run_state)s), run_state_name((enum run_state)s));
		int64_t edges = fixture_number(f, sql);
		assert_true(edges > 0);
		known += edges;
	}
	/* Each edge has two ends, but for the one from running to itself. */
	assert_int_equal(known, 2 * fixture_number(f, "SELECT count(*) FROM run_edge") - 1);
}

static void
a_submitted_run_waits_in_the_queue(void **state)
{
	struct fixture *f = *state;
	struct job job;
	struct stored_run run = steps_fresh(f, NULL, NULL, &job), again;
	struct err err = {0};

	assert_int_equal(run.state, STATE_RECEIVED);
	assert_str_equal(run.tenant, "default");
	assert_str_equal(run.requester, "ann");
	assert_str_equal(run.title, "add up the sales");
	assert_str_equal(run.policy, "data-analysis");
	assert_int_equal(run.version, 1);
	assert_int_equal(run.revision, 0);
	assert_int_equal(run.exit_code, 70);
	assert_int_equal(run.deadline_us - run.created_us, 3600000000);
	assert_string_equal(job.id, "");
	assert_true(runs_get(f->s, f->a, run.id, &again, &err));
	assert_string_equal(again.task_sha256, run.task_sha256);
	assert_int_equal(steps_count(f, run.id), 1);
	assert_int_equal(fixture_number(f, "SELECT count(*) FROM job WHERE state = 'ready'"), 1);
}

static void
a_run_may_be_claimed_as_it_is_submitted(void **state)
{
	struct fixture *f = *state;
	struct job job, other;
	struct stored_run run = steps_fresh(f, NULL, "w1", &job);
	struct err err = {0};

	assert_string_equal(job.run, run.id);
	assert_string_equal(job.worker, "w1");
	assert_int_equal(job.token, 1);
	assert_int_equal(job.lease_until_us, run.created_us + LEASE_US);
	assert_false(queue_claim(f->s, "w2", &other, &err));
	assert_int_equal(err.code, ERR_NONE);
	assert_string_equal(err.message, "there is nothing to do");
	assert_true(queue_renew(f->s, &job, &err));
}

static void
the_same_key_is_the_same_run(void **state)
{
	struct fixture *f = *state;
	struct stored_run first = steps_fresh(f, "k", "w1", &(struct job){.token = 0}), second;
	struct job job;
	struct err err = {0};
	bool fresh = true;

	assert_true(steps_submit(f->s, f->a, "k", "w2", &second, &job, &fresh, &err));
	assert_false(fresh);
	assert_string_equal(second.id, first.id);
	assert_string_equal(job.id, "");
	assert_int_equal(fixture_number(f, "SELECT count(*) FROM run"), 1);
	assert_int_equal(fixture_number(f, "SELECT count(*) FROM job"), 1);
	assert_int_equal(fixture_number(f, "SELECT count(*) FROM run_step"), 1);
}

static void
a_key_belongs_to_one_task_and_person(void **state)
{
	static const char *const none[] = {NULL};
	struct fixture *f = *state;
	struct run_submission wish = {
	    .requester = "ann", .idempotency_key = "k", .time_us = 1000000, .priority = 100};
	struct stored_run run;
	struct err err = {0};
	char one[DIGEST_HEX_BYTES], two[DIGEST_HEX_BYTES];
	bool fresh;

	fixture_person(f, "bob", none);
	fixture_content(f, "one", one);
	fixture_content(f, "two", two);
	wish.task_sha256 = one;
	assert_true(runs_submit(f->s, f->a, &wish, &run, NULL, &fresh, &err));
	wish.task_sha256 = two;
	assert_false(runs_submit(f->s, f->a, &wish, &run, NULL, &fresh, &err));
	assert_int_equal(err.code, ERR_INPUT);
	assert_string_equal(
	    err.message, "the idempotency key 'k' was already used for another task");
	wish.task_sha256 = one;
	wish.requester = "bob";
	assert_false(runs_submit(f->s, f->a, &wish, &run, NULL, &fresh, &err));
	assert_int_equal(err.code, ERR_INPUT);
	assert_string_equal(
	    err.message, "the idempotency key 'k' was already used by another person");
	wish.tenant = "elsewhere";
	assert_true(runs_submit(f->s, f->a, &wish, &run, NULL, &fresh, &err));
	assert_true(fresh);
}

static void
a_submission_must_be_whole(void **state)
{
	struct fixture *f = *state;
	char task[DIGEST_HEX_BYTES], long_key[300];
	struct stored_run run;
	bool fresh;

	fixture_content(f, "task", task);
	memset(long_key, 'k', sizeof(long_key) - 1);
	long_key[sizeof(long_key) - 1] = '\0';
	const struct {
		struct run_submission wish;
		enum err_code code;
		const char *words; /* NULL: the engine's */
	} cases[] = {
	    {{.task_sha256 = task, .time_us = 1}, ERR_USAGE, "a run needs a requester and a task"},
	    {{.requester = "ann", .time_us = 1}, ERR_USAGE, "a run needs a requester and a task"},
	    {{.requester = "ann", .task_sha256 = task}, ERR_USAGE, "a run needs a time limit"},
	    {{.requester = "ann", .task_sha256 = task, .time_us = 1, .claim_for = ""}, ERR_USAGE,
		"'' is not a worker's name"},
	    {{.requester = "ann", .task_sha256 = task, .time_us = 1, .idempotency_key = ""},
		ERR_USAGE, "an idempotency key must have 1 to 200 bytes"},
	    {{.requester = "ann", .task_sha256 = task, .time_us = 1, .idempotency_key = long_key},
		ERR_USAGE, "an idempotency key must have 1 to 200 bytes"},
	    {{.requester = "nobody", .task_sha256 = task, .time_us = 1}, ERR_REFUSED, NULL},
	    {{.requester = "ann", .task_sha256 = "00", .time_us = 1}, ERR_REFUSED, NULL},
	};
	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
		struct err err = {0};
		assert_false(runs_submit(f->s, f->a, &cases[i].wish, &run, NULL, &fresh, &err));
		assert_int_equal(err.code, cases[i].code);
		if (cases[i].words)
			assert_string_equal(err.message, cases[i].words);
	}
	assert_int_equal(fixture_number(f, "SELECT count(*) FROM run"), 0);
}

static void
a_halted_or_draining_store_takes_no_run(void **state)
{
	struct fixture *f = *state;
	struct stored_run run;
	struct job job;
	struct err err = {0};
	bool fresh;

	fixture_mode(f, "drain");
	assert_false(steps_submit(f->s, f->a, NULL, NULL, &run, &job, &fresh, &err));
	assert_int_equal(err.code, ERR_REFUSED);
	assert_string_equal(err.message, "the store is draining and takes no runs");
	fixture_mode(f, "halt");
	assert_false(steps_submit(f->s, f->a, NULL, NULL, &run, &job, &fresh, &err));
	assert_int_equal(err.code, ERR_REFUSED);
	assert_string_equal(err.message, "the store is halted and takes no runs");
}

static void
a_run_goes_its_way_to_the_answer(void **state)
{
	static const char *const expected[] = {
	    "", "received", "generated", "checked", "running", "ran", "validated", "answered"};
	struct fixture *f = *state;
	struct job job;
	struct stored_run run = steps_fresh(f, NULL, "w1", &job);
	struct run_step *steps;
	struct err err = {0};
	size_t count;

	steps_must_reach(f, &job, STATE_ANSWERED);
	assert_true(runs_get(f->s, f->a, run.id, &run, &err));
	assert_int_equal(run.state, STATE_ANSWERED);
	assert_int_equal(run.exit_code, 0);
	assert_int_equal(run.revision, 1);
	assert_int_equal(run.version, 7);
	assert_str_equal(run.verdict, "allow");
	assert_true(runs_history(f->s, f->a, run.id, &steps, &count, &err));
	assert_int_equal(count, 7);
	for (size_t i = 0; i < count; i++) {
		assert_int_equal(steps[i].seq, i + 1);
		assert_str_equal(steps[i].actor, i == 0 ? "ann" : "w1");
		assert_str_equal(steps[i].from, expected[i]);
		assert_str_equal(steps[i].to, expected[i + 1]);
	}
	assert_string_equal(steps[1].sha256, run.code_sha256);
	assert_string_equal(steps[0].sha256, run.task_sha256);
	assert_int_equal(fixture_number(f, "SELECT count(*) FROM job"), 0);
	assert_int_equal(fixture_number(f, "SELECT count(*) FROM effect WHERE state = 'done'"), 2);
	assert_int_equal(fixture_number(f, "SELECT count(*) FROM run_author"), 1);
}

static void
a_refused_step_leaves_a_line_and_nothing_else(void **state)
{
	struct fixture *f = *state;
	struct job job;
	struct stored_run run = steps_fresh(f, NULL, "w1", &job);
	struct run_change change = {.to = STATE_ANSWERED};
	struct run_step *steps;
	struct err err = {0};
	size_t count;

	steps_must_reach(f, &job, STATE_GENERATED);
	assert_false(runs_advance(f->s, &job, &change, &err));
	assert_int_equal(err.code, ERR_REFUSED);
	assert_int_equal(steps_state(f, run.id), STATE_GENERATED);
	assert_true(runs_history(f->s, f->a, run.id, &steps, &count, &err));
	assert_int_equal(count, 3);
	assert_str_equal(steps[2].from, "generated");
	assert_str_equal(steps[2].to, "generated");
	assert_true(str_starts(steps[2].note, STR("refused: answered: ")));
	assert_true(queue_renew(f->s, &job, &err));
}

static bool
advance_twice(struct store *s, void *context, struct err *err)
{
	const struct run_change bad = {.to = STATE_ANSWERED};

	return steps_to(s, context, STATE_GENERATED, err) && runs_advance(s, context, &bad, err);
}

static void
steps_in_one_change_stand_or_fall_together(void **state)
{
	struct fixture *f = *state;
	struct job job;
	struct stored_run run = steps_fresh(f, NULL, "w1", &job);
	struct err err = {0};

	assert_false(store_do(f->s, advance_twice, &job, &err));
	assert_int_equal(err.code, ERR_REFUSED);
	assert_int_equal(steps_state(f, run.id), STATE_RECEIVED);
	assert_int_equal(steps_count(f, run.id), 2); /* it came, it was refused */
}

static void
new_code_is_a_new_revision_and_keeps_its_authors(void **state)
{
	static const char *const editor[] = {"bob"}, *const none[] = {NULL};
	struct fixture *f = *state;
	struct run_change again = {
	    .to = STATE_GENERATED, .authors = editor, .author_count = 1, .note = STR("repair")};
	struct job job;
	struct stored_run run = steps_fresh(f, NULL, "w1", &job);
	struct err err = {0};
	char code[DIGEST_HEX_BYTES];

	fixture_person(f, "bob", none);
	fixture_content(f, "other code", code);
	steps_must_reach(f, &job, STATE_CHECKED);
	again.code_sha256 = code;
	assert_true(runs_advance(f->s, &job, &again, &err));
	assert_true(runs_get(f->s, f->a, run.id, &run, &err));
	assert_int_equal(run.revision, 2);
	assert_string_equal(run.code_sha256, code);
	assert_string_equal(run.subject_sha256, "");
	assert_string_equal(run.findings_sha256, "");
	assert_str_equal(run.verdict, "");
	assert_int_equal(
	    fixture_number(f, "SELECT count(*) FROM run_author WHERE revision = 2"), 2);
}

static void
a_step_needs_the_lease(void **state)
{
	struct fixture *f = *state;
	struct job job, zombie;
	struct stored_run run = steps_fresh(f, NULL, "w1", &job);
	struct run_change change = {.to = STATE_GENERATED};
	struct err err = {0};

	zombie = job;
	zombie.token = 0;
	assert_false(runs_advance(f->s, &zombie, &change, &err));
	assert_int_equal(err.code, ERR_FENCED);
	assert_true(strstr(err.message, "is gone") != NULL);
	zombie = job;
	snprintf(zombie.worker, sizeof(zombie.worker), "w2");
	assert_false(runs_advance(f->s, &zombie, &change, &err));
	assert_int_equal(err.code, ERR_FENCED);
	assert_int_equal(steps_count(f, run.id), 1);
}

static void
the_answer_is_released_once(void **state)
{
	struct fixture *f = *state;
	struct job job;
	struct run_change answer = {.to = STATE_ANSWERED};
	struct err err = {0};

	steps_fresh(f, NULL, "w1", &job);
	steps_must_reach(f, &job, STATE_ANSWERED);
	assert_false(runs_advance(f->s, &job, &answer, &err));
	assert_int_equal(err.code, ERR_FENCED);
	assert_int_equal(
	    fixture_number(f, "SELECT count(*) FROM effect WHERE kind = 'release'"), 1);
}

static void
waiting_for_people_holds_no_lease_and_tells_them(void **state)
{
	struct fixture *f = *state;
	struct job job;
	struct stored_run run = steps_fresh(f, NULL, "w1", &job);
	struct approval_rule rule = steps_rule(1000000, 60000000, 60000000);
	struct run_change wait = {.to = STATE_AWAITING_APPROVAL, .reason = STR("a person decides")};
	struct steps_digests d;
	struct notice notice;
	struct err err = {0};

	steps_must_reach(f, &job, STATE_GENERATED);
	assert_true(steps_contents(f->s, run.id, &d, &err));
	struct run_change check = steps_change(&d, STATE_CHECKED, "escalate");
	assert_true(runs_advance(f->s, &job, &check, &err));
	assert_false(runs_advance(f->s, &job, &wait, &err));
	assert_string_equal(err.message, "an approval can't be opened without its rule");
	wait.approval = &rule;
	if (!runs_advance(f->s, &job, &wait, &err))
		fail_msg("%s", err.message);
	assert_int_equal(steps_state(f, run.id), STATE_AWAITING_APPROVAL);
	assert_int_equal(fixture_number(f, "SELECT count(*) FROM job"), 0);
	assert_int_equal(rule.decide_by_us, 60000000); /* the caller's rule stays as it is */
	assert_true(outbox_next(f->s, f->a, &notice, &err));
	assert_str_equal(notice.kind, "opened");
	assert_true(str_find(notice.body, str_from(run.id), 0) != SIZE_MAX);
	assert_true(str_find(notice.body, STR("sales"), 0) == SIZE_MAX);
}

static void
a_list_is_narrowed_and_newest_first(void **state)
{
	struct fixture *f = *state;
	struct stored_run made[5], *list;
	struct job jobs[5];
	struct err err = {0};
	size_t count;

	for (size_t i = 0; i < ARRAY_LENGTH(made); i++)
		made[i] = steps_fresh(f, NULL, "w1", &jobs[i]);
	steps_must_reach(f, &jobs[0], STATE_ANSWERED);
	const struct {
		struct run_filter filter;
		size_t count;
	} cases[] = {
	    {{.limit = 0}, 5},
	    {{.limit = 2}, 2},
	    {{.open_only = true}, 4},
	    {{.state = STATE_ANSWERED}, 1},
	    {{.state = STATE_ANSWERED, .open_only = true}, 0},
	    {{.tenant = "default", .requester = "ann", .policy = "data-analysis"}, 5},
	    {{.tenant = "other"}, 0},
	    {{.requester = "bob"}, 0},
	    {{.policy = "other"}, 0},
	    {{.words = ""}, 5},
	    {{.words = "ANSWERED"}, 1},
	    {{.words = "Data-Analysis"}, 5},
	    {{.words = "data"}, 0},
	    {{.words = "ann"}, 5},
	    {{.words = "ann", .state = STATE_ANSWERED}, 1},
	    {{.words = "ann", .open_only = true, .limit = 3}, 3},
	    {{.words = "ann", .requester = "bob"}, 0},
	    {{.words = made[0].id}, 1},
	    {{.words = made[0].id, .requester = "bob"}, 0},
	    {{.words = made[0].id, .before = made[0].id}, 0},
	    {{.words = "run_"}, 5},
	    {{.words = "run_zz"}, 0},
	    {{.words = "run_", .open_only = true}, 4},
	    {{.words = "run_", .open_only = true, .tenant = "default"}, 4},
	    {{.words = "data-analysis", .open_only = true}, 4},
	    {{.words = "run_%"}, 0},
	    {{.words = "%"}, 0},
	    {{.words = "' OR 1=1 --"}, 0},
	};
	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
		if (!runs_list(f->s, f->a, &cases[i].filter, &list, &count, &err))
			fail_msg("%s", err.message);
		assert_int_equal(count, cases[i].count);
		for (size_t k = 1; k < count; k++)
			assert_true(strcmp(list[k - 1].id, list[k].id) > 0);
	}
	assert_true(runs_list(f->s, f->a, &(struct run_filter){.limit = 2}, &list, &count, &err));
	const struct run_filter older = {.before = list[1].id};
	assert_true(runs_list(f->s, f->a, &older, &list, &count, &err));
	assert_int_equal(count, 3);
	int64_t counts[STATE_COUNT];
	for (int i = 0; i < 3; i++) {
		const char *const who[] = {NULL, "ann", "bob"};
		assert_true(runs_count(f->s, who[i], counts, &err));
		assert_int_equal(counts[STATE_ANSWERED], i < 2);
		assert_int_equal(counts[STATE_RECEIVED], i < 2 ? 4 : 0);
	}
}

static void
what_is_not_there_is_named(void **state)
{
	struct fixture *f = *state;
	struct stored_run run;
	struct run_step *steps;
	struct err err = {0};
	size_t count;

	assert_false(runs_get(f->s, f->a, "run_none", &run, &err));
	assert_int_equal(err.code, ERR_INPUT);
	assert_string_equal(err.message, "there is no run 'run_none'");
	assert_false(runs_history(f->s, f->a, "run_none", &steps, &count, &err));
	assert_string_equal(err.message, "there is no run 'run_none'");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(state_names_go_both_ways),
	    STEPS_CASE(every_state_of_the_schema_is_known),
	    STEPS_CASE(a_submitted_run_waits_in_the_queue),
	    STEPS_CASE(a_run_may_be_claimed_as_it_is_submitted),
	    STEPS_CASE(the_same_key_is_the_same_run),
	    STEPS_CASE(a_key_belongs_to_one_task_and_person),
	    STEPS_CASE(a_submission_must_be_whole),
	    STEPS_CASE(a_halted_or_draining_store_takes_no_run),
	    STEPS_CASE(a_run_goes_its_way_to_the_answer),
	    STEPS_CASE(a_refused_step_leaves_a_line_and_nothing_else),
	    STEPS_CASE(steps_in_one_change_stand_or_fall_together),
	    STEPS_CASE(new_code_is_a_new_revision_and_keeps_its_authors),
	    STEPS_CASE(a_step_needs_the_lease),
	    STEPS_CASE(the_answer_is_released_once),
	    STEPS_CASE(waiting_for_people_holds_no_lease_and_tells_them),
	    STEPS_CASE(a_list_is_narrowed_and_newest_first),
	    STEPS_CASE(what_is_not_there_is_named),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
