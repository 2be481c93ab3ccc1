/* SPDX-License-Identifier: MIT */
/*
 * Imports, calls and rules: entries with a name, of which a later file's takes the place of an
 * earlier one's.
 *
 * Entries that are only tried (`mode: shadow`) stand in lists of their own while files are merged,
 * so that nothing that asks what is in force sees them. What they would replace stays in force, but
 * an entry that says the same: that one is taken out of force, which is to loosen.
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
	enum section section;
	size_t in_force, shadow, size, key;
} KINDS[] = {
#define KIND(section, name, type, key)                                                             \
	{                                                                                          \
		section, offsetof(struct policy, name##s),                                         \
		    offsetof(struct policy, shadow.name##s), sizeof(type), offsetof(type, key)     \
	}
    [ENTRIES_IMPORT] = KIND(SECTION_IMPORTS, import, struct import_rule, module),
    [ENTRIES_CALL] = KIND(SECTION_CALLS, call, struct call_rule, name),
    [ENTRIES_RULE] = KIND(SECTION_RULES, rule, struct policy_rule, id),
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
take_out(struct list *l, const struct kind *k, struct str name)
{
	size_t i = find(l, k, name);

	if (i != SIZE_MAX)
		memmove(entry_at(l, k, i), entry_at(l, k, i + 1), (--l->count - i) * k->size);
}

/* In the place of the one of its name, else behind all others. */
static bool
put(struct merge *m, struct list *l, const struct kind *k, const void *entry)
{
	size_t i = find(l, k, name_of(k, entry));
	void *one = i != SIZE_MAX ? entry_at(l, k, i)
				  : merge_push(m, &l->items, &l->count, &l->capacity, k->size);

	if (one != NULL)
		memcpy(one, entry, k->size);
	return one != NULL;
}

static enum decision
import_decision(const struct policy *p, struct str module)
{
	const struct import_rule *r = import_rule_for(p, module);

	return r != NULL ? r->decision : p->import_default;
}

/* Whether the entry in force that says what `e` says may go. Without it a module is what a package
 * above it, or the default, says; what decides a call or what a rule refuses can't be told from
 * here. */
static bool
may_leave(struct merge *m, const struct merge_entry *e, size_t at)
{
	struct policy *p = m->policy;
	enum decision before;
	bool looser = true;

	if (e->kind == ENTRIES_CALL)
		looser = p->calls[at].decision != DECISION_ALLOW;
	if (e->kind == ENTRIES_IMPORT) {
		const struct import_rule old = p->imports[at];

		before = import_decision(p, old.module);
		p->imports[at].module = STR(""); /* as if it were not there */
		looser = import_decision(p, old.module) > before;
		p->imports[at] = old;
	}
	return !looser || merge_may_loosen(m, KINDS[e->kind].section, e->at, e->what);
}

static bool
says_the_same(const struct policy *p, const struct merge_entry *e, size_t at)
{
	if (e->kind == ENTRIES_IMPORT)
		return p->imports[at].decision == ((const struct import_rule *)e->read)->decision;
	if (e->kind == ENTRIES_CALL)
		return p->calls[at].decision == ((const struct call_rule *)e->read)->decision;
	return true;
}

static void
put_shadow(struct merge *m, const struct merge_entry *e)
{
	const struct kind *k = &KINDS[e->kind];
	struct list *in_force = list_at(m->policy, k->in_force);
	size_t i = find(in_force, k, name_of(k, e->read));

	if (i != SIZE_MAX && says_the_same(m->policy, e, i)) {
		if (!may_leave(m, e, i))
			return;
		take_out(in_force, k, name_of(k, e->read));
	}
	put(m, list_at(m->policy, k->shadow), k, e->read);
}

bool
merge_entry(struct merge *m, const struct merge_entry *e)
{
	const struct kind *k = &KINDS[e->kind];

	if (merge_is_shadow(m, e->node)) {
		put_shadow(m, e);
		return false;
	}
	if ((e->is_looser && !merge_may_loosen(m, k->section, e->at, e->what)) ||
	    !put(m, list_at(m->policy, k->in_force), k, e->read))
		return false;
	take_out(list_at(m->policy, k->shadow), k, name_of(k, e->read));
	return true;
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
	return settle(a, p, &KINDS[ENTRIES_IMPORT]) && settle(a, p, &KINDS[ENTRIES_CALL]) &&
	       settle(a, p, &KINDS[ENTRIES_RULE]);
}
