/* SPDX-License-Identifier: MIT */
/* pages_policies.c: policies in words and rules, what they would have said of past runs, and the playground for programs. */
#include "pages.h"
#include "routes.h"

#include "clock.h"
#include "compare.h"
#include "coverage.h"
#include "why.h"
#include "words.h"

#define WORDS_BYTES_MAX ((size_t)4 << 20)
#define RUNS_JUDGED_AGAIN 100
#define MENTIONS_SHOWN 200

/* -- the list, and one of them --------------------------------------------------------------- */

static bool
put_policy_row(struct request *r, struct json_writer *w, struct str name, struct err *err)
{
	struct answer ignored = {.status = 0};
	struct policy *p;

	if (!request_policy(r, name, &p, &ignored, err))
		return false;
	json_format(w, "{name: %.*s, about: %.*s, revision: %ld", STR_ARG(name),
	    STR_ARG(policy_title(p)), policy_revision(p));
	json_put_str(w, "sha256", str_slice(str_from(policy_digest(p)), 0, 12));
	json_format(
	    w, "usual: %d}", str_is(name, r->serving->o->policy ? r->serving->o->policy : ""));
	return true;
}

bool
page_policies(struct request *r, struct answer *out, struct err *err)
{
	struct page_data p;
	struct str *names;
	size_t installed, count;

	if (!request_policies(r, &names, &installed, &count, err) ||
	    !page_begin(r, &p, "Policies", "at_policies", err))
		return false;
	json_open_array(&p.w, "list");
	for (size_t i = 0; i < count; i++)
		if (!put_policy_row(r, &p.w, names[i], err))
			return false;
	json_end_array(&p.w);
	return page_end(r, &p, "policies", out, err);
}

/* "words": the paragraphs that a model is given. */
static bool
put_words(struct json_writer *w, const struct policy *p, struct err *err)
{
	struct str rest, line;
	struct buf words;

	buf_init(&words, WORDS_BYTES_MAX);
	policy_prompt(p, &words);
	rest = buf_view(&words);
	json_open_array(w, "words");
	while (str_cut(&rest, '\n', &line))
		if (line.n > 0)
			json_str(w, line);
	json_end_array(w);
	bool good = !words.failed || err_memory(err);
	buf_release(&words);
	return good;
}

/* "effective": all of what it decides, as data; "json": the same to be read. */
static bool
put_effective(struct json_writer *w, const struct policy *p, struct err *err)
{
	struct json_writer all;
	struct buf text;

	buf_init(&text, WORDS_BYTES_MAX);
	json_writer_init(&all, &text, true);
	policy_json(p, &all);
	json_format(
	    w, "effective: =%.*s, json: %.*s", STR_ARG(buf_view(&text)), STR_ARG(buf_view(&text)));
	bool good = !text.failed || err_memory(err);
	buf_release(&text);
	return good;
}

/* -- what it would have said ----------------------------------------------------------------- */

static void
put_flip(struct json_writer *w, const struct stored_run *run, const struct verdict_flip *f)
{
	json_format(w, "{run: %s", run->id);
	json_put_str(w, "goal", run->title.n > 0 ? run->title : STR("no goal was given"));
	json_format(w, "was: %s, is: %s", decision_name(f->before), decision_name(f->after));
	if (f->reason_count > 0)
		json_format(w, "rule: %.*s, message: %.*s, line: %u", STR_ARG(f->reasons[0].rule),
		    STR_ARG(f->reasons[0].message), f->reasons[0].line);
	json_end_object(w);
}

/* Judges a run's program again; one that is erased, or was never judged, is not counted. */
static bool
judge_again(struct request *r, struct json_writer *w, struct comparison *c,
    const struct stored_run *run, int64_t *judged, struct err *err)
{
	struct compare_case program = {.recorded = DECISION_DENY};
	struct store *s = request_store(r, err);
	size_t flip;

	if (!run->code_sha256[0] || !decision_of(run->verdict, &program.recorded))
		return true;
	if (!content_get(s, r->a, run->code_sha256, &program.code, err))
		return err->code == ERR_INPUT;
	if (run->findings_sha256[0] &&
	    !content_get(s, r->a, run->findings_sha256, &program.findings, err) &&
	    err->code != ERR_INPUT)
		return false;
	if (!compare_program(r->a, c, &program, &flip, err))
		return false;
	++*judged;
	if (flip != SIZE_MAX)
		put_flip(w, run, &c->flips[flip]);
	return true;
}

static bool
put_impact(struct request *r, struct json_writer *w, const struct policy *p, struct err *err)
{
	struct run_filter filter = {.limit = RUNS_JUDGED_AGAIN};
	struct store *s = request_store(r, err);
	char me[STORE_ID_BYTES];
	struct stored_run *runs;
	struct comparison c;
	int64_t judged = 0;
	size_t count;

	if (!s || !request_principal(r, me, err))
		return false;
	if (!(r->who->rights & RIGHT_READ_ALL))
		filter.requester = me;
	if (!runs_list(s, r->a, &filter, &runs, &count, err))
		return false;
	compare_recorded(p, &c);
	c.now_us = clock_utc_us();
	json_format(w, "impact: {flips: [");
	for (size_t i = 0; i < count; i++)
		if (!judge_again(r, w, &c, &runs[i], &judged, err))
			return false;
	json_format(w, "], judged: %ld}", judged);
	return true;
}

