/* SPDX-License-Identifier: MIT */
/*
 * Entries that are only tried. They stand in lists of their own while files are merged, so that
 * nothing that asks what is in force sees them. What they would replace stays in force, but an
 *entry that says the same: that one is taken out of force, which is to loosen.
 *
 * Behind the last file, each kind of entry becomes one list in three parts:
 *
 *	those in shadow | those in force | those in force that one in shadow would replace
 *
 * The trial is the same policy with the first two parts, the policy in force has the last two.
 */
#include "merge.h"

bool
merge_is_shadow(const struct merge *m, const struct json_node *entry)
{
	return entry->kind == JSON_OBJECT &&
	       str_is(json_get_text(m->doc, entry, "mode", STR("")), "shadow");
}

#define REMOVE(list, count, at)                                                                    \
	memmove(&(list)[at], &(list)[(at) + 1], (--(count) - (at)) * sizeof(*(list)))
#define PUSH(m, list, count, capacity)                                                             \
	arena_push((m)->arena, &(list), &(count), &(capacity), sizeof(*(list)))

static enum decision
import_decision(const struct policy *p, struct str module)
{
	const struct import_rule *r = import_rule_for(p, module);

	return r != NULL ? r->decision : p->import_default;
}

/* Without an entry of its own the module is what a package above it, or the default, says. */
static bool
leave_import(struct merge *m, const struct json_node *at, const struct import_rule *entry)
{
	struct policy *p = m->policy;
	enum decision before = import_decision(p, entry->module);

	for (size_t i = 0; i < p->import_count; i++) {
		struct import_rule old = p->imports[i];

		if (!str_eq(old.module, entry->module) || old.decision != entry->decision)
			continue;
		REMOVE(p->imports, p->import_count, i);
		if (import_decision(p, entry->module) <= before ||
		    merge_may_loosen(m, SECTION_IMPORTS, at, entry->module))
			return true;
		p->imports[p->import_count++] = old;
		return false;
	}
	return true;
}

void
merge_shadow_import(struct merge *m, const struct json_node *at, const struct import_rule *entry)
{
	struct shadow *s = &m->policy->shadow;
	struct import_rule *one;

	if (!leave_import(m, at, entry))
		return;
	merge_end_shadow_import(m, entry->module);
	one = PUSH(m, s->imports, s->import_count, s->import_capacity);
	if (one == NULL)
		merge_give_up(m);
	else
		*one = *entry;
}

/* What decides a call without its entry can't be told from here: a rule, the module, the table. */
static bool
leave_call(struct merge *m, const struct json_node *at, const struct call_rule *entry)
{
	struct policy *p = m->policy;

	for (size_t i = 0; i < p->call_count; i++) {
		if (!str_eq(p->calls[i].name, entry->name) ||
		    p->calls[i].decision != entry->decision)
			continue;
		if (entry->decision != DECISION_ALLOW &&
		    !merge_may_loosen(m, SECTION_CALLS, at, at->text))
			return false;
		REMOVE(p->calls, p->call_count, i);
		return true;
	}
	return true;
}

void
merge_shadow_call(struct merge *m, const struct json_node *at, const struct call_rule *entry)
{
	struct shadow *s = &m->policy->shadow;
	struct call_rule *one;

	if (!leave_call(m, at, entry))
		return;
	merge_end_shadow_call(m, entry->name);
	one = PUSH(m, s->calls, s->call_count, s->call_capacity);
	if (one == NULL)
		merge_give_up(m);
	else
		*one = *entry;
}

void
merge_shadow_rule(struct merge *m, const struct json_node *at, const struct policy_rule *entry)
{
	struct policy *p = m->policy;
	struct shadow *s = &p->shadow;
	struct policy_rule *one;

	for (size_t i = 0; i < p->rule_count; i++) {
		if (!str_eq(p->rules[i].id, entry->id))
			continue;
		if (!merge_may_loosen(m, SECTION_RULES, at, entry->id))
			return;
		REMOVE(p->rules, p->rule_count, i);
		break;
	}
	merge_end_shadow_rule(m, entry->id);
	one = PUSH(m, s->rules, s->rule_count, s->rule_capacity);
	if (one == NULL)
		merge_give_up(m);
	else
		*one = *entry;
}

void
merge_end_shadow_import(struct merge *m, struct str module)
{
	struct shadow *s = &m->policy->shadow;

	for (size_t i = 0; i < s->import_count; i++)
		if (str_eq(s->imports[i].module, module)) {
			REMOVE(s->imports, s->import_count, i);
			return;
		}
}

