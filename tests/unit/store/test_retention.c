/* SPDX-License-Identifier: MIT */
/* What is kept how long, who erases it, and that nothing comes back. */
#include "voters.h"

#include "ledger.h"
#include "retention.h"
#include "vault.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define MANY_YEARS "300000000000000"

#define NO_CUSTODIAN(kind)                                                                         \
	"the act '" kind "' of 'ann': 'ann' does not hold the role 'custodian' for all scopes"

/* -- as the people concerned sign it ---------------------------------------------------------- */

static bool
place(struct legal_hold *hold, int person, struct err *err)
{
	char id[STORE_ID_BYTES];
	struct str reason = hold->reason, terms;

	store_id("hld", id);
	return hold_terms(fixture.a, hold, &terms, err) &&
	       holds_place(fixture.s, fixture.a,
		   acted(&voters, person, ACT_HOLD, id, arena_text(fixture.a, terms),
		       arena_text(fixture.a, reason)),
		   hold, err);
}

static bool
lift(const char *id, int person, struct err *err)
{
	return holds_lift(fixture.s, fixture.a,
	    acted(&voters, person, ACT_LIFT, id, NULL, "the case is closed"), err);
}

static bool
set(enum content_class c, const struct retention_rule *rule, int person, struct err *err)
{
	struct str terms;

	return retention_terms(fixture.a, rule, &terms, err) &&
	       retention_set(fixture.s, fixture.a,
		   acted(&voters, person, ACT_RETENTION, content_class_name(c),
		       arena_text(fixture.a, terms), "as a test wants"),
		   err);
}

/* A content that a run which is over has put out, long ago. */
static void
old_output(const char *run, const char *text, char sha256[DIGEST_HEX_BYTES])
{
	fixture_content(&fixture, text, sha256);
	fixture_run(&fixture, run, "rae");
	fixture_forced(&fixture, "UPDATE run SET state = 'failed' WHERE id = '%s'", run);
	assert_done(content_use(fixture.s, run, CLASS_OUTPUT, sha256, err));
	fixture_forced(&fixture,
	    "UPDATE content SET made_us = made_us - " MANY_YEARS
	    " WHERE sha256 = '%s'; UPDATE content_use SET made_us = made_us - " MANY_YEARS
	    ", floor_until_us = floor_until_us - " MANY_YEARS " WHERE sha256 = '%s'",
	    sha256, sha256);
}

static struct str
got(const char *sha256, struct err *err)
{
	struct str out = STR("");

	return content_get(fixture.s, fixture.a, sha256, &out, err) ? out : STR("");
}

static void
what_is_stored_is_sealed_and_comes_back(void **state)
{
	char sha256[DIGEST_HEX_BYTES];
	struct err why = {0};

	(void)state;
	fixture_content(&fixture, "my neighbour's secret", sha256);
	assert_int_equal(
	    fixture_number(&fixture,
		"SELECT count(*) FROM content WHERE media_type = 'text/plain' AND key_id IS "
		"NULL AND size = 21"),
	    0);
	assert_str_equal(got(sha256, &why), "my neighbour's secret");
}

static void
what_is_due_is_erased_and_the_rest_is_not(void **state)
{
	char due[DIGEST_HEX_BYTES], young[DIGEST_HEX_BYTES], words[200];
	struct due_item *items;
	struct err why = {0};
	struct swept swept;
	size_t count;

	(void)state;
	old_output("run_old", "an old output", due);
	fixture_content(&fixture, "a young output", young);
	assert_done(content_use(fixture.s, "run_old", CLASS_OUTPUT, young, err));
	assert_done(retention_due(fixture.s, fixture.a, 100, &items, &count, err));
	assert_int_equal(count, 1);
	assert_string_equal(items[0].sha256, due);
	assert_int_equal(items[0].class_of, CLASS_OUTPUT);
	assert_false(items[0].held);
	assert_refused(retention_sweep(fixture.s, "ann", 100, &swept, err),
	    "'ann' does not hold the role 'custodian'");
	assert_done(retention_sweep(fixture.s, "ida", 100, &swept, err));
	assert_int_equal(swept.erased, 1);
	assert_true(got(due, &why).n == 0);
	snprintf(words, sizeof(words), "the content '%s' was erased on ", due);
	assert_int_equal(strncmp(why.message, words, strlen(words)), 0);
	assert_non_null(strstr(why.message, ": its time was over"));
	assert_str_equal(got(young, &why), "a young output");
	assert_done(retention_sweep(fixture.s, "ida", 100, &swept, err));
	assert_int_equal(swept.erased, 0);
	assert_int_equal(
	    fixture_number(&fixture, "SELECT count(*) FROM erasure WHERE done_us IS NOT NULL AND "
				     "key_id IS NOT NULL"),
	    1);
}

