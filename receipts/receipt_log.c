/* SPDX-License-Identifier: MIT */
/*
 * receipt_log.c: is what the receipt says what the log says, and is that the log?
 *
 * The receipt brings its run's events along, each with its proof against one checkpoint. The log
 * can't have said anything else in these places to anybody who holds a checkpoint that grows out of
 * this one.
 */
#include "receipt_parts.h"

#include "clock.h"

/* -- keys ------------------------------------------------------------------------------------ */

bool
judge_service(struct receipt_judge *j, const struct trust_service *s, struct err *err)
{
	if (!service_counts(s, j->r.said.made_us, err))
		return false;
	if (s->revoked_us == 0 ||
	    (j->witnessed.enough_us != 0 && j->witnessed.enough_us < s->revoked_us))
		return true;
	err_set(err, ERR_REFUSED,
	    "the key %.16s of '%.*s' was revoked, and too few witnesses saw this before that",
	    s->id, STR_ARG(s->name));
	return false;
}

bool
judge_witnesses(struct receipt_judge *j, struct err *err)
{
	char stamp[CLOCK_STAMP_BYTES];

	if (j->witnessed.forged.code != ERR_NONE) {
		*err = j->witnessed.forged;
		return false;
	}
	if (j->witnessed.count < j->trust->witnesses)
		return err_set(err, ERR_REFUSED,
		    "unwitnessed: %lld of the %lld witnesses that the trust file asks for",
		    (long long)j->witnessed.count, (long long)j->trust->witnesses);
	if (j->witnessed.count == 0) {
		j->detail = STR("unwitnessed; the trust file asks for none");
		return true;
	}
	clock_stamp_of(j->witnessed.first_us, stamp);
	j->detail = str_from(
	    arena_printf(j->a, "%lld, the first at %s", (long long)j->witnessed.count, stamp));
	return true;
}

bool
judge_checkpoint(struct receipt_judge *j, struct err *err)
{
	const struct checkpoint *c = &j->r.checkpoint;
	const struct trust_service *s;

	if (!str_eq(c->origin, j->r.said.log.origin))
		return err_set(err, ERR_REFUSED, "the checkpoint belongs to another log, '%.*s'",
		    STR_ARG(c->origin));
	if (!(s = log_signer(j->trust, c, j->r.said.made_us, err)))
		return false;
	j->detail = str_from(
	    arena_printf(j->a, "%.*s, %lld events", STR_ARG(c->origin), (long long)c->size));
	return judge_service(j, s, err);
}

/* -- the events ------------------------------------------------------------------------------ */

bool
receipt_proof(const struct str *path, size_t count, struct tree_proof *out)
{
	out->count = 0;
	if (count > TREE_DEPTH_MAX)
		return false;
	for (size_t i = 0; i < count; i++)
		if (!digest_read(path[i], &out->path[out->count++]))
			return false;
	return true;
}

bool
receipt_leaf_is_in(const struct receipt_leaf *event, const struct checkpoint *c)
{
	struct tree_proof proof;
	struct digest leaf;

	tree_leaf(event->body, &leaf);
	return receipt_proof(event->path, event->path_count, &proof) &&
	       tree_verify_inclusion(&leaf, event->seq, c->size, &proof, &c->root);
}

bool
judge_inclusion(struct receipt_judge *j, struct err *err)
{
	const struct receipt_log *log = &j->r.said.log;
	int64_t last = -1;

	if (log->event_count == 0 || log->event_count > RECEIPT_EVENTS_MAX)
		return err_set(
		    err, ERR_REFUSED, "a run must have 1 to %d events", RECEIPT_EVENTS_MAX);
	for (size_t i = 0; i < log->event_count; i++) {
		if (log->events[i].seq <= last)
			return err_set(err, ERR_REFUSED, "the events are out of order");
		if (!receipt_leaf_is_in(&log->events[i], &j->r.checkpoint))
			return err_set(err, ERR_REFUSED,
			    "event %lld is not in the log of the checkpoint",
			    (long long)log->events[i].seq);
		last = log->events[i].seq;
	}
	j->detail = str_from(arena_printf(j->a, "%zu events of the log, from %lld to %lld",
	    log->event_count, (long long)log->events[0].seq, (long long)last));
	return true;
}

/* The state of a run by the log's events, in their order. */
struct told {
	struct str code, findings, output, plan, policy, subject, task, verdict, record, last;
	bool started, ran, validated, over;
};

static void
take(const struct event_row *e, const char *name, struct str *out)
{
	struct str text = event_said(e, name);

	if (text.n > 0)
		*out = text;
}

