/* SPDX-License-Identifier: MIT */
/*
 * Theory of operation. The loop ends when the control socket and all pipes have ended; a
 * deadline stands behind every state, so that nothing inside can hold it open:
 *
 *	starting   READY must come within SETUP_MS
 *	running    init keeps the wall clock; GRACE_MS later the supervisor sends END itself
 *	ending     GRACE_MS (CANCEL_MS) after END, init is killed by its pidfd, and with it the pid namespace
 *	leaving    the control socket has ended: the pipes must, within FAREWELL_MS
 */
#include "watch.h"

#include "ceilings.h"
#include "clock.h"
#include "file.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { AT_CONTROL, AT_REPORT, AT_STREAMS, AT_COUNT = AT_STREAMS + BOX_STREAMS };

static void
set_deadline(struct watch *w, int64_t ms)
{
	w->deadline_us = clock_us() + ms * 1000;
}

static void
end(struct watch *w, enum ended_by by)
{
	struct wire message = {.kind = WIRE_END};

	if (w->ending)
		return;
	w->ending = true;
	w->evidence.by = by;
	set_deadline(w, by == BY_CANCEL ? CANCEL_MS : GRACE_MS);
	/* Before READY there is nobody to tell: bubblewrap and init go by the socket's end. */
	if (!w->evidence.ready || w->control < 0 || !wire_send(w->control, &message, NULL, 0))
		file_close(&w->control);
}

static void
force(struct watch *w)
{
	if (w->init >= 0)
		(void)syscall(SYS_pidfd_send_signal, w->init, SIGKILL, NULL, 0);
	file_close(&w->control);
	if (w->proc)
		proc_signal(w->proc, SIGKILL);
}

static int64_t
sum_of_inputs(const struct box_spec *spec)
{
	size_t sum = 0;

	for (size_t i = 0; i < spec->input_count; i++)
		sum += spec->inputs[i].bytes.n;
	return (int64_t)sum;
}

static bool
send_inputs(struct watch *w)
{
	struct wire all = {.kind = WIRE_INPUTS,
	    .is.inputs = {sum_of_inputs(w->spec), (int64_t)w->spec->input_count}};

	if (w->spec->input_count > 0 && !wire_send(w->control, &all, NULL, 0))
		return false;
	for (size_t i = 0; i < w->spec->input_count; i++) {
		const struct box_input *input = &w->spec->inputs[i];
		struct wire message = {
		    .kind = WIRE_INPUT, .is.input.bytes = (int64_t)input->bytes.n};
		memcpy(message.is.input.name, input->name.p,
		    input->name.n); /* spec_check has measured it */
		if (!wire_send(w->control, &message, &w->inputs[i], 1))
			return false;
	}
	return true;
}

static void
leave_time(struct watch *w)
{
	if (w->spec->meanwhile)
		w->spec->meanwhile(w->spec->context);
}

static void
say_go(struct watch *w)
{
	struct wire message = {.kind = WIRE_GO,
	    .is.go = {.wall_ms = w->spec->limits.wall_ms,
		.has_facts = w->facts >= 0,
		.session_cpu_ms = w->session_cpu_ms,
		.idle_ms = w->idle_ms,
		.from = w->from}};
	const int fds[] = {w->code, w->facts};

	memcpy(message.is.go.code_sha256, w->code_sha256, sizeof(w->code_sha256));
	if (!w->evidence.ready)
		w->ready_us = clock_us();
	w->evidence.ready = true;
	if (w->from == 0 && !send_inputs(w)) {
		file_close(&w->control);
		return;
	}
	w->cpu_before_us = cgroup_cpu_us(w->group);
	w->evidence.gone = wire_send(w->control, &message, fds, w->facts >= 0 ? 2 : 1);
	set_deadline(w, w->spec->limits.wall_ms + GRACE_MS);
}

static void
note_refusal(struct watch *w, const struct wire_refusal *refusal)
{
	if (w->refusal_count < ARRAY_LENGTH(w->refusals))
		w->refusals[w->refusal_count++] = *refusal;
}

static void
hear(struct watch *w)
{
	struct wire message;
	int fds[WIRE_FDS_MAX];

	if (!wire_receive(w->control, &message, fds)) {
		file_close(&w->control);
		set_deadline(w, FAREWELL_MS);
		return;
	}
	switch (message.kind) {
	case WIRE_READY:
		if (w->evidence.ready)
			break;
		w->workdir = fds[0];
		w->init = fds[1];
		fds[0] = fds[1] = -1;
		w->readiness = message.is.ready;
		say_go(w);
		break;
	case WIRE_FAILED:
		w->evidence.failed = true;
		w->evidence.failure = message.is.failed;
		w->evidence.failure.stage[sizeof(message.is.failed.stage) - 1] = '\0';
		break;
	case WIRE_REFUSAL:
		note_refusal(w, &message.is.refusal);
		break;
	case WIRE_CELL:
		w->paused = w->evidence.done = w->session_cpu_ms > 0 && !w->ending;
		w->evidence.report = message.is.done;
		break;
	case WIRE_DONE:
		w->evidence.done = w->done = true;
		w->evidence.report = message.is.done;
		break;
	default:
		break;
	}
	for (size_t i = 0; i < WIRE_FDS_MAX; i++)
		file_close(&fds[i]);
}

