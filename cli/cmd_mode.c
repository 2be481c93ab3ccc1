/* SPDX-License-Identifier: MIT */
/* sluice halt, drain, resume: the switch of a store. */
#include "approver.h"

#include <stdio.h>
#include <string.h>

static const char *const SAID[] = {
    [STORE_HALT] = "halted: nothing runs and nothing new is taken",
    [STORE_DRAIN] = "draining: what runs goes on, nothing new starts",
    [STORE_RUN] = "running",
};

static int
turn(struct approver *w, enum store_mode mode)
{
	struct act_words words = {
	    .kind = store_mode_act(mode), .target = "store", .reason = str_from(w->o->reason)};
	struct str envelope;
	struct err err;
	bool done;

	if (!approver_act(w, &words, &envelope, &err) ||
	    !store_mode_set(w->place.store, w->a, mode, envelope, &done, &err))
		return print_error(&err);
	if (!done)
		puts("noted: going on after a halt takes a second operator, within a day");
	else
		puts(SAID[mode]);
	return done ? EXIT_ANSWERED : EXIT_ESCALATED;
}

static int
switch_mode(const struct verb *verb, int argc, char **argv, enum store_mode mode)
{
	static struct approvals_options o;
	struct approver w = {.verb = verb, .o = &o};
	const struct option options[] = {
	    {"--reason", "TEXT", "why, in at least 10 characters", OPTION_TEXT, &o.reason},
	    PLACE_OPTIONS(o.place),
	};
	int code = options_parse(verb, options, ARRAY_LENGTH(options), argc, argv, &o.words);
	struct err_list errs;

	if (code >= 0)
		return code;
	if (o.words.count > 0)
		return usage_error(verb, "'%s' is not expected here", o.words.values[0]);
	w.a = arena_new(APPROVER_BYTES_MAX);
	if (!w.a)
		return EXIT_INTERNAL;
	if (!place_open(w.a, &o.place, &w.place, &errs)) {
		arena_free(w.a);
		return print_errors(&errs);
	}
	code = turn(&w, mode);
	key_free(w.key);
	place_close(&w.place);
	arena_free(w.a);
	return code;
}

static int
halt(const struct verb *verb, int argc, char **argv)
{
	return switch_mode(verb, argc, argv, STORE_HALT);
}

static int
drain(const struct verb *verb, int argc, char **argv)
{
	return switch_mode(verb, argc, argv, STORE_DRAIN);
}

static int
resume(const struct verb *verb, int argc, char **argv)
{
	return switch_mode(verb, argc, argv, STORE_RUN);
}

#define USAGE " --reason TEXT [--store WHERE] [--trust FILE] [--key FILE]"

const struct verb VERB_HALT = {
    .name = "halt",
    .summary = "stops a store: no run starts, nothing approved is used",
    .usage = "halt" USAGE,
    .example = "sluice halt --reason 'answers look wrong since noon'",
    .run = halt,
};

const struct verb VERB_DRAIN = {
    .name = "drain",
    .summary = "lets a store's runs end, and starts no new ones",
    .usage = "drain" USAGE,
    .example = "sluice drain --reason 'maintenance at six'",
    .run = drain,
};

const struct verb VERB_RESUME = {
    .name = "resume",
    .summary = "lets a store go on; after a halt, two operators have to say so",
    .usage = "resume" USAGE,
    .example = "sluice resume --reason 'the cause is found and mended'",
    .run = resume,
};
