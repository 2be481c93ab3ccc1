/* SPDX-License-Identifier: MIT */
/*
 * Texts that are put together from pieces, each of which may be one of several: f'{name}.csv' where
 * name goes over a tuple of literals is a union of texts. Every way is made, or none: where there
 * were more than a value holds, the caller says what it would say of an unknown piece.
 *
 * A number stands as '0' and makes the text ATOM_PATH, which only rules of paths read: the text of
 * a number, a boolean or None has neither a slash nor a dot alone, so it leads nowhere else.
 */
#include "fold.h"

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
pieces_number(struct pieces *p)
{
	fix(p);
	for (unsigned i = 0; i < p->count; i++) {
		buf_char(&p->b[i], '0');
		p->shaped[i] = true;
	}
}

static bool
is_piece(const struct value *v, bool numbers)
{
	for (unsigned i = 0; i < v->count; i++) {
		uint32_t k = v->atoms[i].kind;

		if (k != ATOM_STRING && k != ATOM_PATH &&
		    (!numbers || (k != ATOM_INTEGER && k != ATOM_PLAIN)))
			return false;
	}
	return v->count > 0 && !v->unknown && !v->lost;
}

static void
add_atom(const struct facts *f, struct buf *b, bool *shaped, struct atom a)
{
	if (a.kind == ATOM_INTEGER)
		buf_number(b, f->integers[a.id]);
	else if (a.kind == ATOM_PLAIN)
		buf_char(b, '0');
	else
		buf_str(b, facts_name(f, a.id));
	*shaped = *shaped || a.kind == ATOM_PLAIN || a.kind == ATOM_PATH;
}

bool
pieces_value(const struct facts *f, struct pieces *p, const struct value *v, bool numbers)
{
	unsigned before = p->count;

	if (!is_piece(v, numbers) || before * v->count > VALUE_ATOMS)
		return false;
	if (v->count > 1 || v->atoms[0].kind == ATOM_PLAIN || v->atoms[0].kind == ATOM_PATH)
		fix(p);
	for (unsigned k = 1; k < v->count; k++)
		for (unsigned i = 0; i < before; i++) {
			buf_init(&p->b[p->count], FOLD_BYTES_MAX);
			buf_str(&p->b[p->count], buf_view(&p->b[i]));
			p->shaped[p->count++] = p->shaped[i];
		}
	for (unsigned i = 0; i < p->count; i++)
		add_atom(f, &p->b[i], &p->shaped[i], v->atoms[i / before]);
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

		if (!slash || !str_starts(part, STR("/")))
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

		if (p->shaped[i] && one.count == 1 && one.atoms[0].kind == ATOM_STRING)
			one.atoms[0].kind = ATOM_PATH;
		value_merge(&out, &one);
	}
	p->count = 0;
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
