/* SPDX-License-Identifier: MIT */
/*
 * Matches one pattern at one node. What is still to be matched is a list of goals on the C stack:
 * each goal that is met goes on with the next, and a run tries its lengths from the shortest, so
 * that every way to match is found. The depth is bounded by the pattern's size, the work by the
 * check's budget.
 */
#include "literal.h"
#include "pattern_match.h"

#define NAME_BYTES_MAX 400

struct bound { /* what a metavariable stands for: siblings from `first` to before `end` */
	uint32_t first, end; /* nodes; of an empty run both are 0 */
	uint32_t value;      /* where its value is to be looked up, or 0 */
	bool is_bound;
};

enum goal_kind { GOAL_NODE = 0, GOAL_LIST, GOAL_INSIDE };

struct goal {
	enum goal_kind kind;
	bool is_open;  /* of a list: what follows may be anything */
	bool is_alone; /* of a list: `node` alone is the program's list */
	const struct pattern *pattern;
	uint32_t want, node; /* of a list, 0 at its end */
	const struct goal *next;
};

struct matcher {
	struct judge *judge;
	const struct pattern_rule *rule;
	struct bound bound[PATTERN_NAMES_MAX];
	uint32_t root, last; /* the last statement of a sequence */
	uint32_t *steps;
	bool is_outside; /* `not_inside` is matched */
	bool is_met;     /* some way, whatever is asked of the metavariables */
	enum truth best;
	uint32_t best_end;
};

static bool solve(struct matcher *m, const struct goal *g);

static enum truth
least(enum truth a, enum truth b)
{
	return a < b ? a : b;
}

static bool
spend(struct matcher *m, uint32_t steps)
{
	*m->steps = *m->steps > steps ? *m->steps - steps : 0;
	return *m->steps > 0;
}

/* Dotted names without layout; anything else as it is written. */
static struct str
text_of(struct matcher *m, uint32_t node, char *room)
{
	const struct tree *t = m->judge->tree;
	size_t n = 0;

	node = pattern_without_parentheses(t, node);
	for (uint32_t i = node; i < t->nodes[node].after; i++) {
		enum kind k = (enum kind)t->nodes[i].kind;
		struct str s = tree_text(t, i);

		if (k == K_ATTRIBUTE || k == K_DOTTED_NAME)
			continue;
		if (k != K_IDENTIFIER || n + s.n + 1 > NAME_BYTES_MAX)
			return tree_text(t, node);
		if (n > 0)
			room[n++] = '.';
		memcpy(room + n, s.p, s.n);
		n += s.n;
	}
	return (struct str){room, n};
}

static enum truth
test_one(struct matcher *m, const struct constraint *c, uint32_t node, uint32_t value)
{
	const struct predicate *p = &c->predicate;
	struct judge *j = m->judge;
	char room[NAME_BYTES_MAX];
	enum truth met = TRUTH_YES;

	if (p->has_text && !text_matches(p->text, text_of(m, node, room)))
		met = TRUTH_NO;
	if (j->tree->nodes[value].kind == K_KEYWORD_ARGUMENT)
		value = tree_child(j->tree, value, F_VALUE);
	if (met != TRUTH_NO && predicate_asks_value(p))
		met = predicate_of_node(j, p, value);
	if (c->is_negated)
		met = met == TRUTH_YES ? TRUTH_NO : met == TRUTH_NO ? TRUTH_YES : TRUTH_UNKNOWN;
	return met;
}

static enum truth
test_constraint(struct matcher *m, const struct constraint *c)
{
	const struct bound *b = &m->bound[c->metavariable];
	const struct tree *t = m->judge->tree;
	enum truth met = TRUTH_YES;

	if (!b->is_bound)
		return TRUTH_YES;
	if (!m->rule->names[c->metavariable].run) {
		met = test_one(m, c, b->first, b->value != 0 ? b->value : b->first);
		judge_tell_at(m->judge, &c->predicate, b->first, met);
		return met;
	}
	for (uint32_t n = b->first; n != b->end && spend(m, 1); n = tree_next(t, n))
		met = least(met, test_one(m, c, n, n));
	judge_tell_at(m->judge, &c->predicate, b->first, met);
	return met;
}

/* Those on metavariables that `not_inside` alone binds hold inside it. */
static enum truth
test_where(struct matcher *m)
{
	enum truth met = TRUTH_YES;

	for (size_t i = 0; i < m->rule->where_count && met != TRUTH_NO; i++) {
		const struct constraint *c = &m->rule->where[i];

		if (m->rule->names[c->metavariable].is_needed == !m->is_outside)
			met = least(met, test_constraint(m, c));
	}
	return met;
}

