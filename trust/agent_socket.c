/* SPDX-License-Identifier: MIT */
#include "agent.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#define LENGTH_BYTES 4
#define KEYID_SHOWN 16

/* Another's folder, or one that others may enter, is no place for the socket. */
static bool
folder_is_ours(const char *folder, bool make, struct err *err)
{
	struct stat st;

	if (make && mkdir(folder, 0700) != 0 && errno != EEXIST)
		return err_sys(err, "can't make the folder '%s'", folder);
	if (lstat(folder, &st) != 0)
		return err_sys(err, "can't look at '%s'", folder);
	if (S_ISDIR(st.st_mode) && st.st_uid == geteuid() &&
	    (st.st_mode & (S_IRWXG | S_IRWXO)) == 0)
		return true;
	err_set(err, ERR_INPUT, "'%s' is not a folder of yours alone", folder);
	return err_help(err, "the agent's socket wants a folder of mode 0700");
}

bool
agent_address(const struct public_key *k, bool make, struct sockaddr_un *out, struct err *err)
{
	const char *runtime = getenv("XDG_RUNTIME_DIR"), *home = getenv("HOME");
	bool has_runtime = runtime && *runtime == '/';
	char folder[sizeof(out->sun_path)], id[KEYID_BYTES];

	if (!has_runtime && (!home || *home != '/'))
		return err_set(err, ERR_USAGE, "neither XDG_RUNTIME_DIR nor HOME names a folder");
	int n = snprintf(folder, sizeof(folder), "%s/%s", has_runtime ? runtime : home,
	    has_runtime ? "sluice" : ".sluice");
	public_key_id(k, id);
	*out = (struct sockaddr_un){.sun_family = AF_UNIX};
	if (n < 0 || (size_t)n + KEYID_SHOWN + sizeof("/agent-") > sizeof(out->sun_path))
		return err_set(err, ERR_LIMIT, "the path of the agent's folder is too long");
	if (!folder_is_ours(folder, make, err))
		return false;
	memcpy(out->sun_path, folder, (size_t)n);
	memcpy(out->sun_path + n, "/agent-", strlen("/agent-"));
	memcpy(out->sun_path + (size_t)n + strlen("/agent-"), id, KEYID_SHOWN);
	return true;
}

void
agent_be_impatient(int fd)
{
	const struct timeval patience = {.tv_sec = AGENT_PATIENCE_SECONDS};

	setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof(patience));
	setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof(patience));
}

int
agent_connect(const struct sockaddr_un *address)
{
	int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);

	if (fd < 0)
		return -1;
	if (connect(fd, (const struct sockaddr *)(const void *)address, sizeof(*address)) == 0) {
		agent_be_impatient(fd);
		return fd;
	}
	close(fd);
	return -1;
}

static bool
send_all(int fd, const char *p, size_t n)
{
	while (n > 0) {
		ssize_t sent = send(fd, p, n, MSG_NOSIGNAL);
		if (sent < 0 && errno == EINTR)
			continue;
		if (sent <= 0)
			return false;
		p += sent;
		n -= (size_t)sent;
	}
	return true;
}

static bool
receive_all(int fd, char *p, size_t n)
{
	while (n > 0) {
		ssize_t got = recv(fd, p, n, 0);
		if (got < 0 && errno == EINTR)
			continue;
		if (got <= 0)
			return false;
		p += got;
		n -= (size_t)got;
	}
	return true;
}

bool
agent_send(int fd, struct str bytes)
{
	char length[LENGTH_BYTES];

	for (size_t i = 0; i < LENGTH_BYTES; i++)
		length[i] = (char)(bytes.n >> 8 * (LENGTH_BYTES - 1 - i) & 0xff);
	return send_all(fd, length, sizeof(length)) && send_all(fd, bytes.p, bytes.n);
}

bool
agent_receive(struct arena *a, int fd, size_t max, struct str *out)
{
	unsigned char length[LENGTH_BYTES];
	size_t n = 0;

	if (!receive_all(fd, (char *)length, sizeof(length)))
		return false;
	for (size_t i = 0; i < LENGTH_BYTES; i++)
		n = n << 8 | length[i];
	char *bytes = n <= max ? arena_alloc(a, n + 1) : NULL;
	if (!bytes || !receive_all(fd, bytes, n))
		return false;
	*out = (struct str){bytes, n};
	return true;
}
