/* SPDX-License-Identifier: MIT */
/*
 * Theory of operation. sluice-python starts CPython in its isolated configuration with fixed paths,
 * imports what it is told to, puts itself under the second filter and waits. With GO it gets the sealed
 * code; it compares its digest, runs it as __main__, and ends by _exit: standard output is flushed and
 * closed before any object of the program is torn down, so that no destructor or exit hook can add to
 * it.
 *
 * Its messages on the report descriptor are only the program's word, for both share one address space.
 */
#include "agree.h"
#include "guard.h"
#include "zygote.h"

#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#define SEALS (F_SEAL_SEAL | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE)

static PyObject *sha256; /* CPython's own C module, so that this program needs no other library */

static void
open_digest(void)
{
	sha256 = python_object(SHA256_MODULE, "sha256");
	if (!sha256)
		setup_fail("finding a digest");
}

static void
check_digest(PyObject *bytes, const char *expected)
{
	PyObject *hash = PyObject_CallOneArg(sha256, bytes);
	PyObject *digest = hash ? PyObject_CallMethod(hash, "hexdigest", NULL) : NULL;

	if (!digest)
		setup_fail("hashing the code");
	if (PyUnicode_CompareWithASCIIString(digest, expected) != 0)
		setup_fail("the code is not the code that was checked: its digest differs");
	Py_DECREF(digest);
	Py_DECREF(hash);
}

static PyObject *
read_code(int fd, const char *expected)
{
	struct stat st;

	if (fcntl(fd, F_GET_SEALS) != SEALS)
		setup_fail("the code is not sealed");
	if (fstat(fd, &st) != 0)
		setup_fail("looking at the code");
	PyObject *bytes = PyBytes_FromStringAndSize(NULL, st.st_size);
	if (!bytes)
		setup_fail("reading the code");
	if (pread(fd, PyBytes_AS_STRING(bytes), (size_t)st.st_size, 0) != st.st_size)
		setup_fail("reading the code");
	check_digest(bytes, expected);
	PyObject *source = PyUnicode_DecodeUTF8(PyBytes_AS_STRING(bytes), st.st_size, "strict");
	if (!source)
		setup_fail("the code is not UTF-8");
	Py_DECREF(bytes);
	close(fd);
	return source;
}

static void
tighten(void)
{
	struct stat st;
	struct sock_fprog program;

	if (fstat(GUEST_FILTER, &st) != 0 || st.st_size == 0)
		setup_fail("looking at the second system call filter");
	program.filter = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE, GUEST_FILTER, 0);
	program.len = (unsigned short)((size_t)st.st_size / sizeof(struct sock_filter));
	if (program.filter == MAP_FAILED ||
	    syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program) != 0)
		setup_fail("loading the second system call filter");
	munmap(program.filter, (size_t)st.st_size);
	close(GUEST_FILTER);
}

static bool has_result; /* else the program's own files may get that number */

/* The value is the result only where it is a str; it goes out whole or breaks off with the pipe. */
static void
write_result(PyObject *value)
{
	Py_ssize_t n;
	bool is_text = has_result && PyUnicode_CheckExact(value);
	const char *text = is_text ? PyUnicode_AsUTF8AndSize(value, &n) : NULL;

	if (!text) {
		PyErr_Clear();
		return;
	}
	python_write(GUEST_RESULT, text, (size_t)n);
}

static void
report_value(PyObject *value)
{
	if (value == Py_None)
		return;
	write_result(value);
	PyObject *text = PyObject_Repr(value);
	frame_text(FRAME_VALUE, text);
	Py_XDECREF(text);
	display_value(value);
}

/* Nothing is imported ahead for a later cell: code of an earlier one could run, and nothing would guard
 * it. */
static void
guard(struct program *p, PyObject *globals, bool first)
{
	if (!rulebook_guards()) {
		guard_arm(); /* refuses nothing, and tells of addresses */
		return;
	}
	if (first) {
		if (!guard_builtins(globals))
			setup_fail("giving the program its builtins");
		guard_import_ahead(p->body);
		guard_import_ahead(p->last);
	}
	if (!cause_mark_program(p->body) || !cause_mark_program(p->last))
		setup_fail("marking the program's code");
	guard_arm();
}

