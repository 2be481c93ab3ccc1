/* SPDX-License-Identifier: MIT */
/* Whether the arguments of a call meet a rule's conditions. What can't be told is TRUTH_UNKNOWN,
 * never yes. */
#include "judge.h"
#include "shape.h"
#include "spread.h"

#include <stdio.h>
#include <strings.h>

static enum truth
both(enum truth a, enum truth b)
{
	return a < b ? a : b;
}

static bool
has_extension(struct str path, const struct words *extensions)
{
	struct str extension;

	if (!shape_extension(path, &extension))
		return false;
	for (size_t i = 0; i < extensions->count; i++)
		if (extension.n == extensions->items[i].n &&
		    strncasecmp(extension.p, extensions->items[i].p, extension.n) == 0)
			return true;
	return false;
}

bool
text_matches(struct str pattern, struct str s)
{
	size_t p = 0, i = 0, star = SIZE_MAX, mark = 0;

	while (i < s.n) {
		if (p < pattern.n && pattern.p[p] == '*') {
			star = p++;
			mark = i;
		} else if (p < pattern.n && pattern.p[p] == s.p[i]) {
			p++;
			i++;
		} else if (star != SIZE_MAX) {
			p = star + 1;
			i = ++mark;
		} else {
			return false;
		}
	}
	while (p < pattern.n && pattern.p[p] == '*')
		p++;
	return p == pattern.n;
}

/* In memory, or opened by a call that was judged where it stands. */
static bool
is_buffer(struct str symbol)
{
	return str_is_one_of(symbol, "io.StringIO io.BytesIO builtins.open io.open gzip.open");
}

/* Calls whose result is a function, of functions that were judged where they are named. */
static bool
makes_function(struct str symbol)
{
	return str_is(symbol, "functools.partial") || str_is(symbol, "numpy.vectorize") ||
	       str_is(symbol, "operator.itemgetter") || str_is(symbol, "pandas.NamedAgg") ||
	       str_is(symbol, "numpy.frompyfunc");
}

static bool
is_stream(struct str symbol)
{
	return str_is_one_of(symbol, "sys.stdin sys.stdout sys.stderr");
}

/* redirect_stdout(x) makes x the stream, be it a path. */
static bool
redirects_streams(const struct facts *f)
{
	for (uint32_t id = 1; id < f->names.count; id++)
		if (str_is_one_of(facts_name(f, id), "redirect_stdout redirect_stderr"))
			return true;
	return false;
}

static bool
is_dotted_name(struct str s)
{
	for (size_t i = 0; i < s.n; i++)
		if (s.p[i] != '_' && s.p[i] != '.' && (s.p[i] < '0' || s.p[i] > '9') &&
		    ((s.p[i] | 32) < 'a' || (s.p[i] | 32) > 'z'))
			return false;
	return s.n > 0;
}

/* Whether its paths, extensions, pattern and `none_of` let the text through. */
static bool
admits(const struct predicate *p, struct str text)
{
	return (!p->has_path || shape_is_under(text, p->path_under)) &&
	       (p->extensions.count == 0 || has_extension(text, &p->extensions)) &&
	       (!p->has_matches || text_matches(p->matches, text)) &&
	       !words_have(&p->none_of, text);
}

static enum truth
test_text(struct judge *j, const struct predicate *p, struct str text)
{
	enum truth met = TRUTH_YES;

	if (!admits(p, text) || (p->one_of.count > 0 && !words_have(&p->one_of, text)))
		return TRUTH_NO;
	if ((p->is & IS_SAFE_ATTRIBUTE) != 0)
		met = names_safe_attribute(j, text);
	if ((p->is & IS_DOTTED_NAME) != 0 && !is_dotted_name(text))
		return TRUTH_NO;
	if ((p->is & IS_EXPRESSION) != 0)
		met = is_plain_expression(j, text);
	return met;
}

