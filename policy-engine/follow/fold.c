/* SPDX-License-Identifier: MIT */
/*
 * Texts that a program puts together from known pieces. Every result is at most FOLD_BYTES_MAX long
 * and every byte made counts against FOLD_STEPS_MAX; what is longer, or not known, is "some
 * string".
 */
#include "fold.h"
#include "shape.h"

struct value
fold_made(struct facts *f, struct buf *b, bool bytes)
{
	struct value v = value_of(ATOM_TEXT, 0);

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

bool
fold_integer(const struct facts *f, const struct value *v, int64_t *out)
{
	const struct atom *a = value_only(v, ATOM_INTEGER);

	if (a == NULL)
		return false;
	*out = f->integers[a->id];
	return true;
}

bool
fold_is_text(const struct value *v)
{
	for (unsigned i = 0; i < v->count; i++) {
		uint32_t k = v->atoms[i].kind;

		if (k != ATOM_STRING && k != ATOM_SHAPE && k != ATOM_TEXT && k != ATOM_PREFIX &&
		    k != ATOM_BYTES)
			return false;
	}
	return v->count > 0 && !v->unknown;
}

struct str
fold_prefix(const struct facts *f, const struct value *v)
{
	const struct atom *a = value_only(v, ATOM_PREFIX);
	struct str s = {"", 0};
	size_t n = 0;

	if (a == NULL)
		a = value_only(v, ATOM_SHAPE);
	if (a != NULL)
		s = facts_name(f, a->id);
	while (n < s.n && !shape_is_hole(s.p[n]))
		n++;
	return str_slice(s, 0, n);
}

bool
fold_asks_object(const struct facts *f, const struct value *v)
{
	for (unsigned i = 0; i < v->count; i++)
		if (v->atoms[i].kind == ATOM_OBJECT || v->atoms[i].kind == ATOM_CLASS ||
		    v->atoms[i].kind == ATOM_RESULT || v->atoms[i].kind == ATOM_LITERAL)
			return f->own_operators;
	return f->own_operators && v->unknown;
}

struct value
fold_number(struct facts *f, int64_t n)
{
	int64_t *one;

	for (size_t i = 0; i < f->integers_count && i < 64; i++)
		if (f->integers[i] == n)
			return value_of(ATOM_INTEGER, (uint32_t)i);
	one = FACTS_PUSH(f, integers);
	if (one == NULL)
		return value_unknown();
	*one = n;
	return value_of(ATOM_INTEGER, (uint32_t)(f->integers_count - 1));
}

bool
fold_is_number(const struct value *v)
{
	for (unsigned i = 0; i < v->count; i++)
		if (v->atoms[i].kind != ATOM_PLAIN && v->atoms[i].kind != ATOM_INTEGER)
			return false;
	return v->count > 0 && !v->unknown;
}

/* Numbers make a number; a text makes a text; the rest may be anything. */
static void
add_sum(struct value *out, const struct value *left, struct atom a, struct atom b)
{
	bool numbers = (a.kind == ATOM_PLAIN || a.kind == ATOM_INTEGER) &&
		       (b.kind == ATOM_PLAIN || b.kind == ATOM_INTEGER);

	if (fold_is_text(left))
		value_add(out, ATOM_TEXT, 0);
	else if (numbers)
		value_add(out, ATOM_PLAIN, 0);
	else
		out->unknown = true;
}

/* Texts, each of which may be one of several. */
static bool
join_pieces(struct facts *f, const struct value *left, const struct value *right, struct value *out)
{
	struct pieces p;

	pieces_init(&p);
	if (pieces_value(f, &p, left, false) && pieces_value(f, &p, right, false)) {
		*out = pieces_made(f, &p);
		return true;
	}
	pieces_release(&p);
	return false;
}

static struct value
concatenate(struct facts *f, const struct value *left, const struct value *right)
{
	struct value out = {.count = 0};
	const struct atom *p = value_only(left, ATOM_PREFIX);

	if (p != NULL)
		return value_of(ATOM_PREFIX, p->id);
	if (left->unknown || right->unknown) {
		const struct atom *known = value_only(left, ATOM_STRING);

		return known != NULL && known->id != 0 ? value_of(ATOM_PREFIX, known->id)
						       : value_unknown();
	}
	for (unsigned i = 0; i < left->count; i++)
		for (unsigned k = 0; k < right->count; k++) {
			struct atom a = left->atoms[i], b = right->atoms[k];
			struct buf text;
			struct value made;

			if (a.kind == ATOM_STRING &&
			    (b.kind == ATOM_TEXT || b.kind == ATOM_PREFIX)) {
				value_add(&out, a.id != 0 ? ATOM_PREFIX : ATOM_TEXT, a.id);
				continue;
			}
			if (a.kind != b.kind || (a.kind != ATOM_STRING && a.kind != ATOM_BYTES)) {
				add_sum(&out, left, a, b);
				continue;
			}
			buf_init(&text, FOLD_BYTES_MAX);
			buf_str(&text, facts_name(f, a.id));
			buf_str(&text, facts_name(f, b.id));
			made = fold_made(f, &text, a.kind == ATOM_BYTES);
			value_merge(&out, &made);
		}
	return out;
}

static struct value
repeat(struct facts *f, const struct value *text, const struct value *count)
{
	struct str s;
	int64_t n;
	struct buf b;

	if (!fold_text(f, text, &s) || !fold_integer(f, count, &n) ||
	    f->fold_steps >= FOLD_STEPS_MAX)
		return fold_is_text(text) ? value_of(ATOM_TEXT, 0) : value_unknown();
	buf_init(&b, FOLD_BYTES_MAX);
	for (int64_t i = 0; i < n && !b.failed && s.n > 0; i++)
		buf_str(&b, s);
	return fold_made(f, &b, value_find(text, ATOM_BYTES) != NULL);
}

static bool
arithmetic(enum kind op, int64_t a, int64_t b, int64_t *out)
{
	int64_t r = 1;

	switch ((int)op) {
	case K_T_PLUS:
		return !__builtin_add_overflow(a, b, out);
	case K_T_MINUS:
		return !__builtin_sub_overflow(a, b, out);
	case K_T_STAR:
		return !__builtin_mul_overflow(a, b, out);
	case K_T_FLOOR:
	case K_T_PERCENT:
		if (a < 0 || b <= 0)
			return false;
		*out = op == K_T_FLOOR ? a / b : a % b;
		return true;
	case K_T_CARET:
		*out = a ^ b;
		return true;
	case K_T_PIPE:
		*out = a | b;
		return true;
	case K_T_AMPERSAND:
		*out = a & b;
		return true;
	case K_T_RIGHT:
		*out = b >= 0 && b < 63 && a >= 0 ? a >> b : 0;
		return b >= 0 && b < 63 && a >= 0;
	case K_T_LEFT:
	case K_T_POWER:
		if (b < 0 || b > 62)
			return false;
		for (int64_t i = 0; i < b; i++)
			if (__builtin_mul_overflow(r, op == K_T_LEFT ? (int64_t)2 : a, &r))
				return false;
		return op == K_T_LEFT ? !__builtin_mul_overflow(a, r, out) : (*out = r, true);
	default:
		return false;
	}
}

/* pathlib's Path / 'part' */
static struct value
join_path(struct facts *f, const struct value *left, const struct value *right)
{
	struct pieces p;

	pieces_init(&p);
	if (!value_is(left, ATOM_PATH) || !pieces_part(f, &p, left) || !pieces_part(f, &p, right)) {
		pieces_release(&p);
		return value_of(ATOM_RESULT, names_add(&f->names, STR("pathlib.Path")));
	}
	return pieces_path(f, &p);
}

struct value
fold_operator(struct facts *f, uint32_t node)
{
	const struct tree *t = f->tree;
	uint32_t left = tree_child(t, node, F_LEFT), right = tree_child(t, node, F_RIGHT);
	enum kind op = (enum kind)t->nodes[tree_child(t, node, F_OPERATOR)].kind;
	const struct value *a = facts_value(f, left), *b = facts_value(f, right);
	struct value made;
	struct str s;
	int64_t x, y, n;

	if (facts_is_pending(f, a) || facts_is_pending(f, b))
		return (struct value){.count = 0};
	if (fold_asks_object(f, a) || fold_asks_object(f, b))
		return value_unknown();
	if (fold_integer(f, a, &x) && fold_integer(f, b, &y))
		return arithmetic(op, x, y, &n) ? fold_number(f, n) : value_of(ATOM_PLAIN, 0);
	if (op == K_T_PLUS && join_pieces(f, a, b, &made))
		return made;
	if ((op == K_T_PLUS || op == K_T_MINUS) && fold_moved_date(f, a, b))
		return *a;
	if (op == K_T_PLUS)
		return concatenate(f, a, b);
	if (fold_is_number(a) && fold_is_number(b))
		return value_of(ATOM_PLAIN, 0);
	if (op == K_T_STAR && (fold_is_text(a) || fold_is_text(b)))
		return fold_is_text(a) ? repeat(f, a, b) : repeat(f, b, a);
	if (op == K_T_PERCENT && fold_text(f, a, &s))
		return fold_percent(f, s, right);
	if (op == K_T_SLASH && value_find(a, ATOM_PATH) != NULL)
		return join_path(f, a, b);
	return fold_is_text(a) ? value_of(ATOM_TEXT, 0) : value_unknown();
}

/* A bound of a slice within the text, as Python clips it. */
static int64_t
slice_place(int64_t at, int64_t n, int64_t step)
{
	int64_t least = step > 0 ? 0 : -1, most = step > 0 ? n : n - 1;

	at = at < 0 ? at + n : at;
	return at < least ? least : at > most ? most : at;
}

/* Code points from `from` to `to` by `step`, as Python slices. */
static void
slice(struct str s, int64_t from, int64_t to, int64_t step, struct buf *b)
{
	int32_t points[FOLD_BYTES_MAX];
	int64_t n = 0;
	size_t at = 0;

	while (at < s.n && n < FOLD_BYTES_MAX)
		points[n++] = utf8_next(s, &at);
	from = from == INT64_MIN ? (step > 0 ? 0 : n - 1) : slice_place(from, n, step);
	to = to == INT64_MIN ? (step > 0 ? n : -1) : slice_place(to, n, step);
	if (step > n || step < -n)
		step = step > 0 ? n + 1 : -n - 1;
	for (int64_t i = from; step > 0 ? i < to : i > to; i += step)
		if (i >= 0 && i < n && points[i] >= 0)
			buf_codepoint(b, (uint32_t)points[i]);
		else if (i < -n || i > 2 * n)
			break;
}

struct value
fold_slice(struct facts *f, uint32_t node, const struct value *whole)
{
	const struct tree *t = f->tree;
	int64_t part[3] = {INT64_MIN, INT64_MIN, 1};
	unsigned place = 0;
	struct buf b;
	struct str s;

	if (!fold_text(f, whole, &s))
		return fold_part(f, whole);
	if (value_find(whole, ATOM_BYTES) != NULL && !str_is_ascii(s))
		return value_of(ATOM_TEXT, 0);
	if (t->nodes[node].kind != K_SLICE) {
		if (!fold_integer(f, facts_value(f, node), &part[0]) || part[0] == INT64_MAX ||
		    value_find(whole, ATOM_BYTES) != NULL)
			return value_of(ATOM_TEXT, 0);
		part[1] = part[0] == -1 ? INT64_MIN : part[0] + 1;
	}
	for (uint32_t c = t->nodes[node].kind == K_SLICE ? tree_first(t, node) : 0; c != 0;
	     c = tree_next(t, c)) {
		if (t->nodes[c].kind == K_T_COLON)
			place++;
		else if (place > 2 || !fold_integer(f, facts_value(f, c), &part[place]))
			return value_of(ATOM_TEXT, 0);
	}
	if (part[2] == 0)
		return value_of(ATOM_TEXT, 0);
	buf_init(&b, FOLD_BYTES_MAX);
	slice(s, part[0], part[1], part[2], &b);
	return fold_made(f, &b, value_find(whole, ATOM_BYTES) != NULL);
}

/* What comes out of a value when it is iterated: the union over the elements of literals, or
 * anything. */
struct value
fold_elements(struct facts *f, const struct value *v)
{
	const struct tree *t = f->tree;
	struct value out = {.unknown = facts_is_open(f, v)};

	for (unsigned i = 0; i < v->count; i++) {
		struct atom a = v->atoms[i];
		enum kind k = a.kind == ATOM_LITERAL ? (enum kind)t->nodes[a.id].kind : K_SKIP;

		if (a.kind == ATOM_LISTING && !f->opened_listings) {
			value_add(&out, ATOM_PATH, a.id);
		} else if (a.kind == ATOM_CLASS && f->scopes[a.id].is_enum) {
			value_add(&out, ATOM_OBJECT, a.id);
		} else if (a.kind == ATOM_RESULT && str_is(facts_name(f, a.id), "builtins.range")) {
			value_add(&out, ATOM_PLAIN, 0);
		} else if (a.kind == ATOM_STRING || a.kind == ATOM_SHAPE || a.kind == ATOM_TEXT ||
			   a.kind == ATOM_PREFIX) {
			value_add(&out, ATOM_TEXT, 0);
		} else if (a.kind == ATOM_LITERAL && facts_is_opened(f, a.id)) {
			out.unknown = true;
		} else if (a.kind == ATOM_LITERAL && k != K_LIST && k != K_TUPLE && k != K_SET &&
			   k != K_EXPRESSION_LIST && k != K_DICTIONARY) {
			uint32_t body = tree_child(t, a.id, F_BODY);

			value_merge(&out, facts_value(f, k == K_DICTIONARY_COMPREHENSION
							     ? tree_child(t, body, F_KEY)
							     : body));
		} else if (a.kind == ATOM_LITERAL) {
			for (uint32_t c = tree_first(t, a.id);
			     c != 0 && f->fold_steps < FOLD_STEPS_MAX; c = tree_next(t, c)) {
				uint32_t item =
				    t->nodes[c].kind == K_PAIR ? tree_child(t, c, F_KEY) : c;

				f->fold_steps++;
				if (facts_is_star(t, c) || t->nodes[c].kind == K_DICTIONARY_SPLAT)
					out.unknown = true;
				else
					fold_merge(f, &out, facts_value(f, item));
			}
		} else {
			out.unknown = true;
		}
	}
	return out;
}
