/* SPDX-License-Identifier: MIT */
#include "shape.h"

#include <string.h>

bool
shape_is_hole(char c)
{
	return ((unsigned char)c & HOLE) == HOLE || (unsigned char)c == HOLE_NUMBER;
}

bool
shape_has(struct str s, char c)
{
	return s.n > 0 && memchr(s.p, c, s.n) != NULL;
}

static unsigned
flags_of(char hole)
{
	return (unsigned char)hole == HOLE_NUMBER ? 0 : (unsigned char)hole & HOLE_ANY;
}

bool
shape_has_holes(struct str s)
{
	for (size_t i = 0; i < s.n; i++)
		if (shape_is_hole(s.p[i]))
			return true;
	return false;
}

bool
shape_has_only_numbers(struct str s)
{
	for (size_t i = 0; i < s.n; i++)
		if (shape_is_hole(s.p[i]) && (unsigned char)s.p[i] != HOLE_NUMBER)
			return false;
	return true;
}

/* What any part of one character or hole may hold: of a number, a dot, or the colon of a time. */
static unsigned
part_of(char c)
{
	if (shape_is_hole(c))
		return (unsigned char)c == HOLE_NUMBER ? HOLE_ANY : flags_of(c);
	return c == '.'               ? HOLE_DOTS
	       : c == ':' || c == '~' ? HOLE_OTHER
	       : c == '/' || c == 0   ? SHAPE_SLASH
				      : 0;
}

unsigned
shape_part_flags(struct str s)
{
	unsigned flags = HOLE_EMPTY;

	for (size_t i = 0; i < s.n; i++)
		flags |= part_of(s.p[i]);
	return flags;
}

unsigned
shape_flags(struct str s)
{
	unsigned flags = shape_part_flags(s);

	for (size_t i = 0; i < s.n; i++)
		if (!shape_is_hole(s.p[i]) || (flags_of(s.p[i]) & HOLE_EMPTY) == 0)
			return flags & ~(unsigned)HOLE_EMPTY;
	return flags;
}

bool
shape_may_vanish(struct str name)
{
	for (size_t i = 0; i < name.n; i++)
		if (!shape_is_hole(name.p[i])
			? name.p[i] != '.'
			: (flags_of(name.p[i]) & (HOLE_EMPTY | HOLE_DOTS)) == 0)
			return false;
	return true;
}

/* Made of dots, two of them in all. */
bool
shape_may_climb(struct str name)
{
	size_t literal = 0;
	bool more = false;

	if (!shape_may_vanish(name))
		return false;
	for (size_t i = 0; i < name.n; i++) {
		literal += !shape_is_hole(name.p[i]);
		more = more || (shape_is_hole(name.p[i]) && (flags_of(name.p[i]) & HOLE_DOTS) != 0);
	}
	return literal == 2 || (literal < 2 && more);
}

/* pathlib leaves out what stays in the same folder. */
static struct str
without_dots(struct str path)
{
	while (path.n > 1 && path.p[0] == '.' && path.p[1] == '/') {
		path = str_slice(path, 1, path.n);
		while (path.n > 0 && path.p[0] == '/')
			path = str_slice(path, 1, path.n);
	}
	return path;
}

/* Whether its first character may be a slash, or the tilde of a home folder. */
static bool
may_be_rooted(struct str path)
{
	for (size_t i = 0; i < path.n; i++) {
		unsigned char c = (unsigned char)path.p[i];

		if (!shape_is_hole(path.p[i]))
			return c == '/' || c == '~';
		if ((flags_of(path.p[i]) & HOLE_OTHER) != 0)
			return true;
		if ((flags_of(path.p[i]) & HOLE_EMPTY) == 0)
			return false;
	}
	return false; /* empty at most: no file has that name */
}

bool
shape_may_be_absolute(struct str part)
{
	size_t i = 0;

	while (i < part.n && shape_is_hole(part.p[i]) && (flags_of(part.p[i]) & HOLE_EMPTY) != 0)
		i++;
	return i < part.n && part.p[i] == '/';
}

/* file:path needs no slashes to be an address; blanks before it and line ends in it are left out by
 * who reads it. */
static bool
may_have_scheme(struct str path)
{
	size_t behind = 0;

	for (size_t i = 0; i < path.n; i++) {
		unsigned char c = (unsigned char)path.p[i];
		bool letter = (c | 32) >= 'a' && (c | 32) <= 'z';

		if (shape_is_hole(path.p[i]) && (flags_of(path.p[i]) & HOLE_OTHER) != 0)
			return true;
		if (c == ':')
			return behind > 0;
		if (c == '\t' || c == '\r' || c == '\n' || (c <= ' ' && behind == 0))
			continue;
		if (!letter && !shape_is_hole(path.p[i]) &&
		    (behind == 0 || ((c < '0' || c > '9') && c != '+' && c != '-' && c != '.')))
			return false;
		behind++;
	}
	return false;
}

bool
shape_is_under(struct str path, struct str folder)
{
	struct str rest, part;
	size_t whole = path.n;

	path = without_dots(path);
	if (whole == 0 || memchr(path.p, '\0', path.n) != NULL ||
	    str_find(path, STR("://"), 0) != SIZE_MAX || memchr(path.p, '\\', path.n) != NULL)
		return false;
	if (path.n > 0 && (may_be_rooted(path) || may_have_scheme(path)))
		return false;
	rest = path;
	while (str_cut(&rest, '/', &part))
		if (shape_may_climb(part))
			return false;
	if (str_is(folder, ".") || folder.n == 0)
		return true;
	return str_starts(path, folder) && (path.n == folder.n || path.p[folder.n] == '/');
}

bool
shape_extension(struct str path, struct str *out)
{
	size_t dot = path.n;

	while (dot > 0 && path.p[dot - 1] != '.' && path.p[dot - 1] != '/')
		dot--;
	if (dot == 0 || path.p[dot - 1] != '.')
		return false;
	*out = str_slice(path, dot, path.n);
	return !shape_has_holes(*out);
}

struct str
shape_name(struct str path)
{
	size_t from = path.n;

	while (from > 0 && path.p[from - 1] != '/')
		from--;
	return str_slice(path, from, path.n);
}