static enum truth
test_outside(struct matcher *m)
{
	const struct tree *t = m->judge->tree;
	enum truth met = TRUTH_NO;

	for (uint32_t up = m->root; up != 0 && met != TRUTH_YES;) {
		struct matcher inner = *m;
		struct goal g = {
		    .kind = GOAL_NODE, .pattern = &m->rule->outside, .want = m->rule->outside.root};

		up = t->nodes[up].parent;
		inner.is_outside = true;
		inner.best = TRUTH_NO;
		g.node = up;
		(void)solve(&inner, &g);
		if (inner.best > met)
			met = inner.best;
	}
	judge_tell_at(m->judge, &m->rule->outside, m->root, met);
	return met == TRUTH_YES ? TRUTH_NO : met == TRUTH_NO ? TRUTH_YES : TRUTH_UNKNOWN;
}

/* Everything is bound. True where no better way can come. */
static bool
finish(struct matcher *m)
{
	const struct tree *t = m->judge->tree;
	enum truth met;

	if (!m->is_met && !m->is_outside)
		judge_tell_at(m->judge, &m->rule->has, m->root, TRUTH_YES);
	m->is_met = true;
	met = test_where(m);
	if (met != TRUTH_NO && !m->is_outside && m->rule->has_outside)
		met = least(met, test_outside(m));
	if (met > m->best) {
		m->best = met;
		m->best_end = t->nodes[m->last != 0 ? m->last : m->root].end;
	}
	return met == TRUTH_YES;
}

static bool
solve_inside(struct matcher *m)
{
	const struct tree *t = m->judge->tree;
	bool found = false;

	for (uint32_t up = m->root; up != 0 && !found && spend(m, 1);) {
		struct goal one = {
		    .kind = GOAL_NODE, .pattern = &m->rule->inside, .want = m->rule->inside.root};

		up = t->nodes[up].parent;
		one.node = up;
		found = solve(m, &one);
	}
	judge_tell_at(
	    m->judge, &m->rule->inside, m->root, found || m->is_met ? TRUTH_YES : TRUTH_NO);
	m->is_met = true;
	return found;
}

/* Binds it, or compares with what it is bound to; then goes on. */
static bool
bind(struct matcher *m, uint8_t hole, struct bound b, const struct goal *next)
{
	const struct facts *f = m->judge->facts;
	struct bound *at;
	bool found;

	if (hole == HOLE_ANY || hole == HOLE_ANY_RUN)
		return solve(m, next);
	at = &m->bound[hole - HOLE_FIRST];
	if (at->is_bound) {
		struct bound before = *at;
		uint32_t i = at->first, k = b.first, steps = 0;

		for (; i != at->end && k != b.end;
		     i = tree_next(f->tree, i), k = tree_next(f->tree, k))
			if (!pattern_same(f, i, k, &steps) || !spend(m, steps))
				return false;
		if (i != at->end || k != b.end)
			return false;
		if (facts_value(f, at->value)->count == 0) /* that was a target */
			at->value = b.value;
		found = solve(m, next);
		*at = before;
		return found;
	}
	*at = b;
	at->is_bound = true;
	found = solve(m, next);
	at->is_bound = false;
	return found;
}

/* What a pattern need not name. */
static bool
is_clause(enum kind k, enum field field)
{
	switch ((int)k) {
	case K_ELSE_CLAUSE:
	case K_ELIF_CLAUSE:
	case K_FINALLY_CLAUSE:
	case K_EXCEPT_CLAUSE:
	case K_TYPE_PARAMETER:
	case K_T_ASYNC:
		return true;
	case K_TYPE:
		return field == F_RETURN_TYPE || field == F_TYPE;
	default:
		return false;
	}
}

static bool
is_clause_at(const struct tree *t, uint32_t node)
{
	uint32_t next = t->nodes[node].kind == K_T_COLON ? tree_next(t, node) : 0;

	if (next != 0 && t->nodes[next].kind == K_TYPE)
		return true;
	return is_clause((enum kind)t->nodes[node].kind, (enum field)t->nodes[node].field);
}

static uint32_t
after(const struct matcher *m, const struct goal *g, uint32_t node)
{
	return g->is_alone ? 0 : tree_next(m->judge->tree, node);
}

static bool
solve_run(struct matcher *m, const struct goal *g, uint8_t hole)
{
	struct goal rest = *g;
	struct bound b = {.first = g->node};

	rest.want = tree_next(&g->pattern->tree, g->want);
	for (uint32_t end = g->node;; end = after(m, g, end)) {
		b.end = end;
		rest.node = end;
		if (!spend(m, 1))
			return true;
		if (bind(m, hole, b, &rest))
			return true;
		if (end == 0)
			return false;
	}
}

