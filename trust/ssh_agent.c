/* SPDX-License-Identifier: MIT */
/*
 * ssh_agent.c: the person's own ssh-agent holds an opened key for a while.
 *
 * Source: draft-ietf-sshm-ssh-agent (the protocol); ssh_key.h has the keys' form. Its signature over a
 * statement's pre-authentication encoding is plain Ed25519, as key_sign makes it, or a security
 * key's; and no such encoding ("DSSEv1 ...") is what SSH itself has signed, which begins with a
 * length or "SSHSIG". What the agent answers is believed only where the signature holds.
 */
#include "envelope.h"
#include "secret.h"
#include "ssh_key.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#define ANSWER_BYTES_MAX ((size_t)256 << 10)
#define LENGTH_BYTES SSH_LENGTH_BYTES
#define PATIENCE_SECONDS 120 /* a person may have to answer first */

enum {
	SUCCESS = 6,
	REQUEST_IDENTITIES = 11,
	IDENTITIES_ANSWER = 12,
	SIGN_REQUEST = 13,
	SIGN_RESPONSE = 14,
	ADD_ID_CONSTRAINED = 25,
	CONSTRAIN_LIFETIME = 1,
	CONSTRAIN_CONFIRM = 2,
};

/* -- the wire -------------------------------------------------------------------------------- */

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

static bool
send_all(int fd, struct str s)
{
	while (s.n > 0) {
		ssize_t sent = send(fd, s.p, s.n, MSG_NOSIGNAL);
		if (sent < 0 && errno == EINTR)
			continue;
		if (sent <= 0)
			return false;
		s = str_slice(s, (size_t)sent, s.n);
	}
	return true;
}

static bool
receive_all(int fd, char *p, size_t n)
{
	while (n > 0) {
		ssize_t got = recv(fd, p, n, 0);
		if (got < 0 && errno == EINTR)
			continue;
		if (got <= 0)
			return false;
		p += got;
		n -= (size_t)got;
	}
	return true;
}

/* An answer's kind and what follows it. */
static bool
receive(struct arena *a, int fd, int kind, struct str *out)
{
	char length[LENGTH_BYTES];
	struct str head = {length, LENGTH_BYTES};
	size_t n;

	if (!receive_all(fd, length, LENGTH_BYTES) || !ssh_take_number(&head, &n) || n == 0 ||
	    n > ANSWER_BYTES_MAX)
		return false;
	char *bytes = arena_alloc(a, n);
	if (!bytes || !receive_all(fd, bytes, n) || bytes[0] != kind)
		return false;
	*out = (struct str){bytes + 1, n - 1};
	return true;
}

static bool
ask(struct arena *a, int fd, struct str request, int kind, struct str *answer)
{
	struct buf length;

	buf_init(&length, LENGTH_BYTES);
	put_number(&length, request.n);
	bool good = !length.failed && send_all(fd, buf_view(&length)) && send_all(fd, request) &&
		    receive(a, fd, kind, answer);
	buf_release(&length);
	return good;
}

/* The agent that SSH_AUTH_SOCK names, if it is of this user; else -1. */
static int
reach(void)
{
	const struct timeval patience = {.tv_sec = PATIENCE_SECONDS};
	const char *path = getenv("SSH_AUTH_SOCK");
	struct sockaddr_un at = {.sun_family = AF_UNIX};
	struct ucred peer;
	socklen_t n = sizeof(peer);

	if (!path || *path != '/' || strlen(path) >= sizeof(at.sun_path))
		return -1;
	memcpy(at.sun_path, path, strlen(path));
	int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
	if (fd >= 0 && connect(fd, (const struct sockaddr *)(const void *)&at, sizeof(at)) == 0 &&
	    getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &n) == 0 && peer.uid == geteuid()) {
		setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof(patience));
		setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof(patience));
		return fd;
	}
	if (fd >= 0)
		close(fd);
	return -1;
}

/* -- giving a key ---------------------------------------------------------------------------- */

/* The secret goes from its own memory to the socket: what is around it goes before and after. */
bool
ssh_agent_add(
    struct arena *a, const struct secret_key *k, struct str owner, int64_t seconds, struct err *err)
{
	char blob[SSH_KEY_BYTES_MAX];
	struct buf head, tail, length;
	struct str answer;

	if (k->token)
		return err_set(err, ERR_USAGE, "a key in a token can't be copied into ssh-agent");
	int fd = reach();
	if (fd < 0) {
		err_set(err, ERR_SYSTEM, "no ssh-agent of this user answers");
		return err_help(err, "start one and name its socket in SSH_AUTH_SOCK");
	}
	buf_init(&head, ANSWER_BYTES_MAX);
	buf_init(&tail, ANSWER_BYTES_MAX);
	buf_init(&length, LENGTH_BYTES);
	buf_char(&head, ADD_ID_CONSTRAINED);
	buf_str(&head, (struct str){blob, ssh_key_blob(&k->public_key, blob)});
	put_number(&head, sizeof(k->bytes));
	put_string(&tail, owner);
	buf_char(&tail, CONSTRAIN_LIFETIME);
	put_number(&tail, (size_t)seconds);
	buf_char(&tail, CONSTRAIN_CONFIRM);
	put_number(&length, head.n + sizeof(k->bytes) + tail.n);
	bool good = !head.failed && !tail.failed && !length.failed &&
		    send_all(fd, buf_view(&length)) && send_all(fd, buf_view(&head)) &&
		    send_all(fd, (struct str){(const char *)k->bytes, sizeof(k->bytes)}) &&
		    send_all(fd, buf_view(&tail)) && receive(a, fd, SUCCESS, &answer);
	buf_release(&head);
	buf_release(&tail);
	buf_release(&length);
	close(fd);
	return good || err_set(err, ERR_REFUSED, "ssh-agent did not take the key");
}

