/* SPDX-License-Identifier: MIT */
/* The log as it is written, ordered, signed, read and verified. */
#include "run_steps.h"
#include "queue.h"

#include "ledger_parts.h"
#include "log_steps.h"
#include "note.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static void
a_fresh_log_begins_with_its_name_and_key(void **state)
{
	struct fixture *f = *state;
	struct checkpoint head;
	struct err err = {0};

	assert_true(ledger_tend(f->s, true, &err));
	assert_true(ledger_head(f->s, f->a, &head, &err));
	assert_int_equal(head.size, 1);
	assert_true(str_starts(head.origin, STR("sluice.local/")));
	assert_int_equal(head.count, 1);
	assert_int_equal(
	    fixture_number(f, "SELECT count(*) FROM ledger_event WHERE type = 'log.opened'"), 1);
	assert_int_equal(log_must_verify(f), 1);
}

static void
the_checkpoint_is_signed_by_the_key_beside_the_store(void **state)
{
	struct fixture *f = *state;
	struct secret_key *key;
	struct checkpoint head;
	struct err err = {0};
	int64_t at_us;

	assert_true(ledger_tend(f->s, true, &err));
	assert_true(ledger_head(f->s, f->a, &head, &err));
	assert_true(log_key_open(f->s->log_key_path, &key, &err));
	assert_true(checkpoint_verify(&head, head.origin, key_public(key), &at_us, &err));
	assert_int_equal(at_us, 0);
	key_free(key);
	assert_non_null(key = key_new(&err));
	assert_false(checkpoint_verify(&head, head.origin, key_public(key), &at_us, &err));
	key_free(key);
}

static void
a_run_leaves_an_event_at_each_step(void **state)
{
	struct fixture *f = *state;
	struct err err = {0};
	struct stored_run run;
	struct job job;
	bool fresh;

	assert_true(steps_submit(f->s, f->a, NULL, "w", &run, &job, &fresh, &err));
	assert_true(steps_to(f->s, &job, STATE_ANSWERED, &err));
	assert_true(ledger_tend(f->s, true, &err));
	static const char *const types[] = {"run.submitted", "run.generated", "run.checked",
	    "run.started", "run.ran", "run.validated", "run.answered"};
	for (size_t i = 0; i < ARRAY_LENGTH(types); i++)
		assert_int_equal(
		    fixture_number(f,
			arena_printf(f->a,
			    "SELECT count(*) FROM ledger_event WHERE type = '%s' AND run_id = '%s'",
			    types[i], run.id)),
		    1);
	log_must_verify(f);
}

static void
a_refused_step_leaves_its_event(void **state)
{
	struct fixture *f = *state;
	struct err err = {0};
	struct stored_run run;
	struct job job;
	bool fresh;

	assert_true(steps_submit(f->s, f->a, NULL, "w", &run, &job, &fresh, &err));
	assert_false(runs_advance(f->s, &job, &(struct run_change){.to = STATE_ANSWERED}, &err));
	assert_true(ledger_tend(f->s, true, &err));
	assert_int_equal(
	    fixture_number(f, "SELECT count(*) FROM ledger_event WHERE type = 'run.step_refused'"),
	    1);
}

static void
what_is_rolled_back_leaves_no_number_behind(void **state)
{
	struct fixture *f = *state;
	struct err err = {0};

	log_write(f, 3);
	assert_false(runs_cancel(f->s, "run_none", "ann", STR("why"), &(enum run_state){0}, &err));
	log_write(f, 3);
	assert_int_equal(log_must_verify(f), 7);
}

