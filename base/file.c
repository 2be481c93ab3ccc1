/* SPDX-License-Identifier: MIT */
#include "file.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#define READ_STEP_BYTES ((size_t)16 << 10)

static bool
too_large(const char *name, size_t max, struct err *err)
{
	err_set(err, ERR_LIMIT, "'%s' is larger than %zu bytes", name, max);
	err_place(err, name, 0, 0, 0);
	return err_help(err, "this is the ceiling for a file of its kind; give a smaller one");
}

bool
file_read_fd(
    struct arena *a, int fd, const char *name, size_t max, struct str *out, struct err *err)
{
	char step[READ_STEP_BYTES];
	struct buf all;
	size_t taken = 0;
	bool good = false;

	buf_init(&all, max);
	for (;;) {
		ssize_t n = read(fd, step, sizeof(step));
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0) {
			err_sys(err, "can't read '%s'", name);
			goto out;
		}
		if (n == 0)
			break;
		buf_add(&all, step, (size_t)n);
		if (all.failed) {
			if (taken + (size_t)n > max)
				too_large(name, max, err);
			else
				err_memory(err);
			goto out;
		}
		taken += (size_t)n;
	}
	good = arena_copy(a, buf_view(&all), out) || err_memory(err);
out:
	buf_release(&all);
	return good;
}

static bool
open_failed(const char *path, struct err *err)
{
	int sys = errno;

	err_sys(err, "can't open '%s'", path);
	if (sys == ENOENT)
		return err_help(err, "there is no such file; look at the path's spelling and at "
				     "the folder it starts from");
	if (sys == EACCES)
		return err_help(err, "this user may not read it");
	return false;
}

bool
file_read(struct arena *a, const char *path, size_t max, struct str *out, struct err *err)
{
	struct stat st;
	bool good = false;

	if (strcmp(path, "-") == 0)
		return file_read_fd(a, STDIN_FILENO, "standard input", max, out, err);
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	if (fd < 0)
		return open_failed(path, err);
	if (fstat(fd, &st) != 0) {
		err_sys(err, "can't look at '%s'", path);
	} else if (!S_ISREG(st.st_mode)) {
		err_set(err, ERR_INPUT, "'%s' is not a regular file", path);
		err_help(err, "name a file; for standard input, write '-'");
	} else if ((size_t)st.st_size > max) {
		too_large(path, max, err);
	} else {
		good = file_read_fd(a, fd, path, max, out, err);
	}
	close(fd);
	return good;
}

static bool
write_all(int fd, struct str bytes)
{
	while (bytes.n > 0) {
		ssize_t n = write(fd, bytes.p, bytes.n);
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return false;
		bytes = str_slice(bytes, (size_t)n, bytes.n);
	}
	return true;
}

/*
 * Writes and syncs a new file beside `path`, and leaves its name in `beside` (PATH_MAX bytes).
 * The name is drawn, so that what a killed process left can't stand in the way.
 */
static bool
write_beside(const char *path, struct str bytes, mode_t mode, char *beside, struct err *err)
{
	uint64_t draw;

	if (getrandom(&draw, sizeof(draw), 0) != sizeof(draw))
		return err_sys(err, "can't draw a name for a file beside '%s'", path);
	if (snprintf(beside, PATH_MAX, "%s.%016" PRIx64 ".new", path, draw) >= PATH_MAX)
		return err_set(err, ERR_INPUT, "the path '%s' is too long", path);
	int fd = open(beside, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode);
	if (fd < 0)
		return err_sys(err, "can't create '%s'", beside);
	bool good = write_all(fd, bytes) && fsync(fd) == 0;
	if (!good)
		err_sys(err, "can't write '%s'", path);
	if (close(fd) != 0 && good)
		good = err_sys(err, "can't write '%s'", path);
	if (!good)
		unlink(beside);
	return good;
}

bool
file_write(const char *path, struct str bytes, struct err *err)
{
	char beside[PATH_MAX];

	if (!write_beside(path, bytes, 0644, beside, err))
		return false;
	if (rename(beside, path) == 0)
		return true;
	err_sys(err, "can't put '%s' in its place", path);
	unlink(beside);
	return false;
}

/* A new name lasts once its folder is on the disk. */
static bool
sync_folder(const char *path)
{
	char folder[PATH_MAX];
	const char *slash = strrchr(path, '/');
	int n = slash ? (int)(slash - path) + 1 : 1;

	snprintf(folder, sizeof(folder), "%.*s", n, slash ? path : ".");
	int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	bool good = fd >= 0 && fsync(fd) == 0;
	if (fd >= 0)
		close(fd);
	return good;
}

bool
file_settle(const char *path, struct err *err)
{
	return sync_folder(path) || err_sys(err, "can't sync the folder of '%s'", path);
}

