/* SPDX-License-Identifier: MIT */
/* The sections that are lists of names by decision: imports, builtins, attributes, capabilities,
 * calls. */
#include "merge.h"

typedef void merge_listed(struct merge *m, const struct json_node *n, enum decision decision);

/* A name in two lists of a file gets the decision of the last of them. */
static const enum decision STRICTEST_FIRST[] = {DECISION_DENY, DECISION_ESCALATE, DECISION_ALLOW};
static const enum decision STRICTEST_LAST[] = {DECISION_ALLOW, DECISION_ESCALATE, DECISION_DENY};

/* `have`: how many there are already, which grows meanwhile. */
static void
merge_list(struct merge *m, const struct json_node *section, const enum decision order[3],
    const size_t *have, merge_listed *one)
{
	for (size_t i = 0; i < 3; i++) {
		const struct json_node *list = json_get(m->doc, section, decision_name(order[i]));

		if (!merge_fits(m, list, *have))
			return;
		JSON_EACH(n, m->doc, list)
			one(m, n, order[i]);
	}
}

/* -- imports --------------------------------------------------------------------------------- */

static const struct merge_field IMPORT[] = {
    FIELD(TEXT, "message", import_rule, message),
    FIELD(TEXT, "remedy", import_rule, remedy),
    FIELD(GIVEN, "api", import_rule, has_api),
    FIELD(WORDS, "api", import_rule, api),
    FIELD(WORDS, "also", import_rule, also),
    FIELD(FLAG, "pack", import_rule, pack),
};

/* To tighten a package tightens what was said of its parts before, too. */
static void
tighten_below(struct policy *p, const struct import_rule *rule)
{
	size_t kept = 0;

	if (rule->decision == DECISION_ALLOW)
		return;
	for (size_t i = 0; i < p->import_count; i++)
		if (p->imports[i].decision <= rule->decision ||
		    !name_is_below(p->imports[i].module, rule->module))
			p->imports[kept++] = p->imports[i];
	p->import_count = kept;
}

/* Nothing tells which names of a module carry authority that the table does not hold. */
static void
demand_api(struct merge *m, const struct json_node *n, struct str module, bool has_api)
{
	if (table_module(module).known || has_api)
		return;
	struct err err = {0}; /* a kilobyte: not for each entry */
	json_err(m->doc, n, &err, "module '%.*s' is unknown", STR_ARG(module));
	err_help(&err,
	    "`sluice library admit %.*s` drafts a pack for review; or list the allowed names: "
	    "'{module: %.*s, api: [...]}'",
	    STR_ARG(module), STR_ARG(module));
	err_list_add(m->errs, &err);
}

static enum decision
default_of(const struct merge *m)
{
	const struct json_node *said =
	    json_get(m->doc, json_get(m->doc, json_root(m->doc), "imports"), "default");

	return said != NULL ? merge_decision(said->text) : m->policy->import_default;
}

/* A name of the module, before this entry. NULL: no entry, and the default allows. */
static bool
was_given(const struct import_rule *old, struct str module, struct str name)
{
	struct str rest = name, first;
	struct table_member t;

	str_cut(&rest, '.', &first);
	if (old != NULL && (words_have(&old->api, name) || words_have(&old->also, name)))
		return true;
	for (size_t i = 0; old != NULL && i < old->api.count; i++)
		if (str_ends(old->api.items[i], STR(".*")) && old->api.items[i].n == first.n + 2 &&
		    str_starts(old->api.items[i], first))
			return true;
	t = table_member(module, first);
	return (old == NULL || !old->has_api) && t.kind != MEMBER_NONE && !t.is_private &&
	       t.capabilities == 0;
}

/* Of an entry that is allowed as before: names that were not. */
static bool
gains_names(const struct import_rule *old, const struct import_rule *read)
{
	if (!read->has_api && old != NULL && old->has_api)
		return true;
	for (size_t i = 0; i < read->api.count + read->also.count; i++) {
		struct str name = i < read->api.count ? read->api.items[i]
						      : read->also.items[i - read->api.count];

		if (!was_given(old, read->module, name))
			return true;
	}
	return false;
}

/* The file's own entry, not a pack's. */
static struct import_rule *
entry_of(const struct policy *p, struct str module)
{
	for (size_t i = 0; i < p->import_count; i++)
		if (str_eq(p->imports[i].module, module))
			return &p->imports[i];
	return NULL;
}

