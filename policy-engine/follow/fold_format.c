/* SPDX-License-Identifier: MIT */
/*
 * f-strings, `%` and format(): texts that Python makes from a form and values. Of formats only
 * those are known that numbers alone take; what else __format__ may give, nobody sees.
 */
#include "fold.h"
#include "shape.h"

/* 02d, .2f, >8, +.1%: what writes a number as one; `c` would write a character, and any character
 * may fill. */
static bool
is_number_format(struct str spec)
{
	for (size_t i = 0; i < spec.n; i++)
		if (spec.p[i] == 0 ||
		    strchr("0123456789.,_+-<>=^ #deEfFgGxXob%i", spec.p[i]) == NULL)
			return false;
	return spec.n > 0;
}

/* 02d, .1f: what no object but a number takes, or writes with what stands in it, as long as the
 * file has no __format__. */
static bool
is_strict_format(const struct facts *f, struct str spec)
{
	for (size_t i = 0; i + 1 < spec.n; i++)
		if (strchr("0123456789.,_+", spec.p[i]) == NULL)
			return false;
	return !f->own_formats && spec.n > 0 && strchr("dfeg", spec.p[spec.n - 1]) != NULL;
}

/* A number in its format, or a date in its own. */
static bool
add_formatted(struct facts *f, struct pieces *p, const struct value *v, struct str spec)
{
	const struct atom *date = value_only(v, ATOM_RESULT);

	if (date != NULL)
		return fold_is_date(facts_name(f, date->id)) && fold_date_format(spec, p);
	if (!is_strict_format(f, spec) && (!is_number_format(spec) || !fold_is_number(v)))
		return false;
	pieces_hole(p, (char)HOLE_NUMBER);
	return true;
}

/* False where the field's text is not known; *wait where it may be yet. */
static bool
add_field(struct facts *f, uint32_t interpolation, struct pieces *p, bool *wait)
{
	const struct tree *t = f->tree;
	uint32_t inner = tree_child(t, interpolation, F_EXPRESSION);
	struct str format = {"", 0};
	struct value v;

	for (uint32_t c = tree_first(t, interpolation); c != 0; c = tree_next(t, c)) {
		if (t->nodes[c].kind == K_TYPE_CONVERSION || t->nodes[c].kind == K_T_EQUAL)
			return false;
		if (t->nodes[c].kind != K_FORMAT_SPECIFIER)
			continue;
		format = tree_text(t, c);
		if (format.n < 2 || format.p[0] != ':' ||
		    memchr(format.p, '\\', format.n) != NULL ||
		    memchr(format.p, '{', format.n) != NULL)
			return false;
	}
	if (inner == 0)
		return false;
	*wait = facts_is_pending(f, facts_value(f, inner));
	v = fold_shown(f, facts_value(f, inner));
	if (format.n == 0)
		return pieces_value(f, p, &v, true);
	return add_formatted(f, p, facts_value(f, inner), str_slice(format, 1, format.n));
}

struct value
fold_string(struct facts *f, uint32_t node)
{
	const struct tree *t = f->tree;
	const struct text_fact *x = &f->texts[f->fact_of[node]];
	struct literal l;
	struct buf b;
	struct pieces p;
	uint32_t at;
	bool wait = false;

	if (x->unknown)
		return value_of(ATOM_TEXT, 0);
	if (!x->format)
		return value_of(x->bytes ? ATOM_BYTES : ATOM_STRING, x->text);
	l = literal_open(t, node);
	at = l.from;
	pieces_init(&p);
	for (uint32_t c = tree_first(t, node); c != 0; c = tree_next(t, c)) {
		if (t->nodes[c].kind != K_INTERPOLATION)
			continue;
		buf_init(&b, FOLD_BYTES_MAX);
		literal_decode(t, &l, at, t->nodes[c].start, &b);
		pieces_text(&p, buf_view(&b));
		buf_release(&b);
		at = t->nodes[c].end;
		if (add_field(f, c, &p, &wait))
			continue;
		if (!wait)
			return pieces_prefix(f, &p);
		pieces_release(&p);
		return (struct value){.count = 0};
	}
	buf_init(&b, FOLD_BYTES_MAX);
	if (at < l.to)
		literal_decode(t, &l, at, l.to, &b);
	pieces_text(&p, buf_view(&b));
	buf_release(&b);
	return pieces_made(f, &p);
}

