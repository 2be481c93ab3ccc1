/* SPDX-License-Identifier: MIT */
/*
 * Whoever has the database, and more and more of the keys, changes what happened: which layer sees
 * it. The layers are the chain (1), signed checkpoints (2), a witness (3) and the votes that people
 * signed (4); each attack says which of them catch it, and which can't.
 */
#include "voters.h"

#include "ledger_parts.h"
#include "note.h"
#include "witness.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define EVENTS_MAX 400
#define WITNESS_NAME "witness.example.net"

#define must(call)                                                                                 \
	do {                                                                                       \
		if (!(call))                                                                       \
			fail_msg("%s", err.message);                                               \
	} while (0)

enum { CHAIN = 1, SIGNED = 2, WITNESSED = 4, VOTED = 8 };

struct scene {
	struct fixture f;
	struct voters voters;
	struct waiting runs[2]; /* ann rejects the first; bob approves the second */
	struct trust trust;
	struct trust_service services[2];
	char origin[NOTE_NAME_BYTES_MAX + 1], folder[64];
	struct witness *witness;
	struct str seen; /* what the witness signed last */
	struct event_row rows[EVENTS_MAX];
	size_t count;
};

/* -- the scene ------------------------------------------------------------------------------- */

static void
ask_witness(struct scene *s, int64_t old_size)
{
	struct witness_answer answer;
	struct str request;
	struct err err = {0};

	must(ledger_tend(s->f.s, true, &err));
	assert_true(witness_request(s->f.s, s->f.a, old_size, &request, &err));
	must(witness_add(s->witness, s->f.a, request, &answer, &err));
	if (answer.status != 200)
		fail_msg("%d %.*s", answer.status, STR_ARG(answer.body));
	must(witness_accept(s->f.s, s->f.a, &s->trust, answer.body, &err));
	must(ledger_head_note(s->f.s, s->f.a, &s->seen, &err));
}

static void
trust_log_and_witness(struct scene *s)
{
	struct secret_key *key;
	struct str origin;
	struct err err = {0};

	assert_true(ledger_origin(s->f.s->db, s->f.a, &origin, &err));
	snprintf(s->origin, sizeof(s->origin), "%.*s", STR_ARG(origin));
	assert_true(log_key_open(s->f.s->log_key_path, &key, &err));
	s->services[0] = (struct trust_service){.name = str_from(s->origin),
	    .purpose = SERVICE_LOG,
	    .key = *key_public(key),
	    .until_us = INT64_MAX};
	key_free(key);
	s->trust = s->voters.trust;
	s->trust.services = s->services;
	s->trust.service_count = 1;
	snprintf(s->folder, sizeof(s->folder), "/tmp/sluice-witness-XXXXXX");
	assert_non_null(mkdtemp(s->folder));
	if (!witness_open(s->f.a, s->folder, STR(WITNESS_NAME), &s->trust, &s->witness, &err))
		fail_msg("%s", err.message);
	s->services[1] = (struct trust_service){.name = STR(WITNESS_NAME),
	    .purpose = SERVICE_WITNESS,
	    .key = *witness_key(s->witness),
	    .until_us = INT64_MAX};
	s->trust.service_count = 2;
	s->trust.witnesses = 1;
}

static int
setup(void **state)
{
	static struct scene s;

	s = (struct scene){.count = 0};
	voters_new(&s.voters, &s.f);
	waiting_new(&s.voters, &s.runs[0], 2);
	waiting_new(&s.voters, &s.runs[1], 2);
	trust_log_and_witness(&s);
	must_cast(&s.voters, &s.runs[1], ANN, VOTE_APPROVE);
	ask_witness(&s, 0);
	must_cast(&s.voters, &s.runs[0], ANN, VOTE_REJECT);
	must_cast(&s.voters, &s.runs[1], BOB, VOTE_APPROVE);
	struct checkpoint before;
	struct err err = {0};
	assert_true(checkpoint_read(s.f.a, s.seen, &before, &err));
	ask_witness(&s, before.size);
	must(ledger_tend(s.f.s, true, &err));
	*state = &s;
	return 0;
}

static void
remove_folder(const char *folder)
{
	DIR *dir = opendir(folder);

	for (struct dirent *entry; dir && (entry = readdir(dir));)
		unlinkat(dirfd(dir), entry->d_name, 0);
	if (dir)
		closedir(dir);
	rmdir(folder);
}

static int
teardown(void **state)
{
	struct scene *s = *state;

	witness_close(s->witness);
	remove_folder(s->folder);
	voters_free(&s->voters); /* and the store, which voters_new made */
	return 0;
}

