/* SPDX-License-Identifier: MIT */
/* sluice serve: Sluice over HTTP, with workers beside it. */
#include "place.h"

#include "access.h"
#include "service.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define LISTEN_USUAL "127.0.0.1:8321"
#define ARENA_BYTES ((size_t)64 << 20)
#define PATH_BYTES 4096

struct serve_options {
	struct service_options service;
	struct option_values words, hosts;
	const char *workers, *id, *rights, *until;
};

static volatile int stopping;

static void
stop(int signal_number)
{
	(void)signal_number;
	stopping = 1;
}

static void
say(const char *line)
{
	puts(line);
	(void)fflush(stdout);
}

/* The token to standard output, once; the lines about it to standard error. */
static int
new_token(const struct verb *verb, const struct serve_options *o)
{
	struct buf token, lines;
	struct err err;
	int code;

	if (!o->id || !o->rights)
		return usage_error(verb, "a token needs --for ID and --rights LIST");
	buf_init(&token, 256);
	buf_init(&lines, 4096);
	if (access_new(o->id, o->rights, o->until, &token, &lines, &err)) {
		fprintf(stderr, "add these lines below 'tokens:' in the file of tokens:\n%s", lines.p);
		buf_char(&token, '\n');
		code = print_buf(&token) ? EXIT_ANSWERED : EXIT_INTERNAL;
	} else {
		code = print_error(&err);
		buf_release(&token);
	}
	buf_release(&lines);
	return code;
}

static int
serve(struct arena *a, const struct verb *verb, struct serve_options *o)
{
	char program[PATH_BYTES];
	ssize_t n = readlink("/proc/self/exe", program, sizeof(program) - 1);
	struct err_list errs;

	o->service.workers = o->workers ? strtol(o->workers, NULL, 10) : 1;
	if (o->service.workers < 0 || o->service.workers > 64)
		return usage_error(verb, "--workers is from 0 to 64");
	if (!o->service.tokens)
		return usage_error(verb, "--tokens FILE is missing; `sluice serve token` makes one");
	program[n > 0 ? n : 0] = '\0';
	o->service.program = o->service.workers > 0 ? program : NULL;
	o->service.hosts = o->hosts.values;
	o->service.host_count = o->hosts.count;
	if (!o->service.trust)
		o->service.trust = trust_path(a);
	signal(SIGINT, stop);
	signal(SIGTERM, stop);
	signal(SIGPIPE, SIG_IGN);
	return service_run(&o->service, &stopping, say, &errs) ? EXIT_ANSWERED : print_errors(&errs);
}

static int
cmd_serve(const struct verb *verb, int argc, char **argv)
{
	struct serve_options o = {.service.listen = LISTEN_USUAL};
	const struct option options[] = {
	    {"--listen", "WHERE", "ADDRESS:PORT or unix:PATH; default: " LISTEN_USUAL, OPTION_TEXT,
		&o.service.listen},
	    {"--tokens", "FILE", "who may call: digests of tokens and their rights", OPTION_TEXT,
		&o.service.tokens},
	    {"--host", "NAME", "a further name that callers use for it; may be repeated", OPTION_MANY,
		&o.hosts},
	    {"--tls-cert", "FILE", "PEM; needed beyond this machine", OPTION_TEXT,
		&o.service.certificate},
	    {"--tls-key", "FILE", "PEM, mode 0600", OPTION_TEXT, &o.service.key},
	    {"--policy", "NAME", "of tasks that name none", OPTION_TEXT, &o.service.policy},
	    {"--model", "FILE", "the model block of a task: who writes the programs", OPTION_TEXT,
		&o.service.model},
	    {"--workers", "N", "workers beside it; default: 1", OPTION_TEXT, &o.workers},
	    {"--store", "WHERE", "sqlite:FILE or postgresql://...; default: SLUICE_STORE, else your own",
		OPTION_TEXT, &o.service.store},
	    {"--trust", "FILE", "the trust file; default: SLUICE_TRUST, else the system's",
		OPTION_TEXT, &o.service.trust},
	    {"--for", "ID", "token: whose it is", OPTION_TEXT, &o.id},
	    {"--rights", "LIST", "token: check, submit, read, read-all, approve, metrics", OPTION_TEXT,
		&o.rights},
	    {"--until", "DATE", "token: when it ends", OPTION_TEXT, &o.until},
	};
	int code = options_parse(verb, options, ARRAY_LENGTH(options), argc, argv, &o.words);

	if (code >= 0)
		return code;
	if (o.words.count == 1 && strcmp(o.words.values[0], "token") == 0)
		return new_token(verb, &o);
	if (o.words.count > 0)
		return usage_error(verb, "'%s' is not expected", o.words.values[0]);
	struct arena *a = arena_new(ARENA_BYTES);
	if (!a)
		return EXIT_INTERNAL;
	code = serve(a, verb, &o);
	arena_free(a);
	return code;
}

const struct verb VERB_SERVE = {
    .name = "serve",
    .summary = "answers over HTTP, with workers beside it",
    .usage = "serve --tokens FILE [options], or serve token --for ID --rights LIST",
    .example = "sluice serve --tokens tokens.yaml --policy data-analysis",
    .run = cmd_serve,
};
