/* SPDX-License-Identifier: MIT */
/* The inbox: which approvals wait, for which people, until when. Those that wait for the reader
 * come first. */
#include "approver.h"

#include <stdlib.h>
#include "record.h"
#include "vote_draft.h"

#include <inttypes.h>

#define LIST_MAX 500
#define NAMES_MAX 8
#define FIELD 10 /* columns of a name */
#define BOLD "\033[1m"
#define RESET "\033[0m"

void
draw_field(struct buf *out, const char *name, struct str text)
{
	buf_printf(out, "  %-*s%s", text.n > 0 ? FIELD : 0, name,
	    text.n > 0 && strlen(name) >= FIELD ? " " : "");
	text_wrap(out, text, 2000, 2 + FIELD, 2 + FIELD);
	buf_char(out, '\n');
}

void
draw_format(struct buf *out, const char *name, const char *format, ...)
{
	struct buf text;
	va_list ap;

	buf_init(&text, 1 << 16);
	va_start(ap, format);
	buf_vprintf(&text, format, ap);
	va_end(ap);
	draw_field(out, name, buf_view(&text));
	buf_release(&text);
}

/* The people who hold the role; a blind rule must not reveal who has voted. */
static void
who_could(const struct call *w, const struct stored_approval *a, const struct approval_need *need,
    bool shows, struct buf *out)
{
	size_t count = 0;

	for (size_t i = 0; w->place.trust && i < w->place.trust->count; i++) {
		const struct person *p = &w->place.trust->people[i];
		bool voted = false;
		for (size_t k = 0; shows && k < a->vote_count; k++)
			voted = voted ||
				(a->votes[k].withdrawn_us == 0 && str_eq(a->votes[k].voter, p->id));
		if (voted || !vote_could(a, need, p, w->now_us))
			continue;
		if (count < NAMES_MAX)
			buf_printf(out, "%s%.*s", count ? ", " : "", STR_ARG(p->id));
		count++;
	}
	if (count > NAMES_MAX)
		buf_printf(out, " and %zu more", count - NAMES_MAX);
	if (count == 0)
		buf_text(out, w->place.trust
				  ? "nobody"
				  : "unknown: no trust file (`sluice trust init` writes one)");
}

static int64_t
filled(const struct stored_approval *a, struct str need)
{
	int64_t count = 0;

	for (size_t i = 0; i < a->vote_count; i++)
		count += a->votes[i].withdrawn_us == 0 && a->votes[i].decision == VOTE_APPROVE &&
			 str_eq(a->votes[i].need, need);
	return count;
}

static void
draw_need(const struct call *w, const struct stored_approval *a, const struct approval_need *need,
    bool shows, struct buf *out)
{
	struct buf line;

	buf_init(&line, 1 << 16);
	if (shows)
		buf_printf(&line, "%" PRId64 " of %" PRId64 " %.*s", filled(a, need->name), need->n,
		    STR_ARG(need->role));
	else
		buf_printf(&line, "%" PRId64 " %.*s (votes are hidden until yours)", need->n,
		    STR_ARG(need->role));
	if (!str_eq(need->name, need->role))
		buf_printf(&line, " as '%.*s'", STR_ARG(need->name));
	buf_text(&line, "; could: ");
	who_could(w, a, need, shows, &line);
	draw_field(out, "needs", buf_view(&line));
	buf_release(&line);
}

void
draw_needs(const struct call *w, const struct question *q, struct buf *out)
{
	for (size_t i = 0; i < q->approval.asked.need_count; i++)
		draw_need(
		    w, &q->approval, &q->approval.asked.needs[i], question_shows_votes(w, q), out);
}

static void
draw_when(const struct call *w, const struct stored_approval *a, struct buf *out)
{
	bool approved = a->state == APPROVAL_APPROVED;
	int64_t until_us = approved ? a->use_until_us : a->asked.decide_by_us;

	draw_format(out, "asked", "by %.*s, waiting %s, %s %s", STR_ARG(a->asked.requester),
	    span_of(w->now_us - a->asked.opened_us).text, approved ? "may be used for" : "due in",
	    span_of(until_us - w->now_us).text);
}

static void
draw_first_finding(const struct question *q, struct buf *out)
{
	const struct json_doc *d = &q->findings_doc;
	const struct json_node *f = json_first(d, json_root(d));
	int64_t at;

	while (f && (json_get(d, f, "shadow") || json_get(d, f, "waived")))
		f = json_next(d, f);
	if (!f || !json_int(json_get(d, f, "line"), &at))
		return;
	draw_format(out, "why", "line %" PRId64 ": %.*s [%.*s]", at,
	    STR_ARG(json_get_text(d, f, "message", STR(""))),
	    STR_ARG(json_get_text(d, f, "rule", STR(""))));
}

/* Out of what was hashed, as the page that is signed shows it: the words of a run's row are
 * anybody's. */