/* -- what a verification finds --------------------------------------------------------------- */

struct found {
	int layers;
	char words[2000];
};

static void
take_problem(void *context, const struct ledger_problem *p)
{
	static const struct {
		const char *kind;
		int layer;
	} layers[] = {{"form", CHAIN}, {"rewritten", CHAIN}, {"chain", CHAIN}, {"gap", CHAIN},
	    {"time", CHAIN}, {"clock", CHAIN}, {"tree", CHAIN}, {"name", CHAIN}, {"key", CHAIN},
	    {"checkpoint", SIGNED}, {"truncated", SIGNED}, {"witness", WITNESSED},
	    {"unwitnessed", WITNESSED}, {"fork", WITNESSED}, {"rollback", WITNESSED},
	    {"seen", WITNESSED}, {"vote", VOTED}};
	struct found *f = context;
	size_t n = strlen(f->words);
	int layer = 0;

	for (size_t i = 0; i < ARRAY_LENGTH(layers); i++)
		if (strcmp(layers[i].kind, p->kind) == 0)
			layer = layers[i].layer;
	assert_true(layer != 0);
	f->layers |= layer;
	snprintf(f->words + n, sizeof(f->words) - n, "%lld %s: %.*s\n", (long long)p->seq, p->kind,
	    STR_ARG(p->message));
}

static void
must_find(struct scene *s, struct str seen, int layers)
{
	struct found found = {.layers = 0};
	struct ledger_check check = {
	    .trust = &s->trust, .seen = seen, .problem = take_problem, .context = &found};
	struct err err = {0};
	int64_t events;
	size_t problems;

	if (!ledger_verify(s->f.s, s->f.a, &check, &events, &problems, &err))
		fail_msg("%s", err.message);
	if (found.layers != layers)
		fail_msg("layers %d, not %d\n%s", found.layers, layers, found.words);
	assert_int_equal(problems > 0, layers != 0);
}

/* -- an attacker with the database ----------------------------------------------------------- */

static bool
take_row(void *context, const struct ledger_event *e)
{
	struct scene *s = context;
	struct str body;
	struct err err = {0};

	assert_true(s->count < EVENTS_MAX);
	assert_true(arena_copy(s->f.a, e->body, &body));
	if (!event_read(s->f.a, body, &s->rows[s->count++], &err))
		fail_msg("%s", err.message);
	return true;
}

static void
read_rows(struct scene *s)
{
	struct err err = {0};

	s->count = 0;
	assert_true(
	    ledger_read(s->f.s, s->f.a, &(struct ledger_filter){.limit = 0}, take_row, s, &err));
}

static bool
append_rows(struct db *db, void *context, struct err *err)
{
	struct scene *s = context;
	struct log_head head;

	return ledger_head_read(db, &head, err) && ledger_append(db, &head, s->rows, s->count, err);
}

/* The whole log anew, each event chained to the one before. */
static void
write_chained(struct scene *s)
{
	struct err err = {0};
	fixture_forced(&s->f, "DELETE FROM ledger_event");
	fixture_forced(&s->f, "DELETE FROM ledger_node");
	must(db_do(s->f.s->db, append_rows, s, &err));
}

static void
sign_again(struct scene *s)
{
	struct err err = {0};
	char seen[PATH_MAX + 8];

	fixture_forced(&s->f, "DELETE FROM ledger_cosignature");
	fixture_forced(&s->f, "DELETE FROM ledger_checkpoint");
	snprintf(seen, sizeof(seen), "%s.seen", s->f.s->log_key_path);
	assert_int_equal(unlink(seen), 0);
	must(ledger_tend(s->f.s, true, &err));
}

static struct event_row *
find_row(struct scene *s, const char *type, const char *run)
{
	for (size_t i = 0; i < s->count; i++)
		if (str_is(s->rows[i].type, type) && str_is(s->rows[i].run, run))
			return &s->rows[i];
	fail_msg("no event '%s'", type);
	abort();
}

static struct str
replaced(struct scene *s, struct str text, const char *from, const char *to)
{
	size_t at = str_find(text, str_from(from), 0);

	assert_true(at < text.n);
	return str_from(arena_printf(s->f.a, "%.*s%s%.*s", (int)at, text.p, to,
	    (int)(text.n - at - strlen(from)), text.p + at + strlen(from)));
}

static void
turn_the_rejection(struct scene *s)
{
	read_rows(s);
	struct event_row *vote = find_row(s, "approval.voted", s->runs[0].run);
	vote->data = replaced(s, vote->data, "\"reject\"", "\"approve\"");
	write_chained(s);
}

/* -- the attacks ----------------------------------------------------------------------------- */

