/* SPDX-License-Identifier: MIT */
/*
 * store_driver VERB WHERE ...: a worker without a sandbox, for tests that shake the world under it.
 *
 *   tables WHERE           in PostgreSQL a store's tables and guards, as its first opening makes them, and no more
 *   init WHERE             makes the store, and ann
 *   submit WHERE FROM TO   runs with the keys run-FROM ... run-(TO - 1)
 *   work WHERE NAME        claims and finishes until nothing was due for two seconds
 *   drain WHERE NAME       the same, and ends as soon as no job is left
 *   lose WHERE             every lease is over, and every job is due
 *   fill WHERE             stores contents of 64 KiB until there is no room; prints how many
 *   check WHERE            what must hold, holds; prints "STATE COUNT REASON" for all runs
 *
 * A store that is away is waited for; a job whose step failed so is dropped, as a dead worker
 * would.
 */
#include "run_steps.h"
#include "queue.h"

#include "clock.h"
#include "migrate.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define IDLE_US 2000000
#define AWAY_US 60000000
#define PAUSE_US 20000

struct driver {
	struct store *s;
	struct arena *a;
	char **words;
	int count;
};

static bool
is_away(const struct err *err, int64_t since_us)
{
	bool is_full = strstr(err->message, "no room") != NULL;

	if (err->code != ERR_SYSTEM || is_full || clock_us() - since_us > AWAY_US)
		return false;
	usleep(PAUSE_US);
	return true;
}

static bool
submit(struct driver *d, struct err *err)
{
	for (long i = strtol(d->words[0], NULL, 10); i < strtol(d->words[1], NULL, 10); i++) {
		int64_t since = clock_us();
		struct stored_run run;
		struct job job;
		char key[32];
		bool fresh;

		snprintf(key, sizeof(key), "run-%ld", i);
		while (!steps_submit(d->s, d->a, key, NULL, &run, &job, &fresh, err))
			if (!is_away(err, since))
				return false;
	}
	return true;
}

/* A clock that was set back is refused until it stands where it was. */
static bool
is_early(const struct err *err)
{
	static const char *const words[] = {
	    "the clock ", "the time of an event must not be in the future"};

	for (size_t i = 0; err->code == ERR_REFUSED && i < ARRAY_LENGTH(words); i++)
		if (strstr(err->message, words[i]))
			return true;
	return false;
}

/* Another worker, a deadline or a clock may have taken it away: that is not this one's failure. */
static bool
drive(struct driver *d, struct job *job, struct err *err)
{
	struct arena *a = arena_new((size_t)1 << 20);
	struct stored_run run;
	bool good = a && runs_get(d->s, a, job->run, &run, err) &&
		    steps_resume(d->s, job, run.state, STATE_ANSWERED, NULL, err);

	arena_free(a);
	return good || err->code == ERR_SYSTEM || err->code == ERR_FENCED || is_early(err);
}

static bool
count(void *context, const struct db_row *row)
{
	*(int64_t *)context = db_column_int(row, 0);
	return true;
}

/* False of a store that is away, too. */
static bool
is_drained(struct driver *d)
{
	int64_t jobs = 1;
	struct err err;

	return db_query(d->s->db, "SELECT count(*) FROM job", NULL, 0, count, &jobs, &err) &&
	       jobs == 0;
}

static bool
work(struct driver *d, bool lingers, struct err *err)
{
	struct sweep_report report;
	int64_t busy = clock_us();

	while (clock_us() - busy < IDLE_US) {
		struct job job;
		if (queue_claim(d->s, d->words[0], &job, err)) {
			if (!drive(d, &job, err))
				return false;
			busy = clock_us();
		} else if (err->code == ERR_NONE || is_early(err)) {
			if (!lingers && is_drained(d))
				return true;
			usleep(PAUSE_US);
		} else if (is_away(err, busy)) {
			busy = clock_us();
		} else {
			return false;
		}
		/* A clock that was set back is refused, and goes on. */
		if (!store_sweep(d->s, &report, err) && err->code != ERR_SYSTEM &&
		    err->code != ERR_REFUSED)
			return false;
	}
	return true;
}

static bool
fill(struct driver *d, struct err *err)
{
	static char bytes[65536];
	char sha256[DIGEST_HEX_BYTES];
	long made = 0;

	do
		random_bytes(bytes, sizeof(bytes));
	while (content_put(d->s, (struct str){bytes, sizeof(bytes)}, "application/octet-stream",
		   sha256, err) &&
	       ++made < 100000);
	printf("%ld\n", made);
	return err->code == ERR_SYSTEM && strstr(err->message, "no room") != NULL;
}

static bool
show(void *context, const struct db_row *row)
{
	(void)context;
	printf("%.*s %lld %.*s\n", STR_ARG(db_column_text(row, 0)),
	    (long long)db_column_int(row, 1), STR_ARG(db_column_text(row, 2)));
	return true;
}

static bool
act(struct driver *d, const char *verb, struct err *err)
{
	struct fixture f = {.s = d->s, .a = d->a};

	if (strcmp(verb, "submit") == 0 && d->count == 2)
		return submit(d, err);
	if ((strcmp(verb, "work") == 0 || strcmp(verb, "drain") == 0) && d->count == 1)
		return work(d, *verb == 'w', err);
	if (strcmp(verb, "fill") == 0)
		return fill(d, err);
	if (strcmp(verb, "init") == 0) {
		steps_ann(&f);
		return true;
	}
	if (strcmp(verb, "lose") == 0) {
		fixture_sql(&f, "UPDATE job SET lease_until_us = now_us() - 1, attempts_max = "
				"1000000 WHERE state = 'leased'");
		fixture_sql(&f, "UPDATE job SET due_us = now_us() WHERE state = 'ready'");
		return true;
	}
	if (strcmp(verb, "check") != 0)
		return err_set(err, ERR_USAGE, "'%s' is no verb", verb);
	steps_assert_sane(&f);
	return db_query(d->s->db,
	    "SELECT state, count(*), reason FROM run GROUP BY state, reason ORDER BY state", NULL,
	    0, show, NULL, err);
}

static bool
make_tables(const char *where, struct err *err)
{
	struct db *db;

	if (!postgres_open(where, &db, err))
		return false;
	bool made = store_migrate(db, err);
	db->engine->close(db);
	return made;
}

int
main(int argc, char **argv)
{
	struct driver d = {.a = arena_new((size_t)256 << 20)};
	struct err err = {0};
	int64_t since = clock_us();

	if (argc < 3 || !d.a)
		return EXIT_FAILURE;
	d.words = argv + 3;
	d.count = argc - 3;
	bool good, tables = strcmp(argv[1], "tables") == 0;
	if (tables)
		good = make_tables(argv[2], &err);
	else
		while (!(good = store_open(d.a, argv[2], &d.s, &err)) && is_away(&err, since))
			;
	if (!good || (!tables && !act(&d, argv[1], &err))) {
		fprintf(stderr, "store_driver: %s\n", err.message);
		return EXIT_FAILURE;
	}
	store_close(d.s);
	arena_free(d.a);
	return EXIT_SUCCESS;
}
