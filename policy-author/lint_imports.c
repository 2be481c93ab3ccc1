/* SPDX-License-Identifier: MIT */
/* Imports against the table of what the modules hold. */
#include "lint_parts.h"

void
look_import_default(struct lint *l)
{
	const struct json_node *n = lint_get(l, "imports", "default");

	if (n != NULL && str_is(n->text, "allow") && !lint_is_open(l))
		lint_say(l, n, "every module without authority may be imported");
}

static struct str
top_of(struct str module)
{
	struct str top;

	str_cut(&module, '.', &top);
	return top;
}

bool
lint_is_package(struct str module)
{
	struct str rest = table_versions(), word, top = top_of(module);

	while (str_cut(&rest, ' ', &word))
		if (str_starts(word, top) && word.n > top.n && word.p[top.n] == '=' &&
		    !str_is(top, "python"))
			return true;
	return false;
}

void
look_import_unknown(struct lint *l)
{
	for (size_t i = 0; i < l->entry_count; i++) {
		const struct lint_entry *e = &l->entries[i];

		if (e->section == SECTION_IMPORTS && !table_module(e->name).known &&
		    l->policy->settings.venv.n == 0)
			lint_say(l, e->name_node, "no module '%.*s' is known, and there is no venv",
			    STR_ARG(e->name));
	}
}

void
look_import_packages(struct lint *l)
{
	const struct policy *p = l->policy;

	for (size_t i = 0; i < l->entry_count; i++) {
		const struct lint_entry *e = &l->entries[i];

		if (e->section != SECTION_IMPORTS || e->decision == DECISION_DENY ||
		    !lint_is_package(e->name) || p->settings.venv.n > 0)
			continue;
		if (!p->packages)
			lint_say(l, e->name_node,
			    "module '%.*s' is of a package, and no packages are mounted",
			    STR_ARG(e->name));
		else if (!policy_has_package(p, e->name))
			lint_say(l, e->name_node,
			    "module '%.*s' is of a package that 'packages' does not list",
			    STR_ARG(e->name));
	}
}

typedef void name_look(struct lint *l, const struct lint_entry *e, const struct json_node *name,
    struct table_member m);

/* Each name in `key` of the allowed modules that the table holds with their names. */
static void
each_name(struct lint *l, const char *key, name_look *look)
{
	for (size_t i = 0; i < l->entry_count; i++) {
		const struct lint_entry *e = &l->entries[i];
		const struct json_node *list = json_get(l->doc, e->node, key);

		if (e->section != SECTION_IMPORTS || e->decision != DECISION_ALLOW ||
		    table_module(e->name).members.n == 0)
			continue;
		for (const struct json_node *n = json_first(l->doc, list); n != NULL;
		     n = json_next(l->doc, n))
			look(l, e, n, table_member(e->name, n->text));
	}
}

static void
say_unknown(
    struct lint *l, const struct lint_entry *e, const struct json_node *name, struct table_member m)
{
	if (m.kind == MEMBER_NONE && memchr(name->text.p, '.', name->text.n) == NULL)
		lint_say(
		    l, name, "module '%.*s' has no '%.*s'", STR_ARG(e->name), STR_ARG(name->text));
}

void
look_api_unknown(struct lint *l)
{
	each_name(l, "api", say_unknown);
	each_name(l, "also", say_unknown);
}

static void
say_private(
    struct lint *l, const struct lint_entry *e, const struct json_node *name, struct table_member m)
{
	if (m.kind != MEMBER_NONE && m.is_private)
		lint_say(l, name, "'%.*s' is not public in module '%.*s'", STR_ARG(name->text),
		    STR_ARG(e->name));
}

void
look_api_private(struct lint *l)
{
	each_name(l, "api", say_private);
	each_name(l, "also", say_private);
}

static void
say_module(
    struct lint *l, const struct lint_entry *e, const struct json_node *name, struct table_member m)
{
	if (m.kind == MEMBER_MODULE && policy_import(l->policy, m.target, NULL) != DECISION_ALLOW)
		lint_say(l, name, "'%.*s' of module '%.*s' is module '%.*s', which is not allowed",
		    STR_ARG(name->text), STR_ARG(e->name), STR_ARG(m.target));
}

void
look_api_module(struct lint *l)
{
	each_name(l, "api", say_module);
	each_name(l, "also", say_module);
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

	if (bits != 0 && !is_name_ruled(l, e->name, name->text, m))
		lint_say(l, name, "'%.*s' of module '%.*s' gives %s, and no rule looks at it",
		    STR_ARG(name->text), STR_ARG(e->name), lint_capability(bits));
}

void
look_api_authority(struct lint *l)
{
	each_name(l, "api", say_authority);
}

void
look_also_bare(struct lint *l)
{
	each_name(l, "also", say_authority);
}

static void
say_harmless(
    struct lint *l, const struct lint_entry *e, const struct json_node *name, struct table_member m)
{
	if (m.kind != MEMBER_NONE && m.capabilities == 0 && !m.is_private &&
	    json_get(l->doc, e->node, "api") == NULL)
		lint_say(l, name, "'%.*s' of module '%.*s' is allowed without 'also'",
		    STR_ARG(name->text), STR_ARG(e->name));
}

void
look_also_harmless(struct lint *l)
{
	each_name(l, "also", say_harmless);
}

/* The package above that decides as this entry does. */
void
look_import_covered(struct lint *l)
{
	for (size_t i = 0; i < l->entry_count; i++) {
		const struct lint_entry *e = &l->entries[i];
		struct str above = e->name;

		if (e->section != SECTION_IMPORTS || e->decision == DECISION_ALLOW ||
		    json_get(l->doc, e->node, "message") != NULL ||
		    import_rule_find(l->base, e->name) != NULL)
			continue;
		while (above.n > 0 && above.p[above.n - 1] != '.')
			above.n--;
		if (above.n == 0)
			continue;
		above.n--;
		const struct import_rule *r = import_rule_for(l->policy, above);
		if (r != NULL && r->decision == e->decision)
			lint_say(l, e->name_node, "module '%.*s' is %s with '%.*s' already",
			    STR_ARG(e->name), e->decision == DECISION_DENY ? "denied" : "escalated",
			    STR_ARG(r->module));
	}
}
