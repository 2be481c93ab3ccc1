/* SPDX-License-Identifier: MIT */
/* ours.c: files that nobody else could have changed. */
#include "trust.h"

#include "file.h"

#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static bool
only_ours(const struct stat *st, const char *path, const char *what, struct err *err)
{
	bool folder = S_ISDIR(st->st_mode);
	bool open_to_all = st->st_mode & (S_IWGRP | S_IWOTH);

	if (st->st_uid != 0 && st->st_uid != geteuid())
		err_set(err, ERR_INPUT, "'%s' belongs to another user, who could change %s", path,
		    folder ? "what is in it" : "whom Sluice trusts");
	else if (open_to_all && !(folder && (st->st_mode & S_ISVTX)))
		err_set(err, ERR_INPUT, "others may write to '%s'", path);
	else
		return true;
	return err_help(err,
	    "%s and the folders above it must be root's or yours, and writable by nobody else",
	    what);
}

/* Who may write to a folder may put another file in the place of ours. */
static bool
folders_are_ours(const char *real, const char *what, struct err *err)
{
	char folder[PATH_MAX];
	struct stat st;

	for (size_t n = strlen(real); n > 0; n--) {
		if (real[n - 1] != '/')
			continue;
		memcpy(folder, real, n);
		folder[n == 1 ? 1 : n - 1] = '\0';
		if (stat(folder, &st) != 0)
			return err_sys(err, "can't look at '%s'", folder);
		if (!only_ours(&st, folder, what, err))
			return false;
	}
	return true;
}

bool
ours_read(struct arena *a, const char *path, const char *what, size_t max, struct str *out,
    struct err *err)
{
	char real[PATH_MAX];
	struct stat st;
	bool good = false;

	if (!realpath(path, real))
		return err_sys(err, "can't open '%s'", path);
	int fd = open(real, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY);
	if (fd < 0 || fstat(fd, &st) != 0)
		err_sys(err, "can't open '%s'", path);
	else if (!S_ISREG(st.st_mode))
		err_set(err, ERR_INPUT, "'%s' is not a regular file", path);
	else
		good = only_ours(&st, path, what, err) && folders_are_ours(real, what, err) &&
		       file_read_fd(a, fd, path, max, out, err);
	if (fd >= 0)
		close(fd);
	return good;
}
