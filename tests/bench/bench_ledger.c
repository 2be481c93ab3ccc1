/* SPDX-License-Identifier: MIT */
/*
 * bench_ledger sqlite|postgresql FOLDER EVENTS: appends and verification beside the raw engine
 * (bench_rows.h), in one run: a transaction of one, a transaction of the other, in turns, so that
 * whatever else the machine does meets both alike. FOLDER is where SQLite's files are made, or the
 * folder of the server's socket.
 */
#include "bench_rows.h"
#include "inside.h"
#include "ledger_parts.h"
#include "store.h"

#include "clock.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#define BATCH 1000
#define ALONE 500
#define RUN "run_01m7yed6dnwdb7zjv40q78gn1k"
#define DATA "{\"exception\":\"exc_01m7yed6dnwdb7zjv40q78gn1k\"}"

static void
must(bool good, const struct err *err)
{
	if (good)
		return;
	fprintf(stderr, "bench_ledger: %s\n", err->message);
	exit(EXIT_FAILURE);
}

struct bench {
	struct store *s;
	struct rows *raw;
	bool lite;
	struct event_row rows[BATCH];
	char writer[STORE_ID_BYTES];
	long from, written; /* by this writer: before this transaction, and now */
};

/* -- what is measured ------------------------------------------------------------------------ */

static void
fill(struct bench *b, struct event_row *e)
{
	*e = (struct event_row){.time_us = clock_utc_us(),
	    .mono_us = clock_us(),
	    .writer_seq = ++b->written,
	    .type = STR("exception.used"),
	    .actor = STR("ann"),
	    .run = STR(RUN),
	    .boot = STR("b9fe8d18"),
	    .writer = str_from(b->writer),
	    .data = STR(DATA)};
}

static bool
append_batch(struct db *db, void *context, struct err *err)
{
	struct bench *b = context;
	struct log_head head;

	b->written = b->from; /* a transaction may be run again */
	for (long i = 0; i < BATCH; i++)
		fill(b, &b->rows[i]);
	return ledger_head_read(db, &head, err) && ledger_append(db, &head, b->rows, BATCH, err);
}

static bool
note_one(struct db *db, void *context, struct err *err)
{
	(void)context;
	return ledger_note(db,
	    &(struct event_note){.kind = EVENT_EXCEPTION_USED,
		.actor = "ann",
		.run = RUN,
		EVENT_VALUES({.name = "exception", .text = STR("exc_01m7yed6dnwdb7zjv40q78gn1k")})},
	    err);
}

static bool
note_batch(struct db *db, void *context, struct err *err)
{
	for (long i = 0; i < BATCH; i++)
		if (!note_one(db, context, err))
			return false;
	return true;
}

static void
append(struct bench *b)
{
	struct err err = {0};

	b->from = b->written;
	must(db_do(b->s->db, append_batch, b, &err), &err);
}

static void
note_alone(struct bench *b)
{
	struct err err = {0};

	must(db_do(b->s->db, note_one, b, &err), &err);
}

static void
note_together(struct bench *b)
{
	struct err err = {0};

	must(db_do(b->s->db, note_batch, b, &err), &err);
}

static void
order(struct bench *b)
{
	struct err err = {0};

	must(ledger_tend(b->s, false, &err), &err);
}

/* -- taking turns ---------------------------------------------------------------------------- */

struct turns {
	const char *name;
	void (*ours)(struct bench *b);
	void (*before)(struct bench *b); /* not measured; or NULL */
	long rows, times;                /* in a transaction, and how often */
};

/* By the clock, and by the processor's time of this program: in SQLite that is all the work, and
 * what else the machine does is not in it. */
struct spent {
	int64_t clock_us, cpu_us;
};

static struct spent
now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (struct spent){clock_us(), (int64_t)t.tv_sec * 1000000 + t.tv_nsec / 1000};
}

static void
add_since(struct spent *sum, struct spent began)
{
	struct spent ended = now();

	sum->clock_us += ended.clock_us - began.clock_us;
	sum->cpu_us += ended.cpu_us - began.cpu_us;
}

static void
take_turns(struct bench *b, const struct turns *t)
{
	struct spent ours = {0, 0}, raw = {0, 0};

	for (long i = 0; i < t->times; i++) {
		if (t->before)
			t->before(b);
		struct spent began = now();
		t->ours(b);
		add_since(&ours, began);
		began = now();
		rows_insert(b->raw, t->rows);
		add_since(&raw, began);
	}
	double rows = (double)(t->rows * t->times) * 1e6;
	printf("  %-34s %8.0f events/s, raw %8.0f rows/s: %.2f times", t->name,
	    rows / (double)ours.clock_us, rows / (double)raw.clock_us,
	    (double)ours.clock_us / (double)raw.clock_us);
	if (b->lite)
		printf("; processor %.1f us, raw %.1f us: %.2f times",
		    (double)ours.cpu_us * 1e6 / rows, (double)raw.cpu_us * 1e6 / rows,
		    (double)ours.cpu_us / (double)raw.cpu_us);
	putchar('\n');
}

