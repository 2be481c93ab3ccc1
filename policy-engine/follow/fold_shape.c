/* SPDX-License-Identifier: MIT */
/*
 * What methods make of texts with holes, and of texts of which nothing is known but that they are
 * texts. Where a literal part may be touched, the whole becomes one hole.
 */
#include "fold.h"
#include "shape.h"

struct value
fold_hole(struct facts *f, unsigned flags)
{
	char hole = (char)(HOLE | (flags & HOLE_ANY));

	if ((flags & SHAPE_SLASH) != 0)
		return value_of(ATOM_TEXT, 0);
	return value_of(ATOM_SHAPE, names_copy(&f->names, (struct str){&hole, 1}));
}

struct value
fold_some_number(struct facts *f)
{
	char hole = (char)HOLE_NUMBER;

	return value_of(ATOM_SHAPE, names_copy(&f->names, (struct str){&hole, 1}));
}

unsigned
fold_flags(const struct facts *f, const struct value *v)
{
	unsigned flags = 0;

	if (v->unknown || v->count == 0)
		return HOLE_ANY | SHAPE_SLASH;
	for (unsigned i = 0; i < v->count; i++) {
		uint32_t kind = v->atoms[i].kind;

		if (kind != ATOM_STRING && kind != ATOM_SHAPE)
			return HOLE_ANY | SHAPE_SLASH;
		flags |= shape_part_flags(facts_name(f, v->atoms[i].id));
	}
	return flags;
}

static bool
is_alphanumeric(char c)
{
	return (c >= '0' && c <= '9') || ((c | 32) >= 'a' && (c | 32) <= 'z');
}

/* What a hole is after one character was replaced. Of a number enough is left to be neither empty
 * nor dots, unless that is a letter or a digit. */
static char
replaced(char hole, char from, struct str to)
{
	unsigned with = shape_part_flags(to) & ~(unsigned)HOLE_EMPTY, flags = HOLE_ANY;

	if ((unsigned char)hole == HOLE_NUMBER && !is_alphanumeric(from) &&
	    (with & HOLE_OTHER) == 0)
		return hole;
	if ((unsigned char)hole != HOLE_NUMBER)
		flags = (unsigned char)hole & HOLE_ANY;
	if (from == '.')
		flags &= ~(unsigned)HOLE_DOTS;
	return (char)(HOLE | flags | with | (to.n == 0 ? HOLE_EMPTY : 0));
}

static struct value
replace_character(struct facts *f, struct str s, char from, struct str to)
{
	struct buf b;
	struct value v = value_of(ATOM_TEXT, 0);

	buf_init(&b, FOLD_BYTES_MAX);
	for (size_t i = 0; i < s.n; i++) {
		if (shape_is_hole(s.p[i]))
			buf_char(&b, replaced(s.p[i], from, to));
		else if (s.p[i] == from)
			buf_str(&b, to);
		else
			buf_char(&b, s.p[i]);
	}
	if (!b.failed)
		v = value_of(ATOM_SHAPE, names_copy(&f->names, buf_view(&b)));
	f->fold_steps += (uint32_t)b.n + 1;
	buf_release(&b);
	return v;
}

static struct value
replace(struct facts *f, struct str s, uint32_t arguments)
{
	bool spread;
	uint32_t first = facts_find_argument(f, arguments, 0, STR(""), &spread);
	uint32_t second = facts_find_argument(f, arguments, 1, STR(""), &spread);
	struct str from, to;

	if (fold_count_arguments(f, arguments) != 2 || !fold_text(f, facts_value(f, second), &to))
		return value_of(ATOM_TEXT, 0);
	if ((shape_part_flags(to) & SHAPE_SLASH) == 0 &&
	    fold_text(f, facts_value(f, first), &from) && from.n == 1 && from.p[0] > 0)
		return replace_character(f, s, from.p[0], to);
	return fold_hole(f, shape_part_flags(s) | shape_part_flags(to));
}

