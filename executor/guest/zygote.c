/* SPDX-License-Identifier: MIT */
/*
 * Theory of operation. The zygote is process 1 of a box like any other, with its interpreter started
 * and its modules imported, and never runs a program. For each run it forks a child into namespaces
 * that the child alone is in; the child is process 1 there and does sluice-init's work (init.c), and
 * forks the program's process, which needs no exec since its interpreter is there:
 *
 *	zygote      user, PID, mount, IPC, UTS, network and control group namespaces of bubblewrap
 *	  init      namespaces of its own, nested in those; a /proc and a tmpfs of its own
 *	    program the warm interpreter; no capability, limits, Landlock, both filters
 *
 * The nested user namespace owns the others, so that mounts which came from the zygote are locked, and
 * is closed to further ones. What a child writes is its own: pages are copied, the root is read-only,
 * and every place that can be written lies on a tmpfs that no other child has.
 *
 * The zygote has one thread; a child of its fork holds no lock that another thread took.
 */
#include "zygote.h"

#include "init.h"
#include "python.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/keyctl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <unistd.h>

#define NAMESPACES                                                                                 \
	(CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNS | CLONE_NEWIPC | CLONE_NEWUTS | CLONE_NEWNET)
#define SHARED_MAX 16

/* The namespaces and places that no child may share with the zygote. */
static const char *const namespaces[] = {"user", "pid", "mnt", "ipc", "uts", "net", "cgroup"};
static const char *const places[] = {WIRE_WORK, "/tmp", "/dev/shm"};
static struct mark {
	dev_t device;
	ino_t number;
} marks[SHARED_MAX];

static size_t
look(pid_t whose, struct mark found[SHARED_MAX])
{
	char path[48];
	struct stat st;
	size_t n = 0;

	for (size_t i = 0; i < sizeof(namespaces) / sizeof(*namespaces); i++) {
		snprintf(path, sizeof(path), "/proc/%d/ns/%s", (int)whose, namespaces[i]);
		if (stat(path, &st) != 0)
			return 0;
		found[n++] = (struct mark){st.st_dev, st.st_ino};
	}
	for (size_t i = 0; i < sizeof(places) / sizeof(*places); i++) {
		if (stat(places[i], &st) != 0)
			return 0;
		found[n++] = (struct mark){st.st_dev, 0};
	}
	return n;
}

/* By the kernel's word: nothing of the zygote's that it could write, name or signal is the program's. */
static void
prove_apart(pid_t program)
{
	struct mark found[SHARED_MAX];
	struct statvfs root;
	size_t n = look(program, found);

	if (n == 0 || statvfs("/", &root) != 0)
		init_fail("looking at the program's namespaces");
	errno = EPERM;
	if (!(root.f_flag & ST_RDONLY))
		init_fail("proving that the root is read-only");
	for (size_t i = 0; i < n; i++)
		if (found[i].device == marks[i].device && found[i].number == marks[i].number)
			init_fail("proving that the program's namespaces are its own");
}

/* The same numbers, as bubblewrap has given them. */
static void
map_user(uid_t uid, gid_t gid)
{
	static const char stage[] = "mapping the user into its own namespace";
	char text[48];

	init_write("/proc/self/setgroups", "deny", stage);
	snprintf(text, sizeof(text), "%u %u 1", uid, uid);
	init_write("/proc/self/uid_map", text, stage);
	snprintf(text, sizeof(text), "%u %u 1", gid, gid);
	init_write("/proc/self/gid_map", text, stage);
}

