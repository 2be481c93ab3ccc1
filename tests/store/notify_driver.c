/* SPDX-License-Identifier: MIT */
/*
 * notify_driver: the store's side of the webhook's tests.
 *
 *   notify_driver ask WHERE              a run that waits for people, and so a notice
 *   notify_driver due WHERE              every notice that is not delivered is due now
 *   notify_driver deliver WHERE URL SECRET_FILE [LINK]   prints "delivered N failed N"
 *   notify_driver unsent WHERE           prints how many are left, and the last error
 */
#include "notify.h"
#include "queue.h"
#include "run_steps.h"

#include <stdio.h>
#include <stdlib.h>

static bool
ask(struct fixture *f, struct err *err)
{
	struct approval_rule rule = steps_rule(60000000, 600000000, 60000000);
	struct run_change wait = {.to = STATE_AWAITING_APPROVAL, .approval = &rule};
	struct stored_run run;
	struct steps_digests d;
	struct job job;
	bool fresh;

	if (fixture_number(f, "SELECT count(*) FROM principal") == 0)
		steps_ann(f);
	if (!steps_submit(f->s, f->a, NULL, "w1", &run, &job, &fresh, err) ||
	    !steps_to(f->s, &job, STATE_GENERATED, err) || !steps_contents(f->s, run.id, &d, err))
		return false;
	struct run_change check = steps_change(&d, STATE_CHECKED, "escalate");
	printf("%s\n", run.id);
	return runs_advance(f->s, &job, &check, err) && runs_advance(f->s, &job, &wait, err);
}

static bool
deliver(struct fixture *f, char **words, struct err *err)
{
	const struct notify n = {
	    .url = words[0], .secret_file = words[1], .link = words[2], .timeout_ms = 1000};
	struct notify_report report;

	if (!notify_check(&n, err) || !notify_deliver(f->s, &n, 8, &report, err))
		return false;
	printf("delivered %zu failed %zu\n", report.delivered, report.failed);
	return true;
}

static bool
show(void *context, const struct db_row *row)
{
	(void)context;
	printf("%lld %.*s\n", (long long)db_column_int(row, 0), STR_ARG(db_column_text(row, 1)));
	return true;
}

static bool
act(struct fixture *f, const char *verb, char **words, struct err *err)
{
	if (strcmp(verb, "ask") == 0)
		return ask(f, err);
	if (strcmp(verb, "deliver") == 0)
		return deliver(f, words, err);
	if (strcmp(verb, "due") == 0) {
		fixture_sql(f, "UPDATE outbox SET next_us = now_us() WHERE sent_us IS NULL");
		return true;
	}
	return db_query(f->s->db,
	    "SELECT count(*), max(last_error) FROM outbox WHERE sent_us IS NULL", NULL, 0, show,
	    NULL, err);
}

int
main(int argc, char **argv)
{
	struct fixture f = {.a = arena_new((size_t)64 << 20)};
	struct err err = {0};

	if (argc < 3 || !f.a || !store_open(f.a, argv[2], &f.s, &err) ||
	    !act(&f, argv[1], argv + 3, &err)) {
		fprintf(stderr, "notify_driver: %s\n", err.message);
		return EXIT_FAILURE;
	}
	store_close(f.s);
	arena_free(f.a);
	return EXIT_SUCCESS;
}
