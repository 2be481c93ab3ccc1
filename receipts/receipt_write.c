/* SPDX-License-Identifier: MIT */
/* receipt_write.c: the statement of a receipt, from what the store has of a run. */
#include "receipt_write.h"

#include "receipt_parts.h"

#define RULES_MAX 256

static const struct json_node *
root_of(const struct json_doc *d)
{
	return d->count > 0 ? json_root(d) : NULL;
}

/* The subject has it as it was decided on; a run that came to no subject has it in its record. */
static void
fill_policy(const struct receipt_material *m, struct receipt_policy *out)
{
	const struct json_node *in_subject = json_get(&m->decided, root_of(&m->decided), "policy"),
			       *in_record = json_get(&m->record, root_of(&m->record), "policy");

	out->id = m->run.policy;
	out->revision = in_subject ? json_get_number(&m->decided, in_subject, "revision", 0)
				   : json_get_number(&m->record, in_record, "revision", 0);
	memcpy(out->sha256, m->run.policy_sha256, sizeof(out->sha256));
}

/* -- findings: which rules spoke, and how often ---------------------------------------------- */

static void
count_rule(struct receipt_findings *f, struct str rule, struct str decision)
{
	for (size_t i = 0; i < f->rule_count; i++)
		if (str_eq(f->rules[i].rule, rule) && str_eq(f->rules[i].decision, decision)) {
			f->rules[i].count++;
			return;
		}
	if (f->rule_count < RULES_MAX)
		f->rules[f->rule_count++] = (struct receipt_rule){1, decision, rule};
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
	const struct json_node *list = json_get(&m->decided, root_of(&m->decided), "exceptions");

	for (const struct json_node *n = json_first(&m->decided, list); n;
	     n = json_next(&m->decided, n))
		if (str_eq(n->text, id))
			return true;
	return false;
}

/* Each finding that an exception let pass is told, to be held against what people signed. */
static bool
fill_findings(const struct receipt_material *m, struct receipt_findings *out, struct err *err)
{
	struct json_doc d;

	memcpy(out->sha256, m->run.findings_sha256, sizeof(out->sha256));
	if (!json_parse(m->a, m->findings, "the findings", &JSON_LIMITS, &d, NULL, err))
		return false;
	out->rules = arena_array(m->a, RULES_MAX, sizeof(*out->rules));
	out->excepted = arena_array(m->a, json_root(&d)->count + 1, sizeof(*out->excepted));
	if (!out->rules || !out->excepted)
		return err_memory(err);
	for (const struct json_node *n = json_first(&d, json_root(&d)); n; n = json_next(&d, n)) {
		struct str rule = json_get_text(&d, n, "rule", STR("")), decision,
			   id = json_get_text(&d, n, "waiver", STR(""));
		if (!decision_of(m, &d, n, &decision))
			return err_memory(err);
		count_rule(out, rule, decision);
		if (json_get(&d, n, "waived") && is_exception(m, id))
			out->excepted[out->excepted_count++] = (struct receipt_excepted){
			    id, json_get_text(&d, n, "fingerprint", STR("")), rule};
	}
	return true;
}

/* -- people ---------------------------------------------------------------------------------- */

static bool
fill_approvals(const struct receipt_material *m, struct receipt_said *out, struct err *err)
{
	out->approvals = arena_array(m->a, m->approval_count + 1, sizeof(*out->approvals));
	if (!out->approvals)
		return err_memory(err);
	for (size_t i = 0; i < m->approval_count; i++) {
		const struct stored_approval *a = &m->approvals[i];
		out->approvals[i] = (struct receipt_approval){.id = str_from(a->id),
		    .state = str_from(approval_state_name(a->state)),
		    .by = m->evidence[i],
		    .used_us = a->consumed_us};
		out->solo = out->solo || a->asked.solo;
	}
	out->approval_count = m->approval_count;
	return true;
}

/* -- how it ran ------------------------------------------------------------------------------ */

