/* SPDX-License-Identifier: MIT */
/* ledger_manifest.c: what a bundle's signature is over. */
#include "ledger_bundle.h"

#include "statement.h"

#define AT(member) offsetof(struct bundle_manifest, member)

const char *const bundle_names[BUNDLE_FILES] = {
    [BUNDLE_EVENTS] = "events.jsonl",
    [BUNDLE_CHECKPOINTS] = "checkpoints.jsonl",
    [BUNDLE_STATEMENTS] = "statements.jsonl",
    [BUNDLE_RECEIPTS] = "receipts.jsonl",
};

FORM(form, struct bundle_manifest,
    {.name = "checkpoints", .kind = FIELD_DIGEST, .at = AT(sha256[BUNDLE_CHECKPOINTS])},
    {.name = "events", .kind = FIELD_DIGEST, .at = AT(sha256[BUNDLE_EVENTS])},
    {.name = "made_us", .kind = FIELD_NUMBER, .at = AT(made_us)},
    {.name = "origin", .kind = FIELD_ID, .at = AT(origin)},
    {.name = "receipts", .kind = FIELD_DIGEST, .at = AT(sha256[BUNDLE_RECEIPTS])},
    {.name = "size", .kind = FIELD_NUMBER, .at = AT(size)},
    {.name = "statements", .kind = FIELD_DIGEST, .at = AT(sha256[BUNDLE_STATEMENTS])},
    {.name = "v", .kind = FIELD_VERSION});

static const struct statement shape = {.type = BUNDLE_PREDICATE_TYPE, .form = &form};

bool
bundle_manifest_write(
    struct arena *a, const struct bundle_manifest *m, struct str *out, struct err *err)
{
	struct statement s = shape;

	s.subject = STR("events.jsonl");
	memcpy(s.sha256, m->sha256[BUNDLE_EVENTS], sizeof(s.sha256));
	return statement_write(a, &s, m, out, err) || err_wrap(err, "the manifest");
}

bool
bundle_manifest_read(
    struct arena *a, struct str statement, struct bundle_manifest *out, struct err *err)
{
	struct statement s = shape;

	if (!statement_read(a, statement, &s, out, err))
		return err_wrap(err, "the manifest");
	return (str_is(s.subject, bundle_names[BUNDLE_EVENTS]) &&
		   strcmp(s.sha256, out->sha256[BUNDLE_EVENTS]) == 0) ||
	       err_set(err, ERR_INPUT, "the manifest does not match its events");
}
