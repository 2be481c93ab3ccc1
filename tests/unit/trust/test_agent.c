/* SPDX-License-Identifier: MIT */
/* The agent in a process of its own, asked as a verb asks it, and as one that means harm. */
#include "scene.h"

#include "agent.h"
#include "clock.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static char folder[] = "/tmp/sluice-test-XXXXXX";

static _Noreturn void
live(struct scene *s, int64_t lifetime_us, int ready)
{
	struct key_agent *agent;
	struct err err;

	if (!key_agent_open(s->secrets[ANN], STR("ann"), &agent, &err))
		_exit(2);
	if (write(ready, "!", 1) != 1)
		_exit(3);
	bool good = key_agent_serve(agent, lifetime_us, NULL, NULL, &err);
	key_agent_close(agent);
	_exit(good ? 0 : 1);
}

/* Returns when the agent listens. A signal that comes before it waits for signals waits for it. */
static pid_t
start(struct scene *s, int64_t lifetime_us)
{
	sigset_t ends, before;
	int ready[2];
	char c;

	sigemptyset(&ends);
	sigaddset(&ends, SIGINT);
	sigaddset(&ends, SIGTERM);
	assert_int_equal(pipe(ready), 0);
	sigprocmask(SIG_BLOCK, &ends, &before);
	pid_t child = fork();
	assert_true(child >= 0);
	if (child == 0)
		live(s, lifetime_us, ready[1]);
	sigprocmask(SIG_SETMASK, &before, NULL);
	close(ready[1]);
	assert_int_equal(read(ready[0], &c, 1), 1);
	close(ready[0]);
	return child;
}

