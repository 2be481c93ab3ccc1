/* SPDX-License-Identifier: MIT */
/* Exceptions: a construct that may pass for a while. */
#include "approver.h"
#include "act_draft.h"

#include "clock.h"
#include "record.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#define PRINT_DIGITS 12

/* Under the terms under which the run itself is decided. */
static bool
send(struct call *w, const struct question *q, const struct waiver *e, const char *id)
{
	const struct approval_rule rule = exception_rule(q);
	struct act_words words = {.kind = ACT_EXCEPTION, .target = id, .reason = e->reason};
	struct str text, envelope;

	if (!exception_write(w->a, e, &text, &w->err))
		return false;
	if (!(words.terms = arena_text(w->a, text)))
		return err_memory(&w->err);
	return approver_act(w, &words, &envelope) &&
	       exceptions_propose(w->place.store, envelope, &rule, &w->err);
}

int
exception_propose(struct call *w)
{
	char id[STORE_ID_BYTES];
	const struct options *o = w->o;
	struct exception_wish wish = {.finding = str_from(o->finding),
	    .policy = str_from(o->scope),
	    .owner = str_from(o->owner),
	    .reason = str_from(o->reason),
	    .until_us = o->until,
	    .uses = o->uses};
	struct waiver e;
	struct question q;

	store_id("exc", id);
	wish.id = str_from(id);
	if (!question_load(w, word(w, 0), &q) || !approver_name(w))
		return call_fail(w);
	wish.by = w->person;
	if (!exception_draft(w->place.store, &q, &wish, &e, &w->err) || !send(w, &q, &e, id))
		return call_fail(w);
	printf("%s\n", id);
	return EXIT_ANSWERED;
}

#define E struct stored_exception
FORM(name_form, E, MEMBER_AS("exception", E, terms.id), MEMBER(E, approval));
FORM(exception_form, E, MEMBER_AS("rule", E, terms.rule), MEMBER_AS("policy", E, terms.policy),
    MEMBER_AS("fingerprint", E, terms.fingerprint), MEMBER_AS("owner", E, terms.owner),
    MEMBER_AS("proposed_by", E, terms.proposed_by), MEMBER_AS("reason", E, terms.reason),
    MEMBER_AS("from_us", E, terms.from_us), MEMBER_AS("until_us", E, terms.until_us),
    MEMBER(E, uses), MEMBER_AS("max_uses", E, terms.max_uses));

static void
put_exception(struct call *w, const void *item)
{
	json_object(&w->j);
	record_put(&w->j, &name_form, item);
	json_put_text(&w->j, "state", exception_standing(item, w->now_us));
	record_put(&w->j, &exception_form, item);
	json_end_object(&w->j);
}

static void
draw_exception(struct call *w, const void *item)
{
	const struct stored_exception *e = item;
	const struct waiver *t = &e->terms;
	char until[CLOCK_STAMP_BYTES], print[PRINT_DIGITS + 1] = "";
	struct buf *out = &w->out;

	if (t->fingerprint.n >= PRINT_DIGITS)
		memcpy(print, t->fingerprint.p, PRINT_DIGITS);
	clock_stamp_of(t->until_us, until);
	buf_printf(out, "%.*s  %s, %" PRId64 " of %" PRId64 " uses, until %.10s\n", STR_ARG(t->id),
	    exception_standing(e, w->now_us), e->uses, t->max_uses, until);
	draw_format(
	    out, "finding", "%.*s (%s) in %.*s", STR_ARG(t->rule), print, STR_ARG(t->policy));
	draw_field(out, "approval", str_from(e->approval));
	draw_field(out, "owner", t->owner);
	draw_field(out, "why", t->reason);
}

int
exception_list(struct call *w)
{
	const struct call_list list = {NULL, put_exception, draw_exception, NULL, "no exceptions"};
	struct stored_exception *exceptions;
	size_t count;

	if (!exceptions_list(w->place.store, w->a, w->o->scope, &exceptions, &count, &w->err))
		return call_fail(w);
	return call_list(w, &list, exceptions, count, sizeof(*exceptions));
}

static bool
find(struct call *w, struct stored_exception *out)
{
	struct stored_exception *all;
	size_t count;

	if (!exceptions_list(w->place.store, w->a, NULL, &all, &count, &w->err))
		return false;
	for (size_t i = 0; i < count; i++)
		if (str_is(all[i].terms.id, word(w, 0))) {
			*out = all[i];
			return true;
		}
	return err_set(&w->err, ERR_INPUT, "there is no exception '%.60s'", word(w, 0));
}

/* What a store would let nobody use any more, no file may. */
static bool
is_in_force(struct call *w, const struct stored_exception *e)
{
	const char *standing = exception_standing(e, w->now_us);

	return strcmp(standing, "granted") == 0 ||
	       err_set(&w->err, ERR_REFUSED, "the exception '%.*s' is %s", STR_ARG(e->terms.id),
		   standing);
}

/* As a file of waivers: what people signed, and their signatures. */
int
exception_export(struct call *w)
{
	struct stored_exception e;
	struct waiver granted;
	struct evidence by;
	struct str file;

	if (!find(w, &e) || !is_in_force(w, &e) ||
	    !exceptions_evidence(w->place.store, w->a, &e, &by, &w->err) ||
	    !exception_holds(w->a, w->place.trust, &by, w->now_us, &granted, &w->err) ||
	    !evidence_write(w->a, &by, &granted.evidence, &w->err))
		return call_fail(w);
	granted.approver = STR("");
	if (!waiver_export(w->a, &granted, &file, &w->err))
		return call_fail(w);
	call_begin(w);
	buf_str(&w->out, file);
	buf_char(&w->out, '\n');
	return print_buf(&w->out) ? EXIT_ANSWERED : EXIT_INTERNAL;
}

int
exception_revoke(struct call *w)
{
	return approver_revoke(w, ACT_END_EXCEPTION, exceptions_revoke);
}
