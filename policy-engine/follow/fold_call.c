/* SPDX-License-Identifier: MIT */
/* What methods of known strings give back. Names that are not here give "some string", or anything.
 */
#include "fold.h"
#include "shape.h"

/* The strings of a literal list, joined; false where one is not known. */
static bool
join(struct facts *f, const struct value *v, struct str between, struct buf *b)
{
	const struct tree *t = f->tree;
	const struct atom *a = value_only(v, ATOM_LITERAL);
	struct str s;
	bool first = true;
	enum kind k;

	if (fold_text(f, v, &s) && between.n == 0) {
		buf_str(b, s);
		return true;
	}
	k = a == NULL || facts_is_opened(f, a->id) || f->listed[a->id] != 0
		? K_SKIP
		: (enum kind)t->nodes[a->id].kind;
	if (k != K_LIST && k != K_TUPLE)
		return false;
	for (uint32_t c = tree_first(t, a->id); c != 0; c = tree_next(t, c)) {
		if (facts_is_star(t, c) || !fold_text(f, facts_value(f, c), &s))
			return false;
		if (!first)
			buf_str(b, between);
		first = false;
		buf_str(b, s);
	}
	return true;
}

static bool
is_builtin(const struct facts *f, uint32_t node, const char *symbol)
{
	const struct atom *a = node == 0 ? NULL : value_only(facts_value(f, node), ATOM_SYMBOL);

	return a != NULL && str_is(facts_name(f, a->id), symbol);
}

/* `map(chr, (115, ...))`, `bytes([115, ...])`: the characters of a list of numbers. */
bool
fold_characters(struct facts *f, uint32_t list, bool bytes, struct buf *b)
{
	const struct tree *t = f->tree;
	const struct atom *a = value_only(facts_value(f, list), ATOM_LITERAL);
	int64_t n;

	if (a == NULL || facts_is_opened(f, a->id) || f->listed[a->id] != 0 ||
	    (t->nodes[a->id].kind != K_LIST && t->nodes[a->id].kind != K_TUPLE))
		return false;
	for (uint32_t c = tree_first(t, a->id); c != 0; c = tree_next(t, c)) {
		if (!fold_integer(f, facts_value(f, c), &n) || n < 0 || n > 0x10ffff)
			return false;
		if (bytes)
			buf_char(b, (char)n);
		else
			buf_codepoint(b, (uint32_t)n);
	}
	return true;
}

/* (chr(c) for c in (115, ...)), with or without an offset: the body must be chr of the loop's name.
 */
static bool
comprehension(struct facts *f, uint32_t node, struct buf *b)
{
	const struct tree *t = f->tree;
	uint32_t body, clause, inner, at = 0;
	struct argument arg;

	node = facts_bare(f, node);
	if (t->nodes[node].kind != K_GENERATOR_EXPRESSION &&
	    t->nodes[node].kind != K_LIST_COMPREHENSION)
		return false;
	body = tree_child(t, node, F_BODY);
	clause = tree_child_of_kind(t, node, K_FOR_IN_CLAUSE);
	if (t->nodes[body].kind != K_CALL || tree_next(t, clause) != 0)
		return false;
	inner = tree_child(t, body, F_FUNCTION);
	if (!is_builtin(f, inner, "builtins.chr") ||
	    !facts_argument(f, tree_child(t, body, F_ARGUMENTS), &at, &arg) ||
	    !str_eq(tree_text(t, arg.node), tree_text(t, tree_child(t, clause, F_LEFT))))
		return false;
	return fold_characters(f, tree_child(t, clause, F_RIGHT), false, b);
}

static bool
is_map_of_chr(struct facts *f, uint32_t node, uint32_t *list)
{
	const struct tree *t = f->tree;
	struct argument a;
	uint32_t at = 0;

	node = facts_bare(f, node);
	if (t->nodes[node].kind != K_CALL ||
	    !is_builtin(f, tree_child(t, node, F_FUNCTION), "builtins.map") ||
	    !facts_argument(f, tree_child(t, node, F_ARGUMENTS), &at, &a) ||
	    !is_builtin(f, a.node, "builtins.chr") ||
	    !facts_argument(f, tree_child(t, node, F_ARGUMENTS), &at, &a))
		return false;
	*list = a.node;
	return true;
}

