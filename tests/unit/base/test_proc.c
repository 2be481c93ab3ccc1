/* SPDX-License-Identifier: MIT */
#include "test.h"

#include "arena.h"
#include "clock.h"
#include "proc.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static bool
shell(struct arena *a, const char *script, struct str input, size_t max, int64_t ms,
    struct proc_output *out)
{
	const char *const argv[] = {"/bin/sh", "-c", script, NULL};
	struct proc_spec spec = {.argv = argv, .fd_count = 3};
	struct err err;

	return proc_run(a, &spec, input, max, clock_us() + ms * 1000, out, &err);
}

static void
a_child_gets_its_input_and_both_streams_are_kept(void **state)
{
	struct arena *a = arena_new(8 << 20);
	struct proc_output out;

	(void)state;
	assert_true(shell(a, "cat; echo bad >&2; exit 3", STR("hello"), 1000, 10000, &out));
	assert_str_equal(out.out, "hello");
	assert_str_equal(out.err, "bad\n");
	assert_true(WIFEXITED(out.wait_status) && WEXITSTATUS(out.wait_status) == 3);
	assert_false(out.timed_out || out.too_long);
	arena_free(a);
}

struct heard {
	int times;
	size_t bytes;
};

static void
hear(void *context, struct str output)
{
	struct heard *h = context;

	h->times++;
	h->bytes = output.n;
}

static void
a_child_is_heard_while_it_writes(void **state)
{
	const char *const argv[] = {
	    "/bin/sh", "-c", "echo one; read line; echo two >&2; echo three", NULL};
	struct heard heard = {0, 0};
	struct proc_spec spec = {.argv = argv, .fd_count = 3, .hear = hear, .hear_context = &heard};
	struct arena *a = arena_new(8 << 20);
	struct proc_output out;
	struct err err;

	(void)state;
	assert_true(proc_run(a, &spec, STR("\n"), 1000, clock_us() + 10000000, &out, &err));
	assert_str_equal(out.out, "one\nthree\n");
	assert_in_range(heard.times, 1, 2);
	assert_int_equal(heard.bytes, out.out.n);
	arena_free(a);
}

static bool
third_time(void *context)
{
	int *times = context;
	return ++*times >= 3;
}

static void
a_child_ends_when_it_is_cancelled(void **state)
{
	const char *const argv[] = {"/bin/sh", "-c", "echo one; sleep 600", NULL};
	int times = 0;
	struct proc_spec spec = {
	    .argv = argv, .fd_count = 3, .cancelled = third_time, .cancelled_context = &times};
	struct arena *a = arena_new(8 << 20);
	struct proc_output out;
	struct err err;

	(void)state;
	assert_true(proc_run(a, &spec, STR(""), 1000, INT64_MAX, &out, &err));
	assert_true(out.cancelled);
	assert_false(out.timed_out || out.too_long);
	assert_true(WIFSIGNALED(out.wait_status));
	assert_str_equal(out.out, "one\n");
	arena_free(a);
}

static void
a_child_inherits_nothing(void **state)
{
	struct arena *a = arena_new(8 << 20);
	struct proc_output out;
	int leak = open("/dev/null", O_RDWR); /* on purpose without close-on-exec */

	(void)state;
	assert_true(leak >= 0);
	assert_int_equal(setenv("SLUICE_SECRET", "x", 1), 0);
	assert_true(shell(a, "ls /proc/self/fd | wc -l; echo ${SLUICE_SECRET:-none}", STR(""), 1000,
	    10000, &out));
	assert_str_equal(out.out, "4\nnone\n"); /* 0, 1, 2 and the listing's own */
	close(leak);
	arena_free(a);
}

static void
a_child_ends_at_the_deadline(void **state)
{
	struct arena *a = arena_new(8 << 20);
	struct proc_output out;

	(void)state;
	assert_true(shell(a, "sleep 60", STR(""), 1000, 100, &out));
	assert_true(out.timed_out);
	assert_true(WIFSIGNALED(out.wait_status) && WTERMSIG(out.wait_status) == SIGKILL);
	arena_free(a);
}

static void
a_flood_is_cut_and_ends_the_child(void **state)
{
	struct arena *a = arena_new(8 << 20);
	struct proc_output out;

	(void)state;
	assert_true(shell(a, "yes", STR(""), 100000, 10000, &out));
	assert_true(out.too_long);
	assert_true(out.out.n <= 100000);
	arena_free(a);
}

