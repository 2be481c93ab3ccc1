/* SPDX-License-Identifier: MIT */
/*
 * A policy upon what it extends. Lists add up and a child's word on a name replaces the parent's;
 * limits are the smaller. What would let more through than the parent did needs an `override` of
 * its section, with a reason, and is refused where an ancestor locked the section. The document was
 * checked against the schema before, so its shape is known.
 */
#include "merge.h"

#include <stdio.h>

static const char *const section_names[SECTIONS] = {"imports", "builtins", "attributes",
    "capabilities", "calls", "rules", "limits", "tier", "escalation", "executor", "output",
    "prompt", "waivers", "files"};

const char *
section_name(enum section s)
{
	return section_names[s];
}

size_t
policy_section_count(void)
{
	return SECTIONS;
}

const char *
policy_section_name(size_t index)
{
	return index < SECTIONS ? section_names[index] : "";
}

enum section
section_of(struct str name)
{
	for (int i = 0; i < SECTIONS; i++)
		if (str_is(name, section_names[i]))
			return (enum section)i;
	return SECTIONS;
}

enum decision
merge_decision(struct str name)
{
	return str_is(name, "allow")      ? DECISION_ALLOW
	       : str_is(name, "escalate") ? DECISION_ESCALATE
					  : DECISION_DENY;
}

enum severity
merge_severity(struct str name, enum severity otherwise)
{
	for (int i = SEVERITY_CRITICAL; i <= SEVERITY_LOW; i++)
		if (str_is(name, severity_name((enum severity)i)))
			return (enum severity)i;
	return otherwise;
}

bool
merge_give_up(struct merge *m)
{
	m->failed = true;
	return false;
}

struct str
merge_keep(struct merge *m, struct str s)
{
	struct str copy = {"", 0};

	if (s.n > 0 && !arena_copy(m->arena, s, &copy))
		m->failed = true;
	return copy;
}

bool
merge_complain(
    struct merge *m, const struct json_node *at, const char *help, const char *format, ...)
{
	va_list ap;

	va_start(ap, format);
	bool said = json_vcomplain(m->doc, at, m->errs, help, format, ap);
	va_end(ap);
	return said;
}

/* Says whether the child may do this; reports it where not. */
bool
merge_may_loosen(struct merge *m, enum section section, const struct json_node *at, struct str what)
{
	struct err err = {0};

	if (!m->extends)
		return true;
	if (m->only_tightens)
		return false;
	if (m->overrides[section] && !m->policy->locked[section]) {
		m->policy->loosened[section] = true;
		return true;
	}
	if (m->policy->locked[section]) {
		json_err(m->doc, at, &err, "'%.*s' loosens '%s', which is locked", STR_ARG(what),
		    section_names[section]);
		err_help(&err, "a policy that this one extends has '%s' in its 'locked'",
		    section_names[section]);
	} else {
		json_err(m->doc, at, &err, "'%.*s' loosens '%s' of the %spolicy", STR_ARG(what),
		    section_names[section], m->is_profile ? "" : "extended ");
		err_help(
		    &err, "say why: 'override: [{what: %s, reason: ...}]'", section_names[section]);
	}
	return err_list_add(m->errs, &err);
}

void
merge_words(struct merge *m, const struct json_node *list, struct words *out)
{
	if (!merge_fits(m, list, out->count))
		return;
	for (const struct json_node *n = json_first(m->doc, list); n != NULL;
	     n = json_next(m->doc, n))
		if (!words_add(m->arena, out, n->text))
			merge_give_up(m);
}

/* Names without a dot are builtins. */
struct str
merge_symbol(struct merge *m, struct str name)
{
	struct str out;

	if (memchr(name.p, '.', name.n) != NULL)
		return merge_keep(m, name);
	out = str_from(arena_printf(m->arena, "builtins.%.*s", STR_ARG(name)));
	if (out.n == 0)
		m->failed = true;
	return out;
}

enum waivable
merge_waivable(const struct merge *m, const struct json_node *entry)
{
	const struct json_node *n = json_get(m->doc, entry, "waivable");

	return n == NULL ? WAIVABLE_USUAL : n->kind == JSON_TRUE ? WAIVABLE_YES : WAIVABLE_NO;
}

