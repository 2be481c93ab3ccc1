/* SPDX-License-Identifier: MIT */
/* pages_inbox.c: what waits for people: whose it is, how much is at stake, who could decide, what is alike. */
#include "pages.h"
#include "routes.h"
#include "vote_draft.h"

#include <stdlib.h>

#define LIST_MAX 100
#define NAMES_MAX 4
#define PRINT_SHOWN 12
#define SOON_US (INT64_C(3600) * 1000000)

/* The views, and the bits of a row that stand in them. */
enum view { VIEW_ALL = 0, VIEW_MINE, VIEW_SOON, VIEW_HIGH, VIEW_STUCK, VIEWS };
static const char *const VIEW_NAMES[VIEWS] = {"all", "mine", "soon", "high", "stuck"};

enum group { GROUP_MINE = 0, GROUP_OTHERS, GROUP_STUCK, GROUPS };
struct waiting {
	struct question q;
	bool sound; /* what it is about could be read and has the digests that it names */
	struct err fault;
	enum severity severity;
	struct str rule, message, print; /* of the first finding that people are asked about */
	int64_t line, findings;
	unsigned views;
	enum group group;
};

/* -- what there is to say of one ------------------------------------------------------------- */

static enum severity
severity_of(struct str name)
{
	enum severity s = SEVERITY_CRITICAL;

	while (s < SEVERITY_LOW && !str_is(name, severity_name(s)))
		s = (enum severity)(s + 1);
	return s;
}

static void
read_findings(struct waiting *w)
{
	const struct json_doc *d = &w->q.findings_doc;

	w->severity = SEVERITY_LOW;
	for (const struct json_node *f = json_first(d, json_root(d)); f; f = json_next(d, f)) {
		enum severity s = severity_of(json_get_text(d, f, "severity", STR("")));
		if (json_get(d, f, "shadow") || json_get(d, f, "waived"))
			continue;
		w->severity = s < w->severity ? s : w->severity;
		if (w->findings++ > 0)
			continue;
		w->rule = json_get_text(d, f, "rule", STR(""));
		w->message = json_get_text(d, f, "message", STR(""));
		w->print = str_slice(json_get_text(d, f, "fingerprint", STR("")), 0, PRINT_SHOWN);
		w->line = json_get_number(d, f, "line", 0);
	}
}

static bool
anybody_could(const struct trust *t, const struct stored_approval *a,
    const struct approval_need *need, int64_t now)
{
	for (size_t i = 0; t && i < t->count; i++)
		if (vote_could(a, need, &t->people[i], now))
			return true;
	return false;
}

static bool
is_one_of(const char *id, const struct str *ids, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (str_is(ids[i], id))
			return true;
	return false;
}

static void
place(const struct request *r, struct waiting *w, bool mine, int64_t now)
{
	const struct stored_approval *a = &w->q.approval;
	bool stuck = false;

	for (size_t i = 0; i < a->asked.need_count; i++)
		stuck = stuck || !anybody_could(r->trust, a, &a->asked.needs[i], now);
	w->group = stuck ? GROUP_STUCK : mine ? GROUP_MINE : GROUP_OTHERS;
	w->views = 1u << VIEW_ALL | (unsigned)mine << VIEW_MINE | (unsigned)stuck << VIEW_STUCK |
		   (unsigned)(a->asked.decide_by_us - now < SOON_US) << VIEW_SOON |
		   (unsigned)(w->severity <= SEVERITY_HIGH) << VIEW_HIGH;
}

static bool
read_all(struct request *r, struct waiting **out, size_t *count, struct err *err)
{
	const struct approval_filter filter = {.state = APPROVAL_PENDING, .limit = LIST_MAX};
	struct store *s = request_store(r, err);
	struct stored_approval *list;
	struct str *mine;
	size_t my_count;

	if (!s || !approvals_list(s, r->a, &filter, &list, count, err) ||
	    !approvals_waiting(s, r->a, r->who->id, &mine, &my_count, err))
		return false;
	*out = arena_array(r->a, *count, sizeof(**out));
	if (!*out)
		return err_memory(err);
	for (size_t i = 0; i < *count; i++) {
		struct waiting *w = &(*out)[i];
		*w = (struct waiting){.sound = false};
		w->sound = question_read(s, r->a, list[i].id, &w->q, &w->fault);
		w->q.approval = list[i];
		if (w->sound)
			read_findings(w);
		place(r, w, is_one_of(list[i].id, mine, my_count), store_now_us(s));
	}
	return true;
}

/* -- what is shown --------------------------------------------------------------------------- */

static bool
has(struct str text, struct str part)
{
	return str_find(text, part, 0) != SIZE_MAX;
}

static bool
is_found(const struct waiting *w, struct str words)
{
	return words.n == 0 || has(w->q.goal, words) || has(w->rule, words) ||
	       has(w->print, words) || has(w->q.approval.asked.requester, words) ||
	       has(w->q.approval.asked.scope, words) || has(str_from(w->q.approval.run), words);
}

