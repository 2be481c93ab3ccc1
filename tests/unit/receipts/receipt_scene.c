/* SPDX-License-Identifier: MIT */
#include "receipt_scene.h"

static const char good_record[] =
    "{\"execution\":{\"outcome\":\"ok\",\"exit_code\":0,\"guarantees\":[{\"guarantee\":\"network_"
    "none\",\"state\":\"enforced\",\"by\":\"us\",\"bound\":0}]},\"output\":{\"framing\":\"json\","
    "\"channel\":\"stdout\"},\"validation\":{\"verdict\":\"valid\"}}";

struct str
joined(struct scene *s, const char *format, ...)
{
	struct str out;
	struct buf b;
	va_list ap;

	buf_init(&b, ENVELOPE_BYTES_MAX);
	va_start(ap, format);
	buf_vprintf(&b, format, ap);
	va_end(ap);
	assert_true(arena_copy(s->a, buf_view(&b), &out));
	buf_release(&b);
	return out;
}

static void
hex_of(struct str bytes, char out[DIGEST_HEX_BYTES])
{
	struct digest d;

	digest_of(bytes, &d);
	digest_hex(&d, out);
}

/* -- people and keys ------------------------------------------------------------------------- */

static struct secret_key *keys[KEYS];

static void
trust_service_key(struct scene *s, size_t i, const char *name, enum service_purpose p, int key)
{
	struct trust_service *t = &s->services[i];

	*t = (struct trust_service){.name = str_from(name),
	    .purpose = p,
	    .key = *key_public(keys[key]),
	    .from_us = 1,
	    .until_us = FOREVER};
	public_key_id(&t->key, t->id);
}

static void
trust_person_key(struct scene *s, size_t i, const char *id, const char *name, int key)
{
	s->person_keys[i] =
	    (struct person_key){.key = *key_public(keys[key]), .from_us = 1, .until_us = FOREVER};
	public_key_id(&s->person_keys[i].key, s->person_keys[i].id);
	s->roles[i] = (struct person_role){STR("approver"), STR("*"), 1, FOREVER};
	s->people[i] = (struct person){.id = str_from(id),
	    .name = str_from(name),
	    .keys = &s->person_keys[i],
	    .key_count = 1,
	    .roles = &s->roles[i],
	    .role_count = 1};
}

static void
vote_of(struct scene *s, size_t i, const char *id, const char *name, int signer)
{
	s->signers[i] = signer;
	s->votes[i] = (struct vote){.approval = STR("apr_1"),
	    .run = STR(RUN),
	    .nonce = STR("nonce"),
	    .kind = STR("execute"),
	    .round = 1,
	    .voter = str_from(id),
	    .printed_name = str_from(name),
	    .need = STR("peer"),
	    .decision = VOTE_APPROVE,
	    .meaning = STR("reviewed"),
	    .reason = STR("read it line by line"),
	    .voted_us = VOTED,
	    .expires_us = DECIDED + MINUTE};
}

static void
add_trust(struct scene *s)
{
	trust_service_key(s, 0, ORIGIN, SERVICE_LOG, SERVICE);
	trust_service_key(s, 1, ORIGIN, SERVICE_RECEIPT, SERVICE);
	trust_service_key(s, 2, "witness.example.net", SERVICE_WITNESS, WITNESS);
	trust_service_key(s, 3, ORIGIN, SERVICE_WORKER, WORKER);
	trust_person_key(s, 0, "ann", "Ann Example", ANN);
	trust_person_key(s, 1, "bob", "Bob Example", BOB);
	s->trust = (struct trust){
	    .people = s->people, .count = 2, .services = s->services, .service_count = 4};
}

