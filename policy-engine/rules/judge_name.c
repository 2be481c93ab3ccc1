/* SPDX-License-Identifier: MIT */
/* Mentions of names: builtins, what was imported, modules that escape. */
#include "judge.h"

uint32_t
mention_top(const struct tree *t, uint32_t node)
{
	for (;;) {
		uint32_t up = t->nodes[node].parent;
		enum kind k = (enum kind)t->nodes[up].kind;

		if (node == 0 ||
		    (k != K_PARENTHESIZED_EXPRESSION && k != K_LIST_SPLAT && k != K_TYPE))
			return node;
		node = up;
	}
}

bool
is_callee(const struct tree *t, uint32_t node)
{
	return facts_is_callee(t, mention_top(t, node));
}

/* What stands around a part of a type, and gives it to nothing: C[x] and C | x call methods of C,
 * unless a library has it. */
static bool
is_around_type(const struct judge *j, uint32_t node, uint32_t part)
{
	const struct tree *t = j->tree;
	enum kind k = (enum kind)t->nodes[node].kind;
	bool either = k == K_BINARY_OPERATOR || k == K_UNION_TYPE,
	     item = k == K_SUBSCRIPT || k == K_GENERIC_TYPE;

	for (uint32_t c = tree_first(t, node); c != 0 && (either || item); c = tree_next(t, c)) {
		if (c != part && t->nodes[c].kind < K_T_PLUS && j->facts->own_operators &&
		    !value_is(value_at(j, c), KIND_BIT(ATOM_SYMBOL) | KIND_BIT(ATOM_PLAIN)))
			return false;
		if (item)
			break;
	}
	return either || item || k == K_ATTRIBUTE || k == K_TUPLE || k == K_LIST || k == K_TYPE ||
	       k == K_TYPE_PARAMETER || k == K_PARENTHESIZED_EXPRESSION;
}

/* In a type, that nobody reads again: a field of a data class has its own. */
static bool
is_annotation(const struct judge *j, uint32_t node)
{
	const struct tree *t = j->tree;

	for (uint32_t up = t->nodes[node].parent; is_around_type(j, up, node);
	     node = up, up = t->nodes[up].parent)
		if (t->nodes[up].kind == K_TYPE &&
		    t->nodes[t->nodes[up].parent].kind != K_TYPE_PARAMETER)
			return !j->may_have_fields ||
			       j->facts->scopes[j->facts->scope_of[up]].kind != SCOPE_CLASS;
	return false;
}

static unsigned
place_of(const struct judge *j, uint32_t node)
{
	const struct tree *t = j->tree;
	uint32_t top = mention_top(t, node), up = t->nodes[top].parent, above = t->nodes[up].parent;

	if (t->nodes[up].kind == K_KEYWORD_ARGUMENT && t->nodes[above].kind == K_ARGUMENT_LIST &&
	    t->nodes[t->nodes[above].parent].kind == K_CLASS_DEFINITION)
		return AS_METACLASS;
	if (t->nodes[up].kind == K_ARGUMENT_LIST && t->nodes[above].kind == K_CLASS_DEFINITION)
		return AS_BASE;
	return is_annotation(j, node) ? AS_ANNOTATION : AS_VALUE;
}

static struct ruling
condition_ruling(
    struct judge *j, const struct policy_rule *rule, struct str what, enum decision d, bool unknown)
{
	struct ruling r = ruling_of(j, d, NULL, "",
	    unknown ? "the program text does not show the arguments of '%.*s'"
		    : "the policy does not allow '%.*s' to be used like this",
	    STR_ARG(what));

	ruling_of_rule(&r, rule);
	if (rule->message.n > 0)
		r.message = ruling_of(j, DECISION_DENY, "", "",
		    unknown ? "the program text does not show how '%.*s' is used: %.*s"
			    : "'%.*s': %.*s",
		    STR_ARG(what), STR_ARG(rule->message))
				.message;
	return r;
}

static struct ruling
by_truth(struct judge *j, const struct policy_rule *rule, struct str what, enum truth met)
{
	judge_tell(j, rule, met);
	switch (met) {
	case TRUTH_YES:
		return ruling_allow();
	case TRUTH_UNKNOWN:
		return condition_ruling(j, rule, what, rule->unknown, true);
	case TRUTH_NO:
	default:
		return condition_ruling(j, rule, what, rule->otherwise, false);
	}
}

