/* SPDX-License-Identifier: MIT */
#include "statement.h"

#define AT(member) offsetof(struct delegation, member)

FORM(delegation_form, struct delegation, {.name = "from", .kind = FIELD_ID, .at = AT(from)},
    {.name = "from_us", .kind = FIELD_NUMBER, .at = AT(from_us)},
    {.name = "id", .kind = FIELD_ID, .at = AT(id)},
    {.name = "reason", .kind = FIELD_TEXT, .at = AT(reason)},
    {.name = "role", .kind = FIELD_ID, .at = AT(role)},
    {.name = "scope", .kind = FIELD_ID, .at = AT(scope)},
    {.name = "to", .kind = FIELD_ID, .at = AT(to)},
    {.name = "until_us", .kind = FIELD_NUMBER, .at = AT(until_us)});

static const struct statement shape = {.type = DELEGATION_PREDICATE_TYPE, .form = &delegation_form};

bool
delegation_statement(struct arena *a, const struct delegation *d, struct str *out, struct err *err)
{
	struct statement s = shape;

	s.subject = d->id;
	return (statement_digest(a, &s, d, s.sha256, err) && statement_write(a, &s, d, out, err)) ||
	       err_wrap(err, "the delegation");
}

static bool
read_delegation(struct arena *a, struct str statement, struct delegation *out, struct err *err)
{
	struct statement s = shape;
	struct str again;

	if (!statement_read(a, statement, &s, out, err) ||
	    !delegation_statement(a, out, &again, err))
		return false;
	return str_eq(again, statement) ||
	       err_set(err, ERR_INPUT, "its form is not that of a delegation");
}

bool
delegation_read(struct arena *a, struct str statement, struct delegation *out, struct err *err)
{
	*out = (struct delegation){.from_us = 0};
	return read_delegation(a, statement, out, err) ||
	       err_wrap(err, "the delegation can't be read");
}
