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
	const struct trust_service *s =
	    envelope_service(j->trust, SERVICE_RECEIPT, STR(""), &j->r.envelope, err);

	if (!s)
		return false;
	j->detail = str_from(arena_printf(j->a, "by '%.*s'", STR_ARG(s->name)));
	return true;
}

/* Behind the signature: the key counts for this log and at this time. */
static bool
judge_key(struct receipt_judge *j, struct err *err)
{
	struct str origin = j->r.said.log.origin;
	const struct trust_service *s =
	    trust_service(j->trust, SERVICE_RECEIPT, origin, j->r.envelope.signatures[0].keyid);

	if (!s)
		return err_set(err, ERR_REFUSED, "its key signs no receipts of the log '%.*s'",
		    STR_ARG(origin));
	j->detail = str_from(arena_printf(j->a, "%.16s", s->id));
	return judge_service(j, s, err);
}

/* -- what is in it --------------------------------------------------------------------------- */

/* NULL where there is no such part. */
static bool
names_part(const struct receipt *r, const char *name, const char *sha256)
{
	size_t found = 0;

	for (size_t i = 0; i < r->subject_count; i++)
		if (str_is(r->subjects[i].name, name)) {
			if (!sha256 || strcmp(r->subjects[i].sha256, sha256) != 0)
				return false;
			found++;
		}
	return found == (sha256 ? 1 : 0);
}

static bool
names_its_parts(const struct receipt *r, struct err *err)
{
	const struct receipt_said *p = &r->said;
	const char *code = p->code ? p->code->sha256 : NULL,
		   *output = p->output ? p->output->sha256 : NULL,
		   *record = p->record[0] ? p->record : NULL;
	size_t parts = (code ? 1U : 0U) + (output ? 1U : 0U) + (record ? 1U : 0U);

	return (r->subject_count == parts && names_part(r, "code", code) &&
		   names_part(r, "output", output) && names_part(r, "record", record)) ||
	       err_set(err, ERR_REFUSED, "its subjects differ from its code, output and record");
}

struct pair { /* a member of what was decided about, and what the receipt says itself */
	const char *what, *name;
	struct str said;
	const int64_t *number; /* in place of `said` */
};

static bool
is_same(const struct receipt *r, const struct json_node *of, const struct pair *pair)
{
	const struct json_node *n = json_get(&r->doc, of, pair->name);
	int64_t number;

	if (pair->number)
		return n && n->kind == JSON_NUMBER && json_int(n, &number) &&
		       number == *pair->number;
	return n && n->kind == JSON_STRING && str_eq(n->text, pair->said);
}

static bool
are_same(const struct receipt *r, const struct json_node *of, const struct pair *pairs,
    size_t count, struct err *err)
{
	for (size_t i = 0; i < count; i++)
		if (!is_same(r, of, &pairs[i]))
			return err_set(
			    err, ERR_REFUSED, "the decision covers another %s", pairs[i].what);
	return true;
}

static bool
says_the_same_of_output(const struct receipt *r, const struct receipt_output *o, struct err *err)
{
	const struct pair pairs[] = {
	    {"framing", "framing", o->framing, NULL},
	    {"channel", "channel", o->channel, NULL},
	    {"output", "output", str_from(o->sha256), NULL},
	};

	return are_same(r, r->decided, pairs, json_get(&r->doc, r->decided, "output") ? 3 : 2, err);
}

/* The decision's subject and the receipt's own words. The subject says besides which profile and
 * which bundle. */
