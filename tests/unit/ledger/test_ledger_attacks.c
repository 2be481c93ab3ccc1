/* SPDX-License-Identifier: MIT */
/*
 * Whoever has the database, and more and more of the keys, changes what happened: which layer sees
 * it. The layers are the chain (1), signed checkpoints (2), a witness (3) and the votes that people
 * signed (4); each attack says which of them catch it, and which can't.
 */
#include "log_scene.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static void
an_honest_log_has_no_problem(void **state)
{
	struct log_scene *s = *state;

	log_must_find(s, s->seen, 0);
}

static void
one_rewritten_body(void **state)
{
	struct log_scene *s = *state;

	fixture_forced(&s->f,
	    "UPDATE ledger_event SET body = replace(body, '\"reject\"', '\"approve\"') WHERE type "
	    "= 'approval.voted'");
	log_must_find(s, s->seen, CHAIN | SIGNED | WITNESSED | VOTED);
}

static void
a_rejection_turned_and_all_chained_again(void **state)
{
	struct log_scene *s = *state;

	log_turn_the_rejection(s);
	log_must_find(s, s->seen, SIGNED | WITNESSED | VOTED);
}

static void
the_same_signed_with_the_stolen_key_of_the_log(void **state)
{
	struct log_scene *s = *state;

	log_turn_the_rejection(s);
	log_sign_again(s);
	log_must_find(s, s->seen, WITNESSED | VOTED);
}

static void
the_same_with_the_witness_stolen_too(void **state)
{
	struct log_scene *s = *state;

	log_turn_the_rejection(s);
	log_sign_again(s);
	char path[160];
	DIR *dir = opendir(s->folder);
	for (struct dirent *entry; (entry = readdir(dir));)
		if (str_ends(str_from(entry->d_name), STR(".note"))) {
			snprintf(path, sizeof(path), "%.60s/%.80s", s->folder, entry->d_name);
			assert_int_equal(unlink(path), 0);
			break;
		}
	closedir(dir);
	log_ask_witness(s, 0);
	log_must_find(s, s->seen, VOTED);
}

static void
a_deleted_event(void **state)
{
	struct log_scene *s = *state;

	log_read_rows(s);
	struct event_row *vote = log_find_row(s, "approval.voted", s->runs[0].run);
	memmove(vote, vote + 1, (size_t)(s->rows + s->count - (vote + 1)) * sizeof(*vote));
	s->count--;
	log_write_chained(s);
	log_sign_again(s);
	log_must_find(s, s->seen, CHAIN | WITNESSED);
}

static void
two_events_in_another_order(void **state)
{
	struct log_scene *s = *state;

	log_read_rows(s);
	struct event_row *one = &s->rows[s->count - 3], *other = &s->rows[s->count - 2],
			 kept = *one;
	*one = *other;
	*other = kept;
	struct event_row writer = *one;
	one->writer = other->writer, one->writer_seq = other->writer_seq;
	one->time_us = other->time_us, one->mono_us = other->mono_us;
	other->writer = writer.writer, other->writer_seq = writer.writer_seq;
	other->time_us = writer.time_us, other->mono_us = writer.mono_us;
	log_write_chained(s);
	log_must_find(s, STR(""), SIGNED);
}

static void
a_tail_cut_off(void **state)
{
	struct log_scene *s = *state;

	fixture_forced(&s->f,
	    "DELETE FROM ledger_event WHERE seq > (SELECT min(size) FROM ledger_checkpoint)");
	fixture_forced(&s->f, "UPDATE ledger_writer SET seq = COALESCE((SELECT max(writer_seq) "
			      "FROM ledger_event WHERE "
			      "writer = ledger_writer.id), 0)");
	log_must_find(s, s->seen, SIGNED | WITNESSED);
}

static void
a_roll_back(void **state)
{
	struct log_scene *s = *state;

	fixture_forced(&s->f, "DELETE FROM ledger_cosignature WHERE size > (SELECT min(size) FROM "
			      "ledger_checkpoint)");
	fixture_forced(&s->f, "DELETE FROM ledger_checkpoint WHERE size > (SELECT min(c.size) FROM "
			      "ledger_checkpoint c)");
	fixture_forced(&s->f,
	    "DELETE FROM ledger_event WHERE seq > (SELECT min(size) FROM ledger_checkpoint)");
	fixture_forced(&s->f, "UPDATE ledger_writer SET seq = COALESCE((SELECT max(writer_seq) "
			      "FROM ledger_event WHERE "
			      "writer = ledger_writer.id), 0)");
	log_must_find(s, STR(""), 0);
	log_must_find(s, s->seen, WITNESSED);
}