/* -- verifying ------------------------------------------------------------------------------- */

/* The most memory since the last call, in KiB. */
static long
peak_kib(void)
{
	FILE *clear = fopen("/proc/self/clear_refs", "we"), *status;
	char line[200];
	long kib = 0;

	status = fopen("/proc/self/status", "re");
	while (status && fgets(line, sizeof(line), status))
		if (strncmp(line, "VmHWM:", 6) == 0)
			kib = strtol(line + 6, NULL, 10);
	if (status)
		fclose(status);
	if (clear) {
		fputs("5", clear);
		fclose(clear);
	}
	return kib;
}

static void
tell_problem(void *context, const struct ledger_problem *p)
{
	/* What the batches write has a writer that no transaction took. */
	(void)context;
	fprintf(stderr, "%lld %s: %.*s\n", (long long)p->seq, p->kind, STR_ARG(p->message));
}

static void
verify(struct bench *b, struct arena *a)
{
	const struct ledger_check check = {.problem = tell_problem};
	int64_t events, began = clock_us();
	struct err err = {0};
	size_t problems;
	long read = rows_read(b->raw);
	double raw = (double)(clock_us() - began) / (double)read;

	(void)peak_kib();
	began = clock_us();
	must(ledger_verify(b->s, a, &check, &events, &problems, &err), &err);
	double ours = (double)(clock_us() - began) / (double)events;
	printf("  %-34s %8.0f events/s, raw %8.0f rows/s read: %.2f times; peak %ld KiB for %lld "
	       "events\n",
	    "verify", 1e6 / ours, 1e6 / raw, ours / raw, peak_kib(), (long long)events);
	if (problems > 0)
		must(err_set(&err, ERR_INTERNAL, "%zu problems", problems), &err);
}

/* -- one engine ------------------------------------------------------------------------------ */

static void
run(struct bench *b, struct arena *a, bool lite, long events)
{
	const struct turns turns[] = {
	    {"one event a transaction", note_alone, NULL, 1, ALONE},
	    {lite ? "notes, 1,000 a transaction" : "left to be ordered, 1,000 together",
		note_together, NULL, BATCH, 10},
	    {"ordered, 1,000 together", order, note_together, BATCH, 10},
	    {"appends, 1,000 a transaction", append, NULL, BATCH, events / BATCH},
	};

	for (size_t i = 0; i < ARRAY_LENGTH(turns); i++) {
		if (lite && turns[i].ours == order)
			continue;
		take_turns(b, &turns[i]);
		if (!lite)
			order(b);
	}
	verify(b, a);
}

int
main(int argc, char **argv)
{
	struct arena *a = arena_new((size_t)64 << 20);
	struct bench *b = calloc(1, sizeof(*b));
	char schema[STORE_ID_BYTES], where[400], key[400];
	struct err err = {0};
	struct buf body;

	if (!a || !b || argc != 4) {
		fputs("usage: bench_ledger sqlite|postgresql FOLDER EVENTS\n", stderr);
		return EXIT_FAILURE;
	}
	bool lite = strcmp(argv[1], "sqlite") == 0;
	store_id("wrt", b->writer);
	buf_init(&body, 4096);
	fill(b, &b->rows[0]);
	b->rows[0].prev_sha256 =
	    STR("0b703b3a3dd1a4b32966a8479b10792be77c1abec1503faed86857a5623603a5");
	b->rows[0].seq = strtol(argv[3], NULL, 10);
	event_body(&b->rows[0], &body);
	b->written = 0;
	b->lite = lite;
	b->raw = rows_open(lite, argv[2], buf_view(&body));
	store_id("own", schema);
	if (!lite)
		rows_make_place(b->raw, schema);
	if (lite)
		snprintf(where, sizeof(where), "sqlite:%s/store.db", argv[2]);
	else
		snprintf(where, sizeof(where),
		    "host=%s dbname=postgres user=sluice options=-csearch_path=%s", argv[2],
		    schema);
	/* The log's key goes with the figures, and not into the user's state folder. */
	snprintf(key, sizeof(key), "%s/%s.key", argv[2], schema);
	if (setenv("SLUICE_LOG_KEY", key, 1) != 0)
		return EXIT_FAILURE;
	must(store_open(a, where, &b->s, &err), &err);
	printf("%s, %s events\n", argv[1], argv[3]);
	run(b, a, lite, strtol(argv[3], NULL, 10));
	store_close(b->s);
	rows_close(b->raw);
	buf_release(&body);
	free(b);
	arena_free(a);
	return EXIT_SUCCESS;
}