static bool
says_the_same_twice(const struct receipt *r, struct err *err)
{
	const struct receipt_said *p = &r->said;
	const struct json_node *policy = json_get(&r->doc, r->decided, "policy");

	if (!p->policy || !p->code || !p->findings)
		return err_set(err, ERR_REFUSED, "the decision covers another %s",
		    !p->policy ? "policy"
		    : !p->code ? "code"
			       : "finding");
	const struct pair own[] = {
	    {"run", "run", p->run.id, NULL},
	    {"requester", "requester", p->run.requester, NULL},
	    {"task", "task", str_from(p->task), NULL},
	    {"code", "code", str_from(p->code->sha256), NULL},
	    {"code", "code_bytes", STR(""), &p->code->bytes},
	    {"finding", "findings", str_from(p->findings->sha256), NULL},
	};
	const struct pair of_policy[] = {
	    {"policy", "id", p->policy->id, NULL},
	    {"policy", "revision", STR(""), &p->policy->revision},
	    {"policy", "sha256", str_from(p->policy->sha256), NULL},
	};
	return are_same(r, r->decided, own, ARRAY_LENGTH(own), err) &&
	       are_same(r, policy, of_policy, ARRAY_LENGTH(of_policy), err) &&
	       (!p->output || says_the_same_of_output(r, p->output, err));
}

/* A sandbox that never started shows no guarantee. */
static bool
has_started(const struct receipt_sandbox *s)
{
	return s && !str_is(s->outcome, "never_started") && !str_is(s->outcome, "setup_failed");
}

static bool
is_enforced(const struct receipt_sandbox *s, struct str wall)
{
	for (size_t i = 0; i < s->guarantee_count; i++)
		if (str_eq(s->guarantees[i].guarantee, wall))
			return str_is(s->guarantees[i].state, "enforced");
	return false;
}

/* The sandbox has shown each guarantee that the verdict rests on. A subject of version 3 has obligations, and one
 * with obligations is of no earlier version. */
static bool
obligations_were_held(const struct receipt *r, struct err *err)
{
	const struct json_doc *d = &r->doc;
	const struct json_node *list = json_get(d, r->decided, "obligations");
	const struct receipt_sandbox *sandbox = r->said.sandbox;
	int64_t version = json_get_number(d, r->decided, "v", 0);

	bool has = list && list->kind == JSON_ARRAY && list->count > 0;
	if ((version == 3 && !has) || (version < 3 && has))
		return err_set(err, ERR_REFUSED,
		    "the decision covers obligations, or a version of them, from elsewhere");
	for (const struct json_node *n = json_first(d, list); n && has_started(sandbox);
	     n = json_next(d, n)) {
		struct str wall = json_get_text(d, n, "wall", STR(""));

		if (!is_enforced(sandbox, wall))
			return err_set(err, ERR_REFUSED,
			    "the verdict rests on '%.*s', which the sandbox did not enforce",
			    STR_ARG(wall));
	}
	return true;
}

static bool
answers(const struct receipt *r, struct err *err)
{
	const struct receipt_said *p = &r->said;

	if (!p->sandbox || !p->output || !p->code)
		return err_set(
		    err, ERR_REFUSED, "an answer must have code, a sandbox and an output");
	return json_get(&r->doc, r->decided, "output") || str_is(p->output->validation, "valid") ||
	       err_set(err, ERR_REFUSED, "an answer's output must be valid or released by people");
}

static bool
judge_contents(struct receipt_judge *j, struct err *err)
{
	const struct receipt *r = &j->r;
	struct str state = r->said.run.state;

	if (run_state_of(state) == STATE_NONE || run_state_is_open(run_state_of(state)))
		return err_set(
		    err, ERR_REFUSED, "'%.*s' is not a final state of a run", STR_ARG(state));
	j->detail =
	    str_from(arena_printf(j->a, "%.*s, %.*s", STR_ARG(r->said.run.id), STR_ARG(state)));
	return names_its_parts(r, err) &&
	       (!r->decided || (says_the_same_twice(r, err) && obligations_were_held(r, err))) &&
	       (!str_is(state, "answered") || answers(r, err));
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
	log_cosigned(j->trust, &j->r.checkpoint, &j->witnessed);
	good = j->line.n == 0 || judge_later(j, err);
	if (!good && !note(v, "witnessed", false, STR(""), err))
		return false;
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
