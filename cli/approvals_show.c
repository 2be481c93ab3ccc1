/* SPDX-License-Identifier: MIT */
/* All that a decision is about, on one page of eighty columns. */
#include "approver.h"
#include "request_sign.h"

#include <inttypes.h>
#include <stdio.h>

#define SIMILAR_TOLD 5
#define BOLD "\033[1m"
#define RESET "\033[0m"

static void
draw_heading(const struct call *w, struct buf *out, const char *name)
{
	buf_printf(out, "\n%s%s%s\n", w->colour ? BOLD : "", name, w->colour ? RESET : "");
}

static void
draw_moment(struct buf *out, const char *name, int64_t us, int64_t now_us)
{
	if (us > now_us)
		draw_format(out, name, "%sZ, in %s", minute_of(us).text, span_of(us - now_us).text);
	else
		draw_format(
		    out, name, "%sZ, %s ago", minute_of(us).text, span_of(now_us - us).text);
}

/* The signed bundle that the policy came in, as the subject has it. */
static void
draw_bundle(const struct question *q, struct buf *out)
{
	const struct json_node *bundle =
	    json_get(&q->subject_doc, json_root(&q->subject_doc), "bundle");
	struct str id = json_get_text(&q->subject_doc, bundle, "id", STR(""));

	if (bundle)
		draw_format(out, "bundle", "%.*s, revision %" PRId64 ", signed", STR_ARG(id),
		    json_get_number(&q->subject_doc, bundle, "revision", 0));
}

/* By the trust file's name; an account that it gives to nobody has only a pseudonym here. */
static void
draw_requester(const struct call *w, struct str id, struct buf *out)
{
	const struct person *p = w->place.trust ? trust_person(w->place.trust, id) : NULL;

	draw_format(out, "asked by", "%.*s%s%.*s%s", STR_ARG(id), p ? ", " : "",
	    (int)(p ? p->name.n : 0), p ? p->name.p : "",
	    p ? "" : ", an account that belongs to no person in the trust file");
}

static void
draw_request(const struct call *w, const struct question *q, struct buf *out)
{
	struct request_told told;
	struct buf text;

	buf_init(&text, 1 << 12);
	request_look(w->a, &w->place, &q->run, &told);
	request_draw(&told, &text);
	draw_field(out, "request", buf_view(&text));
	buf_release(&text);
}

static void
draw_head(struct call *w, const struct question *q, struct buf *out)
{
	const struct stored_approval *a = &q->approval;
	const struct json_node *policy =
	    json_get(&q->subject_doc, json_root(&q->subject_doc), "policy");
	struct str profile = json_get_text(&q->subject_doc, policy, "profile", STR(""));
	int64_t revision = json_get_number(&q->subject_doc, policy, "revision", 0);

	buf_printf(out, "%s  %.*s, %s, round %" PRId64 "\n", a->id, STR_ARG(a->asked.kind),
	    approval_state_name(a->state), a->asked.round);
	draw_field(out, "run", str_from(a->run));
	if (q->goal.n > 0)
		draw_field(out, "goal", q->goal);
	draw_requester(w, a->asked.requester, out);
	draw_request(w, q, out);
	for (size_t i = 0; i < a->asked.author_count; i++)
		draw_field(out, i == 0 ? "authors" : "", a->asked.authors[i]);
	if (q->about_code)
		draw_format(out, "policy", "%.*s, revision %" PRId64 "%s%.*s",
		    STR_ARG(a->asked.scope), revision, profile.n > 0 ? ", profile " : "",
		    STR_ARG(profile));
	draw_bundle(q, out);
	draw_moment(out, "opened", a->asked.opened_us, w->now_us);
	draw_moment(out, "decide by", a->asked.decide_by_us, w->now_us);
	if (a->use_until_us != 0)
		draw_moment(out, "use until", a->use_until_us, w->now_us);
	draw_field(out, "subject", str_from(a->subject_sha256));
	draw_field(out, "words", str_from(q->words));
}

static void
draw_rule(const struct call *w, const struct question *q, struct buf *out)
{
	const struct approval_rule *r = &q->approval.asked;

	draw_heading(w, out, "RULE");
	draw_needs(w, q, out);
	draw_format(out, "reason", "at least %" PRId64 " characters%s%.*s", r->reason_min,
	    r->ticket.n ? ", and a ticket like " : "", STR_ARG(r->ticket));
	if (q->about_code)
		draw_format(
		    out, "use", "within %s of the decision, once", span_of(r->use_for_us).text);
	if (r->solo)
		draw_field(
		    out, "solo", STR("no separation of duties: one person asks and decides"));
}

