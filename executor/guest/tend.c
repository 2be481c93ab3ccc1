/* SPDX-License-Identifier: MIT */
/*
 * Theory of operation. One loop over five events: a child's end, the wall clock, the control
 * socket, a refused system call, and a tick that adds up the CPU time of all processes. Whatever
 * ends the loop, every process is killed and reaped before the report is filled.
 *
 * Between the cells of a session every process but this one is stopped: nothing that a cell has started
 * goes on, writes or takes time until the next one is handed over.
 *
 * answer.c handles what waits for an answer.
 */
#include "answer.h"
#include "init.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define TICK_MS 25

struct watch {
	pid_t program;
	int children, clock;
	int python; /* the socket to it; -1: no other cell may follow */
	uint64_t word;
	bool idle;      /* a cell is over, and the next one is not there */
	int64_t cpu_ms; /* of a cell */
	int64_t cpu_budget_us, cpu_before_us, started_us, ticked_us, idle_ms;
	struct answers *answers;
	struct io_count *io;
	struct wire_done *done;
};

static int64_t
now_us(clockid_t clock)
{
	struct timespec t;

	if (clock_gettime(clock, &t) != 0)
		return 0;
	return (int64_t)t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

static int64_t
microseconds(struct timeval t)
{
	return (int64_t)t.tv_sec * 1000000 + t.tv_usec;
}

static int64_t
reaped_cpu_us(void)
{
	struct rusage used;

	if (getrusage(RUSAGE_CHILDREN, &used) != 0)
		return 0;
	return microseconds(used.ru_utime) + microseconds(used.ru_stime);
}

/* The processor time of the children that this process has waited for: fields 16 and 17 of its stat. */
static int64_t
children_cpu_us(long pid)
{
	char path[32], text[512], *at;
	long ticks = 0;

	snprintf(path, sizeof(path), "/proc/%ld/stat", pid);
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t n = fd >= 0 ? read(fd, text, sizeof(text) - 1) : 0;
	if (fd >= 0)
		close(fd);
	text[n > 0 ? n : 0] = '\0';
	/* The second field is the program's own name, which may hold anything. */
	at = strrchr(text, ')');
	for (int field = 3; at && field <= 17; field++) {
		at = strchr(at + 1, ' ');
		if (at && field >= 16)
			ticks += strtol(at + 1, NULL, 10);
	}
	return (int64_t)ticks * 1000000 / sysconf(_SC_CLK_TCK);
}

void
init_processes(void (*visit)(long pid, void *context), void *context)
{
	DIR *proc = opendir("/proc");
	struct dirent *entry;

	while (proc && (entry = readdir(proc))) {
		char *end;
		long pid = strtol(entry->d_name, &end, 10);
		if (*end == '\0' && pid > 1)
			visit(pid, context);
	}
	if (proc)
		closedir(proc);
}

static void
add_cpu(long pid, void *context)
{
	int64_t *total = context;
	clockid_t clock;

	if (clock_getcpuclockid((pid_t)pid, &clock) == 0)
		*total += now_us(clock) + children_cpu_us(pid);
}

/* Of the reaped and of the living. */
static int64_t
total_cpu_us(void)
{
	int64_t total = reaped_cpu_us();

	init_processes(add_cpu, &total);
	return total;
}

static void
note_end(struct watch *w, pid_t pid, int status, const struct rusage *used)
{
	w->done->processes++;
	if (pid != w->program) {
		w->done->left++;
		return;
	}
	w->done->wait_status = status;
	w->done->peak_kb = used->ru_maxrss;
}

/* True when the program itself has ended. */
static bool
reap(struct watch *w, int flags)
{
	bool ended = false;
	struct rusage used;
	int status;
	pid_t pid;

	while ((pid = wait4(-1, &status, flags, &used)) > 0 || (pid < 0 && errno == EINTR)) {
		if (pid <= 0)
			continue;
		note_end(w, pid, status, &used);
		ended = ended || pid == w->program;
	}
	return ended;
}

static void
set_clock(const struct watch *w, int64_t ms)
{
	const struct itimerspec wall = {.it_value = {ms / 1000, ms % 1000 * 1000000}};

	if (timerfd_settime(w->clock, 0, &wall, NULL) != 0)
		init_fail("keeping the time");
}

uint64_t
random_word(void)
{
	uint64_t word;

	if (getrandom(&word, sizeof(word), 0) != sizeof(word))
		init_fail("asking for a random number");
	return word;
}

static int64_t
cell_cpu_ms(const struct wire_go *go, int64_t cpu_ms)
{
	bool less = go->session_cpu_ms > 0 && go->session_cpu_ms < cpu_ms;

	return less ? go->session_cpu_ms : cpu_ms;
}

static void
begin_cell(struct watch *w, struct wire *message, const int *fds)
{
	struct wire_go *go = &message->is.go;

	go->word = w->word = random_word();
	w->idle = false;
	w->idle_ms = go->idle_ms;
	w->started_us = now_us(CLOCK_MONOTONIC);
	w->cpu_before_us = total_cpu_us();
	io_begin(w->io, 0);
	w->cpu_budget_us = w->cpu_before_us + cell_cpu_ms(go, w->cpu_ms) * 1000;
	set_clock(w, go->wall_ms);
	if (!wire_send(w->python, message, fds, go->has_facts ? 2 : 1))
		init_fail("handing over a cell");
	kill(-1, SIGCONT);
}

/* The status is the program's word, as its exit status would be. What has not read GO can't end the cell. */
static void
end_cell(struct watch *w)
{
	struct wire message, told = {.kind = WIRE_CELL, .is.done = *w->done};
	struct wire_done *done = &told.is.done;
	int fds[WIRE_FDS_MAX];

	if (!wire_receive(w->python, &message, fds)) {
		close(w->python);
		w->python = -1;
		return;
	}
	for (size_t i = 0; i < WIRE_FDS_MAX; i++)
		if (fds[i] >= 0)
			close(fds[i]);
	if (w->idle || message.kind != WIRE_CELL || message.is.cell.word != w->word)
		return;
	kill(-1, SIGSTOP);
	w->idle = true;
	set_clock(w, w->idle_ms);
	done->why = WIRE_WHY_EXIT;
	done->left = message.is.cell.early;
	done->wait_status = (message.is.cell.status & 0xff) << 8;
	done->wall_us = now_us(CLOCK_MONOTONIC) - w->started_us;
	done->cpu_us = total_cpu_us() - w->cpu_before_us;
	io_since(w->io, done);
	opened_since(done);
	wire_send(WIRE_CONTROL_FD, &told, NULL, 0);
}

/* End of file: nobody is there to report to. */
static bool
told_to_end(struct watch *w)
{
	struct wire message;
	int fds[WIRE_FDS_MAX];

	if (!wire_receive(WIRE_CONTROL_FD, &message, fds)) {
		kill(-1, SIGKILL);
		_exit(0);
	}
	if (message.kind == WIRE_GO && w->idle && w->python >= 0)
		begin_cell(w, &message, fds);
	for (size_t i = 0; i < WIRE_FDS_MAX; i++)
		if (fds[i] >= 0)
			close(fds[i]);
	return message.kind == WIRE_END;
}

static bool
tick_is_due(const struct watch *w)
{
	return now_us(CLOCK_MONOTONIC) - w->ticked_us >= TICK_MS * 1000;
}

/* One round; why it is over, or 0. */
static enum wire_why
attend(struct watch *w)
{
	struct signalfd_siginfo ignored;
	struct pollfd events[] = {{w->children, POLLIN, 0}, {w->clock, POLLIN, 0},
	    {WIRE_CONTROL_FD, POLLIN, 0}, {w->answers->listener, POLLIN, 0},
	    {w->python, POLLIN, 0}};

	if (poll(events, sizeof(events) / sizeof(*events), TICK_MS) <= 0 || tick_is_due(w)) {
		w->ticked_us = now_us(CLOCK_MONOTONIC);
		if (total_cpu_us() >= w->cpu_budget_us)
			return WIRE_WHY_CPU;
	}
	if (events[3].revents & POLLIN)
		answer_call(w->answers);
	else if (events[3].revents)
		w->answers->listener =
		    -1; /* nobody is left under the filter; poll passes over it */
	if (events[1].revents)
		return WIRE_WHY_WALL;
	if (events[2].revents && told_to_end(w))
		return WIRE_WHY_TOLD;
	if (events[4].revents)
		end_cell(w);
	if (events[0].revents) {
		while (read(w->children, &ignored, sizeof(ignored)) > 0)
			;
		if (reap(w, WNOHANG))
			return WIRE_WHY_EXIT;
	}
	return 0;
}

static void
arm(struct watch *w, int64_t wall_ms)
{
	sigset_t children;

	sigemptyset(&children);
	sigaddset(&children, SIGCHLD);
	sigprocmask(SIG_BLOCK, &children, NULL);
	w->children = signalfd(-1, &children, SFD_CLOEXEC | SFD_NONBLOCK);
	w->clock = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC);
	if (w->children < 0 || w->clock < 0)
		init_fail("keeping the time");
	set_clock(w, wall_ms);
}

