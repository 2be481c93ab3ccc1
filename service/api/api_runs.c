/* SPDX-License-Identifier: MIT */
/* api_runs.c: runs: asked for, looked at, followed, cancelled. */
#include "lives.h"
#include "routes.h"
#include "run_object.h"
#include "serving.h"
#include "tools_seen.h"

#include "act.h"
#include "clock.h"
#include "receipt.h"

#include <stdio.h>
#include <stdlib.h>
#include <strings.h>

#define LIST_USUAL 30
#define LIST_MAX 200
#define WAIT_S_MAX 60
#define PRIORITY_USUAL 100

static bool
may_see(struct request *r, const struct stored_run *run, struct err *err)
{
	char me[STORE_ID_BYTES];

	return (r->who->rights & RIGHT_READ_ALL) ||
	       (request_principal(r, me, err) && str_is(run->requester, me));
}

/* Somebody else's run is told as one that is not there. */
bool
request_run(struct request *r, struct answer *out, struct stored_run *run, struct err *err)
{
	struct store *s;
	char *id;

	if (!request_named(r, &s, &id, err))
		return false;
	*err = (struct err){.code = ERR_NONE};
	if (runs_get(s, r->a, id, run, err) && may_see(r, run, err))
		return true;
	return err->code == ERR_NONE || err->code == ERR_INPUT
		   ? answer_missing(out, err, "run", r->parts[0])
		   : false;
}

static bool
put_run(struct request *r, const struct stored_run *run, struct answer *out, struct err *err)
{
	struct json_writer w;

	json_writer_init(&w, &out->body, false);
	if (!run_object(r->a, request_store(r, err), run, &w, err))
		return false;
	buf_char(&out->body, '\n');
	return true;
}

/* -- asking ---------------------------------------------------------------------------------- */

/* "wait=N" of the header Prefer (RFC 7240), in seconds. */
static int64_t
wait_wanted(const struct request *r)
{
	const char *prefer = request_header(r, "Prefer");
	const char *wait = prefer ? strstr(prefer, "wait=") : NULL;
	long seconds = wait ? strtol(wait + 5, NULL, 10) : 0;

	return seconds < 0 ? 0 : seconds > WAIT_S_MAX ? WAIT_S_MAX : seconds;
}

bool
run_has_settled(enum run_state s)
{
	return !run_state_is_open(s) || s == STATE_AWAITING_APPROVAL;
}

bool
request_wait(struct request *r, struct stored_run *run, int64_t seconds, struct err *err)
{
	int64_t until_us = clock_us() + seconds * 1000000;
	char id[STORE_ID_BYTES];
	struct store *s;

	memcpy(id, run->id, sizeof(id));
	while (!run_has_settled(run->state) && clock_us() < until_us && request_rest(r, id)) {
		s = request_store(r, err);
		if (!s || !runs_get(s, r->a, id, run, err))
			return false;
	}
	return true;
}

/* The idempotency key of a task that publishes or retires a tool, the same for every requester;
 * empty for other tasks. */
static bool
tools_key(struct request *r, struct answer *out, const struct work *w, const struct sent_task *sent,
    char key[TOOL_KEY_BYTES], struct err *err)
{
	struct kept_tool kept;

	key[0] = '\0';
	if (sent->task->tool)
		return tool_publish_key(r->a, w, sent->task->tool, key, err);
	if (sent->retires.n == 0)
		return true;
	return tool_seen(r, out, sent->retires, &kept, err) &&
	       tool_retire_key(r->a, w, &kept.tool, key, err);
}

/* Why one can't be used tells of runs that the caller may not see. */
static bool
find_tools(struct request *r, const struct work *w, struct task *task, struct err *err)
{
	if (work_tools(r->a, w, task, err))
		return true;
	if (err->code != ERR_REFUSED || (r->who->rights & RIGHT_READ_ALL) || !w->trust)
		return false;
	err_set(err, ERR_REFUSED, "a tool of the task can't be used");
	return err_help(err, "GET /v1/tools lists those that can, and why your own can't");
}

bool
request_submit_for(struct request *r, struct answer *out, const char *worker, int64_t cell_from,
    struct job *job, struct stored_run *run, struct err *err)
{
	const char *header = worker ? NULL : request_header(r, "Idempotency-Key"), *key;
	char requester[STORE_ID_BYTES], tool[TOOL_KEY_BYTES];
	struct work_request ask = {
	    .requester = requester, .priority = PRIORITY_USUAL, .claim = worker != NULL};
	struct sent_task sent;
	bool fresh;

