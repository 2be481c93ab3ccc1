/* SPDX-License-Identifier: MIT */
/* sluice: finds the verb and lets it run. */
#include "cli.h"

#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>

static const struct verb *const VERBS[] = {&VERB_RUN, &VERB_SUBMIT, &VERB_WORKER, &VERB_SERVE, &VERB_RUNS,
    &VERB_APPROVALS, &VERB_RECEIPT, &VERB_LEDGER, &VERB_WITNESS, &VERB_HALT, &VERB_DRAIN,
    &VERB_RESUME, &VERB_RETENTION, &VERB_HOLD, &VERB_REDACT, &VERB_STORE, &VERB_CHECK, &VERB_POLICY,
    &VERB_SCHEMA, &VERB_MODEL, &VERB_KEYS, &VERB_TRUST, &VERB_DOCTOR, &VERB_VERSION};

static void
print_help(FILE *to)
{
	fputs("sluice: runs Python that a language model wrote, where that must be reviewed, "
	      "contained and checked\n\n"
	      "usage: sluice VERB [options]\n\n",
	    to);
	for (size_t i = 0; i < ARRAY_LENGTH(VERBS); i++)
		fprintf(to, "  %-9s %s\n", VERBS[i]->name, VERBS[i]->summary);
	fputs("\n`sluice VERB --help` tells more, with an example.\n"
	      "exit codes: 0 answered, allowed, clean; 1 findings; 2 usage or configuration; 10 "
	      "refused by policy;\n"
	      "11 escalated; 12 rejected; 13 sandbox limit or failure; 14 the program failed; 15 "
	      "output not valid;\n"
	      "16 model failed; 17 cancelled; 70 internal error\n",
	    to);
}

static const struct verb *
find_verb(const char *name)
{
	for (size_t i = 0; i < ARRAY_LENGTH(VERBS); i++)
		if (strcmp(VERBS[i]->name, name) == 0)
			return VERBS[i];
	return NULL;
}

static int
unknown_verb(const char *name)
{
	struct str names[ARRAY_LENGTH(VERBS)];

	for (size_t i = 0; i < ARRAY_LENGTH(VERBS); i++)
		names[i] = str_from(VERBS[i]->name);
	struct str meant = text_closest(str_from(name), names, ARRAY_LENGTH(VERBS));
	fprintf(stderr, "sluice: error: unknown verb '%s'\n", name);
	if (meant.n > 0)
		fprintf(stderr, "help: did you mean '%.*s'?\n", STR_ARG(meant));
	else
		fputs("help: `sluice --help` lists the verbs\n", stderr);
	return EXIT_USAGE;
}

int
main(int argc, char **argv)
{
	/* Secrets that pass through must not end in a core file, and a closed pipe is an error, not
	 * a death. */
	prctl(PR_SET_DUMPABLE, 0);
	signal(SIGPIPE, SIG_IGN);
	if (argc < 2) {
		print_help(stderr);
		return EXIT_USAGE;
	}
	if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 ||
	    strcmp(argv[1], "help") == 0) {
		print_help(stdout);
		return EXIT_ANSWERED;
	}
	const struct verb *verb =
	    find_verb(strcmp(argv[1], "--version") == 0 ? "version" : argv[1]);
	return verb ? verb->run(verb, argc - 2, argv + 2) : unknown_verb(argv[1]);
}