static void
an_honest_log_has_no_problem(void **state)
{
	struct scene *s = *state;

	must_find(s, s->seen, 0);
}

static void
one_rewritten_body(void **state)
{
	struct scene *s = *state;

	fixture_forced(&s->f,
	    "UPDATE ledger_event SET body = replace(body, '\"reject\"', '\"approve\"') WHERE type "
	    "= 'approval.voted'");
	must_find(s, s->seen, CHAIN | SIGNED | WITNESSED | VOTED);
}

static void
a_rejection_turned_and_all_chained_again(void **state)
{
	struct scene *s = *state;

	turn_the_rejection(s);
	must_find(s, s->seen, SIGNED | WITNESSED | VOTED);
}

static void
the_same_signed_with_the_stolen_key_of_the_log(void **state)
{
	struct scene *s = *state;

	turn_the_rejection(s);
	sign_again(s);
	must_find(s, s->seen, WITNESSED | VOTED);
}

static void
the_same_with_the_witness_stolen_too(void **state)
{
	struct scene *s = *state;

	turn_the_rejection(s);
	sign_again(s);
	char path[160];
	DIR *dir = opendir(s->folder);
	for (struct dirent *entry; (entry = readdir(dir));)
		if (str_ends(str_from(entry->d_name), STR(".note"))) {
			snprintf(path, sizeof(path), "%.60s/%.80s", s->folder, entry->d_name);
			assert_int_equal(unlink(path), 0);
			break;
		}
	closedir(dir);
	ask_witness(s, 0);
	must_find(s, s->seen, VOTED);
}

static void
a_deleted_event(void **state)
{
	struct scene *s = *state;

	read_rows(s);
	struct event_row *vote = find_row(s, "approval.voted", s->runs[0].run);
	memmove(vote, vote + 1, (size_t)(s->rows + s->count - (vote + 1)) * sizeof(*vote));
	s->count--;
	write_chained(s);
	sign_again(s);
	must_find(s, s->seen, CHAIN | WITNESSED);
}

static void
two_events_in_another_order(void **state)
{
	struct scene *s = *state;

	read_rows(s);
	struct event_row *one = &s->rows[s->count - 3], *other = &s->rows[s->count - 2],
			 kept = *one;
	*one = *other;
	*other = kept;
	struct event_row writer = *one;
	one->writer = other->writer, one->writer_seq = other->writer_seq;
	one->time_us = other->time_us, one->mono_us = other->mono_us;
	other->writer = writer.writer, other->writer_seq = writer.writer_seq;
	other->time_us = writer.time_us, other->mono_us = writer.mono_us;
	write_chained(s);
	must_find(s, STR(""), SIGNED);
}

static void
a_tail_cut_off(void **state)
{
	struct scene *s = *state;

	fixture_forced(&s->f,
	    "DELETE FROM ledger_event WHERE seq > (SELECT min(size) FROM ledger_checkpoint)");
	fixture_forced(&s->f, "UPDATE ledger_writer SET seq = COALESCE((SELECT max(writer_seq) "
			      "FROM ledger_event WHERE "
			      "writer = ledger_writer.id), 0)");
	must_find(s, s->seen, SIGNED | WITNESSED);
}

static void
a_roll_back(void **state)
{
	struct scene *s = *state;

	fixture_forced(&s->f, "DELETE FROM ledger_cosignature WHERE size > (SELECT min(size) FROM "
			      "ledger_checkpoint)");
	fixture_forced(&s->f, "DELETE FROM ledger_checkpoint WHERE size > (SELECT min(c.size) FROM "
			      "ledger_checkpoint c)");
	fixture_forced(&s->f,
	    "DELETE FROM ledger_event WHERE seq > (SELECT min(size) FROM ledger_checkpoint)");
	fixture_forced(&s->f, "UPDATE ledger_writer SET seq = COALESCE((SELECT max(writer_seq) "
			      "FROM ledger_event WHERE "
			      "writer = ledger_writer.id), 0)");
	must_find(s, STR(""), 0);
	must_find(s, s->seen, WITNESSED);
}

static void
note_vote(struct scene *s, const struct waiting *w, const char *voter, const char *envelope)
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
	struct scene *s = *state;
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
	must_find(s, s->seen, VOTED);
}

static void
a_vote_used_again_for_another_run(void **state)
{
	struct scene *s = *state;
	char envelope[DIGEST_HEX_BYTES];
	struct err err = {0};
	struct waiting asked;

	waiting_new(&s->voters, &asked, 2);
	struct str signed_once = ballot(&s->voters, &s->runs[1], BOB, VOTE_APPROVE, NULL);
	assert_true(content_put(s->f.s, signed_once, "application/vnd.dsse+json", envelope, &err));
	note_vote(s, &asked, voter_id(BOB), envelope);
	must(ledger_tend(s->f.s, true, &err));
	must_find(s, s->seen, VOTED);
}

