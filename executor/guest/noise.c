/* SPDX-License-Identifier: MIT */
#include "wire.h"

#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>

bool
refusal_is_noise(const struct wire_refusal *r)
{
	static const char *const programs[] = {"/usr/bin/uname", "/bin/uname", "/usr/bin/fc-list",
	    "/bin/fc-list", "/sbin/ldconfig", "/usr/sbin/ldconfig", "/sbin/ldconfig.real"};

	if (r->call == SYS_socket)
		return r->args[0] == AF_UNIX;
	if (r->call != SYS_execve)
		return false;
	for (size_t i = 0; i < sizeof(programs) / sizeof(*programs); i++)
		if (strncmp(r->path, programs[i], sizeof(r->path)) == 0)
			return true;
	return false;
}
