/* SPDX-License-Identifier: MIT */
#include "sqlite_file.h"

#include "hash.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

/* File systems whose locks don't hold between machines, or that can't share memory (statfs(2), the
 * kernel's magic.h). */
static const struct {
	uint64_t magic;
	const char *name;
} networks[] = {
    {0x6969, "nfs"},
    {0x517b, "smb"},
    {0xff534d42, "cifs"},
    {0xfe534d42, "smb2"},
    {0x65735546, "fuse"},
    {0x73757245, "coda"},
    {0x5346414f, "afs"},
    {0x6b414653, "afs"},
    {0x00c36400, "ceph"},
    {0x0bd00bd0, "lustre"},
    {0x47504653, "gpfs"},
    {0x01161970, "gfs2"},
    {0x7461636f, "ocfs2"},
    {0x19830326, "fhgfs"},
};

static bool
is_local(const char *folder, struct err *err)
{
	struct statfs fs;

	if (statfs(folder, &fs) != 0)
		return err_sys(err, "'%s' can't be looked at", folder);
	for (size_t i = 0; i < ARRAY_LENGTH(networks); i++)
		if ((uint32_t)fs.f_type == networks[i].magic) {
			err_set(err, ERR_REFUSED,
			    "'%s' is on a network file system (%s), where SQLite's locks can't be "
			    "relied on",
			    folder, networks[i].name);
			return err_help(
			    err, "use a local disk, or PostgreSQL for several machines");
		}
	return true;
}

/* Makes each folder on the way to `path`, up to its last slash, that is not there. */
static bool
make_folders(char *path, struct err *err)
{
	for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
		*slash = '\0';
		if (mkdir(path, 0700) != 0 && errno != EEXIST)
			return err_sys(err, "the folder '%s' can't be made", path);
		*slash = '/';
	}
	return true;
}

static bool
folder_is_safe(const char *folder, struct err *err)
{
	struct stat st;

	if (stat(folder, &st) != 0)
		return err_sys(err, "'%s' can't be looked at", folder);
	if (st.st_uid != geteuid() && st.st_uid != 0)
		return err_set(err, ERR_REFUSED, "another user owns the folder '%s'", folder);
	if ((st.st_mode & (S_IWGRP | S_IWOTH)) && !(st.st_mode & S_ISVTX)) {
		err_set(err, ERR_REFUSED, "the folder '%s' may be written by other users", folder);
		return err_help(err, "chmod go-w '%s'", folder);
	}
	return is_local(folder, err);
}

/* A log without its file is another store's: SQLite would write its pages into a new one. */
static bool
no_log_is_left(const char *path, struct err *err)
{
	char log[PATH_MAX + 8];
	struct stat st;

	snprintf(log, sizeof(log), "%s-wal", path);
	if (lstat(log, &st) != 0 || st.st_size == 0)
		return true;
	err_set(err, ERR_REFUSED, "'%s' is left of a store that is not there any more", log);
	return err_help(err, "bring its file back, or remove the log: what it holds is lost then");
}

