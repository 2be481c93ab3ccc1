/* SPDX-License-Identifier: MIT */
/*
 * Theory of operation. The tree is walked with a stack of its nodes, each with its place (the
 * definitions and blocks around it). What a node says is put by the function for its kind
 * (tree_visit.c), which also pushes what lies below; a kind without one only has its fields pushed.
 * No line of the program has run yet, so the nodes are CPython's own and hold still.
 */
#include "tree_reader.h"

#include <stdlib.h>
#include <string.h>

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
reader_get_named(struct reader *r, PyObject *node, PyObject *name)
{
	PyObject *value = PyObject_GetAttr(node, name);

	if (!value) {
		r->failed = true;
		return Py_None;
	}
	Py_DECREF(value);
	return value;
}

PyObject *
reader_get(struct reader *r, PyObject *node, enum field field)
{
	return reader_get_named(r, node, r->fields[field]);
}

Py_ssize_t
reader_length(PyObject *list)
{
	return PyList_CheckExact(list) ? PyList_GET_SIZE(list) : 0;
}

void
reader_push(struct reader *r, PyObject *node, struct place at)
{
	if (!PyObject_TypeCheck(node, r->base) ||
	    !grow(r, &r->stack, r->depth, &r->stack_capacity, sizeof(*r->stack)))
		return;
	r->stack[r->depth].node = node;
	r->stack[r->depth++].at = at;
}

static void
reader_push_list(struct reader *r, PyObject *list, struct place at)
{
	for (Py_ssize_t i = 0; i < reader_length(list); i++)
		reader_push(r, PyList_GET_ITEM(list, i), at);
}

void
reader_push_field(struct reader *r, PyObject *node, enum field field, struct place at)
{
	PyObject *value = reader_get(r, node, field);

	if (PyList_CheckExact(value))
		reader_push_list(r, value, at);
	else
		reader_push(r, value, at);
}

/* A path below `at`; the sum of all has a bound, as the gate's has. */
uint32_t
reader_path(struct reader *r, struct place at, const char *name, size_t n)
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

struct str
reader_text(struct reader *r, PyObject *name)
{
	Py_ssize_t n = 0;
	const char *p = PyUnicode_Check(name) ? PyUnicode_AsUTF8AndSize(name, &n) : NULL;

	if (!p && PyErr_Occurred())
		r->failed = true;
	return p ? (struct str){p, (size_t)n} : (struct str){"", 0};
}

void
reader_put(struct reader *r, const char *words)
{
	tally_text(&r->tally, words);
}

void
reader_put_name(struct reader *r, PyObject *name)
{
	struct str text = reader_text(r, name);

	if (text.n == 0)
		reader_put(r, "-");
	tally_put(&r->tally, text.p, text.n);
}

void
reader_put_number(struct reader *r, size_t number)
{
	reader_put(r, " ");
	tally_number(&r->tally, number);
}

void
reader_end(struct reader *r, struct place at)
{
	struct str path = r->paths[at.path];

	reader_put(r, " in ");
	if (path.n == 0)
		reader_put(r, "/");
	tally_put(&r->tally, path.p, path.n);
	reader_put_number(r, at.blocks);
	tally_end(&r->tally);
}

bool
reader_is_kind(PyObject *node, const char *name)
{
	const char *dot = strrchr(Py_TYPE(node)->tp_name, '.');

	return strcmp(dot ? dot + 1 : Py_TYPE(node)->tp_name, name) == 0;
}

bool
reader_is_constant(struct reader *r, PyObject *node)
{
	return r->kinds[0].type == Py_TYPE(node);
}

static bool
is_elif(struct reader *r, PyObject *node, PyObject *block)
{
	PyObject *only = reader_length(block) == 1 ? PyList_GET_ITEM(block, 0) : NULL;

	return only && reader_is_kind(node, "If") && reader_is_kind(only, "If") &&
	       PyObject_RichCompareBool(reader_get(r, only, FIELD_col_offset),
		   reader_get(r, node, FIELD_col_offset), Py_EQ) == 1;
}

