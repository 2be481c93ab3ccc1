/* SPDX-License-Identifier: MIT */
/*
 * Theory of operation. The child is forked, and between fork and exec only async-signal-safe calls
 * are made. A pipe with close-on-exec tells the parent how that went: it closes silently when exec
 * succeeds, and carries the failing step and its errno when not. So proc_start answers only when
 * the program runs or can't.
 */
#include "proc.h"

#include "arena.h"
#include "clock.h"
#include "file.h"

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <linux/keyctl.h>
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum step {
	STEP_HOOK = 1,
	STEP_SESSION,
	STEP_IDENTITY,
	STEP_AS_USER,
	STEP_DESCRIPTORS,
	STEP_EXEC,
};

struct failure {
	int step, sys;
};

static const char *
step_name(int step)
{
	switch (step) {
	case STEP_HOOK:
		return "preparing its surroundings";
	case STEP_SESSION:
		return "starting a session";
	case STEP_IDENTITY:
		return "taking on its user";
	case STEP_AS_USER:
		return "preparing as its user";
	case STEP_DESCRIPTORS:
		return "passing its descriptors";
	case STEP_EXEC:
		return "executing it";
	default:
		return "an unknown step";
	}
}

static bool
take_identity(const struct proc_spec *spec)
{
	if (spec->uid == 0 || geteuid() != 0)
		return true;
	return setgroups(0, NULL) == 0 && setresgid(spec->gid, spec->gid, spec->gid) == 0 &&
	       setresuid(spec->uid, spec->uid, spec->uid) == 0;
}

/* Every descriptor is first lifted above the range in use, so that none overwrites another that is
 * still to be placed. */
static bool
place_descriptors(const struct proc_spec *spec, int *report)
{
	int lifted[PROC_FDS_MAX];
	const int above = PROC_FDS_MAX + 8;

	*report = fcntl(*report, F_DUPFD_CLOEXEC, above);
	if (*report < 0)
		return false;
	for (size_t i = 0; i < spec->fd_count; i++) {
		int fd = spec->fds[i] >= 0 ? spec->fds[i] : open("/dev/null", O_RDWR);
		lifted[i] = fd >= 0 ? fcntl(fd, F_DUPFD_CLOEXEC, above) : -1;
		if (lifted[i] < 0)
			return false;
	}
	for (size_t i = 0; i < spec->fd_count; i++)
		if (dup2(lifted[i], (int)i) < 0)
			return false;
	/* The report stays open, above; all else goes at exec. */
	return close_range((unsigned)spec->fd_count, (unsigned)above - 1, 0) == 0 &&
	       close_range((unsigned)above, ~0u, CLOSE_RANGE_CLOEXEC) == 0;
}

static void
default_signals(void)
{
	sigset_t none;

	for (int s = 1; s < NSIG; s++)
		signal(s, SIG_DFL);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
}

_Noreturn static void
become(const struct proc_spec *spec, int report)
{
	static const char *const nothing[] = {NULL};
	struct failure failure = {0, 0};

	default_signals();
	if (spec->before_exec && !spec->before_exec(spec->context))
		failure.step = STEP_HOOK;
	else if (setsid() < 0)
		failure.step = STEP_SESSION;
	else if (!take_identity(spec))
		failure.step = STEP_IDENTITY;
	else if (spec->as_user && !spec->as_user(spec->as_user_context))
		failure.step = STEP_AS_USER;
	else if (!place_descriptors(spec, &report))
		failure.step = STEP_DESCRIPTORS;
	if (failure.step == 0) {
		/* A kernel without keyrings has none to inherit. */
		(void)syscall(SYS_keyctl, KEYCTL_JOIN_SESSION_KEYRING, NULL);
		/* execve takes its vectors without const for history's sake and does not write to
		 * them. */
		execve(spec->argv[0], (char *const *)(uintptr_t)spec->argv,
		    (char *const *)(uintptr_t)(spec->env ? spec->env : nothing));
		failure.step = STEP_EXEC;
	}
	failure.sys = errno;
	(void)!write(report, &failure, sizeof(failure));
	_exit(127);
}

