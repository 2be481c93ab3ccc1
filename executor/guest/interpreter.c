/* SPDX-License-Identifier: MIT */
/* interpreter.c: CPython is started in its isolated configuration, with fixed paths, and warmed. */
#include "agree.h"
#include "guard.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define STDLIB L"/usr/lib/python" SLUICE_PYTHON

static void
must(PyStatus status)
{
	if (PyStatus_Exception(status))
		setup_fail(status.err_msg ? status.err_msg : "starting the interpreter");
}

static void
set_paths(PyConfig *config, bool packages, bool venv)
{
	must(PyConfig_SetString(config, &config->home, L"/usr"));
	must(PyConfig_SetString(config, &config->program_name, L"python" SLUICE_PYTHON));
	must(PyConfig_SetString(config, &config->executable, L""));
	must(PyConfig_SetString(config, &config->base_executable, L""));
	must(PyConfig_SetString(config, &config->prefix, L"/usr"));
	must(PyConfig_SetString(config, &config->exec_prefix, L"/usr"));
	must(PyConfig_SetString(config, &config->base_prefix, L"/usr"));
	must(PyConfig_SetString(config, &config->base_exec_prefix, L"/usr"));
	config->module_search_paths_set = 1;
	must(PyWideStringList_Append(&config->module_search_paths, STDLIB));
	must(PyWideStringList_Append(&config->module_search_paths, STDLIB L"/lib-dynload"));
	if (venv)
		must(PyWideStringList_Append(&config->module_search_paths, L"" WIRE_VENV));
	if (packages)
		must(PyWideStringList_Append(
		    &config->module_search_paths, L"/usr/lib/python3/dist-packages"));
}

/* The package is frozen; its other modules are in files, as ever. */
static void
find_encodings(void)
{
	PyObject *package = PyImport_ImportModule("encodings");
	PyObject *path = package ? PyObject_GetAttrString(package, "__path__") : NULL;
	PyObject *folder = PyUnicode_FromWideChar(STDLIB L"/encodings", -1);

	if (!path || !folder || !PyList_Check(path) || PyList_Append(path, folder) != 0)
		setup_fail("finding the encodings");
	Py_DECREF(folder);
	Py_DECREF(path);
	Py_DECREF(package);
}

/* No site, no environment, no current directory on the path, no bytecode; a fixed hash seed, so
 * that a run can be replayed. */
static void
start_interpreter(bool packages, bool venv)
{
	PyPreConfig early;
	PyConfig config;

	PyPreConfig_InitIsolatedConfig(&early);
	early.utf8_mode = 1;
	must(Py_PreInitialize(&early));
	PyConfig_InitIsolatedConfig(&config);
	config.site_import = 0;
	config.write_bytecode = 0;
	config.safe_path = 1;
	config.use_hash_seed = 1;
	config.hash_seed = 0;
	config.install_signal_handlers = 1;
	config.buffered_stdio = 1;
	config.pathconfig_warnings = 0;
	config.parse_argv = 0;
	set_paths(&config, packages, venv);
	must(PyWideStringList_Append(&config.argv, L"" PROGRAM_NAME));
	PyImport_FrozenModules = frozen_modules;
	config._init_main = 0; /* the core alone, so that no module is loaded before cause_open */
	must(Py_InitializeFromConfig(&config));
	if (!cause_open())
		setup_fail("telling code apart");
	must(_Py_InitializeMain());
	PyConfig_Clear(&config);
	find_encodings();
}

void
python_warm(void)
{
	PyObject *source = PyUnicode_FromString("0\n");
	PyObject *tree = source ? agree_parse(source) : NULL;
	static bool
	    compiled; /* a copy of this interpreter touches less, for it holds what it touches */
	struct program nothing = {0};
	char *text;
	size_t n;

	if (!tree || !tree_facts(tree, &text, &n) ||
	    (!compiled && !program_compile(&nothing, source, tree, 0)))
		setup_fail("starting the compiler");
	compiled = true;
	free(text);
	program_release(&nothing);
	Py_DECREF(tree);
	Py_DECREF(source);
}

/* Imports the modules that the policy names, before anything is guarded: like a program's imports (guard_import_ahead).
 */
static void
import_warm(void)
{
	const char *name;
	char words[160];

	for (size_t at = 0; (name = rulebook_next(RULE_WARM, &at));) {
		PyObject *module = PyImport_ImportModule(name);
		snprintf(
		    words, sizeof(words), "importing '%s', which the policy keeps ready", name);
		if (!module)
			setup_fail(words);
		Py_DECREF(module);
	}
}

/* Makes standard output line-buffered, for those who read along. */
static void
write_by_lines(void)
{
	PyObject *out = PySys_GetObject("stdout"), *nothing = PyTuple_New(0);
	PyObject *method = out ? PyObject_GetAttrString(out, "reconfigure") : NULL;
	PyObject *how = Py_BuildValue("{s:O}", "line_buffering", Py_True);
	PyObject *done = method && nothing && how ? PyObject_Call(method, nothing, how) : NULL;

	if (!done)
		setup_fail("having standard output written line by line");
	Py_DECREF(done);
	Py_DECREF(how);
	Py_DECREF(method);
	Py_DECREF(nothing);
}

void
python_start(char **argv)
{
	bool packages = strcmp(argv[1], "packages") == 0, venv = strcmp(argv[3], "venv") == 0;

	if (strncmp(Py_GetVersion(), SLUICE_PYTHON ".", strlen(SLUICE_PYTHON) + 1) != 0)
		setup_fail("finding Python " SLUICE_PYTHON ", whose tables of names Sluice has");
	rulebook_read(GUEST_RULES);
	close(GUEST_RULES);
	if (!guard_add_hook(packages || venv))
		setup_fail("guarding the interpreter");
	if (rulebook_has(RULE_PRIVATE))
		classes_open();
	start_interpreter(packages, venv);
	display_prepare(strtoll(argv[2], NULL, 10));
	import_warm();
	if (rulebook_has(RULE_LIVE))
		write_by_lines();
}