/* False where an exception is set. */
static bool
execute(struct program *p, PyObject *globals)
{
	frame(FRAME_BEGIN, "", 0);
	PyObject *result = PyEval_EvalCode(p->body, globals, globals);

	if (!result)
		return false;
	Py_DECREF(result);
	if (p->last) {
		result = PyEval_EvalCode(p->last, globals, globals);
		if (!result)
			return false;
		report_value(result);
		Py_DECREF(result);
	}
	display_figures();
	return true;
}

/* Threads that are not daemons are waited for, as Python does at its end. */
static void
await_threads(void)
{
	PyObject *modules = PyImport_GetModuleDict();
	PyObject *threading = PyDict_GetItemString(modules, "threading");
	PyObject *done = threading ? PyObject_CallMethod(threading, "_shutdown", NULL) : NULL;

	Py_XDECREF(done);
	PyErr_Clear();
}

/* Keeps the exception that is set. */
static void
flush_streams(void)
{
	static const char *const names[] = {"stdout", "stderr", "__stdout__", "__stderr__"};
	PyObject *type, *value, *trace;

	PyErr_Fetch(&type, &value, &trace);
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		PyObject *stream = PySys_GetObject(names[i]);
		PyObject *done =
		    stream && stream != Py_None ? PyObject_CallMethod(stream, "flush", NULL) : NULL;
		Py_XDECREF(done);
		PyErr_Clear();
	}
	PyErr_Restore(type, value, trace);
}

static ino_t report_pipe; /* as it was before the program, which may put another in its place */

#define LOOKED_AT 32 /* no more than a program may always have open */
static struct pollfd looked_at[LOOKED_AT];

/* Which of the next ones are not open, by one call; any may be where that fails. */
static void
look_at_descriptors(int first)
{
	for (int i = 0; i < LOOKED_AT; i++)
		looked_at[i] = (struct pollfd){.fd = first + i};
	if (poll(looked_at, LOOKED_AT, 0) < 0)
		memset(looked_at, 0, sizeof(looked_at));
}

/* Copies of its streams that the program put aside, in a descriptor or in flight through a socket:
 * nothing but files, and the report, stays. */
static void
silence_copies(void)
{
	struct rlimit files;
	struct stat st;

	/* The C library's getrlimit asks in a way for which sluice-init is asked. */
	if (syscall(SYS_getrlimit, RLIMIT_NOFILE, &files) != 0)
		_exit(1); /* nothing of the program can make it so */
	for (int fd = GUEST_GO; fd < (int)files.rlim_max; fd++) {
		if ((fd - GUEST_GO) % LOOKED_AT == 0)
			look_at_descriptors(fd);
		if (!(looked_at[(fd - GUEST_GO) % LOOKED_AT].revents & POLLNVAL) &&
		    fstat(fd, &st) == 0 && !S_ISREG(st.st_mode) &&
		    !(S_ISFIFO(st.st_mode) && st.st_ino == report_pipe))
			close(fd);
	}
}

/* Pools that a name of the program holds end as it goes, over pipes that are closed: nobody is told of
 * their errors, for which Python would compile the lines that it shows. */
static void
silence_errors(void)
{
	PyObject *quiet = (PyObject *)&PyBool_Type;
	PyObject *threading = PyDict_GetItemString(PyImport_GetModuleDict(), "threading");

	if (PySys_SetObject("unraisablehook", quiet) != 0 ||
	    (threading && PyObject_SetAttrString(threading, "excepthook", quiet) != 0))
		PyErr_Clear();
}

/* Nothing is said from here on; what the program left open is closed, so that files are whole. */
_Noreturn static void
leave(int code, PyObject *globals)
{
	flush_streams();
	int nowhere = open("/dev/null", O_RDWR | O_CLOEXEC);
	if (nowhere < 0 || dup2(nowhere, STDOUT_FILENO) < 0 || dup2(nowhere, STDERR_FILENO) < 0) {
		close(STDOUT_FILENO);
		close(STDERR_FILENO);
	}
	if (has_result)
		close(GUEST_RESULT);
	silence_errors();
	silence_copies();
	frame(FRAME_END, "", 0);
	PyDict_Clear(globals); /* a violation in here is still reported */
	_exit(code);
}

static PyObject *
main_globals(void)
{
	PyObject *module = PyImport_AddModule("__main__");
	PyObject *globals = module ? PyModule_GetDict(module) : NULL;
	PyObject *name = PyUnicode_FromString(PROGRAM_NAME);

	if (!globals || !name || PyDict_SetItemString(globals, "__file__", name) != 0)
		setup_fail("making the program's module");
	Py_DECREF(name);
	return globals;
}

