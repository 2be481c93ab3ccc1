/* SPDX-License-Identifier: MIT */
/* launch_end.c: how a box ends: its processes, its control group, what it has open. */
#include "launch.h"

#include "file.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

static bool
has_ended(const struct box_spec *spec, int pidfd, int ms)
{
	struct pollfd process = {.fd = pidfd, .events = POLLIN};
	int n;

	do
		n = watch_poll(spec, &process, 1, ms);
	while (n < 0 && errno == EINTR);
	return n != 0;
}

/* It is no child of this process: its process 1 is known since READY, and ends with the control
 * socket before. The kernel ends all other processes of the box before that one. */
static void
end_forked(struct box *b)
{
	if (b->watch.init < 0 || has_ended(&b->spec, b->watch.init, FAREWELL_MS))
		return;
	(void)syscall(SYS_pidfd_send_signal, b->watch.init, SIGKILL, NULL, 0);
	has_ended(&b->spec, b->watch.init, -1);
}

void
launch_end(struct box *b)
{
	int status;

	if (!b->stands)
		return;
	b->stands = false;
	if (b->zygote) {
		end_forked(b);
		return;
	}
	/* If another process ended it too soon, its child waits for it. */
	(void)has_ended(&b->spec, b->proc.pidfd, FAREWELL_MS);
	proc_signal(&b->proc, SIGKILL);
	proc_wait(&b->proc, INT64_MAX, &status);
}

void
launch_release(struct box *b)
{
	int *const fds[] = {&b->watch.report, &b->watch.code, &b->watch.facts, &b->watch.workdir,
	    &b->watch.init, &b->venv.fd};
	struct arena *own = b->own;
	struct box *zygote = b->zygote;

	file_close(&b->watch.control);
	launch_end(b);
	for (size_t i = 0; i < ARRAY_LENGTH(fds); i++)
		file_close(fds[i]);
	for (size_t i = 0; i < ARRAY_LENGTH(b->theirs); i++)
		file_close(&b->theirs[i]);
	for (size_t i = 0; i < ARRAY_LENGTH(b->sealed); i++)
		file_close(&b->sealed[i]);
	for (size_t i = 0; i < b->spec.input_count && i < BOX_INPUTS_MAX; i++)
		file_close(&b->inputs[i]);
	for (size_t i = 0; i < BOX_STREAMS; i++) {
		file_close(&b->watch.streams[i]);
		capture_release(&b->watch.captures[i]);
	}
	buf_release(&b->watch.reported);
	cgroup_close(&b->group);
	identity_release(&b->who);
	parts_close(&b->parts);
	arena_free(own); /* and perhaps the box with it */
	if (zygote && --zygote->users == 0 && zygote->retired)
		launch_release(zygote);
}

/* In an arena of its own, for that of the run goes before. */
static struct box *
set_apart(const struct box *b)
{
	struct arena *a = b->own ? b->own : arena_new(STANDING_ARENA_BYTES);
	struct box *rest = a ? arena_alloc(a, sizeof(*rest)) : NULL;
	bool good = rest != NULL;

	if (good)
		*rest = *b;
	for (size_t i = 0; good && i < b->group.count; i++)
		good = (rest->group.paths[i] = arena_printf(a, "%s", b->group.paths[i])) != NULL;
	if (!good) {
		if (!b->own)
			arena_free(a);
		return NULL;
	}
	rest->a = rest->own = a;
	rest->spec.waits = NULL; /* its context is the run's */
	return rest;
}

void
launch_leave(struct box *b, struct box_pool *after)
{
	struct box *rest = after && b->watch.settled && b->stands ? set_apart(b) : NULL;

	if (rest)
		pool_leave(after, rest);
	else
		launch_release(b);
}

void
launch_retire(struct box *zygote)
{
	zygote->retired = true;
	if (zygote->users == 0)
		launch_release(zygote);
}
