/* SPDX-License-Identifier: MIT */
/* Rules about the form of a program. */
#include "pattern_match.h"

bool
rule_is_for(const struct judge *j, const struct policy_rule *r)
{
	for (size_t i = 0; i < r->packages.count; i++)
		if (words_have(&j->packages, r->packages.items[i]))
			return true;
	return r->packages.count == 0;
}

static struct ruling
pattern_ruling(struct judge *j, const struct policy_rule *rule, enum truth met)
{
	bool unknown = met == TRUTH_UNKNOWN;
	struct ruling r = ruling_of(j, unknown ? rule->unknown : rule->otherwise, NULL, "",
	    unknown ? "whether the program has a form that the policy does not allow can't be told "
		      "from the text"
		    : "the program has a form that the policy does not allow");

	ruling_of_rule(&r, rule);
	if (rule->message.n > 0)
		r.message = ruling_of(j, DECISION_DENY, "", "",
		    unknown ? "this can't be judged from the text: %.*s" : "%.*s",
		    STR_ARG(rule->message))
				.message;
	return r;
}

/* True where it matched. The watch is told as of other rules: NO is a refusal. */
static bool
judge_at(struct judge *j, const struct policy_rule *rule, uint32_t node, uint32_t *steps)
{
	struct pattern_match match;
	struct ruling r;

	j->mention = node;
	match = pattern_try(j, rule->pattern, node, steps);
	if (*steps == 0 || !match.is_met)
		return false;
	judge_tell(j, rule,
	    match.truth == TRUTH_YES  ? TRUTH_NO
	    : match.truth == TRUTH_NO ? TRUTH_YES
				      : TRUTH_UNKNOWN);
	if (match.truth == TRUTH_NO)
		return false;
	judge_fired(j, rule, node, match.truth == TRUTH_YES);
	r = pattern_ruling(j, rule, match.truth);
	judge_span(j, j->tree->nodes[node].start, match.end, &r);
	return true;
}

static void
judge_candidate(struct judge *j, const struct policy_rule *rule, uint32_t node, uint32_t *steps)
{
	const struct tree *t = j->tree;

	if (!rule->pattern->has.is_sequence) {
		(void)judge_at(j, rule, node, steps);
		return;
	}
	for (uint32_t c = tree_first(t, node); c != 0 && *steps > 0; c = tree_next(t, c))
		(void)judge_at(j, rule, c, steps);
}

/* Nodes of the kind that the pattern has at its root; blocks, for several statements. */
static bool
is_candidate(const struct pattern *p, enum kind k)
{
	return p->is_sequence ? pattern_is_statement_list(k)
			      : pattern_is_same_kind((enum kind)p->tree.nodes[p->root].kind, k);
}

static void
judge_form(struct judge *j, const struct policy_rule *rule, uint32_t *steps)
{
	for (uint32_t i = 0; i < j->tree->count && !j->failed && *steps > 0; i++)
		if (is_candidate(&rule->pattern->has, (enum kind)j->tree->nodes[i].kind))
			judge_candidate(j, rule, i, steps);
}

void
judge_patterns(struct judge *j)
{
	uint32_t steps = PATTERN_STEPS_MAX;
	struct ruling r;

	for (size_t i = 0; i < j->policy->rule_count; i++)
		if (j->policy->rules[i].pattern != NULL && rule_is_for(j, &j->policy->rules[i]))
			judge_form(j, &j->policy->rules[i], &steps);
	if (steps > 0)
		return;
	r = ruling_of(j, DECISION_DENY, "pattern.limit", "write a smaller program",
	    "matching the policy's patterns takes too long");
	judge_span(j, 0, 0, &r);
}