static void
add_rule(struct scene *s)
{
	static const struct approval_need need = {{"peer", 4}, {"approver", 8}, {"*", 1}, 2};
	static const struct str author = {"rae", 3};

	s->rule = (struct approval_rule){.approval = STR("apr_1"),
	    .run = STR(RUN),
	    .kind = STR("execute"),
	    .nonce = STR("nonce"),
	    .requester = STR("rae"),
	    .scope = STR("data"),
	    .round = 1,
	    .reason_min = 10,
	    .opened_us = OPENED,
	    .remind_us = OPENED,
	    .decide_by_us = DECIDED,
	    .use_for_us = 10 * MINUTE,
	    .authors = &author,
	    .author_count = 1,
	    .needs = &need,
	    .need_count = 1};
}

static void
add_run(struct scene *s)
{
	s->m.run = (struct stored_run){.requester = STR("rae"),
	    .tenant = STR("default"),
	    .policy = STR("data"),
	    .state = STATE_ANSWERED,
	    .revision = 1,
	    .verdict = STR("escalate"),
	    .id = RUN,
	    .task_sha256 = TASK,
	    .code_sha256 = CODE,
	    .output_sha256 = OUTPUT,
	    .findings_sha256 = FINDINGS,
	    .policy_sha256 = POLICY,
	    .record_sha256 = RECORD};
	s->m.made_us = MADE;
	s->m.code_bytes = 10;
	s->m.origin = STR(ORIGIN);
	s->m.findings = STR("[]");
}

void
scene_begin(struct scene *s)
{
	static const char *const types[EVENTS] = {"run.submitted", "run.generated", "run.checked",
	    "run.awaiting_approval", "run.approved", "run.started", "run.noted", "run.ran",
	    "run.validated", "approval.voted", "approval.voted", "approval.consumed"};

	*s = (struct scene){.a = arena_new((size_t)64 << 20),
	    .vote_count = 2,
	    .size = LEAVES,
	    .log_key = SERVICE,
	    .receipt_key = SERVICE,
	    .worker_key = WORKER,
	    .came = {.run = STR(RUN),
		.origin = STR(ORIGIN),
		.revision = 1,
		.token = 1,
		.made_us = USED,
		.output_sha256 = OUTPUT,
		.record_sha256 = RECORD},
	    .event_run = RUN,
	    .ballot_approval = "apr_1",
	    .verdict = "escalate",
	    .record = good_record,
	    .owed = "",
	    .version = 1};
	add_trust(s);
	add_rule(s);
	vote_of(s, 0, "ann", "Ann Example", ANN);
	vote_of(s, 1, "bob", "Bob Example", BOB);
	for (size_t i = 0; i < EVENTS; i++)
		s->types[i] = types[i];
	add_run(s);
}

/* -- what is signed -------------------------------------------------------------------------- */

static struct str
envelope_of(struct scene *s, int key, struct str statement)
{
	struct str out;
	struct buf b;
	struct err err;

	buf_init(&b, ENVELOPE_BYTES_MAX);
	assert_true(envelope_sign(keys[key], statement, &b, &err));
	assert_true(arena_copy(s->a, buf_view(&b), &out));
	buf_release(&b);
	return out;
}

static void
put_approval(struct scene *s, struct str subject)
{
	struct stored_approval *a = arena_alloc(s->a, sizeof(*a));
	struct evidence *evidence = arena_alloc(s->a, sizeof(*evidence));
	struct str rule, statement, *votes = arena_array(s->a, 2, sizeof(*votes));
	char rule_hex[DIGEST_HEX_BYTES], hex[DIGEST_HEX_BYTES];
	struct err err;

	assert_true(approval_rule_write(s->a, &s->rule, &rule, &err));
	hex_of(rule, rule_hex);
	hex_of(subject, hex);
	for (size_t i = 0; i < s->vote_count; i++) {
		memcpy(s->votes[i].rule_sha256, rule_hex, sizeof(rule_hex));
		memcpy(s->votes[i].subject_sha256, s->other_subject ? s->other_subject : hex,
		    sizeof(hex));
		assert_true(vote_statement(s->a, &s->votes[i], &statement, &err));
		votes[i] = envelope_of(s, s->signers[i], statement);
	}
	*evidence = (struct evidence){.subject = subject,
	    .rule = rule,
	    .envelopes = votes,
	    .envelope_count = s->vote_count,
	    .decided_us = DECIDED};
	*a = (struct stored_approval){
	    .asked = s->rule, .state = APPROVAL_CONSUMED, .consumed_us = USED, .id = "apr_1"};
	s->m.approvals = a;
	s->m.evidence = evidence;
	s->m.approval_count = 1;
}

