/* SPDX-License-Identifier: MIT */
/* receipt_write.c: the statement of a receipt, from what the store has of a run. */
#include "receipt_write.h"

#include <stdio.h>

#define STATEMENT_TYPE "https://in-toto.io/Statement/v1"
#define RULES_MAX 256

static const struct json_node *
root_of(const struct json_doc *d)
{
	return d->count > 0 ? json_root(d) : NULL;
}

static int64_t
number_of(const struct json_doc *d, const struct json_node *of, const char *name)
{
	const struct json_node *n = json_get(d, of, name);
	int64_t number = 0;

	if (n)
		(void)json_int(n, &number);
	return number;
}

static void
put_hex(struct json_writer *w, const char *name, const char *hex)
{
	json_put_text(w, name, hex[0] ? hex : NULL);
}

static void
put_raw(struct json_writer *w, const char *name, struct str text)
{
	json_name(w, name);
	json_raw(w, text.n > 0 ? text : STR("null"));
}

static void
put_object(struct json_writer *w, const char *name)
{
	json_name(w, name);
	json_object(w);
}

static void
put_subject(struct json_writer *w, const char *name, const char *hex)
{
	if (!hex[0])
		return;
	json_object(w);
	json_put_text(w, "name", name);
	put_object(w, "digest");
	json_put_text(w, "sha256", hex);
	json_end_object(w);
	json_end_object(w);
}

static void
put_run(struct json_writer *w, const struct stored_run *r)
{
	put_object(w, "run");
	json_put_text(w, "id", r->id);
	json_put_str(w, "requester", r->requester);
	json_put_str(w, "tenant", r->tenant);
	json_put_text(w, "state", run_state_name(r->state));
	json_put_number(w, "exit_code", r->exit_code);
	json_put_number(w, "revision", r->revision);
	json_put_number(w, "created_us", r->created_us);
	json_end_object(w);
}

static void
put_code(struct json_writer *w, const struct receipt_material *m)
{
	json_name(w, "code");
	if (!m->run.code_sha256[0]) {
		json_null(w);
		return;
	}
	json_object(w);
	json_put_text(w, "sha256", m->run.code_sha256);
	json_put_number(w, "bytes", m->code_bytes);
	json_end_object(w);
}

/* The subject has it as it was decided on; a run that came to no subject has it in its record. */
static void
put_policy(struct json_writer *w, const struct receipt_material *m)
{
	const struct json_node *in_subject = json_get(&m->decided, root_of(&m->decided), "policy"),
			       *in_record = json_get(&m->record, root_of(&m->record), "policy");

	json_name(w, "policy");
	if (!m->run.policy_sha256[0]) {
		json_null(w);
		return;
	}
	json_object(w);
	json_put_str(w, "id", m->run.policy);
	json_put_number(w, "revision",
	    in_subject ? number_of(&m->decided, in_subject, "revision")
		       : number_of(&m->record, in_record, "revision"));
	json_put_text(w, "sha256", m->run.policy_sha256);
	json_end_object(w);
}

/* -- findings: which rules spoke, and how often ---------------------------------------------- */

struct rule_hits {
	struct str rule, decision;
	int64_t count;
};

static void
count_rule(struct rule_hits *rules, size_t *count, struct str rule, struct str decision)
{
	for (size_t i = 0; i < *count; i++)
		if (str_eq(rules[i].rule, rule) && str_eq(rules[i].decision, decision)) {
			rules[i].count++;
			return;
		}
	if (*count < RULES_MAX)
		rules[(*count)++] = (struct rule_hits){rule, decision, 1};
}

/* "deny", "escalate, waived by W-1", "deny, in shadow of next": what did not decide is told so. */
static bool
decision_of(const struct receipt_material *m, const struct json_doc *d, const struct json_node *n,
    struct str *out)
{
	const char *shadow = json_get(d, n, "shadow") ? ", in shadow of " : "";
	const char *waived = json_get(d, n, "waived") ? ", waived by " : "";
	struct str policy = *shadow ? json_get_text(d, n, "policy", STR("")) : STR("");
	struct str waiver = *waived ? json_get_text(d, n, "waiver", STR("")) : STR("");

