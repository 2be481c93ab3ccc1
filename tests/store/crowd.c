/* SPDX-License-Identifier: MIT */
#include "crowd.h"

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#define ARENA_BYTES ((size_t)64 << 20)

void *
crowd_share(size_t size)
{
	void *p = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	assert_true(p != MAP_FAILED);
	return p;
}

void
crowd_must(bool good, const char *what, const struct err *err)
{
	if (good)
		return;
	fprintf(stderr, "%s: %s\n", what, err ? err->message : "not so");
	_exit(EXIT_FAILURE);
}

static pthread_barrier_t *meeting; /* shared */

void
crowd_meet(void)
{
	int met = pthread_barrier_wait(meeting);

	crowd_must(met == 0 || met == PTHREAD_BARRIER_SERIAL_THREAD, "meet", NULL);
}

static void
meeting_of(size_t count)
{
	pthread_barrierattr_t shared;

	if (!meeting)
		meeting = crowd_share(sizeof(*meeting));
	assert_int_equal(pthread_barrierattr_init(&shared), 0);
	assert_int_equal(pthread_barrierattr_setpshared(&shared, PTHREAD_PROCESS_SHARED), 0);
	assert_int_equal(pthread_barrier_init(meeting, &shared, (unsigned)count), 0);
}

static _Noreturn void
be_member(const struct fixture *f, size_t who, crowd_work *work, void *shared)
{
	struct crowd_member m = {.a = arena_new(ARENA_BYTES), .who = who, .shared = shared};
	struct err err = {0};

	crowd_must(m.a && store_open(m.a, f->where, &m.s, &err), "open", &err);
	crowd_meet();
	work(&m);
	store_close(m.s);
	_exit(EXIT_SUCCESS);
}

size_t
crowd_run(struct fixture *f, size_t count, crowd_work *work, void *shared)
{
	pid_t pids[CROWD_MAX];
	struct err err = {0};
	size_t killed = 0;

	assert_true(count <= CROWD_MAX);
	store_close(f->s);
	f->s = NULL;
	meeting_of(count);
	for (size_t i = 0; i < count; i++) {
		pids[i] = fork();
		assert_true(pids[i] >= 0);
		if (pids[i] == 0)
			be_member(f, i, work, shared);
	}
	for (size_t i = 0; i < count; i++) {
		int status;
		assert_int_equal(waitpid(pids[i], &status, 0), pids[i]);
		if (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL)
			killed++;
		else if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
			fail_msg("process %zu ended with status %x", i, (unsigned)status);
	}
	if (!store_open(f->a, f->where, &f->s, &err))
		fail_msg("%s", err.message);
	return killed;
}
