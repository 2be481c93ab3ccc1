/* SPDX-License-Identifier: MIT */
/*
 * Theory of operation. Each audit event is judged by its name, by whose code caused it (cause.c),
 * and for files by the path. The lists below were found by running ordinary programs. An event that
 * is in no list is a violation.
 *
 * Nothing here calls into objects of the program: only strings and numbers are looked at.
 */
#include "guard.h"

#include <stdio.h>
#include <string.h>
#include <sys/socket.h>

static bool begun, armed, pure, lets_compile; /* begun: what acts is the program */

bool
guard_lists(const char *word, const char *const *list)
{
	for (; *list; list++)
		if (strcmp(word, *list) == 0)
			return true;
	return false;
}

/* A str or bytes, as the text that the interpreter itself would take; NULL for anything else. A
 * subclass can't give it another one: what the object holds is read, and no method called. */
const char *
guard_text(PyObject *args, Py_ssize_t at)
{
	PyObject *object =
	    PyTuple_Check(args) && at < PyTuple_GET_SIZE(args) ? PyTuple_GET_ITEM(args, at) : NULL;
	const char *text = NULL;

	if (object && PyUnicode_Check(object))
		text = PyUnicode_AsUTF8(object);
	else if (object && PyBytes_Check(object))
		text = PyBytes_AS_STRING(object);
	if (!text)
		PyErr_Clear();
	return text;
}

/* Code that makes code, in the library's own well-known places. */
static bool
may_make_code(const char *event, PyObject *args, const struct cause *cause)
{
	static const struct {
		const char *file, *function, *event; /* NULL: any */
	} known[] = {
	    {"/collections/__init__.py", "namedtuple", NULL},
	    {"/dataclasses.py", "_create_fn", NULL},
	    {"/dataclasses.py", "add_fns_to_class", NULL},
	    {"/typing.py", "__init__", "compile"},
	    {"/ast.py", "parse", "compile"},
	    {"/enum.py", NULL, NULL},
	    {"/functools.py", NULL, "compile"},
	    /* The lines of an error that ends a thread are parsed to be shown. */
	    {"/threading.py", "invoke_excepthook", "compile"},
	};

	if (cause->by != BY_LIBRARY)
		return false;
	if (strncmp(cause->file, "<frozen importlib", 17) == 0)
		return pure ? machinery_may(event, args) : cause_is_import(NULL);
	if (strncmp(cause->file, "/usr/lib/python3/dist-packages/", 31) == 0 ||
	    strncmp(cause->file, WIRE_VENV "/", strlen(WIRE_VENV "/")) == 0)
		return (strstr(cause->file, "/f2py/") == NULL &&
			   strstr(cause->file, "/testing/") == NULL) ||
		       cause_is_module_body();
	for (size_t i = 0; i < sizeof(known) / sizeof(*known); i++)
		if (cause_is_from(cause, known[i].file) &&
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
	const char *source = guard_text(args, 0);
	char text[512];

	if (cause->by != BY_LIBRARY || !cause_is_from(cause, "/timeit.py") ||
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
	const char *name = guard_text(args, 0);
	char top[128];
	bool library = cause->by == BY_LIBRARY && (!pure || !guard_imports_for_caller());

	if (!name)
		guard_violation(NULL, "import", "a name that is not text");
	snprintf(top, sizeof(top), "%.*s", (int)strcspn(name, "."), name);
	if (!library && !rulebook_allows_module(name) && !guard_is_harmless_module(name))
		guard_violation(NULL, "import", name);
	if (pure && library && guard_lists(top, never) && !rulebook_allows_module(name))
		guard_violation(NULL, "import", name);
}

/* These only announce what has an event of its own when it is done. */
static bool
is_announcement(const char *event)
{
	static const char *const families[] = {
	    "glob.", "pathlib.", "shutil.", "tempfile.", "os.walk", "os.fwalk", NULL};

	for (const char *const *family = families; *family; family++)
		if (strncmp(event, *family, strlen(*family)) == 0)
			return strcmp(event, "shutil.chown") != 0;
	return false;
}

/* matplotlib asks for fonts, platform for the processor, and what looks for the C library (ctypes,
 * for scikit-learn's thread pools) for places of libraries; none of these programs is there to run. */
static bool
is_familiar_question(const char *event, PyObject *args)
{
	static const struct {
		const char *program, *file;
	} questions[] = {{"fc-list", "/matplotlib/font_manager.py"}, {"uname", "/platform.py"},
	    {"/sbin/ldconfig", "/ctypes/util.py"}, {"ld", "/ctypes/util.py"}};
	static const char *const between[] = {"/subprocess.py", NULL};
	const char *program = guard_text(args, 0);

	/* Since Python 3.13, subprocess starts programs with os.posix_spawn. */
	if ((strcmp(event, "subprocess.Popen") != 0 && strcmp(event, "os.posix_spawn") != 0) ||
	    !program)
		return false;
	const struct cause asker = cause_behind(between, pure);
	for (size_t i = 0; i < sizeof(questions) / sizeof(*questions); i++)
		if (strcmp(program, questions[i].program) == 0)
			return asker.by == BY_LIBRARY && cause_is_from(&asker, questions[i].file);
	return false;
}

/* shapely copies the texts that its C library makes; only its own functions get there. */
static bool
is_familiar_copy(const char *event)
{
	static const char *const between[] = {"/ctypes/__init__.py", NULL};

	if (pure || strcmp(event, "ctypes.string_at") != 0)
		return false;
	const struct cause asker = cause_behind(between, pure);
	return asker.by == BY_LIBRARY && cause_is_from(&asker, "/shapely/geos.py");
}

/*
 * Whether a library does this in certain places only. Elsewhere the program made it do so: with an iterator that
 * they walk, or a callable that they call, in C and so without a frame of its own.
 */
static bool
is_out_of_place(const char *event, PyObject *args, const struct cause *cause)
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
	    {"object.__getattr__", "/doctest.py", NULL},
	    {"object.__getattr__", "/asyncio/coroutines.py", NULL},
	    {"object.__getattr__", "/logging/__init__.py", NULL},
	    {"object.__getattr__", "/enum.py", NULL},
	    {"object.__getattr__", "/typing.py", NULL},
	    {"object.__getattr__", "/types.py", NULL},
	    {"code.__new__", "/types.py", NULL},
	    {"function.__new__", "/types.py", NULL},
	};

	if (!pure || !guard_lists(event, placed))
		return false;
	if (strcmp(event, "marshal.loads") == 0)
		return !machinery_may(event, args);
	for (size_t i = 0; i < sizeof(places) / sizeof(*places); i++)
		if (strcmp(places[i].event, event) == 0 && cause_is_from(cause, places[i].file) &&
		    (!places[i].function || strcmp(places[i].function, cause->function) == 0))
			return false;
	return true;
}