/* rjust(4), center(9, '-'): the text, or the text with something beside it. */
static struct value
pad(struct facts *f, struct str s, uint32_t arguments)
{
	bool spread;
	uint32_t fill = facts_find_argument(f, arguments, 1, STR(""), &spread);
	struct str with = STR(" ");

	if (spread || (fill != 0 && !fold_text(f, facts_value(f, fill), &with)))
		return value_of(ATOM_TEXT, 0);
	return fold_hole(f, shape_flags(s) | (shape_part_flags(with) & ~(unsigned)HOLE_EMPTY));
}

/* str(n).rjust(3, '0') */
static bool
pads_number(const struct facts *f, struct str name, uint32_t arguments)
{
	bool spread;
	uint32_t fill = facts_find_argument(f, arguments, 1, STR(""), &spread);
	struct str with = STR(" ");

	return str_is_one_of(name, "rjust ljust center") && !spread &&
	       (fill == 0 || fold_text(f, facts_value(f, fill), &with)) &&
	       str_is_one_of(with, "0 _ -");
}

static struct value
change_case(struct facts *f, struct str s, bool upper)
{
	struct value v = value_of(ATOM_TEXT, 0);
	struct buf b;

	buf_init(&b, FOLD_BYTES_MAX);
	for (size_t i = 0; i < s.n; i++) {
		char c = s.p[i];

		if (c < 0 && !shape_is_hole(c)) {
			buf_release(&b);
			return fold_hole(f, shape_part_flags(s));
		}
		if (upper ? c >= 'a' && c <= 'z' : c >= 'A' && c <= 'Z')
			c ^= 32;
		buf_char(&b, c);
	}
	if (!b.failed)
		v = value_of(ATOM_SHAPE, names_copy(&f->names, buf_view(&b)));
	f->fold_steps += (uint32_t)b.n + 1;
	buf_release(&b);
	return v;
}

struct value
fold_shape_method(struct facts *f, struct str name, uint32_t arguments, struct str s)
{
	if (str_is(name, "replace"))
		return replace(f, s, arguments);
	if (str_is_one_of(name, "lower upper casefold"))
		return change_case(f, s, str_is(name, "upper"));
	if (str_is_one_of(name, "strip lstrip rstrip removeprefix removesuffix swapcase title "
				"capitalize"))
		return fold_hole(f, shape_part_flags(s));
	if (s.n == 1 && (unsigned char)s.p[0] == HOLE_NUMBER &&
	    (str_is(name, "zfill") || pads_number(f, name, arguments)))
		return value_of(ATOM_SHAPE, names_copy(&f->names, s));
	if (str_is(name, "zfill"))
		return fold_hole(f, shape_flags(s));
	if (str_is_one_of(name, "rjust ljust center"))
		return pad(f, s, arguments);
	return value_of(ATOM_TEXT, 0);
}

/* x.replace('/', '-') of any text has no slash any more. */
struct value
fold_some_text_method(struct facts *f, struct str name, uint32_t arguments)
{
	bool spread;
	uint32_t first = facts_find_argument(f, arguments, 0, STR(""), &spread);
	uint32_t second = facts_find_argument(f, arguments, 1, STR(""), &spread);
	struct str from, to;

	if (f->own_texts || !str_is(name, "replace") || fold_count_arguments(f, arguments) != 2 ||
	    !fold_text(f, facts_value(f, first), &from) || !str_is(from, "/") ||
	    !fold_text(f, facts_value(f, second), &to))
		return value_of(ATOM_TEXT, 0);
	return fold_hole(f, HOLE_ANY | shape_part_flags(to));
}

