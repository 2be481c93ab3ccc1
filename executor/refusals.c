/* SPDX-License-Identifier: MIT */
#include "refusals.h"

#include "ceilings.h"
#include "file.h"
#include "filter.h"

#include <sys/socket.h>
#include <sys/syscall.h>

bool
refusal_is_noise(const struct wire_refusal *r)
{
	static const char *const programs[] = {"uname", "fc-list", "ldconfig", "ldconfig.real"};

	if (r->call == SYS_socket)
		return r->args[0] == AF_UNIX;
	if (r->call != SYS_execve)
		return false;
	for (size_t i = 0; i < ARRAY_LENGTH(programs); i++)
		if (strcmp(path_base(r->path), programs[i]) == 0)
			return true;
	return false;
}

bool
refusal_describe(
    struct arena *a, const struct wire_refusal *r, struct box_violation *out, struct err *err)
{
	struct buf detail;

	buf_init(&detail, 4 * CALL_DETAIL_BYTES);
	out->what = str_from(filter_call_name(a, r->call));
	if (r->call == SYS_execve && r->path[0] != '\0')
		buf_visible(&detail,
		    str_slice((struct str){r->path, sizeof(r->path)}, 0,
			strnlen(r->path, sizeof(r->path))),
		    CALL_DETAIL_BYTES);
	else
		buf_printf(&detail, "arguments 0x%llx, 0x%llx, 0x%llx",
		    (unsigned long long)r->args[0], (unsigned long long)r->args[1],
		    (unsigned long long)r->args[2]);
	bool good = out->what.p && arena_copy(a, buf_view(&detail), &out->detail);
	buf_release(&detail);
	return good || err_memory(err);
}
