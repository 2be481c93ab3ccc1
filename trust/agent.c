/* SPDX-License-Identifier: MIT */
/*
 * agent.c: lends a key's signature, never the key.
 *
 * One connection at a time, each with an arena and an end of its own. What comes in is hostile
 * until it has been read as a statement of a kind that the owner signs, written again, and found to
 * be the same bytes: so nothing else can be smuggled under a signature.
 */
#include "agent.h"

#include "clock.h"
#include "record.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define REQUEST_ARENA_BYTES ((size_t)32 << 20)
#define NOW_US INT64_C(300000000) /* how far a vote's or an act's time may be from now */
#define OWNER_BYTES 65
#define BACKLOG 8

struct key_agent {
	const struct secret_key *key;
	char owner[OWNER_BYTES];
	struct sockaddr_un address;
	int fd;
	void (*said)(void *context, const char *line);
	void *context;
};

/* -- what it signs -- */

static bool
may_sign_vote(struct arena *a, struct str owner, struct str statement, struct err *err)
{
	int64_t now = clock_utc_us();
	struct vote v;

	if (!vote_read(a, statement, &v, err))
		return false;
	if (!str_eq(v.voter, owner))
		return err_set(err, ERR_REFUSED, "the vote is not of '%.*s'", STR_ARG(owner));
	return (v.voted_us <= now + NOW_US && v.voted_us >= now - NOW_US) ||
	       err_set(err, ERR_REFUSED, "the vote is not cast now");
}

/* The meaning is the table's own: the owner knows what he signs by the kind alone. */
static bool
may_sign_act(struct arena *a, struct str owner, struct str statement, struct err *err)
{
	int64_t now = clock_utc_us();
	struct act act;

	if (!act_read(a, statement, &act, err))
		return false;
	if (!str_eq(act.by, owner))
		return err_set(err, ERR_REFUSED, "the act is not by '%.*s'", STR_ARG(owner));
	if (!str_is(act.meaning, act_rule(act.kind)->meaning))
		return err_set(err, ERR_REFUSED, "the act has a meaning of its own");
	return (act.made_us <= now + NOW_US && act.made_us >= now - NOW_US) ||
	       err_set(err, ERR_REFUSED, "the act is not made now");
}

static bool
may_sign_delegation(struct arena *a, struct str owner, struct str statement, struct err *err)
{
	struct delegation d;

	return delegation_read(a, statement, &d, err) &&
	       (str_eq(d.from, owner) ||
		   err_set(err, ERR_REFUSED, "the delegation is not by '%.*s'", STR_ARG(owner)));
}

static bool
may_sign(struct arena *a, struct str owner, struct str statement, struct err *err)
{
	static const struct {
		const char *type;
		bool (*judge)(struct arena *, struct str, struct str, struct err *);
	} kinds[] = {
	    {VOTE_PREDICATE_TYPE, may_sign_vote},
	    {ACT_PREDICATE_TYPE, may_sign_act},
	    {DELEGATION_PREDICATE_TYPE, may_sign_delegation},
	};
	struct str type = statement_type(a, statement);

	for (size_t i = 0; i < ARRAY_LENGTH(kinds); i++)
		if (str_is(type, kinds[i].type))
			return kinds[i].judge(a, owner, statement, err);
	return err_set(err, ERR_REFUSED, "this is no statement that the agent signs");
}

/* -- one request -- */

static bool
is_same_user(int fd)
{
	struct ucred peer;
	socklen_t n = sizeof(peer);

	return getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &n) == 0 && n == sizeof(peer) &&
	       peer.uid == geteuid();
}

static void
say(const struct key_agent *agent, const char *what, const char *why)
{
	char line[ERR_MESSAGE_BYTES + 64];

	snprintf(line, sizeof(line), "%s%s%s", what, *why ? ": " : "", why);
	if (agent->said)
		agent->said(agent->context, line);
}

static void
answer(const struct key_agent *agent, struct arena *a, int fd, struct str statement)
{
	struct err err = {.code = ERR_NONE};
	struct buf out;
	bool good = may_sign(a, str_from(agent->owner), statement, &err);

	buf_init(&out, AGENT_ANSWER_BYTES_MAX);
	buf_char(&out, good ? '1' : '0');
	if (good && !envelope_sign(agent->key, statement, &out, &err)) {
		good = false;
		buf_clear(&out);
		buf_char(&out, '0');
	}
	if (!good)
		buf_text(&out, err.message);
	agent_send(fd, buf_view(&out));
	buf_release(&out);
	say(agent, good ? "signed" : "refused", good ? "" : err.message);
}

