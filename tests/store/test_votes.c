/* SPDX-License-Identifier: MIT */
/*
 * Votes, vetoes, deciders, editors and consumers that meet in several processes, and processes that
 * are killed among them: nothing is used twice, nothing passes a standing veto, nothing passes
 * without all that its rule asks for.
 */
#include "crowd.h"
#include "queue.h"
#include "voters.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define CROWDS 6
#define ROUNDS 50
#define MEMBERS 7
#define TRIES 12
#define KILLS 40
#define WITHIN_US 30000

struct round_of_votes {
	struct waiting w;
	struct str ann, bob, cyd;
	char edited[DIGEST_HEX_BYTES];
};

static struct round_of_votes rounds[ROUNDS];

struct tally {
	atomic_size_t used[ROUNDS];
};

/* A refusal is an answer here; a failure of the world is not. */
static bool
heard(bool good, const char *what, const struct err *err)
{
	crowd_must(good || err->code == ERR_REFUSED || err->code == ERR_INPUT ||
		       err->code == ERR_FENCED || err->code == ERR_NONE,
	    what, err);
	return good;
}

static void
make_rounds(struct voters *v)
{
	for (size_t r = 0; r < ROUNDS; r++) {
		struct round_of_votes *one = &rounds[r];
		char text[64];
		waiting_new(v, &one->w, 2);
		one->ann = ballot(v, &one->w, ANN, VOTE_APPROVE, NULL);
		one->bob = ballot(v, &one->w, BOB, VOTE_APPROVE, NULL);
		one->cyd = ballot(v, &one->w, CYD,
		    r % 3 == 0   ? VOTE_REJECT
		    : r % 3 == 1 ? VOTE_APPROVE
				 : VOTE_REQUEST_CHANGES,
		    NULL);
		snprintf(text, sizeof(text), "edited(%zu)\n", r);
		fixture_content(v->f, text, one->edited);
	}
}

static void
vote(struct crowd_member *m, struct str envelope)
{
	enum approval_state now;
	struct err err = {0};

	heard(approvals_vote(m->s, m->a, &voters.trust, envelope, &now, &err), "vote", &err);
}

static void
decide(struct crowd_member *m, const struct round_of_votes *one, const char *actor)
{
	enum approval_state now;
	struct err err = {0};

	heard(approvals_decide(m->s, m->a, &voters.trust, one->w.approval, actor, &now, &err),
	    "decide", &err);
}

/* Takes whatever job there is, and uses its approval. */
static void
consume(struct crowd_member *m, struct tally *t)
{
	char worker[STORE_ID_BYTES];
	struct err err = {0};
	struct job job;

	snprintf(worker, sizeof(worker), "wrk_%zu", m->who);
	store_believe(m->s, &voters.trust);
	for (size_t i = 0; i < TRIES; i++) {
		err = (struct err){0};
		if (!heard(queue_claim(m->s, worker, &job, &err), "claim", &err))
			continue;
		for (size_t r = 0; r < ROUNDS; r++) {
			const struct waiting *w = &rounds[r].w;
			if (strcmp(w->run, job.run) == 0 &&
			    heard(approvals_consume(m->s, &job, w->approval, w->subject, &err),
				"consume", &err))
				atomic_fetch_add(&t->used[r], 1);
		}
	}
}

static void
interfere(struct crowd_member *m, const struct round_of_votes *one, size_t r)
{
	struct err err = {0};
	bool good = true;

	fixture.s = m->s; /* this process's */
	store_believe(m->s, &voters.trust);
	switch (r % 6) {
	case 0:
		good = approvals_withdraw(m->s,
		    acted(&voters, RAE, ACT_WITHDRAW, one->w.approval, NULL, "no more"), &err);
		break;
	case 1:
		good = approvals_revoke(
		    m->s, acted(&voters, OPA, ACT_REVOKE, one->w.approval, NULL, "a freeze"), &err);
		break;
	case 2:
		good = edited(&voters, DAN, one->w.approval, one->edited, &err);
		break;
	case 3:
		good = approvals_withdraw_vote(m->s,
		    acted(&voters, ANN, ACT_WITHDRAW_VOTE, one->w.approval, NULL, "I was wrong"),
		    &err);
		break;
	case 4:
		good = commented(&voters, CYD, one->w.approval,
		    &(struct comment_words){.body = STR("what is this?"),
			.line_from = 1,
			.line_to = 1,
			.must_resolve = true},
		    &err);
		break;
	default:
		decide(m, one, "cyd");
		break;
	}
	heard(good, "interfere", &err);
}

