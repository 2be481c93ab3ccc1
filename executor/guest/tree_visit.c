/* SPDX-License-Identifier: MIT */
/* Reads the facts of each kind of node, in the order and the words of policy-engine/program/fact_list.h. */
#include "tree_reader.h"

#include <string.h>

#define CALLEE_PARTS_MAX 512
#define DIGEST_CHARS 32

static void
say(struct reader *r, const char *what, PyObject *name, struct place at)
{
	reader_put(r, what);
	reader_put_name(r, name);
	reader_end(r, at);
}

/* The same for a name that a class makes private: __x within class C is _C__x. */
static void
say_mangled(struct reader *r, const char *what, PyObject *name, struct place at)
{
	struct str text = reader_text(r, name);
	struct str owner = at.owner ? reader_text(r, at.owner) : (struct str){"", 0};

	while (owner.n > 0 && *owner.p == '_')
		owner = (struct str){owner.p + 1, owner.n - 1};
	reader_put(r, what);
	if (owner.n > 0 && text.n > 2 && memcmp(text.p, "__", 2) == 0 &&
	    memcmp(text.p + text.n - 2, "__", 2) != 0) {
		reader_put(r, "_");
		tally_put(&r->tally, owner.p, owner.n);
	}
	reader_put_name(r, name);
	reader_end(r, at);
}

/* Load, Store and Del by their first letter. */
static const char *
by_context(struct reader *r, PyObject *node, const char *const words[3])
{
	const char *context = Py_TYPE(reader_get(r, node, FIELD_ctx))->tp_name;
	const char *dot = strrchr(context, '.');

	switch (dot ? dot[1] : context[0]) {
	case 'L':
		return words[0];
	case 'S':
		return words[1];
	default:
		return words[2];
	}
}

static void
say_text(struct reader *r, const char *kind, PyObject *bytes, struct place at)
{
	PyObject *hash = bytes ? PyObject_CallOneArg(r->sha256, bytes) : NULL;
	PyObject *hex = hash ? PyObject_CallMethod(hash, "hexdigest", NULL) : NULL;

	if (hex) {
		reader_put(r, kind);
		reader_put_number(r, (size_t)PyBytes_GET_SIZE(bytes));
		reader_put(r, " ");
		tally_put(&r->tally, reader_text(r, hex).p, DIGEST_CHARS);
		reader_end(r, at);
	} else {
		r->failed = true;
	}
	Py_XDECREF(hex);
	Py_XDECREF(hash);
}

static PyObject *
encode(PyObject *text)
{
	return PyUnicode_AsEncodedString(text, "utf-8", "surrogatepass");
}

static void
visit_constant(struct reader *r, PyObject *node, struct place at)
{
	PyObject *value = reader_get(r, node, FIELD_value), *bytes;

	if (PyBytes_CheckExact(value)) {
		say_text(r, "tb", value, at);
	} else if (PyUnicode_CheckExact(value)) {
		bytes = encode(value);
		say_text(r, "ts", bytes, at);
		Py_XDECREF(bytes);
	}
}

static void
visit_joined(struct reader *r, PyObject *node, struct place at)
{
	PyObject *values = reader_get(r, node, FIELD_values);
	PyObject *whole = PyBytes_FromStringAndSize(NULL, 0);

	for (Py_ssize_t i = 0; i < reader_length(values); i++) {
		PyObject *part = PyList_GET_ITEM(values, i);

		if (reader_is_constant(r, part))
			PyBytes_ConcatAndDel(&whole, encode(reader_get(r, part, FIELD_value)));
		else
			reader_push(r, part, at);
	}
	say_text(r, "ts", whole, at);
	Py_XDECREF(whole);
}

/* The fields of a format count, its text does not. */
static void
visit_formatted(struct reader *r, PyObject *node, struct place at)
{
	PyObject *format = reader_get(r, node, FIELD_format_spec), *values;

	reader_push_field(r, node, FIELD_value, at);
	if (format == Py_None)
		return;
	values = reader_get(r, format, FIELD_values);
	for (Py_ssize_t i = 0; i < reader_length(values); i++)
		if (!reader_is_constant(r, PyList_GET_ITEM(values, i)))
			reader_push(r, PyList_GET_ITEM(values, i), at);
}

static void
visit_name(struct reader *r, PyObject *node, struct place at)
{
	static const char *const words[] = {"nl ", "ns ", "nd "};

	say_mangled(r, by_context(r, node, words), reader_get(r, node, FIELD_id), at);
}

static void
visit_attribute(struct reader *r, PyObject *node, struct place at)
{
	static const char *const words[] = {"al ", "as ", "ad "};

	say_mangled(r, by_context(r, node, words), reader_get(r, node, FIELD_attr), at);
	reader_push_field(r, node, FIELD_value, at);
}

