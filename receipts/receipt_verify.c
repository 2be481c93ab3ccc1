/* SPDX-License-Identifier: MIT */
/*
 * receipt_verify.c: a receipt, judged by a stranger who has it and a trust file.
 *
 * The signature comes first, and nothing is read from a statement whose signature does not hold.
 * Then each part is held against what does not depend on who signed: votes against the voters'
 * keys, events against a checkpoint of the log, digests against the parts that they are of.
 */
#include "receipt_parts.h"

/* -- the signature --------------------------------------------------------------------------- */

static bool
judge_signature(struct receipt_judge *j, struct err *err)
{
	const struct envelope *e = &j->r.envelope;
	const struct trust_service *s =
	    trust_service(j->trust, SERVICE_RECEIPT, STR(""), e->signatures[0].keyid);

	if (e->count != 1)
		return err_set(err, ERR_REFUSED, "a receipt is signed by one key");
	if (!s)
		return err_set(err, ERR_REFUSED,
		    "it is signed by a key that the trust file does not name for receipts");
	if (!envelope_verify(e, 0, &s->key))
		return err_set(err, ERR_REFUSED, "the signature does not hold");
	j->detail = str_from(arena_printf(j->a, "by '%.*s'", STR_ARG(s->name)));
	return true;
}

/* Behind the signature: the key counts for this log and at this time. */
static bool
judge_key(struct receipt_judge *j, struct err *err)
{
	struct str origin = receipt_text(&j->r, j->r.log, "origin");
	const struct trust_service *s =
	    trust_service(j->trust, SERVICE_RECEIPT, origin, j->r.envelope.signatures[0].keyid);

	if (!s)
		return err_set(err, ERR_REFUSED, "its key signs no receipts of the log '%.*s'",
		    STR_ARG(origin));
	j->detail = str_from(arena_printf(j->a, "%.16s", s->id));
	return judge_service(j, s, err);
}

/* -- what is in it --------------------------------------------------------------------------- */

static bool
names_part(const struct receipt *r, const char *name, const struct json_node *part, struct str hex)
{
	const struct json_node *list = json_get(&r->doc, json_root(&r->doc), "subject");
	size_t found = 0;

	for (const struct json_node *n = json_first(&r->doc, list); n; n = json_next(&r->doc, n))
		if (str_is(receipt_text(r, n, "name"), name)) {
			if (!part ||
			    !str_eq(receipt_text(r, json_get(&r->doc, n, "digest"), "sha256"), hex))
				return false;
			found++;
		}
	return found == (part ? 1 : 0);
}

static bool
names_its_parts(const struct receipt *r, struct err *err)
{
	const struct json_node *list = json_get(&r->doc, json_root(&r->doc), "subject");
	const struct json_node *code = receipt_get(r, r->predicate, "code"),
			       *output = receipt_get(r, r->predicate, "output"),
			       *record = receipt_get(r, r->predicate, "record");
	uint32_t parts = (code ? 1U : 0U) + (output ? 1U : 0U) + (record ? 1U : 0U);

	return (list->count == parts &&
		   names_part(r, "code", code, code ? receipt_text(r, code, "sha256") : STR("")) &&
		   names_part(
		       r, "output", output, output ? receipt_text(r, output, "sha256") : STR("")) &&
		   names_part(r, "record", record, record ? record->text : STR(""))) ||
	       err_set(err, ERR_REFUSED, "its subjects are not its code, output and record");
}

static bool
same(const struct receipt *r, const struct json_node *x, const struct json_node *y,
    const char *what, struct err *err)
{
	return (x && y && str_eq(receipt_part(r, x), receipt_part(r, y))) ||
	       err_set(err, ERR_REFUSED, "what was decided about has another %s", what);
}

/* What was decided about says besides which profile and which bundle. */
static bool
same_policy(
    const struct receipt *r, const struct json_node *x, const struct json_node *y, struct err *err)
{
	static const char *const members[] = {"id", "revision", "sha256"};

	for (size_t i = 0; i < ARRAY_LENGTH(members); i++)
		if (!same(r, json_get(&r->doc, x, members[i]), json_get(&r->doc, y, members[i]),
			"policy", err))
			return false;
	return true;
}

