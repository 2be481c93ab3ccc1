/* SPDX-License-Identifier: MIT */
/* Calls that reflect: getattr and its kin with the name that they are given, type() as a maker of
 * classes. */
#include "judge.h"

/* A name says what it reads, and so does a plain literal. Whatever joins, decodes or cuts a text to
 * get a refused name hides it. */
static bool
is_spelled_out(const struct judge *j, uint32_t node)
{
	enum kind k = (enum kind)j->tree->nodes[node = unwrapped(j, node)].kind;

	return k == K_IDENTIFIER ||
	       (k == K_STRING && !j->facts->texts[j->facts->fact_of[node]].format &&
		   memchr(tree_text(j->tree, node).p, '\\', tree_text(j->tree, node).n) == NULL);
}

static bool
may_be_module(const struct judge *j, struct atom a)
{
	return a.kind == ATOM_MODULE || (a.kind == ATOM_SYMBOL && is_undescribed(name_of(j, a.id)));
}

/* A module behind a module's name is given away as if it were written out. */
static void
reflect_on_module(struct judge *j, const struct call *c, struct atom module, struct str name,
    const struct value *member)
{
	judge_symbol_mention(j, c->function, dotted_name(j, name_of(j, module.id), name), false);
	judge_module_escape(j, c->node, member);
}

static void
reflect_on(
    struct judge *j, const struct call *c, uint32_t object, uint32_t spelling, struct str name)
{
	const struct value *v = value_at(j, object);
	struct ruling r = rule_attribute_by_text(j, name);

	if (r.decision == DECISION_ALLOW && str_is(name, "__class__"))
		r = ruling_of(j, DECISION_ESCALATE, "attribute.class", "write type(x)",
		    "'__class__' is looked up by a string");
	j->hides_name = !is_spelled_out(j, spelling);
	VALUE_EACH(a, v) {
		struct value member;

		if (!may_be_module(j, *a))
			continue;
		member = value_of_member(j->facts, name_of(j, a->id), name);
		for (unsigned k = 0; k < member.count; k++)
			if (member.atoms[k].kind == ATOM_SYMBOL)
				judge_symbol_mention(
				    j, c->function, name_of(j, member.atoms[k].id), false);
			else if (member.atoms[k].kind == ATOM_MODULE)
				reflect_on_module(j, c, *a, name, &member);
	}
	judge_node(j, c->node, &r);
	j->hides_name = false;
}

static void
reflect_unknown(struct judge *j, const struct call *c, uint32_t node, const struct value *name)
{
	struct value nothing = value_unknown();
	const struct value *object = node == 0 ? &nothing : value_at(j, node);
	struct str text = fold_prefix(j->facts, name);
	const struct atom *symbol = value_find(object, ATOM_SYMBOL);
	bool module = value_find(object, ATOM_MODULE) != NULL ||
		      (symbol != NULL && may_be_module(j, *symbol));
	bool own = node != 0 && is_own_object(j, node);
	struct ruling r;

	if (!module && text.n >= 2 && text.p[0] != '_' && own)
		return;
	r = ruling_of(j, module ? DECISION_DENY : DECISION_ESCALATE, "reflection.unknown",
	    "write the attribute's name as a literal, or use a dictionary",
	    "the program text does not show which attribute is read");
	r.evasion = module;
	judge_node(j, c->node, &r);
}

static void
judge_getattr(struct judge *j, const struct call *c, bool stores)
{
	bool spread;
	uint32_t object = facts_find_argument(j->facts, c->arguments, 0, STR(""), &spread);
	uint32_t name =
	    object == 0 ? 0 : facts_find_argument(j->facts, c->arguments, 1, STR(""), &spread);
	const struct value *v = name == 0 ? NULL : value_at(j, name);
	struct value nothing = value_unknown();

	if (v == NULL || spread || j->facts->unsettled) {
		reflect_unknown(j, c, object, &nothing);
		return;
	}
	VALUE_EACH(a, v)
		if (a->kind == ATOM_STRING) {
			reflect_on(j, c, object, name, name_of(j, a->id));
			if (stores)
				judge_store_on(j, c->node, object, a->id);
		}
	if (!value_is(v, KIND_BIT(ATOM_STRING)))
		reflect_unknown(j, c, object, v);
}

