/* SPDX-License-Identifier: MIT */
/*
 * Attribute names. What a name gives does not depend on whose attribute the text seems to say it
 * is, so it is judged by itself: allowed where a reviewed class has it or no library that the
 * program imports does, refused where it carries authority. Only where the receiver is certainly an
 * object of a class of this very file is a clash of names no matter.
 */
#include "judge.h"

bool
is_dunder(struct str name)
{
	return name.n > 4 && str_starts(name, STR("__")) && str_ends(name, STR("__"));
}

bool
dunder_is_harmless(struct str name)
{
	static const char all[] =
	    " abs add aenter aexit aiter and anext annotations await bool "
	    "bytes call ceil class cmp complex contains copy deepcopy "
	    "delitem divmod doc enter eq exit float floor floordiv format ge "
	    "getitem gt hash iadd iand ifloordiv ilshift imatmul imod "
	    "imul index init int invert ior ipow irshift isub iter itruediv "
	    "ixor le len length_hint lshift lt main matmul "
	    "missing mod module mul name ne neg new next or pos post_init "
	    "pow qualname radd rand rdivmod repr reversed rfloordiv "
	    "rlshift rmatmul rmod rmul ror round rpow rrshift rshift rsub "
	    "rtruediv rxor setitem slots str sub sizeof "
	    "truediv trunc version xor all file future dataclass_fields "
	    "init_subclass set_name members wrapped "
	    "cause context suppress_context traceback notes origin args parameters total "
	    "required_keys optional_keys ";
	char key[40];

	if (!is_dunder(name) || name.n - 2 >= sizeof(key))
		return false;
	key[0] = ' ';
	memcpy(key + 1, name.p + 2, name.n - 4);
	key[name.n - 3] = ' ';
	return str_find((struct str){all, sizeof(all) - 1}, (struct str){key, name.n - 2}, 0) !=
	       SIZE_MAX;
}

static struct ruling
dunder_ruling(struct judge *j, struct str name)
{
	struct ruling r;

	if (dunder_is_harmless(name))
		return ruling_allow();
	r = ruling_of(j, DECISION_DENY, "attribute.dunder", "",
	    "the attribute '%.*s' belongs to the interpreter", STR_ARG(name));
	r.severity = SEVERITY_CRITICAL;
	return r;
}

static struct ruling
authority_ruling(struct judge *j, struct str name, unsigned capabilities)
{
	unsigned which;
	enum decision d = judge_capabilities(j, capabilities, &which);

	return ruling_of(j, d, "attribute.authority", "", "the attribute '%.*s' gives %s",
	    STR_ARG(name), capability_name(which));
}

/* The next rule on methods of this name, behind `after` (NULL: the first). */
static const struct policy_rule *
method_rule(const struct judge *j, struct str name, const struct policy_rule *after)
{
	char key[128];

	if (name.n == 0 || name.n + 1 >= sizeof(key))
		return NULL;
	key[0] = '.';
	memcpy(key + 1, name.p, name.n);
	return rule_in_play(j, (struct str){key, name.n + 1}, after);
}

struct ruling
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
	if (a.kind == ATTRIBUTE_UNKNOWN || a.kind == ATTRIBUTE_SAFE ||
	    !judge_imports_package(j, a.packages))
		return ruling_allow();
	if (a.kind == ATTRIBUTE_AUTHORITY)
		return authority_ruling(j, name, a.capabilities);
	if (a.kind == ATTRIBUTE_LEADS)
		return ruling_of(j, DECISION_DENY, "attribute.authority", "",
		    "the attribute '%.*s' can lead to a module", STR_ARG(name));
	judge_tell(j, &j->policy->attributes.otherwise, (unsigned)j->policy->attributes.otherwise);
	if (!strict)
		return ruling_allow();
	return ruling_of(j, DECISION_ESCALATE, "attribute.unreviewed", "",
	    "the attribute '%.*s' of a library is not reviewed", STR_ARG(name));
}

/* The same of a name that a text gives. A method whose arguments a rule looks at must be called by
 * its name, where they are seen. */
struct ruling
rule_attribute_by_text(struct judge *j, struct str name)
{
	const struct policy_rule *rule = NULL;
	struct ruling r;

	for (const struct policy_rule *one = method_rule(j, name, NULL); one != NULL;
	     one = method_rule(j, name, one))
		if (one->unless_count > 0 && (rule == NULL || one->otherwise < rule->otherwise))
			rule = one;
	if (str_is_one_of(name, "__init__ __new__ __annotations__"))
		return ruling_of(j, DECISION_ESCALATE, "attribute.dunder",
		    "write the attribute's name after a dot", "'%.*s' is taken by a text",
		    STR_ARG(name));
	if (rule == NULL)
		return rule_attribute_text(j, name);
	judge_tell(j, rule, TRUTH_NO);
	r = ruling_of(j, rule->otherwise, NULL, "",
	    "the method '%.*s' is taken by a text, out of sight of its arguments", STR_ARG(name));
	r.id = rule->id;
	r.severity = rule->severity;
	r.remedy = rule->remedy;
	return r;
}