/* Waits for the report's end; true where exec succeeded. */
static bool
heard_well(int report, const struct proc_spec *spec, struct err *err)
{
	struct failure failure = {0, 0};
	ssize_t n;

	do
		n = read(report, &failure, sizeof(failure));
	while (n < 0 && errno == EINTR);
	if (n == 0)
		return true;
	errno = n == (ssize_t)sizeof(failure) ? failure.sys : EIO;
	err_sys(err, "can't start '%s' (%s)", spec->argv[0], step_name(failure.step));
	if (failure.step != STEP_AS_USER || !spec->as_user_help)
		return false;
	err->code = ERR_SANDBOX;
	return err_help(err, "%s", spec->as_user_help);
}

bool
proc_start(const struct proc_spec *spec, struct proc *out, struct err *err)
{
	int report[2];

	if (spec->fd_count < 3 || spec->fd_count > PROC_FDS_MAX)
		UNREACHABLE();
	if (pipe2(report, O_CLOEXEC) != 0)
		return err_sys(err, "can't make a pipe");
	pid_t pid = fork();
	if (pid == 0)
		become(spec, report[1]);
	close(report[1]);
	if (pid < 0) {
		close(report[0]);
		return err_sys(err, "can't start '%s'", spec->argv[0]);
	}
	out->pid = pid;
	out->pidfd = (int)syscall(SYS_pidfd_open, pid, 0);
	bool good = out->pidfd >= 0 || err_sys(err, "can't hold on to '%s'", spec->argv[0]);
	good = heard_well(report[0], spec, err) && good;
	close(report[0]);
	if (!good) {
		kill(pid, SIGKILL);
		while (waitpid(pid, NULL, 0) < 0 && errno == EINTR)
			;
		if (out->pidfd >= 0)
			close(out->pidfd);
	}
	return good;
}

bool
proc_signal(const struct proc *p, int signal)
{
	/* Nobody has waited for it yet, so the number of its group is still its own. bubblewrap's child would wait for
	 * a parent that is gone for ever. */
	if (signal == SIGKILL && p->pidfd >= 0)
		(void)kill(-p->pid, SIGKILL);
	return syscall(SYS_pidfd_send_signal, p->pidfd, signal, NULL, 0) == 0;
}

static int
milliseconds_until(int64_t deadline_us)
{
	if (deadline_us == INT64_MAX)
		return -1;
	int64_t left = deadline_us - clock_us();
	if (left <= 0)
		return 0;
	return left / 1000 >= INT32_MAX ? INT32_MAX : (int)((left + 999) / 1000);
}

bool
proc_wait(struct proc *p, int64_t deadline_us, int *wait_status)
{
	struct pollfd ended = {.fd = p->pidfd, .events = POLLIN};

	for (;;) {
		int n = poll(&ended, 1, milliseconds_until(deadline_us));
		if (n > 0)
			break;
		if (n == 0)
			return false;
		if (errno != EINTR)
			break;
	}
	while (waitpid(p->pid, wait_status, 0) < 0 && errno == EINTR)
		;
	close(p->pidfd);
	p->pidfd = -1;
	return true;
}

#define LOOK_MS 100 /* between two looks at `cancelled` */

struct talk {
	int in, streams[2];
	struct str input;
	struct buf collected[2];
	const struct proc_spec *spec;
	bool cancelled;
};

static void
feed(struct talk *t)
{
	ssize_t n = send(t->in, t->input.p, t->input.n, MSG_NOSIGNAL);

	if (n > 0)
		t->input = str_slice(t->input, (size_t)n, t->input.n);
	if (t->input.n == 0 || (n < 0 && errno != EAGAIN && errno != EINTR))
		file_close(&t->in);
}

static void
collect(struct talk *t, size_t i)
{
	char step[16384];
	ssize_t n = read(t->streams[i], step, sizeof(step));

	if (n > 0) {
		buf_add(&t->collected[i], step, (size_t)n);
		if (i == 0 && t->spec->hear)
			t->spec->hear(t->spec->hear_context, buf_view(&t->collected[0]));
	} else if (n == 0 || errno != EINTR) {
		file_close(&t->streams[i]);
	}
}

static bool
is_cancelled(const struct proc_spec *spec)
{
	return spec->cancelled && spec->cancelled(spec->cancelled_context);
}

