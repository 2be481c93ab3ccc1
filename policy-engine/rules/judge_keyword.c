/* SPDX-License-Identifier: MIT */
/* Arguments by name that give authority to whatever function takes them (effects.txt): `usetex`
 * starts LaTeX, `backend` imports a module. Keywords that the text doesn't show may be these. */
#include "judge.h"

static bool
is_constant(const struct judge *j, uint32_t node, bool on)
{
	enum kind k = (enum kind)j->tree->nodes[unwrapped(j, node)].kind;

	return on ? k == K_TRUE : k == K_FALSE || k == K_NONE;
}

/* Each text that it may be has a line of its own in effects.txt: `=backend=threading`. */
static bool
is_listed_value(const struct judge *j, struct str parameter, uint32_t node)
{
	const struct value *v = value_at(j, node);

	VALUE_EACH(a, v) {
		const char *key = arena_printf(
		    j->arena, "%.*s=%.*s", STR_ARG(parameter), STR_ARG(name_of(j, a->id)));

		if (a->kind != ATOM_STRING || key == NULL ||
		    !effects_have(effects_of_keyword(str_from(key)), EFFECT_INERT))
			return false;
	}
	return v->count > 0 && !v->unknown;
}

bool
is_harmless_value(const struct judge *j, struct str parameter, uint32_t node)
{
	uint64_t effects = effects_of_keyword(parameter);

	if (effects_have(effects, EFFECT_SAFEGUARD))
		return is_constant(j, node, true);
	return (effects_have(effects, EFFECT_AUTHORITY) || table_is_unreviewed(parameter)) &&
	       (is_constant(j, node, false) || is_listed_value(j, parameter, node));
}

static void
refuse(struct judge *j, uint32_t node, struct str name)
{
	judge_find(j, node, DECISION_DENY, "argument.authority", "leave the argument out",
	    "the argument '%.*s' gives access to more than the policy allows", STR_ARG(name));
}

/* A function or class of the file takes what keywords it likes. */
static bool
is_own_callee(const struct judge *j, const struct call *c)
{
	const struct value *v = value_at(j, c->function);

	return value_is(v, KIND_BIT(ATOM_FUNCTION) | KIND_BIT(ATOM_CLASS));
}

static bool
is_of_starter(struct str dotted)
{
	return effects_have(effects_of(dotted) | effects_of(dotted_top(dotted)), EFFECT_STARTS);
}

static bool
is_starter(const struct judge *j, uint32_t node)
{
	const struct value *v = value_at(j, node);

	VALUE_EACH(a, v)
		if ((a->kind == ATOM_SYMBOL || a->kind == ATOM_RESULT) &&
		    is_of_starter(name_of(j, a->id)))
			return true;
	return false;
}

bool
is_attribute_with(const struct judge *j, struct str name, uint64_t effects)
{
	struct table_attribute known = table_attribute(name);
	struct str packages = table_packages(&known), word;

	while (str_cut(&packages, ' ', &word))
		if (effects_have(effects_of(word), effects) && words_have(&j->packages, word))
			return true;
	return false;
}

bool
is_starter_method(const struct judge *j, struct str method)
{
	return is_attribute_with(j, method, EFFECT_STARTS);
}

/* A function of a package of which a keyword starts a program, as far as the text tells. */
static bool
may_be_starter(const struct judge *j, uint32_t function)
{
	function = unwrapped(j, function);
	if (is_starter(j, function))
		return true;
	return value_at(j, function)->unknown && j->tree->nodes[function].kind == K_ATTRIBUTE &&
	       is_starter_method(j, tree_attribute(j->tree, function));
}

static bool
may_start(const struct judge *j, const struct call *c)
{
	if (may_be_starter(j, c->function))
		return true;
	for (struct argument a = {0};
	     facts_argument(j->facts, c->arguments, &a);) /* partial(plt.title, **more) */
		if (may_be_starter(j, a.node))
			return true;
	return false;
}

#define AUTHORITIES                                                                                \
	(EFFECT_FILE | EFFECT_AUTHORITY | EFFECT_SAFEGUARD | EFFECT_PROPERTIES | EFFECT_STARTS |   \
	    EFFECT_OPENS)

