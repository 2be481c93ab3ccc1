/* SPDX-License-Identifier: MIT */
/* Exceptions: a construct that may pass for a while. Who is asked to grant one sees first how many
 * past runs it would have let pass. */
#include "approver.h"

#include "clock.h"
#include "record.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#define PAST_RUNS 1000
#define TOLD_RUNS 20
#define PRINT_DIGITS 12

/* An exception is for an escalation that decides: not for a denial, nor for what is only tried. */
static bool
is_asked(const struct json_doc *d, const struct json_node *f)
{
	return str_is(json_get_text(d, f, "decision", STR("deny")), "escalate") &&
	       !json_get(d, f, "shadow");
}

/* The finding of the question that begins so; the only one where no more was said. */
static const struct json_node *
find_finding(const struct question *q, struct str print)
{
	const struct json_doc *d = &q->findings_doc;

	for (const struct json_node *f = json_first(d, json_root(d)); f; f = json_next(d, f)) {
		struct str own = json_get_text(d, f, "fingerprint", STR(""));
		if (own.n > 0 && str_starts(own, print) && is_asked(d, f))
			return f;
	}
	return NULL;
}

static bool
has_print(struct call *w, const struct stored_run *run, struct str print)
{
	struct question q = {.about_code = true};
	struct str text;
	struct err err;

	return run->findings_sha256[0] &&
	       content_get(w->place.store, w->a, run->findings_sha256, &text, &err) &&
	       json_parse(w->a, text, "findings", &JSON_LIMITS, &q.findings_doc, NULL, &err) &&
	       find_finding(&q, print) != NULL;
}

static int
tell_past(struct call *w, struct str print)
{
	const struct run_filter filter = {.policy = w->o->scope, .limit = PAST_RUNS};
	struct stored_run *runs;
	size_t count, passes = 0;
	struct buf out;
	struct err err;

	if (!runs_list(w->place.store, w->a, &filter, &runs, &count, &err))
		return print_error(&err);
	buf_init(&out, APPROVER_BYTES_MAX);
	for (size_t i = 0; i < count; i++) {
		if (!has_print(w, &runs[i], print))
			continue;
		if (passes++ < TOLD_RUNS)
			buf_printf(&out, "  %s  %-17s %.*s\n", runs[i].id,
			    run_state_name(runs[i].state), STR_ARG(runs[i].requester));
	}
	buf_printf(&out, "%zu of the last %zu runs have this finding\n", passes, count);
	return print_buf(&out) ? EXIT_ANSWERED : EXIT_INTERNAL;
}

static bool
fill(struct call *w, const struct question *q, struct exception_terms *e, struct err *err)
{
	const struct options *o = w->o;
	const struct json_node *f = find_finding(q, str_from(o->finding));

	if (!f)
		return err_set(err, ERR_INPUT, "no finding of this run begins with '%s'",
		    o->finding ? o->finding : "");
	e->until_us = o->until;
	e->rule = json_get_text(&q->findings_doc, f, "rule", STR(""));
	e->fingerprint = json_get_text(&q->findings_doc, f, "fingerprint", STR(""));
	e->scope = o->scope ? str_from(o->scope) : q->approval.asked.scope;
	e->owner = str_from(o->owner);
	e->proposed_by = str_from(w->me);
	e->justification = str_from(o->reason);
	e->from_us = store_now_us(w->place.store);
	e->max_uses = o->uses;
	return true;
}

/* Under the terms under which the run itself is decided. */
static bool
send(struct call *w, const struct question *q, const struct exception_terms *e, const char *id,
    struct err *err)
{
	struct approval_rule rule = q->approval.asked;
	struct act_words words = {.kind = ACT_EXCEPTION, .target = id, .reason = e->justification};
	struct str text, envelope;

	rule.decide_by_us -= rule.opened_us;
	rule.remind_us -= rule.opened_us;
	if (!exception_write(w->a, e, &text, err))
		return false;
	if (!(words.terms = arena_text(w->a, text)))
		return err_memory(err);
	return approver_act(w, &words, &envelope, err) &&
	       exceptions_propose(w->place.store, envelope, &rule, err);
}

int
exception_propose(struct call *w)
{
	char id[STORE_ID_BYTES];
	struct exception_terms e = {.id = {id, 0}};
	struct question q;
	struct err err;

	store_id("exc", id);
	e.id.n = strlen(id);
	if (!question_load(w, word(w, 0), &q, &err) || !approver_name(w, &err) ||
	    !fill(w, &q, &e, &err) || !send(w, &q, &e, id, &err))
		return print_error(&err);
	printf("%s\n", id);
	return tell_past(w, e.fingerprint);
}

static const char *
standing(const struct call *w, const struct stored_exception *e)
{
	if (e->revoked_us != 0)
		return "revoked";
	if (!e->granted)
		return "proposed";
	if (w->now_us >= e->until_us)
		return "over";
	return e->uses >= e->max_uses ? "used up" : "granted";
}

static struct stored_exception *exceptions;

#define M(member) MEMBER(struct stored_exception, member)
FORM(name_form, struct stored_exception, MEMBER_AS("exception", struct stored_exception, id),
    M(approval));
FORM(exception_form, struct stored_exception, M(rule), M(scope), M(fingerprint), M(owner),
    MEMBER_AS("proposed_by", struct stored_exception, created_by), M(justification), M(from_us),
    M(until_us), M(uses), M(max_uses));

static void
put_exception(struct call *w, size_t i)
{
	json_object(&w->j);
	record_put(&w->j, &name_form, &exceptions[i]);
	json_put_text(&w->j, "state", standing(w, &exceptions[i]));
	record_put(&w->j, &exception_form, &exceptions[i]);
	json_end_object(&w->j);
}

static void
draw_exception(struct call *w, size_t i)
{
	const struct stored_exception *e = &exceptions[i];
	char until[CLOCK_STAMP_BYTES], print[PRINT_DIGITS + 1] = "";
	struct buf line, *out = &w->out;

	if (e->fingerprint.n >= PRINT_DIGITS)
		memcpy(print, e->fingerprint.p, PRINT_DIGITS);
	clock_stamp_of(e->until_us, until);
	buf_init(&line, 1 << 16);
	buf_printf(out, "%s  %s, %" PRId64 " of %" PRId64 " uses, until %.10s\n", e->id,
	    standing(w, e), e->uses, e->max_uses, until);
	buf_printf(&line, "%.*s (%s) in %.*s", STR_ARG(e->rule), print, STR_ARG(e->scope));
	draw_field(out, "finding", buf_view(&line));
	draw_field(out, "owner", e->owner);
	draw_field(out, "why", e->justification);
	buf_release(&line);
}

int
exception_list(struct call *w)
{
	size_t count;
	struct err err;

	if (!exceptions_list(w->place.store, w->a, w->o->scope, &exceptions, &count, &err))
		return print_error(&err);
	return call_list(w, count, put_exception, draw_exception, NULL, "no exceptions");
}

int
exception_simulate(struct call *w)
{
	return tell_past(w, str_from(word(w, 0)));
}

int
exception_revoke(struct call *w)
{
	return approver_revoke(w, ACT_END_EXCEPTION, exceptions_revoke);
}
