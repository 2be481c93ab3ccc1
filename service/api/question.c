/* SPDX-License-Identifier: MIT */
#include "question.h"

#include "clock.h"

#define ALIKE_AMONG 200

struct reading {
	struct store *store;
	struct arena *a;
};

static bool
sound(struct reading *w, const char *sha256, struct str *out, struct err *err)
{
	char hex[DIGEST_HEX_BYTES];

	if (!content_get(w->store, w->a, sha256, out, err))
		return false;
	digest_hex_of(*out, hex);
	return strcmp(hex, sha256) == 0 ||
	       err_set(err, ERR_REFUSED, "the store returned other bytes than those of %s", sha256);
}

static bool
rule_is_sound(const struct question *q, struct err *err)
{
	const struct stored_approval *a = &q->approval;
	char hex[DIGEST_HEX_BYTES];

	digest_hex_of(a->rule, hex);
	if (strcmp(hex, a->rule_sha256) != 0)
		return err_set(err, ERR_REFUSED, "the approval's rule does not match its digest");
	return (str_is(a->asked.approval, a->id) && str_is(a->asked.run, a->run)) ||
	       err_set(err, ERR_REFUSED, "the approval's rule belongs to another approval");
}

/* The bytes behind a member of the subject that is a digest. */
static bool
part(struct reading *w, struct question *q, const char *name, struct str *out, struct err *err)
{
	const struct json_node *root = json_root(&q->subject_doc);
	struct str sha256 = json_get_text(&q->subject_doc, root, name, STR(""));
	const char *hex = arena_text(w->a, sha256);

	if (!hex)
		return err_memory(err);
	if (sha256.n != DIGEST_HEX_BYTES - 1)
		return err_set(err, ERR_REFUSED, "the subject names no '%s'", name);
	return sound(w, hex, out, err) || err_wrap(err, "the subject's %s", name);
}

/* Out of the task that was hashed: a run's title is anybody's who writes the database. */
static bool
read_goal(struct reading *w, struct question *q, struct str capsule, struct err *err)
{
	struct json_doc d, task;
	const char *hex = NULL;
	struct str text;

	if (!json_parse(w->a, capsule, "the task", &JSON_LIMITS, &d, NULL, err))
		return false;
	const struct json_node *files = json_get(&d, json_root(&d), "files");
	for (const struct json_node *n = json_first(&d, files); n && !hex; n = json_next(&d, n))
		if (str_is(json_get_text(&d, n, "path", STR("")), "task.json"))
			hex = arena_text(w->a, json_get_text(&d, n, "sha256", STR("")));
	if (!hex)
		return err_set(err, ERR_REFUSED, "the subject's task has no goal");
	if (!sound(w, hex, &text, err) ||
	    !json_parse(w->a, text, "the task", &JSON_LIMITS, &task, NULL, err))
		return false;
	q->goal = json_get_text(&task, json_root(&task), "goal", STR(""));
	return true;
}

static bool
load_code(struct reading *w, struct question *q, struct err *err)
{
	const struct json_node *root = json_root(&q->subject_doc);
	struct str run = json_get_text(&q->subject_doc, root, "run", STR(""));
	struct str capsule;

	if (!str_is(run, q->approval.run))
		return err_set(err, ERR_REFUSED, "the subject belongs to another run");
	if (!part(w, q, "code", &q->code, err) || !part(w, q, "task", &capsule, err) ||
	    !part(w, q, "findings", &q->findings, err) || !read_goal(w, q, capsule, err))
		return false;
	if (json_get(&q->subject_doc, root, "output") && !part(w, q, "output", &q->output, err))
		return false;
	return !q->run.plan_sha256[0] || sound(w, q->run.plan_sha256, &q->plan, err);
}

bool
question_is_about_code(const struct stored_approval *a)
{
	return !str_is(a->asked.kind, "exception") && !str_is(a->asked.kind, "redaction");
}

/* An exception's subject is an entry of waivers (waiver.h). */
static bool
read_exception(struct reading *w, struct question *q, struct err *err)
{
	const struct json_doc *d = &q->subject_doc;
	const struct json_node *root = json_root(d);
	struct str rule = json_get_text(d, root, "rule", STR("")),
		   policy = json_get_text(d, root, "policy", STR("")),
		   until = json_get_text(d, root, "expires", STR(""));

	if (!str_is(q->approval.asked.kind, "exception"))
		return true;
	const char *goal = arena_printf(w->a, "Let '%.*s' pass in '%.*s' until %.*s", STR_ARG(rule),
	    STR_ARG(policy), STR_ARG(str_slice(until, 0, until.n < 10 ? until.n : 10)));
	q->goal = str_from(goal ? goal : "");
	return goal || err_memory(err);
}