static void
the_same_bytes_may_be_stored_again_when_only_their_time_was_over(void **state)
{
	char due[DIGEST_HEX_BYTES];
	struct err why = {0};
	struct swept swept;

	(void)state;
	old_output("run_again", "[]", due);
	assert_done(retention_sweep(fixture.s, "ida", 100, &swept, err));
	assert_true(got(due, &why).n == 0);
	fixture_content(&fixture, "[]", due);
	assert_str_equal(got(due, &why), "[]");
}

static void
a_hold_keeps_what_is_due(void **state)
{
	char due[DIGEST_HEX_BYTES];
	struct legal_hold hold = {.matter = STR("case-7"),
	    .run = STR("run_held"),
	    .reason = STR("a court has asked for it")};
	struct legal_hold *holds;
	struct err why = {0};
	struct swept swept;
	size_t count;

	(void)state;
	old_output("run_held", "a held output", due);
	assert_refused(place(&hold, ANN, err), NO_CUSTODIAN("hold"));
	assert_done(place(&hold, IDA, err));
	assert_done(retention_sweep(fixture.s, "ida", 100, &swept, err));
	assert_int_equal(swept.erased, 0);
	assert_str_equal(got(due, &why), "a held output");
	assert_refused(lift(hold.id, IDA, err), "the person who placed a hold can't lift it");
	assert_done(lift(hold.id, JON, err));
	assert_refused(lift(hold.id, JON, err),
	    arena_printf(fixture.a, "the hold '%s' was already lifted", hold.id));
	assert_done(holds_list(fixture.s, fixture.a, true, &holds, &count, err));
	assert_true(count >= 1);
	assert_str_equal(holds[count - 1].lifted_by, "jon");
	assert_done(retention_sweep(fixture.s, "ida", 100, &swept, err));
	assert_int_equal(swept.erased, 1);
}

static void
a_hold_names_what_it_is_about(void **state)
{
	struct legal_hold hold = {
	    .matter = STR("case-8"), .reason = STR("a court has asked for it")};

	(void)state;
	assert_refused(place(&hold, IDA, err), "a hold must be on a run, a person or a time");
	hold.run = STR("run_nowhere");
	assert_refused(place(&hold, IDA, err), "there is no run 'run_nowhere'");
	hold.run = STR("");
	hold.from_us = 2;
	hold.until_us = 1;
	assert_refused(place(&hold, IDA, err), "the time of a hold must end after it begins");
	hold.reason = STR("why");
	assert_refused(place(&hold, IDA, err), "say why, in at least 10 characters");
}

static void
a_floor_that_is_lowered_is_for_what_comes(void **state)
{
	const struct retention_rule none = {.floor_us = 0},
				    month = {.floor_us = 2592000000000, .keep_us = 2592000000000};
	struct retention_rule rules[CLASS_COUNT], wrong = {.floor_us = 5, .keep_us = 3};
	char sha256[DIGEST_HEX_BYTES];
	struct due_item *items;
	size_t count;

	(void)state;
	fixture_content(&fixture, "kept for seven years", sha256);
	fixture_run(&fixture, "run_floor", "rae");
	fixture_forced(&fixture, "UPDATE run SET state = 'failed' WHERE id = 'run_floor'");
	assert_done(content_use(fixture.s, "run_floor", CLASS_INPUT, sha256, err));
	assert_refused(set(CLASS_INPUT, &none, ANN, err), NO_CUSTODIAN("retention"));
	assert_refused(
	    set(CLASS_INPUT, &wrong, IDA, err), "'keep' must not be shorter than the floor");
	assert_refused(
	    set(CLASS_RECORD, &month, IDA, err), "a record must be kept for at least half a year");
	assert_refused(
	    set(CLASS_EVIDENCE, &month, IDA, err), "evidence must be kept as long as the log");
	assert_done(set(CLASS_INPUT, &none, IDA, err));
	assert_done(retention_rules(fixture.s, rules, err));
	assert_int_equal(rules[CLASS_INPUT].floor_us, 0);
	assert_int_equal(rules[CLASS_OUTPUT].floor_us, 221356800000000);
	assert_done(retention_due(fixture.s, fixture.a, 100, &items, &count, err));
	for (size_t i = 0; i < count; i++)
		assert_string_not_equal(items[i].sha256, sha256);
}

/* -- a kill, a copy, a thief ------------------------------------------------------------------ */

static bool
begin_erasure(struct db *db, void *context, struct err *err)
{
	return db_change(db,
		   "INSERT INTO erasure (id, kind, sha256, class, key_id, actor, begun_us) SELECT "
		   "'ers_killed', 'content', sha256, 'output', key_id, 'ida', now_us() FROM "
		   "content "
		   "WHERE sha256 = $1",
		   VALUES(db_zero(context)), NULL, err) &&
	       db_change(db,
		   "UPDATE content SET bytes = NULL, erased_us = now_us(), erased_by = "
		   "'ers_killed' "
		   "WHERE sha256 = $1",
		   VALUES(db_zero(context)), NULL, err);
}

