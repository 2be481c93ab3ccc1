/* SPDX-License-Identifier: MIT */
/* metrics.c: what is read from the ledger. */
#include "metrics.h"

#include "ledger.h"
#include "work.h"

#include <stdio.h>

#define PAGE 500
#define PAGES_MAX 20
#define ARENA_BYTES ((size_t)256 << 20)

/* In seconds; the last is without end. */
static const double FAST[BUCKETS - 1] = {
    0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60, 300};
static const double SLOW[BUCKETS - 1] = {
    10, 60, 300, 900, 1800, 3600, 7200, 14400, 28800, 86400, 172800, 259200, 604800};

void
metrics_begin(struct metrics *m)
{
	pthread_mutex_init(&m->lock, NULL);
	pthread_mutex_init(&m->reading, NULL);
}

static void
observe(struct histogram *h, const double *bounds, int64_t us)
{
	double s = (double)us / 1e6;
	size_t at = 0;

	while (at < BUCKETS - 1 && s > bounds[at])
		at++;
	h->buckets[at]++;
	h->count++;
	h->sum += s > 0 ? s : 0;
}

void
metrics_request(struct metrics *m, size_t route, unsigned status, int64_t took_us)
{
	pthread_mutex_lock(&m->lock);
	m->statuses[status / 100 < ARRAY_LENGTH(m->statuses) ? status / 100 : 5]++;
	if (route < ROUTES_COUNTED)
		observe(&m->http[route], FAST, took_us);
	pthread_mutex_unlock(&m->lock);
}

bool
metrics_follow(struct metrics *m, struct store *s, struct err *err)
{
	return ledger_size(s, &m->seq, err);
}

/* -- a run that is over ---------------------------------------------------------------------- */

static void
count_steps(struct metrics *m, const struct run_step *steps, size_t count)
{
	static const struct {
		enum run_state to;
		enum stage_id stage;
	} STAGES[] = {{STATE_PLANNED, STAGE_PLAN}, {STATE_GENERATED, STAGE_GENERATE},
	    {STATE_CHECKED, STAGE_CHECK}, {STATE_RAN, STAGE_RUN},
	    {STATE_VALIDATED, STAGE_VALIDATE}};

	for (size_t i = 1; i < count; i++) {
		int64_t took_us = steps[i].at_us - steps[i - 1].at_us;
		if (run_state_of(steps[i].from) == STATE_AWAITING_APPROVAL)
			observe(&m->people, SLOW, took_us);
		for (size_t k = 0; k < ARRAY_LENGTH(STAGES); k++)
			if (run_state_of(steps[i].to) == STAGES[k].to)
				observe(&m->stages[STAGES[k].stage], FAST, took_us);
		m->box_starts += run_state_of(steps[i].to) == STATE_RUNNING;
	}
}

static void
count_finding(struct metrics *m, struct str rule, struct str decision)
{
	struct rule_count *r;

	if (rule.n >= RULE_BYTES || decision.n >= sizeof(r->decision))
		return;
	for (size_t i = 0; i < m->rule_count; i++) {
		r = &m->rules[i];
		if (str_is(rule, r->rule) && str_is(decision, r->decision)) {
			r->count++;
			return;
		}
	}
	if (m->rule_count == RULES_COUNTED - 1) {
		rule = STR("others");
		decision = STR("any");
	}
	r = &m->rules[m->rule_count < RULES_COUNTED ? m->rule_count++ : RULES_COUNTED - 1];
	snprintf(r->rule, sizeof(r->rule), "%.*s", STR_ARG(rule));
	snprintf(r->decision, sizeof(r->decision), "%.*s", STR_ARG(decision));
	r->count++;
}

static void
add(const struct json_doc *d, const struct json_node *usage, const char *name, uint64_t *to)
{
	int64_t n;

	if (json_int(json_get(d, usage, name), &n) && n > 0)
		*to += (uint64_t)n;
}

static void
count_record(struct metrics *m, const struct json_doc *d)
{
	const struct json_node *root = json_root(d), *usage = json_get(d, root, "usage");
	const struct json_node *findings = json_get(d, root, "findings");

	if (usage) {
		add(d, usage, "model_requests", &m->requests);
		add(d, usage, "prompt_tokens", &m->prompt_tokens);
		add(d, usage, "completion_tokens", &m->completion_tokens);
		add(d, usage, "cost_micros", &m->cost_micros);
	}
	for (const struct json_node *f = json_first(d, findings); f; f = json_next(d, f))
		count_finding(m, json_get_text(d, f, "rule", STR("")),
		    json_get_text(d, f, "decision", STR("")));
}

