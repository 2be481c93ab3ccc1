/* SPDX-License-Identifier: MIT */
/* sluice approvals: the inbox of those who decide. */
#include "approver.h"

#include <unistd.h>

static const struct {
	const char *name;
	approvals_action *act;
	const char *wants; /* the words behind it */
	size_t min, max;
} ACTIONS[] = {
    {"list", approvals_inbox, "no more words", 1, 1},
    {"show", approvals_show, "one approval or run", 2, 2},
    {"diff", approvals_compare, "one run", 2, 2},
    {"approve", approvals_decide_by_vote, "one approval or run, and --words", 2, 9},
    {"reject", approvals_decide_by_vote, "one approval or run", 2, 2},
    {"request-changes", approvals_decide_by_vote, "one approval or run", 2, 2},
    {"abstain", approvals_decide_by_vote, "one approval or run", 2, 2},
    {"comment", approvals_say, "one approval or run, and the text", 3, 3},
    {"resolve", approvals_settle, "one comment's id", 2, 2},
    {"withdraw", approvals_take_back, "one approval or run", 2, 2},
    {"revoke", approvals_undo, "one approval or run", 2, 2},
    {"edit", approvals_rewrite, "one approval or run, and --code", 2, 2},
    {"delegate", approvals_lend, "add, list, or revoke and an id", 2, 3},
    {"exception", approvals_except,
	"propose and a run, list, simulate and a fingerprint, or revoke and an id", 2, 3},
    {"break-glass", approvals_break_glass, "one approval or run, or review and an approval", 2, 10},
};

static int
unknown(const struct verb *verb, const char *name)
{
	struct str names[ARRAY_LENGTH(ACTIONS)];

	for (size_t i = 0; i < ARRAY_LENGTH(ACTIONS); i++)
		names[i] = str_from(ACTIONS[i].name);
	struct str meant = text_closest(str_from(name), names, ARRAY_LENGTH(ACTIONS));
	if (meant.n > 0)
		return usage_error(
		    verb, "'%s' is no such word; did you mean '%.*s'?", name, STR_ARG(meant));
	return usage_error(verb, "'%s' is no such word", name);
}

static int
act(struct approver *w, approvals_action *action)
{
	struct err_list errs;

	if (!place_open(w->a, &w->o->place, &w->place, &errs))
		return print_errors(&errs);
	w->now_us = store_now_us(w->place.store);
	approver_look(w);
	int code = action(w);
	key_free(w->key);
	place_close(&w->place);
	return code;
}

static int
choose(const struct verb *verb, const struct approvals_options *o)
{
	const char *name = o->words.count > 0 ? o->words.values[0] : "list";
	struct approver w = {.verb = verb, .o = o, .colour = colour_wanted(STDOUT_FILENO)};

	for (size_t i = 0; i < ARRAY_LENGTH(ACTIONS); i++) {
		if (strcmp(ACTIONS[i].name, name) != 0)
			continue;
		if ((o->words.count > 0 && o->words.count < ACTIONS[i].min) ||
		    o->words.count > ACTIONS[i].max)
			return usage_error(verb, "'%s' needs %s", name, ACTIONS[i].wants);
		w.a = arena_new(APPROVER_BYTES_MAX);
		if (!w.a)
			return EXIT_INTERNAL;
		int code = act(&w, ACTIONS[i].act);
		arena_free(w.a);
		return code;
	}
	return unknown(verb, name);
}