static void
take_part(struct crowd_member *m)
{
	struct tally *t = m->shared;

	for (size_t r = 0; r < ROUNDS; r++) {
		crowd_meet();
		switch (m->who) {
		case 0:
			vote(m, rounds[r].ann);
			break;
		case 1:
			vote(m, rounds[r].bob);
			break;
		case 2:
			vote(m, rounds[r].cyd);
			break;
		case 3:
			decide(m, &rounds[r], "ann");
			break;
		case 4:
			interfere(m, &rounds[r], r);
			break;
		default:
			consume(m, t);
			break;
		}
	}
}

static const struct {
	const char *what, *sql;
} NEVER[] = {
    {"approved with a standing veto",
	"SELECT count(*) FROM approval a WHERE a.state IN ('approved', 'consumed') AND EXISTS ("
	"SELECT 1 FROM approval_vote v WHERE v.approval_id = a.id AND v.withdrawn_us IS NULL"
	" AND v.decision IN ('reject', 'request_changes'))"},
    {"approved without all needs",
	"SELECT count(*) FROM approval a JOIN approval_need n ON n.approval_id = a.id"
	" WHERE a.state IN ('approved', 'consumed') AND n.n > (SELECT count(DISTINCT v.voter_id)"
	" FROM approval_vote v WHERE v.approval_id = a.id AND v.need = n.name"
	" AND v.decision = 'approve' AND v.withdrawn_us IS NULL)"},
    {"approved with something unresolved",
	"SELECT count(*) FROM approval a JOIN approval_comment c ON c.approval_id = a.id"
	" WHERE c.must_resolve = 1 AND c.resolved_us IS NULL AND a.decided_us > c.made_us"},
    {"used, and its run does not run",
	"SELECT count(*) FROM approval a JOIN run r ON r.id = a.run_id WHERE a.state = 'consumed'"
	" AND r.state NOT IN ('running', 'ran')"},
    {"running without a used approval",
	"SELECT count(*) FROM run r WHERE r.state IN ('running', 'ran') AND NOT EXISTS (SELECT 1"
	" FROM approval a WHERE a.run_id = r.id AND a.state = 'consumed')"},
    {"approved without a job",
	"SELECT count(*) FROM run r WHERE r.state IN ('approved', 'generated') AND NOT EXISTS ("
	"SELECT 1 FROM job j WHERE j.run_id = r.id)"},
    {"a job of a run that waits or has ended",
	"SELECT count(*) FROM job j JOIN run r ON r.id = j.run_id WHERE r.state IN"
	" ('awaiting_approval', 'rejected', 'cancelled')"},
    {"two effects of one revision",
	"SELECT count(*) FROM (SELECT run_id FROM effect GROUP BY run_id, revision, kind"
	" HAVING count(*) > 1) AS twice"},
    {"rejected, and its run is not",
	"SELECT count(*) FROM approval a JOIN run r ON r.id = a.run_id WHERE a.state IN"
	" ('rejected', 'revoked') AND r.state <> 'rejected'"},
};

static void
assert_nothing_wrong(void)
{
	for (size_t i = 0; i < ARRAY_LENGTH(NEVER); i++) {
		int64_t count = fixture_number(&fixture, NEVER[i].sql);
		if (count != 0)
			fail_msg("%s: %d times", NEVER[i].what, (int)count);
	}
}

