/* SPDX-License-Identifier: MIT */
/* The gate's own rules, whatever the policy says. */
#include "model.h"

/* Their ids, and what to do instead where a finding says nothing more exact. */
static const struct {
	const char *id, *remedy;
} rules[] = {
    {"argument.authority", ""},
    {"argument.unreviewed", ""},
    {"attribute.authority", "use another method"},
    {"attribute.class", ""},
    {"attribute.denied",
	"write it without this attribute; `sluice policy show` lists what the policy allows"},
    {"attribute.dunder", "use the corresponding operator or builtin"},
    {"attribute.escalated", "use what the policy allows, or wait for a reviewer"},
    {"attribute.store", ""},
    {"attribute.unreviewed", "use a reviewed method"},
    {"builtin.denied",
	"write it without this builtin; `sluice policy show` lists what the policy allows"},
    {"builtin.escalated", "use what the policy allows, or wait for a reviewer"},
    {"call.denied",
	"write it without this call; `sluice policy show` lists what the policy allows"},
    {"call.escalated", "use what the policy allows, or wait for a reviewer"},
    {"capability.code", ""},
    {"capability.deserialise", ""},
    {"capability.environment", ""},
    {"capability.exhaust", ""},
    {"capability.file-read", ""},
    {"capability.file-write", ""},
    {"capability.introspect", ""},
    {"capability.native", ""},
    {"capability.network", ""},
    {"capability.process", ""},
    {"definition.asked", ""},
    {"definition.dunder", "give it a plain name"},
    {"files.read", ""},
    {"files.write", ""},
    {"import.api", "use a public name of the module that the policy allows"},
    {"import.denied", "use a module that the policy allows"},
    {"import.escalated", "use a module that the policy allows, or wait for a reviewer"},
    {"import.module-escape", ""},
    {"import.relative", ""},
    {"import.star", ""},
    {"name.dunder", "choose another name"},
    {"reflection.class", ""},
    {"reflection.unknown", ""},
    {"source.continuation", ""},
    {"source.control", ""},
    {"source.cookie", ""},
    {"source.encoding", ""},
    {"source.invisible", ""},
    {"source.line", ""},
    {"source.name", ""},
    {"source.size", ""},
    {"source.tab", ""},
    {"syntax.error", ""},
    {"syntax.except-star", ""},
    {"syntax.hidden", ""},
    {"syntax.limit", ""},
    {"syntax.python", "write it in Python 3.11"},
    {"syntax.unknown", ""},
    {"text.annotation", ""},
    {"text.dunder", "write the string without the interpreter's names"},
    {"text.format", ""},
    {"text.usetex", ""},
};

struct str
rule_remedy(const char *id)
{
	for (size_t i = 0; i < ARRAY_LENGTH(rules); i++)
		if (strcmp(id, rules[i].id) == 0)
			return str_from(rules[i].remedy);
	return STR("");
}

bool
rule_is_built_in(struct str id)
{
	for (size_t i = 0; i < ARRAY_LENGTH(rules); i++)
		if (str_is(id, rules[i].id))
			return true;
	return false;
}

bool
policy_has_rule(const struct policy *p, struct str id)
{
	for (size_t i = 0; i < p->calls.count; i++)
		if (str_eq(p->calls.items[i].id, id))
			return true;
	return rule_index(p, id) != SIZE_MAX || rule_is_built_in(id);
}

struct str
policy_closest_rule(struct arena *a, const struct policy *p, struct str id)
{
	size_t count = ARRAY_LENGTH(rules);
	struct str *all = arena_array(a, count + p->rule_count + p->calls.count, sizeof(*all));

	if (all == NULL)
		return STR("");
	for (size_t i = 0; i < count; i++)
		all[i] = str_from(rules[i].id);
	for (size_t i = 0; i < p->rule_count; i++)
		all[count++] = p->rules[i].id;
	for (size_t i = 0; i < p->calls.count; i++)
		if (p->calls.items[i].id.n > 0)
			all[count++] = p->calls.items[i].id;
	return text_closest(id, all, count);
}

/* The rules against ambiguous text and against hiding. */
bool
rule_is_never_waived(struct str id)
{
	static const char *const families[] = {"source.", "syntax.", "text."};

	for (size_t i = 0; i < ARRAY_LENGTH(families); i++)
		if (str_starts(id, str_from(families[i])))
			return true;
	return false;
}

static bool
call_is(const struct name_rule *c, struct str id)
{
	if (c->id.n > 0)
		return str_eq(c->id, id);
	return str_is(id, c->decision == DECISION_DENY ? "call.denied" : "call.escalated");
}

bool
policy_may_waive(const struct policy *p, struct str id)
{
	for (size_t i = 0; i < p->rule_count; i++)
		if (str_eq(p->rules[i].id, id) && rule_may_be_waived(&p->rules[i]))
			return true;
	for (size_t i = 0; i < p->calls.count; i++)
		if (call_is(&p->calls.items[i], id) &&
		    waivable_holds(p->calls.items[i].waivable, p->calls.items[i].decision))
			return true;
	return rule_is_built_in(id) && !rule_is_never_waived(id) && !str_ends(id, STR(".denied"));
}
