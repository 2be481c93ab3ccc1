/* SPDX-License-Identifier: MIT */
/* receipt_report.c: what a receipt says, in a reader's order. */
#include "receipt_report.h"

#include "clock.h"

#include <inttypes.h>
#include <stdio.h>

struct telling {
	struct report *r;
	const struct json_doc *d;
	const struct json_node *p; /* the predicate */
	struct err *err;
};

static void
add(struct report *r, struct report_line line)
{
	struct report_line *one =
	    arena_push(r->a, &r->lines, &r->count, &r->capacity, sizeof(*r->lines));

	if (!one)
		r->failed = true;
	else
		*one = line;
}

static void
heading(struct telling *t, const char *name)
{
	add(t->r, (struct report_line){.label = str_from(name), .heading = true});
}

static void
field(struct telling *t, const char *label, struct str text)
{
	add(t->r, (struct report_line){.label = str_from(label), .text = text});
}

static void field_format(struct telling *t, const char *label, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static void
field_format(struct telling *t, const char *label, const char *format, ...)
{
	struct str text = STR("");
	struct buf b;
	va_list ap;

	buf_init(&b, 1 << 16);
	va_start(ap, format);
	buf_vprintf(&b, format, ap);
	va_end(ap);
	if (!buf_keep(&b, t->r->a, &text))
		t->r->failed = true;
	field(t, label, text);
}

static struct str
text_of(const struct json_doc *d, const struct json_node *of, const char *name)
{
	return json_get_text(d, of, name, STR(""));
}

static const struct json_node *
part(struct telling *t, const char *name)
{
	const struct json_node *n = json_get(t->d, t->p, name);

	return n && n->kind != JSON_NULL ? n : NULL;
}

static void
moment(struct telling *t, const char *label, int64_t us)
{
	char stamp[CLOCK_STAMP_BYTES];

	clock_stamp_of(us, stamp);
	field_format(t, label, "%s", stamp);
}

/* -- request, code, policy ------------------------------------------------------------------- */

static void
tell_request(struct telling *t)
{
	const struct json_node *run = part(t, "run"), *subject = part(t, "subject"),
			       *plan = part(t, "plan");

	heading(t, "REQUEST");
	field(t, "run", text_of(t->d, run, "id"));
	field(t, "asked by", text_of(t->d, run, "requester"));
	field(t, "request",
	    part(t, "request") ? STR("signed: see the finding 'request'")
			       : STR("not signed: anybody with this account name"));
	moment(t, "asked", json_get_number(t->d, run, "created_us", 0));
	moment(t, "receipt", json_get_number(t->d, t->p, "made_us", 0));
	field(t, "task", text_of(t->d, t->p, "task"));
	if (subject)
		field(t, "goal", text_of(t->d, subject, "goal"));
	if (plan)
		field(t, "plan", plan->text);
}

static void
tell_model(struct telling *t)
{
	const struct json_node *model = json_get(t->d, part(t, "subject"), "model"),
			       *usage = part(t, "model");

	struct str name = text_of(t->d, model, "name");

	if (model && model->kind == JSON_OBJECT)
		field_format(t, "model", "%.*s%s%.*s", STR_ARG(text_of(t->d, model, "provider")),
		    name.n > 0 ? ", " : "", STR_ARG(name));
	else if (model)
		field(t, "model", STR("none: the requester brought the code"));
	if (model && model->kind == JSON_OBJECT && usage)
		field_format(t, "requests", "%" PRId64 ", cost %" PRId64 ".%06" PRId64,
		    json_get_number(t->d, usage, "model_requests", 0),
		    json_get_number(t->d, usage, "cost_micros", 0) / 1000000,
		    json_get_number(t->d, usage, "cost_micros", 0) % 1000000);
	JSON_EACH(n, t->d, json_get(t->d, model, "prompts"))
		field(t, "prompt", n->text);
}

static void
tell_code(struct telling *t)
{
	const struct json_node *code = part(t, "code");

	heading(t, "CODE");
	if (!code) {
		field(t, "none", STR("the run ended before there was a program"));
		return;
	}
	field(t, "sha256", text_of(t->d, code, "sha256"));
	field_format(t, "size", "%" PRId64 " bytes, revision %" PRId64,
	    json_get_number(t->d, code, "bytes", 0),
	    json_get_number(t->d, part(t, "run"), "revision", 0));
	tell_model(t);
}

static void
tell_policy(struct telling *t)
{
	const struct json_node *policy = part(t, "policy"), *findings = part(t, "findings"),
			       *bundle = json_get(t->d, part(t, "subject"), "bundle");
	struct str verdict = text_of(t->d, t->p, "verdict");

	heading(t, "POLICY");
	if (!policy) {
		field(t, "none", STR("the code was not checked"));
		return;
	}
	field_format(t, "policy", "%.*s, revision %" PRId64, STR_ARG(text_of(t->d, policy, "id")),
	    json_get_number(t->d, policy, "revision", 0));
	field(t, "sha256", text_of(t->d, policy, "sha256"));
	if (bundle)
		field_format(t, "bundle", "%.*s, revision %" PRId64 ", sha256 %.*s",
		    STR_ARG(text_of(t->d, bundle, "id")),
		    json_get_number(t->d, bundle, "revision", 0),
		    STR_ARG(text_of(t->d, bundle, "sha256")));
	field(t, "verdict", verdict);
	JSON_EACH(n, t->d, json_get(t->d, findings, "rules"))
		field_format(t, "rule", "%.*s: %.*s, %" PRId64 " %s",
		    STR_ARG(text_of(t->d, n, "rule")), STR_ARG(text_of(t->d, n, "decision")),
		    json_get_number(t->d, n, "count", 0),
		    json_get_number(t->d, n, "count", 0) == 1 ? "time" : "times");
	JSON_EACH(n, t->d, json_get(t->d, part(t, "subject"), "obligations"))
		field_format(t, "box holds", "%.*s at line %" PRId64 ", by %.*s",
		    STR_ARG(text_of(t->d, n, "rule")), json_get_number(t->d, n, "line", 0),
		    STR_ARG(text_of(t->d, n, "wall")));
	if (findings && json_get(t->d, findings, "rules")->count == 0)
		field(t, "rules", STR("none spoke"));
}

/* -- people ---------------------------------------------------------------------------------- */

static bool
tell_vote(struct telling *t, const struct json_node *n)
{
	char stamp[CLOCK_STAMP_BYTES];
	struct envelope e;
	struct vote v;

	if (!envelope_read(t->r->a, json_source(t->d, n), &e, t->err) ||
	    !vote_read(t->r->a, e.payload, &v, t->err))
		return false;
	clock_stamp_of(v.voted_us, stamp);
	field_format(
	    t, "signed by", "%.*s (%.*s), %s", STR_ARG(v.printed_name), STR_ARG(v.voter), stamp);
	field_format(t, "", "%s for '%.*s'%s%.*s", vote_decision_name(v.decision), STR_ARG(v.need),
	    v.on_behalf.n > 0 ? ", on behalf of " : "", STR_ARG(v.on_behalf));
	field_format(t, "", "meaning: %.*s", STR_ARG(v.meaning));
	field_format(t, "", "reason: %.*s%s%.*s", STR_ARG(v.reason),
	    v.ticket.n > 0 ? "; ticket: " : "", STR_ARG(v.ticket));
	field_format(t, "", "key: %.16s", e.signatures[0].keyid);
	return true;
}

static bool
tell_approval(struct telling *t, const struct json_node *n)
{
	struct approval_rule rule;
	char words[DIGEST_WORDS_BYTES], hex[DIGEST_HEX_BYTES];
	struct digest d;

	if (!approval_rule_read(
		t->r->a, json_source(t->d, json_get(t->d, n, "rule")), &rule, t->err))
		return false;
	digest_of(json_source(t->d, json_get(t->d, n, "subject")), &d);
	digest_hex(&d, hex);
	field_format(t, "approval", "%.*s: %.*s, %.*s", STR_ARG(text_of(t->d, n, "id")),
	    STR_ARG(rule.kind), STR_ARG(text_of(t->d, n, "state")));
	for (size_t i = 0; i < rule.need_count; i++)
		field_format(t, "need", "%.*s: %" PRId64 " with the role '%.*s'",
		    STR_ARG(rule.needs[i].name), rule.needs[i].n, STR_ARG(rule.needs[i].role));
	if (digest_words(hex, words))
		field(t, "words", str_from(arena_text(t->r->a, str_from(words))));
	JSON_EACH(v, t->d, json_get(t->d, n, "votes"))
		if (!tell_vote(t, v))
			return false;
	if (json_get_number(t->d, n, "decided_us", 0) > 0)
		moment(t, "decided", json_get_number(t->d, n, "decided_us", 0));
	if (json_get_number(t->d, n, "used_us", 0) > 0)
		moment(t, "used", json_get_number(t->d, n, "used_us", 0));
	return true;
}

static bool
tell_people(struct telling *t)
{
	const struct json_node *list = json_get(t->d, t->p, "approvals");

	heading(t, "PEOPLE");
	if (list->count == 0)
		field(t, "none", STR("no person was asked; the policy decided"));
	if (json_get(t->d, t->p, "solo")->kind == JSON_TRUE)
		field(t, "solo", STR("no separation of duties: one person asked and decided"));
	JSON_EACH(n, t->d, list)
		if (!tell_approval(t, n))
			return false;
	return true;
}

/* -- sandbox, output, log -------------------------------------------------------------------- */

static void
tell_sandbox(struct telling *t)
{
	const struct json_node *s = part(t, "sandbox"), *usage = json_get(t->d, s, "usage");

	heading(t, "SANDBOX");
	if (!s) {
		field(t, "none", STR("the code did not run"));
		return;
	}
	field(t, "outcome", text_of(t->d, s, "outcome"));
	field_format(t, "usage",
	    "%" PRId64 " ms of time, %" PRId64 " ms of processor, %" PRId64 " KiB of memory",
	    json_get_number(t->d, usage, "wall_ms", 0), json_get_number(t->d, usage, "cpu_ms", 0),
	    json_get_number(t->d, usage, "memory_bytes", 0) / 1024);
	if (json_get_number(t->d, usage, "read_bytes", -1) >= 0)
		field_format(t, "bytes", "%" PRId64 " read, %" PRId64 " written",
		    json_get_number(t->d, usage, "read_bytes", 0),
		    json_get_number(t->d, usage, "written_bytes", 0));
	if (json_get(t->d, s, "inputs_opened"))
		field_format(t, "inputs", "%u opened", json_get(t->d, s, "inputs_opened")->count);
	else
		field(t, "inputs", STR("not known which were opened"));
	JSON_EACH(n, t->d, json_get(t->d, s, "inputs_opened"))
		field(t, "opened", n->text);
	field_format(t, "violations", "%" PRId64, json_get_number(t->d, s, "violations", 0));
	if (text_of(t->d, s, "start").n > 0)
		field(t, "start", text_of(t->d, s, "start"));
	if (text_of(t->d, s, "venv_sha256").n > 0)
		field(t, "packages", text_of(t->d, s, "venv_sha256"));
	JSON_EACH(g, t->d, json_get(t->d, s, "guarantees"))
		field_format(t, "guarantee", "%.*s: %.*s%s%.*s",
		    STR_ARG(text_of(t->d, g, "guarantee")), STR_ARG(text_of(t->d, g, "state")),
		    text_of(t->d, g, "by").n > 0 ? " by " : "", STR_ARG(text_of(t->d, g, "by")));
}

static void
tell_output(struct telling *t)
{
	const struct json_node *o = part(t, "output");

	heading(t, "OUTPUT");
	if (!o) {
		field(t, "none", STR("there was no output"));
		return;
	}
	field(t, "sha256", text_of(t->d, o, "sha256"));
	field_format(t, "size", "%" PRId64 " bytes of %.*s", json_get_number(t->d, o, "bytes", 0),
	    STR_ARG(text_of(t->d, o, "framing")));
	field(t, "validation", text_of(t->d, o, "validation"));
}

static bool
tell_log(struct telling *t)
{
	const struct json_node *log = part(t, "log"), *list = json_get(t->d, log, "events");
	const struct json_node *n = json_first(t->d, list), *last = n;
	struct checkpoint c;

	heading(t, "LOG");
	if (!checkpoint_read(t->r->a, text_of(t->d, log, "checkpoint"), &c, t->err))
		return false;
	field(t, "name", text_of(t->d, log, "origin"));
	for (const struct json_node *e = n; e; e = json_next(t->d, e))
		last = e;
	if (n)
		field_format(t, "events", "%u, from %" PRId64 " to %" PRId64, list->count,
		    json_get_number(t->d, n, "seq", 0), json_get_number(t->d, last, "seq", 0));
	field_format(t, "checkpoint", "of %" PRId64 " events", c.size);
	for (size_t i = 0; i < c.count; i++)
		field(t, "signed by", c.signatures[i].name);
	return true;
}

static void
tell_findings(
    struct telling *t, const struct receipt_finding *findings, size_t count, const char *why)
{
	heading(t, "VERIFICATION");
	if (count == 0)
		field(t, "none", str_from(why ? why : "it was not verified"));
	for (size_t i = 0; i < count; i++)
		add(t->r, (struct report_line){.label = str_from(findings[i].what),
			      .text = findings[i].detail,
			      .good = findings[i].good ? 1 : -1});
}

bool
receipt_report(struct arena *a, const struct json_doc *statement,
    const struct receipt_finding *findings, size_t count, const char *why, struct report *out,
    struct err *err)
{
	struct telling t = {.r = out, .d = statement, .err = err};

	*out = (struct report){.a = a};
	t.p = json_get(statement, json_root(statement), "predicate");
	out->title = text_of(statement, json_get(statement, t.p, "run"), "id");
	out->state = text_of(statement, json_get(statement, t.p, "run"), "state");
	tell_findings(&t, findings, count, why);
	tell_request(&t);
	tell_code(&t);
	tell_policy(&t);
	bool good = tell_people(&t);
	tell_sandbox(&t);
	tell_output(&t);
	return good && tell_log(&t) && (!out->failed || err_memory(err));
}
