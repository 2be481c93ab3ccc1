/* SPDX-License-Identifier: MIT */
/* sluice policy: what policies there are, what one says, and the actions of authors. */
#include "author.h"
#include "words.h"

#include <dirent.h>
#include <inttypes.h>
#include <stdlib.h>
#include <unistd.h>

#define POLICIES_MAX 256
#define TITLE_MAX 200

static int
by_name(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Behind those that ship, what installed bundles offer besides. */
static bool
add_installed(struct arena *a, const char **names, size_t *count, struct err_list *errs)
{
	struct str *offered;
	size_t offers;

	if (!policies_offered(a, NULL, &offered, &offers, errs))
		return false;
	for (size_t i = 0; i < offers && *count < POLICIES_MAX; i++) {
		bool known = false;

		for (size_t k = 0; k < *count && !known; k++)
			known = str_is(offered[i], names[k]);
		if (!known && (names[*count] = arena_text(a, offered[i])))
			++*count;
	}
	qsort(names, *count, sizeof(*names), by_name);
	return true;
}

/* The names of the shipped policies, sorted. */
static bool
list_names(struct arena *a, const char *folder, const char **names, size_t *count, struct err *err)
{
	DIR *dir = opendir(folder);
	const struct dirent *entry;

	if (!dir)
		return err_sys(err, "can't open the folder '%s'", folder);
	while ((entry = readdir(dir)) && *count < POLICIES_MAX) {
		struct str name = str_from(entry->d_name);
		if (!str_ends(name, STR(".yaml")) || str_ends(name, STR(".test.yaml")))
			continue;
		name.n -= strlen(".yaml");
		names[*count] = arena_text(a, name);
		*count += names[*count] != NULL;
	}
	closedir(dir);
	qsort(names, *count, sizeof(*names), by_name);
	return true;
}

static void
list_entry(const struct policy *p, struct json_writer *w, struct buf *out)
{
	const struct policy_bundle *b = policy_bundle_of(p);

	if (!w) {
		buf_printf(out, "%-22.*s revision %-4" PRId64 " ", STR_ARG(policy_id(p)),
		    policy_revision(p));
		buf_visible(out, policy_title(p), TITLE_MAX);
		if (b)
			buf_printf(out, " (bundle %.*s revision %" PRId64 ")", STR_ARG(b->id),
			    b->revision);
		buf_char(out, '\n');
		return;
	}
	json_object(w);
	json_put_str(w, "name", policy_id(p));
	json_put_number(w, "revision", policy_revision(p));
	json_put_text(w, "sha256", policy_digest(p));
	json_put_str(w, "title", policy_title(p));
	policy_bundle_json(p, w);
	json_end_object(w);
}

int
policy_list(struct author *w)
{
	const char *names[POLICIES_MAX], *folder = policies_folder(w->a);
	struct err_list errs = {.count = 0};
	struct json_writer json;
	size_t count = 0;
	struct buf out;
	struct err err;

	if (!folder) {
		err_set(
		    &err, ERR_INPUT, "the folder of shipped policies is not beside this program");
		return print_error(&err);
	}
	if (!list_names(w->a, folder, names, &count, &err))
		return print_error(&err);
	(void)add_installed(w->a, names, &count, &errs);
	buf_init(&out, AUTHOR_REPORT_BYTES_MAX);
	json_writer_init(&json, &out, true);
	if (w->o->json)
		json_array(&json);
	for (size_t i = 0; i < count; i++) {
		struct policy *p;
		if (policy_open(w->a, names[i], NULL, &p, &errs))
			list_entry(p, w->o->json ? &json : NULL, &out);
	}
	if (w->o->json) {
		json_end_array(&json);
		buf_char(&out, '\n');
	}
	if (!print_buf(&out))
		return EXIT_INTERNAL;
	return errs.count > 0 ? print_errors(&errs) : EXIT_ANSWERED;
}

int
policy_show(struct author *w)
{
	struct err_list errs = {.count = 0};
	struct json_writer json;
	struct policy *p;
	struct buf out;

	if (!policy_open(w->a, w->o->words.values[1], NULL, &p, &errs))
		return print_errors(&errs);
	buf_init(&out, AUTHOR_REPORT_BYTES_MAX);
	if (w->o->json) {
		json_writer_init(&json, &out, true);
		policy_json(p, &json);
		buf_char(&out, '\n');
	} else {
		buf_printf(&out, "%.*s, revision %" PRId64 "\n", STR_ARG(policy_id(p)),
		    policy_revision(p));
		buf_visible(&out, policy_title(p), TITLE_MAX);
		buf_printf(&out, "\nsha256 %s\n\n", policy_digest(p));
		policy_prompt(p, &out);
		if (policy_profile_at(p, 0).n > 0)
			buf_text(&out, "Profiles that a task may choose:");
		for (size_t i = 0; policy_profile_at(p, i).n > 0; i++)
			buf_printf(
			    &out, "%s %.*s", i > 0 ? "," : "", STR_ARG(policy_profile_at(p, i)));
		buf_text(&out, policy_profile_at(p, 0).n > 0 ? "\n" : "");
	}
	return print_buf(&out) ? EXIT_ANSWERED : EXIT_INTERNAL;
}

static const struct {
	const char *name;
	author_action *act;
	const char *wants; /* the words behind it */
	size_t min, max;
} ACTIONS[] = {
    {"list", policy_list, "no more words", 1, 1},
    {"show", policy_show, "one policy", 2, 2},
    {"test", policy_test, "policies, suites or folders", 1, OPTION_VALUES_MAX},
    {"lint", policy_lint, "policies or folders", 1, OPTION_VALUES_MAX},
    {"mutate", policy_mutate, "policies or folders", 1, OPTION_VALUES_MAX},
    {"explain", policy_explain, "one program, with --policy", 2, 2},
    {"render", policy_render, "one policy", 2, 2},
    {"new", policy_new, "one name", 2, 2},
    {"lsp", policy_lsp, "no more words", 1, 1},
    {"repl", policy_repl, "no more words", 1, 1},
    {"schema", policy_schema, "nothing, or `policy`, `test` or `waivers`", 1, 2},
};

static int
choose(const struct verb *verb, const struct author_options *o)
{
	struct author w = {.verb = verb, .o = o, .colour = colour_wanted(STDOUT_FILENO)};
	const char *name = o->words.count > 0 ? o->words.values[0] : "";
	struct str names[ARRAY_LENGTH(ACTIONS)];

	for (size_t i = 0; i < ARRAY_LENGTH(ACTIONS); i++) {
		names[i] = str_from(ACTIONS[i].name);
		if (strcmp(ACTIONS[i].name, name) != 0)
			continue;
		if (o->words.count < ACTIONS[i].min || o->words.count > ACTIONS[i].max)
			return usage_error(verb, "'%s' needs %s", name, ACTIONS[i].wants);
		w.a = arena_new(AUTHOR_BYTES_MAX);
		if (!w.a)
			return EXIT_INTERNAL;
		int code = ACTIONS[i].act(&w);
		arena_free(w.a);
		return code;
	}
	if (!*name)
		return usage_error(verb, "say what: `policy list`, `policy show NAME` ...");
	struct str meant = text_closest(str_from(name), names, ARRAY_LENGTH(ACTIONS));
	if (meant.n > 0)
		return usage_error(
		    verb, "'%s' is no such word; did you mean '%.*s'?", name, STR_ARG(meant));
	return usage_error(verb, "'%s' is no such word", name);
}

static int
cmd_policy(const struct verb *verb, int argc, char **argv)
{
	static struct author_options o;
	const struct option options[] = {
	    {"--format", "FORMAT", "test: human, tap, junit or json; lint: " CHECK_FORMATS,
		OPTION_TEXT, &o.format},
	    {"--watch", NULL, "test: again whenever a file is saved", OPTION_FLAG, &o.watch},
	    {"--coverage", NULL, "test: what the tests made the policy decide", OPTION_FLAG,
		&o.coverage},
	    {"--threshold", "N",
		"test --coverage, mutate: fail below N percent; mutate: 100 by default",
		OPTION_TEXT, &o.threshold},
	    {"--disable", "CHECK", "lint: without this check; may be repeated", OPTION_MANY,
		&o.disable},
	    {"--since", "FILE", "lint: an earlier text of the policy, whose revision must be lower",
		OPTION_TEXT, &o.since},
	    {"--list", NULL, "lint: the table of checks", OPTION_FLAG, &o.list},
	    {"--explain", "CHECK", "lint: what a check is about", OPTION_TEXT, &o.explain},
	    {"--policy", "NAME", "explain, lsp, repl: a shipped policy, or a policy file's path",
		OPTION_TEXT, &o.policy},
	    {"--rule", "ID", "explain: this rule alone, also why it found nothing", OPTION_TEXT,
		&o.rule},
	    {"--template", "NAME", "new: compute, tables, review or scratch; else it asks",
		OPTION_TEXT, &o.template},
	    {"--title", "WORDS", "new: what programs may do, in one line", OPTION_TEXT, &o.title},
	    {"--json", NULL, "print JSON", OPTION_FLAG, &o.json},
	};
	if (argc > 0 && strcmp(argv[0], "bundle") == 0)
		return VERB_POLICY_BUNDLE.run(&VERB_POLICY_BUNDLE, argc - 1, argv + 1);
	if (argc > 0 && strcmp(argv[0], "diff") == 0)
		return VERB_POLICY_DIFF.run(&VERB_POLICY_DIFF, argc - 1, argv + 1);
	int code = options_parse(verb, options, ARRAY_LENGTH(options), argc, argv, &o.words);

	return code >= 0 ? code : choose(verb, &o);
}

const struct verb VERB_POLICY = {
    .name = "policy",
    .summary = "shows, tests, explains and compares policies",
    .usage = "policy list [--json]\n"
	     "       sluice policy show NAME|FILE [--json]\n"
	     "       sluice policy test [POLICY|SUITE|FOLDER...] [--format FORMAT] [--watch]\n"
	     "                   [--coverage] [--threshold N]\n"
	     "       sluice policy lint [POLICY|FOLDER...] [--format FORMAT] [--disable CHECK]...\n"
	     "                   [--since FILE]\n"
	     "       sluice policy lint --list | --explain CHECK\n"
	     "       sluice policy mutate [POLICY|FOLDER...] [--threshold N] [--json]\n"
	     "       sluice policy explain FILE[:LINE] --policy NAME [--rule ID] [--json]\n"
	     "       sluice policy diff [BEFORE] AFTER [--over PATH]... [--over-runs] ...\n"
	     "       sluice policy render NAME|FILE\n"
	     "       sluice policy schema [policy|test|waivers]\n"
	     "       sluice policy new NAME [--template NAME] [--title WORDS]\n"
	     "       sluice policy bundle create|sign|show|install ...\n"
	     "       sluice policy repl [--policy NAME]\n"
	     "       sluice policy lsp [--policy NAME]",
    .example = "sluice policy show data-analysis",
    .run = cmd_policy,
};