static void
every_event_is_proved_in_the_stored_tree(void **state)
{
	struct fixture *f = *state;
	struct err err = {0};
	struct tree_proof proof;
	struct digest leaf, root, old_root;

	log_write(f, 600);
	static const int64_t sizes[] = {1, 2, 255, 256, 257, 300, 512, 601};
	for (size_t i = 0; i < ARRAY_LENGTH(sizes); i++) {
		assert_true(ledger_tree_root(f->s->db, 0, sizes[i], &root, &err));
		for (int64_t seq = 0; seq < sizes[i]; seq += 37) {
			assert_true(ledger_inclusion(f->s, seq, sizes[i], &proof, &err));
			assert_true(ledger_tree_root(f->s->db, seq, seq + 1, &leaf, &err));
			assert_true(tree_verify_inclusion(&leaf, seq, sizes[i], &proof, &root));
		}
		for (size_t k = 0; k <= i; k++) {
			assert_true(ledger_tree_root(f->s->db, 0, sizes[k], &old_root, &err));
			assert_true(ledger_consistency(f->s, sizes[k], sizes[i], &proof, &err));
			assert_true(
			    tree_verify_consistency(sizes[k], &old_root, sizes[i], &root, &proof));
		}
	}
	assert_int_equal(log_must_verify(f), 601);
}

/* Also of a subtree that is half of a larger one. */
static void
each_hash_that_is_kept_is_verified(void **state)
{
	static const struct {
		int level, place;
	} nodes[] = {{4, 0}, {4, 1}, {4, 2}, {4, 15}, {4, 36}, {8, 0}, {8, 1}};
	struct fixture *f = *state;
	struct ledger_check check = {.problem = NULL};
	struct err err = {0};
	int64_t events;
	size_t problems;

	log_write(f, 600);
	assert_int_equal(log_must_verify(f), 601);
	for (size_t i = 0; i < ARRAY_LENGTH(nodes); i++) {
		fixture_forced(f,
		    "UPDATE ledger_node SET sha256 = (SELECT leaf_sha256 FROM ledger_event WHERE "
		    "seq = 7) WHERE level = %d AND place = %d",
		    nodes[i].level, nodes[i].place);
		assert_true(ledger_verify(f->s, f->a, &check, &events, &problems, &err));
		assert_int_equal(problems, i + 1);
	}
}

static void
words_are_committed_to_and_not_told(void **state)
{
	struct fixture *f = *state;
	struct err err = {0};
	struct stored_run run;
	struct job job;
	bool fresh;
	enum run_state now;

	assert_true(steps_submit(f->s, f->a, NULL, NULL, &run, &job, &fresh, &err));
	assert_true(runs_cancel(f->s, run.id, "ann", STR("my neighbour's secret"), &now, &err));
	assert_true(ledger_tend(f->s, true, &err));
	assert_int_equal(
	    fixture_number(f, "SELECT count(*) FROM ledger_event WHERE body LIKE '%neighbour%'"),
	    0);
	assert_int_equal(
	    fixture_number(f,
		"SELECT count(*) FROM ledger_words w JOIN ledger_event e ON e.body "
		"LIKE '%' || w.sha256 || '%' WHERE w.words = '' AND w.run_id = e.run_id"),
	    1);
}

static void
an_account_is_known_by_a_pseudonym(void **state)
{
	struct fixture *f = *state;
	char id[STORE_ID_BYTES], again[STORE_ID_BYTES], other[STORE_ID_BYTES];
	struct stored_run run;
	enum run_state now;
	struct job job;
	bool fresh;
	struct str name;
	struct err err = {0};

	assert_true(principal_of_login(f->s, "jane.doe", id, &err));
	assert_true(principal_of_login(f->s, "jane.doe", again, &err));
	assert_true(principal_of_login(f->s, "john.doe", other, &err));
	assert_string_equal(id, again);
	assert_string_not_equal(id, other);
	assert_memory_equal(id, "acc_", 4);
	assert_int_equal(strlen(id), 28);
	assert_true(principal_name(f->s, f->a, str_from(id), &name, &err));
	assert_str_equal(name, "jane.doe");
	assert_true(principal_name(f->s, f->a, STR("sweep"), &name, &err));
	assert_int_equal(name.n, 0);
	assert_true(steps_submit(f->s, f->a, NULL, NULL, &run, &job, &fresh, &err));
	assert_true(runs_cancel(f->s, run.id, id, STR("why"), &now, &err));
	assert_true(ledger_tend(f->s, true, &err));
	assert_int_equal(
	    fixture_number(f, "SELECT count(*) FROM ledger_event WHERE body LIKE '%doe%'"), 0);
	assert_int_equal(
	    fixture_number(
		f, arena_printf(f->a, "SELECT count(*) FROM ledger_event WHERE actor = '%s'", id)),
	    1);
}

