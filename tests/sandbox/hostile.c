/* SPDX-License-Identifier: MIT */
/*
 * Runs every program of a folder in a box, two at a time, and judges what came of it. A canary
 *outside must live, no process may be left, and this process (which is the supervisor) must stay
 *small.
 *
 *	sandbox_hostile WAY[@BACKEND|+pooled|+forked] FOLDER [NAME ...]
 *
 * A way is root-cgroup, root-rlimit, user-cgroup or user-rlimit.
 */
#include "backend.h"
#include "clock.h"
#include "file.h"
#include "suite.h"
#include "surroundings.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#define ARENA_BYTES ((size_t)64 << 20)
#define SUPERVISOR_KB_MAX (160L << 10)

static size_t failed, skipped; /* under the suite's lock */
static pthread_key_t pool_key;

static void
tell(struct suite *s, const char *path, struct str wrong, int64_t ms)
{
	struct buf shown;

	buf_init(&shown, 4096);
	buf_visible(&shown, wrong, 900);
	pthread_mutex_lock(&s->lock);
	failed += wrong.n > 0;
	printf("%s %-44s %5lld ms  %s\n", wrong.n > 0 ? "FAILED" : "held  ", path_base(path),
	    (long long)ms, shown.p && wrong.n > 0 ? shown.p : "");
	fflush(stdout);
	pthread_mutex_unlock(&s->lock);
	buf_release(&shown);
}

static void
skip(struct suite *s, const char *path)
{
	pthread_mutex_lock(&s->lock);
	skipped++;
	printf("SKIPPED %s: this kernel has no 32-bit table of calls\n", path_base(path));
	pthread_mutex_unlock(&s->lock);
}

static void
free_pool(void *pool)
{
	box_pool_free(pool);
}

/* This thread's, as a worker's is: programs with the same limits and rules come out of one zygote. */
static struct box_pool *
own_pool(void)
{
	struct box_pool *pool = pthread_getspecific(pool_key);

	if (!pool && (pool = box_pool_new()) && pthread_setspecific(pool_key, pool) != 0) {
		box_pool_free(pool);
		return NULL;
	}
	return pool;
}

/* One that waited as it would for a run to come. */
static bool
take_waiting(struct box_spec *spec, enum box_start start, struct err *err)
{
	struct box_pool *pool = own_pool();

	spec->start = start;
	box_pool_keep(pool, spec);
	spec->prepared = box_pool_take(pool, spec);
	return spec->prepared || err_set(err, ERR_SANDBOX, "no box waits in the pool");
}

static void
run(struct suite *s, size_t at)
{
	const char *path = s->paths[at];
	struct arena *a = arena_new(ARENA_BYTES);
	struct program program = {0};
	struct box_result result = {0};
	struct err err = {0};
	int64_t began = clock_us();
	struct str wrong;

	bool loaded = a && program_load(a, path, &program, &err);

	if (loaded && program.foreign && !surroundings_have_int80()) {
		skip(s, path);
		arena_free(a);
		return;
	}
	program.spec.backend = s->backend;
	if (loaded && s->start != START_FRESH)
		loaded = take_waiting(&program.spec, s->start, &err);
	if (!loaded || !box_run_own(a, &program.spec, &result, &err))
		wrong = str_from(err.message[0] ? err.message : "out of memory");
	else if (result.start != s->start)
		wrong = STR("the box that waited was not used");
	else
		wrong = program_judge(a, &program, &result);
	tell(s, path, wrong, (clock_us() - began) / 1000);
	arena_free(a);
}

/* What a zygote's boxes share comes first. */
static int
by_box(const void *a, const void *b)
{
	const struct program *x = a, *y = b;
	int order = memcmp(&x->spec.limits, &y->spec.limits, sizeof(x->spec.limits));

	if (order == 0)
		order = str_compare(x->rules, y->rules);
	if (order == 0)
		order = x->spec.packages - y->spec.packages;
	return order ? order : str_compare(x->name, y->name);
}