static bool
is_voted(const char *type)
{
	return strcmp(type, event_type(EVENT_APPROVAL_VOTED)) == 0;
}

/* What the log tells of the approval: two votes, and that it was used. */
static struct str
ballot_data(struct scene *s, size_t i, const char *subject_hex)
{
	size_t vote = i - VOTES_FROM;
	const struct vote *v = &s->votes[vote < 2 ? vote : 0];
	char hex[DIGEST_HEX_BYTES];

	if (str_is(str_from(s->types[i]), "approval.vote_withdrawn"))
		return STR("{}");
	if (str_is(str_from(s->types[i]), "run.noted"))
		return STR("{\"from\":\"running\"}");
	if (!is_voted(s->types[i]))
		return joined(s, "{\"from\":\"approved\",\"subject\":\"%s\"}", subject_hex);
	hex_of(s->m.evidence->envelopes[vote], hex);
	return joined(s,
	    "{\"decision\":\"%s\",\"envelope\":\"%s\",\"keyid\":\"%s\",\"need\":\"%.*s\","
	    "\"subject\":\"%s\"}",
	    s->told_decision ? s->told_decision : vote_decision_name(v->decision), hex,
	    s->person_keys[vote].id, STR_ARG(v->need),
	    v->subject_sha256[0] ? v->subject_sha256 : subject_hex);
}

static struct str
event_data_at(struct scene *s, size_t i, const char *subject_hex)
{
	if (i >= VOTES_FROM)
		return ballot_data(s, i, subject_hex);
	if (i == 3 && !s->data[i])
		return joined(s, "{\"from\":\"checked\",\"subject\":\"%s\",\"verdict\":\"%s\"}",
		    subject_hex, s->verdict);
	return joined(s, "{%s}",
	    s->data[i] ? s->data[i]
	    : i == 0   ? "\"from\":\"none\",\"task\":\"" TASK "\""
	    : i == 1   ? "\"code\":\"" CODE "\",\"from\":\"planned\""
	    : i == 2   ? "\"code\":\"" CODE "\",\"findings\":\"" FINDINGS
		       "\",\"from\":\"generated\",\"policy\":\"" POLICY "\""
	    : i == 7 ? "\"from\":\"running\",\"output\":\"" OUTPUT "\""
		     : "\"from\":\"approved\"");
}

static struct str
event_at(struct scene *s, size_t i, const char *subject_hex)
{
	const struct event_row e = {.seq = (int64_t)i + FIRST,
	    .time_us = VOTED,
	    .mono_us = 1,
	    .writer_seq = (int64_t)i + 1,
	    .type = str_from(s->types[i]),
	    .actor = i == VOTES_FROM  ? STR("ann")
		     : i > VOTES_FROM ? STR("bob")
				      : STR("worker"),
	    .run = str_from(s->event_run),
	    .approval = i >= VOTES_FROM || str_is(str_from(s->types[i]), "approval.opened")
			    ? str_from(s->ballot_approval)
			    : STR(""),
	    .boot = STR("boot"),
	    .writer = STR("writer"),
	    .data = event_data_at(s, i, subject_hex),
	    .prev_sha256 = STR(HEX("00"))};
	struct str body;
	struct buf text;

	buf_init(&text, ENVELOPE_BYTES_MAX);
	event_body(&e, &text);
	assert_true(buf_keep(&text, s->a, &body));
	return body;
}

static void
root_of(const struct digest *leaves, int64_t from, int64_t to, struct digest *out)
{
	struct tree_range r = {.count = 0};

	for (int64_t i = from; i < to; i++)
		tree_range_add(&r, &leaves[i], 0);
	tree_range_root(&r, out);
}