/* S.name, where S stands before .name; else empty. */
static struct str
member_symbol(struct judge *j, uint32_t node, struct str symbol)
{
	const struct tree *t = j->tree;
	uint32_t top = mention_top(t, node), up = t->nodes[top].parent;

	if (t->nodes[up].kind != K_ATTRIBUTE || t->nodes[top].field != F_OBJECT)
		return STR("");
	return dotted_name(j, symbol, tree_attribute(t, up));
}

/* Class.method of a library's class, which libraries write with a capital, or of type(x). */
bool
is_unbound(const struct judge *j, uint32_t node)
{
	uint32_t object = tree_child(j->tree, node, F_OBJECT);
	const struct atom *a = object == 0 ? NULL : value_find(value_at(j, object), ATOM_SYMBOL);
	struct str module, name;

	if (object != 0 && facts_gives_class(j->facts, unwrapped(j, object)))
		return true;
	dotted_split(a == NULL ? STR("") : name_of(j, a->id), &module, &name);
	return module.n > 0 && name.n > 0 && name.p[0] >= 'A' && name.p[0] <= 'Z';
}

/* What wraps(f) gives is called with functions of the file alone: their attributes are judged by
 * name, those of its objects are not. */
static bool
is_put_on_function(const struct judge *j, uint32_t call)
{
	const struct tree *t = j->tree;
	uint32_t up = t->nodes[mention_top(t, call)].parent;
	bool all = unwrapped(j, facts_callee(t, up)) == call;

	for (struct argument a = {0}; all && facts_argument(j->facts, facts_arguments(t, up), &a);)
		all = value_is(value_at(j, a.node), KIND_BIT(ATOM_FUNCTION));
	return all;
}

/* vars(x), which is x.__dict__, where it is not only read; wraps(x), where an object gets fields. */
static bool
gets_fields_away(const struct judge *j, uint32_t node, uint32_t call)
{
	uint64_t effects = effects_of_value(j, node, ATOM_SYMBOL);

	return (effects_have(effects, EFFECT_REFLECTS) && effects_have(effects, EFFECT_FIELDS) &&
		   !are_fields_kept(j, call)) ||
	       (effects_have(effects, EFFECT_KEEPS) && effects_have(effects, EFFECT_FUNCTION) &&
		   !is_put_on_function(j, call));
}

/* Rows = C[float], where no more than annotations mention Rows. */
static bool
is_type_alias(const struct judge *j, uint32_t top)
{
	const struct tree *t = j->tree;
	const struct facts *f = j->facts;
	uint32_t up = t->nodes[t->nodes[top].parent].parent, left = tree_child(t, up, F_LEFT);
	uint32_t block = t->nodes[t->nodes[up].parent].parent;

	if (t->nodes[up].kind != K_ASSIGNMENT || t->nodes[left].kind != K_IDENTIFIER ||
	    t->nodes[block].kind != K_MODULE || f->fact_of[left] == NOWHERE)
		return false;
	FACTS_EACH(o, f, occurrences)
		if (!facts_spend(j->facts, 1) ||
		    (o->name == f->occurrences[f->fact_of[left]].name &&
			facts_is_read(f, o->node) && place_of(j, o->node) != AS_ANNOTATION))
			return false;
	return true;
}

/* Whether a class makes nothing here: before a method's name, or as the kind of a view, a.view(C). */
static bool
is_kept_class(const struct judge *j, const struct policy_rule *rule, uint32_t top)
{
	const struct tree *t = j->tree;
	uint32_t up = t->nodes[top].parent, callee;

	if ((rule->as & AS_ANNOTATION) == 0)
		return false;
	if (t->nodes[up].kind == K_ATTRIBUTE)
		return !is_dunder(tree_attribute(t, up));
	if (t->nodes[up].kind == K_SUBSCRIPT)
		return is_type_alias(j, top);
	if (t->nodes[up].kind != K_ARGUMENT_LIST || t->nodes[t->nodes[up].parent].kind != K_CALL)
		return false;
	callee = unwrapped(j, tree_child(t, t->nodes[up].parent, F_FUNCTION));
	return t->nodes[callee].kind == K_ATTRIBUTE &&
	       effects_have(effects_of_method_at(j, callee), EFFECT_INERT);
}