/* A text, number, list or dictionary. */
static bool
is_plain_value(const struct value *v)
{
	return value_is(v, KINDS_TEXT | KINDS_NUMBER | KIND_BIT(ATOM_LITERAL));
}

static bool
is_type_result(const struct judge *j, uint32_t node)
{
	return effects_have(effects_of_value(j, node, ATOM_RESULT), EFFECT_CLASSOF);
}

/* Of type(x): x is self, an object of the file, or a constant, whose class opens nothing. */
static bool
is_own_type(const struct judge *j, uint32_t call)
{
	bool spread;
	uint32_t object = j->tree->nodes[call].kind != K_CALL
			      ? 0
			      : facts_find_argument(j->facts,
				    tree_child(j->tree, call, F_ARGUMENTS), 0, STR(""), &spread);

	return object != 0 && (is_own_object(j, object) || is_plain_value(value_at(j, object)));
}

static void
judge_type(struct judge *j, const struct call *c)
{
	unsigned count = 0;

	for (struct argument a = {0}; facts_argument(j->facts, c->arguments, &a);)
		count += a.spread || a.name != 0 ? 3 : 1;
	if (count > 1)
		judge_find(j, c->node, DECISION_DENY, "reflection.class", "write a class statement",
		    "type() with more than one argument creates a class");
	else if (j->policy->files.given && !is_own_type(j, c->node) &&
		 !is_only_written(j, c->node) &&
		 j->tree->nodes[j->tree->nodes[mention_top(j->tree, c->node)].parent].kind !=
		     K_ATTRIBUTE &&
		 program_opens_files(j))
		judge_unknown_file(j, c->node, false, tree_text(j->tree, c->node));
}

/* T = type(x); T('name', (), {...}). Of an object of a library, its class opens whatever path it is
 * called with: type(f.buffer.raw)('/etc/passwd'). */
static void
judge_class_of_class(struct judge *j, const struct call *c)
{
	if (!is_type_result(j, c->function) || is_own_type(j, unwrapped(j, c->function)))
		return;
	judge_type(j, c);
	for (struct argument a = {0}; facts_argument(j->facts, c->arguments, &a);) {
		if (is_plain_value(value_at(j, a.node)) && !fold_is_text(value_at(j, a.node)))
			continue;
		judge_find(j, c->node, DECISION_ESCALATE, "reflection.class", "name the class",
		    "the program text does not name the class of this object");
	}
}

/* class C(type(x)): a child of a class that rules refuse by its name. */
static void
judge_bases(struct judge *j, uint32_t class)
{
	uint32_t bases = tree_child(j->tree, class, F_SUPERCLASSES);

	for (struct argument a = {0}; facts_argument(j->facts, bases, &a);) {
		if (!is_type_result(j, a.node) || is_own_type(j, unwrapped(j, a.node)))
			continue;
		judge_find(j, a.node, DECISION_ESCALATE, "reflection.class", "name the class",
		    "the program text does not name a base of this class");
	}
}

void
judge_calls(struct judge *j)
{
	for (uint32_t i = 0; i < j->tree->count && !j->failed; i++)
		if (j->tree->nodes[i].kind == K_CLASS_DEFINITION)
			judge_bases(j, i);
	FACTS_EACH(c, j->facts, calls) {
		uint64_t effects = effects_of_value(j, c->function, ATOM_SYMBOL);

		j->mention = c->node;
		judge_keywords(j, c);
		if (effects_have(effects, EFFECT_GETATTR | EFFECT_SETATTR))
			judge_getattr(j, c, effects_have(effects, EFFECT_SETATTR));
		else if (effects_have(effects, EFFECT_CLASSOF))
			judge_type(j, c);
		else
			judge_class_of_class(j, c);
	}
}
