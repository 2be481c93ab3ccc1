/* SPDX-License-Identifier: MIT */
/* Names a violation: the rule of the policy that it breaks, and what a person should do. */
#include "guard.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* The first whose name the event begins with. */
static const struct {
	const char *event, *rule;
} rules[] = {
    {"import", "import.denied"},
    {"attribute", "attribute.denied"},
    {"object.__", "attribute.denied"},
    {"parser differential", "syntax.hidden"},
    {"compile", "capability.code"},
    {"exec", "capability.code"},
    {"code.__new__", "capability.code"},
    {"function.__new__", "capability.code"},
    {"cpython.run_", "capability.code"},
    {"foreign code", "capability.code"},
    {"marshal.", "capability.deserialise"},
    {"pickle.", "capability.deserialise"},
    {"ctypes.", "capability.native"},
    {"mmap.", "capability.native"},
    {"sqlite3.enable_load", "capability.native"},
    {"sqlite3.load", "capability.native"},
    {"sys.", "capability.introspect"},
    {"gc.", "capability.introspect"},
    {"builtins.", "builtin.denied"},
    {"os.putenv", "capability.environment"},
    {"os.unsetenv", "capability.environment"},
    {"os.exec", "capability.process"},
    {"os.fork", "capability.process"},
    {"os.kill", "capability.process"},
    {"os.posix_spawn", "capability.process"},
    {"os.spawn", "capability.process"},
    {"os.startfile", "capability.process"},
    {"os.system", "capability.process"},
    {"pty.", "capability.process"},
    {"resource.", "capability.process"},
    {"signal.", "capability.process"},
    {"subprocess.", "capability.process"},
    {"_thread.", "capability.process"},
    {"webbrowser.", "capability.process"},
    {"ftplib.", "capability.network"},
    {"http.", "capability.network"},
    {"imaplib.", "capability.network"},
    {"nntplib.", "capability.network"},
    {"poplib.", "capability.network"},
    {"smtplib.", "capability.network"},
    {"socket.", "capability.network"},
    {"telnetlib.", "capability.network"},
    {"urllib.", "capability.network"},
    {"os.", "files.write"},
    {"fcntl.", "files.write"},
    {"shutil.", "files.write"},
};

static const struct {
	const char *rule, *remedy;
} remedies[] = {
    {"files.read",
	"a program may read only its inputs and the files that it wrote, by their plain names"},
    {"files.write",
	"write results only below the working directory, under names that the policy lists"},
    {"import.denied", "the policy does not admit this module; use one that it admits"},
    {"attribute.denied", "the policy forbids naming this attribute; do without it"},
    {"attribute.dunder", "this attribute belongs to the interpreter; do without it"},
    {"attribute.store", "the policy forbids setting this attribute; keep the value elsewhere"},
    {"attribute.unreviewed", "this attribute is internal to its library; do without it"},
    {"text.format", "the template uses an attribute that may not be named; pass the value itself"},
    {"capability.code", "a program may not create code while it runs; write the code out"},
    {"capability.deserialise", "this format can run code; use JSON or CSV"},
    {"capability.native", "native memory and libraries are not accessible; do without them"},
    {"capability.introspect", "the interpreter's internal state is not accessible; do without it"},
    {"capability.environment", "the environment can't be changed; use a variable"},
    {"capability.process", "other programs, processes and signals can't be used; do it in Python"},
    {"capability.network", "there is no network; work on the declared inputs"},
    {"builtin.denied", "there is no user to ask; work on the declared inputs"},
    {"syntax.hidden", "rewrite this place in a simpler way"},
};

static const char *
rule_of(const char *event)
{
	for (size_t i = 0; i < sizeof(rules) / sizeof(*rules); i++)
		if (strncmp(event, rules[i].event, strlen(rules[i].event)) == 0)
			return rules[i].rule;
	return "";
}