static void
a_child_that_does_not_read_does_not_kill_us(void **state)
{
	struct arena *a = arena_new(64 << 20);
	char *large = calloc(1, 4 << 20);
	struct proc_output out;

	(void)state;
	assert_non_null(large);
	assert_true(shell(a, "exit 0", (struct str){large, 4 << 20}, 1000, 10000, &out));
	assert_true(WIFEXITED(out.wait_status));
	free(large);
	arena_free(a);
}

static void
what_can_not_be_started_is_an_error_with_its_step(void **state)
{
	const char *const argv[] = {"/no/such/program", NULL};
	struct proc_spec spec = {.argv = argv, .fd_count = 3, .fds = {-1, -1, -1}};
	struct proc p;
	struct err err;

	(void)state;
	assert_false(proc_start(&spec, &p, &err));
	assert_int_equal(err.sys, ENOENT);
	assert_string_equal(err.message,
	    "can't start '/no/such/program' (executing it): No such file or directory");
	assert_int_equal(waitpid(-1, NULL, WNOHANG), -1); /* nothing is left behind */
}

static void
descriptors_land_where_they_are_named(void **state)
{
	const char *const argv[] = {"/bin/sh", "-c", "cat <&4; cat <&3", NULL};
	struct proc_spec spec = {.argv = argv, .fd_count = 5, .fds = {-1, -1, -1}};
	int pipes[3][2], status = -1;
	char back[16] = {0};
	struct proc p;
	struct err err;

	(void)state;
	for (size_t i = 0; i < 3; i++)
		assert_int_equal(pipe2(pipes[i], O_CLOEXEC), 0);
	assert_int_equal(write(pipes[0][1], "three", 5), 5);
	assert_int_equal(write(pipes[1][1], "four", 4), 4);
	spec.fds[3] = pipes[0][0];
	spec.fds[4] = pipes[1][0];
	spec.fds[1] = pipes[2][1];
	assert_true(proc_start(&spec, &p, &err));
	for (size_t i = 0; i < 3; i++)
		close(pipes[i][1]);
	assert_true(proc_wait(&p, clock_us() + 10000000, &status));
	assert_int_equal(read(pipes[2][0], back, sizeof(back)), 9);
	assert_string_equal(back, "fourthree");
	for (size_t i = 0; i < 3; i++)
		close(pipes[i][0]);
}

/* The pipe ends with the last of them. */
static void
what_a_child_has_started_is_killed_with_it(void **state)
{
	const char *const argv[] = {"/bin/sh", "-c", "sleep 60 & sleep 60", NULL};
	struct proc_spec spec = {.argv = argv, .fd_count = 3};
	int pair[2], status;
	struct proc child;
	struct err err;
	char byte;

	(void)state;
	assert_int_equal(pipe2(pair, O_CLOEXEC), 0);
	spec.fds[0] = spec.fds[2] = -1;
	spec.fds[1] = pair[1];
	assert_true(proc_start(&spec, &child, &err));
	close(pair[1]);
	usleep(200000);
	struct pollfd end = {.fd = pair[0], .events = POLLIN};
	assert_int_equal(poll(&end, 1, 0), 0);
	assert_true(proc_signal(&child, SIGKILL));
	assert_true(proc_wait(&child, clock_us() + 10000000, &status));
	assert_int_equal(poll(&end, 1, 10000), 1);
	assert_int_equal(read(pair[0], &byte, 1), 0);
	close(pair[0]);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(a_child_gets_its_input_and_both_streams_are_kept),
	    cmocka_unit_test(a_child_is_heard_while_it_writes),
	    cmocka_unit_test(a_child_ends_when_it_is_cancelled),
	    cmocka_unit_test(a_child_inherits_nothing),
	    cmocka_unit_test(a_child_ends_at_the_deadline),
	    cmocka_unit_test(what_a_child_has_started_is_killed_with_it),
	    cmocka_unit_test(a_flood_is_cut_and_ends_the_child),
	    cmocka_unit_test(a_child_that_does_not_read_does_not_kill_us),
	    cmocka_unit_test(what_can_not_be_started_is_an_error_with_its_step),
	    cmocka_unit_test(descriptors_land_where_they_are_named),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
