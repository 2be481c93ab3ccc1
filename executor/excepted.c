/* SPDX-License-Identifier: MIT */
/* excepted.c: a policy's word that leans on exceptions. The executor verifies each, as it does with
 * an approval, and that each finding which one lets pass is the one that people signed for. */
#include "authority.h"
#include "clock.h"
#include "executor.h"

struct excepted {
	const struct box_authority *by;
	const struct json_doc *subject;
	struct str policy, requester;
	struct waiver *terms; /* of by->exceptions, one each */
	int64_t now_us;
};

static bool
each_holds(struct arena *a, struct excepted *x, struct err *err)
{
	struct trust *trust;

	if (!authority_trust(a, x->by, "exception", &trust, err))
		return false;
	for (size_t i = 0; i < x->by->exception_count; i++) {
		struct waiver *t = &x->terms[i];
		if (!exception_holds(a, trust, &x->by->exceptions[i], x->now_us, t, err)) {
			err->code = ERR_REFUSED;
			return err_wrap(err, "nothing runs");
		}
		if (x->now_us < t->from_us || x->now_us >= t->until_us)
			return authority_refuse(err, "an exception is not in force now");
	}
	return true;
}

static const struct waiver *
named(const struct excepted *x, struct str id)
{
	for (size_t i = 0; i < x->by->exception_count; i++)
		if (str_eq(x->terms[i].id, id))
			return &x->terms[i];
	return NULL;
}

static bool
all_are_there(const struct excepted *x, const struct json_node *list, struct err *err)
{
	for (const struct json_node *n = json_first(x->subject, list); n;
	     n = json_next(x->subject, n))
		if (!named(x, n->text))
			return authority_refuse(err, "an exception has no proof");
	return true;
}

/* A finding that decides has its exception, or is a waiver's of the policy, which is bound by the
 * policy's digest. */
static bool
passes(const struct excepted *x, const struct json_doc *d, const struct json_node *f)
{
	const struct waiver *t = named(x, json_get_text(d, f, "waiver", STR("")));

	if (json_get(d, f, "shadow") || json_get(d, f, "wall"))
		return true;
	if (!json_get(d, f, "waived"))
		return false;
	return !t ||
	       exception_covers(t, x->policy, x->requester, json_get_text(d, f, "rule", STR("")),
		   json_get_text(d, f, "fingerprint", STR("")));
}

static bool
findings_pass(struct arena *a, const struct excepted *x, struct err *err)
{
	char sha256[DIGEST_HEX_BYTES];
	struct json_doc d;

	digest_hex_of(x->by->findings, sha256);
	if (!str_is(json_get_text(x->subject, json_root(x->subject), "findings", STR("")), sha256))
		return authority_refuse(err, "the findings differ from those of the subject");
	if (!json_parse_canonical(a, x->by->findings, "the findings", &JSON_LIMITS, &d, err))
		return false;
	for (const struct json_node *f = json_first(&d, json_root(&d)); f; f = json_next(&d, f))
		if (!passes(x, &d, f))
			return authority_refuse(err, "an exception does not cover its finding");
	return true;
}

bool
exceptions_hold(struct arena *a, const struct box_authority *by, struct err *err)
{
	struct json_doc doc;
	struct excepted x = {.by = by, .subject = &doc, .now_us = clock_utc_us()};

	if (!json_parse_canonical(a, by->subject, "the subject", &JSON_LIMITS, &doc, err))
		return false;
	const struct json_node *root = json_root(&doc), *list = json_get(&doc, root, "exceptions");
	if (!list || list->count == 0)
		return true;
	x.policy = json_get_text(&doc, json_get(&doc, root, "policy"), "id", STR(""));
	x.requester = json_get_text(&doc, root, "requester", STR(""));
	x.terms = arena_array(a, by->exception_count + 1, sizeof(*x.terms));
	if (!x.terms)
		return err_memory(err);
	return each_holds(a, &x, err) && all_are_there(&x, list, err) && findings_pass(a, &x, err);
}
