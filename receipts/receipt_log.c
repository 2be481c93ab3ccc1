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
	if (s->revoked_us == 0 || (j->witnessed_us != 0 && j->witnessed_us < s->revoked_us))
		return true;
	err_set(err, ERR_REFUSED,
	    "the key %.16s of '%.*s' was revoked, and no witness has seen this before", s->id,
	    STR_ARG(s->name));
	return false;
}

static void
count_witness(struct receipt_judge *j, const struct trust_service *s)
{
	int64_t seen_us;
	struct err err;

	if (!checkpoint_verify(j->seen, s->name, &s->key, &seen_us, &err) || seen_us <= 0 ||
	    !service_counts(s, seen_us, &err) || (s->revoked_us != 0 && s->revoked_us <= seen_us))
		return;
	j->witnesses++;
	if (j->witnessed_us == 0 || seen_us < j->witnessed_us)
		j->witnessed_us = seen_us;
}

/* A witness counts once, whichever of its keys it used. */
void
witnesses_count(struct receipt_judge *j)
{
	const struct trust *t = j->trust;

	for (size_t i = 0; i < t->service_count && i < ARRAY_LENGTH(j->counted); i++) {
		size_t before = j->witnesses;
		bool known = t->services[i].purpose != SERVICE_WITNESS;
		for (size_t k = 0; !known && k < i; k++)
			known = t->services[k].purpose == SERVICE_WITNESS &&
				str_eq(t->services[k].name, t->services[i].name) && j->counted[k];
		if (known)
			continue;
		count_witness(j, &t->services[i]);
		j->counted[i] = j->witnesses > before;
	}
}

bool
judge_witnesses(struct receipt_judge *j, struct err *err)
{
	char stamp[CLOCK_STAMP_BYTES];

	if ((int64_t)j->witnesses < j->trust->witnesses)
		return err_set(err, ERR_REFUSED,
		    "unwitnessed: %zu of the %lld witnesses that the trust file asks for",
		    j->witnesses, (long long)j->trust->witnesses);
	if (j->witnesses == 0) {
		j->detail = STR("unwitnessed; the trust file asks for none");
		return true;
	}
	clock_stamp_of(j->witnessed_us, stamp);
	j->detail = str_from(arena_printf(j->a, "%zu, the first at %s", j->witnesses, stamp));
	return true;
}

const struct trust_service *
checkpoint_log(const struct receipt_judge *j, const struct checkpoint *c)
{
	int64_t time_us;
	struct err why;

	for (size_t i = 0; i < j->trust->service_count; i++) {
		const struct trust_service *s = &j->trust->services[i];
		if (s->purpose == SERVICE_LOG && str_eq(s->name, c->origin) &&
		    checkpoint_verify(c, c->origin, &s->key, &time_us, &why) && time_us == 0)
			return s;
	}
	return NULL;
}