/* A link, unlike a rename, never takes the place of what is there, be it a link that leads nowhere.
 */
bool
file_write_private(const char *path, struct str bytes, struct err *err)
{
	char beside[PATH_MAX];

	if (!write_beside(path, bytes, 0600, beside, err))
		return false;
	int failure = link(beside, path) == 0 ? 0 : errno;
	unlink(beside);
	if (failure == EEXIST) {
		err_set(err, ERR_INPUT, "'%s' already exists", path);
		return err_help(err, "it is never written over; choose another name");
	}
	errno = failure;
	if (failure != 0)
		return err_sys(err, "can't put '%s' in its place", path);
	if (sync_folder(path))
		return true;
	err_sys(err, "can't write '%s'", path);
	unlink(path);
	return false;
}

bool
file_read_private(struct arena *a, const char *path, size_t max, struct str *out, struct err *err)
{
	struct stat st;
	bool good = false;
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW);

	if (fd < 0)
		return open_failed(path, err);
	if (fstat(fd, &st) != 0) {
		err_sys(err, "can't look at '%s'", path);
	} else if (!S_ISREG(st.st_mode)) {
		err_set(err, ERR_INPUT, "'%s' is not a regular file", path);
	} else if (st.st_uid != geteuid()) {
		err_set(err, ERR_INPUT, "'%s' belongs to another user", path);
	} else if (st.st_mode & (S_IRWXG | S_IRWXO)) {
		err_set(err, ERR_INPUT, "others may read or write '%s'", path);
		err_help(err, "`chmod 600` it, and think of what it held as known to them");
	} else {
		good = file_read_fd(a, fd, path, max, out, err);
	}
	close(fd);
	return good;
}

bool
file_sealed(const char *name, struct str bytes, int *fd, struct err *err)
{
	const int seals = F_SEAL_SEAL | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE;
	int memory = memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING);

	if (memory < 0)
		return err_sys(err, "can't create a memory file for '%s'", name);
	if (!write_all(memory, bytes) || lseek(memory, 0, SEEK_SET) != 0 ||
	    fcntl(memory, F_ADD_SEALS, seals) != 0) {
		err_sys(err, "can't seal '%s'", name);
		close(memory);
		return false;
	}
	*fd = memory;
	return true;
}

void
file_close(int *fd)
{
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
}

bool
folder_make(const char *path, struct err *err)
{
	return mkdir(path, 0700) == 0 || errno == EEXIST ||
	       err_sys(err, "can't make the folder '%s'", path);
}

bool
file_exists(const char *path)
{
	return access(path, F_OK) == 0;
}

char *
path_join(struct arena *a, const char *folder, const char *name)
{
	return arena_printf(a, "%s/%s", folder, name);
}

char *
path_beside(struct arena *a, const char *beside, const char *path)
{
	const char *slash = strrchr(beside, '/');

	if (path[0] == '/' || !slash)
		return arena_text(a, str_from(path));
	return arena_printf(a, "%.*s/%s", (int)(slash - beside), beside, path);
}

const char *
path_base(const char *path)
{
	const char *slash = strrchr(path, '/');
	return slash ? slash + 1 : path;
}

char *
path_folder(struct arena *a, const char *path)
{
	size_t n = (size_t)(path_base(path) - path);

	return arena_printf(a, "%.*s", n < 2 ? 1 : (int)n - 1, n == 0 ? "." : path);
}

int
path_order(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* The file that holds this code: libsluice, where a stranger's program loaded it; else the program. */
static bool
own_file(char *out, size_t capacity)
{
	Dl_info loaded;

	if (dladdr(__func__, &loaded) && loaded.dli_fname && strstr(loaded.dli_fname, ".so") &&
	    strlen(loaded.dli_fname) < capacity && realpath(loaded.dli_fname, out))
		return true;
	ssize_t n = readlink("/proc/self/exe", out, capacity - 1);
	if (n > 0)
		out[n] = '\0';
	return n > 0;
}

char *
path_of_part(struct arena *a, const char *name)
{
	/* Beside the program (bin) or the library (lib, lib/TRIPLET), wherever they were put. */
	static const char *const folders[] = {".", "../libexec/sluice", "../share/sluice",
	    "../../libexec/sluice", "../../share/sluice", SLUICE_LIBEXECDIR, SLUICE_DATADIR};
	char self[PATH_MAX];

	if (!own_file(self, sizeof(self)))
		return NULL;
	for (size_t i = 0; i < ARRAY_LENGTH(folders); i++) {
		char *folder = path_beside(a, self, folders[i]);
		char *path = folder ? path_join(a, folder, name) : NULL;
		if (path && file_exists(path))
			return path;
	}
	return NULL;
}