static bool
solve_list(struct matcher *m, const struct goal *g)
{
	const struct tree *t = m->judge->tree;
	struct goal rest = *g, one = {.kind = GOAL_NODE, .pattern = g->pattern, .next = &rest};
	uint8_t hole = g->want == 0 ? HOLE_NONE : g->pattern->holes[g->want];
	uint32_t node = g->node;

	if (hole == HOLE_ANY_RUN ||
	    (hole != HOLE_NONE && hole != HOLE_ANY && m->rule->names[hole - HOLE_FIRST].run))
		return solve_run(m, g, hole);
	if (g->want == 0) {
		while (node != 0 && !g->is_open && is_clause_at(t, node))
			node = after(m, g, node);
		return (node == 0 || g->is_open) && solve(m, g->next);
	}
	one.want = g->want;
	rest.want = tree_next(&g->pattern->tree, g->want);
	for (; node != 0 && spend(m, 1); node = after(m, g, node)) {
		uint32_t before = m->last;

		one.node = node;
		rest.node = after(m, g, node);
		if (g->is_open)
			m->last = node;
		if (solve(m, &one))
			return true;
		m->last = before;
		if (!is_clause_at(t, node))
			return false;
	}
	return *m->steps == 0;
}

bool
pattern_is_same_kind(enum kind a, enum kind b)
{
	return a == b || (a == K_TUPLE && b == K_EXPRESSION_LIST) ||
	       (a == K_EXPRESSION_LIST && b == K_TUPLE) ||
	       (a == K_PATTERN_LIST && b == K_TUPLE_PATTERN) ||
	       (a == K_TUPLE_PATTERN && b == K_PATTERN_LIST);
}

static bool
is_same_string(const struct matcher *m, const struct pattern *p, uint32_t want, uint32_t node)
{
	const struct facts *f = m->judge->facts;
	const struct text_fact *x =
	    f->fact_of[node] == NOWHERE ? NULL : &f->texts[f->fact_of[node]];

	return x != NULL && !x->format && !x->unknown &&
	       x->bytes == literal_open(&p->tree, want).bytes &&
	       str_eq(facts_name(f, x->text), p->texts[want]);
}

static bool
is_same_word(const struct matcher *m, const struct pattern *p, uint32_t want, uint32_t node)
{
	struct str left = tree_text(&p->tree, want), right = tree_text(m->judge->tree, node);

	switch ((int)p->tree.nodes[want].kind) {
	case K_INTEGER:
	case K_FLOAT:
		return literal_is_same_number(left, right);
	case K_IDENTIFIER:
	case K_STRING_CONTENT:
	case K_TYPE_CONVERSION:
	case K_IMPORT_PREFIX:
		return str_eq(left, right);
	default:
		return true;
	}
}

static bool
solve_node(struct matcher *m, const struct goal *g)
{
	const struct pattern *p = g->pattern;
	const struct tree *t = m->judge->tree;
	uint32_t want = pattern_without_parentheses(&p->tree, g->want), node = g->node;
	uint8_t hole = p->holes[g->want] != HOLE_NONE ? p->holes[g->want] : p->holes[want];
	enum kind k = (enum kind)p->tree.nodes[want].kind;
	struct goal list = {.kind = GOAL_LIST, .pattern = p, .next = g->next};

	if (hole != HOLE_NONE)
		return bind(m, hole,
		    (struct bound){.first = node, .end = tree_next(t, node), .value = node},
		    g->next);
	node = pattern_without_parentheses(t, node);
	list.want = tree_first(&p->tree, want);
	list.node = tree_first(t, node);
	if (k == K_ARGUMENT_LIST && t->nodes[node].kind == K_GENERATOR_EXPRESSION) {
		list.node = node;
		list.is_alone = true;
		return solve(m, &list);
	}
	if (!pattern_is_same_kind(k, (enum kind)t->nodes[node].kind))
		return false;
	if (k == K_STRING && p->texts[want].p != NULL)
		return is_same_string(m, p, want, node) && solve(m, g->next);
	if ((k == K_COMPARISON_OPERATOR || k == K_AUGMENTED_ASSIGNMENT) &&
	    !pattern_same_operators(&p->tree, want, t, node))
		return false;
	if (list.want == 0 && !is_same_word(m, p, want, node))
		return false;
	return solve(m, &list);
}

/* True where the search is over: a match that certainly holds, or no budget. */
static bool
solve(struct matcher *m, const struct goal *g)
{
	if (!spend(m, 1))
		return true;
	if (g == NULL)
		return finish(m);
	switch (g->kind) {
	case GOAL_NODE:
		return solve_node(m, g);
	case GOAL_LIST:
		return solve_list(m, g);
	case GOAL_INSIDE:
	default:
		return solve_inside(m);
	}
}

struct pattern_match
pattern_try(struct judge *j, const struct pattern_rule *r, uint32_t node, uint32_t *steps)
{
	struct matcher m = {.judge = j, .rule = r, .root = node, .steps = steps};
	struct goal inside = {.kind = GOAL_INSIDE};
	struct goal g = {.kind = r->has.is_sequence ? GOAL_LIST : GOAL_NODE,
	    .is_open = r->has.is_sequence,
	    .pattern = &r->has,
	    .want = r->has.is_sequence ? tree_first(&r->has.tree, 0) : r->has.root,
	    .node = node,
	    .next = r->has_inside ? &inside : NULL};

	(void)solve(&m, &g);
	return (struct pattern_match){m.best, m.best_end, m.is_met};
}
