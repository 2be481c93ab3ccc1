/* SPDX-License-Identifier: MIT */
/* Builtins, attributes, classes of authority. */
#include "lint_parts.h"

void
look_builtin_default(struct lint *l)
{
	const struct json_node *n = lint_get(l, "builtins", "default");

	if (n != NULL && str_is(n->text, "allow") && !lint_is_open(l))
		lint_say(l, n, "every builtin without authority is allowed");
}

void
look_builtin_unknown(struct lint *l)
{
	for (size_t i = 0; i < l->entry_count; i++) {
		const struct lint_entry *e = &l->entries[i];

		if (e->section == SECTION_BUILTINS &&
		    table_member(STR("builtins"), e->name).kind == MEMBER_NONE)
			lint_say(l, e->name_node, "there is no builtin '%.*s'", STR_ARG(e->name));
	}
}

void
look_builtin_authority(struct lint *l)
{
	for (size_t i = 0; i < l->entry_count; i++) {
		const struct lint_entry *e = &l->entries[i];
		struct table_member m = table_member(STR("builtins"), e->name);

		if (e->section == SECTION_BUILTINS && e->decision == DECISION_ALLOW &&
		    m.capabilities != 0 && !lint_is_ruled(l, lint_symbol(l, e->name)))
			lint_say(l, e->name_node,
			    "the builtin '%.*s' gives %s, and no rule looks at it",
			    STR_ARG(e->name), lint_capability(m.capabilities));
	}
}

void
look_attribute_default(struct lint *l)
{
	const struct json_node *n = lint_get(l, "attributes", "default");

	if (n != NULL && str_is(n->text, "allow") && !lint_is_open(l))
		lint_say(l, n, "attributes that nobody reviewed are allowed");
}

void
look_attribute_unknown(struct lint *l)
{
	for (size_t i = 0; i < l->entry_count; i++) {
		const struct lint_entry *e = &l->entries[i];

		if (e->section == SECTION_ATTRIBUTES && !is_inert(e->name) &&
		    table_attribute(e->name).kind == ATTRIBUTE_UNKNOWN)
			lint_say(l, e->name_node, "no library has an attribute '%.*s'",
			    STR_ARG(e->name));
	}
}

void
look_attribute_safe(struct lint *l)
{
	for (size_t i = 0; i < l->entry_count; i++) {
		const struct lint_entry *e = &l->entries[i];

		if (e->section == SECTION_ATTRIBUTES && e->decision == DECISION_ALLOW &&
		    (table_attribute(e->name).kind == ATTRIBUTE_SAFE || is_inert(e->name)))
			lint_say(l, e->name_node, "the attribute '%.*s' is safe by the table",
			    STR_ARG(e->name));
	}
}

void
look_attribute_authority(struct lint *l)
{
	for (size_t i = 0; i < l->entry_count; i++) {
		const struct lint_entry *e = &l->entries[i];
		struct table_attribute a = table_attribute(e->name);
		unsigned bits = lint_unheld(l, e->name, a.capabilities);

		if (e->section != SECTION_ATTRIBUTES || e->decision != DECISION_ALLOW)
			continue;
		if (a.kind == ATTRIBUTE_LEADS)
			lint_say(l, e->name_node, "the attribute '%.*s' leads to a module",
			    STR_ARG(e->name));
		else if (a.kind == ATTRIBUTE_AUTHORITY && bits != 0)
			lint_say(l, e->name_node, "the attribute '%.*s' gives %s", STR_ARG(e->name),
			    lint_capability(bits));
	}
}

void
look_attribute_dunder(struct lint *l)
{
	for (size_t i = 0; i < l->entry_count; i++) {
		const struct lint_entry *e = &l->entries[i];

		if (e->section == SECTION_ATTRIBUTES && e->decision == DECISION_ALLOW &&
		    is_dunder(e->name) && !is_inert(e->name))
			lint_say(l, e->name_node, "the attribute '%.*s' belongs to the interpreter",
			    STR_ARG(e->name));
	}
}

void
look_capability_default(struct lint *l)
{
	const struct json_node *n = lint_get(l, "capabilities", "default");

	if (n != NULL && str_is(n->text, "allow") && !lint_is_open(l))
		lint_say(l, n, "every class of authority is allowed");
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

void
look_capability_wide(struct lint *l)
{
	static const char *const wide[] = {
	    "process", "code", "native", "deserialise", "introspect"};

	for (size_t i = 0; i < ARRAY_LENGTH(wide); i++) {
		const struct lint_entry *e = given(l, wide[i], DECISION_ALLOW);

		if (e != NULL)
			lint_say(l, e->name_node, "the whole class '%s' is allowed", wide[i]);
	}
}

void
look_capability_network(struct lint *l)
{
	const struct lint_entry *e = given(l, "network", DECISION_ESCALATE);

	if (e != NULL)
		lint_say(l, e->name_node, "the network is %s, and the sandbox has none",
		    e->decision == DECISION_ALLOW ? "allowed" : "escalated");
}