/* Stores that were made before have ids with names in them: those go on. */
static void
an_account_that_is_known_keeps_its_id(void **state)
{
	struct fixture *f = *state;
	char id[STORE_ID_BYTES];
	struct err err = {0};

	fixture_sql(f, "INSERT INTO principal (id, kind, name, login, trusted, made_us) VALUES "
		       "('login:jane', 'human', 'jane', 'jane', 0, now_us())");
	assert_true(principal_of_login(f->s, "jane", id, &err));
	assert_string_equal(id, "login:jane");
}

static void
an_event_holds_what_its_kind_has_and_no_more(void **state)
{
	struct fixture *f = *state;
	struct err err = {0};

	assert_false(ledger_note(f->s->db,
	    &(struct event_note){.kind = EVENT_EXCEPTION_USED,
		.actor = "ann",
		EVENT_VALUES({.name = "exception", .text = STR("e")},
		    {.name = "colour", .text = STR("red")})},
	    &err));
	assert_string_equal(err.message, "the event type 'exception.used' has no field 'colour'");
	assert_false(ledger_note(
	    f->s->db, &(struct event_note){.kind = EVENT_EXCEPTION_USED, .actor = "ann"}, &err));
	assert_string_equal(err.message, "the event 'exception.used' lacks 'exception'");
}

static void
refused_sql(struct fixture *f, const char *sql, const char *words)
{
	struct err err = {0};

	if (db_change(f->s->db, sql, NULL, 0, NULL, &err))
		fail_msg("%s", sql);
	assert_int_equal(err.code, ERR_REFUSED);
	assert_string_equal(err.message, words);
}

static void
the_log_only_grows(void **state)
{
	struct fixture *f = *state;

	log_write(f, 300);
	refused_sql(
	    f, "UPDATE ledger_event SET body = '{}' WHERE seq = 3", "an event does not change");
	refused_sql(f, "DELETE FROM ledger_event WHERE seq = 300", "an event is not deleted");
	refused_sql(f,
	    "INSERT INTO ledger_event (seq, time_us, type, actor, writer, writer_seq, prev_sha256, "
	    "leaf_sha256, body) SELECT seq + 1, time_us, type, actor, 'x', 1, prev_sha256, "
	    "leaf_sha256, body FROM ledger_event WHERE seq = 300",
	    "an event must follow the one before it");
	refused_sql(f,
	    "INSERT INTO ledger_event (seq, time_us, type, actor, writer, writer_seq, prev_sha256, "
	    "leaf_sha256, body) SELECT seq + 2, time_us, type, actor, 'x', 1, leaf_sha256, "
	    "leaf_sha256, body FROM ledger_event WHERE seq = 300",
	    "an event must follow the one before it");
	refused_sql(f, "DELETE FROM ledger_checkpoint", "a checkpoint is not deleted");
	refused_sql(f, "UPDATE ledger_checkpoint SET note = 'x'", "a checkpoint does not change");
	refused_sql(f, "DELETE FROM ledger_node", "a hash of the tree does not change");
	refused_sql(f, "UPDATE ledger_node SET sha256 = 'x'", "a hash of the tree does not change");
	refused_sql(f, "UPDATE ledger_writer SET seq = seq + 2",
	    "the numbers of a writer must have no gaps");
	refused_sql(f, "DELETE FROM ledger_writer", "a writer is not deleted");
}

static void
a_start_waits_for_its_place(void **state)
{
	struct fixture *f = *state;
	struct err err = {0};
	struct stored_run run;
	struct job job;
	bool fresh;

	assert_true(steps_submit(f->s, f->a, NULL, "w", &run, &job, &fresh, &err));
	assert_true(steps_to(f->s, &job, STATE_RUNNING, &err));
	assert_int_equal(fixture_number(f, "SELECT count(*) FROM ledger_pending"), 0);
	assert_int_equal(
	    fixture_number(f, "SELECT count(*) FROM ledger_event WHERE type = 'run.started'"), 1);
}