bool
tend_until_word(struct answers *answers)
{
	int program = (int)syscall(SYS_pidfd_open, answers->program, 0);
	struct pollfd events[] = {
	    {WIRE_CONTROL_FD, POLLIN, 0}, {answers->listener, POLLIN, 0}, {program, POLLIN, 0}};

	if (program < 0)
		init_fail("waiting for the supervisor's word");
	while (!events[0].revents && !events[2].revents) {
		if (poll(events, sizeof(events) / sizeof(*events), -1) < 0 && errno != EINTR)
			init_fail("waiting for the supervisor's word");
		if (events[1].revents & POLLIN)
			answer_call(answers);
	}
	close(program);
	return !events[2].revents;
}

/* The processor time before GO does not count against the program. */
static int64_t
start_budget(pid_t program, int64_t cpu_ms)
{
	clockid_t clock;
	int64_t before_us = clock_getcpuclockid(program, &clock) == 0 ? now_us(clock) : 0;
	rlim_t seconds = (rlim_t)((before_us + cpu_ms * 1000) / 1000000 + 2);
	struct rlimit bound;

	if (prlimit(program, RLIMIT_CPU, NULL, &bound) == 0 && bound.rlim_max > seconds)
		bound = (struct rlimit){seconds, seconds};
	if (prlimit(program, RLIMIT_CPU, &bound, NULL) != 0 && errno != ESRCH)
		init_fail("bounding the program's CPU time");
	return before_us;
}

