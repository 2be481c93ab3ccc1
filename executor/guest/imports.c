/* SPDX-License-Identifier: MIT */
#include "guard.h"

#include <opcode.h>
#include <string.h>

#define AHEAD_MODULES_MAX 200

/* C code imports these in the program's name: strptime, strftime, named characters, copying. They
 * give no authority. */
static const char *const lazy[] = {"_strptime", "time", "unicodedata", "copyreg"};
static PyObject *real_import, *main_globals;

PyObject *
guard_main_globals(void)
{
	return main_globals;
}

bool
guard_is_harmless_module(const char *name)
{
	for (size_t i = 0; i < sizeof(lazy) / sizeof(*lazy); i++)
		if (strcmp(lazy[i], name) == 0)
			return true;
	return false;
}

/* The program imports, or a library whose caller says what. */
bool
guard_imports_for_caller(void)
{
	static const char *const machinery[] = {"/importlib/__init__.py",
	    "<frozen importlib._bootstrap>", "<frozen importlib._bootstrap_external>", NULL};
	static const struct {
		const char *file, *function;
	} deputies[] = {{"/pkgutil.py", "resolve_name"},
	    {"/unittest/loader.py", "loadTestsFromName"},
	    {"/unittest/loader.py", "_get_module_from_name"}, {"/logging/config.py", "resolve"}};
	const struct cause cause = cause_behind(machinery, guard_is_pure());

	for (size_t i = 0; i < sizeof(deputies) / sizeof(*deputies); i++)
		if (cause_is_from(&cause, deputies[i].file) &&
		    strcmp(cause.function, deputies[i].function) == 0)
			return true;
	return cause.by != BY_LIBRARY;
}

/* Judges modules that are loaded already, too, for which there is no audit event. */
static PyObject *
guarded_import(PyObject *self, PyObject *args, PyObject *keywords)
{
	PyObject *name = PyTuple_GET_SIZE(args) > 0 ? PyTuple_GET_ITEM(args, 0)
			 : keywords                 ? PyDict_GetItemString(keywords, "name")
						    : NULL;
	const char *text = name && PyUnicode_CheckExact(name) ? PyUnicode_AsUTF8(name) : NULL;

	(void)self;
	if (!text)
		guard_violation(NULL, "import", "a name that is not a plain string");
	if (!rulebook_allows_module(text) && !guard_is_harmless_module(text))
		guard_violation(NULL, "import", text);
	return PyObject_Call(real_import, args, keywords);
}

static PyMethodDef import_method = {
    "__import__", (PyCFunction)(void (*)(void))guarded_import, METH_VARARGS | METH_KEYWORDS, NULL};

/* Whether a name is always there, so that no policy needs to list it. */
static bool
is_always_there(const char *name, PyObject *value)
{
	static const char *const constants[] = {"__build_class__", "__debug__", "__name__",
	    "__doc__", "True", "False", "None", "Ellipsis", "NotImplemented"};

	for (size_t i = 0; i < sizeof(constants) / sizeof(*constants); i++)
		if (strcmp(constants[i], name) == 0)
			return true;
	return PyExceptionClass_Check(value);
}

bool
guard_builtins(PyObject *globals)
{
	PyObject *all = PyEval_GetBuiltins(), *few = PyDict_New(), *name, *value, *guarded;
	Py_ssize_t at = 0;

	main_globals = globals;
	real_import = PyDict_GetItemString(all, "__import__");
	guarded = real_import && few ? PyCFunction_New(&import_method, NULL) : NULL;
	if (!guarded)
		return false;
	Py_INCREF(real_import);
	while (PyDict_Next(all, &at, &name, &value)) {
		const char *text = PyUnicode_AsUTF8(name);
		bool wanted =
		    text && (!rulebook_has(RULE_BUILTIN) || is_always_there(text, value) ||
				rulebook_names(RULE_BUILTIN, text));
		if (wanted && PyDict_SetItem(few, name, value) != 0)
			return false;
	}
	bool good =
	    (!rulebook_has(RULE_MODULE) || PyDict_SetItemString(few, "__import__", guarded) == 0) &&
	    PyDict_SetItemString(globals, "__builtins__", few) == 0;
	good = good && attributes_guard(all, few, guard_is_pure());
	Py_DECREF(guarded);
	Py_DECREF(few);
	return good;
}

static void
import_one(PyObject *name)
{
	const char *text = PyUnicode_AsUTF8(name);
	PyObject *module = text && rulebook_allows_module(text) ? PyImport_Import(name) : NULL;

	Py_XDECREF(module);
	PyErr_Clear(); /* the program meets it again, at its own place */
}

/* The names of one code object's import instructions. */
static bool
import_from(PyObject *object, void *context)
{
	PyCodeObject *code = (PyCodeObject *)object;
	int *budget = context;
	PyObject *bytes = PyCode_GetCode(code);
	const unsigned char *at = bytes ? (const unsigned char *)PyBytes_AS_STRING(bytes) : NULL;
	Py_ssize_t n = bytes ? PyBytes_GET_SIZE(bytes) : 0;
	Py_ssize_t wide = 0;

	for (Py_ssize_t i = 0; i + 1 < n && *budget > 0; i += 2) {
		Py_ssize_t argument = wide << 8 | at[i + 1];
		wide = at[i] == EXTENDED_ARG ? argument : 0;
		if (at[i] == IMPORT_NAME && argument < PyTuple_GET_SIZE(code->co_names)) {
			import_one(PyTuple_GET_ITEM(code->co_names, argument));
			--*budget;
		}
	}
	Py_XDECREF(bytes);
	PyErr_Clear();
	return *budget > 0;
}

void
guard_import_ahead(PyObject *code)
{
	int budget = AHEAD_MODULES_MAX;

	if (code)
		(void)cause_walk(code, import_from, &budget);
}
