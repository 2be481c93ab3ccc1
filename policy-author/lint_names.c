/* SPDX-License-Identifier: MIT */
/* Names against the tables of what Python and its libraries hold. */
#include "lint_parts.h"

#include "file.h"
#include "outline.h"
#include "survey.h"

static bool
is_package(struct str module)
{
	struct str rest = table_versions(), word, top = dotted_top(module);

	while (str_cut(&rest, ' ', &word))
		if (str_starts(word, top) && word.n > top.n && word.p[top.n] == '=' &&
		    !str_is(top, "python"))
			return true;
	return false;
}

void
look_import_packages(struct lint *l)
{
	const struct policy *p = l->policy;

	for (size_t i = 0; i < l->entry_count; i++) {
		const struct lint_entry *e = &l->entries[i];

		if (e->section != SECTION_IMPORTS || e->decision == DECISION_DENY ||
		    !is_package(e->name) || p->settings.venv.n > 0)
			continue;
		if (!p->packages)
			lint_say(l, e->name_node,
			    "module '%.*s' belongs to a package, but 'executor' allows no packages",
			    STR_ARG(e->name));
		else if (!policy_has_package(p, e->name))
			lint_say(l, e->name_node,
			    "module '%.*s' belongs to a package that 'packages' does not list",
			    STR_ARG(e->name));
	}
}

void
lint_each_entry(struct lint *l, enum section s, enum decision at_least, lint_entry_look *look)
{
	for (size_t i = 0; i < l->entry_count; i++)
		if (l->entries[i].section == s && l->entries[i].decision >= at_least)
			look(l, &l->entries[i]);
}

