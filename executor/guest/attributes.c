/* SPDX-License-Identifier: MIT */
/*
 * Theory of operation. Attributes that the text names are the gate's. What a program names while it
 * runs passes through a few functions of CPython, and each of them asks here first:
 *
 *   - getattr, hasattr, setattr, delattr and vars: the program gets replacement functions under
 *   these names, which check every caller; the interpreter's originals check calls from the
 *   program, so that a leaked original is worth nothing;
 *   - operator.attrgetter and methodcaller, when they are made; __getattribute__, __setattr__ and
 *     __delattr__ as functions; str.format and format_map, by the fields of the template;
 *   - making a class (classes.c).
 *
 * A name is judged as the text that it holds, and the operation gets exactly that text: a subclass
 * of str could compare and hash as another one.
 *
 * A library may name what its own code names; name_treat() says what else.
 */
#include "guard.h"

#include <string.h>

#define ARGUMENTS_MAX 3

typedef PyObject *fast_function(PyObject *self, PyObject *const *args, Py_ssize_t n);
typedef PyObject *plain_function(PyObject *self, PyObject *args);

static bool strict; /* the interpreter's own functions judge too */

/* The text of a str and nothing else of it; a new reference. NULL: a Python exception is set. */
static PyObject *
plain_name(PyObject *name, const char **text)
{
	PyObject *plain = PyUnicode_CheckExact(name) ? name : PyUnicode_FromObject(name);
	Py_ssize_t n = 0;

	*text = plain ? PyUnicode_AsUTF8AndSize(plain, &n) : NULL;
	if (plain == name)
		Py_INCREF(plain);
	/* No attribute has such a name. */
	if (*text && strlen(*text) != (size_t)n)
		*text = "";
	return plain;
}

enum { GETATTR, HASATTR, SETATTR, DELATTR, NAMED };

static struct {
	const char *name;
	fast_function *original;
} named[NAMED] = {{"getattr", NULL}, {"hasattr", NULL}, {"setattr", NULL}, {"delattr", NULL}};
static plain_function *original_vars;

static PyObject *
call_named(int which, bool always, PyObject *self, PyObject *const *args, Py_ssize_t n)
{
	PyObject *copied[ARGUMENTS_MAX], *result;
	const char *text;

	if (n < 2 || n > ARGUMENTS_MAX || !PyUnicode_Check(args[1]) || !guard_is_armed())
		return named[which].original(self, args, n);
	memcpy(copied, args, (size_t)n * sizeof(*args));
	copied[1] = plain_name(args[1], &text);
	if (!copied[1])
		return NULL;
	enum treatment treatment = !text    ? NAME_LET
				   : always ? NAME_JUDGE
					    : name_treat(args[1], text, args[0]);
	if (treatment == NAME_REFUSE)
		name_refuse(named[which].name, text, which >= SETATTR);
	if (treatment == NAME_JUDGE)
		name_judge(named[which].name, args[0], text, which >= SETATTR);
	PyErr_Clear(); /* of a lone surrogate: the operation fails by itself */
	if (which == SETATTR && strict && n == 3 && text && PyType_Check(args[0]) &&
	    strcmp(text, "__match_args__") == 0)
		class_judge_match_args(args[0], args[2]);
	result = named[which].original(self, copied, n);
	Py_DECREF(copied[1]);
	return result;
}

#define NAMED_FUNCTIONS(which, name)                                                               \
	static PyObject *own_##name(PyObject *self, PyObject *const *args, Py_ssize_t n)           \
	{                                                                                          \
		return call_named(which, true, self, args, n);                                     \
	}                                                                                          \
	static PyObject *all_##name(PyObject *self, PyObject *const *args, Py_ssize_t n)           \
	{                                                                                          \
		return call_named(which, false, self, args, n);                                    \
	}

NAMED_FUNCTIONS(GETATTR, getattr)
NAMED_FUNCTIONS(HASATTR, hasattr)
NAMED_FUNCTIONS(SETATTR, setattr)
NAMED_FUNCTIONS(DELATTR, delattr)

static PyObject *
call_vars(bool always, PyObject *self, PyObject *args)
{
	PyObject *object = PyTuple_GET_SIZE(args) == 1 ? PyTuple_GET_ITEM(args, 0) : NULL;

	if (object && guard_is_armed() && !(PyType_Check(object) && class_is_own(object)) &&
	    (always || cause_find(true).by != BY_LIBRARY))
		name_judge("vars", object, "__dict__", false);
	return original_vars(self, args);
}

static PyObject *
own_vars(PyObject *self, PyObject *args)
{
	return call_vars(true, self, args);
}