static void
whoever_meets_whom_nothing_is_approved_or_used_that_may_not_be(void **state)
{
	struct tally *t = crowd_share(sizeof(*t));
	size_t used = 0;

	for (size_t c = 0; c < CROWDS; c++) {
		make_rounds(*state);
		memset(t, 0, sizeof(*t));
		crowd_run(&fixture, MEMBERS, take_part, t);
		store_believe(fixture.s, &voters.trust);
		assert_nothing_wrong();
		for (size_t r = 0; r < ROUNDS; r++) {
			assert_true(atomic_load(&t->used[r]) <= 1);
			used += atomic_load(&t->used[r]);
		}
	}
	assert_int_equal(used,
	    fixture_number(&fixture, "SELECT count(*) FROM approval WHERE state = 'consumed'"));
	/* A race that nobody ever wins, or loses, shows nothing. */
	assert_true(used > 0);
	assert_true(
	    fixture_number(&fixture, "SELECT count(*) FROM approval WHERE state = 'rejected'") > 0);
	print_message("%zu of %d were used\n", used, CROWDS * ROUNDS);
}

/* -- kills ----------------------------------------------------------------------------------- */

struct life {
	unsigned end_us; /* 0: it lives on */
};

static void
walk_all(struct crowd_member *m)
{
	const struct waiting *w = &rounds[0].w;
	struct err err = {0};
	struct job job;

	vote(m, rounds[0].ann);
	vote(m, rounds[0].bob);
	if (!heard(queue_claim(m->s, "wrk_mortal", &job, &err), "claim", &err))
		return;
	if (heard(approvals_consume(m->s, &job, w->approval, w->subject, &err), "consume", &err))
		heard(runs_advance(m->s, &job,
			  &(struct run_change){.to = STATE_RAN, .output_sha256 = w->code}, &err),
		    "advance", &err);
}

static void
live(struct crowd_member *m)
{
	const struct life *life = m->shared;

	if (life->end_us == 0) {
		walk_all(m);
		return;
	}
	pid_t watch = fork();
	crowd_must(watch >= 0, "fork", NULL);
	if (watch == 0) {
		usleep(life->end_us);
		kill(getppid(), SIGKILL);
		_exit(0);
	}
	walk_all(m);
	for (;;)
		pause();
}

static void
assert_walked(void)
{
	struct waiting *w = &rounds[0].w;

	waiting_reload(&voters, w);
	assert_int_equal(w->stored.state, APPROVAL_CONSUMED);
	assert_int_equal(w->stored.vote_count, 2);
	assert_int_equal(run_state_now(&voters, w->run), STATE_RAN);
	assert_nothing_wrong();
}

static void
a_kill_at_any_moment_leaves_a_vote_and_its_use_whole_or_undone(void **state)
{
	struct life *life = crowd_share(sizeof(*life));

	for (size_t i = 0; i < KILLS; i++) {
		struct voters *v = *state;
		waiting_new(v, &rounds[0].w, 2);
		rounds[0].ann = ballot(v, &rounds[0].w, ANN, VOTE_APPROVE, NULL);
		rounds[0].bob = ballot(v, &rounds[0].w, BOB, VOTE_APPROVE, NULL);
		life->end_us = (unsigned)(1 + i * WITHIN_US / KILLS);
		assert_int_equal(crowd_run(&fixture, 1, live, life), 1);
		store_believe(fixture.s, &voters.trust);
		assert_nothing_wrong();
		fixture_sql(&fixture,
		    "UPDATE job SET lease_until_us = now_us() - 1 WHERE state = 'leased'");
		life->end_us = 0;
		if (run_state_now(v, rounds[0].w.run) != STATE_RAN)
			assert_int_equal(crowd_run(&fixture, 1, live, life), 0);
		store_believe(fixture.s, &voters.trust);
		assert_walked();
		fixture_forced(&fixture, "DELETE FROM job");
	}
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, voters_set_up, voters_tear_down)

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    TEST(whoever_meets_whom_nothing_is_approved_or_used_that_may_not_be),
	    TEST(a_kill_at_any_moment_leaves_a_vote_and_its_use_whole_or_undone),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