static bool
opens_block(struct reader *r, PyObject *node, PyObject *name, PyObject *value)
{
	if (name == r->fields[FIELD_orelse])
		return !is_elif(r, node, value);
	return (name == r->fields[FIELD_body] && !reader_is_kind(node, "Module")) ||
	       name == r->fields[FIELD_finalbody];
}

static void
learn(struct reader *r, PyObject *node, struct kind *out)
{
	out->type = Py_TYPE(node);
	out->fields = PyObject_GetAttrString((PyObject *)out->type, "_fields");
	if (!out->fields || !PyTuple_CheckExact(out->fields))
		r->failed = true;
	out->visit = visitor_of(node);
}

/* Place 0 is kept for Constant, which is asked for often. */
static struct kind *
kind_of(struct reader *r, PyObject *node)
{
	size_t at = (uintptr_t)Py_TYPE(node) / 64 % KINDS_MAX;

	if (reader_is_constant(r, node)) {
		r->kinds[0].visit = visitor_of(node);
		return &r->kinds[0];
	}
	while (at == 0 || (r->kinds[at].type && r->kinds[at].type != Py_TYPE(node)))
		at = (at + 1) % KINDS_MAX;
	if (!r->kinds[at].type)
		learn(r, node, &r->kinds[at]);
	return &r->kinds[at];
}

void
reader_push_all(struct reader *r, PyObject *node, struct place at, enum field but)
{
	PyObject *fields = kind_of(r, node)->fields;

	for (Py_ssize_t i = 0; !r->failed && i < PyTuple_GET_SIZE(fields); i++) {
		PyObject *name = PyTuple_GET_ITEM(fields, i), *value;
		struct place below = at;

		if (but != FIELD_COUNT && name == r->fields[but])
			continue;
		value = reader_get_named(r, node, name);
		if (!PyList_CheckExact(value)) {
			reader_push(r, value, at);
			continue;
		}
		if (reader_length(value) > 0)
			below.blocks += opens_block(r, node, name, value);
		reader_push_list(r, value, below);
	}
}

/* What all trees have in common, found once, and before any program. */
static struct {
	PyObject *fields[FIELD_COUNT], *sha256;
	PyTypeObject *constant;
} known;

static bool
know(void)
{
#define X(name) #name,
	static const char *const names[] = {FIELDS(X)};
#undef X
	PyObject *constant;

	if (known.constant)
		return true;
	for (size_t i = 0; i < FIELD_COUNT; i++)
		if (!known.fields[i] && !(known.fields[i] = PyUnicode_InternFromString(names[i])))
			return false;
	if (!known.sha256 && !(known.sha256 = python_object(SHA256_MODULE, "sha256")))
		return false;
	constant = python_object("_ast", "Constant");
	if (constant && PyType_Check(constant))
		known.constant = (PyTypeObject *)constant;
	return known.constant != NULL;
}

static bool
begin(struct reader *r, PyObject *tree)
{
	r->failed = !know();
	r->fields = known.fields;
	r->sha256 = known.sha256;
	r->kinds[0].type = known.constant;
	for (r->base = Py_TYPE(tree); r->base->tp_base != &PyBaseObject_Type;)
		r->base = r->base->tp_base;
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
	for (size_t i = 0; i < r->path_count; i++)
		free((void *)(uintptr_t)r->paths[i].p);
	free(r->paths);
	free(r->stack);
	tally_release(&r->tally);
	free(r);
}

static void
read_tree(struct reader *r, PyObject *tree)
{
	reader_push(r, tree, (struct place){0, 0, NULL});
	while (r->depth > 0 && !r->failed && !r->tally.failed) {
		PyObject *node = r->stack[--r->depth].node;
		struct place at = r->stack[r->depth].at;
		const struct kind *kind = kind_of(r, node);

		if (r->failed)
			break;
		if (kind->visit)
			kind->visit(r, node, at);
		else
			reader_push_all(r, node, at, FIELD_COUNT);
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
