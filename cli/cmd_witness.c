/* SPDX-License-Identifier: MIT */
/* sluice witness: signs another log's checkpoints, at a second place. */
#include "cli.h"

#include "clock.h"
#include "file.h"
#include "witness_serve.h"

#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

#define WITNESS_ARENA_BYTES ((size_t)64 << 20)
#define REQUEST_FILE_BYTES_MAX ((size_t)1 << 17)
#define PORT_USUAL 8741

struct witness_options {
	struct option_values words;
	const char *folder, *name, *trust, *host, *port;
};

static volatile int stop;

static void
end(int signal_number)
{
	(void)signal_number;
	stop = 1;
}

static void
said(const char *line)
{
	fprintf(stderr, "%s\n", line);
}

static int
serve(struct arena *a, struct witness *w, const struct witness_options *o)
{
	unsigned long port = o->port ? strtoul(o->port, NULL, 10) : PORT_USUAL;
	struct err err;

	(void)a;
	if (port < 1 || port > 65535) {
		err_set(&err, ERR_USAGE, "'%s' is no port", o->port);
		return print_error(&err);
	}
	signal(SIGINT, end);
	signal(SIGTERM, end);
	return witness_serve(w, o->host ? o->host : "127.0.0.1", (unsigned)port, &stop, said, &err)
		   ? EXIT_ANSWERED
		   : print_error(&err);
}

/* The request by a file, the answer by standard output: for a stick that is carried. */
static int
sign(struct arena *a, struct witness *w, const struct witness_options *o)
{
	struct witness_answer answer;
	struct str request;
	struct err err;

	if (!file_read(a, o->words.values[1], REQUEST_FILE_BYTES_MAX, &request, &err) ||
	    !witness_add(w, a, request, &answer, &err))
		return print_error(&err);
	if (answer.status == 200) {
		printf("%.*s", STR_ARG(answer.body));
		return EXIT_ANSWERED;
	}
	if (answer.status == 409)
		err_set(&err, ERR_REFUSED, "the witness knows %.*s events of this log, or others",
		    (int)answer.body.n - 1, answer.body.p);
	else
		err_set(&err, answer.status == 400 ? ERR_INPUT : ERR_REFUSED, "%.*s",
		    STR_ARG(str_trim(answer.body)));
	return print_error(&err);
}

static void
tell(void *context, const struct checkpoint *seen)
{
	(void)context;
	printf("%.*s  %" PRId64 " events\n", STR_ARG(seen->origin), seen->size);
}

static int
status(struct arena *a, struct witness *w, const struct witness_options *o)
{
	struct buf text;
	struct err err;

	(void)o;
	buf_init(&text, 128);
	public_key_write(witness_key(w), &text);
	printf("services:\n  - {name: %s, purpose: witness, public: \"%.*s\", from: .., until: "
	       "..}\n",
	    o->name, STR_ARG(buf_view(&text)));
	buf_release(&text);
	return witness_status(w, a, tell, NULL, &err) ? EXIT_ANSWERED : print_error(&err);
}

static const struct {
	const char *name;
	int (*act)(struct arena *a, struct witness *w, const struct witness_options *o);
	size_t words;
} ACTIONS[] = {{"serve", serve, 1}, {"sign", sign, 2}, {"status", status, 1}};

static int
act_in(struct arena *a, size_t action, const struct witness_options *o)
{
	const char *path = o->trust ? o->trust : trust_path(a);
	struct witness *w = NULL;
	struct err_list errs;
	struct trust *trust;
	struct err err;
	int code;

	if (!path) {
		err_set(&err, ERR_USAGE, "no trust file says which logs to sign for");
		return print_error(&err);
	}
	if (!trust_load(a, path, &trust, &errs))
		return print_errors(&errs);
	code = witness_open(a, o->folder, str_from(o->name), trust, &w, &err)
		   ? ACTIONS[action].act(a, w, o)
		   : print_error(&err);
	witness_close(w);
	return code;
}

static int
act(const struct verb *verb, const struct witness_options *o)
{
	const char *name = o->words.count > 0 ? o->words.values[0] : "";
	struct arena *a;
	int code;

	for (size_t i = 0; i < ARRAY_LENGTH(ACTIONS); i++) {
		if (strcmp(ACTIONS[i].name, name) != 0)
			continue;
		if (o->words.count != ACTIONS[i].words || !o->folder || !o->name)
			return usage_error(verb, "'%s' needs --folder, --name%s", name,
			    ACTIONS[i].words == 2 ? " and a request's file" : "");
		a = arena_new(WITNESS_ARENA_BYTES);
		code = a ? act_in(a, i, o) : EXIT_INTERNAL;
		arena_free(a);
		return code;
	}
	return usage_error(verb, "'%s' is not one of serve, sign, status", name);
}

static int
cmd_witness(const struct verb *verb, int argc, char **argv)
{
	static struct witness_options o;
	const struct option options[] = {
	    {"--folder", "PATH", "where its key and its memory are", OPTION_TEXT, &o.folder},
	    {"--name", "NAME", "its name, as witness.example.net", OPTION_TEXT, &o.name},
	    {"--trust", "FILE", "names the logs; default: SLUICE_TRUST, else the system's",
		OPTION_TEXT, &o.trust},
	    {"--host", "ADDRESS", "where to listen; 127.0.0.1", OPTION_TEXT, &o.host},
	    {"--port", "N", "where to listen; 8741", OPTION_TEXT, &o.port},
	};
	int code = options_parse(verb, options, ARRAY_LENGTH(options), argc, argv, &o.words);

	return code >= 0 ? code : act(verb, &o);
}

const struct verb VERB_WITNESS = {
    .name = "witness",
    .summary = "signs another log's checkpoints, where it only grew",
    .usage = "witness serve|sign FILE|status --folder PATH --name NAME [options]",
    .example = "sluice witness sign --folder ~/witness --name witness.example.net request.txt",
    .run = cmd_witness,
};