static void
draw_matter(const struct call *w, const struct stored_approval *a, struct buf *out)
{
	struct arena *own = arena_new(APPROVER_BYTES_MAX);
	struct question q;
	struct err err;

	if (!own)
		return;
	if (question_read(w->place.store, own, a->id, &q, &err)) {
		if (q.goal.n > 0)
			draw_field(out, "goal", q.goal);
		draw_first_finding(&q, out);
	} else {
		draw_field(out, "unshown", str_from(err.message));
	}
	arena_free(own);
}

static void
draw_entry(struct call *w, const struct stored_approval *a, bool mine, struct buf *out)
{
	const struct question q = {.approval = *a};

	const char *id = question_is_about_code(a) ? a->run : a->id;

	buf_printf(out, "%s%s%s  %.*s, %s, round %" PRId64 "%s\n", w->colour ? BOLD : "", id,
	    w->colour ? RESET : "", STR_ARG(a->asked.kind), approval_state_name(a->state),
	    a->asked.round, mine ? ", for you" : "");
	draw_matter(w, a, out);
	draw_when(w, a, out);
	if (a->state == APPROVAL_PENDING || a->state == APPROVAL_CHANGES_REQUESTED)
		draw_needs(w, &q, out);
	for (size_t i = 0; i < a->comment_count; i++)
		if (a->comments[i].must_resolve && a->comments[i].resolved_us == 0)
			draw_field(out, "to do", a->comments[i].body);
	buf_char(out, '\n');
}

struct inbox {
	struct stored_approval *mine, *all;
	size_t mine_count, all_count;
};

static bool
is_mine(const struct inbox *b, const char *id)
{
	for (size_t i = 0; i < b->mine_count; i++)
		if (strcmp(b->mine[i].id, id) == 0)
			return true;
	return false;
}

static bool
is_listed(const struct call *w, const struct stored_approval *a)
{
	const char *state = w->o->state;

	if (state)
		return strcmp(state, "all") == 0 ||
		       strcmp(state, approval_state_name(a->state)) == 0;
	return a->state == APPROVAL_PENDING || a->state == APPROVAL_CHANGES_REQUESTED ||
	       a->state == APPROVAL_APPROVED;
}

#define ONE struct stored_approval
FORM(head_form, ONE, MEMBER_AS("approval", ONE, id), MEMBER(ONE, run),
    MEMBER_WORD("state", ONE, state, approval_state_name, NULL), MEMBER_AS("kind", ONE, asked.kind),
    MEMBER_AS("round", ONE, asked.round), MEMBER_AS("requester", ONE, asked.requester),
    MEMBER_AS("scope", ONE, asked.scope));
FORM(tail_form, ONE, MEMBER_AS("opened_us", ONE, asked.opened_us),
    MEMBER_AS("decide_by_us", ONE, asked.decide_by_us), MEMBER(ONE, subject_sha256));

static void
entry_json(const struct call *w, const struct stored_approval *a, bool mine, struct json_writer *j)
{
	json_object(j);
	record_put(j, &head_form, a);
	json_put_bool(j, "mine", mine);
	record_put(j, &tail_form, a);
	json_put_number(j, "waiting_us", w->now_us - a->asked.opened_us);
	json_end_object(j);
}

static bool
load(struct call *w, struct inbox *b)
{
	const struct approval_filter for_me = {.for_person = w->me, .limit = LIST_MAX};
	const struct approval_filter any = {.limit = LIST_MAX};

	*b = (struct inbox){.mine_count = 0};
	if (w->o->mine && !w->me[0])
		return err_set(&w->err, ERR_USAGE,
		    "name your key by --key or SLUICE_KEY: it selects the inbox");
	return (!w->me[0] || approvals_list(w->place.store, w->a, &for_me, &b->mine, &b->mine_count,
				 &w->err)) &&
	       (w->o->mine ||
		   approvals_list(w->place.store, w->a, &any, &b->all, &b->all_count, &w->err));
}

/* At most `limit` entries; all of them are counted. */
static size_t
draw(struct call *w, const struct inbox *b, size_t limit, struct json_writer *j, struct buf *out)
{
	size_t told = 0;

	for (size_t i = 0; i < b->mine_count + b->all_count; i++) {
		bool mine = i < b->mine_count;
		const struct stored_approval *a = mine ? &b->mine[i] : &b->all[i - b->mine_count];
		if (!is_listed(w, a) || (!mine && is_mine(b, a->id)))
			continue;
		if (told++ >= limit)
			continue;
		if (j)
			entry_json(w, a, mine, j);
		else
			draw_entry(w, a, mine, out);
	}
	return told;
}

int
approvals_inbox(struct call *w)
{
	struct inbox b;

	size_t limit = (size_t)w->o->limit;

	if (!load(w, &b))
		return call_fail(w);
	call_begin(w);
	if (w->o->json)
		json_array(&w->j);
	size_t told = draw(w, &b, limit, w->o->json ? &w->j : NULL, &w->out);
	if (w->o->json)
		json_end_array(&w->j);
	else if (told == 0)
		buf_text(&w->out, "nothing waits\n");
	else if (told > limit)
		buf_printf(&w->out, "%zu more; `--limit %zu` lists them all\n", told - limit, told);
	return call_print(w);
}