/* -- what its tests make it decide ----------------------------------------------------------- */

/* The tests in the policy's file and beside it; NULL: `fault` says why there are none to run. */
static struct suite *
read_suite(struct request *r, const char *path, struct err_list *errs, struct err *fault)
{
	struct suite *s = arena_alloc(r->a, sizeof(*s));
	const char **files;
	struct policy *p;
	size_t count;

	if (!s) {
		err_memory(fault);
		return NULL;
	}
	bool whole = suites_beside(r->a, path, &files, &count, fault) &&
		     policies_load(r->a, path, NULL, &p, errs);
	if (whole)
		*s = (struct suite){.policy = p, .path = path};
	whole = whole && suite_load_rules(r->a, s, errs);
	for (size_t i = 0; whole && i < count; i++)
		whole = suite_load_file(r->a, s, files[i], errs);
	if (whole && suite_finish(s, errs))
		return s;
	if (errs->count > 0)
		*fault = errs->items[0];
	return NULL;
}

static bool
run_tests(struct request *r, const char *path, struct json_writer *w, struct err *fault)
{
	struct err_list *errs = arena_alloc(r->a, sizeof(*errs));
	struct suite_result result;
	struct coverage covered;

	if (!errs)
		return err_memory(fault);
	struct suite *s = read_suite(r, path, errs, fault);
	if (!s || !suite_run(r->a, s, &result, errs, fault) ||
	    !coverage_measure(r->a, s, &covered, errs, fault))
		return false;
	json_format(w, "count: %zu, failed: %ld, all_passed: %d", result.count,
	    (int64_t)(result.failed + result.broken), result.failed + result.broken == 0);
	json_name(w, "coverage");
	coverage_json(&covered, w);
	json_put_number(w, "percent",
	    covered.goal_count > 0 ? (int64_t)(covered.met * 100 / covered.goal_count) : 100);
	return true;
}

/* "tests": of a policy in files; a bundle's were run when it was installed, and lie in it. */
static bool
put_tests(struct request *r, struct json_writer *w, const struct policy *p, struct err *err)
{
	struct err fault = {
	    .message = "it came in a signed bundle, whose tests passed when it was installed"};
	struct err_list *errs = arena_alloc(r->a, sizeof(*errs));
	char *name = arena_text(r->a, policy_id(p));

	if (!errs || !name)
		return err_memory(err);
	const char *path = policy_bundle_of(p) ? NULL : policy_find(r->a, name, NULL, errs);
	json_open_object(w, "tests");
	if (!path || !run_tests(r, path, w, &fault))
		json_put_text(w, "fault", fault.message);
	json_end_object(w);
	return true;
}

bool
page_policy(struct request *r, struct answer *out, struct err *err)
{
	bool again = request_query(r, "runs") != NULL, tested = request_query(r, "tests") != NULL;
	struct page_data p;
	struct policy *policy;

	if (!request_policy(r, r->parts[0], &policy, out, err)) {
		out->status = out->status == 422 ? 404 : out->status;
		return false;
	}
	if (!page_begin(r, &p, "Policy", "at_policies", err))
		return false;
	json_format(&p.w, "name: %.*s, about: %.*s, revision: %ld, sha256: %s",
	    STR_ARG(policy_id(policy)), STR_ARG(policy_title(policy)), policy_revision(policy),
	    policy_digest(policy));
	return put_words(&p.w, policy, err) && put_effective(&p.w, policy, err) &&
	       (!again || put_impact(r, &p.w, policy, err)) &&
	       (!tested || put_tests(r, &p.w, policy, err)) && page_end(r, &p, "policy", out, err);
}

/* -- the playground -------------------------------------------------------------------------- */

/* "mentions": what the policy was asked about, and which of its entries answered. */
static void
put_mentions(struct json_writer *w, const struct json_doc *d)
{
	const struct json_node *all = json_get(d, json_root(d), "mentions"), *m;
	size_t left = MENTIONS_SHOWN;

	json_open_array(w, "mentions");
	for (m = json_first(d, all); m && left > 0; m = json_next(d, m), left--)
		json_tree(w, d, m);
	json_format(w, "], mentions_cut: %d", m != NULL);
}

static void
put_verdict(struct request *r, struct json_writer *w, struct str code, const struct json_doc *why)
{
	const struct json_node *root = json_root(why), *held = json_get(why, root, "obligations");
	const struct json_node *findings = json_get(why, root, "findings");

	json_put_str(w, "verdict", json_get_text(why, root, "verdict", STR("deny")));
	json_put_number(w, "finding_count", findings ? findings->count : 0);
	put_code(r->a, w, code, &(struct code_notes){.findings = why, .list = findings});
	if (held) {
		json_name(w, "obligations");
		json_tree(w, why, held);
	}
	put_mentions(w, why);
}