/* A text of which a part is taken: each part of it is a part of it. */
struct value
fold_part(struct facts *f, const struct value *whole)
{
	unsigned flags = HOLE_EMPTY;

	for (unsigned i = 0; i < whole->count; i++) {
		struct atom a = whole->atoms[i];

		if (a.kind != ATOM_STRING && a.kind != ATOM_SHAPE && a.kind != ATOM_PATH)
			return fold_is_text(whole) ? value_of(ATOM_TEXT, 0) : value_unknown();
		flags |= shape_part_flags(
		    a.kind == ATOM_PATH ? fold_listed_name(f, a.id) : facts_name(f, a.id));
	}
	return whole->unknown || whole->count == 0 ? value_unknown() : fold_hole(f, flags);
}

/* What the texts have in common: the extension, and what else they may hold. */
static bool
join_texts(const struct facts *f, const struct value *v, struct str *extension, unsigned *flags)
{
	for (unsigned i = 0; i < v->count; i++) {
		struct str s = facts_name(f, v->atoms[i].id), one = {"", 0};

		if (v->atoms[i].kind != ATOM_STRING && v->atoms[i].kind != ATOM_SHAPE)
			return false;
		if (!shape_extension(s, &one))
			one.n = 0;
		if (extension->p == NULL)
			*extension = one;
		if (!str_eq(*extension, one))
			extension->n = 0;
	}
	for (unsigned i = 0; i < v->count; i++) {
		struct str s = facts_name(f, v->atoms[i].id);

		*flags |=
		    shape_flags(str_slice(s, 0, extension->n == 0 ? s.n : s.n - extension->n - 1));
	}
	return v->count > 0;
}

/* Whether a text stands in "hole" or "hole.csv" already. */
static bool
is_covered(struct facts *f, const struct value *by, struct atom a)
{
	struct str s = facts_name(f, a.id), extension, own;

	if (a.kind != ATOM_STRING && a.kind != ATOM_SHAPE)
		return false;
	for (unsigned i = 0; i < by->count; i++) {
		struct str c = facts_name(f, by->atoms[i].id), stem = s;

		if (by->atoms[i].kind != ATOM_SHAPE || c.n == 0 || !shape_is_hole(c.p[0]) ||
		    (unsigned char)c.p[0] == HOLE_NUMBER)
			continue;
		if (c.n > 1) {
			if (!shape_extension(c, &extension) || extension.n + 2 != c.n ||
			    !shape_extension(s, &own) || !str_eq(extension, own))
				continue;
			stem = str_slice(s, 0, s.n - own.n - 1);
		}
		if ((shape_flags(stem) & ~((unsigned)(unsigned char)c.p[0] & HOLE_ANY)) == 0)
			return true;
	}
	return false;
}

/*
 * Texts that are more than a value holds become one hole, with the extension that they share. Once
 * that is so, whatever comes later goes into it.
 */
bool
fold_merge(struct facts *f, struct value *into, const struct value *v)
{
	struct value rest = {.unknown = v->unknown, .lost = v->lost}, whole;
	struct str extension = {NULL, 0};
	unsigned flags = 0;
	struct buf b;

	if (value_covers(into, v))
		return false;
	if (into->count + v->count <= VALUE_ATOMS && value_find(into, ATOM_SHAPE) == NULL)
		return value_merge(into, v);
	for (unsigned i = 0; i < v->count; i++)
		if (!is_covered(f, into, v->atoms[i]))
			value_add(&rest, (enum atom_kind)v->atoms[i].kind, v->atoms[i].id);
	whole = *into;
	value_merge(&whole, &rest);
	if (into->unknown || rest.unknown || !whole.unknown || whole.lost ||
	    !join_texts(f, into, &extension, &flags) || !join_texts(f, &rest, &extension, &flags) ||
	    (flags & SHAPE_SLASH) != 0)
		return value_merge(into, &rest);
	buf_init(&b, FOLD_BYTES_MAX);
	buf_char(&b, (char)(HOLE | (flags & HOLE_ANY)));
	if (extension.n > 0)
		buf_char(&b, '.');
	buf_str(&b, extension);
	*into = b.failed ? value_of(ATOM_TEXT, 0)
			 : value_of(ATOM_SHAPE, names_copy(&f->names, buf_view(&b)));
	buf_release(&b);
	return true;
}
