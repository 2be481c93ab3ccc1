/* SPDX-License-Identifier: MIT */
/* The gate's own rules, whatever the policy says. */
#include "suite.h"

#include "model.h"

static const char *const names[] = {"argument.authority", "attribute.authority", "attribute.class",
    "attribute.denied", "attribute.dunder", "attribute.escalated", "attribute.store",
    "attribute.unreviewed", "builtin.denied", "builtin.escalated", "call.denied", "call.escalated",
    "capability.code", "capability.deserialise", "capability.environment", "capability.exhaust",
    "capability.file-read", "capability.file-write", "capability.introspect", "capability.native",
    "capability.network", "capability.process", "definition.dunder", "exhaust.loop", "exhaust.size",
    "flow.limit", "import.api", "import.denied", "import.escalated", "import.module-escape", "import.relative",
    "import.star", "name.dunder", "pattern.limit", "reflection.class", "reflection.unknown",
    "source.continuation", "source.control", "source.cookie", "source.encoding", "source.invisible",
    "source.line", "source.name", "source.size", "source.tab", "syntax.error", "syntax.except-star",
    "syntax.hidden", "syntax.limit", "syntax.python", "syntax.unknown", "text.annotation",
    "text.dunder", "text.format", "text.usetex"};

const char *const *
rule_names(size_t *count)
{
	*count = ARRAY_LENGTH(names);
	return names;
}

bool
rule_is_built_in(struct str id)
{
	for (size_t i = 0; i < ARRAY_LENGTH(names); i++)
		if (str_is(id, names[i]))
			return true;
	return false;
}

bool
policy_has_rule(const struct policy *p, struct str id)
{
	p = policy_whole(p);
	for (size_t i = 0; i < p->rule_count; i++)
		if (str_eq(p->rules[i].id, id))
			return true;
	for (size_t i = 0; i < p->call_count; i++)
		if (str_eq(p->calls[i].id, id))
			return true;
	return rule_is_built_in(id);
}
