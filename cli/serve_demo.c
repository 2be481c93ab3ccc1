/* SPDX-License-Identifier: MIT */
/* serve_demo.c: what `sluice serve --demo` shows: a store, a trust file and a key of its own, and
 * an example that waits. */
#include "call.h"

#include "access.h"
#include "file.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#define DEMO_PERSON "you"
#define DEMO_PROGRAM "program"
#define DEMO_TASK "examples/escalation/task.yaml"
#define TEXT_BYTES_MAX ((size_t)1 << 16)

static const uint8_t PKCS8[16] = {/* RFC 8410: what stands before an Ed25519 seed */
    0x30, 0x2e, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x04, 0x22, 0x04, 0x20};

static const char *const REAL[] = {
    "SLUICE_KEY", "SLUICE_VAULT", "SLUICE_LOG_KEY", "SLUICE_WORKER_KEY", "SLUICE_ORIGIN"};

struct demo {
	const char *folder, *task, *token; /* token: the file with that of programs */
	uint8_t key[sizeof(PKCS8) + crypto_sign_SEEDBYTES];
	struct public_key open;
};

static bool
make_folder(struct call *c, struct demo *d)
{
	const char *temporary = getenv("TMPDIR");
	char *name = arena_printf(
	    c->a, "%s/sluice-demo-XXXXXX", temporary && *temporary == '/' ? temporary : "/tmp");

	d->task = path_of_part(c->a, DEMO_TASK);
	if (!d->task) {
		err_set(&c->err, ERR_INPUT, "the example '%s' is not installed", DEMO_TASK);
		return err_help(&c->err, "install Sluice's examples beside its policies");
	}
	d->folder = name ? mkdtemp(name) : NULL;
	return d->folder || err_sys(&c->err, "can't make a folder for the demonstration");
}

static void
make_key(struct demo *d)
{
	uint8_t secret[crypto_sign_SECRETKEYBYTES];

	memcpy(d->key, PKCS8, sizeof(PKCS8));
	randombytes_buf(d->key + sizeof(PKCS8), crypto_sign_SEEDBYTES);
	crypto_sign_seed_keypair(d->open.bytes, secret, d->key + sizeof(PKCS8));
	sodium_memzero(secret, sizeof(secret));
}

/* The person comes with the key, programs with a token of their own: they may ask, and decide nothing. */
static bool
write_tokens(const char *path, const char *token_path, struct err *err)
{
	static const char person[] = "people:\n  - id: " DEMO_PERSON "\n    key: true\n"
				     "    rights: [approve, submit, check, read-all]\ntokens:\n";
	struct buf token, lines, text;

	buf_init(&token, 256);
	buf_init(&lines, TEXT_BYTES_MAX);
	buf_init(&text, TEXT_BYTES_MAX);
	bool good = access_new(DEMO_PROGRAM, "submit,check", NULL, &token, &lines, err);
	buf_text(&text, person);
	buf_str(&text, buf_view(&lines));
	buf_char(&token, '\n');
	good = good && ((!text.failed && !token.failed) || err_memory(err)) &&
	       file_write_private(path, buf_view(&text), err) &&
	       file_write_private(token_path, buf_view(&token), err);
	if (token.p)
		sodium_memzero(token.p, token.n);
	buf_release(&token);
	buf_release(&lines);
	buf_release(&text);
	return good;
}

static bool
write_files(struct call *c, struct demo *d)
{
	struct options *o = c->o;
	struct buf trust;

	o->store = arena_printf(c->a, "sqlite:%s/store.db", d->folder);
	o->trust = arena_printf(c->a, "%s/trust.yaml", d->folder);
	o->tokens = arena_printf(c->a, "%s/tokens.yaml", d->folder);
	d->token = arena_printf(c->a, "%s/token", d->folder);
	if (!o->store || !o->trust || !o->tokens || !d->token)
		return err_memory(&c->err);
	buf_init(&trust, TEXT_BYTES_MAX);
	bool good = trust_of_one(c->a, o->store, DEMO_PERSON, &d->open, &trust, &c->err) &&
		    file_write_private(o->trust, buf_view(&trust), &c->err) &&
		    write_tokens(o->tokens, d->token, &c->err);
	buf_release(&trust);
	return good;
}

/* `sluice run`, which ends once it waits for a person. */
static bool
run_example(struct call *c, const struct demo *d, const char *program)
{
	int status = 0;
	pid_t child = fork();

	if (child < 0)
		return err_sys(&c->err, "can't start '%s'", program);
	if (child == 0) {
		int null = open("/dev/null", O_WRONLY | O_CLOEXEC);
		if (null >= 0)
			(void)dup2(null, STDOUT_FILENO);
		execl(program, program, "run", d->task, "--store", c->o->store, "--trust",
		    c->o->trust, (char *)NULL);
		_exit(127);
	}
	while (waitpid(child, &status, 0) < 0 && errno == EINTR)
		continue;
	if (WIFEXITED(status) && WEXITSTATUS(status) == EXIT_ESCALATED)
		return true;
	err_set(&c->err, ERR_SANDBOX, "the example ended before a person was asked");
	return err_help(&c->err, "`sluice run %s` and `sluice doctor` say why", d->task);
}

static void
say_where(const struct call *c, struct demo *d)
{
	char key[sodium_base64_ENCODED_LEN(
	    sizeof(d->key), sodium_base64_VARIANT_URLSAFE_NO_PADDING)],
	    open[sodium_base64_ENCODED_LEN(
		PUBLIC_KEY_BYTES, sodium_base64_VARIANT_URLSAFE_NO_PADDING)];

	sodium_bin2base64(
	    key, sizeof(key), d->key, sizeof(d->key), sodium_base64_VARIANT_URLSAFE_NO_PADDING);
	sodium_bin2base64(open, sizeof(open), d->open.bytes, PUBLIC_KEY_BYTES,
	    sodium_base64_VARIANT_URLSAFE_NO_PADDING);
	printf(
	    "A demonstration: its store, trust file and ledger are in %s; delete that folder "
	    "afterwards.\n"
	    "Open this address in a browser on this machine. It contains the demonstration's key:\n\n"
	    "  http://%s/login#" DEMO_PERSON ".%s.%s\n\n"
	    "Programs call the same service with the token in this file:\n\n  %s\n\n",
	    d->folder, c->o->listen, key, open, d->token);
	(void)fflush(stdout);
	sodium_memzero(key, sizeof(key));
	sodium_memzero(d->key, sizeof(d->key));
}

bool
demo_prepare(struct call *c, const char *program)
{
	struct options *o = c->o;
	struct demo d = {.folder = NULL};

	/* Nothing of a real installation is touched, whatever the settings name. */
	for (size_t i = 0; i < ARRAY_LENGTH(REAL); i++)
		unsetenv(REAL[i]);
	o->tls_cert = o->tls_key = NULL;
	o->host_name.count = 0;
	if (!o->listen)
		o->listen = "127.0.0.1:8321";
	if (strncmp(o->listen, "127.0.0.1:", 10) != 0) {
		err_set(&c->err, ERR_USAGE, "--demo listens on this machine only");
		return err_help(&c->err, "leave out --listen, or name a port: 127.0.0.1:PORT");
	}
	if (sodium_init() < 0)
		return err_set(&c->err, ERR_SYSTEM, "can't start libsodium");
	if (!o->policy)
		o->policy = "data-analysis";
	if (!make_folder(c, &d))
		return false;
	make_key(&d);
	if (!write_files(c, &d) || !run_example(c, &d, program))
		return false;
	say_where(c, &d);
	return true;
}
