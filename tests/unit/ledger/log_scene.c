/* SPDX-License-Identifier: MIT */
#include "log_scene.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

void
log_ask_witness(struct log_scene *s, int64_t old_size)
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
trust_log_and_witness(struct log_scene *s)
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

int
log_scene_new(void **state)
{
	static struct log_scene s;

	s = (struct log_scene){.count = 0};
	voters_new(&s.voters, &s.f);
	waiting_new(&s.voters, &s.runs[0], 2);
	waiting_new(&s.voters, &s.runs[1], 2);
	trust_log_and_witness(&s);
	must_cast(&s.voters, &s.runs[1], ANN, VOTE_APPROVE);
	log_ask_witness(&s, 0);
	must_cast(&s.voters, &s.runs[0], ANN, VOTE_REJECT);
	must_cast(&s.voters, &s.runs[1], BOB, VOTE_APPROVE);
	struct checkpoint before;
	struct err err = {0};
	assert_true(checkpoint_read(s.f.a, s.seen, &before, &err));
	log_ask_witness(&s, before.size);
	must(ledger_tend(s.f.s, true, &err));
	*state = &s;
	return 0;
}

int
log_scene_free(void **state)
{
	struct log_scene *s = *state;

	witness_close(s->witness);
	fixture_remove_folder(s->folder);
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
	    {"seen", WITNESSED}, {"vote", VOTED}, {"act", VOTED}};
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

void
log_must_find(struct log_scene *s, struct str seen, int layers)
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
	struct log_scene *s = context;
	struct str body;
	struct err err = {0};

	assert_true(s->count < EVENTS_MAX);
	assert_true(arena_copy(s->f.a, e->body, &body));
	if (!event_read(s->f.a, body, &s->rows[s->count++], &err))
		fail_msg("%s", err.message);
	return true;
}

void
log_read_rows(struct log_scene *s)
{
	struct err err = {0};

	s->count = 0;
	assert_true(
	    ledger_read(s->f.s, s->f.a, &(struct ledger_filter){.limit = 0}, take_row, s, &err));
}

bool
log_append_rows(struct db *db, void *context, struct err *err)
{
	struct log_scene *s = context;
	struct log_head head;

	return ledger_head_read(db, &head, err) && ledger_append(db, &head, s->rows, s->count, err);
}

/* The whole log anew, each event chained to the one before. */
void
log_write_chained(struct log_scene *s)
{
	struct err err = {0};
	fixture_forced(&s->f, "DELETE FROM ledger_event");
	fixture_forced(&s->f, "DELETE FROM ledger_node");
	must(db_do(s->f.s->db, log_append_rows, s, &err));
}

void
log_sign_again(struct log_scene *s)
{
	struct err err = {0};
	char seen[PATH_MAX + 8];

	fixture_forced(&s->f, "DELETE FROM ledger_cosignature");
	fixture_forced(&s->f, "DELETE FROM ledger_checkpoint");
	snprintf(seen, sizeof(seen), "%s.seen", s->f.s->log_key_path);
	assert_int_equal(unlink(seen), 0);
	must(ledger_tend(s->f.s, true, &err));
}

struct event_row *
log_find_row(struct log_scene *s, const char *type, const char *run)
{
	for (size_t i = 0; i < s->count; i++)
		if (str_is(s->rows[i].type, type) && str_is(s->rows[i].run, run))
			return &s->rows[i];
	fail_msg("no event '%s'", type);
	abort();
}

struct str
log_replaced(struct log_scene *s, struct str text, const char *from, const char *to)
{
	size_t at = str_find(text, str_from(from), 0);

	assert_true(at < text.n);
	return str_from(arena_printf(s->f.a, "%.*s%s%.*s", (int)at, text.p, to,
	    (int)(text.n - at - strlen(from)), text.p + at + strlen(from)));
}

void
log_turn_the_rejection(struct log_scene *s)
{
	log_read_rows(s);
	struct event_row *vote = log_find_row(s, "approval.voted", s->runs[0].run);
	vote->data = log_replaced(s, vote->data, "\"reject\"", "\"approve\"");
	log_write_chained(s);
}