/* Nobody could waive it before, and now somebody may. */
bool
merge_gains_waivers(
    enum decision now, enum waivable waivable, enum decision before, enum waivable was)
{
	return now != DECISION_ALLOW && before != DECISION_ALLOW && waivable_holds(waivable, now) &&
	       !waivable_holds(was, before);
}

static void
refuse_waivable(struct merge *m, const struct json_node *n, struct str module)
{
	struct err err = {0};

	json_err(m->doc, n, &err, "nobody can waive that '%.*s' is denied", STR_ARG(module));
	err_help(
	    &err, "the sandbox does not import it either; escalate it, or leave 'waivable' away");
	err_list_add(m->errs, &err);
}

static void
read_import(
    struct merge *m, const struct json_node *n, enum decision decision, struct import_rule *out)
{
	bool plain = n->kind != JSON_OBJECT;
	struct str module = plain ? n->text : json_get_text(m->doc, n, "module", STR(""));

	*out = (struct import_rule){.module = merge_keep(m, module), .decision = decision};
	if (plain)
		return;
	out->waivable = merge_waivable(m, n);
	if (out->waivable == WAIVABLE_YES && decision == DECISION_DENY)
		refuse_waivable(m, n, module);
	out->message = merge_keep(m, json_get_text(m->doc, n, "message", STR("")));
	out->remedy = merge_keep(m, json_get_text(m->doc, n, "remedy", STR("")));
	out->has_api = json_get(m->doc, n, "api") != NULL;
	merge_words(m, json_get(m->doc, n, "api"), &out->api);
	merge_words(m, json_get(m->doc, n, "also"), &out->also);
}

/* To tighten a package tightens what was said of its parts before, too. */
static void
tighten_below(struct policy *p, const struct import_rule *rule)
{
	size_t kept = 0;

	if (rule->decision == DECISION_ALLOW)
		return;
	for (size_t i = 0; i < p->import_count; i++) {
		if (p->imports[i].decision > rule->decision &&
		    name_is_below(p->imports[i].module, rule->module))
			continue;
		if (kept < i)
			p->imports[kept] = p->imports[i];
		kept++;
	}
	p->import_count = kept;
}

static void
merge_import(struct merge *m, const struct json_node *n, enum decision decision)
{
	struct policy *p = m->policy;
	bool plain = n->kind != JSON_OBJECT;
	struct str module = plain ? n->text : json_get_text(m->doc, n, "module", STR(""));
	const struct import_rule *old = import_rule_for(p, module);
	enum decision before = old != NULL ? old->decision : p->import_default;
	struct import_rule *one = NULL, read;

	read_import(m, n, decision, &read);
	if (merge_is_shadow(m, n)) {
		merge_shadow(m, SHADOW_IMPORT, n, &read);
		return;
	}
	if ((decision > before || merge_gains_waivers(decision, read.waivable, before,
				      old != NULL ? old->waivable : WAIVABLE_USUAL)) &&
	    !merge_may_loosen(m, SECTION_IMPORTS, n, module))
		return;
	for (size_t i = 0; i < p->import_count && one == NULL; i++)
		if (p->imports[i].module.n == module.n && str_eq(p->imports[i].module, module))
			one = &p->imports[i];
	if (one == NULL) {
		one = arena_push(
		    m->arena, &p->imports, &p->import_count, &p->import_capacity, sizeof(*one));
		if (one == NULL) {
			merge_give_up(m);
			return;
		}
	}
	*one = read;
	tighten_below(p, &read);
	merge_end_shadow(m, SHADOW_IMPORT, module);
}

/* Nothing tells which names of a module carry authority that the table does not hold. */
static void
demand_api(struct merge *m, const struct json_node *n)
{
	bool plain = n->kind != JSON_OBJECT;
	struct str module = plain ? n->text : json_get_text(m->doc, n, "module", STR(""));

	if (table_module(module).known || (!plain && json_get(m->doc, n, "api")))
		return;
	struct err err = {0}; /* a kilobyte: not for each entry */
	json_err(m->doc, n, &err, "nothing is known of module '%.*s'", STR_ARG(module));
	err_help(
	    &err, "name what may be used of it: '{module: %.*s, api: [...]}'", STR_ARG(module));
	err_list_add(m->errs, &err);
}

