/* SPDX-License-Identifier: MIT */
/* The lists of all sections: entries that contradict, repeat or say nothing new. */
#include "lint_parts.h"

static bool
is_same_name(const struct lint_entry *a, const struct lint_entry *b)
{
	return a->section == b->section && str_eq(a->name, b->name);
}

static const char *
noun_of(enum section s)
{
	switch (s) {
	case SECTION_IMPORTS:
		return "module";
	case SECTION_BUILTINS:
		return "builtin";
	case SECTION_ATTRIBUTES:
		return "attribute";
	case SECTION_CAPABILITIES:
		return "capability";
	case SECTION_CALLS:
	case SECTION_RULES:
	case SECTION_LIMITS:
	case SECTION_TIER:
	case SECTION_ESCALATION:
	case SECTION_EXECUTOR:
	case SECTION_OUTPUT:
	case SECTION_PROMPT:
	case SECTION_WAIVERS:
	case SECTION_FILES:
	case SECTIONS:
	default:
		return "call";
	}
}

/* The first entry of the file with this name, in the same list or in another one. */
static const struct lint_entry *
earlier(const struct lint *l, const struct lint_entry *e, bool same_list)
{
	for (const struct lint_entry *k = l->entries; k < e; k++)
		if (is_same_name(k, e) && (k->decision == e->decision) == same_list)
			return k;
	return NULL;
}

void
look_conflict(struct lint *l)
{
	for (size_t i = 0; i < l->entry_count; i++) {
		const struct lint_entry *e = &l->entries[i], *other = earlier(l, e, false);

		if (other != NULL)
			lint_say(l, e->name_node, "%s '%.*s' stands in %s and in %s",
			    noun_of(e->section), STR_ARG(e->name), decision_name(other->decision),
			    decision_name(e->decision));
	}
}

void
look_duplicate(struct lint *l)
{
	for (size_t i = 0; i < l->entry_count; i++) {
		const struct lint_entry *e = &l->entries[i];

		if (earlier(l, e, true) != NULL)
			lint_say(l, e->name_node, "%s '%.*s' stands twice in %s",
			    noun_of(e->section), STR_ARG(e->name), decision_name(e->decision));
	}
}

static bool
same_words(const struct words *a, const struct words *b)
{
	if (a->count != b->count)
		return false;
	for (size_t i = 0; i < a->count; i++)
		if (!words_have(b, a->items[i]))
			return false;
	return true;
}

static bool
is_same_import(const struct lint *l, struct str module)
{
	const struct import_rule *now = import_rule_find(l->policy, module),
				 *was = import_rule_find(l->base, module);

	return now != NULL && was != NULL && now->decision == was->decision &&
	       now->has_api == was->has_api && same_words(&now->api, &was->api) &&
	       same_words(&now->also, &was->also) && str_eq(now->message, was->message) &&
	       str_eq(now->remedy, was->remedy);
}

static bool
is_same_call(struct lint *l, struct str name)
{
	struct str symbol = lint_symbol(l, name);

	for (size_t i = 0; i < l->base->call_count; i++) {
		const struct call_rule *was = &l->base->calls[i];

		if (!str_eq(was->name, symbol))
			continue;
		for (size_t k = 0; k < l->policy->call_count; k++) {
			const struct call_rule *now = &l->policy->calls[k];

			if (str_eq(now->name, symbol))
				return now->decision == was->decision &&
				       now->severity == was->severity && str_eq(now->id, was->id) &&
				       str_eq(now->message, was->message) &&
				       str_eq(now->remedy, was->remedy);
		}
	}
	return false;
}

static bool
is_same_name_rule(
    const struct name_rules *now, const struct name_rules *was, const struct lint_entry *e)
{
	const struct name_rule *a = name_rule_find(now, e->name), *b = name_rule_find(was, e->name);

	return a != NULL && b != NULL && a->decision == b->decision;
}

static bool
is_same_capability(const struct lint *l, struct str name)
{
	for (unsigned i = 0; i < CAPABILITIES; i++)
		if (str_is(name, capability_name(i)))
			return l->base->has_capability[i] &&
			       l->base->capabilities[i] == l->policy->capabilities[i];
	return false;
}

static bool
says_the_same(struct lint *l, const struct lint_entry *e)
{
	switch (e->section) {
	case SECTION_IMPORTS:
		return is_same_import(l, e->name);
	case SECTION_BUILTINS:
		return is_same_name_rule(&l->policy->builtins, &l->base->builtins, e);
	case SECTION_ATTRIBUTES:
		return is_same_name_rule(&l->policy->attributes, &l->base->attributes, e);
	case SECTION_CAPABILITIES:
		return is_same_capability(l, e->name);
	case SECTION_CALLS:
		return is_same_call(l, e->name);
	case SECTION_RULES:
	case SECTION_LIMITS:
	case SECTION_TIER:
	case SECTION_ESCALATION:
	case SECTION_EXECUTOR:
	case SECTION_OUTPUT:
	case SECTION_PROMPT:
	case SECTION_WAIVERS:
	case SECTION_FILES:
	case SECTIONS:
	default:
		return false;
	}
}