	*out = str_from(arena_printf(m->a, "%.*s%s%.*s%s%.*s",
	    STR_ARG(json_get_text(d, n, "decision", STR(""))), shadow, STR_ARG(policy), waived,
	    STR_ARG(waiver)));
	return out->p != NULL && out->n > 0;
}

static bool
is_exception(const struct receipt_material *m, struct str id)
{
	const struct json_node *list =
	    json_get(&m->decided, root_of(&m->decided), "exceptions");

	for (const struct json_node *n = json_first(&m->decided, list); n;
	     n = json_next(&m->decided, n))
		if (str_eq(n->text, id))
			return true;
	return false;
}

/* Each finding that an exception let pass, to be held against what people signed. */
static void
put_excepted(
    struct json_writer *w, const struct receipt_material *m, const struct json_doc *findings)
{
	json_name(w, "excepted");
	json_array(w);
	for (const struct json_node *n = json_first(findings, json_root(findings)); n;
	     n = json_next(findings, n)) {
		struct str id = json_get_text(findings, n, "waiver", STR(""));
		if (!json_get(findings, n, "waived") || !is_exception(m, id))
			continue;
		json_object(w);
		json_put_str(w, "exception", id);
		json_put_str(w, "fingerprint", json_get_text(findings, n, "fingerprint", STR("")));
		json_put_str(w, "rule", json_get_text(findings, n, "rule", STR("")));
		json_end_object(w);
	}
	json_end_array(w);
}

static bool
put_findings(struct json_writer *w, const struct receipt_material *m, struct err *err)
{
	struct rule_hits *rules = arena_array(m->a, RULES_MAX, sizeof(*rules));
	struct json_doc d;
	size_t count = 0;

	json_name(w, "findings");
	if (!m->run.findings_sha256[0]) {
		json_null(w);
		return true;
	}
	if (!rules)
		return err_memory(err);
	if (!json_parse(m->a, m->findings, "the findings", &JSON_LIMITS, &d, NULL, err))
		return false;
	for (const struct json_node *n = json_first(&d, json_root(&d)); n; n = json_next(&d, n)) {
		struct str decision;
		if (!decision_of(m, &d, n, &decision))
			return err_memory(err);
		count_rule(rules, &count, json_get_text(&d, n, "rule", STR("")), decision);
	}
	json_object(w);
	json_put_text(w, "sha256", m->run.findings_sha256);
	put_excepted(w, m, &d);
	json_name(w, "rules");
	json_array(w);
	for (size_t i = 0; i < count; i++) {
		json_object(w);
		json_put_str(w, "rule", rules[i].rule);
		json_put_str(w, "decision", rules[i].decision);
		json_put_number(w, "count", rules[i].count);
		json_end_object(w);
	}
	json_end_array(w);
	json_end_object(w);
	return true;
}

/* -- people ---------------------------------------------------------------------------------- */

static bool
lends(const struct receipt_material *m, struct str envelope, const struct stored_vote *v)
{
	struct delegation terms;
	struct envelope e;
	struct err err;

	return envelope_read(m->a, envelope, &e, &err) &&
	       delegation_read(m->a, e.payload, &terms, &err) && str_eq(terms.from, v->on_behalf) &&
	       str_eq(terms.to, v->voter);
}

/* Those that a vote leans on, and no other. */
static void
put_delegations(
    struct json_writer *w, const struct receipt_material *m, const struct stored_approval *a)
{
	json_name(w, "delegations");
	json_array(w);
	for (size_t d = 0; d < m->delegation_count; d++) {
		bool needed = false;
		for (size_t i = 0; !needed && i < a->vote_count; i++)
			needed = a->votes[i].withdrawn_us == 0 && a->votes[i].on_behalf.n > 0 &&
				 lends(m, m->delegations[d], &a->votes[i]);
		if (needed)
			json_raw(w, m->delegations[d]);
	}
	json_end_array(w);
}

