/* SPDX-License-Identifier: MIT */
/*
 * What a chart may be told by values that the text does not show. Among the properties of a text,
 * 'usetex' starts LaTeX, and a font is a family's name, a pattern, a path or a dictionary: the last
 * three can name a file. So fonts are plain names and properties, and keywords that come from
 * elsewhere (`**style`) are written out in the program.
 */
#include "style.h"

static bool
takes_keywords(const struct facts *f, uint32_t scope)
{
	for (uint32_t p = f->scopes[scope].first_parameter; p != NOWHERE; p = f->parameters[p].next)
		if (f->parameters[p].double_star)
			return true;
	return false;
}

static bool
is_called_by_others(const struct scope *s)
{
	return s->escapes || s->is_handed || s->is_decorated || s->is_wrapped || s->is_open;
}

/* Whether a call may be of something that draws, or hands its keywords on to it. */
static bool
may_draw(const struct charts *ch, uint32_t function)
{
	const struct judge *j = ch->judge;
	const struct facts *f = j->facts;
	const struct value *v = facts_value(f, function);
	struct table_attribute known = {.kind = ATTRIBUTE_UNKNOWN};

	if (j->tree->nodes[function].kind == K_ATTRIBUTE)
		known =
		    table_attribute(tree_text(j->tree, tree_child(j->tree, function, F_ATTRIBUTE)));
	for (unsigned i = 0; i < v->count; i++) {
		struct str name = facts_name(f, v->atoms[i].id);
		uint32_t kind = v->atoms[i].kind;

		if (kind == ATOM_FUNCTION && takes_keywords(f, v->atoms[i].id))
			return true;
		if (kind == ATOM_SYMBOL &&
		    (str_starts(name, STR("matplotlib")) || str_starts(name, STR("mpl_toolkits")) ||
			str_starts(name, STR("pandas.plotting")) ||
			str_starts(name, STR("functools.partial"))))
			return true;
	}
	if (v->count > 0 && !v->unknown && value_find(v, ATOM_RESULT) == NULL)
		return false;
	if (j->tree->nodes[function].kind == K_ATTRIBUTE &&
	    (ch->any_calls || facts_is_method(f, f->attributes[f->fact_of[function]].name)))
		return true;
	return j->tree->nodes[function].kind != K_ATTRIBUTE ||
	       (str_find(known.packages, STR("matplotlib"), 0) != SIZE_MAX &&
		   !str_is(
		       tree_text(j->tree, tree_child(j->tree, function, F_ATTRIBUTE)), "format"));
}

static void
judge_hidden(struct judge *j, uint32_t node, const char *what, const char *remedy)
{
	struct ruling r = ruling_of(j, DECISION_ESCALATE, "argument.authority", remedy, "%s", what);

	judge_node(j, node, &r);
}

static void
judge_font(const struct charts *ch, uint32_t node)
{
	struct judge *j = ch->judge;
	if (!is_plain_font(ch, node))
		judge_hidden(j, node, "a font that may be a file", "name the family and the size");
}

static void
judge_spread(const struct charts *ch, uint32_t node)
{
	struct judge *j = ch->judge;
	if (!is_plain_spread(ch, node))
		judge_hidden(j, node,
		    "properties that the text doesn't show may start LaTeX or name a file",
		    "write the properties out");
}

/* Where a dictionary of properties stands among a method's arguments, by place. */
static unsigned
place_of_texts(struct str name)
{
	if (str_is_one_of(name, "title set_title xlabel ylabel set_xlabel set_ylabel "
				"set_xticklabels set_yticklabels"))
		return 1;
	return str_is_one_of(name, "text figtext") ? 3 : UINT32_MAX;
}

/* t.update(properties) of a text of a chart; any other dictionary is made in the program. */
static bool
updates_text(const struct judge *j, uint32_t function)
{
	const struct value *v = facts_value(j->facts, tree_child(j->tree, function, F_OBJECT));
	const struct atom *result = value_find(v, ATOM_RESULT);

	if (facts_is_method(j->facts, j->facts->attributes[j->facts->fact_of[function]].name))
		return false;
	if (result != NULL)
		return str_starts(facts_name(j->facts, result->id), STR("matplotlib"));
	return v->count == 0 && v->unknown;
}

/* A number or a text, or none: no dictionary. */
static bool
is_plain_value(const struct judge *j, uint32_t node)
{
	const struct value *v = facts_value(j->facts, node);

	return fold_is_number(v) || fold_is_text(v);
}

/* No argument by place follows: what is spread there may reach the last place. */
static bool
is_last(const struct judge *j, uint32_t argument)
{
	const struct tree *t = j->tree;
	uint32_t at = argument, next;

	while (t->nodes[t->nodes[at].parent].kind != K_ARGUMENT_LIST && at != 0)
		at = t->nodes[at].parent;
	next = tree_next(t, at);
	return next == 0 || t->nodes[next].kind == K_KEYWORD_ARGUMENT ||
	       t->nodes[next].kind == K_DICTIONARY_SPLAT;
}