/* Programs that come out of one zygote stand together. */
static bool
sort_by_box(struct suite *s, const char *folder)
{
	struct arena *a = arena_new(ARENA_BYTES);
	struct program *programs = a ? arena_alloc(a, s->count * sizeof(*programs)) : NULL;
	struct err err = {0};
	bool good = programs != NULL;

	for (size_t i = 0; good && i < s->count; i++)
		good = program_load(a, s->paths[i], &programs[i], &err);
	if (good)
		qsort(programs, s->count, sizeof(*programs), by_box);
	for (size_t i = 0; good && i < s->count; i++) {
		free(s->paths[i]);
		good = asprintf(&s->paths[i], "%s/%.*s", folder, STR_ARG(programs[i].name)) > 0;
	}
	if (!good)
		fprintf(stderr, "%s: %s\n", folder, err.message);
	arena_free(a);
	return good;
}

static pid_t
start_canary(void)
{
	pid_t pid = fork();

	if (pid == 0)
		for (;;)
			pause();
	return pid;
}

static int
judge_whole(const struct suite *s, pid_t canary)
{
	struct rusage used;
	int failures = failed > 0;

	if (!surroundings_empty(canary)) {
		printf("FAILED processes are left\n");
		failures = 1;
	}
	if (waitpid(canary, NULL, WNOHANG) != 0) {
		printf("FAILED the canary outside is dead\n");
		failures = 1;
	}
	if (getrusage(RUSAGE_SELF, &used) != 0 || used.ru_maxrss > SUPERVISOR_KB_MAX) {
		printf("FAILED the supervisor grew to %ld KiB\n", used.ru_maxrss);
		failures = 1;
	}
	kill(canary, SIGKILL);
	waitpid(canary, NULL, 0);
	printf("%zu programs, %zu failed, %zu skipped; the supervisor took %ld KiB\n", s->count,
	    failed, skipped, used.ru_maxrss);
	return failures;
}

/* Leaves the way's name, without the backend and the + behind it: boxes that wait in a pool. False where the backend is not installed. */
static bool
take_backend(char *way, struct suite *s)
{
	char *at = strchr(way, '@'), *plus = strchr(way, '+');
	const struct backend *b;
	struct err err;

	s->start = !plus                             ? START_FRESH
		   : strcmp(plus + 1, "forked") == 0 ? START_FORKED
						     : START_POOLED;
	if (plus)
		*plus = '\0';
	if (!at)
		return true;
	*at = '\0';
	s->backend = str_from(at + 1);
	b = backend_find(s->backend, &err);
	if (b && backend_check(b, &err))
		return true;
	printf("SKIPPED: %s\n", err.message);
	return false;
}

int
main(int argc, char **argv)
{
	static struct suite suite = {.lock = PTHREAD_MUTEX_INITIALIZER, .run = run};
	const char *why = "";

	if (argc < 3 || !suite_list(&suite, argv[2], argv + 3, argc - 3)) {
		fprintf(stderr, "usage: sandbox_hostile WAY FOLDER [NAME ...]\n");
		return 2;
	}
	if (!take_backend(argv[1], &suite))
		return 77;
	switch (surroundings_take(argv[1], &why)) {
	case TAKEN_WRONG:
		fprintf(stderr, "'%s' is no way to run them\n", argv[1]);
		return 2;
	case TAKEN_NOT:
		printf("SKIPPED: %s\n", why);
		return 77;
	case TAKEN:
		break;
	}
	if (suite.start == START_FORKED && !sort_by_box(&suite, argv[2]))
		return 2;
	pid_t canary = start_canary();
	if (canary < 0 || !surroundings_adopt() || pthread_key_create(&pool_key, free_pool) != 0)
		return 2;
	surroundings_have_int80(); /* asked before there are threads */
	suite_run(&suite);
	return judge_whole(&suite, canary);
}
