/* SPDX-License-Identifier: MIT */
#include "regex_program.h"

static uint32_t parse_either(struct regex_parser *p, unsigned depth);

static uint32_t
add_tree(struct regex_parser *p, struct tree tree)
{
	struct tree *t = arena_push(p->a, &p->trees, &p->tree_count, &p->tree_capacity, sizeof(*t));
	if (!t || p->tree_count > REGEX_OPS_MAX) {
		regex_fail(p, t ? "the pattern is too large" : "out of memory");
		return NO_TREE;
	}
	*t = tree;
	return (uint32_t)(p->tree_count - 1);
}

static bool
same_set(const struct charset *a, const struct charset *b)
{
	return a->count == b->count &&
	       (a->count == 0 || memcmp(a->ranges, b->ranges, a->count * sizeof(*a->ranges)) == 0);
}

static uint32_t
add_set(struct regex_parser *p, struct charset *set)
{
	charset_normalise(set);
	for (size_t i = 0; i < p->set_count; i++)
		if (same_set(&p->sets[i], set))
			return add_tree(p, (struct tree){.kind = TREE_SET, .set = (uint32_t)i});
	struct charset *s = arena_push(p->a, &p->sets, &p->set_count, &p->set_capacity, sizeof(*s));
	if (!s) {
		regex_fail(p, "out of memory");
		return NO_TREE;
	}
	*s = *set;
	return add_tree(p, (struct tree){.kind = TREE_SET, .set = (uint32_t)(p->set_count - 1)});
}

static uint32_t
add_codepoint(struct regex_parser *p, int32_t c)
{
	struct charset s = {0};
	if (!charset_add(p->a, &s, (uint32_t)c, (uint32_t)c)) {
		regex_fail(p, "out of memory");
		return NO_TREE;
	}
	return add_set(p, &s);
}

/* Everything but the line ends. */
static uint32_t
add_dot(struct regex_parser *p)
{
	struct charset s = {0};
	bool ok = charset_add(p->a, &s, '\n', '\n') && charset_add(p->a, &s, '\r', '\r') &&
		  charset_add(p->a, &s, 0x2028, 0x2029);
	charset_normalise(&s);
	if (!ok || !charset_invert(p->a, &s)) {
		regex_fail(p, "out of memory");
		return NO_TREE;
	}
	return add_set(p, &s);
}