static void
follow_step(struct told *t, const struct event_row *e)
{
	struct str code = event_said(e, "code");

	if (str_is(e->type, event_type(EVENT_RUN_GENERATED)) ||
	    (code.n > 0 && !str_eq(code, t->code))) {
		t->findings = t->output = t->subject = t->verdict = STR("");
		t->started = t->ran = t->validated = false;
	}
	take(e, "code", &t->code);
	take(e, "findings", &t->findings);
	take(e, "output", &t->output);
	take(e, "plan", &t->plan);
	take(e, "policy", &t->policy);
	take(e, "record", &t->record);
	take(e, "subject", &t->subject);
	take(e, "task", &t->task);
	take(e, "verdict", &t->verdict);
	t->started = t->started || str_is(e->type, event_type(EVENT_RUN_STARTED));
	t->ran = t->ran || str_is(e->type, event_type(EVENT_RUN_RAN));
	t->validated = t->validated || str_is(e->type, event_type(EVENT_RUN_VALIDATED));
	t->last = str_slice(e->type, 4, e->type.n);
}

/* An event that only notes something about a run is no step. */
static bool
is_step(struct str type)
{
	return str_starts(type, STR("run.")) &&
	       (str_is(type, "run.submitted") || str_is(type, "run.started") ||
		   run_state_of(str_slice(type, 4, type.n)) != STATE_NONE);
}

/* The place and the run that a receipt is about: what else an event is, event_read says. */
static bool
read_event(struct receipt_judge *j, const struct receipt_leaf *leaf, struct event_row *out,
    struct err *err)
{
	if (!event_read(j->a, leaf->body, out, err))
		return err_wrap(err, "an event");
	if (out->seq != leaf->seq)
		return err_set(err, ERR_REFUSED, "an event names another place in the log");
	return str_eq(out->run, j->r.said.run.id) ||
	       err_set(err, ERR_REFUSED, "an event belongs to another run");
}

bool
receipt_events(struct receipt_judge *j, struct err *err)
{
	const struct receipt_log *log = &j->r.said.log;
	struct event_row *events;

	if (j->events)
		return true;
	if (!(events = arena_array(j->a, log->event_count + 1, sizeof(*events))))
		return err_memory(err);
	for (size_t i = 0; i < log->event_count; i++)
		if (!read_event(j, &log->events[i], &events[i], err))
			return false;
	j->events = events;
	return true;
}

static bool
ends_alike(const struct receipt_judge *j, const struct told *t, struct err *err)
{
	struct str state = j->r.said.run.state;

	if (!str_is(state, "answered"))
		return str_eq(t->last, state) ||
		       err_set(err, ERR_REFUSED, "the log says that the run was %.*s",
			   STR_ARG(t->last));
	if (!t->started || !t->ran || !t->validated)
		return err_set(err, ERR_REFUSED,
		    "the log does not record that the run started and ended successfully");
	return str_is(t->last, "validated") || str_is(t->last, "answered") ||
	       err_set(err, ERR_REFUSED, "the log says that the run was %.*s", STR_ARG(t->last));
}

bool
judge_events(struct receipt_judge *j, struct err *err)
{
	const struct receipt_said *p = &j->r.said;
	struct told t = {.over = false};
	char subject[DIGEST_HEX_BYTES] = "";

	if (!receipt_events(j, err))
		return false;
	for (size_t i = 0; i < p->log.event_count; i++)
		if (is_step(j->events[i].type))
			follow_step(&t, &j->events[i]);
	if (p->subject.n > 0)
		digest_hex_of(p->subject, subject);
	const struct {
		const char *name;
		struct str logged;
		const char *said;
	} same[] = {
	    {"task", t.task, p->task},
	    {"plan", t.plan, p->plan},
	    {"code", t.code, p->code ? p->code->sha256 : ""},
	    {"findings", t.findings, p->findings ? p->findings->sha256 : ""},
	    {"output", t.output, p->output ? p->output->sha256 : ""},
	    {"policy", t.policy, p->policy ? p->policy->sha256 : ""},
	    {"subject", t.subject, subject},
	};
	for (size_t i = 0; i < ARRAY_LENGTH(same); i++)
		if (!str_is(same[i].logged, same[i].said))
			return err_set(
			    err, ERR_REFUSED, "the log differs on the run's %s", same[i].name);
	if (!str_eq(t.verdict, p->verdict))
		return err_set(err, ERR_REFUSED, "the log differs on the run's verdict");
	j->detail = STR("the events agree with the receipt");
	return ends_alike(j, &t, err);
}
