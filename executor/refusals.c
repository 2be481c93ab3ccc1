/* SPDX-License-Identifier: MIT */
#include "refusals.h"

#include "ceilings.h"
#include "filter.h"

#include <sys/syscall.h>

/* The first that lists the call; what neither reaches for the network nor for a process is native
 * code's. */
static const struct kind {
	const char *rule, *remedy;
	int calls[16];
} kinds[] = {
    {"capability.network", "there is no network; work on the declared inputs",
	{SYS_socket, SYS_socketpair, SYS_connect, SYS_bind, SYS_listen, SYS_accept, SYS_accept4,
	    SYS_sendto, SYS_sendmsg, SYS_sendmmsg, SYS_setsockopt, -1}},
    {"capability.process", "no other program or process is there to use; do it in Python",
	{SYS_execve, SYS_execveat, SYS_clone, SYS_clone3, SYS_ptrace, SYS_process_vm_readv,
	    SYS_process_vm_writev, SYS_pidfd_getfd, SYS_kcmp, SYS_unshare, SYS_setns, -1}},
    {"capability.native", "this system call is closed; do without it", {-1}},
};

static const struct kind *
kind_of(int call)
{
	for (size_t i = 0; i + 1 < ARRAY_LENGTH(kinds); i++)
		for (const int *one = kinds[i].calls; *one >= 0; one++)
			if (*one == call)
				return &kinds[i];
	return &kinds[ARRAY_LENGTH(kinds) - 1];
}

bool
refusal_describe(
    struct arena *a, const struct wire_refusal *r, struct box_violation *out, struct err *err)
{
	struct buf detail;

	*out = (struct box_violation){0};
	buf_init(&detail, 5 * CALL_DETAIL_BYTES);
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
	/* What libraries ask for by habit breaks no rule. */
	if (!refusal_is_noise(r)) {
		out->rule = str_from(kind_of(r->call)->rule);
		out->attack = kind_of(r->call) != &kinds[0] && r->call != SYS_execve;
		buf_printf(&detail, ": %s", kind_of(r->call)->remedy);
	}
	bool good = out->what.p && arena_copy(a, buf_view(&detail), &out->detail);
	buf_release(&detail);
	return good || err_memory(err);
}