static void
note_vote(struct log_scene *s, const struct waiting *w, const char *voter, const char *envelope)
{
	struct err err = {0};
	must(ledger_note(s->f.s->db,
	    &(struct event_note){.kind = EVENT_APPROVAL_VOTED,
		.actor = voter,
		.run = w->run,
		.approval = w->approval,
		EVENT_VALUES({.name = "decision", .text = STR("approve")},
		    {.name = "envelope", .text = str_from(envelope)},
		    {.name = "keyid", .text = str_from(s->voters.keys[BOB].id)},
		    {.name = "need", .text = STR("approver")},
		    {.name = "subject", .text = str_from(w->subject)})},
	    &err));
}

static void
a_vote_in_the_name_of_another(void **state)
{
	struct log_scene *s = *state;
	char envelope[DIGEST_HEX_BYTES];
	struct err err = {0};
	struct waiting asked;
	struct secret_key *bobs = s->voters.secrets[BOB];

	waiting_new(&s->voters, &asked, 2);
	s->voters.secrets[BOB] = key_new(&err);
	struct str forged = ballot(&s->voters, &asked, BOB, VOTE_APPROVE, NULL);
	key_free(s->voters.secrets[BOB]);
	s->voters.secrets[BOB] = bobs;
	assert_true(content_put(s->f.s, forged, "application/vnd.dsse+json", envelope, &err));
	note_vote(s, &asked, voter_id(BOB), envelope);
	must(ledger_tend(s->f.s, true, &err));
	log_must_find(s, s->seen, VOTED);
}

static void
a_vote_used_again_for_another_run(void **state)
{
	struct log_scene *s = *state;
	char envelope[DIGEST_HEX_BYTES];
	struct err err = {0};
	struct waiting asked;

	waiting_new(&s->voters, &asked, 2);
	struct str signed_once = ballot(&s->voters, &s->runs[1], BOB, VOTE_APPROVE, NULL);
	assert_true(content_put(s->f.s, signed_once, "application/vnd.dsse+json", envelope, &err));
	note_vote(s, &asked, voter_id(BOB), envelope);
	must(ledger_tend(s->f.s, true, &err));
	log_must_find(s, s->seen, VOTED);
}

static void
note_act(struct log_scene *s, int person, const char *kind, struct str envelope)
{
	char sha256[DIGEST_HEX_BYTES];
	struct err err = {0};

	must(content_put_open(s->f.s, envelope, "application/vnd.dsse+json", sha256, &err));
	fixture_sql(&s->f,
	    "INSERT INTO act (id, kind, target, by_id, keyid, envelope_sha256, made_us, stored_us) "
	    "VALUES ('%.20s', '%s', 'store', '%s', 'key', '%s', now_us(), now_us()) ON CONFLICT DO "
	    "NOTHING",
	    sha256, kind, voter_id(person), sha256);
	must(ledger_note(s->f.s->db,
	    &(struct event_note){.kind = EVENT_ACT_MADE,
		.actor = voter_id(person),
		EVENT_VALUES({.name = "envelope", .text = str_from(sha256)},
		    {.name = "keyid", .text = str_from(s->voters.keys[person].id)},
		    {.name = "kind", .text = str_from(kind)},
		    {.name = "target", .text = STR("store")})},
	    &err));
	must(ledger_tend(s->f.s, true, &err));
}

static void
an_act_in_the_name_of_another(void **state)
{
	struct log_scene *s = *state;
	struct err err = {0};
	struct secret_key *bobs = s->voters.secrets[BOB];

	s->voters.secrets[BOB] = key_new(&err);
	struct str forged = acted(&s->voters, BOB, ACT_CANCEL, "store", NULL, "I want it so");
	key_free(s->voters.secrets[BOB]);
	s->voters.secrets[BOB] = bobs;
	note_act(s, BOB, "cancel", forged);
	log_must_find(s, s->seen, VOTED);
}

static void
an_act_that_is_told_otherwise(void **state)
{
	struct log_scene *s = *state;
	struct str act = acted(&s->voters, BOB, ACT_CANCEL, "store", NULL, "I want it so");

	note_act(s, BOB, "cancel", act);
	log_must_find(s, s->seen, 0);
	note_act(s, BOB, "edit", act);
	log_must_find(s, s->seen, VOTED);
}