/* asyncio talks to itself over a pair of local sockets. */
static bool
is_local_socket(PyObject *args)
{
	PyObject *family = PyTuple_GET_SIZE(args) > 1 ? PyTuple_GET_ITEM(args, 1) : NULL;

	return family && PyLong_Check(family) && PyLong_AsLong(family) == AF_UNIX;
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
	    "_thread.start_new_thread", "_thread.start_joinable_thread", "socket.__new__",
	    "socket.socketpair", "marshal.loads", "marshal.load", "marshal.dumps", "code.__new__",
	    "function.__new__", "pdb.Pdb", "sys.set_asyncgen_hook_firstiter",
	    "sys.set_asyncgen_hook_finalizer", "sys.set_asyncgen_hooks_firstiter",
	    "sys.set_asyncgen_hooks_finalizer", "gc.get_objects", "gc.get_referents",
	    "gc.get_referrers", "mmap.__new__", "os.putenv", "os.unsetenv", "pickle.find_class",
	    "shutil.chown", "builtins.input", "cpython.run_string", NULL};
	const struct cause cause = cause_find(pure);

	if (cause.by == BY_FOREIGN && pure)
		guard_violation(NULL, "foreign code", event);
	if (strcmp(event, "open") == 0)
		paths_judge_open(args, &cause);
	else if (strcmp(event, "import") == 0)
		judge_import(args, &cause);
	else if (strcmp(event, "sqlite3.connect") == 0)
		paths_judge_database(args, &cause);
	else if (strcmp(event, "compile") == 0 || strcmp(event, "exec") == 0) {
		if (!may_make_code(event, args, &cause) && !is_timed_call(event, args, &cause) &&
		    !rulebook_names(RULE_EVENT, event))
			guard_violation(NULL, event, event);
	} else if (guard_lists(event, harmless) || is_announcement(event) ||
		   rulebook_names(RULE_EVENT, event) || is_familiar_question(event, args) ||
		   is_familiar_copy(event) || paths_judge_event(event, args, &cause)) {
		return;
	} else if ((cause.by != BY_LIBRARY || !guard_lists(event, library_only) ||
		       is_out_of_place(event, args, &cause) ||
		       (strcmp(event, "socket.__new__") == 0 && !is_local_socket(args))) &&
		   (pure || !cause_is_module_body())) {
		guard_violation_of(event, args);
	}
}

/* Code that is executed before the program begins, or later by the import machinery, is a
 * library's. All other code was made on the program's behalf. */
static void
note_code(const char *event, PyObject *args)
{
	PyObject *code = strcmp(event, "exec") == 0 ? PyTuple_GET_ITEM(args, 0) : NULL;

	if (!pure || !code || !PyCode_Check(code))
		return;
	if (!armed || cause_is_import(NULL))
		cause_mark_library(code);
	else
		cause_mark_made(code);
}

static int
hook(const char *event, PyObject *args, void *nothing)
{
	bool let = lets_compile && strcmp(event, "compile") == 0;

	(void)nothing;
	lets_compile = lets_compile && !let;
	if (armed && !let)
		judge(event, args);
	if (begun)
		guard_note_address(event, args);
	note_code(event, args);
	return 0;
}

bool
guard_add_hook(bool packages)
{
	pure = !packages && rulebook_guards();
	return PySys_AddAuditHook(hook, NULL) == 0;
}

void
guard_arm(void)
{
	begun = true;
	armed = rulebook_guards();
}

void
guard_let_compile(void)
{
	lets_compile = true;
}

bool
guard_is_armed(void)
{
	return armed;
}

bool
guard_is_pure(void)
{
	return pure;
}

void
guard_disarm(void)
{
	begun = armed = false;
}
