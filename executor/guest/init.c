/* SPDX-License-Identifier: MIT */
/*
 * Theory of operation. sluice-init is PID 1 of the box: when it ends, the kernel kills everything
 * in it, and it ends whenever the control socket does. It is not dumpable and drops its
 * capabilities before the program exists, so the program (the same uid) can neither trace it nor
 * send through its descriptors; wait status, usage and refusals therefore reach the supervisor as
 * the kernel gave them.
 *
 * It needs two capabilities inside the box's own user namespace at first: CAP_SYS_ADMIN for mounts
 * that bubblewrap has no option for or makes slowly, and CAP_SYS_RESOURCE to forbid further user namespaces (which
 * bubblewrap's --disable-userns does by nesting two, and then the mounts would need a copy of all).
 * It keeps them until the inputs are mounted. sluice-python, which has none, gets ready meanwhile,
 * and is handed no code before they are gone.
 */
#include "init.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

struct handed { /* descriptors from the supervisor */
	int filter, second_filter, report, rules, result;
};

static const char *const environment[] = {"HOME=/tmp", "TMPDIR=/tmp", "PATH=/usr/bin",
    "LANG=C.UTF-8", "LC_ALL=C.UTF-8", "TZ=UTC", "MPLBACKEND=Agg", "MPLCONFIGDIR=/tmp",
    "OPENBLAS_NUM_THREADS=1", "OMP_NUM_THREADS=1", "MKL_NUM_THREADS=1", "NUMEXPR_NUM_THREADS=1",
    "MALLOC_ARENA_MAX=1", "JOBLIB_MULTIPROCESSING=0", NULL};

_Noreturn void
init_fail(const char *stage)
{
	struct wire message = {.kind = WIRE_FAILED, .is.failed.sys = errno};

	snprintf(message.is.failed.stage, sizeof(message.is.failed.stage), "%s", stage);
	wire_send(WIRE_CONTROL_FD, &message, NULL, 0);
	_exit(125);
}

void
init_write(const char *file, const char *text, const char *stage)
{
	int fd = open(file, O_WRONLY | O_CLOEXEC);

	if (fd < 0 || write(fd, text, strlen(text)) != (ssize_t)strlen(text))
		init_fail(stage);
	close(fd);
}

static void
become_unreachable(struct io_count *io)
{
	if (getpid() != 1)
		init_fail("being process 1");
	if (close_range(WIRE_CONTROL_FD + 1, ~0u, 0) != 0 ||
	    fcntl(WIRE_CONTROL_FD, F_SETFD, FD_CLOEXEC) != 0)
		init_fail("closing descriptors");
	io_open(io);
	if (prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) != 0 || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
		init_fail("closing itself off");
}

static void
expect(struct wire *message, enum wire_kind kind, int fds[WIRE_FDS_MAX])
{
	if (!wire_receive(WIRE_CONTROL_FD, message, fds))
		_exit(0);
	if (message->kind != (int32_t)kind)
		init_fail("understanding the supervisor");
}

