/* SPDX-License-Identifier: MIT */
/* One check: bytes, tree, facts, rules, verdict. */
#include "fact_list.h"
#include "hash.h"
#include "judge.h"

#include <stdlib.h>

static int
compare_findings(const void *left, const void *right)
{
	const struct finding *a = left, *b = right;
	int order = a->at != b->at     ? (a->at < b->at ? -1 : 1)
		    : a->end != b->end ? (a->end < b->end ? -1 : 1)
				       : str_compare(a->rule, b->rule);

	return order != 0 ? order : str_compare(a->message, b->message);
}

static void
sort(struct findings *list)
{
	if (list->count > 1)
		qsort(list->items, list->count, sizeof(*list->items), compare_findings);
}

/* The strictest of what decides; of a program with too many findings, no. */
static void
decide(const struct judge *j, struct policy_verdict *out)
{
	out->decision = j->full ? DECISION_DENY : DECISION_ALLOW;
	for (size_t i = 0; i < out->count; i++)
		if (finding_decides(&out->findings[i]) && out->findings[i].decision < out->decision)
			out->decision = out->findings[i].decision;
}

/*
 * A refused import is one finding that lists its uses. Whoever waives it waives the uses too, so
 * that it is then bound to the whole program.
 */
static bool
is_use_of_import(struct judge *j, size_t kept, const struct finding *use)
{
	struct finding *f = NULL;
	char *message;

	if (!str_is_one_of(use->rule, "import.denied import.escalated"))
		return false;
	for (size_t i = 0; i < kept && f == NULL; i++)
		if (str_eq(j->found.items[i].rule, use->rule) &&
		    str_starts(j->found.items[i].message, use->message))
			f = &j->found.items[i];
	if (f == NULL)
		return false;
	if (f->message.n > use->message.n + 80)
		return true;
	message = arena_printf(j->arena, "%.*s%s %u", STR_ARG(f->message),
	    f->message.n == use->message.n ? "; also line" : ",", use->line);
	if (message == NULL)
		j->failed = true;
	else
		f->message = str_from(message);
	f->whole = true;
	return true;
}

/* Findings by place, each once, and the verdict that they make. */
static void
finish(struct judge *j, struct policy_verdict *out)
{
	struct finding *all = j->found.items;
	size_t kept = 0;

	sort(&j->found);
	sort(&j->owed);
	for (size_t i = 0; i < j->found.count; i++)
		if ((kept == 0 || compare_findings(&all[kept - 1], &all[i]) != 0) &&
		    !is_use_of_import(j, kept, &all[i])) {
			all[kept] = all[i];
			all[kept].waivable = all[kept].waivable && !all[kept].evasion &&
					     !rule_is_never_waived(all[kept].rule);
			kept++;
		}
	j->found.count = kept;
	out->findings = all;
	out->count = kept;
	out->obligations = j->owed.items;
	out->obligation_count = j->owed.count;
	decide(j, out);
}

static bool
judge_facts(struct judge *j)
{
	const struct facts *f = j->facts;

	j->attribute_cache = arena_alloc(j->arena, f->names.count + 1);
	if (j->attribute_cache == NULL)
		return false;
	judge_syntax(j);
	judge_imports(j); /* the packages, which the next three ask for */
	j->draws = program_draws(j);
	j->may_have_fields = program_may_have_fields(j);
	j->has_class_patterns = program_has_class_patterns(j);
	judge_names(j);
	judge_attributes(j);
	judge_calls(j);
	judge_memory(j);
	judge_files(j);
	judge_packs(j);
	judge_evaluated(j);
	judge_texts(j);
	return !j->failed && !f->failed && !f->names.full;
}

static bool
collect_and_judge(struct judge *j)
{
	struct facts *f = arena_alloc(j->arena, sizeof(*f));

	if (f == NULL || !facts_collect(j->arena, j->tree, f))
		return false;
	f->given = pack_given;
	f->givers = j->policy;
	if (!flow_solve(f))
		return false;
	j->facts = f;
	return judge_facts(j);
}

/* A text, and all that it is judged by. */
struct checking {
	const struct check_setting *at;
	struct oddities odd;
	struct tree tree;
	struct judge judge;
};

/* Bytes, then syntax, then facts: each only where the one before is sound. */
static bool
judge_text(struct checking *c)
{
	struct judge *j = &c->judge;

	source_check(c->tree.source, &c->odd);
	judge_source(j, &c->odd);
	if (c->odd.unreadable)
		return !j->failed;
	if (!tree_parse(j->arena, c->tree.source, &c->tree))
		return false;
	if (c->tree.fault == TREE_OK)
		return collect_and_judge(j);
	judge_fault(j);
	return !j->failed;
}

/* Lists the facts of a program that may run; one with too many to compare may not. */
static bool
list_facts(struct checking *c, struct policy_verdict *out, struct err *err)
{
	struct judge *j = &c->judge;

	if (out->decision == DECISION_DENY || fact_list_write(j->arena, j->facts, &out->facts, err))
		return true;
	if (err->code != ERR_LIMIT)
		return false;
	c->tree.fault = TREE_LARGE;
	judge_fault(j);
	finish(j, out);
	return !j->failed || err_memory(err);
}

