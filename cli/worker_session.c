/* SPDX-License-Identifier: MIT */
/*
 * `sluice worker --session ID`: the process behind one session of a service (service/interpreters.h). A line
 * `RUN JOB TOKEN` on standard input names a run that is leased to ID; once the session has driven it, standard
 * output tells how the session's text goes on. The first run says which task the session is for. It ends with
 * its input, or when the session is over.
 */
#include "actions.h"

#include "work.h"
#include "load_cache.h"
#include "parked.h"
#include "verdict_cache.h"

#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define CELL_ARENA_BYTES ((size_t)1 << 30)
#define LOOK_MS 1000

struct cells {
	struct call *c;
	struct work work;
	char self[STORE_ID_BYTES];
	struct verdict_cache *verdicts;
	struct loads loads; /* its policy is the session's for as long as that lasts */
	struct parked_cells parked;
};

/* `why`: it takes no more cells; or empty. */
static bool
report(const struct cells *t, const char *run, const char *why)
{
	struct str text = t->work.session ? session_text(t->work.session) : STR("");

	printf("%s %zu %s\n", run, text.n, why);
	fwrite(text.p, 1, text.n, stdout);
	return fflush(stdout) == 0;
}

static bool
read_job(struct str line, const char *worker, struct job *job)
{
	struct str run, id;

	*job = (struct job){.token = 0};
	snprintf(job->worker, sizeof(job->worker), "%s", worker);
	if (!str_cut(&line, ' ', &run) || !str_cut(&line, ' ', &id) || run.n >= sizeof(job->run) ||
	    id.n >= sizeof(job->id) || !str_number(str_trim(line), &job->token))
		return false;
	memcpy(job->run, run.p, run.n);
	memcpy(job->id, id.p, id.n);
	return true;
}

static bool
drive(struct cells *t, struct arena *a, struct job *job, struct err *err)
{
	struct run *run;

	return queue_renew(t->work.store, job, err) &&
	       (t->work.session ||
		   work_session(t->c->a, &t->work, job->run, &t->work.session, err)) &&
	       work_drive(a, &t->work, job, NULL, &run, err) &&
	       (parked_note(&t->parked, run, t->work.session), true);
}

/* A cell that failed by the world's fault leaves nobody knowing what has run: the session is over. */
static bool
run_cell(struct cells *t, struct str line)
{
	struct arena *a = arena_new(CELL_ARENA_BYTES);
	struct job job;
	struct err err;
	bool good = false;

	if (!a)
		err_memory(&err);
	else if (!read_job(line, t->work.worker, &job))
		err_set(&err, ERR_INPUT, "no run is named");
	else
		good = drive(t, a, &job, &err);
	arena_free(a);
	if (!good)
		(void)print_error(&err);
	const char *over = t->work.session ? session_over(t->work.session) : "";
	return report(t, job.run, good ? over : "its last cell could not be executed") && good &&
	       !*over;
}

/* Runs the cells that people have approved meanwhile, if they can follow what ran. The service is told the text's new state. */
static void
run_parked(struct cells *t)
{
	struct arena *a = t->parked.count > 0 ? arena_new(CELL_ARENA_BYTES) : NULL;
	struct stored_run run;
	struct job job;
	struct err err;

	if (a && parked_look(&t->parked, a, &t->work, &job, &run) == PARKED_CLAIMED) {
		if (!drive(t, a, &job, &err))
			(void)print_error(&err);
		(void)report(t, job.run, session_over(t->work.session));
	}
	arena_free(a);
}

/* False: nothing comes any more, or the session is over while it waits. */
static bool
wait_for_cell(struct cells *t)
{
	struct pollfd in = {.fd = STDIN_FILENO, .events = POLLIN};
	const char *over = "";

	while (!*over && poll(&in, 1, LOOK_MS) == 0) {
		run_parked(t);
		over = t->work.session ? session_over(t->work.session) : "";
	}
	return !*over || (report(t, "-", over), false);
}

static void
listen(struct cells *t)
{
	char *line = NULL;
	size_t room = 0;
	ssize_t n;

	while (wait_for_cell(t) && (n = getline(&line, &room, stdin)) > 0 &&
	       run_cell(t, (struct str){line, (size_t)n}))
		continue;
	free(line);
}

int
worker_session(struct call *c)
{
	struct cells t = {
	    .c = c, .verdicts = verdict_cache_new(), .loads = {.cache = load_cache_new()}};

	t.work = (struct work){.store = c->place.store,
	    .worker = c->o->session,
	    .trust = c->place.trust_path,
	    .self = t.self,
	    .verdicts = t.verdicts,
	    .loads = &t.loads};
	int code = worker_live(c, &t.work.observer);
	if (code >= 0)
		return code;
	signal(SIGUSR1, SIG_IGN);
	if (!call_requester(c, t.self))
		return call_fail(c);
	listen(&t);
	session_close(t.work.session);
	verdict_cache_free(t.verdicts);
	loads_end(&t.loads);
	load_cache_free(t.loads.cache);
	return EXIT_ANSWERED;
}
