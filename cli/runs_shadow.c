/* SPDX-License-Identifier: MIT */
/*
 * sluice runs shadow: what would have changed. Nothing is judged again: what each candidate said is
 * read from the run's record, or from its subject where it has not ended, and its findings from
 * those that were stored with the run.
 */
#include "actions.h"

#include "record.h"
#include <inttypes.h>
#include <stdlib.h>

#define RUN_BYTES_MAX ((size_t)1 << 30)
#define CANDIDATES_MAX 256
#define RULES_MAX 64
#define NAMED_RUNS 5

struct rule_count {
	struct str rule, decision;
	int64_t runs;
	const char *last; /* the run that was counted last: once a run */
};

struct change {
	int64_t runs;
	const char *named[NAMED_RUNS];
};

struct tried { /* a candidate, by its digest */
	struct str policy, sha256;
	int64_t revision, runs;
	struct change changes[DECISION_ALLOW + 1][DECISION_ALLOW + 1]; /* from, to */
	struct rule_count rules[RULES_MAX];
	size_t rule_count;
};

struct shadows {
	struct arena *a;   /* what is told */
	struct arena *run; /* what was stored of the run in hand */
	struct store *store;
	struct tried *items;
	size_t count;
	int64_t runs, more; /* that tried something; that tried what there was no room for */
};

static struct tried *
find_tried(struct shadows *s, struct str sha256)
{
	for (size_t i = 0; i < s->count; i++)
		if (str_eq(s->items[i].sha256, sha256))
			return &s->items[i];
	return NULL;
}

static struct tried *
take_tried(struct shadows *s, const struct json_doc *d, const struct json_node *n)
{
	struct str sha256 = json_get_text(d, n, "sha256", STR(""));
	struct tried *t = find_tried(s, sha256);

	if (t || s->count == CANDIDATES_MAX)
		return t;
	t = &s->items[s->count];
	if (!arena_copy(s->a, sha256, &t->sha256) ||
	    !arena_copy(s->a, json_get_text(d, n, "policy", STR("?")), &t->policy))
		return NULL;
	s->count++;
	t->revision = json_get_number(d, n, "revision", 0);
	return t;
}

static void
count_verdict(struct tried *t, const struct stored_run *r, struct str verdict)
{
	enum decision was = DECISION_DENY, now = DECISION_DENY;
	(void)decision_of(r->verdict, &was);
	(void)decision_of(verdict, &now);
	struct change *c = &t->changes[was][now];

	if (c->runs < NAMED_RUNS)
		c->named[c->runs] = r->id;
	c->runs++;
	t->runs++;
}

static void
count_rule(struct shadows *s, struct tried *t, const struct stored_run *r, struct str rule,
    struct str decision)
{
	struct rule_count *one = NULL;

	for (size_t i = 0; i < t->rule_count && !one; i++)
		if (str_eq(t->rules[i].rule, rule) && str_eq(t->rules[i].decision, decision))
			one = &t->rules[i];
	if (!one && t->rule_count < RULES_MAX) {
		one = &t->rules[t->rule_count];
		if (!arena_copy(s->a, rule, &one->rule) ||
		    !arena_copy(s->a, decision, &one->decision))
			return;
		t->rule_count++;
	}
	if (!one || one->last == r->id)
		return;
	one->last = r->id;
	one->runs++;
}

static bool
read_json(struct shadows *s, const char *sha256, struct json_doc *out, struct err *err)
{
	const struct json_limits limits = {(size_t)256 << 20, 64, 4000000, 400};
	struct str text;

	return content_get(s->store, s->run, sha256, &text, err) &&
	       json_parse(s->run, text, "what was stored", &limits, out, NULL, err);
}

static bool
count_findings(struct shadows *s, const struct stored_run *r, struct err *err)
{
	struct json_doc d;

	if (!r->findings_sha256[0])
		return true;
	if (!read_json(s, r->findings_sha256, &d, err))
		return false;
	JSON_EACH(n, &d, json_root(&d)) {
		struct tried *t =
		    json_get(&d, n, "shadow")
			? find_tried(s, json_get_text(&d, n, "policy_sha256", STR("")))
			: NULL;
		if (t)
			count_rule(s, t, r, json_get_text(&d, n, "rule", STR("?")),
			    json_get_text(&d, n, "decision", STR("deny")));
	}
	return true;
}

/* Erased contents are not counted. */
static bool
count_run(struct shadows *s, const struct stored_run *r, struct err *err)
{
	const char *from = r->record_sha256[0] ? r->record_sha256 : r->subject_sha256;
	const struct json_node *list;
	struct json_doc d;

	if (!from[0] || r->verdict.n == 0)
		return true;
	if (!read_json(s, from, &d, err))
		return err->code == ERR_INPUT;
	list = json_get(&d, json_root(&d), "shadow");
	s->runs += list != NULL;
	JSON_EACH(n, &d, list) {
		struct tried *t = take_tried(s, &d, n);
		if (t)
			count_verdict(t, r, json_get_text(&d, n, "verdict", STR("deny")));
		else
			s->more++;
	}
	return !list || count_findings(s, r, err);
}