static bool
fill_guarantees(struct arena *a, const struct json_doc *d, const struct json_node *list,
    struct receipt_sandbox *out, struct err *err)
{
	out->guarantees = arena_array(a, list ? list->count + 1 : 1, sizeof(*out->guarantees));
	if (!out->guarantees)
		return err_memory(err);
	for (const struct json_node *n = json_first(d, list); n; n = json_next(d, n))
		out->guarantees[out->guarantee_count++] = (struct receipt_guarantee){
		    json_get_number(d, n, "bound", 0), json_get_text(d, n, "by", STR("")),
		    json_get_text(d, n, "guarantee", STR("")),
		    json_get_text(d, n, "state", STR(""))};
	return true;
}

static bool
fill_opened(struct arena *a, const struct json_doc *d, const struct json_node *list,
    struct receipt_sandbox *out, struct err *err)
{
	struct str *names;

	if (!list || list->kind != JSON_ARRAY)
		return true;
	names = arena_array(a, list->count + 1, sizeof(*names));
	if (!names)
		return err_memory(err);
	for (const struct json_node *n = json_first(d, list); n; n = json_next(d, n))
		names[out->opened_count++] = n->text;
	out->opened = names;
	return true;
}

/* *out is NULL where the record tells of no execution. */
static bool
make_sandbox(
    struct arena *a, const struct json_doc *d, struct receipt_sandbox **out, struct err *err)
{
	const struct json_node *e = json_get(d, root_of(d), "execution"),
			       *usage = json_get(d, e, "usage"),
			       *code = json_get(d, e, "exit_code"),
			       *violations = json_get(d, e, "violations");

	*out = NULL;
	if (!e || e->kind != JSON_OBJECT)
		return true;
	struct receipt_sandbox *s = *out = arena_alloc(a, sizeof(*s));
	if (!s)
		return err_memory(err);
	*s = (struct receipt_sandbox){.outcome = json_get_text(d, e, "outcome", STR("")),
	    .exit_code =
		code && code->kind == JSON_NUMBER ? json_get_number(d, e, "exit_code", 0) : -1,
	    .signal = json_get_number(d, e, "signal", 0),
	    .venv_sha256 = json_get_text(d, e, "venv_sha256", STR("")),
	    .violations =
		(violations ? violations->count : 0) + json_get_number(d, e, "violations_more", 0),
	    .usage = {json_get_number(d, usage, "cpu_ms", 0),
		json_get_number(d, usage, "memory_bytes", 0),
		json_get_number(d, usage, "processes", 0), json_get_number(d, usage, "wall_ms", 0),
		json_get_number(d, usage, "read_bytes", -1),
		json_get_number(d, usage, "written_bytes", -1)}};
	if (!str_is(json_get_text(d, e, "start", STR("fresh")), "fresh"))
		s->start = json_get_text(d, e, "start", STR(""));
	return fill_guarantees(a, d, json_get(d, e, "guarantees"), s, err) &&
	       fill_opened(a, d, json_get(d, e, "inputs_opened"), s, err);
}

bool
receipt_sandbox(
    struct arena *a, const struct json_doc *record, char sha256[DIGEST_HEX_BYTES], struct err *err)
{
	struct str whole = STR("null");
	struct receipt_sandbox *s;

	if (!make_sandbox(a, record, &s, err) ||
	    (s && !record_text(a, receipt_sandbox_form, s, (size_t)1 << 20, &whole, err)))
		return false;
	digest_hex_of(whole, sha256);
	return true;
}

static void
fill_output(const struct receipt_material *m, struct receipt_output *out)
{
	const struct json_doc *d = m->record.count > 0 ? &m->record : &m->execution;
	const struct json_node *form = json_get(d, root_of(d), "output"),
			       *validation = json_get(d, root_of(d), "validation");

	*out = (struct receipt_output){.bytes = m->output_bytes,
	    .framing = json_get_text(d, form, "framing", STR("")),
	    .channel = json_get_text(d, form, "channel", STR("")),
	    .validation = json_get_text(d, validation, "verdict", STR(""))};
	memcpy(out->sha256, m->run.output_sha256, sizeof(out->sha256));
}

