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

/* At most size - 1 bytes, which end with a NUL. */
static bool
read_text(int fd, const char *path, char *out, size_t size, size_t *length, struct err *err)
{
	size_t n = 0;
	ssize_t got = 0;

	while (n < size - 1) {
		got = pread(fd, out + n, size - 1 - n, (off_t)n);
		if (got < 0 && errno == EINTR)
			continue;
		if (got <= 0)
			break;
		n += (size_t)got;
	}
	out[n] = '\0';
	*length = n;
	if (got < 0)
		return err_sys(err, "can't read the key file '%s'", path);
	return n < size - 1 ||
	       err_set(err, ERR_INPUT, "the key file '%s' is too long for a key", path);
}

static bool
read_key(int fd, const char *path, char out[KEY_BYTES_MAX], struct err *err)
{
	size_t n;

	if (!read_text(fd, path, out, KEY_BYTES_MAX, &n, err) || !is_clean(out, n, path, err))
		return false;
	if (strlen(out) >= KEY_BYTES_MIN)
		return true;
	err_set(err, ERR_INPUT,
	    "the key file '%s' has fewer than %d characters: a reply would lose them "
	    "wherever they stand",
	    path, KEY_BYTES_MIN);
	return err_help(err, "for a server that wants no key, leave key_file out");
}

/* The value goes into `out` where it can stand in a header. */
static bool
take_part(struct str value, char out[KEY_BYTES_MAX], const char *path, struct err *err)
{
	if (value.n >= KEY_BYTES_MAX)
		return err_set(err, ERR_INPUT, "the key file '%s' is too long for a key", path);
	memcpy(out, value.p, value.n);
	out[value.n] = '\0';
	return is_clean(out, value.n, path, err);
}

/* One line of the file; of sections, only the first without a name and [default] count. */
static bool
take_line(struct str line, bool *counts, struct aws_key *out, const char *path, struct err *err)
{
	const struct {
		const char *name;
		char *out;
	} parts[] = {
	    {"aws_access_key_id", out->id},
	    {"aws_secret_access_key", out->secret},
	    {"aws_session_token", out->token},
	};
	struct str value = str_trim(line), name;

	if (value.n > 0 && value.p[0] == '[')
		*counts = str_is(value, "[default]");
	if (!*counts || value.n == 0 || strchr("#;[", value.p[0]))
		return true;
	if (!str_cut(&value, '=', &name) || !value.p)
		return err_set(err, ERR_INPUT, "the key file '%s' has a line without '='", path);
	for (size_t i = 0; i < ARRAY_LENGTH(parts); i++)
		if (str_is(str_trim(name), parts[i].name))
			return take_part(str_trim(value), parts[i].out, path, err);
	return true;
}

static bool
read_aws(int fd, const char *path, struct aws_key *out, struct err *err)
{
	char text[AWS_FILE_BYTES_MAX];
	bool good, counts = true;
	size_t n;

	good = read_text(fd, path, text, sizeof(text), &n, err);
	struct str rest = {text, n}, line;
	while (good && str_cut(&rest, '\n', &line))
		good = take_line(line, &counts, out, path, err);
	explicit_bzero(text, sizeof(text));
	if (good && (!out->id[0] || !out->secret[0]))
		good = err_set(err, ERR_INPUT,
		    "the key file '%s' lacks aws_access_key_id or aws_secret_access_key", path);
	return good;
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

static int
open_place(const struct key_place *at, struct err *err)
{
	return at->fd >= 0 ? at->fd : open_private(at->path, at->credential, err);
}

static const char *
name_of(const struct key_place *at)
{
	return at->fd >= 0 ? "descriptor" : at->path;
}

bool
key_read(const struct key_place *at, char out[KEY_BYTES_MAX], struct err *err)
{
	int fd = open_place(at, err);

	if (fd < 0)
		return false;
	bool good = read_key(fd, name_of(at), out, err);
	close(fd);
	return good;
}

bool
key_read_aws(const struct key_place *at, struct aws_key *out, struct err *err)
{
	int fd = open_place(at, err);

	if (fd < 0)
		return false;
	bool good = read_aws(fd, name_of(at), out, err);
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