static int
cmd_approvals(const struct verb *verb, int argc, char **argv)
{
	static struct approvals_options o;
	const struct option options[] = {
	    {"--words", "W1..W8", "approve: the digest's words, as `show` tells them", OPTION_TEXT,
		&o.digest},
	    {"--reason", "TEXT", "why", OPTION_TEXT, &o.reason},
	    {"--envelope", "FILE", "write the signed vote there and hand it in nowhere", OPTION_TEXT,
		&o.envelope},
	    {"--ticket", "ID", "the ticket, where the rule asks for one", OPTION_TEXT, &o.ticket},
	    {"--need", "NAME", "which need the vote is for; default: the one you can fill",
		OPTION_TEXT, &o.need},
	    {"--on-behalf", "ID", "who delegated the role to you", OPTION_TEXT, &o.on_behalf},
	    {"--lines", "FROM:TO", "comment: the lines that it is about", OPTION_TEXT, &o.lines},
	    {"--must-resolve", NULL, "comment: it holds the approval back", OPTION_FLAG,
		&o.must_resolve},
	    {"--vote", NULL, "withdraw: your vote, and not the request", OPTION_FLAG, &o.vote},
	    {"--code", "FILE", "edit: the new code", OPTION_TEXT, &o.code},
	    {"--rounds", "A,B", "diff: which two; default: the last two", OPTION_TEXT, &o.rounds},
	    {"--mine", NULL, "list: only what waits for you", OPTION_FLAG, &o.mine},
	    {"--state", "NAME", "list: only this state, or `all`", OPTION_TEXT, &o.state},
	    {"--limit", "N", "list: at most so many; 30", OPTION_TEXT, &o.limit},
	    {"--guarantees", NULL, "show: try what this machine can contain", OPTION_FLAG,
		&o.guarantees},
	    {"--to", "ID", "delegate: to whom", OPTION_TEXT, &o.to},
	    {"--role", "NAME", "delegate: which role", OPTION_TEXT, &o.role},
	    {"--scope", "POLICY", "delegate, exception, break-glass: for which policy", OPTION_TEXT,
		&o.scope},
	    {"--from", "TIME", "delegate: from when; default: now", OPTION_TEXT, &o.from},
	    {"--until", "TIME", "delegate, exception: until when", OPTION_TEXT, &o.until},
	    {"--finding", "PRINT", "exception: the finding's fingerprint, or how it begins",
		OPTION_TEXT, &o.finding},
	    {"--owner", "ID", "exception: who answers for it", OPTION_TEXT, &o.owner},
	    {"--uses", "N", "exception: how many runs", OPTION_TEXT, &o.uses},
	    {"--incident", "ID", "break-glass: the incident", OPTION_TEXT, &o.incident},
	    {"--justified", NULL, "break-glass review: it was right", OPTION_FLAG, &o.justified},
	    {"--unjustified", NULL, "break-glass review: it was not", OPTION_FLAG, &o.unjustified},
	    PLACE_OPTIONS(o.place),
	    {"--json", NULL, "print JSON", OPTION_FLAG, &o.json},
	};
	int code = options_parse(verb, options, ARRAY_LENGTH(options), argc, argv, &o.words);

	return code >= 0 ? code : choose(verb, &o);
}

const struct verb VERB_APPROVALS = {
    .name = "approvals",
    .summary = "shows what waits for people, and takes their decisions",
    .usage =
	"approvals [list] [--mine] [--state NAME] [--json]\n"
	"       sluice approvals show|diff RUN [--json]\n"
	"       sluice approvals approve RUN --words W1 .. W8 --reason TEXT [--ticket ID]\n"
	"       sluice approvals reject|request-changes|abstain RUN --reason TEXT\n"
	"       sluice approvals comment RUN TEXT [--lines FROM:TO] [--must-resolve]\n"
	"       sluice approvals resolve COMMENT\n"
	"       sluice approvals withdraw|revoke RUN --reason TEXT [--vote]\n"
	"       sluice approvals edit RUN --code FILE\n"
	"       sluice approvals delegate add|list|revoke [ID] [--to ID --role NAME --until TIME]\n"
	"       sluice approvals exception propose|list|simulate|revoke ...\n"
	"       sluice approvals break-glass RUN --incident ID --words .. --reason TEXT\n"
	"       sluice approvals break-glass review APPROVAL --justified|--unjustified",
    .example =
	"sluice approvals approve run_01H... --words 'lusab babad ...' --reason 'reads one file'",
    .run = cmd_approvals,
};
