/* SPDX-License-Identifier: MIT */
/* sluice redact: two people have something of a run erased before its time. */
#include "approver.h"
#include "retention.h"

#include "receipt.h"
#include "record.h"

#include <inttypes.h>
#include <stdio.h>

#define M(member) MEMBER(struct redaction, member)
#define TIME(as, member) MEMBER_TIME(as, struct redaction, member)
FORM(name_form, struct redaction, MEMBER_AS("redaction", struct redaction, id), M(run), M(approval),
    M(subject_sha256));
FORM(state_form, struct redaction, M(state), M(asked_by), TIME("asked", asked_us),
    TIME("begun", begun_us), TIME("done", done_us), M(items));

static void
put_redaction(struct call *c, const void *item)
{
	const struct redaction *d = item;
	char words[DIGEST_WORDS_BYTES];

	json_object(&c->j);
	record_put(&c->j, &name_form, d);
	if (digest_words(d->subject_sha256, words))
		json_put_text(&c->j, "words", words);
	record_put(&c->j, &state_form, d);
	json_end_object(&c->j);
}

static void
draw_redaction(struct call *c, const void *item)
{
	const struct redaction *d = item;
	char words[DIGEST_WORDS_BYTES];

	buf_printf(&c->out, "%s  %.*s, %" PRId64 " %s of %s\n", d->id, STR_ARG(d->state), d->items,
	    d->items == 1 ? "thing" : "things", d->run);
	buf_printf(&c->out, "  %-10s %s by %.*s\n", "asked", day_of(d->asked_us).text,
	    STR_ARG(d->asked_by));
	buf_printf(&c->out, "  %-10s %s\n", "approval", d->approval);
	if (digest_words(d->subject_sha256, words))
		buf_printf(&c->out, "  %-10s %s\n", "words", words);
	if (d->done_us != 0)
		buf_printf(&c->out, "  %-10s %s\n", "erased", day_of(d->done_us).text);
}

static int
tell(struct call *c, const struct redaction *d)
{
	call_begin(c);
	(c->o->json ? put_redaction : draw_redaction)(c, d);
	return call_print(c);
}

int
redact_list(struct call *c)
{
	const struct call_list list = {NULL, put_redaction, draw_redaction, NULL, "no redactions"};
	struct redaction *redactions;
	size_t count;

	if (!redactions_list(c->place.store, c->a, &redactions, &count, &c->err))
		return call_fail(c);
	return call_list(c, &list, redactions, count, sizeof(*redactions));
}

int
redact_show(struct call *c)
{
	struct redaction d;

	return redactions_get(c->place.store, c->a, word(c, 0), &d, &c->err) ? tell(c, &d)
									     : call_fail(c);
}

static bool
read_wish(struct call *c, struct redaction_wish *wish)
{
	const struct options *o = c->o;

	struct str *digests = arena_array(c->a, o->content.count + 1, sizeof(*digests));

	if (!digests)
		return err_memory(&c->err);
	for (size_t i = 0; i < o->content.count; i++)
		digests[i] = str_from(o->content.values[i]);
	*wish = (struct redaction_wish){
	    .run = word(c, 0), .digests = digests, .digest_count = o->content.count};
	for (size_t i = 0; i < o->class.count; i++) {
		enum content_class which = content_class_of(str_from(o->class.values[i]));
		if (which == CLASS_NONE || which == CLASS_EVIDENCE)
			return err_set(&c->err, ERR_USAGE,
			    "'%s' can't be redacted: record, code, input, output, words",
			    o->class.values[i]);
		wish->classes[which] = true;
	}
	return true;
}

int
redact_propose(struct call *c)
{
	struct redaction_wish wish;
	struct redaction d;
	char receipt[DIGEST_HEX_BYTES], id[STORE_ID_BYTES];
	struct str terms, envelope;

	store_id("rdc", id);
	if (!read_wish(c, &wish) || !redaction_terms(c->a, &wish, &terms, &c->err) ||
	    !receipt_need(c->place.store, c->a, wish.run, receipt, &c->err) ||
	    !approver_say(c, ACT_REDACTION, id, terms, &envelope) ||
	    !redactions_propose(c->place.store, c->a, envelope, &d, &c->err))
		return call_fail(c);
	return tell(c, &d);
}

int
redact_execute(struct call *c)
{
	struct redaction d;

	if (!redactions_execute(c->place.store, c->a, word(c, 0), c->me, &d, &c->err))
		return call_fail(c);
	return tell(c, &d);
}
