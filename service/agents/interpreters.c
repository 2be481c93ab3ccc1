/* SPDX-License-Identifier: MIT */
/*
 * Theory of operation. A cell's run is submitted with its lease already given to the session, so that no
 * other worker takes it, and the session's process is told which run that is. When it has driven the run it
 * says how the session's text goes on. The executor keeps a copy of that text for itself, and refuses a
 * cell that does not follow it: what stands here decides nothing.
 */
#include "interpreters.h"
#include "lives.h"

#include "serving.h"

#include "clock.h"

#include <stdio.h>
#include <time.h>
#include <unistd.h>

#define BODY_BYTES_MAX (TASK_BYTES_MAX + INTERPRETER_TEXT_BYTES * 6 + 1024) /* each byte \u0000 */
#define SETTLE_TIMES 100
#define SETTLE_MS 20

static void
clear(struct interpreter *it)
{
	interpreter_end(it, "it was closed");
	buf_release(&it->task);
	buf_release(&it->text);
	buf_release(&it->heard);
	*it = (struct interpreter){.lives = false};
}

/* -- who has one ----------------------------------------------------------------------------- */

void
interpreters_begin(struct interpreters *all)
{
	pthread_mutex_init(&all->lock, NULL);
}

void
interpreters_end(struct interpreters *all, const char *why)
{
	pthread_mutex_lock(&all->lock);
	for (size_t i = 0; i < INTERPRETERS_MAX; i++)
		if (all->list[i].id[0])
			interpreter_end(&all->list[i], why);
	pthread_mutex_unlock(&all->lock);
}

void
interpreters_release(struct interpreters *all)
{
	for (size_t i = 0; i < INTERPRETERS_MAX; i++)
		if (all->list[i].id[0])
			clear(&all->list[i]);
}

/* Somebody else's is told as one that is not there. */
static struct interpreter *
find(struct interpreters *all, const char *owner, struct str id)
{
	for (size_t i = 0; i < INTERPRETERS_MAX; i++) {
		struct interpreter *it = &all->list[i];
		if (it->id[0] && str_is(id, it->id) && str_is(str_from(owner), it->owner)) {
			interpreter_hear(it);
			return it;
		}
	}
	return NULL;
}

/* A free one, else the one that has been over for longest. */
static struct interpreter *
place(struct interpreters *all)
{
	struct interpreter *best = NULL;

	for (size_t i = 0; i < INTERPRETERS_MAX; i++) {
		struct interpreter *it = &all->list[i];
		if (it->id[0])
			interpreter_hear(it);
		if (!it->id[0])
			return it;
		if (it->over[0] && !it->begins && (!best || it->used_us < best->used_us))
			best = it;
	}
	if (best)
		clear(best);
	return best;
}

/* The number of open sessions, and their ids, so that a client that lost an id can close its
 * session. */
static size_t
open_of(struct interpreters *all, const char *owner, struct buf *ids)
{
	size_t count = 0;

	for (size_t i = 0; i < INTERPRETERS_MAX; i++) {
		struct interpreter *it = &all->list[i];
		if (!it->id[0] || !str_is(str_from(owner), it->owner))
			continue;
		interpreter_hear(it);
		if (!it->over[0])
			buf_printf(ids, "%s%s", count++ > 0 ? ", " : "", it->id);
	}
	return count;
}

static void
tell(const struct interpreter *it, struct interpreter_told *out)
{
	*out = (struct interpreter_told){
	    .cells = it->cells, .first_line = it->first_line, .busy = it->begins || it->run[0]};
	memcpy(out->id, it->id, sizeof(out->id));
	memcpy(out->over, it->over, sizeof(out->over));
}

/* -- a task of its own ----------------------------------------------------------------------- */

/* The body of a request for a run: what the session was begun with, and the code. */
static bool
write_body(struct request *r, struct str task, struct str before, struct str code, struct err *err)
{
	static const char *const MEMBERS[] = {"goal", "policy", "profile", "inputs", "limits"};
	struct json_writer w;
	struct json_doc d;
	struct buf text, whole; /* whole: each byte, NUL too, which the gate refuses */
	struct str program;

	buf_init(&whole, before.n + code.n + 1);
	buf_str(&whole, before);
	buf_str(&whole, code);
	if (!buf_keep(&whole, r->a, &program))
		return err_memory(err);
	if (!json_parse(r->a, task, "body", &JSON_LIMITS, &d, NULL, err))
		return false;
	json_begin(&w, &text, BODY_BYTES_MAX);
	json_object(&w);
	for (const struct json_node *n = json_first(&d, json_root(&d)); n; n = json_next(&d, n)) {
		bool known = false;
		for (size_t i = 0; i < ARRAY_LENGTH(MEMBERS) && !known; i++)
			known = str_is(n->text, MEMBERS[i]);
		if (!known) {
			buf_release(&text);
			json_err(&d, n, err, "unknown member '%.*s'", STR_ARG(n->text));
			return err_help(err, "a session has goal, policy, profile, inputs, limits");
		}
		json_name_str(&w, n->text);
		json_tree(&w, &d, n + 1);
	}
	json_format(&w, "output: {framing: text, schema: {}}, code: %.*s}", STR_ARG(program));
	return request_keep(r, &text, &r->body, err);
}