/* -- signing --------------------------------------------------------------------------------- */

/* An agent that tells no list has no key. */
static bool
holds(struct arena *a, int fd, struct str key)
{
	const char request[] = {REQUEST_IDENTITIES};
	struct str answer, blob, comment;
	bool found = false;
	size_t n;

	if (!ask(a, fd, (struct str){request, 1}, IDENTITIES_ANSWER, &answer) ||
	    !ssh_take_number(&answer, &n))
		return false;
	for (; n > 0 && !found && ssh_take_string(&answer, &blob) &&
	       ssh_take_string(&answer, &comment);
	     n--)
		found = str_eq(blob, key);
	return found;
}

/* A security key's 64 bytes are followed by its flags and counter, unchanged. */
static bool
take_signature(const struct public_key *k, struct str whole, struct signature *out)
{
	size_t more = public_key_is_security(k) ? TOUCH_BYTES : 0;
	struct str algorithm, bytes;

	if (!ssh_take_string(&whole, &algorithm) || !str_eq(algorithm, ssh_algorithm(k)) ||
	    !ssh_take_string(&whole, &bytes) || bytes.n != SIGNATURE_BYTES || whole.n != more)
		return false;
	memcpy(out->bytes, bytes.p, bytes.n);
	memcpy(out->bytes + bytes.n, whole.p, more);
	out->n = bytes.n + more;
	return true;
}

static bool
sign(struct arena *a, int fd, const struct public_key *k, struct str bytes, struct signature *out)
{
	struct str answer, whole;
	char blob[SSH_KEY_BYTES_MAX];
	struct buf request;

	buf_init(&request, bytes.n + 256);
	buf_char(&request, SIGN_REQUEST);
	put_string(&request, (struct str){blob, ssh_key_blob(k, blob)});
	put_string(&request, bytes);
	put_number(&request, 0); /* no flags */
	bool good = !request.failed && ask(a, fd, buf_view(&request), SIGN_RESPONSE, &answer) &&
		    ssh_take_string(&answer, &whole) && take_signature(k, whole, out);
	buf_release(&request);
	return good;
}

static bool
sign_statement(struct arena *a, int fd, const struct public_key *k, struct str statement,
    struct buf *envelope, struct err *err)
{
	struct signature signature;
	struct buf pae;

	if (!envelope_pae(STR(ENVELOPE_PAYLOAD_TYPE), statement, &pae, err))
		return false;
	bool good = sign(a, fd, k, buf_view(&pae), &signature);
	if (!good) {
		err_set(err, ERR_REFUSED, "ssh-agent has the key but did not sign");
		err_help(err,
		    "someone declined its question, or it could not ask: it needs SSH_ASKPASS and a screen; `ssh-add -D` empties it");
	} else if (!signature_holds(k, buf_view(&pae), &signature)) {
		good = err_set(err, ERR_INTERNAL,
		    public_key_is_security(k)
			? "ssh-agent signed something else, or nobody touched the security key"
			: "ssh-agent signed something else");
	}
	buf_release(&pae);
	return good && envelope_wrap(statement, k, &signature, envelope, err);
}

bool
ssh_agent_sign(struct arena *a, const struct public_key *k, struct str statement,
    struct buf *envelope, struct err *err)
{
	char blob[SSH_KEY_BYTES_MAX];
	int fd = reach();

	*err = (struct err){.code = ERR_NONE};
	if (fd < 0)
		return false;
	bool good = holds(a, fd, (struct str){blob, ssh_key_blob(k, blob)}) &&
		    sign_statement(a, fd, k, statement, envelope, err);
	close(fd);
	return good;
}

static bool
sign_by_file(struct arena *a, const char *key_file, bool in_token, struct str statement,
    struct buf *envelope, struct err *err)
{
	const char *prompt =
	    arena_printf(a, "%s for '%s': ", in_token ? "the token's PIN" : "passphrase", key_file);
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
	if (!file.in_token && ssh_agent_sign(a, &file.public_key, statement, envelope, err))
		return true;
	if (public_key_is_security(&file.public_key) && err->code == ERR_NONE) {
		err_set(err, ERR_INPUT, "no ssh-agent holds the security key of '%s'", key_file);
		return err_help(
		    err, "plug it in, and give the agent the file beside it: `ssh-add NAME`");
	}
	return (file.in_token || err->code == ERR_NONE) &&
	       sign_by_file(a, key_file, file.in_token, statement, envelope, err);
}
