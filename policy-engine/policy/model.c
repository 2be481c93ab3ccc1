/* SPDX-License-Identifier: MIT */
#include "model.h"

#include "effects.h"

#include <stdlib.h>

bool
waivable_holds(enum waivable w, enum decision d)
{
	return w == WAIVABLE_YES || (w == WAIVABLE_USUAL && d == DECISION_ESCALATE);
}

/* Without conditions a call is never unknown. */
bool
rule_may_be_waived(const struct policy_rule *r)
{
	return waivable_holds(r->waivable, r->otherwise) ||
	       (r->unless_count > 0 && waivable_holds(r->waivable, r->unknown));
}

const char *const DECISION_NAMES[3] = {"deny", "escalate", "allow"};
const char *const WAIVABLE_NAMES[3] = {NULL, "true", "false"}; /* the usual is not said */
const char *const SEVERITY_NAMES[4] = {"critical", "high", "medium", "low"};

const char *
decision_name(enum decision d)
{
	return DECISION_NAMES[(unsigned)d <= DECISION_ALLOW ? d : DECISION_DENY];
}

const char *
severity_name(enum severity s)
{
	return SEVERITY_NAMES[(unsigned)s <= SEVERITY_LOW ? s : SEVERITY_CRITICAL];
}

const char *
wall_name(enum wall w)
{
	static const char *const names[WALLS] = {
	    [WALL_NONE] = "", [WALL_FILES] = "files", [WALL_ATTRIBUTES] = "attributes"};

	return (size_t)w < ARRAY_LENGTH(names) ? names[w] : "";
}

bool
words_add(struct arena *a, struct words *w, struct str s)
{
	struct str *one;

	if (words_have(w, s))
		return true;
	one = arena_push(a, &w->items, &w->count, &w->capacity, sizeof(*one));
	if (one == NULL)
		return false;
	return arena_copy(a, s, one);
}

const struct str *
words_find(const struct words *w, struct str s)
{
	for (size_t i = 0; i < w->count; i++)
		if (w->items[i].n == s.n && str_eq(w->items[i], s))
			return &w->items[i];
	return NULL;
}

bool
words_have(const struct words *w, struct str s)
{
	return words_find(w, s) != NULL;
}

bool
words_have_all(const struct words *w, const struct words *of)
{
	for (size_t i = 0; i < of->count; i++)
		if (!words_have(w, of->items[i]))
			return false;
	return true;
}

static int
by_name(const void *a, const void *b)
{
	return str_compare(
	    ((const struct name_rule *)a)->name, ((const struct name_rule *)b)->name);
}

void
name_rules_sort(struct name_rules *r)
{
	if (r->count > 0)
		qsort(r->items, r->count, sizeof(*r->items), by_name);
}

const struct name_rule *
name_rule_find(const struct name_rules *r, struct str name)
{
	const struct name_rule key = {.name = name};

	return r->count == 0 ? NULL : bsearch(&key, r->items, r->count, sizeof(*r->items), by_name);
}

bool
name_is_below(struct str name, struct str above)
{
	return name.n >= above.n && (name.n == above.n || name.p[above.n] == '.') &&
	       str_starts(name, above);
}

/* The pack calls the module public: what it does not is refused as a whole. */
static bool
pack_has(const struct name_rule *r, struct str module)
{
	struct table_module m;

	if (!r->pack || r->described != NULL || !name_is_below(module, r->name))
		return false;
	m = table_module(module);
	return m.known && m.capabilities == 0;
}

/* A file speaks for the whole of its package. */
static const struct name_rule *
described(const struct name_rule *r, struct str module)
{
	return name_is_below(module, r->name) ? name_rule_find(&r->described->modules, module)
					      : NULL;
}

const struct name_rule *
import_rule_find(const struct policy *p, struct str module)
{
	const struct name_rule *pack = NULL;

	for (size_t i = 0; i < p->imports.count; i++) {
		const struct name_rule *r = &p->imports.items[i];

		if (r->described != NULL)
			pack = pack != NULL ? pack : described(r, module);
		else if (r->name.n == module.n && str_eq(r->name, module))
			return r;
		else if (r->pack && pack_has(r, module))
			pack = r;
	}
	return pack;
}