static void
count_verdict(struct metrics *m, struct str verdict)
{
	static const char *const NAMES[] = {"allow", "escalate", "deny"};

	for (size_t i = 0; i < ARRAY_LENGTH(NAMES); i++)
		m->verdicts[i] += str_is(verdict, NAMES[i]);
}

/* A run that was erased meanwhile, or can't be read, is counted without its details. */
static void
count_run(struct metrics *m, struct store *s, struct arena *a, struct str id)
{
	char *run = arena_text(a, id);
	struct run_step *steps;
	struct stored_run r;
	struct json_doc record;
	struct err ignored;
	size_t count;

	if (!run || !runs_get(s, a, run, &r, &ignored) ||
	    !runs_history(s, a, run, &steps, &count, &ignored))
		return;
	if (m->ended)
		m->ended(m->context, &r, steps, count);
	bool has = r.record_sha256[0] && work_record(a, s, r.record_sha256, &record, &ignored);
	pthread_mutex_lock(&m->lock);
	m->outcomes[r.state]++;
	count_verdict(m, r.verdict);
	observe(&m->whole, FAST, r.updated_us - r.created_us);
	count_steps(m, steps, count);
	if (has)
		count_record(m, &record);
	pthread_mutex_unlock(&m->lock);
}

/* -- the ledger ------------------------------------------------------------------------------ */

struct page {
	struct arena *a;
	struct str *runs;
	size_t count, capacity, heard;
	int64_t last;
};

static bool
hear(void *context, const struct ledger_event *e)
{
	struct page *p = context;
	struct str *run;

	p->heard++;
	p->last = e->seq;
	if (!str_starts(e->type, STR("run.")) ||
	    run_state_of(str_slice(e->type, 4, e->type.n)) == STATE_NONE ||
	    run_state_is_open(run_state_of(str_slice(e->type, 4, e->type.n))))
		return true;
	run = arena_push(p->a, &p->runs, &p->count, &p->capacity, sizeof(*run));
	return run && arena_copy(p->a, e->run, run);
}

static bool
read_page(struct metrics *m, struct store *s, bool *more, struct err *err)
{
	struct ledger_filter filter = {.from_seq = m->seq, .limit = PAGE};
	struct page p = {.a = arena_new(ARENA_BYTES), .last = m->seq - 1};
	bool good = p.a ? ledger_read(s, p.a, &filter, hear, &p, err) : err_memory(err);

	for (size_t i = 0; good && i < p.count; i++) {
		struct arena *a = arena_new(ARENA_BYTES);
		if (a)
			count_run(m, s, a, p.runs[i]);
		arena_free(a);
	}
	if (good)
		m->seq = p.last + 1;
	*more = p.heard == PAGE;
	arena_free(p.a);
	return good;
}

bool
metrics_read(struct metrics *m, struct store *s, struct err *err)
{
	bool good = true, more = true;

	pthread_mutex_lock(&m->reading);
	for (int i = 0; good && more && i < PAGES_MAX; i++)
		good = read_page(m, s, &more, err);
	pthread_mutex_unlock(&m->reading);
	return good;
}

/* -- as text --------------------------------------------------------------------------------- */

static void
put_histogram(struct buf *out, const char *name, const char *labels, const double *bounds,
    const struct histogram *h)
{
	const char *comma = *labels ? "," : "", *open = *labels ? "{" : "",
		   *close = *labels ? "}" : "";
	uint64_t below = 0;

	for (size_t i = 0; i < BUCKETS - 1; i++) {
		below += h->buckets[i];
		buf_printf(out, "%s_bucket{%s%sle=\"%g\"} %llu\n", name, labels, comma, bounds[i],
		    (unsigned long long)below);
	}
	buf_printf(out, "%s_bucket{%s%sle=\"+Inf\"} %llu\n", name, labels, comma,
	    (unsigned long long)h->count);
	buf_printf(out, "%s_sum%s%s%s %.6f\n", name, open, labels, close, h->sum);
	buf_printf(
	    out, "%s_count%s%s%s %llu\n", name, open, labels, close, (unsigned long long)h->count);
}

static void
put_head(struct buf *out, const char *name, const char *type, const char *help)
{
	buf_printf(out, "# HELP %s %s\n# TYPE %s %s\n", name, help, name, type);
}

static void
put_counter(struct buf *out, const char *name, const char *help, uint64_t n)
{
	put_head(out, name, "counter", help);
	buf_printf(out, "%s %llu\n", name, (unsigned long long)n);
}

