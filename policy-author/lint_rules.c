/* SPDX-License-Identifier: MIT */
/* Calls, and rules as wholes. */
#include "lint_parts.h"

void
look_call_unknown(struct lint *l)
{
	for (size_t i = 0; i < l->entry_count; i++) {
		const struct lint_entry *e = &l->entries[i];
		bool known = true;

		if (e->section != SECTION_CALLS)
			continue;
		(void)lint_authority(lint_symbol(l, e->name), &known);
		if (!known && !table_module(e->name).known && l->policy->settings.venv.n == 0)
			lint_say(l, e->name_node, "nothing is known of '%.*s'", STR_ARG(e->name));
	}
}

void
look_call_shadowed(struct lint *l)
{
	for (size_t i = 0; i < l->entry_count; i++) {
		const struct lint_entry *e = &l->entries[i];
		struct str symbol = lint_symbol(l, e->name);
		const struct call_rule *first;

		if (e->section != SECTION_CALLS)
			continue;
		first = call_rule_for(l->policy, symbol);
		if (first != NULL && !str_eq(first->name, symbol))
			lint_say(l, e->name_node, "the entry '%.*s' decides before '%.*s'",
			    STR_ARG(first->name), STR_ARG(e->name));
	}
}

void
look_call_authority(struct lint *l)
{
	for (size_t i = 0; i < l->entry_count; i++) {
		const struct lint_entry *e = &l->entries[i];
		struct str symbol;
		unsigned bits;
		bool known;

		if (e->section != SECTION_CALLS || e->decision != DECISION_ALLOW)
			continue;
		symbol = lint_symbol(l, e->name);
		bits = lint_unheld(l, symbol, lint_authority(symbol, &known) & LINT_STRONG);
		if (bits != 0 && condition_rule_for(l->policy, symbol) == NULL)
			lint_say(l, e->name_node, "'%.*s' gives %s, and no rule looks at it",
			    STR_ARG(e->name), lint_capability(bits));
	}
}

void
look_rule_repeated(struct lint *l)
{
	for (size_t i = 0; i < l->rule_count; i++)
		if (l->rules[i].model == NULL)
			lint_say(l, l->rules[i].id,
			    "a later rule '%.*s' takes the place of this one",
			    STR_ARG(l->rules[i].id->text));
}

static struct str
without_builtins(struct str symbol)
{
	return str_starts(symbol, STR("builtins.")) ? str_slice(symbol, 9, symbol.n) : symbol;
}

void
look_rule_unreachable(struct lint *l)
{
	for (size_t i = 0; i < l->rule_count; i++) {
		const struct lint_rule *r = &l->rules[i];

		for (size_t k = 0; r->model != NULL && k < r->model->calls.count; k++) {
			struct str name = r->model->calls.items[k];
			const struct call_rule *call = call_rule_for(l->policy, name);

			if (call != NULL && call->decision != DECISION_ALLOW)
				lint_say(l, r->id,
				    "on '%.*s', calls.%s of '%.*s' decides before rule '%.*s'",
				    STR_ARG(without_builtins(name)), decision_name(call->decision),
				    STR_ARG(without_builtins(call->name)), STR_ARG(r->model->id));
		}
	}
}

void
look_rule_call_unknown(struct lint *l)
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
				lint_say(l, r->id, "rule '%.*s' calls '%.*s', which nothing has",
				    STR_ARG(r->model->id), STR_ARG(without_builtins(name)));
		}
	}
}

/* A form, a flow or a combination that only other rules name says nothing to anybody. */
static bool
is_only_part(const struct lint_rule *r)
{
	return r->model != NULL && r->model->kind != RULE_CALLS &&
	       r->model->otherwise == DECISION_ALLOW;
}

void
look_rule_message(struct lint *l)
{
	for (size_t i = 0; i < l->rule_count; i++)
		if (!is_only_part(&l->rules[i]) &&
		    json_get(l->doc, l->rules[i].node, "message") == NULL)
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
look_rule_remedy(struct lint *l)
{
	for (size_t i = 0; i < l->rule_count; i++)
		if (!is_only_part(&l->rules[i]) &&
		    json_get(l->doc, l->rules[i].node, "remedy") == NULL)
			lint_say(l, l->rules[i].id, "rule '%.*s' has no remedy",
			    STR_ARG(l->rules[i].id->text));
}

void
look_unknown_allow(struct lint *l)
{
	for (size_t i = 0; i < l->rule_count; i++) {
		const struct policy_rule *r = l->rules[i].model;

		if (r != NULL && rule_may_not_tell(r) && r->unknown == DECISION_ALLOW &&
		    r->otherwise != DECISION_ALLOW)
			lint_say(l, json_get(l->doc, l->rules[i].node, "unknown"),
			    "rule '%.*s' allows what it can't tell", STR_ARG(r->id));
	}
}

void
look_otherwise_allow(struct lint *l)
{
	for (size_t i = 0; i < l->rule_count; i++) {
		const struct policy_rule *r = l->rules[i].model;

		if (r != NULL && r->otherwise == DECISION_ALLOW && !is_only_part(&l->rules[i]))
			lint_say(l, json_get(l->doc, l->rules[i].node, "otherwise"),
			    "rule '%.*s' refuses nothing", STR_ARG(r->id));
	}
}

/* The package is denied, and so is all below it. */
static bool
is_out_of_reach(const struct policy *p, struct str package)
{
	if (policy_import(p, package, NULL) != DECISION_DENY)
		return false;
	for (size_t i = 0; i < p->import_count; i++)
		if (p->imports[i].decision != DECISION_DENY &&
		    name_is_below(p->imports[i].module, package))
			return false;
	return true;
}

void
look_rule_packages(struct lint *l)
{
	for (size_t i = 0; i < l->rule_count; i++) {
		const struct policy_rule *r = l->rules[i].model;
		size_t refused = 0;

		for (size_t k = 0; r != NULL && k < r->packages.count; k++)
			refused += is_out_of_reach(l->policy, r->packages.items[k]);
		if (refused > 0 && refused == r->packages.count)
			lint_say(l, json_get(l->doc, l->rules[i].node, "packages"),
			    "rule '%.*s' is for packages that are denied", STR_ARG(r->id));
	}
}

void
look_rule_waivable(struct lint *l)
{
	for (size_t i = 0; i < l->rule_count; i++) {
		const struct json_node *n = json_get(l->doc, l->rules[i].node, "waivable");

		if (n != NULL && n->kind == JSON_TRUE && l->rules[i].model != NULL &&
		    l->rules[i].model->severity == SEVERITY_CRITICAL)
			lint_say(l, n, "rule '%.*s' is critical, and may be waived",
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
				    "rule '%.*s' is for every '%.*s' of any object", STR_ARG(r->id),
				    STR_ARG(name));
		}
	}
}

void
look_rule_self(struct lint *l)
{
	for (size_t i = 0; i < l->predicate_count; i++) {
		const struct lint_predicate *p = &l->predicates[i];
		const struct words *calls = &p->rule->model->calls;
		size_t methods = 0;

		for (size_t k = 0; k < calls->count; k++)
			methods += calls->items[k].p[0] == '.';
		if (p->model->place == -3 && methods == 0)
			lint_say(l, p->name,
			    "rule '%.*s' asks for the receiver, and calls no method",
			    STR_ARG(p->rule->model->id));
	}
}
