/* SPDX-License-Identifier: MIT */
/*
 * power_cut: put before a program (LD_PRELOAD), it keeps what a power cut would leave of the files in the folder
 * POWER_CUT: what was synced, and no write behind that. Each time that a program is given to a box ("code" is
 * sealed), or something goes to standard output, that is copied to POWER_CUT/cuts/N.code or N.told, N being
 * how many of its kind there were.
 */
#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static const char *
folder(void)
{
	return getenv("POWER_CUT");
}

static void
copy(const char *from, const char *to)
{
	char fresh[PATH_MAX + 8];
	off_t at = 0;
	struct stat st;

	snprintf(fresh, sizeof(fresh), "%s.new", to);
	int in = open(from, O_RDONLY | O_CLOEXEC);
	int out = open(fresh, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	if (in < 0 || out < 0 || fstat(in, &st) != 0)
		abort();
	while (at < st.st_size)
		if (sendfile(out, in, &at, (size_t)(st.st_size - at)) <= 0)
			abort();
	close(in);
	close(out);
	if (rename(fresh, to) != 0)
		abort();
}

/* The file's image, beside the others in POWER_CUT/disk. */
static void
note_sync(int fd)
{
	char link[64], path[PATH_MAX], image[PATH_MAX + 64];
	const char *name;

	if (!folder())
		return;
	snprintf(link, sizeof(link), "/proc/self/fd/%d", fd);
	ssize_t n = readlink(link, path, sizeof(path) - 1);
	if (n <= 0 || (path[n] = '\0', !(name = strrchr(path, '/'))))
		return;
	if (strncmp(path, folder(), strlen(folder())) != 0 || strncmp(name, "/store.db", 9) != 0)
		return;
	snprintf(image, sizeof(image), "%s/disk%s", folder(), name);
	pthread_mutex_lock(&lock);
	copy(link, image);
	pthread_mutex_unlock(&lock);
}

static void
cut(const char *kind, int *count)
{
	char from[PATH_MAX], to[PATH_MAX + 64];
	struct dirent *entry;
	DIR *disk;

	if (!folder())
		return;
	pthread_mutex_lock(&lock);
	snprintf(from, sizeof(from), "%s/disk", folder());
	snprintf(to, sizeof(to), "%s/cuts/%d.%s", folder(), ++*count, kind);
	if (mkdir(to, 0700) != 0 || !(disk = opendir(from)))
		abort();
	while ((entry = readdir(disk)))
		if (strncmp(entry->d_name, "store.db", 8) == 0) {
			snprintf(from, sizeof(from), "%s/disk/%s", folder(), entry->d_name);
			snprintf(to, sizeof(to), "%s/cuts/%d.%s/%s", folder(), *count, kind,
			    entry->d_name);
			copy(from, to);
		}
	closedir(disk);
	pthread_mutex_unlock(&lock);
}

int
fsync(int fd)
{
	int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, "fsync");
	int result = real(fd);

	note_sync(fd);
	return result;
}

int
fdatasync(int fd)
{
	int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, "fdatasync");
	int result = real(fd);

	note_sync(fd);
	return result;
}

int
memfd_create(const char *name, unsigned flags)
{
	int (*real)(const char *, unsigned) =
	    (int (*)(const char *, unsigned))dlsym(RTLD_NEXT, "memfd_create");
	static int count;

	if (strcmp(name, "code") == 0)
		cut("code", &count);
	return real(name, flags);
}

/* The C library's own streams don't come by write(2) here. */
size_t
fwrite(const void *bytes, size_t size, size_t count, FILE *file)
{
	size_t (*real)(const void *, size_t, size_t, FILE *) =
	    (size_t(*)(const void *, size_t, size_t, FILE *))dlsym(RTLD_NEXT, "fwrite");
	static int told;

	if (file == stdout)
		cut("told", &told);
	return real(bytes, size, count, file);
}
