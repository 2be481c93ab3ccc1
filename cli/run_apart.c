/* SPDX-License-Identifier: MIT */
/*
 * run_apart.c: sluice run --no-store. The run has a store of its own in memory, which goes with the
 * run, however that ends; its receipt and the files that --out names are all that stays.
 *
 * A process of its own does the work, and this one waits, so that the store is removed even where
 * the work is killed.
 */
#include "actions.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/vfs.h>
#include <sys/wait.h>
#include <unistd.h>

#define MEMORY "/dev/shm"

/* Keys and names of a store that stays: another log that they sign would make theirs look cut off. */
static const char *const LASTING[] = {
    "SLUICE_VAULT", "SLUICE_LOG_KEY", "SLUICE_WORKER_KEY", "SLUICE_ORIGIN"};

static volatile sig_atomic_t working;

static void
pass_on(int signal_number)
{
	if (working > 0)
		(void)kill((pid_t)working, signal_number);
}

static bool
make_folder(char *name, struct err *err)
{
	struct statfs fs;

	if (statfs(MEMORY, &fs) != 0 || fs.f_type != TMPFS_MAGIC) {
		err_set(err, ERR_REFUSED, "'%s' is not a file system in memory", MEMORY);
		return err_help(err, "mount a tmpfs there, or run with a store");
	}
	return mkdtemp(name) || err_sys(err, "can't make a folder in '%s'", MEMORY);
}

static bool
remove_folder(const char *name, struct err *err)
{
	DIR *folder = opendir(name);
	bool good = folder != NULL;

	for (struct dirent *e; good && (e = readdir(folder));)
		if (strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0)
			good = unlinkat(dirfd(folder), e->d_name, 0) == 0;
	good = good && rmdir(name) == 0;
	if (!good)
		err_sys(err, "'%s' can't be removed", name);
	if (folder)
		closedir(folder);
	return good;
}

static _Noreturn void
work(struct call *c, pid_t parent)
{
	(void)prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent)
		_exit(EXIT_INTERNAL);
	int code = run_stored(c);
	if (code == EXIT_ESCALATED)
		fputs("note: nobody can approve this run: it has no store\n", stderr);
	store_close(c->place.store);
	fflush(NULL);
	_exit(code);
}

static int
wait_for(pid_t pid)
{
	int status;

	while (waitpid(pid, &status, 0) < 0)
		if (errno != EINTR)
			return EXIT_INTERNAL;
	return WIFEXITED(status) ? WEXITSTATUS(status) : EXIT_INTERNAL;
}

int
run_apart(struct call *c)
{
	char name[] = MEMORY "/sluice-run-XXXXXX";
	const pid_t self = getpid();

	if (c->typed_store || c->o->idempotency_key)
		return call_error(c, "--no-store excludes --store and --idempotency-key");
	if (!c->o->receipt)
		return call_error(c,
		    "--no-store needs --receipt FILE: the receipt is all that remains of the run");
	if (!make_folder(name, &c->err))
		return call_fail(c);
	c->o->store = arena_printf(c->a, "sqlite:%s/store.db", name);
	for (size_t i = 0; i < ARRAY_LENGTH(LASTING); i++)
		(void)unsetenv(LASTING[i]);
	signal(SIGINT, pass_on);
	signal(SIGTERM, pass_on);
	const pid_t pid = c->o->store ? fork() : -1;
	if (pid == 0)
		work(c, self);
	working = pid;
	int code = pid > 0 ? wait_for(pid) : EXIT_INTERNAL;
	return remove_folder(name, &c->err) ? code : call_fail(c);
}
