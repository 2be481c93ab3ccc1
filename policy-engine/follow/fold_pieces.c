/* SPDX-License-Identifier: MIT */
/*
 * Texts that are put together from pieces, each of which may be one of several: f'{name}.csv' where
 * name goes over a tuple of literals is a union of texts. Every way is made, or none: where there
 * were more than a value holds, the caller says what it would say of an unknown piece.
 *
 * A number, a boolean or None stands as a hole (shape.h), and makes the text ATOM_SHAPE. The text
 * of a path makes it ATOM_PATH, so that what a folder lists is known as such.
 */
#include "fold.h"
#include "shape.h"

void
pieces_init(struct pieces *p)
{
	*p = (struct pieces){.count = 1};
	buf_init(&p->b[0], FOLD_BYTES_MAX);
}

void
pieces_release(struct pieces *p)
{
	for (unsigned i = 0; i < p->count; i++)
		buf_release(&p->b[i]);
	p->count = 0;
}

void
pieces_text(struct pieces *p, struct str s)
{
	for (unsigned i = 0; i < p->count; i++)
		buf_str(&p->b[i], s);
}

/* From here on the texts differ from each other, or from what they stand for. */
static void
fix(struct pieces *p)
{
	if (!p->is_fixed)
		p->fixed = p->b[0].n;
	p->is_fixed = true;
}

void
pieces_hole(struct pieces *p, char hole)
{
	fix(p);
	for (unsigned i = 0; i < p->count; i++) {
		buf_char(&p->b[i], hole);
		p->shaped[i] = true;
	}
}

static bool
is_piece(const struct value *v, bool numbers)
{
	for (unsigned i = 0; i < v->count; i++) {
		uint32_t k = v->atoms[i].kind;

		if (k != ATOM_STRING && k != ATOM_SHAPE && k != ATOM_PATH &&
		    (!numbers || (k != ATOM_INTEGER && k != ATOM_PLAIN)))
			return false;
	}
	return v->count > 0 && !v->unknown && !v->lost;
}

static void
add_atom(const struct facts *f, struct pieces *p, unsigned i, struct atom a)
{
	struct buf *b = &p->b[i];

	if (a.kind == ATOM_INTEGER)
		buf_number(b, f->integers[a.id]);
	else if (a.kind == ATOM_PLAIN)
		buf_char(b, (char)HOLE_NUMBER);
	else
		buf_str(b, facts_name(f, a.id));
	p->shaped[i] = p->shaped[i] || a.kind == ATOM_PLAIN || a.kind == ATOM_SHAPE;
	p->path[i] = p->path[i] || a.kind == ATOM_PATH;
}

/* More ways than are told apart: what they have in common. */
static bool
add_hole(const struct facts *f, struct pieces *p, const struct value *v)
{
	unsigned flags = 0;

	for (unsigned i = 0; i < v->count; i++) {
		if (v->atoms[i].kind != ATOM_STRING && v->atoms[i].kind != ATOM_SHAPE)
			return false;
		flags |= shape_flags(facts_name(f, v->atoms[i].id));
	}
	if ((flags & SHAPE_SLASH) == 0)
		pieces_hole(p, (char)(HOLE | flags));
	return (flags & SHAPE_SLASH) == 0;
}

bool
pieces_value(const struct facts *f, struct pieces *p, const struct value *v, bool numbers)
{
	unsigned before = p->count;

	if (!is_piece(v, numbers))
		return false;
	if (before * v->count > VALUE_ATOMS)
		return add_hole(f, p, v);
	if (v->count > 1 || v->atoms[0].kind == ATOM_PLAIN || v->atoms[0].kind == ATOM_PATH ||
	    v->atoms[0].kind == ATOM_SHAPE)
		fix(p);
	for (unsigned k = 1; k < v->count; k++)
		for (unsigned i = 0; i < before; i++) {
			buf_init(&p->b[p->count], FOLD_BYTES_MAX);
			buf_str(&p->b[p->count], buf_view(&p->b[i]));
			p->path[p->count] = p->path[i];
			p->shaped[p->count++] = p->shaped[i];
		}
	for (unsigned i = 0; i < p->count; i++)
		add_atom(f, p, i, v->atoms[i / before]);
	return true;
}

