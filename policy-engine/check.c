/* SPDX-License-Identifier: MIT */
/* One check: bytes, tree, facts, rules, verdict. */
#include "fact_list.h"
#include "hash.h"
#include "judge.h"
#include "pattern.h"

#include <stdlib.h>

static int
compare_findings(const void *left, const void *right)
{
	const struct finding *a = left, *b = right;
	int order;

	if (a->at != b->at)
		return a->at < b->at ? -1 : 1;
	if (a->end != b->end)
		return a->end < b->end ? -1 : 1;
	order = str_compare(a->rule, b->rule);
	return order != 0 ? order : str_compare(a->message, b->message);
}

static void
finish(struct judge *j, struct policy_verdict *out)
{
	enum decision strictest = DECISION_ALLOW;
	size_t kept = 0;

	if (j->count > 1)
		qsort(j->items, j->count, sizeof(*j->items), compare_findings);
	for (size_t i = 0; i < j->count; i++) {
		if (kept > 0 && compare_findings(&j->items[kept - 1], &j->items[i]) == 0)
			continue;
		j->items[kept++] = j->items[i];
		if (j->items[i].decision < strictest)
			strictest = j->items[i].decision;
	}
	out->findings = j->items;
	out->count = kept;
	out->decision = j->full ? DECISION_DENY : strictest;
}

static bool
judge_facts(struct judge *j, const struct pattern_candidates *found)
{
	struct facts *f = arena_alloc(j->arena, sizeof(*f));

	if (f == NULL || !facts_collect(j->arena, j->tree, f))
		return false;
	j->facts = f;
	j->attribute_cache = arena_alloc(j->arena, f->names.count + 1);
	if (j->attribute_cache == NULL)
		return false;
	judge_syntax(j);
	judge_imports(j);
	judge_names(j);
	judge_attributes(j);
	judge_calls(j);
	judge_texts(j);
	judge_exhaust(j);
	if (j->policy->patterns != NULL)
		judge_patterns(j, found);
	return !j->failed && !f->failed && !f->names.full;
}

/* What may run goes with its facts; a text whose facts are too many to compare may not. */
static bool
list_facts(struct judge *j, struct tree *t, struct policy_verdict *out, struct err *err)
{
	if (out->decision == DECISION_DENY || fact_list_write(j->arena, j->facts, &out->facts, err))
		return true;
	if (err->code != ERR_LIMIT)
		return false;
	t->fault = TREE_LARGE;
	j->count = out->count;
	judge_fault(j);
	finish(j, out);
	return !j->failed || err_memory(err);
}

bool
check_watched(const struct policy *p, struct arena *a, struct str code, const struct watch *watch,
    struct policy_verdict *out, struct err *err)
{
	struct tree tree = {.source = code};
	struct judge j = {.policy = p, .watch = watch, .tree = &tree, .arena = a};
	struct pattern_candidates found = {.arena = a, .policy = p};
	const struct tree_visit visit = {.look = pattern_look, .context = &found};
	struct oddities odd;
	bool whole;

	*out = (struct policy_verdict){.decision = DECISION_DENY};
	digest_hex_of(code, out->code_sha256);
	whole = source_check(a, code, &odd);
	if (whole)
		judge_source(&j, &odd);
	if (whole && !odd.unreadable) {
		whole = tree_parse_seen(a, code, p->patterns != NULL ? &visit : NULL, &tree);
		if (whole && tree.fault != TREE_OK)
			judge_fault(&j);
		else if (whole)
			whole = judge_facts(&j, &found);
	}
	if (!whole || j.failed)
		return err_memory(err);
	finish(&j, out);
	if (watch != NULL && watch->end != NULL)
		watch->end(watch->context, &j);
	if (out->decision == DECISION_ESCALATE &&
	    !fingerprint_findings(&tree, out->findings, out->count))
		return err_memory(err);
	if (list_facts(&j, &tree, out, err))
		return true;
	out->decision = DECISION_DENY; /* no verdict without the facts that it is for */
	return false;
}

bool
policy_check(const struct policy *p, struct arena *a, struct str code, struct policy_verdict *out,
    struct err *err)
{
	return check_watched(p, a, code, NULL, out, err);
}
