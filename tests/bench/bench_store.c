/* SPDX-License-Identifier: MIT */
/*
 * bench_store ENGINE FOLDER STORED: how fast runs are put into the store, claimed and finished.
 *
 * ENGINE is sqlite (FOLDER gets the files) or postgresql (FOLDER holds the server's socket). With
 * STORED finished runs in the store already, it does the same work twice, in turns: by the store's
 * functions, and by bench_raw, which speaks to the engine itself with the fewest statements that
 * write the same rows into the same tables and indexes, without guards, foreign keys off where that
 * is the engine's default. Prints a line each: what, rate of ours, rate of the raw engine, ratio of
 * the time that passed, and ratio of this process's own work, which a disk that others use does not
 * blur (SQLite works in this process; PostgreSQL does not). For SQLite also how often a run's life
 * waits for the disk.
 */
#include "bench_raw.h"

#include "inside.h"
#include "queue.h"
#include "run_steps.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define TURNS 10
#define TURN 200

static atomic_int syncs;

/* The engine's calls come here first: they are counted. */
int
fsync(int fd)
{
	atomic_fetch_add(&syncs, 1);
	return (int)syscall(SYS_fsync, fd);
}

int
fdatasync(int fd)
{
	atomic_fetch_add(&syncs, 1);
	return (int)syscall(SYS_fdatasync, fd);
}

static double
clock_s(clockid_t clock)
{
	struct timespec t;

	clock_gettime(clock, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

struct spent {
	double passed_s, worked_s;
};

static void
start(struct spent *s)
{
	s->passed_s -= clock_s(CLOCK_MONOTONIC);
	s->worked_s -= clock_s(CLOCK_PROCESS_CPUTIME_ID);
}

static void
stop(struct spent *s)
{
	s->passed_s += clock_s(CLOCK_MONOTONIC);
	s->worked_s += clock_s(CLOCK_PROCESS_CPUTIME_ID);
}

static void
must(bool good, const char *what, const struct err *err)
{
	if (good)
		return;
	fprintf(stderr, "bench_store: %s: %s\n", what, err->message);
	exit(EXIT_FAILURE);
}

/* -- ours ------------------------------------------------------------------------------------ */

struct ours {
	struct store *s;
	struct arena *a;
	size_t made;
	char run[STORE_ID_BYTES];
};

static bool
submit(struct store *s, void *context, struct err *err)
{
	struct ours *o = context;
	char task[DIGEST_HEX_BYTES], text[64];
	struct run_submission wish = {.requester = "ann",
	    .title = STR("a title of usual length, for the list"),
	    .policy = STR("data-analysis"),
	    .task_sha256 = task,
	    .time_us = 3600000000,
	    .priority = 100};
	struct stored_run run;
	bool fresh;

	snprintf(text, sizeof(text), "task %zu of %p", o->made, (void *)o);
	return content_put(s, str_from(text), "text/plain", task, err) &&
	       runs_submit(s, o->a, &wish, &run, NULL, &fresh, err);
}

static void
enqueue_ours(struct ours *o)
{
	struct err err = {0};

	o->a = arena_new((size_t)1 << 20);
	must(o->a && store_do(o->s, submit, o, &err), "submit", &err);
	arena_free(o->a);
	o->made++;
}

static void
finish_ours(struct ours *o)
{
	const struct run_change end = {.to = STATE_FAILED, .reason = STR("done")};
	struct err err = {0};
	struct job job;

	must(queue_claim(o->s, "worker", &job, &err), "claim", &err);
	must(runs_advance(o->s, &job, &end, &err), "finish", &err);
}

/* -- both, in turns -------------------------------------------------------------------------- */

static void
time_ours(struct ours *o, void (*work)(struct ours *o), struct spent *s)
{
	start(s);
	for (int i = 0; i < TURN; i++)
		work(o);
	stop(s);
}

static void
time_raw(struct raw *r, void (*work)(struct raw *r), struct spent *s)
{
	start(s);
	for (int i = 0; i < TURN; i++)
		work(r);
	stop(s);
}

static void
compare(const char *what, struct ours *o, void (*work)(struct ours *o), struct raw *r,
    void (*raw_work)(struct raw *r))
{
	struct spent ours = {0}, raw = {0};

	for (int turn = 0; turn < TURNS; turn++) {
		time_ours(o, work, &ours);
		time_raw(r, raw_work, &raw);
	}
	printf("%-14s %8.0f %8.0f %6.2f %6.2f\n", what, TURN * TURNS / ours.passed_s,
	    TURN * TURNS / raw.passed_s, ours.passed_s / raw.passed_s,
	    ours.worked_s / raw.worked_s);
}

/* -- a whole life ---------------------------------------------------------------------------- */

struct life {
	struct job job;
	enum run_state from, to;
	struct ours *ours;
};

static bool
begin_life(struct store *s, void *context, struct err *err)
{
	struct life *life = context;
	struct stored_run run;
	bool fresh;

	return steps_submit(s, life->ours->a, NULL, "worker", &run, &life->job, &fresh, err);
}

static bool
step(struct store *s, void *context, struct err *err)
{
	struct life *life = context;

	struct steps_digests d;

	/* steps_resume would run again what is running. */
	if (life->to != STATE_RAN)
		return steps_resume(s, &life->job, life->from, life->to, NULL, err);
	if (!steps_contents(s, life->job.run, &d, err))
		return false;
	const struct run_change ran = steps_change(&d, STATE_RAN, NULL);
	return runs_advance(s, &life->job, &ran, err);
}

/* Each step with what it makes is one change, as the pipeline does it. */
static void
count_syncs(struct ours *o)
{
	static const enum run_state way[] = {STATE_RECEIVED, STATE_GENERATED, STATE_CHECKED,
	    STATE_RUNNING, STATE_RAN, STATE_VALIDATED, STATE_ANSWERED};
	struct life life = {.ours = o};
	struct err err = {0};
	int before = atomic_load(&syncs);

	o->a = arena_new((size_t)1 << 20);
	must(o->a && store_do(o->s, begin_life, &life, &err), "submit", &err);
	for (size_t i = 1; i < ARRAY_LENGTH(way); i++) {
		life.from = way[i - 1];
		life.to = way[i];
		must(store_do(o->s, step, &life, &err), run_state_name(way[i]), &err);
	}
	printf("a run's life of %zu steps waits for the disk %d times\n", ARRAY_LENGTH(way),
	    atomic_load(&syncs) - before);
	arena_free(o->a);
}

int
main(int argc, char **argv)
{
	struct ours o = {.made = 0};
	struct fixture f = {0};
	struct err err = {0};

	if (argc != 4) {
		fprintf(stderr, "usage: bench_store ENGINE FOLDER STORED\n");
		return EXIT_FAILURE;
	}
	bool lite = strcmp(argv[1], "sqlite") == 0;
	struct raw *raw = raw_open(lite, argv[2]);
	f.a = arena_new((size_t)64 << 20);
	raw_place_of_store(raw, f.where, sizeof(f.where));
	must(store_open(f.a, f.where, &o.s, &err), "open", &err);
	f.s = o.s;
	steps_ann(&f);
	raw_fill(raw, strtol(argv[3], NULL, 10));
	printf("%s, %s runs   ours/s    raw/s  ratio   work\n", argv[1], argv[3]);
	compare("enqueue", &o, enqueue_ours, raw, raw_enqueue);
	compare("claim, finish", &o, finish_ours, raw, raw_finish);
	if (lite)
		count_syncs(&o);
	store_close(o.s);
	raw_close(raw);
	arena_free(f.a);
	return EXIT_SUCCESS;
}
