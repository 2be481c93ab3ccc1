/* SPDX-License-Identifier: MIT */
/*
 * receipt_make.c: a receipt is gathered, signed and stored.
 *
 * The receipt of an answer is made before the answer: its digest goes into the change, and so into
 * the event, that answers the run. So it proves all the run's events up to that one, and that one
 * names the receipt. A run that ends otherwise gets its receipt behind its end, once.
 */
#include "receipt_write.h"

#include "ledger_parts.h"
#include "parts.h"
#include "receipt_parts.h"

#include "file.h"

#include "dialect.h"

#include <stdio.h>

static bool
size_of_content(struct store *s, const char *sha256, int64_t *out, struct err *err)
{
	return db_number(s->db, DB_AHEAD("SELECT size FROM content WHERE sha256 = $1"),
	    VALUES(db_zero(sha256)), 0, out, err);
}

static bool
read_content(struct store *s, struct arena *a, const char *sha256, struct str *out, struct err *err)
{
	*out = STR("");
	return !sha256[0] || content_get(s, a, sha256, out, err);
}

static bool
read_record(struct store *s, struct receipt_material *m, const char *sha256, struct json_doc *out,
    struct err *err)
{
	const struct json_limits limits = {CONTENT_BYTES_MAX, 64, 4000000, 400};
	struct str text;

	*out = (struct json_doc){.count = 0};
	if (!sha256[0])
		return true;
	return read_content(s, m->a, sha256, &text, err) &&
	       json_parse(m->a, text, "the record", &limits, out, NULL, err);
}

static bool
ran(const struct json_doc *d)
{
	const struct json_node *e = d->count > 0 ? json_get(d, json_root(d), "execution") : NULL;
	const struct json_node *g = json_get(d, e, "guarantees");

	return g && g->count > 0;
}

/* The run's last record tells its end. Where another process had run the code, how it ran stands in
 * the record of that. */
static bool
read_run(struct store *s, struct receipt_material *m, const char *run,
    const struct receipt_end *end, struct err *err)
{
	struct json_doc before;

	if (!runs_get(s, m->a, run, &m->run, err) ||
	    !read_record(s, m, m->run.record_sha256, &before, err))
		return false;
	if (end) {
		m->run.state = end->state;
		m->run.exit_code = end->exit_code;
		snprintf(
		    m->run.record_sha256, sizeof(m->run.record_sha256), "%s", end->record_sha256);
	}
	if (run_state_is_open(m->run.state))
		return err_set(err, ERR_REFUSED,
		    "run '%s' is '%s': a run gets its receipt when it ends", run,
		    run_state_name(m->run.state));
	if (!read_record(s, m, m->run.record_sha256, &m->record, err))
		return false;
	m->execution = ran(&before) ? before : m->record;
	return true;
}

static bool
read_decided(struct store *s, struct receipt_material *m, struct err *err)
{
	if (!read_content(s, m->a, m->run.subject_sha256, &m->subject, err) ||
	    !read_content(s, m->a, m->run.findings_sha256, &m->findings, err) ||
	    !read_content(s, m->a, m->run.result_sha256, &m->result, err) ||
	    !size_of_content(s, m->run.code_sha256, &m->code_bytes, err) ||
	    !size_of_content(s, m->run.output_sha256, &m->output_bytes, err))
		return false;
	return m->subject.n == 0 ||
	       json_parse(m->a, m->subject, "the subject", &JSON_LIMITS, &m->decided, NULL, err);
}

/* -- approvals ------------------------------------------------------------------------------- */

static bool
keep_approval(
    struct store *s, struct receipt_material *m, const struct stored_approval *a, struct err *err)
{
	size_t i = m->approval_count;

	if (i == RECEIPT_APPROVALS_MAX)
		return err_set(err, ERR_LIMIT, "more than %d approvals", RECEIPT_APPROVALS_MAX);
	m->approvals[i] = *a;
	m->approval_count++;
	return approvals_evidence(s, m->a, a, &m->evidence[i], err);
}

