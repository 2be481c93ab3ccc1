/* SPDX-License-Identifier: MIT */
#include "calls.h"

#include <fcntl.h>
#include <linux/sched.h>
#include <stdbool.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>

#define LOW 0xffffffff
#define PR_SET_VMA_NAMES 0x53564d41
#ifndef PR_SET_VMA
#define PR_SET_VMA PR_SET_VMA_NAMES
#endif
#define TIOCLINUX_NUMBER 0x541C
#ifndef TIOCLINUX
#define TIOCLINUX TIOCLINUX_NUMBER
#endif

#define ROW(call, class, rule) {__NR_##call, #call, NULL, CALL_##class, CALL_RULE_##rule, 0, 0, 0},
#define ALLOWED(call) ROW(call, ALLOWED, NONE)
#define START(call) ROW(call, START, NONE)
#define HARMLESS(call) ROW(call, HARMLESS, NONE)
#define ABSENT(call) ROW(call, ABSENT, NONE)
#define FORBIDDEN(call, rule) ROW(call, FORBIDDEN, rule)
#define ATTACK(call, rule) ROW(call, ATTACK, rule)
#define LOOKED_AT(call, rule) ROW(call, LOOKED_AT, rule)
#define WHEN(call, words, argument, mask, value, class, rule)                                      \
	{__NR_##call, #call, words, CALL_##class, CALL_RULE_##rule, argument, mask, value},
#define NEW(call, number, class, rule)                                                             \
	{number, #call, NULL, CALL_##class, CALL_RULE_##rule, 0, 0, 0},

const struct call_row CALLS[] = {
#include "calls.def"
};
const size_t CALLS_COUNT = sizeof(CALLS) / sizeof(*CALLS);

_Static_assert(sizeof(CALLS) / sizeof(*CALLS) < CALL_ROWS_MAX, "the rows fit their ceiling");
_Static_assert((CLONE_NAMESPACES & (CLONE_NEWNS | CLONE_NEWUSER | CLONE_NEWTIME)) ==
		   (CLONE_NEWNS | CLONE_NEWUSER | CLONE_NEWTIME),
    "as the kernel has them");

static bool
fits(const struct call_row *row, const uint64_t *args, uint64_t self, uint64_t program)
{
	if (!row->words)
		return true;
	uint64_t is = args[row->argument] & row->mask;
	if (row->value == CALL_SELF)
		return is == 0 || is == self || is == program;
	return is == row->value;
}

size_t
calls_find(int number, const uint64_t *args, uint64_t self, uint64_t program)
{
	size_t i = 0;

	while (
	    i < CALLS_COUNT && (CALLS[i].number != number || !fits(&CALLS[i], args, self, program)))
		i++;
	return i;
}