/* A rule that decides by arguments: on a call, by its conditions; anywhere else, `otherwise`. */
static struct ruling
by_condition(struct judge *j, const struct policy_rule *rule, uint32_t node, struct str what)
{
	const struct tree *t = j->tree;
	uint32_t top = mention_top(t, node);
	enum truth met;

	if (condition_rule_for(j->policy, member_symbol(j, node, what)) != NULL)
		return ruling_allow();               /* that one decides */
	if (what.p[0] == '.' && is_unbound(j, node)) /* its first argument is the object */
		return by_truth(j, rule, what, TRUTH_NO);
	if (t->nodes[top].field == F_VALUE && t->nodes[t->nodes[top].parent].kind == K_SUBSCRIPT &&
	    rule->unless_count > 0 &&
	    (what.p[0] == '.' || (rule->as & (AS_VALUE | AS_ANNOTATION)) == 0))
		return by_truth(j, rule, what, rule_met(j, rule, 0, t->nodes[top].parent));
	if (!is_callee(t, node)) {
		unsigned place = place_of(j, node) & rule->as;

		if (what.p[0] == '.' && t->nodes[t->nodes[top].parent].kind != K_ATTRIBUTE)
			place = 0; /* df.plot.bar(): anywhere else the method itself gets away */

		for (size_t i = 0; i < RULE_PLACES; i++)
			if ((place & 1u << i) != 0)
				judge_tell(j, (const char *)&rule->as + i, DECISION_ALLOW);
		if (place != 0 || is_only_shown(j, node) || is_kept_class(j, rule, top))
			return ruling_allow();
		return by_truth(j, rule, what, TRUTH_NO);
	}
	met = rule_met(j, rule, tree_child(t, node, F_OBJECT),
	    tree_child(t, t->nodes[top].parent, F_ARGUMENTS));
	if (met == TRUTH_YES && gets_fields_away(j, node, t->nodes[top].parent))
		met = TRUTH_UNKNOWN;
	return by_truth(j, rule, what, met);
}

/* S stands before .name, and the policy allows S.name by name. */
static bool
is_before_allowed(struct judge *j, uint32_t node, struct str symbol)
{
	const struct name_rule *rule = call_rule_for(j->policy, member_symbol(j, node, symbol));

	if (rule != NULL)
		judge_tell(j, rule, (unsigned)rule->decision);
	return rule != NULL && rule->decision == DECISION_ALLOW;
}

/* It has no `packages`, or the program imports one of them. */
static bool
is_for(const struct judge *j, const struct policy_rule *r)
{
	for (size_t i = 0; i < r->packages.count; i++)
		if (words_have(&j->packages, r->packages.items[i]))
			return true;
	return r->packages.count == 0;
}

const struct policy_rule *
rule_in_play(const struct judge *j, struct str symbol, const struct policy_rule *after)
{
	const struct policy_rule *rule = after;

	do
		rule = condition_rule_next(j->policy, symbol, rule);
	while (rule != NULL && symbol.p[0] == '.' && !is_for(j, rule));
	return rule;
}

static void
judge_mention(struct judge *j, uint32_t node, struct str symbol, const struct ruling *r)
{
	if (r->decision == DECISION_ALLOW || !is_before_allowed(j, node, symbol))
		judge_node(j, node, r);
}

void
judge_symbol_mention(struct judge *j, uint32_t node, struct str symbol, bool imported)
{
	const struct policy_rule *rule;
	struct ruling r;
	struct str shown =
	    str_starts(symbol, STR("builtins.")) ? str_slice(symbol, 9, symbol.n) : symbol;

	j->mention = node;
	if (effects_have(effects_of(symbol), EFFECT_GETATTR) && !is_callee(j->tree, node) &&
	    !is_only_shown(j, node)) {
		judge_find(j, node, DECISION_ESCALATE, "reflection.unknown",
		    "call getattr with a literal name, or use a lambda",
		    "getattr is passed as a value, so the program text does not show which attribute it reads");
	}
	judge_file_handed_on(j, node, symbol);
	judge_properties_function(j, node, symbol);
	r = rule_symbol(j, symbol, &rule);
	if (rule == NULL && !imported) /* else it was said at the import */
		judge_mention(j, node, symbol, &r);
	for (; rule != NULL; rule = rule_in_play(j, symbol, rule)) {
		if (j->watch != NULL)
			judge_tell(j, words_find(&rule->calls, symbol), (unsigned)rule->otherwise);
		r = by_condition(j, rule, node, shown);
		judge_mention(j, node, symbol, &r);
	}
}

