/* SPDX-License-Identifier: MIT */
/* sluice retention: how long contents are kept, what is due, and erasing it. */
#include "custody.h"

#include "clock.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#define DAY_US (INT64_C(86400) * 1000000)
#define YEAR_DAYS 366 /* never shorter than a year */
#define LIMIT_USUAL 1000
#define SPAN_BYTES 24

/* "90d", "7y". */
static bool
read_span(const char *text, int64_t otherwise, int64_t *out, struct err *err)
{
	char *end;

	*out = otherwise;
	if (!text)
		return true;
	long long n = strtoll(text, &end, 10);
	if (end == text || n < 0 || n > 36600 || (strcmp(end, "d") != 0 && strcmp(end, "y") != 0)) {
		err_set(err, ERR_USAGE, "'%s' is no span of time", text);
		return err_help(err, "days or years: 90d, 7y");
	}
	*out = n * DAY_US * (*end == 'y' ? YEAR_DAYS : 1);
	return *out <= 36600 * DAY_US || err_set(err, ERR_USAGE, "'%s' is too long", text);
}

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
put_rule(struct custody *c, size_t i)
{
	const struct retention_rule *r = &rules[i + 1];

	json_object(&c->j);
	json_put_text(&c->j, "class", content_class_name((enum content_class)(i + 1)));
	json_put_number(&c->j, "floor_us", r->floor_us);
	json_put_number(&c->j, "keep_us", r->keep_us);
	json_put_number(&c->j, "redact_us", r->redact_us);
	json_end_object(&c->j);
}

static void
draw_rule(struct custody *c, size_t i)
{
	static const char *const says[CLASS_COUNT] = {
	    [CLASS_EVIDENCE] = "signed votes, receipts, what was decided about",
	    [CLASS_RECORD] = "a run's record, its plan, what the policy found",
	    [CLASS_CODE] = "the programs",
	    [CLASS_INPUT] = "tasks and their files",
	    [CLASS_OUTPUT] = "what programs wrote",
	    [CLASS_WORDS] = "reasons, notes, comments",
	};
	const struct retention_rule *r = &rules[i + 1];
	char floor[SPAN_BYTES], keep[SPAN_BYTES], redact[SPAN_BYTES];

	if (i == 0)
		buf_text(&c->out, "class     floor   kept    by two    what\n");
	buf_printf(&c->out, "%-9s %-7s %-7s %-9s %s\n",
	    content_class_name((enum content_class)(i + 1)), span(r->floor_us, floor),
	    span(r->keep_us, keep),
	    r->redact_us >= 36600 * DAY_US ? "never" : span(r->redact_us, redact), says[i + 1]);
}

static int
show(struct custody *c)
{
	struct err err;

	if (!retention_rules(c->w.place.store, rules, &err))
		return print_error(&err);
	return custody_list(c, CLASS_COUNT - 1, put_rule, draw_rule, "");
}

static int
set(struct custody *c)
{
	enum content_class which = content_class_of(str_from(c->o->asked.words.values[1]));
	struct retention_rule *r = &rules[which];
	struct str terms, envelope;
	struct err err;

	if (which == CLASS_NONE) {
		err_set(&err, ERR_USAGE, "'%s' is no class: see `sluice retention show`",
		    c->o->asked.words.values[1]);
		return print_error(&err);
	}
	if (!retention_rules(c->w.place.store, rules, &err) ||
	    !read_span(c->o->floor, r->floor_us, &r->floor_us, &err) ||
	    !read_span(c->o->keep, r->keep_us, &r->keep_us, &err) ||
	    !read_span(c->o->redact, r->redact_us, &r->redact_us, &err) ||
	    !retention_terms(c->w.a, r, &terms, &err) ||
	    !approver_say(
		&c->w, ACT_RETENTION, content_class_name(which), terms, &envelope, &err) ||
	    !retention_set(c->w.place.store, c->w.a, envelope, &err))
		return print_error(&err);
	return show(c);
}

/* -- due, and erased ------------------------------------------------------------------------- */

static struct due_item *items;

static void
put_item(struct custody *c, size_t i)
{
	json_object(&c->j);
	json_put_str(&c->j, "kind", items[i].kind);
	json_put_text(&c->j, "sha256", items[i].sha256);
	json_put_text(&c->j, "class", content_class_name(items[i].class_of));
	json_put_number(&c->j, "bytes", items[i].size);
	custody_put_time(c, "stored", items[i].made_us);
	json_put_bool(&c->j, "held", items[i].held);
	json_end_object(&c->j);
}

static void
draw_item(struct custody *c, size_t i)
{
	char stamp[CLOCK_STAMP_BYTES];

	clock_stamp_of(items[i].made_us, stamp);
	buf_printf(&c->out, "%.16s  %-7s %10" PRId64 " bytes  stored %.10s%s\n", items[i].sha256,
	    content_class_name(items[i].class_of), items[i].size, stamp,
	    items[i].held ? "  held" : "");
}

static int
due(struct custody *c)
{
	int64_t limit;
	size_t count;
	struct err err;

	if (!custody_number(c->o->limit, LIMIT_USUAL, &limit, &err) ||
	    !retention_due(c->w.place.store, c->w.a, (size_t)limit, &items, &count, &err))
		return print_error(&err);
	return custody_list(c, count, put_item, draw_item, "nothing is due");
}

static int
sweep(struct custody *c)
{
	struct swept swept;
	int64_t limit;
	struct err err;

	if (!custody_number(c->o->limit, LIMIT_USUAL, &limit, &err) ||
	    !retention_sweep(c->w.place.store, c->w.me, (size_t)limit, &swept, &err))
		return print_error(&err);
	if (c->o->asked.json)
		printf("{\"erased\": %zu, \"held\": %zu}\n", swept.erased, swept.held);
	else
		printf("%zu erased, %zu held back\n", swept.erased, swept.held);
	return EXIT_ANSWERED;
}

static int
cmd_retention(const struct verb *verb, int argc, char **argv)
{
	static struct custody_options o;
	static const struct custody_action actions[] = {
	    {"show", show, 1, "no more words", false},
	    {"set", set, 2, "one class", false},
	    {"due", due, 1, "no more words", false},
	    {"sweep", sweep, 1, "no more words", true},
	};
	const struct option options[] = {
	    {"--floor", "SPAN", "set: not erased before (90d, 7y)", OPTION_TEXT, &o.floor},
	    {"--keep", "SPAN", "set: due after", OPTION_TEXT, &o.keep},
	    {"--redact-after", "SPAN", "set: not even by two people before", OPTION_TEXT,
		&o.redact},
	    {"--limit", "N", "due, sweep: at most so many", OPTION_TEXT, &o.limit},
	    {"--reason", "TEXT", "set: why", OPTION_TEXT, &o.asked.reason},
	    PLACE_OPTIONS(o.asked.place),
	    {"--json", NULL, "print JSON", OPTION_FLAG, &o.asked.json},
	};
	int code = options_parse(verb, options, ARRAY_LENGTH(options), argc, argv, &o.asked.words);

	return code >= 0 ? code : custody_act(verb, &o, actions, ARRAY_LENGTH(actions));
}

const struct verb VERB_RETENTION = {
    .name = "retention",
    .summary = "shows and sets how long contents are kept, and erases what is due",
    .usage = "retention show|due [--json]\n"
	     "       sluice retention set CLASS [--floor SPAN] [--keep SPAN] [--redact-after SPAN] "
	     "--reason TEXT\n"
	     "       sluice retention sweep [--limit N]",
    .example = "sluice retention set output --floor 184d --keep 2y --reason 'decided in May'",
    .run = cmd_retention,
};
