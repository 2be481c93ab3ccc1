/* SPDX-License-Identifier: MIT */
/*
 * Theory of operation. Each audit event is judged by its name, by who caused it (the program, or a
 * library that it called: the file of the innermost Python frame tells, and no program can make
 * code with another file name while compile and code objects are guarded), and for files by the
 * path. The lists below were found by running ordinary programs. An event that is in no list is a
 * violation.
 *
 * Nothing here calls into objects of the program: only exact strings and numbers are looked at.
 */
#include "guard.h"

#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define LIBRARY "/usr/lib/python3"

static bool armed, pure;

struct cause {
	const char *file, *function; /* empty where there is no Python frame */
	bool program;
};

_Noreturn void
guard_violation(const char *what, const char *detail)
{
	char text[512];
	int n = snprintf(text, sizeof(text), "%.100s%c%.300s", what, '\0', detail);

	armed = false;
	frame(FRAME_VIOLATION, text, n > 0 && (size_t)n < sizeof(text) ? (size_t)n : 0);
	frame_number(FRAME_CLAIM, CLAIM_VIOLATION);
	_exit(1);
}

static struct cause
find_cause(void)
{
	struct cause cause = {"", "", true};
	PyFrameObject *frame_object = PyEval_GetFrame();

	if (!frame_object)
		return cause;
	PyCodeObject *code = PyFrame_GetCode(frame_object);
	const char *file = PyUnicode_AsUTF8(code->co_filename);
	const char *function = PyUnicode_AsUTF8(code->co_name);
	if (file && function) {
		cause = (struct cause){file, function, false};
		cause.program = strncmp(file, LIBRARY, strlen(LIBRARY)) != 0 &&
				strncmp(file, "<frozen ", 8) != 0 &&
				strncmp(file, "<__array_function__", 19) != 0;
	}
	Py_DECREF(code); /* the frame holds it */
	return cause;
}

static bool
is_in(const char *word, const char *const *list)
{
	for (; *list; list++)
		if (strcmp(word, *list) == 0)
			return true;
	return false;
}

static bool
ends(const char *text, const char *end)
{
	size_t n = strlen(text), m = strlen(end);
	return n >= m && strcmp(text + n - m, end) == 0;
}

/* An exact str or bytes, as text; NULL for anything else. */
static const char *
text_of(PyObject *args, Py_ssize_t at)
{
	PyObject *object =
	    PyTuple_Check(args) && at < PyTuple_GET_SIZE(args) ? PyTuple_GET_ITEM(args, at) : NULL;
	const char *text = NULL;

	if (object && PyUnicode_CheckExact(object))
		text = PyUnicode_AsUTF8(object);
	else if (object && PyBytes_CheckExact(object))
		text = PyBytes_AS_STRING(object);
	if (!text)
		PyErr_Clear();
	return text;
}

/* The absolute path without links; of a file that is not there yet, by its folder. */
static bool
resolve(const char *path, char out[PATH_MAX])
{
	char folder[PATH_MAX];
	const char *slash = strrchr(path, '/'), *base = slash ? slash + 1 : path;

	if (realpath(path, out))
		return true;
	if (strcmp(base, "..") == 0 || strcmp(base, ".") == 0 || strlen(path) >= sizeof(folder))
		return false;
	snprintf(
	    folder, sizeof(folder), "%.*s", slash ? (int)(slash - path) : 1, slash ? path : ".");
	char *real = realpath(*folder ? folder : "/", NULL);
	int n = real ? snprintf(out, PATH_MAX, "%s/%s", real, base) : -1;
	free(real);
	return n > 0 && n < PATH_MAX;
}

