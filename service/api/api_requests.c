/* SPDX-License-Identifier: MIT */
/*
 * api_requests.c: signed requests for runs.
 *
 * A request covers one run's id and one task's digest. The service returns it, with the list of files
 * behind the digest, and keeps nothing. The requester signs it with their own key and sends the same
 * body again with the envelope.
 */
#include "act_draft.h"
#include "routes.h"
#include "serving.h"

#include "act.h"

/* The person or agent of the trust file that the token names. */
static const struct person *
asker_of(struct request *r, struct err *err)
{
	const struct trust *t = r->trust;
	const struct person *p = t ? trust_asker(t, str_from(r->who->id)) : NULL;

	if (!p) {
		err_set(err, ERR_REFUSED, "the trust file does not list '%s'", r->who->id);
		err_help(err, "a token's id must be a person's id or an agent's name");
	}
	return p;
}

bool
requests_write_http(struct request *r, struct answer *out, struct err *err)
{
	char run[STORE_ID_BYTES], sha256[DIGEST_HEX_BYTES];
	struct str capsule, statement;
	const struct person *p = asker_of(r, err);
	struct act_wish wish = {.kind = ACT_REQUEST, .by = p, .reason = STR("")};
	struct sent_task sent;
	struct json_writer w;

	if (!p || !body_task(r, &sent, out, err))
		return false;
	const struct work place = {.store = request_store(r, err), .trust = r->serving->trust_path};
	if (!place.store || !work_tools(r->a, &place, sent.task, err) ||
	    !work_task(r->a, sent.task, &capsule, sha256, err))
		return false;
	store_id("run", run);
	wish.target = str_from(run);
	if (!request_terms(r->a, sha256, &wish.terms, err) ||
	    !act_draft(place.store, r->a, &wish, &statement, err))
		return false;
	answer_json(out, &w);
	json_format(&w, "run_id: %s, payload_type: %s, statement: %.*s, task: %.*s", run,
	    ENVELOPE_PAYLOAD_TYPE, STR_ARG(statement), STR_ARG(capsule));
	return answer_json_end(out, &w);
}

/* The store judges the request; here it is only whose it is. */
bool
request_signer(struct request *r, struct str envelope, char id[STORE_ID_BYTES], struct err *err)
{
	struct signer signer;
	struct act act;

	if (!r->trust)
		return err_set(
		    err, ERR_REFUSED, "the service has no trust file, so it accepts no signatures");
	if (!envelope_signer(r->a, r->trust, envelope, &signer, err) ||
	    !act_read(r->a, signer.envelope.payload, &act, err))
		return false;
	if (act.kind != ACT_REQUEST)
		return err_set(err, ERR_REFUSED, "the signed document is not a request");
	if (!str_is(act.by, r->who->id) || act.by.n >= STORE_ID_BYTES) {
		err_set(err, ERR_REFUSED,
		    "'%.*s' signed the request, but the token belongs to '%s'",
		    act.by.n > 60 ? 60 : (int)act.by.n, act.by.p, r->who->id);
		return err_help(err, "send it with the signer's token");
	}
	memcpy(id, act.by.p, act.by.n);
	id[act.by.n] = '\0';
	return true;
}
