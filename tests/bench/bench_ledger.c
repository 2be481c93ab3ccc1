/* SPDX-License-Identifier: MIT */
/*
 * bench_ledger [EVENTS]: appends and verification beside the raw engine, in one run: the same rows
 * into the same table without guards, chain and tree. In batches of 1,000 a transaction.
 */
#include "inside.h"
#include "ledger_parts.h"

#include "clock.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

#define BATCH 1000

static void
must(bool good, const struct err *err)
{
	if (good)
		return;
	fprintf(stderr, "bench_ledger: %s\n", err->message);
	exit(1);
}

struct batch {
	struct event_row rows[BATCH];
	long from;
	struct log_head head;
};

static bool
append(struct db *db, void *context, struct err *err)
{
	struct batch *b = context;

	for (long i = 0; i < BATCH; i++)
		b->rows[i] = (struct event_row){.time_us = clock_utc_us(),
		    .mono_us = clock_us(),
		    .writer_seq = b->from + i + 1,
		    .type = STR("exception.used"),
		    .actor = STR("ann"),
		    .run = STR("run_01m7yed6dnwdb7zjv40q78gn1k"),
		    .boot = STR("b9fe8d18"),
		    .writer = STR("bench"),
		    .data = STR("{\"exception\":\"exc_01m7yed6dnwdb7zjv40q78gn1k\"}")};
	return ledger_head_read(db, &b->head, err) &&
	       ledger_append(db, &b->head, b->rows, BATCH, err);
}

static bool
note(struct db *db, void *context, struct err *err)
{
	(void)context;
	for (long i = 0; i < BATCH; i++)
		if (!ledger_note(db,
			&(struct event_note){.kind = EVENT_EXCEPTION_USED,
			    .actor = "ann",
			    EVENT_VALUES({.name = "exception",
				.text = STR("exc_01m7yed6dnwdb7zjv40q78gn1k")})},
			err))
			return false;
	return true;
}

static bool
raw(struct db *db, void *context, struct err *err)
{
	const struct batch *b = context;
	static const char zeros[] =
	    "0000000000000000000000000000000000000000000000000000000000000000";
	static const char body[] =
	    "{\"actor\":\"ann\",\"data\":{\"exception\":\"exc_01m7yed6dnwdb7zjv40q78gn1k\"},"
	    "\"mono\":{\"boot\":\"b9fe8d18\",\"us\":19207303512},\"prev\":\"0b703b3a3dd1a4b32966a8"
	    "479b10792be77c1abec1503faed86857a5623603a5\",\"run\":\"run_01m7yed6dnwdb7zjv40q78gn1k"
	    "\",\"seq\":3,\"time\":\"2026-11-21T06:58:53.497080Z\",\"type\":\"exception.used\","
	    "\"v\":1,\"writer\":{\"id\":\"bench\",\"seq\":4}}";

	for (long i = 0; i < BATCH; i++)
		if (!db_change(db,
			"INSERT INTO raw_event (seq, time_us, type, actor, run_id, writer, "
			"writer_seq, prev_sha256, leaf_sha256, body) VALUES ($1, $2, $3, $4, $5, "
			"$6, "
			"$7, $8, $9, $10)",
			VALUES(db_int(b->from + i), db_int(1), db_zero("exception.used"),
			    db_zero("ann"), db_zero("run_01m7yed6dnwdb7zjv40q78gn1k"),
			    db_zero("bench"), db_int(b->from + i + 1), db_zero(zeros),
			    db_zero(zeros), db_zero(body)),
			NULL, err))
			return false;
	return true;
}

static double
timed(struct db *db, db_work *work, struct batch *b, long events)
{
	int64_t began = clock_us();
	struct err err = {0};

	for (b->from = 0; b->from < events; b->from += BATCH)
		must(db_do(db, work, b, &err), &err);
	return (double)events / ((double)(clock_us() - began) / 1e6);
}

static long
resident_kib(void)
{
	struct rusage use;

	getrusage(RUSAGE_SELF, &use);
	return use.ru_maxrss;
}

static void
tell_problem(void *context, const struct ledger_problem *p)
{
	(void)context;
	fprintf(stderr, "%lld %s: %.*s\n", (long long)p->seq, p->kind, STR_ARG(p->message));
}

static void
verify(struct store *s, struct arena *a)
{
	/* What the batches write has one writer, which no transaction took: told, not counted. */
	const struct ledger_check check = {.problem = tell_problem};
	long before = resident_kib();
	int64_t began = clock_us(), events;
	size_t problems;
	struct err err = {0};

	must(ledger_verify(s, a, &check, &events, &problems, &err), &err);
	printf("verify            %8.0f events/s  %lld events, %zu problems, %ld KiB more memory\n",
	    (double)events / ((double)(clock_us() - began) / 1e6), (long long)events, problems,
	    resident_kib() - before);
}

int
main(int argc, char **argv)
{
	long events = argc > 1 ? strtol(argv[1], NULL, 10) : 100000;
	struct arena *a = arena_new((size_t)64 << 20);
	struct batch *b = calloc(1, sizeof(*b));
	char folder[] = "/tmp/sluice-bench-XXXXXX", where[64], path[64];
	struct store *s;
	struct db *db;
	struct err err = {0};

	if (!a || !b || !mkdtemp(folder))
		return 1;
	snprintf(where, sizeof(where), "sqlite:%s/store.db", folder);
	snprintf(path, sizeof(path), "%s/raw.db", folder);
	must(store_open(a, where, &s, &err), &err);
	must(sqlite_open(path, &db, &err), &err);
	must(
	    db->engine->script(db,
		"CREATE TABLE raw_event (seq INTEGER PRIMARY KEY, time_us INTEGER, type TEXT, "
		"actor "
		"TEXT, run_id TEXT, approval_id TEXT, writer TEXT, writer_seq INTEGER, prev_sha256 "
		"TEXT, leaf_sha256 TEXT, body TEXT, UNIQUE (writer, writer_seq)) STRICT; CREATE "
		"INDEX raw_by_run ON raw_event (run_id, seq);",
		&err),
	    &err);
	double engine = timed(db, raw, b, events), appended = timed(s->db, append, b, events);
	double noted = timed(s->db, note, b, events / 10);
	printf("raw inserts       %8.0f rows/s\n", engine);
	printf("appends           %8.0f events/s  raw is %.2f times as fast\n", appended,
	    engine / appended);
	printf(
	    "notes, each alone %8.0f events/s  raw is %.2f times as fast\n", noted, engine / noted);
	verify(s, a);
	db->engine->close(db);
	store_close(s);
	free(b);
	arena_free(a);
	printf("left behind: %s\n", folder);
	return 0;
}
