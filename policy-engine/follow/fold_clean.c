/* SPDX-License-Identifier: MIT */
/*
 * What takes characters out of a text: re.sub() with a class of characters, and join() over the
 * characters that a condition lets through. What stays is a text with fewer kinds of characters.
 */
#include "fold.h"
#include "shape.h"

struct set {
	bool has[128];
};

static void
add_range(struct set *set, unsigned from, unsigned to)
{
	for (unsigned c = from; c <= to && c < 128; c++)
		set->has[c] = true;
}

static void
add_words(struct set *set)
{
	add_range(set, '0', '9');
	add_range(set, 'A', 'Z');
	add_range(set, 'a', 'z');
	add_range(set, '_', '_');
}

/* \w, \d, \s and their opposites; false where `c` is none of them. */
static bool
add_class(struct set *set, char c)
{
	struct set one = {{false}};

	switch (c) {
	case 'w':
	case 'W':
		add_words(&one);
		break;
	case 'd':
	case 'D':
		add_range(&one, '0', '9');
		break;
	case 's':
	case 'S':
		add_range(&one, '\t', '\r');
		add_range(&one, 28, ' ');
		break;
	default:
		return false;
	}
	for (unsigned i = 0; i < 128; i++)
		set->has[i] = set->has[i] || one.has[i] == (c >= 'a');
	return true;
}

/* One character of a class, escaped or not; -1 where it is not plain. */
static int
read_character(struct str s, size_t *at)
{
	char c;

	if (*at >= s.n)
		return -1;
	c = s.p[(*at)++];
	if (c != '\\')
		return c > 0 ? c : -1;
	if (*at >= s.n)
		return -1;
	c = s.p[(*at)++];
	if (c == 'n')
		return '\n';
	if (c == 't')
		return '\t';
	if (c == 'r')
		return '\r';
	return c > 0 && strchr("0123456789_", c) == NULL && ((c | 32) < 'a' || (c | 32) > 'z') ? c
											       : -1;
}

/* What stands between [ and ]; false where it is not read for certain. Of characters beyond ASCII
 * nothing is asked, so they may stand there alone. */
static bool
read_items(struct str s, size_t *at, struct set *set)
{
	for (bool first = true; *at < s.n && (first || s.p[*at] != ']'); first = false) {
		int from, to;

		if (s.p[*at] == '\\' && *at + 1 < s.n && add_class(set, s.p[*at + 1])) {
			*at += 2;
			continue;
		}
		if ((unsigned char)s.p[*at] >= 0x80 && !shape_is_hole(s.p[*at])) {
			++*at;
			if (*at < s.n && s.p[*at] == '-')
				return false;
			continue;
		}
		from = to = read_character(s, at);
		if (*at + 1 < s.n && s.p[*at] == '-' && s.p[*at + 1] != ']') {
			++*at;
			to = read_character(s, at);
		}
		if (from < 0 || to < from)
			return false;
		add_range(set, (unsigned)from, (unsigned)to);
	}
	return *at < s.n;
}

/* [...], [^...], \W or one character, alone or with a plus: which characters it takes out. */
static bool
read_pattern(struct str s, struct set *set)
{
	size_t at = 0;
	bool negated = false;

	*set = (struct set){{false}};
	if (s.n >= 2 && s.p[0] == '[') {
		negated = s.p[1] == '^';
		at = negated ? 2 : 1;
		if (!read_items(s, &at, set))
			return false;
		at++;
	} else if (s.n >= 2 && s.p[0] == '\\' && add_class(set, s.p[1])) {
		at = 2;
	} else {
		int c = s.n > 0 && strchr(".^$*+?{}[]|()", s.p[0]) == NULL ? read_character(s, &at)
									   : -1;

		if (c < 0)
			return false;
		add_range(set, (unsigned)c, (unsigned)c);
	}
	for (unsigned i = 0; negated && i < 128; i++)
		set->has[i] = !set->has[i];
	return at == s.n || (at + 1 == s.n && s.p[at] == '+');
}

/* re.sub(pattern, with, text): what is not taken out, and what comes instead. */
struct value
fold_substituted(struct facts *f, uint32_t arguments, uint32_t symbol_id)
{
	struct argument a;
	const struct value *v[3];
	struct str pattern, with;
	struct set out;
	uint32_t at = 0;
	unsigned flags;

	if (fold_count_arguments(f, arguments) != 3)
		return value_of(ATOM_RESULT, symbol_id);
	for (unsigned i = 0; i < 3 && facts_argument(f, arguments, &at, &a); i++)
		v[i] = facts_value(f, a.node);
	if (value_only(v[0], ATOM_STRING) == NULL || value_only(v[1], ATOM_STRING) == NULL ||
	    !fold_text(f, v[0], &pattern) || !fold_text(f, v[1], &with) || shape_has(with, '\\'))
		return value_of(ATOM_RESULT, symbol_id);
	flags = fold_flags(f, v[2]) | HOLE_EMPTY;
	if (read_pattern(pattern, &out)) {
		flags &= out.has['/'] ? ~(unsigned)SHAPE_SLASH : ~0u;
		flags &= out.has['.'] ? ~(unsigned)HOLE_DOTS : ~0u;
		flags &= out.has[':'] && out.has['~'] ? ~(unsigned)HOLE_OTHER : ~0u;
	}
	flags |= shape_part_flags(with);
	return (flags & SHAPE_SLASH) != 0 ? value_of(ATOM_RESULT, symbol_id) : fold_hole(f, flags);
}