struct ruling
rule_attribute(struct judge *j, uint32_t name)
{
	struct ruling r = ruling_allow();

	if (j->attribute_cache[name] == 1 && j->watch == NULL)
		return r;
	r = rule_attribute_text(j, facts_name(j->facts, name));
	if (r.decision == DECISION_ALLOW)
		j->attribute_cache[name] = 1;
	return r;
}

/* The file itself gives this name to something: a method, a field, a keyword, a column. */
static bool
is_own_name(const struct judge *j, uint32_t name)
{
	const struct facts *f = j->facts;

	for (size_t i = 0; i < f->bindings_count; i++)
		if (f->bindings[i].name == name &&
		    (f->bindings[i].is_field ||
			f->scopes[f->bindings[i].scope].kind == SCOPE_CLASS))
			return true;
	for (size_t i = 0; i < f->attributes_count; i++)
		if (f->attributes[i].name == name && f->attributes[i].role == ROLE_STORE)
			return true;
	for (size_t i = 0; i < f->texts_count; i++)
		if (f->texts[i].text == name)
			return true;
	for (uint32_t i = 0; i < j->tree->count; i++)
		if (f->role[i] == ROLE_KEYWORD && f->fact_of[i] == name)
			return true;
	return false;
}

/* The policy allows the object by name, as it may do with settings. */
static bool
is_allowed_store(const struct judge *j, const struct value *v)
{
	const struct atom *a = value_only(v, ATOM_SYMBOL);
	const struct call_rule *rule =
	    a == NULL ? NULL : call_rule_for(j->policy, facts_name(j->facts, a->id));

	if (rule != NULL)
		judge_tell(j, rule, (unsigned)rule->decision);
	return rule != NULL && rule->decision == DECISION_ALLOW;
}

void
judge_store_on(struct judge *j, uint32_t node, uint32_t object, uint32_t name_id)
{
	const struct value *v = facts_value(j->facts, object);
	struct str name = facts_name(j->facts, name_id);
	struct ruling r = ruling_allow();

	if (is_allowed_store(j, v) || is_stream_swap(j, node, v, name))
		return;
	if (value_find(v, ATOM_MODULE) != NULL || value_find(v, ATOM_SYMBOL) != NULL)
		r = ruling_of(j, DECISION_DENY, "attribute.store",
		    "keep values in names of your own", "'%.*s' changes a library",
		    STR_ARG(tree_text(j->tree, node)));
	else if (!is_dunder(name) && !is_own_object(j, object) &&
		 table_attribute(name).kind == ATTRIBUTE_AUTHORITY)
		r = rule_attribute(j, name_id);
	else if (is_private_store(j, object, name_id))
		r = ruling_of(j, DECISION_ESCALATE, "attribute.store", "leave it to its object",
		    "'%.*s' is what a library's object keeps", STR_ARG(name));
	else if (is_dunder(name) && !str_is_one_of(name, "__name__ __doc__ __qualname__"))
		r = ruling_of(j, DECISION_DENY, "attribute.dunder", "",
		    "the attribute '%.*s' is changed", STR_ARG(name));
	judge_node(j, node, &r);
}

/* x.__class__ and type(x) give a class: to name it or compare it, not to walk on. */
static bool
is_class_use(const struct judge *j, uint32_t node)
{
	const struct tree *t = j->tree;
	uint32_t top = mention_top(t, node), up = t->nodes[top].parent;
	struct str name;

	if (t->nodes[up].kind == K_COMPARISON_OPERATOR || t->nodes[up].kind == K_INTERPOLATION)
		return true;
	if (t->nodes[up].kind == K_CALL && t->nodes[top].field == F_FUNCTION) {
		uint32_t object = tree_child(t, node, F_OBJECT);

		return object != 0 && facts_is_self(j->facts, object);
	}
	if (t->nodes[up].kind == K_ARGUMENT_LIST && t->nodes[t->nodes[up].parent].kind == K_CALL) {
		name = tree_text(t, tree_child(t, t->nodes[up].parent, F_FUNCTION));
		return str_is(name, "isinstance") || str_is(name, "issubclass") ||
		       str_is(name, "print") || str_is(name, "str");
	}
	if (t->nodes[up].kind != K_ATTRIBUTE)
		return false;
	name = tree_text(t, tree_child(t, up, F_ATTRIBUTE));
	return str_is(name, "__name__") || str_is(name, "__qualname__") ||
	       str_is(name, "__doc__") || str_is(name, "__module__") ||
	       (!is_dunder(name) && facts_is_self(j->facts, tree_child(t, node, F_OBJECT)));
}