	if (!body_task(r, &sent, out, err) ||
	    !(sent.request.n > 0 ? request_signer(r, sent.request, requester, err)
				 : request_principal(r, requester, err)))
		return false;
	ask.request = sent.request;
	ask.session = worker;
	sent.task->cell_from = cell_from;
	key = sent.idempotency_key ? sent.idempotency_key : header;
	const struct work w = {
	    .store = request_store(r, err), .worker = worker, .trust = r->serving->trust_path};
	/* A key is its owner's: nobody learns of another's run by guessing one. */
	if (key)
		ask.idempotency_key = arena_printf(r->a, "%s/%s", requester, key);
	if (key && !ask.idempotency_key)
		return err_memory(err);
	if (!w.store || !tools_key(r, out, &w, &sent, tool, err))
		return false;
	if (tool[0])
		ask.idempotency_key = tool;
	if (!find_tools(r, &w, sent.task, err) ||
	    !work_submit(r->a, &w, sent.task, &ask, run, job, &fresh, err))
		return false;
	if (!worker)
		workers_wake(r->serving->workers);
	if (fresh)
		spans_asked(&r->serving->spans, run->id, &r->trace);
	return true;
}

bool
request_submit(struct request *r, struct answer *out, struct stored_run *run, struct err *err)
{
	struct job job;

	return request_submit_for(r, out, NULL, 0, &job, run, err);
}

bool
runs_submit_http(struct request *r, struct answer *out, struct err *err)
{
	struct stored_run run;

	if ((wait_wanted(r) > 0 && !request_may_wait(r, out, err)) ||
	    !request_submit(r, out, &run, err) || !request_wait(r, &run, wait_wanted(r), err))
		return false;
	out->status =
	    run_has_settled(run.state) && run.state != STATE_AWAITING_APPROVAL ? 200 : 202;
	answer_header(out, "Location", arena_printf(r->a, "/v1/runs/%s", run.id));
	if (wait_wanted(r) > 0)
		answer_header(out, "Preference-Applied", "wait");
	return put_run(r, &run, out, err);
}

/* -- looking --------------------------------------------------------------------------------- */

bool
runs_show_http(struct request *r, struct answer *out, struct err *err)
{
	struct stored_run run;

	if (!request_run(r, out, &run, err) ||
	    (wait_wanted(r) > 0 && !request_may_wait(r, out, err)) ||
	    !request_wait(r, &run, wait_wanted(r), err))
		return false;
	return put_run(r, &run, out, err);
}

bool
request_run_filter(
    struct request *r, char me[STORE_ID_BYTES], struct run_filter *f, struct err *err)
{
	const char *state = request_query(r, "state"), *open = request_query(r, "open");

	*f = (struct run_filter){.before = request_query(r, "before"),
	    .open_only = open && strcmp(open, "true") == 0,
	    .state = state ? run_state_of(str_from(state)) : STATE_NONE};
	if (!request_limit(r, LIST_USUAL, LIST_MAX, &f->limit, err))
		return false;
	if (state && f->state == STATE_NONE)
		return err_set(err, ERR_USAGE, "'%.40s' is not a state of a run", state);
	if (r->who->rights & RIGHT_READ_ALL)
		return true;
	f->requester = me;
	return request_principal(r, me, err);
}

bool
runs_list_http(struct request *r, struct answer *out, struct err *err)
{
	struct store *s = request_store(r, err);
	char me[STORE_ID_BYTES];
	struct run_filter filter;
	struct stored_run *runs;
	struct json_writer w;
	size_t count;

	if (!s || !request_run_filter(r, me, &filter, err) ||
	    !runs_list(s, r->a, &filter, &runs, &count, err))
		return false;
	answer_json(out, &w);
	json_open_array(&w, "runs");
	for (size_t i = 0; i < count; i++) {
		runs[i].record_sha256[0] = '\0'; /* a list tells states, not answers */
		if (!run_object(r->a, s, &runs[i], &w, err))
			return false;
	}
	json_format(&w, "], next: %s", count == filter.limit ? runs[count - 1].id : NULL);
	return answer_json_end(out, &w);
}

bool
request_receipt(
    struct request *r, const char *run, struct str *receipt, struct str *witnessed, struct err *err)
{
	struct store *s = request_store(r, err);
	char sha256[DIGEST_HEX_BYTES];