static PyObject *
all_vars(PyObject *self, PyObject *args)
{
	return call_vars(false, self, args);
}

static struct {
	PyMethodDef own;
	PyCFunction all;
} functions[] = {
    {{"getattr", (PyCFunction)(void (*)(void))own_getattr, METH_FASTCALL, NULL},
	(PyCFunction)(void (*)(void))all_getattr},
    {{"hasattr", (PyCFunction)(void (*)(void))own_hasattr, METH_FASTCALL, NULL},
	(PyCFunction)(void (*)(void))all_hasattr},
    {{"setattr", (PyCFunction)(void (*)(void))own_setattr, METH_FASTCALL, NULL},
	(PyCFunction)(void (*)(void))all_setattr},
    {{"delattr", (PyCFunction)(void (*)(void))own_delattr, METH_FASTCALL, NULL},
	(PyCFunction)(void (*)(void))all_delattr},
    {{"vars", own_vars, METH_VARARGS, NULL}, all_vars},
};

#define FUNCTIONS (sizeof(functions) / sizeof(*functions))

/* The program's own function in place of `original`, in *few; false: something is not as it should
 * be. */
static bool
replace(size_t i, PyObject *all, PyObject *few)
{
	PyMethodDef *own = &functions[i].own;
	PyObject *original = PyDict_GetItemString(all, own->ml_name);
	PyMethodDef *theirs;
	PyObject *made;

	if (!original || !PyCFunction_CheckExact(original))
		return false;
	theirs = ((PyCFunctionObject *)original)->m_ml;
	if (theirs->ml_flags != own->ml_flags)
		return false;
	own->ml_doc = theirs->ml_doc;
	if (i < NAMED)
		named[i].original = (fast_function *)(void (*)(void))theirs->ml_meth;
	else
		original_vars = theirs->ml_meth;
	if (strict)
		theirs->ml_meth = functions[i].all;
	if (!PyDict_GetItemString(few, own->ml_name))
		return true;
	made = PyCFunction_NewEx(own, ((PyCFunctionObject *)original)->m_self,
	    ((PyCFunctionObject *)original)->m_module);
	bool good = made && PyDict_SetItemString(few, own->ml_name, made) == 0;
	Py_XDECREF(made);
	return good;
}

/* -- operator.attrgetter and methodcaller, which are given names and look later ---------------- */

static newfunc original_attrgetter, original_methodcaller;

static void
judge_dotted(const char *what, const char *names)
{
	char name[256];

	for (;;) {
		size_t n = strcspn(names, ".");
		if (n >= sizeof(name))
			guard_violation("attribute.denied", what, "a name of more than 255 bytes");
		memcpy(name, names, n);
		name[n] = '\0';
		name_judge(what, NULL, name, false);
		if (names[n] == '\0')
			return;
		names += n + 1;
	}
}

/* The arguments, with every str as its own text; a new reference. */
static PyObject *
judged_names(const char *what, PyObject *args, Py_ssize_t count)
{
	PyObject *copied = PyTuple_New(PyTuple_GET_SIZE(args));

	for (Py_ssize_t i = 0; copied && i < PyTuple_GET_SIZE(args); i++) {
		PyObject *item = PyTuple_GET_ITEM(args, i);
		const char *text = NULL;
		if (i < count && PyUnicode_Check(item)) {
			/* A library may ask for a name that its own code contains. */
			bool its_own = cause_find(true).by == BY_LIBRARY && cause_has(item);
			item = plain_name(item, &text);
			if (!item) {
				Py_CLEAR(copied);
				break;
			}
			if (text && !its_own)
				judge_dotted(what, text);
			else
				PyErr_Clear();
		} else {
			Py_INCREF(item);
		}
		PyTuple_SET_ITEM(copied, i, item);
	}
	return copied;
}

static PyObject *
make_judged(newfunc original, const char *what, Py_ssize_t count, PyTypeObject *type,
    PyObject *args, PyObject *keywords)
{
	PyObject *copied, *result;

	if (!guard_is_armed())
		return original(type, args, keywords);
	copied = judged_names(what, args, count);
	result = copied ? original(type, copied, keywords) : NULL;
	Py_XDECREF(copied);
	return result;
}

static PyObject *
new_attrgetter(PyTypeObject *type, PyObject *args, PyObject *keywords)
{
	return make_judged(original_attrgetter, "attrgetter", PY_SSIZE_T_MAX, type, args, keywords);
}

static PyObject *
new_methodcaller(PyTypeObject *type, PyObject *args, PyObject *keywords)
{
	return make_judged(original_methodcaller, "methodcaller", 1, type, args, keywords);
}