static bool
is_name(const struct facts *f, uint32_t node, struct str name)
{
	node = facts_bare(f, node);
	return f->tree->nodes[node].kind == K_IDENTIFIER && str_eq(tree_text(f->tree, node), name);
}

/* c.isalnum(), c in '-_', c == '-': what each character that is let through is. */
static bool
lets_through(struct facts *f, uint32_t node, struct str name, unsigned *flags)
{
	const struct tree *t = f->tree;
	uint32_t function, first, second, at = 0;
	struct argument any;
	struct value set;

	node = facts_bare(f, node);
	if (t->nodes[node].kind == K_CALL) {
		function = tree_child(t, node, F_FUNCTION);
		return t->nodes[function].kind == K_ATTRIBUTE &&
		       is_name(f, tree_child(t, function, F_OBJECT), name) &&
		       str_is_one_of(tree_text(t, tree_child(t, function, F_ATTRIBUTE)),
			   "isalnum isalpha isdigit isdecimal isnumeric isidentifier") &&
		       !facts_argument(f, tree_child(t, node, F_ARGUMENTS), &at, &any);
	}
	if (t->nodes[node].kind != K_COMPARISON_OPERATOR)
		return false;
	first = tree_first(t, node);
	second = first == 0 ? 0 : tree_next(t, first);
	if (second == 0 || tree_next(t, second) != 0 || !is_name(f, first, name) ||
	    !str_is_one_of(
		str_trim(str_slice(t->source, t->nodes[first].end, t->nodes[second].start)),
		"in =="))
		return false;
	set = *facts_value(f, second);
	if (value_only(&set, ATOM_LITERAL) != NULL && !f->own_operators)
		set = fold_elements(f, &set);
	*flags |= fold_flags(f, &set);
	return true;
}

/* The same, of several with `or` between them. */
static bool
is_let_through(struct facts *f, uint32_t node, struct str name, unsigned *flags)
{
	const struct tree *t = f->tree;

	for (unsigned n = 0; n < 8; n++) {
		uint32_t first, second;

		node = facts_bare(f, node);
		if (t->nodes[node].kind != K_BOOLEAN_OPERATOR)
			return lets_through(f, node, name, flags);
		first = tree_child(t, node, F_LEFT);
		second = tree_child(t, node, F_RIGHT);
		if (t->nodes[tree_child(t, node, F_OPERATOR)].kind != K_T_OR ||
		    !lets_through(f, second, name, flags))
			return false;
		node = first;
	}
	return false;
}

/* ''.join(c for c in text if c.isalnum()), ''.join(c if c.isalnum() else '_' for c in text) */
bool
fold_filtered(struct facts *f, uint32_t node, struct str between, struct value *out)
{
	const struct tree *t = f->tree;
	uint32_t body, clause, condition, name, other;
	unsigned flags = HOLE_EMPTY | shape_part_flags(between);
	bool known;

	node = facts_bare(f, node);
	if (f->own_texts || (t->nodes[node].kind != K_GENERATOR_EXPRESSION &&
				t->nodes[node].kind != K_LIST_COMPREHENSION))
		return false;
	body = facts_bare(f, tree_child(t, node, F_BODY));
	clause = tree_child_of_kind(t, node, K_FOR_IN_CLAUSE);
	name = tree_child(t, clause, F_LEFT);
	condition = tree_next(t, clause);
	if (t->nodes[name].kind != K_IDENTIFIER)
		return false;
	if (t->nodes[body].kind == K_CONDITIONAL_EXPRESSION && condition == 0) {
		body = tree_first(t, body);
		condition = tree_next(t, body);
		other = tree_next(t, condition);
		known = value_only(facts_value(f, other), ATOM_STRING) != NULL;
		flags |= fold_flags(f, facts_value(f, other));
	} else {
		known = condition != 0 && t->nodes[condition].kind == K_IF_CLAUSE &&
			tree_next(t, condition) == 0;
		condition = known ? tree_first(t, condition) : 0;
	}
	if (!known || condition == 0 || !is_name(f, body, tree_text(t, name)) ||
	    !is_let_through(f, condition, tree_text(t, name), &flags) || (flags & SHAPE_SLASH) != 0)
		return false;
	*out = fold_hole(f, flags);
	return true;
}