/* The line that the byte `from` is behind. */
static long
lines_before(PyObject *source, int64_t from)
{
	const char *text = PyUnicode_AsUTF8(source);
	long lines = 0;

	for (int64_t i = 0; text && i < from && text[i]; i++)
		lines += text[i] == '\n';
	return lines;
}

/* Compares and compiles. The tree has thousands of objects, none of them garbage, and is gone
 * before the program begins. The compiler may warn, and what an earlier cell put in the place of standard
 * error runs then: the hook is awake. */
static bool
prepare(struct program *p, PyObject *source, int facts, int64_t from)
{
	PyObject *tree;

	bool good = agree_check(facts, source, &tree) &&
		    program_compile(p, source, tree, lines_before(source, from));
	Py_XDECREF(tree);
	return good;
}

/* The compiler imports it to warn, and compiles later cells of a session under guard. */
static void
import_warnings(void)
{
	PyObject *module = PyImport_ImportModule("warnings");

	if (!module)
		setup_fail("importing 'warnings'");
	Py_DECREF(module);
}

static void
await_go(struct wire_go *go, int *code, int *facts)
{
	struct wire message;
	int fds[WIRE_FDS_MAX];

	if (!wire_receive(GUEST_GO, &message, fds))
		_exit(0); /* nobody is there to report to */
	*go = message.is.go;
	*code = fds[0];
	*facts = go->has_facts ? fds[1] : -1;
	if (message.kind != WIRE_GO || *code < 0 || (go->has_facts && *facts < 0) ||
	    memchr(go->code_sha256, '\0', sizeof(go->code_sha256)) == NULL)
		setup_fail("being handed the code");
	if (go->session_cpu_ms == 0)
		close(GUEST_GO);
}

void
python_open_report(void)
{
	struct stat report;

	has_result = fcntl(GUEST_RESULT, F_GETFD) >= 0;
	frames_open();
	if (fstat(GUEST_REPORT, &report) != 0)
		setup_fail("being started by sluice-init");
	report_pipe = report.st_ino;
}

/* The exit status that it earns. */
static int
run_program(const struct wire_go *go, int code_fd, int facts_fd, PyObject *globals, bool *early)
{
	static bool later; /* something has run before */
	struct program program = {0};
	PyObject *source = read_code(code_fd, go->code_sha256);
	bool first = !later;
	int code = 0, collects = PyGC_Disable();

	if (first)
		display_look(go->session_cpu_ms > 0 ? NULL : source);
	if (first && go->session_cpu_ms > 0) {
		import_warnings();
		python_warm();
	}
	later = true;
	bool good = prepare(&program, source, facts_fd, go->from);
	if (collects && first)
		PyGC_Enable();
	if (good)
		guard(&program, globals, first);
	if (collects)
		PyGC_Enable();
	good = good && execute(&program, globals);
	*early = !good;
	if (!good) {
		flush_streams();
		code = exception_report(source);
	}
	program_release(&program);
	Py_DECREF(source);
	return code;
}

/* Of a session; false: init is not there, or no more than this was asked for. */
static bool
end_cell(const struct wire_go *go, int code, bool early)
{
	struct wire message = {
	    .kind = WIRE_CELL, .is.cell = {.status = code, .early = early, .word = go->word}};

	if (go->session_cpu_ms == 0)
		return false;
	flush_streams();
	display_again();
	return wire_send(GUEST_GO, &message, NULL, 0);
}

static bool
go_is_here(void)
{
	struct pollfd go = {.fd = GUEST_GO, .events = POLLIN};

	return poll(&go, 1, 0) != 0;
}

_Noreturn void
python_begin(void)
{
	int code_fd, facts_fd, code;
	PyObject *globals = main_globals();
	struct wire_go go;
	bool early;

	tighten();
	if (!go_is_here()) /* else it is made where it is needed */
		python_warm();
	do {
		await_go(&go, &code_fd, &facts_fd);
		code = run_program(&go, code_fd, facts_fd, globals, &early);
	} while (end_cell(&go, code, early));
	await_threads();
	leave(code, globals);
}

int
main(int argc, char **argv)
{
	python_open_report();
	if (argc != 4 && (argc != 5 || strcmp(argv[4], "zygote") != 0))
		setup_fail("being started by sluice-init");
	python_start(argv);
	open_digest();
	if (argc == 5)
		zygote_serve();
	python_begin();
}