static void
say_ready(void)
{
	struct wire message = {.kind = WIRE_READY};
	int fds[2];

	fds[0] = open(WIRE_WORK, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	fds[1] = (int)syscall(SYS_pidfd_open, getpid(), 0);
	if (fds[0] < 0 || fds[1] < 0)
		init_fail("handing out the working directory");
	message.is.ready.landlock_abi = confine_landlock_abi();
	if (!wire_send(WIRE_CONTROL_FD, &message, fds, 2))
		_exit(0);
	close(fds[0]);
	close(fds[1]);
}

/* Before there is anything to count. A group's namespace has the group as its root, so the group comes first. */
static void
join_group(const int *files, int count)
{
	for (int i = 0; i < count; i++) {
		if (write(files[i], "0", 1) != 1)
			init_fail("joining the control group");
		close(files[i]);
	}
	if (unshare(CLONE_NEWCGROUP) != 0)
		init_fail("making a control group namespace");
}

static void
take_setup(struct wire *setup, struct handed *h)
{
	int fds[WIRE_FDS_MAX];

	expect(setup, WIRE_SETUP, fds);
	const int groups = setup->is.setup.groups;
	if (groups < 0 || groups > WIRE_FDS_MAX - 5)
		init_fail("understanding the supervisor");
	*h = (struct handed){.filter = fds[0],
	    .second_filter = fds[1],
	    .report = fds[2],
	    .rules = fds[3],
	    .result = fds[4 + groups]};
	join_group(fds + 4, groups);
}

/* Inputs, any number, then GO; meanwhile sluice-python gets ready. False: it has ended. */
static bool
await_go(struct answers *answers, const struct wire_setup *setup, struct wire *message,
    int fds[WIRE_FDS_MAX])
{
	while (tend_until_word(answers)) {
		if (!wire_receive(WIRE_CONTROL_FD, message, fds))
			_exit(0);
		if (message->kind == WIRE_GO)
			return true;
		if (message->kind == WIRE_INPUTS)
			mounts_await_inputs(setup, &message->is.inputs);
		else if (message->kind == WIRE_INPUT)
			mounts_add_input(&message->is.input, fds[0]);
		else
			init_fail("waiting for the supervisor's word");
		close(fds[0]);
	}
	return false;
}

/* Descriptors 3 and up become those of guest_fd; all else closes at exec. */
static void
place_descriptors(const struct handed *h, int go)
{
	const int from[] = {go, h->report, h->second_filter, h->rules, h->result};
	int lifted[GUEST_FDS_END - GUEST_GO];

	for (int i = 0; i < GUEST_FDS_END - GUEST_GO; i++) {
		lifted[i] = from[i] < 0 ? -1 : fcntl(from[i], F_DUPFD_CLOEXEC, 16);
		if (lifted[i] < 0 && from[i] >= 0)
			init_fail("placing descriptors");
	}
	for (int i = 0; i < GUEST_FDS_END - GUEST_GO; i++) {
		if (lifted[i] < 0)
			close(GUEST_GO + i);
		else if (dup2(lifted[i], GUEST_GO + i) < 0)
			init_fail("placing descriptors");
	}
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

/* The first to be killed when memory runs out; init is not. A process that is not dumpable may not
 * say so of itself, and this one holds nothing that is worth hiding. */
static void
offer_to_oom_killer(void)
{
	if (prctl(PR_SET_DUMPABLE, 1, 0, 0, 0) != 0)
		init_fail("becoming an ordinary process");
	init_write("/proc/self/oom_score_adj", "1000", "ranking itself for the memory killer");
}

void
init_execute(const struct wire_setup *setup)
{
	char name[] = WIRE_PYTHON, packages[] = "packages", pure[] = "pure", room[24],
	     venv[] = "venv", none[] = "none", zygote[] = "zygote";
	char *const argv[] = {name, setup->packages ? packages : pure, room,
	    setup->venv ? venv : none, setup->zygote ? zygote : NULL, NULL};

	snprintf(room, sizeof(room), "%lld", (long long)setup->display_bytes);
	default_signals();
	/* execve does not write to the environment. */
	execve(argv[0], argv, (char *const *)(uintptr_t)environment);
}

_Noreturn static void
become_program(const struct init_start *start, const struct wire_setup *setup,
    const struct handed *handed, int init)
{
	struct wire message = {.kind = WIRE_READY};

	if (setpgid(0, 0) != 0)
		init_fail("starting a process group");
	confine_drop_capabilities();
	offer_to_oom_killer();
	confine_limits(setup);
	confine_landlock(confine_landlock_abi(), setup);
	int listener = confine_seccomp(handed->filter);
	if (!wire_send(init, &message, &listener, 1))
		_exit(125);
	close(listener);
	/* The control socket closes at exec, and so that init_fail can still speak, not before. */
	int control = fcntl(WIRE_CONTROL_FD, F_DUPFD_CLOEXEC, 16);
	place_descriptors(handed, init);
	start->program(setup);
	message =
	    (struct wire){.kind = WIRE_FAILED, .is.failed = {errno, "starting sluice-python"}};
	wire_send(control, &message, NULL, 0);
	_exit(125);
}

static int
receive_listener(int from)
{
	struct wire message;
	int fds[WIRE_FDS_MAX];

	if (!wire_receive(from, &message, fds))
		_exit(125); /* the child has said why */
	return fds[0];
}

/* Behind its walls, and proven so. Returns the socket to it. */
static int
start_program(const struct init_start *start, const struct wire_setup *setup,
    const struct handed *handed, struct answers *answers)
{
	int pair[2];

	if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair) != 0)
		init_fail("making a socket");
	answers->packages = setup->packages || setup->venv;
	answers->started = start->prove != NULL; /* nothing is executed */
	confine_drop_bounding();
	answers->program = fork();
	if (answers->program < 0)
		init_fail("forking");
	if (answers->program == 0)
		become_program(start, setup, handed, pair[1]);
	close(pair[1]);
	mounts_leave_host(); /* waits for the whole kernel: while the program puts up its walls */
	answers->listener = receive_listener(pair[0]);
	confine_prove(answers->program);
	if (start->prove)
		start->prove(answers->program);
	/* The program's own ends of its pipes: they must close when it does. */
	const int theirs[] = {handed->filter, handed->second_filter, handed->report, handed->rules,
	    handed->result, STDOUT_FILENO, STDERR_FILENO};
	for (size_t i = 0; i < sizeof(theirs) / sizeof(*theirs); i++)
		close(theirs[i]);
	return pair[0];
}

