/* SPDX-License-Identifier: MIT */
/* ours.c: files that nobody else could have changed. */
#include "trust.h"

#include "file.h"

#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define LINKS_MAX 40 /* as the kernel */

static bool
only_ours(const struct stat *st, const char *path, const char *what, struct err *err)
{
	bool folder = S_ISDIR(st->st_mode);
	bool open_to_all = st->st_mode & (S_IWGRP | S_IWOTH);

	if (st->st_uid != 0 && st->st_uid != geteuid())
		err_set(err, ERR_INPUT, "another user owns '%s' and could change %s", path,
		    folder ? "its contents" : "whom Sluice trusts");
	else if (open_to_all && !(folder && (st->st_mode & S_ISVTX)))
		err_set(err, ERR_INPUT, "other users may write to '%s'", path);
	else
		return true;
	return err_help(err,
	    "%s and the folders above it must belong to root or you, and no one else may write to them",
	    what);
}

/*
 * Theory: a user who may write to a folder may replace our file, and a link's owner may point it
 * elsewhere, such as to a folder of root's with older files. So the path is walked step by step as
 * the kernel would, and every folder and link on the way is checked, including those that a link
 * leads through.
 */
struct way {
	char real[PATH_MAX]; /* as far as it was walked; empty: the root */
	char rest[PATH_MAX];
	const char *what, *path; /* as errors name it */
	unsigned links;
};

static bool
too_long(const char *path, struct err *err)
{
	return err_set(err, ERR_LIMIT, "the path '%.200s' is too long", path);
}

static bool
folder_is_ours(const struct way *w, struct err *err)
{
	const char *folder = w->real[0] ? w->real : "/";
	struct stat st;

	if (stat(folder, &st) != 0)
		return err_sys(err, "can't look at '%s'", folder);
	return only_ours(&st, folder, w->what, err);
}

static bool
follow(struct way *w, const char *link, const struct stat *st, struct err *err)
{
	char target[PATH_MAX], rest[2 * PATH_MAX];
	ssize_t n = readlink(link, target, sizeof(target) - 1);

	if (n < 0)
		return err_sys(err, "can't look at '%s'", link);
	target[n] = '\0';
	if (st->st_uid != 0 && st->st_uid != geteuid()) {
		err_set(err, ERR_INPUT,
		    "another user owns the link '%s' and could point it elsewhere", link);
		return err_help(err,
		    "%s and the folders above it must belong to root or you, and no one else may write to them",
		    w->what);
	}
	if (++w->links > LINKS_MAX)
		return err_set(err, ERR_LIMIT, "more than %d links lead to '%s'", LINKS_MAX, link);
	if (snprintf(rest, sizeof(rest), "%s/%s", target, w->rest) >= (int)sizeof(w->rest))
		return too_long(link, err);
	memcpy(w->rest, rest, strlen(rest) + 1);
	if (target[0] == '/')
		w->real[0] = '\0';
	return true;
}

static bool
step(struct way *w, const char *name, struct err *err)
{
	char next[2 * PATH_MAX];
	struct stat st;

	if (strcmp(name, "..") == 0) {
		char *last = strrchr(w->real, '/');

		if (last)
			*last = '\0';
		return true;
	}
	if (!folder_is_ours(w, err))
		return false;
	if (snprintf(next, sizeof(next), "%s/%s", w->real, name) >= (int)sizeof(w->real))
		return too_long(next, err);
	if (lstat(next, &st) != 0)
		return err_sys(err, "can't open '%s'", w->path);
	if (S_ISLNK(st.st_mode))
		return follow(w, next, &st, err);
	memcpy(w->real, next, strlen(next) + 1);
	return true;
}

static bool
walk(struct way *w, struct err *err)
{
	char here[PATH_MAX] = "", whole[2 * PATH_MAX];
	const char *path = w->path;

	if (path[0] != '/' && !getcwd(here, sizeof(here)))
		return err_sys(err, "can't look at the folder of this call");
	if (snprintf(whole, sizeof(whole), "%s/%s", here, path) >= (int)sizeof(w->rest))
		return too_long(path, err);
	memcpy(w->rest, whole, strlen(whole) + 1);
	for (;;) {
		char name[NAME_MAX + 1];
		size_t from = strspn(w->rest, "/"), n = strcspn(w->rest + from, "/");

		if (n == 0)
			return true;
		if (n > NAME_MAX)
			return too_long(path, err);
		memcpy(name, w->rest + from, n);
		name[n] = '\0';
		memmove(w->rest, w->rest + from + n, strlen(w->rest + from + n) + 1);
		if (strcmp(name, ".") != 0 && !step(w, name, err))
			return false;
	}
}

bool
ours_read(struct arena *a, const char *path, const char *what, size_t max, struct str *out,
    struct err *err)
{
	struct way w = {.what = what, .path = path};
	struct stat st;
	bool good = false;

	if (!walk(&w, err))
		return false;
	int fd = open(w.real, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY);
	if (fd < 0 || fstat(fd, &st) != 0)
		err_sys(err, "can't open '%s'", path);
	else if (!S_ISREG(st.st_mode))
		err_set(err, ERR_INPUT, "'%s' is not a regular file", path);
	else
		good = only_ours(&st, path, what, err) && file_read_fd(a, fd, path, max, out, err);
	if (fd >= 0)
		close(fd);
	return good;
}