static void
merge_imports(struct merge *m, const struct json_node *section)
{
	static const char *const lists[] = {"deny", "escalate", "allow"};
	const struct json_node *d = json_get(m->doc, section, "default");
	enum decision otherwise = d != NULL ? merge_decision(d->text) : m->policy->import_default;

	for (int i = DECISION_DENY; i <= DECISION_ALLOW; i++) {
		const struct json_node *list = json_get(m->doc, section, lists[i]);

		if (!merge_fits(m, list, m->policy->import_count))
			return;
		for (const struct json_node *n = json_first(m->doc, list); n != NULL;
		     n = json_next(m->doc, n)) {
			if (i == DECISION_ALLOW && otherwise != DECISION_ALLOW)
				demand_api(m, n);
			merge_import(m, n, (enum decision)i);
		}
	}
	if (d != NULL && (merge_decision(d->text) <= m->policy->import_default ||
			     merge_may_loosen(m, SECTION_IMPORTS, d, STR("default"))))
		m->policy->import_default = merge_decision(d->text);
}

static void
merge_name(struct merge *m, struct name_rules *r, enum section section, const struct json_node *n,
    enum decision decision)
{
	struct name_rule *one;
	size_t at = 0, end = r->count;

	while (at < end) {
		size_t middle = at + (end - at) / 2;

		if (str_compare(r->items[middle].name, n->text) < 0)
			at = middle + 1;
		else
			end = middle;
	}
	if (at < r->count && str_eq(r->items[at].name, n->text)) {
		if (decision <= r->items[at].decision || merge_may_loosen(m, section, n, n->text))
			r->items[at].decision = decision;
		return;
	}
	if (decision > r->otherwise && !merge_may_loosen(m, section, n, n->text))
		return;
	one = arena_push(m->arena, &r->items, &r->count, &r->capacity, sizeof(*one));
	if (one == NULL) {
		merge_give_up(m);
		return;
	}
	memmove(&r->items[at + 1], &r->items[at], (r->count - 1 - at) * sizeof(*one));
	r->items[at] = (struct name_rule){merge_keep(m, n->text), decision};
}

static void
merge_names(
    struct merge *m, const struct json_node *section, struct name_rules *r, enum section which)
{
	static const char *const lists[] = {"deny", "escalate", "allow"};
	const struct json_node *d = json_get(m->doc, section, "default");

	for (int i = DECISION_ALLOW; i >= DECISION_DENY; i--) {
		const struct json_node *list = json_get(m->doc, section, lists[i]);

		if (!merge_fits(m, list, r->count))
			return;
		for (const struct json_node *n = json_first(m->doc, list); n != NULL;
		     n = json_next(m->doc, n))
			merge_name(m, r, which, n, (enum decision)i);
	}
	if (d == NULL || (merge_decision(d->text) > r->otherwise &&
			     !merge_may_loosen(m, which, d, STR("default"))))
		return;
	r->otherwise = merge_decision(d->text);
	r->has_otherwise = true;
}

static void
merge_attributes(struct merge *m, const struct json_node *section)
{
	const struct json_node *n = json_get(m->doc, section, "unknown");
	bool enforced = n != NULL && str_is(n->text, "enforce");

	merge_names(m, section, &m->policy->attributes, SECTION_ATTRIBUTES);
	if (n != NULL && (!enforced || m->policy->attributes_wall != WALL_NONE ||
			     merge_may_loosen(m, SECTION_ATTRIBUTES, n, STR("unknown"))))
		m->policy->attributes_wall = enforced ? WALL_ATTRIBUTES : WALL_NONE;
}