/* With something plain in its holes: what is refused even so is refused whatever comes. */
static struct str
filled(struct judge *j, struct str text, char with)
{
	char *made = arena_alloc(j->arena, text.n + 1);

	j->failed = j->failed || made == NULL;
	for (size_t i = 0; made != NULL && i < text.n; i++)
		made[i] = shape_is_hole(text.p[i]) ? with : text.p[i];
	return (struct str){made, made == NULL ? 0 : text.n};
}

/* A text with holes meets what is asked of paths where any text that may stand in them does; the
 * rest is told of numbers alone. */
static enum truth
test_shape(struct judge *j, const struct predicate *p, struct str text)
{
	struct str extension, plain = filled(j, text, '0');
	bool path_alone = p->one_of.count == 0 && p->none_of.count == 0 && !p->has_matches &&
			  (p->is & (IS_SAFE_ATTRIBUTE | IS_EXPRESSION | IS_DOTTED_NAME)) == 0;
	bool extends = shape_extension(text, &extension);

	if (!shape_has_holes(text))
		return test_text(j, p, text);
	if (path_alone && admits(p, text))
		return TRUTH_YES;
	if (!path_alone)
		return shape_has_only_numbers(text) && p->none_of.count == 0 && p->one_of.count == 0
			   ? test_text(j, p, plain)
			   : TRUTH_UNKNOWN;
	if ((p->has_path && !shape_is_under(plain, p->path_under)) ||
	    (extends && p->extensions.count > 0 && !has_extension(text, &p->extensions)))
		return TRUTH_NO;
	return TRUTH_UNKNOWN;
}

static bool
asks_of_text(const struct predicate *p)
{
	return p->has_path || p->has_matches || p->one_of.count > 0 || p->none_of.count > 0 ||
	       p->extensions.count > 0 ||
	       (p->is & (IS_SAFE_ATTRIBUTE | IS_EXPRESSION | IS_DOTTED_NAME)) != 0;
}

/* None, which a name may have as long as nobody gave it a path, opens nothing. */
static bool
asks_of_path(const struct predicate *p)
{
	return p->has_path && !p->has_matches && p->one_of.count == 0 && p->is == 0;
}

static enum truth
test_number(const struct predicate *p, int64_t n)
{
	char digits[24];

	if (p->has_below && n >= p->below)
		return TRUTH_NO;
	snprintf(digits, sizeof(digits), "%lld", (long long)n);
	if (words_have(&p->none_of, str_from(digits)))
		return TRUTH_NO;
	if (p->one_of.count == 0)
		return p->has_below || p->none_of.count > 0 ||
			       (p->is & (IS_NUMBER | IS_CONSTANT)) != 0
			   ? TRUTH_YES
			   : TRUTH_NO;
	return words_have(&p->one_of, str_from(digits)) ? TRUTH_YES : TRUTH_NO;
}

static enum truth test_value(struct judge *j, const struct predicate *p, uint32_t node,
    const struct value *v, unsigned depth);

static enum truth
test_element(struct judge *j, const struct predicate *p, uint32_t node, unsigned depth)
{
	enum field side = (p->is & IS_KEYS) != 0 ? F_KEY : F_VALUE;

	if (j->tree->nodes[node].kind == K_PAIR)
		node = tree_child(j->tree, node, side);
	return test_value(j, p, node, facts_value(j->facts, node), depth - 1);
}

/* Every element of a literal must hold where a choice of texts is asked for; a dictionary's values,
 * a pair's second. */
static enum truth
test_literal(struct judge *j, const struct predicate *p, uint32_t node, unsigned depth)
{
	const struct tree *t = j->tree;
	enum truth met = TRUTH_YES;
	enum kind k = (enum kind)t->nodes[node].kind;

	if (facts_is_opened(j->facts, node))
		return TRUTH_UNKNOWN;
	if (!asks_of_text(p))
		return (p->is & IS_LITERAL) != 0 ? TRUTH_YES : TRUTH_NO;
	if ((p->is & IS_LITERAL) == 0 || depth == 0)
		return TRUTH_NO;
	if (k == K_LIST_COMPREHENSION || k == K_SET_COMPREHENSION ||
	    k == K_DICTIONARY_COMPREHENSION)
		return test_element(j, p, tree_child(t, node, F_BODY), depth);
	if (k != K_LIST && k != K_TUPLE && k != K_DICTIONARY && k != K_SET)
		return TRUTH_UNKNOWN;
	for (uint32_t c = tree_first(t, node); c != 0; c = tree_next(t, c))
		met = both(met, test_element(j, p, c, depth));
	return met;
}