static bool
make_model(const struct receipt_material *m, struct receipt_model **out, struct err *err)
{
	const struct json_doc *d = &m->record;
	const struct json_node *usage = json_get(d, root_of(d), "usage"),
			       *list = json_get(d, root_of(d), "prompts");
	struct str *prompts;

	if (!usage)
		return true;
	*out = arena_alloc(m->a, sizeof(**out));
	prompts = arena_array(m->a, list ? list->count + 1 : 1, sizeof(*prompts));
	if (!*out || !prompts)
		return err_memory(err);
	**out =
	    (struct receipt_model){.model_requests = json_get_number(d, usage, "model_requests", 0),
		.cost_micros = json_get_number(d, usage, "cost_micros", 0),
		.prompts = prompts};
	for (const struct json_node *n = json_first(d, list); n; n = json_next(d, n))
		prompts[(*out)->prompt_count++] = json_get_text(d, n, "sha256", STR(""));
	return true;
}

/* -- the log --------------------------------------------------------------------------------- */

bool
receipt_path(struct arena *a, const struct tree_proof *proof, const struct str **path,
    size_t *count, struct err *err)
{
	struct str *hashes = arena_array(a, proof->count + 1, sizeof(*hashes));
	char hex[DIGEST_HEX_BYTES];

	if (!hashes)
		return err_memory(err);
	for (size_t i = 0; i < proof->count; i++) {
		digest_hex(&proof->path[i], hex);
		if (!arena_copy(a, str_from(hex), &hashes[i]))
			return err_memory(err);
	}
	*path = hashes;
	*count = proof->count;
	return true;
}

static bool
fill_log(const struct receipt_material *m, struct receipt_log *out, struct err *err)
{
	*out = (struct receipt_log){.origin = m->origin,
	    .checkpoint = m->checkpoint,
	    .events = arena_array(m->a, m->event_count + 1, sizeof(*out->events)),
	    .event_count = m->event_count};
	if (!out->events)
		return err_memory(err);
	for (size_t i = 0; i < m->event_count; i++) {
		struct receipt_leaf *e = &out->events[i];
		*e = (struct receipt_leaf){.body = m->events[i].body, .seq = m->events[i].seq};
		if (!receipt_path(m->a, &m->events[i].proof, &e->path, &e->path_count, err))
			return false;
	}
	return true;
}

/* -- all of it ------------------------------------------------------------------------------- */

struct parts { /* those that a run may lack */
	struct receipt_code code;
	struct receipt_findings findings;
	struct receipt_output output;
	struct receipt_policy policy;
};

static bool
fill_parts(
    const struct receipt_material *m, struct parts *p, struct receipt_said *out, struct err *err)
{
	const struct stored_run *r = &m->run;

	p->code.bytes = m->code_bytes;
	memcpy(p->code.sha256, r->code_sha256, sizeof(p->code.sha256));
	fill_policy(m, &p->policy);
	fill_output(m, &p->output);
	out->code = r->code_sha256[0] ? &p->code : NULL;
	out->policy = r->policy_sha256[0] ? &p->policy : NULL;
	out->output = r->output_sha256[0] ? &p->output : NULL;
	out->findings = r->findings_sha256[0] ? &p->findings : NULL;
	memcpy(out->task, r->task_sha256, sizeof(out->task));
	memcpy(out->plan, r->plan_sha256, sizeof(out->plan));
	memcpy(out->record, r->record_sha256, sizeof(out->record));
	return !out->findings || fill_findings(m, out->findings, err);
}

bool
receipt_write(const struct receipt_material *m, struct str *out, struct err *err)
{
	struct parts parts = {.code = {.bytes = 0}};
	struct receipt_said said = {.made_us = m->made_us,
	    .run = {.id = str_from(m->run.id),
		.requester = m->run.requester,
		.tenant = m->run.tenant,
		.state = str_from(run_state_name(m->run.state)),
		.exit_code = m->run.exit_code,
		.revision = m->run.revision,
		.created_us = m->run.created_us},
	    .verdict = m->run.verdict,
	    .subject = m->subject,
	    .result = m->result,
	    .request = m->request};

	return fill_parts(m, &parts, &said, err) && fill_approvals(m, &said, err) &&
	       make_model(m, &said.model, err) &&
	       make_sandbox(m->a, &m->execution, &said.sandbox, err) &&
	       fill_log(m, &said.log, err) && receipt_statement(m->a, &said, out, err);
}
