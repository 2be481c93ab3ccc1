/* SPDX-License-Identifier: MIT */
/* ssh-agent itself, asked as a verb asks it, and one that means harm. */
#include "scene.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static char folder[] = "/tmp/sluice-test-XXXXXX";
static char place[64];
static pid_t agent;

static bool
listens(void)
{
	struct sockaddr_un at = {.sun_family = AF_UNIX};
	int fd = socket(AF_UNIX, SOCK_STREAM, 0);

	memcpy(at.sun_path, place, strlen(place));
	bool good = connect(fd, (const struct sockaddr *)(const void *)&at, sizeof(at)) == 0;
	close(fd);
	return good;
}

/* `askpass` answers its question before a signature. */
static void
start(const char *askpass)
{
	const struct timespec moment = {0, 5000000};

	setenv("SSH_ASKPASS", askpass, 1);
	setenv("SSH_ASKPASS_REQUIRE", "force", 1);
	setenv("DISPLAY", ":0", 1);
	agent = fork();
	assert_true(agent >= 0);
	if (agent == 0) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		(void)!freopen("/dev/null", "w", stdout);
		execlp("ssh-agent", "ssh-agent", "-D", "-a", place, (char *)NULL);
		_exit(127);
	}
	for (int i = 0; i < 2000 && !listens(); i++)
		nanosleep(&moment, NULL);
	assert_true(listens());
}

static void
stop(void)
{
	kill(agent, SIGTERM);
	waitpid(agent, NULL, 0);
	agent = 0;
	unlink(place);
}

/* A failed test leaves none behind: ssh-agent is setgid, and the kernel drops its PDEATHSIG. */
static int
stop_what_was_left(void **state)
{
	(void)state;
	if (agent > 0)
		stop();
	return 0;
}

static struct str
statement(struct scene *s)
{
	struct str text;
	struct err err;

	scene_write_rule(s);
	assert_true(vote_statement(s->a, &s->votes[0], &text, &err));
	return text;
}

static bool
sign(struct scene *s, int who, struct buf *out, struct err *err)
{
	buf_init(out, ENVELOPE_BYTES_MAX);
	return ssh_agent_sign(s->a, &s->keys[who].key, statement(s), out, err);
}

static void
nobody_signs(struct scene *s, int who, enum err_code code)
{
	struct buf out;
	struct err err;

	assert_false(sign(s, who, &out, &err));
	assert_int_equal(err.code, code);
	assert_int_equal(out.n, 0);
	buf_release(&out);
}

static void
what_it_signs_is_what_the_key_signs(void **state)
{
	struct scene s;
	struct buf out;
	struct err err;

	(void)state;
	scene_begin(&s);
	nobody_signs(&s, ANN, ERR_NONE);
	assert_false(ssh_agent_add(s.a, s.secrets[ANN], STR("ann"), 600, &err));
	assert_string_equal(err.message, "no ssh-agent of this user answers");
	start("/bin/true");
	nobody_signs(&s, ANN, ERR_NONE);
	assert_true(ssh_agent_add(s.a, s.secrets[ANN], STR("ann"), 600, &err));
	assert_true(sign(&s, ANN, &out, &err));
	assert_str_equal(buf_view(&out), scene_envelope(&s, ANN, statement(&s)).p);
	buf_release(&out);
	nobody_signs(&s, BOB, ERR_NONE);
	stop();
	nobody_signs(&s, ANN, ERR_NONE);
	scene_end(&s);
}

static void
a_no_is_a_refusal_and_no_question_for_the_passphrase(void **state)
{
	struct scene s;
	struct err err;

	(void)state;
	scene_begin(&s);
	start("/bin/false");
	assert_true(ssh_agent_add(s.a, s.secrets[ANN], STR("ann"), 600, &err));
	nobody_signs(&s, ANN, ERR_REFUSED);
	stop();
	start("/nonexistent/askpass");
	assert_true(ssh_agent_add(s.a, s.secrets[ANN], STR("ann"), 600, &err));
	nobody_signs(&s, ANN, ERR_REFUSED);
	stop();
	scene_end(&s);
}

static void
it_forgets_the_key(void **state)
{
	const struct timespec moment = {0, 100000000};
	struct scene s;
	struct buf out;
	struct err err;
	bool held = true;

	(void)state;
	scene_begin(&s);
	start("/bin/true");
	assert_true(ssh_agent_add(s.a, s.secrets[ANN], STR("ann"), 1, &err));
	for (int i = 0; i < 100 && held; i++) {
		/* A key that is forgotten between the list and the signature is refused. */
		held = sign(&s, ANN, &out, &err) || err.code != ERR_NONE;
		buf_release(&out);
		nanosleep(&moment, NULL);
	}
	assert_false(held);
	stop();
	scene_end(&s);
}

static void
a_path_that_is_none_names_no_agent(void **state)
{
	static const char *const paths[] = {"", "agent", "/nonexistent/agent", "/dev/null"};
	char path[200];
	struct scene s;

	(void)state;
	scene_begin(&s);
	for (size_t i = 0; i < ARRAY_LENGTH(paths); i++) {
		setenv("SSH_AUTH_SOCK", paths[i], 1);
		nobody_signs(&s, ANN, ERR_NONE);
	}
	memset(path, 'a', sizeof(path) - 1);
	path[0] = '/';
	path[sizeof(path) - 1] = '\0';
	setenv("SSH_AUTH_SOCK", path, 1);
	nobody_signs(&s, ANN, ERR_NONE);
	unsetenv("SSH_AUTH_SOCK");
	nobody_signs(&s, ANN, ERR_NONE);
	setenv("SSH_AUTH_SOCK", place, 1);
	scene_end(&s);
}