static void
say_imports(struct reader *r, PyObject *node, PyObject *module, size_t level, struct place at)
{
	PyObject *names = reader_get(r, node, FIELD_names);

	for (Py_ssize_t i = 0; i < reader_length(names); i++) {
		PyObject *one = PyList_GET_ITEM(names, i), *name = reader_get(r, one, FIELD_name);

		reader_put(r, "im");
		reader_put_number(r, level);
		reader_put(r, " ");
		reader_put_name(r, module ? module : name);
		reader_put(r, " ");
		reader_put_name(r, module ? name : Py_None);
		reader_put(r, " ");
		reader_put_name(r, reader_get(r, one, FIELD_asname));
		reader_end(r, at);
	}
}

static void
visit_import(struct reader *r, PyObject *node, struct place at)
{
	say_imports(r, node, NULL, 0, at);
}

static void
visit_import_from(struct reader *r, PyObject *node, struct place at)
{
	PyObject *level = reader_get(r, node, FIELD_level);

	say_imports(r, node, reader_get(r, node, FIELD_module),
	    PyLong_CheckExact(level) ? PyLong_AsSize_t(level) : 0, at);
}

static void
put_callee(struct reader *r, PyObject *node)
{
	PyObject *parts[CALLEE_PARTS_MAX];
	size_t n = 0;

	for (; reader_is_kind(node, "Attribute") && n < CALLEE_PARTS_MAX; n++) {
		parts[n] = reader_get(r, node, FIELD_attr);
		node = reader_get(r, node, FIELD_value);
	}
	if (!reader_is_kind(node, "Name")) {
		reader_put(r, "<expression>");
		return;
	}
	reader_put_name(r, reader_get(r, node, FIELD_id));
	while (n-- > 0) {
		reader_put(r, ".");
		reader_put_name(r, parts[n]);
	}
}

static void
visit_call(struct reader *r, PyObject *node, struct place at)
{
	PyObject *args = reader_get(r, node, FIELD_args),
		 *keywords = reader_get(r, node, FIELD_keywords);
	size_t star = 0, double_star = 0;

	for (Py_ssize_t i = 0; i < reader_length(args); i++)
		star += reader_is_kind(PyList_GET_ITEM(args, i), "Starred");
	for (Py_ssize_t i = 0; i < reader_length(keywords); i++)
		double_star += reader_get(r, PyList_GET_ITEM(keywords, i), FIELD_arg) == Py_None;
	reader_put(r, "ca ");
	put_callee(r, reader_get(r, node, FIELD_func));
	reader_put_number(r, (size_t)reader_length(args) - star);
	reader_put_number(r, star);
	reader_put_number(r, (size_t)reader_length(keywords) - double_star);
	reader_put_number(r, double_star);
	reader_end(r, at);
	reader_push_all(r, node, at, FIELD_COUNT);
}

static void
visit_keyword(struct reader *r, PyObject *node, struct place at)
{
	PyObject *name = reader_get(r, node, FIELD_arg);

	if (name != Py_None)
		say(r, "nk ", name, at); /* which Python does not mangle */
	reader_push_field(r, node, FIELD_value, at);
}

static void
say_parameter(struct reader *r, PyObject *node, struct place outer, struct place inner)
{
	if (node == Py_None)
		return;
	say_mangled(r, "np ", reader_get(r, node, FIELD_arg), inner);
	reader_push_field(r, node, FIELD_annotation, outer);
}

static void
say_parameters(struct reader *r, PyObject *node, struct place outer, struct place inner)
{
	static const enum field lists[] = {FIELD_posonlyargs, FIELD_args, FIELD_kwonlyargs};
	PyObject *arguments = reader_get(r, node, FIELD_args);

	for (size_t i = 0; i < ARRAY_LENGTH(lists); i++) {
		PyObject *list = reader_get(r, arguments, lists[i]);

		for (Py_ssize_t k = 0; k < reader_length(list); k++)
			say_parameter(r, PyList_GET_ITEM(list, k), outer, inner);
	}
	say_parameter(r, reader_get(r, arguments, FIELD_vararg), outer, inner);
	say_parameter(r, reader_get(r, arguments, FIELD_kwarg), outer, inner);
	reader_push_field(r, arguments, FIELD_defaults, outer);
	reader_push_field(r, arguments, FIELD_kw_defaults, outer);
}

static void
visit_function(struct reader *r, PyObject *node, struct place at)
{
	PyObject *name = reader_get(r, node, FIELD_name);
	struct str text = reader_text(r, name);
	struct place inner = at;

	say(r, "df ", name, at);
	say_mangled(r, "nf ", name, at);
	inner.path = reader_path(r, at, text.p, text.n);
	say_parameters(r, node, at, inner);
	reader_push_field(r, node, FIELD_decorator_list, at);
	reader_push_field(r, node, FIELD_returns, at);
	inner.blocks++;
	reader_push_field(r, node, FIELD_body, inner);
}