/* The decision's subject and the receipt's own words. */
static bool
says_the_same_twice(const struct receipt *r, const struct json_node *decided, struct err *err)
{
	const struct json_doc *d = &r->doc;
	const struct json_node *p = r->predicate;
	const struct json_node *code = receipt_get(r, p, "code"),
			       *output = receipt_get(r, p, "output"),
			       *findings = receipt_get(r, p, "findings");

	if (!same(r, json_get(d, decided, "run"), json_get(d, r->run, "id"), "run", err) ||
	    !same(r, json_get(d, decided, "requester"), json_get(d, r->run, "requester"),
		"requester", err) ||
	    !same(r, json_get(d, decided, "task"), json_get(d, p, "task"), "task", err) ||
	    !same_policy(r, json_get(d, decided, "policy"), receipt_get(r, p, "policy"), err) ||
	    !same(r, json_get(d, decided, "code"), json_get(d, code, "sha256"), "code", err) ||
	    !same(r, json_get(d, decided, "code_bytes"), json_get(d, code, "bytes"), "code", err) ||
	    !same(r, json_get(d, decided, "findings"), json_get(d, findings, "sha256"), "finding",
		err))
		return false;
	if (!output)
		return true;
	return same(r, json_get(d, decided, "framing"), json_get(d, output, "framing"), "framing",
		   err) &&
	       same(r, json_get(d, decided, "channel"), json_get(d, output, "channel"), "channel",
		   err) &&
	       (!json_get(d, decided, "output") ||
		   same(r, json_get(d, decided, "output"), json_get(d, output, "sha256"), "output",
		       err));
}

/* What never started shows no guarantee. */
static bool
has_started(const struct receipt *r, const struct json_node *sandbox)
{
	struct str outcome = sandbox ? receipt_text(r, sandbox, "outcome") : STR("never_started");

	return !str_is(outcome, "never_started") && !str_is(outcome, "setup_failed");
}

static bool
is_enforced(const struct receipt *r, const struct json_node *sandbox, struct str wall)
{
	const struct json_doc *d = &r->doc;

	for (const struct json_node *n = json_first(d, json_get(d, sandbox, "guarantees")); n;
	     n = json_next(d, n))
		if (str_eq(receipt_text(r, n, "guarantee"), wall))
			return str_is(receipt_text(r, n, "state"), "enforced");
	return false;
}

/* What the verdict rests on, the sandbox has shown. A subject of version 3 has obligations, and one
 * with obligations is of no earlier version. */
static bool
obligations_were_held(const struct receipt *r, const struct json_node *decided, struct err *err)
{
	const struct json_doc *d = &r->doc;
	const struct json_node *list = json_get(d, decided, "obligations"),
			       *sandbox = receipt_get(r, r->predicate, "sandbox");
	int64_t version = 0;

	(void)json_int(json_get(d, decided, "v"), &version);
	bool has = list && list->kind == JSON_ARRAY && list->count > 0;
	if ((version == 3 && !has) || (version < 3 && has))
		return err_set(err, ERR_REFUSED,
		    "what was decided about has obligations, or its version, from elsewhere");
	for (const struct json_node *n = json_first(d, list); n && has_started(r, sandbox);
	     n = json_next(d, n)) {
		struct str wall = receipt_text(r, n, "wall");

		if (!is_enforced(r, sandbox, wall))
			return err_set(err, ERR_REFUSED,
			    "the verdict rests on '%.*s', which the sandbox did not enforce",
			    STR_ARG(wall));
	}
	return true;
}

static bool
answers(const struct receipt *r, const struct json_node *decided, struct err *err)
{
	const struct json_node *output = receipt_get(r, r->predicate, "output");
	bool released = decided && json_get(&r->doc, decided, "output");

	if (!receipt_get(r, r->predicate, "sandbox") || !output ||
	    !receipt_get(r, r->predicate, "code"))
		return err_set(err, ERR_REFUSED, "an answer has code, a sandbox and an output");
	return released || str_is(receipt_text(r, output, "validation"), "valid") ||
	       err_set(err, ERR_REFUSED, "an answer's output is valid, or was released by people");
}