/* Of a comprehension, any number of what its body may be. */
static bool
join_body(struct facts *f, uint32_t body, struct str between, struct value *out)
{
	unsigned flags = fold_flags(f, facts_value(f, body)) | shape_part_flags(between);

	if ((flags & SHAPE_SLASH) != 0)
		return false;
	*out = fold_hole(f, flags | HOLE_EMPTY);
	return true;
}

/* A literal list or a comprehension of texts, some of which may have holes. */
static bool
join_shapes(struct facts *f, uint32_t list, struct str between, struct value *out)
{
	const struct tree *t = f->tree;
	const struct atom *a = value_only(facts_value(f, list), ATOM_LITERAL);
	enum kind k =
	    a == NULL || facts_is_opened(f, a->id) ? K_SKIP : (enum kind)t->nodes[a->id].kind;
	struct pieces p;

	if (k == K_GENERATOR_EXPRESSION || k == K_LIST_COMPREHENSION)
		return join_body(f, tree_child(t, a->id, F_BODY), between, out);
	if ((k != K_LIST && k != K_TUPLE) || f->listed[a->id] != 0)
		return false;
	pieces_init(&p);
	for (uint32_t c = tree_first(t, a->id); c != 0; c = tree_next(t, c)) {
		if (facts_is_star(t, c) || !pieces_value(f, &p, facts_value(f, c), false)) {
			pieces_release(&p);
			return false;
		}
		if (tree_next(t, c) != 0)
			pieces_text(&p, between);
	}
	*out = pieces_made(f, &p);
	return true;
}

static struct value
join_method(struct facts *f, struct str between, uint32_t argument)
{
	struct value made;
	struct buf b;
	uint32_t list;

	buf_init(&b, FOLD_BYTES_MAX);
	if (argument != 0 && (join(f, facts_value(f, argument), between, &b) ||
				 (between.n == 0 && comprehension(f, argument, &b)) ||
				 (between.n == 0 && is_map_of_chr(f, argument, &list) &&
				     fold_characters(f, list, false, &b))))
		return fold_made(f, &b, false);
	buf_release(&b);
	if (argument != 0 && (fold_filtered(f, argument, between, &made) ||
				 join_shapes(f, argument, between, &made)))
		return made;
	return value_of(ATOM_TEXT, 0);
}

static struct value
replace(struct facts *f, struct str s, struct str from, struct str to)
{
	struct buf b;
	size_t at = 0, next;

	buf_init(&b, FOLD_BYTES_MAX);
	while (from.n > 0 && (next = str_find(s, from, at)) != SIZE_MAX) {
		buf_str(&b, str_slice(s, at, next));
		buf_str(&b, to);
		at = next + from.n;
	}
	buf_str(&b, str_slice(s, at, s.n));
	return fold_made(f, &b, false);
}

/* Letters, digits and marks of ASCII, and the blanks that strip() and str_trim() both know. */
static bool
is_plain_text(struct str s)
{
	for (size_t i = 0; i < s.n; i++)
		if ((s.p[i] < ' ' && s.p[i] != '\t' && s.p[i] != '\n' && s.p[i] != '\r') ||
		    (unsigned char)s.p[i] > '~')
			return false;
	return true;
}

/* How many arguments stand in a call; more than there are places where one has a name or a star. */
unsigned
fold_count_arguments(const struct facts *f, uint32_t arguments)
{
	struct argument a;
	uint32_t at = 0;
	unsigned count = 0;

	while (facts_argument(f, arguments, &at, &a))
		count += a.star || a.double_star || a.name != 0 ? 1000 : 1;
	return count;
}