void
tend(struct answers *answers, const struct wire_setup *setup, const struct wire_go *go, int python,
    struct io_count *io)
{
	struct wire_done *done = answers->done;
	struct watch w = {.program = answers->program,
	    .answers = answers,
	    .io = io,
	    .started_us = now_us(CLOCK_MONOTONIC),
	    .python = go->session_cpu_ms > 0 ? python : -1,
	    .cpu_ms = setup->cpu_ms,
	    .idle_ms = go->idle_ms,
	    .word = go->word,
	    .done = done};
	int64_t before_us =
	    start_budget(w.program, go->session_cpu_ms > 0 ? go->session_cpu_ms : setup->cpu_ms);
	enum wire_why why = 0;

	if (w.python < 0)
		close(python);
	w.cpu_before_us = before_us;
	w.cpu_budget_us = cell_cpu_ms(go, setup->cpu_ms) * 1000 + before_us;
	arm(&w, go->wall_ms);
	w.ticked_us = w.started_us;
	if (reap(&w, WNOHANG)) /* its signal may have come too early to be seen */
		why = WIRE_WHY_EXIT;
	while (why == 0)
		why = attend(&w);
	done->wall_us = now_us(CLOCK_MONOTONIC) - w.started_us;
	done->why = (int32_t)why;
	done->left = 0;
	kill(-1, SIGKILL);
	reap(&w, 0);
	done->cpu_us = reaped_cpu_us() - w.cpu_before_us;
	io_since(io, done);
	opened_since(done);
}