	return s && receipt_need(s, r->a, run, sha256, err) &&
	       content_get(s, r->a, sha256, receipt, err) &&
	       receipt_witnessed(
		   s, r->a, *receipt, r->trust ? r->trust->witnesses : 0, witnessed, err);
}

bool
runs_receipt_http(struct request *r, struct answer *out, struct err *err)
{
	const char *accept = request_header(r, "Accept");
	bool all = request_is_page(r) || (accept && strstr(accept, "application/x-ndjson"));
	struct str receipt, witnessed;
	struct stored_run run;

	if (!request_run(r, out, &run, err))
		return false;
	if (!run.receipt_sha256[0]) {
		out->status = 404;
		return err_set(err, ERR_INPUT, "the run has no receipt yet");
	}
	if (!request_receipt(r, run.id, &receipt, &witnessed, err))
		return false;
	if (all)
		out->media_type = "application/x-ndjson";
	buf_str(&out->body, receipt);
	if (all && witnessed.n > 0)
		buf_printf(&out->body, "\n%.*s", STR_ARG(witnessed));
	return true;
}

static bool
is_safe_in_header(struct str name)
{
	for (size_t i = 0; i < name.n; i++)
		if (name.p[i] < ' ' || name.p[i] > '~' || strchr("\"\\/;", name.p[i]))
			return false;
	return true;
}

/* Always as bytes to be saved: what a program made is never shown by the browser itself. */
bool
runs_artifact_http(struct request *r, struct answer *out, struct err *err)
{
	struct box_artifact *files;
	struct json_doc record;
	struct stored_run run;
	size_t count;

	if (!request_run(r, out, &run, err))
		return false;
	if (run.state != STATE_ANSWERED)
		return answer_missing(out, err, "artifact", r->parts[1]);
	if (!work_record(r->a, request_store(r, err), run.record_sha256, &record, err) ||
	    !work_artifacts(r->a, request_store(r, err), &record, &files, &count, err))
		return false;
	for (size_t i = 0; i < count; i++) {
		struct str name = files[i].name;
		if (!str_eq(name, r->parts[1]))
			continue;
		answer_header(out, "Content-Disposition",
		    is_safe_in_header(name)
			? arena_printf(r->a, "attachment; filename=\"%.*s\"", STR_ARG(name))
			: "attachment");
		buf_str(&out->body, files[i].bytes);
		return true;
	}
	return answer_missing(out, err, "artifact", r->parts[1]);
}

/* -- cancelling ------------------------------------------------------------------------------ */

/* The run of the path and the one that was signed about are the same. */
static bool
is_about(struct request *r, const char *run, struct err *err)
{
	struct signer signer;
	struct act act;

	if (!r->trust)
		return err_set(err, ERR_REFUSED,
		    "the service has no trust file, so it accepts no signed acts");
	if (!envelope_signer(r->a, r->trust, r->body, &signer, err) ||
	    !act_read(r->a, signer.envelope.payload, &act, err))
		return false;
	return str_is(act.target, run) ||
	       err_set(err, ERR_REFUSED, "the act names another run: '%.*s'",
		   act.target.n > 60 ? 60 : (int)act.target.n, act.target.p);
}

bool
runs_cancel_http(struct request *r, struct answer *out, struct err *err)
{
	struct store *s;
	char *id;
	struct stored_run run;
	enum run_state now;

	if (!request_named(r, &s, &id, err) || !request_run(r, out, &run, err))
		return false;
	if (r->body.n == 0
		? !request_cancel_own(r, &run, STR("its requester cancelled it"), err)
		: !is_about(r, run.id, err) || !runs_cancel_signed(s, r->body, &now, err))
		return false;
	return runs_get(s, r->a, id, &run, err) && put_run(r, &run, out, err);
}

bool
request_cancel_own(
    struct request *r, const struct stored_run *run, struct str reason, struct err *err)
{
	char me[STORE_ID_BYTES];
	enum run_state now;

	if (!request_principal(r, me, err))
		return false;
	if (str_is(run->requester, me))
		return runs_cancel(request_store(r, err), run->id, me, reason, &now, err);
	err_set(err, ERR_REFUSED, "someone else asked for run '%s'", run->id);
	return err_help(err, "its requester or an operator can cancel it with a signed act");
}