static void
judge_method(const struct charts *ch, uint32_t function, const struct argument *a, unsigned place)
{
	struct judge *j = ch->judge;
	struct str name = tree_text(j->tree, tree_child(j->tree, function, F_ATTRIBUTE));

	if (str_is_one_of(name, "set_fontproperties set_font_properties set_font"))
		judge_font(ch, a->node);
	else if ((place == place_of_texts(name) || (a->star && is_last(j, a->node))) &&
		 place_of_texts(name) != UINT32_MAX && may_draw(ch, function) &&
		 !is_plain_value(j, a->node))
		judge_spread(ch, a->node);
	else if (str_is(name, "update") && place == 0 && updates_text(j, function))
		judge_spread(ch, a->node);
}

/* The policy looks at the arguments itself, and what it can't see is no yes. */
static bool
has_rule(const struct judge *j, uint32_t function)
{
	const struct atom *a = value_only(facts_value(j->facts, function), ATOM_SYMBOL);

	return a != NULL && condition_rule_for(j->policy, facts_name(j->facts, a->id)) != NULL;
}

/* From which place on a class of matplotlib takes properties of texts, or a font. */
static unsigned
place_of_properties(const struct judge *j, uint32_t function)
{
	const struct atom *a = value_find(facts_value(j->facts, function), ATOM_SYMBOL);
	struct str name = a == NULL ? (struct str){"", 0} : facts_name(j->facts, a->id);

	if (str_is(name, "matplotlib.offsetbox.TextArea"))
		return 1;
	if (str_is(name, "matplotlib.offsetbox.AnchoredText"))
		return 4;
	return str_is_one_of(name, "matplotlib.text.Text matplotlib.text.Annotation "
				   "matplotlib.legend.Legend matplotlib.textpath.TextPath")
		   ? 3
		   : UINT32_MAX;
}

static void
judge_call(const struct charts *ch, const struct call *c)
{
	struct judge *j = ch->judge;
	uint32_t function = facts_bare(j->facts, c->function), at = 0;
	bool draws = may_draw(ch, function);
	unsigned properties = place_of_properties(j, function);
	bool own = j->tree->nodes[function].kind == K_ATTRIBUTE &&
		   is_own_object(j, tree_child(j->tree, function, F_OBJECT)) &&
		   is_sealed_object(j, tree_child(j->tree, function, F_OBJECT));
	struct argument a;

	for (unsigned place = 0; facts_argument(j->facts, c->arguments, &at, &a); place++) {
		struct str name = a.name == 0 ? (struct str){"", 0} : facts_name(j->facts, a.name);

		if (a.double_star) {
			if (draws && !has_rule(j, function))
				judge_spread(ch, a.node);
		} else if (draws && is_font_name(name)) {
			judge_font(ch, a.node);
		} else if (draws ? is_texts_name(name)
				 : ch->any_calls && str_is_one_of(name, "kwargs kwds keywords")) {
			judge_spread(ch, a.node);
		} else if (a.name == 0 && place >= properties) {
			if (a.star || !is_plain_value(j, a.node))
				judge_font(ch, a.node);
		} else if (!own && j->tree->nodes[function].kind == K_ATTRIBUTE) {
			judge_method(ch, function, &a, a.name == 0 ? place : UINT32_MAX - 1);
		}
	}
}

/* map(plt.title, ...): whoever calls it chooses its second argument. */
static void
judge_mention(struct judge *j, uint32_t node)
{
	const struct atom *a = value_find(facts_value(j->facts, node), ATOM_SYMBOL);
	struct str name = a == NULL ? (struct str){"", 0} : facts_name(j->facts, a->id);

	if (str_starts(name, STR("matplotlib.pyplot.")) && !is_callee(j->tree, node) &&
	    place_of_texts(str_slice(name, 18, name.n)) != UINT32_MAX &&
	    j->tree->nodes[j->tree->nodes[node].parent].kind != K_ASSIGNMENT)
		judge_hidden(j, node, "what it is called with can't be told from the text",
		    "call it by its name");
}

/* {'font': ...}, wherever it goes. */
static void
judge_pair(const struct charts *ch, uint32_t pair)
{
	struct judge *j = ch->judge;
	struct str key;

	if (known_key(j, pair, &key) && is_font_name(key) && !str_is(key, "prop"))
		judge_font(ch, tree_child(j->tree, pair, F_VALUE));
}

void
judge_charts(struct judge *j)
{
	struct charts ch = {.judge = j};

	if (!judge_imports_package(j, STR("matplotlib")))
		return;
	ch.changed = arena_alloc(j->arena, j->tree->count + 1);
	if (ch.changed == NULL) {
		j->failed = true;
		return;
	}
	for (size_t i = 0; i < j->facts->imports_count; i++)
		ch.any_changed = ch.any_changed ||
				 str_is_one_of(facts_name(j->facts, j->facts->imports[i].member),
				     "setitem ior __setitem__ __ior__");
	for (uint32_t i = 1; i < j->facts->scopes_count; i++)
		ch.any_calls = ch.any_calls || (is_called_by_others(&j->facts->scopes[i]) &&
						   takes_keywords(j->facts, i));
	see_changes(&ch);
	for (size_t i = 0; i < j->facts->calls_count && !j->failed; i++)
		judge_call(&ch, &j->facts->calls[i]);
	for (uint32_t i = 1; i < j->tree->count && !j->failed; i++)
		if (j->tree->nodes[i].kind == K_PAIR)
			judge_pair(&ch, i);
		else if (j->tree->nodes[i].kind == K_ATTRIBUTE ||
			 j->tree->nodes[i].kind == K_IDENTIFIER)
			judge_mention(j, i);
}
