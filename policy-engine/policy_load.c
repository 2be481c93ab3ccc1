/* SPDX-License-Identifier: MIT */
/* The public functions that load a policy: they hand the merger what rules say of a symbol. */
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
policy_load_open(struct arena *a, const char *path, const char *shipped_folder,
    const struct policy_texts *open, struct policy **out, struct err_list *errs)
{
	return policy_load_from(
	    a, &(struct policy_origin){path, shipped_folder, open, .decide = decide}, out, errs);
}

bool
policy_load(struct arena *a, const char *path, const char *shipped_folder, struct policy **out,
    struct err_list *errs)
{
	return policy_load_open(
	    a, path, shipped_folder, &(struct policy_texts){.count = 0}, out, errs);
}