static void
put_approval(struct json_writer *w, const struct receipt_material *m,
    const struct stored_approval *a, struct str subject)
{
	json_object(w);
	json_put_text(w, "id", a->id);
	json_put_text(w, "state", approval_state_name(a->state));
	json_put_number(w, "decided_us", a->decided_us);
	json_put_number(w, "used_us", a->consumed_us);
	put_raw(w, "rule", a->rule);
	put_raw(w, "subject", subject);
	json_name(w, "votes");
	json_array(w);
	for (size_t i = 0; i < a->vote_count; i++)
		if (a->votes[i].withdrawn_us == 0)
			json_raw(w, a->votes[i].envelope);
	json_end_array(w);
	put_delegations(w, m, a);
	json_end_object(w);
}

static void
put_approvals(struct json_writer *w, const struct receipt_material *m)
{
	bool solo = false;

	json_name(w, "approvals");
	json_array(w);
	for (size_t i = 0; i < m->approval_count; i++) {
		put_approval(w, m, &m->approvals[i], m->subjects[i]);
		solo = solo || m->approvals[i].asked.solo;
	}
	json_end_array(w);
	json_put_bool(w, "solo", solo);
}

/* -- how it ran ------------------------------------------------------------------------------ */

static void
put_guarantees(struct json_writer *w, const struct json_doc *d, const struct json_node *execution)
{
	json_name(w, "guarantees");
	json_array(w);
	for (const struct json_node *n = json_first(d, json_get(d, execution, "guarantees")); n;
	     n = json_next(d, n)) {
		json_object(w);
		json_put_str(w, "guarantee", json_get_text(d, n, "guarantee", STR("")));
		json_put_str(w, "state", json_get_text(d, n, "state", STR("")));
		json_put_str(w, "by", json_get_text(d, n, "by", STR("")));
		json_put_number(w, "bound", number_of(d, n, "bound"));
		json_end_object(w);
	}
	json_end_array(w);
}

static void
put_usage(struct json_writer *w, const struct json_doc *d, const struct json_node *execution)
{
	static const char *const members[] = {"wall_ms", "cpu_ms", "memory_bytes", "processes"};
	const struct json_node *usage = json_get(d, execution, "usage");

	put_object(w, "usage");
	for (size_t i = 0; i < ARRAY_LENGTH(members); i++)
		json_put_number(w, members[i], number_of(d, usage, members[i]));
	json_end_object(w);
}

static void
put_sandbox(struct json_writer *w, const struct json_doc *d)
{
	const struct json_node *e = json_get(d, root_of(d), "execution");
	const struct json_node *code = json_get(d, e, "exit_code");
	const struct json_node *violations = json_get(d, e, "violations");

	if (!e || e->kind != JSON_OBJECT) {
		json_null(w);
		return;
	}
	json_object(w);
	json_put_str(w, "outcome", json_get_text(d, e, "outcome", STR("")));
	json_name(w, "exit_code");
	if (code && code->kind == JSON_NUMBER)
		json_number(w, number_of(d, e, "exit_code"));
	else
		json_null(w);
	json_put_number(w, "signal", number_of(d, e, "signal"));
	json_put_str(w, "venv_sha256", json_get_text(d, e, "venv_sha256", STR("")));
	json_put_number(w, "violations",
	    (violations ? violations->count : 0) + number_of(d, e, "violations_more"));
	put_usage(w, d, e);
	put_guarantees(w, d, e);
	json_end_object(w);
}

bool
receipt_sandbox(struct arena *a, const struct json_doc *record, char sha256[DIGEST_HEX_BYTES],
    struct err *err)
{
	struct json_writer w;
	struct buf text;
	struct str whole;

	buf_init(&text, (size_t)1 << 20);
	json_writer_init(&w, &text, false);
	put_sandbox(&w, record);
	bool good = !text.failed ? json_canonical_text(a, buf_view(&text), &whole, err)
				 : err_memory(err);
	buf_release(&text);
	if (good)
		digest_hex_of(whole, sha256);
	return good;
}

static void
put_output(struct json_writer *w, const struct receipt_material *m)
{
	const struct json_doc *d = m->record.count > 0 ? &m->record : &m->execution;
	const struct json_node *form = json_get(d, root_of(d), "output"),
			       *validation = json_get(d, root_of(d), "validation");

	json_name(w, "output");
	if (!m->run.output_sha256[0]) {
		json_null(w);
		return;
	}
	json_object(w);
	json_put_text(w, "sha256", m->run.output_sha256);
	json_put_number(w, "bytes", m->output_bytes);
	json_put_str(w, "framing", json_get_text(d, form, "framing", STR("")));
	json_put_str(w, "channel", json_get_text(d, form, "channel", STR("")));
	json_name(w, "validation");
	if (validation && validation->kind == JSON_OBJECT)
		json_str(w, json_get_text(d, validation, "verdict", STR("")));
	else
		json_null(w);
	json_end_object(w);
}

