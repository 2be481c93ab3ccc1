/* SPDX-License-Identifier: MIT */
#include "outcome.h"

#include <signal.h>
#include <string.h>
#include <sys/wait.h>

const char *
box_outcome_name(enum box_outcome o)
{
	switch (o) {
	case BOX_UNKNOWN:
		return "unknown";
	case BOX_OK:
		return "ok";
	case BOX_ERROR:
		return "error";
	case BOX_SIGNAL:
		return "signal";
	case BOX_WALL_TIMEOUT:
		return "wall_timeout";
	case BOX_CPU_LIMIT:
		return "cpu_limit";
	case BOX_OUT_OF_MEMORY:
		return "out_of_memory";
	case BOX_OUTPUT_LIMIT:
		return "output_limit";
	case BOX_FILE_LIMIT:
		return "file_limit";
	case BOX_VIOLATION:
		return "violation";
	case BOX_CANCELLED:
		return "cancelled";
	case BOX_SETUP_FAILED:
		return "setup_failed";
	case BOX_NEVER_STARTED:
		return "never_started";
	}
	return "unknown";
}

static enum box_outcome
of_signal(int signal)
{
	switch (signal) {
	case SIGXCPU:
		return BOX_CPU_LIMIT;
	case SIGXFSZ:
		return BOX_FILE_LIMIT;
	case SIGSYS: /* a call by a foreign architecture's table */
		return BOX_VIOLATION;
	default:
		return BOX_SIGNAL;
	}
}

/* The program failed by itself: it may give its failure a name, and no better one than failure. */
static enum box_outcome
of_claim(enum guest_claim claim)
{
	switch (claim) {
	case CLAIM_MEMORY:
		return BOX_OUT_OF_MEMORY;
	case CLAIM_FILE:
		return BOX_FILE_LIMIT;
	case CLAIM_VIOLATION:
		return BOX_VIOLATION;
	case CLAIM_SETUP:
		return BOX_SETUP_FAILED;
	case CLAIM_NONE:
	case CLAIM_END:
		break;
	}
	return BOX_ERROR;
}

static enum box_outcome
of_report(const struct evidence *e)
{
	int status = e->report.wait_status;
	bool clean = WIFEXITED(status) && WEXITSTATUS(status) == 0;

	if (e->oom_kills > 0 && !clean)
		return BOX_OUT_OF_MEMORY;
	if (e->report.why == WIRE_WHY_WALL ||
	    (e->report.why == WIRE_WHY_TOLD && e->by == BY_DEADLINE))
		return BOX_WALL_TIMEOUT;
	if (e->report.why == WIRE_WHY_CPU)
		return BOX_CPU_LIMIT;
	if (e->report.why != WIRE_WHY_EXIT)
		return BOX_UNKNOWN;
	if (e->misfit)
		return BOX_VIOLATION;
	if (WIFSIGNALED(status))
		return of_signal(WTERMSIG(status));
	return clean ? BOX_OK : of_claim(e->claim);
}

static enum box_outcome
of_evidence(const struct evidence *e)
{
	if (!e->spawned)
		return BOX_NEVER_STARTED;
	/* An attack is none the less one for what ended it. */
	if (e->ready && e->gone && e->violated)
		return BOX_VIOLATION;
	if (e->by == BY_CANCEL)
		return BOX_CANCELLED;
	if (!e->ready || !e->gone)
		return BOX_SETUP_FAILED;
	if (e->by == BY_OUTPUT)
		return BOX_OUTPUT_LIMIT;
	if (e->by == BY_CPU)
		return BOX_CPU_LIMIT;
	if (e->failed && !e->done)
		return BOX_SETUP_FAILED;
	if (e->done)
		return of_report(e);
	if (e->oom_kills > 0)
		return BOX_OUT_OF_MEMORY;
	return e->by == BY_DEADLINE ? BOX_WALL_TIMEOUT : BOX_UNKNOWN;
}

static char *
describe(
    struct arena *a, const struct evidence *e, const struct limits *l, const struct box_result *r)
{
	switch (r->outcome) {
	case BOX_OK:
		return arena_printf(a, "the program ended normally");
	case BOX_ERROR:
		return arena_printf(a, "the program ended with status %d", r->exit_code);
	case BOX_SIGNAL:
		return arena_printf(
		    a, "signal %d (%s) ended the program", r->signal, strsignal(r->signal));
	case BOX_WALL_TIMEOUT:
		return arena_printf(a, "it ran longer than %lld ms", (long long)l->wall_ms);
	case BOX_CPU_LIMIT:
		return arena_printf(
		    a, "it used more than %lld ms of CPU time", (long long)l->cpu_ms);
	case BOX_OUT_OF_MEMORY:
		return arena_printf(
		    a, "it needed more than %lld bytes of memory", (long long)l->memory_bytes);
	case BOX_OUTPUT_LIMIT:
		return arena_printf(
		    a, "it wrote more than %lld bytes of output", (long long)l->output_bytes);
	case BOX_FILE_LIMIT:
		return arena_printf(a,
		    "it wrote a file of more than %lld bytes, or %lld bytes in all",
		    (long long)l->file_bytes, (long long)l->disk_bytes);
	case BOX_VIOLATION:
		return arena_printf(a, "it attempted an operation that the sandbox refuses");
	case BOX_CANCELLED:
		return arena_printf(a, "it was cancelled");
	case BOX_SETUP_FAILED:
		return arena_printf(a, "the box could not be set up (%s)",
		    e->failed  ? e->failure.stage
		    : e->ready ? "starting the program"
			       : "starting the sandbox backend");
	case BOX_NEVER_STARTED:
		return arena_printf(a, "nothing was started");
	case BOX_UNKNOWN:
		break;
	}
	return arena_printf(a, "the box was lost after the program began");
}

bool
outcome_name(struct arena *a, const struct evidence *e, const struct limits *limits,
    struct box_result *out, struct err *err)
{
	out->outcome = of_evidence(e);
	out->exit_code = -1;
	out->signal = 0;
	if (e->done && WIFEXITED(e->report.wait_status))
		out->exit_code = WEXITSTATUS(e->report.wait_status);
	if (e->done && WIFSIGNALED(e->report.wait_status))
		out->signal = WTERMSIG(e->report.wait_status);
	char *detail = describe(a, e, limits, out);
	out->detail = str_from(detail);
	return detail || err_memory(err);
}
