/* SPDX-License-Identifier: MIT */
/*
 * metrics.h: what is counted, for Prometheus.
 *
 * The service's own work is counted where it is done. The workers' work, maybe in other processes and on
 * other machines, is read from the ledger as it grows: each event once, in order. So counters begin
 * at 0 with the service, as Prometheus expects, and several services on one store count the same
 * runs each. Private to this folder.
 */
#ifndef SERVICE_METRICS_H
#define SERVICE_METRICS_H

#include "run.h"
#include "store.h"

#include <pthread.h>

#define BUCKETS 14
#define ROUTES_COUNTED 96
#define RULES_COUNTED 256
#define RULE_BYTES 80

struct histogram {
	uint64_t buckets[BUCKETS], count; /* buckets: each for itself, not summed up */
	double sum;                       /* in seconds */
};

struct metrics {
	pthread_mutex_t lock;
	struct histogram http[ROUTES_COUNTED]; /* by the place in the table of routes */
	uint64_t statuses[6];                  /* by the first digit */
	int64_t seq;                           /* of the ledger: what is read */
	pthread_mutex_t reading;
	struct histogram stages[STAGE_COUNT], whole, people;
	uint64_t outcomes[STATE_COUNT], verdicts[3], box_starts, requests, prompt_tokens,
	    completion_tokens, cost_micros;
	struct rule_count {
		char rule[RULE_BYTES], decision[16];
		uint64_t count;
	} rules[RULES_COUNTED]; /* the last: all further ones */
	size_t rule_count;
	/* Told of each run that is over, where not NULL. */
	void (*ended)(void *context, const struct stored_run *run, const struct run_step *steps,
	    size_t count);
	void *context;
};

void metrics_begin(struct metrics *m);
/* From here on: what is in the ledger already is not counted. */
bool metrics_follow(struct metrics *m, struct store *s, struct err *err);
void metrics_request(struct metrics *m, size_t route, unsigned status, int64_t took_us);
/* Reads on in the ledger. */
bool metrics_read(struct metrics *m, struct store *s, struct err *err);
/* The labels of a route, by its place; false where there is none. */
typedef bool metrics_label(const void *context, size_t nth, char *out, size_t size);
/* All of it in Prometheus' text. */
void metrics_write(struct metrics *m, metrics_label *label, const void *context, struct buf *out);

#endif
