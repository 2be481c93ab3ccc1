/* SPDX-License-Identifier: MIT */
/*
 * A process says `RUN BYTES WHY`, a line feed, and so many bytes of text; RUN is `-` where it ends without
 * having been asked, and WHY is empty while it takes more cells. It also says so of a cell that had waited for people,
 * which nobody has asked for again.
 */
#include "interpreters.h"

#include "lives.h"
#include "service.h"

#include "clock.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

#define READ_BYTES 65536
#define GRACE_US 5000000

extern char **environ;

void
interpreter_end(struct interpreter *it, const char *why)
{
	int status;

	if (!it->over[0])
		snprintf(it->over, sizeof(it->over), "%s", why);
	it->run[0] = '\0';
	if (!it->lives)
		return;
	it->lives = false;
	close(it->to); /* it ends by that; where a cell runs, by the signal */
	close(it->from);
	(void)proc_signal(&it->proc, SIGTERM);
	if (!proc_wait(&it->proc, clock_us() + GRACE_US, &status)) {
		(void)proc_signal(&it->proc, SIGKILL);
		(void)proc_wait(&it->proc, INT64_MAX, &status);
	}
}

bool
interpreter_start(
    const struct service_options *o, int live, struct interpreter *it, struct err *err)
{
	const char *argv[10] = {o->program, "worker", "--live", "--session", it->id};
	int in[2] = {-1, -1}, out[2] = {-1, -1};
	size_t n = 5;

	if (o->store) {
		argv[n++] = "--store";
		argv[n++] = o->store;
	}
	if (o->trust) {
		argv[n++] = "--trust";
		argv[n++] = o->trust;
	}
	if (pipe2(in, O_CLOEXEC) != 0 || pipe2(out, O_CLOEXEC) != 0) {
		err_sys(err, "a pipe");
	} else {
		const struct proc_spec spec = {.argv = argv,
		    .env = (const char *const *)(void *)environ,
		    .fds = {in[0], out[1], STDERR_FILENO, live},
		    .fd_count = LIVE_FD + 1};
		it->lives = proc_start(&spec, &it->proc, err);
	}
	close(in[0]);
	close(out[1]);
	it->to = in[1];
	it->from = out[0];
	if (it->lives && fcntl(it->from, F_SETFL, O_NONBLOCK) == 0 &&
	    fcntl(it->to, F_SETFL, O_NONBLOCK) == 0)
		return true;
	if (it->lives)
		interpreter_end(it, "it could not start");
	close(in[1]);
	close(out[0]);
	return false;
}

/* One report, where it is whole. */
static bool
take_report(struct interpreter *it)
{
	struct str rest = buf_view(&it->heard), head, run, bytes;
	int64_t size;

	if (!memchr(rest.p ? rest.p : "", '\n', rest.n) || !str_cut(&rest, '\n', &head))
		return false;
	if (!str_cut(&head, ' ', &run) || !str_cut(&head, ' ', &bytes) ||
	    !str_number(bytes, &size) || size < 0 || size > (int64_t)INTERPRETER_TEXT_BYTES) {
		interpreter_end(it, "its process sent a message that can't be read");
		return false;
	}
	if (rest.n < (size_t)size)
		return false;
	buf_clear(&it->text);
	buf_str(&it->text, str_slice(rest, 0, (size_t)size));
	if (str_is(run, it->run)) {
		it->run[0] = '\0';
		it->cells++;
	}
	if (head.n > 0)
		snprintf(it->over, sizeof(it->over), "%.*s", STR_ARG(head));
	it->heard.n -= (size_t)(rest.p + size - it->heard.p);
	memmove(it->heard.p, rest.p + size, it->heard.n + 1);
	return true;
}

void
interpreter_hear(struct interpreter *it)
{
	char bytes[READ_BYTES];
	ssize_t n = 0;

	while (it->lives && (n = read(it->from, bytes, sizeof(bytes))) > 0)
		buf_add(&it->heard, bytes, (size_t)n);
	while (take_report(it))
		continue;
	if (it->lives && (n == 0 || it->heard.failed || it->over[0]))
		interpreter_end(it, "its process ended");
}