/* -- one that means harm --------------------------------------------------------------------- */

static void
put_number(struct buf *b, size_t n)
{
	for (int shift = 24; shift >= 0; shift -= 8)
		buf_char(b, (char)(n >> shift & 0xff));
}

static void
put_string(struct buf *b, struct str s)
{
	put_number(b, s.n);
	buf_str(b, s);
}

/* That it holds ann's key: kind, count, key, comment. */
static void
list_key(struct scene *s, struct buf *out)
{
	struct buf key;

	buf_init(&key, 256);
	put_string(&key, STR("ssh-ed25519"));
	put_string(&key, (struct str){(const char *)s->keys[ANN].key.bytes, PUBLIC_KEY_BYTES});
	buf_char(out, 12);
	put_number(out, 1);
	put_string(out, buf_view(&key));
	put_string(out, STR("ann"));
	buf_release(&key);
}

static void
put_signature(struct buf *out, struct str algorithm, size_t bytes)
{
	struct buf whole;

	buf_init(&whole, 1 << 16);
	put_string(&whole, algorithm);
	put_number(&whole, bytes);
	buf_repeat(&whole, 'x', bytes);
	buf_char(out, 14);
	put_string(out, buf_view(&whole));
	buf_release(&whole);
}

static void
another_signature(struct buf *out)
{
	put_signature(out, STR("ssh-ed25519"), 64);
}

static void
short_signature(struct buf *out)
{
	put_signature(out, STR("ssh-ed25519"), 63);
}

static void
another_algorithm(struct buf *out)
{
	put_signature(out, STR("rsa-sha2-512"), 64);
}

static void
a_length_that_lies(struct buf *out)
{
	buf_char(out, 14);
	put_number(out, 0xffffffff);
}

static void
failure(struct buf *out)
{
	buf_char(out, 5);
}

static void
nothing(struct buf *out)
{
	(void)out;
}

static void
hear(int fd)
{
	unsigned char length[4], asked[1 << 14];

	if (recv(fd, length, sizeof(length), MSG_WAITALL) == 4)
		(void)!recv(fd, asked, (size_t)length[2] << 8 | length[3], MSG_WAITALL);
}

/* One connection: the list, then the answer. */
static _Noreturn void
lie(int fd, struct str list, struct str answer)
{
	int one = accept(fd, NULL, NULL);

	hear(one);
	(void)!write(one, list.p, list.n);
	hear(one);
	(void)!write(one, answer.p, answer.n);
	_exit(0);
}

static void
what_does_not_hold_is_not_believed(void **state)
{
	static const struct {
		void (*answer)(struct buf *out);
		enum err_code code;
	} cases[] = {{another_signature, ERR_INTERNAL}, {short_signature, ERR_REFUSED},
	    {another_algorithm, ERR_REFUSED}, {a_length_that_lies, ERR_REFUSED},
	    {failure, ERR_REFUSED}, {nothing, ERR_REFUSED}};
	struct sockaddr_un at = {.sun_family = AF_UNIX};
	struct scene s;

	(void)state;
	scene_begin(&s);
	memcpy(at.sun_path, place, strlen(place));
	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
		struct buf list, body, framed_list, framed;
		int fd = socket(AF_UNIX, SOCK_STREAM, 0);

		buf_init(&list, 1 << 16);
		buf_init(&body, 1 << 16);
		buf_init(&framed_list, 1 << 16);
		buf_init(&framed, 1 << 16);
		list_key(&s, &list);
		cases[i].answer(&body);
		put_string(&framed_list, buf_view(&list));
		put_string(&framed, buf_view(&body));
		assert_int_equal(
		    bind(fd, (const struct sockaddr *)(const void *)&at, sizeof(at)), 0);
		assert_int_equal(listen(fd, 1), 0);
		pid_t child = fork();
		assert_true(child >= 0);
		if (child == 0)
			lie(fd, buf_view(&framed_list), buf_view(&framed));
		nobody_signs(&s, ANN, cases[i].code);
		waitpid(child, NULL, 0);
		close(fd);
		unlink(place);
		buf_release(&list);
		buf_release(&body);
		buf_release(&framed_list);
		buf_release(&framed);
	}
	scene_end(&s);
}

static int
make_folder(void **state)
{
	(void)state;
	if (!mkdtemp(folder))
		return -1;
	snprintf(place, sizeof(place), "%s/agent", folder);
	return setenv("SSH_AUTH_SOCK", place, 1);
}

static int
remove_folder(void **state)
{
	(void)state;
	return rmdir(folder);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test_teardown(what_it_signs_is_what_the_key_signs, stop_what_was_left),
	    cmocka_unit_test_teardown(
		a_no_is_a_refusal_and_no_question_for_the_passphrase, stop_what_was_left),
	    cmocka_unit_test_teardown(it_forgets_the_key, stop_what_was_left),
	    cmocka_unit_test(a_path_that_is_none_names_no_agent),
	    cmocka_unit_test(what_does_not_hold_is_not_believed),
	};
	return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