static void
an_act_without_the_role(void **state)
{
	struct log_scene *s = *state;

	note_act(s, BOB, "resume", acted(&s->voters, BOB, ACT_RESUME, "store", NULL, "go on"));
	log_must_find(s, s->seen, VOTED);
}

/* The database does not let it in; behind its back, the row contradicts its body. */
static void
a_clock_set_back(void **state)
{
	struct log_scene *s = *state;
	struct err err = {0};

	log_read_rows(s);
	fixture_forced(&s->f, "DELETE FROM ledger_event");
	fixture_forced(&s->f, "DELETE FROM ledger_node");
	s->rows[s->count - 1].time_us -= 7200000000;
	assert_false(db_do(s->f.s->db, log_append_rows, s, &err));
	assert_string_equal(err.message, "an event must follow the one before it");
	s->rows[s->count - 1].time_us += 7200000000;
	log_write_chained(s);
	fixture_forced(
	    &s->f, "UPDATE ledger_event SET time_us = time_us - 7200000000 WHERE seq = 5");
	log_must_find(s, s->seen, CHAIN);
}

/* The machine's steady clock did not go on by as much. */
static void
a_clock_that_jumped_forward(void **state)
{
	struct log_scene *s = *state;

	log_read_rows(s);
	for (size_t i = 0; i < s->count / 2; i++)
		s->rows[i].time_us -= 7200000000;
	log_write_chained(s);
	log_must_find(s, STR(""), CHAIN | SIGNED);
}

static void
an_unknown_and_a_retired_key(void **state)
{
	struct log_scene *s = *state;
	struct err err = {0};
	struct secret_key *other = key_new(&err);
	struct public_key right = s->services[0].key;

	s->services[0].key = *key_public(other);
	log_must_find(s, s->seen, SIGNED);
	s->services[0].key = right;
	s->services[0].revoked_us = 1;
	log_must_find(s, s->seen, SIGNED);
	key_free(other);
}

static void
a_part_of_another_log(void **state)
{
	struct log_scene *s = *state;
	char key[PATH_MAX];
	struct fixture other;

	snprintf(key, sizeof(key), "%s", s->f.s->log_key_path);
	fixture_new(&other);
	fixture_person(&other, "eve", (const char *const[]){NULL});
	fixture_sql(&other, "UPDATE meta SET value = value WHERE name = 'origin'");
	struct err err = {0};
	assert_true(ledger_tend(other.s, true, &err));
	struct log_scene *theirs = calloc(1, sizeof(*theirs));
	assert_non_null(theirs);
	theirs->f = other;
	log_read_rows(theirs);
	struct buf body;
	buf_init(&body, 1 << 16);
	theirs->rows[0].seq = fixture_number(&s->f, "SELECT max(seq) + 1 FROM ledger_event");
	event_body(&theirs->rows[0], &body);
	fixture_forced(&s->f,
	    "INSERT INTO ledger_event (seq, time_us, type, actor, writer, writer_seq, prev_sha256, "
	    "leaf_sha256, body) SELECT %lld, %lld, 'log.opened', 'sluice', '%.*s', 1, '%.*s', "
	    "leaf_sha256, '%s' FROM ledger_event WHERE seq = 0",
	    (long long)theirs->rows[0].seq, (long long)theirs->rows[0].time_us,
	    STR_ARG(theirs->rows[0].writer), STR_ARG(theirs->rows[0].prev_sha256), body.p);
	buf_release(&body);
	free(theirs);
	fixture_free(&other);
	assert_int_equal(setenv("SLUICE_LOG_KEY", key, 1), 0);
	log_must_find(s, s->seen, CHAIN);
	unsetenv("SLUICE_LOG_KEY");
}

static void
json_that_says_the_same_in_other_bytes(void **state)
{
	struct log_scene *s = *state;

	fixture_forced(&s->f,
	    "UPDATE ledger_event SET body = replace(body, '{\"actor\"', '{ \"actor\"') WHERE seq = "
	    "2");
	log_must_find(s, STR(""), CHAIN | SIGNED);
}

static void
two_histories_for_two_readers(void **state)
{
	struct log_scene *s = *state;
	struct err err = {0};

	log_read_rows(s);
	must(ledger_note(s->f.s->db,
	    &(struct event_note){.kind = EVENT_EXCEPTION_USED,
		.actor = "ann",
		EVENT_VALUES({.name = "exception", .text = STR("one")})},
	    &err));
	assert_true(ledger_tend(s->f.s, true, &err));
	struct str shown;
	assert_true(ledger_head_note(s->f.s, s->f.a, &shown, &err));
	size_t last = s->count;
	log_read_rows(s);
	s->rows[last].data = STR("{\"exception\":\"two\"}");
	log_write_chained(s);
	log_sign_again(s);
	log_must_find(s, shown, WITNESSED);
}