/* The names that this `api` takes away from the one that it replaces, for lint. */
static void
note_replaced(struct merge *m, const struct import_rule *read)
{
	const struct import_rule *old = entry_of(m->policy, read->module);
	struct buf lost;

	if (old == NULL || !old->has_api || !read->has_api || read->described != NULL ||
	    old->described != NULL || read->decision != DECISION_ALLOW)
		return;
	buf_init(&lost, (size_t)1 << 16);
	buf_str(&lost, read->module);
	for (size_t i = 0; i < old->api.count; i++)
		if (!words_have(&read->api, old->api.items[i]) &&
		    !words_have(&read->also, old->api.items[i]))
			buf_printf(&lost, " %.*s", STR_ARG(old->api.items[i]));
	if (lost.n > read->module.n)
		merge_word(m, buf_view(&lost), &m->policy->replaced);
	buf_release(&lost);
}

static void
merge_import(struct merge *m, const struct json_node *n, enum decision decision)
{
	struct policy *p = m->policy;
	struct str module = json_get_text(m->doc, n, "module", n->text);
	struct import_rule *entry;
	const struct import_rule *old = import_rule_for(m->policy, module);
	enum decision before = old != NULL ? old->decision : m->policy->import_default;
	enum waivable was = old != NULL ? old->waivable : WAIVABLE_USUAL;
	struct str version;
	struct import_rule read = {.module = merge_keep(m, module),
	    .decision = decision,
	    .waivable = merge_waivable(m, n)};

	MERGE_FIELDS(m, n, IMPORT, &read);
	read.described = read.pack ? pack_of_symbol(m->policy, module) : NULL;
	if (read.described != NULL && !str_eq(read.described->package, module))
		read.described = NULL; /* of the package, and this is a part of it */
	read.has_api = read.has_api || read.described != NULL;
	if (read.pack && (decision != DECISION_ALLOW ||
			     (read.described == NULL && !table_version(module, &version))))
		merge_complain(m, n,
		    "`sluice library list` lists the packs, `sluice library admit` drafts another; "
		    "'pack' belongs in the list 'allow'",
		    "no pack '%.*s' can be %s", STR_ARG(module),
		    decision == DECISION_ALLOW ? "allowed" : "refused");
	note_replaced(m, &read);
	if (decision == DECISION_ALLOW && default_of(m) != DECISION_ALLOW)
		demand_api(m, n, module, read.has_api);
	if (read.waivable == WAIVABLE_YES && decision == DECISION_DENY)
		merge_complain(m, n,
		    "the sandbox does not import it either; use 'escalate', or remove 'waivable'",
		    "the denial of '%.*s' can't be waived", STR_ARG(module));
	if ((decision > before || (read.pack && (old == NULL || !old->pack)) ||
		(decision == DECISION_ALLOW && !read.pack && gains_names(old, &read)) ||
		merge_gains_waivers(decision, read.waivable, before, was)) &&
	    !merge_may_loosen(m, SECTION_IMPORTS, n, module))
		return;
	entry = entry_of(p, module);
	if (entry == NULL)
		entry = merge_push(
		    m, &p->imports, &p->import_count, &p->import_capacity, sizeof(*entry));
	if (entry != NULL)
		*entry = read;
	tighten_below(p, &read);
}

/* -- builtins and attributes ----------------------------------------------------------------- */

static void
merge_name(struct merge *m, struct name_rules *r, enum section section, const struct json_node *n,
    enum decision decision)
{
	size_t at = name_rule_place(r, n->text);
	bool there = at < r->count && str_eq(r->items[at].name, n->text);
	enum decision before =
	    there ? r->items[at].decision : name_usual(m->policy, section, n->text);

	if (decision > before && !merge_may_loosen(m, section, n, n->text))
		return;
	if (!there) {
		if (merge_push(m, &r->items, &r->count, &r->capacity, sizeof(*r->items)) == NULL)
			return;
		memmove(&r->items[at + 1], &r->items[at], (r->count - 1 - at) * sizeof(*r->items));
		r->items[at].name = merge_keep(m, n->text);
	}
	r->items[at].decision = decision;
}

static void
merge_builtin(struct merge *m, const struct json_node *n, enum decision decision)
{
	merge_name(m, &m->policy->builtins, SECTION_BUILTINS, n, decision);
}

static void
merge_attribute(struct merge *m, const struct json_node *n, enum decision decision)
{
	merge_name(m, &m->policy->attributes, SECTION_ATTRIBUTES, n, decision);
}