static bool
keep_exception(struct store *s, struct receipt_material *m, struct str id,
    const struct stored_exception *all, size_t count, struct err *err)
{
	struct stored_approval approval;

	for (size_t i = 0; i < count; i++)
		if (str_eq(id, all[i].terms.id))
			return approvals_get(s, m->a, all[i].approval, &approval, err) &&
			       keep_approval(s, m, &approval, err);
	return err_set(err, ERR_INPUT, "there is no exception '%.*s'", STR_ARG(id));
}

/* The exceptions that people granted before and this run used. */
static bool
read_exceptions(struct store *s, struct receipt_material *m, struct err *err)
{
	const struct json_node *list =
	    m->decided.count > 0 ? json_get(&m->decided, json_root(&m->decided), "exceptions")
				 : NULL;
	struct stored_exception *all;
	size_t count;

	if (!list || list->count == 0)
		return true;
	if (!exceptions_list(s, m->a, NULL, &all, &count, err))
		return false;
	for (const struct json_node *n = json_first(&m->decided, list); n;
	     n = json_next(&m->decided, n))
		if (!keep_exception(s, m, n->text, all, count, err))
			return false;
	return true;
}

static bool
read_approvals(struct store *s, struct receipt_material *m, struct err *err)
{
	const struct approval_filter filter = {.run = m->run.id, .limit = RECEIPT_APPROVALS_MAX};
	struct stored_approval *all;
	size_t count;

	m->approvals = arena_array(m->a, RECEIPT_APPROVALS_MAX, sizeof(*m->approvals));
	m->evidence = arena_array(m->a, RECEIPT_APPROVALS_MAX, sizeof(*m->evidence));
	if (!m->approvals || !m->evidence)
		return err_memory(err);
	if (!approvals_list(s, m->a, &filter, &all, &count, err))
		return false;
	for (size_t i = 0; i < count; i++)
		if (approval_kind_moves_run(all[i].asked.kind) &&
		    !keep_approval(s, m, &all[i], err))
			return false;
	return read_exceptions(s, m, err);
}

/* -- the log --------------------------------------------------------------------------------- */

struct hearing {
	struct receipt_material *m;
	size_t capacity;
	int64_t size;
	struct err *err;
};

static bool
hear(void *context, const struct ledger_event *event)
{
	struct hearing *h = context;

	if (event->seq >= h->size)
		return true;
	if (h->m->event_count == RECEIPT_EVENTS_MAX)
		return err_set(
		    h->err, ERR_LIMIT, "the run has more than %d events", RECEIPT_EVENTS_MAX);
	struct receipt_event *e =
	    arena_push(h->m->a, &h->m->events, &h->m->event_count, &h->capacity, sizeof(*e));
	if (!e)
		return err_memory(h->err);
	e->seq = event->seq;
	return arena_copy(h->m->a, event->body, &e->body) || err_memory(h->err);
}

static bool
read_log(struct store *s, struct receipt_material *m, struct err *err)
{
	const struct ledger_filter filter = {.run = m->run.id};
	struct tree_known known = {.count = 0};
	struct hearing h = {.m = m, .err = err};
	struct checkpoint c;

	if (!ledger_origin(s->db, m->a, &m->origin, err) ||
	    !ledger_head_note(s, m->a, &m->checkpoint, err) ||
	    !checkpoint_read(m->a, m->checkpoint, &c, err))
		return false;
	h.size = c.size;
	if (!ledger_read(s, m->a, &filter, hear, &h, err))
		return false;
	for (size_t i = 0; i < m->event_count; i++)
		if (!ledger_inclusion_next(
			s, m->events[i].seq, c.size, &known, &m->events[i].proof, err))
			return false;
	return true;
}

/* -- signing --------------------------------------------------------------------------------- */

bool
receipt_signs(struct store *s)
{
	return s->log_key_path[0] && file_exists(s->log_key_path);
}

