/* SPDX-License-Identifier: MIT */
/*
 * receipt_form.c: the members of a receipt, once. An object has exactly the members of its form; so
 * nothing can stand in a receipt that no check has looked at.
 */
#include "receipt_parts.h"

#define STATEMENT_TYPE "https://in-toto.io/Statement/v1"
#define LIST_MAX 100000 /* what the envelope's size leaves room for is no concern of a form */

#define TEXTS(as, of_kind, type, items, counter)                                                   \
	{                                                                                          \
		.name = (as), .kind = (of_kind), .at = offsetof(type, items),                      \
		.count_at = offsetof(type, counter), .most = LIST_MAX                              \
	}
#define LIST(as, type, items, counter, by)                                                         \
	{                                                                                          \
		.name = (as), .kind = FIELD_PARTS, .at = offsetof(type, items),                    \
		.count_at = offsetof(type, counter), .most = LIST_MAX, .form = &(by)               \
	}

#define DIGEST(as, type, member) MEMBER_OF(as, FIELD_DIGEST, type, member)
#define DIGEST_OR_NULL(as, type, member)                                                           \
	{                                                                                          \
		.name = (as), .kind = FIELD_DIGEST, .or_null = true, .at = offsetof(type, member)  \
	}

FORM(digest_form, struct receipt_subject, DIGEST("sha256", struct receipt_subject, sha256));
FORM(subject_form, struct receipt_subject,
    {.name = "digest", .kind = FIELD_PART, .form = &digest_form},
    MEMBER(struct receipt_subject, name));

#define M(member) MEMBER(struct receipt_run, member)
FORM(run_form, struct receipt_run, M(created_us), M(exit_code), M(id), M(requester), M(revision),
    M(state), M(tenant));
FORM(code_form, struct receipt_code, MEMBER(struct receipt_code, bytes),
    DIGEST("sha256", struct receipt_code, sha256));
FORM(policy_form, struct receipt_policy, MEMBER(struct receipt_policy, id),
    MEMBER(struct receipt_policy, revision), DIGEST("sha256", struct receipt_policy, sha256));

FORM(rule_form, struct receipt_rule, MEMBER(struct receipt_rule, count),
    MEMBER(struct receipt_rule, decision), MEMBER(struct receipt_rule, rule));
FORM(excepted_form, struct receipt_excepted, MEMBER(struct receipt_excepted, exception),
    MEMBER(struct receipt_excepted, fingerprint), MEMBER(struct receipt_excepted, rule));
FORM(findings_form, struct receipt_findings,
    LIST("excepted", struct receipt_findings, excepted, excepted_count, excepted_form),
    LIST("rules", struct receipt_findings, rules, rule_count, rule_form),
    DIGEST("sha256", struct receipt_findings, sha256));

#undef M
#define M(member) MEMBER(struct receipt_approval, member)
FORM(approval_form, struct receipt_approval,
    MEMBER_AS("decided_us", struct receipt_approval, by.decided_us),
    TEXTS("delegations", FIELD_JSONS, struct receipt_approval, by.delegations, by.delegation_count),
    M(id), MEMBER_OF("rule", FIELD_JSON, struct receipt_approval, by.rule), M(state),
    MEMBER_OF("subject", FIELD_JSON, struct receipt_approval, by.subject), M(used_us),
    TEXTS("votes", FIELD_JSONS, struct receipt_approval, by.envelopes, by.envelope_count));

#undef M
#define M(member) MEMBER(struct receipt_guarantee, member)
FORM(guarantee_form, struct receipt_guarantee, M(bound), M(by), M(guarantee), M(state));
FORM(usage_form, struct receipt_usage, MEMBER(struct receipt_usage, cpu_ms),
    MEMBER(struct receipt_usage, memory_bytes), MEMBER(struct receipt_usage, processes),
    MEMBER_OR_NULL("read_bytes", struct receipt_usage, read_bytes),
    MEMBER(struct receipt_usage, wall_ms),
    MEMBER_OR_NULL("written_bytes", struct receipt_usage, written_bytes));
#undef M
#define M(member) MEMBER(struct receipt_sandbox, member)
FORM(sandbox_form, struct receipt_sandbox,
    MEMBER_OR_NULL("exit_code", struct receipt_sandbox, exit_code),
    LIST("guarantees", struct receipt_sandbox, guarantees, guarantee_count, guarantee_form),
    {.name = "inputs_opened",
	.kind = FIELD_STRINGS,
	.or_missing = true,
	.at = offsetof(struct receipt_sandbox, opened),
	.count_at = offsetof(struct receipt_sandbox, opened_count)},
    M(outcome), M(signal), MEMBER_OR_MISSING("start", struct receipt_sandbox, start),
    MEMBER_PART("usage", struct receipt_sandbox, usage, usage_form), M(venv_sha256), M(violations));
const struct form *const receipt_sandbox_form = &sandbox_form;

#undef M
#define M(member) MEMBER(struct receipt_output, member)
FORM(output_form, struct receipt_output, M(bytes), M(channel), M(framing),
    DIGEST("sha256", struct receipt_output, sha256),
    MEMBER_OR_NULL("validation", struct receipt_output, validation));
FORM(model_form, struct receipt_model, MEMBER(struct receipt_model, cost_micros),
    MEMBER(struct receipt_model, model_requests),
    TEXTS("prompts", FIELD_DIGESTS, struct receipt_model, prompts, prompt_count));

FORM(leaf_form, struct receipt_leaf, MEMBER(struct receipt_leaf, body),
    TEXTS("path", FIELD_DIGESTS, struct receipt_leaf, path, path_count),
    MEMBER(struct receipt_leaf, seq));
FORM(log_form, struct receipt_log, MEMBER(struct receipt_log, checkpoint),
    LIST("events", struct receipt_log, events, event_count, leaf_form),
    MEMBER(struct receipt_log, origin));