/* The database does not let it in; behind its back, the row contradicts its body. */
static void
a_clock_set_back(void **state)
{
	struct scene *s = *state;
	struct err err = {0};

	read_rows(s);
	fixture_forced(&s->f, "DELETE FROM ledger_event");
	fixture_forced(&s->f, "DELETE FROM ledger_node");
	s->rows[s->count - 1].time_us -= 7200000000;
	assert_false(db_do(s->f.s->db, append_rows, s, &err));
	assert_string_equal(err.message, "an event follows the one before it");
	s->rows[s->count - 1].time_us += 7200000000;
	write_chained(s);
	fixture_forced(
	    &s->f, "UPDATE ledger_event SET time_us = time_us - 7200000000 WHERE seq = 5");
	must_find(s, s->seen, CHAIN);
}

/* The machine's steady clock did not go on by as much. */
static void
a_clock_that_jumped_forward(void **state)
{
	struct scene *s = *state;

	read_rows(s);
	for (size_t i = 0; i < s->count / 2; i++)
		s->rows[i].time_us -= 7200000000;
	write_chained(s);
	must_find(s, STR(""), CHAIN | SIGNED);
}

static void
an_unknown_and_a_retired_key(void **state)
{
	struct scene *s = *state;
	struct err err = {0};
	struct secret_key *other = key_new(&err);
	struct public_key right = s->services[0].key;

	s->services[0].key = *key_public(other);
	must_find(s, s->seen, SIGNED);
	s->services[0].key = right;
	s->services[0].revoked_us = 1;
	must_find(s, s->seen, SIGNED);
	key_free(other);
}

static void
a_part_of_another_log(void **state)
{
	struct scene *s = *state;
	char key[PATH_MAX];
	struct fixture other;

	snprintf(key, sizeof(key), "%s", s->f.s->log_key_path);
	fixture_new(&other);
	fixture_person(&other, "eve", (const char *const[]){NULL});
	fixture_sql(&other, "UPDATE meta SET value = value WHERE name = 'origin'");
	struct err err = {0};
	assert_true(ledger_tend(other.s, true, &err));
	struct scene *theirs = calloc(1, sizeof(*theirs));
	assert_non_null(theirs);
	theirs->f = other;
	read_rows(theirs);
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
	must_find(s, s->seen, CHAIN);
	unsetenv("SLUICE_LOG_KEY");
}

static void
json_that_says_the_same_in_other_bytes(void **state)
{
	struct scene *s = *state;

	fixture_forced(&s->f,
	    "UPDATE ledger_event SET body = replace(body, '{\"actor\"', '{ \"actor\"') WHERE seq = "
	    "2");
	must_find(s, STR(""), CHAIN | SIGNED);
}

static void
two_histories_for_two_readers(void **state)
{
	struct scene *s = *state;
	struct err err = {0};

	read_rows(s);
	must(ledger_note(s->f.s->db,
	    &(struct event_note){.kind = EVENT_EXCEPTION_USED,
		.actor = "ann",
		EVENT_VALUES({.name = "exception", .text = STR("one")})},
	    &err));
	assert_true(ledger_tend(s->f.s, true, &err));
	struct str shown;
	assert_true(ledger_head_note(s->f.s, s->f.a, &shown, &err));
	size_t last = s->count;
	read_rows(s);
	s->rows[last].data = STR("{\"exception\":\"two\"}");
	write_chained(s);
	sign_again(s);
	must_find(s, shown, WITNESSED);
}

/* -- the witness ----------------------------------------------------------------------------- */

static int
status_of(struct scene *s, struct str request)
{
	struct err err = {0};
	struct witness_answer answer;

	must(witness_add(s->witness, s->f.a, request, &answer, &err));
	return answer.status;
}

static void
a_witness_refuses_a_fork_and_a_roll_back(void **state)
{
	struct scene *s = *state;
	struct checkpoint seen;
	struct str request;
	struct err err = {0};

	assert_true(checkpoint_read(s->f.a, s->seen, &seen, &err));
	turn_the_rejection(s);
	sign_again(s);
	assert_true(witness_request(s->f.s, s->f.a, seen.size, &request, &err));
	assert_int_equal(status_of(s, request), 422);
	assert_true(witness_request(s->f.s, s->f.a, 0, &request, &err));
	assert_int_equal(status_of(s, request), 409);
}

