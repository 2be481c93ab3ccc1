/* SPDX-License-Identifier: MIT */
#include "statement.h"

#define AT(member) offsetof(struct run_result, member)

FORM(result_form, struct run_result, {.name = "made_us", .kind = FIELD_NUMBER, .at = AT(made_us)},
    {.name = "origin", .kind = FIELD_ID, .at = AT(origin)},
    {.name = "output", .kind = FIELD_DIGEST, .at = AT(output_sha256)},
    {.name = "record", .kind = FIELD_DIGEST, .at = AT(record_sha256)},
    {.name = "revision", .kind = FIELD_NUMBER, .at = AT(revision)},
    {.name = "run", .kind = FIELD_ID, .at = AT(run)},
    {.name = "sandbox", .kind = FIELD_DIGEST, .at = AT(sandbox_sha256)},
    {.name = "token", .kind = FIELD_NUMBER, .at = AT(token)}, {.name = "v", .kind = FIELD_VERSION});

static const struct statement shape = {.type = RESULT_PREDICATE_TYPE, .form = &result_form};

bool
result_sign(struct arena *a, const struct secret_key *k, const struct run_result *r,
    struct buf *envelope, struct err *err)
{
	struct statement s = shape;
	struct str text;

	s.subject = r->run;
	memcpy(s.sha256, r->subject_sha256, sizeof(s.sha256));
	return (statement_write(a, &s, r, &text, err) && envelope_sign(k, text, envelope, err)) ||
	       err_wrap(err, "the run's result");
}

bool
result_open(struct arena *a, struct str envelope, struct envelope *e, struct run_result *out,
    struct err *err)
{
	struct statement s = shape;

	*out = (struct run_result){.revision = 0};
	if (!envelope_read(a, envelope, e, err) || !statement_read(a, e->payload, &s, out, err))
		return err_wrap(err, "a worker's statement");
	memcpy(out->subject_sha256, s.sha256, sizeof(out->subject_sha256));
	if (e->count != 1 || !str_eq(s.subject, out->run))
		return err_set(err, ERR_INPUT,
		    "a worker's statement must be about one run and have one signature");
	return true;
}

const struct trust_service *
result_worker(
    const struct trust *t, const struct envelope *e, const struct run_result *r, struct err *err)
{
	const struct trust_service *s = envelope_service(t, SERVICE_WORKER, r->origin, e, err);

	if (!s) {
		err_wrap(err, "the run's result");
		err_help(err, "the trust file names each worker's key, with the purpose 'worker'");
	}
	return s;
}