static void
put_need(const struct request *r, struct json_writer *w, const struct stored_approval *a,
    const struct approval_need *need, int64_t now)
{
	const struct trust *t = r->trust;
	size_t others = 0;
	bool you = false;

	json_format(w, "{role: %.*s", STR_ARG(need->role));
	json_put_str(w, "need", str_eq(need->name, need->role) ? STR("") : need->name);
	json_format(w, "n: %ld, others: [", need->n);
	for (size_t i = 0; t && i < t->count; i++) {
		const struct person *p = &t->people[i];
		if (!vote_could(a, need, p, now))
			continue;
		if (str_is(p->id, r->who->id))
			you = true;
		else if (others++ < NAMES_MAX)
			json_str(w, p->name);
	}
	json_format(w, "], you: %d, nobody: %d, more: %ld, is_more: %d}", you, !you && others == 0,
	    others > NAMES_MAX ? (int64_t)(others - NAMES_MAX) : 0, others > NAMES_MAX);
}

void
put_needs(
    const struct request *r, struct json_writer *w, const struct stored_approval *a, int64_t now)
{
	json_open_array(w, "needs");
	for (size_t i = 0; i < a->asked.need_count; i++)
		put_need(r, w, a, &a->asked.needs[i], now);
	json_end_array(w);
}

void
put_risk(struct json_writer *w, enum severity s)
{
	json_format(w, "risk: {word: %s, level: %u}", severity_name(s),
	    s <= SEVERITY_HIGH     ? 3
	    : s == SEVERITY_MEDIUM ? 2
				   : 1);
}

enum severity
findings_severity(const struct json_doc *findings)
{
	struct waiting w = {.q = {.findings_doc = *findings}};

	read_findings(&w);
	return w.severity;
}

static int64_t
alike(const struct waiting *all, size_t count, const struct waiting *w)
{
	int64_t n = -1;

	for (size_t i = 0; i < count; i++)
		n += str_eq(all[i].print, w->print);
	return w->print.n > 0 ? n : 0;
}

static bool
put_row(struct request *r, struct json_writer *w, const struct waiting *row, int64_t same,
    struct err *err)
{
	const struct stored_approval *a = &row->q.approval;
	struct store *s = request_store(r, err);

	json_format(w, "{approval: %s, run: %s", a->id, a->run);
	json_put_str(w, "goal", row->q.goal.n > 0 ? row->q.goal : a->asked.kind);
	json_put_text(w, "unshown", row->sound ? NULL : row->fault.message);
	if (row->findings > 0) {
		put_risk(w, row->severity);
		json_put_number(w, "line", row->line);
	}
	json_format(w, "message: %.*s, rule: %.*s, more: ?%ld, print: %.*s, same: ?%ld",
	    STR_ARG(row->message), STR_ARG(row->rule), row->findings > 1 ? row->findings - 1 : 0,
	    STR_ARG(row->print), same > 0 ? same : 0);
	json_put_str(w, "kind", str_is(a->asked.kind, "execute") ? STR("") : a->asked.kind);
	json_format(w, "policy: %.*s, round: ?%ld", STR_ARG(a->asked.scope),
	    a->asked.round > 1 ? a->asked.round : 0);
	put_moment(w, "opened", a->asked.opened_us, store_now_us(s));
	put_moment(w, "due", a->asked.decide_by_us, store_now_us(s));
	put_needs(r, w, a, store_now_us(s));
	if (!put_requester(r, w, a->asked.requester, err))
		return false;
	json_end_object(w);
	return true;
}

static int
by_due(const void *a, const void *b)
{
	const struct waiting *x = a, *y = b;
	int64_t left = x->q.approval.asked.decide_by_us, right = y->q.approval.asked.decide_by_us;

	return (left > right) - (left < right);
}

static void
put_counts(struct json_writer *w, const struct waiting *all, size_t count)
{
	json_open_object(w, "count");
	for (size_t v = 0; v < VIEWS; v++) {
		int64_t n = 0;
		for (size_t i = 0; i < count; i++)
			n += all[i].views >> v & 1;
		json_put_number(w, VIEW_NAMES[v], n);
	}
	json_end_object(w);
}

static bool
put_groups(struct request *r, struct json_writer *w, const struct waiting *all, size_t count,
    enum view view, struct str words, struct err *err)
{
	json_open_array(w, "groups");
	for (size_t g = 0; g < GROUPS; g++) {
		bool begun = false;
		for (size_t i = 0; i < count; i++) {
			if (all[i].group != g || !(all[i].views >> view & 1) ||
			    !is_found(&all[i], words))
				continue;
			if (!begun)
				json_format(w, "{group: %zu, rows: [", g);
			begun = true;
			if (!put_row(r, w, &all[i], alike(all, count, &all[i]), err))
				return false;
		}
		if (begun)
			json_format(w, "]}");
	}
	json_end_array(w);
	return true;
}

bool
page_inbox(struct request *r, struct answer *out, struct err *err)
{
	const char *show = request_query(r, "show"), *words = request_query(r, "q");
	enum view view = VIEWS - 1;
	struct waiting *all;
	struct page_data p;
	size_t count;

	while (view > VIEW_ALL && (!show || strcmp(show, VIEW_NAMES[view]) != 0))
		view = (enum view)(view - 1);
	if (!read_all(r, &all, &count, err) || !page_begin(r, &p, "Inbox", "at_inbox", err))
		return false;
	qsort(all, count, sizeof(*all), by_due);
	put_counts(&p.w, all, count);
	json_format(&p.w, "q: %s, show: %s, narrowed: %d", words,
	    view == VIEW_ALL ? NULL : VIEW_NAMES[view], view != VIEW_ALL || (words && words[0]));
	return put_groups(r, &p.w, all, count, view, str_from(words), err) &&
	       page_end(r, &p, "inbox", out, err);
}