static void
a_witness_signs_for_whom_it_knows(void **state)
{
	struct scene *s = *state;
	struct str request;
	struct err err = {0};

	assert_int_equal(status_of(s, STR("")), 400);
	assert_int_equal(status_of(s, STR("old x\n\n")), 400);
	assert_true(witness_request(s->f.s, s->f.a, 0, &request, &err));
	assert_int_equal(status_of(s, str_slice(request, 0, request.n - 1)), 400);
	assert_int_equal(status_of(s, replaced(s, request, s->origin, "other.example")), 404);
	s->services[0].key = s->services[1].key;
	assert_int_equal(status_of(s, request), 403);
}

static void
a_witness_signs_the_same_again(void **state)
{
	struct scene *s = *state;
	struct checkpoint seen;
	struct err err = {0};

	assert_true(ledger_head(s->f.s, s->f.a, &seen, &err));
	struct checkpoint known;
	assert_true(checkpoint_read(s->f.a, s->seen, &known, &err));
	ask_witness(s, known.size);
	assert_true(checkpoint_read(s->f.a, s->seen, &known, &err));
	struct str request;
	assert_true(witness_request(s->f.s, s->f.a, known.size, &request, &err));
	assert_int_equal(status_of(s, request), 200);
}

/* Two are asked for; one has signed twice, by an old key of its own and by its new one. */
static void
a_witness_with_two_keys_counts_once(void **state)
{
	struct scene *s = *state;
	struct trust_service services[3] = {s->services[0], s->services[1], s->services[1]};
	struct err err = {0};
	struct secret_key *second = key_new(&err);
	struct checkpoint c;
	struct buf line;

	assert_non_null(second);
	services[2].key = *key_public(second);
	assert_true(checkpoint_read(s->f.a, s->seen, &c, &err));
	buf_init(&line, 1000);
	note_cosign(second, STR(WITNESS_NAME), store_now_us(s->f.s), c.text, &line);
	fixture_forced(&s->f,
	    "UPDATE ledger_cosignature SET line = line || '%.*s' WHERE size = %lld",
	    STR_ARG(buf_view(&line)), (long long)c.size);
	buf_release(&line);
	key_free(second);
	s->trust.services = services;
	s->trust.service_count = 3;
	must_find(s, s->seen, 0);
	s->trust.witnesses = 2;
	must_find(s, s->seen, WITNESSED);
}

/*
 * PostgreSQL: events wait for their places. Nobody but their writer has seen them there, so that
 * whoever can change one as the tables' owner might as well have been the writer. What is noticed
 * is what is noticed in the log: that one is missing, and a vote that was never signed.
 */
static void
a_forged_event_that_waits(void **state)
{
	struct scene *s = *state;
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
	must_find(s, s->seen, VOTED);
}

static void
an_event_that_waits_is_taken_away(void **state)
{
	struct scene *s = *state;
	struct waiting w;
	struct err err = {0};

	if (fixture_is_sqlite())
		skip();
	waiting_new(&s->voters, &w, 2);
	must(ledger_tend(s->f.s, false, &err));
	must_cast(&s->voters, &w, ANN, VOTE_REJECT);
	fixture_forced(&s->f, "DELETE FROM ledger_pending WHERE type = 'approval.voted'");
	must(ledger_tend(s->f.s, true, &err));
	must_find(s, s->seen, CHAIN);
}

int
main(void)
{
#define CASE(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
	const struct CMUnitTest tests[] = {
	    CASE(an_honest_log_has_no_problem),
	    CASE(one_rewritten_body),
	    CASE(a_rejection_turned_and_all_chained_again),
	    CASE(the_same_signed_with_the_stolen_key_of_the_log),
	    CASE(the_same_with_the_witness_stolen_too),
	    CASE(a_deleted_event),
	    CASE(two_events_in_another_order),
	    CASE(a_tail_cut_off),
	    CASE(a_roll_back),
	    CASE(a_vote_in_the_name_of_another),
	    CASE(a_vote_used_again_for_another_run),
	    CASE(a_clock_set_back),
	    CASE(a_clock_that_jumped_forward),
	    CASE(an_unknown_and_a_retired_key),
	    CASE(a_part_of_another_log),
	    CASE(json_that_says_the_same_in_other_bytes),
	    CASE(two_histories_for_two_readers),
	    CASE(a_witness_with_two_keys_counts_once),
	    CASE(a_forged_event_that_waits),
	    CASE(an_event_that_waits_is_taken_away),
	    CASE(a_witness_refuses_a_fork_and_a_roll_back),
	    CASE(a_witness_signs_for_whom_it_knows),
	    CASE(a_witness_signs_the_same_again),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