/* What libraries open for themselves. */
static bool
is_library_file(const char *path)
{
	static const char *const folders[] = {LIBRARY, "/usr/share/zoneinfo",
	    "/usr/share/matplotlib", "/usr/share/fonts", "/etc/matplotlibrc", "/etc/fonts",
	    "/dev/null", "/dev/urandom", "/usr/lib/python3/dist-packages", "/proc/meminfo",
	    "/proc/cpuinfo", "/proc/stat", NULL};

	for (const char *const *folder = folders; *folder; folder++) {
		size_t n = strlen(*folder);
		if (strncmp(path, *folder, n) == 0)
			return true;
	}
	return false;
}

static void
judge_path(const char *event, const char *path, bool writes, const struct cause *cause)
{
	char real[PATH_MAX];

	if (!path)
		guard_violation(event, "a path that is no plain string");
	if (!resolve(path, real)) {
		/* There is no such folder, so the call fails by itself. */
		if (cause->program && path[0] == '/')
			guard_violation(event, path);
		return;
	}
	if (rulebook_allows_path(writes ? RULE_WRITE : RULE_READ, real))
		return;
	if (!writes && strncmp(real, "/usr/share/zoneinfo/", 20) == 0)
		return;
	if (!cause->program && (strncmp(real, "/tmp/", 5) == 0 || strcmp(real, "/tmp") == 0))
		return;
	if (!writes && !cause->program && is_library_file(real))
		return;
	/* A file that is not there tells the program no more than that. */
	if (!writes && !cause->program && access(real, F_OK) != 0)
		return;
	guard_violation(event, real);
}

static void
judge_open(PyObject *args, const struct cause *cause)
{
	PyObject *path = PyTuple_GET_SIZE(args) > 0 ? PyTuple_GET_ITEM(args, 0) : NULL;
	PyObject *flags = PyTuple_GET_SIZE(args) > 2 ? PyTuple_GET_ITEM(args, 2) : NULL;
	const char *mode = text_of(args, 1);
	long bits = flags && PyLong_CheckExact(flags) ? PyLong_AsLong(flags) : 0;

	if (path && PyLong_CheckExact(path)) {
		if (cause->program)
			guard_violation("open", "a descriptor by its number");
		return;
	}
	bool writes =
	    (mode && strpbrk(mode, "wax+")) || (bits & (O_WRONLY | O_RDWR | O_CREAT | O_TRUNC));
	judge_path("open", text_of(args, 0), writes, cause);
}

/* Code that makes code, in the library's own well-known places. */
static bool
may_make_code(const char *event, const struct cause *cause)
{
	static const struct {
		const char *file, *function, *event; /* NULL: any */
	} known[] = {
	    {"/collections/__init__.py", "namedtuple", NULL},
	    {"/dataclasses.py", "_create_fn", NULL},
	    {"/typing.py", "__init__", "compile"},
	    {"/ast.py", "parse", "compile"},
	    {"/enum.py", NULL, NULL},
	    {"/functools.py", NULL, "compile"},
	};

	if (cause->program)
		return false;
	if (strncmp(cause->file, "<frozen importlib", 17) == 0)
		return true;
	if (strncmp(cause->file, "/usr/lib/python3/dist-packages/", 31) == 0 ||
	    strncmp(cause->file, WIRE_VENV "/", strlen(WIRE_VENV "/")) == 0)
		return strstr(cause->file, "/f2py/") == NULL &&
		       strstr(cause->file, "/testing/") == NULL;
	for (size_t i = 0; i < sizeof(known) / sizeof(*known); i++)
		if (ends(cause->file, known[i].file) &&
		    (!known[i].function || strcmp(known[i].function, cause->function) == 0) &&
		    (!known[i].event || strcmp(known[i].event, event) == 0))
			return true;
	return false;
}

/*
 * timeit makes a function around what it times. Around a callable its text is always one of these;
 * any other text is the program's own.
 */