void
look_same(struct lint *l)
{
	for (size_t i = 0; i < l->entry_count; i++) {
		const struct lint_entry *e = &l->entries[i];

		if (says_the_same(l, e))
			lint_say(l, e->name_node, "%s '%.*s' is %s by what this policy extends",
			    noun_of(e->section), STR_ARG(e->name),
			    e->decision == DECISION_ALLOW  ? "allowed alike"
			    : e->decision == DECISION_DENY ? "denied alike"
							   : "escalated alike");
	}
}

/* What the section decides on a name that stands in none of its lists. */
static enum decision
default_of(const struct lint *l, enum section s)
{
	switch (s) {
	case SECTION_IMPORTS:
		return l->policy->import_default;
	case SECTION_BUILTINS:
		return l->policy->builtins.otherwise;
	case SECTION_CAPABILITIES:
		return l->policy->capability_default;
	case SECTION_ATTRIBUTES: /* the table decides */
	case SECTION_CALLS:
	case SECTION_RULES:
	case SECTION_LIMITS:
	case SECTION_TIER:
	case SECTION_ESCALATION:
	case SECTION_EXECUTOR:
	case SECTION_OUTPUT:
	case SECTION_PROMPT:
	case SECTION_WAIVERS:
	case SECTION_FILES:
	case SECTIONS:
	default:
		return DECISION_ALLOW;
	}
}

/* Whether the parents have a word on the name that the entry takes back. */
static bool
parents_speak(const struct lint *l, const struct lint_entry *e)
{
	if (e->section == SECTION_IMPORTS)
		return import_rule_for(l->base, e->name) != NULL;
	if (e->section == SECTION_BUILTINS)
		return name_rule_find(&l->base->builtins, e->name) != NULL;
	for (unsigned i = 0; i < CAPABILITIES; i++)
		if (str_is(e->name, capability_name(i)))
			return l->base->has_capability[i];
	return false;
}

/* Words of its own make a denial worth its line. */
void
look_denied_already(struct lint *l)
{
	for (size_t i = 0; i < l->entry_count; i++) {
		const struct lint_entry *e = &l->entries[i];

		if (e->decision == DECISION_DENY && default_of(l, e->section) == DECISION_DENY &&
		    !parents_speak(l, e) && json_get(l->doc, e->node, "message") == NULL &&
		    json_get(l->doc, e->node, "remedy") == NULL)
			lint_say(l, e->name_node, "%s '%.*s' is denied by default already",
			    noun_of(e->section), STR_ARG(e->name));
	}
}

static void
look_list(struct lint *l, const struct json_node *list, const char *what)
{
	const struct json_node *n, *k;

	if (list == NULL || list->kind != JSON_ARRAY)
		return;
	for (n = json_first(l->doc, list); n != NULL; n = json_next(l->doc, n))
		for (k = json_first(l->doc, list); k != n; k = json_next(l->doc, k))
			if (n->text.n > 0 && str_eq(n->text, k->text)) {
				lint_say(
				    l, n, "'%.*s' stands twice in '%s'", STR_ARG(n->text), what);
				break;
			}
}

void
look_list_repeats(struct lint *l)
{
	static const char *const of_predicate[] = {"extensions", "one_of", "none_of", "is"};
	static const char *const of_rule[] = {"call", "packages", "as"};
	static const char *const of_import[] = {"api", "also"};

	for (size_t i = 0; i < l->predicate_count; i++)
		for (size_t k = 0; k < ARRAY_LENGTH(of_predicate); k++)
			look_list(l, json_get(l->doc, l->predicates[i].value, of_predicate[k]),
			    of_predicate[k]);
	for (size_t i = 0; i < l->rule_count; i++)
		for (size_t k = 0; k < ARRAY_LENGTH(of_rule); k++)
			look_list(l, json_get(l->doc, l->rules[i].node, of_rule[k]), of_rule[k]);
	for (size_t i = 0; i < l->entry_count; i++)
		for (size_t k = 0;
		     k < ARRAY_LENGTH(of_import) && l->entries[i].section == SECTION_IMPORTS; k++)
			look_list(
			    l, json_get(l->doc, l->entries[i].node, of_import[k]), of_import[k]);
}