bool
judge_checkpoint(struct receipt_judge *j, struct err *err)
{
	const struct checkpoint *c = &j->r.checkpoint;
	const struct trust_service *s = checkpoint_log(j, c);

	if (!str_eq(c->origin, j->r.said.log.origin))
		return err_set(
		    err, ERR_REFUSED, "the checkpoint is of the log '%.*s'", STR_ARG(c->origin));
	if (!s)
		return err_set(err, ERR_REFUSED,
		    "it is signed by no key of the log '%.*s' in the trust file",
		    STR_ARG(c->origin));
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

static bool
is_in_tree(
    struct receipt_judge *j, const struct receipt_leaf *event, int64_t before, struct err *err)
{
	struct tree_proof proof;
	struct digest leaf;

	tree_leaf(event->body, &leaf);
	if (event->seq <= before)
		return err_set(err, ERR_REFUSED, "the events are not in their order");
	return (receipt_proof(event->path, event->path_count, &proof) &&
		   tree_verify_inclusion(
		       &leaf, event->seq, j->r.checkpoint.size, &proof, &j->r.checkpoint.root)) ||
	       err_set(err, ERR_REFUSED, "event %lld is not in the log of the checkpoint",
		   (long long)event->seq);
}

bool
judge_inclusion(struct receipt_judge *j, struct err *err)
{
	const struct receipt_log *log = &j->r.said.log;
	int64_t last = -1;

	if (log->event_count == 0 || log->event_count > RECEIPT_EVENTS_MAX)
		return err_set(err, ERR_REFUSED, "a run has 1 to %d events", RECEIPT_EVENTS_MAX);
	for (size_t i = 0; i < log->event_count; i++) {
		if (!is_in_tree(j, &log->events[i], last, err))
			return false;
		last = log->events[i].seq;
	}
	j->detail = str_from(arena_printf(j->a, "%zu events of the log, from %lld to %lld",
	    log->event_count, (long long)log->events[0].seq, (long long)last));
	return true;
}

/* What the log's events of a run come to, as they follow each other. */
struct told {
	struct str code, findings, output, plan, policy, subject, task, verdict, record, last;
	bool started, ran, validated, over;
};

static void
take(const struct json_doc *d, const struct json_node *from, const char *name, struct str *out)
{
	struct str text = json_get_text(d, from, name, STR(""));

	if (text.n > 0)
		*out = text;
}

static void
follow_step(struct told *t, const struct json_doc *d, struct str type)
{
	const struct json_node *with = json_get(d, json_root(d), "data");
	struct str code = json_get_text(d, with, "code", STR(""));

	if (str_is(type, "run.generated") || (code.n > 0 && !str_eq(code, t->code))) {
		t->findings = t->output = t->subject = t->verdict = STR("");
		t->started = t->ran = t->validated = false;
	}
	take(d, with, "code", &t->code);
	take(d, with, "findings", &t->findings);
	take(d, with, "output", &t->output);
	take(d, with, "plan", &t->plan);
	take(d, with, "policy", &t->policy);
	take(d, with, "record", &t->record);
	take(d, with, "subject", &t->subject);
	take(d, with, "task", &t->task);
	take(d, with, "verdict", &t->verdict);
	t->started = t->started || str_is(type, "run.started");
	t->ran = t->ran || str_is(type, "run.ran");
	t->validated = t->validated || str_is(type, "run.validated");
	t->last = str_slice(type, 4, type.n);
}

/* What is noted of a run without moving it is none. */
static bool
is_step(struct str type)
{
	return str_starts(type, STR("run.")) &&
	       (str_is(type, "run.submitted") || str_is(type, "run.started") ||
		   run_state_of(str_slice(type, 4, type.n)) != STATE_NONE);
}

bool
receipt_event(struct receipt_judge *j, const struct receipt_leaf *event, struct json_doc *out,
    struct err *err)
{
	const struct json_limits limits = {1 << 17, 8, 4096, 20};

	return json_parse_canonical(j->a, event->body, NULL, &limits, out, err) ||
	       err_wrap(err, "an event");
}

static bool
follow_event(
    struct receipt_judge *j, const struct receipt_leaf *event, struct told *t, struct err *err)
{
	struct json_doc d;

	if (!receipt_event(j, event, &d, err))
		return false;
	const struct json_node *root = json_root(&d);
	struct str type = json_get_text(&d, root, "type", STR(""));
	if (json_get_number(&d, root, "seq", -1) != event->seq)
		return err_set(err, ERR_REFUSED, "an event names another place in the log");
	if (!str_eq(json_get_text(&d, root, "run", STR("")), j->r.said.run.id))
		return err_set(err, ERR_REFUSED, "an event is of another run");
	if (is_step(type))
		follow_step(t, &d, type);
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
		return err_set(
		    err, ERR_REFUSED, "the log does not say that the run started and ended well");
	return str_is(t->last, "validated") || str_is(t->last, "answered") ||
	       err_set(err, ERR_REFUSED, "the log says that the run was %.*s", STR_ARG(t->last));
}

bool
judge_events(struct receipt_judge *j, struct err *err)
{
	const struct receipt_said *p = &j->r.said;
	struct told t = {.over = false};
	char subject[DIGEST_HEX_BYTES] = "";

	for (size_t i = 0; i < p->log.event_count; i++)
		if (!follow_event(j, &p->log.events[i], &t, err))
			return false;
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
			return err_set(err, ERR_REFUSED,
			    "the log says something else of the run's %s", same[i].name);
	if (!str_eq(t.verdict, p->verdict))
		return err_set(
		    err, ERR_REFUSED, "the log says something else of the run's verdict");
	j->detail = STR("the events say the same of the run");
	return ends_alike(j, &t, err);
}
