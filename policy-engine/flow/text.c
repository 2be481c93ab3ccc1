/* SPDX-License-Identifier: MIT */
/*
 * Texts that a program puts together from known pieces. A text is known, known by what it begins
 * with, or just a text. Every result is at most FOLD_BYTES_MAX long and every byte made counts
 * against FOLD_STEPS_MAX; what is longer is just a text.
 */
#include "flow.h"

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
fold_reads(struct facts *f, struct str s)
{
	f->fold_steps += (uint32_t)(s.n / 16);
	return s.n <= FOLD_BYTES_MAX && f->fold_steps < FOLD_STEPS_MAX;
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
	*out = facts_integer(f, a->id);
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

/* A text behind one that begins so. */
static struct atom
begun(struct atom a)
{
	return (a.kind == ATOM_STRING || a.kind == ATOM_PREFIX) && a.id != 0
		   ? atom_of(ATOM_PREFIX, a.id)
		   : atom_of(ATOM_TEXT, 0);
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

	for (unsigned i = 0; i < a->count; i++) {
		for (unsigned k = 0; k < b->count; k++)
			join_atoms(f, a->atoms[i], b->atoms[k], &out);
		if (b->unknown && is_text(a->atoms[i]) && !f->own_operators)
			flow_add(f, &out, begun(a->atoms[i]));
		else if (b->unknown)
			out.unknown = true;
	}
	return out;
}

struct value
text_shown(struct facts *f, const struct value *v)
{
	struct value out = {.count = 0}, made;
	struct buf b;

	for (unsigned i = 0; i < v->count; i++) {
		struct atom a = v->atoms[i];

		if (a.kind == ATOM_INTEGER) {
			buf_init(&b, 32);
			buf_printf(&b, "%lld", (long long)facts_integer(f, a.id));
			made = fold_made(f, &b, false);
			flow_merge(f, &out, &made);
		} else {
			flow_add(f, &out,
			    a.kind == ATOM_STRING || a.kind == ATOM_PREFIX ? a
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

/* What stands between braces: as str() shows it, or some text where a format says how. */
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
		return value_of(ATOM_TEXT, 0);
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

/* 'ab' * 3 */
static struct value
repeated(struct facts *f, struct atom text, struct atom count)
{
	struct buf b;

	if ((text.kind != ATOM_STRING && text.kind != ATOM_BYTES) || count.kind != ATOM_INTEGER ||
	    f->fold_steps >= FOLD_STEPS_MAX || text.id == 0)
		return value_of(ATOM_TEXT, 0);
	buf_init(&b, FOLD_BYTES_MAX);
	for (int64_t i = 0; i < facts_integer(f, count.id) && !b.failed; i++)
		buf_str(&b, facts_name(f, text.id));
	return fold_made(f, &b, text.kind == ATOM_BYTES);
}

/* '%s-%d' % (a, b): of %s and %d what is shown, of other conversions some text. */
static struct value
percent(struct facts *f, struct str format, uint32_t right)
{
	const struct tree *t = f->tree;
	uint32_t bare = facts_bare(f, right), item = bare;
	struct value out = value_of(ATOM_STRING, 0), one;
	bool tuple = t->nodes[bare].kind == K_TUPLE;

	if (tuple)
		item = tree_first(t, bare);
	for (size_t i = 0; i < format.n; i++) {
		struct str rest = str_slice(format, i, format.n);
		size_t next = str_find(rest, STR("%"), 0);
		struct buf b;

		next = next == SIZE_MAX ? rest.n : next;
		if (next > 0) {
			buf_init(&b, FOLD_BYTES_MAX);
			buf_str(&b, str_slice(rest, 0, next));
			one = fold_made(f, &b, false);
			i += next - 1;
		} else {
			char how = i + 1 < format.n ? format.p[++i] : '\0';
			bool shown =
			    (how == 's' || how == 'd') && item != 0 && !facts_is_star(t, item);

			one = shown ? text_shown(f, &f->values[item]) : value_of(ATOM_TEXT, 0);
			if (!shown)
				return text_concatenate(f, &out, &one);
			item = tuple ? tree_next(t, item) : 0;
		}
		out = text_concatenate(f, &out, &one);
	}
	return out;
}

static void
operate(
    struct facts *f, enum kind op, struct atom a, struct atom b, uint32_t right, struct value *out)
{
	bool numbers = !is_text(a) && !is_text(b);
	struct value one = {.unknown = !numbers && !is_text(a)};
	int64_t n;

	if (op == K_T_PLUS && !numbers)
		join_atoms(f, a, b, out);
	else if (op == K_T_PERCENT && a.kind == ATOM_STRING)
		one = percent(f, facts_name(f, a.id), right);
	else if (op == K_T_STAR && !numbers)
		one = is_text(a) ? repeated(f, a, b) : repeated(f, b, a);
	else if (numbers && a.kind == ATOM_INTEGER && b.kind == ATOM_INTEGER &&
		 arithmetic(op, facts_integer(f, a.id), facts_integer(f, b.id), &n))
		one = fold_number(f, n);
	else
		one = value_of(numbers ? ATOM_PLAIN : ATOM_TEXT, 0);
	flow_merge(f, out, &one);
}

struct value
text_operator(
    struct facts *f, enum kind op, const struct value *a, const struct value *b, uint32_t right)
{
	struct value out = {.unknown = a->unknown};

	for (unsigned i = 0; i < a->count; i++) {
		for (unsigned k = 0; k < b->count; k++)
			operate(f, op, a->atoms[i], b->atoms[k], right, &out);
		if (b->unknown)
			flow_add(f, &out, atom_of(ATOM_TEXT, 0));
	}
	return out;
}

/* A bound of a slice within the text, as Python clips it. */
static int64_t
slice_place(int64_t at, int64_t n, int64_t step)
{
	int64_t least = step > 0 ? 0 : -1, most = step > 0 ? n : n - 1;

	at = at < 0 ? at + n : at;
	return at < least ? least : at > most ? most : at;
}

/* Whether nothing has reached a part of an index yet. */
static bool
is_key_bottom(const struct facts *f, uint32_t key)
{
	const struct tree *t = f->tree;

	if (t->nodes[key].kind != K_SLICE)
		return value_is_bottom(&f->values[key]);
	for (uint32_t c = tree_first(t, key); c != 0; c = tree_next(t, c))
		if (t->nodes[c].kind != K_T_COLON && value_is_bottom(&f->values[c]))
			return true;
	return false;
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
text_slice(struct facts *f, uint32_t key, const struct value *whole)
{
	const struct tree *t = f->tree;
	int64_t part[3] = {INT64_MIN, INT64_MIN, 1};
	unsigned place = 0;
	struct buf b;
	struct str s;

	if (is_key_bottom(f, key))
		return (struct value){.count = 0};
	if (!fold_text(f, whole, &s) || value_find(whole, ATOM_BYTES) != NULL || !fold_reads(f, s))
		return value_of(ATOM_TEXT, 0);
	if (t->nodes[key].kind != K_SLICE) {
		if (!fold_integer(f, &f->values[key], &part[0]) || part[0] == INT64_MAX)
			return value_of(ATOM_TEXT, 0);
		part[1] = part[0] == -1 ? INT64_MIN : part[0] + 1;
	}
	for (uint32_t c = t->nodes[key].kind == K_SLICE ? tree_first(t, key) : 0; c != 0;
	     c = tree_next(t, c)) {
		if (t->nodes[c].kind == K_T_COLON)
			place++;
		else if (place > 2 || !fold_integer(f, &f->values[c], &part[place]))
			return value_of(ATOM_TEXT, 0);
	}
	if (part[2] == 0)
		return value_of(ATOM_TEXT, 0);
	buf_init(&b, FOLD_BYTES_MAX);
	slice(s, part[0], part[1], part[2], &b);
	return fold_made(f, &b, false);
}
