/* SPDX-License-Identifier: MIT */
#include "test.h"

#include "calls.h"
#include "refusals.h"

#include <sys/socket.h>
#include <sys/syscall.h>

#define OWN 7

static const struct call_row *
row_of(int call, uint64_t first, uint64_t second, uint64_t third)
{
	const uint64_t args[6] = {first, second, third};
	size_t row = calls_find(call, args, OWN, 2);

	return row < CALLS_COUNT ? &CALLS[row] : NULL;
}

/* Rows of a call stand together, end with the one for all other arguments, and break a rule where
 * they are violations. */
static void
the_table_decides_each_call(void **state)
{
	(void)state;
	for (size_t i = 0; i < CALLS_COUNT; i++) {
		const struct call_row *row = &CALLS[i];
		bool violation = row->class == CALL_ATTACK || row->class == CALL_FORBIDDEN;
		bool next = i + 1 < CALLS_COUNT && CALLS[i + 1].number == row->number;
		assert_int_equal(next, row->words != NULL);
		assert_true(!violation || row->rule != CALL_RULE_NONE);
		for (size_t k = 0; k < i; k++)
			assert_true(CALLS[k].number != row->number || CALLS[k].words);
		assert_true(row->mask != 0 || !row->words);
		assert_true((row->value & ~row->mask) == 0 || row->value == CALL_SELF);
	}
}

static void
arguments_tell_an_attack_from_a_habit(void **state)
{
	static const struct {
		int call;
		uint64_t args[3];
		enum call_class class;
	} cases[] = {
	    {SYS_socket, {AF_UNIX, SOCK_STREAM, 0}, CALL_QUESTION},
	    {SYS_socket, {AF_INET, SOCK_STREAM, 0}, CALL_FORBIDDEN},
	    {SYS_socket, {AF_PACKET, SOCK_RAW, 0}, CALL_ATTACK},
	    {SYS_clone, {0x11, 0, 0}, CALL_ALLOWED},
	    {SYS_clone, {0x10000011, 0, 0}, CALL_ATTACK},
	    {SYS_clone, {0x91, 0, 0}, CALL_ATTACK}, /* a time of its own */
	    {SYS_kill, {1, 9, 0}, CALL_ATTACK},
	    {SYS_kill, {0x100000001, 9, 0}, CALL_ATTACK}, /* the kernel sees 1 */
	    {SYS_kill, {1, 0, 0}, CALL_ALLOWED},
	    {SYS_kill, {UINT64_MAX, 15, 0}, CALL_ATTACK},
	    {SYS_kill, {5, 15, 0}, CALL_ALLOWED},
	    {SYS_setpriority, {0, 0, 5}, CALL_HARMLESS},
	    {SYS_setpriority, {0, OWN, 5}, CALL_HARMLESS},
	    {SYS_setpriority, {0, 1, 5}, CALL_ATTACK},
	    {SYS_setpriority, {0, 0, (uint64_t)-5}, CALL_ATTACK},
	    {SYS_personality, {0xffffffff, 0, 0}, CALL_ALLOWED},
	    {SYS_personality, {0, 0, 0}, CALL_ATTACK},
	    {SYS_ptrace, {0, 0, 0}, CALL_ATTACK},
	    {SYS_read, {0, 0, 0}, CALL_ALLOWED},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
		const uint64_t *args = cases[i].args;
		const struct call_row *row = row_of(cases[i].call, args[0], args[1], args[2]);
		assert_true(row && row->class == cases[i].class);
	}
	assert_null(row_of(9999, 0, 0, 0));
	assert_int_equal(CALL_ATTACK, 0);
}

static struct wire_refusal
refusal(int call, uint64_t first, uint64_t second)
{
	const uint64_t args[6] = {first, second};
	size_t row = calls_find(call, args, OWN, 2);

	return (struct wire_refusal){.call = call,
	    .row = (int32_t)row,
	    .class = (int32_t)(row < CALLS_COUNT ? CALLS[row].class : CALL_ATTACK),
	    .args = {first, second}};
}

static void
a_refusal_is_told_by_name(void **state)
{
	struct arena *a = arena_new(1 << 16);
	struct wire_refusal shell = {.call = SYS_execve, .class = CALL_FORBIDDEN};
	struct wire_refusal cases[] = {refusal(SYS_socket, 2, 1), shell, refusal(9999, 0, 0),
	    refusal(SYS_socket, AF_UNIX, 1), refusal(SYS_kill, 1, 9),
	    {.call = 20, .class = CALL_ATTACK, .foreign = true, .row = -1}};
	static const struct {
		const char *what, *detail, *rule;
		bool attack;
	} told[] = {
	    {"socket", "arguments 0x2, 0x1, 0x0: there is no network; work on the declared inputs",
		"capability.network", false},
	    {"execve",
		"/bin/\\x1b[1msh: other programs and processes can't be used; do it in Python",
		"capability.process", false},
	    {"call 9999", "arguments 0x0, 0x0, 0x0: this system call is forbidden; do without it",
		"capability.native", true},
	    {"socket", "AF_UNIX, arguments 0x1, 0x1, 0x0", "", false},
	    {"kill",
		"of the first process, arguments 0x1, 0x9, 0x0: other programs and processes can't be used; do it in Python",
		"capability.process", true},
	    {"foreign call 20",
		"arguments 0x0, 0x0, 0x0: this system call is forbidden; do without it",
		"capability.native", true},
	};
	struct box_violation v;
	struct err err;

	(void)state;
	cases[1].row = refusal(SYS_execve, 0, 0).row;
	memcpy(cases[1].path, "/bin/\x1b[1msh", 11);
	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
		assert_true(refusal_describe(a, &cases[i], &v, &err));
		assert_str_equal(v.what, told[i].what);
		assert_str_equal(v.detail, told[i].detail);
		assert_str_equal(v.rule, told[i].rule);
		assert_int_equal(v.attack, told[i].attack);
	}
	arena_free(a);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(the_table_decides_each_call),
	    cmocka_unit_test(arguments_tell_an_attack_from_a_habit),
	    cmocka_unit_test(a_refusal_is_told_by_name),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
