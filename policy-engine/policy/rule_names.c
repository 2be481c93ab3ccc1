/* SPDX-License-Identifier: MIT */
/* The gate's own rules, whatever the policy says. */
#include "model.h"

#include "facts.h"

static const char ids[] =
    "argument.authority argument.unreviewed attribute.authority attribute.class "
    "attribute.denied attribute.dunder attribute.escalated attribute.store "
    "attribute.unreviewed builtin.denied builtin.escalated call.denied call.escalated "
    "capability.code capability.deserialise capability.environment capability.exhaust "
    "capability.file-read capability.file-write capability.introspect capability.native "
    "capability.network capability.process definition.asked definition.dunder files.read "
    "files.write import.api import.denied import.escalated import.module-escape "
    "import.relative import.star name.dunder reflection.class reflection.unknown "
    "source.continuation source.control source.cookie source.encoding source.invisible "
    "source.line source.name source.size source.tab syntax.error syntax.except-star "
    "syntax.hidden syntax.limit syntax.python syntax.unknown text.annotation text.dunder "
    "text.format text.usetex";

/* What to do instead where a finding says nothing more exact. */
static const struct {
	const char *ids, *remedy;
} remedies[] = {
    {"attribute.authority", "use another method"},
    {"attribute.denied",
	"write it without this attribute; `sluice policy show` lists what the policy allows"},
    {"attribute.dunder", "use the corresponding operator or builtin"},
    {"attribute.escalated builtin.escalated call.escalated",
	"use what the policy allows, or wait for a reviewer"},
    {"attribute.unreviewed", "use a reviewed method"},
    {"builtin.denied",
	"write it without this builtin; `sluice policy show` lists what the policy allows"},
    {"call.denied",
	"write it without this call; `sluice policy show` lists what the policy allows"},
    {"definition.dunder", "give it a plain name"},
    {"import.api", "use a public name of the module that the policy allows"},
    {"import.denied", "use a module that the policy allows"},
    {"import.escalated", "use a module that the policy allows, or wait for a reviewer"},
    {"name.dunder", "choose another name"},
    {"syntax.python", "write it in Python 3.11"},
    {"text.dunder", "write the string without the interpreter's names"},
};

struct str
rule_remedy(const char *id)
{
	for (size_t i = 0; i < ARRAY_LENGTH(remedies); i++)
		if (str_is_one_of(str_from(id), remedies[i].ids))
			return str_from(remedies[i].remedy);
	return STR("");
}

bool
rule_is_built_in(struct str id)
{
	return str_is_one_of(id, ids);
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
	struct str rest = {ids, sizeof(ids) - 1}, one;
	struct words all = {0};
	bool whole = true;

	while (str_cut(&rest, ' ', &one))
		whole = words_add(a, &all, one) && whole;
	for (size_t i = 0; i < p->rule_count; i++)
		whole = words_add(a, &all, p->rules[i].id) && whole;
	for (size_t i = 0; i < p->calls.count; i++)
		if (p->calls.items[i].id.n > 0)
			whole = words_add(a, &all, p->calls.items[i].id) && whole;
	return whole ? text_closest(id, all.items, all.count) : STR("");
}

/* The rules against ambiguous text and against hiding. */
bool
rule_is_never_waived(struct str id)
{
	return str_starts(id, STR("source.")) || str_starts(id, STR("syntax.")) ||
	       str_starts(id, STR("text."));
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