/* A decorator of the file may give anything for what it decorates. */
static bool
is_made_otherwise(const struct facts *f, const struct scope *s)
{
	if (s->kind == SCOPE_CLASS)
		return s->is_decorated && !facts_is_plainly_decorated(f, s);
	return s->is_wrapped;
}

static enum truth
test_atom(struct judge *j, const struct predicate *p, uint32_t node, struct atom a, unsigned depth)
{
	struct str name = facts_name(j->facts, a.id);

	if ((p->is & IS_ANY) != 0)
		return TRUTH_YES;
	switch (a.kind) {
	case ATOM_STRING:
		return asks_of_text(p)                          ? test_text(j, p, name)
		       : (p->is & (IS_TEXT | IS_CONSTANT)) != 0 ? TRUTH_YES
								: TRUTH_NO;
	case ATOM_PATH:
	case ATOM_SHAPE:
		if (asks_of_text(p))
			return test_shape(j, p, name);
		if ((p->is & (IS_TEXT | IS_CONSTANT)) == 0)
			return TRUTH_NO;
		return (p->is & IS_TEXT) != 0 || shape_has_only_numbers(name) ? TRUTH_YES
									      : TRUTH_UNKNOWN;
	case ATOM_BYTES:
		return !asks_of_text(p) && (p->is & (IS_CONSTANT | IS_TEXT)) != 0 ? TRUTH_YES
										  : TRUTH_NO;
	case ATOM_TEXT:
	case ATOM_PREFIX:
		return (p->is & IS_TEXT) != 0 && !asks_of_text(p) ? TRUTH_YES : TRUTH_UNKNOWN;
	case ATOM_INTEGER:
		return test_number(p, j->facts->integers[a.id]);
	case ATOM_FUNCTION:
	case ATOM_CLASS:
		if (is_made_otherwise(j->facts, &j->facts->scopes[a.id]))
			return TRUTH_UNKNOWN;
		return (p->is & IS_FUNCTION) != 0 ? TRUTH_YES : TRUTH_NO;
	case ATOM_METHOD:
		return (p->is & IS_FUNCTION) != 0 ? TRUTH_YES : TRUTH_NO;
	case ATOM_SYMBOL:
		if ((p->is & IS_BUFFER) != 0 && is_stream(name))
			return redirects_streams(j->facts) ? TRUTH_UNKNOWN : TRUTH_YES;
		return (p->is & IS_FUNCTION) != 0 && !is_stream(name) ? TRUTH_YES : TRUTH_NO;
	case ATOM_RESULT:
		if (((p->is & IS_BUFFER) != 0 && is_buffer(name)) ||
		    ((p->is & IS_OWN_OBJECT) != 0 && str_is(name, "argparse.Namespace")))
			return TRUTH_YES;
		return (p->is & IS_FUNCTION) != 0 && makes_function(name) ? TRUTH_YES
									  : TRUTH_UNKNOWN;
	case ATOM_LITERAL:
		return test_literal(j, p, a.id, depth);
	case ATOM_PLAIN:
		if (a.id == PLAIN_NONE &&
		    ((p->is & IS_NONE) != 0 ||
			(asks_of_path(p) && j->tree->nodes[node].kind != K_NONE)))
			return TRUTH_YES;
		if (p->one_of.count > 0 && words_have(&p->one_of, tree_text(j->tree, node)))
			return TRUTH_YES;
		return (p->is & (IS_NUMBER | IS_CONSTANT)) != 0 &&
			       j->tree->nodes[node].kind != K_NONE
			   ? TRUTH_YES
			   : TRUTH_NO;
	default:
		return TRUTH_UNKNOWN;
	}
}