/* Whether getattr looks into it: the names that it gets are judged as if they were written out
 * (judge_call.c), and where they can't be told the call is refused. */
static bool
is_looked_into(const struct judge *j, uint32_t top)
{
	uint32_t list = j->tree->nodes[top].parent;
	uint64_t effects = effects_of_callee(j, list);

	return tree_first(j->tree, list) == top && effects_have(effects, EFFECT_GETATTR) &&
	       !effects_have(effects, EFFECT_SETATTR);
}

/* A module that is a value must stay where it can be followed: before its attribute, or where it is
 * only shown, tested or compared. What getattr gives is not followed. */
static bool
is_module_kept(const struct judge *j, uint32_t node)
{
	const struct tree *t = j->tree;
	uint32_t top = mention_top(t, node), up = t->nodes[top].parent;
	enum kind k = (enum kind)t->nodes[up].kind;

	return (k == K_ATTRIBUTE && t->nodes[top].field == F_OBJECT &&
		   t->nodes[node].kind != K_CALL) ||
	       k == K_DOTTED_NAME || k == K_EXPRESSION_STATEMENT || k == K_MEMBER_TYPE ||
	       is_only_shown(j, node) || is_looked_into(j, top);
}

static bool
is_module(const struct judge *j, struct atom a)
{
	return a.kind == ATOM_MODULE ||
	       (a.kind == ATOM_SYMBOL && is_undescribed_module(j, name_of(j, a.id)));
}

void
judge_module_escape(struct judge *j, uint32_t node, const struct value *v)
{
	VALUE_EACH(atom, v) {
		struct ruling r;

		if (!is_module(j, *atom) || is_module_kept(j, node))
			continue;
		r = ruling_of(j, DECISION_DENY, "import.module-escape",
		    "use the module's names directly: 'module.name(...)'",
		    "module '%.*s' is used as a value", STR_ARG(name_of(j, atom->id)));
		r.severity = SEVERITY_MEDIUM;
		judge_node(j, node, &r);
	}
}

/* In a class, where binding it is a definition (judge_text.c), or of no consequence. */
static void
judge_dunder(struct judge *j, const struct occurrence *o, struct str name)
{
	bool in_class = j->facts->scopes[o->scope].kind == SCOPE_CLASS && o->role != ROLE_LOAD;
	struct ruling r;

	if (in_class || str_is(name, "__debug__") || (is_inert(name) && !str_is(name, "__class__")))
		return;
	r = ruling_of(j, DECISION_DENY, "name.dunder", "",
	    "the name '%.*s' belongs to the interpreter", STR_ARG(name));
	r.severity = SEVERITY_CRITICAL;
	judge_node(j, o->node, &r);
}

static void
judge_load(struct judge *j, const struct occurrence *o)
{
	const struct facts *f = j->facts;
	const struct value *v = facts_value(f, o->node);
	bool imported = o->binding != NOWHERE && f->bindings[o->binding].is_import &&
			!o->may_be_builtin && o->beyond == NOWHERE;

	VALUE_EACH(a, v)
		if (a->kind == ATOM_SYMBOL)
			judge_symbol_mention(
			    j, o->node, facts_name(f, a->id), imported && v->count == 1);
	judge_module_escape(j, o->node, v);
}

void
judge_names(struct judge *j)
{
	const struct facts *f = j->facts;

	FACTS_EACH(o, f, occurrences) {
		struct str name = facts_name(f, o->name);

		if (is_dunder(name))
			judge_dunder(j, o, name);
		else if (facts_is_read(f, o->node))
			judge_load(j, o);
	}
}