/* Explains the policy's decision on the program, and which of its entries made it. */
static bool
explain(struct request *r, struct str named, struct str code, struct json_doc *why, struct err *err)
{
	struct err_list *errs = arena_alloc(r->a, sizeof(*errs));
	struct why e = {.now_us = clock_utc_us()};
	struct answer ignored = {.status = 0};
	struct policy *policy;
	struct json_writer w;
	struct buf text;
	struct str json;

	if (!errs)
		return err_memory(err);
	if (!request_policy(r, named, &policy, &ignored, err) ||
	    !why_find(r->a, policy, "program.py", code, 0, STR(""), &e, errs, err)) {
		if (errs->count > 0)
			*err = errs->items[0];
		return false;
	}
	buf_init(&text, REQUEST_BYTES_MAX);
	json_writer_init(&w, &text, true);
	why_json(&e, &w);
	return request_keep(r, &text, &json, err) &&
	       json_parse(r->a, json, "the report", &JSON_LIMITS, why, NULL, err);
}

/* The decision on a mention: by the finding at its place, else by the entries that were asked. An entry's
 * denial that is no finding of its own is told with another one, or the box holds it: nothing is said here. */
static struct str
decision_on(const struct json_doc *d, const struct json_node *m)
{
	const struct json_node *root = json_root(d), *n;
	int64_t line = json_get_number(d, m, "line", 0), from = json_get_number(d, m, "column", 0);
	int64_t after = from + (int64_t)json_get_text(d, m, "text", STR("")).n;
	struct str said = STR("allow");

	for (n = json_first(d, json_get(d, root, "findings")); n; n = json_next(d, n)) {
		int64_t at = json_get_number(d, n, "column", 0);
		if (json_get_number(d, n, "line", 0) == line && at >= from && at < after)
			return json_get_text(d, n, "decision", STR("deny"));
	}
	for (n = json_first(d, json_get(d, m, "asked")); n; n = json_next(d, n)) {
		struct str outcome = json_get_text(d, n, "outcome", STR("deny"));
		if (str_is(outcome, "deny"))
			return STR("");
		if (!str_is(outcome, "allow"))
			said = STR("escalate");
	}
	return said;
}

bool
put_uses(struct request *r, struct json_writer *w, const struct question *q, struct err *err)
{
	const struct json_doc *d = &q->subject_doc;
	const struct json_node *policy = json_get(d, json_root(d), "policy"), *m;
	struct err changed;
	struct json_doc why;

	if (!q->about_code)
		return true;
	if (!explain(r, q->approval.asked.scope, q->code, &why, &changed)) {
		*err = changed;
		return changed.code != ERR_MEMORY && changed.code != ERR_SYSTEM;
	}
	if (!str_eq(json_get_text(&why, json_root(&why), "policy_sha256", STR("?")),
		json_get_text(d, policy, "sha256", STR(""))))
		return true;
	json_open_array(w, "uses");
	for (m = json_first(&why, json_get(&why, json_root(&why), "mentions")); m;
	     m = json_next(&why, m)) {
		struct str is = json_get_text(&why, m, "is", STR(""));
		json_format(w, "{line: %ld", json_get_number(&why, m, "line", 0));
		json_put_str(w, "name", is.n > 0 ? is : json_get_text(&why, m, "text", STR("")));
		json_put_str(w, "decision", decision_on(&why, m));
		json_end_object(w);
	}
	json_format(w, "], has_uses: true");
	return true;
}

static bool
show_check(struct request *r, struct answer *out, const struct form_field *form,
    const struct json_doc *why, const struct err *fault, struct err *err)
{
	struct str chosen = form ? form_get(form, "policy") : str_from(request_query(r, "policy"));
	struct page_data p;

	if (!page_begin(r, &p, "Check", "at_check", err) || !put_policies(r, &p.w, chosen, err))
		return false;
	json_put_str(&p.w, "typed_code", form_get(form, "code"));
	json_put_str(&p.w, "judged_by", chosen);
	put_fault(&p.w, fault);
	if (why)
		put_verdict(r, &p.w, form_get(form, "code"), why);
	return page_end(r, &p, "check", out, err);
}

bool
page_check(struct request *r, struct answer *out, struct err *err)
{
	return show_check(r, out, NULL, NULL, NULL, err);
}

bool
page_checked(struct request *r, struct answer *out, struct err *err)
{
	struct err fault = {.code = ERR_NONE};
	struct form_field *form;
	struct json_doc why;

	if (!page_form(r, &form, err))
		return false;
	if (explain(r, form_get(form, "policy"), form_get(form, "code"), &why, &fault))
		return show_check(r, out, form, &why, NULL, err);
	return page_form_again(out, 0, &fault, err) && show_check(r, out, form, NULL, &fault, err);
}
