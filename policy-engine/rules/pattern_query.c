/* SPDX-License-Identifier: MIT */
/*
 * The query of a policy's patterns, and what it finds in a program.
 *
 * A pattern's query asks for the kind of its root, and, as far as the kind allows no other writing,
 * for the kinds of what stands in the root's fields. It finds at least what the pattern matches:
 * pattern_match.c decides. The query is made once, when the policy is loaded, into the policy's
 * arena; making it takes about a millisecond a pattern.
 */
#include "pattern.h"
#include "region.h"

#include <tree_sitter/api.h>

#define QUERY_TEXT_BYTES_MAX ((size_t)256 << 10)
#define QUERY_DEPTH 2

struct maker {
	struct policy *policy;
	size_t first; /* the rule whose pattern is number 0 */
	const TSQuery *query;
	struct str text;
	uint32_t error_at;
	bool has_error;
};

/* Kinds that have one writing, but for parentheses. */
static bool
is_plain(enum kind k)
{
	switch ((int)k) {
	case K_IDENTIFIER:
	case K_ATTRIBUTE:
	case K_CALL:
	case K_SUBSCRIPT:
	case K_INTEGER:
	case K_FLOAT:
	case K_TRUE:
	case K_FALSE:
	case K_NONE:
	case K_LAMBDA:
	case K_BINARY_OPERATOR:
	case K_BOOLEAN_OPERATOR:
	case K_COMPARISON_OPERATOR:
	case K_NOT_OPERATOR:
	case K_LIST:
	case K_DICTIONARY:
	case K_SET:
		return true;
	default:
		return false;
	}
}

static bool
is_asked_field(enum field f)
{
	return f == F_FUNCTION || f == F_LEFT || f == F_RIGHT || f == F_OBJECT || f == F_VALUE ||
	       f == F_CONDITION;
}

static void
put_node(const struct pattern *p, uint32_t node, unsigned depth, struct buf *out)
{
	const struct tree *t = &p->tree;

	buf_printf(out, "(%s", syntax_kind_name((enum kind)t->nodes[node].kind));
	for (uint32_t c = tree_first(t, node); depth > 0 && c != 0; c = tree_next(t, c)) {
		enum field field = (enum field)t->nodes[c].field;

		if (p->holes[c] != HOLE_NONE || !is_asked_field(field) ||
		    !is_plain((enum kind)t->nodes[c].kind))
			continue;
		buf_printf(out, " %s: [", syntax_field_name(field));
		put_node(p, c, depth - 1, out);
		buf_text(out, " (parenthesized_expression)]");
	}
	buf_char(out, ')');
}

/* A tuple with and without parentheses are two kinds of one thing. */
static const char *
twin_of(enum kind k)
{
	return k == K_TUPLE             ? "expression_list"
	       : k == K_EXPRESSION_LIST ? "tuple"
	       : k == K_PATTERN_LIST    ? "tuple_pattern"
	       : k == K_TUPLE_PATTERN   ? "pattern_list"
					: NULL;
}

static void
put_pattern(const struct pattern *p, bool bare, struct buf *out)
{
	const char *twin = twin_of((enum kind)p->tree.nodes[p->root].kind);

	if (p->is_sequence) {
		buf_text(out, "[(module) (block)] @m\n");
		return;
	}
	buf_char(out, '[');
	put_node(p, p->root, bare ? 0 : QUERY_DEPTH, out);
	if (twin != NULL)
		buf_printf(out, " (%s)", twin);
	buf_text(out, "] @m\n");
}

static void
make(void *context)
{
	struct maker *m = context;
	TSQueryError error = TSQueryErrorNone;

	m->query =
	    ts_query_new(syntax_language(), m->text.p, (uint32_t)m->text.n, &m->error_at, &error);
	m->has_error = error != TSQueryErrorNone;
}

/* Each pattern is one line of the query. */
static size_t
line_at(struct str text, uint32_t at)
{
	size_t line = 0;

	for (size_t i = 0; i < at && i < text.n; i++)
		line += text.p[i] == '\n';
	return line;
}

static void
put_patterns(const struct maker *m, const uint8_t *bare, struct buf *out)
{
	const struct policy *p = m->policy;
	size_t number = 0;

	for (size_t i = 0; i < p->rule_count; i++) {
		struct pattern_rule *r = p->rules[(m->first + i) % p->rule_count].pattern;

		if (r == NULL)
			continue;
		r->number = number++;
		put_pattern(&r->has, bare[r->number] != 0, out);
	}
}

