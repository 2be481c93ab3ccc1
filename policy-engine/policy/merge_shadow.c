/* SPDX-License-Identifier: MIT */
/*
 * Entries that are only tried. They stand in lists of their own while files are merged, so that
 * nothing that asks what is in force sees them. What they would replace stays in force, but an
 * entry that says the same: that one is taken out of force, which is to loosen.
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

/* A kind of entry: where its lists are in a policy, and where its name is in an entry. */
struct list {
	void *items;
	size_t count, capacity;
};
static const struct kind {
	size_t in_force, shadow, size, key;
} KINDS[] = {
#define KIND(name, type, key)                                                                      \
	{offsetof(struct policy, name##s), offsetof(struct policy, shadow.name##s), sizeof(type),  \
	    offsetof(type, key)}
    [SHADOW_IMPORT] = KIND(import, struct import_rule, module),
    [SHADOW_CALL] = KIND(call, struct call_rule, name),
    [SHADOW_RULE] = KIND(rule, struct policy_rule, id),
};
#undef KIND

/* A list's pointer, count and capacity stand one behind the other. */
#define IS_LIST(type, name)                                                                        \
	_Static_assert(offsetof(type, name##_count) ==                                             \
			       offsetof(type, name##s) + offsetof(struct list, count) &&           \
			   offsetof(type, name##_capacity) ==                                      \
			       offsetof(type, name##s) + offsetof(struct list, capacity),          \
	    #name "s are a list")
IS_LIST(struct policy, import);
IS_LIST(struct policy, call);
IS_LIST(struct policy, rule);
IS_LIST(struct shadow, import);
IS_LIST(struct shadow, call);
IS_LIST(struct shadow, rule);

static struct list *
list_at(struct policy *p, size_t at)
{
	return (struct list *)(void *)((char *)p + at);
}

static void *
entry_at(const struct list *l, const struct kind *k, size_t i)
{
	return (char *)l->items + i * k->size;
}

static struct str
name_of(const struct kind *k, const void *entry)
{
	struct str name;

	memcpy(&name, (const char *)entry + k->key, sizeof(name));
	return name;
}

static size_t
find(const struct list *l, const struct kind *k, struct str name)
{
	for (size_t i = 0; i < l->count; i++)
		if (str_eq(name_of(k, entry_at(l, k, i)), name))
			return i;
	return SIZE_MAX;
}

static void
take_out(struct list *l, const struct kind *k, size_t i)
{
	memmove(entry_at(l, k, i), entry_at(l, k, i + 1), (--l->count - i) * k->size);
}

void
merge_end_shadow(struct merge *m, enum shadow_kind kind, struct str name)
{
	const struct kind *k = &KINDS[kind];
	struct list *l = list_at(m->policy, k->shadow);
	size_t i = find(l, k, name);

	if (i != SIZE_MAX)
		take_out(l, k, i);
}

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
	const struct kind *k = &KINDS[SHADOW_IMPORT];
	struct list *l = list_at(p, k->in_force);
	enum decision before = import_decision(p, entry->module);
	size_t i = find(l, k, entry->module);
	struct import_rule old;

	if (i == SIZE_MAX || p->imports[i].decision != entry->decision)
		return true;
	old = p->imports[i];
	take_out(l, k, i);
	if (import_decision(p, entry->module) <= before ||
	    merge_may_loosen(m, SECTION_IMPORTS, at, entry->module))
		return true;
	p->imports[p->import_count++] = old;
	return false;
}

/* What decides a call without its entry can't be told from here: a rule, the module, the table. */
static bool
leave_call(struct merge *m, const struct json_node *at, const struct call_rule *entry)
{
	const struct kind *k = &KINDS[SHADOW_CALL];
	struct list *l = list_at(m->policy, k->in_force);
	size_t i = find(l, k, entry->name);

	if (i == SIZE_MAX || m->policy->calls[i].decision != entry->decision)
		return true;
	if (entry->decision != DECISION_ALLOW && !merge_may_loosen(m, SECTION_CALLS, at, at->text))
		return false;
	take_out(l, k, i);
	return true;
}

static bool
leave_rule(struct merge *m, const struct json_node *at, const struct policy_rule *entry)
{
	const struct kind *k = &KINDS[SHADOW_RULE];
	struct list *l = list_at(m->policy, k->in_force);
	size_t i = find(l, k, entry->id);

	if (i == SIZE_MAX)
		return true;
	if (!merge_may_loosen(m, SECTION_RULES, at, entry->id))
		return false;
	take_out(l, k, i);
	return true;
}

static bool
leave(struct merge *m, enum shadow_kind kind, const struct json_node *at, const void *entry)
{
	return kind == SHADOW_IMPORT ? leave_import(m, at, entry)
	       : kind == SHADOW_CALL ? leave_call(m, at, entry)
				     : leave_rule(m, at, entry);
}

void
merge_shadow(
    struct merge *m, enum shadow_kind kind, const struct json_node *at, const void *entry)
{
	const struct kind *k = &KINDS[kind];
	struct list *l = list_at(m->policy, k->shadow);
	void *one;

	if (!leave(m, kind, at, entry))
		return;
	merge_end_shadow(m, kind, name_of(k, entry));
	one = arena_push(m->arena, &l->items, &l->count, &l->capacity, k->size);
	if (one == NULL)
		merge_give_up(m);
	else
		memcpy(one, entry, k->size);
}

/* Fills the list with all three parts, and hands each policy its own. */
static bool
settle(struct arena *a, struct policy *p, const struct kind *k)
{
	const struct list shadow = *list_at(p, k->shadow), in_force = *list_at(p, k->in_force);
	struct list all = {.count = shadow.count + in_force.count};
	size_t kept = shadow.count, end = all.count;

	all.items = arena_array(a, all.count + 1, k->size);
	if (all.items == NULL)
		return false;
	if (shadow.count > 0)
		memcpy(all.items, shadow.items, shadow.count * k->size);
	for (size_t i = 0; i < in_force.count; i++)
		if (find(&shadow, k, name_of(k, entry_at(&in_force, k, i))) == SIZE_MAX)
			memcpy(entry_at(&all, k, kept++), entry_at(&in_force, k, i), k->size);
	for (size_t i = in_force.count; i-- > 0;)
		if (find(&shadow, k, name_of(k, entry_at(&in_force, k, i))) != SIZE_MAX)
			memcpy(entry_at(&all, k, --end), entry_at(&in_force, k, i), k->size);
	*list_at(p->whole, k->in_force) = all;
	*list_at(p->trial, k->in_force) = (struct list){all.items, kept, kept};
	list_at(p, k->in_force)->items = entry_at(&all, k, shadow.count);
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
	return settle(a, p, &KINDS[SHADOW_IMPORT]) && settle(a, p, &KINDS[SHADOW_CALL]) &&
	       settle(a, p, &KINDS[SHADOW_RULE]);
}