void
lint_each_name(struct lint *l, const char *key, lint_name_look *look)
{
	for (size_t i = 0; i < l->entry_count; i++) {
		const struct lint_entry *e = &l->entries[i];
		const struct json_node *list = json_get(l->doc, e->node, key);

		if (e->section != SECTION_IMPORTS || e->decision != DECISION_ALLOW ||
		    table_module(e->name).members == 0)
			continue;
		JSON_EACH(n, l->doc, list)
			look(l, e, n, table_member(e->name, n->text));
	}
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
	lint_each_name(l, "api", say_private);
	lint_each_name(l, "also", say_private);
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

static void
say_unknown(
    struct lint *l, const struct lint_entry *e, const struct json_node *name, struct table_member m)
{
	if (m.kind == MEMBER_NONE && memchr(name->text.p, '.', name->text.n) == NULL)
		lint_say(
		    l, name, "module '%.*s' has no '%.*s'", STR_ARG(e->name), STR_ARG(name->text));
}

static void
import_unknown(struct lint *l, const struct lint_entry *e)
{
	if (!table_module(e->name).known && l->policy->settings.venv.n == 0)
		lint_say(l, e->name_node, "module '%.*s' is unknown, and the policy names no venv",
		    STR_ARG(e->name));
}

/* The text of a pack that the policy admits. */
static struct str
pack_text(const struct lint *l, struct str package)
{
	size_t count;
	const struct policy_source *files = policy_sources(l->policy, &count);

	for (size_t i = 0; i < count; i++)
		if (str_ends(files[i].name, STR(".pack")) && str_starts(files[i].name, package) &&
		    files[i].name.n == package.n + 5)
			return files[i].text;
	return STR("");
}

/* A line "MODULE.NAME KIND ..." refuses the name. */
static bool
is_refused(const struct lint *l, struct str package, struct str module, struct str name)
{
	struct str text = pack_text(l, package), line, word;

	while (text.n > 0 && str_cut(&text, '\n', &line)) {
		str_cut(&line, ' ', &word);
		if (word.n == module.n + 1 + name.n && str_starts(word, module) &&
		    str_ends(word, name) && word.p[module.n] == '.')
			return true;
	}
	return false;
}

static void
compare_with_pack(struct lint *l, const struct lint_entry *e, const struct pack *p)
{
	const struct json_node *api = json_get(l->doc, e->node, "api");
	const struct name_rule *m = name_rule_find(&p->modules, e->name);
	struct str name;

	if (m == NULL) {
		lint_say(l, e->name_node, "the pack of '%.*s' does not admit module '%.*s'",
		    STR_ARG(p->package), STR_ARG(e->name));
		return;
	}
	JSON_EACH(n, l->doc, api) {
		name = str_slice(n->text, 0, n->text.n - (str_ends(n->text, STR(".*")) ? 2 : 0));
		if (!words_have(&m->api, name) && !words_have(&m->asked, name))
			lint_say(l, n,
			    is_refused(l, p->package, e->name, name)
				? "the pack of '%.*s' refuses '%.*s' of module '%.*s'"
				: "the pack of '%.*s' has no '%.*s' in module '%.*s'",
			    STR_ARG(p->package), STR_ARG(name), STR_ARG(e->name));
	}
}

static bool
is_in(const char *folder, struct str package, struct arena *a)
{
	const char *inside = arena_printf(a, "%s/%.*s", folder, STR_ARG(package)),
		   *file = arena_printf(a, "%s/%.*s.py", folder, STR_ARG(package));

	return inside == NULL || file == NULL || file_exists(inside) || file_exists(file);
}

/* Entries of packages that only a pack or their files describe. */
static void
undescribed_unknown(struct lint *l)
{
	const char *venv = arena_text(l->arena, l->policy->settings.venv),
		   *folder = venv != NULL ? survey_folder(l->arena, venv) : NULL;

	for (size_t i = 0; i < l->entry_count; i++) {
		const struct lint_entry *e = &l->entries[i];
		const struct pack *p = pack_of_symbol(l->policy, e->name);

		if (e->section != SECTION_IMPORTS || e->decision != DECISION_ALLOW ||
		    table_module(dotted_top(e->name)).known)
			continue;
		if (p != NULL && json_get(l->doc, e->node, "api") != NULL)
			compare_with_pack(l, e, p);
		if (folder != NULL && l->policy->settings.venv.n > 0 && file_exists(folder) &&
		    !is_in(folder, dotted_top(e->name), l->arena) &&
		    !is_in(SURVEY_SYSTEM_FOLDER, dotted_top(e->name), l->arena))
			lint_say(l, e->name_node,
			    "neither '%s' nor the interpreter has a package '%.*s'", folder,
			    STR_ARG(dotted_top(e->name)));
	}
}

static void
builtin_unknown(struct lint *l, const struct lint_entry *e)
{
	if (table_member(STR("builtins"), e->name).kind == MEMBER_NONE)
		lint_say(l, e->name_node, "there is no builtin '%.*s'", STR_ARG(e->name));
}

static void
attribute_unknown(struct lint *l, const struct lint_entry *e)
{
	if (!is_inert(e->name) && table_attribute(e->name).kind == ATTRIBUTE_UNKNOWN)
		lint_say(l, e->name_node, "no library has an attribute '%.*s'", STR_ARG(e->name));
}

static void
call_unknown(struct lint *l, const struct lint_entry *e)
{
	bool known;

	(void)lint_authority(lint_symbol(l, e->name), &known);
	if (!known && !table_module(e->name).known && l->policy->settings.venv.n == 0)
		lint_say(l, e->name_node, "'%.*s' is unknown", STR_ARG(e->name));
}

static void
rule_call_unknown(struct lint *l)
{
	for (size_t i = 0; i < l->rule_count; i++) {
		const struct lint_rule *r = &l->rules[i];

		for (size_t k = 0; r->model != NULL && k < r->model->calls.count; k++) {
			struct str name = r->model->calls.items[k];
			bool known = true;

			if (name.p[0] == '.')
				known = table_attribute(str_slice(name, 1, name.n)).kind !=
					ATTRIBUTE_UNKNOWN;
			else
				(void)lint_authority(name, &known);
			if (!known && l->policy->settings.venv.n == 0)
				lint_say(l, r->id,
				    "rule '%.*s' is about '%.*s', which does not exist",
				    STR_ARG(r->model->id), STR_ARG(outline_shown(name)));
		}
	}
}

static void
guarantee_unknown(struct lint *l, const char *key)
{
	const struct words *known = l->subject->guarantees;
	const struct json_node *list = lint_get(l, "executor", key);

	JSON_EACH(n, l->doc, list)
		if (known != NULL && !words_have(known, n->text))
			lint_say(l, n, "no sandbox has the guarantee '%.*s'", STR_ARG(n->text));
}

void
look_unknown_name(struct lint *l)
{
	lint_each_entry(l, SECTION_IMPORTS, DECISION_DENY, import_unknown);
	undescribed_unknown(l);
	lint_each_name(l, "api", say_unknown);
	lint_each_name(l, "also", say_unknown);
	lint_each_entry(l, SECTION_BUILTINS, DECISION_DENY, builtin_unknown);
	lint_each_entry(l, SECTION_ATTRIBUTES, DECISION_DENY, attribute_unknown);
	lint_each_entry(l, SECTION_CALLS, DECISION_DENY, call_unknown);
	rule_call_unknown(l);
	guarantee_unknown(l, "require");
	guarantee_unknown(l, "escalate");
}

/* The loader looks for a pack only where an entry says so. */
void
look_pack_unused(struct lint *l)
{
	const struct policy_texts *texts = l->subject->texts;
	struct err err;

	for (size_t i = 0; i < l->entry_count && texts != NULL && texts->find_pack != NULL; i++) {
		const struct lint_entry *e = &l->entries[i];
		struct str text = {0}, top = dotted_top(e->name);

		if (e->section == SECTION_IMPORTS && e->decision == DECISION_ALLOW &&
		    !table_module(top).known && pack_of_symbol(l->policy, e->name) == NULL &&
		    texts->find_pack(texts->context, l->arena, top, &text, &err) && text.n > 0)
			lint_say(l, e->name_node,
			    "'%.*s' has an installed pack that the policy does not admit",
			    STR_ARG(top));
	}
}