void
merge_end_shadow_call(struct merge *m, struct str name)
{
	struct shadow *s = &m->policy->shadow;

	for (size_t i = 0; i < s->call_count; i++)
		if (str_eq(s->calls[i].name, name)) {
			REMOVE(s->calls, s->call_count, i);
			return;
		}
}

void
merge_end_shadow_rule(struct merge *m, struct str id)
{
	struct shadow *s = &m->policy->shadow;

	for (size_t i = 0; i < s->rule_count; i++)
		if (str_eq(s->rules[i].id, id)) {
			REMOVE(s->rules, s->rule_count, i);
			return;
		}
}

struct list {
	const void *shadow;
	size_t shadow_count, count, size;
	size_t key; /* where in an entry its name is */
};

static struct str
name_of(const struct list *list, const void *entry)
{
	struct str name;

	memcpy(&name, (const char *)entry + list->key, sizeof(name));
	return name;
}

static bool
is_replaced(const struct list *list, const void *entry)
{
	for (size_t i = 0; i < list->shadow_count; i++)
		if (str_eq(name_of(list, (const char *)list->shadow + i * list->size),
			name_of(list, entry)))
			return true;
	return false;
}

/* Fills the list with all three parts; returns how long the second is. */
static size_t
join(const struct list *l, const void *in_force, void *out)
{
	const char *items = in_force;
	char *all = out;
	size_t kept = 0, end = l->shadow_count + l->count;

	if (l->shadow_count > 0)
		memcpy(all, l->shadow, l->shadow_count * l->size);
	for (size_t i = 0; i < l->count; i++)
		if (!is_replaced(l, items + i * l->size))
			memcpy(all + (l->shadow_count + kept++) * l->size, items + i * l->size,
			    l->size);
	for (size_t i = l->count; i-- > 0;)
		if (is_replaced(l, items + i * l->size))
			memcpy(all + --end * l->size, items + i * l->size, l->size);
	return kept;
}

static bool
settle_imports(struct arena *a, struct policy *p)
{
	struct import_rule *all =
	    arena_array(a, p->shadow.import_count + p->import_count + 1, sizeof(*all));
	const struct list l = {p->shadow.imports, p->shadow.import_count, p->import_count,
	    sizeof(*all), offsetof(struct import_rule, module)};

	if (all == NULL)
		return false;
	p->whole->imports = p->trial->imports = all;
	p->whole->import_count = l.shadow_count + l.count;
	p->trial->import_count = l.shadow_count + join(&l, p->imports, all);
	p->imports = all + l.shadow_count;
	return true;
}

static bool
settle_calls(struct arena *a, struct policy *p)
{
	struct call_rule *all =
	    arena_array(a, p->shadow.call_count + p->call_count + 1, sizeof(*all));
	const struct list l = {p->shadow.calls, p->shadow.call_count, p->call_count, sizeof(*all),
	    offsetof(struct call_rule, name)};

	if (all == NULL)
		return false;
	p->whole->calls = p->trial->calls = all;
	p->whole->call_count = l.shadow_count + l.count;
	p->trial->call_count = l.shadow_count + join(&l, p->calls, all);
	p->calls = all + l.shadow_count;
	return true;
}

static bool
settle_rules(struct arena *a, struct policy *p)
{
	struct policy_rule *all =
	    arena_array(a, p->shadow.rule_count + p->rule_count + 1, sizeof(*all));
	const struct list l = {p->shadow.rules, p->shadow.rule_count, p->rule_count, sizeof(*all),
	    offsetof(struct policy_rule, id)};

	if (all == NULL)
		return false;
	p->whole->rules = p->trial->rules = all;
	p->whole->rule_count = l.shadow_count + l.count;
	p->trial->rule_count = l.shadow_count + join(&l, p->rules, all);
	p->rules = all + l.shadow_count;
	return true;
}

bool
merge_settle_shadow(struct arena *a, struct policy *p)
{
	const struct shadow *s = &p->shadow;

	if (s->import_count + s->call_count + s->rule_count == 0)
		return true;
	p->trial = arena_alloc(a, sizeof(*p));
	p->whole = arena_alloc(a, sizeof(*p));
	if (p->trial == NULL || p->whole == NULL)
		return false;
	*p->trial = *p->whole = *p;
	p->trial->trial = p->whole->trial = NULL;
	p->trial->whole = p->whole->whole = NULL;
	p->trial->candidate_count = p->whole->candidate_count = 0;
	return settle_imports(a, p) && settle_calls(a, p) && settle_rules(a, p);
}
