/* SPDX-License-Identifier: MIT */
/*
 * receipt_request.c: who asked, as he signed it. A receipt has the request only where somebody
 * signed one; then what was decided about names it, and the log tells of it.
 */
#include "receipt_parts.h"

static bool
names_the_task(struct receipt_judge *j, const struct act *act)
{
	struct json_doc d;
	struct err ignored;

	return json_parse(j->a, act->terms, "terms", &JSON_LIMITS, &d, NULL, &ignored) &&
	       str_is(json_get_text(&d, json_root(&d), "task", STR("")), j->r.said.task);
}

static bool
is_this_runs(struct receipt_judge *j, const struct act *act, struct err *err)
{
	const struct receipt_run *run = &j->r.said.run;

	if (act->kind != ACT_REQUEST || !str_eq(act->target, run->id))
		return err_set(err, ERR_REFUSED, "the request belongs to another run");
	if (!names_the_task(j, act))
		return err_set(err, ERR_REFUSED, "the request is for another task");
	return str_eq(act->by, run->requester) ||
	       err_set(err, ERR_REFUSED, "'%.*s' signed the request", STR_ARG(act->by));
}

/* The log has it, and what was decided about names it. */
static bool
is_logged(struct receipt_judge *j, struct str envelope, struct err *err)
{
	const struct receipt *r = &j->r;
	const struct event_row *told = NULL;
	struct signer by;

	if (!receipt_events(j, err))
		return false;
	for (size_t i = 0; i < r->said.log.event_count && !told; i++)
		if (str_is(j->events[i].type, event_type(EVENT_ACT_MADE)) &&
		    receipt_digest_is(envelope, event_said(&j->events[i], "envelope")))
			told = &j->events[i];
	if (!told)
		return err_set(err, ERR_REFUSED, "the log does not record the request");
	if (!act_told(
		j->a, j->trust, told, r->said.log.origin, envelope, r->said.made_us, &by, err))
		return false;
	return !r->decided || receipt_digest_is(envelope, receipt_decided(r, "request")) ||
	       err_set(err, ERR_REFUSED, "the decision names another request");
}

bool
judge_request(struct receipt_judge *j, struct err *err)
{
	const struct receipt *r = &j->r;
	struct str request = r->said.request;
	const struct person *p;
	struct act act;

	if (request.n == 0 && receipt_decided(r, "request").n > 0)
		return err_set(err, ERR_REFUSED, "the request that the decision names is missing");
	if (request.n == 0) {
		j->detail = STR("it is not signed, so nothing proves who asked");
		return true;
	}
	if (!act_counts(j->a, j->trust, request, r->said.log.origin, r->said.made_us, &act, err) ||
	    !is_this_runs(j, &act, err) || !is_logged(j, request, err))
		return false;
	p = trust_asker(j->trust, act.by);
	j->detail = str_from(arena_printf(j->a, "signed by %.*s", STR_ARG(p ? p->name : act.by)));
	return true;
}
