/* SPDX-License-Identifier: MIT */
/* Notices: written with what they tell of, delivered at least once; and what time alone decides
 * about approvals. */
#include "run_steps.h"
#include "outbox.h"

#include "ledger.h"
#include "parts.h"

#include <time.h>

/* A run that waits for people; its id. */
static const char *
ask(struct fixture *f, int64_t remind_us, int64_t decide_us)
{
	struct approval_rule rule = steps_rule(remind_us, decide_us, 60000000);
	struct run_change wait = {.to = STATE_AWAITING_APPROVAL, .approval = &rule};
	struct stored_run run;
	struct steps_digests d;
	struct err err = {0};
	struct job job;
	bool fresh;

	if (!steps_submit(f->s, f->a, NULL, "w1", &run, &job, &fresh, &err) ||
	    !steps_to(f->s, &job, STATE_GENERATED, &err) || !steps_contents(f->s, run.id, &d, &err))
		fail_msg("%s", err.message);
	struct run_change check = steps_change(&d, STATE_CHECKED, "escalate");
	if (!runs_advance(f->s, &job, &check, &err) || !runs_advance(f->s, &job, &wait, &err))
		fail_msg("%s", err.message);
	return arena_text(f->a, str_from(run.id));
}

static void
sweep(struct fixture *f, struct sweep_report *report)
{
	struct err err = {0};

	if (!store_sweep(f->s, report, &err))
		fail_msg("%s", err.message);
}

/* Until the database's clock is past that. */
static void
wait_until(struct fixture *f, int64_t us)
{
	const struct timespec pause = {0, 5000000};

	while (store_now_us(f->s) <= us)
		nanosleep(&pause, NULL);
}

static void
take(struct fixture *f, struct notice *notice, const char *kind)
{
	struct err err = {0};

	if (!outbox_next(f->s, f->a, notice, &err))
		fail_msg("%s", err.message);
	assert_str_equal(notice->kind, kind);
}

static void
a_notice_says_what_where_and_until_when(void **state)
{
	static const char *const members[] = {
	    "v", "kind", "approval", "asked", "state", "run", "policy", "words", "due"};
	struct fixture *f = *state;
	const char *run = ask(f, 1000000, 60000000);
	struct notice notice;
	struct json_doc doc;
	struct err err = {0};
	size_t at = 0;

	take(f, &notice, "opened");
	assert_int_equal(notice.attempt, 1);
	assert_true(json_parse(f->a, notice.body, "notice", &JSON_LIMITS, &doc, NULL, &err));
	const struct json_node *root = json_root(&doc);
	for (const struct json_node *n = json_first(&doc, root); n; n = json_next(&doc, n), at++)
		assert_str_equal(n->text, members[at]);
	assert_int_equal(at, ARRAY_LENGTH(members));
	assert_str_equal(json_get_text(&doc, root, "run", STR("")), run);
	assert_str_equal(json_get_text(&doc, root, "state", STR("")), "pending");
	assert_str_equal(json_get_text(&doc, root, "asked", STR("")), "execute");
	assert_str_equal(json_get_text(&doc, root, "policy", STR("")), "data-analysis");
	assert_int_equal(json_get_text(&doc, root, "words", STR("")).n, 47);
}

static void
a_notice_is_given_to_one_at_a_time(void **state)
{
	struct fixture *f = *state;
	struct notice notice, none;
	struct err err = {0};

	ask(f, 1000000, 60000000);
	take(f, &notice, "opened");
	assert_false(outbox_next(f->s, f->a, &none, &err));
	assert_int_equal(err.code, ERR_NONE);
	assert_string_equal(err.message, "there is no notice to deliver");
	fixture_sql(f, "UPDATE outbox SET next_us = now_us()"); /* whoever had it is lost */
	take(f, &none, "opened");
	assert_string_equal(none.id, notice.id);
	assert_int_equal(none.attempt, 2);
}

static void
a_delivered_notice_does_not_come_again(void **state)
{
	struct fixture *f = *state;
	struct notice notice;
	struct err err = {0};

	ask(f, 1000000, 60000000);
	take(f, &notice, "opened");
	assert_true(outbox_done(f->s, notice.id, &err));
	assert_true(outbox_done(f->s, notice.id, &err));
	assert_true(outbox_failed(f->s, notice.id, STR("too late"), &err));
	fixture_sql(f, "UPDATE outbox SET next_us = 0");
	assert_false(outbox_next(f->s, f->a, &notice, &err));
}

static void
a_failed_notice_comes_back_later_each_time(void **state)
{
	static const int64_t seconds[] = {10, 20, 40, 80, 160, 320, 640, 1280, 2560, 3600, 3600};
	struct fixture *f = *state;
	struct notice notice;
	struct err err = {0};

	ask(f, 1000000, 60000000);
	for (size_t i = 0; i < ARRAY_LENGTH(seconds); i++) {
		take(f, &notice, "opened");
		assert_true(outbox_failed(f->s, notice.id, STR("HTTP 500"), &err));
		int64_t wait = fixture_number(f, "SELECT next_us FROM outbox") - store_now_us(f->s);
		assert_true(wait <= seconds[i] * 1000000 && wait > (seconds[i] - 5) * 1000000);
		fixture_sql(f, "UPDATE outbox SET next_us = now_us()");
	}
}

