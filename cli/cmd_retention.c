/* SPDX-License-Identifier: MIT */
/* sluice retention: how long contents are kept, what is due, and erasing it. */
#include "approver.h"
#include "retention.h"

#include "record.h"

#include <inttypes.h>
#include <stdio.h>

#define DAY_US (INT64_C(86400) * 1000000)
#define YEAR_DAYS 366 /* never shorter than a year */
#define SPAN_BYTES 24

static const char *
span(int64_t us, char out[SPAN_BYTES])
{
	int64_t days = us / DAY_US;

	if (days >= 36600)
		snprintf(out, SPAN_BYTES, "always");
	else if (days > 0 && days % YEAR_DAYS == 0)
		snprintf(out, SPAN_BYTES, "%" PRId64 "y", days / YEAR_DAYS);
	else
		snprintf(out, SPAN_BYTES, "%" PRId64 "d", days);
	return out;
}

static struct retention_rule rules[CLASS_COUNT];

static void
put_rule(struct call *c, const void *item)
{
	const struct retention_rule *r = item;

	json_object(&c->j);
	json_put_text(&c->j, "class", content_class_name((enum content_class)(r - rules)));
	json_put_number(&c->j, "floor_us", r->floor_us);
	json_put_number(&c->j, "keep_us", r->keep_us);
	json_put_number(&c->j, "redact_us", r->redact_us);
	json_end_object(&c->j);
}

static void
draw_rule(struct call *c, const void *item)
{
	static const char *const says[CLASS_COUNT] = {
	    [CLASS_EVIDENCE] = "signed votes, receipts, what the decisions covered",
	    [CLASS_RECORD] = "a run's record, its plan, the findings",
	    [CLASS_CODE] = "the programs",
	    [CLASS_INPUT] = "tasks and their files",
	    [CLASS_OUTPUT] = "outputs and files of programs",
	    [CLASS_WORDS] = "reasons, notes, comments",
	};
	const struct retention_rule *r = item;
	enum content_class which = (enum content_class)(r - rules);
	char floor[SPAN_BYTES], keep[SPAN_BYTES], redact[SPAN_BYTES];

	buf_printf(&c->out, "%-9s %-7s %-7s %-9s %s\n", content_class_name(which),
	    span(r->floor_us, floor), span(r->keep_us, keep),
	    r->redact_us >= 36600 * DAY_US ? "never" : span(r->redact_us, redact), says[which]);
}

int
retention_show(struct call *c)
{
	const struct call_list list = {
	    NULL, put_rule, draw_rule, "class     floor   kept    by two    what", ""};

	if (!retention_rules(c->place.store, rules, &c->err))
		return call_fail(c);
	return call_list(c, &list, &rules[1], CLASS_COUNT - 1, sizeof(*rules));
}

int
retention_change(struct call *c)
{
	enum content_class which = content_class_of(str_from(word(c, 0)));
	struct retention_rule *r = &rules[which];
	struct str terms, envelope;

	if (which == CLASS_NONE)
		return call_error(
		    c, "'%s' is not a class: see `sluice retention show`", word(c, 0));
	if (!retention_rules(c->place.store, rules, &c->err))
		return call_fail(c);
	r->floor_us = c->o->floor >= 0 ? c->o->floor : r->floor_us;
	r->keep_us = c->o->keep >= 0 ? c->o->keep : r->keep_us;
	r->redact_us = c->o->redact_after >= 0 ? c->o->redact_after : r->redact_us;
	if (!retention_terms(c->a, r, &terms, &c->err) ||
	    !approver_say(c, ACT_RETENTION, content_class_name(which), terms, &envelope) ||
	    !retention_set(c->place.store, c->a, envelope, &c->err))
		return call_fail(c);
	return retention_show(c);
}

/* -- due, and erased ------------------------------------------------------------------------- */

#define DUE struct due_item
FORM(due_form, DUE, MEMBER(DUE, kind), MEMBER(DUE, sha256),
    MEMBER_WORD("class", DUE, class_of, content_class_name, NULL), MEMBER_AS("bytes", DUE, size),
    MEMBER_TIME("stored", DUE, made_us), MEMBER(DUE, held));

static void
draw_item(struct call *c, const void *one)
{
	const struct due_item *item = one;

	buf_printf(&c->out, "%.16s  %-7s %10" PRId64 " bytes  stored %s%s\n", item->sha256,
	    content_class_name(item->class_of), item->size, day_of(item->made_us).text,
	    item->held ? "  held" : "");
}

int
retention_list(struct call *c)
{
	const struct call_list list = {&due_form, NULL, draw_item, NULL, "nothing is due"};
	struct due_item *items;
	size_t count;

	if (!retention_due(c->place.store, c->a, (size_t)c->o->limit, &items, &count, &c->err))
		return call_fail(c);
	return call_list(c, &list, items, count, sizeof(*items));
}

int
retention_erase(struct call *c)
{
	struct swept swept;

	if (!retention_sweep(c->place.store, c->me, (size_t)c->o->limit, &swept, &c->err))
		return call_fail(c);
	if (c->o->json)
		printf("{\"erased\": %zu, \"held\": %zu}\n", swept.erased, swept.held);
	else
		printf("%zu erased, %zu under a hold\n", swept.erased, swept.held);
	return EXIT_ANSWERED;
}
