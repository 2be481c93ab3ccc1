/* SPDX-License-Identifier: MIT */
/* Which mutants a policy has. */
#include "mutant.h"

#include "judge.h"

struct lister {
	struct arena *arena;
	const struct policy *policy;
	struct mutants *out;
	bool failed;
};

static void
add(struct lister *l, struct mutant m)
{
	struct mutant *one =
	    arena_push(l->arena, &l->out->items, &l->out->count, &l->out->capacity, sizeof(*one));

	if (one == NULL)
		l->failed = true;
	else
		*one = m;
}

static void
add_import(struct lister *l, const struct entry *e)
{
	const struct import_rule *r = &l->policy->imports[e->index];

	add(l, (struct mutant){
		   .mutation = e->decision == DECISION_ALLOW ? MUTATION_DROP : MUTATION_LOOSEN,
		   .entry = e});
	if (r->has_api && table_module(r->module).known)
		add(l, (struct mutant){.mutation = MUTATION_ANY_NAME, .entry = e});
}

static void
add_rule(struct lister *l, const struct entry *e)
{
	const struct policy_rule *r = &l->policy->rules[e->index];

	add(l, (struct mutant){.mutation = MUTATION_DROP, .entry = e});
	if (r->otherwise != DECISION_ALLOW)
		add(l, (struct mutant){.mutation = MUTATION_OTHERWISE, .entry = e});
	if (rule_may_not_tell(r) && r->unknown != DECISION_ALLOW && (r->unknown != r->otherwise))
		add(l, (struct mutant){.mutation = MUTATION_UNKNOWN, .entry = e});
	if (r->packages.count > 0)
		add(l, (struct mutant){.mutation = MUTATION_PACKAGES, .entry = e});
}

/* A part is dropped where the predicate asks for something else too; else that is the predicate's
 * own mutant. */
static void
add_parts(struct lister *l, const struct entry *e, struct predicate *p)
{
	const bool has[PARTS] = {[PART_MATCHES] = p->has_matches,
	    [PART_ONE_OF] = p->one_of.count > 0,
	    [PART_NONE_OF] = p->none_of.count > 0};
	size_t demands = (p->is != 0 ? 1u : 0u) + (p->has_below ? 1u : 0u);

	for (int i = 0; i < PARTS; i++)
		demands += has[i] ? 1u : 0u;
	for (int i = 0; i < PARTS; i++)
		if (has[i] && demands > 1)
			add(l, (struct mutant){.mutation = MUTATION_PART,
				   .entry = e,
				   .part = (enum predicate_part)i});
	if (p->optional)
		add(l,
		    (struct mutant){.mutation = MUTATION_PART, .entry = e, .part = PART_OPTIONAL});
	if (p->has_below)
		add(l, (struct mutant){.mutation = MUTATION_RAISE, .entry = e});
}

static void
add_words(struct lister *l, const struct entry *e, struct predicate *p)
{
	for (int i = PART_ONE_OF; i <= PART_NONE_OF; i++) {
		const struct words *w = predicate_words(p, (enum predicate_part)i);

		for (size_t k = 0; w->count > 1 && k < w->count; k++)
			add(l, (struct mutant){.mutation = MUTATION_WORD,
				   .entry = e,
				   .part = (enum predicate_part)i,
				   .word = k});
	}
	for (size_t k = 0; k < PREDICATE_IS_BITS; k++)
		if ((p->is & 1u << k) != 0 && (p->is & (p->is - 1)) != 0)
			add(l,
			    (struct mutant){
				.mutation = MUTATION_WORD, .entry = e, .part = PART_IS, .word = k});
}

