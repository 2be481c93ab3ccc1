/* SPDX-License-Identifier: MIT */
#include "listen.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#define BACKLOG 128
#define GONE_MS 60000 /* what is sent and not acknowledged for so long ends its connection */

static bool
fill_unix(const char *path, struct sockaddr_un *at, struct err *err)
{
	*at = (struct sockaddr_un){.sun_family = AF_UNIX};
	if (strlen(path) >= sizeof(at->sun_path))
		return err_set(err, ERR_USAGE, "the socket's path is longer than %zu bytes",
		    sizeof(at->sun_path) - 1);
	memcpy(at->sun_path, path, strlen(path));
	return true;
}

/* A socket of a service that is gone. */
static bool
is_dead(const struct sockaddr_un *at)
{
	int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
	bool dead = fd >= 0 && connect(fd, (const struct sockaddr *)at, sizeof(*at)) != 0 &&
		    errno == ECONNREFUSED;

	if (fd >= 0)
		close(fd);
	return dead;
}

static bool
listen_unix(const char *path, int *out, struct err *err)
{
	struct sockaddr_un at;
	mode_t before;
	int fd, bound;

	if (!fill_unix(path, &at, err))
		return false;
	if (is_dead(&at))
		(void)unlink(path);
	fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
	before = umask(0177);
	bound = fd >= 0 ? bind(fd, (const struct sockaddr *)&at, sizeof(at)) : -1;
	(void)umask(before);
	if (bound == 0 && listen(fd, BACKLOG) == 0) {
		*out = fd;
		return true;
	}
	err_sys(err, "can't listen at 'unix:%.100s'", path);
	if (fd >= 0)
		close(fd);
	return false;
}

union address {
	struct sockaddr any;
	struct sockaddr_in v4;
	struct sockaddr_in6 v6;
};

static bool
read_address(const char *place, union address *at, socklen_t *size, bool *local, struct err *err)
{
	const char *colon = strrchr(place, ':');
	char host[64], *end = NULL;
	unsigned long port = colon ? strtoul(colon + 1, &end, 10) : 0;
	size_t n = colon ? (size_t)(colon - place) : 0;

	*at = (union address){.any.sa_family = AF_UNSPEC};
	if (!colon || !colon[1] || *end || port > 65535 || n == 0 || n >= sizeof(host)) {
		err_set(err, ERR_USAGE, "'%.80s' is not an address to listen at", place);
		return err_help(err, "write 127.0.0.1:8321, [::1]:8321 or unix:/run/sluice.sock");
	}
	bool six = place[0] == '[' && n > 2 && place[n - 1] == ']';
	memcpy(host, place + six, n - 2 * (size_t)six);
	host[n - 2 * (size_t)six] = '\0';
	if (!six && inet_pton(AF_INET, host, &at->v4.sin_addr) == 1) {
		at->v4.sin_family = AF_INET;
		at->v4.sin_port = htons((uint16_t)port);
		*size = sizeof(at->v4);
		*local = (ntohl(at->v4.sin_addr.s_addr) >> 24) == 127;
		return true;
	}
	if (six && inet_pton(AF_INET6, host, &at->v6.sin6_addr) == 1) {
		at->v6.sin6_family = AF_INET6;
		at->v6.sin6_port = htons((uint16_t)port);
		*size = sizeof(at->v6);
		*local = IN6_IS_ADDR_LOOPBACK(&at->v6.sin6_addr);
		return true;
	}
	err_set(err, ERR_USAGE, "'%.60s' is not an IP address", host);
	return err_help(err, "write 127.0.0.1:8321, [::1]:8321 or unix:/run/sluice.sock");
}

static bool
listen_ip(const char *place, int *out, bool *local, char where[160], struct err *err)
{
	union address at;
	socklen_t size = 0;
	int yes = 1, gone_ms = GONE_MS, fd;

	if (!read_address(place, &at, &size, local, err))
		return false;
	fd = socket(at.any.sa_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
	if (fd < 0 || setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof(yes)) != 0 ||
	    setsockopt(fd, IPPROTO_TCP, TCP_USER_TIMEOUT, &gone_ms, sizeof(gone_ms)) != 0 ||
	    bind(fd, &at.any, size) != 0 || listen(fd, BACKLOG) != 0 ||
	    getsockname(fd, &at.any, &size) != 0) {
		err_sys(err, "can't listen at '%.80s'", place);
		if (fd >= 0)
			close(fd);
		return false;
	}
	snprintf(where, 160, "%.*s:%u", (int)(strrchr(place, ':') - place), place,
	    ntohs(at.any.sa_family == AF_INET ? at.v4.sin_port : at.v6.sin6_port));
	*out = fd;
	return true;
}

bool
listen_at(const char *place, int *out, bool *local, char where[160], struct err *err)
{
	if (strncmp(place, "unix:", 5) == 0) {
		*local = true;
		snprintf(where, 160, "%.150s", place);
		return listen_unix(place + 5, out, err);
	}
	return listen_ip(place, out, local, where, err);
}