static struct value
change_case(struct facts *f, struct str s, struct str how)
{
	struct buf b;

	if (!is_plain_text(s))
		return value_of(ATOM_TEXT, 0);
	buf_init(&b, FOLD_BYTES_MAX);
	for (size_t i = 0; i < s.n; i++) {
		char c = s.p[i];
		bool lower = c >= 'a' && c <= 'z', upper = c >= 'A' && c <= 'Z',
		     letter = lower || upper;

		if (str_is(how, "lower") || str_is(how, "casefold"))
			c = upper ? (char)(c | 32) : c;
		else if (str_is(how, "upper"))
			c = lower ? (char)(c & ~32) : c;
		else if (str_is(how, "swapcase"))
			c = letter ? (char)(c ^ 32) : c;
		else
			c = letter ? (char)(i == 0 ? c & ~32 : c | 32) : c;
		buf_char(&b, c);
	}
	return fold_made(f, &b, false);
}

/* Methods that give a text, whatever text they are called on. */
bool
fold_gives_text(struct str name)
{
	return str_is_one_of(name,
	    "join format replace lower upper casefold swapcase capitalize "
	    "title strip lstrip rstrip removeprefix removesuffix zfill rjust "
	    "ljust center decode");
}

/* Of a text that is known. */
static struct value
method_of_text(struct facts *f, struct str name, uint32_t arguments, struct str s)
{
	struct str from, to;
	bool spread;
	uint32_t first = facts_find_argument(f, arguments, 0, STR(""), &spread);
	uint32_t second = facts_find_argument(f, arguments, 1, STR(""), &spread);
	struct buf b;

	if (str_is_one_of(name, "split rsplit splitlines partition rpartition find index count "
				"startswith endswith items keys"))
		return value_unknown();
	if (str_is(name, "join"))
		return join_method(f, s, first);
	if (str_is(name, "format"))
		return fold_format(f, s, arguments);
	if (str_is(name, "replace") && fold_count_arguments(f, arguments) == 2 &&
	    fold_text(f, facts_value(f, first), &from) &&
	    fold_text(f, facts_value(f, second), &to) && from.n > 0)
		return replace(f, s, from, to);
	if (str_is_one_of(name, "lower upper casefold swapcase capitalize"))
		return change_case(f, s, name);
	if (str_is_one_of(name, "strip encode decode") && fold_count_arguments(f, arguments) == 0 &&
	    (!str_is(name, "strip") || is_plain_text(s))) {
		buf_init(&b, FOLD_BYTES_MAX);
		buf_str(&b, str_is(name, "strip") ? str_trim(s) : s);
		return fold_made(f, &b, str_is(name, "encode"));
	}
	return value_of(ATOM_TEXT, 0);
}

/* Of a name that a folder lists. A path has no such methods, but for replace(target). */
static struct value
method_of_listed(struct facts *f, struct str name, uint32_t arguments, uint32_t path)
{
	struct str s = fold_listed_name(f, path);

	if (str_is(name, "replace") && fold_count_arguments(f, arguments) != 2)
		return value_unknown();
	return shape_has_holes(s) ? fold_shape_method(f, name, arguments, s)
				  : method_of_text(f, name, arguments, s);
}

struct value
fold_method(struct facts *f, uint32_t call, uint32_t attribute)
{
	const struct tree *t = f->tree;
	const struct value *object = facts_value(f, tree_child(t, attribute, F_OBJECT));
	struct str name = tree_text(t, tree_child(t, attribute, F_ATTRIBUTE)), s;
	uint32_t arguments = tree_child(t, call, F_ARGUMENTS);
	struct value out = {.count = 0}, one;

	if (fold_text(f, object, &s))
		return method_of_text(f, name, arguments, s);
	for (unsigned i = 0; i < object->count; i++) {
		struct atom a = object->atoms[i];

		if (a.kind == ATOM_STRING)
			one = method_of_text(f, name, arguments, facts_name(f, a.id));
		else if (!fold_gives_text(name))
			one = value_unknown();
		else if (a.kind == ATOM_SHAPE)
			one = fold_shape_method(f, name, arguments, facts_name(f, a.id));
		else if (a.kind == ATOM_PATH)
			one = method_of_listed(f, name, arguments, a.id);
		else if (a.kind == ATOM_TEXT || a.kind == ATOM_PREFIX)
			one = fold_some_text_method(f, name, arguments);
		else
			continue;
		value_merge(&out, &one);
	}
	return out.count == 0 && !out.unknown ? value_unknown() : out;
}