static void
serve_one(const struct key_agent *agent)
{
	struct arena *a = arena_new(REQUEST_ARENA_BYTES);
	int fd = accept4(agent->fd, NULL, NULL, SOCK_CLOEXEC);
	struct str statement;

	if (fd >= 0)
		agent_be_impatient(fd);
	if (fd >= 0 && a && !is_same_user(fd))
		say(agent, "refused", "another user asked");
	else if (fd >= 0 && a && agent_receive(a, fd, AGENT_STATEMENT_BYTES_MAX, &statement))
		answer(agent, a, fd, statement);
	if (fd >= 0)
		close(fd);
	arena_free(a);
}

/* -- its life -- */

/* Time that goes on while the machine sleeps. */
static int64_t
boot_us(void)
{
	struct timespec t;

	clock_gettime(CLOCK_BOOTTIME, &t);
	return (int64_t)t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

static bool
serve(const struct key_agent *agent, int signals, int64_t end_us, struct err *err)
{
	struct pollfd fds[] = {{agent->fd, POLLIN, 0}, {signals, POLLIN, 0}};

	for (;;) {
		int64_t left_us = end_us - boot_us();
		/* No longer than a second: poll's own clock stands while the machine sleeps. */
		int n = left_us > 0 ? poll(fds, ARRAY_LENGTH(fds),
					  left_us < 1000000 ? (int)(left_us / 1000) + 1 : 1000)
				    : 0;
		if (n < 0 && errno != EINTR)
			return err_sys(err, "the agent can't wait");
		if (end_us <= boot_us() || (n > 0 && fds[1].revents))
			return true;
		if (n > 0 && fds[0].revents)
			serve_one(agent);
	}
}

bool
key_agent_serve(struct key_agent *agent, int64_t lifetime_us,
    void (*said)(void *context, const char *line), void *context, struct err *err)
{
	int64_t end_us = boot_us() + lifetime_us;
	sigset_t ends, before;

	agent->said = said;
	agent->context = context;
	sigemptyset(&ends);
	sigaddset(&ends, SIGINT);
	sigaddset(&ends, SIGTERM);
	sigaddset(&ends, SIGHUP);
	sigprocmask(SIG_BLOCK, &ends, &before);
	int signals = signalfd(-1, &ends, SFD_CLOEXEC | SFD_NONBLOCK);
	if (signals >= 0)
		say(agent, "ready", "");
	bool good = signals >= 0 ? serve(agent, signals, end_us, err)
				 : err_sys(err, "the agent can't wait");
	if (signals >= 0) {
		struct signalfd_siginfo taken; /* or it would come when it is let through */
		while (read(signals, &taken, sizeof(taken)) > 0)
			continue;
		close(signals);
	}
	sigprocmask(SIG_SETMASK, &before, NULL);
	return good;
}

/* A socket where nobody answers was left by one that was killed. */
static bool
bind_socket(struct key_agent *agent, struct err *err)
{
	const struct sockaddr *address = (const struct sockaddr *)(const void *)&agent->address;
	int other = agent_connect(&agent->address);

	if (other >= 0) {
		close(other);
		return err_set(err, ERR_USAGE, "an agent holds this key already");
	}
	agent->fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
	if (agent->fd < 0)
		return err_sys(err, "can't make the agent's socket");
	unlink(agent->address.sun_path);
	mode_t mask = umask(0177);
	int bound = bind(agent->fd, address, sizeof(agent->address));
	umask(mask);
	return (bound == 0 && listen(agent->fd, BACKLOG) == 0) ||
	       err_sys(err, "can't listen at '%s'", agent->address.sun_path);
}

bool
key_agent_open(
    const struct secret_key *k, struct str owner, struct key_agent **out, struct err *err)
{
	struct key_agent *agent = calloc(1, sizeof(*agent));

	*out = NULL;
	if (!agent)
		return err_memory(err);
	agent->key = k;
	agent->fd = -1;
	snprintf(agent->owner, sizeof(agent->owner), "%.*s", STR_ARG(owner));
	if (!agent_address(key_public(k), true, &agent->address, err) || !bind_socket(agent, err)) {
		if (agent->fd >= 0)
			close(agent->fd);
		free(agent);
		return false;
	}
	*out = agent;
	return true;
}

void
key_agent_close(struct key_agent *agent)
{
	if (!agent)
		return;
	unlink(agent->address.sun_path);
	close(agent->fd);
	free(agent);
}
