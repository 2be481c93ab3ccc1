/* SPDX-License-Identifier: MIT */
/*
 * Texts that a program puts together from known pieces. A text is known, known by what it begins
 * with, or just a text. Every result is at most FOLD_BYTES_MAX long and every byte made counts
 * against FOLD_STEPS_MAX; what is longer is just a text.
 */
#include "flow.h"

static struct value
fold_made(struct facts *f, struct buf *b, bool bytes)
{
	struct value v = value_of(bytes ? ATOM_BINARY : ATOM_TEXT, 0);

	f->fold_steps += (uint32_t)b->n + 1;
	if (!b->failed && f->fold_steps < FOLD_STEPS_MAX)
		v = value_of(bytes ? ATOM_BYTES : ATOM_STRING, names_copy(&f->names, buf_view(b)));
	buf_release(b);
	return v;
}

bool
fold_text(const struct facts *f, const struct value *v, struct str *out)
{
	const struct atom *a = value_only(v, ATOM_STRING);

	if (a == NULL)
		a = value_only(v, ATOM_BYTES);
	if (a == NULL)
		return false;
	*out = facts_name(f, a->id);
	return true;
}

struct str
fold_prefix(const struct facts *f, const struct value *v)
{
	const struct atom *a = value_only(v, ATOM_PREFIX);

	return a == NULL ? (struct str){"", 0} : facts_name(f, a->id);
}

struct value
fold_number(struct facts *f, int64_t n)
{
	uint32_t id = names_copy(&f->names, (struct str){(const char *)&n, sizeof(n)});

	return id == 0 ? value_unknown() : value_of(ATOM_INTEGER, id);
}

static bool
is_text(struct atom a)
{
	return (KINDS_TEXT & KIND_BIT(a.kind)) != 0;
}

static struct atom
some_text(bool bytes)
{
	return atom_of(bytes ? ATOM_BINARY : ATOM_TEXT, 0);
}

static bool
is_bytes(struct atom a)
{
	return (KINDS_BYTES & KIND_BIT(a.kind)) != 0;
}

/* A text behind one that begins so. */
static struct atom
begun(struct atom a)
{
	return (a.kind == ATOM_STRING || a.kind == ATOM_PREFIX) && a.id != 0
		   ? atom_of(ATOM_PREFIX, a.id)
		   : some_text(is_bytes(a));
}

static void
join_atoms(struct facts *f, struct atom a, struct atom b, struct value *out)
{
	bool numbers =
	    (KINDS_NUMBER & KIND_BIT(a.kind)) != 0 && (KINDS_NUMBER & KIND_BIT(b.kind)) != 0;
	struct value made;
	struct buf text;

	if (numbers) {
		flow_add(f, out, atom_of(ATOM_PLAIN, 0));
	} else if (!is_text(a) || !is_text(b)) {
		out->unknown = true;
	} else if (a.kind == b.kind && (a.kind == ATOM_STRING || a.kind == ATOM_BYTES)) {
		buf_init(&text, FOLD_BYTES_MAX);
		buf_str(&text, facts_name(f, a.id));
		buf_str(&text, facts_name(f, b.id));
		made = fold_made(f, &text, a.kind == ATOM_BYTES);
		flow_merge(f, out, &made);
	} else if (a.kind == ATOM_STRING && a.id == 0 && b.kind == ATOM_PREFIX) {
		flow_add(f, out, b);
	} else {
		flow_add(f, out, begun(a));
	}
}

struct value
text_concatenate(struct facts *f, const struct value *a, const struct value *b)
{
	struct value out = {.unknown = a->unknown};

	VALUE_EACH(left, a) {
		VALUE_EACH(right, b)
			join_atoms(f, *left, *right, &out);
		if (b->unknown && is_text(*left) && !f->own_operators)
			flow_add(f, &out, begun(*left));
		else if (b->unknown)
			out.unknown = true;
	}
	return out;
}

static struct value
text_shown(struct facts *f, const struct value *v)
{
	struct value out = {.count = 0}, made;
	struct buf b;

	VALUE_EACH(a, v) {
		if (a->kind == ATOM_INTEGER) {
			buf_init(&b, 32);
			buf_printf(&b, "%lld", (long long)facts_integer(f, a->id));
			made = fold_made(f, &b, false);
			flow_merge(f, &out, &made);
		} else {
			flow_add(f, &out,
			    a->kind == ATOM_STRING || a->kind == ATOM_PREFIX
				? *a
				: atom_of(ATOM_TEXT, 0));
		}
	}
	if (v->unknown)
		flow_add(f, &out, atom_of(ATOM_TEXT, 0));
	return out;
}