/* Of init nothing is left then that the program could gain. Where sluice-python has ended already,
 * its report and its end tell why. */
static void
hand_over(const struct wire_setup *setup, int python, struct wire *go, const int *fds)
{
	mounts_finish(setup);
	confine_drop_capabilities();
	go->is.go.word = random_word();
	if (!wire_send(python, go, fds, go->is.go.has_facts ? 2 : 1) && errno != EPIPE &&
	    errno != ECONNRESET)
		init_fail("handing over the program");
}

/* It runs nothing of anybody's, and so keeps what it needs to make boxes. */
_Noreturn static void
become_zygote(const struct wire_setup *setup, const struct handed *handed)
{
	mounts_leave_host();
	mounts_scratch(setup);
	place_descriptors(handed, WIRE_CONTROL_FD);
	init_execute(setup);
	init_fail("starting the zygote");
}

/* Beside the control socket. */
static void
keep_only(const int *fds, size_t count)
{
	int from = WIRE_CONTROL_FD + 1, next;

	do {
		next = INT_MAX;
		for (size_t i = 0; i < count; i++)
			if (fds[i] >= from && fds[i] < next)
				next = fds[i];
		if (next > from)
			close_range((unsigned)from, (unsigned)next - 1, 0);
		from = next < INT_MAX ? next + 1 : next;
	} while (next < INT_MAX);
}

int
init_serve(const struct init_start *start)
{
	static struct wire setup, go, done = {.kind = WIRE_DONE};
	static struct answers answers = {.done = &done.is.done};
	struct io_count io;
	struct handed handed;
	int fds[WIRE_FDS_MAX];

	become_unreachable(&io);
	take_setup(&setup, &handed);
	if (!start->prove)
		mounts_runtime(&setup.is.setup);
	if (setup.is.setup.zygote)
		become_zygote(&setup.is.setup, &handed);
	mounts_prepare(&setup.is.setup);
	int program = start_program(start, &setup.is.setup, &handed, &answers);
	say_ready();
	bool goes = await_go(&answers, &setup.is.setup, &go, fds);
	io_begin(&io, answers.program);
	if (goes)
		hand_over(&setup.is.setup, program, &go, fds);
	const int kept[] = {answers.listener, program, io.whole, io.own, opened_queue()};
	keep_only(kept, sizeof(kept) / sizeof(*kept));
	tend(&answers, &setup.is.setup, &go.is.go, program, &io);
	wire_send(WIRE_CONTROL_FD, &done, NULL, 0);
	return 0;
}
