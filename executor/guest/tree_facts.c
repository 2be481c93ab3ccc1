/* SPDX-License-Identifier: MIT */
/*
 * Theory of operation. The tree is walked with a stack of its nodes, each with its place (the
 * definitions and blocks around it). What a node says is put by the function for its kind, which
 * also pushes what lies below; a kind without one only has its fields pushed. No line of the
 * program has run yet, so the nodes are CPython's own and hold still.
 */
#include "agree.h"

#include <stdlib.h>
#include <string.h>

#define CALLEE_PARTS_MAX 512
#define KINDS_MAX 256 /* a power of two, well above the kinds of nodes that there are */
#define DIGEST_CHARS 32

#define FIELDS(X)                                                                                  \
	X(annotation)                                                                              \
	X(arg)                                                                                     \
	X(args)                                                                                    \
	X(asname)                                                                                  \
	X(attr)                                                                                    \
	X(bases)                                                                                   \
	X(body)                                                                                    \
	X(col_offset)                                                                              \
	X(ctx)                                                                                     \
	X(decorator_list)                                                                          \
	X(defaults)                                                                                \
	X(elt)                                                                                     \
	X(finalbody)                                                                               \
	X(format_spec)                                                                             \
	X(func)                                                                                    \
	X(generators)                                                                              \
	X(id)                                                                                      \
	X(ifs)                                                                                     \
	X(iter)                                                                                    \
	X(key)                                                                                     \
	X(keywords)                                                                                \
	X(kw_defaults)                                                                             \
	X(kwarg)                                                                                   \
	X(kwd_attrs)                                                                               \
	X(kwonlyargs)                                                                              \
	X(level)                                                                                   \
	X(module)                                                                                  \
	X(name)                                                                                    \
	X(names)                                                                                   \
	X(orelse)                                                                                  \
	X(posonlyargs)                                                                             \
	X(rest)                                                                                    \
	X(returns)                                                                                 \
	X(target)                                                                                  \
	X(value)                                                                                   \
	X(values)                                                                                  \
	X(vararg)

#define X(name) FIELD_##name,
enum field { FIELDS(X) FIELD_COUNT };
#undef X

struct place {
	uint32_t path, blocks; /* path: index */
	PyObject *owner;       /* the name of the innermost class, or NULL */
};

struct reader;
typedef void visitor(struct reader *r, PyObject *node, struct place at);

struct kind {
	PyTypeObject *type;
	visitor *visit;   /* NULL: only its fields */
	PyObject *fields; /* tuple of names */
};

struct reader {
	struct kind kinds[KINDS_MAX]; /* by type */
	PyObject *fields[FIELD_COUNT];
	PyTypeObject *base; /* of all nodes */
	PyObject *sha256;
	struct {
		PyObject *node;
		struct place at;
	} * stack;
	size_t depth, stack_capacity;
	struct str *paths;
	size_t path_count, path_capacity, path_bytes;
	struct tally tally;
	bool failed; /* a Python exception is set */
};

static void
fail_memory(struct reader *r)
{
	if (!r->failed)
		PyErr_NoMemory();
	r->failed = true;
}

/* Room for one more in a growing array. */
static bool
grow(struct reader *r, void *items, size_t count, size_t *capacity, size_t size)
{
	size_t more = *capacity > 0 ? 2 * *capacity : 64;
	void *old, *grown;

	if (count < *capacity)
		return true;
	memcpy(&old, items, sizeof(old));
	grown = realloc(old, more * size);
	if (!grown) {
		fail_memory(r);
		return false;
	}
	memcpy(items, &grown, sizeof(grown));
	*capacity = more;
	return true;
}

/* Borrowed: the tree keeps it. None where there is nothing. */
static PyObject *
get_named(struct reader *r, PyObject *node, PyObject *name)
{
	PyObject *value = PyObject_GetAttr(node, name);

	if (!value) {
		r->failed = true;
		return Py_None;
	}
	Py_DECREF(value);
	return value;
}

static PyObject *
get(struct reader *r, PyObject *node, enum field field)
{
	return get_named(r, node, r->fields[field]);
}