static void
stop(pid_t child, int signal)
{
	int status;

	if (signal)
		kill(child, signal);
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

static struct str
vote_now(struct scene *s, struct vote *v)
{
	struct str text;
	struct err err;

	scene_write_rule(s);
	v->voted_us = clock_utc_us();
	v->expires_us = v->voted_us + MINUTE_US;
	assert_true(vote_statement(s->a, v, &text, &err));
	return text;
}

static void
the_agent_signs_its_owners_votes(void **state)
{
	struct scene s;
	struct buf out;
	struct str text;
	struct err err;

	(void)state;
	scene_begin(&s);
	text = vote_now(&s, &s.votes[0]);
	buf_init(&out, ENVELOPE_BYTES_MAX);
	assert_false(key_agent_sign(s.a, &s.keys[ANN].key, text, &out, &err));
	assert_int_equal(err.code, ERR_NONE);
	pid_t child = start(&s, 600 * INT64_C(1000000));
	assert_true(key_agent_sign(s.a, &s.keys[ANN].key, text, &out, &err));
	assert_str_equal(buf_view(&out), scene_envelope(&s, ANN, text).p);
	buf_clear(&out);
	assert_true(delegation_statement(s.a, scene_delegate(&s, ANN, BOB), &text, &err));
	assert_true(key_agent_sign(s.a, &s.keys[ANN].key, text, &out, &err));
	assert_false(key_agent_sign(s.a, &s.keys[BOB].key, text, &out, &err));
	assert_int_equal(err.code, ERR_NONE);
	stop(child, SIGTERM);
	assert_false(key_agent_sign(s.a, &s.keys[ANN].key, text, &out, &err));
	buf_release(&out);
	scene_end(&s);
}

static void
refused(struct scene *s, struct str text, const char *message)
{
	struct buf out;
	struct err err;

	buf_init(&out, ENVELOPE_BYTES_MAX);
	assert_false(key_agent_sign(s->a, &s->keys[ANN].key, text, &out, &err));
	assert_int_equal(err.code, ERR_REFUSED);
	assert_string_equal(err.message, message);
	assert_int_equal(out.n, 0);
	buf_release(&out);
}

static void
the_agent_signs_nothing_else(void **state)
{
	struct scene s;
	struct str text;
	struct err err;

	(void)state;
	scene_begin(&s);
	pid_t child = start(&s, 600 * INT64_C(1000000));
	refused(&s, STR(""), "the agent refused: this is no statement that the agent signs");
	refused(
	    &s, STR("DSSEv1 29 x"), "the agent refused: this is no statement that the agent signs");
	refused(&s,
	    STR("{\"_type\":\"https://in-toto.io/Statement/v1\",\"predicate\":{},\"predicateType\":"
		"\"urn:other\",\"subject\":[]}"),
	    "the agent refused: this is no statement that the agent signs");
	text = vote_now(&s, &s.votes[1]);
	refused(&s, text, "the agent refused: the vote is not of 'ann'");
	text = vote_now(&s, &s.votes[0]);
	refused(&s, str_from(arena_printf(s.a, " %.*s", STR_ARG(text))),
	    "the agent refused: this is no statement that the agent signs");
	s.votes[0].voted_us -= 6 * MINUTE_US;
	assert_true(vote_statement(s.a, &s.votes[0], &text, &err));
	refused(&s, text, "the agent refused: the vote is not cast now");
	s.votes[0].voted_us += 12 * MINUTE_US;
	assert_true(vote_statement(s.a, &s.votes[0], &text, &err));
	refused(&s, text, "the agent refused: the vote is not cast now");
	assert_true(delegation_statement(s.a, scene_delegate(&s, BOB, ANN), &text, &err));
	refused(&s, text, "the agent refused: the delegation is not by 'ann'");
	stop(child, SIGINT);
	scene_end(&s);
}

/* An act of ann's that is made now, but for what `change` makes of it. */
static struct str
act_now(struct scene *s, void (*change)(struct act *act))
{
	struct act act = {.kind = ACT_RESUME,
	    .store = STR("example.org/prod"),
	    .by = STR("ann"),
	    .printed_name = STR("Ann Example"),
	    .target = STR("store"),
	    .terms = STR("{}"),
	    .nonce = STR("n"),
	    .made_us = clock_utc_us()};
	struct str text;
	struct err err;

	if (change)
		change(&act);
	assert_true(act_sign_text(s->a, &act, &text, &err));
	return text;
}

static void
by_bob(struct act *act)
{
	act->by = STR("bob");
}

static void
long_ago(struct act *act)
{
	act->made_us -= 6 * MINUTE_US;
}

static void
later(struct act *act)
{
	act->made_us += 6 * MINUTE_US;
}

static void
meant_otherwise(struct act *act)
{
	act->meaning = STR("a receipt for coffee");
}

static void
the_agent_signs_its_owners_acts(void **state)
{
	struct scene s;
	struct buf out;
	struct err err;

	(void)state;
	scene_begin(&s);
	buf_init(&out, ENVELOPE_BYTES_MAX);
	pid_t child = start(&s, 600 * INT64_C(1000000));
	assert_true(key_agent_sign(s.a, &s.keys[ANN].key, act_now(&s, NULL), &out, &err));
	refused(&s, act_now(&s, by_bob), "the agent refused: the act is not by 'ann'");
	refused(&s, act_now(&s, long_ago), "the agent refused: the act is not made now");
	refused(&s, act_now(&s, later), "the agent refused: the act is not made now");
	refused(&s, act_now(&s, meant_otherwise),
	    "the agent refused: the act has a meaning of its own");
	stop(child, SIGTERM);
	buf_release(&out);
	scene_end(&s);
}

static void
the_agent_outlives_a_bad_client(void **state)
{
	static const char huge[] = "\xff\xff\xff\xff";
	struct sockaddr_un address;
	struct scene s;
	struct buf out;
	struct err err;

	(void)state;
	scene_begin(&s);
	buf_init(&out, ENVELOPE_BYTES_MAX);
	pid_t child = start(&s, 600 * INT64_C(1000000));
	assert_true(agent_address(&s.keys[ANN].key, false, &address, &err));
	for (int i = 0; i < 3; i++) {
		int fd = agent_connect(&address);
		assert_true(fd >= 0);
		if (i > 0)
			assert_int_equal(write(fd, huge, i == 1 ? 2 : 4), i == 1 ? 2 : 4);
		close(fd);
	}
	assert_true(key_agent_sign(s.a, &s.keys[ANN].key, vote_now(&s, &s.votes[0]), &out, &err));
	stop(child, SIGTERM);
	buf_release(&out);
	scene_end(&s);
}

static void
one_key_has_one_agent_in_a_private_folder(void **state)
{
	struct key_agent *agent;
	struct sockaddr_un address;
	struct stat st;
	struct scene s;
	char path[128];
	struct err err;

	(void)state;
	scene_begin(&s);
	pid_t child = start(&s, 600 * INT64_C(1000000));
	assert_false(key_agent_open(s.secrets[ANN], STR("ann"), &agent, &err));
	assert_string_equal(err.message, "an agent holds this key already");
	assert_true(agent_address(&s.keys[ANN].key, false, &address, &err));
	assert_int_equal(stat(address.sun_path, &st), 0);
	assert_int_equal(st.st_mode & 0777, 0600);
	snprintf(path, sizeof(path), "%s/sluice", folder);
	assert_int_equal(stat(path, &st), 0);
	assert_int_equal(st.st_mode & 0777, 0700);
	stop(child, SIGTERM);
	assert_int_not_equal(stat(address.sun_path, &st), 0);
	/* One that was killed leaves its socket; the next takes its place. */
	child = start(&s, 600 * INT64_C(1000000));
	kill(child, SIGKILL);
	waitpid(child, NULL, 0);
	assert_int_equal(stat(address.sun_path, &st), 0);
	child = start(&s, 600 * INT64_C(1000000));
	stop(child, SIGTERM);
	assert_int_equal(chmod(path, 0750), 0);
	assert_false(key_agent_open(s.secrets[ANN], STR("ann"), &agent, &err));
	assert_non_null(strstr(err.message, "is not a folder of yours alone"));
	assert_int_equal(chmod(path, 0700), 0);
	scene_end(&s);
}

static void
the_agent_ends_by_itself(void **state)
{
	struct scene s;

	(void)state;
	scene_begin(&s);
	stop(start(&s, 1000), 0);
	stop(start(&s, 0), 0);
	scene_end(&s);
}

static int
make_folder(void **state)
{
	(void)state;
	return mkdtemp(folder) && setenv("XDG_RUNTIME_DIR", folder, 1) == 0 ? 0 : -1;
}

static int
remove_folder(void **state)
{
	char path[128];

	(void)state;
	snprintf(path, sizeof(path), "%s/sluice", folder);
	rmdir(path);
	return rmdir(folder);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(the_agent_signs_its_owners_votes),
	    cmocka_unit_test(the_agent_signs_nothing_else),
	    cmocka_unit_test(the_agent_signs_its_owners_acts),
	    cmocka_unit_test(the_agent_outlives_a_bad_client),
	    cmocka_unit_test(one_key_has_one_agent_in_a_private_folder),
	    cmocka_unit_test(the_agent_ends_by_itself),
	};
	return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