static void
draw_vote(const struct stored_vote *v, struct buf *out)
{
	char name[STORE_ID_BYTES];

	snprintf(name, sizeof(name), "%.*s", STR_ARG(v->voter));
	draw_format(out, name, "%s%s%s%.*s for '%.*s': %.*s%s%.*s",
	    v->withdrawn_us ? "withdrawn: " : "", vote_decision_name(v->decision),
	    v->on_behalf.n ? " on behalf of " : "", STR_ARG(v->on_behalf), STR_ARG(v->need),
	    STR_ARG(v->reason), v->ticket.n ? ", " : "", STR_ARG(v->ticket));
}

static void
draw_votes(const struct call *w, const struct question *q, struct buf *out)
{
	const struct stored_approval *a = &q->approval;

	draw_heading(w, out, "VOTES");
	if (!question_shows_votes(w, q)) {
		draw_field(out, "hidden", STR("until you have voted"));
		return;
	}
	for (size_t i = 0; i < a->vote_count; i++)
		draw_vote(&a->votes[i], out);
	if (a->vote_count == 0)
		draw_field(out, "none", STR(""));
}

static void
draw_comments(const struct call *w, const struct question *q, struct buf *out)
{
	const struct stored_approval *a = &q->approval;

	if (a->comment_count > 0)
		draw_heading(w, out, "COMMENTS");
	for (size_t i = 0; i < a->comment_count; i++) {
		const struct stored_comment *c = &a->comments[i];
		buf_printf(out, "  %s\n", c->id);
		draw_format(out, "", "%.*s%s%s: %.*s", STR_ARG(c->author),
		    c->must_resolve ? ", must be resolved" : "", c->resolved_us ? ", resolved" : "",
		    STR_ARG(c->body));
	}
}

/* "memory_bytes" and 1073741824 as "memory 1024 MiB". */
static void
draw_limit(struct buf *out, struct str name, int64_t value)
{
	static const struct {
		const char *ending, *unit;
		int64_t in_one;
	} units[] = {{"_bytes", "MiB", 1 << 20}, {"_bytes", "KiB", 1 << 10}, {"_bytes", "bytes", 1},
	    {"_ms", "s", 1000}, {"_ms", "ms", 1}, {"", "", 1}};
	size_t i = 0;

	while (!str_ends(name, str_from(units[i].ending)) || value % units[i].in_one != 0)
		i++;
	name.n -= strlen(units[i].ending);
	if (out->n > 0)
		buf_text(out, ", ");
	for (size_t k = 0; k < name.n; k++)
		buf_char(out, name.p[k] == '_' ? ' ' : name.p[k]);
	buf_printf(out, " %" PRId64 "%s%s", value / units[i].in_one, units[i].unit[0] ? " " : "",
	    units[i].unit);
}

static void
draw_box(const struct call *w, const struct question *q, struct buf *out)
{
	const struct json_doc *d = &q->subject_doc;
	const struct json_node *box = json_get(d, json_root(d), "box");
	const struct json_node *inputs = json_get(d, box ? box : json_root(d), "inputs");
	struct buf line;

	draw_heading(w, out, "WHAT IT IS GIVEN");
	JSON_EACH(n, d, inputs)
		draw_format(out, "input", "%.*s, %" PRId64 " bytes, sha256 %.16s...",
		    STR_ARG(json_get_text(d, n, "name", STR("?"))),
		    json_get_number(d, n, "bytes", 0),
		    json_get_text(d, n, "sha256", STR("????????????????")).p);
	buf_init(&line, 1 << 16);
	JSON_EACH(n, d, json_get(d, box ? box : json_root(d), "limits")) {
		int64_t value = 0;
		if (json_int(n + 1, &value))
			draw_limit(&line, n->text, value);
	}
	draw_field(out, "limits", buf_view(&line));
	buf_clear(&line);
	JSON_EACH(n, d, json_get(d, box, "require"))
		buf_printf(&line, "%s%.*s", line.n ? ", " : "", STR_ARG(n->text));
	if (line.n > 0)
		draw_field(out, "requires", buf_view(&line));
	draw_field(out, "backend", json_get_text(d, box, "backend", STR("bubblewrap")));
	if (json_get_text(d, box, "start", STR("")).n > 0)
		draw_field(out, "start", json_get_text(d, box, "start", STR("")));
	JSON_EACH(n, d, json_get(d, json_root(d), "obligations"))
		draw_format(out, "box holds", "line %" PRId64 ": %.*s [%.*s, by %.*s]",
		    json_get_number(d, n, "line", 0), STR_ARG(json_get_text(d, n, "what", STR(""))),
		    STR_ARG(json_get_text(d, n, "rule", STR("?"))),
		    STR_ARG(json_get_text(d, n, "wall", STR("?"))));
	buf_release(&line);
}

