/* SPDX-License-Identifier: MIT */
/*
 * Attribute names. What a name gives does not depend on whose attribute the text seems to say it
 * is, so it is judged by itself: allowed where a reviewed class has it or no library that the
 * program imports does, refused where it carries authority. Only where the receiver is certainly an
 * object of a class of this very file is a clash of names no matter.
 */
#include "judge.h"

bool
is_inert(struct str dunder)
{
	return effects_have(effects_of_method_named(dunder), EFFECT_INERT);
}

static struct ruling
dunder_ruling(struct judge *j, struct str name)
{
	struct ruling r;

	if (is_inert(name))
		return ruling_allow();
	r = ruling_of(j, DECISION_DENY, "attribute.dunder", "",
	    "the attribute '%.*s' belongs to the interpreter", STR_ARG(name));
	r.severity = SEVERITY_CRITICAL;
	return r;
}

static struct ruling
authority_ruling(struct judge *j, struct str name, unsigned capabilities)
{
	unsigned rest = name.p[0] == '_' ? capabilities : without_files(j, capabilities);

	if (rest == 0 && effects_have(effects_of_method_named(name), EFFECT_FILE))
		return ruling_allow();
	if (rest == 0 && capabilities != 0)
		return ruling_of_unknown_file(j, (capabilities & CAP_WRITE) != 0, name);
	return capability_ruling(j, rest, name, "attribute.authority", "the attribute ");
}

#define METHOD_BYTES_MAX 128

/* ".name", as policies and effects.txt write methods; empty where that has no room. */
static struct str
method_symbol(char *room, struct str name)
{
	if (name.n == 0 || name.n + 1 >= METHOD_BYTES_MAX)
		return (struct str){"", 0};
	room[0] = '.';
	memcpy(room + 1, name.p, name.n);
	return (struct str){room, name.n + 1};
}

/* Of an object of a package that the table lacks: what is private, or called as a module is, may be
 * one, and what the pack says to hold one. */
static bool
may_lead_away(const struct judge *j, struct str name, const struct table_attribute *a)
{
	for (size_t i = 0; j->has_undescribed && i < j->policy->pack_count; i++)
		if (words_have(&j->policy->packs[i].leads, name))
			return true;
	return j->has_undescribed && a->kind != ATTRIBUTE_SAFE &&
	       (name.p[0] == '_' || table_module(name).known ||
		   effects_have(effects_of_method_named(name), EFFECT_IMPORT));
}

static struct ruling
rule_attribute_text(struct judge *j, struct str name)
{
	const struct name_rule *rule = name_rule_find(&j->policy->attributes, name);
	bool strict = j->policy->attributes.otherwise != DECISION_ALLOW;
	struct table_attribute a;

	if (rule != NULL) {
		judge_tell(j, rule, (unsigned)rule->decision);
		return ruling_of(j, rule->decision,
		    rule->decision == DECISION_DENY ? "attribute.denied" : "attribute.escalated",
		    "", "the policy does not allow the attribute '%.*s'", STR_ARG(name));
	}
	if (is_dunder(name))
		return dunder_ruling(j, name);
	a = table_attribute(name);
	if (may_lead_away(j, name, &a))
		return ruling_of(j, DECISION_DENY, "attribute.authority", "",
		    "the attribute '%.*s' may be a module of a package without a pack",
		    STR_ARG(name));
	if (a.kind == ATTRIBUTE_UNKNOWN || a.kind == ATTRIBUTE_SAFE ||
	    !judge_imports_package(j, table_packages(&a)))
		return ruling_allow();
	if (a.kind == ATTRIBUTE_AUTHORITY)
		return authority_ruling(j, name, a.capabilities);
	if (a.kind == ATTRIBUTE_LEADS)
		return ruling_of(j, DECISION_DENY, "attribute.authority", "",
		    "the attribute '%.*s' may be a module", STR_ARG(name));
	judge_tell(j, &j->policy->attributes.otherwise, (unsigned)j->policy->attributes.otherwise);
	if (!strict)
		return ruling_allow();
	return ruling_of(j, DECISION_ESCALATE, "attribute.unreviewed", "",
	    "the library attribute '%.*s' is not reviewed", STR_ARG(name));
}

bool
opens_file(const struct judge *j, struct str name)
{
	struct table_attribute a = table_attribute(name);

	return j->policy->files.given && a.kind == ATTRIBUTE_AUTHORITY &&
	       without_files(j, a.capabilities) == 0 &&
	       judge_imports_package(j, table_packages(&a));
}

