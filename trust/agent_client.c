/* SPDX-License-Identifier: MIT */
/* agent_client.c: a signature from the agent, believed only where it holds. */
#include "agent.h"

#include <unistd.h>

static bool
is_what_was_asked(struct arena *a, struct str json, const struct public_key *k,
    struct str statement, struct err *err)
{
	struct envelope e;

	if (!envelope_read(a, json, &e, err))
		return err_wrap(err, "the agent's answer");
	if (!str_eq(e.payload, statement) || !envelope_verify(&e, 0, k))
		return err_set(err, ERR_INTERNAL, "the agent signed something else");
	return true;
}

bool
key_agent_sign(struct arena *a, const struct public_key *k, struct str statement,
    struct buf *envelope, struct err *err)
{
	struct sockaddr_un address;
	struct str answer = STR("");

	*err = (struct err){.code = ERR_NONE};
	if (!agent_address(k, false, &address, err)) {
		*err = (struct err){.code = ERR_NONE};
		return false;
	}
	int fd = agent_connect(&address);
	if (fd < 0)
		return false;
	bool good = agent_send(fd, statement) &&
		    agent_receive(a, fd, AGENT_ANSWER_BYTES_MAX, &answer) && answer.n > 0;
	close(fd);
	if (!good)
		return err_set(err, ERR_SYSTEM, "the agent gave no answer");
	struct str rest = str_slice(answer, 1, answer.n);
	if (answer.p[0] != '1')
		return err_set(err, ERR_REFUSED, "the agent refused: %.*s", STR_ARG(rest));
	if (!is_what_was_asked(a, rest, k, statement, err))
		return false;
	buf_str(envelope, rest);
	return !envelope->failed || err_memory(err);
}

static bool
sign_by_file(struct arena *a, const char *key_file, bool in_token, struct str statement,
    struct buf *envelope, struct err *err)
{
	const char *prompt = arena_printf(
	    a, "%s for '%s': ", in_token ? "the token's PIN" : "passphrase", key_file);
	struct secret_key *k;
	struct str passphrase;

	if (!prompt)
		return err_memory(err);
	if (!passphrase_ask(a, prompt, false, &passphrase, err))
		return false;
	bool good = key_open(a, key_file, passphrase, &k, err);
	secret_wipe(passphrase);
	good = good && envelope_sign(k, statement, envelope, err);
	key_free(k);
	return good;
}

bool
statement_sign(struct arena *a, const char *key_file, struct str statement, struct buf *envelope,
    struct err *err)
{
	struct key_file file;

	if (!key_look(a, key_file, &file, err))
		return false;
	if (key_agent_sign(a, &file.public_key, statement, envelope, err))
		return true;
	return err->code == ERR_NONE && sign_by_file(a, key_file, file.in_token, statement, envelope, err);
}