/* Of setattr: each name that the text spells at another place. */
static bool
are_safe_names(struct judge *j, uint32_t node)
{
	struct words names;

	if (!names_spelled(j, node, &names))
		return false;
	for (size_t i = 0; i < names.count; i++)
		if (names_safe_attribute(j, names.items[i]) != TRUTH_YES)
			return false;
	return true;
}

/* A function, or an ordinary method's name, or a list of both. */
static bool
asks_for_function(const struct predicate *p)
{
	return (p->is & IS_FUNCTION) != 0 && (p->is & IS_LITERAL) != 0 &&
	       (p->is & IS_SAFE_ATTRIBUTE) != 0 && p->one_of.count == 0 && p->none_of.count == 0 &&
	       !p->has_path && !p->has_matches && p->extensions.count == 0;
}

static enum truth
test_value(struct judge *j, const struct predicate *p, uint32_t node, const struct value *v,
    unsigned depth)
{
	enum truth met = v->count > 0 || v->unknown ? TRUTH_YES : TRUTH_UNKNOWN;

	node = facts_bare(j->facts, node);
	if ((p->is & IS_SAFE_ATTRIBUTE) != 0 &&
	    is_argument_of(j, j->tree->nodes[node].parent, "builtins.setattr builtins.delattr") &&
	    (is_given_name(j, node) || are_safe_names(j, node)))
		return TRUTH_YES;
	if ((p->is & IS_OWN_OBJECT) != 0 && is_own_object(j, node) &&
	    (!asks_for_function(p) || own_objects_are_lone(j)))
		return TRUTH_YES;
	if ((p->is & IS_OWN_OBJECT) != 0 && !asks_for_function(p) && is_kin_object(j, node))
		return TRUTH_YES;
	for (unsigned i = 0; i < v->count; i++)
		met = both(met, test_atom(j, p, node, v->atoms[i], depth));
	if ((v->unknown || j->facts->unsettled) && (p->is & IS_ANY) == 0)
		met = both(met, TRUTH_UNKNOWN);
	if (met == TRUTH_UNKNOWN && asks_for_function(p) && is_kin_function(j, node))
		return TRUTH_YES;
	return met;
}

/* `**x`, `*x`: what a literal holds. */
static enum truth
test_spread(struct judge *j, const struct predicate *p, const struct argument *a)
{
	const struct value *v = facts_value(j->facts, a->node);

	if ((p->is & IS_LITERAL) != 0 && value_only(v, ATOM_LITERAL) != NULL)
		return test_value(j, p, a->node, v, 3);
	return a->double_star && asks_for_function(p) && is_kin_function(j, a->node)
		   ? TRUTH_YES
		   : TRUTH_UNKNOWN;
}

static enum truth
test_each(struct judge *j, const struct predicate *p, uint32_t arguments)
{
	enum truth met = TRUTH_YES;
	struct argument a;
	uint32_t at = 0;

	while (facts_argument(j->facts, arguments, &at, &a))
		met = both(met, a.star || a.double_star
				    ? test_spread(j, p, &a)
				    : test_value(j, p, a.node, facts_value(j->facts, a.node), 3));
	return met;
}

/* f(**options), and no such argument beside it. */
static enum truth
test_options(struct judge *j, const struct predicate *p, uint32_t arguments, uint32_t *tested)
{
	enum truth met = TRUTH_YES;
	struct spread s;

	if (!spread_find(j, arguments, p->keyword, &s))
		return TRUTH_UNKNOWN;
	for (unsigned i = 0; i < s.count; i++) {
		uint32_t node = *tested = s.values[i];

		met = both(met,
		    p->absent ? TRUTH_NO : test_value(j, p, node, facts_value(j->facts, node), 3));
	}
	if (s.may_miss && !p->absent && !p->optional)
		met = both(met, s.count == 0 ? TRUTH_NO : TRUTH_UNKNOWN);
	return met;
}