bool
receipt_ready(struct store *s, struct err *err)
{
	struct arena *a = arena_new((size_t)1 << 20);
	const struct secret_key *k;
	struct log_identity log;

	if (!a)
		return err_memory(err);
	if (!receipt_signs(s) && !s->db->engine->dialect->one_writer) {
		arena_free(a); /* a machine that has the key gives the answer */
		return true;
	}
	bool good =
	    ledger_identity(s, a, &log, err) && log_key(s, &k, err) &&
	    (memcmp(key_public(k), &log.key, sizeof(log.key)) == 0 ||
		err_set(err, ERR_REFUSED, "the key in '%s' is not this log's", s->log_key_path));
	arena_free(a);
	return good || err_wrap(err, "can't sign a receipt here");
}

static bool
sign(struct store *s, struct arena *a, struct str statement, struct str *out, struct err *err)
{
	const struct secret_key *k;
	struct buf text;

	if (!log_key(s, &k, err))
		return false;
	buf_init(&text, ENVELOPE_BYTES_MAX);
	bool good = envelope_sign(k, statement, &text, err) &&
		    (arena_copy(a, buf_view(&text), out) || err_memory(err));
	buf_release(&text);
	return good;
}

/* The one that was decided about; a run that came to no decision may have one, too. */
static bool
read_request(struct store *s, struct receipt_material *m, struct err *err)
{
	struct str named = STR("");
	struct run_asked asked;

	if (m->subject.n > 0)
		named = json_get_text(&m->decided, json_root(&m->decided), "request", STR(""));
	else if (runs_asked(s, m->a, m->run.id, m->run.policy, &asked, err))
		named = str_from(asked.request_sha256);
	else if (err->code != ERR_REFUSED)
		return false;
	const char *sha256 = arena_text(m->a, named);
	return sha256 ? read_content(s, m->a, sha256, &m->request, err) : err_memory(err);
}

static bool
gather(struct store *s, struct receipt_material *m, const char *run, const struct receipt_end *end,
    struct err *err)
{
	m->made_us = store_now_us(s);
	return (m->made_us > 0 || err_set(err, ERR_SYSTEM, "the store gives no time")) &&
	       read_run(s, m, run, end, err) && read_decided(s, m, err) &&
	       read_request(s, m, err) && read_approvals(s, m, err) && read_log(s, m, err);
}

static bool
own_key(struct store *s,
    bool (*from)(struct store *s, const struct secret_key **out, struct err *err),
    struct trust_service *out, struct err *err)
{
	const struct secret_key *k;

	if (!from(s, &k, err))
		return false;
	out->key = *key_public(k);
	out->until_us = INT64_MAX;
	public_key_id(&out->key, out->id);
	return true;
}

/* People and workers from the trust file, and this machine's keys for the rest. */
static bool
own_trust(struct store *s, const struct receipt_material *m, const struct trust *given,
    struct trust *out, struct err *err)
{
	size_t count = given ? given->service_count : 0;
	struct trust_service *services = arena_array(m->a, count + 3, sizeof(*services));

	*out = given ? *given : (struct trust){.count = 0};
	if (!services)
		return err_memory(err);
	services[0] = (struct trust_service){.name = m->origin, .purpose = SERVICE_LOG};
	services[2] = (struct trust_service){.name = m->origin, .purpose = SERVICE_WORKER};
	if (!own_key(s, log_key, &services[0], err) || !own_key(s, worker_key, &services[2], err))
		return false;
	services[1] = services[0];
	services[1].purpose = SERVICE_RECEIPT;
	out->service_count = 3;
	for (size_t i = 0; i < count; i++)
		if (given->services[i].purpose == SERVICE_WORKER)
			services[out->service_count++] = given->services[i];
	out->services = services;
	out->witnesses = 0;
	return true;
}

/* Verifies the receipt as a stranger would who trusts this log's key. */
static bool
verifies(struct store *s, const struct receipt_material *m, struct str receipt,
    const struct trust *given, struct err *err)
{
	struct receipt_finding found[RECEIPT_FINDINGS_MAX];
	struct trust trust;
	size_t count;

	if (!own_trust(s, m, given, &trust, err))
		return false;
	if (receipt_verify(m->a, receipt, &trust, found, &count, err))
		return true;
	for (size_t i = 0; i < count && err->code == ERR_NONE; i++)
		if (!found[i].good)
			err_set(err, ERR_REFUSED, "it would not verify: %s: %.*s", found[i].what,
			    STR_ARG(found[i].detail));
	return false;
}