/* The line that witnesses added. */
FORM(line_form, struct receipt_line, MEMBER(struct receipt_line, checkpoint),
    TEXTS("consistency", FIELD_DIGESTS, struct receipt_line, consistency, consistency_count),
    MEMBER_PART("event", struct receipt_line, event, leaf_form),
    {.name = "v", .kind = FIELD_VERSION});
const struct form *const receipt_line_form = &line_form;

#define SAID struct receipt_said
FORM(predicate_form, SAID, LIST("approvals", SAID, approvals, approval_count, approval_form),
    MEMBER_OBJECT("code", SAID, code, code_form),
    MEMBER_OBJECT("findings", SAID, findings, findings_form),
    MEMBER_PART("log", SAID, log, log_form), MEMBER(SAID, made_us),
    MEMBER_OBJECT("model", SAID, model, model_form),
    MEMBER_OBJECT("output", SAID, output, output_form), DIGEST_OR_NULL("plan", SAID, plan),
    MEMBER_OBJECT("policy", SAID, policy, policy_form), DIGEST_OR_NULL("record", SAID, record),
    {.name = "request", .kind = FIELD_JSON, .or_missing = true, .at = offsetof(SAID, request)},
    {.name = "result", .kind = FIELD_JSON, .or_null = true, .at = offsetof(SAID, result)},
    MEMBER_PART("run", SAID, run, run_form), MEMBER_OBJECT("sandbox", SAID, sandbox, sandbox_form),
    MEMBER(SAID, solo),
    {.name = "subject", .kind = FIELD_JSON, .or_null = true, .at = offsetof(SAID, subject)},
    DIGEST("task", SAID, task), {.name = "v", .kind = FIELD_VERSION}, MEMBER(SAID, verdict));

struct receipt_statement {
	struct str type, predicate_type;
	struct receipt_subject *subjects;
	size_t subject_count;
	struct receipt_said said;
};
#define STATEMENT struct receipt_statement
FORM(statement_form, STATEMENT, MEMBER_AS("_type", STATEMENT, type),
    MEMBER_PART("predicate", STATEMENT, said, predicate_form),
    MEMBER_AS("predicateType", STATEMENT, predicate_type),
    LIST("subject", STATEMENT, subjects, subject_count, subject_form));

/* -- writing --------------------------------------------------------------------------------- */

static void
add_subject(struct receipt_statement *s, const char *name, const char *sha256)
{
	if (!sha256[0])
		return;
	struct receipt_subject *one = &s->subjects[s->subject_count++];
	one->name = str_from(name);
	memcpy(one->sha256, sha256, sizeof(one->sha256));
}

bool
receipt_statement(
    struct arena *a, const struct receipt_said *said, struct str *out, struct err *err)
{
	struct receipt_subject subjects[3];
	struct receipt_statement s = {.type = STR(STATEMENT_TYPE),
	    .predicate_type = STR(RECEIPT_PREDICATE_TYPE),
	    .subjects = subjects,
	    .said = *said};

	add_subject(&s, "code", said->code ? said->code->sha256 : "");
	add_subject(&s, "output", said->output ? said->output->sha256 : "");
	add_subject(&s, "record", said->record);
	return record_text(a, &statement_form, &s, ENVELOPE_BYTES_MAX / 4 * 3, out, err);
}

/* -- reading --------------------------------------------------------------------------------- */

static bool
read_statement(struct arena *a, struct receipt *r, struct err *err)
{
	const struct json_limits limits = {ENVELOPE_BYTES_MAX, 32, 200000, 20};
	struct receipt_statement s = {.subject_count = 0};

	if (!json_parse_canonical(a, r->envelope.payload, NULL, &limits, &r->doc, err) ||
	    !record_read(a, &r->doc, json_root(&r->doc), &statement_form, &s, err))
		return false;
	if (!str_is(s.type, STATEMENT_TYPE))
		return err_set(err, ERR_INPUT, "this is not an in-toto statement of version 1");
	if (!str_is(s.predicate_type, RECEIPT_PREDICATE_TYPE))
		return err_set(err, ERR_INPUT, "the statement is not a receipt");
	r->said = s.said;
	r->subjects = s.subjects;
	r->subject_count = s.subject_count;
	return true;
}

bool
receipt_open_statement(struct arena *a, struct receipt *r, struct err *err)
{
	if (!read_statement(a, r, err))
		return err_wrap(err, "the statement");
	const struct json_node *said = json_get(&r->doc, json_root(&r->doc), "predicate");
	r->sandbox = json_get(&r->doc, said, "sandbox");
	r->decided = r->said.subject.n > 0 ? json_get(&r->doc, said, "subject") : NULL;
	return checkpoint_read(a, r->said.log.checkpoint, &r->checkpoint, err);
}

bool
receipt_open(struct arena *a, struct str bytes, struct receipt *out, struct err *err)
{
	*out = (struct receipt){.subject_count = 0};
	return envelope_read(a, bytes, &out->envelope, err) && receipt_open_statement(a, out, err);
}

bool
receipt_read(struct arena *a, struct str receipt, struct json_doc *statement, struct err *err)
{
	struct receipt r;

	if (!receipt_open(a, receipt, &r, err))
		return false;
	*statement = r.doc;
	return true;
}

/* A member of what was decided about, or empty. */
struct str
receipt_decided(const struct receipt *r, const char *name)
{
	return json_get_text(&r->doc, r->decided, name, STR(""));
}

bool
receipt_digest_is(struct str bytes, struct str hex)
{
	char is[DIGEST_HEX_BYTES];
	struct digest d;

	digest_of(bytes, &d);
	digest_hex(&d, is);
	return str_is(hex, is);
}
