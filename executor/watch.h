/* SPDX-License-Identifier: MIT */
/* watch.h: the supervisor's side of a run: one loop over the control socket, the streams and the
 * deadlines. */
#ifndef EXECUTOR_WATCH_H
#define EXECUTOR_WATCH_H

#include "calls.h"
#include "capture.h"
#include "cgroup.h"
#include "outcome.h"
#include "proc.h"

#include <poll.h>

enum { STREAM_OUT, STREAM_ERR, STREAM_RESULT, BOX_STREAMS };

struct watch {
	const struct box_spec *spec;
	const struct cgroup *group;
	struct proc *proc;        /* bubblewrap; NULL: the box is not this process's child */
	int control, report;      /* closed and -1 at their end */
	int streams[BOX_STREAMS]; /* standard output and error, and the result or -1 */
	int code, facts;          /* sealed; facts may be -1 */
	const int *inputs;        /* sealed, one an input */
	char code_sha256[DIGEST_HEX_BYTES];

	struct capture captures[BOX_STREAMS];
	struct buf reported;
	struct evidence evidence;
	struct wire_ready readiness;
	struct wire_refusal refusals[CALL_ROWS_MAX + WIRE_REFUSALS_MAX + WIRE_QUESTIONS_MAX];
	size_t refusal_count;
	int workdir, init;        /* from READY: its working directory, its pidfd; else -1 */
	int64_t oom_kills_before; /* the cell */
	int64_t started_us, ready_us, deadline_us, counted_us, cpu_before_us;
	bool ending; /* END was sent */
	/* Of a session: CPU time that is left to it, 0: none follows; how long it may wait for the next
	 * cell; the bytes of the code that have run already. */
	int64_t session_cpu_ms, idle_ms, from;
	bool over;   /* all that can be done about a deadline was done */
	bool paused; /* the cell is over, and all processes are stopped */
	/* By init's DONE all processes but itself are dead, and it is about to end; what they wrote has
	 * been read. */
	bool done, settled;
};

/* poll(2), as the spec's caller is told of it. */
int watch_poll(const struct box_spec *spec, struct pollfd *fds, size_t count, int ms);
/* Until the box has said DONE, or it and all its streams have ended, by their own doing or by force; or it is paused. Where the
 * box is ready already, this is its next cell. */
void watch_run(struct watch *w);

#endif