static void
nothing_starts_where_nothing_is_signed(void **state)
{
	struct fixture *f = *state;
	struct err err = {0};

	assert_int_equal(unlink(f->s->log_key_path), 0);
	assert_true(ledger_may_go_on(f->s, &err));
	fixture_forced(f, "UPDATE ledger_event SET time_us = time_us - 400000000");
	assert_false(ledger_may_go_on(f->s, &err));
	assert_int_equal(err.code, ERR_REFUSED);
	assert_true(str_starts(str_from(err.message), STR("the ledger's events have waited 40")));
}

#define UNSIGNED "seq >= COALESCE((SELECT max(size) FROM ledger_checkpoint), 0)"

/* As behind a clock that was set forward: what waits has waited for long. */
static void
make_late(struct fixture *f)
{
	fixture_forced(f, "UPDATE ledger_event SET time_us = time_us - 400000000 WHERE " UNSIGNED);
	fixture_forced(f, "UPDATE ledger_pending SET time_us = time_us - 400000000");
}

static int64_t
late_events(struct fixture *f)
{
	return fixture_number(f, "SELECT (SELECT count(*) FROM ledger_pending WHERE time_us < "
				 "now_us() - 300000000) + (SELECT count(*) FROM ledger_event WHERE "
				 "time_us < now_us() - 300000000 AND " UNSIGNED ")");
}

static void
late_events_are_signed_where_the_key_is(void **state)
{
	struct fixture *f = *state;
	struct err err = {0};
	struct job job;

	log_write(f, 1);
	(void)steps_fresh(f, NULL, "w", &job);
	make_late(f);
	assert_true(late_events(f) > 0);
	steps_must_reach(f, &job, STATE_RUNNING);
	assert_int_equal(late_events(f), 0);
	assert_true(ledger_may_go_on(f->s, &err));
}

struct late_start {
	struct job job;
	int tries;
};

static bool
start_late(struct store *s, void *context, struct err *err)
{
	struct late_start *l = context;

	l->tries++;
	return steps_resume(s, &l->job, STATE_CHECKED, STATE_RUNNING, NULL, err);
}

static void
late_events_are_signed_before_a_joint_start(void **state)
{
	struct fixture *f = *state;
	struct late_start l = {.tries = 0};
	struct err err = {0};

	(void)steps_fresh(f, NULL, "w", &l.job);
	steps_must_reach(f, &l.job, STATE_CHECKED);
	make_late(f);
	assert_true(store_do(f->s, start_late, &l, &err));
	assert_int_equal(l.tries, 2);
	assert_int_equal(late_events(f), 0);
	assert_true(ledger_may_go_on(f->s, &err));
}

static void
nothing_starts_jointly_where_nothing_is_signed(void **state)
{
	struct fixture *f = *state;
	struct late_start l = {.tries = 0};
	struct err err = {0};

	(void)steps_fresh(f, NULL, "w", &l.job);
	steps_must_reach(f, &l.job, STATE_CHECKED);
	make_late(f);
	assert_int_equal(unlink(f->s->log_key_path), 0);
	assert_false(store_do(f->s, start_late, &l, &err));
	assert_int_equal(err.code, ERR_REFUSED);
	assert_true(str_starts(str_from(err.message), STR("the ledger's events have waited 40")));
	assert_int_equal(steps_state(f, l.job.run), STATE_CHECKED);
}

