/* SPDX-License-Identifier: MIT */
/* passphrase.c: a secret from a person, or from a descriptor that another program opened. */
#include "token.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <termios.h>
#include <unistd.h>

#define PASSPHRASE_BYTES_MAX 1024
#define PASSPHRASE_FD "SLUICE_PASSPHRASE_FD"
#define CONTROL_C 3

struct line {
	char bytes[PASSPHRASE_BYTES_MAX];
	size_t n;
};

static void
wipe(struct line *line)
{
	secret_wipe((struct str){line->bytes, sizeof(line->bytes)});
	line->n = 0;
}

/* Byte by byte, so that what stands behind the line is left for the next who asks. */
static bool
read_line(int fd, bool terminal, struct line *line, struct err *err)
{
	line->n = 0;
	for (;;) {
		char c;
		ssize_t n = read(fd, &c, 1);
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return err_sys(err, "can't read the passphrase");
		if (n == 0 || c == '\n')
			break;
		if (terminal && c == CONTROL_C)
			return err_set(err, ERR_USAGE, "no passphrase was given");
		if (line->n == sizeof(line->bytes))
			return err_set(err, ERR_LIMIT, "a passphrase may have at most %d bytes",
			    PASSPHRASE_BYTES_MAX);
		line->bytes[line->n++] = c;
	}
	return line->n > 0 || err_set(err, ERR_USAGE, "no passphrase was given");
}

static void
say(int fd, const char *text)
{
	ssize_t n = write(fd, text, strlen(text));
	(void)n; /* who can't be asked will not answer */
}

/* Without echo, and with ^C as a character: a signal between the two tcsetattr would leave the
 * terminal mute. */
static bool
ask_terminal(int fd, const char *prompt, struct line *line, struct err *err)
{
	struct termios before, mute;
	sigset_t held, old;

	if (tcgetattr(fd, &before) != 0)
		return err_sys(err, "can't ask at this terminal");
	mute = before;
	mute.c_lflag &= ~(tcflag_t)(ECHO | ECHONL | ISIG);
	mute.c_cc[VEOL] = CONTROL_C; /* ends the line, which is how it gets here at once */
	sigfillset(&held);
	sigprocmask(SIG_BLOCK, &held, &old);
	bool good =
	    tcsetattr(fd, TCSAFLUSH, &mute) == 0 || err_sys(err, "can't silence the terminal");
	if (good) {
		say(fd, prompt); /* not before: who is quick must not be seen */
		good = read_line(fd, true, line, err);
	}
	tcsetattr(fd, TCSAFLUSH, &before);
	sigprocmask(SIG_SETMASK, &old, NULL);
	say(fd, "\n");
	return good;
}

static bool
ask_twice(int fd, const char *prompt, struct line *line, struct err *err)
{
	struct line second;

	if (!ask_terminal(fd, prompt, line, err))
		return false;
	bool good = ask_terminal(fd, "the same again: ", &second, err);
	if (good && (second.n != line->n || memcmp(second.bytes, line->bytes, line->n) != 0))
		good = err_set(err, ERR_USAGE, "the two passphrases differ");
	wipe(&second);
	return good;
}

static bool
from_terminal(const char *prompt, bool again, struct line *line, struct err *err)
{
	int fd = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY);

	if (fd < 0) {
		err_set(err, ERR_USAGE, "there is no terminal to ask for the passphrase at");
		return err_help(err, "name the file descriptor to read it from in " PASSPHRASE_FD);
	}
	bool good = again ? ask_twice(fd, prompt, line, err) : ask_terminal(fd, prompt, line, err);
	close(fd);
	return good;
}

static bool
from_descriptor(const char *variable, const char *number, struct line *line, struct err *err)
{
	char *end;
	long fd = strtol(number, &end, 10);

	if (end == number || *end || fd < 0 || fd > 1023)
		return err_set(
		    err, ERR_USAGE, "%s is not the number of a file descriptor", variable);
	return read_line((int)fd, false, line, err);
}

bool
passphrase_ask(struct arena *a, const char *prompt, bool again, struct str *out, struct err *err)
{
	const char *number = getenv(PASSPHRASE_FD);
	struct line line;

	bool good = number && *number ? from_descriptor(PASSPHRASE_FD, number, &line, err)
				      : from_terminal(prompt, again, &line, err);
	if (good)
		good = arena_copy(a, (struct str){line.bytes, line.n}, out) || err_memory(err);
	wipe(&line);
	return good;
}

bool
secret_from(
    struct arena *a, const char *variable, const char *number, struct str *out, struct err *err)
{
	struct line line;

	bool good = from_descriptor(variable, number, &line, err) &&
		    (arena_copy(a, (struct str){line.bytes, line.n}, out) || err_memory(err));
	wipe(&line);
	return good;
}