/* A waived finding decides nothing. Fingerprints are made only where something asks for them: an
 * escalation, for exceptions; a waiver. */
static bool
waive(const struct checking *c, const struct judge *j, struct policy_verdict *out)
{
	const struct check_setting *at = c->at;
	const struct policy *p = j->policy;
	const struct waiver_case of = {
	    at->now_us, p->id, out->code_sha256, at->path, at->requester, at->people};
	bool any = p->waivers.count > 0 || at->waivers != NULL;

	if ((out->decision == DECISION_ESCALATE || (any && out->decision != DECISION_ALLOW)) &&
	    !fingerprint_findings(j->tree, out->findings, out->count))
		return false;
	waivers_apply(&p->waivers, &of, out->findings, out->count);
	if (at->waivers != NULL)
		waivers_apply(at->waivers, &of, out->findings, out->count);
	decide(j, out);
	return true;
}

static bool
is_told(const struct policy_verdict *v, size_t count, const struct finding *f)
{
	for (size_t i = 0; i < count; i++)
		if (v->findings[i].at == f->at && v->findings[i].end == f->end &&
		    v->findings[i].decision == f->decision && str_eq(v->findings[i].rule, f->rule))
			return true;
	return false;
}

/* Adds what the trial says, unless the policy in force says it too, as findings in shadow. */
static bool
add_shadow(struct checking *c, const struct findings *said, const struct policy_trial *trial,
    size_t in_force, struct policy_verdict *out)
{
	struct findings *all = &c->judge.found;

	for (size_t i = 0; i < said->count; i++) {
		struct finding *f;

		if (is_told(out, in_force, &said->items[i]))
			continue;
		f = arena_push(
		    c->judge.arena, &all->items, &all->count, &all->capacity, sizeof(*f));
		if (f == NULL)
			return false;
		*f = said->items[i];
		f->shadow = true;
		f->fingerprint[0] = '\0';
		f->trial = trial;
	}
	out->findings = all->items;
	out->count = all->count;
	return true;
}

/* The same text and facts, by another policy; what it says is noted and decides nothing. */
static bool
try_policy(struct checking *c, const struct policy *p, size_t in_force, struct policy_verdict *out)
{
	struct judge j = {.policy = p,
	    .facts = c->judge.facts,
	    .tree = &c->tree,
	    .without_box = c->at->without_box,
	    .arena = c->judge.arena};
	struct policy_verdict said = *out;
	struct policy_trial *one = &out->trials[out->trial_count++];

	*one = (struct policy_trial){.policy = p->id, .revision = p->revision};
	memcpy(one->sha256, p->digest, sizeof(one->sha256));
	if (j.facts == NULL) /* no policy lets through what can't be read */
		return true;
	judge_source(&j, &c->odd);
	if (!judge_facts(&j))
		return false;
	finish(&j, &said);
	if (j.failed || !waive(c, &j, &said))
		return false;
	one->decision = said.decision;
	return add_shadow(c, &j.found, one, in_force, out);
}

/* The policies that are tried beside the one in force: its own candidates, then the caller's. */
static bool
try_all(struct checking *c, struct policy_verdict *out)
{
	const struct policy *p = c->judge.policy;
	size_t in_force = out->count, own = p->candidate_count, count = own + c->at->trial_count;
	bool whole = true;

	if (count == 0)
		return true;
	out->trials = arena_array(c->judge.arena, count, sizeof(*out->trials));
	if (out->trials == NULL)
		return false;
	for (size_t i = 0; whole && i < count; i++)
		whole = try_policy(
		    c, i < own ? p->candidates[i] : c->at->trials[i - own], in_force, out);
	return whole;
}

static bool
check(struct checking *c, struct policy_verdict *out, struct err *err)
{
	struct judge *j = &c->judge;

	if (!judge_text(c))
		return err_memory(err);
	finish(j, out);
	if (j->failed || !waive(c, j, out))
		return err_memory(err);
	return list_facts(c, out, err) && (try_all(c, out) || err_memory(err));
}

bool
check_watched(const struct policy *p, struct arena *a, struct str code,
    const struct check_setting *at, const struct watch *watch, struct policy_verdict *out,
    struct err *err)
{
	struct checking c = {.at = at,
	    .tree = {.source = code},
	    .judge = {.policy = p,
		.watch = watch,
		.tree = &c.tree,
		.without_box = at->without_box,
		.arena = a}};

	*out = (struct policy_verdict){.decision = DECISION_DENY};
	digest_hex_of(code, out->code_sha256);
	if (!check(&c, out, err)) {
		out->decision = DECISION_DENY;
		return false;
	}
	if (watch != NULL && watch->end != NULL)
		watch->end(watch->context, &c.judge);
	return true;
}

bool
policy_check_at(const struct policy *p, struct arena *a, struct str code,
    const struct check_setting *at, struct policy_verdict *out, struct err *err)
{
	return check_watched(p, a, code, at, NULL, out, err);
}

bool
policy_check(const struct policy *p, struct arena *a, struct str code, struct policy_verdict *out,
    struct err *err)
{
	return policy_check_at(p, a, code, &(struct check_setting){.now_us = 0}, out, err);
}