bool
receipt_make(struct store *s, struct arena *a, const char *run, const struct receipt_end *end,
    char sha256[DIGEST_HEX_BYTES], struct err *err)
{
	struct receipt_material m = {.a = a};
	struct str statement, receipt;

	return (ledger_cover(s, run, err) && gather(s, &m, run, end, err) &&
		   receipt_write(&m, &statement, err) && sign(s, a, statement, &receipt, err) &&
		   (!end || verifies(s, &m, receipt, end->trust, err)) &&
		   content_put_open(s, receipt, ENVELOPE_PAYLOAD_TYPE, sha256, err)) ||
	       err_wrap(err, "the receipt");
}

/* -- behind the end -------------------------------------------------------------------------- */

struct needing {
	struct arena *a;
	const char *run;
	char *sha256;
};

static bool
need_made(struct store *s, void *context, struct err *err)
{
	const struct needing *n = context;

	return receipt_make(s, n->a, n->run, NULL, n->sha256, err);
}

static bool
note(struct store *s, void *context, struct err *err)
{
	const struct needing *n = context;
	struct db *db = s->db;
	struct run_head head;

	if (!run_lock(db, n->run, &head, err) ||
	    !db_change_one(db,
		"UPDATE run SET receipt_sha256 = $2, version = version + 1 WHERE id = $1 AND "
		"receipt_sha256 IS NULL",
		VALUES(db_zero(n->run), db_zero(n->sha256)), ERR_REFUSED,
		"the run already has a receipt", err) ||
	    !content_use_in(db, n->run, CLASS_EVIDENCE, n->sha256, err))
		return false;
	return ledger_note(db,
	    &(struct event_note){.kind = EVENT_RUN_RECEIPT,
		.actor = "sluice",
		.run = n->run,
		EVENT_VALUES({.name = "receipt", .text = str_from(n->sha256)})},
	    err);
}

bool
receipt_need(struct store *s, struct arena *a, const char *run, char sha256[DIGEST_HEX_BYTES],
    struct err *err)
{
	struct needing n = {a, run, sha256};
	struct stored_run stored;

	if (!runs_get(s, a, run, &stored, err))
		return false;
	if (!stored.receipt_sha256[0] && store_do_behind(s, NULL, need_made, note, &n, err))
		return true;
	/* Another process may have been quicker. */
	if (!stored.receipt_sha256[0] &&
	    (err->code != ERR_REFUSED || !runs_get(s, a, run, &stored, err) ||
		!stored.receipt_sha256[0]))
		return false;
	memcpy(sha256, stored.receipt_sha256, DIGEST_HEX_BYTES);
	return true;
}

/* -- run again ------------------------------------------------------------------------------- */

struct replayed {
	const char *run, *actor, *output_sha256;
	bool same;
};

static bool
note_replayed(struct db *db, void *context, struct err *err)
{
	const struct replayed *r = context;
	struct run_head head;

	if (!run_lock(db, r->run, &head, err))
		return false;
	const struct history_line line = {.run = r->run,
	    .actor = r->actor,
	    .from = head.state,
	    .to = head.state,
	    .note = r->same ? STR("run again: the same output") : STR("run again: another output"),
	    .sha256 = r->output_sha256};
	const struct event_note note = {.kind = EVENT_RUN_REPLAYED,
	    .actor = r->actor,
	    .run = r->run,
	    EVENT_VALUES({.name = "output", .text = str_from(r->output_sha256)},
		{.name = "same", .number = r->same})};
	return history_write(db, &line, err) && ledger_note(db, &note, err);
}

bool
ledger_replayed(struct store *s, const char *run, const char *actor, const char *output_sha256,
    bool same, struct err *err)
{
	struct replayed r = {run, actor, output_sha256, same};

	return db_do(s->db, note_replayed, &r, err);
}