static Py_ssize_t
length(PyObject *list)
{
	return PyList_CheckExact(list) ? PyList_GET_SIZE(list) : 0;
}

static void
push(struct reader *r, PyObject *node, struct place at)
{
	if (!PyObject_TypeCheck(node, r->base) ||
	    !grow(r, &r->stack, r->depth, &r->stack_capacity, sizeof(*r->stack)))
		return;
	r->stack[r->depth].node = node;
	r->stack[r->depth++].at = at;
}

static void
push_list(struct reader *r, PyObject *list, struct place at)
{
	for (Py_ssize_t i = 0; i < length(list); i++)
		push(r, PyList_GET_ITEM(list, i), at);
}

static void
push_field(struct reader *r, PyObject *node, enum field field, struct place at)
{
	PyObject *value = get(r, node, field);

	if (PyList_CheckExact(value))
		push_list(r, value, at);
	else
		push(r, value, at);
}

/* A path below `at`; the sum of all has a bound, as the gate's has. */
static uint32_t
path_below(struct reader *r, struct place at, const char *name, size_t n)
{
	struct str above = r->paths[at.path];
	char *path;

	if (!grow(r, &r->paths, r->path_count, &r->path_capacity, sizeof(*r->paths)))
		return 0;
	above = r->paths[at.path];
	r->path_bytes += above.n + 1 + n;
	path = r->path_bytes <= FACTS_BYTES_MAX ? malloc(above.n + 1 + n) : NULL;
	if (!path) {
		fail_memory(r);
		return 0;
	}
	if (above.n > 0)
		memcpy(path, above.p, above.n);
	path[above.n] = '/';
	memcpy(path + above.n + 1, name, n);
	r->paths[r->path_count] = (struct str){path, above.n + 1 + n};
	return (uint32_t)r->path_count++;
}

static struct str
text_of(struct reader *r, PyObject *name)
{
	Py_ssize_t n = 0;
	const char *p = PyUnicode_Check(name) ? PyUnicode_AsUTF8AndSize(name, &n) : NULL;

	if (!p && PyErr_Occurred())
		r->failed = true;
	return p ? (struct str){p, (size_t)n} : (struct str){"", 0};
}

static void
put(struct reader *r, const char *words)
{
	tally_text(&r->tally, words);
}

static void
put_name(struct reader *r, PyObject *name)
{
	struct str text = text_of(r, name);

	if (text.n == 0)
		put(r, "-");
	tally_put(&r->tally, text.p, text.n);
}

static void
put_number(struct reader *r, size_t number)
{
	put(r, " ");
	tally_number(&r->tally, number);
}

static void
end(struct reader *r, struct place at)
{
	struct str path = r->paths[at.path];

	put(r, " in ");
	if (path.n == 0)
		put(r, "/");
	tally_put(&r->tally, path.p, path.n);
	put_number(r, at.blocks);
	tally_end(&r->tally);
}

static void
say(struct reader *r, const char *what, PyObject *name, struct place at)
{
	put(r, what);
	put_name(r, name);
	end(r, at);
}

/* The same for a name that a class makes private: __x within class C is _C__x. */
static void
say_mangled(struct reader *r, const char *what, PyObject *name, struct place at)
{
	struct str text = text_of(r, name);
	struct str owner = at.owner ? text_of(r, at.owner) : (struct str){"", 0};

	while (owner.n > 0 && *owner.p == '_')
		owner = (struct str){owner.p + 1, owner.n - 1};
	put(r, what);
	if (owner.n > 0 && text.n > 2 && memcmp(text.p, "__", 2) == 0 &&
	    memcmp(text.p + text.n - 2, "__", 2) != 0) {
		put(r, "_");
		tally_put(&r->tally, owner.p, owner.n);
	}
	put_name(r, name);
	end(r, at);
}