static void
put_model(struct json_writer *w, const struct receipt_material *m)
{
	const struct json_doc *d = &m->record;
	const struct json_node *usage = json_get(d, root_of(d), "usage");

	json_name(w, "model");
	if (!usage) {
		json_null(w);
		return;
	}
	json_object(w);
	json_put_number(w, "model_requests", number_of(d, usage, "model_requests"));
	json_put_number(w, "cost_micros", number_of(d, usage, "cost_micros"));
	json_name(w, "prompts");
	json_array(w);
	for (const struct json_node *n = json_first(d, json_get(d, root_of(d), "prompts")); n;
	     n = json_next(d, n))
		json_str(w, json_get_text(d, n, "sha256", STR("")));
	json_end_array(w);
	json_end_object(w);
}

/* -- the log --------------------------------------------------------------------------------- */

static void
put_event(struct json_writer *w, const struct receipt_event *e)
{
	char hex[DIGEST_HEX_BYTES];

	json_object(w);
	json_put_number(w, "seq", e->seq);
	json_put_str(w, "body", e->body);
	json_name(w, "path");
	json_array(w);
	for (size_t i = 0; i < e->proof.count; i++) {
		digest_hex(&e->proof.path[i], hex);
		json_text(w, hex);
	}
	json_end_array(w);
	json_end_object(w);
}

static void
put_log(struct json_writer *w, const struct receipt_material *m)
{
	put_object(w, "log");
	json_put_str(w, "origin", m->origin);
	json_put_str(w, "checkpoint", m->checkpoint);
	json_name(w, "events");
	json_array(w);
	for (size_t i = 0; i < m->event_count; i++)
		put_event(w, &m->events[i]);
	json_end_array(w);
	json_end_object(w);
}

/* -- all of it ------------------------------------------------------------------------------- */

static bool
put_predicate(struct json_writer *w, const struct receipt_material *m, struct err *err)
{
	put_object(w, "predicate");
	json_put_number(w, "v", 1);
	json_put_number(w, "made_us", m->made_us);
	put_run(w, &m->run);
	json_put_text(w, "task", m->run.task_sha256);
	put_hex(w, "plan", m->run.plan_sha256);
	put_code(w, m);
	put_policy(w, m);
	json_put_str(w, "verdict", m->run.verdict);
	put_raw(w, "subject", m->subject);
	if (!put_findings(w, m, err))
		return false;
	put_approvals(w, m);
	put_model(w, m);
	json_name(w, "sandbox");
	put_sandbox(w, &m->execution);
	put_raw(w, "result", m->result);
	if (m->request.n > 0)
		put_raw(w, "request", m->request);
	put_output(w, m);
	put_hex(w, "record", m->run.record_sha256);
	put_log(w, m);
	json_end_object(w);
	return true;
}

bool
receipt_write(const struct receipt_material *m, struct str *out, struct err *err)
{
	struct json_writer w;
	struct buf text;

	buf_init(&text, ENVELOPE_BYTES_MAX / 4 * 3);
	json_writer_init(&w, &text, false);
	json_object(&w);
	json_put_text(&w, "_type", STATEMENT_TYPE);
	json_put_text(&w, "predicateType", RECEIPT_PREDICATE_TYPE);
	json_name(&w, "subject");
	json_array(&w);
	put_subject(&w, "code", m->run.code_sha256);
	put_subject(&w, "output", m->run.output_sha256);
	put_subject(&w, "record", m->run.record_sha256);
	json_end_array(&w);
	bool good = put_predicate(&w, m, err);
	json_end_object(&w);
	if (good)
		good = text.failed ? err_set(err, ERR_LIMIT, "the receipt would be too large")
				   : json_canonical_text(m->a, buf_view(&text), out, err);
	buf_release(&text);
	return good;
}