static int64_t
seen_bytes(const struct watch *w)
{
	int64_t sum = 0;

	for (size_t i = 0; i < BOX_STREAMS; i++)
		sum += w->captures[i].seen;
	return sum;
}

static void
take_stream(struct watch *w, size_t i)
{
	char bytes[65536];
	ssize_t n = read(w->streams[i], bytes, sizeof(bytes));

	if (n < 0 && errno == EINTR)
		return;
	if (n <= 0) {
		file_close(&w->streams[i]);
		return;
	}
	capture_add(&w->captures[i], bytes, (size_t)n);
	if (w->spec->printed && i < STREAM_RESULT)
		w->spec->printed(w->spec->reader, (int)i, (struct str){bytes, (size_t)n});
	if (seen_bytes(w) > w->spec->limits.output_bytes)
		end(w, BY_OUTPUT);
}

/* More than the ceiling is of no use: the pipe closes, and the guest's next write fails. */
static void
take_report(struct watch *w)
{
	char bytes[16384];
	ssize_t n = read(w->report, bytes, sizeof(bytes));

	if (n < 0 && errno == EINTR)
		return;
	if (n > 0)
		buf_add(&w->reported, bytes, (size_t)n);
	if (n <= 0 || w->reported.failed)
		file_close(&w->report);
}

static int
milliseconds_left(const struct watch *w)
{
	int64_t left = (w->deadline_us - clock_us() + 999) / 1000;

	if ((w->spec->cancelled || w->spec->printed || w->spec->limits.processes > 1) &&
	    left > POLL_MS)
		left = POLL_MS;
	if (left > INT32_MAX)
		left = INT32_MAX;
	return left < 0 ? 0 : (int)left;
}

/* True when all that can be done about the deadline was done. */
static bool
is_over_time(struct watch *w)
{
	if (clock_us() < w->deadline_us)
		return false;
	if (w->control < 0) {
		force(w);
		return true;
	}
	if (w->ending) {
		force(w);
		set_deadline(w, FAREWELL_MS);
	} else {
		end(w, BY_DEADLINE);
	}
	return false;
}

/* init adds up what it can see; children that nobody waits for are counted by the group alone. */
static void
check_cpu(struct watch *w)
{
	int64_t now = clock_us();

	if (w->spec->limits.processes == 1 || w->ending || !w->evidence.gone ||
	    now - w->counted_us < POLL_MS * 1000)
		return;
	w->counted_us = now;
	if (cgroup_cpu_us(w->group) - w->cpu_before_us >= w->spec->limits.cpu_ms * 1000)
		end(w, BY_CPU);
}

static bool
is_open(const struct watch *w)
{
	bool open = w->control >= 0 || w->report >= 0;

	for (size_t i = 0; i < BOX_STREAMS; i++)
		open = open || w->streams[i] >= 0;
	return open;
}

/* Reads the rest of the cell's output from the pipes. */
static void
drain(struct watch *w)
{
	struct pollfd fds[1 + BOX_STREAMS];

	do {
		fds[0] = (struct pollfd){w->report, POLLIN, 0};
		for (size_t i = 0; i < BOX_STREAMS; i++)
			fds[1 + i] = (struct pollfd){w->streams[i], POLLIN, 0};
		if (poll(fds, ARRAY_LENGTH(fds), 0) <= 0)
			return;
		if (fds[0].revents)
			take_report(w);
		for (size_t i = 0; i < BOX_STREAMS; i++)
			if (fds[1 + i].revents)
				take_stream(w, i);
	} while (!w->ending);
}

int
watch_poll(const struct box_spec *spec, struct pollfd *fds, size_t count, int ms)
{
	if (spec->waits)
		spec->waits(spec->context, true);
	int n = poll(fds, count, ms);
	int cause = errno;
	if (spec->waits)
		spec->waits(spec->context, false);
	errno = cause;
	return n;
}

static void
attend(struct watch *w)
{
	struct pollfd fds[AT_COUNT] = {{w->control, POLLIN, 0}, {w->report, POLLIN, 0}};

	for (size_t i = 0; i < BOX_STREAMS; i++)
		fds[AT_STREAMS + i] = (struct pollfd){w->streams[i], POLLIN, 0};
	int n = watch_poll(w->spec, fds, AT_COUNT, w->done ? 0 : milliseconds_left(w));
	w->settled = w->done && n == 0;
	if ((w->over = is_over_time(w)))
		return;
	if (w->spec->cancelled && !w->ending && w->spec->cancelled(w->spec->context))
		end(w, BY_CANCEL);
	check_cpu(w);
	if (w->spec->printed)
		w->spec->printed(w->spec->reader, STREAM_OUT, STR(""));
	if (n <= 0)
		return;
	for (size_t i = 0; i < BOX_STREAMS; i++)
		if (fds[AT_STREAMS + i].revents)
			take_stream(w, i);
	if (fds[AT_REPORT].revents)
		take_report(w);
	if (fds[AT_CONTROL].revents && w->control >= 0)
		hear(w);
}

void
watch_run(struct watch *w)
{
	if (w->evidence.ready)
		say_go(w);
	else
		set_deadline(w, SETUP_MS);
	leave_time(w);
	while (is_open(w) && !w->over && !w->paused && !w->settled) {
		attend(w);
		if (w->paused)
			drain(w);
		w->paused = w->paused && !w->ending;
	}
}
