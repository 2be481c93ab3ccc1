/* SPDX-License-Identifier: MIT */
#include "key.h"

#include "file.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

static bool
is_private(int fd, const char *path, bool credential, struct err *err)
{
	const mode_t forbidden = credential ? 037 : 077;
	struct stat st;

	if (fstat(fd, &st) != 0)
		return err_sys(err, "can't look at the key file '%s'", path);
	if (!S_ISREG(st.st_mode))
		return err_set(err, ERR_INPUT, "the key file '%s' is not a regular file", path);
	if (st.st_uid != geteuid() && st.st_uid != 0)
		return err_set(err, ERR_INPUT, "the key file '%s' belongs to another user", path);
	if ((st.st_mode & forbidden) == 0)
		return true;
	return err_set(err, ERR_INPUT,
	    "the key file '%s' is open to others (mode %04o): chmod 600 it", path,
	    (unsigned)(st.st_mode & 07777));
}

/* Cuts blanks at the end, and refuses what could not stand in a header. */
static bool
is_clean(char *key, size_t n, const char *path, struct err *err)
{
	while (n > 0 && (key[n - 1] == '\n' || key[n - 1] == '\r' || key[n - 1] == ' '))
		key[--n] = '\0';
	if (n == 0)
		return err_set(err, ERR_INPUT, "the key file '%s' is empty", path);
	for (size_t i = 0; i < n; i++)
		if (key[i] <= ' ' || key[i] > '~')
			return err_set(err, ERR_INPUT,
			    "the key file '%s' does not hold one line of plain text", path);
	return true;
}

static bool
read_key(int fd, const char *path, char out[KEY_BYTES_MAX], struct err *err)
{
	size_t n = 0;
	ssize_t got = 0;

	while (n < KEY_BYTES_MAX - 1) {
		got = pread(fd, out + n, KEY_BYTES_MAX - 1 - n, (off_t)n);
		if (got < 0 && errno == EINTR)
			continue;
		if (got <= 0)
			break;
		n += (size_t)got;
	}
	out[n] = '\0';
	if (got < 0)
		return err_sys(err, "can't read the key file '%s'", path);
	if (n == KEY_BYTES_MAX - 1)
		return err_set(err, ERR_INPUT, "the key file '%s' is too long for a key", path);
	return is_clean(out, n, path, err);
}

/* -1 where it can't be opened, or is not private. */
static int
open_private(const char *path, bool credential, struct err *err)
{
	int fd = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);

	if (fd < 0 && errno == ELOOP)
		err_set(err, ERR_INPUT, "the key file '%s' is a link", path);
	else if (fd < 0)
		err_sys(err, "can't open the key file '%s'", path);
	if (fd < 0 || is_private(fd, path, credential, err))
		return fd;
	close(fd);
	return -1;
}

bool
key_read(const char *path, bool credential, char out[KEY_BYTES_MAX], struct err *err)
{
	int fd = open_private(path, credential, err);

	if (fd < 0)
		return false;
	bool good = read_key(fd, path, out, err);
	close(fd);
	return good;
}

bool
key_read_pem(struct arena *a, const char *path, struct str *out, struct err *err)
{
	int fd = open_private(path, false, err);

	if (fd < 0)
		return false;
	bool good = file_read_fd(a, fd, path, KEY_PEM_BYTES_MAX, out, err);
	close(fd);
	return good;
}

bool
key_read_fd(int fd, char out[KEY_BYTES_MAX], struct err *err)
{
	bool good = read_key(fd, "descriptor", out, err);

	close(fd);
	return good;
}