/* Load, Store and Del by their first letter. */
static const char *
by_context(struct reader *r, PyObject *node, const char *const words[3])
{
	const char *context = Py_TYPE(get(r, node, FIELD_ctx))->tp_name;
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
		put(r, kind);
		put_number(r, (size_t)PyBytes_GET_SIZE(bytes));
		put(r, " ");
		tally_put(&r->tally, text_of(r, hex).p, DIGEST_CHARS);
		end(r, at);
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
	PyObject *value = get(r, node, FIELD_value), *bytes;

	if (PyBytes_CheckExact(value)) {
		say_text(r, "tb", value, at);
	} else if (PyUnicode_CheckExact(value)) {
		bytes = encode(value);
		say_text(r, "ts", bytes, at);
		Py_XDECREF(bytes);
	}
}

static bool
is_constant(struct reader *r, PyObject *node)
{
	return r->kinds[0].type == Py_TYPE(node);
}

static void
visit_joined(struct reader *r, PyObject *node, struct place at)
{
	PyObject *values = get(r, node, FIELD_values);
	PyObject *whole = PyBytes_FromStringAndSize(NULL, 0);

	for (Py_ssize_t i = 0; i < length(values); i++) {
		PyObject *part = PyList_GET_ITEM(values, i);

		if (is_constant(r, part))
			PyBytes_ConcatAndDel(&whole, encode(get(r, part, FIELD_value)));
		else
			push(r, part, at);
	}
	say_text(r, "ts", whole, at);
	Py_XDECREF(whole);
}

/* The fields of a format count, its text does not. */
static void
visit_formatted(struct reader *r, PyObject *node, struct place at)
{
	PyObject *format = get(r, node, FIELD_format_spec), *values;

	push_field(r, node, FIELD_value, at);
	if (format == Py_None)
		return;
	values = get(r, format, FIELD_values);
	for (Py_ssize_t i = 0; i < length(values); i++)
		if (!is_constant(r, PyList_GET_ITEM(values, i)))
			push(r, PyList_GET_ITEM(values, i), at);
}

static void
visit_name(struct reader *r, PyObject *node, struct place at)
{
	static const char *const words[] = {"nl ", "ns ", "nd "};

	say_mangled(r, by_context(r, node, words), get(r, node, FIELD_id), at);
}

static void
visit_attribute(struct reader *r, PyObject *node, struct place at)
{
	static const char *const words[] = {"al ", "as ", "ad "};

	say_mangled(r, by_context(r, node, words), get(r, node, FIELD_attr), at);
	push_field(r, node, FIELD_value, at);
}