static bool
patch_getters(void)
{
	PyObject *module = PyImport_ImportModule("_operator");
	PyObject *getter = module ? PyObject_GetAttrString(module, "attrgetter") : NULL;
	PyObject *caller = module ? PyObject_GetAttrString(module, "methodcaller") : NULL;
	bool good = getter && caller && PyType_Check(getter) && PyType_Check(caller);

	if (good) {
		original_attrgetter = ((PyTypeObject *)getter)->tp_new;
		original_methodcaller = ((PyTypeObject *)caller)->tp_new;
		((PyTypeObject *)getter)->tp_new = new_attrgetter;
		((PyTypeObject *)caller)->tp_new = new_methodcaller;
	}
	Py_XDECREF(caller);
	Py_XDECREF(getter);
	Py_XDECREF(module);
	return good;
}

/* -- __getattribute__, __setattr__ and __delattr__ of any type, called as functions ------------ */

static wrapperfunc original_wrappers[3];

/*
 * The interpreter comes here for every attribute of a class whose metaclass has __getattr__, as
 * enum's: by a name of the text or one of its own. Where the text does not name the function, only
 * a name that was made while the program runs, which nobody interned, can be the program's.
 */
#define STATIC_REFERENCES 500000000 /* CPython's own names begin with twice as many */

static bool
is_implicit(const char *function, PyObject *name, const char *text)
{
	bool known = PyUnicode_CHECK_INTERNED(name) || Py_REFCNT(name) > STATIC_REFERENCES;

	return cause_names(text) || (known && !classes_name(function));
}

static PyObject *
call_wrapper(int which, PyObject *self, PyObject *args, void *wrapped)
{
	static const char *const what[] = {"__getattribute__", "__setattr__", "__delattr__"};
	Py_ssize_t n = PyTuple_GET_SIZE(args);
	PyObject *asked = n > 0 ? PyTuple_GET_ITEM(args, 0) : NULL, *copied, *result;
	const char *text;

	if (!guard_is_armed() || !asked || !PyUnicode_Check(asked))
		return original_wrappers[which](self, args, wrapped);
	PyObject *name = plain_name(asked, &text);
	if (name && text && name_treat(asked, text, self) != NAME_LET &&
	    !is_implicit(what[which], asked, text))
		name_judge(what[which], self, text, which > 0);
	PyErr_Clear();
	copied = name ? PyTuple_New(n) : NULL;
	if (!copied) {
		Py_XDECREF(name);
		return PyErr_NoMemory();
	}
	PyTuple_SET_ITEM(copied, 0, name);
	for (Py_ssize_t i = 1; i < n; i++) {
		Py_INCREF(PyTuple_GET_ITEM(args, i));
		PyTuple_SET_ITEM(copied, i, PyTuple_GET_ITEM(args, i));
	}
	result = original_wrappers[which](self, copied, wrapped);
	Py_DECREF(copied);
	return result;
}

static PyObject *
wrap_get(PyObject *self, PyObject *args, void *wrapped)
{
	return call_wrapper(0, self, args, wrapped);
}

static PyObject *
wrap_set(PyObject *self, PyObject *args, void *wrapped)
{
	return call_wrapper(1, self, args, wrapped);
}

static PyObject *
wrap_delete(PyObject *self, PyObject *args, void *wrapped)
{
	return call_wrapper(2, self, args, wrapped);
}

/* All types share one description of a special method. */
static bool
patch_wrappers(void)
{
	static const struct {
		const char *name;
		wrapperfunc function;
	} wanted[] = {{"__getattribute__", wrap_get}, {"__setattr__", wrap_set},
	    {"__delattr__", wrap_delete}};

	for (size_t i = 0; i < sizeof(wanted) / sizeof(*wanted); i++) {
		PyObject *d = type_member(&PyBaseObject_Type, wanted[i].name);
		if (!d || !Py_IS_TYPE(d, &PyWrapperDescr_Type))
			return false;
		struct wrapperbase *base = ((PyWrapperDescrObject *)d)->d_base;
		original_wrappers[i] = base->wrapper;
		base->wrapper = wanted[i].function;
	}
	return true;
}

bool
attributes_guard(PyObject *all, PyObject *few, bool pure)
{
	if (!rulebook_has(RULE_PRIVATE))
		return true;
	strict = pure;
	for (size_t i = 0; i < FUNCTIONS; i++)
		if (!replace(i, all, few))
			return false;
	return !pure || (patch_getters() && patch_wrappers() && formats_guard());
}