/* -- capabilities ---------------------------------------------------------------------------- */

unsigned
merge_capability(struct str name)
{
	for (unsigned c = 0; c < CAPABILITIES; c++)
		if (str_is(name, capability_name(c)))
			return c;
	return CAPABILITIES;
}

static void
merge_capability_of(struct merge *m, const struct json_node *n, enum decision decision)
{
	struct policy *p = m->policy;
	unsigned c = merge_capability(n->text);
	enum decision before;

	if (c == CAPABILITIES)
		return;
	before = p->has_capability[c] ? p->capabilities[c] : p->capability_default;
	if (decision > before && !merge_may_loosen(m, SECTION_CAPABILITIES, n, n->text))
		return;
	p->has_capability[c] = true;
	p->capabilities[c] = decision;
}

/* -- calls ----------------------------------------------------------------------------------- */

static const struct merge_field CALL[] = {
    FIELD(TEXT, "id", call_rule, id),
    FIELD(TEXT, "message", call_rule, message),
    FIELD(TEXT, "remedy", call_rule, remedy),
    FIELD_AMONG(CHOICE, "severity", call_rule, severity, SEVERITY_NAMES),
};

/* The decision on a call's name before this entry. An entry covers all that lies below its name: only of a
 * name with nothing below it can be told that it was no stricter. */
static enum decision
decided_before(struct merge *m, struct str symbol, enum decision decision)
{
	const struct call_rule *old = call_rule_for(m->policy, symbol);
	enum decision before = DECISION_DENY;

	if (old != NULL)
		return old->decision;
	if (decision == DECISION_ALLOW || table_symbol(symbol).kind != MEMBER_VALUE)
		return DECISION_DENY;
	if (!m->decide(m->arena, m->policy, symbol, &before))
		m->failed = true;
	return before;
}

static void
merge_name_of_call(struct merge *m, const struct json_node *entry, const struct json_node *name,
    enum decision decision)
{
	struct policy *p = m->policy;
	struct str symbol = merge_symbol(m, name->text);
	struct call_rule *one = NULL;
	const struct call_rule *old = call_rule_for(m->policy, symbol);
	enum decision before = decided_before(m, symbol, decision);
	enum waivable was = old != NULL ? old->waivable : WAIVABLE_USUAL;
	struct call_rule read = {.name = symbol,
	    .decision = decision,
	    .waivable = merge_waivable(m, entry),
	    .severity = SEVERITY_HIGH};

	MERGE_FIELDS(m, entry, CALL, &read);
	if ((decision > before || merge_gains_waivers(decision, read.waivable, before, was)) &&
	    !merge_may_loosen(m, SECTION_CALLS, name, name->text))
		return;
	for (size_t i = 0; i < p->call_count && one == NULL; i++)
		if (str_eq(p->calls[i].name, symbol))
			one = &p->calls[i];
	if (one == NULL)
		one = merge_push(m, &p->calls, &p->call_count, &p->call_capacity, sizeof(*one));
	if (one != NULL)
		*one = read;
}

static void
merge_call(struct merge *m, const struct json_node *n, enum decision decision)
{
	const struct json_node *name = json_get(m->doc, n, "name");

	if (name->kind != JSON_ARRAY)
		merge_name_of_call(m, n, name, decision);
	else if (merge_fits(m, name, m->policy->call_count))
		JSON_EACH(k, m->doc, name)
			merge_name_of_call(m, n, k, decision);
}

void
merge_lists(struct merge *m, const struct json_node *root)
{
	struct policy *p = m->policy;
	const struct {
		const char *section;
		const enum decision *order;
		const size_t *have;
		merge_listed *one;
	} sections[] = {
	    {"imports", STRICTEST_FIRST, &p->import_count, merge_import},
	    {"builtins", STRICTEST_LAST, &p->builtins.count, merge_builtin},
	    {"attributes", STRICTEST_LAST, &p->attributes.count, merge_attribute},
	    {"capabilities", STRICTEST_LAST, &(const size_t){0}, merge_capability_of},
	};

	p->replaced.count = 0; /* of this file alone */
	for (size_t i = 0; i < ARRAY_LENGTH(sections); i++)
		merge_list(m, json_get(m->doc, root, sections[i].section), sections[i].order,
		    sections[i].have, sections[i].one);
	merge_defaults(m, root);
	merge_list(m, json_get(m->doc, root, "calls"), STRICTEST_FIRST, &p->call_count, merge_call);
}