static const char *
remedy_of(const char *rule)
{
	for (size_t i = 0; i < sizeof(remedies) / sizeof(*remedies); i++)
		if (strcmp(rule, remedies[i].rule) == 0)
			return remedies[i].remedy;
	return "the policy does not admit it; do without it";
}

/* The events that name an address, and which argument it begins at. */
static const struct {
	const char *event;
	Py_ssize_t at;
} looks[] = {
    {"socket.getaddrinfo", 0},
    {"socket.gethostbyname", 0},
    {"socket.gethostbyaddr", 0},
    {"socket.getnameinfo", 0},
    {"socket.connect", 1},
    {"socket.sendto", 1},
    {"socket.sendmsg", 1},
    {"ftplib.connect", 1},
    {"http.client.connect", 1},
    {"imaplib.open", 1},
    {"nntplib.connect", 1},
    {"poplib.connect", 1},
    {"smtplib.connect", 1},
    {"telnetlib.Telnet.open", 1},
    {"urllib.Request", 0},
};

/* "host" or "host:port", as the program gave it. */
static char address[280];

static void
take_address(PyObject *args, Py_ssize_t at)
{
	const char *host = guard_text(args, at);
	PyObject *inner = at < PyTuple_GET_SIZE(args) ? PyTuple_GET_ITEM(args, at) : NULL;
	PyObject *port = at + 1 < PyTuple_GET_SIZE(args) ? PyTuple_GET_ITEM(args, at + 1) : NULL;

	if (!host && inner && PyTuple_CheckExact(inner)) {
		host = guard_text(inner, 0);
		port = PyTuple_GET_SIZE(inner) > 1 ? PyTuple_GET_ITEM(inner, 1) : NULL;
	}
	if (host && port && PyLong_CheckExact(port))
		snprintf(address, sizeof(address), "%.255s:%ld", host, PyLong_AsLong(port));
	else if (host)
		snprintf(address, sizeof(address), "%.255s", host);
	PyErr_Clear();
}

/* False: the event names no address. */
static bool
find_address(const char *event, PyObject *args)
{
	address[0] = '\0';
	if (!PyTuple_Check(args) || !strchr("sfhinptu", event[0]))
		return false;
	for (size_t i = 0; i < sizeof(looks) / sizeof(*looks); i++)
		if (strcmp(looks[i].event, event) == 0)
			take_address(args, looks[i].at);
	return address[0] != '\0';
}

void
guard_violation_of(const char *event, PyObject *args)
{
	const char *detail = guard_text(args, 0);

	(void)find_address(event, args);
	guard_violation(NULL, event, detail ? detail : address[0] ? address : event);
}

void
guard_note_address(const char *event, PyObject *args)
{
	static int told;
	char text[400];

	if (told >= WIRE_ADDRESSES_MAX || !find_address(event, args))
		return;
	told++;
	int n = snprintf(text, sizeof(text), "%.100s%c%s", event, '\0', address);
	frame(FRAME_ADDRESS, text, n > 0 && (size_t)n < sizeof(text) ? (size_t)n : 0);
	address[0] = '\0';
}

_Noreturn void
guard_violation(const char *rule, const char *what, const char *detail)
{
	char text[2048], where[24] = "";
	int line = cause_line();

	guard_disarm();
	if (!rule)
		rule = rule_of(what);
	if (line > 0)
		snprintf(where, sizeof(where), "line %d: ", line);
	int n = snprintf(text, sizeof(text), "%.100s%c%s%.300s: %s%c%s%c%d%c%.*s", what, '\0',
	    where, detail, remedy_of(rule), '\0', rule, '\0', line, '\0', (int)sizeof(address),
	    address);
	frame(FRAME_VIOLATION, text, n > 0 && (size_t)n < sizeof(text) ? (size_t)n : 0);
	frame_number(FRAME_CLAIM, CLAIM_VIOLATION);
	_exit(1);
}
