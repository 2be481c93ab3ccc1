/* SPDX-License-Identifier: MIT */
/*
 * Paths below a known one, and parts of paths. Of what a folder lists only the pattern is known:
 * it stands as it is written, since no file can have a name that leads elsewhere, while a part of
 * such a name may be anything without a slash.
 */
#include "fold.h"
#include "shape.h"

static bool
is_magic(char c)
{
	return c == '*' || c == '?' || c == '[';
}

/* The last name, with a hole for what a pattern leaves open. */
static struct str
last_name(struct facts *f, struct str path)
{
	struct str name = shape_name(path);
	size_t from = name.n, to = 0;
	char *made;

	for (size_t i = 0; i < name.n; i++) {
		if (is_magic(name.p[i]) && from == name.n)
			from = i;
		if (is_magic(name.p[i]) || name.p[i] == ']')
			to = i + 1;
	}
	if (from >= to)
		return name;
	made = arena_alloc(f->arena, name.n + 1);
	if (made == NULL) {
		f->failed = true;
		return name;
	}
	memcpy(made, name.p, from);
	made[from] = (char)(HOLE | HOLE_ANY);
	memcpy(made + from + 1, name.p + to, name.n - to);
	return (struct str){made, from + 1 + name.n - to};
}

static struct value
text_value(struct facts *f, struct str s)
{
	return value_of(shape_has_holes(s) ? ATOM_SHAPE : ATOM_STRING, names_copy(&f->names, s));
}

/* Where the extension begins for certain; 0 where it has none, or where that is not certain. */
static size_t
extension_at(struct str name)
{
	struct str extension;
	size_t at;

	if (!shape_extension(name, &extension) || extension.n == 0)
		return 0;
	at = name.n - extension.n - 1;
	return shape_may_vanish(str_slice(name, 0, at)) ? 0 : at;
}

/* The stem of a name (or what splitext() leaves of a path without folders), and its extension. */
static struct value
split_name(struct facts *f, struct str name, bool extension)
{
	size_t at = extension_at(name);

	if (at > 0)
		return text_value(
		    f, extension ? str_slice(name, at, name.n) : str_slice(name, 0, at));
	if (!shape_has_holes(name) && !shape_has(name, '.'))
		return extension ? value_of(ATOM_STRING, 0) : text_value(f, name);
	return fold_hole(f, shape_part_flags(name));
}

/* The folder of a path, where its last name is one for certain. */
static bool
parent_of(struct str path, struct str *out)
{
	struct str name = shape_name(path), parent;

	if (path.n == 0 || path.p[0] == '/' || shape_may_vanish(name))
		return false;
	parent = str_slice(path, 0, path.n == name.n ? 0 : path.n - name.n - 1);
	name = shape_name(parent);
	if (shape_has(name, '*') || (shape_has_holes(name) && shape_may_vanish(name)))
		return false;
	*out = parent.n == 0 ? STR(".") : parent;
	return true;
}

/* path.name, .stem, .suffix, .parent */
struct value
fold_dirname(struct facts *f, const struct value *v)
{
	struct value out = {.unknown = v->unknown || v->count == 0};

	for (unsigned i = 0; i < v->count; i++) {
		struct atom a = v->atoms[i];
		struct str parent = {"", 0}, whole = facts_name(f, a.id);

		if ((a.kind != ATOM_STRING && a.kind != ATOM_SHAPE && a.kind != ATOM_PATH) ||
		    !parent_of(whole, &parent))
			return value_unknown();
		parent = !shape_has(whole, '/') ? STR("") : parent;
		value_add(&out, a.kind == ATOM_STRING ? ATOM_STRING : ATOM_PATH,
		    names_copy(&f->names, parent));
	}
	return out;
}

struct value
fold_path_attribute(struct facts *f, uint32_t path, struct str name)
{
	struct str whole = facts_name(f, path), last, parent;

	f->fold_steps += (uint32_t)whole.n + 1;
	if (f->fold_steps >= FOLD_STEPS_MAX)
		return value_unknown();
	last = last_name(f, whole);
	if (str_is(name, "parent"))
		return parent_of(whole, &parent)
			   ? value_of(ATOM_PATH, names_copy(&f->names, parent))
			   : value_unknown();
	if (!str_is_one_of(name, "name stem suffix"))
		return value_unknown();
	if (str_is(whole, "."))
		return value_of(ATOM_STRING, 0);
	if (shape_has_holes(last) && shape_may_vanish(last))
		return fold_hole(f, HOLE_ANY);
	return str_is(name, "name") ? text_value(f, last)
				    : split_name(f, last, str_is(name, "suffix"));
}

