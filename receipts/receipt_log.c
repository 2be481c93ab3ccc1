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
	if (!service_counts(s, j->r.made_us, err))
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

	if (!checkpoint_verify(j->seen, s->name, &s->key, &seen_us, &err) ||
	    seen_us <= 0 || !service_counts(s, seen_us, &err) ||
	    (s->revoked_us != 0 && s->revoked_us <= seen_us))
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

	if (!str_eq(c->origin, receipt_text(&j->r, j->r.log, "origin")))
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

static bool
read_path(struct receipt_judge *j, const struct json_node *event, struct tree_proof *proof)
{
	const struct json_node *list = json_get(&j->r.doc, event, "path");

	proof->count = 0;
	if (list->count > TREE_DEPTH_MAX)
		return false;
	for (const struct json_node *n = json_first(&j->r.doc, list); n;
	     n = json_next(&j->r.doc, n))
		if (!digest_read(n->text, &proof->path[proof->count++]))
			return false;
	return true;
}

static bool
is_in_tree(struct receipt_judge *j, const struct json_node *event, int64_t before, struct err *err)
{
	int64_t seq = receipt_number(&j->r, event, "seq");
	struct tree_proof proof;
	struct digest leaf;

	tree_leaf(receipt_text(&j->r, event, "body"), &leaf);
	if (seq <= before)
		return err_set(err, ERR_REFUSED, "the events are not in their order");
	return (read_path(j, event, &proof) &&
		   tree_verify_inclusion(
		       &leaf, seq, j->r.checkpoint.size, &proof, &j->r.checkpoint.root)) ||
	       err_set(err, ERR_REFUSED, "event %lld is not in the log of the checkpoint",
		   (long long)seq);
}

bool
judge_inclusion(struct receipt_judge *j, struct err *err)
{
	const struct json_node *list = json_get(&j->r.doc, j->r.log, "events");
	int64_t first = -1, last = -1;

	if (list->count == 0 || list->count > RECEIPT_EVENTS_MAX)
		return err_set(err, ERR_REFUSED, "a run has 1 to %d events", RECEIPT_EVENTS_MAX);
	for (const struct json_node *n = json_first(&j->r.doc, list); n;
	     n = json_next(&j->r.doc, n)) {
		if (!is_in_tree(j, n, last, err))
			return false;
		last = receipt_number(&j->r, n, "seq");
		first = first < 0 ? last : first;
	}
	j->detail = str_from(arena_printf(j->a, "%u events of the log, from %lld to %lld",
	    list->count, (long long)first, (long long)last));
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
receipt_event(
    struct receipt_judge *j, const struct json_node *event, struct json_doc *out, struct err *err)
{
	const struct json_limits limits = {1 << 17, 8, 4096, 20};

	return json_parse_canonical(
		   j->a, receipt_text(&j->r, event, "body"), NULL, &limits, out, err) ||
	       err_wrap(err, "an event");
}

static bool
follow_event(
    struct receipt_judge *j, const struct json_node *event, struct told *t, struct err *err)
{
	struct json_doc d;
	int64_t seq = -1;

	if (!receipt_event(j, event, &d, err))
		return false;
	const struct json_node *root = json_root(&d), *n = json_get(&d, root, "seq");
	struct str type = json_get_text(&d, root, "type", STR(""));
	if (!n || !json_int(n, &seq) || seq != receipt_number(&j->r, event, "seq"))
		return err_set(err, ERR_REFUSED, "an event names another place in the log");
	if (!str_eq(json_get_text(&d, root, "run", STR("")), receipt_text(&j->r, j->r.run, "id")))
		return err_set(err, ERR_REFUSED, "an event is of another run");
	if (is_step(type))
		follow_step(t, &d, type);
	return true;
}

static struct str
digest_in(const struct receipt_judge *j, const char *object)
{
	const struct json_node *n = receipt_get(&j->r, j->r.predicate, object);

	if (n && n->kind == JSON_OBJECT)
		return receipt_text(&j->r, n, "sha256");
	return n ? n->text : STR("");
}

static bool
ends_alike(const struct receipt_judge *j, const struct told *t, struct err *err)
{
	struct str state = receipt_text(&j->r, j->r.run, "state");

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
	const struct json_node *list = json_get(&j->r.doc, j->r.log, "events");
	const struct json_node *decided = receipt_get(&j->r, j->r.predicate, "subject");
	struct told t = {.over = false};
	char subject[DIGEST_HEX_BYTES] = "";
	struct digest d;

	for (const struct json_node *n = json_first(&j->r.doc, list); n;
	     n = json_next(&j->r.doc, n))
		if (!follow_event(j, n, &t, err))
			return false;
	if (decided) {
		digest_of(receipt_part(&j->r, decided), &d);
		digest_hex(&d, subject);
	}
	const struct {
		const char *name;
		struct str logged, said;
	} same[] = {
	    {"task", t.task, receipt_text(&j->r, j->r.predicate, "task")},
	    {"plan", t.plan, digest_in(j, "plan")},
	    {"code", t.code, digest_in(j, "code")},
	    {"findings", t.findings, digest_in(j, "findings")},
	    {"output", t.output, digest_in(j, "output")},
	    {"policy", t.policy, digest_in(j, "policy")},
	    {"subject", t.subject, str_from(subject)},
	    {"verdict", t.verdict, receipt_text(&j->r, j->r.predicate, "verdict")},
	};
	for (size_t i = 0; i < ARRAY_LENGTH(same); i++)
		if (!str_eq(same[i].logged, same[i].said))
			return err_set(err, ERR_REFUSED,
			    "the log says something else of the run's %s", same[i].name);
	j->detail = STR("the events say the same of the run");
	return ends_alike(j, &t, err);
}