static void
add_entry(struct lister *l, const struct entry *e)
{
	struct predicate *p = predicate_of(l->policy, e);

	switch (e->kind) {
	case ENTRY_IMPORT:
		add_import(l, e);
		break;
	case ENTRY_RULE:
		add_rule(l, e);
		break;
	case ENTRY_RULE_CALL:
		if (l->policy->rules[e->index].calls.count > 1)
			add(l, (struct mutant){.mutation = MUTATION_DROP, .entry = e});
		break;
	case ENTRY_LIMIT:
		add(l, (struct mutant){.mutation = MUTATION_RAISE, .entry = e});
		break;
	case ENTRY_CONDITION:
		if (l->policy->rules[e->index].unless_count > 1)
			add(l, (struct mutant){.mutation = MUTATION_DROP, .entry = e});
		break;
	case ENTRY_PREDICATE:
		add(l, (struct mutant){.mutation = MUTATION_DROP, .entry = e});
		add_parts(l, e, p);
		add_words(l, e, p);
		break;
	case ENTRY_NONE:
	case ENTRY_READ:
	case ENTRY_WRITE:
		break;
	case ENTRY_DEFAULT:
	case ENTRY_IMPORT_API:
	case ENTRY_IMPORT_ALSO:
	case ENTRY_BUILTIN:
	case ENTRY_ATTRIBUTE:
	case ENTRY_CAPABILITY:
	case ENTRY_CALL:
	case ENTRY_PLACE:
	default:
		add(l, (struct mutant){.mutation = e->decision == DECISION_ALLOW ||
							   e->kind == ENTRY_IMPORT_API ||
							   e->kind == ENTRY_IMPORT_ALSO ||
							   e->kind == ENTRY_PLACE
						       ? MUTATION_DROP
						       : MUTATION_LOOSEN,
			   .entry = e});
		break;
	}
}

bool
mutants_list(struct arena *a, const struct policy *p, const struct outline *o, bool with_limits,
    struct mutants *out, struct err *err)
{
	struct lister l = {.arena = a, .policy = p, .out = out};

	*out = (struct mutants){.count = 0};
	for (size_t i = 0; i < o->count; i++) {
		const struct entry *e = &o->items[i];

		if (e->source == p->source_count - 1 && e->line > 0 &&
		    (with_limits || e->kind != ENTRY_LIMIT))
			add_entry(&l, e);
	}
	return !l.failed || err_memory(err);
}

static char *
title_of_part(struct arena *a, const struct mutant *m, struct str of)
{
	static const char *const parts[PARTS] = {
	    "matches", "below", "optional", "one_of", "none_of", "is"};

	return arena_printf(a, "%.*s without '%s'", STR_ARG(of), parts[m->part]);
}

static char *
title_of_word(struct arena *a, const struct policy *p, const struct mutant *m, struct str of)
{
	static const char *const parts[PARTS] = {
	    [PART_ONE_OF] = "one_of", [PART_NONE_OF] = "none_of", [PART_IS] = "is"};
	struct predicate *at = predicate_of(p, m->entry);
	const struct words *w = predicate_words(at, m->part);
	struct str word = w == NULL ? str_from(predicate_is_name(m->word)) : w->items[m->word];

	return arena_printf(
	    a, "%.*s without '%.*s' in '%s'", STR_ARG(of), STR_ARG(word), parts[m->part]);
}

bool
mutant_title(struct arena *a, const struct policy *p, const struct mutant *m, struct str *out)
{
	struct str of;
	char *text = NULL;

	if (!entry_title(a, m->entry, &of))
		return false;
	switch (m->mutation) {
	case MUTATION_LOOSEN:
		text = arena_printf(a, "%.*s allowed", STR_ARG(of));
		break;
	case MUTATION_ANY_NAME:
		text = arena_printf(a, "%.*s without 'api'", STR_ARG(of));
		break;
	case MUTATION_OTHERWISE:
	case MUTATION_UNKNOWN:
		text = arena_printf(a, "%.*s with '%s: allow'", STR_ARG(of),
		    m->mutation == MUTATION_OTHERWISE ? "otherwise" : "unknown");
		break;
	case MUTATION_PACKAGES:
		text = arena_printf(a, "%.*s without 'packages'", STR_ARG(of));
		break;
	case MUTATION_RAISE:
		text = arena_printf(a, "%.*s one higher", STR_ARG(of));
		break;
	case MUTATION_PART:
		text = title_of_part(a, m, of);
		break;
	case MUTATION_WORD:
		text = title_of_word(a, p, m, of);
		break;
	case MUTATION_NONE:
	case MUTATION_DROP:
	default:
		text = arena_printf(a, "%.*s dropped", STR_ARG(of));
		break;
	}
	*out = str_from(text);
	return text != NULL;
}