/* One %s, %d, %02d, %.2f or %c. */
static bool
add_conversion(struct facts *f, struct str spec, uint32_t item, struct pieces *p)
{
	const struct value *v = facts_value(f, item);
	struct value shown = fold_shown(f, v);
	struct buf b;
	int64_t n;

	if (str_is(spec, "s"))
		return pieces_value(f, p, &shown, true);
	if (str_is(spec, "c") && fold_integer(f, v, &n)) {
		buf_init(&b, FOLD_BYTES_MAX);
		buf_codepoint(&b, (uint32_t)n);
		pieces_text(p, buf_view(&b));
		buf_release(&b);
		return true;
	}
	if (!is_number_format(spec) || !fold_is_number(v))
		return false;
	if (str_is(spec, "d") && fold_integer(f, v, &n))
		return pieces_value(f, p, v, true);
	pieces_hole(p, (char)HOLE_NUMBER);
	return true;
}

/* `'%s%s' % (a, b)` */
struct value
fold_percent(struct facts *f, struct str format, uint32_t right)
{
	const struct tree *t = f->tree;
	uint32_t bare = facts_bare(f, right), item = bare;
	struct pieces p;
	bool tuple = t->nodes[bare].kind == K_TUPLE;

	pieces_init(&p);
	if (tuple)
		item = tree_first(t, bare);
	for (size_t i = 0; i < format.n; i++) {
		size_t from = i + 1;

		if (format.p[i] != '%') {
			pieces_text(&p, str_slice(format, i, i + 1));
			continue;
		}
		i++;
		if (i < format.n && format.p[i] == '%') {
			pieces_text(&p, STR("%"));
			continue;
		}
		while (i < format.n && strchr("0123456789.", format.p[i]) != NULL)
			i++;
		if (i < format.n && item != 0 && facts_is_pending(f, facts_value(f, item))) {
			pieces_release(&p);
			return (struct value){.count = 0};
		}
		if (i >= format.n || item == 0 || facts_is_star(t, item) ||
		    !add_conversion(f, str_slice(format, from, i + 1), item, &p))
			return pieces_prefix(f, &p);
		item = tuple ? tree_next(t, item) : 0;
	}
	return pieces_made(f, &p);
}

/* A field from behind its brace: *at moves to its end. */
static bool
add_format_field(
    struct facts *f, struct str s, size_t *at, unsigned *next, uint32_t arguments, struct pieces *p)
{
	size_t end = str_find(s, STR("}"), *at);
	struct str field = str_slice(s, *at, end == SIZE_MAX ? *at : end), name = {"", 0};
	struct value shown;
	uint32_t node;
	bool spread;

	if (end == SIZE_MAX)
		return false;
	*at = end;
	str_cut(&field, ':', &name);
	if (name.n == 1 && name.p[0] >= '0' && name.p[0] <= '9') {
		*next = (unsigned)(name.p[0] - '0');
		name.n = 0;
	}
	for (size_t i = 0; i < name.n; i++)
		if (name.p[i] != '_' && ((name.p[i] | 32) < 'a' || (name.p[i] | 32) > 'z'))
			return false;
	node = facts_find_argument(f, arguments, name.n > 0 ? 1000000u : (*next)++, name, &spread);
	if (node == 0 || spread)
		return false;
	shown = fold_shown(f, facts_value(f, node));
	if (field.n == 0 && end > 0 && s.p[end - 1] != ':')
		return pieces_value(f, p, &shown, true);
	return field.n > 0 && add_formatted(f, p, facts_value(f, node), field);
}

/* '{}{:02d}'.format('a', 1): empty, numbered and named fields, numbers in their formats. */
struct value
fold_format(struct facts *f, struct str s, uint32_t arguments)
{
	struct pieces p;
	unsigned next = 0;

	pieces_init(&p);
	for (size_t i = 0; i < s.n; i++) {
		if (s.p[i] != '{' && s.p[i] != '}') {
			pieces_text(&p, str_slice(s, i, i + 1));
			continue;
		}
		if (i + 1 < s.n && s.p[i + 1] == s.p[i]) {
			pieces_text(&p, str_slice(s, i, i + 1));
			i++;
			continue;
		}
		i++;
		if (s.p[i - 1] != '{' || !add_format_field(f, s, &i, &next, arguments, &p)) {
			pieces_release(&p);
			return value_of(ATOM_TEXT, 0);
		}
	}
	return pieces_made(f, &p);
}
