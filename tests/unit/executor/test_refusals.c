/* SPDX-License-Identifier: MIT */
#include "test.h"

#include "refusals.h"

#include <sys/socket.h>
#include <sys/syscall.h>

static struct wire_refusal
execve_of(const char *path)
{
	struct wire_refusal r = {.call = SYS_execve};

	memcpy(r.path, path, strlen(path));
	return r;
}

static void
only_what_libraries_do_is_noise(void **state)
{
	struct wire_refusal uname = execve_of("/usr/bin/uname"),
			    fonts = execve_of("/usr/bin/fc-list"), shell = execve_of("/bin/sh"),
			    nothing = execve_of(""), disguised = execve_of("/tmp/uname");
	struct wire_refusal names = {.call = SYS_socket, .args = {AF_UNIX}},
			    internet = {.call = SYS_socket, .args = {AF_INET}},
			    trace = {.call = SYS_ptrace};

	(void)state;
	assert_true(refusal_is_noise(&uname));
	assert_true(refusal_is_noise(&fonts));
	assert_true(refusal_is_noise(&names));
	assert_false(refusal_is_noise(&shell));
	assert_false(refusal_is_noise(&disguised));
	assert_false(refusal_is_noise(&nothing));
	assert_false(refusal_is_noise(&internet));
	assert_false(refusal_is_noise(&trace));
}

static void
a_refusal_is_told_by_name(void **state)
{
	struct arena *a = arena_new(1 << 16);
	struct wire_refusal internet = {.call = SYS_socket, .args = {2, 1, 0}};
	struct wire_refusal shell = execve_of("/bin/\x1b[1msh"), odd = {.call = 9999};
	struct box_violation v;
	struct err err;

	(void)state;
	assert_true(refusal_describe(a, &internet, &v, &err));
	assert_true(str_is(v.what, "socket"));
	assert_true(str_is(v.detail, "arguments 0x2, 0x1, 0x0: there is no network; work on the declared inputs"));
	assert_true(refusal_describe(a, &shell, &v, &err));
	assert_true(str_is(v.what, "execve"));
	assert_true(str_is(v.detail, "/bin/\\x1b[1msh: no other program or process is there to use; do it in Python"));
	assert_true(str_is(v.rule, "capability.process"));
	assert_true(refusal_describe(a, &odd, &v, &err));
	assert_true(str_is(v.what, "call 9999"));
	assert_true(str_is(v.rule, "capability.native"));
	struct wire_refusal names = {.call = SYS_socket, .args = {AF_UNIX}};
	assert_true(refusal_describe(a, &names, &v, &err));
	assert_int_equal(v.rule.n, 0);
	arena_free(a);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(only_what_libraries_do_is_noise),
	    cmocka_unit_test(a_refusal_is_told_by_name),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
