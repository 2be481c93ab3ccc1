/* SPDX-License-Identifier: MIT */
/* exception.c: what people grant for a while, and whether they did. */
#include "record.h"
#include "trust.h"

#define DAY_US (INT64_C(86400) * 1000000)

#define AT(member) offsetof(struct exception_terms, member)

FORM(exception_form, struct exception_terms, {.name = "exception", .kind = FIELD_ID, .at = AT(id)},
    {.name = "fingerprint", .kind = FIELD_ID, .at = AT(fingerprint)},
    {.name = "from_us", .kind = FIELD_NUMBER, .at = AT(from_us)},
    {.name = "justification", .kind = FIELD_TEXT, .at = AT(justification)},
    {.name = "max_uses", .kind = FIELD_NUMBER, .at = AT(max_uses)},
    {.name = "owner", .kind = FIELD_ID, .at = AT(owner)},
    {.name = "proposed_by", .kind = FIELD_ID, .at = AT(proposed_by)},
    {.name = "rule", .kind = FIELD_ID, .at = AT(rule)},
    {.name = "scope", .kind = FIELD_ID, .at = AT(scope)},
    {.name = "until_us", .kind = FIELD_NUMBER, .at = AT(until_us)},
    {.name = "v", .kind = FIELD_VERSION});

static bool
makes_sense(const struct exception_terms *t, struct err *err)
{
	if (str_eq(t->owner, t->proposed_by))
		return err_set(err, ERR_REFUSED,
		    "the owner of an exception can't be the person who proposes it");
	if (utf8_length(t->justification) < EXCEPTION_JUSTIFICATION_MIN)
		return err_set(err, ERR_INPUT, "say why, in at least %d characters",
		    EXCEPTION_JUSTIFICATION_MIN);
	if (t->max_uses < 1 || t->max_uses > EXCEPTION_USES_MAX)
		return err_set(
		    err, ERR_INPUT, "an exception must allow 1 to %d uses", EXCEPTION_USES_MAX);
	if (t->until_us <= t->from_us)
		return err_set(err, ERR_INPUT, "an exception must end after it begins");
	return t->until_us - t->from_us <= EXCEPTION_DAYS_MAX * DAY_US ||
	       err_set(
		   err, ERR_REFUSED, "an exception may last %d days at most", EXCEPTION_DAYS_MAX);
}

bool
exception_write(struct arena *a, const struct exception_terms *t, struct str *out, struct err *err)
{
	return makes_sense(t, err) &&
	       (record_text(a, &exception_form, t, RECORD_BYTES_MAX, out, err) ||
		   err_wrap(err, "the exception"));
}

bool
exception_read(struct arena *a, struct str json, struct exception_terms *out, struct err *err)
{
	const struct json_limits limits = {RECORD_BYTES_MAX, 2, 64, 20};
	struct json_doc d;

	*out = (struct exception_terms){.max_uses = 0};
	return (json_parse_canonical(a, json, NULL, &limits, &d, err) &&
		   record_read(a, &d, json_root(&d), &exception_form, out, err) &&
		   makes_sense(out, err)) ||
	       err_wrap(err, "the exception's text");
}

/* The rule must be about an exception, name people of its scope, and exclude the proposer from
 * granting it. */
static bool
rule_fits(const struct approval_rule *r, const struct exception_terms *t, struct err *err)
{
	bool known = false;

	for (size_t i = 0; i < r->author_count; i++)
		known = known || str_eq(r->authors[i], t->proposed_by);
	if (!str_is(r->kind, "exception"))
		return err_set(err, ERR_REFUSED, "the approved document is not an exception");
	if (!str_eq(r->scope, t->scope))
		return err_set(err, ERR_REFUSED, "it was granted for another scope");
	return known ||
	       err_set(err, ERR_REFUSED, "the person who proposed it could have granted it alone");
}

static bool
grant_holds(struct arena *a, const struct trust *trust, const struct evidence *e, int64_t now_us,
    struct exception_terms *out, struct err *err)
{
	struct approval_rule rule;

	return exception_read(a, e->subject, out, err) &&
	       approval_rule_read(a, e->rule, &rule, err) && rule_fits(&rule, out, err) &&
	       evidence_holds(a, trust, e, now_us, e->decided_us, err);
}

bool
exception_holds(struct arena *a, const struct trust *trust, const struct evidence *e,
    int64_t now_us, struct exception_terms *out, struct err *err)
{
	if (grant_holds(a, trust, e, now_us, out, err))
		return true;
	if (err->code == ERR_INPUT || err->code == ERR_LIMIT)
		err->code = ERR_REFUSED;
	return err_wrap(err, "the exception '%.*s'", STR_ARG(out->id));
}

bool
exception_covers(
    const struct exception_terms *t, struct str policy, struct str rule, struct str fingerprint)
{
	return (str_is(t->scope, "*") || str_eq(t->scope, policy)) && str_eq(t->rule, rule) &&
	       str_eq(t->fingerprint, fingerprint);
}
