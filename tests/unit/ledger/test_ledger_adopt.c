/* SPDX-License-Identifier: MIT */
/* A backup was restored: what goes on, and what is not let. */
#include "run_steps.h"
#include "queue.h"

#include "ledger.h"
#include "log_steps.h"

#include "file.h"

static struct checkpoint
restored(struct fixture *f)
{
	struct checkpoint lost;
	struct err err = {0};

	log_write(f, 10);
	assert_true(ledger_head(f->s, f->a, &lost, &err));
	fixture_forced(f, "UPDATE principal SET trusted = 0"); /* no trust file is in force */
	fixture_forced(f, "DELETE FROM ledger_checkpoint");
	fixture_forced(f, "DELETE FROM ledger_event WHERE seq > 5");
	fixture_forced(f, "UPDATE ledger_writer SET seq = COALESCE((SELECT max(writer_seq) FROM "
			  "ledger_event e WHERE e.writer = ledger_writer.id), 0)");
	return lost;
}

static bool
adopt(struct fixture *f, const char *name, const char *reason, struct err *err)
{
	const struct ledger_adoption how = {
	    .name = str_from(name), .actor = "ann", .reason = str_from(reason)};

	return ledger_adopt(f->s, f->a, &how, err);
}

static void
a_restored_log_goes_on_under_a_new_name(void **state)
{
	struct fixture *f = *state;
	struct checkpoint lost = restored(f), head;
	struct stored_run run;
	struct job job;
	bool fresh;
	struct err err = {0};

	if (!adopt(f, "log.example.org/2", "the disk of the old server broke", &err))
		fail_msg("%s", err.message);
	assert_true(ledger_head(f->s, f->a, &head, &err));
	assert_str_equal(head.origin, "log.example.org/2");
	assert_int_equal(head.size, 7);
	assert_int_equal(
	    fixture_number(f, arena_printf(f->a,
				  "SELECT count(*) FROM ledger_event WHERE seq = 6 AND type = "
				  "'log.opened' AND body LIKE '%%\"follows\":\"%.*s\"%%' AND body "
				  "LIKE '%%\"known_size\":%lld,%%' AND body LIKE '%%\"size\":6}%%'",
				  STR_ARG(lost.origin), (long long)lost.size)),
	    1);
	assert_int_equal(
	    fixture_number(f, "SELECT count(*) FROM ledger_event WHERE body LIKE '%disk%'"), 0);
	assert_true(file_exists(arena_printf(f->a, "%s.seen.1", f->s->log_key_path)));
	assert_true(steps_submit(f->s, f->a, NULL, "w", &run, &job, &fresh, &err));
	assert_true(steps_to(f->s, &job, STATE_ANSWERED, &err));
	assert_true(ledger_tend(f->s, true, &err));
	log_must_verify(f);
	assert_false(adopt(f, "log.example.org/3", "once more, to be sure", &err));
	assert_string_equal(
	    err.message, "the log extends that checkpoint, so there is nothing to adopt");
}

static void
going_on_is_not_for_the_asking(void **state)
{
	struct fixture *f = *state;
	struct checkpoint lost = restored(f);
	struct err err = {0};
	const char *old = arena_printf(f->a, "%.*s", STR_ARG(lost.origin));

	assert_false(adopt(f, "log.example.org/2", "because", &err));
	assert_string_equal(err.message, "give a reason of at least 10 bytes");
	assert_false(adopt(f, "a name", "the disk of the old server broke", &err));
	assert_string_equal(err.message, "'a name' is not a name for a log");
	assert_false(adopt(f, old, "the disk of the old server broke", &err));
	assert_string_equal(
	    err.message, arena_printf(f->a, "the log already had the name '%s' once", old));
	fixture_forced(f, "UPDATE principal SET trusted = 1 WHERE id = 'ann'");
	fixture_forced(f, "DELETE FROM role_grant");
	assert_false(adopt(f, "log.example.org/2", "the disk of the old server broke", &err));
	assert_string_equal(
	    err.message, "no operator signed that the log continues under a new name");
}

/* Whoever rolls the database back and gives the log another name there is seen, too. */
static void
a_new_name_without_its_event_is_refused(void **state)
{
	struct fixture *f = *state;
	struct err err = {0};

	(void)restored(f);
	fixture_forced(f, "UPDATE meta SET value = 'log.example.org/2' WHERE name = 'origin'");
	assert_false(ledger_may_go_on(f->s, &err));
	assert_string_equal(err.message,
	    "the ledger can't continue: the store names its log 'log.example.org/2', but no event records that name");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    STEPS_CASE(a_restored_log_goes_on_under_a_new_name),
	    STEPS_CASE(going_on_is_not_for_the_asking),
	    STEPS_CASE(a_new_name_without_its_event_is_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