static void
visit_class(struct reader *r, PyObject *node, struct place at)
{
	PyObject *name = reader_get(r, node, FIELD_name);
	struct str text = reader_text(r, name);
	struct place inner = {reader_path(r, at, text.p, text.n), at.blocks + 1, name};

	say(r, "dc ", name, at);
	say_mangled(r, "nf ", name, at);
	reader_push_field(r, node, FIELD_decorator_list, at);
	reader_push_field(r, node, FIELD_bases, at);
	reader_push_field(r, node, FIELD_keywords, at);
	reader_push_field(r, node, FIELD_body, inner);
}

static struct place
open_nameless(struct reader *r, const char *what, const char *name, struct place at)
{
	struct place inner = at;

	reader_put(r, what);
	reader_put(r, name);
	reader_end(r, at);
	inner.path = reader_path(r, at, name, strlen(name));
	return inner;
}

static void
visit_lambda(struct reader *r, PyObject *node, struct place at)
{
	struct place inner = open_nameless(r, "dl ", "<lambda>", at);

	say_parameters(r, node, at, inner);
	reader_push_field(r, node, FIELD_body, inner);
}

static void
visit_comprehension(struct reader *r, PyObject *node, struct place at)
{
	struct place inner = open_nameless(r, "dx ", "<comprehension>", at);
	PyObject *generators = reader_get(r, node, FIELD_generators);

	reader_push_all(r, node, inner, FIELD_generators);
	for (Py_ssize_t i = 0; i < reader_length(generators); i++) {
		PyObject *part = PyList_GET_ITEM(generators, i);

		reader_push_field(r, part, FIELD_iter, i > 0 ? inner : at);
		reader_push_field(r, part, FIELD_target, inner);
		reader_push_field(r, part, FIELD_ifs, inner);
	}
}

static void
visit_declaration(struct reader *r, PyObject *node, struct place at)
{
	PyObject *names = reader_get(r, node, FIELD_names);

	for (Py_ssize_t i = 0; i < reader_length(names); i++)
		say_mangled(r, "ng ", PyList_GET_ITEM(names, i), at);
}

static void
visit_capture(struct reader *r, PyObject *node, struct place at)
{
	PyObject *name =
	    reader_get(r, node, reader_is_kind(node, "MatchMapping") ? FIELD_rest : FIELD_name);

	if (name != Py_None)
		say_mangled(r, reader_is_kind(node, "ExceptHandler") ? "ns " : "nc ", name, at);
	reader_push_all(r, node, at, FIELD_COUNT);
}

static void
visit_class_pattern(struct reader *r, PyObject *node, struct place at)
{
	PyObject *names = reader_get(r, node, FIELD_kwd_attrs);

	for (Py_ssize_t i = 0; i < reader_length(names); i++)
		say(r, "ap ", PyList_GET_ITEM(names, i), at);
	reader_push_all(r, node, at, FIELD_COUNT);
}

/* The gate, which reads the language as it was before, has no such fact. */
static void
visit_newer(struct reader *r, PyObject *node, struct place at)
{
	reader_put(r, "nw ");
	reader_put(r, Py_TYPE(node)->tp_name);
	reader_end(r, at);
}

static const struct {
	const char *name;
	visitor *visit;
} visitors[] = {{"Constant", visit_constant}, {"JoinedStr", visit_joined},
    {"FormattedValue", visit_formatted}, {"Name", visit_name}, {"Attribute", visit_attribute},
    {"Import", visit_import}, {"ImportFrom", visit_import_from}, {"Call", visit_call},
    {"keyword", visit_keyword}, {"FunctionDef", visit_function},
    {"AsyncFunctionDef", visit_function}, {"ClassDef", visit_class}, {"Lambda", visit_lambda},
    {"ListComp", visit_comprehension}, {"SetComp", visit_comprehension},
    {"DictComp", visit_comprehension}, {"GeneratorExp", visit_comprehension},
    {"ExceptHandler", visit_capture}, {"Global", visit_declaration},
    {"Nonlocal", visit_declaration}, {"MatchAs", visit_capture}, {"MatchStar", visit_capture},
    {"MatchMapping", visit_capture}, {"MatchClass", visit_class_pattern},
    {"TypeAlias", visit_newer}, {"TypeVar", visit_newer}, {"ParamSpec", visit_newer},
    {"TypeVarTuple", visit_newer}};

visitor *
visitor_of(PyObject *node)
{
	for (size_t i = 0; i < ARRAY_LENGTH(visitors); i++)
		if (reader_is_kind(node, visitors[i].name))
			return visitors[i].visit;
	return NULL;
}