static void
what_was_killed_between_two_steps_is_finished(void **state)
{
	char due[DIGEST_HEX_BYTES];
	size_t finished;

	(void)state;
	old_output("run_killed", "half erased", due);
	assert_done(db_do(fixture.s->db, begin_erasure, due, err));
	assert_int_equal(
	    fixture_number(&fixture, "SELECT count(*) FROM erasure WHERE done_us IS NULL"), 1);
	assert_done(erasures_finish(fixture.s, &finished, err));
	assert_int_equal(finished, 1);
	assert_done(erasures_finish(fixture.s, &finished, err));
	assert_int_equal(finished, 0);
	assert_int_equal(
	    fixture_number(&fixture,
		"SELECT count(*) FROM erasure WHERE id = 'ers_killed' AND done_us IS NOT "
		"NULL"),
	    1);
}

/* A copy of the row from before, as a restored backup has it. */
static void
a_restored_backup_brings_nothing_back(void **state)
{
	char due[DIGEST_HEX_BYTES];
	struct err why = {0};
	struct swept swept;

	(void)state;
	old_output("run_backup", "in every backup", due);
	fixture_forced(
	    &fixture, "CREATE TABLE backup AS SELECT * FROM content WHERE sha256 = '%s'", due);
	assert_done(retention_sweep(fixture.s, "ida", 100, &swept, err));
	fixture_forced(&fixture,
	    "UPDATE content SET bytes = (SELECT bytes FROM backup), erased_us = NULL, erased_by = "
	    "NULL "
	    "WHERE sha256 = '%s'; DROP TABLE backup",
	    due);
	assert_true(got(due, &why).n == 0);
	assert_string_equal(why.message,
	    arena_printf(fixture.a, "the content '%s' was erased: its key was destroyed", due));
}

static void
other_bytes_in_its_place_are_noticed(void **state)
{
	char due[DIGEST_HEX_BYTES], other[DIGEST_HEX_BYTES];
	struct err why = {0};
	struct swept swept;

	(void)state;
	old_output("run_forged", "the true output", due);
	fixture_content(&fixture, "the false output", other);
	assert_done(retention_sweep(fixture.s, "ida", 100, &swept, err));
	fixture_forced(&fixture,
	    "UPDATE content SET bytes = (SELECT c.bytes FROM content c WHERE c.sha256 = '%s'), "
	    "key_id = "
	    "(SELECT c.key_id FROM content c WHERE c.sha256 = '%s'), erased_us = NULL, erased_by = "
	    "NULL "
	    "WHERE sha256 = '%s'",
	    other, other, due);
	assert_true(got(due, &why).n == 0);
	assert_string_equal(why.message,
	    arena_printf(fixture.a, "the content '%s' is damaged: its seal does not hold", due));
	fixture_forced(&fixture, "UPDATE content SET key_id = NULL WHERE sha256 = '%s'", due);
	assert_true(got(due, &why).n == 0);
	assert_non_null(strstr(why.message, "is damaged: its digest is"));
}

static void
a_store_whose_vault_is_another_reads_and_stores_nothing(void **state)
{
	char sha256[DIGEST_HEX_BYTES];
	struct store *again;
	struct err why = {0};

	(void)state;
	fixture_content(&fixture, "sealed", sha256);
	setenv("SLUICE_VAULT", arena_printf(fixture.a, "sqlite:%s/other.vault", fixture.folder), 1);
	assert_done(store_open(fixture.a, fixture.where, &again, err));
	assert_false(content_put(again, STR("more"), "t", sha256, &why));
	assert_string_equal(
	    why.message, "the vault with the keys of this store's contents is not there");
	fclose(fopen(arena_printf(fixture.a, "%s/other.vault", fixture.folder), "w"));
	chmod(arena_printf(fixture.a, "%s/other.vault", fixture.folder), 0600);
	assert_false(content_put(again, STR("more"), "t", sha256, &why));
	assert_string_equal(
	    why.message, "this vault is not the one with the keys of this store's contents");
	store_close(again);
	unsetenv("SLUICE_VAULT");
}

static void
sweep_in_a_child(void)
{
	struct arena *a = arena_new((size_t)64 << 20);
	struct swept swept;
	struct err err;
	struct store *s;

	if (!store_open(a, fixture.where, &s, &err))
		_exit(1);
	store_believe(s, &voters.trust);
	for (int i = 0; i < 40; i++)
		if (!retention_sweep(s, "jon", 5, &swept, &err))
			_exit(2);
	store_close(s);
	_exit(0);
}

struct key_text {
	char *out;
};