static void
draw_change(const struct tried *t, enum decision from, enum decision to, struct buf *out)
{
	const struct change *c = &t->changes[from][to];

	if (c->runs == 0)
		return;
	if (from == to)
		buf_printf(out, "  %-8s as it was   %6" PRId64 "\n", decision_name(from), c->runs);
	else
		buf_printf(out, "  %-8s -> %-8s %6" PRId64 "  ", decision_name(from),
		    decision_name(to), c->runs);
	for (int64_t i = 0; from != to && i < c->runs && i < NAMED_RUNS; i++)
		buf_printf(out, "%s%s", i > 0 ? ", " : "", c->named[i]);
	if (from != to)
		buf_text(out, c->runs > NAMED_RUNS ? " ...\n" : "\n");
}

static void
draw(const struct shadows *s, struct buf *out)
{
	if (s->count == 0)
		buf_text(out, "no policy was tried in shadow mode\n");
	for (size_t i = 0; i < s->count; i++) {
		const struct tried *t = &s->items[i];
		buf_printf(out,
		    "%.*s revision %" PRId64 ", sha256 %.12s…, tried on %" PRId64 " run%s\n",
		    STR_ARG(t->policy), t->revision, t->sha256.p, t->runs, t->runs == 1 ? "" : "s");
		for (int from = DECISION_DENY; from <= DECISION_ALLOW; from++)
			for (int to = DECISION_ALLOW; to >= DECISION_DENY; to--)
				draw_change(t, (enum decision)from, (enum decision)to, out);
		for (size_t k = 0; k < t->rule_count; k++)
			buf_printf(out, "  rule %.*s: %.*s, in %" PRId64 " run%s\n",
			    STR_ARG(t->rules[k].rule), STR_ARG(t->rules[k].decision),
			    t->rules[k].runs, t->rules[k].runs == 1 ? "" : "s");
	}
	if (s->more > 0)
		buf_printf(out, "and %" PRId64 " more trials, of candidates beyond the first %d\n",
		    s->more, CANDIDATES_MAX);
}

static void
json_changes(const struct tried *t, struct json_writer *w)
{
	json_open_array(w, "verdicts");
	for (int from = DECISION_DENY; from <= DECISION_ALLOW; from++)
		for (int to = DECISION_DENY; to <= DECISION_ALLOW; to++) {
			const struct change *c = &t->changes[from][to];
			if (c->runs == 0)
				continue;
			json_object(w);
			json_put_text(w, "was", decision_name((enum decision)from));
			json_put_text(w, "would_be", decision_name((enum decision)to));
			json_put_number(w, "count", c->runs);
			json_open_array(w, "runs");
			for (int64_t i = 0; i < c->runs && i < NAMED_RUNS; i++)
				json_text(w, c->named[i]);
			json_end_array(w);
			json_end_object(w);
		}
	json_end_array(w);
}

FORM(count_form, struct rule_count, MEMBER(struct rule_count, rule),
    MEMBER(struct rule_count, decision), MEMBER(struct rule_count, runs));

static void
write_json(const struct shadows *s, struct json_writer *w)
{
	json_array(w);
	for (size_t i = 0; i < s->count; i++) {
		const struct tried *t = &s->items[i];
		json_object(w);
		json_put_str(w, "policy", t->policy);
		json_put_number(w, "revision", t->revision);
		json_put_str(w, "sha256", t->sha256);
		json_put_number(w, "runs", t->runs);
		json_changes(t, w);
		record_put_list(w, "rules", &count_form, t->rules, t->rule_count);
		json_end_object(w);
	}
	json_end_array(w);
}

int
runs_candidates(struct call *c)
{
	struct run_filter filter;
	struct shadows s = {.a = c->a,
	    .store = c->place.store,
	    .items = arena_array(c->a, CANDIDATES_MAX, sizeof(*s.items))};
	struct stored_run *runs;
	size_t count;

	if (!s.items)
		return print_no_memory();
	if (!runs_filter(c, &filter) ||
	    !runs_list(c->place.store, c->a, &filter, &runs, &count, &c->err))
		return call_fail(c);
	for (size_t i = 0; i < count; i++) {
		s.run = arena_new(RUN_BYTES_MAX);
		bool good = s.run ? count_run(&s, &runs[i], &c->err) : err_memory(&c->err);
		arena_free(s.run);
		if (!good)
			return call_fail(c);
	}
	call_begin(c);
	if (c->o->json)
		write_json(&s, &c->j);
	else
		draw(&s, &c->out);
	return call_print(c);
}