static void
put_stages(const struct metrics *m, struct buf *out)
{
	char label[32];

	put_head(out, "sluice_stage_seconds", "histogram",
	    "How long each stage of a run took; plan includes the wait for a worker.");
	for (size_t i = 0; i < STAGE_COUNT; i++) {
		snprintf(label, sizeof(label), "stage=\"%s\"", stage_name(i));
		put_histogram(out, "sluice_stage_seconds", label, FAST, &m->stages[i]);
	}
	put_head(
	    out, "sluice_run_seconds", "histogram", "Time from a run's submission to its end.");
	put_histogram(out, "sluice_run_seconds", "", FAST, &m->whole);
	put_head(out, "sluice_decision_seconds", "histogram",
	    "How long runs waited for people to decide.");
	put_histogram(out, "sluice_decision_seconds", "", SLOW, &m->people);
}

/* A rule's name is a policy's: nothing but letters, digits and signs stands in it, or it is left out. */
static void
put_rules(const struct metrics *m, struct buf *out)
{
	put_head(out, "sluice_findings_total", "counter",
	    "Findings of ended runs, by rule and decision.");
	for (size_t i = 0; i < m->rule_count; i++) {
		const struct rule_count *r = &m->rules[i];
		if (r->rule[strcspn(r->rule, "\"\\\n")] ||
		    r->decision[strcspn(r->decision, "\"\\\n")])
			continue;
		buf_printf(out, "sluice_findings_total{rule=\"%s\",decision=\"%s\"} %llu\n",
		    r->rule, r->decision, (unsigned long long)r->count);
	}
}

static void
put_runs(const struct metrics *m, struct buf *out)
{
	static const char *const VERDICTS[] = {"allow", "escalate", "deny"};

	put_head(out, "sluice_run_outcomes_total", "counter", "Ended runs, by outcome.");
	for (int i = STATE_ANSWERED; i < STATE_QUARANTINED; i++)
		buf_printf(out, "sluice_run_outcomes_total{state=\"%s\"} %llu\n",
		    run_state_name((enum run_state)i), (unsigned long long)m->outcomes[i]);
	put_head(
	    out, "sluice_verdicts_total", "counter", "The policy's last verdicts on ended runs.");
	for (size_t i = 0; i < ARRAY_LENGTH(VERDICTS); i++)
		buf_printf(out, "sluice_verdicts_total{verdict=\"%s\"} %llu\n", VERDICTS[i],
		    (unsigned long long)m->verdicts[i]);
	put_counter(
	    out, "sluice_box_starts_total", "Sandboxes started for ended runs.", m->box_starts);
	put_counter(out, "sluice_model_requests_total", "Questions to models.", m->requests);
	put_head(out, "sluice_model_tokens_total", "counter", "Tokens of models.");
	buf_printf(out, "sluice_model_tokens_total{kind=\"prompt\"} %llu\n",
	    (unsigned long long)m->prompt_tokens);
	buf_printf(out, "sluice_model_tokens_total{kind=\"completion\"} %llu\n",
	    (unsigned long long)m->completion_tokens);
	put_head(out, "sluice_model_cost_total", "counter",
	    "Cost of model requests, in the currency of the configured prices.");
	buf_printf(out, "sluice_model_cost_total %.6f\n", (double)m->cost_micros / 1e6);
}

static void
put_http(const struct metrics *m, metrics_label *label, const void *context, struct buf *out)
{
	char labels[160];

	put_head(out, "sluice_http_requests_total", "counter", "Requests, by status class.");
	for (size_t i = 2; i < ARRAY_LENGTH(m->statuses); i++)
		buf_printf(out, "sluice_http_requests_total{status=\"%zuxx\"} %llu\n", i,
		    (unsigned long long)m->statuses[i]);
	put_head(out, "sluice_http_request_seconds", "histogram", "Request duration, by path.");
	for (size_t i = 0; i < ROUTES_COUNTED; i++)
		if (m->http[i].count > 0 && label(context, i, labels, sizeof(labels)))
			put_histogram(
			    out, "sluice_http_request_seconds", labels, FAST, &m->http[i]);
}

void
metrics_write(struct metrics *m, metrics_label *label, const void *context, struct buf *out)
{
	pthread_mutex_lock(&m->lock);
	put_http(m, label, context, out);
	put_runs(m, out);
	put_rules(m, out);
	put_stages(m, out);
	pthread_mutex_unlock(&m->lock);
}
