/* SPDX-License-Identifier: MIT */
/* PostgreSQL: the log goes on, whatever waits for a place. */
#include "run_steps.h"

#include "ledger_parts.h"
#include "log_steps.h"
#include "note.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LATE_S 660

struct found {
	size_t notes, problems, late, clock;
	char last[ERR_MESSAGE_BYTES], kind[32];
};

static void
take_problem(void *context, const struct ledger_problem *p)
{
	struct found *found = context;

	if (p->note)
		found->notes++;
	else
		found->problems++;
	found->late += strcmp(p->kind, "late") == 0 && p->note;
	found->clock += strcmp(p->kind, "clock") == 0;
	snprintf(found->kind, sizeof(found->kind), "%s", p->kind);
	snprintf(found->last, sizeof(found->last), "%.*s", STR_ARG(p->message));
}

static struct found
verified(struct fixture *f)
{
	struct found found = {.notes = 0};
	struct ledger_check check = {.problem = take_problem, .context = &found};
	struct err err = {0};
	int64_t events;
	size_t problems;

	if (!ledger_verify(f->s, f->a, &check, &events, &problems, &err))
		fail_msg("%s", err.message);
	assert_int_equal(problems, found.problems);
	return found;
}

/* The database's clock from now on. */
static void
clock_ahead(struct db *db, int seconds)
{
	struct err err = {0};
	char sql[400];

	snprintf(sql, sizeof(sql),
	    "CREATE OR REPLACE FUNCTION now_us() RETURNS BIGINT LANGUAGE sql STABLE AS $$ SELECT "
	    "(extract(epoch FROM statement_timestamp()) * 1000000)::BIGINT + %d000000 $$",
	    seconds);
	if (!db->engine->script(db, sql, &err))
		fail_msg("%s", err.message);
}

static bool
note_run(struct db *db, const char *run, struct err *err)
{
	return ledger_note(db,
	    &(struct event_note){.kind = EVENT_EXCEPTION_USED,
		.actor = "w",
		.run = run,
		EVENT_VALUES({.name = "exception", .text = STR("exc")})},
	    err);
}

struct slow {
	struct fixture *f;
	struct db *other;
};

/* Its event has its time; then it stays open while others get their places. */
static bool
stay_open(struct db *db, void *context, struct err *err)
{
	struct slow *slow = context;

	if (!note_run(db, "slow", err))
		return false;
	clock_ahead(slow->other, LATE_S);
	log_write(slow->f, 1);
	return true;
}

static struct db *
another(struct fixture *f)
{
	struct err err = {0};
	struct db *db;

	if (!postgres_open(f->where, &db, &err))
		fail_msg("%s", err.message);
	return db;
}

static void
an_event_that_a_jump_of_the_clock_overtook_is_late(void **state)
{
	struct fixture *f = *state;
	struct slow slow = {.f = f};
	struct err err = {0};
	struct db *slow_db;

	if (fixture_is_sqlite())
		skip();
	slow.other = another(f);
	slow_db = another(f);
	if (!db_do(slow_db, stay_open, &slow, &err))
		fail_msg("%s", err.message);
	assert_int_equal(fixture_number(f, "SELECT count(*) FROM ledger_pending"), 1);
	if (!ledger_tend(f->s, true, &err))
		fail_msg("%s", err.message);
	assert_int_equal(fixture_number(f, "SELECT count(*) FROM ledger_pending"), 0);
	log_write(f, 3);
	struct found found = verified(f);
	assert_int_equal(found.late, 1);
	assert_int_equal(found.problems, 1); /* the jump itself */
	assert_int_equal(found.clock, 1);
	slow.other->engine->close(slow.other);
	slow_db->engine->close(slow_db);
}

/* The transaction wrote its event eleven minutes ago, by both clocks, and commits now. */
static void
a_transaction_that_took_long_is_late_and_no_problem(void **state)
{
	struct fixture *f = *state;
	struct err err = {0};

	if (fixture_is_sqlite())
		skip();
	log_write(f, 1);
	fixture_forced(f,
	    "INSERT INTO ledger_writer (id, seq, last_us) VALUES ('slow', 1, now_us() - "
	    "660000000)");
	fixture_forced(f,
	    "INSERT INTO ledger_pending (writer, writer_seq, time_us, mono_us, boot, type, actor, "
	    "body) SELECT 'slow', 1, time_us - 660000000, 1, (SELECT substr(body, strpos(body, "
	    "'\"boot\":\"') + 8, 8) FROM ledger_event ORDER BY seq DESC LIMIT 1), type, actor, "
	    "'{\"exception\":\"exc\"}' FROM ledger_event ORDER BY seq DESC LIMIT 1");
	if (!ledger_tend(f->s, true, &err))
		fail_msg("%s", err.message);
	assert_int_equal(fixture_number(f, "SELECT count(*) FROM ledger_pending"), 0);
	log_write(f, 3);
	struct found found = verified(f);
	assert_int_equal(found.problems, 0);
	assert_int_equal(found.late, 1);
}

/* Beside its time, an event has to have waited. */
static void
an_earlier_event_that_did_not_wait_is_refused(void **state)
{
	struct fixture *f = *state;
	struct err err = {0};

	log_write(f, 1);
	assert_false(db_change(f->s->db,
	    "INSERT INTO ledger_event (seq, time_us, type, actor, writer, writer_seq, prev_sha256, "
	    "leaf_sha256, body) SELECT seq + 1, time_us - 700000000, type, actor, 'x', 1, "
	    "leaf_sha256, leaf_sha256, body FROM ledger_event ORDER BY seq DESC LIMIT 1",
	    NULL, 0, NULL, &err));
	assert_string_equal(err.message, "an event must follow the one before it");
}