static bool
is_timed_call(const char *event, PyObject *args, const struct cause *cause)
{
	static const char
	    head[] = "\ndef inner(_it, _timer",
	    loop[] = "\n    _t0 = _timer()\n    for _i in _it:\n        _stmt()\n        pass\n"
		     "    _t1 = _timer()\n    return _t1 - _t0\n";
	static const char *const middles[] = {
	    ", _stmt=_stmt):\n    pass", ", _setup=_setup, _stmt=_stmt):\n    _setup()"};
	const char *source = text_of(args, 0);
	char text[512];

	if (cause->program || !ends(cause->file, "/timeit.py") ||
	    strcmp(cause->function, "__init__") != 0)
		return false;
	if (strcmp(event, "exec") == 0 || (source && strcmp(source, "pass") == 0))
		return true; /* exec: of the text that was compiled a step before */
	for (size_t i = 0; source && i < sizeof(middles) / sizeof(*middles); i++) {
		snprintf(text, sizeof(text), "%s%s%s", head, middles[i], loop);
		if (strcmp(source, text) == 0)
			return true;
	}
	return false;
}

static void
judge_import(PyObject *args, const struct cause *cause)
{
	/* A library may import what it needs, but for the ways out that nothing allowed needs late.
	 */
	static const char *const never[] = {"subprocess", "_posixsubprocess", "ctypes", "_ctypes",
	    "socket", "_socket", "multiprocessing", "_multiprocessing", "pty", "pdb", "code",
	    "codeop", "runpy", "webbrowser", "http", "ftplib", "smtplib", "telnetlib", "ssl",
	    "_ssl", "cffi", "_cffi_backend", "imp", "pydoc", "idlelib", "tkinter", "readline",
	    "venv", "ensurepip", "distutils", NULL};
	const char *name = text_of(args, 0);
	char top[128];

	if (!name)
		guard_violation("import", "a name that is no plain string");
	snprintf(top, sizeof(top), "%.*s", (int)strcspn(name, "."), name);
	if (cause->program && !rulebook_allows_module(name) && !guard_is_harmless_module(name))
		guard_violation("import", name);
	if (pure && !cause->program && is_in(top, never) && !rulebook_allows_module(name))
		guard_violation("import", name);
}

static bool
is_about_a_path(const char *event)
{
	static const char *const paths[] = {"os.listdir", "os.scandir", "os.mkdir", "os.remove",
	    "os.rmdir", "os.rename", "os.chmod", "os.truncate", "os.utime", "os.chdir", "os.link",
	    "os.symlink", "os.walk", "glob.glob", "glob.glob/2", "pathlib.Path.glob",
	    "pathlib.Path.rglob", "shutil.copyfile", "shutil.rmtree", "shutil.move",
	    "tempfile.mkstemp", "tempfile.mkdtemp", "sqlite3.connect", NULL};

	return is_in(event, paths);
}

static bool
only_reads(const char *event)
{
	return ends(event, "listdir") || ends(event, "scandir") || strstr(event, "glob") ||
	       strcmp(event, "os.walk") == 0 || strcmp(event, "os.chdir") == 0;
}

static void
judge_path_event(const char *event, PyObject *args, const struct cause *cause)
{
	const char *path = text_of(args, 0);

	if (strcmp(event, "sqlite3.connect") == 0 && path && strcmp(path, ":memory:") == 0)
		return;
	if (!path && only_reads(event))
		path = ".";
	if (path && *path == '\0')
		path = ".";
	judge_path(event, path, !only_reads(event), cause);
}

/* matplotlib asks for fonts and pandas for the processor; neither program is there to run. */
static bool
is_familiar_question(const char *event, PyObject *args)
{
	static const char *const programs[] = {"fc-list", "uname", NULL};
	const char *program = text_of(args, 0);

	return strcmp(event, "subprocess.Popen") == 0 && program && is_in(program, programs);
}

/*
 * What libraries do in certain places only. Elsewhere the program made them: with an iterator that
 * they walk, or a callable that they call, in C and so without a frame of its own.
 */
