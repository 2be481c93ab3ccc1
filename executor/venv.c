/* SPDX-License-Identifier: MIT */
#include "venv.h"

#include "arena.h"
#include "err.h"
#include "hash.h"

#include <fcntl.h>
#include <linux/openat2.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>
/* fts.h needs sys/types.h before it */
#include <fts.h>

#define LINE_BYTES 8448
#define SITE "lib/python" SLUICE_PYTHON "/site-packages"

/* Path (without its first `skip` bytes), kind, mode, owner, size, ctime, target: only root can change
 * a file and keep all of these. */
static void
manifest_add(struct hasher *hasher, const FTSENT *entry, size_t skip)
{
	const struct stat *st = entry->fts_statp;
	char line[LINE_BYTES], target[4096];
	ssize_t n = entry->fts_info == FTS_SL
			? readlink(entry->fts_accpath, target, sizeof(target) - 1)
			: 0;

	target[n > 0 ? n : 0] = '\0';
	int length = snprintf(line, sizeof(line), "%s%c%o %u %u %lld %lld.%09ld %s\n",
	    entry->fts_path + skip, '\0', st->st_mode, st->st_uid, st->st_gid,
	    S_ISREG(st->st_mode) ? (long long)st->st_size : 0LL,
	    S_ISREG(st->st_mode) ? (long long)st->st_mtim.tv_sec : 0LL,
	    S_ISREG(st->st_mode) ? st->st_mtim.tv_nsec : 0L, target);
	hasher_add(hasher, line, (size_t)length < sizeof(line) ? (size_t)length : sizeof(line));
}

static int
open_folder(int at, const char *path)
{
	struct open_how how = {.flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC,
	    .resolve = RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS};

	return (int)syscall(SYS_openat2, at, path, &how, sizeof(how));
}

/* The folder of packages in `folder`, which may be one itself. */
static bool
find_packages(int folder, const char *path, int *out, struct err *err)
{
	*out = open_folder(folder, SITE);
	if (*out >= 0)
		return true;
	if (faccessat(folder, "pyvenv.cfg", F_OK, AT_SYMLINK_NOFOLLOW) == 0) {
		err_set(err, ERR_INPUT, "the virtual environment '%s' has no '" SITE "'", path);
		return err_help(
		    err, "make it with Python " SLUICE_PYTHON ", which is what runs in the box");
	}
	*out = fcntl(folder, F_DUPFD_CLOEXEC, 16);
	return *out >= 0 || err_sys(err, "can't open '%s'", path);
}

/* Is the file in other hands than this user's, its own group's or root's? */
static bool
is_others(const struct stat *st)
{
	bool owned = st->st_uid == 0 || st->st_uid == geteuid();
	bool ours = st->st_gid == 0 || st->st_gid == getegid();
	mode_t never = ours ? S_IWOTH : S_IWOTH | S_IWGRP;

	return !owned || (!S_ISLNK(st->st_mode) && (st->st_mode & never));
}

static bool
check_entry(const FTSENT *entry, size_t skip, struct err *err)
{
	if (entry->fts_info == FTS_DNR || entry->fts_info == FTS_NS || entry->fts_info == FTS_ERR)
		return err_set(err, ERR_INPUT, "can't examine '%s' in the virtual environment",
		    entry->fts_path + skip);
	if (!is_others(entry->fts_statp))
		return true;
	err_set(err, ERR_INPUT, "other users can write to '%s' in the virtual environment",
	    entry->fts_path + skip);
	return err_help(err, "it must belong to root or to the user who runs sluice: "
			     "chown -R, chmod -R o-w");
}

static int
by_name(const FTSENT **a, const FTSENT **b)
{
	return strcmp((*a)->fts_name, (*b)->fts_name);
}

static bool
look_at_all(struct hasher *hasher, int fd, struct err *err)
{
	char root[48];
	char *const paths[] = {root, NULL};
	size_t count = 0, skip = (size_t)snprintf(root, sizeof(root), "/proc/self/fd/%d/.", fd) - 1;
	FTS *walk = fts_open(paths, FTS_PHYSICAL | FTS_NOCHDIR, by_name);
	bool good = true;
	FTSENT *entry;

	if (!walk)
		return err_sys(err, "can't examine the virtual environment");
	while (good && (entry = fts_read(walk))) {
		if (entry->fts_info == FTS_DP)
			continue;
		good = check_entry(entry, skip, err);
		if (good && ++count > VENV_ENTRIES_MAX)
			good = err_set(err, ERR_LIMIT,
			    "the virtual environment has more than %d files", VENV_ENTRIES_MAX);
		if (good)
			manifest_add(hasher, entry, skip);
	}
	fts_close(walk);
	return good;
}

static bool
describe(struct venv *v, struct err *err)
{
	struct hasher *hasher = hasher_new();
	struct digest digest;

	if (!hasher)
		return err_memory(err);
	bool good = look_at_all(hasher, v->fd, err);
	hasher_finish(hasher, &digest);
	digest_hex(&digest, v->sha256);
	return good;
}

bool
venv_open(struct arena *a, struct str path, struct venv *out, struct err *err)
{
	const char *text = arena_text(a, path);
	struct stat st;

	*out = (struct venv){.fd = -1};
	if (!text)
		return err_memory(err);
	if (*text != '/' || strlen(text) != path.n)
		return err_set(
		    err, ERR_INPUT, "the path of the virtual environment is not absolute");
	int folder = open_folder(AT_FDCWD, text);
	if (folder < 0) {
		err_sys(err, "can't open the virtual environment '%s'", text);
		return err_help(
		    err, "it must be a folder, and its path must not contain a symbolic link");
	}
	bool good =
	    (fstat(folder, &st) == 0 && !is_others(&st)) ||
	    err_set(err, ERR_INPUT, "other users can write to the virtual environment '%s'", text);
	good = good && find_packages(folder, text, &out->fd, err) && describe(out, err);
	close(folder);
	return good;
}