static bool
make(struct request *r, struct answer *answer, const char *owner, struct str task,
    struct interpreter_told *out, struct err *err)
{
	struct interpreters *all = r->serving->interpreters;
	struct buf ids;

	buf_init(&ids, INTERPRETERS_MAX * (STORE_ID_BYTES + 2));
	if (open_of(all, owner, &ids) >= INTERPRETERS_OF_ONE) {
		answer->status = 429;
		err_set(err, ERR_LIMIT, "%d sessions are already open: %.*s", INTERPRETERS_OF_ONE,
		    STR_ARG(buf_view(&ids)));
		buf_release(&ids);
		return err_help(err, "close one of them");
	}
	buf_release(&ids);
	struct interpreter *it = place(all);
	if (!it) {
		answer->status = 503;
		return err_set(err, ERR_SYSTEM, "this service allows no more open sessions");
	}
	*it = (struct interpreter){.used_us = clock_us()};
	store_id("ses", it->id);
	memcpy(it->owner, owner, sizeof(it->owner));
	buf_init(&it->task, TASK_BYTES_MAX);
	buf_init(&it->text, INTERPRETER_TEXT_BYTES);
	buf_init(&it->heard, INTERPRETER_TEXT_BYTES + INTERPRETER_HEAD_BYTES);
	buf_str(&it->task, task);
	if (it->task.failed || !interpreter_start(r->serving->o, r->serving->lives->to, it, err)) {
		bool large = it->task.failed;
		clear(it);
		return large ? err_memory(err) : false;
	}
	tell(it, out);
	return true;
}

bool
interpreter_begin(
    struct request *r, struct answer *answer, struct interpreter_told *out, struct err *err)
{
	struct interpreters *all = r->serving->interpreters;
	char owner[STORE_ID_BYTES];
	struct str task = r->body;
	struct sent_task sent;

	if (!r->serving->o->program) {
		answer->status = 503;
		return err_set(
		    err, ERR_SYSTEM, "this service has no workers, so it opens no sessions");
	}
	/* Faults of the task are reported now. */
	if (!write_body(r, task, STR(""), STR("pass\n"), err) ||
	    !body_task(r, &sent, answer, err) || !request_principal(r, owner, err))
		return false;
	pthread_mutex_lock(&all->lock);
	bool good = make(r, answer, owner, task, out, err);
	pthread_mutex_unlock(&all->lock);
	return good;
}

/* -- cells ----------------------------------------------------------------------------------- */

static bool
reserve(struct interpreter *it, struct str id, struct answer *answer, struct err *err)
{
	if (!it)
		return answer_missing(answer, err, "session", id);
	if (it->over[0]) {
		answer->status = 409;
		err_set(err, ERR_REFUSED, "the session is over: %s", it->over);
		return err_help(err, "open another session; this one's state is gone");
	}
	if (it->begins || it->run[0]) {
		answer->status = 409;
		err_set(err, ERR_REFUSED, "a cell of this session is still running: %s",
		    it->run[0] ? it->run : "it has just arrived");
		return err_help(err, "wait for that run to end, then send the next cell");
	}
	it->begins = true;
	it->used_us = clock_us();
	return true;
}

/* Lines are counted through the whole text. */
static int64_t
line_behind(const struct buf *text)
{
	int64_t line = 1;

	for (size_t i = 0; i < text->n; i++)
		line += text->p[i] == '\n';
	return line;
}

static bool
hand_over(struct interpreter *it, const struct job *job)
{
	char line[INTERPRETER_HEAD_BYTES];
	int n =
	    snprintf(line, sizeof(line), "%s %s %lld\n", job->run, job->id, (long long)job->token);

	memcpy(it->run, job->run, sizeof(it->run));
	memcpy(it->cell, job->run, sizeof(it->cell));
	it->first_line = line_behind(&it->text);
	return write(it->to, line, (size_t)n) ==
	       n; /* shorter than PIPE_BUF: whole, or not at all */
}

static bool
submit(struct request *r, struct answer *answer, const char *owner, struct str id, size_t before,
    struct stored_run *run, struct err *err)
{
	struct interpreters *all = r->serving->interpreters;
	char worker[STORE_ID_BYTES];
	struct job job;

	snprintf(worker, sizeof(worker), "%.*s", STR_ARG(id));
	bool good = request_submit_for(r, answer, worker, (int64_t)before, &job, run, err);
	pthread_mutex_lock(&all->lock);
	struct interpreter *it = find(all, owner, id);
	bool lives = it && !it->over[0];
	if (it)
		it->begins = false;
	if (good && lives && !hand_over(it, &job)) {
		interpreter_end(it, "its process ended");
		lives = false;
	}
	pthread_mutex_unlock(&all->lock);
	if (!good || lives)
		return good;
	(void)request_cancel_own(r, run, STR("its session ended"), err);
	answer->status = 409;
	return err_set(err, ERR_REFUSED, "the session has ended");
}

