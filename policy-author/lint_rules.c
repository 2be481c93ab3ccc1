/* SPDX-License-Identifier: MIT */
/* Rules as wholes, and their conditions. */
#include "lint_parts.h"

void
look_rule_message(struct lint *l)
{
	for (size_t i = 0; i < l->rule_count; i++)
		if (json_get(l->doc, l->rules[i].node, "message") == NULL)
			lint_say(l, l->rules[i].id, "rule '%.*s' has no message",
			    STR_ARG(l->rules[i].id->text));
	for (size_t i = 0; i < l->entry_count; i++)
		if (l->entries[i].section == SECTION_CALLS &&
		    l->entries[i].decision != DECISION_ALLOW &&
		    json_get(l->doc, l->entries[i].node, "message") == NULL)
			lint_say(l, l->entries[i].name_node, "call '%.*s' has no message",
			    STR_ARG(l->entries[i].name));
}

void
look_unknown_allow(struct lint *l)
{
	for (size_t i = 0; i < l->rule_count; i++) {
		const struct policy_rule *r = l->rules[i].model;

		if (r != NULL && rule_may_not_tell(r) && r->unknown == DECISION_ALLOW &&
		    r->otherwise != DECISION_ALLOW)
			lint_say(l, json_get(l->doc, l->rules[i].node, "unknown"),
			    "rule '%.*s' allows values that the gate cannot determine",
			    STR_ARG(r->id));
	}
}

void
look_otherwise_allow(struct lint *l)
{
	for (size_t i = 0; i < l->rule_count; i++) {
		const struct policy_rule *r = l->rules[i].model;

		if (r != NULL && r->otherwise == DECISION_ALLOW)
			lint_say(l, json_get(l->doc, l->rules[i].node, "otherwise"),
			    "rule '%.*s' refuses nothing", STR_ARG(r->id));
	}
}

void
look_rule_waivable(struct lint *l)
{
	for (size_t i = 0; i < l->rule_count; i++) {
		const struct json_node *n = json_get(l->doc, l->rules[i].node, "waivable");

		if (n != NULL && n->kind == JSON_TRUE && l->rules[i].model != NULL &&
		    l->rules[i].model->severity == SEVERITY_CRITICAL)
			lint_say(l, n, "rule '%.*s' is critical, but can be waived",
			    STR_ARG(l->rules[i].id->text));
	}
}

void
look_rule_common(struct lint *l)
{
	static const char common[] =
	    " .add .append .clear .close .copy .count .decode .encode .extend .find .format .get "
	    ".index .insert .items .join .keys .lower .open .pop .read .remove .replace .reverse "
	    ".sort .split .strip .update .upper .values .write ";

	for (size_t i = 0; i < l->rule_count; i++) {
		const struct policy_rule *r = l->rules[i].model;

		for (size_t k = 0; r != NULL && r->packages.count == 0 && k < r->calls.count; k++) {
			struct str name = r->calls.items[k];
			size_t at = str_find(str_from(common), name, 0);

			if (name.p[0] == '.' && at != SIZE_MAX && common[at + name.n] == ' ')
				lint_say(l, l->rules[i].id,
				    "rule '%.*s' applies to '%.*s' of every object", STR_ARG(r->id),
				    STR_ARG(name));
		}
	}
}

/* The predicates of one condition stand side by side; the place behind the last of them. */
static size_t
end_of(const struct lint *l, size_t first)
{
	const struct lint_predicate *p = &l->predicates[first];
	size_t i = first;

	while (i < l->predicate_count && l->predicates[i].rule == p->rule &&
	       l->predicates[i].condition == p->condition)
		i++;
	return i;
}

static bool
always_holds(const struct predicate *p)
{
	return !p->absent && (p->is & IS_ANY) != 0 && (p->place == -2 || p->optional);
}

void
look_always(struct lint *l)
{
	for (size_t i = 0, end; i < l->predicate_count; i = end) {
		const struct lint_predicate *p = &l->predicates[i];
		bool always = true;

		end = end_of(l, i);
		for (size_t k = i; k < end; k++)
			always = always && always_holds(l->predicates[k].model);
		if (always)
			lint_say(l, p->name, "condition %zu of rule '%.*s' always holds",
			    p->condition + 1, STR_ARG(p->rule->model->id));
	}
}

static const struct json_node *
part(const struct lint *l, size_t i, const char *name)
{
	return json_get(l->doc, l->predicates[i].value, name);
}

void
look_matches_regex(struct lint *l)
{
	for (size_t i = 0; i < l->predicate_count; i++) {
		const struct predicate *p = l->predicates[i].model;

		for (size_t k = 0; k < p->matches.n; k++) {
			if (memchr("^$[]()|+\\", p->matches.p[k], 9) == NULL)
				continue;
			lint_say(l, part(l, i, "matches"),
			    "'%c' in the pattern '%.*s' is an ordinary character", p->matches.p[k],
			    STR_ARG(p->matches));
			break;
		}
	}
}