/* Appears at once and closed: another thread may open it as soon as it is there. */
static bool
make_file(const char *path, struct err *err)
{
	char fresh[PATH_MAX + 32];
	uint64_t chance;

	random_bytes(&chance, sizeof(chance));
	snprintf(fresh, sizeof(fresh), "%s.%016llx", path, (unsigned long long)chance);
	int fd = open(fresh, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
	if (fd < 0)
		return err_sys(err, "'%s' can't be made", path);
	close(fd);
	bool made = link(fresh, path) == 0 || errno == EEXIST;
	if (!made)
		err_sys(err, "'%s' can't be made", path);
	unlink(fresh);
	return made;
}

static bool
file_is_ours(const char *path, struct err *err)
{
	struct stat st;

	if (lstat(path, &st) != 0)
		return err_sys(err, "'%s' can't be looked at", path);
	if (!S_ISREG(st.st_mode))
		return err_set(err, ERR_REFUSED, "'%s' is not a regular file", path);
	if (st.st_uid != geteuid())
		return err_set(err, ERR_REFUSED, "another user owns '%s'", path);
	if (st.st_mode & (S_IRWXG | S_IRWXO)) {
		err_set(err, ERR_REFUSED, "'%s' is open to other users", path);
		return err_help(err, "chmod 600 '%s'", path);
	}
	return true;
}

/* The path with its folder made and resolved. */
static bool
resolve(const char *path, char *out, struct err *err)
{
	char given[PATH_MAX], folder[PATH_MAX];
	const char *slash = strrchr(path, '/');
	const char *name = slash ? slash + 1 : path;

	if (!*name || strlen(path) >= sizeof(given))
		return err_set(err, ERR_USAGE, "'%s' is not a name of a file", path);
	snprintf(given, sizeof(given), "%s", path);
	if (!make_folders(given, err))
		return false;
	snprintf(
	    given, sizeof(given), "%.*s", slash ? (int)(slash - path + 1) : 1, slash ? path : ".");
	if (!realpath(given, folder))
		return err_sys(err, "'%s' can't be resolved", given);
	if (snprintf(out, PATH_MAX, "%s/%s", strcmp(folder, "/") == 0 ? "" : folder, name) >=
	    PATH_MAX)
		return err_set(err, ERR_LIMIT, "the path '%s' is too long", path);
	return folder_is_safe(folder, err);
}

bool
sqlite_file_ready(const char *path, char *out, struct err *err)
{
	struct stat st;

	return resolve(path, out, err) &&
	       (lstat(out, &st) == 0 || (no_log_is_left(out, err) && make_file(out, err))) &&
	       file_is_ours(out, err);
}

bool
sqlite_file_is_read_only(const char *path, char *out)
{
	struct stat st;

	return lstat(path, &st) == 0 && S_ISREG(st.st_mode) && access(path, W_OK) != 0 &&
	       access(path, R_OK) == 0 && realpath(path, out);
}

/* Without a log beside it nobody has the file open, and on a mount that can't be written no memory
 * can be shared: then it is read as what does not change. With one it is read together with it. */
void
sqlite_file_uri(const char *path, char out[SQLITE_URI_BYTES])
{
	char log[PATH_MAX + 8];
	struct stat st;
	size_t n = 5;

	snprintf(log, sizeof(log), "%s-wal", path);
	memcpy(out, "file:", n);
	for (const char *c = path; *c && n < SQLITE_URI_BYTES - 24; c++)
		n += (size_t)snprintf(
		    out + n, 4, strchr("%?#", *c) ? "%%%02x" : "%c", (unsigned char)*c);
	snprintf(out + n, SQLITE_URI_BYTES - n, "%s",
	    stat(log, &st) != 0 || st.st_size == 0 ? "?immutable=1" : "");
}

/*
 * SQLite syncs the folder of a log that it may have made, once in each process that writes it. One that
 * was begun anew needs none: that comes behind a checkpoint, which has synced log and folder. How often
 * it was begun anew stands in its head (SQLite's file format, 4.1).
 */
#define LOG_MAGIC 0x377f0682u /* the last bit tells the order of its checksums */

static uint32_t
number_at(const unsigned char *p)
{
	return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

bool
sqlite_log_is_durable(const char *log)
{
	int fd = open(log, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
	unsigned char head[16];

	if (fd < 0)
		return false;
	bool whole = pread(fd, head, sizeof(head), 0) == (ssize_t)sizeof(head);
	close(fd);
	return whole && (number_at(head) & ~1u) == LOG_MAGIC && number_at(head + 12) > 0;
}

static sqlite3_vfs *system_files;

static int
open_file(sqlite3_vfs *ours, const char *path, sqlite3_file *file, int flags, int *got)
{
	(void)ours;
	if ((flags & SQLITE_OPEN_WAL) && path && sqlite_log_is_durable(path))
		flags &= ~SQLITE_OPEN_CREATE;
	return system_files->xOpen(system_files, path, file, flags, got);
}

void
sqlite_file_system_add(void)
{
	static sqlite3_vfs files;

	if (!(system_files = sqlite3_vfs_find(NULL)))
		return;
	files = *system_files;
	files.zName = SQLITE_FILE_SYSTEM;
	files.xOpen = open_file;
	(void)sqlite3_vfs_register(&files, 0);
}