bool
policy_has_package(const struct policy *p, struct str module)
{
	struct str top = effects_whole(dotted_top(module)), version;

	if (!p->has_package_list)
		return true;
	if (table_version(top, &version) && !str_is(top, "python"))
		return words_have(&p->package_list, top);
	return table_module(top).known || p->settings.venv.n > 0;
}

const struct name_rule *
import_rule_for(const struct policy *p, struct str module)
{
	static const struct name_rule unlisted = {
	    .decision = DECISION_DENY, .message = {"the policy names no package that has it", 39}};
	static const struct name_rule unreviewed = {
	    .decision = DECISION_DENY, .message = {"its pack does not admit it", 26}};
	const struct name_rule *best = NULL;

	if (!policy_has_package(p, module))
		return &unlisted;
	for (size_t i = 0; i < p->imports.count; i++) {
		const struct name_rule *r = &p->imports.items[i];

		if (r->name.n > module.n || !name_is_below(module, r->name))
			continue;
		if (r->name.n == module.n && r->described == NULL)
			return r;
		if (r->described != NULL) {
			best = described(r, module);
			best = best != NULL ? best : &unreviewed;
			continue;
		}
		if ((r->decision != DECISION_ALLOW || pack_has(r, module)) &&
		    (best == NULL || r->name.n > best->name.n))
			best = r;
	}
	return best;
}

const struct name_rule *
call_rule_for(const struct policy *p, struct str symbol)
{
	const struct name_rule *best = NULL;

	for (size_t i = 0; i < p->calls.count; i++)
		if (name_is_below(symbol, p->calls.items[i].name) &&
		    (best == NULL || p->calls.items[i].name.n > best->name.n ||
			p->calls.items[i].decision < best->decision))
			best = &p->calls.items[i];
	return best;
}

const struct policy_rule *
condition_rule_next(const struct policy *p, struct str symbol, const struct policy_rule *after)
{
	for (size_t i = after == NULL ? 0 : (size_t)(after - p->rules) + 1; i < p->rule_count; i++)
		if (words_have(&p->rules[i].calls, symbol))
			return &p->rules[i];
	return NULL;
}

const struct policy_rule *
condition_rule_for(const struct policy *p, struct str symbol)
{
	return condition_rule_next(p, symbol, NULL);
}

enum decision
capabilities_decide(const struct policy *p, unsigned capabilities, unsigned *which)
{
	enum decision strictest = DECISION_ALLOW;

	*which = 0;
	for (unsigned i = 0; i < CAPABILITIES; i++) {
		const struct name_rule *r;
		enum decision d;

		if ((capabilities & 1u << i) == 0)
			continue;
		r = name_rule_find(&p->capabilities, str_from(capability_name(i)));
		d = r != NULL ? r->decision : p->capabilities.otherwise;
		if (d < strictest) {
			strictest = d;
			*which = i;
		}
	}
	return strictest;
}

enum decision
name_usual(const struct policy *p, enum section section, struct str name)
{
	bool is_builtin = section == SECTION_BUILTINS;
	enum decision usual = is_builtin ? p->builtins.otherwise : p->attributes.otherwise, able;
	struct table_attribute a = table_attribute(name);
	unsigned capabilities = a.capabilities, which;

	if (is_builtin)
		capabilities = table_member(STR("builtins"), name).capabilities;
	else if (a.kind == ATTRIBUTE_LEADS || str_starts(name, STR("__")))
		return DECISION_DENY;
	else if (a.kind == ATTRIBUTE_SAFE)
		return DECISION_ALLOW;
	able = capabilities_decide(p, capabilities, &which);
	return able < usual ? able : usual;
}

size_t
rule_index(const struct policy *p, struct str id)
{
	for (size_t i = 0; i < p->rule_count; i++)
		if (str_eq(p->rules[i].id, id))
			return i;
	return SIZE_MAX;
}