/* Whoever writes the store can make events old, and can't make another log of it. */
static void
late_events_of_another_log_are_not_signed(void **state)
{
	struct fixture *f = *state;
	struct err err = {0};
	int64_t signed_size;

	log_write(f, 10);
	signed_size = fixture_number(f, "SELECT max(size) FROM ledger_checkpoint");
	fixture_forced(f, "DELETE FROM ledger_checkpoint");
	fixture_forced(f, "DELETE FROM ledger_event WHERE seq > 5");
	make_late(f);
	assert_false(ledger_may_go_on(f->s, &err));
	assert_int_equal(err.code, ERR_REFUSED);
	assert_non_null(strstr(err.message, "this is an older copy of the store"));
	assert_true(signed_size > 0);
	assert_int_equal(fixture_number(f, "SELECT count(*) FROM ledger_checkpoint"), 0);
}

static void
an_older_copy_is_noticed(void **state)
{
	struct fixture *f = *state;
	struct err err = {0};

	log_write(f, 10);
	fixture_forced(f, "DELETE FROM ledger_checkpoint");
	fixture_forced(f, "DELETE FROM ledger_event WHERE seq > 5");
	assert_false(ledger_may_go_on(f->s, &err));
	assert_string_equal(err.message,
	    "the ledger can't continue: the ledger has 6 events, but a checkpoint of 11 was signed: this is an older copy of the store");
	assert_int_equal(err.code, ERR_REFUSED);
}

static bool
sign_and_fail(struct store *s, void *context, struct err *err)
{
	struct fixture *f = context;
	const struct event_note note = {.kind = EVENT_EXCEPTION_USED,
	    .actor = "ann",
	    EVENT_VALUES({.name = "exception", .text = STR("exc_1")})};

	assert_true(ledger_note(s->db, &note, err) && ledger_tend(s, true, err));
	assert_int_equal(fixture_number(f, "SELECT count(*) FROM ledger_checkpoint"), 2);
	return err_set(err, ERR_REFUSED, "and all of it is undone");
}

/* A file that told of a checkpoint that is not there would stop the store. */
static void
what_was_signed_and_undone_is_not_seen(void **state)
{
	struct fixture *f = *state;
	struct str before, after;
	struct err err = {0};

	if (!fixture_is_sqlite())
		skip(); /* there nothing is signed inside of a transaction */
	assert_true(ledger_tend(f->s, true, &err));
	assert_true(ledger_seen_read(f->s, f->a, &before, &err));
	assert_false(store_do(f->s, sign_and_fail, f, &err));
	assert_string_equal(err.message, "and all of it is undone");
	assert_true(ledger_seen_read(f->s, f->a, &after, &err));
	assert_true(before.n > 0 && str_eq(before, after));
	assert_true(ledger_may_go_on(f->s, &err));
	log_write(f, 1);
	assert_true(ledger_seen_read(f->s, f->a, &after, &err));
	assert_false(str_eq(before, after));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    STEPS_CASE(a_fresh_log_begins_with_its_name_and_key),
	    STEPS_CASE(the_checkpoint_is_signed_by_the_key_beside_the_store),
	    STEPS_CASE(a_run_leaves_an_event_at_each_step),
	    STEPS_CASE(a_refused_step_leaves_its_event),
	    STEPS_CASE(what_is_rolled_back_leaves_no_number_behind),
	    STEPS_CASE(every_event_is_proved_in_the_stored_tree),
	    STEPS_CASE(each_hash_that_is_kept_is_verified),
	    STEPS_CASE(words_are_committed_to_and_not_told),
	    STEPS_CASE(an_account_is_known_by_a_pseudonym),
	    STEPS_CASE(an_account_that_is_known_keeps_its_id),
	    STEPS_CASE(an_event_holds_what_its_kind_has_and_no_more),
	    STEPS_CASE(the_log_only_grows),
	    STEPS_CASE(a_start_waits_for_its_place),
	    STEPS_CASE(nothing_starts_where_nothing_is_signed),
	    STEPS_CASE(late_events_are_signed_where_the_key_is),
	    STEPS_CASE(late_events_are_signed_before_a_joint_start),
	    STEPS_CASE(nothing_starts_jointly_where_nothing_is_signed),
	    STEPS_CASE(late_events_of_another_log_are_not_signed),
	    STEPS_CASE(an_older_copy_is_noticed),
	    STEPS_CASE(what_was_signed_and_undone_is_not_seen),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
