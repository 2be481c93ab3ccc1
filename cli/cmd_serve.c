/* SPDX-License-Identifier: MIT */
/* sluice serve: Sluice over HTTP, with workers beside it. */
#include "actions.h"

#include "access.h"
#include "service.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define LISTEN_USUAL "127.0.0.1:8321"
#define PATH_BYTES 4096

static volatile int reloading;

static void
reload(int signal_number)
{
	(void)signal_number;
	reloading = 1;
}

static void
say(const char *line)
{
	puts(line);
	(void)fflush(stdout);
}

/* The token to standard output, once; the lines about it to standard error. */
int
serve_token(struct call *c)
{
	struct buf token, lines;
	int code;

	buf_init(&token, 256);
	buf_init(&lines, 4096);
	if (access_new(c->o->for_whom, c->o->rights, c->o->until_day, &token, &lines, &c->err)) {
		fprintf(stderr, "# the token file has these lines below 'tokens:'\n%s", lines.p);
		buf_char(&token, '\n');
		code = print_buf(&token) ? EXIT_ANSWERED : EXIT_INTERNAL;
	} else {
		code = call_fail(c);
		buf_release(&token);
	}
	buf_release(&lines);
	return code;
}

/* The password is asked for as a key's passphrase is; the lines go to standard output. */
int
serve_password(struct call *c)
{
	struct str password = STR("");
	struct buf lines;

	buf_init(&lines, 4096);
	bool good = passphrase_ask(c->a, "password: ", true, &password, &c->err) &&
		    access_new_person(
			c->o->for_whom, c->o->rights, c->o->until_day, password, &lines, &c->err);
	secret_wipe(password);
	int code = !good ? call_fail(c) : print_buf(&lines) ? EXIT_ANSWERED : EXIT_INTERNAL;
	if (!good)
		buf_release(&lines);
	return code;
}

int
run_service(struct call *c)
{
	const struct options *o = c->o;
	char program[PATH_BYTES];
	ssize_t n = readlink("/proc/self/exe", program, sizeof(program) - 1);

	program[n > 0 ? n : 0] = '\0';
	if (!o->tokens && !o->demo)
		return call_error(c, "`sluice serve` needs --tokens FILE (or --demo, to try it)");
	if (o->demo && !demo_prepare(c, program))
		return call_fail(c);
	const struct service_options options = {.listen = o->listen ? o->listen : LISTEN_USUAL,
	    .tokens = o->tokens,
	    .certificate = o->tls_cert,
	    .key = o->tls_key,
	    .policy = o->policy,
	    .model = o->model,
	    .store = o->store,
	    .trust = o->trust ? o->trust : trust_path(c->a),
	    .webhook = {{"--webhook", o->webhook}, {"--webhook-secret", o->webhook_secret},
		{"--webhook-link", o->webhook_link}, {"--webhook-ca", o->webhook_ca}},
	    .collector = o->collector,
	    .log_json = o->log_json,
	    .demo = o->demo,
	    .workers = o->workers,
	    .rate = o->rate,
	    .program = o->workers > 0 ? program : NULL,
	    .hosts = o->host_name.values,
	    .host_count = o->host_name.count};
	signal(SIGHUP, reload);
	signal(SIGPIPE, SIG_IGN);
	call_lasts();
	return service_run(&options, call_stops(), &reloading, say, &c->errs) ? EXIT_ANSWERED
									      : call_fail(c);
}