static void
merge_capabilities(struct merge *m, const struct json_node *section)
{
	static const char *const lists[] = {"deny", "escalate", "allow"};
	struct policy *p = m->policy;
	const struct json_node *d = json_get(m->doc, section, "default");

	if (d != NULL && (merge_decision(d->text) <= p->capability_default ||
			     merge_may_loosen(m, SECTION_CAPABILITIES, d, STR("default"))))
		p->capability_default = merge_decision(d->text);
	for (int i = DECISION_DENY; i <= DECISION_ALLOW; i++) {
		const struct json_node *list = json_get(m->doc, section, lists[i]);

		for (const struct json_node *n = json_first(m->doc, list); n != NULL;
		     n = json_next(m->doc, n))
			for (unsigned c = 0; c < CAPABILITIES; c++) {
				enum decision before = p->has_capability[c] ? p->capabilities[c]
									    : p->capability_default;

				if (!str_is(n->text, capability_name(c)) ||
				    ((enum decision)i > before &&
					!merge_may_loosen(m, SECTION_CAPABILITIES, n, n->text)))
					continue;
				p->has_capability[c] = true;
				p->capabilities[c] = (enum decision)i;
			}
	}
}

static void
merge_rest(struct merge *m, const struct json_node *root)
{
	struct policy *p = m->policy;
	const struct json_node *executor = json_get(m->doc, root, "executor"), *n;
	struct str tier = json_get_text(m->doc, root, "tier", STR(""));

	if (str_is(tier, "native") && !p->native &&
	    merge_may_loosen(m, SECTION_TIER, json_get(m->doc, root, "tier"), tier))
		p->native = true;
	merge_packages(m, json_get(m->doc, executor, "packages"));
	n = json_get(m->doc, executor, "venv");
	if (n != NULL && (n->text.n == 0 || str_eq(n->text, p->venv) ||
			     merge_may_loosen(m, SECTION_EXECUTOR, n, STR("venv"))))
		p->venv = merge_keep(m, n->text);
}

void
merge_overrides(struct merge *m, const struct json_node *list)
{
	for (const struct json_node *n = json_first(m->doc, list); n != NULL;
	     n = json_next(m->doc, n)) {
		enum section s = section_of(json_get_text(m->doc, n, "what", STR("")));

		if (s < SECTIONS)
			m->overrides[s] = true;
	}
}

static void
merge_head(struct merge *m, const struct json_node *root)
{
	struct policy *p = m->policy;

	memset(p->loosened, 0, sizeof(p->loosened));
	p->id = merge_keep(m, json_get_text(m->doc, root, "id", STR("")));
	p->title = merge_keep(m, json_get_text(m->doc, root, "title", p->id));
	if (!merge_int(m, json_get(m->doc, root, "revision"), &p->revision))
		p->revision = 0;
	merge_overrides(m, json_get(m->doc, root, "override"));
}

static void
merge_rules(struct merge *m, const struct json_node *rules)
{
	if (!merge_fits(m, rules, m->policy->rule_count))
		return;
	for (const struct json_node *n = json_first(m->doc, rules); n != NULL;
	     n = json_next(m->doc, n))
		merge_rule(m, n);
	merge_check_whole(m, rules);
}

void
merge_document(struct merge *m)
{
	const struct json_node *root = json_root(m->doc),
			       *locked = json_get(m->doc, root, "locked");
	char *line;

	merge_head(m, root);
	merge_imports(m, json_get(m->doc, root, "imports"));
	merge_names(m, json_get(m->doc, root, "builtins"), &m->policy->builtins, SECTION_BUILTINS);
	merge_attributes(m, json_get(m->doc, root, "attributes"));
	merge_capabilities(m, json_get(m->doc, root, "capabilities"));
	merge_calls(m, json_get(m->doc, root, "calls"));
	merge_rules(m, json_get(m->doc, root, "rules"));
	merge_settings(m, root);
	merge_waivers(m, json_get(m->doc, root, "waivers"));
	(void)merge_note_profiles(m, json_get(m->doc, root, "profiles"));
	merge_rest(m, root);
	merge_check_walls(m, root);
	for (const struct json_node *n = json_first(m->doc, locked); n != NULL;
	     n = json_next(m->doc, n))
		if (section_of(n->text) < SECTIONS)
			m->policy->locked[section_of(n->text)] = true;
	line = arena_printf(
	    m->arena, "%.*s@%lld", STR_ARG(m->policy->id), (long long)m->policy->revision);
	if (line == NULL || !words_add(m->arena, &m->policy->lineage, str_from(line)))
		m->failed = true;
}