/*
 * PostgreSQL: events wait for their places. Nobody but their writer has seen them there, so that
 * whoever can change one as the tables' owner might as well have been the writer. What is noticed
 * is what is noticed in the log: that one is missing, and a vote that was never signed.
 */
static void
a_forged_event_that_waits(void **state)
{
	struct log_scene *s = *state;
	struct waiting w;
	struct err err = {0};

	if (fixture_is_sqlite())
		skip();
	waiting_new(&s->voters, &w, 2);
	must(ledger_tend(s->f.s, false, &err));
	must_cast(&s->voters, &w, ANN, VOTE_REJECT);
	assert_true(fixture_number(&s->f, "SELECT count(*) FROM ledger_pending") > 0);
	fixture_forced(&s->f, "UPDATE ledger_pending SET body = replace(body, '\"reject\"', "
			      "'\"approve\"') WHERE type = 'approval.voted'");
	must(ledger_tend(s->f.s, true, &err));
	log_must_find(s, s->seen, VOTED);
}

static void
an_event_that_waits_is_taken_away(void **state)
{
	struct log_scene *s = *state;
	struct waiting w;
	struct err err = {0};

	if (fixture_is_sqlite())
		skip();
	waiting_new(&s->voters, &w, 2);
	must(ledger_tend(s->f.s, false, &err));
	must_cast(&s->voters, &w, ANN, VOTE_REJECT);
	fixture_forced(&s->f, "DELETE FROM ledger_pending WHERE type = 'approval.voted'");
	must(ledger_tend(s->f.s, true, &err));
	log_must_find(s, s->seen, CHAIN);
}

/* The owner takes Ann's rejection away; another says yes, and the run goes on. */
static void
a_veto_is_deleted(void **state)
{
	struct log_scene *s = *state;
	struct waiting w;
	struct err err = {0};

	waiting_new(&s->voters, &w, 1);
	must_cast(&s->voters, &w, ANN, VOTE_REJECT);
	must(ledger_tend(s->f.s, true, &err));
	log_must_find(s, s->seen, 0);
	fixture_forced(&s->f, "DELETE FROM approval_vote WHERE approval_id = '%s'", w.approval);
	log_must_find(s, s->seen, VOTED);
	fixture_forced(&s->f,
	    "UPDATE approval SET state = 'pending', decided_us = NULL, use_until_us = NULL WHERE id "
	    "= '%s'",
	    w.approval);
	fixture_forced(&s->f, "UPDATE run SET state = 'awaiting_approval' WHERE id = '%s'", w.run);
	must_cast(&s->voters, &w, BOB, VOTE_APPROVE);
	must(ledger_tend(s->f.s, true, &err));
	log_must_find(s, s->seen, VOTED);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    LOG_CASE(an_honest_log_has_no_problem),
	    LOG_CASE(one_rewritten_body),
	    LOG_CASE(a_rejection_turned_and_all_chained_again),
	    LOG_CASE(the_same_signed_with_the_stolen_key_of_the_log),
	    LOG_CASE(the_same_with_the_witness_stolen_too),
	    LOG_CASE(a_deleted_event),
	    LOG_CASE(two_events_in_another_order),
	    LOG_CASE(a_tail_cut_off),
	    LOG_CASE(a_roll_back),
	    LOG_CASE(a_vote_in_the_name_of_another),
	    LOG_CASE(a_vote_used_again_for_another_run),
	    LOG_CASE(an_act_in_the_name_of_another),
	    LOG_CASE(an_act_that_is_told_otherwise),
	    LOG_CASE(an_act_without_the_role),
	    LOG_CASE(a_clock_set_back),
	    LOG_CASE(a_clock_that_jumped_forward),
	    LOG_CASE(an_unknown_and_a_retired_key),
	    LOG_CASE(a_part_of_another_log),
	    LOG_CASE(json_that_says_the_same_in_other_bytes),
	    LOG_CASE(two_histories_for_two_readers),
	    LOG_CASE(a_veto_is_deleted),
	    LOG_CASE(a_forged_event_that_waits),
	    LOG_CASE(an_event_that_waits_is_taken_away),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