static void
judge_class_attribute(struct judge *j, const struct attribute *a)
{
	struct ruling r;

	if (a->object != 0 && (is_class_use(j, a->node) || is_own_object(j, a->object)))
		return;
	r = ruling_of(j, DECISION_DENY, "attribute.class",
	    "write type(x).__name__ for a class's name",
	    "'__class__' leads into the interpreter's objects");
	judge_node(j, a->node, &r);
}

/* Names of frames, code objects and the like, which no program gives to its own. */
static bool
is_frame_name(struct str name)
{
	static const char *const prefixes[] = {
	    "gi_", "cr_", "ag_", "tb_", "f_", "co_", "func_", "im_"};

	for (size_t i = 0; i < ARRAY_LENGTH(prefixes); i++)
		if (str_starts(name, str_from(prefixes[i])))
			return table_attribute(name).kind == ATTRIBUTE_AUTHORITY;
	return false;
}

/* x = S(...); x.name: a policy may have a rule for S.name. */
static void
judge_result(struct judge *j, const struct attribute *a)
{
	const struct value *v = facts_value(j->facts, a->object);

	for (unsigned i = 0; i < v->count; i++) {
		char *key;

		if (v->atoms[i].kind != ATOM_RESULT)
			continue;
		key = arena_printf(j->arena, "%.*s.%.*s",
		    STR_ARG(facts_name(j->facts, v->atoms[i].id)),
		    STR_ARG(facts_name(j->facts, a->name)));
		if (key == NULL)
			j->failed = true;
		else if (condition_rule_for(j->policy, str_from(key)) != NULL)
			judge_symbol_mention(j, a->node, str_from(key), false);
	}
}

/* A descriptor's obj.__dict__: a parameter of a method, of which no library's class is known to
 * come. */
static bool
is_method_parameter(const struct judge *j, uint32_t object)
{
	const struct facts *f = j->facts;
	const struct value *v;
	const struct binding *b;

	if (object == 0 || j->tree->nodes[object].kind != K_IDENTIFIER ||
	    f->fact_of[object] == NOWHERE || f->occurrences[f->fact_of[object]].binding == NOWHERE)
		return false;
	b = &f->bindings[f->occurrences[f->fact_of[object]].binding];
	v = facts_value(f, object);
	return b->is_parameter && f->scopes[f->scopes[b->scope].parent].kind == SCOPE_CLASS &&
	       value_find(v, ATOM_SYMBOL) == NULL && value_find(v, ATOM_MODULE) == NULL &&
	       value_find(v, ATOM_RESULT) == NULL;
}

/* Read, and not changed: a text that is put there is run as code by whoever resolves it. */
static bool
is_read_only(const struct judge *j, uint32_t node)
{
	const struct tree *t = j->tree;
	uint32_t top = mention_top(t, node), up = t->nodes[top].parent;
	const struct atom *a;

	switch (t->nodes[up].kind) {
	case K_ATTRIBUTE:
		return is_callee(t, up) &&
		       str_is_one_of(tree_text(t, tree_child(t, up, F_ATTRIBUTE)),
			   "items keys values get copy");
	case K_SUBSCRIPT:
		return t->nodes[top].field == F_VALUE && j->facts->role[up] == ROLE_LOAD;
	case K_FOR_STATEMENT:
	case K_FOR_IN_CLAUSE:
		return t->nodes[top].field == F_RIGHT;
	case K_COMPARISON_OPERATOR:
		return !j->facts->own_operators;
	case K_ARGUMENT_LIST:
		a = value_only(
		    facts_value(j->facts, tree_child(t, t->nodes[up].parent, F_FUNCTION)),
		    ATOM_SYMBOL);
		return a != NULL &&
		       str_is_one_of(facts_name(j->facts, a->id),
			   "builtins.len builtins.list builtins.tuple builtins.set builtins.dict "
			   "builtins.sorted builtins.print builtins.enumerate builtins.zip "
			   "builtins.iter builtins.str builtins.repr");
	default:
		return false;
	}
}

static void
judge_types_use(struct judge *j, const struct attribute *a)
{
	struct ruling r;

	if (is_read_only(j, a->node))
		return;
	r = ruling_of(j, DECISION_ESCALATE, "attribute.dunder", "read it in place",
	    "'__annotations__' may be changed, and is run as code where types are resolved");
	judge_node(j, a->identifier, &r);
}

/* x.__init__(...), x.__new__(...): on super(), self, a class that is named, or an object of this
 * file. Of anything else it makes the object anew, with arguments that no rule looks at. */
