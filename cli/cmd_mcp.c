/* SPDX-License-Identifier: MIT */
/* sluice mcp: Sluice as tools of an agent, over standard input and output. */
#include "actions.h"

#include "mcp_stdio.h"

#include <signal.h>
#include <unistd.h>

#define PATH_BYTES 4096

int
run_mcp(struct call *c)
{
	const struct options *o = c->o;
	char program[PATH_BYTES];
	ssize_t n = readlink("/proc/self/exe", program, sizeof(program) - 1);

	call_lasts();
	program[n > 0 ? n : 0] = '\0';
	const struct service_options options = {.policy = o->policy,
	    .model = o->model,
	    .store = o->store,
	    .trust = o->trust ? o->trust : trust_path(c->a),
	    .workers = o->workers,
	    .program = o->workers > 0 ? program : NULL};
	signal(SIGPIPE, SIG_IGN);
	return mcp_converse(&options, call_stops(), &c->errs) ? EXIT_ANSWERED : call_fail(c);
}