static enum truth
test_predicate(struct judge *j, const struct predicate *p, uint32_t object, uint32_t arguments,
    uint32_t *tested)
{
	bool spread;
	uint32_t node;

	*tested = p->place == -3 ? object : 0;
	if (p->place == -2)
		return test_each(j, p, arguments);
	if (p->place == -3)
		return object == 0 ? TRUTH_UNKNOWN
				   : test_value(j, p, object, facts_value(j->facts, object), 3);
	if (arguments != 0 &&
	    j->tree->nodes[arguments].kind == K_SUBSCRIPT) { /* x[key]: the key is argument 0 */
		node = tree_child(j->tree, arguments, F_SUBSCRIPT);
		*tested = p->place == 0 ? node : 0;
		return p->place == 0 ? test_value(j, p, node, facts_value(j->facts, node), 3)
				     : TRUTH_YES;
	}
	node = facts_find_argument(
	    j->facts, arguments, p->place < 0 ? 1000000u : (unsigned)p->place, p->keyword, &spread);
	*tested = node;
	if (node == 0 && spread)
		return test_options(j, p, arguments, tested);
	if (p->absent)
		return node == 0 ? TRUTH_YES : TRUTH_NO;
	if (node == 0)
		return p->optional ? TRUTH_YES : TRUTH_NO;
	return test_value(j, p, node, facts_value(j->facts, node), 3);
}

/* A library's constant, or some number: what exactly, the text does not say. For a rule that lets
 * through, that is a no; for one that refuses a form, it is not. */
static bool
may_be_constant(const struct judge *j, uint32_t node)
{
	const struct value *v = facts_value(j->facts, node);
	enum kind k = (enum kind)j->tree->nodes[facts_bare(j->facts, node)].kind;
	bool literal = k == K_NONE || k == K_TRUE || k == K_FALSE || k == K_FLOAT;

	return value_find(v, ATOM_SYMBOL) != NULL ||
	       (value_find(v, ATOM_PLAIN) != NULL && !literal);
}

enum truth
predicate_of_node(struct judge *j, const struct predicate *p, uint32_t node)
{
	enum truth met = test_value(j, p, node, facts_value(j->facts, node), 3);

	return met == TRUTH_NO && (asks_of_text(p) || p->has_below) && may_be_constant(j, node)
		   ? TRUTH_UNKNOWN
		   : met;
}

bool
predicate_asks_value(const struct predicate *p)
{
	return asks_of_text(p) || p->has_below || p->is != 0;
}

bool
predicate_word_can_hold(const struct predicate *p, struct str word)
{
	int64_t n;

	return admits(p, word) && (!p->has_below || (literal_integer(word, &n) && n < p->below));
}

bool
predicate_can_hold(const struct predicate *p)
{
	bool any = p->one_of.count == 0;

	if (p->has_below && (p->has_matches || p->has_path || p->extensions.count > 0))
		return false; /* no number is a text */
	for (size_t i = 0; i < p->one_of.count && !any; i++)
		any = predicate_word_can_hold(p, p->one_of.items[i]);
	return any;
}

enum truth
rule_met(struct judge *j, const struct policy_rule *r, uint32_t object, uint32_t arguments)
{
	enum truth best = TRUTH_NO;

	for (size_t i = 0; i < r->unless_count; i++) {
		const struct condition *c = &r->unless[i];
		enum truth met = TRUTH_YES;

		for (size_t k = 0; k < c->count; k++) {
			uint32_t tested;
			enum truth one =
			    test_predicate(j, &c->predicates[k], object, arguments, &tested);

			judge_tell_at(j, &c->predicates[k], tested, one);
			met = both(met, one);
		}
		judge_tell(j, c, met);
		if (met > best)
			best = met;
	}
	return best;
}