static void
put_log(struct scene *s, const char *subject_hex)
{
	struct receipt_event *events = arena_array(s->a, EVENTS, sizeof(*events));
	struct tree_span spans[TREE_DEPTH_MAX];
	struct digest leaves[LEAVES], root;
	struct str text;
	struct err err;
	struct buf note;

	for (size_t i = 0; i < LEAVES; i++)
		tree_leaf(joined(s, "another event %zu", i), &leaves[i]);
	for (size_t i = 0; i < EVENTS; i++) {
		events[i] = (struct receipt_event){
		    (int64_t)i + FIRST, event_at(s, i, subject_hex), {.count = 0}};
		tree_leaf(events[i].body, &leaves[i + FIRST]);
	}
	for (size_t i = 0; i < EVENTS; i++) {
		struct tree_proof *p = &events[i].proof;
		if (!tree_inclusion_spans(events[i].seq, s->size, spans, &p->count))
			p->count = 0;
		for (size_t k = 0; k < p->count; k++)
			root_of(leaves, spans[k].from, spans[k].to, &p->path[k]);
	}
	root_of(leaves, 0, s->size, &root);
	buf_init(&note, NOTE_BYTES_MAX);
	checkpoint_text(s->m.origin, s->size, &root, &note);
	assert_true(arena_copy(s->a, buf_view(&note), &text));
	buf_char(&note, '\n');
	assert_true(note_sign_log(keys[s->log_key], s->m.origin, text, &note, &err));
	if (s->witnessed)
		assert_true(note_cosign(keys[WITNESS], STR("witness.example.net"), MADE,
		    s->witness_saw_another ? STR("another log\n1\n") : text, &note, &err));
	assert_true(arena_copy(s->a, buf_view(&note), &s->m.checkpoint));
	buf_release(&note);
	s->m.events = events;
	s->m.event_count = EVENTS;
}

static void
put_result(struct scene *s)
{
	struct run_result *r = &s->came;
	struct buf text;
	struct err err;

	if (!r->subject_sha256[0])
		memcpy(r->subject_sha256, s->m.run.subject_sha256, sizeof(r->subject_sha256));
	if (!r->sandbox_sha256[0])
		assert_true(receipt_sandbox(s->a, &s->m.record, r->sandbox_sha256, &err));
	buf_init(&text, ENVELOPE_BYTES_MAX);
	assert_true(result_sign(s->a, keys[s->worker_key], r, &text, &err));
	assert_true(arena_copy(s->a, buf_view(&text), &s->m.result));
	buf_release(&text);
}

struct str
scene_receipt(struct scene *s)
{
	struct str subject = joined(s, SUBJECT, s->owed, s->version, s->verdict), statement,
		   receipt;
	struct err err = {0};

	hex_of(subject, s->m.run.subject_sha256);
	s->m.a = s->a;
	s->m.subject = subject;
	assert_true(json_parse(s->a, subject, NULL, &JSON_LIMITS, &s->m.decided, NULL, &err));
	assert_true(
	    json_parse(s->a, str_from(s->record), NULL, &JSON_LIMITS, &s->m.record, NULL, &err));
	s->m.execution = s->m.record;
	if (!s->unsigned_result)
		put_result(s);
	put_approval(s, subject);
	put_log(s, s->m.run.subject_sha256);
	if (!receipt_write(&s->m, &statement, &err))
		fail_msg("%s", err.message);
	if (s->respell)
		statement = s->respell(s, statement);
	receipt = envelope_of(s, s->receipt_key, statement);
	return s->rewrap ? s->rewrap(s, receipt) : receipt;
}

bool
scene_keys_make(void)
{
	struct err err;

	for (size_t i = 0; i < KEYS; i++)
		if (!(keys[i] = key_new(&err)))
			return false;
	return true;
}

void
scene_keys_free(void)
{
	for (size_t i = 0; i < KEYS; i++)
		key_free(keys[i]);
}