/* The strictest rule that looks at the arguments of methods of this name. */
static const struct policy_rule *
rule_on_arguments(const struct judge *j, struct str name)
{
	const struct policy_rule *rule = NULL;
	char room[METHOD_BYTES_MAX];
	struct str symbol = method_symbol(room, name);

	if (symbol.n == 0)
		return NULL;
	RULES_EACH(one, j, symbol)
		if (one->unless_count > 0 && (rule == NULL || one->otherwise < rule->otherwise))
			rule = one;
	return rule;
}

/* The same of a name that a text gives. A method whose arguments a rule looks at must be called by
 * its name, where they are seen. */
struct ruling
rule_attribute_by_text(struct judge *j, struct str name)
{
	const struct policy_rule *rule = rule_on_arguments(j, name);
	struct ruling r;

	if (rule != NULL) {
		judge_tell(j, rule, TRUTH_NO);
		r = ruling_of(j, rule->otherwise, NULL, "",
		    "the method '%.*s' is looked up by a string, so its arguments are not visible",
		    STR_ARG(name));
		ruling_of_rule(&r, rule);
		return r;
	}
	if (effects_have(effects_of_method_named(name), EFFECT_RECORD) && j->has_class_patterns)
		return ruling_of_registration(j);
	if (str_is_one_of(name, "__init__ __new__"))
		return ruling_of(j, DECISION_ESCALATE, "attribute.dunder",
		    "write the attribute's name after a dot", "'%.*s' is looked up by a string",
		    STR_ARG(name));
	if (effects_have(effects_of_method_named(name), EFFECT_TEMPLATE))
		return ruling_of(j, DECISION_ESCALATE, "text.format", "write text.format(...)",
		    "the method '%.*s' is looked up by a string, so its format is not visible",
		    STR_ARG(name));
	if (takes_properties_named(j, name))
		return ruling_of(j, DECISION_ESCALATE, "argument.authority",
		    "call the method by its name, so that its keywords are visible",
		    "the method '%.*s' is looked up by a string, and its keywords may start a program",
		    STR_ARG(name));
	if (effects_have(effects_of_method_named(name), EFFECT_UNCHECKED) &&
	    imports_with(j, EFFECT_UNCHECKED))
		return ruling_of(j, DECISION_ESCALATE, "attribute.store",
		    "write the attribute's name after a dot",
		    "native code finds its way by '%.*s', which is looked up by a string",
		    STR_ARG(name));
	if (opens_file(j, name))
		return ruling_of(j, DECISION_DENY, "attribute.authority",
		    "call the method by its name, so that its file is visible",
		    "the method '%.*s', which opens a file, is looked up by a string",
		    STR_ARG(name));
	return rule_attribute_text(j, name);
}

struct ruling
rule_attribute(struct judge *j, uint32_t name)
{
	struct ruling r = ruling_allow();

	if (j->attribute_cache[name] == 1 && j->watch == NULL)
		return r;
	r = rule_attribute_text(j, name_of(j, name));
	if (r.decision == DECISION_ALLOW)
		j->attribute_cache[name] = 1;
	return r;
}

/* Whether the attribute names a class, and leads no further. */
static bool
is_class_name(struct str name)
{
	return str_is_one_of(name, "__name__ __qualname__ __doc__ __module__");
}

/* x.__mro__[1].__name__: the name of a parent, and nothing else of it. */
static bool
is_parent_named(const struct judge *j, uint32_t node)
{
	const struct tree *t = j->tree;
	uint32_t up = t->nodes[node].parent, above = t->nodes[up].parent;

	return str_is_one_of(tree_attribute(t, node), "__mro__ __bases__ __base__") &&
	       t->nodes[up].kind == K_SUBSCRIPT && t->nodes[node].field == F_VALUE &&
	       t->nodes[above].kind == K_ATTRIBUTE && is_class_name(tree_attribute(t, above));
}

/* x.__class__ gives a class: to name it or compare it, not to walk on. */
static void
judge_class_attribute(struct judge *j, const struct attribute *a)
{
	const struct tree *t = j->tree;
	uint32_t up = t->nodes[mention_top(t, a->node)].parent;

	if (a->object != 0 &&
	    (is_own_object(j, a->object) || t->nodes[up].kind == K_COMPARISON_OPERATOR ||
		t->nodes[up].kind == K_INTERPOLATION ||
		(t->nodes[up].kind == K_ATTRIBUTE &&
		    (is_class_name(tree_attribute(t, up)) || is_parent_named(j, up)))))
		return;
	judge_find(j, a->node, DECISION_DENY, "attribute.class",
	    "write type(x).__name__ for a class's name",
	    "'__class__' gives access to the interpreter's objects");
}

