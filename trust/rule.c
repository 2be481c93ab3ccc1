/* SPDX-License-Identifier: MIT */
/* rule.c: the rule of an approval, as it was when it was opened. */
#include "reason.h"
#include "record.h"
#include "trust.h"

#define RULE_NEEDS_MAX 16
#define RULE_PEOPLE_MAX 32
#define RULE_REASON_MAX 4096

#define AT(member) offsetof(struct approval_need, member)

FORM(need_form, struct approval_need, {.name = "n", .kind = FIELD_NUMBER, .at = AT(n)},
    {.name = "name", .kind = FIELD_ID, .at = AT(name)},
    {.name = "role", .kind = FIELD_ID, .at = AT(role)},
    {.name = "scope", .kind = FIELD_ID, .at = AT(scope)});

#undef AT
#define AT(member) offsetof(struct approval_rule, member)

FORM(reason_form, struct approval_rule, {.name = "min", .kind = FIELD_NUMBER, .at = AT(reason_min)},
    {.name = "ticket", .kind = FIELD_TEXT, .at = AT(ticket)});

FORM(rule_form, struct approval_rule, {.name = "approval", .kind = FIELD_ID, .at = AT(approval)},
    MEMBER_TEXTS("authors", FIELD_IDS, struct approval_rule, authors, author_count),
    {.name = "blind", .kind = FIELD_BOOL, .at = AT(blind)},
    {.name = "decide_by_us", .kind = FIELD_NUMBER, .at = AT(decide_by_us)},
    {.name = "kind", .kind = FIELD_ID, .at = AT(kind)},
    MEMBER_LIST("needs", struct approval_rule, needs, need_count, need_form),
    {.name = "nonce", .kind = FIELD_ID, .at = AT(nonce)},
    {.name = "opened_us", .kind = FIELD_NUMBER, .at = AT(opened_us)},
    {.name = "reason", .kind = FIELD_PART, .form = &reason_form},
    {.name = "remind_us", .kind = FIELD_NUMBER, .at = AT(remind_us)},
    {.name = "requester", .kind = FIELD_ID, .at = AT(requester)},
    {.name = "round", .kind = FIELD_NUMBER, .at = AT(round)},
    {.name = "run", .kind = FIELD_ID, .at = AT(run)},
    {.name = "scope", .kind = FIELD_ID, .at = AT(scope)},
    {.name = "solo", .kind = FIELD_BOOL, .at = AT(solo)},
    {.name = "use_for_us", .kind = FIELD_NUMBER, .at = AT(use_for_us)},
    {.name = "v", .kind = FIELD_VERSION});

static bool
needs_make_sense(const struct approval_rule *r, struct err *err)
{
	if (r->need_count == 0 || r->need_count > RULE_NEEDS_MAX)
		return err_set(err, ERR_INPUT, "a rule must have 1 to %d needs", RULE_NEEDS_MAX);
	for (size_t i = 0; i < r->need_count; i++) {
		const struct approval_need *need = &r->needs[i];
		if (need->n < 1 || need->n > RULE_PEOPLE_MAX)
			return err_set(err, ERR_INPUT,
			    "the need '%.*s' must ask for 1 to %d people", STR_ARG(need->name),
			    RULE_PEOPLE_MAX);
		for (size_t k = 0; k < i; k++)
			if (str_eq(r->needs[k].name, need->name))
				return err_set(err, ERR_INPUT, "two needs are called '%.*s'",
				    STR_ARG(need->name));
	}
	return true;
}

static bool
makes_sense(struct arena *a, const struct approval_rule *r, struct err *err)
{
	if (!needs_make_sense(r, err))
		return false;
	if (r->round < 1)
		return err_set(err, ERR_INPUT, "rounds count from 1");
	if (r->reason_min > RULE_REASON_MAX)
		return err_set(
		    err, ERR_INPUT, "a reason of more than %d characters", RULE_REASON_MAX);
	if (r->opened_us < 1 || r->decide_by_us <= r->opened_us)
		return err_set(err, ERR_INPUT, "'decide_by_us' must be after 'opened_us'");
	if (r->use_for_us < 1)
		return err_set(err, ERR_INPUT, "'use_for_us' must be more than 0");
	return ticket_pattern_holds(a, r->ticket, err);
}

bool
approval_rule_write(
    struct arena *a, const struct approval_rule *r, struct str *out, struct err *err)
{
	return (makes_sense(a, r, err) &&
		   record_text(a, &rule_form, r, RECORD_BYTES_MAX, out, err)) ||
	       err_wrap(err, "the approval's rule");
}

bool
approval_kind_moves_run(struct str kind)
{
	return !str_is(kind, "exception") && !str_is(kind, "redaction");
}

static bool
read_rule(struct arena *a, struct str json, struct approval_rule *out, struct err *err)
{
	const struct json_limits limits = {RECORD_BYTES_MAX, 8, 4096, 20};
	struct json_doc d;

	return json_parse_canonical(a, json, NULL, &limits, &d, err) &&
	       record_read(a, &d, json_root(&d), &rule_form, out, err) && makes_sense(a, out, err);
}

bool
approval_rule_read(struct arena *a, struct str json, struct approval_rule *out, struct err *err)
{
	*out = (struct approval_rule){.round = 0};
	return read_rule(a, json, out, err) || err_wrap(err, "the approval's rule");
}