static void
leave_zygote(void)
{
	if (syscall(SYS_keyctl, KEYCTL_JOIN_SESSION_KEYRING, NULL) < 0)
		init_fail("making a session keyring");
	if (mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0 ||
	    mount("proc", "/proc", "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC, NULL) != 0)
		init_fail("mounting /proc");
}

/* numpy's global generator does not notice a fork; random's does. */
static void
reseed(void)
{
	PyObject *modules = PyImport_GetModuleDict();
	PyObject *random = PyDict_GetItemString(modules, "numpy.random");
	PyObject *done = random ? PyObject_CallMethod(random, "seed", NULL) : NULL;

	if (random && !done)
		setup_fail("seeding numpy's generator");
	Py_XDECREF(done);
}

/* The program's process, behind its walls. */
static void
carry_on(const struct wire_setup *setup)
{
	(void)setup;
	if (close_range(GUEST_FDS_END, ~0u, 0) != 0)
		return;
	close(GUEST_RULES); /* they were read long ago */
	PyOS_AfterFork_Child();
	python_open_report();
	reseed();
	python_begin();
}

_Noreturn static void
become_init(const int fds[WIRE_FDS_MAX], uid_t uid, gid_t gid)
{
	static const struct init_start forked = {carry_on, prove_apart};

	/* Received descriptors lie above those that they become. */
	if (dup2(fds[0], WIRE_CONTROL_FD) < 0 || dup2(fds[1], STDOUT_FILENO) < 0 ||
	    dup2(fds[2], STDERR_FILENO) < 0)
		_exit(125);
	signal(SIGCHLD, SIG_DFL);
	if (setsid() < 0) /* the zygote's has no number in the box */
		init_fail("starting a session");
	map_user(uid, gid);
	leave_zygote();
	PyOS_BeforeFork();
	_exit(init_serve(&forked));
}

/* CPython's allocator (3.10 and later): pools of blocks of one size. */
#define POOL_BYTES ((uintptr_t)1 << 14)
#define POOL_HEAD 48
#define BLOCK_BYTES 16
#define BLOCK_BYTES_MAX 512
#define FILLED_BYTES_MAX ((size_t)1 << 20)
/* The C library's: larger chunks than these become part of the rest again, smaller ones are kept apart. */
#define CHUNK_BYTES_MAX ((size_t)32 << 10)
#define CHUNK_BYTES_KEPT 1040

/* A child's page is copied when it writes to it, so its own objects must not lie in the gaps among those that
 * are warm. This fills them, in CPython's pools up to the first block of a new one. */
static void
fill_pools(void)
{
	for (size_t size = BLOCK_BYTES; size <= BLOCK_BYTES_MAX; size += BLOCK_BYTES)
		for (size_t filled = 0; filled < FILLED_BYTES_MAX; filled += size) {
			uintptr_t at = (uintptr_t)PyObject_Malloc(size);

			if (at == 0 || at % POOL_BYTES == POOL_HEAD)
				break;
		}
}

/* And in the C library's heap, up to its end. */
static void
fill_heap(void)
{
	const uintptr_t end = (uintptr_t)malloc(CHUNK_BYTES_MAX);

	for (size_t size = CHUNK_BYTES_MAX; size >= BLOCK_BYTES; size -= BLOCK_BYTES) {
		void *last = malloc(size);

		while (last && (uintptr_t)last < end)
			last = malloc(size);
		if (size > CHUNK_BYTES_KEPT)
			free(last);
	}
}

static void
freeze(void)
{
	PyObject *gc = PyImport_ImportModule("gc");
	PyObject *done = gc ? PyObject_CallMethod(gc, "freeze", NULL) : NULL;

	if (!done)
		setup_fail("freezing what is warm");
	Py_DECREF(done);
	Py_DECREF(gc);
}

static bool
is_fork(const struct wire *request, const int fds[WIRE_FDS_MAX])
{
	return request->kind == WIRE_FORK && fds[0] > WIRE_CONTROL_FD && fds[1] > WIRE_CONTROL_FD &&
	       fds[2] > WIRE_CONTROL_FD;
}

_Noreturn void
zygote_serve(void)
{
	const uid_t uid = getuid();
	const gid_t gid = getgid();
	struct wire request;
	int fds[WIRE_FDS_MAX];

	python_warm();
	freeze();
	fill_pools();
	fill_heap();
	if (look(getpid(), marks) == 0)
		setup_fail("looking at the zygote's namespaces");
	signal(SIGCHLD, SIG_IGN); /* the kernel reaps them */
	while (wire_receive(GUEST_GO, &request, fds)) {
		if (!is_fork(&request, fds))
			_exit(1);
		/* Not the library's fork, which takes no namespaces; the child forks once more by it. */
		if (syscall(SYS_clone, NAMESPACES | SIGCHLD, NULL, NULL, NULL, NULL) == 0)
			become_init(fds, uid, gid);
		for (size_t i = 0; i < WIRE_FDS_MAX; i++)
			if (fds[i] >= 0)
				close(
				    fds[i]); /* where there was no child, its control socket ends */
	}
	_exit(0);
}