bool
question_term(struct arena *a, const struct json_doc *d, const struct json_node *member,
    struct str *out, struct err *err)
{
	const struct json_node *value = member + 1,
			       *first = value->kind == JSON_OBJECT ? json_first(d, value) : NULL;
	char stamp[CLOCK_STAMP_BYTES];
	int64_t us;

	if (str_ends(member->text, STR("_us")) && json_int(value, &us)) {
		clock_stamp_of(us, stamp);
		*out = str_from(arena_text(a, str_from(stamp)));
		return out->p || err_memory(err);
	}
	if (first && value->count == 1 && first[1].kind == JSON_STRING) {
		const char *text =
		    arena_printf(a, "%.*s %.*s", STR_ARG(first->text), STR_ARG(first[1].text));
		*out = str_from(text ? text : "");
		return text || err_memory(err);
	}
	*out = value->kind == JSON_STRING ? value->text : json_source(d, value);
	return true;
}

static bool
load_parts(struct reading *w, struct question *q, struct err *err)
{
	struct stored_approval *a = &q->approval;

	if (!rule_is_sound(q, err) || !sound(w, a->subject_sha256, &q->subject, err) ||
	    !json_parse_canonical(
		w->a, q->subject, "the subject", &JSON_LIMITS, &q->subject_doc, err))
		return false;
	q->about_code = question_is_about_code(a);
	q->findings = STR("[]");
	if (q->about_code ? !load_code(w, q, err) : !read_exception(w, q, err))
		return false;
	return json_parse(
		   w->a, q->findings, "the findings", &JSON_LIMITS, &q->findings_doc, NULL, err) &&
	       (digest_words(a->subject_sha256, q->words) ||
		   err_set(err, ERR_INTERNAL, "the subject's digest can't be shown as words"));
}

bool
question_read(
    struct store *s, struct arena *a, const char *id, struct question *out, struct err *err)
{
	struct reading w = {s, a};

	*out = (struct question){.about_code = false};
	return approvals_get(s, a, id, &out->approval, err) &&
	       runs_get(s, a, out->approval.run, &out->run, err) && load_parts(&w, out, err);
}

bool
question_has_vote_of(const struct question *q, const char *person)
{
	const struct stored_approval *a = &q->approval;

	for (size_t i = 0; i < a->vote_count; i++)
		if (a->votes[i].withdrawn_us == 0 && str_is(a->votes[i].voter, person))
			return true;
	return false;
}

/* -- others like it -------------------------------------------------------------------------- */

/* Are the escalations of both the same, by their fingerprints? */
static bool
holds_all(const struct json_doc *x, const struct json_doc *y)
{
	for (const struct json_node *f = json_first(x, json_root(x)); f; f = json_next(x, f)) {
		struct str print = json_get_text(x, f, "fingerprint", STR(""));
		bool found = print.n == 0;
		const struct json_node *g = json_first(y, json_root(y));
		for (; g && !found; g = json_next(y, g))
			found = str_eq(json_get_text(y, g, "fingerprint", STR("")), print);
		if (!found)
			return false;
	}
	return true;
}

static bool
is_alike(struct store *s, struct arena *a, const struct question *q, const struct stored_run *run)
{
	struct json_doc d;
	struct str text;
	struct err err;

	if (!run->findings_sha256[0] || strcmp(run->id, q->run.id) == 0)
		return false;
	if (strcmp(run->findings_sha256, q->run.findings_sha256) == 0)
		return true;
	return content_get(s, a, run->findings_sha256, &text, &err) &&
	       json_parse(a, text, "findings", &JSON_LIMITS, &d, NULL, &err) &&
	       holds_all(&d, &q->findings_doc) && holds_all(&q->findings_doc, &d);
}

bool
question_alike(struct store *s, struct arena *a, const struct question *q, size_t most,
    struct stored_run **out, size_t *count, struct err *err)
{
	const struct run_filter filter = {
	    .policy = arena_text(a, q->run.policy), .limit = ALIKE_AMONG};
	struct stored_run *runs;
	size_t all;

	*count = 0;
	if (!filter.policy || !runs_list(s, a, &filter, &runs, &all, err))
		return filter.policy ? false : err_memory(err);
	*out = runs;
	for (size_t i = 0; i < all && *count < most; i++)
		if (is_alike(s, a, q, &runs[i]))
			runs[(*count)++] = runs[i];
	return true;
}