static bool
lacks(const struct value *keys, const struct judge *j, struct str name)
{
	if (!value_is(keys, KIND_BIT(ATOM_STRING)) && !value_is_bottom(keys))
		return false;
	VALUE_EACH(a, keys) {
		struct str key = name_of(j, a->id);

		if (name.n > 0
			? str_eq(key, name)
			: (effects_of_keyword(key) & AUTHORITIES) != 0 || table_is_unreviewed(key))
			return false;
	}
	return true;
}

/* Each is a dictionary whose keys are known and lack the name. */
static bool
all_lack(const struct judge *j, const struct value *v, struct str name)
{
	VALUE_EACH(a, v) {
		const struct container *c = flow_container_of(j->facts, *a);

		if (c == NULL || !lacks(&c->elements, j, name))
			return false;
	}
	return v->count > 0 && !v->unknown;
}

/* A dictionary that is written where it is handed over. */
static bool
written_keys_lack(const struct judge *j, uint32_t dictionary, struct str name)
{
	const struct tree *t = j->tree;

	for (uint32_t c = tree_first(t, dictionary); c != 0; c = tree_next(t, c)) {
		bool pair = t->nodes[c].kind == K_PAIR;

		if (pair ? !lacks(value_at(j, tree_child(t, c, F_KEY)), j, name)
			 : !value_is_bottom(value_at(j, c)) && !all_lack(j, value_at(j, c), name))
			return false;
	}
	return true;
}

/* The keys of every dictionary that the node may be are known, and none is the name, or (where that
 * is empty) gives authority. */
bool
keys_lack(const struct judge *j, uint32_t node, struct str name)
{
	uint32_t written = unwrapped(j, node);

	return j->tree->nodes[written].kind == K_DICTIONARY ? written_keys_lack(j, written, name)
							    : all_lack(j, value_at(j, node), name);
}

/* A key that the text shows gives authority, whatever function gets it. */
static bool
holds_authority(const struct judge *j, uint32_t node)
{
	const struct value *v = value_at(j, node);

	VALUE_EACH(a, v) {
		const struct container *c = flow_container_of(j->facts, *a);

		if (c == NULL)
			continue;
		VALUE_EACH(key, &c->elements)
			if (key->kind == ATOM_STRING &&
			    effects_have(effects_of_keyword(name_of(j, key->id)), EFFECT_SAFEGUARD))
				return true;
	}
	return false;
}

void
judge_spread(struct judge *j, const struct call *c, uint32_t node, bool partly)
{
	if (!is_own_callee(j, c) && (holds_authority(j, node) || ((partly || may_start(j, c)) &&
								     !keys_lack(j, node, STR("")))))
		judge_find(j, node, DECISION_ESCALATE, "argument.authority",
		    "write the keywords out",
		    "keywords that the program text does not show may start a program or import a module");
}

/* Charts have the methods that take properties in any argument; tables have them by these names. */
bool
program_draws(const struct judge *j)
{
	const struct facts *f = j->facts;

	FACTS_EACH(m, f, imports)
		if (effects_have(
			effects_of(dotted_top(facts_name(f, m->module))), EFFECT_PROPERTIES))
			return true;
	FACTS_EACH(a, f, attributes)
		if (effects_have(effects_of_method_named(facts_name(f, a->name)), EFFECT_STARTS))
			return true;
	return false;
}

bool
takes_properties_named(const struct judge *j, struct str method)
{
	return effects_have(effects_of_method_named(method), EFFECT_PROPERTIES) &&
	       is_starter_method(j, method) && j->draws;
}

/* The effects on properties of the called function, of any object: title(text, properties). */
static uint64_t
takes_properties(const struct judge *j, const struct call *c)
{
	uint32_t function = unwrapped(j, c->function);
	const struct atom *a = value_find(value_at(j, function), ATOM_SYMBOL);
	struct str name;
	uint64_t effects;

	if (a != NULL)
		return facts_effects(j->facts, a->id);
	if (j->tree->nodes[function].kind != K_ATTRIBUTE || !may_start(j, c))
		return 0;
	name = tree_attribute(j->tree, function);
	effects = effects_of_method_named(name);
	return effects_have(effects, EFFECT_EXTEND) && !j->draws ? 0 : effects;
}