/* Another part of a path; one that begins at the root forgets what stood before it. */
bool
pieces_part(const struct facts *f, struct pieces *p, const struct value *v)
{
	unsigned before = p->count;
	size_t behind[VALUE_ATOMS];
	bool slash = p->b[0].n > 0;

	if (slash)
		pieces_text(p, STR("/"));
	for (unsigned i = 0; i < VALUE_ATOMS; i++)
		behind[i] = i < before ? p->b[i].n : 0;
	if (!pieces_value(f, p, v, false))
		return false;
	for (unsigned i = 0; i < p->count; i++) {
		struct str whole = buf_view(&p->b[i]),
			   part = str_slice(whole, behind[i % before], whole.n);
		struct buf rooted;

		if (!slash || !shape_may_be_absolute(part))
			continue;
		buf_init(&rooted, FOLD_BYTES_MAX);
		buf_str(&rooted, part);
		buf_release(&p->b[i]);
		p->b[i] = rooted;
	}
	return true;
}

struct value
pieces_made(struct facts *f, struct pieces *p)
{
	struct value out = {.count = 0};

	for (unsigned i = 0; i < p->count; i++) {
		struct value one = fold_made(f, &p->b[i], false);

		if ((p->shaped[i] || p->path[i]) && one.count == 1 &&
		    one.atoms[0].kind == ATOM_STRING)
			one.atoms[0].kind = p->path[i] ? ATOM_PATH : ATOM_SHAPE;
		value_merge(&out, &one);
	}
	p->count = 0;
	return out;
}

/* As pathlib writes it: without "." and doubled slashes. A whole path that may vanish is "." then.
 */
static struct value
path_of_text(struct facts *f, struct str text)
{
	struct str rest = text, part, made;
	struct value v;
	struct buf b;

	buf_init(&b, FOLD_BYTES_MAX + 2);
	if (str_starts(text, STR("/")))
		buf_char(&b, '/');
	while (str_cut(&rest, '/', &part)) {
		if (part.n == 0 || str_is(part, "."))
			continue;
		if (b.n > 0 && b.p[b.n - 1] != '/')
			buf_char(&b, '/');
		buf_str(&b, part);
	}
	made = buf_view(&b);
	if (made.n == 0)
		buf_char(&b, '.');
	else if (!shape_has(made, '/') && shape_has_holes(made) && shape_may_vanish(made))
		buf_char(&b, (char)(HOLE | HOLE_EMPTY | HOLE_DOTS));
	v = value_unknown();
	if (!b.failed)
		v = value_of(ATOM_PATH, names_copy(&f->names, buf_view(&b)));
	buf_release(&b);
	return v;
}

struct value
pieces_path(struct facts *f, struct pieces *p)
{
	struct value made = pieces_made(f, p), out = {.count = 0};

	for (unsigned i = 0; i < made.count; i++) {
		struct value one = value_unknown();

		if (made.atoms[i].kind == ATOM_STRING || made.atoms[i].kind == ATOM_SHAPE ||
		    made.atoms[i].kind == ATOM_PATH)
			one = path_of_text(f, facts_name(f, made.atoms[i].id));
		value_merge(&out, &one);
	}
	return out;
}

struct value
pieces_prefix(struct facts *f, struct pieces *p)
{
	struct str s = buf_view(&p->b[0]);
	struct value v = value_of(ATOM_TEXT, 0);

	if (p->is_fixed)
		s = str_slice(s, 0, p->fixed);
	if (s.n > 0 && !p->b[0].failed)
		v = value_of(ATOM_PREFIX, names_copy(&f->names, s));
	pieces_release(p);
	return v;
}