static bool
parse_name(struct regex_parser *p, struct str *out)
{
	size_t close = str_find(p->pattern, STR(">"), p->at);
	if (close == SIZE_MAX || close == p->at)
		return regex_fail(p, "a group's name is missing");
	*out = str_slice(p->pattern, p->at, close);
	for (size_t i = 0; i < out->n; i++) {
		char c = out->p[i];
		bool letter =
		    (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$';
		if (!letter && (unsigned char)c < 0x80 && !(i > 0 && c >= '0' && c <= '9'))
			return regex_fail(p, "a group's name is made of letters, digits and '_'");
	}
	p->at = close + 1;
	return true;
}

static const struct group_name *
find_name(const struct regex_parser *p, struct str name)
{
	for (uint32_t i = 0; i < p->names; i++)
		if (str_eq(p->named[i].name, name))
			return &p->named[i];
	return NULL;
}

static uint32_t
add_back(struct regex_parser *p, uint32_t group)
{
	p->backtracks = true;
	return add_tree(p, (struct tree){.kind = TREE_BACK, .group = group});
}

static uint32_t
parse_number_reference(struct regex_parser *p)
{
	uint32_t group = 0;
	while (regex_peek(p) >= '0' && regex_peek(p) <= '9' && group <= REGEX_GROUPS_MAX)
		group = group * 10 + (uint32_t)(regex_next(p) - '0');
	if (group > p->groups) {
		regex_fail(p, "there is no such group to refer back to");
		return NO_TREE;
	}
	return add_back(p, group);
}

static uint32_t
parse_name_reference(struct regex_parser *p)
{
	struct str name;
	if (!regex_take(p, '<')) {
		regex_fail(p, "a '<' must follow \\k");
		return NO_TREE;
	}
	if (!parse_name(p, &name))
		return NO_TREE;
	const struct group_name *known = find_name(p, name);
	if (!known) {
		regex_fail(p, "there is no group of this name");
		return NO_TREE;
	}
	return add_back(p, known->group);
}

static uint32_t
parse_escape(struct regex_parser *p)
{
	struct charset set = {0};
	int32_t c = regex_peek(p), codepoint = -1;
	if (c == 'b' || c == 'B') {
		p->at++;
		return add_tree(p, (struct tree){.kind = TREE_WORD_EDGE, .negated = c == 'B'});
	}
	if (c >= '1' && c <= '9')
		return parse_number_reference(p);
	if (regex_take(p, 'k'))
		return parse_name_reference(p);
	if (!regex_parse_escape(p, false, &set, &codepoint))
		return NO_TREE;
	return codepoint >= 0 ? add_codepoint(p, codepoint) : add_set(p, &set);
}

static uint32_t
close_group(struct regex_parser *p, struct tree tree, unsigned depth)
{
	tree.left = parse_either(p, depth + 1);
	if (tree.left == NO_TREE)
		return NO_TREE;
	if (!regex_take(p, ')')) {
		regex_fail(p, "a ')' is missing");
		return NO_TREE;
	}
	return tree.kind == TREE_EMPTY ? tree.left : add_tree(p, tree);
}

/* Parses the text after "(?". */
static bool
parse_group_kind(struct regex_parser *p, struct tree *tree)
{
	struct str name;
	if (regex_take(p, ':')) {
		tree->kind = TREE_EMPTY;
		return true;
	}
	bool behind = regex_take(p, '<');
	if (regex_take(p, '=') || regex_take(p, '!')) {
		*tree = (struct tree){.kind = TREE_LOOK, .behind = behind};
		tree->negated = p->pattern.p[p->at - 1] == '!';
		p->backtracks = true;
		return true;
	}
	if (!behind)
		return regex_fail(p, "this kind of group is not known");
	return parse_name(p, &name);
}

static uint32_t
parse_group(struct regex_parser *p, unsigned depth)
{
	struct tree tree = {.kind = TREE_GROUP};
	if (depth >= REGEX_DEPTH_MAX) {
		regex_fail(p, "the groups nest too deeply");
		return NO_TREE;
	}
	if (regex_take(p, '?') && !parse_group_kind(p, &tree))
		return NO_TREE;
	if (tree.kind == TREE_GROUP)
		tree.group = ++p->groups_seen;
	return close_group(p, tree, depth);
}

static bool
read_count(struct regex_parser *p, uint32_t *out)
{
	int32_t c = regex_peek(p);
	*out = 0;
	if (c < '0' || c > '9')
		return regex_fail(p, "a '{' that is meant as itself must be written '\\{'");
	while (c >= '0' && c <= '9') {
		*out = *out > 100000000 ? *out : *out * 10 + (uint32_t)(c - '0');
		p->at++;
		c = regex_peek(p);
	}
	return true;
}

static bool
read_counts(struct regex_parser *p, struct tree *t)
{
	if (!read_count(p, &t->min))
		return false;
	t->max = t->min;
	if (regex_take(p, ',')) {
		t->max = REGEX_UNBOUNDED;
		if (regex_peek(p) != '}' && !read_count(p, &t->max))
			return false;
	}
	if (!regex_take(p, '}'))
		return regex_fail(p, "a '}' is missing");
	if (t->min > t->max)
		return regex_fail(p, "the counts are out of order");
	if (t->min > REGEX_REPEAT_MAX || (t->max > REGEX_REPEAT_MAX && t->max != REGEX_UNBOUNDED))
		return regex_fail(p, "more than 1000 repetitions");
	return true;
}

static uint32_t
parse_quantifier(struct regex_parser *p, uint32_t atom, size_t from, uint32_t groups_before)
{
	struct tree t = {.kind = TREE_REPEAT, .left = atom, .max = REGEX_UNBOUNDED};
	if (atom == NO_TREE)
		return NO_TREE;
	if (regex_take(p, '+'))
		t.min = 1;
	else if (regex_take(p, '?'))
		t.max = 1;
	else if (regex_take(p, '{')) {
		if (!read_counts(p, &t))
			return NO_TREE;
	} else if (!regex_take(p, '*'))
		return atom;
	uint8_t kind = p->trees[atom].kind;
	bool wrapped = str_starts(str_slice(p->pattern, from, p->pattern.n), STR("(?:"));
	bool empty =
	    kind == TREE_BEGIN || kind == TREE_END || kind == TREE_WORD_EDGE || kind == TREE_LOOK;
	if (empty && !wrapped) {
		regex_fail(p, "there is nothing to repeat");
		return NO_TREE;
	}
	t.lazy = regex_take(p, '?');
	t.group = groups_before + 1;
	t.group_end = p->groups_seen + 1;
	return add_tree(p, t);
}

static uint32_t
parse_atom(struct regex_parser *p, unsigned depth)
{
	struct charset set = {0};
	int32_t c = regex_next(p);
	switch (c) {
	case '^':
		return add_tree(p, (struct tree){.kind = TREE_BEGIN});
	case '$':
		return add_tree(p, (struct tree){.kind = TREE_END});
	case '.':
		return add_dot(p);
	case '(':
		return parse_group(p, depth);
	case '[':
		return regex_parse_class(p, &set) ? add_set(p, &set) : NO_TREE;
	case '\\':
		return parse_escape(p);
	case '*':
	case '+':
	case '?':
		regex_fail(p, "there is nothing to repeat");
		return NO_TREE;
	case '{':
	case '}':
	case ']':
		regex_fail(p, "this character must be escaped");
		return NO_TREE;
	default:
		return add_codepoint(p, c);
	}
}

static uint32_t
parse_sequence(struct regex_parser *p, unsigned depth)
{
	uint32_t left = NO_TREE;
	while (p->at < p->pattern.n && regex_peek(p) != '|' && regex_peek(p) != ')') {
		size_t from = p->at;
		uint32_t groups = p->groups_seen;
		uint32_t part = parse_quantifier(p, parse_atom(p, depth), from, groups);
		if (part == NO_TREE)
			return NO_TREE;
		left = left == NO_TREE
			   ? part
			   : add_tree(p,
				 (struct tree){.kind = TREE_SEQUENCE, .left = left, .right = part});
	}
	return left == NO_TREE && !p->failed ? add_tree(p, (struct tree){.kind = TREE_EMPTY})
					     : left;
}

static uint32_t
parse_either(struct regex_parser *p, unsigned depth)
{
	uint32_t left = parse_sequence(p, depth);
	while (left != NO_TREE && regex_take(p, '|')) {
		uint32_t right = parse_sequence(p, depth);
		if (right == NO_TREE)
			return NO_TREE;
		left =
		    add_tree(p, (struct tree){.kind = TREE_EITHER, .left = left, .right = right});
	}
	return left;
}

/* Groups are counted first, since a reference may stand before its group. */
static bool
count_groups(struct regex_parser *p)
{
	bool in_class = false;
	for (p->at = 0; p->at < p->pattern.n && !p->failed;) {
		char c = p->pattern.p[p->at++];
		struct str rest = str_slice(p->pattern, p->at, p->pattern.n), name;
		if (c == '\\')
			p->at++;
		else if (c == '[' || c == ']')
			in_class = c == '[';
		if (c != '(' || in_class)
			continue;
		bool named = str_starts(rest, STR("?<")) && !str_starts(rest, STR("?<=")) &&
			     !str_starts(rest, STR("?<!"));
		if (rest.n > 0 && rest.p[0] == '?' && !named)
			continue;
		if (++p->groups >= REGEX_GROUPS_MAX)
			return regex_fail(p, "more than 100 groups");
		p->at += named ? 2 : 0;
		if (!named || !parse_name(p, &name))
			continue;
		if (find_name(p, name))
			return regex_fail(p, "two groups have the same name");
		p->named[p->names++] = (struct group_name){name, p->groups};
	}
	p->at = 0;
	return !p->failed;
}

uint32_t
regex_parse(struct regex_parser *p)
{
	if (p->pattern.n > REGEX_PATTERN_BYTES_MAX || utf8_invalid_at(p->pattern) < p->pattern.n) {
		regex_fail(p,
		    p->pattern.n > REGEX_PATTERN_BYTES_MAX ? "it is too long" : "it is not UTF-8");
		return NO_TREE;
	}
	if (!count_groups(p))
		return NO_TREE;
	uint32_t root = parse_either(p, 0);
	if (root != NO_TREE && p->at < p->pattern.n) {
		regex_fail(p, "this ')' has no '('");
		return NO_TREE;
	}
	return p->failed ? NO_TREE : root;
}
