/* SPDX-License-Identifier: MIT */
/* The section `files`, and what the box can hold by it. */
#include "lint_parts.h"

/* As the policy has it: "inputs" is the working directory. */
static struct str
entry_of(struct str written)
{
	return str_is(written, "inputs") ? STR(".") : written;
}

static void
look_covered_in(struct lint *l, const char *name, bool writes)
{
	const struct json_node *list = lint_get(l, "files", name);

	for (const struct json_node *n = json_first(l->doc, list); n != NULL;
	     n = json_next(l->doc, n))
		for (const struct json_node *k = json_first(l->doc, list); k != NULL;
		     k = json_next(l->doc, k)) {
			struct str one = entry_of(n->text), wide = entry_of(k->text);
			const struct words other = {.items = &wide, .count = 1};

			if (n == k || !files_hold(&other, one, writes) ||
			    (n < k && str_eq(one, wide)))
				continue;
			lint_say(l, n, "'%.*s' says no more than '%.*s'", STR_ARG(n->text),
			    STR_ARG(k->text));
			break;
		}
}

void
look_files_covered(struct lint *l)
{
	look_covered_in(l, "read", false);
	look_covered_in(l, "write", true);
}

void
look_files_any(struct lint *l)
{
	const struct json_node *list = lint_get(l, "files", "write");

	for (const struct json_node *n = json_first(l->doc, list); n != NULL;
	     n = json_next(l->doc, n))
		if (str_is(n->text, "*"))
			lint_say(l, n, "a program may leave a file of any name");
}

void
look_files_kept(struct lint *l)
{
	const struct json_node *list = lint_get(l, "files", "write");

	if (list == NULL ||
	    (l->policy->files.write.count > 0) == (l->policy->settings.limits.artifacts > 0))
		return;
	lint_say(l, list,
	    list->count > 0 ? "results may be written, and 'limits' keeps none of them"
			    : "no result may be written, and 'limits' keeps some");
}

void
look_unknown_wall(struct lint *l)
{
	for (size_t i = 0; i < l->rule_count; i++) {
		const struct policy_rule *r = l->rules[i].model;
		enum wall w =
		    r == NULL || r->wall != WALL_NONE ? WALL_NONE : rule_wall(l->policy, r);

		if (w != WALL_NONE && r->unknown == DECISION_ESCALATE &&
		    r->otherwise != DECISION_ALLOW)
			lint_say(l, l->rules[i].id,
			    "the wall '%s' can hold rule '%.*s' where the text does not tell",
			    wall_name(w), STR_ARG(r->id));
	}
}