static const char *const junk[] = {"'junk.kind', 'w', NULL, '{}'",
    "'run.started', 'w', NULL, 'no json'", "'run.started', 'w', NULL, '{\"subject\":1}'",
    "'run.started', 'w\"', NULL, '{}'",
    "'run.started', '', 'x', '{\"subject\":\"x\",\"more\":{}}'"};

static void
leave_junk(struct fixture *f, int first)
{
	for (size_t i = 0; i < ARRAY_LENGTH(junk); i++) {
		fixture_sql(f,
		    "INSERT INTO ledger_writer (id, seq, last_us) VALUES ('junk-%d', 1, "
		    "now_us())",
		    first + (int)i);
		fixture_sql(f,
		    "INSERT INTO ledger_pending (writer, writer_seq, time_us, mono_us, boot, type, "
		    "actor, run_id, body) SELECT id, 1, last_us, 1, 'boot', %s FROM ledger_writer "
		    "WHERE id = 'junk-%d'",
		    junk[i], first + (int)i);
	}
}

static void
junk_holds_up_nobody_and_is_told_by_name(void **state)
{
	struct fixture *f = *state;
	struct err err = {0};
	struct found found;

	if (fixture_is_sqlite())
		skip();
	leave_junk(f, 1);
	log_write(f, 5);
	assert_int_equal(
	    fixture_number(f, "SELECT count(*) FROM ledger_pending WHERE aside IS NULL"), 0);
	assert_true(ledger_may_go_on(f->s, &err));
	found = verified(f);
	assert_int_equal(found.problems, 0);
	assert_int_equal(found.notes, ARRAY_LENGTH(junk));
	assert_string_equal(found.kind, "aside");
	assert_non_null(strstr(found.last, "'junk-5'"));
	log_write(f, 2);
	assert_int_equal(verified(f).problems, 0);
}

/* What only the database refuses: two events of one number. */
static void
what_the_database_refuses_is_set_aside_alone(void **state)
{
	struct fixture *f = *state;

	if (fixture_is_sqlite())
		skip();
	log_write(f, 3);
	fixture_forced(f,
	    "INSERT INTO ledger_pending (writer, writer_seq, time_us, mono_us, boot, type, actor, "
	    "body) SELECT writer, writer_seq, time_us, 1, 'boot', 'witness.refused', 'w', '{}' "
	    "FROM ledger_event WHERE seq = 1");
	fixture_forced(f, "UPDATE ledger_pending SET type = 'exception.used', body = "
			  "'{\"exception\":\"x\"}'");
	log_write(f, 3);
	assert_int_equal(
	    fixture_number(f, "SELECT count(*) FROM ledger_pending WHERE aside IS NULL"), 0);
	assert_int_equal(
	    fixture_number(f, "SELECT count(*) FROM ledger_pending WHERE aside IS NOT NULL"), 1);
}

static void
an_event_that_has_its_place_is_not_left_again(void **state)
{
	struct fixture *f = *state;
	struct err err = {0};

	log_write(f, 1);
	assert_false(db_change(f->s->db,
	    "INSERT INTO ledger_pending (writer, writer_seq, time_us, mono_us, boot, type, actor, "
	    "body) SELECT writer, writer_seq, time_us, 1, 'boot', type, actor, '{}' FROM "
	    "ledger_event ORDER BY seq DESC LIMIT 1",
	    NULL, 0, NULL, &err));
	assert_string_equal(err.message, "an event must be written by its writer, now");
}

/* A well-formed note that the log's key did not sign. */
static void
junk_among_the_checkpoints_stops_nobody(void **state)
{
	struct fixture *f = *state;
	struct checkpoint head;
	struct err err = {0};
	int64_t size;

	log_write(f, 3);
	if (!ledger_head(f->s, f->a, &head, &err))
		fail_msg("%s", err.message);
	size = head.size;
	assert_false(db_change(f->s->db,
	    "INSERT INTO ledger_checkpoint (size, root_sha256, note, made_us) SELECT max(seq) + 1, "
	    "max(leaf_sha256), 'junk', now_us() FROM ledger_event",
	    NULL, 0, NULL, &err));
	assert_string_equal(err.message, "a checkpoint is a signed note of this log");
	fixture_forced(f,
	    "INSERT INTO ledger_checkpoint (size, root_sha256, note, made_us) SELECT max(seq) + 1 "
	    "+ 100, max(leaf_sha256), (SELECT value FROM meta WHERE name = 'origin') || '\n1\nx\n\n"
	    "\xe2\x80\x94 x y\n', now_us() FROM ledger_event");
	if (!ledger_head(f->s, f->a, &head, &err))
		fail_msg("%s", err.message);
	assert_int_equal(head.size, size);
	assert_true(ledger_may_go_on(f->s, &err));
	assert_true(verified(f).problems > 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    STEPS_CASE(an_event_that_a_jump_of_the_clock_overtook_is_late),
	    STEPS_CASE(a_transaction_that_took_long_is_late_and_no_problem),
	    STEPS_CASE(an_earlier_event_that_did_not_wait_is_refused),
	    STEPS_CASE(junk_holds_up_nobody_and_is_told_by_name),
	    STEPS_CASE(what_the_database_refuses_is_set_aside_alone),
	    STEPS_CASE(an_event_that_has_its_place_is_not_left_again),
	    STEPS_CASE(junk_among_the_checkpoints_stops_nobody),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