static struct value
path_value(struct facts *f, struct str folder, struct str name)
{
	char *made = arena_printf(f->arena, "%.*s/%.*s", STR_ARG(folder), STR_ARG(name));

	f->failed = f->failed || made == NULL;
	return value_of(ATOM_PATH, names_add(&f->names, str_from(made)));
}

/* path.with_name(name), path.with_suffix('.csv') */
static struct value
renamed(struct facts *f, struct str path, const struct value *with, bool suffix)
{
	struct str name = shape_name(path), text;
	const struct atom *a = value_only(with, ATOM_STRING);
	size_t at;
	char *made;

	a = a == NULL && !suffix ? value_only(with, ATOM_SHAPE) : a;
	if (a == NULL)
		return value_unknown();
	text = facts_name(f, a->id);
	if (!suffix)
		return parent_of(path, &path) ? path_value(f, path, text) : value_unknown();
	if (text.n < 2 && shape_has_holes(last_name(f, path)))
		return value_unknown();
	at = name.n;
	while (at > 0 && name.p[at - 1] != '.')
		at--;
	path.n -= at > 0 ? name.n - at + 1 : 0;
	made = arena_printf(f->arena, "%.*s%.*s", STR_ARG(path), STR_ARG(text));
	f->failed = f->failed || made == NULL;
	return value_of(ATOM_PATH, names_add(&f->names, str_from(made)));
}

/* path.glob(pattern), path.rglob(pattern), path.iterdir() */
static struct value
listed(struct facts *f, struct str path, struct str how, struct str pattern)
{
	bool deep = str_is(how, "rglob") || str_find(pattern, STR("**"), 0) != SIZE_MAX ||
		    shape_has(pattern, '/');
	char *made = arena_printf(
	    f->arena, "%.*s/%s%.*s", STR_ARG(path), deep ? "**/" : "", STR_ARG(pattern));

	f->failed = f->failed || made == NULL;
	return value_of(ATOM_LISTING, names_add(&f->names, str_from(made)));
}

/* path.joinpath(part, part) */
static struct value
joined(struct facts *f, const struct value *path, uint32_t arguments)
{
	struct argument a;
	struct pieces p;
	uint32_t at = 0;
	bool known;

	pieces_init(&p);
	known = pieces_part(f, &p, path);
	while (known && facts_argument(f, arguments, &at, &a))
		known = !a.star && !a.double_star && pieces_part(f, &p, facts_value(f, a.node));
	if (known)
		return pieces_path(f, &p);
	pieces_release(&p);
	return value_unknown();
}

bool
fold_path_method(struct facts *f, uint32_t function, uint32_t arguments, struct value *out)
{
	const struct tree *t = f->tree;
	const struct value *v, *with;
	struct value nothing = value_unknown();
	struct str name, pattern = STR("*");
	uint32_t first;
	bool spread, suffix, lists;

	if (t->nodes[function].kind != K_ATTRIBUTE)
		return false;
	v = facts_value(f, tree_child(t, function, F_OBJECT));
	name = tree_text(t, tree_child(t, function, F_ATTRIBUTE));
	suffix = str_is(name, "with_suffix");
	if (!value_is(v, ATOM_PATH) ||
	    !str_is_one_of(name, "with_suffix with_name glob rglob iterdir joinpath as_posix"))
		return false;
	if (str_is_one_of(name, "joinpath as_posix")) {
		*out = str_is(name, "joinpath") ? joined(f, v, arguments) : *v;
		return true;
	}
	first = facts_find_argument(f, arguments, 0,
	    suffix                      ? STR("suffix")
	    : str_is(name, "with_name") ? STR("name")
					: STR("pattern"),
	    &spread);
	if (spread || (first == 0 && !str_is(name, "iterdir")))
		return false;
	with = first == 0 ? &nothing : facts_value(f, first);
	lists = !suffix && !str_is(name, "with_name");
	if (lists && first != 0 &&
	    (value_only(with, ATOM_STRING) == NULL || !fold_text(f, with, &pattern)))
		return false;
	*out = (struct value){.count = 0};
	for (unsigned i = 0; i < v->count; i++) {
		struct str path = facts_name(f, v->atoms[i].id);
		struct value one =
		    lists ? listed(f, path, name, pattern) : renamed(f, path, with, suffix);

		f->fold_steps += (uint32_t)path.n + 1;
		if (f->fold_steps >= FOLD_STEPS_MAX)
			one = value_unknown();
		value_merge(out, &one);
	}
	return true;
}