/* x = S(...); x.name: a policy may have a rule for S.name. */
static void
judge_result(struct judge *j, const struct attribute *a)
{
	const struct value *v = value_at(j, a->object);

	VALUE_EACH(atom, v) {
		struct str key;

		if (atom->kind != ATOM_RESULT)
			continue;
		key = dotted_name(j, name_of(j, atom->id), name_of(j, a->name));
		if (condition_rule_for(j->policy, key) != NULL)
			judge_symbol_mention(j, a->node, key, false);
	}
}

/* The dictionary of an object's fields is written out, or gets the keywords of a function of the
 * file: fields by names that nobody sees could be what a library asks for. */
bool
are_fields_kept(const struct judge *j, uint32_t node)
{
	const struct tree *t = j->tree;
	uint32_t up = t->nodes[mention_top(t, node)].parent, call = t->nodes[up].parent;
	uint32_t key = tree_child(t, up, F_SUBSCRIPT);

	if (is_only_written(j, node) || (key != 0 && j->facts->role[up] == ROLE_LOAD &&
					    value_is(value_at(j, key), KIND_BIT(ATOM_STRING))))
		return true;
	if (t->nodes[up].kind != K_ATTRIBUTE || !is_callee(t, up))
		return false;
	for (struct argument a = {0};
	     facts_argument(j->facts, tree_child(t, call, F_ARGUMENTS), &a);)
		if (a.star || (a.name == 0 && !keys_lack(j, a.node, STR(""))))
			return false;
	return true;
}

static bool
is_super(const struct judge *j, uint32_t node)
{
	uint32_t call = unwrapped(j, node), arguments = tree_child(j->tree, call, F_ARGUMENTS);

	return arguments != 0 && effects_have(effects_of_callee(j, arguments), EFFECT_SUPER);
}

/* x.__init__(...), x.__new__(...): on super(), self, a class that is named, or an object of this
 * file. Of anything else it makes the object anew, with arguments that no rule looks at. */
static bool
makes_anew(const struct judge *j, const struct attribute *a)
{
	if (a->object == 0 || !is_callee(j->tree, a->node))
		return true;
	return !is_own_object(j, a->object) && !is_super(j, a->object) &&
	       !value_is(value_at(j, a->object), KIND_BIT(ATOM_SYMBOL) | KIND_BIT(ATOM_CLASS));
}

static void
judge_maker(struct judge *j, const struct attribute *a)
{
	if (makes_anew(j, a))
		judge_find(j, a->identifier, DECISION_ESCALATE, "attribute.dunder",
		    "call the class", "'%.*s' creates an object without calling its class",
		    STR_ARG(name_of(j, a->name)));
}

/* A dunder that is refused, but for a few places where nothing can be done with it. */
static void
judge_dunder(struct judge *j, const struct attribute *a, const struct ruling *r)
{
	if (is_only_shown(j, a->node) || is_only_written(j, a->node) || is_parent_named(j, a->node))
		return;
	if (a->object != 0 && is_own_object(j, a->object) && are_fields_kept(j, a->node) &&
	    value_find(value_at(j, a->object), ATOM_CLASS) == NULL &&
	    str_is(name_of(j, a->name), "__dict__"))
		return;
	judge_node(j, a->identifier, r);
}

/* One of the rule's packages, or one that brings such: its classes may be children of theirs. */
static bool
is_kin(const struct policy_rule *rule, struct str package)
{
	struct str all = effects_brings(package), one;

	while (str_cut(&all, ' ', &one))
		if (str_starts(one, STR("+")) &&
		    words_have(&rule->packages, str_slice(one, 1, one.n)))
			return true;
	return words_have(&rule->packages, package);
}

/* An object that a class of a library made, which is no kin of the rule's packages. */
static bool
is_made_elsewhere(struct judge *j, const struct policy_rule *rule, struct atom a, struct str method)
{
	struct str class = a.kind == ATOM_RESULT ? name_of(j, a.id) : STR("");

	return rule->packages.count > 0 && !is_kin(rule, dotted_top(class)) &&
	       (table_symbol(class).kind == MEMBER_CLASS ||
		   pack_given(j->policy, dotted_name(j, class, method)).n > 0);
}

