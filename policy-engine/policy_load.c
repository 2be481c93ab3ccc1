/* SPDX-License-Identifier: MIT */
/* Loads a policy, and hands the merger what rules say of a symbol. */
#include "judge.h"

static bool
decide(struct arena *a, const struct policy *p, struct str symbol, enum decision *out)
{
	struct judge j = {.policy = p, .arena = a};
	const struct policy_rule *rule;
	struct ruling r = rule_symbol(&j, symbol, &rule);

	*out = rule != NULL ? rule->otherwise : r.decision;
	return !j.failed;
}

bool
policy_load(struct arena *a, const char *path, const char *shipped_folder,
    const struct policy_texts *open, struct policy **out, struct err_list *errs)
{
	static const struct policy_texts none = {.count = 0};
	const struct policy_origin origin = {
	    path, shipped_folder, open != NULL ? open : &none, .decide = decide};

	return policy_load_from(a, &origin, out, errs);
}