static void
a_notice_that_nobody_takes_is_given_up(void **state)
{
	struct fixture *f = *state;
	struct notice notice;
	struct sweep_report report;
	struct err err = {0};

	ask(f, 600000000, 900000000);
	ask(f, 600000000, 900000000);
	take(f, &notice, "opened");
	fixture_forced(f, "UPDATE outbox SET made_us = made_us - 259200000001");
	assert_true(outbox_failed(f->s, notice.id, STR("HTTP 500"), &err));
	assert_int_equal(
	    fixture_number(f, "SELECT count(*) FROM outbox WHERE given_up_us IS NOT NULL"), 1);
	sweep(f, &report);
	assert_int_equal(
	    fixture_number(f, "SELECT count(*) FROM outbox WHERE given_up_us IS NOT NULL"), 2);
	fixture_sql(f, "UPDATE outbox SET next_us = 0");
	assert_false(outbox_next(f->s, f->a, &notice, &err));
}

static void
people_are_reminded_once_and_then_more_loudly_once(void **state)
{
	struct fixture *f = *state;
	struct sweep_report report;
	struct notice notice;

	ask(f, 1, 2000000);
	take(f, &notice, "opened");
	wait_until(f, notice.created_us + 1);
	sweep(f, &report);
	assert_int_equal(report.reminded, 1);
	take(f, &notice, "reminded");
	sweep(f, &report);
	assert_int_equal(report.reminded, 0);
	wait_until(f, notice.created_us + 1000000);
	sweep(f, &report);
	assert_int_equal(report.reminded, 1);
	take(f, &notice, "escalated");
	sweep(f, &report);
	assert_int_equal(report.reminded, 0);
}

static void
must_tend(struct fixture *f)
{
	struct err err = {0};

	if (!ledger_tend(f->s, true, &err))
		fail_msg("%s", err.message);
}

static void
what_nobody_decides_expires_and_its_run_with_it(void **state)
{
	struct fixture *f = *state;
	const char *run = ask(f, 1000000, 30000);
	struct sweep_report report;
	struct stored_run stored;
	struct notice notice;
	struct err err = {0};

	take(f, &notice, "opened");
	sweep(f, &report);
	wait_until(f, notice.created_us + 40000);
	struct sweep_report late;
	sweep(f, &late);
	assert_int_equal(report.expired + late.expired, 1);
	assert_true(runs_get(f->s, f->a, run, &stored, &err));
	assert_int_equal(stored.state, STATE_EXPIRED);
	assert_int_equal(stored.exit_code, 12);
	assert_str_equal(stored.reason, "nobody decided in time");
	assert_int_equal(
	    fixture_number(f, "SELECT count(*) FROM approval WHERE state = 'expired'"), 1);
	assert_int_equal(
	    fixture_number(f, "SELECT count(*) FROM outbox WHERE kind IN ('expired', 'ended') "
			      "AND sent_us IS NULL"),
	    2);
	assert_int_equal(
	    fixture_number(f, "SELECT count(*) FROM outbox WHERE kind IN ('expired', 'ended') "
			      "AND body LIKE '%\"due\"%'"),
	    0);
}

/* The log says from which state it expired, also where people had asked for changes. */
static void
what_waits_for_changes_expires_from_there(void **state)
{
	struct fixture *f = *state;
	struct sweep_report report;
	struct notice notice;

	ask(f, 1000000, 30000);
	take(f, &notice, "opened");
	fixture_forced(f, "UPDATE approval SET state = 'changes_requested'");
	wait_until(f, notice.created_us + 40000);
	sweep(f, &report);
	assert_int_equal(report.expired, 1);
	must_tend(f);
	assert_int_equal(
	    fixture_number(f, "SELECT count(*) FROM ledger_event WHERE type = 'approval.expired' "
			      "AND body LIKE '%\"from\":\"changes_requested\"%'"),
	    1);
}

static void
a_cancelled_run_asks_nobody_any_more(void **state)
{
	struct fixture *f = *state;
	const char *run = ask(f, 1000000, 60000000);
	enum run_state now;
	struct err err = {0};

	if (!runs_cancel(f->s, run, "ann", STR("no longer wanted"), &now, &err))
		fail_msg("%s", err.message);
	assert_int_equal(now, STATE_CANCELLED);
	assert_int_equal(
	    fixture_number(f, "SELECT count(*) FROM approval WHERE state = 'superseded'"), 1);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    STEPS_CASE(a_notice_says_what_where_and_until_when),
	    STEPS_CASE(a_notice_is_given_to_one_at_a_time),
	    STEPS_CASE(a_delivered_notice_does_not_come_again),
	    STEPS_CASE(a_failed_notice_comes_back_later_each_time),
	    STEPS_CASE(a_notice_that_nobody_takes_is_given_up),
	    STEPS_CASE(people_are_reminded_once_and_then_more_loudly_once),
	    STEPS_CASE(what_nobody_decides_expires_and_its_run_with_it),
	    STEPS_CASE(what_waits_for_changes_expires_from_there),
	    STEPS_CASE(a_cancelled_run_asks_nobody_any_more),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