/* No rule on methods of this name is for the class that certainly made the object. */
static bool
is_of_other_library(struct judge *j, uint32_t object, struct str method)
{
	const struct value *v = object == 0 ? NULL : value_at(j, object);

	if (v == NULL || v->unknown || v->count == 0)
		return false;
	RULES_EACH(one, j, method)
		VALUE_EACH(a, v)
			if (!is_made_elsewhere(j, one, *a, str_slice(method, 1, method.n)))
				return false;
	return true;
}

static void
judge_by_name(struct judge *j, const struct attribute *a)
{
	struct str name = name_of(j, a->name);
	struct ruling r = rule_attribute(j, a->name);
	bool own = a->object != 0 && is_own_object(j, a->object);
	char room[METHOD_BYTES_MAX];
	struct str symbol = method_symbol(room, name);

	if (symbol.n > 0 && rule_in_play(j, symbol, NULL) != NULL) {
		if (!own && !is_of_other_library(j, a->object, symbol))
			judge_symbol_mention(j, a->node, symbol, false);
	} else if (r.decision == DECISION_ALLOW) {
		if (str_is(name, "__class__"))
			judge_class_attribute(j, a);
		else if (str_is_one_of(name, "__init__ __new__"))
			judge_maker(j, a);
	} else if (is_dunder(name)) {
		judge_dunder(j, a, &r);
	} else if (!own) {
		judge_node(j, a->identifier, &r);
	}
}

static void
judge_symbols(struct judge *j, const struct attribute *a)
{
	const struct value *v = value_at(j, a->node), *object = value_at(j, a->object);
	bool of_module = value_find(object, ATOM_MODULE) != NULL;

	VALUE_EACH(atom, v) {
		struct str symbol = name_of(j, atom->id);
		const struct name_rule *rule;

		if (atom->kind != ATOM_SYMBOL)
			continue;
		rule = call_rule_for(j->policy, symbol);
		if (of_module || is_undescribed(symbol) ||
		    condition_rule_for(j->policy, symbol) != NULL ||
		    (rule != NULL && str_eq(rule->name, symbol)))
			judge_symbol_mention(j, a->node, symbol, false);
	}
	judge_module_escape(j, a->node, v);
}

/* x.method that opens files, renamed or handed on, or C.method of its class: the name of the file is
 * not where it is looked for. */
static void
judge_file_method(struct judge *j, const struct attribute *a)
{
	struct str name = name_of(j, a->name);
	bool symbol = value_find(value_at(j, a->node), ATOM_SYMBOL) != NULL;
	uint64_t effects = j->policy->files.given ? effects_of_result(j, a->object, name) : 0;

	if (!(opens_file(j, name) || effects_have(effects, EFFECT_FILE)) ||
	    is_own_object(j, a->object) || is_only_shown(j, a->node) ||
	    (symbol ? !is_unbound(j, a->node) : is_callee(j->tree, a->node)))
		return;
	judge_unknown_file(j, a->node,
	    effects_have(effects, EFFECT_WRITES) ||
		(table_attribute(name).capabilities & CAP_WRITE) != 0,
	    name);
}

static void
judge_attribute(struct judge *j, const struct attribute *a)
{
	const struct value *object;
	bool dotted = j->tree->nodes[a->node].kind == K_DOTTED_NAME, first;

	first = !dotted || tree_next(j->tree, a->object) == a->identifier;
	j->mention = a->identifier;
	if (a->role == ROLE_STORE || a->role == ROLE_DELETE) {
		judge_store_on(j, a->node, a->object, a->name);
		if (!facts_is_read(j->facts, a->node)) /* x.a += b reads it, too */
			return;
	}
	if (a->object == 0) {
		judge_by_name(j, a);
		return;
	}
	object = value_at(j, a->object);
	judge_result(j, a);
	judge_properties_method(j, a);
	judge_file_method(j, a);
	if (j->tree->nodes[a->node].kind == K_ATTRIBUTE || (dotted && first))
		judge_symbols(j, a);
	if (value_only(object, ATOM_MODULE) == NULL || !first || is_dunder(name_of(j, a->name)))
		judge_by_name(j, a);
}

void
judge_attributes(struct judge *j)
{
	judge_registrations(j);
	FACTS_EACH(a, j->facts, attributes)
		judge_attribute(j, a);
}