static struct value
piece(struct facts *f, const struct tree *t, struct literal *l, uint32_t from, uint32_t to)
{
	struct buf b;

	buf_init(&b, FOLD_BYTES_MAX);
	if (from < to)
		literal_decode(t, l, from, to, &b);
	return fold_made(f, &b, false);
}

/* The text of a field in braces: as str() shows it, or unknown text if it has a format. */
static struct value
field(struct facts *f, uint32_t interpolation)
{
	const struct tree *t = f->tree;
	uint32_t inner = tree_child(t, interpolation, F_EXPRESSION);

	for (uint32_t c = tree_first(t, interpolation); c != 0; c = tree_next(t, c))
		if (t->nodes[c].kind == K_TYPE_CONVERSION || t->nodes[c].kind == K_T_EQUAL ||
		    t->nodes[c].kind == K_FORMAT_SPECIFIER)
			return value_of(ATOM_TEXT, 0);
	return inner == 0 ? value_of(ATOM_TEXT, 0) : text_shown(f, &f->values[inner]);
}

struct value
text_string(struct facts *f, uint32_t node)
{
	const struct tree *t = f->tree;
	const struct text_fact *x = &f->texts[f->fact_of[node]];
	struct value out = value_of(ATOM_STRING, 0), one;
	struct literal l;
	uint32_t at;

	if (x->unknown)
		return value_of(x->bytes ? ATOM_BINARY : ATOM_TEXT, 0);
	if (!x->format)
		return value_of(x->bytes ? ATOM_BYTES : ATOM_STRING, x->text);
	l = literal_open(t, node);
	at = l.from;
	for (uint32_t c = tree_first(t, node); c != 0; c = tree_next(t, c)) {
		if (t->nodes[c].kind != K_INTERPOLATION)
			continue;
		one = piece(f, t, &l, at, t->nodes[c].start);
		out = text_concatenate(f, &out, &one);
		one = field(f, c);
		out = text_concatenate(f, &out, &one);
		at = t->nodes[c].end;
	}
	one = piece(f, t, &l, at, l.to);
	return text_concatenate(f, &out, &one);
}

struct value
text_joined(struct facts *f, uint32_t node)
{
	struct value out = {.count = 0};

	for (uint32_t c = tree_first(f->tree, node); c != 0; c = tree_next(f->tree, c))
		out = c == tree_first(f->tree, node) ? f->values[c]
						     : text_concatenate(f, &out, &f->values[c]);
	return out;
}

struct value
text_operator(struct facts *f, enum kind op, const struct value *a, const struct value *b)
{
	struct value out = {.unknown = a->unknown};

	for (unsigned i = 0; i < a->count; i++) {
		for (unsigned k = 0; k < b->count; k++) {
			struct atom one = a->atoms[i];

			if (op == K_T_STAR && !is_text(one))
				one = b->atoms[k];
			flow_add(f, &out,
			    is_text(one) ? some_text(is_bytes(one)) : atom_of(ATOM_PLAIN, 0));
		}
		if (b->unknown)
			flow_add(f, &out, some_text(is_bytes(a->atoms[i])));
	}
	return out;
}

/* The result of a text's method: some text or number, as effects.txt says of its name. */
struct value
text_method(struct facts *f, uint32_t attribute)
{
	const struct tree *t = f->tree;
	bool dotted = t->nodes[attribute].kind == K_ATTRIBUTE;
	const struct value *object =
	    &f->values[dotted ? tree_child(t, attribute, F_OBJECT) : attribute];
	uint64_t effects = dotted ? effects_of_method_named(tree_attribute(t, attribute)) : 0;
	struct value out = {.count = 0};

	if (effects_have(effects, EFFECT_NUMBER))
		flow_add(f, &out, atom_of(ATOM_PLAIN, 0));
	else if (effects_have(effects, EFFECT_TEXT) && value_find(object, ATOM_BYTES) == NULL &&
		 value_find(object, ATOM_BINARY) == NULL)
		flow_add(f, &out, atom_of(ATOM_TEXT, 0));
	else
		out.unknown = true;
	return out;
}