static void
say_imports(struct reader *r, PyObject *node, PyObject *module, size_t level, struct place at)
{
	PyObject *names = get(r, node, FIELD_names);

	for (Py_ssize_t i = 0; i < length(names); i++) {
		PyObject *one = PyList_GET_ITEM(names, i), *name = get(r, one, FIELD_name);

		put(r, "im");
		put_number(r, level);
		put(r, " ");
		put_name(r, module ? module : name);
		put(r, " ");
		put_name(r, module ? name : Py_None);
		put(r, " ");
		put_name(r, get(r, one, FIELD_asname));
		end(r, at);
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
	PyObject *level = get(r, node, FIELD_level);

	say_imports(r, node, get(r, node, FIELD_module),
	    PyLong_CheckExact(level) ? PyLong_AsSize_t(level) : 0, at);
}

static bool
is_kind(PyObject *node, const char *name)
{
	const char *dot = strrchr(Py_TYPE(node)->tp_name, '.');

	return strcmp(dot ? dot + 1 : Py_TYPE(node)->tp_name, name) == 0;
}

static void
put_callee(struct reader *r, PyObject *node)
{
	PyObject *parts[CALLEE_PARTS_MAX];
	size_t n = 0;

	for (; is_kind(node, "Attribute") && n < CALLEE_PARTS_MAX; n++) {
		parts[n] = get(r, node, FIELD_attr);
		node = get(r, node, FIELD_value);
	}
	if (!is_kind(node, "Name")) {
		put(r, "<expression>");
		return;
	}
	put_name(r, get(r, node, FIELD_id));
	while (n-- > 0) {
		put(r, ".");
		put_name(r, parts[n]);
	}
}

static void visit_fields(struct reader *r, PyObject *node, struct place at, enum field but);

static void
visit_call(struct reader *r, PyObject *node, struct place at)
{
	PyObject *args = get(r, node, FIELD_args), *keywords = get(r, node, FIELD_keywords);
	size_t star = 0, double_star = 0;

	for (Py_ssize_t i = 0; i < length(args); i++)
		star += is_kind(PyList_GET_ITEM(args, i), "Starred");
	for (Py_ssize_t i = 0; i < length(keywords); i++)
		double_star += get(r, PyList_GET_ITEM(keywords, i), FIELD_arg) == Py_None;
	put(r, "ca ");
	put_callee(r, get(r, node, FIELD_func));
	put_number(r, (size_t)length(args) - star);
	put_number(r, star);
	put_number(r, (size_t)length(keywords) - double_star);
	put_number(r, double_star);
	end(r, at);
	visit_fields(r, node, at, FIELD_COUNT);
}

static void
visit_keyword(struct reader *r, PyObject *node, struct place at)
{
	PyObject *name = get(r, node, FIELD_arg);

	if (name != Py_None)
		say(r, "nk ", name, at); /* which Python does not mangle */
	push_field(r, node, FIELD_value, at);
}

static void
say_parameter(struct reader *r, PyObject *node, struct place outer, struct place inner)
{
	if (node == Py_None)
		return;
	say_mangled(r, "np ", get(r, node, FIELD_arg), inner);
	push_field(r, node, FIELD_annotation, outer);
}

static void
say_parameters(struct reader *r, PyObject *node, struct place outer, struct place inner)
{
	static const enum field lists[] = {FIELD_posonlyargs, FIELD_args, FIELD_kwonlyargs};
	PyObject *arguments = get(r, node, FIELD_args);

	for (size_t i = 0; i < ARRAY_LENGTH(lists); i++) {
		PyObject *list = get(r, arguments, lists[i]);

		for (Py_ssize_t k = 0; k < length(list); k++)
			say_parameter(r, PyList_GET_ITEM(list, k), outer, inner);
	}
	say_parameter(r, get(r, arguments, FIELD_vararg), outer, inner);
	say_parameter(r, get(r, arguments, FIELD_kwarg), outer, inner);
	push_field(r, arguments, FIELD_defaults, outer);
	push_field(r, arguments, FIELD_kw_defaults, outer);
}

static void
visit_function(struct reader *r, PyObject *node, struct place at)
{
	PyObject *name = get(r, node, FIELD_name);
	struct str text = text_of(r, name);
	struct place inner = at;

	say(r, "df ", name, at);
	say_mangled(r, "nf ", name, at);
	inner.path = path_below(r, at, text.p, text.n);
	say_parameters(r, node, at, inner);
	push_field(r, node, FIELD_decorator_list, at);
	push_field(r, node, FIELD_returns, at);
	inner.blocks++;
	push_field(r, node, FIELD_body, inner);
}

static void
visit_class(struct reader *r, PyObject *node, struct place at)
{
	PyObject *name = get(r, node, FIELD_name);
	struct str text = text_of(r, name);
	struct place inner = {path_below(r, at, text.p, text.n), at.blocks + 1, name};

	say(r, "dc ", name, at);
	say_mangled(r, "nf ", name, at);
	push_field(r, node, FIELD_decorator_list, at);
	push_field(r, node, FIELD_bases, at);
	push_field(r, node, FIELD_keywords, at);
	push_field(r, node, FIELD_body, inner);
}

static struct place
open_nameless(struct reader *r, const char *what, const char *name, struct place at)
{
	struct place inner = at;

	put(r, what);
	put(r, name);
	end(r, at);
	inner.path = path_below(r, at, name, strlen(name));
	return inner;
}

static void
visit_lambda(struct reader *r, PyObject *node, struct place at)
{
	struct place inner = open_nameless(r, "dl ", "<lambda>", at);

	say_parameters(r, node, at, inner);
	push_field(r, node, FIELD_body, inner);
}

static void
visit_comprehension(struct reader *r, PyObject *node, struct place at)
{
	struct place inner = open_nameless(r, "dx ", "<comprehension>", at);
	PyObject *generators = get(r, node, FIELD_generators);

	visit_fields(r, node, inner, FIELD_generators);
	for (Py_ssize_t i = 0; i < length(generators); i++) {
		PyObject *part = PyList_GET_ITEM(generators, i);

		push_field(r, part, FIELD_iter, i > 0 ? inner : at);
		push_field(r, part, FIELD_target, inner);
		push_field(r, part, FIELD_ifs, inner);
	}
}

static void
visit_handler(struct reader *r, PyObject *node, struct place at)
{
	PyObject *name = get(r, node, FIELD_name);

	if (name != Py_None)
		say_mangled(r, "ns ", name, at);
	visit_fields(r, node, at, FIELD_COUNT);
}

static void
visit_declaration(struct reader *r, PyObject *node, struct place at)
{
	PyObject *names = get(r, node, FIELD_names);

	for (Py_ssize_t i = 0; i < length(names); i++)
		say_mangled(r, "ng ", PyList_GET_ITEM(names, i), at);
}

static void
visit_capture(struct reader *r, PyObject *node, struct place at)
{
	PyObject *name = get(r, node, is_kind(node, "MatchMapping") ? FIELD_rest : FIELD_name);

	if (name != Py_None)
		say_mangled(r, "nc ", name, at);
	visit_fields(r, node, at, FIELD_COUNT);
}

static void
visit_class_pattern(struct reader *r, PyObject *node, struct place at)
{
	PyObject *names = get(r, node, FIELD_kwd_attrs);

	for (Py_ssize_t i = 0; i < length(names); i++)
		say(r, "ap ", PyList_GET_ITEM(names, i), at);
	visit_fields(r, node, at, FIELD_COUNT);
}

static bool
is_elif(struct reader *r, PyObject *node, PyObject *block)
{
	PyObject *only = length(block) == 1 ? PyList_GET_ITEM(block, 0) : NULL;

	return only && is_kind(node, "If") && is_kind(only, "If") &&
	       PyObject_RichCompareBool(
		   get(r, only, FIELD_col_offset), get(r, node, FIELD_col_offset), Py_EQ) == 1;
}

static bool
opens_block(struct reader *r, PyObject *node, PyObject *name, PyObject *value)
{
	if (name == r->fields[FIELD_orelse])
		return !is_elif(r, node, value);
	return (name == r->fields[FIELD_body] && !is_kind(node, "Module")) ||
	       name == r->fields[FIELD_finalbody];
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
    {"ExceptHandler", visit_handler}, {"Global", visit_declaration},
    {"Nonlocal", visit_declaration}, {"MatchAs", visit_capture}, {"MatchStar", visit_capture},
    {"MatchMapping", visit_capture}, {"MatchClass", visit_class_pattern}};

static void
learn(struct reader *r, PyObject *node, struct kind *out)
{
	out->type = Py_TYPE(node);
	out->fields = PyObject_GetAttrString((PyObject *)out->type, "_fields");
	if (!out->fields || !PyTuple_CheckExact(out->fields))
		r->failed = true;
	for (size_t i = 0; i < ARRAY_LENGTH(visitors); i++)
		if (is_kind(node, visitors[i].name))
			out->visit = visitors[i].visit;
}

/* Place 0 is kept for Constant, which is asked for often. */
static struct kind *
kind_of(struct reader *r, PyObject *node)
{
	size_t at = (uintptr_t)Py_TYPE(node) / 64 % KINDS_MAX;

	if (is_constant(r, node))
		return &r->kinds[0];
	while (at == 0 || (r->kinds[at].type && r->kinds[at].type != Py_TYPE(node)))
		at = (at + 1) % KINDS_MAX;
	if (!r->kinds[at].type)
		learn(r, node, &r->kinds[at]);
	return &r->kinds[at];
}

static void
visit_fields(struct reader *r, PyObject *node, struct place at, enum field but)
{
	PyObject *fields = kind_of(r, node)->fields;

	for (Py_ssize_t i = 0; !r->failed && i < PyTuple_GET_SIZE(fields); i++) {
		PyObject *name = PyTuple_GET_ITEM(fields, i), *value;
		struct place below = at;

		if (but != FIELD_COUNT && name == r->fields[but])
			continue;
		value = get_named(r, node, name);
		if (!PyList_CheckExact(value)) {
			push(r, value, at);
			continue;
		}
		if (length(value) > 0)
			below.blocks += opens_block(r, node, name, value);
		push_list(r, value, below);
	}
}

static bool
begin(struct reader *r, PyObject *tree)
{
#define X(name) #name,
	static const char *const names[] = {FIELDS(X)};
#undef X
	PyObject *hashes = PyImport_ImportModule("_sha256");
	PyObject *ast = PyImport_ImportModule("_ast");
	PyObject *constant = ast ? PyObject_GetAttrString(ast, "Constant") : NULL;

	r->sha256 = hashes ? PyObject_GetAttrString(hashes, "sha256") : NULL;
	for (size_t i = 0; i < FIELD_COUNT; i++)
		if (!(r->fields[i] = PyUnicode_InternFromString(names[i])))
			r->failed = true;
	for (r->base = Py_TYPE(tree); r->base->tp_base != &PyBaseObject_Type;)
		r->base = r->base->tp_base;
	if (r->sha256 && constant && PyType_Check(constant)) {
		r->kinds[0].type = (PyTypeObject *)constant;
		r->kinds[0].visit = visit_constant;
	} else {
		r->failed = true;
	}
	Py_XDECREF(constant); /* its module keeps it */
	Py_XDECREF(ast);
	Py_XDECREF(hashes);
	tally_init(&r->tally, FACTS_BYTES_MAX);
	if (grow(r, &r->paths, 0, &r->path_capacity, sizeof(*r->paths)))
		r->paths[r->path_count++] = (struct str){NULL, 0};
	return !r->failed;
}

static void
release(struct reader *r)
{
	for (size_t i = 0; i < KINDS_MAX; i++)
		Py_XDECREF(r->kinds[i].fields);
	for (size_t i = 0; i < FIELD_COUNT; i++)
		Py_XDECREF(r->fields[i]);
	for (size_t i = 0; i < r->path_count; i++)
		free((void *)(uintptr_t)r->paths[i].p);
	Py_XDECREF(r->sha256);
	free(r->paths);
	free(r->stack);
	tally_release(&r->tally);
	free(r);
}

static void
read_tree(struct reader *r, PyObject *tree)
{
	push(r, tree, (struct place){0, 0, NULL});
	while (r->depth > 0 && !r->failed && !r->tally.failed) {
		PyObject *node = r->stack[--r->depth].node;
		struct place at = r->stack[r->depth].at;
		const struct kind *kind = kind_of(r, node);

		if (r->failed)
			break;
		if (kind->visit)
			kind->visit(r, node, at);
		else
			visit_fields(r, node, at, FIELD_COUNT);
	}
}

static bool
join(struct reader *r, char **text, size_t *n)
{
	const size_t head = strlen(FACTS_HEAD);
	char *lines, *all;

	if (!tally_finish(&r->tally, &lines, n))
		return false;
	all = malloc(head + *n);
	if (all) {
		memcpy(all, FACTS_HEAD, head);
		memcpy(all + head, lines, *n);
		*n += head;
	}
	*text = all;
	free(lines);
	return all != NULL;
}

bool
tree_facts(PyObject *tree, char **text, size_t *n)
{
	struct reader *r = calloc(1, sizeof(*r));
	bool good;

	*text = NULL;
	*n = 0;
	if (!r) {
		PyErr_NoMemory();
		return false;
	}
	if (begin(r, tree))
		read_tree(r, tree);
	if (!r->failed && !join(r, text, n))
		fail_memory(r);
	good = !r->failed;
	release(r);
	return good;
}
