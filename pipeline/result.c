/* SPDX-License-Identifier: MIT */
/*
 * result.c: what came of a run is signed by the worker that drove it, and believed by the next one
 * for that signature alone.
 */
#include "keep.h"

#include "ledger.h"
#include "receipt.h"

static bool
sign(struct keep *k, const struct run_result *r, struct str *out, struct err *err)
{
	const struct secret_key *key;
	struct buf text;

	if (!worker_key(k->w->store, &key, err))
		return false;
	buf_init(&text, ENVELOPE_BYTES_MAX);
	bool good = result_sign(k->a, key, r, &text, err) &&
		    (arena_copy(k->a, buf_view(&text), out) || err_memory(err));
	buf_release(&text);
	return good;
}

bool
keep_result(struct keep *k, const struct run *run, const char *output_sha256,
    const char *record_sha256, char sha256[DIGEST_HEX_BYTES], struct err *err)
{
	struct run_result r = {
	    .run = str_from(run->id), .token = k->job->token, .made_us = store_now_us(k->w->store)};
	struct log_identity log;
	struct stored_run stored;
	struct json_doc record;
	struct str envelope;

	if (!runs_get(k->w->store, k->a, run->id, &stored, err) ||
	    !ledger_identity(k->w->store, k->a, &log, err) ||
	    !work_record(k->a, k->w->store, record_sha256, &record, err) ||
	    !receipt_sandbox(k->a, &record, r.sandbox_sha256, err))
		return false;
	r.revision = stored.revision;
	r.origin = log.origin;
	digest_hex_of(run->subject, r.subject_sha256);
	memcpy(r.output_sha256, output_sha256, DIGEST_HEX_BYTES);
	memcpy(r.record_sha256, record_sha256, DIGEST_HEX_BYTES);
	return sign(k, &r, &envelope, err) &&
	       content_put_open(k->w->store, envelope, ENVELOPE_PAYLOAD_TYPE, sha256, err);
}

static bool
is_own(struct keep *k, const struct envelope *e)
{
	const struct secret_key *key;
	char id[KEYID_BYTES];
	struct err err;

	if (!worker_key(k->w->store, &key, &err))
		return false;
	public_key_id(key_public(key), id);
	return strcmp(id, e->signatures[0].keyid) == 0 && envelope_verify(e, 0, key_public(key));
}

/* By this machine's own key, or by a worker's of the trust file. */
static bool
is_signed(struct keep *k, const struct envelope *e, const struct run_result *r)
{
	const struct trust_service *s;
	struct err_list errs = {.count = 0};
	struct trust *trust;

	if (is_own(k, e))
		return true;
	if (!k->w->trust)
		return err_set(k->err, ERR_REFUSED,
		    "another machine signed the run's result, and no trust file lists its key");
	if (!trust_load(k->a, k->w->trust, &trust, &errs)) {
		*k->err = errs.items[0];
		return false;
	}
	if (!(s = result_worker(trust, e, r, k->err)) || !service_counts(s, r->made_us, k->err))
		return false;
	return s->revoked_us == 0 ||
	       err_set(k->err, ERR_REFUSED, "the worker's key %.16s was revoked", s->id);
}

bool
keep_result_holds(struct keep *k, const struct run *run, const struct stored_run *stored)
{
	struct log_identity log;
	struct run_result r;
	struct str envelope;
	struct envelope e;

	if (!stored->result_sha256[0])
		return err_set(
		    k->err, ERR_REFUSED, "no worker signed the result of run '%s'", stored->id);
	if (!content_get(k->w->store, k->a, stored->result_sha256, &envelope, k->err) ||
	    !result_open(k->a, envelope, &e, &r, k->err) ||
	    !ledger_identity(k->w->store, k->a, &log, k->err) || !is_signed(k, &e, &r))
		return false;
	/* A release is another subject, which people signed and the executor compares. */
	bool same = str_is(r.run, stored->id) && str_eq(r.origin, log.origin) &&
		    r.revision == stored->revision &&
		    strcmp(r.output_sha256, stored->output_sha256) == 0 &&
		    strcmp(r.record_sha256, stored->record_sha256) == 0 &&
		    (run->release || strcmp(r.subject_sha256, stored->subject_sha256) == 0);
	return same ||
	       err_set(k->err, ERR_REFUSED,
		   "the result of run '%s' differs from what its worker signed", stored->id);
}