static bool
is_required(const struct box_spec *spec, const char *name)
{
	for (size_t i = 0; i < spec->require_count; i++)
		if (str_is(spec->require[i], name))
			return true;
	return false;
}

static void
draw_guarantees(struct call *w, const struct question *q, struct buf *out)
{
	const struct json_node *box = json_get(&q->subject_doc, json_root(&q->subject_doc), "box");
	struct box_spec spec;
	struct guarantee *g;
	size_t count;

	draw_heading(w, out, "WHAT THIS MACHINE CONTAINS");
	/* Of the very box that is asked about, in the signed words. */
	if ((box && !box_described(w->a, &q->subject_doc, box, &spec, &w->err)) ||
	    !box_probe(w->a, box ? &spec : NULL, &g, &count, &w->err)) {
		draw_format(out, "unknown", "%s%s%s", w->err.message, w->err.help[0] ? ": " : "",
		    w->err.help);
		return;
	}
	for (size_t i = 0; i < count; i++)
		draw_format(out, guarantee_state_name(g[i].state), "%s%s", g[i].name,
		    box && g[i].state != GUARANTEE_ENFORCED && is_required(&spec, g[i].name)
			? " (required: nothing will run here)"
			: "");
}

static void
draw_plan(struct call *w, const struct question *q, struct buf *out)
{
	struct json_doc d;

	if (q->plan.n == 0 ||
	    !json_parse(w->a, q->plan, "the plan", &JSON_LIMITS, &d, NULL, &w->err))
		return;
	draw_heading(w, out, "PLAN");
	draw_field(out, "meaning", json_get_text(&d, json_root(&d), "understanding", STR("")));
	const struct json_node *steps = json_get(&d, json_root(&d), "steps");
	JSON_EACH(n, &d, steps)
		draw_field(out, "step", n->text);
	const struct json_node *risks = json_get(&d, json_root(&d), "risks");
	JSON_EACH(n, &d, risks)
		draw_field(out, "risk", n->text);
}

/* -- similar runs ---------------------------------------------------------------------------- */

static void
draw_similar(struct call *w, const struct question *q, struct buf *out)
{
	struct stored_run *runs;
	size_t count;

	draw_heading(w, out, "RUNS WITH THE SAME FINDINGS");
	if (!question_alike(w->place.store, w->a, q, SIMILAR_TOLD, &runs, &count, &w->err) ||
	    count == 0) {
		draw_field(out, "none", STR(""));
		return;
	}
	for (size_t i = 0; i < count; i++)
		buf_printf(out, "  %s  %-17s %s\n", day_of(runs[i].updated_us).text,
		    run_state_name(runs[i].state), runs[i].id);
}

/* -- the page -------------------------------------------------------------------------------- */

static void
draw_about(struct call *w, const struct question *q, struct buf *out)
{
	const struct json_doc *d = &q->subject_doc;

	if (q->about_code)
		return;
	draw_heading(
	    w, out, str_is(q->approval.asked.kind, "redaction") ? "REDACTION" : "EXCEPTION");
	JSON_EACH(n, d, json_root(d)) {
		char name[STORE_ID_BYTES];
		struct str value;
		struct err err;
		snprintf(name, sizeof(name), "%.*s", STR_ARG(n->text));
		if (!question_term(w->a, d, n, &value, &err))
			value = str_from(err.message);
		draw_field(out, name, value);
	}
}

static void
draw_page(struct call *w, const struct question *q, struct buf *out)
{
	draw_head(w, q, out);
	draw_about(w, q, out);
	if (q->about_code) {
		draw_heading(w, out, "CODE");
		draw_code(w, q, out);
		draw_heading(w, out, "IMPORTS AND CALLS");
		draw_facts(w, q, out);
		draw_plan(w, q, out);
		draw_box(w, q, out);
	}
	if (q->output.n > 0) {
		draw_heading(w, out, "OUTPUT");
		draw_field(out, "", q->output);
	}
	if (w->o->guarantees)
		draw_guarantees(w, q, out);
	draw_rule(w, q, out);
	draw_votes(w, q, out);
	draw_comments(w, q, out);
	if (q->about_code)
		draw_similar(w, q, out);
}

int
approvals_show(struct call *w)
{
	struct question q;

	if (!question_load(w, word(w, 0), &q))
		return call_fail(w);
	call_begin(w);
	if (w->o->json)
		question_json(w, &q, &w->j);
	else
		draw_page(w, &q, &w->out);
	return call_print(w);
}
