/* SPDX-License-Identifier: MIT */
/* sluice hold: what may not be erased, by nobody. */
#include "custody.h"

#include "clock.h"

#include <stdio.h>

static int
place(struct custody *c)
{
	const struct custody_options *o = c->o;
	struct legal_hold hold = {
	    .matter = str_from(o->matter), .run = str_from(o->run), .actor = str_from(o->actor)};
	struct str terms, envelope;
	char id[STORE_ID_BYTES];
	struct err err;

	store_id("hld", id);

	if (!option_moment(o->since, 0, &hold.from_us, &err) ||
	    !option_moment(o->until, 0, &hold.until_us, &err))
		return print_error(&err);
	if ((hold.from_us != 0) != (hold.until_us != 0)) {
		err_set(&err, ERR_USAGE, "a time has a beginning and an end: --since and --until");
		return print_error(&err);
	}
	if (!hold_terms(c->w.a, &hold, &terms, &err) ||
	    !approver_say(&c->w, ACT_HOLD, id, terms, &envelope, &err) ||
	    !holds_place(c->w.place.store, c->w.a, envelope, &hold, &err))
		return print_error(&err);
	if (o->asked.json)
		printf("{\"hold\": \"%s\"}\n", hold.id);
	else
		printf("%s is placed: nothing that it fits is erased until another custodian lifts "
		       "it\n",
		    hold.id);
	return EXIT_ANSWERED;
}

static int
lift(struct custody *c)
{
	const char *id = c->o->asked.words.values[1];
	struct str envelope;
	struct err err;

	if (!approver_say(&c->w, ACT_LIFT, id, STR("{}"), &envelope, &err) ||
	    !holds_lift(c->w.place.store, c->w.a, envelope, &err))
		return print_error(&err);
	if (c->o->asked.json)
		printf("{\"hold\": \"%s\", \"lifted\": true}\n", id);
	else
		printf("%s is lifted\n", id);
	return EXIT_ANSWERED;
}

static struct legal_hold *holds;

static void
put_hold(struct custody *c, size_t i)
{
	const struct legal_hold *h = &holds[i];
	struct json_writer *j = &c->j;

	json_object(j);
	json_put_text(j, "hold", h->id);
	json_put_str(j, "matter", h->matter);
	if (h->run.n > 0)
		json_put_str(j, "run", h->run);
	if (h->actor.n > 0)
		json_put_str(j, "actor", h->actor);
	custody_put_time(c, "since", h->from_us);
	custody_put_time(c, "until", h->until_us);
	json_put_str(j, "reason", h->reason);
	json_put_str(j, "placed_by", h->placed_by);
	custody_put_time(c, "placed", h->placed_us);
	if (h->lifted_us != 0) {
		json_put_str(j, "lifted_by", h->lifted_by);
		json_put_str(j, "lift_reason", h->lift_reason);
		custody_put_time(c, "lifted", h->lifted_us);
	}
	json_end_object(j);
}

static void
draw_hold(struct custody *c, size_t i)
{
	const struct legal_hold *h = &holds[i];
	char stamp[CLOCK_STAMP_BYTES], until[CLOCK_STAMP_BYTES];

	buf_printf(&c->out, "%s  ", h->id);
	buf_visible(&c->out, h->matter, 100);
	clock_stamp_of(h->placed_us, stamp);
	buf_printf(&c->out, "  placed %.10s by %.*s\n", stamp, STR_ARG(h->placed_by));
	if (h->run.n > 0)
		draw_field(&c->out, "run", h->run);
	if (h->actor.n > 0)
		draw_field(&c->out, "person", h->actor);
	if (h->until_us != 0) {
		clock_stamp_of(h->from_us, stamp);
		clock_stamp_of(h->until_us, until);
		buf_printf(&c->out, "  %-10s %.10s to %.10s\n", "time", stamp, until);
	}
	draw_field(&c->out, "why", h->reason);
	if (h->lifted_us != 0) {
		clock_stamp_of(h->lifted_us, stamp);
		buf_printf(
		    &c->out, "  %-10s %.10s by %.*s: ", "lifted", stamp, STR_ARG(h->lifted_by));
		buf_visible(&c->out, h->lift_reason, 400);
		buf_char(&c->out, '\n');
	}
}

static int
list(struct custody *c)
{
	size_t count;
	struct err err;

	if (!holds_list(c->w.place.store, c->w.a, c->o->all, &holds, &count, &err))
		return print_error(&err);
	return custody_list(c, count, put_hold, draw_hold, "no holds");
}

static int
cmd_hold(const struct verb *verb, int argc, char **argv)
{
	static struct custody_options o;
	static const struct custody_action actions[] = {
	    {"list", list, 1, "no more words", false},
	    {"place", place, 1, "no more words", false},
	    {"lift", lift, 2, "one hold", false},
	};
	const struct option options[] = {
	    {"--matter", "ID", "place: the case or request that it is for", OPTION_TEXT, &o.matter},
	    {"--run", "ID", "place: what belongs to this run", OPTION_TEXT, &o.run},
	    {"--actor", "ID", "place: runs that this person asked for, wrote or decided",
		OPTION_TEXT, &o.actor},
	    {"--since", "TIME", "place: what was stored or used from then", OPTION_TEXT, &o.since},
	    {"--until", "TIME", "place: and before then", OPTION_TEXT, &o.until},
	    {"--reason", "TEXT", "why", OPTION_TEXT, &o.asked.reason},
	    {"--all", NULL, "list: lifted ones too", OPTION_FLAG, &o.all},
	    PLACE_OPTIONS(o.asked.place),
	    {"--json", NULL, "print JSON", OPTION_FLAG, &o.asked.json},
	};
	int code = options_parse(verb, options, ARRAY_LENGTH(options), argc, argv, &o.asked.words);

	return code >= 0 ? code : custody_act(verb, &o, actions, ARRAY_LENGTH(actions));
}

const struct verb VERB_HOLD = {
    .name = "hold",
    .summary = "places and lifts legal holds: what they fit is not erased",
    .usage =
	"hold place --matter ID [--run ID] [--actor ID] [--since TIME --until TIME] --reason TEXT\n"
	"       sluice hold lift HOLD --reason TEXT\n"
	"       sluice hold list [--all] [--json]",
    .example = "sluice hold place --matter 2026-117 --actor ann --reason 'claim of 3 May'",
    .run = cmd_hold,
};