static bool
is_out_of_place(const char *event, const struct cause *cause)
{
	static const char *const placed[] = {"object.__getattr__", "code.__new__",
	    "function.__new__", "marshal.loads", "marshal.load", "marshal.dumps", "gc.get_objects",
	    "gc.get_referents", "gc.get_referrers", "mmap.__new__", "cpython.run_string",
	    "sys._current_frames", NULL};
	static const struct {
		const char *event, *file, *function; /* NULL: any */
	} places[] = {
	    {"object.__getattr__", "/inspect.py", "_signature_from_function"},
	    {"object.__getattr__", "/inspect.py", "_signature_from_callable"},
	    {"object.__getattr__", "/inspect.py", "_signature_is_functionlike"},
	    {"object.__getattr__", "/traceback.py", NULL},
	    {"object.__getattr__", "/logging/__init__.py", NULL},
	    {"object.__getattr__", "/enum.py", NULL},
	    {"object.__getattr__", "/typing.py", NULL},
	    {"object.__getattr__", "/types.py", NULL},
	    {"code.__new__", "/types.py", NULL},
	    {"function.__new__", "/types.py", NULL},
	    {"marshal.loads", "importlib._bootstrap_external>", "_compile_bytecode"},
	};

	if (!pure || !is_in(event, placed))
		return false;
	for (size_t i = 0; i < sizeof(places) / sizeof(*places); i++)
		if (strcmp(places[i].event, event) == 0 && ends(cause->file, places[i].file) &&
		    (!places[i].function || strcmp(places[i].function, cause->function) == 0))
			return false;
	return true;
}

static void
judge(const char *event, PyObject *args)
{
	static const char *const harmless[] = {"builtins.id", "sys.unraisablehook",
	    "sys.excepthook", "array.__new__", "cpython._PySys_ClearAuditHooks",
	    "cpython.PyInterpreterState_Clear", "sqlite3.connect/handle", "time.sleep",
	    "signal.set_wakeup_fd", NULL};
	static const char *const library_only[] = {"object.__getattr__", "object.__setattr__",
	    "object.__delattr__", "sys._getframe", "sys._getframemodulename", "sys._current_frames",
	    "_thread.start_new_thread", "socket.__new__", "socket.socketpair", "marshal.loads",
	    "marshal.load", "marshal.dumps", "code.__new__", "function.__new__",
	    "sys.set_asyncgen_hook_firstiter", "sys.set_asyncgen_hook_finalizer",
	    "sys.set_asyncgen_hooks_firstiter", "sys.set_asyncgen_hooks_finalizer",
	    "gc.get_objects", "gc.get_referents", "gc.get_referrers", "mmap.__new__", "os.putenv",
	    "pickle.find_class", "shutil.chown", "builtins.input", "cpython.run_string", NULL};
	const struct cause cause = find_cause();

	if (strcmp(event, "open") == 0)
		judge_open(args, &cause);
	else if (strcmp(event, "import") == 0)
		judge_import(args, &cause);
	else if (strcmp(event, "compile") == 0 || strcmp(event, "exec") == 0) {
		if (!may_make_code(event, &cause) && !is_timed_call(event, args, &cause) &&
		    !rulebook_names(RULE_EVENT, event))
			guard_violation(event, cause.function);
	} else if (is_in(event, harmless) || rulebook_names(RULE_EVENT, event) ||
		   (!cause.program && is_familiar_question(event, args))) {
		return;
	} else if (is_about_a_path(event)) {
		judge_path_event(event, args, &cause);
	} else if (cause.program || !is_in(event, library_only) || is_out_of_place(event, &cause)) {
		const char *detail = text_of(args, 0);
		guard_violation(event, detail ? detail : cause.function);
	}
}

static int
hook(const char *event, PyObject *args, void *nothing)
{
	(void)nothing;
	if (armed)
		judge(event, args);
	return 0;
}

bool
guard_add_hook(void)
{
	return PySys_AddAuditHook(hook, NULL) == 0;
}

void
guard_arm(bool packages)
{
	pure = !packages;
	armed = rulebook_guards();
}