static bool
take_key_id(void *context, const struct db_row *row)
{
	const struct key_text *t = context;

	db_column_copy(row, 0, t->out, STORE_ID_BYTES);
	return true;
}

/* The keys that the vault still has, of what was erased. */
static size_t
keys_left(void)
{
	size_t left = 0;
	char key[STORE_ID_BYTES];
	struct vault_key out;
	struct err why;

	for (int64_t i = 0;; i++) {
		key[0] = '\0';
		struct key_text text = {key};
		assert_done(db_query(fixture.s->db,
		    "SELECT key_id FROM erasure WHERE key_id IS NOT NULL ORDER BY id LIMIT 1 "
		    "OFFSET $1",
		    VALUES(db_int(i)), take_key_id, &text, err));
		if (!key[0])
			return left;
		left += vault_key_get(fixture.s->db, str_from(key), &out, &why);
	}
}

static int64_t
begun(void)
{
	return fixture_number(&fixture, "SELECT count(*) FROM erasure WHERE done_us IS NULL");
}

/* Killed at any moment of a sweep: whoever comes by ends what was begun, and tells of each once. */
static void
a_sweep_that_is_killed_loses_nothing(void **state)
{
	char sha256[DIGEST_HEX_BYTES], run[32], text[32];
	size_t finished;

	(void)state;
	for (int i = 0; i < 80; i++) {
		snprintf(run, sizeof(run), "run_kill_%d", i);
		snprintf(text, sizeof(text), "killed over %d", i);
		old_output(run, text, sha256);
	}
	for (int round = 0; round < 8; round++) {
		pid_t child = fork();
		if (child == 0)
			sweep_in_a_child();
		usleep(15000U + 9000U * (unsigned)round);
		kill(child, SIGKILL);
		waitpid(child, NULL, 0);
	}
	/* A server may still be at what a killed client had asked for. */
	for (int tries = 0; tries < 100 && (keys_left() > 0 || begun() > 0); tries++) {
		usleep(20000);
		assert_done(erasures_finish(fixture.s, &finished, err));
	}
	assert_done(erasures_finish(fixture.s, &finished, err));
	assert_done(ledger_tend(fixture.s, true, err));
	assert_int_equal(begun(), 0);
	assert_int_equal(keys_left(), 0);
	assert_int_equal(fixture_number(&fixture, "SELECT count(*) FROM erasure"),
	    fixture_number(
		&fixture, "SELECT count(*) FROM ledger_event WHERE type = 'content.erased'"));
	assert_int_equal(
	    fixture_number(&fixture, "SELECT count(*) FROM content WHERE erased_us IS NOT "
				     "NULL AND bytes IS NOT NULL"),
	    0);
}

/* -- a hold races the sweep ------------------------------------------------------------------- */

/* Whatever is erased was erased before the hold stood. */
static void
a_hold_that_races_the_sweep_wins_or_comes_later(void **state)
{
	struct legal_hold hold = {
	    .matter = STR("case-9"), .actor = STR("rae"), .reason = STR("nothing of hers may go")};
	char sha256[DIGEST_HEX_BYTES], run[32], text[32];
	int status;

	(void)state;
	for (int i = 0; i < 60; i++) {
		snprintf(run, sizeof(run), "run_race_%d", i);
		snprintf(text, sizeof(text), "raced for %d", i);
		old_output(run, text, sha256);
	}
	pid_t child = fork();
	if (child == 0)
		sweep_in_a_child();
	usleep(30000);
	assert_done(place(&hold, IDA, err));
	int64_t erased = fixture_number(&fixture, "SELECT count(*) FROM erasure");
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_int_equal(status, 0);
	assert_int_equal(fixture_number(&fixture, "SELECT count(*) FROM erasure"), erased);
	assert_done(lift(hold.id, JON, err));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(what_is_stored_is_sealed_and_comes_back),
	    cmocka_unit_test(what_is_due_is_erased_and_the_rest_is_not),
	    cmocka_unit_test(the_same_bytes_may_be_stored_again_when_only_their_time_was_over),
	    cmocka_unit_test(a_hold_keeps_what_is_due),
	    cmocka_unit_test(a_hold_names_what_it_is_about),
	    cmocka_unit_test(a_floor_that_is_lowered_is_for_what_comes),
	    cmocka_unit_test(what_was_killed_between_two_steps_is_finished),
	    cmocka_unit_test(a_restored_backup_brings_nothing_back),
	    cmocka_unit_test(other_bytes_in_its_place_are_noticed),
	    cmocka_unit_test(a_store_whose_vault_is_another_reads_and_stores_nothing),
	    cmocka_unit_test(a_sweep_that_is_killed_loses_nothing),
	    cmocka_unit_test(a_hold_that_races_the_sweep_wins_or_comes_later),
	};

	return cmocka_run_group_tests(tests, voters_set_up, voters_tear_down);
}