/* How long to wait for news: to the deadline, but not past the next look at `cancelled`. */
static int
patience(const struct proc_spec *spec, int64_t deadline_us)
{
	int ms = milliseconds_until(deadline_us);

	return spec->cancelled && (ms < 0 || ms > LOOK_MS) ? LOOK_MS : ms;
}

/* Until both streams end, one is too long, it is cancelled, or the deadline passes (false). */
static bool
converse(struct talk *t, int64_t deadline_us)
{
	if (t->input.n == 0)
		file_close(&t->in);
	while (t->streams[0] >= 0 || t->streams[1] >= 0) {
		struct pollfd fds[3] = {
		    {t->streams[0], POLLIN, 0}, {t->streams[1], POLLIN, 0}, {t->in, POLLOUT, 0}};
		int n = poll(fds, 3, patience(t->spec, deadline_us));
		if (is_cancelled(t->spec)) {
			t->cancelled = true;
			return true;
		}
		if (n == 0 && milliseconds_until(deadline_us) == 0)
			return false;
		if (n <= 0)
			continue;
		if (fds[2].revents)
			feed(t);
		for (size_t i = 0; i < 2; i++)
			if (fds[i].revents)
				collect(t, i);
		if (t->collected[0].failed || t->collected[1].failed)
			return true;
	}
	return true;
}

/* The child's input is a socket, because a write to a pipe that nobody reads would raise SIGPIPE.
 */
static bool
make_pipes(int pipes[3][2], struct err *err)
{
	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pipes[0]) != 0 ||
	    fcntl(pipes[0][1], F_SETFL, O_NONBLOCK) != 0)
		return err_sys(err, "can't make a socket");
	for (size_t i = 1; i < 3; i++)
		if (pipe2(pipes[i], O_CLOEXEC) != 0)
			return err_sys(err, "can't make a pipe");
	return true;
}

static bool
finish(struct arena *a, struct talk *t, struct proc *p, int64_t deadline_us,
    struct proc_output *out, struct err *err)
{
	out->timed_out = !converse(t, deadline_us);
	out->too_long = t->collected[0].failed || t->collected[1].failed;
	out->cancelled = t->cancelled;
	if (out->timed_out || out->too_long || out->cancelled)
		proc_signal(p, SIGKILL);
	if (!proc_wait(p, deadline_us, &out->wait_status)) {
		out->timed_out = true;
		proc_signal(p, SIGKILL);
		proc_wait(p, INT64_MAX, &out->wait_status);
	}
	return (arena_copy(a, buf_view(&t->collected[0]), &out->out) &&
		   arena_copy(a, buf_view(&t->collected[1]), &out->err)) ||
	       err_memory(err);
}

bool
proc_run(struct arena *a, struct proc_spec *spec, struct str input, size_t max, int64_t deadline_us,
    struct proc_output *out, struct err *err)
{
	int pipes[3][2] = {{-1, -1}, {-1, -1}, {-1, -1}};
	struct talk t = {.in = -1, .streams = {-1, -1}, .input = input, .spec = spec};
	struct proc p = {.pid = -1, .pidfd = -1};
	bool good = false;

	*out = (struct proc_output){.wait_status = -1};
	buf_init(&t.collected[0], max);
	buf_init(&t.collected[1], max);
	if (!make_pipes(pipes, err))
		goto out;
	spec->fds[0] = pipes[0][0];
	spec->fds[1] = pipes[1][1];
	spec->fds[2] = pipes[2][1];
	if (spec->fd_count < 3)
		spec->fd_count = 3;
	if (!proc_start(spec, &p, err))
		goto out;
	file_close(&pipes[0][0]);
	file_close(&pipes[1][1]);
	file_close(&pipes[2][1]);
	t.in = pipes[0][1];
	t.streams[0] = pipes[1][0];
	t.streams[1] = pipes[2][0];
	pipes[0][1] = pipes[1][0] = pipes[2][0] = -1;
	good = finish(a, &t, &p, deadline_us, out, err);
out:
	file_close(&t.in);
	for (size_t i = 0; i < 2; i++) {
		file_close(&t.streams[i]);
		buf_release(&t.collected[i]);
	}
	for (size_t i = 0; i < 3; i++) {
		file_close(&pipes[i][0]);
		file_close(&pipes[i][1]);
	}
	return good;
}
