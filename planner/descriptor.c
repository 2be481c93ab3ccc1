/* SPDX-License-Identifier: MIT */
#include "descriptor.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

#define KEY_FILE_BYTES_MAX ((size_t)16 << 10)
#define KEPT_MAX 8

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct {
	int pipe, copy;
} kept[KEPT_MAX];
static size_t kept_count;

/* Moves the pipe's bytes without looking at them. */
static bool
empty_into(int pipe, int copy, struct err *err)
{
	size_t all = 0;

	while (all < KEY_FILE_BYTES_MAX) {
		ssize_t n = splice(pipe, NULL, copy, NULL, KEY_FILE_BYTES_MAX - all, 0);
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return err_sys(err, "can't read the key from descriptor %d", pipe);
		if (n == 0)
			break;
		all += (size_t)n;
	}
	return true;
}

static bool
copy_pipe(int pipe, int *out, struct err *err)
{
	const int seals = F_SEAL_SEAL | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE;
	int copy = memfd_create("key", MFD_CLOEXEC | MFD_ALLOW_SEALING);

	if (copy < 0)
		return err_sys(err, "can't create a memory file for the key");
	if (!empty_into(pipe, copy, err)) {
		close(copy);
		return false;
	}
	if (fcntl(copy, F_ADD_SEALS, seals) != 0) {
		err_sys(err, "can't seal the key");
		close(copy);
		return false;
	}
	*out = copy;
	return true;
}

static bool
find_copy(int pipe, int *out, struct err *err)
{
	for (size_t i = 0; i < kept_count; i++)
		if (kept[i].pipe == pipe) {
			*out = kept[i].copy;
			return true;
		}
	if (kept_count == KEPT_MAX)
		return err_set(err, ERR_LIMIT, "more than %d keys came as pipes", KEPT_MAX);
	if (!copy_pipe(pipe, out, err))
		return false;
	kept[kept_count].pipe = pipe;
	kept[kept_count++].copy = *out;
	return true;
}

bool
descriptor_find(struct str key_file, int *out, struct err *err)
{
	int64_t number;

	*out = -1;
	if (!str_starts(key_file, STR("fd:")))
		return true;
	if (!str_number(str_slice(key_file, 3, key_file.n), &number) || number > INT_MAX ||
	    fcntl((int)number, F_GETFD) < 0)
		return err_set(
		    err, ERR_INPUT, "'%.*s' is not an open descriptor", STR_ARG(key_file));
	int fd = (int)number;
	if (lseek(fd, 0, SEEK_CUR) >= 0) {
		*out = fd;
		return true;
	}
	pthread_mutex_lock(&lock);
	bool good = find_copy(fd, out, err);
	pthread_mutex_unlock(&lock);
	return good;
}