static bool
judge_contents(struct receipt_judge *j, struct err *err)
{
	const struct receipt *r = &j->r;
	const struct json_node *decided = receipt_get(r, r->predicate, "subject");
	struct str state = receipt_text(r, r->run, "state");

	if (run_state_of(state) == STATE_NONE || run_state_is_open(run_state_of(state)))
		return err_set(err, ERR_REFUSED, "'%.*s' is no end of a run", STR_ARG(state));
	j->detail = str_from(arena_printf(
	    j->a, "%.*s, %.*s", STR_ARG(receipt_text(r, r->run, "id")), STR_ARG(state)));
	return names_its_parts(r, err) &&
	       (!decided || (says_the_same_twice(r, decided, err) &&
				obligations_were_held(r, decided, err))) &&
	       (!str_is(state, "answered") || answers(r, decided, err));
}

/* -- all of it ------------------------------------------------------------------------------- */

static const struct {
	const char *what;
	bool (*judge)(struct receipt_judge *j, struct err *err);
} steps[] = {
    {"key", judge_key},
    {"contents", judge_contents},
    {"checkpoint", judge_checkpoint},
    {"witnesses", judge_witnesses},
    {"inclusion", judge_inclusion},
    {"log", judge_events},
    {"request", judge_request},
    {"result", judge_result},
    {"approvals", judge_approvals},
    {"votes", judge_ballots},
};

struct verdicts {
	struct arena *a;
	struct receipt_finding *out;
	size_t *count;
	bool good;
};

static bool
is_a_finding(const struct err *err)
{
	return err->code == ERR_REFUSED || err->code == ERR_INPUT || err->code == ERR_LIMIT;
}

/* False where the world failed. */
static bool
note(struct verdicts *v, const char *what, bool good, struct str detail, const struct err *err)
{
	struct str words = detail;

	if (!good && !is_a_finding(err))
		return false;
	if (!good)
		words = str_from(arena_text(v->a, str_from(err->message)));
	v->good = v->good && good;
	v->out[(*v->count)++] = (struct receipt_finding){what, good, words};
	return true;
}

static bool
judge_all(struct receipt_judge *j, struct verdicts *v, struct err *err)
{
	bool good = judge_signature(j, err);

	if (!note(v, "signature", good, j->detail, err) || !good)
		return false;
	good = receipt_open_statement(j->a, &j->r, err);
	if (!note(v, "form", good, STR("exactly a receipt's"), err) || !good)
		return false;
	j->seen = &j->r.checkpoint;
	good = j->line.n == 0 || judge_later(j, j->receipt, j->line, err);
	if (!good && !note(v, "witnessed", false, STR(""), err))
		return false;
	witnesses_count(j);
	for (size_t i = 0; i < ARRAY_LENGTH(steps); i++) {
		j->detail = STR("");
		good = steps[i].judge(j, err);
		if (!note(v, steps[i].what, good, j->detail, err))
			return false;
	}
	err->code = ERR_NONE;
	return v->good;
}

bool
receipt_verify(struct arena *a, struct str receipt, const struct trust *trust,
    struct receipt_finding out[RECEIPT_FINDINGS_MAX], size_t *count, struct err *err)
{
	struct receipt_judge j = {.a = a, .trust = trust};
	struct verdicts v = {a, out, count, true};

	*count = 0;
	*err = (struct err){.code = ERR_NONE};
	size_t end = str_find(receipt, STR("\n"), 0);
	if (end != SIZE_MAX) {
		j.line = str_slice(receipt, end + 1, receipt.n);
		receipt = str_slice(receipt, 0, end);
	}
	j.receipt = receipt;
	bool good = envelope_read(a, receipt, &j.r.envelope, err);
	if (!good) {
		if (note(&v, "envelope", false, STR(""), err))
			err->code = ERR_NONE;
		return false;
	}
	if (judge_all(&j, &v, err))
		return true;
	if (is_a_finding(err))
		err->code = ERR_NONE;
	return false;
}