/* A shape that the grammar never makes is asked for by its kind alone. */
static bool
make_all(struct arena *a, struct maker *m, uint8_t *bare, size_t count, struct err *err)
{
	for (size_t tries = 0; tries <= count; tries++) {
		struct buf b;
		size_t line;
		bool whole;

		buf_init(&b, QUERY_TEXT_BYTES_MAX);
		put_patterns(m, bare, &b);
		whole = !b.failed && arena_copy(a, buf_view(&b), &m->text);
		buf_release(&b);
		if (!whole || !region_keep(a, PATTERN_QUERY_BYTES_MAX, make, m))
			return err_memory(err);
		if (!m->has_error)
			return true;
		line = line_at(m->text, m->error_at);
		if (line >= count || bare[line] != 0)
			break;
		bare[line] = 1;
	}
	return err_set(
	    err, ERR_INTERNAL, "the patterns of '%.*s' make no query", STR_ARG(m->policy->id));
}

bool
pattern_query_make(struct arena *a, struct policy *p, size_t first, struct err *err)
{
	struct maker m = {.policy = p, .first = first};
	size_t count = 0;
	uint8_t *bare;

	for (size_t i = 0; i < p->rule_count; i++)
		count += p->rules[i].pattern != NULL;
	if (count == 0)
		return true;
	bare = arena_alloc(a, count);
	p->patterns = arena_alloc(a, sizeof(*p->patterns));
	if (bare == NULL || p->patterns == NULL)
		return err_memory(err);
	if (!make_all(a, &m, bare, count, err))
		return false;
	*p->patterns = (struct pattern_query){.query = m.query, .count = count};
	return true;
}

/* Nodes stand by their start, those around others first. */
static uint32_t
find_node(const struct tree *t, TSNode wanted)
{
	uint32_t start = ts_node_start_byte(wanted), end = ts_node_end_byte(wanted);
	enum kind kind = syntax_kind(ts_node_symbol(wanted));
	uint32_t low = 0, high = t->count;

	while (low < high) {
		uint32_t middle = low + (high - low) / 2;

		if (t->nodes[middle].start < start)
			low = middle + 1;
		else
			high = middle;
	}
	/* The module may begin behind a comment, or before one. */
	if (kind == K_MODULE)
		return 0;
	for (; low < t->count && t->nodes[low].start == start; low++)
		if (t->nodes[low].end == end && t->nodes[low].kind == (uint8_t)kind)
			return low;
	return NOWHERE;
}

static bool
is_slow(TSQueryCursorState *state)
{
	const struct pattern_candidates *c = state->payload;

	return c->count >= PATTERN_CANDIDATES_MAX;
}

static bool
add_candidate(struct pattern_candidates *c, size_t number, uint32_t node)
{
	struct pattern_candidate *one;

	if (node == NOWHERE || c->count >= PATTERN_CANDIDATES_MAX) {
		c->is_full = true;
		return false;
	}
	if (c->count > 0 && c->items[c->count - 1].node == node &&
	    c->items[c->count - 1].number == number)
		return true;
	one = arena_push(c->arena, &c->items, &c->count, &c->capacity, sizeof(*one));
	if (one == NULL) {
		c->failed = true;
		return false;
	}
	*one = (struct pattern_candidate){(uint32_t)number, node};
	return true;
}

void
pattern_look(void *context, const struct tree *tree, const void *ts_tree)
{
	struct pattern_candidates *c = context;
	TSQueryCursor *cursor = ts_query_cursor_new();
	TSQueryCursorOptions options = {.payload = c, .progress_callback = is_slow};
	TSQueryMatch match;

	ts_query_cursor_set_match_limit(cursor, PATTERN_STATES_MAX);
	ts_query_cursor_exec_with_options(
	    cursor, c->policy->patterns->query, ts_tree_root_node(ts_tree), &options);
	while (ts_query_cursor_next_match(cursor, &match))
		if (match.capture_count > 0 &&
		    !add_candidate(c, match.pattern_index, find_node(tree, match.captures[0].node)))
			break;
	c->is_full = c->is_full || ts_query_cursor_did_exceed_match_limit(cursor);
	ts_query_cursor_delete(cursor);
}