static bool
makes_anew(const struct judge *j, const struct attribute *a)
{
	const struct value *v = a->object == 0 ? NULL : facts_value(j->facts, a->object);
	const struct atom *result;

	if (v == NULL || !is_callee(j->tree, a->node))
		return true;
	result = value_only(v, ATOM_RESULT);
	if (result != NULL && str_is(facts_name(j->facts, result->id), "builtins.super"))
		return false;
	return !facts_is_self(j->facts, a->object) && !is_own_object(j, a->object) &&
	       (!value_is(v, ATOM_SYMBOL) || makes_foreign_anew(j, a));
}

static void
judge_maker(struct judge *j, const struct attribute *a)
{
	struct ruling r;

	if (!makes_anew(j, a))
		return;
	r = ruling_of(j, DECISION_ESCALATE, "attribute.dunder", "call the class",
	    "'%.*s' makes an object anew", STR_ARG(facts_name(j->facts, a->name)));
	judge_node(j, a->identifier, &r);
}

/* x.apply(...), where x can only be an object of this file: but for a rule that is met anyway. */
static bool
is_callee_of_kin(struct judge *j, const struct attribute *a)
{
	return a->object != 0 && j->tree->nodes[a->node].kind == K_ATTRIBUTE &&
	       is_callee(j->tree, a->node) && facts_is_method(j->facts, a->name) &&
	       is_kin_method(j, a->object, a->name);
}

static void
judge_by_name(struct judge *j, const struct attribute *a)
{
	struct str name = facts_name(j->facts, a->name);
	struct ruling r = rule_attribute(j, a->name);
	bool own = a->object != 0 && is_own_object(j, a->object);
	bool sealed = own && is_sealed_object(j, a->object);

	if (method_rule(j, name, NULL) != NULL) {
		char key[128];

		key[0] = '.';
		memcpy(key + 1, name.p, name.n);
		if (!sealed && !is_callee_of_kin(j, a))
			judge_symbol_mention(j, a->node, (struct str){key, name.n + 1}, false);
		return;
	}
	if (r.decision == DECISION_ALLOW) {
		if (str_is(name, "__class__"))
			judge_class_attribute(j, a);
		else if (str_is_one_of(name, "__init__ __new__"))
			judge_maker(j, a);
		else if (str_is(name, "__annotations__"))
			judge_types_use(j, a);
		return;
	}
	if (str_is(name, "__dict__") &&
	    (((own || is_method_parameter(j, a->object)) && is_plain_use_of_fields(j, a->node)) ||
		is_only_written(j, a->node)))
		return;
	if (judge_base_method(j, a))
		return;
	if (is_dunder(name)) {
		if (!is_only_named(j->tree, a->node, name) && !is_only_missed(j->tree, a->node))
			judge_node(j, a->identifier, &r);
		return;
	}
	if (own && !is_frame_name(name) &&
	    (sealed || table_attribute(name).kind != ATTRIBUTE_AUTHORITY))
		return;
	if (r.rule != NULL && strcmp(r.rule, "attribute.unreviewed") == 0 &&
	    is_own_name(j, a->name))
		return;
	judge_node(j, a->identifier, &r);
}

static void
judge_symbols(struct judge *j, const struct attribute *a)
{
	const struct value *v = facts_value(j->facts, a->node),
			   *object = facts_value(j->facts, a->object);
	bool of_module = value_find(object, ATOM_MODULE) != NULL;

	for (unsigned i = 0; i < v->count; i++) {
		struct str symbol = facts_name(j->facts, v->atoms[i].id);
		const struct call_rule *rule;

		if (v->atoms[i].kind != ATOM_SYMBOL)
			continue;
		rule = call_rule_for(j->policy, symbol);
		if (of_module || condition_rule_for(j->policy, symbol) != NULL ||
		    (rule != NULL && str_eq(rule->name, symbol)))
			judge_symbol_mention(j, a->node, symbol, false);
	}
	judge_module_escape(j, a->node, v);
}

static void
judge_attribute(struct judge *j, const struct attribute *a)
{
	const struct value *object;

	j->mention = a->identifier;
	if (a->role == ROLE_STORE || a->role == ROLE_DELETE) {
		judge_store_on(j, a->node, a->object, a->name);
		return;
	}
	if (a->object == 0) {
		judge_by_name(j, a);
		return;
	}
	object = facts_value(j->facts, a->object);
	judge_result(j, a);
	if (j->tree->nodes[a->node].kind == K_ATTRIBUTE)
		judge_symbols(j, a);
	if (value_only(object, ATOM_MODULE) == NULL || is_dunder(facts_name(j->facts, a->name)))
		judge_by_name(j, a);
}

void
judge_attributes(struct judge *j)
{
	for (size_t i = 0; i < j->facts->attributes_count && !j->failed; i++)
		judge_attribute(j, &j->facts->attributes[i]);
}
