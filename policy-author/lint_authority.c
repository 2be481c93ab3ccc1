/* SPDX-License-Identifier: MIT */
/* Finds entries that let more through than their author may see. */
#include "lint_parts.h"

/* Of the section that says `default: allow`. */
static void
look_default(struct lint *l, const char *section, const char *what)
{
	const struct json_node *n = lint_get(l, section, "default");

	if (n != NULL && str_is(n->text, "allow") && !lint_is_open(l))
		lint_say(l, n, "%s", what);
}

void
look_default_allow(struct lint *l)
{
	look_default(l, "imports", "every module without authority may be imported");
	look_default(l, "builtins", "every builtin without authority is allowed");
	look_default(l, "attributes", "attributes that nobody reviewed are allowed");
	look_default(l, "capabilities", "every capability is allowed");
}

static bool
is_name_ruled(struct lint *l, struct str module, struct str name, struct table_member m)
{
	char *symbol = arena_printf(l->arena, "%.*s.%.*s", STR_ARG(module), STR_ARG(name));

	if (symbol == NULL) {
		l->failed = true;
		return true;
	}
	return lint_is_ruled(l, str_from(symbol)) || (m.target.n > 0 && lint_is_ruled(l, m.target));
}

static void
say_authority(
    struct lint *l, const struct lint_entry *e, const struct json_node *name, struct table_member m)
{
	unsigned bits = lint_unheld(l, m.target, m.capabilities & LINT_STRONG);

	if (m.kind == MEMBER_MODULE && policy_import(l->policy, m.target, NULL) != DECISION_ALLOW)
		lint_say(l, name, "'%.*s' of module '%.*s' is module '%.*s', which is not allowed",
		    STR_ARG(name->text), STR_ARG(e->name), STR_ARG(m.target));
	if (bits != 0 && !is_name_ruled(l, e->name, name->text, m))
		lint_say(l, name,
		    "'%.*s' of module '%.*s' carries authority (%s), and no rule restricts it",
		    STR_ARG(name->text), STR_ARG(e->name), lint_capability(bits));
}

static void
builtin_authority(struct lint *l, const struct lint_entry *e)
{
	struct table_member m = table_member(STR("builtins"), e->name);

	if (m.capabilities != 0 && !lint_is_ruled(l, lint_symbol(l, e->name)))
		lint_say(l, e->name_node,
		    "the builtin '%.*s' carries authority (%s), and no rule restricts it",
		    STR_ARG(e->name), lint_capability(m.capabilities));
}

static void
attribute_authority(struct lint *l, const struct lint_entry *e)
{
	struct table_attribute a = table_attribute(e->name);
	unsigned bits = lint_unheld(l, e->name, a.capabilities);

	if (a.kind == ATTRIBUTE_LEADS)
		lint_say(l, e->name_node, "the attribute '%.*s' gives access to a module",
		    STR_ARG(e->name));
	else if (a.kind == ATTRIBUTE_AUTHORITY && bits != 0)
		lint_say(l, e->name_node, "the attribute '%.*s' carries authority (%s)",
		    STR_ARG(e->name), lint_capability(bits));
}

static void
call_authority(struct lint *l, const struct lint_entry *e)
{
	struct str symbol = lint_symbol(l, e->name);
	bool known;
	unsigned bits = lint_unheld(l, symbol, lint_authority(symbol, &known) & LINT_STRONG);

	if (bits != 0 && condition_rule_for(l->policy, symbol) == NULL)
		lint_say(l, e->name_node, "'%.*s' carries authority (%s), and no rule restricts it",
		    STR_ARG(e->name), lint_capability(bits));
}

/* The entry of a class in a list that does not deny it. */
static const struct lint_entry *
given(const struct lint *l, const char *name, enum decision at_least)
{
	for (size_t i = 0; i < l->entry_count; i++)
		if (l->entries[i].section == SECTION_CAPABILITIES &&
		    l->entries[i].decision >= at_least && str_is(l->entries[i].name, name))
			return &l->entries[i];
	return NULL;
}

static void
capability_wide(struct lint *l)
{
	static const char *const wide[] = {
	    "process", "code", "native", "deserialise", "introspect"};

	for (size_t i = 0; i < ARRAY_LENGTH(wide); i++) {
		const struct lint_entry *e = given(l, wide[i], DECISION_ALLOW);

		if (e != NULL)
			lint_say(l, e->name_node, "the whole capability '%s' is allowed", wide[i]);
	}
}

/* Of a described library, a module that its pack keeps closed: whoever lists names of it answers for
 * them. */
static void
closed_module(struct lint *l, const struct lint_entry *e)
{
	struct table_module m = table_module(e->name);
	struct str rest = e->name, top;

	if (json_get(l->doc, e->node, "pack") == NULL && m.members == 0 &&
	    m.capabilities == (CAP_CODE | CAP_NATIVE) && str_cut(&rest, '.', &top))
		lint_say(l, e->name_node,
		    "the pack of '%.*s' refuses module '%.*s': nobody reviewed its names",
		    STR_ARG(top), STR_ARG(e->name));
}

void
look_authority(struct lint *l)
{
	lint_each_entry(l, SECTION_IMPORTS, DECISION_ALLOW, closed_module);
	lint_each_name(l, "api", say_authority);
	lint_each_name(l, "also", say_authority);
	lint_each_entry(l, SECTION_BUILTINS, DECISION_ALLOW, builtin_authority);
	lint_each_entry(l, SECTION_ATTRIBUTES, DECISION_ALLOW, attribute_authority);
	lint_each_entry(l, SECTION_CALLS, DECISION_ALLOW, call_authority);
	capability_wide(l);
}

void
look_capability_network(struct lint *l)
{
	const struct lint_entry *e = given(l, "network", DECISION_ESCALATE);

	if (e != NULL)
		lint_say(l, e->name_node, "the network is %s, but the sandbox has none",
		    e->decision == DECISION_ALLOW ? "allowed" : "escalated");
}
