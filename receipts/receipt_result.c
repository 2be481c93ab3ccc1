/* SPDX-License-Identifier: MIT */
/*
 * receipt_result.c: did a worker of the trust file sign this result of the run?
 *
 * An attacker who can write to the database can claim a job and store an output, but can't sign for
 * a worker.
 */
#include "receipt_parts.h"

static bool
names_a_worker(const struct trust *t)
{
	for (size_t i = 0; i < t->service_count; i++)
		if (t->services[i].purpose == SERVICE_WORKER)
			return true;
	return false;
}

/* The subject of the decision when the code started, by the log: a release makes another subject of it. */
static bool
started_subject(struct receipt_judge *j, struct str *out, struct err *err)
{
	bool started = false;

	*out = STR("");
	if (!receipt_events(j, err))
		return false;
	for (size_t i = 0; i < j->r.said.log.event_count; i++) {
		const struct event_row *e = &j->events[i];
		struct str subject = event_said(e, "subject");

		if (str_is(e->type, event_type(EVENT_RUN_GENERATED)))
			started = false;
		if (subject.n > 0 && str_starts(e->type, STR("run.")) && !started)
			*out = subject;
		started = started || str_is(e->type, event_type(EVENT_RUN_STARTED));
	}
	return true;
}

static bool
says_the_same(struct receipt_judge *j, const struct run_result *said, struct err *err)
{
	const struct receipt_said *p = &j->r.said;
	struct str subject;

	if (!started_subject(j, &subject, err))
		return false;
	const struct {
		const char *what;
		bool same;
	} parts[] = {
	    {"run", str_eq(said->run, p->run.id)},
	    {"revision", said->revision == p->run.revision},
	    {"log", str_eq(said->origin, p->log.origin)},
	    {"output", p->output && strcmp(p->output->sha256, said->output_sha256) == 0},
	    {"sandbox", p->sandbox && receipt_digest_is(json_source(&j->r.doc, j->r.sandbox),
					  str_from(said->sandbox_sha256))},
	    {"subject", str_is(subject, said->subject_sha256)},
	};
	for (size_t i = 0; i < ARRAY_LENGTH(parts); i++)
		if (!parts[i].same)
			return err_set(err, ERR_REFUSED,
			    "the worker signed another value for the run's %s", parts[i].what);
	return true;
}

bool
judge_result(struct receipt_judge *j, struct err *err)
{
	struct str result = j->r.said.result;
	const struct trust_service *s;
	struct run_result said;
	struct envelope e;

	if (result.n == 0 && str_is(j->r.said.run.state, "answered"))
		return err_set(err, ERR_REFUSED, "no worker signed the run's result");
	if (result.n == 0) {
		j->detail = STR("none: the code did not end successfully");
		return true;
	}
	if (!result_open(j->a, result, &e, &said, err) || !says_the_same(j, &said, err))
		return false;
	if (!names_a_worker(j->trust)) {
		j->detail =
		    STR("signed by a key that is not checked: the trust file lists no worker");
		return true;
	}
	if (!(s = result_worker(j->trust, &e, &said, err)))
		return false;
	j->detail = str_from(arena_printf(j->a, "signed by the worker %.16s", s->id));
	return service_counts(s, said.made_us, err) && judge_service(j, s, err);
}