static bool
is_properties_place(uint64_t takes, const struct argument *a)
{
	if (a->name != 0 || !effects_have(takes, EFFECT_PROPERTIES))
		return false;
	return a->star || effects_have(takes, EFFECT_EXTEND) ||
	       a->place == (effects_have(takes, EFFECT_PART) ? 3 : 1);
}

static void
judge_handed_on(struct judge *j, uint32_t node, struct str name)
{
	judge_find(j, node, DECISION_ESCALATE, "argument.authority",
	    "call it directly, so that its arguments are visible",
	    "'%.*s' is passed as a value, and keywords that the program text does not show may start a program",
	    STR_ARG(name));
}

void
judge_properties_function(struct judge *j, uint32_t node, struct str symbol)
{
	if (effects_have(effects_of(symbol), EFFECT_PROPERTIES) && !is_callee(j->tree, node) &&
	    !is_only_shown(j, node))
		judge_handed_on(j, node, symbol);
}

/* Of what is certainly no chart's, `.text` is a field; `.title` is one, or a text's method. */
void
judge_properties_method(struct judge *j, const struct attribute *a)
{
	struct str name = name_of(j, a->name);
	uint64_t effects = effects_of_method_named(name);

	if (takes_properties_named(j, name) && !effects_have(effects, EFFECT_TEXT) &&
	    (is_starter(j, a->object) ||
		(!effects_have(effects, EFFECT_PART) && value_at(j, a->object)->unknown)) &&
	    !is_callee(j->tree, a->node) && !is_only_shown(j, a->node))
		judge_handed_on(j, a->node, name);
}

static void
judge_properties(struct judge *j, uint32_t node)
{
	const struct value *v = value_at(j, node);

	if (!value_is(v, KINDS_TEXT | KINDS_NUMBER) && !keys_lack(j, node, STR("")))
		judge_find(j, node, DECISION_ESCALATE, "argument.authority",
		    "write the properties as keyword arguments",
		    "properties that the program text does not show may start a program");
}

/* A function that makes fields of what it is given, or a class of the file that is one's child. */
static bool
makes_fields(struct judge *j, const struct call *c, bool spread)
{
	uint32_t function = unwrapped(j, c->function);
	const struct value *v = value_at(j, function);

	VALUE_EACH(a, v)
		if (a->kind == ATOM_SYMBOL
			? effects_have(facts_effects(j->facts, a->id), EFFECT_KEYS)
			: spread && a->kind == ATOM_CLASS && j->facts->scopes[a->id].has_bases)
			return true;
	return v->count == 0 && j->tree->nodes[function].kind == K_ATTRIBUTE &&
	       effects_have(effects_of_method_at(j, function), EFFECT_KEYS);
}

/* np.array(SimpleNamespace(**fields)) reads memory at the address that a field of numpy's protocol
 * gives. That the names are known is enough: such a text is refused wherever it stands. */
void
judge_field_names(struct judge *j, uint32_t node)
{
	if (!value_is(value_at(j, node), KIND_BIT(ATOM_STRING) | KINDS_NUMBER) &&
	    !keys_lack(j, node, STR(" ")))
		judge_find(j, node, DECISION_ESCALATE, "argument.authority",
		    "write the names of the fields, or use a dictionary",
		    "fields whose names the program text does not show may give access to memory");
}

void
judge_keywords(struct judge *j, const struct call *c)
{
	bool own = is_own_callee(j, c);
	uint64_t takes = own ? 0 : takes_properties(j, c);

	for (struct argument a = {0}; facts_argument(j->facts, c->arguments, &a);) {
		struct str name = name_of(j, a.name);
		uint64_t effects = effects_of_keyword(name);

		if (a.name == 0 ? makes_fields(j, c, a.double_star)
				: effects_have(effects, EFFECT_KEYS))
			judge_field_names(j, a.node);
		if (own)
			continue;
		if (effects_have(effects, EFFECT_OPENS) && imports_with(j, EFFECT_STARTS))
			judge_file_keyword(j, a.node, name);
		if (effects_have(effects, EFFECT_AUTHORITY | EFFECT_SAFEGUARD) &&
		    !is_harmless_value(j, name, a.node))
			refuse(j, a.at, name);
		else if (effects_have(effects, EFFECT_PROPERTIES) && may_start(j, c))
			judge_properties(j, a.node);
		else if (is_properties_place(takes, &a))
			judge_properties(j, a.node);
	}
}
