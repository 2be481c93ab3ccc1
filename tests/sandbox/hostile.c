/* SPDX-License-Identifier: MIT */
/*
 * Runs every program of a folder in a box, two at a time, and judges what came of it. A canary
 *outside must live, no process may be left, and this process (which is the supervisor) must stay
 *small.
 *
 *	sandbox_hostile WAY[@BACKEND] FOLDER [NAME ...]
 *
 * A way is root-cgroup, root-rlimit, user-cgroup or user-rlimit.
 */
#include "backend.h"
#include "clock.h"
#include "file.h"
#include "program.h"
#include "surroundings.h"

#include <dirent.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#define PROGRAMS_MAX 600
#define WORKERS 2
#define ARENA_BYTES ((size_t)64 << 20)
#define SUPERVISOR_KB_MAX (160L << 10)

struct suite {
	struct str backend; /* empty: the default */
	char *paths[PROGRAMS_MAX];
	size_t count, next, failed;
	pthread_mutex_t lock;
};

static bool
is_wanted(const char *name, char **wanted, int count)
{
	for (int i = 0; i < count; i++)
		if (strncmp(wanted[i], name, strlen(wanted[i])) == 0)
			return true;
	return count == 0;
}

static int
by_path(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static bool
list(struct suite *s, const char *folder, char **wanted, int wanted_count)
{
	struct dirent *entry;
	DIR *open = opendir(folder);

	while (open && s->count < PROGRAMS_MAX && (entry = readdir(open))) {
		size_t n = strlen(entry->d_name);
		if (n < 4 || strcmp(entry->d_name + n - 3, ".py") != 0 ||
		    !is_wanted(entry->d_name, wanted, wanted_count))
			continue;
		if (asprintf(&s->paths[s->count], "%s/%s", folder, entry->d_name) < 0)
			break;
		s->count++;
	}
	if (open)
		closedir(open);
	qsort(s->paths, s->count, sizeof(*s->paths), by_path);
	return s->count > 0;
}

static char *
take(struct suite *s)
{
	pthread_mutex_lock(&s->lock);
	char *path = s->next < s->count ? s->paths[s->next++] : NULL;
	pthread_mutex_unlock(&s->lock);
	return path;
}

static void
tell(struct suite *s, const char *path, struct str wrong, int64_t ms)
{
	struct buf shown;

	buf_init(&shown, 4096);
	buf_visible(&shown, wrong, 900);
	pthread_mutex_lock(&s->lock);
	s->failed += wrong.n > 0;
	printf("%s %-44s %5lld ms  %s\n", wrong.n > 0 ? "FAILED" : "held  ", path_base(path),
	    (long long)ms, shown.p && wrong.n > 0 ? shown.p : "");
	fflush(stdout);
	pthread_mutex_unlock(&s->lock);
	buf_release(&shown);
}

static void
run(struct suite *s, const char *path)
{
	struct arena *a = arena_new(ARENA_BYTES);
	struct program program = {0};
	struct box_result result = {0};
	struct err err = {0};
	int64_t began = clock_us();
	struct str wrong;

	bool loaded = a && program_load(a, path, &program, &err);

	program.spec.backend = s->backend;
	if (!loaded || !box_run_own(a, &program.spec, &result, &err))
		wrong = str_from(err.message[0] ? err.message : "out of memory");
	else
		wrong = program_judge(a, &program, &result);
	tell(s, path, wrong, (clock_us() - began) / 1000);
	arena_free(a);
}

static void *
work(void *suite)
{
	char *path;

	while ((path = take(suite)))
		run(suite, path);
	return NULL;
}

static void
run_all(struct suite *s)
{
	pthread_t workers[WORKERS];
	size_t started = 0;

	for (; started < WORKERS; started++)
		if (pthread_create(&workers[started], NULL, work, s) != 0)
			break;
	if (started == 0)
		work(s);
	while (started > 0)
		pthread_join(workers[--started], NULL);
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
judge_whole(struct suite *s, pid_t canary)
{
	struct rusage used;
	int failures = s->failed > 0;

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
	printf("%zu programs, %zu failed; the supervisor took %ld KiB\n", s->count, s->failed,
	    used.ru_maxrss);
	return failures;
}

/* Whether its program is installed: the way's name without the backend behind it. */
static bool
take_backend(char *way, struct suite *s)
{
	char *at = strchr(way, '@');
	const struct backend *b;
	struct err err;

	if (!at)
		return true;
	*at = '\0';
	s->backend = str_from(at + 1);
	b = backend_find(s->backend, &err);
	if (b && b->check(b->program, &err))
		return true;
	printf("SKIPPED: %s\n", err.message);
	return false;
}

int
main(int argc, char **argv)
{
	static struct suite suite = {.lock = PTHREAD_MUTEX_INITIALIZER};
	const char *why = "";

	if (argc < 3 || !list(&suite, argv[2], argv + 3, argc - 3)) {
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
	pid_t canary = start_canary();
	if (canary < 0 || !surroundings_adopt())
		return 2;
	run_all(&suite);
	return judge_whole(&suite, canary);
}