bool
interpreter_cell(struct request *r, struct answer *answer, struct str id, struct str code,
    struct stored_run *run, struct err *err)
{
	struct interpreters *all = r->serving->interpreters;
	char owner[STORE_ID_BYTES];
	struct str task, before;

	if (!request_principal(r, owner, err))
		return false;
	pthread_mutex_lock(&all->lock);
	struct interpreter *it = find(all, owner, id);
	bool good = reserve(it, id, answer, err);
	if (good) {
		good = (arena_copy(r->a, buf_view(&it->task), &task) &&
			   arena_copy(r->a, buf_view(&it->text), &before)) ||
		       err_memory(err);
		it->begins = good;
	}
	pthread_mutex_unlock(&all->lock);
	if (!good)
		return false;
	if (write_body(r, task, before, code, err))
		return submit(r, answer, owner, id, before.n, run, err);
	pthread_mutex_lock(&all->lock);
	it = find(all, owner, id);
	if (it)
		it->begins = false;
	pthread_mutex_unlock(&all->lock);
	return false;
}

/* The one whose last cell this is. */
static struct interpreter *
find_cell(struct interpreters *all, const char *owner, const char *run)
{
	for (size_t i = 0; i < INTERPRETERS_MAX; i++)
		if (all->list[i].id[0] && strcmp(all->list[i].cell, run) == 0)
			return find(all, owner, str_from(all->list[i].id));
	return NULL;
}

/* With `waits`, until the process has said that it is through with this run. */
static bool
watch(struct interpreters *all, const char *owner, const char *run, bool waits,
    struct interpreter_told *out)
{
	const struct timespec moment = {.tv_nsec = (long)SETTLE_MS * 1000000};
	bool found = true, through = false;

	for (int i = 0; found && !through && i < SETTLE_TIMES; i++) {
		if (i > 0)
			(void)nanosleep(&moment, NULL);
		pthread_mutex_lock(&all->lock);
		const struct interpreter *it = find_cell(all, owner, run);
		found = it != NULL;
		through = !waits || !found || strcmp(it->run, run) != 0;
		if (it)
			tell(it, out);
		pthread_mutex_unlock(&all->lock);
	}
	return found;
}

bool
interpreter_look(struct request *r, const struct stored_run *run, struct interpreter_told *out)
{
	bool settled = run_has_settled(run->state);
	char owner[STORE_ID_BYTES];
	struct err err;

	if (!request_principal(r, owner, &err) ||
	    !watch(r->serving->interpreters, owner, run->id, settled, out))
		return false;
	if (!settled && out->over[0])
		(void)request_cancel_own(r, run, STR("its session ended"), &err);
	return true;
}

bool
interpreter_list(struct request *r, struct interpreter_told *list, size_t *count, struct err *err)
{
	struct interpreters *all = r->serving->interpreters;
	char owner[STORE_ID_BYTES];

	*count = 0;
	if (!request_principal(r, owner, err))
		return false;
	pthread_mutex_lock(&all->lock);
	for (size_t i = 0; i < INTERPRETERS_MAX; i++) {
		struct interpreter *it = &all->list[i];
		if (it->id[0] && str_is(str_from(owner), it->owner)) {
			interpreter_hear(it);
			if (!it->over[0])
				tell(it, &list[(*count)++]);
		}
	}
	pthread_mutex_unlock(&all->lock);
	return true;
}

/* The cell in hand is cancelled, as its run says then. */
static void
end_cell(struct request *r, const char *owner, struct str id)
{
	struct interpreters *all = r->serving->interpreters;
	char in_hand[STORE_ID_BYTES] = "";
	struct interpreter_told told;
	struct stored_run run;
	struct err err;

	pthread_mutex_lock(&all->lock);
	const struct interpreter *it = find(all, owner, id);
	if (it)
		memcpy(in_hand, it->run, sizeof(in_hand));
	pthread_mutex_unlock(&all->lock);
	struct store *s = in_hand[0] ? request_store(r, &err) : NULL;
	if (s && runs_get(s, r->a, in_hand, &run, &err) &&
	    request_cancel_own(r, &run, STR("its session was closed"), &err))
		(void)watch(all, owner, in_hand, true, &told);
}

bool
interpreter_close(struct request *r, struct answer *answer, struct str id, bool again,
    int64_t *cells, struct err *err)
{
	struct interpreters *all = r->serving->interpreters;
	char owner[STORE_ID_BYTES];
	bool good = true;

	if (!request_principal(r, owner, err))
		return false;
	end_cell(r, owner, id);
	pthread_mutex_lock(&all->lock);
	struct interpreter *it = find(all, owner, id);
	if (it) {
		interpreter_end(it, "it was closed");
		*cells = it->cells;
	}
	if (it && again) {
		buf_clear(&it->text);
		buf_clear(&it->heard);
		it->over[0] = it->cell[0] = '\0';
		it->cells = 0;
		good = interpreter_start(r->serving->o, r->serving->lives->to, it, err);
	}
	pthread_mutex_unlock(&all->lock);
	return it ? good : answer_missing(answer, err, "session", id);
}