/* The text that a listed name is a part of. */
struct str
fold_listed_name(struct facts *f, uint32_t path)
{
	struct str whole = facts_name(f, path), last = last_name(f, whole),
		   name = shape_name(whole);
	char *made;

	if (last.p == name.p)
		return whole;
	made = arena_printf(f->arena, "%.*s%.*s", (int)(whole.n - name.n), whole.p, STR_ARG(last));
	f->failed = f->failed || made == NULL;
	return str_from(made);
}

/* os.path.basename(x): of anything that is a path, at least without a slash. */
struct value
fold_basename(struct facts *f, const struct value *v)
{
	struct value out = {.count = 0};
	bool known = !v->unknown && v->count > 0;

	for (unsigned i = 0; i < v->count; i++) {
		struct value one = value_unknown();
		uint32_t kind = v->atoms[i].kind;

		if (kind == ATOM_STRING || kind == ATOM_SHAPE || kind == ATOM_PATH)
			one = text_value(f, last_name(f, facts_name(f, v->atoms[i].id)));
		known = known && !one.unknown;
		value_merge(&out, &one);
	}
	if (known)
		return out;
	return f->own_texts ? value_unknown() : fold_hole(f, HOLE_ANY);
}

/* os.path.splitext(x)[place] */
static struct value
split_extension(struct facts *f, const struct value *v, bool extension)
{
	struct value out = {.count = 0};

	for (unsigned i = 0; i < v->count; i++) {
		struct atom a = v->atoms[i];
		struct str whole = facts_name(f, a.id), name = shape_name(whole);
		size_t at = extension_at(name);
		struct value one = value_unknown();

		if (a.kind != ATOM_STRING && a.kind != ATOM_SHAPE && a.kind != ATOM_PATH)
			return one;
		if (a.kind == ATOM_PATH)
			whole = fold_listed_name(f, a.id);
		if (name.n == whole.n || extension)
			one = split_name(f, last_name(f, whole), extension);
		else if (at > 0)
			one = text_value(f, str_slice(whole, 0, whole.n - (name.n - at)));
		value_merge(&out, &one);
	}
	out.unknown = out.unknown || v->unknown || v->count == 0;
	return out;
}

/* A part of what split() and the like give: which, `place` says, or any. */
bool
fold_split(struct facts *f, uint32_t call, int64_t place, struct value *out)
{
	const struct tree *t = f->tree;
	uint32_t function, arguments;
	const struct atom *a;
	struct argument first;
	uint32_t at = 0;

	call = facts_bare(f, call);
	if (t->nodes[call].kind != K_CALL)
		return false;
	function = facts_bare(f, tree_child(t, call, F_FUNCTION));
	arguments = tree_child(t, call, F_ARGUMENTS);
	a = value_only(facts_value(f, function), ATOM_SYMBOL);
	if (a != NULL && fold_count_arguments(f, arguments) == 1 &&
	    facts_argument(f, arguments, &at, &first)) {
		bool splitext =
			 str_is_one_of(facts_name(f, a->id), "os.path.splitext posixpath.splitext"),
		     split = str_is_one_of(facts_name(f, a->id), "os.path.split posixpath.split");

		if (splitext && (place == 0 || place == 1))
			*out = split_extension(f, facts_value(f, first.node), place == 1);
		else if (split && place == 1)
			*out = fold_basename(f, facts_value(f, first.node));
		else
			return false;
		return true;
	}
	if (t->nodes[function].kind != K_ATTRIBUTE ||
	    !str_is_one_of(tree_text(t, tree_child(t, function, F_ATTRIBUTE)),
		"split rsplit splitlines partition rpartition"))
		return false;
	*out = fold_part(f, facts_value(f, tree_child(t, function, F_OBJECT)));
	return !out->unknown;
}
